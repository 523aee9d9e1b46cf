//! F12 by its text: which pairs a program has, and executions that keep to the rules that these
//! pairs rest on.

use super::observation::Observation;
use super::run::{Run, Seen};
use super::subject::World;
use super::{Node, Shape, Way};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::fitness::Fitness;
use sbst::flow::Outcome;
use sbst::id::{Block, Function, GoalId, Line, Statement};
use sbst::objective::{Goal, Place};
use sbst::subsumption::Event;

/// What is assumed of every execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assumed {
    /// It ends at an exit of each function that it enters.
    pub normal: bool,
    /// Its executor records all that it does.
    pub exact: bool,
}

impl Assumed {
    pub const NOTHING: Self = Self { normal: false, exact: false };
    pub const ALL: [Self; 4] = [
        Self::NOTHING,
        Self { normal: false, exact: true },
        Self { normal: true, exact: false },
        Self { normal: true, exact: true },
    ];
}

impl Node {
    fn is_exit(&self) -> bool {
        self.leaves || self.edges.is_empty()
    }

    fn throws(&self) -> bool {
        self.edges.iter().any(|edge| matches!(edge.0, Outcome::Exception(_)))
    }

    /// Whoever leaves it has run all its statements, if nothing ends abnormally.
    fn ends_at_its_end(&self) -> bool {
        (!self.leaves || self.edges.is_empty()) && !self.throws()
    }
}

/// By block: how many edges it is from a real exit.
pub fn to_exit(shape: &Shape) -> Vec<Option<usize>> {
    let mut distance: Vec<Option<usize>> =
        shape.0.iter().map(|node| node.is_exit().then_some(0)).collect();
    for length in 1..=shape.len() {
        for (block, node) in shape.0.iter().enumerate() {
            if distance[block].is_none()
                && node.edges.iter().any(|&(_, to)| distance[to] == Some(length - 1))
            {
                distance[block] = Some(length);
            }
        }
    }
    distance
}

impl World {
    /// The pairs of F12 (b) and (d) over goals and what stands between them, with those of lines
    /// and goals of the caller.
    pub fn pairs(&self, goals: &[(GoalId, Goal)], is_normal: bool) -> Vec<(Event, Event)> {
        let mut pairs = Vec::new();
        for (f, (shape, picture)) in self.subject.shapes.iter().zip(&self.pictures).enumerate() {
            let enters = |block: usize| Event::Enters(self.block(f, block));
            let to_exit = to_exit(shape);
            for block in (0..shape.len()).filter(|&block| picture.is_reachable[block]) {
                let reaches = |k: u32| Event::Reaches(self.block(f, block).statement(k));
                let others = || (0..shape.len()).filter(|&other| other != block);
                pairs.extend(
                    others()
                        .filter(|&y| picture.dominates[y][block])
                        .map(|y| (enters(block), enters(y))),
                );
                pairs.extend([(enters(block), reaches(0)), (reaches(0), enters(block))]);
                pairs.extend((1..8).map(|k| (reaches(k), reaches(k - 1))));
                if is_normal && to_exit[block].is_some() {
                    pairs.extend(
                        others()
                            .filter(|&y| picture.post_dominates[y][block])
                            .map(|y| (enters(block), enters(y))),
                    );
                    if shape.0[block].ends_at_its_end() {
                        pairs.extend(
                            (1..=shape.0[block].statements).map(|k| (reaches(k - 1), reaches(k))),
                        );
                    }
                }
            }
            for &((source, name), target) in
                picture.branches.iter().filter(|branch| picture.is_reachable[branch.0.0])
            {
                let takes = Event::Takes(self.branch(f, (source, name)));
                pairs.extend([(takes, enters(source)), (takes, enters(target))]);
            }
        }
        pairs.extend(self.line_of().into_iter().filter_map(|((block, k), line)| {
            let block = Block::new(block as u32);
            self.is_reachable(block).then_some((
                Event::Reaches(block.statement(k)),
                Event::ReachesLine(Line::new(line)),
            ))
        }));
        for line in self.named_lines() {
            pairs.extend(
                self.pairs_of_line(line)
                    .into_iter()
                    .map(|to| (Event::ReachesLine(Line::new(line)), to)),
            );
        }
        for &(id, goal) in goals {
            pairs.extend(self.pairs_of_goal(goals, id, goal));
        }
        pairs
    }

    /// What a line in several blocks implies besides: in a block that dominates all of them, its
    /// statement there, or all statements.
    fn pairs_of_spread_line(&self, line: u32) -> Vec<(Event, Event)> {
        let places: Vec<_> = self
            .places(line)
            .into_iter()
            .filter(|&(f, block, _)| self.pictures[f].is_reachable[block])
            .collect();
        let [(f, ..), _, ..] = places[..] else { return Vec::new() };
        if places.iter().any(|place| place.0 != f) {
            return Vec::new();
        }
        let (shape, dominates) = (&self.subject.shapes[f].0, &self.pictures[f].dominates);
        let common = (0..shape.len())
            .filter(|&y| !shape[y].throws() && places.iter().all(|place| dominates[y][place.1]));
        let passed = common.filter_map(|y| match places.iter().find(|place| place.1 == y) {
            Some(&(.., k)) => {
                (k <= shape[y].statements).then(|| Event::Reaches(self.block(f, y).statement(k)))
            }
            None => Some(Event::Completes(self.block(f, y))),
        });
        passed.map(|fact| (Event::ReachesLine(Line::new(line)), fact)).collect()
    }

    /// What exact recording adds: blocks that were left were completed, and the only way into a
    /// block was taken.
    pub fn pairs_of_exact_recording(&self) -> Vec<(Event, Event)> {
        let mut pairs = Vec::new();
        for (f, (shape, picture)) in self.subject.shapes.iter().zip(&self.pictures).enumerate() {
            let enters = |block: usize| Event::Enters(self.block(f, block));
            let completes = |block: usize| Event::Completes(self.block(f, block));
            let takes = |way: Way| Event::Takes(self.branch(f, way));
            for block in (0..shape.len()).filter(|&block| picture.is_reachable[block]) {
                let statements = 0..=shape.0[block].statements;
                pairs.extend(statements.map(|k| {
                    (completes(block), Event::Reaches(self.block(f, block).statement(k)))
                }));
                let left = |&above: &usize| {
                    above != block && picture.dominates[above][block] && !shape.0[above].throws()
                };
                pairs.extend(
                    (0..shape.len()).filter(left).map(|above| (enters(block), completes(above))),
                );
                // Whoever is in a block for the first time came from one that it does not dominate.
                let into = |source: usize| {
                    shape.0[source]
                        .edges
                        .iter()
                        .filter(move |edge| edge.1 == block)
                        .map(move |edge| (source, edge.0))
                };
                let first = (0..shape.len()).filter(|&source| {
                    picture.is_reachable[source] && !picture.dominates[block][source]
                });
                let ways: Vec<Way> = first.flat_map(into).collect();
                let is_branch = |way: Way| {
                    way.1.is_decided() && picture.branches.iter().any(|branch| branch.0 == way)
                };
                if let (true, &[way]) = (block != 0, &ways[..]) {
                    pairs.extend(is_branch(way).then(|| (enters(block), takes(way))));
                    pairs.extend(
                        (!matches!(way.1, Outcome::Exception(_)))
                            .then(|| (enters(block), completes(way.0))),
                    );
                }
            }
            let by_predicate =
                |way: &Way| picture.is_reachable[way.0] && !matches!(way.1, Outcome::Exception(_));
            let ways = picture.branches.iter().map(|branch| branch.0).filter(by_predicate);
            pairs.extend(ways.map(|way| (takes(way), completes(way.0))));
        }
        pairs.extend(
            self.named_lines().into_iter().flat_map(|line| self.pairs_of_spread_line(line)),
        );
        pairs
    }

    pub fn is_reachable(&self, block: Block) -> bool {
        let (f, block) = self.place(block);
        self.pictures[f].is_reachable[block]
    }

    /// What a line implies: its statement if there is but one block, else the blocks that dominate
    /// all of its own.
    fn pairs_of_line(&self, line: u32) -> Vec<Event> {
        let is_reachable =
            |&(f, block, _): &(usize, usize, u32)| self.pictures[f].is_reachable[block];
        let places: Vec<_> = self.places(line).into_iter().filter(is_reachable).collect();
        match places[..] {
            [(f, block, k)] => vec![Event::Reaches(self.block(f, block).statement(k))],
            [(f, ..), _, ..] if places.iter().all(|place| place.0 == f) => {
                let dominates = &self.pictures[f].dominates;
                let common = (0..dominates.len())
                    .filter(|&y| places.iter().all(|place| dominates[y][place.1]));
                common.map(|y| Event::Enters(self.block(f, y))).collect()
            }
            _ => Vec::new(),
        }
    }

    fn pairs_of_goal(
        &self,
        goals: &[(GoalId, Goal)],
        id: GoalId,
        goal: Goal,
    ) -> Vec<(Event, Event)> {
        let own = Event::Covers(id);
        let is = |fact: Event| vec![(own, fact), (fact, own)];
        let has = |block: Block| {
            self.graph.all_blocks().any(|own| own == block) && self.is_reachable(block)
        };
        match goal {
            Goal::Branch(branch) => is(Event::Takes(branch)),
            Goal::DirectBranch(branch) => {
                let called =
                    self.called(goals, self.graph.function_of(self.graph.edge(branch).source));
                [(own, Event::Takes(branch))]
                    .into_iter()
                    .chain(called.map(|method| (own, method)))
                    .collect()
            }
            Goal::Entry(function) | Goal::MethodEntry(function) => {
                is(Event::Enters(self.block(function.index(), 0)))
            }
            Goal::DirectEntry(function) => {
                let enters = (own, Event::Enters(self.block(function.index(), 0)));
                [enters]
                    .into_iter()
                    .chain(self.called(goals, function).map(|method| (own, method)))
                    .collect()
            }
            Goal::Block(block) => is(Event::Enters(block)),
            Goal::Statement(Statement { block, index: k }) => {
                is(Event::Reaches(block.statement(k)))
            }
            Goal::Line(line) => is(Event::ReachesLine(line)),
            Goal::Mutant(mutant) => {
                let ((f, block), k) = self.mutant(mutant.number());
                vec![(own, Event::Reaches(self.block(f, block).statement(k)))]
            }
            Goal::MethodNoException(function) => {
                let method = goals.iter().find(|other| other.1 == Goal::Method(function));
                method.map(|&(method, _)| (own, Event::Covers(method))).into_iter().collect()
            }
            Goal::Of(..) => match super::place_of(goal) {
                Some(Place::Block(block)) if has(block) => vec![(own, Event::Enters(block))],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// The goal to call a function, if tests can.
    fn called(&self, goals: &[(GoalId, Goal)], function: Function) -> Option<Event> {
        let method = goals.iter().find(|other| other.1 == Goal::Method(function));
        let is_method = self.methods.iter().any(|method| method.function == function);
        method.filter(|_| is_method).map(|method| Event::Covers(method.0))
    }

    /// Whether an execution did so, with the values of all goals on it.
    pub fn holds(&self, observation: &Observation, row: &[Fitness], fact: Event) -> bool {
        let progress = |(f, block): (usize, usize)| {
            observation.run.functions[f].1.progress.get(&block).copied()
        };
        match fact {
            Event::Covers(goal) => row[goal.index()].is_covered(),
            Event::Takes(branch) => {
                let (f, way) = self.way(branch);
                observation.run.functions[f].1.distance.get(&way) == Some(&0.0)
            }
            Event::Enters(block) => progress(self.place(block)).is_some(),
            Event::Reaches(Statement { block, index: k }) => {
                progress(self.place(block)).is_some_and(|progress| progress >= k)
            }
            Event::Completes(block) => {
                let (f, local) = self.place(block);
                progress((f, local))
                    .is_some_and(|progress| progress >= self.subject.shapes[f].0[local].statements)
            }
            Event::ReachesLine(line) => {
                let reached =
                    |(f, block, k)| progress((f, block)).is_some_and(|progress| progress >= k);
                self.places(line.number()).into_iter().any(reached)
            }
            _ => unreachable!("an oracle knows all facts"),
        }
    }
}

/// One call, before it is known of which program; and what an executor that is not exact leaves
/// out.
#[derive(Clone, Debug)]
struct Call {
    function: u8,
    is_direct: bool,
    /// Per step: which way to take, how far the others are, and whether it stops within the block,
    /// and where.
    steps: Vec<(u8, u8, u8)>,
    /// Where the last block is left.
    last: u8,
}

/// An execution that is honest about what it did: some calls, and the mutants that infect.
#[derive(Clone, Debug)]
pub struct Honest {
    calls: Vec<Call>,
    omits_implicit: bool,
    /// Only that blocks were entered is known, and which branches were taken only now and then.
    is_vague: bool,
    infected: u8,
}

pub fn honest() -> impl Strategy<Value = Honest> {
    let call = (any::<u8>(), any::<bool>(), vec(any::<(u8, u8, u8)>(), 0..14), any::<u8>());
    let call = call.prop_map(|(function, is_direct, steps, last)| Call {
        function,
        is_direct,
        steps,
        last,
    });
    (vec(call, 0..6), any::<bool>(), proptest::bool::weighted(0.25), any::<u8>()).prop_map(
        |(calls, omits_implicit, is_vague, infected)| Honest {
            calls,
            omits_implicit,
            is_vague,
            infected,
        },
    )
}

impl Honest {
    pub fn on(&self, world: &World, assumed: Assumed) -> Observation {
        let shapes = &world.subject.shapes;
        let (mut all, mut direct) =
            (vec![Seen::default(); shapes.len()], vec![Seen::default(); shapes.len()]);
        let mut observation = Observation::default();
        for call in &self.calls {
            let f = usize::from(call.function) % shapes.len();
            let (mut seen, returned) = call.walk(&shapes[f], assumed.normal);
            if !assumed.exact {
                seen.distance.retain(|way, _| way.1.is_decided() || !self.omits_implicit);
            }
            if self.is_vague && assumed == Assumed::NOTHING {
                seen.progress.values_mut().for_each(|progress| *progress = 0);
                seen.distance.retain(|way, _| (way.0 + usize::from(call.last)).is_multiple_of(2));
            }
            all[f] = all[f].merged(&seen);
            if call.is_direct && seen.entered {
                direct[f] = direct[f].merged(&seen);
                observation.called.insert(f);
                (returned && call.last % 4 != 0).then(|| observation.returned.insert(f));
            }
        }
        for &(number, ..) in &world.subject.mutants {
            let ((f, block), k) = world.mutant(number);
            if all[f].progress.get(&block).is_some_and(|&progress| progress >= k) {
                observation.infections.insert(number, f64::from(self.infected >> (number % 8) & 1));
            }
        }
        (observation.run, observation.direct) = (Run::new(shapes, all), Run::new(shapes, direct));
        observation
    }
}

impl Call {
    /// What was seen, and whether it came to an exit.
    fn walk(&self, shape: &Shape, is_normal: bool) -> (Seen, bool) {
        let mut seen = Seen::default();
        let to_exit = to_exit(shape);
        if is_normal && to_exit[0].is_none() {
            return (seen, false);
        }
        seen.entered = true;
        let mut at = 0;
        let mut steps = self.steps.iter();
        loop {
            let node = &shape.0[at];
            let step = steps.next();
            let &(way, far, stop) = step.unwrap_or(&(0, 0, self.last));
            let midway = u32::from(stop / 16) % (node.statements + 1);
            if !is_normal && (step.is_none() || stop % 16 == 0) {
                seen.visit(at, midway);
                return (seen, false);
            }
            // What may come next: an edge, or the caller.
            let mut ways: Vec<Option<(Outcome, usize)>> =
                node.edges.iter().copied().map(Some).collect();
            ways.extend(node.is_exit().then_some(None));
            if is_normal {
                ways.retain(|way| way.is_none_or(|(_, to)| to_exit[to].is_some()));
                if step.is_none() {
                    ways.sort_by_key(|way| {
                        way.map_or(Some(0), |(_, to)| to_exit[to].map(|length| length + 1))
                    });
                }
            }
            let taken = ways[usize::from(way) % ways.len()];
            let is_midway = match taken {
                Some((name, _)) => matches!(name, Outcome::Exception(_)),
                None => !node.edges.is_empty() && far % 2 == 0,
            };
            seen.visit(at, if is_midway { midway } else { node.statements });
            for &(name, to) in &node.edges {
                if taken == Some((name, to)) {
                    seen.observe((at, name), 0.0);
                } else if !is_midway && name.is_decided() {
                    seen.observe((at, name), 1.0 + f64::from(far));
                }
            }
            match taken {
                Some((_, to)) => at = to,
                None => return (seen, true),
            }
        }
    }
}
