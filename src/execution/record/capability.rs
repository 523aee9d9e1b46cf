//! The capabilities that a record may lack.

#[cfg(doc)]
use crate::execution::{
    DirectCalls, DirectEvaluations, Evaluations, Exceptions, ImplicitExceptions, Infections, Inputs, MethodCalls, Outputs, Record,
};

/// A capability of executions that a [`Record`] of an execution of your own knows or does not know.
///
/// ```
/// use sbst::execution::{Capability, Record};
///
/// assert!(Record::default().knows(Capability::Outputs)); // it knows that there were none
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
}

impl Capability {
    #[cfg(feature = "serde")]
    pub(in crate::execution) const ALL: [Self; 8] = [
        Self::Evaluations,
        Self::DirectCalls,
        Self::MethodCalls,
        Self::Exceptions,
        Self::ImplicitExceptions,
        Self::Outputs,
        Self::Inputs,
        Self::Infections,
    ];

    pub(in crate::execution) const fn bit(self) -> u8 {
        1 << self as u8
    }
}
