//! Attributes of statements and expressions.

use syn::{Attribute, Expr, Stmt};

/// Returns the attributes of a statement.
pub(crate) fn attributes(stmt: &Stmt) -> &[Attribute] {
    match stmt {
        Stmt::Local(local) => &local.attrs,
        Stmt::Macro(stmt) => &stmt.attrs,
        Stmt::Expr(expr, _) => attributes_of(expr),
        Stmt::Item(_) => &[],
    }
}

/// Returns the attributes of an expression.
pub(crate) fn attributes_of(expr: &Expr) -> &[Attribute] {
    macro_rules! of {
        ($($kind:ident)+) => {
            match expr {
                $(Expr::$kind(expr) => &expr.attrs,)+
                _ => &[],
            }
        };
    }
    of!(Array Assign Async Await Binary Block Break Call Cast Closure Const Continue Field ForLoop Group If Index Infer Let Lit Loop Macro Match MethodCall Paren Path Range RawAddr Reference Repeat Return Struct Try TryBlock Tuple Unary Unsafe While Yield)
}

/// Returns `true` if the code may be configured away.
pub(crate) fn is_conditional(attributes: &[Attribute]) -> bool {
    attributes
        .iter()
        .any(|attribute| attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr"))
}
