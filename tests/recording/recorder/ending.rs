//! How activations end, and who calls whom: subjects as users write them, and the mistakes that
//! they make.

use proptest::prelude::*;
use sbst::distance::{eq, flag, gt};
use sbst::execution::{
    CallTreeLimits, Caller, ExceptionKind, Execution, Facts, Misuse, Partition, Returned, Thrown,
    Trace, Value,
};
use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
use sbst::id::{Activation, CallSite, Function, Symbol};
use std::cell::Cell;
use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

const TOTAL: Function = Function::new(0);
const PARSE: Function = Function::new(1);
const CHECKED: Function = Function::new(2);
const FIRST: CallSite = CallSite::new(0);
const SECOND: CallSite = CallSite::new(1);
const CHECK: CallSite = CallSite::new(2);
const TOO_MUCH: Symbol = Symbol::new(0);

/// The sum of two numbers, which must not be 13.
///
/// ```text
/// 0: let sum = checked(parse(a)?, parse(b)?)   1: if sum > 100 { 2: throw }   3: return sum
/// ```
fn total(c: Caller<'_>, a: &str, b: &str) -> Result<u32, String> {
    let f = c.enter(TOTAL);
    let sum = checked(
        f.at(CHECK),
        f.attempt(0, 1, parse(f.at(FIRST), a))?,
        f.attempt(0, 2, parse(f.at(SECOND), b))?,
    );
    f.end(0);
    if f.decide(1, gt(sum, 100)) {
        f.threw(TOO_MUCH, ExceptionKind::Explicit);
        return Err("too much".to_owned());
    }
    f.returns(3, Ok(sum))
}

/// `0: if text is empty { 1: return 0 }  2: let number = text.parse()?; return number`
fn parse(c: Caller<'_>, text: &str) -> Result<u32, String> {
    let f = c.enter(PARSE);
    if f.decide(0, flag(text.is_empty())) {
        return f.returns(1, Ok(0));
    }
    let number = f.attempt(2, 1, text.parse::<u32>().map_err(|error| error.to_string()))?;
    f.returns(2, Ok(number))
}

/// `0: if a + b == 13 { 1: panic }  2: return a + b`
fn checked(c: Caller<'_>, a: u32, b: u32) -> u32 {
    let f = c.enter(CHECKED);
    if f.decide(0, eq(a + b, 13)) {
        resume_unwind(Box::new("unlucky"));
    }
    f.returns(2, a + b)
}

fn graph() -> FlowGraph {
    let total =
        FlowBuilder::new().statements(0, 3).jump(0, 1).exit(0).branch(1, 2, 3).exit(2).exit(3);
    let mut graph = FlowGraph::of(&total).expect("legal");
    graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).statements(2, 2).exit(2)).expect("legal");
    graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("legal");
    graph
}

fn checking(graph: &FlowGraph) -> Trace {
    Trace::new(graph).with_path_check().with_call_tree(CallTreeLimits::NONE).with_direct_calls()
}

#[test]
fn a_subject_with_errors_early_returns_and_panics() {
    let graph = graph();
    let trace = checking(&graph);
    assert_eq!(total(trace.root(), "", "42"), Ok(42));
    let callers: Vec<_> = (0..4).map(|call| trace.caller(Activation::new(call))).collect();
    let by_total = |site| Some((Activation::new(0), Some(site)));
    assert_eq!(callers, [None, by_total(FIRST), by_total(SECOND), by_total(CHECK)]);
    assert!(trace.returned_to_test(TOTAL) && !trace.called_by_test(PARSE));
    assert_eq!(trace.output_distance(TOTAL, Partition::Zero).map(|d| d.get()), Some(42.0));
    assert_eq!(trace.progress(graph.block(PARSE, 2)), Some(2));

    trace.reset();
    assert!(total(trace.root(), "x", "1").is_err());
    assert!(total(trace.root(), "1", "x").is_err());
    assert!(total(trace.root(), "99", "2").is_err());
    assert_eq!(trace.progress(graph.entry(TOTAL)), Some(3));
    assert!(trace.has_thrown(Thrown::new(TOTAL, TOO_MUCH, ExceptionKind::Explicit)));
    assert!(!trace.returned_to_test(TOTAL) && !trace.called_by_test(PARSE));

    trace.reset();
    assert!(catch_unwind(|| total(trace.root(), "6", "7")).is_err());
    trace.unwound(0);
    assert_eq!((trace.check(), trace.depth()), (Ok(()), 0));
}

#[test]
fn od11_calls_among_the_arguments_have_callers_of_their_own() {
    let (graph, nest) = (graph(), |c: Caller<'_>| {
        let f = c.enter(CHECKED);
        f.decide(0, flag(false));
        f.returns(2, checked(f.at(SECOND), checked(f.at(FIRST), 1, 2), checked(f.caller(), 3, 4)))
    });
    let trace = checking(&graph);
    assert_eq!(nest(trace.root()), 10);
    let callers: Vec<_> = (1..4).map(|call| trace.caller(Activation::new(call))).collect();
    assert_eq!(
        callers,
        [Some(FIRST), None, Some(SECOND)].map(|site| Some((Activation::new(0), site)))
    );
    assert_eq!(trace.check(), Ok(()));
}

/// The subjects above with one mistake each, under the path check.
fn told(subject: impl FnOnce(Caller<'_>)) -> Result<(), Misuse> {
    let graph = graph();
    let trace = checking(&graph);
    subject(trace.root());
    trace.check()
}

/// Block 2 of `PARSE`, which returns, and its caller goes on.
fn calls_parse(c: Caller<'_>, parse: impl FnOnce(Caller<'_>)) {
    let f = c.enter(CHECKED);
    parse(f.at(FIRST));
    f.decide(0, flag(false));
    f.returns(2, ());
}

#[test]
fn od13_an_early_return_without_a_mark_is_told() {
    let forgets = |c: Caller<'_>| {
        let f = c.enter(PARSE);
        f.decide(0, flag(false));
    };
    let misuse = Misuse::Unmarked { function: PARSE, block: 2 };
    let unmarked = Err(misuse);
    assert_eq!(told(forgets), unmarked);
    assert_eq!(told(|c| calls_parse(c, forgets)), unmarked);
    // Before the first hook; and where the frame is not bound to a name.
    assert_eq!(told(|c| drop(c.enter(PARSE))), Err(Misuse::Unmarked { function: PARSE, block: 0 }));
    #[expect(let_underscore_drop, clippy::let_underscore_must_use, reason = "the mistake")]
    let unbound = |c: Caller<'_>| {
        let _ = c.enter(PARSE);
    };
    assert_eq!(
        told(|c| calls_parse(c, unbound)),
        Err(Misuse::Unmarked { function: PARSE, block: 0 })
    );
    // It is kept for the time after a reset.
    let graph = graph();
    let trace = checking(&graph);
    forgets(trace.root());
    trace.reset();
    assert_eq!(trace.check(), unmarked);
    let message = misuse.to_string();
    assert!(
        message.contains("f1") && message.contains("block 2") && message.contains("`returns`"),
        "{message}"
    );
}

#[test]
fn od13_an_error_that_no_hook_names_is_told() {
    let passes_on = |c: Caller<'_>| {
        let f = c.enter(TOTAL);
        let _ = parse(f.at(FIRST), "x"); // and `?`
    };
    assert_eq!(told(passes_on), Err(Misuse::Unmarked { function: TOTAL, block: 0 }));
}

#[test]
fn od13_a_return_from_the_wrong_block_is_told() {
    let returns = |block: u32| {
        told(|c| {
            let f = c.enter(PARSE);
            f.decide(0, flag(false));
            f.returns(block, ());
        })
    };
    assert_eq!(returns(2), Ok(()));
    assert_eq!(returns(1), Err(Misuse::OffPath { function: PARSE, block: 1, expected: 2 }));
    assert_eq!(returns(0), Err(Misuse::LeftEarly { function: PARSE, block: 0 }));
    assert_eq!(returns(3), Err(Misuse::NoSuchLocalBlock { function: PARSE, block: 3 }));
    // A block that jumps or leaves: it leaves, and the jump is not taken.
    let graph = graph();
    let trace = checking(&graph);
    trace.root().enter(TOTAL).returns(0, ());
    assert_eq!((trace.check(), trace.progress(graph.block(TOTAL, 1))), (Ok(()), None));
    assert_eq!(trace.progress(graph.entry(TOTAL)), Some(3));
    // One that does not leave is told without the check of paths, too.
    let plain = Trace::new(&graph);
    plain.root().enter(PARSE).returns(0, 5);
    assert_eq!(plain.check(), Err(Misuse::LeftEarly { function: PARSE, block: 0 }));
}

#[test]
fn od13_a_wrong_caller_is_told() {
    let wrong =
        |caller| Err(Misuse::WrongCaller { function: PARSE, caller, innermost: Some(CHECKED) });
    let through = |hands_on: bool| {
        told(|c| {
            let f = c.enter(CHECKED);
            let _ = parse(if hands_on { c } else { f.caller() }, "5");
            f.decide(0, flag(false));
            f.returns(2, ());
        })
    };
    assert_eq!((through(false), through(true)), (Ok(()), wrong(None)));
    let deeper = told(|c| {
        let outer = c.enter(TOTAL);
        let f = outer.at(CHECK).enter(CHECKED);
        let _ = parse(outer.at(FIRST), "5");
        f.decide(0, flag(false));
        f.returns(2, ());
    });
    assert_eq!(deeper, wrong(Some(TOTAL)));
    let ended = told(|c| {
        let f = c.enter(CHECKED);
        let late = f.caller();
        f.decide(0, flag(false));
        f.returns(2, ());
        drop(f);
        let _ = parse(late, "5");
    });
    assert_eq!(ended, Err(Misuse::CallerEnded { function: PARSE }));
    let message = wrong(None).expect_err("told").to_string();
    assert!(
        message.contains("f1 was called by the test")
            && message.contains("f2")
            && message.contains("f.at(site)"),
        "{message}"
    );
}

/// Without the check of paths, it counts for the caller that was named.
#[test]
fn a_caller_that_is_passed_on_counts_as_it_says() {
    let graph = graph();
    let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
    let f = trace.root().enter(CHECKED);
    let _ = parse(trace.root(), "5");
    drop(f);
    assert!(trace.called_by_test(PARSE));
    assert_eq!((trace.caller(Activation::new(1)), trace.check()), (None, Ok(())));
}

#[test]
fn od13_a_hook_of_another_activation_is_told() {
    let told = told(|c| {
        let outer = c.enter(CHECKED);
        let inner = outer.caller().enter(PARSE);
        outer.decide(0, flag(true)); // it should be `inner`
        inner.returns(1, ());
    });
    assert_eq!(told, Err(Misuse::NotInnermost { function: CHECKED, block: 0, innermost: PARSE }));
}

/// Always, and what the hook says is recorded all the same.
#[test]
fn a_hook_after_the_end_is_told_without_the_check_of_paths() {
    let graph = graph();
    let after = |hooks: &dyn Fn(&sbst::execution::Frame<'_>)| {
        let trace = Trace::new(&graph);
        let frame = trace.root().enter(PARSE);
        frame.decide(0, flag(false));
        hooks(&frame);
        drop(frame);
        trace.check()
    };
    let ended = |block| Err(Misuse::AfterEnd { function: PARSE, block });
    assert_eq!(after(&|f| f.returns(2, ())), Ok(()));
    assert_eq!(after(&|f| [f.returns(2, ()), f.returns(2, ())][0]), ended(Some(2)));
    assert_eq!(after(&|f| [f.returns(2, ()), f.end(2)][0]), ended(Some(2)));
    assert_eq!(after(&|f| f.end(f.returns(2, 1))), ended(Some(1)));
    assert_eq!(after(&|f| assert!(f.decide(f.returns(2, 0), flag(true)))), ended(Some(0)));
    assert_eq!(after(&|f| f.done(f.returns(2, 2), 1)), ended(Some(2)));
    assert_eq!(after(&|f| f.choose(f.returns(2, 2), Outcome::Next)), ended(Some(2)));
    assert_eq!(
        after(&|f| f.end(f.returns(2, 9))),
        Err(Misuse::NoSuchLocalBlock { function: PARSE, block: 9 })
    );
    let threw = |f: &sbst::execution::Frame<'_>| f.threw(TOO_MUCH, ExceptionKind::Implicit);
    assert_eq!(after(&|f| [f.returns(2, ()), threw(f)][0]), ended(None));
    assert_eq!(after(&|f| [threw(f), threw(f)][0]), ended(None));
    assert_eq!(after(&|f| [threw(f), f.end(2)][0]), ended(Some(2)));
    assert_eq!(
        after(&|f| [assert!(f.tried(2, Err::<(), _>(0)).is_err()), f.end(2)][0]),
        ended(Some(2))
    );
    assert_eq!(
        after(&|f| [assert!(f.tried(2, None::<i32>).is_none()), f.returns(2, ())][0]),
        ended(Some(2))
    );
    assert_eq!(after(&|f| [f.end(2), f.returns(1, ())][0]), ended(Some(1)));
    assert_eq!(
        ended(Some(2)).map_err(|misuse| misuse.to_string()),
        Err::<(), _>(
            "a hook names block 2 after an activation of f1 has ended: move it before the hook \
             that leaves the function"
                .to_owned()
        )
    );
    // How a block left the function may be said once.
    assert_eq!(after(&|f| [f.end(2), f.returns(2, ())][0]), Ok(()));
    assert_eq!(after(&|f| [f.end(2), threw(f)][0]), Ok(()));
    assert_eq!(after(&|f| [assert!(f.tried(2, Err::<(), _>(0)).is_err()), threw(f)][0]), Ok(()));
    assert_eq!(
        after(&|f| assert!(f.tried(2, Some(1)).map(|number| f.returns(2, number)).is_some())),
        Ok(())
    );
    assert_eq!(after(&|f| [f.end(2), f.returns(2, ()), f.returns(2, ())][0]), ended(Some(2)));
    let trace = Trace::new(&graph);
    let frame = trace.root().enter(PARSE);
    frame.returns(1, ());
    frame.decide(0, flag(false));
    assert_eq!(trace.progress(graph.block(PARSE, 2)), Some(0));
}

/// Hooks that name blocks of the program have no frame that knows that it has ended.
#[test]
fn a_hook_after_the_end_is_told_by_the_check_of_paths() {
    let graph = graph();
    let [check, first, second] = [0, 1, 2].map(|local| graph.block(PARSE, local));
    for (block, local) in [(first, 1), (second, 2)] {
        let trace = Trace::new(&graph).with_path_check();
        trace.enter(PARSE);
        trace.decide(check, flag(false));
        trace.end(second);
        assert_eq!(trace.check(), Ok(()));
        trace.end(block);
        let ended = Misuse::AfterEnd { function: PARSE, block: Some(local) };
        assert_eq!(trace.check(), Err(ended));
    }
}

#[test]
fn the_side_of_a_predicate_that_leaves_is_a_mark() {
    // 0: if x > 3 { 1: return 1 }, and out of the function otherwise; 2: of keys, with none for
    // what is not listed
    let one_sided = FlowBuilder::new().edge(0, Outcome::True, 1).exit(0).exit(1);
    let mut graph = FlowGraph::of(&one_sided).expect("legal");
    let listed = graph.add(&FlowBuilder::new().case(0, 1, 1).exit(0).exit(1)).expect("legal");
    let trace = checking(&graph);
    trace.root().enter(TOTAL).decide(0, gt(2, 3));
    let f = trace.root().enter(TOTAL);
    f.decide(0, gt(2, 3));
    f.returns(0, 7); // and its value
    drop(f);
    trace.root().enter(listed).switch(0, 9);
    let f = trace.root().enter(listed);
    f.switch(0, 9);
    f.returns(0, "text");
    drop(f);
    assert_eq!(trace.check(), Ok(()));
    assert_eq!(trace.output_distance(TOTAL, Partition::Zero).map(|d| d.get()), Some(7.0));
}

#[test]
fn values_of_many_types_are_recorded_and_handed_back() {
    let graph = FlowGraph::of(&FlowBuilder::new().exit(0)).expect("legal");
    fn recorded<T: Returned>(graph: &FlowGraph, value: T) -> (T, [Option<f64>; 3], bool) {
        let trace = Trace::new(graph).with_path_check();
        let value = trace.root().enter(TOTAL).returns(0, value);
        assert_eq!(trace.check(), Ok(()));
        let distances = [Partition::Zero, Partition::Empty, Partition::Null]
            .map(|of| trace.output_distance(TOTAL, of));
        (value, distances.map(|distance| distance.map(|d| d.get())), trace.returned_to_test(TOTAL))
    }
    let near = |value: f64, place: usize, told: [Option<f64>; 3]| {
        assert_eq!(told[place], Some(value), "{told:?}");
    };
    near(4.0, 0, recorded(&graph, -4_i128).1);
    near(0.5, 0, recorded(&graph, 0.5_f32).1);
    assert_eq!(
        (recorded(&graph, -4_i128).0, recorded(&graph, "déjà".to_owned()).0),
        (-4, "déjà".to_owned())
    );
    near(4.0, 1, recorded(&graph, "déjà".to_owned()).1);
    near(4.0, 1, recorded(&graph, "déjà").1);
    near(4.0, 1, recorded(&graph, &&"déjà").1);
    near(2.0, 1, recorded(&graph, vec![1, 2]).1);
    near(3.0, 1, recorded(&graph, [(); 3]).1);
    near(2.0, 1, recorded(&graph, Box::<[u8]>::from([1, 2])).1);
    near(1.0, 1, recorded(&graph, BTreeMap::from([(1, 'x')])).1);
    near(1.0, 1, recorded(&graph, Some(VecDeque::from([1]))).1);
    assert!(recorded(&graph, ()).2);
    near(3.0, 0, recorded(&graph, Ok::<_, ()>(3_u8)).1);
    assert_eq!(recorded(&graph, Err::<u8, _>("no")), (Err("no"), [None; 3], false));
    near(0.0, 2, recorded(&graph, None::<i32>).1);
    assert_eq!(Some(()).returned(), Some(Value::Object));

    /// Of no type that the crate knows.
    #[derive(PartialEq, Debug)]
    struct Opaque;
    let trace = Trace::new(&graph);
    assert_eq!(trace.root().enter(TOTAL).returns_as(0, Value::Size(9), Opaque), Opaque);
    assert_eq!(trace.output_distance(TOTAL, Partition::Empty).map(|d| d.get()), Some(9.0));
    assert!(trace.returned_to_test(TOTAL));
}

/// A panic that is caught in the middle, whose frames have no hook to call.
#[test]
fn a_panic_is_told_by_the_code_that_catches_it() {
    let guarded = |tells: bool, c: Caller<'_>| {
        let f = c.enter(CHECKED);
        let caught = catch_unwind(AssertUnwindSafe(|| total(f.at(FIRST), "6", "7")));
        if tells {
            f.unwound();
        }
        f.decide(0, flag(caught.is_ok()));
        f.returns(2, ());
    };
    assert_eq!(told(|c| guarded(true, c)), Ok(()));
    assert_eq!(told(|c| guarded(false, c)), Err(Misuse::Unmarked { function: CHECKED, block: 1 }));
    // What forgot its mark before, and returned, is not excused by a panic later on.
    let graph = graph();
    let trace = checking(&graph);
    let ended = catch_unwind(|| {
        let f = trace.root().enter(TOTAL);
        drop(f.caller().enter(PARSE));
        checked(f.at(CHECK), 6, 7)
    });
    assert!(ended.is_err());
    trace.unwound(0);
    assert_eq!(trace.check(), Err(Misuse::Unmarked { function: PARSE, block: 0 }));
}

const NODE: Function = Function::new(0);
const CLEANUP: Function = Function::new(1);

/// An activation of a recursive function, as generated.
#[derive(Clone, Debug)]
struct Node {
    children: Vec<Node>,
    end: End,
    /// Whether its caller catches panics, and says so.
    is_caught: bool,
    /// Whether its caller goes on after an error.
    is_handled: bool,
    /// Whether something is dropped at its end that runs a function, too.
    cleans_up: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum End {
    Returns,
    Fails,
    Throws,
    Panics,
    /// Returns without a hook.
    Forgets,
}

fn nodes(forgets: u32) -> impl Strategy<Value = Node> {
    let end = prop_oneof![
        6 => Just(End::Returns), 1 => Just(End::Fails), 1 => Just(End::Throws), 2 => Just(End::Panics), forgets => Just(End::Forgets)
    ];
    let leaf =
        (end, any::<(bool, bool, bool)>()).prop_map(|(end, (is_caught, is_handled, cleans_up))| {
            Node { children: Vec::new(), end, is_caught, is_handled, cleans_up }
        });
    leaf.clone().prop_recursive(4, 24, 4, move |node| {
        (prop::collection::vec(node, 0..4), leaf.clone())
            .prop_map(|(children, leaf)| Node { children, ..leaf })
    })
}

/// A value whose destructor is instrumented.
struct Guard<'t>(Option<Caller<'t>>);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if let Some(caller) = self.0 {
            let f = caller.enter(CLEANUP);
            f.decide(0, flag(true));
            f.returns(1, ());
        }
    }
}

/// `0: while there are more { 1: call the next one? }  2: return`
fn visit(c: Caller<'_>, node: &Node, tells: bool, forgotten: &Cell<u32>) -> Result<(), ()> {
    let f = c.enter(NODE);
    let _guard = Guard(node.cleans_up.then(|| f.caller()));
    for child in &node.children {
        f.decide(0, flag(true));
        let result = if child.is_caught {
            catch_unwind(AssertUnwindSafe(|| visit(f.at(FIRST), child, tells, forgotten)))
                .unwrap_or_else(|_| {
                    if tells {
                        f.unwound();
                    }
                    Err(())
                })
        } else {
            visit(f.at(FIRST), child, tells, forgotten)
        };
        f.tried(1, if child.is_handled { Ok(()) } else { result })?;
    }
    f.decide(0, flag(false));
    match node.end {
        End::Returns => f.returns(2, Ok(())),
        End::Fails => f.tried(2, Err(())),
        End::Throws => {
            f.threw(TOO_MUCH, ExceptionKind::Explicit);
            Err(())
        }
        End::Panics => resume_unwind(Box::new(())),
        End::Forgets => {
            forgotten.set(forgotten.get() + 1);
            Ok(())
        }
    }
}

fn visited(node: &Node, tells: bool) -> (Result<(), Misuse>, u32, bool) {
    let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(1).exit(2))
        .expect("legal");
    graph.add(&FlowBuilder::new().branch(0, 1, 1).exit(1)).expect("legal");
    let (trace, forgotten) = (checking(&graph), Cell::new(0));
    let panicked =
        catch_unwind(AssertUnwindSafe(|| visit(trace.root(), node, tells, &forgotten))).is_err();
    if panicked && tells {
        trace.unwound(0);
    }
    assert_eq!(trace.depth(), 0);
    (trace.check(), forgotten.get(), panicked)
}

proptest! {
    /// Recursion, errors, panics that are caught anywhere, and destructors that run while one
    /// unwinds.
    #[test]
    fn what_is_told_is_no_misuse(node in nodes(0)) {
        prop_assert_eq!(visited(&node, true), (Ok(()), 0, visited(&node, true).2));
    }

    #[test]
    fn od13_what_forgets_its_mark_is_told_whatever_panics_around_it(node in nodes(1)) {
        let (check, forgotten, _) = visited(&node, true);
        let expected =
            if forgotten > 0 { Err(Misuse::Unmarked { function: NODE, block: 2 }) } else { Ok(()) };
        prop_assert_eq!(check, expected);
    }

    #[test]
    fn a_panic_of_which_nobody_tells_is_a_misuse(node in nodes(0)) {
        let (check, _, panicked) = visited(&node, false);
        if panicked {
            prop_assert!(matches!(check, Err(Misuse::Unmarked { .. })), "{:?}", check);
        }
    }
}

#[test]
fn od32_a_frame_that_abandons_itself_is_told_what_helps() {
    let abandons = |c: Caller<'_>| {
        let f = c.enter(PARSE);
        f.unwound();
    };
    let misuse = told(abandons).expect_err("it ended without a mark");
    assert_eq!(misuse, Misuse::Abandoned { function: PARSE, block: 0 });
    assert_eq!(
        misuse.to_string(),
        "an activation of f1 ended in block 0, although `unwound` of its frame said that it goes \
         on: call `threw` to end it, or `Trace::unwound` after a panic"
    );
    // A hook that is forgotten later is that mistake.
    let forgets = |c: Caller<'_>| {
        let f = c.enter(PARSE);
        f.unwound();
        f.decide(0, flag(true));
    };
    assert!(matches!(told(forgets), Err(Misuse::Unmarked { function: PARSE, .. })));
    // What is said helps.
    let throws = |c: Caller<'_>| {
        let f = c.enter(PARSE);
        f.unwound();
        f.threw(sbst::id::Symbol::new(0), ExceptionKind::Implicit);
    };
    assert_eq!(told(throws), Ok(()));
}
