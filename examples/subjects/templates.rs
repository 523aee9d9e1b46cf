//! Tests of methods that read objects within objects: random statements, or templates planned for a branch.

use super::Random;
use super::evolution::{Evolution, Individual};
use super::heap::{Field, LENGTH, Statement, Test, Type, Value, integer};
use super::nested::{Code, Nested};
use sbst::id::{GoalId, Symbol};
use sbst::seeding::construction::{
    ConstructionGraph, Kind, Limits, MAX_STATEMENTS, Node, Plan, Slice, UnknownInstruction, activates,
};
use sbst::selection::Frontier;
use std::error::Error;

/// Tests that survive a generation, and children that they have.
const POPULATION: usize = 10;
/// How far linked structures are built, and how many attributes at most.
const DEPTH: u32 = 2;
const PLACES: usize = 1_000;

/// A search in which new tests are made of a template with this chance.
pub(crate) fn search(nested: &Nested, chance: f64, seed: u64, budget: u32) -> Result<Evolution<Test>, Box<dyn Error>> {
    let (templates, graph) = (of(nested)?, nested.graph()?);
    let mut random = Random(seed);
    let child = |population: &[Individual<Test>], frontier: &Frontier| {
        // At first all tests are new, later one in ten.
        if !population.is_empty() && random.below(10) > 0 {
            // The first ones are the nearest ones.
            let among = population.len() as u64;
            let parent = random.below(among).min(random.below(among)).min(random.below(among));
            let mut test = population[parent as usize].test.clone();
            test.mutate(nested.parameters, &mut random);
            return test;
        }
        if !activates(chance, random.unit()) {
            return Test::random(nested.parameters, &mut random);
        }
        // The template of the last block with a branch to be covered has what those before it need. All branches are goals, in this order.
        let open = graph.all_branches().filter(|branch| !frontier.is_covered(GoalId::new(branch.number()))).last();
        let block = open.map_or(0, |branch| graph.local(graph.source(branch)));
        template_of(&templates[block as usize], nested, &mut random)
    };
    let mut search = Evolution::new(nested.graph()?);
    // A test that throws has shown what it covers before.
    search.run(budget, POPULATION, child, |trace, test| drop(test.run(|arguments| nested.call(trace, arguments))));
    search.check()?;
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
    let template = |operands| {
        let slice = Slice::new(&dependences, operands, Limits::PUBLISHED)?;
        let graph = ConstructionGraph::new(&slice).unrolled(DEPTH, PLACES);
        let plan = graph.plan(MAX_STATEMENTS, |_| Some(1)); // every field has a setter
        Ok(Template { graph, plan })
    };
    branches.into_iter().map(template).collect()
}

/// A test that does the steps of a plan, with random values in its slots.
fn template_of(template: &Template, nested: &Nested, random: &mut Random) -> Test {
    let Template { graph, plan } = template;
    let mut test = Test { slots: plan.slots().iter().map(|_| integer(random)).collect(), ..Test::default() };
    let mut values = vec![Value::Null; graph.len()];
    for &step in plan.steps() {
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
        match (node.kind(), receiver) {
            (Kind::Field(name), Some(Value::Made(of))) => test.statements.push(Statement::Set(of, field(name), value)),
            (Kind::Element, Some(Value::Made(of))) => {
                let index = node.index().map_or(Value::Int(0), |at| values[at.index()]);
                test.statements.push(Statement::Store(of, index, value));
            }
            _ => {}
        }
    }
    // Parameters that the branch does not depend on are made at random.
    for (place, &parameter) in nested.parameters.iter().enumerate() {
        let input = graph.nodes().find(|node| node.kind() == Kind::Parameter(place as u32));
        let argument = input.map_or_else(|| test.make(parameter, random), |node| values[node.variable().index()]);
        test.arguments.push(argument);
    }
    test
}

pub(crate) fn field(name: Symbol) -> Field {
    Field::ALL[name.index()]
}

/// What a variable holds, by the declarations of the subject.
fn holds(node: Node<'_>, nested: &Nested, graph: &ConstructionGraph) -> Type {
    match (node.kind(), node.receiver()) {
        (Kind::Parameter(place), _) => nested.parameters[place as usize],
        (Kind::Field(name), _) => field(name).holds(),
        (Kind::Element, Some(array)) => match holds(graph.node(array), nested, graph) {
            Type::Array(class) => Type::Object(class),
            other => other,
        },
        _ => Type::Int,
    }
}
