//! What the generated functions consist of.

use sbst::campaign::CampaignBuilder;

/// A generated function.
#[derive(Clone, Copy)]
pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// Where the condition stands: `if`, `while`, `tail`, ..
    pub(crate) context: &'static str,
    /// The number of variables that operands read.
    pub(crate) variables: u32,
    /// One or two conditions as prefix texts, see `generate.py`.
    pub(crate) trees: &'static [&'static str],
    /// Calls the function with the bits of the variables. One condition returns 1 if it holds, and
    /// 2 or a panic if not.
    pub(crate) call: fn(&dyn Fn(u32) -> bool) -> u32,
    pub(crate) campaign: fn() -> CampaignBuilder,
}

macro_rules! case {
    ($name:ident, $context:literal, $variables:literal, [$($tree:literal),*], $call:expr) => {
        Case {
            name: stringify!($name),
            context: $context,
            variables: $variables,
            trees: &[$($tree),*],
            call: $call,
            campaign: || sbst::campaign!($name),
        }
    };
}
pub(crate) use case;

impl Case {
    /// Calls the function; `None` if it panics.
    pub(crate) fn result(&self, bits: u32) -> Option<u32> {
        std::panic::catch_unwind(|| (self.call)(&|at| bits >> at & 1 == 1)).ok()
    }

    pub(crate) fn assignments(&self) -> impl Iterator<Item = u32> + use<> {
        0..1 << self.variables
    }
}

/// All generated functions.
pub(crate) fn all() -> impl Iterator<Item = &'static Case> {
    [crate::plain::CASES, crate::constants::CASES, crate::chains::CASES, crate::nested::CASES]
        .into_iter()
        .flatten()
}

/// A function that takes an argument.
pub(crate) fn number(holds: bool) -> u32 {
    2 - u32::from(holds)
}

/// An operand that calls a function.
pub(crate) fn same(holds: bool) -> bool {
    holds
}

/// An operand that calls an instrumented function, which decides nothing.
#[sbst::instrument]
pub(crate) fn told(holds: bool) -> bool {
    holds
}
