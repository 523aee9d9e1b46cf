//! The part of a model that behaviours cover.

use super::model::UsageModel;
use super::state::{State, Transition};
use super::table::Table;
use alloc::vec;
use alloc::vec::Vec;

/// The transitions of a model that chosen behaviours take.
///
/// A fixed number of behaviours may miss much of a large model, and repeat themselves in a small one (SEED 6.2.4, 7.1, section 8):
/// `Coverage` reports how much is covered, and which transitions are missing. Covering transitions is a classical criterion of its own to select behaviours; the
/// publication prefers dissimilar ones (SEED 3.2.1).
///
/// ```
/// use sbst::seeding::usage::UsageModel;
///
/// let model = UsageModel::from_iter([vec!["new", "add"], vec!["new", "size"]]);
/// let mut coverage = model.coverage([["new", "add"]]);
/// // the end counts, too
/// assert_eq!((coverage.covered(), coverage.total(), coverage.share()), (3, 5, 0.6));
/// let missing: Vec<_> = coverage
///     .missing()
///     .map(|(state, way)| (state.history(), way.action.copied()))
///     .collect();
/// assert_eq!(missing, [(&["new"][..], Some("size")), (&["size"], None)]);
/// assert_eq!(coverage.see(&["new", "size"]), 2);
/// assert_eq!(coverage.share(), 1.0);
/// ```
#[derive(Clone, Debug)]
pub struct Coverage<'m, A> {
    table: Table<'m, A>,
    is_covered: Vec<bool>,
    covered: usize,
}

impl<A: Ord> UsageModel<A> {
    /// Returns the transitions that behaviours take. Pass the behaviours as drawn: a constructor that was put in front is no transition of
    /// the model. O(n t log s) for t transitions and s states, and O(n log s) for each action.
    #[must_use]
    pub fn coverage(&self, behaviours: impl IntoIterator<Item = impl AsRef<[A]>>) -> Coverage<'_, A> {
        let table = Table::new(self);
        let mut coverage = Coverage { is_covered: vec![false; table.ways.len()], covered: 0, table };
        for behaviour in behaviours {
            coverage.see(behaviour.as_ref());
        }
        coverage
    }
}

impl<'m, A: Ord> Coverage<'m, A> {
    /// Adds one behaviour, and returns the number of transitions that it covers first. Steps that the model does not have count for nothing.
    pub fn see(&mut self, behaviour: &[A]) -> usize {
        let before = self.covered;
        for at in 0..=behaviour.len() {
            if let Some(way) = self.table.find(&behaviour[..at], behaviour.get(at)) {
                self.covered += usize::from(!self.is_covered[way]);
                self.is_covered[way] = true;
            }
        }
        self.covered - before
    }

    /// Returns the transitions that no behaviour took, each with its state, in the order of the states.
    pub fn missing(&self) -> impl Iterator<Item = (State<'m, A>, Transition<'m, A>)> {
        self.transitions().filter(|(.., is_covered)| !is_covered).map(|(state, way, _)| (state, way))
    }

    /// Returns all transitions of the model, each with its state and `true` if some behaviour took it.
    pub fn transitions(&self) -> impl Iterator<Item = (State<'m, A>, Transition<'m, A>, bool)> {
        (0..self.table.states.len()).flat_map(move |state| {
            let of = self.table.state(state);
            self.table.transitions(state).map(move |(number, way)| (of, way, self.is_covered[number]))
        })
    }
}

impl<A> Coverage<'_, A> {
    /// Returns the number of transitions that some behaviour took.
    #[must_use]
    pub const fn covered(&self) -> usize {
        self.covered
    }

    /// Returns the number of transitions of the model.
    #[must_use]
    pub fn total(&self) -> usize {
        self.is_covered.len()
    }

    /// Returns the covered part of all transitions, in [0, 1]; 1 for a model that was not trained.
    #[must_use]
    pub fn share(&self) -> f64 {
        match self.total() {
            0 => 1.0,
            total => self.covered as f64 / total as f64,
        }
    }
}
