//! Reachability, post-dominance and control dependence by their definitions, over sets of blocks in
//! one word.

use crate::picture::BlockPicture;

/// The exit that every exit leads to.
const OUT: u32 = 63;

/// What the edges of one function imply, by local number; up to 60 blocks.
#[derive(Debug)]
pub struct Definition {
    /// Blocks that a walk from the entry reaches.
    pub reachable: u64,
    /// By block: those on every walk from it to the exit, itself included.
    pub post_dominators: Vec<u64>,
    /// By block: whether a virtual edge leads to the exit.
    pub endless: Vec<bool>,
}

fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        bit
    })
}

impl Definition {
    /// Reads the edges and exits of the blocks of one function, the first of which has this number
    /// in the program.
    pub fn of(first: u32, blocks: &[BlockPicture]) -> Self {
        let next = |block: &BlockPicture| {
            block.successors.iter().fold(0, |set, edge| set | 1_u64 << (edge.1.number() - first))
        };
        let exits: Vec<bool> = blocks.iter().map(|block| block.exit).collect();
        Self::of_edges(&blocks.iter().map(next).collect::<Vec<_>>(), &exits)
    }

    /// By local number: where the edges lead, and which blocks are exits.
    pub fn of_edges(next: &[u64], exits: &[bool]) -> Self {
        let count = next.len();
        let table = |start: usize| {
            let (mut seen, mut todo) = (1_u64 << start, 1_u64 << start);
            while todo != 0 {
                let new = bits(todo).fold(0, |set, block| set | next[block]) & !seen;
                seen |= new;
                todo = new;
            }
            seen
        };
        let reaches: Vec<u64> = (0..count).map(table).collect();
        let reachable = reaches.first().copied().unwrap_or(0);
        let exit_set =
            (0..count).filter(|&block| exits[block]).fold(0_u64, |set, block| set | 1 << block);

        // Breadth first from the entry.
        let mut distance = vec![usize::MAX; count];
        let (mut wave, mut seen, mut steps) = (1_u64, 1_u64, 0);
        while wave != 0 && count > 0 {
            bits(wave).for_each(|block| distance[block] = steps);
            wave = bits(wave).fold(0, |set, block| set | next[block]) & !seen;
            seen |= wave;
            steps += 1;
        }

        let mut endless = vec![false; count];
        for block in bits(reachable) {
            let own = reaches[block];
            let is_terminal = bits(own).all(|other| reaches[other] == own);
            let nearest = bits(own).min_by_key(|&other| (distance[other], other));
            endless[block] = own & exit_set == 0 && is_terminal && nearest == Some(block);
        }

        // The greatest sets that satisfy the definition: all at first, less at each round.
        let all = reachable | 1 << OUT;
        let mut post_dominators: Vec<u64> =
            (0..count).map(|block| if reachable >> block & 1 == 1 { all } else { 0 }).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for block in bits(reachable).collect::<Vec<_>>().into_iter().rev() {
                let leaves = exits[block] || endless[block];
                let ways = bits(next[block])
                    .map(|to| post_dominators[to])
                    .chain(leaves.then_some(1 << OUT));
                let set = ways.fold(all, |both, way| both & way) | 1 << block;
                changed |= set != post_dominators[block];
                post_dominators[block] = set;
            }
        }
        Self { reachable, post_dominators, endless }
    }

    /// Whether `later` is on every walk from `block` to the exit.
    pub fn post_dominates(&self, later: usize, block: usize) -> bool {
        self.post_dominators[block] >> later & 1 == 1
    }
}
