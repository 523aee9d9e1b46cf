//! Which day of the week a date is, by Zeller's congruence.

use super::mutated::{Infected, Mutated, Original, Site, sites};
use super::{Code, INT, Subject};
use Original::{Arithmetic as A, Relation as R, Variable};
use sbst::distance::Relation::{Equal, Greater, Less, LessOrEqual};
use sbst::distance::infection::Arithmetic::{Add, Divide, Multiply, Remainder};
use sbst::execution::{Caller, Domain, ExceptionKind, Trace};
use sbst::flow::FlowBuilder;
use sbst::id::{Function, Symbol};
use sbst::objective::Method;

pub(super) const MUTATED: Mutated = Mutated {
    subject: Subject {
        name: "weekday",
        inputs: &[0..=1, INT, INT, INT],
        code: Code::Hooked {
            bodies: || {
                let weekday = FlowBuilder::new()
                    .branch(0, 1, 2)
                    .exit(1)
                    .branch(2, 3, 1)
                    .branch(3, 4, 1)
                    .branch(4, 5, 6)
                    .statements(5, 2)
                    .jump(5, 6);
                let weekday = weekday
                    .statements(0, 1)
                    .statements(1, 1)
                    .statements(2, 1)
                    .statements(3, 1)
                    .statements(4, 1)
                    .statements(6, 8);
                let weekday =
                    weekday.branch(6, 7, 8).statements(7, 1).exit(7).statements(8, 1).exit(8);
                let leap = FlowBuilder::new()
                    .branch(0, 1, 2)
                    .branch(1, 3, 4)
                    .branch(3, 4, 2)
                    .exit(2)
                    .exit(4);
                let leap = leap
                    .statements(0, 2)
                    .statements(1, 2)
                    .statements(2, 1)
                    .statements(3, 2)
                    .statements(4, 1);
                vec![weekday, leap]
            },
            run: |t, x| {
                if x[0] == 0 {
                    let _ = weekday(t, x[1], x[2], x[3]);
                } else {
                    leap(t, x[3]);
                }
            },
        },
    },
    methods: || {
        vec![
            Method::new(WEEKDAY).returning(Domain::SIGNED),
            Method::new(LEAP).returning(Domain::BOOL),
        ]
    },
    sites: &SITES,
};

const WEEKDAY: Function = Function::new(0);
const LEAP: Function = Function::new(1);
const NO_DATE: Symbol = Symbol::new(0);

static SITES: [Site; 16] = sites([
    (0, 0, 0, R(Less)),
    (0, 2, 0, R(Less)),
    (0, 3, 0, R(LessOrEqual)),
    (0, 4, 0, R(Less)),
    (0, 5, 0, A(Add)),
    (0, 6, 0, A(Remainder)),
    (0, 6, 1, A(Divide)),
    (0, 6, 2, A(Multiply)),
    (0, 6, 3, A(Divide)),
    (0, 6, 4, A(Add)),
    (0, 6, 7, R(Greater)),
    (0, 7, 0, Variable),
    (1, 0, 1, R(Equal)),
    (1, 1, 1, R(Equal)),
    (1, 3, 1, R(Equal)),
    (1, 0, 0, A(Remainder)),
]);

/// 0 is Saturday.
fn weekday(c: Caller<'_>, day: i64, month: i64, year: i64) -> Result<i64, ()> {
    let f = c.enter(WEEKDAY);
    if f.compare(&SITES, 0, month, 1)
        || !f.compare(&SITES, 1, month, 13)
        || !f.compare(&SITES, 2, day, 31)
    {
        f.threw(NO_DATE, ExceptionKind::Explicit);
        return Err(());
    }
    let compute = |site, left, right| f.compute(&SITES, site, left, right).ok_or(());
    let (mut month, mut year) = (month, year);
    if f.compare(&SITES, 3, month, 3) {
        month = compute(4, month, 12)?;
        f.done(5, 1);
        year -= 1;
        f.end(5);
    }
    let done = |statements| f.done(6, statements);
    let short = compute(5, year, 100)?;
    done(1);
    let century = compute(6, year, 100)?;
    done(2);
    let months = compute(7, 13, month + 1)?;
    done(3);
    let fifths = compute(8, months, 5)?;
    done(4);
    let sum = compute(9, day, fifths)?;
    done(5);
    let sum = sum + short + short / 4 + century / 4 - 2 * century;
    done(6);
    let weekday = sum % 7;
    done(7);
    if f.compare(&SITES, 10, 0, weekday) {
        return f.returns(7, Ok(f.read(&SITES, 11, weekday) + 7));
    }
    f.returns(8, Ok(weekday))
}

fn leap(c: Caller<'_>, year: i64) -> bool {
    let f = c.enter(LEAP);
    let by_4 = f.compute(&SITES, 15, year, 4).unwrap_or(0);
    f.done(0, 1);
    let leap = f.compare(&SITES, 12, by_4, 0)
        && (!f.compare(&SITES, 13, year % 100, 0) || f.compare(&SITES, 14, year % 400, 0));
    f.returns(if leap { 4 } else { 2 }, leap)
}
