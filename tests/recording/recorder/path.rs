//! Whether hooks follow the graph: against a walk by the definition.

use proptest::prelude::*;
use sbst::distance::flag;
use sbst::execution::{CallTreeLimits, Execution, Misuse, Trace, taken};
use sbst::flow::{BlockSketch, ControlFlow, FlowBuilder, FlowGraph, Outcome, Unreachable};
use sbst::id::{Block, Branch, Function};

/// A block, with targets modulo the number of blocks.
#[derive(Clone, Debug)]
enum Kind {
    Branch(u32, u32),
    /// The same, with a handler at the third for what is thrown before the test.
    Guarded(u32, u32, u32),
    Jump(u32),
    /// On by the first, with a handler at the second.
    Fallible(u32, u32),
    /// On, or out of the function by an error, of which the graph does not know.
    Risky(u32),
    /// 0 leads to the first, everything else to the second.
    Select(u32, u32),
    Exit,
}

struct Listing<'a>(&'a [Kind]);

impl ControlFlow for Listing<'_> {
    fn block_count(&self) -> usize {
        self.0.len()
    }
    fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
        let to = |target: u32| target % self.0.len() as u32;
        out.statements(2);
        match self.0[block as usize] {
            Kind::Branch(yes, no) => out.branch(to(yes), to(no)),
            Kind::Guarded(yes, no, handler) => out.branch(to(yes), to(no)).exception(to(handler)),
            Kind::Jump(next) => out.jump(to(next)),
            Kind::Fallible(next, handler) => out.jump(to(next)).exception(to(handler)),
            Kind::Risky(next) => out.jump(to(next)),
            Kind::Select(zero, other) => out.case(0, to(zero)).default(to(other)),
            Kind::Exit => out.exit(),
        };
    }
}

/// One hook: its block, whether only a statement is done, and which way it goes, if an exception
/// does not decide that.
#[derive(Clone, Copy, Debug)]
struct Hook {
    block: u32,
    done: bool,
    first: bool,
    thrown: bool,
}

fn kinds() -> impl Strategy<Value = Vec<Kind>> {
    let to = || 0..9_u32;
    let kind = prop_oneof![
        3 => (to(), to()).prop_map(|(yes, no)| Kind::Branch(yes, no)),
        1 => (to(), to(), to()).prop_map(|(yes, no, handler)| Kind::Guarded(yes, no, handler)),
        1 => to().prop_map(Kind::Jump),
        1 => (to(), to()).prop_map(|(next, handler)| Kind::Fallible(next, handler)),
        1 => to().prop_map(Kind::Risky),
        1 => (to(), to()).prop_map(|(zero, other)| Kind::Select(zero, other)),
        1 => Just(Kind::Exit),
    ];
    prop::collection::vec(kind, 1..9)
}

/// Where a hook leads; `None` out of the function.
fn next(kinds: &[Kind], hook: Hook) -> Option<u32> {
    let to = |target: u32| Some(target % kinds.len() as u32);
    match kinds[hook.block as usize] {
        _ if hook.done => Some(hook.block),
        Kind::Guarded(_, _, handler) if hook.thrown => to(handler),
        Kind::Branch(first, second)
        | Kind::Guarded(first, second, _)
        | Kind::Fallible(first, second)
        | Kind::Select(first, second) => to(if hook.first { first } else { second }),
        Kind::Risky(_) if !hook.first => None,
        Kind::Jump(next) | Kind::Risky(next) => to(next),
        Kind::Exit => None,
    }
}

/// Hooks that follow the graph from the entry on.
fn walk(kinds: &[Kind], choices: &[(bool, bool, bool)]) -> Vec<Hook> {
    let (mut hooks, mut at) = (Vec::new(), Some(0));
    for &(done, first, thrown) in choices {
        let Some(block) = at else { break };
        let hook = Hook { block, done, first, thrown };
        hooks.push(hook);
        at = next(kinds, hook);
    }
    hooks
}

/// The first hook that is not where the hooks before it lead.
fn stray(
    graph: &FlowGraph,
    kinds: &[Kind],
    hooks: &[Hook],
    function: Function,
) -> Result<(), Misuse> {
    let mut at = Some(0);
    for &hook in hooks {
        if at != Some(hook.block) {
            return Err(match at {
                Some(expected) => Misuse::OffPath { function, block: hook.block, expected },
                None => Misuse::AfterEnd { function, block: Some(hook.block) },
            });
        }
        at = next(kinds, hook);
        // No exit describes the error, unless a jump that never ends has a virtual one.
        let always_goes_on = graph.branches_of(graph.block(function, hook.block)).len() == 0;
        if at.is_none() && always_goes_on && matches!(kinds[hook.block as usize], Kind::Risky(_)) {
            return Err(Misuse::LeftEarly { function, block: hook.block });
        }
    }
    Ok(())
}

/// What one hook does, whoever is told.
trait Told {
    fn decide(&self, hook: Hook);
    fn throw(&self, hook: Hook);
    fn jump(&self, hook: Hook);
    fn fall(&self, hook: Hook);
    fn select(&self, hook: Hook);
    fn done(&self, hook: Hook);
}

fn tell(told: &dyn Told, kinds: &[Kind], hooks: &[Hook]) {
    for &hook in hooks {
        match kinds[hook.block as usize] {
            _ if hook.done => told.done(hook),
            Kind::Guarded(..) if hook.thrown => told.throw(hook),
            Kind::Branch(..) | Kind::Guarded(..) => told.decide(hook),
            Kind::Jump(_) | Kind::Exit => told.jump(hook),
            Kind::Fallible(..) | Kind::Risky(_) => told.fall(hook),
            Kind::Select(..) => told.select(hook),
        }
    }
}

/// By local number.
impl Told for sbst::execution::Frame<'_> {
    fn decide(&self, hook: Hook) {
        self.decide(hook.block, flag(hook.first));
    }
    fn throw(&self, hook: Hook) {
        self.choose(hook.block, Outcome::Exception(0));
    }
    fn jump(&self, hook: Hook) {
        self.end(hook.block);
    }
    fn fall(&self, hook: Hook) {
        let _ = self.tried(hook.block, hook.first.then_some(()).ok_or(()));
    }
    fn select(&self, hook: Hook) {
        self.switch(hook.block, i64::from(!hook.first));
    }
    fn done(&self, hook: Hook) {
        self.done(hook.block, 1);
    }
}

/// By program-wide block.
struct ByBlock<'a>(&'a Trace, &'a FlowGraph, Function);

impl ByBlock<'_> {
    fn block(&self, hook: Hook) -> Block {
        self.1.block(self.2, hook.block)
    }
}

impl Told for ByBlock<'_> {
    fn decide(&self, hook: Hook) {
        self.0.decide(self.block(hook), flag(hook.first));
    }
    fn throw(&self, hook: Hook) {
        self.0.choose(self.block(hook), Outcome::Exception(0));
    }
    fn jump(&self, hook: Hook) {
        self.0.end(self.block(hook));
    }
    fn fall(&self, hook: Hook) {
        let _ = self.0.tried(self.block(hook), hook.first.then_some(()).ok_or(()));
    }
    fn select(&self, hook: Hook) {
        self.0
            .choose(self.block(hook), if hook.first { Outcome::Case(0) } else { Outcome::Default });
    }
    fn done(&self, hook: Hook) {
        self.0.done(self.block(hook), 1);
    }
}

proptest! {
    /// The walk is changed somewhere, or not; a second activation runs in its middle.
    #[test]
    fn a_hook_off_the_path_is_told(
        kinds in kinds(),
        inner in kinds(),
        choices in prop::collection::vec(any::<(bool, bool, bool)>(), 1..20),
        change in prop::option::of((any::<prop::sample::Index>(), 0..9_u32)),
        middle in any::<prop::sample::Index>(),
        extras in any::<(bool, bool)>(),
    ) {
        let mut graph = FlowGraph::new();
        let function = graph.add_with(&Listing(&kinds), Unreachable::Keep)?;
        let other = graph.add_with(&Listing(&inner), Unreachable::Keep)?;
        let mut hooks = walk(&kinds, &choices);
        let middle = middle.index(hooks.len());
        match change {
            Some((at, block)) if block as usize == kinds.len() => {
                _ = hooks.remove(at.index(hooks.len()));
            }
            Some((at, block)) => at.get_mut(&mut hooks).block = block % kinds.len() as u32,
            None => {}
        }
        let middle = middle.min(hooks.len());
        let expected = stray(&graph, &kinds, &hooks, function);
        // A frame that is dropped in the middle of its function lacks a hook.
        let unmarked = |kinds: &[Kind], hooks: &[Hook], function| match hooks
            .last()
            .map_or(Some(0), |&hook| next(kinds, hook))
        {
            Some(block) => Err(Misuse::Unmarked { function, block }),
            None => Ok(()),
        };
        let before = stray(&graph, &kinds, &hooks[..middle], function);
        let inner_walk = walk(&inner, &choices);
        // Nor does a frame that has left call anything.
        let called = match hooks[..middle].last().and_then(|&hook| next(&kinds, hook)) {
            None if middle > 0 => Err(Misuse::AfterEnd { function, block: None }),
            _ => Ok(()),
        };
        let inside = stray(&graph, &inner, &inner_walk, other);
        let in_all = before
            .and(called)
            .and(inside)
            .and(unmarked(&inner, &inner_walk, other))
            .and(expected)
            .and(unmarked(&kinds, &hooks, function));
        let trace = || {
            let trace = Trace::new(&graph).with_path_check();
            let trace = if extras.0 { trace.with_direct_calls() } else { trace };
            if extras.1 { trace.with_call_tree(CallTreeLimits::NONE) } else { trace }
        };

        let in_frames = |trace: Trace| {
            let frame = trace.root().enter(function);
            tell(&frame, &kinds, &hooks[..middle]);
            tell(&frame.caller().enter(other), &inner, &inner_walk);
            tell(&frame, &kinds, &hooks[middle..]);
            drop(frame);
            trace
        };
        let framed = in_frames(trace());
        prop_assert_eq!(framed.check(), in_all);

        let entered = trace();
        entered.enter(function);
        tell(&ByBlock(&entered, &graph, function), &kinds, &hooks[..middle]);
        entered.enter(other);
        tell(&ByBlock(&entered, &graph, other), &inner, &walk(&inner, &choices));
        entered.unwound(1);
        tell(&ByBlock(&entered, &graph, function), &kinds, &hooks[middle..]);
        entered.leave();
        // To leave is to return.
        let end = hooks.last().map_or(Some(0), |&hook| next(&kinds, hook));
        let in_the_middle = |local: &u32| !matches!(kinds[*local as usize], Kind::Exit);
        let early = |end: Option<u32>| match end.filter(in_the_middle) {
            Some(local) => Err(Misuse::LeftEarly { function, block: local }),
            None => Ok(()),
        };
        prop_assert_eq!(entered.check(), before.and(inside).and(expected).and(early(end)));
        prop_assert_eq!(entered.depth(), 0);

        // To check changes nothing of what is recorded, and outside of activations nothing is
        // checked.
        let plain = Trace::new(&graph);
        tell(&ByBlock(&plain, &graph, function), &kinds, &hooks);
        tell(&ByBlock(&plain, &graph, other), &inner, &walk(&inner, &choices));
        let unchecked = Trace::new(&graph).with_path_check();
        tell(&ByBlock(&unchecked, &graph, function), &kinds, &hooks);
        tell(&ByBlock(&unchecked, &graph, other), &inner, &walk(&inner, &choices));
        prop_assert_eq!(unchecked.check(), Ok(()));
        prop_assert_eq!(plain.record(), unchecked.record());
        let bare = in_frames(Trace::new(&graph));
        for edge in graph.all_branches().map(|branch| graph.edge(branch)) {
            prop_assert_eq!(bare.branch_distance(edge), framed.branch_distance(edge));
        }
        for block in graph.all_blocks() {
            prop_assert_eq!(bare.progress(block), framed.progress(block));
        }

        // Which branches were taken, and where edges lead.
        let is_taken = |&branch: &Branch| {
            plain.branch_distance(graph.edge(branch)).is_some_and(|distance| distance.get() == 0.0)
        };
        prop_assert_eq!(
            taken(&graph, &plain),
            graph.all_branches().filter(is_taken).collect::<Vec<_>>()
        );
        let suite = [framed.record(), plain.record()]; // may name functions in another order, and twice
        let taken_by_one = |branch: &Branch| {
            [&framed, &plain].iter().any(|trace| taken(&graph, *trace).contains(branch))
        };
        prop_assert_eq!(
            taken(&graph, &suite[..]),
            graph.all_branches().filter(taken_by_one).collect::<Vec<_>>()
        );
        for block in graph.all_blocks() {
            for (outcome, target) in graph.successors(block) {
                prop_assert_eq!(graph.target(block, outcome), Some(target));
            }
            prop_assert_eq!(graph.target(block, Outcome::Exception(7)), None);
        }
    }
}

#[test]
fn a_path_goes_on_after_a_reset_a_question_mark_and_a_panic() {
    let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2)).unwrap();
    let trace = Trace::new(&graph).with_path_check();
    let function = Function::new(0);
    let frame = trace.root().enter(function);
    frame.decide(0, flag(true));
    trace.reset();
    frame.end(1);
    frame.decide(0, flag(false));
    frame.end(2);
    drop(frame);
    drop(trace.root().enter(function)); // an exception left it at once
    trace.unwound(0);
    let caught = std::panic::catch_unwind(|| {
        let outer = trace.root().enter(function);
        outer.decide(0, flag(true));
        let _open = outer.caller().enter(function);
        panic!("the subject's");
    });
    assert!(caught.is_err());
    trace.unwound(0);
    let frame = trace.root().enter(function);
    frame.decide(0, flag(false));
    frame.end(2);
    drop(frame);
    assert_eq!((trace.check(), trace.depth()), (Ok(()), 0));
    // A function that the graph does not have has no blocks.
    drop(trace.root().enter(Function::new(9)));
    assert_eq!(trace.check(), Err(Misuse::NoSuchFunction { function: Function::new(9) }));
}

#[test]
fn a_message_says_where_the_execution_is() {
    let graph = FlowGraph::of(&FlowBuilder::new().jump(0, 1).exit(1)).unwrap();
    let after = |hooks: &[u32]| {
        let trace = Trace::new(&graph).with_path_check();
        let frame = trace.root().enter(Function::new(0));
        hooks.iter().for_each(|&block| frame.end(block));
        drop(frame);
        trace.check().map_err(|misuse| misuse.to_string())
    };
    assert_eq!(after(&[0, 1]), Ok(()));
    assert_eq!(
        after(&[1]).unwrap_err(),
        "a hook names block 1 of f0, but the execution is in block 0: a hook before is missing or wrong"
    );
    assert_eq!(
        after(&[0, 1, 1]).unwrap_err(),
        "a hook names block 1 after an activation of f0 has ended: move it before the hook that \
         leaves the function"
    );
}

#[test]
fn a_clone_checks_from_anywhere() {
    let graph = FlowGraph::of(&FlowBuilder::new().jump(0, 1).exit(1)).unwrap();
    let trace = Trace::new(&graph).with_path_check();
    let _open = trace.root().enter(Function::new(0));
    let clone = trace.clone();
    clone.end(graph.block(Function::new(0), 1));
    assert_eq!(clone.check(), Ok(()));
    clone.root().enter(Function::new(0)).end(1);
    assert!(clone.check().is_err());
}
