//! Days that are holidays or not, some of which no test can choose: the nearest call is not the one that matters.

use super::flagged::Flagged;
use super::{INT, Subject};
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::{CallSite, Function};

pub(super) const FLAGGED: Flagged = Flagged::new(
    Subject {
        name: "shifts",
        inputs: &[INT; 2],
        bodies: || {
            let pay = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 0).jump(2, 0).exit(3);
            vec![pay, FlowBuilder::new().branch(0, 2, 1).branch(1, 2, 3).exit(2).exit(3)]
        },
        run: |t, days| {
            pay(t, &[NEW_YEAR - 1, days[0], days[1], LABOUR_DAY + 1]);
        },
    },
    |graph, flags| {
        flags.function(graph, PAY).decides(1, SITE)?;
        flags.function(graph, HOLIDAY).returns(2, true)?.returns(3, false)?;
        Ok(())
    },
);

const PAY: Function = Function::new(0);
const HOLIDAY: Function = Function::new(1);
const SITE: CallSite = CallSite::new(0);

/// In days since 1970.
const NEW_YEAR: i64 = 20_454;
const LABOUR_DAY: i64 = 20_574;

/// Hours to be paid for.
fn pay(c: Caller<'_>, days: &[i64]) -> u32 {
    let f = c.enter(PAY);
    let r = f.rules();
    let (mut day, mut hours) = (0, 0);
    while f.decide(0, r.lt(day, days.len())) {
        hours += 8;
        if f.decide(1, r.flag(holiday(f.at(SITE), days[day]))) {
            hours += 4;
            f.end(2);
        }
        day += 1;
    }
    hours
}

fn holiday(c: Caller<'_>, day: i64) -> bool {
    let f = c.enter(HOLIDAY);
    let r = f.rules();
    f.decide(0, r.eq(day, NEW_YEAR)) || f.decide(1, r.eq(day, LABOUR_DAY))
}
