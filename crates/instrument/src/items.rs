//! Items: where functions are found.

use crate::constants::Constants;
use crate::examples::Examples;
use crate::function::{Refused, function, refused};
use crate::jumps::{Jumping, add_jumping};
use crate::kinds::add_own;
use crate::lints::Lints;
use crate::names::Names;
use crate::report::{Found, Hooks, Reason};
use crate::weave::Woven;
use crate::without::{Hooked, Without};
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::collections::HashSet;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{
    Attribute, Block, File, Ident, ImplItem, Item, ItemImpl, Meta, Signature, Token, TraitItem,
    Type,
};

/// Instruments the functions of a crate, file by file.
///
/// ```
/// let text = "fn even(x: i32) -> bool { x % 2 == 0 } // a comment";
/// let mut crate_ = sbst_instrument::Crate::default();
/// crate_.see(&syn::parse_file(text)?);
/// let hooked = crate_.instrument(text, "src/lib.rs", &Default::default())?;
/// assert!(hooked.text.starts_with("#[allow(") && hooked.text.ends_with(" // a comment"));
/// assert_eq!(hooked.found.len(), 1);
/// # Ok::<(), syn::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Crate {
    jumping: Jumping,
    /// Names of macros that are not those of the standard library.
    own: HashSet<String>,
    constants: Constants,
    examples: Examples,
    lints: Lints,
    without_tests: bool,
}

impl Crate {
    /// Leaves code under `#[cfg(test)]` and `#[test]` as it is.
    #[must_use]
    pub fn without_tests(self) -> Self {
        Self { without_tests: true, ..self }
    }

    /// Reads the macros and constants that a file defines. A macro that contains `break` or
    /// `continue` may jump wherever it is used, a boolean constant is no condition, and functions
    /// that examples in documentation call in constants stay `const`, so see all files before you
    /// instrument the first one.
    pub fn see(&mut self, file: &File) {
        add_jumping(&file.items, &mut self.jumping);
        add_own(&file.items, &mut self.own);
        self.constants.add(file);
        self.examples.read(file);
        self.lints.read(file);
    }

    /// Reads documentation that stands in a file of its own, as `README.md` may.
    pub fn see_documentation(&mut self, text: &str) {
        self.examples.read_text(text);
    }

    /// Instruments the functions of a file. `name` is the name of the file in reports of
    /// executions.
    ///
    /// Returns the text with hooks between its tokens, which are on the lines where they were, and
    /// what became of each function. Modules in other files are files of their own. Functions are
    /// no longer `const`, except for those that constants call, as `without` says.
    ///
    /// # Errors
    ///
    /// If the text is no Rust file by itself.
    pub fn instrument(
        &self,
        text: &str,
        name: &str,
        without: &Without,
    ) -> Result<Hooked, syn::Error> {
        let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
        let line = syn::parse_file(bare)?.shebang.map_or(0, |line| line.len());
        let (before, bare) = text.split_at(text.len() - bare.len() + line);
        let tokens: TokenStream = bare.parse()?;
        let file: File = syn::parse2(tokens.clone())?;
        let (jumping, constants) = (self.jumping.clone(), self.constants.clone());
        let (own, examples, lints) = (self.own.clone(), self.examples.clone(), self.lints.clone());
        let written = Names::written(name, without.clone());
        let names = Names { jumping, own, constants, examples, lints, ..written };
        let mut walk = Walk { tests: !self.without_tests, ..Walk::new(names) };
        let items = file.items.into_iter().map(|item| walk.item(item)).collect();
        let hooked = File { items, ..file }.into_token_stream();
        let mut woven = Woven { text: before.to_owned(), places: Vec::new() };
        let removed = walk.found.iter().filter_map(|found| found.constant).collect();
        woven.weave(bare, tokens, hooked, &removed).map_err(|at| {
            syn::Error::new(at, "the parser of this command does not keep this token")
        })?;
        Ok(Hooked { text: woven.text, found: walk.found, places: woven.places })
    }
}

/// Instruments an item for an attribute: a function, or the functions of an `impl`, a `trait` or a
/// `mod`.
///
/// # Errors
///
/// An error at the place of the item that cannot be instrumented. It says what to do.
pub fn instrument_item(item: Item) -> Result<Item, syn::Error> {
    let error = |tokens: &dyn ToTokens, text: &str| {
        Err(syn::Error::new_spanned(tokens.to_token_stream(), text))
    };
    let mut names = Names::hygienic();
    match &item {
        Item::Fn(item) => check(&names, &item.attrs, &item.sig)?,
        Item::Impl(_) | Item::Trait(_) => {}
        Item::Mod(item) if item.content.is_some() => {}
        Item::Mod(item) => {
            return error(
                &item.ident,
                "an attribute does not reach the file of this module: put `#[sbst::instrument]` \
                 on its functions, \
                 or rewrite the crate with the command `sbst-instrument`",
            );
        }
        Item::ForeignMod(item) => {
            return error(
                &item.abi,
                "functions of an `extern` block have no body here: instrument the code that calls them",
            );
        }
        Item::Macro(item) => {
            return error(
                &item.mac.path,
                "what a macro makes cannot be instrumented from outside: put \
                 `#[sbst::instrument]` on the function within the macro",
            );
        }
        item => {
            return error(
                item,
                "`#[sbst::instrument]` belongs on a function, or on an `impl`, a `trait` or a \
                 `mod` whose functions are meant",
            );
        }
    }
    let is_function = matches!(item, Item::Fn(_));
    add_jumping([&item], &mut names.jumping);
    add_own([&item], &mut names.own);
    names.constants.add_item(&item);
    let mut walk = Walk::new(names);
    let item = walk.item(item);
    if let (true, Some((reason, at))) = (is_function, walk.refused) {
        return Err(syn::Error::new(at, format!("this function cannot be instrumented: {reason}")));
    }
    Ok(item)
}

/// Returns the error of a function that cannot be instrumented.
///
/// # Errors
///
/// At the word that is the reason.
fn check(names: &Names, attrs: &[Attribute], sig: &Signature) -> Result<(), syn::Error> {
    let Some(reason) = refused(names, "", attrs, sig) else { return Ok(()) };
    let at = match reason {
        Reason::Const => sig.constness.to_token_stream(),
        Reason::Async => sig.asyncness.to_token_stream(),
        _ => sig.ident.to_token_stream(),
    };
    Err(syn::Error::new_spanned(at, format!("this function cannot be instrumented: {reason}")))
}

/// The walk over the items of a file.
pub(crate) struct Walk {
    pub(crate) names: Names,
    /// Name of the `impl` or `trait` around a method.
    around: Option<String>,
    /// `false` if tests are left as they are.
    pub(crate) tests: bool,
    /// Why the last function that was left alone was, and where.
    refused: Option<(Reason, Span)>,
    pub(crate) found: Vec<Found>,
}

impl Walk {
    pub(crate) fn new(names: Names) -> Self {
        Self { names, around: None, tests: true, refused: None, found: Vec::new() }
    }

    /// Instruments the functions of an item.
    pub(crate) fn item(&mut self, item: Item) -> Item {
        let attributes: &[Attribute] = match &item {
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Trait(item) => &item.attrs,
            Item::Mod(item) => &item.attrs,
            _ => &[],
        };
        let has_own = |attribute| self.names.written.is_some() && is_ours(attribute);
        let is_left = !self.tests && is_test(attributes)
            || !matches!(item, Item::Fn(_)) && attributes.iter().any(has_own);
        match item {
            item if is_left => item,
            Item::Fn(mut item) => {
                *item.block = self.function(&mut item.attrs, &mut item.sig, *item.block);
                Item::Fn(item)
            }
            Item::Impl(item) => Item::Impl(self.implementation(item)),
            Item::Trait(mut item) => {
                self.around = Some(item.ident.to_string());
                for item in &mut item.items {
                    match item {
                        TraitItem::Fn(item) => {
                            item.default = item
                                .default
                                .take()
                                .map(|block| self.function(&mut item.attrs, &mut item.sig, block));
                        }
                        TraitItem::Macro(item) => self.given(&item.mac),
                        _ => {}
                    }
                }
                self.around = None;
                Item::Trait(item)
            }
            Item::Mod(mut item) => {
                if let Some((brace, items)) = item.content.take() {
                    let items = items.into_iter().map(|item| self.item(item)).collect();
                    item.content = Some((brace, items));
                }
                Item::Mod(item)
            }
            Item::Macro(mut item) => {
                if self.names.written.is_some() {
                    self.in_macro(&mut item);
                }
                Item::Macro(item)
            }
            item => item,
        }
    }

    fn implementation(&mut self, mut item: ItemImpl) -> ItemImpl {
        let is_allocator = item
            .trait_
            .as_ref()
            .and_then(|(path, _)| path.segments.last())
            .is_some_and(|last| last.ident == "GlobalAlloc");
        self.around = Some(match &*item.self_ty {
            Type::Path(path) => {
                path.path.segments.last().map_or_else(String::new, |last| last.ident.to_string())
            }
            other => other.to_token_stream().to_string(),
        });
        for item in &mut item.items {
            if let ImplItem::Macro(item) = item {
                self.given(&item.mac);
            } else if let ImplItem::Fn(item) = item {
                if is_allocator {
                    let end = item.block.brace_token.span.close();
                    let at = item.sig.span();
                    self.note(&item.sig.ident, at, end, Err(Reason::Allocator));
                } else {
                    let block = std::mem::replace(&mut item.block, syn::parse_quote!({}));
                    item.block = self.function(&mut item.attrs, &mut item.sig, block);
                }
            }
        }
        self.around = None;
        item
    }

    /// Instruments a function, or leaves it alone.
    fn function(&mut self, attrs: &mut Vec<Attribute>, sig: &mut Signature, block: Block) -> Block {
        if !self.tests && is_test(attrs) {
            return block;
        }
        let (start, end) = (sig.span(), block.brace_token.span.close());
        if attrs.iter().any(is_ours) {
            // In a text it stays, and does its work.
            if self.names.written.is_some() {
                self.note(&sig.ident, start, end, Ok(Hooks::Attribute));
                return block;
            }
            attrs.retain(|attribute| !is_ours(attribute));
        }
        let of = self.around.as_deref().unwrap_or_default();
        if let Some(reason) = refused(&self.names, of, attrs, sig) {
            self.note(&sig.ident, start, end, Err(reason));
            return block;
        }
        let mut nested = Vec::new();
        let instrumented = function(&self.names, sig, block, &mut nested);
        self.found.append(&mut nested);
        match instrumented {
            Ok(done) => {
                attrs.extend(done.attrs);
                self.note(&sig.ident, start, end, Ok(Hooks::Blocks(done.blocks)));
                if let Some(found) = self.found.last_mut() {
                    found.comparisons = done.comparisons;
                    found.constant = sig.constness.take().map(|it| it.span.byte_range().start);
                }
                done.block
            }
            Err(Refused { reason, at, block }) => {
                self.refused = Some((reason, at));
                self.note(&sig.ident, start, end, Err(reason));
                block
            }
        }
    }

    /// Notes what became of a function between two places.
    pub(crate) fn note(
        &mut self,
        name: &Ident,
        start: Span,
        end: Span,
        result: Result<Hooks, Reason>,
    ) {
        let (line, name_at) = (name.span().start().line, name.span().byte_range().start);
        let name = match &self.around {
            Some(around) => format!("{around}::{name}"),
            None => name.to_string(),
        };
        let place = start.byte_range().start..end.byte_range().end;
        let (comparisons, constant) = (Vec::new(), None);
        self.found.push(Found { name, line, result, place, name_at, comparisons, constant });
    }
}

/// Returns `true` for tests, and for what exists in tests only.
pub(crate) fn is_test(attrs: &[Attribute]) -> bool {
    /// Returns `true` if a predicate holds in tests only.
    fn implies(predicate: &Meta) -> bool {
        let Meta::List(list) = predicate else { return predicate.path().is_ident("test") };
        let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
        let Ok(parts) = parts else { return false };
        list.path.is_ident("all") && parts.iter().any(implies)
            || list.path.is_ident("any") && !parts.is_empty() && parts.iter().all(implies)
    }
    attrs.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute.parse_args::<Meta>().is_ok_and(|predicate| implies(&predicate))
    })
}

/// Returns `true` for `#[sbst::instrument]` itself, on a function within an item that has it, too.
fn is_ours(attribute: &Attribute) -> bool {
    let segments: Vec<_> =
        attribute.path().segments.iter().map(|segment| segment.ident.to_string()).collect();
    segments == ["sbst", "instrument"]
}
