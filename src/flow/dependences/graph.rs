//! The dependence graph: instructions, and what they depend on.

use super::error::UnknownInstruction;
use super::kind::{InstructionKind, Role};
use super::results::Results;
use crate::id::Instruction;
use alloc::vec::Vec;

/// A program as instructions, each with what it depends on: data, control, calls.
///
/// The instructions of all methods have numbers in one row. They can be named before they are there;
/// [`Slice::of_branch`](super::Slice::of_branch) reports those that never come.
///
/// Several operands of an instruction in one role, other than [`Role::Value`] of a computation, are alternatives: the operand is one of
/// them.
///
/// ```
/// use sbst::id::Symbol;
/// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
///
/// // while n.value != x: n = n.next
/// let mut code = DependenceGraph::new();
/// let list = code.add(InstructionKind::Parameter(0), []);
/// let n = code.add(InstructionKind::Cast, [(Role::Value, list)]);
/// let value = code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, n)]);
/// let next = code.add(InstructionKind::Field(Symbol::new(1)), [(Role::Receiver, n)]);
/// code.operand(n, Role::Value, next)?.control(next, value)?;
/// assert_eq!(code.len(), 4);
/// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub struct DependenceGraph {
    #[cfg_attr(feature = "serde", serde(rename = "instructions"))]
    rows: Vec<Row>,
    /// What is known of the results of calls.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) results: Results,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename = "Instruction"))]
pub(crate) struct Row {
    pub(crate) kind: InstructionKind,
    pub(super) alias: Option<Instruction>,
    pub(crate) operands: Vec<(Role, Instruction)>,
    pub(super) controls: Vec<Instruction>,
    pub(super) returns: Vec<Instruction>,
}

impl DependenceGraph {
    /// Creates a program without instructions.
    #[must_use]
    pub const fn new() -> Self {
        Self { rows: Vec::new(), results: Results::new() }
    }

    /// Returns the number of instructions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns `true` if there are no instructions.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds an instruction with these operands. There may be 2^32 of them.
    pub fn add(&mut self, kind: InstructionKind, operands: impl IntoIterator<Item = (Role, Instruction)>) -> Instruction {
        let instruction = Instruction::new(self.rows.len() as u32);
        let operands = operands.into_iter().collect();
        self.rows.push(Row { kind, alias: None, operands, controls: Vec::new(), returns: Vec::new() });
        instruction
    }

    /// Adds an operand of an instruction: an instruction of the same method whose value it takes.
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if `user` is not there yet; `producer` may come later.
    pub fn operand(&mut self, user: Instruction, role: Role, producer: Instruction) -> Result<&mut Self, UnknownInstruction> {
        self.row(user)?.operands.push((role, producer));
        Ok(self)
    }

    /// Adds an operand of a branch of the same method that an instruction is control dependent on.
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if `controlled` is not there yet; `operand` may come later.
    pub fn control(&mut self, controlled: Instruction, operand: Instruction) -> Result<&mut Self, UnknownInstruction> {
        self.row(controlled)?.controls.push(operand);
        Ok(self)
    }

    /// Adds to a call an instruction of a method that it may call, whose value is returned. The code of a call without any is not known.
    ///
    /// In the called method, [`InstructionKind::This`] is bound to the operands of the call in the role [`Role::Receiver`], and
    /// [`InstructionKind::Parameter`] to those in the role [`Role::Argument`] with the same place. A language with other rules (keywords,
    /// defaults) labels its operands so.
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if `call` is not there yet; `returned` may come later.
    pub fn returns(&mut self, call: Instruction, returned: Instruction) -> Result<&mut Self, UnknownInstruction> {
        self.row(call)?.returns.push(returned);
        Ok(self)
    }

    /// Sets an instruction of the same method that is known to yield the same object: what is made of the first one, such as a field of
    /// it, is made of the second one. The first one is still a variable that a test has to set. The last alias of an instruction counts; of
    /// instructions that are aliases of one another all round, the first instruction stands for all.
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if `instruction` is not there yet; `same` may come later.
    ///
    /// ```
    /// use sbst::id::Symbol;
    /// use sbst::flow::dependences::{
    ///     DependenceGraph, InstructionKind, Limits, Role, Slice,
    /// };
    /// use sbst::seeding::construction::ConstructionGraph;
    ///
    /// // if p.same(q) { if q.age < 18 { .. } }: within, q is p.
    /// let mut code = DependenceGraph::new();
    /// let [p, q] = [0, 1].map(|place| code.add(InstructionKind::Parameter(place), []));
    /// let age = code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, q)]);
    /// code.alias(q, p)?;
    /// let graph = ConstructionGraph::new(&Slice::of_branch(&code, [age], [], Limits::PUBLISHED)?);
    /// let node = graph.nodes().iter().find(|node| node.instruction == age);
    /// let of = node.and_then(|node| node.receiver());
    /// assert_eq!(of.map(|of| graph.node(of).instruction), Some(p)); // the age of p
    /// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
    /// ```
    pub fn alias(&mut self, instruction: Instruction, same: Instruction) -> Result<&mut Self, UnknownInstruction> {
        self.row(instruction)?.alias = Some(same);
        Ok(self)
    }

    pub(super) fn row(&mut self, instruction: Instruction) -> Result<&mut Row, UnknownInstruction> {
        let count = self.rows.len();
        self.rows.get_mut(instruction.index()).ok_or(UnknownInstruction { instruction, named_by: None, count })
    }

    /// The description of an instruction that another one names, or the caller.
    pub(crate) fn get(&self, instruction: Instruction, named_by: Option<Instruction>) -> Result<&Row, UnknownInstruction> {
        self.rows.get(instruction.index()).ok_or(UnknownInstruction { instruction, named_by, count: self.rows.len() })
    }
}
