//! Audit of subjects: random executions, and what is odd about them.

use sbst::campaign::{Campaign, CampaignError};
use sbst::execution::{ExceptionKind, Execution, Thrown, Trace};
use sbst::flow::{FlowGraph, Lines};
use sbst::id::{Block, Function};
use sbst::instrument::LinkedProgram;
use sbst::objective::{Criterion, Goal};
use sbst_laboratory::inputs::Random;
use sbst_laboratory::subject::{Subject, Test};
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What random executions of a subject come to.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Audit {
    /// Functions within the paths of the subject.
    pub functions: usize,
    /// Paths of the functions that no execution entered.
    pub never_entered: Vec<String>,
    /// Paths of the functions that some execution entered.
    pub entered: Vec<String>,
    /// Paths of the functions of the same crate that were entered, and are not within the paths.
    pub outside: Vec<String>,
    /// Number of branch goals.
    pub branches: usize,
    /// Number of branch goals that the usages and the random executions cover.
    pub covered: usize,
    /// Number of branch goals that the first 50 random executions cover.
    pub covered_early: usize,
    /// Branches within the paths that need a result of an instrumented function.
    pub flags: usize,
    /// Lines with a panic by a macro, by function.
    pub explicit: usize,
    /// Lines with any other panic, by function.
    pub implicit: usize,
    /// How many of these lines are executed whenever their function is entered, unless another
    /// panic intervenes.
    pub straight: usize,
    /// Functions with a loop.
    pub loops: usize,
    /// Functions with a loop in a loop.
    pub nested: usize,
    /// Median duration of an execution.
    pub median: Duration,
    /// Duration that one execution in a hundred exceeds.
    pub slow: Duration,
    /// Hash of the distances of all goals in all executions.
    pub hash: u64,
}

/// Executes the usages of a subject, and random inputs.
///
/// # Errors
///
/// [`CampaignError`] if the subject has no functions, or its hooks do not fit its control flow.
pub fn audit(subject: &dyn Subject, executions: u32, seed: u64) -> Result<Audit, CampaignError> {
    check_paths(subject, executions, seed)?;
    let Executed { campaign, mut times, covered_early, hash } = execute(subject, executions, seed)?;
    times.sort_unstable();
    let mut audit = Audit {
        covered_early,
        median: times.get(times.len() / 2).copied().unwrap_or_default(),
        slow: times.get(times.len() * 99 / 100).copied().unwrap_or_default(),
        hash,
        ..Audit::default()
    };

    let program = LinkedProgram::linked()?;
    let (graph, goals) = (program.graph(), campaign.goals());
    let mut functions = BTreeSet::new();
    for goal in goals.of(Criterion::MethodEntry) {
        let Goal::MethodEntry(function) = goals.goal(goal) else { continue };
        functions.insert(function);
        let list = if campaign.tests().is_covered(goal) {
            &mut audit.entered
        } else {
            &mut audit.never_entered
        };
        list.push(program.path(function).to_owned());
        let (loops, nested) = loops(graph, function);
        audit.loops += usize::from(loops);
        audit.nested += usize::from(nested);
    }
    audit.outside = outside(subject, executions, seed, &functions)?;
    audit.functions = functions.len();
    audit.branches = goals.of(Criterion::Branch).count();
    audit.covered =
        goals.of(Criterion::Branch).filter(|&goal| campaign.tests().is_covered(goal)).count();
    let flags = subject.flags();
    audit.flags = flags
        .branches()
        .filter(|&flag| functions.contains(&graph.function_of(graph.edge(flag).source)))
        .count();
    for goal in goals.of(Criterion::Exception) {
        let Goal::Exception(thrown) = goals.goal(goal) else { continue };
        match thrown.kind {
            ExceptionKind::Explicit => audit.explicit += 1,
            _ => audit.implicit += 1,
        }
        audit.straight += usize::from(is_straight(graph, program.lines(), thrown));
    }
    Ok(audit)
}

/// Executes what [`audit`] executes, and returns its [`Audit::hash`].
///
/// # Errors
///
/// [`CampaignError`] if the subject has no functions, or its hooks do not fit its control flow.
pub fn hash(subject: &dyn Subject, executions: u32, seed: u64) -> Result<u64, CampaignError> {
    Ok(execute(subject, executions, seed)?.hash)
}

/// What was found while random inputs and the usages were executed.
struct Executed {
    campaign: Campaign<Test>,
    times: Vec<Duration>,
    covered_early: usize,
    hash: u64,
}

fn execute(subject: &dyn Subject, executions: u32, seed: u64) -> Result<Executed, CampaignError> {
    let criteria = [Criterion::Branch, Criterion::MethodEntry, Criterion::Exception];
    let mut campaign = subject.campaign()?.criteria(criteria).build::<Test>()?;
    let mut random = Random::named(seed, subject.name());
    let (mut hasher, mut times, mut covered_early) = (DefaultHasher::new(), Vec::new(), 0);
    for number in 0..executions {
        let test = Test::new(subject.shape().make(&mut random));
        let start = Instant::now();
        let outcome = subject.code().execute(&mut campaign, &test)?;
        times.push(start.elapsed());
        (outcome.covered, outcome.row).hash(&mut hasher);
        if number == 49 {
            let branches = campaign.goals().of(Criterion::Branch);
            covered_early = branches.filter(|&goal| campaign.tests().is_covered(goal)).count();
        }
    }
    for usage in subject.usages() {
        let outcome = subject.code().execute(&mut campaign, &Test::new(usage.clone()))?;
        (outcome.covered, outcome.row).hash(&mut hasher);
    }
    Ok(Executed { campaign, times, covered_early, hash: hasher.finish() })
}

/// Executes random inputs and the usages while every hook is checked against the control flow.
fn check_paths(subject: &dyn Subject, executions: u32, seed: u64) -> Result<(), CampaignError> {
    let builder =
        subject.campaign()?.criteria([Criterion::MethodEntry]).recorder(Trace::with_path_check);
    let mut campaign = builder.build::<Test>()?;
    let mut random = Random::named(seed, subject.name());
    for _ in 0..executions {
        subject.code().execute(&mut campaign, &Test::new(subject.shape().make(&mut random)))?;
    }
    for usage in subject.usages() {
        subject.code().execute(&mut campaign, &Test::new(usage.clone()))?;
    }
    Ok(())
}

/// Returns the paths of the functions of the crate that are entered and not among the `functions`.
fn outside(
    subject: &dyn Subject,
    executions: u32,
    seed: u64,
    functions: &BTreeSet<Function>,
) -> Result<Vec<String>, CampaignError> {
    let program = LinkedProgram::linked()?;
    let graph = program.graph();
    let crate_ = subject.name().split("::").next().unwrap_or_default();
    let mut left: Vec<Function> = program
        .functions()
        .filter(|function| !functions.contains(function) && is_of(program.path(*function), crate_))
        .collect();
    let mut random = Random::named(seed, subject.name());
    let inputs: Vec<_> = (0..executions).map(|_| subject.shape().make(&mut random)).collect();
    let (trace, mut entered) = (Rc::new(Trace::new(graph)), Vec::new());
    for input in inputs.iter().chain(subject.usages()) {
        trace.reset();
        subject.code().record(&trace, input);
        left.retain(|&function| {
            let is_entered = trace.progress(graph.entry(function)).is_some();
            if is_entered {
                entered.push(program.path(function).to_owned());
            }
            !is_entered
        });
    }
    Ok(entered)
}

/// Returns `true` if the path of a function is that of a crate: `lru::LruCache::put`, `<lru::Iter
/// as ..>::next`.
fn is_of(path: &str, crate_: &str) -> bool {
    path.trim_start_matches(['<', '&'])
        .strip_prefix(crate_)
        .is_some_and(|rest| rest.starts_with("::"))
}

/// Returns `true` if the line of a panic is in a block that is executed whenever its function is
/// entered.
fn is_straight(graph: &FlowGraph, lines: &Lines, thrown: Thrown) -> bool {
    let always = graph.blocks_of(thrown.function).filter(|&block| graph.depends_on_entry(block));
    let mut places =
        always.flat_map(|block| lines.of_block(block)).filter_map(|(_, line)| lines.place(line));
    places.any(|(_, line)| line as usize == thrown.exception.index())
}

/// Returns whether a function has a loop, and whether it has a loop in a loop.
fn loops(graph: &FlowGraph, function: Function) -> (bool, bool) {
    let heads: Vec<Block> =
        graph.blocks_of(function).filter(|&block| reaches(graph, block, block, None)).collect();
    // Two blocks of one loop are on a cycle without the head of the loop only if there is an inner
    // loop.
    let nested = heads.iter().any(|&head| {
        heads.iter().any(|&inner| {
            inner != head
                && reaches(graph, inner, inner, Some(head))
                && reaches(graph, head, inner, None)
                && reaches(graph, inner, head, None)
        })
    });
    (!heads.is_empty(), nested)
}

/// Returns `true` if there is a way of at least one edge between two blocks that avoids a third
/// one.
fn reaches(graph: &FlowGraph, from: Block, to: Block, without: Option<Block>) -> bool {
    let (mut seen, mut left) = (BTreeSet::new(), vec![from]);
    while let Some(block) = left.pop() {
        for (_, next) in graph.successors(block) {
            if next == to {
                return true;
            }
            if Some(next) != without && seen.insert(next) {
                left.push(next);
            }
        }
    }
    false
}
