//! Executors of the user, with the facts that their goals read; closures and numbers as
//! goals.

use sbst::distance::{Distance, eq, ge, lt};
use sbst::execution::{
    Domain, ExceptionKind, Execution, Fact, Facts, NearestValues, Partition, Plane, Record, Thrown,
    Trace, Value,
};
use sbst::fitness::Fitness;
use sbst::flow::{Edge, FlowBuilder, FlowGraph};
use sbst::id::{Block, Branch, Function, GoalId, Mutant, Symbol};
use sbst::objective::suite::{Coverage, SuiteRow};
use sbst::objective::{
    Added, CoverageGoal, Criterion, DirectGoal, Forms, Goal, Goals, Kind, LineGoal, Method,
    MethodEntryGoal, MethodGoal, MutantGoal, Needs, Objective, Observable, ObserveError, Observed,
    Program, ProgramError, Tables, branch_goals, direct_branch_goals, from_fn, output_goals,
};
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};

/// A kind of goals of the tests' own.
const OWN: Kind = Kind::new("own").unwrap();

const F: Function = Function::new(0);

/// What a tool kept of one run, in its own way: only what its goals need.
#[derive(Default)]
struct Kept {
    entered: Vec<u32>,
    mutants: Vec<(Mutant, Distance)>,
    sweeps_of_direct_calls: AtomicU32,
}

impl Execution for Kept {
    fn branch_distance(&self, _: Edge) -> Option<Distance> {
        None
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.entered.contains(&block.number()).then_some(0)
    }
}

impl Facts for Kept {
    fn knows(&self, fact: Fact) -> bool {
        matches!(fact, Fact::On(Plane::Direct) | Fact::Infections)
    }
    fn progress_on(&self, plane: Plane, _: Block) -> Option<u32> {
        match plane {
            Plane::Direct => {
                self.sweeps_of_direct_calls.fetch_add(1, Ordering::Relaxed);
                None
            }
            _ => None,
        }
    }
    fn each_mutant(&self, visit: &mut dyn FnMut(Mutant)) {
        self.mutants.iter().for_each(|row| visit(row.0));
    }
    fn infection(&self, mutant: Mutant) -> Option<Distance> {
        self.mutants.iter().filter(|row| row.0 == mutant).map(|row| row.1).min()
    }
}

fn fork() -> FlowGraph {
    FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("a legal function")
}

fn value<X: Facts + ?Sized>(goals: &Goals<X>, graph: &FlowGraph, run: &X, id: GoalId) -> Fitness {
    goals.fitness_of(id, &goals.observe(graph, run, &mut Tables::new(graph)))
}

#[test]
fn an_executor_brings_the_facts_that_its_goals_read() {
    let graph = fork();
    let mut goals = Goals::<Kept>::new();
    goals.extend(branch_goals(&graph));
    let mutant = goals.push(MutantGoal::new(Mutant::new(4), graph.entry(F).statement(0))).id();
    let mut run = Kept { entered: vec![0], ..Kept::default() };
    assert_eq!(value(&goals, &graph, &run, mutant), Fitness::new(1, Distance::ZERO));
    run.mutants = [9, 2].map(|distance| (Mutant::new(4), Distance::from(distance))).into();
    assert_eq!(value(&goals, &graph, &run, mutant), Fitness::from(Distance::from(2)));
}

/// The least of both tables: a goal of the user's that reads direct calls, too.
struct Both(Branch);

impl<X: Facts + ?Sized> Objective<X> for Both {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let direct =
            seen.direct().and_then(|table| table.get_branch(self.0)).unwrap_or(Fitness::NEVER);
        direct.min(seen.table.branch(self.0))
    }
    fn goal(&self) -> Goal {
        OWN.goal([0])
    }
    fn needs(&self) -> Needs {
        Needs::nowhere().reading(Fact::On(Plane::Direct))
    }
}

#[test]
fn direct_calls_are_swept_if_and_only_if_some_goal_reads_them() {
    let graph = fork();
    let run = Kept { entered: vec![0], ..Kept::default() };
    let mut goals = Goals::<Kept>::new();
    goals.extend(branch_goals(&graph));
    let mut tables = Tables::new(&graph);
    assert!(goals.observe(&graph, &run, &mut tables).direct().is_none());
    assert_eq!(run.sweeps_of_direct_calls.load(Ordering::Relaxed), 0);
    let boxed: Box<dyn Objective<Kept> + Send + Sync> = Box::new(Both(Branch::new(0)));
    goals.push(boxed);
    assert!(goals.observe(&graph, &run, &mut tables).direct().is_some());
    assert!(run.sweeps_of_direct_calls.load(Ordering::Relaxed) > 0);
}

#[test]
fn pointers_to_executions_are_executions_with_all_they_can_do() {
    fn all(run: &impl Facts, graph: &FlowGraph) {
        let edge = graph.edge(Branch::new(1));
        let thrown = Thrown::new(F, Symbol::new(1), ExceptionKind::Declared);
        assert_eq!(run.branch_distance(edge).map(Distance::get), Some(4.0));
        assert_eq!(run.branch_distance_on(Plane::Direct, edge).map(Distance::get), Some(4.0));
        assert_eq!(
            (run.progress(edge.target), run.progress_on(Plane::Direct, edge.source)),
            (None, Some(0))
        );
        assert_eq!(run.evaluations(edge), 1);
        assert!(run.called_by_test(F) && run.returned_to_test(F) && run.has_thrown(thrown));
        let mut seen = Vec::new();
        run.each_thrown(&mut |thrown| seen.push(thrown));
        assert_eq!(seen, [thrown]);
        assert_eq!(run.output_distance(F, Partition::Negative).map(Distance::get), Some(6.0));
        assert_eq!(run.input_distance(F, 2, Partition::Digit).map(Distance::get), Some(0.0));
        assert_eq!(run.infection(Mutant::new(0)).map(Distance::get), Some(7.0));
        let mut entered = Vec::new();
        run.entered(graph, &mut |function| entered.push(function));
        assert_eq!(entered, [F]);
    }
    let graph = fork();
    let trace = Trace::new(&graph).with_direct_calls().with_mutants(1);
    let f = trace.root().enter(F);
    f.decide(0, lt(7, 10));
    f.argument(2, '5');
    f.infected(Mutant::new(0), Distance::from(7));
    trace.returned(F, Value::from(5));
    f.threw(Symbol::new(1), ExceptionKind::Declared);
    drop(f);
    let record = trace.record();
    all(&trace, &graph);
    all(&&trace, &graph);
    all(&Box::new(record.clone()), &graph);
    all(&Rc::new(record), &graph);
    assert_eq!(trace.check(), Ok(()));
}

#[test]
fn numbers_are_goals_if_they_have_a_target() {
    let graph = fork();
    let at_least = |id, bound| {
        from_fn(OWN.goal([id]), Needs::nowhere(), move |seen: &Observed<'_, Trace>| {
            ge(seen.run.evaluated(), bound).to_true().into()
        })
    };
    let to_zero = from_fn(OWN.goal([1]), Needs::nowhere(), |seen: &Observed<'_, Trace>| {
        eq(seen.run.evaluated(), 0).to_true().into()
    });
    let unobserved = from_fn(OWN.goal([2]), Needs::nowhere(), |_: &Observed<'_, Trace>| {
        Distance::INFINITE.into()
    });
    let mut goals = Goals::<Trace>::new();
    let often = goals.push(at_least(0, 3)).id();
    let never = goals.push(to_zero).id();
    let unknown = goals.push(unobserved).id();
    let trace = Trace::new(&graph);
    let measure = |id| value(&goals, &graph, &trace, id).distance.get();
    assert_eq!([often, never, unknown].map(measure), [4.0, 0.0, f64::INFINITY]);
    for _ in 0..2 {
        trace.root().enter(F).decide(0, lt(1, 2));
    }
    assert_eq!([often, never].map(measure), [2.0, 3.0]); // gap 1, gap 2, and K
    trace.root().enter(F).decide(0, lt(1, 2));
    assert_eq!([often, never].map(measure), [0.0, 4.0]);
}

#[test]
fn a_closure_is_a_goal_beside_all_others() {
    let graph = fork();
    let mut goals = Goals::<Record>::new();
    for criterion in Criterion::SMART {
        goals.add(criterion, &Program::new(&graph));
    }
    let quiet =
        goals.push(from_fn(OWN.goal([9]), Needs::nowhere(), |seen: &Observed<'_, Record>| {
            let mut count = 0_u32;
            seen.run.each_thrown(&mut |_| count += 1);
            Distance::from(count).into()
        }));
    goals.push(MethodGoal::new(F));
    let trace = Trace::new(&graph);
    assert!(value(&goals, &graph, &trace.record(), quiet.id()).is_covered());
    trace.threw(Thrown::new(F, Symbol::new(0), ExceptionKind::Explicit));
    assert_eq!(
        value(&goals, &graph, &trace.record(), quiet.id()),
        Fitness::from(Distance::from(1))
    );
}

#[test]
fn what_criteria_are_made_of_can_be_shared() {
    fn shared<T: Send + Sync + Clone + std::fmt::Debug>() {}
    shared::<(
        CoverageGoal<Branch>,
        CoverageGoal<Function>,
        DirectGoal<Branch>,
        DirectGoal<Function>,
        LineGoal,
        MutantGoal,
        MethodGoal,
        MethodEntryGoal,
    )>();
    shared::<(
        CoverageGoal<Thrown>,
        CoverageGoal<(Function, Partition)>,
        CoverageGoal<(Function, u32, Partition)>,
        Needs,
        Goal,
        Criterion,
        Forms,
        Method,
        Program<'_>,
    )>();
    shared::<(
        Value,
        Partition,
        Domain,
        NearestValues,
        Thrown,
        ExceptionKind,
        SuiteRow,
        Coverage,
        Tables,
        Added,
    )>();
    fn error<T: Send + Sync + std::error::Error + 'static>() {}
    error::<ProgramError>();
}

/// A suite names a function once for each test: the direct calls of all must not be asked that
/// often.
#[test]
fn direct_calls_of_a_suite_are_asked_in_linear_time() {
    let graph = fork();
    let asked = |tests: u32| {
        let suite: Vec<Kept> =
            (0..tests).map(|_| Kept { entered: vec![0], ..Kept::default() }).collect();
        let mut goals = Goals::<[Kept]>::new();
        goals.push(DirectGoal::new(Branch::new(0)));
        goals.measure(&graph, &suite[..], &mut Tables::new(&graph), &mut Vec::new());
        suite.iter().map(|run| run.sweeps_of_direct_calls.load(Ordering::Relaxed)).sum::<u32>()
    };
    assert!(asked(400) <= 4 * asked(100), "{} {}", asked(100), asked(400));
}

/// A view of a caller's own: the first branch is nearer than it was.
struct Nearer<'a>(&'a Record);

impl Execution for Nearer<'_> {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        let distance = self.0.branch_distance(branch)?;
        Some(if distance > Distance::ZERO { Distance::SMALLEST } else { distance })
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.0.progress(block)
    }
}

impl Facts for Nearer<'_> {
    fn knows(&self, _: Fact) -> bool {
        true // the goals ask the record, so its word counts
    }
}

impl Observable<Record> for Nearer<'_> {
    fn observed(&self) -> &Record {
        self.0
    }
}

#[test]
fn a_view_of_ones_own_is_swept_and_its_execution_asked() {
    let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("legal");
    let function = Function::new(0);
    let trace = Trace::new(&graph);
    trace.root().enter(function).decide(0, eq(40, 47));
    trace.returned(function, 3);
    let mut goals = Goals::<Record>::for_graph(&graph);
    goals.extend(branch_goals(&graph));
    goals.extend(output_goals(function, Domain::SIGNED));
    let (record, mut tables, mut row) =
        (Record::of(&graph, &trace), Tables::new(&graph), Vec::new());
    goals.try_measure(&graph, &Nearer(&record), &mut tables, &mut row).expect("the record knows");
    assert_eq!(row[0].distance, Distance::SMALLEST);
    assert_eq!(
        row[2..].iter().map(|value| value.distance.get()).collect::<Vec<_>>(),
        [4.0, 3.0, 0.0]
    );

    // What the record does not know is refused, whatever the view says.
    goals.extend(direct_branch_goals(&graph, [function]));
    let refused = goals.try_measure(&graph, &Nearer(&record), &mut tables, &mut row);
    assert!(matches!(refused, Err(ObserveError::NotRecorded(_))), "{refused:?}");
}
