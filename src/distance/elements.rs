//! How far two elements of a sequence or a collection are apart: by the rules, or by a closure.

use super::compare::Wanted;
use super::gap::Gap;
use super::{Apart, Distance, Operand, Rules};

/// The distance of two elements is that of [`Apart`].
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ByRules;

/// What tells how far two elements are apart: [`ByRules`], a closure `Fn(T, T) -> Distance`, or a type of yours.
pub trait Elements<T> {
    /// As parts of something.
    fn apart(&self, rules: &Rules, a: T, b: T) -> Distance;
    /// As a whole: what a member of a collection counts.
    fn to_equal(&self, rules: &Rules, a: T, b: T) -> Distance;
}

/// What tells, too, how far two elements are from being in order: [`ByRules`] for operands, or a closure. Sealed.
pub trait OrderedElements<T>: Elements<T> {
    /// How far two different elements are from what is wanted.
    fn to_order(&self, rules: &Rules, a: T, b: T, wanted: Wanted) -> Distance;
}

impl<T: Apart> Elements<T> for ByRules {
    fn apart(&self, rules: &Rules, a: T, b: T) -> Distance {
        a.apart(&b, rules)
    }
    fn to_equal(&self, rules: &Rules, a: T, b: T) -> Distance {
        a.to_equal(&b, rules)
    }
}

impl<T: Operand + Apart> OrderedElements<&T> for ByRules {
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
