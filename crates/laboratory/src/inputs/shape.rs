//! Shapes of inputs: which values there are.

use super::{Random, Value};
use std::ops::RangeInclusive;

/// The set of inputs of a subject.
///
/// Searches make values of a shape and change them, so one set of mutations serves all subjects.
/// Every value that [`make`](Self::make), [`change`](Self::change) and [`cross`](Self::cross)
/// return [fits](Self::fits).
///
/// ```
/// use sbst_laboratory::inputs::{Random, Shape, Value};
///
/// let shape = Shape::tuple([Shape::integers(1..=12), Shape::text("0123456789-", 10)]);
/// let mut random = Random::new(1);
/// let first = shape.make(&mut random);
/// let second = shape.change(&first, &mut random);
/// assert!(shape.fits(&second) && second != first);
/// assert!(!shape.fits(&Value::Integer(13)));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Shape(pub(super) Kind);

/// Kind of a shape, with its parts.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    Integers { least: i128, greatest: i128 },
    Floats { least: f64, greatest: f64 },
    Text { letters: Vec<char>, longest: usize },
    List { of: Box<Shape>, longest: usize },
    Tuple(Vec<Shape>),
    OneOf(Vec<(String, Shape)>),
}

impl Shape {
    /// Creates the shape of integers in a range. An empty range has one value, its start.
    #[must_use]
    pub fn integers(range: RangeInclusive<i128>) -> Self {
        let (least, greatest) = range.into_inner();
        Self(Kind::Integers { least, greatest: greatest.max(least) })
    }

    /// Creates the shape of floats in a range. Ends that are NaN or infinite become 0 and the
    /// greatest finite float. An empty range has one value, its start.
    #[must_use]
    pub fn floats(range: RangeInclusive<f64>) -> Self {
        let finite = |end: f64| if end.is_nan() { 0.0 } else { end.clamp(f64::MIN, f64::MAX) };
        let (least, greatest) = (finite(*range.start()), finite(*range.end()));
        Self(Kind::Floats { least, greatest: greatest.max(least) })
    }

    /// Creates the shape of texts of at most `longest` letters, each of them one of `letters`. A
    /// letter that `letters` has twice is drawn twice as often. Without letters, all texts are
    /// empty.
    #[must_use]
    pub fn text(letters: &str, longest: usize) -> Self {
        let letters: Vec<char> = letters.chars().collect();
        let longest = if letters.is_empty() { 0 } else { longest };
        Self(Kind::Text { letters, longest })
    }

    /// Creates the shape of lists of at most `longest` values.
    #[must_use]
    pub fn list(of: Self, longest: usize) -> Self {
        Self(Kind::List { of: Box::new(of), longest })
    }

    /// Creates the shape of at most `longest` bytes.
    #[must_use]
    pub fn bytes(longest: usize) -> Self {
        Self::list(Self::integers(0..=255), longest)
    }

    /// Creates the shape of tuples.
    #[must_use]
    pub fn tuple(parts: impl IntoIterator<Item = Self>) -> Self {
        Self(Kind::Tuple(parts.into_iter().collect()))
    }

    /// Creates the shape of one call out of several, each with its name and the shape of its
    /// argument. Without any, the shape is that of an empty tuple.
    #[must_use]
    pub fn one_of<N: Into<String>>(calls: impl IntoIterator<Item = (N, Self)>) -> Self {
        let calls: Vec<_> = calls.into_iter().map(|(name, shape)| (name.into(), shape)).collect();
        if calls.is_empty() { Self::tuple([]) } else { Self(Kind::OneOf(calls)) }
    }

    /// Creates the shape of sequences of at most `longest` calls.
    ///
    /// ```
    /// use sbst_laboratory::inputs::{Call, Random, Shape};
    ///
    /// let calls = Shape::calls([("push", Shape::integers(0..=99)), ("pop", Shape::tuple([]))], 8);
    /// let value = calls.make(&mut Random::new(5));
    /// let mut stack = Vec::new();
    /// for call in value.read::<Vec<Call>>().expect("calls") {
    ///     match call.callee {
    ///         0 => stack.extend(call.read::<u8>()),
    ///         _ => drop(stack.pop()),
    ///     }
    /// }
    /// ```
    #[must_use]
    pub fn calls<N: Into<String>>(
        calls: impl IntoIterator<Item = (N, Self)>,
        longest: usize,
    ) -> Self {
        Self::list(Self::one_of(calls), longest)
    }

    /// Returns the names of the calls, if this is a shape of [calls](Self::calls), and `None`
    /// otherwise.
    #[must_use]
    pub fn callees(&self) -> Option<Vec<&str>> {
        match &self.0 {
            Kind::List { of, .. } => match &of.0 {
                Kind::OneOf(calls) => Some(calls.iter().map(|(name, _)| name.as_str()).collect()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Makes a sequence of these calls, with random arguments, as long as the shape permits.
    /// Returns `None` if this is no shape of [calls](Self::calls), or has no such callee.
    #[must_use]
    pub fn make_calls(&self, callees: &[usize], random: &mut Random) -> Option<Value> {
        let Kind::List { of, longest } = &self.0 else { return None };
        let Kind::OneOf(calls) = &of.0 else { return None };
        let make = |&callee: &usize| {
            Some(Value::Call(callee, Box::new(calls.get(callee)?.1.make(random))))
        };
        callees.iter().take(*longest).map(make).collect::<Option<_>>().map(Value::List)
    }

    /// Returns `true` if a value of this shape contains a text or a list of bytes.
    #[must_use]
    pub fn has_text(&self) -> bool {
        match &self.0 {
            Kind::Text { .. } => true,
            Kind::Integers { .. } | Kind::Floats { .. } => false,
            Kind::List { of, .. } => {
                of.0 == Kind::Integers { least: 0, greatest: 255 } || of.has_text()
            }
            Kind::Tuple(parts) => parts.iter().any(Self::has_text),
            Kind::OneOf(calls) => calls.iter().any(|(_, argument)| argument.has_text()),
        }
    }

    /// Returns `true` if the value is one of this shape.
    #[must_use]
    pub fn fits(&self, value: &Value) -> bool {
        match (&self.0, value) {
            (Kind::Integers { least, greatest }, Value::Integer(number)) => {
                (least..=greatest).contains(&number)
            }
            (Kind::Floats { least, greatest }, Value::Float(number)) => {
                (least..=greatest).contains(&number)
            }
            (Kind::Text { letters, longest }, Value::Text(text)) => {
                text.chars().count() <= *longest
                    && text.chars().all(|letter| letters.contains(&letter))
            }
            (Kind::List { of, longest }, Value::List(values)) => {
                values.len() <= *longest && values.iter().all(|value| of.fits(value))
            }
            (Kind::Tuple(parts), Value::List(values)) => {
                parts.len() == values.len()
                    && parts.iter().zip(values).all(|(part, value)| part.fits(value))
            }
            (Kind::OneOf(calls), Value::Call(callee, argument)) => {
                calls.get(*callee).is_some_and(|(_, shape)| shape.fits(argument))
            }
            _ => false,
        }
    }

    /// Makes a random value.
    ///
    /// Lengths are uniform up to the longest one. Half of the numbers are uniform, the others
    /// small, since uniform numbers of 64 bits are hardly ever near to any constant of a program.
    #[must_use]
    pub fn make(&self, random: &mut Random) -> Value {
        match &self.0 {
            Kind::Integers { least, greatest } => {
                Value::Integer(integer(*least, *greatest, random))
            }
            Kind::Floats { least, greatest } => Value::Float(float(*least, *greatest, random)),
            Kind::Text { letters, longest } => {
                let length = random.below(longest.saturating_add(1));
                Value::Text((0..length).filter_map(|_| random.one_of(letters)).collect())
            }
            Kind::List { of, longest } => {
                let length = random.below(longest.saturating_add(1));
                Value::List((0..length).map(|_| of.make(random)).collect())
            }
            Kind::Tuple(parts) => Value::List(parts.iter().map(|part| part.make(random)).collect()),
            Kind::OneOf(calls) => {
                let callee = random.below(calls.len());
                Value::Call(callee, Box::new(calls[callee].1.make(random)))
            }
        }
    }
}

fn integer(least: i128, greatest: i128, random: &mut Random) -> i128 {
    if random.chance(1, 2) {
        return random.between(least, greatest);
    }
    // Near the end that is nearest to 0.
    let middle = 0.clamp(least, greatest);
    let bits = random.below(16) as u32;
    let step = random.between(-(1 << bits), 1 << bits);
    middle.saturating_add(step).clamp(least, greatest)
}

fn float(least: f64, greatest: f64, random: &mut Random) -> f64 {
    match random.below(4) {
        // In halves: the width of the widest range is infinite.
        0 | 1 => {
            let at = random.unit();
            (least * (1.0 - at) + greatest * at).clamp(least, greatest)
        }
        2 => (random.between(-100, 100) as f64).clamp(least, greatest),
        _ => {
            let exponent = random.between(-60, 60) as i32;
            let sign = if random.chance(1, 2) { 1.0 } else { -1.0 };
            (sign * (1.0 + random.unit()) * pow2(exponent)).clamp(least, greatest)
        }
    }
}

/// Returns 2 to this power, exactly on every machine.
pub(super) fn pow2(exponent: i32) -> f64 {
    f64::from_bits(((1023 + i64::from(exponent.clamp(-1022, 1023))) as u64) << 52)
}
