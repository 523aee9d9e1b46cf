//! Random walks through a model, each of which is a behaviour.

use super::model::UsageModel;
use super::next::Next;
use super::state::{State, Transition};
use crate::draw;
use alloc::vec::Vec;

/// The weights by which a walk chooses among the transitions of a state.
///
/// The publication selects behaviours by their dissimilarity and does not print how it draws them
/// from a model (SEED 3.2.1).
///
/// ```
/// use sbst_seeding::usage::{Choice, UsageModel};
///
/// let mut model = UsageModel::new();
/// ["add", "add", "add", "size"].map(|action| model.train([action]));
/// // Each walk draws 0.4 at the start, where add has a count of 3, and size of 1.
/// let first = |choice| model.walk(choice, 5, || 0.4).map(|walk| walk[0]);
/// let firsts = [Choice::Uniform, Choice::Frequent, Choice::Rare].map(first);
/// assert_eq!(firsts, [Some("add"), Some("add"), Some("size")]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Choice {
    /// All transitions have the weight 1: they are equally likely, regardless of their counts.
    #[default]
    Uniform,
    /// A transition has its count as weight: calls are as likely as they were in the learned
    /// sequences.
    Frequent,
    /// A transition has the weight 1 / count: uncommon calls are likely.
    ///
    /// The publication proposes to prefer the most uncommon call sequences and gives no formula
    /// (SEED section 8). For the most uncommon whole sequences, sort behaviours by
    /// [`probability_of`](UsageModel::probability_of).
    Rare,
}

impl Choice {
    /// Returns the weight of a transition: 1, its count, or 1 / count. The weight is positive.
    ///
    /// Use it as the weight of [`Walker::walk`](super::Walker::walk), or as a part of weights of
    /// your own.
    ///
    /// ```
    /// use sbst_seeding::usage::{Choice, UsageModel};
    ///
    /// let model = UsageModel::from_iter([["add"], ["add"]]);
    /// let way =
    ///     model.state(&[]).and_then(|start| start.transitions().next()).expect("to add");
    /// let weights = [Choice::Uniform, Choice::Frequent, Choice::Rare]
    ///     .map(|choice| choice.weight(way));
    /// assert_eq!(weights, [1.0, 2.0, 0.5]);
    /// ```
    #[must_use]
    pub fn weight<A>(self, way: Transition<'_, A>) -> f64 {
        self.of_count(way.count)
    }

    /// Returns the weight of a transition with a given count.
    fn of_count(self, count: u64) -> f64 {
        match self {
            Self::Uniform => 1.0,
            Self::Frequent => count as f64,
            Self::Rare => 1.0 / count as f64,
        }
    }
}

impl<A: Ord + Clone> UsageModel<A> {
    /// Returns a behaviour: the actions of a random walk from the start to the end, at most `most`
    /// of them.
    ///
    /// The result is `None` if the walk has not ended after `most` actions, or if the model was not
    /// trained. A [`Walker`](super::Walker) makes walks that always end, and walks through a given
    /// action.
    ///
    /// `draw` gives a random number in [0, 1) for each step. Smaller numbers and NaN count as 0,
    /// larger numbers as the greatest number below 1. The transitions of a state are in the order
    /// of [`transitions`](State::transitions). Of m transitions, a uniform walk takes number
    /// floor(m * draw). O(n log s + t) for a step, for s states and a state with t transitions.
    ///
    /// ```
    /// use sbst_seeding::usage::{Choice, UsageModel};
    ///
    /// let mut model = UsageModel::new();
    /// model.train(["open", "read", "close"]);
    /// model.train(["open", "close"]);
    /// let mut draws = [0.9, 0.9, 0.0, 0.0].into_iter();
    /// let walk = model.walk(Choice::Uniform, 10, || draws.next().unwrap_or(0.0));
    /// assert_eq!(walk.as_deref(), Some(&["open", "read", "close"][..]));
    /// assert_eq!(model.walk(Choice::Uniform, 1, || 0.0), None); // all have 2 or more
    /// ```
    #[must_use]
    pub fn walk(
        &self,
        choice: Choice,
        most: usize,
        mut draw: impl FnMut() -> f64,
    ) -> Option<Vec<A>> {
        // The state is looked up by the last n - 1 actions of the walk itself, so a walk needs no
        // table of the model.
        let mut walk = Vec::new();
        loop {
            let next = self.states.get(self.last(&walk))?;
            match next.pick(choice, draw()) {
                None => return Some(walk),
                Some(_) if walk.len() == most => return None,
                Some(action) => walk.push(action.clone()),
            }
        }
    }

    /// Returns a behaviour as [`walk`](Self::walk) does, with weights of the caller.
    ///
    /// The probability of a transition is its weight divided by the sum of the weights of all
    /// transitions of the state. `weigh` is called once for each transition of each state on the
    /// walk. NaN and negative weights count as 0, weights above 1e300 count as 1e300. If all
    /// weights of a state are 0, its transitions are equally likely. The cap, the draws and the
    /// result `None` are those of [`walk`](Self::walk).
    ///
    /// ```
    /// use sbst_seeding::usage::{Choice, UsageModel};
    ///
    /// let model = UsageModel::from_iter([
    ///     vec!["new", "add"],
    ///     vec!["new", "add", "add"],
    ///     vec!["new"],
    /// ]);
    /// // Choose add wherever it is possible.
    /// let adds = model.walk_by(|_, way| f64::from(way.action == Some(&"add")), 9, || 0.5);
    /// assert_eq!(adds, None); // it did not end after 9 actions
    /// let few = model.walk_by(
    ///     |state, way| if state.history() == ["add"] { way.probability } else { 1.0 },
    ///     9,
    ///     || 0.6,
    /// );
    /// assert_eq!(few, Some(vec!["new", "add"])); // after add, the end has 2/3
    /// ```
    #[must_use]
    pub fn walk_by(
        &self,
        mut weigh: impl FnMut(State<'_, A>, Transition<'_, A>) -> f64,
        most: usize,
        mut draw: impl FnMut() -> f64,
    ) -> Option<Vec<A>> {
        // `weights` is reused by all steps.
        let (mut walk, mut weights) = (Vec::new(), Vec::new());
        loop {
            let state = self.state(&walk)?;
            weights.clear();
            weights.extend(state.transitions().map(|way| draw::weight(weigh(state, way))));
            match state.transitions().nth(draw::weighted(draw(), &weights))?.action {
                None => return Some(walk),
                Some(_) if walk.len() == most => return None,
                Some(action) => walk.push(action.clone()),
            }
        }
    }
}

impl<A> Next<A> {
    /// Returns the action of the transition that a number in [0, 1) picks; `None` for the end.
    fn pick(&self, choice: Choice, number: f64) -> Option<&A> {
        // The interval [0, sum of weights) is cut into one piece for each transition; the number
        // picks the piece that contains it. No weights are stored, so nothing is allocated. If
        // rounding leaves the number beyond the last piece, the last transition is picked.
        let mut left = draw::clamped(number)
            * self.ways().map(|(_, count)| choice.of_count(count)).sum::<f64>();
        let mut picked = None;
        for (action, count) in self.ways() {
            picked = action;
            left -= choice.of_count(count);
            if left < 0.0 {
                break;
            }
        }
        picked
    }
}
