//! What the results of calls must be for a branch to be taken.

use super::key::Keys;
use crate::id::CallSite;
use alloc::vec::Vec;
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// A condition on the results of calls: what a predicate tests.
///
/// Conditions are combined as predicates are: `!`, `&`, `|`, `^`. Both sides of a two-way predicate follow: what must be returned
/// for it to hold, and what for it to fail.
///
/// ```
/// use sbst::fitness::flag::{Condition, Key};
/// use sbst::id::CallSite;
///
/// let [a, b, find] = [0, 1, 2].map(CallSite::new);
/// let both = Condition::call(a) & Condition::call(b); // a(x) && b(y), or a(x) & b(y)
/// let none = !Condition::call(a) & !Condition::call(b);
/// let same = Condition::same(a, b); // a(x) == b(y)
/// let found = Condition::result(find, Key::SOME); // find(x).is_some()
/// # let _ = (both, none, same, found);
/// ```
///
/// # The value
///
/// F2 for distances of calls: where all of several results are needed their F are added, where any of them is needed the least
/// counts. A result that the last call at its site returned already counts 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Parts come before what they are parts of.
    pub(super) nodes: Vec<Node>,
    pub(super) holds: u32,
    pub(super) fails: u32,
}

/// A need, made of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node<L = (CallSite, Keys)> {
    /// One result.
    Result(L),
    /// Both of these.
    Both(u32, u32),
    /// Either of these.
    Either(u32, u32),
}

impl Condition {
    /// The call at a site returns `true`.
    #[must_use]
    pub fn call(site: CallSite) -> Self {
        let nodes = [true, false].into_iter().map(|value| Node::Result((site, Keys::from(value)))).collect();
        Self { nodes, holds: 0, fails: 1 }
    }

    /// The call at a site returns one of these keys; where the condition fails, any other.
    #[must_use]
    pub fn result(site: CallSite, keys: impl Into<Keys>) -> Self {
        Self::of(site, keys.into())
    }

    /// The calls at two sites return the same `bool`: both `true`, or both `false`.
    #[must_use]
    pub fn same(a: CallSite, b: CallSite) -> Self {
        !(Self::call(a) ^ Self::call(b))
    }

    pub(super) fn of(site: CallSite, keys: Keys) -> Self {
        let others = !keys.clone();
        Self { nodes: [keys, others].into_iter().map(|keys| Node::Result((site, keys))).collect(), holds: 0, fails: 1 }
    }

    /// Appends the nodes of another condition, and returns the new numbers of its two sides.
    fn append(&mut self, other: Self) -> (u32, u32) {
        let first = self.nodes.len() as u32;
        self.nodes.extend(other.nodes.into_iter().map(|node| match node {
            Node::Both(a, b) => Node::Both(first + a, first + b),
            Node::Either(a, b) => Node::Either(first + a, first + b),
            result @ Node::Result(_) => result,
        }));
        (first + other.holds, first + other.fails)
    }

    fn push(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }
}

impl From<CallSite> for Condition {
    fn from(site: CallSite) -> Self {
        Self::call(site)
    }
}

/// Holds where the condition fails.
impl Not for Condition {
    type Output = Self;

    fn not(self) -> Self {
        Self { nodes: self.nodes, holds: self.fails, fails: self.holds }
    }
}

/// Holds where both hold.
impl BitAnd for Condition {
    type Output = Self;

    fn bitand(mut self, other: Self) -> Self {
        let (holds, fails) = self.append(other);
        self.holds = self.push(Node::Both(self.holds, holds));
        self.fails = self.push(Node::Either(self.fails, fails));
        self
    }
}

/// Holds where either holds.
impl BitOr for Condition {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        !(!self & !other)
    }
}

/// Holds where one of them holds.
impl BitXor for Condition {
    type Output = Self;

    fn bitxor(mut self, other: Self) -> Self {
        let (holds, fails) = self.append(other);
        let (first, second) = (self.push(Node::Both(self.holds, fails)), self.push(Node::Both(self.fails, holds)));
        let (third, fourth) = (self.push(Node::Both(self.holds, holds)), self.push(Node::Both(self.fails, fails)));
        self.holds = self.push(Node::Either(first, second));
        self.fails = self.push(Node::Either(third, fourth));
        self
    }
}
