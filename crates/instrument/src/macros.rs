//! Macros: known ones are opened, all others are left as they are, and may leave the function.

use crate::blocks::{Gives, Id, Label, Step};
use crate::conditions::{is_compound, is_plain_bool};
use crate::constants::Constants;
use crate::jumps::any;
use crate::lower::{Lower, Results};
use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::fold::Fold;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, ExprMacro, Macro, Stmt, StmtMacro, Token, parse_quote};

/// What a macro does, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
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
    let Some(name) = mac.path.segments.last() else { return Kind::Opaque };
    match name.ident.to_string().as_str() {
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
fn opens(tokens: &TokenStream) -> bool {
    let keywords = ["if", "match", "while", "for", "loop", "return", "break", "continue"];
    any(tokens, &|token| match token {
        TokenTree::Ident(ident) => keywords.iter().any(|keyword| ident == keyword),
        TokenTree::Punct(punct) => ['?', '&', '|'].contains(&punct.as_char()),
        _ => false,
    })
}

/// Parses the arguments of a macro.
fn arguments(mac: &Macro) -> Option<Vec<Expr>> {
    let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
    parser.parse2(mac.tokens.clone()).ok().map(|arguments| arguments.into_iter().collect())
}

/// Returns the message of an assertion that has none: its condition as it was.
fn failed(condition: &Expr) -> TokenStream {
    quote!(::sbst::instrument::__private::failed!(#condition))
}

impl Lower<'_> {
    /// Lowers a macro that is a statement.
    pub(crate) fn macro_statement(&mut self, stmt: StmtMacro, is_last: bool) -> Stmt {
        let StmtMacro { attrs, mac, semi_token } = stmt;
        let known = kind(&mac);
        if known == Kind::Opaque || known == Kind::Silent || !attrs.is_empty() {
            if known != Kind::Silent {
                self.opaque(&quote!(#mac));
            }
            return Stmt::Macro(StmtMacro { attrs, mac, semi_token });
        }
        let is_assert = matches!(
            known,
            Kind::Assert(_)
                | Kind::Compare { .. }
                | Kind::Check { .. }
                | Kind::CheckCompared { .. }
        );
        let expr = self.known(ExprMacro { attrs, mac }, known);
        if is_last && semi_token.is_none() {
            self.leave(Gives::Unknown);
        }
        match expr {
            // What replaces an assertion is a block, and needs no semicolon.
            Expr::Macro(ExprMacro { attrs, mac }) => {
                Stmt::Macro(StmtMacro { attrs, mac, semi_token })
            }
            expr if is_assert => Stmt::Expr(expr, semi_token),
            expr => Stmt::Expr(expr, semi_token),
        }
    }

    /// Lowers a macro that is an expression.
    pub(crate) fn macro_expression(&mut self, expr: ExprMacro) -> Expr {
        match kind(&expr.mac) {
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
        let Some(arguments) = arguments(&expr.mac) else {
            self.opaque(&quote!(#expr));
            return Expr::Macro(expr);
        };
        let lowered = arguments.into_iter().enumerate().map(|(place, argument)| match argument {
            argument if destination && place == 0 => argument,
            // `name = value`
            Expr::Assign(mut named) => {
                *named.right = self.fold_expr(*named.right);
                Expr::Assign(named)
            }
            argument => self.fold_expr(argument),
        });
        let lowered: Vec<_> = lowered.collect();
        expr.mac.tokens = quote!(#(#lowered),*);
        Expr::Macro(expr)
    }

    /// Lowers `assert!`.
    fn assert(&mut self, mut expr: ExprMacro, debug: bool) -> Expr {
        let Some(mut arguments) = arguments(&expr.mac).filter(|arguments| !arguments.is_empty())
        else {
            self.opaque(&quote!(#expr));
            return Expr::Macro(expr);
        };
        let condition = arguments.remove(0);
        if arguments.is_empty() {
            // The message is the condition as it was.
            let message = failed(&condition);
            arguments = vec![parse_quote!("{}"), parse_quote!(#message)];
        }
        let (yes, no) = (self.blocks.label(), self.blocks.label());
        if debug {
            // In a release build the condition is not evaluated: then it counts as true.
            let Some(block) = self.current else { return Expr::Macro(expr) };
            let frame = self.names.frame.clone();
            if self.names.constants.has(&condition) {
                let value = Constants::value(&condition);
                self.end_assertion(yes, no, |yes, no| {
                    let is_checked = quote!(::sbst::instrument::__private::cfg!(debug_assertions));
                    Step::Known(quote!((!#is_checked | #value)), yes, no)
                });
                return Expr::Macro(expr);
            }
            let is_single = is_plain_bool(&condition)
                && !is_compound(&condition)
                && !crate::closures::decides(&condition);
            let condition: Expr = if is_single {
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
            expr.mac.tokens = quote!(#condition #(, #arguments)*);
            let checked = Expr::Macro(expr);
            return parse_quote!(if ::sbst::instrument::__private::cfg!(debug_assertions) { #checked } else {
                let _ = #frame.decide(#block, true, |rules, outcome| rules.flag(outcome));
            });
        }
        let line = condition.span().start().line;
        let condition = self.test(condition, yes, no);
        self.resume(no, true);
        self.condition_line(line);
        self.panicking();
        self.resume(yes, true);
        expr.mac.tokens = quote!(#condition #(, #arguments)*);
        Expr::Macro(expr)
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
    fn assert_compared(&mut self, mut expr: ExprMacro, negated: bool, debug: bool) -> Expr {
        let Some(mut arguments) = arguments(&expr.mac).filter(|arguments| arguments.len() >= 2)
        else {
            self.opaque(&quote!(#expr));
            return Expr::Macro(expr);
        };
        let (left, right) = (arguments.remove(0), arguments.remove(0));
        // In a release build, nothing of `debug_assert_eq!` is evaluated: then its operands must
        // not decide anything.
        let (left, right) =
            if debug { (left, right) } else { (self.fold_expr(left), self.fold_expr(right)) };
        let Some(block) = self.current else {
            expr.mac.tokens = quote!(#left, #right #(, #arguments)*);
            return Expr::Macro(expr);
        };
        let (yes, no) = (self.blocks.label(), self.blocks.label());
        self.assertion(yes, no);
        let (frame, path) = (&self.names.frame, &expr.mac.path);
        let (op, measure) = if negated {
            (quote!(!=), quote!(measure_ne))
        } else {
            (quote!(==), quote!(measure_eq))
        };
        let checked = quote!(
            ::sbst::instrument::__private::assert_compared!(#frame.decide(#block), #path, #left, #op, #right, #measure, (#(, #arguments)*))
        );
        if debug {
            parse_quote!(if ::sbst::instrument::__private::cfg!(debug_assertions) { #checked } else {
                let _ = #frame.decide(#block, true, |rules, outcome| rules.flag(outcome));
            })
        } else {
            parse_quote!(#checked)
        }
    }

    /// Lowers `prop_assert!` and `prop_assume!`.
    fn check(&mut self, mut expr: ExprMacro, assumed: bool) -> Expr {
        let Some(mut arguments) = arguments(&expr.mac).filter(|arguments| !arguments.is_empty())
        else {
            self.opaque(&quote!(#expr));
            return Expr::Macro(expr);
        };
        let condition = arguments.remove(0);
        if arguments.is_empty() {
            let message =
                if assumed { quote!(::core::stringify!(#condition)) } else { failed(&condition) };
            arguments = vec![parse_quote!("{}"), parse_quote!(#message)];
        }
        let line = condition.span().start().line;
        let (yes, no) = (self.blocks.label(), self.blocks.label());
        let condition = self.test(condition, yes, no);
        self.resume(no, true);
        self.condition_line(line);
        self.failing();
        self.resume(yes, true);
        expr.mac.tokens = quote!(#condition #(, #arguments)*);
        Expr::Macro(expr)
    }

    /// Lowers `prop_assert_eq!` and `prop_assert_ne!`, which take their operands by value.
    fn check_compared(&mut self, mut expr: ExprMacro, negated: bool) -> Expr {
        let Some(mut arguments) = arguments(&expr.mac).filter(|arguments| arguments.len() >= 2)
        else {
            self.opaque(&quote!(#expr));
            return Expr::Macro(expr);
        };
        let [left, right] =
            [arguments.remove(0), arguments.remove(0)].map(|operand| self.fold_expr(operand));
        let Some(block) = self.current else {
            expr.mac.tokens = quote!(#left, #right #(, #arguments)*);
            return Expr::Macro(expr);
        };
        let (yes, no) = (self.blocks.label(), self.blocks.label());
        let (to_yes, to_no) = (self.blocks.target(yes), self.blocks.target(no));
        self.end(Step::Decide(to_yes, to_no));
        self.resume(no, true);
        self.failing();
        self.resume(yes, true);
        let (frame, path) = (&self.names.frame, &expr.mac.path);
        let (op, measure) = if negated {
            (quote!(!=), quote!(measure_ne))
        } else {
            (quote!(==), quote!(measure_eq))
        };
        parse_quote!(
            ::sbst::instrument::__private::check_compared!(#frame.decide(#block), #path, #left, #op, #right, #measure, (#(, #arguments)*))
        )
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
            Ok((value, _, rest)) => {
                let value = self.fold_expr(value);
                expr.mac.tokens = quote!(#value, #rest);
                Expr::Macro(expr)
            }
            Err(_) => {
                self.opaque(&quote!(#expr));
                Expr::Macro(expr)
            }
        }
    }
}
