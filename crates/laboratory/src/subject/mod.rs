//! Subjects: programs that searches generate tests for.
//!
//! | item | is |
//! |---|---|
//! | [`Subject`] | a program under test: its inputs, its control flow, how an input is executed |
//! | [`Instrumented`] | a subject of ordinary functions with the attribute [`sbst::instrument`](macro@sbst::instrument) |
//! | [`Suite`] | several subjects, by name |
//! | [`CrashedSubject`] | a subject with a panic to reproduce |
//! | [`Features`] | what there is in a subject that a formula may make something of |

mod crash;
mod features;
mod instrumented;
mod quiet;
mod suite;

pub use crash::{CrashedSubject, Panic};
pub(crate) use crash::{crash_of, panic_of};
pub use features::Features;
pub use instrumented::Instrumented;
pub use suite::{Suite, SuiteError};

use crate::inputs::{Shape, Value};
use sbst::campaign::{Achieved, Campaign, CampaignBuilder, CampaignError};
use sbst::execution::{Caller, Trace};
use sbst::fitness::flag::Flags;
use sbst::instrument::{limited, record};
use std::rc::Rc;
use std::sync::Arc;

/// A program under test.
///
/// Most subjects are [`Instrumented`] functions. Implement the trait for programs whose hooks and
/// graph you write yourself.
pub trait Subject: Send + Sync {
    /// Returns the name, by which results are stored. It may consist of any characters, and should
    /// never change.
    fn name(&self) -> &str;

    /// Returns the name of what the subject shares code with, such as its crate. Subjects of one
    /// family are no independent evidence, and count as one in tests over subjects. By default a
    /// subject is a family of its own.
    fn family(&self) -> &str {
        self.name()
    }

    /// Returns the set of inputs.
    fn shape(&self) -> &Shape;

    /// Creates a campaign with the control flow and, where they are known, the lines, methods and
    /// mutants. Its goals are [restricted](CampaignBuilder::only) to the functions under test. It
    /// has no goals yet.
    ///
    /// # Errors
    ///
    /// [`CampaignError`] if the control flow is not legal, or functions are not instrumented.
    fn campaign(&self) -> Result<CampaignBuilder, CampaignError>;

    /// Returns the decisions that depend on results of calls, or none.
    fn flags(&self) -> Flags {
        Flags::new()
    }

    /// Returns how an input is executed.
    fn code(&self) -> Code<'_>;

    /// Returns inputs that somebody wrote: of the program's own tests, its documentation, its
    /// users. A search can start from them.
    fn usages(&self) -> &[Value] {
        &[]
    }

    /// Looks for mistakes in the subject: it is called when the subject is added to a [`Suite`].
    ///
    /// # Errors
    ///
    /// What is wrong, in words.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    /// Returns the panic to reproduce, or `None` if there is none.
    fn panic(&self) -> Option<&Panic> {
        None
    }
}

/// Code of a subject, which executes an input.
#[derive(Clone, Copy)]
pub enum Code<'s> {
    /// Functions with the attribute. They may panic, and are [ended](sbst::instrument::limited) by
    /// a panic if they take too long.
    Watched(&'s (dyn Fn(&Value) + Sync)),
    /// Functions with hooks, which report to the caller. They may not panic.
    Hooked(&'s (dyn Fn(Caller<'_>, &Value) + Sync)),
}

impl std::fmt::Debug for Code<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Watched(_) => "Watched",
            Self::Hooked(_) => "Hooked",
        })
    }
}

impl Code<'_> {
    /// Executes a test for a campaign, which takes the execution in. Panics of watched functions
    /// are results, and print nothing.
    ///
    /// # Errors
    ///
    /// Those of [`Campaign::watch`] and [`Campaign::run`].
    pub fn execute<'c, C: Ord + Clone>(
        self,
        campaign: &'c mut Campaign<Test, Trace, C>,
        test: &Test,
    ) -> Result<Achieved<'c, Trace>, CampaignError> {
        match self {
            Self::Watched(call) => {
                quiet::quietly(|| limited(STEPS, || campaign.watch(test, |test| call(test))))
            }
            Self::Hooked(call) => campaign.run(test, |caller, test| call(caller, test)),
        }
    }

    /// Executes an input on a trace, without a campaign. The trace is not reset. Panics of watched
    /// functions are recorded, and print nothing.
    pub fn record(self, trace: &Rc<Trace>, input: &Value) {
        match self {
            Self::Watched(call) => {
                drop(quiet::quietly(|| limited(STEPS, || record(trace, || call(input)))));
            }
            Self::Hooked(call) => call(trace.root(), input),
        }
    }
}

/// Number of decisions and calls after which a panic ends an execution of watched functions: some
/// hundred times as many as ordinary inputs take, and some milliseconds. Published code has inputs
/// for which it never ends.
const STEPS: u64 = 200_000;

/// A test: an input that is shared, because campaigns copy the tests that they keep.
pub type Test = Arc<Value>;
