//! MIO.

use crate::task::{Found, Inputs, Task};
use sbst::flow::FlowError;
use sbst::objective::{Tables, covered};
use sbst::selection::{Archive, Frontier, Mio, Populations, Sampling};
use std::cmp::Reverse;
use std::rc::Rc;

pub(crate) fn search(task: &mut Task) -> Result<Found, FlowError> {
    let graph = task.graph()?;
    let goals = task.branch_goals(&graph)?;
    let (trace, mut tables, mut row) =
        (Rc::new(goals.trace(&graph)), Tables::new(&graph), Vec::new());
    let mut frontier = Frontier::new(goals.ids().map(|_| [])).with_sampling(Sampling::MIO);
    let (mut archive, mut nearest, mut number) =
        (Archive::new(), Populations::<Inputs, _>::new(Mio::PUBLISHED.tests), 0);
    // An execution of nothing: what is no nearer than that does not reach a goal.
    goals.measure(&graph, &*trace, &mut tables, &mut row);
    let mut best = row.clone();
    while !frontier.active().is_empty() && number < task.budget {
        let phase = Mio::PUBLISHED.at(number as f64 / task.budget as f64);
        nearest.resize(phase.tests);
        let (mut parent, mut mutations) = (None, 1);
        if task.unit() >= phase.random
            && let Some(goal) = frontier.next_goal(task.unit())
            && let Some(last) = nearest.of(goal).len().checked_sub(1)
        {
            let at = task.below(last as u64 + 1) as usize;
            parent = nearest.of(goal).nth(at).map(|kept| (goal, kept.fitness, kept.test.clone()));
            mutations = phase.mutations;
        }
        for _ in 0..mutations {
            let inputs =
                if let Some((_, _, test)) = &parent { task.mutant(test) } else { task.random() };
            number += 1;
            task.execute(&trace, &inputs);
            goals.measure(&graph, &*trace, &mut tables, &mut row);
            archive.offer_all(covered(&row), number, || inputs.clone()); // the first one stays
            frontier.cover(covered(&row));
            let mut nearer = Vec::new();
            for &goal in frontier.active() {
                nearest.offer(goal, row[goal.index()], Reverse(number), || inputs.clone()); // of equal ones, the newest
                if row[goal.index()] < best[goal.index()] {
                    best[goal.index()] = row[goal.index()];
                    nearer.push(goal);
                }
            }
            frontier.improve(nearer);
            // A mutant that is not worse is mutated next.
            if let Some((goal, fitness, test)) = &mut parent
                && row[goal.index()] <= *fitness
            {
                (*fitness, *test) = (row[goal.index()], inputs);
            }
        }
    }
    Ok(Found::archived(&goals, &archive))
}
