//! The instructions that connect data with control flow: predicates, results of functions, and
//! calls at sites.

use super::graph::{DependenceGraph, UnknownInstruction};
use super::kind::{Computation, InstructionKind, Role};
use crate::id::{Block, CallSite, Instruction};

/// Predicates and results of functions, from which [flags are
/// derived](crate::fitness::flag::Flags::derived).
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
    /// Adds a computation of these operands, and returns it: an instruction of the kind
    /// [`InstructionKind::Other`].
    pub fn compute(
        &mut self,
        computation: Computation,
        operands: impl IntoIterator<Item = Instruction>,
    ) -> Instruction {
        let instruction = self.add(
            InstructionKind::Other,
            operands.into_iter().map(|operand| (Role::Value, operand)),
        );
        self.results.computations.insert(instruction, computation);
        instruction
    }

    /// Sets the call site of a call. The site tells the calls of one function apart.
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if `call` was not added yet.
    pub fn called_at(
        &mut self,
        call: Instruction,
        site: CallSite,
    ) -> Result<&mut Self, UnknownInstruction> {
        self.row(call)?;
        self.results.sites.insert(call, site);
        Ok(self)
    }

    /// Sets the instruction whose value the predicate of a block tests: a `bool` for a two-way
    /// predicate, the selecting value for a multi-way selection.
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if `predicate` was not added yet.
    pub fn decides(
        &mut self,
        block: Block,
        predicate: Instruction,
    ) -> Result<&mut Self, UnknownInstruction> {
        self.row(predicate)?;
        self.results.predicates.insert(block, predicate);
        Ok(self)
    }

    /// Sets the value to which a block sets the result of its function: the last one that it sets.
    /// The block need not leave the function.
    ///
    /// If control flow joins before a single `return`, set the result in each of the blocks that
    /// compute it.
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if `value` was not added yet.
    pub fn sets_result(
        &mut self,
        block: Block,
        value: Instruction,
    ) -> Result<&mut Self, UnknownInstruction> {
        self.row(value)?;
        self.results.results.insert(block, value);
        Ok(self)
    }

    /// Returns the computation of an instruction; `None` if it was not described.
    #[must_use]
    pub fn computation(&self, instruction: Instruction) -> Option<Computation> {
        self.results.computations.get(instruction).copied()
    }

    /// Returns the call site of a call; `None` if it was not set.
    #[must_use]
    pub fn site(&self, call: Instruction) -> Option<CallSite> {
        self.results.sites.get(call).copied()
    }

    /// Returns an iterator over the blocks whose predicates are described, ascending, each with the
    /// instruction that its predicate tests.
    pub fn predicates(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Block, Instruction)> + ExactSizeIterator + Clone {
        self.results.predicates.iter().map(|(block, &instruction)| (block, instruction))
    }

    /// Returns an iterator over the blocks that set the result of their function, ascending, each
    /// with the value.
    pub fn results(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Block, Instruction)> + ExactSizeIterator + Clone {
        self.results.results.iter().map(|(block, &instruction)| (block, instruction))
    }
}
