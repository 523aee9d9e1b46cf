//! Frontiers fed by executions: nothing that is covered is lost, and to cover a goal one of its
//! parents must be covered.

use super::registry::{Plan, Registry, criteria, plan, roots};
use super::{assert_same, config, cover_both};
use crate::oracle::custom_in;
use crate::oracle::frontier::SlowFrontier;
use crate::oracle::observation::{Datum, Observation, notes};
use crate::oracle::reached::{BOTH, DECIDED, FUNCTIONS, MERGED, THROWN, assert_reached, flow};
use crate::oracle::run::{Plan as Walk, Run, Seen};
use crate::oracle::subject::{World, subject};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::execution::{ExceptionKind, Facts, Thrown};
use sbst::fitness::Fitness;
use sbst::flow::FlowGraph;
use sbst::id::{Block, GoalId, Symbol};
use sbst::objective::{
    CoverageGoal, Goals, Needs, Objective, Observed, Tables, from_fn, implicit_branch_goals,
};
use sbst::selection::{Archive, Frontier};
use std::collections::BTreeSet;

fn covered(goals: &Goals<Observation>, graph: &FlowGraph, run: &Observation) -> Vec<GoalId> {
    let mut row = Vec::new();
    goals.measure(graph, run, &mut Tables::new(graph), &mut row);
    goals.ids().zip(row).filter(|(_, value)| value.is_covered()).map(|(goal, _)| goal).collect()
}

proptest! {
    #![proptest_config(config(384))]

    /// Whatever an execution covers, active or not, is covered from then on, with a test for it.
    #[test]
    fn every_covered_goal_is_archived(
        subject in subject(3, 7),
        plan in plan(),
        tests in vec(notes(3), 1..6),
    ) {
        let world = World::new(subject);
        let registry =
            Registry::new(&world, &Plan { before: Vec::new(), after: Vec::new(), ..plan });
        let mut frontier = Frontier::of(&registry.goal_graph(&world.graph));
        let mut slow =
            SlowFrontier { parents: registry.parents(&world), ..SlowFrontier::default() };
        let mut archive = Archive::new();
        let mut all = BTreeSet::new();
        for (test, notes) in tests.iter().enumerate() {
            let covered = covered(&registry.goals, &world.graph, &notes.on(&world.subject.shapes));
            for &goal in covered.iter().filter(|goal| !registry.dropped.contains(goal)) {
                archive.offer(goal, test, || test);
                prop_assert_eq!(
                    archive.get(goal).is_some_and(|kept| *kept.1 < test),
                    !all.insert(goal),
                    "the first that covers it"
                );
            }
            cover_both(&mut frontier, &mut slow, &covered);
            prop_assert!(archive.goals().eq(all.iter().copied()));
            prop_assert!(
                registry.goals.ids().filter(|&goal| frontier.is_covered(goal)).eq(archive.goals())
            );
            prop_assert!(frontier.active().iter().all(|&goal| !archive.is_covered(goal)));
        }
    }
}

/// The way taken at each step, how far the others were, and whether it stops.
type Steps = Vec<(u8, u8, u8)>;

/// What a program may do: walks through its functions, in calls by the test and in others.
#[derive(Clone, Debug)]
struct Walks {
    /// By function: whether it is called at all, and the ways taken.
    direct: Vec<Option<Steps>>,
    indirect: Vec<Option<Steps>>,
    tells_implicit: bool,
    /// Whether a mutant that was reached was infected, and whether a call returned.
    chances: Vec<bool>,
}

fn walks(functions: usize) -> impl Strategy<Value = Walks> {
    let walks = move || vec(proptest::option::of(vec(any::<(u8, u8, u8)>(), 0..24)), functions);
    (walks(), walks(), any::<bool>(), vec(any::<bool>(), 7)).prop_map(
        |(direct, indirect, tells_implicit, chances)| Walks {
            direct,
            indirect,
            tells_implicit,
            chances,
        },
    )
}

impl Walks {
    /// What an executor would note: only what the walks reached.
    fn on(&self, world: &World) -> Observation {
        let shapes = &world.subject.shapes;
        let seen = |walks: &[Option<Steps>]| -> Vec<Seen> {
            let of = shapes.iter().zip(walks).map(|(shape, steps)| match steps {
                Some(steps) => {
                    Walk::Walk { steps: steps.clone(), tells_implicit: self.tells_implicit }
                        .on(shape)
                }
                None => Seen::default(),
            });
            of.collect()
        };
        let [direct, indirect] = [&self.direct, &self.indirect].map(|walks| seen(walks));
        let all = direct.iter().zip(&indirect).map(|(a, b)| a.merged(b));
        let mut observation = Observation {
            run: Run::new(shapes, all),
            direct: Run::new(shapes, direct.clone()),
            ..Observation::default()
        };
        let chance = |number: usize| self.chances[number % self.chances.len()];
        for (f, (_, seen)) in
            observation.run.functions.iter().enumerate().filter(|(_, (_, seen))| seen.entered)
        {
            observation.thrown.extend(chance(f).then_some(Thrown::new(
                World::function(f),
                Symbol::new(0),
                ExceptionKind::Explicit,
            )));
            observation.outputs.insert(f, vec![Datum::Bool(chance(f + 1)), Datum::Integer(-3)]);
            observation.inputs.insert((f, 0), vec![Datum::Size(0), Datum::Char('x')]);
            for &(mutant, _, _) in &world.subject.mutants {
                let ((function, block), k) = world.mutant(mutant);
                let is_reached = function == f
                    && seen.progress.get(&block).is_some_and(|&progress| progress >= k);
                if is_reached {
                    observation
                        .infections
                        .insert(mutant, if chance(mutant as usize) { 0.0 } else { 2.0 });
                }
            }
        }
        observation.called.extend((0..shapes.len()).filter(|&f| direct[f].entered));
        let returned: Vec<usize> =
            observation.called.iter().copied().filter(|&f| chance(f + 2)).collect();
        observation.returned.extend(returned);
        observation
    }
}

proptest! {
    #![proptest_config(config(1024))]

    /// Control dependence is about all executions: one that covers a goal which is no root covers a
    /// parent of it, too.
    #[test]
    fn no_execution_covers_a_goal_and_none_of_its_parents(
        subject in subject(3, 8),
        criteria in criteria(),
        implicit in any::<bool>(),
        dropped in vec(any::<u16>(), 0..10),
        roots in roots(),
        tests in vec(walks(3), 1..4),
    ) {
        let world = World::new(subject);
        let tests: Vec<Walks> = tests
            .into_iter()
            .map(|walks| Walks { tells_implicit: implicit || walks.tells_implicit, ..walks })
            .collect();
        let runs: Vec<Observation> = tests.iter().map(|walks| walks.on(&world)).collect();
        let plan = Plan {
            criteria,
            implicit: false,
            before: Vec::new(),
            after: Vec::new(),
            dropped,
            roots,
        };
        let mut registry = Registry::new(&world, &plan);
        if implicit {
            registry.goals.extend(implicit_branch_goals(&world.graph));
        }
        for block in world.graph.all_blocks() {
            registry.goals.push(reached(block));
        }
        for run in &runs {
            run.each_thrown(&mut |thrown| {
                registry.goals.push(CoverageGoal::new(thrown));
            });
        }
        let graph = registry.goal_graph(&world.graph);
        let mut frontier = Frontier::of(&graph);
        for run in &runs {
            let covered = covered(&registry.goals, &world.graph, run);
            for &goal in &covered {
                let parents = graph.parents(goal);
                prop_assert!(
                    parents.is_empty()
                        || parents.iter().any(|parent| covered.binary_search(parent).is_ok()),
                    "{} is covered, and none of {:?}",
                    registry.goals.goal(goal),
                    parents
                );
            }
            frontier.cover(covered);
        }
        // So nothing is covered while all its parents wait: what waits lies behind what is not
        // covered.
        let mut slow =
            SlowFrontier { parents: registry.parents(&world), ..SlowFrontier::default() };
        slow.cover(
            &registry.goals.ids().filter(|&goal| frontier.is_covered(goal)).collect::<Vec<_>>(),
        );
        assert_same(&frontier, &slow);
    }
}

/// A goal of the caller: that a block was entered.
fn reached(block: Block) -> impl Objective<Observation> + Send + Sync {
    from_fn(custom_in(block, 0), Needs::at([block]), move |seen: &Observed<'_, Observation>| {
        seen.table.get_block(block).unwrap_or(Fitness::NEVER)
    })
}

/// Calls by the test and others, merged, and blocks that decide or throw.
#[test]
fn generated_walks_throw_beside_decisions() {
    assert_reached(
        (subject(3, 8), walks(3)),
        |(subject, walks)| {
            let world = World::new(subject);
            let run = Walks { tells_implicit: true, ..walks }.on(&world).run;
            flow(world.subject.shapes.iter().zip(run.functions.iter().map(|function| &function.1)))
        },
        &[(THROWN, 12), (DECIDED, 25), (BOTH, 30), (FUNCTIONS, 80)],
    );
}

/// The same of notes, several of which are merged.
#[test]
fn generated_notes_throw_beside_decisions() {
    assert_reached(
        (subject(3, 7), vec(notes(3), 1..4)),
        |(subject, notes)| {
            let tests: Vec<Observation> =
                notes.iter().map(|notes| notes.on(&subject.shapes)).collect();
            let run = Observation::merged(&tests).run;
            let mut reached =
                flow(subject.shapes.iter().zip(run.functions.iter().map(|function| &function.1)));
            reached.extend((tests.len() > 1).then_some(MERGED));
            reached
        },
        &[(THROWN, 3), (DECIDED, 40), (BOTH, 35), (FUNCTIONS, 150), (MERGED, 150)],
    );
}
