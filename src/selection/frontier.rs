//! The dynamic frontier: the goals that are worth pursuing now.

use super::reachable_blocks::{Fitted, Path, ReachableBlocks};
use super::schedule::{Sampler, Sampling};
use super::table::Lists;
use crate::id::GoalId;
use alloc::boxed::Box;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// Frontier of a search: the uncovered goals that are roots or have a covered parent, unless they
/// were set aside or dropped.
///
/// A goal may depend on other goals, its *parents*: only an execution that covers a parent can
/// cover the goal. Until a parent is covered, there is no use in pursuing the goal, because its
/// value carries no more information than the value of a parent.
///
/// - A goal without parents is a *root*: active from the start.
/// - [`cover`](Self::cover) takes the goals that an execution covered, and returns the goals that
///   became active.
/// - A covered goal stays covered, whether it was active or not. An active goal stays active until
///   it is covered.
///
/// For `if a { if b { .. } }` there are four branches. The branches of `b` depend on the branch of
/// `a` that leads to `b`:
///
/// <svg viewBox="0 0 440 196" width="440" style="max-width: 100%; height: auto" role="img" font-family="sans-serif" font-size="12">
/// <title>Four goals in three states of a search: the two branches of b wait until the branch of a that leads to them is covered</title>
/// <path d="M35 59 L26 110 M46 59 L76 111" fill="none" stroke="currentColor"/>
/// <circle cx="40" cy="50" r="9" fill="none" stroke="#d9730d" stroke-width="4"/><circle cx="110" cy="50" r="9" fill="none" stroke="#d9730d" stroke-width="4"/><circle cx="22" cy="120" r="9" fill="none" stroke="currentColor" stroke-dasharray="3 3"/><circle cx="82" cy="120" r="9" fill="none" stroke="currentColor" stroke-dasharray="3 3"/>
/// <g fill="currentColor" text-anchor="middle"><text x="40" y="33">a true</text><text x="110" y="33">a false</text><text x="22" y="147">b true</text><text x="82" y="147">b false</text><text x="66" y="14" font-weight="bold">at the start</text></g>
/// <path d="M185 59 L176 110 M196 59 L226 111" fill="none" stroke="currentColor"/>
/// <circle cx="190" cy="50" r="9" fill="none" stroke="#d9730d" stroke-width="4"/><circle cx="260" cy="50" r="9" fill="currentColor" stroke="currentColor"/><circle cx="172" cy="120" r="9" fill="none" stroke="currentColor" stroke-dasharray="3 3"/><circle cx="232" cy="120" r="9" fill="none" stroke="currentColor" stroke-dasharray="3 3"/>
/// <g fill="currentColor" text-anchor="middle"><text x="190" y="33">a true</text><text x="260" y="33">a false</text><text x="172" y="147">b true</text><text x="232" y="147">b false</text><text x="216" y="14" font-weight="bold">a false covered</text></g>
/// <path d="M335 59 L326 110 M346 59 L376 111" fill="none" stroke="currentColor"/>
/// <circle cx="340" cy="50" r="9" fill="currentColor" stroke="currentColor"/><circle cx="410" cy="50" r="9" fill="currentColor" stroke="currentColor"/><circle cx="322" cy="120" r="9" fill="none" stroke="#d9730d" stroke-width="4"/><circle cx="382" cy="120" r="9" fill="currentColor" stroke="currentColor"/>
/// <g fill="currentColor" text-anchor="middle"><text x="340" y="33">a true</text><text x="410" y="33">a false</text><text x="322" y="147">b true</text><text x="382" y="147">b false</text><text x="366" y="14" font-weight="bold">a true, b false covered</text></g>
/// <circle cx="30" cy="180" r="9" fill="none" stroke="currentColor" stroke-dasharray="3 3"/><circle cx="150" cy="180" r="9" fill="none" stroke="#d9730d" stroke-width="4"/><circle cx="300" cy="180" r="9" fill="currentColor" stroke="currentColor"/>
/// <g fill="currentColor"><text x="46" y="184">waits</text><text x="166" y="184">active: pursued</text><text x="316" y="184">covered</text></g>
/// </svg>
///
/// One covered parent is enough. A goal that needs several covered parents cannot be expressed.
///
/// Which of the active goals to sample next, [`next_goal`](Self::next_goal) chooses, as a
/// [`Sampling`] says.
///
/// Goals that no test can cover stay active for ever: a sampling with
/// [patience](Sampling::patience) gives them less of the budget. If there are many of them, in many
/// functions, draw new tests for the functions of active goals now and then, because selection by
/// itself keeps only tests for goals that look near.
///
/// The parents come from control dependence ([`GoalGraph`](crate::objective::GoalGraph),
/// [`of`](Self::of)), or from lists that you pass ([`new`](Self::new)).
///
/// All calls of `cover` together take nearly linear time in goals, blocks and branches, or in the
/// listed parents, even if the total number of parents is quadratic. Space is linear in the same
/// numbers. Goals that do not become active cost `cover` nothing.
///
/// Source: the dynamic selection of targets in Panichella, Kifetew, Tonella, "Automated Test Case
/// Generation as a Many-Objective Optimisation Problem with Dynamic Selection of the Targets" (TSE
/// 2018).
///
/// ```
/// use sbst::id::GoalId;
/// use sbst::selection::Frontier;
///
/// let [outer, inner, innermost] = [0, 1, 2].map(GoalId::new);
/// let mut frontier = Frontier::new([vec![], vec![outer], vec![inner]]);
/// assert_eq!(frontier.active(), [outer]);
/// assert_eq!(frontier.cover([outer]), [inner]); // the goals that became active
/// assert_eq!(frontier.cover([innermost]), []); // covered before its parent
/// assert_eq!(frontier.cover([inner]), []); // its only child is covered already
/// assert!(frontier.active().is_empty() && frontier.waiting().next().is_none());
/// ```
#[doc(alias = "dynamic target selection")]
#[derive(Clone, Debug, Default)]
pub struct Frontier {
    /// The states of the goals.
    pub(super) goals: States,
    /// Number of covered goals.
    covered: usize,
    /// Number of times that a goal became active.
    reached: u64,
    /// The blocks of the functions: gates that goals wait for.
    pub(crate) gates: ReachableBlocks,
    /// By goal: the goals and paths that open when it is covered.
    opened: Lists<Opened>,
    /// Newly covered goals whose effects are still to be applied.
    queue: Vec<GoalId>,
    /// The part of a goal graph that was taken in.
    pub(crate) fitted: Fitted,
    /// The rule of [`next_goal`](Self::next_goal).
    pub(super) sampling: Sampling,
    /// What `next_goal` remembers, from the first goal on that was sampled or improved.
    pub(super) sampler: Option<Box<Sampler>>,
}

/// The state of each goal, and the active ones.
#[derive(Clone, Debug, Default)]
pub(super) struct States {
    /// By goal.
    rows: Vec<Row>,
    /// The active goals.
    pub(super) active: Vec<GoalId>,
    /// The batch of goals that become active next, from 0; the greatest number stands for all later
    /// ones.
    pub(super) next: u32,
}

/// State of a goal.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// The position in the list of active goals, or one of the constants below.
    state: u32,
    /// The batch in which the goal became active last.
    since: u32,
}

/// Change of the goals that a search pursues.
/// [`Discovery::take_pursuit`](crate::objective::Discovery::take_pursuit) returns it, and
/// [`Frontier::pursue`] applies it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pursuit {
    /// Goals to pursue from now on.
    pub take_up: Vec<GoalId>,
    /// Goals not to pursue for now.
    pub set_aside: Vec<GoalId>,
}

/// Effect of covering a goal.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Opened {
    /// The goal becomes active.
    Goal(GoalId),
    /// The blocks on the path come within reach, and the goals that wait for them become active.
    Path(Path),
}

/// State of a goal that waits for a parent or a gate.
const WAITING: u32 = u32::MAX;
/// State of a covered goal.
const COVERED: u32 = u32::MAX - 1;
/// State of a goal that is never pursued.
const DROPPED: u32 = u32::MAX - 2;
/// State of a goal that is not pursued until it is taken up, even if a parent is covered.
const ASIDE: u32 = u32::MAX - 3;

impl Frontier {
    /// Creates a frontier from the parents of each goal, in the order of the goals' numbers. A
    /// parent that is no goal is ignored, and so is a goal that is its own parent. O(goals +
    /// parents).
    ///
    /// Cycles are allowed. If no root leads to a cycle, the goals of the cycle wait until a test
    /// happens to cover one of them: see [`waiting`](Self::waiting).
    ///
    /// # Panics
    ///
    /// If there are more than 2^32 - 4 goals, or more than 2^32 - 4 parents.
    #[must_use]
    pub fn new(parents: impl IntoIterator<Item = impl IntoIterator<Item = GoalId>>) -> Self {
        let (mut frontier, mut edges) = (Self::default(), Vec::new());
        for parents in parents {
            let goal = frontier.number_goal(true);
            edges.extend(parents.into_iter().map(|parent| (goal, parent)));
        }
        // All goals have numbers now, so that parents may come after their children.
        let known = frontier.len();
        // `edges` is sorted by goal already, since goals are numbered in the order of the lists.
        edges.retain(|&(goal, parent)| parent != goal && parent.index() < known);
        let mut edges = edges.as_slice();
        for goal in (0..known as u32).map(GoalId::new) {
            let own = edges.iter().take_while(|edge| edge.0 == goal).count();
            let (parents, rest) = edges.split_at(own);
            frontier.place_behind(goal, parents.iter().map(|edge| edge.1));
            edges = rest;
        }
        frontier.sorted_from(0);
        frontier
    }

    /// Adds a goal with these parents, and returns its number, which is the number of goals before
    /// the call. The goal is active unless it has parents and none of them is covered. A parent
    /// that is no goal yet is ignored. O(parents).
    ///
    /// Use it only for frontiers that were made from lists. A frontier of a registry takes goals
    /// and numbers from the registry: see [`fit`](Self::fit).
    ///
    /// # Panics
    ///
    /// If there are more than 2^32 - 4 goals.
    ///
    /// ```
    /// use sbst::selection::Frontier;
    ///
    /// let mut frontier = Frontier::default();
    /// let thrown = frontier.add([]);
    /// let behind = frontier.add([thrown]);
    /// assert_eq!(frontier.cover([thrown]), [behind]);
    /// ```
    pub fn add(&mut self, parents: impl IntoIterator<Item = GoalId>) -> GoalId {
        let active = self.active().len();
        let goal = self.number_goal(true);
        let known = goal.index();
        self.place_behind(goal, parents.into_iter().filter(|parent| parent.index() < known));
        self.sorted_from(active);
        goal
    }

    /// Notes that goals were covered, and returns the goals that became active, ascending: goals
    /// that were neither covered nor active before, and are active now. Goals that are covered
    /// already, dropped goals and unknown numbers are skipped.
    pub fn cover(&mut self, covered: impl IntoIterator<Item = GoalId>) -> &[GoalId] {
        // Phase 1 marks all covered goals, before phase 2 activates any: otherwise a goal of
        // `covered` could become active in between, and would be returned.
        for goal in covered {
            let Some(row) = self.goals.rows.get_mut(goal.index()) else { continue };
            let before = row.state;
            if before != COVERED && before != DROPPED {
                row.state = COVERED;
                if before < ASIDE {
                    self.deactivate(goal, before);
                }
                self.covered += 1;
                self.queue.push(goal);
            }
        }
        let before = self.active().len();
        // Phase 2 applies what each goal opens. No recursion is needed: opening a goal does not
        // cover it.
        while let Some(goal) = self.queue.pop() {
            let Self { opened, gates, goals, .. } = self;
            // A goal that is reached twice is activated once: `activate` looks at its state. So the
            // work is linear in what is registered under the covered goals, and each list is walked
            // only once, because a goal is covered only once. Internal iteration: the lists of all
            // covered goals are walked here, and this is the hot loop of a frontier.
            opened.of(goal.number()).for_each(|opened| goals.open(opened, gates));
        }
        self.sorted_from(before)
    }

    /// Returns the active goals, each once. Their order depends only on the calls so far.
    #[must_use]
    pub fn active(&self) -> &[GoalId] {
        &self.goals.active
    }

    /// Returns `true` if a goal is active; `false` for unknown goals.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::selection::Frontier;
    ///
    /// let [outer, inner] = [0, 1].map(GoalId::new);
    /// let mut frontier = Frontier::new([vec![], vec![outer]]);
    /// assert_eq!([outer, inner].map(|goal| frontier.is_active(goal)), [true, false]);
    /// frontier.cover([outer]);
    /// assert_eq!([outer, inner].map(|goal| frontier.is_active(goal)), [false, true]);
    /// ```
    #[must_use]
    pub fn is_active(&self, goal: GoalId) -> bool {
        self.state(goal).is_some_and(|state| state < ASIDE)
    }

    /// Returns `true` if a goal was covered; `false` for unknown and dropped goals. An archive also
    /// stores tests of dropped goals.
    #[must_use]
    pub fn is_covered(&self, goal: GoalId) -> bool {
        self.state(goal) == Some(COVERED)
    }

    /// Returns the number of covered goals.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::selection::Frontier;
    ///
    /// let mut frontier = Frontier::new([[], [], []]);
    /// frontier.cover([GoalId::new(0), GoalId::new(2), GoalId::new(0)]);
    /// assert_eq!((frontier.covered_count(), frontier.len()), (2, 3));
    /// ```
    #[must_use]
    pub const fn covered_count(&self) -> usize {
        self.covered
    }

    /// Returns how often a goal came within reach so far: of a goal that is [taken
    /// up](Self::take_up) again, each time.
    #[must_use]
    pub const fn reached(&self) -> u64 {
        self.reached
    }

    /// Returns an iterator over the goals that wait for one of their parents, ascending: goals that
    /// are neither active, covered, set aside nor dropped. Linear in all goals.
    pub fn waiting(&self) -> impl Iterator<Item = GoalId> + Clone {
        (0..self.len() as u32).map(GoalId::new).filter(|&goal| self.is_waiting(goal))
    }

    /// Returns the number of goals, dropped goals included. It is the number of the next goal.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.goals.rows.len()
    }

    /// Returns `true` if there are no goals.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.goals.rows.is_empty()
    }

    /// Sets goals aside: they are not active until [`take_up`](Self::take_up) is called, even if a
    /// parent is covered. Returns the goals that were active before.
    ///
    /// A goal that is set aside still becomes covered if [`cover`](Self::cover) gets it.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::selection::Frontier;
    ///
    /// let [first, second] = [0, 1].map(GoalId::new);
    /// let mut frontier = Frontier::new([vec![], vec![]]);
    /// frontier.cover([first]);
    /// assert_eq!(frontier.set_aside([first, second]), [second]);
    /// assert!(frontier.active().is_empty() && frontier.is_aside(second));
    /// assert_eq!(frontier.take_up([first, second]), [second]);
    /// assert_eq!(frontier.active(), [second]);
    /// ```
    pub fn set_aside(&mut self, goals: impl IntoIterator<Item = GoalId>) -> Vec<GoalId> {
        let mut were_active = Vec::new();
        for goal in goals {
            let Some(row) = self.goals.rows.get_mut(goal.index()) else { continue };
            let before = row.state;
            if before < ASIDE || before == WAITING {
                row.state = ASIDE;
                if before < ASIDE {
                    self.deactivate(goal, before);
                    were_active.push(goal);
                }
            }
        }
        were_active
    }

    /// Reactivates goals that were set aside, as new goals, and returns them, ascending. Other
    /// goals are skipped.
    pub fn take_up(&mut self, goals: impl IntoIterator<Item = GoalId>) -> &[GoalId] {
        let before = self.active().len();
        for goal in goals {
            if self.is_aside(goal) {
                self.goals.pursue(goal);
            }
        }
        self.sorted_from(before)
    }

    /// Sets goals aside, and takes goals up, as a [`Pursuit`] says.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::GoalId;
    /// use sbst::objective::{GoalGraph, Goals, branch_goals};
    /// use sbst::selection::{Frontier, Pursuit};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend(branch_goals(&graph));
    /// let mut frontier = Frontier::of(&GoalGraph::new(&goals, &graph));
    /// let [first, second] = [0, 1].map(GoalId::new);
    /// let mut change = Pursuit::default();
    /// change.set_aside.push(first);
    /// frontier.pursue(change);
    /// assert_eq!(frontier.active(), [second]);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn pursue(&mut self, change: Pursuit) {
        self.set_aside(change.set_aside);
        self.take_up(change.take_up);
    }

    /// Returns `true` if a goal was set aside.
    #[must_use]
    pub fn is_aside(&self, goal: GoalId) -> bool {
        self.state(goal) == Some(ASIDE)
    }

    /// Adds a goal that waits for nothing yet, and returns its number. If it is not pursued, it
    /// never becomes active.
    pub(crate) fn number_goal(&mut self, pursued: bool) -> GoalId {
        let number = u32::try_from(self.len())
            .ok()
            .filter(|&number| number < ASIDE)
            .expect("at most 2^32 - 4 goals");
        self.goals.rows.push(Row { state: if pursued { WAITING } else { DROPPED }, since: 0 });
        GoalId::new(number)
    }

    /// Makes a new goal wait for its parents, or makes it active if there are none or one is
    /// covered.
    fn place_behind(&mut self, goal: GoalId, parents: impl Iterator<Item = GoalId>) {
        let mut parents = parents.peekable();
        // Parents that are no goals were filtered out before: a goal that has only such parents is
        // a root.
        if parents.peek().is_none() {
            self.goals.activate(goal);
        }
        for parent in parents {
            self.open_when_covered(parent, Opened::Goal(goal));
        }
    }

    /// Makes a new goal wait for gates, of which one must open; without gates it is a root.
    pub(crate) fn put_behind(&mut self, goal: GoalId, gates: SmallVec<[u32; 2]>) {
        if gates.is_empty() {
            self.goals.activate(goal);
        }
        self.hold(goal, gates);
    }

    /// Makes a waiting goal wait for more gates, or makes it active if one is open.
    pub(crate) fn hold(&mut self, goal: GoalId, gates: SmallVec<[u32; 2]>) {
        for gate in gates {
            if self.gates.is_open(gate) {
                self.goals.activate(goal);
            } else {
                self.gates.hold(gate, goal.number());
            }
        }
    }

    /// Returns `true` if a goal was dropped when it was added: it is never pursued.
    #[must_use]
    pub fn is_dropped(&self, goal: GoalId) -> bool {
        self.state(goal) == Some(DROPPED)
    }

    /// Returns `true` if a goal waits for a parent or a gate.
    pub(crate) fn is_waiting(&self, goal: GoalId) -> bool {
        self.state(goal) == Some(WAITING)
    }

    /// Opens a goal or a path once a goal is covered; at once if it is covered already.
    pub(crate) fn open_when_covered(&mut self, goal: GoalId, opened: Opened) {
        if self.is_covered(goal) {
            self.open(opened);
        } else {
            self.opened.push(goal.number(), opened);
        }
    }

    /// Opens a goal or a path.
    pub(crate) fn open(&mut self, opened: Opened) {
        self.goals.open(opened, &mut self.gates);
    }

    /// Sorts the active goals from position `start` on, which became active last, and returns them.
    pub(crate) fn sorted_from(&mut self, start: usize) -> &[GoalId] {
        let States { rows, active, .. } = &mut self.goals;
        // Gates open in the order of the trees, which says nothing to a caller: ascending goals
        // make results reproducible.
        let newest = &mut active[start..];
        if !newest.is_sorted() {
            newest.sort_unstable();
            for (goal, place) in newest.iter().zip(start as u32..) {
                rows[goal.index()].state = place;
            }
        }
        if !newest.is_empty() {
            self.reached += newest.len() as u64;
            self.goals.next = self.goals.next.saturating_add(1);
            if self.sampler.is_some() {
                self.offer_from(start);
            }
        }
        &self.goals.active[start..]
    }

    /// Removes a goal from the active goals, where it was at this position.
    fn deactivate(&mut self, goal: GoalId, place: u32) {
        self.goals.deactivate(place);
        if self.sampler.is_some() {
            self.forget_samples(goal);
        }
    }

    /// Tells the sampler that a goal is not active any more. Apart from what calls it, which costs
    /// less without.
    #[inline(never)]
    fn forget_samples(&mut self, goal: GoalId) {
        if let Some(sampler) = &mut self.sampler {
            sampler.forget(goal);
            sampler.bring_back(|goal| self.goals.since(goal));
        }
    }

    /// Tells the sampler which goals are active from a position on.
    #[inline(never)]
    fn offer_from(&mut self, start: usize) {
        if let Some(sampler) = &mut self.sampler {
            for &goal in &self.goals.active[start..] {
                sampler.offer(goal, self.goals.since(goal));
            }
            sampler.bring_back(|goal| self.goals.since(goal));
        }
    }

    /// Returns the state of a goal.
    fn state(&self, goal: GoalId) -> Option<u32> {
        Some(self.goals.rows.get(goal.index())?.state)
    }
}

impl States {
    /// Opens a goal or a path.
    fn open(&mut self, opened: Opened, gates: &mut ReachableBlocks) {
        match opened {
            Opened::Goal(goal) => self.activate(goal),
            Opened::Path(path) => gates.open(path, |goal| self.activate(GoalId::new(goal))),
        }
    }

    /// Makes a waiting goal active. Goals that are covered, dropped, set aside or active do not
    /// change: so a goal may be held by several gates, and opened by several parents.
    fn activate(&mut self, goal: GoalId) {
        let row = &mut self.rows[goal.index()];
        if row.state == WAITING {
            *row = Row { state: self.active.len() as u32, since: self.next };
            self.active.push(goal);
        }
    }

    /// Makes a goal active that waits or is set aside.
    pub(super) fn pursue(&mut self, goal: GoalId) {
        if let Some(row) = self.rows.get_mut(goal.index()).filter(|row| row.state >= ASIDE) {
            if row.state == ASIDE {
                row.state = WAITING;
            }
            self.activate(goal);
        }
    }

    /// Removes the goal at a position from the active goals; the last one moves to this position.
    /// Constant time, which is why `active` is not sorted.
    fn deactivate(&mut self, place: u32) {
        // Invariant: rows[active[i]].state == i. The last goal takes the gap, and its state must
        // follow.
        self.active.swap_remove(place as usize);
        if let Some(moved) = self.active.get(place as usize) {
            self.rows[moved.index()].state = place;
        }
    }

    /// Returns the batch in which a goal became active last.
    pub(super) fn since(&self, goal: GoalId) -> u32 {
        self.rows[goal.index()].since
    }

    /// Returns the state of a goal: since when it is active, if it is, or what it is else.
    pub(super) fn known(&self, goal: GoalId) -> (bool, u32) {
        let Row { state, since } = self.rows[goal.index()];
        if state < ASIDE { (true, since) } else { (false, state) }
    }

    /// Sets the batch in which a goal became active last.
    pub(super) fn set_since(&mut self, goal: GoalId, since: u32) {
        self.rows[goal.index()].since = since;
    }
}
