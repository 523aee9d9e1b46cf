//! The construction of an unrolled graph.

use super::automata::{Conditions, LastDefinition, OUTSIDE, Prefixes};
use super::contexts::Contexts;
use super::graph::{CopiedVector, Parts, UnrolledGraph};
use super::history::{History, HistoryBuilder};
use super::memory::{CopiedBlocks, UnrolledError};
use crate::flow::decisions::{CompoundDecision, DecisionCheck};
use crate::flow::definitions::{DefinitionPlace, DefinitionUse, Definitions, UsePlace};
use crate::flow::paths::BlockPath;
use crate::flow::{FlowGraph, Outcome, Spot, Spots};
use crate::formula::Shared;
use crate::id::{Block, Branch, Function, IdMap, IdSet, Variable};
use crate::sort::{sort, sort_by_key};
use alloc::vec::Vec;

/// An unrolled graph under construction.
pub(super) struct Draft<'a> {
    graph: &'a FlowGraph,
    /// The copies so far.
    builder: HistoryBuilder<'a>,
    /// The goals so far, without copies.
    parts: Parts,
}

impl<'a> Draft<'a> {
    /// Creates an unrolled graph without copies.
    pub(super) fn of(graph: &'a FlowGraph, most: usize) -> Self {
        let builder = History::builder(graph).most_copies(most);
        Self { graph, builder, parts: Parts::default() }
    }

    /// Returns the copies so far.
    const fn copies(&self) -> &FlowGraph {
        &self.builder.history.copies
    }

    /// Returns the block of the copies with this number within its function.
    fn place(&self, copy: Function, local: u32) -> Block {
        self.copies().block(copy, local)
    }

    /// Adds decisions with all their vectors.
    pub(super) fn add_decisions(
        &mut self,
        decisions: Vec<CompoundDecision>,
        most: usize,
    ) -> Result<(), UnrolledError> {
        let mut by_function: IdMap<Function, Vec<(u32, CompoundDecision)>> = IdMap::new();
        // Each function is read once, and each decision is checked in time linear in itself.
        let mut checks: IdMap<Function, DecisionCheck<'_>> = IdMap::new();
        let mut conditions = IdSet::new();
        for decision in decisions {
            for &block in decision.conditions() {
                if !conditions.insert(block) {
                    return Err(UnrolledError::SharedCondition { block });
                }
            }
            let Some(&first) = decision.conditions().first() else { continue };
            let other = UnrolledError::OtherGraph { block: first };
            let Some(function) = self.graph.get_function_of(first) else { return Err(other) };
            let graph = self.graph;
            if !checks
                .get_or_insert_with(function, || DecisionCheck::of(graph, function))
                .has(&decision)
            {
                return Err(other);
            }
            if decision.vector_count() > most as u64 {
                self.parts.left_out.push(decision);
                continue;
            }
            for &block in decision.conditions() {
                let branches = [Outcome::False, Outcome::True].map(|to| graph.branch(block, to));
                self.parts.conditions.insert(block, branches);
            }
            let number = self.parts.decisions.len() as u32;
            self.parts.firsts.insert(first, number);
            by_function.or_default(function).push((number, decision.clone()));
            self.parts.decisions.push(decision);
        }
        for (function, decisions) in by_function.iter() {
            for layer in Conditions::layers(decisions) {
                self.add_layer(function, &layer, most)?;
            }
        }
        // Stable: the vectors of a decision keep their order.
        sort_by_key(&mut self.parts.vectors, |row| row.decision);
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
        let mut memory = Conditions::of(decisions);
        let mut next = |state, from, outcome, to| memory.next(state, from, outcome, to);
        let (copy, copies) = self.builder.add(function, OUTSIDE, &mut next)?;
        for &(number, decision) in decisions {
            // By branch of the program: the vectors whose last condition takes this branch.
            let mut lasts: IdMap<Branch, Vec<usize>> = IdMap::new();
            for vector in decision.vectors(most).unwrap_or_default() {
                let block = decision.conditions()[0];
                let last = memory.last_of(&copies, decision, vector);
                let (local, outcome) = last.ok_or(UnrolledError::OtherGraph { block })?;
                let branch = self.copies().branch(self.place(copy, local), outcome);
                let branch = branch.ok_or(UnrolledError::OtherGraph { block })?;
                let row = CopiedVector { decision: number, vector, branch, sole: None };
                self.parts.vectors.push(row);
                // Different vectors may end with the same branch of the program, as in `(a &&
                // b) || c`. Only if a single vector does, the branch itself is that vector
                // (`sole`).
                if let Some(original) = self.builder.history.branch_of(self.graph, branch) {
                    lasts.or_default(original).push(self.parts.vectors.len() - 1);
                }
            }
            for (original, vectors) in lasts.iter() {
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
        let mut by_variable: IdMap<(Function, Variable), Vec<DefinitionUse>> = IdMap::new();
        for pair in definitions.pairs(self.graph)? {
            // If an edge is a branch only because of the virtual exit of an endless loop, no
            // predicate uses a variable there.
            if matches!(pair.place, UsePlace::Branch(branch) if self.graph.is_endless(branch)) {
                continue;
            }
            if let Some(function) = Spot::from(pair.definition).function_in(self.graph) {
                by_variable.or_default((function, pair.variable)).push(pair);
            }
        }
        // One copy of the function for each variable. A single copy for all variables would need a
        // state for each combination of their last definitions, which are exponentially many.
        let mut places: IdMap<(Function, Variable), Vec<DefinitionPlace>> = IdMap::new();
        for (variable, place) in definitions.definitions() {
            if let Some(function) = Spot::from(place).function_in(self.graph) {
                places.or_default((function, variable)).push(place); // ascending
            }
        }
        for ((function, variable), pairs) in by_variable.iter() {
            let all = places.get((function, variable)).map_or(&[][..], Vec::as_slice);
            let last = LastDefinition::of(all);
            let mut next = |state, from, outcome, _| last.after(state, from, outcome);
            let (copy, copies) = self.builder.add(function, last.at_entry, &mut next)?;
            for &pair in pairs {
                let places = self.places_of(pair, all, copy, &copies);
                self.parts.pairs.push((pair, places));
            }
        }
        sort_by_key(&mut self.parts.pairs, |row| row.0);
        Ok(())
    }

    /// Returns the places, among the copies, of a use that a definition reaches. `all` are the
    /// definitions of the variable in its function, ascending.
    fn places_of(
        &self,
        pair: DefinitionUse,
        all: &[DefinitionPlace],
        copy: Function,
        copies: &CopiedBlocks<'_>,
    ) -> Spots {
        let Ok(definition) = all.binary_search(&pair.definition) else { return Spots::new() };
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
        let state = LastDefinition::state(definition as u32);
        let mut locals = Vec::new();
        if is_within {
            locals.extend(copies.of_block(block));
        } else {
            locals.extend(copies.find(block, state));
        }
        let mut places = Spots::new();
        for local in locals {
            let copied = self.place(copy, local);
            places.extend(match pair.place {
                UsePlace::Statement(at) => Some(Spot::Statement(copied.statement(at.index))),
                UsePlace::Branch(branch) => {
                    let outcome = self.graph.edge(branch).outcome;
                    self.copies().branch(copied, outcome).map(Spot::Branch)
                }
            });
        }
        sort(&mut places); // in the order of the copies
        places
    }

    /// Adds paths. One copy of a function serves all equal paths through it.
    pub(super) fn add_paths(&mut self, paths: Vec<BlockPath>) -> Result<(), UnrolledError> {
        for path in &paths {
            path.check(self.graph)?;
        }
        // One copy of the function for each path. A single copy for all paths would split blocks
        // by the prefixes of the other paths as well, and levels would depend on these.
        let mut order: Vec<usize> = (0..paths.len()).collect();
        sort_by_key(&mut order, |&number| &paths[number]);
        let mut places = alloc::vec![Spots::new(); paths.len()];
        for equal in order.chunk_by(|&a, &b| paths[a] == paths[b]) {
            let blocks = paths[equal[0]].blocks();
            let Some(function) = blocks.first().and_then(|&at| self.graph.get_function_of(at))
            else {
                continue;
            };
            let prefixes = Prefixes::of(self.graph, blocks);
            let start = prefixes.after(0, self.graph.entry(function));
            let mut next = |state, _, _, to| prefixes.after(state, to);
            let (copy, copies) = self.builder.add(function, start, &mut next)?;
            let last = blocks.last().and_then(|&block| copies.find(block, blocks.len() as u32));
            for &number in equal {
                places[number].extend(last.map(|local| Spot::Block(self.place(copy, local))));
            }
        }
        self.parts.paths = paths.into_iter().zip(places).collect();
        Ok(())
    }

    /// Adds calling contexts: one copy of the called function for each, and the calls between the
    /// copies.
    pub(super) fn add_contexts(&mut self, contexts: Contexts) -> Result<(), UnrolledError> {
        let mut copies = Vec::new();
        for context in &contexts.all {
            let (copy, blocks) =
                self.builder.add(context.callee, 0, &mut |state, _, _, _| state)?;
            self.parts.context_functions.push(copy);
            self.builder.history.contexts.get_or_insert(copy);
            copies.push(blocks);
        }
        let functions = &self.parts.context_functions;
        let function_of = |context: u32| functions[context as usize];
        let by_call = contexts.calls.iter().map(|&((caller, site, callee), context)| {
            ((function_of(caller), site, callee), function_of(context))
        });
        let starts = &mut self.builder.history.starts;
        starts.by_call = by_call.collect();
        sort(&mut starts.by_call);
        starts.by_test = alloc::vec![None; self.graph.functions().len()];
        for (&copy, context) in functions.iter().zip(&contexts.all) {
            if context.sites.is_empty() {
                starts.by_test[context.callee.index()] = Some(copy);
            }
        }
        // The copies have the call edges of their blocks. Each edge leads to the copy of the callee
        // for this call.
        for ((&caller, context), copies) in functions.iter().zip(&contexts.all).zip(&copies) {
            for call in self.graph.calls_in(context.callee) {
                let history = &mut self.builder.history;
                let callee = |&callee| history.starts.by_call(caller, call.site, callee);
                let callees: Vec<Function> = call.callees.iter().filter_map(callee).collect();
                if let Some(local) = copies.find(call.block, 0) {
                    let block = history.copies.block(caller, local);
                    // This cannot fail: the block was found.
                    let _ = history.copies.add_call(block, call.statement, call.site, callees);
                }
            }
        }
        self.parts.contexts = contexts.all;
        Ok(())
    }

    /// Returns the unrolled graph with everything that was added.
    pub(super) fn finish(self) -> UnrolledGraph {
        let Self { builder, parts, .. } = self;
        let goals = (&parts.decisions, &parts.vectors, &parts.pairs, &parts.paths, &parts.contexts);
        let history = Shared::new(builder.build_for(&(&parts.context_functions, goals)));
        UnrolledGraph { history, parts }
    }
}
