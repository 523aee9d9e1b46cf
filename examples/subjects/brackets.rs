//! Nested brackets: a text that ends too early, three of them deep.

use super::crashing::{Called, Crashed, Panic, panic};
use super::{Code, SYMBOL, Subject};
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::Function;

pub(super) const CRASHED: Crashed = Crashed {
    subject: Subject {
        name: "brackets",
        inputs: &[SYMBOL; 8],
        code: Code::Hooked {
            bodies: || vec![parse_body(), item_body()],
            run: |t, bytes| drop(run(t, bytes)),
        },
    },
    run,
    lines: &[(0, 0, 0, 3), (1, 1, 0, 14), (1, 1, 1, 15), (1, 3, 0, 17), (1, 5, 0, 20)],
    log: "
thread 'main' (20201) panicked at src/item.rs:17:9:
unexpected symbol
stack backtrace:
   0: __rustc::rust_begin_unwind
   1: core::panicking::panic_fmt
   2: brackets::item::item
             at ./src/item.rs:17:9
   3: brackets::item::item
             at ./src/item.rs:14:9
   4: brackets::item::item
             at ./src/item.rs:14:9
   5: brackets::item::item
             at ./src/item.rs:14:9
   6: brackets::parse
             at ./src/main.rs:3:5
   7: brackets::main
             at ./src/main.rs:60:9
note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.",
    frames: 5,
};

const PARSE: Function = Function::new(0);
const ITEM: Function = Function::new(1);

fn run(c: Caller<'_>, bytes: &[i64]) -> Result<(), Panic> {
    parse(c, &mut bytes.iter().copied()).map(drop)
}

fn parse_body() -> FlowBuilder {
    FlowBuilder::new().statements(0, 1).exit(0)
}

fn parse(c: Caller<'_>, text: &mut dyn Iterator<Item = i64>) -> Result<i64, Panic> {
    let f = c.enter(PARSE);
    let value = item(f.caller(), text).through("brackets", "parse", 3)?;
    f.end(0);
    Ok(value)
}

fn item_body() -> FlowBuilder {
    FlowBuilder::new()
        .branch(0, 1, 2)
        .statements(1, 2)
        .exit(1)
        .branch(2, 3, 4)
        .statements(3, 1)
        .exit(3)
        .branch(4, 6, 5)
        .statements(5, 1)
        .exit(5)
        .exit(6)
}

/// A digit, or an item in brackets. A blank ends the text.
fn item(c: Caller<'_>, text: &mut dyn Iterator<Item = i64>) -> Result<i64, Panic> {
    let unexpected = |line| panic("unexpected symbol", "brackets::item", "item", line);
    let f = c.enter(ITEM);
    let r = f.rules();
    let symbol = text.next().unwrap_or(0x20);
    if f.decide(0, r.eq(symbol, 0x28)) {
        let value = item(f.caller(), text).through("brackets::item", "item", 14)?;
        f.done(1, 1);
        if text.next() != Some(0x29) {
            return Err(unexpected(15));
        }
        f.end(1);
        Ok(2 * value)
    } else if f.decide(2, r.eq(symbol, 0x20)) {
        Err(unexpected(17))
    } else if f.decide(4, r.in_range(symbol, 0x30..=0x39)) {
        Ok(symbol - 0x30)
    } else {
        Err(unexpected(20))
    }
}
