//! A plain store of one run, in which single things can be made wrong.

use sbst::distance::Distance;
use sbst::execution::{
    Effect, ExceptionKind, Execution, Fact, Facts, Partition, Plane, Thrown, Value,
};
use sbst::flow::{Edge, FlowBuilder, FlowGraph};
use sbst::id::{Activation, Block, Branch, CallSite, Function, Mutant, Symbol};
use std::cell::Cell;
use std::collections::BTreeMap;

pub(crate) const fn b(number: u32) -> Block {
    Block::new(number)
}
pub(crate) const fn e(number: u32) -> Branch {
    Branch::new(number)
}
pub(crate) const fn f(number: u32) -> Function {
    Function::new(number)
}
pub(crate) const fn a(number: u32) -> Activation {
    Activation::new(number)
}
pub(crate) fn d(value: f64) -> Distance {
    Distance::new(value).expect("legal")
}

/// | function | block | statements | branches |
/// |---|---|---|---|
/// | f0 | b0 | 2 | e0 true: b1, e1 false: b2 |
/// |    | b1 | 1 | e2 next: b3, e3 exception: b4 |
/// |    | b2 | 0 | e4 case 5: b3, e5 case 9: b5, e6 default: b3 |
/// |    | b3, b4, b5 | 1, 0, 0 | |
/// | f1 | b6 | 1 | e7 true: b7, e8 false: b8 |
/// |    | b7, b8 | 0 | |
/// | f2 | b9 | 0 | |
pub(crate) fn graph() -> FlowGraph {
    let body = FlowBuilder::new()
        .statements(0, 2)
        .branch(0, 1, 2)
        .statements(1, 1)
        .jump(1, 3)
        .exception(1, 4);
    let body =
        body.case(2, 5, 3).case(2, 9, 5).default(2, 3).statements(3, 1).exit(3).exit(4).exit(5);
    let mut graph = FlowGraph::of(&body).expect("valid");
    graph.add(&FlowBuilder::new().statements(0, 1).branch(0, 1, 2).exit(1).exit(2)).expect("valid");
    graph.add(&FlowBuilder::new().exit(0)).expect("valid");
    graph
}

/// The answers to one kind of question, some of which change from one time to the other.
#[derive(Clone, Debug)]
pub(crate) struct Table<K, V> {
    pub rows: BTreeMap<K, V>,
    /// From the n-th question for this key on, the answer is another one.
    pub fickle: Option<(K, u32, Option<V>)>,
    asked: Cell<u32>,
}

impl<K: Ord, V> Default for Table<K, V> {
    fn default() -> Self {
        Self { rows: BTreeMap::new(), fickle: None, asked: Cell::new(0) }
    }
}

impl<K: Ord + Copy, V: Copy> Table<K, V> {
    pub(crate) fn get(&self, key: K) -> Option<V> {
        if let Some((fickle, from, answer)) = &self.fickle
            && *fickle == key
        {
            self.asked.set(self.asked.get() + 1);
            if self.asked.get() >= *from {
                return *answer;
            }
        }
        self.rows.get(&key).copied()
    }
    pub(crate) fn set(&mut self, key: K, value: impl Into<Option<V>>) {
        match value.into() {
            Some(value) => self.rows.insert(key, value),
            None => self.rows.remove(&key),
        };
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct View {
    pub progress: Table<u32, u32>,
    pub distance: Table<u32, f64>,
}

impl View {
    pub(crate) fn new(progress: &[(u32, u32)], distance: &[(u32, f64)]) -> Self {
        let mut view = Self::default();
        view.progress.rows.extend(progress.iter().copied());
        view.distance.rows.extend(distance.iter().copied());
        view
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    pub all: View,
    pub direct: View,
    /// Function, and whether it is named.
    pub entered: Table<u32, ()>,
    pub evaluations: Table<u32, u32>,
    pub direct_evaluations: Table<u32, u32>,
    pub called: Table<u32, ()>,
    pub returned: Table<u32, ()>,
    pub named: Table<Thrown, ()>,
    pub thrown: Table<Thrown, ()>,
    pub outputs: Table<(u32, Partition), f64>,
    pub inputs: Table<(u32, u32, Partition), f64>,
    pub infections: Table<u32, f64>,
    pub effects: Table<u32, f64>,
    pub callee: Table<u32, u32>,
    pub caller: Table<u32, u32>,
    /// Says nothing of its arguments and mutants, although it has answers about them.
    pub is_unlisted: bool,
    pub activations: Vec<View>,
    /// Activation and block, as often as it tells.
    pub results: Vec<(u32, u32)>,
    pub count: Table<(), u32>,
}

impl Execution for Store {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.all.distance.get(branch.branch.number()).map(d)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.all.progress.get(block.number())
    }
    fn entered(&self, _: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        (0..10)
            .filter(|&function| self.entered.get(function).is_some())
            .for_each(|function| visit(f(function)));
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
                | Fact::Effects
                | Fact::Calls
                | Fact::On(Plane::Within(_))
        )
    }
    fn branch_distance_on(&self, plane: Plane, branch: Edge) -> Option<Distance> {
        match plane {
            Plane::Direct => self.direct.distance.get(branch.branch.number()).map(d),
            Plane::Within(activation) => self
                .activations
                .get(activation.index())?
                .distance
                .get(branch.branch.number())
                .map(d),
            _ => None,
        }
    }
    fn progress_on(&self, plane: Plane, block: Block) -> Option<u32> {
        match plane {
            Plane::Direct => self.direct.progress.get(block.number()),
            Plane::Within(activation) => {
                self.activations.get(activation.index())?.progress.get(block.number())
            }
            _ => None,
        }
    }
    fn evaluations_on(&self, plane: Plane, branch: Edge) -> u32 {
        match plane {
            Plane::Direct => self.direct_evaluations.get(branch.branch.number()).unwrap_or(0),
            _ => 0,
        }
    }
    fn evaluations(&self, branch: Edge) -> u32 {
        self.evaluations.get(branch.branch.number()).unwrap_or(0)
    }
    fn called_by_test(&self, function: Function) -> bool {
        self.called.get(function.number()).is_some()
    }
    fn returned_to_test(&self, function: Function) -> bool {
        self.returned.get(function.number()).is_some()
    }
    fn has_thrown(&self, thrown: Thrown) -> bool {
        self.thrown.get(thrown).is_some()
    }
    fn each_thrown(&self, visit: &mut dyn FnMut(Thrown)) {
        let fickle = self.named.fickle.map(|(thrown, ..)| thrown);
        let keys =
            self.named.rows.keys().copied().filter(|&thrown| Some(thrown) != fickle).chain(fickle);
        keys.filter(|&thrown| self.named.get(thrown).is_some()).for_each(visit);
    }
    fn output_distance(&self, function: Function, partition: Partition) -> Option<Distance> {
        self.outputs.get((function.number(), partition)).map(d)
    }
    fn input_distance(
        &self,
        function: Function,
        argument: u32,
        partition: Partition,
    ) -> Option<Distance> {
        self.inputs.get((function.number(), argument, partition)).map(d)
    }
    fn each_argument(&self, function: Function, visit: &mut dyn FnMut(u32)) {
        let rows = self.inputs.rows.keys().filter(|row| row.0 == function.number());
        rows.filter(|_| !self.is_unlisted).for_each(|row| visit(row.1));
    }
    fn each_mutant(&self, visit: &mut dyn FnMut(Mutant)) {
        let rows = self.effects.rows.keys().chain(self.infections.rows.keys());
        rows.filter(|_| !self.is_unlisted).for_each(|&mutant| visit(Mutant::new(mutant)));
    }
    fn effect(&self, mutant: Mutant) -> Option<Effect> {
        self.effects.get(mutant.number()).map(Effect::of_trace)
    }
    fn infection(&self, mutant: Mutant) -> Option<Distance> {
        self.infections.get(mutant.number()).map(d)
    }
    fn activation_count(&self) -> u32 {
        self.count.get(()).unwrap_or(0)
    }
    fn callee(&self, activation: Activation) -> Option<Function> {
        self.callee.get(activation.number()).map(f)
    }
    fn caller(&self, activation: Activation) -> Option<(Activation, Option<CallSite>)> {
        self.caller.get(activation.number()).map(|caller| (a(caller), None))
    }
    fn results_in(
        &self,
        activation: Activation,
        visit: &mut dyn FnMut(Block, sbst::distance::Decision),
    ) {
        for result in self.results.iter().filter(|result| result.0 == activation.number()) {
            visit(b(result.1), sbst::distance::flag(true));
        }
    }
}

/// f0 is called twice by the test: first by false and the default, then by true and on; and calls
/// f1 at the end, where 3 is missed.
pub(crate) fn lawful() -> Store {
    let f0 = (
        [(0, 2), (1, 1), (2, 0), (3, 1)],
        [(0, 0.0), (1, 0.0), (2, 0.0), (4, 3.0), (5, 7.0), (6, 0.0)],
    );
    let f1 = ([(6, 1), (8, 0)], [(7, 3.0), (8, 0.0)]);
    let mut store =
        Store { all: View::new(&f0.0, &f0.1), direct: View::new(&f0.0, &f0.1), ..Store::default() };
    store.all.progress.rows.extend(f1.0);
    store.all.distance.rows.extend(f1.1);
    store.entered.rows.extend([(0, ()), (1, ())]);
    store.evaluations.rows.extend([(0, 2), (1, 2), (4, 1), (5, 1), (6, 1), (7, 1), (8, 1)]);
    store.direct_evaluations.rows.extend([(0, 2), (1, 2), (4, 1), (5, 1), (6, 1)]);
    store.called.set(0, ());
    store.returned.set(0, ());
    for thrown in [thrown(0, ExceptionKind::Explicit), thrown(1, ExceptionKind::Declared)] {
        store.named.set(thrown, ());
        store.thrown.set(thrown, ());
    }
    for partition in Partition::ALL {
        store.outputs.set((1, partition), partition.distance(Value::from(7)).get());
        store.inputs.set((0, 1, partition), partition.distance(Value::from("text")).get());
    }
    store.infections.set(2, 4.0);
    store.effects.set(2, 0.5);
    store.callee.rows.extend([(0, 0), (1, 0), (2, 1)]);
    store.caller.set(2, 1);
    let first =
        View::new(&[(0, 2), (2, 0), (3, 1)], &[(0, 4.0), (1, 0.0), (4, 3.0), (5, 7.0), (6, 0.0)]);
    let second = View::new(&[(0, 2), (1, 1), (3, 1)], &[(0, 0.0), (1, 2.0), (2, 0.0)]);
    store.activations = vec![first, second, View::new(&f1.0, &f1.1)];
    store.count.set((), 3);
    store
}

pub(crate) fn thrown(function: u32, kind: ExceptionKind) -> Thrown {
    Thrown::new(f(function), Symbol::new(0), kind)
}
