//! Values whose distance a closure tells.

use super::{Distance, EqualityDistance, OperandKind, OrderDistance, Rules};
use core::cmp::Ordering;

/// A value whose distance to another one a closure tells: for types of other crates, and for measures that a type does not have.
///
/// The second part is a closure `|a: &T, b: &T|`, or a reference to one, that returns 0 iff the values are equal. Equality and order are
/// those of the values. The distance is what the closure returns, as an element, as a field, and as a whole; order relations add K as for
/// integers.
///
/// ```
/// use sbst::distance::{By, Distance, Rules, collection, eq, lt};
///
/// let hue = |a: &u32, b: &u32| Distance::from(a.abs_diff(*b).min(360 - a.abs_diff(*b))); // a circle
/// assert_eq!(eq(By(350, hue), By(5, hue)).to_true().get(), 15.0);
/// assert_eq!(lt(By(350, hue), By(5, hue)).to_true().get(), 16.0); // and K
/// assert_eq!(collection::contains([350, 120].map(|h| By(h, hue)), By(5, hue)).to_true().get(), 15.0);
///
/// // Text: here all other characters are equally far.
/// let other = |a: &char, b: &char| Distance::from(u32::from(a != b));
/// let by = |c: char| By(c, other);
/// let found = Rules::DEFAULT.starts_with("ftp://host".chars().map(by), "http://".chars().map(by));
/// assert_eq!(found.to_true().get(), 2.5); // five of seven differ: x / (1 + x) of 1 for each
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

impl<T: PartialEq, F: Fn(&T, &T) -> Distance> EqualityDistance for By<T, F> {
    const KIND: OperandKind = OperandKind::Integer;

    fn apart(&self, other: &Self, _: &Rules) -> Distance {
        self.1(&self.0, &other.0)
    }

    fn to_equal(&self, other: &Self, rules: &Rules) -> Distance {
        self.apart(other, rules)
    }
}

impl<T: PartialOrd, F: Fn(&T, &T) -> Distance> OrderDistance for By<T, F> {}
