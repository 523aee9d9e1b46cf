//! Comparison of two executions across calls, depth by depth.

use super::summary::ROWS;
use super::{CallRule, CallSummary, CallVerdict, DecidingCall};
use crate::fitness::block_coverage::known::Known;
use crate::fitness::block_coverage::paths::{Paths, rows};
use crate::fitness::block_coverage::rules::{Ruled, Side};
use crate::fitness::block_coverage::{BlockCoverage, Form, Nearer, Rule, Target, Verdict};
use crate::flow::FlowGraph;
use crate::id::{Block, CallSite, Function, Statement};
use crate::sort::sort;
use alloc::vec::Vec;
use core::ops::Range;
use smallvec::SmallVec;

/// A comparison of executions by the blocks that they covered on the way to a target, and in the
/// calls in which both got stuck. See the [definition](super#the-definition).
///
/// It extends [`BlockCoverage`] into calls, and is used in the same way: keep one `WithinCalls` for
/// a search, and a [`CallSummary`] with each test. A comparison that is decided within the function
/// of the target costs no more than with [`BlockCoverage`]. Otherwise it takes one pass over the
/// calls that the summaries keep. This pass is linear in the calls that are compared, times the
/// blocks of their functions / 64, and a logarithm. Each call is compared once, however deep it is
/// nested, and no stack is needed.
///
/// Memory: the edges of each function that was compared for its end, and as much as
/// [`BlockCoverage`] keeps for one target.
#[derive(Clone, Debug)]
pub struct WithinCalls {
    /// The comparison within the function of the target.
    within: BlockCoverage,
    /// Greatest depth of a compared call.
    deepest: u32,
    /// Exits by which no call returns, ascending.
    throwing: Vec<Block>,
    /// Edges of called functions, and data about their ends.
    ends: Known,
    scratch: Scratch,
}

/// Scratch space: a comparison for which everything is known allocates nothing.
#[derive(Clone, Debug, Default)]
struct Scratch {
    /// By execution: the activations of all places.
    members: [Vec<u32>; 2],
    /// The calls at a site, ascending: function, execution, and number.
    calls: Vec<(Function, usize, u32)>,
    /// By execution: the rows of all calls of one function, joined, with room for its end.
    together: [Vec<u64>; 2],
    /// Places of this depth.
    places: Vec<Place>,
    /// Places of the next depth.
    deeper: Vec<Place>,
    /// Scratch space of `outermost_stuck_at`.
    inside: Vec<bool>,
}

/// A place of the [definition](super#the-definition): a statement in which both executions got
/// stuck, and for each the range of its activations in `members`.
#[derive(Clone, Debug)]
struct Place {
    statement: Statement,
    members: [Range<usize>; 2],
}

/// The largest number by which each execution is nearer at one depth, and its call.
type Answers = [Option<(u32, DecidingCall)>; 2];

impl Default for WithinCalls {
    fn default() -> Self {
        Self::new()
    }
}

impl WithinCalls {
    /// Creates a comparison in the [exact form](Form::Exact) that goes as deep as calls are nested.
    #[must_use]
    pub fn new() -> Self {
        Self {
            within: BlockCoverage::new(),
            deepest: u32::MAX,
            throwing: Vec::new(),
            ends: Known::new(),
            scratch: Scratch::default(),
        }
    }

    /// Sets the [form](Form) of the comparison within the function of the target. Within calls it
    /// is always the exact form.
    ///
    /// In the other forms a block is covered once its last line is reached, so an execution is
    /// never stuck at a call in the last line of a block.
    #[must_use]
    pub fn in_form(mut self, form: Form) -> Self {
        self.within = self.within.in_form(form);
        self
    }

    /// Sets the greatest depth of the comparison, in calls. With 0 the comparison is that of
    /// [`BlockCoverage`]. By default there is no bound.
    #[must_use]
    pub fn to_depth(mut self, calls: u32) -> Self {
        self.deepest = calls;
        self
    }

    /// Sets an approximate memory budget in bytes, as [`BlockCoverage::within`] does, for each of
    /// two parts: the targets, and the ends of called functions. The default is 64 MiB. No answer
    /// depends on it.
    #[must_use]
    pub fn within(mut self, bytes: usize) -> Self {
        self.within = self.within.within(bytes);
        self.ends.bound = bytes;
        self
    }

    /// Sets the exits that throw, by which no call returns: blocks such as `throw new Error(..)`.
    /// They replace exits that were set before.
    ///
    /// A graph does not distinguish them from other exits. If they are not set, an execution that
    /// threw in such a block of its own is never farther away than one that threw later, and an
    /// exit without statements that throws counts as a return. Blocks that are not exits are
    /// ignored.
    #[must_use]
    pub fn throwing(mut self, exits: impl IntoIterator<Item = Block>) -> Self {
        let mut exits: Vec<Block> = exits.into_iter().collect();
        sort(&mut exits);
        exits.dedup();
        self.throwing = exits;
        self.ends.forget();
        self
    }

    /// Returns which of two executions is nearer to the target, and by how much: blocks, statements
    /// or lines, or 1 for a call that only one of them made or returned from.
    ///
    /// If [`BlockCoverage::compare`] has an answer, the result is that answer.
    ///
    /// # Panics
    ///
    /// If a summary was made for another graph. Check with [`FlowGraph::check`] and
    /// [`CallSummary::made_for`].
    #[track_caller]
    pub fn compare(
        &mut self,
        graph: &FlowGraph,
        target: Target<'_>,
        first: &CallSummary,
        second: &CallSummary,
    ) -> Nearer {
        self.verdict(graph, target, first, second).verdict.nearer
    }

    /// Returns the answer of [`compare`](Self::compare), and in which call and by which rule it was
    /// found.
    ///
    /// # Panics
    ///
    /// If a summary was made for another graph. Check with [`FlowGraph::check`] and
    /// [`CallSummary::made_for`].
    #[track_caller]
    pub fn verdict(
        &mut self,
        graph: &FlowGraph,
        target: Target<'_>,
        first: &CallSummary,
        second: &CallSummary,
    ) -> CallVerdict {
        let verdict = self.within.verdict(graph, target, first.blocks(), second.blocks());
        let mut answer = CallVerdict { verdict, decided: None };
        // Rule 1: without a tie in progress the answer is final.
        if self.within.ties.is_empty() || self.deepest == 0 {
            return answer;
        }
        self.ends.follow(graph);
        // Several blocks of a line may lead to the same block.
        sort(&mut self.within.ties);
        self.within.ties.dedup();
        let Self { within, throwing, ends, scratch, .. } = self;
        let mut descent = Descent { graph, pair: [first, second], throwing, ends, scratch };
        descent.start(&within.ties);
        for depth in 1..=self.deepest {
            // Rule 4: the least depth with an answer decides. Breadth first by depth, because an
            // answer of a deeper call must not hide one of a call nearer to the target.
            let Some(answers) = descent.one_deeper(depth) else { break };
            let (nearer, call) = match answers {
                [None, None] => continue,
                [Some((by, call)), None] => (Nearer::First(by), call),
                [None, Some((by, call))] => (Nearer::Second(by), call),
                [Some(_), Some(_)] => break, // answers of one depth that contradict each other
            };
            answer.verdict.nearer = nearer;
            answer.decided = Some(call);
            break;
        }
        answer
    }
}

/// The way of two executions into the calls in which both got stuck.
struct Descent<'a> {
    graph: &'a FlowGraph,
    pair: [&'a CallSummary; 2],
    throwing: &'a [Block],
    ends: &'a mut Known,
    scratch: &'a mut Scratch,
}

impl Descent<'_> {
    /// Finds the places of depth 0. Only outermost activations count. With all of them, a recursion
    /// would be examined again from each of its calls, which is quadratic, and an answer could come
    /// from a call that is nested in the call of the other execution.
    fn start(&mut self, ties: &[Block]) {
        let Scratch { members, places, inside, .. } = &mut *self.scratch;
        for members in &mut *members {
            members.clear();
        }
        places.clear();
        for &block in ties {
            // In the other forms, the numbers of covered lines may be equal although one execution
            // ran a statement more.
            let progress = self.pair.map(|side| side.blocks().progress(self.graph, block));
            if let [Some(progress), Some(other)] = progress
                && progress == other
            {
                let at = block.statement(progress);
                add(places, members, at, |side, found| {
                    self.pair[side].outermost_stuck_at(at, inside, found);
                });
            }
        }
    }

    /// Compares at all places, and replaces them by the places of the next depth. Returns `None` if
    /// there are no places.
    fn one_deeper(&mut self, depth: u32) -> Option<Answers> {
        if self.scratch.places.is_empty() {
            return None;
        }
        let places = core::mem::take(&mut self.scratch.places);
        let mut answers = [None; 2];
        for place in &places {
            // Several call edges may name one site, which must be compared once.
            let Statement { block, index } = place.statement;
            let function = self.graph.get_function_of(block).into_iter();
            let calls = function.flat_map(|function| self.graph.calls_of(function, block));
            let here = calls.filter(|edge| edge.statement == index);
            let mut sites: SmallVec<[CallSite; 4]> = here.map(|edge| edge.site).collect();
            sort(&mut sites);
            sites.dedup();
            for site in sites {
                let (statement, callee, rule) = (place.statement, None, CallRule::Called);
                let call = DecidingCall { depth, statement, site, callee, rule };
                self.at_site(&place.members, call, &mut answers);
            }
        }
        self.scratch.places = core::mem::replace(&mut self.scratch.deeper, places);
        self.scratch.deeper.clear();
        Some(answers)
    }

    /// Compares the calls that both executions made at one site of a place: rules 2 and 3.
    fn at_site(&mut self, callers: &[Range<usize>; 2], site: DecidingCall, answers: &mut Answers) {
        let Self { graph, pair, throwing, .. } = *self;
        let Scratch { members, calls, .. } = &mut *self.scratch;
        calls.clear();
        for side in [0, 1] {
            for &caller in &members[side][callers[side].clone()] {
                let made = pair[side].calls_at(caller, site.site);
                calls.extend(made.map(|(function, call)| (function, side, call)));
            }
        }
        sort(calls);

        // Rule 2: called, or returned. The calls of all activations of the place count together,
        // because limits on recording may have merged them.
        let throws = |block| throwing.binary_search(&block).is_ok();
        let of = |side: usize| calls.iter().filter(move |call| call.1 == side);
        let have_called = [0, 1].map(|side| of(side).next().is_some());
        let (rule, have) = if have_called == [true; 2] {
            let has_returned =
                |side: usize| of(side).any(|call| pair[side].returned(graph, call.2, throws));
            (CallRule::Returned, [0, 1].map(has_returned))
        } else {
            (CallRule::Called, have_called)
        };
        if rule == CallRule::Called || have.contains(&true) {
            answer(answers, one(have), DecidingCall { rule, ..site });
        } else {
            self.by_function(site, answers);
        }
    }

    /// Compares the calls at a site, function by function: rule 3.
    fn by_function(&mut self, site: DecidingCall, answers: &mut Answers) {
        let Self { graph, pair, throwing, .. } = *self;
        let Scratch { members, calls, together, deeper, .. } = &mut *self.scratch;
        // Calls of the same function are joined by a bitwise or, as in a suite.
        for own in calls.chunk_by(|a, b| a.0 == b.0) {
            let function = own[0].0;
            let own: [_; 2] = own.split_at(own.partition_point(|call| call.1 == 0)).into();
            let call = |rule| DecidingCall { callee: Some(function), rule, ..site };
            let have_called = own.map(|own| !own.is_empty());
            if have_called != [true; 2] {
                answer(answers, one(have_called), call(CallRule::Called));
                continue;
            }
            let blocks = graph.block_range(function).len();
            let width = (blocks + 1).div_ceil(64);
            for side in [0, 1] {
                together[side].clear();
                together[side].resize(ROWS * width, 0);
                for call in own[side] {
                    pair[side].add_to(&mut together[side], width, call.2, blocks);
                }
            }
            let [first, second] = together.each_ref().map(|words| {
                let [entered, full, evaluated] = rows(words);
                Side { entered, evaluated, full, reached: false }
            });
            let throws = |block| throwing.binary_search(&block).is_ok();
            let edges = || Paths::with_end(graph, function, throws);
            // The number of the end is one more than the last block, so its bit is 0 in the rows of
            // each execution: neither reached it.
            let end = (function, blocks as u32);
            let (nearer, rule) = match self.ends.apply(graph, end, edges, [&first, &second], false)
            {
                Ruled::Decided(Verdict { nearer, rule }) => (nearer, rule),
                Ruled::Stuck(block) => {
                    let progress = |side: usize, call: u32| pair[side].progress(block, call);
                    let [first, second] = [0, 1].map(|side| {
                        let calls = own[side].iter().filter_map(|call| progress(side, call.2));
                        calls.max().unwrap_or(0)
                    });
                    if first == second {
                        // A tie in progress within the call: the next statement may be a call in
                        // turn. Only calls in which exactly this many statements ran are at that
                        // statement; the others of the merged calls stopped before it.
                        add(deeper, members, block.statement(first), |side, found| {
                            let calls = own[side].iter().map(|call| call.2);
                            found.extend(calls.filter(|&call| progress(side, call) == Some(first)));
                        });
                    }
                    (Nearer::more(first, second), Rule::Progress)
                }
            };
            answer(answers, nearer, call(CallRule::Within(rule)));
        }
    }
}

/// Returns the execution for which the flag is `true` as nearer by 1, if it is only one.
fn one([first, second]: [bool; 2]) -> Nearer {
    Nearer::more(first.into(), second.into())
}

/// Adds a place if both executions have activations there.
fn add(
    places: &mut Vec<Place>,
    members: &mut [Vec<u32>; 2],
    statement: Statement,
    mut fill: impl FnMut(usize, &mut Vec<u32>),
) {
    let ranges = [0, 1].map(|side| {
        let first = members[side].len();
        fill(side, &mut members[side]);
        first..members[side].len()
    });
    if ranges.iter().all(|range| !range.is_empty()) {
        places.push(Place { statement, members: ranges });
    }
}

/// Adds an answer, unless there is a larger number for the same execution.
fn answer(answers: &mut Answers, nearer: Nearer, call: DecidingCall) {
    let (side, by) = match nearer {
        Nearer::First(by) => (0, by),
        Nearer::Second(by) => (1, by),
        Nearer::Neither => return,
    };
    if answers[side].is_none_or(|(best, _)| by > best) {
        answers[side] = Some((by, call));
    }
}
