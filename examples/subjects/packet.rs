//! A receiver of packets: a state machine that reads a start byte, a command, its data, and a
//! checksum.

use super::{BYTE, Code, Subject};

pub(super) const SUBJECT: Subject = Subject {
    name: "packet",
    inputs: &[BYTE; 8],
    code: Code::Plain {
        functions: |program| vec![program.find(&receive), program.find(&length)],
        run: |bytes| {
            let _ = receive(bytes);
        },
    },
};

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
#[sbst::instrument]
fn receive(bytes: &[i64]) -> Result<i64, Refused> {
    let (mut state, mut left, mut sum) = (State::Start, 0, 0);
    for &byte in bytes {
        match state {
            State::Start => {
                if byte == 0x7e {
                    state = State::Command;
                }
            }
            State::Command => {
                left = length(byte)?;
                state = if left > 0 { State::Data } else { State::Check };
            }
            State::Data => {
                sum += byte;
                left -= 1;
                if left == 0 {
                    state = State::Check;
                }
            }
            State::Check => {
                return if byte == sum % 256 { Ok(sum) } else { Err(Refused::Corrupt) };
            }
        }
    }
    Err(Refused::Incomplete)
}

/// How many bytes of data a command has.
#[sbst::instrument]
fn length(command: i64) -> Result<i64, Refused> {
    match command {
        1 => Ok(0),
        2 => Ok(1),
        0x11..=0x14 => Ok(command - 0x10),
        _ => Err(Refused::Unknown),
    }
}
