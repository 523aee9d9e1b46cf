//! Two copies of each function: one as it is, one under the attribute.

use sbst::execution::Trace;
use sbst::objective::Criterion;
use std::cell::RefCell;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    /// What the functions did, in their order.
    static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
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

/// The result of a call, or the text of its panic, and what it did.
type Seen<R> = (Result<R, String>, Vec<String>);

fn run<R>(call: impl FnOnce() -> R) -> Seen<R> {
    LOG.with(|log| log.borrow_mut().clear());
    let result =
        catch_unwind(AssertUnwindSafe(call)).map_err(|panic| match panic.downcast::<String>() {
            Ok(text) => *text,
            Err(panic) => panic.downcast::<&str>().map_or("no text".into(), |text| (*text).into()),
        });
    (result, LOG.with(|log| log.take()))
}

/// Compares the two copies of a function on these inputs: when nobody listens, and in a campaign
/// with the path check.
pub(crate) fn compare<I: Clone + Debug, R: Debug + PartialEq>(
    inputs: impl IntoIterator<Item = I>,
    original: impl Fn(I) -> R,
    instrumented: impl Fn(I) -> R,
) {
    std::panic::set_hook(Box::new(|info| {
        if info.to_string().contains("listens") || info.to_string().contains("both.rs") {
            eprintln!("{info}");
        }
    }));
    let mut campaign = sbst::campaign!()
        .criteria([Criterion::Branch])
        .recorder(Trace::with_path_check)
        .build::<()>()
        .expect("legal");
    for input in inputs {
        let expected = run(|| original(input.clone()));
        assert_eq!(run(|| instrumented(input.clone())), expected, "{input:?}, and nobody listens");
        let mut seen = None;
        let outcome = campaign.watch(&(), |()| {
            let (result, log) = run(|| instrumented(input.clone()));
            seen = Some((result, log));
        });
        if let Err(error) = outcome {
            panic!("{input:?}: {error}");
        }
        assert_eq!(seen, Some(expected), "{input:?}, and a campaign listens");
    }
}

/// Declares a function twice: `name::original`, and `name::instrumented` under the attribute.
macro_rules! both {
    ($(fn $name:ident $([$($generic:tt)*])? ($($parameters:tt)*) $(-> $result:ty)? $body:block)*) => { $(
        pub(crate) mod $name {
            #[allow(unused_imports)]
            use super::*;
            pub(crate) fn original $(<$($generic)*>)? ($($parameters)*) $(-> $result)? $body
            #[sbst::instrument]
            pub(crate) fn instrumented $(<$($generic)*>)? ($($parameters)*) $(-> $result)? $body
        }
    )* };
}
pub(crate) use both;
