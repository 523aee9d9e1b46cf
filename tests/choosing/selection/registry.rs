//! Registries of goals at random: any criteria in any order, goals that no criterion makes, goals
//! that were dropped.

use super::MADE;
use crate::oracle::criteria::Form;
use crate::oracle::frontier::GoalPicture;
use crate::oracle::generate::{any_shape, crowded};
use crate::oracle::observation::Observation;
use crate::oracle::subject::{Subject, World, subject};
use crate::oracle::{Shape, custom_in, place_of};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::execution::{ExceptionKind, Partition, Thrown};
use sbst::fitness::Fitness;
use sbst::flow::FlowGraph;
use sbst::id::{Block, Branch, Function, GoalId, Symbol};
use sbst::objective::{
    Criterion, Goal, GoalGraph, Goals, Kind, Needs, Objective, Observed, Place, Roots, from_fn,
    implicit_branch_goals,
};
use std::collections::{BTreeMap, BTreeSet};

/// A kind of goals of the tests' own.
const OWN: Kind = Kind::new("own").unwrap();

/// A goal that no criterion makes: a kind and a number, which may be too large by one or two; or
/// one that lies in several places.
#[derive(Clone, Debug)]
pub(crate) enum Stray {
    One(u8, u8),
    Spread(Vec<(u8, u8)>),
}

/// How a registry came about, before it is known of which program.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub criteria: Vec<Criterion>,
    pub implicit: bool,
    pub before: Vec<Stray>,
    pub after: Vec<Stray>,
    /// Of the goals, and of a number that is none.
    pub dropped: Vec<u16>,
    pub roots: Roots,
}

pub(crate) fn strays(most: usize) -> impl Strategy<Value = Vec<Stray>> {
    let one = any::<(u8, u8)>().prop_map(|(kind, pick)| Stray::One(kind, pick));
    let spread = vec(any::<(u8, u8)>(), 0..4).prop_map(Stray::Spread);
    vec(prop_oneof![3 => one, 1 => spread], 0..=most)
}

pub(crate) fn roots() -> impl Strategy<Value = Roots> {
    proptest::sample::select(vec![Roots::Active, Roots::BehindEntry])
}

pub(crate) fn criteria() -> impl Strategy<Value = Vec<Criterion>> {
    // Without branch goals there is little to see.
    let some = proptest::sample::subsequence(MADE.to_vec(), 0..=MADE.len());
    let some = (some, proptest::bool::weighted(0.8)).prop_map(|(mut some, branches)| {
        some.extend((branches && !some.contains(&Criterion::Branch)).then_some(Criterion::Branch));
        some
    });
    some.prop_shuffle()
}

pub(crate) fn plan() -> impl Strategy<Value = Plan> {
    let dropped = prop_oneof![2 => Just(Vec::new()), 2 => vec(any::<u16>(), 0..6), 1 => vec(any::<u16>(), 0..80)];
    (criteria(), any::<bool>(), strays(4), strays(6), dropped, roots()).prop_map(
        |(criteria, implicit, before, after, dropped, roots)| Plan {
            criteria,
            implicit,
            before,
            after,
            dropped,
            roots,
        },
    )
}

/// A program one of whose functions has quadratically many dependences, with lines in it and
/// elsewhere.
pub(crate) fn crowded_subject() -> impl Strategy<Value = Subject> {
    let lines = vec((any::<u16>(), 0..2_u32, 0..4_u32), 0..8);
    (crowded(), any_shape(5), lines, subject(1, 3)).prop_map(|(crowd, other, lines, own)| {
        let shapes = vec![other, crowd];
        let blocks: usize = shapes.iter().map(Shape::len).sum();
        let lines = lines
            .into_iter()
            .map(|(pick, k, line)| (usize::from(pick) % blocks, k, line))
            .collect();
        let mutants = own
            .mutants
            .into_iter()
            .map(|(number, block, k)| (number, blocks - 1 - block, k))
            .collect();
        Subject { shapes, lines, mutants, methods: own.methods }
    })
}

/// The identity of a stray goal; `number` makes it one of its own if it is the caller's.
pub(crate) fn identity(world: &World, number: u32, kind: u8, pick: u8) -> Goal {
    let of = |count: usize| u32::from(pick) % (count as u32 + 2);
    let graph = &world.graph;
    let block = Block::new(of(graph.all_blocks().len()));
    let branch = Branch::new(of(graph.all_branches().len()));
    let function = Function::new(of(graph.functions().len()));
    match kind % 13 {
        0 | 1 => Goal::Branch(branch),
        2 | 3 => Goal::DirectBranch(branch),
        4 => Goal::Block(block),
        5 => Goal::Statement(block.statement(u32::from(kind) % 3)),
        6 => Goal::Entry(function),
        7 => Goal::DirectEntry(function),
        8 => Goal::Method(function),
        9 => Goal::MethodNoException(function),
        10 => Goal::Output(function, Partition::Zero),
        11 => Goal::Exception(Thrown::new(
            function,
            Symbol::new(kind.into()),
            ExceptionKind::Implicit,
        )),
        _ => custom_in(block, number),
    }
}

pub(crate) fn place(world: &World, (kind, pick): (u8, u8)) -> Place {
    let of = |count: usize| u32::from(pick) % (count as u32 + 2);
    match kind % 3 {
        0 => Place::Function(Function::new(of(world.graph.functions().len()))),
        1 => Place::Block(Block::new(of(world.graph.all_blocks().len()))),
        _ => Place::Branch(Branch::new(of(world.graph.all_branches().len()))),
    }
}

/// A goal of the caller that lies in several places.
struct Spread {
    id: u32,
    places: Vec<Place>,
}

impl<X: ?Sized> Objective<X> for Spread {
    fn fitness(&self, _: &Observed<'_, X>) -> Fitness {
        Fitness::NEVER
    }
    fn goal(&self) -> Goal {
        OWN.goal([self.id])
    }
    fn needs(&self) -> Needs {
        Needs::at(self.places.iter().copied())
    }
}

/// A registry, and what its goals lie behind.
pub(crate) struct Registry {
    pub goals: Goals<Observation>,
    pub spread: BTreeMap<u32, Vec<Place>>,
    pub dropped: BTreeSet<GoalId>,
    pub roots: Roots,
}

impl Registry {
    pub(crate) fn empty(roots: Roots) -> Self {
        Self { goals: Goals::new(), spread: BTreeMap::new(), dropped: BTreeSet::new(), roots }
    }

    pub(crate) fn new(world: &World, plan: &Plan) -> Self {
        let mut registry = Self::empty(plan.roots);
        registry.add_strays(world, &plan.before);
        for &criterion in &plan.criteria {
            registry.goals.add(criterion, &world.program(Form::Levels.library()));
        }
        if plan.implicit {
            registry.goals.extend(implicit_branch_goals(&world.graph));
        }
        registry.add_strays(world, &plan.after);
        registry.dropped =
            super::picked(&plan.dropped, registry.goals.len() + 1).into_iter().collect();
        registry
    }

    pub(crate) fn add_strays(&mut self, world: &World, strays: &[Stray]) {
        for stray in strays {
            match stray {
                Stray::One(kind, pick) => {
                    self.add_one(identity(world, self.goals.len() as u32, *kind, *pick));
                }
                Stray::Spread(places) => {
                    self.add_spread(places.iter().map(|&pick| place(world, pick)).collect());
                }
            }
        }
    }

    /// A goal that lies where its identity says.
    pub(crate) fn add_one(&mut self, goal: Goal) {
        self.goals.push(from_fn(
            goal,
            Needs::at(place_of(goal)),
            |_: &Observed<'_, Observation>| Fitness::NEVER,
        ));
    }

    pub(crate) fn add_spread(&mut self, places: Vec<Place>) {
        let id = self.goals.len() as u32;
        self.spread.insert(id, places.clone());
        self.goals.push(Spread { id, places });
    }

    /// As the library sees it, over a graph of the same program.
    pub(crate) fn goal_graph<'a>(&'a self, graph: &'a FlowGraph) -> GoalGraph<'a, Observation> {
        GoalGraph::new(&self.goals, graph)
            .with_roots(self.roots)
            .without(self.dropped.iter().copied())
    }

    /// By goal: its parents by definition, none for a root; `None` if it was dropped.
    pub(crate) fn parents(&self, world: &World) -> Vec<Option<Vec<GoalId>>> {
        let goals = self.goals.ids().map(|id| self.goals.goal(id)).collect();
        let picture = GoalPicture {
            world,
            goals,
            spread: self.spread.clone(),
            dropped: self.dropped.clone(),
            roots: self.roots,
        };
        picture.parents()
    }
}
