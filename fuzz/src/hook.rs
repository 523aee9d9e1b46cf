//! A program of hooks, made of bytes: calls that nest anyhow, and hooks for blocks that may be
//! those of nobody.

use crate::number;
use arbitrary::{Result, Unstructured};
use sbst::distance::{Decision, Distance};
use sbst::execution::{ExceptionKind, Frame, Thrown, Trace};
use sbst::flow::{FlowGraph, Outcome};
use sbst::id::{Block, CallSite, Function, Mutant, Symbol};

/// Why a program paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// It is over.
    Nothing,
    /// The graph is to grow, so no frame is open.
    Grow,
    /// The record is to be kept, and the trace to be reset.
    Snapshot,
}

/// Frames open at once, at most.
const DEPTH: usize = 24;

/// Runs hooks until the input is used up or somebody else has to act.
pub fn run(u: &mut Unstructured<'_>, graph: &FlowGraph, trace: &Trace) -> Result<After> {
    let mut frames: Vec<Frame<'_>> = Vec::new();
    let mut after = After::Nothing;
    while !u.is_empty() {
        let kind: u8 = u.arbitrary()?;
        match kind {
            0..=30 if frames.len() < DEPTH => {
                frames.push(call(u, graph, trace, frames.last(), kind)?)
            }
            31..=55 => drop(frames.pop()),
            56..=57 if !frames.is_empty() => {
                drop(frames.swap_remove(usize::from(kind) % frames.len()))
            }
            58 => trace.reset(),
            59..=60 => {
                after = After::Snapshot;
                break;
            }
            61..=62 => {
                after = After::Grow;
                break;
            }
            63..=66 if trace.depth() < 64 => trace.enter(function(u, graph)?),
            67 if trace.depth() < 64 => {
                trace.enter_at(CallSite::new(u.arbitrary::<u8>()?.into()), function(u, graph)?)
            }
            68..=70 => trace.leave(),
            71 => trace.unwound(u32::from(u.arbitrary::<u8>()? % 8)),
            72..=95 => note(u, graph, trace, frames.last(), kind)?,
            _ => flow(u, graph, trace, frames.last(), kind)?,
        }
    }
    // Some frames end in the order in which they were opened, which no language does.
    if u.len() % 7 == 3 {
        frames.reverse();
    }
    while frames.pop().is_some() {}
    if after != After::Nothing {
        trace.unwound(0);
    }
    Ok(after)
}

/// Nearly always one that exists.
fn function(u: &mut Unstructured<'_>, graph: &FlowGraph) -> Result<Function> {
    let byte: u8 = u.arbitrary()?;
    Ok(Function::new(if byte == 255 {
        u32::MAX
    } else {
        u32::from(byte) % (graph.functions().len() as u32 + u32::from(byte > 250))
    }))
}

fn call<'t>(
    u: &mut Unstructured<'_>,
    graph: &FlowGraph,
    trace: &'t Trace,
    frame: Option<&Frame<'t>>,
    kind: u8,
) -> Result<Frame<'t>> {
    let function = function(u, graph)?;
    let site = CallSite::new(u32::from(kind) / 8);
    Ok(match (kind % 4, frame) {
        (0, Some(frame)) => frame.at(site).enter(function),
        (1, Some(frame)) => frame.caller().enter(function),
        (2, _) => trace.innermost(Some(site)).enter(function),
        (3, Some(_)) => trace.innermost(None).enter(function),
        _ => trace.root().enter(function),
    })
}

/// A hook of control flow, of the frame or of the trace.
fn flow(
    u: &mut Unstructured<'_>,
    graph: &FlowGraph,
    trace: &Trace,
    frame: Option<&Frame<'_>>,
    kind: u8,
) -> Result<()> {
    let byte: u8 = u.arbitrary()?;
    // Most blocks exist, and for the frame most are those of its function.
    let number = if byte >= 252 { u32::MAX - u32::from(byte - 252) } else { u32::from(byte) };
    let local = if byte < 240 { number % 12 } else { number };
    let block =
        Block::new(if byte < 240 { number % graph.all_blocks().len() as u32 } else { number });
    macro_rules! hook {
        ($name:ident($($argument:expr),*)) => {
            match frame {
                Some(frame) if kind & 1 == 0 => frame.$name(local, $($argument),*),
                _ => trace.$name(block, $($argument),*),
            }
        };
    }
    match kind / 2 % 16 {
        0..=6 => {
            let decision = decision(u)?;
            assert_eq!(hook!(decide(decision)), decision.holds());
        }
        7 | 8 => {
            let value = number::integer(u)?;
            assert_eq!(hook!(switch(value)), value);
        }
        9 | 10 => hook!(choose(outcome(u)?)),
        11 => {
            let count = u.arbitrary::<u8>()?;
            hook!(done(if count >= 250 { u32::MAX } else { u32::from(count) % 5 }));
        }
        12 | 13 => hook!(end()),
        14 => {
            let number = u.arbitrary::<u8>()?;
            hook!(choose(Outcome::Exception(if number >= 250 {
                u32::MAX
            } else {
                u32::from(number) % 3
            })));
        }
        _ => {
            let result: core::result::Result<u8, u8> = if kind & 64 == 0 { Ok(1) } else { Err(2) };
            assert_eq!(hook!(tried(result)), result);
        }
    }
    Ok(())
}

fn decision(u: &mut Unstructured<'_>) -> Result<Decision> {
    let byte: u8 = u.arbitrary()?;
    let distance = match byte >> 4 {
        0 => Distance::INFINITE,
        1 => Distance::SMALLEST,
        2 => Distance::ZERO,
        3 => Distance::GREATEST,
        4 => number::distance(u)?,
        small => Distance::from(u32::from(small)),
    };
    let decision = Decision::observed(byte & 1 == 1, distance);
    Ok(if byte & 14 == 14 { !decision } else { decision })
}

fn outcome(u: &mut Unstructured<'_>) -> Result<Outcome> {
    let byte: u8 = u.arbitrary()?;
    Ok(match byte % 8 {
        0 => Outcome::True,
        1 => Outcome::False,
        2 => Outcome::Default,
        3 => Outcome::Next,
        4 => Outcome::Exception(u32::from(byte / 64)),
        5 => Outcome::Arm(u32::from(byte / 64)),
        6 => Outcome::Case([i128::MIN, i128::MAX, 0, 7][usize::from(byte / 64)]),
        _ => Outcome::Case([3, 4, 5, -9][usize::from(byte / 64)]),
    })
}

/// A hook of what is no control flow.
fn note(
    u: &mut Unstructured<'_>,
    graph: &FlowGraph,
    trace: &Trace,
    frame: Option<&Frame<'_>>,
    kind: u8,
) -> Result<()> {
    let function = function(u, graph)?;
    let frame = frame.filter(|_| kind & 1 == 0);
    match kind / 2 % 4 {
        0 => {
            let value = number::float(u)?;
            match frame {
                Some(frame) => _ = frame.returns(u32::from(u.arbitrary::<u8>()? % 12), value),
                None => trace.returned(function, value),
            }
        }
        1 => {
            let (argument, value) = (u32::from(u.arbitrary::<u8>()?), number::integer(u)?);
            match frame {
                Some(frame) => frame.argument(argument, value),
                None => trace.argument(function, argument, value),
            }
        }
        2 => {
            let mutant = Mutant::new(u.arbitrary::<u8>()?.into());
            trace.infected(mutant, number::distance(u)?);
        }
        _ => {
            let symbol = Symbol::new(u.arbitrary::<u8>()?.into());
            match frame {
                Some(frame) => frame.threw(symbol, ExceptionKind::Explicit),
                None => trace.threw(Thrown::new(function, symbol, ExceptionKind::Declared)),
            }
        }
    }
    Ok(())
}
