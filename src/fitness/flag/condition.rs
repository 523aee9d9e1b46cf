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
    /// Nodes of the condition.
    pub(super) nodes: Nodes,
    pub(super) sides: Sides,
    /// `true` if the observed distance comes first.
    pub(super) is_beside: bool,
}

/// The two sides of a condition, as indices of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sides {
    /// The node that says when the condition holds.
    pub holds: u32,
    /// The node that says when the condition fails.
    pub fails: u32,
}

/// Nodes of conditions. A part comes before the nodes that contain it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Nodes(pub Vec<Node>);

/// A need, made of other needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Node<L = (CallSite, Keys)> {
    /// One result is needed.
    Result(L),
    /// Both parts are needed.
    Both(u32, u32),
    /// Either part is enough.
    Either(u32, u32),
}

impl<L> Node<L> {
    /// Returns the node with its result, or the indices of its parts, replaced.
    pub(super) fn map<M>(self, result: impl FnOnce(L) -> M, part: impl Fn(u32) -> u32) -> Node<M> {
        match self {
            Self::Result(needed) => Node::Result(result(needed)),
            Self::Both(a, b) => Node::Both(part(a), part(b)),
            Self::Either(a, b) => Node::Either(part(a), part(b)),
        }
    }
}

impl Not for Sides {
    type Output = Self;

    fn not(self) -> Self {
        Self { holds: self.fails, fails: self.holds }
    }
}

impl Nodes {
    /// Appends a node, and returns its index.
    fn push(&mut self, node: Node) -> u32 {
        self.0.push(node);
        self.0.len() as u32 - 1
    }

    /// Appends the condition that the call at a site returns one of `keys`, and that fails if it
    /// returns one of `others`.
    pub(super) fn result(&mut self, site: CallSite, keys: Keys, others: Keys) -> Sides {
        let holds = self.push(Node::Result((site, keys)));
        Sides { holds, fails: self.push(Node::Result((site, others))) }
    }

    /// Appends the condition that holds if both hold.
    pub(super) fn both(&mut self, a: Sides, b: Sides) -> Sides {
        let holds = self.push(Node::Both(a.holds, b.holds));
        Sides { holds, fails: self.push(Node::Either(a.fails, b.fails)) }
    }

    /// Appends the condition that holds if either holds.
    pub(super) fn either(&mut self, a: Sides, b: Sides) -> Sides {
        !self.both(!a, !b)
    }

    /// Appends the condition that holds if exactly one of both holds.
    pub(super) fn differ(&mut self, a: Sides, b: Sides) -> Sides {
        // F2: `a ^ b` holds if a holds and b fails, or the other way round; it fails if both hold
        // or both fail. Each side is built from both sides of the operands, so that a negation only
        // swaps two numbers.
        let pairs =
            [(a.holds, b.fails), (a.fails, b.holds), (a.holds, b.holds), (a.fails, b.fails)];
        let [first, second, both, neither] = pairs.map(|(a, b)| self.push(Node::Both(a, b)));
        let holds = self.push(Node::Either(first, second));
        Sides { holds, fails: self.push(Node::Either(both, neither)) }
    }
}

impl Condition {
    /// Creates the condition that the call at a site returns `true`.
    #[must_use]
    pub fn call(site: CallSite) -> Self {
        Self::either_of(site, Keys::from(true), Keys::from(false))
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
        Self::either_of(site, keys.clone(), !keys)
    }

    /// Creates the condition that a call returns one of `keys`, and that fails if it returns one of
    /// `others`.
    fn either_of(site: CallSite, keys: Keys, others: Keys) -> Self {
        let mut nodes = Nodes::default();
        let sides = nodes.result(site, keys, others);
        Self { nodes, sides, is_beside: false }
    }

    /// Appends another condition, and joins the sides of both.
    fn join(mut self, other: Self, join: fn(&mut Nodes, Sides, Sides) -> Sides) -> Self {
        let first = self.nodes.0.len() as u32;
        let moved = |part| first + part;
        self.nodes.0.extend(other.nodes.0.into_iter().map(|node| node.map(|result| result, moved)));
        let Sides { holds, fails } = other.sides;
        let others = Sides { holds: moved(holds), fails: moved(fails) };
        self.sides = join(&mut self.nodes, self.sides, others);
        self.is_beside |= other.is_beside;
        self
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
        Self { sides: !self.sides, ..self }
    }
}

/// Returns the condition that holds if both hold.
impl BitAnd for Condition {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.join(other, Nodes::both)
    }
}

/// Returns the condition that holds if either holds.
impl BitOr for Condition {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.join(other, Nodes::either)
    }
}

/// Returns the condition that holds if exactly one of both holds.
impl BitXor for Condition {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        self.join(other, Nodes::differ)
    }
}
