//! Block coverage of pairs of executions, beside the published listing as it is printed.
//!
//! The rival makes everything anew for each comparison: shortest paths to the target by petgraph's Dijkstra, the walks from the starts,
//! the sets of blocks.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

mod shapes;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::Reversed;
use sbst::distance::Distance;
use sbst::execution::{Execution, Trace};
use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Form, Target};
use sbst::flow::{BlockSketch, ControlFlow, Edge, FlowGraph};
use sbst::id::{Block, Function};
use shapes::{Listing, Random};
use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;

const FIRST: Function = Function::new(0);
const STATEMENTS: u32 = 4;
const PAIRS: usize = 64;
const TARGETS: usize = 4;

/// By block: where it leads. Every block has statements.
struct Code(Vec<Vec<u32>>);

impl Code {
    fn of(listing: &Listing) -> Self {
        Self((0..listing.0.len()).map(|block| listing.targets(block).collect()).collect())
    }

    fn to_petgraph(&self) -> DiGraph<(), ()> {
        let mut graph = DiGraph::new();
        for _ in &self.0 {
            graph.add_node(());
        }
        let edges = (0..).zip(&self.0).flat_map(|(block, targets)| targets.iter().map(move |&to| (block, to)));
        graph.extend_with_edges(edges);
        graph
    }
}

impl ControlFlow for Code {
    fn block_count(&self) -> usize {
        self.0.len()
    }
    fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
        out.statements(STATEMENTS);
        match self.0[block as usize][..] {
            [] => out.exit(),
            [to] => out.jump(to),
            [then, or_else] => out.branch(then, or_else),
            [default, ref cases @ ..] => (0..).zip(cases).fold(out.default(default), |out, (value, &to)| out.case(value, to)),
        };
    }
}

fn chain(blocks: usize) -> Code {
    Code::of(&shapes::chain(blocks))
}

fn nested_loops(blocks: usize) -> Code {
    Code::of(&shapes::nested_loops(blocks))
}

fn structured(blocks: usize) -> Code {
    Code::of(&shapes::structured(blocks))
}

/// Selections one after the other: each block leads to the next sixteen.
fn switches(blocks: usize) -> Code {
    let last = blocks as u32 - 1;
    Code((0..=last).map(|block| (block + 1..=last.min(block + 16)).collect()).collect())
}

/// If statements one after the other.
fn row_of_ifs(blocks: usize) -> Code {
    let last = (blocks.max(4) as u32 - 1) / 3 * 3;
    let targets = |block: u32| match block % 3 {
        _ if block == last => vec![],
        0 => vec![block + 1, block + 2],
        place => vec![block + 3 - place],
    };
    Code((0..=last).map(targets).collect())
}

/// A walk that ends in an exception.
#[derive(Default)]
struct Crash {
    progress: BTreeMap<u32, u32>,
    evaluated: BTreeSet<u32>,
}

impl Execution for Crash {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.evaluated.contains(&branch.source.number()).then_some(Distance::ZERO)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.progress.get(&block.number()).copied()
    }
    fn entered(&self, _: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        visit(FIRST);
    }
}

/// Every way on is equally likely; the walk ends after so many blocks at most.
fn crash(code: &Code, random: &mut Random, steps: u64) -> Crash {
    let (mut run, mut at) = (Crash::default(), 0);
    for _ in 0..random.below(steps) {
        run.progress.insert(at, STATEMENTS);
        let targets = &code.0[at as usize];
        if targets.is_empty() {
            return run;
        }
        if targets.len() > 1 {
            run.evaluated.insert(at);
        }
        at = targets[random.below(targets.len() as u64) as usize];
    }
    let stopped = run.progress.entry(at).or_default();
    *stopped = (*stopped).max(random.below(u64::from(STATEMENTS)) as u32);
    run
}

/// A function, executions of it, which of them to compare, and for what.
struct Case {
    graph: FlowGraph,
    edges: DiGraph<(), ()>,
    runs: Vec<Crash>,
    summaries: Vec<BlockSummary>,
    questions: Vec<(usize, usize, Block)>,
}

impl Case {
    fn new(code: Code) -> Self {
        let edges = code.to_petgraph();
        let blocks = code.0.len();
        let mut random = Random(blocks as u64);
        let runs: Vec<Crash> = (0..16).map(|_| crash(&code, &mut random, 2 * blocks as u64)).collect();
        let graph = FlowGraph::of(&code).expect("a graph");
        let summaries = runs.iter().map(|run| BlockSummary::of(&graph, run)).collect();
        let targets: Vec<u32> = (0..TARGETS).map(|_| random.below(blocks as u64) as u32).collect();
        let mut pair = || [0; 2].map(|_| random.below(16) as usize);
        let pairs: Vec<[usize; 2]> = (0..PAIRS).map(|_| pair()).collect();
        let questions =
            pairs.into_iter().flat_map(|[a, b]| targets.iter().map(move |&target| (a, b, Block::new(target)))).collect();
        Self { graph, edges, runs, summaries, questions }
    }

    fn ask(&self, coverage: &mut BlockCoverage) -> i64 {
        let answer = |&(a, b, target): &(usize, usize, Block)| {
            coverage.compare(&self.graph, Target::Block(target), &self.summaries[a], &self.summaries[b]).signed()
        };
        self.questions.iter().map(answer).sum()
    }
}

/// The listing. Where to start is as in ours.
fn listing(case: &Case, first: &Crash, second: &Crash, target: u32) -> i64 {
    let starts = starts(case, first, second, target);
    let by_default = starts.is_empty();
    let starts = if by_default { BTreeSet::from([0]) } else { starts };
    let goal = NodeIndex::new(target as usize);
    let distances = petgraph::algo::dijkstra(Reversed(&case.edges), goal, None, |_| 1_u32);
    let stops = |block: u32| block == target || starts.contains(&block);
    let flood = |from: Vec<u32>, direction| {
        let (mut reached, mut waiting) = (BTreeSet::new(), from);
        while let Some(block) = waiting.pop() {
            for next in case.edges.neighbors_directed(NodeIndex::new(block as usize), direction) {
                let next = next.index() as u32;
                if reached.insert(next) && !stops(next) {
                    waiting.push(next);
                }
            }
        }
        reached
    };
    let mut effective = BTreeSet::from([target]);
    if !(by_default && target == 0) {
        let onward = flood(starts.iter().copied().collect(), petgraph::Direction::Outgoing);
        let backward = flood(vec![target], petgraph::Direction::Incoming);
        effective.extend(onward.intersection(&backward).filter(|&&block| !stops(block)));
        effective.extend((by_default && backward.contains(&0)).then_some(0));
    }
    let needed = |block: u32| if block == target { 0 } else { STATEMENTS };
    let sets = [first, second].map(|run| {
        let entered = || effective.iter().filter_map(|&block| Some((block, *run.progress.get(&block)?)));
        let full: BTreeSet<u32> = entered().filter(|row| row.1 >= needed(row.0)).map(|row| row.0).collect();
        let stuck = entered().filter(|row| row.1 < needed(row.0));
        let nearest = stuck.min_by_key(|row| (distances.get(&NodeIndex::new(row.0 as usize)), row.0));
        (full, nearest)
    });
    let [(full_1, stuck_1), (full_2, stuck_2)] = &sets;
    if full_1.contains(&target) && full_2.contains(&target) {
        return 0;
    }
    let among = |stuck: &Option<(u32, u32)>, full: &BTreeSet<u32>| stuck.is_some_and(|(block, _)| full.contains(&block));
    match (stuck_1, stuck_2) {
        (Some((a, reached_1)), Some((b, reached_2))) if a == b && full_1 == full_2 => i64::from(*reached_2) - i64::from(*reached_1),
        _ if full_1 != full_2
            && (full_1.is_subset(full_2) && among(stuck_1, full_2) || full_2.is_subset(full_1) && among(stuck_2, full_1)) =>
        {
            full_2.len() as i64 - full_1.len() as i64
        }
        _ => 0,
    }
}

fn starts(case: &Case, first: &Crash, second: &Crash, target: u32) -> BTreeSet<u32> {
    let (mut seen, mut wave) = (BTreeSet::from([target]), vec![target]);
    while !wave.is_empty() {
        let mut next = Vec::new();
        for block in wave {
            let sources = case.graph.controls(Block::new(block)).map(|branch| case.graph.source(branch).number());
            next.extend(sources.filter(|&source| seen.insert(source)));
        }
        let both = |block: &u32| first.evaluated.contains(block) && second.evaluated.contains(block);
        let found: BTreeSet<u32> = next.iter().copied().filter(both).collect();
        if !found.is_empty() {
            return found;
        }
        wave = next;
    }
    BTreeSet::new()
}

type Shape = (&'static str, fn(usize) -> Code);

const SHAPES: [Shape; 5] =
    [("chain", chain), ("ifs", row_of_ifs), ("nested_loops", nested_loops), ("structured", structured), ("switches", switches)];

fn compare(criterion: &mut Criterion) {
    for (name, shape) in SHAPES {
        let mut group = criterion.benchmark_group(format!("block_coverage/{name}"));
        for blocks in [10, 100, 500, 1_000, 10_000, 100_000, 1_000_000] {
            let case = Case::new(shape(blocks));
            group.throughput(Throughput::Elements(case.questions.len() as u64));
            let mut coverage = BlockCoverage::by(Form::Published);
            if blocks <= 10_000 {
                for (at, &(a, b, target)) in case.questions.iter().enumerate().step_by(if blocks <= 1_000 { 1 } else { 16 }) {
                    let ours = coverage.compare(&case.graph, Target::Block(target), &case.summaries[a], &case.summaries[b]);
                    let printed = listing(&case, &case.runs[a], &case.runs[b], target.number());
                    assert_eq!(ours.signed(), printed, "{name}/{blocks}, question {at}");
                }
            }
            if blocks <= 1_000 {
                group.bench_function(BenchmarkId::new("printed", blocks), |bencher| {
                    let answer =
                        |&(a, b, target): &(usize, usize, Block)| listing(&case, &case.runs[a], &case.runs[b], target.number());
                    bencher.iter(|| black_box(case.questions.iter().map(answer).sum::<i64>()));
                });
            }
            for (label, form) in [("published", Form::Published), ("exact", Form::Exact)] {
                let mut coverage = BlockCoverage::by(form);
                case.ask(&mut coverage); // prepares
                group
                    .bench_function(BenchmarkId::new(label, blocks), |bencher| bencher.iter(|| black_box(case.ask(&mut coverage))));
            }
        }
        group.finish();
    }
}

/// What is made once: a summary for each execution, the targets on first use.
fn prepare(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("block_coverage_once");
    for blocks in [100, 500, 10_000, 100_000] {
        let case = Case::new(structured(blocks));
        group.throughput(Throughput::Elements(blocks as u64));
        let trace = Trace::new(&case.graph);
        shapes::walk(&case.graph, FIRST, &trace, 3, blocks);
        group.bench_function(BenchmarkId::new("summary", blocks), |bencher| {
            bencher.iter(|| black_box(BlockSummary::of(&case.graph, &trace)));
        });
        let (a, b, target) = case.questions[0];
        group.bench_function(BenchmarkId::new("first_comparison", blocks), |bencher| {
            let ask = |mut coverage: BlockCoverage| {
                coverage.compare(&case.graph, Target::Block(target), &case.summaries[a], &case.summaries[b]);
                coverage
            };
            bencher.iter_batched(BlockCoverage::new, ask, BatchSize::SmallInput);
        });
    }
    group.finish();
}

criterion_group!(benches, compare, prepare);
criterion_main!(benches);
