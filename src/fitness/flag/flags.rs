//! Which branches test the result of a call, and what must happen in the functions that are called.

#[cfg(doc)]
use super::error::FlagError;
use super::returns::Returns;
use crate::flow::{Edge, GraphIdentity};
use crate::id::{Block, Branch, CallSite, Function};
use crate::numbers::NumberMap;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Which branches are flags: they test the Boolean result of a call, so that the distance that is observed there tells nothing. And what
/// the functions that are called return, and where: from that, and the control dependences of the graph, it is known what must happen in
/// them ([`required`](Self::required)).
///
/// It is declared function by function, for any part of the program, as far as somebody knows it; functions may be added at any time.
/// Call sites are told apart within a function: different sites of one function need different numbers. A site may call different
/// functions; those of which nothing is declared do not count.
///
/// The order does not matter. But whoever declares a flag should declare all exits of the functions that are called there: as long as
/// nothing is known that returns the value which the flag needs, it is infinitely far, where the plain distance would have been K.
/// [`Refined::check`](super::Refined::check) tells where that is so.
///
/// ```
/// use sbst::fitness::flag::{FlagError, Flags, Returns};
/// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
/// use sbst::id::{CallSite, Function};
///
/// const CHECK: CallSite = CallSite::new(0);
///
/// // 0: if odd(x) { 1 } 2        odd: 0: return !even(x)        even: 0: if x % 2 == 0 { 1: return true } 2: return false
/// let [main, odd, even] = [0, 1, 2].map(Function::new);
/// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
/// graph.add(&FlowBuilder::new().exit(0))?;
/// graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
///
/// let mut flags = Flags::new();
/// flags.function(&graph, main).decides(0, CHECK)?;
/// flags.function(&graph, odd).returns(0, Returns::negated(CHECK))?;
/// flags.function(&graph, even).returns(1, true)?.returns(2, false)?;
///
/// let wrong = flags.function(&graph, even).returns(0, true).err();
/// assert_eq!(wrong, Some(FlagError::NotAnExit { function: even, block: 0 }));
/// let is_even = graph.branch(graph.entry(even), Outcome::True).expect("decides");
/// assert!(flags.required(even, true).eq([is_even]));
/// assert_eq!(flags.needs(graph.branch(graph.entry(main), Outcome::False).expect("decides")), Some((CHECK, false)));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Flags {
    /// That of the graph as far as the last function of which anything is declared.
    pub(super) graph: GraphIdentity,
    /// By function.
    pub(super) sheets: Vec<Sheet>,
    /// By branch: which of the flags it is, or [`NONE`].
    pub(super) number: Vec<u32>,
    pub(super) flags: Vec<Flag>,
}

/// A flag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flag {
    pub edge: Edge,
    pub function: Function,
    /// Which of the flags of its function it is.
    pub place: u32,
    /// What its function must ask to know how far it is.
    pub question: u32,
    /// The same question for the other value: how far the flag would be from not being taken.
    pub reverse: u32,
}

/// What is known of a function.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    /// Its flags, by number.
    pub flags: Vec<u32>,
    pub questions: Vec<Question>,
    /// Which of the questions it is.
    question: NumberMap,
    /// Exits at which it returns the result of a call, and the question that each asks: one for `true` and one for `false`.
    pub delegations: Vec<(Block, u32)>,
    /// For the results `false` and `true`: what must happen, branches first, each by number.
    pub required: [BTreeMap<(bool, u32), Required>; 2],
    /// The same with the last branches of the ways to each exit, instead of those that it depends on.
    pub last: [BTreeMap<(bool, u32), Required>; 2],
    pub returns: BTreeMap<Block, Returns>,
    /// By exit: the last branches of the ways to it, once an exit was declared.
    pub ways: Option<Vec<(Block, Edge)>>,
}

/// How far is the call at this site from returning this value?
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Question {
    pub site: CallSite,
    pub value: bool,
}

/// What must happen in a function, for it to return a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Required {
    /// This branch must be taken.
    Branch(Edge),
    /// This exit must be reached, where the result of a call is returned; and the question is how far that is from the right value.
    Call { block: Block, question: u32 },
}

pub(super) const NONE: u32 = u32::MAX;

impl Flags {
    /// Nothing is known yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The call site that a flag depends on, and the result that it needs; `None` for a branch that was not declared a flag.
    #[must_use]
    pub fn needs(&self, branch: Branch) -> Option<(CallSite, bool)> {
        let flag = self.flag(self.number_of(branch)?);
        let Question { site, value } = *self.sheet(flag.function)?.questions.get(flag.question as usize)?;
        Some((site, value))
    }

    /// What a function was declared to return, by exit, ascending.
    pub fn returns(&self, function: Function) -> impl DoubleEndedIterator<Item = (Block, Returns)> + Clone + '_ {
        let returns = self.sheet(function).map(|sheet| &sheet.returns);
        returns.into_iter().flatten().map(|(&block, &returns)| (block, returns))
    }

    /// The branches that were declared flags, in the order of their declaration.
    pub fn branches(&self) -> impl DoubleEndedIterator<Item = Branch> + ExactSizeIterator + Clone + '_ {
        self.flags.iter().map(|flag| flag.edge.branch)
    }

    /// Returns the required branches of a result, ascending: those that the exits depend on where the function returns it as a constant
    /// ([`RequiredBranches::Controls`](super::RequiredBranches::Controls)). Exits that return the result of a call are not among them.
    pub fn required(&self, function: Function, value: bool) -> impl DoubleEndedIterator<Item = Branch> + Clone + '_ {
        let required = self.sheet(function).map(|sheet| sheet.required[usize::from(value)].values());
        required.into_iter().flatten().filter_map(|required| match required {
            Required::Branch(edge) => Some(edge.branch),
            Required::Call { .. } => None,
        })
    }

    /// Returns the identity of the graph that the flags were declared for, as far as the last function that they name: they fit each
    /// graph that begins with it.
    #[must_use]
    pub const fn made_for(&self) -> GraphIdentity {
        self.graph
    }

    pub(super) fn sheet(&self, function: Function) -> Option<&Sheet> {
        self.sheets.get(function.index())
    }

    pub(super) fn flag(&self, number: u32) -> Flag {
        self.flags[number as usize]
    }

    #[inline]
    pub(super) fn number_of(&self, branch: Branch) -> Option<u32> {
        self.number.get(branch.index()).copied().filter(|&number| number != NONE)
    }
}

impl Question {
    fn number(self) -> u64 {
        u64::from(self.site.number()) << 1 | u64::from(self.value)
    }
}

impl Sheet {
    pub(super) fn ask(&mut self, question: Question) -> u32 {
        *self.question.entry(question.number()).or_insert_with(|| {
            self.questions.push(question);
            self.questions.len() as u32 - 1
        })
    }

    /// Returns `true` if anything is asked about the calls at a site.
    pub(super) fn asks(&self, site: CallSite) -> bool {
        self.about(site).next().is_some()
    }

    /// Returns the questions about the calls at a site, by number: at most two.
    pub(super) fn about(&self, site: CallSite) -> impl Iterator<Item = u32> + '_ {
        let both = [false, true].map(|value| Question { site, value }.number());
        self.question.range(both[0]..=both[1]).map(|(_, &number)| number)
    }
}

impl Required {
    /// Branches first, each by number.
    pub(super) fn key(self) -> (bool, u32) {
        match self {
            Self::Branch(edge) => (false, edge.branch.number()),
            Self::Call { block, .. } => (true, block.number()),
        }
    }
}
