//! A card number: the digits of the issuer, compared one by one, and a check digit (Luhn).

use super::{DIGIT, Subject};
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::Function;

pub(super) const SUBJECT: Subject = Subject {
    name: "card number",
    inputs: &[DIGIT, DIGIT, DIGIT, DIGIT, DIGIT, DIGIT, DIGIT, DIGIT, DIGIT, DIGIT],
    bodies: || vec![body()],
    run: |t, digits| {
        valid(t, digits);
    },
};

const ISSUER: [i64; 6] = [4, 7, 1, 9, 2, 6];

const VALID: Function = Function::new(0);
// A block for each digit of the issuer. With one block in a loop, the first digit that fits would cover its branch, and nothing
// would guide the search to the next.
const FIRST_DIGIT: u32 = 0;
const LOOP: u32 = ISSUER.len() as u32;
const DOUBLED: u32 = LOOP + 1;
const OVER_9: u32 = LOOP + 2;
const CHECK: u32 = LOOP + 3;
const ACCEPTED: u32 = LOOP + 4;
const REFUSED: u32 = LOOP + 5;

fn body() -> FlowBuilder {
    let issuer = (FIRST_DIGIT..LOOP).fold(FlowBuilder::new(), |body, digit| body.branch(digit, digit + 1, REFUSED));
    issuer
        .branch(LOOP, DOUBLED, CHECK)
        .branch(DOUBLED, OVER_9, LOOP)
        .branch(OVER_9, LOOP, LOOP) // parallel edges: two goals
        .branch(CHECK, ACCEPTED, REFUSED)
        .exit(ACCEPTED)
        .exit(REFUSED)
}

fn valid(c: Caller<'_>, digits: &[i64]) -> bool {
    let f = c.enter(VALID);
    let r = f.rules();
    if !(FIRST_DIGIT..).zip(digits.iter().zip(ISSUER)).all(|(block, (&is, wanted))| f.decide(block, r.eq(is, wanted))) {
        return false;
    }
    let (mut i, mut sum) = (0, 0);
    while f.decide(LOOP, r.lt(i, digits.len())) {
        let mut digit = digits[digits.len() - 1 - i];
        if f.decide(DOUBLED, r.eq(i % 2, 1)) {
            digit *= 2;
            if f.decide(OVER_9, r.gt(digit, 9)) {
                digit -= 9;
            }
        }
        sum += digit;
        i += 1;
    }
    f.decide(CHECK, r.eq(sum % 10, 0))
}
