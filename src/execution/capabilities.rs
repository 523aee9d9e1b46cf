//! Capabilities: what some goals ask of an execution beyond [`Execution`]. An executor implements those that its goals need; a
//! missing one is a compile error where such a goal is added.

use super::{Execution, NearestOperands, Partition, Thrown};
use crate::distance::Distance;
use crate::flow::{Edge, FlowGraph, GraphMismatch};
use crate::id::{Block, Function, Mutant};

/// Capability: how often predicates were evaluated. For goals [as printed](crate::objective::Published): there, the distance of a branch
/// counts only if its predicate was evaluated at least twice.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::{Evaluations, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, Function};
///
/// // 0: while i < 3 {}  1
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 0, 1).exit(1))?;
/// let trace = Trace::new(&graph);
/// let f = trace.root().enter(Function::new(0));
/// (0..).find(|&i| !f.decide(0, lt(i, 3)));
/// assert_eq!(trace.evaluations(graph.edge(Branch::new(0))), 4);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait Evaluations {
    /// How often the predicate that decides `branch` was evaluated, whatever came out; saturates. 0 for implicit branches.
    fn evaluations(&self, branch: Edge) -> u32;
}

/// Capability: what happened in those calls that the test made itself. For direct-branch goals.
///
/// The answers are those of [`Execution`], restricted to activations that the test opened; activations that these open in turn do
/// not count. [`Direct`] makes an execution of it, to be swept.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::{DirectCalls, Execution, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, Function};
///
/// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let caller = graph.add(&FlowBuilder::new().exit(0))?;
/// let trace = Trace::new(&graph).with_direct_calls();
/// let outer = trace.root().enter(caller);
/// outer.caller().enter(Function::new(0)).decide(0, lt(3, 10)); // by the caller, not by the test
/// drop(outer);
/// let less = graph.edge(Branch::new(0));
/// assert_eq!(trace.branch_distance(less).map(|d| d.get()), Some(0.0));
/// assert_eq!(trace.direct_branch_distance(less), None);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait DirectCalls {
    /// The least distance to taking `branch` over the evaluations in direct calls; `None` if there were none.
    fn direct_branch_distance(&self, branch: Edge) -> Option<Distance>;

    /// The most progress in `block` over its visits in direct calls; `None` if there were none.
    fn direct_progress(&self, block: Block) -> Option<u32>;
}

/// Capability: how often predicates were evaluated in those calls that the test made itself. For direct-branch goals
/// [as printed](crate::objective::Published).
///
/// [`Direct`] makes [`Evaluations`] of it.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::{DirectEvaluations, Evaluations, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, Function};
///
/// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let caller = graph.add(&FlowBuilder::new().exit(0))?;
/// let trace = Trace::new(&graph).with_direct_calls();
/// let outer = trace.root().enter(caller);
/// outer.caller().enter(Function::new(0)).decide(0, lt(3, 10)); // by the caller, not by the test
/// drop(outer);
/// trace.root().enter(Function::new(0)).decide(0, lt(4, 10));
/// let less = graph.edge(Branch::new(0));
/// assert_eq!((trace.evaluations(less), trace.direct_evaluations(less)), (2, 1));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait DirectEvaluations {
    /// Returns how often the predicate that decides `branch` was evaluated in direct calls, whatever came out; saturates. 0 for implicit
    /// branches.
    fn direct_evaluations(&self, branch: Edge) -> u32;
}

/// Capability: which functions the test called itself, and how that ended. For method goals.
///
/// ```
/// use sbst::execution::{MethodCalls, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let (trace, method) = (Trace::new(&graph), Function::new(0));
/// drop(trace.root().enter(method)); // ended by an exception, say
/// assert!(trace.called_by_test(method) && !trace.returned_to_test(method));
/// trace.root().enter(method).returns(0, ());
/// assert!(trace.returned_to_test(method));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait MethodCalls {
    /// Whether the test called `function` itself, however that ended.
    fn called_by_test(&self, function: Function) -> bool;

    /// Whether such a call returned normally: without an exception.
    fn returned_to_test(&self, function: Function) -> bool;
}

/// Capability: the exceptions that left methods. For exception goals, which are made when first seen. Which methods an exception counts
/// for, those that the test called or every one that it passed, is for the executor to decide.
///
/// ```
/// use sbst::execution::{Exceptions, ExceptionKind, Thrown, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Function, Symbol};
///
/// let trace = Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?);
/// trace.root().enter(Function::new(0)).threw(Symbol::new(3), ExceptionKind::Explicit);
/// let mut thrown = Vec::new();
/// trace.each_thrown(&mut |exception| thrown.push(exception));
/// assert_eq!(thrown, [Thrown::new(Function::new(0), Symbol::new(3), ExceptionKind::Explicit)]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait Exceptions {
    /// Whether this exception was thrown.
    fn has_thrown(&self, thrown: Thrown) -> bool;

    /// Calls `visit` with every exception that was thrown, in any order; one may be named more than once. Those that `visit` itself
    /// records may be named, too.
    fn each_thrown(&self, visit: &mut dyn FnMut(Thrown));
}

/// Capability: the functions that the test called itself and that an implicit exception left. For implicit exception coverage
/// ([`ImplicitExceptionCoverage`](crate::objective::ImplicitExceptionCoverage)); no goal asks for it.
///
/// Another function may have called the same function before, and caught the exception: that does not count. So
/// [`Exceptions`] and [`MethodCalls`] together do not answer it.
///
/// ```
/// use sbst::execution::{ImplicitExceptions, ExceptionKind, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Function, Symbol};
///
/// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let (get, try_get) = (Function::new(0), graph.add(&FlowBuilder::new().exit(0))?);
/// let (trace, out_of_bounds) = (Trace::new(&graph), Symbol::new(3));
/// let threw = || {
///     let mut functions = Vec::new();
///     trace.each_implicit_exception(&mut |function| functions.push(function));
///     functions
/// };
/// let caller = trace.root().enter(try_get);
/// caller.caller().enter(get).threw(out_of_bounds, ExceptionKind::Implicit); // it is caught in `try_get`
/// drop(caller);
/// assert_eq!(threw(), []);
/// trace.root().enter(get).threw(out_of_bounds, ExceptionKind::Implicit); // it ends the test
/// assert_eq!(threw(), [get]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait ImplicitExceptions {
    /// Calls `visit` with every function that an undeclared exception, not thrown by a statement of its own
    /// ([`ExceptionKind::Implicit`](super::ExceptionKind::Implicit)), left in a call that the test made itself; in any order, a function may be named more
    /// than once.
    fn each_implicit_exception(&self, visit: &mut dyn FnMut(Function));
}

/// Capability: what functions returned. For output goals.
///
/// ```
/// use sbst::execution::{Outputs, Partition, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let (trace, abs) = (Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?), Function::new(0));
/// [7, 3].map(|value| trace.returned(abs, value));
/// assert_eq!(trace.output_distance(abs, Partition::Zero).map(|d| d.get()), Some(3.0));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait Outputs {
    /// The least [`Partition::distance`] over all values that `function` returned; `None` if none was observed.
    fn output_distance(&self, function: Function, partition: Partition) -> Option<Distance>;
}

/// Capability: what functions were given. For input goals.
///
/// ```
/// use sbst::execution::{Inputs, Partition, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let trace = Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?);
/// let f = trace.root().enter(Function::new(0));
/// f.argument(1, "abc"); // the second one
/// assert_eq!(trace.input_distance(Function::new(0), 1, Partition::Empty).map(|d| d.get()), Some(3.0));
/// assert_eq!(trace.input_distance(Function::new(0), 0, Partition::Empty), None); // nobody told
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait Inputs {
    /// The least [`Partition::distance`] over all values of an argument of `function`, counted from 0; `None` if none was observed.
    fn input_distance(&self, function: Function, argument: u32, partition: Partition) -> Option<Distance>;
}

/// Capability: how far the evaluations of mutants were from infecting the state. For weak-mutation goals.
///
/// ```
/// use sbst::distance::infection::{Overflow, Unary, inserted};
/// use sbst::execution::{Infections, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Mutant;
///
/// let trace = Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?).with_mutants(1);
/// let negated = Mutant::new(0); // -x in the place of x
/// trace.infected(negated, inserted(0, Unary::Negate, Overflow::Wraps));
/// assert_eq!(trace.infection(negated).map(|d| d.get()), Some(1.0)); // -0 is 0
/// trace.infected(negated, inserted(5, Unary::Negate, Overflow::Wraps));
/// assert_eq!(trace.infection(negated).map(|d| d.get()), Some(0.0));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait Infections {
    /// The least [infection distance](crate::distance::infection) over all evaluations of `mutant`: 0 iff one of them differed from
    /// the original's; `None` if it was never evaluated.
    fn infection(&self, mutant: Mutant) -> Option<Distance>;
}

/// Capability: what was compared where a predicate came nearest to its sides. For explanations; no goal asks for it.
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::execution::{NearestOperands, Operands};
/// use sbst::flow::{FlowBuilder, Edge, FlowGraph};
/// use sbst::id::Branch;
/// use std::collections::BTreeMap;
///
/// /// What an executor keeps of one run.
/// struct Compared(BTreeMap<Branch, (Distance, String)>);
///
/// impl Operands for Compared {
///     fn operands(&self, branch: Edge) -> Option<NearestOperands> {
///         let (distance, text) = self.0.get(&branch.branch)?;
///         Some(NearestOperands::new(*distance, text.as_str()))
///     }
/// }
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let run = Compared([(Branch::new(0), (Distance::from(3), "12 < 10".to_string()))].into());
/// let said = run.operands(graph.edge(Branch::new(0))).expect("compared");
/// assert_eq!(&*said.text, "12 < 10");
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait Operands {
    /// The operands of the evaluation that came nearest to taking `branch`; `None` if the branch was taken, if the predicate was never
    /// evaluated, and if the operands of that evaluation are not known.
    fn operands(&self, branch: Edge) -> Option<NearestOperands>;
}

/// What the goals of all criteria together need. [`Trace`](super::Trace) and [`Record`](super::Record) have it.
///
/// It is dyn-compatible: one registry of type `Goals<dyn AllCriteria>` measures executions of any kind. Goals of crash reproduction ask
/// for more, [`StackTraces`](super::StackTraces) and [`CallTree`](super::CallTree): put all three into a trait of your own.
///
/// An own store has it when it has every part:
///
/// ```
/// use sbst::distance::{Distance, Nearest};
/// use sbst::execution::*;
/// use sbst::flow::Edge;
/// use sbst::id::{Block, Function, Mutant};
/// use std::collections::{BTreeMap, BTreeSet};
///
/// /// What an executor keeps of one run.
/// #[derive(Default)]
/// struct Seen {
///     /// By block: how far it ran, and its nearest comparisons; in all calls, and in those by the test.
///     blocks: [BTreeMap<Block, (u32, Nearest)>; 2],
///     /// By block: how often it decided; in all calls, and in those by the test.
///     evaluations: [BTreeMap<Block, u32>; 2],
///     called: BTreeSet<Function>,
///     returned: BTreeSet<Function>,
///     thrown: BTreeSet<Thrown>,
///     /// What functions returned, and their arguments.
///     outputs: BTreeMap<Function, NearestValues>,
///     inputs: BTreeMap<(Function, u32), NearestValues>,
///     mutants: BTreeMap<Mutant, Distance>,
/// }
///
/// impl Seen {
///     fn distance(&self, view: usize, branch: Edge) -> Option<Distance> {
///         branch.outcome.holds().and_then(|holds| self.blocks[view].get(&branch.source)?.1.to(holds))
///     }
///     fn ran(&self, view: usize, block: Block) -> Option<u32> {
///         self.blocks[view].get(&block).map(|row| row.0)
///     }
///     fn count(&self, view: usize, branch: Edge) -> u32 {
///         let count = self.evaluations[view].get(&branch.source).filter(|_| branch.outcome.is_decided());
///         count.copied().unwrap_or(0)
///     }
/// }
///
/// impl Execution for Seen {
///     fn branch_distance(&self, branch: Edge) -> Option<Distance> { self.distance(0, branch) }
///     fn progress(&self, block: Block) -> Option<u32> { self.ran(0, block) }
/// }
/// impl Evaluations for Seen {
///     fn evaluations(&self, branch: Edge) -> u32 { self.count(0, branch) }
/// }
/// impl DirectEvaluations for Seen {
///     fn direct_evaluations(&self, branch: Edge) -> u32 { self.count(1, branch) }
/// }
/// impl DirectCalls for Seen {
///     fn direct_branch_distance(&self, branch: Edge) -> Option<Distance> { self.distance(1, branch) }
///     fn direct_progress(&self, block: Block) -> Option<u32> { self.ran(1, block) }
/// }
/// impl MethodCalls for Seen {
///     fn called_by_test(&self, function: Function) -> bool { self.called.contains(&function) }
///     fn returned_to_test(&self, function: Function) -> bool { self.returned.contains(&function) }
/// }
/// impl Exceptions for Seen {
///     fn has_thrown(&self, thrown: Thrown) -> bool { self.thrown.contains(&thrown) }
///     fn each_thrown(&self, visit: &mut dyn FnMut(Thrown)) { self.thrown.iter().copied().for_each(visit) }
/// }
/// impl Outputs for Seen {
///     fn output_distance(&self, function: Function, partition: Partition) -> Option<Distance> {
///         self.outputs.get(&function)?.distance(partition)
///     }
/// }
/// impl Inputs for Seen {
///     fn input_distance(&self, function: Function, argument: u32, partition: Partition) -> Option<Distance> {
///         self.inputs.get(&(function, argument))?.distance(partition)
///     }
/// }
/// impl Infections for Seen {
///     fn infection(&self, mutant: Mutant) -> Option<Distance> { self.mutants.get(&mutant).copied() }
/// }
///
/// fn measurable(_: &dyn AllCriteria) {}
/// measurable(&Seen::default());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` lacks a capability that some criterion needs",
    note = "add the goals that it can measure one criterion at a time: `goals.extend(branch_goals(&graph))`"
)]
pub trait AllCriteria:
    Execution + Evaluations + DirectCalls + DirectEvaluations + MethodCalls + Exceptions + Outputs + Inputs + Infections
{
}

impl<X> AllCriteria for X where
    X: Execution
        + Evaluations
        + DirectCalls
        + DirectEvaluations
        + MethodCalls
        + Exceptions
        + Outputs
        + Inputs
        + Infections
        + ?Sized
{
}

/// The view of an execution that is restricted to calls that the test made itself, as an execution: sweep it for direct-branch
/// goals. An execution that does not record them apart knows nothing: a trace [tells](super::Trace::check) that it was asked, a record
/// [knows](super::Record::has_direct_calls).
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::{Direct, Execution, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, Function};
///
/// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?; // the caller
/// let callee = graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph).with_direct_calls();
/// let caller = trace.root().enter(Function::new(0));
/// caller.caller().enter(callee).decide(0, lt(3, 5));
/// drop(caller);
/// trace.root().enter(callee).decide(0, lt(7, 5)); // this one by the test
///
/// let less = graph.edge(Branch::new(0));
/// assert_eq!(trace.branch_distance(less).map(|d| d.get()), Some(0.0));
/// assert_eq!(Direct(&trace).branch_distance(less).map(|d| d.get()), Some(3.0));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Debug)]
pub struct Direct<'a, X: ?Sized>(pub &'a X);

impl<X: Execution + DirectCalls + ?Sized> Execution for Direct<'_, X> {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.0.direct_branch_distance(branch)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.0.direct_progress(block)
    }
    /// Of the functions that were entered at all, those of which anything is known from a direct call.
    fn entered(&self, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        self.0.entered(graph, &mut |function| {
            if self.knows(graph, function) {
                visit(function);
            }
        });
    }
    fn fits(&self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        self.0.fits(graph)
    }
}

impl<X: DirectEvaluations + ?Sized> Evaluations for Direct<'_, X> {
    fn evaluations(&self, branch: Edge) -> u32 {
        self.0.direct_evaluations(branch)
    }
}

impl<X: Execution + DirectCalls + ?Sized> Direct<'_, X> {
    /// Whether anything is known of a function from a direct call.
    pub(crate) fn knows(&self, graph: &FlowGraph, function: Function) -> bool {
        super::knows(self, graph, function)
    }
}

// Derived, these would demand that X is Copy.
impl<X: ?Sized> Clone for Direct<'_, X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: ?Sized> Copy for Direct<'_, X> {}
