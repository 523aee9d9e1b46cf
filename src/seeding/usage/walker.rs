//! Walks that always end, and walks through a given action.

use super::model::UsageModel;
use super::state::{State, Transition};
use super::table::Table;
use crate::seeding::draw;
use alloc::vec;
use alloc::vec::Vec;

/// Walks through one model that always end; on request, each through a given action, such as the target call of a crash.
///
/// A walk is drawn as by [`UsageModel::walk_by`]. If it has not ended after the given number of actions, the nearest way to the end is
/// appended: the fewest actions, of several such ways the one whose actions come first. A walk through an action takes no transition after
/// which that action could not come any more, and if the action has not come by the cap, the nearest way to the end is one through it.
///
/// It is prepared in O(n t log s) time for t transitions and s states, and each step of a walk takes O(transitions of the state).
///
/// The publication injects the target call into every test, and keeps it there (SEED 2.1, 3.4). Requiring the call within the
/// object's behaviour is ours.
///
/// ```
/// use sbst::seeding::usage::{Choice, UsageModel, Walker};
///
/// let model = UsageModel::from_iter([
///     vec!["open", "read", "read", "close"],
///     vec!["open", "seek", "read", "close"],
/// ]);
/// let again_and_again = || 0.99; // seek, then read for ever
/// assert_eq!(model.walk(Choice::Uniform, 4, again_and_again), None);
/// let walker = Walker::new(&model);
/// let walk = walker.walk(|_, way| Choice::Uniform.weight(way), 4, again_and_again);
/// assert_eq!(walk, Some(vec!["open", "seek", "read", "read", "close"]));
///
/// let seeking = Walker::through(&model, &"seek").expect("somebody did");
/// let walk = seeking.walk(|_, way| Choice::Uniform.weight(way), 4, || 0.0);
/// assert_eq!(walk, Some(vec!["open", "seek", "read", "close"]));
/// ```
#[derive(Clone, Debug)]
pub struct Walker<'m, A> {
    table: Table<'m, A>,
    through: Option<&'m A>,
    /// By state, before and after the given action was taken: the number of actions that the nearest way to the end has.
    left: Vec<[usize; 2]>,
}

/// The end cannot be reached.
const NEVER: usize = usize::MAX;

/// A state on a walk, and whether the given action was taken.
type At = (usize, bool);

impl<'m, A: Ord> Walker<'m, A> {
    /// Creates walks that always end.
    #[must_use]
    pub fn new(model: &'m UsageModel<A>) -> Self {
        Self::of(Table::new(model), None)
    }

    /// Creates walks that always end, and of which each takes the given action. `None` if the model has no such action.
    #[must_use]
    pub fn through(model: &'m UsageModel<A>, action: &A) -> Option<Self> {
        let table = Table::new(model);
        let action = table.ways.iter().find_map(|way| way.action.filter(|&other| other == action))?;
        Some(Self::of(table, Some(action)))
    }

    fn of(table: Table<'m, A>, through: Option<&'m A>) -> Self {
        let count = table.states.len();
        // Backwards from the end, all ways of equal length first.
        let mut before: Vec<Vec<(usize, bool)>> = vec![Vec::new(); count];
        let mut left = vec![[NEVER; 2]; count];
        let mut queue: Vec<At> = Vec::new();
        for (state, left) in left.iter_mut().enumerate() {
            for way in table.ways(state) {
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
            let steps = left[state][usize::from(is_taken)] + 1;
            for &(from, is_given) in &before[state] {
                // An action that is not the given one leaves open whether that was taken before.
                let open = (!is_given && !is_taken).then_some(false);
                let taken = is_taken.then_some(true);
                let first = (is_given && is_taken).then_some(false);
                for was_taken in [open, taken, first].into_iter().flatten() {
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

    /// Returns the number of actions that are still needed after a way, and its target; `None` if the way does not lead to an allowed end.
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
    /// Returns a behaviour: `most` actions at most, and then the nearest way to the end. `None` only if the model was not trained.
    ///
    /// Weights and draws are those of [`UsageModel::walk_by`], with a draw for each step; the nearest way takes none. Without a given action,
    /// walks that end by themselves are equal to those of [`UsageModel::walk_by`]; others begin with `most` equal actions.
    #[must_use]
    pub fn walk(
        &self,
        mut weigh: impl FnMut(State<'_, A>, Transition<'_, A>) -> f64,
        most: usize,
        mut draw: impl FnMut() -> f64,
    ) -> Option<Vec<A>> {
        let mut at = (0, self.through.is_none());
        let (mut walk, mut weights, mut ways) = (Vec::new(), Vec::new(), Vec::new());
        let end = self.table.states.len();
        while self.left.get(at.0)?[usize::from(at.1)] != NEVER {
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
                Some(_) if walk.len() >= most => break,
                Some(action) => walk.push(action.clone()),
            }
            at = to;
        }
        // The cap: of the ways on, always the first one that lies nearest to the end.
        while at.0 != end {
            let ways = self.table.ways(at.0).iter();
            let (_, to, action) = ways
                .filter_map(|way| self.after(at, way).map(|(left, to)| (if to.0 == end { 0 } else { left + 1 }, to, way.action)))
                .min_by_key(|&(left, ..)| left)?;
            walk.extend(action.cloned());
            at = to;
        }
        Some(walk)
    }
}
