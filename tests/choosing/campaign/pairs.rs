//! Every pair of a store and a criterion: the criterion is measured, or refused by its name and
//! that of the fact that the store does not know.

use super::asked::{Asked, ask};
use proptest::prelude::*;
use sbst::campaign::{CampaignBuilder, CampaignError};
use sbst::distance::{Distance, eq, flag, gt};
use sbst::execution::{
    CallTreeLimits, Domain, Effect, ExceptionKind, Execution, Fact, Facts, Partition, Plane,
    Record, Thrown, Trace,
};
use sbst::fitness::Fitness;
use sbst::fitness::flag::{FlagGradient, Flags};
use sbst::flow::decisions::CompoundDecision;
use sbst::flow::{Edge, FlowBuilder, FlowGraph, GraphMismatch, Lines};
use sbst::id::{Block, Function, Line, Mutant, Symbol, Variable};
use sbst::objective::{
    Criterion, Forms, Goals, Kind, Method, MutantGoal, Needs, NotRecorded, ObserveError, Reader,
    Tables, from_fn,
};
use sbst_histories::UnrolledGraph;
use sbst_histories::decisions::Independence;
use sbst_histories::definitions::Definitions;
use sbst_histories::paths::prime_paths;

/// A kind of goals of the tests' own.
const OWN: Kind = Kind::new("own").unwrap();

const MAIN: Function = Function::new(0);

/// A run of `if a && b { 2 } else { 3 }` that recorded everything.
struct World {
    graph: FlowGraph,
    unrolled: UnrolledGraph,
    trace: Trace,
}

fn world() -> World {
    let body = FlowBuilder::new().statements(0, 1).branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
    let graph = FlowGraph::of(&body.statements(2, 1)).expect("legal");
    let (x, first) = (Variable::new(0), graph.block(MAIN, 0).statement(0));
    let flow = Definitions::new().define(x, first);
    let flow = flow.use_at(x, graph.block(MAIN, 2).statement(0));
    let unrolled = UnrolledGraph::builder(&graph)
        .decisions(CompoundDecision::all(&graph))
        .definitions(&flow)
        .paths(prime_paths(&graph, MAIN, 99).expect("few"))
        .contexts(1, [MAIN])
        .build()
        .expect("small");
    let trace = Trace::new(&graph)
        .with_direct_calls()
        .with_history(unrolled.history())
        .with_call_tree(CallTreeLimits::NONE)
        .with_operands()
        .with_mutants(1);
    // Twice: merged executions evaluate more often, and published forms count up to two.
    for _ in 0..2 {
        let f = trace.root().enter(MAIN);
        f.argument(0, 7);
        f.decide_with(0, gt(7, 0), "7 > 0");
        f.decide_with(1, gt(-4, 0), "-4 > 0");
        f.returns(3, -1);
    }
    trace.threw(Thrown::new(MAIN, Symbol::new(1), ExceptionKind::Explicit));
    trace.infected(Mutant::new(0), Distance::from(2));
    trace.affected(Mutant::new(0), Effect::of_trace(0.5));
    assert_eq!(trace.check(), Ok(()));
    World { graph, unrolled, trace }
}

impl World {
    /// The facts that goals of a criterion read, by the table of [`Criterion`].
    fn reads(&self, asked: Asked, forms: Forms) -> Vec<Fact> {
        let Asked::Of(criterion) = asked else { return vec![self.unrolled.history().fact()] };
        let mut facts = match criterion {
            Criterion::DirectBranch => vec![Fact::On(Plane::Direct)],
            Criterion::WeakMutation => vec![Fact::Infections],
            Criterion::StrongMutation => vec![Fact::Infections, Fact::Effects],
            Criterion::Method | Criterion::MethodNoException => vec![Fact::MethodCalls],
            Criterion::Exception => vec![Fact::Exceptions],
            Criterion::Output => vec![Fact::Outputs],
            Criterion::Input => vec![Fact::Inputs],
            _ => vec![],
        };
        let counts = [Criterion::Branch, Criterion::DirectBranch, Criterion::Line];
        if forms == Forms::PUBLISHED
            && (counts.contains(&criterion) || criterion == Criterion::WeakMutation)
        {
            facts.push(Fact::Evaluations);
        }
        facts
    }

    /// What a campaign for one criterion says of a run.
    fn measure(
        &self,
        asked: Asked,
        forms: Forms,
        run: &dyn Facts,
    ) -> Result<Vec<Fitness>, CampaignError> {
        let first = self.graph.block(MAIN, 0).statement(0);
        let campaign = CampaignBuilder::<dyn Facts>::new()
            .graph(self.graph.clone())
            .methods([Method::new(MAIN).returning(Domain::SIGNED).taking([Domain::SIGNED])])
            .lines(Lines::new([(first, Line::new(3))]))
            .mutants([MutantGoal::new(Mutant::new(0), first)])
            .in_forms(forms);
        let campaign = ask(campaign, &[asked], &self.unrolled, Independence::UniqueCause);
        let mut campaign = campaign.build::<()>()?;
        let outcome = campaign.offer(&(), run)?;
        Ok(outcome.row.to_vec())
    }

    /// Checks a pair: measured as by the trace, which knows everything, or refused by name.
    fn check(&self, criterion: Asked, forms: Forms, name: &str, run: &dyn Facts) {
        let lacks = self.reads(criterion, forms).into_iter().filter(|&fact| !run.knows(fact));
        let lacks: Vec<Fact> = lacks.collect();
        match self.measure(criterion, forms, run) {
            Ok(row) => {
                assert_eq!(lacks, [], "{criterion:?} on {name} is measured");
                let expected = self.measure(criterion, forms, &self.trace).expect("it knows all");
                assert!(!row.is_empty(), "{criterion:?} has goals");
                assert_eq!(row, expected, "{criterion:?} on {name}");
            }
            Err(CampaignError::NotRecorded(error)) => {
                assert!(lacks.contains(&error.fact), "{criterion:?} on {name}: {error}");
                assert_eq!(error.reader, criterion.reader(), "on {name}: {error}");
                let said = error.to_string();
                let names = match criterion {
                    Asked::Of(criterion) => {
                        format!("the criterion `{criterion}` reads {}, ", error.fact)
                    }
                    _ => format!("reads {}, ", error.fact),
                };
                assert!(said.contains(&names), "{said}");
            }
            Err(other) => panic!("{criterion:?} on {name}: {other}"),
        }
    }
}

/// A store that knows only some facts of a trace, and answers nothing about the others.
struct Knows<'a>(&'a Trace, Vec<Fact>);

impl Knows<'_> {
    /// Returns the trace if a fact is known.
    fn of(&self, fact: Fact) -> Option<&Trace> {
        self.knows(fact).then_some(self.0)
    }
}

impl Execution for Knows<'_> {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.0.branch_distance(branch)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.0.progress(block)
    }
    fn fits(&self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        self.0.fits(graph)
    }
}

impl Facts for Knows<'_> {
    fn knows(&self, fact: Fact) -> bool {
        self.1.contains(&fact)
    }
    fn branch_distance_on(&self, plane: Plane, branch: Edge) -> Option<Distance> {
        self.of(Fact::On(plane))?.branch_distance_on(plane, branch)
    }
    fn progress_on(&self, plane: Plane, block: Block) -> Option<u32> {
        self.of(Fact::On(plane))?.progress_on(plane, block)
    }
    fn evaluations(&self, branch: Edge) -> u32 {
        self.of(Fact::Evaluations).map_or(0, |run| run.evaluations(branch))
    }
    fn evaluations_on(&self, plane: Plane, branch: Edge) -> u32 {
        let run = self.of(Fact::Evaluations).and(self.of(Fact::On(plane)));
        run.map_or(0, |run| run.evaluations_on(plane, branch))
    }
    fn called_by_test(&self, function: Function) -> bool {
        self.of(Fact::MethodCalls).is_some_and(|run| run.called_by_test(function))
    }
    fn returned_to_test(&self, function: Function) -> bool {
        self.of(Fact::MethodCalls).is_some_and(|run| run.returned_to_test(function))
    }
    fn has_thrown(&self, thrown: Thrown) -> bool {
        self.of(Fact::Exceptions).is_some_and(|run| run.has_thrown(thrown))
    }
    fn each_thrown(&self, visit: &mut dyn FnMut(Thrown)) {
        if let Some(run) = self.of(Fact::Exceptions) {
            run.each_thrown(visit);
        }
    }
    fn output_distance(&self, function: Function, partition: Partition) -> Option<Distance> {
        self.of(Fact::Outputs)?.output_distance(function, partition)
    }
    fn input_distance(
        &self,
        function: Function,
        argument: u32,
        partition: Partition,
    ) -> Option<Distance> {
        self.of(Fact::Inputs)?.input_distance(function, argument, partition)
    }
    fn each_argument(&self, function: Function, visit: &mut dyn FnMut(u32)) {
        if let Some(run) = self.of(Fact::Inputs) {
            run.each_argument(function, visit);
        }
    }
    fn infection(&self, mutant: Mutant) -> Option<Distance> {
        self.of(Fact::Infections)?.infection(mutant)
    }
    fn effect(&self, mutant: Mutant) -> Option<Effect> {
        self.of(Fact::Effects)?.effect(mutant)
    }
    fn each_mutant(&self, visit: &mut dyn FnMut(Mutant)) {
        self.0.each_mutant(visit);
    }
}

/// All facts that the trace of a world knows.
fn all(world: &World) -> Vec<Fact> {
    let planes = [Fact::On(Plane::Direct), world.unrolled.history().fact()];
    let plain = [
        Fact::Evaluations,
        Fact::MethodCalls,
        Fact::Exceptions,
        Fact::ImplicitExceptions,
        Fact::Outputs,
        Fact::Inputs,
        Fact::Infections,
        Fact::Effects,
        Fact::Operands,
        Fact::Calls,
    ];
    plain.into_iter().chain(planes).collect()
}

/// The record of a store, with the copies if it knows them.
fn record(world: &World, run: &dyn Facts) -> Record {
    Record::of(&world.graph, run).with_history(&world.graph, world.unrolled.history(), run)
}

#[test]
fn every_pair_of_store_and_criterion_is_measured_or_refused_by_name() {
    let world = world();
    let facts = all(&world);
    assert!(facts.iter().all(|&fact| world.trace.knows(fact)));
    let (two_methods, own) = (Knows(&world.trace, vec![]), Knows(&world.trace, facts.clone()));
    let plain = Trace::new(&world.graph);
    drop(plain.root().enter(MAIN));
    let of_all = record(&world, &own);
    let suite = [of_all.clone(), world.trace.record()];
    let mut merged = of_all.clone();
    merged.merge(&record(&world, &Knows(&world.trace, facts[..5].to_vec()))).expect("of one graph");
    let stores: [(&str, &dyn Facts); 7] = [
        ("two methods", &two_methods),
        ("all facts", &own),
        ("a trace", &world.trace),
        ("a record", &of_all),
        ("a slice", &&suite[..]),
        ("merged records of different knowledge", &merged),
        ("a record of two methods", &record(&world, &two_methods)),
    ];
    for (name, run) in stores {
        for criterion in Asked::all() {
            for forms in [Forms::LEVELS, Forms::PUBLISHED] {
                world.check(criterion, forms, name, run);
            }
        }
    }
    // A trace without settings knows what is always recorded, and nothing else.
    let on_request =
        [Fact::On(Plane::Direct), world.unrolled.history().fact(), Fact::Infections, Fact::Effects];
    for criterion in Asked::all() {
        let measured = world.measure(criterion, Forms::LEVELS, &plain).is_ok();
        let reads = world.reads(criterion, Forms::LEVELS);
        assert_eq!(measured, !reads.iter().any(|it| on_request.contains(it)), "{criterion:?}");
    }
}

/// What a goal reads is what the recorder of its registry records.
#[test]
fn recorders_know_what_their_goals_read() {
    let world = world();
    let without_history =
        all(&world).into_iter().filter(|&it| it != world.unrolled.history().fact());
    for fact in without_history {
        let mut goals = Goals::<Trace>::new();
        goals.push(from_fn(OWN.goal([7]), Needs::nowhere().reading(fact), |_| Fitness::NEVER));
        goals.push(MutantGoal::new(Mutant::new(0), world.graph.block(MAIN, 0).statement(0)));
        let (trace, mut tables) = (goals.trace(&world.graph), Tables::new(&world.graph));
        assert!(goals.try_observe(&world.graph, &trace, &mut tables).is_ok(), "{fact}");
    }
    // The history is recorded if the registry follows it.
    let mut goals = Goals::<Trace>::new();
    let needs = Needs::nowhere().reading(world.unrolled.history().fact());
    goals.push(from_fn(OWN.goal([7]), needs, |_| Fitness::NEVER));
    let mut tables = Tables::new(&world.graph);
    let blind = goals.trace(&world.graph);
    let error = goals.try_observe(&world.graph, &blind, &mut tables).map(drop);
    assert_eq!(
        error.expect_err("not followed"),
        ObserveError::NotRecorded(NotRecorded {
            reader: Reader::Goal(OWN.goal([7])),
            fact: world.unrolled.history().fact()
        })
    );
    goals.follow(world.unrolled.history()).expect("of this graph");
    let trace = goals.trace(&world.graph);
    assert!(goals.try_observe(&world.graph, &trace, &mut tables).is_ok());
}

/// Flags read calls one by one, of the program of the campaign.
#[test]
fn flags_refuse_what_knows_no_calls() {
    let graph = |statements| {
        let body = FlowBuilder::new().branch(0, 1, 2).statements(2, statements).exit(1).exit(2);
        FlowGraph::of(&body).expect("legal")
    };
    let mut campaign = CampaignBuilder::<Trace>::new()
        .graph(graph(0))
        .criteria([Criterion::Branch])
        .flags(Flags::new(), FlagGradient::new())
        .build::<u8>()
        .expect("goals");
    let blind = Trace::new(&graph(0));
    blind.root().enter(MAIN).decide(0, flag(true));
    let error = campaign.offer(&1, &blind).map(drop).expect_err("no calls");
    assert!(error.to_string().starts_with("the gradient of flags reads calls one by one, "));
    let foreign = Trace::new(&graph(3));
    foreign.root().enter(MAIN).decide(0, eq(1, 2));
    let error = campaign.offer(&2, &foreign).map(drop).expect_err("another graph");
    assert!(matches!(error, CampaignError::OtherGraph(_)), "{error}");
    assert_eq!((campaign.refused(), campaign.runs()), (2, 0));
    let calls = Trace::new(&graph(0)).with_call_tree(CallTreeLimits::NONE);
    calls.root().enter(MAIN).decide(0, flag(true));
    assert!(campaign.offer(&3, &calls).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever two stores know, the merged record of both knows what both know.
    #[test]
    fn merged_records_are_measured_or_refused(
        one in proptest::collection::vec(any::<bool>(), 12),
        other in proptest::collection::vec(any::<bool>(), 12),
    ) {
        let world = world();
        let facts = all(&world);
        let some = |chosen: &[bool]| {
            let kept = facts.iter().zip(chosen).filter(|(_, chosen)| **chosen);
            Knows(&world.trace, kept.map(|(&fact, _)| fact).collect())
        };
        let (one, other) = (some(&one), some(&other));
        let mut merged = record(&world, &one);
        merged.merge(&record(&world, &other)).expect("of one graph");
        for &fact in facts.iter().filter(|&&fact| fact != Fact::Calls) {
            prop_assert_eq!(merged.knows(fact), one.knows(fact) && other.knows(fact), "{}", fact);
        }
        for criterion in Asked::all() {
            world.check(criterion, Forms::PUBLISHED, "merged records", &merged);
        }
    }
}
