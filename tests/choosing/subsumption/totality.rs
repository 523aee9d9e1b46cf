//! Any input has an answer, the same every time: no goals, far numbers, goals of nothing, very long
//! chains.

use super::{assert_same, covered_with, goals, pairs};
use crate::oracle::closure::Closed;
use sbst::execution::Trace;
use sbst::flow::{FlowBuilder, FlowGraph, Lines};
use sbst::id::{Block, Branch, Function, GoalId, Line, Mutant};
use sbst::objective::{
    CoverageGoal, Criterion, Goal, Goals, Kind, MutantGoal, Needs, Observed, Program, branch_goals,
    from_fn,
};
use sbst::subsumption::{CoverageMatrix, Event, Structure, Subsumption, SubsumptionGraph};

/// A kind of goals of the tests' own.
const OWN: Kind = Kind::new("own").unwrap();

const MANY: u32 = 100_000;

fn on_a_small_stack(test: fn()) {
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(test).expect("a thread");
    thread.join().expect("no panic on a small stack");
}

#[test]
fn nothing_has_nothing_to_cover() {
    for relation in [
        Subsumption::default(),
        CoverageMatrix::new(0).relate(),
        CoverageMatrix::from_rows([[0_u64; 0]; 0]).relate(),
    ] {
        assert_eq!(relation.pair_count(), 0);
        let graph = relation.collapse([]);
        assert_same(&graph, &Closed::new([], &[]));
        assert_eq!(graph.covered_by([]), []);
        assert_eq!(graph.reduction(), []);
    }
    let graph = FlowGraph::new();
    let program = Program::new(&graph);
    let structure = Structure { exact_recording: true, normal_termination: true };
    assert_eq!(structure.relate(&Goals::<Trace>::new(), &program, &[]).pair_count(), 0);
}

#[test]
fn far_numbers_are_goals_like_others() {
    let far = [(0, u32::MAX), (u32::MAX, u32::MAX - 1), (u32::MAX - 1, u32::MAX), (7, 7)];
    let given = pairs(&far);
    let own = goals(&[u32::MAX - 1, 3, 3]);
    let graph = Subsumption::from_iter(given.iter().copied()).collapse(own.iter().copied());
    assert_same(&graph, &Closed::new(own, &given));
    assert_eq!(
        graph.covered_by(goals(&[u32::MAX])),
        pairs(&[(u32::MAX - 1, u32::MAX), (u32::MAX, u32::MAX)])
    );
}

#[test]
fn goals_of_what_the_graph_does_not_have_stand_alone() {
    let graph = FlowGraph::of(
        &FlowBuilder::new().statements(0, 2).branch(0, 1, 2).statements(1, 1).exit(1).exit(2),
    )
    .expect("legal");
    let far = Block::new(u32::MAX - 1);
    let lines =
        Lines::new([(far.statement(0), Line::new(1)), (Block::new(3).statement(0), Line::new(2))]);
    let mutants = [
        MutantGoal::new(Mutant::new(0), far.statement(0)),
        MutantGoal::new(Mutant::new(1), Block::new(3).statement(7)),
    ];
    let program = Program::new(&graph).with_lines(&lines).with_mutants(&mutants);
    let mut goals = Goals::<Trace>::new();
    for block in [Block::new(3), far] {
        goals.push(CoverageGoal::new(block));
        goals.extend([0, 1, u32::MAX].map(|k| CoverageGoal::new(block.statement(k))));
        goals.push(from_fn(
            OWN.goal([block.number()]),
            Needs::at([block]),
            |_: &Observed<'_, Trace>| unreachable!(),
        ));
    }
    for number in [2, u32::MAX - 1] {
        goals.push(CoverageGoal::new(Branch::new(number)));
        for goal in [
            Goal::DirectBranch(Branch::new(number)),
            Goal::Entry(Function::new(number)),
            Goal::DirectEntry(Function::new(number)),
            Goal::Line(Line::new(number)),
            Goal::Mutant(Mutant::new(number)),
        ] {
            goals.push(from_fn(
                goal,
                Needs::at(goal.place()),
                |_: &Observed<'_, Trace>| unreachable!(),
            ));
        }
    }
    goals.extend(mutants);
    let strays = goals.len();
    goals.add(Criterion::Branch, &program);
    goals.add(Criterion::Block, &program);
    let structure = Structure::default();
    for structure in [
        structure,
        Structure { exact_recording: true, ..structure },
        Structure { normal_termination: true, ..structure },
    ] {
        let graph = structure.relate(&goals, &program, &[]).collapse(goals.ids());
        for stray in goals.ids().take(strays) {
            // A goal may still subsume what is as far away as itself.
            let with = covered_with(&graph, [stray]);
            assert!(with.iter().all(|goal| goal.index() < strays), "{}", goals.goal(stray));
        }
        let known = covered_with(&graph, goals.ids().skip(strays));
        assert!(known.iter().all(|goal| goal.index() >= strays));
    }
}

#[test]
fn a_chain_of_a_hundred_thousand_goals() {
    on_a_small_stack(|| {
        // Down from the last one, with a cycle at the end.
        let chain = (1..MANY).map(|n| (GoalId::new(n), GoalId::new(n - 1)));
        let graph = Subsumption::from_iter(chain.clone().chain(pairs(&[(0, 1)]))).collapse([]);
        let [first, second, last] = [0, 1, MANY - 1].map(GoalId::new);
        assert_eq!((graph.goals().len(), graph.minimal()), (MANY as usize, &[last][..]));
        assert_eq!((graph.equivalents(second)[0], graph.represented_by(second)), (first, last));
        assert!(graph.goals().iter().all(|&goal| graph.represented_by(goal) == last));
        assert_eq!(graph.explain(last, first).map(|steps| steps.len()), Some(MANY as usize - 1));
        assert!(
            graph.subsumes(last, first)
                && !graph.subsumes(first, last)
                && graph.subsumes(first, second)
        );
        assert_eq!(
            graph.covered_by([last, GoalId::new(500)])[500],
            (GoalId::new(500), GoalId::new(500))
        );

        let circle = Subsumption::from_iter(chain.chain([(first, last)])).collapse([]);
        assert_eq!(
            (circle.minimal(), circle.equivalents(second).len()),
            (&[first][..], MANY as usize)
        );
        drop(circle);
        let scattered = Subsumption::from_iter(
            (1..MANY).map(|n| (GoalId::new(40_000 * n), GoalId::new(40_000 * (n - 1)))),
        );
        assert_eq!(scattered.collapse([]).minimal(), [GoalId::new(40_000 * (MANY - 1))]);
    });
}

#[test]
fn a_hundred_thousand_nested_branches_and_their_goals() {
    on_a_small_stack(|| {
        // Block k decides whether k + 1 runs; the last one is where all leave. Goals 2k and 2k + 1
        // are the branches of block k.
        let body = (0..MANY)
            .fold(FlowBuilder::new(), |body, block| body.branch(block, block + 1, MANY + 1));
        let graph =
            FlowGraph::of(&body.jump(MANY, MANY + 1).exit(MANY + 1)).expect("a legal function");
        let mut goals = Goals::<Trace>::new();
        goals.extend(branch_goals(&graph));
        let inmost = goals.push(CoverageGoal::new(Block::new(MANY))).id();
        let program = Program::new(&graph);
        let structure = Structure::default();
        let collapse =
            |structure: Structure| structure.relate(&goals, &program, &[]).collapse(goals.ids());
        let count = |structure| collapse(structure).minimal().len();
        let many = MANY as usize;
        assert_eq!(count(structure), 2 * many); // all branches
        assert_eq!(count(Structure { normal_termination: true, ..structure }), 2 * many);
        let exact = collapse(Structure { exact_recording: true, ..structure });
        assert_eq!(exact.minimal().len(), many + 1); // the inmost one, and the ways out
        let last = GoalId::new(2 * MANY - 2);
        assert_eq!(exact.equivalents(inmost), [last, inmost]);
        assert!(exact.subsumes(inmost, GoalId::new(0)));
        let steps = exact.explain(last, GoalId::new(0)).expect("it lies within");
        assert!(steps.windows(2).all(|pair| pair[0].to == pair[1].from));
        assert_eq!(steps.last().map(|step| step.to), Some(Event::Covers(GoalId::new(0))));
    });
}

#[test]
fn nested_tests_are_told_in_linear_space() {
    on_a_small_stack(|| {
        // Of each 50 goals, a test covers the first few: rows that lie in each other, and rows that
        // have nothing in common.
        const GOALS: u32 = 2_000;
        let mut coverage = CoverageMatrix::new(GOALS as usize);
        for test in 0..GOALS {
            let first = test / 50 * 50;
            assert_eq!(coverage.add((first..=test).map(GoalId::new)), Ok(test as usize));
        }
        let relation = coverage.relate();
        assert_eq!(relation.pair_count(), GOALS as usize / 50 * 49);
        let lasts: Vec<GoalId> =
            (0..GOALS).filter(|goal| goal % 50 == 49).map(GoalId::new).collect();
        assert_eq!(relation.collapse([]).minimal(), lasts);
    });
}

/// All that a graph says of its goals, as text.
fn said(graph: &SubsumptionGraph) -> String {
    let all = graph.goals();
    let explained: Vec<_> =
        all.iter().flat_map(|&a| all.iter().map(move |&b| graph.explain(a, b))).collect();
    format!(
        "{graph:?} {explained:?} {:?} {:?}",
        graph.reduction(),
        graph.covered_by(all.iter().copied().skip(1))
    )
}

#[test]
fn the_same_question_has_the_same_answer() {
    let body = FlowBuilder::new()
        .statements(0, 3)
        .branch(0, 1, 2)
        .statements(1, 2)
        .jump(1, 3)
        .jump(2, 3)
        .branch(3, 0, 4)
        .exit(4);
    let graph = FlowGraph::of(&body).expect("legal");
    let lines = Lines::new([
        (Block::new(0).statement(0), Line::new(1)),
        (Block::new(1).statement(0), Line::new(2)),
        (Block::new(2).statement(0), Line::new(2)),
    ]);
    let program = Program::new(&graph).with_lines(&lines);
    let mut goals = Goals::<Trace>::new();
    for &criterion in Criterion::ALL {
        goals.add(criterion, &program);
    }
    let answer = || {
        let structure = Structure { exact_recording: true, normal_termination: true };
        let mut relation = structure.relate(&goals, &program, &[]);
        relation.unite(
            CoverageMatrix::from_rows([[0b0111_u64], [0b0011], [0b0011], [0b1000], [0]]).relate(),
        );
        relation.extend(pairs(&[(9, 2), (2, 9), (70, 3)]));
        said(&relation.collapse(goals.ids()))
    };
    let first = answer();
    assert!(first.contains("Covers"));
    assert_eq!(first, answer());
}
