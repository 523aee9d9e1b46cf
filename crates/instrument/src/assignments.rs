//! Assignments: which side comes first.

use crate::closures;
use crate::lower::Lower;
use crate::report::Reason;
use syn::fold::Fold as _;
use syn::spanned::Spanned as _;
use syn::{BinOp, Expr};

impl Lower<'_> {
    /// Lowers an assignment: the value is evaluated before the place.
    pub(crate) fn assign(&mut self, mut expr: syn::ExprAssign) -> Expr {
        *expr.right = self.fold_expr(*expr.right);
        *expr.left = self.fold_expr(*expr.left);
        Expr::Assign(expr)
    }

    /// Lowers an operator that assigns. Which operand comes first depends on the types, so only one
    /// may decide anything.
    pub(crate) fn assign_by(&mut self, mut expr: syn::ExprBinary) -> Expr {
        if closures::decides(&expr.left) && closures::decides(&expr.right) {
            self.refuse(Reason::OrderUnknown, expr.op.span());
        }
        *expr.right = self.fold_expr(*expr.right);
        *expr.left = self.fold_expr(*expr.left);
        Expr::Binary(expr)
    }
}

/// Returns `true` for operators such as `+=`.
pub(crate) fn assigns(op: &BinOp) -> bool {
    use BinOp::{
        AddAssign, BitAndAssign, BitOrAssign, BitXorAssign, DivAssign, MulAssign, RemAssign,
        ShlAssign, ShrAssign, SubAssign,
    };
    matches!(
        op,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitXorAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}
