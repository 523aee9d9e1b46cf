//! Random programs, actions that fit them, and a store that only writes down what happened and
//! answers by reading all of it.

use proptest::prelude::*;
use proptest::sample::Index;
use sbst::distance::{Decision, Distance, Rules};
use sbst::execution::Trace;
use sbst::flow::{BlockSketch, ControlFlow, Edge, FlowGraph, Outcome, Unreachable};
use sbst::id::{Block, Branch, Function};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// One function, as a list of blocks with their edges.
#[derive(Clone, Debug)]
pub(crate) struct Listing(Vec<Described>);

#[derive(Clone, Debug)]
struct Described {
    statements: u32,
    exit: bool,
    edges: Vec<(Outcome, u32)>,
    /// The values of the arms, by their number.
    arms: Vec<Vec<RangeInclusive<i128>>>,
}

impl ControlFlow for Listing {
    fn block_count(&self) -> usize {
        self.0.len()
    }
    fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
        let described = &self.0[block as usize];
        out.statements(described.statements);
        for &(outcome, to) in &described.edges {
            match outcome {
                Outcome::Arm(number) => out.arm(described.arms[number as usize].clone(), to),
                Outcome::Exception(_) => out.exception(to),
                _ => out.edge(outcome, to),
            };
        }
        if described.exit || described.edges.is_empty() {
            out.exit();
        }
    }
}

fn described() -> impl Strategy<Value = Described> {
    let decided = prop_oneof![
        3 => Just(vec![Outcome::True, Outcome::False]),
        1 => Just(vec![Outcome::Case(-3), Outcome::Case(4), Outcome::Default]),
        1 => Just(vec![Outcome::Case(i128::MAX), Outcome::Arm(0), Outcome::Arm(1)]),
        1 => Just(vec![Outcome::Default, Outcome::Arm(0)]),
        2 => Just(vec![Outcome::Next]),
        1 => Just(vec![]),
    ];
    (decided, prop::collection::vec(any::<u32>(), 5), 0..4_u32, 0..3_u32, any::<bool>()).prop_map(
        |(mut outcomes, to, statements, exceptions, exit)| {
            outcomes.extend((0..exceptions).map(Outcome::Exception));
            let edges = outcomes.into_iter().zip(to).collect();
            Described {
                statements,
                exit,
                edges,
                arms: vec![vec![0..=2, 9..=9], vec![i128::MIN..=-5]],
            }
        },
    )
}

/// Functions with one to six blocks each; nothing is said about which can be reached.
pub(crate) fn programs() -> impl Strategy<Value = Vec<Listing>> {
    let listing = prop::collection::vec(described(), 1..7).prop_map(|mut blocks| {
        let count = blocks.len() as u32;
        blocks.iter_mut().flat_map(|block| &mut block.edges).for_each(|edge| edge.1 %= count);
        Listing(blocks)
    });
    prop::collection::vec(listing, 1..4)
}

pub(crate) fn graph_of(program: &[Listing]) -> FlowGraph {
    let mut graph = FlowGraph::new();
    for listing in program {
        graph.add_with(listing, Unreachable::Keep).expect("a legal function");
    }
    graph
}

/// What a subject does next, where any number of blocks would do.
#[derive(Clone, Debug)]
pub(crate) struct Action {
    block: Index,
    what: Index,
    edge: Index,
    holds: bool,
    number: i128,
}

pub(crate) fn actions() -> impl Strategy<Value = Vec<Action>> {
    let number = prop_oneof![3 => -9..12_i128, 1 => prop::sample::select(vec![i128::MIN, i128::MAX, i128::MAX - 1])];
    let fields = (any::<Index>(), any::<Index>(), any::<Index>(), any::<bool>(), number);
    let action = fields.prop_map(|(block, what, edge, holds, number)| Action {
        block,
        what,
        edge,
        holds,
        number,
    });
    prop::collection::vec(action, 0..24)
}

#[derive(Clone, Debug)]
enum Event {
    Entered(u32),
    Completed(u32, u32),
    Evaluated(u32),
    Measured(u32, Outcome, Distance),
}

/// Writes down every event by program-wide block; answers by reading all of them.
#[derive(Clone, Debug)]
pub(crate) struct Log<'a> {
    program: &'a [Listing],
    rules: Rules,
    events: Vec<Event>,
}

#[derive(Clone, Copy)]
enum Hook {
    Call,
    Done,
    Decide,
    Switch,
    Choose,
    End,
    Exception,
    Succeed,
    Fail,
}

impl<'a> Log<'a> {
    pub(crate) fn new(program: &'a [Listing], rules: Rules) -> Self {
        Self { program, rules, events: Vec::new() }
    }

    fn blocks(&self) -> Vec<(u32, &'a Described)> {
        let mut all = Vec::new();
        for (function, listing) in (0..).zip(self.program) {
            all.extend(listing.0.iter().map(|block| (function, block)));
        }
        all
    }

    fn first_block(&self, function: u32) -> u32 {
        self.program[..function as usize].iter().map(|listing| listing.0.len() as u32).sum()
    }

    /// A function was called, and nothing else happened.
    pub(crate) fn open(&mut self, function: Function) {
        self.events.push(Event::Entered(self.first_block(function.number())));
    }

    /// Does the same to a trace and to this log. Hooks go through a frame or through the trace, by
    /// the parity of the number.
    pub(crate) fn act(&mut self, trace: &Trace, action: &Action) {
        let blocks = self.blocks();
        let at = action.block.index(blocks.len());
        let (function, described) = blocks[at];
        let names: Vec<Outcome> = described.edges.iter().map(|edge| edge.0).collect();
        let has = |outcome| names.contains(&outcome);
        let leaves = described.exit || names.is_empty();
        let arms: Vec<Outcome> = names.iter().copied().filter(|name| name.is_decided()).collect();
        let exceptions = names.iter().filter(|name| matches!(name, Outcome::Exception(_))).count();
        let selects = !arms.is_empty() && !has(Outcome::True);
        let selected = names.iter().copied().find(|&name| lists(described, name, action.number));

        let mut hooks = vec![Hook::Call, Hook::Done, Hook::Fail];
        let fits = [
            (Hook::Decide, has(Outcome::True)),
            (Hook::Switch, selects && (selected.is_some() || has(Outcome::Default) || leaves)),
            (Hook::Choose, selects),
            (Hook::End, arms.is_empty() && (has(Outcome::Next) || leaves)),
            (Hook::Succeed, arms.is_empty() && (has(Outcome::Next) || leaves)),
            (Hook::Exception, exceptions > 0),
        ];
        hooks.extend(fits.into_iter().filter(|fit| fit.1).flat_map(|fit| [fit.0; 3]));
        let hook = hooks[action.what.index(hooks.len())];

        let (at, block) = (at as u32, Block::new(at as u32));
        let depth = trace.depth();
        let frame = trace.innermost(None).enter(Function::new(function));
        self.events.push(Event::Entered(self.first_block(function)));
        let local = (action.number % 2 == 0).then_some(at - self.first_block(function));
        assert_eq!(trace.depth(), depth + 1);
        macro_rules! hook {
            ($name:ident($($argument:expr),*)) => {
                match local {
                    Some(local) => frame.$name(local, $($argument),*),
                    None => trace.$name(block, $($argument),*),
                }
            };
        }
        match hook {
            Hook::Call => {}
            Hook::Done => {
                let done =
                    (action.number.unsigned_abs() % u128::from(described.statements + 1)) as u32;
                hook!(done(done));
                self.events.push(Event::Completed(at, done));
            }
            Hook::Decide => {
                let other = Distance::from(action.number.unsigned_abs() as u32 % 1000);
                let decision = Decision::observed(action.holds, other);
                assert_eq!(hook!(decide(decision)), action.holds);
                self.evaluated(at, described);
                self.events.push(Event::Measured(at, Outcome::True, decision.to_true()));
                self.events.push(Event::Measured(at, Outcome::False, decision.to_false()));
                self.take(at, if action.holds { Outcome::True } else { Outcome::False });
            }
            Hook::Switch => {
                assert_eq!(hook!(switch(action.number)), action.number);
                self.evaluated(at, described);
                for arm in arms {
                    let distance = self.to_arm(described, arm, action.number, selected.is_none());
                    self.events.push(Event::Measured(at, arm, distance));
                }
                self.take(at, selected.unwrap_or(Outcome::Default));
            }
            Hook::Choose => {
                let chosen = arms[action.edge.index(arms.len())];
                hook!(choose(chosen));
                self.evaluated(at, described);
                let k = Distance::new(self.rules.k()).expect("positive");
                for arm in arms {
                    self.events.push(Event::Measured(
                        at,
                        arm,
                        if arm == chosen { Distance::ZERO } else { k },
                    ));
                }
                self.take(at, chosen);
            }
            Hook::End => {
                hook!(end());
                self.events.push(Event::Completed(at, described.statements));
                self.take_undecided(at, Outcome::Next);
            }
            Hook::Succeed => {
                assert_eq!(hook!(tried(Ok::<_, ()>(7))), Ok(7));
                self.events.push(Event::Completed(at, described.statements));
                self.take_undecided(at, Outcome::Next);
            }
            Hook::Exception => {
                let number = action.edge.index(exceptions) as u32;
                hook!(choose(Outcome::Exception(number)));
                self.events.push(Event::Entered(at));
                self.take_undecided(at, Outcome::Exception(number));
            }
            Hook::Fail => {
                assert_eq!(hook!(tried(Err::<(), _>("no"))), Err("no"));
                self.events.push(Event::Entered(at));
                self.take_undecided(at, Outcome::Exception(0));
            }
        }
        drop(frame);
        assert_eq!(trace.depth(), depth);
    }

    fn to_arm(&self, described: &Described, arm: Outcome, value: i128, unlisted: bool) -> Distance {
        match arm {
            Outcome::Case(key) => self.rules.eq(value, key).to_true(),
            Outcome::Arm(number) => {
                let ranges = described.arms[number as usize].iter().cloned();
                ranges
                    .map(|range| self.rules.to_range(value, range))
                    .min()
                    .expect("arms list values")
            }
            _ if unlisted => Distance::ZERO,
            _ => Distance::new(self.rules.k()).expect("positive"),
        }
    }

    fn evaluated(&mut self, block: u32, described: &Described) {
        self.events.push(Event::Evaluated(block));
        self.events.push(Event::Completed(block, described.statements));
    }

    fn take(&mut self, block: u32, outcome: Outcome) {
        let (function, described) = self.blocks()[block as usize];
        if let Some((_, to)) = described.edges.iter().find(|edge| edge.0 == outcome) {
            self.events.push(Event::Entered(self.first_block(function) + to));
        }
    }

    fn take_undecided(&mut self, block: u32, outcome: Outcome) {
        self.events.push(Event::Measured(block, outcome, Distance::ZERO));
        self.take(block, outcome);
    }

    pub(crate) fn clear(&mut self) {
        self.events.clear();
    }

    pub(crate) fn evaluated_in_all(&self) -> u64 {
        self.events.iter().filter(|event| matches!(event, Event::Evaluated(_))).count() as u64
    }

    pub(crate) fn branch_distance(&self, edge: Edge) -> Option<Distance> {
        let measured = self.events.iter().filter_map(|event| match event {
            Event::Measured(block, outcome, distance)
                if Block::new(*block) == edge.source && *outcome == edge.outcome =>
            {
                Some(*distance)
            }
            _ => None,
        });
        measured.min()
    }

    pub(crate) fn progress(&self, block: Block) -> Option<u32> {
        let progress = self.events.iter().filter_map(|event| match *event {
            Event::Entered(entered) if Block::new(entered) == block => Some(0),
            Event::Completed(completed, statements) if Block::new(completed) == block => {
                Some(statements)
            }
            _ => None,
        });
        progress.max()
    }

    pub(crate) fn evaluations(&self, edge: Edge) -> u32 {
        let evaluated = |event: &&Event| matches!(event, Event::Evaluated(block) if Block::new(*block) == edge.source);
        if edge.outcome.is_decided() {
            self.events.iter().filter(evaluated).count() as u32
        } else {
            0
        }
    }

    pub(crate) fn functions(&self) -> BTreeSet<Function> {
        let blocks = self.blocks();
        let entered =
            (0..blocks.len()).filter(|&block| self.progress(Block::new(block as u32)).is_some());
        entered.map(|block| Function::new(blocks[block].0)).collect()
    }

    /// By block in the order of [`Outcome`], of blocks with more than one way on: what branches
    /// are. The graph only tells which blocks got a virtual exit because their loop never ends.
    pub(crate) fn branches(&self, graph: &FlowGraph) -> Vec<Edge> {
        let mut all = Vec::new();
        for (source, (function, described)) in (0..).zip(self.blocks()) {
            let mut edges = described.edges.clone();
            edges.sort_by_key(|edge| edge.0);
            let endless =
                graph.branches_of(Block::new(source)).any(|branch| graph.is_endless(branch));
            if edges.len() + usize::from(described.exit || endless) > 1 {
                for (outcome, to) in edges {
                    let target = Block::new(self.first_block(function) + to);
                    all.push(Edge {
                        branch: Branch::new(all.len() as u32),
                        source: Block::new(source),
                        target,
                        outcome,
                    });
                }
            }
        }
        all
    }
}

fn lists(described: &Described, name: Outcome, value: i128) -> bool {
    match name {
        Outcome::Case(key) => key == value,
        Outcome::Arm(number) => {
            described.arms[number as usize].iter().any(|range| range.contains(&value))
        }
        _ => false,
    }
}
