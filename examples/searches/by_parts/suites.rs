//! Whole suites.

use crate::task::{Found, Inputs, Task};
use sbst::flow::FlowError;
use sbst::objective::suite::SuiteRow;
use sbst::objective::{Tables, covered};
use sbst::selection::Archive;
use std::rc::Rc;

/// Suites of a generation.
const SIZE: usize = 10;

pub(crate) fn search(task: &mut Task) -> Result<Found, FlowError> {
    let graph = task.graph()?;
    let goals = task.branch_goals(&graph)?;
    let (trace, mut tables) = (Rc::new(goals.trace(&graph)), Tables::new(&graph));
    let (mut archive, mut row, mut number) = (Archive::new(), Vec::new(), 0);
    let mut population: Vec<(f64, Vec<Inputs>)> = vec![(f64::INFINITY, Vec::new()); SIZE];
    while archive.len() < goals.len() && number < task.budget {
        for parent in 0..SIZE {
            let other = task.below(SIZE as u64) as usize;
            let (suite, mut nearest) =
                (task.suite([&population[parent].1, &population[other].1]), SuiteRow::new());
            for inputs in &suite {
                number += 1;
                task.execute(&trace, inputs);
                goals.measure(&graph, &*trace, &mut tables, &mut row);
                nearest.add(&row);
                archive.offer_all(covered(&row), number, || Rc::new((inputs.clone(), row.clone())));
            }
            population.push((nearest.sum(&goals, goals.ids()), suite));
        }
        population.sort_by(|a, b| a.0.total_cmp(&b.0));
        population.truncate(SIZE);
    }
    let tests =
        archive.minimise(|test| covered(&test.1)).into_iter().map(|test| test.0.clone()).collect(); // few tests that cover all
    Ok(Found { goals: goals.len(), covered: archive.goals().collect(), tests })
}
