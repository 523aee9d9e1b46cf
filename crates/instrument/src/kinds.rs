//! What macros do, by their names.

use crate::jumps::any;
use crate::lower::Lower;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::HashSet;
use syn::visit::Visit;
use syn::{Item, Macro};

/// What a macro does, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `assert!`: a condition that panics if it does not hold. `true` if it is checked in debug
    /// builds only.
    Assert(bool),
    /// `assert_eq!`, `assert_ne!`.
    Compare { negated: bool, debug: bool },
    /// `prop_assert!`, `prop_assume!` of proptest: a condition; the function returns an error if it
    /// does not hold.
    Check { assumed: bool },
    /// `prop_assert_eq!`, `prop_assert_ne!`.
    CheckCompared { negated: bool },
    /// `matches!`: a boolean.
    Matches,
    /// It evaluates its arguments, and panics.
    Panics,
    /// It evaluates its arguments in their order, each once: `vec!`, `println!`, `format!`.
    Arguments,
    /// It does nothing that matters: `env!`, `line!`.
    Silent,
    /// Unknown.
    Opaque,
}

/// Returns what a macro does.
fn kind(mac: &Macro) -> Kind {
    mac.path.segments.last().map_or(Kind::Opaque, |name| kind_of(&name.ident.to_string()))
}

/// Adds the macros of a file that have the name of one of the standard library.
pub(crate) fn add_own<'a>(items: impl IntoIterator<Item = &'a Item>, own: &mut HashSet<String>) {
    struct Definitions<'o>(&'o mut HashSet<String>);
    impl<'ast> Visit<'ast> for Definitions<'_> {
        fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
            let name = item.ident.as_ref().map(ToString::to_string);
            self.0.extend(name.filter(|name| !matches!(kind_of(name), Kind::Opaque)));
        }
    }
    items.into_iter().for_each(|item| Definitions(own).visit_item(item));
}

/// Returns what a macro of the standard library or of proptest does.
fn kind_of(name: &str) -> Kind {
    match name {
        "assert" => Kind::Assert(false),
        "debug_assert" => Kind::Assert(true),
        "assert_eq" => Kind::Compare { negated: false, debug: false },
        "assert_ne" => Kind::Compare { negated: true, debug: false },
        "debug_assert_eq" => Kind::Compare { negated: false, debug: true },
        "debug_assert_ne" => Kind::Compare { negated: true, debug: true },
        "prop_assert" => Kind::Check { assumed: false },
        "prop_assume" => Kind::Check { assumed: true },
        "prop_assert_eq" => Kind::CheckCompared { negated: false },
        "prop_assert_ne" => Kind::CheckCompared { negated: true },
        "matches" => Kind::Matches,
        "panic" | "unreachable" | "todo" | "unimplemented" => Kind::Panics,
        "vec" | "println" | "print" | "eprintln" | "eprint" | "format" | "write" | "writeln"
        | "format_args" | "dbg" => Kind::Arguments,
        "concat" | "stringify" | "include_str" | "include_bytes" | "env" | "option_env"
        | "line" | "column" | "file" | "cfg" | "module_path" | "compile_error" | "addr_of"
        | "addr_of_mut" | "offset_of" | "thread_local" => Kind::Silent,
        _ => Kind::Opaque,
    }
}

/// Returns `true` if nothing is known of a macro.
pub(crate) fn is_unknown(mac: &Macro) -> bool {
    kind(mac) == Kind::Opaque
}

/// Returns `true` if a macro decides anything, or may leave the function.
pub(crate) fn decides(mac: &Macro) -> bool {
    match kind(mac) {
        Kind::Assert(_)
        | Kind::Compare { .. }
        | Kind::Check { .. }
        | Kind::CheckCompared { .. }
        | Kind::Matches
        | Kind::Opaque => true,
        Kind::Panics | Kind::Arguments => opens(&mac.tokens),
        Kind::Silent => false,
    }
}

/// Returns `true` if a macro may define items, so that its function must not exist twice.
pub(crate) fn may_define(mac: &Macro) -> bool {
    matches!(kind(mac), Kind::Opaque) || mac.path.is_ident("thread_local")
}

/// Returns `true` if the arguments of a macro contain code that decides or leaves.
pub(crate) fn opens(tokens: &TokenStream) -> bool {
    let keywords = ["if", "match", "while", "for", "loop", "return", "break", "continue"];
    any(tokens, &|token| match token {
        TokenTree::Ident(ident) => keywords.iter().any(|keyword| ident == keyword),
        TokenTree::Punct(punct) => ['?', '&', '|'].contains(&punct.as_char()),
        _ => false,
    })
}

impl Lower<'_> {
    /// Returns what a macro does here: nothing is known of one that the crate defines.
    pub(crate) fn kind(&self, mac: &Macro) -> Kind {
        match mac.path.segments.last() {
            Some(name) if self.names.own.contains(&name.ident.to_string()) => Kind::Opaque,
            _ => kind(mac),
        }
    }
}
