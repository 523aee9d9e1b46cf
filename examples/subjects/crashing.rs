//! Functions that crashed: what the log says, and where its lines are.

use super::Subject;
use sbst::execution::{Caller, StackFrame, StackTrace};
use sbst::flow::{FlowError, FlowGraph, Lines};
use sbst::id::{Function, Line};

/// A function that crashed, and the panic that it left in the log.
pub(crate) struct Crashed {
    /// Runs it, dropping the panic.
    pub(crate) subject: Subject,
    /// Executes it on one value for each input.
    pub(crate) run: fn(Caller<'_>, &[i64]) -> Result<(), Panic>,
    /// Function, block, statement, and the line that this is on.
    pub(super) lines: &'static [(u32, u32, u32, u32)],
    /// What stands in the log.
    pub(crate) log: &'static str,
    /// How many frames are ours: the last of them is the function that the search calls.
    pub(crate) frames: usize,
}

/// A panic, with its message for a type, and modules for classes.
pub(crate) type Panic = StackTrace<&'static str>;

impl Crashed {
    /// Which line each statement is on.
    pub(crate) fn lines(&self, graph: &FlowGraph) -> Lines {
        let row = |&(function, block, statement, line): &_| {
            (graph.block(Function::new(function), block).statement(statement), Line::new(line))
        };
        Lines::new(self.lines.iter().map(row))
    }

    /// The control flow that the hooks report to.
    pub(crate) fn graph(&self) -> Result<FlowGraph, FlowError> {
        self.subject.graph()
    }

    /// The panic in the log, without the frames of Rust's library, up to the function that the
    /// search calls.
    pub(crate) fn wanted(&self) -> Option<Panic> {
        let of_rust = |frame: &StackFrame<&str>| {
            ["std", "core", "__rustc"].contains(&frame.class.split("::").next().unwrap_or(""))
        };
        Some(read(self.log)?.without(of_rust).up_to(self.frames))
    }
}

/// Reads a panic with its backtrace.
fn read(log: &'static str) -> Option<Panic> {
    let mut lines = log.lines().map(str::trim);
    lines.find(|line| line.contains(" panicked at "))?;
    let mut panic = StackTrace::new(lines.next()?.split(':').next()?, []);
    for line in lines {
        if let Some(place) = line.strip_prefix("at ") {
            panic.frames.last_mut()?.line = place.rsplit(':').nth(1)?.parse().ok(); // file:line:column
        } else if let Some((number, path)) = line.split_once(": ")
            && number.parse::<u32>().is_ok()
        {
            let (class, method) = path.rsplit_once("::")?;
            panic.frames.push(StackFrame::new(class, method));
        }
    }
    Some(panic)
}

/// A panic that starts at this line.
pub(super) fn panic(
    message: &'static str,
    class: &'static str,
    method: &'static str,
    line: u32,
) -> Panic {
    StackTrace::new(message, [StackFrame::new(class, method).at(line)])
}

/// A call, as the caller sees it.
pub(super) trait Called {
    /// A panic passes through the caller, at this line.
    fn through(self, class: &'static str, method: &'static str, line: u32) -> Self;
}

impl<T> Called for Result<T, Panic> {
    fn through(mut self, class: &'static str, method: &'static str, line: u32) -> Self {
        if let Err(panic) = &mut self {
            panic.frames.push(StackFrame::new(class, method).at(line));
        }
        self
    }
}
