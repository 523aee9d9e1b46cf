//! The instructions of a slice, to be read.

use super::limits::Cut;
use super::slice::Slice;
use crate::id::Instruction;

/// An instruction in a slice, reached by a chain of calls.
///
/// ```
/// use sbst::id::Symbol;
/// use sbst::seeding::construction::{
///     DependenceGraph, InstructionKind, Limits, Occurrence, Role, Slice,
/// };
///
/// // if p.size() > 0 { .. }, where size() returns this.count
/// let mut code = DependenceGraph::new();
/// let this = code.add(InstructionKind::This, []);
/// let count = code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, this)]);
/// let p = code.add(InstructionKind::Parameter(0), []);
/// let size = code.add(InstructionKind::Call, [(Role::Receiver, p)]);
/// code.returns(size, count)?;
/// let slice = Slice::new(&code, [size], Limits::PUBLISHED)?;
/// let found = slice.occurrences().filter(|found| found.instruction() == count);
/// let in_size: Vec<Occurrence<'_>> = found.collect();
/// assert!(in_size[0].calls().eq([size])); // reached by this call
/// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Occurrence<'a> {
    slice: &'a Slice,
    number: usize,
}

impl<'a> Occurrence<'a> {
    /// Returns the instruction.
    #[must_use]
    pub fn instruction(self) -> Instruction {
        self.slice.instruction(self.number)
    }

    /// Returns the calls that lead to it, the innermost one first; none in the sliced method.
    pub fn calls(self) -> impl Iterator<Item = Instruction> + Clone + use<'a> {
        let slice = self.slice;
        let call = move |number: usize| slice.call_of(slice.occurrences[number].context);
        core::iter::successors(call(self.number), move |&number| call(number)).map(|number| slice.instruction(number))
    }
}

impl Slice {
    /// Returns the instructions, each once for each chain of calls that leads to it: the sliced method first, callees after their callers.
    pub fn occurrences(&self) -> impl DoubleEndedIterator<Item = Occurrence<'_>> + ExactSizeIterator + Clone {
        (0..self.len()).map(|number| Occurrence { slice: self, number })
    }

    /// Returns the calls that were not entered although their code is known, in the order of the occurrences.
    pub fn cut(&self) -> impl DoubleEndedIterator<Item = (Occurrence<'_>, Cut)> + ExactSizeIterator + Clone {
        self.cut.iter().map(|&(call, cut)| (Occurrence { slice: self, number: call as usize }, cut))
    }
}
