//! Declarations, function by function.

use super::error::FlagError;
use super::flags::{Flag, Flags, NONE, Question, Required, Sheet};
use super::returns::Returns;
use crate::flow::{Edge, FlowGraph, Outcome};
use crate::id::{Block, Branch, CallSite, Function};
use crate::sort::sort_by_key;
use alloc::vec::Vec;

impl Flags {
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

    /// From now on something is declared of this function, which fits what was declared before.
    fn reach(&mut self, graph: &FlowGraph, function: Function) {
        let least = graph.identity_at(function.index().saturating_add(1));
        self.graph = least.map_or(self.graph, |least| if least.functions() > self.graph.functions() { least } else { self.graph });
    }

    fn sheet_mut(&mut self, function: Function) -> &mut Sheet {
        if self.sheets.len() <= function.index() {
            self.sheets.resize_with(function.index() + 1, Sheet::default);
        }
        &mut self.sheets[function.index()]
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
    sort_by_key(&mut all, |row| (row.0, row.1.branch));
    all
}
