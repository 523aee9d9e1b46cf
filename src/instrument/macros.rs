//! Macros of the generated code. They keep it short, and their variables cannot meet those of the
//! program.

/// Compares two operands as the program does, and records the outcome with its distance. Operands
/// are evaluated once, in their order.
#[doc(hidden)]
#[macro_export]
macro_rules! __sbst_compare {
    ($frame:ident.$hook:ident($block:expr), borrowed, $left:expr, $op:tt, $right:expr, $measure:ident) => {
        match (&$left, &$right) {
            (left, right) => $frame.$hook($block, *left $op *right, |rules, outcome| {
                use $crate::instrument::__private::{Anything as _, Equals as _, EqualsItems as _, EqualsText as _, Orders as _};
                (&&&&$crate::instrument::__private::Pair(left, right)).$measure(rules, outcome)
            }),
        }
    };
    // The right operand may change the left one, of which the program has made a copy by then.
    ($frame:ident.$hook:ident($block:expr), named, $left:expr, $op:tt, $right:expr, $measure:ident) => {
        $frame.$hook($block, $left $op $right, |rules, outcome| {
            use $crate::instrument::__private::{Anything as _, Equals as _, EqualsItems as _, EqualsText as _, Orders as _};
            (&&&&$crate::instrument::__private::Pair(&$left, &$right)).$measure(rules, outcome)
        })
    };
    ($frame:ident.$hook:ident($block:expr), held, $left:expr, $op:tt, $right:expr, $measure:ident) => {
        // The outer `match` keeps what the left operand borrows from alive.
        match &$left {
            left => match {
                use $crate::instrument::__private::{HoldCopy as _, HoldPlace as _};
                (&$crate::instrument::__private::Held(left)).hold()
            } {
            left => match &$right {
                right => $frame.$hook($block, *left $op *right, |rules, outcome| {
                    use $crate::instrument::__private::{Anything as _, Equals as _, EqualsItems as _, EqualsText as _, Orders as _};
                    (&&&&$crate::instrument::__private::Pair(&*left, right)).$measure(rules, outcome)
                }),
            },
            },
        }
    };
}

/// Asks a receiver something, as the program does, and records the answer with its distance, which
/// is measured before.
#[doc(hidden)]
#[macro_export]
macro_rules! __sbst_ask {
    ($frame:ident.$hook:ident($block:expr), place, $receiver:expr, $method:ident, $argument:expr, $plain:expr) => {
        match $crate::instrument::__private::probe!($frame, $receiver, $method, $argument) {
            probe => $frame.$hook($block, $plain, |rules, outcome| probe.unwrap_or_else(|| rules.flag(outcome))),
        }
    };
    ($frame:ident.$hook:ident($block:expr), value, $argument:expr, {$receiver:expr}.$method:ident($($arguments:tt)*)) => {
        match $receiver {
            #[allow(unused_mut)]
            mut receiver => match $crate::instrument::__private::probe!($frame, receiver, $method, $argument) {
                probe => $frame.$hook($block, receiver.$method($($arguments)*), |rules, outcome| {
                    probe.unwrap_or_else(|| rules.flag(outcome))
                }),
            },
        }
    };
}

/// Measures what a method says of its receiver.
#[doc(hidden)]
#[macro_export]
macro_rules! __sbst_probe {
    ($frame:ident, $receiver:expr, $method:ident, $argument:expr) => {
        $frame.probe(|rules| {
            #[allow(unused_imports)]
            use $crate::instrument::__private::{
                AskClass as _, AskElement as _, AskEmpty as _, AskEmptyText as _, AskItems as _,
                AskRange as _, AskText as _, Unasked as _,
            };
            (&&&&$crate::instrument::__private::Asked(&$receiver, &$argument)).$method(rules)
        })
    };
}

/// Asks a receiver what a pattern will find, and returns the value that is matched.
#[doc(hidden)]
#[macro_export]
macro_rules! __sbst_foresee {
    ($frame:ident($block:expr), $receiver:expr, $method:ident, $argument:expr, $plain:expr) => {
        match $crate::instrument::__private::probe!($frame, $receiver, $method, $argument) {
            probe => $frame.foresee($block, probe, $plain),
        }
    };
}

/// Compares the operands of an assertion, and asserts.
#[doc(hidden)]
#[macro_export]
macro_rules! __sbst_assert_compared {
    ($frame:ident.$hook:ident($block:expr), $op:tt, $measure:ident, {$($assert:tt)*} ! ($left:expr, $right:expr $(, $($arguments:tt)*)?)) => {
        match (&$left, &$right) {
            (left, right) => {
                $crate::instrument::__private::compare!($frame.$hook($block), borrowed, *left, $op, *right, $measure);
                $($assert)*!(*left, *right $(, $($arguments)*)?)
            }
        }
    };
    ($frame:ident.$hook:ident($block:expr), $op:tt, $measure:ident, {$($assert:tt)*} ! [$($operands:tt)*]) => {
        $crate::instrument::__private::assert_compared!($frame.$hook($block), $op, $measure, {$($assert)*} ! ($($operands)*))
    };
    ($frame:ident.$hook:ident($block:expr), $op:tt, $measure:ident, {$($assert:tt)*} ! {$($operands:tt)*}) => {
        $crate::instrument::__private::assert_compared!($frame.$hook($block), $op, $measure, {$($assert)*} ! ($($operands)*))
    };
}

/// Compares the operands of a check, and checks. The operands are moved, and what they borrow from
/// ends before the check, as in the macros of proptest.
#[doc(hidden)]
#[macro_export]
macro_rules! __sbst_check_compared {
    ($frame:ident.$hook:ident($block:expr), $op:tt, $measure:ident, {$($check:tt)*} ! ($left:expr, $right:expr $(, $($arguments:tt)*)?)) => {{
        let left = $left;
        let right = $right;
        $crate::instrument::__private::compare!($frame.$hook($block), borrowed, left, $op, right, $measure);
        $($check)*!(left, right $(, $($arguments)*)?)
    }};
    ($frame:ident.$hook:ident($block:expr), $op:tt, $measure:ident, {$($check:tt)*} ! [$($operands:tt)*]) => {
        $crate::instrument::__private::check_compared!($frame.$hook($block), $op, $measure, {$($check)*} ! ($($operands)*))
    };
    ($frame:ident.$hook:ident($block:expr), $op:tt, $measure:ident, {$($check:tt)*} ! {$($operands:tt)*}) => {
        $crate::instrument::__private::check_compared!($frame.$hook($block), $op, $measure, {$($check)*} ! ($($operands)*))
    };
}

/// Returns the message of an assertion without one.
#[doc(hidden)]
#[macro_export]
macro_rules! __sbst_failed {
    ($($condition:tt)*) => {
        concat!("assertion failed: ", stringify!($($condition)*))
    };
}

pub use __sbst_ask as ask;
pub use __sbst_assert_compared as assert_compared;
pub use __sbst_check_compared as check_compared;
pub use __sbst_compare as compare;
pub use __sbst_failed as failed;
pub use __sbst_foresee as foresee;
pub use __sbst_probe as probe;
