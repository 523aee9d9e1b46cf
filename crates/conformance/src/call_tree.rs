//! Laws of call trees.

use super::answers::Answers;
use super::execution::function_laws;
use super::pointwise::contains;
use super::{Violation, Violations};
use alloc::boxed::Box;
use alloc::vec::Vec;
use sbst::execution::{Facts, On, Plane};
use sbst::flow::FlowGraph;
use sbst::id::{Activation, Function};

/// Number of violations after which no more activations are checked, since their number may be
/// wrong too.
const MANY: usize = 10_000;

/// Checks the activations of an execution, one by one.
///
/// Each activation is an execution of its function. No distance is less, and no progress is
/// greater, than in the execution as a whole. A caller comes before its callees. An activation has
/// no answers about the entry block of its caller or callees, if that is another function.
///
/// The whole execution may have answers that no activation has: calls beyond the
/// [limits](sbst::execution::CallTreeLimits) are left out, and so is everything that happens while
/// no function is open. See [`complete_call_tree`].
///
/// O(n log n) for n blocks and branches of the called functions, summed over the activations. Stops
/// at an activation without a function, and after ten thousand violations.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::{CallTreeLimits, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::default());
/// for n in [7, 3] {
///     trace.root().enter(Function::new(0)).decide(0, lt(n, 5));
/// }
/// sbst_conformance::call_tree(&graph, &trace).expect_none();
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn call_tree(graph: &FlowGraph, run: &(impl Facts + ?Sized)) -> Violations {
    let mut found = Violations::default();
    let count = run.activation_count();
    let beyond = Activation::new(count);
    let callee_beyond = Violation::CalleeBeyond { activation: beyond, count };
    found.add_if(run.callee(beyond).is_some(), callee_beyond);
    for activation in (0..count).map(Activation::new) {
        if found.len() >= MANY {
            break;
        }
        let (callee, caller) = (run.callee(activation), run.caller(activation));
        let Some(function) = callee else {
            found.add(Violation::NoCallee { activation, count });
            break;
        };
        let mut own = Violations::default();
        if function.index() < graph.functions().len() {
            let within = On(run, Plane::Within(activation));
            let (blocks, branches) = (graph.blocks_of(function), graph.branches_in(function));
            let answers = Answers::ask(graph, &within, blocks, branches.clone());
            own.add_if(!answers.knows(graph, function), Violation::NothingKnown { function });
            function_laws(graph, function, &answers, &mut own);
            answers.ask_again(graph, &within, &mut own);
            let blocks = graph.blocks_of(function).map(|block| (block, block));
            let edges = branches.map(|branch| graph.edge(branch));
            contains(run, &within, blocks, edges.map(|edge| (edge, edge)), &mut own);
            results(run, activation, &mut found);
        } else {
            own.add(Violation::NoSuchFunction { function });
        }
        found.extend(own.into_iter().map(|violation| Violation::InActivation {
            activation,
            violation: Box::new(violation),
        }));
        if let Some((caller, _)) = caller {
            if caller >= activation {
                found.add(Violation::CallerNotBefore { activation, caller });
            } else if let Some(outer) = run.callee(caller).filter(|&outer| outer != function) {
                knows_nothing_of(graph, run, caller, function, &mut found);
                knows_nothing_of(graph, run, activation, outer, &mut found);
            }
        }
        let changed = (callee, caller) != (run.callee(activation), run.caller(activation));
        found.add_if(changed, Violation::ActivationChanged { activation });
    }
    let after = run.activation_count();
    found.add_if(after != count, Violation::ActivationCountChanged { before: count, after });
    found
}

/// Checks that results are set in entered blocks, and that each block has at most one.
fn results(run: &(impl Facts + ?Sized), activation: Activation, found: &mut Violations) {
    let mut blocks = Vec::new();
    run.results_in(activation, &mut |block, _| {
        if blocks.len() < MANY {
            blocks.push(block);
        }
    });
    for &block in &blocks {
        let is_elsewhere = run.progress_on(Plane::Within(activation), block).is_none();
        found.add_if(is_elsewhere, Violation::ResultElsewhere { activation, block });
    }
    blocks.sort_unstable();
    for same in blocks.windows(2) {
        found.add_if(same[0] == same[1], Violation::ResultTwice { activation, block: same[0] });
    }
}

/// Checks that an activation has no answers about the entry block of another function, nor about
/// its first two branches. To ask about all blocks of all other functions would be quadratic.
fn knows_nothing_of(
    graph: &FlowGraph,
    run: &(impl Facts + ?Sized),
    activation: Activation,
    function: Function,
    found: &mut Violations,
) {
    let Some(block) = graph.get_block(function, 0) else { return };
    let mut edges = graph.branches_of(block).take(2).map(|branch| graph.edge(branch));
    let knows = run.progress_on(Plane::Within(activation), block).is_some()
        || edges.any(|edge| run.branch_distance_on(Plane::Within(activation), edge).is_some());
    found.add_if(knows, Violation::OtherFunction { activation, block });
}

/// Checks the laws of [`call_tree`], and that everything that was observed was observed in some
/// activation.
///
/// This holds for a call tree without limits: its activations, merged, are the execution. In
/// addition to the time of [`call_tree`], linear in the size of the graph.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::{CallTreeLimits, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
/// trace.root().enter(Function::new(0)).decide(0, lt(7, 5));
/// sbst_conformance::complete_call_tree(&graph, &trace).expect_none();
/// trace.decide(graph.entry(Function::new(0)), lt(3, 5)); // in no activation
/// // the side taken, and its block
/// assert_eq!(sbst_conformance::complete_call_tree(&graph, &trace).len(), 2);
///
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn complete_call_tree(graph: &FlowGraph, run: &(impl Facts + ?Sized)) -> Violations {
    let mut found = call_tree(graph, run);
    if found.len() >= MANY {
        return found;
    }
    let (mut progress, mut distance) = (
        alloc::vec![None; graph.all_blocks().len()],
        alloc::vec![None; graph.all_branches().len()],
    );
    for activation in (0..run.activation_count()).map(Activation::new) {
        let Some(function) = run.callee(activation) else { break };
        for block in graph.blocks_of(function) {
            let most: &mut Option<u32> = &mut progress[block.index()];
            *most = run.progress_on(Plane::Within(activation), block).max(*most);
            for edge in graph.branches_of(block).map(|branch| graph.edge(branch)) {
                let least = &mut distance[edge.branch.index()];
                let here = run.branch_distance_on(Plane::Within(activation), edge);
                *least = [here, *least].into_iter().flatten().min();
            }
        }
    }
    // `call_tree` found where an activation is nearer than the whole, so only the other direction
    // is left.
    for (block, parts) in graph.all_blocks().zip(progress) {
        let whole = run.progress(block);
        found.add_if(whole > parts, Violation::ProgressOfWhole { block, parts, whole });
    }
    for (branch, parts) in graph.all_branches().zip(distance) {
        let whole = run.branch_distance(graph.edge(branch));
        let is_nearer = whole.is_some_and(|whole| parts.is_none_or(|parts| whole < parts));
        found.add_if(is_nearer, Violation::DistanceOfWhole { branch, parts, whole });
    }
    found
}
