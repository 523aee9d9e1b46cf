//! A route through two tables: each step looks up where the next one starts, and may miss.

use super::{BYTE, Code, Subject};
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::Function;

pub(super) const SUBJECT: Subject = Subject {
    name: "route",
    inputs: &[BYTE; 6],
    code: Code::Hooked {
        bodies: || vec![body()],
        run: |t, bytes| {
            cost(t, bytes);
        },
    },
};

const COST: Function = Function::new(0);
const FIRST_LEG: u32 = 0;
const TOLL: u32 = 1;
const SECOND_LEG: u32 = 2;
const CHEAP: u32 = 3;
const DEAR: u32 = 4;

fn body() -> FlowBuilder {
    FlowBuilder::new()
        .statements(FIRST_LEG, 3)
        .branch(FIRST_LEG, TOLL, SECOND_LEG)
        .statements(TOLL, 1)
        .jump(TOLL, SECOND_LEG)
        .statements(SECOND_LEG, 4)
        .branch(SECOND_LEG, CHEAP, DEAR)
        .exit(CHEAP)
        .exit(DEAR)
}

/// What a route costs. Indices out of range and divisions by zero are exceptions, here `None`.
fn cost(c: Caller<'_>, stops: &[i64]) -> Option<i64> {
    const NORTH: [i64; 16] = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3];
    const SOUTH: [i64; 14] = [2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5, 9, 4];
    let at = |table: &[i64], stop: i64| table.get(usize::try_from(stop).ok()?).copied();
    let f = c.enter(COST);
    let r = f.rules();
    let first = at(&NORTH, stops[0])?;
    f.done(FIRST_LEG, 1);
    let second = at(&SOUTH, stops[1] - first)?;
    f.done(FIRST_LEG, 2);
    let speed = 60_i64.checked_div(second - first)?;
    let mut sum = speed;
    if f.decide(FIRST_LEG, r.lt(speed, 0)) {
        sum += at(&NORTH, stops[2] - 100)?;
        f.end(TOLL);
    }
    let third = at(&SOUTH, stops[3] - 2 * second)?;
    f.done(SECOND_LEG, 1);
    let fourth = at(&NORTH, stops[4] - 9 * third)?;
    f.done(SECOND_LEG, 2);
    sum += 100_i64.checked_div(fourth - third)?;
    f.done(SECOND_LEG, 3);
    sum += at(&SOUTH, stops[5] - 20 * fourth)?;
    if f.decide(SECOND_LEG, r.gt(sum, 90)) { Some(sum) } else { Some(2 * sum) }
}
