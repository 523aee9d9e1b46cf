//! The transitions of a state.

use alloc::collections::BTreeMap;

/// The transitions of a state, with their counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Next<A> {
    /// 0 if no sequence ended there.
    pub(super) end: u64,
    pub(super) actions: BTreeMap<A, u64>,
}

impl<A> Default for Next<A> {
    fn default() -> Self {
        Self { end: 0, actions: BTreeMap::new() }
    }
}

impl<A> Next<A> {
    /// Number of times that the state was left: at least once.
    pub(super) fn total(&self) -> f64 {
        self.actions.values().fold(self.end as f64, |total, &count| total + count as f64)
    }

    /// Returns the end first, then by action; only those that were taken.
    pub(super) fn ways(&self) -> impl Iterator<Item = (Option<&A>, u64)> + Clone {
        let end = (self.end > 0).then_some((None, self.end));
        end.into_iter().chain(self.actions.iter().map(|(action, &count)| (Some(action), count)))
    }
}

impl<A: Ord> Next<A> {
    pub(super) fn probability(&self, action: Option<&A>) -> f64 {
        self.count(action) as f64 / self.total()
    }

    pub(super) fn count(&self, action: Option<&A>) -> u64 {
        match action {
            None => self.end,
            Some(action) => self.actions.get(action).copied().unwrap_or(0),
        }
    }
}

impl<A: Ord + Clone> Next<A> {
    pub(super) fn see(&mut self, action: Option<&A>, count: u64) {
        let seen = match action {
            None => &mut self.end,
            Some(action) => match self.actions.get_mut(action) {
                Some(seen) => seen,
                None => self.actions.entry(action.clone()).or_insert(0),
            },
        };
        *seen = seen.saturating_add(count);
    }

    /// Takes off at most what is there; whether nothing is left.
    pub(super) fn forget(&mut self, action: Option<&A>, count: u64) -> bool {
        let seen = match action {
            None => Some(&mut self.end),
            Some(action) => self.actions.get_mut(action),
        };
        let Some(seen) = seen else { return false };
        *seen = seen.saturating_sub(count);
        let is_gone = *seen == 0;
        if let (true, Some(action)) = (is_gone, action) {
            self.actions.remove(action);
        }
        is_gone
    }
}
