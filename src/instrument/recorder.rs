//! The recorder of a thread: the one exception to "no global state" in this crate.

use super::body::Body;
use super::limit;
use super::program::LinkedProgram;
use crate::execution::Trace;
use crate::id::{CallSite, Function};
use alloc::boxed::Box;
use alloc::rc::Rc;
use core::cell::{Cell, RefCell};
use core::ops::Deref;

/// The recorder of one thread, to which its instrumented functions report.
#[derive(Debug)]
pub struct Recorder {
    pub(super) trace: Held,
    /// The call that is about to be made.
    mark: Cell<Option<Mark>>,
    /// Number of steps until the execution is ended.
    steps: Cell<u64>,
    /// `true` if the execution was ended for that.
    is_out_of_steps: Cell<bool>,
    /// Called when the outermost frame is closed.
    pub(super) after: Option<fn(&Trace) -> bool>,
}

/// The trace of a recorder: taken from a campaign, which gets it back, or shared with whoever reads
/// it.
#[derive(Debug)]
pub(super) enum Held {
    Owned(Box<Trace>),
    Shared(Rc<Trace>),
}

impl Deref for Held {
    type Target = Trace;

    #[inline]
    fn deref(&self) -> &Trace {
        match self {
            Self::Owned(trace) => trace,
            Self::Shared(trace) => trace,
        }
    }
}

/// A call that is about to be made, by the innermost activation.
#[derive(Clone, Copy, Debug)]
struct Mark {
    site: CallSite,
    callee: Callee,
}

/// The function that a mark is for.
#[derive(Clone, Copy, Debug)]
enum Callee {
    /// A function whose path is known.
    Function(Function),
    /// A method, of whatever type.
    Method(&'static str),
}

std::thread_local! {
    /// Whether anybody listens on this thread.
    static HEARING: Cell<Hearing> = const { Cell::new(Hearing::Unknown) };
    static RECORDER: RefCell<Option<Rc<Recorder>>> = const { RefCell::new(None) };
    /// Functions by the paths that were looked up before. A look-up compares texts, and a call may
    /// be marked millions of times.
    static FOUND: [Cell<Found>; PLACES] = const { [const { Cell::new(Found { start: 0, length: 0, function: None }) }; PLACES] };
}

/// Number of paths that a thread remembers, a power of two. Paths that share a place are looked up
/// again.
const PLACES: usize = 256;

/// A path, by its place in memory, and its function. Paths are static, so a place has one text for
/// ever.
#[derive(Clone, Copy)]
struct Found {
    start: usize,
    length: usize,
    function: Option<Function>,
}

/// Returns the instrumented function with this path.
fn find(path: &'static str) -> Option<Function> {
    let look_up = || LinkedProgram::linked().ok().and_then(|program| program.find_path(path));
    let (start, length) = (path.as_ptr() as usize, path.len());
    let remembered = FOUND.try_with(|places| {
        let place = &places[(start ^ (start / PLACES) ^ length) % PLACES];
        let found = place.get();
        if (found.start, found.length) == (start, length) {
            return found.function;
        }
        let function = look_up();
        place.set(Found { start, length, function });
        function
    });
    // A thread that ends remembers nothing.
    remembered.unwrap_or_else(|_| look_up())
}

/// Whether anybody listens on a thread.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hearing {
    /// The thread has not called an instrumented function yet.
    Unknown,
    Quiet,
    Listening,
}

/// An observer of all instrumented functions of a program, on every thread.
///
/// A program registers at most one, with the macro `submit!` of the crate inventory. Each thread
/// makes a recorder when it enters its first instrumented function. The command `sbst-instrument
/// --check` registers an observer that checks the hooks while a crate runs its own tests.
#[derive(Debug)]
pub struct Observer {
    /// Makes the recorder of a thread.
    pub settings: fn(Trace) -> Trace,
    /// Is called when the outermost frame of a thread is closed. If it returns `false`, the thread
    /// gets a new recorder.
    pub after: fn(&Trace) -> bool,
}

inventory::collect!(Observer);

/// Returns `true` if nobody listens on this thread. The first call on a thread looks for observers.
#[cfg_attr(not(debug_assertions), inline)]
#[must_use]
pub fn is_quiet() -> bool {
    match HEARING.try_with(Cell::get) {
        Ok(Hearing::Quiet) => true,
        Ok(Hearing::Listening) => false,
        Ok(Hearing::Unknown) => begin(),
        // The thread is ending, and its values are gone.
        Err(_) => true,
    }
}

/// Begins to observe this thread, if the program has an observer. Returns `true` if it has none.
#[cold]
fn begin() -> bool {
    let set = |hearing| {
        let _ = HEARING.try_with(|cell| cell.set(hearing));
    };
    // Quiet while the recorder is made: that calls code which may be instrumented, too.
    set(Hearing::Quiet);
    let observer = inventory::iter::<Observer>.into_iter().next();
    let Some((observer, program)) = observer.zip(LinkedProgram::linked().ok()) else { return true };
    let trace = (observer.settings)(Trace::new(program.graph()));
    listen(Some(Rc::new(Recorder::new(Held::Owned(Box::new(trace)), Some(observer.after)))));
    false
}

/// Lets a recorder listen on this thread, or nobody. Returns the one before.
pub(super) fn listen(recorder: Option<Rc<Recorder>>) -> Option<Rc<Recorder>> {
    let hearing = if recorder.is_some() { Hearing::Listening } else { Hearing::Quiet };
    let _ = HEARING.try_with(|cell| cell.set(hearing));
    RECORDER.try_with(|cell| cell.replace(recorder)).ok().flatten()
}

/// Lets the next instrumented function of this thread look for observers again.
#[cold]
pub(super) fn begin_anew() {
    listen(None);
    let _ = HEARING.try_with(|cell| cell.set(Hearing::Unknown));
}

/// Returns the recorder of this thread, if one listens.
#[must_use]
pub fn recorder() -> Option<Rc<Recorder>> {
    if is_quiet() {
        return None;
    }
    RECORDER.try_with(|cell| cell.try_borrow().ok()?.clone()).ok().flatten()
}

impl Recorder {
    /// Creates a recorder for a trace.
    pub(super) fn new(trace: Held, after: Option<fn(&Trace) -> bool>) -> Self {
        Self {
            trace,
            mark: Cell::new(None),
            steps: Cell::new(limit::get()),
            is_out_of_steps: Cell::new(false),
            after,
        }
    }

    /// Marks the next call of this function. A path that belongs to no instrumented function marks
    /// nothing.
    pub(super) fn mark_path(&self, site: CallSite, path: &'static str) {
        self.mark(site, find(path).map(Callee::Function));
    }

    /// Marks the next call of a method with this name.
    pub(super) fn mark_method(&self, site: CallSite, name: &'static str) {
        self.mark(site, Some(Callee::Method(name)));
    }

    fn mark(&self, site: CallSite, callee: Option<Callee>) {
        self.mark.set(callee.map(|callee| Mark { site, callee }));
    }

    /// Counts a step: an entered function, or a decision.
    ///
    /// # Panics
    ///
    /// If the limit is reached, unless a panic is going through the code already: a second one
    /// would end the process.
    #[inline]
    pub(super) fn step(&self) {
        match self.steps.get().checked_sub(1) {
            Some(left) => self.steps.set(left),
            None => {
                self.is_out_of_steps.set(true);
                limit::end();
            }
        }
    }

    /// Returns `true` if the limit was reached: panics that follow come of it.
    pub(super) fn is_out_of_steps(&self) -> bool {
        self.is_out_of_steps.get()
    }

    /// Forgets the mark: the call has returned.
    #[inline]
    pub(super) fn unmark(&self) {
        self.mark.set(None);
    }

    /// Takes the mark, if it is for the function that is entered now. Whatever is entered first
    /// takes it away: if a function in between is not instrumented, nothing that it calls is the
    /// call that was marked.
    pub(super) fn take_mark(&self, body: &Body, function: Function) -> Option<CallSite> {
        let mark = self.mark.take()?;
        let is_meant = match mark.callee {
            Callee::Function(callee) => callee == function,
            Callee::Method(name) => body.own_name() == name,
        };
        is_meant.then_some(mark.site)
    }
}
