//! Frames and activations without frames side by side, in unusual orders.

use proptest::prelude::*;
use sbst::distance::{Distance, flag, gt};
use sbst::execution::{
    CallTreeLimits, Caller, Execution, Fact, Facts, Frame, Misuse, Plane, Record, Returned, Trace,
    Value,
};
use sbst::flow::{Edge, FlowBuilder, FlowGraph};
use sbst::id::{Block, Function};

const F: Function = Function::new(0);
const G: Function = Function::new(1);

/// Twice `0: if .. { 1: return } 2: return`.
fn graph() -> FlowGraph {
    let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    let mut graph = FlowGraph::of(&body).expect("legal");
    graph.add(&body).expect("legal");
    graph
}

fn direct(trace: &Trace, graph: &FlowGraph, block: Block) -> Option<f64> {
    graph
        .branches_of(block)
        .next()
        .and_then(|branch| trace.branch_distance_on(Plane::Direct, graph.edge(branch)))
        .map(|d| d.get())
}

#[test]
fn a_call_from_the_root_that_ends_does_not_end_the_direct_call_around_it() {
    let graph = graph();
    let trace = Trace::new(&graph).with_direct_calls();
    trace.enter(F);
    trace.root().enter(G).returns(1, ());
    trace.decide(graph.entry(F), gt(3, 7));
    trace.returned(F, 5);
    trace.leave();
    assert_eq!(direct(&trace, &graph, graph.entry(F)), Some(5.0));
    assert!(trace.returned_to_test(F) && trace.returned_to_test(G));
    // While it is open, the activation around it is not the only one.
    trace.reset();
    trace.enter(F);
    let g = trace.root().enter(G);
    trace.decide(graph.entry(F), flag(true));
    assert_eq!(direct(&trace, &graph, graph.entry(F)), None);
    drop(g);
    trace.leave();
    // Nor does an activation that was called by one that has ended count for it.
    trace.reset();
    let f = trace.root().enter(F);
    let late = f.caller();
    drop(f);
    let g = late.enter(G);
    trace.decide(graph.entry(F), flag(true));
    trace.returned(F, 5);
    drop(g);
    assert_eq!((direct(&trace, &graph, graph.entry(F)), trace.returned_to_test(F)), (None, false));
}

#[test]
fn a_frame_that_was_unwound_closes_no_other_activation() {
    let graph = graph();
    for trace in [
        Trace::new(&graph),
        Trace::new(&graph).with_call_tree(CallTreeLimits::NONE).with_path_check(),
    ] {
        let old = trace.root().enter(F);
        trace.unwound(0);
        let new = trace.root().enter(G);
        drop(old);
        assert_eq!(trace.depth(), 1);
        trace.enter(F); // called by G
        trace.decide(graph.entry(F), flag(true));
        trace.leave();
        new.decide(0, flag(true));
        new.returns(1, ());
        drop(new);
        assert_eq!((trace.depth(), trace.check()), (0, Ok(())));
    }
}

#[test]
fn what_is_entered_while_an_unwound_frame_is_dropped_is_no_direct_call() {
    let graph = graph();
    let trace = Trace::new(&graph);
    let old = trace.root().enter(G);
    trace.unwound(0);
    trace.reset();
    trace.enter(G);
    drop(old);
    trace.enter(F);
    assert_eq!((trace.depth(), trace.called_by_test(G), trace.called_by_test(F)), (2, true, false));
}

proptest! {
    /// A stack of activations, with frames and without, of which frames may outlive the exceptions
    /// that close them.
    #[test]
    fn the_depth_is_that_of_a_stack(
        actions in prop::collection::vec((0..6_u8, 0..5_u32, any::<prop::sample::Index>()), 0..60),
    ) {
        let graph = graph();
        let trace = Trace::new(&graph);
        // `Some` for those that have frames: the number of the frame.
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut frames: Vec<Option<Frame<'_>>> = Vec::new();
        for (action, depth, any) in actions {
            match (action, open.last()) {
                (0 | 1, _) => {
                    open.push(Some(frames.len()));
                    frames.push(Some(trace.innermost(None).enter(F)));
                }
                (2, _) => {
                    open.push(None);
                    trace.enter(G);
                }
                (3, Some(&Some(frame))) => {
                    frames[frame] = None;
                    open.pop();
                }
                (3, Some(None)) => {
                    trace.leave();
                    open.pop();
                }
                (4, _) => {
                    open.truncate(depth as usize);
                    trace.unwound(depth);
                }
                // The frame of an activation that is closed.
                (5, _) if !frames.is_empty() => {
                    let frame = any.index(frames.len());
                    if !open.contains(&Some(frame)) {
                        frames[frame] = None;
                    }
                }
                _ => {}
            }
            prop_assert_eq!(trace.depth() as usize, open.len());
        }
    }
}

#[test]
fn what_is_there_is_no_null_even_if_it_holds_one() {
    assert_eq!(Some(()).returned(), Some(Value::Object));
    assert_eq!(Some(None::<i32>).returned(), Some(Value::Object));
    assert_eq!(Some(&Some(None::<()>)).returned(), Some(Value::Object));
    assert_eq!(Some(Some(7)).returned(), Some(Value::from(7)));
    assert_eq!(None::<Option<i32>>.returned(), Some(Value::Null));
}

#[test]
fn many_frames_that_are_dropped_first_in_first_out_take_no_quadratic_time() {
    const MANY: usize = 300_000;
    let graph = graph();
    let trace = Trace::new(&graph).with_path_check();
    let around = trace.root().enter(F);
    for marked in [true, false] {
        let frames: Vec<Frame<'_>> = (0..MANY).map(|_| trace.innermost(None).enter(G)).collect();
        for frame in frames {
            if marked {
                frame.returns_as(1, (), ()); // misused, but that is not the point
            }
            drop(frame);
        }
        around.unwound();
    }
    assert_eq!(trace.depth(), 1);
}

/// The check of paths by its definition, for functions that stay in block 0.
#[derive(Default)]
struct Definition {
    /// Number, function, how many suspects there were, and whether the last hook caught a panic.
    open: Vec<(usize, Function, usize, bool)>,
    suspects: Vec<(Function, bool)>,
    first: Option<Misuse>,
}

impl Definition {
    fn note(&mut self, misuse: Misuse) {
        self.first.get_or_insert(misuse);
    }

    fn convict(&mut self, from: usize) {
        if let Some(&(function, has_caught)) = self.suspects.get(from) {
            self.note(if has_caught {
                Misuse::Abandoned { function, block: 0 }
            } else {
                Misuse::Unmarked { function, block: 0 }
            });
            self.suspects.truncate(from);
        }
    }

    fn hook(&mut self, place: usize) {
        self.convict(self.open[place].2);
        self.open[place].3 = false;
        let (last, function) = (self.open.len() - 1, self.open[place].1);
        if place != last {
            self.note(Misuse::NotInnermost { function, block: 0, innermost: self.open[last].1 });
        }
    }

    fn drop(&mut self, place: usize) {
        let (_, function, suspects, has_caught) = self.open.remove(place);
        let around = if place == 0 { 0 } else { self.open[place - 1].2 };
        if around < suspects {
            self.convict(around);
        }
        self.suspects.push((function, has_caught));
    }
}

proptest! {
    #[test]
    fn frames_that_are_dropped_in_any_order_are_checked_by_the_definition(
        actions in prop::collection::vec((0..9_u8, any::<prop::sample::Index>()), 0..60),
    ) {
        let body = FlowBuilder::new().branch(0, 0, 1).exit(1);
        let mut graph = FlowGraph::of(&body).expect("legal");
        graph.add(&body).expect("legal");
        let trace = Trace::new(&graph).with_path_check();
        let mut frames: Vec<Option<Frame<'_>>> = Vec::new();
        let mut definition = Definition::default();
        for (action, any) in actions {
            let count = definition.open.len();
            if action < 4 || count == 0 {
                let function = [F, G][any.index(2)];
                definition.open.push((frames.len(), function, definition.suspects.len(), false));
                frames.push(Some(trace.innermost(None).enter(function)));
                continue;
            }
            let place = any.index(count);
            let number = definition.open[place].0;
            let Some(frame) = &frames[number] else { unreachable!("it is open") };
            match action {
                4 | 5 => {
                    definition.drop(place);
                    frames[number] = None;
                }
                6 if place + 1 == count => {
                    definition.hook(place);
                    definition.open.pop();
                    frame.decide(0, flag(false));
                    frame.returns(1, ());
                    frames[number] = None;
                }
                7 => {
                    definition.suspects.truncate(definition.open[place].2);
                    definition.open[place].3 = true;
                    frame.unwound();
                }
                _ => {
                    definition.hook(place);
                    frame.decide(0, flag(true));
                }
            }
        }
        definition.convict(0);
        prop_assert_eq!(trace.check(), definition.first.map_or(Ok(()), Err));
    }
}

/// `0: return callback()`
fn run(c: Caller<'_>, callback: impl Fn()) {
    let f = c.enter(G);
    callback();
    f.returns(0, ());
}

#[test]
fn the_caller_in_a_callback_is_the_innermost_activation() {
    let exit = FlowBuilder::new().exit(0);
    let mut graph = FlowGraph::of(&exit).expect("legal");
    graph.add(&exit).expect("legal");
    for by_innermost in [true, false] {
        let trace = Trace::new(&graph).with_path_check();
        let f = trace.root().enter(F);
        run(f.caller(), || {
            run(if by_innermost { f.trace().innermost(None) } else { f.caller() }, || {});
        });
        f.returns(0, ());
        drop(f);
        let wrong = Misuse::WrongCaller { function: G, caller: Some(F), innermost: Some(G) };
        assert_eq!(trace.check(), if by_innermost { Ok(()) } else { Err(wrong) });
        assert!(wrong.to_string().contains("`f.trace().innermost(None)` in a callback"));
    }
}

#[test]
fn a_destructor_after_the_mark_has_a_caller_from_before_it() {
    let exit = FlowBuilder::new().exit(0);
    let mut graph = FlowGraph::of(&exit).expect("legal");
    graph.add(&exit).expect("legal");
    for before in [true, false] {
        let trace = Trace::new(&graph).with_path_check();
        let f = trace.root().enter(F);
        let stored = f.caller();
        f.returns(0, ());
        run(if before { stored } else { f.caller() }, || {});
        drop(f);
        let after = Err(Misuse::AfterEnd { function: F, block: None });
        assert_eq!(trace.check(), if before { Ok(()) } else { after });
    }
}

#[test]
fn a_panic_that_is_told_after_the_question_excuses_nothing() {
    let graph = graph();
    let ask: [fn(&Trace); 3] = [|_| {}, |trace| assert!(trace.check().is_err()), Trace::reset];
    let expected = [
        Ok(()),
        Err(Misuse::Unmarked { function: F, block: 0 }),
        Err(Misuse::Unmarked { function: F, block: 0 }),
    ];
    for (ask, expected) in ask.into_iter().zip(expected) {
        let trace = Trace::new(&graph).with_path_check();
        drop(trace.root().enter(F)); // a panic
        ask(&trace);
        trace.unwound(0);
        assert_eq!(trace.check(), expected);
    }
}

/// A store that knows numbers of evaluations, and nothing else.
struct Counted(Trace);

impl Execution for Counted {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.0.branch_distance(branch)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.0.progress(block)
    }
}

impl Facts for Counted {
    fn knows(&self, fact: Fact) -> bool {
        fact == Fact::Evaluations
    }
    fn evaluations(&self, branch: Edge) -> u32 {
        self.0.evaluations(branch)
    }
}

#[test]
fn a_trace_knows_no_more_than_the_records_that_it_merged() {
    let graph = graph();
    let seen = Trace::new(&graph);
    seen.root().enter(F).decide(0, flag(true));
    let record = Record::of(&graph, &Counted(seen));
    let trace = Trace::new(&graph);
    assert!(trace.record().knows(Fact::Outputs));
    trace.merge(&record).expect("of this graph");
    let knows =
        |trace: &Trace| [Fact::Evaluations, Fact::Outputs].map(|about| trace.record().knows(about));
    assert_eq!((knows(&trace), knows(&trace.clone())), ([true, false], [true, false]));
    assert_eq!(trace.record(), record);
    trace.reset();
    assert_eq!((knows(&trace), trace.record()), ([true, true], Record::default()));
}
