//! Partitions: the classes into which output and input coverage divide the values of a type.

use crate::distance::{Distance, Integer, OrderDistance, Rules};
use crate::execution::Value;

/// Class of values, such as the negative numbers. Output coverage asks for a result in each class
/// of the type, and input coverage for an argument in each class.
///
/// [`distance`](Self::distance) returns the distance of a value from a class. [`Domain`] lists the
/// partitions of a type.
///
/// Source: output coverage in Zhou et al., "Coverage Goal Selector for Combining Multiple Criteria
/// in Search-Based Unit Test Generation" (2024), section 2.1, which names Booleans as its example.
/// The partitions of other types are those of EvoSuite, except that letters and digits are ASCII
/// here. The fitness of EvoSuite is 0 if the value is in the partition, and else 1. Here it is a
/// distance.
///
/// ```
/// use sbst::execution::{Partition, Value};
///
/// let value = Value::from(-3);
/// assert_eq!(Partition::Negative.distance(value).get(), 0.0); // it is negative
/// assert_eq!(Partition::Positive.distance(value).get(), 4.0); // up to 1
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Partition {
    /// The Boolean `true`.
    True,
    /// The Boolean `false`.
    False,
    /// An ASCII letter.
    Letter,
    /// An ASCII digit.
    Digit,
    /// A character that is neither an ASCII letter nor an ASCII digit.
    OtherChar,
    /// A number below zero.
    Negative,
    /// The number zero; for floats, positive and negative zero.
    Zero,
    /// A number above zero.
    Positive,
    /// A text, array or collection without elements.
    Empty,
    /// A text, array or collection with elements.
    NonEmpty,
    /// `None`, or a null reference.
    Null,
    /// A value that is not null.
    NonNull,
}

impl Partition {
    /// Number of partitions.
    pub(super) const COUNT: usize = Self::ALL.len();

    /// Partitions of each type. Those of one type contain every value of the type together.
    pub const TYPES: [&[Self]; 5] = [
        &[Self::True, Self::False],
        &[Self::Letter, Self::Digit, Self::OtherChar],
        &[Self::Negative, Self::Zero, Self::Positive],
        &[Self::Empty, Self::NonEmpty],
        &[Self::Null, Self::NonNull],
    ];

    /// Array of the twelve partitions, in their order.
    ///
    /// ```
    /// use sbst::execution::{Partition, Value};
    ///
    /// let zero = Value::from(0);
    /// let of_zero = Partition::ALL
    ///     .into_iter()
    ///     .filter(|partition| partition.distance(zero).get() == 0.0);
    /// assert_eq!(of_zero.collect::<Vec<_>>(), [Partition::Zero, Partition::NonNull]);
    /// ```
    pub const ALL: [Self; 12] = [
        Self::True,
        Self::False,
        Self::Letter,
        Self::Digit,
        Self::OtherChar,
        Self::Negative,
        Self::Zero,
        Self::Positive,
        Self::Empty,
        Self::NonEmpty,
        Self::Null,
        Self::NonNull,
    ];

    /// Returns the distance of a value from this class. It is 0 if and only if the value belongs to
    /// the class.
    ///
    /// | class | distance of a value outside of the class |
    /// |---|---|
    /// | negative | value + 1 |
    /// | positive | 1 - value |
    /// | zero | absolute value |
    /// | letter, digit, other char | least gap to a character of the class, in Unicode scalar values |
    /// | empty | number of elements |
    /// | true, false, null, not null, not empty | 1 |
    ///
    /// - Distances of integers are computed exactly, and rounded once to f64. Distances of floats
    ///   are computed in f64: an overflow gives [`f64::MAX`], and the least distance above 0 is
    ///   [`f64::MIN_POSITIVE`].
    /// - An infinite float is infinitely far from those of negative, zero and positive that it is
    ///   not in. NaN is infinitely far from all three.
    /// - A value of another type is infinitely far, for example null from negative. There is one
    ///   exception: every value except null and [`Value::Nothing`] is at distance 1 from null.
    /// - [`Value::Nothing`] is infinitely far from every class.
    ///
    /// ```
    /// use sbst::execution::{Partition, Value};
    ///
    /// assert_eq!(Partition::Negative.distance(Value::from(7)).get(), 8.0);
    /// assert_eq!(Partition::Zero.distance(Value::from(-0.25)).get(), 0.25);
    /// // just below '0'
    /// assert_eq!(Partition::Digit.distance(Value::from('/')).get(), 1.0);
    /// assert_eq!(Partition::Empty.distance(Value::from("abc")).get(), 3.0);
    /// assert_eq!(
    ///     Partition::Positive.distance(Value::from(f64::NAN)).get(),
    ///     f64::INFINITY
    /// );
    /// ```
    #[must_use]
    pub fn distance(self, value: Value) -> Distance {
        // Classes without an order between their values: a value is inside, or 1 away.
        let unless = |inside: bool| if inside { Distance::ZERO } else { Distance::from(1) };
        match (self, value) {
            // The order of the arms matters: null has a distance from every value except nothing,
            // whatever its type.
            (_, Value::Nothing) => Distance::INFINITE,
            (Self::Null, _) => unless(value == Value::Null),
            (Self::NonNull, _) => unless(value != Value::Null),
            (Self::True, Value::Bool(held)) => unless(held),
            (Self::False, Value::Bool(held)) => unless(!held),
            (Self::Letter | Self::Digit | Self::OtherChar, Value::Char(c)) => self.char_distance(c),
            (Self::Negative | Self::Zero | Self::Positive, Value::Integer(n)) => {
                self.number_distance(n, Integer::from(0))
            }
            (Self::Negative | Self::Zero | Self::Positive, Value::Float(x)) => {
                self.number_distance(x, 0.0)
            }
            // Every element that is there must be removed. One element more is enough for the
            // opposite.
            (Self::Empty, Value::Size(count)) => Distance::count(count),
            (Self::NonEmpty, Value::Size(count)) => unless(count > 0),
            // The value has another type than the class.
            _ => Distance::INFINITE,
        }
    }

    /// Returns the distance of a number from its class, by the rules of KOREL: the gap to zero for
    /// zero, the gap plus 1 for negative and positive.
    fn number_distance<T: OrderDistance>(self, number: T, zero: T) -> Distance {
        // The rules of the search play no part: a partition is no comparison of the program, and a
        // store of your own has no rules.
        match self {
            Self::Negative => Rules::KOREL.lt(number, zero).to_true(),
            Self::Positive => Rules::KOREL.gt(number, zero).to_true(),
            _ => Rules::KOREL.eq(number, zero).to_true(),
        }
    }

    /// Returns the distance of a character from its class: the least gap to a range of the class,
    /// in Unicode scalar values.
    fn char_distance(self, c: char) -> Distance {
        /// All characters except ASCII letters and digits.
        const OTHERS: [(char, char); 4] = [('\0', '/'), (':', '@'), ('[', '`'), ('{', char::MAX)];
        let ranges: &[(char, char)] = match self {
            Self::Letter => &[('A', 'Z'), ('a', 'z')],
            Self::Digit => &[('0', '9')],
            _ => &OTHERS,
        };
        // Of the two differences, at most one is positive. Inside the range both saturate to 0.
        let outside = |&(first, last): &(char, char)| {
            let c = u32::from(c);
            u32::from(first).saturating_sub(c).max(c.saturating_sub(last.into()))
        };
        Distance::from(ranges.iter().map(outside).min().unwrap_or(0))
    }
}

/// Writes the name in lower case, for example `negative` or `non-empty`.
impl core::fmt::Display for Partition {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(match self {
            Self::True => "true",
            Self::False => "false",
            Self::Letter => "letter",
            Self::Digit => "digit",
            Self::OtherChar => "other char",
            Self::Negative => "negative",
            Self::Zero => "zero",
            Self::Positive => "positive",
            Self::Empty => "empty",
            Self::NonEmpty => "non-empty",
            Self::Null => "null",
            Self::NonNull => "non-null",
        })
    }
}

/// Least distance to each partition, over all values at one place: the results of a function, or
/// one of its arguments.
///
/// A store of your own can keep one of these for each place, and answer for
/// [`Facts::output_distance`](crate::execution::Facts::output_distance) and
/// [`input_distance`](crate::execution::Facts::input_distance) from it. It
/// takes constant space, and gives the answers that the list of all values would give.
///
/// ```
/// use sbst::execution::{NearestValues, Partition, Value};
///
/// let mut returned = NearestValues::default();
/// assert_eq!(returned.distance(Partition::Zero), None); // nothing observed
/// returned.see(Value::from(7));
/// returned.see(Value::from(-3));
/// assert_eq!(returned.distance(Partition::Zero).map(|d| d.get()), Some(3.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct NearestValues {
    /// Least distance from each partition, in the order of [`Partition::ALL`]; `None` if there was
    /// no value.
    least: Option<[Distance; Partition::COUNT]>,
}

impl NearestValues {
    /// Creates the value from the least distances, in the order of [`Partition::ALL`].
    pub(in crate::execution) const fn of(least: [Distance; Partition::COUNT]) -> Self {
        Self { least: Some(least) }
    }

    /// Takes in one value. Constant time.
    pub fn see(&mut self, value: Value) {
        // Each partition may have another nearest value. So the distances from all partitions are
        // kept, and no value.
        self.merge(&Self {
            least: Some(Partition::ALL.map(|partition| partition.distance(value))),
        });
    }

    /// Takes in all values that `other` has taken in. Merging is commutative, associative and
    /// idempotent.
    pub fn merge(&mut self, other: &Self) {
        match (&mut self.least, other.least) {
            // The minimum of each partition: it does not depend on the order, and taking in a value
            // twice changes nothing.
            (Some(ours), Some(theirs)) => {
                for (least, distance) in ours.iter_mut().zip(theirs) {
                    *least = distance.min(*least);
                }
            }
            (ours @ None, theirs) => *ours = theirs,
            (Some(_), None) => {}
        }
    }

    /// Returns the least [`Partition::distance`] over all values that were taken in; `None` if
    /// there was no value.
    #[must_use]
    pub fn distance(&self, partition: Partition) -> Option<Distance> {
        self.least.map(|least| least[partition as usize])
    }
}

/// Set of the partitions of a type: the classes of values that tests should return or pass.
///
/// Published tools use [`BOOL`](Self::BOOL), [`CHAR`](Self::CHAR), [`SIGNED`](Self::SIGNED),
/// `COLLECTION.or_null()` for texts, arrays and collections, and `OBJECT.or_null()` for other
/// objects. Leave `or_null` out if the type has no null. In Rust, only `Option` has one.
///
/// The default domain is empty.
///
/// ```
/// use sbst::execution::{Domain, Partition};
///
/// assert_eq!(Domain::default().partitions().count(), 0);
/// let optional_count = Domain::UNSIGNED.or_null(); // Option<usize>
/// assert!(optional_count.partitions().eq([
///     Partition::Zero,
///     Partition::Positive,
///     Partition::Null
/// ]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Domain {
    /// Set of partitions: bit p stands for partition p of [`Partition::ALL`].
    members: u16,
}

impl Domain {
    /// Booleans: true, false.
    pub const BOOL: Self = Self::of(&[Partition::True, Partition::False]);
    /// Characters: ASCII letter, ASCII digit, other.
    pub const CHAR: Self = Self::of(&[Partition::Letter, Partition::Digit, Partition::OtherChar]);
    /// Integers with a sign, and floats: negative, zero, positive.
    pub const SIGNED: Self = Self::of(&[Partition::Negative, Partition::Zero, Partition::Positive]);
    /// Unsigned integers: zero, positive.
    pub const UNSIGNED: Self = Self::of(&[Partition::Zero, Partition::Positive]);
    /// Texts, arrays and collections: empty, not empty.
    pub const COLLECTION: Self = Self::of(&[Partition::Empty, Partition::NonEmpty]);
    /// Values of other types: not null.
    ///
    /// ```
    /// use sbst::execution::{Domain, Partition};
    ///
    /// assert!(
    ///     Domain::OBJECT.or_null().partitions().eq([Partition::Null, Partition::NonNull])
    /// );
    /// ```
    pub const OBJECT: Self = Self::of(&[Partition::NonNull]);

    /// Creates the set of these partitions. Their order does not matter.
    #[must_use]
    pub const fn of(partitions: &[Partition]) -> Self {
        // A loop by index, because a constant function cannot iterate.
        let (mut members, mut at) = (0, 0);
        while at < partitions.len() {
            members |= 1 << partitions[at] as u16;
            at += 1;
        }
        Self { members }
    }

    /// Returns the domain with [`Partition::Null`] added.
    #[must_use]
    pub const fn or_null(self) -> Self {
        Self { members: self.members | Self::of(&[Partition::Null]).members }
    }

    /// Returns an iterator over the partitions, in the order of [`Partition::ALL`].
    pub fn partitions(self) -> impl DoubleEndedIterator<Item = Partition> + Clone {
        Partition::ALL
            .into_iter()
            .filter(move |&partition| self.members & Self::of(&[partition]).members != 0)
    }
}

/// Writes the set of partitions.
impl core::fmt::Debug for Domain {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_set().entries(self.partitions()).finish()
    }
}
