//! The dependence graph: instructions and their dependences.

use super::kind::{Computation, InstructionKind, Role};
use crate::id::{Block, CallSite, IdMap, Instruction};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The dependence graph of a program: its instructions, each with the instructions that it depends
/// on by data, control and calls.
///
/// The instructions of all methods are numbered in one row. An instruction can be named before it
/// is added; [`check`](Self::check) reports instructions that were never added.
///
/// If an instruction has several operands in one role, they are alternatives: the operand is one of
/// them. The exception is [`Role::Value`] of a computation, whose operands are all used.
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
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub struct DependenceGraph {
    #[cfg_attr(feature = "serde", serde(rename = "instructions"))]
    /// By instruction: its description.
    pub(super) rows: Vec<Row>,
    /// The results of calls: where they are tested, and where functions set them.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) results: Results,
}

/// One instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename = "Instruction")
)]
pub(super) struct Row {
    pub(super) kind: InstructionKind,
    /// An instruction of the same method that yields the same object.
    pub(super) alias: Option<Instruction>,
    /// Its operands, in the order in which they were added.
    pub(super) operands: Vec<(Role, Instruction)>,
    /// The operands of the branches that it is control dependent on.
    pub(super) controls: Vec<Instruction>,
    /// For a call: the instructions whose values it may return.
    pub(super) returns: Vec<Instruction>,
}

impl DependenceGraph {
    /// Creates a program without instructions.
    #[must_use]
    pub const fn new() -> Self {
        let results = Results {
            computations: IdMap::new(),
            sites: IdMap::new(),
            predicates: IdMap::new(),
            results: IdMap::new(),
        };
        Self { rows: Vec::new(), results }
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

    /// Adds an instruction with these operands, and returns it. A program may have 2^32
    /// instructions.
    pub fn add(
        &mut self,
        kind: InstructionKind,
        operands: impl IntoIterator<Item = (Role, Instruction)>,
    ) -> Instruction {
        let instruction = Instruction::new(self.rows.len() as u32);
        let operands = operands.into_iter().collect();
        self.rows.push(Row {
            kind,
            alias: None,
            operands,
            controls: Vec::new(),
            returns: Vec::new(),
        });
        instruction
    }

    /// Adds an operand of an instruction: an instruction of the same method whose value it takes.
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if `user` was not added yet; `producer` may be added later.
    pub fn operand(
        &mut self,
        user: Instruction,
        role: Role,
        producer: Instruction,
    ) -> Result<&mut Self, UnknownInstruction> {
        self.row(user)?.operands.push((role, producer));
        Ok(self)
    }

    /// Adds a control dependence: `operand` is an operand of a branch that `controlled` is control
    /// dependent on, in the same method.
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if `controlled` was not added yet; `operand` may be added later.
    pub fn control(
        &mut self,
        controlled: Instruction,
        operand: Instruction,
    ) -> Result<&mut Self, UnknownInstruction> {
        self.row(controlled)?.controls.push(operand);
        Ok(self)
    }

    /// Adds an instruction whose value a call may return: an instruction of a method that the call
    /// may enter. The code of a call without such instructions is unknown.
    ///
    /// In the called method, [`InstructionKind::This`] is bound to the operands of the call in the
    /// role [`Role::Receiver`], and [`InstructionKind::Parameter`] to the operands in the role
    /// [`Role::Argument`] with the same place. If your language has other rules (keywords,
    /// defaults), assign the roles accordingly.
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if `call` was not added yet; `returned` may be added later.
    pub fn returns(
        &mut self,
        call: Instruction,
        returned: Instruction,
    ) -> Result<&mut Self, UnknownInstruction> {
        self.row(call)?.returns.push(returned);
        Ok(self)
    }

    /// Sets an alias: an instruction of the same method that is known to yield the same object.
    ///
    /// What is read from the first instruction, such as a field, counts as read from the second
    /// one. The first instruction remains a variable that a test has to set. If an instruction gets
    /// several aliases, the last one counts. If aliases form a cycle, the first instruction of the
    /// cycle stands for all.
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if `instruction` was not added yet; `same` may be added later.
    ///
    /// ```
    /// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
    /// use sbst::id::Symbol;
    ///
    /// // if p.same(q) { if q.age < 18 { .. } }: inside, q is p.
    /// let mut code = DependenceGraph::new();
    /// let [p, q] = [0, 1].map(|place| code.add(InstructionKind::Parameter(place), []));
    /// let age = code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, q)]);
    /// code.alias(q, p)?;
    /// let of = code.operands(age).next().map(|(_, of)| of);
    /// assert_eq!(of.and_then(|of| code.alias_of(of)), Some(p)); // the age of p
    /// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
    /// ```
    pub fn alias(
        &mut self,
        instruction: Instruction,
        same: Instruction,
    ) -> Result<&mut Self, UnknownInstruction> {
        self.row(instruction)?.alias = Some(same);
        Ok(self)
    }

    /// Returns an instruction to change; an error names the caller as the one who names it.
    pub(super) fn row(&mut self, instruction: Instruction) -> Result<&mut Row, UnknownInstruction> {
        self.check(instruction, None)?;
        Ok(&mut self.rows[instruction.index()])
    }
}

// The error of unknown instructions.

/// The error of an instruction that the program does not have.
///
/// ```
/// use sbst::flow::dependences::DependenceGraph;
/// use sbst::id::Instruction;
///
/// let (code, seventh) = (DependenceGraph::new(), Instruction::new(7));
/// let error = code.check(seventh, None).expect_err("nothing is there");
/// assert_eq!((error.instruction, error.count), (Instruction::new(7), 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the program has no instruction {instruction}{}: its length is {count}", named(*.named_by))]
#[non_exhaustive]
pub struct UnknownInstruction {
    /// The instruction that does not exist.
    pub instruction: Instruction,
    /// The instruction that names it, as an operand for example; `None` if the caller names it.
    pub named_by: Option<Instruction>,
    /// Number of instructions of the program.
    pub count: usize,
}

/// Returns the part of the text that says which instruction names the unknown one.
fn named(by: Option<Instruction>) -> String {
    by.map_or_else(String::new, |by| format!(", which {by} names"))
}

// The meaning of instructions for control flow: where results of calls are tested, and where
// functions set their results.

/// The meaning of the instructions of a program for its control flow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub(super) struct Results {
    /// By instruction: what it computes.
    pub computations: IdMap<Instruction, Computation>,
    /// By call: its call site.
    pub sites: IdMap<Instruction, CallSite>,
    /// By block: the instruction that its predicate tests.
    pub predicates: IdMap<Block, Instruction>,
    /// By block: the value to which it sets the result of its function.
    pub results: IdMap<Block, Instruction>,
}
