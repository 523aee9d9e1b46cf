//! The trait of all questions beside the two of every execution.

use super::execution::has_answers;
use crate::distance::{Decision, Distance};
use crate::execution::{Effect, Execution, Fact, NearestOperands, Partition, Plane, Thrown};
#[cfg(doc)]
use crate::execution::{ExceptionKind, On, Record, Trace};
use crate::flow::{Edge, FlowGraph};
use crate::id::{Activation, Block, CallSite, Function, Mutant};

/// What an execution knows beside its branches and blocks. Some goals ask for it.
///
/// All methods are provided. Implement those that your store can answer, and say in
/// [`knows`](Self::knows) which facts they are. A store that has the two answers of [`Execution`]
/// only writes one line: `impl Facts for Mine {}`. A goal that reads a fact which the execution does
/// not know is refused with an [error](crate::objective::NotRecorded) that names both.
///
/// [`Trace`], [`Record`] and slices of executions implement the trait. It is dyn-compatible: one
/// registry of type `Goals<dyn Facts>` measures executions of any type. The table of the
/// [module](crate::execution#facts) says which goals ask for which fact. Goals of crash
/// reproduction also need [`StackTraces`](crate::execution::StackTraces).
///
/// ```
/// use sbst::distance::{Distance, Nearest};
/// use sbst::execution::*;
/// use sbst::flow::{Edge, FlowGraph};
/// use sbst::id::{Block, Function};
/// use std::collections::{BTreeMap, BTreeSet};
///
/// /// One run, as an executor keeps it.
/// #[derive(Default)]
/// struct Seen {
///     /// For each block: its progress and nearest comparisons; in all calls, and in
///     /// direct calls.
///     blocks: [BTreeMap<Block, (u32, Nearest)>; 2],
///     called: BTreeSet<Function>,
///     returned: BTreeSet<Function>,
///     outputs: BTreeMap<Function, NearestValues>,
/// }
///
/// impl Seen {
///     fn distance(&self, view: usize, branch: Edge) -> Option<Distance> {
///         let holds = branch.outcome.holds()?;
///         self.blocks[view].get(&branch.source)?.1.to(holds)
///     }
///     fn ran(&self, view: usize, block: Block) -> Option<u32> {
///         Some(self.blocks[view].get(&block)?.0)
///     }
/// }
///
/// impl Execution for Seen {
///     fn branch_distance(&self, branch: Edge) -> Option<Distance> {
///         self.distance(0, branch)
///     }
///     fn progress(&self, block: Block) -> Option<u32> {
///         self.ran(0, block)
///     }
/// }
/// impl Facts for Seen {
///     fn knows(&self, fact: Fact) -> bool {
///         matches!(fact, Fact::On(Plane::Direct) | Fact::MethodCalls | Fact::Outputs)
///     }
///     fn branch_distance_on(&self, plane: Plane, branch: Edge) -> Option<Distance> {
///         if plane == Plane::Direct { self.distance(1, branch) } else { None }
///     }
///     fn progress_on(&self, plane: Plane, block: Block) -> Option<u32> {
///         if plane == Plane::Direct { self.ran(1, block) } else { None }
///     }
///     fn called_by_test(&self, function: Function) -> bool {
///         self.called.contains(&function)
///     }
///     fn returned_to_test(&self, function: Function) -> bool {
///         self.returned.contains(&function)
///     }
///     fn output_distance(
///         &self,
///         function: Function,
///         partition: Partition,
///     ) -> Option<Distance> {
///         self.outputs.get(&function)?.distance(partition)
///     }
/// }
///
/// fn measurable(_: &dyn Facts) {}
/// measurable(&Seen::default());
/// // The run as a record: to write it to a file, or to merge it with others.
/// let record = Record::of(&FlowGraph::new(), &Seen::default());
/// assert!(record.knows(Fact::Outputs) && !record.knows(Fact::Inputs));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what it knows beside branches and blocks",
    note = "write `impl sbst::execution::Facts for {Self} {{}}` if it knows nothing else"
)]
#[expect(unused_variables, reason = "named for those who implement the methods")]
pub trait Facts: Execution {
    /// Returns `true` if the execution knows a fact: if all its answers about it are there.
    ///
    /// A registry asks once for each fact that its goals read, and refuses an execution that does
    /// not know one, because missing answers would count as answers of an empty execution. A suite
    /// knows what all its executions know.
    ///
    /// The provided method knows nothing.
    fn knows(&self, fact: Fact) -> bool {
        false
    }

    /// Returns the [distance of a branch](Execution::branch_distance) on a plane.
    fn branch_distance_on(&self, plane: Plane, branch: Edge) -> Option<Distance> {
        None
    }

    /// Returns the [progress](Execution::progress) in a block on a plane.
    fn progress_on(&self, plane: Plane, block: Block) -> Option<u32> {
        None
    }

    /// Visits every function with an answer on a plane, in any order, possibly more than once.
    /// `graph` is the graph of the plane.
    ///
    /// The provided method asks about all blocks and branches: for direct calls, of the functions
    /// that were entered; among copies, of all.
    fn entered_on(&self, plane: Plane, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        let mut see = |function| {
            let progress = |block| self.progress_on(plane, block);
            let distance = |edge| self.branch_distance_on(plane, edge);
            if has_answers(graph, function, progress, distance) {
                visit(function);
            }
        };
        match plane {
            Plane::Direct => self.entered(graph, &mut see),
            Plane::Within(activation) => {
                if let Some(function) = self.callee(activation) {
                    visit(function);
                }
            }
            Plane::History(_) => graph.functions().for_each(see),
        }
    }

    /// Returns the number of evaluations, with any outcome, of the predicate that decides `branch`.
    /// Returns 0 for an implicit branch. The number saturates at `u32::MAX`.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::{Facts, Trace};
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
    fn evaluations(&self, branch: Edge) -> u32 {
        0
    }

    /// Returns the [number of evaluations](Self::evaluations) on a plane.
    fn evaluations_on(&self, plane: Plane, branch: Edge) -> u32 {
        0
    }

    /// Returns `true` if the test itself called `function`. The end of the call does not matter.
    ///
    /// ```
    /// use sbst::execution::{Facts, Trace};
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
    fn called_by_test(&self, function: Function) -> bool {
        false
    }

    /// Returns `true` if a call of `function` by the test itself returned normally, that is,
    /// without an exception.
    fn returned_to_test(&self, function: Function) -> bool {
        false
    }

    /// Returns `true` if this exception was thrown.
    ///
    /// The executor decides for which functions an exception counts: for every function that it
    /// leaves, or only for the function that the test called.
    ///
    /// ```
    /// use sbst::execution::{ExceptionKind, Facts, Thrown, Trace};
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
    fn has_thrown(&self, thrown: Thrown) -> bool {
        false
    }

    /// Visits every exception that was thrown, in any order, possibly more than once. If `visit`
    /// records exceptions, they may be visited too.
    fn each_thrown(&self, visit: &mut dyn FnMut(Thrown)) {}

    /// Visits every function that an [implicit](ExceptionKind::Implicit) exception left in a call
    /// by the test itself. The order is arbitrary, and a function may be visited more than once.
    /// [`ImplicitExceptionCoverage`](crate::objective::ImplicitExceptionCoverage) asks for it, and
    /// no goal.
    ///
    /// Exceptions and calls of the test together do not answer this: the exception may have left
    /// another call of the same function, and the caller of this call may have caught it.
    ///
    /// ```
    /// use sbst::execution::{ExceptionKind, Facts, Trace};
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
    fn each_implicit_exception(&self, visit: &mut dyn FnMut(Function)) {}

    /// Returns the least [`Partition::distance`] over all results of `function`. Returns `None` if
    /// no result was observed.
    ///
    /// ```
    /// use sbst::execution::{Facts, Partition, Trace};
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
    fn output_distance(&self, function: Function, partition: Partition) -> Option<Distance> {
        None
    }

    /// Returns the least [`Partition::distance`] over all values of an argument of `function`.
    /// Arguments are counted from 0. Returns `None` if no value was observed.
    ///
    /// ```
    /// use sbst::execution::{Facts, Partition, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// let trace = Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?);
    /// let (f, empty) = (Function::new(0), Partition::Empty);
    /// trace.root().enter(f).argument(1, "abc"); // the second argument
    /// assert_eq!(trace.input_distance(f, 1, empty).map(|d| d.get()), Some(3.0));
    /// // no value of the first argument was recorded
    /// assert_eq!(trace.input_distance(f, 0, empty), None);
    /// let mut arguments = Vec::new();
    /// trace.each_argument(f, &mut |argument| arguments.push(argument));
    /// assert_eq!(arguments, [1]);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    fn input_distance(
        &self,
        function: Function,
        argument: u32,
        partition: Partition,
    ) -> Option<Distance> {
        None
    }

    /// Visits every argument of `function` with a value, in any order, possibly more than once.
    /// [`Record::of`] asks about these.
    fn each_argument(&self, function: Function, visit: &mut dyn FnMut(u32)) {}

    /// Returns the least [infection distance](crate::distance::infection) over all evaluations of
    /// `mutant`. Returns `None` if it was never evaluated. The distance is 0 if and only if the
    /// mutant and the original gave different results in some evaluation.
    ///
    /// ```
    /// use sbst::distance::infection::{Overflow::Wraps, Unary::Negate, values};
    /// use sbst::execution::{Facts, Trace};
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
    fn infection(&self, mutant: Mutant) -> Option<Distance> {
        None
    }

    /// Returns the least [`Effect`] of `mutant` over all executions with it in place of the
    /// original: the effect nearest to killing it. Returns `None` if it was not executed.
    ///
    /// To save time, run only the mutants that [infected](Self::infection) the state: other mutants
    /// cannot be killed.
    ///
    /// ```
    /// use sbst::distance::ne;
    /// use sbst::execution::{Effect, Facts, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Mutant;
    ///
    /// let trace =
    ///     Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?).with_mutants(2);
    /// let [original, mutant] = [7, 5]; // the outputs of the two runs
    /// let effect = Effect::NONE.with_outputs(ne(original, mutant).to_true());
    /// trace.affected(Mutant::new(0), effect);
    /// assert!(trace.effect(Mutant::new(0)).is_some_and(|effect| effect.is_killed()));
    /// assert_eq!(trace.effect(Mutant::new(1)), None); // this mutant was not run
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    fn effect(&self, mutant: Mutant) -> Option<Effect> {
        None
    }

    /// Visits every mutant with an infection or an effect, in any order, possibly more than once.
    /// [`Record::of`] asks about these.
    fn each_mutant(&self, visit: &mut dyn FnMut(Mutant)) {}

    /// Returns the operands of the evaluation that came nearest to taking `branch`. Returns `None`
    /// if the branch was taken, if its predicate was never evaluated, or if the operands of the
    /// nearest evaluation were not recorded. [Explanations](crate::objective::Explanation) show
    /// them.
    fn operands(&self, branch: Edge) -> Option<NearestOperands> {
        None
    }

    /// Returns the number of activations. Their numbers are 0 up to this number, exclusive, in the
    /// order of the calls: so a caller comes before its callees.
    ///
    /// Each activation is a plane of its own ([`Plane::Within`]), without the activations that it
    /// called; all together are the [`Execution`]. [Flags](crate::fitness::flag) and goals of [crash
    /// reproduction](crate::fitness::crash) ask for them.
    ///
    /// The answers of your own store are not checked, and wrong answers never cause a panic. If the
    /// number of a caller is not lower than that of the call, or if a call site is wrong, a flag
    /// does not find the call, and keeps the observed distance:
    /// [`Refined::check`](crate::fitness::flag::Refined::check) then returns
    /// [`FlagError::NothingKnown`](crate::fitness::flag::FlagError::NothingKnown). A wrong caller
    /// with a possible number cannot always be found.
    fn activation_count(&self) -> u32 {
        0
    }

    /// Returns the function that was called. Returns `None` if and only if there is no such
    /// activation.
    fn callee(&self, activation: Activation) -> Option<Function> {
        None
    }

    /// Returns the activation that made the call, with the call site if it is known. Returns `None`
    /// if the test made the call. The caller has a lower number than `activation`.
    fn caller(&self, activation: Activation) -> Option<(Activation, Option<CallSite>)> {
        None
    }

    /// Visits each block in which this activation set its result to a [`Decision`], with the last
    /// decision that was set there. The order must not change from one call to the next.
    ///
    /// For example, `return a < b` sets the result to the decision of `a < b`. From its distance,
    /// [flags](crate::fitness::flag) compute how near the function came to returning the other
    /// value. In a store that keeps no decisions, visit nothing: the results then count as unknown.
    fn results_in(&self, activation: Activation, visit: &mut dyn FnMut(Block, Decision)) {}
}
