//! Methods that ask something of their receiver: `text.starts_with("x")`.
//!
//! Receiver and argument are measured before the method runs, and must not be evaluated twice:
//!
//! - A place is looked at, and then used by the program: a variable, a field, what a reference
//!   points to, and an element of these by an index that is as plain.
//! - Any other argument is measured in its place, between its evaluation and the call.

use crate::calls::{is_place, is_silent, is_value};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{BinOp, Expr, ExprMethodCall, Ident, Lit, RangeLimits, UnOp, parse_quote};

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

/// How receiver and argument of a method are measured. A receiver and an argument that are looked
/// at are expressions of an `Option` of a reference.
pub(crate) enum How {
    /// Both are looked at before the call.
    Looked { receiver: TokenStream, argument: TokenStream },
    /// The receiver is a value, the argument is looked at.
    Value { argument: TokenStream },
    /// The receiver is looked at before the argument is evaluated.
    Held { receiver: TokenStream },
    /// The receiver is a value that is kept while the argument is evaluated.
    Kept { is_constant: bool },
}

impl How {
    /// Returns how a method that [is asked](is_asked) is measured, if it can be.
    pub(crate) fn of(call: &ExprMethodCall) -> Option<Self> {
        let receiver = seen(&call.receiver);
        let Some(argument) = call.args.first() else {
            let argument = some(&quote!(()));
            return match receiver {
                Some(receiver) => Some(Self::Looked { receiver, argument }),
                None => is_value(&call.receiver).then_some(Self::Value { argument }),
            };
        };
        match (receiver, looked(argument)) {
            (Some(receiver), Some(argument)) => Some(Self::Looked { receiver, argument }),
            (None, Some(argument)) => is_value(&call.receiver).then_some(Self::Value { argument }),
            _ if !is_evaluated(argument) => None,
            (Some(receiver), None) => Some(Self::Held { receiver }),
            (None, None) => is_value(&call.receiver)
                .then(|| Self::Kept { is_constant: is_constant(&call.receiver) }),
        }
    }

    /// Returns the call with a hook, or `None` if it has none: in a result, values would not live
    /// as long as before.
    pub(crate) fn hook(
        &self,
        call: &ExprMethodCall,
        hook: &TokenStream,
        is_result: bool,
    ) -> Option<Expr> {
        let ExprMethodCall { receiver: value, dot_token, method, args, .. } = call;
        // In the order of the user, as the command writes them.
        let mut called = quote!({ #value } #dot_token #method);
        call.paren_token.surround(&mut called, |inner| args.to_tokens(inner));
        let parts = match self {
            Self::Looked { receiver, argument } => {
                quote!(place, #receiver, #method, #argument, #call)
            }
            Self::Value { argument } => quote!(value, #argument, #called),
            Self::Kept { is_constant: true } if is_result => {
                quote!(constant, #called)
            }
            Self::Held { .. } | Self::Kept { .. } if is_result => return None,
            Self::Held { receiver } => quote!(held, #receiver, #called),
            Self::Kept { .. } => quote!(kept, #called),
        };
        Some(parse_quote!(::sbst::instrument::__private::ask!(#hook, #parts)))
    }
}

/// Returns `true` if the method is one of those that have a distance.
pub(crate) fn is_asked(expr: &ExprMethodCall) -> bool {
    let method = expr.method.to_string();
    expr.turbofish.is_none() && ASKED.contains(&(method.as_str(), expr.args.len()))
}

/// Returns an expression that looks at a place, if nothing of the program runs for it.
pub(crate) fn seen(place: &Expr) -> Option<TokenStream> {
    match place {
        place if is_silent(place) && (is_place(place) || matches!(place, Expr::Lit(_))) => {
            Some(some(place))
        }
        Expr::Index(element) => {
            let (container, index) = (seen(&element.expr)?, index(&element.index)?);
            Some(quote!(::sbst::instrument::__private::element!(#container, #index)))
        }
        Expr::Paren(place) => seen(&place.expr),
        Expr::Group(place) => seen(&place.expr),
        _ => None,
    }
}

/// Returns an expression that looks at an argument, if nothing of the program runs for it, and if
/// it has a type of its own.
pub(crate) fn looked(argument: &Expr) -> Option<TokenStream> {
    match argument {
        argument if is_repeatable(argument) => Some(some(argument)),
        Expr::Index(_) => seen(argument),
        Expr::Reference(argument) if argument.mutability.is_none() => {
            let argument = looked(&argument.expr)?;
            Some(quote!((#argument).as_ref()))
        }
        Expr::Paren(argument) => looked(&argument.expr),
        Expr::Group(argument) => looked(&argument.expr),
        _ => None,
    }
}

/// Returns a reference to an expression, as an `Option`.
fn some(expr: &impl ToTokens) -> TokenStream {
    quote!(::sbst::instrument::__private::Option::Some(&#expr))
}

/// Returns the index of an element or of a part, by the types of the library.
fn index(index: &Expr) -> Option<TokenStream> {
    let own = |name: &str, parts: &[TokenStream]| {
        let name = Ident::new(name, proc_macro2::Span::call_site());
        quote!(::sbst::instrument::__private::#name(#(#parts),*))
    };
    match index {
        Expr::Paren(inner) => self::index(&inner.expr),
        Expr::Range(range) => {
            let start = match &range.start {
                Some(start) => own("Before", &[number(start)?]),
                None => quote!(::sbst::instrument::__private::Open),
            };
            let end = match (&range.end, &range.limits) {
                (Some(end), RangeLimits::HalfOpen(_)) => own("Before", &[number(end)?]),
                (Some(end), RangeLimits::Closed(_)) => own("After", &[number(end)?]),
                (None, _) => quote!(::sbst::instrument::__private::Open),
            };
            Some(own("Many", &[start, end]))
        }
        index => Some(own("One", &[number(index)?])),
    }
}

/// Returns a number that an index contains: a plain one, or a sum or a difference of these.
fn number(number: &Expr) -> Option<TokenStream> {
    match number {
        Expr::Closure(_) => None,
        plain if is_silent(plain) => Some(quote!((&#plain))),
        Expr::Paren(inner) => self::number(&inner.expr),
        Expr::Binary(expr) => {
            let (left, right) = (self::number(&expr.left)?, self::number(&expr.right)?);
            match expr.op {
                BinOp::Add(_) => Some(quote!(::sbst::instrument::__private::Sum(#left, #right))),
                BinOp::Sub(_) => {
                    Some(quote!(::sbst::instrument::__private::Difference(#left, #right)))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Returns `true` if an argument may be evaluated twice, and has a type of its own.
fn is_repeatable(argument: &Expr) -> bool {
    match argument {
        Expr::Closure(_) => false,
        argument if is_none(argument) => false,
        Expr::Reference(argument) => argument.mutability.is_none() && is_repeatable(&argument.expr),
        Expr::Array(array) => is_constant_array(array),
        argument => is_silent(argument),
    }
}

/// Returns `true` if an argument may be measured between its evaluation and the call: a value, or
/// a reference to anything that only computes.
fn is_evaluated(argument: &Expr) -> bool {
    match argument {
        Expr::Reference(argument) => argument.mutability.is_none() && computes(&argument.expr),
        argument => is_value(argument) && computes(argument),
    }
}

/// Returns `true` if an expression assigns nothing, so that the receiver that was looked at remains
/// what the method is asked on, and does not jump, except by `?`.
fn computes(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Field(expr) => computes(&expr.base),
        Expr::Index(expr) => computes(&expr.expr) && computes(&expr.index),
        Expr::Unary(expr) => computes(&expr.expr),
        Expr::Cast(expr) => computes(&expr.expr),
        Expr::Paren(expr) => computes(&expr.expr),
        Expr::Group(expr) => computes(&expr.expr),
        Expr::Try(expr) => computes(&expr.expr),
        Expr::Reference(expr) => computes(&expr.expr),
        Expr::Range(expr) => [&expr.start, &expr.end].into_iter().flatten().all(|e| computes(e)),
        Expr::Binary(expr) => calculates(&expr.op) && computes(&expr.left) && computes(&expr.right),
        Expr::Array(expr) => expr.elems.iter().all(computes),
        Expr::Tuple(expr) => expr.elems.iter().all(computes),
        Expr::Call(expr) => computes(&expr.func) && expr.args.iter().all(is_passed),
        Expr::MethodCall(expr) => computes(&expr.receiver) && expr.args.iter().all(is_passed),
        // Without blocks, which may do anything.
        Expr::Macro(expr) => expr.mac.path.is_ident("format") && !has_block(&expr.mac.tokens),
        _ => false,
    }
}

/// Returns `true` if an argument computes. A closure does so when it is called, and borrows what it
/// needs before.
fn is_passed(argument: &Expr) -> bool {
    matches!(argument, Expr::Closure(_)) || computes(argument)
}

/// Returns `true` if tokens contain a block.
fn has_block(tokens: &TokenStream) -> bool {
    use proc_macro2::{Delimiter, TokenTree};
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => {
            group.delimiter() == Delimiter::Brace || has_block(&group.stream())
        }
        _ => false,
    })
}

/// Returns `true` for operators of numbers.
fn calculates(op: &BinOp) -> bool {
    use BinOp::{Add, BitAnd, BitOr, BitXor, Div, Mul, Rem, Shl, Shr, Sub};
    matches!(
        op,
        Add(_)
            | Sub(_)
            | Mul(_)
            | Div(_)
            | Rem(_)
            | BitXor(_)
            | BitAnd(_)
            | BitOr(_)
            | Shl(_)
            | Shr(_)
    )
}

/// Returns `true` for ranges and arrays of literals, which nothing drops.
fn is_constant(value: &Expr) -> bool {
    match value {
        Expr::Range(range) => {
            [&range.start, &range.end].into_iter().flatten().all(|e| is_literal(e))
        }
        Expr::Array(array) => is_constant_array(array),
        Expr::Paren(value) => is_constant(&value.expr),
        _ => false,
    }
}

/// Returns `true` for an array of literals.
fn is_constant_array(array: &syn::ExprArray) -> bool {
    !array.elems.is_empty() && array.elems.iter().all(is_literal)
}

/// Returns `true` for a number, a character, or a text.
fn is_literal(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(lit) => !matches!(lit.lit, Lit::ByteStr(_)),
        Expr::Unary(minus) => {
            matches!(minus.op, UnOp::Neg(_)) && matches!(*minus.expr, Expr::Lit(_))
        }
        _ => false,
    }
}

/// Returns `true` for the path `None`.
pub(crate) fn is_none(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "None"))
}
