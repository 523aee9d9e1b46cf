//! Operands of decisions: what they are is known from the source, their types are not.

use crate::blocks::Id;
use crate::calls::{is_place, is_silent, mentions, root};
use crate::lower::Lower;
use crate::names::Names;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::fold::Fold;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Ident, parse_quote, parse_quote_spanned};

/// A boolean expression without lazy operators, lowered.
pub(crate) enum Leaf {
    /// A comparison. `held` if the left operand must be copied out before the right one is evaluated.
    Compare { left: Expr, op: BinOp, right: Expr, held: bool },
    /// A method that asks something of its receiver: `text.starts_with("x")`. `place` if the receiver is a plain place.
    Method { receiver: Expr, place: bool, method: Ident, args: Vec<Expr>, plain: Expr },
    /// Anything else.
    Flag(Expr),
}

/// Methods whose answers have a distance for known receivers, with the number of their arguments.
const ASKED: [(&str, usize); 14] = [
    ("is_empty", 0),
    ("starts_with", 1),
    ("ends_with", 1),
    ("contains", 1),
    ("eq_ignore_ascii_case", 1),
    ("is_ascii", 0),
    ("is_ascii_digit", 0),
    ("is_ascii_hexdigit", 0),
    ("is_ascii_alphabetic", 0),
    ("is_ascii_alphanumeric", 0),
    ("is_ascii_lowercase", 0),
    ("is_ascii_uppercase", 0),
    ("is_ascii_punctuation", 0),
    ("is_ascii_whitespace", 0),
];

impl Lower<'_> {
    /// Lowers the operands of a boolean expression. Returns also the call site, if the expression is the result of one call.
    pub(crate) fn leaf(&mut self, expr: Expr) -> (Leaf, Option<(u32, bool)>) {
        match expr {
            Expr::Binary(expr) if is_comparison(&expr.op) => {
                let held = is_held(&expr.left, &expr.right);
                let left = self.fold_expr(*expr.left);
                let right = self.fold_expr(*expr.right);
                (Leaf::Compare { left, op: expr.op, right, held }, None)
            }
            Expr::MethodCall(expr) if is_asked(&expr) => {
                // A place is looked at before the method runs, and the call stays as it is. A value is bound to a name first.
                let place = is_silent(&expr.receiver) && is_place(&expr.receiver);
                if !place && (is_place(&expr.receiver) || matches!(*expr.receiver, Expr::Lit(_))) {
                    return (Leaf::Flag(self.fold_children(Expr::MethodCall(expr))), None);
                }
                let Expr::MethodCall(expr) = self.fold_children(Expr::MethodCall(expr)) else { unreachable!("it was one") };
                let (receiver, method) = ((*expr.receiver).clone(), expr.method.clone());
                let args = expr.args.iter().cloned().collect();
                (Leaf::Method { receiver, place, method, args, plain: Expr::MethodCall(expr) }, None)
            }
            mut expr => {
                let site = self.called(&mut expr);
                (Leaf::Flag(expr), site)
            }
        }
    }

    /// Lowers the parts of an expression.
    pub(crate) fn fold_children(&mut self, expr: Expr) -> Expr {
        syn::fold::fold_expr(self, expr)
    }
}

impl Leaf {
    /// Returns the expression without a hook.
    pub(crate) fn plain(self) -> Expr {
        match self {
            Self::Compare { left, op, right, .. } => parse_quote!(#left #op #right),
            Self::Method { plain, .. } | Self::Flag(plain) => plain,
        }
    }

    /// Returns the expression with the hook of this name, which records its outcome in a block.
    pub(crate) fn hook(self, names: &Names, hook: &TokenStream, block: Id) -> Expr {
        let frame = &names.frame;
        match self {
            Self::Compare { left, op, right, held } => {
                let measure = measure(&op);
                let how = if held { quote!(held) } else { quote!(borrowed) };
                // Errors about the operands belong to the operator.
                parse_quote_spanned!(op.span()=> ::sbst::instrument::__private::compare!(
                    #frame.#hook(#block), #how, #left, #op, #right, #measure
                ))
            }
            Self::Method { receiver, place, method, args, plain } if args.iter().all(is_repeatable) => {
                let how = if place { quote!(place) } else { quote!(value) };
                let plain = if place { plain.to_token_stream() } else { quote!((#(#args),*)) };
                let arg = args.first().map_or_else(|| quote!(()), ToTokens::to_token_stream);
                parse_quote!(::sbst::instrument::__private::ask!(#frame.#hook(#block), #how, #receiver, #method, #arg, #plain))
            }
            Self::Method { plain, .. } | Self::Flag(plain) => {
                parse_quote!(#frame.#hook(#block, #plain, |rules, outcome| rules.flag(outcome)))
            }
        }
    }
}

/// Returns `true` if the method is one of those that have a distance.
fn is_asked(expr: &syn::ExprMethodCall) -> bool {
    let method = expr.method.to_string();
    expr.turbofish.is_none() && ASKED.contains(&(method.as_str(), expr.args.len()))
}

/// Returns `true` if an argument may be evaluated twice, and has a type of its own.
fn is_repeatable(arg: &Expr) -> bool {
    match arg {
        Expr::Closure(_) => false,
        Expr::Reference(arg) => arg.mutability.is_none() && is_repeatable(&arg.expr),
        arg => is_silent(arg),
    }
}

/// Returns `true` for the six relations.
fn is_comparison(op: &BinOp) -> bool {
    matches!(op, BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_))
}

/// Returns the name of the function that measures a relation.
fn measure(op: &BinOp) -> TokenStream {
    match op {
        BinOp::Eq(_) => quote!(measure_eq),
        BinOp::Ne(_) => quote!(measure_ne),
        BinOp::Lt(_) => quote!(measure_lt),
        BinOp::Le(_) => quote!(measure_le),
        BinOp::Gt(_) => quote!(measure_gt),
        _ => quote!(measure_ge),
    }
}

/// Returns `true` if the right operand may change what the left one refers to: `self.place < self.next()`. A number is then copied
/// before, as the program does.
fn is_held(left: &Expr, right: &Expr) -> bool {
    is_place(left) && !is_silent(right) && root(left).is_none_or(|root| mentions(&right.to_token_stream(), &root))
}
