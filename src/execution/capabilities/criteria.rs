//! Capabilities of few methods, which some goals need in addition to [`Execution`].
//!
//! Implement the capabilities that your goals need. A missing capability is a compile error at the
//! place where such a goal is added.

use crate::distance::Distance;
#[cfg(doc)]
use crate::execution::{Direct, Execution};
use crate::execution::{NearestOperands, Partition, Thrown};
use crate::flow::Edge;
use crate::id::{Function, Mutant};

/// Capability: the number of evaluations of each predicate. Goals of the [published
/// form](crate::objective::Published) need it: in this form, the distance of a branch counts only
/// if its predicate was evaluated at least twice.
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
/// let mut i = 0;
/// while f.decide(0, lt(i, 3)) {
///     i += 1;
/// }
/// assert_eq!(trace.evaluations(graph.edge(Branch::new(0))), 4);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait Evaluations {
    /// Returns the number of evaluations, with any outcome, of the predicate that decides `branch`.
    /// Returns 0 for an implicit branch. The number saturates at `u32::MAX`.
    fn evaluations(&self, branch: Edge) -> u32;
}

/// Capability: the functions that the test itself called, and those of them that returned. Method
/// goals need it.
///
/// ```
/// use sbst::execution::{MethodCalls, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let (trace, method) = (Trace::new(&graph), Function::new(0));
/// drop(trace.root().enter(method)); // an exception ended this call
/// assert!(trace.called_by_test(method) && !trace.returned_to_test(method));
/// trace.root().enter(method).returns(0, ());
/// assert!(trace.returned_to_test(method));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait MethodCalls {
    /// Returns `true` if the test itself called `function`. The end of the call does not matter.
    fn called_by_test(&self, function: Function) -> bool;

    /// Returns `true` if a call of `function` by the test itself returned normally, that is,
    /// without an exception.
    fn returned_to_test(&self, function: Function) -> bool;
}

/// Capability: the exceptions that left functions. Exception goals need it. Such a goal is made
/// when its exception is first seen.
///
/// The executor decides for which functions an exception counts: for every function that it leaves,
/// or only for the function that the test called.
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

    /// Visits every exception that was thrown, in any order, possibly more than once. If `visit`
    /// records exceptions, they may be visited too.
    fn each_thrown(&self, visit: &mut dyn FnMut(Thrown));
}

/// Capability: the functions that an implicit exception left in a call by the test itself.
/// [`ImplicitExceptionCoverage`](crate::objective::ImplicitExceptionCoverage) needs it. No goal
/// needs it.
///
/// [`Exceptions`] and [`MethodCalls`] together do not answer this question. The exception may have
/// left another call of the same function, and the caller of this call may have caught it.
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
/// // `try_get` catches the exception
/// caller.caller().enter(get).threw(out_of_bounds, ExceptionKind::Implicit);
/// drop(caller);
/// assert_eq!(threw(), []);
/// // no function catches this one: it ends the test
/// trace.root().enter(get).threw(out_of_bounds, ExceptionKind::Implicit);
/// assert_eq!(threw(), [get]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait ImplicitExceptions {
    /// Visits every function that an [implicit](crate::execution::ExceptionKind::Implicit)
    /// exception left in a call by the test itself. The order is arbitrary, and a function may be
    /// visited more than once.
    fn each_implicit_exception(&self, visit: &mut dyn FnMut(Function));
}

/// Capability: distances of the results of functions from [partitions](Partition). Output goals
/// need it.
///
/// ```
/// use sbst::execution::{Outputs, Partition, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let (trace, abs) =
///     (Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?), Function::new(0));
/// for value in [7, 3] {
///     trace.returned(abs, value);
/// }
/// assert_eq!(trace.output_distance(abs, Partition::Zero).map(|d| d.get()), Some(3.0));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait Outputs {
    /// Returns the least [`Partition::distance`] over all results of `function`. Returns `None` if
    /// no result was observed.
    fn output_distance(&self, function: Function, partition: Partition) -> Option<Distance>;
}

/// Capability: distances of the arguments of functions from [partitions](Partition). Input goals
/// need it.
///
/// ```
/// use sbst::execution::{Inputs, Partition, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let trace = Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?);
/// let f = trace.root().enter(Function::new(0));
/// f.argument(1, "abc"); // the second argument
/// assert_eq!(
///     trace.input_distance(Function::new(0), 1, Partition::Empty).map(|d| d.get()),
///     Some(3.0)
/// );
/// // no value of the first argument was recorded
/// assert_eq!(trace.input_distance(Function::new(0), 0, Partition::Empty), None);
///
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait Inputs {
    /// Returns the least [`Partition::distance`] over all values of an argument of `function`.
    /// Arguments are counted from 0. Returns `None` if no value was observed.
    fn input_distance(
        &self,
        function: Function,
        argument: u32,
        partition: Partition,
    ) -> Option<Distance>;
}

/// Capability: the infection distances of mutants. Goals of weak mutation need it.
///
/// ```
/// use sbst::distance::infection::{Overflow::Wraps, Unary::Negate, values};
/// use sbst::execution::{Infections, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Mutant;
///
/// let trace =
///     Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?).with_mutants(1);
/// let negated = Mutant::new(0); // -x in place of x
/// trace.infected(negated, values(Some(0), Negate.of(0, Wraps)));
/// assert_eq!(trace.infection(negated).map(|d| d.get()), Some(1.0)); // -0 is 0
/// trace.infected(negated, values(Some(5), Negate.of(5, Wraps)));
/// assert_eq!(trace.infection(negated).map(|d| d.get()), Some(0.0));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait Infections {
    /// Returns the least [infection distance](crate::distance::infection) over all evaluations of
    /// `mutant`. Returns `None` if it was never evaluated. The distance is 0 if and only if the
    /// mutant and the original gave different results in some evaluation.
    fn infection(&self, mutant: Mutant) -> Option<Distance>;
}

/// Capability: the operands with which each predicate came nearest to each of its branches.
/// [Explanations](crate::objective::Explanation) use it. No goal needs it.
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::execution::{NearestOperands, Operands};
/// use sbst::flow::{Edge, FlowBuilder, FlowGraph};
/// use sbst::id::Branch;
/// use std::collections::BTreeMap;
///
/// /// The nearest comparison for each branch, with its text.
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
    /// Returns the operands of the evaluation that came nearest to taking `branch`. Returns `None`
    /// if the branch was taken, if its predicate was never evaluated, or if the operands of the
    /// nearest evaluation were not recorded.
    fn operands(&self, branch: Edge) -> Option<NearestOperands>;
}
