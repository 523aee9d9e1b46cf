//! Constants: operands that are no conditions, because no test can change them.

use proc_macro2::TokenStream;
use quote::quote;
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Item, Lit, Pat, Type, UnOp};

/// Names of boolean constants of a crate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Constants {
    known: HashSet<String>,
    /// Names that are something else somewhere: what they mean depends on the place.
    doubtful: HashSet<String>,
    /// Names of constants of any type, also within functions.
    of_any_type: HashSet<String>,
}

impl Constants {
    /// Adds the constants of a file.
    pub(crate) fn add(&mut self, file: &syn::File) {
        Definitions { constants: self, depth: 0 }.visit_file(file);
    }

    /// Returns `true` for `true`, `false`, `cfg!(..)`, constants of the crate, and what `!`, `&&`
    /// and `||` make of these.
    pub(crate) fn has(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Lit(expr) => matches!(expr.lit, Lit::Bool(_)),
            Expr::Macro(expr) => {
                expr.mac.path.segments.last().is_some_and(|segment| segment.ident == "cfg")
            }
            Expr::Path(expr) => expr.qself.is_none() && self.names(&expr.path),
            Expr::Unary(expr) => matches!(expr.op, UnOp::Not(_)) && self.has(&expr.expr),
            Expr::Binary(expr) => {
                let is_lazy = matches!(expr.op, BinOp::And(_) | BinOp::Or(_));
                is_lazy && self.has(&expr.left) && self.has(&expr.right)
            }
            Expr::Paren(expr) => self.has(&expr.expr),
            Expr::Group(expr) => self.has(&expr.expr),
            _ => false,
        }
    }

    /// Returns `true` if a name in a pattern may be that of a constant.
    pub(crate) fn may_be(&self, pat: &Pat) -> bool {
        match pat {
            Pat::Ident(pat) => self.of_any_type.contains(&pat.ident.to_string()),
            Pat::Paren(pat) => self.may_be(&pat.pat),
            _ => false,
        }
    }

    /// Adds the constants of an item.
    pub(crate) fn add_item(&mut self, item: &Item) {
        Definitions { constants: self, depth: 1 }.visit_item(item);
    }

    /// Returns the value of a constant for a table, which must not branch: the compiler keeps only
    /// temporaries of straight code for ever.
    pub(crate) fn value(expr: &Expr) -> TokenStream {
        match expr {
            Expr::Paren(expr) => Self::value(&expr.expr),
            Expr::Group(expr) => Self::value(&expr.expr),
            Expr::Unary(expr) => {
                let value = Self::value(&expr.expr);
                quote!((!#value))
            }
            Expr::Binary(expr) => {
                let (left, right) = (Self::value(&expr.left), Self::value(&expr.right));
                match expr.op {
                    BinOp::And(_) => quote!((#left & #right)),
                    _ => quote!((#left | #right)),
                }
            }
            expr => quote!(#expr),
        }
    }

    /// Returns `true` if a path leads through modules to a constant.
    fn names(&self, path: &syn::Path) -> bool {
        let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
        let Some(last) = names.next() else { return false };
        self.known.contains(&last)
            && !self.doubtful.contains(&last)
            && names.all(|module| module.starts_with(|first: char| !first.is_uppercase()))
    }
}

/// The walk over the definitions of a file.
struct Definitions<'c> {
    constants: &'c mut Constants,
    /// Number of blocks of code around.
    depth: usize,
}

impl<'ast> Visit<'ast> for Definitions<'_> {
    fn visit_block(&mut self, block: &'ast syn::Block) {
        self.depth += 1;
        visit::visit_block(self, block);
        self.depth -= 1;
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        let is_bool = matches!(&*item.ty, Type::Path(ty) if ty.path.is_ident("bool"));
        let names = if is_bool && self.depth == 0 {
            &mut self.constants.known
        } else {
            &mut self.constants.doubtful
        };
        names.insert(item.ident.to_string());
        self.constants.of_any_type.insert(item.ident.to_string());
        visit::visit_item_const(self, item);
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.constants.doubtful.insert(item.ident.to_string());
        visit::visit_item_static(self, item);
    }

    fn visit_const_param(&mut self, param: &'ast syn::ConstParam) {
        self.constants.doubtful.insert(param.ident.to_string());
    }

    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        // It is a variable, or the constant itself: a pattern does not show which.
        self.constants.doubtful.insert(pat.ident.to_string());
        visit::visit_pat_ident(self, pat);
    }
}
