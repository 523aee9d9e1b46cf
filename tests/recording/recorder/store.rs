//! Random events of nested calls, and a store that only writes down what it is told of them and
//! answers by reading all of it.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use sbst::distance::{Decision, Distance, Rules};
use sbst::execution::{
    ExceptionKind, Execution, Fact, Facts, Frame, Partition, Plane, Thrown, Trace, Value,
};
use sbst::flow::{Edge, FlowGraph, Outcome};
use sbst::id::{Block, Function, Mutant, Symbol};
use std::cell::Cell;
use std::collections::BTreeSet;

pub(crate) const MUTANTS: u32 = 3;
pub(crate) const KINDS: [ExceptionKind; 3] =
    [ExceptionKind::Explicit, ExceptionKind::Implicit, ExceptionKind::Declared];

/// Control flow in two plain traces, of which [`log`](super::log) tells that they are right; the
/// rest as it came.
pub(crate) struct Store {
    pub all: Trace,
    /// Given only what frames report that were opened while none was open.
    pub direct: Trace,
    called: BTreeSet<Function>,
    returned: BTreeSet<Function>,
    thrown: BTreeSet<Thrown>,
    /// With the number of the argument, or none if it was returned.
    values: Vec<(Function, Option<u32>, Value)>,
    infections: Vec<(Mutant, Distance)>,
}

impl Store {
    pub(crate) fn new(graph: &FlowGraph, rules: Rules) -> Self {
        let [all, direct] = [(); 2].map(|()| Trace::new(graph).with_rules(rules));
        let (called, returned, thrown, values, infections) = Default::default();
        Self { all, direct, called, returned, thrown, values, infections }
    }

    fn clear(&mut self) {
        self.all.reset();
        self.direct.reset();
        (self.called, self.returned, self.thrown) = Default::default();
        (self.values, self.infections) = Default::default();
    }

    fn tell(&self, direct: bool, hook: impl Fn(&Trace)) {
        hook(&self.all);
        if direct {
            hook(&self.direct);
        }
    }

    fn least(
        &self,
        function: Function,
        argument: Option<u32>,
        partition: Partition,
    ) -> Option<Distance> {
        let there = self.values.iter().filter(|value| (value.0, value.1) == (function, argument));
        there.map(|value| partition.distance(value.2)).min()
    }
}

impl Execution for Store {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.all.branch_distance(branch)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.all.progress(block)
    }
}

impl Facts for Store {
    fn knows(&self, fact: Fact) -> bool {
        matches!(
            fact,
            Fact::Evaluations
                | Fact::On(Plane::Direct)
                | Fact::MethodCalls
                | Fact::Exceptions
                | Fact::Outputs
                | Fact::Inputs
                | Fact::Infections
        )
    }
    fn branch_distance_on(&self, plane: Plane, branch: Edge) -> Option<Distance> {
        match plane {
            Plane::Direct => self.direct.branch_distance(branch),
            _ => None,
        }
    }
    fn progress_on(&self, plane: Plane, block: Block) -> Option<u32> {
        match plane {
            Plane::Direct => self.direct.progress(block),
            _ => None,
        }
    }
    fn evaluations_on(&self, plane: Plane, branch: Edge) -> u32 {
        match plane {
            Plane::Direct => self.direct.evaluations(branch),
            _ => 0,
        }
    }
    fn evaluations(&self, branch: Edge) -> u32 {
        self.all.evaluations(branch)
    }
    fn called_by_test(&self, function: Function) -> bool {
        self.called.contains(&function)
    }
    fn returned_to_test(&self, function: Function) -> bool {
        self.returned.contains(&function)
    }
    fn has_thrown(&self, thrown: Thrown) -> bool {
        self.thrown.contains(&thrown)
    }
    fn each_thrown(&self, visit: &mut dyn FnMut(Thrown)) {
        self.thrown.iter().for_each(|&thrown| visit(thrown));
    }
    fn output_distance(&self, function: Function, partition: Partition) -> Option<Distance> {
        self.least(function, None, partition)
    }
    fn input_distance(
        &self,
        function: Function,
        argument: u32,
        partition: Partition,
    ) -> Option<Distance> {
        self.least(function, Some(argument), partition)
    }
    fn each_argument(&self, function: Function, visit: &mut dyn FnMut(u32)) {
        let own = self.values.iter().filter(|value| value.0 == function);
        own.filter_map(|value| value.1).for_each(visit);
    }
    fn each_mutant(&self, visit: &mut dyn FnMut(Mutant)) {
        self.infections.iter().for_each(|row| visit(row.0));
    }
    fn infection(&self, mutant: Mutant) -> Option<Distance> {
        self.infections.iter().filter(|row| row.0 == mutant).map(|row| row.1).min()
    }
}

/// What a subject does next, and who reports it: one of the open frames, or the trace.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    what: What,
    by: usize,
}

#[derive(Clone, Debug)]
enum What {
    Call(u32),
    /// The innermost frame ends.
    End,
    Flow {
        block: usize,
        hook: usize,
        number: i64,
    },
    Returned(u32, Value),
    Argument(u32, u32, Value),
    Threw(u32, Symbol, ExceptionKind),
    Infected(Mutant, Distance),
    Reset,
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        1 => select(vec![Value::Nothing, Value::Null, Value::Object, Value::Size(0), Value::Size(4), Value::Size(2)]),
        1 => any::<bool>().prop_map(Value::from),
        1 => select(vec!['a', 'Z', '5', '@', '\u{e9}']).prop_map(Value::from),
        2 => (-9..9_i8).prop_map(Value::from),
        1 => select(vec![f64::NAN, f64::INFINITY, -0.0, 0.5, -2.5e300]).prop_map(Value::from),
    ]
}

pub(crate) fn events() -> impl Strategy<Value = Vec<Event>> {
    let (function, argument) = (|| 0..12_u32, select(vec![0, 1, 2, u32::MAX]));
    let distance =
        select(vec![Distance::ZERO, Distance::from(1), Distance::from(7), Distance::INFINITE]);
    let what = prop_oneof![
        6 => function().prop_map(What::Call),
        4 => Just(What::End),
        12 => (any::<usize>(), any::<usize>(), -9..12_i64).prop_map(|(block, hook, number)| What::Flow { block, hook, number }),
        3 => (function(), value()).prop_map(|(function, value)| What::Returned(function, value)),
        3 => (function(), argument, value()).prop_map(|(function, at, value)| What::Argument(function, at, value)),
        2 => (function(), 0..3_u32, select(&KINDS)).prop_map(|(function, n, kind)| What::Threw(function, Symbol::new(n), kind)),
        2 => (0..MUTANTS, distance).prop_map(|(mutant, distance)| What::Infected(Mutant::new(mutant), distance)),
        1 => Just(What::Reset),
    ];
    vec((what, any::<usize>()).prop_map(|(what, by)| Event { what, by }), 0..40)
}

pub(crate) fn without_resets() -> impl Strategy<Value = Vec<Event>> {
    events().prop_map(|events| {
        events.into_iter().filter(|event| !matches!(event.what, What::Reset)).collect()
    })
}

/// What a trace and a frame both have, but for what they call a block.
macro_rules! report {
    ($on:expr, $block:expr, $outcome:expr, $number:expr) => {{
        let (on, block, number) = ($on, $block, $number);
        let far = Distance::from(number as u32 % 100);
        match ($outcome, number % 2 == 0) {
            (Some(Outcome::True), _) => {
                on.decide(block, Decision::observed(true, far));
            }
            (Some(Outcome::False), _) => {
                on.decide(block, Decision::observed(false, far));
            }
            (Some(Outcome::Case(value)), true) => {
                on.switch(block, value);
            }
            (Some(Outcome::Arm(_) | Outcome::Default), true) => {
                on.switch(block, number);
            }
            (Some(outcome @ (Outcome::Case(_) | Outcome::Arm(_) | Outcome::Default)), _) => {
                on.choose(block, outcome)
            }
            (Some(Outcome::Next), true) => {
                let _ = on.tried(block, Ok::<_, ()>(()));
            }
            (Some(Outcome::Next), _) => on.end(block),
            (Some(Outcome::Exception(_)), true) => {
                let _ = on.tried(block, Err::<(), _>(()));
            }
            (Some(Outcome::Exception(caught)), _) => on.choose(block, Outcome::Exception(caught)),
            _ => on.done(block, number as u32 % 4),
        }
    }};
}

struct Open<'t> {
    frame: Frame<'t>,
    function: Function,
    direct: bool,
    /// Whether a hook may have marked its activation as ended: then it has no more hooks that name
    /// blocks.
    ended: Cell<bool>,
}

/// Does the same to both. The graph may be smaller than what they were made for.
pub(crate) fn run(trace: &Trace, store: &mut Store, graph: &FlowGraph, events: &[Event]) {
    let function = |number: u32| Function::new(number % graph.functions().len() as u32);
    let mut open: Vec<Open<'_>> = Vec::new();
    for Event { what, by } in events {
        // No frame: the trace itself. It takes what is reported for direct if no other activation
        // could have reported it.
        let by = by % (open.len() + 1);
        let frame = open.get(by);
        let of = |number: u32| frame.map_or(function(number), |open| open.function);
        let alone = |function| matches!(open[..], [Open { function: outermost, .. }] if outermost == function);
        let names_a_block =
            matches!(what, What::Flow { .. } | What::Returned(..) | What::Threw(..));
        if names_a_block && frame.is_some_and(|open| open.ended.get()) {
            continue;
        }
        match *what {
            What::Call(number) => {
                let (function, direct) = (function(number), open.is_empty());
                store.tell(direct, |trace| drop(trace.root().enter(function)));
                if direct {
                    store.called.insert(function);
                }
                open.push(Open {
                    frame: trace.innermost(None).enter(function),
                    function,
                    direct,
                    ended: Cell::new(false),
                });
            }
            What::End => drop(open.pop()),
            What::Flow { block, hook, number } => {
                let blocks = frame
                    .map_or(graph.all_blocks().len(), |open| graph.blocks_of(open.function).len());
                let local = (block % blocks) as u32;
                let wide =
                    frame.map_or(Block::new(local), |open| graph.block(open.function, local));
                let outcomes: Vec<_> = graph.successors(wide).map(|(outcome, _)| outcome).collect();
                let outcome = outcomes.get(hook % (outcomes.len() + 1)).copied();
                if let (Some(open), Some(outcome)) = (frame, outcome) {
                    open.ended.set(graph.is_exit(wide) || matches!(outcome, Outcome::Exception(_)));
                }
                match frame {
                    Some(open) => report!(&open.frame, local, outcome, number),
                    None => report!(trace, wide, outcome, number),
                }
                let direct =
                    frame.map_or_else(|| alone(graph.function_of(wide)), |open| open.direct);
                store.tell(direct, |trace| report!(trace, wide, outcome, number));
            }
            What::Returned(number, value) => {
                let function = of(number);
                match frame {
                    Some(open) => {
                        let exits: Vec<Block> = graph
                            .blocks_of(open.function)
                            .filter(|&block| graph.is_exit(block))
                            .collect();
                        let Some(&exit) = exits.get(number as usize % exits.len().max(1)) else {
                            continue;
                        };
                        let local = exit.number() - graph.entry(open.function).number();
                        let _ = open.frame.returns(local, value);
                        store.tell(open.direct, |trace| trace.done(exit, graph.statements(exit)));
                        open.ended.set(true);
                    }
                    None => trace.returned(function, value),
                }
                if frame.map_or_else(|| open.is_empty() || alone(function), |open| open.direct) {
                    store.called.insert(function);
                    store.returned.insert(function);
                }
                store.values.push((function, None, value));
            }
            What::Argument(number, argument, value) => {
                match frame {
                    Some(open) => open.frame.argument(argument, value),
                    None => trace.argument(function(number), argument, value),
                }
                store.values.push((of(number), Some(argument), value));
            }
            What::Threw(number, exception, kind) => {
                let thrown = Thrown::new(of(number), exception, kind);
                match frame {
                    Some(open) => {
                        open.frame.threw(exception, kind);
                        open.ended.set(true);
                    }
                    None => trace.threw(thrown),
                }
                store.thrown.insert(thrown);
            }
            What::Infected(mutant, distance) => {
                match frame {
                    Some(open) => open.frame.infected(mutant, distance),
                    None => trace.infected(mutant, distance),
                }
                store.infections.push((mutant, distance));
            }
            What::Reset => {
                trace.reset();
                store.clear();
            }
        }
    }
}
