//! The hill climber.

use crate::task::{Found, Inputs, Task};
use sbst::flow::FlowError;
use sbst::objective::{GoalGraph, Tables, covered};
use sbst::selection::{Archive, Frontier, Populations, Sampling};
use std::rc::Rc;

pub(crate) fn search(task: &mut Task) -> Result<Found, FlowError> {
    let graph = task.graph()?;
    let goals = task.branch_goals(&graph)?;
    let (trace, mut tables, mut row) =
        (Rc::new(goals.trace(&graph)), Tables::new(&graph), Vec::new());
    let mut frontier =
        Frontier::of(&GoalGraph::new(&goals, &graph)).with_sampling(Sampling::UNIFORM);
    let (mut archive, mut nearest, mut number) =
        (Archive::new(), Populations::<Inputs, u64>::new(1), 0);
    while number < task.budget
        && let Some(goal) = frontier.next_goal(task.unit())
    {
        let near = nearest.of(goal).next().map_or_else(|| task.random(), |kept| kept.test.clone());
        for inputs in task.neighbours(&near) {
            number += 1;
            task.execute(&trace, &inputs);
            goals.measure(&graph, &*trace, &mut tables, &mut row);
            archive.offer_all(covered(&row), number, || inputs.clone()); // the first one stays
            frontier.cover(covered(&row));
            for &goal in frontier.active() {
                nearest.offer(goal, row[goal.index()], number, || inputs.clone());
            }
        }
    }
    Ok(Found::archived(&goals, &archive))
}
