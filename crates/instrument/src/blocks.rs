//! The blocks of one function while it is lowered, and the table that the instrumented function
//! carries.

use crate::patterns::Ranges;
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::HashSet;

/// Number of a block within its function.
pub(crate) type Id = u32;

/// A place that control can come to. It becomes a block when the first edge leads there, so that no
/// block is unreachable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Label(usize);

/// The way in which a block ends.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// One way on.
    Jump(Id),
    /// One way on, or out of the function: an opaque macro may return.
    MayLeave(Id),
    /// One way on, or out of the function, or to one of these blocks: an opaque macro may jump.
    MayJump(Id, Vec<Id>),
    /// The function returns; the result, as far as the source shows it.
    Return(Gives),
    /// An error leaves the function by `?`.
    Fail(Gives),
    /// One of two ways on, by a constant that is known when the program is compiled.
    Known(TokenStream, Id, Id),
    /// A hook says whether the condition held.
    Decide(Id, Id),
    /// A hook says if a pattern matched; without the hook, it did not.
    Pattern(Id, Id),
    /// A hook gives the number that is matched.
    Switch { arms: Vec<(i128, i128, Id)>, default: Option<Id> },
    /// A hook in the arm says which one was chosen: pairs of an arm's number and its block.
    Choose { arms: Vec<(u32, Id)>, default: bool },
}

/// The result of a function at one of its exits.
#[derive(Clone, Debug, Default)]
pub(crate) enum Gives {
    /// Nothing that the source shows.
    #[default]
    Unknown,
    /// A constant: a bool, an integer, a variant of `Option` or `Result`.
    Key(i128),
    /// The result of the call at this site, or its contrary.
    Call { site: u32, negated: bool },
    /// The outcome of a comparison that a hook records.
    Decision,
}

/// A decision by the result of a call.
#[derive(Clone, Debug)]
pub(crate) struct Flag {
    /// Block that decides.
    pub(crate) block: Id,
    /// Call site.
    pub(crate) site: u32,
    /// What of the decision needs which result.
    pub(crate) needs: Needs,
}

/// The outcome of a decision that needs a certain result of a call.
#[derive(Clone, Debug)]
pub(crate) enum Needs {
    /// The decision holds if the call returns this key.
    Key(i128),
    /// The arm with this number is chosen if the call returns the key.
    Arm(u32, i128),
    /// The number that is matched is the result.
    Number,
    /// The decision holds if the call returns a number of these ranges, or, if this is `true`, any
    /// other.
    Within(Ranges, bool),
}

/// One block.
#[derive(Debug, Default)]
struct Block {
    /// Lines of its statements.
    lines: Vec<u32>,
    /// `true` if the source panics here by a macro.
    panics: bool,
    step: Option<Step>,
    /// The decision whose condition or constant ends the block, and the place in it.
    member: Option<(u32, u32)>,
    /// `true` if control may come here without a hook that names the block.
    is_silent: bool,
}

/// The blocks of a function.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    blocks: Vec<Block>,
    labels: Vec<Option<Id>>,
    pub(crate) flags: Vec<Flag>,
    /// Names of the functions that are called, by call site.
    sites: Vec<String>,
    /// Number of decisions.
    decisions: u32,
    /// Decisions with an operand that never comes back.
    split: HashSet<u32>,
}

impl Blocks {
    /// Creates the entry block.
    pub(crate) fn new() -> (Self, Id) {
        let mut blocks = Self::default();
        let entry = blocks.fresh();
        (blocks, entry)
    }

    /// Creates a block.
    fn fresh(&mut self) -> Id {
        self.blocks.push(Block::default());
        self.blocks.len() as Id - 1
    }

    /// Creates a place to which no edge leads yet.
    pub(crate) fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    /// Returns the block of a label that an edge is about to lead to.
    pub(crate) fn target(&mut self, label: Label) -> Id {
        if let Some(block) = self.labels[label.0] {
            return block;
        }
        let block = self.fresh();
        self.labels[label.0] = Some(block);
        block
    }

    /// Returns the block of a label, if an edge leads there.
    pub(crate) fn reached(&self, label: Label) -> Option<Id> {
        self.labels[label.0]
    }

    /// Ends a block.
    pub(crate) fn end(&mut self, block: Id, step: Step) {
        let slot = &mut self.blocks[block as usize].step;
        debug_assert!(slot.is_none(), "block {block} ends twice");
        let silent =
            if let Step::Known(_, yes, no) = step { [Some(yes), Some(no)] } else { [None; 2] };
        *slot = Some(step);
        for next in silent.into_iter().flatten() {
            self.blocks[next as usize].is_silent = true;
        }
    }

    /// Returns `true` if control may come to a block without a hook that names it.
    pub(crate) fn is_silent(&self, block: Id) -> bool {
        self.blocks[block as usize].is_silent
    }

    /// Returns the number of a new decision.
    pub(crate) fn decision(&mut self) -> u32 {
        self.decisions += 1;
        self.decisions - 1
    }

    /// Splits a decision: an operand never comes back, so that leaving is a third outcome. Each of
    /// its conditions is then a decision of its own.
    pub(crate) fn split(&mut self, decision: u32) {
        self.split.insert(decision);
    }

    /// Notes that a block ends by this member of a decision.
    pub(crate) fn member(&mut self, block: Id, decision: u32, place: u32) {
        self.blocks[block as usize].member = Some((decision, place));
    }

    /// Counts a statement, and returns the number of statements before it in the block.
    pub(crate) fn statement(&mut self, block: Id, line: usize) -> u32 {
        let lines = &mut self.blocks[block as usize].lines;
        lines.push(line as u32);
        lines.len() as u32 - 1
    }

    /// Returns the line of the last statement of a block.
    pub(crate) fn last_line(&self, block: Id) -> Option<u32> {
        self.blocks[block as usize].lines.last().copied()
    }

    /// Notes that the source panics in this block.
    pub(crate) fn panics(&mut self, block: Id) {
        self.blocks[block as usize].panics = true;
    }

    /// Creates the site of a call of a function with this name.
    pub(crate) fn site(&mut self, name: &str) -> u32 {
        self.sites.push(name.to_owned());
        self.sites.len() as u32 - 1
    }

    /// Returns the number of blocks.
    pub(crate) fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Returns the tables as the arguments of the constructor of a body.
    pub(crate) fn tokens(&self) -> TokenStream {
        // What decides alone is a decision of its own.
        let mut decisions = self.decisions;
        let blocks = self.blocks.iter().map(|block| {
            let (lines, step) = (
                &block.lines,
                block.step.as_ref().map_or_else(|| quote!(S::Fail(G::Unknown)), Step::tokens),
            );
            let member = block.member.filter(|(decision, _)| !self.split.contains(decision));
            let member = match (member, &block.step) {
                (None, Some(Step::Decide(..) | Step::Pattern(..))) => {
                    decisions += 1;
                    Some((decisions - 1, 0))
                }
                (member, _) => member,
            };
            match member {
                Some((decision, place)) => {
                    quote!(_m(&[#(#lines),*], #step, #decision, #place))
                }
                None if block.panics => quote!(_p(&[#(#lines),*], #step)),
                None => quote!(_b(&[#(#lines),*], #step)),
            }
        });
        let flags = self.flags.iter().map(|Flag { block, site, needs }| match needs {
            Needs::Key(key) => quote!((#block, #site, N::Key(#key))),
            Needs::Arm(arm, key) => quote!((#block, #site, N::Arm(#arm, #key))),
            Needs::Number => quote!((#block, #site, N::Number)),
            Needs::Within(ranges, denied) => {
                let ranges = ranges.iter().map(|(low, high)| quote!((#low, #high)));
                quote!((#block, #site, N::Within(&[#(#ranges),*], #denied)))
            }
        });
        let sites = &self.sites;
        quote!(&[#(#blocks),*], &[#(#sites),*], &[#(#flags),*])
    }
}

impl Step {
    fn tokens(&self) -> TokenStream {
        match self {
            Self::Jump(to) => quote!(S::Jump(#to)),
            Self::MayLeave(to) => quote!(S::MayLeave(#to)),
            Self::MayJump(to, targets) => quote!(S::MayJump(#to, &[#(#targets),*])),
            Self::Return(gives) => {
                let gives = gives.tokens();
                quote!(S::Return(#gives))
            }
            Self::Fail(gives) => {
                let gives = gives.tokens();
                quote!(S::Fail(#gives))
            }
            Self::Known(value, yes, no) => quote!(S::Known(#value, #yes, #no)),
            Self::Decide(yes, no) => quote!(S::Decide(#yes, #no)),
            Self::Pattern(yes, no) => quote!(S::Pattern(#yes, #no)),
            Self::Switch { arms, default } => {
                let arms = arms.iter().map(|(low, high, to)| quote!((#low, #high, #to)));
                let default = default.map_or_else(|| quote!(O::None), |to| quote!(O::Some(#to)));
                quote!(S::Switch(&[#(#arms),*], #default))
            }
            Self::Choose { arms, default } => {
                let arms = arms.iter().map(|(arm, to)| quote!((#arm, #to)));
                quote!(S::Choose(&[#(#arms),*], #default))
            }
        }
    }
}

impl Gives {
    fn tokens(&self) -> TokenStream {
        match self {
            Self::Unknown => quote!(G::Unknown),
            Self::Key(key) => quote!(G::Key(#key)),
            Self::Call { site, negated } => quote!(G::Call(#site, #negated)),
            Self::Decision => quote!(G::Decision),
        }
    }
}
