//! Patterns and results whose values the source shows.

use crate::lower::Results;
use std::fmt::Display;
use std::str::FromStr;
use syn::{Expr, ExprLit, Lit, LitInt, Pat, RangeLimits, UnOp};

/// Keys of `Option` and `Result`, as the library numbers them.
const KEYS: [(&str, i128); 4] = [("None", 0), ("Some", 1), ("Ok", 0), ("Err", 1)];

/// Ranges of numbers, with both ends.
pub(crate) type Ranges = Vec<(i128, i128)>;

/// All numbers. The greatest one stands for all greater ones of `u128`, too, so no pattern may tell
/// it from them.
pub(crate) const ALL: (i128, i128) = (i128::MIN, i128::MAX);

/// Returns the key of a result that the source shows: `true`, `None`, `Ok(..)`, an integer.
pub(crate) fn constant(expr: &Expr, results: Results) -> Option<i128> {
    let variant = |path: &syn::Path, names: [&str; 2]| {
        let name = path.segments.last()?.ident.to_string();
        names.contains(&name.as_str()).then(|| key(&name)).flatten()
    };
    match (results, expr) {
        (Results::Bool, Expr::Lit(lit)) => match &lit.lit {
            Lit::Bool(value) => Some(i128::from(value.value)),
            _ => None,
        },
        (Results::Option, Expr::Path(path)) => variant(&path.path, ["None", "None"]),
        (Results::Option | Results::Result, Expr::Call(call)) => match &*call.func {
            Expr::Path(path) if results == Results::Option => variant(&path.path, ["Some", "Some"]),
            Expr::Path(path) => variant(&path.path, ["Ok", "Err"]),
            _ => None,
        },
        (Results::Other, expr) => integer(expr),
        _ => None,
    }
}

/// Returns the key of a variant of `Option` or `Result`.
fn key(name: &str) -> Option<i128> {
    KEYS.iter().find(|known| known.0 == name).map(|known| known.1)
}

/// Returns the guard of the pattern of an arm.
pub(crate) fn guard(pat: &Pat) -> Option<&Expr> {
    match pat {
        Pat::Guard(pat) => Some(&*pat.guard),
        _ => None,
    }
}

/// Returns the pattern of an arm without its guard.
pub(crate) fn bare(pat: &Pat) -> &Pat {
    match pat {
        Pat::Guard(pat) => &pat.pat,
        _ => pat,
    }
}

/// Returns the key of the variant of `Option` or `Result` that a pattern accepts, if it accepts all
/// values of the variant.
pub(crate) fn variant(pat: &Pat) -> Option<i128> {
    let name = |path: &syn::Path| path.segments.last().map(|segment| segment.ident.to_string());
    match pat {
        Pat::TupleStruct(pat) if pat.elems.iter().all(is_irrefutable) => key(&name(&pat.path)?),
        Pat::Path(pat) => key(&name(&pat.path)?),
        Pat::Ident(pat) if pat.subpat.is_none() => key(&pat.ident.to_string()),
        Pat::Reference(pat) => variant(&pat.pat),
        Pat::Paren(pat) => variant(&pat.pat),
        _ => None,
    }
}

/// Returns `true` if the pattern seems to match everything: `_` or a name in small letters.
pub(crate) fn is_irrefutable(pat: &Pat) -> bool {
    match pat {
        Pat::Wild(_) | Pat::Rest(_) => true,
        Pat::Ident(pat) => {
            let name = pat.ident.to_string();
            let is_constant = name.trim_start_matches('_').starts_with(char::is_uppercase);
            pat.subpat.is_none() && !is_constant
        }
        Pat::Paren(pat) => is_irrefutable(&pat.pat),
        Pat::Tuple(pat) => pat.elems.iter().all(is_irrefutable),
        Pat::Reference(pat) => is_irrefutable(&pat.pat),
        _ => false,
    }
}

/// Returns `true` if the pattern is a name or `_` at its top, which copies a number and borrows
/// nothing.
pub(crate) fn is_rest(pat: &Pat) -> bool {
    match pat {
        Pat::Wild(_) => true,
        Pat::Ident(pat) => pat.by_ref.is_none() && is_irrefutable(&Pat::Ident(pat.clone())),
        Pat::Paren(pat) => is_rest(&pat.pat),
        _ => false,
    }
}

/// Returns `true` if the pattern binds a name at its top, or at the top of an alternative.
pub(crate) fn binds(pat: &Pat) -> bool {
    match pat {
        Pat::Ident(_) => true,
        Pat::Or(pat) => pat.cases.iter().any(binds),
        Pat::Paren(pat) => binds(&pat.pat),
        Pat::Guard(pat) => binds(&pat.pat),
        _ => false,
    }
}

/// Returns `true` if the pattern has alternatives.
pub(crate) fn has_alternatives(pat: &Pat) -> bool {
    match pat {
        Pat::Or(_) => true,
        Pat::Paren(pat) => has_alternatives(&pat.pat),
        Pat::Guard(pat) => has_alternatives(&pat.pat),
        Pat::Ident(pat) => pat.subpat.as_ref().is_some_and(|(_, pat)| has_alternatives(pat)),
        Pat::Tuple(pat) => pat.elems.iter().any(has_alternatives),
        Pat::TupleStruct(pat) => pat.elems.iter().any(has_alternatives),
        Pat::Struct(pat) => pat.fields.iter().any(|field| has_alternatives(&field.pat)),
        Pat::Slice(pat) => pat.elems.iter().any(has_alternatives),
        Pat::Reference(pat) => has_alternatives(&pat.pat),
        _ => false,
    }
}

/// Returns the value of an integer.
fn parsed<N: FromStr<Err: Display>>(lit: &LitInt) -> Option<N> {
    lit.base10_parse().ok().filter(|_| !lit.suffix().starts_with('f'))
}

/// Returns the value of a number that the source shows, unless it is the greatest number or above:
/// that is the key of all greater ones, too.
fn bound(expr: &Expr) -> Option<i128> {
    integer(expr).filter(|&value| value < ALL.1)
}

/// Returns the values of an integer, a char, a byte or a bool.
pub(crate) fn integer(expr: &Expr) -> Option<i128> {
    match expr {
        Expr::Lit(lit) => match &lit.lit {
            // In a pattern, the literal has the sign.
            Lit::Int(lit) => parsed(lit),
            Lit::Byte(lit) => Some(lit.value().into()),
            Lit::Char(lit) => Some(u32::from(lit.value()).into()),
            Lit::Bool(lit) => Some(lit.value.into()),
            _ => None,
        },
        Expr::Unary(negated) if matches!(negated.op, UnOp::Neg(_)) => match &*negated.expr {
            // The least number has no contrary.
            Expr::Lit(ExprLit { lit: Lit::Int(lit), .. }) => {
                0_i128.checked_sub_unsigned(parsed(lit)?)
            }
            expr => integer(expr)?.checked_neg(),
        },
        Expr::Paren(expr) => integer(&expr.expr),
        Expr::Group(expr) => integer(&expr.expr),
        _ => None,
    }
}

/// Returns the values that a pattern of numbers accepts; `None` for any other pattern.
pub(crate) fn ranges(pat: &Pat) -> Option<Ranges> {
    match pat {
        Pat::Lit(lit) => bound(&Expr::Lit(lit.clone())).map(|value| vec![(value, value)]),
        Pat::Range(range) => {
            let low = range.start.as_deref().map_or(Some(ALL.0), bound)?;
            let high = range.end.as_deref().map_or(Some(ALL.1), bound)?;
            let high = match range.limits {
                RangeLimits::HalfOpen(_) if range.end.is_some() => high.checked_sub(1)?,
                _ => high,
            };
            Some(if low <= high { vec![(low, high)] } else { Vec::new() })
        }
        Pat::Or(pat) => {
            pat.cases.iter().map(ranges).collect::<Option<Vec<_>>>().map(|ranges| ranges.concat())
        }
        Pat::Paren(pat) => ranges(&pat.pat),
        // `n @ 1..=9` copies the number.
        Pat::Ident(pat) if pat.by_ref.is_none() => ranges(&pat.subpat.as_ref()?.1),
        _ => None,
    }
}

/// Returns the texts that a pattern accepts; `None` for any other pattern.
pub(crate) fn texts(pat: &Pat) -> Option<Vec<Lit>> {
    match pat {
        Pat::Lit(lit) => {
            matches!(lit.lit, Lit::Str(_) | Lit::ByteStr(_)).then(|| vec![lit.lit.clone()])
        }
        Pat::Or(pat) => {
            pat.cases.iter().map(texts).collect::<Option<Vec<_>>>().map(|texts| texts.concat())
        }
        Pat::Paren(pat) => texts(&pat.pat),
        _ => None,
    }
}

/// Removes values that earlier arms accept, so that each value belongs to its first arm.
pub(crate) fn without(ranges: Ranges, taken: &[(i128, i128)]) -> Ranges {
    taken.iter().fold(ranges, |ranges, &(low, high)| {
        let cut = |(from, to): (i128, i128)| {
            let before = low.checked_sub(1).map(|end| (from, to.min(end)));
            let after = high.checked_add(1).map(|start| (from.max(start), to));
            before.into_iter().chain(after).filter(|(from, to)| from <= to)
        };
        ranges.into_iter().flat_map(cut).collect()
    })
}

/// Returns the values of `ranges` that are in `others`, too.
pub(crate) fn within(ranges: &[(i128, i128)], others: &[(i128, i128)]) -> Ranges {
    without(ranges.to_vec(), &without(ranges.to_vec(), others))
}

/// Returns `true` if no value is in two of the ranges.
pub(crate) fn are_apart(ranges: &[(i128, i128)]) -> bool {
    ranges.iter().enumerate().all(|(place, range)| within(&[*range], &ranges[..place]).is_empty())
}

/// Returns `true` if no two of the texts are equal.
pub(crate) fn differ(texts: &[Lit]) -> bool {
    let bytes = |text: &Lit| match text {
        Lit::Str(text) => text.value().into_bytes(),
        Lit::ByteStr(text) => text.value(),
        _ => Vec::new(),
    };
    texts.iter().map(bytes).collect::<std::collections::HashSet<_>>().len() == texts.len()
}
