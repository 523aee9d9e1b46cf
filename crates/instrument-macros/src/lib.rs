//! The attribute `#[sbst::instrument]`: see the module `instrument` of the crate
//! [sbst](https://docs.rs/sbst).
#![forbid(unsafe_code)]

use proc_macro::TokenStream;

/// Instruments a function, or the functions of an `impl`, a `trait` or an inline `mod`.
///
/// The attribute adds the hooks, and a table of the control flow, which is registered before
/// `main`. The signature stays, and so does what the function does. The module `sbst::instrument`
/// says what becomes of each construct of the language.
///
/// ```text
/// #[sbst::instrument]
/// fn is_leap(year: i32) -> bool {
///     year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
/// }
/// ```
///
/// A function that cannot be instrumented is a compile error that says why and what to do.
/// Functions within an `impl`, a `trait` or a `mod` that cannot be instrumented are left alone.
#[proc_macro_attribute]
pub fn instrument(arguments: TokenStream, item: TokenStream) -> TokenStream {
    sbst_instrument::expand(arguments.into(), item.into()).into()
}
