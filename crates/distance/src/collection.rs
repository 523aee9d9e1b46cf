//! Relations to a collection: membership, subset, equality of sets and multisets, emptiness.
//!
//! | relation | distance to true | distance to false |
//! |---|---|---|
//! | [`contains()`] | the least distance to an element; infinite if there is none | the number of equal elements |
//! | [`contains_all`] | the sum over the memberships | the least over the memberships |
//! | [`set_eq`], [`multiset_eq`] | the size of the symmetric difference, or Jaccard's distance ([`SetMetric`]) | K |
//! | [`is_empty()`] | the number of elements | K |
//!
//! ```
//! use sbst_distance::{collection, eq};
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
//! The functions use [`Rules::DEFAULT`]. [`Rules`] has methods of the same names for any other
//! rules; there, [`set_eq`](Rules::set_eq) and [`multiset_eq`](Rules::multiset_eq) also take a
//! [`SetMetric`].
//!
//! # Which hook records which question
//!
//! | the program asks | the hook |
//! |---|---|
//! | `xs.contains(&x)` | `contains(&xs, &x)` |
//! | `names.contains("x")`, of `String` | `contains(names.iter().map(String::as_str), "x")` |
//! | `map.contains_key("x")`, of `String` | `contains(map.keys().map(String::as_str), "x")` |
//! | does any value equal v? | `contains(map.values(), &v)` |
//! | `map.get(&k) == Some(&v)` | [`eq`](super::eq())`(map.get(&k), Some(&v))` |
//! | is (k, v) one of the entries? | `contains(&map, (&k, &v))`; the distance of the key counts, too |
//! | `xs.iter().any(\|x\| *x > 5)` | [`any`](super::any())`(xs.iter().map(\|x\| gt(*x, 5)))` |
//! | `xs.len() == 3` | [`eq`](super::eq())`(xs.len(), 3)` |
//! | `a.is_superset(&b)`, `b.is_subset(&a)` | `contains_all(&a, &b)` |
//! | `match s { "get" => .., "put" => .. }` | a block and a `decide` with [`text::eq`](super::text::eq()) for each arm |
//!
//! To compare elements by a closure, use [`By`](super::By). [`set_eq`] and [`multiset_eq`] need
//! elements with `Ord`. Without `Ord`, call [`contains_all`] in both directions.
//!
//! # Collections
//!
//! A collection is anything to iterate over whose iterator can be cloned: `&vec`, `&set`,
//! `map.keys()`, `text.chars()`, `0..10`. The functions read it and leave it unchanged. An iterator
//! that the program under test continues to use (`&mut iterator`) cannot be cloned, so it does not
//! compile:
//!
//! ```compile_fail
//! let mut rest = [1, 2, 3].iter();
//! // the program would find it empty
//! sbst_distance::collection::contains(rest.by_ref(), &2);
//! ```
//!
//! The order of iteration never changes a result, even if it is the order of a hash table.

use super::{Decision, Distance, EqualityDistance, Rules};
use crate::sort::sort_by;
use alloc::vec::Vec;

/// A collection that can be read repeatedly without being used up.
///
/// Everything that can be turned into a cloneable iterator implements it.
///
/// ```
/// use sbst_distance::Decision;
/// use sbst_distance::collection::{Collection, contains};
/// use std::collections::BTreeMap;
///
/// /// Takes any collection that can be read twice.
/// fn has_port(ports: impl Collection<u16>) -> Decision {
///     contains(ports, 8080)
/// }
///
/// let open = BTreeMap::from([(22, "ssh"), (8079, "web")]);
/// assert_eq!(has_port(open.keys().copied()).to_true().get(), 2.0); // gap 1, and K
/// assert!(has_port(8000..9000).holds());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a collection that can be read twice",
    note = "pass a collection by reference, or an iterator that can be cloned (for text, \
        `.chars()`)",
    note = "measuring a distance must not use up an iterator of the program"
)]
pub trait Collection<T>: IntoIterator<Item = T, IntoIter: Clone> {}

impl<T, C: IntoIterator<Item = T, IntoIter: Clone>> Collection<T> for C {}

/// Metric of the distance between two sets.
///
/// ```
/// use sbst_distance::Rules;
/// use sbst_distance::collection::SetMetric;
///
/// let distance = |metric| Rules::DEFAULT.set_eq(1..=8, 1..=9, metric).to_true().get();
/// assert_eq!(distance(SetMetric::SymmetricDifference), 1.0);
/// assert_eq!(distance(SetMetric::Jaccard), 1.0 / 9.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum SetMetric {
    /// The number of elements that only one of the sets has. The default.
    #[default]
    SymmetricDifference,
    /// (u - i) / u for i elements in both sets and u elements in at least one: in (0, 1].
    Jaccard,
}

/// Relations to collections.
impl Rules {
    /// Evaluates under these rules whether `element` is in `collection`; see [`contains()`].
    ///
    /// ```
    /// use sbst_distance::Rules;
    ///
    /// // 31 is nearest
    /// assert_eq!(Rules::KOREL.contains(&[10, 20, 31], &30).to_true().get(), 1.0);
    /// // two to remove
    /// assert_eq!(Rules::KOREL.contains(&[7, 7, 1], &7).to_false().get(), 2.0);
    /// ```
    pub fn contains<T: EqualityDistance>(
        &self,
        collection: impl Collection<T>,
        element: T,
    ) -> Decision {
        self.membership(collection.into_iter(), &element)
    }

    /// Evaluates under these rules whether all `elements` are in `collection`; see
    /// [`contains_all`].
    ///
    /// ```
    /// use sbst_distance::Rules;
    ///
    /// assert_eq!(
    ///     Rules::KOREL.contains_all(&[10, 20], &[11, 20, 23]).to_true().get(),
    ///     1.0 + 3.0
    /// );
    /// ```
    pub fn contains_all<T: EqualityDistance>(
        &self,
        collection: impl Collection<T>,
        elements: impl Collection<T>,
    ) -> Decision {
        let collection = collection.into_iter();
        // The collection is read once for each element, through a clone of its iterator.
        let mut memberships: Vec<Decision> =
            elements.into_iter().map(|e| self.membership(collection.clone(), &e)).collect();
        // A sum of floats depends on the order of its terms, and a hash table may iterate in any
        // order.
        memberships
            .sort_unstable_by_key(|membership| (membership.to_true(), membership.to_false()));
        super::all(memberships)
    }

    /// Evaluates under these rules and this metric whether two collections have the same elements;
    /// see [`set_eq`].
    ///
    /// ```
    /// use sbst_distance::Rules;
    /// use sbst_distance::collection::SetMetric;
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
    /// # Ok::<(), sbst_distance::DistanceError>(())
    /// ```
    pub fn set_eq<T: Ord>(
        &self,
        a: impl Collection<T>,
        b: impl Collection<T>,
        metric: SetMetric,
    ) -> Decision {
        self.overlap(shares(&distinct(a), &distinct(b)), metric)
    }

    /// Evaluates under these rules and this metric whether two collections have the same elements
    /// equally often; see [`multiset_eq`].
    ///
    /// ```
    /// use sbst_distance::Rules;
    /// use sbst_distance::collection::SetMetric;
    ///
    /// let distance = |metric| {
    ///     Rules::DEFAULT.multiset_eq(&[1, 2, 2, 2], &[2, 1], metric).to_true().get()
    /// };
    /// assert_eq!(distance(SetMetric::SymmetricDifference), 2.0); // two 2s too many
    /// assert_eq!(distance(SetMetric::Jaccard), 0.5); // 2 of 4 in common
    /// ```
    pub fn multiset_eq<T: Ord>(
        &self,
        a: impl Collection<T>,
        b: impl Collection<T>,
        metric: SetMetric,
    ) -> Decision {
        self.overlap(shares(&sorted(a), &sorted(b)), metric)
    }

    /// Evaluates under these rules whether `collection` has no elements; see [`is_empty()`].
    ///
    /// ```
    /// use sbst_distance::Rules;
    ///
    /// let rules = Rules::DEFAULT.with_k(0.5)?;
    /// assert_eq!(rules.is_empty(&[3, 1, 4]).to_true().get(), 3.0);
    /// assert_eq!(rules.is_empty("".chars()).to_false().get(), 0.5); // K
    /// # Ok::<(), sbst_distance::DistanceError>(())
    /// ```
    pub fn is_empty<T>(&self, collection: impl Collection<T>) -> Decision {
        let count = collection.into_iter().count();
        self.relation(count == 0, || Distance::count(count))
    }

    fn membership<T: EqualityDistance>(
        &self,
        collection: impl Iterator<Item = T>,
        element: &T,
    ) -> Decision {
        // To make it hold, one member has to become the element: the nearest. To make it fail,
        // every equal member has to change: their number. Once a member is equal, the distance to
        // true is 0, and no more distances are computed.
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

    /// Evaluates whether no element is in exactly one of two collections, for the numbers of
    /// elements in one and in both of them.
    fn overlap(&self, (in_one, in_both): (usize, usize), metric: SetMetric) -> Decision {
        self.relation(in_one == 0, || match metric {
            SetMetric::SymmetricDifference => Distance::count(in_one),
            // The share of elements that are not in both.
            SetMetric::Jaccard => {
                Distance::of(in_one as f64 / in_one.saturating_add(in_both) as f64)
            }
        })
    }
}

/// Returns the number of elements in exactly one of two sorted collections, and in both.
fn shares<T: Ord>(a: &[T], b: &[T]) -> (usize, usize) {
    // One pass over both rows: the lesser element is in its row only, and equal elements pair up.
    let (mut i, mut j, mut both) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        let order = x.cmp(y);
        i += usize::from(order.is_le());
        j += usize::from(order.is_ge());
        both += usize::from(order.is_eq());
    }
    ((a.len() - both).saturating_add(b.len() - both), both)
}

/// Returns the elements in ascending order, each once.
fn distinct<T: Ord>(collection: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut elements = sorted(collection);
    elements.dedup();
    elements
}

fn sorted<T: Ord>(collection: impl IntoIterator<Item = T>) -> Vec<T> {
    // The input may be in any order, such as that of a hash table; sorting makes the result
    // independent of it.
    let mut elements: Vec<T> = collection.into_iter().collect();
    sort_by(&mut elements, T::cmp);
    elements
}

/// Evaluates whether `element` is in `collection`.
///
/// The distance to true is the distance to the nearest element, as [`eq()`](super::eq()) measures
/// it, or [`Distance::INFINITE`] for an empty collection. The distance to false is the number of
/// equal elements, which would have to be removed. Linear.
///
/// ```
/// use sbst_distance::collection::contains;
///
/// assert_eq!(contains(&[10, 20, 31], &30).to_true().get(), 2.0);
/// assert_eq!(contains(&[7, 7, 1], &7).to_false().get(), 2.0);
/// assert!(!contains(&[0.3], &(0.1 + 0.2)).holds()); // almost
/// assert!(contains(&Vec::new(), &1).to_true().get().is_infinite());
/// ```
pub fn contains<T: EqualityDistance>(collection: impl Collection<T>, element: T) -> Decision {
    Rules::DEFAULT.contains(collection, element)
}

/// Evaluates whether all `elements` are in `collection`.
///
/// The distance to true is the sum over the [memberships](contains()), and the distance to false is
/// the least of them. Without elements it holds, and the distance to false is infinite. The time is
/// the product of the two sizes.
///
/// ```
/// use sbst_distance::collection::contains_all;
///
/// assert_eq!(contains_all(&[10, 20, 30], &[11, 20, 33]).to_true().get(), 2.0 + 4.0);
/// ```
pub fn contains_all<T: EqualityDistance>(
    collection: impl Collection<T>,
    elements: impl Collection<T>,
) -> Decision {
    Rules::DEFAULT.contains_all(collection, elements)
}

/// Evaluates whether two collections have the same elements, however often each is listed.
///
/// The distance to true is the number of elements that only one of them has. The distance to false
/// is K. O(n log n).
///
/// ```
/// use sbst_distance::collection::set_eq;
///
/// assert_eq!(set_eq(&[1, 2, 3], &[3, 4]).to_true().get(), 3.0);
/// ```
pub fn set_eq<T: Ord>(a: impl Collection<T>, b: impl Collection<T>) -> Decision {
    Rules::DEFAULT.set_eq(a, b, SetMetric::SymmetricDifference)
}

/// Evaluates whether two collections have the same elements, each equally often.
///
/// The distance to true is the sum, over all elements, of how many more times one of them lists the
/// element. The distance to false is K. O(n log n).
///
/// ```
/// use sbst_distance::collection::multiset_eq;
///
/// // an 'e' too many, an 's' too few
/// assert_eq!(multiset_eq("tree".chars(), "rest".chars()).to_true().get(), 2.0);
/// ```
pub fn multiset_eq<T: Ord>(a: impl Collection<T>, b: impl Collection<T>) -> Decision {
    Rules::DEFAULT.multiset_eq(a, b, SetMetric::SymmetricDifference)
}

/// Evaluates whether a collection has no elements.
///
/// The distance to true is the number of elements. The distance to false is K. Linear.
///
/// ```
/// assert_eq!(sbst_distance::collection::is_empty(&[3, 1, 4]).to_true().get(), 3.0);
/// ```
pub fn is_empty<T>(collection: impl Collection<T>) -> Decision {
    Rules::DEFAULT.is_empty(collection)
}
