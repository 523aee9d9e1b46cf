//! Is it a date? And is it one of the rarest: 29 February of a year divisible by 400?

use super::{INT, Subject};
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::Function;

pub(super) const SUBJECT: Subject = Subject {
    name: "date",
    inputs: &[INT, INT, INT],
    bodies: || vec![body()],
    run: |t, x| {
        let _ = date(t, x[0], x[1], x[2]);
    },
};

const DATE: Function = Function::new(0);
const FROM_1: u32 = 0;
const TO_9999: u32 = 1;
const MONTH: u32 = 2;
const LONG: u32 = 3;
const SHORT: u32 = 4;
const BY_400: u32 = 5;
const BY_100: u32 = 6;
const BY_4: u32 = 7;
const LEAP: u32 = 8;
const COMMON: u32 = 9;
const DAY_FROM_1: u32 = 10;
const DAY_IN_MONTH: u32 = 11;
const DAY_29: u32 = 12;
const FEBRUARY: u32 = 13;
const SPECIAL_YEAR: u32 = 14;
const RARE: u32 = 15;
const PLAIN: u32 = 16;
const REFUSED: u32 = 17;

fn body() -> FlowBuilder {
    FlowBuilder::new()
        .branch(FROM_1, TO_9999, REFUSED)
        .branch(TO_9999, MONTH, REFUSED)
        .arm(MONTH, [1..=1, 3..=3, 5..=5, 7..=8, 10..=10, 12..=12], LONG) // several keys on one edge
        .arm(MONTH, [4..=4, 6..=6, 9..=9, 11..=11], SHORT)
        .case(MONTH, 2, BY_400)
        .default(MONTH, REFUSED)
        .branch(BY_400, LEAP, BY_100)
        .branch(BY_100, COMMON, BY_4)
        .branch(BY_4, LEAP, COMMON)
        .jump(LONG, DAY_FROM_1)
        .jump(SHORT, DAY_FROM_1)
        .jump(LEAP, DAY_FROM_1)
        .jump(COMMON, DAY_FROM_1)
        .branch(DAY_FROM_1, DAY_IN_MONTH, REFUSED)
        .branch(DAY_IN_MONTH, DAY_29, REFUSED)
        .branch(DAY_29, FEBRUARY, PLAIN)
        .branch(FEBRUARY, SPECIAL_YEAR, PLAIN)
        .branch(SPECIAL_YEAR, RARE, PLAIN)
        .exit(RARE)
        .exit(PLAIN)
        .exit(REFUSED)
}

#[derive(Debug)]
enum Date {
    Plain,
    Rare,
}

fn date(c: Caller<'_>, day: i64, month: i64, year: i64) -> Option<Date> {
    let f = c.enter(DATE);
    let r = f.rules();
    if !(f.decide(FROM_1, r.ge(year, 1)) && f.decide(TO_9999, r.le(year, 9999))) {
        return None;
    }
    let (block, days) = match f.switch(MONTH, month) {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => (LONG, 31),
        4 | 6 | 9 | 11 => (SHORT, 30),
        2 => {
            let leap = f.decide(BY_400, r.eq(year % 400, 0))
                || !f.decide(BY_100, r.eq(year % 100, 0)) && f.decide(BY_4, r.eq(year % 4, 0));
            if leap { (LEAP, 29) } else { (COMMON, 28) }
        }
        _ => return None,
    };
    f.end(block); // a block that only jumps
    if !(f.decide(DAY_FROM_1, r.ge(day, 1)) && f.decide(DAY_IN_MONTH, r.le(day, days))) {
        return None;
    }
    let rare = f.decide(DAY_29, r.eq(day, 29)) && f.decide(FEBRUARY, r.eq(month, 2)) && f.decide(SPECIAL_YEAR, r.eq(year % 400, 0));
    Some(if rare { Date::Rare } else { Date::Plain })
}
