//! A depot: two decisions and a subtraction before the line that crashed.

use super::crashing::{Called, Crashed, Panic, panic};
use super::{Code, Subject};
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::Function;

pub(super) const CRASHED: Crashed = Crashed {
    subject: Subject {
        name: "depot",
        inputs: &[0..=9999, 0..=9999, 0..=9999],
        code: Code::Hooked {
            bodies: || vec![locate_body(), pick_body()],
            run: |t, inputs| drop(run(t, inputs)),
        },
    },
    run,
    lines: &[
        (0, 0, 0, 31),
        (0, 1, 0, 32),
        (0, 2, 0, 33),
        (0, 2, 1, 34),
        (0, 3, 0, 36),
        (1, 0, 0, 12),
    ],
    log: "
thread 'main' (20201) panicked at src/pick.rs:12:5:
index out of bounds: the len is 600 but the index is 871
stack backtrace:
   0: __rustc::rust_begin_unwind
   1: core::panicking::panic_fmt
   2: core::panicking::panic_bounds_check
   3: depot::pick::pick
             at ./src/pick.rs:12:5
   4: depot::locate
             at ./src/main.rs:34:9
   5: depot::main
             at ./src/main.rs:60:9
note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.",
    frames: 2,
};

const LOCATE: Function = Function::new(0);
const PICK: Function = Function::new(1);

fn run(c: Caller<'_>, inputs: &[i64]) -> Result<(), Panic> {
    locate(c, inputs[0], inputs[1], inputs[2] as u32).map(drop)
}

fn locate_body() -> FlowBuilder {
    FlowBuilder::new()
        .statements(0, 1)
        .branch(0, 1, 3)
        .statements(1, 1)
        .branch(1, 2, 3)
        .statements(2, 2)
        .exit(2)
        .statements(3, 1)
        .exit(3)
}

fn locate(c: Caller<'_>, aisle: i64, shelf: i64, case: u32) -> Result<u8, Panic> {
    let f = c.enter(LOCATE);
    let r = f.rules();
    if f.decide(0, r.eq(aisle, 4711)) && f.decide(1, r.eq(shelf, aisle - 700)) {
        let overflow = || panic("attempt to subtract with overflow", "depot", "locate", 33);
        let offset = case.checked_sub(9000).ok_or_else(overflow)?;
        f.done(2, 1);
        let found = pick(f.caller(), offset as usize).through("depot", "locate", 34)?;
        f.end(2);
        Ok(found)
    } else {
        f.end(3);
        Ok(0)
    }
}

fn pick_body() -> FlowBuilder {
    FlowBuilder::new().statements(0, 1).exit(0)
}

fn pick(c: Caller<'_>, offset: usize) -> Result<u8, Panic> {
    const CASES: [u8; 600] = [1; 600];
    let f = c.enter(PICK);
    let found =
        CASES.get(offset).ok_or_else(|| panic("index out of bounds", "depot::pick", "pick", 12))?;
    f.end(0);
    Ok(*found)
}
