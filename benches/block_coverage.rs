//! Block coverage of pairs of executions, beside two rivals that find out starts, effective blocks
//! and distances anew for each comparison; control dependence and edges they have.
//!
//! *printed* is the published listing as a reader would write it down: shortest paths to the target
//! by petgraph's Dijkstra, sets of blocks as B-trees. *lean* does the same on arrays, with
//! breadth-first searches.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

#[path = "rivals/listing.rs"]
mod listing;
mod shapes;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use listing::{Arrays, Rival};
use sbst::distance::Distance;
use sbst::execution::{CallTreeLimits, Execution, Frame, Trace};
use sbst::fitness::block_coverage::across::{CallSummary, WithinCalls};
use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Form, Nearer, Target};
use sbst::flow::{BlockSketch, ControlFlow, Edge, FlowBuilder, FlowGraph};
use sbst::id::{Block, CallSite, Function};
use shapes::Random;
use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;

const FIRST: Function = Function::new(0);
const STATEMENTS: u32 = 4;

/// By block: where it leads. Every block has statements.
struct Code(Vec<Vec<u32>>);

impl Code {
    fn of(listing: &shapes::Listing) -> Self {
        Self((0..listing.0.len()).map(|block| listing.targets(block).collect()).collect())
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
            [default, ref cases @ ..] => {
                (0..).zip(cases).fold(out.default(default), |out, (value, &to)| out.case(value, to))
            }
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

impl Crash {
    /// The blocks of a walk, of the last one only some statements.
    fn after(code: &Code, walk: &[u32], done: u32) -> Self {
        let mut run = Self::default();
        for &block in &walk[..walk.len() - 1] {
            run.progress.insert(block, STATEMENTS);
            if code.0[block as usize].len() > 1 {
                run.evaluated.insert(block);
            }
        }
        run.progress.entry(walk[walk.len() - 1]).or_insert(done);
        run
    }
}

/// A walk of so many blocks at most; every way on is equally likely.
fn walk(code: &Code, random: &mut Random, steps: usize) -> Vec<u32> {
    let mut walk = vec![0];
    while walk.len() < steps {
        let targets = &code.0[walk[walk.len() - 1] as usize];
        if targets.is_empty() {
            break;
        }
        walk.push(targets[random.below(targets.len() as u64) as usize]);
    }
    walk
}

/// Two executions and a block.
type Question = (usize, usize, u32);

/// A function, executions of it, which of them to compare, and for what.
struct Case {
    code: Code,
    graph: FlowGraph,
    runs: Vec<Crash>,
    summaries: Vec<BlockSummary>,
    questions: Vec<Question>,
}

impl Case {
    /// On each of four walks, four executions end here or there. They are compared with one
    /// another, and with some of another walk, for blocks further on, to which no more than one of
    /// the two came.
    fn new(code: Code) -> Self {
        let blocks = code.0.len();
        let mut random = Random(blocks as u64);
        let (mut runs, mut questions): (Vec<Crash>, Vec<Question>) = (Vec::new(), Vec::new());
        for base in (0..16).step_by(4) {
            // The longest of some: most are short where every decision may end it.
            let walk = (0..32)
                .map(|_| walk(&code, &mut random, 2 * blocks))
                .max_by_key(Vec::len)
                .unwrap_or_default();
            let end = |part: usize| 1 + (walk.len() - 1) * part / 8;
            for part in [2, 2, 3, 4] {
                runs.push(Crash::after(
                    &code,
                    &walk[..end(part)],
                    random.below(u64::from(STATEMENTS)) as u32,
                ));
            }
            let pairs =
                [(0, 1), (0, 2), (1, 2), (3, 1), (2, 3), (0, 3)].map(|(a, b)| (base + a, base + b));
            let others = [0, 1].map(|n| (base + n, (base + 4 + n) % 16));
            for (a, b) in pairs.into_iter().chain(others) {
                questions.extend([5, 6, 7, 8].map(|part| (a, b, walk[end(part) - 1])));
            }
        }
        let reaches = |run: usize, target: u32| runs[run].progress.contains_key(&target);
        questions.retain(|&(a, b, target)| !(reaches(a, target) && reaches(b, target)));
        let graph = FlowGraph::of(&code).expect("a graph");
        let summaries = runs.iter().map(|run| BlockSummary::of(&graph, run)).collect();
        Self { code, graph, runs, summaries, questions }
    }

    fn ours(&self, coverage: &mut BlockCoverage, &(a, b, target): &Question) -> i64 {
        coverage
            .compare(
                &self.graph,
                Target::Block(Block::new(target)),
                &self.summaries[a],
                &self.summaries[b],
            )
            .signed()
    }
}

type Shape = (&'static str, fn(usize) -> Code);

const SHAPES: [Shape; 5] = [
    ("chain", chain),
    ("ifs", row_of_ifs),
    ("nested_loops", nested_loops),
    ("structured", structured),
    ("switches", switches),
];

fn compare(criterion: &mut Criterion) {
    for (name, shape) in SHAPES {
        let mut group = criterion.benchmark_group(format!("block_coverage/{name}"));
        for blocks in [10, 100, 500, 1_000, 10_000, 100_000, 1_000_000] {
            let case = Case::new(shape(blocks));
            group.throughput(Throughput::Elements(case.questions.len() as u64));
            if blocks <= 1_000 {
                let rivals = Rivals::new(&case);
                rivals.assert_equal();
                let all = || {
                    case.questions
                        .iter()
                        .map(|question| rivals.printed(Form::Published, question))
                        .sum::<i64>()
                };
                group.bench_function(BenchmarkId::new("printed", blocks), |bencher| {
                    bencher.iter(|| black_box(all()));
                });
                let all = || {
                    case.questions
                        .iter()
                        .map(|question| rivals.lean(Form::Published, question))
                        .sum::<i64>()
                };
                group.bench_function(BenchmarkId::new("lean", blocks), |bencher| {
                    bencher.iter(|| black_box(all()));
                });
            }
            let mut coverage = BlockCoverage::new();
            let mut all = || {
                case.questions
                    .iter()
                    .map(|question| case.ours(&mut coverage, question))
                    .sum::<i64>()
            };
            all(); // prepares the targets
            group.bench_function(BenchmarkId::new("ours", blocks), |bencher| {
                bencher.iter(|| black_box(all()));
            });
        }
        group.finish();
    }
}

struct Rivals<'a> {
    case: &'a Case,
    rival: Rival,
    arrays: Vec<Arrays>,
}

impl<'a> Rivals<'a> {
    fn new(case: &'a Case) -> Self {
        let arrays = case.runs.iter().map(|run| Arrays::of(run, case.code.0.len())).collect();
        Self { case, rival: Rival::new(&case.code.0, &case.graph), arrays }
    }

    fn printed(&self, form: Form, &(a, b, target): &Question) -> i64 {
        self.rival.printed(form, [&self.case.runs[a], &self.case.runs[b]], target)
    }

    fn lean(&self, form: Form, &(a, b, target): &Question) -> i64 {
        self.rival.lean(form, [&self.arrays[a], &self.arrays[b]], target)
    }

    fn assert_equal(&self) {
        for form in [Form::Exact, Form::Published] {
            let (mut coverage, mut decided) = (BlockCoverage::new().in_form(form), 0);
            for question in &self.case.questions {
                let answer = self.case.ours(&mut coverage, question);
                assert_eq!(
                    (self.printed(form, question), self.lean(form, question)),
                    (answer, answer),
                    "{form:?} {question:?}"
                );
                decided += usize::from(answer != 0);
            }
            assert!(3 * decided > self.case.questions.len(), "only {decided} are decided");
        }
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
        group.bench_function(BenchmarkId::new("first_comparison", blocks), |bencher| {
            let ask = |mut coverage: BlockCoverage| {
                case.ours(&mut coverage, &case.questions[0]);
                coverage
            };
            bencher.iter_batched(BlockCoverage::new, ask, BatchSize::SmallInput);
        });
    }
    group.finish();
}

/// A chain of calls in which two executions got stuck, and differ in the last one: how long it
/// takes to find out, beside the comparison within one function, which has no answer.
fn across(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("block_coverage_across");
    for depth in [1, 10, 100, 1_000, 10_000] {
        let mut graph = FlowGraph::new();
        for _ in 0..=depth {
            graph
                .add(&FlowBuilder::new().statements(0, STATEMENTS).jump(0, 1).exit(1))
                .expect("a graph");
        }
        let site = CallSite::new(0);
        for f in 0..depth {
            graph
                .add_call(graph.entry(Function::new(f)), 1, site, [Function::new(f + 1)])
                .expect("a block");
        }
        let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
        let record = |last: u32| {
            trace.reset();
            let mut frames: Vec<Frame<'_>> = vec![trace.root().enter(FIRST)];
            for f in 1..=depth {
                let frame = &frames[frames.len() - 1];
                frame.done(0, 1);
                let callee = frame.at(site).enter(Function::new(f));
                frames.push(callee);
            }
            frames[depth as usize].done(0, last);
            while frames.pop().is_some() {}
        };
        let [first, second] = [1, 2].map(|last| {
            record(last);
            CallSummary::of(&graph, &trace)
        });
        let target = Target::Block(Block::new(1));
        let mut plain = BlockCoverage::new();
        let mut within = || plain.compare(&graph, target, first.blocks(), second.blocks());
        assert_eq!(within(), Nearer::Neither);
        let mut across = WithinCalls::new();
        let mut deep = || across.compare(&graph, target, &first, &second);
        assert_eq!(deep(), Nearer::Second(1));
        group.throughput(Throughput::Elements(depth.into()));
        group.bench_function(BenchmarkId::new("within", depth), |bencher| {
            bencher.iter(|| black_box(within()));
        });
        group.bench_function(BenchmarkId::new("across", depth), |bencher| {
            bencher.iter(|| black_box(deep()));
        });
        group.bench_function(BenchmarkId::new("blocks", depth), |bencher| {
            bencher.iter(|| black_box(BlockSummary::of(&graph, &trace)));
        });
        group.bench_function(BenchmarkId::new("summary", depth), |bencher| {
            bencher.iter(|| black_box(CallSummary::of(&graph, &trace)));
        });
    }
    group.finish();
}

criterion_group!(benches, compare, prepare, across);
criterion_main!(benches);
