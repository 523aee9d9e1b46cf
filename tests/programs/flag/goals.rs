//! A registry measures refined executions: goals that read distances have the gradient, and all
//! others are as they were.

use super::subjects::{CHECK, MAIN, SITE, Subject, answer, assert_close, assert_fitness};
use sbst::distance::Distance;
use sbst::execution::{
    CallTreeLimits, Caller, ExceptionKind, Execution, Facts, On, Partition, Plane, Thrown, Trace,
};
use sbst::fitness::flag::FlagGradient;
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::{FlowBuilder, Lines, Outcome};
use sbst::id::{GoalId, Line, Mutant, Symbol};
use sbst::objective::GoalGraph;
use sbst::objective::{
    CoverageGoal, DirectGoal, Forms, Goal, GoalForm, Goals, MethodGoal, MutantGoal, Objective,
    Observed, Tables, block_goals, branch_goals, covered, line_goals, statement_goals,
};
use sbst::published::{Gate, Signals, Timings};
use sbst::selection::{Frontier, Ranker};
use std::cmp::Ordering;
use std::time::Duration;

/// Opens the safe.
///
/// ```text
/// 0: (line 10) if is_valid(code) { 1: (line 11) ..; (line 12) if tries < 3 { 2: (line 13) open } }  3: (line 15) return
/// ```
fn open(t: Caller<'_>, code: i32, tries: i32) {
    let f = t.enter(MAIN);
    if f.decide(0, t.rules().flag(is_valid(f.at(SITE), code))) {
        f.infected(Mutant::new(0), Distance::from(4));
        if f.decide(1, t.rules().lt(tries, 3)) {
            f.end(2);
        } else {
            f.threw(Symbol::new(0), ExceptionKind::Explicit);
            return;
        }
    }
    f.returns(3, ());
}

/// `0: (line 20) if code >= 1000 { 1: if code % 100 == 7 { 2: return true } }  3: return false`
fn is_valid(t: Caller<'_>, code: i32) -> bool {
    let f = t.enter(CHECK);
    if f.decide(0, t.rules().ge(code, 1000)) && f.decide(1, t.rules().eq(code % 100, 7)) {
        return f.returns(2, true);
    }
    f.returns(3, false)
}

fn safe() -> Subject {
    let open = FlowBuilder::new().statements(0, 1).branch(0, 1, 3).statements(1, 2).branch(1, 2, 3);
    let open = open.statements(2, 1).jump(2, 3).statements(3, 1).exit(3);
    let is_valid =
        FlowBuilder::new().statements(0, 1).branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
    Subject::new(&[open, is_valid], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, CHECK).returns(2, true)?.returns(3, false)?;
        Ok(())
    })
}

fn lines(subject: &Subject) -> Lines {
    let rows = [
        (MAIN, 0, 0, 10),
        (MAIN, 1, 0, 11),
        (MAIN, 1, 1, 12),
        (MAIN, 2, 0, 13),
        (MAIN, 3, 0, 15),
        (CHECK, 0, 0, 20),
    ];
    Lines::new(rows.map(|(function, block, statement, line)| {
        (subject.graph.block(function, block).statement(statement), Line::new(line))
    }))
}

/// A goal in the form of its own.
type Any<X> = Box<dyn Objective<X> + Send + Sync>;

/// Everything that reads distances or reach, in these forms; and after that what asks the execution
/// itself.
fn objectives<X: Facts + ?Sized + 'static>(
    subject: &Subject,
    published: bool,
) -> (Vec<Any<X>>, Vec<Any<X>>) {
    let (graph, lines) = (&subject.graph, lines(subject));
    let mut reading: Vec<Any<X>> = Vec::new();
    let form = if published { GoalForm::Augmented } else { GoalForm::Levels };
    for goal in branch_goals(graph) {
        reading.push(Box::new(goal.in_form(form)));
        reading.push(Box::new(DirectGoal::new(goal.target).in_form(form)));
    }
    block_goals(graph).for_each(|goal| reading.push(Box::new(goal)));
    for function in graph.functions() {
        reading.push(Box::new(DirectGoal::new(function)));
    }
    let form = if published { GoalForm::Flat } else { GoalForm::Levels };
    statement_goals(graph).for_each(|goal| reading.push(Box::new(goal.in_form(form))));
    let form = if published { GoalForm::Augmented } else { GoalForm::Levels };
    line_goals(graph, &lines).for_each(|goal| reading.push(Box::new(goal.in_form(form))));
    let form = if published { GoalForm::Definition } else { GoalForm::Levels };
    reading.push(Box::new(
        MutantGoal::new(Mutant::new(0), graph.block(MAIN, 1).statement(0)).in_form(form),
    ));
    let asking: Vec<Any<X>> = vec![
        Box::new(CoverageGoal::new((CHECK, Partition::True))),
        Box::new(CoverageGoal::new((CHECK, Partition::False))),
        Box::new(CoverageGoal::new(Thrown::new(MAIN, Symbol::new(0), ExceptionKind::Explicit))),
        Box::new(MethodGoal::new(MAIN)),
        Box::new(MethodGoal::new(MAIN).without_exception()),
        Box::new(MethodGoal::new(CHECK)),
    ];
    (reading, asking)
}

fn trace(subject: &Subject) -> Trace {
    subject.trace().with_direct_calls().with_mutants(1)
}

/// Runs that differ in how far they come, with several calls each.
const RUNS: [&[(i32, i32)]; 6] = [
    &[(3, 0)],
    &[(1050, 0)],
    &[(1008, 9), (4, 4)],
    &[(1007, 5)],
    &[(1007, 2), (1050, 0)],
    &[(999, 1), (1093, 1), (-8, 1)],
];

fn each_run(subject: &Subject, mut see: impl FnMut(&Trace)) {
    let trace = trace(subject);
    for calls in RUNS {
        trace.reset();
        calls.iter().for_each(|&(code, tries)| open(trace.root(), code, tries));
        is_valid(trace.root(), 1050); // by the test itself
        see(&trace);
        assert_eq!(trace.check(), Ok(()));
    }
}

#[test]
fn all_that_reads_distances_is_what_it_is_on_the_refined_table() {
    let subject = safe();
    for published in [false, true] {
        let (mut goals, (objectives, asking)) =
            (Goals::<Trace>::new(), objectives::<Trace>(&subject, published));
        let readers = objectives.len();
        objectives
            .into_iter()
            .chain(asking)
            .for_each(|objective| assert_eq!(goals.push(objective).id().index() + 1, goals.len()));
        let (mut tables, mut row, mut plain_row) =
            (Tables::new(&subject.graph), Vec::new(), Vec::new());
        let mut nearer = 0;
        each_run(&subject, |trace| {
            let mut gradient = FlagGradient::new();
            let refined = gradient.refine(&subject.graph, &subject.flags, trace).expect("a tree");
            let [mut table, mut direct] =
                [FitnessTable::new(&subject.graph), FitnessTable::new(&subject.graph)];
            table.sweep(&subject.graph, &refined);
            direct.sweep(&subject.graph, &On(&refined, Plane::Direct));
            let seen = Observed::new(&subject.graph, trace, &table).with_direct(&direct);
            goals.measure(&subject.graph, &refined, &mut tables, &mut row);
            goals.measure(&subject.graph, trace, &mut tables, &mut plain_row);
            assert_eq!(row.len(), goals.len());
            for id in goals.ids() {
                assert_eq!(row[id.index()], goals.fitness_of(id, &seen), "{}", goals.goal(id));
                if id.index() >= readers {
                    assert_eq!(row[id.index()], plain_row[id.index()], "{}", goals.goal(id));
                }
                assert_eq!(
                    row[id.index()].is_covered(),
                    plain_row[id.index()].is_covered(),
                    "{}",
                    goals.goal(id)
                );
                nearer += usize::from(row[id.index()] < plain_row[id.index()]);
            }
            // Measured plainly in between, it is still the same.
            goals.measure(&subject.graph, &refined, &mut tables, &mut plain_row);
            assert_eq!(row, plain_row);
        });
        assert!(nearer > 20, "{nearer}"); // else nothing was refined
    }
}

#[test]
fn each_criterion_has_the_value_of_the_flag_in_its_own_form() {
    let subject = safe();
    let (graph, trace) = (&subject.graph, trace(&subject));
    open(trace.root(), 1050, 0);
    // 50 == 7 is 44 away: the flag is 44/45, and the norm of that 44/89.
    let norm = 44.0 / 89.0;
    let [flag, behind] =
        [0, 1].map(|block| graph.branch(graph.block(MAIN, block), Outcome::True).expect("decides"));
    let scalar = |published, goal: Goal| {
        let mut goals = Goals::<Trace>::new();
        goals.extend(objectives::<Trace>(&subject, published).0);
        let (mut gradient, mut tables, mut row) =
            (FlagGradient::new(), Tables::new(graph), Vec::new());
        let refined = gradient.refine(graph, &subject.flags, &trace).expect("a tree");
        goals.measure(graph, &refined, &mut tables, &mut row);
        let id = goals.find(goal).expect("a goal");
        goals.scalar(id, row[id.index()])
    };
    let block = |local| graph.block(MAIN, local);
    for (goal, with_levels, published) in [
        (Goal::Branch(flag), norm, norm),
        (Goal::Branch(behind), 1.0 + norm, 1.0), // never evaluated
        (Goal::DirectBranch(flag), norm, norm),
        (Goal::DirectBranch(behind), 1.0 + norm, 1.0),
        (Goal::Block(block(1)), norm, norm),
        (Goal::Block(block(2)), 1.0 + norm, 1.0 + norm),
        // A statement is one level higher; flat, 1 + norm(1 + norm).
        (Goal::Statement(block(1).statement(1)), 1.0 + norm, 1.0 + norm / (1.0 + norm)),
        (Goal::Statement(block(2).statement(0)), 2.0 + norm, 1.0 + (1.0 + norm) / (2.0 + norm)),
        (Goal::Line(Line::new(11)), 1.0 + norm, 1.0 + norm),
        (Goal::Line(Line::new(13)), 2.0 + norm, 2.0), // depends on a branch that was never evaluated
        (Goal::Mutant(Mutant::new(0)), 2.0 + norm, 1.0),
        (Goal::DirectEntry(CHECK), 1.0, 1.0),
    ] {
        assert_close(scalar(false, goal), with_levels);
        assert_close(scalar(true, goal), published);
    }
}

#[test]
fn a_registry_of_anything_that_runs_takes_refined_executions() {
    let subject = safe();
    let (mut anything, mut traces) = (Goals::<dyn Facts>::new(), Goals::<Trace>::new());
    let (reading, asking) = objectives::<dyn Facts>(&subject, false);
    anything.extend(reading.into_iter().chain(asking));
    let (reading, asking) = objectives::<Trace>(&subject, false);
    traces.extend(reading.into_iter().chain(asking));
    let (mut gradient, mut tables) = (FlagGradient::new(), Tables::new(&subject.graph));
    let [mut row, mut expected] = [Vec::new(), Vec::new()];
    each_run(&subject, |trace| {
        let refined = gradient.refine(&subject.graph, &subject.flags, trace).expect("a tree");
        let known = refined.known_as(trace as &dyn Facts);
        anything.measure(&subject.graph, &known, &mut tables, &mut row);
        traces.measure(&subject.graph, &refined, &mut tables, &mut expected);
        assert_eq!(row, expected);
        let seen = anything.observe(&subject.graph, &known, &mut tables);
        assert!(anything.ids().all(|id| anything.fitness_of(id, &seen) == row[id.index()]));
    });
}

#[test]
fn goals_behind_a_flag_get_nearer_as_the_input_does_where_plain_ones_are_flat() {
    let subject = safe();
    let mut goals = Goals::<Trace>::new();
    goals.extend(block_goals(&subject.graph));
    goals.extend(branch_goals(&subject.graph));
    let mut rows = [0, 500, 900, 999, 1099, 1050, 1010, 1008].map(|code| {
        let trace = subject.ran(|t| open(t, code, 0));
        let (mut gradient, mut tables, mut row, mut plain) =
            (FlagGradient::new(), Tables::new(&subject.graph), Vec::new(), Vec::new());
        goals.measure(&subject.graph, &trace, &mut tables, &mut plain);
        let refined = gradient.refine(&subject.graph, &subject.flags, &trace).expect("a tree");
        goals.measure(&subject.graph, &refined, &mut tables, &mut row);
        (row, plain)
    });
    let behind: Vec<GoalId> = [1, 2]
        .map(|block| Goal::Block(subject.graph.block(MAIN, block)))
        .map(|goal| goals.find(goal).expect("a goal"))
        .into();
    for goal in &behind {
        assert!(rows.windows(2).all(|pair| pair[1].0[goal.index()] < pair[0].0[goal.index()]));
        assert!(rows.windows(2).all(|pair| pair[1].1[goal.index()] == pair[0].1[goal.index()]));
    }
    // By hand: 1000 - 999 and 1 more, one level below the checksum: 1 + 2/3; 2 away: 2/3.
    assert_fitness(rows[3].0[behind[0].index()], 0, 5.0 / 3.0);
    assert_fitness(rows[7].0[behind[1].index()], 1, 2.0 / 3.0);
    rows.reverse();
    let matrix: Vec<_> = rows.iter().map(|row| &row.0[..]).collect();
    let plain: Vec<_> = rows.iter().map(|row| &row.1[..]).collect();

    // A frontier takes the rows as they are: what is covered, is covered.
    let mut frontiers = [&matrix, &plain].map(|rows| {
        let mut frontier = Frontier::of(&GoalGraph::new(&goals, &subject.graph));
        for row in rows.iter() {
            frontier.cover(covered(row));
        }
        (frontier.active().to_vec(), frontier.covered_count())
    });
    frontiers.iter_mut().for_each(|frontier| frontier.0.sort());
    assert_eq!(frontiers[0], frontiers[1]);
    let flag = subject.graph.branch(subject.graph.entry(MAIN), Outcome::True).expect("decides");
    assert!(frontiers[0].0.contains(&goals.find(Goal::Branch(flag)).expect("a goal")));
    // And so does a ranker: the nearest input comes first, where plain rows cannot tell and take
    // the first.
    let mut ranker = Ranker::new();
    let no_preference = |_, _, _| Ordering::Equal;
    assert_eq!(ranker.preferred(&matrix[..], &behind[..1], no_preference), [0]);
    assert_eq!(ranker.preferred(&plain[..], &behind[..1], no_preference), [0]);
    let backwards: Vec<_> = matrix.iter().rev().copied().collect();
    let plain: Vec<_> = plain.into_iter().rev().collect();
    assert_eq!(ranker.preferred(&backwards[..], &behind[..1], no_preference), [7]);
    assert_eq!(ranker.preferred(&plain[..], &behind[..1], no_preference), [0]);
    let order = ranker
        .non_dominated_sort(&backwards[..], &behind)
        .map(|front| front.to_vec())
        .collect::<Vec<_>>();
    assert_eq!(order, [7, 6, 5, 4, 3, 2, 1, 0].map(|row| vec![row]));
}

#[test]
fn branches_that_count_from_their_second_evaluation_on_have_the_gradient_from_then() {
    let subject = safe();
    let flag = subject.graph.branch(subject.graph.entry(MAIN), Outcome::True).expect("decides");
    let mut goals = Goals::<Trace>::new();
    goals.push(CoverageGoal::new(flag).in_form(Forms::PUBLISHED));
    let (mut gradient, mut tables, mut row) =
        (FlagGradient::new(), Tables::new(&subject.graph), Vec::new());
    let trace = subject.trace();
    let mut scalar = |code, times| {
        trace.reset();
        (0..times).for_each(|_| open(trace.root(), code, 0));
        assert_eq!(trace.evaluations(subject.graph.edge(flag)), times);
        let refined = gradient.refine(&subject.graph, &subject.flags, &trace).expect("a tree");
        goals.measure(&subject.graph, &refined, &mut tables, &mut row);
        goals.scalar(GoalId::new(0), row[0])
    };
    assert_eq!(scalar(1050, 1), 1.0);
    assert_close(scalar(1050, 2), 44.0 / 89.0);
    assert_eq!(scalar(1007, 1), 0.0);
}

/// A search that starts without flags, and takes to them for goals that wait for too long.
struct Search {
    gate: Gate,
    histories: Timings,
    frontier: Frontier,
    gradient: FlagGradient,
    tables: Tables,
    plain: Vec<Fitness>,
    row: Vec<Fitness>,
}

impl Search {
    /// The row of a test: refined where the gate is open for the goal.
    fn measure(
        &mut self,
        subject: &Subject,
        goals: &Goals<Trace>,
        trace: &Trace,
        now: Duration,
    ) -> &[Fitness] {
        goals.measure(&subject.graph, trace, &mut self.tables, &mut self.plain);
        self.frontier.cover(covered(&self.plain));
        self.histories.see(self.frontier.active(), &self.plain, now);
        let refined = self.gradient.refine(&subject.graph, &subject.flags, trace).expect("a tree");
        goals.measure(&subject.graph, &refined, &mut self.tables, &mut self.row);
        for goal in goals.ids() {
            if !self.gate.is_open(&self.histories.of(goal, now), Signals::NONE, now, 0.0) {
                self.row[goal.index()] = self.plain[goal.index()];
            }
        }
        &self.row
    }
}

#[test]
fn a_gate_chooses_for_each_goal_whether_it_has_waited_long_enough() {
    let subject = safe();
    let mut goals = Goals::<Trace>::new();
    goals.extend(branch_goals(&subject.graph));
    let [flag, behind] = [0, 1].map(|block| {
        let branch =
            subject.graph.branch(subject.graph.block(MAIN, block), Outcome::True).expect("decides");
        goals.find(Goal::Branch(branch)).expect("a goal").index()
    });
    let mut search = Search {
        gate: Gate::new(Duration::from_secs(3), 1.0).expect("a part"),
        histories: Timings::new(),
        frontier: Frontier::of(&GoalGraph::new(&goals, &subject.graph)),
        gradient: FlagGradient::new(),
        tables: Tables::new(&subject.graph),
        plain: Vec::new(),
        row: Vec::new(),
    };
    let mut at = |second, code, tries| {
        let trace = subject.ran(|t| open(t, code, tries));
        let row = search.measure(&subject, &goals, &trace, Duration::from_secs(second));
        [row[flag], row[behind]]
    };
    let plain = [0, 1].map(|level| Fitness::new(level, Distance::from(1)));
    assert_eq!(at(0, 0, 0), plain);
    assert_eq!(at(3, 1050, 0), plain); // not yet older than 3 s
    let [near, far] = at(4, 1050, 0);
    assert_fitness(near, 0, 44.0 / 45.0);
    assert_eq!(far, plain[1]); // not active yet
    let [taken, tries] = at(5, 1007, 4); // takes the flag; 4 < 3 is 2 away
    assert!(taken.is_covered());
    assert_eq!(tries, Fitness::new(0, Distance::from(2)));
    assert_eq!(at(8, 1050, 0)[1], plain[1]); // active for 3 s
    assert_fitness(at(9, 1050, 0)[1], 1, 44.0 / 45.0);
}

#[test]
fn a_recorder_that_was_made_by_a_registry_is_told_to_record_calls() {
    let subject = Subject::new(&[answer(), answer()], |_, _| Ok(()));
    let mut goals = Goals::<Trace>::new();
    goals.extend(branch_goals(&subject.graph));
    let plain = goals.trace(&subject.graph);
    drop(plain.root().enter(MAIN));
    assert!(FlagGradient::new().refine(&subject.graph, &subject.flags, &plain).is_err());
    // Its limits stay when it is fitted to more goals.
    let mut trace = goals
        .trace(&subject.graph)
        .with_call_tree(CallTreeLimits { per_site: 1, ..CallTreeLimits::NONE });
    goals.extend(subject.graph.all_branches().map(DirectGoal::new));
    goals.fit(&mut trace, &subject.graph).expect("it has grown");
    (0..5).for_each(|_| drop(trace.root().enter(MAIN)));
    assert_eq!(trace.activation_count(), 1);
    assert!(trace.progress(subject.graph.entry(MAIN)).is_some());
    let mut gradient = FlagGradient::new();
    let refined = gradient.refine(&subject.graph, &subject.flags, &trace).expect("a tree");
    assert_eq!(refined.run().activation_count(), 1);
}
