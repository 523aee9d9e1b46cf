//! Small programs with hooks that are executed as draws say, and campaigns of all criteria with all
//! settings over them.

use super::asked::{Asked, ask};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use sbst::Campaign;
use sbst::campaign::CampaignBuilder;
use sbst::distance::{Distance, flag, gt};
use sbst::execution::{CallTreeLimits, Caller, Domain, Effect, ExceptionKind, Trace};
use sbst::fitness::Fitness;
use sbst::fitness::flag::{FlagGradient, Flags};
use sbst::flow::{FlowBuilder, FlowGraph, Lines, Outcome};
use sbst::id::{CallSite, Function, GoalId, Line, Mutant, Symbol, Variable};
use sbst::objective::{Criterion, Forms, Goals, Method, MutantGoal, Roots, Tables};
use sbst_histories::decisions::{CompoundDecision, Independence};
use sbst_histories::definitions::Definitions;
use sbst_histories::paths::sequences;
use sbst_histories::{HistoryCriterion, UnrolledGraph};

pub(crate) const MAIN: Function = Function::new(0);
const CHECK: Function = Function::new(1);
const OTHER: Function = Function::new(2);
const SITE: CallSite = CallSite::new(0);

/// A body, and the exit by which it returns `true`.
fn body(number: u8) -> (FlowBuilder, u32) {
    let new = FlowBuilder::new;
    match number {
        0 => (new().branch(0, 1, 3).branch(1, 2, 3).statements(2, 2).exit(2).exit(3), 2),
        1 => (new().branch(0, 1, 2).branch(1, 3, 2).branch(2, 3, 4).exit(3).exit(4), 3),
        2 => (new().branch(0, 1, 3).branch(1, 2, 0).statements(2, 1).jump(2, 0).exit(3), 3),
        _ => (new().statements(0, 3).exit(0), 0),
    }
}

/// The test calls functions, each of which goes where its draws say.
pub(crate) type Exec = Vec<(u8, Vec<u8>)>;
/// The number of an execution, and the cost.
pub(crate) type Test = (usize, u8);
pub(crate) type Own = Campaign<Test, Trace, u8>;

/// A program, the goals of a campaign, and its settings.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    bodies: [u8; 2],
    criteria: Vec<Asked>,
    roots: Roots,
    pub across: bool,
    pub flags: bool,
    forms: Forms,
    only: Option<Function>,
    dropped: u32,
    masking: bool,
}

pub(crate) fn settings() -> impl Strategy<Value = Setting> {
    let roots = select(vec![Roots::Active, Roots::All, Roots::BehindEntry]);
    let forms = select(vec![Forms::LEVELS, Forms::LEVELS, Forms::PUBLISHED, Forms::DEFINITION]);
    let only = proptest::option::weighted(0.2, (0..3_u32).prop_map(Function::new));
    let criteria = prop_oneof![
        proptest::sample::subsequence(Asked::all(), 1..5),
        Just(vec![Asked::History(HistoryCriterion::MultipleCondition), Asked::McDc]),
        Just(vec![Asked::McDc, Asked::Of(Criterion::Branch), Asked::Of(Criterion::Exception)]),
        Just(
            [Criterion::WeakMutation, Criterion::StrongMutation, Criterion::Output]
                .map(Asked::Of)
                .to_vec()
        ),
    ];
    let flags = (any::<bool>(), any::<bool>(), 0..4_u32, any::<bool>());
    ([0..4_u8, 0..4_u8], criteria, roots, forms, only, flags).prop_map(
        |(bodies, criteria, roots, forms, only, (across, flags, dropped, masking))| Setting {
            bodies,
            criteria,
            roots,
            across,
            flags,
            forms,
            only,
            dropped,
            masking,
        },
    )
}

pub(crate) fn exec() -> impl Strategy<Value = Exec> {
    vec((0..3_u8, vec(any::<u8>(), 0..12)), 0..3)
}

impl Setting {
    pub(crate) fn graph(&self) -> FlowGraph {
        let main = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
        let main = main.statements(0, 1).statements(2, 1).call(0, 0, SITE, [CHECK]);
        let mut graph = FlowGraph::of(&main).expect("legal");
        for number in self.bodies {
            graph.add(&body(number).0).expect("legal");
        }
        graph
    }

    pub(crate) fn flags(&self, graph: &FlowGraph) -> Flags {
        let mut flags = Flags::new();
        if self.flags {
            flags.function(graph, MAIN).decides(0, SITE).expect("a flag");
            let (_, yes) = body(self.bodies[0]);
            let mut check = flags.function(graph, CHECK);
            for block in graph.blocks_of(CHECK).filter(|&block| graph.is_exit(block)) {
                let local = graph.local(block);
                check.returns(local, local == yes).map(drop).expect("an exit");
            }
        }
        flags
    }

    pub(crate) fn unrolled(&self, graph: &FlowGraph) -> UnrolledGraph {
        let variable = Variable::new(0);
        let mut definitions = Definitions::new().parameter(variable, OTHER);
        for block in graph.blocks_of(OTHER) {
            if graph.statements(block) > 0 {
                definitions = definitions.define(variable, block.statement(0));
            }
            if graph.branches_of(block).len() > 0 {
                definitions = definitions.use_in_predicate(graph, variable, block);
            }
        }
        let paths = [CHECK, OTHER].map(|function| sequences(graph, function, 3, 99).expect("few"));
        UnrolledGraph::builder(graph)
            .decisions(CompoundDecision::all(graph))
            .definitions(&definitions)
            .paths(paths.into_iter().flatten())
            .contexts(1, [MAIN, OTHER])
            .build()
            .expect("small")
    }

    fn has_mutants(&self) -> bool {
        let mutations = [Criterion::WeakMutation, Criterion::StrongMutation];
        mutations.iter().any(|&criterion| self.criteria.contains(&Asked::Of(criterion)))
    }

    pub(crate) fn start(&self) -> Own {
        let graph = self.graph();
        let statements: Vec<_> = graph
            .all_blocks()
            .flat_map(|block| (0..graph.statements(block)).map(move |at| block.statement(at)))
            .collect();
        let lines = statements.iter().map(|&at| (at, Line::new(at.block.number() / 2)));
        let mutants = (0..).zip(&statements).map(|(n, &at)| MutantGoal::new(Mutant::new(n), at));
        let methods = [MAIN, OTHER].map(|function| {
            Method::new(function).returning(Domain::SIGNED).taking([Domain::SIGNED])
        });
        let mut builder: CampaignBuilder = Campaign::builder()
            .lines(Lines::new(lines))
            .mutants(mutants)
            .methods(methods)
            .roots(self.roots)
            .in_forms(self.forms);
        let rule = if self.masking { Independence::Masking } else { Independence::UniqueCause };
        builder = ask(builder, &self.criteria, &self.unrolled(&graph), rule);
        if self.across {
            builder = builder.across_calls();
        }
        if self.flags {
            builder = builder.flags(self.flags(&graph), FlagGradient::new());
        }
        if let Some(function) = self.only {
            builder = builder.only([function]);
        }
        let dropped = self.dropped;
        let is_dropped = move |goal: &GoalId| dropped > 0 && goal.number() % 4 == dropped;
        builder
            .graph(graph)
            .without(move |_, goals| goals.ids().filter(is_dropped).collect())
            .build_by_cost(|test: &Test| test.1)
            .expect("legal")
    }

    /// A recorder of what the goals and flags read.
    pub(crate) fn trace(&self, goals: &Goals<Trace>, graph: &FlowGraph) -> Trace {
        self.with_calls(goals.trace(graph))
    }

    fn with_calls(&self, trace: Trace) -> Trace {
        if self.flags { trace.with_call_tree(CallTreeLimits::default()) } else { trace }
    }

    pub(crate) fn perform(&self, graph: &FlowGraph, caller: Caller<'_>, exec: &Exec) {
        for (function, draws) in exec {
            let function = Function::new(u32::from(*function));
            let mut draws = draws.iter().copied();
            self.call(graph, caller, function, &mut draws);
        }
    }

    fn call(
        &self,
        graph: &FlowGraph,
        caller: Caller<'_>,
        function: Function,
        draws: &mut dyn Iterator<Item = u8>,
    ) -> bool {
        let f = caller.enter(function);
        let mut at = 0;
        while let Some(draw) = draws.next() {
            f.argument(0, i32::from(draw) - 128);
            if draw % 11 == 0 {
                f.threw(Symbol::new(u32::from(draw % 2)), ExceptionKind::Explicit);
                return false;
            }
            let block = graph.block(function, at);
            if self.has_mutants() && graph.statements(block) > 0 && draw % 3 != 0 {
                let mutant = Mutant::new(u32::from(draw % 5));
                let distance = [0.0, 1.0, 3.0, f64::INFINITY][usize::from(draw % 4)];
                caller.trace().infected(mutant, Distance::new(distance).expect("legal"));
                if draw % 7 < 3 {
                    caller
                        .trace()
                        .affected(mutant, Effect::of_trace(0.5).with_outputs(distance_of(draw)));
                }
            }
            let (missed, holds) = (1 + i32::from(draw % 4), draw & 16 == 0);
            let holds = if function == MAIN && at == 0 {
                let result = self.call(graph, f.at(SITE), CHECK, draws);
                f.decide(0, flag(result))
            } else if graph.branches_of(block).len() > 0 {
                f.decide(at, gt(if holds { missed } else { -missed }, 0))
            } else if graph.is_exit(block) {
                f.returns(at, i32::from(draw) - 128);
                return at == body(self.bodies[(function == OTHER) as usize]).1;
            } else {
                f.end(at);
                true
            };
            let side = if graph.branches_of(block).len() == 0 {
                Outcome::Next
            } else if holds {
                Outcome::True
            } else {
                Outcome::False
            };
            let mut ways = graph.successors(block);
            let next = ways.find(|way| way.0 == side).expect("an edge").1;
            at = graph.local(next);
        }
        f.unwound();
        false
    }

    /// The values of all goals on an execution, as the campaign measures them.
    pub(crate) fn values(
        &self,
        goals: &Goals<Trace>,
        graph: &FlowGraph,
        run: &Trace,
    ) -> Vec<Fitness> {
        let (tables, mut row) = (Tables::new(graph), Vec::new());
        let mut tables = if self.across { tables.across_calls() } else { tables };
        let (mut gradient, flags) = (FlagGradient::new(), self.flags(graph));
        let refined = self.flags.then(|| gradient.refine(graph, &flags, run).expect("it fits"));
        let seen = match &refined {
            Some(refined) => goals.observe(graph, refined, &mut tables),
            None => goals.observe(graph, run, &mut tables),
        };
        goals.fill(&seen, &mut row);
        row
    }
}

fn distance_of(draw: u8) -> Distance {
    Distance::new(f64::from(draw % 3)).expect("legal")
}

/// Offers executions that a campaign must refuse, and returns their number.
pub(crate) fn refused(setting: &Setting, graph: &FlowGraph, own: &mut Own, exec: &Exec) -> u64 {
    let before = own.refused();
    let foreign = FlowGraph::of(&FlowBuilder::new().statements(0, 9).exit(0)).expect("legal");
    own.offer(&(99, 0), &Trace::new(&foreign)).map(drop).expect_err("another graph");
    own.run(&(98, 0), |c, _| c.enter(MAIN).end(77)).map(drop).expect_err("no block 77");
    if setting.only.is_none() && setting.criteria.iter().any(|one| one.is_of_vectors()) {
        let other = UnrolledGraph::builder(graph)
            .decisions(CompoundDecision::all(graph).skip(1))
            .contexts(1, [OTHER])
            .build()
            .expect("small");
        for trace in [Trace::new(graph), Trace::new(graph).with_history(other.history())] {
            let trace = setting.with_calls(trace.with_direct_calls().with_mutants(99));
            setting.perform(graph, trace.root(), exec);
            own.offer(&(97, 0), &trace).map(drop).expect_err("other copies, or none");
        }
    }
    if setting.flags {
        let trace = own.goals().trace(graph);
        trace.root().enter(MAIN).end(2);
        own.offer(&(96, 0), &trace).map(drop).expect_err("no call tree");
    }
    own.refused() - before
}
