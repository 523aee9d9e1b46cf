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

// Probabilities of using the pools.

/// Probabilities with which a search takes objects and tests from pools instead of making new ones.
///
/// Each rate is a probability in [0, 1]. Rates below 0 and NaN count as 0, rates above 1 count
/// as 1.
///
/// The publication has two strategies. In both, the user chooses the rates (SEED 3.3, 3.4). The
/// table shows the rates of its evaluation (SEED 5.2.3). Where several rates were evaluated, the
/// one used here is in bold:
///
/// | | [`pick_initial`](Self::pick_initial) | [`pick_change`](Self::pick_change) | [`clone_test`](Self::clone_test) |
/// |---|---|---|---|
/// | [`MODEL_SEEDING`](Self::MODEL_SEEDING) | 0.2, 0.5, 0.8, **1.0**; 0.0 on ten crashes (SEED 7.2) | **0.3**; 0.0, 0.6, 0.9 on ten crashes (SEED 7.2) | no clones |
/// | [`TEST_SEEDING`](Self::TEST_SEEDING) | 0.3 | 0.3 | **0.2**, 0.5, 0.8, 1.0 |
///
/// The publication does not mix the two strategies. The type has no default.
///
/// ```
/// use sbst_seeding::pool::Rates;
///
/// let eager = Rates { pick_change: 0.9, ..Rates::MODEL_SEEDING };
/// assert_eq!(
///     (eager.pick_initial, eager.pick_change, eager.clone_test),
///     (1.0, 0.9, 0.0)
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rates {
    /// Probability of taking an object from the pool while the initial population is generated:
    /// Pr\[pick init\].
    #[cfg_attr(feature = "serde", serde(with = "sbst::distance::form::float"))]
    pub pick_initial: f64,
    /// Probability of taking an object from the pool while a test is mutated: Pr\[pick mut\].
    #[cfg_attr(feature = "serde", serde(with = "sbst::distance::form::float"))]
    pub pick_change: f64,
    /// Probability that a test of the initial population is the clone of an existing test:
    /// Pr\[clone\].
    #[cfg_attr(feature = "serde", serde(with = "sbst::distance::form::float"))]
    pub clone_test: f64,
}

impl Rates {
    /// Rates of model seeding: 1.0 for the initial population, 0.3 for mutations, and no clones.
    ///
    /// The publication fixes the rate of mutations at 0.3 (SEED 3.3, 5.2.3). It tries four rates
    /// for the initial population and names no default. Of the four, 1.0 has the highest mean
    /// reproduction ratio (22.0 of 30 runs, SEED Table 4) and the fewest evaluations (SEED Table
    /// 7). The rate 0.8 reproduces the most crashes in the majority of runs (70 of 124, SEED
    /// 6.2.1). Of 19 settings on ten crashes, (1.0, 0.3) also reproduces best (SEED Table 8).
    pub const MODEL_SEEDING: Self = Self { pick_initial: 1.0, pick_change: 0.3, clone_test: 0.0 };
    /// Rates of test seeding: 0.3 for the initial population, 0.3 for mutations, and 0.2 for
    /// clones. All three are published defaults.
    ///
    /// In the publication, the two rates of picking objects are one setting, p_object_pool (SEED
    /// 3.4). The rate 0.2 is the default of four rates of cloning that were tried (SEED 5.2.3).
    pub const TEST_SEEDING: Self = Self { pick_initial: 0.3, pick_change: 0.3, clone_test: 0.2 };
}
