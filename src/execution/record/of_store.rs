//! Records of stores of your own.

use super::rows::Rows;
use crate::distance::Distance;
use crate::execution::facts::sorted;
use crate::execution::recorder::observations::{Place, ValueRow};
use crate::execution::{Execution, Fact, Facts, NearestValues, On, Partition, Plane, Record};
use crate::flow::{Edge, FlowGraph, History};
use crate::id::{Block, Function, Mutant};
use crate::sort::sort_by_key;
use alloc::vec::Vec;

impl Record {
    /// Creates a record of a store of your own, with all that the store [knows](Facts::knows),
    /// except for calls one by one, and for histories ([`with_history`](Self::with_history)).
    ///
    /// The record contains the [identity](FlowGraph::identity) of the graph, and is checked against
    /// the graph wherever it is used. Answers about functions that the graph does not have are left
    /// out. Linear in the size of the program, in the arguments and in the mutants; of a store that
    /// has only the answers of [`Execution`], in the size of the entered functions.
    ///
    /// # Panics
    ///
    /// If the execution [does not fit](Execution::fits) the graph.
    ///
    /// ```
    /// use sbst::distance::{Distance, Nearest, lt};
    /// use sbst::execution::{Execution, Fact, Facts, Record};
    /// use sbst::flow::{Edge, FlowBuilder, FlowGraph};
    /// use sbst::id::{Block, Branch};
    /// use std::collections::BTreeMap;
    ///
    /// /// For each block that ran: its nearest comparisons, and their number.
    /// struct Seen(BTreeMap<Block, (Nearest, u32)>);
    ///
    /// impl Execution for Seen {
    ///     fn branch_distance(&self, branch: Edge) -> Option<Distance> {
    ///         self.0.get(&branch.source)?.0.to(branch.outcome.holds()?)
    ///     }
    ///     fn progress(&self, block: Block) -> Option<u32> {
    ///         self.0.get(&block).map(|_| 0)
    ///     }
    /// }
    /// impl Facts for Seen {
    ///     fn knows(&self, fact: Fact) -> bool {
    ///         fact == Fact::Evaluations
    ///     }
    ///     fn evaluations(&self, branch: Edge) -> u32 {
    ///         if !branch.outcome.is_decided() {
    ///             return 0;
    ///         }
    ///         self.0.get(&branch.source).map_or(0, |row| row.1)
    ///     }
    /// }
    ///
    /// let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    /// let graph = FlowGraph::of(&body)?;
    /// let mut nearest = Nearest::default();
    /// nearest.see(lt(14, 10));
    /// let seen = Seen(BTreeMap::from([
    ///     (Block::new(0), (nearest, 1)),
    ///     (Block::new(2), Default::default()),
    /// ]));
    ///
    /// let record = Record::of(&graph, &seen);
    /// let less = graph.edge(Branch::new(0));
    /// assert_eq!(record.branch_distance(less), seen.branch_distance(less));
    /// assert_eq!(record.evaluations(less), 1);
    /// assert!(record.knows(Fact::Evaluations) && !record.knows(Fact::Outputs));
    ///
    /// let changed = FlowGraph::of(&body.statements(1, 1))?; // tomorrow's program
    /// assert!(seen.fits(&changed).is_ok()); // trusted
    /// assert!(record.fits(&changed).is_err()); // checked
    ///
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn of(graph: &FlowGraph, run: &(impl Facts + ?Sized)) -> Self {
        run.fits(graph).unwrap_or_else(|mismatch| mismatch.raise());
        let mut record = Self { all: Rows::of(graph, run), ..Self::default() };
        record.unknown = lacked(&record.all, |fact| run.knows(fact));
        for fact in Fact::PLAIN.into_iter().filter(|&fact| run.knows(fact)) {
            record.learn(fact, graph, run);
        }
        record.add_plane(Plane::Direct, graph, run);
        record.name(graph.identity());
        record
    }

    /// Adds the answers about the copies of a history, if the execution [knows](Facts::knows) them,
    /// in place of earlier ones. The history must have been made from `graph`, or from a graph that
    /// `graph` has grown from; the execution should be the one that the record was made of.
    ///
    /// # Panics
    ///
    /// If the record belongs to another graph, or if the execution or the history does not fit the
    /// graph.
    ///
    /// ```
    /// use sbst::execution::{Facts, Record, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph, History};
    /// use sbst::id::Function;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
    /// let mut builder = History::builder(&graph);
    /// builder.copy(Function::new(0), &())?; // tells nothing apart
    /// let history = builder.build();
    /// let trace = Trace::new(&graph).with_history(&history);
    /// trace.root().enter(Function::new(0));
    /// let record = Record::of(&graph, &trace).with_history(&graph, &history, &trace);
    /// assert!(record.knows(history.fact()));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn with_history(
        mut self,
        graph: &FlowGraph,
        history: &History,
        run: &(impl Facts + ?Sized),
    ) -> Self {
        let fits = graph.check(self.graph).and_then(|()| run.fits(graph));
        let fits = fits.and_then(|()| graph.check(history.made_for()));
        fits.unwrap_or_else(|mismatch| mismatch.raise());
        self.add_plane(history.plane(), history.graph(), run);
        self
    }

    /// Adds all answers about a fact.
    fn learn(&mut self, fact: Fact, graph: &FlowGraph, run: &(impl Facts + ?Sized)) {
        let has = |function: &Function| function.index() < graph.function_count();
        match fact {
            Fact::Evaluations => self.all.count(graph, |edge| run.evaluations(edge)),
            Fact::MethodCalls => {
                let of = |is: &dyn Fn(Function) -> bool| {
                    graph.functions().filter(|&function| is(function)).collect()
                };
                self.called = of(&|function| run.called_by_test(function));
                self.returned = of(&|function| run.returned_to_test(function));
            }
            Fact::Exceptions => {
                self.thrown = sorted(|visit| run.each_thrown(visit));
                self.thrown.retain(|thrown| has(&thrown.function));
            }
            Fact::ImplicitExceptions => {
                self.implicit = sorted(|visit| run.each_implicit_exception(visit));
                self.implicit.retain(has);
            }
            Fact::Outputs => {
                for function in graph.functions() {
                    let distance = |partition| run.output_distance(function, partition);
                    self.values.extend(value(function, Place::Returned, distance));
                }
            }
            Fact::Inputs => {
                for function in graph.functions() {
                    for argument in sorted(|visit| run.each_argument(function, visit)) {
                        let distance =
                            |partition| run.input_distance(function, argument, partition);
                        self.values.extend(value(function, Place::Argument(argument), distance));
                    }
                }
                sort_by_key(&mut self.values, ValueRow::key);
            }
            Fact::Infections => {
                let infection = |&mutant: &Mutant| Some((mutant, run.infection(mutant)?));
                let mutants = sorted(|visit| run.each_mutant(visit));
                self.mutants = mutants.iter().filter_map(infection).collect();
            }
            Fact::Effects => {
                let effect = |&mutant: &Mutant| Some((mutant, run.effect(mutant)?));
                let mutants = sorted(|visit| run.each_mutant(visit));
                self.effects = mutants.iter().filter_map(effect).collect();
            }
            Fact::Operands => {
                for &(branch, distance) in &self.all.branches {
                    let operands = graph.get_edge(branch).and_then(|edge| run.operands(edge));
                    // Operands that are farther would explain a distance that the record lacks.
                    let nearest = operands.filter(|row| row.distance == distance);
                    self.operands.extend(nearest.map(|row| (branch, row)));
                }
            }
            Fact::Calls | Fact::On(_) => {}
        }
    }

    /// Adds a plane, if the execution knows it. `graph` is the graph of the plane.
    fn add_plane(&mut self, plane: Plane, graph: &FlowGraph, run: &(impl Facts + ?Sized)) {
        if run.knows(Fact::On(plane)) {
            let mut rows = Rows::of(graph, &On(run, plane));
            if run.knows(Fact::Evaluations) {
                rows.count(graph, |edge| run.evaluations_on(plane, edge));
            }
            self.set_plane(plane, rows);
        }
    }
}

/// Returns the facts that a record with these rows lacks, one [bit](Fact::bit) for each. No record
/// has calls one by one; and if nothing was executed, there are no operands and mutants to know.
pub(super) fn lacked(all: &Rows, knows: impl Fn(Fact) -> bool) -> u16 {
    let can_lack = |fact| match fact {
        Fact::Calls => false,
        Fact::Operands | Fact::Infections | Fact::Effects => !all.functions.is_empty(),
        _ => true,
    };
    let lacked = Fact::PLAIN.iter().filter(|&&fact| can_lack(fact) && !knows(fact));
    lacked.fold(0, |bits, fact| bits | fact.bit())
}

/// Returns the row of the values at one place. `distance` returns the least distance to a
/// partition. Returns `None` if no value was observed.
fn value(
    function: Function,
    place: Place,
    distance: impl Fn(Partition) -> Option<Distance>,
) -> Option<ValueRow> {
    let distances = Partition::ALL.map(&distance);
    if distances.iter().all(Option::is_none) {
        return None;
    }
    // By the laws, a store has answers about all partitions or about none. If it breaks them, a
    // missing answer counts as infinitely far.
    let nearest =
        NearestValues::of(distances.map(|distance| distance.unwrap_or(Distance::INFINITE)));
    Some(ValueRow { function, place, nearest })
}

impl Rows {
    /// Creates rows from all answers of an execution about the functions that it entered. Numbers
    /// of evaluations are 0. Linear in the size of these functions.
    fn of(graph: &FlowGraph, run: &(impl Execution + ?Sized)) -> Self {
        // A store may report by mistake functions that the graph does not have.
        let mut functions: Vec<Function> = sorted(|visit| run.entered(graph, visit));
        functions.retain(|function| function.index() < graph.function_count());
        // Blocks and branches are numbered in the order of functions, so their rows ascend without
        // being sorted.
        let (mut blocks, mut branches) = (Vec::new(), Vec::new());
        for block in functions.iter().flat_map(|&function| graph.blocks_of(function)) {
            if let Some(progress) = run.progress(block) {
                blocks.push((block, progress, 0));
            }
            for edge in graph.branches_of(block).filter_map(|branch| graph.get_edge(branch)) {
                if let Some(distance) = run.branch_distance(edge) {
                    branches.push((edge.branch, distance));
                }
            }
        }
        Self { functions, blocks, branches }
    }

    /// Sets the number of evaluations of each entered block.
    fn count(&mut self, graph: &FlowGraph, evaluations: impl Fn(Edge) -> u32) {
        // All decided branches of a block have one predicate, and so one number of evaluations. Of
        // several numbers, which break this law, the greatest counts.
        let of = |block: Block| {
            let decided = graph
                .branches_of(block)
                .filter_map(|branch| graph.get_edge(branch))
                .filter(|edge| edge.outcome.is_decided());
            decided.map(&evaluations).max().unwrap_or(0)
        };
        for row in &mut self.blocks {
            row.2 = of(row.0);
        }
    }
}
