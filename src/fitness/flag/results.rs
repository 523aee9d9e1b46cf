//! Requirements of a function, from the declarations of its results.

use super::flags::{Delegation, Required, Sheet};
use super::key::{Constants, Returns};
use super::ways::{At, Way, last_branches, ways};
use crate::flow::FlowGraph;
use crate::id::{Block, Function, IdMap};
use crate::sort::sort_by_key;

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
        self.goes_on |= new.iter().any(|(block, _)| graph.successors(block).len() > 0);
        if !self.goes_on {
            for (block, &returns) in new.iter().filter(|set| graph.is_reachable(set.0)) {
                self.add(graph, Way { at: At::Block(block), returns, block });
                // RequiredBranches::Last. The last branches of all exits are computed once for the
                // function; doing so for each declaration would be quadratic.
                if let Returns::Constant(key) = returns {
                    let exits = self.exits.get_or_insert_with(|| {
                        let mut exits = last_branches(graph, function, &|end| graph.is_exit(end));
                        sort_by_key(&mut exits, |row| (row.0, row.1.branch));
                        exits
                    });
                    let from = exits.partition_point(|row| row.0 < block);
                    let same = exits[from..].iter().take_while(|row| row.0 == block);
                    for &(_, edge) in same {
                        self.last.insert(key, edge);
                    }
                }
            }
        }
        for (block, &returns) in new.iter() {
            self.sets.insert(block, returns);
        }
        if !self.goes_on {
            return;
        }
        self.ways.clear();
        self.controls = Constants::default();
        self.last = Constants::default();
        self.handed.clear();
        self.delegations.clear();
        self.delegation_at.clear();
        // Ways that are blocks need their last branches; ways that are edges are last branches
        // themselves (`add`).
        let mut constants = IdMap::new();
        for way in ways(graph, function, &self.sets) {
            self.add(graph, way);
            if let (Returns::Constant(key), At::Block(block)) = (way.returns, way.at) {
                constants.insert(block, key);
            }
        }
        for (block, edge) in last_branches(graph, function, &|block| constants.contains(block)) {
            if let Some(&key) = constants.get(block) {
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
