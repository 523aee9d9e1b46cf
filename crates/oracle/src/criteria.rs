//! F8 by its text: which goals a criterion has, and what each is worth on one observation.
//!
//! [`Judge`] knows A and D of F7 for one observation, in all calls and in direct ones, and says
//! what F8 makes of them.

use super::Way;
use super::observation::{Observation, effect_distance};
use super::picture::Picture;
use super::run::{Run, Seen};
use super::subject::{Subject, World};
use super::values::{Pair, Values};
use sbst::execution::Partition;
use sbst::id::{Block, Branch, Statement};
use sbst::objective::{Criterion, Evaluated, Forms, Goal};
use std::collections::BTreeSet;

const SMALLEST: f64 = 5e-324;
const COVERED: Pair = (0, 0.0);
const NOT_TOLD: Pair = (0, f64::INFINITY);
const NEVER: Pair = (u32::MAX, f64::INFINITY);

/// The criteria whose goals are made; those of exceptions are found.
pub const MADE: [Criterion; 11] = [
    Criterion::Branch,
    Criterion::DirectBranch,
    Criterion::Line,
    Criterion::WeakMutation,
    Criterion::Method,
    Criterion::MethodNoException,
    Criterion::Output,
    Criterion::Input,
    Criterion::Block,
    Criterion::Statement,
    Criterion::MethodEntry,
];

/// How goals are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Levels,
    /// As SMART prints them.
    Published,
    /// The same, but one evaluation of a predicate is enough.
    Once,
    /// Lines and mutants by definition; all else as in `Published`.
    Definition,
    /// Lines and statements with levels and without progress; all else as in `Levels`.
    Flat,
}

impl Form {
    pub const ALL: [Self; 5] =
        [Self::Levels, Self::Published, Self::Once, Self::Definition, Self::Flat];

    pub fn library(self) -> Forms {
        match self {
            Self::Levels => Forms::LEVELS,
            Self::Published => Forms::PUBLISHED,
            Self::Once => Forms { evaluated: Evaluated::Once, ..Forms::PUBLISHED },
            Self::Definition => Forms::DEFINITION,
            Self::Flat => Forms { form: sbst::objective::GoalForm::Flat, ..Forms::LEVELS },
        }
    }

    /// Whether branches have no levels.
    pub fn is_level_free(self) -> bool {
        matches!(self, Self::Published | Self::Once | Self::Definition)
    }

    /// Whether a predicate must be evaluated twice; then a suite is worth more than the best of its
    /// tests.
    pub fn is_twice(self) -> bool {
        matches!(self, Self::Published | Self::Definition)
    }
}

/// x / (1 + x), 1 for infinity only. Rounded once, as if 1 + x were exact: where that is rounded,
/// too, the quotient falls now and then.
pub fn norm(x: f64) -> f64 {
    if x == f64::INFINITY {
        return 1.0;
    }
    let sum = 1.0 + x;
    let lost = if x > 1.0 { 1.0 - (sum - x) } else { x - (sum - 1.0) };
    let quotient = x / sum;
    let rest = (-quotient).mul_add(sum, x) - quotient * lost;
    (quotient + rest / sum).min(1.0_f64.next_down())
}

/// Level and norm of the distance; a finite distance stays below the next level.
pub fn scalar((level, distance): Pair) -> f64 {
    let level = f64::from(level);
    if distance == f64::INFINITY {
        level + 1.0
    } else {
        (level + norm(distance)).min((level + 1.0).next_down())
    }
}

/// The scalar of a goal that was published with 1 for "not reached at all".
fn flat_scalar(pair: Pair) -> f64 {
    if pair == COVERED { 0.0 } else { (1.0 + norm(scalar(pair))).min(2.0_f64.next_down()) }
}

/// What a branch is worth if one evaluation is enough.
pub fn once(distance: Option<f64>) -> f64 {
    distance.map_or(1.0, norm)
}

fn least(pairs: impl Iterator<Item = Pair>) -> Pair {
    pairs.fold(NEVER, |a, b| if (b.0, b.1) < (a.0, a.1) { b } else { a })
}

fn covered_or(is_covered: bool, otherwise: Pair) -> Pair {
    if is_covered { COVERED } else { otherwise }
}

impl World {
    /// The branches of a function that branch coverage asks for.
    fn decided(&self, function: usize) -> impl Iterator<Item = Way> {
        let picture = &self.pictures[function];
        let ways = picture.branches.iter().map(|branch| branch.0);
        ways.filter(|way| {
            way.1.is_decided() && picture.is_reachable[way.0] && !picture.endless.contains(way)
        })
    }

    /// The goals that a criterion makes; those of exceptions are found, not made.
    pub fn goals(&self, criterion: Criterion) -> BTreeSet<Goal> {
        let Subject { shapes, mutants, methods, .. } = &self.subject;
        let functions = 0..shapes.len();
        let reachable: Vec<(usize, usize)> = functions
            .clone()
            .flat_map(|f| {
                (0..shapes[f].len())
                    .filter(move |&block| self.pictures[f].is_reachable[block])
                    .map(move |block| (f, block))
            })
            .collect();
        let branches = |branch: fn(Branch) -> Goal, entry: fn(usize) -> Goal| {
            let goals = functions.clone().flat_map(move |f| {
                let own: Vec<Goal> =
                    self.decided(f).map(|way| branch(self.branch(f, way))).collect();
                if own.is_empty() { vec![entry(f)] } else { own }
            });
            goals.collect()
        };
        let partitions = |of: &[Partition], goal: &dyn Fn(Partition) -> Goal| {
            of.iter().map(|&p| goal(p)).collect::<Vec<_>>()
        };
        match criterion {
            Criterion::Branch => branches(Goal::Branch, |f| Goal::Entry(World::function(f))),
            Criterion::DirectBranch => {
                branches(Goal::DirectBranch, |f| Goal::DirectEntry(World::function(f)))
            }
            Criterion::Line => {
                let lines = self.named_lines().into_iter();
                let lines = lines.filter(|&line| {
                    self.places(line).iter().any(|&(f, block, _)| reachable.contains(&(f, block)))
                });
                lines.map(|line| Goal::Line(sbst::id::Line::new(line))).collect()
            }
            Criterion::WeakMutation => {
                let reached = mutants.iter().filter(|&&(_, block, _)| {
                    reachable.contains(&self.place(Block::new(block as u32)))
                });
                reached.map(|mutant| Goal::Mutant(sbst::id::Mutant::new(mutant.0))).collect()
            }
            Criterion::StrongMutation => {
                let weak = self.goals(Criterion::WeakMutation).into_iter();
                weak.map(|goal| {
                    if let Goal::Mutant(mutant) = goal { Goal::StrongMutant(mutant) } else { goal }
                })
                .collect()
            }
            Criterion::Method => methods
                .iter()
                .map(|method| Goal::Method(World::function(method.function)))
                .collect(),
            Criterion::MethodNoException => methods
                .iter()
                .map(|method| Goal::MethodNoException(World::function(method.function)))
                .collect(),
            Criterion::Output => {
                let of = |f| move |p| Goal::Output(World::function(f), p);
                methods
                    .iter()
                    .flat_map(|method| partitions(&method.returns, &of(method.function)))
                    .collect()
            }
            Criterion::Input => {
                let arguments = methods.iter().flat_map(|method| {
                    (0..).zip(&method.takes).map(|(a, of)| (method.function, a, of))
                });
                let of = |f, a| move |p| Goal::Input(World::function(f), a, p);
                arguments.flat_map(|(f, a, domain)| partitions(domain, &of(f, a))).collect()
            }
            Criterion::MethodEntry => {
                functions.map(|f| Goal::MethodEntry(World::function(f))).collect()
            }
            Criterion::Block => {
                reachable.iter().map(|&(f, block)| Goal::Block(self.block(f, block))).collect()
            }
            Criterion::Statement => {
                let statements = |(f, block): (usize, usize)| {
                    (0..shapes[f].0[block].statements)
                        .map(move |k| Goal::Statement(self.block(f, block).statement(k)))
                };
                reachable.iter().flat_map(|&place| statements(place)).collect()
            }
            _ => BTreeSet::new(),
        }
    }

    pub fn judge<'a>(&'a self, observation: &'a Observation) -> Judge<'a> {
        let shapes = &self.subject.shapes;
        let seen = |run: &Run| -> Vec<Seen> {
            (0..shapes.len())
                .map(|f| run.functions.get(f).map(|own| own.1.clone()).unwrap_or_default())
                .collect()
        };
        let all: Vec<Seen> = seen(&observation.run)
            .into_iter()
            .map(|seen| if seen.entered { seen } else { Seen::default() })
            .collect();
        // Called directly: entered at all, and something is known from a direct call.
        let direct = seen(&observation.direct).into_iter().zip(&all).zip(&self.pictures).map(
            |((seen, all), picture)| {
                let known = !seen.progress.is_empty()
                    || picture.branches.iter().any(|branch| seen.distance.contains_key(&branch.0));
                if all.entered && known { Seen { entered: true, ..seen } } else { Seen::default() }
            },
        );
        let direct = View::new(&self.pictures, direct.collect());
        Judge { world: self, observation, all: View::new(&self.pictures, all), direct }
    }
}

/// One execution, or its direct calls, with A and D; by function.
pub struct View {
    pub seen: Vec<Seen>,
    pub values: Vec<Values>,
}

impl View {
    fn new(pictures: &[Picture], seen: Vec<Seen>) -> Self {
        let values = pictures
            .iter()
            .zip(&seen)
            .map(|(picture, seen)| Values::by_equations(picture, seen))
            .collect();
        Self { seen, values }
    }

    /// D of a branch, and the distance that was observed for it.
    fn branch(&self, (function, way): (usize, Way)) -> (Pair, Option<f64>) {
        (self.values[function].d[&way], self.seen[function].distance.get(&way).copied())
    }
}

pub struct Judge<'a> {
    pub world: &'a World,
    pub observation: &'a Observation,
    pub all: View,
    pub direct: View,
}

impl Judge<'_> {
    /// The view that direct-branch goals of a function are measured on.
    pub fn view(&self, function: usize) -> &View {
        if self.is_callable(function) { &self.direct } else { &self.all }
    }

    fn is_callable(&self, function: usize) -> bool {
        self.world.subject.methods.iter().any(|method| method.function == function)
    }

    fn entry(view: &View, function: usize) -> Pair {
        covered_or(view.seen[function].entered, NOT_TOLD)
    }

    fn block(&self, (function, block): (usize, usize)) -> Pair {
        self.all.values[function].block_goal(block)
    }

    /// Statement k of a block, with progress as gradient or flat.
    fn statement(&self, (function, block): (usize, usize), k: u32, is_flat: bool) -> Pair {
        let (level, distance) = self.block((function, block));
        match (self.all.seen[function].progress.get(&block), is_flat) {
            (Some(&progress), _) if progress >= k => COVERED,
            (Some(&progress), false) => (0, f64::from(k - progress)),
            (Some(_), true) => (0, SMALLEST),
            (None, false) => (level.saturating_add(1), distance),
            (None, true) => (level, distance),
        }
    }

    pub fn line(&self, line: u32, is_flat: bool) -> Pair {
        least(
            self.world
                .places(line)
                .into_iter()
                .map(|(f, block, k)| self.statement((f, block), k, is_flat)),
        )
    }

    /// Eq. 7, and what it is if one evaluation is enough.
    fn f_bc(&self, (function, way): (usize, Way), in_direct_calls: bool, form: Form) -> f64 {
        let (view, counts) = match in_direct_calls {
            true => (&self.direct, &self.observation.direct_evaluations),
            false => (&self.all, &self.observation.evaluations),
        };
        let distance = view.branch((function, way)).1;
        let block = self.world.block(function, way.0).index();
        let count = if way.1.is_decided() { counts.get(&block).copied().unwrap_or(0) } else { 0 };
        match distance {
            Some(0.0) => 0.0,
            _ if form.is_twice() && count < 2 => 1.0,
            _ => once(distance),
        }
    }

    /// 1 and the least f_bc of the branches that these blocks depend on. If they depend on none,
    /// the entry says it: 0 if it was entered.
    fn augmented(&self, blocks: &[(usize, usize)], form: Form) -> f64 {
        let controls = |&(f, block): &(usize, usize)| {
            self.world.pictures[f].controls[block].iter().map(move |&way| (f, way))
        };
        let branches: Vec<f64> =
            blocks.iter().flat_map(controls).map(|branch| self.f_bc(branch, false, form)).collect();
        if !branches.is_empty() {
            let least = branches.into_iter().fold(1.0, f64::min);
            // Near 1, the sum is rounded to 2, which is for branches of which nothing counts.
            return if least < 1.0 { (1.0 + least).min(2.0_f64.next_down()) } else { 2.0 };
        }
        // What is out of reach depends on nothing, and tells of its function only if it ran all the
        // same.
        let is_entered = |&(f, block): &(usize, usize)| {
            let runs = self.all.seen[f].progress.contains_key(&block);
            self.all.seen[f].entered && (self.world.pictures[f].on_entry[block] || runs)
        };
        if blocks.iter().any(is_entered) { 1.0 } else { 2.0 }
    }

    /// Evaluated: its infection distance; else its statement, one level further. And whether it was
    /// evaluated.
    fn mutant(&self, mutant: u32) -> (Pair, bool) {
        if let Some(&infection) = self.observation.infections.get(&mutant) {
            return ((0, infection), true);
        }
        let (block, k) = self.world.mutant(mutant);
        let (level, distance) = self.statement(block, k, false);
        ((level.saturating_add(1), distance), false)
    }

    /// Killed: covered. Infected, as it was measured or as the trace tells: how far the effect is
    /// from a kill, one of nothing if the mutant was not run. Else the weak goal, one level
    /// further.
    fn strong_mutant(&self, mutant: u32) -> Pair {
        let effect = self.observation.effects.get(&mutant).copied().unwrap_or((0.0, f64::INFINITY));
        let ((level, distance), _) = self.mutant(mutant);
        let is_infected = self.observation.infections.get(&mutant) == Some(&0.0) || effect.0 > 0.0;
        if effect.1 == 0.0 {
            COVERED
        } else if is_infected {
            (0, effect_distance(effect))
        } else {
            (level.saturating_add(1), distance)
        }
    }

    /// Whether the statement of a mutant began to run.
    fn is_reached(&self, mutant: u32) -> bool {
        let (block, k) = self.world.mutant(mutant);
        self.statement(block, k, false) == COVERED
    }

    /// Eq. 7 of any branch.
    pub fn twice(&self, branch: Branch) -> f64 {
        self.f_bc(self.world.way(branch), false, Form::Published)
    }

    /// The same if one evaluation is enough.
    pub fn once(&self, branch: Branch) -> f64 {
        self.f_bc(self.world.way(branch), false, Form::Once)
    }

    /// The pair of a goal where F7 and F8 define one: in all forms but the published ones.
    pub fn pair(&self, goal: Goal, form: Form) -> Option<Pair> {
        let observed = self.observation;
        let out = |distance: Option<f64>| distance.map_or(NOT_TOLD, |distance| (0, distance));
        let pair = match goal {
            Goal::Entry(function) | Goal::MethodEntry(function) => {
                Self::entry(&self.all, function.index())
            }
            Goal::DirectEntry(function) => {
                Self::entry(self.view(function.index()), function.index())
            }
            Goal::Block(block) => self.block(self.world.place(block)),
            Goal::Statement(Statement { block, index: k }) => {
                self.statement(self.world.place(block), k, form != Form::Levels)
            }
            Goal::Method(function) => {
                covered_or(observed.called.contains(&function.index()), NOT_TOLD)
            }
            Goal::MethodNoException(function) => {
                covered_or(observed.returned.contains(&function.index()), NOT_TOLD)
            }
            Goal::Exception(thrown) => covered_or(observed.thrown.contains(&thrown), NOT_TOLD),
            Goal::StrongMutant(mutant) => self.strong_mutant(mutant.number()),
            Goal::Line(line) if form == Form::Flat => self.line(line.number(), true),
            Goal::Line(_) if form != Form::Levels => return None,
            _ if form.is_level_free() => return None,
            Goal::Branch(branch) => self.all.branch(self.world.way(branch)).0,
            Goal::DirectBranch(branch) => {
                let (function, way) = self.world.way(branch);
                self.view(function).branch((function, way)).0
            }
            Goal::Line(line) => self.line(line.number(), false),
            Goal::Mutant(mutant) => self.mutant(mutant.number()).0,
            Goal::Output(function, partition) => out(observed.output(function.index(), partition)),
            Goal::Input(function, argument, partition) => {
                out(observed.input(function.index(), argument, partition))
            }
            _ => return None,
        };
        Some(pair)
    }

    /// The value of a goal as one number.
    pub fn scalar(&self, goal: Goal, form: Form) -> f64 {
        let binary = |distance: Option<f64>| if distance == Some(0.0) { 0.0 } else { 1.0 };
        match (goal, form) {
            (Goal::Branch(branch), _) if form.is_level_free() => {
                self.f_bc(self.world.way(branch), false, form)
            }
            (Goal::DirectBranch(branch), _) if form.is_level_free() => {
                let (function, way) = self.world.way(branch);
                self.f_bc((function, way), self.is_callable(function), form)
            }
            (Goal::Statement(Statement { block, index: k }), _) if form != Form::Levels => {
                flat_scalar(self.statement(self.world.place(block), k, true))
            }
            (Goal::Line(line), Form::Flat) => flat_scalar(self.line(line.number(), true)),
            (Goal::Line(line), _) if form.is_level_free() => {
                let places: Vec<(usize, usize)> = self
                    .world
                    .places(line.number())
                    .iter()
                    .map(|&(f, block, _)| (f, block))
                    .collect();
                match form {
                    _ if self.line(line.number(), false) == COVERED => 0.0,
                    Form::Definition => 1.0,
                    _ => self.augmented(&places, form),
                }
            }
            (Goal::Mutant(mutant), _) if form.is_level_free() => {
                match self.observation.infections.get(&mutant.number()) {
                    Some(&infection) => norm(infection),
                    None if form == Form::Definition => 1.0,
                    // Reached, and not evaluated: the norm of an infinite infection distance.
                    None if self.is_reached(mutant.number()) => 1.0,
                    None => self.augmented(&[self.world.mutant(mutant.number()).0], form),
                }
            }
            (Goal::Mutant(mutant), _) => match self.mutant(mutant.number()) {
                (pair, true) => scalar(pair),
                (pair, false) => scalar(pair).max(1.0_f64.next_up()),
            },
            (Goal::Output(function, partition), _) if form.is_level_free() => {
                binary(self.observation.output(function.index(), partition))
            }
            (Goal::Input(function, argument, partition), _) if form.is_level_free() => {
                binary(self.observation.input(function.index(), argument, partition))
            }
            _ => scalar(self.pair(goal, form).expect("F8 defines this form as a pair")),
        }
    }
}
