//! One subject in libFuzzer: prints after how many executions its first failing case came, and
//! ends.
#![no_main]

use bugs::{Subject, Visitor, visit_all};
use libfuzzer_sys::arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;
use std::panic::catch_unwind;
use std::process::exit;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Says whether the case that these bytes are is a failing one.
type Fails = fn(&[u8]) -> bool;

static SUBJECT: OnceLock<Fails> = OnceLock::new();
static EXECUTIONS: AtomicU64 = AtomicU64::new(0);

fuzz_target!(|bytes: &[u8]| {
    let fails = SUBJECT.get_or_init(chosen);
    // Bytes that are no case cost an execution as well.
    let executions = EXECUTIONS.fetch_add(1, Ordering::Relaxed) + 1;
    if fails(bytes) {
        println!("found {executions}");
        exit(0);
    }
});

/// Returns the subject that the environment names.
fn chosen() -> Fails {
    // The hook that libfuzzer-sys sets ends the process, and a failing case is no news here.
    std::panic::set_hook(Box::new(|_| ()));
    let name = std::env::var("BUGS_SUBJECT").unwrap_or_default();
    let mut search = Search { name: &name, found: None };
    visit_all(&mut search);
    let Some(found) = search.found else {
        println!("no subject has the name {name:?} in the variable BUGS_SUBJECT");
        exit(1);
    };
    found
}

struct Search<'a> {
    name: &'a str,
    found: Option<Fails>,
}

impl Visitor for Search<'_> {
    fn visit<S: Subject>(&mut self) {
        if S::NAME == self.name {
            self.found = Some(fails::<S>);
        }
    }
}

fn fails<S: Subject>(bytes: &[u8]) -> bool {
    let Ok(case) = S::decode(&mut Unstructured::new(bytes)) else { return false };
    catch_unwind(|| S::check(&case)).is_err()
}
