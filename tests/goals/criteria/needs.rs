//! What goals say about themselves: goals that wrap others, goals from closures, and registries
//! that keep what is there.

use proptest::prelude::*;
use sbst::distance::{Distance, eq, le, lt};
use sbst::execution::{Fact, Facts, Misuse, Plane, StackFrame, StackTrace, Trace, WithStackTraces};
use sbst::fitness::Fitness;
use sbst::fitness::crash::Crash;
use sbst::flow::{FlowBuilder, FlowGraph, Lines};
use sbst::id::{Block, Branch, Function, GoalId, Line, Mutant};
use sbst::objective::GoalGraph;
use sbst::objective::crash::{CrashGoal, CrashPart, crash_goals};
use sbst::objective::{
    Added, Cause, CoverageGoal, Criterion, DirectGoal, Evaluated, Forms, Goal, GoalForm, Goals,
    Kind, LineGoal, Method, MutantGoal, Needs, Objective, Observed, Place, Program, Scalar,
    StrongMutantGoal, Tables, branch_goals, from_fn,
};
use sbst::selection::Frontier;

/// A kind of goals of the tests' own.
const OWN: Kind = Kind::new("own").unwrap();

const F: Function = Function::new(0);
const G: Function = Function::new(1);

/// Any goal under another identity: all that a user writes to wrap one.
#[derive(Clone)]
struct Named<O>(Goal, O);

impl<X: ?Sized, O: Objective<X>> Objective<X> for Named<O> {
    fn goal(&self) -> Goal {
        self.0
    }
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        self.1.fitness(seen)
    }
    fn needs(&self) -> Needs {
        self.1.needs()
    }
}

/// ```text
/// 0: if a { 1: two statements }  2: return
/// ```
fn fork() -> FlowBuilder {
    FlowBuilder::new().branch(0, 1, 2).statements(1, 2).jump(1, 2).exit(2)
}

type Traced = WithStackTraces<Trace, &'static str>;

#[test]
fn od9_a_wrapped_crash_goal_keeps_its_value_and_its_scalar() {
    let graph = FlowGraph::of(&fork()).expect("a legal function");
    let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
    let crash = Crash::new(wanted.clone(), |_| [graph.block(F, 1).statement(0)]).expect("a place");
    let mut goals = Goals::<Traced>::new();
    let mut pairs = Vec::new();
    let mut both = |objective: Box<dyn Objective<Traced> + Send + Sync>| {
        let wrapped = Named(OWN.goal([pairs.len() as u32]), std::sync::Arc::new(objective));
        pairs.push((goals.push(wrapped.1.clone()).id(), goals.push(wrapped).id()));
    };
    crash_goals(0, &crash).into_iter().for_each(|goal| both(Box::new(goal)));
    both(Box::new(CrashGoal::new(0, CrashPart::WeightedSum, crash.clone())));
    both(Box::new(CrashGoal::new(0, CrashPart::PublishedWeightedSum, crash.clone())));
    both(Box::new(CrashGoal::new(0, CrashPart::Stack, crash.clone())));
    both(Box::new(CrashGoal::new(0, CrashPart::PublishedStack, crash)));

    let (mut run, mut tables, mut row) =
        (WithStackTraces::new(goals.trace(&graph)), Tables::new(&graph), Vec::new());
    for step in 0..4 {
        match step {
            0 => {}
            1 | 2 => {
                run.execution.root().enter(F).decide(0, eq(if step == 1 { 5 } else { 3 }, 3));
            }
            _ => run.extra.push(wanted.clone()),
        }
        goals.measure(&graph, &run, &mut tables, &mut row);
        for &(own, wrapped) in &pairs {
            let value = |id: GoalId| (row[id.index()], goals.scalar(id, row[id.index()]));
            assert_eq!(value(own), value(wrapped), "{}", goals.goal(own));
            assert_eq!(goals.scalar(own, Fitness::NEVER), goals.scalar(wrapped, Fitness::NEVER));
        }
    }
    assert!(row.iter().all(|value| value.is_covered()), "reproduced: {row:?}");
    assert_eq!(run.execution.check(), Ok(()), "the calls were recorded for the wrapped goal");
}

#[test]
fn od9_a_wrapped_line_goal_waits_where_the_line_does() {
    let graph = FlowGraph::of(&fork()).expect("a legal function");
    let inside = Block::new(1);
    let line = LineGoal::new(Line::new(7), &Lines::new([(inside.statement(1), Line::new(7))]));
    let mut goals = Goals::<Trace>::new();
    goals.extend(branch_goals(&graph));
    let own = goals.push(line.clone()).id();
    let wrapped = goals.push(Named(OWN.goal([0]), line)).id();
    let goal_graph = GoalGraph::new(&goals, &graph);
    assert_eq!(
        (goal_graph.parents(own), goal_graph.parents(wrapped)),
        (vec![GoalId::new(0)], vec![GoalId::new(0)])
    );
    let mut frontier = Frontier::of(&goal_graph);
    assert!(!frontier.is_active(wrapped), "it is no root");
    assert_eq!(frontier.cover([GoalId::new(0)]), [own, wrapped]);

    // An explanation tells of the same statement.
    let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
    trace.root().enter(F).decide(0, lt(1, 2));
    let seen = goals.observe(&graph, &trace, &mut tables);
    let why = |id| goals.explain(id, &seen).why;
    assert_eq!(why(own), why(wrapped));
}

/// ```text
/// 0: if a { 1: if b { 2 } }  3
/// ```
#[test]
fn od9_a_wrapped_direct_goal_waits_for_direct_goals() {
    let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3);
    let graph = FlowGraph::of(&body).expect("a legal function");
    let mut goals = Goals::<Trace>::new();
    goals.extend(branch_goals(&graph));
    goals.extend([0, 2].map(|branch| DirectGoal::new(Branch::new(branch))));
    let (outer, inner) = (GoalId::new(4), GoalId::new(5));
    let wrapped = goals.push(Named(OWN.goal([0]), DirectGoal::new(Branch::new(2)))).id();
    let goal_graph = GoalGraph::new(&goals, &graph);
    assert_eq!(
        (goal_graph.parents(inner), goal_graph.parents(wrapped)),
        (vec![outer], vec![outer])
    );
    let mut frontier = Frontier::of(&goal_graph);
    assert!(
        !frontier.cover([GoalId::new(0)]).contains(&wrapped),
        "in a direct call it was not taken"
    );
    assert_eq!(frontier.cover([outer]), [inner, wrapped]);
}

/// A mutant that was evaluated was reached, whatever the executor says about its statement.
#[test]
fn od9_a_wrapped_mutant_is_explained_as_the_mutant() {
    let graph = FlowGraph::of(&fork()).expect("a legal function");
    let mutant = MutantGoal::new(Mutant::new(0), Block::new(1).statement(1));
    let mut goals = Goals::<Trace>::new();
    let ids = [goals.push(mutant).id(), goals.push(Named(OWN.goal([0]), mutant)).id()];
    let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
    trace.infected(Mutant::new(0), Distance::from(4));
    let seen = goals.observe(&graph, &trace, &mut tables);
    assert_eq!(ids.map(|id| goals.explain(id, &seen).why), [Cause::Own, Cause::Own]);
}

#[test]
fn od9_a_wrapped_direct_goal_has_its_table_swept() {
    let graph = FlowGraph::of(&fork()).expect("a legal function");
    let mut goals = Goals::<Trace>::new();
    let id = goals
        .push(Named(OWN.goal([0]), DirectGoal::new(Branch::new(0)).in_form(Forms::PUBLISHED)))
        .id();
    let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
    trace.root().enter(F).decide(0, lt(1, 2));
    let seen = goals.observe(&graph, &trace, &mut tables);
    assert!(seen.direct().is_some() && goals.fitness_of(id, &seen).is_covered());
    assert_eq!(trace.check(), Ok(()));
}

/// "Make at most two calls": a closure that counts them reads covered where nobody records them.
#[test]
fn od9_a_closure_that_reads_calls_says_so_or_is_told() {
    let graph = FlowGraph::of(&fork()).expect("a legal function");
    let few =
        |seen: &Observed<'_, Trace>| Fitness::from(le(seen.run.activation_count(), 2).to_true());
    let measured = |needs: Needs| {
        let mut goals = Goals::<Trace>::new();
        let id = goals.push(from_fn(OWN.goal([0]), needs, few)).id();
        let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
        for _ in 0..5 {
            trace.root().enter(F).decide(0, lt(1, 2));
        }
        let value = goals.fitness_of(id, &goals.observe(&graph, &trace, &mut tables));
        (value, trace.check())
    };
    assert_eq!(
        measured(Needs::nowhere().reading(Fact::Calls)),
        (Fitness::from(Distance::from(4)), Ok(()))
    );
    assert_eq!(measured(Needs::nowhere()).1, Err(Misuse::NotRecorded(Fact::Calls)));
}

fn value(goals: &Goals<Trace>, graph: &FlowGraph, id: GoalId) -> f64 {
    let trace = goals.trace(graph);
    trace.root().enter(F).decide(0, lt(7, 5));
    goals.scalar(id, goals.fitness_of(id, &goals.observe(graph, &trace, &mut Tables::new(graph))))
}

#[test]
fn od10_add_keeps_the_form_and_says_which_goals_are_new() {
    let graph = FlowGraph::of(&fork()).expect("a legal function");
    let program = Program::new(&graph);
    let mut goals = Goals::<Trace>::new();
    let own = from_fn(Goal::Branch(Branch::new(1)), Needs::nowhere(), |_| {
        Fitness::new(7, Distance::ZERO)
    });
    let mine = goals.push(own).id();
    assert_eq!(goals.add(Criterion::Branch, &program.in_forms(Forms::PUBLISHED)), [GoalId::new(1)]);
    let published = GoalId::new(1);
    assert_eq!((value(&goals, &graph, mine), value(&goals, &graph, published)), (7.0, 1.0)); // evaluated once
    assert_eq!(goals.add(Criterion::Branch, &program).len(), 0);
    assert_eq!((value(&goals, &graph, mine), value(&goals, &graph, published)), (7.0, 1.0));
    goals.extend(branch_goals(&graph));
    assert_eq!(goals.push(CoverageGoal::new(Branch::new(0))), Added::Known(published));
    assert_eq!((value(&goals, &graph, mine), value(&goals, &graph, published)), (7.0, 1.0));

    assert_eq!(goals.replace(CoverageGoal::new(Branch::new(1))), Added::Replaced(mine));
    let put = goals.replace_all(Criterion::Branch, &program);
    assert_eq!(put, [Added::Replaced(published)], "the other one is measured so already");
    assert_eq!((value(&goals, &graph, mine), value(&goals, &graph, published)), (0.0, 0.75));
}

#[test]
fn od10_a_line_that_is_there_takes_in_what_the_program_got_and_keeps_its_form() {
    let graph = FlowGraph::of(&fork()).expect("a legal function");
    let (line, inside) = (Line::new(7), graph.block(F, 1));
    let before = Lines::new([(inside.statement(1), line)]);
    for forms in [
        Forms::LEVELS,
        Forms::PUBLISHED,
        Forms::DEFINITION,
        Forms { form: GoalForm::Flat, ..Forms::LEVELS },
    ] {
        let mut goals = Goals::<Trace>::new();
        goals.add(Criterion::Branch, &Program::new(&graph).in_forms(forms));
        goals.add(Criterion::Line, &Program::new(&graph).with_lines(&before).in_forms(forms));
        let id = goals.find(Goal::Line(line)).expect("a goal");
        let scalar = goals.needs(id).expect("a goal").scalar();
        let mut frontier = Frontier::of(&GoalGraph::new(&goals, &graph));
        assert!(!frontier.is_active(id));

        // A function with a statement on that line, and an earlier one in the block that was there.
        let mut grown = graph.clone();
        grown.add(&fork()).expect("a legal function");
        let entry = grown.entry(G);
        let lines = Lines::new([
            (inside.statement(0), line),
            (inside.statement(1), line),
            (entry.statement(0), line),
        ]);
        // In another form, which the goal does not take.
        let program = Program::new(&grown).with_lines(&lines).in_forms(Forms::LEVELS);
        assert_eq!(goals.add(Criterion::Line, &program).len(), 0);
        let needs = goals.needs(id).expect("a goal");
        assert!(needs.statements().eq([inside.statement(0), entry.statement(0)]), "{needs:?}");
        assert_eq!(needs.scalar(), scalar);
        assert_eq!(frontier.fit(&GoalGraph::new(&goals, &grown)), [id], "it lies in an entry, too");
        let trace = goals.trace(&grown);
        drop(trace.root().enter(G));
        let mut tables = Tables::new(&grown);
        assert!(goals.fitness_of(id, &goals.observe(&grown, &trace, &mut tables)).is_covered());

        // What is said of a part of the program takes nothing away; what is replaced, does.
        let part = Lines::new([(entry.statement(0), line)]);
        goals.add(Criterion::Line, &Program::new(&grown).with_lines(&part));
        assert_eq!(goals.needs(id).expect("a goal").places().len(), 2);
        let put = goals
            .replace_all(Criterion::Line, &Program::new(&grown).with_lines(&part).in_forms(forms));
        assert_eq!(put, [Added::Replaced(id)]);
        assert!(goals.needs(id).expect("a goal").statements().eq([entry.statement(0)]));
    }
}

#[test]
fn od10_direct_goals_follow_methods_that_become_known() {
    let graph = FlowGraph::of(&fork()).expect("a legal function");
    let methods = [Method::new(F)];
    for forms in
        [Forms::LEVELS, Forms::PUBLISHED, Forms { evaluated: Evaluated::Twice, ..Forms::LEVELS }]
    {
        let mut goals = Goals::<Trace>::new();
        let program = Program::new(&graph).in_forms(forms);
        goals.add(Criterion::DirectBranch, &program);
        let reads = |goals: &Goals<Trace>| {
            goals.ids().all(|id| goals.needs(id).expect("a goal").reads(Fact::On(Plane::Direct)))
        };
        let has_table = |goals: &Goals<Trace>| {
            goals.observe(&graph, &goals.trace(&graph), &mut Tables::new(&graph)).direct().is_some()
        };
        assert_eq!((reads(&goals), has_table(&goals)), (false, false));
        goals.add(Criterion::DirectBranch, &program.with_methods(&methods));
        assert_eq!((reads(&goals), has_table(&goals)), (true, true));
        goals.add(Criterion::DirectBranch, &program); // that it can be called is known
        assert_eq!((reads(&goals), has_table(&goals)), (true, true));
    }
}

/// Forms that make no difference to branches and to strong goals: nothing is replaced, and nothing
/// more is read.
#[test]
fn forms_that_make_no_difference_replace_nothing() {
    let graph = FlowGraph::of(&fork()).expect("a legal function");
    let methods = [Method::new(F)];
    let mutants = [MutantGoal::new(Mutant::new(0), Block::new(1).statement(0))];
    let program = Program::new(&graph).with_methods(&methods).with_mutants(&mutants);
    let mut goals = Goals::<Trace>::new();
    let criteria = [Criterion::Branch, Criterion::DirectBranch, Criterion::StrongMutation];
    for criterion in criteria {
        goals.add(criterion, &program.in_forms(Forms::PUBLISHED));
        let put = goals.replace_all(criterion, &program.in_forms(Forms::DEFINITION));
        assert_eq!(put, [], "{criterion}");
        goals.replace_all(criterion, &program.in_forms(GoalForm::Levels.twice()));
        let put = goals.replace_all(criterion, &program.in_forms(GoalForm::Flat.twice()));
        assert_eq!(put, [], "{criterion}");
    }
    let weak = mutants[0].in_form(Forms::PUBLISHED);
    let needs = Objective::<Trace>::needs(&StrongMutantGoal(weak));
    assert!(needs.reads(Fact::Effects) && !needs.reads(Fact::Evaluations));
}

#[test]
fn od10_all_that_a_criterion_makes_is_replaced_at_once() {
    let graph = FlowGraph::of(&fork()).expect("a legal function");
    let (line, methods) =
        (Line::new(3), [Method::new(F).returning(sbst::execution::Domain::SIGNED)]);
    let lines = Lines::new([(Block::new(1).statement(0), line)]);
    let mutants = [0, 1, 1]
        .map(|number| MutantGoal::new(Mutant::new(number), Block::new(1).statement(number)));
    let program =
        Program::new(&graph).with_lines(&lines).with_methods(&methods).with_mutants(&mutants);
    let mut goals = Goals::<Trace>::new();
    for &criterion in Criterion::ALL {
        let put = goals.replace_all(criterion, &program);
        assert!(put.into_iter().eq(goals.of(criterion).map(Added::New)), "{criterion}");
    }
    let replaced = |goals: &mut Goals<Trace>, criteria: &[Criterion], forms| {
        let program = program.in_forms(forms);
        let all = criteria.iter().map(|&criterion| goals.replace_all(criterion, &program));
        all.flatten().collect::<Vec<_>>()
    };
    assert_eq!(replaced(&mut goals, Criterion::ALL, Forms::LEVELS), []);
    let partition = replaced(
        &mut goals,
        &[Criterion::Output],
        Forms { form: GoalForm::Augmented, ..Forms::LEVELS },
    );
    assert_eq!(partition, goals.of(Criterion::Output).map(Added::Replaced).collect::<Vec<_>>());
    let changed = replaced(&mut goals, Criterion::ALL, Forms::PUBLISHED);
    let has_form = [
        Criterion::Branch,
        Criterion::DirectBranch,
        Criterion::Line,
        Criterion::WeakMutation,
        Criterion::Statement,
    ];
    assert_eq!(
        changed.len(),
        has_form.map(|criterion| goals.of(criterion).count()).iter().sum::<usize>()
    );
    assert_eq!(replaced(&mut goals, Criterion::ALL, Forms::PUBLISHED), []);
}

/// One goal of each form, and what it says.
#[test]
fn scalars_are_those_of_the_forms() {
    let scalar = |objective: &dyn Objective<Trace>| objective.needs().scalar();
    let (branch, block) = (CoverageGoal::new(Branch::new(0)), Block::new(0));
    let (statement, mutant) = (
        CoverageGoal::new(block.statement(1)),
        MutantGoal::new(Mutant::new(0), block.statement(0)),
    );
    assert_eq!(scalar(&branch), Scalar::default());
    assert_eq!(scalar(&branch.in_form(GoalForm::Augmented)), Scalar::at_most(1.0));
    assert_eq!(scalar(&branch.in_form(Forms::PUBLISHED)), Scalar::at_most(1.0));
    assert_eq!(scalar(&branch.in_form(GoalForm::Levels.twice())), Scalar::LEVELS);
    assert_eq!(scalar(&statement.in_form(GoalForm::Flat)), Scalar::FLAT);
    assert_eq!(scalar(&mutant.in_form(GoalForm::Augmented)), Scalar::at_most(2.0));
    assert_eq!(scalar(&mutant.in_form(Forms::PUBLISHED)), Scalar::at_most(2.0));
    assert!(scalar(&mutant).of(Fitness::new(1, Distance::ZERO)) > 1.0);
    for no_bound in [f64::NAN, 0.0, -1.0] {
        assert_eq!(Scalar::at_most(no_bound), Scalar::LEVELS);
        assert_eq!(Scalar::distance(no_bound), Scalar::distance(f64::INFINITY));
    }
}

proptest! {
    /// 0 iff covered, never NaN, within its bound, and a worse value has no smaller number among
    /// values of one level.
    #[test]
    fn a_scalar_is_a_number_in_the_order_of_the_values(
        level in 0..4_u32,
        a in 0.0..1e6_f64,
        b in 0.0..1e6_f64,
        most in prop_oneof![Just(f64::NAN), Just(0.0), 0.1..100.0, Just(f64::INFINITY)],
    ) {
        let scalars = [
            Scalar::LEVELS,
            Scalar::at_most(1.0),
            Scalar::at_most(2.0),
            Scalar::FLAT,
            Scalar::at_most(most),
            Scalar::distance(most),
        ];
        let fitness = |distance| Fitness::new(level, Distance::new(distance).expect("a distance"));
        for scalar in scalars {
            let [near, far] = [a.min(b), a.max(b)].map(|distance| scalar.of(fitness(distance)));
            prop_assert!(near <= far && !near.is_nan());
            prop_assert_eq!(near == 0.0, fitness(a.min(b)).is_covered());
            prop_assert_eq!(scalar.of(Fitness::COVERED), 0.0);
            prop_assert!(scalar.of(Fitness::NEVER) >= far);
        }
        if most > 0.0 {
            prop_assert!(
                Scalar::at_most(most).of(fitness(a)) <= most
                    && Scalar::distance(most).of(fitness(a)) <= most
            );
        }
    }
}

/// What is written for one kind of place is what is read.
#[test]
fn needs_hand_out_what_was_put_in() {
    let (block, branch) = (Block::new(3), Branch::new(4));
    let places = |needs: Needs| needs.places().collect::<Vec<_>>();
    assert_eq!(places(Needs::nowhere()), []);
    assert_eq!(places(Needs::at_statements([])), []);
    assert_eq!(places(Needs::at([F])), [Place::Function(F)]);
    assert_eq!(places(Needs::at([block])), [Place::Block(block)]);
    assert_eq!(places(Needs::at([branch])), [Place::Branch(branch)]);
    assert_eq!(places(Needs::at_statements([block.statement(2)])), [Place::Block(block)]);
    assert!(Needs::at([block]).statements().next().is_none());
    let all = Needs::at([block])
        .reading(Fact::Calls)
        .reading(Fact::On(Plane::Direct))
        .with_scalar(Scalar::FLAT);
    assert!(
        all.reads(Fact::Calls)
            && all.reads(Fact::On(Plane::Direct))
            && all.scalar() == Scalar::FLAT
            && all == all.clone()
    );
    assert_ne!(all, Needs::at([block]));
}
