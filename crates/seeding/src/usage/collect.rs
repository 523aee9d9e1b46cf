//! Call sequences from logs of calls.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

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
