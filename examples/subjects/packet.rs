//! A receiver of packets: a state machine that reads a start byte, a command, its data, and a checksum.

use super::{BYTE, Subject};
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::Function;

pub(super) const SUBJECT: Subject = Subject {
    name: "packet",
    inputs: &[BYTE, BYTE, BYTE, BYTE, BYTE, BYTE, BYTE, BYTE],
    bodies: || vec![receive_body(), length_body()],
    run: |t, bytes| {
        let _ = receive(t, bytes);
    },
};

const RECEIVE: Function = Function::new(0);
const LOOP: u32 = 0;
const STATE: u32 = 1;
const START: u32 = 2;
const COMMAND: u32 = 3;
const HAS_DATA: u32 = 4;
const DATA: u32 = 5;
const CHECK: u32 = 6;
const STARTED: u32 = 7;
const AWAIT_DATA: u32 = 8;
const AWAIT_CHECK: u32 = 9;
const RECEIVED: u32 = 10;
const UNKNOWN: u32 = 11;
const CORRUPT: u32 = 12;
const INCOMPLETE: u32 = 13;

fn receive_body() -> FlowBuilder {
    FlowBuilder::new()
        .branch(LOOP, STATE, INCOMPLETE)
        .case(STATE, State::Start as i64, START)
        .case(STATE, State::Command as i64, COMMAND)
        .case(STATE, State::Data as i64, DATA)
        .default(STATE, CHECK)
        .branch(START, STARTED, LOOP)
        .jump(STARTED, LOOP)
        .jump(COMMAND, HAS_DATA)
        .exception(COMMAND, UNKNOWN) // where `?` leads: a block of its own makes it a branch
        .branch(HAS_DATA, AWAIT_DATA, AWAIT_CHECK)
        .branch(DATA, LOOP, AWAIT_CHECK)
        .jump(AWAIT_DATA, LOOP)
        .jump(AWAIT_CHECK, LOOP)
        .branch(CHECK, RECEIVED, CORRUPT)
        .exit(RECEIVED)
        .exit(UNKNOWN)
        .exit(CORRUPT)
        .exit(INCOMPLETE)
}

#[derive(Clone, Copy)]
enum State {
    Start,
    Command,
    Data,
    Check,
}

#[derive(Debug)]
enum Refused {
    Unknown,
    Corrupt,
    Incomplete,
}

/// The sum of the data of the first packet.
fn receive(c: Caller<'_>, bytes: &[i64]) -> Result<i64, Refused> {
    let f = c.enter(RECEIVE);
    let r = f.rules();
    let (mut state, mut left, mut sum) = (State::Start, 0, 0);
    let mut i = 0;
    while f.decide(LOOP, r.lt(i, bytes.len())) {
        let byte = bytes[i];
        i += 1;
        f.switch(STATE, state as i64);
        match state {
            State::Start => {
                if f.decide(START, r.eq(byte, 0x7e)) {
                    state = State::Command;
                    f.end(STARTED);
                }
            }
            State::Command => {
                left = f.tried(COMMAND, length(f.caller(), byte))?;
                if f.decide(HAS_DATA, r.gt(left, 0)) {
                    state = State::Data;
                    f.end(AWAIT_DATA);
                } else {
                    state = State::Check;
                    f.end(AWAIT_CHECK);
                }
            }
            State::Data => {
                sum += byte;
                left -= 1;
                if !f.decide(DATA, r.gt(left, 0)) {
                    state = State::Check;
                    f.end(AWAIT_CHECK);
                }
            }
            State::Check => {
                return if f.decide(CHECK, r.eq(byte, sum % 256)) { Ok(sum) } else { Err(Refused::Corrupt) };
            }
        }
    }
    Err(Refused::Incomplete)
}

const LENGTH: Function = Function::new(1);
const KIND: u32 = 0;
const PING: u32 = 1;
const READ: u32 = 2;
const WRITE: u32 = 3;
const OTHER: u32 = 4;

fn length_body() -> FlowBuilder {
    let body = FlowBuilder::new().case(KIND, 1, PING).case(KIND, 2, READ).arm(KIND, [0x11..=0x14], WRITE).default(KIND, OTHER);
    body.exit(PING).exit(READ).exit(WRITE).exit(OTHER)
}

/// How many bytes of data a command has.
fn length(c: Caller<'_>, command: i64) -> Result<i64, Refused> {
    let f = c.enter(LENGTH);
    match f.switch(KIND, command) {
        1 => Ok(0),
        2 => Ok(1),
        0x11..=0x14 => Ok(command - 0x10),
        _ => Err(Refused::Unknown),
    }
}
