//! How far two elements of a sequence or a collection are apart: by the rules, or by a closure.

use super::compare::Wanted;
use super::gap::Gap;
use super::{Distance, EqualityDistance, Operand, Rules};

/// The distance of two elements is that of [`EqualityDistance`].
///
/// ```
/// use sbst::distance::text::Texts;
/// use sbst::distance::{ByRules, Rules};
///
/// /// A value that keeps the comparison of its texts names the type.
/// struct Subject { texts: Texts<ByRules> }
///
/// let subject = Subject { texts: Rules::KOREL.texts() };
/// assert_eq!(subject.texts.le("c", "a").to_true().get(), 2.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ByRules;

/// What tells how far two elements are apart: [`ByRules`], a closure `Fn(T, T) -> Distance`, or a type of yours.
///
/// ```
/// use sbst::distance::{Distance, Elements, Rules};
///
/// /// Places on a ring of so many hours; a closure could not be named in a type.
/// struct Ring(u32);
///
/// impl Elements<&u32> for Ring {
///     fn apart(&self, _: &Rules, a: &u32, b: &u32) -> Distance {
///         Distance::from(a.abs_diff(*b).min(self.0 - a.abs_diff(*b)))
///     }
///     fn to_equal(&self, rules: &Rules, a: &u32, b: &u32) -> Distance {
///         self.apart(rules, a, b)
///     }
/// }
///
/// let hours = Rules::DEFAULT.collections().by(Ring(24));
/// assert_eq!(hours.contains(&[12, 23], &1).to_true().get(), 2.0);
/// ```
pub trait Elements<T> {
    /// As parts of something.
    fn apart(&self, rules: &Rules, a: T, b: T) -> Distance;
    /// As a whole: what a member of a collection counts.
    fn to_equal(&self, rules: &Rules, a: T, b: T) -> Distance;
}

/// What tells, too, how far two elements are from being in order: [`ByRules`] for operands, or a closure. Sealed.
///
/// ```
/// use sbst::distance::text::Texts;
/// use sbst::distance::{Decision, OrderedElements, Rules};
///
/// /// Whatever tells how far two characters are out of order.
/// fn sorted<E: OrderedElements<char>>(texts: &Texts<E>, a: &str, b: &str) -> Decision {
///     texts.le(a, b)
/// }
///
/// assert_eq!(sorted(&Rules::KOREL.texts(), "beta", "alpha").to_true().get(), 1.0);
/// ```
pub trait OrderedElements<T>: Elements<T> {
    /// How far two different elements are from what is wanted.
    fn to_order(&self, rules: &Rules, a: T, b: T, wanted: Wanted) -> Distance;
}

impl<T: EqualityDistance> Elements<T> for ByRules {
    fn apart(&self, rules: &Rules, a: T, b: T) -> Distance {
        a.apart(&b, rules)
    }
    fn to_equal(&self, rules: &Rules, a: T, b: T) -> Distance {
        a.to_equal(&b, rules)
    }
}

impl<T: Operand + EqualityDistance> OrderedElements<&T> for ByRules {
    fn to_order(&self, rules: &Rules, a: &T, b: &T, wanted: Wanted) -> Distance {
        rules.distance(*a, *b, wanted)
    }
}

impl OrderedElements<char> for ByRules {
    fn to_order(&self, rules: &Rules, a: char, b: char, wanted: Wanted) -> Distance {
        rules.distance(a, b, wanted)
    }
}

impl<T, F: Fn(T, T) -> Distance> Elements<T> for F {
    fn apart(&self, _: &Rules, a: T, b: T) -> Distance {
        self(a, b)
    }
    fn to_equal(&self, _: &Rules, a: T, b: T) -> Distance {
        self(a, b)
    }
}

impl<T, F: Fn(T, T) -> Distance> OrderedElements<T> for F {
    fn to_order(&self, rules: &Rules, a: T, b: T, wanted: Wanted) -> Distance {
        rules.apply(rules.integers, wanted, Gap::Rounded(self(a, b).get()))
    }
}
