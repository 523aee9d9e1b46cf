//! A row that measures only what can have changed has the values of all goals.

use super::{measured, registry};
use crate::effort::config;
use crate::oracle::criteria::Form;
use crate::oracle::observation::{Observation, notes};
use crate::oracle::subject::{World, subject};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::Distance;
use sbst::execution::Execution;
use sbst::id::Function;
use sbst::objective::{Goals, Place, Tables};
use std::collections::BTreeSet;

fn entered(world: &World, run: &Observation) -> BTreeSet<Function> {
    let mut entered = BTreeSet::new();
    run.entered(&world.graph, &mut |function| _ = entered.insert(function));
    entered
}

proptest! {
    #![proptest_config(config(192))]

    /// A local goal is measured by its definition: far, and always the same, unless a function of
    /// its places is entered.
    #[test]
    fn local_goals_depend_on_their_functions_alone(subject in subject(3, 7), test in notes(3)) {
        let world = World::new(subject);
        let run = test.on(&world.subject.shapes);
        let entered = entered(&world, &run);
        for form in Form::ALL {
            let goals = registry::<Observation>(&world, form, &[&run]);
            let [values, empty] =
                [&run, &Observation::default()].map(|run| measured(&world, &goals, run));
            for id in goals.ids() {
                let needs = goals.needs(id).expect("a goal");
                let function = |place| match place {
                    Place::Function(function) => function,
                    Place::Block(block) => world.graph.function_of(block),
                    Place::Branch(branch) => {
                        world.graph.function_of(world.graph.edge(branch).source)
                    }
                    place => panic!("{place:?} has no function"),
                };
                if needs.is_local()
                    && !needs.places().any(|place| entered.contains(&function(place)))
                {
                    prop_assert_eq!(values[id.index()], empty[id.index()]);
                    prop_assert_eq!(
                        values[id.index()].distance,
                        Distance::INFINITE,
                        "{:?}",
                        goals.goal(id)
                    );
                }
            }
        }
    }

    /// After each of many executions, with goals that are found on the way, and with executions in
    /// between that another reader swept.
    #[test]
    fn a_live_row_has_the_values_of_all_goals(
        subject in subject(3, 7),
        tests in vec((notes(3), any::<bool>()), 1..8),
    ) {
        let world = World::new(subject);
        for form in Form::ALL {
            let mut goals: Goals<Observation> = registry(&world, form, &[]);
            let mut tables = Tables::new(&world.graph);
            for (notes, is_measured) in &tests {
                let run = notes.on(&world.subject.shapes);
                goals.discover(&run);
                if !is_measured {
                    goals.observe(&world.graph, &run, &mut tables);
                    continue;
                }
                let (seen, row) =
                    goals.try_observe_row(&world.graph, &run, &mut tables).expect("it fits");
                let row = row.measure(&goals, &seen);
                let all = measured(&world, &goals, &run);
                prop_assert_eq!(row.values(), &all[..]);
                let changed: Vec<_> = row.changed().collect();
                prop_assert!(changed.is_sorted_by(|a, b| a < b));
                for id in goals.ids().filter(|id| changed.binary_search(id).is_err()) {
                    prop_assert_eq!(all[id.index()].distance, Distance::INFINITE);
                }
            }
        }
    }
}
