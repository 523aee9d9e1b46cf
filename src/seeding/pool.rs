//! Objects and tests to start from, by class.

use super::draw;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::borrow::Borrow;

/// How often a search takes from pools instead of making something new: chances in [0, 1]; beyond that they count as 0 or 1, NaN as 0.
///
/// ```
/// use sbst::seeding::pool::Rates;
///
/// let eager = Rates { pick_change: 0.9, ..Rates::PUBLISHED };
/// assert_eq!((eager.pick_initial, eager.pick_change, eager.clone_test), (1.0, 0.9, 0.2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rates {
    /// That an object comes from the pool while the first tests are made.
    #[cfg_attr(feature = "serde", serde(with = "crate::plain::float"))]
    pub pick_initial: f64,
    /// That an object comes from the pool while tests are changed.
    #[cfg_attr(feature = "serde", serde(with = "crate::plain::float"))]
    pub pick_change: f64,
    /// That a first test is a clone of a whole one.
    #[cfg_attr(feature = "serde", serde(with = "crate::plain::float"))]
    pub clone_test: f64,
}

impl Rates {
    /// 1, 0.3 and 0.2.
    pub const PUBLISHED: Self = Self { pick_initial: 1.0, pick_change: 0.3, clone_test: 0.2 };
}

impl Default for Rates {
    fn default() -> Self {
        Self::PUBLISHED
    }
}

/// What a search may take instead of making it: objects of each class, or whole tests.
///
/// Classes and objects are types of the caller; an object is whatever it takes to make one, such as a row of statements. Which classes are
/// modelled is the caller's choice, too: only those are filled.
///
/// Source: Derakhshanfar et al. 2020, section 3.3; Rojas, Fraser, Arcuri, "Seeding strategies in search-based unit test generation" (2016).
///
/// ```
/// use sbst::seeding::pool::{Pool, Rates};
///
/// let mut pool = Pool::new();
/// pool.add("list", "new ArrayList()");
/// pool.add("list", "Collections.emptyList()");
/// let mut draws = [0.2, 0.9].into_iter(); // whether, and which
/// let chance = Rates::PUBLISHED.pick_change;
/// assert_eq!(pool.pick("list", chance, || draws.next().unwrap_or(0.0)), Some(&"Collections.emptyList()"));
/// assert_eq!(pool.pick("list", chance, || 0.3), None); // make a new one
/// assert_eq!(pool.pick("map", 1.0, || 0.0), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool<K, T> {
    pub(super) objects: BTreeMap<K, Vec<T>>,
}

impl<K, T> Default for Pool<K, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, T> Pool<K, T> {
    /// An empty pool.
    ///
    /// ```
    /// use sbst::seeding::pool::Pool;
    ///
    /// let pool = Pool::<&str, u32>::new();
    /// assert_eq!(pool.classes().count(), 0);
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self { objects: BTreeMap::new() }
    }
}

impl<K: Ord, T> Pool<K, T> {
    /// Adds an object of a class.
    ///
    /// ```
    /// use sbst::seeding::pool::Pool;
    ///
    /// let mut pool = Pool::new();
    /// pool.add("list", "vec![]");
    /// pool.add("list", "vec![1]");
    /// assert_eq!(pool.of("list"), ["vec![]", "vec![1]"]);
    /// ```
    pub fn add(&mut self, class: K, object: T) {
        self.objects.entry(class).or_default().push(object);
    }

    /// Makes `each` objects of each behaviour and adds them; returns how many could be made. `concretise` makes an object of a row of
    /// actions: it chooses arguments, so that several of one behaviour can differ; `None` if it cannot.
    ///
    /// See [`constructed`] for behaviours without a constructor.
    ///
    /// ```
    /// use sbst::seeding::pool::Pool;
    ///
    /// let behaviours = [vec!["new", "add"], vec!["add"]];
    /// let mut pool = Pool::new();
    /// let mut argument = 0;
    /// let made = pool.fill("list", behaviours, 2, |actions| {
    ///     argument += 1;
    ///     (actions[0] == "new").then(|| format!("{}({argument})", actions.join(".")))
    /// });
    /// assert_eq!(made, 2); // the second one has no constructor
    /// assert_eq!(pool.of("list"), ["new.add(1)", "new.add(2)"]);
    /// ```
    pub fn fill<A>(
        &mut self,
        class: K,
        behaviours: impl IntoIterator<Item = impl AsRef<[A]>>,
        each: usize,
        mut concretise: impl FnMut(&[A]) -> Option<T>,
    ) -> usize {
        let mut made = Vec::new();
        for behaviour in behaviours {
            made.extend((0..each).filter_map(|_| concretise(behaviour.as_ref())));
        }
        let count = made.len();
        if count > 0 {
            self.objects.entry(class).or_default().append(&mut made);
        }
        count
    }

    /// The objects of a class, in the order in which they were added.
    ///
    /// ```
    /// use sbst::seeding::pool::Pool;
    ///
    /// let mut pool = Pool::new();
    /// pool.add(String::from("set"), 7);
    /// assert_eq!(pool.of("set"), [7]);
    /// assert_eq!(pool.of("map"), []); // a class that nobody filled
    /// ```
    #[must_use]
    pub fn of<Q: Ord + ?Sized>(&self, class: &Q) -> &[T]
    where
        K: Borrow<Q>,
    {
        self.objects.get(class).map_or(&[], Vec::as_slice)
    }

    /// An object of a class, with this chance: the first draw says whether, the second which. It stays in the pool. `None` if there is
    /// none; then nothing is drawn.
    ///
    /// `draw` gives random numbers in [0, 1); smaller ones and NaN count as 0, larger ones as just below 1.
    ///
    /// ```
    /// use sbst::seeding::pool::Pool;
    ///
    /// let mut pool = Pool::new();
    /// pool.add("set", 'a');
    /// pool.add("set", 'b');
    /// assert_eq!(pool.pick("set", 1.0, || 0.6), Some(&'b')); // the second half of the draws
    /// assert_eq!(pool.pick("set", 0.3, || 0.6), None); // not this time
    /// assert_eq!(pool.of("set").len(), 2); // both are still there
    /// ```
    pub fn pick<Q: Ord + ?Sized>(&self, class: &Q, chance: f64, mut draw: impl FnMut() -> f64) -> Option<&T>
    where
        K: Borrow<Q>,
    {
        let objects = self.of(class);
        let picked = !objects.is_empty() && draw::happens(draw(), chance);
        picked.then(|| &objects[draw::place(draw(), objects.len())])
    }

    /// The same without replacement: the object leaves the pool, and the others keep their order. Linear in the objects of the class.
    ///
    /// ```
    /// use sbst::seeding::pool::Pool;
    ///
    /// let mut pool = Pool::new();
    /// pool.add((), 'a');
    /// pool.add((), 'b');
    /// assert_eq!([1.0; 3].map(|chance| pool.take(&(), chance, || 0.0)), [Some('a'), Some('b'), None]);
    /// ```
    pub fn take<Q: Ord + ?Sized>(&mut self, class: &Q, chance: f64, mut draw: impl FnMut() -> f64) -> Option<T>
    where
        K: Borrow<Q>,
    {
        let objects = self.objects.get_mut(class)?;
        let taken = draw::happens(draw(), chance).then(|| objects.remove(draw::place(draw(), objects.len())));
        if objects.is_empty() {
            self.objects.remove(class);
        }
        taken
    }

    /// The classes that have objects, ascending.
    ///
    /// ```
    /// use sbst::seeding::pool::Pool;
    ///
    /// let mut pool = Pool::new();
    /// pool.add("set", 1);
    /// pool.add("map", 2);
    /// pool.take("set", 1.0, || 0.0);
    /// assert_eq!(pool.classes().collect::<Vec<_>>(), [&"map"]); // no sets are left
    /// ```
    pub fn classes(&self) -> impl Iterator<Item = &K> {
        self.objects.keys()
    }

    /// Takes in the objects of another pool, behind its own.
    ///
    /// ```
    /// use sbst::seeding::pool::Pool;
    ///
    /// let [mut one, mut other] = [Pool::new(), Pool::new()];
    /// one.add("set", 1);
    /// other.add("set", 2);
    /// one.merge(other);
    /// assert_eq!(one.of("set"), [1, 2]);
    /// ```
    pub fn merge(&mut self, other: Self) {
        for (class, mut objects) in other.objects {
            self.objects.entry(class).or_default().append(&mut objects);
        }
    }
}

/// A behaviour with a constructor in front, unless it has one in some place: what a model learned from objects that were made elsewhere.
///
/// ```
/// use sbst::seeding::pool::constructed;
///
/// assert_eq!(constructed(vec!["add"], |action| *action == "new", || "new"), ["new", "add"]);
/// assert_eq!(constructed(vec!["new", "add"], |action| *action == "new", || "new"), ["new", "add"]);
/// ```
#[must_use]
pub fn constructed<A>(mut behaviour: Vec<A>, is_constructor: impl Fn(&A) -> bool, constructor: impl FnOnce() -> A) -> Vec<A> {
    if !behaviour.iter().any(is_constructor) {
        behaviour.insert(0, constructor());
    }
    behaviour
}
