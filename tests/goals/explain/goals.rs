//! Goals of every criterion, in every form, over programs and executions at random: the fitness is
//! the registry's, and what is said to be missing is missing.

use crate::effort::config;
use crate::oracle::criteria::{Form, MADE};
use crate::oracle::flag_worlds::{choice, gradient, ran};
use crate::oracle::observation::{Observation, notes};
use crate::oracle::subject::{World, subject};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::Distance;
use sbst::execution::{Facts, Trace};
use sbst::fitness::{Chain, Divergence, Fitness, FitnessTable};
use sbst::id::Statement;
use sbst::objective::{
    Cause, CoverageGoal, Criterion, Explanation, Goal, Goals, Method, Objective, Observed, Place,
    Program, Tables, block_goals,
};

fn value(chain: &Chain) -> Fitness {
    chain.value()
}

/// The value of the chain, as a goal of a block has it.
fn block_value(chain: &Chain) -> Fitness {
    value(chain).max(Fitness::from(Distance::SMALLEST))
}

fn up(fitness: Fitness, levels: u32) -> Fitness {
    (0..levels).fold(fitness, |fitness, _| fitness.one_level_up())
}

fn assert_chain(explanation: &Explanation, chain: &Chain, table: &FitnessTable) {
    let table = match explanation.place.expect("somewhere") {
        Place::Block(block) => table.dependence(block),
        Place::Branch(branch) => table.branch(branch),
        Place::Function(_) => Fitness::from(Distance::INFINITE),
        _ => unreachable!("no other places"),
    };
    assert_eq!(chain.value(), table, "{explanation}");
}

/// Explains a goal that stands in no other registry.
fn explain<X: Facts + ?Sized + 'static>(
    objective: impl Objective<X> + Send + Sync + 'static,
    seen: &Observed<'_, X>,
) -> Explanation {
    let mut goals = Goals::new();
    let goal = goals.push(objective).id();
    goals.explain(goal, seen)
}

fn assert_explained(explanation: &Explanation, seen: &Observed<'_, impl Facts>, form: Form) {
    let table =
        if explanation.in_direct_calls { seen.direct().expect("swept") } else { seen.table };
    let (goal, fitness) = (explanation.goal, explanation.fitness);
    assert_eq!(explanation.why == Cause::Covered, fitness.is_covered(), "{explanation}");
    match &explanation.why {
        Cause::Covered => {}
        Cause::Away(chain) => {
            assert_chain(explanation, chain, table);
            match (goal, form) {
                (Goal::Branch(_) | Goal::DirectBranch(_), form) if !form.is_level_free() => {
                    assert_eq!(fitness, value(chain));
                }
                (Goal::Block(_), _) => assert_eq!(fitness, block_value(chain)),
                (Goal::Statement(..), Form::Levels) => {
                    assert_eq!(fitness, up(block_value(chain), 1));
                }
                (Goal::Statement(..), _) => assert_eq!(fitness, block_value(chain)),
                (Goal::Line(_), Form::Levels) => assert_eq!(fitness, up(block_value(chain), 1)),
                (Goal::Mutant(_), form) if !form.is_level_free() => {
                    let infection = match goal {
                        Goal::Mutant(mutant) => seen.run.infection(mutant),
                        _ => None,
                    };
                    assert_eq!(fitness, infection.map_or(up(block_value(chain), 2), Fitness::from));
                }
                (
                    Goal::Entry(f) | Goal::DirectEntry(f) | Goal::Method(f) | Goal::MethodEntry(f),
                    _,
                ) => {
                    assert_eq!(chain.divergence, Divergence::NotEntered(f));
                }
                _ => {}
            }
        }
        &Cause::Stopped { block, ran, wanted } => {
            assert_eq!(explanation.place, Some(Place::Block(block)));
            assert_eq!(seen.run.progress(block), Some(ran));
            assert!(ran < wanted);
            match (goal, form) {
                (Goal::Statement(Statement { index: k, .. }), _) => assert_eq!(k, wanted),
                (Goal::Line(_), Form::Levels) => {
                    assert_eq!(fitness, Fitness::from(Distance::from(wanted - ran)));
                }
                (Goal::Line(_) | Goal::Mutant(_), _) => {}
                _ => panic!("{explanation}"),
            }
        }
        Cause::Own => {
            let reached = match explanation.place {
                Some(Place::Block(block)) => table.progress(block).is_some(),
                Some(Place::Branch(branch)) => table.branch(branch).is_covered(),
                Some(Place::Function(function)) => table
                    .get_block(seen.graph.entry(function))
                    .is_some_and(|value| value < Fitness::from(Distance::INFINITE)),
                _ => true,
            };
            let evaluated =
                matches!(goal, Goal::Mutant(_)) && fitness.distance < Distance::INFINITE;
            assert!(reached || evaluated, "{explanation}");
            assert!(
                !matches!(
                    goal,
                    Goal::Branch(_)
                        | Goal::Block(_)
                        | Goal::Statement(..)
                        | Goal::Entry(_)
                        | Goal::MethodEntry(_)
                ),
                "{explanation}"
            );
        }
        why => panic!("{why:?}"),
    }
    let text = explanation.to_string();
    assert!(text.starts_with(&format!("{goal}: ")) && text.lines().count() <= 3, "{text}");
}

proptest! {
    #![proptest_config(config(192))]

    #[test]
    fn every_goal_is_explained(
        world in subject(3, 7).prop_map(World::new),
        notes in vec(notes(3), 1..3),
    ) {
        let observations: Vec<Observation> =
            notes.into_iter().map(|notes| notes.realistic().on(&world.subject.shapes)).collect();
        let observation = Observation::merged(&observations);
        for form in Form::ALL {
            let mut goals = Goals::<Observation>::new();
            for criterion in MADE {
                goals.add(criterion, &world.program(form.library()));
            }
            goals.extend(block_goals(&world.graph));
            observation.each_thrown(&mut |thrown| {
                goals.push(CoverageGoal::new(thrown));
            });
            let mut tables = Tables::new(&world.graph);
            let seen = goals.observe(&world.graph, &observation, &mut tables);
            for id in goals.ids() {
                let explanation = goals.explain(id, &seen);
                prop_assert_eq!(
                    (explanation.goal, explanation.fitness),
                    (goals.goal(id), goals.fitness_of(id, &seen))
                );
                assert_explained(&explanation, &seen, form);
                prop_assert_eq!(&goals.explain(id, &seen), &explanation);
            }
            // Of a registry or alone, with a table of direct calls or without.
            for block in world.graph.all_blocks().take(4) {
                let alone = explain(CoverageGoal::new(block), &seen);
                prop_assert_eq!(
                    goals.find(alone.goal).map_or(alone.clone(), |id| goals.explain(id, &seen)),
                    alone
                );
            }
            let bare = Observed::new(&world.graph, &observation, seen.table);
            for id in goals.ids() {
                prop_assert_eq!(goals.explain(id, &bare), goals.explain(id, &seen));
            }
        }
    }

    /// Of a line in several blocks the nearest one counts.
    #[test]
    fn a_line_is_explained_by_its_nearest_block(
        world in subject(2, 7).prop_map(World::new),
        notes in notes(2),
    ) {
        let observation = notes.realistic().on(&world.subject.shapes);
        let mut goals = Goals::<Observation>::new();
        goals.extend(sbst::objective::line_goals(&world.graph, &world.lines));
        let mut tables = Tables::new(&world.graph);
        let seen = goals.observe(&world.graph, &observation, &mut tables);
        for id in goals.ids() {
            let explanation = goals.explain(id, &seen);
            let Goal::Line(line) = explanation.goal else { unreachable!() };
            let places = world
                .places(line.number())
                .into_iter()
                .map(|(f, block, k)| (world.block(f, block), k));
            let nearest = places
                .map(|(block, k)| (seen.table.statement(block.statement(k)), block))
                .min()
                .expect("of some block");
            prop_assert_eq!(
                (explanation.fitness, explanation.place),
                (nearest.0, Some(Place::Block(nearest.1)))
            );
        }
    }
}

proptest! {
    #![proptest_config(config(36))]

    /// On the tables of the refined execution, which tells of what happened in the calls that
    /// decide a flag.
    #[test]
    fn every_goal_of_a_refined_execution_is_explained(world in ran(), choice in choice()) {
        let (graph, trace) = (&world.graph, world.trace.as_ref().expect("it ran"));
        let methods: Vec<Method> = graph.functions().map(Method::new).collect();
        let mut goals = Goals::<Trace>::new();
        for criterion in
            [Criterion::Branch, Criterion::DirectBranch, Criterion::Block, Criterion::Statement]
        {
            goals.add(criterion, &Program::new(graph).with_methods(&methods));
        }
        let (mut gradient, mut tables) = (gradient(choice), Tables::new(graph));
        let refined = gradient.refine(graph, &world.flags, trace).expect("it tells of its calls");
        let seen = goals.observe(graph, &refined, &mut tables);
        for id in goals.ids() {
            let explanation = goals.explain(id, &seen);
            prop_assert_eq!(
                (explanation.goal, explanation.fitness),
                (goals.goal(id), goals.fitness_of(id, &seen))
            );
            assert_explained(&explanation, &seen, Form::Levels);
        }
    }
}
