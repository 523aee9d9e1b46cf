//! Which branches test the results of calls, and what must happen in the functions that are called.

use super::condition::Node;
#[cfg(doc)]
use super::error::FlagError;
use super::key::{Key, Keys};
use super::returns::Returns;
use super::ways::{At, Way};
use crate::flow::{Edge, GraphIdentity};
use crate::id::{Block, Branch, CallSite, Function};
use crate::numbers::{NumberMap, pair};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::ops::RangeInclusive;

/// The flags of a program: which branches test the results of calls, and what the functions that are called return, and where.
///
/// A flag's observed distance tells nothing: that `check(x)` was false does not say how false. From what the functions return, and
/// the control dependences of the graph, it follows what must happen in them ([`required`](Self::required)).
///
/// Flags are declared function by function ([`function`](Self::function)), as far as somebody knows them, or derived from a dependence
/// graph ([`derived`](Self::derived)). Functions may be added at any time, and the order does not matter. Call sites are told apart within
/// a function: different sites of one function need different numbers. A site may call different functions.
///
/// No declaration makes a value infinite that was finite: where nothing is known of how a result could be returned, the flag
/// keeps the distance that was observed. [`Refined::check`](super::Refined::check) tells where that is so.
///
/// ```
/// use sbst::fitness::flag::{Condition, Flags, Keys, Returns};
/// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
/// use sbst::id::{CallSite, Function};
///
/// const CHECK: CallSite = CallSite::new(0);
///
/// // main: 0: if !odd(x) { 1 } 2
/// // odd:  0: return !even(x)
/// // even: 0: r = false; if x % 2 == 0 { 1: r = true }  2: return r
/// let [main, odd, even] = [0, 1, 2].map(Function::new);
/// let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2);
/// let mut graph = FlowGraph::of(&body)?;
/// graph.add(&FlowBuilder::new().exit(0))?;
/// graph.add(&body)?;
///
/// let mut flags = Flags::new();
/// flags.function(&graph, main).decides(0, !Condition::call(CHECK))?;
/// flags.function(&graph, odd).returns(0, Returns::negated(CHECK))?;
/// flags.function(&graph, even).returns(0, false)?.returns(1, true)?;
///
/// let branch = |f, outcome| graph.branch(graph.entry(f), outcome).expect("it decides");
/// // `false` is overwritten, unless the condition fails.
/// assert!(flags.required(even, true).eq([branch(even, Outcome::True)]));
/// assert!(flags.required(even, false).eq([branch(even, Outcome::False)]));
/// let needs = flags.needs(branch(main, Outcome::True));
/// assert!(needs.eq([(CHECK, &Keys::from(false))]));
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
    /// The sets of keys that anything needs, and their numbers.
    pub(super) keys: Vec<Keys>,
    pub(super) key_number: BTreeMap<Keys, u32>,
    /// By set of keys: the set of the contraries.
    pub(super) negated: Vec<u32>,
    /// Some flag needs the results of several calls.
    pub(super) any_joint: bool,
}

/// A flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Flag {
    pub edge: Edge,
    pub function: Function,
    /// Which of the flags of its function it is.
    pub place: u32,
    /// What it needs, made of questions.
    pub needs: Needs,
    /// How far the flag would be from not being taken.
    pub contrary: Needs,
}

/// A condition for one branch, made of questions by number. Parts come before what they are parts of; the last node is the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Needs {
    pub nodes: Box<[Node<u32>]>,
    /// It needs the results of several sites.
    pub is_joint: bool,
}

/// Branches that are required for constants, by constant and branch.
pub(super) type Constants = BTreeMap<(Key, u32), Edge>;

/// What is known of a function.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    /// Its flags, by number.
    pub flags: Vec<u32>,
    /// What its flags ask. What is asked where it hands a result on depends on who called it.
    pub questions: Vec<Question>,
    /// Which of the questions it is.
    question: NumberMap,
    /// What each block sets the result to.
    pub sets: BTreeMap<Block, Returns>,
    /// The ways in which it returns.
    pub ways: Vec<Way>,
    /// Some set is in a block that does not leave the function.
    pub goes_on: bool,
    /// The branches on which constants depend.
    pub controls: Constants,
    /// The same with the last branches of the ways to each constant, instead of those that it depends on.
    pub last: Constants,
    /// By exit: the last branches of the ways to it, once a constant was declared.
    pub exits: Option<Vec<(Block, Edge)>>,
    /// Where it returns the outcome of a decision or the result of a call: by blocks first, each by number.
    pub handed: BTreeMap<(bool, u32), Required>,
    /// Where it returns what a call does.
    pub delegations: Vec<Delegation>,
    /// The same by site and number.
    pub delegation_at: BTreeSet<(CallSite, u32)>,
}

/// How far are the calls at this site from returning one of these keys?
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Question {
    pub site: CallSite,
    /// The number of the set.
    pub keys: u32,
}

/// A way in which a function returns what a call at a site does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Delegation {
    pub at: At,
    pub site: CallSite,
    pub negated: bool,
}

/// What must happen in a function, for it to return a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Required {
    /// This branch must be taken.
    Branch(Edge),
    /// It must come this way, where it returns the result of a call: the delegation with this number.
    Call(At, u32),
    /// It must come this way, and the decision of this block must have the right outcome.
    Decision(At, Block),
}

pub(super) const NONE: u32 = u32::MAX;

impl Flags {
    /// Nothing is known yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the results that a flag depends on: by call site the keys that it needs there. Nothing for a branch that is no flag.
    pub fn needs(&self, branch: Branch) -> impl DoubleEndedIterator<Item = (CallSite, &Keys)> + Clone {
        let flag = self.number_of(branch).map(|number| self.flag(number));
        flag.into_iter().flat_map(|flag| {
            flag.needs.questions().filter_map(|question| {
                let question = self.sheet(flag.function)?.questions.get(question as usize)?;
                Some((question.site, &self.keys[question.keys as usize]))
            })
        })
    }

    /// Returns what each block of a function was declared to set its result to, by block, ascending.
    pub fn returns(&self, function: Function) -> impl DoubleEndedIterator<Item = (Block, Returns)> + Clone + '_ {
        let sets = self.sheet(function).map(|sheet| &sheet.sets);
        sets.into_iter().flatten().map(|(&block, &returns)| (block, returns))
    }

    /// Returns the branches that are flags, in the order of their declaration.
    pub fn branches(&self) -> impl DoubleEndedIterator<Item = Branch> + ExactSizeIterator + Clone + '_ {
        self.flags.iter().map(|flag| flag.edge.branch)
    }

    /// Returns the required branches of a result, ascending: those that the function must take to return one of these keys as a
    /// constant ([`RequiredBranches::Controls`](super::RequiredBranches::Controls)).
    ///
    /// Blocks that set the result to a decision, or to the result of a call, are required beside them.
    pub fn required<K: Into<Keys>>(
        &self,
        function: Function,
        keys: K,
    ) -> impl DoubleEndedIterator<Item = Branch> + ExactSizeIterator + Clone + use<K> {
        let keys = keys.into();
        let branches = |sheet: &Sheet| constants(&sheet.controls, &keys).map(|edge| edge.branch).collect::<BTreeSet<_>>();
        let found = self.sheet(function).map(branches).unwrap_or_default();
        found.into_iter().collect::<Vec<_>>().into_iter()
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

    pub(super) fn flag(&self, number: u32) -> &Flag {
        &self.flags[number as usize]
    }

    #[inline]
    pub(super) fn number_of(&self, branch: Branch) -> Option<u32> {
        self.number.get(branch.index()).copied().filter(|&number| number != NONE)
    }

    /// The number of a set of keys; those of its contraries are numbered as well.
    pub(super) fn intern(&mut self, keys: Keys) -> u32 {
        if let Some(&number) = self.key_number.get(&keys) {
            return number;
        }
        // The contraries of contraries are the keys themselves.
        let (number, negated) = (self.keys.len() as u32, keys.negated());
        let is_own = negated == keys;
        self.negated.extend([if is_own { number } else { number + 1 }, number].into_iter().take(if is_own { 1 } else { 2 }));
        for set in [keys, negated].into_iter().take(if is_own { 1 } else { 2 }) {
            self.key_number.insert(set.clone(), self.keys.len() as u32);
            self.keys.push(set);
        }
        number
    }
}

/// The branches for these keys, key by key. One for several keys comes several times.
pub(super) fn constants<'a>(branches: &'a Constants, keys: &'a Keys) -> impl Iterator<Item = Edge> + Clone + 'a {
    let range = |range: RangeInclusive<i64>| (Key::from(*range.start()), 0)..=(Key::from(*range.end()), u32::MAX);
    keys.ranges().flat_map(move |keys| branches.range(range(keys))).map(|(_, &edge)| edge)
}

impl Needs {
    /// The questions that it is made of; one may be there several times.
    pub(super) fn questions(&self) -> impl DoubleEndedIterator<Item = u32> + Clone + '_ {
        self.nodes.iter().filter_map(|node| match node {
            Node::Result(question) => Some(*question),
            Node::Both(..) | Node::Either(..) => None,
        })
    }
}

impl Required {
    /// The branch that is required, by number.
    pub(super) fn place(&self) -> Option<Branch> {
        match self {
            Self::Branch(edge) => Some(edge.branch),
            Self::Call(..) | Self::Decision(..) => None,
        }
    }

    /// The block whose decision is required, or where a branch or a way is.
    pub(super) fn block(&self) -> Block {
        match *self {
            Self::Branch(edge) | Self::Call(At::Edge(edge), _) => edge.source,
            Self::Call(At::Block(block), _) | Self::Decision(_, block) => block,
        }
    }
}

impl Question {
    /// A question by its number in an activation or a context that may be asked for these sets of keys.
    pub(super) fn of(flags: &Flags, sheet: &Sheet, keys: &[u32], number: usize) -> Self {
        let Some(handed_on) = number.checked_sub(sheet.questions.len()) else { return sheet.questions[number] };
        let Delegation { site, negated, .. } = sheet.delegations[handed_on / keys.len()];
        let keys = keys[handed_on % keys.len()];
        Self { site, keys: if negated { flags.negated[keys as usize] } else { keys } }
    }
}

impl Sheet {
    pub(super) fn ask(&mut self, question: Question) -> u32 {
        *self.question.entry(pair(question.site.number(), question.keys)).or_insert_with(|| {
            self.questions.push(question);
            self.questions.len() as u32 - 1
        })
    }

    /// Returns `true` if anything may be asked about the calls at a site.
    pub(super) fn asks(&self, site: CallSite) -> bool {
        self.about(site).next().is_some() || self.delegations_at(site).next().is_some()
    }

    /// Returns the number of questions of an activation (or a context) whose callers ask for `keys` sets of keys.
    pub(super) fn question_count(&self, keys: usize) -> usize {
        self.questions.len() + self.delegations.len() * keys
    }

    /// The number of the question that a delegation asks for the set of keys at this place.
    pub(super) fn handed_on(&self, delegation: usize, keys: usize, place: usize) -> usize {
        self.questions.len() + delegation * keys + place
    }

    /// Returns the delegations to a site, by number.
    pub(super) fn delegations_at(&self, site: CallSite) -> impl Iterator<Item = usize> + '_ {
        self.delegation_at.range((site, 0)..=(site, u32::MAX)).map(|&(_, number)| number as usize)
    }

    /// Returns the questions of flags about the calls at a site, by set of keys.
    pub(super) fn about(&self, site: CallSite) -> impl Iterator<Item = u32> + '_ {
        let both = [0, u32::MAX].map(|keys| pair(site.number(), keys));
        self.question.range(both[0]..=both[1]).map(|(_, &number)| number)
    }
}
