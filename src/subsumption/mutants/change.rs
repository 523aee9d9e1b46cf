//! What a mutant changes, and what it subsumes.

use super::derive::{self, Integers, Row};
use crate::distance::Relation;
use crate::distance::infection::{Arithmetic, Bitwise, Shift, Unary};
use core::cmp::Ordering::{Equal, Greater, Less};

/// Change that a mutant makes in its expression.
///
/// Key operators make the mutants of all variants except [`Other`](Self::Other): ROR, AOR, BOR with shifts, and UOI. That
/// [`Always`](Self::Always) counts as key, because its operator is not known, changes nothing: every rule drops it. Source: Zhou et al. 2024,
/// section 3.4 and Table II: these four, though the text once speaks of three. That BOR has shifts is not said there.
///
/// ```
/// use sbst::distance::Relation;
/// use sbst::distance::infection::Arithmetic::{Add, Divide, Multiply};
/// use sbst::subsumption::mutants::{Change, Model, Orders};
///
/// let to = |mutant| Change::Relation {
///     original: Relation::Less,
///     mutant,
///     orders: Orders::Any,
/// };
/// // where < and <= differ, both are equal
/// assert!(to(Relation::LessOrEqual).subsumes(to(Relation::Equal)));
/// assert!(!to(Relation::Equal).subsumes(to(Relation::LessOrEqual)));
///
/// // What `+` replaced by `*` says of `+` replaced by `/` depends on the operands.
/// let sum = |mutant, model| Change::Arithmetic { original: Add, mutant, model };
/// assert!(sum(Multiply, Model::Positive).subsumes(sum(Divide, Model::Positive)));
/// assert!(!sum(Multiply, Model::Wrapping).subsumes(sum(Divide, Model::Wrapping)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Change {
    /// A relation becomes another one, or a constant: ROR.
    Relation {
        /// What is there.
        original: Relation,
        /// What the mutant has in its place.
        mutant: Relation,
        /// Which orders the operands may have.
        orders: Orders,
    },
    /// An arithmetic operator becomes another one: AOR.
    Arithmetic {
        /// What is there.
        original: Arithmetic,
        /// What the mutant has in its place.
        mutant: Arithmetic,
        /// What the operands may be, and what becomes of results that are too large.
        model: Model,
    },
    /// An operator on bits, or on booleans, becomes another one: BOR. Not `&&` and `||`, which may not evaluate their right side: see
    /// [`Change::Other`].
    Bitwise {
        /// What is there.
        original: Bitwise,
        /// What the mutant has in its place.
        mutant: Bitwise,
    },
    /// A shift of a signed number becomes another one: part of BOR. Of unsigned numbers `>>` and `>>>` are the same: make no mutants of
    /// one by the other there, and describe those by `<<` as [`Change::Other`].
    Shift {
        /// What is there.
        original: Shift,
        /// What the mutant has in its place.
        mutant: Shift,
    },
    /// An operator is put before a value: UOI.
    Inserted {
        /// The operator.
        operator: Unary,
        /// What the value may be, and what becomes of results that are too large.
        model: Model,
    },
    /// Anything that every evaluation infects, such as `!x` put in the place of x.
    Always,
    /// Anything else: a constant replaced, a variable, a statement deleted. What is known of such mutants can be found by
    /// [`CoverageMatrix`](crate::subsumption::CoverageMatrix), and be told to
    /// [`Smart::known`](crate::subsumption::smart::Smart::known).
    Other,
}

/// Orders that the operands of a relation may have.
///
/// ```
/// use sbst::distance::Relation::{Equal, LessOrEqual};
/// use sbst::subsumption::mutants::{Change, Orders};
///
/// let change =
///     |orders| Change::Relation { original: Equal, mutant: LessOrEqual, orders };
/// assert!(change(Orders::Any).is_minimal());
/// // Of an unsigned number and 0, `<=` is `==`.
/// assert!(change(Orders::NeverLess).is_equivalent());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Orders {
    /// Less, equal, greater; or none, if one of them is NaN.
    #[default]
    Any,
    /// Less, equal, greater: integers. The minimal sets are those of [`Any`](Self::Any); among the others there are more pairs.
    Total,
    /// The left one is never less: an unsigned number compared with 0.
    NeverLess,
    /// The left one is never greater: a number compared with the greatest one.
    NeverGreater,
}

/// Model of arithmetic.
///
/// Division truncates, the remainder has the sign of the left operand, division by zero throws but for floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Model {
    /// Integers modulo 2^width: no mutant implies another one, signed or not. Of Rust in release builds, of Java, of C if unsigned.
    Wrapping,
    /// Signed integers of which results that do not fit throw, or integers without bounds.
    CheckedSigned,
    /// Unsigned integers of which results that do not fit throw: `u64` of Rust in debug builds.
    CheckedUnsigned,
    /// Positive operands, of checked signed integers or of integers without bounds; for unsigned ones take
    /// [`CheckedUnsigned`](Self::CheckedUnsigned).
    Positive,
    /// Floats.
    Float,
}

impl Model {
    /// The five models.
    ///
    /// ```
    /// use sbst::distance::infection::Arithmetic::{Add, Divide, Multiply};
    /// use sbst::subsumption::mutants::{Change, Model};
    ///
    /// // Under which of them does `*` for `+` subsume `/` for `+`?
    /// let sum = |mutant, model| Change::Arithmetic { original: Add, mutant, model };
    /// let models: Vec<Model> = Model::ALL
    ///     .into_iter()
    ///     .filter(|&model| sum(Multiply, model).subsumes(sum(Divide, model)))
    ///     .collect();
    /// assert!(models.contains(&Model::Positive) && !models.contains(&Model::Wrapping));
    /// ```
    pub const ALL: [Self; 5] = [Self::Wrapping, Self::CheckedSigned, Self::CheckedUnsigned, Self::Positive, Self::Float];
}

const fn relation_row(original: Relation, orders: Orders) -> &'static Row {
    const ANY: [Row; 8] = derive::relations(&[Some(Less), Some(Equal), Some(Greater), None]);
    const TOTAL: [Row; 8] = derive::relations(&[Some(Less), Some(Equal), Some(Greater)]);
    const NEVER_LESS: [Row; 8] = derive::relations(&[Some(Equal), Some(Greater)]);
    const NEVER_GREATER: [Row; 8] = derive::relations(&[Some(Less), Some(Equal)]);
    let rows = match orders {
        Orders::Any => &ANY,
        Orders::Total => &TOTAL,
        Orders::NeverLess => &NEVER_LESS,
        Orders::NeverGreater => &NEVER_GREATER,
    };
    &rows[original as usize]
}

const fn arithmetic_row(original: Arithmetic, model: Model) -> &'static Row {
    const WRAPPING: [Row; 5] = derive::arithmetic(Integers::WRAPPING);
    const CHECKED: [Row; 5] = derive::arithmetic(Integers::CHECKED);
    const UNSIGNED: [Row; 5] = derive::arithmetic(Integers::UNSIGNED);
    const POSITIVE: [Row; 5] = derive::arithmetic(Integers::POSITIVE);
    const FLOAT: [Row; 5] = derive::floats();
    let rows = match model {
        Model::Wrapping => &WRAPPING,
        Model::CheckedSigned => &CHECKED,
        Model::CheckedUnsigned => &UNSIGNED,
        Model::Positive => &POSITIVE,
        Model::Float => &FLOAT,
    };
    &rows[original as usize]
}

const fn bitwise_row(original: Bitwise) -> &'static Row {
    const ROWS: [Row; 3] = derive::bitwise();
    &ROWS[original as usize]
}

const fn shift_row(original: Shift) -> &'static Row {
    const ROWS: [Row; 3] = derive::shifts();
    &ROWS[original as usize]
}

impl Change {
    /// Returns `true` if all operands that infect this mutant infect the other one of the same expression, and some do. Changes of
    /// different operators, and [`Other`](Self::Other), do not tell.
    #[must_use]
    pub fn subsumes(self, other: Self) -> bool {
        match (self, other) {
            (Self::Other, _) | (_, Self::Other) => false,
            // Who infects one of them evaluates the expression.
            _ if other.always_infects() => !self.is_equivalent(),
            (Self::Inserted { .. }, Self::Inserted { .. }) => self == other,
            _ => match (self.place(), other.place()) {
                (Some((row, this)), Some((_, that))) if self.with_mutant_of(other) == other => row.subsumes(this, that),
                _ => false,
            },
        }
    }

    /// Returns the change by which the mutant of the other one is made, but of the original of this one.
    const fn with_mutant_of(self, other: Self) -> Self {
        match (self, other) {
            (Self::Relation { original, orders, .. }, Self::Relation { mutant, .. }) => Self::Relation { original, mutant, orders },
            (Self::Arithmetic { original, model, .. }, Self::Arithmetic { mutant, .. }) => {
                Self::Arithmetic { original, mutant, model }
            }
            (Self::Bitwise { original, .. }, Self::Bitwise { mutant, .. }) => Self::Bitwise { original, mutant },
            (Self::Shift { original, .. }, Self::Shift { mutant, .. }) => Self::Shift { original, mutant },
            _ => self,
        }
    }

    /// Returns `true` if no operands infect the mutant: nobody can cover it.
    ///
    /// ```
    /// use sbst::distance::Relation::{Equal, LessOrEqual};
    /// use sbst::subsumption::mutants::{Change, Orders};
    ///
    /// // For an unsigned number, `x == 0` and `x <= 0` are the same.
    /// let change =
    ///     |orders| Change::Relation { original: Equal, mutant: LessOrEqual, orders };
    /// assert!(
    ///     change(Orders::NeverLess).is_equivalent()
    ///         && !change(Orders::Any).is_equivalent()
    /// );
    /// ```
    #[must_use]
    pub fn is_equivalent(self) -> bool {
        self.place().is_some_and(|(row, mutant)| !row.has(mutant))
    }

    /// Returns `true` if every evaluation infects the mutant: x + 1 and x - 1 in the place of x. Not -x, since there is 0; and not for
    /// floats, of which large ones are the same plus 1.
    ///
    /// ```
    /// use sbst::distance::infection::Unary;
    /// use sbst::subsumption::mutants::{Change, Model};
    ///
    /// let inserted = |operator, model| Change::Inserted { operator, model };
    /// assert!(inserted(Unary::Increment, Model::Wrapping).always_infects());
    /// // 1e300 + 1 is 1e300
    /// assert!(!inserted(Unary::Increment, Model::Float).always_infects());
    /// assert!(!inserted(Unary::Negate, Model::Wrapping).always_infects()); // -0 is 0
    /// ```
    #[must_use]
    pub const fn always_infects(self) -> bool {
        match self {
            Self::Always => true,
            Self::Inserted { operator, model } => !matches!(operator, Unary::Negate) && !matches!(model, Model::Float),
            _ => false,
        }
    }

    /// Returns `true` if the mutant belongs to the minimal set of its operator: covering these mutants covers those by all other operators.
    /// Of equivalent mutants, the set has the first one in the order of the operators; it has no mutant that nobody can cover.
    ///
    /// Mutants that replace no operator are minimal unless every evaluation [infects](Self::always_infects) them.
    ///
    /// ```
    /// use sbst::distance::infection::Arithmetic::{
    ///     self, Add, Divide, Remainder, Subtract,
    /// };
    /// use sbst::subsumption::mutants::{Change, Model};
    ///
    /// let minimal = |original, model| -> Vec<Arithmetic> {
    ///     let change = |mutant| Change::Arithmetic { original, mutant, model };
    ///     Arithmetic::ALL
    ///         .into_iter()
    ///         .filter(|&mutant| change(mutant).is_minimal())
    ///         .collect()
    /// };
    /// assert_eq!(minimal(Subtract, Model::Positive), [Divide, Remainder]);
    /// assert_eq!(minimal(Add, Model::Wrapping).len(), 4); // all others
    /// ```
    #[must_use]
    pub fn is_minimal(self) -> bool {
        let Some((row, mutant)) = self.place() else { return !self.always_infects() };
        let is_stronger = |other| row.subsumes(other, mutant) && (other < mutant || !row.subsumes(mutant, other));
        row.has(mutant) && !(0..Row::MUTANTS).any(|other| other != mutant && is_stronger(other))
    }

    /// Returns `true` if covering both branches that the relation decides covers the mutant: a constant in its place, and what a constant
    /// subsumes. Beside the goals to take both branches, such a mutant is not needed.
    ///
    /// ```
    /// use sbst::distance::Relation::{self, Equal, False, GreaterOrEqual, LessOrEqual};
    /// use sbst::subsumption::mutants::{Change, Orders};
    ///
    /// let change =
    ///     |mutant| Change::Relation { original: Equal, mutant, orders: Orders::Any };
    /// let mut minimal = Relation::ALL.to_vec();
    /// minimal.retain(|&mutant| change(mutant).is_minimal());
    /// assert_eq!(minimal, [LessOrEqual, GreaterOrEqual, False]);
    /// minimal.retain(|&mutant| !change(mutant).is_implied_by_branches());
    /// assert_eq!(minimal, [LessOrEqual, GreaterOrEqual]);
    /// ```
    #[must_use]
    pub fn is_implied_by_branches(self) -> bool {
        let Self::Relation { original, orders, .. } = self else { return false };
        let constants = [Relation::True, Relation::False];
        constants.into_iter().any(|mutant| Self::Relation { original, mutant, orders }.subsumes(self))
    }

    /// Returns the row for the mutants of the original, and the place of this one among them.
    fn place(self) -> Option<(&'static Row, u32)> {
        Some(match self {
            Self::Relation { original, mutant, orders } => (relation_row(original, orders), mutant as u32),
            Self::Arithmetic { original, mutant, model } => (arithmetic_row(original, model), mutant as u32),
            Self::Bitwise { original, mutant } => (bitwise_row(original), mutant as u32),
            Self::Shift { original, mutant } => (shift_row(original), mutant as u32),
            Self::Inserted { .. } | Self::Always | Self::Other => return None,
        })
    }
}
