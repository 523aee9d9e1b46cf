//! The call tree: a capability with the answers of each call by itself.

use crate::distance::{Decision, Distance};
use crate::execution::{Capability, Execution};
use crate::flow::{Edge, FlowGraph, GraphMismatch};
use crate::id::{Activation, Block, CallSite, Function};

/// Capability: the calls of an execution as a tree, with answers for each call by itself.
/// [Flags](crate::fitness::flag) and goals of [crash reproduction](crate::fitness::crash) need it.
///
/// The tree is a list. Activations are numbered from 0 in the order of their calls. A caller
/// therefore comes before its callees, and a pass over the list needs no recursion. Each activation
/// is an execution of its own: see [`Within`]. All activations together are the [`Execution`].
///
/// The answers of your own store are not checked, and wrong answers never cause a panic. If the
/// number of a caller is not lower than that of the call, or if a call site is wrong, a flag does
/// not find the call, and keeps the observed distance. In the tests of your executor, call
/// [`Refined::check`](crate::fitness::flag::Refined::check), which then returns
/// [`FlagError::NothingKnown`](crate::fitness::flag::FlagError::NothingKnown). A wrong caller with
/// a possible number cannot always be found.
///
/// ```
/// use sbst::distance::{Decision, Distance, Nearest, lt};
/// use sbst::execution::{CallTree, Execution, Within};
/// use sbst::flow::{Edge, FlowBuilder, FlowGraph};
/// use sbst::id::{Activation, Block, CallSite, Function};
/// use std::collections::BTreeMap;
///
/// /// One call, as an executor keeps it, with its progress and comparisons by block.
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
///     // this executor keeps no decisions
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
    /// Returns the number of activations. Their numbers are 0 up to this number, exclusive.
    fn activation_count(&self) -> u32;

    /// Returns the function that was called. Returns `None` if and only if there is no such
    /// activation.
    fn callee(&self, activation: Activation) -> Option<Function>;

    /// Returns the activation that made the call, with the call site if it is known. Returns `None`
    /// if the test made the call. The caller has a lower number than `activation`.
    fn caller(&self, activation: Activation) -> Option<(Activation, Option<CallSite>)>;

    /// Returns the [distance of a branch](Execution::branch_distance) in this activation, without
    /// the activations that it called. Returns `None` for a branch of another function.
    fn branch_distance_in(&self, activation: Activation, branch: Edge) -> Option<Distance>;

    /// Returns the [progress](Execution::progress) in a block in this activation, without the
    /// activations that it called. Returns `None` for a block of another function.
    fn progress_in(&self, activation: Activation, block: Block) -> Option<u32>;

    /// Visits each block in which this activation set its result to a [`Decision`], with the last
    /// decision that was set there. The order must not change from one call to the next.
    ///
    /// For example, `return a < b` sets the result to the decision of `a < b`. From its distance,
    /// [flags](crate::fitness::flag) compute how near the function came to returning the other
    /// value. In a store that keeps no decisions, visit nothing: the results then count as unknown.
    fn results_in(&self, activation: Activation, visit: &mut dyn FnMut(Block, Decision));
}

/// One activation as an execution, without the calls that it made. An activation that does not
/// exist is an execution of nothing.
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
        if let Some(function) = self.0.callee(self.1) {
            visit(function);
        }
    }
    fn fits(&self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        self.0.fits(graph)
    }
    fn knows(&self, capability: Capability) -> bool {
        self.0.knows(capability)
    }
}

// Derived implementations would demand that `X` is `Copy`, which a reference does not need.
impl<X: ?Sized> Clone for Within<'_, X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: ?Sized> Copy for Within<'_, X> {}
