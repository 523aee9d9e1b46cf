//! Flags of a program, and what is required of the called functions.

use super::condition::Node;
use super::key::{Constants, Key, Keys, Returns};
#[cfg(doc)]
use super::source::FlagError;
use super::ways::{At, Way};
use crate::flow::{Edge, GraphIdentity};
use crate::id::{Block, Branch, CallSite, Function, IdMap, IdSet};
use crate::sort::sort;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The flags of a program: the branches that test the results of calls, and the results that the
/// called functions return in their blocks.
///
/// The observed distance of a flag has no gradient: if `check(x)` was false, it does not say how
/// far it was from true. From the results of the called functions and the control dependences of
/// the graph follows what must happen in these functions ([`required`](Self::required)).
///
/// Flags are declared function by function ([`function`](Self::function)), for as many functions as
/// you like, or derived from a dependence graph ([`derived`](Self::derived)). Functions may be
/// added at any time and in any order. Call sites are distinguished within a function: different
/// sites of one function need different numbers. A site may call different functions.
///
/// No declaration makes a finite value infinite: if nothing says how a result could be returned,
/// the flag keeps the observed distance. [`Refined::check`](super::Refined::check) finds such
/// flags.
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
/// let branch =
///     |f, outcome| graph.branch(graph.entry(f), outcome).expect("it decides");
/// // `false` is the result only if the condition fails.
/// assert!(flags.required(even, true).eq([branch(even, Outcome::True)]));
/// assert!(flags.required(even, false).eq([branch(even, Outcome::False)]));
/// let needs = flags.needs(branch(main, Outcome::True));
/// assert!(needs.eq([(CHECK, &Keys::from(false))]));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Flags {
    /// Identity of the graph up to the last function with a declaration.
    pub(super) graph: GraphIdentity,
    /// Declarations, by function.
    pub(super) sheets: Vec<Sheet>,
    /// By branch: its index in `flags`, or [`NONE`].
    pub(super) number: Vec<u32>,
    /// The flags, in the order of declaration.
    pub(super) flags: Vec<Flag>,
    /// The distinct sets of keys that anything needs.
    pub(super) keys: Vec<Keys>,
    /// The bounds of the ranges of `keys` by number, each after the bounds before it: a trie.
    pub(super) bounds: IdSet<(u32, u32)>,
    /// The distinct numbers among the bounds.
    pub(super) bound_number: IdSet<Key>,
    /// By last bound: the index in `keys`.
    pub(super) key_number: IdMap<u32, u32>,
    /// By set of keys: the index of the set of the contraries.
    pub(super) negated: Vec<u32>,
    /// `true` if some flag needs the results of several calls.
    pub(super) any_joint: bool,
}

/// One flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Flag {
    /// Its branch.
    pub edge: Edge,
    /// Its function.
    pub function: Function,
    /// Its index among the flags of its function.
    pub place: u32,
    /// The results that it needs, made of questions.
    pub needs: Needs,
    /// The results with which it would not be taken.
    pub contrary: Needs,
}

/// A condition for one branch, made of questions by number. A part comes before the nodes that
/// contain it; the last node is the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Needs {
    /// The nodes.
    pub nodes: Box<[Node<u32>]>,
    /// `true` if it needs the results of several sites.
    pub is_joint: bool,
    /// `true` if the observed distance comes first.
    pub is_beside: bool,
}

/// Declarations of one function.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    /// Indices of its flags.
    pub flags: Vec<u32>,
    /// Questions of its flags. Questions about results that it hands on depend on its callers, and
    /// are not here.
    pub questions: Vec<Question>,
    /// The questions by site and keys, in the same order.
    pub question: IdSet<(CallSite, u32)>,
    /// The declared result of each block.
    pub sets: IdMap<Block, Returns>,
    /// Ways in which it returns.
    pub ways: Vec<Way>,
    /// `true` if some block that sets the result does not leave the function.
    pub goes_on: bool,
    /// Branches on which constants depend.
    pub controls: Constants,
    /// Last branches of the ways to each constant.
    pub last: Constants,
    /// By exit, or by block that sets a constant if `goes_on`: the last branches of the ways to it,
    /// once a constant was declared.
    pub exits: Option<Vec<(Block, Edge)>>,
    /// Requirements where it returns the outcome of a decision or the result of a call: blocks
    /// first, then edges, each by number.
    pub handed: IdMap<(bool, u32), Required>,
    /// Ways in which it returns the result of a call.
    pub delegations: Vec<Delegation>,
    /// The delegations by site and number.
    pub delegation_at: IdSet<(CallSite, u32)>,
}

/// The question how far the calls at a site are from returning one of some keys.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Question {
    pub site: CallSite,
    /// Index of the set of keys.
    pub keys: u32,
}

/// A way in which a function returns the result of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Delegation {
    pub at: At,
    pub site: CallSite,
    pub negated: bool,
}

/// A requirement for a function to return a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Required {
    /// This branch must be taken.
    Branch(Edge),
    /// The activation must come this way, where the function returns the result of a call: the
    /// delegation with this number.
    Call(At, u32),
    /// The activation must come this way, and the decision of this block must have the right
    /// outcome.
    Decision(At, Block),
}

/// Stands for no flag.
pub(super) const NONE: u32 = u32::MAX;

impl Flags {
    /// Creates flags without any declaration.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns an iterator over the results that a flag needs: call sites, each with the keys that
    /// the flag needs there. It is empty for a branch that is not a flag.
    pub fn needs(
        &self,
        branch: Branch,
    ) -> impl DoubleEndedIterator<Item = (CallSite, &Keys)> + Clone {
        let flag = self.number_of(branch).map(|number| self.flag(number));
        flag.into_iter().flat_map(|flag| {
            flag.needs.questions().filter_map(|question| {
                let question = self.sheet(flag.function)?.questions.get(question as usize)?;
                Some((question.site, &self.keys[question.keys as usize]))
            })
        })
    }

    /// Returns an iterator over the declared results of a function, by block, ascending.
    pub fn returns(
        &self,
        function: Function,
    ) -> impl DoubleEndedIterator<Item = (Block, Returns)> + Clone + '_ {
        let sets = self.sheet(function).map(|sheet| &sheet.sets);
        sets.into_iter().flat_map(IdMap::iter).map(|(block, &returns)| (block, returns))
    }

    /// Returns an iterator over the branches that are flags, in the order of their declaration.
    pub fn branches(
        &self,
    ) -> impl DoubleEndedIterator<Item = Branch> + ExactSizeIterator + Clone + '_ {
        self.flags.iter().map(|flag| flag.edge.branch)
    }

    /// Returns an iterator over the required branches of a result, ascending: the branches that the
    /// function must take to return one of these keys as a constant
    /// ([`RequiredBranches::Controls`](super::RequiredBranches::Controls)).
    ///
    /// Blocks that set the result to a decision, or to the result of a call, are required as well,
    /// and are not returned here.
    pub fn required<K: Into<Keys>>(
        &self,
        function: Function,
        keys: K,
    ) -> impl DoubleEndedIterator<Item = Branch> + ExactSizeIterator + Clone + use<K> {
        self.branches_for(function, &keys.into()).into_iter()
    }

    /// Returns the required branches of a result, ascending.
    fn branches_for(&self, function: Function, keys: &Keys) -> Vec<Branch> {
        let mut branches = Vec::new();
        if let Some(sheet) = self.sheet(function) {
            for edge in sheet.controls.edges(keys) {
                branches.push(edge.branch);
            }
        }
        sort(&mut branches);
        branches.dedup();
        branches
    }

    /// Returns the identity of the graph that the flags were declared for, up to the last function
    /// that they name. The flags fit each graph that begins with it.
    #[must_use]
    pub const fn made_for(&self) -> GraphIdentity {
        self.graph
    }

    /// Returns the declarations of a function.
    pub(super) fn sheet(&self, function: Function) -> Option<&Sheet> {
        self.sheets.get(function.index())
    }

    /// Returns a flag by its index.
    pub(super) fn flag(&self, number: u32) -> &Flag {
        &self.flags[number as usize]
    }

    /// Returns the index of the flag of a branch.
    #[inline]
    pub(super) fn number_of(&self, branch: Branch) -> Option<u32> {
        self.number.get(branch.index()).copied().filter(|&number| number != NONE)
    }

    /// Returns the index of a set of keys, and adds it and the set of its contraries if they are
    /// new.
    pub(super) fn intern(&mut self, keys: Keys) -> u32 {
        let end = self.end_of(&keys);
        if let Some(&number) = self.key_number.get(end) {
            return number;
        }
        // The contraries of the contraries are the keys themselves, so the two sets refer to each
        // other.
        let (number, negated) = (self.keys.len() as u32, keys.negated());
        if negated == keys {
            self.add_keys(keys, number);
        } else {
            self.add_keys(keys, number + 1);
            self.add_keys(negated, number);
        }
        number
    }

    /// Adds a new set of keys, with the index of the set of its contraries.
    fn add_keys(&mut self, keys: Keys, negated: u32) {
        let end = self.end_of(&keys);
        self.key_number.insert(end, self.keys.len() as u32);
        self.keys.push(keys);
        self.negated.push(negated);
    }

    /// Returns the number of the last bound of a set of keys among all bounds, from 1; 0 for the
    /// empty set.
    fn end_of(&mut self, keys: &Keys) -> u32 {
        let mut end = 0;
        for range in keys.ranges() {
            for bound in [*range.start(), *range.end()] {
                let number = self.bound_number.insert_place(Key::from(bound));
                end = self.bounds.insert_place((number, end)) + 1;
            }
        }
        end
    }
}

impl Flag {
    /// Returns what the flag is asked for after this distance was observed, NaN if it was not
    /// evaluated. A flag that was taken is asked for its contrary.
    pub(super) fn asked(&self, observed: f64) -> &Needs {
        if observed == 0.0 { &self.contrary } else { &self.needs }
    }
}

impl Needs {
    /// Returns an iterator over the questions of the condition; a question may come several times.
    pub(super) fn questions(&self) -> impl DoubleEndedIterator<Item = u32> + Clone + '_ {
        self.nodes.iter().filter_map(|node| match node {
            Node::Result(question) => Some(*question),
            Node::Both(..) | Node::Either(..) => None,
        })
    }
}

impl Required {
    /// Returns the required branch, if a branch is required.
    pub(super) fn place(&self) -> Option<Branch> {
        match self {
            Self::Branch(edge) => Some(edge.branch),
            Self::Call(..) | Self::Decision(..) => None,
        }
    }
}

impl Question {
    /// Returns a question by its number in an activation or a context that is asked for these sets
    /// of keys.
    pub(super) fn of(flags: &Flags, sheet: &Sheet, keys: &[u32], number: usize) -> Self {
        let Some(handed_on) = number.checked_sub(sheet.questions.len()) else {
            return sheet.questions[number];
        };
        // Questions of flags come first; then, for each delegation, one question for each set of
        // keys that callers ask for.
        let Delegation { site, negated, .. } = sheet.delegations[handed_on / keys.len()];
        let keys = keys[handed_on % keys.len()];
        Self { site, keys: if negated { flags.negated[keys as usize] } else { keys } }
    }
}

impl Sheet {
    /// Returns the number of a question, and adds it if it is new.
    pub(super) fn ask(&mut self, question: Question) -> u32 {
        let number = self.question.insert_place((question.site, question.keys));
        if number as usize == self.questions.len() {
            self.questions.push(question);
        }
        number
    }

    /// Returns `true` if there may be a question about the calls at a site.
    pub(super) fn asks(&self, site: CallSite) -> bool {
        self.about(site).next().is_some() || self.delegations_at(site).next().is_some()
    }

    /// Returns the number of questions of an activation (or a context) whose callers ask for `keys`
    /// sets of keys.
    pub(super) fn question_count(&self, keys: usize) -> usize {
        self.questions.len() + self.delegations.len() * keys
    }

    /// Returns the number of the question that a delegation asks for the set of keys at this index.
    pub(super) fn handed_on(&self, delegation: usize, keys: usize, place: usize) -> usize {
        self.questions.len() + delegation * keys + place
    }

    /// Returns the delegations to a site, by number.
    pub(super) fn delegations_at(&self, site: CallSite) -> impl Iterator<Item = usize> + '_ {
        self.delegation_at
            .range((site, 0)..=(site, u32::MAX))
            .map(|((_, number), _)| number as usize)
    }

    /// Returns the questions of flags about the calls at a site, by set of keys.
    pub(super) fn about(&self, site: CallSite) -> impl Iterator<Item = u32> + '_ {
        self.question.range((site, 0)..=(site, u32::MAX)).map(|(_, number)| number)
    }
}
