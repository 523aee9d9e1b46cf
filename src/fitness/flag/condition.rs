//! Conditions on the results of calls, under which a branch is taken.

use super::key::Keys;
use crate::id::CallSite;
use alloc::vec::Vec;
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// A condition on the results of calls, which a predicate tests.
///
/// Conditions are combined with `!`, `&`, `|` and `^`, as predicates are. A condition describes
/// both sides of a two-way predicate: the results with which it holds, and those with which it
/// fails.
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
/// # Distance
///
/// If all of several results are needed, their F are added. If any of several results is enough,
/// the least F counts (F2 of the project's formulas, for calls). A result that the last call at its
/// site returned already counts 0. F takes the place of the distance that was observed, unless it
/// stands [beside](Self::beside_distance) it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Nodes of the condition. A part comes before the nodes that contain it.
    pub(super) nodes: Vec<Node>,
    /// Index of the node that says when the condition holds.
    pub(super) holds: u32,
    /// Index of the node that says when the condition fails.
    pub(super) fails: u32,
    /// `true` if the observed distance comes first.
    pub(super) is_beside: bool,
}

/// A need, made of other needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node<L = (CallSite, Keys)> {
    /// One result is needed.
    Result(L),
    /// Both parts are needed.
    Both(u32, u32),
    /// Either part is enough.
    Either(u32, u32),
}

impl Condition {
    /// Creates the condition that the call at a site returns `true`.
    #[must_use]
    pub fn call(site: CallSite) -> Self {
        let nodes = [true, false]
            .into_iter()
            .map(|value| Node::Result((site, Keys::from(value))))
            .collect();
        Self { nodes, holds: 0, fails: 1, is_beside: false }
    }

    /// Creates the condition that the call at a site returns one of these keys. It fails if the
    /// call returns any other key.
    #[must_use]
    pub fn result(site: CallSite, keys: impl Into<Keys>) -> Self {
        Self::of(site, keys.into())
    }

    /// Creates the condition that the calls at two sites return equal `bool`s: both `true`, or both
    /// `false`.
    #[must_use]
    pub fn same(a: CallSite, b: CallSite) -> Self {
        !(Self::call(a) ^ Self::call(b))
    }

    /// Puts the flag beside the distance d that is observed at it, such as that of the operands of
    /// `kind(x) == 1`: its distance is then d + norm(F), so that d comes first, and where it is
    /// flat, F decides. Without, it is F.
    ///
    /// ```
    /// use sbst::distance::{eq, gt};
    /// use sbst::execution::{CallTreeLimits, Trace};
    /// use sbst::fitness::fitness_of_block;
    /// use sbst::fitness::flag::{Condition, FlagGradient, Flags, Key};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{CallSite, Function};
    ///
    /// // main: 0: if size(x) == 2 { 1 } 2
    /// // size: 0: if x > 100 { 1: return 2 } 2: return 0
    /// let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    /// let mut graph = FlowGraph::of(&body)?;
    /// let (main, size, site) = (Function::new(0), graph.add(&body)?, CallSite::new(0));
    /// let mut flags = Flags::new();
    /// let condition = Condition::result(site, Key::from(2)).beside_distance();
    /// flags.function(&graph, main).decides(0, condition)?;
    /// flags.function(&graph, size).returns(1, 2)?.returns(2, 0)?;
    ///
    /// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::default());
    /// let f = trace.root().enter(main);
    /// f.at(site).enter(size).decide(0, gt(91, 100)); // size(91) is 0
    /// f.decide(0, eq(0, 2));
    /// let mut gradient = FlagGradient::new();
    /// let refined = gradient.refine(&graph, &flags, &trace)?;
    /// // d = |0 - 2| + K = 3; F = 10 / (1 + 10), since 100 - 91 + K = 10
    /// let f = 10.0 / 11.0;
    /// let then = graph.block(main, 1);
    /// assert_eq!(fitness_of_block(&graph, &refined, then).distance.get(), 3.0 + f / (1.0 + f));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn beside_distance(mut self) -> Self {
        self.is_beside = true;
        self
    }

    /// Creates the condition that a call returns one of these keys.
    pub(super) fn of(site: CallSite, keys: Keys) -> Self {
        let others = !keys.clone();
        Self {
            nodes: [keys, others].into_iter().map(|keys| Node::Result((site, keys))).collect(),
            holds: 0,
            fails: 1,
            is_beside: false,
        }
    }

    /// Appends the nodes of another condition, and returns the new numbers of its two sides.
    fn append(&mut self, other: Self) -> (u32, u32) {
        let first = self.nodes.len() as u32;
        self.is_beside |= other.is_beside;
        self.nodes.extend(other.nodes.into_iter().map(|node| match node {
            Node::Both(a, b) => Node::Both(first + a, first + b),
            Node::Either(a, b) => Node::Either(first + a, first + b),
            result @ Node::Result(_) => result,
        }));
        (first + other.holds, first + other.fails)
    }

    /// Appends a node, and returns its index.
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

/// Returns the condition that holds if this one fails.
impl Not for Condition {
    type Output = Self;

    fn not(self) -> Self {
        Self { holds: self.fails, fails: self.holds, ..self }
    }
}

/// Returns the condition that holds if both hold.
impl BitAnd for Condition {
    type Output = Self;

    fn bitand(mut self, other: Self) -> Self {
        let (holds, fails) = self.append(other);
        self.holds = self.push(Node::Both(self.holds, holds));
        self.fails = self.push(Node::Either(self.fails, fails));
        self
    }
}

/// Returns the condition that holds if either holds.
impl BitOr for Condition {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        !(!self & !other)
    }
}

/// Returns the condition that holds if exactly one of both holds.
impl BitXor for Condition {
    type Output = Self;

    fn bitxor(mut self, other: Self) -> Self {
        let (holds, fails) = self.append(other);
        // F2: `a ^ b` holds if a holds and b fails, or the other way round; it fails if both hold
        // or both fail. Each side is built from both sides of the operands, so that a negation only
        // swaps two numbers.
        let (first, second) =
            (self.push(Node::Both(self.holds, fails)), self.push(Node::Both(self.fails, holds)));
        let (third, fourth) =
            (self.push(Node::Both(self.holds, holds)), self.push(Node::Both(self.fails, fails)));
        self.holds = self.push(Node::Either(first, second));
        self.fails = self.push(Node::Either(third, fourth));
        self
    }
}
