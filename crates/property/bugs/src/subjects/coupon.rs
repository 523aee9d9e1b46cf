//! What is to be paid with a coupon: nobody looks whether the articles cost as much as the coupon
//! takes off.

use crate::Subject;
use arbitrary::{Result, Unstructured};

#[derive(Debug)]
pub struct Coupon;

#[cfg_attr(not(fuzzing), sbst::instrument)]
fn payable(articles: u16, price: u16, coupon: &str) -> i64 {
    let sum = i64::from(articles) * i64::from(price);
    if coupon.eq_ignore_ascii_case("WELCOME") && sum >= 10_000 {
        return sum - 2_000;
    }
    if coupon == "SUMMER" {
        // The bug: many things that one buys one of cost less.
        if articles == 1 {
            return sum - 500;
        }
        return sum - sum / 10;
    }
    sum
}

impl Subject for Coupon {
    const NAME: &'static str = "coupon";
    const FILE: &'static str = file!();
    type Input = (u16, u16, String);

    #[cfg(not(fuzzing))]
    fn strategy() -> impl proptest::strategy::Strategy<Value = Self::Input> {
        use proptest::prelude::*;
        (any::<u16>(), any::<u16>(), "[A-Z]{1,8}")
    }

    #[cfg(not(fuzzing))]
    fn draw(tc: &hegel::TestCase) -> Self::Input {
        use hegel::generators as gs;
        use sbst_property::hegel::texts;
        let number = gs::integers::<u16>;
        (tc.draw(number()), tc.draw(number()), tc.draw(texts('A'..='Z', 1..=8)))
    }

    fn decode(bytes: &mut Unstructured<'_>) -> Result<Self::Input> {
        Ok((
            bytes.arbitrary()?,
            bytes.arbitrary()?,
            crate::text_of(bytes, 8, |letter| letter.is_ascii_uppercase())?,
        ))
    }

    #[cfg_attr(not(fuzzing), sbst::instrument)]
    fn check((articles, price, coupon): &Self::Input) {
        let payable = payable(*articles, *price, coupon);
        assert!(payable >= 0, "{payable}");
    }
}
