//! Random walks that always end, and random walks through a given action.

use super::model::UsageModel;
use super::state::{State, Transition};
use super::table::{Table, Way};
use crate::draw;
use crate::search::distances;
use alloc::vec::Vec;

/// A generator of random walks through one model that always end and, on request, contain a given
/// action.
///
/// The given action may be the target call of a crash. A walk is drawn as by
/// [`UsageModel::walk_by`]. If the walk has not ended after the given number of actions, the
/// nearest way to the end is appended: the way with the fewest actions and, of several such ways,
/// the first one in the lexicographic order of the actions.
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
    /// States and transitions of the model.
    table: Table<'m, A>,
    /// The action that each walk contains, if one was given.
    through: Option<&'m A>,
    /// By [`At`]: the number of transitions on the nearest way to the end, [`NEVER`] if no walk from
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
        Self::of(Table::new(model), None)
    }

    /// Creates a generator of walks that always end and contain the given action.
    ///
    /// Returns `None` if the model has no transition with the action.
    #[must_use]
    pub fn through(model: &'m UsageModel<A>, action: &A) -> Option<Self> {
        let table = Table::new(model);
        let action =
            table.ways.iter().find_map(|way| way.transition.action.filter(|&a| a == action))?;
        Some(Self::of(table, Some(action)))
    }

    /// Computes the distances of all places to the end.
    fn of(table: Table<'m, A>, through: Option<&'m A>) -> Self {
        // Over pairs of a state and whether the given action was taken: the nearest way to the end
        // need not contain the action. Only the end after the action is a goal.
        let mut edges = Vec::new();
        for state in 0..table.states.len() {
            for way in table.ways(state) {
                edges.extend([2 * state, 2 * state + 1].map(|at| (at, after(at, way, through))));
            }
        }
        let places = 2 * (table.states.len() + 1);
        edges.retain(|&(_, to)| to < places); // one that leads to no state leads nowhere
        let left = distances(places, edges.into_iter(), |at| at == places - 1);
        Self { table, through, left }
    }

    /// Returns the least number of transitions to the end after a transition, and its target.
    ///
    /// Returns `None` if no walk after the transition ends and contains the given action.
    fn after(&self, at: At, way: &Way<'m, A>) -> Option<(usize, At)> {
        let to = after(at, way, self.through);
        self.left.get(to).filter(|&&left| left != NEVER).map(|&left| (left, to))
    }
}

/// Returns the place to which a transition leads.
fn after<A: Ord>(at: At, way: &Way<'_, A>, through: Option<&A>) -> At {
    // A way that leads to no state stays out of reach.
    way.to.saturating_mul(2) | usize::from(at % 2 == 1 || way.transition.action == through)
}

impl<'m, A: Ord + Clone> Walker<'m, A> {
    /// Returns a behaviour: at most `most` random actions, and then the nearest way to the end if
    /// the walk has not ended.
    ///
    /// The result is `None` only if the model was not trained. `weigh` and `draw` are used as by
    /// [`UsageModel::walk_by`], except that transitions after which a given action could not come
    /// any more are not weighed. Each random step takes one draw; the nearest way takes none.
    ///
    /// Without a given action, and with equal weights and draws, a walk whose random steps reach
    /// the end equals the walk of [`UsageModel::walk_by`]. Any other walk begins with the `most`
    /// actions after which [`UsageModel::walk_by`] gives up.
    #[must_use]
    pub fn walk(
        &self,
        mut weigh: impl FnMut(State<'_, A>, Transition<'_, A>) -> f64,
        most: usize,
        mut draw: impl FnMut() -> f64,
    ) -> Option<Vec<A>> {
        if self.table.states.is_empty() {
            return None;
        }
        let mut at = usize::from(self.through.is_none());
        let (mut walk, mut weights, mut ways) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            // Only transitions after which the walk can still end, and take the given action, are
            // candidates.
            weights.clear();
            ways.clear();
            let state = self.table.states[at / 2];
            for way in self.table.ways(at / 2) {
                if let Some((_, to)) = self.after(at, way) {
                    ways.push((to, way.transition.action));
                    weights.push(draw::weight(weigh(state, way.transition)));
                }
            }
            let (to, action) = *ways.get(draw::weighted(draw(), &weights))?;
            match action {
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
        while at / 2 != self.table.states.len() {
            let ways = self.table.ways(at / 2).iter();
            let ((_, to), action) = ways
                .filter_map(|way| Some((self.after(at, way)?, way.transition.action)))
                .min_by_key(|&((left, _), _)| left)?;
            if let Some(action) = action {
                walk.push(action.clone());
            }
            at = to;
        }
        Some(walk)
    }
}
