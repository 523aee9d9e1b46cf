//! Campaigns over instrumented functions.

use super::program::LinkedProgram;
use super::recorder::{Held, Recorder, listen};
use crate::campaign::{Achieved, AsTest, Campaign, CampaignBuilder, CampaignError};
use crate::execution::Trace;
use crate::fitness::flag::FlagGradient;
use crate::id::Function;
use crate::objective::Method;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec::Vec;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

/// Creates the builder of a campaign for instrumented functions, given by the paths of their types.
/// The macro [`campaign!`](crate::campaign!) calls this function.
///
/// Without paths, the goals are those of all instrumented functions of the program.
pub fn campaign_of(paths: &[&'static str]) -> CampaignBuilder {
    settings(paths).unwrap_or_else(|error| {
        // The user sees the error when the campaign is built, as with all other settings.
        let mut builder = Campaign::builder();
        builder.flags = Box::new(|_| Err(error));
        builder
    })
}

fn settings(paths: &[&'static str]) -> Result<CampaignBuilder, CampaignError> {
    let program = LinkedProgram::linked()?;
    let mut named = Vec::new();
    for &path in paths {
        let function = program.find_path(path).ok_or(CampaignError::NotInstrumented(path))?;
        named.push(function);
    }
    let within: Vec<Function> =
        named.iter().flat_map(|&function| program.with_closures(function)).collect();
    let mut builder =
        Campaign::builder().graph(program.graph().clone()).lines(program.lines().clone());
    builder = if paths.is_empty() {
        builder.methods(program.functions().map(Method::new))
    } else {
        builder.methods(named.into_iter().map(Method::new)).only(within)
    };
    // Without flags, calls need not be recorded one by one.
    Ok(if program.flags().branches().len() == 0 {
        builder
    } else {
        builder.flags(program.flags().clone(), FlagGradient::new())
    })
}

impl<T: Clone, C: Ord + Clone> Campaign<T, Trace, C> {
    /// Executes a test while the instrumented functions that it calls are recorded, and takes the
    /// execution in.
    ///
    /// `subject` calls instrumented functions as any other code does. What they do on this thread
    /// is recorded, and what they do on other threads is not. The result of `subject` is dropped;
    /// if you need it, assign it to a variable outside.
    ///
    /// A panic of `subject` ends the execution, and is recorded: it is an exception of each
    /// function that it went through, at the line that was executed there. The panic does not go
    /// further. To see whether there was one, assign the result to a variable outside.
    ///
    /// ```
    /// use sbst::objective::Criterion;
    ///
    /// #[sbst::instrument]
    /// fn half(x: u32) -> u32 {
    ///     assert!(x % 2 == 0, "odd");
    ///     x / 2
    /// }
    ///
    /// let mut campaign = sbst::campaign!(half).criteria([Criterion::Branch]).build()?;
    /// assert_eq!(campaign.watch(&8, |x| half(*x))?.covered.len(), 1);
    /// assert_eq!(campaign.watch(&7, |x| half(*x))?.covered.len(), 1); // it panics
    /// # Ok::<(), sbst::campaign::CampaignError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`run`](Self::run). Misuse is a mistake of the instrumentation, or a macro
    /// that jumps without saying so.
    pub fn watch<Q: AsTest<T> + ?Sized, R>(
        &mut self,
        test: &Q,
        subject: impl FnOnce(&Q) -> R,
    ) -> Result<Achieved<'_, Trace>, CampaignError> {
        let (recorder, _) = recorded(Held::Owned(self.take_recorder()), || drop(subject(test)));
        // A frame that was leaked keeps the recorder: then the next run makes a new one.
        match Rc::try_unwrap(recorder).map(|recorder| recorder.trace) {
            Ok(Held::Owned(trace)) => self.take_in_recorded(&test.as_test(), trace),
            _ => {
                self.refuse();
                Err(CampaignError::FrameKept)
            }
        }
    }
}

/// Executes code while the instrumented functions that it calls are recorded in a trace: what
/// [`Campaign::watch`] does, for a search without a campaign.
///
/// The trace is one for the graph of the [`LinkedProgram`]. What it holds already stays: call
/// [`Trace::reset`] before each execution. If an activation is open in the trace, the functions
/// that `subject` calls are called by that one.
///
/// Returns the result of `subject`, or what it panicked with. A panic is recorded, and does not go
/// further.
///
/// ```
/// use sbst::execution::{Trace, taken};
/// use sbst::instrument::{LinkedProgram, record};
/// use std::rc::Rc;
///
/// #[sbst::instrument]
/// fn half(x: u32) -> Option<u32> {
///     if x % 2 == 0 { Some(x / 2) } else { None }
/// }
///
/// let graph = LinkedProgram::linked()?.graph();
/// let trace = Rc::new(Trace::new(graph));
/// assert_eq!(record(&trace, || half(8)).ok(), Some(Some(4)));
/// assert_eq!(taken(graph, &*trace).len(), 1);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
///
/// # Errors
///
/// The payload of the panic, as [`catch_unwind`] returns it.
pub fn record<R>(trace: &Rc<Trace>, subject: impl FnOnce() -> R) -> thread::Result<R> {
    recorded(Held::Shared(Rc::clone(trace)), subject).1
}

/// Executes code while a recorder listens.
fn recorded<R>(trace: Held, subject: impl FnOnce() -> R) -> (Rc<Recorder>, thread::Result<R>) {
    let recorder = Rc::new(Recorder::new(trace, None));
    let depth = recorder.trace.depth();
    let before = listen(Some(Rc::clone(&recorder)));
    let result = catch_unwind(AssertUnwindSafe(subject));
    listen(before);
    if result.is_err() {
        // Frames close themselves while a panic goes through them; those that leaked do not.
        recorder.trace.unwound(depth);
    }
    (recorder, result)
}

/// Creates the builder of a campaign over functions with the attribute
/// [`instrument`](macro@crate::instrument).
///
/// The functions are the ones whose goals are pursued, with the closures and functions within them.
/// All other instrumented functions are recorded, too, so that results of calls have a gradient.
/// Without functions, the goals are those of all of them.
///
/// ```
/// use sbst::objective::Criterion;
///
/// #[sbst::instrument]
/// fn is_leap(year: i32) -> bool {
///     year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
/// }
///
/// let mut campaign = sbst::campaign!(is_leap).criteria([Criterion::Branch]).build()?;
/// for year in [1999, 1900, 2000, 2024] {
///     campaign.watch(&year, |year| is_leap(*year))?;
/// }
/// assert_eq!(campaign.report().open().count(), 0);
/// # Ok::<(), sbst::campaign::CampaignError>(())
/// ```
///
/// The type of tests follows from the first one that is executed. A campaign keeps a `&str` as
/// `String`, and a slice as `Vec`: see [`AsTest`].
///
/// ```
/// # use sbst::objective::Criterion;
/// # #[sbst::instrument]
/// # fn parse(text: &str) -> Option<u32> { text.strip_prefix('#')?.parse().ok() }
/// let mut campaign = sbst::campaign!(parse).criteria([Criterion::Branch]).build()?;
/// campaign.watch("none", |text| parse(text))?;
/// for number in 0..100 {
///     campaign.watch(&format!("#{number}"), |text| parse(text))?;
/// }
/// # Ok::<(), sbst::campaign::CampaignError>(())
/// ```
///
/// A generic function needs its parameters, of which any will do: `campaign!(sort::<i32>)`. A
/// function that is not instrumented is an error of [`build`](CampaignBuilder::build).
#[macro_export]
macro_rules! campaign {
    ($($function:expr),* $(,)?) => {
        $crate::instrument::campaign_of(&[$($crate::instrument::__private::name_of(&$function)),*])
    };
}
