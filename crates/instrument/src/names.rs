//! Names in the generated code.

use crate::constants::Constants;
use crate::examples::Examples;
use crate::jumps::Jumping;
use crate::lints::Lints;
use crate::without::Without;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use std::collections::HashSet;
use syn::Ident;

/// The names that the generated code uses. No name of the program can meet them.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// The frame of the function.
    pub(crate) frame: Ident,
    /// The recorder that the frame belongs to.
    pub(crate) recorder: Ident,
    /// The table of the function.
    pub(crate) body: Ident,
    /// The file, as an expression.
    pub(crate) file: TokenStream,
    /// What is left without hooks, if the code is written into the text of the user.
    pub(crate) written: Option<Without>,
    /// Names of macros that contain `break` or `continue`, as far as their definitions are known.
    pub(crate) jumping: Jumping,
    /// Names of macros that are not those of the standard library here.
    pub(crate) own: HashSet<String>,
    /// Constants that are no conditions, as far as their definitions are known.
    pub(crate) constants: Constants,
    /// What examples call in constants.
    pub(crate) examples: Examples,
    /// Lints that are errors, as far as the crate is known.
    pub(crate) lints: Lints,
}

impl Names {
    /// Names for code that stays tokens: they are hygienic.
    pub(crate) fn hygienic() -> Self {
        Self::of(Span::mixed_site(), quote!(::sbst::instrument::__private::file!()))
    }

    /// Names for code that is written to a file.
    pub(crate) fn written(file: &str, without: Without) -> Self {
        Self { written: Some(without), ..Self::of(Span::call_site(), quote!(#file)) }
    }

    /// Returns `true` if the function with the name at this place is left alone.
    pub(crate) fn is_alone(&self, name: usize) -> bool {
        self.written.as_ref().is_some_and(|without| without.is_alone(name))
    }

    /// Returns `true` if nobody says what does not compile.
    pub(crate) fn asks_nobody(&self) -> bool {
        self.written.as_ref().is_some_and(Without::asks_nobody)
    }

    fn of(span: Span, file: TokenStream) -> Self {
        let name = |name| Ident::new(name, span);
        Self {
            frame: name("__sbst_frame"),
            recorder: name("__sbst_recorder"),
            body: name("__SBST_BODY"),
            file,
            written: None,
            jumping: Jumping::new(),
            own: HashSet::new(),
            constants: Constants::default(),
            examples: Examples::default(),
            lints: Lints::default(),
        }
    }
}
