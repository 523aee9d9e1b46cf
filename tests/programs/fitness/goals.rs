//! Statement, block and branch goals: their values, their order, and which of them a graph has.

use super::{FIRST, config, programs, run, swept};
use crate::oracle::picture::Picture;
use crate::oracle::run::{Run, Seen, plan};
use crate::oracle::values::{Values, fitness};
use crate::oracle::{Shape, generate, program};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::Distance;
use sbst::execution::Facts;
use sbst::fitness::{Fitness, FitnessTable, draw};
use sbst::flow::FlowGraph;
use sbst::id::{Block, Branch, GoalId, Statement};
use sbst::objective::{
    Added, CoverageGoal, Goal, GoalForm, Goals, Kind, Needs, Objective, Observed, Scalar, Tables,
    block_goals, branch_goals, from_fn, implicit_branch_goals, statement_goals,
};

/// A kind of goals of the tests' own.
const OWN: Kind = Kind::new("own").unwrap();

/// Where F7 puts an execution with regard to statement k of a block: the first part is the rank,
/// less is nearer.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Standing {
    Covered,
    /// Statements still to go: more progress is nearer.
    Entered(u32),
    DependenceSatisfied,
    /// A of the block.
    WrongSide(u32, f64),
    NotEntered,
}

fn standing(values: &Values, seen: &Seen, block: usize, k: u32) -> Standing {
    match (seen.entered, seen.progress.get(&block), values.a[block]) {
        (false, ..) => Standing::NotEntered,
        (true, Some(&progress), _) if progress >= k => Standing::Covered,
        (true, Some(&progress), _) => Standing::Entered(k - progress),
        (true, None, (0, 0.0)) => Standing::DependenceSatisfied,
        (true, None, (level, distance)) => Standing::WrongSide(level, distance),
    }
}

/// What the goal should say, by its two forms.
fn expected(standing: Standing, block_goal: Fitness) -> [Fitness; 2] {
    match standing {
        Standing::Covered => [Fitness::COVERED; 2],
        Standing::Entered(missing) => [Distance::from(missing).into(), Distance::SMALLEST.into()],
        _ => [block_goal.one_level_up(), block_goal],
    }
}

fn forms(block: Block, k: u32) -> [CoverageGoal<Statement>; 2] {
    [GoalForm::Levels, GoalForm::Flat]
        .map(|form| CoverageGoal::new(block.statement(k)).in_form(form))
}

/// Blocks, statements and branches of every function, by what was seen in it.
pub(super) fn assert_goals<X: Facts + ?Sized>(
    graph: &FlowGraph,
    shapes: &[Shape],
    seen: &[Seen],
    run: &X,
) -> Result<(), TestCaseError> {
    let mut table = FitnessTable::new(graph);
    table.sweep(graph, run);
    let observed = Observed::new(graph, run, &table);
    for ((function, shape), seen) in graph.functions().zip(shapes).zip(seen) {
        let values = Values::of(shape, seen);
        for (local, block) in graph.blocks_of(function).enumerate() {
            let goal = fitness(values.block_goal(local));
            prop_assert_eq!(CoverageGoal::new(block).fitness(&observed), goal);
            for k in 0..6 {
                let [progress, flat] = forms(block, k).map(|goal| goal.fitness(&observed));
                let expected = expected(standing(&values, seen, local, k), goal);
                prop_assert_eq!([progress, flat], expected, "statement {} of {}", k, block);
                prop_assert_eq!(Scalar::FLAT.of(flat) == 0.0, flat.is_covered());
                prop_assert!(flat.is_covered() || (1.0..2.0).contains(&Scalar::FLAT.of(flat)));
                prop_assert_eq!(progress.is_covered(), flat.is_covered());
            }
            // Covered together; the values are equal throughout only in the flat form.
            let [progress, flat] = forms(block, 0).map(|goal| goal.fitness(&observed));
            prop_assert_eq!(flat, goal);
            prop_assert_eq!(progress.is_covered(), goal.is_covered());
            prop_assert!(progress == goal || progress == goal.one_level_up());
        }
        for (way, branch) in crate::oracle::values::ways(graph, function) {
            prop_assert_eq!(CoverageGoal::new(branch).fitness(&observed), fitness(values.d[&way]));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn goals_have_the_values_of_the_definition((shapes, plans) in programs(2, 8)) {
        let run = run(&shapes, &plans);
        let seen: Vec<Seen> = run.functions.iter().map(|function| function.1.clone()).collect();
        assert_goals(&program(&shapes), &shapes, &seen, &run)?;
    }

    /// covered < more progress < less progress < dependence satisfied < wrong side < not entered.
    #[test]
    fn standings_order_the_executions(
        shape in generate::shape(8),
        plans in vec(plan(), 2..6),
        k in 0..5_u32,
    ) {
        let graph = shape.graph();
        let picture = Picture::by_definition(&shape);
        let mut table = FitnessTable::new(&graph);
        for (local, block) in graph.blocks_of(FIRST).enumerate() {
            let mut rows = Vec::new();
            for plan in &plans {
                let seen = plan.on(&shape);
                let run = Run::new(std::slice::from_ref(&shape), [seen.clone()]);
                table.sweep(&graph, &run);
                let observed = Observed::new(&graph, &run, &table);
                let values = forms(block, k).map(|goal| goal.fitness(&observed));
                rows.push((
                    standing(&Values::by_equations(&picture, &seen), &seen, local, k),
                    values,
                ));
            }
            for (a, [a_progress, a_flat]) in &rows {
                for (b, [b_progress, b_flat]) in &rows {
                    // Only an executor that hands out the reserved distance can be as near as a
                    // satisfied dependence.
                    let reserved = *b == Standing::WrongSide(0, Distance::SMALLEST.get());
                    if a == b {
                        prop_assert_eq!(a_progress, b_progress);
                    } else if a < b && !reserved {
                        prop_assert!(a_progress < b_progress, "{:?} before {:?}", a, b);
                        prop_assert!(a_flat <= b_flat, "{:?} before {:?}", a, b);
                        prop_assert!(Scalar::FLAT.of(*a_flat) <= Scalar::FLAT.of(*b_flat));
                    }
                }
            }
        }
    }

    #[test]
    fn flat_scalars_are_in_the_order_of_the_pairs(
        a in (0..u32::MAX, 0.0..1e9),
        b in (0..9_u32, 0.0..1e-300),
    ) {
        let (a, b) = (fitness(a), fitness(b));
        let (near, far) = (a.min(b), a.max(b));
        prop_assert!(Scalar::FLAT.of(near) <= Scalar::FLAT.of(far));
        prop_assert!(Scalar::FLAT.of(far) < 2.0);
        prop_assert!(near.is_covered() || Scalar::FLAT.of(near) >= 1.0);
    }

    /// Decided branches, reachable blocks and their statements are goals; implicit branches on
    /// request, endless ones never.
    #[test]
    fn which_goals_there_are(shapes in vec(generate::any_shape(8), 1..3)) {
        let graph = program(&shapes);
        let pictures: Vec<_> = shapes.iter().map(Picture::by_definition).collect();
        let mut first = 0;
        let (mut decided, mut implicit, mut blocks, mut statements) =
            (vec![], vec![], vec![], vec![]);
        for (shape, picture) in shapes.iter().zip(&pictures) {
            let block = |local: usize| Block::new((first + local) as u32);
            for &(way, _) in
                picture.branches.iter().filter(|branch| picture.is_reachable[branch.0.0])
            {
                let branch = Goal::Branch(graph.branch(block(way.0), way.1).expect("a branch"));
                match (picture.endless.contains(&way), way.1.is_decided()) {
                    (true, _) => {}
                    (false, true) => decided.push(branch),
                    (false, false) => implicit.push(branch),
                }
            }
            for local in (0..shape.len()).filter(|&local| picture.is_reachable[local]) {
                blocks.push(Goal::Block(block(local)));
                statements.extend(
                    (0..shape.0[local].statements)
                        .map(|k| Goal::Statement(block(local).statement(k))),
                );
            }
            first += shape.len();
        }
        let of = |goal: CoverageGoal<Branch>| Objective::<Run>::goal(&goal);
        prop_assert!(branch_goals(&graph).map(of).eq(decided));
        prop_assert!(implicit_branch_goals(&graph).map(of).eq(implicit));
        prop_assert!(block_goals(&graph).map(|goal| Objective::<Run>::goal(&goal)).eq(blocks));
        prop_assert!(statement_goals(&graph).map(|goal| Objective::<Run>::goal(&goal)).eq(statements));
    }

    #[test]
    fn a_registry_measures_what_its_goals_measure((shapes, plans) in programs(2, 6)) {
        let run = run(&shapes, &plans);
        let graph = program(&shapes);
        let mut goals = Goals::<Run>::new();
        goals.extend(block_goals(&graph));
        goals.extend(branch_goals(&graph));
        goals.extend(statement_goals(&graph));
        let count = goals.len();
        goals.extend(block_goals(&graph)); // each identity once
        prop_assert_eq!(goals.len(), count);

        let mut tables = Tables::new(&graph);
        let observed = goals.observe(&graph, &run, &mut tables);
        let mut row = vec![Fitness::NEVER; count];
        goals.fitness(goals.ids(), &observed, &mut row);
        for (id, value) in goals.ids().zip(row) {
            prop_assert_eq!(goals.find(goals.goal(id)), Some(id));
            let alone = match goals.goal(id) {
                Goal::Block(block) => CoverageGoal::new(block).fitness(&observed),
                Goal::Branch(branch) => CoverageGoal::new(branch).fitness(&observed),
                Goal::Statement(Statement { block, index: k }) => {
                    CoverageGoal::new(block.statement(k)).fitness(&observed)
                }
                _ => unreachable!("none was added"),
            };
            prop_assert_eq!((value, goals.fitness_of(id, &observed)), (alone, alone));
        }
    }

    /// The drawing is green where goals are covered, yellow where only the dependence is satisfied.
    #[test]
    fn drawings_show_the_standing_of_each_block((shapes, plans) in programs(1, 6)) {
        let run = run(&shapes, &plans);
        let graph = program(&shapes);
        let text = draw(&graph, FIRST, &swept(&graph, &run)).to_string();
        let values = Values::of(&shapes[0], &run.functions[0].1);
        for block in 0..shapes[0].len() {
            let line = text
                .lines()
                .find(|line| line.starts_with(&format!("  b{block} [")))
                .expect("drawn");
            prop_assert_eq!(line.contains("palegreen"), values.entered[block]);
            prop_assert_eq!(
                line.contains("khaki"),
                !values.entered[block] && values.a[block] == (0, 0.0)
            );
        }
    }
}

#[test]
fn goals_of_another_graph_are_never_covered() {
    let graph = Shape::new(&[], &[0]).graph();
    let (run, table) = (Run::default(), FitnessTable::new(&graph));
    let observed = Observed::new(&graph, &run, &table);
    assert_eq!(CoverageGoal::new(Block::new(1)).fitness(&observed), Fitness::NEVER);
    assert_eq!(CoverageGoal::new(Branch::new(0)).fitness(&observed), Fitness::NEVER);
    assert_eq!(CoverageGoal::new(Block::new(1).statement(0)).fitness(&observed), Fitness::NEVER);
    let goals = Goals::<Run>::new();
    assert!(goals.is_empty());
    assert_eq!(
        (goals.get(GoalId::new(0)), goals.fitness_of(GoalId::new(0), &observed)),
        (None, Fitness::NEVER)
    );
}

#[test]
fn the_first_goal_of_an_identity_stays() {
    let mut goals = Goals::<Run>::new();
    let identity = OWN.goal([3]);
    assert_eq!(
        goals.push(from_fn(identity, Needs::nowhere(), |_| Fitness::COVERED)),
        Added::New(GoalId::new(0))
    );
    assert_eq!(goals.push(CoverageGoal::new(Block::new(2))), Added::New(GoalId::new(1)));
    assert_eq!(
        goals.push(from_fn(identity, Needs::nowhere(), |_| Fitness::NEVER)),
        Added::Known(GoalId::new(0))
    );
    let graph = Shape::new(&[], &[0]).graph();
    let (run, mut tables) = (Run::default(), Tables::new(&graph));
    let observed = goals.observe(&graph, &run, &mut tables);
    assert_eq!(goals.fitness_of(GoalId::new(0), &observed), Fitness::COVERED);
    assert_eq!(format!("{goals:?}"), "[Of(\"own\", [3, 0, 0, 0]), Block(Block(2))]");
}
