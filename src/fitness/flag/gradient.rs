//! How far each flag is, from the last activation to the first.

use super::cells::{Cells, Table, View};
use super::flags::{Flags, Question, Sheet};
use super::refined::Refined;
use super::{FlagError, Inner};
use crate::distance::{Aggregate, Aggregation, Distance};
use crate::execution::{CallTree, Execution, Within};
use crate::flow::FlowGraph;
use crate::id::{Activation, CallSite, Function};
use alloc::vec::Vec;

/// Computes how far flags are, for one execution after the other.
///
/// By default as published: the harmonic mean over the activations of a site, and over the required branches the harmonic mean of those.
/// Either aggregation, and which of them is the inner one, is to be chosen. The value can be used for any number of graphs, sets of flags
/// and executions; it keeps the space that it works on.
///
/// ```
/// use sbst::distance::{eq, flag};
/// use sbst::execution::{CallTreeLimits, Trace};
/// use sbst::fitness::Reach;
/// use sbst::fitness::flag::{FlagGradient, Flags};
/// use sbst::flow::{Body, FlowGraph};
/// use sbst::id::{CallSite, Function};
///
/// const RUN: Function = Function::new(0);
/// const CHECK: Function = Function::new(1);
/// const SITE: CallSite = CallSite::new(0);
///
/// /// 0: if check(x) { 1: ... } 2
/// fn run(t: &Trace, x: i32) {
///     let f = t.call(RUN);
///     if f.decide(0, flag(check(f.site(SITE), x))) {
///         f.end(1);
///     }
/// }
/// /// 0: if x == 100 { 1: return true } 2: return false
/// fn check(t: &Trace, x: i32) -> bool {
///     let f = t.call(CHECK);
///     f.decide(0, eq(x, 100))
/// }
///
/// let mut graph = FlowGraph::of(&Body::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
/// graph.add(&Body::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let mut flags = Flags::new();
/// flags.function(&graph, RUN).decides(0, SITE)?;
/// flags.function(&graph, CHECK).returns(1, true)?.returns(2, false)?;
///
/// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::default());
/// let (mut gradient, mut reach) = (FlagGradient::new(), Reach::new(&graph));
/// let goal = graph.block(RUN, 1);
/// let mut values = [4, 91].map(|x| {
///     trace.reset();
///     run(&trace, x);
///     reach.sweep(&graph, &trace);
///     let plain = reach.block(goal);
///     reach.sweep(&graph, &gradient.refine(&graph, &flags, &trace)?);
///     Ok::<_, Box<dyn core::error::Error>>((plain, reach.block(goal)))
/// }).into_iter().collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(values[0].0, values[1].0); // true is 1 away from false
/// assert!(values[1].1 < values[0].1); // and 91 is nearer to 100
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FlagGradient {
    over_activations: Aggregation,
    over_required: Aggregation,
    inner: Inner,
    pub(super) work: Work,
}

/// What is known of the flags of the last execution.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    // By activation.
    calls: Vec<Call>,
    /// By activation and flag of its function: how far it is in that activation; NaN if it was not evaluated there.
    flags: Vec<f64>,
    /// By activation and question of its function.
    answers: Vec<Distance>,
    // By flag.
    pub(super) least: Vec<Distance>,
    pub(super) least_direct: Vec<Distance>,
    /// The flags of which anything is known.
    touched: Vec<u32>,
    space: Space,
}

#[derive(Clone, Copy, Debug)]
struct Call {
    function: Function,
    /// Where its caller asks about it; else nobody does.
    site: Option<CallSite>,
    is_direct: bool,
    /// Callees that somebody asks about are linked, in the order of the calls.
    first_child: u32,
    next: u32,
    first_flag: usize,
    first_answer: usize,
}

const NONE: u32 = u32::MAX;

/// Space that is used again for every activation.
#[derive(Clone, Debug, Default)]
struct Space {
    /// By question: whether the answer is wanted.
    wanted: Vec<bool>,
    children: Vec<(CallSite, Function, u32)>,
    accumulators: Vec<Aggregate>,
    table: Table,
}

impl FlagGradient {
    /// As published: harmonic means, over the activations first.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, with another aggregation over the activations of a site.
    #[must_use]
    pub const fn over_activations(mut self, aggregation: Aggregation) -> Self {
        self.over_activations = aggregation;
        self
    }

    /// The same, with another aggregation over what is required: branches, and exits that hand on the result of a call.
    #[must_use]
    pub const fn over_required(mut self, aggregation: Aggregation) -> Self {
        self.over_required = aggregation;
        self
    }

    /// The same, with this order of the two.
    #[must_use]
    pub const fn with_inner(mut self, inner: Inner) -> Self {
        self.inner = inner;
        self
    }

    /// An execution with the distances of its flags instead of those that were observed: to be swept instead of it.
    ///
    /// One pass over the activations, from the last to the first: linear in them and in what they observed of functions that have flags or
    /// are asked about. In the steady state it allocates nothing.
    ///
    /// # Errors
    ///
    /// [`FlagError::NoActivations`] if the execution does not know its activations.
    pub fn refine<'a, X: Execution + CallTree + ?Sized>(
        &'a mut self,
        graph: &FlowGraph,
        flags: &'a Flags,
        run: &'a X,
    ) -> Result<Refined<'a, X>, FlagError> {
        self.work.read(flags, run);
        if self.work.calls.is_empty() {
            let mut entered = None;
            run.entered(graph, &mut |function| entered = Some(entered.map_or(function, |least: Function| least.min(function))));
            if let Some(function) = entered {
                return Err(FlagError::NoActivations { function });
            }
        }
        for activation in (0..self.work.calls.len()).rev() {
            self.settle(graph, flags, run, activation);
        }
        Ok(Refined::new(run, flags, &self.work))
    }

    /// Everything about one activation; those that it called are settled.
    fn settle<X: CallTree + ?Sized>(&mut self, graph: &FlowGraph, flags: &Flags, run: &X, activation: usize) {
        let call = self.work.calls[activation];
        let Some(sheet) = flags.sheet(call.function) else { return };
        let within = Within::new(run, Activation::new(activation as u32));
        let wanted = &mut self.work.space.wanted;
        wanted.clear();
        wanted.resize(sheet.questions.len(), false);
        for (&number, value) in sheet.flags.iter().zip(&mut self.work.flags[call.first_flag..]) {
            let flag = flags.flag(number);
            if let Some(distance) = within.branch_distance(flag.edge) {
                *value = distance.get();
                wanted[flag.question as usize] |= distance > Distance::ZERO;
            }
        }
        if call.site.is_some() {
            for &(block, question) in &sheet.delegations {
                wanted[question as usize] |= within.progress(block).is_some();
            }
        }
        self.answer(graph, flags, run, &call, sheet);

        let Work { flags: values, answers, least, least_direct, touched, .. } = &mut self.work;
        for (&number, value) in sheet.flags.iter().zip(&mut values[call.first_flag..]).filter(|(_, value)| !value.is_nan()) {
            if *value > 0.0 {
                *value = answers[call.first_answer + flags.flag(number).question as usize].max(Distance::SMALLEST).get();
            }
            let distance = Distance::of(*value);
            touched.push(number);
            least[number as usize] = least[number as usize].min(distance);
            if call.is_direct {
                least_direct[number as usize] = least_direct[number as usize].min(distance);
            }
        }
    }

    /// Answers what is wanted of one activation.
    fn answer<X: CallTree + ?Sized>(&mut self, graph: &FlowGraph, flags: &Flags, run: &X, call: &Call, sheet: &Sheet) {
        let Self { over_activations, over_required, inner, work } = self;
        let Work { calls, flags: values, answers, space, .. } = work;
        let Space { wanted, children, accumulators, table } = space;
        if !wanted.contains(&true) {
            return;
        }
        children.clear();
        let mut child = call.first_child;
        while let Some(callee) = calls.get(child as usize) {
            children.extend(callee.site.map(|site| (site, callee.function, child)));
            child = callee.next;
        }
        children.sort_unstable();

        for (place, &Question { site, value }) in sheet.questions.iter().enumerate().filter(|(place, _)| wanted[*place]) {
            let from = children.partition_point(|child| child.0 < site);
            let to = children.partition_point(|child| child.0 <= site);
            let mut outer = match inner {
                Inner::Activations => over_required.accumulator(),
                Inner::Required => over_activations.accumulator(),
            };
            for same in children[from..to].chunk_by(|a, b| a.1 == b.1) {
                let required = flags.sheet(same[0].1).map_or(&[][..], |callee| &callee.required[usize::from(value)]);
                accumulators.clear();
                accumulators.resize(required.len(), over_activations.accumulator());
                for &(_, function, child) in same.iter().filter(|_| !required.is_empty()) {
                    let callee = &calls[child as usize];
                    let view = View::new(Within::new(run, Activation::new(child)), flags, &values[callee.first_flag..]);
                    let answer = |question: u32| answers[callee.first_answer + question as usize];
                    let mut cells = Cells::new(graph, function, view, table);
                    match inner {
                        Inner::Activations => {
                            let accumulators = accumulators.iter_mut().zip(required);
                            accumulators.for_each(|(accumulator, required)| accumulator.push(cells.cell(required, answer)));
                        }
                        Inner::Required => {
                            let mut all = over_required.accumulator();
                            required.iter().for_each(|required| all.push(cells.cell(required, answer)));
                            outer.extend(all.get());
                        }
                    }
                }
                if *inner == Inner::Activations {
                    outer.extend(accumulators.iter().filter_map(Aggregate::get));
                }
            }
            answers[call.first_answer + place] = outer.get().unwrap_or(Distance::INFINITE);
        }
    }
}

impl Work {
    /// Reads the tree of activations; nothing is known of them yet.
    fn read<X: CallTree + ?Sized>(&mut self, flags: &Flags, run: &X) {
        let Self { calls, flags: values, answers, least, least_direct, touched, .. } = self;
        for flag in touched.drain(..) {
            least[flag as usize] = Distance::INFINITE;
            least_direct[flag as usize] = Distance::INFINITE;
        }
        least.resize(flags.branches().len(), Distance::INFINITE);
        least_direct.resize(flags.branches().len(), Distance::INFINITE);
        calls.clear();
        let (mut first_flag, mut first_answer) = (0, 0);
        for activation in (0..run.activation_count()).map(Activation::new) {
            let Some(function) = run.callee(activation) else { break }; // there are no more, whatever their number is said to be
            let caller = run.caller(activation);
            let asked = caller.and_then(|(caller, site)| {
                let sheet = flags.sheet(calls.get(caller.index())?.function)?;
                site.filter(|&site| sheet.questions.iter().any(|question| question.site == site))
            });
            calls.push(Call {
                function,
                site: asked,
                is_direct: caller.is_none(),
                first_child: NONE,
                next: caller.map_or(NONE, |(caller, _)| caller.number()), // until they are linked
                first_flag,
                first_answer,
            });
            if let Some(sheet) = flags.sheet(function) {
                first_flag += sheet.flags.len();
                first_answer += sheet.questions.len();
            }
        }
        for number in (0..calls.len()).rev() {
            if calls[number].site.is_some() {
                let caller = calls[number].next as usize;
                calls[number].next = core::mem::replace(&mut calls[caller].first_child, number as u32);
            }
        }
        values.clear();
        values.resize(first_flag, f64::NAN);
        answers.clear();
        answers.resize(first_answer, Distance::INFINITE);
    }

    /// How far a flag is in one activation.
    pub(super) fn distance_in(&self, flags: &Flags, activation: Activation, number: u32) -> Option<Distance> {
        let (call, flag) = (self.calls.get(activation.index())?, flags.flag(number));
        let is_here = flags.sheet(call.function)?.flags.get(flag.place as usize) == Some(&number);
        let value = self.flags.get(call.first_flag + flag.place as usize).filter(|value| is_here && !value.is_nan())?;
        Some(Distance::of(*value))
    }
}
