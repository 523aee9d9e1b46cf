//! Call sequences of paths, those that cover something new first.

use super::control::Control;
use super::once::possible;
use super::paths::Paths;
use super::product::{Calls, Product, Transition};
use super::trail::{Then, Trails};
use crate::flow::{FlowGraph, Outcome};
use crate::id::{Block, Function};
use crate::seeding::usage::{UsageError, UsageModel, by_object};
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
    /// Transitions that no listed path has, although some path has them, in the order of the objects.
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
/// begins at the entry and ends at an exit (of a loop that never ends, at its virtual exit), and takes every edge at most once: the true
/// branch of a loop is considered once, as in the publication. An edge that no such path takes, such as the back edge of a do-while loop,
/// is taken once by a path that repeats others once.
///
/// There can be exponentially many paths, and at most `most` are listed:
///
/// 1. while there is an edge that no path before took, a path that takes it;
/// 2. while some path has a transition, of models with n = `order`, that no path before has, a path that has it;
/// 3. all other paths, in the order of [`Outcome`], the last decision of a path first.
///
/// So a cap of at least the number of edges and transitions loses none of them; a smaller one says what it lost. The result is
/// deterministic, and that of a smaller cap is the beginning of it. [`models`](super::models()) learns all transitions without a cap.
///
/// Time: O(edges + calls) for each path, and O(h edges) for each edge and transition that no path before covers, with h histories that reach
/// a block; inside loops also O(edges of the loop) for each edge of a path. Whether a path takes a given place of a loop is NP-hard in
/// general (Fortune, Hopcroft, Wyllie 1980): a search gives up after 1 000 dead ends, as if no path did.
///
/// # Errors
///
/// [`UsageError::NoOrder`] and [`UsageError::OrderTooLarge`] as [`UsageModel::with_order`]; [`UsageError::TooManyHistories`] only for
/// n > 2. A function that the graph does not have gives no sequences.
///
/// ```
/// use sbst::flow::{Body, FlowGraph};
/// use sbst::id::Function;
/// use sbst::seeding::usage::sequences;
///
/// // 0: list.new()  1: while list.hasNext() { 2: list.add() }  3: list.size()
/// let graph =
///     FlowGraph::of(&Body::new().jump(0, 1).branch(1, 2, 3).jump(2, 1).exit(3))?;
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
        of_objects.push((vec![false; product.transitions.len()], product));
    }
    let mut listing =
        Listing { control: &control, is_covered: vec![false; control.edges.len()], of_objects, first: BTreeSet::new(), most };
    let mut tell = |path: &[usize]| {
        let blocks = core::iter::once(0).chain(path.iter().map(|&edge| control.edges[edge].to));
        listed.found.extend(by_object(blocks.flat_map(|block| calls[block].iter().cloned())));
        listed.paths += 1;
    };
    listing.cover_edges(&mut tell);
    let lost = listing.cover_transitions(&mut tell);
    listing.list_others(&mut tell);
    for (edge, _) in control.edges.iter().zip(&listing.is_covered).filter(|(_, is_covered)| !**is_covered) {
        listed.lost_edges.push((control.block(edge.from), edge.name));
    }
    for (at, transition) in lost {
        let (object, actions) = &objects[at];
        let Transition { history, action } = &listing.of_objects[at].1.transitions[transition];
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
    /// By object: its transitions, whether they are covered.
    of_objects: Vec<(Vec<bool>, Product)>,
    /// Those that covered something first, so that they are not listed twice.
    first: BTreeSet<Vec<usize>>,
    /// Paths that may still be listed.
    most: usize,
}

impl Listing<'_> {
    fn list(&mut self, path: Vec<usize>, tell: &mut impl FnMut(&[usize])) {
        tell(&path);
        self.most -= 1;
        for &edge in &path {
            self.is_covered[edge] = true;
        }
        for (is_covered, product) in &mut self.of_objects {
            product.mark(self.control, &path, is_covered);
        }
        self.first.insert(path);
    }

    /// Edges first: by paths that take each edge once, then, where there are none, by others.
    fn cover_edges(&mut self, tell: &mut impl FnMut(&[usize])) {
        let (blocks, mut trails) = (Product::of_blocks(self.control), Trails::new(self.control));
        for is_forced in [false, true] {
            for edge in 0..self.control.edges.len() {
                if self.is_covered[edge] || self.most == 0 {
                    continue;
                }
                let from = self.control.edges[edge].from;
                let path = if is_forced {
                    trails.forced(&blocks, edge)
                } else {
                    trails.find(&blocks, |block| block == from, Then::Edge(edge), Some(&self.is_covered))
                };
                if let Some(path) = path {
                    self.list(path, tell);
                }
            }
        }
    }

    /// Then the transitions that paths have; those that are left when the cap is reached, each with the place of its object.
    fn cover_transitions(&mut self, tell: &mut impl FnMut(&[usize])) -> Vec<(usize, usize)> {
        let (mut trails, mut lost) = (Trails::new(self.control), Vec::new());
        for object in 0..self.of_objects.len() {
            let possible = possible(self.control, &self.of_objects[object].1);
            let mut order: Vec<usize> = (0..self.of_objects[object].1.transitions.len()).collect();
            order.sort_unstable_by_key(|&transition| &self.of_objects[object].1.transitions[transition]);
            for transition in order {
                let (is_covered, product) = &self.of_objects[object];
                if is_covered[transition] || !possible[transition] {
                    continue;
                }
                // Without loops, every walk is a path.
                if self.most == 0 && self.control.is_acyclic {
                    lost.push((object, transition));
                    continue;
                }
                let path = match product.transitions[transition].action {
                    None => trails.find(product, |node| product.ends[node] == Some(transition), Then::Stop, None),
                    Some(_) => trails.find(product, |node| product.taken[node].contains(&transition), Then::Anything, None),
                };
                match path {
                    None => {}
                    Some(_) if self.most == 0 => lost.push((object, transition)),
                    Some(path) => self.list(path, tell),
                }
            }
        }
        lost
    }

    fn list_others(&mut self, tell: &mut impl FnMut(&[usize])) {
        let mut paths = Paths::new(self.control);
        while self.most > 0
            && let Some(path) = paths.next()
        {
            if !self.first.contains(path) {
                self.most -= 1;
                tell(path);
            }
        }
    }
}
