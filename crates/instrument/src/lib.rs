//! Instruments ordinary Rust functions for search-based software testing.
//!
//! This crate is the transformation behind the attribute `#[sbst::instrument]` of the crate
//! [sbst](https://docs.rs/sbst), and the command `sbst-instrument`, which rewrites a whole crate.
#![forbid(unsafe_code)]

mod asked;
mod assignments;
mod attributes;
mod blocks;
mod calls;
mod cases;
mod choices;
mod closures;
mod conditions;
mod constants;
mod examples;
mod function;
mod groups;
mod hidden;
mod items;
mod jumps;
mod kinds;
mod lints;
mod loops;
mod lower;
mod macros;
mod names;
mod operands;
mod patterns;
mod places;
mod questions;
mod report;
mod texts;
mod ways;
mod weave;
mod without;

pub use items::{Crate, instrument_item};
pub use report::{Found, Hooks, Reason};
pub use without::{Hooked, Without};

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// Expands the attribute `#[sbst::instrument]` on an item. An error becomes a compile error at its
/// place, and the item stays.
#[must_use]
pub fn expand(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let expand = || {
        if !arguments.is_empty() {
            return Err(syn::Error::new_spanned(
                &arguments,
                "`#[sbst::instrument]` takes no arguments",
            ));
        }
        methods::parse(groups::enclosed(item.clone()))
    };
    match expand() {
        Ok(tokens) => tokens,
        Err(error) => {
            let error = error.into_compile_error();
            quote!(#error #item)
        }
    }
}

mod methods {
    //! Methods: an attribute sees them without their `impl`.

    use super::{ToTokens, TokenStream, instrument_item};
    use syn::{ImplItemFn, Item, TraitItemFn};

    /// Instruments what the attribute stands on.
    pub(super) fn parse(item: TokenStream) -> syn::Result<TokenStream> {
        if let Ok(method) = syn::parse2::<TraitItemFn>(item.clone())
            && method.default.is_none()
        {
            return Err(syn::Error::new_spanned(
                &method.sig,
                "this function has no body to instrument: put `#[sbst::instrument]` on the \
                 functions that implement it",
            ));
        }
        match syn::parse2::<Item>(item.clone()) {
            Ok(item) => Ok(instrument_item(item)?.into_token_stream()),
            // A method with `self` is no item by itself.
            Err(error) => match syn::parse2::<ImplItemFn>(item) {
                Ok(method) => instrument_method(method),
                Err(_) => Err(error),
            },
        }
    }

    fn instrument_method(method: ImplItemFn) -> syn::Result<TokenStream> {
        let ImplItemFn { attrs, vis, modifiers, sig, block } = method;
        let function = syn::ItemFn { attrs, vis, modifiers, sig, block: Box::new(block) };
        let Item::Fn(function) = instrument_item(Item::Fn(function))? else {
            return Ok(TokenStream::new());
        };
        let syn::ItemFn { attrs, vis, modifiers, sig, block } = function;
        Ok(ImplItemFn { attrs, vis, modifiers, sig, block: *block }.into_token_stream())
    }
}
