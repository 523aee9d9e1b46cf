//! A payment that is accepted or not: functions that decide by others, that return the contrary, or hand on what they are told.

use super::flagged::Flagged;
use super::{INT, Subject};
use sbst::execution::Caller;
use sbst::fitness::flag::Returns;
use sbst::flow::FlowBuilder;
use sbst::id::{CallSite, Function};

pub(super) const FLAGGED: Flagged = Flagged::new(
    Subject {
        name: "account",
        inputs: &[INT, INT, 0..=99],
        bodies: || {
            let pay = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
            let accepts = FlowBuilder::new().branch(0, 1, 2).exit(1).branch(2, 3, 1).exit(3);
            let foreign = FlowBuilder::new().exit(0);
            let known = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 0).exit(2).exit(3);
            let checks = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
            vec![pay, accepts, foreign, known, checks]
        },
        run: |t, inputs| {
            pay(t, inputs[0], inputs[1], inputs[2]);
        },
    },
    |graph, flags| {
        flags.function(graph, PAY).decides(0, ONLY)?;
        flags.function(graph, ACCEPTS).decides(0, ONLY)?.returns(1, false)?.returns(3, CHECK)?;
        flags.function(graph, FOREIGN).returns(0, Returns::negated(ONLY))?;
        flags.function(graph, KNOWN).returns(2, true)?.returns(3, false)?;
        flags.function(graph, CHECKS).returns(2, true)?.returns(3, false)?;
        Ok(())
    },
);

const PAY: Function = Function::new(0);
const ACCEPTS: Function = Function::new(1);
const FOREIGN: Function = Function::new(2);
const KNOWN: Function = Function::new(3);
const CHECKS: Function = Function::new(4);
const ONLY: CallSite = CallSite::new(0);
const CHECK: CallSite = CallSite::new(1);

const BANKS: [i64; 4] = [10_010_010, 37_040_044, 50_010_517, 70_000_000];

fn pay(c: Caller<'_>, bank: i64, account: i64, check: i64) -> &'static str {
    let f = c.enter(PAY);
    let r = f.rules();
    if f.decide(0, r.flag(accepts(f.at(ONLY), bank, account, check))) { f.returns(1, "paid") } else { f.returns(2, "refused") }
}

fn accepts(c: Caller<'_>, bank: i64, account: i64, check: i64) -> bool {
    let f = c.enter(ACCEPTS);
    let r = f.rules();
    if f.decide(0, r.flag(foreign(f.at(ONLY), bank))) || !f.decide(2, r.lt(account, 1_000_000_000)) {
        return f.returns(1, false);
    }
    f.returns(3, checks(f.at(CHECK), account, check))
}

fn foreign(c: Caller<'_>, bank: i64) -> bool {
    let f = c.enter(FOREIGN);
    f.returns(0, !known(f.at(ONLY), bank))
}

fn known(c: Caller<'_>, bank: i64) -> bool {
    let f = c.enter(KNOWN);
    let r = f.rules();
    let mut at = 0;
    while f.decide(0, r.lt(at, BANKS.len())) {
        if f.decide(1, r.eq(bank, BANKS[at])) {
            return f.returns(2, true);
        }
        at += 1;
    }
    f.returns(3, false)
}

/// The account and its check digits are 1 modulo 97.
fn checks(c: Caller<'_>, account: i64, check: i64) -> bool {
    let f = c.enter(CHECKS);
    let r = f.rules();
    if f.decide(0, r.gt(account, 0)) && f.decide(1, r.eq((100 * account + check) % 97, 1)) {
        return f.returns(2, true);
    }
    f.returns(3, false)
}
