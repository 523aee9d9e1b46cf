//! Numbers of other crates as operands, against the definition: the gap as a whole number or a
//! fraction, rounded once.

#[path = "../../distance/tests/distances/distance/oracle.rs"]
#[allow(dead_code)] // the tests of primitive operands use the rest
mod oracle;

use bigdecimal::BigDecimal;
use bigdecimal::num_traits::ToPrimitive;
use bnum::types::{I256, U256};
use fixed::types::{I16F16, U64F64};
use num_bigint::{BigInt, BigUint};
use num_rational::{BigRational, Ratio};
use oracle::Natural;
use proptest::prelude::*;
use sbst::distance::{
    Decision, Distance, EqualityDistance, FloatMetric, OperandKind, OrderDistance, Real, Relation,
    Rules, Whole, collection, eq, lt,
};
use sbst_conformance::order;

/// The distance of a relation between integers from holding: gap and K where the rules have it.
fn expected(gap: &BigUint, plus_k: bool) -> f64 {
    let gap = Natural::parse(&gap.to_string());
    // "within f64's precision": the gap is rounded, and K added to it.
    gap.rounded() + f64::from(u8::from(plus_k))
}

fn agrees(decision: Decision, holds: bool, other_side: f64) -> Result<(), TestCaseError> {
    prop_assert_eq!(decision.holds(), holds);
    prop_assert_eq!(decision.other_side().get(), other_side);
    Ok(())
}

/// Integers whose gaps are small, or have up to 300 bits.
fn big() -> impl Strategy<Value = BigInt> {
    (any::<i64>(), 0..240_u32, -3..4_i64)
        .prop_map(|(n, shift, more)| (BigInt::from(n) << shift) + more)
}

proptest! {
    #[test]
    fn big_integers((a, b, near) in (big(), big(), -3..4_i64), is_near in any::<bool>()) {
        let b = if is_near { &a + near } else { b };
        let gap = (&a - &b).magnitude().clone();
        let (x, y) = (Whole(&a), Whole(&b));
        prop_assert_eq!(x.apart(&y, &Rules::DEFAULT).get(), expected(&gap, false));
        let to_equal = if a == b { 1.0 } else { expected(&gap, true) };
        agrees(eq(x, y), a == b, to_equal)?;
        agrees(lt(x, y), a < b, expected(&gap, true))?;
        agrees(Rules::KOREL.eq(x, y), a == b, if a == b { 1.0 } else { expected(&gap, false) })?;
        agrees(Rules::KOREL.le(x, y), a <= b, expected(&gap, a <= b))?;
    }

    #[test]
    fn integers_of_256_bits(a in any::<[u64; 4]>(), b in any::<[u64; 4]>(), shift in 0..256_u32) {
        let (a, b) = (U256::from_digits(a) >> shift, U256::from_digits(b) >> shift);
        let of = |n: U256| n.to_string().parse::<BigUint>().expect("digits");
        let gap = if of(a) > of(b) { of(a) - of(b) } else { of(b) - of(a) };
        agrees(lt(Whole(&a), Whole(&b)), a < b, expected(&gap, true))?;
    }

    #[test]
    fn small_integers_are_as_primitive_ones(
        a in any::<i64>(),
        b in any::<i64>(),
        near in -3..4_i64,
        is_near in any::<bool>(),
    ) {
        let b = if is_near { a.saturating_add(near) } else { b };
        let (wide_a, wide_b) = (i128::from(a), i128::from(b));
        let (x, y) = (I256::from(a), I256::from(b));
        for rules in [
            Rules::DEFAULT,
            Rules::TRACEY,
            Rules::KOREL,
            Rules::EVOSUITE,
            Rules::DEFAULT.with_k(0.5).expect("positive"),
        ] {
            for relation in Relation::ALL {
                let primitive = rules.compare(relation, a, b);
                if wide_a.abs_diff(wide_b) < 1 << 53 {
                    prop_assert_eq!(rules.compare(relation, Whole(&x), Whole(&y)), primitive);
                    prop_assert_eq!(rules.compare(relation, Whole(&a), Whole(&b)), primitive); // primitive ones have the traits, too
                }
                prop_assert_eq!(
                    rules.compare(relation, Whole(&wide_a), Whole(&wide_b)).holds(),
                    primitive.holds()
                );
            }
        }
    }

    #[test]
    fn fractions(a in any::<(i32, i32)>(), b in any::<(i32, i32)>()) {
        let of = |(n, d): (i32, i32)| Ratio::new(i64::from(n), i64::from(d).abs().max(1));
        let (a, b) = (of(a), of(b));
        let gap = if a > b { a - b } else { b - a };
        let to_less = gap.to_f64().expect("a number") + 1.0;
        agrees(
            lt(Real(&a), Real(&b)),
            a < b,
            if a < b { gap.to_f64().expect("a number") } else { to_less },
        )?;
    }

    #[test]
    fn fixed_point(a in any::<i32>(), b in any::<i32>()) {
        let (a, b) = (I16F16::from_bits(a), I16F16::from_bits(b));
        let gap = (f64::from(a) - f64::from(b)).abs(); // 32 bits: exact
        agrees(eq(Real(&a), Real(&b)), a == b, if a == b { 1.0 } else { gap })?;
        agrees(lt(Real(&a), Real(&b)), a < b, if a < b { gap } else { gap + 1.0 })?; // also where the difference overflows
    }

    #[test]
    fn decimals_by_a_type_of_ones_own(a in any::<(i64, i8)>(), b in any::<(i64, i8)>()) {
        let of = |(digits, scale): (i64, i8)| Price(BigDecimal::new(digits.into(), scale.into()));
        let (a, b) = (of(a), of(b));
        let gap = (&a.0 - &b.0).abs().to_f64().expect("a number");
        agrees(lt(&a, &b), a < b, if a < b { gap.max(f64::MIN_POSITIVE) } else { gap + 1.0 })?;
        agrees(eq(&a, &b), a == b, if a == b { 1.0 } else { gap.max(f64::MIN_POSITIVE) })?;
        prop_assert_eq!(a.apart(&b, &Rules::DEFAULT) == Distance::ZERO, a == b);
    }
}

/// A number whose crate has no checked subtraction: the trait, by hand.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
struct Price(BigDecimal);

impl EqualityDistance for Price {
    const KIND: OperandKind = OperandKind::Real;
    fn apart(&self, other: &Self, _: &Rules) -> Distance {
        if self == other {
            return Distance::ZERO;
        }
        let gap = (&self.0 - &other.0).abs().to_f64().and_then(|gap| Distance::new(gap).ok());
        gap.unwrap_or(Distance::INFINITE).max(Distance::SMALLEST)
    }
}

impl OrderDistance for Price {}

#[test]
fn what_does_not_fit_is_rounded_and_never_lost() {
    // The difference overflows the type.
    let (least, greatest) = (I256::MIN, I256::MAX);
    assert_eq!(lt(Whole(&greatest), Whole(&least)).to_true().get(), 2_f64.powi(256));
    assert_eq!(
        lt(Real(&I16F16::MAX), Real(&I16F16::MIN)).to_true().get(),
        65_537.0 - 2_f64.powi(-16)
    );
    // The gap overflows f64, and underflows it.
    let huge = BigInt::from(1) << 2_000_u32;
    assert_eq!(eq(Whole(&huge), Whole(&BigInt::from(0))).to_true().get(), f64::MAX);
    let tiny = BigRational::new(1.into(), huge);
    let zero = BigRational::from_integer(0.into());
    assert!(!eq(Real(&tiny), Real(&zero)).holds());
    assert_eq!(Real(&tiny).apart(&Real(&zero), &Rules::DEFAULT), Distance::SMALLEST);
    assert_eq!(
        Real(&U64F64::MAX).apart(&Real(&U64F64::ZERO), &Rules::DEFAULT).get(),
        2_f64.powi(64)
    );
}

#[test]
fn they_are_elements_and_members() {
    let (prices, wanted) = ([1, 20, 300].map(BigInt::from), BigInt::from(23));
    assert_eq!(collection::contains(prices.iter().map(Whole), Whole(&wanted)).to_true().get(), 4.0);
    let whole = prices.each_ref().map(Whole);
    assert_eq!(Rules::DEFAULT.starts_with(&whole, &[Whole(&wanted)]).to_true().get(), 22.0 / 23.0);
    assert_eq!(eq(Some(whole[0]), None).to_true().get(), 1.0);
    assert_eq!(format!("{}", whole[2]), "300");
}

#[track_caller]
fn lawful<T: OrderDistance>(values: &[T]) {
    let ulps = Rules::DEFAULT.with_metric(FloatMetric::Ulps);
    for rules in [
        Rules::DEFAULT,
        Rules::TRACEY,
        Rules::KOREL,
        Rules::EVOSUITE.with_k(0.25).expect("positive"),
        ulps,
    ] {
        order(&rules, values).expect_none();
    }
}

#[test]
fn they_keep_the_laws() {
    let big = [-300, -299, 0, 1, 52, 53, 54, 2_000]
        .map(|n: i64| BigInt::from(n.signum()) << n.unsigned_abs());
    lawful(&big.each_ref().map(Whole));
    let wide = [I256::MIN, I256::MIN + I256::ONE, I256::from(-1), I256::ZERO, I256::ONE, I256::MAX];
    lawful(&wide.each_ref().map(Whole));
    let fractions = [
        Ratio::new(1_i64, 3),
        Ratio::new(1, 2),
        Ratio::new(2, 3),
        Ratio::from_integer(i64::MAX),
        Ratio::new(-1, i64::MAX),
    ];
    lawful(&fractions.each_ref().map(Real));
    let fixed = [i32::MIN, -1, 0, 1, i32::MAX].map(I16F16::from_bits);
    lawful(&fixed.each_ref().map(Real));
}

proptest! {
    #[test]
    fn wide_integers_keep_the_laws(
        digits in prop::collection::vec(any::<[u64; 4]>(), 1..8),
        shift in 0..256_u32,
    ) {
        let values: Vec<I256> = digits
            .into_iter()
            .map(|digits| I256::from_bits(U256::from_digits(digits)) >> shift)
            .collect();
        let values: Vec<_> = values.iter().map(Whole).collect();
        prop_assert_eq!(order(&Rules::DEFAULT, &values).to_string(), "");
    }
}
