//! Worked examples: those of the publication (BBC 3.1 and 3.2), and one for each point of F9, with
//! the reasoning beside them.

use super::faults::{Example, FIRST, Ran, nearer};
use sbst::distance::flag;
use sbst::execution::{Execution, Trace};
use sbst::fitness::block_coverage::Nearer::{First, Neither, Second};
use sbst::fitness::block_coverage::Target;
use sbst::flow::Outcome::{Exception, False, Next, True};
use sbst::flow::{FlowBuilder, FlowGraph, Lines};
use sbst::id::{Block, Branch, Line};

const B403: u32 = 0;
const B404: u32 = 1;
const B407: u32 = 2;
const B409: u32 = 3;
const B410: u32 = 4;
const B411: u32 = 5;
const B413: u32 = 6;
const B415: u32 = 7;
const B418: u32 = 8;

/// BBC 2.1, `fromMap`. The blocks are named by their lines.
///
/// ```text
/// 403: for p in fields { 404-406: if value != null { 407-408: if array { 409 } else { 410: if string { 411 } else { 413 } } 415 } }
/// 418: return
/// ```
fn from_map_graph() -> FlowGraph {
    let decisions = FlowBuilder::new()
        .branch(B403, B404, B418)
        .branch(B404, B407, B403)
        .branch(B407, B409, B410)
        .branch(B410, B411, B413);
    let jumps =
        decisions.jump(B409, B415).jump(B411, B415).jump(B413, B415).jump(B415, B403).exit(B418);
    let one = [B403, B409, B410, B411, B413, B415, B418];
    let body = one.into_iter().fold(jumps, |body, block| body.statements(block, 1));
    FlowGraph::of(&body.statements(B404, 3).statements(B407, 2)).expect("legal")
}

/// A port, as far as control flow and failures go: a field is `name=value`, with a list, a text or
/// a number.
fn from_map(trace: &Trace, mut fields: &[&str]) -> Result<i64, ()> {
    let f = trace.root().enter(FIRST);
    let mut sum = 0;
    while f.decide(B403, flag(!fields.is_empty())) {
        let (name, value) = fields[0].split_once('=').ok_or(())?;
        fields = &fields[1..];
        f.done(B404, 1);
        name.chars().next().filter(|first| first.is_alphabetic()).ok_or(())?;
        f.done(B404, 2);
        if f.decide(B404, flag(!value.is_empty())) {
            value.is_ascii().then_some(()).ok_or(())?;
            f.done(B407, 1);
            sum += if f.decide(B407, flag(value.starts_with('['))) {
                f.tried(B409, value.strip_suffix(']').ok_or(()))?.len() as i64
            } else if f.decide(B410, flag(value.starts_with('"'))) {
                f.tried(B411, value[1..].strip_suffix('"').ok_or(()))?.len() as i64
            } else {
                f.tried(B413, value.parse().or(Err(())))?
            };
            f.end(B415);
        }
    }
    f.end(B418);
    Ok(sum)
}

pub(super) fn from_map_of<const N: usize>(inputs: [&[&str]; N]) -> (FlowGraph, [Ran; N]) {
    let graph = from_map_graph();
    let trace = Trace::new(&graph);
    let runs = inputs.map(|fields| {
        trace.reset();
        let ended = from_map(&trace, fields).is_ok();
        assert_eq!(ended, trace.progress(graph.block(FIRST, B418)).is_some());
        Ran::of(&graph, &trace)
    });
    assert_eq!(trace.check(), Ok(()));
    (graph, runs)
}

#[test]
fn bbc_3_1_more_statements_of_the_block_in_which_both_stopped() {
    let (graph, [first, second]) = from_map_of([&["x"], &["1=x"]]); // T1 stops in the 1st, T2 in the 2nd statement of 404-406
    let at = |local| graph.block(FIRST, local);
    assert_eq!(first.values[at(B413).index()], second.values[at(B413).index()]);

    // Start: of 410, 407-408, 404-406, 403 only the last evaluated its predicate. Effective:
    // 404-406, 407-408, 410, 413. No block was completed, both got stuck in 404-406: 0 statements
    // against 1 (rule 4).
    let lines = Lines::new([
        (at(B413).statement(0), Line::new(413)),
        (at(B415).statement(0), Line::new(415)),
    ]);
    // A branch is compared for the end of the block that decides, wherever it leads.
    let [string, other] = [True, False].map(|side| graph.branch(at(B410), side).expect("a branch"));
    let round = graph.branch(at(B404), False).expect("a branch");
    let on_line = lines.statements_on(Line::new(413));
    let targets = [
        Target::Line(on_line),
        Target::Block(at(B413)),
        Target::Statement(at(B413).statement(0)),
        Target::Branch(other),
    ];
    for target in targets.into_iter().chain([
        Target::Branch(string),
        Target::Branch(round),
        Target::Statement(at(B404).statement(2)),
    ]) {
        assert_eq!(nearer(&graph, target, &first, &second), Second(1), "{target:?}");
    }
    // These both of them reach; and on a line without statements there is nothing to reach.
    let into_loop = graph.branch(at(B403), True).expect("a branch");
    for target in [
        Target::Branch(into_loop),
        Target::Block(at(B404)),
        Target::Statement(at(B404).statement(0)),
        Target::Line(&[]),
    ] {
        assert_eq!(nearer(&graph, target, &first, &second), Neither, "{target:?}");
    }
    assert_eq!(
        nearer(&graph, Target::Statement(at(B404).statement(1)), &first, &second),
        Second(1)
    ); // T2 reaches it
}

#[test]
fn bbc_3_1_one_gets_beyond_the_block_in_which_the_other_stopped() {
    // T2 completes 404-406, where T1 stopped, and stops in 407-408: one block more (rule 5). The
    // fitness tells that, too.
    let (graph, [first, second, third]) = from_map_of([&["1=x"], &["a=ä"], &["a=[1"]]);
    let target = |local| Target::Block(graph.block(FIRST, local));
    assert!(second.values[B413 as usize] < first.values[B413 as usize]);
    assert_eq!(nearer(&graph, target(B413), &first, &second), Second(1));

    // For 415 the decisions from 407-408 on do not matter: the third, which stops in 409, is as far
    // as T2, which stops in 407-408. The start is 404-406, and the third completed 407-408.
    assert_eq!(third.values[B415 as usize], second.values[B415 as usize]);
    assert_eq!(nearer(&graph, target(B415), &third, &second), First(1));
    assert_eq!(nearer(&graph, target(B415), &third, &first), First(2)); // from 403, also 404-406
}

#[test]
fn bbc_3_1_on_different_branches_neither_is_nearer() {
    // T1 stops in 409, T2 in 411: T2 completed 410 beside 407-408, but not the block in which T1
    // got stuck.
    let (graph, [first, second]) = from_map_of([&["a=[1"], &["a=\"x"]]);
    assert_eq!(first.values[B415 as usize], second.values[B415 as usize]);
    assert_eq!(nearer(&graph, Target::Block(graph.block(FIRST, B415)), &first, &second), Neither);
    // Where sets of blocks do not compare, it does not matter where they got stuck: 407-408 and 409
    // against 407-408, 410 and 411.
    let example = Example::new(
        &[0, 0, 0, 2],
        &[(0, True, 1), (0, False, 2), (1, Next, 3), (2, Next, 3), (3, Next, 4)],
        &[4],
    );
    let one = example.ran(&[0, 1], &[(3, 0)], &[(0, True)]);
    let other = example.ran(&[0, 2], &[(3, 1)], &[(0, False)]);
    assert_eq!(example.tied(4, &one, &other), Neither);
}

#[test]
fn in_a_loop_the_best_visit_of_each_block_counts() {
    let (graph, [once, twice, went_on, failed]) =
        from_map_of([&["a=", "1="], &["a=", "b=", "x"], &["a=[]", "b=[1"], &["a=[1"]]);
    let target = |local| Target::Block(graph.block(FIRST, local));
    // Both complete 404-406, and fail in its second or its first statement the next time: as if
    // they had not come back.
    assert_eq!(once.blocks, twice.blocks);
    // The third completed 409 before it failed there, so it is not stuck there; and 415.
    assert_eq!(nearer(&graph, target(B415), &went_on, &failed), First(2));
    // From 407-408 by 415 to 413 one comes by 407-408 again, which is the start: so none of that
    // counts.
    assert_eq!(went_on.values[B413 as usize], failed.values[B413 as usize]);
    assert_eq!(nearer(&graph, target(B413), &went_on, &failed), Neither);
    // 418 is not decided about: the entry is the start, and what lies in the loop comes back to it.
    assert_eq!(went_on.values[B418 as usize], failed.values[B418 as usize]);
    assert_eq!(nearer(&graph, target(B418), &went_on, &failed), Neither);
}

#[test]
fn walks_to_the_target_may_repeat_blocks() {
    // 0 decides whether there is a loop 1 -> 2 -> 1 before 3. No walk without repetition passes 2.
    let edges =
        [(0, True, 1), (0, False, 4), (1, True, 2), (1, False, 3), (2, Next, 1), (3, Next, 4)];
    let example = Example::new(&[1, 1, 2, 1, 1], &edges, &[4]);
    let [first, second] =
        [0, 1].map(|done| example.ran(&[0, 1], &[(2, done)], &[(0, True), (1, True)]));
    assert_eq!(example.tied(3, &first, &second), Second(1));
    let round = example.ran(&[0, 1, 2], &[], &[(0, True), (1, True)]); // went round, and stopped between two blocks
    assert_eq!(example.tied(3, &first, &round), Second(1));
    // But they end when they come to the target: 1, and 2 if it was reached, once; not 3, which
    // comes after it and leads back to it.
    let edges =
        [(0, True, 1), (0, False, 4), (1, Next, 2), (2, Next, 3), (3, True, 1), (3, False, 4)];
    let example = Example::new(&[1, 1, 2, 1], &edges, &[4]);
    let [first, second] = [
        example.ran(&[0, 1, 2], &[(3, 0)], &[(0, True)]),
        example.ran(&[0], &[(1, 0)], &[(0, True)]),
    ];
    for statement in 0..3 {
        let target = Target::Statement(example.block(2).statement(statement));
        assert_eq!(nearer(&example.graph, target, &first, &second), First(2));
    }
}

#[test]
fn only_the_nearest_decisions_are_starts() {
    // 0; 1: if a { 2: if b { 5 } } else { 3; 4: if c { 5 } } 6: the end. 2 and 4 decide about 5,
    // and 1 about them.
    let sides = [(0, Next, 1), (1, True, 2), (1, False, 3), (2, True, 5), (2, False, 6)];
    let edges = [(3, Next, 4), (4, True, 5), (4, False, 6), (5, Next, 6)];
    let example = Example::new(&[1, 1, 1, 2, 1, 1], &[&sides[..], &edges].concat(), &[6]);
    // Two calls: the first missed at 2, the second stopped in 3, sooner or later. But from 2 no
    // walk passes 3, as from 1.
    let calls = [(1, True), (2, False), (1, False)];
    let [first, second] = [0, 1].map(|done| example.ran(&[0, 1, 2], &[(3, done)], &calls));
    assert_eq!(example.tied(5, &first, &second), Neither);
    assert_eq!(example.tied(4, &first, &second), Second(1));
    // Nor does one pass the entry: it says nothing that an executor did not see it.
    assert_eq!(example.tied(5, &second, &example.ran(&[1, 2], &[(3, 1)], &calls)), Neither);
}

#[test]
fn several_starts_are_equally_near() {
    // 0: for each item { 1: if a { 3 } else { 2: if b { 4 } else { continue } }; 5; 6: break }: 6
    // depends on a and on b alike.
    let sides =
        [(0, True, 1), (0, False, 7), (1, True, 3), (1, False, 2), (2, True, 4), (2, False, 0)];
    let joins = [(3, Next, 5), (4, Next, 5), (5, Next, 6), (6, Next, 7)];
    let example = Example::new(&[1, 1, 1, 2, 2, 2], &[&sides[..], &joins].concat(), &[7]);
    // A first item for which neither holds, so that both are evaluated; the second stops behind one
    // of them.
    let missed = [(0, True), (1, False), (2, False)];
    let by_a = |done| example.ran(&[0, 1, 2], &[(3, done)], &[&missed[..], &[(1, True)]].concat());
    let by_b = |done| example.ran(&[0, 1, 2], &[(4, done)], &[&missed[..], &[(2, True)]].concat());
    assert_eq!(example.tied(6, &by_a(0), &by_a(1)), Second(1));
    assert_eq!(example.tied(6, &by_b(1), &by_b(0)), First(1));
    assert_eq!(example.tied(6, &by_a(1), &by_b(0)), Neither); // stuck in different blocks
    // Behind the join: 3 is completed by one of them only, and the progress in 5 decides. 1 and 2
    // were evaluated, and do not count.
    let behind_a = example.ran(&[0, 1, 2, 3], &[(5, 0)], &[&missed[..], &[(1, True)]].concat());
    let behind_b = example.ran(&[0, 1, 2, 4], &[(5, 1)], &[&missed[..], &[(2, True)]].concat());
    assert_eq!(example.tied(6, &behind_a, &behind_b), Neither); // {3} and {4}
    assert_eq!(example.tied(6, &behind_a, &by_a(1)), First(1));
    // if a || { try { w }; b } { 3; 4; 5 }: no walk from a start passes w, for b is a start. So it
    // says nothing that w failed in one.
    let edges = [
        (0, True, 3),
        (0, False, 1),
        (1, Next, 2),
        (1, Exception(0), 2),
        (2, True, 3),
        (2, False, 6),
    ];
    let example = Example::new(
        &[1; 6],
        &[&edges[..], &[(3, Next, 4), (4, Next, 5), (5, Next, 6)]].concat(),
        &[6],
    );
    let [first, second] = [(&[0, 1, 2][..], &[(3, 0)][..]), (&[0, 2, 3], &[(1, 0), (4, 0)])]
        .map(|(completed, stopped)| example.ran(completed, stopped, &[(0, False), (2, True)]));
    assert_eq!(example.tied(5, &first, &second), Second(1)); // else {w} and {3}
}

#[test]
fn a_method_without_branches() {
    // One block: progress in it (rule 4), for its statements; to enter it is not worth comparing,
    // since all did.
    let example = Example::new(&[4], &[], &[0]);
    let [one, two, all] = [1, 2, 4].map(|done| example.ran(&[], &[(0, done)], &[]));
    assert_eq!(example.tied(0, &one, &two), Neither);
    let at = |statement| Target::Statement(example.block(0).statement(statement));
    assert_eq!(nearer(&example.graph, at(3), &one, &two), Second(1));
    assert_eq!(nearer(&example.graph, at(3), &all, &two), First(1)); // it reaches the target, the only effective block
    assert_eq!(nearer(&example.graph, at(1), &all, &two), Neither);
    assert_eq!(nearer(&example.graph, at(9), &all, &two), First(2)); // no such statement: nobody reaches it
    // Nobody said how many statements it has, and the executor counts them all the same.
    let example = Example::new(&[0], &[], &[0]);
    let [one, three] = [1, 3].map(|done| example.ran(&[], &[(0, done)], &[]));
    let answers = [1, 2, 4].map(|k| {
        nearer(&example.graph, Target::Statement(example.block(0).statement(k)), &one, &three)
    });
    assert_eq!(answers, [Neither, Second(1), Second(2)]); // both reach it, one does, none does
    // Three blocks joined by jumps: the entry counts, as the start for want of others.
    let example = Example::new(&[1, 2, 1], &[(0, Next, 1), (1, Next, 2)], &[2]);
    let [first, second] = [example.ran(&[], &[(0, 0)], &[]), example.ran(&[0], &[(1, 1)], &[])];
    assert_eq!(example.tied(2, &first, &second), Second(1));
    assert_eq!(example.tied(2, &example.ran(&[0, 1], &[], &[]), &first), First(2));
    // One that cannot be reached: the entry does not lead there.
    let example = Example::new(&[1, 1], &[(1, Next, 2)], &[0, 2]);
    let [first, second] = [example.ran(&[], &[(0, 0)], &[]), example.ran(&[0], &[], &[])];
    assert_eq!(
        [1, 2].map(|block| nearer(
            &example.graph,
            Target::Block(example.block(block)),
            &first,
            &second
        )),
        [Neither; 2]
    );
    // An entry that a loop comes back to: for its statements, the rest of the loop does not count.
    let example = Example::new(&[2, 1], &[(0, True, 1), (0, False, 2), (1, Next, 0)], &[2]);
    let [first, second] =
        [(0, 0), (1, 1)].map(|(done, rest)| example.ran(&[], &[(0, done), (1, rest)], &[]));
    assert_eq!(
        nearer(&example.graph, Target::Statement(example.block(0).statement(1)), &first, &second),
        Second(1)
    );
    assert_eq!(
        nearer(&example.graph, Target::Statement(example.block(0).statement(2)), &second, &first),
        First(1)
    );
}

#[test]
fn exceptions_between_blocks() {
    // 0 and 1 may fail, which leads to the handler 3 and then to 2, as the ordinary way does. No
    // predicate: the entry is the start.
    let edges =
        [(0, Next, 1), (0, Exception(0), 3), (1, Next, 2), (1, Exception(0), 3), (3, Next, 2)];
    let example = Example::new(&[2, 3, 1, 2], &edges, &[2]);
    let leaves_1 = example.ran(&[0], &[(1, 2)], &[]);
    // 1 failed earlier, and the handler did so, too. Both are one edge from 2: stuck in 1, the
    // first of them, by 1 statement against 2.
    assert_eq!(example.tied(2, &leaves_1, &example.ran(&[0], &[(1, 1), (3, 1)], &[])), First(1));
    // From 0 to the handler: that is nearer to 2 than 0, so it is where this one got stuck; the
    // other did not get there.
    let by_handler = |done| example.ran(&[], &[(0, 1), (3, done)], &[]);
    assert_eq!(example.tied(2, &leaves_1, &by_handler(1)), Neither);
    assert_eq!(example.tied(2, &by_handler(0), &by_handler(1)), Second(1));
    assert_eq!(example.tied(2, &by_handler(1), &example.ran(&[], &[(0, 1)], &[])), Neither); // no block completed by either
    // The handler as the target: more statements that did not fail count as nearer, and so does the
    // whole block.
    let [none, some, whole] =
        [&[(0, 0)], &[(0, 1)], &[(0, 2)]].map(|stopped| example.ran(&[], stopped, &[]));
    assert_eq!(example.tied(3, &none, &some), Second(1));
    assert_eq!(example.tied(3, &whole, &some), First(1));
    // In the handler: both reach it, for its second statement there is a difference.
    assert_eq!(
        nearer(
            &example.graph,
            Target::Statement(example.block(3).statement(1)),
            &by_handler(1),
            &by_handler(0)
        ),
        First(1)
    );
}

#[test]
fn for_a_branch_that_an_exception_takes_neither_is_nearer() {
    let example = Example::new(&[3], &[(0, Next, 1), (0, Exception(0), 2)], &[1, 2]);
    let [whole, failed] = [3, 1].map(|done| example.ran(&[], &[(0, done)], &[]));
    let branch =
        |name| Target::Branch(example.graph.branch(example.block(0), name).expect("a branch"));
    assert_eq!(nearer(&example.graph, branch(Exception(0)), &whole, &failed), Neither); // the first did not throw
    assert_eq!(nearer(&example.graph, branch(Next), &whole, &failed), First(1));
}

#[test]
fn a_loop_whose_head_is_a_start_hides_its_body() {
    // 0: while a { 1 } 2: if b { 3 }; and the same with a block before it. The entry is the start,
    // and is not passed again.
    let of = |front: usize| {
        let [head, body, after, target, end] = [0, 1, 2, 3, 4].map(|block| front + block);
        let edges = [
            (head, True, body),
            (head, False, after),
            (body, Next, head),
            (after, True, target),
            (after, False, end),
        ];
        let before = (front == 1).then_some((0, Next, 1));
        let example = Example::new(
            &[2; 5],
            &before.into_iter().chain(edges).collect::<Vec<_>>(),
            &[target, end],
        );
        let done = if front == 1 { vec![0, head] } else { vec![head] };
        let [first, second] =
            [0, 1].map(|progress| example.ran(&done, &[(body, progress)], &[(head, True)]));
        example.tied(after, &first, &second)
    };
    assert_eq!([of(0), of(1)], [Neither, Second(1)]);
    // With a way out of the body the head decides about what comes after, and is a start itself.
    let edges = [
        (0, Next, 1),
        (1, True, 2),
        (1, False, 4),
        (2, True, 5),
        (2, False, 3),
        (3, Next, 1),
        (4, Next, 5),
    ];
    let example = Example::new(&[2; 6], &edges, &[5]);
    let [first, second] =
        [0, 1].map(|done| example.ran(&[0, 1, 2], &[(3, done)], &[(1, True), (2, False)]));
    assert_eq!(example.tied(4, &first, &second), Neither);
}

/// What an edge that no predicate decides says of the executions that took it is not known of the
/// others: so it is no place to start.
#[test]
fn an_exception_edge_is_no_start() {
    // loop { 0: while .. { 1: if .. { 2 } 3: try { .. } catch { 4: three statements } 5 } } 6: the
    // end
    let sides = [(0, True, 1), (0, False, 6), (1, True, 2), (1, False, 3), (2, Next, 3)];
    let tried = [(3, Next, 5), (3, Exception(0), 4), (4, Next, 0), (5, Next, 0)];
    let example = Example::new(&[1, 1, 1, 2, 3, 1], &[&sides[..], &tried].concat(), &[6]);
    // In both 3 failed at last, which led to 4, and that failed, too. The first got through 3 at
    // its first attempt, the second by 2.
    let caught = [(0, True), (1, False), (3, Exception(0))];
    let first = example.ran(&[0, 1, 3, 5], &[(4, 0)], &caught);
    let second = example.ran(&[0, 1, 2], &[(3, 1), (4, 1)], &[&caught[..], &[(1, True)]].concat());
    assert!([&first, &second].iter().all(|run| !run.blocks.has_evaluated(example.block(3))
        && run.blocks.has_evaluated(example.block(1))));
    // From 3 there would be 4 alone, and the second further in it. From 0, the first completed 3
    // and the second 2.
    assert_eq!(
        nearer(&example.graph, Target::Statement(example.block(4).statement(2)), &first, &second),
        Neither
    );
}

#[test]
fn a_function_that_one_of_them_did_not_enter() {
    let mut graph = FlowGraph::new();
    let helper = graph
        .add(&FlowBuilder::new().statements(0, 2).jump(0, 1).statements(1, 1).jump(1, 2).exit(2))
        .expect("legal");
    let caller = graph.add(&FlowBuilder::new().statements(0, 1).exit(0)).expect("legal");
    let trace = Trace::new(&graph);
    let run = |helps: &dyn Fn(&Trace)| {
        trace.reset();
        let _outer = trace.root().enter(caller);
        helps(&trace);
        Ran::of(&graph, &trace)
    };
    let without = run(&|_| {});
    let entered = run(&|trace| trace.innermost(None).enter(helper).done(0, 1));
    let further = run(&|trace| trace.innermost(None).enter(helper).end(0));
    let at = |local| graph.block(helper, local);
    // The first executes nothing there, and the second completes the entry. One that completes no
    // block is no nearer, for all that the comparison can tell; the fitness tells it.
    assert_eq!(nearer(&graph, Target::Block(at(2)), &without, &further), Second(1));
    assert_eq!(nearer(&graph, Target::Block(at(2)), &without, &entered), Neither);
    assert!(entered.values[at(2).index()] < without.values[at(2).index()]);
    // A branch and a block that there are not.
    for target in [Target::Branch(Branch::new(u32::MAX)), Target::Block(Block::new(u32::MAX))] {
        assert_eq!(nearer(&graph, target, &without, &further), Neither);
    }
    // Unless the entry is the target.
    assert_eq!(nearer(&graph, Target::Block(at(0)), &without, &entered), Second(1));
    assert_eq!(nearer(&graph, Target::Statement(at(0).statement(1)), &entered, &without), First(1));
    assert_eq!(nearer(&graph, Target::Statement(at(0).statement(2)), &entered, &without), Neither);
}

/// A line in two blocks, as the compiler makes of a `finally`: 0 decides between 1 and 2; 3 follows
/// 1, and 4 follows 2, both line 9.
#[test]
fn a_line_in_several_blocks() {
    let edges = [
        (0, True, 1),
        (0, False, 2),
        (1, Next, 3),
        (2, Next, 4),
        (3, Next, 5),
        (4, Next, 5),
        (5, True, 0),
        (5, False, 6),
    ];
    let example = Example::new(&[1, 4, 4, 3, 3], &edges, &[6]);
    let line = Line::new(9);
    let lines = Lines::new(
        [(3, 1), (3, 2), (4, 0)]
            .map(|(local, statement)| (example.block(local).statement(statement), line)),
    );
    let answer = |first: Ran, second: Ran| {
        nearer(&example.graph, Target::Line(lines.statements_on(line)), &first, &second)
    };
    let ran = |completed: &[usize], stopped: &[(usize, u32)]| {
        example.ran(completed, stopped, &[(0, True), (0, False)])
    };
    // One of the blocks tells, the other does not; both tell the same, and the larger difference
    // counts; they contradict each other.
    assert_eq!(answer(ran(&[0], &[(1, 1)]), ran(&[0], &[(1, 3)])), Second(2));
    assert_eq!(answer(ran(&[0], &[(1, 3), (2, 3)]), ran(&[0], &[(1, 0), (2, 1)])), First(3));
    assert_eq!(answer(ran(&[0], &[(1, 3), (2, 3)]), ran(&[0], &[(1, 2), (2, 0)])), First(3));
    assert_eq!(answer(ran(&[0], &[(1, 3), (2, 1)]), ran(&[0], &[(1, 0), (2, 2)])), Neither);
    // Both cover the line, each by a block of its own, though one ran more blocks, or more
    // statements on it.
    assert_eq!(answer(ran(&[0, 1, 3], &[(2, 0)]), ran(&[0, 2], &[(4, 0)])), Neither);
    assert_eq!(answer(ran(&[0, 1], &[(3, 1)]), ran(&[0, 1], &[(3, 2)])), Neither);
    // It is covered by its first statement, compared for its last: statement 1 and 2 of block 3.
    assert_eq!(answer(ran(&[0, 1], &[(3, 0)]), ran(&[0, 1], &[(3, 1)])), Second(1));
    assert_eq!(answer(ran(&[0, 1], &[(3, 1)]), ran(&[0], &[(1, 3)])), First(1)); // 1, and not yet 3
    assert_eq!(answer(ran(&[0, 1], &[(3, 2)]), ran(&[0], &[(1, 3)])), First(2));
}
