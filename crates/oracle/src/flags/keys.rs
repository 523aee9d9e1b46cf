//! Results of calls, sets of them, and what predicates need of calls.

use std::collections::BTreeSet;

/// One result. As in compiled code, `false` is 0 and `true` is 1; variants have numbers of their
/// own here.
#[derive(Clone, Copy, Debug)]
pub enum Key {
    Bool(bool),
    Variant(u32),
    Integer(i128),
}

impl Key {
    pub fn number(self) -> i128 {
        match self {
            Self::Bool(value) => i128::from(value),
            Self::Variant(number) => 1_000 + i128::from(number),
            Self::Integer(value) => value,
        }
    }

    pub fn negated(self) -> Self {
        match self.number() {
            value @ (0 | 1) => Self::Integer(1 - value),
            _ => self,
        }
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.number() == other.number()
    }
}
impl Eq for Key {}
impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Key {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.number().cmp(&other.number())
    }
}

/// The listed ones, or all but these.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Keys {
    pub listed: BTreeSet<Key>,
    pub is_complement: bool,
}

impl Keys {
    pub fn of(keys: impl IntoIterator<Item = Key>) -> Self {
        Self { listed: keys.into_iter().collect(), is_complement: false }
    }

    pub fn all_but(keys: impl IntoIterator<Item = Key>) -> Self {
        Self { is_complement: true, ..Self::of(keys) }
    }

    pub fn contains(&self, key: Key) -> bool {
        self.listed.contains(&key) != self.is_complement
    }

    pub fn complement(&self) -> Self {
        Self { listed: self.listed.clone(), is_complement: !self.is_complement }
    }

    /// What a call must return whose negation must be one of these.
    pub fn negated(&self) -> Self {
        Self {
            listed: self.listed.iter().map(|key| key.negated()).collect(),
            is_complement: self.is_complement,
        }
    }
}

/// What must be returned, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Needs {
    Gives(u32, Keys),
    All(Vec<Needs>),
    Any(Vec<Needs>),
}

impl Needs {
    pub fn sites(&self) -> BTreeSet<u32> {
        match self {
            Self::Gives(site, _) => BTreeSet::from([*site]),
            Self::All(parts) | Self::Any(parts) => parts.iter().flat_map(Self::sites).collect(),
        }
    }
}

/// A two-way predicate on results of calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    Gives(u32, Keys),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
    Xor(Box<Condition>, Box<Condition>),
    Same(Box<Condition>, Box<Condition>),
    /// The flag stands beside the observed distance.
    Beside(Box<Condition>),
}

impl Condition {
    /// The result is true.
    pub fn call(site: u32) -> Self {
        Self::Gives(site, Keys::of([Key::Bool(true)]))
    }

    pub fn negated(self) -> Self {
        Self::Not(Box::new(self))
    }

    pub fn and(self, other: Self) -> Self {
        Self::And(Box::new(self), Box::new(other))
    }

    pub fn or(self, other: Self) -> Self {
        Self::Or(Box::new(self), Box::new(other))
    }

    pub fn xor(self, other: Self) -> Self {
        Self::Xor(Box::new(self), Box::new(other))
    }

    pub fn same(self, other: Self) -> Self {
        Self::Same(Box::new(self), Box::new(other))
    }

    pub fn beside(self) -> Self {
        Self::Beside(Box::new(self))
    }

    /// A flag stands beside its distance if any part of its condition does.
    pub fn is_beside(&self) -> bool {
        match self {
            Self::Gives(..) => false,
            Self::Beside(_) => true,
            Self::Not(inner) => inner.is_beside(),
            Self::And(a, b) | Self::Or(a, b) | Self::Xor(a, b) | Self::Same(a, b) => {
                a.is_beside() || b.is_beside()
            }
        }
    }

    /// F2 for needs: what must be returned for this outcome. To make a result be outside the keys
    /// is to make it be in the others.
    pub fn needs(&self, outcome: bool) -> Needs {
        let both = |a: &Self, b: &Self| vec![a.needs(outcome), b.needs(outcome)];
        match self {
            Self::Gives(site, keys) => {
                Needs::Gives(*site, if outcome { keys.clone() } else { keys.complement() })
            }
            Self::Not(inner) => inner.needs(!outcome),
            Self::Beside(inner) => inner.needs(outcome),
            Self::And(a, b) if outcome => Needs::All(both(a, b)),
            Self::And(a, b) => Needs::Any(both(a, b)),
            Self::Or(a, b) if outcome => Needs::Any(both(a, b)),
            Self::Or(a, b) => Needs::All(both(a, b)),
            Self::Xor(a, b) => {
                let (a, b) = (Self::clone(a), Self::clone(b));
                if outcome {
                    a.clone().and(b.clone().negated()).or(a.negated().and(b)).needs(true)
                } else {
                    a.same(b).needs(true)
                }
            }
            Self::Same(a, b) => {
                let (a, b) = (Self::clone(a), Self::clone(b));
                if outcome {
                    a.clone().and(b.clone()).or(a.negated().and(b.negated())).needs(true)
                } else {
                    a.xor(b).needs(true)
                }
            }
        }
    }

    /// Whether it holds, given what was returned last at each site; a call that returned nothing
    /// gives nothing.
    pub fn holds(&self, result: &impl Fn(u32) -> Option<Key>) -> bool {
        match self {
            Self::Gives(site, keys) => result(*site).is_some_and(|key| keys.contains(key)),
            Self::Not(inner) => !inner.holds(result),
            Self::Beside(inner) => inner.holds(result),
            Self::And(a, b) => a.holds(result) && b.holds(result),
            Self::Or(a, b) => a.holds(result) || b.holds(result),
            Self::Xor(a, b) => a.holds(result) != b.holds(result),
            Self::Same(a, b) => a.holds(result) == b.holds(result),
        }
    }
}
