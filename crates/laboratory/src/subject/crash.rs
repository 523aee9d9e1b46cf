//! Crashes of subjects: panics that were seen once, and are to be reproduced.

use super::{Code, Subject, Test};
use crate::inputs::{Random, Shape, Value};
use sbst::Campaign;
use sbst::campaign::{CampaignBuilder, CampaignError};
use sbst::execution::{CallTree, CallTreeLimits, ExceptionKind, Exceptions, StackFrame, StackTrace, Thrown};
use sbst::fitness::crash::Crash;
use sbst::fitness::flag::Flags;
use sbst::flow::{FlowGraph, Lines};
use sbst::id::{Activation, Function, Statement};
use sbst::objective::{Criterion, Goal};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// Stack trace of a panic: whether a macro raised it, and the functions that it left with the lines that they had reached, the innermost
/// first. Only functions with hooks have a frame.
pub type Panic = StackTrace<ExceptionKind, (), Function>;

/// A subject with a panic to reproduce.
///
/// Its goals are those of the subject; [`Reproduction`](crate::search::Reproduction) pursues the panic instead.
pub struct CrashedSubject {
    name: String,
    subject: Arc<dyn Subject>,
    panic: Panic,
}

impl CrashedSubject {
    /// Searches a subject for panics, and returns a subject for each of them, numbered from 1 on.
    ///
    /// The tests are the subject's usages, random ones, and changes of tests that covered something new. A panic that is among the first
    /// `easy` of them is left out, because a search for it would not have to search. Panics with the same stack trace are one.
    ///
    /// # Errors
    ///
    /// Those of [`Subject::campaign`] and of the executions.
    pub fn of(subject: &Arc<dyn Subject>, executions: u32, easy: u32, seed: u64) -> Result<Vec<Self>, CampaignError> {
        let builder = subject.campaign()?.criteria([Criterion::Branch, Criterion::Exception]);
        let record = |trace: sbst::execution::Trace| trace.with_call_tree(CallTreeLimits::default());
        let mut campaign: Campaign<Test> = builder.recorder(record).build()?;
        let (shape, mut random) = (subject.shape(), Random::named(seed, "crashes"));
        let usages = subject.usages().iter().filter(|usage| shape.fits(usage));
        let mut tests: Vec<Test> = usages.map(|usage| Arc::new(usage.clone())).collect();
        let mut panics: Vec<(u32, Panic)> = Vec::new();
        for number in 0..executions {
            let parent = if random.chance(3, 4) { random.one_of(&tests).cloned() } else { None };
            let test = Arc::new(match (tests.get(number as usize), parent) {
                (Some(usage), _) => (**usage).clone(),
                (None, Some(parent)) => shape.change(&parent, &mut random),
                (None, None) => shape.make(&mut random),
            });
            let outcome = subject.code().execute(&mut campaign, &test)?;
            if outcome.covered.iter().any(|&goal| matches!(outcome.goals.goal(goal), Goal::Exception(_)))
                && let Some(panic) = panic_of(outcome.run)
                && panics.iter().all(|(_, known)| *known != panic)
            {
                panics.push((number, panic));
            }
            if !outcome.covered.is_empty() {
                tests.push(test);
            }
        }
        let hard = panics.into_iter().filter(|(number, _)| *number >= easy).map(|(_, panic)| panic);
        let named = (1..).zip(hard).map(|(number, panic)| Self {
            name: format!("{}, crash {number}", subject.name()),
            subject: Arc::clone(subject),
            panic,
        });
        Ok(named.collect())
    }

    /// Returns the subject that crashed.
    #[must_use]
    pub fn subject(&self) -> &dyn Subject {
        &*self.subject
    }

    /// Returns the stack trace as text: a line for each frame, the innermost first.
    ///
    /// # Panics
    ///
    /// If the functions are not those of `graph`.
    #[must_use]
    pub fn show(&self, graph: &FlowGraph) -> String {
        let mut text = String::new();
        for frame in &self.panic.frames {
            let line = frame.line.map_or_else(|| "?".to_owned(), |line| line.to_string());
            let _ = writeln!(text, "{} at line {line}", graph.show_function(frame.method));
        }
        text
    }
}

impl Subject for CrashedSubject {
    fn name(&self) -> &str {
        &self.name
    }

    fn shape(&self) -> &Shape {
        self.subject.shape()
    }

    fn campaign(&self) -> Result<CampaignBuilder, CampaignError> {
        self.subject.campaign()
    }

    fn flags(&self) -> Flags {
        self.subject.flags()
    }

    fn code(&self) -> Code<'_> {
        self.subject.code()
    }

    fn usages(&self) -> &[Value] {
        self.subject.usages()
    }

    fn panic(&self) -> Option<&Panic> {
        Some(&self.panic)
    }
}

impl std::fmt::Debug for CrashedSubject {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("CrashedSubject").field("name", &self.name).field("panic", &self.panic).finish_non_exhaustive()
    }
}

/// Returns the stack trace of the panic that ended an execution, or `None` if none did.
///
/// An execution says which functions a panic left, and at which lines, in no order. The order is that of the calls: the panic left the
/// last call whose callers it left, too.
pub(crate) fn panic_of(run: &(impl CallTree + Exceptions + ?Sized)) -> Option<Panic> {
    let mut thrown: BTreeMap<Function, Thrown> = BTreeMap::new();
    run.each_thrown(&mut |exception| {
        thrown.insert(exception.function, exception);
    });
    if thrown.is_empty() {
        return None;
    }
    let frames_of = |innermost: Activation| {
        let (mut frames, mut at) = (Vec::new(), Some(innermost));
        while let Some(activation) = at {
            let exception = thrown.get(&run.callee(activation)?)?;
            frames.push(*exception);
            at = run.caller(activation).map(|(caller, _)| caller);
        }
        Some(frames)
    };
    let frames = (0..run.activation_count()).rev().find_map(|number| frames_of(Activation::new(number)))?;
    let kind = frames.first()?.kind;
    let frame = |thrown: &Thrown| StackFrame::new((), thrown.function).at(thrown.exception.number());
    Some(StackTrace::new(kind, frames.iter().map(frame)))
}

/// Returns the crash to reproduce. Its target frame is the outermost one.
pub(crate) fn crash_of(panic: &Panic, graph: &FlowGraph, lines: &Lines) -> Option<Crash<ExceptionKind, (), Function>> {
    let locate = |frame: &StackFrame<(), Function>| {
        let on_line = |&(_, line): &(Statement, _)| lines.place(line).map(|(_, line)| line) == frame.line;
        let of_block = |block| lines.of_block(block).filter(on_line).map(|(statement, _)| statement);
        let mut statements: Vec<Statement> = graph.blocks_of(frame.method).flat_map(of_block).collect();
        if statements.is_empty() {
            // A line of its own for the end of a block: the function must be entered at least.
            statements.push(graph.entry(frame.method).statement(0));
        }
        statements
    };
    Crash::new(panic.clone(), locate).ok()
}
