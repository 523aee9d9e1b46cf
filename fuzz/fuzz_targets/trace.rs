//! Programs of hooks, most of them wrong somewhere: a trace, its record, merged ones and all that
//! is swept from them agree.

#![no_main]

use arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use sbst::execution::{CallTreeLimits, Execution, Fact, Facts, On, Plane, Record, Trace};
use sbst::fitness::{Fitness, FitnessTable, fitness_of_block, fitness_of_branch};
use sbst::flow::{FlowGraph, Outcome, Unreachable};
use sbst::id::{Activation, Branch};
use sbst_fuzz::function;
use sbst_fuzz::hook::{self, After};
use sbst_fuzz::number;

fuzz_target!(|data: &[u8]| {
    // Running out of bytes is no error of anybody.
    let _ = run(&mut Unstructured::new(data));
});

/// How a trace was made.
struct Options {
    rules: sbst::distance::Rules,
    direct: bool,
    calls: Option<CallTreeLimits>,
    path: bool,
    mutants: u32,
    /// What is compared with the trace: half for each input, for all of it takes twice as long.
    suites: bool,
}

impl Options {
    fn read(u: &mut Unstructured<'_>) -> Result<Self> {
        let rules = number::rules(u)?;
        let [flags, limits]: [u8; 2] = u.arbitrary()?;
        let limit =
            |at: u32| if limits >> at & 3 == 3 { u32::MAX } else { u32::from(limits >> at & 3) };
        let limits = CallTreeLimits {
            activations: limit(0).saturating_mul(3),
            depth: limit(2),
            per_site: limit(4),
        };
        let mutants = u32::from(flags >> 4);
        Ok(Self {
            rules,
            direct: flags & 1 == 1,
            calls: (flags & 2 == 2).then_some(limits),
            path: flags & 4 == 4,
            mutants,
            suites: flags & 8 == 8,
        })
    }

    fn trace(&self, graph: &FlowGraph) -> Trace {
        let mut trace = Trace::new(graph).with_rules(self.rules).with_mutants(self.mutants);
        if self.direct {
            trace = trace.with_direct_calls();
        }
        if let Some(limits) = self.calls {
            trace = trace.with_call_tree(limits);
        }
        if self.path { trace.with_path_check() } else { trace }
    }
}

fn run(u: &mut Unstructured<'_>) -> Result<()> {
    let options = Options::read(u)?;
    let mut graph = FlowGraph::new();
    let count = usize::from(u.arbitrary::<u8>()?) % 12 + 1;
    graph.add_with(&function::Function::legal(u, count)?, Unreachable::Keep).expect("legal");
    let mut trace = options.trace(&graph);
    let mut runs = Vec::new();
    loop {
        match hook::run(u, &graph, &trace)? {
            After::Nothing => break,
            After::Snapshot => {
                runs.push(trace.record());
                trace.reset();
                assert_eq!((trace.record(), trace.evaluated()), (Record::default(), 0));
            }
            After::Grow => {
                if graph.functions().len() < 3 {
                    let count = usize::from(u.arbitrary::<u8>()?) % 6 + 1;
                    graph
                        .add_with(&function::Function::legal(u, count)?, Unreachable::Keep)
                        .expect("legal");
                }
                let before = trace.record();
                trace.fit(&graph).expect("it has grown");
                assert_eq!(
                    trace.record(),
                    {
                        let mut fitted = before;
                        fitted.fit(&graph).expect("it has grown");
                        fitted
                    },
                    "what was recorded stays"
                );
            }
        }
    }
    if let Err(misuse) = trace.check() {
        assert!(!misuse.to_string().is_empty());
        assert_eq!(trace.check(), Err(misuse), "the first one stays");
    }

    let record = trace.record();
    let table = checked(&graph, &trace);
    same_reach(&graph, &table, &checked(&graph, &record));
    same_answers(&graph, &trace, &record);
    check_zero_sides(&graph, &trace);
    if options.suites {
        runs.push(record);
        check_merged(&graph, &options, &runs);
        return check_strangers(u, &graph, &options, &runs);
    }
    on_demand(&graph, &trace, &table);
    if options.direct {
        check_direct(&graph, &trace, &record);
    }
    if options.calls.is_some() {
        check_calls(&graph, &trace, &options);
    }
    Ok(())
}

/// One sweep, and what holds for every sweep.
fn checked(graph: &FlowGraph, run: &(impl Execution + ?Sized)) -> FitnessTable {
    let mut table = FitnessTable::new(graph);
    table.sweep(graph, run);
    let mut entered = vec![false; graph.functions().len()];
    run.entered(graph, &mut |function| entered[function.index()] = true);
    for block in graph.all_blocks() {
        let progress = run.progress(block);
        assert_eq!(
            (table.block(block).is_covered(), table.progress(block)),
            (progress.is_some(), progress)
        );
        assert!(progress.is_none_or(|progress| progress <= graph.statements(block)));
        assert!(
            progress.is_none() || entered[graph.function_of(block).index()],
            "what ran was \
            entered"
        );
        // A branch that the block depends on was taken, or the entry: that is not to have entered
        // it.
        let dependence = table.dependence(block);
        assert!(dependence <= table.block(block));
        assert!(!dependence.distance.get().is_nan());
    }
    for branch in graph.all_branches() {
        let edge = graph.edge(branch);
        let distance = run.branch_distance(edge);
        let fitness = table.branch(branch);
        assert_eq!(fitness.is_covered(), distance.is_some_and(|distance| distance.get() == 0.0));
        assert_eq!(table.evaluated(branch), distance);
        match distance {
            Some(distance) => assert_eq!(fitness, Fitness::from(distance)),
            None => assert_eq!(fitness, table.dependence(edge.source).one_level_up()),
        }
        assert!(
            distance.is_none() || entered[graph.function_of(edge.source).index()],
            "what was evaluated was entered"
        );
        assert!(edge.outcome.is_decided() || distance.is_none_or(|distance| distance.get() == 0.0));
    }
    table
}

fn same_reach(graph: &FlowGraph, one: &FitnessTable, other: &FitnessTable) {
    for block in graph.all_blocks() {
        assert_eq!(
            (one.block(block), one.dependence(block)),
            (other.block(block), other.dependence(block)),
            "{block}"
        );
        assert_eq!(one.progress(block), other.progress(block));
    }
    for branch in graph.all_branches() {
        assert_eq!(one.branch(branch), other.branch(branch), "{branch}");
    }
}

fn same_answers(graph: &FlowGraph, one: &impl Facts, other: &impl Facts) {
    for edge in graph.all_branches().map(|branch| graph.edge(branch)) {
        assert_eq!(one.branch_distance(edge), other.branch_distance(edge), "{edge:?}");
        assert_eq!(one.evaluations(edge), other.evaluations(edge), "{edge:?}");
    }
}

fn on_demand(graph: &FlowGraph, run: &impl Execution, table: &FitnessTable) {
    for block in graph.all_blocks() {
        assert_eq!(fitness_of_block(graph, run, block), table.block(block), "{block}");
    }
    for branch in graph.all_branches() {
        assert_eq!(fitness_of_branch(graph, run, branch), table.branch(branch), "{branch}");
    }
}

/// An evaluated predicate took one of its sides.
fn check_zero_sides(graph: &FlowGraph, run: &(impl Execution + ?Sized)) {
    for block in graph.all_blocks() {
        let distance = |branch: Option<Branch>| {
            branch.and_then(|branch| run.branch_distance(graph.edge(branch)))
        };
        let [holds, fails] =
            [Outcome::True, Outcome::False].map(|outcome| graph.branch(block, outcome));
        if holds.is_some() && fails.is_some() {
            match (distance(holds), distance(fails)) {
                (None, None) => {}
                (Some(a), Some(b)) => assert_eq!(a.min(b).get(), 0.0, "{block}"),
                one => panic!("one side only of {block}: {one:?}"),
            }
        }
        let is_arm = |branch: &Branch| {
            matches!(
                graph.edge(*branch).outcome,
                Outcome::Case(_) | Outcome::Arm(_) | Outcome::Default
            )
        };
        let arms: Vec<_> =
            graph.branches_of(block).filter(is_arm).map(|branch| distance(Some(branch))).collect();
        assert!(arms.iter().all(|arm| arm.is_some() == arms[0].is_some()), "all arms, or none");
        if graph.branch(block, Outcome::Default).is_some() && arms[0].is_some() {
            assert!(
                arms.iter().flatten().any(|distance| distance.get() == 0.0),
                "some arm was \
                selected"
            );
        }
    }
}

/// Direct calls are some of all calls.
fn check_direct(graph: &FlowGraph, trace: &Trace, record: &Record) {
    let (table, direct) = (checked(graph, trace), checked(graph, &On(trace, Plane::Direct)));
    check_zero_sides(graph, &On(trace, Plane::Direct));
    on_demand(graph, &On(trace, Plane::Direct), &direct);
    if record.knows(Fact::On(Plane::Direct)) {
        same_reach(graph, &direct, &checked(graph, &On(record, Plane::Direct)));
    }
    for block in graph.all_blocks() {
        assert!(direct.block(block) >= table.block(block));
        assert!(trace.progress_on(Plane::Direct, block) <= trace.progress(block));
    }
    for edge in graph.all_branches().map(|branch| graph.edge(branch)) {
        if let Some(distance) = trace.branch_distance_on(Plane::Direct, edge) {
            assert!(trace.branch_distance(edge).is_some_and(|least| least <= distance));
        }
    }
}

/// No activation knows more than all of them.
fn check_calls(graph: &FlowGraph, trace: &Trace, options: &Options) {
    let limits = options.calls.unwrap_or_default();
    assert!(trace.activation_count() <= limits.activations.max(1));
    for number in 0..trace.activation_count() {
        let activation = Activation::new(number);
        let function = trace.callee(activation).expect("is there");
        if let Some((caller, _)) = trace.caller(activation) {
            assert!(caller < activation);
        }
        let own = On(trace, Plane::Within(activation));
        let table = checked(graph, &own);
        check_zero_sides(graph, &own);
        if number == 0 {
            on_demand(graph, &own, &table);
        }
        for block in graph.all_blocks() {
            assert!(own.progress(block) <= trace.progress(block));
            assert!(own.progress(block).is_none() || graph.function_of(block) == function);
        }
        for edge in graph.all_branches().map(|branch| graph.edge(branch)) {
            if let Some(distance) = own.branch_distance(edge) {
                assert!(
                    trace.branch_distance(edge).is_some_and(|least| least <= distance),
                    "{edge:?} {distance}"
                );
            }
        }
    }
    let none = Activation::new(trace.activation_count());
    assert_eq!((trace.callee(none), trace.caller(none)), (None, None));
}

/// Records merged into each other, into a trace, and as a suite.
fn check_merged(graph: &FlowGraph, options: &Options, runs: &[Record]) {
    let mut forth = Record::default();
    runs.iter().for_each(|run| forth.merge(run).expect("of the same graph"));
    let mut back = Record::default();
    runs.iter().rev().for_each(|run| back.merge(run).expect("of the same graph"));
    assert_eq!(forth, back, "in any order");

    let trace = options.trace(graph);
    runs.iter().for_each(|run| trace.merge(run).expect("of the same graph and options"));
    assert_eq!(trace.check(), Ok(()));
    assert_eq!(trace.record(), forth);
    same_answers(graph, &trace, &forth);
    let table = checked(graph, runs);
    same_reach(graph, &table, &checked(graph, &trace));
    same_reach(graph, &table, &checked(graph, &forth));
    check_zero_sides(graph, runs);

    let mut least = FitnessTable::new(graph);
    for run in runs {
        least.merge(graph, &checked(graph, run)).expect("of the same graph");
    }
    same_reach(graph, &table, &least);
    // A table that was used before is as good as a new one.
    let mut used = FitnessTable::new(graph);
    runs.iter().for_each(|run| used.sweep(graph, run));
    used.sweep(graph, &trace);
    same_reach(graph, &used, &table);
}

/// Records of this graph where another one is meant: an error that changes nothing, or at least no
/// panic.
fn check_strangers(
    u: &mut Unstructured<'_>,
    graph: &FlowGraph,
    options: &Options,
    runs: &[Record],
) -> Result<()> {
    if u.is_empty() {
        return Ok(());
    }
    let count = usize::from(u.arbitrary::<u8>()?) % 6 + 1;
    let other = FlowGraph::of(&function::Function::legal(u, count)?).unwrap_or_default();
    let mut trace = options.trace(&other);
    for run in runs {
        let before = trace.record();
        if trace.merge(run).is_err() {
            assert_eq!(trace.record(), before, "nothing is changed then");
        }
    }
    let mut table = FitnessTable::new(&other);
    let _ = (table.try_sweep(graph, &trace), table.try_sweep(&other, &runs[0]));
    let strange = trace.record();
    let _ = trace.fit(graph);
    let own = options.trace(graph);
    let _ = own.merge(&strange);
    let mut table = FitnessTable::new(graph);
    table.sweep(graph, &own);
    assert_eq!(table.try_sweep(&other, &own).is_ok(), other.check(graph.identity()).is_ok());
    assert!(table.entered().all(|function| function.index() < graph.functions().len()));
    let _ = (trace.check(), own.check());
    Ok(())
}
