//! A bill that is shared: three calls deep, somebody divides by the number of people.

use super::crashing::{Called, Crashed, Panic, panic};
use super::{Code, SYMBOL, Subject};
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::Function;

pub(super) const CRASHED: Crashed = Crashed {
    subject: Subject {
        name: "bill",
        inputs: &[SYMBOL; 12],
        code: Code::Hooked {
            bodies: || vec![print_body(), total_body(), share_body()],
            run: |t, bytes| drop(run(t, bytes)),
        },
    },
    run,
    lines: &[
        (0, 0, 0, 41),
        (0, 0, 1, 42),
        (0, 0, 2, 43),
        (0, 0, 3, 44),
        (0, 0, 4, 45),
        (1, 1, 0, 22),
        (1, 2, 0, 24),
        (2, 0, 0, 11),
    ],
    log: "
thread 'main' (20201) panicked at src/share.rs:11:5:
attempt to divide by zero
stack backtrace:
   0: __rustc::rust_begin_unwind
             at /rustc/library/std/src/panicking.rs:689:5
   1: core::panicking::panic_fmt
             at /rustc/library/core/src/panicking.rs:80:14
   2: core::panicking::panic_const::panic_const_div_by_zero
             at /rustc/library/core/src/panicking.rs:175:17
   3: bill::share::each
             at ./src/share.rs:11:5
   4: bill::total::total
             at ./src/total.rs:22:9
   5: bill::print
             at ./src/main.rs:45:5
   6: bill::main
             at ./src/main.rs:60:9
note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.",
    frames: 3,
};

const PRINT: Function = Function::new(0);
const TOTAL: Function = Function::new(1);
const EACH: Function = Function::new(2);

fn run(c: Caller<'_>, bytes: &[i64]) -> Result<(), Panic> {
    let line: String = bytes.iter().map(|&byte| byte as u8 as char).collect();
    print(c, &line).map(drop)
}

fn print_body() -> FlowBuilder {
    FlowBuilder::new().statements(0, 5).exit(0)
}

/// "article;amount;people;..."
fn print(c: Caller<'_>, line: &str) -> Result<u32, Panic> {
    const PRICES: [u32; 30] = [11; 30];
    let thrown = |message, line| panic(message, "bill", "print", line);
    let f = c.enter(PRINT);
    let mut fields = line.split(';');
    let mut number = |line| -> Result<usize, Panic> {
        let field = fields.next().ok_or_else(|| thrown("called `Option", line))?;
        field.parse().map_err(|_| thrown("called `Result", line))
    };
    let article = number(41)?;
    f.done(0, 1);
    let price = PRICES.get(article).ok_or_else(|| thrown("index out of bounds", 42))?;
    f.done(0, 2);
    let amount = number(43)?;
    f.done(0, 3);
    let people = number(44)?;
    f.done(0, 4);
    let each = total(f.caller(), price.saturating_mul(amount as u32), people as u32)
        .through("bill", "print", 45)?;
    f.end(0);
    Ok(each)
}

fn total_body() -> FlowBuilder {
    FlowBuilder::new().branch(0, 1, 2).statements(1, 1).exit(1).statements(2, 1).exit(2)
}

/// A small bill is not shared.
fn total(c: Caller<'_>, sum: u32, people: u32) -> Result<u32, Panic> {
    let f = c.enter(TOTAL);
    let r = f.rules();
    if f.decide(0, r.gt(sum, 40)) {
        let each = each(f.caller(), sum, people).through("bill::total", "total", 22)?;
        f.end(1);
        Ok(each)
    } else {
        f.end(2);
        Ok(sum)
    }
}

fn share_body() -> FlowBuilder {
    FlowBuilder::new().statements(0, 1).exit(0)
}

fn each(c: Caller<'_>, sum: u32, people: u32) -> Result<u32, Panic> {
    let f = c.enter(EACH);
    let each = sum
        .checked_div(people)
        .ok_or_else(|| panic("attempt to divide by zero", "bill::share", "each", 11))?;
    f.end(0);
    Ok(each)
}
