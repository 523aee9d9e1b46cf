//! Zero iff the results differ: all operands of six bits in wider types, and samples of wide
//! operands and floats, against the operators of the language.

use proptest::prelude::*;
use sbst_distance::Distance;
use sbst_distance::infection::{Arithmetic, Bitwise, Overflow, Shift, Unary};

use super::{ARITHMETIC, arithmetic, bitwise, inserted, shift};

const BITWISE: [Bitwise; 3] = [Bitwise::And, Bitwise::Or, Bitwise::Xor];
const SHIFTS: [Shift; 3] = [Shift::Left, Shift::Right, Shift::UnsignedRight];

/// 0 if the results differ, else K = 1.
fn expected<T: PartialEq>(original: Option<T>, mutant: Option<T>) -> f64 {
    if original == mutant { 1.0 } else { 0.0 }
}

macro_rules! integers {
    ($($name:ident: $type:ty, $unsigned:ty, $bits:literal;)*) => { $(
        fn $name(a: $type, b: $type, amount: u32) -> Result<(), TestCaseError> {
            let wraps = |operator| match operator {
                Arithmetic::Add => Some(a.wrapping_add(b)),
                Arithmetic::Subtract => Some(a.wrapping_sub(b)),
                Arithmetic::Multiply => Some(a.wrapping_mul(b)),
                Arithmetic::Divide => if b == 0 { None } else { Some(a.wrapping_div(b)) },
                Arithmetic::Remainder => if b == 0 { None } else { Some(a.wrapping_rem(b)) },
            };
            let throws = |operator| match operator {
                Arithmetic::Add => a.checked_add(b),
                Arithmetic::Subtract => a.checked_sub(b),
                Arithmetic::Multiply => a.checked_mul(b),
                Arithmetic::Divide => a.checked_div(b),
                Arithmetic::Remainder => a.checked_rem(b),
            };
            let bits = |operator| match operator {
                Bitwise::And => a & b,
                Bitwise::Or => a | b,
                Bitwise::Xor => a ^ b,
            };
            let by = amount % $bits;
            let shifted = |operator| match operator {
                Shift::Left => a << by,
                Shift::Right => a >> by,
                Shift::UnsignedRight => (a as $unsigned >> by) as $type,
            };
            for original in ARITHMETIC {
                for mutant in ARITHMETIC {
                    let (wrapped, thrown) = (expected(wraps(original), wraps(mutant)), expected(throws(original), throws(mutant)));
                    prop_assert_eq!(arithmetic(a, b, original, mutant, Overflow::Wraps).get(), wrapped, "{:?} {:?}", original, mutant);
                    prop_assert_eq!(arithmetic(a, b, original, mutant, Overflow::Throws).get(), thrown, "{:?} {:?}", original, mutant);
                }
            }
            for original in BITWISE {
                for mutant in BITWISE {
                    prop_assert_eq!(bitwise(a, b, original, mutant).get(), expected(Some(bits(original)), Some(bits(mutant))));
                }
            }
            for original in SHIFTS {
                for mutant in SHIFTS {
                    let expected = expected(Some(shifted(original)), Some(shifted(mutant)));
                    prop_assert_eq!(shift(a, amount, original, mutant).get(), expected, "{:?} {:?}", original, mutant);
                }
            }
            let one = 1 as $type;
            let changed = |operator, overflow| inserted(a, operator, overflow) == Distance::ZERO;
            // a + 1 and a - 1 are never a, and an overflow is an exception.
            for operator in [Unary::Increment, Unary::Decrement] {
                prop_assert!(changed(operator, Overflow::Wraps) && changed(operator, Overflow::Throws));
            }
            prop_assert_eq!(Unary::Increment.of(a, Overflow::Throws), a.checked_add(one));
            prop_assert_eq!(Unary::Decrement.of(a, Overflow::Throws), a.checked_sub(one));
            prop_assert_eq!(changed(Unary::Negate, Overflow::Wraps), a.wrapping_neg() != a);
            prop_assert_eq!(changed(Unary::Negate, Overflow::Throws), a.checked_neg() != Some(a));
            Ok(())
        }
    )* };
}

integers! {
    in_i16: i16, u16, 16;
    in_i32: i32, u32, 32;
    in_u32: u32, u32, 32;
    in_i64: i64, u64, 64;
    in_u64: u64, u64, 64;
    in_i128: i128, u128, 128;
}

#[test]
fn all_operands_of_six_bits() -> Result<(), TestCaseError> {
    for a in -32..32_i16 {
        for b in -32..32_i16 {
            in_i16(a, b, b.unsigned_abs().into())?;
            in_u64(a.unsigned_abs().into(), b.unsigned_abs().into(), b.unsigned_abs().into())?;
        }
    }
    Ok(())
}

/// Wide, but often equal, small or at the ends, where operators agree.
fn operand() -> impl Strategy<Value = i128> {
    let ends = [
        i32::MIN.into(),
        i32::MAX.into(),
        i64::MIN.into(),
        i64::MAX.into(),
        u64::MAX.into(),
        i128::MIN,
        i128::MAX,
        0x8208_2082,
    ];
    prop_oneof![
        any::<i128>(),
        -3..4_i128,
        prop::sample::select(ends.to_vec()),
        any::<i32>().prop_map(i128::from)
    ]
}

proptest! {
    #[test]
    fn wide_operands(a in operand(), b in operand(), amount in 0..130_u32) {
        in_i32(a as i32, b as i32, amount)?;
        in_u32(a as u32, b as u32, amount)?;
        in_i64(a as i64, b as i64, amount)?;
        in_u64(a as u64, b as u64, amount)?;
        in_i128(a, b, amount)?;
    }

    #[test]
    fn floats(a in float(), b in float()) {
        let same = |x: f64, y: f64| x == y || (x.is_nan() && y.is_nan());
        let of = |operator, a: f64, b: f64| match operator {
            Arithmetic::Add => a + b,
            Arithmetic::Subtract => a - b,
            Arithmetic::Multiply => a * b,
            Arithmetic::Divide => a / b,
            Arithmetic::Remainder => a % b,
        };
        for original in ARITHMETIC {
            for mutant in ARITHMETIC {
                let expected = if same(of(original, a, b), of(mutant, a, b)) { 1.0 } else { 0.0 };
                for overflow in [Overflow::Wraps, Overflow::Throws] {
                    prop_assert_eq!(arithmetic(a, b, original, mutant, overflow).get(), expected);
                }
                let (x, y) = (a as f32, b as f32);
                let narrow = |operator| match operator {
                    Arithmetic::Add => x + y,
                    Arithmetic::Subtract => x - y,
                    Arithmetic::Multiply => x * y,
                    Arithmetic::Divide => x / y,
                    Arithmetic::Remainder => x % y,
                };
                let expected =
                    if same(narrow(original).into(), narrow(mutant).into()) { 1.0 } else { 0.0 };
                prop_assert_eq!(
                    arithmetic(x, y, original, mutant, Overflow::Wraps).get(),
                    expected
                );
            }
        }
        for (operator, changed) in
            [(Unary::Negate, -a), (Unary::Increment, a + 1.0), (Unary::Decrement, a - 1.0)]
        {
            prop_assert_eq!(
                inserted(a, operator, Overflow::Throws).get(),
                if same(a, changed) { 1.0 } else { 0.0 }
            );
        }
    }
}

fn float() -> impl Strategy<Value = f64> {
    let ends = [0.0, -0.0, 1.0, 2.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX, 5e-324];
    prop_oneof![any::<f64>(), prop::sample::select(ends.to_vec())]
}
