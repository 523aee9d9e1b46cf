//! Capabilities: what some goals ask of an execution beyond [`Execution`]. An executor implements those that its goals need; a
//! missing one is a compile error where such a goal is added.

use crate::distance::Distance;
#[cfg(doc)]
use crate::execution::{Direct, Execution};
use crate::execution::{NearestOperands, Partition, Thrown};
use crate::flow::Edge;
use crate::id::{Function, Mutant};

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
    /// Returns the number of evaluations of the predicate that decides `branch`, whatever the outcomes; saturates. 0 for implicit branches.
    fn evaluations(&self, branch: Edge) -> u32;
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
    /// Returns `true` if the test called `function` itself, however that ended.
    fn called_by_test(&self, function: Function) -> bool;

    /// Returns `true` if such a call returned normally: without an exception.
    fn returned_to_test(&self, function: Function) -> bool;
}

/// Capability: the exceptions that left methods. For exception goals, which are made when first seen. Which methods an exception counts
/// for, those that the test called or every one that it passed, is for the executor to decide.
///
/// ```
/// use sbst::execution::{ExceptionKind, Exceptions, Thrown, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Function, Symbol};
///
/// let trace = Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?);
/// trace.root().enter(Function::new(0)).threw(Symbol::new(3), ExceptionKind::Explicit);
/// let mut thrown = Vec::new();
/// trace.each_thrown(&mut |exception| thrown.push(exception));
/// assert_eq!(
///     thrown,
///     [Thrown::new(Function::new(0), Symbol::new(3), ExceptionKind::Explicit)]
/// );
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait Exceptions {
    /// Returns `true` if this exception was thrown.
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
/// use sbst::execution::{ExceptionKind, ImplicitExceptions, Trace};
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
/// // it is caught in `try_get`
/// caller.caller().enter(get).threw(out_of_bounds, ExceptionKind::Implicit);
/// drop(caller);
/// assert_eq!(threw(), []);
/// // it ends the test
/// trace.root().enter(get).threw(out_of_bounds, ExceptionKind::Implicit);
/// assert_eq!(threw(), [get]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait ImplicitExceptions {
    /// Calls `visit` with every function that an undeclared exception, not thrown by a statement of its own
    /// ([`ExceptionKind::Implicit`](crate::execution::ExceptionKind::Implicit)), left in a call that the test made itself; in any order, a function may be named more
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
/// let (trace, abs) =
///     (Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?), Function::new(0));
/// [7, 3].map(|value| trace.returned(abs, value));
/// assert_eq!(trace.output_distance(abs, Partition::Zero).map(|d| d.get()), Some(3.0));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait Outputs {
    /// Returns the least [`Partition::distance`] over all values that `function` returned; `None` if none was observed.
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
/// assert_eq!(
///     trace.input_distance(Function::new(0), 1, Partition::Empty).map(|d| d.get()),
///     Some(3.0)
/// );
/// // nobody told
/// assert_eq!(trace.input_distance(Function::new(0), 0, Partition::Empty), None);
///
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait Inputs {
    /// Returns the least [`Partition::distance`] over all values of an argument of `function`, counted from 0; `None` if none was observed.
    fn input_distance(&self, function: Function, argument: u32, partition: Partition) -> Option<Distance>;
}

/// Capability: how far the evaluations of mutants were from infecting the state. For weak-mutation goals.
///
/// ```
/// use sbst::distance::infection::{Overflow::Wraps, Unary::Negate, values};
/// use sbst::execution::{Infections, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Mutant;
///
/// let trace =
///     Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?).with_mutants(1);
/// let negated = Mutant::new(0); // -x in the place of x
/// trace.infected(negated, values(Some(0), Negate.of(0, Wraps)));
/// assert_eq!(trace.infection(negated).map(|d| d.get()), Some(1.0)); // -0 is 0
/// trace.infected(negated, values(Some(5), Negate.of(5, Wraps)));
/// assert_eq!(trace.infection(negated).map(|d| d.get()), Some(0.0));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait Infections {
    /// Returns the least [infection distance](crate::distance::infection) over all evaluations of `mutant`: 0 iff one of them differed from
    /// the original's; `None` if it was never evaluated.
    fn infection(&self, mutant: Mutant) -> Option<Distance>;
}

/// Capability: what was compared where a predicate came nearest to its sides. For explanations; no goal asks for it.
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::execution::{NearestOperands, Operands};
/// use sbst::flow::{Edge, FlowBuilder, FlowGraph};
/// use sbst::id::Branch;
/// use std::collections::BTreeMap;
///
/// /// What an executor keeps of one run.
/// struct Compared(BTreeMap<Branch, (Distance, String)>);
///
/// impl Operands for Compared {
///     fn operands(&self, branch: Edge) -> Option<NearestOperands> {
///         let (distance, text) = self.0.get(&branch.branch)?;
///         Some(NearestOperands { distance: *distance, text: text.as_str().into() })
///     }
/// }
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let run =
///     Compared([(Branch::new(0), (Distance::from(3), "12 < 10".to_string()))].into());
/// let said = run.operands(graph.edge(Branch::new(0))).expect("compared");
/// assert_eq!(&*said.text, "12 < 10");
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait Operands {
    /// Returns the operands of the evaluation that came nearest to taking `branch`; `None` if the branch was taken, if the predicate was
    /// never evaluated, and if the operands of that evaluation are not known.
    fn operands(&self, branch: Edge) -> Option<NearestOperands>;
}
