//! Features of subjects: what there is in a program that a formula may make something of.

use super::{Subject, Test};
use crate::inputs::Random;
use sbst::Campaign;
use sbst::campaign::CampaignError;
use sbst::execution::Execution as _;
use sbst::flow::{FlowGraph, Outcome};
use sbst::id::{Block, Function};
use sbst::objective::{Criterion, Goal};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Features of a subject, measured on its control flow and on a number of random inputs and usages.
///
/// A claim about a formula is tested on subjects that have what the formula is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Features {
    /// Number of functions under test.
    pub functions: u32,
    /// Number of functions under test that the inputs entered.
    pub entered: u32,
    /// Number of branches in the functions under test.
    pub branches: u32,
    /// Number of branches that the inputs covered.
    pub covered: u32,
    /// Number of functions under test that contain a loop.
    pub loops: u32,
    /// Number of branches that depend on the result of a call, and whose distance within the called
    /// function is known.
    pub flags: u32,
    /// Number of exceptions that the inputs raised: places from which a panic left a function under
    /// test.
    pub exceptions: u32,
    /// Number of blocks of straight-line code that an exception left before their end.
    pub thrown_in_blocks: u32,
    /// `true` if inputs contain texts or bytes.
    pub has_text: bool,
    /// Number of calls that an input can consist of. 0 if inputs are no sequences of calls.
    pub callees: u32,
    /// Number of usages that fit the shape of inputs.
    pub usages: u32,
    /// Number of executions.
    pub executions: u32,
}

impl Features {
    /// Measures a subject on its usages, then on random inputs and changes of them, half of the
    /// time each.
    ///
    /// # Errors
    ///
    /// Those of [`Subject::campaign`] and of the executions.
    pub fn of(subject: &dyn Subject, executions: u32, seed: u64) -> Result<Self, CampaignError> {
        let builder = subject.campaign()?.criteria([Criterion::Branch, Criterion::Exception]);
        let mut campaign: Campaign<Test> = builder.build()?;
        let shape = subject.shape();
        let mut random = Random::named(seed, "features");
        let usages = subject
            .usages()
            .iter()
            .filter(|usage| shape.fits(usage))
            .map(|usage| Arc::new(usage.clone()));
        let mut tests: Vec<Test> = usages.collect();
        let (mut incomplete, mut entered) = (BTreeSet::new(), BTreeSet::new());
        for number in 0..executions {
            let test = match tests.get(number as usize) {
                Some(test) => Arc::clone(test),
                None => {
                    let parent =
                        if random.chance(1, 2) { random.one_of(&tests).cloned() } else { None };
                    let test = match parent {
                        Some(parent) => shape.change(&parent, &mut random),
                        None => shape.make(&mut random),
                    };
                    Arc::new(test)
                }
            };
            let outcome = subject.code().execute(&mut campaign, &test)?;
            outcome.run.entered(outcome.graph, &mut |function| {
                entered.insert(function);
            });
            if outcome
                .covered
                .iter()
                .any(|&goal| matches!(outcome.goals.goal(goal), Goal::Exception(_)))
            {
                incomplete.extend(stopped_within(outcome.graph, outcome.run));
            }
            if !outcome.covered.is_empty() {
                tests.push(test);
            }
        }
        Ok(Self {
            thrown_in_blocks: incomplete.len() as u32,
            executions,
            ..Self::count(subject, &campaign, &entered)
        })
    }

    fn count(
        subject: &dyn Subject,
        campaign: &Campaign<Test>,
        entered: &BTreeSet<Function>,
    ) -> Self {
        let (graph, goals) = (campaign.graph(), campaign.goals());
        let mut features = Self {
            has_text: subject.shape().has_text(),
            callees: subject.shape().callees().map_or(0, |callees| callees.len() as u32),
            usages: subject.usages().iter().filter(|usage| subject.shape().fits(usage)).count()
                as u32,
            ..Self::default()
        };
        let flagged: BTreeSet<_> = subject.flags().branches().collect();
        let mut functions = BTreeSet::new();
        for id in goals.ids() {
            let is_covered = campaign.tests().fitness(id).is_covered();
            match goals.goal(id) {
                Goal::Branch(branch) => {
                    features.branches += 1;
                    features.covered += u32::from(is_covered);
                    features.flags += u32::from(flagged.contains(&branch));
                    functions.insert(graph.function_of(graph.edge(branch).source));
                }
                Goal::Exception(_) => features.exceptions += 1,
                Goal::Entry(function) => {
                    functions.insert(function);
                }
                _ => {}
            }
        }
        features.functions = functions.len() as u32;
        features.entered =
            functions.iter().filter(|function| entered.contains(function)).count() as u32;
        features.loops =
            functions.into_iter().filter(|&function| has_loop(graph, function)).count() as u32;
        features
    }
}

/// Returns the blocks that an execution entered and left before their end, without a decision or an
/// error that is one.
fn stopped_within(graph: &FlowGraph, run: &impl sbst::execution::Execution) -> Vec<Block> {
    let mut stopped = Vec::new();
    run.entered(graph, &mut |function: Function| {
        let blocks = graph.blocks_of(function);
        stopped.extend(blocks.filter(|&block| {
            run.progress(block).is_some_and(|done| done < graph.statements(block))
        }));
    });
    stopped
}

/// Returns `true` if a block of the function can be entered from itself.
fn has_loop(graph: &FlowGraph, function: Function) -> bool {
    // Blocks from which all ways were followed, and those on the way that is being followed.
    let mut state = vec![0_u8; graph.blocks_of(function).len()];
    let next = |block: Block| {
        let ways = graph
            .successors(block)
            .filter(|(outcome, _)| !matches!(outcome, Outcome::Exception(_)));
        ways.map(|(_, target)| target).collect::<Vec<_>>()
    };
    let mut stack = vec![(graph.entry(function), None::<Vec<Block>>)];
    while let Some((block, rest)) = stack.last_mut() {
        let local = graph.local(*block) as usize;
        let rest = rest.get_or_insert_with(|| next(*block));
        state[local] = 1;
        match rest.pop() {
            Some(target) => match state[graph.local(target) as usize] {
                0 => stack.push((target, None)),
                1 => return true,
                _ => {}
            },
            None => {
                state[local] = 2;
                stack.pop();
            }
        }
    }
    false
}
