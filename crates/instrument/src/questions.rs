//! Questions whose answer a pattern or `?` looks at: `if let Some(rest) = text.strip_prefix("x")`
//! asks if the text starts with it.

use crate::blocks::Id;
use crate::calls::{is_place, is_silent};
use crate::names::Names;
use crate::operands::is_repeatable;
use syn::{Expr, Ident, parse_quote};

/// Methods that find something, and the question that has the same answer.
const QUESTIONS: [(&str, &str); 2] =
    [("strip_prefix", "starts_with"), ("strip_suffix", "ends_with")];

/// A question about the receiver of a method.
pub(crate) struct Question {
    receiver: Expr,
    method: Ident,
    argument: Expr,
}

impl Question {
    /// Returns the question that a call answers, if its receiver and its argument may be looked at
    /// before.
    pub(crate) fn of(expr: &Expr) -> Option<Self> {
        let Expr::MethodCall(call) = expr else { return None };
        let method = QUESTIONS.iter().find(|(method, _)| call.method == method)?.1;
        let [argument] = call.args.iter().collect::<Vec<_>>()[..] else { return None };
        let may_be_asked =
            is_silent(&call.receiver) && is_place(&call.receiver) && is_repeatable(argument);
        (may_be_asked && call.turbofish.is_none()).then(|| Self {
            receiver: (*call.receiver).clone(),
            method: Ident::new(method, call.method.span()),
            argument: argument.clone(),
        })
    }

    /// Asks a question, if there is one, before the call is made.
    pub(crate) fn ask(question: Option<Self>, call: &mut Expr, names: &Names, block: Id) {
        let Some(Self { receiver, method, argument }) = question else { return };
        let frame = &names.frame;
        *call = parse_quote!(
            ::sbst::instrument::__private::foresee!(#frame(#block), #receiver, #method, #argument, #call)
        );
    }
}
