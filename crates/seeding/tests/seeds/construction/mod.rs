//! Slices, construction graphs and plans, against the definitions of F15: by hand, by definition,
//! laws, hostile programs.

mod budgets;
mod faults;
mod golden;
mod laws;
mod places;
mod plans;
mod printed;
pub(crate) mod programs;
mod published;
mod setters;
mod slices;
mod structures;
mod unrolling;

use crate::definitions::printed::construction as paper;
use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
use sbst::id::{Instruction, Symbol};
use sbst_oracle::effort::config;
use sbst_seeding::construction::{ConstructionGraph, Sampling, activated_branch};
use sbst_seeding::slice::{Limits, Slice};

/// Reads a field.
fn read(code: &mut DependenceGraph, name: Symbol, of: Instruction) -> Instruction {
    code.add(InstructionKind::Field(name), [(Role::Receiver, of)])
}

fn graph(
    code: &DependenceGraph,
    operands: impl IntoIterator<Item = Instruction>,
) -> ConstructionGraph {
    ConstructionGraph::new(
        &Slice::of_branch(code, operands, [], Limits::PUBLISHED).expect("known instructions"),
    )
}

/// The score of a method is the greatest of its paths (3.2.2).
fn of_paths(methods: impl IntoIterator<Item = Vec<f64>>) -> Sampling {
    Sampling::of(methods.into_iter().map(|paths| paths.into_iter().fold(0.0, f64::max)))
}

/// Whether a seed is made of the only branch.
fn activates(chance: f64, draw: f64) -> bool {
    activated_branch(&[()], 0.0, chance, draw).is_some()
}

/// Each variable as a path of selectors, such as `p0.f1[p1.f2]`; what cannot be told so is `?`. A
/// call with known code is what it returns, and is not told itself.
fn paths(graph: &ConstructionGraph) -> Vec<String> {
    let mut paths: Vec<String> = vec![String::new(); graph.nodes().len()];
    // A plan has the order in which they can be told.
    let plan =
        graph.plan_towards(graph.nodes().iter().map(|node| node.variable), usize::MAX, |_| Some(1));
    for step in plan.steps {
        let node = graph.node(step.variable());
        let of = |variable: Option<sbst::id::Variable>| {
            variable.map_or("?".to_owned(), |of| paths[of.index()].clone())
        };
        paths[step.variable().index()] = match node.kind {
            _ if node.returned().is_some() => of(node.returned()),
            InstructionKind::This => "this".into(),
            InstructionKind::Parameter(place) => format!("p{place}"),
            InstructionKind::StaticField(name) => format!("s{}", name.number()),
            InstructionKind::Field(name) => format!("{}.f{}", of(node.receiver()), name.number()),
            InstructionKind::Element => {
                format!(
                    "{}[{}]",
                    of(node.receiver()),
                    node.index().map_or(String::new(), |index| of(Some(index)))
                )
            }
            InstructionKind::Call => format!("{}()", of(node.receiver())),
            InstructionKind::Cast | InstructionKind::Other => "?".into(),
        };
    }
    let values = graph.nodes().iter().filter(|node| node.returned().is_none());
    values.map(|node| paths[node.variable.index()].clone()).collect()
}

/// The same, in alphabetical order.
fn sorted_paths(graph: &ConstructionGraph) -> Vec<String> {
    let mut paths = paths(graph);
    paths.sort_unstable();
    paths
}
