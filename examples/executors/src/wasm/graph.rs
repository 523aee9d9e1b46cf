//! From the operators of a function to its basic blocks.
//!
//! One walk with a stack of labels. A block ends where control may go elsewhere, or come from
//! elsewhere:
//!
//! - `if` and `br_if` decide two ways, `br_table` many ways, one for each distinct target.
//! - `br`, `return`, and the end of a construct that others jump to, lead to the block of the
//!   label; so does `loop`, to its header.
//! - `unreachable` and tail calls leave the function. A trap or a call that never returns does so,
//!   too, but anything may trap: such operators are the statements of a block, and tell how far it
//!   got.
//! - `select` takes a value, not a way; it is no branch.
//!
//! What cannot be reached because it follows a jump has no block. Other operators of control
//! (exceptions, `br_on_null` and the like) are refused: the interpreter has none of them.

use super::condition::{Symbol, Symbols};
use super::module::ModuleError;
use super::operators::{is_other_control, may_stop};
use super::origin::{Origin, Origins};
use super::plan::{BlockPlan, Decided, Ending, Hook, Plan, Set, Way};
use std::collections::BTreeMap;
use wasmparser::{BlockType, BrTable, Operator};

/// A construct that is open. The function is one.
#[derive(Debug)]
struct Label {
    /// Where a branch to it leads, once there is one; for loops known from the start.
    target: Option<u32>,
    is_loop: bool,
    /// The block that decides by `if`, until it is known where its other side leads.
    otherwise: Option<u32>,
    /// Whether its end has one number on the stack that the ways to it hand on.
    hands_on: bool,
}

#[derive(Debug)]
pub(super) struct Walk {
    pub(super) plan: Plan,
    /// The block at work; `None` in dead code.
    current: Option<u32>,
    labels: Vec<Label>,
    symbols: Symbols,
    pub(super) origins: Origins,
}

impl Walk {
    /// A function with these results.
    pub(super) fn new(results: Vec<wasmparser::ValType>) -> Self {
        let function =
            Label { target: None, is_loop: false, otherwise: None, hands_on: results.len() == 1 };
        let plan = Plan { blocks: vec![BlockPlan::default()], results, ..Plan::default() };
        Self {
            plan,
            current: Some(0),
            labels: vec![function],
            symbols: Symbols::default(),
            origins: Origins::default(),
        }
    }

    /// Takes in one operator: its place in the function and in the binary, and how many numbers it
    /// pops and pushes.
    pub(super) fn step(
        &mut self,
        at: usize,
        offset: u64,
        operator: &Operator<'_>,
        arity: Option<(u32, u32)>,
    ) -> Result<(), ModuleError> {
        match operator {
            Operator::Block { blockty } => {
                self.labels.push(Label {
                    target: None,
                    is_loop: false,
                    otherwise: None,
                    hands_on: has_one(blockty),
                });
            }
            Operator::Loop { .. } => {
                let header = self.current.map(|_| self.new_block());
                if let Some(header) = header {
                    self.jump(at, header);
                    self.go_on(Some(header));
                }
                self.labels.push(Label {
                    target: header,
                    is_loop: true,
                    otherwise: None,
                    hands_on: false,
                });
            }
            Operator::If { blockty } => {
                let decided = self.current;
                if decided.is_some() {
                    let then = self.new_block();
                    self.decide(at, ("if", offset), then, None);
                    self.go_on(Some(then));
                }
                self.labels.push(Label {
                    target: None,
                    is_loop: false,
                    otherwise: decided,
                    hands_on: has_one(blockty),
                });
            }
            Operator::Else => self.start_else(at),
            Operator::End => self.end(at),
            Operator::Br { relative_depth } => self.branch(at, *relative_depth),
            Operator::Return => {
                let outermost = self.labels.len() as u32 - 1;
                if self.current.is_some() {
                    self.plan.returns.insert(at, outermost);
                }
                self.branch(at, outermost);
            }
            Operator::BrIf { relative_depth } if self.current.is_some() => {
                let (then, or_else) = (self.target(*relative_depth), self.new_block());
                self.decide(at, ("br_if", offset), then, Some(or_else));
                self.go_on(Some(or_else));
            }
            Operator::BrTable { targets } if self.current.is_some() => {
                self.switch(at, offset, targets)?;
            }
            Operator::ReturnCall { .. } | Operator::ReturnCallIndirect { .. } => {
                if let Some(block) = self.current {
                    self.plan.before.push((at, Hook::Leave { block }));
                    // The activation ends before the call, which has no site in it then.
                    self.plan.sets.insert(block, Set::Is(Origin::Unknown));
                }
                self.go_on(None);
            }
            Operator::Unreachable => {
                self.count_statement();
                self.go_on(None);
            }
            operator if is_other_control(operator) => {
                return Err(ModuleError::Unsupported { offset, operator: format!("{operator:?}") });
            }
            operator if self.current.is_some() => {
                self.symbols.step(at, operator, arity);
                self.origins.step(at, operator, arity);
                if let Operator::Call { function_index } = operator {
                    self.plan.calls.insert(at as u32, *function_index);
                }
                if matches!(operator, Operator::Call { .. } | Operator::CallIndirect { .. }) {
                    self.plan.before.push((at, Hook::Call { at }));
                }
                if may_stop(operator)
                    && let Some((block, statements)) = self.count_statement()
                {
                    self.plan.after.push((at, Hook::Done { block, statements }));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn new_block(&mut self) -> u32 {
        self.plan.blocks.push(BlockPlan::default());
        self.plan.blocks.len() as u32 - 1
    }

    fn block(&mut self, block: u32) -> &mut BlockPlan {
        &mut self.plan.blocks[block as usize]
    }

    /// Another block begins, or dead code.
    fn go_on(&mut self, current: Option<u32>) {
        self.current = current;
        self.symbols.clear();
        self.origins.clear();
    }

    /// The block at work ends before this operator.
    fn note_ending(&mut self, at: usize, block: u32) {
        let top = (self.origins.top(), self.decided(self.symbols.top()));
        let locals = self.origins.locals().into_iter();
        let locals = locals
            .map(|(local, origin)| (local, (origin, self.decided(self.symbols.local(local)))))
            .collect();
        self.block(block).ending = Some(Ending { at, top, locals });
    }

    fn decided(&self, symbol: Symbol) -> Decided {
        matches!(symbol, Symbol::Truth(_)).then(|| self.symbols.condition(symbol))
    }

    fn count_statement(&mut self) -> Option<(u32, u32)> {
        let block = self.current?;
        let statements = &mut self.block(block).statements;
        *statements += 1;
        Some((block, *statements))
    }

    /// The block at work jumps, if there is one.
    fn jump(&mut self, at: usize, to: u32) {
        if let Some(block) = self.current {
            self.note_ending(at, block);
            self.block(block).way = Way::Jump(to);
            self.plan.before.push((at, Hook::End { block }));
        }
    }

    fn branch(&mut self, at: usize, depth: u32) {
        if self.current.is_some() {
            let to = self.target(depth);
            self.jump(at, to);
            self.go_on(None);
        }
    }

    /// The block that a branch over so many labels leads to. A valid module has such a label; of
    /// others the entry will do.
    fn target(&mut self, depth: u32) -> u32 {
        let Some(label) = (self.labels.len() - 1).checked_sub(depth as usize) else { return 0 };
        let target = self.labels[label].target.unwrap_or_else(|| self.new_block());
        self.labels[label].target = Some(target);
        target
    }

    /// The block at work decides; where it goes else may not be known yet.
    fn decide(
        &mut self,
        at: usize,
        decision: (&'static str, u64),
        then: u32,
        or_else: Option<u32>,
    ) {
        let condition = self.symbols.pop();
        let origin = self.origins.pop();
        if let Some(block) = self.current {
            self.block(block).decides = self.origins.differs_from_zero(origin);
            self.note_ending(at, block);
            let (condition, leaves) = self.symbols.condition(condition);
            let reports = self.plan.tap(block, leaves);
            self.plan.before.push((at, Hook::Decide { block, condition, reports }));
            let block = self.block(block);
            block.way = Way::Branch { then, or_else: or_else.unwrap_or(then) };
            block.decision = Some(decision);
        }
    }

    fn switch(&mut self, at: usize, offset: u64, table: &BrTable<'_>) -> Result<(), ModuleError> {
        let default = self.target(table.default());
        // By target: the runs of indices that select it, in order.
        let mut arms: BTreeMap<u32, Vec<std::ops::RangeInclusive<i128>>> = BTreeMap::new();
        for (index, depth) in (0..).zip(table.targets()) {
            let runs = arms.entry(self.target(depth.map_err(ModuleError::Parse)?)).or_default();
            match runs.last_mut() {
                Some(run) if *run.end() + 1 == index => *run = *run.start()..=index,
                _ => runs.push(index..=index),
            }
        }
        arms.remove(&default); // what is not listed goes there
        if let Some(block) = self.current {
            self.symbols.pop();
            self.block(block).decides = self.origins.pop();
            self.note_ending(at, block);
            self.plan.before.push((at, Hook::Switch { block }));
            let block = self.block(block);
            block.way = Way::Switch { arms: arms.into_iter().collect(), default };
            block.decision = Some(("br_table", offset));
        }
        self.go_on(None);
        Ok(())
    }

    fn start_else(&mut self, at: usize) {
        self.branch(at, 0);
        let decided = self.labels.last_mut().and_then(|label| label.otherwise.take());
        let other = decided.map(|_| self.new_block());
        self.set_other_side(decided, other);
        self.go_on(other);
    }

    fn set_other_side(&mut self, decided: Option<u32>, other: Option<u32>) {
        if let (Some(decided), Some(other)) = (decided, other)
            && let Way::Branch { or_else, .. } = &mut self.block(decided).way
        {
            *or_else = other;
        }
    }

    fn end(&mut self, at: usize) {
        if let Some(decided) = self.labels.last_mut().and_then(|label| label.otherwise.take()) {
            let join = self.target(0);
            self.set_other_side(Some(decided), Some(join));
        }
        let Some(label) = self.labels.pop() else { return };
        if let Some(join) = label.target.filter(|_| !label.is_loop) {
            self.jump(at, join);
            self.go_on(Some(join));
            if label.hands_on {
                self.origins.push(Origin::Joined);
            }
        }
        if let Some(block) = self.current.filter(|_| self.labels.is_empty()) {
            self.note_ending(at, block);
            self.plan.last = Some(block);
            self.plan.after.push((at, Hook::Leave { block }));
        }
    }
}

/// Whether a construct ends with one number on the stack, and began with none.
fn has_one(ty: &BlockType) -> bool {
    matches!(ty, BlockType::Type(_))
}
