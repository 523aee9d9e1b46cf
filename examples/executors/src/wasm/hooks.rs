//! The host side of the hooks: what the instrumented code calls.

use super::comparison::{Number, Operands};
use super::condition::Condition;
use super::path::{Left, Path};
use sbst::execution::{Frame, Trace};
use sbst::flow::{FlowGraph, Outcome};
use sbst::id::Function;
use wasm_encoder::ValType::{self, F32, F64, I32, I64};
use wasmi::{AsContextMut, Caller, Extern, Func, StoreLimits};

/// The host functions, in the order in which a module imports them: parameters and results.
pub(super) const SIGNATURES: [(&[ValType], &[ValType]); 10] = [
    (&[I32], &[]),         // enter a function
    (&[], &[]),            // leave it
    (&[I32], &[]),         // a block ends
    (&[I32, I32], &[]),    // a block did so many statements
    (&[I32, I32], &[I32]), // an index selects in a block; the index is returned
    (&[I32, I32], &[I32]), // a number decides at a site; the number is returned
    (&[I32, I32], &[]),
    (&[I64, I64], &[]),
    (&[F32, F32], &[]),
    (&[F64, F64], &[]),
];

/// Places in that order.
pub(super) const ENTER: u32 = 0;
pub(super) const LEAVE: u32 = 1;
pub(super) const END: u32 = 2;
pub(super) const DONE: u32 = 3;
pub(super) const SWITCH: u32 = 4;
pub(super) const DECIDE: u32 = 5;
const COMPARED: u32 = 6;

/// The function that takes two operands of this type.
pub(super) fn compared(number: Number) -> u32 {
    COMPARED + number as u32
}

/// A two-way decision of the code.
#[derive(Debug)]
pub(super) struct Site {
    /// Numbered within its function.
    pub(super) block: u32,
    pub(super) condition: Condition,
}

/// How many hooks of an instance are checked: none in release builds.
const CHECKS: u32 = if cfg!(debug_assertions) { 20_000 } else { 0 };

/// One recorded run.
#[derive(Debug)]
pub(super) struct Recording<'t> {
    trace: &'t Trace,
    sites: &'t [Site],
    /// The activations that are open.
    frames: Vec<Frame<'t>>,
    /// Where they are, as long as that is checked.
    paths: Vec<Path>,
    /// How many more hooks are.
    checks: u32,
    graph: &'t FlowGraph,
    /// What the condition at hand compared. It is reported at the branch, with nothing in between.
    operands: Vec<Operands>,
    /// How many decisions differed from what their comparisons came to. There are none, or an instrumentation is wrong.
    pub(super) unexplained: u64,
    /// How many hooks were not where the graph goes on. There are none, either.
    pub(super) strays: u64,
}

/// The data of a store.
#[derive(Debug)]
pub(super) struct Host<'t> {
    pub(super) limits: StoreLimits,
    /// None where the module runs as it is.
    pub(super) recording: Option<Recording<'t>>,
}

impl<'t> Recording<'t> {
    pub(super) fn new(trace: &'t Trace, graph: &'t FlowGraph, sites: &'t [Site]) -> Self {
        Self {
            trace,
            sites,
            frames: Vec::new(),
            paths: Vec::new(),
            checks: CHECKS,
            graph,
            operands: Vec::new(),
            unexplained: 0,
            strays: 0,
        }
    }

    fn enter(&mut self, function: u32) {
        let function = Function::new(function);
        self.frames.push(self.trace.call(function));
        if self.checks > 0 {
            self.paths.push(Path::new(function));
        }
    }

    fn leave(&mut self) {
        self.frames.pop();
        if let Some(path) = self.paths.pop() {
            self.strays += u64::from(!path.ends(self.graph));
        }
    }

    fn walk(&mut self, step: impl FnOnce(&mut Path, &FlowGraph) -> bool) {
        if let Some(path) = self.paths.last_mut() {
            self.strays += u64::from(!step(path, self.graph));
            self.checks -= 1;
            if self.checks == 0 {
                self.paths.clear();
            }
        }
    }

    /// Ends what a trap left open, the innermost first.
    pub(super) fn unwind(&mut self) {
        while self.frames.pop().is_some() {}
        self.paths.clear();
        self.operands.clear();
    }

    fn end(&mut self, block: u32) {
        self.frames.last().into_iter().for_each(|frame| frame.end(block));
        self.walk(|path, graph| path.leave(graph, block, Left::To(Outcome::Next)));
    }

    fn done(&mut self, block: u32, statements: u32) {
        self.frames.last().into_iter().for_each(|frame| frame.done(block, statements));
        self.walk(|path, graph| path.at(graph, block));
    }

    /// An index is unsigned.
    fn switch(&mut self, block: u32, index: u32) {
        self.frames.last().into_iter().for_each(|frame| _ = frame.switch(block, i64::from(index)));
        self.walk(|path, graph| path.leave(graph, block, Left::Selected));
    }

    fn decide(&mut self, value: i32, site: i32) {
        if let (Some(frame), Some(site)) = (self.frames.last(), self.sites.get(site as usize)) {
            let (decision, explained) = site.condition.decide(frame.rules(), &self.operands, value);
            self.unexplained += u64::from(!explained);
            let outcome = if frame.decide(site.block, decision) { Outcome::True } else { Outcome::False };
            let block = site.block;
            self.walk(|path, graph| path.leave(graph, block, Left::To(outcome)));
        }
        self.operands.clear();
    }
}

/// The host functions for one store.
pub(super) fn functions<'t>(mut store: impl AsContextMut<Data = Host<'t>>) -> [Extern; SIGNATURES.len()] {
    fn with<'t>(mut caller: Caller<'_, Host<'t>>, hook: impl FnMut(&mut Recording<'t>)) {
        caller.data_mut().recording.iter_mut().for_each(hook);
    }
    [
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, function: i32| {
            with(c, |run| run.enter(function as u32));
        }),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>| with(c, Recording::leave)),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, block: i32| with(c, |run| run.end(block as u32))),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, block: i32, statements: i32| {
            with(c, |run| run.done(block as u32, statements as u32));
        }),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, index: i32, block: i32| {
            with(c, |run| run.switch(block as u32, index as u32));
            index
        }),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, value: i32, site: i32| {
            with(c, |run| run.decide(value, site));
            value
        }),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, a: i32, b: i32| with(c, |run| run.operands.push(Operands::I32(a, b)))),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, a: i64, b: i64| with(c, |run| run.operands.push(Operands::I64(a, b)))),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, a: f32, b: f32| with(c, |run| run.operands.push(Operands::F32(a, b)))),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, a: f64, b: f64| with(c, |run| run.operands.push(Operands::F64(a, b)))),
    ]
    .map(Extern::from)
}
