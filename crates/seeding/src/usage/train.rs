//! Training of a model, merging of models, and the inverse of both.

use super::UsageError;
use super::model::UsageModel;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

impl<A: Ord + Clone> UsageModel<A> {
    /// Learns one sequence of actions.
    ///
    /// The empty sequence is learned, too: it is the behaviour of an object on which nothing is
    /// called. The costs are on the page of [`UsageModel`].
    pub fn train(&mut self, sequence: impl IntoIterator<Item = A>) {
        self.train_weighted(sequence, 1);
    }

    /// Learns one sequence as if it was seen `weight` times.
    ///
    /// Give sources that are worth more a greater weight. A weight of 0 changes nothing. Counts
    /// stop at `u64::MAX`.
    ///
    /// ```
    /// use sbst_seeding::usage::UsageModel;
    ///
    /// let mut model = UsageModel::new();
    /// model.train_weighted(["new", "add"], 3); // from a test that somebody wrote
    /// model.train(["new", "size"]); // from the source code
    /// assert_eq!(model.probability(&["new"], Some(&"add")), 0.75);
    /// ```
    pub fn train_weighted(&mut self, sequence: impl IntoIterator<Item = A>, weight: u64) {
        if weight == 0 {
            return;
        }
        let sequence: Vec<A> = sequence.into_iter().collect();
        // SEED 3.1: each action depends on the n - 1 actions before it. The last step is the end,
        // after all actions.
        for at in 0..=sequence.len() {
            let history = self.last(&sequence[..at]);
            // Not `entry` alone: it would copy the history even if the model has the state already.
            let next = match self.states.get_mut(history) {
                Some(next) => next,
                None => self.states.entry(history.to_vec()).or_default(),
            };
            next.see(sequence.get(at), weight);
        }
        self.sequences = self.sequences.saturating_add(weight);
    }

    /// Learns everything that another model has learned, as if this model was trained with the
    /// sequences of both.
    ///
    /// Merging is commutative and associative. O(n log s) comparisons for each transition of the
    /// other model.
    ///
    /// # Errors
    ///
    /// Returns [`UsageError::DifferentOrders`] if the two models have different n. This model is
    /// then unchanged.
    ///
    /// ```
    /// use sbst_seeding::usage::UsageModel;
    ///
    /// let [mut one, mut other, mut both] = [const { UsageModel::new() }; 3];
    /// one.train(["new", "add"]);
    /// other.train(["new", "size"]);
    /// both.extend([["new", "size"], ["new", "add"]]);
    /// one.merge(&other)?;
    /// assert_eq!(one, both);
    /// # Ok::<(), sbst_seeding::usage::UsageError>(())
    /// ```
    pub fn merge(&mut self, other: &Self) -> Result<(), UsageError> {
        self.merge_weighted(other, 1)
    }

    /// Learns everything that another model has learned, as if each of its sequences was seen
    /// `weight` times as often.
    ///
    /// A weight of 0 changes nothing. Counts stop at `u64::MAX`.
    ///
    /// The publication learns from two sources, the code and the runs of its tests (SEED 3.1),
    /// without counts and weights. It proposes execution logs as a further source (SEED 7.1,
    /// section 8). Weights are an addition of this crate.
    ///
    /// # Errors
    ///
    /// Returns [`UsageError::DifferentOrders`] if the two models have different n, also for a
    /// weight of 0. This model is then unchanged.
    ///
    /// ```
    /// use sbst_seeding::usage::UsageModel;
    ///
    /// let code = UsageModel::from_iter([["new", "add"]]);
    /// let logs = UsageModel::from_iter([["new", "size"]]);
    /// let mut model = code.clone();
    /// model.merge_weighted(&logs, 4)?;
    /// assert_eq!(model.probability(&["new"], Some(&"size")), 0.8);
    /// # Ok::<(), sbst_seeding::usage::UsageError>(())
    /// ```
    pub fn merge_weighted(&mut self, other: &Self, weight: u64) -> Result<(), UsageError> {
        if self.order != other.order {
            return Err(UsageError::DifferentOrders { ours: self.order, theirs: other.order });
        }
        if weight == 0 {
            return Ok(());
        }
        // A model keeps only counts, so adding the counts gives the model of all sequences of both.
        for (history, theirs) in &other.states {
            let ours = match self.states.get_mut(history) {
                Some(ours) => ours,
                None => self.states.entry(history.clone()).or_default(),
            };
            for (action, count) in theirs.ways() {
                ours.see(action, count.saturating_mul(weight));
            }
        }
        self.sequences = self.sequences.saturating_add(other.sequences.saturating_mul(weight));
        Ok(())
    }
}

/// Learns each of the sequences, each with a weight of 1.
impl<A: Ord + Clone, S: IntoIterator<Item = A>> Extend<S> for UsageModel<A> {
    fn extend<I: IntoIterator<Item = S>>(&mut self, sequences: I) {
        for sequence in sequences {
            self.train(sequence);
        }
    }
}

/// Creates a model with n = 2 that has learned each of the sequences, each with a weight of 1.
impl<A: Ord + Clone, S: IntoIterator<Item = A>> FromIterator<S> for UsageModel<A> {
    fn from_iter<I: IntoIterator<Item = S>>(sequences: I) -> Self {
        let mut model = Self::new();
        model.extend(sequences);
        model
    }
}

// Call sequences from logs of calls.

/// Groups a log of calls by object: one sequence of actions for each object, in the order of the
/// objects.
///
/// The actions of an object keep the order of the log. The log can come from any record of calls.
/// The dynamic analysis of SEED 3.1.2 records calls across functions. A log may cover one class or
/// all classes: an object can be a pair of its class and a number. An empty log gives no sequences.
/// O(c log o) comparisons for c calls on o objects.
///
/// ```
/// use sbst_seeding::usage::by_object;
///
/// let log = [("a", "new"), ("b", "new"), ("a", "add"), ("b", "size"), ("a", "size")];
/// assert_eq!(
///     by_object(log),
///     [("a", vec!["new", "add", "size"]), ("b", vec!["new", "size"])]
/// );
/// ```
#[must_use]
pub fn by_object<O: Ord, A>(log: impl IntoIterator<Item = (O, A)>) -> Vec<(O, Vec<A>)> {
    // An ordered map: the order of the result must not depend on hashes.
    let mut sequences: BTreeMap<O, Vec<A>> = BTreeMap::new();
    for (object, action) in log {
        sequences.entry(object).or_default().push(action);
    }
    sequences.into_iter().collect()
}
