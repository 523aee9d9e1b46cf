//! A limit of steps: code that runs for ever ends all the same.

use std::cell::Cell;
use std::fmt;

std::thread_local! {
    /// Number of steps that an execution on this thread may take.
    static LIMIT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Limits the executions that `work` records on this thread, such as by
/// [`Campaign::watch`](crate::Campaign::watch): after `steps` steps, a panic ends each of them.
///
/// A step is an entered function or a decision. So a loop that a mutated input makes endless is one
/// more way to panic, and a search goes on. The payload of the panic is [`OutOfSteps`]. Code that
/// catches panics meets it at its next step again. Loops without any decision, and code that is not
/// instrumented, cannot be ended. While another panic goes through the code, nothing is ended.
///
/// The panic begins at a hook, where the code of its author cannot panic. Unsafe code may rely on
/// that: a collection whose length is wrong for a moment is then dropped as it is. So limit the
/// steps of tests and experiments only, and set the limit far above what ordinary inputs take.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::instrument::{LinkedProgram, OutOfSteps, limited, record};
/// use std::rc::Rc;
///
/// #[sbst::instrument]
/// fn collatz(mut x: u64) -> u32 {
///     let mut steps = 0;
///     while x != 1 {
///         x = if x % 2 == 0 { x / 2 } else { 3 * x + 1 };
///         steps += 1;
///     }
///     steps
/// }
///
/// let trace = Rc::new(Trace::new(LinkedProgram::linked()?.graph()));
/// let mut run = |x| limited(1_000, || record(&trace, || collatz(x)));
/// assert_eq!(run(27).ok(), Some(111));
/// assert!(run(0).unwrap_err().is::<OutOfSteps>()); // 0 stays 0
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn limited<R>(steps: u64, work: impl FnOnce() -> R) -> R {
    /// Gives the limit back, also if a panic goes through.
    struct Back(u64);
    impl Drop for Back {
        fn drop(&mut self) {
            let _ = LIMIT.try_with(|limit| limit.set(self.0));
        }
    }
    let _back = Back(LIMIT.try_with(|limit| limit.replace(steps)).unwrap_or(u64::MAX));
    work()
}

/// Payload of the panic that ends an execution which took too many [steps](limited).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutOfSteps;

impl fmt::Display for OutOfSteps {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the execution took too many steps")
    }
}

impl core::error::Error for OutOfSteps {}

/// Returns the limit of this thread.
pub(super) fn get() -> u64 {
    LIMIT.try_with(Cell::get).unwrap_or(u64::MAX)
}

/// Ends the execution.
#[cold]
pub(super) fn end() {
    if !std::thread::panicking() {
        std::panic::panic_any(OutOfSteps);
    }
}
