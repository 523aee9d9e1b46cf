//! Calls whose results decide: their sites, and marks that tell the callee which site called it.

use crate::kinds::is_unknown;
use crate::lower::Lower;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::HashSet;
use syn::spanned::Spanned as _;
use syn::visit::Visit;
use syn::{Expr, ExprCall, ExprMethodCall, Pat, Stmt, UnOp, parse_quote};

/// Names of variables of a function.
pub(crate) type Locals = HashSet<String>;

impl Lower<'_> {
    /// Lowers an expression. If it is a call, or its contrary, the call gets a site.
    pub(crate) fn called(&mut self, expr: &mut Expr) -> Option<(u32, bool)> {
        match expr {
            Expr::Paren(inner) => self.called(&mut inner.expr),
            Expr::Group(inner) => self.called(&mut inner.expr),
            Expr::Unary(not) if matches!(not.op, UnOp::Not(_)) => {
                self.called(&mut not.expr).map(|(site, negated)| (site, !negated))
            }
            Expr::Call(call) => self.call(call).map(|site| (site, false)),
            Expr::MethodCall(_) => self.method(expr).map(|site| (site, false)),
            other => {
                let lowered = self.fold_children_of(std::mem::replace(other, Expr::PLACEHOLDER));
                *other = lowered;
                None
            }
        }
    }

    /// Lowers any expression.
    fn fold_children_of(&mut self, expr: Expr) -> Expr {
        syn::fold::Fold::fold_expr(self, expr)
    }

    /// Lowers a call of a function, and marks it with a site.
    fn call(&mut self, call: &mut ExprCall) -> Option<u32> {
        let mut name = String::new();
        let is_function = match &*call.func {
            Expr::Path(path) => {
                let single = path.path.get_ident().map(ToString::to_string);
                let last = path
                    .path
                    .segments
                    .last()
                    .map(|segment| segment.ident.to_string())
                    .unwrap_or_default();
                // Variants and structs have names in capitals; variables hold closures, which are
                // not found by name.
                name.clone_from(&last);
                // Intrinsics of processors take constants as arguments, if they are called by their
                // path.
                let is_intrinsic =
                    last.starts_with("_mm") || last.starts_with('v') && last.contains("_n_");
                !is_intrinsic
                    && !last.starts_with(char::is_uppercase)
                    && single.is_none_or(|name| !self.locals.contains(&name))
            }
            _ => false,
        };
        let last = call.args.iter().rposition(|arg| !is_silent(arg));
        let is_movable = last.is_none_or(|last| is_value(&call.args[last]));
        if !is_function {
            *call.func =
                self.fold_children_of(std::mem::replace(&mut *call.func, Expr::PLACEHOLDER));
        }
        for arg in &mut call.args {
            *arg = self.fold_children_of(std::mem::replace(arg, Expr::PLACEHOLDER));
        }
        if !is_function || !is_movable || self.current.is_none() {
            return None;
        }
        let (site, frame, func) = (self.blocks.site(&name), &self.names.frame, &call.func);
        match last {
            // The mark is set when nothing more is evaluated before the call.
            None => *call.func = parse_quote!(#frame.calls(#site, #func)),
            Some(last) => {
                *call.func = parse_quote!(#frame.will_call(#site, #func));
                let arg = &call.args[last];
                call.args[last] = parse_quote!(#frame.calls_now(#site, #arg));
            }
        }
        Some(site)
    }

    /// Lowers a call of a method, and marks it with a site.
    fn method(&mut self, expr: &mut Expr) -> Option<u32> {
        let Expr::MethodCall(call) = expr else { return None };
        let last = call.args.iter().rposition(|arg| !is_silent(arg));
        let silent = last.is_none() && is_silent(&call.receiver);
        let is_movable = match last {
            Some(last) => is_value(&call.args[last]),
            None => silent || is_moved(&call.receiver),
        };
        *call.receiver =
            self.fold_children_of(std::mem::replace(&mut *call.receiver, Expr::PLACEHOLDER));
        for arg in &mut call.args {
            *arg = self.fold_children_of(std::mem::replace(arg, Expr::PLACEHOLDER));
        }
        if !is_movable || self.current.is_none() {
            return None;
        }
        let name = call.method.to_string();
        let (site, frame) = (self.blocks.site(&name), &self.names.frame);
        let ExprMethodCall { receiver, args, .. } = call;
        match last {
            Some(last) => {
                let arg = &args[last];
                args[last] = parse_quote!(#frame.calls_method(#site, #name, #arg));
            }
            None if !silent => {
                **receiver = parse_quote!(#frame.calls_method(#site, #name, #receiver));
            }
            None => {
                let mark = parse_quote!(#frame.calls_method(#site, #name, ()););
                *expr = after(&[mark], std::mem::replace(expr, Expr::PLACEHOLDER));
            }
        }
        Some(site)
    }
}

/// Returns a block that ends with an expression, after hooks. A hook has a value here, which tells
/// the block from one of the user. It must not be parsed again: a block
/// that is called would become a statement. Its braces are of the edition of the expression, since
/// that says how long temporaries of the expression live.
pub(crate) fn after(first: &[Stmt], expr: Expr) -> Expr {
    let first = first.iter().map(|stmt| match stmt {
        Stmt::Expr(hook, _) => parse_quote!(let () = #hook;),
        stmt => stmt.clone(),
    });
    let first: Vec<Stmt> = first.collect();
    let mut block: syn::ExprBlock = parse_quote!({ #(#first)* });
    block.block.brace_token = syn::token::Brace(expr.span());
    block.block.stmts.push(Stmt::Expr(expr, None));
    Expr::Block(block)
}

/// Returns `true` if evaluating the expression calls nothing.
pub(crate) fn is_silent(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Path(_) | Expr::Closure(_) => true,
        Expr::Field(e) => is_silent(&e.base),
        // A reference to a value keeps that value alive: it is no place.
        Expr::Reference(e) => {
            is_silent(&e.expr) && (is_place(&e.expr) || matches!(*e.expr, Expr::Lit(_)))
        }
        Expr::Unary(e) => is_silent(&e.expr),
        Expr::Paren(e) => is_silent(&e.expr),
        Expr::Group(e) => is_silent(&e.expr),
        Expr::Cast(e) => is_silent(&e.expr),
        _ => false,
    }
}

/// Returns `true` if the expression is a place, which using it as a value would move out of.
pub(crate) fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => true,
        Expr::Unary(e) => matches!(e.op, UnOp::Deref(_)),
        Expr::Paren(e) => is_place(&e.expr),
        Expr::Group(e) => is_place(&e.expr),
        _ => false,
    }
}

/// Returns `true` if the expression is a value that a function may take and give back.
pub(crate) fn is_value(expr: &Expr) -> bool {
    match expr {
        Expr::Call(_)
        | Expr::MethodCall(_)
        | Expr::Binary(_)
        | Expr::Try(_)
        | Expr::Reference(_)
        | Expr::Cast(_) => true,
        Expr::Tuple(_) | Expr::Array(_) | Expr::Struct(_) | Expr::Lit(_) | Expr::Range(_) => true,
        // Any other macro may stand for a place.
        Expr::Macro(e) => ["vec", "format", "matches"].iter().any(|name| e.mac.path.is_ident(name)),
        Expr::Unary(e) => !matches!(e.op, UnOp::Deref(_)),
        Expr::Paren(e) => is_value(&e.expr),
        _ => false,
    }
}

/// Returns `true` if the receiver of a method is a value that a function gave: a constant array
/// would no longer be static.
pub(crate) fn is_moved(expr: &Expr) -> bool {
    match expr {
        Expr::Call(_) | Expr::MethodCall(_) | Expr::Try(_) => true,
        Expr::Paren(e) => is_moved(&e.expr),
        _ => false,
    }
}

/// Returns the variable that a place belongs to.
pub(crate) fn root(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Path(e) => e.path.get_ident().map(ToString::to_string),
        Expr::Field(e) => root(&e.base),
        Expr::Index(e) => root(&e.expr).filter(|_| is_silent(&e.index)),
        Expr::Unary(e) => root(&e.expr),
        Expr::Paren(e) => root(&e.expr),
        Expr::Group(e) => root(&e.expr),
        Expr::Reference(e) => root(&e.expr),
        _ => None,
    }
}

/// Returns `true` if the tokens contain a name.
pub(crate) fn mentions(tokens: &TokenStream, name: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => mentions(&group.stream(), name),
        // A text may be a format string that captures the name.
        TokenTree::Literal(literal) => literal.to_string().contains(name),
        TokenTree::Punct(_) => false,
    })
}

/// Collects the words of tokens that no arguments follow.
fn words(tokens: &TokenStream, found: &mut Locals) {
    let mut tokens = tokens.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_called = matches!(tokens.peek(), Some(TokenTree::Group(group))
            if group.delimiter() == Delimiter::Parenthesis);
        match token {
            TokenTree::Ident(word) if !is_called => {
                found.insert(word.to_string());
            }
            TokenTree::Group(group) => words(&group.stream(), found),
            _ => {}
        }
    }
}

/// Collects the names that patterns bind, and those that unknown macros may bind: such a macro is
/// given the name.
pub(crate) fn locals<'a>(
    patterns: impl IntoIterator<Item = &'a Pat>,
    block: Option<&syn::Block>,
) -> Locals {
    struct Bound(Locals);
    impl<'ast> Visit<'ast> for Bound {
        fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
            self.0.insert(pat.ident.to_string());
            syn::visit::visit_pat_ident(self, pat);
        }
        fn visit_item(&mut self, _: &'ast syn::Item) {}
        fn visit_stmt_macro(&mut self, stmt: &'ast syn::StmtMacro) {
            if is_unknown(&stmt.mac) {
                words(&stmt.mac.tokens, &mut self.0);
            }
        }
    }
    let mut bound = Bound(Locals::new());
    patterns.into_iter().for_each(|pat| bound.visit_pat(pat));
    if let Some(block) = block {
        bound.visit_block(block);
    }
    bound.0
}
