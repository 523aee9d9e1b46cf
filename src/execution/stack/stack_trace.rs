//! Stack traces of exceptions, with classes and methods of any types.
//!
//! A search for a crash compares the wanted stack trace with the traces that executions throw: see
//! [`fitness::crash`](crate::fitness::crash). This crate reads no logs: your code makes a frame of
//! each line of a log. Then cut the wanted trace after its target frame by
//! [`up_to`](StackTrace::up_to). Last, leave out the frames of the platform by
//! [`without`](StackTrace::without), in the wanted trace and in all thrown traces.

use crate::execution::{Trace, With};
use alloc::vec::Vec;

/// A frame of a stack trace: a call that was open when an exception was thrown, with its source
/// line.
///
/// Classes and methods can be of any type that is `Ord`, for example texts, interned numbers or
/// addresses. For a language without classes, use the module or the file as the class.
///
/// ```
/// use sbst::execution::StackFrame;
///
/// let frame = StackFrame::new("Parser", "term").at(57);
/// assert_eq!(frame.to_string(), "Parser.term:57");
/// // native code has no line numbers
/// assert_eq!(StackFrame::new("Parser", "term").line, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StackFrame<C, M = C> {
    /// Class, module or file.
    pub class: C,
    /// Method or function.
    pub method: M,
    /// Source line that the call had reached, if it is known.
    pub line: Option<u32>,
}

impl<C, M> StackFrame<C, M> {
    /// Creates a frame without a line.
    #[must_use]
    pub const fn new(class: C, method: M) -> Self {
        Self { class, method, line: None }
    }

    /// Returns the frame with this source line.
    #[must_use]
    pub fn at(self, line: u32) -> Self {
        Self { line: Some(line), ..self }
    }
}

/// Writes the frame as `class.method`, followed by a colon and the line if it is known.
impl<C: core::fmt::Display, M: core::fmt::Display> core::fmt::Display for StackFrame<C, M> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { class, method, line } = self;
        match line {
            Some(line) => f.pad(&alloc::format!("{class}.{method}:{line}")),
            None => f.pad(&alloc::format!("{class}.{method}")),
        }
    }
}

/// An exception with its stack trace: the calls that were open when it was thrown, the innermost
/// first.
///
/// The parameter `E` says how types of exceptions are represented: by a name, or by a value that
/// stands for a family of names. Two exceptions have the same type if their values of `E` are
/// equal. If an exception has another one as its cause, report both, each with a stack trace of its
/// own.
///
/// ```
/// use sbst::execution::{StackFrame, StackTrace};
///
/// let frames = [
///     ("List", "get", 8),
///     ("java.lang.Method", "invoke", 62),
///     ("Cart", "total", 31),
///     ("Main", "main", 5),
/// ];
/// let frames =
///     frames.map(|(class, method, line)| StackFrame::new(class, method).at(line));
/// let trace = StackTrace::new("IndexOutOfBounds", frames)
///     .up_to(3) // Cart.total is the target frame
///     .without(|frame| frame.class.starts_with("java."));
/// assert_eq!(trace.to_string(), "IndexOutOfBounds at List.get:8, Cart.total:31");
///
/// /// All I/O errors are one type.
/// #[derive(Debug)]
/// struct Type(&'static str);
///
/// impl PartialEq for Type {
///     fn eq(&self, other: &Self) -> bool {
///         let family = |name| {
///             if matches!(name, "FileNotFound" | "BrokenPipe" | "TimedOut") {
///                 "IO"
///             } else {
///                 name
///             }
///         };
///         family(self.0) == family(other.0)
///     }
/// }
/// assert_eq!(
///     StackTrace::new(Type("TimedOut"), trace.frames.clone()),
///     StackTrace::new(Type("BrokenPipe"), trace.frames)
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StackTrace<E, C = E, M = C> {
    /// Type of the exception.
    pub exception: E,
    /// Frames of the calls, the innermost first.
    pub frames: Vec<StackFrame<C, M>>,
}

impl<E, C, M> StackTrace<E, C, M> {
    /// Creates the stack trace of an exception of this type. The first frame is the call that threw
    /// it.
    #[must_use]
    pub fn new(exception: E, frames: impl IntoIterator<Item = StackFrame<C, M>>) -> Self {
        Self { exception, frames: frames.into_iter().collect() }
    }

    /// Returns the trace with its first `count` frames only. The last of them is then the *target
    /// frame*, from which a crash is to be reproduced.
    #[must_use]
    pub fn up_to(mut self, count: usize) -> Self {
        self.frames.truncate(count);
        self
    }

    /// Returns the trace without the frames for which `filter` returns `true`, such as frames of
    /// the platform, of native code or of the test harness.
    ///
    /// Leave the same frames out of the wanted trace and out of all traces that are compared with
    /// it.
    ///
    /// [`up_to`](Self::up_to) counts the frames that exist when it is called. If you call it first,
    /// it also counts frames that this method leaves out afterwards. If the target frame is left
    /// out, the frame before it becomes the target frame.
    #[must_use]
    pub fn without(mut self, mut filter: impl FnMut(&StackFrame<C, M>) -> bool) -> Self {
        self.frames.retain(|frame| !filter(frame));
        self
    }

    /// Returns the trace with the exception and the frames converted, for example to interned or
    /// owned identifiers.
    ///
    /// ```
    /// use sbst::execution::{StackFrame, StackTrace};
    ///
    /// // this trace borrows the text of a log
    /// let read = StackTrace::new("Overflow", [StackFrame::new("Stack", "push").at(7)]);
    /// let owned = read.map(String::from, |frame| {
    ///     StackFrame::new(frame.class.to_owned(), frame.method.to_owned())
    /// });
    /// assert_eq!(owned.to_string(), "Overflow at Stack.push");
    /// ```
    #[must_use]
    pub fn map<F, D, N>(
        self,
        exception: impl FnOnce(E) -> F,
        frame: impl FnMut(StackFrame<C, M>) -> StackFrame<D, N>,
    ) -> StackTrace<F, D, N> {
        StackTrace {
            exception: exception(self.exception),
            frames: self.frames.into_iter().map(frame).collect(),
        }
    }
}

/// Writes the type, and the frames separated by commas: `Overflow at List.get:8, Cart.total:31`.
impl<E: core::fmt::Display, C: core::fmt::Display, M: core::fmt::Display> core::fmt::Display
    for StackTrace<E, C, M>
{
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut text = alloc::format!("{}", self.exception);
        // A whole text is built, because `pad` applies the width and the alignment of the format to
        // it.
        for (at, frame) in self.frames.iter().enumerate() {
            text.push_str(if at == 0 { " at " } else { ", " });
            text.push_str(&alloc::format!("{frame}"));
        }
        f.pad(&text)
    }
}

/// Fact: the exceptions that were thrown, with their stack traces. Goals of [crash
/// reproduction](crate::fitness::crash) need it.
///
/// A slice of executions does not implement this trait, because one of them may reach a line, and
/// another one throw there. Measure each execution, and take the least value.
///
/// ```
/// use sbst::execution::{StackFrame, StackTrace, StackTraces};
///
/// /// The exceptions that a test harness caught.
/// struct Caught(Vec<StackTrace<&'static str>>);
///
/// impl StackTraces<&'static str> for Caught {
///     fn each_stack_trace(&self, visit: &mut dyn FnMut(&StackTrace<&'static str>)) {
///         for trace in &self.0 {
///             visit(trace);
///         }
///     }
/// }
///
/// let caught = Caught(vec![StackTrace::new(
///     "Overflow",
///     [StackFrame::new("List", "get").at(12)],
/// )]);
/// let mut lines = Vec::new();
/// caught.each_stack_trace(&mut |trace| {
///     lines.extend(trace.frames.iter().filter_map(|frame| frame.line))
/// });
/// assert_eq!(lines, [12]);
/// ```
pub trait StackTraces<E, C = E, M = C> {
    /// Visits every exception that was thrown, in any order.
    ///
    /// If an exception was thrown because of another one, visit each exception of this chain. The
    /// executor decides two things: which exceptions count (only those that reached the test, or
    /// also those that were caught before), and which frames are left out.
    fn each_stack_trace(&self, visit: &mut dyn FnMut(&StackTrace<E, C, M>));
}

/// An execution together with the stack traces of the exceptions that it threw. Use it if the stack
/// traces come from elsewhere, such as from a harness that catches the exceptions of a program that
/// reports to a [`Trace`].
///
/// Of what the execution knows, only stack traces are left out: those in [`extra`](With::extra)
/// count. Goals name the type: `Goals<WithStackTraces<Trace, Symbol>>` (see
/// [`Goals`](crate::objective::Goals)).
///
/// ```
/// use sbst::execution::{
///     Execution, StackFrame, StackTrace, StackTraces, Trace, WithStackTraces,
/// };
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let mut run = WithStackTraces::new(Trace::new(&graph));
/// run.execution.root().enter(sbst::id::Function::new(0));
/// run.extra.push(StackTrace::new("Overflow", [StackFrame::new("Stack", "push")]));
/// assert_eq!(run.progress(graph.all_blocks().next().expect("a block")), Some(0));
/// run.each_stack_trace(&mut |trace| assert_eq!(trace.exception, "Overflow"));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub type WithStackTraces<X, E, C = E, M = C> = With<X, Vec<StackTrace<E, C, M>>>;

impl<X, E, C, M> WithStackTraces<X, E, C, M> {
    /// Creates the value from an execution, without stack traces.
    #[must_use]
    pub const fn new(execution: X) -> Self {
        Self { extra: Vec::new(), execution }
    }
}

impl<E, C, M> WithStackTraces<Trace, E, C, M> {
    /// Forgets the recorded executions, as [`Trace::reset`] does, and all stack traces.
    pub fn reset(&mut self) {
        self.execution.reset();
        self.extra.clear();
    }
}

impl<X: ?Sized, E, C, M> StackTraces<E, C, M> for WithStackTraces<X, E, C, M> {
    fn each_stack_trace(&self, visit: &mut dyn FnMut(&StackTrace<E, C, M>)) {
        for trace in &self.extra {
            visit(trace);
        }
    }
}
