//! Call sequences of paths, those that cover something new first.

use super::control::Control;
use super::once::possible;
use super::paths::Paths;
use super::product::{Calls, Product, Transition};
use super::trail::{Found, Then, Trails};
use crate::flow::{FlowGraph, Outcome};
use crate::id::{Block, Function};
use crate::seeding::usage::{UsageError, UsageModel, by_object};
use crate::sort::sort_by;
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

/// Call sequences of a function, and what the cap on its paths left out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Sequences<O, A> {
    /// For each path, in the order of the paths, and each object on it, in the order of the objects: the calls on the object.
    pub found: Vec<(O, Vec<A>)>,
    /// Number of paths that were listed; if it is less than the cap, all were.
    pub paths: usize,
    /// Edges that no listed path takes, in the order of the blocks.
    pub lost_edges: Vec<(Block, Outcome)>,
    /// Transitions that no listed path has and that another path may have, in the order of the objects. Without loops, another path has
    /// each of them; so it does in loops, unless the search for it gave up. Empty if all paths were listed.
    pub lost_transitions: Vec<MissingTransition<O, A>>,
}

/// A transition of a usage model that no listed path has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct MissingTransition<O, A> {
    /// The object.
    pub object: O,
    /// Its last n - 1 actions, fewer near the start.
    pub history: Vec<A>,
    /// The action that follows; `None` for the end.
    pub action: Option<A>,
}

/// Collects the calls on each object along the paths of a function: one sequence for each path and each object on it (SEED 3.1.1).
///
/// `calls` lists the calls of a block in their order, each with its object: a variable, or anything else that tells objects apart. A path
/// begins at the entry and ends at an exit (of a loop that never ends, at its virtual exit), and takes every edge of a decision at most
/// once: every edge out of a block with several edges, or with an edge and an exit. Which such paths there are does not depend on how blocks
/// are cut: a loop head may be one block, or several, each with one call. An edge that no such path takes is taken once by another path, which
/// repeats decisions once.
///
/// The publication considers the true branch of a loop only once (SEED 3.1.1), and prints no rule for other decisions, nor does it say if
/// there is a path that skips the loop: both are our reading. Here, a path may skip a loop unless the loop tests at its end. In a loop, a
/// path takes each side of an `if` at most once: of `do { if .. { x } else { y } } while ..`, the paths have `x` after `y` and `y` after
/// `x`, but not `x` after `x`. Neither `found` nor `lost_transitions` names such transitions; [`models`](super::models()) has them.
///
/// There can be exponentially many paths, and at most `most` are listed:
///
/// 1. while there is an edge that no path before took, a path that takes it;
/// 2. while some path has a transition, of models with n = `order`, that no path before has, a path that has it;
/// 3. all other paths, in the order of [`Outcome`], the last decision of a path first.
///
/// So a cap of at least the number of edges and transitions loses none of them, unless a search in a loop gives up; `lost_edges` and
/// `lost_transitions` say what was lost. The result is deterministic, and `found` of a smaller cap is the beginning of it.
/// [`models`](super::models()) learns all transitions without a cap.
///
/// # Complexity
///
/// - O(o e h log(e h)) to prepare, for o objects, e edges, and h histories of an object that reach a block.
/// - O(l) for each path of l edges, and O(o l) while an object has transitions that no path before has. Without loops, l < e; a path with d
///   decisions of loops has O(d e) edges. Inside loops, also O(edges of the loop) for each of its decisions.
/// - O(e h) for each edge and transition that no path before has: a search; without loops, none fails, and none is made at the cap.
/// - To find a path through a given place of a loop is NP-hard in general (Fortune, Hopcroft, Wyllie 1980). In a function with loops, a
///   search gives up 2^16 visits of nodes and edges after its start, all searches together after 2^24 visits, and after 2^22 more once the cap
///   is reached. An edge is then taken by a path that repeats others, and a transition counts as lost unless another path has it.
///
/// # Errors
///
/// [`UsageError::NoOrder`] and [`UsageError::OrderTooLarge`] as [`UsageModel::with_order`]; [`UsageError::TooManyHistories`] only for
/// n > 2. A function that the graph does not have gives no sequences.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::seeding::usage::sequences;
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
    UsageModel::<A>::with_order(order)?;
    let mut listed = Sequences { found: Vec::new(), paths: 0, lost_edges: Vec::new(), lost_transitions: Vec::new() };
    let Some(control) = Control::new(graph, function) else { return Ok(listed) };
    let calls: Vec<Vec<(O, A)>> = control.reached_calls(calls);
    let objects = Calls::new(&calls).objects;
    let mut of_objects = Vec::new();
    for (_, actions) in &objects {
        let product = Product::new(&control, order, &actions.by_block)?;
        of_objects.push(OfObject {
            is_covered: vec![false; product.transitions.len()],
            uncovered: product.transitions.len(),
            product,
        });
    }
    let (is_covered, trails) = (vec![false; control.edges.len()], Trails::new(&control));
    let mut listing = Listing { control: &control, is_covered, of_objects, trails, first: BTreeSet::new(), most };
    let mut tell = |path: &[usize]| {
        let blocks = core::iter::once(0).chain(path.iter().map(|&edge| control.edges[edge].to));
        listed.found.extend(by_object(blocks.flat_map(|block| calls[block].iter().cloned())));
        listed.paths += 1;
    };
    listing.cover_edges(&mut tell);
    let left = listing.cover_transitions(&mut tell);
    let lost = listing.list_others(left, &mut tell);
    for (edge, _) in control.edges.iter().zip(&listing.is_covered).filter(|(_, is_covered)| !**is_covered) {
        listed.lost_edges.push((control.block(edge.from), edge.name));
    }
    for (at, transition) in lost {
        let (object, actions) = &objects[at];
        let Transition { history, action } = &listing.of_objects[at].product.transitions[transition];
        let name = |action: &usize| actions.names[*action].clone();
        let (history, action) = (history.iter().map(name).collect(), action.as_ref().map(name));
        listed.lost_transitions.push(MissingTransition { object: object.clone(), history, action });
    }
    Ok(listed)
}

/// The paths that were listed, and what they cover.
struct Listing<'c> {
    control: &'c Control,
    /// By edge.
    is_covered: Vec<bool>,
    of_objects: Vec<OfObject>,
    trails: Trails<'c>,
    /// Those that covered something first, so that they are not listed twice.
    first: BTreeSet<Vec<usize>>,
    /// Paths that may still be listed.
    most: usize,
}

struct OfObject {
    product: Product,
    /// By transition.
    is_covered: Vec<bool>,
    /// Number of transitions that no path has had.
    uncovered: usize,
}

/// A transition, with the place of its object.
type Left = (usize, usize);

impl Listing<'_> {
    fn list(&mut self, path: Vec<usize>, tell: &mut impl FnMut(&[usize])) {
        tell(&path);
        self.most -= 1;
        for &edge in &path {
            self.is_covered[edge] = true;
        }
        self.mark(&path);
        self.first.insert(path);
    }

    fn mark(&mut self, path: &[usize]) {
        // Most objects of a long function have all transitions soon.
        for object in self.of_objects.iter_mut().filter(|object| object.uncovered > 0) {
            object.uncovered -= object.product.mark(self.control, path, &mut object.is_covered);
        }
    }

    /// Edges first: by paths that take each decision once, then, where there are none, by others.
    fn cover_edges(&mut self, tell: &mut impl FnMut(&[usize])) {
        let blocks = Product::of_blocks(self.control);
        for is_forced in [false, true] {
            for edge in 0..self.control.edges.len() {
                if self.is_covered[edge] || self.most == 0 {
                    continue;
                }
                let from = self.control.edges[edge].from;
                let path = if is_forced {
                    self.trails.forced(&blocks, edge)
                } else {
                    match self.trails.find(&blocks, |block| block == from, Then::Edge(edge), Some(&self.is_covered)) {
                        Found::Path(path) => Some(path),
                        Found::Nothing | Found::GaveUp => None,
                    }
                };
                if let Some(path) = path {
                    self.list(path, tell);
                }
            }
        }
    }

    /// Then the transitions that paths have. Returns those that are left, in the order of the objects: that some path has, when no path may
    /// be listed any more, or for which the search gave up.
    fn cover_transitions(&mut self, tell: &mut impl FnMut(&[usize])) -> Vec<Left> {
        let (mut left, mut visits) = (Vec::new(), 0);
        for object in 0..self.of_objects.len() {
            let product = &self.of_objects[object].product;
            let possible = possible(self.control, product, &mut visits);
            let mut order: Vec<usize> = (0..product.transitions.len()).collect();
            sort_by(&mut order, |&a, &b| product.transitions[a].cmp(&product.transitions[b]));
            for transition in order {
                let OfObject { product, is_covered, .. } = &self.of_objects[object];
                if is_covered[transition] || !possible[transition] {
                    continue;
                }
                if self.most == 0 {
                    // Without loops, every walk is a path.
                    if self.control.is_acyclic {
                        left.push((object, transition));
                        continue;
                    }
                    self.trails.at_cap();
                }
                let found = match product.transitions[transition].action {
                    None => self.trails.find(product, |node| product.ends[node] == Some(transition), Then::Stop, None),
                    Some(_) => self.trails.find(product, |node| product.taken[node].contains(&transition), Then::Anything, None),
                };
                match found {
                    Found::Nothing => {}
                    Found::Path(path) if self.most > 0 => self.list(path, tell),
                    Found::Path(_) | Found::GaveUp => left.push((object, transition)),
                }
            }
        }
        left
    }

    /// Then all other paths. Returns the transitions that are lost: those that are left, unless all paths were listed or one of them has it.
    fn list_others(&mut self, mut left: Vec<Left>, tell: &mut impl FnMut(&[usize])) -> Vec<Left> {
        let mut paths = Paths::new(self.control);
        while self.most > 0 {
            let Some(path) = paths.next() else { return Vec::new() };
            if !self.first.contains(path) {
                self.most -= 1;
                tell(path);
                if !left.is_empty() {
                    self.mark(path);
                }
            }
        }
        left.retain(|&(object, transition)| !self.of_objects[object].is_covered[transition]);
        left
    }
}
