//! Histories that goals of a registry read, and the copies of blocks in which the goals lie.

use super::goals::Goals;
use crate::flow::decisions::CompoundDecision;
use crate::flow::{FlowGraph, GraphIdentity, GraphMismatch, History, UnrolledGraph};
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
        if let Some(known) = self.unrolled.take() {
            self.histories.take_back(known.history().id());
        }
        self.histories.give(unrolled.shared());
        self.unrolled = Some(Shared::new(unrolled.clone()));
        Ok(())
    }

    /// Adds a history that goals read: [`trace`](Self::trace) then records it, and observations have
    /// its table ([`Observed::on`](crate::objective::Observed::on)).
    ///
    /// Goals of several crates may each bring histories; a history that is given again is the same
    /// one. Each history that goals read is swept for each execution, as the program is. From now on
    /// the goals belong to the graph of the copies, as if by [`bind`](Self::bind).
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the copies were made from another graph than the graph of the goals.
    /// Nothing is changed then.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::Trace;
    /// use sbst::flow::{Automaton, FlowBuilder, FlowGraph, History, Outcome};
    /// use sbst::id::{Block, Function};
    /// use sbst::objective::{Goals, HistoryGoal, Kind, Needs, Tables};
    ///
    /// const TWICE: Kind = Kind::new("twice").unwrap();
    ///
    /// /// How often was block 1 entered, up to twice?
    /// struct Twice;
    /// impl Automaton for Twice {
    ///     type State = u32;
    ///     fn start(&self) -> u32 {
    ///         0
    ///     }
    ///     fn next(&self, state: u32, _: Block, _: Outcome, to: Block) -> u32 {
    ///         2.min(state + u32::from(to == Block::new(1)))
    ///     }
    /// }
    ///
    /// // 0: while i < n { 1 }  2
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
    /// let mut builder = History::builder(&graph);
    /// let copied = builder.copy(Function::new(0), &Twice)?;
    /// let history = builder.build();
    /// // "Go round the loop twice": the copies of block 1 with the state 2.
    /// let copies = history.graph().blocks_of(copied.function).zip(copied.states);
    /// let second = copies.filter(|&(copy, state)| {
    ///     state == 2 && history.block_of(copy) == Some(Block::new(1))
    /// });
    ///
    /// let mut goals = Goals::<Trace>::new();
    /// goals.follow(&history)?;
    /// let needs = Needs::at([Block::new(1)]).in_words("b1, twice");
    /// let copies = second.map(|(copy, _)| copy);
    /// goals.push(HistoryGoal::new(TWICE.goal([1]), needs, &history, copies));
    /// let (trace, mut tables, mut row) =
    ///     (goals.trace(&graph), Tables::new(&graph), vec![]);
    /// let f = trace.root().enter(Function::new(0));
    /// f.decide(0, lt(0, 1));
    /// f.end(1);
    /// f.decide(0, lt(1, 1));
    /// f.end(2);
    /// drop(f);
    /// goals.measure(&graph, &trace, &mut tables, &mut row);
    /// assert_eq!(row[0].to_string(), "(0, 1)"); // 1 < 1 is missed by 1
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn follow(&mut self, history: &History) -> Result<(), GraphMismatch> {
        let made_for = history.made_for();
        if self.graph != GraphIdentity::default() && self.graph != made_for {
            return Err(GraphMismatch { made_for, used_with: self.graph });
        }
        self.graph = made_for;
        self.histories.give(&Shared::new(history.clone()));
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
                let half = MOST_BLOCKS / 2;
                let is_long = rest.len() > MOST_BLOCKS;
                let hidden = if is_long { half..rest.len() - half } else { 0..0 };
                for (place, &block) in rest.iter().enumerate() {
                    if !hidden.contains(&place) {
                        words.push_str(&format!(" -> {}", graph.show_local_block(block)));
                    } else if place == hidden.start {
                        words.push_str(" -> ..");
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
