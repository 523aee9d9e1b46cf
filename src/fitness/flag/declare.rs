//! Declarations of flags, function by function.

use super::condition::{Condition, Node, Sides};
use super::flags::{Flag, Flags, NONE, Needs, Question, Sheet};
use super::key::{Keys, Returns};
use super::source::FlagError;
use crate::flow::{Edge, FlowGraph, Outcome};
use crate::id::{Block, CallSite, Function, IdMap};
use alloc::vec;
use alloc::vec::Vec;

impl Flags {
    /// Returns the declarations of a function, to be added to. Blocks are named by their number
    /// within the function.
    ///
    /// The graph is the graph whose executions are refined later, or an earlier state of it. With a
    /// graph other than the one of earlier declarations, each declaration returns
    /// [`FlagError::OtherGraph`].
    ///
    /// Each declaration takes time logarithmic in the size of the function; a declared constant
    /// takes this time for each dependence of its block. A result that is set in a block with
    /// successors takes time linear in the function.
    #[must_use = "it takes declarations"]
    pub const fn function<'a>(
        &'a mut self,
        graph: &'a FlowGraph,
        function: Function,
    ) -> FunctionFlags<'a> {
        FunctionFlags { flags: self, graph, function }
    }

    /// Extends the identity of the graph to this function, which has a declaration from now on.
    fn reach(&mut self, graph: &FlowGraph, function: Function) {
        if let Some(least) = graph.identity_at(function.index().saturating_add(1))
            && least.functions() > self.graph.functions()
        {
            self.graph = least;
        }
    }

    /// Returns the data of a function, and creates it if necessary.
    fn sheet_mut(&mut self, function: Function) -> &mut Sheet {
        if self.sheets.len() <= function.index() {
            self.sheets.resize_with(function.index() + 1, Sheet::default);
        }
        &mut self.sheets[function.index()]
    }

    /// Converts one side of a condition to questions of a function.
    fn ask(&mut self, function: Function, condition: &Condition, side: u32) -> Needs {
        let (mut nodes, mut last, mut is_joint) = (Vec::new(), None, false);
        for node in part(condition, side) {
            let question = |(site, keys)| {
                is_joint |= last.replace(site).is_some_and(|other| other != site);
                let keys = self.intern(keys);
                self.sheet_mut(function).ask(Question { site, keys })
            };
            nodes.push(node.map(question, |part| part));
        }
        let is_beside = condition.is_beside;
        Needs { nodes: nodes.into_boxed_slice(), is_joint, is_beside }
    }

    /// Returns `true` if a flag needs exactly what a condition needs to hold. Adds no question.
    fn is_same(&self, flag: u32, condition: &Condition) -> bool {
        let flag = self.flag(flag);
        let Some(sheet) = self.sheet(flag.function) else { return false };
        let result = |question| {
            let Question { site, keys } = sheet.questions[question as usize];
            (site, self.keys[keys as usize].clone())
        };
        let known = flag.needs.nodes.iter().map(|node| node.map(result, |part| part));
        flag.needs.is_beside == condition.is_beside
            && known.eq(part(condition, condition.sides.holds))
    }
}

/// Returns the nodes of one side of a condition, with new numbers; the last one is the whole.
fn part(condition: &Condition, side: u32) -> Vec<Node> {
    // Marks the nodes of this side, from the whole to its parts. Parts come before the nodes that
    // contain them: one pass backwards marks the parts, and one pass forwards numbers them.
    // Recursion could overflow the stack on derived conditions.
    let all = &condition.nodes.0;
    let mut number = vec![NONE; all.len()];
    number[side as usize] = 0;
    for at in (0..=side as usize).rev() {
        if let (Node::Both(a, b) | Node::Either(a, b), true) = (&all[at], number[at] != NONE) {
            number[*a as usize] = 0;
            number[*b as usize] = 0;
        }
    }
    let mut nodes = Vec::new();
    for (at, node) in all.iter().enumerate() {
        if number[at] != NONE {
            number[at] = nodes.len() as u32;
            nodes.push(node.clone().map(|result| result, |part| number[part as usize]));
        }
    }
    nodes
}

/// Declarations of one function, from [`Flags::function`]. Blocks are named by their number within
/// the function. A declaration that does not fit changes nothing. A declaration may be repeated.
///
/// ```
/// use sbst::fitness::flag::{Flags, FunctionFlags};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{CallSite, Function};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let (mut flags, function) = (Flags::new(), Function::new(0));
/// let mut declarations: FunctionFlags<'_> = flags.function(&graph, function);
/// // if check(x) { return true } return false
/// declarations.decides(0, CallSite::new(4))?.returns(1, true)?.returns(2, false)?;
/// assert_eq!((flags.branches().count(), flags.returns(function).count()), (2, 2));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FunctionFlags<'a> {
    flags: &'a mut Flags,
    graph: &'a FlowGraph,
    function: Function,
}

impl FunctionFlags<'_> {
    /// Declares that the two-way predicate of a block tests the results of calls: `if check(x)` is
    /// `decides(block, SITE)`.
    ///
    /// See [`Condition`] for `!check(x)`, for tests of an `Option` or an `enum`, and for predicates
    /// of several calls.
    ///
    /// # Errors
    ///
    /// [`FlagError::NoSuchBlock`], [`FlagError::NoSuchBranch`] if the block has no two-way
    /// predicate, [`FlagError::DeclaredTwice`].
    ///
    /// ```
    /// use sbst::fitness::flag::{Condition, Flags, Key, Keys};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, CallSite, Function};
    ///
    /// // if let Some(..) = find(x) { .. }
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let (mut flags, find) = (Flags::new(), CallSite::new(4));
    /// let found = Condition::result(find, Key::SOME);
    /// flags.function(&graph, Function::new(0)).decides(0, found)?;
    /// let way_in = flags.needs(Branch::new(0));
    /// assert!(way_in.eq([(find, &Keys::from(Key::SOME))]));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn decides(
        &mut self,
        block: u32,
        condition: impl Into<Condition>,
    ) -> Result<&mut Self, FlagError> {
        let condition = condition.into();
        let holds = (self.edge(block, Outcome::True)?, condition.clone());
        let fails = (self.edge(block, Outcome::False)?, !condition);
        self.declare(&[holds, fails])
    }

    /// Declares that a branch is taken iff a call at a site returns one of these keys: for one side
    /// of a predicate.
    ///
    /// If calls are made until one of them returns `true`, as in `any`, only the side that is then
    /// taken is a flag: `branch(block, Outcome::True, site, true)`, or `branch(block,
    /// Outcome::False, site, true)` for `!any`. If calls are made until one of them returns
    /// `false`, as in `all`, declare `branch(block, Outcome::False, site, false)`, or
    /// `branch(block, Outcome::True, site, false)` for `!all`. For a predicate with two sides that
    /// are flags, use [`decides`](Self::decides).
    ///
    /// # Errors
    ///
    /// [`FlagError::NoSuchBlock`], [`FlagError::NoSuchBranch`] if the block has no such branch or
    /// no predicate decides it, [`FlagError::DeclaredTwice`] if it was declared to need something
    /// else.
    pub fn branch(
        &mut self,
        block: u32,
        outcome: Outcome,
        site: CallSite,
        keys: impl Into<Keys>,
    ) -> Result<&mut Self, FlagError> {
        let flag = (self.edge(block, outcome)?, Condition::of(site, keys.into()));
        self.declare(&[flag])
    }

    /// Declares that the multi-way predicate of a block selects by the result of the call at a
    /// site: `match check(x) { .. }`.
    ///
    /// Each arm needs one of the keys that it lists, and the default arm needs any other key.
    ///
    /// # Errors
    ///
    /// [`FlagError::NoSuchBlock`], [`FlagError::NoSuchBranch`] if the block has no arms,
    /// [`FlagError::DeclaredTwice`].
    ///
    /// ```
    /// use sbst::fitness::flag::{Flags, Keys};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, CallSite, Function};
    ///
    /// // match kind(x) { 1 => .., 2..=4 => .., _ => .. }
    /// let body = FlowBuilder::new().case(0, 1, 1).arm(0, [2..=4], 2).default(0, 3);
    /// let graph = FlowGraph::of(&body.exit(1).exit(2).exit(3))?;
    /// let (mut flags, kind) = (Flags::new(), CallSite::new(0));
    /// flags.function(&graph, Function::new(0)).switches(0, kind)?;
    /// let needs =
    ///     |number| flags.needs(Branch::new(number)).map(|(_, keys)| keys.to_string());
    /// assert!(needs(1).eq(["{2..=4}"]) && needs(2).eq(["{..=0, 5..}"]));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn switches(&mut self, block: u32, site: CallSite) -> Result<&mut Self, FlagError> {
        self.selects(block, site, |condition| condition)
    }

    /// Declares that a block selects by the result of a call, as [`switches`](Self::switches) does,
    /// with each flag [beside](Condition::beside_distance) the distance of the number from the arm.
    ///
    /// # Errors
    ///
    /// As [`switches`](Self::switches).
    ///
    /// ```
    /// use sbst::fitness::flag::Flags;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{CallSite, Function};
    ///
    /// let body = FlowBuilder::new().case(0, 1, 1).default(0, 2).exit(1).exit(2);
    /// let graph = FlowGraph::of(&body)?;
    /// let (mut flags, kind) = (Flags::new(), CallSite::new(0));
    /// let mut function = flags.function(&graph, Function::new(0));
    /// function.switches_beside(0, kind)?;
    /// assert!(function.switches(0, kind).is_err()); // that would be another declaration
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn switches_beside(&mut self, block: u32, site: CallSite) -> Result<&mut Self, FlagError> {
        self.selects(block, site, Condition::beside_distance)
    }

    /// Adds a flag for each arm of a block.
    fn selects(
        &mut self,
        block: u32,
        site: CallSite,
        form: impl Fn(Condition) -> Condition,
    ) -> Result<&mut Self, FlagError> {
        let (function, source) = (self.function, self.block(block)?);
        let missing = FlagError::NoSuchBranch { function, block, outcome: Outcome::Default };
        let arms = self.graph.arms(source).ok_or(missing)?;
        let mut ranges = vec![Vec::new(); arms.len()];
        for (arm, range) in arms.ranges() {
            ranges[arm as usize].push(range);
        }
        // The branches of the arms are in the order of the table; the branch of the default arm
        // follows the last one, and needs every key that no arm lists.
        let others = !Keys::of_ranges(arms.ranges().map(|(_, range)| range));
        let keys = ranges.into_iter().map(Keys::of_ranges).chain([others]);
        let edges = self.graph.branches_of(source).filter_map(|branch| self.graph.get_edge(branch));
        let selected = edges.filter(|edge| edge.outcome.is_selected()).zip(keys);
        let rows: Vec<_> =
            selected.map(|(edge, keys)| (edge, form(Condition::of(site, keys)))).collect();
        self.declare(&rows)
    }

    /// Adds flags, each with the condition under which its branch is taken.
    fn declare(&mut self, flags: &[(Edge, Condition)]) -> Result<&mut Self, FlagError> {
        // All are checked before any is added, so that a declaration that does not fit changes
        // nothing.
        for (edge, condition) in flags {
            if let Some(known) = self.flags.number_of(edge.branch)
                && !self.flags.is_same(known, condition)
            {
                let block = self.graph.local(edge.source);
                return Err(FlagError::DeclaredTwice { function: self.function, block });
            }
        }
        for (edge, condition) in flags {
            self.add(*edge, condition);
        }
        Ok(self)
    }

    /// Declares the value that a block sets the result of the function to: a key (`true`,
    /// [`Key::NONE`](super::Key::NONE), 3), the result of a call (its site, or
    /// [`Returns::negated`]), a [`Returns::Decision`] that the execution records, or
    /// [`Returns::Unknown`].
    ///
    /// The block need not leave the function: `r = true`, and later `return r`. The last set of an
    /// activation is its result. If a block sets the result several times, declare its last set.
    ///
    /// A decision that the execution records in a block without a declaration needs none: the block
    /// is required as well if any call at the site recorded a decision there. If some calls come to
    /// such a block and others do not, or if another set may follow it, declare
    /// [`Returns::Decision`]: then the block counts in all executions alike.
    ///
    /// # Errors
    ///
    /// [`FlagError::NoSuchBlock`], [`FlagError::DeclaredTwice`] if it was declared to set something
    /// else.
    pub fn returns(
        &mut self,
        block: u32,
        value: impl Into<Returns>,
    ) -> Result<&mut Self, FlagError> {
        self.returns_all([(block, value.into())])
    }

    /// Declares the results of several blocks at once, as [`returns`](Self::returns) does for one.
    /// All together take time linear in the function.
    ///
    /// # Errors
    ///
    /// The errors of [`returns`](Self::returns); nothing is declared then.
    pub(crate) fn returns_all(
        &mut self,
        sets: impl IntoIterator<Item = (u32, Returns)>,
    ) -> Result<&mut Self, FlagError> {
        let (function, graph) = (self.function, self.graph);
        let mut new = IdMap::new();
        for (local, value) in sets {
            let block = self.block(local)?;
            // Collected first and added together: nothing is declared if any declaration does not
            // fit.
            let known = self.flags.sheet(function).and_then(|sheet| sheet.sets.get(block));
            if known.or(new.get(block)).is_some_and(|&known| known != value) {
                return Err(FlagError::DeclaredTwice { function, block: local });
            }
            if known.is_none() {
                new.insert(block, value);
            }
        }
        self.flags.reach(graph, function);
        self.flags.sheet_mut(function).set(graph, function, &new);
        Ok(self)
    }

    /// Returns the edge of a branch that may be declared a flag.
    fn edge(&self, block: u32, outcome: Outcome) -> Result<Edge, FlagError> {
        let (function, source) = (self.function, self.block(block)?);
        let branch = if outcome.is_decided() { self.graph.branch(source, outcome) } else { None };
        let edge = branch.and_then(|branch| self.graph.get_edge(branch));
        edge.ok_or(FlagError::NoSuchBranch { function, block, outcome })
    }

    /// Adds a flag, unless it is known.
    fn add(&mut self, edge: Edge, condition: &Condition) {
        // `declare` has shown that the declaration is the known one.
        if self.flags.number_of(edge.branch).is_some() {
            return;
        }
        let function = self.function;
        self.flags.reach(self.graph, function);
        let Sides { holds, fails } = condition.sides;
        let needs = self.flags.ask(function, condition, holds);
        let contrary = self.flags.ask(function, condition, fails);
        let Flags { number, flags, any_joint, .. } = &mut *self.flags;
        *any_joint |= needs.is_joint || contrary.is_joint;
        if number.len() <= edge.branch.index() {
            number.resize(edge.branch.index() + 1, NONE);
        }
        let flag = flags.len() as u32;
        number[edge.branch.index()] = flag;
        let sheet = self.flags.sheet_mut(function);
        let place = sheet.flags.len() as u32;
        sheet.flags.push(flag);
        self.flags.flags.push(Flag { edge, function, place, needs, contrary });
    }

    /// Returns a block of the function, or an error.
    fn block(&self, block: u32) -> Result<Block, FlagError> {
        self.graph.check(self.flags.graph).map_err(FlagError::OtherGraph)?;
        let found = self.graph.get_block(self.function, block);
        found.ok_or(FlagError::NoSuchBlock { function: self.function, block })
    }
}
