//! The capabilities that a record may lack.

#[cfg(doc)]
use crate::execution::{
    Copies, DirectCalls, DirectEvaluations, Effects, Evaluations, Exceptions, ImplicitExceptions, Infections, Inputs, MethodCalls,
    Outputs, Record,
};

/// A capability of executions that a [`Record`] of an execution of your own knows or does not know.
///
/// ```
/// use sbst::execution::{Capability, Record};
///
/// // it knows that there were none
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

    /// The bits of all capabilities.
    pub(in crate::execution) const NONE_KNOWN: u16 = (1 << Self::ALL.len()) - 1;

    pub(in crate::execution) const fn bit(self) -> u16 {
        1 << self as u8
    }
}
