//! A table of keys that is probed slot by slot, after Listings 2 to 4 of Lin et al., "Recovering Fitness Gradients for Interprocedural
//! Boolean Flags in Search-Based Testing" (2020); and two look-ups in it by one function, after their Listing 5.

use super::flagged::Flagged;
use super::{INT, Subject};
use sbst::execution::Caller;
use sbst::fitness::flag::{FlagError, Flags};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{CallSite, Function};

pub(super) const PROBE: Flagged = Flagged::new(
    Subject {
        name: "probe",
        inputs: &[INT],
        bodies: || vec![find_body(), matches_body()],
        run: |t, inputs| {
            find(t, inputs[0]);
        },
    },
    |graph, flags| {
        flags.function(graph, OUTER).decides(1, FIRST)?;
        declare_matches(graph, flags)
    },
);

pub(super) const PAIR: Flagged = Flagged::new(
    Subject {
        name: "pair",
        inputs: &[INT; 2],
        bodies: || vec![pair_body(), matches_body()],
        run: |t, inputs| {
            pair(t, inputs[0], inputs[1]);
        },
    },
    |graph, flags| {
        flags.function(graph, OUTER).decides(0, FIRST)?.decides(1, SECOND)?;
        declare_matches(graph, flags)
    },
);

const OUTER: Function = Function::new(0);
const MATCHES: Function = Function::new(1);
const FIRST: CallSite = CallSite::new(0);
const SECOND: CallSite = CallSite::new(1);

const KEYS: [i64; 4] = [0, 1, 52_100, 9_000_100];

fn hash(value: i64) -> i64 {
    value + 100
}

fn find_body() -> FlowBuilder {
    FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 0).exit(2).exit(3)
}

/// In which slot the value is, if in any.
fn find(c: Caller<'_>, value: i64) -> Option<usize> {
    let f = c.enter(OUTER);
    let r = f.rules();
    let mut slot = 0;
    while f.decide(0, r.lt(slot, KEYS.len())) {
        if f.decide(1, r.flag(matches(f.at(FIRST), value, slot))) {
            return Some(slot);
        }
        slot += 1;
    }
    None
}

fn pair_body() -> FlowBuilder {
    FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3)
}

/// Whether both values are where they should be.
fn pair(c: Caller<'_>, first: i64, second: i64) -> bool {
    let f = c.enter(OUTER);
    let r = f.rules();
    f.decide(0, r.flag(matches(f.at(FIRST), first, 2))) && f.decide(1, r.flag(matches(f.at(SECOND), second, 3)))
}

fn matches_body() -> FlowBuilder {
    FlowBuilder::new().branch(0, 2, 1).branch(1, 2, 4).branch(2, 3, 4).exit(3).exit(4)
}

fn declare_matches(graph: &FlowGraph, flags: &mut Flags) -> Result<(), FlagError> {
    flags.function(graph, MATCHES).returns(3, true)?.returns(4, false)?;
    Ok(())
}

/// Whether the value is in a slot. Small values are only looked for where the slot is empty.
fn matches(c: Caller<'_>, value: i64, slot: usize) -> bool {
    let f = c.enter(MATCHES);
    let r = f.rules();
    (f.decide(0, r.eq(KEYS[slot], 0)) || f.decide(1, r.ge(value, (1 << slot) + 100))) && f.decide(2, r.eq(KEYS[slot], hash(value)))
}
