//! Ordinary Rust functions: an attribute draws their control flow and adds the hooks.
//!
//! | to | use |
//! |---|---|
//! | instrument a function, an `impl`, a `trait` or an inline `mod` | the attribute [`#[sbst::instrument]`](macro@crate::instrument) |
//! | search for tests of instrumented functions | [`campaign!`](crate::campaign!), which names them; [`Campaign::watch`](crate::Campaign::watch), which executes a test |
//! | search without a campaign | [`record`], which executes code and fills a [`Trace`](crate::execution::Trace) |
//! | end executions that take too long | [`limited`] |
//! | look at the control flow that the attribute drew | [`LinkedProgram`] |
//! | instrument a whole crate that you do not want to change | the command `sbst-instrument` of the package [sbst-instrument](https://docs.rs/sbst-instrument) |
//! | check every execution of a program, such as its own tests | [`Observer`] |
//!
//! ```
//! use sbst::objective::Criterion;
//!
//! #[sbst::instrument]
//! fn price(amount: i32, code: i32) -> i32 {
//!     if amount > 100 && code == 4711 { 80 * amount } else { 100 * amount }
//! }
//!
//! # fn main() -> Result<(), sbst::campaign::CampaignError> {
//! let mut campaign = sbst::campaign!(price).criteria([Criterion::Branch]).build()?;
//! # let mut seed = 1_u64;
//! # let mut draw = || { seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1); (seed >> 33) as f64 / (1_u64 << 31) as f64 };
//! # let neighbours = |[amount, code]: [i32; 2]| {
//! #     let steps = (0..16).flat_map(|bit| [1 << bit, -(1 << bit)]);
//! #     steps.flat_map(move |step| [[amount + step, code], [amount, code + step]])
//! # };
//! while campaign.runs() < 10_000
//!     && let Some(goal) = campaign.next_goal(draw())
//! {
//!     let near = campaign.nearest(goal).copied().unwrap_or([0, 0]);
//!     for test in neighbours(near) { // yours: `near` with one input changed
//!         campaign.watch(&test, |&[amount, code]| price(amount, code))?;
//!     }
//! }
//! println!("{}", campaign.report());
//! # assert_eq!(campaign.report().open().count(), 0);
//! # Ok(())
//! # }
//! ```
//!
//! The function itself does not change: it has the same signature, and may be called by anybody.
//! While no campaign watches, it runs as it was written, and pays for one look at a thread-local
//! value. To have nothing of this in a release, write `#[cfg_attr(any(test, feature = "sbst"),
//! sbst::instrument)]`, with a feature `sbst` of your crate. (`cfg(test)` alone is off for a
//! library while its integration tests and benchmarks run.)
//!
//! # What becomes of the code
//!
//! | code | control flow | distance |
//! |---|---|---|
//! | `if a < b`, `while a == b` | a decision | of the operands, by their types: see below |
//! | `a && b`, `a \|\| b` | a condition for each operand, also if the value is used; together they are one decision of [MC/DC](crate::flow::decisions) | of each operand |
//! | `true`, `cfg!(..)`, and what `!`, `&&`, `\|\|` make of these | no condition; only the way that the constant selects remains | |
//! | `if let`, `while let`, `let else`, `let` in a chain | a decision | K = 1, except of `strip_prefix` and `strip_suffix` |
//! | `for` | a decision: is there a next element? | to the end of the loop: the elements left, if an iterator of the standard library knows |
//! | `match` by integers of any type, characters, bytes, `bool`s | one decision with an arm for each pattern | of the number to the ranges of the arm |
//! | `match` by texts or byte strings | one decision for each text, in their order | of the texts |
//! | a guard of an arm | a condition of its own, as of `if`; if it fails, the arms after it are decided | of its operands |
//! | `match` by other patterns | one decision with an arm for each pattern | K = 1 |
//! | `?` | a decision: did it succeed? | K = 1, except of `strip_prefix` and `strip_suffix` |
//! | `assert!`, `assert_eq!`, and their relatives | a decision that panics | of the operands |
//! | `return`, the end of the function | an exit | |
//! | a closure that decides anything | a function of its own, because it may outlive the function around it | |
//!
//! If an operand of a decision never comes back, as `return` and `panic!(..)` do not, each of its
//! conditions is a decision of its own. No test shows the effect of a condition that a constant
//! hides, as `false` does in `a && false`. `debug_assert!` is a single condition, which has a distance
//! if it is one comparison or one [method](#methods).
//!
//! A `match` by numbers or texts counts as one by other patterns if a guard contains `let`, if two
//! alternatives of an arm with a guard overlap (`1..=5 | 3..=9 if ..`), if an arm is under
//! `#[cfg(..)]`, or if a pattern says neither: a constant by its name, a tuple, a slice, a number
//! from [`i128::MAX`] on.
//!
//! Two operands are measured by their common type if it has a distance
//! ([`EqualityDistance`](crate::distance::EqualityDistance),
//! [`OrderDistance`](crate::distance::OrderDistance)): all integers in their own width, floats,
//! characters, texts, slices, arrays, vectors, options, tuples, and types of yours that implement
//! the traits. Results, sets and maps are measured by `==` and `!=` only. Texts of two types are
//! measured as well, and so are slices, arrays and vectors of two types, if their elements have one
//! type, or are texts, or are sequences whose elements have one type.
//!
//! Any other comparison is a flag: K = 1 away. So are
//!
//! - the operands of a generic function whose types are its parameters,
//! - a comparison with `None` itself,
//! - operands whose type is known only afterwards: a parameter of a closure without a type, and a
//!   right operand that is coerced within a value, as in `x == Some(&[1, 2])`,
//! - `matches!(..)`.
//!
//! The outcome is always that of the program's own operator.
//!
//! # Methods
//!
//! Some methods of the standard library are measured as well:
//!
//! | method | receiver | argument |
//! |---|---|---|
//! | `is_empty` | text, sequence, range with two ends | |
//! | `starts_with`, `ends_with` | text | text, character |
//! | `starts_with`, `ends_with` | sequence | sequence |
//! | `contains` | text | text, character |
//! | `contains` | sequence | element |
//! | `contains` | range | number, character |
//! | `eq_ignore_ascii_case` | text, sequence of bytes, character, byte | of the same kind |
//! | `is_ascii` | text, sequence of bytes, character, byte | |
//! | `is_ascii_digit`, `is_ascii_hexdigit`, `is_ascii_alphabetic`, `is_ascii_alphanumeric`, `is_ascii_lowercase`, `is_ascii_uppercase`, `is_ascii_punctuation`, `is_ascii_whitespace` | character, byte | |
//! | `strip_prefix`, `strip_suffix`, where a pattern or `?` asks if they found something | as of `starts_with` | as of `starts_with` |
//!
//! Texts are `str`, `String`, `Cow<str>`; sequences are slices, arrays, `Vec`; ranges are `a..b`,
//! `a..=b`, `a..`, `..b`, `..=b`. References to all of these count as well, and `Box`, `Rc` and
//! `Arc` of texts and sequences.
//!
//! The receiver is a variable, a field, a literal, or any value that is computed, such as the result
//! of a call. It may also be an element or a part of a text or a sequence, as `rows[i + 1]` and
//! `text[1..]` are, if the index consists of plain numbers, sums and differences. Anything else has
//! no distance: a field of an element (`rows[0].name`), an element of a map, a block, an `if`.
//!
//! The argument is plain in the same way, or it is computed: `&text.len()`, `&(n + 1)`,
//! `name.trim()`. It has no distance if it is a closure, a function, a set of characters, or
//! contains a block, a comparison, `&&`, `||`, or a macro other than `format!`. If an argument
//! is computed, then also
//!
//! - a receiver that is neither a shared reference nor a part, as `list[1..]` is, is copied while
//!   somebody listens, if it consists of numbers, characters, `bool`s, texts and shared references,
//!   in sequences, options, results, tuples, ranges and `Box`es. Any other one has no distance,
//!   because a copy would run `clone` and `drop` of your types, or count for an `Rc` or an `Arc`.
//!   `list.as_slice()` is not copied,
//! - in the result of a function, which callers [ask](#calls), the receiver must be a range or an
//!   array of literals: `(3..=10).contains(&text.len())`,
//! - `strip_prefix` and `strip_suffix` have no distance.
//!
//! # Calls
//!
//! If a condition, `?`, `if let`, `let else` or `match` asks the result of an instrumented
//! function, the distance is that within the called function: these are
//! [flags](crate::fitness::flag), which you need not declare. Results are known where the source
//! shows them: `true`, `None`, `Ok(..)`, an integer, a comparison that is returned, the result of
//! another call. If a number is compared with a constant or selects an arm of a `match`, the
//! distance of the numbers comes first, and where it is flat, that within the function decides:
//! d + norm(F). Functions are told apart by their paths, and methods by their names.
//!
//! # Panics
//!
//! A panic is an exception of each instrumented function that it leaves. Its
//! [kind](crate::execution::ExceptionKind) is explicit if the block panics by a macro, else
//! implicit, and its identity is the line that was being executed in that function. So each line
//! that panics is one goal of [`Criterion::Exception`](crate::objective::Criterion::Exception).
//!
//! # What is left alone
//!
//! - A `const fn` (hooks do not run at compile time), an `async fn`, a function without a body: the
//!   attribute refuses them on a function, and leaves them alone within an `impl`, a `trait` or a
//!   `mod`. Blocks that are `async` or `const` stay as they are.
//! - Macros other than those of the standard library stay as they are, and count as code that may
//!   leave the function, or jump where their arguments do. A macro that jumps in its definition
//!   cannot be seen: the [path check](crate::execution::Trace::with_path_check) finds it. Nor can
//!   one that has the name of a macro of the standard library, and is defined elsewhere than in the
//!   item with the attribute. (The command sees all macros of the crate.)
//! - Statements, arms, elements and fields under `#[cfg(..)]` stay as they are.
//! - Code on other threads than the one that called [`watch`](crate::Campaign::watch) is not
//!   recorded.
//! - Methods of a global allocator, which the recorder needs itself. What they call must not be
//!   instrumented either.
//! - The text of `assert!` without a message is that of the compiler, but its line ends if it is
//!   longer than a line.
//!
//! # Comparisons that do not compile
//!
//! The distance of a comparison is chosen by its types where it stands. If they are known only
//! further below, the compiler refuses it. Name the type before, or leave the comparison alone: what
//! is given to a function is not measured, so the condition is a flag. (The command does so by
//! itself.) A field of a packed structure cannot be looked at: write `{ p.field } < 3`.
//!
//! ```
//! use std::convert::identity;
//!
//! #[derive(Clone, Default, PartialEq, PartialOrd)]
//! struct Weight(u8);
//!
//! #[sbst::instrument]
//! fn weights() -> Vec<Weight> {
//!     let both = vec![Default::default(); 2];
//!     if identity(both[0] < both[1]) {
//!         return Vec::new();
//!     }
//!     both // only here it is known what they are
//! }
//! assert_eq!(weights().len(), 2);
//! ```
//!
//! # Cost
//!
//! Most functions contain their original body beside the instrumented one, and choose when they are
//! entered. A function that contains items in inner blocks, unknown macros, or `impl Trait` as its
//! result has the instrumented body only; each of its hooks is then one test while nobody listens.
//! So has each function that the command writes, since its text stands on the lines where the user
//! wrote it, but not one that a macro makes. The benchmark `overhead` of the package
//! sbst-instrument measures both, and its README has the numbers.

mod active;
mod ask;
mod body;
mod compare;
mod elements;
mod foreseen;
mod iterators;
mod limit;
mod look;
mod macros;
mod matching;
mod open;
mod program;
mod recorder;
mod watch;

pub use limit::{OutOfSteps, limited};
pub use program::LinkedProgram;
pub use recorder::Observer;
pub use watch::{campaign_of, record};

/// The parts that generated code uses. They change without notice, and are for nobody else.
#[doc(hidden)]
pub mod __private {
    pub use super::active::Active;
    pub use super::ask::{
        AskAscii, AskAsciiText, AskBytes, AskClass, AskCode, AskElement, AskEmpty, AskEmptyRange,
        AskEmptyText, AskItems, AskRange, AskText, Asked, Unasked,
    };
    pub use super::body::{Block, Body, Gives, Needs, Step, block, member, name_of, panics};
    pub use super::compare::{
        Anything, Compared, Equals, EqualsItems, EqualsRows, EqualsText, EqualsTexts, Held,
        HoldCopy, HoldPlace, Orders, Pair,
    };
    pub use super::elements::Elements;
    pub use super::look::{
        After, AtMany, AtNothing, AtOne, AtText, Before, Difference, Element, Kind, KindPlain,
        LookArray, LookAt, LookAway, LookBehind, LookCopy, LookThrough, Many, One, Open, Seen, Sum,
    };
    pub use super::macros::{
        ask, assert_compared, check_compared, compare, element, failed, foresee, look, measured,
        passed, probe,
    };
    pub use super::program::Registered;
    pub use super::recorder::{Recorder, is_quiet, recorder};
    // In edition 2015 a path into `core` needs `extern crate`.
    pub use core::convert::AsRef;
    pub use core::marker::PhantomData;
    pub use core::option::Option;
    pub use core::{cfg, file, stringify};
    pub use inventory::submit;
}
