//! The function under test: what does a parcel cost?

use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::Function;

const PARCEL: Function = Function::new(0);
const HAS_WEIGHT: u32 = 0;
const LIGHT: u32 = 1;
const ZONE: u32 = 2;
const ROUNDS: u32 = 3;
const HEAVY_STEP: u32 = 4;
const NEAR: u32 = 5;
const ISLAND: u32 = 6;
const FAR: u32 = 7;
const REFUSED: u32 = 8;
const FREE: u32 = 9;
const PAID: u32 = 10;

pub(crate) fn body() -> FlowBuilder {
    FlowBuilder::new()
        .branch(HAS_WEIGHT, LIGHT, REFUSED)
        .branch(LIGHT, ZONE, ROUNDS)
        .branch(ROUNDS, HEAVY_STEP, ZONE) // one round for each kilogram beyond the first
        .statements(HEAVY_STEP, 1)
        .branch(HEAVY_STEP, REFUSED, ROUNDS)
        .case(ZONE, 1, NEAR)
        .arm(ZONE, [7..=9, 42..=42], ISLAND)
        .default(ZONE, FAR)
        .branch(NEAR, FREE, PAID)
        .branch(ISLAND, REFUSED, PAID)
        .jump(FAR, PAID)
        .exit(REFUSED)
        .exit(FREE)
        .exit(PAID)
}

/// The price in cents; `None` if nobody carries it.
pub(crate) fn parcel(c: Caller<'_>, [grams, zone, member]: [i64; 3]) -> Option<i64> {
    let f = c.enter(PARCEL);
    let r = f.rules();
    let mut cents = 390;
    if !f.decide(HAS_WEIGHT, r.gt(grams, 0)) {
        return None;
    }
    if !f.decide(LIGHT, r.le(grams, 1_000)) {
        let mut weight = 1_000;
        while f.decide(ROUNDS, r.lt(weight, grams)) {
            weight += 1_000;
            cents += 150;
            f.done(HEAVY_STEP, 1);
            if f.decide(HEAVY_STEP, r.gt(weight, 31_000)) {
                return None;
            }
        }
    }
    match f.switch(ZONE, zone) {
        1 if f.decide(NEAR, r.eq(member, 4_711)) => return Some(0),
        1 => {}
        7..=9 | 42 if f.decide(ISLAND, r.gt(cents, 1_000)) => return None,
        7..=9 | 42 => cents *= 2,
        _ => f.end(FAR),
    }
    Some(cents)
}
