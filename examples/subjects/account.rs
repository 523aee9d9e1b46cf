//! A payment that is accepted or not: functions that decide by others, that return the contrary, or
//! hand on what they are told.

use super::{Code, INT, Subject};

pub(super) const SUBJECT: Subject = Subject {
    name: "account",
    inputs: &[INT, INT, 0..=99],
    code: Code::Plain {
        functions: |program| {
            let helpers = [program.find(&foreign), program.find(&known), program.find(&checks)];
            [vec![program.find(&pay), program.find(&accepts)], helpers.to_vec()].concat()
        },
        run: |inputs| {
            pay(inputs[0], inputs[1], inputs[2]);
        },
    },
};

const BANKS: [i64; 4] = [10_010_010, 37_040_044, 50_010_517, 70_000_000];

#[sbst::instrument]
fn pay(bank: i64, account: i64, check: i64) -> &'static str {
    if accepts(bank, account, check) { "paid" } else { "refused" }
}

#[sbst::instrument]
fn accepts(bank: i64, account: i64, check: i64) -> bool {
    if foreign(bank) || account >= 1_000_000_000 {
        return false;
    }
    checks(account, check)
}

#[sbst::instrument]
fn foreign(bank: i64) -> bool {
    !known(bank)
}

#[sbst::instrument]
fn known(bank: i64) -> bool {
    for one in BANKS {
        if bank == one {
            return true;
        }
    }
    false
}

/// The account and its check digits are 1 modulo 97.
#[sbst::instrument]
fn checks(account: i64, check: i64) -> bool {
    account > 0 && (100 * account + check) % 97 == 1
}
