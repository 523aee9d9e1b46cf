//! DynaMOSA.

use crate::subjects::Test;
use crate::task::{Found, Task, size};
use sbst::flow::FlowError;
use sbst::objective::{GoalGraph, Tables, covered};
use sbst::selection::{Archive, Frontier, Ranker, keep};
use std::rc::Rc;

/// Tests of a generation.
const SIZE: usize = 20;

pub(crate) fn search(task: &mut Task) -> Result<Found, FlowError> {
    let graph = task.graph()?;
    let mut goals = task.branch_goals(&graph)?;
    let (trace, mut tables) = (Rc::new(goals.trace(&graph)), Tables::new(&graph));
    let mut frontier = Frontier::of(&GoalGraph::new(&goals, &graph));
    let (mut archive, mut ranker) = (Archive::new(), Ranker::new());
    let (mut population, mut number) = (Vec::<Test>::new(), 0);
    while !frontier.active().is_empty() && number < task.budget {
        let parents = population.len();
        for _ in 0..SIZE {
            let inputs = task.child(&population[..parents]);
            number += 1;
            task.execute(&trace, &inputs);
            goals.discover(&*trace); // an exception becomes a goal when it is first seen
            frontier.fit(&GoalGraph::new(&goals, &graph));
            let mut row = Vec::new();
            goals.measure(&graph, &*trace, &mut tables, &mut row);
            archive.offer_all(covered(&row), (size(&inputs), number), || inputs.clone()); // the number is a tie-breaker
            frontier.cover(covered(&row));
            population.push(Test { inputs, row });
        }
        let shorter =
            |_, a: usize, b: usize| size(&population[a].inputs).cmp(&size(&population[b].inputs));
        let best = ranker.select(&population, frontier.active(), SIZE, shorter);
        keep(&mut population, best);
    }
    Ok(Found::archived(&goals, &archive))
}
