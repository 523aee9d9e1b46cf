//! Choice of the classes whose objects go into a pool, and the constructors of these objects.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// Returns a behaviour that starts with a constructor.
///
/// If the first action is a constructor, the behaviour is returned unchanged. Otherwise the result
/// of `constructor()` is put in front, even if a constructor follows later or the behaviour is
/// empty (SEED 3.1, 3.2.2).
///
/// A model learns behaviours without a constructor from objects that were created elsewhere, such
/// as parameters and attributes. `constructor` chooses the constructor. The publication chooses one
/// at random (SEED 3.2.2).
///
/// ```
/// use sbst_seeding::pool::constructed;
///
/// let whole = |behaviour| constructed(behaviour, |action| *action == "new", || "new");
/// assert_eq!(whole(vec!["add", "add"]), ["new", "add", "add"]); // SEED Listing 2
/// assert_eq!(whole(vec!["new", "add"]), ["new", "add"]);
/// assert_eq!(whole(vec!["add", "new", "size"]), ["new", "add", "new", "size"]);
/// assert_eq!(whole(vec![]), ["new"]);
/// ```
#[must_use]
pub fn constructed<A>(
    mut behaviour: Vec<A>,
    is_constructor: impl Fn(&A) -> bool,
    constructor: impl FnOnce() -> A,
) -> Vec<A> {
    // Only the first action counts: a constructor that comes later creates no object for the
    // actions before it.
    if !behaviour.first().is_some_and(is_constructor) {
        behaviour.insert(0, constructor());
    }
    behaviour
}

/// Returns the calls on an object from its creation onwards, or `None` if no call is a constructor.
///
/// An object is carved from the run of a test only if its creation was recorded (SEED 2.2.2).
///
/// ```
/// use sbst_seeding::pool::carved;
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

/// Returns the classes whose models give behaviours, in the order in which to select the
/// behaviours.
///
/// The classes of the stack trace come first, in the order of the trace. All other internal classes
/// follow, in ascending order. Each class comes once. Classes of dependencies are included only if
/// the stack trace names them (SEED 3.2). Classes of the trace that are not among `classes` have no
/// model and are left out. Test seeding carves objects of the same classes (SEED 3.4).
///
/// The publication prioritises the classes of the stack trace while it selects behaviours, and
/// prints no rule for it (SEED 6.2.4, 7.1). If the pool has limited room, fill it in the order of
/// this function.
///
/// ```
/// use sbst_seeding::pool::seeded_classes;
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
    // `take` removes the class from the set, so a class that the trace names several times is
    // listed once.
    let mut left: BTreeSet<K> = classes.into_iter().collect();
    let mut seeded: Vec<K> = trace.iter().filter_map(|class| left.take(class)).collect();
    // SEED 3.2: of the classes that the trace does not name, only internal ones.
    seeded.extend(left.into_iter().filter(is_internal));
    seeded
}
