//! In the steady state recording, resetting, sweeping, measuring, merging, ranking and breaking
//! ties allocate nothing; graphs are small.
#![allow(unsafe_code, reason = "an allocator that counts has to be one")]

mod across_calls;
mod block_coverage;
mod campaign;
mod crash;
mod decisions;
mod exceptions;
mod flags;

use sbst::distance::{
    By, Decision, Distance, Rules, collection, eq, flag, ge, in_range, lt, masked_eq, text,
};
use sbst::execution::{Caller, Domain, ExceptionKind, Execution, Record, Thrown, Trace};
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::{FlowBuilder, FlowGraph, Lines, Outcome};
use sbst::id::{Block, Function, GoalId, Line, Mutant, Symbol};
use sbst::objective::suite::SuiteRow;
use sbst::objective::{
    CoverageGoal, Criterion, Forms, GoalForm, Goals, Method, MutantGoal, Program, Tables,
    implicit_branch_goals, statement_goals,
};
use sbst::selection::{Archive, Density, Frontier, Ranker};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    static REQUESTED_BYTES: Cell<u64> = const { Cell::new(0) };
    static LIVE_BYTES: Cell<isize> = const { Cell::new(0) };
}

/// Counts by thread, so that tests that run at the same time do not disturb each other.
struct Counting;

impl Counting {
    fn count(bytes: usize) {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        let _ = REQUESTED_BYTES.try_with(|sum| sum.set(sum.get() + bytes as u64));
    }
    fn grow(bytes: isize) {
        let _ = LIVE_BYTES.try_with(|live| live.set(live.get() + bytes));
    }
}

// SAFETY: everything is handed to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Self::count(layout.size());
        Self::grow(layout.size() as isize);
        // SAFETY: the caller's promises are those of the system's allocator.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        Self::grow(-(layout.size() as isize));
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        Self::count(size);
        Self::grow(size as isize - layout.size() as isize);
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(vec![1_u8]))), 1);
    assert_eq!(allocations(|| {}), 0);
}

#[test]
fn comparing_values_allocates_nothing() {
    let (numbers, map) = (vec![3, 1, 2], std::collections::BTreeMap::from([(1, 'a')]));
    let count = allocations(|| {
        let by = |c: char| By(c, |a: &char, b: &char| Distance::from(u32::from(a != b)));
        let decisions = [
            text::eq("straße", "strasse"),
            lt("abc", "abd"),
            text::starts_with("abc", "abd"),
            text::ends_with("é", "日本"),
            text::contains("shorter", "than the other"),
            text::eq_ignore_case(false, "straße", "STRASSE!"),
            text::eq_by_edits("kitten", "sitting"),
            Rules::DEFAULT.contains_run(&numbers, &[1, 3]),
            ge(&numbers[..], &[3, 1, 3]),
            eq(Some(("a", 1)), Some(("b", 1))),
            collection::contains(&map, (&2, &'b')),
            collection::contains(&numbers, &7),
            Rules::KOREL.starts_with("a".chars().map(by), "b".chars().map(by)),
            in_range(5, 7..9),
            masked_eq(5, 7, 2),
        ];
        std::hint::black_box(decisions.map(Decision::holds));
    });
    assert_eq!(count, 0);
}

const MAIN: Function = Function::new(0);
const NEST: Function = Function::new(1);
const NEST_DEPTH: u32 = 80;

/// `MAIN` has a loop, a switch, a fallible block and a jump beside an exit; `NEST` has
/// quadratically many dependences, and two entries to a loop; further functions are rarely called.
fn program() -> FlowGraph {
    let mut graph = FlowGraph::new();
    let main = FlowBuilder::new()
        .branch(0, 1, 6)
        .statements(1, 3)
        .case(1, 4, 2)
        .arm(1, [10..=19, 30..=30], 3)
        .default(1, 0)
        .jump(2, 0)
        .exception(2, 4)
        .jump(3, 5)
        .exit(3)
        .exit(4)
        .jump(5, 0)
        .exit(6);
    graph.add(&main).expect("a legal function");
    let mut nest =
        (0..NEST_DEPTH).fold(FlowBuilder::new(), |body, block| body.jump(block, block + 1));
    for level in 0..NEST_DEPTH {
        nest = nest.branch(NEST_DEPTH + level, NEST_DEPTH - 1 - level, NEST_DEPTH + level + 1);
    }
    graph.add(&nest.exit(2 * NEST_DEPTH)).expect("a legal function");
    for _ in 0..3 {
        graph
            .add(&FlowBuilder::new().branch(0, 1, 2).branch(1, 2, 3).branch(2, 1, 3).exit(3))
            .expect("a legal function");
    }
    graph
}

/// Runs in which something differs each time: the path, the functions called, the values.
fn subject(t: Caller<'_>, seed: u32) {
    let f = t.enter(MAIN);
    for round in 0..4 {
        if !f.decide(0, lt(round, 3)) {
            break;
        }
        f.done(1, round % 4);
        match f.switch(1, i64::from(seed * 7 % 40)) {
            4 => drop(f.tried(2, if seed.is_multiple_of(2) { Ok(()) } else { Err(()) })),
            10..=19 | 30 => f.end(3),
            _ if seed.is_multiple_of(5) => f.choose(1, Outcome::Case(4)),
            _ => {}
        }
    }
    if !seed.is_multiple_of(3) {
        let nest = f.caller().enter(NEST);
        for level in 0..NEST_DEPTH / 2 {
            nest.decide(NEST_DEPTH + level, eq(seed % 7, level));
        }
    }
    if seed.is_multiple_of(4) {
        let rare = f.caller().enter(Function::new(2 + seed % 3));
        rare.decide(0, flag(seed.is_multiple_of(8)));
        rare.decide(2, Decision::observed(false, Distance::from(seed)));
    }
}

/// What goals of all criteria need besides.
fn notes(t: &Trace, seed: u32) {
    for function in [MAIN, NEST] {
        t.argument(function, seed % 3, char::from_digit(seed, 30));
        t.returned(function, i64::from(seed) - 12);
        t.threw(Thrown::new(function, Symbol::new(seed % 5), ExceptionKind::Implicit));
    }
    (0..MUTANTS)
        .filter(|mutant| mutant % (1 + seed) == 0)
        .for_each(|mutant| t.infected(Mutant::new(mutant), Distance::from(seed)));
}

const MUTANTS: u32 = 60;

#[test]
fn steady_state() {
    let graph = program();
    // Each line is in four blocks.
    let lines = Lines::new(
        graph.all_blocks().map(|block| (block.statement(0), Line::new(block.number() / 4))),
    );
    let mutants: Vec<_> = (0..MUTANTS)
        .map(|number| MutantGoal::new(Mutant::new(number), Block::new(number).statement(0)))
        .collect();
    let methods = [MAIN, NEST].map(|function| {
        Method::new(function).returning(Domain::SIGNED).taking([Domain::CHAR.or_null(); 2])
    });
    let program =
        Program::new(&graph).with_lines(&lines).with_mutants(&mutants).with_methods(&methods);
    let [mut goals, mut published] = [Forms::LEVELS, Forms::PUBLISHED].map(|forms| {
        let mut goals = Goals::<Trace>::new();
        for criterion in Criterion::SMART.into_iter().chain([Criterion::Input, Criterion::Block]) {
            goals.add(criterion, &program.in_forms(forms));
        }
        goals.extend(implicit_branch_goals(&graph));
        for branch in graph.all_branches().step_by(2) {
            goals.replace(CoverageGoal::new(branch).in_form(Forms::PUBLISHED));
        }
        goals.extend(statement_goals(&graph).map(|goal| goal.in_form(GoalForm::Flat)));
        goals
    });
    let trace = goals.trace(&graph);
    let (mut tables, mut table, mut best) =
        (Tables::new(&graph), FitnessTable::new(&graph), FitnessTable::new(&graph));
    let records: Vec<Record> = (0..24)
        .map(|seed| {
            trace.reset();
            subject(trace.root(), seed);
            notes(&trace, seed);
            goals.discover(&trace);
            published.discover(&trace);
            trace.record()
        })
        .collect();
    let mut row = vec![Fitness::NEVER; goals.len()];
    let mut suite = SuiteRow::new();
    let mut sum = 0.0;

    let mut round = || {
        for seed in 0..24 {
            trace.reset();
            subject(trace.root(), seed);
            notes(&trace, seed);
            table.sweep(&graph, &trace);
            for goals in [&mut published, &mut goals] {
                assert_eq!(goals.discover(&trace).len(), 0);
                let seen = goals.observe(&graph, &trace, &mut tables);
                goals.fitness(goals.ids(), &seen, &mut row);
                suite.add(&row);
                goals.measure(&graph, &trace, &mut tables, &mut row);
                sum += suite.sum(goals, goals.of(Criterion::Line));
            }
            best.merge(&graph, &table).expect("of the same graph");
            for record in &records {
                trace.merge(record).expect("the same graph");
            }
            table.sweep(&graph, &trace);
            best.merge(&graph, &table).expect("of the same graph");
            let measured = graph
                .all_branches()
                .filter(|&branch| trace.branch_distance(graph.edge(branch)).is_some());
            assert!(measured.count() > 0);
        }
    };
    round();
    assert_eq!(allocations(round), 0);
    assert!(
        row.iter().any(|value| value.is_covered())
            && row.iter().any(|value| !value.is_covered())
            && sum > 0.0
    );
    assert_eq!(trace.check(), Ok(()));
}

#[test]
fn nothing_but_the_table_is_allocated_before_the_steady_state() {
    let graph = program();
    let trace = Trace::new(&graph);
    let first_run = allocations(|| {
        subject(trace.root(), 1);
        subject(trace.root(), 4);
        trace.reset();
        subject(trace.root(), 20);
    });
    assert_eq!(first_run, 0);
    assert_eq!(trace.check(), Ok(()));
}

/// The graph of `blocks` blocks, each described by a closure, and how many edges that makes.
fn kept_for_each_edge(blocks: u32, edges: impl Fn(u32) -> Vec<u32>) -> f64 {
    let body = (0..blocks).fold(FlowBuilder::new(), |body, block| match edges(block)[..] {
        [] => body.exit(block),
        [to] => body.jump(block, to),
        [then, or_else] => body.branch(block, then, or_else),
        _ => unreachable!("at most two edges"),
    });
    let before = LIVE_BYTES.get();
    let graph = FlowGraph::of(&body).expect("a legal graph");
    let kept = LIVE_BYTES.get() - before;
    assert_eq!(graph.all_blocks().len(), blocks as usize);
    kept as f64 / (0..blocks).map(|block| edges(block).len()).sum::<usize>() as f64
}

#[test]
fn a_graph_keeps_less_than_64_bytes_for_each_edge() {
    const N: u32 = 20_001;
    const IN_THREES: u32 = N - 2; // and one more
    let last = N - 1;
    let straight = |block: u32| if block < last { vec![block + 1] } else { vec![] };
    let nested =
        |block: u32| if block + 1 < last { vec![block + 1, last] } else { straight(block) };
    let diamonds = |block: u32| match block % 3 {
        0 if block + 3 < IN_THREES => vec![block + 1, block + 3],
        0 => vec![],
        _ => vec![block + 1],
    };
    let tree =
        |block: u32| if 2 * block + 2 < N { vec![2 * block + 1, 2 * block + 2] } else { vec![] };
    let irreducible = |block: u32| match block % 3 {
        0 if block + 3 < IN_THREES => vec![block + 1, block + 2],
        0 => vec![],
        1 => vec![block + 1, block + 2],
        _ => vec![block - 1, block + 1],
    };
    // Quadratically many dependences.
    let do_while = |block: u32| match block {
        _ if block < N / 2 => vec![block + 1],
        _ if block < last => vec![last - 1 - block, block + 1],
        _ => vec![],
    };
    let kept = [
        kept_for_each_edge(N, straight),
        kept_for_each_edge(N, nested),
        kept_for_each_edge(IN_THREES, diamonds),
        kept_for_each_edge(N, tree),
        kept_for_each_edge(IN_THREES, irreducible),
        kept_for_each_edge(N, do_while),
    ];
    println!("bytes for each edge: {kept:.1?}");
    assert!(kept.iter().all(|&bytes| bytes < 64.0), "{kept:.1?}");
}

#[test]
fn ranking_allocates_nothing_once_it_is_warm() {
    // Populations of other sizes, for other goals: chains, ties, rows that do not compare, rows
    // that end early.
    let value = |population: u32, row: u32, goal: u32| match population % 3 {
        // One front, too long for a stable sort to need no memory.
        _ if population == 8 => Fitness::NEVER,
        0 => Fitness::new(row, Distance::from(goal)),
        1 => Fitness::new(row * goal % 3, Distance::from(row % 2)),
        _ => Fitness::new(row * (goal + 1) % 37, Distance::INFINITE),
    };
    let population = |number: u32| -> (Vec<Vec<Fitness>>, Vec<GoalId>) {
        let row = |row| (0..60 - row % (1 + number)).map(|goal| value(number, row, goal)).collect();
        let goals =
            (0..60).rev().filter(|goal| goal % (1 + number) == 0).map(GoalId::new).collect();
        ((0..if number == 8 { 450 } else { 10 + number * 13 % 70 }).map(row).collect(), goals)
    };
    let populations: Vec<_> = (0..9).map(population).collect();
    let mut rankers = [Density::SubVector, Density::Crowding].map(Ranker::by);
    let mut sum = 0.0;
    let mut round = || {
        for (rows, goals) in &populations {
            for ranker in &mut rankers {
                let cheaper = |_, a: usize, b: usize| (a % 5).cmp(&(b % 5));
                let preferred = ranker.preference_sort(rows, goals, cheaper).len();
                let fronts = preferred + ranker.non_dominated_sort(rows, goals).len();
                let selected = ranker.select(rows, goals, rows.len() * 2 / 3, cheaper)[0];
                let wins = ranker.sub_vector_dominances(rows, goals, &[0, 5, 2, 77])[0];
                sum += ranker.crowding_distances(rows, goals, &[0, 5, 2, 77])[0] + f64::from(wins);
                sum += (fronts + selected + ranker.preferred(rows, goals, cheaper)[0]) as f64;
            }
        }
    };
    round();
    assert_eq!(allocations(&mut round), 0);
    assert!(sum > 0.0);

    // What is not kept is not made; what is kept costs what the test costs.
    let mut archive = Archive::new();
    for goal in 0..100 {
        archive.offer(GoalId::new(goal), 10, || vec![goal]);
    }
    let mut offer = |cost: u32| {
        (0..100).filter(|&goal| archive.offer(GoalId::new(goal), cost, || vec![goal])).count()
    };
    assert_eq!(allocations(|| assert_eq!(offer(10) + offer(11), 0)), 0);
    assert_eq!(allocations(|| assert_eq!(offer(9), 100)), 100);

    // Goals in layers of 100: each lies behind two of the layer before. The first layer warms it
    // up.
    let above = |goal: u32| {
        if goal < 100 {
            vec![]
        } else {
            vec![GoalId::new(goal - 100), GoalId::new((goal - 99).min(goal / 100 * 100 - 1))]
        }
    };
    let mut frontier = Frontier::new((0..1000).map(above));
    assert_eq!(frontier.cover((0..100).map(GoalId::new)).len(), 100);
    let by_layers = allocations(|| {
        for layer in 1..8 {
            frontier.cover((0..100).map(|goal| GoalId::new(100 * layer + goal * 7 % 100)));
        }
    });
    let one_by_one = allocations(|| {
        (800..900).for_each(|goal| assert!(frontier.cover([GoalId::new(goal)]).len() <= 2));
    });
    assert_eq!(
        (by_layers, one_by_one, frontier.active().len(), frontier.covered_count()),
        (0, 0, 100, 900)
    );
}

/// A text that nobody may make.
struct Never;

impl std::fmt::Display for Never {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        panic!("nobody wants it")
    }
}

#[test]
fn operands_that_nobody_wants_cost_nothing() {
    let graph = program();
    let trace = Trace::new(&graph);
    let entry = graph.entry(MAIN);
    let count = allocations(|| {
        let f = trace.root().enter(MAIN);
        for round in 0..4 {
            f.decide_with(0, lt(round, 3), Never);
            trace.decide_with(entry, lt(round, 3), Never);
        }
    });
    assert_eq!((count, trace.evaluated()), (0, 8));
}
