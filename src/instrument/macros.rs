//! Macros of the generated code. They keep it short, and their variables cannot meet those of the
//! program.

/// Compares two operands as the program does, and records the outcome with its distance. Operands
/// are evaluated once, in their order, except for names.
#[doc(hidden)]
#[macro_export]
macro_rules! __sbst_compare {
    ($frame:ident.$hook:ident($block:expr), $how:ident, $left:expr, $op:tt, $right:expr, $measure:ident) => {
        $crate::instrument::__private::compare!(
            $frame.$hook($block), $how, $left, $op, $right, $measure, left right *left, *right
        )
    };
    // `l` and `r` are names for the operands, with places of the user, and so are `*l` and `*r`.
    ($frame:ident.$hook:ident($block:expr), borrowed, $left:expr, $op:tt, $right:expr, $measure:ident,
     $l:ident $r:ident $at_l:expr, $at_r:expr) => {
        match (&$left, &$right) {
            ($l, $r) => $frame.$hook($block, $at_l $op $at_r, |rules, outcome| {
                $crate::instrument::__private::measured!($l, $r, $measure, rules, outcome)
            }),
        }
    };
    // The right operand may change the left one, of which the program has made a copy by then.
    ($frame:ident.$hook:ident($block:expr), held, $left:expr, $op:tt, $right:expr, $measure:ident,
     $l:ident $r:ident $at_l:expr, $at_r:expr) => {
        // The outer `match` keeps what the left operand borrows from alive.
        match &$left {
            left => match {
                use $crate::instrument::__private::{HoldCopy as _, HoldPlace as _};
                (&$crate::instrument::__private::Held(left)).hold()
            } {
            $l => match &$right {
                $r => $frame.$hook($block, $at_l $op $at_r, |rules, outcome| {
                    $crate::instrument::__private::measured!(&*$l, $r, $measure, rules, outcome)
                }),
            },
            },
        }
    };
}

/// Measures two operands by the first method that fits their types.
#[doc(hidden)]
#[macro_export]
macro_rules! __sbst_measured {
    ($left:expr, $right:expr, $measure:ident, $rules:ident, $outcome:ident) => {{
        use $crate::instrument::__private::{
            Anything as _, Equals as _, EqualsItems as _, EqualsRows as _, EqualsText as _,
            EqualsTexts as _, Orders as _,
        };
        (&&&&&&$crate::instrument::__private::Pair($left, $right)).$measure($rules, $outcome)
    }};
}

/// Asks a receiver something, as the program does, and records the answer with its distance, which
/// is measured before. A receiver or an argument that is only looked at is an `Option` of a
/// reference.
#[doc(hidden)]
#[macro_export]
macro_rules! __sbst_ask {
    // Both are looked at, and the call stays as it is.
    ($frame:ident.$hook:ident($block:expr), place, $receiver:expr, $method:ident, $argument:expr, $plain:expr) => {
        match $crate::instrument::__private::probe!($frame, $receiver, $method, $argument) {
            probe => $frame.$hook($block, $plain, |rules, outcome| probe.unwrap_or_else(|| rules.flag(outcome))),
        }
    };
    // The receiver is a value: it is looked at where it is evaluated, and lives as long as before.
    ($frame:ident.$hook:ident($block:expr), value, $argument:expr, {$receiver:expr}.$method:ident($($arguments:tt)*)) => {
        $frame.$hook(
            $block,
            $crate::instrument::__private::passed!($frame($block), $receiver, $method, $argument).$method($($arguments)*),
            |rules, outcome| $frame.foreseen($block, rules, outcome),
        )
    };
    // The argument is evaluated in its place, while something of the receiver is known.
    ($frame:ident.$hook:ident($block:expr), held, $receiver:expr, {$place:expr}.$method:ident($argument:expr $(,)?)) => {
        match $crate::instrument::__private::Kind($crate::instrument::__private::PhantomData) {
            kind => match $crate::instrument::__private::look!($frame, kind, $receiver) {
                seen => $frame.$hook(
                    $block,
                    $place.$method($frame.passes($block, $argument, |argument| $crate::instrument::__private::probe!(
                        $frame, seen.as_ref(), $method, $crate::instrument::__private::Option::Some(argument)
                    ))),
                    |rules, outcome| {
                        // The compiler checks the types of a closure last.
                        #[allow(unused_imports)]
                        use $crate::instrument::__private::KindPlain as _;
                        (&&kind).decide();
                        $frame.foreseen($block, rules, outcome)
                    },
                ),
            },
        }
    };
    ($frame:ident.$hook:ident($block:expr), kept, {$receiver:expr}.$method:ident($argument:expr $(,)?)) => {
        match $receiver {
            #[allow(unused_mut)]
            mut receiver => $crate::instrument::__private::ask!(
                $frame.$hook($block), held, $crate::instrument::__private::Option::Some(&receiver),
                {receiver}.$method($argument)
            ),
        }
    };
    // The receiver is a constant. What the argument borrows from lives to the end of the statement.
    ($frame:ident.$hook:ident($block:expr), constant, {$receiver:expr}.$method:ident($argument:expr $(,)?)) => {
        match ($receiver, $argument) {
            #[allow(unused_mut)]
            (mut receiver, argument) => $crate::instrument::__private::ask!(
                $frame.$hook($block), place, $crate::instrument::__private::Option::Some(&receiver), $method,
                $crate::instrument::__private::Option::Some(&argument), receiver.$method(argument)
            ),
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
                AskAscii as _, AskAsciiText as _, AskBytes as _, AskClass as _, AskCode as _,
                AskElement as _, AskEmpty as _, AskEmptyRange as _, AskEmptyText as _,
                AskItems as _, AskRange as _, AskText as _, Unasked as _,
            };
            match ($receiver, $argument) {
                (
                    $crate::instrument::__private::Option::Some(receiver),
                    $crate::instrument::__private::Option::Some(argument),
                ) => (&&&&$crate::instrument::__private::Asked(receiver, argument)).$method(rules),
                _ => $crate::instrument::__private::Option::None,
            }
        })
    };
}

/// Returns the receiver of a method, which is measured before it is passed on.
#[doc(hidden)]
#[macro_export]
macro_rules! __sbst_passed {
    ($frame:ident($block:expr), $receiver:expr, $method:ident, $argument:expr) => {
        match $receiver {
            receiver => {
                let probe = $crate::instrument::__private::probe!(
                    $frame,
                    $crate::instrument::__private::Option::Some(&receiver),
                    $method,
                    $argument
                );
                $frame.foresee($block, probe, receiver)
            }
        }
    };
}

/// Returns an element of a container that is looked at, if both are there.
#[doc(hidden)]
#[macro_export]
macro_rules! __sbst_element {
    ($container:expr, $index:expr) => {
        match $container {
            $crate::instrument::__private::Option::Some(container) => {
                #[allow(unused_imports)]
                use $crate::instrument::__private::{
                    AtMany as _, AtNothing as _, AtOne as _, AtText as _,
                };
                (&&$crate::instrument::__private::Element(container, $index)).at()
            }
            $crate::instrument::__private::Option::None => {
                $crate::instrument::__private::Option::None
            }
        }
    };
}

/// Returns what is known of a receiver while an argument is evaluated, if somebody listens.
#[doc(hidden)]
#[macro_export]
macro_rules! __sbst_look {
    ($frame:ident, $kind:ident, $receiver:expr) => {
        match $receiver {
            $crate::instrument::__private::Option::Some(receiver) => {
                #[allow(unused_imports)]
                use $crate::instrument::__private::{
                    LookArray as _, LookAt as _, LookAway as _, LookBehind as _, LookCopy as _,
                    LookThrough as _,
                };
                $frame.look(|| (&&&&&$crate::instrument::__private::Seen(receiver, &$kind)).look())
            }
            $crate::instrument::__private::Option::None => {
                $crate::instrument::__private::Option::None
            }
        }
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

/// Compares the operands of an assertion once, and asserts.
#[doc(hidden)]
#[macro_export]
macro_rules! __sbst_assert_compared {
    ($frame:ident.$hook:ident($block:expr), $op:tt, $holds:expr, $equal:expr, $measure:ident, {$($assert:tt)*} ! ($left:expr, $right:expr $(, $($arguments:tt)*)?)) => {
        match (&$left, &$right) {
            (left, right) => match *left $op *right {
                answer => {
                    $frame.$hook($block, answer == $holds, |rules, outcome| {
                        $crate::instrument::__private::measured!(left, right, $measure, rules, outcome)
                    });
                    $($assert)*!(
                        $crate::instrument::__private::Compared(left, answer == $equal),
                        $crate::instrument::__private::Compared(right, answer == $equal)
                        $(, $($arguments)*)?
                    )
                }
            },
        }
    };
    ($frame:ident.$hook:ident($block:expr), $op:tt, $holds:expr, $equal:expr, $measure:ident, {$($assert:tt)*} ! [$($operands:tt)*]) => {
        $crate::instrument::__private::assert_compared!($frame.$hook($block), $op, $holds, $equal, $measure, {$($assert)*} ! ($($operands)*))
    };
    ($frame:ident.$hook:ident($block:expr), $op:tt, $holds:expr, $equal:expr, $measure:ident, {$($assert:tt)*} ! {$($operands:tt)*}) => {
        $crate::instrument::__private::assert_compared!($frame.$hook($block), $op, $holds, $equal, $measure, {$($assert)*} ! ($($operands)*))
    };
}

/// Compares the operands of a check once, and checks. The operands are moved, and what they borrow
/// from ends before the check, as in the macros of proptest.
#[doc(hidden)]
#[macro_export]
macro_rules! __sbst_check_compared {
    ($frame:ident.$hook:ident($block:expr), $op:tt, $holds:expr, $equal:expr, $measure:ident, {$($check:tt)*} ! ($left:expr, $right:expr $(, $($arguments:tt)*)?)) => {{
        let left = $left;
        let right = $right;
        $crate::instrument::__private::assert_compared!(
            $frame.$hook($block), $op, $holds, $equal, $measure, {$($check)*} ! (left, right $(, $($arguments)*)?)
        )
    }};
    ($frame:ident.$hook:ident($block:expr), $op:tt, $holds:expr, $equal:expr, $measure:ident, {$($check:tt)*} ! [$($operands:tt)*]) => {
        $crate::instrument::__private::check_compared!($frame.$hook($block), $op, $holds, $equal, $measure, {$($check)*} ! ($($operands)*))
    };
    ($frame:ident.$hook:ident($block:expr), $op:tt, $holds:expr, $equal:expr, $measure:ident, {$($check:tt)*} ! {$($operands:tt)*}) => {
        $crate::instrument::__private::check_compared!($frame.$hook($block), $op, $holds, $equal, $measure, {$($check)*} ! ($($operands)*))
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
pub use __sbst_element as element;
pub use __sbst_failed as failed;
pub use __sbst_foresee as foresee;
pub use __sbst_look as look;
pub use __sbst_measured as measured;
pub use __sbst_passed as passed;
pub use __sbst_probe as probe;
