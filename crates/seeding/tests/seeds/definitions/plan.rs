//! What F15 says about the order in which to build inputs and their attributes.

use sbst::flow::dependences::{InstructionKind, Role};
use sbst::id::Variable;
use sbst_seeding::construction::{ConstructionGraph, Plan, PlanStep, UnbuiltReason};
use std::collections::{BTreeMap, BTreeSet};

/// What a plan has to be: steps, slots, and what is not built.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Planned {
    pub steps: Vec<PlanStep>,
    pub slots: Vec<Variable>,
    pub unbuilt: Vec<(Variable, UnbuiltReason)>,
}

/// What can be built, if there were no limit.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    PlanStep(usize),
    /// Built without a step.
    Free,
    Unbuilt(UnbuiltReason),
}

pub(crate) type Cost<'a> = &'a dyn Fn(Variable) -> Option<usize>;

impl Planned {
    pub(crate) fn read(plan: &Plan) -> Self {
        let unbuilt = plan.unbuilt.iter().map(|unbuilt| (unbuilt.0, unbuilt.1)).collect();
        Self { steps: plan.steps.to_vec(), slots: plan.slots.to_vec(), unbuilt }
    }

    /// Kahn's algorithm; of what can be built, what the wanted variables need, one after the other,
    /// as long as it fits.
    pub(crate) fn new(
        graph: &ConstructionGraph,
        wanted: &[Variable],
        most: usize,
        cost: Cost<'_>,
    ) -> Self {
        let variables: Vec<Variable> = graph.nodes().iter().map(|node| node.variable).collect();
        let mut queue: Vec<Variable> =
            variables.iter().copied().filter(|&at| producers(graph, at).is_empty()).collect();
        let mut fates: BTreeMap<Variable, Fate> = BTreeMap::new();
        while fates.len() < queue.len() {
            let at = queue[fates.len()];
            let decided = fate(graph, at, &fates, cost);
            fates.insert(at, decided);
            let done: Vec<Variable> = queue[..fates.len()].to_vec();
            let ready = |at: &Variable| {
                !queue.contains(at)
                    && producers(graph, *at).iter().all(|producer| done.contains(producer))
            };
            let ready: Vec<Variable> = variables.iter().copied().filter(ready).collect();
            queue.extend(ready);
        }
        let is_built =
            |at: Variable| matches!(fates.get(&at), Some(Fate::PlanStep(_) | Fate::Free));
        let statements = |at: &Variable| {
            if let Some(Fate::PlanStep(statements)) = fates.get(at) { *statements } else { 0 }
        };
        let (mut chosen, mut missed) = (BTreeSet::new(), BTreeSet::new());
        for &at in wanted.iter().filter(|&&at| is_built(at)) {
            let all: BTreeSet<Variable> =
                chosen.union(&needed(graph, at, &fates)).copied().collect();
            if all.iter().map(statements).sum::<usize>() <= most {
                chosen = all;
            } else {
                missed.extend(needed(graph, at, &fates));
            }
        }
        let mut planned = Self { steps: Vec::new(), slots: Vec::new(), unbuilt: Vec::new() };
        for at in
            queue.iter().filter(|at| chosen.contains(at) && matches!(fates[at], Fate::PlanStep(_)))
        {
            planned.step(graph, *at, &fates, &chosen);
        }
        for at in variables.into_iter().filter(|at| !chosen.contains(at)) {
            let reason = match fates.get(&at) {
                Some(Fate::Unbuilt(reason)) => *reason,
                Some(_) if missed.contains(&at) => UnbuiltReason::Statements,
                Some(_) => UnbuiltReason::Unneeded,
                // What the queue never saw: on a cycle, or made of one.
                None if reaches(graph, at).contains(&at) => UnbuiltReason::Cycle,
                None => UnbuiltReason::Parent(
                    producers(graph, at)
                        .into_iter()
                        .find(|&of| !is_built(of))
                        .expect("it waits for one"),
                ),
            };
            planned.unbuilt.push((at, reason));
        }
        planned
    }

    fn step(
        &mut self,
        graph: &ConstructionGraph,
        at: Variable,
        fates: &BTreeMap<Variable, Fate>,
        chosen: &BTreeSet<Variable>,
    ) {
        let node = graph.node(at);
        let slot = self.slots.len();
        let called = |user: Variable| {
            graph.node(user).returned() == Some(at) && matches!(fates[&user], Fate::PlanStep(_))
        };
        let users = || chosen.iter().filter(|&&user| producers(graph, user).contains(&at));
        // A call that returns it and takes it as an argument, too, uses it.
        let only_returned = |user: Variable| {
            called(user) && producers(graph, user).iter().filter(|&&of| of == at).count() == 1
        };
        let step = match node.kind {
            InstructionKind::Call => PlanStep::Call { variable: at },
            InstructionKind::This | InstructionKind::Parameter(_) => {
                PlanStep::Input { variable: at, slot: (!node.is_receiver).then_some(slot) }
            }
            _ if !node.is_receiver => PlanStep::Write { variable: at, slot },
            _ if users().all(|&user| only_returned(user)) => PlanStep::Put { variable: at },
            _ => PlanStep::Read { variable: at },
        };
        if step.slot().is_some() {
            self.slots.push(at);
        }
        self.steps.push(step);
    }
}

fn producers(graph: &ConstructionGraph, at: Variable) -> Vec<Variable> {
    graph.node(at).producers.iter().map(|producer| producer.1).collect()
}

fn fate(
    graph: &ConstructionGraph,
    at: Variable,
    fates: &BTreeMap<Variable, Fate>,
    cost: Cost<'_>,
) -> Fate {
    let node = graph.node(at);
    let is_built = |at: Variable| !matches!(fates[&at], Fate::Unbuilt(_));
    let parents: Vec<Variable> = match node.returned() {
        // Receiver and arguments only.
        Some(_) => node
            .producers
            .iter()
            .filter(|producer| producer.0 != Role::Returned)
            .map(|producer| producer.1)
            .collect(),
        None => producers(graph, at),
    };
    let missing = match node.kind {
        InstructionKind::Cast if parents.iter().any(|&of| is_built(of)) => None,
        _ => parents.into_iter().find(|&of| !is_built(of)),
    };
    let is_of_constant = node.constants().any(|(role, _)| role == Role::Receiver);
    let needs_receiver = matches!(node.kind, InstructionKind::Field(_) | InstructionKind::Element)
        || node.kind == InstructionKind::Call && is_of_constant;
    let reason = if needs_receiver && node.receiver().is_none() {
        UnbuiltReason::NoReceiver
    } else if let Some(parent) = missing {
        UnbuiltReason::Parent(parent)
    } else if matches!(node.kind, InstructionKind::Cast | InstructionKind::Other) {
        return Fate::Free;
    } else if let Some(statements) = cost(at) {
        return Fate::PlanStep(statements);
    } else {
        UnbuiltReason::Refused
    };
    if node.returned().is_some_and(is_built) { Fate::Free } else { Fate::Unbuilt(reason) }
}

/// It and all that it is built of.
fn needed(
    graph: &ConstructionGraph,
    at: Variable,
    fates: &BTreeMap<Variable, Fate>,
) -> BTreeSet<Variable> {
    let mut needed = BTreeSet::new();
    let mut work = vec![at];
    while let Some(at) = work.pop() {
        if matches!(fates.get(&at), Some(Fate::PlanStep(_) | Fate::Free)) && needed.insert(at) {
            match graph.node(at).returned() {
                Some(returned) if fates[&at] == Fate::Free => work.push(returned),
                _ => work.extend(producers(graph, at)),
            }
        }
    }
    needed
}

/// All that a variable is made of, by others too.
pub(crate) fn reaches(graph: &ConstructionGraph, from: Variable) -> BTreeSet<Variable> {
    let mut seen = BTreeSet::new();
    let mut work: Vec<Variable> =
        graph.node(from).producers.iter().map(|producer| producer.1).collect();
    while let Some(at) = work.pop() {
        if seen.insert(at) {
            work.extend(graph.node(at).producers.iter().map(|producer| producer.1));
        }
    }
    seen
}
