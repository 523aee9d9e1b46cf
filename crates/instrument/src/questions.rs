//! Questions whose answer a pattern or `?` looks at: `if let Some(rest) = text.strip_prefix("x")`
//! asks if the text starts with it.

use crate::asked::{looked, seen};
use crate::blocks::Id;
use crate::calls::is_moved;
use crate::names::Names;
use proc_macro2::TokenStream;
use syn::{Expr, Ident, parse_quote};

/// Methods that find something, and the question that has the same answer.
const QUESTIONS: [(&str, &str); 2] =
    [("strip_prefix", "starts_with"), ("strip_suffix", "ends_with")];

/// A question about the receiver of a method.
pub(crate) struct Question {
    /// The receiver, if it is looked at before the call; a value is measured in its place.
    receiver: Option<TokenStream>,
    method: Ident,
    argument: TokenStream,
}

impl Question {
    /// Returns the question that a call answers, if its receiver and its argument may be looked at
    /// before the method runs.
    pub(crate) fn of(expr: &Expr) -> Option<Self> {
        let Expr::MethodCall(call) = expr else { return None };
        let method = QUESTIONS.iter().find(|(method, _)| call.method == method)?.1;
        let [argument] = call.args.iter().collect::<Vec<_>>()[..] else { return None };
        let (receiver, argument) = (seen(&call.receiver), looked(argument)?);
        let may_be_asked = receiver.is_some() || is_moved(&call.receiver);
        (may_be_asked && call.turbofish.is_none()).then(|| Self {
            receiver,
            method: Ident::new(method, call.method.span()),
            argument,
        })
    }

    /// Asks a question, if there is one, before the method runs.
    pub(crate) fn ask(question: Option<Self>, expr: &mut Expr, names: &Names, block: Id) {
        let Some(Self { receiver, method, argument }) = question else { return };
        let frame = &names.frame;
        match (receiver, expr) {
            (Some(receiver), expr) => {
                *expr = parse_quote!(
                    ::sbst::instrument::__private::foresee!(#frame(#block), #receiver, #method, #argument, #expr)
                );
            }
            (None, Expr::MethodCall(call)) => {
                let receiver = &call.receiver;
                *call.receiver = parse_quote!(
                    ::sbst::instrument::__private::passed!(#frame(#block), #receiver, #method, #argument)
                );
            }
            (None, _) => {}
        }
    }
}
