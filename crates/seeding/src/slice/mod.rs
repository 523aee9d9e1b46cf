//! Slices: the instructions that a branch depends on by data, control and calls.
//!
//! - Describe a program with a [`DependenceGraph`](sbst::flow::dependences::DependenceGraph).
//! - Slice backwards from a branch, through calls, with [`Slice::of_branch`] within [`Limits`].
//! - Find the calls that a slice did not enter with [`Slice::cut`].
//!
//! ```
//! use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
//! use sbst::id::Symbol;
//! use sbst_seeding::slice::{Limits, Slice};
//!
//! // if p.age < limit { .. }
//! let mut code = DependenceGraph::new();
//! let [p, limit] =
//!     [0, 1].map(|place| code.add(InstructionKind::Parameter(place), []));
//! let age = code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, p)]);
//! let slice = Slice::of_branch(&code, [age, limit], [], Limits::PUBLISHED)?;
//! assert_eq!(slice.len(), 3); // the two operands, and p
//! # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
//! ```
//!
//! [Construction plans](crate::construction) are made from slices.
//!
//! Source: Lin, Ong, Sun, Fraser, Dong, "Graph-based seed object synthesis for search-based unit
//! testing" (OBJ, ESEC/FSE 2021), section 3.1.2.

mod backward;

pub(crate) use backward::Occurrence;
pub use backward::Slice;

// The limits of slices, and the reasons for which slices are incomplete.

/// The limits of a slice.
///
/// ```
/// use sbst_seeding::slice::Limits;
///
/// let shallow = Limits { call_depth: 1, ..Limits::PUBLISHED };
/// assert!(shallow.call_depth < Limits::default().call_depth);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// Greatest number of nested calls that the slice enters; 0 stays in the method. This is t_dep
    /// of OBJ (section 3.1.2).
    pub call_depth: u32,
    /// Number of occurrences from which on the slice enters no further call; the method at work is
    /// completed.
    ///
    /// A method is sliced once for each chain of calls that leads to it. There may be exponentially
    /// many chains, and infinitely many for recursive methods, so at least one of the two limits
    /// should be small.
    pub occurrences: usize,
}

impl Limits {
    /// Five calls deep (OBJ, section 5.1: t_dep = 5), and at most about 2^20 occurrences. The
    /// second limit is not published: a slice with [`Cut::Occurrences`] is not the published slice.
    pub const PUBLISHED: Self = Self { call_depth: 5, occurrences: 1 << 20 };
}

impl Default for Limits {
    fn default() -> Self {
        Self::PUBLISHED
    }
}

/// The reason why a slice does not contain the code of a call.
///
/// ```
/// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
/// use sbst::id::Symbol;
/// use sbst_seeding::slice::{Cut, Limits, Slice};
///
/// // if p.size() > 0 { .. }, where size() returns this.count
/// let mut code = DependenceGraph::new();
/// let this = code.add(InstructionKind::This, []);
/// let count =
///     code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, this)]);
/// let p = code.add(InstructionKind::Parameter(0), []);
/// let size = code.add(InstructionKind::Call, [(Role::Receiver, p)]);
/// code.returns(size, count)?;
/// let cuts = |call_depth| {
///     let limits = Limits { call_depth, ..Limits::PUBLISHED };
///     let slice = Slice::of_branch(&code, [size], [], limits)?;
///     Ok(slice.cut().map(|(_, cut)| cut).collect::<Vec<_>>())
/// };
/// assert_eq!((cuts(0)?, cuts(1)?), (vec![Cut::Depth], vec![]));
/// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Cut {
    /// The call is nested deeper than [`Limits::call_depth`].
    Depth,
    /// The slice had [`Limits::occurrences`] occurrences already.
    Occurrences,
}
