//! The classes whose models give behaviours, and the constructors of these.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// Returns a behaviour that starts with a constructor: as it is if its first action is one, and else with `constructor()` in front, also
/// where a constructor follows later (SEED 3.1, 3.2.2).
///
/// Models learn such behaviours from objects that were made elsewhere, parameters and attributes for example. `constructor` chooses one; the
/// publication chooses one at random (SEED 3.2.2).
///
/// ```
/// use sbst::seeding::pool::constructed;
///
/// let whole = |behaviour| constructed(behaviour, |action| *action == "new", || "new");
/// assert_eq!(whole(vec!["add", "add"]), ["new", "add", "add"]); // SEED Listing 2
/// assert_eq!(whole(vec!["new", "add"]), ["new", "add"]);
/// assert_eq!(whole(vec!["add", "new", "size"]), ["new", "add", "new", "size"]);
/// assert_eq!(whole(vec![]), ["new"]);
/// ```
#[must_use]
pub fn constructed<A>(mut behaviour: Vec<A>, is_constructor: impl Fn(&A) -> bool, constructor: impl FnOnce() -> A) -> Vec<A> {
    if !behaviour.first().is_some_and(is_constructor) {
        behaviour.insert(0, constructor());
    }
    behaviour
}

/// Returns the calls on an object from its creation on, or `None` if the calls have no constructor: an object is carved from the run of a
/// test only if its creation was seen (SEED 2.2.2).
///
/// ```
/// use sbst::seeding::pool::carved;
///
/// let is_new = |action: &&str| *action == "new";
/// assert_eq!(
///     carved(&["new", "add", "add"], is_new),
///     Some(&["new", "add", "add"][..])
/// );
/// assert_eq!(carved(&["add", "size"], is_new), None);
/// ```
#[must_use]
pub fn carved<A>(calls: &[A], is_constructor: impl Fn(&A) -> bool) -> Option<&[A]> {
    let creation = calls.iter().position(is_constructor)?;
    Some(&calls[creation..])
}

/// Returns the classes whose models give behaviours, in the order in which to select them: those in the stack trace first, in its order,
/// then all other internal classes, ascending. Each class comes once.
///
/// Classes of dependencies count only if the stack trace names them (SEED 3.2). The objects that are carved from tests are of the classes that
/// this chooses, too (SEED 3.4). The publication prioritises the classes in the stack trace
/// while it selects behaviours, and prints no rule for it (SEED 6.2.4, 7.1): where the room in the pool is limited, fill it in this order.
/// Classes in the trace that are not among `classes` have no model, and are left out.
///
/// ```
/// use sbst::seeding::pool::seeded_classes;
///
/// let modelled = ["Clusterer", "LinkedList", "Logger", "Point"];
/// let is_internal = |class: &&str| ["Clusterer", "Point"].contains(class);
/// assert_eq!(
///     seeded_classes(modelled, is_internal, &["Point", "LinkedList"]),
///     ["Point", "LinkedList", "Clusterer"]
/// );
/// assert_eq!(seeded_classes(modelled, is_internal, &[]), ["Clusterer", "Point"]);
/// ```
#[must_use]
pub fn seeded_classes<K: Ord + Clone>(
    classes: impl IntoIterator<Item = K>,
    is_internal: impl Fn(&K) -> bool,
    trace: &[K],
) -> Vec<K> {
    let mut left: BTreeSet<K> = classes.into_iter().collect();
    let mut seeded: Vec<K> = trace.iter().filter_map(|class| left.take(class)).collect();
    seeded.extend(left.into_iter().filter(is_internal));
    seeded
}
