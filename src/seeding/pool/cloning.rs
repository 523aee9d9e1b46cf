//! Whole tests, to be cloned.

use crate::seeding::draw;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// Existing tests with the classes that each uses: the test pool of test seeding (SEED 2.2.2, 3.4).
///
/// Only tests that use the target class are cloned, and a clone that does not call the target method gets the call.
///
/// ```
/// use sbst::seeding::pool::{Rates, Tests};
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
#[cfg_attr(feature = "serde", serde(bound(deserialize = "K: Ord + serde::Deserialize<'de>, T: serde::Deserialize<'de>")))]
pub struct Tests<K, T> {
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
    /// Adds a test and the classes that it uses, each as often as the caller likes.
    pub fn add(&mut self, test: T, classes: impl IntoIterator<Item = K>) {
        self.tests.push((test, classes.into_iter().collect()));
    }

    /// Returns the tests that use a class, in the order in which they were added. O(tests log classes of a test).
    pub fn using<'t>(&'t self, class: &'t K) -> impl DoubleEndedIterator<Item = &'t T> + Clone {
        self.tests.iter().filter(move |(_, classes)| classes.contains(class)).map(|(test, _)| test)
    }

    /// Returns the clone of a test that uses the target class, with this chance; `None` otherwise, and if there is no such test: then
    /// nothing is drawn. The first draw decides if a test is cloned, the second one which: of m tests number floor(draw m).
    ///
    /// If `calls_target` denies that the clone calls the target method, `add_call` adds the call. Draws are in [0, 1); smaller ones and NaN
    /// count as 0, larger ones as just below 1.
    pub fn clone_using(
        &self,
        target: &K,
        chance: f64,
        mut draw: impl FnMut() -> f64,
        calls_target: impl FnOnce(&T) -> bool,
        add_call: impl FnOnce(&mut T),
    ) -> Option<T>
    where
        T: Clone,
    {
        let count = self.using(target).count();
        if count == 0 || !draw::happens(draw(), chance) {
            return None;
        }
        let mut clone = self.using(target).nth(draw::place(draw(), count))?.clone();
        if !calls_target(&clone) {
            add_call(&mut clone);
        }
        Some(clone)
    }
}
