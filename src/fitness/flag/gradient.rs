//! How far each flag is, from the last activation to the first.

use super::cells::{Cells, Table, View};
use super::flags::{Flags, Question};
use super::refined::Refined;
use super::tree::{Call, Tree};
use super::{FlagError, Order};
use crate::distance::{Aggregate, Aggregation, Distance};
use crate::execution::{CallTree, Execution, Within};
use crate::flow::FlowGraph;
use crate::id::{Activation, CallSite, Function};
use alloc::vec::Vec;

/// Computes how far flags are, for one execution after the other.
///
/// By default as published: the harmonic mean over the activations of a site, and over the required branches the harmonic mean of those.
/// Either aggregation, and which of them comes first, is to be chosen. The value can be used for any number of graphs, sets of flags
/// and executions, one at a time; it keeps the space that it works on.
///
/// ```
/// use sbst::distance::{eq, flag};
/// use sbst::execution::{CallTreeLimits, Trace};
/// use sbst::fitness::Reach;
/// use sbst::fitness::flag::{FlagError, FlagGradient, Flags};
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
/// let mut measure = |x| {
///     trace.reset();
///     run(&trace, x);
///     reach.sweep(&graph, &trace);
///     let plain = reach.block(goal);
///     reach.sweep(&graph, &gradient.refine(&graph, &flags, &trace)?);
///     Ok::<_, FlagError>((plain, reach.block(goal)))
/// };
/// let (far, near) = (measure(4)?, measure(91)?);
/// assert_eq!(far.0, near.0); // true is 1 away from false, whatever happened
/// assert!(near.1 < far.1); // but 91 is nearer to 100
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FlagGradient {
    over_activations: Aggregation,
    over_required: Aggregation,
    order: Order,
    tree: Tree,
    space: Space,
}

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
    pub const fn in_order(mut self, order: Order) -> Self {
        self.order = order;
        self
    }

    /// An execution with the distances of its flags instead of those that were observed: to be swept instead of it.
    ///
    /// One pass over the activations, from the last to the first: linear in them, in the flags that were declared of their functions and
    /// what is required there, and, where an activation did not come within one level of that, in its function. Calls of several sites that
    /// alternate are sorted. In the steady state it allocates nothing.
    ///
    /// # Errors
    ///
    /// [`FlagError::NoActivations`] if something was entered, and no activation is known at all.
    pub fn refine<'a, X: Execution + CallTree + ?Sized>(
        &'a mut self,
        graph: &FlowGraph,
        flags: &'a Flags,
        run: &'a X,
    ) -> Result<Refined<'a, X>, FlagError> {
        self.tree.read(flags, run);
        if self.tree.calls.is_empty() {
            let mut entered = None;
            run.entered(graph, &mut |function| entered = Some(entered.map_or(function, |least: Function| least.min(function))));
            if let Some(function) = entered {
                return Err(FlagError::NoActivations { function });
            }
        }
        for activation in (0..self.tree.calls.len()).rev() {
            self.settle(graph, flags, run, activation);
        }
        Ok(Refined::new(run, flags, &self.tree))
    }

    /// Everything about one activation; those that it called are settled.
    fn settle<X: CallTree + ?Sized>(&mut self, graph: &FlowGraph, flags: &Flags, run: &X, activation: usize) {
        let call = self.tree.calls[activation];
        let Some(sheet) = flags.sheet(call.function) else { return };
        let within = Within::new(run, Activation::new(activation as u32));
        let wanted = &mut self.space.wanted;
        wanted.clear();
        wanted.resize(sheet.questions.len(), false);
        for (&number, value) in sheet.flags.iter().zip(&mut self.tree.flags[call.first_flag..]) {
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
        if self.space.wanted.contains(&true) {
            self.space.gather(&self.tree.calls, &call);
            for (place, &question) in sheet.questions.iter().enumerate() {
                if self.space.wanted[place] {
                    self.tree.answers[call.first_answer + place] = self.ask(graph, flags, run, question).get();
                }
            }
        }

        let Tree { flags: values, answers, .. } = &mut self.tree;
        for (&number, value) in sheet.flags.iter().zip(&mut values[call.first_flag..]) {
            if *value > 0.0 {
                *value = answers[call.first_answer + flags.flag(number).question as usize].max(Distance::SMALLEST.get());
            }
        }
        self.tree.take_in(&call, sheet);
    }

    /// F of a question to the activations that were gathered.
    fn ask<X: CallTree + ?Sized>(&mut self, graph: &FlowGraph, flags: &Flags, run: &X, question: Question) -> Distance {
        let Self { over_activations, over_required, order, tree, space } = self;
        let Space { children, accumulators, table, .. } = space;
        let from = children.partition_point(|child| child.0 < question.site);
        let to = children.partition_point(|child| child.0 <= question.site);
        let mut outer = match order {
            Order::ActivationsFirst => over_required.accumulator(),
            Order::RequiredFirst => over_activations.accumulator(),
        };
        for same in children[from..to].chunk_by(|a, b| a.1 == b.1) {
            let required = flags.sheet(same[0].1).map(|callee| &callee.required[usize::from(question.value)]);
            let Some(required) = required.filter(|required| !required.is_empty()) else { continue };
            accumulators.clear();
            accumulators.resize(required.len(), over_activations.accumulator());
            for &(_, function, child) in same {
                let callee = &tree.calls[child as usize];
                let view = View::new(Within::new(run, Activation::new(child)), flags, &tree.flags[callee.first_flag..]);
                // Nobody asked if the store said before that the exit was not reached.
                let answer = |question: u32| {
                    Distance::new(tree.answers[callee.first_answer + question as usize]).unwrap_or(Distance::INFINITE)
                };
                let mut cells = Cells::new(graph, function, view, table);
                let cells = required.values().map(|required| cells.cell(required, answer));
                match order {
                    Order::ActivationsFirst => accumulators.iter_mut().zip(cells).for_each(|(all, cell)| all.push(cell)),
                    Order::RequiredFirst => outer.extend(over_required.of(cells)),
                }
            }
            if *order == Order::ActivationsFirst {
                outer.extend(accumulators.iter().filter_map(Aggregate::get));
            }
        }
        outer.get().unwrap_or(Distance::INFINITE)
    }
}

impl Space {
    /// The callees of an activation that somebody asks about, by site, function and number.
    fn gather(&mut self, calls: &[Call], call: &Call) {
        self.children.clear();
        let mut child = call.first_child;
        while let Some(callee) = calls.get(child as usize) {
            self.children.extend(callee.site.map(|site| (site, callee.function, child)));
            child = callee.next;
        }
        self.children.sort_unstable();
    }
}
