//! Functions: the table, the frame, and the choice between the original body and the one with
//! hooks.

use crate::blocks::Blocks;
use crate::calls::locals;
use crate::jumps::any;
use crate::lower::{Lower, Results};
use crate::names::Names;
use crate::places::settle;
use crate::report::{Found, Reason};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;
use std::ops::Range;
use syn::visit::{self, Visit};
use syn::{Attribute, Block, FnArg, Item, ReturnType, Signature, Stmt, Type, parse_quote};

/// A function that was instrumented, with the functions within it.
pub(crate) struct Instrumented {
    /// The new body.
    pub(crate) block: Block,
    /// Attributes that the function needs in addition.
    pub(crate) attrs: Vec<Attribute>,
    /// Number of its blocks.
    pub(crate) blocks: usize,
    /// Places of its comparisons.
    pub(crate) comparisons: Vec<Range<usize>>,
}

/// A function that is left alone.
pub(crate) struct Refused {
    pub(crate) reason: Reason,
    /// The place of the reason.
    pub(crate) at: Span,
    /// The body, as it was.
    pub(crate) block: Block,
}

/// Returns why a function, which may be one of a type, cannot be instrumented at all.
pub(crate) fn refused(
    names: &Names,
    of: &str,
    attrs: &[Attribute],
    sig: &Signature,
) -> Option<Reason> {
    let name = || sig.ident.span().byte_range().start;
    let may_change = names.written.as_ref().is_some_and(|without| !without.is_constant(name()))
        && !names.examples.call(of, &sig.ident.to_string());
    let has = |name: &str| {
        attrs.iter().any(|attribute| {
            attribute.path().segments.last().is_some_and(|last| last.ident == name)
        })
    };
    if sig.constness.is_some() && !may_change {
        Some(Reason::Const)
    } else if sig.asyncness.is_some() {
        Some(Reason::Async)
    } else if has("naked") {
        Some(Reason::Naked)
    } else if has("proc_macro") || has("proc_macro_attribute") || has("proc_macro_derive") {
        Some(Reason::ProcMacro)
    } else if names.is_alone(name()) {
        Some(Reason::Refused)
    } else {
        None
    }
}

/// Instruments a function with a body.
pub(crate) fn function(
    names: &Names,
    sig: &Signature,
    block: Block,
    found: &mut Vec<Found>,
) -> Result<Instrumented, Refused> {
    let results = match &sig.output {
        ReturnType::Type(_, ty) => Results::of(ty),
        ReturnType::Default => Results::Other,
    };
    let patterns = sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(input) => Some(&*input.pat),
        FnArg::Receiver(_) => None,
    });
    let original = block.clone();
    let allow = allow(names, sig, &block);
    let mut lower = Lower::new(names, results, locals(patterns, Some(&block)));
    // In the text of the user, each token stands once, where it was.
    let (hoisted, block) =
        if names.written.is_some() { (Vec::new(), block) } else { lower.hoist(block) };
    let plain = block.clone();
    let with_hooks = lower.body(block);
    if let Some((reason, at)) = lower.refused {
        return Err(Refused { reason, at, block: original });
    }
    found.append(&mut lower.nested);
    let (table, enter) = (table(names, &lower.blocks, sig.ident.span().start().line), enter(names));
    // Braces are the user's: their edition says how long temporaries of the last expression live.
    let braces = with_hooks.brace_token;
    let mut hooked: Block = parse_quote!({ #table #enter });
    hooked.stmts.extend(with_hooks.stmts);
    if names.written.is_none() {
        let tokens = settle(quote!(#hooked), &names.frame, braces.span.open());
        hooked = parse_quote!(#tokens);
    }
    hooked.brace_token = braces;
    let mut block: Block = parse_quote!({ #(#hoisted)* });
    block.brace_token = braces;
    let mut attrs = Vec::new();
    if names.written.is_none() && may_exist_twice(&plain, &sig.output) {
        // Nothing listens most of the time: then the original runs, and pays for one look at a
        // thread-local.
        let either = parse_quote!(match ::sbst::instrument::__private::is_quiet() {
            true => #plain,
            #allow
            _ => #hooked
        });
        block.stmts.push(Stmt::Expr(either, None));
    } else {
        block.stmts.extend(hooked.stmts);
        attrs.push(allow);
    }
    Ok(Instrumented { block, attrs, blocks: lower.blocks.len(), comparisons: lower.comparisons })
}

/// Returns an attribute that allows what hooks do: lints that are warnings, and those that the
/// crate denies. References to what is `static mut` are an error by default, which a crate may
/// forbid: then even to allow it is one, so safe code does without.
fn allow(names: &Names, sig: &Signature, block: &Block) -> Attribute {
    let denied = names.lints.allowed();
    let is_unsafe = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "unsafe");
    let may_allow = !names.lints.forbids("static_mut_refs");
    let statics =
        (may_allow && any(&quote!(#sig #block), &is_unsafe)).then(|| quote!(, static_mut_refs));
    parse_quote!(#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction #statics #(, #denied)*)])
}

/// Returns the table of a function, which registers itself.
pub(crate) fn table(names: &Names, blocks: &Blocks, line: usize) -> TokenStream {
    let (body, file, line, tokens) = (&names.body, &names.file, line as u32, blocks.tokens());
    quote!(
        static #body: ::sbst::instrument::__private::Body = {
            #[allow(unused_imports)]
            use ::sbst::instrument::__private::{Gives as G, Needs as N, Option as O, Step as S, block as _b, member as _m, panics as _p};
            fn here() {}
            ::sbst::instrument::__private::Body::new(|| ::sbst::instrument::__private::name_of(&here), #file, #line, #tokens)
        };
        ::sbst::instrument::__private::submit! { ::sbst::instrument::__private::Registered(&#body) }
    )
}

/// Returns the statements that open the frame of a function.
pub(crate) fn enter(names: &Names) -> TokenStream {
    let Names { frame, recorder, body, .. } = names;
    quote!(
        let #recorder = ::sbst::instrument::__private::recorder();
        let #frame = ::sbst::instrument::__private::Active::enter(&#recorder, &#body);
    )
}

impl Results {
    /// Returns what the type of a result says.
    pub(crate) fn of(ty: &Type) -> Self {
        let Type::Path(path) = ty else { return Self::Other };
        match path
            .path
            .segments
            .last()
            .map(|last| last.ident.to_string())
            .unwrap_or_default()
            .as_str()
        {
            "bool" => Self::Bool,
            "Option" => Self::Option,
            name if name.ends_with("Result") => Self::Result,
            _ => Self::Other,
        }
    }
}

impl Lower<'_> {
    /// Takes the items out of the body of a function, which may then exist twice. Items may be named
    /// from anywhere in the block: they come first.
    fn hoist(&mut self, mut block: Block) -> (Vec<Item>, Block) {
        // A macro sees the variables before it, and items may use the macros before them: then all
        // stay where they are.
        let has_macro =
            block.stmts.iter().any(|stmt| matches!(stmt, Stmt::Item(item) if is_definition(item)));
        let mut hoisted = Vec::new();
        block.stmts = block
            .stmts
            .into_iter()
            .filter_map(|stmt| match stmt {
                Stmt::Item(item) if !has_macro => {
                    hoisted.push(self.nested_item(item));
                    None
                }
                stmt => Some(stmt),
            })
            .collect();
        (hoisted, block)
    }

    /// Instruments the functions of an item within this function.
    pub(crate) fn nested_item(&mut self, item: Item) -> Item {
        let mut walk = crate::items::Walk::new(self.names.clone());
        let item = walk.item(item);
        self.nested.append(&mut walk.found);
        item
    }
}

/// Returns `true` for the definition of a macro.
fn is_definition(item: &Item) -> bool {
    matches!(item, Item::Macro(item) if item.ident.is_some())
}

/// Returns `true` if the body may stand twice in the function: it defines nothing, and the type of
/// its result is not its own.
fn may_exist_twice(block: &Block, output: &ReturnType) -> bool {
    struct Once(bool);
    impl<'ast> Visit<'ast> for Once {
        fn visit_item(&mut self, item: &'ast Item) {
            self.0 |= !is_definition(item);
        }
        fn visit_macro(&mut self, mac: &'ast syn::Macro) {
            self.0 |= crate::kinds::may_define(mac);
        }
        fn visit_type_impl_trait(&mut self, _: &'ast syn::TypeImplTrait) {
            self.0 = true;
        }
    }
    let mut once = Once(false);
    once.visit_block(block);
    visit::visit_return_type(&mut once, output);
    !once.0
}
