//! Hooks taken out again: what is left must be the tokens of the user. It knows the forms of hooks,
//! and nothing of how they were added.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::fold::{self, Fold};
use syn::parse::{ParseStream, Parser, Result};
use syn::punctuated::Punctuated;
use syn::{BinOp, Block, Expr, Ident, Item, Local, Macro, Pat, Path, Stmt, Token, UnOp};

/// Returns the first tokens that differ after the hooks are taken out, or `None`.
pub(crate) fn difference(original: &str, hooked: &str) -> Result<Option<String>> {
    let original = flat(syn::parse_file(original)?.into_token_stream());
    let hooked = syn::parse_file(&hooked.replace("/*const*/", "const"))?;
    let stripped = flat(Strip.fold_file(hooked).into_token_stream());
    let place = original.iter().zip(&stripped).position(|(left, right)| left != right);
    let place = place.or((original.len() != stripped.len()).then_some(original.len()));
    Ok(place.map(|place| {
        let around = |tokens: &[String]| {
            tokens[place.saturating_sub(12).min(tokens.len())..(place + 8).min(tokens.len())]
                .join(" ")
        };
        format!("{}\n   not: {}", around(&stripped), around(&original))
    }))
}

/// Returns all tokens in their order.
fn flat(tokens: TokenStream) -> Vec<String> {
    let mut flattened = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                flattened.push(open.to_owned());
                flattened.append(&mut flat(group.stream()));
                // A comma after the last argument says nothing.
                if flattened.last().is_some_and(|last| last == ",") {
                    flattened.pop();
                }
                flattened.push(close.to_owned());
            }
            token => flattened.push(token.to_string()),
        }
    }
    flattened.retain(|token| !token.is_empty());
    flattened
}

/// Returns the method and the arguments of a hook, which is a call of a method of the frame.
fn hook(expr: &Expr) -> Option<(String, Vec<Expr>)> {
    let Expr::MethodCall(call) = expr else { return None };
    matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident("__sbst_frame"))
        .then(|| (call.method.to_string(), call.args.iter().cloned().collect()))
}

/// Returns the name of a macro of the generated code.
fn own_macro(path: &Path) -> Option<String> {
    let names: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    (names.len() == 4 && names[..3] == ["sbst", "instrument", "__private"])
        .then(|| names[3].clone())
}

/// Returns `true` for a statement that only records.
fn records(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Item(Item::Static(item)) => item.ident == "__SBST_BODY",
        Stmt::Macro(stmt) => own_macro(&stmt.mac.path).as_deref() == Some("submit"),
        Stmt::Local(local) => {
            let is_ours = |name: &Ident| name == "__sbst_recorder" || name == "__sbst_frame";
            matches!(&local.pat, Pat::Ident(name) if is_ours(&name.ident)) || wraps(stmt)
        }
        Stmt::Expr(expr, Some(_)) => {
            hook(expr).is_some_and(|(name, _)| ["at", "arm", "matched"].contains(&&*name))
        }
        _ => false,
    }
}

/// Returns `true` for the hook at the beginning of a block that the user did not write.
fn wraps(stmt: &Stmt) -> bool {
    let Stmt::Local(Local { pat: Pat::Tuple(pat), init: Some(init), .. }) = stmt else {
        return false;
    };
    pat.elems.is_empty() && hook(&init.expr).is_some()
}

/// Returns what stands in a block that the user did not write.
fn wrapped(block: &Block, is_ours: impl Fn(&Stmt) -> bool) -> Option<Expr> {
    let is_ours = block.stmts.first().is_some_and(is_ours);
    match block.stmts.last() {
        Some(Stmt::Expr(expr, None)) if is_ours => Some(expr.clone()),
        Some(Stmt::Macro(last)) if is_ours && last.semi_token.is_none() => {
            let mac = &last.mac;
            Some(syn::parse_quote!(#mac))
        }
        _ => None,
    }
}

/// Returns tokens without the attribute.
fn without_attribute(tokens: TokenStream) -> TokenStream {
    let mut kept: Vec<TokenTree> = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.stream().to_string() == ":: sbst :: instrument" => {
                kept.pop();
            }
            TokenTree::Group(group) => {
                let inner = without_attribute(group.stream());
                kept.push(TokenTree::Group(proc_macro2::Group::new(group.delimiter(), inner)));
            }
            token => kept.push(token),
        }
    }
    kept.into_iter().collect()
}

/// Takes hooks out.
struct Strip;

impl Strip {
    /// Returns what an expression was, if it has a hook around it.
    fn without(expr: &Expr) -> Option<Expr> {
        if let Some((name, args)) = hook(expr) {
            return match &*name {
                "decide" | "decide_not" | "gives" | "calls" | "will_call" | "calls_now"
                | "tried" | "elements" | "guard" | "switch" | "texts" => {
                    Some(inner(args.get(1)?.clone()))
                }
                "calls_method" => args.last().cloned(),
                _ => None,
            };
        }
        match expr {
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                hook(&unary.expr).filter(|hook| hook.0 == "switch" || hook.0 == "texts")?;
                Self::without(&unary.expr)
            }
            Expr::Binary(expr) if matches!(expr.op, BinOp::And(_)) => {
                let is = |expr: &Expr, name| hook(expr).is_some_and(|hook| hook.0 == name);
                match (is(&expr.left, "is_arm"), is(&expr.right, "has_matched")) {
                    (true, _) => Some((*expr.right).clone()),
                    (_, true) => Some((*expr.left).clone()),
                    _ => None,
                }
            }
            Expr::Match(outer) => {
                let (name, _) = hook(&outer.expr)?;
                let [arm] = &outer.arms[..] else { return None };
                match &*arm.body {
                    Expr::Match(inner) if name == "switch" || name == "texts" => {
                        let attrs = [&outer.attrs[..], &inner.attrs[..]].concat();
                        Some(Expr::Match(syn::ExprMatch { attrs, ..inner.clone() }))
                    }
                    _ => None,
                }
            }
            Expr::Block(block) => wrapped(&block.block, wraps),
            Expr::Paren(paren) => match &*paren.expr {
                Expr::Block(block) => wrapped(&block.block, wraps)
                    .filter(|expr| matches!(expr, Expr::Match(_) | Expr::If(_) | Expr::Block(_))),
                _ => None,
            },
            Expr::If(checked) => {
                let Expr::Macro(condition) = &*checked.cond else { return None };
                own_macro(&condition.mac.path).filter(|name| name == "cfg")?;
                match &checked.then_branch.stmts[..] {
                    [Stmt::Expr(expr, _)] => Some(expr.clone()),
                    [Stmt::Macro(stmt)] => Some(syn::parse_quote!(#stmt)),
                    _ => None,
                }
            }
            Expr::Macro(expr) => asked(&expr.mac),
            _ => None,
        }
    }
}

/// Returns what a hook looks at through a reference.
fn inner(expr: Expr) -> Expr {
    match &expr {
        Expr::Reference(reference) => match &*reference.expr {
            Expr::Paren(paren) => (*paren.expr).clone(),
            _ => expr,
        },
        _ => expr,
    }
}

/// Returns what a macro of the generated code stands for.
fn asked(mac: &Macro) -> Option<Expr> {
    let comma = |input: ParseStream<'_>| input.parse::<Token![,]>();
    let name = own_macro(&mac.path)?;
    let parse = |input: ParseStream<'_>| -> Result<TokenStream> {
        let _: Expr = input.parse()?;
        comma(input)?;
        match &*name {
            "compare" => {
                let _: Ident = input.parse()?;
                comma(input)?;
                let left: Expr = input.parse()?;
                comma(input)?;
                let op: BinOp = input.parse()?;
                comma(input)?;
                let right: Expr = input.parse()?;
                comma(input)?;
                let _: Ident = input.parse()?;
                Ok(quote!(#left #op #right))
            }
            "ask" => {
                let how: Ident = input.parse()?;
                comma(input)?;
                let is_kept = how == "kept" || how == "constant";
                if !is_kept {
                    let _: Expr = input.parse()?;
                    comma(input)?;
                }
                if how != "place" {
                    let receiver;
                    syn::braced!(receiver in input);
                    let (receiver, call): (Expr, TokenStream) = (receiver.parse()?, input.parse()?);
                    return Ok(quote!(#receiver #call));
                }
                let _: Ident = input.parse()?;
                comma(input)?;
                let _: Expr = input.parse()?;
                comma(input)?;
                input.parse()
            }
            "passed" => {
                let receiver: Expr = input.parse()?;
                let _: TokenStream = input.parse()?;
                Ok(quote!(#receiver))
            }
            "foresee" => {
                let _: Expr = input.parse()?;
                comma(input)?;
                let _: Ident = input.parse()?;
                comma(input)?;
                let _: Expr = input.parse()?;
                comma(input)?;
                input.parse()
            }
            _ => {
                // `assert_compared`, `check_compared`
                let _: BinOp = input.parse()?;
                comma(input)?;
                for _ in 0..2 {
                    let _: syn::LitBool = input.parse()?;
                    comma(input)?;
                }
                let _: Ident = input.parse()?;
                comma(input)?;
                let path;
                syn::braced!(path in input);
                let (path, call): (Path, TokenStream) = (path.parse()?, input.parse()?);
                Ok(quote!(#path #call))
            }
        }
    };
    let tokens = parse.parse2(mac.tokens.clone()).ok()?;
    syn::parse2(tokens).ok()
}

impl Fold for Strip {
    fn fold_expr(&mut self, expr: Expr) -> Expr {
        let mut expr = expr;
        while let Some(within) = Self::without(&expr) {
            expr = within;
        }
        if let Expr::Closure(closure) = &mut expr
            && let Expr::Block(body) = &*closure.body
            && let Some(body) =
                wrapped(&body.block, |stmt| matches!(stmt, Stmt::Item(_)) && records(stmt))
        {
            *closure.body = body;
            // A block that is called stood alone.
            if let Expr::Call(call) = &mut *closure.body
                && let Expr::Paren(called) = &*call.func
                && let Expr::Block(_) = &*called.expr
            {
                *call.func = (*called.expr).clone();
            }
        }
        fold::fold_expr(self, expr)
    }

    fn fold_pat(&mut self, pat: Pat) -> Pat {
        let Pat::Guard(mut pat) = pat else { return fold::fold_pat(self, pat) };
        // A guard without a pattern stands in parentheses of ours.
        if let Expr::Binary(guard) = &*pat.guard
            && hook(&guard.left).is_some_and(|hook| hook.0 == "is_arm")
            && let Expr::Paren(guard) = &*guard.right
        {
            *pat.guard = (*guard.expr).clone();
        }
        fold::fold_pat(self, Pat::Guard(pat))
    }

    fn fold_block(&mut self, mut block: Block) -> Block {
        block.stmts.retain(|stmt| !records(stmt));
        for stmt in &mut block.stmts {
            // A block before `else` stands in parentheses.
            if let Stmt::Local(Local { init: Some(init), .. }) = stmt
                && let (Some(_), Expr::Paren(paren)) = (&init.diverge, &*init.expr)
                && let Expr::Block(block) = &*paren.expr
                && let Some(expr) = wrapped(&block.block, wraps)
            {
                *init.expr = expr;
            }
            if let Stmt::Macro(hook) = stmt
                && let Some(stands_for) = asked(&hook.mac)
            {
                *stmt = Stmt::Expr(stands_for, hook.semi_token);
            }
        }
        fold::fold_block(self, block)
    }

    fn fold_attributes(&mut self, mut attrs: Vec<syn::Attribute>) -> Vec<syn::Attribute> {
        let is_ours = |attr: &syn::Attribute| {
            attr.to_token_stream()
                .to_string()
                .contains("(warnings , clippy :: all , clippy :: pedantic")
        };
        attrs.retain(|attr| !is_ours(attr));
        attrs
    }

    fn fold_macro(&mut self, mut mac: Macro) -> Macro {
        let name = mac.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        if name == "macro_rules" {
            mac.tokens = without_attribute(mac.tokens);
            return mac;
        }
        if name == "matches" {
            let split = |input: ParseStream<'_>| -> Result<(Expr, TokenStream)> {
                Ok((input.parse()?, input.parse()?))
            };
            if let Ok((value, rest)) = split.parse2(mac.tokens.clone()) {
                let value = self.fold_expr(value);
                mac.tokens = quote!(#value #rest);
            }
            return mac;
        }
        let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
        let text = mac.tokens.to_string();
        if !text.contains("__sbst_frame") && !text.contains("assertion failed: ") {
            return mac;
        }
        let Ok(mut arguments) = parser.parse2(mac.tokens.clone()) else { return mac };
        let is_message = |expr: &Expr| {
            let text = expr.to_token_stream().to_string();
            text.starts_with("\"assertion failed: ")
                || text.starts_with(":: sbst :: instrument :: __private :: failed !")
                || text.starts_with(":: core :: stringify !")
        };
        let is_assertion =
            ["assert", "debug_assert", "prop_assert", "prop_assume"].contains(&&*name);
        if is_assertion && arguments.len() > 2 && is_message(&arguments[2]) {
            arguments = arguments.into_iter().take(1).collect();
        }
        for argument in &mut arguments {
            *argument = self.fold_expr(argument.clone());
        }
        mac.tokens = arguments.into_token_stream();
        mac
    }
}
