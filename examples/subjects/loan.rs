//! What a loan costs each month: a long straight row of statements, of which two divide by what may
//! be zero.

use super::mutated::{Infected, Mutated, Original, Site, sites};
use super::{Code, INT, Subject};
use Original::{Arithmetic as A, Relation as R, Variable};
use sbst::distance::Relation::{Greater, Less, LessOrEqual};
use sbst::distance::infection::Arithmetic::{Add, Divide, Multiply, Remainder, Subtract};
use sbst::execution::{Caller, Domain, ExceptionKind};
use sbst::flow::FlowBuilder;
use sbst::id::{Function, Symbol};
use sbst::objective::Method;

pub(super) const MUTATED: Mutated = Mutated {
    subject: Subject {
        name: "loan",
        inputs: &[0..=1, INT, 0..=1000, INT],
        code: Code::Hooked {
            bodies: || {
                let loan = FlowBuilder::new()
                    .statements(0, 1)
                    .branch(0, 1, 2)
                    .statements(1, 1)
                    .exit(1)
                    .statements(2, 1)
                    .branch(2, 1, 3);
                let loan = loan
                    .statements(3, 10)
                    .branch(3, 4, 5)
                    .statements(4, 2)
                    .exit(4)
                    .statements(5, 1)
                    .exit(5);
                let fee = FlowBuilder::new()
                    .statements(0, 1)
                    .branch(0, 1, 2)
                    .statements(1, 1)
                    .exit(1)
                    .statements(2, 1)
                    .branch(2, 3, 4);
                vec![loan, fee.statements(3, 1).exit(3).statements(4, 1).exit(4)]
            },
            run: |t, x| {
                if x[0] == 0 {
                    let _ = loan(t, x[1], x[2], x[3]);
                } else {
                    fee(t, x[1]);
                }
            },
        },
    },
    methods: || {
        let loan = Method::new(LOAN).returning(Domain::SIGNED);
        vec![loan, Method::new(FEE).returning(Domain::SIGNED)]
    },
    sites: &SITES,
};

const LOAN: Function = Function::new(0);
const FEE: Function = Function::new(1);
const REFUSED: Symbol = Symbol::new(0);
const BY_ZERO: Symbol = Symbol::new(1);

static SITES: [Site; 17] = sites([
    (0, 0, 0, R(LessOrEqual)),
    (0, 2, 0, R(Greater)),
    (0, 3, 0, A(Multiply)),
    (0, 3, 1, A(Divide)),
    (0, 3, 2, A(Divide)),
    (0, 3, 3, A(Add)),
    (0, 3, 5, A(Multiply)),
    (0, 3, 6, A(Subtract)),
    (0, 3, 7, A(Divide)),
    (0, 3, 8, A(Remainder)),
    (0, 3, 9, R(Greater)),
    (0, 4, 0, A(Add)),
    (0, 5, 0, Variable),
    (1, 0, 0, R(Less)),
    (1, 2, 0, R(Less)),
    (1, 3, 0, A(Divide)),
    (0, 4, 1, Variable),
]);

fn loan(c: Caller<'_>, amount: i64, rate: i64, months: i64) -> Result<i64, ()> {
    let f = c.enter(LOAN);
    if f.compare(&SITES, 0, amount, 0) || f.compare(&SITES, 1, months, 360) {
        f.threw(REFUSED, ExceptionKind::Explicit);
        return Err(());
    }
    let zero = || f.threw(BY_ZERO, ExceptionKind::Implicit);
    let compute = |site, left, right| f.compute(&SITES, site, left, right).ok_or_else(zero);
    let done = |statements| f.done(3, statements);
    let yearly = compute(2, amount, rate)?;
    done(1);
    let interest = compute(3, yearly, 1200)?;
    done(2);
    let principal = compute(4, amount, months)?;
    done(3);
    let payment = compute(5, principal, interest)?;
    done(4);
    let fee = fee(f.caller(), amount);
    done(5);
    let total = compute(6, payment, months)?;
    done(6);
    let rest = compute(7, amount, principal * months)?;
    done(7);
    let share = compute(8, total, rest)?;
    done(8);
    let cents = compute(9, share, 100)?;
    done(9);
    if f.compare(&SITES, 10, rest, cents) {
        let last = compute(11, payment, fee)?;
        f.done(4, 1);
        f.returns(4, Ok(f.read(&SITES, 16, last)))
    } else {
        f.returns(5, Ok(f.read(&SITES, 12, payment)))
    }
}

fn fee(c: Caller<'_>, amount: i64) -> i64 {
    let f = c.enter(FEE);
    if f.compare(&SITES, 13, amount, 1000) {
        f.returns(1, 10)
    } else if f.compare(&SITES, 14, amount, 50_000) {
        f.returns(3, f.compute(&SITES, 15, amount, 100).unwrap_or(0))
    } else {
        f.returns(4, 500)
    }
}
