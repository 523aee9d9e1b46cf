//! Operands of decisions: what they are is known from the source, their types are not.

use crate::asked::{How, is_asked, is_none};
use crate::blocks::Id;
use crate::calls::{is_place, is_silent, mentions, root};
use crate::lower::Lower;
use crate::names::Names;
use crate::patterns::{Ranges, integer};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::fold::Fold;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprMethodCall, parse_quote};

/// A boolean expression without lazy operators, lowered.
pub(crate) enum Leaf {
    /// A comparison. `held` if the left operand must be copied out before the right one is
    /// evaluated.
    Compare { left: Box<Expr>, op: BinOp, right: Box<Expr>, held: bool },
    /// A method that asks something of its receiver: `text.starts_with("x")`.
    Method { how: How, call: ExprMethodCall },
    /// Anything else.
    Flag(Expr),
}

/// The result of a call with which a boolean expression holds.
pub(crate) enum Wants {
    /// A boolean: the expression is the result, or its contrary.
    Outcome(bool),
    /// A number of these ranges: the expression compares the result with a constant.
    Number(Ranges),
}

impl Lower<'_> {
    /// Lowers the operands of a boolean expression. Returns also the site of a call whose result
    /// decides it, and the result with which it holds.
    pub(crate) fn leaf(&mut self, expr: Expr) -> (Leaf, Option<(u32, Wants)>) {
        let may_measure = self.may_measure(&expr);
        match expr {
            Expr::Binary(expr) if is_comparison(&expr.op) => {
                let held = self.is_held(&expr.left, &expr.right);
                let is_inferred = !may_measure
                    || self.is_inferred(&expr.left)
                    || self.is_inferred(&expr.right)
                    || is_coerced(&expr.right);
                let (op, mut left, mut right) = (expr.op, expr.left, expr.right);
                let keys = [integer(&left), integer(&right)];
                let mut asked = None;
                for (operand, other) in [(&mut left, keys[1]), (&mut right, keys[0])] {
                    let Some(key) = other else {
                        **operand = self.fold_expr(std::mem::replace(operand, Expr::PLACEHOLDER));
                        continue;
                    };
                    let is_turned = keys[1].is_none();
                    asked = match self.called(operand) {
                        Some((site, false)) => {
                            Some((site, Wants::Number(related(&op, key, is_turned))))
                        }
                        _ => asked,
                    };
                }
                if is_inferred {
                    return (Leaf::Flag(parse_quote!(#left #op #right)), asked);
                }
                (Leaf::Compare { left, op, right, held }, asked)
            }
            Expr::MethodCall(expr) if is_asked(&expr) && may_measure => {
                let tokens = expr.args.to_token_stream();
                let is_inferred = self.untyped.iter().any(|name| mentions(&tokens, name));
                let how = How::of(&expr).filter(|_| !is_inferred);
                match (how, self.fold_children(Expr::MethodCall(expr))) {
                    (Some(how), Expr::MethodCall(call)) => (Leaf::Method { how, call }, None),
                    (_, expr) => (Leaf::Flag(expr), None),
                }
            }
            mut expr => {
                let site = self.called(&mut expr);
                (Leaf::Flag(expr), site.map(|(site, negated)| (site, Wants::Outcome(!negated))))
            }
        }
    }

    /// Returns `true` if the compiler did not refuse the distance of a comparison or a question.
    fn may_measure(&mut self, expr: &Expr) -> bool {
        let is_measured = match expr {
            Expr::Binary(expr) => is_comparison(&expr.op),
            Expr::MethodCall(expr) => is_asked(expr),
            _ => false,
        };
        let Some(without) = self.names.written.as_ref().filter(|_| is_measured) else {
            return true;
        };
        let place = expr.span().byte_range();
        if without.is_flag(&place) {
            return false;
        }
        self.comparisons.push(place);
        true
    }

    /// Returns `true` if the right operand may change what the left one refers to: `self.place <
    /// self.next()`. A number is then copied before, as the program does. A static may be changed
    /// from anywhere.
    fn is_held(&self, left: &Expr, right: &Expr) -> bool {
        let may_change = |root: String| {
            let is_static = root != "self" && !self.locals.contains(&root);
            is_static || mentions(&right.to_token_stream(), &root)
        };
        is_place(left) && !is_silent(right) && root(left).is_none_or(may_change)
    }

    /// Returns `true` if the type of an operand may be known only later, or says nothing about a
    /// distance: then the compiler would choose too early.
    fn is_inferred(&self, operand: &Expr) -> bool {
        is_none(operand) || root(operand).is_some_and(|root| self.untyped.contains(&root))
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
            Self::Method { call, .. } => Expr::MethodCall(call),
            Self::Flag(plain) => plain,
        }
    }

    /// Returns the expression with the hook of this name, which records its outcome in a block.
    pub(crate) fn hook(self, names: &Names, hook: &TokenStream, block: Id) -> Expr {
        let frame = &names.frame;
        match self {
            Self::Compare { left, op, right, held } => {
                let (measure, how) =
                    (measure(&op), if held { quote!(held) } else { quote!(borrowed) });
                // What is compared stands where the operands do. So the compiler says an error
                // about their types once, for this and for the copy without hooks.
                let compared = names.written.is_none().then(|| {
                    let (l, at_l) = at("left", &left);
                    let (r, at_r) = at("right", &right);
                    quote!(, #l #r #at_l, #at_r)
                });
                parse_quote!(::sbst::instrument::__private::compare!(
                    #frame.#hook(#block), #how, #left, #op, #right, #measure #compared
                ))
            }
            Self::Method { how, call } => {
                let is_result = hook.to_string() == "gives";
                how.hook(&call, &quote!(#frame.#hook(#block)), is_result)
                    .unwrap_or_else(|| Self::Flag(Expr::MethodCall(call)).hook(names, hook, block))
            }
            Self::Flag(plain) => {
                parse_quote!(#frame.#hook(#block, #plain, |rules, outcome| rules.flag(outcome)))
            }
        }
    }
}

/// Returns `true` for the six relations.
pub(crate) fn is_comparison(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_)
    )
}

/// Returns the numbers that stand in a relation to a constant, on its left side, or, if turned, on
/// its right one.
fn related(op: &BinOp, key: i128, is_turned: bool) -> Ranges {
    let below = key.checked_sub(1).map(|high| (i128::MIN, high));
    let above = key.checked_add(1).map(|low| (low, i128::MAX));
    let (less, more) = if is_turned { (above, below) } else { (below, above) };
    let same = Some((key, key));
    let parts = match op {
        BinOp::Eq(_) => [same, None],
        BinOp::Ne(_) => [below, above],
        BinOp::Lt(_) => [less, None],
        BinOp::Le(_) => [less, same],
        BinOp::Gt(_) => [more, None],
        _ => [more, same],
    };
    parts.into_iter().flatten().collect()
}

/// Returns a name for an operand, and what the name borrows: with the places of its first token and
/// its last one, and so that of the operand.
fn at(name: &str, operand: &Expr) -> (Ident, TokenStream) {
    let tokens = operand.to_token_stream();
    let first = tokens.clone().into_iter().next().map(|token| match token {
        TokenTree::Group(group) => group.span_open(),
        token => token.span(),
    });
    let last = tokens.into_iter().last().map(|token| match token {
        TokenTree::Group(group) => group.span_close(),
        token => token.span(),
    });
    let name = Ident::new(&format!("__sbst_{name}"), last.unwrap_or_else(Span::mixed_site));
    let at = quote_spanned!(first.unwrap_or_else(Span::mixed_site)=> *#name);
    (name, at)
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

/// Returns `true` if the operand is coerced to the type that the left one expects: `Some(&[1, 2])`,
/// `(b"ab", 1)`.
fn is_coerced(operand: &Expr) -> bool {
    let within = |operand: &Expr| match operand {
        Expr::Reference(inner) => matches!(*inner.expr, Expr::Array(_) | Expr::Macro(_)),
        Expr::Lit(lit) => matches!(lit.lit, syn::Lit::ByteStr(_)),
        operand => is_coerced(operand),
    };
    match operand {
        Expr::Call(call) => call.args.iter().any(within),
        Expr::Tuple(tuple) => tuple.elems.iter().any(within),
        Expr::Struct(fields) => fields.fields.iter().any(|field| within(&field.expr)),
        Expr::Paren(operand) => is_coerced(&operand.expr),
        _ => false,
    }
}
