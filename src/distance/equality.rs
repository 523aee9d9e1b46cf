//! Values that can be equal: how far two of them are apart.

use super::compare::Wanted;
use super::{Distance, Rules};

/// Values that can be equal, and are some distance apart if they are not.
///
/// The crate implements it for primitive numbers, `bool`, `char`, `Duration`, [`Integer`](super::Integer), text, sequences, sets and
/// maps of `alloc`, `Option`, `Result`, tuples, boxes, `Rc`, `Arc`, `Cow` and references; numbers of other crates come in through
/// [`Whole`](super::Whole) and [`Real`](super::Real). You implement it for types of the program under test.
///
/// An implementation returns 0 iff the values are equal, and the same number whichever value comes first. A last arm
/// `_ => OTHER_VARIANT` is wrong for two equal values of a variant that is added later: the outcome would still be right, but the
/// distance of whatever contains them would not. `conformance::equality` (feature `conformance`) checks these laws on values of yours.
///
/// | type | distance |
/// |---|---|
/// | number, char, bool, `Duration` | the gap, without K |
/// | `Option`, `Result`, enum | another variant: 1; the same variant with another payload: below 1, by the payload ([`same_variant`]) |
/// | tuple, struct | sum of x / (1 + x) over the fields ([`fields`]) |
/// | text, slice, array, `Vec`, `VecDeque` | sum of x / (1 + x) over the common positions, and the difference of the lengths |
/// | `BTreeSet` | size of the symmetric difference |
/// | `BTreeMap` | number of keys that only one has, and x / (1 + x) of the values of each common key |
///
/// [`same_variant`]: super::structure::same_variant
/// [`fields`]: super::structure::fields
///
/// ```
/// use sbst::distance::structure::{OTHER_VARIANT, fields, same_variant};
/// use sbst::distance::{Distance, EqualityDistance, Rules, eq};
///
/// #[derive(PartialEq)]
/// enum Shape {
///     Point,
///     Circle(f64),
///     Box { width: u32, height: u32 },
/// }
///
/// impl EqualityDistance for Shape {
///     fn apart(&self, other: &Self, rules: &Rules) -> Distance {
///         use Shape::{Box, Circle, Point};
///         match (self, other) {
///             (Point, Point) => Distance::ZERO,
///             (Circle(a), Circle(b)) => same_variant(a.apart(b, rules)),
///             (Box { width: a, height: b }, Box { width: c, height: d }) => {
///                 same_variant(fields([a.apart(c, rules), b.apart(d, rules)]))
///             }
///             _ => OTHER_VARIANT,
///         }
///     }
/// }
///
/// let wanted = Shape::Box { width: 3, height: 4 };
/// let distance = |shape: Shape| eq(&shape, &wanted).to_true();
/// assert_eq!(distance(Shape::Point).get(), 1.0);
/// assert!(
///     distance(Shape::Box { width: 3, height: 9 })
///         < distance(Shape::Box { width: 30, height: 9 })
/// );
/// assert!(
///     distance(Shape::Box { width: 30, height: 9 }) < distance(Shape::Circle(2.0))
/// );
/// ```
#[diagnostic::on_unimplemented(
    message = "nothing tells how far two `{Self}` are apart",
    note = "implement `EqualityDistance` (one method, and `KIND` for a number); numbers of other crates: `Whole(&a)` or `Real(&a)`; integers of two types: `Integer::from`",
    note = "relations of your own: `Rules::relation`; values without parts: `flag(a == b)`"
)]
pub trait EqualityDistance: PartialEq {
    /// Kind of the values: whether [`Rules`] add K to their distance, as they do for numbers. By default they add none, which suits
    /// values made of others.
    const KIND: OperandKind = OperandKind::Structure;

    /// Returns the distance between `self` and `other` as parts of something: elements, payloads, fields. Of numbers: the gap
    /// without K.
    fn apart(&self, other: &Self, rules: &Rules) -> Distance;

    /// Returns the distance of `self == other` from holding where it stands by itself: as an operand of `==`, or as a member of a
    /// collection. For numbers that is [`apart`](Self::apart), and K where the rules add it.
    ///
    /// ```
    /// use sbst::distance::{EqualityDistance, Rules};
    ///
    /// assert_eq!(5.apart(&9, &Rules::DEFAULT).get(), 4.0); // as an element of a list, say
    /// // as an operand of `==`: and K
    /// assert_eq!(5.to_equal(&9, &Rules::DEFAULT).get(), 5.0);
    /// ```
    fn to_equal(&self, other: &Self, rules: &Rules) -> Distance {
        rules.of_kind(Self::KIND, Wanted::Equal, self.apart(other, rules))
    }
}

/// Values that have an order as well: how far `<` and `<=` are from holding.
///
/// The crate implements it for primitive numbers, `bool`, `char`, `Duration`, [`Integer`](super::Integer), text, sequences, tuples,
/// boxes, `Rc`, `Arc`, `Cow` and references; [`Whole`](super::Whole) and [`Real`](super::Real) bring numbers of other crates. Both methods
/// are provided, and are right for numbers: [`apart`](EqualityDistance::apart), and K where the [kind](EqualityDistance::KIND) has it. A
/// structure writes both: its order is decided by the first part that differs, and that part alone is to change. A tuple of
/// the parts does that.
///
/// ```
/// use sbst::distance::{
///     Distance, EqualityDistance, OperandKind, OrderDistance, Rules, eq, lt,
/// };
///
/// /// A temperature in thousandths of a degree.
/// #[derive(Clone, Copy, PartialEq, PartialOrd)]
/// struct Celsius(i32);
///
/// impl EqualityDistance for Celsius {
///     const KIND: OperandKind = OperandKind::Integer;
///     fn apart(&self, other: &Self, _: &Rules) -> Distance {
///         Distance::from(self.0.abs_diff(other.0))
///     }
/// }
/// impl OrderDistance for Celsius {}
///
/// // gap 1500, and K
/// assert_eq!(lt(Celsius(21_500), Celsius(20_000)).to_true().get(), 1_501.0);
/// // a list of them: x / (1 + x)
/// assert_eq!(eq(&[Celsius(1)], &[Celsius(4)]).to_true().get(), 0.75);
///
/// /// A version, as three numbers of 64 bits: their own distances are exact.
/// #[derive(PartialEq, PartialOrd)]
/// struct Version(u64, u64, u64);
///
/// impl Version {
///     fn parts(&self) -> (u64, u64, u64) {
///         (self.0, self.1, self.2)
///     }
/// }
/// impl EqualityDistance for Version {
///     fn apart(&self, other: &Self, rules: &Rules) -> Distance {
///         self.parts().apart(&other.parts(), rules)
///     }
/// }
/// impl OrderDistance for Version {
///     fn to_less(&self, other: &Self, rules: &Rules) -> Distance {
///         self.parts().to_less(&other.parts(), rules)
///     }
///     fn to_at_most(&self, other: &Self, rules: &Rules) -> Distance {
///         self.parts().to_at_most(&other.parts(), rules)
///     }
/// }
///
/// let to_less = |version: &Version| lt(version, &Version(1, 0, 0)).to_true().get();
/// assert_eq!((to_less(&Version(3, 0, 0)), to_less(&Version(2, 7, 7))), (3.0, 2.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no order whose distance the crate knows",
    note = "implement `OrderDistance` (numbers: no method; structures: both) beside `EqualityDistance`; numbers of other crates: `Whole(&a)` or `Real(&a)`",
    note = "relations of your own: `Rules::relation`; else `flag(a < b)`"
)]
pub trait OrderDistance: EqualityDistance + PartialOrd {
    /// Returns the distance of `self < other` from holding; it is asked only if that does not hold.
    fn to_less(&self, other: &Self, rules: &Rules) -> Distance {
        rules.of_kind(Self::KIND, Wanted::Strict, self.apart(other, rules))
    }

    /// Returns the distance of `self <= other` from holding; it is asked only if that does not hold.
    fn to_at_most(&self, other: &Self, rules: &Rules) -> Distance {
        rules.of_kind(Self::KIND, Wanted::Loose, self.apart(other, rules))
    }
}

/// Kind of an operand: which column of the table at [`Rules`] measures it.
///
/// ```
/// use sbst::distance::{EqualityDistance, OperandKind, Rules};
///
/// assert_eq!(i64::KIND, OperandKind::Integer);
/// assert_eq!(Rules::DEFAULT.eq(3, 5).to_true().get(), 3.0); // integers: gap and K
/// assert_eq!(f64::KIND, OperandKind::Real);
/// // real numbers: the gap alone
/// assert_eq!(Rules::DEFAULT.eq(3.0, 5.0).to_true().get(), 2.0);
/// assert_eq!(<str as EqualityDistance>::KIND, OperandKind::Structure);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OperandKind {
    /// A number whose neighbours are at least 1 apart: the rules' first choice, for integers.
    Integer,
    /// A number of any fineness: the rules' second choice, for floats.
    Real,
    /// A value made of others: K is added for `<` and `>` only.
    Structure,
}
