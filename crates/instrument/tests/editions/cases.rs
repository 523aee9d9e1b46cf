//! Values that say what is done with them, and where.

use crate::both::log;
use std::panic::Location;

/// A value that notes when it is asked, and when it is dropped.
#[derive(Debug, PartialEq)]
pub(crate) struct N(pub(crate) &'static str, pub(crate) i32);

impl Drop for N {
    fn drop(&mut self) {
        log("drop", self.0);
    }
}

impl N {
    pub(crate) fn val(&self) -> i32 {
        log(self.0, self.1)
    }
    pub(crate) fn flag(&self) -> bool {
        log(self.0, self.1 % 2 == 0)
    }
    pub(crate) fn next(&self) -> Option<N> {
        if log(self.0, self.1) > 0 { Some(N("next", self.1 - 1)) } else { None }
    }
    pub(crate) fn name(&self) -> &'static str {
        log("name", self.0)
    }
    pub(crate) fn number(&self) -> &i32 {
        log("number", &self.1)
    }
    pub(crate) fn result(self) -> Result<N, i32> {
        if log(self.0, self.1) % 3 == 0 { Err(self.1) } else { Ok(self) }
    }
    /// Notes the line that calls it.
    #[track_caller]
    pub(crate) fn tracked(&self, least: i32) -> bool {
        tracked(self.1 - least)
    }
}

/// Values whose fields are dropped in their order.
pub(crate) struct Pair {
    pub(crate) first: N,
    pub(crate) second: N,
}

pub(crate) fn sum(x: i32, y: i32) -> i32 {
    log("sum", x.wrapping_add(y))
}

/// Notes the line that calls it, and panics there on 3.
#[track_caller]
pub(crate) fn tracked(x: i32) -> bool {
    tracked_number(x) > 2
}

#[track_caller]
pub(crate) fn tracked_number(x: i32) -> i32 {
    log("line", Location::caller().line());
    if x == 3 {
        panic!("tracked");
    }
    x
}

#[track_caller]
pub(crate) fn tracked_option(x: i32) -> Option<N> {
    if tracked_number(x) > 0 { Some(N("option", x)) } else { None }
}

/// A macro that the attribute does not know.
macro_rules! unknown {
    ($($tokens:tt)*) => { $($tokens)* };
}

/// Compares functions, each called as written here, and fails with all that differ.
macro_rules! compared {
    ($x:ident in $inputs:expr; $([$name:ident $($arguments:tt)*])*) => {{
        let inputs: Vec<i32> = ($inputs).collect();
        let mut wrong: Vec<String> = Vec::new();
        $(
            let found = crate::both::differences(
                inputs.len(),
                &|at| inputs[at].to_string(),
                &|at| { let $x = inputs[at]; format!("{:?}", $name::original $($arguments)*) },
                &|at| { let $x = inputs[at]; format!("{:?}", $name::instrumented $($arguments)*) },
            );
            wrong.extend(found.iter().map(|found| format!("{}: {}", stringify!($name), found)));
        )*
        assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong.join("\n"));
    }};
}
