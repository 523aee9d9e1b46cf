//! Which branches test the result of a call, and what functions return where.

use crate::flow::{Edge, FlowGraph, GraphIdentity, GraphMismatch, Outcome};
use crate::id::{Activation, Block, Branch, CallSite, Function};
use crate::numbers::NumberMap;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// What a function returns at one of its exits.
///
/// ```
/// use sbst::fitness::flag::Returns;
/// use sbst::id::CallSite;
///
/// let site = CallSite::new(3);
/// assert_eq!(Returns::from(true), Returns::Constant(true));
/// assert_eq!(Returns::from(site), Returns::Call { site, negated: false });
/// assert_eq!(Returns::negated(site), Returns::Call { site, negated: true });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Returns {
    /// This value.
    Constant(bool),
    /// What the function that is called at this site returns, or the contrary.
    Call {
        /// The site.
        site: CallSite,
        /// Whether it is the contrary.
        negated: bool,
    },
    /// Something else: of this exit nothing is known, as if nothing was declared.
    Unknown,
}

impl Returns {
    /// The contrary of what the function that is called at this site returns.
    #[must_use]
    pub const fn negated(site: CallSite) -> Self {
        Self::Call { site, negated: true }
    }
}

impl From<bool> for Returns {
    fn from(value: bool) -> Self {
        Self::Constant(value)
    }
}

impl From<CallSite> for Returns {
    fn from(site: CallSite) -> Self {
        Self::Call { site, negated: false }
    }
}

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
    sheets: Vec<Sheet>,
    /// By branch: which of the flags it is, or [`NONE`].
    number: Vec<u32>,
    flags: Vec<Flag>,
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
    returns: BTreeMap<Block, Returns>,
    /// By exit: the last branches of the ways to it, once an exit was declared.
    ways: Option<Vec<(Block, Edge)>>,
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

const NONE: u32 = u32::MAX;

impl Flags {
    /// Nothing is known yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// To declare what is known of a function; blocks by their number within it.
    ///
    /// The graph is the one whose executions are refined later, or as much of it as there is: with another one than before, each
    /// declaration returns [`FlagError::OtherGraph`]. Each declaration takes time logarithmic in
    /// the size of the function, that of a constant for each dependence of the exit; all together once as many steps as the program has
    /// functions and branches. The first constant that is declared through the returned value takes as many steps as the function has
    /// blocks and branches.
    #[must_use = "it takes declarations"]
    pub const fn function<'a>(&'a mut self, graph: &'a FlowGraph, function: Function) -> FunctionFlags<'a> {
        FunctionFlags { flags: self, graph, function }
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
    fn ask(&mut self, question: Question) -> u32 {
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
    fn key(self) -> (bool, u32) {
        match self {
            Self::Branch(edge) => (false, edge.branch.number()),
            Self::Call { block, .. } => (true, block.number()),
        }
    }
}

/// Takes what is known of one function; made by [`Flags::function`]. Blocks go by their number within the function. A declaration that does
/// not fit changes nothing; one that was made before may be made again.
///
/// ```
/// use sbst::fitness::flag::{Flags, FunctionFlags};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{CallSite, Function};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let mut flags = Flags::new();
/// let mut declarations: FunctionFlags<'_> = flags.function(&graph, Function::new(0));
/// // if check(x) { return true }  return false
/// declarations.decides(0, CallSite::new(4))?.returns(1, true)?.returns(2, false)?;
/// assert_eq!((flags.branches().count(), flags.returns(Function::new(0)).count()), (2, 2));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FunctionFlags<'a> {
    flags: &'a mut Flags,
    graph: &'a FlowGraph,
    function: Function,
}

impl FunctionFlags<'_> {
    /// The two-way predicate of a block is the result of the call at a site: `if check(x)`.
    ///
    /// # Errors
    ///
    /// [`FlagError::NoSuchBlock`], [`FlagError::NoSuchBranch`] if the block has no two-way predicate, [`FlagError::DeclaredTwice`].
    pub fn decides(&mut self, block: u32, site: CallSite) -> Result<&mut Self, FlagError> {
        self.decides_as(block, site, true)
    }

    /// The two-way predicate of a block is the contrary of the result of the call at a site: `if !check(x)`.
    ///
    /// # Errors
    ///
    /// As for [`decides`](Self::decides).
    ///
    /// ```
    /// use sbst::fitness::flag::Flags;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, CallSite, Function};
    ///
    /// // if !check(x) { .. }
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let (mut flags, site) = (Flags::new(), CallSite::new(4));
    /// flags.function(&graph, Function::new(0)).decides_negated(0, site)?;
    /// assert_eq!(flags.needs(Branch::new(0)), Some((site, false))); // the way in needs `false`
    /// assert_eq!(flags.needs(Branch::new(1)), Some((site, true)));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn decides_negated(&mut self, block: u32, site: CallSite) -> Result<&mut Self, FlagError> {
        self.decides_as(block, site, false)
    }

    fn decides_as(&mut self, block: u32, site: CallSite, then: bool) -> Result<&mut Self, FlagError> {
        let both = [(Outcome::True, then), (Outcome::False, !then)];
        for (outcome, value) in both {
            self.check(block, outcome, Question { site, value })?;
        }
        for (outcome, value) in both {
            self.branch(block, outcome, site, value)?;
        }
        Ok(self)
    }

    /// A branch is taken iff a call at a site returns a value: for predicates that are not two-way, and for one side of those that are.
    ///
    /// Where calls are made until one returns `true`, as in `any`, only the side that is taken then is a flag:
    /// `branch(block, Outcome::True, site, true)`, or `branch(block, Outcome::False, site, true)` for `!any`. Where until one returns
    /// `false`, as in `all`: `branch(block, Outcome::False, site, false)`, for `!all` `branch(block, Outcome::True, site, false)`. One call
    /// that is the whole predicate, or its contrary, is declared by [`decides`](Self::decides) or
    /// [`decides_negated`](Self::decides_negated).
    ///
    /// # Errors
    ///
    /// [`FlagError::NoSuchBlock`], [`FlagError::NoSuchBranch`] if the block has no such branch or no predicate decides it,
    /// [`FlagError::DeclaredTwice`] if it was declared to be a flag of another site or value.
    pub fn branch(&mut self, block: u32, outcome: Outcome, site: CallSite, value: bool) -> Result<&mut Self, FlagError> {
        let question = Question { site, value };
        let edge = self.check(block, outcome, question)?;
        self.flags.reach(self.graph, self.function);
        let Flags { number, flags, .. } = &mut *self.flags;
        if number.len() <= edge.branch.index() {
            number.resize(edge.branch.index() + 1, NONE);
        }
        if number[edge.branch.index()] == NONE {
            number[edge.branch.index()] = flags.len() as u32;
            let flag = flags.len() as u32;
            let sheet = self.flags.sheet_mut(self.function);
            let (place, other) = (sheet.flags.len() as u32, Question { value: !question.value, ..question });
            let (question, reverse) = (sheet.ask(question), sheet.ask(other));
            sheet.flags.push(flag);
            self.flags.flags.push(Flag { edge, function: self.function, place, question, reverse });
        }
        Ok(self)
    }

    /// The edge of a branch that may be declared a flag.
    fn check(&self, block: u32, outcome: Outcome, question: Question) -> Result<Edge, FlagError> {
        let (function, source) = (self.function, self.block(block)?);
        let branch = self.graph.branch(source, outcome).filter(|_| outcome.is_decided());
        let edge = branch.and_then(|branch| self.graph.get_edge(branch));
        let edge = edge.ok_or(FlagError::NoSuchBranch { function, block, outcome })?;
        match self.flags.needs(edge.branch) {
            Some(known) if known != (question.site, question.value) => Err(FlagError::DeclaredTwice { function, block }),
            _ => Ok(edge),
        }
    }

    /// What the function returns at an exit: a value, what it got from a call (its site, or [`Returns::negated`]), or
    /// [`Returns::Unknown`].
    ///
    /// # Errors
    ///
    /// [`FlagError::NoSuchBlock`], [`FlagError::NotAnExit`], [`FlagError::DeclaredTwice`] if it was declared to return something else
    /// there.
    pub fn returns(&mut self, block: u32, value: impl Into<Returns>) -> Result<&mut Self, FlagError> {
        let (function, local, block, value) = (self.function, block, self.block(block)?, value.into());
        if !self.graph.is_exit(block) {
            return Err(FlagError::NotAnExit { function, block: local });
        }
        self.flags.reach(self.graph, function);
        let sheet = self.flags.sheet_mut(self.function);
        match sheet.returns.get(&block) {
            Some(&known) if known == value => return Ok(self),
            Some(_) => return Err(FlagError::DeclaredTwice { function, block: local }),
            None => sheet.returns.insert(block, value),
        };
        match value {
            Returns::Constant(value) => {
                for edge in self.graph.controls(block).filter_map(|branch| self.graph.get_edge(branch)) {
                    let required = Required::Branch(edge);
                    sheet.required[usize::from(value)].insert(required.key(), required);
                }
                let Sheet { ways, last, .. } = sheet;
                let ways = ways.get_or_insert_with(|| last_branches(self.graph, function));
                let from = ways.partition_point(|row| row.0 < block);
                for &(_, edge) in ways[from..].iter().take_while(|row| row.0 == block) {
                    let required = Required::Branch(edge);
                    last[usize::from(value)].insert(required.key(), required);
                }
            }
            // Nothing is returned where nothing leads.
            Returns::Call { .. } if !self.graph.is_reachable(block) => {}
            Returns::Call { site, negated } => {
                for value in [false, true] {
                    let question = sheet.ask(Question { site, value: value != negated });
                    sheet.delegations.push((block, question));
                    let required = Required::Call { block, question };
                    sheet.required[usize::from(value)].insert(required.key(), required);
                    sheet.last[usize::from(value)].insert(required.key(), required);
                }
            }
            Returns::Unknown => {}
        }
        Ok(self)
    }

    fn block(&self, block: u32) -> Result<Block, FlagError> {
        self.graph.check(self.flags.graph).map_err(FlagError::OtherGraph)?;
        self.graph.get_block(self.function, block).ok_or(FlagError::NoSuchBlock { function: self.function, block })
    }
}

/// By exit: the branches from which a function goes there without another branch. A block without a branch leads to one place, so each way
/// is followed once: linear.
fn last_branches(graph: &FlowGraph, function: Function) -> Vec<(Block, Edge)> {
    /// Not followed yet; leads to no exit.
    const OPEN: u32 = u32::MAX;
    const NOWHERE: u32 = u32::MAX - 1;
    let Some(entry) = graph.get_block(function, 0) else { return Vec::new() };
    let mut ends = alloc::vec![OPEN; graph.blocks_of(function).len()];
    let (mut all, mut way) = (Vec::new(), Vec::new());
    for edge in graph.branch_range_of(function).filter_map(|branch| graph.get_edge(Branch::new(branch))) {
        if !graph.is_reachable(edge.source) {
            continue;
        }
        let mut at = edge.target;
        let end = loop {
            let place = at.index() - entry.index();
            if ends[place] != OPEN {
                break ends[place];
            }
            if graph.is_exit(at) {
                break at.number();
            }
            let mut onwards = graph.successors(at).map(|(_, target)| target);
            let (Some(target), None, 0) = (onwards.next(), onwards.next(), graph.branches_of(at).len()) else { break NOWHERE };
            ends[place] = NOWHERE; // if it comes back here
            way.push(place);
            at = target;
        };
        way.drain(..).for_each(|place| ends[place] = end);
        if end != NOWHERE {
            all.push((Block::new(end), edge));
        }
    }
    all.sort_unstable_by_key(|row| (row.0, row.1.branch));
    all
}

impl Flags {
    /// From now on something is declared of this function, which fits what was declared before.
    fn reach(&mut self, graph: &FlowGraph, function: Function) {
        let least = graph.identity_at(function.index().saturating_add(1));
        self.graph = least.map_or(self.graph, |least| if least.functions() > self.graph.functions() { least } else { self.graph });
    }

    /// Returns the identity of the graph that the flags were declared for, as far as the last function that they name: they fit each
    /// graph that begins with it.
    #[must_use]
    pub const fn made_for(&self) -> GraphIdentity {
        self.graph
    }

    fn sheet_mut(&mut self, function: Function) -> &mut Sheet {
        if self.sheets.len() <= function.index() {
            self.sheets.resize_with(function.index() + 1, Sheet::default);
        }
        &mut self.sheets[function.index()]
    }
}

/// What does not fit. Blocks go by their number within the function, branches by that in the program.
///
/// ```
/// use sbst::fitness::flag::{FlagError, Flags};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
/// let (mut flags, f) = (Flags::new(), Function::new(0));
/// let error = flags.function(&graph, f).returns(1, true).expect_err("it jumps");
/// assert_eq!(error, FlagError::NotAnExit { function: f, block: 1 });
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FlagError {
    /// The function has no block with this number, or the graph no such function.
    #[error("{function} has no block {block}")]
    NoSuchBlock {
        /// The function.
        function: Function,
        /// The block.
        block: u32,
    },
    /// The block has no branch of this name, or none that a predicate decides.
    #[error("block {block} of {function} has no decided branch named {outcome}")]
    NoSuchBranch {
        /// The function.
        function: Function,
        /// The block.
        block: u32,
        /// The name.
        outcome: Outcome,
    },
    /// The flags were declared for another graph, or the execution is one of another graph.
    #[error("flags or an execution {0}")]
    OtherGraph(GraphMismatch),
    /// The function does not end in this block.
    #[error("{function} does not end in block {block}: nothing is returned there")]
    NotAnExit {
        /// The function.
        function: Function,
        /// The block.
        block: u32,
    },
    /// The predicate of this block was declared to test another call, or the contrary; or the exit to return something else.
    #[error("something else was declared before of block {block} of {function}")]
    DeclaredTwice {
        /// The function.
        function: Function,
        /// The block.
        block: u32,
    },
    /// The execution entered this function, but tells of no activation at all: a trace that does not record calls one by one, or whose
    /// hooks were called while no frame was open, or only frames of functions that the graph does not have.
    #[error("{function} was entered, but the execution knows no activation: record calls one by one, and hooks in frames")]
    NoActivations {
        /// The function.
        function: Function,
    },
    /// Nothing is known of the calls at a site that should return a value, for a flag or to be handed on: none was made there, as far as is
    /// recorded, or nothing is declared that would make one of the functions called there return it.
    #[error("{activation} needs {value} of the calls at {site}, of which nothing is known")]
    NothingKnown {
        /// The activation that needs it.
        activation: Activation,
        /// Its site.
        site: CallSite,
        /// The value.
        value: bool,
    },
    /// A call did all that it was declared to return a value for, and the flag went the other way.
    #[error("a call did all that {branch} needs, but {branch} was not taken in {activation}")]
    Contradiction {
        /// The flag.
        branch: Branch,
        /// Where it was evaluated.
        activation: Activation,
    },
}
