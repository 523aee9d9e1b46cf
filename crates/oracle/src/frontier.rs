//! F13's goal graph and frontier, by their definitions: the parents of every goal, and which goals
//! are active.
//!
//! [`GoalPicture`] takes control dependence from [`Picture`](super::picture::Picture), not from the
//! library; [`SlowFrontier`] works the active goals out anew from the lists of parents and the
//! covered goals, each time.

use super::Way;
use super::subject::World;
use sbst::id::{GoalId, Statement};
use sbst::objective::Roots;
use sbst::objective::{Goal, Place};
use std::collections::{BTreeMap, BTreeSet};

/// What a goal may have to wait for: that a function is entered, or that another goal is covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Condition {
    Entered(usize),
    Covered(GoalId),
}

/// By function and block: the conditions of which one must hold before the block is entered.
type Conditions = Vec<Vec<BTreeSet<Condition>>>;

/// A registry of goals in plain form.
pub struct GoalPicture<'a> {
    pub world: &'a World,
    /// By number.
    pub goals: Vec<Goal>,
    /// By the caller's number: where goals of the caller lie that lie in several places.
    pub spread: BTreeMap<u32, Vec<Place>>,
    pub dropped: BTreeSet<GoalId>,
    pub roots: Roots,
}

impl GoalPicture<'_> {
    /// By goal: its parents, none for a root; `None` if it is not pursued.
    pub fn parents(&self) -> Vec<Option<Vec<GoalId>>> {
        let [of_all, of_direct] = [false, true].map(|direct| self.conditions(direct));
        let numbers = (0..).map(GoalId::new).zip(&self.goals);
        let parents = numbers.map(|(id, goal)| {
            let conditions =
                if matches!(goal, Goal::DirectBranch(_)) { &of_direct } else { &of_all };
            let parents = || {
                if self.roots == Roots::All {
                    Vec::new()
                } else {
                    self.parents_of(id, *goal, conditions)
                }
            };
            (!self.dropped.contains(&id)).then(parents)
        });
        parents.collect()
    }

    fn parents_of(&self, id: GoalId, goal: Goal, conditions: &Conditions) -> Vec<GoalId> {
        let mut all: BTreeSet<Condition> = BTreeSet::new();
        for (function, block) in self.blocks(goal) {
            all.extend(&conditions[function][block]);
        }
        // A goal's own branch is no parent.
        all.remove(&Condition::Covered(id));
        // To cover such a goal is to enter the function: it cannot wait for that.
        let enters = |entry| {
            entry == id
                || matches!(goal, Goal::Method(_) | Goal::DirectEntry(_) | Goal::MethodEntry(_))
        };
        let mut parents = BTreeSet::new();
        for condition in all {
            let parent = match condition {
                Condition::Covered(parent) => Some(parent),
                Condition::Entered(function) => {
                    self.entry_goal(function).filter(|&entry| !enters(entry))
                }
            };
            match parent {
                Some(parent) => parents.insert(parent),
                None => return Vec::new(),
            };
        }
        parents.into_iter().collect()
    }

    /// The least sets of which each block's has: its function's entry if it depends on that, the
    /// goals of the branches that it depends on, and where such a branch is no goal all that its
    /// source has.
    fn conditions(&self, direct: bool) -> Conditions {
        let by_function = self.world.pictures.iter().enumerate().map(|(function, picture)| {
            let of_way = |way: Way| self.goal_of_way((function, way), direct);
            let of_ways: BTreeMap<Way, Option<GoalId>> =
                picture.branches.iter().map(|branch| (branch.0, of_way(branch.0))).collect();
            let blocks = picture.statements.len();
            let mut sets = vec![BTreeSet::new(); blocks];
            for (block, set) in sets.iter_mut().enumerate() {
                set.extend(picture.on_entry[block].then_some(Condition::Entered(function)));
                set.extend(
                    picture.controls[block]
                        .iter()
                        .filter_map(|way| of_ways[way])
                        .map(Condition::Covered),
                );
            }
            loop {
                let before = sets.clone();
                for block in 0..blocks {
                    let replaced =
                        picture.controls[block].iter().filter(|way| of_ways[way].is_none());
                    let sources: BTreeSet<usize> = replaced.map(|way| way.0).collect();
                    for source in sources {
                        let of_source = sets[source].clone();
                        sets[block].extend(of_source);
                    }
                }
                if sets == before {
                    return sets;
                }
            }
        });
        by_function.collect()
    }

    fn number(&self, goal: Goal) -> Option<GoalId> {
        let found = self
            .goals
            .iter()
            .position(|&other| other == goal)
            .map(|number| GoalId::new(number as u32));
        found.filter(|id| !self.dropped.contains(id))
    }

    fn goal_of_way(&self, (function, way): (usize, Way), direct: bool) -> Option<GoalId> {
        let branch = self.world.branch(function, way);
        let itself = || self.number(Goal::Branch(branch));
        if direct { self.number(Goal::DirectBranch(branch)).or_else(itself) } else { itself() }
    }

    /// The goal that says that a function was entered, if roots wait for it.
    fn entry_goal(&self, function: usize) -> Option<GoalId> {
        let block = self.world.block(function, 0);
        let goals = [
            Goal::Entry(World::function(function)),
            Goal::Block(block),
            Goal::Statement(block.statement(0)),
        ];
        if self.roots == Roots::Active {
            None
        } else {
            goals.into_iter().find_map(|goal| self.number(goal))
        }
    }

    /// The blocks whose dependences are those of a goal; none if it lies nowhere in the program.
    fn blocks(&self, goal: Goal) -> Vec<(usize, usize)> {
        match goal {
            Goal::Line(line) => self
                .world
                .places(line.number())
                .into_iter()
                .map(|(function, block, _)| (function, block))
                .collect(),
            Goal::Mutant(mutant) => vec![self.world.mutant(mutant.number()).0],
            Goal::Of(_, [id, ..]) if super::place_of(goal).is_none() => self
                .spread
                .get(&id)
                .into_iter()
                .flatten()
                .filter_map(|&place| self.block(place))
                .collect(),
            Goal::Branch(branch) | Goal::DirectBranch(branch) => {
                self.block(Place::Branch(branch)).into_iter().collect()
            }
            Goal::Of(..) => {
                super::place_of(goal).and_then(|place| self.block(place)).into_iter().collect()
            }
            Goal::Block(block) | Goal::Statement(Statement { block, .. }) => {
                self.block(Place::Block(block)).into_iter().collect()
            }
            Goal::Entry(function)
            | Goal::DirectEntry(function)
            | Goal::Method(function)
            | Goal::MethodNoException(function)
            | Goal::MethodEntry(function)
            | Goal::Output(function, _)
            | Goal::Input(function, ..) => {
                self.block(Place::Function(function)).into_iter().collect()
            }
            Goal::Exception(thrown) => {
                self.block(Place::Function(thrown.function)).into_iter().collect()
            }
            _ => unreachable!("no other goals are made here"),
        }
    }

    /// Function and block of a place that the program has: within a function, its entry; on a
    /// branch, the branch's source.
    fn block(&self, place: Place) -> Option<(usize, usize)> {
        let pictures = &self.world.pictures;
        let blocks: usize = pictures.iter().map(|picture| picture.statements.len()).sum();
        let branches: usize = pictures.iter().map(|picture| picture.branches.len()).sum();
        match place {
            Place::Function(function) => {
                (function.index() < pictures.len()).then_some((function.index(), 0))
            }
            Place::Block(block) => (block.index() < blocks).then(|| self.world.place(block)),
            Place::Branch(branch) => (branch.index() < branches).then(|| {
                let (function, (source, _)) = self.world.way(branch);
                (function, source)
            }),
            _ => unreachable!("there are no other places"),
        }
    }
}

/// Lists of parents and what was covered: nothing is kept that could be out of date.
#[derive(Clone, Debug, Default)]
pub struct SlowFrontier {
    /// By goal; `None` if it is not pursued.
    pub parents: Vec<Option<Vec<GoalId>>>,
    pub covered: BTreeSet<GoalId>,
}

impl SlowFrontier {
    /// Unknown parents count as none, and so does the goal itself.
    pub fn new(parents: Vec<Vec<GoalId>>) -> Self {
        let known = parents.len();
        let clean = |(goal, of): (usize, Vec<GoalId>)| {
            Some(
                of.into_iter()
                    .filter(|parent| parent.index() < known && parent.index() != goal)
                    .collect(),
            )
        };
        Self {
            parents: parents.into_iter().enumerate().map(clean).collect(),
            covered: BTreeSet::new(),
        }
    }

    /// A goal whose parents are all older.
    pub fn add(&mut self, parents: &[GoalId]) -> GoalId {
        let own = self.parents.len();
        self.parents
            .push(Some(parents.iter().copied().filter(|parent| parent.index() < own).collect()));
        GoalId::new(own as u32)
    }

    /// Not covered, and a root or behind a covered goal; ascending.
    pub fn active(&self) -> Vec<GoalId> {
        let is_open = |parents: &Vec<GoalId>| {
            parents.is_empty() || parents.iter().any(|parent| self.covered.contains(parent))
        };
        let pursued = (0..)
            .map(GoalId::new)
            .zip(&self.parents)
            .filter(|(_, parents)| parents.as_ref().is_some_and(is_open));
        pursued.map(|(goal, _)| goal).filter(|goal| !self.covered.contains(goal)).collect()
    }

    /// What became active, ascending. Goals that are not pursued or not known stay as they are.
    pub fn cover(&mut self, goals: &[GoalId]) -> Vec<GoalId> {
        let before = self.active();
        let is_pursued =
            |goal: &GoalId| self.parents.get(goal.index()).is_some_and(Option::is_some);
        self.covered
            .extend(goals.iter().filter(|goal| is_pursued(goal)).copied().collect::<Vec<_>>());
        self.active().into_iter().filter(|goal| !before.contains(goal)).collect()
    }
}
