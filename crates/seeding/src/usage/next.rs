//! The transitions of a state.

use alloc::collections::BTreeMap;

/// The transitions of a state, with their counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Next<A> {
    /// Count of the transition to the end; 0 if no sequence ended in the state.
    pub(super) end: u64,
    /// Counts of the transitions by action, each at least 1.
    pub(super) actions: BTreeMap<A, u64>,
}

impl<A> Default for Next<A> {
    fn default() -> Self {
        Self { end: 0, actions: BTreeMap::new() }
    }
}

impl<A> Next<A> {
    /// Returns the number of times that a sequence left the state, at least 1, up to rounding.
    pub(super) fn total(&self) -> f64 {
        // In floating point: the sum of several counts near `u64::MAX` would overflow.
        self.actions.values().fold(self.end as f64, |total, &count| total + count as f64)
    }

    /// Returns the transitions that were taken, with their counts: the end (`None`) first, then the
    /// actions in ascending order.
    pub(super) fn ways(&self) -> impl Iterator<Item = (Option<&A>, u64)> + Clone {
        let end = (self.end > 0).then_some((None, self.end));
        end.into_iter().chain(self.actions.iter().map(|(action, &count)| (Some(action), count)))
    }
}

impl<A: Ord> Next<A> {
    /// Returns the count of a transition divided by the total of the state: 0 for a transition that
    /// was never taken.
    pub(super) fn probability(&self, action: Option<&A>) -> f64 {
        self.count(action) as f64 / self.total()
    }

    /// Returns the count of a transition: 0 if it was never taken.
    pub(super) fn count(&self, action: Option<&A>) -> u64 {
        match action {
            None => self.end,
            Some(action) => self.actions.get(action).copied().unwrap_or(0),
        }
    }
}

impl<A: Ord + Clone> Next<A> {
    /// Adds `count` to the count of a transition, up to `u64::MAX`.
    pub(super) fn see(&mut self, action: Option<&A>, count: u64) {
        let seen = match action {
            None => &mut self.end,
            // Not `entry` alone: it would clone the action even if the state has the transition
            // already.
            Some(action) => match self.actions.get_mut(action) {
                Some(seen) => seen,
                None => self.actions.entry(action.clone()).or_insert(0),
            },
        };
        *seen = seen.saturating_add(count);
    }

    /// Subtracts `count` from the count of a transition, down to 0, and returns `true` if the count
    /// becomes 0, which removes the transition.
    pub(super) fn forget(&mut self, action: Option<&A>, count: u64) -> bool {
        let seen = match action {
            None => Some(&mut self.end),
            Some(action) => self.actions.get_mut(action),
        };
        let Some(seen) = seen else { return false };
        *seen = seen.saturating_sub(count);
        let is_gone = *seen == 0;
        // A count of 0 is not stored: `ways` and equality of models see only transitions that were
        // taken.
        if is_gone && let Some(action) = action {
            self.actions.remove(action);
        }
        is_gone
    }
}
