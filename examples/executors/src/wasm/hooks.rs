//! The host side of the hooks: what the instrumented code calls.

use super::comparison::{Number, Operands};
use super::condition::Condition;
use sbst::execution::{Frame, Trace};
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

/// One recorded run.
#[derive(Debug)]
pub(super) struct Recording<'t> {
    pub(super) trace: &'t Trace,
    pub(super) sites: &'t [Site],
    /// The activations that are open.
    frames: Vec<Frame<'t>>,
    /// What the condition at hand compared. It is reported at the branch, with nothing in between.
    operands: Vec<Operands>,
    /// How many decisions differed from what their comparisons came to. There are none, or an instrumentation is wrong.
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
        Self { trace, sites, frames: Vec::new(), operands: Vec::new(), unexplained: 0 }
    }

    /// Ends what a trap left open, the innermost first.
    pub(super) fn unwind(&mut self) {
        while self.frames.pop().is_some() {}
        self.operands.clear();
    }

    fn decide(&mut self, value: i32, site: i32) {
        if let (Some(frame), Some(site)) = (self.frames.last(), self.sites.get(site as usize)) {
            let (decision, explained) = site.condition.decide(frame.rules(), &self.operands, value);
            self.unexplained += u64::from(!explained);
            frame.decide(site.block, decision);
        }
        self.operands.clear();
    }
}

/// The host functions for one store.
pub(super) fn functions<'t>(mut store: impl AsContextMut<Data = Host<'t>>) -> [Extern; SIGNATURES.len()] {
    /// The recording, and the innermost activation.
    fn with<'t>(mut caller: Caller<'_, Host<'t>>, hook: impl FnMut(&mut Recording<'t>)) {
        caller.data_mut().recording.iter_mut().for_each(hook);
    }
    fn with_frame<'t>(caller: Caller<'_, Host<'t>>, hook: impl Fn(&Frame<'t>)) {
        with(caller, |run| run.frames.last().into_iter().for_each(&hook));
    }
    [
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, function: i32| {
            with(c, |run| run.frames.push(run.trace.call(Function::new(function as u32))));
        }),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>| with(c, |run| drop(run.frames.pop()))),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, block: i32| with_frame(c, |frame| frame.end(block as u32))),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, block: i32, statements: i32| {
            with_frame(c, |frame| frame.done(block as u32, statements as u32));
        }),
        Func::wrap(&mut store, |c: Caller<'_, Host<'t>>, index: i32, block: i32| {
            with_frame(c, |frame| _ = frame.switch(block as u32, i64::from(index as u32))); // an index is unsigned
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
