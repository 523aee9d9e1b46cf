//! Searches for tests of methods that read objects within objects: from random statements, and from
//! templates planned for a branch.
//!
//! `cargo run --release --features all --example construction`
//!
//! The subjects (`examples/subjects/nested.rs`) report to a `Trace`;
//! `examples/subjects/templates.rs` makes their tests. It uses integers and fixed seeds, so it
//! prints the same everywhere.

mod subjects;
#[path = "subjects/templates.rs"]
mod templates;

use sbst::flow::dependences::{InstructionKind, Role};
use sbst_seeding::construction::{ConstructionGraph, PlanStep};
use std::error::Error;
use subjects::nested::Nested;
use templates::{Template, Templates, field};

/// Executions after which a search ends.
const BUDGET: u32 = 1_500;
const SEEDS: u64 = 30;

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "{SEEDS} searches for tests that cover all branches, given up after {BUDGET} executions."
    );
    println!(
        "Tests are made of templates never; as published, for one uncovered branch after a \
         generation, with probability 0.3;"
    );
    println!(
        "or always, instead of random statements. All other new tests are random statements.\n"
    );
    println!(
        "subject       branches   templates   all covered   executions (median)   branches \
         covered (mean)"
    );
    for nested in &Nested::ALL {
        let branches = nested.graph()?.all_branches().len();
        for (name, use_of) in [
            ("none", Templates::Never),
            ("published", Templates::Published),
            ("all", Templates::Always),
        ] {
            let mut spent = Vec::new();
            let (mut complete, mut covered) = (0, 0);
            for seed in 0..SEEDS {
                let search = templates::search(nested, use_of, seed, BUDGET)?;
                complete += u32::from(search.is_done());
                covered += search.covered_count() as u64;
                spent.push(search.executions());
            }
            spent.sort_unstable();
            let mean = format!("{}.{}", covered / SEEDS, 10 * (covered % SEEDS) / SEEDS);
            let median = spent[spent.len() / 2];
            println!(
                "{:13} {branches:8}   {name:9} {complete:13} {median:21} {mean:>25}",
                nested.name
            );
        }
    }
    println!("\nThe template for the last branches of check_rules:");
    let [.., last] = &Nested::ALL;
    if let Some(Template { graph, plan }) = templates::of(last)?.last() {
        plan.steps.iter().for_each(|&step| println!("  {}", describe(step, graph)));
    }
    Ok(())
}

fn describe(step: PlanStep, graph: &ConstructionGraph) -> String {
    let node = graph.node(step.variable());
    let of = node.receiver().map(|receiver| receiver.to_string()).unwrap_or_default();
    let at = |role| {
        node.producers
            .iter()
            .find(|producer| producer.0 == role)
            .map(|producer| producer.1.to_string())
    };
    let what = match node.kind {
        InstructionKind::Parameter(place) => format!("argument {place}"),
        InstructionKind::Field(name) => {
            format!("{of}.{}", format!("{:?}", field(name)).to_lowercase())
        }
        InstructionKind::Element => format!("{of}[{}]", at(Role::Index).unwrap_or_default()),
        InstructionKind::Call => {
            format!("{of}.player({})", at(Role::Argument(0)).unwrap_or_default())
        } // the only method whose result is an object
        other => format!("{other:?}"),
    };
    let variable = step.variable();
    match step {
        PlanStep::Input { .. } | PlanStep::Call { .. } => format!("{variable} = {what}"),
        PlanStep::Read { .. } | PlanStep::Put { .. } => format!("{variable} = {what} = new"),
        PlanStep::Write { slot, .. } => format!("{variable} = {what} = slot {slot}"),
    }
}
