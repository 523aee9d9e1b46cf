//! What is known of a target before any two executions are compared for it.

use super::bits::{bits, has, set};
use super::paths::Paths;
use super::summary::Row;
use crate::flow::{Chains, FlowGraph};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// So many sets of starts are kept for a target; of more, those that were asked for last.
const KEPT: usize = 16;

/// A target block.
#[derive(Clone, Debug)]
pub(super) struct Prepared {
    /// Where the edges of its function are kept.
    pub(super) paths: usize,
    /// Its number within the function.
    pub(super) local: u32,
    /// The last one asked for comes first.
    views: Vec<View>,
    /// By block: the fewest edges to the target. Made when two blocks have to be told apart.
    distances: Option<Box<[u32]>>,
}

/// What a pair of executions makes of a target: the starts, and the blocks that count.
#[derive(Clone, Debug)]
struct View {
    /// The blocks on chains of dependences that are no farther from the target than the starts.
    near: Box<[u64]>,
    /// Those of them whose predicate both executions evaluated.
    starts: Box<[u64]>,
    effective: Box<[u64]>,
}

impl View {
    /// Whether these are the starts of a pair: then `near` tells so, without a search.
    fn fits(&self, first: &[u64], second: &[u64]) -> bool {
        let rows = self.near.iter().zip(&self.starts).zip(first.iter().zip(second));
        rows.into_iter().all(|((near, starts), (first, second))| first & second & near == *starts)
    }
}

impl Prepared {
    pub(super) const fn new(paths: usize, local: u32) -> Self {
        Self { paths, local, views: Vec::new(), distances: None }
    }

    /// The effective blocks for two executions, by the predicates that they evaluated.
    pub(super) fn effective(&mut self, graph: &FlowGraph, paths: &Paths, first: &[u64], second: &[u64]) -> &[u64] {
        match self.views.iter().position(|view| view.fits(first, second)) {
            Some(at) => self.views[..=at].rotate_right(1),
            None => {
                self.views.truncate(KEPT - 1);
                self.views.insert(0, self.view(graph, paths, first, second));
            }
        }
        &self.views[0].effective
    }

    fn view(&self, graph: &FlowGraph, paths: &Paths, first: &[u64], second: &[u64]) -> View {
        let (mut near, mut starts) = (vec![0; first.len()], vec![0; first.len()]);
        let mut chains = Chains::new(graph, paths.function, self.local);
        loop {
            let step = chains.step();
            for &block in step {
                set(&mut near, block);
                if has(first, block) && has(second, block) {
                    set(&mut starts, block);
                }
            }
            if step.is_empty() || starts.iter().any(|&word| word != 0) {
                break;
            }
        }
        let effective = paths.effective(&starts, self.local).into();
        View { near: near.into(), starts: starts.into(), effective }
    }

    /// Of the effective blocks but the target, those that an execution entered and did not complete: the nearest to the target, of equally
    /// near ones the first.
    pub(super) fn stuck(&mut self, paths: &Paths, row: &Row<'_>) -> Option<u32> {
        let effective = &*self.views.first()?.effective;
        let words = || {
            let rows = effective.iter().zip(row.entered.iter().zip(row.completed));
            rows.map(|(effective, (entered, completed))| effective & entered & !completed)
        };
        let blocks = || (0..).step_by(64).zip(words()).flat_map(|(first, word)| bits(word).map(move |bit| first + bit));
        if words().map(u64::count_ones).sum::<u32>() < 2 {
            return blocks().next();
        }
        let distances = self.distances.get_or_insert_with(|| paths.distances(self.local).into());
        blocks().min_by_key(|&block| distances[block as usize])
    }
}
