//! Which call was made within which.

use crate::distance::{Decision, Distance};
use crate::execution::Execution;
use crate::flow::{Edge, FlowGraph, GraphMismatch};
use crate::id::{Activation, Block, CallSite, Function};

/// Capability: the calls of an execution one by one, as a tree. For flags ([`fitness::flag`](crate::fitness::flag)), and for the chain of
/// calls that leads to a crash.
///
/// The tree is flat: activations are numbered from 0 in the order of their calls, a caller before its callees, so that one pass needs
/// no recursion. Each is an execution of its own: see [`Within`]. All of them together are the [`Execution`].
///
/// The numbers of a store of your own are believed. With wrong ones nothing panics: a call whose caller has no lower number, or whose site
/// is wrong, is not found by the flag that it decides, and that flag keeps the distance that was observed. Ask
/// [`Refined::check`](crate::fitness::flag::Refined::check) in the tests of your executor: it returns
/// [`FlagError::NothingKnown`](crate::fitness::flag::FlagError::NothingKnown) then. It cannot always tell a caller that is wrong but possible.
///
/// ```
/// use sbst::distance::{Decision, Distance, Nearest, lt};
/// use sbst::execution::{CallTree, Execution, Within};
/// use sbst::flow::{Edge, FlowBuilder, FlowGraph};
/// use sbst::id::{Activation, Block, CallSite, Function};
/// use std::collections::BTreeMap;
///
/// /// What an executor keeps of a call; blocks by their number in the program.
/// struct Call {
///     function: Function,
///     caller: Option<(Activation, Option<CallSite>)>,
///     blocks: BTreeMap<Block, (u32, Nearest)>,
/// }
/// struct Calls(Vec<Call>);
///
/// impl Execution for Calls {
///     fn branch_distance(&self, branch: Edge) -> Option<Distance> {
///         (0..)
///             .map(Activation::new)
///             .take(self.0.len())
///             .filter_map(|call| self.branch_distance_in(call, branch))
///             .min()
///     }
///     fn progress(&self, block: Block) -> Option<u32> {
///         (0..)
///             .map(Activation::new)
///             .take(self.0.len())
///             .filter_map(|call| self.progress_in(call, block))
///             .max()
///     }
/// }
/// impl CallTree for Calls {
///     fn activation_count(&self) -> u32 {
///         self.0.len() as u32
///     }
///     fn callee(&self, a: Activation) -> Option<Function> {
///         Some(self.0.get(a.index())?.function)
///     }
///     fn caller(&self, a: Activation) -> Option<(Activation, Option<CallSite>)> {
///         self.0.get(a.index())?.caller
///     }
///     fn branch_distance_in(&self, a: Activation, branch: Edge) -> Option<Distance> {
///         self.0
///             .get(a.index())?
///             .blocks
///             .get(&branch.source)?
///             .1
///             .to(branch.outcome.holds()?)
///     }
///     fn progress_in(&self, a: Activation, block: Block) -> Option<u32> {
///         Some(self.0.get(a.index())?.blocks.get(&block)?.0)
///     }
///     // it keeps none
///     fn results_in(&self, _: Activation, _: &mut dyn FnMut(Block, Decision)) {}
/// }
///
/// // A function that calls itself: with 5, and then with 2.
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let (f, entry) = (Function::new(0), Block::new(0));
/// let call = |n: i32, caller| {
///     let mut nearest = Nearest::default();
///     nearest.see(lt(n, 2));
///     Call { function: f, caller, blocks: BTreeMap::from([(entry, (0, nearest))]) }
/// };
/// let calls = Calls(vec![call(5, None), call(2, Some((Activation::new(0), None)))]);
/// let less = graph
///     .branches_of(entry)
///     .next()
///     .and_then(|branch| graph.get_edge(branch))
///     .expect("decides");
/// let distance = |call| {
///     Within(&calls, Activation::new(call)).branch_distance(less).map(|d| d.get())
/// };
/// assert_eq!([distance(0), distance(1)], [Some(4.0), Some(1.0)]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait CallTree: Execution {
    /// Returns the number of activations.
    fn activation_count(&self) -> u32;

    /// Returns the function that was called; `None` iff there is no such activation.
    fn callee(&self, activation: Activation) -> Option<Function>;

    /// Returns the activation that made the call, one with a lower number, and at which of its sites, if that is known; `None` if the test
    /// did.
    fn caller(&self, activation: Activation) -> Option<(Activation, Option<CallSite>)>;

    /// Returns [`Execution::branch_distance`] in this activation alone, without those that it called; `None` for branches of other
    /// functions.
    fn branch_distance_in(&self, activation: Activation, branch: Edge) -> Option<Distance>;

    /// Returns [`Execution::progress`] in this activation alone, without those that it called; `None` for blocks of other functions.
    fn progress_in(&self, activation: Activation, block: Block) -> Option<u32>;

    /// Visits each block at which this activation set its result to a [`Decision`], with the last decision set there, in a fixed order.
    ///
    /// `return a < b` sets the result to the decision of `a < b`: what returns the other value is that far away, as
    /// [flags](crate::fitness::flag) need to know. A store that keeps no decisions visits nothing; then such results count as unknown.
    fn results_in(&self, activation: Activation, visit: &mut dyn FnMut(Block, Decision));
}

/// One activation, as an execution: what happened in it, without the calls that it made. Nothing happened in one that does not exist.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::{CallTreeLimits, Trace, Within};
/// use sbst::fitness::fitness_of_block;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Activation, Function};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
/// for x in [14, 12] {
///     trace.root().enter(Function::new(0)).decide(0, lt(x, 10));
/// }
/// let then = graph.block(Function::new(0), 1);
/// let in_call = |number| {
///     fitness_of_block(&graph, &Within(&trace, Activation::new(number)), then)
///         .distance
///         .get()
/// };
/// assert_eq!([0, 1].map(in_call), [5.0, 3.0]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Debug)]
pub struct Within<'a, X: ?Sized>(pub &'a X, pub Activation);

impl<X: CallTree + ?Sized> Execution for Within<'_, X> {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.0.branch_distance_in(self.1, branch)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.0.progress_in(self.1, block)
    }
    fn entered(&self, _: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        self.0.callee(self.1).into_iter().for_each(visit);
    }
    fn fits(&self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        self.0.fits(graph)
    }
}

// Derived, these would demand that X is Copy.
impl<X: ?Sized> Clone for Within<'_, X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: ?Sized> Copy for Within<'_, X> {}
