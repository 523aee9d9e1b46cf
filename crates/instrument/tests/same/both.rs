//! Two copies of each function: one as it is, one under the attribute.
//!
//! Only Rust of all editions: `tests/editions` compiles this module in each of them.

use sbst::campaign::Campaign;
use sbst::execution::Trace;
use sbst::objective::Criterion;
use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    /// What the functions did, in their order.
    static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    /// Whether a compared function runs.
    static RUNS: Cell<bool> = const { Cell::new(false) };
    /// One campaign for all functions that a thread compares.
    static CAMPAIGN: RefCell<Option<Campaign<()>>> = const { RefCell::new(None) };
}

/// Notes a step of a function, and returns the value.
pub(crate) fn log<T: Debug>(step: &str, value: T) -> T {
    LOG.with(|log| log.borrow_mut().push(format!("{step} {value:?}")));
    value
}

/// Notes when it is dropped.
#[derive(Debug)]
pub(crate) struct Noisy(pub(crate) &'static str);

impl Drop for Noisy {
    fn drop(&mut self) {
        log("drop", self.0);
    }
}

/// Notes where each panic of a compared function is, also where it is caught.
fn note_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let (file, line) = info.location().map_or(("", 0), |at| (at.file(), at.line()));
            if RUNS.with(Cell::get) {
                log("panic", format!("{file}:{line}"));
            } else {
                usual(info);
            }
        }));
    });
}

/// The result of a call as a text, or the text of its panic, and what it did.
type Seen = (Result<String, String>, Vec<String>);

fn run(call: &dyn Fn() -> String) -> Seen {
    LOG.with(|log| log.borrow_mut().clear());
    RUNS.with(|runs| runs.set(true));
    let result =
        catch_unwind(AssertUnwindSafe(call)).map_err(|panic| match panic.downcast::<String>() {
            Ok(text) => format!("formatted: {text}"),
            Err(panic) => panic.downcast::<&str>().map_or("no text".into(), |text| (*text).into()),
        });
    RUNS.with(|runs| runs.set(false));
    (result, LOG.with(|log| log.take()))
}

fn campaign() -> Campaign<()> {
    sbst::campaign!()
        .criteria([Criterion::Branch].iter().copied())
        .recorder(Trace::with_path_check)
        .build()
        .expect("legal")
}

/// Finds the inputs on which two copies of a function differ: says which, who listened, what was
/// expected, and what was seen. Both run while nobody listens, and then in a campaign with the path
/// check.
pub(crate) fn differences(
    inputs: usize,
    name: &dyn Fn(usize) -> String,
    original: &dyn Fn(usize) -> String,
    instrumented: &dyn Fn(usize) -> String,
) -> Vec<String> {
    note_panics();
    let expected: Vec<Seen> = (0..inputs).map(|at| run(&|| original(at))).collect();
    let mut found = Vec::new();
    let mut differ = |at: usize, listens: &str, seen: Seen| {
        if seen != expected[at] {
            let (name, expected) = (name(at), &expected[at]);
            found.push(format!("{name}, and {listens}\nexpected {expected:?}\nseen     {seen:?}"));
        }
    };
    for at in 0..inputs {
        differ(at, "nobody listens", run(&|| instrumented(at)));
    }
    let kept = CAMPAIGN.with(|campaign| campaign.borrow_mut().take());
    let mut campaign = kept.unwrap_or_else(campaign);
    for at in 0..inputs {
        let mut seen = None;
        let outcome = campaign.watch(&(), |()| seen = Some(run(&|| instrumented(at))));
        if let Err(error) = outcome {
            panic!("{}, and a campaign listens: {}", name(at), error);
        }
        differ(at, "a campaign listens", seen.expect("it was called"));
    }
    CAMPAIGN.with(|kept| *kept.borrow_mut() = Some(campaign));
    found
}

/// Compares the two copies of a function on these inputs: results, panics with their lines, and
/// what they did.
pub(crate) fn compare<I: Clone + Debug, R: Debug>(
    inputs: impl IntoIterator<Item = I>,
    original: impl Fn(I) -> R,
    instrumented: impl Fn(I) -> R,
) {
    let inputs: Vec<I> = inputs.into_iter().collect();
    let found = differences(
        inputs.len(),
        &|at| format!("{:?}", inputs[at]),
        &|at| format!("{:?}", original(inputs[at].clone())),
        &|at| format!("{:?}", instrumented(inputs[at].clone())),
    );
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Declares a function twice: `name::original`, and `name::instrumented` under the attribute. Both
/// are made of the same tokens, so panics are on the same lines.
macro_rules! both {
    ($($(#[$attribute:meta])* fn $name:ident $([$($generic:tt)*])? ($($parameters:tt)*)
        $(-> $result:ty)? $body:block)*) => { $(
        pub(crate) mod $name {
            #[allow(unused_imports)]
            use super::*;
            $(#[$attribute])*
            pub(crate) fn original $(<$($generic)*>)? ($($parameters)*) $(-> $result)? $body
            $(#[$attribute])*
            #[sbst::instrument]
            pub(crate) fn instrumented $(<$($generic)*>)? ($($parameters)*) $(-> $result)? $body
        }
    )* };
}
