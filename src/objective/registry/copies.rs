//! Copies of blocks in which a registry has goals.

use super::goals::Goals;
use crate::flow::decisions::CompoundDecision;
use crate::flow::{FlowGraph, GraphIdentity, GraphMismatch, UnrolledGraph};
use crate::formula::Shared;
use crate::objective::{Goal, Place};
use alloc::format;
use alloc::string::{String, ToString};

/// Number of blocks after the first up to which a path is shown in full.
const MOST_BLOCKS: usize = 12;

impl<X: ?Sized> Goals<X> {
    /// Sets the copies of blocks in which the goals of histories lie: vectors of conditions,
    /// definitions and uses, paths, calling contexts.
    ///
    /// From now on the goals belong to the graph of the copies, as if by [`bind`](Self::bind).
    /// [`add`](Self::add) sets the copies itself.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the copies were made from another graph than the graph of the goals, or
    /// if the registry has goals in other copies. Nothing is changed then.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::paths::prime_paths;
    /// use sbst::flow::{FlowBuilder, FlowGraph, UnrolledGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::{Criterion, Goal, Goals, Program};
    ///
    /// // 0: while a { 1 }  2
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
    /// let paths = prime_paths(&graph, Function::new(0), 100)?;
    /// let unrolled = UnrolledGraph::builder(&graph).paths(paths).build()?;
    /// let mut goals = Goals::<Trace>::new();
    /// goals.unroll(unrolled.clone())?; // an error here, where `add` would panic
    /// goals.add(Criterion::Path, &Program::new(&graph).with_unrolled(&unrolled));
    ///
    /// // To store a path by its number, store the identity that the number belongs to.
    /// let copies = goals.unrolled().map(|copies| copies.graph().identity());
    /// assert_eq!(copies, Some(unrolled.graph().identity()));
    /// let words = goals.history_in_words(Goal::Path(2), &graph);
    /// assert_eq!(words.as_deref(), Some("f0: block 1 -> block 0 -> block 2"));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn unroll(&mut self, unrolled: UnrolledGraph) -> Result<(), GraphMismatch> {
        self.unroll_as(&unrolled)
    }

    /// Does what [`unroll`](Self::unroll) does; clones the copies only if the registry does not
    /// have them.
    pub(in crate::objective) fn unroll_as(
        &mut self,
        unrolled: &UnrolledGraph,
    ) -> Result<(), GraphMismatch> {
        if self.graph != GraphIdentity::default() && self.graph != unrolled.made_for() {
            return Err(GraphMismatch { made_for: unrolled.made_for(), used_with: self.graph });
        }
        let made_for = unrolled.made_for();
        self.take_copies(unrolled)?;
        self.graph = made_for;
        Ok(())
    }

    /// Sets the copies without binding the goals. The copies must be of the graph of the goals, or
    /// of a graph that it has grown from.
    pub(super) fn take_copies(&mut self, unrolled: &UnrolledGraph) -> Result<(), GraphMismatch> {
        let made_for = unrolled.graph().identity();
        if let Some(known) = &self.unrolled {
            let used_with = known.graph().identity();
            if used_with == made_for {
                return Ok(());
            }
            // Goals name their paths and contexts by the numbers of their copies.
            if self.reads(known.history().fact()) {
                return Err(GraphMismatch { made_for, used_with });
            }
        }
        self.histories.give(unrolled.shared());
        self.unrolled = Some(Shared::new(unrolled.clone()));
        Ok(())
    }

    /// Returns the copies in which goals of histories lie, if there are any.
    #[must_use]
    pub fn unrolled(&self) -> Option<&UnrolledGraph> {
        self.unrolled.as_deref()
    }

    /// Returns the decisions of which no vector is a goal, although a criterion of decisions was
    /// added: they have more than 64 conditions, or more vectors than
    /// [`most_vectors`](crate::flow::UnrolledBuilder::most_vectors) allows. Ascending by their
    /// conditions. The coverage by such a criterion is not complete.
    #[must_use]
    pub fn left_out(&self) -> &[CompoundDecision] {
        &self.left_out
    }

    /// Adds a decision without goals, unless it is there already.
    pub(in crate::objective) fn leave_out(&mut self, decision: &CompoundDecision) {
        let conditions = |known: &CompoundDecision| known.conditions().cmp(decision.conditions());
        if let Err(place) = self.left_out.binary_search_by(conditions) {
            self.left_out.insert(place, decision.clone());
        }
    }

    /// Returns the history of a goal in the names of the graph: the blocks of a path, or the branch
    /// and the calls of a calling context.
    ///
    /// `None` for other goals, and for a path or context that the copies do not have. For a long
    /// path, only its first and its last blocks are shown.
    #[must_use]
    pub fn history_in_words(&self, goal: Goal, graph: &FlowGraph) -> Option<String> {
        let unrolled = self.unrolled.as_ref()?;
        match goal {
            Goal::Path(number) => {
                let blocks = unrolled.path_places().get(number as usize)?.0.blocks();
                let (&first, rest) = blocks.split_first()?;
                let mut words = graph.show_block(first).to_string();
                for (place, &block) in rest.iter().enumerate() {
                    match place {
                        _ if rest.len() <= MOST_BLOCKS
                            || place < MOST_BLOCKS / 2
                            || place + MOST_BLOCKS / 2 >= rest.len() =>
                        {
                            words.push_str(" -> ");
                            words.push_str(&graph.show_local_block(block).to_string());
                        }
                        _ if place == MOST_BLOCKS / 2 => words.push_str(" -> .."),
                        _ => {}
                    }
                }
                Some(words)
            }
            Goal::Context(number, branch) => {
                self.context_in_words(number, Place::Branch(branch), graph)
            }
            Goal::ContextEntry(number) => {
                let callee = unrolled.contexts().get(number as usize)?.callee;
                self.context_in_words(number, Place::Function(callee), graph)
            }
            _ => None,
        }
    }

    /// Returns a place in a calling context, in the names of the graph.
    fn context_in_words(&self, number: u32, place: Place, graph: &FlowGraph) -> Option<String> {
        let context = self.unrolled.as_ref()?.contexts().get(number as usize)?;
        let mut words = place.in_graph(graph).to_string();
        words.push_str(if context.sites.is_empty() { ", called by the test" } else { ", called" });
        for (place, (caller, site)) in context.sites.iter().enumerate() {
            let before = if place == 0 { " at" } else { ", at" };
            words.push_str(&format!("{before} {site} of {}", graph.show_function(*caller)));
        }
        Some(words)
    }
}
