//! Macros: known ones are opened, all others are left as they are, and may leave the function.

use crate::blocks::{Gives, Id, Label, Step};
use crate::conditions::{is_compound, is_plain_bool};
use crate::constants::Constants;
use crate::kinds::{Kind, opens};
use crate::lower::{Lower, Results};
use crate::texts::text_of;
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::fold::Fold;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, ExprMacro, Macro, Stmt, StmtMacro, Token, parse_quote};

/// Arguments of a macro, with the commas between them.
type Arguments = Punctuated<Expr, Token![,]>;

/// Parses the arguments of a macro, of which there must be so many at least.
fn arguments(mac: &Macro, least: usize) -> Option<Arguments> {
    let arguments = Arguments::parse_terminated.parse2(mac.tokens.clone()).ok()?;
    (arguments.len() >= least).then_some(arguments)
}

/// Returns the message of an assertion that has none: its condition as the compiler writes it.
fn failed(condition: &Expr) -> TokenStream {
    match text_of(condition) {
        Some(text) => format!("assertion failed: {text}").into_token_stream(),
        None => quote!(::sbst::instrument::__private::failed!(#condition)),
    }
}

/// Adds a message to an assertion that has none.
fn say(arguments: &mut Arguments, message: TokenStream) {
    if arguments.len() == 1 {
        arguments.push(parse_quote!("{}"));
        arguments.push(parse_quote!(#message));
    }
}

/// Adds a message to an assertion that has none and panics. Its two parts are one text at compile
/// time, as the compiler's own is: who catches the panic finds a `&str`. The standard library makes
/// a `String` of `"{}"` alone.
fn say_in_panic(arguments: &mut Arguments, message: TokenStream) {
    if arguments.len() == 1 {
        arguments.push(parse_quote!("{}{}"));
        arguments.push(parse_quote!(#message));
        arguments.push(parse_quote!(""));
    }
}

impl Lower<'_> {
    /// Lowers a macro that is a statement.
    pub(crate) fn macro_statement(&mut self, stmt: StmtMacro, is_last: bool) -> Stmt {
        let StmtMacro { attrs, mac, semi_token } = stmt;
        let known = self.kind(&mac);
        if known == Kind::Opaque || known == Kind::Silent || !attrs.is_empty() {
            if known != Kind::Silent {
                self.opaque(&quote!(#mac));
            }
            return Stmt::Macro(StmtMacro { attrs, mac, semi_token });
        }
        let expr = self.known(ExprMacro { attrs, mac }, known);
        if is_last && semi_token.is_none() {
            self.leave(Gives::Unknown);
        }
        match expr {
            Expr::Macro(ExprMacro { attrs, mac }) => {
                Stmt::Macro(StmtMacro { attrs, mac, semi_token })
            }
            expr => Stmt::Expr(expr, semi_token),
        }
    }

    /// Lowers a macro that is an expression.
    pub(crate) fn macro_expression(&mut self, expr: ExprMacro) -> Expr {
        match self.kind(&expr.mac) {
            Kind::Silent => Expr::Macro(expr),
            Kind::Opaque => {
                self.opaque(&quote!(#expr));
                Expr::Macro(expr)
            }
            kind => self.known(expr, kind),
        }
    }

    /// Lowers a known macro.
    fn known(&mut self, expr: ExprMacro, kind: Kind) -> Expr {
        match kind {
            Kind::Assert(debug) => self.assert(expr, debug),
            Kind::Compare { negated, debug } => self.assert_compared(expr, negated, debug),
            Kind::Check { assumed } => self.check(expr, assumed),
            Kind::CheckCompared { negated } => self.check_compared(expr, negated),
            Kind::Panics => {
                let expr = self.opened(expr);
                if let Some(block) = self.current {
                    self.blocks.panics(block);
                }
                self.end(Step::Fail(Gives::Unknown));
                expr
            }
            Kind::Matches => self.matches(expr),
            Kind::Arguments | Kind::Silent | Kind::Opaque => self.opened(expr),
        }
    }

    /// Lowers the arguments of a macro that evaluates each of them once, if there is anything to
    /// lower.
    fn opened(&mut self, mut expr: ExprMacro) -> Expr {
        if !opens(&expr.mac.tokens) {
            return Expr::Macro(expr);
        }
        // The destination of `write!` is a place; the format string stays as it is.
        let destination = expr
            .mac
            .path
            .segments
            .last()
            .is_some_and(|name| name.ident == "write" || name.ident == "writeln");
        let Some(mut arguments) = arguments(&expr.mac, 0) else {
            self.opaque(&quote!(#expr));
            return Expr::Macro(expr);
        };
        for (place, argument) in arguments.iter_mut().enumerate() {
            match argument {
                _ if destination && place == 0 => {}
                // `name = value`
                Expr::Assign(named) => self.lower(&mut named.right),
                argument => self.lower(argument),
            }
        }
        expr.mac.tokens = arguments.into_token_stream();
        Expr::Macro(expr)
    }

    /// Lowers an expression in its place.
    fn lower(&mut self, expr: &mut Expr) {
        *expr = self.fold_expr(std::mem::replace(expr, Expr::PLACEHOLDER));
    }

    /// Lowers `assert!`.
    fn assert(&mut self, mut expr: ExprMacro, debug: bool) -> Expr {
        let Some(mut arguments) = arguments(&expr.mac, 1) else {
            self.opaque(&quote!(#expr));
            return Expr::Macro(expr);
        };
        let condition = arguments[0].clone();
        let (yes, no) = (self.blocks.label(), self.blocks.label());
        if debug && self.names.constants.has(&condition) {
            let value = Constants::value(&condition);
            self.end_assertion(yes, no, |yes, no| {
                let is_checked = quote!(::sbst::instrument::__private::cfg!(debug_assertions));
                Step::Known(quote!((!#is_checked | #value)), yes, no)
            });
            return Expr::Macro(expr);
        }
        let message = failed(&condition);
        say_in_panic(&mut arguments, message);
        if debug {
            // In a release build the condition is not evaluated: then it counts as true.
            let Some(block) = self.current else { return Expr::Macro(expr) };
            let frame = self.names.frame.clone();
            let is_single = is_plain_bool(&condition)
                && !is_compound(&condition)
                && !crate::closures::decides(&condition);
            arguments[0] = if is_single {
                let condition = self.test(condition, yes, no);
                self.resume(no, true);
                self.panicking();
                self.resume(yes, true);
                condition
            } else {
                self.assertion(yes, no);
                parse_quote!(
                    #frame.decide(#block, #condition, |rules, outcome| rules.flag(outcome))
                )
            };
            expr.mac.tokens = arguments.into_token_stream();
            return self.in_debug_builds(block, &expr.into_token_stream());
        }
        let line = condition.span().start().line;
        arguments[0] = self.test(condition, yes, no);
        self.resume(no, true);
        self.condition_line(line);
        self.panicking();
        self.resume(yes, true);
        expr.mac.tokens = arguments.into_token_stream();
        Expr::Macro(expr)
    }

    /// Returns an assertion that release builds do not check: there it holds.
    fn in_debug_builds(&self, block: Id, checked: &TokenStream) -> Expr {
        let frame = &self.names.frame;
        parse_quote!(if ::sbst::instrument::__private::cfg!(debug_assertions) { #checked } else {
            let _ = #frame.decide(#block, true, |rules, outcome| rules.flag(outcome));
        })
    }

    /// Ends the current block by a decision whose contrary panics.
    fn assertion(&mut self, yes: Label, no: Label) {
        self.end_assertion(yes, no, Step::Decide);
    }

    /// Ends the current block by this step, whose second way panics.
    fn end_assertion(&mut self, yes: Label, no: Label, step: impl FnOnce(Id, Id) -> Step) {
        let (to_yes, to_no) = (self.blocks.target(yes), self.blocks.target(no));
        self.end(step(to_yes, to_no));
        self.resume(no, true);
        self.panicking();
        self.resume(yes, true);
    }

    /// Ends a block that only panics.
    fn panicking(&mut self) {
        if let Some(block) = self.current {
            self.blocks.panics(block);
        }
        self.end(Step::Fail(Gives::Unknown));
    }

    /// Lowers `assert_eq!` and `assert_ne!`.
    fn assert_compared(&mut self, expr: ExprMacro, negated: bool, debug: bool) -> Expr {
        // In a release build, nothing of `debug_assert_eq!` is evaluated: then its operands must
        // not decide anything.
        let (expr, block) = self.operands(expr, !debug);
        let Some(block) = block else { return Expr::Macro(expr) };
        let (yes, no) = (self.blocks.label(), self.blocks.label());
        self.assertion(yes, no);
        // Both ask if the operands are equal.
        let asked = if negated {
            quote!(==, false, true, measure_ne)
        } else {
            quote!(==, true, true, measure_eq)
        };
        let checked = self.compared(&quote!(assert_compared), block, &asked, &expr);
        if debug { self.in_debug_builds(block, &checked) } else { parse_quote!(#checked) }
    }

    /// Lowers the two operands of a macro that compares them, if they may be. Returns the block
    /// that decides, if there is one.
    fn operands(&mut self, mut expr: ExprMacro, may_decide: bool) -> (ExprMacro, Option<Id>) {
        let Some(mut arguments) = arguments(&expr.mac, 2) else {
            self.opaque(&quote!(#expr));
            return (expr, None);
        };
        if let Some(without) = &self.names.written {
            let place = expr.mac.path.span().byte_range();
            let place = place.start..place.end.max(arguments.span().byte_range().end);
            if without.is_flag(&place) {
                self.opaque(&quote!(#expr));
                return (expr, None);
            }
            self.comparisons.push(place);
        }
        if may_decide {
            arguments.iter_mut().take(2).for_each(|operand| self.lower(operand));
        }
        expr.mac.tokens = arguments.into_token_stream();
        (expr, self.current)
    }

    /// Returns a macro that compares two operands, within the hook that compares them once: with
    /// this operator; if it holds, if the outcome of the operator is this, and the operands are
    /// equal, if it is this; and with this distance.
    fn compared(
        &self,
        hook: &TokenStream,
        block: Id,
        asked: &TokenStream,
        expr: &ExprMacro,
    ) -> TokenStream {
        let (frame, Macro { path, bang_token, .. }) = (&self.names.frame, &expr.mac);
        let operands = expr.mac.to_token_stream().into_iter().last();
        quote!(::sbst::instrument::__private::#hook!(
            #frame.decide(#block), #asked, { #path } #bang_token #operands
        ))
    }

    /// Lowers `prop_assert!` and `prop_assume!`.
    fn check(&mut self, mut expr: ExprMacro, assumed: bool) -> Expr {
        let Some(mut arguments) = arguments(&expr.mac, 1) else {
            self.opaque(&quote!(#expr));
            return Expr::Macro(expr);
        };
        let condition = arguments[0].clone();
        let message = if assumed {
            quote!(::sbst::instrument::__private::stringify!(#condition))
        } else {
            failed(&condition)
        };
        say(&mut arguments, message);
        let line = condition.span().start().line;
        let (yes, no) = (self.blocks.label(), self.blocks.label());
        arguments[0] = self.test(condition, yes, no);
        self.resume(no, true);
        self.condition_line(line);
        self.failing();
        self.resume(yes, true);
        expr.mac.tokens = arguments.into_token_stream();
        Expr::Macro(expr)
    }

    /// Lowers `prop_assert_eq!` and `prop_assert_ne!`, which take their operands by value.
    fn check_compared(&mut self, expr: ExprMacro, negated: bool) -> Expr {
        let (expr, block) = self.operands(expr, true);
        let Some(block) = block else { return Expr::Macro(expr) };
        let (yes, no) = (self.blocks.label(), self.blocks.label());
        let (to_yes, to_no) = (self.blocks.target(yes), self.blocks.target(no));
        self.end(Step::Decide(to_yes, to_no));
        self.resume(no, true);
        self.failing();
        self.resume(yes, true);
        let asked = if negated {
            quote!(!=, true, false, measure_ne)
        } else {
            quote!(==, true, true, measure_eq)
        };
        let checked = self.compared(&quote!(check_compared), block, &asked, &expr);
        parse_quote!(#checked)
    }

    /// Ends a block that only returns an error.
    fn failing(&mut self) {
        let gives = if self.results == Results::Result { Gives::Key(1) } else { Gives::Unknown };
        self.end(Step::Fail(gives));
    }

    /// Lowers what `matches!` looks at. The guard stays as it is.
    fn matches(&mut self, mut expr: ExprMacro) -> Expr {
        let split = |input: syn::parse::ParseStream<'_>| {
            Ok((input.parse::<Expr>()?, input.parse::<Token![,]>()?, input.parse::<TokenStream>()?))
        };
        match split.parse2(expr.mac.tokens.clone()) {
            Ok((value, comma, rest)) => {
                let value = self.fold_expr(value);
                expr.mac.tokens = quote!(#value #comma #rest);
                Expr::Macro(expr)
            }
            Err(_) => {
                self.opaque(&quote!(#expr));
                Expr::Macro(expr)
            }
        }
    }
}
