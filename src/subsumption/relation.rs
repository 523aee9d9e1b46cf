//! The relation: who is said to subsume whom.

#[cfg(doc)]
use super::SubsumptionGraph;
use super::reason::{Fact, ImplicationReason};
use crate::id::GoalId;
use alloc::vec::Vec;

/// Relation of goals that subsume others: covering the first of a pair covers the second. By default no goal subsumes another one.
///
/// From pairs of the caller (`from_iter`, `extend`), from the control flow ([`Structure`](super::Structure)), from tests
/// ([`CoverageMatrix`](super::CoverageMatrix)), from the operators of mutants ([`mutants`](crate::subsumption::mutants)), and from any of
/// them together ([`unite`](Self::unite)). Pairs need not be closed: what follows from them is found when they are asked
/// ([`collapse`](Self::collapse)). Space is linear in the pairs.
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
    /// What is no goal, but stands between goals.
    pub(super) facts: Vec<Fact>,
    pub(super) pairs: Vec<Pair>,
}

/// One implies the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Pair {
    pub(super) from: Node,
    pub(super) to: Node,
    pub(super) reason: ImplicationReason,
}

/// A goal, or one of the facts of a relation by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Node {
    Goal(GoalId),
    Fact(u32),
}

impl Subsumption {
    /// Adds all pairs of another relation. A consequence is as certain as the least certain pair on the way: if tests made a pair
    /// ([`CoverageMatrix`](super::CoverageMatrix)), another test may show the contrary ([`SubsumptionGraph::refuted_by`]). So goals that
    /// are dropped by data should still be measured.
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
        let before = self.facts.len() as u32;
        let shifted = |node| match node {
            Node::Fact(place) => Node::Fact(place + before),
            goal @ Node::Goal(_) => goal,
        };
        self.facts.extend(other.facts);
        self.pairs.extend(other.pairs.into_iter().map(|pair| Pair { from: shifted(pair.from), to: shifted(pair.to), ..pair }));
    }

    /// Returns the relation with other numbers of goals: goal g becomes `number(g)`. For a relation of goals that are numbered by
    /// themselves, such as the rows of a matrix for the mutants of one expression.
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
            fact @ Node::Fact(_) => fact,
        };
        self.pairs.iter_mut().for_each(|pair| (pair.from, pair.to) = (to(pair.from), to(pair.to)));
        self
    }

    /// Returns the number of pairs that were given, those over facts that are no goals counted.
    #[must_use]
    pub const fn pair_count(&self) -> usize {
        self.pairs.len()
    }

    pub(super) fn fact(&mut self, fact: Fact) -> Node {
        Node::Fact(self.new_fact(fact))
    }

    /// Adds a fact, and returns its place.
    pub(super) fn new_fact(&mut self, fact: Fact) -> u32 {
        self.facts.push(fact);
        u32::try_from(self.facts.len() - 1).expect("fewer than 2^32 facts")
    }

    pub(super) fn pair(&mut self, from: Node, to: Node, reason: ImplicationReason) {
        self.pairs.push(Pair { from, to, reason });
    }

    pub(crate) fn pair_of_goals(&mut self, from: GoalId, to: GoalId, reason: ImplicationReason) {
        self.pair(Node::Goal(from), Node::Goal(to), reason);
    }
}

/// Pairs of the caller: (stronger, weaker).
impl Extend<(GoalId, GoalId)> for Subsumption {
    fn extend<I: IntoIterator<Item = (GoalId, GoalId)>>(&mut self, pairs: I) {
        for (stronger, weaker) in pairs {
            self.pair_of_goals(stronger, weaker, ImplicationReason::Given);
        }
    }
}

/// Pairs of the caller: (stronger, weaker).
impl FromIterator<(GoalId, GoalId)> for Subsumption {
    fn from_iter<I: IntoIterator<Item = (GoalId, GoalId)>>(pairs: I) -> Self {
        let mut relation = Self::default();
        relation.extend(pairs);
        relation
    }
}
