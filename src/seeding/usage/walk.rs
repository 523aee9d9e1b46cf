//! Walks through a model.

use super::model::{Next, UsageModel};
use crate::seeding::draw;
use alloc::vec::Vec;

/// Which way on a walk takes.
///
/// ```
/// use sbst::seeding::usage::{Choice, UsageModel};
///
/// let mut model = UsageModel::new();
/// ["add", "add", "add", "size"].map(|action| model.train([action]));
/// let first = |choice| model.walk(choice, 5, || 0.4).map(|walk| walk[0]); // 0.4 of the way through add, size
/// assert_eq!([Choice::Uniform, Choice::Frequent, Choice::Rare].map(first), [Some("add"), Some("add"), Some("size")]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Choice {
    /// Each is as likely, however often it was seen. As published.
    #[default]
    Uniform,
    /// As likely as it was often.
    Frequent,
    /// The rarer, the likelier: in proportion to 1 / count.
    Rare,
}

impl<A: Ord + Clone> UsageModel<A> {
    /// A behaviour: a walk from the start to the end, of at most so many actions. `None` if the end was not reached with these, and if the
    /// model was not trained.
    ///
    /// `draw` gives a random number in [0, 1) for each step; smaller ones and NaN count as 0, larger ones as just below 1. The ways on are
    /// in the order of [`transitions`](super::State::transitions): with m of them, a uniform walk takes the one at floor(draw m).
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
}

impl<A> Next<A> {
    /// A way on; `None` for the end.
    fn pick(&self, choice: Choice, number: f64) -> Option<&A> {
        let end = Some(self.end).filter(|&count| count > 0).map(|count| (None, count));
        let ways = || end.into_iter().chain(self.actions.iter().map(|(action, &count)| (Some(action), count)));
        let weight = |count: u64| match choice {
            Choice::Uniform => 1.0,
            Choice::Frequent => count as f64,
            Choice::Rare => 1.0 / count as f64,
        };
        if choice == Choice::Uniform {
            return ways().nth(draw::place(number, ways().count()))?.0;
        }
        let mut left = draw::clamped(number) * ways().map(|(_, count)| weight(count)).sum::<f64>();
        let mut picked = None;
        for (action, count) in ways() {
            picked = action;
            left -= weight(count);
            if left < 0.0 {
                break;
            }
        }
        picked
    }
}
