//! A plain store of everything that an execution can tell, with all facts, and such stores
//! made at random.
//!
//! What happened to control flow is a [`Run`], twice: in all calls, and in those that the test made
//! itself. All else is sets and lists.

use super::Shape;
use super::run::{Plan, Run, Seen, plan};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::Distance;
use sbst::execution::{
    Effect, ExceptionKind, Execution, Fact, Facts, Partition, Plane, Thrown, Value,
};
use sbst::flow::{Edge, FlowGraph};
use sbst::id::{Block, Function, Mutant, Symbol};
use std::collections::{BTreeMap, BTreeSet};

/// A value as a subject might hold it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Datum {
    Nothing,
    Bool(bool),
    Char(char),
    Integer(i128),
    Float(f64),
    Size(usize),
    Null,
    Object,
}

impl From<Datum> for Value {
    fn from(datum: Datum) -> Self {
        match datum {
            Datum::Nothing => Self::Nothing,
            Datum::Bool(held) => held.into(),
            Datum::Char(c) => c.into(),
            Datum::Integer(n) => n.into(),
            Datum::Float(x) => x.into(),
            Datum::Size(count) => Self::Size(count),
            Datum::Null => Self::Null,
            Datum::Object => Self::Object,
        }
    }
}

/// How far a value is from a partition of its type; NaN and what is of another type are infinitely
/// far.
pub fn partition_distance(partition: Partition, value: Datum) -> f64 {
    let unless = |inside: bool| f64::from(u8::from(!inside));
    let chars = |inside: fn(u8) -> bool, c: char| {
        let gaps = (0..=0x7F)
            .filter(|&other| inside(other))
            .map(|other| u32::from(other).abs_diff(c.into()));
        gaps.map(f64::from).fold(f64::INFINITY, f64::min)
    };
    match (partition, value) {
        (_, Datum::Nothing) => f64::INFINITY,
        (Partition::Null, _) => unless(value == Datum::Null),
        (Partition::NonNull, _) => unless(value != Datum::Null),
        (Partition::True, Datum::Bool(held)) => unless(held),
        (Partition::False, Datum::Bool(held)) => unless(!held),
        (Partition::Letter, Datum::Char(c)) => chars(|c| c.is_ascii_alphabetic(), c),
        (Partition::Digit, Datum::Char(c)) => chars(|c| c.is_ascii_digit(), c),
        (Partition::OtherChar, Datum::Char(c)) if !c.is_ascii() => 0.0,
        (Partition::OtherChar, Datum::Char(c)) => chars(|c| !c.is_ascii_alphanumeric(), c),
        (Partition::Zero, Datum::Integer(n)) => n.unsigned_abs() as f64,
        (Partition::Negative, Datum::Integer(n)) => {
            if n < 0 {
                0.0
            } else {
                (n.unsigned_abs() + 1) as f64
            }
        }
        (Partition::Positive, Datum::Integer(n)) => {
            if n > 0 {
                0.0
            } else {
                (n.unsigned_abs() + 1) as f64
            }
        }
        (Partition::Negative | Partition::Zero | Partition::Positive, Datum::Float(x))
            if x.is_nan() =>
        {
            f64::INFINITY
        }
        // What is less is reserved for "nothing is known to be wrong".
        (Partition::Zero, Datum::Float(x)) => {
            if x == 0.0 {
                0.0
            } else {
                x.abs().max(f64::MIN_POSITIVE)
            }
        }
        (Partition::Negative, Datum::Float(x)) => {
            if x < 0.0 {
                0.0
            } else {
                x + 1.0
            }
        }
        (Partition::Positive, Datum::Float(x)) => {
            if x > 0.0 {
                0.0
            } else {
                1.0 - x
            }
        }
        (Partition::Empty, Datum::Size(count)) => count as f64,
        (Partition::NonEmpty, Datum::Size(count)) => unless(count > 0),
        _ => f64::INFINITY,
    }
}

/// What one execution observed; functions and blocks by their program-wide numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observation {
    pub run: Run,
    pub direct: Run,
    /// By block: how often its predicate was evaluated.
    pub evaluations: BTreeMap<usize, u32>,
    /// The same in direct calls.
    pub direct_evaluations: BTreeMap<usize, u32>,
    pub called: BTreeSet<usize>,
    pub returned: BTreeSet<usize>,
    pub thrown: BTreeSet<Thrown>,
    pub outputs: BTreeMap<usize, Vec<Datum>>,
    /// By function and argument.
    pub inputs: BTreeMap<(usize, u32), Vec<Datum>>,
    /// By mutant.
    pub infections: BTreeMap<u32, f64>,
    /// By mutant: the share of the trace that differs, and how far outputs are from differing.
    pub effects: BTreeMap<u32, (f64, f64)>,
}

/// How far a mutant is from being killed, from the share of the trace that differs and the distance
/// of the outputs.
pub fn effect_distance((share, outputs): (f64, f64)) -> f64 {
    let norm = if outputs.is_finite() { outputs / (1.0 + outputs) } else { 1.0 };
    if outputs == 0.0 { 0.0 } else { ((norm + (1.0 - share)) / 2.0).max(5e-324) }
}

/// The one that is nearer to a kill; of equally near ones the one with nearer outputs.
fn nearer(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    if (effect_distance(b), b.1) < (effect_distance(a), a.1) { b } else { a }
}

fn least(values: Option<&Vec<Datum>>, partition: Partition) -> Option<f64> {
    values?.iter().map(|&value| partition_distance(partition, value)).min_by(f64::total_cmp)
}

fn distance(value: f64) -> Distance {
    Distance::new(value).expect("plain distances are legal")
}

impl Observation {
    pub fn output(&self, function: usize, partition: Partition) -> Option<f64> {
        least(self.outputs.get(&function), partition)
    }

    pub fn input(&self, function: usize, argument: u32, partition: Partition) -> Option<f64> {
        least(self.inputs.get(&(function, argument)), partition)
    }

    /// All of them as one.
    pub fn merged<'a>(tests: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut all = Self::default();
        for test in tests {
            for (merged, own) in [(&mut all.run, &test.run), (&mut all.direct, &test.direct)] {
                if merged.functions.is_empty() {
                    *merged = own.clone();
                } else {
                    merged
                        .functions
                        .iter_mut()
                        .zip(&own.functions)
                        .for_each(|(to, from)| to.1 = to.1.merged(&from.1));
                }
            }
            for (to, from) in [
                (&mut all.evaluations, &test.evaluations),
                (&mut all.direct_evaluations, &test.direct_evaluations),
            ] {
                for (&block, &count) in from {
                    let sum = to.entry(block).or_default();
                    *sum = sum.saturating_add(count);
                }
            }
            all.called.extend(&test.called);
            all.returned.extend(&test.returned);
            all.thrown.extend(&test.thrown);
            test.outputs
                .iter()
                .for_each(|(&key, values)| all.outputs.entry(key).or_default().extend(values));
            test.inputs
                .iter()
                .for_each(|(&key, values)| all.inputs.entry(key).or_default().extend(values));
            for (&mutant, &distance) in &test.infections {
                let least = all.infections.entry(mutant).or_insert(distance);
                *least = least.min(distance);
            }
            for (&mutant, &effect) in &test.effects {
                let least = all.effects.entry(mutant).or_insert(effect);
                *least = nearer(*least, effect);
            }
        }
        all
    }
}

impl Execution for Observation {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.run.branch_distance(branch)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.run.progress(block)
    }
    fn entered(&self, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        self.run.entered(graph, visit);
    }
}

impl Facts for Observation {
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
                | Fact::Effects
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
            Plane::Direct => {
                let count = self
                    .direct_evaluations
                    .get(&branch.source.index())
                    .copied()
                    .unwrap_or_default();
                if branch.outcome.is_decided() { count } else { 0 }
            }
            _ => 0,
        }
    }
    fn evaluations(&self, branch: Edge) -> u32 {
        let count = self.evaluations.get(&branch.source.index()).copied().unwrap_or_default();
        if branch.outcome.is_decided() { count } else { 0 }
    }
    fn called_by_test(&self, function: Function) -> bool {
        self.called.contains(&function.index())
    }
    fn returned_to_test(&self, function: Function) -> bool {
        self.returned.contains(&function.index())
    }
    fn has_thrown(&self, thrown: Thrown) -> bool {
        self.thrown.contains(&thrown)
    }
    /// Backwards and twice, since any order and any number will do.
    fn each_thrown(&self, visit: &mut dyn FnMut(Thrown)) {
        self.thrown.iter().rev().chain(&self.thrown).for_each(|&thrown| visit(thrown));
    }
    fn output_distance(&self, function: Function, partition: Partition) -> Option<Distance> {
        self.output(function.index(), partition).map(distance)
    }
    fn input_distance(
        &self,
        function: Function,
        argument: u32,
        partition: Partition,
    ) -> Option<Distance> {
        self.input(function.index(), argument, partition).map(distance)
    }
    fn each_argument(&self, function: Function, visit: &mut dyn FnMut(u32)) {
        let own = self.inputs.keys().filter(|key| key.0 == function.index());
        own.for_each(|key| visit(key.1));
    }
    fn each_mutant(&self, visit: &mut dyn FnMut(Mutant)) {
        let all = self.infections.keys().chain(self.effects.keys());
        all.for_each(|&mutant| visit(Mutant::new(mutant)));
    }
    fn infection(&self, mutant: Mutant) -> Option<Distance> {
        self.infections.get(&mutant.number()).copied().map(distance)
    }
    fn effect(&self, mutant: Mutant) -> Option<Effect> {
        let &(share, outputs) = self.effects.get(&mutant.number())?;
        Some(Effect::of_trace(share).with_outputs(distance(outputs)))
    }
}

/// How an observation came about, before it is known of which program.
#[derive(Clone, Debug)]
pub struct Notes {
    all: Vec<Plan>,
    direct: Vec<Plan>,
    /// What happened in direct calls is part of what happened; else the two know nothing of each
    /// other.
    within: bool,
    counts: Vec<u32>,
    /// By function: 0 not called, 1 called, more: and it returned.
    calls: Vec<u8>,
    thrown: Vec<Thrown>,
    outputs: Vec<(usize, Datum)>,
    inputs: Vec<(usize, u32, Datum)>,
    infections: Vec<(u32, f64)>,
    effects: Vec<(u32, (f64, f64))>,
}

/// Values at the borders of the partitions, and far from them.
pub fn datum() -> impl Strategy<Value = Datum> {
    let integers =
        [0, 1, -1, 9, -300, 1 << 53, -(1 << 53) - 1, i128::from(i64::MIN), i128::MAX, i128::MIN];
    let floats = [
        0.0,
        -0.0,
        0.25,
        -7.5,
        5e-324,
        1e-300,
        f64::MAX,
        f64::MIN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];
    prop_oneof![
        1 => proptest::sample::select(vec![Datum::Nothing, Datum::Null, Datum::Object]),
        1 => any::<bool>().prop_map(Datum::Bool),
        2 => prop_oneof![proptest::char::range('\0', '\u{80}'), any::<char>()].prop_map(Datum::Char),
        3 => prop_oneof![proptest::sample::select(integers.to_vec()), -20..20_i128].prop_map(Datum::Integer),
        2 => prop_oneof![proptest::sample::select(floats.to_vec()), -9.0..9.0].prop_map(Datum::Float),
        1 => (0..5_usize).prop_map(Datum::Size),
    ]
}

/// Of a function below `functions`, of one of two types.
pub fn thrown(functions: u32) -> impl Strategy<Value = Thrown> {
    let kind = proptest::sample::select(vec![
        ExceptionKind::Explicit,
        ExceptionKind::Implicit,
        ExceptionKind::Declared,
    ]);
    (0..functions, 0..2_u32, kind)
        .prop_map(|(f, symbol, kind)| Thrown::new(Function::new(f), Symbol::new(symbol), kind))
}

/// For programs of at most `functions` functions, mutants numbered below 5.
pub fn notes(functions: usize) -> impl Strategy<Value = Notes> {
    let infection =
        proptest::sample::select(vec![0.0, 5e-324, 1.0, 3.0, 1e300, f64::MAX, f64::INFINITY]);
    let shares = proptest::sample::select(vec![0.0, 0.0, 0.25, 0.6, 1.0]);
    let outputs = proptest::sample::select(vec![0.0, 5e-324, 1.0, 3.0, f64::MAX, f64::INFINITY]);
    let count = prop_oneof![8 => 1..4_u32, 1 => Just(u32::MAX)];
    let flow = (
        vec(plan(), functions),
        vec(plan(), functions),
        any::<bool>(),
        vec(count, 4),
        vec(0..4_u8, functions),
    );
    let values = (
        vec(thrown(functions as u32), 0..3),
        vec((0..functions, datum()), 0..5),
        vec((0..functions, 0..2_u32, datum()), 0..5),
        vec((0..5_u32, infection), 0..5),
        vec((0..5_u32, (shares, outputs)), 0..5),
    );
    (flow, values).prop_map(
        |((all, direct, within, counts, calls), (thrown, outputs, inputs, infections, effects))| {
            Notes {
                all,
                direct,
                within,
                counts,
                calls,
                thrown,
                outputs,
                inputs,
                infections,
                effects,
            }
        },
    )
}

/// An executor names every function of which it knows anything.
fn lawful(seen: Seen) -> Seen {
    if seen.entered { seen } else { Seen::default() }
}

impl Notes {
    /// What happened in direct calls is part of what happened, as every executor that does not lie
    /// has it.
    pub fn realistic(self) -> Self {
        Self { within: true, ..self }
    }

    pub fn on(&self, shapes: &[Shape]) -> Observation {
        let run = |plans: &[Plan]| {
            Run::new(shapes, shapes.iter().zip(plans).map(|(shape, plan)| lawful(plan.on(shape))))
        };
        let (mut all, direct) = (run(&self.all), run(&self.direct));
        if self.within {
            all.functions
                .iter_mut()
                .zip(&direct.functions)
                .for_each(|(to, from)| to.1 = to.1.merged(&from.1));
        }
        let mut observation = Observation::default();
        for (first, seen) in &all.functions {
            for &(block, name) in seen.distance.keys() {
                let count = self.counts[(first + block) % self.counts.len()];
                name.is_decided().then(|| observation.evaluations.insert(first + block, count));
            }
        }
        // In direct calls once or twice; in all calls at least as often.
        for (first, seen) in &direct.functions {
            for &(block, _) in seen.distance.keys().filter(|way| way.1.is_decided()) {
                let most = if self.within {
                    observation.evaluations.get(&(first + block)).copied().unwrap_or(0)
                } else {
                    2
                };
                let count = self.counts[(first + block + 1) % self.counts.len()] % 2 + 1;
                observation.direct_evaluations.insert(first + block, count.min(most));
            }
        }
        (observation.run, observation.direct) = (all, direct);
        let called = |least: u8| (0..shapes.len()).filter(move |&f| self.calls[f] >= least);
        observation.called.extend(called(1));
        observation.returned.extend(called(2));
        observation.thrown.extend(&self.thrown);
        for &(function, value) in &self.outputs {
            observation.outputs.entry(function).or_default().push(value);
        }
        for &(function, argument, value) in &self.inputs {
            observation.inputs.entry((function, argument)).or_default().push(value);
        }
        for &(mutant, distance) in &self.infections {
            let least = observation.infections.entry(mutant).or_insert(distance);
            *least = least.min(distance);
        }
        for &(mutant, effect) in &self.effects {
            let least = observation.effects.entry(mutant).or_insert(effect);
            *least = nearer(*least, effect);
        }
        observation
    }
}
