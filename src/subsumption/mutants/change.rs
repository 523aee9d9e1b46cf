//! Changes that mutants make, and the subsumption between them.

use super::derive::{self, Integers, Row};
use crate::distance::Relation;
use crate::distance::infection::{Arithmetic, Bitwise, Shift, Unary};
use core::cmp::Ordering::{Equal, Greater, Less};

/// Change that a mutant makes in its expression.
///
/// The variants are named after mutation operators: ROR replaces a relation, AOR an arithmetic
/// operator, BOR an operator on bits or a shift, and UOI inserts a unary operator. These four are
/// the *key operators*. [`Always`](Self::Always) counts as made by a key operator, because its
/// operator is not known; this has no effect, because every rule drops it.
///
/// Source: Zhou et al. 2024, section 3.4 and Table II, for the key operators: four, though the text
/// once speaks of three. It does not say that BOR has shifts.
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
/// // `<` and `<=` differ if the operands are equal; then `<` and `==` differ, too.
/// assert!(to(Relation::LessOrEqual).subsumes(to(Relation::Equal)));
/// assert!(!to(Relation::Equal).subsumes(to(Relation::LessOrEqual)));
///
/// // Whether `*` for `+` subsumes `/` for `+` depends on the operands.
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
        /// The relation of the original.
        original: Relation,
        /// The relation of the mutant.
        mutant: Relation,
        /// The orders that the operands may have.
        orders: Orders,
    },
    /// An arithmetic operator becomes another one: AOR.
    Arithmetic {
        /// The operator of the original.
        original: Arithmetic,
        /// The operator of the mutant.
        mutant: Arithmetic,
        /// The operands that may occur, and the meaning of overflow.
        model: Model,
    },
    /// An operator on bits, or on Booleans, becomes another one: BOR.
    ///
    /// Do not use it for `&&` and `||`, which may not evaluate their right side: these are
    /// [`Change::Other`].
    Bitwise {
        /// The operator of the original.
        original: Bitwise,
        /// The operator of the mutant.
        mutant: Bitwise,
    },
    /// A shift of a signed number becomes another one: part of BOR.
    ///
    /// For unsigned numbers `>>` and `>>>` are the same. Make no mutants that replace one by the
    /// other, and describe mutants from or to `<<` as [`Change::Other`].
    Shift {
        /// The shift of the original.
        original: Shift,
        /// The shift of the mutant.
        mutant: Shift,
    },
    /// An operator is put before a value: UOI.
    Inserted {
        /// The operator that is inserted.
        operator: Unary,
        /// The values that may occur, and the meaning of overflow.
        model: Model,
    },
    /// Any change that every evaluation infects, such as `!x` in the place of x.
    Always,
    /// Any other change: another constant or variable, a deleted statement.
    ///
    /// To find out which of such mutants subsume which, use a
    /// [`CoverageMatrix`](crate::subsumption::CoverageMatrix), and pass the result to
    /// [`Smart::known`](crate::subsumption::smart::Smart::known).
    Other,
}

/// Set of the orders that the operands of a relation may have.
///
/// ```
/// use sbst::distance::Relation::{Equal, LessOrEqual};
/// use sbst::subsumption::mutants::{Change, Orders};
///
/// let change =
///     |orders| Change::Relation { original: Equal, mutant: LessOrEqual, orders };
/// assert!(change(Orders::Any).is_minimal());
/// // For an unsigned number and 0, `<=` is the same as `==`.
/// assert!(change(Orders::NeverLess).is_equivalent());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Orders {
    /// Less, equal, greater, or unordered because an operand is NaN.
    #[default]
    Any,
    /// Less, equal, greater, as for integers. The minimal sets are those of [`Any`](Self::Any);
    /// there are more pairs among the other mutants.
    Total,
    /// Equal, greater: the left operand is never less, as an unsigned number compared with 0.
    NeverLess,
    /// Less, equal: the left operand is never greater, as a number compared with the greatest one
    /// of its type.
    NeverGreater,
}

/// Model of arithmetic: the operands that may occur, and the meaning of overflow.
///
/// In all models, integer division truncates, the remainder has the sign of the left operand, and
/// division by zero throws, except for floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Model {
    /// Integers modulo 2^width, signed or unsigned: Rust in release builds, Java, unsigned integers
    /// of C. No mutant subsumes another one.
    Wrapping,
    /// Signed integers, where a result that does not fit throws; also integers without bounds.
    CheckedSigned,
    /// Unsigned integers, where a result that does not fit throws: `u64` in debug builds of Rust.
    CheckedUnsigned,
    /// Positive operands, of checked signed integers or of integers without bounds. For positive
    /// operands of unsigned integers, use [`CheckedUnsigned`](Self::CheckedUnsigned).
    Positive,
    /// Floats.
    Float,
}

impl Model {
    /// Array of all five models.
    ///
    /// ```
    /// use sbst::distance::infection::Arithmetic::{Add, Divide, Multiply};
    /// use sbst::subsumption::mutants::{Change, Model};
    ///
    /// // In which models does `*` for `+` subsume `/` for `+`?
    /// let sum = |mutant, model| Change::Arithmetic { original: Add, mutant, model };
    /// let models: Vec<Model> = Model::ALL
    ///     .into_iter()
    ///     .filter(|&model| sum(Multiply, model).subsumes(sum(Divide, model)))
    ///     .collect();
    /// assert!(models.contains(&Model::Positive) && !models.contains(&Model::Wrapping));
    /// ```
    pub const ALL: [Self; 5] =
        [Self::Wrapping, Self::CheckedSigned, Self::CheckedUnsigned, Self::Positive, Self::Float];
}

// The rows of the mutants of each operator. The definition is tried on all orders, or on some
// operands, that may occur: computed for each build, so that no cell can be mistyped. The
// discriminants of operators, orders and models are their places in the tables.

/// By orders and original: the row of the mutants of a relation.
static RELATIONS: [[Row; 8]; 4] = [
    derive::relations(&[Some(Less), Some(Equal), Some(Greater), None]),
    derive::relations(&[Some(Less), Some(Equal), Some(Greater)]),
    derive::relations(&[Some(Equal), Some(Greater)]),
    derive::relations(&[Some(Less), Some(Equal)]),
];

/// By model and original: the row of the mutants of an arithmetic operator.
static ARITHMETIC: [[Row; 5]; 5] = [
    derive::arithmetic(Integers::WRAPPING),
    derive::arithmetic(Integers::CHECKED),
    derive::arithmetic(Integers::UNSIGNED),
    derive::arithmetic(Integers::POSITIVE),
    derive::floats(),
];

/// The rows of the mutants of bitwise operators, and of shifts.
static BITWISE: [Row; 3] = derive::bitwise();
static SHIFTS: [Row; 3] = derive::shifts();

impl Change {
    /// Returns `true` if this mutant subsumes the other one, provided that both change the same
    /// expression.
    ///
    /// This means that some operands infect this mutant, and all of these infect the other one. A
    /// mutant that every evaluation [infects](Self::always_infects) is subsumed by every change of
    /// the expression that can be infected, except [`Other`](Self::Other). Otherwise the result is
    /// `false` for changes with different originals, orders or models, because no expression has
    /// both, and for [`Other`](Self::Other), of which nothing is known.
    #[must_use]
    pub fn subsumes(self, other: Self) -> bool {
        match (self, other) {
            (Self::Other, _) | (_, Self::Other) => false,
            // Operands that infect this mutant are an evaluation, and every evaluation infects the
            // other one.
            _ if other.always_infects() => !self.is_equivalent(),
            (Self::Inserted { .. }, Self::Inserted { .. }) => self == other,
            // A row knows the mutants of one original only: both must have the same one, and the
            // same operands. Rows are statics, so then, and only then, they have the same address.
            _ => match (self.place(), other.place()) {
                (Some((row, this)), Some((same, that))) => {
                    core::ptr::eq(row, same) && row.subsumes(this, that)
                }
                _ => false,
            },
        }
    }

    /// Returns `true` if no operands infect the mutant, so that no test can cover it.
    /// [`Always`](Self::Always), [`Other`](Self::Other) and inserted operators are not known to be
    /// equivalent.
    ///
    /// ```
    /// use sbst::distance::Relation::{Equal, LessOrEqual};
    /// use sbst::subsumption::mutants::{Change, Orders};
    ///
    /// // For an unsigned number x, `x == 0` and `x <= 0` are the same.
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

    /// Returns `true` if every evaluation infects the mutant.
    ///
    /// It is `true` for [`Always`](Self::Always), and for x + 1 and x - 1 in the place of an
    /// integer x. It is `false` for -x, because -0 is 0, and for floats, because adding 1 does not
    /// change a large float.
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
            Self::Inserted { operator, model } => {
                !matches!(operator, Unary::Negate) && !matches!(model, Model::Float)
            }
            _ => false,
        }
    }

    /// Returns `true` if the mutant belongs to the minimal set of its operator: covering the set
    /// covers all mutants that replace the operator by another one.
    ///
    /// Of mutants that subsume one another, the set has the first one in the order of the
    /// operators. It has no mutant that no operands infect. Mutants that replace no operator count
    /// as minimal, unless every evaluation [infects](Self::always_infects) them.
    ///
    /// The minimal sets of relations, for operands of [any](Orders::Any) or [total](Orders::Total)
    /// order:
    ///
    /// | original | minimal set |
    /// |---|---|
    /// | `==` | `<=`, `>=`, false |
    /// | `!=` | `<`, `>`, true |
    /// | `<` | `<=`, `!=`, false |
    /// | `<=` | `<`, `==`, true |
    /// | `>` | `>=`, `!=`, false |
    /// | `>=` | `>`, `==`, true |
    ///
    /// Beside goals for both branches, the constants are [not
    /// needed](Self::is_implied_by_branches). If only `==` and `!=` make sense, as for references
    /// and Booleans, only the other one, true and false are mutants; then both constants are
    /// minimal.
    ///
    /// The minimal sets of arithmetic operators, by the [model](Model):
    ///
    /// | model | `+` | `-` | `*` | `/` | `%` |
    /// |---|---|---|---|---|---|
    /// | wrapping, floats | all others | all others | all others | all others | all others |
    /// | checked signed, unbounded | all others | all others | `+ - /` | all others | `+ - /` |
    /// | checked unsigned | `- *` | all others | `+ - /` | `- * %` | `- /` |
    /// | positive | `*` | `/ %` | `+ /` | `- * %` | `- /` |
    ///
    /// On bits, `|` is minimal for `&` and for `^`, and `&` and `^` are minimal for `|`. Of shifts
    /// of signed numbers, `>>>` is minimal for `<<` and for `>>`, and `<<` and `>>` are minimal for
    /// `>>>`. The sets hold for numbers of at least 6 bits; with fewer bits, more mutants coincide.
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
        // Strictly stronger, or equivalent and earlier in the list: exactly one mutant of each
        // equivalent group stays.
        let is_stronger =
            |other| row.subsumes(other, mutant) && (other < mutant || !row.subsumes(mutant, other));
        row.has(mutant) && !(0..Row::MUTANTS).any(|other| other != mutant && is_stronger(other))
    }

    /// Returns `true` if covering both branches that the relation decides covers the mutant.
    ///
    /// This holds for a constant in the place of the relation, and for all mutants that a constant
    /// subsumes. If both branches are goals, such a mutant need not be a goal. It is `false` for
    /// changes of other kinds.
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
        // The constant `true` is infected exactly if the false branch is taken, the constant
        // `false` if the true branch is.
        let constants = [Relation::True, Relation::False];
        constants
            .into_iter()
            .any(|mutant| Self::Relation { original, mutant, orders }.subsumes(self))
    }

    /// Returns the row of the mutants of the original, and the place of this mutant in the list of
    /// the operator. `None` for a change that replaces no operator.
    fn place(self) -> Option<(&'static Row, u32)> {
        Some(match self {
            Self::Relation { original, mutant, orders } => {
                (&RELATIONS[orders as usize][original as usize], mutant as u32)
            }
            Self::Arithmetic { original, mutant, model } => {
                (&ARITHMETIC[model as usize][original as usize], mutant as u32)
            }
            Self::Bitwise { original, mutant } => (&BITWISE[original as usize], mutant as u32),
            Self::Shift { original, mutant } => (&SHIFTS[original as usize], mutant as u32),
            // No operator is replaced, so there is no list of operators and no row.
            Self::Inserted { .. } | Self::Always | Self::Other => return None,
        })
    }
}
