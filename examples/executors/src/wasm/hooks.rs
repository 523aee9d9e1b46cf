//! The host side of the hooks: what the instrumented code calls.

use super::comparison::{Number, Operands};
use super::condition::Condition;
use sbst::execution::Trace;
use sbst::id::{Block, CallSite, Function};
use wasm_encoder::ValType::{self, F32, F64, I32, I64};
use wasmi::{AsContextMut, Caller, Extern, Func, StoreLimits};

/// The host functions, in the order in which a module imports them: parameters and results. Blocks
/// are program-wide.
pub(super) const SIGNATURES: [(&[ValType], &[ValType]); 12] = [
    (&[I32], &[]),         // enter a function
    (&[I32], &[]),         // a block ends, and with it the activation
    (&[I32], &[]),         // a block ends
    (&[I32, I32], &[]),    // a block did so many statements
    (&[I32, I32], &[I32]), // an index selects in a block; the index is returned
    (&[I32, I32], &[I32]), // a number decides at a site; the number is returned
    (&[I32, I32], &[]),
    (&[I64, I64], &[]),
    (&[F32, F32], &[]),
    (&[F64, F64], &[]),
    (&[I32], &[]), // a condition at a site becomes the result of the function
    (&[I32], &[]), // a call follows, at this site
];

/// Places in that order.
pub(super) const ENTER: u32 = 0;
pub(super) const LEAVE: u32 = 1;
pub(super) const END: u32 = 2;
pub(super) const DONE: u32 = 3;
pub(super) const SWITCH: u32 = 4;
pub(super) const DECIDE: u32 = 5;
const COMPARED: u32 = 6;
pub(super) const SETS: u32 = 10;
pub(super) const AT: u32 = 11;

/// The function that takes two operands of this type.
pub(super) fn compared(number: Number) -> u32 {
    COMPARED + number as u32
}

/// A condition of the code: a block decides by it, or sets the result to it.
#[derive(Debug)]
pub(super) struct Site {
    pub(super) block: Block,
    pub(super) condition: Condition,
}

/// One recorded run.
#[derive(Debug)]
pub(super) struct Recording<'t> {
    trace: &'t Trace,
    sites: &'t [Site],
    /// How many activations were open before.
    depth: u32,
    /// What the condition at hand compared. It is reported at the branch, with nothing in between.
    operands: Vec<Operands>,
    /// Where the function is called that is entered next.
    at: Option<CallSite>,
    /// How many decisions differed from what their comparisons came to. There are none, or an
    /// instrumentation is wrong.
    pub(super) unexplained: u64,
}

/// The data of a store.
#[derive(Debug)]
pub(super) struct Host<'t> {
    pub(super) limits: StoreLimits,
    /// None where the module runs as it is.
    pub(super) recording: Option<Recording<'t>>,
}

impl<'t> Recording<'t> {
    pub(super) fn new(trace: &'t Trace, sites: &'t [Site]) -> Self {
        Self { trace, sites, depth: trace.depth(), operands: Vec::new(), at: None, unexplained: 0 }
    }

    /// Ends what a trap left open.
    pub(super) fn unwind(&mut self) {
        self.trace.unwound(self.depth);
        self.operands.clear();
        self.at = None;
    }

    fn enter(&mut self, function: Function) {
        match self.at.take() {
            Some(site) => self.trace.enter_at(site, function),
            None => self.trace.enter(function),
        }
    }

    fn done(&mut self, block: Block, statements: u32) {
        self.at = None; // the function that was called is not one of the module
        self.trace.done(block, statements);
    }

    fn set(&mut self, site: i32) {
        if let Some(site) = self.sites.get(site as usize)
            && let Some(decision) = site.condition.measured(self.trace.rules(), &self.operands)
        {
            self.trace.sets(site.block, decision);
        }
        self.operands.clear();
    }

    fn leave(&mut self, block: u32) {
        self.trace.end(Block::new(block));
        self.trace.leave();
    }

    fn decide(&mut self, value: i32, site: i32) {
        if let Some(site) = self.sites.get(site as usize) {
            let (decision, explained) =
                site.condition.decide(self.trace.rules(), &self.operands, value);
            self.unexplained += u64::from(!explained);
            self.trace.decide(site.block, decision);
        }
        self.operands.clear();
    }
}

/// The host functions for one store.
pub(super) fn functions<'t>(
    mut store: impl AsContextMut<Data = Host<'t>>,
) -> [Extern; SIGNATURES.len()] {
    fn with<'t>(mut caller: Caller<'_, Host<'t>>, hook: impl FnMut(&mut Recording<'t>)) {
        caller.data_mut().recording.iter_mut().for_each(hook);
    }
    [
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, function: i32| {
            with(c, |run| run.enter(Function::new(function as u32)));
        }),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, block: i32| {
            with(c, |run| run.leave(block as u32));
        }),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, block: i32| {
            with(c, |run| run.trace.end(Block::new(block as u32)));
        }),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, block: i32, statements: i32| {
            with(c, |run| run.done(Block::new(block as u32), statements as u32));
        }),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, index: i32, block: i32| {
            // Unsigned.
            with(c, |run| {
                _ = run.trace.switch(Block::new(block as u32), index.cast_unsigned());
            });
            index
        }),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, value: i32, site: i32| {
            with(c, |run| run.decide(value, site));
            value
        }),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, a: i32, b: i32| {
            with(c, |run| run.operands.push(Operands::I32(a, b)));
        }),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, a: i64, b: i64| {
            with(c, |run| run.operands.push(Operands::I64(a, b)));
        }),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, a: f32, b: f32| {
            with(c, |run| run.operands.push(Operands::F32(a, b)));
        }),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, a: f64, b: f64| {
            with(c, |run| run.operands.push(Operands::F64(a, b)));
        }),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, site: i32| with(c, |run| run.set(site))),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, at: i32| {
            with(c, |run| run.at = Some(CallSite::new(at as u32)));
        }),
    ]
    .map(Extern::from)
}
