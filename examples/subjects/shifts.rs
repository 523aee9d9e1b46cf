//! Days that are holidays or not, some of which no test can choose: the nearest call is not the one
//! that matters.

use super::{Code, INT, Subject};

pub(super) const SUBJECT: Subject = Subject {
    name: "shifts",
    inputs: &[INT; 2],
    code: Code::Plain {
        functions: |program| vec![program.find(&pay), program.find(&holiday)],
        run: |days| {
            pay(&[NEW_YEAR - 1, days[0], days[1], LABOUR_DAY + 1]);
        },
    },
};

/// In days since 1970.
const NEW_YEAR: i64 = 20_454;
const LABOUR_DAY: i64 = 20_574;

/// Hours to be paid for.
#[sbst::instrument]
fn pay(days: &[i64]) -> u32 {
    let mut hours = 0;
    for &day in days {
        hours += 8;
        if holiday(day) {
            hours += 4;
        }
    }
    hours
}

#[sbst::instrument]
fn holiday(day: i64) -> bool {
    day == NEW_YEAR || day == LABOUR_DAY
}
