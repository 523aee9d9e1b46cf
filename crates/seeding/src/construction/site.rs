//! Sites: places in the code of methods.

use sbst::id::{Block, Function, Instruction};

/// A place in the code of a method that calls another method, or that sets or gets an attribute.
///
/// ```
/// use sbst::id::{Block, Function, Instruction};
/// use sbst_seeding::construction::Site;
///
/// let method = Function::new(3);
/// let call = Site { method, block: Block::new(7), instruction: Instruction::new(12) };
/// assert!(call < Site { block: Block::new(8), ..call }); // by method, then block
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Site {
    /// The method that has the site.
    pub method: Function,
    /// The block of the method that has the site.
    pub block: Block,
    /// The instruction that calls, writes or reads.
    ///
    /// An instruction that writes has the written value as an operand, and for an element also the
    /// index. For a field you may give the written value itself instead of the instruction that
    /// writes.
    pub instruction: Instruction,
}
