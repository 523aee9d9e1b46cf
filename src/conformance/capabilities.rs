//! Laws of the capabilities that some goals need, except for call trees.

use super::values::{inputs, outputs};
use super::{Violation, Violations, evaluations, execution};
use crate::execution::{
    AllCriteria, Direct, DirectCalls, DirectEvaluations, Effects, Evaluations, ExceptionKind,
    Exceptions, Execution, Infections, MethodCalls, Thrown,
};
use crate::flow::FlowGraph;
use crate::id::{Function, Mutant, Symbol};
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// Numbers of arguments and mutants that [`all_criteria`] asks about.
///
/// ```
/// use sbst::conformance::Questions;
///
/// let questions = Questions { mutants: 12, ..Questions::default() };
/// assert_eq!(questions.arguments, 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Questions {
    /// Number of arguments of each function; 4 by default.
    pub arguments: u32,
    /// Number of mutants, from mutant 0 on; 0 by default.
    pub mutants: u32,
}

/// Returns four arguments of each function, and no mutants.
impl Default for Questions {
    fn default() -> Self {
        Self { arguments: 4, mutants: 0 }
    }
}

/// Checks an execution and the capabilities that criteria need: [`execution`](super::execution()),
/// [`evaluations`](super::evaluations()), [`direct_calls`], [`direct_evaluations`],
/// [`method_calls`], [`exceptions`], [`outputs`], [`inputs`], [`infections`], [`effects`].
///
/// Check [`call_tree`](super::call_tree()) and [`copies`](super::copies()) separately. A trace must
/// record direct calls, and mutants if `questions` asks about them: a question about something that
/// it does not record is misuse ([`Trace::check`](crate::execution::Trace::check)).
///
/// ```
/// use sbst::conformance::{self, Questions};
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph).with_direct_calls();
/// trace.root().enter(Function::new(0)).decide(0, lt(3, 5));
/// conformance::all_criteria(&graph, &trace, Questions::default()).expect_none();
/// assert_eq!(trace.check(), Ok(()));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn all_criteria(
    graph: &FlowGraph,
    run: &(impl AllCriteria + ?Sized),
    questions: Questions,
) -> Violations {
    let mut found = execution(graph, run);
    found.extend(evaluations(graph, run));
    found.extend(direct_calls(graph, run));
    found.extend(direct_evaluations(graph, run));
    found.extend(method_calls(graph, run));
    found.extend(exceptions(graph, run));
    found.extend(outputs(graph, run));
    found.extend(inputs(graph, run, questions.arguments));
    found.extend(infections(run, questions.mutants));
    found.extend(effects(run, questions.mutants));
    found
}

/// Checks the answers about direct calls, the calls that the test itself made. They are an
/// execution, and no distance is less and no progress greater than in all calls.
///
/// ```
/// use sbst::conformance::{self, Violation};
/// use sbst::distance::Distance;
/// use sbst::execution::{DirectCalls, Execution};
/// use sbst::flow::{Edge, FlowBuilder, FlowGraph};
/// use sbst::id::Block;
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
/// impl DirectCalls for Direct {
///     fn direct_branch_distance(&self, _: Edge) -> Option<Distance> {
///         None
///     }
///     fn direct_progress(&self, _: Block) -> Option<u32> {
///         Some(0)
///     }
/// }
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let found = conformance::direct_calls(&graph, &Direct);
/// assert!(
///     found.iter().any(|v| matches!(
///         v,
///         Violation::DirectFurther { direct: 0, all: None, .. }
///     ))
/// );
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn direct_calls(
    graph: &FlowGraph,
    run: &(impl Execution + DirectCalls + ?Sized),
) -> Violations {
    let direct = execution(graph, &Direct(run));
    let mut found: Violations =
        direct.into_iter().map(|violation| Violation::InDirectCalls(Box::new(violation))).collect();
    for block in graph.all_blocks() {
        if let Some(direct) = run.direct_progress(block) {
            let all = run.progress(block);
            found.add_if(all < Some(direct), || Violation::DirectFurther { block, direct, all });
        }
    }
    for edge in graph.all_branches().map(|branch| graph.edge(branch)) {
        if let Some(direct) = run.direct_branch_distance(edge) {
            let all = run.branch_distance(edge);
            let is_nearer = all.is_none_or(|all| all > direct);
            found.add_if(is_nearer, || Violation::DirectNearer {
                branch: edge.branch,
                direct,
                all,
            });
        }
    }
    found
}

/// Checks the numbers of evaluations in direct calls. They are the counts of an execution
/// ([`evaluations`](super::evaluations())), and no count is greater than in all calls.
///
/// ```
/// use sbst::conformance;
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph).with_direct_calls();
/// trace.root().enter(Function::new(0)).decide(0, lt(3, 5));
/// conformance::direct_evaluations(&graph, &trace).expect_none();
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn direct_evaluations(
    graph: &FlowGraph,
    run: &(impl Execution + Evaluations + DirectCalls + DirectEvaluations + ?Sized),
) -> Violations {
    let counts = evaluations(graph, &Direct(run));
    let mut found: Violations =
        counts.into_iter().map(|violation| Violation::InDirectCalls(Box::new(violation))).collect();
    for edge in graph.all_branches().map(|branch| graph.edge(branch)) {
        let (direct, all) = (run.direct_evaluations(edge), run.evaluations(edge));
        found.add_if(direct > all, || Violation::DirectOftener {
            branch: edge.branch,
            direct,
            all,
        });
    }
    found
}

/// Checks which functions the test called: a function that returned to the test was called by it.
///
/// The function need not have been entered, because an executor may see calls of functions whose
/// blocks it does not see.
///
/// ```
/// use sbst::conformance;
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let trace = Trace::new(&graph);
/// trace.root().enter(Function::new(0)).returns(0, ());
/// conformance::method_calls(&graph, &trace).expect_none();
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn method_calls(graph: &FlowGraph, run: &(impl MethodCalls + ?Sized)) -> Violations {
    let mut found = Violations::default();
    let answers = |function| (run.called_by_test(function), run.returned_to_test(function));
    let first: Vec<_> = graph.functions().map(answers).collect();
    for (function, &(called, returned)) in graph.functions().zip(&first) {
        found.add_if(returned && !called, || Violation::ReturnedNotCalled { function });
    }
    let changed =
        graph.functions().zip(first).filter(|&(function, first)| answers(function) != first);
    found.extend(changed.map(|(function, _)| Violation::MethodCallsChanged { function }));
    found
}

/// Checks that the listed exceptions are the exceptions that were thrown, by functions of the
/// graph.
///
/// Of the exceptions that are not listed, it asks about those that differ from a listed one in the
/// kind, the type or the function.
///
/// ```
/// use sbst::conformance::{self, Violation};
/// use sbst::execution::{ExceptionKind, Exceptions, Thrown};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Function, Symbol};
///
/// /// A mistake: ignores the kind of the exception.
/// struct Any(Thrown);
///
/// impl Exceptions for Any {
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
/// let found = conformance::exceptions(&graph, &Any(thrown(ExceptionKind::Explicit)));
/// let unnamed = [ExceptionKind::Implicit, ExceptionKind::Declared]
///     .map(|kind| Violation::NotNamedThrown { thrown: thrown(kind) });
/// assert_eq!(&found[..], unnamed);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn exceptions(graph: &FlowGraph, run: &(impl Exceptions + ?Sized)) -> Violations {
    let mut found = Violations::default();
    let named = || {
        let mut named = BTreeSet::new();
        run.each_thrown(&mut |thrown| {
            named.insert(thrown);
        });
        named
    };
    let first = named();
    let mut functions: Vec<Function> = first.iter().map(|thrown| thrown.function).collect();
    functions.dedup();
    let outside =
        functions.into_iter().filter(|function| function.index() >= graph.function_count());
    found.extend(outside.map(|function| Violation::NoSuchFunction { function }));

    let asked: BTreeSet<Thrown> =
        first.iter().flat_map(|&thrown| [thrown].into_iter().chain(alike(graph, thrown))).collect();
    let answers: Vec<(Thrown, bool)> =
        asked.into_iter().map(|thrown| (thrown, run.has_thrown(thrown))).collect();
    for &(thrown, has) in &answers {
        match (first.contains(&thrown), has) {
            (true, false) => found.add(Violation::NotThrown { thrown }),
            (false, true) => found.add(Violation::NotNamedThrown { thrown }),
            _ => {}
        }
    }
    let changed = answers
        .into_iter()
        .filter(|&(thrown, has)| run.has_thrown(thrown) != has)
        .map(|(thrown, _)| thrown);
    let mut changed: BTreeSet<Thrown> = changed.collect();
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
    let next = graph
        .functions()
        .nth(thrown.function.index().saturating_add(1))
        .or(graph.functions().next());
    let next = next.map(|function| Thrown { function, ..thrown });
    kinds.into_iter().chain(symbols).chain(next)
}

/// Checks that the effects of the first `mutants` mutants are the same each time. No other law
/// restricts them.
///
/// ```
/// use sbst::conformance;
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// let trace =
///     Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?).with_mutants(5);
/// conformance::effects(&trace, 5).expect_none();
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn effects(run: &(impl Effects + ?Sized), mutants: u32) -> Violations {
    let first: Vec<_> = (0..mutants).map(|number| run.effect(Mutant::new(number))).collect();
    let changed = (0..mutants)
        .map(Mutant::new)
        .zip(first)
        .rev()
        .filter(|&(mutant, first)| run.effect(mutant) != first);
    changed.map(|(mutant, _)| Violation::EffectChanged { mutant }).collect()
}

/// Checks that the infection distances of the first `mutants` mutants are the same each time. No
/// other law restricts them.
///
/// ```
/// use sbst::conformance;
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// let trace =
///     Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?).with_mutants(5);
/// conformance::infections(&trace, 5).expect_none();
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn infections(run: &(impl Infections + ?Sized), mutants: u32) -> Violations {
    let first: Vec<_> = (0..mutants).map(|number| run.infection(Mutant::new(number))).collect();
    let changed = (0..mutants)
        .map(Mutant::new)
        .zip(first)
        .rev()
        .filter(|&(mutant, first)| run.infection(mutant) != first);
    changed.map(|(mutant, _)| Violation::InfectionChanged { mutant }).collect()
}
