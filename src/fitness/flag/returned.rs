//! Results that activations returned, as far as they are known.

use super::cells::{came, result_in};
use super::contexts::Work;
use super::flags::{Delegation, Question, Required, Sheet};
use super::forms::Job;
use super::key::{Key, Returns};
use super::tree::Returned;
use super::ways::{At, Way, last_branches, ways};
use crate::execution::{Execution, Facts, On, Plane};
use crate::flow::FlowGraph;
use crate::id::{Activation, Block, Function, IdMap};
use crate::sort::sort_by_key;

impl<X: Facts + ?Sized> Work<'_, X> {
    /// Returns the keys of which an activation returned one, if that is known. The activations that
    /// it called must be settled.
    ///
    /// An activation that came several ways to return, in loops, returned the result of the last
    /// one, and which one was the last is not recorded. So the result counts as known to be what is
    /// needed only if it is so for all of these ways.
    pub(super) fn returned(&self, activation: usize) -> Option<Returned> {
        let function = self.tree.calls[activation].function;
        let number = Activation::new(activation as u32);
        let run = On(self.job.run, Plane::Within(number));
        let sheet = self.job.flags.sheet(function);
        // The union of the results of all ways that the activation came. Nothing is known once any
        // of them is unknown: a union without it could wrongly count a result as met.
        let mut found = Returned::new();
        let mut see = |key: Key| {
            if !found.contains(&key) {
                found.push(key);
            }
        };
        for way in sheet.into_iter().flat_map(|sheet| &sheet.ways) {
            // An activation that recorded a decision in a block was there, whatever its progress
            // says.
            let decided = match way.returns {
                Returns::Decision => result_in(run.0, number, way.block),
                _ => None,
            };
            if came(&run, way.at) || decided.is_some() && way.at == At::Block(way.block) {
                match way.returns {
                    Returns::Constant(key) => see(key),
                    Returns::Call { site, negated } => {
                        for &key in self.tree.last_at(activation, site)? {
                            see(if negated { key.negated() } else { key });
                        }
                    }
                    Returns::Decision => see(Key::from(decided?.holds())),
                    Returns::Unknown => return None,
                }
            }
        }
        run.0.results_in(number, &mut |block, decision| {
            // Decisions that were recorded at blocks without a declaration are ways as well.
            if self.job.is_undeclared(sheet, block) {
                see(Key::from(decision.holds()));
            }
        });
        let is_known = !found.is_empty() && self.job.has_returned(&run, function);
        is_known.then_some(found)
    }

    /// Notes which results that the flags of an activation need were returned by its last calls,
    /// for flags that need several results.
    pub(super) fn note_met(&mut self, activation: usize, sheet: &Sheet) {
        let flags = self.job.flags;
        if !flags.any_joint {
            return;
        }
        let first_answer = self.tree.calls[activation].asked.first_answer;
        for flag in sheet.flags.iter().map(|&number| flags.flag(number)) {
            for needs in [&flag.needs, &flag.contrary].into_iter().filter(|needs| needs.is_joint) {
                for question in needs.questions() {
                    let Question { site, keys } = sheet.questions[question as usize];
                    let wanted = &flags.keys[keys as usize];
                    let returned = self.tree.last_at(activation, site);
                    self.tree.answers[first_answer + question as usize].is_met = returned
                        .is_some_and(|returned| returned.iter().all(|&key| wanted.contains(key)));
                }
            }
        }
    }
}

impl<X: Facts + ?Sized> Job<'_, X> {
    /// Returns `true` if a decision that was recorded at a block is a result of the function of
    /// `sheet`, although nothing was declared for the block.
    pub(super) fn is_undeclared(&self, sheet: Option<&Sheet>, block: Block) -> bool {
        self.graph.is_reachable(block) && sheet.is_none_or(|sheet| !sheet.sets.contains(block))
    }

    /// Returns `true` if an activation ran to the end of a block that leaves its function, so that
    /// it did not throw.
    fn has_returned(&self, run: &On<'_, X>, function: Function) -> bool {
        // An activation that threw after it set its result did not return it.
        let mut exits = self.graph.blocks_of(function).filter(|&block| self.graph.is_exit(block));
        exits.any(|block| {
            run.progress(block).is_some_and(|progress| progress >= self.graph.statements(block))
        })
    }
}

// Requirements of a function, from the declarations of its results.

impl Sheet {
    /// Adds declared results of blocks that had none before.
    ///
    /// In most functions the result is set where they are left. Then nothing is overwritten, and
    /// each set is a way of its own. Otherwise a new set may change the meaning of others, and all
    /// ways are computed anew.
    pub(super) fn set(
        &mut self,
        graph: &FlowGraph,
        function: Function,
        new: &IdMap<Block, Returns>,
    ) {
        for (block, &returns) in new.iter() {
            self.goes_on |= graph.successors(block).len() > 0;
            self.sets.insert(block, returns);
        }
        let added = if self.goes_on {
            let Self { flags, questions, question, sets, .. } = core::mem::take(self);
            *self = Self { flags, questions, question, sets, goes_on: true, ..Self::default() };
            ways(graph, function, &self.sets)
        } else {
            let live = new.iter().filter(|set| graph.is_reachable(set.0));
            live.map(|(block, &returns)| Way { at: At::Block(block), returns, block }).collect()
        };
        let mut constants = IdMap::new();
        for way in added {
            self.add(graph, way);
            if let (Returns::Constant(key), At::Block(block)) = (way.returns, way.at) {
                constants.insert(block, key);
            }
        }
        if constants.is_empty() {
            return;
        }
        // RequiredBranches::Last, for ways that are blocks; ways that are edges are last branches
        // themselves (`add`). The last branches of all exits are computed once for the function;
        // doing so for each declaration would be quadratic.
        let goes_on = self.goes_on;
        let branches = self.exits.get_or_insert_with(|| {
            let is_end =
                |block| if goes_on { constants.contains(block) } else { graph.is_exit(block) };
            let mut branches = last_branches(graph, function, &is_end);
            sort_by_key(&mut branches, |row| (row.0, row.1.branch));
            branches
        });
        for (block, &key) in constants.iter() {
            let from = branches.partition_point(|row| row.0 < block);
            let same = branches[from..].iter().take_while(|row| row.0 == block);
            for &(_, edge) in same {
                self.last.insert(key, edge);
            }
        }
    }

    /// Adds a way in which the function returns.
    fn add(&mut self, graph: &FlowGraph, way: Way) {
        let Way { at, returns, block: set } = way;
        let key = match at {
            At::Block(block) => (false, block.number()),
            At::Edge(edge) => (true, edge.branch.number()),
        };
        match (returns, at) {
            // RequiredBranches::Controls: the block is reached iff a branch is taken that it
            // depends on.
            (Returns::Constant(key), At::Block(block)) => {
                for branch in graph.controls(block) {
                    if let Some(edge) = graph.get_edge(branch) {
                        self.controls.insert(key, edge);
                    }
                }
            }
            (Returns::Constant(key), At::Edge(edge)) => {
                self.controls.insert(key, edge);
                self.last.insert(key, edge);
            }
            (Returns::Call { site, negated }, at) => {
                let number = self.delegations.len() as u32;
                self.delegations.push(Delegation { at, site, negated });
                self.delegation_at.insert((site, number));
                self.handed.insert(key, Required::Call(at, number));
            }
            (Returns::Decision, at) => {
                self.handed.insert(key, Required::Decision(at, set));
            }
            (Returns::Unknown, _) => {}
        }
        self.ways.push(way);
    }
}
