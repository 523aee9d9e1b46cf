//! The landscape of one goal.

use super::{Features, Measures};

/// The landscape of one goal: a branch, under one formula.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct GoalLandscape {
    /// Number of the goal among the goals of branch coverage. It is the same under all formulas.
    pub goal: u32,
    /// Branch in the names of the graph, such as `order: check -> accept on true`.
    pub name: String,
    /// Number of the decision: of the block that the branch leaves. All branches of one decision
    /// have the same number.
    pub decision: u32,
    /// Features of the branch in the code.
    pub features: Features,
    /// Number of random walks that measured the goal: on which its distance was finite at least
    /// once.
    ///
    /// The distance is infinite while the function of the goal was not entered, or its operands
    /// could not be compared. A walk that never measured the goal says nothing of its landscape,
    /// and counts neither as a plateau nor in [`measures`](Self::measures). On a walk that measured
    /// the goal, an infinite distance is a value like others.
    pub measured_walks: u32,
    /// Share of executions of all random walks in which the distance of the goal was finite, from 0
    /// to 1.
    pub measured: f64,
    /// Share of executions of all random walks that covered the goal, from 0 to 1. Goals with 1 are
    /// not part of a landscape.
    pub covered: f64,
    /// `true` if random walks saw at least two different distances at the decision when it did not
    /// take the branch; `false` if they saw only one, which is no gradient. `None` if the decision
    /// never took another branch.
    ///
    /// Tests of a truth value have one distance on either side. An equality has several on the side
    /// of equal values, and one on the other. A comparison by order has several on both sides.
    pub is_graded: Option<bool>,
    /// Measures on random walks. `None` if no walk measured the goal.
    pub measures: Option<Measures>,
    /// Ends of the adaptive walks towards the goal.
    pub adaptive: AdaptiveEnds,
}

/// Ends of adaptive walks towards one goal.
///
/// A walk that ends without covering the goal, on any value, ends at a local optimum: none of the
/// neighbours that it tried was better. Walks that used up all their executions count as well,
/// because they are not told apart from long walks over a plateau.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct AdaptiveEnds {
    /// Number of walks.
    pub walks: u32,
    /// Number of walks that covered the goal.
    pub successes: u32,
    /// Number of walks that ended without ever measuring the goal: with an infinite distance.
    pub unmeasured: u32,
    /// Number of different values of the goal at the local optima, except for infinite distances.
    pub optima: u32,
    /// Number of different inputs at the local optima, except for infinite distances.
    pub optimal_inputs: u32,
    /// Number of moves of all walks together.
    pub moves: u64,
    /// Number of executions of all walks together, including the starts.
    pub executions: u64,
}

impl AdaptiveEnds {
    /// Returns the share of walks that covered the goal, from 0 to 1. Returns `None` without walks.
    ///
    /// ```
    /// use sbst_laboratory::landscape::AdaptiveEnds;
    ///
    /// let ends = AdaptiveEnds { walks: 4, successes: 3, moves: 10, ..AdaptiveEnds::default() };
    /// assert_eq!((ends.success(), ends.mean_length()), (Some(0.75), Some(2.5)));
    /// ```
    #[must_use]
    pub fn success(&self) -> Option<f64> {
        self.per_walk(f64::from(self.successes))
    }

    /// Returns the mean number of moves of a walk, at least 0. Returns `None` without walks.
    #[must_use]
    pub fn mean_length(&self) -> Option<f64> {
        self.per_walk(self.moves as f64)
    }

    fn per_walk(&self, number: f64) -> Option<f64> {
        if self.walks == 0 { None } else { Some(number / f64::from(self.walks)) }
    }
}
