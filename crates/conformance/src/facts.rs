//! Laws of what executions know beside branches and blocks.

use super::answers::listed;
use super::pointwise::contains;
use super::values::{inputs, outputs};
use super::{Violation, Violations, evaluations, execution};
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use sbst::execution::{ExceptionKind, Fact, Facts, On, Plane, Thrown};
use sbst::flow::FlowGraph;
use sbst::id::{Function, Mutant, Symbol};

/// Checks an execution, and everything that it [knows](Facts::knows) beside:
/// [`execution`](super::execution()), [`evaluations`](super::evaluations()), [`direct_calls`],
/// [`method_calls`], [`exceptions`], [`outputs`], [`inputs`],
/// [`infections`], [`effects`], and, if it knows calls one by one,
/// [`call_tree`](super::call_tree()).
///
/// Check [`copies`](super::copies()) separately.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph).with_direct_calls();
/// trace.root().enter(Function::new(0)).decide(0, lt(3, 5));
/// sbst_conformance::facts(&graph, &trace).expect_none();
/// assert_eq!(trace.check(), Ok(()));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn facts(graph: &FlowGraph, run: &(impl Facts + ?Sized)) -> Violations {
    let mut found = execution(graph, run);
    let facts: Vec<Fact> = [Fact::On(Plane::Direct)].into_iter().chain(Fact::PLAIN).collect();
    let known: Vec<bool> = facts.iter().map(|&fact| run.knows(fact)).collect();
    for (&fact, _) in facts.iter().zip(&known).filter(|row| *row.1) {
        found.extend(match fact {
            Fact::Evaluations => evaluations(graph, run),
            Fact::MethodCalls => method_calls(graph, run),
            Fact::Exceptions => exceptions(graph, run),
            Fact::Outputs => outputs(graph, run),
            Fact::Inputs => inputs(graph, run),
            Fact::Infections => infections(run),
            Fact::Effects => effects(run),
            Fact::Calls => super::call_tree(graph, run),
            Fact::On(Plane::Direct) => direct_calls(graph, run),
            // The laws do not restrict operands and implicit exceptions.
            _ => Violations::default(),
        });
    }
    for (fact, knew) in facts.into_iter().zip(known) {
        found.add_if(run.knows(fact) != knew, Violation::KnowledgeChanged { fact });
    }
    found
}

/// Checks the answers about direct calls, the calls that the test itself made. They are an
/// execution, and no distance is less and no progress greater than in all calls. If the numbers of
/// evaluations are known, they are counts of that execution ([`evaluations`](super::evaluations())),
/// and no count is greater than in all calls.
///
/// ```
/// use sbst_conformance::{Violation};
/// use sbst::distance::Distance;
/// use sbst::execution::{Execution, Facts, Plane};
/// use sbst::flow::{Edge, FlowBuilder, FlowGraph};
/// use sbst::id::{Block, Function};
///
/// /// A mistake: has answers about direct calls only.
/// struct Direct;
///
/// impl Execution for Direct {
///     fn branch_distance(&self, _: Edge) -> Option<Distance> {
///         None
///     }
///     fn progress(&self, _: Block) -> Option<u32> {
///         None
///     }
/// }
/// impl Facts for Direct {
///     fn progress_on(&self, _: Plane, _: Block) -> Option<u32> {
///         Some(0)
///     }
/// }
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let found = sbst_conformance::direct_calls(&graph, &Direct);
/// let block = graph.entry(Function::new(0));
/// let further = Violation::ProgressOfWhole { block, parts: Some(0), whole: None };
/// assert!(found.contains(&Violation::InDirectCalls(Box::new(further))));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn direct_calls(graph: &FlowGraph, run: &(impl Facts + ?Sized)) -> Violations {
    let direct = On(run, Plane::Direct);
    let mut found = execution(graph, &direct);
    let edges = || graph.all_branches().map(|branch| graph.edge(branch));
    let blocks = graph.all_blocks().map(|block| (block, block));
    contains(run, &direct, blocks, edges().map(|edge| (edge, edge)), &mut found);
    if run.knows(Fact::Evaluations) {
        found.extend(evaluations(graph, &direct));
        for edge in edges() {
            let (parts, whole) = (direct.evaluations(edge), run.evaluations(edge));
            let oftener = Violation::EvaluationsOfWhole { branch: edge.branch, parts, whole };
            found.add_if(parts > whole, oftener);
        }
    }
    found.into_iter().map(|violation| Violation::InDirectCalls(Box::new(violation))).collect()
}

/// Checks which functions the test called: a function that returned to the test was called by it.
///
/// The function need not have been entered, because an executor may see calls of functions whose
/// blocks it does not see.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let trace = Trace::new(&graph);
/// trace.root().enter(Function::new(0)).returns(0, ());
/// sbst_conformance::method_calls(&graph, &trace).expect_none();
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn method_calls(graph: &FlowGraph, run: &(impl Facts + ?Sized)) -> Violations {
    let mut found = Violations::default();
    let answers = |function| (run.called_by_test(function), run.returned_to_test(function));
    let first: Vec<_> = graph.functions().map(answers).collect();
    for (function, &(called, returned)) in graph.functions().zip(&first) {
        found.add_if(returned && !called, Violation::ReturnedNotCalled { function });
    }
    for (function, first) in graph.functions().zip(first) {
        found.add_if(answers(function) != first, Violation::MethodCallsChanged { function });
    }
    found
}

/// Checks that the listed exceptions are the exceptions that were thrown, by functions of the
/// graph.
///
/// Of the exceptions that are not listed, it asks about those that differ from a listed one in the
/// kind, the type or the function.
///
/// ```
/// use sbst_conformance::{Violation};
/// use sbst::distance::Distance;
/// use sbst::execution::{ExceptionKind, Execution, Facts, Thrown};
/// use sbst::flow::{Edge, FlowBuilder, FlowGraph};
/// use sbst::id::{Block, Function, Symbol};
///
/// /// A mistake: ignores the kind of the exception.
/// struct Any(Thrown);
///
/// impl Execution for Any {
///     fn branch_distance(&self, _: Edge) -> Option<Distance> {
///         None
///     }
///     fn progress(&self, _: Block) -> Option<u32> {
///         None
///     }
/// }
/// impl Facts for Any {
///     fn has_thrown(&self, thrown: Thrown) -> bool {
///         (thrown.function, thrown.exception) == (self.0.function, self.0.exception)
///     }
///     fn each_thrown(&self, visit: &mut dyn FnMut(Thrown)) {
///         visit(self.0)
///     }
/// }
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let thrown = |kind| Thrown::new(Function::new(0), Symbol::new(7), kind);
/// let found = sbst_conformance::exceptions(&graph, &Any(thrown(ExceptionKind::Explicit)));
/// let unnamed = [ExceptionKind::Implicit, ExceptionKind::Declared]
///     .map(|kind| Violation::NotNamedThrown { thrown: thrown(kind) });
/// assert_eq!(&found[..], unnamed);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn exceptions(graph: &FlowGraph, run: &(impl Facts + ?Sized)) -> Violations {
    let mut found = Violations::default();
    let named = || listed(|visit| run.each_thrown(visit));
    let first = named();
    let functions: BTreeSet<Function> = first.iter().map(|thrown| thrown.function).collect();
    for function in functions {
        let is_outside = function.index() >= graph.functions().len();
        found.add_if(is_outside, Violation::NoSuchFunction { function });
    }

    let asked: BTreeSet<Thrown> =
        first.iter().flat_map(|&thrown| [thrown].into_iter().chain(alike(graph, thrown))).collect();
    let answers: Vec<(Thrown, bool)> =
        asked.into_iter().map(|thrown| (thrown, run.has_thrown(thrown))).collect();
    for &(thrown, has) in &answers {
        let is_named = first.contains(&thrown);
        found.add_if(is_named && !has, Violation::NotThrown { thrown });
        found.add_if(!is_named && has, Violation::NotNamedThrown { thrown });
    }
    let changed = answers.into_iter().filter(|&(thrown, has)| run.has_thrown(thrown) != has);
    let mut changed: BTreeSet<Thrown> = changed.map(|(thrown, _)| thrown).collect();
    changed.extend(first.symmetric_difference(&named()));
    found.extend(changed.into_iter().map(|thrown| Violation::ThrownChanged { thrown }));
    found
}

/// Returns exceptions that differ from this one in the kind, the type or the function.
fn alike(graph: &FlowGraph, thrown: Thrown) -> impl Iterator<Item = Thrown> {
    let kinds = [ExceptionKind::Explicit, ExceptionKind::Implicit, ExceptionKind::Declared]
        .map(|kind| Thrown { kind, ..thrown });
    let symbol = thrown.exception.number();
    let symbols = [symbol.wrapping_sub(1), symbol.wrapping_add(1)]
        .map(|number| Thrown { exception: Symbol::new(number), ..thrown });
    let mut others = graph.functions().skip(thrown.function.index().saturating_add(1));
    let next = others.next().or(graph.functions().next());
    let next = next.map(|function| Thrown { function, ..thrown });
    kinds.into_iter().chain(symbols).chain(next)
}

/// Checks that the effects of the mutants that the execution lists are the same each time, and that
/// no mutant beside them has one. No other law restricts them.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// let trace =
///     Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?).with_mutants(5);
/// sbst_conformance::effects(&trace).expect_none();
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn effects(run: &(impl Facts + ?Sized)) -> Violations {
    of_mutants(run, &|mutant| run.effect(mutant), |mutant| Violation::EffectChanged { mutant })
}

/// Checks that the infection distances of the mutants that the execution lists are the same each
/// time, and that no mutant beside them has one. No other law restricts them.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// let trace =
///     Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?).with_mutants(5);
/// sbst_conformance::infections(&trace).expect_none();
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn infections(run: &(impl Facts + ?Sized)) -> Violations {
    let changed = |mutant| Violation::InfectionChanged { mutant };
    of_mutants(run, &|mutant| run.infection(mutant), changed)
}

/// Checks the answers about the listed mutants.
fn of_mutants<A: PartialEq>(
    run: &(impl Facts + ?Sized),
    answer: &dyn Fn(Mutant) -> Option<A>,
    changed: fn(Mutant) -> Violation,
) -> Violations {
    let listed = listed(|visit| run.each_mutant(visit));
    let first: Vec<_> = listed.iter().map(|&mutant| answer(mutant)).collect();
    let again = listed.iter().zip(first).rev().filter(|(mutant, first)| answer(**mutant) != *first);
    let mut found: Violations = again.map(|(&mutant, _)| changed(mutant)).collect();
    // A trace may have no room for other mutants, and a question about them is misuse: so none is
    // asked about beyond the greatest, and mutant 0 if none is listed.
    let last = listed.last().map_or(1, |mutant| mutant.number());
    let between = (0..last.min(MOST)).map(Mutant::new).filter(|mutant| !listed.contains(mutant));
    let lost = between.filter(|&mutant| answer(mutant).is_some());
    found.extend(lost.map(|mutant| Violation::MutantNotListed { mutant }));
    found
}

/// Greatest number of mutants that are asked about although they are not listed.
const MOST: u32 = 1 << 12;
