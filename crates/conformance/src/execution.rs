//! Laws of executions, also of those among the copies of a history.

use super::answers::{Answers, Decisions};
use super::pointwise::contains;
use super::{Violation, Violations};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use sbst::distance::Distance;
use sbst::execution::{Execution, Facts, On};
use sbst::flow::{Edge, FlowGraph, History, Outcome};
use sbst::id::{Block, Function};

/// Checks an execution against its graph. The [module page](super#executions) lists the laws.
///
/// The laws hold for executions that ended in an exception or were stopped, for suites, and for
/// merged and refined executions, if they were observed from the entry of each function on. Asks
/// every question at least twice: O(n log n) for n blocks and branches.
///
/// ```
/// use sbst_conformance::{Violation};
/// use sbst::distance::Distance;
/// use sbst::execution::Execution;
/// use sbst::flow::{Edge, FlowBuilder, FlowGraph};
/// use sbst::id::Block;
///
/// /// A mistake: answers for the `true` side only.
/// struct Forgetful;
///
/// impl Execution for Forgetful {
///     fn branch_distance(&self, branch: Edge) -> Option<Distance> {
///         (branch.outcome.holds() == Some(true)).then_some(Distance::from(3))
///     }
///     fn progress(&self, block: Block) -> Option<u32> {
///         (block.number() != 1).then_some(0)
///     }
/// }
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let entry = graph.all_blocks().next().expect("has blocks");
/// let [known, unknown] = [0, 1].map(sbst::id::Branch::new);
/// let found = sbst_conformance::execution(&graph, &Forgetful);
/// assert_eq!(found[0], Violation::PartlyKnown { block: entry, known, unknown });
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn execution(graph: &FlowGraph, run: &(impl Execution + ?Sized)) -> Violations {
    let mut found = Violations::default();
    found.extend(run.fits(graph).err().map(Violation::OtherGraph));
    let answers = Answers::of(graph, run);
    let named = Answers::entered(graph, run, &mut found);
    for function in graph.functions() {
        let knows = answers.knows(graph, function);
        found.add_if(knows && !named[function.index()], Violation::NotNamed { function });
        found.add_if(!knows && named[function.index()], Violation::NothingKnown { function });
        function_laws(graph, function, &answers, &mut found);
    }
    answers.ask_again(graph, run, &mut found);
    let named_again = Answers::entered(graph, run, &mut Violations::default());
    for (function, (was, is)) in graph.functions().zip(named.into_iter().zip(named_again)) {
        found.add_if(was != is, Violation::EnteredChanged { function });
    }
    found
}

/// Checks the laws within one function.
pub(super) fn function_laws(
    graph: &FlowGraph,
    function: Function,
    answers: &Answers,
    found: &mut Violations,
) {
    for block in graph.blocks_of(function) {
        let statements = graph.statements(block);
        if let Some(progress) = answers.progress(block).filter(|&progress| progress > statements) {
            found.add(Violation::ProgressBeyond { block, progress, statements });
        }
        let decisions = Decisions::of(graph, block);
        for edge in &decisions.implicit {
            if let Some(distance) = answers.distance(edge.branch) {
                if distance > Distance::ZERO && !matches!(edge.outcome, Outcome::Exception(_)) {
                    found.add(Violation::ImplicitDistance { branch: edge.branch, distance });
                }
                is_left(graph, answers, edge, found);
            }
        }
        for (edges, is_all) in decisions.each(graph, block) {
            let known = edges.iter().find(|edge| answers.distance(edge.branch).is_some());
            let Some(known) = known else { continue };
            is_left(graph, answers, known, found);
            let unknown = edges.iter().find(|edge| answers.distance(edge.branch).is_none());
            if let Some(unknown) = unknown {
                let (known, unknown) = (known.branch, unknown.branch);
                found.add(Violation::PartlyKnown { block, known, unknown });
            } else if is_all && taken(answers, edges) == 0 {
                found.add(Violation::NothingTaken { block });
            }
        }
    }
    ways_in(graph, function, answers, found);
}

/// Returns the number of branches with the distance 0.
fn taken(answers: &Answers, edges: &[Edge]) -> u32 {
    edges.iter().filter(|edge| answers.distance(edge.branch) == Some(Distance::ZERO)).count() as u32
}

/// Checks that a branch with a distance leaves a block that was entered, and that the block was
/// completed unless the branch is an exception.
fn is_left(graph: &FlowGraph, answers: &Answers, edge: &Edge, found: &mut Violations) {
    let (branch, source_block) = (edge.branch, edge.source);
    let statements = graph.statements(source_block);
    let ends = edge.outcome.is_decided() || edge.outcome == Outcome::Next;
    match answers.progress(source_block) {
        None => found.add(Violation::NotEntered { branch, source_block }),
        Some(progress) if ends && progress < statements => {
            found.add(Violation::Incomplete { branch, source_block, progress, statements });
        }
        Some(_) => {}
    }
}

/// Checks that each entered block can be reached from the entry by entered blocks and edges that
/// may have been taken.
///
/// An edge of a decision was taken if its distance is 0. A jump may have been taken if its block
/// was completed, and an exception always: executions need not tell whether they were.
fn ways_in(graph: &FlowGraph, function: Function, answers: &Answers, found: &mut Violations) {
    let Some(entry) = graph.get_block(function, 0) else { return };
    let local = |block: Block| (block.number() - entry.number()) as usize;
    let mut has_way = vec![false; graph.blocks_of(function).len()];
    let by_exceptions = entered_by_exceptions(graph, function);
    let mut reached = Vec::new();
    let mut reach = |block: Block, reached: &mut Vec<Block>| {
        let is_entered = answers.progress(block).is_some();
        if is_entered && !core::mem::replace(&mut has_way[local(block)], true) {
            reached.push(block);
        }
    };
    reach(entry, &mut reached);
    // A graph search over the entered blocks.
    while let Some(block) = reached.pop() {
        let is_complete =
            answers.progress(block).is_some_and(|progress| progress >= graph.statements(block));
        let edges = graph.branches_of(block).map(|branch| graph.edge(branch));
        let is_open = |edge: &Edge| match edge.outcome {
            // A block that can also be entered in another way may have been entered so, while the
            // exception edge is unknown.
            Outcome::Exception(_) if answers.distance(edge.branch).is_none() => {
                !by_exceptions[local(edge.target)]
            }
            Outcome::Next if is_complete => true,
            _ => answers.distance(edge.branch) == Some(Distance::ZERO),
        };
        // An edge that is the only one of its block is no branch, so it has no distance.
        let sole = graph
            .successors(block)
            .filter(|(name, _)| is_complete || matches!(name, Outcome::Exception(_)));
        let sole = sole.filter(|_| graph.branches_of(block).len() == 0).map(|(_, target)| target);
        for target in sole.chain(edges.filter(is_open).map(|edge| edge.target)) {
            reach(target, &mut reached);
        }
    }
    for (block, has_way) in graph.blocks_of(function).zip(has_way) {
        let is_entered = answers.progress(block).is_some();
        found.add_if(is_entered && !has_way, Violation::NoWayIn { block });
    }
}

/// Returns, by block, `true` if only exception edges that are branches lead to it: one of them was
/// taken if the block was entered.
fn entered_by_exceptions(graph: &FlowGraph, function: Function) -> Vec<bool> {
    let is_exception = |&(outcome, source): &(Outcome, Block)| {
        matches!(outcome, Outcome::Exception(_)) && graph.branches_of(source).len() > 0
    };
    let sources = graph.predecessors(function).into_iter();
    sources.map(|sources| !sources.is_empty() && sources.iter().all(is_exception)).collect()
}

/// Checks the numbers of evaluations of predicates, and compares them with the distances.
///
/// All branches of a decision have the same count: positive if they have distances, else 0.
/// Implicit branches have the count 0. Of a decision that was evaluated once, at most one branch
/// was taken. The laws of [`execution`] are not checked here.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph);
/// trace.root().enter(Function::new(0)).decide(0, lt(3, 5));
/// sbst_conformance::evaluations(&graph, &trace).expect_none();
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn evaluations(graph: &FlowGraph, run: &(impl Facts + ?Sized)) -> Violations {
    let mut found = Violations::default();
    let answers = Answers::of(graph, run);
    for block in graph.all_blocks() {
        let decisions = Decisions::of(graph, block);
        for edge in &decisions.implicit {
            let evaluations = run.evaluations(*edge);
            let implicit = Violation::ImplicitEvaluations { branch: edge.branch, evaluations };
            found.add_if(evaluations > 0, implicit);
        }
        let mut counted = 0;
        let mut any_known = false;
        for (edges, _) in decisions.each(graph, block) {
            counts(run, block, edges, &mut found);
            let evaluations = edges.first().map_or(0, |&edge| run.evaluations(edge));
            // A block with a predicate and a selection may have one count for both.
            counted = evaluations.max(counted);
            let known = edges.iter().find(|edge| answers.distance(edge.branch).is_some());
            let Some(known) = known else { continue };
            any_known = true;
            found.add_if(evaluations == 0, Violation::NotEvaluated { branch: known.branch });
            let taken = taken(&answers, edges);
            found.add_if(evaluations == 1 && taken > 1, Violation::SeveralTaken { block, taken });
        }
        let edges = graph.branches_of(block).map(|branch| graph.edge(branch));
        if let Some(first) = edges.into_iter().find(|edge| edge.outcome.is_decided())
            && counted > 0
            && !any_known
        {
            found.add(Violation::NotKnown { branch: first.branch, evaluations: counted });
        }
    }
    found
}

/// Checks that all branches of a decision have the same count, and the same each time.
fn counts(run: &(impl Facts + ?Sized), block: Block, edges: &[Edge], found: &mut Violations) {
    let counts: Vec<u32> = edges.iter().map(|&edge| run.evaluations(edge)).collect();
    for (edge, &first) in edges.iter().zip(&counts).rev() {
        let second = run.evaluations(*edge);
        let changed = Violation::EvaluationsChanged { branch: edge.branch, first, second };
        found.add_if(first != second, changed);
    }
    if let Some(pair) = counts.windows(2).find(|pair| pair[0] != pair[1]) {
        found.add(Violation::DifferentEvaluations { block, first: pair[0], second: pair[1] });
    }
}

// Laws of executions of histories.

/// Checks the answers of an execution about the copies of blocks of a history.
///
/// The answers must be an execution of the graph of the copies ([`execution()`]). In no copy is a
/// distance less, or the progress greater, than in the block of the program. Linear in the number
/// of copies, except for a logarithm.
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::execution::{Execution, Facts, Plane};
/// use sbst::flow::{Edge, FlowBuilder, FlowGraph, History};
/// use sbst::id::{Block, Function};
/// use sbst_conformance::Violation;
///
/// /// A mistake: every copy was entered, and no block.
/// struct Confused;
///
/// impl Execution for Confused {
///     fn branch_distance(&self, _: Edge) -> Option<Distance> {
///         None
///     }
///     fn progress(&self, _: Block) -> Option<u32> {
///         None
///     }
/// }
/// impl Facts for Confused {
///     fn progress_on(&self, _: Plane, _: Block) -> Option<u32> {
///         Some(0)
///     }
/// }
///
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3),
/// )?;
/// let mut builder = History::builder(&graph);
/// builder.copy(Function::new(0), &())?; // tells nothing apart
/// let found = sbst_conformance::copies(&graph, &builder.build(), &Confused);
/// let block = graph.entry(Function::new(0));
/// let further = Violation::ProgressOfWhole { block, parts: Some(0), whole: None };
/// assert!(found.contains(&Violation::InCopies(Box::new(further))));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn copies(graph: &FlowGraph, history: &History, run: &(impl Facts + ?Sized)) -> Violations {
    let copies = On(run, history.plane());
    let mut found = execution(history.graph(), &copies);
    let blocks =
        history.graph().all_blocks().filter_map(|copy| Some((copy, history.block_of(copy)?)));
    // A jump in an endless loop may be a branch in the copies only.
    let edges = history.graph().all_branches().filter_map(|copy| {
        let branch = history.branch_of(graph, copy)?;
        Some((history.graph().edge(copy), graph.edge(branch)))
    });
    contains(run, &copies, blocks, edges, &mut found);
    let other_graph = graph.check(history.made_for()).err().map(Violation::OtherGraph);
    let in_copies = found.into_iter().map(|violation| Violation::InCopies(Box::new(violation)));
    other_graph.into_iter().chain(in_copies).collect()
}
