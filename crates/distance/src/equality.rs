//! The traits of operands: values that can be equal, and values that have an order.

use super::compare::Wanted;
use super::{Distance, Rules};

/// Values that can be equal, with a distance if they are not.
///
/// The crate implements it for primitive numbers, `bool`, `char`, `Duration`,
/// [`Integer`](super::Integer), text, sequences, sets and maps of `alloc`, `Option`, `Result`,
/// tuples, boxes, `Rc`, `Arc`, `Cow` and references. For numbers of other crates, use
/// [`Whole`](super::Whole) and [`Real`](super::Real). You implement it for the types of the program
/// under test.
///
/// | type | distance |
/// |---|---|
/// | number, char, bool, `Duration` (in nanoseconds) | the gap, without K |
/// | `Option`, `Result`, enum | 1 for another variant; below 1 for the same variant with another payload ([`same_variant`]) |
/// | tuple, struct | the sum of x / (1 + x) over the fields ([`fields`]) |
/// | text, slice, array, `Vec`, `VecDeque` | the sum of x / (1 + x) over the common positions, and the difference of the lengths |
/// | text under [`Rules::with_texts`] | what that function returns |
/// | `BTreeSet` | the size of the symmetric difference |
/// | `BTreeMap` | the number of keys that only one map has, and x / (1 + x) of the values of each common key |
///
/// [`same_variant`]: super::structure::same_variant
/// [`fields`]: super::structure::fields
///
/// An implementation keeps two laws. The distance is 0 if and only if the values are equal, and it
/// does not depend on which value comes first. `sbst_conformance::equality`
/// checks these laws on values of yours. In a `match` over two enums, a last arm `_ =>
/// OTHER_VARIANT` breaks the first law once a variant is added: two equal values of the new variant
/// then have distance 1. The outcome of their comparison stays right, but the distance of
/// everything that contains them is wrong.
///
/// ```
/// use sbst_distance::structure::{OTHER_VARIANT, fields, same_variant};
/// use sbst_distance::{Distance, EqualityDistance, Rules, eq};
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
    message = "the distance between two `{Self}` is not known",
    note = "implement `EqualityDistance` (one method, and `KIND` for a number)",
    note = "for numbers of other crates use `Whole(&a)` or `Real(&a)`; for integers of two types \
        use `Integer::from`",
    note = "for a relation of your own use `Rules::relation`; for values without parts use \
        `flag(a == b)`"
)]
pub trait EqualityDistance: PartialEq {
    /// Kind of the values, which decides whether [`Rules`] add K to their distance. By default,
    /// they do not add it to equality: this suits values that are made of others.
    const KIND: OperandKind = OperandKind::Structure;

    /// Returns the distance between `self` and `other` as parts of a greater value: as elements,
    /// payloads or fields. It is 0 if and only if they are equal. For numbers it is the gap,
    /// without K.
    fn apart(&self, other: &Self, rules: &Rules) -> Distance;

    /// Returns the distance to make `self == other` hold, if the two are not parts of a greater
    /// value but operands of `==` or members of a collection. It is [`apart`](Self::apart), and for
    /// numbers also K if the rules add it.
    ///
    /// ```
    /// use sbst_distance::{EqualityDistance, Rules};
    ///
    /// assert_eq!(5.apart(&9, &Rules::DEFAULT).get(), 4.0); // as an element of a list, say
    /// // as an operand of `==`: and K
    /// assert_eq!(5.to_equal(&9, &Rules::DEFAULT).get(), 5.0);
    /// ```
    fn to_equal(&self, other: &Self, rules: &Rules) -> Distance {
        rules.of_kind(Self::KIND, Wanted::Equal, self.apart(other, rules))
    }
}

/// Values that have an order, with the distances to make `<` and `<=` hold.
///
/// The crate implements it for primitive numbers, `bool`, `char`, `Duration`,
/// [`Integer`](super::Integer), text, sequences, `Option`, tuples, boxes, `Rc`, `Arc`, `Cow` and
/// references. For numbers of other crates, use [`Whole`](super::Whole) and [`Real`](super::Real).
///
/// Both methods are provided. The provided methods are right for numbers: they return
/// [`apart`](EqualityDistance::apart), and K if the [kind](EqualityDistance::KIND) has it. For a
/// structure, write both methods: the first part that differs decides the order, so the distance is
/// the distance of that part alone. The easy way is a tuple of the parts, which does this.
///
/// ```
/// use sbst_distance::{
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
    message = "the distance to make one `{Self}` less than another is not known",
    note = "implement `OrderDistance` (no method for numbers, both for structures) beside \
        `EqualityDistance`",
    note = "for numbers of other crates use `Whole(&a)` or `Real(&a)`",
    note = "for a relation of your own use `Rules::relation`, or else `flag(a < b)`"
)]
pub trait OrderDistance: EqualityDistance + PartialOrd {
    /// Returns the distance to make `self < other` hold. It is called only if the relation does not
    /// hold.
    fn to_less(&self, other: &Self, rules: &Rules) -> Distance {
        rules.of_kind(Self::KIND, Wanted::Strict, self.apart(other, rules))
    }

    /// Returns the distance to make `self <= other` hold. It is called only if the relation does
    /// not hold.
    fn to_at_most(&self, other: &Self, rules: &Rules) -> Distance {
        rules.of_kind(Self::KIND, Wanted::Loose, self.apart(other, rules))
    }
}

/// Kind of an operand, which selects the rule that measures it; see the table at [`Rules`].
///
/// ```
/// use sbst_distance::{EqualityDistance, OperandKind, Rules};
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
    /// A number whose neighbours are at least 1 apart. The rules' choice for integers measures it.
    Integer,
    /// A number of any fineness. The rules' choice for floats measures it.
    Real,
    /// A value that is made of others. K is added for `<` and `>` only.
    Structure,
}
