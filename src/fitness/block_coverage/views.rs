//! What pairs of executions make of a target: where they start, and which blocks count.

use super::bits::{has, set};
use super::paths::Paths;
use crate::flow::FlowGraph;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// So many views are kept for a target. A ranker asks for one pair for each test, so that is enough for most populations.
const MOST: usize = 256;

/// The views of one target.
#[derive(Clone, Debug, Default)]
pub(super) struct Views {
    views: Vec<View>,
    /// The one that was asked for last: most often it is asked for again.
    last: usize,
    /// The one that goes next, if there are too many.
    oldest: usize,
}

/// The starts of some pairs, and their effective blocks.
#[derive(Clone, Debug)]
struct View {
    /// The first word of `near` and `starts`, which are cut to where `near` has blocks.
    first_word: usize,
    /// The blocks on chains of dependences that are no farther from the target than the starts.
    near: Box<[u64]>,
    /// Those of them whose predicate both executions evaluated.
    starts: Box<[u64]>,
    effective: Box<[u64]>,
}

impl Views {
    /// The effective blocks for two executions, by the predicates that they evaluated. Adds the bytes of what it keeps to `kept`.
    pub(super) fn effective(
        &mut self,
        graph: &FlowGraph,
        paths: &Paths,
        target: u32,
        evaluated: [&[u64]; 2],
        kept: &mut usize,
    ) -> &[u64] {
        let fits = |at: &usize| self.views[*at].fits(evaluated);
        let known = Some(self.last).filter(|&at| at < self.views.len() && fits(&at));
        self.last = known.or_else(|| (0..self.views.len()).find(fits)).unwrap_or_else(|| {
            let view = View::new(graph, paths, target, evaluated);
            *kept += view.bytes();
            if self.views.len() < MOST {
                self.views.reserve_exact(usize::from(self.views.is_empty())); // most targets have one
                self.views.push(view);
                return self.views.len() - 1;
            }
            let at = self.oldest;
            *kept -= self.views[at].bytes();
            self.views[at] = view;
            self.oldest = (at + 1) % MOST;
            at
        });
        &self.views[self.last].effective
    }
}

impl View {
    fn new(graph: &FlowGraph, paths: &Paths, target: u32, [first, second]: [&[u64]; 2]) -> Self {
        let (mut near, mut starts) = (vec![0; first.len()], vec![0; first.len()]);
        let mut chains = paths.chains(graph, target);
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
        let effective = paths.effective(&starts, target).into();
        let first_word = near.iter().position(|&word| word != 0).unwrap_or(0);
        let end = near.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        Self { first_word, near: near[first_word..end].into(), starts: starts[first_word..end].into(), effective }
    }

    /// Whether these are the starts of a pair: among the blocks that are as near, both evaluated these and no others.
    fn fits(&self, evaluated: [&[u64]; 2]) -> bool {
        let [first, second] = evaluated.map(|row| row[self.first_word..].iter());
        self.near.iter().zip(&self.starts).zip(first.zip(second)).all(|((near, starts), (a, b))| a & b & near == *starts)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + size_of::<u64>() * (2 * self.near.len() + self.effective.len())
    }
}
