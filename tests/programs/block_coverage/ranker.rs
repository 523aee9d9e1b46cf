//! Block coverage as the tie-breaker of a ranker: alone, before length, and in a search that fails
//! without it.

use super::faults::FIRST;
use crate::oracle::run::{Run, Seen};
use crate::oracle::{Shape, program};
use sbst::distance::{Distance, gt, lt};
use sbst::execution::{Record, Trace};
use sbst::fitness::Fitness;
use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Counters, Nearer, Target};
use sbst::flow::Outcome::{Exception, False, True};
use sbst::flow::{FlowBuilder, FlowGraph, Lines};
use sbst::id::{Block, Branch, Function, GoalId, Line, Mutant, Statement};
use sbst::objective::{
    Goal, GoalForm, Goals, MutantGoal, Tables, block_goals, branch_goals, covered, line_goals,
    statement_goals,
};
use sbst::published::{Gate, Signals, Timing};
use sbst::selection::{Ranker, keep};
use std::cell::Cell;
use std::cmp::Ordering;
use std::time::Duration;

/// `year-month-day`. Block 0 takes it apart (lines 10 to 12) and decides (13); 1 refuses the month
/// (14); 2 checks the day (15); 3 (16).
fn day_of_month(trace: &Trace, text: &str) -> Option<u32> {
    const DAYS: [u32; 12] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let f = trace.root().enter(FIRST);
    let mut parts = text.split('-').map(|part| part.parse::<u32>().ok());
    let _year = parts.next()??;
    f.done(0, 1);
    let month = parts.next()??;
    f.done(0, 2);
    let day = parts.next()??;
    f.done(0, 3);
    if f.decide(0, gt(month, 12)) {
        f.end(1);
        return None;
    }
    let month = month.checked_sub(1)?;
    f.done(2, 1);
    DAYS[month as usize].checked_sub(day)?;
    f.end(2);
    f.end(3);
    Some(day)
}

fn graph() -> FlowGraph {
    let body = FlowBuilder::new().statements(0, 4).branch(0, 1, 2).statements(1, 1).exit(1);
    FlowGraph::of(&body.statements(2, 2).jump(2, 3).statements(3, 1).exit(3)).expect("legal")
}

fn lines(graph: &FlowGraph) -> Lines {
    let rows = [
        (0, 0, 10),
        (0, 1, 11),
        (0, 2, 12),
        (0, 3, 13),
        (1, 0, 14),
        (2, 0, 15),
        (2, 1, 15),
        (3, 0, 16),
    ];
    Lines::new(rows.map(|(local, statement, line)| {
        (graph.block(FIRST, local).statement(statement), Line::new(line))
    }))
}

/// A mutant of line 16.
const MUTANT: Mutant = Mutant::new(0);

struct Test {
    row: Vec<Fitness>,
    blocks: BlockSummary,
    length: usize,
}

impl AsRef<[Fitness]> for Test {
    fn as_ref(&self) -> &[Fitness] {
        &self.row
    }
}

/// All that a search knows of its goals and of its tests.
struct Search {
    graph: FlowGraph,
    lines: Lines,
    goals: Goals<Record>,
    population: Vec<Test>,
}

impl Search {
    /// Branches, blocks, statements and lines (flat, so that tests in one block are equally near),
    /// and one mutant.
    fn of(texts: &[&str]) -> Self {
        let graph = graph();
        let lines = lines(&graph);
        let mut goals = Goals::<Record>::new();
        goals.extend(branch_goals(&graph));
        goals.extend(block_goals(&graph));
        goals.extend(statement_goals(&graph).map(|goal| goal.in_form(GoalForm::Flat)));
        goals.extend(line_goals(&graph, &lines).map(|goal| goal.in_form(GoalForm::Flat)));
        goals.push(MutantGoal::new(MUTANT, graph.block(FIRST, 3).statement(0)));
        let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
        let test = |&text: &&str| {
            trace.reset();
            if day_of_month(&trace, text).is_some() {
                trace.infected(MUTANT, Distance::from(2));
            }
            let record = trace.record();
            let mut row = Vec::new();
            goals.measure(&graph, &record, &mut tables, &mut row);
            let blocks = BlockSummary::of(&graph, &record);
            assert_eq!(blocks, BlockSummary::of(&graph, &trace)); // what is kept of a run says the same
            Test { row, blocks, length: text.len() }
        };
        let population = texts.iter().map(test).collect();
        assert_eq!(trace.check(), Ok(()));
        Self { graph, lines, goals, population }
    }

    fn shorter(&self, a: usize, b: usize) -> Ordering {
        self.population[a].length.cmp(&self.population[b].length)
    }

    /// The row that each tie-breaker prefers for a goal: block coverage alone, before length,
    /// length alone.
    fn preferred(&self, goal: Goal) -> [usize; 3] {
        let id = self.goals.find(goal).expect("a goal");
        let mut coverage = BlockCoverage::new();
        let mut nearer =
            |goal: GoalId, a: usize, b: usize| match self.goals.goal(goal).target(&self.lines) {
                Some(target) => {
                    let [a, b] = [a, b].map(|test| &self.population[test].blocks);
                    coverage.compare(&self.graph, target, a, b).ordering()
                }
                None => Ordering::Equal,
            };
        let mut ranker = Ranker::new();
        let mut first = |prefer: &mut dyn FnMut(GoalId, usize, usize) -> Ordering| {
            let preferred = ranker.preferred(&self.population, &[id], &mut *prefer)[0];
            assert_eq!(ranker.select(&self.population, &[id], 1, prefer), [preferred]);
            preferred
        };
        [
            first(&mut nearer),
            first(&mut |goal, a, b| nearer(goal, a, b).then_with(|| self.shorter(a, b))),
            first(&mut |_, a, b| self.shorter(a, b)),
        ]
    }
}

#[test]
fn the_nearest_within_the_blocks_is_preferred_then_the_shortest() {
    // After 0, 1, 2, 2, 1 statements of block 0: none decided.
    let search = Search::of(&["", "7-x", "2024-7-x", "7-7-x", "x-7"]);
    let at = |local| search.graph.block(FIRST, local);
    let [month, ordinary] = [0, 1].map(Branch::new);
    let same = |goal| {
        let id = search.goals.find(goal).expect("a goal").index();
        search.population.iter().all(|test| test.row[id] == search.population[0].row[id])
    };
    // Rows 2 and 3 came furthest; block coverage alone takes the first of them, length the shorter
    // one. Length alone takes the empty text.
    let blocks = [
        Goal::Block(at(1)),
        Goal::Block(at(2)),
        Goal::Block(at(3)),
        Goal::Statement(at(3).statement(0)),
        Goal::Statement(at(0).statement(3)),
    ];
    let others = [
        Goal::Branch(month),
        Goal::Branch(ordinary),
        Goal::Line(Line::new(13)),
        Goal::Line(Line::new(15)),
    ];
    for goal in blocks.into_iter().chain(others) {
        assert!(same(goal), "{goal:?}");
        assert_eq!(search.preferred(goal), [2, 3, 0], "{goal:?}");
    }
    // Of no mutant is it known how near a block is: length.
    assert!(same(Goal::Mutant(MUTANT)));
    assert_eq!(search.preferred(Goal::Mutant(MUTANT)), [0, 0, 0]);
    // Line 11 is covered by the three that came so far: no difference between them, and the others
    // are no rivals.
    assert_eq!(search.preferred(Goal::Line(Line::new(11))), [1, 1, 1]);
    assert_eq!(search.preferred(Goal::Statement(at(0).statement(1))), [1, 1, 1]);
    assert_eq!(search.preferred(Goal::Block(at(0))), [0, 0, 0]);
}

#[test]
fn ties_behind_a_decision_and_rows_that_fitness_tells_apart() {
    // Refused before the decision, at it (13 is 1 beyond), and in block 2: there after 0, 1 and 1
    // statements.
    let search = Search::of(&["7-7-x", "7-13-1", "7-0-1", "2024-2-31", "7-2-31"]);
    let at = |local| search.graph.block(FIRST, local);
    // The last three took the way to 2; the start is block 0, and they got stuck in 2.
    assert_eq!(search.preferred(Goal::Block(at(3))), [3, 4, 2]);
    assert_eq!(search.preferred(Goal::Line(Line::new(16))), [3, 4, 2]);
    assert_eq!(search.preferred(Goal::Statement(at(2).statement(1))), [3, 4, 4]); // covered by both
    assert_eq!(search.preferred(Goal::Branch(Branch::new(1))), [2, 2, 2]); // taken by three, the first is short, too
    assert_eq!(search.preferred(Goal::Block(at(1))), [1, 1, 1]); // only one is there
}

#[test]
fn goals_without_blocks_of_their_own_have_no_target() {
    let search = Search::of(&[]);
    let (goals, lines) = (&search.goals, &search.lines);
    for id in goals.ids() {
        let goal = goals.goal(id);
        let expected = match goal {
            Goal::Block(block) => Some(Target::Block(block)),
            Goal::Statement(Statement { block, index: statement }) => {
                Some(Target::Statement(block.statement(statement)))
            }
            Goal::Branch(branch) => Some(Target::Branch(branch)),
            Goal::Line(line) => Some(Target::Line(lines.statements_on(line))),
            _ => None,
        };
        assert_eq!(goal.target(lines), expected);
    }
    let branch = Branch::new(0);
    let direct = [Goal::DirectBranch(branch), Goal::DirectEntry(FIRST)];
    for goal in
        [Goal::Mutant(MUTANT), Goal::Entry(FIRST), Goal::Method(FIRST)].into_iter().chain(direct)
    {
        assert_eq!(goal.target(lines), None, "{goal}");
    }
    // A line of which nobody said where it is: a target without statements, for which neither is
    // nearer.
    assert_eq!(Goal::Line(Line::new(13)).target(&Lines::default()), Some(Target::Line(&[])));
    let search = Search::of(&["", "7-x"]);
    let [a, b] = [0, 1].map(|test| &search.population[test].blocks);
    assert_eq!(
        BlockCoverage::new().compare(&search.graph, Target::Line(&[]), a, b),
        Nearer::Neither
    );
}

#[test]
fn a_summary_says_what_was_entered_completed_and_evaluated() {
    // Block 0 decides, and evaluating it may fail; it does not matter which of its distances an
    // executor knows.
    let shapes = [
        Shape::new(&[(0, True, 1), (0, False, 2), (0, Exception(0), 2)], &[1, 2])
            .with_statements(1),
        Shape::new(&[], &[0]),
    ];
    let graph = program(&shapes);
    let [known, other] = [0, 1].map(Function::new);
    for (side, distance) in [(True, 0.0), (True, 3.0), (False, 3.0)] {
        let mut seen = Seen { entered: true, ..Seen::default() };
        seen.visit(0, 1);
        seen.visit(2, 0);
        seen.observe((0, side), distance);
        let summary = BlockSummary::of(&graph, &Run::new(&shapes, [seen, Seen::default()])); // which names a function twice
        assert!(summary.functions().eq([known]));
        let [entered, completed, evaluated] =
            [BlockSummary::has_entered, BlockSummary::has_completed, BlockSummary::has_evaluated]
                .map(|has| {
                    graph.all_blocks().map(|block| has(&summary, block)).collect::<Vec<_>>()
                });
        assert_eq!(entered, [true, false, true, false]);
        assert_eq!(completed, [true, false, false, false]);
        assert_eq!(evaluated, [true, false, false, false]);
        assert!(!summary.has_entered(Block::new(u32::MAX)));
    }
    // Of both functions, whatever order they were named in; blocks without statements are completed
    // once they are entered.
    let mut seen = Seen { entered: true, ..Seen::default() };
    seen.visit(0, 0);
    let summary = BlockSummary::of(&graph, &Run::new(&shapes, [seen.clone(), seen]));
    assert!(summary.functions().eq([known, other]));
    assert_eq!([0, 3].map(|block| summary.has_completed(Block::new(block))), [false, true]);
    assert_eq!(BlockSummary::default().functions().len(), 0);
}

/// `hh:mm:ss`: eight characters, each of which may be refused, and nothing else to go by. Then it
/// decides.
fn clock(trace: &Trace, text: &[u8; 8]) -> Option<bool> {
    let f = trace.root().enter(FIRST);
    let mut numbers = [0; 3];
    for (place, &byte) in text.iter().enumerate() {
        match place % 3 {
            2 => (byte == b':').then_some(())?,
            _ => numbers[place / 3] = numbers[place / 3] * 10 + char::from(byte).to_digit(10)?,
        }
        f.done(0, place as u32 + 1);
    }
    Some(f.decide(0, lt(numbers[0], 12)))
}

/// How many texts are tried until both sides of the decision are covered; at most `limit`. Without
/// a gate, length decides: all are as long.
fn tries(gate: Option<Gate>, limit: u32) -> (u32, Counters) {
    let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 8).branch(0, 1, 2).exit(1).exit(2))
        .expect("legal");
    let mut goals = Goals::<Trace>::new();
    goals.extend(branch_goals(&graph));
    let seed = Cell::new(1_u64);
    let draw = |limit: u64| {
        seed.set(
            seed.get()
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407),
        );
        (seed.get() >> 33) % limit
    };
    struct Individual([u8; 8], Test);
    impl AsRef<[Fitness]> for Individual {
        fn as_ref(&self) -> &[Fitness] {
            self.1.as_ref()
        }
    }
    let (trace, mut tables, lines) = (goals.trace(&graph), Tables::new(&graph), Lines::default());
    let (mut coverage, mut ranker, mut counters) =
        (BlockCoverage::new(), Ranker::new(), Counters::default());
    let (mut population, mut active, mut number) =
        (Vec::<Individual>::new(), goals.ids().collect::<Vec<_>>(), 0);
    let mut histories = [Timing::new(Duration::ZERO); 2];
    while !active.is_empty() && number < limit {
        for _ in 0..10 {
            let mut text = population.first().map_or([b' '; 8], |best| best.0);
            text[draw(8) as usize] = b' ' + draw(64) as u8;
            number += 1;
            trace.reset();
            let _ = clock(&trace, &text);
            let mut row = Vec::new();
            goals.measure(&graph, &trace, &mut tables, &mut row);
            active.retain(|&goal| !covered(&row).any(|covered| covered == goal));
            histories.iter_mut().zip(&row).for_each(|(history, &value)| {
                history.see(value, Duration::from_secs(number.into()));
            });
            population.push(Individual(
                text,
                Test { row, blocks: BlockSummary::of(&graph, &trace), length: text.len() },
            ));
        }
        let nearer = |goal: GoalId, a: usize, b: usize| {
            let [first, second] = [a, b].map(|test| &population[test].1);
            let now = Duration::from_secs(number.into());
            let open = gate.is_some_and(|gate| {
                gate.is_open(
                    &histories[goal.index()],
                    Signals::NONE,
                    now,
                    draw(1000) as f64 / 1000.0,
                )
            });
            let target = goals.goal(goal).target(&lines).expect("a branch");
            let answer = counters
                .count(open, || coverage.verdict(&graph, target, &first.blocks, &second.blocks));
            answer.ordering().then(first.length.cmp(&second.length))
        };
        let best = ranker.select(&population, &active, 10, nearer);
        keep(&mut population, best);
    }
    assert_eq!(trace.check(), Ok(()));
    (number, counters)
}

#[test]
fn a_search_through_straight_line_code_needs_it() {
    const LIMIT: u32 = 10_000;
    let (open, counters) = tries(Some(Gate::OPEN), LIMIT);
    assert!(open < LIMIT / 2, "{open}");
    assert!(
        counters.called == counters.compared
            && 0 < counters.useful
            && counters.useful < counters.active
    );

    // Without it no tie is decided: the first text stays, and one character away from it is no time
    // of day.
    let (without, counters) = tries(None, LIMIT);
    assert_eq!((without, counters.compared, counters.active, counters.useful), (LIMIT, 0, 0, 0));

    // As published, with tries for seconds: a goal waits 60 of them, then half of its ties are left
    // to length.
    let (published, counters) = tries(Some(Gate::PUBLISHED), LIMIT);
    assert!(open < published && published < LIMIT, "{published}");
    let part = counters.compared as f64 / counters.called as f64;
    assert!((0.4..0.5).contains(&part), "{part}");

    assert_eq!(tries(Some(Gate::PUBLISHED), LIMIT), (published, counters)); // deterministic
}
