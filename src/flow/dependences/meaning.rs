//! Instructions that control flow depends on: predicates, results of functions, calls at sites.

use super::computation::Computation;
use super::error::UnknownInstruction;
use super::graph::DependenceGraph;
use super::kind::{InstructionKind, Role};
use crate::id::{Block, CallSite, Instruction};

/// Predicates and results, from which [flags are derived](crate::fitness::flag::Flags::derived).
///
/// ```
/// use sbst::flow::dependences::{Computation, DependenceGraph, InstructionKind};
/// use sbst::id::{Block, CallSite};
///
/// // 0: if check() { 1 } 2        check: 3: return true, or 4: return false
/// let mut code = DependenceGraph::new();
/// let check = code.add(InstructionKind::Call, []);
/// let [yes, no] = [1, 0].map(|n| code.compute(Computation::Constant(n), []));
/// code.called_at(check, CallSite::new(7))?;
/// code.decides(Block::new(0), check)?;
/// code.sets_result(Block::new(3), yes)?.sets_result(Block::new(4), no)?;
/// assert!(code.results().eq([(Block::new(3), yes), (Block::new(4), no)]));
/// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
/// ```
impl DependenceGraph {
    /// Adds a computation of these operands: an instruction of the kind [`InstructionKind::Other`].
    pub fn compute(&mut self, computation: Computation, operands: impl IntoIterator<Item = Instruction>) -> Instruction {
        let instruction = self.add(InstructionKind::Other, operands.into_iter().map(|operand| (Role::Value, operand)));
        self.results.computations.insert(instruction, computation);
        instruction
    }

    /// Sets the call site of a call. The site tells the calls of one function apart.
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if `call` is not there yet.
    pub fn called_at(&mut self, call: Instruction, site: CallSite) -> Result<&mut Self, UnknownInstruction> {
        self.row(call)?;
        self.results.sites.insert(call, site);
        Ok(self)
    }

    /// Sets the instruction whose value the predicate of a block tests: a `bool` for a two-way predicate, the value that selects for a
    /// multi-way one.
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if `predicate` is not there yet.
    pub fn decides(&mut self, block: Block, predicate: Instruction) -> Result<&mut Self, UnknownInstruction> {
        self.row(predicate)?;
        self.results.predicates.insert(block, predicate);
        Ok(self)
    }

    /// Sets the instruction whose value a block sets the result of its function to, last in this block. The block need not leave the
    /// function.
    ///
    /// Where ways meet before a return, each way sets the result in its own block: the block that computes the value.
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if `value` is not there yet.
    pub fn sets_result(&mut self, block: Block, value: Instruction) -> Result<&mut Self, UnknownInstruction> {
        self.row(value)?;
        self.results.results.insert(block, value);
        Ok(self)
    }

    /// Returns what an instruction computes, if that was described.
    #[must_use]
    pub fn computation(&self, instruction: Instruction) -> Option<Computation> {
        self.results.computations.get(&instruction).copied()
    }

    /// Returns the call site of a call, if it was set.
    #[must_use]
    pub fn site(&self, call: Instruction) -> Option<CallSite> {
        self.results.sites.get(&call).copied()
    }

    /// Returns the blocks whose predicates are described, ascending, each with what it tests.
    pub fn predicates(&self) -> impl DoubleEndedIterator<Item = (Block, Instruction)> + ExactSizeIterator + Clone {
        self.results.predicates.iter().map(|(&block, &instruction)| (block, instruction))
    }

    /// Returns the blocks that set the result of their function, ascending, each with the value.
    pub fn results(&self) -> impl DoubleEndedIterator<Item = (Block, Instruction)> + ExactSizeIterator + Clone {
        self.results.results.iter().map(|(&block, &instruction)| (block, instruction))
    }

    /// Returns the operands of an instruction, each with its role; nothing for an instruction that is not there.
    pub fn operands(
        &self,
        instruction: Instruction,
    ) -> impl DoubleEndedIterator<Item = (Role, Instruction)> + ExactSizeIterator + Clone {
        self.get(instruction, None).map_or(&[][..], |row| &row.operands).iter().copied()
    }

    /// Returns the kind of an instruction; `None` for an instruction that is not there.
    #[must_use]
    pub fn kind(&self, instruction: Instruction) -> Option<InstructionKind> {
        self.get(instruction, None).ok().map(|row| row.kind)
    }
}
