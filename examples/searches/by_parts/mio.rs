//! MIO.

use crate::task::{Found, Inputs, Task};
use sbst::fitness::Fitness;
use sbst::flow::FlowError;
use sbst::objective::{Goals, Tables, branch_goals, covered};
use sbst::selection::{Archive, Frontier, Populations};
use std::cmp::Reverse;

pub(crate) fn search(task: &mut Task) -> Result<Found, FlowError> {
    let graph = task.graph()?;
    let mut goals = Goals::for_graph(&graph);
    goals.extend(branch_goals(&graph));
    let (trace, mut tables, mut row) = (goals.trace(&graph), Tables::new(&graph), Vec::new());
    let mut uncovered = Frontier::new(goals.ids().map(|_| []));
    let (mut archive, mut nearest, mut number) = (Archive::new(), Populations::<Inputs, _>::new(10), 0);
    let (mut best, mut sampled) = (vec![Fitness::NEVER; goals.len()], vec![0; goals.len()]);
    while !uncovered.active().is_empty() && number < task.budget {
        let focus = task.budget.min(2 * number); // from 0 to the budget
        nearest.resize(10 - (9 * focus / task.budget) as usize);
        // Of the goals that have tests, the one sampled least.
        let known = uncovered.active().iter().copied().filter(|&goal| nearest.of(goal).len() > 0);
        let goal = known.min_by_key(|goal| sampled[goal.index()]);
        let (mut parent, mut mutations) = (None, 1);
        // A new test half of the time at first, in the end never.
        if let Some(goal) = goal
            && task.below(2 * task.budget) >= task.budget - focus
        {
            let at = task.below(nearest.of(goal).len() as u64) as usize;
            parent = nearest.of(goal).nth(at).map(|kept| (goal, kept.fitness, kept.test.clone()));
            mutations += 9 * focus / task.budget;
            sampled[goal.index()] += 1;
        }
        for _ in 0..mutations {
            let inputs = if let Some((_, _, test)) = &parent { task.mutant(test) } else { task.random() };
            number += 1;
            trace.reset();
            task.run(trace.root(), &inputs);
            goals.measure(&graph, &trace, &mut tables, &mut row);
            archive.offer_all(covered(&row), number, || inputs.clone()); // the first one stays
            uncovered.cover(covered(&row));
            for &goal in uncovered.active() {
                nearest.offer(goal, row[goal.index()], Reverse(number), || inputs.clone()); // of equal ones, the newest
                if row[goal.index()] < best[goal.index()] {
                    (best[goal.index()], sampled[goal.index()]) = (row[goal.index()], 0);
                }
            }
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
