//! Random walks through a model, each of which is a behaviour.

use super::model::UsageModel;
use super::state::{State, Transition};
use super::table::{MISSING, Table};
use crate::draw;
use crate::search::distances;
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
    /// trained. A [`Walker`] makes walks that always end, and walks through a given
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
        // table of the model. `weights` is reused by all steps.
        let (mut walk, mut weights) = (Vec::new(), Vec::new());
        loop {
            let state = self.state(&walk)?;
            weights.clear();
            weights.extend(state.next.ways().map(|(_, count)| choice.of_count(count)));
            match state.next.ways().nth(draw::weighted(draw(), &weights))?.0 {
                None => return Some(walk),
                Some(_) if walk.len() == most => return None,
                Some(action) => walk.push(action.clone()),
            }
        }
    }
}

// Random walks that always end, and random walks through a given action.

/// A generator of random walks through one model that always end and, on request, contain a given
/// action.
///
/// The given action may be the target call of a crash. A walk is drawn as by
/// [`UsageModel::walk`], with weights of the caller. If the walk has not ended after the given
/// number of actions, the nearest way to the end is appended: the way with the fewest actions and,
/// of several such ways, the first one in the lexicographic order of the actions.
///
/// A walk through an action never takes a transition after which the action could not come any
/// more. If the action has not come when the cap is reached, the nearest way to the end through the
/// action is appended.
///
/// Preparation takes O(n t log s) time for t transitions and s states. A step of a walk takes time
/// linear in the transitions of the state.
///
/// The publication puts the target call into every test and keeps it there (SEED 2.1, 3.4). The
/// requirement that the behaviour of an object contains the call is an addition of this crate.
///
/// ```
/// use sbst_seeding::usage::{Choice, UsageModel, Walker};
///
/// let model = UsageModel::from_iter([
///     vec!["open", "read", "read", "close"],
///     vec!["open", "seek", "read", "close"],
/// ]);
/// let again_and_again = || 0.99; // seek, then read without end
/// assert_eq!(model.walk(Choice::Uniform, 4, again_and_again), None);
/// let walker = Walker::new(&model);
/// let walk = walker.walk(|_, way| Choice::Uniform.weight(way), 4, again_and_again);
/// assert_eq!(walk, Some(vec!["open", "seek", "read", "read", "close"]));
///
/// let seeking = Walker::through(&model, &"seek").expect("an action");
/// let walk = seeking.walk(|_, way| Choice::Uniform.weight(way), 4, || 0.0);
/// assert_eq!(walk, Some(vec!["open", "seek", "read", "close"]));
/// ```
#[derive(Clone, Debug)]
pub struct Walker<'m, A> {
    /// The states of the model.
    states: Vec<State<'m, A>>,
    /// Where each walk begins.
    start: At,
    /// By place: the transitions after which a walk can still end, and take the given action. Each
    /// has the place to which it leads.
    ways: Vec<Vec<(At, Transition<'m, A>)>>,
    /// By place: the number of transitions on the nearest way to the end, [`NEVER`] if no walk from
    /// there ends and contains the given action.
    left: Vec<usize>,
}

/// The number of transitions to the end if the end cannot be reached.
const NEVER: usize = usize::MAX;

/// A place on a walk: 2 s + 1 for state s after the given action was taken, 2 s before. Without a
/// given action, a walk begins as if it was taken. The number of states stands for the end.
type At = usize;

impl<'m, A: Ord> Walker<'m, A> {
    /// Creates a generator of walks that always end.
    #[must_use]
    pub fn new(model: &'m UsageModel<A>) -> Self {
        Self::of(model, None)
    }

    /// Creates a generator of walks that always end and contain the given action.
    ///
    /// Returns `None` if the model has no transition with the action.
    #[must_use]
    pub fn through(model: &'m UsageModel<A>, action: &A) -> Option<Self> {
        let mut states = model.states.values();
        let (action, _) = states.find_map(|next| next.actions.get_key_value(action))?;
        Some(Self::of(model, Some(action)))
    }

    /// Finds the transitions of each place after which a walk can end.
    fn of(model: &'m UsageModel<A>, through: Option<&'m A>) -> Self {
        let table = Table::new(model);
        // Over pairs of a state and whether the given action was taken: the nearest way to the end
        // need not contain the action. Only the end after the action is a goal.
        let end = 2 * table.states.len() + 1;
        let after = |at: At, state: usize, action| {
            2 * state + usize::from(at % 2 == 1 || action == through)
        };
        let mut ways = Vec::new();
        for at in 0..end - 1 {
            let known = table.ways[at / 2].iter().filter(|way| way.to != MISSING);
            let known = known.map(|way| (after(at, way.to, way.transition.action), way.transition));
            ways.push(known.collect::<Vec<_>>());
        }
        let edges = ways.iter().enumerate();
        let edges = edges.flat_map(|(at, ways)| ways.iter().map(move |&(to, _)| (at, to)));
        let left = distances(end + 1, edges, |at| at == end);
        for ways in &mut ways {
            ways.retain(|&(to, _)| left[to] != NEVER);
        }
        Self { states: table.states, start: usize::from(through.is_none()), ways, left }
    }
}

impl<'m, A: Ord + Clone> Walker<'m, A> {
    /// Returns a behaviour: at most `most` random actions, and then the nearest way to the end if
    /// the walk has not ended.
    ///
    /// The result is `None` only if the model was not trained. The probability of a transition is
    /// its weight divided by the sum of the weights of all transitions of the state after which a
    /// walk can still contain the given action and end. `weigh` is called once for each of them, in
    /// each state on the random part of the walk. NaN and negative weights count as 0, weights above
    /// 1e300 count as 1e300. If all weights of a state are 0, its transitions are equally likely.
    ///
    /// `draw` is used as by [`UsageModel::walk`]. Each random step takes one draw; the nearest way
    /// takes none.
    ///
    /// Without a given action, and with the weights of a [`Choice`] and equal draws, a walk whose
    /// random steps reach the end equals the walk of [`UsageModel::walk`]. Any other walk begins
    /// with the `most` actions after which [`UsageModel::walk`] gives up.
    #[must_use]
    pub fn walk(
        &self,
        mut weigh: impl FnMut(State<'_, A>, Transition<'_, A>) -> f64,
        most: usize,
        mut draw: impl FnMut() -> f64,
    ) -> Option<Vec<A>> {
        let (mut walk, mut weights, mut at) = (Vec::new(), Vec::new(), self.start);
        loop {
            let ways = self.ways.get(at)?;
            let state = self.states[at / 2];
            weights.clear();
            weights.extend(ways.iter().map(|&(_, way)| draw::bounded(weigh(state, way))));
            let (to, way) = *ways.get(draw::weighted(draw(), &weights))?;
            match way.action {
                None => return Some(walk),
                // The cap. The drawn action is dropped, and the walk goes on from the state before
                // it.
                Some(_) if walk.len() >= most => break,
                Some(action) => walk.push(action.clone()),
            }
            at = to;
        }
        // The nearest way to the end: always the transition with the fewest actions to the end.
        // `min_by_key` returns the first one of several, which makes the way unique.
        while let Some(ways) = self.ways.get(at) {
            let (to, way) = *ways.iter().min_by_key(|&&(to, _)| self.left[to])?;
            walk.extend(way.action.cloned());
            at = to;
        }
        Some(walk)
    }
}
