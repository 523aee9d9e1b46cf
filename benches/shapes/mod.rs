//! Control-flow graphs of every size, and executions of them.

#![allow(dead_code, reason = "each benchmark uses its part")]

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

/// Real control-flow graphs: those of the test data.
pub(crate) fn real() -> Vec<Listing> {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/cfg.jsonl"))
            .expect("test data");
    let graphs = text.lines().map(|line| {
        serde_json::from_str::<serde_json::Value>(line).expect("a graph for each line")
    });
    let number = |value: &serde_json::Value| value.as_u64().expect("a number") as u32;
    let read = |graph: serde_json::Value| {
        let mut edges = vec![Vec::new(); number(&graph["n"]) as usize];
        for edge in graph["edges"].as_array().expect("edges") {
            edges[number(&edge[0]) as usize].push(number(&edge[1]));
        }
        let way = |edges: &Vec<u32>| match edges[..] {
            [] => Way::Exit,
            [to] => Way::Jump(to),
            _ => Way::Branch(edges[0], edges[1]),
        };
        Listing(edges.iter().map(way).collect())
    };
    graphs.map(read).collect()
}

impl Listing {
    pub(crate) fn targets(&self, block: usize) -> impl Iterator<Item = u32> + use<> {
        let (first, second) = match self.0[block] {
            Way::Branch(then, or_else) => (Some(then), Some(or_else)),
            Way::Jump(to) => (Some(to), None),
            Way::Exit => (None, None),
        };
        first.into_iter().chain(second)
    }

    pub(crate) fn edges(&self) -> usize {
        (0..self.0.len()).map(|block| self.targets(block).count()).sum()
    }

    pub(crate) fn to_petgraph(&self) -> petgraph::graph::DiGraph<(), ()> {
        let edges = (0..self.0.len())
            .flat_map(|block| self.targets(block).map(move |to| (block as u32, to)));
        let mut graph = petgraph::graph::DiGraph::with_capacity(self.0.len(), 2 * self.0.len());
        (0..self.0.len()).for_each(|_| {
            graph.add_node(());
        });
        graph.extend_with_edges(edges);
        graph
    }
}

/// The sizes that every shape is measured at.
pub(crate) const SIZES: [usize; 6] = [10, 100, 1_000, 10_000, 100_000, 1_000_000];

pub(crate) type Shape = (&'static str, fn(usize) -> Listing);

pub(crate) const SHAPES: [Shape; 6] = [
    ("chain", chain),
    ("ladder", ladder),
    ("nested_loops", nested_loops),
    ("irreducible", irreducible),
    ("structured", structured),
    ("endless", endless),
];

/// Every block but the last two decides whether to go on: nested branches.
pub(crate) fn chain(blocks: usize) -> Listing {
    let last = blocks.max(3) as u32 - 1;
    let mut ways: Vec<Way> = (0..last - 1).map(|block| Way::Branch(block + 1, last)).collect();
    ways.push(Way::Jump(last));
    ways.push(Way::Exit);
    Listing(ways)
}

/// Two rails; every block may stay on its rail or change to the other.
pub(crate) fn ladder(blocks: usize) -> Listing {
    let rungs = (blocks.max(6) as u32 - 2) / 2;
    let last = 2 * rungs + 1;
    let rung =
        |level: u32| if level < rungs { (2 * level + 1, 2 * level + 2) } else { (last, last) };
    let mut ways = vec![Way::Branch(rung(0).0, rung(0).1)];
    for level in 0..rungs {
        let (left, right) = rung(level + 1);
        ways.push(Way::Branch(left, right));
        ways.push(Way::Branch(right, left));
    }
    ways.push(Way::Exit);
    Listing(ways)
}

/// A row of while loops nested eight deep.
pub(crate) fn nested_loops(blocks: usize) -> Listing {
    const DEPTH: u32 = 8;
    let nests = (blocks as u32 / (2 * DEPTH)).max(1);
    let mut ways = Vec::new();
    for nest in 0..nests {
        let base = nest * 2 * DEPTH;
        let after = base + 2 * DEPTH;
        for depth in 0..DEPTH {
            let out = if depth == 0 { after } else { base + DEPTH + depth - 1 };
            ways.push(Way::Branch(
                if depth + 1 < DEPTH { base + depth + 1 } else { base + 2 * DEPTH - 1 },
                out,
            ));
        }
        ways.extend((0..DEPTH).map(|depth| Way::Jump(base + depth)));
    }
    ways.push(Way::Exit);
    Listing(ways)
}

/// A row of loops with two entries each.
pub(crate) fn irreducible(blocks: usize) -> Listing {
    let loops = (blocks as u32 / 3).max(1);
    let mut ways = Vec::new();
    for base in (0..loops).map(|number| 3 * number) {
        ways.push(Way::Branch(base + 1, base + 2));
        ways.push(Way::Branch(base + 2, base + 3));
        ways.push(Way::Branch(base + 1, base + 3));
    }
    ways.push(Way::Exit);
    Listing(ways)
}

/// A server: every block leads on to the next one, the last to the first, or to some block nearby.
/// It never ends.
pub(crate) fn endless(blocks: usize) -> Listing {
    let (mut random, blocks) = (Random(7), blocks as u32);
    let near = |block: u32, random: &mut Random| {
        (block + random.below(40) as u32).saturating_sub(20) % blocks
    };
    Listing(
        (0..blocks)
            .map(|block| Way::Branch((block + 1) % blocks, near(block, &mut random)))
            .collect(),
    )
}

/// Do-while loops that all begin where the next one begins: dependences are quadratically many.
pub(crate) fn do_while_nest(depth: usize) -> Listing {
    let depth = depth as u32;
    // Blocks 0..depth are the beginnings, the others the conditions from the innermost out.
    let mut ways: Vec<Way> = (0..depth).map(|block| Way::Jump(block + 1)).collect();
    ways.extend((0..depth).map(|level| Way::Branch(depth - 1 - level, depth + level + 1)));
    ways.push(Way::Exit);
    Listing(ways)
}

/// Random statements of a structured language: runs, if, if-else, while, do-while, early return.
pub(crate) fn structured(blocks: usize) -> Listing {
    let mut random = Random(0x5b57 + blocks as u64);
    let mut ways = vec![Way::Exit];
    // Statements that are open: where they began, and what they are.
    let mut open: Vec<(u32, u64)> = Vec::new();
    while ways.len() < blocks {
        let at = ways.len() as u32;
        let deep = open.len() as u64;
        match random.below(8) {
            0 | 1 if deep < 12 => {
                open.push((at - 1, random.below(3)));
                ways[at as usize - 1] = Way::Branch(at, at); // patched when it closes
                ways.push(Way::Exit);
            }
            2 | 3 if deep > 0 => {
                close(&mut ways, open.pop());
            }
            4 if deep > 1 => {
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
    while let Some(statement) = open.pop() {
        close(&mut ways, Some(statement));
    }
    Listing(ways)
}

/// Ends the innermost statement; the last block, so far without a way on, is the end of its body.
fn close(ways: &mut Vec<Way>, statement: Option<(u32, u64)>) {
    let Some((head, kind)) = statement else { return };
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
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

/// Records walks from the entry, until a walk ends or has made `steps` steps. Nine of ten decisions
/// go the first way.
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
            let branches = graph.branches_of(at).len();
            if branches == 2 {
                let d = Decision::observed(
                    random.below(10) > 0,
                    Distance::from(random.below(1000) as u32 + 1),
                );
                let side = usize::from(!trace.decide(at, d));
                at = graph.edge(graph.branches_of(at).nth(side).expect("two sides")).target;
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

/// Every predicate was evaluated, one side of each was taken: as much as there can be to hand on.
pub(crate) fn evaluate_all(graph: &FlowGraph, trace: &Trace) {
    let mut random = Random(11);
    for block in graph.all_blocks() {
        if graph.branches_of(block).len() == 2 {
            trace.decide(
                block,
                Decision::observed(
                    random.below(2) > 0,
                    Distance::from(random.below(1000) as u32 + 1),
                ),
            );
        }
    }
}
