//! Call sequences from logs.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Groups a log of calls by object: one sequence of actions for each object, in the order of the objects.
///
/// The log can come from any record of calls, such as the dynamic analysis of SEED 3.1.2, which sees the calls across all functions. It may
/// be of one class or of all: an object can be a pair of its class and a number.
///
/// ```
/// use sbst::seeding::usage::by_object;
///
/// let log = [("a", "new"), ("b", "new"), ("a", "add"), ("b", "size"), ("a", "size")];
/// assert_eq!(
///     by_object(log),
///     [("a", vec!["new", "add", "size"]), ("b", vec!["new", "size"])]
/// );
/// ```
#[must_use]
pub fn by_object<O: Ord, A>(log: impl IntoIterator<Item = (O, A)>) -> Vec<(O, Vec<A>)> {
    let mut sequences: BTreeMap<O, Vec<A>> = BTreeMap::new();
    for (object, action) in log {
        sequences.entry(object).or_default().push(action);
    }
    sequences.into_iter().collect()
}
