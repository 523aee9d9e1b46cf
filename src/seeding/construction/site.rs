//! Places in methods.

use crate::id::{Block, Function, Instruction};

/// A site in a method: code that calls another method, or that sets or gets an attribute.
///
/// ```
/// use sbst::id::{Block, Function, Instruction};
/// use sbst::seeding::construction::Site;
///
/// let method = Function::new(3);
/// let call = Site { method, block: Block::new(7), instruction: Instruction::new(12) };
/// assert!(call < Site { block: Block::new(8), ..call }); // by method, then by block
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Site {
    /// The method that it belongs to.
    pub method: Function,
    /// The block that it belongs to.
    pub block: Block,
    /// The instruction: of a call, the call itself; of a setter, the instruction that writes, with the value (and, for an element, the
    /// index) as operands; of a getter, the read. A setter of a field may also be told by the value that it writes.
    pub instruction: Instruction,
}
