//! Pool of whole tests, to be cloned.

use crate::draw;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// Existing tests with the classes that each test uses: the test pool of test seeding (SEED 2.2.2,
/// 3.4).
///
/// Only tests that use the target class are cloned. If the clone does not call the target method, a
/// call of this method is added to the clone.
///
/// ```
/// use sbst_seeding::pool::{Rates, Tests};
///
/// let mut tests = Tests::new();
/// tests.add(vec!["l = new List()", "l.add(1)"], ["List"]);
/// tests.add(vec!["m = new Map()"], ["Map"]);
/// assert_eq!(tests.using(&"List").count(), 1);
/// let chance = Rates::TEST_SEEDING.clone_test;
/// let calls_it = |test: &Vec<&str>| test.contains(&"l.clear()");
/// let clone = tests.clone_using(
///     &"List",
///     chance,
///     || 0.1,
///     calls_it,
///     |test| test.push("l.clear()"),
/// );
/// assert_eq!(clone, Some(vec!["l = new List()", "l.add(1)", "l.clear()"]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(deserialize = "K: Ord + serde::Deserialize<'de>, T: serde::Deserialize<'de>"))
)]
pub struct Tests<K, T> {
    /// The tests in the order in which they were added, each with the classes that it uses.
    tests: Vec<(T, BTreeSet<K>)>,
}

impl<K, T> Default for Tests<K, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, T> Tests<K, T> {
    /// Creates an empty pool of tests.
    #[must_use]
    pub const fn new() -> Self {
        Self { tests: Vec::new() }
    }
}

impl<K: Ord, T> Tests<K, T> {
    /// Adds a test and the classes that it uses. A class may be named more than once.
    pub fn add(&mut self, test: T, classes: impl IntoIterator<Item = K>) {
        self.tests.push((test, classes.into_iter().collect()));
    }

    /// Returns the tests that use a class, in the order in which they were added.
    ///
    /// O(m log c) for m tests in the pool and c classes of a test.
    pub fn using<'t>(&'t self, class: &'t K) -> impl DoubleEndedIterator<Item = &'t T> + Clone {
        self.tests.iter().filter(move |(_, classes)| classes.contains(class)).map(|(test, _)| test)
    }

    /// Returns the clone of a test that uses the target class, with probability `chance`; otherwise
    /// `None`.
    ///
    /// If no test uses the target class, the result is `None` and nothing is drawn. Otherwise the
    /// first draw decides if a test is cloned. The second draw decides which one: of m tests that
    /// use the class, number floor(m * draw), in the order of [`using`](Self::using).
    ///
    /// If `calls_target` returns `false` for the clone, `add_call` adds a call of the target method
    /// to it (SEED 3.4).
    ///
    /// Draws are in [0, 1). Smaller numbers and NaN count as 0, larger numbers as the greatest
    /// number below 1.
    pub fn clone_using(
        &self,
        target: &K,
        chance: f64,
        draw: impl FnMut() -> f64,
        calls_target: impl FnOnce(&T) -> bool,
        add_call: impl FnOnce(&mut T),
    ) -> Option<T>
    where
        T: Clone,
    {
        // Nothing is drawn for a class without tests, so adding tests of other classes does not
        // change the search.
        // The tests that use the class are counted first: the draw needs their number, and a list
        // of them would allocate.
        let place = draw::chosen(self.using(target).count(), chance, draw)?;
        let mut clone = self.using(target).nth(place)?.clone();
        // SEED 3.4: guided initialisation keeps a call of the target method in every test.
        if !calls_target(&clone) {
            add_call(&mut clone);
        }
        Some(clone)
    }
}
