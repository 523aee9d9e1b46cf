//! Models of a control flow itself.

use super::control::Control;
use super::product::{Calls, Product};
use crate::flow::FlowGraph;
use crate::id::{Block, Function};
use crate::seeding::usage::{UsageError, UsageModel};
use alloc::vec::Vec;

/// Creates a model for each object of a function, in the order of the objects, with all transitions that the control flow allows: without a
/// list of paths, and without a cap.
///
/// `calls` lists the calls of a block in their order, each with its object: a variable, or anything else that tells objects apart. A model
/// has each transition that some walk from the entry to an exit takes (to the virtual exit, in a loop that never ends), and counts it once.
/// A function adds one to [`UsageModel::sequences`]. Walks on which nothing is called on an object say nothing of it. Add the models of all
/// objects of a class by [`UsageModel::merge`], which gives each function and object the same weight, or by
/// [`UsageModel::merge_weighted`].
///
/// The publication lists paths, and takes the true branch of a loop only once (SEED 3.1.1), as [`sequences`](super::sequences()) does. A
/// walk may take it again: of `while .. { read }`, the model of the flow has `read` after `read`, those of the paths do not.
///
/// Time and space are O(h e log(h e)) for each object, with e edges and h histories that reach a block: for n = 2, at most the actions of the
/// object and one.
///
/// # Errors
///
/// [`UsageError::NoOrder`] and [`UsageError::OrderTooLarge`] as [`UsageModel::with_order`]; [`UsageError::TooManyHistories`] only for
/// n > 2. A function that the graph does not have gives no models.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::seeding::usage::models;
///
/// // 0: file.open()  1: while .. { 2: file.read() }  3: file.close()
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().jump(0, 1).branch(1, 2, 3).jump(2, 1).exit(3),
/// )?;
/// let calls = |block| {
///     let action = ["open", "", "read", "close"][graph.local(block) as usize];
///     (!action.is_empty()).then_some(("file", action))
/// };
/// let found = models(&graph, Function::new(0), 2, calls)?;
/// let (object, model) = &found[0];
/// assert_eq!((*object, model.transition_count()), ("file", 6));
/// assert!(
///     model.accepts(&["open", "close"])
///         && model.accepts(&["open", "read", "read", "close"])
/// );
/// assert_eq!(model.probability(&["open"], Some(&"read")), 0.5); // each counts 1
///
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn models<O: Ord + Clone, A: Ord + Clone, C: IntoIterator<Item = (O, A)>>(
    graph: &FlowGraph,
    function: Function,
    order: usize,
    calls: impl Fn(Block) -> C,
) -> Result<Vec<(O, UsageModel<A>)>, UsageError> {
    let empty = UsageModel::with_order(order)?;
    let Some(control) = Control::new(graph, function) else { return Ok(Vec::new()) };
    let calls: Vec<Vec<(O, A)>> = control.reached_calls(calls);
    let mut models = Vec::new();
    for (object, actions) in Calls::new(&calls).objects {
        let product = Product::new(&control, order, &actions.by_block)?;
        let mut model: UsageModel<A> = empty.clone();
        for transition in &product.transitions {
            let history = transition.history.iter().map(|&action| actions.names[action].clone()).collect();
            let action = transition.action.map(|action| &actions.names[action]);
            model.states.entry(history).or_default().see(action, 1);
        }
        model.sequences = 1;
        models.push((object, model));
    }
    Ok(models)
}

impl Control {
    /// Returns, by block, its calls; of a block that cannot be reached, none.
    pub(super) fn reached_calls<T, C: IntoIterator<Item = T>>(&self, calls: impl Fn(Block) -> C) -> Vec<Vec<T>> {
        let of = |block: usize| if self.is_reached(block) { calls(self.block(block)).into_iter().collect() } else { Vec::new() };
        (0..self.ways.len()).map(of).collect()
    }

    /// Without edges, a block that can be reached is an exit.
    fn is_reached(&self, block: usize) -> bool {
        self.ends[block] || !self.ways[block].is_empty()
    }
}
