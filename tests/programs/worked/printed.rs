//! AP15, AP16, AP18 to AP20 and the example of F11, worked by hand.
//!
//! | id | what | worked | F |
//! |---|---|---|---|
//! | F11 | f(v, i), EVOSUITE | H(100/101, 1 + 1/2) | 1.192843 |
//! | F11 | f(v, i), TRACEY | H(101/102, 1 + 2/3) | 1.242313, norm 0.554032 |
//! | AP15 | 1999 % 400 = 399, % 4 = 3 | H(400/401, 1 + 4/5) | 1.283651 |
//! | AP15 | 1998: 398, 2 | H(399/400, 1 + 3/4) = 2 / (400/399 + 4/7); a list of values has 1.270707 | 1.270701 |
//! | AP15 | 1997: 397, 1 | H(398/399, 1 + 2/3) | 1.248040 |
//! | AP15 | 1996 | taken | 0 |
//! | AP16 | nothing known of the callee | K | 1 |
//! | AP16 | not called, known callee: two branches, one and three levels off | H(1, 3) | 1.5 |
//! | AP16 | delegation of which nothing is known, entered / missed by 3 | norm(1) / 1 + 3/4 | 0.5 / 1.75 |
//! | AP18 | a & b, a missed by 3, b by 1 | 3/4 + 1/2 | 1.25 |
//! | AP18 | the same, b holds | 3/4 + 0 | 0.75 |
//! | AP18 | the same, nothing known of b | 3/4 + K | 1.75 |
//! | AP18 | a \| b | min(3/4, 1/2) | 0.5 |
//! | AP18 | a == b, a holds (3 from false), b does not (1 from true) | min(0 + 1/2, 3/4 + 0) | 0.5 |
//! | AP19 | as the declared ones | of AP15 | of AP15 |
//! | AP20 | Some, its test missed by 4 | 4/5 | 0.8 |
//! | AP20 | keys 0, 5, other: tests missed by 3 and 1 | 3/4, 1/2 | 0.75, 0.5 |
//! | AP20 | other and 5, if 0 was returned (2 from not) | 1 + 2/3 | 1.666667 |

use crate::oracle::flag::Choice;
use crate::oracle::flags::definition::Definition;
use crate::oracle::flags::keys::{Condition, Key, Keys};
use crate::oracle::flags::sets::{Final, Place, finals};
use crate::oracle::flags::{Activity, Callees, Method, Returned};
use crate::oracle::run::Seen;
use crate::oracle::{Shape, Way};
use sbst::distance::{Aggregation, Decision, Distance, Rules};
use sbst::flow::Outcome::{Case, Default as Otherwise, False, Next, True};
use std::collections::BTreeMap;

const TRUE: Returned = Returned::Constant(Key::Bool(true));
const FALSE: Returned = Returned::Constant(Key::Bool(false));

const CHOICE: Choice = Choice {
    over_activations: Aggregation::Harmonic,
    over_required: Aggregation::Harmonic,
    activations_first: true,
    pooled_iterations: false,
    pooled_targets: false,
    required_only: false,
};

/// `if condition { .. } ..`
fn caller(condition: Condition) -> Method {
    let shape = Shape::new(&[(0, True, 1), (0, False, 2), (1, Next, 2)], &[]);
    Method { shape, conditions: BTreeMap::from([(0, condition)]), ..Method::default() }
}

fn method(
    edges: &[(usize, sbst::flow::Outcome, usize)],
    exits: &[usize],
    returns: &[(usize, Returned)],
) -> Method {
    Method {
        shape: Shape::new(edges, exits),
        returns: returns.iter().copied().collect(),
        ..Method::default()
    }
}

fn activity(
    function: usize,
    caller: Option<(usize, u32)>,
    blocks: &[usize],
    far: &[(Way, f64)],
) -> Activity {
    let mut seen = Seen { entered: true, ..Seen::default() };
    blocks.iter().for_each(|&block| seen.visit(block, 0));
    far.iter().for_each(|&(way, far)| seen.observe(way, far));
    let caller = caller.map(|(caller, site)| (caller, Some(site)));
    Activity { function, caller, seen, decisions: BTreeMap::new() }
}

fn deciding(mut activity: Activity, block: usize, outcome: bool, far: f64) -> Activity {
    activity
        .decisions
        .insert(block, Decision::observed(outcome, Distance::new(far).expect("a distance")));
    activity
}

/// The caller, its condition false.
fn missed() -> Activity {
    activity(0, None, &[0, 2], &[((0, True), 1.0), ((0, False), 0.0)])
}

fn f(methods: &[Method], callees: &Callees, tree: &[Activity], way: Way) -> f64 {
    Definition::new(methods, callees, tree, CHOICE)
        .flag(0, way)
        .expect("it is a flag and was evaluated")
}

fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-6, "{found}, not {expected}");
}

fn no_callees() -> Callees {
    Callees::new()
}

#[test]
fn f11_the_example() {
    let edges =
        [(0, True, 2), (0, False, 1), (1, True, 2), (1, False, 4), (2, True, 3), (2, False, 4)];
    let methods = [caller(Condition::call(0)), method(&edges, &[], &[(3, TRUE), (4, FALSE)])];
    for (equal, expected) in [([100.0, 1.0], 1.192843), ([101.0, 2.0], 1.242313)] {
        let first = activity(
            1,
            Some((0, 0)),
            &[0, 2, 4],
            &[((0, True), 0.0), ((2, True), equal[0]), ((2, False), 0.0)],
        );
        let far = [((0, True), equal[1]), ((0, False), 0.0), ((1, True), 102.0), ((1, False), 0.0)];
        let second = activity(1, Some((0, 0)), &[0, 1, 4], &far);
        let found = f(&methods, &no_callees(), &[missed(), first, second], (0, True));
        assert_near(found, expected);
    }
    assert_near(1.242313 / 2.242313, 0.554032);
}

/// What `y` sees: distances to 0 of the remainders by 400 and by 4, and whether it is a leap year.
fn years() -> Vec<(f64, f64, f64)> {
    let far = |y: i32, by: i32| Rules::TRACEY.eq(y % by, 0).to_true().get();
    [1999, 1998, 1997]
        .into_iter()
        .zip([1.283651, 1.270701, 1.248040])
        .map(|(y, f)| (far(y, 400), far(y, 4), f))
        .collect()
}

#[test]
fn ap15_the_last_operand_is_returned_as_a_decision() {
    let edges = [(0, True, 3), (0, False, 1), (1, True, 2), (1, False, 4)];
    let returns = [(3, TRUE), (2, Returned::Decision), (4, FALSE)];
    // Declared, or recorded only: in the first case for all, in the second for a year that comes
    // there.
    let methods = [caller(Condition::call(0)), method(&edges, &[2, 3, 4], &returns)];
    for (by_400, by_4, expected) in years() {
        let far = [((0, True), by_400), ((0, False), 0.0), ((1, True), by_4), ((1, False), 0.0)];
        let call = activity(1, Some((0, 0)), &[0, 1, 4], &far);
        assert_near(f(&methods, &no_callees(), &[missed(), call], (0, True)), expected);
    }
    // 1900: divisible by 4 and by 100, and the last operand is 1 from true: H(301/302, 1/2).
    let far = [((0, True), 301.0), ((0, False), 0.0), ((1, True), 0.0), ((1, False), 1.0)];
    let call = deciding(activity(1, Some((0, 0)), &[0, 1, 2], &far), 2, false, 1.0);
    let expected = 2.0 / (302.0 / 301.0 + 2.0);
    assert_near(f(&methods, &no_callees(), &[missed(), call.clone()], (0, True)), expected);
    let mut undeclared = methods.clone();
    undeclared[1].returns.remove(&2);
    assert_near(f(&undeclared, &no_callees(), &[missed(), call], (0, True)), expected);
    // 1996.
    let taken = activity(0, None, &[0, 1], &[((0, True), 0.0), ((0, False), 1.0)]);
    assert_eq!(f(&methods, &no_callees(), &[taken], (0, True)), 0.0);
}

/// Both `return true` in one block, both results in one exit.
fn merged_leap() -> Method {
    let edges = [
        (0, True, 3),
        (0, False, 1),
        (1, True, 2),
        (1, False, 4),
        (2, True, 3),
        (2, False, 4),
        (3, Next, 5),
        (4, Next, 5),
    ];
    method(&edges, &[5], &[(3, TRUE), (4, FALSE)])
}

#[test]
fn ap15_with_merged_returns() {
    let methods = [caller(Condition::call(0)), merged_leap()];
    for (by_400, by_4, expected) in years() {
        let far = [((0, True), by_400), ((0, False), 0.0), ((1, True), by_4), ((1, False), 0.0)];
        let call = activity(1, Some((0, 0)), &[0, 1, 4, 5], &far);
        assert_near(f(&methods, &no_callees(), &[missed(), call], (0, True)), expected);
    }
}

#[test]
fn ap16_nothing_finite_becomes_infinite() {
    let constant = method(&[], &[0], &[(0, TRUE)]);
    let call = || activity(1, Some((0, 0)), &[0], &[]);
    let methods = [caller(Condition::call(0)), constant];
    assert_eq!(f(&methods, &no_callees(), &[missed(), call()], (0, True)), 1.0);
    let methods = [caller(Condition::call(0)), merged_leap()];
    assert_eq!(f(&methods, &no_callees(), &[missed()], (0, True)), 1.0);
    // Branch 0 -> 3 is one level from the entry, 2 -> 3 three.
    let known = Callees::from([((0, 0), vec![1, 9])]);
    assert_near(f(&methods, &known, &[missed()], (0, True)), 1.5);

    let delegate = method(
        &[(0, True, 1), (0, False, 2)],
        &[],
        &[(1, Returned::Call { site: 0, negated: false })],
    );
    let methods = [caller(Condition::call(0)), delegate];
    let entered = activity(1, Some((0, 0)), &[0, 1], &[((0, True), 0.0), ((0, False), 1.0)]);
    assert_near(f(&methods, &no_callees(), &[missed(), entered], (0, True)), 0.5);
    let not_entered = activity(1, Some((0, 0)), &[0, 2], &[((0, True), 3.0), ((0, False), 0.0)]);
    assert_near(f(&methods, &no_callees(), &[missed(), not_entered], (0, True)), 1.75);
}

#[test]
fn ap18_branches_of_two_calls() {
    let decides = method(&[], &[0], &[(0, Returned::Decision)]);
    let unknown = method(&[], &[0], &[(0, Returned::Unknown)]);
    let call = |function, site, outcome, far| {
        deciding(activity(function, Some((0, site)), &[0], &[]), 0, outcome, far)
    };
    let with = |condition: Condition, tree: [Activity; 3], way| {
        let methods = [caller(condition), decides.clone(), unknown.clone()];
        f(&methods, &no_callees(), &tree, way)
    };
    let (a, b) = (|| Condition::call(0), || Condition::call(1));
    let both_false = || [missed(), call(1, 0, false, 3.0), call(1, 1, false, 1.0)];
    assert_near(with(a().and(b()), both_false(), (0, True)), 1.25);
    assert_near(with(a().or(b()), both_false(), (0, True)), 0.5);
    let b_holds = [missed(), call(1, 0, false, 3.0), call(1, 1, true, 1.0)];
    assert_near(with(a().and(b()), b_holds, (0, True)), 0.75);
    let b_unknown = [missed(), call(1, 0, false, 3.0), call(2, 1, false, 1.0)];
    assert_near(with(a().and(b()), b_unknown, (0, True)), 1.75);
    let differ = [missed(), call(1, 0, true, 3.0), call(1, 1, false, 1.0)];
    assert_near(with(a().same(b()), differ, (0, True)), 0.5);
    // To make them differ, one of both must change: min(3/4, 1/2).
    let [_, one, other] = both_false();
    let taken = activity(0, None, &[0, 1], &[((0, True), 0.0), ((0, False), 1.0)]);
    assert_near(with(a().same(b()), [taken, one, other], (0, False)), 0.5);
}

#[test]
fn ap20_keys() {
    let some = Condition::Gives(0, Keys::of([Key::Variant(1)]));
    let variant = |number| Returned::Constant(Key::Variant(number));
    let find = method(&[(0, True, 1), (0, False, 2)], &[], &[(1, variant(1)), (2, variant(0))]);
    let call = activity(1, Some((0, 0)), &[0, 2], &[((0, True), 4.0), ((0, False), 0.0)]);
    assert_near(f(&[caller(some), find], &no_callees(), &[missed(), call], (0, True)), 0.8);

    let shape = Shape::new(&[(0, Case(0), 1), (0, Case(5), 2), (0, Otherwise, 3)], &[]);
    let switch = Method { shape, switches: BTreeMap::from([(0, 0)]), ..Method::default() };
    let integer = |value| Returned::Constant(Key::Integer(value));
    let edges = [(0, True, 1), (0, False, 2), (2, True, 3), (2, False, 4)];
    let kind = method(&edges, &[], &[(1, integer(0)), (3, integer(5)), (4, integer(7))]);
    let methods = [switch, kind];
    let took = |taken| {
        let all = [Case(0), Case(5), Otherwise];
        let far: Vec<(Way, f64)> =
            all.map(|name| ((0, name), if name == taken { 0.0 } else { 1.0 })).to_vec();
        activity(0, None, &[0], &far)
    };
    let far = [((0, True), 3.0), ((0, False), 0.0), ((2, True), 1.0), ((2, False), 0.0)];
    let other = activity(1, Some((0, 0)), &[0, 2, 4], &far);
    let tree = [took(Otherwise), other];
    assert_near(f(&methods, &no_callees(), &tree, (0, Case(0))), 0.75);
    assert_near(f(&methods, &no_callees(), &tree, (0, Case(5))), 0.5);
    assert_eq!(f(&methods, &no_callees(), &tree, (0, Otherwise)), 0.0);
    let zero = activity(1, Some((0, 0)), &[0, 1], &[((0, True), 0.0), ((0, False), 2.0)]);
    let tree = [took(Case(0)), zero];
    assert_near(f(&methods, &no_callees(), &tree, (0, Case(5))), 5.0 / 3.0);
    assert_near(f(&methods, &no_callees(), &tree, (0, Otherwise)), 5.0 / 3.0);
}

fn of(method: &Method) -> Vec<(Place, Returned)> {
    finals(method).into_iter().map(|Final { place, what, .. }| (place, what)).collect()
}

#[test]
fn sets_belong_to_blocks_and_edges() {
    use Place::{Block, Edge};
    let then = [(0, True, 1), (0, False, 2), (1, Next, 2)];
    // r = false; if c { r = true } return r
    assert_eq!(
        of(&method(&then, &[2], &[(0, FALSE), (1, TRUE)])),
        [(Block(1), TRUE), (Edge((0, False)), FALSE)]
    );
    // Equal constants are one set.
    assert_eq!(
        of(&method(&then, &[2], &[(0, FALSE), (1, FALSE)])),
        [(Block(0), FALSE), (Block(1), FALSE)]
    );
    // A decision that another set may overwrite.
    let decision = of(&method(&then, &[2], &[(0, Returned::Decision), (1, TRUE)]));
    assert_eq!(decision, [(Block(1), TRUE), (Edge((0, False)), Returned::Decision)]);
    // while c { r = p() }: p's set can only be repeated by itself.
    let repeats = [(0, Next, 1), (1, True, 2), (1, False, 3), (2, Next, 1)];
    let p = Returned::Call { site: 0, negated: false };
    assert_eq!(of(&method(&repeats, &[], &[(2, p)])), [(Block(2), p)]);
    // r = false; while c { r = p() }: where c fails, two sets meet.
    assert_eq!(
        of(&method(&repeats, &[], &[(0, FALSE), (2, p)])),
        [(Block(2), p), (Edge((1, False)), Returned::Unknown)]
    );
    // if a { r = false } else {} if b { r = true }: where b fails, one way has set nothing.
    let diamonds =
        [(0, True, 1), (0, False, 2), (1, Next, 2), (2, True, 3), (2, False, 4), (3, Next, 4)];
    let unset = of(&method(&diamonds, &[], &[(1, FALSE), (3, TRUE)]));
    assert_eq!(unset, [(Block(3), TRUE), (Edge((2, False)), Returned::Unknown)]);
    // if a { r = false } else { r = false } if b { r = true }: the same set twice.
    let diamonds = [
        (0, True, 1),
        (0, False, 5),
        (1, Next, 2),
        (5, Next, 2),
        (2, True, 3),
        (2, False, 4),
        (3, Next, 4),
    ];
    let one = of(&method(&diamonds, &[], &[(1, FALSE), (5, FALSE), (3, TRUE)]));
    assert_eq!(one, [(Block(3), TRUE), (Edge((2, False)), FALSE)]);
    // if a { r = false } else { r = true } if b { r = p() }: different sets.
    let meet = of(&method(&diamonds, &[], &[(1, FALSE), (5, TRUE), (3, p)]));
    assert_eq!(meet, [(Block(3), p), (Edge((2, False)), Returned::Unknown)]);
    // r = false; may leave at 0, or go on and set true.
    assert_eq!(
        of(&method(&[(0, Next, 1)], &[0, 1], &[(0, FALSE), (1, TRUE)])),
        [(Block(0), FALSE), (Block(1), TRUE)]
    );
}

#[test]
fn sets_on_edges_are_required_where_the_edge_is() {
    let then = [(0, True, 1), (0, False, 2), (1, Next, 2)];
    let not = || Condition::call(0).negated();
    let went = |to_true, to_false| [((0, True), to_true), ((0, False), to_false)];
    // r = false; if c { r = true }: false needs c to fail, from which it is 4.
    let methods = [caller(not()), method(&then, &[2], &[(0, FALSE), (1, TRUE)])];
    let call = activity(1, Some((0, 0)), &[0, 1, 2], &went(0.0, 4.0));
    assert_near(f(&methods, &no_callees(), &[missed(), call], (0, True)), 0.8);
    // r = a < b; if c { r = true }: true by c, from which it is 2, or by the decision, which is 3
    // away: H(2/3, 3/4).
    let merged = method(&then, &[2], &[(0, Returned::Decision), (1, TRUE)]);
    let methods = [caller(Condition::call(0)), merged.clone()];
    let call = deciding(activity(1, Some((0, 0)), &[0, 2], &went(2.0, 0.0)), 0, false, 3.0);
    assert_near(f(&methods, &no_callees(), &[missed(), call], (0, True)), 12.0 / 17.0);
    // False by the decision only, and the edge is 4 away: 1 + 0 + 4/5.
    let methods = [caller(not()), merged];
    let call = deciding(activity(1, Some((0, 0)), &[0, 1, 2], &went(0.0, 4.0)), 0, false, 3.0);
    assert_near(f(&methods, &no_callees(), &[missed(), call], (0, True)), 1.8);
}
