//! Pool of objects by class.

use crate::draw;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::borrow::Borrow;

/// Objects by class, which a search takes instead of making new ones: the object pool (SEED 2.2.2,
/// 3.3).
///
/// `K` identifies a class and `T` describes an object; both are types of the caller. A description
/// is anything from which the object can be made, such as a row of statements. For whole tests see
/// [`Tests`](super::Tests).
///
/// ```
/// use sbst_seeding::pool::{Pool, Rates};
///
/// let mut pool = Pool::new();
/// pool.add("list", "new ArrayList()");
/// pool.add("list", "Collections.emptyList()");
/// let mut draws = [0.2, 0.9].into_iter(); // pick one: the second
/// let chance = Rates::MODEL_SEEDING.pick_change;
/// assert_eq!(
///     pool.pick("list", chance, || draws.next().unwrap_or(0.0)),
///     Some(&"Collections.emptyList()")
/// );
/// assert_eq!(pool.pick("list", chance, || 0.3), None); // make a new one
/// assert_eq!(pool.pick("map", 1.0, || 0.0), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool<K, T> {
    /// Objects by class, in the order in which they were added. Each class has at least one object.
    pub(super) objects: BTreeMap<K, Vec<T>>,
}

impl<K, T> Default for Pool<K, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, T> Pool<K, T> {
    /// Creates an empty pool.
    ///
    /// ```
    /// use sbst_seeding::pool::Pool;
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
    /// use sbst_seeding::pool::Pool;
    ///
    /// let mut pool = Pool::new();
    /// pool.add("list", "vec![]");
    /// pool.add("list", "vec![1]");
    /// assert_eq!(pool.of("list"), ["vec![]", "vec![1]"]);
    /// ```
    pub fn add(&mut self, class: K, object: T) {
        self.objects.entry(class).or_default().push(object);
    }

    /// Makes `each` objects of each behaviour, adds them to a class, and returns the number of
    /// objects that were made (SEED 3.2.2).
    ///
    /// `concretise` makes an object from the actions of a behaviour. It chooses the arguments, so
    /// several objects of one behaviour can differ. It returns `None` if it cannot make the object;
    /// the object is then left out. To draw a constructor for each object, as the publication does,
    /// call [`constructed`](super::constructed) within `concretise`.
    ///
    /// The publication calls `each` n, with a default of 1 (SEED 3.2.2). It selects as many
    /// behaviours of each model as the population has individuals (SEED 5.2.3).
    ///
    /// ```
    /// use sbst_seeding::pool::{Pool, constructed};
    ///
    /// let behaviours = [vec!["new", "add"], vec!["add"]];
    /// let constructors = ["new", "copy"];
    /// let mut draws = [0, 1].into_iter();
    /// let mut pool = Pool::new();
    /// let made = pool.fill("list", behaviours, 2, |actions| {
    ///     let constructor = || constructors[draws.next().unwrap_or(0)];
    ///     let is_constructor = |action: &&str| constructors.contains(action);
    ///     Some(constructed(actions.to_vec(), is_constructor, constructor).join("."))
    /// });
    /// assert_eq!(made, 4);
    /// assert_eq!(pool.of("list"), ["new.add", "new.add", "new.add", "copy.add"]);
    /// ```
    pub fn fill<A>(
        &mut self,
        class: K,
        behaviours: impl IntoIterator<Item = impl AsRef<[A]>>,
        each: usize,
        mut concretise: impl FnMut(&[A]) -> Option<T>,
    ) -> usize {
        // SEED 3.2.2: n concretisations of each behaviour.
        let mut made = Vec::new();
        for behaviour in behaviours {
            made.extend((0..each).filter_map(|_| concretise(behaviour.as_ref())));
        }
        // The class gets an entry only if it gets an object: `classes` lists classes with objects.
        let count = made.len();
        if count > 0 {
            self.objects.entry(class).or_default().append(&mut made);
        }
        count
    }

    /// Returns the objects of a class, in the order in which they were added. The slice is empty
    /// for an unknown class.
    ///
    /// ```
    /// use sbst_seeding::pool::Pool;
    ///
    /// let mut pool = Pool::new();
    /// pool.add(String::from("set"), 7);
    /// assert_eq!(pool.of("set"), [7]);
    /// assert_eq!(pool.of("map"), []); // an unknown class
    /// ```
    #[must_use]
    pub fn of<Q: Ord + ?Sized>(&self, class: &Q) -> &[T]
    where
        K: Borrow<Q>,
    {
        self.objects.get(class).map_or(&[], Vec::as_slice)
    }

    /// Returns an object of a class with probability `chance`, and `None` otherwise. The object
    /// stays in the pool.
    ///
    /// If the class has no object, the result is `None` and nothing is drawn. Otherwise the first
    /// draw decides if an object is picked. The second draw decides which one: of m objects, number
    /// floor(m * draw).
    ///
    /// `draw` gives random numbers in [0, 1). Smaller numbers and NaN count as 0, larger numbers as
    /// the greatest number below 1.
    ///
    /// ```
    /// use sbst_seeding::pool::Pool;
    ///
    /// let mut pool = Pool::new();
    /// pool.add("set", 'a');
    /// pool.add("set", 'b');
    /// // the second half of the draws
    /// assert_eq!(pool.pick("set", 1.0, || 0.6), Some(&'b'));
    /// assert_eq!(pool.pick("set", 0.3, || 0.6), None); // not this time
    /// assert_eq!(pool.of("set").len(), 2); // both are still there
    /// ```
    pub fn pick<Q: Ord + ?Sized>(
        &self,
        class: &Q,
        chance: f64,
        draw: impl FnMut() -> f64,
    ) -> Option<&T>
    where
        K: Borrow<Q>,
    {
        let objects = self.of(class);
        objects.get(draw::chosen(objects.len(), chance, draw)?)
    }

    /// Removes an object of a class from the pool with probability `chance` and returns it; returns
    /// `None` otherwise.
    ///
    /// The draws are used as by [`pick`](Self::pick). The other objects keep their order. Linear in
    /// the objects of the class.
    ///
    /// ```
    /// use sbst_seeding::pool::Pool;
    ///
    /// let mut pool = Pool::new();
    /// pool.add((), 'a');
    /// pool.add((), 'b');
    /// assert_eq!(
    ///     [1.0; 3].map(|chance| pool.take(&(), chance, || 0.0)),
    ///     [Some('a'), Some('b'), None]
    /// );
    /// ```
    pub fn take<Q: Ord + ?Sized>(
        &mut self,
        class: &Q,
        chance: f64,
        draw: impl FnMut() -> f64,
    ) -> Option<T>
    where
        K: Borrow<Q>,
    {
        let place = draw::chosen(self.of(class).len(), chance, draw)?;
        let objects = self.objects.get_mut(class)?;
        let object = objects.remove(place);
        if objects.is_empty() {
            self.objects.remove(class);
        }
        Some(object)
    }

    /// Returns an object of any class that is assignable to the type of a parameter, with
    /// probability `chance`; otherwise `None`.
    ///
    /// For example, the parameter is a `Collection`, and the pool has a `LinkedList` (SEED Listing
    /// 4). `is_assignable` decides which classes are assignable. If no assignable class has an
    /// object, the result is `None` and nothing is drawn.
    ///
    /// `trace` lists the classes of a stack trace. If at least one of them is assignable and has
    /// objects, only classes of the trace are used, because they are nearer to the crash. With an
    /// empty trace, all assignable classes are used. The publication prefers classes of the trace
    /// while it fills the pool (SEED 6.2.4; see [`seeded_classes`](super::seeded_classes)); the
    /// preference while picking is an addition of this crate.
    ///
    /// The draws are used as by [`pick`](Self::pick), on the objects of all these classes in the
    /// order of their classes. O((c + t) log t) for c classes in the pool and t classes in the
    /// trace.
    ///
    /// ```
    /// use sbst_seeding::pool::Pool;
    ///
    /// let mut pool = Pool::new();
    /// pool.add("HashSet", "set");
    /// pool.add("LinkedList", "lst");
    /// pool.add("Point", "ep");
    /// let is_collection = |class: &&str| ["HashSet", "LinkedList"].contains(class);
    /// assert_eq!(pool.pick_assignable(is_collection, &[], 1.0, || 0.6), Some(&"lst"));
    /// assert_eq!(
    ///     pool.pick_assignable(is_collection, &["Point", "HashSet"], 1.0, || 0.6),
    ///     Some(&"set")
    /// );
    /// assert_eq!(pool.pick_assignable(|_| false, &[], 1.0, || 0.6), None);
    /// ```
    pub fn pick_assignable(
        &self,
        is_assignable: impl Fn(&K) -> bool,
        trace: &[K],
        chance: f64,
        draw: impl FnMut() -> f64,
    ) -> Option<&T> {
        let mut classes: Vec<(&K, &Vec<T>)> =
            self.objects.iter().filter(|(class, _)| is_assignable(class)).collect();
        // Classes of the stack trace are preferred, as while filling the pool (SEED 6.2.4). A trace
        // without an assignable class must not empty the choice.
        // A set: searching a long trace once for each class would be slow. It has references, so
        // nothing is cloned.
        let trace: BTreeSet<&K> = trace.iter().collect();
        let is_in_trace = |(class, _): &(&K, &Vec<T>)| trace.contains(class);
        if classes.iter().any(is_in_trace) {
            classes.retain(is_in_trace);
        }
        // One draw over all objects of all classes: each object is equally likely. A draw of a
        // class first would prefer the objects of small classes.
        let count = classes.iter().map(|(_, objects)| objects.len()).sum();
        // The place is counted over the objects of all classes, in the order of the classes.
        let place = draw::chosen(count, chance, draw)?;
        classes.into_iter().flat_map(|(_, objects)| objects).nth(place)
    }

    /// Returns the classes that have objects, ascending.
    ///
    /// ```
    /// use sbst_seeding::pool::Pool;
    ///
    /// let mut pool = Pool::new();
    /// pool.add("set", 1);
    /// pool.add("map", 2);
    /// pool.take("set", 1.0, || 0.0);
    /// assert_eq!(pool.classes().collect::<Vec<_>>(), [&"map"]); // no sets are left
    /// ```
    pub fn classes(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator + Clone {
        self.objects.keys()
    }

    /// Adds the objects of another pool. Within a class, they follow the objects that this pool
    /// already has.
    ///
    /// ```
    /// use sbst_seeding::pool::Pool;
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
