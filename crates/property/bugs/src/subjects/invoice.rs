//! An invoice with coupons: the one for free shipping takes the costs of shipping off where there
//! are none, too.

use crate::Subject;
use arbitrary::{Result, Unstructured};

#[derive(Debug)]
pub struct Invoice;

/// A number of articles at one price in cents.
type Line = (u8, u16);

const SHIPPING: i64 = 490;
const SHIPPED_FREE_FROM: i64 = 5_000;

#[cfg_attr(not(fuzzing), sbst::instrument)]
fn articles(lines: &[Line]) -> i64 {
    lines.iter().map(|(number, price)| i64::from(*number) * i64::from(*price)).sum()
}

#[cfg_attr(not(fuzzing), sbst::instrument)]
fn shipping(sum: i64) -> i64 {
    if sum == 0 || sum >= SHIPPED_FREE_FROM { 0 } else { SHIPPING }
}

/// Returns how much a coupon takes off.
#[cfg_attr(not(fuzzing), sbst::instrument)]
fn discount(sum: i64, coupon: &str) -> i64 {
    match coupon {
        "TENOFF" if sum >= 1_000 => sum / 10,
        // The bug: nobody looks whether shipping costs something.
        "FREE" => SHIPPING,
        _ => 0,
    }
}

#[cfg_attr(not(fuzzing), sbst::instrument)]
fn payable(lines: &[Line], coupon: &str) -> i64 {
    let sum = articles(lines);
    sum + shipping(sum) - discount(sum, coupon)
}

impl Subject for Invoice {
    const NAME: &'static str = "invoice";
    const FILE: &'static str = file!();
    type Input = (Vec<Line>, String);

    #[cfg(not(fuzzing))]
    fn strategy() -> impl proptest::strategy::Strategy<Value = Self::Input> {
        use proptest::prelude::*;
        (prop::collection::vec((any::<u8>(), any::<u16>()), 0..5), "[A-Z0-9]{0,8}")
    }

    #[cfg(not(fuzzing))]
    fn draw(tc: &hegel::TestCase) -> Self::Input {
        use hegel::generators as gs;
        let line = hegel::tuples!(gs::integers::<u8>(), gs::integers::<u16>());
        (tc.draw(gs::vecs(line).max_size(4)), tc.draw(gs::from_regex("[A-Z0-9]{0,8}")))
    }

    fn decode(bytes: &mut Unstructured<'_>) -> Result<Self::Input> {
        let lines =
            (0..bytes.int_in_range(0..=4)?).map(|_| bytes.arbitrary()).collect::<Result<_>>()?;
        Ok((
            lines,
            crate::text_of(bytes, 8, |letter| {
                letter.is_ascii_uppercase() || letter.is_ascii_digit()
            })?,
        ))
    }

    #[cfg_attr(not(fuzzing), sbst::instrument)]
    fn check((lines, coupon): &Self::Input) {
        let sum = articles(lines);
        let payable = payable(lines, coupon);
        assert!(payable <= sum + SHIPPING, "{payable}");
        assert!(payable >= sum || coupon == "TENOFF", "{payable}");
    }
}
