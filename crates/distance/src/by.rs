//! Values whose distance a closure computes.

use super::compare::Wanted;
use super::integer::Gap;
use super::{Distance, EqualityDistance, OperandKind, OrderDistance, Rules};
use core::cmp::Ordering;
use sealed::Measure;

/// A value with a closure that computes its distance to another one.
///
/// Use it for types of other crates, and for measures that a type does not have. (For all texts at
/// once, use [`Rules::with_texts`].) The second part is
/// a closure `|a: &T, b: &T|`, or a reference to one, that returns 0 if and only if the values are
/// equal. Equality and order are those of the values.
///
/// As an element or a field of a greater value, the distance is what the closure returns. As an
/// operand by itself, and as a member of a collection, the value is a number of the
/// [kind](OperandKind) that the closure returns. The table at [`Rules`] says when K is added:
///
/// | the closure returns | kind | under [`Rules::DEFAULT`] |
/// |---|---|---|
/// | a [`Distance`] | [`Real`](OperandKind::Real), of any fineness | `<` adds K; `==` and `<=` do not |
/// | `u8` to `u128`, `usize` | [`Integer`](OperandKind::Integer), a number of steps | `==`, `<` and `<=` add K, exactly |
///
/// So K hides no small [`Distance`] of an equality.
///
/// ```
/// use sbst_distance::{By, Distance, Rules, collection, eq, le, lt};
///
/// let hue = |a: &f64, b: &f64| {
///     Distance::new((a - b).abs().min(360.0 - (a - b).abs()))
///         .unwrap_or(Distance::INFINITE)
/// }; // a circle
/// assert_eq!(eq(By(350.0, hue), By(5.5, hue)).to_true().get(), 15.5);
/// assert_eq!(lt(By(350.0, hue), By(5.5, hue)).to_true().get(), 16.5); // and K
/// assert_eq!(le(By(1e-20, hue), By(0.0, hue)).to_true().get(), 1e-20);
/// assert_eq!(
///     collection::contains([350.0, 120.0].map(|h| By(h, hue)), By(5.5, hue))
///         .to_true()
///         .get(),
///     15.5
/// );
///
/// let hours = |a: &u32, b: &u32| a.abs_diff(*b).min(24 - a.abs_diff(*b));
/// // a gap of 2, and K
/// assert_eq!(eq(By(23, hours), By(1, hours)).to_true().get(), 3.0);
/// assert_eq!(Rules::KOREL.eq(By(23, hours), By(1, hours)).to_true().get(), 2.0);
///
/// // Text: here all other characters are equally far.
/// let by = |c: char| By(c, |a: &char, b: &char| u32::from(a != b));
/// let found = Rules::DEFAULT
///     .starts_with("ftp://host".chars().map(by), "http://".chars().map(by));
/// // five of seven differ: x / (1 + x) of 1 for each
/// assert_eq!(found.to_true().get(), 2.5);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct By<T, F>(pub T, pub F);

impl<T: PartialEq, F> PartialEq for By<T, F> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T: PartialOrd, F> PartialOrd for By<T, F> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.0.partial_cmp(&other.0)
    }
}

impl<T: PartialEq, D: Measure, F: Fn(&T, &T) -> D> By<T, F> {
    fn gap(&self, other: &Self) -> Gap {
        self.1(&self.0, &other.0).gap()
    }
}

impl<T: PartialEq, D: Measure, F: Fn(&T, &T) -> D> EqualityDistance for By<T, F> {
    const KIND: OperandKind = D::KIND;

    fn apart(&self, other: &Self, _: &Rules) -> Distance {
        Distance::of(self.gap(other).rounded())
    }
    fn to_equal(&self, other: &Self, rules: &Rules) -> Distance {
        rules.of_gap(D::KIND, Wanted::Equal, self.gap(other))
    }
}

impl<T: PartialOrd, D: Measure, F: Fn(&T, &T) -> D> OrderDistance for By<T, F> {
    fn to_less(&self, other: &Self, rules: &Rules) -> Distance {
        rules.of_gap(D::KIND, Wanted::Strict, self.gap(other))
    }
    fn to_at_most(&self, other: &Self, rules: &Rules) -> Distance {
        rules.of_gap(D::KIND, Wanted::Loose, self.gap(other))
    }
}

mod sealed {
    #![allow(unreachable_pub, reason = "a sealed trait is as public as what it bounds")]

    use crate::integer::Gap;
    use crate::{Distance, OperandKind};

    #[diagnostic::on_unimplemented(
        message = "a closure of `By` cannot return `{Self}`",
        note = "return a `Distance`, or a number of steps as an unsigned integer, such as \
            `a.abs_diff(*b)`"
    )]
    pub trait Measure {
        /// Kind of the number.
        const KIND: OperandKind;
        /// Returns the gap. Steps stay whole until K is added; a distance is rounded already.
        fn gap(self) -> Gap;
    }

    impl Measure for Distance {
        const KIND: OperandKind = OperandKind::Real;
        fn gap(self) -> Gap {
            Gap::Rounded(self.get())
        }
    }

    macro_rules! steps {
        ($($type:ty)*) => { $(
            impl Measure for $type {
                const KIND: OperandKind = OperandKind::Integer;
                fn gap(self) -> Gap {
                    Gap::Whole(self as u128)
                }
            }
        )* };
    }

    steps! { u8 u16 u32 u64 u128 usize }
}
