//! Crashes of subjects: panics that were seen once, and are to be reproduced.

use super::{Code, Subject, Test};
use crate::inputs::{Random, Shape, Value};
use sbst::Campaign;
use sbst::campaign::{CampaignBuilder, CampaignError};
use sbst::execution::{
    CallTreeLimits, ExceptionKind, Facts, StackFrame, StackTrace, Thrown, Trace,
};
use sbst::fitness::crash::Crash;
use sbst::fitness::flag::Flags;
use sbst::flow::{FlowGraph, Lines};
use sbst::id::{Activation, Function, Statement};
use sbst::objective::Criterion;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// Stack trace of a panic: whether a macro raised it, and the functions that it left with the lines
/// that they had reached, the innermost first. Only functions with hooks have a frame.
pub type Panic = StackTrace<ExceptionKind, (), Function>;

/// A subject with a panic to reproduce.
///
/// Its goals are those of the subject; [`Reproduction`](crate::search::Reproduction) pursues the
/// panic instead.
pub struct CrashedSubject {
    name: String,
    subject: Arc<dyn Subject>,
    panic: Panic,
}

impl CrashedSubject {
    /// Searches a subject for panics, and returns a subject for each of them, named by its
    /// innermost frame.
    ///
    /// The search changes tests that covered something new. It does not know the subject's usages,
    /// so that a search which starts from them knows no more than others. Left out are the panics
    /// that `easy` random tests raise in at least half of ten attempts. If `easy` is the size of a
    /// population, those are the ones for which its first tests do, without a search. Panics with
    /// the same stack trace are one. Executions that [are ended](sbst::instrument::limited) do not
    /// panic.
    ///
    /// # Errors
    ///
    /// Those of [`Subject::campaign`] and of the executions.
    pub fn of(
        subject: &Arc<dyn Subject>,
        executions: u32,
        easy: u32,
        seed: u64,
    ) -> Result<Vec<Self>, CampaignError> {
        let mut panics: Vec<Panic> = Vec::new();
        let graph =
            subject.campaign()?.criteria([Criterion::Branch]).build::<Test>()?.graph().clone();
        let mut random = Random::named(seed, "crashes");
        let mut tests: Vec<Test> = Vec::new();
        let shape = subject.shape();
        let mut make = |covered: Option<&Test>| {
            tests.extend(covered.cloned());
            let parent = if random.chance(3, 4) { random.one_of(&tests) } else { None };
            match parent {
                Some(parent) => shape.change(parent, &mut random),
                None => shape.make(&mut random),
            }
        };
        raised(&**subject, executions, &mut make, |panic| {
            if !panics.contains(&panic) {
                panics.push(panic);
            }
        })?;
        let mut attempts = vec![0; panics.len()];
        for attempt in 0..if panics.is_empty() { 0 } else { ATTEMPTS } {
            let mut random = Random::named(seed + attempt, "easy crashes");
            let mut is_raised = vec![false; panics.len()];
            raised(&**subject, easy, &mut |_| shape.make(&mut random), |panic| {
                if let Some(place) = panics.iter().position(|known| *known == panic) {
                    is_raised[place] = true;
                }
            })?;
            for (count, is_raised) in attempts.iter_mut().zip(is_raised) {
                *count += u64::from(is_raised);
            }
        }
        let (mut crashes, mut places): (Vec<(Self, u64)>, Vec<String>) = (Vec::new(), Vec::new());
        for (panic, count) in panics.into_iter().zip(attempts) {
            let place = panic.frames.first().map_or_else(String::new, |frame| at(frame, &graph));
            let mut name = format!("{}, panic in {place}", subject.name());
            // Other callers of the same line are other panics. All are named, so that the number of
            // attempts changes no name.
            let others = places.iter().filter(|known| **known == place).count();
            if others > 0 {
                name += &format!(", caller {}", others + 1);
            }
            places.push(place);
            crashes.push((Self { name, subject: Arc::clone(subject), panic }, count));
        }
        crashes.retain(|(_, count)| 2 * count < ATTEMPTS);
        let crashes = crashes.into_iter().map(|(crash, _)| crash).collect();
        Ok(crashes)
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
            let _ = writeln!(text, "{}", at(frame, graph));
        }
        text
    }
}

impl Subject for CrashedSubject {
    fn name(&self) -> &str {
        &self.name
    }

    fn family(&self) -> &str {
        self.subject.family()
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

    fn check(&self) -> Result<(), String> {
        self.subject.check()
    }

    fn panic(&self) -> Option<&Panic> {
        Some(&self.panic)
    }
}

impl std::fmt::Debug for CrashedSubject {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("CrashedSubject")
            .field("name", &self.name)
            .field("panic", &self.panic)
            .finish_non_exhaustive()
    }
}

/// Returns the function of a frame, and its line.
fn at(frame: &StackFrame<(), Function>, graph: &FlowGraph) -> String {
    let line = frame.line.map_or_else(|| "?".to_owned(), |line| line.to_string());
    format!("{} at line {line}", graph.show_function(frame.method))
}

/// Attempts to raise a panic by random tests.
const ATTEMPTS: u64 = 10;

/// Executes tests, and hands on each panic. `make` makes a test; it is given the test before if
/// that one covered something new.
fn raised(
    subject: &dyn Subject,
    executions: u32,
    make: &mut dyn FnMut(Option<&Test>) -> Value,
    mut then: impl FnMut(Panic),
) -> Result<(), CampaignError> {
    let builder = subject.campaign()?.criteria([Criterion::Branch, Criterion::Exception]);
    let record = |trace: Trace| trace.with_call_tree(CallTreeLimits::default());
    let mut campaign: Campaign<Test> = builder.recorder(record).build()?;
    let mut before: Option<Test> = None;
    for _ in 0..executions {
        let test = Arc::new(make(before.as_ref()));
        let outcome = subject.code().execute(&mut campaign, &test)?;
        // A panic that was seen before covers nothing new, and has the same stack trace or another
        // one.
        if let Some(panic) = panic_of(outcome.run) {
            then(panic);
        }
        before = (!outcome.covered.is_empty()).then_some(test);
    }
    Ok(())
}

/// Returns the stack trace of the panic that ended an execution, or `None` if none did.
///
/// An execution says which functions a panic left, and at which lines, in no order. The order is
/// that of the calls: the panic left the last call whose callers it left, too.
pub(crate) fn panic_of(run: &(impl Facts + ?Sized)) -> Option<Panic> {
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
    let frames =
        (0..run.activation_count()).rev().find_map(|number| frames_of(Activation::new(number)))?;
    let kind = frames.first()?.kind;
    let frame =
        |thrown: &Thrown| StackFrame::new((), thrown.function).at(thrown.exception.number());
    Some(StackTrace::new(kind, frames.iter().map(frame)))
}

/// Returns the crash to reproduce. Its target frame is the outermost one.
pub(crate) fn crash_of(
    panic: &Panic,
    graph: &FlowGraph,
    lines: &Lines,
) -> Option<Crash<ExceptionKind, (), Function>> {
    let locate = |frame: &StackFrame<(), Function>| {
        let on_line =
            |&(_, line): &(Statement, _)| lines.place(line).map(|(_, line)| line) == frame.line;
        let of_block =
            |block| lines.of_block(block).filter(on_line).map(|(statement, _)| statement);
        let mut statements: Vec<Statement> =
            graph.blocks_of(frame.method).flat_map(of_block).collect();
        if statements.is_empty() {
            // A line of its own for the end of a block: the function must be entered at least.
            statements.push(graph.entry(frame.method).statement(0));
        }
        statements
    };
    Crash::new(panic.clone(), locate).ok()
}
