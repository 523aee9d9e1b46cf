//! Objects to start from, by class.

use crate::seeding::draw;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::borrow::Borrow;

/// Objects by class, of which a search takes some instead of making new ones: the object pool (SEED 2.2.2, 3.3).
///
/// Classes and objects are types of the caller; an object is anything from which one can be made, such as a row of statements. For whole
/// tests see [`Tests`](super::Tests).
///
/// ```
/// use sbst::seeding::pool::{Pool, Rates};
///
/// let mut pool = Pool::new();
/// pool.add("list", "new ArrayList()");
/// pool.add("list", "Collections.emptyList()");
/// let mut draws = [0.2, 0.9].into_iter(); // whether, and which
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
    pub(in crate::seeding) objects: BTreeMap<K, Vec<T>>,
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

    /// Makes `each` objects of each behaviour, adds them, and returns the number of objects that could be made (SEED 3.2.2).
    ///
    /// `concretise` makes an object of a row of actions. It chooses the arguments, so that several objects of one behaviour can differ. It
    /// returns `None` if it cannot make one. The publication makes one object of each (SEED 3.2.2), and of each model as many behaviours as the
    /// population has individuals (SEED 5.2.3). To draw a constructor for each object, as the publication
    /// does, call [`constructed`](super::constructed) within `concretise`.
    ///
    /// ```
    /// use sbst::seeding::pool::{Pool, constructed};
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

    /// Returns the objects of a class, in the order in which they were added; none for an unknown class.
    ///
    /// ```
    /// use sbst::seeding::pool::Pool;
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

    /// Returns an object of a class, with this chance, and `None` otherwise. The object stays in the pool. If the class has no object, the
    /// result is `None`, and nothing is drawn.
    ///
    /// The first draw decides if an object is picked, the second one which: of m objects number floor(draw m). `draw` gives random numbers
    /// in [0, 1); smaller ones and NaN count as 0, larger ones as just below 1.
    ///
    /// ```
    /// use sbst::seeding::pool::Pool;
    ///
    /// let mut pool = Pool::new();
    /// pool.add("set", 'a');
    /// pool.add("set", 'b');
    /// // the second half of the draws
    /// assert_eq!(pool.pick("set", 1.0, || 0.6), Some(&'b'));
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

    /// Takes an object of a class out of the pool, with this chance and these draws as [`pick`](Self::pick). The other objects keep their
    /// order. Linear in the objects of the class.
    ///
    /// ```
    /// use sbst::seeding::pool::Pool;
    ///
    /// let mut pool = Pool::new();
    /// pool.add((), 'a');
    /// pool.add((), 'b');
    /// assert_eq!(
    ///     [1.0; 3].map(|chance| pool.take(&(), chance, || 0.0)),
    ///     [Some('a'), Some('b'), None]
    /// );
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

    /// Returns an object for a parameter, with this chance, of any class that is assignable to its type: the parameter is a `Collection`,
    /// and the pool has a `LinkedList` (SEED Listing 4). `None` otherwise, and if there is no such object: then nothing is drawn.
    ///
    /// `is_assignable` says which classes are. If some class of the stack trace is and has objects, only the classes of the trace count:
    /// they lie nearer to the crash (SEED 6.2.4, where the publication prefers them while it fills the pool; see
    /// [`seeded_classes`](super::seeded_classes)). An empty trace prefers none. Objects are in the order of their classes. Draws are those
    /// of [`pick`](Self::pick). O(classes log trace).
    ///
    /// ```
    /// use sbst::seeding::pool::Pool;
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
        mut draw: impl FnMut() -> f64,
    ) -> Option<&T> {
        let (_, objects, place) = self.place_assignable(is_assignable, trace, chance, &mut draw)?;
        objects.get(place)
    }

    /// Takes an object for a parameter out of the pool, as [`pick_assignable`](Self::pick_assignable) picks it. The other objects keep their
    /// order.
    ///
    /// ```
    /// use sbst::seeding::pool::Pool;
    ///
    /// let mut pool = Pool::new();
    /// pool.add("LinkedList", "lst");
    /// assert_eq!(
    ///     [0; 2].map(|_| pool.take_assignable(|_| true, &[], 1.0, || 0.0)),
    ///     [Some("lst"), None]
    /// );
    /// ```
    pub fn take_assignable(
        &mut self,
        is_assignable: impl Fn(&K) -> bool,
        trace: &[K],
        chance: f64,
        mut draw: impl FnMut() -> f64,
    ) -> Option<T>
    where
        K: Clone,
    {
        let (class, _, place) = self.place_assignable(is_assignable, trace, chance, &mut draw)?;
        let class = class.clone();
        let objects = self.objects.get_mut(&class)?;
        let object = objects.remove(place);
        if objects.is_empty() {
            self.objects.remove(&class);
        }
        Some(object)
    }

    /// Returns the class, its objects, and the place of the one that the draws pick.
    fn place_assignable(
        &self,
        is_assignable: impl Fn(&K) -> bool,
        trace: &[K],
        chance: f64,
        draw: &mut impl FnMut() -> f64,
    ) -> Option<(&K, &[T], usize)> {
        let mut classes: Vec<(&K, &Vec<T>)> = self.objects.iter().filter(|(class, _)| is_assignable(class)).collect();
        if !trace.is_empty() {
            let trace: BTreeSet<&K> = trace.iter().collect();
            let is_in_trace = |(class, _): &(&K, &Vec<T>)| trace.contains(class);
            if classes.iter().any(is_in_trace) {
                classes.retain(is_in_trace);
            }
        }
        let count = classes.iter().map(|(_, objects)| objects.len()).sum();
        if count == 0 || !draw::happens(draw(), chance) {
            return None;
        }
        let mut place = draw::place(draw(), count);
        for (class, objects) in classes {
            if place < objects.len() {
                return Some((class, objects, place));
            }
            place -= objects.len();
        }
        None
    }

    /// Returns the classes that have objects, ascending.
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
    pub fn classes(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator + Clone {
        self.objects.keys()
    }

    /// Adds the objects of another pool, after those that each class has already.
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
