//! Random walks that always end, and random walks through a given action.

use super::model::UsageModel;
use super::state::{State, Transition};
use super::table::Table;
use crate::draw;
use alloc::vec;
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
    /// By state: the number of actions on the nearest way to the end, before (0) and after (1) the
    /// given action was taken. Without a given action, walks use the second number only.
    left: Vec<[usize; 2]>,
}

/// The number of actions to the end if the end cannot be reached.
const NEVER: usize = usize::MAX;

/// A state on a walk, and `true` if the given action was taken already.
type At = (usize, bool);

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
            table.ways.iter().find_map(|way| way.action.filter(|&other| other == action))?;
        Some(Self::of(table, Some(action)))
    }

    /// Computes the distances of all states to the end.
    fn of(table: Table<'m, A>, through: Option<&'m A>) -> Self {
        let count = table.states.len();
        // A breadth-first search backwards from the end, over pairs of a state and whether the
        // given action was taken. The pair is needed: the nearest way to the end need not contain
        // the action. `before` has the transitions by target, each with its source and with `true`
        // if it takes the given action.
        let mut before: Vec<Vec<(usize, bool)>> = vec![Vec::new(); count];
        let mut left = vec![[NEVER; 2]; count];
        let mut queue: Vec<At> = Vec::new();
        for (state, left) in left.iter_mut().enumerate() {
            for way in table.ways(state) {
                // A walk may end only after the given action.
                if way.action.is_none() {
                    left[1] = 0;
                    queue.push((state, true));
                } else if let Some(before) = before.get_mut(way.to) {
                    before.push((state, way.action == through));
                }
            }
        }
        let mut at = 0;
        while let Some(&(state, is_taken)) = queue.get(at) {
            at += 1;
            // The queue is in the order of distances, so the first distance of a pair is its least
            // one.
            let steps = left[state][usize::from(is_taken)] + 1;
            for &(from, is_given) in &before[state] {
                for was_taken in [true, false] {
                    // Keep the pairs from which the transition leads to `is_taken`.
                    if (was_taken || is_given) != is_taken {
                        continue;
                    }
                    let known = &mut left[from][usize::from(was_taken)];
                    if *known == NEVER {
                        *known = steps;
                        queue.push((from, was_taken));
                    }
                }
            }
        }
        Self { table, through, left }
    }

    /// Returns the least number of actions to the end after a transition, and its target.
    ///
    /// Returns `None` if no walk after the transition ends and contains the given action.
    fn after(&self, (_, is_taken): At, way: &super::table::Way<'m, A>) -> Option<(usize, At)> {
        if way.action.is_none() {
            return is_taken.then_some((0, (way.to, true)));
        }
        let is_taken = is_taken || way.action == self.through;
        let left = *self.left.get(way.to)?.get(usize::from(is_taken))?;
        (left != NEVER).then_some((left, (way.to, is_taken)))
    }
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
        // Without a given action, the walk begins as if the action was taken.
        let mut at = (0, self.through.is_none());
        let (mut walk, mut weights, mut ways) = (Vec::new(), Vec::new(), Vec::new());
        let end = self.table.states.len();
        while self.left.get(at.0)?[usize::from(at.1)] != NEVER {
            // Only transitions after which the walk can still end, and take the given action, are
            // candidates.
            weights.clear();
            ways.clear();
            for (number, way) in self.table.transitions(at.0) {
                if let Some((_, to)) = self.after(at, &self.table.ways[number]) {
                    ways.push((to, way.action));
                    weights.push(draw::weight(weigh(self.table.state(at.0), way)));
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
        while at.0 != end {
            let ways = self.table.ways(at.0).iter();
            let (_, to, action) = ways
                .filter_map(|way| {
                    self.after(at, way)
                        .map(|(left, to)| (if to.0 == end { 0 } else { left + 1 }, to, way.action))
                })
                .min_by_key(|&(left, ..)| left)?;
            if let Some(action) = action {
                walk.push(action.clone());
            }
            at = to;
        }
        Some(walk)
    }
}
