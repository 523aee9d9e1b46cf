//! How far two elements of a sequence or a collection are apart: by the rules, or by a closure.

use super::compare::Wanted;
use super::{Distance, EqualityDistance, OperandKind, OrderDistance, Rules};

/// The distance of two elements that [`EqualityDistance`] and [`OrderDistance`] tell.
///
/// ```
/// use sbst::distance::text::Texts;
/// use sbst::distance::{ByRules, Relation, Rules};
///
/// /// A value that keeps the comparison of its texts names the type.
/// struct Subject { texts: Texts<ByRules> }
///
/// let subject = Subject { texts: Rules::KOREL.texts() };
/// assert_eq!(subject.texts.compare(Relation::LessOrEqual, "c", "a").to_true().get(), 2.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ByRules;

/// A measure of two elements: [`ByRules`], or a closure `Fn(T, T) -> Distance`.
///
/// ```
/// use sbst::distance::{Decision, Elements, Rules};
///
/// /// Is there an hour of the list at this time? The caller chooses how far hours are apart.
/// fn rings<'a>(hours: &'a [u32], at: &'a u32, measure: impl Elements<&'a u32>) -> Decision {
///     Rules::DEFAULT.collections().by(measure).contains(hours, at)
/// }
///
/// let on_the_dial = |a: &u32, b: &u32| sbst::distance::Distance::from(a.abs_diff(*b).min(24 - a.abs_diff(*b)));
/// assert_eq!(rings(&[12, 23], &1, on_the_dial).to_true().get(), 2.0);
/// ```
pub trait Elements<T> {
    /// Returns the distance of two elements as parts of something.
    fn apart(&self, rules: &Rules, a: T, b: T) -> Distance;
    /// Returns the distance of two elements as wholes: what a member of a collection counts.
    fn to_equal(&self, rules: &Rules, a: T, b: T) -> Distance;
}

/// A measure of elements that have an order: [`ByRules`] for [`OrderDistance`], or a closure that returns the gap. The trait is sealed.
///
/// ```
/// use sbst::distance::text::Texts;
/// use sbst::distance::{Decision, OrderedElements, Relation, Rules};
///
/// fn in_order<E: OrderedElements<char>>(texts: &Texts<E>, a: &str, b: &str) -> Decision {
///     texts.compare(Relation::LessOrEqual, a, b)
/// }
///
/// assert_eq!(in_order(&Rules::KOREL.texts(), "beta", "alpha").to_true().get(), 1.0);
/// ```
pub trait OrderedElements<T>: Elements<T> {
    /// Returns the distance of two different elements from the order that is wanted of them, whichever of them is to come first.
    #[doc(hidden)]
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

impl<T: OrderDistance> OrderedElements<T> for ByRules {
    fn to_order(&self, rules: &Rules, a: T, b: T, wanted: Wanted) -> Distance {
        // Only the relation that does not hold may be asked.
        let (a, b) = if a < b { (b, a) } else { (a, b) };
        if wanted.is_strict() { a.to_less(&b, rules) } else { a.to_at_most(&b, rules) }
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
        rules.of_kind(OperandKind::Integer, wanted, self(a, b))
    }
}
