//! Exceptions that left a function.

use crate::id::{Function, Symbol};

/// An exception that left a function. Equal exceptions are one exception goal.
///
/// ```
/// use sbst::execution::{ExceptionKind, Thrown};
/// use sbst::id::{Function, Symbol};
///
/// // you number the types of exceptions
/// const OVERFLOW: Symbol = Symbol::new(3);
/// let thrown = Thrown::new(Function::new(0), OVERFLOW, ExceptionKind::Implicit);
/// assert_eq!(thrown.to_string(), "implicit y3 from f0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Thrown {
    /// Function that the exception left.
    pub function: Function,
    /// Type of the exception, as a number that you choose.
    pub exception: Symbol,
    /// Origin of the exception.
    pub kind: ExceptionKind,
}

/// Origin of an exception, as the executor classifies it. Exceptions of one type and of different
/// kinds are different goals. In a function that an exception passes through, it usually has the
/// kind that it had where it was thrown.
///
/// ```
/// use sbst::execution::{ExceptionKind, Thrown};
/// use sbst::id::{Function, Symbol};
///
/// // The function itself and the runtime throw the same type: two goals.
/// let thrown = |kind| Thrown::new(Function::new(0), Symbol::new(3), kind);
/// assert_ne!(thrown(ExceptionKind::Explicit), thrown(ExceptionKind::Implicit));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ExceptionKind {
    /// The function throws the exception by a statement of its own: `throw`, `raise`, `panic!`,
    /// `Err(..)`.
    Explicit,
    /// The language or its runtime throws the exception: an index out of bounds, a division by
    /// zero.
    Implicit,
    /// The function declares the exception in its signature.
    Declared,
}

impl Thrown {
    /// Creates an exception of this type and kind, which left `function`.
    #[must_use]
    pub const fn new(function: Function, exception: Symbol, kind: ExceptionKind) -> Self {
        Self { function, exception, kind }
    }
}

/// Writes the kind, the type and the function, for example `implicit y3 from f0`.
impl core::fmt::Display for Thrown {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let kind = match self.kind {
            ExceptionKind::Explicit => "explicit",
            ExceptionKind::Implicit => "implicit",
            ExceptionKind::Declared => "declared",
        };
        f.pad(&alloc::format!("{kind} {} from {}", self.exception, self.function))
    }
}
