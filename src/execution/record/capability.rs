//! Names of the capabilities that a record may lack.

#[cfg(doc)]
use crate::execution::{
    Copies, DirectCalls, DirectEvaluations, Effects, Evaluations, Exceptions, ImplicitExceptions,
    Infections, Inputs, MethodCalls, Outputs, Record,
};

/// Name of a capability that a [`Record`] has or lacks: see [`Record::knows`].
///
/// ```
/// use sbst::execution::{Capability, Record};
///
/// // an empty record knows that there were no results
/// assert!(Record::default().knows(Capability::Outputs));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Capability {
    /// [`Evaluations`].
    Evaluations,
    /// [`DirectCalls`] and [`DirectEvaluations`].
    DirectCalls,
    /// [`MethodCalls`].
    MethodCalls,
    /// [`Exceptions`].
    Exceptions,
    /// [`ImplicitExceptions`].
    ImplicitExceptions,
    /// [`Outputs`].
    Outputs,
    /// [`Inputs`].
    Inputs,
    /// [`Infections`].
    Infections,
    /// [`Effects`].
    Effects,
    /// [`Copies`].
    Copies,
}

impl Capability {
    /// Array of all capabilities, in their order.
    pub(in crate::execution) const ALL: [Self; 10] = [
        Self::Evaluations,
        Self::DirectCalls,
        Self::MethodCalls,
        Self::Exceptions,
        Self::ImplicitExceptions,
        Self::Outputs,
        Self::Inputs,
        Self::Infections,
        Self::Effects,
        Self::Copies,
    ];

    /// Bits of a record that lacks all capabilities.
    pub(in crate::execution) const NONE_KNOWN: u16 = (1 << Self::ALL.len()) - 1;

    /// Returns the bit that stands for the capability in [`Record`].
    pub(in crate::execution) const fn bit(self) -> u16 {
        1 << self as u8
    }
}
