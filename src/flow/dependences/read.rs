//! What a dependence graph says about one instruction.

use super::graph::{DependenceGraph, Row, UnknownInstruction};
use super::kind::{Computation, InstructionKind, Role};
use crate::id::{Block, CallSite, Instruction};

/// Readers of instructions, with which you follow dependences.
///
/// ```
/// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
/// use sbst::id::{Instruction, Symbol};
///
/// // if p.open() { if p.age < 18 { .. } }     where open() returns this.state
/// let mut code = DependenceGraph::new();
/// let field = |name| InstructionKind::Field(Symbol::new(name));
/// let this = code.add(InstructionKind::This, []);
/// let state = code.add(field(0), [(Role::Receiver, this)]);
/// let p = code.add(InstructionKind::Parameter(0), []);
/// let open = code.add(InstructionKind::Call, [(Role::Receiver, p)]);
/// let age = code.add(field(1), [(Role::Receiver, p)]);
/// code.returns(open, state)?.control(age, open)?;
///
/// // Everything on which the age depends.
/// let (mut found, mut todo) = (vec![], vec![age]);
/// while let Some(at) = todo.pop() {
///     if !found.contains(&at) {
///         found.push(at);
///         todo.extend(code.operands(at).map(|(_, operand)| operand));
///         todo.extend(code.controls(at).chain(code.returned(at)));
///     }
/// }
/// found.sort();
/// assert_eq!(found, [this, state, p, open, age]);
/// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
/// ```
impl DependenceGraph {
    /// Returns the kind of an instruction; `None` for an unknown instruction.
    #[must_use]
    pub fn kind(&self, instruction: Instruction) -> Option<InstructionKind> {
        self.known(instruction).map(|row| row.kind)
    }

    /// Returns the kind of an instruction that another instruction names, as an operand for
    /// example; `named_by` is `None` if nothing in the program names it.
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if the program does not have the instruction.
    ///
    /// ```
    /// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
    /// use sbst::id::Instruction;
    ///
    /// // A value whose description was forgotten.
    /// let mut code = DependenceGraph::new();
    /// let (call, lost) = (code.add(InstructionKind::Call, []), Instruction::new(7));
    /// code.operand(call, Role::Argument(0), lost)?;
    /// for (_, operand) in code.operands(call) {
    ///     let error = code.check(operand, Some(call)).expect_err("it was forgotten");
    ///     assert_eq!((error.instruction, error.named_by), (lost, Some(call)));
    /// }
    /// assert_eq!(code.check(call, None)?, InstructionKind::Call);
    /// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
    /// ```
    pub fn check(
        &self,
        instruction: Instruction,
        named_by: Option<Instruction>,
    ) -> Result<InstructionKind, UnknownInstruction> {
        let count = self.len();
        self.kind(instruction).ok_or(UnknownInstruction { instruction, named_by, count })
    }

    /// Returns an iterator over the operands of an instruction, each with its role; empty for an
    /// unknown instruction.
    pub fn operands(
        &self,
        instruction: Instruction,
    ) -> impl DoubleEndedIterator<Item = (Role, Instruction)> + ExactSizeIterator + Clone {
        self.known(instruction).map_or(&[][..], |row| &row.operands).iter().copied()
    }

    /// Returns an iterator over the operands of the branches that an instruction is [control
    /// dependent](Self::control) on, in the order in which they were added; empty for an unknown
    /// instruction.
    pub fn controls(
        &self,
        instruction: Instruction,
    ) -> impl DoubleEndedIterator<Item = Instruction> + ExactSizeIterator + Clone {
        self.known(instruction).map_or(&[][..], |row| &row.controls).iter().copied()
    }

    /// Returns an iterator over the instructions whose values a call [may
    /// return](Self::returns), in the order in which they were added; empty if the code of the call
    /// is unknown, and for any other instruction.
    pub fn returned(
        &self,
        call: Instruction,
    ) -> impl DoubleEndedIterator<Item = Instruction> + ExactSizeIterator + Clone {
        self.known(call).map_or(&[][..], |row| &row.returns).iter().copied()
    }

    /// Returns the instruction that is known to yield the same object, see [`alias`](Self::alias);
    /// `None` if none was set, and for an unknown instruction.
    #[must_use]
    pub fn alias_of(&self, instruction: Instruction) -> Option<Instruction> {
        self.known(instruction)?.alias
    }

    /// Returns the description of an instruction.
    fn known(&self, instruction: Instruction) -> Option<&Row> {
        self.rows.get(instruction.index())
    }
}

// The instructions that connect data with control flow: predicates, results of functions, and
// calls at sites.

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
