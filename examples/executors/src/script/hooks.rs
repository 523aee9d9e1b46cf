//! What the hooks of an instrumented script do when they are evaluated.
//!
//! Each is a node of custom syntax around what it observes, so that it sees the value, and whether
//! there is one: an exception passes through. Every activation knows the block in which it is, for
//! only that tells where an exception came from.

use super::arms::Selection;
use super::compare::{self, Operator};
use rhai::{Dynamic, EvalContext as Context, Expr, Expression, INT, Scope};
use sbst::distance::Decision;
use sbst::execution::Trace;
use sbst::flow::{FlowGraph, Outcome};
use sbst::id::{Block, CallSite, Function};
use std::cell::RefCell;
use std::rc::Rc;

type Outcomes<T> = Result<T, Box<rhai::EvalAltResult>>;

/// One hook. Blocks are program-wide.
#[derive(Clone, Debug)]
pub(super) enum Hook {
    /// (left, right, the comparison of the two temporaries): a condition that compares.
    Compare(Block, Operator),
    /// The same operands: their comparison is the result of the function, or its contrary is.
    Sets { block: Block, operator: Operator, holds: bool },
    /// Around the call of a function at a site.
    Call(CallSite, Function),
    /// Around any other condition.
    Flag(Block),
    /// Around an operand of `??`: does the next one count?
    Unit(Block),
    /// So many statements of the block ran.
    Done(Block, u32),
    /// Around the value of a jump, or before one that has none: on by the only way, or out of the
    /// function.
    End(Block),
    /// (statement): jumps to its first block; afterwards jumps on.
    Enter { from: Block, join: Block },
    /// Around a statement with branches: jumps on, from wherever it ended.
    Join(Block),
    /// Around what a `for` loop goes over: jumps to the header.
    Over { from: Block, header: Block },
    /// At the start of each round.
    Round(Block),
    /// Around a `for` loop: whether it ended by itself.
    After { header: Block, join: Block },
    /// At the start of a handler.
    Caught,
    /// Around the value of a `switch`.
    Select(Block),
    /// Before the value of an arm or its guard: the engine came here.
    Arm { selection: Block, arm: usize },
    /// Around a `switch`: whether no arm was selected.
    Selected { selection: Block, join: Block },
}

/// One activation.
struct Activation {
    /// None once it has left the function.
    block: Option<Block>,
    /// The call that it makes, if that is one of which the site matters.
    call: Option<(CallSite, Function)>,
    /// Selections and loops at work, by block.
    open: Vec<(Block, Open)>,
}

pub(super) enum Open {
    /// The value, and how many tests of the chain are done.
    Selection { value: Dynamic, tried: usize },
    /// Whether the first round is decided by a distance.
    Loop(Option<Decision>),
}

/// What the hooks of one script share.
pub(super) struct Runtime {
    pub(super) graph: FlowGraph,
    pub(super) hooks: Vec<Hook>,
    pub(super) selections: Vec<(Block, Selection)>,
    /// By function.
    pub(super) bodies: Vec<Expr>,
    /// The trace of the call at work.
    trace: RefCell<Option<Rc<Trace>>>,
    activations: RefCell<Vec<Activation>>,
}

/// The temporaries of a comparison; no script can write these names.
pub(super) const OPERANDS: [&str; 2] = ["$left", "$right"];

impl Runtime {
    pub(super) fn new(
        graph: FlowGraph,
        hooks: Vec<Hook>,
        selections: Vec<(Block, Selection)>,
        bodies: Vec<Expr>,
    ) -> Self {
        Self {
            graph,
            hooks,
            selections,
            bodies,
            trace: RefCell::default(),
            activations: RefCell::default(),
        }
    }

    /// Runs something whose hooks report to this trace.
    pub(super) fn recording<T>(&self, trace: &Rc<Trace>, run: impl FnOnce() -> T) -> T {
        let before = self.trace.replace(Some(Rc::clone(trace)));
        let result = run();
        self.trace.replace(before);
        result
    }

    /// One activation of a function.
    pub(super) fn activation<T>(
        &self,
        function: Function,
        run: impl FnOnce() -> Outcomes<T>,
    ) -> Outcomes<T> {
        let trace = self.trace.borrow().clone();
        let outer = trace.as_deref().map_or(0, Trace::depth);
        let call = self.activations.borrow().last().and_then(|caller| caller.call);
        match (&trace, call) {
            (Some(trace), Some((site, callee))) if callee == function => {
                trace.enter_at(site, function);
            }
            (Some(trace), _) => trace.enter(function),
            (None, _) => {}
        }
        self.activations.borrow_mut().push(Activation {
            block: Some(self.graph.entry(function)),
            call: None,
            open: Vec::new(),
        });
        let result = run();
        if let Some(block) = self.block().filter(|_| result.is_ok()) {
            self.end(block); // a return has ended its own
        }
        self.activations.borrow_mut().pop();
        match &trace {
            Some(trace) if result.is_ok() => trace.leave(),
            Some(trace) => trace.unwound(outer), // an exception ended it
            None => {}
        }
        result
    }

    /// Evaluates the body of the function whose number a stub gives: its parameters are in scope.
    pub(super) fn body(
        &self,
        context: &mut Context<'_, '_, '_, '_, '_, '_>,
        inputs: &[Expression<'_>],
    ) -> Outcomes<Dynamic> {
        let number = inputs.first().and_then(|input| input.get_literal_value::<INT>()).unwrap_or(0);
        let function = Function::new(number as u32);
        self.activation(function, || {
            context.eval_expression_tree(&(&self.bodies[function.index()]).into())
        })
    }

    /// Evaluates one hook.
    pub(super) fn evaluate(
        &self,
        context: &mut Context<'_, '_, '_, '_, '_, '_>,
        inputs: &[Expression<'_>],
        hook: usize,
    ) -> Outcomes<Dynamic> {
        let mut input = || {
            inputs.first().map_or(Ok(Dynamic::UNIT), |input| context.eval_expression_tree(input))
        };
        match self.hooks[hook] {
            Hook::Compare(block, operator) => self.compare(context, inputs, operator, |decision| {
                self.decide(block, decision);
            }),
            Hook::Sets { block, operator, holds } => {
                self.compare(context, inputs, operator, |decision| {
                    self.report(|trace| {
                        let decision = decision(trace);
                        trace.sets(block, if holds { decision } else { !decision });
                    });
                })
            }
            Hook::Call(site, function) => {
                let outer = self.calls(Some((site, function)));
                let value = input();
                self.calls(outer);
                value
            }
            Hook::Flag(block) => {
                let value = input()?;
                if let Ok(outcome) = value.as_bool() {
                    self.decide(block, |trace| trace.rules().flag(outcome));
                }
                Ok(value)
            }
            Hook::Unit(block) => {
                let value = input()?;
                self.decide(block, |trace| trace.rules().flag(value.is_unit()));
                Ok(value)
            }
            Hook::Done(block, statements) => {
                self.report(|trace| trace.done(block, statements));
                Ok(Dynamic::UNIT)
            }
            Hook::End(block) => {
                let value = input()?;
                self.end(block);
                Ok(value)
            }
            Hook::Enter { from, join } => {
                self.end(from);
                let value = input()?;
                self.join(join);
                Ok(value)
            }
            Hook::Join(join) => {
                let value = input()?;
                self.join(join);
                Ok(value)
            }
            Hook::Over { from, header } => {
                let value = input()?;
                self.end(from);
                let first = self
                    .trace
                    .borrow()
                    .as_ref()
                    .and_then(|trace| compare::entered(trace.rules(), &value));
                self.open(header, Open::Loop(first));
                Ok(value)
            }
            Hook::Round(header) => {
                self.round(header, true);
                Ok(Dynamic::UNIT)
            }
            Hook::After { header, join } => {
                let value = input()?;
                if self.block() == Some(header) {
                    self.round(header, false);
                }
                self.join(join);
                Ok(value)
            }
            Hook::Caught => {
                if let Some(block) = self.block() {
                    self.report(|trace| trace.choose(block, Outcome::Exception(0)));
                    self.leave(block, Outcome::Exception(0));
                }
                Ok(Dynamic::UNIT)
            }
            Hook::Select(block) => {
                let value = input()?;
                self.open(block, Open::Selection { value: value.flatten_clone(), tried: 0 });
                Ok(value)
            }
            Hook::Arm { selection, arm } => {
                self.select(selection, Some(arm));
                input()
            }
            Hook::Selected { selection, join } => {
                let value = input()?;
                self.select(selection, None);
                self.join(join);
                Ok(value)
            }
        }
    }

    /// Each operand once and in order, then the engine's own operator on temporaries.
    fn compare(
        &self,
        context: &mut Context<'_, '_, '_, '_, '_, '_>,
        inputs: &[Expression<'_>],
        operator: Operator,
        act: impl FnOnce(&dyn Fn(&Trace) -> Decision),
    ) -> Outcomes<Dynamic> {
        // What `in` looks through comes first in the tree, but a variable is read last, as in any
        // call.
        let swapped = operator == Operator::Contains && matches!(*inputs[0], Expr::Variable(..));
        let first = context.eval_expression_tree(&inputs[usize::from(swapped)])?.flatten();
        let second = context.eval_expression_tree(&inputs[usize::from(!swapped)])?.flatten();
        let (left, right) = if swapped { (second, first) } else { (first, second) };
        let scope: &mut Scope<'_> = context.scope_mut();
        let length = scope.len();
        scope.push_dynamic(OPERANDS[0], left.clone());
        scope.push_dynamic(OPERANDS[1], right.clone());
        let result = context.eval_expression_tree(&inputs[2]);
        context.scope_mut().rewind(length);
        let value = result?;
        if let Ok(outcome) = value.as_bool() {
            act(&|trace| compare::decision(trace.rules(), operator, &left, &right, outcome));
        }
        Ok(value)
    }

    pub(super) fn decide(&self, block: Block, decision: impl FnOnce(&Trace) -> Decision) {
        let outcome =
            self.trace.borrow().as_ref().map(|trace| trace.decide(block, decision(trace)));
        if let Some(outcome) = outcome {
            self.leave(block, if outcome { Outcome::True } else { Outcome::False });
        }
    }

    /// Sets which call the innermost activation makes, and returns which one it made before.
    fn calls(&self, call: Option<(CallSite, Function)>) -> Option<(CallSite, Function)> {
        let mut activations = self.activations.borrow_mut();
        activations.last_mut().and_then(|activation| std::mem::replace(&mut activation.call, call))
    }

    fn end(&self, block: Block) {
        self.report(|trace| trace.end(block));
        self.leave(block, Outcome::Next);
    }

    fn join(&self, join: Block) {
        if let Some(block) = self.block().filter(|&block| block != join) {
            self.end(block);
        }
        // Records nothing new, but a trace that checks paths sees whether it is there.
        self.report(|trace| trace.done(join, 0));
    }

    /// A `for` loop goes round once more, or ends; only of the first decision the distance is
    /// known.
    fn round(&self, header: Block, enters: bool) {
        let first = self.with_open(header, |open| match open {
            Open::Loop(first) => first.take(),
            Open::Selection { .. } => None,
        });
        self.decide(header, |trace| compare::confirmed(trace.rules(), first.flatten(), enters));
    }

    pub(super) fn report(&self, hook: impl FnOnce(&Trace)) {
        if let Some(trace) = self.trace.borrow().as_deref() {
            hook(trace);
        }
    }

    /// Follows an edge; out of the function there is none.
    pub(super) fn leave(&self, block: Block, outcome: Outcome) {
        if let Some(activation) = self.activations.borrow_mut().last_mut() {
            activation.block = self.graph.target(block, outcome);
        }
    }

    /// The block of the innermost activation.
    pub(super) fn block(&self) -> Option<Block> {
        self.activations.borrow().last()?.block
    }

    fn open(&self, block: Block, state: Open) {
        if let Some(activation) = self.activations.borrow_mut().last_mut() {
            activation.open.retain(|(other, _)| *other != block);
            activation.open.push((block, state));
        }
    }

    pub(super) fn with_open<T>(&self, block: Block, act: impl FnOnce(&mut Open) -> T) -> Option<T> {
        let mut activations = self.activations.borrow_mut();
        let open = activations.last_mut()?.open.iter_mut().find(|(other, _)| *other == block)?;
        Some(act(&mut open.1))
    }
}
