//! The builder of an unrolled graph.

use super::contexts::Contexts;
use super::draft::Draft;
use super::error::UnrolledError;
use super::graph::UnrolledGraph;
use crate::decisions::CompoundDecision;
use crate::definitions::Definitions;
use crate::paths::BlockPath;
use alloc::vec::Vec;
use sbst::flow::FlowGraph;
use sbst::id::Function;

/// The settings of an [`UnrolledGraph`]: the histories that it tells apart, and how many copies it
/// may have.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst_histories::UnrolledGraph;
/// use sbst_histories::paths::prime_paths;
///
/// // while a { 1 }
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
/// let unrolled = UnrolledGraph::builder(&graph)
///     .paths(prime_paths(&graph, Function::new(0), 100)?)
///     .build()?;
/// assert_eq!(unrolled.paths().count(), 3); // 0 1 0, 1 0 1, 1 0 2
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[must_use]
#[derive(Debug)]
pub struct UnrolledBuilder<'a> {
    graph: &'a FlowGraph,
    decisions: Vec<CompoundDecision>,
    definitions: Option<&'a Definitions>,
    paths: Vec<BlockPath>,
    /// The depth, and the roots.
    contexts: Option<(usize, Vec<Function>)>,
    most_vectors: usize,
    most_copies: usize,
}

impl UnrolledGraph {
    /// Creates a builder for copies of `graph`. Without further calls it tells nothing apart, and
    /// copies nothing.
    pub fn builder(graph: &FlowGraph) -> UnrolledBuilder<'_> {
        UnrolledBuilder {
            graph,
            decisions: Vec::new(),
            definitions: None,
            paths: Vec::new(),
            contexts: None,
            most_vectors: 256,
            most_copies: 1 << 20,
        }
    }
}

impl<'a> UnrolledBuilder<'a> {
    /// Tells the vectors of these decisions apart: which conditions were evaluated, and with which
    /// values.
    ///
    /// [`CompoundDecision::all`] finds the decisions of a graph. A block has one copy for each
    /// prefix of a vector with which it is entered, and so have the blocks of operands that have
    /// control flow of their own. A function has one copy for each level of decisions within
    /// operands of others.
    pub fn decisions(mut self, decisions: impl IntoIterator<Item = CompoundDecision>) -> Self {
        self.decisions.extend(decisions);
        self
    }

    /// Tells apart which definition of a variable was the last one.
    ///
    /// A function has one copy for each of its variables. In that copy, a block has one copy for
    /// each definition that reaches it. Uses on branches that exist only because of the virtual
    /// exit of an endless loop are left out.
    pub fn definitions(self, definitions: &'a Definitions) -> Self {
        Self { definitions: Some(definitions), ..self }
    }

    /// Tells apart how much of each of these paths was followed. A function has one copy for each
    /// of its paths, in which a block has one copy for each prefix of the path that ends with it.
    ///
    /// Each path is followed by itself, so that the value of its goal does not depend on which other
    /// paths are goals. Time is linear in the number of paths of a function: each of its hooks takes
    /// some 90 instructions for each path, and the sweep of an execution that entered it some 250
    /// for each copied block. With a thousand paths of a loop over five blocks (18 646 copies), a
    /// round of the loop takes 310 000 instructions, and a sweep 4.5 million.
    ///
    /// The number of the [goal](crate::PATH) of a path is its place in [`UnrolledGraph::paths`],
    /// which has the paths in the order in which they were given.
    pub fn paths(mut self, paths: impl IntoIterator<Item = BlockPath>) -> Self {
        self.paths.extend(paths);
        self
    }

    /// Tells calling contexts apart by their last `depth` call sites (at least 1), beginning with
    /// calls of `roots` by the test.
    ///
    /// A function has one copy for each of its contexts. The contexts follow from the [call
    /// edges](sbst::flow::FlowBuilder::call) of the graph. A call at a site without a call edge
    /// has no context. Neither has a call by the test of a function that is not a root, nor a call
    /// that is made from an activation without a context.
    pub fn contexts(self, depth: usize, roots: impl IntoIterator<Item = Function>) -> Self {
        Self { contexts: Some((depth, roots.into_iter().collect())), ..self }
    }

    /// Sets the maximum number of vectors of a decision: 256 by default. Decisions with more
    /// vectors are [left out](UnrolledGraph::left_out).
    pub fn most_vectors(self, vectors: usize) -> Self {
        Self { most_vectors: vectors, ..self }
    }

    /// Sets the maximum number of copies of blocks in total: 2^20 by default.
    ///
    /// The edges out of the copies of one function, counted with the ranges of their arms, may be
    /// eight times as many. The same maximum applies to calling contexts, counted together with
    /// their call sites and the calls between them.
    pub fn most_copies(self, copies: usize) -> Self {
        Self { most_copies: copies, ..self }
    }

    /// Creates the unrolled graph. O(c log c) for c copies.
    ///
    /// # Errors
    ///
    /// [`UnrolledError`] if there would be too many copies, or if a decision, a definition, a use
    /// or a path does not belong to the graph.
    pub fn build(self) -> Result<UnrolledGraph, UnrolledError> {
        let mut draft = Draft::of(self.graph, self.most_copies);
        draft.add_decisions(self.decisions, self.most_vectors)?;
        if let Some(definitions) = self.definitions {
            draft.add_definitions(definitions)?;
        }
        draft.add_paths(self.paths)?;
        if let Some((depth, roots)) = self.contexts {
            draft.add_contexts(Contexts::of(self.graph, &roots, depth, self.most_copies)?)?;
        }
        Ok(draft.finish())
    }
}
