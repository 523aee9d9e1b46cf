//! Walks through a model.

use super::model::UsageModel;
use super::next::Next;
use super::state::{State, Transition};
use crate::seeding::draw;
use alloc::vec::Vec;

/// The probabilities of the transitions of a state on a walk.
///
/// The publication selects behaviours by their dissimilarity, and does not print how it draws them from a model (SEED 3.2.1).
///
/// ```
/// use sbst::seeding::usage::{Choice, UsageModel};
///
/// let mut model = UsageModel::new();
/// ["add", "add", "add", "size"].map(|action| model.train([action]));
/// // 0.4 of the way through add, size
/// let first = |choice| model.walk(choice, 5, || 0.4).map(|walk| walk[0]);
/// let firsts = [Choice::Uniform, Choice::Frequent, Choice::Rare].map(first);
/// assert_eq!(firsts, [Some("add"), Some("add"), Some("size")]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Choice {
    /// All transitions are equally likely, whatever their counts.
    #[default]
    Uniform,
    /// In proportion to the count of the transition: as objects were used.
    Frequent,
    /// In proportion to 1 / count: uncommon calls are likely.
    ///
    /// The publication proposes to prefer the most uncommon call sequences (SEED section 8), without a formula; for that, sort behaviours by
    /// [`probability_of`](UsageModel::probability_of).
    Rare,
}

impl Choice {
    /// Returns the weight of a transition, positive: 1, its count, or 1 / count. For [`Walker::walk`](super::Walker::walk), and for
    /// weights of the caller's that build on these.
    ///
    /// ```
    /// use sbst::seeding::usage::{Choice, UsageModel};
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

    fn of_count(self, count: u64) -> f64 {
        match self {
            Self::Uniform => 1.0,
            Self::Frequent => count as f64,
            Self::Rare => 1.0 / count as f64,
        }
    }
}

impl<A: Ord + Clone> UsageModel<A> {
    /// Returns a behaviour: the actions of a walk from the start to the end, at most `most` of them. `None` if the walk did not end by then,
    /// and if the model was not trained. A [`Walker`](super::Walker) makes walks that always end, and walks through a given action.
    ///
    /// `draw` gives a random number in [0, 1) for each step; smaller ones and NaN count as 0, larger ones as just below 1. The transitions
    /// of a state are in the order of [`transitions`](State::transitions): of m transitions, a uniform walk takes number floor(draw m).
    ///
    /// ```
    /// use sbst::seeding::usage::{Choice, UsageModel};
    ///
    /// let mut model = UsageModel::new();
    /// model.train(["open", "read", "close"]);
    /// model.train(["open", "close"]);
    /// let mut draws = [0.9, 0.9, 0.0, 0.0].into_iter();
    /// let walk = model.walk(Choice::Uniform, 10, || draws.next().unwrap_or(0.0));
    /// assert_eq!(walk.as_deref(), Some(&["open", "read", "close"][..]));
    /// assert_eq!(model.walk(Choice::Uniform, 1, || 0.0), None); // to open is not the end
    /// ```
    #[must_use]
    pub fn walk(&self, choice: Choice, most: usize, mut draw: impl FnMut() -> f64) -> Option<Vec<A>> {
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

    /// Returns a behaviour as [`walk`](Self::walk), by weights of the caller's: each transition of a state is as likely as its weight
    /// divided by the sum of them.
    ///
    /// NaN and negative weights count as 0, weights above 1e300 as that; if all weights of a state are 0, its transitions are equally
    /// likely. `weigh` is asked once for each transition of each state on the walk.
    ///
    /// ```
    /// use sbst::seeding::usage::{Choice, UsageModel};
    ///
    /// let model = UsageModel::from_iter([
    ///     vec!["new", "add"],
    ///     vec!["new", "add", "add"],
    ///     vec!["new"],
    /// ]);
    /// // Objects that grow: add as long as it is there.
    /// let adds = model.walk_by(|_, way| f64::from(way.action == Some(&"add")), 9, || 0.5);
    /// assert_eq!(adds, None); // it never ends
    /// let few = model.walk_by(
    ///     |state, way| if state.history() == ["add"] { way.probability } else { 1.0 },
    ///     9,
    ///     || 0.6,
    /// );
    /// assert_eq!(few, Some(vec!["new", "add"])); // 2/3 of those that added stopped there
    /// ```
    #[must_use]
    pub fn walk_by(
        &self,
        mut weigh: impl FnMut(State<'_, A>, Transition<'_, A>) -> f64,
        most: usize,
        mut draw: impl FnMut() -> f64,
    ) -> Option<Vec<A>> {
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
    /// Returns a way on; `None` for the end.
    fn pick(&self, choice: Choice, number: f64) -> Option<&A> {
        if choice == Choice::Uniform {
            return self.ways().nth(draw::place(number, self.ways().count()))?.0;
        }
        // No weights are stored: this allocates nothing.
        let mut left = draw::clamped(number) * self.ways().map(|(_, count)| choice.of_count(count)).sum::<f64>();
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
