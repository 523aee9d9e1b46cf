//! The subsumption relation: a list of pairs, before anything is derived from it.

#[cfg(doc)]
use super::SubsumptionGraph;
use super::reason::{Event, ImplicationReason};
use crate::id::GoalId;
use alloc::vec::Vec;

/// Relation between goals, as pairs: covering the first goal of a pair covers the second one. The
/// default is the empty relation.
///
/// | source of the pairs | function |
/// |---|---|
/// | the caller | `from_iter`, `extend` |
/// | the control flow | [`Structure::relate`](super::Structure::relate) |
/// | tests | [`CoverageMatrix::relate`](super::CoverageMatrix::relate) |
/// | the operators of mutants | [`mutants::relate`](crate::subsumption::mutants::relate) |
/// | several relations together | [`unite`](Self::unite) |
///
/// The pairs need not be transitively closed: [`collapse`](Self::collapse) derives all that follows
/// from them. Space is linear in the pairs.
///
/// ```
/// use sbst::id::GoalId;
/// use sbst::subsumption::Subsumption;
///
/// let [a, b, c, d] = [0, 1, 2, 3].map(GoalId::new);
/// let relation = Subsumption::from_iter([(a, b), (b, c), (c, b)]);
/// let graph = relation.collapse([a, b, c, d]);
/// assert_eq!(graph.minimal(), [a, d]); // covering these covers all
/// assert_eq!(graph.equivalents(c), [b, c]);
/// assert_eq!(graph.represented_by(c), a);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subsumption {
    /// Events that are no goals, but link goals.
    pub(super) events: Vec<Event>,
    /// The pairs, in the order in which they were added. A pair may appear several times.
    pub(super) pairs: Vec<Pair>,
}

/// A pair of the relation: `from` implies `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Pair {
    pub(super) from: Node,
    pub(super) to: Node,
    pub(super) reason: ImplicationReason,
}

/// A goal, or an event by its index in the list of events of its relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Node {
    Goal(GoalId),
    Event(u32),
}

impl Subsumption {
    /// Adds all pairs of another relation. Linear in the other relation.
    ///
    /// A conclusion is as certain as the least certain pair that it needs. A pair that comes from
    /// tests ([`CoverageMatrix`](super::CoverageMatrix)) may be refuted by another test
    /// ([`SubsumptionGraph::covered_by`]). Keep measuring the goals that you drop for such pairs.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::subsumption::Subsumption;
    ///
    /// let [a, b, c] = [0, 1, 2].map(GoalId::new);
    /// let mut relation = Subsumption::from_iter([(a, b)]);
    /// relation.unite(Subsumption::from_iter([(b, c)]));
    /// assert!(relation.collapse([]).subsumes(a, c));
    /// ```
    pub fn unite(&mut self, other: Self) {
        // Events are named by their index, and the indices of the other relation move up by the
        // events that are here already.
        let before = self.events.len() as u32;
        let shifted = |node| match node {
            Node::Event(place) => Node::Event(place + before),
            goal @ Node::Goal(_) => goal,
        };
        self.events.extend(other.events);
        self.pairs.extend(other.pairs.into_iter().map(|pair| Pair {
            from: shifted(pair.from),
            to: shifted(pair.to),
            ..pair
        }));
    }

    /// Returns the relation with renumbered goals: goal g becomes `number(g)`. Linear in the pairs.
    ///
    /// Use it for a relation whose goals have numbers of their own, such as the rows of a matrix
    /// for the mutants of one expression.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::subsumption::CoverageMatrix;
    ///
    /// let rows = CoverageMatrix::from_rows([[0b01_u64], [0b11]]).relate();
    /// let graph = rows.renumbered(|row| GoalId::new(10 + row.number())).collapse([]);
    /// assert!(graph.subsumes(GoalId::new(10), GoalId::new(11)));
    /// ```
    #[must_use]
    pub fn renumbered(mut self, number: impl Fn(GoalId) -> GoalId) -> Self {
        let to = |node| match node {
            Node::Goal(goal) => Node::Goal(number(goal)),
            event @ Node::Event(_) => event,
        };
        for pair in &mut self.pairs {
            (pair.from, pair.to) = (to(pair.from), to(pair.to));
        }
        self
    }

    /// Returns the number of pairs in the list, including the pairs with events. Pairs that follow
    /// from these are not counted.
    #[must_use]
    pub const fn pair_count(&self) -> usize {
        self.pairs.len()
    }

    /// Adds an event, and returns its node.
    pub(super) fn event(&mut self, event: Event) -> Node {
        self.events.push(event);
        Node::Event(u32::try_from(self.events.len() - 1).expect("fewer than 2^32 events"))
    }

    /// Adds the pair that `from` implies `to`.
    pub(super) fn pair(&mut self, from: Node, to: Node, reason: ImplicationReason) {
        self.pairs.push(Pair { from, to, reason });
    }

    /// Adds the pair that the goal `from` subsumes the goal `to`.
    pub(crate) fn pair_of_goals(&mut self, from: GoalId, to: GoalId, reason: ImplicationReason) {
        self.pair(Node::Goal(from), Node::Goal(to), reason);
    }
}

/// Adds pairs of the caller: (stronger, weaker). Their reason is [`ImplicationReason::Given`].
impl Extend<(GoalId, GoalId)> for Subsumption {
    fn extend<I: IntoIterator<Item = (GoalId, GoalId)>>(&mut self, pairs: I) {
        for (stronger, weaker) in pairs {
            self.pair_of_goals(stronger, weaker, ImplicationReason::Given);
        }
    }
}

/// Collects pairs of the caller: (stronger, weaker). Their reason is [`ImplicationReason::Given`].
impl FromIterator<(GoalId, GoalId)> for Subsumption {
    fn from_iter<I: IntoIterator<Item = (GoalId, GoalId)>>(pairs: I) -> Self {
        let mut relation = Self::default();
        relation.extend(pairs);
        relation
    }
}
