//! A batch of parcels, weighed one by one: the same block four times.

use super::{BYTE, Code, Subject};
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::Function;

pub(super) const SUBJECT: Subject = Subject {
    name: "batch",
    inputs: &[BYTE; 4],
    code: Code::Hooked {
        bodies: || vec![body()],
        run: |t, bytes| {
            weigh(t, bytes);
        },
    },
};

const WEIGH: Function = Function::new(0);
const OPEN: u32 = 0;
const MORE: u32 = 1;
const PARCEL: u32 = 2;
const WEIGHED: u32 = 3;
const HEAVY: u32 = 4;
const LIGHT: u32 = 5;

fn body() -> FlowBuilder {
    FlowBuilder::new()
        .jump(OPEN, MORE)
        .branch(MORE, PARCEL, WEIGHED)
        .statements(PARCEL, 2)
        .jump(PARCEL, MORE)
        .branch(WEIGHED, HEAVY, LIGHT)
        .exit(HEAVY)
        .exit(LIGHT)
}

/// The weight of four parcels; an unknown one is an exception.
fn weigh(c: Caller<'_>, parcels: &[i64]) -> Option<i64> {
    const WEIGHTS: [i64; 16] = [9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 3];
    let f = c.enter(WEIGH);
    let r = f.rules();
    let (mut sum, mut at) = (0, 0);
    f.end(OPEN);
    while f.decide(MORE, r.lt(at, parcels.len())) {
        let weight = WEIGHTS.get(usize::try_from(parcels[at] - 40).ok()?)?;
        f.done(PARCEL, 1);
        sum += 100_i64.checked_div(weight - 3)?;
        at += 1;
        f.end(PARCEL);
    }
    if f.decide(WEIGHED, r.gt(sum, 100)) { Some(sum) } else { Some(2 * sum) }
}
