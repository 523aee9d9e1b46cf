//! Comparing two executions across calls, depth by depth.

use super::ends::{Ends, Together};
use super::{CallRule, CallSummary, CallVerdict, DecidingCall};
use crate::fitness::block_coverage::rules::Ruled;
use crate::fitness::block_coverage::{BlockCoverage, Form, Nearer, Rule, Target, Verdict};
use crate::flow::{FlowGraph, GraphIdentity};
use crate::id::{Block, CallSite, Function, Statement};
use alloc::vec::Vec;
use core::ops::Range;

/// A comparison of executions by the blocks that they covered on the way to a target, and in the calls in which both got stuck. See the
/// [definition](super#the-definition).
///
/// It is a [`BlockCoverage`] that goes on into calls, and is used in the same way: keep one for a search, and a [`CallSummary`] with each
/// test. A comparison that is decided within the function of the target costs what it costs there. Otherwise it takes one pass over the
/// calls that the summaries keep, and is linear in those of them that are compared, times the blocks of their functions / 64, and a
/// logarithm. Each call is compared once, however deep it is nested, and no stack is needed.
///
/// Memory: for each function that was compared for its end its edges, and what [`BlockCoverage`] keeps for one target.
#[derive(Clone, Debug)]
pub struct WithinCalls {
    within: BlockCoverage,
    deepest: u32,
    bound: usize,
    /// The graph that the ends are about.
    graph: GraphIdentity,
    ends: Ends,
    scratch: Scratch,
}

/// Room to work in, so that a comparison for which everything is known allocates nothing.
#[derive(Clone, Debug, Default)]
struct Scratch {
    ties: Vec<Block>,
    sites: Vec<CallSite>,
    /// By execution: the activations of all places.
    members: [Vec<u32>; 2],
    /// By execution: the calls at a site.
    calls: [Vec<(Function, u32)>; 2],
    together: [Together; 2],
    places: Vec<Place>,
    deeper: Vec<Place>,
    inside: Vec<bool>,
}

/// A statement in which both executions got stuck, and where their activations are among the members.
#[derive(Clone, Debug)]
struct Place {
    statement: Statement,
    members: [Range<usize>; 2],
}

/// The answers of one depth.
struct Answers {
    /// The largest numbers for either execution.
    to_first: u32,
    to_second: u32,
    best: Option<(u32, DecidingCall)>,
}

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
            bound: 64 << 20,
            graph: GraphIdentity::NO_FUNCTIONS,
            ends: Ends::default(),
            scratch: Scratch::default(),
        }
    }

    /// Sets the [form](Form) of the comparison within the function of the target. Within calls it is always the exact form.
    ///
    /// In the other forms a block is covered once its last line is reached, so an execution is never stuck at a call in the last line of a
    /// block.
    #[must_use]
    pub fn in_form(mut self, form: Form) -> Self {
        self.within = self.within.in_form(form);
        self
    }

    /// Sets how many calls deep the comparison goes. With 0 it is [`BlockCoverage`]; there is no bound if none is set.
    #[must_use]
    pub fn to_depth(mut self, calls: u32) -> Self {
        self.deepest = calls;
        self
    }

    /// Sets an approximate memory budget in bytes, as [`BlockCoverage::within`] does, for each of two parts: the targets, and the ends of
    /// called functions. 64 MiB if it is not set. No answer depends on it.
    #[must_use]
    pub fn within(mut self, bytes: usize) -> Self {
        self.within = self.within.within(bytes);
        self.bound = bytes;
        self
    }

    /// Sets the exits by which no call returns, because they throw: blocks such as `throw new Error(..)`. They replace the ones set before.
    ///
    /// A graph does not tell them from other exits. Without them, an execution that threw in such a block of its own is never farther away
    /// than one that threw later, and an exit without statements that throws counts as a return. Blocks that are no exits do not count.
    #[must_use]
    pub fn throwing(mut self, exits: impl IntoIterator<Item = Block>) -> Self {
        let mut exits: Vec<Block> = exits.into_iter().collect();
        exits.sort_unstable();
        exits.dedup();
        self.ends.set_throwing(exits);
        self
    }

    /// Returns which of two executions is nearer to the target, and by how much: blocks, statements or lines, or 1 for a call that only one
    /// of them made or returned from.
    ///
    /// It is the answer of [`BlockCoverage::compare`] wherever that has one.
    ///
    /// # Panics
    ///
    /// If a summary was made for another graph; [`FlowGraph::check`] of [`CallSummary::made_for`] tells.
    #[track_caller]
    pub fn compare(&mut self, graph: &FlowGraph, target: Target<'_>, first: &CallSummary, second: &CallSummary) -> Nearer {
        self.verdict(graph, target, first, second).verdict.nearer
    }

    /// Returns the answer of [`compare`](Self::compare), and in which call and by which rule it was found.
    ///
    /// # Panics
    ///
    /// If a summary was made for another graph; [`FlowGraph::check`] of [`CallSummary::made_for`] tells.
    #[track_caller]
    pub fn verdict(&mut self, graph: &FlowGraph, target: Target<'_>, first: &CallSummary, second: &CallSummary) -> CallVerdict {
        let pair = [first, second];
        self.scratch.ties.clear();
        let ties = Some(&mut self.scratch.ties);
        let verdict = self.within.verdict_and_ties(graph, target, first.blocks(), second.blocks(), ties);
        if self.scratch.ties.is_empty() || self.deepest == 0 {
            return CallVerdict { verdict, decided: None };
        }
        self.follow(graph);
        self.ends.keep_within(self.bound);
        self.start(graph, pair);
        for depth in 1..=self.deepest {
            let Some(answers) = self.one_deeper(graph, depth, pair) else { break };
            if answers.to_first > 0 && answers.to_second > 0 {
                break; // they contradict each other
            }
            if let Some((_, decided)) = answers.best {
                let nearer = Nearer::more(answers.to_first, answers.to_second);
                return CallVerdict { verdict: Verdict { nearer, ..verdict }, decided: Some(decided) };
            }
        }
        CallVerdict { verdict, decided: None }
    }

    /// The places of depth 0. Only outermost activations count: with all of them, a recursion would be looked at anew from each of its
    /// calls, which is quadratic, and an answer could come from a call that is nested in the one of the other execution.
    fn start(&mut self, graph: &FlowGraph, pair: [&CallSummary; 2]) {
        let Scratch { ties, members, places, inside, .. } = &mut self.scratch;
        members.iter_mut().for_each(Vec::clear);
        places.clear();
        // Several blocks of a line may lead to the same block.
        ties.sort_unstable();
        ties.dedup();
        for &block in &*ties {
            // Covered lines may be as many although one execution is a statement further.
            let [Some(progress), Some(other)] = pair.map(|side| side.blocks().progress(graph, block)) else { continue };
            if progress == other {
                let at = block.statement(progress);
                add(places, members, at, |side, found| pair[side].outermost_stuck_at(at, inside, found));
            }
        }
    }

    /// Looks at all places, which are then those of the next depth. `None` if there are none.
    fn one_deeper(&mut self, graph: &FlowGraph, depth: u32, pair: [&CallSummary; 2]) -> Option<Answers> {
        if self.scratch.places.is_empty() {
            return None;
        }
        let places = core::mem::take(&mut self.scratch.places);
        let mut answers = Answers { to_first: 0, to_second: 0, best: None };
        for place in &places {
            let mut sites = core::mem::take(&mut self.scratch.sites);
            sites.clear();
            let block = place.statement.block;
            let here = graph.calls_of(block).filter(|edge| edge.statement == place.statement.index);
            sites.extend(here.map(|edge| edge.site));
            sites.sort_unstable();
            sites.dedup();
            for &site in &sites {
                self.at_site(graph, place, site, depth, pair, &mut answers);
            }
            self.scratch.sites = sites;
        }
        self.scratch.places = core::mem::replace(&mut self.scratch.deeper, places);
        self.scratch.deeper.clear();
        Some(answers)
    }

    fn at_site(
        &mut self,
        graph: &FlowGraph,
        place: &Place,
        site: CallSite,
        depth: u32,
        pair: [&CallSummary; 2],
        answers: &mut Answers,
    ) {
        let Self { ends, scratch, .. } = self;
        let Scratch { members, calls, together, deeper, .. } = scratch;
        for side in [0, 1] {
            calls[side].clear();
            for &caller in &members[side][place.members[side].clone()] {
                pair[side].calls_at(caller, site, &mut calls[side]);
            }
            calls[side].sort_unstable();
        }
        let [first, second] = &*calls;
        let call = |callee, rule| DecidingCall { depth, statement: place.statement, site, callee, rule };

        // Rule 2: called, or returned.
        if first.is_empty() || second.is_empty() {
            answers.add(one(!first.is_empty(), !second.is_empty()), call(None, CallRule::Called));
            return;
        }
        let has_returned = |side: usize| calls[side].iter().any(|call| pair[side].returned(call.1, |block| ends.throws(block)));
        let (by_first, by_second) = (has_returned(0), has_returned(1));
        if by_first || by_second {
            answers.add(one(by_first, by_second), call(None, CallRule::Returned));
            return;
        }

        // Rule 3, function by function.
        let (mut rest, mut other) = (&first[..], &second[..]);
        while let Some(function) = rest.first().into_iter().chain(other.first()).map(|call| call.0).min() {
            let own = [&mut rest, &mut other].map(|calls| {
                let (own, behind) = calls.split_at(calls.partition_point(|call| call.0 <= function));
                *calls = behind;
                own
            });
            if own.iter().any(|own| own.is_empty()) {
                answers.add(one(!own[0].is_empty(), !own[1].is_empty()), call(Some(function), CallRule::Called));
                continue;
            }
            let blocks = graph.block_range(function).len();
            for side in [0, 1] {
                together[side].clear(blocks);
                own[side].iter().for_each(|call| together[side].add(pair[side].rows(call.1, blocks)));
            }
            match ends.compare(graph, function, [&together[0], &together[1]]) {
                Ruled::Open | Ruled::NotStuck => {}
                Ruled::Blocks(nearer) => answers.add(nearer, call(Some(function), CallRule::Within(Rule::Blocks))),
                Ruled::Stuck(block) => {
                    let block = Block::new(block);
                    let progress = |side: usize| {
                        let calls = own[side].iter().filter_map(|call| pair[side].progress(block, call.1));
                        calls.max().unwrap_or(0)
                    };
                    let (first, second) = (progress(0), progress(1));
                    if first == second {
                        let at = block.statement(first);
                        let is_there = |side: usize, call: u32| pair[side].progress(block, call) == Some(first);
                        add(deeper, members, at, |side, found| {
                            found.extend(own[side].iter().map(|call| call.1).filter(|&call| is_there(side, call)));
                        });
                    } else {
                        answers.add(Nearer::more(first, second), call(Some(function), CallRule::Within(Rule::Progress)));
                    }
                }
            }
        }
    }

    /// Goes on to a graph; if it is another one, nothing that is known counts.
    fn follow(&mut self, graph: &FlowGraph) {
        if graph.check(self.graph).is_err() {
            self.ends.forget();
        }
        self.graph = graph.identity();
    }
}

/// The execution of which this holds, by 1.
fn one(first: bool, second: bool) -> Nearer {
    Nearer::more(u32::from(first), u32::from(second))
}

/// Adds a place, if both executions have activations there.
fn add(places: &mut Vec<Place>, members: &mut [Vec<u32>; 2], statement: Statement, mut fill: impl FnMut(usize, &mut Vec<u32>)) {
    let ranges = [0, 1].map(|side| {
        let first = members[side].len();
        fill(side, &mut members[side]);
        first..members[side].len()
    });
    if ranges.iter().all(|range| !range.is_empty()) {
        places.push(Place { statement, members: ranges });
    }
}

impl Answers {
    /// The first of several calls with the largest number stays.
    fn add(&mut self, nearer: Nearer, call: DecidingCall) {
        let by = match nearer {
            Nearer::First(by) => {
                self.to_first = by.max(self.to_first);
                by
            }
            Nearer::Second(by) => {
                self.to_second = by.max(self.to_second);
                by
            }
            Nearer::Neither => return,
        };
        if self.best.is_none_or(|(best, _)| by > best) {
            self.best = Some((by, call));
        }
    }
}
