//! What F15 says about the order in which to build inputs and their attributes.

use sbst::id::Variable;
use sbst::seeding::construction::{ConstructionGraph, Kind, Plan, Reason, Role, Step};
use std::collections::BTreeSet;

/// What a plan has to be: steps, slots, and what is not built.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Planned {
    pub steps: Vec<Step>,
    pub slots: Vec<Variable>,
    pub unbuilt: Vec<(Variable, Reason)>,
}

impl Planned {
    pub(crate) fn read(plan: &Plan) -> Self {
        let unbuilt = plan.unbuilt().iter().map(|unbuilt| (unbuilt.variable, unbuilt.reason)).collect();
        Self { steps: plan.steps().to_vec(), slots: plan.slots().to_vec(), unbuilt }
    }

    /// Kahn's algorithm. `can_build` by variable.
    pub(crate) fn new(graph: &ConstructionGraph, max_steps: usize, can_build: &dyn Fn(Variable) -> bool) -> Self {
        let mut planned = Self { steps: Vec::new(), slots: Vec::new(), unbuilt: Vec::new() };
        let variables: Vec<Variable> = graph.nodes().map(|node| node.variable()).collect();
        let producers = |at: Variable| graph.node(at).producers().iter().map(|producer| producer.1).collect::<Vec<Variable>>();
        let mut queue: Vec<Variable> = variables.iter().copied().filter(|&at| producers(at).is_empty()).collect();
        let mut done: Vec<Variable> = Vec::new();
        while done.len() < queue.len() {
            let at = queue[done.len()];
            planned.decide(graph, at, max_steps, can_build);
            done.push(at);
            let ready = |at: &Variable| !queue.contains(at) && producers(*at).iter().all(|producer| done.contains(producer));
            let ready: Vec<Variable> = variables.iter().copied().filter(ready).collect();
            queue.extend(ready);
        }
        planned.leave(graph, &queue);
        planned.unbuilt.sort_by_key(|unbuilt| unbuilt.0);
        planned
    }

    fn is_built(&self, at: Variable) -> bool {
        self.unbuilt.iter().all(|unbuilt| unbuilt.0 != at)
    }

    fn decide(&mut self, graph: &ConstructionGraph, at: Variable, max_steps: usize, can_build: &dyn Fn(Variable) -> bool) {
        let node = graph.node(at);
        let producers: Vec<Variable> = node.producers().iter().map(|producer| producer.1).collect();
        let missing = match node.kind() {
            Kind::Cast if producers.iter().any(|&producer| self.is_built(producer)) => None,
            _ => producers.into_iter().find(|&producer| !self.is_built(producer)),
        };
        let is_of_constant = node.constants().any(|(role, _)| role == Role::Receiver);
        let needs_receiver = matches!(node.kind(), Kind::Field(_) | Kind::Element) || node.kind() == Kind::Call && is_of_constant;
        let unbuilt = if needs_receiver && node.receiver().is_none() {
            Some(Reason::NoReceiver)
        } else if let Some(parent) = missing {
            Some(Reason::Parent(parent))
        } else if matches!(node.kind(), Kind::Cast | Kind::Other) {
            return;
        } else if self.steps.len() == max_steps {
            Some(Reason::Steps)
        } else {
            (!can_build(at)).then_some(Reason::Refused)
        };
        if let Some(reason) = unbuilt {
            self.unbuilt.push((at, reason));
            return;
        }
        let slot = self.slots.len();
        let step = match node.kind() {
            Kind::Call => Step::Call { variable: at },
            Kind::This | Kind::Parameter(_) => Step::Input { variable: at, slot: (!node.is_receiver()).then_some(slot) },
            _ if node.is_receiver() => Step::Read { variable: at },
            _ => Step::Write { variable: at, slot },
        };
        if step.slot().is_some() {
            self.slots.push(at);
        }
        self.steps.push(step);
    }

    /// What the queue never saw: on a cycle, or made of one.
    fn leave(&mut self, graph: &ConstructionGraph, queue: &[Variable]) {
        for node in graph.nodes().filter(|node| !queue.contains(&node.variable())) {
            let on_cycle = reaches(graph, node.variable()).contains(&node.variable());
            let parent = node.producers().iter().map(|producer| producer.1).find(|at| !queue.contains(at) || !self.is_built(*at));
            let reason = if on_cycle { Reason::Cycle } else { Reason::Parent(parent.expect("it waits for one")) };
            self.unbuilt.push((node.variable(), reason));
        }
    }
}

/// All that a variable is made of, by others too.
pub(crate) fn reaches(graph: &ConstructionGraph, from: Variable) -> BTreeSet<Variable> {
    let mut seen = BTreeSet::new();
    let mut work: Vec<Variable> = graph.node(from).producers().iter().map(|producer| producer.1).collect();
    while let Some(at) = work.pop() {
        if seen.insert(at) {
            work.extend(graph.node(at).producers().iter().map(|producer| producer.1));
        }
    }
    seen
}
