//! What was instrumented, what was left alone, and why.

use std::fmt;
use std::ops::Range;

/// A function that was found, and what became of it.
///
/// ```
/// use sbst_instrument::{Crate, Without};
///
/// let text = "async fn two() -> i32 { 2 }\nfn even(x: i32) -> bool { x % 2 == 0 }";
/// let hooked = Crate::default().instrument(text, "src/lib.rs", &Without::default())?;
/// let lines: Vec<_> = hooked.found.iter().map(ToString::to_string).collect();
/// assert!(lines[0].starts_with("two (line 1): left alone: it is an `async fn`"));
/// assert_eq!(lines[1], "even (line 2): 1 block");
/// # Ok::<(), syn::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// Name of the function, within its `impl` block if it has one: `Date::parse`.
    pub name: String,
    /// Line on which its name stands.
    pub line: usize,
    /// Its hooks, or why it was left alone.
    pub result: Result<Hooks, Reason>,
    /// Where it stands in the text.
    pub(crate) place: Range<usize>,
    /// Where its name begins.
    pub(crate) name_at: usize,
    /// Where its comparisons stand.
    pub(crate) comparisons: Vec<Range<usize>>,
    /// Where the user wrote that it is `const`, if it no longer is.
    pub(crate) constant: Option<usize>,
}

/// The hooks of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hooks {
    /// Hooks for this number of blocks.
    Blocks(usize),
    /// The attribute, in a macro of which nobody knows yet what it makes.
    Attribute,
}

/// Why a function was left alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// It is a `const fn`, and under the attribute, or constants call it.
    Const,
    /// The compiler refuses its hooks.
    Refused,
    /// It stands in a macro, or in what is given to one: what that makes of it is not known.
    Macro,
    /// It is an `async fn`.
    Async,
    /// It is a method of a global allocator, which the recorder itself needs.
    Allocator,
    /// An attribute says that the compiler must not add code: `#[naked]`.
    Naked,
    /// It belongs to a procedural macro, which runs within the compiler.
    ProcMacro,
    /// Both operands of an operator such as `+=` decide something, and their order depends on their
    /// types.
    OrderUnknown,
    /// `break` or `continue` names a label that is not there.
    UnknownLabel,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Const => "it is a `const fn`, and hooks do not run at compile time",
            Self::Refused => "the compiler refuses its hooks",
            Self::Macro => "it stands in a macro, and what that makes of it is not known",
            Self::Async => {
                "it is an `async fn`: its body runs later, in pieces; move what decides into a \
                 function that is not async"
            }
            Self::Allocator => "it belongs to a global allocator, which the recorder itself needs",
            Self::Naked => "it is naked: nothing may be added to its body",
            Self::ProcMacro => {
                "it is the entry of a procedural macro, which runs within the \
                compiler"
            }
            Self::OrderUnknown => {
                "both sides of an operator that assigns decide something, and which side comes \
                 first depends on their types: \
                 give one of them a name"
            }
            Self::UnknownLabel => {
                "a `break` or `continue` names a label that is not in the \
                function"
            }
        })
    }
}

/// Writes the name, the line, and what became of the function.
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (line {}): ", self.name, self.line)?;
        match &self.result {
            Ok(Hooks::Attribute) => f.write_str("has the attribute"),
            Ok(Hooks::Blocks(1)) => f.write_str("1 block"),
            Ok(Hooks::Blocks(blocks)) => write!(f, "{blocks} blocks"),
            Err(reason) => write!(f, "left alone: {reason}"),
        }
    }
}
