//! The goals of every criterion are what F8 says: which there are, what each is worth in every
//! form, in which order, and in suites.

mod definition;
mod discount;
mod edges;
mod eight;
mod faults;
mod growing;
mod live;
mod memory;
mod needs;
mod order;
mod own;
mod printed;
mod steps;
mod strong;
mod suites;
mod worked;

use crate::effort::config;
use crate::oracle::criteria::{Form, Judge, MADE};
use crate::oracle::observation::Observation;
use crate::oracle::subject::World;
use crate::oracle::values::fitness;
use sbst::execution::Facts;
use sbst::fitness::Fitness;
use sbst::objective::{Goals, Tables};

/// All goals of a program in one form, and those of the exceptions of some executions.
fn registry<X: Facts + ?Sized>(world: &World, form: Form, found: &[&Observation]) -> Goals<X> {
    let mut goals = Goals::new();
    for criterion in MADE {
        goals.add(criterion, &world.program(form.library()));
    }
    for observation in found {
        observation.each_thrown(&mut |thrown| {
            goals.push(sbst::objective::CoverageGoal::new(thrown));
        });
    }
    goals
}

/// All goals of a registry on one execution, in the order of arrival.
fn measured<X: Facts + ?Sized>(world: &World, goals: &Goals<X>, run: &X) -> Vec<Fitness> {
    let mut row = Vec::new();
    goals.measure(&world.graph, run, &mut Tables::new(&world.graph), &mut row);
    row
}

/// Asserts that every goal has the values of the definition.
fn assert_as_defined<X: Facts + ?Sized>(
    judge: &Judge<'_>,
    goals: &Goals<X>,
    form: Form,
    row: &[Fitness],
) {
    for (id, &value) in goals.ids().zip(row) {
        let (goal, number) = (goals.goal(id), goals.scalar(id, value));
        let expected = judge.scalar(goal, form);
        assert_eq!(number, expected, "{goal} in {form:?}: scalar of {value}");
        assert_eq!(value.is_covered(), expected == 0.0, "{goal} in {form:?}: {value}");
        if let Some(pair) = judge.pair(goal, form) {
            assert_eq!(value, fitness(pair), "{goal} in {form:?}");
        }
    }
}
