//! The construction of an unrolled graph.

use super::automata::{Conditions, LastDefinition, Prefixes};
use super::contexts::Contexts;
use super::error::UnrolledError;
use super::graph::{CopiedVector, Parts, UnrolledGraph};
use crate::decisions::{CompoundDecision, Vectors};
use crate::definitions::{DefinitionPlace, DefinitionUse, Definitions, UsePlace};
use crate::paths::BlockPath;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::ToString;
use alloc::vec::Vec;
use sbst::flow::decisions::DecisionCheck;
use sbst::flow::{Automaton, FlowGraph, History, HistoryBuilder, HistoryError, Outcome};
use sbst::id::{Block, Branch, Function, Variable};

/// An unrolled graph under construction.
pub(super) struct Draft<'a> {
    graph: &'a FlowGraph,
    /// The copies so far.
    builder: HistoryBuilder<'a>,
    /// The goals so far, without copies.
    parts: Parts,
}

/// A copy of a function, with its blocks by the block and the state of which they are copies.
struct Copies<S> {
    function: Function,
    locals: BTreeMap<(Block, S), u32>,
}

impl<'a> Draft<'a> {
    /// Creates an unrolled graph without copies.
    pub(super) fn of(graph: &'a FlowGraph, most: usize) -> Self {
        let builder = History::builder(graph).most_copies(most);
        Self { graph, builder, parts: Parts::default() }
    }

    /// Adds a copy of a function.
    fn copy<A: Automaton>(
        &mut self,
        function: Function,
        memory: &A,
    ) -> Result<Copies<A::State>, HistoryError> {
        let copied = self.builder.copy(function, memory)?;
        let copies = copied.blocks.into_iter().zip(copied.states).zip(0..);
        Ok(Copies { function: copied.function, locals: copies.collect() })
    }

    /// Returns the copy of a block with a state; `None` if it cannot be reached with this state.
    fn find<S: Ord>(&self, copies: &Copies<S>, block: Block, state: S) -> Option<Block> {
        let &local = copies.locals.get(&(block, state))?;
        self.builder.graph().get_block(copies.function, local)
    }

    /// Adds decisions with all their vectors.
    pub(super) fn add_decisions(
        &mut self,
        decisions: Vec<CompoundDecision>,
        most: usize,
    ) -> Result<(), UnrolledError> {
        let mut by_function: BTreeMap<Function, Vec<(u32, CompoundDecision)>> = BTreeMap::new();
        // Each function is read once, and each decision is checked in time linear in itself.
        let mut checks: BTreeMap<Function, DecisionCheck<'_>> = BTreeMap::new();
        let mut conditions = BTreeSet::new();
        for decision in decisions {
            for &block in decision.conditions() {
                if !conditions.insert(block) {
                    return Err(UnrolledError::SharedCondition { block });
                }
            }
            let Some(&first) = decision.conditions().first() else { continue };
            let other = UnrolledError::OtherDecision { block: first };
            let Some(function) = self.graph.get_function_of(first) else { return Err(other) };
            let check =
                checks.entry(function).or_insert_with(|| DecisionCheck::of(self.graph, function));
            if !check.has(&decision) {
                return Err(other);
            }
            if Vectors::of(&decision).count() > most as u64 {
                self.parts.left_out.push(decision);
                continue;
            }
            for &block in decision.conditions() {
                let branches =
                    [Outcome::False, Outcome::True].map(|to| self.graph.branch(block, to));
                self.parts.conditions.insert(block, branches);
            }
            let number = self.parts.decisions.len() as u32;
            self.parts.firsts.insert(first, number);
            self.parts.names.push(self.graph.show_block(first).to_string());
            by_function.entry(function).or_default().push((number, decision.clone()));
            self.parts.decisions.push(decision);
        }
        for (function, decisions) in &by_function {
            for layer in Conditions::layers(decisions) {
                self.add_layer(*function, &layer, most)?;
            }
        }
        // Stable: the vectors of a decision keep their order.
        self.parts.vectors.sort_by_key(|row| row.decision);
        Ok(())
    }

    /// Adds the copy of a function that serves these decisions, none of which lies within an
    /// operand of another one: at most one is being evaluated.
    fn add_layer(
        &mut self,
        function: Function,
        decisions: &[(u32, &CompoundDecision)],
        most: usize,
    ) -> Result<(), UnrolledError> {
        let copies = self.copy(function, &Conditions::of(decisions))?;
        for &(number, decision) in decisions {
            // By branch of the program: the vectors whose last condition takes this branch.
            let mut lasts: BTreeMap<Branch, Vec<usize>> = BTreeMap::new();
            for vector in Vectors::of(decision).all(most).unwrap_or_default() {
                let block = decision.conditions()[0];
                let last = Conditions::last_of(decision, vector);
                let branch = last.and_then(|(block, before, outcome)| {
                    let copy = self.find(&copies, block, before)?;
                    self.builder.graph().branch(copy, outcome)
                });
                let branch = branch.ok_or(UnrolledError::OtherDecision { block })?;
                let row = CopiedVector { decision: number, vector, branch, sole: None };
                self.parts.vectors.push(row);
                // Different vectors may end with the same branch of the program, as in `(a &&
                // b) || c`. Only if a single vector does, the branch itself is that vector
                // (`sole`).
                let original = last.and_then(|(block, _, to)| self.graph.branch(block, to));
                if let Some(original) = original {
                    lasts.entry(original).or_default().push(self.parts.vectors.len() - 1);
                }
            }
            for (&original, vectors) in &lasts {
                if let [only] = vectors[..] {
                    self.parts.vectors[only].sole = Some(original);
                }
            }
        }
        Ok(())
    }

    /// Adds the pairs of definitions and uses, variable by variable.
    pub(super) fn add_definitions(
        &mut self,
        definitions: &Definitions,
    ) -> Result<(), UnrolledError> {
        let mut by_variable: BTreeMap<(Function, Variable), Vec<DefinitionUse>> = BTreeMap::new();
        for pair in definitions.pairs(self.graph)? {
            // If an edge is a branch only because of the virtual exit of an endless loop, no
            // predicate uses a variable there.
            if matches!(pair.place, UsePlace::Branch(branch) if self.graph.is_endless(branch)) {
                continue;
            }
            if let Some(function) = pair.definition.function_in(self.graph) {
                by_variable.entry((function, pair.variable)).or_default().push(pair);
            }
        }
        // One copy of the function for each variable. A single copy for all variables would need a
        // state for each combination of their last definitions, which are exponentially many.
        let mut places: BTreeMap<(Function, Variable), Vec<DefinitionPlace>> = BTreeMap::new();
        for (variable, place) in definitions.definitions() {
            if let Some(function) = place.function_in(self.graph) {
                places.entry((function, variable)).or_default().push(place); // ascending
            }
        }
        for (key, pairs) in by_variable {
            let all = places.get(&key).map_or(&[][..], Vec::as_slice);
            let copies = self.copy(key.0, &LastDefinition::of(all))?;
            for pair in pairs {
                let places = self.places_of(pair, all, &copies);
                self.parts.pairs.push((pair, places));
            }
        }
        self.parts.pairs.sort_by_key(|row| row.0);
        Ok(())
    }

    /// Returns the places, among the copies, of a use that a definition reaches. `all` are the
    /// definitions of the variable in its function, ascending.
    fn places_of(
        &self,
        pair: DefinitionUse,
        all: &[DefinitionPlace],
        copies: &Copies<Option<u32>>,
    ) -> Vec<UsePlace> {
        let Ok(definition) = all.binary_search(&pair.definition) else { return Vec::new() };
        let (block, statement) = match pair.place {
            UsePlace::Statement(statement) => (statement.block, Some(statement.index)),
            UsePlace::Branch(branch) => (self.graph.edge(branch).source, None),
        };
        // If the block defines the variable before the use, the pair lies within the block. The
        // definition with which the block is entered does not matter then: the use is reached in
        // every copy of the block.
        let first =
            all.partition_point(|&place| place < DefinitionPlace::Statement(block.statement(0)));
        let is_within = all.get(first).is_some_and(|&place| match place {
            DefinitionPlace::Statement(at) => {
                at.block == block && statement.is_none_or(|index| at.index < index)
            }
            DefinitionPlace::Entry(_) => false,
        });
        let mut copied: Vec<Block> = if is_within {
            let states = copies.locals.range((block, None)..=(block, Some(u32::MAX)));
            states.filter_map(|(key, _)| self.find(copies, key.0, key.1)).collect()
        } else {
            self.find(copies, block, Some(definition as u32)).into_iter().collect()
        };
        copied.sort_unstable(); // in the order of the copies
        let place = |copy: Block| match pair.place {
            UsePlace::Statement(at) => Some(UsePlace::Statement(copy.statement(at.index))),
            UsePlace::Branch(branch) => {
                let outcome = self.graph.edge(branch).outcome;
                self.builder.graph().branch(copy, outcome).map(UsePlace::Branch)
            }
        };
        copied.into_iter().filter_map(place).collect()
    }

    /// Adds paths. One copy of a function serves all equal paths through it.
    pub(super) fn add_paths(&mut self, paths: Vec<BlockPath>) -> Result<(), UnrolledError> {
        for path in &paths {
            path.check(self.graph)?;
        }
        // One copy of the function for each path. A single copy for all paths would split blocks
        // by the prefixes of the other paths as well, and levels would depend on these.
        let mut order: Vec<usize> = (0..paths.len()).collect();
        order.sort_by_key(|&number| &paths[number]);
        let mut places = alloc::vec![None; paths.len()];
        for equal in order.chunk_by(|&a, &b| paths[a] == paths[b]) {
            let blocks = paths[equal[0]].blocks();
            let Some(function) = blocks.first().and_then(|&at| self.graph.get_function_of(at))
            else {
                continue;
            };
            let entry = self.graph.entry(function);
            let copies = self.copy(function, &Prefixes::of(self.graph, entry, blocks))?;
            for &number in equal {
                places[number] =
                    blocks.last().and_then(|&block| self.find(&copies, block, blocks.len() as u32));
            }
        }
        self.parts.paths = paths.into_iter().zip(places).collect();
        Ok(())
    }

    /// Adds calling contexts: one copy of the called function for each, and the calls that lead to
    /// it.
    pub(super) fn add_contexts(&mut self, contexts: Contexts) -> Result<(), UnrolledError> {
        for context in &contexts.all {
            let copy = self.builder.copy_for_calls(context.callee)?;
            if context.sites.is_empty() {
                self.builder.by_test(copy);
            }
            self.parts.context_functions.push(copy);
        }
        let function_of = |context: u32| self.parts.context_functions[context as usize];
        for ((caller, site, _), context) in contexts.calls {
            self.builder.by_call(function_of(caller), site, function_of(context));
        }
        self.parts.contexts = contexts.all;
        Ok(())
    }

    /// Returns the unrolled graph with everything that was added.
    pub(super) fn finish(self) -> UnrolledGraph {
        let Self { builder, parts, .. } = self;
        let goals = (&parts.decisions, &parts.vectors, &parts.pairs, &parts.paths, &parts.contexts);
        let history = builder.build_for(&(&parts.context_functions, goals));
        UnrolledGraph { history, parts }
    }
}
