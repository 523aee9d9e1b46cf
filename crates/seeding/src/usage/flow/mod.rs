//! Call sequences and usage models from control flow (SEED 3.1.1).
//!
//! - [`control`] reads a function once into numbered edges, ends and loops.
//! - [`product`] pairs each block with the last calls on one object, and rules out transitions that
//!   no path can have.
//! - [`models`](self::models()) makes a model of each product, with all transitions at once.
//! - [`trail`] searches for a path through a given edge or transition, and enumerates all paths.
//! - [`sequences`](self::sequences()) first lists the paths that cover something new, then all
//!   other paths.

mod control;
mod product;
mod sequences;
mod trail;

pub use sequences::{MissingTransition, Sequences, sequences};

use self::control::Control;
use self::product::{Product, actions_by_object};
use super::{UsageError, UsageModel};
use alloc::vec::Vec;
use sbst::flow::FlowGraph;
use sbst::id::{Block, Function};

/// Creates a usage model for each object of a function, with all transitions that the control flow
/// allows.
///
/// No paths are listed, and there is no cap. The models are in the order of the objects. `order` is
/// the n of the models. `calls` lists the calls of a block in their order, each with its object: a
/// variable, or anything else that distinguishes objects. A function that the graph does not have
/// gives no models.
///
/// A model has a transition if at least one walk from the entry to an exit takes it; in a loop that
/// never ends, the exit is the virtual exit. Each transition has the count 1. Walks without a call
/// on an object are ignored for the object. [`UsageModel::sequences`] of each model is 1.
///
/// To get the model of a class, merge the models of its objects. [`UsageModel::merge`] gives each
/// function and object the same weight; [`UsageModel::merge_weighted`] gives them weights of your
/// own.
///
/// The publication lists paths and takes the true branch of a loop only once (SEED 3.1.1), as
/// [`sequences`](sequences()) does. A walk may take the branch again. For `while .. { read
/// }`, the model of this function has `read` after `read`, and the model of the paths does not.
///
/// Time and space are O(h e log(h e)) for each object, with e edges and h histories that reach a
/// block. For n = 2, h is at most the number of actions of the object plus 1.
///
/// # Errors
///
/// Returns [`UsageError::NoOrder`] if n is 0, and [`UsageError::OrderTooLarge`] if it is greater
/// than [`MAX_ORDER`](crate::usage::MAX_ORDER). For n > 2, returns
/// [`UsageError::TooManyHistories`] if the walks of the function have more than 2^18 pairs of a
/// block and a history of an object.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst_seeding::usage::models;
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
/// assert_eq!(model.probability(&["open"], Some(&"read")), 0.5); // counts are 1
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
    for (object, actions) in actions_by_object(&calls) {
        // From each reachable block a walk leads to an end (a loop without an end has a virtual
        // exit). So each transition of the product is on a walk from the entry to an end, and no
        // search is needed.
        let product = Product::new(&control, order, &actions.by_block)?;
        let mut model: UsageModel<A> = empty.clone();
        for transition in &product.transitions {
            let history =
                transition.history.iter().map(|&action| actions.names[action].clone()).collect();
            let action = transition.action.map(|action| &actions.names[action]);
            model.states.entry(history).or_default().see(action, 1);
        }
        model.sequences = 1;
        models.push((object, model));
    }
    Ok(models)
}
