//! F9 across calls: which of two executions is nearer that got stuck at the same call.
//!
//! The definition of `sbst::fitness::block_coverage::across`, word by word. The end of a function
//! is a block more of its shape, and F9 is asked about that shape; sets of activations are sets,
//! and every place is looked at by recursion.

use super::block_coverage::{Definition, Rule};
use super::flag::Activity;
use super::run::Seen;
use super::{Node, Shape};
use sbst::fitness::block_coverage::Form;
use sbst::flow::{FlowGraph, Outcome};
use sbst::id::{CallSite, Function};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

type Activations = BTreeSet<usize>;

/// Function, block, statement.
type At = (usize, usize, u32);

/// Functions that call one another.
#[derive(Clone, Debug)]
pub struct Code {
    pub shapes: Vec<Shape>,
    /// The exits that throw: function, block.
    pub throwing: BTreeSet<(usize, usize)>,
    /// Sites by statement.
    pub sites: BTreeMap<At, BTreeSet<u32>>,
}

/// What F9 needs to know of each function of some code: as it is, and with its end. It takes long
/// to find out, and is the same for all comparisons.
#[derive(Debug)]
pub struct Definitions(Vec<[OnceCell<Definition>; 2]>);

/// What one site has to say, or one function called there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum By {
    Called,
    Returned,
    Within(Rule),
}

/// An answer, and where it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    pub signed: i64,
    pub by: By,
    pub at: At,
    pub site: u32,
    /// `None` for a site as such.
    pub callee: Option<usize>,
}

/// What came of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcomes {
    /// Of the comparison within the function of the target, for each block of it.
    pub plain: Vec<(i64, Rule)>,
    /// By depth, from 1: all answers that are not 0.
    pub depths: Vec<Vec<Found>>,
}

impl Outcomes {
    /// Negative: the first is nearer; and how deep that was found, 0 for the plain comparison.
    pub fn answer(&self, deepest: usize) -> (i64, usize) {
        let levels = std::iter::once(
            self.plain.iter().map(|plain| plain.0).filter(|&signed| signed != 0).collect(),
        )
        .chain(
            self.depths
                .iter()
                .map(|level| level.iter().map(|found| found.signed).collect::<Vec<i64>>()),
        );
        for (depth, level) in levels.enumerate().take(deepest.saturating_add(1)) {
            let (least, most) = (
                level.iter().min().copied().unwrap_or(0),
                level.iter().max().copied().unwrap_or(0),
            );
            if least < 0 && most > 0 {
                return (0, depth);
            }
            if least < 0 || most > 0 {
                return (if least < 0 { least } else { most }, depth);
            }
        }
        (0, 0)
    }
}

impl Code {
    /// Nothing is known yet.
    pub fn definitions(&self) -> Definitions {
        Definitions(self.shapes.iter().map(|_| Default::default()).collect())
    }

    fn definition<'a>(&self, known: &'a Definitions, function: usize) -> &'a Definition {
        known.0[function][0].get_or_init(|| Definition::of(&self.shapes[function]))
    }

    fn definition_with_end<'a>(&self, known: &'a Definitions, function: usize) -> &'a Definition {
        known.0[function][1].get_or_init(|| Definition::of(&self.with_end(function)))
    }

    /// The function with its end as the last block.
    fn with_end(&self, function: usize) -> Shape {
        let mut shape = self.shapes[function].clone();
        let end = shape.len();
        for (block, node) in shape.0.iter_mut().enumerate() {
            if (node.leaves || node.edges.is_empty()) && !self.throwing.contains(&(function, block))
            {
                node.leaves = false;
                node.edges.push((Outcome::Exception(1000), end));
            }
        }
        shape.0.push(Node { statements: 0, edges: Vec::new(), leaves: true });
        shape
    }

    /// The call completed an exit that leads nowhere else.
    fn returned(&self, call: &Activity) -> bool {
        self.shapes[call.function].0.iter().enumerate().any(|(block, node)| {
            let only_leaves = node.edges.iter().all(|edge| matches!(edge.0, Outcome::Exception(_)));
            let is_exit = node.leaves || node.edges.is_empty();
            let is_complete =
                call.seen.progress.get(&block).is_some_and(|&progress| progress >= node.statements);
            is_exit
                && only_leaves
                && !self.throwing.contains(&(call.function, block))
                && is_complete
        })
    }

    /// The activations together.
    fn together(tree: &[Activity], calls: &Activations) -> Seen {
        calls.iter().fold(Seen::default(), |all, &call| {
            all.merged(&Seen { entered: true, ..tree[call].seen.clone() })
        })
    }

    /// Those of a function that came exactly so far in a block.
    fn stuck_at(
        tree: &[Activity],
        among: &Activations,
        (function, block, progress): At,
    ) -> Activations {
        let is_there = |&call: &usize| {
            tree[call].function == function
                && tree[call].seen.progress.get(&block) == Some(&progress)
        };
        among.iter().copied().filter(is_there).collect()
    }

    /// Those that are not nested in another one of them.
    fn outermost(tree: &[Activity], calls: &Activations) -> Activations {
        let callers = |call: usize| {
            std::iter::successors(tree[call].caller, |&(caller, _)| tree[caller].caller)
        };
        calls
            .iter()
            .copied()
            .filter(|&call| callers(call).all(|(caller, _)| !calls.contains(&caller)))
            .collect()
    }

    /// For a target given as the points (block, statement) of one function; more than one for a
    /// line. None of them is covered by both.
    pub fn compare(
        &self,
        known: &Definitions,
        form: Form,
        function: usize,
        points: &[(usize, u32)],
        trees: [&[Activity]; 2],
    ) -> Outcomes {
        let definition = self.definition(known, function);
        let of_function = |tree: &[Activity]| {
            (0..tree.len()).filter(|&call| tree[call].function == function).collect()
        };
        let all: [Activations; 2] = trees.map(of_function);
        let seen = [0, 1].map(|side| Self::together(trees[side], &all[side]));
        let mut outcomes = Outcomes { plain: Vec::new(), depths: Vec::new() };
        let mut places = BTreeSet::new();
        for &(target, k) in points {
            let way = definition.way(target, &seen[0], &seen[1]);
            let verdict = definition.compare(form, &way, k, &seen[0], &seen[1]);
            outcomes.plain.push((verdict.signed, verdict.rule));
            if verdict.rule == Rule::Progress
                && let Some(block) = definition.stuck(form, &way, k, &seen[0])
            {
                places.insert(block);
            }
        }
        if outcomes.plain.iter().all(|plain| plain.0 == 0) {
            for block in places {
                let progress = [0, 1].map(|side| seen[side].progress[&block]);
                if progress[0] == progress[1] {
                    let at = (function, block, progress[0]);
                    let there = [0, 1].map(|side| {
                        Self::outermost(trees[side], &Self::stuck_at(trees[side], &all[side], at))
                    });
                    self.look(known, at, &there, trees, 1, &mut outcomes.depths);
                }
            }
        }
        outcomes
    }

    /// At a place.
    fn look(
        &self,
        known: &Definitions,
        at: At,
        there: &[Activations; 2],
        trees: [&[Activity]; 2],
        depth: usize,
        depths: &mut Vec<Vec<Found>>,
    ) {
        if there.iter().any(BTreeSet::is_empty) {
            return;
        }
        if depths.len() < depth {
            depths.push(Vec::new());
        }
        for &site in self.sites.get(&at).into_iter().flatten() {
            let calls = [0, 1].map(|side| {
                let is_made = |caller: Option<(usize, Option<u32>)>| {
                    caller.is_some_and(|(caller, at)| {
                        at == Some(site) && there[side].contains(&caller)
                    })
                };
                (0..trees[side].len())
                    .filter(|&call| is_made(trees[side][call].caller))
                    .collect::<Activations>()
            });
            let mut found = |signed: i64, by, callee| {
                if signed != 0 {
                    depths[depth - 1].push(Found { signed, by, at, site, callee });
                }
            };
            let called = calls.each_ref().map(|calls| i64::from(!calls.is_empty()));
            let returned = [0, 1].map(|side| {
                i64::from(calls[side].iter().any(|&call| self.returned(&trees[side][call])))
            });
            if called != [1, 1] {
                found(called[1] - called[0], By::Called, None);
                continue;
            }
            if returned != [0, 0] {
                found(returned[1] - returned[0], By::Returned, None);
                continue;
            }
            let mut deeper = Vec::new();
            for callee in 0..self.shapes.len() {
                let own = [0, 1].map(|side| {
                    let is_its = |&call: &usize| trees[side][call].function == callee;
                    calls[side].iter().copied().filter(is_its).collect::<Activations>()
                });
                if own.iter().any(BTreeSet::is_empty) {
                    let called = own.each_ref().map(|own| i64::from(!own.is_empty()));
                    found(called[1] - called[0], By::Called, Some(callee));
                    continue;
                }
                let definition = self.definition_with_end(known, callee);
                let end = self.shapes[callee].len();
                let seen = [0, 1].map(|side| Self::together(trees[side], &own[side]));
                let way = definition.way(end, &seen[0], &seen[1]);
                let verdict = definition.compare(Form::Exact, &way, 0, &seen[0], &seen[1]);
                found(verdict.signed, By::Within(verdict.rule), Some(callee));
                if verdict.rule == Rule::Progress
                    && verdict.signed == 0
                    && let Some(block) = definition.stuck(Form::Exact, &way, 0, &seen[0])
                {
                    let at = (callee, block, seen[0].progress[&block]);
                    deeper
                        .push((at, [0, 1].map(|side| Self::stuck_at(trees[side], &own[side], at))));
                }
            }
            for (at, there) in deeper {
                self.look(known, at, &there, trees, depth + 1, depths);
            }
        }
    }

    /// With all call edges.
    pub fn graph(&self) -> FlowGraph {
        let mut graph = super::program(&self.shapes);
        for (&(function, block, statement), sites) in &self.sites {
            for &site in sites {
                let block = graph.block(Function::new(function as u32), block as u32);
                graph
                    .add_call(block, statement, CallSite::new(site), [])
                    .expect("a block of the graph");
            }
        }
        graph
    }
}
