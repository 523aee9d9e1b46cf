//! The macro [`proptest!`](crate::proptest!), and what its expansion calls.

use crate::runner::ClimbingRunner;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestCaseResult};
use sbst::execution::Trace;
use sbst::instrument::{LinkedProgram, record};
use std::fmt;
use std::panic::resume_unwind;
use std::rc::Rc;

/// The arguments of a case, with their names: `x = 1, y = "a"`.
pub(crate) struct Arguments<V> {
    names: &'static [&'static str],
    /// Their values, as a tuple.
    values: V,
}

impl<V: Tuple> fmt::Debug for Arguments<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (name, value)) in self.names.iter().zip(self.values.shown()).enumerate() {
            if at > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{name} = {value:?}")?;
        }
        Ok(())
    }
}

/// Tuples of arguments.
pub trait Tuple {
    /// Returns the values one by one.
    fn shown(&self) -> Vec<&dyn fmt::Debug>;
}

macro_rules! tuples {
    ($first:ident $($name:ident)*) => {
        impl<$first: fmt::Debug, $($name: fmt::Debug),*> Tuple for ($first, $($name,)*) {
            #[allow(non_snake_case)]
            fn shown(&self) -> Vec<&dyn fmt::Debug> {
                let ($first, $($name,)*) = self;
                vec![$first, $($name),*]
            }
        }
        tuples!($($name)*);
    };
    () => {};
}

tuples!(A B C D E F G H I J K L);

/// Tests a property, and panics with the smallest failing case.
///
/// # Panics
///
/// If the property fails, or the run is aborted: in the words of proptest.
pub fn check<S>(
    config: Config,
    names: &'static [&'static str],
    strategy: S,
    test: impl Fn(S::Value) -> TestCaseResult,
) where
    S: Strategy<Value: Tuple>,
{
    let mut runner = ClimbingRunner::new(config);
    let named = strategy.prop_map(|values| Arguments { names, values });
    if let Err(error) = runner.run(&named, |arguments| test(arguments.values)) {
        panic!("{error}\n{runner}");
    }
}

/// Calls the function that makes a property, while somebody listens: only then it makes the closure
/// that is instrumented.
pub fn listened(property: fn()) {
    let Ok(program) = LinkedProgram::linked() else { return property() };
    if let Err(panic) = record(&Rc::new(Trace::new(program.graph())), property) {
        resume_unwind(panic);
    }
}

/// Defines property tests whose cases climb: the macro `proptest!` of proptest, of which it accepts
/// every form that defines functions.
///
/// ```
/// use proptest::prelude::*;
/// use sbst_property::proptest; // instead of the macro of the prelude
///
/// #[sbst::instrument]
/// fn days_in(year: u16, month: u8) -> u8 {
///     match month {
///         4 | 6 | 9 | 11 => 30,
///         2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
///         2 => 28,
///         _ => 31,
///     }
/// }
///
/// proptest! {
///     # /*
///     #[test]
///     # */
///     fn a_year_has_365_days_or_one_more(year: u16) {
///         let days: u32 = (1..=12).map(|month| u32::from(days_in(year, month))).sum();
///         prop_assert!(days == 365 || days == 366);
///     }
/// }
/// # a_year_has_365_days_or_one_more();
/// ```
///
/// The functions that it defines are instrumented, too: their assertions are goals that the cases
/// climb to break, and their assumptions are goals that the cases climb to meet. Your crate must
/// depend on `sbst`, with the feature `instrument`.
///
/// A failing case is persisted by proptest as any other, and comes back with this macro or with
/// that of proptest.
///
/// - At most twelve arguments are possible, each `pattern in strategy` or `name: Type`.
/// - With the settings `fork` or `timeout`, all cases are plain.
/// - A steered case that breaks an assumption counts as a case in which the property holds, so
///   assumptions abort a run no sooner than with proptest. The limit `max_local_rejects` applies to
///   each case by itself.
/// - The forms of proptest without functions, such as `proptest!(|(x in 0..5)| ..)`, are handed on
///   to proptest: their cases are plain.
#[macro_export]
macro_rules! proptest {
    (#![proptest_config($config:expr)] $($rest:tt)*) => {
        $crate::__proptest_functions! { ($config) $($rest)* }
    };
    ($(#[$meta:meta])* $vis:vis fn $($rest:tt)*) => {
        $crate::__proptest_functions! { ($crate::__private::Config::default()) $(#[$meta])* $vis fn $($rest)* }
    };
    ($($other:tt)*) => {
        $crate::__private::plain! { $($other)* }
    };
}

/// One function after the other.
#[doc(hidden)]
#[macro_export]
macro_rules! __proptest_functions {
    (($config:expr) $($(#[$meta:meta])* $vis:vis fn $name:ident($($arguments:tt)+) { $($body:tt)* })*) => {$(
        $crate::__proptest_function! { [$(#[$meta])* $vis] $name ($config) { $($body)* } [] $($arguments)+ }
    )*};
}

/// One argument after the other: its pattern and its strategy. At last the function, in which the
/// attribute must see all of the property.
#[doc(hidden)]
#[macro_export]
macro_rules! __proptest_function {
    ([$(#[$meta:meta])* $vis:vis] $name:ident ($config:expr) { $($body:tt)* } [$(($pattern:pat, $strategy:expr))*] $(,)?) => {
        $(#[$meta])*
        $vis fn $name() {
            #[$crate::__private::instrument]
            fn $name() {
                let mut config = $crate::__private::contextualize_config($config.clone());
                config.test_name = ::core::option::Option::Some(
                    ::core::concat!(::core::module_path!(), "::", ::core::stringify!($name)),
                );
                config.source_file = ::core::option::Option::Some(::core::file!());
                $crate::__private::check(config, &[$(::core::stringify!($pattern)),*], ($($strategy,)*), |($($pattern,)*)| {
                    let (): () = { $($body)* };
                    ::core::result::Result::Ok(())
                });
            }
            $crate::__private::listened($name);
        }
    };
    ($meta:tt $name:ident $config:tt $body:tt [$($done:tt)*] $(,)? $pattern:pat in $strategy:expr $(, $($rest:tt)*)?) => {
        $crate::__proptest_function! { $meta $name $config $body [$($done)* ($pattern, $strategy)] $($($rest)*)? }
    };
    ($meta:tt $name:ident $config:tt $body:tt [$($done:tt)*] $(,)? mut $argument:ident: $type:ty $(, $($rest:tt)*)?) => {
        $crate::__proptest_function! {
            $meta $name $config $body [$($done)* (mut $argument, $crate::__private::any::<$type>())] $($($rest)*)?
        }
    };
    ($meta:tt $name:ident $config:tt $body:tt [$($done:tt)*] $(,)? $argument:ident: $type:ty $(, $($rest:tt)*)?) => {
        $crate::__proptest_function! {
            $meta $name $config $body [$($done)* ($argument, $crate::__private::any::<$type>())] $($($rest)*)?
        }
    };
}
