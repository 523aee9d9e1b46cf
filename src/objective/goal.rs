//! Identities of goals.

use super::crash::CrashPart;
use crate::execution::{Partition, Thrown};
use crate::id::{Block, Branch, Function, Line, Mutant, Statement};
use alloc::format;
use alloc::string::ToString;
use core::fmt;

/// Identity of a goal: plain, ordered data without a lifetime.
///
/// ```
/// use sbst::id::{Block, Branch};
/// use sbst::objective::{Criterion, Goal};
///
/// let goals =
///     [Goal::Statement(Block::new(7).statement(2)), Goal::Branch(Branch::new(3))];
/// assert_eq!(goals.map(|goal| goal.to_string()), ["statement 2 of b7", "branch e3"]);
/// assert_eq!(goals[1].criterion(), Some(Criterion::Branch));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Goal {
    /// Take a branch.
    Branch(Branch),
    /// Enter a function that has no branches.
    Entry(Function),
    /// Take a branch in a call that the test makes itself.
    DirectBranch(Branch),
    /// Enter a function that has no branches by a call that the test makes itself.
    DirectEntry(Function),
    /// Enter a block.
    Block(Block),
    /// Reach a statement.
    Statement(Statement),
    /// Reach a line.
    Line(Line),
    /// Infect the state by a mutant.
    Mutant(Mutant),
    /// Kill a mutant: make an output differ.
    StrongMutant(Mutant),
    /// Call a method from the test itself.
    Method(Function),
    /// Call a method from the test itself so that it returns normally.
    MethodNoException(Function),
    /// Enter a method, by any call.
    MethodEntry(Function),
    /// Let an exception leave a method.
    Exception(Thrown),
    /// Return a value of a partition.
    Output(Function, Partition),
    /// Pass a value of a partition as an argument. Arguments are counted from 0.
    Input(Function, u32, Partition),
    /// Reproduce a crash, or a part of it. The number is the caller's number of the crash.
    Crash(u32, CrashPart),
    /// A goal of the caller: its kind, and numbers of the caller. See [`Kind::goal`].
    Of(Kind, [u32; 4]),
}

/// Name of a kind of goals of yours, so that they are not the goals of anybody else: goals of two
/// kinds are two goals, whatever their numbers are.
///
/// The name has at most 15 bytes, so that a goal stays plain data that can be copied and stored. A
/// crate begins it with its own name.
///
/// ```
/// use sbst::objective::Kind;
///
/// const QUICK: Kind = Kind::new("quick").unwrap(); // checked when it is compiled
///
/// assert_eq!(QUICK.goal([7]).to_string(), "quick 7");
/// assert_ne!(QUICK.goal([7]), Kind::new("short").unwrap().goal([7]));
/// assert_eq!(Kind::new("a name of two words"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind([u8; Self::MOST_BYTES]);

impl Kind {
    /// The number of bytes that a name may have.
    const MOST_BYTES: usize = 15;

    /// Creates a kind from its name; `None` if the name is empty, has more than
    /// 15 bytes, or has a character that is not a visible one of
    /// ASCII.
    #[must_use]
    pub const fn new(name: &str) -> Option<Self> {
        let (name, mut bytes) = (name.as_bytes(), [0; Self::MOST_BYTES]);
        if name.is_empty() || name.len() > Self::MOST_BYTES {
            return None;
        }
        let mut place = 0;
        while place < name.len() {
            if !name[place].is_ascii_graphic() {
                return None;
            }
            bytes[place] = name[place];
            place += 1;
        }
        Some(Self(bytes))
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        let len = self.0.iter().position(|&byte| byte == 0).unwrap_or(Self::MOST_BYTES);
        // The bytes of a name are ASCII.
        core::str::from_utf8(&self.0[..len]).unwrap_or_default()
    }

    /// Returns the goal of this kind with at most four numbers, which are yours. Numbers that are
    /// left out are 0. More than four do not compile.
    #[must_use]
    pub const fn goal<const N: usize>(self, numbers: [u32; N]) -> Goal {
        const { assert!(N <= 4, "a goal has at most four numbers") };
        let (mut all, mut place) = ([0; 4], 0);
        while place < N {
            all[place] = numbers[place];
            place += 1;
        }
        Goal::Of(self, all)
    }
}

/// Shows the name.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.name(), f)
    }
}

/// Shows the kind of the goal and its place: `branch e3`, `statement 2 of b7`, `f0 returns
/// negative`, `quick 4`.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Branch(branch) => format!("branch {branch}"),
            Self::Entry(function) => format!("entry of {function}"),
            Self::DirectBranch(branch) => format!("direct branch {branch}"),
            Self::DirectEntry(function) => format!("direct entry of {function}"),
            Self::Block(block) => format!("block {block}"),
            Self::Statement(statement) => statement.to_string(),
            Self::Line(line) => format!("line {line}"),
            Self::Mutant(mutant) => format!("mutant {mutant}"),
            Self::StrongMutant(mutant) => format!("strong mutant {mutant}"),
            Self::Method(function) => format!("call of {function}"),
            Self::MethodNoException(function) => format!("call of {function} without exception"),
            Self::MethodEntry(function) => format!("method {function}"),
            Self::Exception(thrown) => thrown.to_string(),
            Self::Output(function, partition) => format!("{function} returns {partition}"),
            Self::Input(function, argument, partition) => {
                format!("argument {argument} of {function} is {partition}")
            }
            Self::Crash(crash, part) => format!("{part} of crash {crash}"),
            Self::Of(kind, numbers) => {
                // Without the numbers that are left out, but for the first one.
                let shown = numbers.iter().rposition(|&number| number != 0).unwrap_or(0);
                let mut text = kind.to_string();
                for number in &numbers[..=shown] {
                    text.push_str(&format!(" {number}"));
                }
                text
            }
        };
        f.pad(&text)
    }
}
