//! The error of unknown instructions.

use crate::id::Instruction;
use alloc::format;
use alloc::string::String;

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
