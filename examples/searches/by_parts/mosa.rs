//! MOSA.

use crate::subjects::Test;
use crate::task::{Found, Task};
use sbst::flow::FlowError;
use sbst::objective::{Tables, covered};
use sbst::selection::{Archive, Frontier, Ranker, keep};
use std::rc::Rc;

/// Tests of a generation.
const SIZE: usize = 20;

pub(crate) fn search(task: &mut Task) -> Result<Found, FlowError> {
    let graph = task.graph()?;
    let goals = task.branch_goals(&graph)?;
    let (trace, mut tables) = (Rc::new(goals.trace(&graph)), Tables::new(&graph));
    let mut uncovered = Frontier::new(goals.ids().map(|_| []));
    let (mut archive, mut ranker) = (Archive::new(), Ranker::new());
    let (mut population, mut number) = (Vec::<Test>::new(), 0);
    while !uncovered.active().is_empty() && number < task.budget {
        let parents = population.len();
        for _ in 0..SIZE {
            let inputs = task.child(&population[..parents]);
            number += 1;
            task.execute(&trace, &inputs);
            let mut row = Vec::new();
            goals.measure(&graph, &*trace, &mut tables, &mut row);
            archive.offer_all(covered(&row), number, || inputs.clone()); // the first one stays
            uncovered.cover(covered(&row));
            population.push(Test { inputs, row });
        }
        let best = ranker.select(&population, uncovered.active(), SIZE, |_, a, b| b.cmp(&a)); // the newer one
        keep(&mut population, best);
    }
    Ok(Found::archived(&goals, &archive))
}
