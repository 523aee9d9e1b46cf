//! Capabilities that some goals need besides [`Execution`]. Implement those that your goals need: a missing one is a compile error where such
//! a goal is added.

use crate::distance::Distance;
#[cfg(doc)]
use crate::execution::{Direct, Execution};
use crate::execution::{NearestOperands, Partition, Thrown};
use crate::flow::Edge;
use crate::id::{Function, Mutant};

/// Capability: numbers of evaluations of predicates. Goals [as printed](crate::objective::Published) need them: there, the distance of a
/// branch counts only if its predicate was evaluated at least twice.
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
    /// Returns the number of evaluations of the predicate that decides `branch`, with any outcome; 0 for an implicit branch. Saturates at
    /// `u32::MAX`.
    fn evaluations(&self, branch: Edge) -> u32;
}

/// Capability: the functions that the test itself called, and whether they returned. Method goals need it.
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
    /// Returns `true` if the test itself called `function`, however the call ended.
    fn called_by_test(&self, function: Function) -> bool;

    /// Returns `true` if a call by the test returned normally, that is, without an exception.
    fn returned_to_test(&self, function: Function) -> bool;
}

/// Capability: the exceptions that left functions. Exception goals need it; they are made when an exception is first seen.
///
/// The executor decides whether an exception counts for every function that it leaves, or only for the function that the test called.
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

    /// Visits every exception that was thrown, in any order, possibly more than once. Exceptions that `visit` itself records may be visited
    /// too.
    fn each_thrown(&self, visit: &mut dyn FnMut(Thrown));
}

/// Capability: the functions that the test itself called, and that an implicit exception left.
/// [`ImplicitExceptionCoverage`](crate::objective::ImplicitExceptionCoverage) needs it; no goal does.
///
/// [`Exceptions`] and [`MethodCalls`] together do not answer this question: the exception may have left another call of the same function,
/// and its caller may have caught it.
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
    /// Visits every function that an [implicit](crate::execution::ExceptionKind::Implicit) exception left in a call by the test itself, in any
    /// order, possibly more than once.
    fn each_implicit_exception(&self, visit: &mut dyn FnMut(Function));
}

/// Capability: the results of functions. Output goals need it.
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
    /// Returns the least [`Partition::distance`] over all results of `function`; `None` if no result was observed.
    fn output_distance(&self, function: Function, partition: Partition) -> Option<Distance>;
}

/// Capability: the arguments of functions. Input goals need it.
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
    /// Returns the least [`Partition::distance`] over all values of an argument of `function`, counted from 0; `None` if no value was observed.
    fn input_distance(&self, function: Function, argument: u32, partition: Partition) -> Option<Distance>;
}

/// Capability: infection distances of mutants. Goals of weak mutation need it.
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
    /// Returns the least [infection distance](crate::distance::infection) over all evaluations of `mutant`; `None` if it was never evaluated.
    /// The distance is 0 if and only if an evaluation of the mutant differed from that of the original.
    fn infection(&self, mutant: Mutant) -> Option<Distance>;
}

/// Capability: the operands with which a predicate came nearest to its sides. Explanations use it; no goal needs it.
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
    /// Returns the operands of the evaluation that came nearest to taking `branch`. Returns `None` if the branch was taken, if the predicate
    /// was never evaluated, or if the operands of this evaluation were not recorded.
    fn operands(&self, branch: Edge) -> Option<NearestOperands>;
}
