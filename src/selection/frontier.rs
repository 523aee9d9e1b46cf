//! The dynamic frontier of goals: those worth pursuing now.

use super::fitted::Fitted;
use super::lists::Lists;
use super::reachable_blocks::{Path, ReachableBlocks};
use crate::id::GoalId;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// Which goals a search pursues: those that are not covered, and that are roots or have a covered parent.
///
/// A goal lies behind other goals, its *parents*: it can be covered only by executions that cover one of them. Until one of them is
/// covered, pursuing it is pointless; its value says nothing that the parent's does not say.
///
/// - A goal without parents is a *root*: active from the start.
/// - [`cover`](Self::cover) takes what an execution covered and tells what became active.
/// - What is covered stays covered, whether it was active or not; what is active stays active until it is covered.
///
/// One parent is enough; there is no way to say that several must be covered.
///
/// Goals that nothing can cover stay active for ever: a [`Scheduler`](super::Scheduler) gives them less of the budget. Where there are many, in many functions, draw new tests for the functions of
/// active goals now and then: selection alone keeps the tests of goals that look near.
///
/// The parents come from control dependence ([`GoalGraph`](crate::objective::GoalGraph), [`of`](Self::of)) or from lists of the caller
/// ([`new`](Self::new)).
///
/// Time: all calls of `cover` together take nearly linear time in goals, blocks and branches (or in the parents listed), even where the
/// parents of all goals are quadratically many; space is linear in the same. What does not open costs `cover` nothing.
///
/// Source: the dynamic selection of targets in Panichella, Kifetew, Tonella, "Automated Test Case Generation as a Many-Objective
/// Optimisation Problem with Dynamic Selection of the Targets" (TSE 2018).
///
/// ```
/// use sbst::id::GoalId;
/// use sbst::selection::Frontier;
///
/// let [outer, inner, innermost] = [0, 1, 2].map(GoalId::new);
/// let mut frontier = Frontier::new([vec![], vec![outer], vec![inner]]);
/// assert_eq!(frontier.active(), [outer]);
/// assert_eq!(frontier.cover([outer]), [inner]); // what became active
/// assert_eq!(frontier.cover([innermost]), []); // by chance, before its parent
/// assert_eq!(frontier.cover([inner]), []); // nothing lies behind it but what is covered
/// assert!(frontier.active().is_empty() && frontier.waiting().next().is_none());
/// ```
#[doc(alias = "dynamic target selection")]
#[derive(Clone, Debug, Default)]
pub struct Frontier {
    /// By goal: its place among the active ones, or one of the constants below.
    states: Vec<u32>,
    active: Vec<GoalId>,
    covered: usize,
    pub(crate) gates: ReachableBlocks,
    /// By goal: what opens when it is covered.
    opened: Lists<Opened>,
    /// Goals newly covered, while they are dealt with.
    queue: Vec<GoalId>,
    /// What was taken in of a goal graph.
    pub(crate) fitted: Fitted,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Opened {
    Goal(GoalId),
    Path(Path),
}

const WAITING: u32 = u32::MAX;
const COVERED: u32 = u32::MAX - 1;
/// Not to be pursued.
const DROPPED: u32 = u32::MAX - 2;

impl Frontier {
    /// From a list of parents for each goal, in the order of their numbers. A parent that is no goal counts as none, and so does the
    /// goal itself. O(goals + parents).
    ///
    /// Cycles are legal. One that no root leads to waits until one of its goals is covered by chance: see [`waiting`](Self::waiting).
    ///
    /// # Panics
    ///
    /// If there are more than 2^32 - 3 goals, or as many parents.
    #[must_use]
    pub fn new(parents: impl IntoIterator<Item = impl IntoIterator<Item = GoalId>>) -> Self {
        let (mut frontier, mut edges) = (Self::default(), Vec::new());
        for parents in parents {
            let goal = frontier.next_goal(true);
            edges.extend(parents.into_iter().map(|parent| (goal, parent)));
        }
        let known = frontier.states.len();
        edges.retain(|&(goal, parent)| parent != goal && parent.index() < known);
        let mut edges = edges.as_slice();
        for goal in (0..known as u32).map(GoalId::new) {
            let own = edges.iter().take_while(|edge| edge.0 == goal).count();
            let (parents, rest) = edges.split_at(own);
            frontier.place_behind(goal, parents.iter().map(|edge| edge.1));
            edges = rest;
        }
        frontier
    }

    /// Adds a goal with these parents, and returns its number: the next one. It is active unless it has parents of which none is covered.
    /// A parent that is no goal (yet) counts as none. O(parents).
    ///
    /// For frontiers of lists. One of a registry takes its goals, and their numbers, from the registry: see [`fit`](Self::fit).
    ///
    /// # Panics
    ///
    /// If there are more than 2^32 - 3 goals.
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
        let goal = self.next_goal(true);
        let known = goal.index();
        self.place_behind(goal, parents.into_iter().filter(|parent| parent.index() < known));
        goal
    }

    /// Takes in what became covered, and returns what became active by it, ascending: neither covered nor active before, and active now.
    /// Goals covered already, goals dropped and numbers that the frontier does not know change nothing.
    pub fn cover(&mut self, covered: impl IntoIterator<Item = GoalId>) -> &[GoalId] {
        // All are marked before anything opens, so that none of them becomes active in between.
        for goal in covered {
            let Some(&state) = self.states.get(goal.index()) else { continue };
            match state {
                COVERED | DROPPED => continue,
                WAITING => {}
                place => self.deactivate(place as usize),
            }
            self.states[goal.index()] = COVERED;
            self.covered += 1;
            self.queue.push(goal);
        }
        let before = self.active.len();
        while let Some(goal) = self.queue.pop() {
            let Self { opened, gates, states, active, .. } = self;
            opened.of(goal.number()).for_each(|opened| open(opened, gates, states, active));
        }
        self.sorted_from(before)
    }

    /// The goals to pursue, each once, in an order that depends on the calls so far only.
    #[must_use]
    pub fn active(&self) -> &[GoalId] {
        &self.active
    }

    /// Whether a goal is to be pursued; not if the frontier does not know it.
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
        self.states.get(goal.index()).is_some_and(|&state| state < DROPPED)
    }

    /// Whether a goal was covered; not if the frontier does not know it, nor if it was dropped: an archive knows of those.
    #[must_use]
    pub fn is_covered(&self, goal: GoalId) -> bool {
        self.states.get(goal.index()) == Some(&COVERED)
    }

    /// How many goals were covered.
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

    /// The goals that wait for one of their parents, ascending: neither active nor covered nor dropped. Linear in all goals.
    pub fn waiting(&self) -> impl Iterator<Item = GoalId> + Clone {
        (0..).map(GoalId::new).zip(&self.states).filter(|&(_, &state)| state == WAITING).map(|(goal, _)| goal)
    }

    /// How many goals there are: the number of the next one. Those dropped count.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there is no goal at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Numbers a goal, which lies nowhere yet; one that is not pursued never will.
    pub(crate) fn next_goal(&mut self, pursued: bool) -> GoalId {
        let number = u32::try_from(self.states.len()).ok().filter(|&number| number < DROPPED).expect("at most 2^32 - 3 goals");
        self.states.push(if pursued { WAITING } else { DROPPED });
        GoalId::new(number)
    }

    /// Puts a goal that lies nowhere yet behind others; it is a root if there are none.
    fn place_behind(&mut self, goal: GoalId, parents: impl Iterator<Item = GoalId>) {
        let mut parents = parents.peekable();
        if parents.peek().is_none() {
            activate(&mut self.states, &mut self.active, goal);
        }
        parents.for_each(|parent| self.open_when_covered(parent, Opened::Goal(goal)));
    }

    /// Puts a goal behind gates, of which one must open; it is a root if there are none.
    pub(crate) fn put_behind(&mut self, goal: GoalId, gates: SmallVec<[u32; 2]>) {
        if gates.is_empty() {
            activate(&mut self.states, &mut self.active, goal);
        }
        self.hold(goal, gates);
    }

    /// Puts a goal that waits behind more gates.
    pub(crate) fn hold(&mut self, goal: GoalId, gates: SmallVec<[u32; 2]>) {
        for gate in gates {
            if self.gates.is_open(gate) {
                activate(&mut self.states, &mut self.active, goal);
            } else {
                self.gates.hold(gate, goal.number());
            }
        }
    }

    /// Whether a goal was dropped when it was taken in.
    pub(crate) fn is_dropped(&self, goal: GoalId) -> bool {
        self.states.get(goal.index()) == Some(&DROPPED)
    }

    pub(crate) fn is_waiting(&self, goal: GoalId) -> bool {
        self.states.get(goal.index()) == Some(&WAITING)
    }

    /// Lets something open when a goal is covered, which may have been.
    pub(crate) fn open_when_covered(&mut self, goal: GoalId, opened: Opened) {
        if self.is_covered(goal) {
            self.open(opened);
        } else {
            self.opened.push(goal.number(), opened);
        }
    }

    pub(crate) fn open(&mut self, opened: Opened) {
        open(opened, &mut self.gates, &mut self.states, &mut self.active);
    }

    /// The active goals from a place on, those that became active last, in ascending order.
    pub(crate) fn sorted_from(&mut self, start: usize) -> &[GoalId] {
        let newest = &mut self.active[start..];
        if !newest.is_sorted() {
            newest.sort_unstable();
            newest.iter().zip(start as u32..).for_each(|(goal, place)| self.states[goal.index()] = place);
        }
        newest
    }

    /// Takes the goal at a place out of the active ones; the last one moves there.
    fn deactivate(&mut self, place: usize) {
        self.active.swap_remove(place);
        if let Some(moved) = self.active.get(place) {
            self.states[moved.index()] = place as u32;
        }
    }
}

fn open(opened: Opened, gates: &mut ReachableBlocks, states: &mut [u32], active: &mut Vec<GoalId>) {
    match opened {
        Opened::Goal(goal) => activate(states, active, goal),
        Opened::Path(path) => gates.open(path, |goal| activate(states, active, GoalId::new(goal))),
    }
}

/// Makes a goal active that has waited.
fn activate(states: &mut [u32], active: &mut Vec<GoalId>, goal: GoalId) {
    let state = &mut states[goal.index()];
    if *state == WAITING {
        *state = active.len() as u32;
        active.push(goal);
    }
}
