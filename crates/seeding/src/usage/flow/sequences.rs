//! Call sequences of the paths of a function. Paths that cover something new come first.

use super::control::Control;
use super::product::{Product, Transition, actions_by_object, possible};
use super::trail::{Found, Then, Trails};
use crate::sort::sort_by;
use crate::usage::{UsageError, UsageModel, by_object};
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;
use sbst::flow::{FlowGraph, Outcome};
use sbst::id::{Block, Function};

/// Call sequences of a function, with the edges and transitions that the cap on its paths left out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Sequences<O, A> {
    /// The calls on one object along one path, with the object. The order is by path, and by object
    /// within a path.
    pub found: Vec<(O, Vec<A>)>,
    /// Number of paths that were listed. If it is less than the cap, all paths were listed.
    pub paths: usize,
    /// Edges that no listed path takes, each as its block and its outcome, in the order of the
    /// blocks.
    pub lost_edges: Vec<(Block, Outcome)>,
    /// Transitions that no listed path has and that another path may have, in the order of the
    /// objects.
    ///
    /// Another path has each of them, except those for which a search in a loop gave up. The list
    /// is empty if `paths` is less than the cap.
    pub lost_transitions: Vec<MissingTransition<O, A>>,
}

/// A transition of a usage model that no listed path of [`Sequences`] has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct MissingTransition<O, A> {
    /// The object whose model has the transition.
    pub object: O,
    /// The last n - 1 actions on the object; fewer near the start.
    pub history: Vec<A>,
    /// The action that follows; `None` for the end.
    pub action: Option<A>,
}

/// Collects the calls on each object along the paths of a function: one sequence for each path and
/// each object on it (SEED 3.1.1).
///
/// `calls` lists the calls of a block in their order, each with its object: a variable, or anything
/// else that distinguishes objects. At most `most` paths are listed. `order` is the n of the models
/// that will learn the sequences. A function that the graph does not have gives no sequences.
///
/// # Paths
///
/// A path begins at the entry and ends at an exit; in a loop that never ends, it ends at the
/// virtual exit. A *decision* is a block with several edges, or with an edge and an exit. A path
/// takes each edge of a decision at most once. The paths do not depend on how code is cut into
/// blocks: a loop head may be one block, or several blocks with one call each. If no such path
/// takes an edge, another path takes it once and repeats other decisions once.
///
/// The publication considers the true branch of a loop only once (SEED 3.1.1). It prints no rule
/// for other decisions, and does not say if a path may skip the loop; both rules here are readings
/// of this crate. A path may skip a loop unless the loop tests at its end. In a loop, a path takes
/// each side of an `if` at most once. For example, the paths of `do { if .. { x } else { y } }
/// while ..` have `x` after `y` and `y` after `x`, but not `x` after `x`. Such transitions are
/// neither in `found` nor in `lost_transitions`; [`models`](super::models()) has them.
///
/// # Cap
///
/// There can be exponentially many paths. They are listed in this order, until `most` are listed:
///
/// 1. For each edge that no path before takes, a path that takes it.
/// 2. For each transition of the models that no path before has, a path that has it, if there is
///    one.
/// 3. All other paths, in the order of [`Outcome`]; the last decision of a path changes first.
///
/// Therefore a cap of at least the number of edges plus transitions loses none of them, unless a
/// search in a loop gives up. The fields `lost_edges` and `lost_transitions` name what was lost.
/// The result is deterministic, and `found` of a smaller cap is the beginning of `found` of a
/// greater cap. [`models`](super::models()) learns all transitions without a cap.
///
/// # Complexity
///
/// - Preparation takes O(o e h log(e h)) for o objects, e edges, and h histories of an object that
///   reach a block.
/// - A path of l edges takes O(l), and O(o l) while an object has transitions that no path before
///   has. Without loops, l is less than e. A path with d decisions in loops has O(d e) edges, and
///   each of these decisions also takes time linear in the edges of the loop.
/// - Each edge and each transition that no path before has takes a search in O(e h). Without loops,
///   no search fails, and no search is made after the cap is reached.
/// - To find a path through a given place of a loop is NP-hard in general (Fortune, Hopcroft,
///   Wyllie 1980). In a function with loops, a search gives up after 2^16 visits of nodes and
///   edges. All searches together give up after 2^24 visits; once the cap is reached, after 2^22
///   more. If the search for an edge gives up, a path that repeats decisions takes the edge. If the
///   search for a transition gives up, the transition is lost unless another path has it.
///
/// # Errors
///
/// Returns [`UsageError::NoOrder`] if `order` is 0, and [`UsageError::OrderTooLarge`] if it is
/// greater than [`MAX_ORDER`](crate::usage::MAX_ORDER). For n > 2, returns
/// [`UsageError::TooManyHistories`] if the walks of the function have more than 2^18 pairs of a
/// block and a history of an object.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst_seeding::usage::sequences;
///
/// // 0: list.new()  1: while list.hasNext() { 2: list.add() }  3: list.size()
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().jump(0, 1).branch(1, 2, 3).jump(2, 1).exit(3),
/// )?;
/// let names = ["new", "hasNext", "add", "size"];
/// let calls = |block| [("list", names[graph.local(block) as usize])];
/// let all = sequences(&graph, Function::new(0), 100, 2, calls)?;
/// let [once, never] = [
///     vec!["new", "hasNext", "add", "hasNext", "size"],
///     vec!["new", "hasNext", "size"],
/// ];
/// assert_eq!(all.found, [("list", once), ("list", never)]);
/// assert_eq!(
///     (all.paths, all.lost_edges.len(), all.lost_transitions.len()),
///     (2, 0, 0)
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sequences<O: Ord + Clone, A: Ord + Clone, C: IntoIterator<Item = (O, A)>>(
    graph: &FlowGraph,
    function: Function,
    most: usize,
    order: usize,
    calls: impl Fn(Block) -> C,
) -> Result<Sequences<O, A>, UsageError> {
    // This model only checks n; the sequences are for models of the caller.
    UsageModel::<A>::with_order(order)?;
    let mut listed = Sequences {
        found: Vec::new(),
        paths: 0,
        lost_edges: Vec::new(),
        lost_transitions: Vec::new(),
    };
    let Some(control) = Control::new(graph, function) else { return Ok(listed) };
    // One product for each object: the transitions of an object depend on its own calls only.
    let calls: Vec<Vec<(O, A)>> = control.reached_calls(calls);
    let objects = actions_by_object(&calls);
    let mut of_objects = Vec::new();
    for (_, actions) in &objects {
        let product = Product::new(&control, order, &actions.by_block)?;
        of_objects.push(OfObject {
            is_covered: vec![false; product.transitions.len()],
            uncovered: product.transitions.len(),
            product,
        });
    }
    // SEED 3.1.1: a path gives one sequence for each object with calls on the path.
    let mut tell = |path: &[usize]| {
        let blocks = core::iter::once(0).chain(path.iter().map(|&edge| control.edges[edge].to));
        listed.found.extend(by_object(blocks.flat_map(|block| calls[block].iter().cloned())));
        listed.paths += 1;
    };
    let mut listing = Listing {
        control: &control,
        is_covered: vec![false; control.edges.len()],
        of_objects,
        trails: Trails::new(&control),
        first: BTreeSet::new(),
        most,
        tell: &mut tell,
    };
    // All paths in plain order would lose edges and transitions to the cap: with 20 `if`s in a row,
    // the first 100 paths differ only in the last 7 decisions.
    listing.cover_edges(&Product::new(&control, 1, &[])?);
    let left = listing.cover_transitions();
    let lost = listing.list_others(left);
    for (edge, &is_covered) in control.edges.iter().zip(&listing.is_covered) {
        if !is_covered {
            listed.lost_edges.push((control.block(edge.from), edge.name));
        }
    }
    // Transitions are numbers until here; name their actions.
    for (at, transition) in lost {
        let (object, actions) = &objects[at];
        let Transition { history, action } =
            &listing.of_objects[at].product.transitions[transition];
        let name = |action: &usize| actions.names[*action].clone();
        let (history, action) = (history.iter().map(name).collect(), action.as_ref().map(name));
        listed.lost_transitions.push(MissingTransition { object: object.clone(), history, action });
    }
    Ok(listed)
}

/// State of a listing of paths: the edges and transitions that the listed paths cover.
struct Listing<'c> {
    /// The control flow of the function.
    control: &'c Control,
    /// By edge: `true` if a listed path takes it.
    is_covered: Vec<bool>,
    /// By object: its transitions.
    of_objects: Vec<OfObject>,
    /// Searches for paths.
    trails: Trails<'c>,
    /// The paths of steps 1 and 2, so that step 3 does not list them again.
    first: BTreeSet<Vec<usize>>,
    /// Number of paths that may still be listed.
    most: usize,
    /// Takes each path that is listed.
    tell: &'c mut dyn FnMut(&[usize]),
}

/// The transitions of one object.
struct OfObject {
    /// The product of the control flow and the histories of the object.
    product: Product,
    /// By transition: `true` if a listed path has it.
    is_covered: Vec<bool>,
    /// Number of transitions that no listed path has.
    uncovered: usize,
}

/// The place of an object, and the number of one of its transitions.
type Left = (usize, usize);

impl Listing<'_> {
    /// Lists a path of step 1 or 2, and marks what it covers.
    fn list(&mut self, path: Vec<usize>) {
        (self.tell)(&path);
        self.most -= 1;
        for &edge in &path {
            self.is_covered[edge] = true;
        }
        self.mark(&path);
        self.first.insert(path);
    }

    /// Marks the transitions that a path has.
    fn mark(&mut self, path: &[usize]) {
        // In a long function, most objects soon have all their transitions; their products need not
        // follow the path any more.
        for object in self.of_objects.iter_mut().filter(|object| object.uncovered > 0) {
            object.uncovered -= object.product.mark(self.control, path, &mut object.is_covered);
        }
    }

    /// Step 1: lists a path for each edge that no listed path takes.
    ///
    /// Paths that take each decision at most once come first. Edges that have no such path, or
    /// whose search gave up, are then forced. `blocks` is the product without calls.
    fn cover_edges(&mut self, blocks: &Product) {
        for is_forced in [false, true] {
            for edge in 0..self.control.edges.len() {
                if self.is_covered[edge] || self.most == 0 {
                    continue;
                }
                let from = self.control.edges[edge].from;
                let path = if is_forced {
                    self.trails.forced(blocks, edge)
                } else {
                    // After the edge, the path prefers edges that are not covered: fewer paths then
                    // cover all edges.
                    let is_goal = |node: usize| blocks.nodes[node].block == from;
                    match self.trails.find(blocks, is_goal, Then::Edge(edge, &self.is_covered)) {
                        Found::Path(path) => Some(path),
                        Found::Nothing | Found::GaveUp => None,
                    }
                };
                if let Some(path) = path {
                    self.list(path);
                }
            }
        }
    }

    /// Step 2: lists a path for each transition that no listed path has, if there is such a path.
    ///
    /// Returns the transitions that are left, in the order of the objects: those for which the
    /// search gave up, and those that a path has when the cap is reached.
    fn cover_transitions(&mut self) -> Vec<Left> {
        let (mut left, mut visits) = (Vec::new(), 0);
        for object in 0..self.of_objects.len() {
            let product = &self.of_objects[object].product;
            let possible = possible(self.control, product, &mut visits);
            // In the order of histories and actions, which does not depend on the order in which
            // the product met them.
            let mut order: Vec<usize> = (0..product.transitions.len()).collect();
            sort_by(&mut order, |&a, &b| product.transitions[a].cmp(&product.transitions[b]));
            for transition in order {
                let OfObject { product, is_covered, .. } = &self.of_objects[object];
                if is_covered[transition] || !possible[transition] {
                    continue;
                }
                if self.most == 0 {
                    // Without loops every walk is a path, so a path has the transition; no search
                    // is needed.
                    if self.control.is_acyclic {
                        left.push((object, transition));
                        continue;
                    }
                    self.trails.at_cap();
                }
                // The goal is a node that takes the transition. A path takes a transition to the
                // end only where it stops.
                let takes = |node: usize| {
                    let node = &product.nodes[node];
                    node.end == Some(transition) || node.taken.contains(&transition)
                };
                let is_end = product.transitions[transition].action.is_none();
                let then = if is_end { Then::Stop } else { Then::Anything };
                match self.trails.find(product, takes, then) {
                    Found::Nothing => {}
                    Found::Path(path) if self.most > 0 => self.list(path),
                    Found::Path(_) | Found::GaveUp => left.push((object, transition)),
                }
            }
        }
        left
    }

    /// Step 3: lists all other paths.
    ///
    /// `left` is the result of step 2. Returns the transitions that are lost: none if the
    /// enumeration ends before the cap is reached, otherwise those of `left` that no path listed
    /// here has.
    fn list_others(&mut self, mut left: Vec<Left>) -> Vec<Left> {
        let is_all = self.most > 0
            && Trails::new(self.control).each_path(|path| {
                if !self.first.contains(path) {
                    self.most -= 1;
                    (self.tell)(path);
                    if !left.is_empty() {
                        self.mark(path);
                    }
                }
                self.most > 0
            });
        // If all paths were listed, no path has a transition that is still left.
        if is_all {
            return Vec::new();
        }
        left.retain(|&(object, transition)| !self.of_objects[object].is_covered[transition]);
        left
    }
}
