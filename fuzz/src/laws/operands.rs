//! Numbers of every width, chars and bools.

use super::{decided, legal};
use crate::number;
use arbitrary::{Result, Unstructured};
use core::ops::Bound;
use sbst::distance::infection::{self, Arithmetic, Bitwise, Overflow, Shift, Unary};
use sbst::distance::{
    Arms, Distance, FloatMetric, Neighbours, Relation, Rules, SeenValues, Tolerance,
};

/// Three operands of some type.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    let rules = number::rules(u)?;
    // One type for each input: all of them at once would hide from the fuzzer which of them did
    // something new.
    let kind = u.arbitrary::<u8>()? % 18;
    if kind >= 14 {
        return floats(u, &rules, kind);
    }
    let integers = [number::integer(u)?, number::integer(u)?, number::integer(u)?];
    macro_rules! of {
        ($type:ty) => {{
            let operands = integers.map(|n| n as $type);
            of_integers(&rules, operands, |n| i128::try_from(n).ok());
            bits(&rules, operands);
        }};
    }
    match kind {
        0 => of!(i8),
        1 => of!(i16),
        2 => of!(i32),
        3 => of!(i64),
        4 => of!(i128),
        5 => of!(isize),
        6 => of!(u8),
        7 => of!(u16),
        8 => of!(u32),
        9 => of!(u64),
        10 => of!(u128),
        11 => of!(usize),
        12 => of_type(
            &rules,
            integers.map(|n| char::from_u32((n & 0x1F_FFFF) as u32).unwrap_or(char::MAX)),
        ),
        _ => of_type(&rules, integers.map(|n| n & 1 == 1)),
    }
    Ok(())
}

fn floats(u: &mut Unstructured<'_>, rules: &Rules, kind: u8) -> Result<()> {
    let [a, b, c] = [number::float(u)?, number::float(u)?, number::float(u)?];
    let steps: u64 = u.arbitrary()?;
    match kind {
        14 => {
            of_type(rules, [a, b, c]);
            near(rules, a, b, c, steps);
        }
        15 => {
            let [a, b, c] = [a, b, c].map(|x| x as f32);
            of_type(rules, [a, b, c]);
            near(rules, a, b, c, steps);
        }
        _ => return switch(u, rules),
    }
    Ok(())
}

/// All relations of two operands, and a range with a third one.
fn of_type<T: Neighbours + Copy + core::fmt::Debug>(rules: &Rules, [a, b, c]: [T; 3]) {
    decided(rules.eq(a, b), a == b);
    decided(rules.ne(a, b), a != b);
    decided(rules.lt(a, b), a < b);
    decided(rules.le(a, b), a <= b);
    decided(rules.gt(a, b), a > b);
    decided(rules.ge(a, b), a >= b);
    assert_eq!((rules.lt(a, b), rules.le(a, b)), (rules.gt(b, a), rules.ge(b, a)));
    assert_eq!((rules.eq(a, b), rules.eq(a, b)), (rules.eq(b, a), !rules.ne(a, b)));
    if a.partial_cmp(&b).is_some() {
        assert_eq!((rules.lt(a, b), rules.gt(a, b)), (!rules.ge(a, b), !rules.le(a, b)));
    }
    for relation in Relation::ALL {
        decided(rules.compare(relation, a, b), relation.holds(a.partial_cmp(&b)));
        for mutant in Relation::ALL {
            let infected = relation.holds(a.partial_cmp(&b)) != mutant.holds(a.partial_cmp(&b));
            let distance = infection::relation(a, b, relation, mutant);
            legal(distance);
            assert_eq!(distance == Distance::ZERO, infected, "{a:?} {relation:?} {mutant:?} {b:?}");
        }
    }
    let gap = a.apart(&b, rules);
    legal(gap);
    assert_eq!(gap, b.apart(&a, rules));
    assert_eq!(gap == Distance::ZERO, a == b);

    let inside = b <= a && a <= c;
    assert_eq!(rules.to_range(a, b..=c) == Distance::ZERO, inside);
    legal(rules.to_range(a, b..=c));
    decided(rules.in_range(a, b..=c), inside);
    decided(rules.in_range(a, b..c), b <= a && a < c);
    decided(rules.in_range(a, ..c), a < c);
    decided(rules.in_range(a, b..), b <= a);
    decided(rules.in_range(a, (Bound::Excluded(b), Bound::Included(c))), b < a && a <= c);
    decided(rules.in_range(a, (Bound::Excluded(b), Bound::Excluded(c))), b < a && a < c);
}

/// The gap is exact, and the same in every width that holds both operands.
fn of_integers<T: Neighbours + Copy + core::fmt::Debug>(
    rules: &Rules,
    operands: [T; 3],
    wide: impl Fn(T) -> Option<i128>,
) {
    of_type(rules, operands);
    let [a, b, _] = operands;
    if let (Some(x), Some(y)) = (wide(a), wide(b)) {
        assert_eq!(a.apart(&b, rules).get(), x.abs_diff(y) as f64);
        assert_eq!(rules.lt(a, b), rules.lt(x, y));
        assert_eq!(rules.eq(a, b), rules.eq(x, y));
        assert_eq!(rules.le(a, b), rules.le(x, y));
    }
}

/// Masks, and what mutants of arithmetic make of two operands: nothing divides by zero, shifts too
/// far or overflows.
fn bits<T>(rules: &Rules, [a, b, c]: [T; 3])
where
    T: sbst::distance::Bits + infection::Number + core::fmt::Debug,
{
    decided(rules.masked_eq(a, b, c), a & b == c);
    const ARITHMETIC: [Arithmetic; 5] = [
        Arithmetic::Add,
        Arithmetic::Subtract,
        Arithmetic::Multiply,
        Arithmetic::Divide,
        Arithmetic::Remainder,
    ];
    for overflow in [Overflow::Wraps, Overflow::Throws] {
        for original in ARITHMETIC {
            for mutant in ARITHMETIC {
                let distance =
                    rules.infection(original.of(a, b, overflow), mutant.of(a, b, overflow));
                assert_eq!(
                    distance == Distance::ZERO,
                    original.of(a, b, overflow) != mutant.of(a, b, overflow)
                );
                legal(distance);
            }
        }
        for operator in [Unary::Negate, Unary::Increment, Unary::Decrement] {
            legal(rules.infection(Some(a), operator.of(a, overflow)));
        }
    }
    for original in [Bitwise::And, Bitwise::Or, Bitwise::Xor] {
        for mutant in [Bitwise::And, Bitwise::Or, Bitwise::Xor] {
            assert_eq!(
                rules.infection(Some(original.of(a, b)), Some(mutant.of(a, b))) == Distance::ZERO,
                original.of(a, b) != mutant.of(a, b)
            );
        }
    }
    for amount in [0, 1, 7, 31, 127, 128, u32::MAX] {
        for original in [Shift::Left, Shift::Right, Shift::UnsignedRight] {
            for mutant in [Shift::Left, Shift::Right, Shift::UnsignedRight] {
                let differs = original.of(a, amount) != mutant.of(a, amount);
                assert_eq!(
                    rules.infection(Some(original.of(a, amount)), Some(mutant.of(a, amount)))
                        == Distance::ZERO,
                    differs
                );
            }
        }
    }
}

fn near<F: sbst::distance::Float + Neighbours + Copy + core::fmt::Debug>(
    rules: &Rules,
    a: F,
    b: F,
    tolerance: F,
    steps: u64,
) {
    let metrics =
        [FloatMetric::Absolute, FloatMetric::Ulps].map(|metric| rules.with_metric(metric));
    let tolerances = [
        Tolerance::absolute(tolerance).ok(),
        Tolerance::relative(tolerance).ok(),
        Some(Tolerance::ulps(steps)),
    ];
    for tolerance in tolerances.into_iter().flatten() {
        for rules in &metrics {
            let decision = rules.approx_eq(a, b, tolerance);
            decided(decision, decision.holds());
            assert_eq!(decision, rules.approx_eq(b, a, tolerance));
            assert!(a != b || decision.holds(), "equal is near");
        }
    }
}

/// A multi-way decision.
fn switch(u: &mut Unstructured<'_>, rules: &Rules) -> Result<()> {
    let count = u.arbitrary::<u8>()? % 6;
    let range =
        |u: &mut Unstructured<'_>| -> Result<_> { Ok(number::integer(u)?..=number::integer(u)?) };
    let listed = (0..count).map(|_| Ok(vec![range(u)?])).collect::<Result<Vec<_>>>()?;
    let Ok(arms) = Arms::new(listed.iter().map(|ranges| ranges.iter().cloned())) else {
        return Ok(());
    };
    let mut seen = SeenValues::new(&arms);
    assert!(seen.distances(&arms, rules).is_none());
    let mut selected = vec![false; arms.len() + 1];
    for _ in 0..3 {
        let value = number::integer(u)?;
        let arm = seen.see(&arms, value);
        let expected =
            listed.iter().position(|ranges| ranges.iter().any(|range| range.contains(&value)));
        assert_eq!((arm.map(|arm| arm as usize), arms.select(value)), (expected, arm));
        selected[expected.unwrap_or(arms.len())] = true;
        let distances = seen.distances(&arms, rules).expect("has seen a value");
        for (distance, selected) in distances.0.iter().chain([&distances.1]).zip(&selected) {
            legal(*distance);
            assert_eq!(*distance == Distance::ZERO, *selected);
        }
    }
    Ok(())
}
