//! Relations to a collection of any kind: membership, subset, equality of sets and multisets, emptiness; maps as collections of
//! keys, of values, or of pairs.
//!
//! | relation | distance to true | distance to false |
//! |---|---|---|
//! | [`contains()`] | the least to any element; of none: infinite | the number of equal elements |
//! | [`contains_all`] | sum of the memberships | the least of the memberships |
//! | [`set_eq`], [`multiset_eq`] | size of the symmetric difference, or Jaccard's distance ([`SetMetric`]) | K |
//! | [`is_empty()`] | the number of elements | K |
//!
//! | the program asks | the hook |
//! |---|---|
//! | `xs.contains(&x)` | `contains(&xs, &x)` |
//! | `names.contains("x")`, of `String` | `contains(names.iter().map(String::as_str), "x")` |
//! | `map.contains_key("x")`, of `String` | `contains(map.keys().map(String::as_str), "x")` |
//! | does any value equal v? | `contains(map.values(), &v)` |
//! | `map.get(&k) == Some(&v)` | [`eq`](super::eq())`(map.get(&k), Some(&v))` |
//! | is (k, v) one of the entries? | `contains(&map, (&k, &v))`: another key counts, too |
//! | `xs.iter().any(\|x\| *x > 5)` | [`any`](super::any())`(xs.iter().map(\|x\| gt(*x, 5)))` |
//! | `xs.len() == 3` | [`eq`](super::eq())`(xs.len(), 3)` |
//! | `a.is_superset(&b)`, `b.is_subset(&a)` | `contains_all(&a, &b)` |
//! | `match s { "get" => .., "put" => .. }` | a block and a `decide` with [`text::eq`](super::text::eq()) for each arm |
//!
//! The functions use [`Rules::DEFAULT`]; [`Rules`] has methods of the same names, which take a [`SetMetric`] where sets are compared.
//! [`By`](super::By) takes a closure for two elements. Sets and multisets are compared by `Ord`; without it, `contains_all` both ways.
//!
//! A collection is anything to iterate over whose iterator can be cloned: `&vec`, `&set`, `map.keys()`, `text.chars()`, `0..10`. It
//! is read, never drained: an iterator that the program under test goes on with (`&mut iterator`) is refused by its type. The order
//! of iteration, be it that of a hash table, never changes a result.
//!
//! ```
//! use sbst::distance::{collection, eq};
//! use std::collections::HashMap;
//!
//! let stock = HashMap::from([("bolt", 40), ("nut", 7)]);
//! // gap 2, and K
//! assert_eq!(collection::contains(stock.values(), &9).to_true().get(), 3.0);
//! // the value of that key
//! assert_eq!(eq(stock.get("nut"), Some(&9)).to_true().get(), 2.0 / 3.0);
//! assert!(collection::contains(stock.keys(), &"bolt").holds());
//! assert_eq!(collection::contains_all(&[2, 4, 5], &[1, 5]).to_true().get(), 2.0);
//! ```
//!
//! ```compile_fail
//! let mut rest = [1, 2, 3].iter();
//! // the program would find it empty
//! sbst::distance::collection::contains(rest.by_ref(), &2);
//! ```

use super::{Decision, Distance, EqualityDistance, Rules};
use crate::sort::sort_by;
use alloc::vec::Vec;

/// What can be read as often as needed without being used up.
///
/// ```
/// use sbst::distance::Decision;
/// use sbst::distance::collection::{Collection, contains};
/// use std::collections::BTreeMap;
///
/// /// Takes whatever can be read twice.
/// fn has_port(ports: impl Collection<u16>) -> Decision {
///     contains(ports, 8080)
/// }
///
/// let open = BTreeMap::from([(22, "ssh"), (8079, "web")]);
/// assert_eq!(has_port(open.keys().copied()).to_true().get(), 2.0); // gap 1, and K
/// assert!(has_port(8000..9000).holds());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no collection that can be read twice",
    note = "pass a collection by reference, or an iterator that can be cloned (text: `.chars()`)",
    note = "a distance must not use up what the program goes on with"
)]
pub trait Collection<T>: IntoIterator<Item = T, IntoIter: Clone> {}

impl<T, C: IntoIterator<Item = T, IntoIter: Clone>> Collection<T> for C {}

/// Metric of the distance between two sets.
///
/// ```
/// use sbst::distance::Rules;
/// use sbst::distance::collection::SetMetric;
///
/// let distance = |metric| Rules::DEFAULT.set_eq(1..=8, 1..=9, metric).to_true().get();
/// assert_eq!(distance(SetMetric::SymmetricDifference), 1.0);
/// assert_eq!(distance(SetMetric::Jaccard), 1.0 / 9.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum SetMetric {
    /// The number of elements that only one of them has.
    #[default]
    SymmetricDifference,
    /// (u - i) / u, i elements in both, u in any: in (0, 1].
    Jaccard,
}

/// Relations to collections.
impl Rules {
    /// Evaluates whether `element` is in `collection`, under these rules; see [`contains()`].
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// // 31 is nearest
    /// assert_eq!(Rules::KOREL.contains(&[10, 20, 31], &30).to_true().get(), 1.0);
    /// // two to remove
    /// assert_eq!(Rules::KOREL.contains(&[7, 7, 1], &7).to_false().get(), 2.0);
    /// ```
    pub fn contains<T: EqualityDistance>(&self, collection: impl Collection<T>, element: T) -> Decision {
        self.membership(collection.into_iter(), &element)
    }

    /// Evaluates whether all `elements` are in `collection`, under these rules; see [`contains_all`].
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// assert_eq!(
    ///     Rules::KOREL.contains_all(&[10, 20], &[11, 20, 23]).to_true().get(),
    ///     1.0 + 3.0
    /// );
    /// ```
    pub fn contains_all<T: EqualityDistance>(&self, collection: impl Collection<T>, elements: impl Collection<T>) -> Decision {
        let collection = collection.into_iter();
        let mut memberships: Vec<Decision> = elements.into_iter().map(|e| self.membership(collection.clone(), &e)).collect();
        // Sums of floats depend on the order; hash tables have any.
        memberships.sort_unstable_by_key(|membership| (membership.to_true(), membership.to_false()));
        super::all(memberships)
    }

    /// Evaluates whether two collections have the same elements, under these rules and this metric; see [`set_eq`].
    ///
    /// ```
    /// use sbst::distance::Rules;
    /// use sbst::distance::collection::SetMetric;
    ///
    /// let rules = Rules::DEFAULT.with_k(0.5)?;
    /// assert_eq!(
    ///     rules
    ///         .set_eq(&[1, 2, 2], &[2, 3], SetMetric::SymmetricDifference)
    ///         .to_true()
    ///         .get(),
    ///     2.0
    /// ); // 1 and 3
    /// assert_eq!(
    ///     rules.set_eq(&[1, 2, 2], &[2, 3], SetMetric::Jaccard).to_true().get(),
    ///     2.0 / 3.0
    /// );
    /// assert_eq!(
    ///     rules.set_eq(&[1, 2, 2], &[2, 1], SetMetric::Jaccard).to_false().get(),
    ///     0.5
    /// ); // K
    ///
    /// # Ok::<(), sbst::distance::DistanceError>(())
    /// ```
    pub fn set_eq<T: Ord>(&self, a: impl Collection<T>, b: impl Collection<T>, metric: SetMetric) -> Decision {
        self.overlap(Overlap::of_sets(a, b), metric)
    }

    /// Evaluates whether two collections have the same elements equally often, under these rules and this metric; see [`multiset_eq`].
    ///
    /// ```
    /// use sbst::distance::Rules;
    /// use sbst::distance::collection::SetMetric;
    ///
    /// let distance = |metric| {
    ///     Rules::DEFAULT.multiset_eq(&[1, 2, 2, 2], &[2, 1], metric).to_true().get()
    /// };
    /// assert_eq!(distance(SetMetric::SymmetricDifference), 2.0); // a 2 twice too often
    /// assert_eq!(distance(SetMetric::Jaccard), 0.5); // 2 of 4 in common
    /// ```
    pub fn multiset_eq<T: Ord>(&self, a: impl Collection<T>, b: impl Collection<T>, metric: SetMetric) -> Decision {
        self.overlap(Overlap::of_multisets(a, b), metric)
    }

    /// Evaluates whether `collection` has no elements, under these rules; see [`is_empty()`].
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// let rules = Rules::DEFAULT.with_k(0.5)?;
    /// assert_eq!(rules.is_empty(&[3, 1, 4]).to_true().get(), 3.0);
    /// assert_eq!(rules.is_empty("".chars()).to_false().get(), 0.5); // K
    /// # Ok::<(), sbst::distance::DistanceError>(())
    /// ```
    pub fn is_empty<T>(&self, collection: impl Collection<T>) -> Decision {
        let count = collection.into_iter().count();
        self.relation(count == 0, || Distance::count(count))
    }

    fn membership<T: EqualityDistance>(&self, collection: impl Iterator<Item = T>, element: &T) -> Decision {
        let mut equal = 0_u32;
        let mut nearest = Distance::INFINITE;
        for member in collection {
            if member == *element {
                equal = equal.saturating_add(1);
            } else if equal == 0 {
                nearest = nearest.min(member.to_equal(element, self));
            }
        }
        Decision::observed(equal > 0, if equal > 0 { Distance::from(equal) } else { nearest })
    }

    fn overlap(&self, overlap: Overlap, metric: SetMetric) -> Decision {
        self.relation(overlap.symmetric_difference() == 0, || match metric {
            SetMetric::SymmetricDifference => Distance::count(overlap.symmetric_difference()),
            SetMetric::Jaccard => overlap.jaccard(),
        })
    }
}

/// Numbers of elements that only one of two collections has, and that both have.
#[derive(Clone, Copy)]
struct Overlap {
    only_first: usize,
    both: usize,
    only_second: usize,
}

impl Overlap {
    /// Creates the overlap of two sets: an element counts once, however often it is listed.
    fn of_sets<T: Ord>(a: impl Collection<T>, b: impl Collection<T>) -> Self {
        let set = |mut elements: Vec<T>| {
            elements.dedup();
            elements
        };
        Self::of_sorted(&set(sorted(a)), &set(sorted(b)))
    }

    /// Creates the overlap of two multisets: an element counts as often as it is listed.
    fn of_multisets<T: Ord>(a: impl Collection<T>, b: impl Collection<T>) -> Self {
        Self::of_sorted(&sorted(a), &sorted(b))
    }

    fn of_sorted<T: Ord>(a: &[T], b: &[T]) -> Self {
        let (mut i, mut j, mut both) = (0, 0, 0);
        while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
            let order = x.cmp(y);
            i += usize::from(order.is_le());
            j += usize::from(order.is_ge());
            both += usize::from(order.is_eq());
        }
        Self { only_first: a.len() - both, both, only_second: b.len() - both }
    }

    /// Number of elements in exactly one of the two.
    fn symmetric_difference(&self) -> usize {
        self.only_first.saturating_add(self.only_second)
    }

    /// Share of the elements that are not in both: 0 iff the two are equal, two empty ones included; 1 iff they have nothing in common.
    fn jaccard(&self) -> Distance {
        match self.symmetric_difference() {
            0 => Distance::ZERO,
            different => Distance::of(different as f64 / different.saturating_add(self.both) as f64),
        }
    }
}

fn sorted<T: Ord>(collection: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut elements: Vec<T> = collection.into_iter().collect();
    sort_by(&mut elements, T::cmp);
    elements
}

/// Is `element` in `collection`? The distance to the nearest element, as [`eq()`](super::eq()) of the two has it; in an empty
/// collection: [`Distance::INFINITE`]. To remove it: the number of equal elements. Linear.
///
/// ```
/// use sbst::distance::collection::contains;
///
/// assert_eq!(contains(&[10, 20, 31], &30).to_true().get(), 2.0);
/// assert_eq!(contains(&[7, 7, 1], &7).to_false().get(), 2.0);
/// assert!(!contains(&[0.3], &(0.1 + 0.2)).holds()); // almost
/// assert!(contains(&Vec::new(), &1).to_true().get().is_infinite());
/// ```
pub fn contains<T: EqualityDistance>(collection: impl Collection<T>, element: T) -> Decision {
    Rules::DEFAULT.contains(collection, element)
}

/// Are all `elements` in `collection`? The sum of the [memberships](contains()); to make it fail: the least of them. All of no
/// elements: it holds, and cannot be made to fail. O(product of the sizes).
///
/// ```
/// use sbst::distance::collection::contains_all;
///
/// assert_eq!(contains_all(&[10, 20, 30], &[11, 20, 33]).to_true().get(), 2.0 + 4.0);
/// ```
pub fn contains_all<T: EqualityDistance>(collection: impl Collection<T>, elements: impl Collection<T>) -> Decision {
    Rules::DEFAULT.contains_all(collection, elements)
}

/// Do both have the same elements, however often each is listed? The number of elements that only one has. O(n log n).
///
/// ```
/// use sbst::distance::collection::set_eq;
///
/// assert_eq!(set_eq(&[1, 2, 3], &[3, 4]).to_true().get(), 3.0);
/// ```
pub fn set_eq<T: Ord>(a: impl Collection<T>, b: impl Collection<T>) -> Decision {
    Rules::DEFAULT.set_eq(a, b, SetMetric::SymmetricDifference)
}

/// Do both have the same elements, each equally often? The number of elements that only one has, as often as it has them more.
/// O(n log n).
///
/// ```
/// use sbst::distance::collection::multiset_eq;
///
/// // an 'e' too many, an 's' too few
/// assert_eq!(multiset_eq("tree".chars(), "rest".chars()).to_true().get(), 2.0);
/// ```
pub fn multiset_eq<T: Ord>(a: impl Collection<T>, b: impl Collection<T>) -> Decision {
    Rules::DEFAULT.multiset_eq(a, b, SetMetric::SymmetricDifference)
}

/// Has it no elements? To make it so: their number.
///
/// ```
/// assert_eq!(sbst::distance::collection::is_empty(&[3, 1, 4]).to_true().get(), 3.0);
/// ```
pub fn is_empty<T>(collection: impl Collection<T>) -> Decision {
    Rules::DEFAULT.is_empty(collection)
}
