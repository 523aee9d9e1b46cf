//! Tables of instrumented functions, as the attribute writes them.

use crate::fitness::flag::Returns;
use crate::flow::{FlowBuilder, Outcome};
use crate::id::{CallSite, Function};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU32, Ordering};
use std::sync::OnceLock;

/// The number of a function that has none yet.
const UNNUMBERED: u32 = u32::MAX;

/// The blocks of an instrumented function, in a static of the function.
#[derive(Debug)]
pub struct Body {
    name: fn() -> &'static str,
    pub(super) file: &'static str,
    pub(super) line: u32,
    pub(super) blocks: &'static [Block],
    /// Names of the functions that are called, by call site.
    pub(super) sites: &'static [&'static str],
    pub(super) flags: &'static [(u32, u32, Needs)],
    number: AtomicU32,
    /// The last part of the path, once it was asked for.
    own_name: OnceLock<&'static str>,
}

/// A block: the lines of its statements, and how it ends.
#[derive(Debug)]
pub struct Block {
    pub(super) lines: &'static [u32],
    /// `true` if the source panics here by a macro.
    pub(super) panics: bool,
    pub(super) step: Step,
    /// The decision whose condition or constant ends the block, and the place in it.
    member: Option<(u32, u32)>,
}

/// The way in which a block ends.
#[derive(Debug)]
pub enum Step {
    /// It has one way on.
    Jump(u32),
    /// It has one way on, and may leave the function: a macro hides which.
    MayLeave(u32),
    /// It has one way on, and may leave the function, or jump to one of these blocks: a macro hides
    /// which.
    MayJump(u32, &'static [u32]),
    /// The function returns.
    Return(Gives),
    /// An error or a panic leaves the function.
    Fail(Gives),
    /// It has one of two ways on, as a constant says.
    Known(bool, u32, u32),
    /// A hook says whether a condition held.
    Decide(u32, u32),
    /// A hook says that a pattern matched; without it, the pattern did not match.
    Pattern(u32, u32),
    /// A number selects: the ranges with their blocks, and the block of all other numbers.
    Switch(&'static [(i128, i128, u32)], Option<u32>),
    /// Patterns select: arms with their blocks. `true` if the last arm of the function's `match`
    /// accepts everything.
    Choose(&'static [(u32, u32)], bool),
}

/// The result of a function at one of its exits.
#[derive(Debug)]
pub enum Gives {
    /// The source does not show it.
    Unknown,
    /// A constant.
    Key(i128),
    /// The result of the call at a site, or its contrary.
    Call(u32, bool),
    /// The outcome of a comparison, which a hook records.
    Decision,
}

/// The outcome of a decision that needs a certain result of a call.
#[derive(Debug)]
pub enum Needs {
    /// The decision holds if the call returns the key.
    Key(i128),
    /// The arm is chosen if the call returns the key.
    Arm(u32, i128),
    /// The number that selects is the result.
    Number,
    /// The decision holds if the call returns a number of these ranges, or, if this is `true`, any
    /// other; its operands have a distance, which comes first.
    Within(&'static [(i128, i128)], bool),
}

/// Creates a block.
#[must_use]
pub const fn block(lines: &'static [u32], step: Step) -> Block {
    Block { lines, panics: false, step, member: None }
}

/// Creates a block in which the source panics.
#[must_use]
pub const fn panics(lines: &'static [u32], step: Step) -> Block {
    Block { lines, panics: true, step, member: None }
}

/// Creates a block that ends by a condition or a constant of a decision.
#[must_use]
pub const fn member(lines: &'static [u32], step: Step, decision: u32, place: u32) -> Block {
    Block { lines, panics: false, step, member: Some((decision, place)) }
}

impl Body {
    /// Creates the table of a function.
    #[must_use]
    pub const fn new(
        name: fn() -> &'static str,
        file: &'static str,
        line: u32,
        blocks: &'static [Block],
        sites: &'static [&'static str],
        flags: &'static [(u32, u32, Needs)],
    ) -> Self {
        Self {
            name,
            file,
            line,
            blocks,
            sites,
            flags,
            number: AtomicU32::new(UNNUMBERED),
            own_name: OnceLock::new(),
        }
    }

    /// Returns the path of the function, without the arguments of generics.
    pub(super) fn name(&self) -> String {
        // The name is that of a function within the static within the function.
        let name = (self.name)().rsplitn(3, "::").nth(2).unwrap_or_default();
        without_generics(name)
    }

    /// Returns the last part of the path.
    pub(super) fn own_name(&self) -> &'static str {
        self.own_name.get_or_init(|| (self.name)().rsplit("::").nth(2).unwrap_or_default())
    }

    /// Gives the function its number in the program.
    pub(super) fn number(&self, function: Function) {
        self.number.store(function.number(), Ordering::Relaxed);
    }

    /// Returns the number of the function, if it has one.
    pub(super) fn function(&self) -> Option<Function> {
        match self.number.load(Ordering::Relaxed) {
            UNNUMBERED => None,
            number => Some(Function::new(number)),
        }
    }

    /// Returns the control flow of the function, under this name.
    pub(super) fn flow(&self, name: &str) -> FlowBuilder {
        let mut flow = FlowBuilder::new().function_name(name);
        let mut line = self.line;
        for (number, block) in self.blocks.iter().enumerate() {
            let number = number as u32;
            // A block without a statement of its own is on the line of the block before.
            line = block.lines.first().copied().unwrap_or(line);
            flow = flow
                .statements(number, block.lines.len() as u32)
                .block_name(number, &format!("{}:{line}", self.file));
            flow = block.step.describe(flow, number);
        }
        // Which conditions form one decision is said, so that nothing is inferred from statements.
        let numbered = (0_u32..).zip(self.blocks);
        let members = numbered.filter_map(|(number, block)| Some((block.member?, number)));
        let mut members: Vec<_> = members.collect();
        members.sort_unstable();
        members
            .chunk_by(|a, b| a.0.0 == b.0.0)
            .fold(flow, |flow, members| flow.decision(members.iter().map(|member| member.1)))
    }
}

impl Step {
    /// Describes the ways out of a block.
    fn describe(&self, flow: FlowBuilder, block: u32) -> FlowBuilder {
        match *self {
            Self::Jump(to) => flow.jump(block, to),
            Self::MayLeave(to) => flow.jump(block, to).exit(block),
            Self::MayJump(to, targets) => {
                let flow = flow.jump(block, to).exit(block);
                (0..).zip(targets).fold(flow, |flow, (number, &target)| {
                    flow.edge(block, Outcome::Exception(number), target)
                })
            }
            Self::Known(true, to, _) | Self::Known(false, _, to) => flow.jump(block, to),
            Self::Return(_) | Self::Fail(_) => flow.exit(block),
            Self::Decide(yes, no) | Self::Pattern(yes, no) => flow.branch(block, yes, no),
            Self::Switch(arms, default) => {
                let mut flow = flow;
                for group in arms.chunk_by(|a, b| a.2 == b.2) {
                    flow = match *group {
                        [(low, high, to)] if low == high => flow.case(block, low, to),
                        _ => flow.arm(
                            block,
                            group.iter().map(|&(low, high, _)| low..=high),
                            group[0].2,
                        ),
                    };
                }
                default.into_iter().fold(flow, |flow, to| flow.default(block, to))
            }
            Self::Choose(arms, _) => {
                arms.iter().fold(flow, |flow, &(arm, to)| match self.outcome(arm) {
                    Outcome::Default => flow.default(block, to),
                    _ => flow.case(block, i128::from(arm), to),
                })
            }
        }
    }

    /// Returns the name of the edge to an arm.
    pub(super) fn outcome(&self, arm: u32) -> Outcome {
        match *self {
            Self::Choose([.., (last, _)], true) if *last == arm => Outcome::Default,
            _ => Outcome::Case(i128::from(arm)),
        }
    }
}

impl Gives {
    /// Returns the result as a declaration, if it is known.
    pub(super) fn returns(&self) -> Option<Returns> {
        match *self {
            Self::Unknown => None,
            Self::Key(key) => Some(Returns::from(key)),
            Self::Call(site, negated) => Some(Returns::Call { site: CallSite::new(site), negated }),
            Self::Decision => Some(Returns::Decision),
        }
    }
}

/// Returns the name of a type.
#[must_use]
pub fn name_of<T: ?Sized>(value: &T) -> &'static str {
    core::any::type_name_of_val(value)
}

/// Returns a path without the arguments of generics: `Grid<_>::new` becomes `Grid::new`. The angle
/// brackets of `<Date as FromStr>` stay.
pub(super) fn without_generics(path: &str) -> String {
    let (mut short, mut depth) = (String::with_capacity(path.len()), 0_u32);
    let mut before = ' ';
    // Depth of brackets that follow a name, and so hold arguments; others begin a path.
    let mut open = alloc::vec::Vec::new();
    for character in path.chars() {
        match character {
            '<' => {
                let holds_arguments = before.is_alphanumeric() || before == '_';
                open.push(holds_arguments);
                depth += u32::from(holds_arguments);
                if depth == 0 {
                    short.push(character);
                }
            }
            '>' if before != '-' => {
                if depth == 0 {
                    short.push(character);
                }
                depth -= u32::from(open.pop().unwrap_or(false));
            }
            character if depth == 0 => short.push(character),
            _ => {}
        }
        before = character;
    }
    short
}
