//! Tests of methods that read objects within objects: random statements, or templates planned for a
//! branch.

use crate::subjects::Random;
use crate::subjects::evolution::{Evolution, Individual, Technique};
use crate::subjects::heap::{Field, LENGTH, Statement, Test, Type, Value, integer};
use crate::subjects::nested::{Branches, Code, Nested};
use sbst::Campaign;
use sbst::flow::dependences::{InstructionKind, UnknownInstruction};
use sbst::id::{Branch, GoalId, Symbol};
use sbst::objective::Criterion;
use sbst::selection::Frontier;
use sbst_seeding::construction::{
    ACTIVATION, ConstructionGraph, MAX_STATEMENTS, Node, Plan, activated_branch,
};
use sbst_seeding::slice::{Limits, Slice};
use std::error::Error;

/// Tests that survive a generation, and children that they have.
const POPULATION: usize = 10;
/// How far linked structures are built, and how many attributes at most.
const DEPTH: u32 = 2;
const PLACES: usize = 1_000;

/// How often tests are made of templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Templates {
    Never,
    /// After each generation with the published chance, one test for one uncovered branch.
    Published,
    /// All new tests, also the initial ones, for the last uncovered branch.
    Always,
}

/// A search that makes tests of templates, random ones, and mutants.
pub(crate) fn search(
    nested: &Nested,
    use_of: Templates,
    seed: u64,
    budget: u32,
) -> Result<Evolution<Test>, Box<dyn Error>> {
    let (templates, graph) = (of(nested)?, nested.graph()?);
    let mut random = Random(seed);
    let mut children = 0;
    let child = |population: &[Individual<Test>], frontier: &Frontier| {
        // All branches are goals, in this order.
        let uncovered = || {
            graph.all_branches().filter(|branch| !frontier.is_covered(GoalId::new(branch.number())))
        };
        let template = |branch: Branch| &templates[graph.local(graph.edge(branch).source) as usize];
        let is_first = children % POPULATION == 0;
        children += 1;
        // Lin et al., 3.3: after each iteration, and not for the initial population.
        if use_of == Templates::Published && is_first && !population.is_empty() {
            let uncovered: Vec<Branch> = uncovered().collect();
            let (branch_draw, activation_draw) = (random.unit(), random.unit());
            if let Some(&branch) =
                activated_branch(&uncovered, branch_draw, ACTIVATION, activation_draw)
            {
                return template_of(template(branch), nested, &mut random);
            }
        }
        // At first all tests are new, later one in ten.
        if !population.is_empty() && random.below(10) > 0 {
            // The first ones are the nearest ones.
            let among = population.len() as u64;
            let parent = random.below(among).min(random.below(among)).min(random.below(among));
            let mut test = population[parent as usize].test.clone();
            test.mutate(nested.parameters, &mut random);
            return test;
        }
        match uncovered().next_back() {
            // Of these methods, each block with branches needs what those before it need.
            Some(branch) if use_of == Templates::Always => {
                template_of(template(branch), nested, &mut random)
            }
            _ => Test::random(nested.parameters, &mut random),
        }
    };
    let campaign = Campaign::builder().graph(nested.graph()?).criteria([Criterion::Branch]);
    let mut search = Evolution::towards(campaign, Technique::DEFAULT)?;
    // A test that throws has shown what it covers before.
    search.run(budget, POPULATION, child, |caller, test| {
        drop(test.run(|arguments| nested.call(caller, arguments)));
    })?;
    Ok(search)
}

/// What to build for the branches of a block, and in which order.
pub(crate) struct Template {
    pub(crate) graph: ConstructionGraph,
    pub(crate) plan: Plan,
}

/// By block with branches.
pub(crate) fn of(nested: &Nested) -> Result<Vec<Template>, UnknownInstruction> {
    let Code { dependences, branches } = (nested.code)()?;
    let template = |Branches { operands, controls }| {
        let slice = Slice::of_branch(&dependences, operands, controls, Limits::PUBLISHED)?;
        let graph = ConstructionGraph::new(&slice).unrolled(DEPTH, PLACES);
        let plan = graph.plan(MAX_STATEMENTS, |_| Some(1)); // every field has a setter
        Ok(Template { graph, plan })
    };
    branches.into_iter().map(template).collect()
}

/// A test that does the steps of a plan, with random values in its slots.
fn template_of(template: &Template, nested: &Nested, random: &mut Random) -> Test {
    let Template { graph, plan } = template;
    let mut test =
        Test { slots: plan.slots.iter().map(|_| integer(random)).collect(), ..Test::default() };
    let mut values = vec![Value::Null; graph.nodes().len()];
    for &step in &plan.steps {
        let node = graph.node(step.variable());
        // A call: the object that it returns is at hand, where the steps before have put it.
        if let Some(returned) = node.returned() {
            values[step.variable().index()] = values[returned.index()];
            continue;
        }
        let holds = holds(node, nested, graph);
        let value = match (holds, step.slot()) {
            (Type::Int, Some(slot)) => Value::Slot(slot),
            // An object of which nothing is read may be null.
            (Type::Object(_), Some(_)) if random.below(2) == 0 => Value::Null,
            (Type::Array(class), _) => {
                test.statements.push(Statement::Array(class, LENGTH));
                Value::Made(test.statements.len() - 1)
            }
            _ => test.make(holds, random),
        };
        values[step.variable().index()] = value;
        let receiver = node.receiver().map(|receiver| values[receiver.index()]);
        match (node.kind, receiver) {
            (InstructionKind::Field(name), Some(Value::Made(of))) => {
                test.statements.push(Statement::Set(of, field(name), value));
            }
            (InstructionKind::Element, Some(Value::Made(of))) => {
                let index = node.index().map_or(Value::Int(0), |at| values[at.index()]);
                test.statements.push(Statement::Store(of, index, value));
            }
            _ => {}
        }
    }
    // Parameters that the branch does not depend on are made at random.
    for (place, &parameter) in nested.parameters.iter().enumerate() {
        let input =
            graph.nodes().iter().find(|node| node.kind == InstructionKind::Parameter(place as u32));
        let argument = input
            .map_or_else(|| test.make(parameter, random), |node| values[node.variable.index()]);
        test.arguments.push(argument);
    }
    test
}

pub(crate) fn field(name: Symbol) -> Field {
    Field::ALL[name.index()]
}

/// What a variable holds, by the declarations of the subject.
fn holds(node: &Node, nested: &Nested, graph: &ConstructionGraph) -> Type {
    match (node.kind, node.receiver()) {
        (InstructionKind::Parameter(place), _) => nested.parameters[place as usize],
        (InstructionKind::Field(name), _) => field(name).holds(),
        (InstructionKind::Element, Some(array)) => match holds(graph.node(array), nested, graph) {
            Type::Array(class) => Type::Object(class),
            other => other,
        },
        _ => Type::Int,
    }
}
