//! The definition of a branch distance: operands by value, integers as rows of bits, one rounding
//! by hand.

use proptest::prelude::*;
use sbst_distance::{Decision, FloatMetric, Integer, OrderDistance, Published, Rules};
use std::cmp::Ordering;

/// A natural number: bits from the lowest up, the highest is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Natural(Vec<bool>);

impl Natural {
    pub(crate) fn parse(digits: &str) -> Self {
        let mut bits = Vec::new();
        let mut digits: Vec<u8> = digits.bytes().map(|digit| digit - b'0').collect();
        while digits.iter().any(|&digit| digit > 0) {
            let mut rest = 0;
            for digit in &mut digits {
                let value = 10 * rest + *digit;
                (*digit, rest) = (value / 2, value % 2);
            }
            bits.push(rest == 1);
        }
        Self(bits)
    }

    fn bit(&self, at: usize) -> bool {
        self.0.get(at).copied().unwrap_or(false)
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        let mut bits = Vec::new();
        let mut carry = 0;
        for at in 0..=self.0.len().max(other.0.len()) {
            let sum = u8::from(self.bit(at)) + u8::from(other.bit(at)) + carry;
            bits.push(sum % 2 == 1);
            carry = sum / 2;
        }
        Self(bits).trimmed()
    }

    /// For `other` ≤ `self`.
    fn minus(&self, other: &Self) -> Self {
        let mut bits = Vec::new();
        let mut borrow = 0;
        for at in 0..self.0.len() {
            let difference = i8::from(self.bit(at)) - i8::from(other.bit(at)) - borrow;
            bits.push(difference.rem_euclid(2) == 1);
            borrow = i8::from(difference < 0);
        }
        Self(bits).trimmed()
    }

    fn trimmed(mut self) -> Self {
        while self.0.last() == Some(&false) {
            self.0.pop();
        }
        self
    }

    fn compare(&self, other: &Self) -> Ordering {
        let by_length = self.0.len().cmp(&other.0.len());
        by_length.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    /// The nearest f64, of two the one with the even significand.
    pub(crate) fn rounded(&self) -> f64 {
        let dropped = self.0.len().saturating_sub(53);
        let kept =
            self.0[dropped..].iter().rev().fold(0_u64, |value, &bit| 2 * value + u64::from(bit));
        let half = dropped > 0 && self.0[dropped - 1];
        let beyond_half = dropped > 0 && self.0[..dropped - 1].contains(&true);
        let up = half && (beyond_half || kept % 2 == 1);
        (0..dropped).fold((kept + u64::from(up)) as f64, |value, _| 2.0 * value)
    }
}

/// What an operand is worth.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Integer { negative: bool, magnitude: Natural },
    Single(f32),
    Double(f64),
    Bool(bool),
}

impl Value {
    pub(crate) fn integer(text: &str) -> Self {
        let digits = text.trim_start_matches('-');
        Self::Integer { negative: text != digits, magnitude: Natural::parse(digits) }
    }

    pub(crate) fn order(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (
                Self::Integer { negative: a, magnitude: x },
                Self::Integer { negative: b, magnitude: y },
            ) => Some(match (a, b) {
                (false, false) => x.compare(y),
                (true, true) => y.compare(x),
                (true, false) => Ordering::Less,
                (false, true) => Ordering::Greater,
            }),
            (Self::Single(a), Self::Single(b)) => a.partial_cmp(b),
            (Self::Double(a), Self::Double(b)) => a.partial_cmp(b),
            (Self::Bool(a), Self::Bool(b)) => a.partial_cmp(b),
            _ => panic!("operands of different kinds"),
        }
    }

    /// |a - b| as a whole number, or as it was rounded by definition.
    fn gap(&self, other: &Self, metric: FloatMetric) -> Gap {
        match (self, other) {
            (
                Self::Integer { negative: a, magnitude: x },
                Self::Integer { negative: b, magnitude: y },
            ) => Gap::Whole(match a == b {
                false => x.plus(y),
                true if x.compare(y).is_ge() => x.minus(y),
                true => y.minus(x),
            }),
            (Self::Bool(a), Self::Bool(b)) => {
                Gap::Whole(Natural::parse(if a == b { "0" } else { "1" }))
            }
            (Self::Single(a), Self::Single(b)) => {
                let place = |x: f32| i128::from(x.abs().to_bits()) * if x < 0.0 { -1 } else { 1 };
                float_gap(f64::from(*a), f64::from(*b), metric, place(*a).abs_diff(place(*b)))
            }
            (Self::Double(a), Self::Double(b)) => {
                let place = |x: f64| i128::from(x.abs().to_bits()) * if x < 0.0 { -1 } else { 1 };
                float_gap(*a, *b, metric, place(*a).abs_diff(place(*b)))
            }
            _ => panic!("operands of different kinds"),
        }
    }
}

enum Gap {
    Whole(Natural),
    Rounded(f64),
}

fn float_gap(a: f64, b: f64, metric: FloatMetric, steps: u128) -> Gap {
    if a == b {
        Gap::Rounded(0.0)
    } else if a.is_nan() || b.is_nan() || a.is_infinite() || b.is_infinite() {
        Gap::Rounded(f64::INFINITY)
    } else if metric == FloatMetric::Ulps {
        Gap::Whole(Natural::parse(&steps.to_string()))
    } else {
        Gap::Rounded(capped((a - b).abs()))
    }
}

fn capped(sum: f64) -> f64 {
    if sum == f64::INFINITY { f64::MAX } else { sum }
}

/// A primitive type: its value, written down without the library.
pub(crate) trait Exact: OrderDistance + Copy + std::fmt::Debug {
    fn value(self) -> Value;
}

macro_rules! integers {
    ($($type:ty)*) => { $( impl Exact for $type {
        fn value(self) -> Value {
            Value::integer(&self.to_string())
        }
    } )* };
}
integers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

impl Exact for char {
    fn value(self) -> Value {
        Value::integer(&u32::from(self).to_string())
    }
}
impl Exact for bool {
    fn value(self) -> Value {
        Value::Bool(self)
    }
}
impl Exact for f32 {
    fn value(self) -> Value {
        Value::Single(self)
    }
}
impl Exact for f64 {
    fn value(self) -> Value {
        Value::Double(self)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    Equal,
    Different,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

pub(crate) use Relation::{Different, Equal, Greater, GreaterOrEqual, Less, LessOrEqual};

pub(crate) const RELATIONS: [Relation; 6] =
    [Equal, Different, Less, LessOrEqual, Greater, GreaterOrEqual];

impl Relation {
    pub(crate) fn complement(self) -> Self {
        match self {
            Equal => Different,
            Different => Equal,
            Less => GreaterOrEqual,
            LessOrEqual => Greater,
            Greater => LessOrEqual,
            GreaterOrEqual => Less,
        }
    }

    /// The real operator of the language.
    pub(crate) fn real<T: PartialOrd>(self, a: T, b: T) -> bool {
        match self {
            Equal => a == b,
            Different => a != b,
            Less => a < b,
            LessOrEqual => a <= b,
            Greater => a > b,
            GreaterOrEqual => a >= b,
        }
    }

    /// The outcome by the values; unordered operands are different, and nothing else.
    pub(crate) fn of_values(self, a: &Value, b: &Value) -> bool {
        let order = a.order(b);
        match self {
            Equal => order == Some(Ordering::Equal),
            Different => order != Some(Ordering::Equal),
            Less => order == Some(Ordering::Less),
            LessOrEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
            Greater => order == Some(Ordering::Greater),
            GreaterOrEqual => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        }
    }

    pub(crate) fn decision<T: OrderDistance>(self, rules: &Rules, a: T, b: T) -> Decision {
        match self {
            Equal => rules.eq(a, b),
            Different => rules.ne(a, b),
            Less => rules.lt(a, b),
            LessOrEqual => rules.le(a, b),
            Greater => rules.gt(a, b),
            GreaterOrEqual => rules.ge(a, b),
        }
    }
}

pub(crate) const COLUMNS: [Published; 3] =
    [Published::Tracey, Published::Korel, Published::Evosuite];
pub(crate) const METRICS: [FloatMetric; 2] = [FloatMetric::Absolute, FloatMetric::Ulps];
/// With the same number in decimals, where it is an integer below 2^53.
pub(crate) const KS: [(f64, Option<&str>); 8] = [
    (1.0, Some("1")),
    (0.5, None),
    (3.0, Some("3")),
    (1e300, None),
    (5e-324, None),
    (9_007_199_254_740_991.0, Some("9007199254740991")),
    (9_007_199_254_740_992.0, None),
    (0.1, None),
];

/// The gap of two operands, alone and with K.
pub(crate) struct Measured {
    gap: f64,
    plus_k: f64,
    k: f64,
    bools: bool,
}

impl Measured {
    pub(crate) fn new(a: &Value, b: &Value, metric: FloatMetric, k: (f64, Option<&str>)) -> Self {
        let (gap, plus_k) = match (a.gap(b, metric), k.1) {
            (Gap::Whole(gap), Some(k)) => (gap.rounded(), gap.plus(&Natural::parse(k)).rounded()),
            (Gap::Whole(gap), None) => (gap.rounded(), capped(gap.rounded() + k.0)),
            (Gap::Rounded(f64::INFINITY), _) => (f64::INFINITY, f64::INFINITY),
            (Gap::Rounded(gap), _) => (gap, capped(gap + k.0)),
        };
        Self { gap, plus_k, k: k.0, bools: matches!(a, Value::Bool(_)) }
    }

    /// The table of F1.
    pub(crate) fn to_reach(&self, relation: Relation, column: Published) -> f64 {
        match (relation, column) {
            (Different, _) => self.k,
            (Equal, _) if self.bools => self.k,
            (Equal, Published::Tracey) => self.plus_k,
            (Equal, Published::Korel | Published::Evosuite) => self.gap,
            (Less | Greater, _) => self.plus_k,
            (LessOrEqual | GreaterOrEqual, Published::Tracey | Published::Evosuite) => self.plus_k,
            (LessOrEqual | GreaterOrEqual, Published::Korel) => self.gap,
            (_, other) => panic!("a column without an oracle: {other:?}"),
        }
    }
}

/// Compares one decision with the definition.
pub(crate) fn agrees(
    decision: Decision,
    holds: bool,
    other_side: f64,
) -> Result<(), TestCaseError> {
    prop_assert_eq!(decision.holds(), holds);
    let (taken, other) = match holds {
        true => (decision.to_true(), decision.to_false()),
        false => (decision.to_false(), decision.to_true()),
    };
    prop_assert_eq!(taken.get().to_bits(), 0);
    prop_assert_eq!(other.get(), other_side.max(f64::MIN_POSITIVE));
    prop_assert_eq!(decision.other_side(), other);
    Ok(())
}

/// All rules, all K, both metrics, all relations, on two operands of a primitive type.
pub(crate) fn all_rules<T: Exact>(a: T, b: T) -> Result<(), TestCaseError> {
    let float = matches!(a.value(), Value::Single(_) | Value::Double(_));
    for (metric, k) in METRICS.into_iter().flat_map(|metric| KS.map(|k| (metric, k))) {
        let measured = Measured::new(&a.value(), &b.value(), metric, k);
        for (integers, floats) in COLUMNS.into_iter().flat_map(|i| COLUMNS.map(|f| (i, f))) {
            let rules = Rules::new(integers, floats)
                .with_k(k.0)
                .expect("positive and finite")
                .with_metric(metric);
            for relation in RELATIONS {
                let holds = relation.real(a, b);
                let wanted = if holds { relation.complement() } else { relation };
                let other_side = measured.to_reach(wanted, if float { floats } else { integers });
                agrees(relation.decision(&rules, a, b), holds, other_side)?;
            }
        }
    }
    Ok(())
}

/// Two rows of bits, to be read as operands of any type: often near a power of two, often near each
/// other.
pub(crate) fn bits() -> impl Strategy<Value = (u128, u128)> {
    let one = || {
        prop_oneof![
            2 => any::<u128>(),
            3 => (0..128_u32, 0..4_u128, any::<bool>()).prop_map(|(shift, low, negative)| {
                let bits = (1_u128 << shift).wrapping_add(low).wrapping_sub(2);
                if negative { bits.wrapping_neg() } else { bits }
            }),
            1 => (0..4_u128).prop_map(|low| low.wrapping_sub(2)),
        ]
    };
    prop_oneof![
        3 => (one(), one()),
        2 => (one(), 0..5_u128).prop_map(|(a, step)| (a, a.wrapping_add(step).wrapping_sub(2))),
        1 => (one(), 0..128_u32).prop_map(|(a, bit)| (a, a ^ 1 << bit)),
    ]
}

/// An integer of any of the twelve types: as the library takes it, and its value.
pub(crate) fn of_any_type(bits: u128, kind: usize) -> (Integer, Value) {
    macro_rules! read {
        ($($number:literal $type:ty),*) => { match kind % 12 {
            $( $number => (Integer::from(bits as $type), (bits as $type).value()), )*
            _ => unreachable!(),
        } };
    }
    read!(0 u8, 1 u16, 2 u32, 3 u64, 4 u128, 5 usize, 6 i8, 7 i16, 8 i32, 9 i64, 10 i128, 11 isize)
}
