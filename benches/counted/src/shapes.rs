//! Control-flow graphs and executions: copies of those in `benches/shapes`, which may change.

use sbst::distance::{Decision, Distance};
use sbst::execution::Trace;
use sbst::flow::{BlockSketch, ControlFlow, FlowGraph};
use sbst::id::Function;

/// One function as a list of blocks.
pub(crate) struct Listing(pub(crate) Vec<Way>);

#[derive(Clone, Copy)]
pub(crate) enum Way {
    Branch(u32, u32),
    Jump(u32),
    Exit,
}

impl ControlFlow for Listing {
    fn block_count(&self) -> usize {
        self.0.len()
    }

    fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
        match self.0[block as usize] {
            Way::Branch(then, or_else) => out.branch(then, or_else),
            Way::Jump(to) => out.jump(to),
            Way::Exit => out.exit(),
        };
    }
}

impl Listing {
    /// Returns the blocks to which a block leads.
    pub(crate) fn targets(&self, block: usize) -> Vec<usize> {
        match self.0[block] {
            Way::Branch(then, or_else) => vec![then as usize, or_else as usize],
            Way::Jump(to) => vec![to as usize],
            Way::Exit => Vec::new(),
        }
    }
}

/// Two rails; every block may stay on its rail or change to the other.
pub(crate) fn ladder(blocks: usize) -> Listing {
    let rungs = (blocks.max(6) as u32 - 2) / 2;
    let last = 2 * rungs + 1;
    let rung = |level: u32| {
        if level < rungs { (2 * level + 1, 2 * level + 2) } else { (last, last) }
    };
    let mut ways = vec![Way::Branch(rung(0).0, rung(0).1)];
    for level in 0..rungs {
        let (left, right) = rung(level + 1);
        ways.push(Way::Branch(left, right));
        ways.push(Way::Branch(right, left));
    }
    ways.push(Way::Exit);
    Listing(ways)
}

/// Random statements of a structured language: runs, if, if-else, while, early return.
pub(crate) fn structured(blocks: usize) -> Listing {
    let mut random = Random(0x5b57 + blocks as u64);
    let mut ways = vec![Way::Exit];
    // Statements that are open: where they began, and what they are.
    let mut open: Vec<(u32, u64)> = Vec::new();
    while ways.len() < blocks {
        let at = ways.len() as u32;
        let depth = open.len();
        match random.below(8) {
            0 | 1 if depth < 12 => {
                open.push((at - 1, random.below(3)));
                ways[at as usize - 1] = Way::Branch(at, at); // patched when it closes
                ways.push(Way::Exit);
            }
            2 | 3 if depth > 0 => close(&mut ways, &mut open),
            4 if depth > 1 => {
                // early return: one side leaves, the other goes on
                ways[at as usize - 1] = Way::Branch(at, at + 1);
                ways.push(Way::Exit);
                ways.push(Way::Exit);
            }
            _ => {
                ways[at as usize - 1] = Way::Jump(at);
                ways.push(Way::Exit);
            }
        }
    }
    while !open.is_empty() {
        close(&mut ways, &mut open);
    }
    Listing(ways)
}

/// Ends the innermost open statement. The last block, which leads nowhere so far, ends its body.
fn close(ways: &mut Vec<Way>, open: &mut Vec<(u32, u64)>) {
    let Some((head, kind)) = open.pop() else { return };
    let (end, after) = (ways.len() - 1, ways.len() as u32);
    match kind {
        0 => ways[end] = Way::Jump(after), // if
        1 => ways[end] = Way::Jump(head),  // while
        _ => {
            // if-else: one more block is the other side
            ways[end] = Way::Jump(after + 1);
            ways.push(Way::Jump(after + 1));
        }
    }
    ways[head as usize] = Way::Branch(head + 1, after);
    ways.push(Way::Exit);
}

/// splitmix64: the same numbers everywhere.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at as u64 + 1) as usize);
        }
    }
}

/// Records walks from the entry, until a walk ends or has made `steps` steps. Nine of ten
/// decisions go the first way.
pub(crate) fn walk(
    graph: &FlowGraph,
    function: Function,
    trace: &Trace,
    walks: usize,
    steps: usize,
) {
    let mut random = Random(7);
    for _ in 0..walks {
        drop(trace.root().enter(function));
        let mut at = graph.entry(function);
        for _ in 0..steps {
            if graph.branches_of(at).len() == 2 {
                let distance = Distance::from(random.below(1000) as u32 + 1);
                let decision = Decision::observed(random.below(10) > 0, distance);
                let side = usize::from(!trace.decide(at, decision));
                let branch = graph.branches_of(at).nth(side).expect("two sides");
                at = graph.edge(branch).target;
            } else {
                trace.end(at);
                match graph.successors(at).next() {
                    Some((_, target)) => at = target,
                    None => break,
                }
            }
        }
    }
}
