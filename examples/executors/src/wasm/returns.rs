//! Where the result of a function is set, and what flags follow from that.
//!
//! A function returns the number on top of the stack at its end. From there, this follows it back:
//! ways that meet hand on a number, or set a local. The block where it is found sets the result.
//! That holds if each block on the way carries one number only towards the result, since the last
//! block that sets it counts; of functions where it is otherwise, nothing is said.

use super::origin::{Origin, Test};
use super::plan::{Decided, Hook, Plan, Set, Way};
use crate::results::Results;
use sbst::fitness::flag::Keys;
use sbst::flow::dependences::Computation;
use sbst::flow::{FlowGraph, Outcome};
use sbst::id::{CallSite, Function, Instruction};
use std::collections::BTreeMap;
use wasmparser::ValType;

/// A number at the end of a block.
type Number = (Origin, Decided);

impl Plan {
    /// Finds where the result is set, and adds hooks where it is a condition. The first locals are
    /// the parameters.
    pub(super) fn trace_results(&mut self, parameters: u32) {
        if let ([ValType::I32 | ValType::I64], Some(last)) = (&self.results[..], self.last) {
            for (block, (origin, decided)) in self.found(last, parameters).unwrap_or_default() {
                let set = if decided.is_some() { Set::Decision(origin) } else { Set::Is(origin) };
                if let (Some((condition, leaves)), Some(at)) =
                    (decided, self.ends(block).map(|ending| ending.at))
                {
                    let reports = self.tap(block, leaves);
                    self.hook_first(at, Hook::Sets { block, condition, reports });
                }
                self.sets.insert(block, set);
            }
        } else {
            self.sets.clear();
        }
    }

    fn ends(&self, block: u32) -> Option<&super::plan::Ending> {
        self.blocks.get(block as usize)?.ending.as_ref()
    }

    /// By block the number that it sets the result to; `None` if a block carries several.
    fn found(&self, last: u32, parameters: u32) -> Option<BTreeMap<u32, Number>> {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.blocks.len()];
        for (block, plan) in (0..).zip(&self.blocks) {
            let mut to = |target: u32| before[target as usize].push(block);
            match &plan.way {
                Way::Exit => {}
                Way::Jump(target) => to(*target),
                Way::Branch { then, or_else } => [*then, *or_else].into_iter().for_each(to),
                Way::Switch { arms, default } => {
                    arms.iter().map(|arm| arm.0).chain([*default]).for_each(&mut to);
                }
            }
        }
        let (mut carried, mut found) = (BTreeMap::<u32, Origin>::new(), BTreeMap::new());
        let mut open = vec![(last, self.ends(last)?.top.clone())];
        while let Some((block, number)) = open.pop() {
            if let Some(known) = carried.insert(block, number.0) {
                if known != number.0 || number.0 == Origin::Unknown {
                    return None;
                }
                continue;
            }
            match number.0 {
                // An entry that ways lead back to is of no module that is valid.
                Origin::Local(local) if block == 0 => {
                    let origin =
                        if local < parameters { Origin::Unknown } else { Origin::Constant(0) };
                    found.insert(block, (origin, None));
                }
                Origin::Local(local) => {
                    for &before in &before[block as usize] {
                        let set = self.ends(before)?.locals.get(&local).cloned();
                        open.push((before, set.unwrap_or((Origin::Local(local), None))));
                    }
                }
                Origin::Joined => {
                    for &before in &before[block as usize] {
                        open.push((before, self.ends(before)?.top.clone()));
                    }
                }
                _ => {
                    found.insert(block, number);
                }
            }
        }
        Some(found)
    }

    /// Whether all results are 0 or 1, as far as is known without other functions.
    fn is_bool(&self) -> bool {
        let is_bool = |set: &Set| {
            matches!(set, Set::Is(Origin::Constant(0 | 1) | Origin::Test(_)) | Set::Decision(_))
        };
        !self.sets.is_empty() && self.sets.values().all(is_bool)
    }
}

/// What the code of all functions says of results.
pub(super) fn describe(plans: &[Plan], graph: &FlowGraph, imported: u32) -> Results {
    let mut results = Results::default();
    let are_bool: Vec<bool> = plans.iter().map(Plan::is_bool).collect();
    for (number, plan) in (0..).zip(plans) {
        let is_bool = |call: u32| {
            let callee = plan.calls.get(&call).and_then(|index| index.checked_sub(imported));
            callee.is_some_and(|callee| are_bool.get(callee as usize) == Some(&true))
        };
        Describer {
            plan,
            graph,
            function: Function::new(number),
            results: &mut results,
            calls: BTreeMap::new(),
            tests: Vec::new(),
        }
        .describe(&is_bool);
    }
    results
}

struct Describer<'a> {
    plan: &'a Plan,
    graph: &'a FlowGraph,
    function: Function,
    results: &'a mut Results,
    calls: BTreeMap<u32, Instruction>,
    /// By test; `None` where the graph has no computation for it.
    tests: Vec<Option<Instruction>>,
}

impl Describer<'_> {
    fn describe(mut self, is_bool: &dyn Fn(u32) -> bool) {
        for test in &self.plan.tests {
            let instruction = self.test(test, is_bool);
            self.tests.push(instruction);
        }
        for (local, plan) in (0..).zip(&self.plan.blocks) {
            let block = self.graph.block(self.function, local);
            let is_two_way = self.graph.branch(block, Outcome::True).is_some();
            match plan.decides {
                Origin::Call(call)
                    if self.graph.arms(block).is_some() || is_two_way && is_bool(call) =>
                {
                    let call = self.call(call);
                    self.results.decides(block, call);
                }
                Origin::Call(call) if is_two_way => {
                    self.results.decides_by(block, CallSite::new(call), &Keys::from(false), false);
                }
                Origin::Test(test) if is_two_way => {
                    match (self.tests[test], &self.plan.tests[test]) {
                        (Some(instruction), _) => self.results.decides(block, instruction),
                        (None, Test::Gives { call, keys, holds }) => {
                            self.results.decides_by(block, CallSite::new(*call), keys, *holds);
                        }
                        (None, Test::Computed(..)) => {}
                    }
                }
                _ => {}
            }
        }
        for (&local, set) in &self.plan.sets {
            let value = match set {
                Set::Is(origin) => self.value(*origin),
                // Rather what a call returned, or its contrary, than how far that is from a number.
                Set::Decision(Origin::Test(test)) => match &self.plan.tests[*test] {
                    Test::Gives { call, keys, .. }
                        if is_bool(*call) && matches!(only(keys), Some(0 | 1)) =>
                    {
                        self.tests[*test]
                    }
                    _ => None,
                },
                Set::Decision(_) => None,
            };
            let value = value.unwrap_or_else(|| match set {
                Set::Decision(_) => self.results.comparison(),
                Set::Is(_) => self.results.unknown(),
            });
            self.results.sets(self.graph.block(self.function, local), value);
        }
    }

    fn call(&mut self, call: u32) -> Instruction {
        *self.calls.entry(call).or_insert_with(|| self.results.call(CallSite::new(call)))
    }

    fn value(&mut self, origin: Origin) -> Option<Instruction> {
        match origin {
            Origin::Constant(number) => Some(self.results.constant(number.into())),
            Origin::Call(call) => Some(self.call(call)),
            Origin::Test(test) => *self.tests.get(test)?,
            Origin::Unknown | Origin::Local(_) | Origin::Joined => None,
        }
    }

    fn test(&mut self, test: &Test, is_bool: &dyn Fn(u32) -> bool) -> Option<Instruction> {
        match test {
            Test::Gives { call, keys, holds } => {
                let key = only(keys)?;
                let call_ = self.call(*call);
                match (key, is_bool(*call)) {
                    (0, true) | (1, true) if (key == 1) == *holds => Some(call_),
                    (0, true) | (1, true) => Some(self.results.compute(Computation::Not, &[call_])),
                    (0 | 1, false) => None, // of numbers, the contrary is not the other `bool`
                    (key, _) => {
                        let constant = self.results.constant(key);
                        let computation =
                            if *holds { Computation::Equal } else { Computation::NotEqual };
                        Some(self.results.compute(computation, &[call_, constant]))
                    }
                }
            }
            Test::Computed(computation, operands) => {
                let operands: Option<Vec<_>> =
                    operands.iter().map(|&operand| self.value(operand)).collect();
                Some(self.results.compute(*computation, &operands?))
            }
        }
    }
}

/// The one key of a set.
fn only(keys: &Keys) -> Option<i128> {
    let mut ranges = keys.ranges();
    let range = ranges.next().filter(|range| range.start() == range.end())?;
    ranges.next().is_none().then_some(*range.start())
}
