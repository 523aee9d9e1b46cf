//! Callers and frames with the methods of the crate's own, which seed one mistake in the hooks that
//! they hand on.
//!
//! The parser is written as if they were the crate's. A hook is known by its place in the source.

use sbst::distance::{Decision, Distance};
use sbst::execution::{self, Fallible, Returned, Value};
use sbst::flow::Outcome;
use sbst::id::{CallSite, Function};
use std::cell::{Cell, RefCell};
use std::panic::{Location, RefUnwindSafe};

/// Where a hook stands in the source of the parser: file, line, column.
pub(crate) type Place = (&'static str, u32, u32);

#[track_caller]
fn here() -> Place {
    let here = Location::caller();
    (here.file(), here.line(), here.column())
}

/// A hook of a frame, with its arguments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Hook {
    Decide(u32, Decision),
    Switch(u32, i64),
    Choose(u32, Outcome),
    Done(u32, u32),
    End(u32),
    Tried(u32, bool),
    Attempt(u32, u32, bool),
    /// No value for an error.
    Returns(u32, Option<Value>),
    Unwound,
}

impl Hook {
    pub(crate) const fn block(self) -> Option<u32> {
        match self {
            Self::Decide(block, _)
            | Self::Switch(block, _)
            | Self::Choose(block, _)
            | Self::Done(block, _)
            | Self::End(block)
            | Self::Tried(block, _)
            | Self::Attempt(block, ..)
            | Self::Returns(block, _) => Some(block),
            Self::Unwound => None,
        }
    }

    /// The hook of another block.
    fn of(self, block: u32) -> Self {
        match self {
            Self::Decide(_, decision) => Self::Decide(block, decision),
            Self::Switch(_, value) => Self::Switch(block, value),
            Self::Choose(_, outcome) => Self::Choose(block, outcome),
            Self::Done(_, count) => Self::Done(block, count),
            Self::End(_) => Self::End(block),
            Self::Tried(_, success) => Self::Tried(block, success),
            Self::Attempt(_, count, success) => Self::Attempt(block, count, success),
            Self::Returns(_, value) => Self::Returns(block, value),
            Self::Unwound => Self::Unwound,
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Decide(..) => "decide",
            Self::Switch(..) => "switch",
            Self::Choose(..) => "choose",
            Self::Done(..) => "done",
            Self::End(..) => "end",
            Self::Tried(..) => "tried",
            Self::Attempt(..) => "attempt",
            Self::Returns(..) => "returns",
            Self::Unwound => "unwound",
        }
    }

    fn tell(self, frame: &execution::Frame<'_>) {
        match self {
            Self::Decide(block, decision) => _ = frame.decide(block, decision),
            Self::Switch(block, value) => _ = frame.switch(block, value),
            Self::Choose(block, outcome) => frame.choose(block, outcome),
            Self::Done(block, count) => frame.done(block, count),
            Self::End(block) => frame.end(block),
            Self::Tried(block, success) => _ = frame.tried(block, success.then_some(())),
            Self::Attempt(block, count, success) => {
                _ = frame.attempt(block, count, success.then_some(()));
            }
            Self::Returns(block, Some(value)) => _ = frame.returns(block, value),
            Self::Returns(block, None) => _ = frame.returns(block, Err::<(), ()>(())),
            Self::Unwound => frame.unwound(),
        }
    }
}

/// A single mistake in the hooks of a subject.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Seed {
    /// None: the instrumentation is right, as far as hooks go.
    Nothing,
    Forgotten(Place),
    Doubled(Place),
    Block(Place, u32),
    /// Each of two hooks names the block of the other.
    Swapped([(Place, u32); 2]),
    /// The recorded outcome is the contrary of the one that the program follows.
    Negated(Place),
    Chosen(Place, Outcome),
    /// The hook stands before the call that it should follow.
    Early {
        call: Place,
        hook: Place,
        told: Hook,
    },
    /// The hook stands after the call that it should precede.
    Late(Place),
    Statements(Place, u32),
    /// The caller of the function is passed on, and not the function itself.
    PassedOn(Place),
    /// The test is passed on.
    Root(Place),
    /// `let _ = c.enter(..)`, and no hook can follow.
    DroppedAtOnce(Place),
    EnteredTwice(Place),
    Entered(Place, Function),
    Site(Place, Option<CallSite>),
    /// The distance of the operands is 1 too large.
    Operand(Place),
    Value(Place),
    /// `end` in place of `returns`.
    Ended(Place),
}

/// A thing that a subject did, by frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    pub place: Place,
    pub frame: u32,
    pub function: Function,
    pub what: What,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum What {
    Enter,
    Call(CallSite),
    Tell(Hook),
}

#[derive(Debug)]
pub(crate) struct Seeded {
    pub seed: Seed,
    pub log: Option<RefCell<Vec<Event>>>,
    frames: Cell<u32>,
}

impl Seeded {
    pub(crate) const fn new(seed: Seed) -> Self {
        Self { seed, log: None, frames: Cell::new(0) }
    }

    pub(crate) fn logging() -> Self {
        Self { log: Some(RefCell::default()), ..Self::new(Seed::Nothing) }
    }

    fn log(&self, place: Place, frame: u32, function: Function, what: What) {
        if let Some(log) = &self.log {
            log.borrow_mut().push(Event { place, frame, function, what });
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Caller<'t> {
    pub caller: execution::Caller<'t>,
    pub seeded: &'t Seeded,
}

impl<'t> Caller<'t> {
    #[track_caller]
    pub(crate) fn enter(self, function: Function) -> Frame<'t> {
        let place = here();
        let serial = self.seeded.frames.replace(self.seeded.frames.get() + 1);
        self.seeded.log(place, serial, function, What::Enter);
        let (mut frame, mut around) = (None, None);
        match self.seeded.seed {
            Seed::DroppedAtOnce(at) if at == place => drop(self.caller.enter(function)),
            Seed::Entered(at, other) if at == place => frame = Some(self.caller.enter(other)),
            Seed::EnteredTwice(at) if at == place => {
                around = Some(self.caller.enter(function));
                frame = Some(self.caller.enter(function));
            }
            _ => frame = Some(self.caller.enter(function)),
        }
        Frame {
            by: self,
            frame,
            around,
            serial,
            function,
            is_told: Cell::new(false),
            pending: Cell::new(None),
        }
    }
}

pub(crate) struct Frame<'t> {
    by: Caller<'t>,
    frame: Option<execution::Frame<'t>>,
    /// Dropped after the frame.
    #[expect(dead_code, reason = "it is there to be dropped")]
    around: Option<execution::Frame<'t>>,
    serial: u32,
    function: Function,
    /// Whether the hook that comes too early was told.
    is_told: Cell<bool>,
    /// The hook that comes too late.
    pending: Cell<Option<Hook>>,
}

impl RefUnwindSafe for Frame<'_> {}

impl<'t> Frame<'t> {
    #[track_caller]
    pub(crate) fn at(&self, site: CallSite) -> Caller<'t> {
        let (place, seeded) = (here(), self.by.seeded);
        seeded.log(place, self.serial, self.function, What::Call(site));
        let Some(frame) = &self.frame else { return self.by };
        if let Seed::Early { call, told, .. } = seeded.seed
            && call == place
        {
            told.tell(frame);
            self.is_told.set(true);
        }
        let caller = match seeded.seed {
            Seed::PassedOn(at) if at == place => return self.by,
            Seed::Root(at) if at == place => frame.trace().root(),
            Seed::Site(at, other) if at == place => {
                other.map_or_else(|| frame.caller(), |other| frame.at(other))
            }
            _ => frame.at(site),
        };
        Caller { caller, seeded }
    }

    #[track_caller]
    pub(crate) fn decide(&self, block: u32, decision: Decision) -> bool {
        self.tell(here(), Hook::Decide(block, decision));
        decision.holds()
    }

    #[track_caller]
    pub(crate) fn switch(&self, block: u32, value: i64) -> i64 {
        self.tell(here(), Hook::Switch(block, value));
        value
    }

    #[track_caller]
    pub(crate) fn choose(&self, block: u32, outcome: Outcome) {
        self.tell(here(), Hook::Choose(block, outcome));
    }

    #[track_caller]
    pub(crate) fn done(&self, block: u32, statements: u32) {
        self.tell(here(), Hook::Done(block, statements));
    }

    #[track_caller]
    pub(crate) fn end(&self, block: u32) {
        self.tell(here(), Hook::End(block));
    }

    #[track_caller]
    pub(crate) fn tried<R: Fallible>(&self, block: u32, result: R) -> R {
        self.tell(here(), Hook::Tried(block, result.has_succeeded()));
        result
    }

    #[track_caller]
    pub(crate) fn attempt<R: Fallible>(&self, block: u32, statements: u32, result: R) -> R {
        self.tell(here(), Hook::Attempt(block, statements, result.has_succeeded()));
        result
    }

    #[track_caller]
    pub(crate) fn returns<T: Returned>(&self, block: u32, value: T) -> T {
        self.tell(here(), Hook::Returns(block, value.returned()));
        value
    }

    #[track_caller]
    pub(crate) fn unwound(&self) {
        self.tell(here(), Hook::Unwound);
    }

    fn tell(&self, place: Place, hook: Hook) {
        let seeded = self.by.seeded;
        seeded.log(place, self.serial, self.function, What::Tell(hook));
        let Some(frame) = &self.frame else { return };
        if let Some(late) = self.pending.take() {
            late.tell(frame);
        }
        match seeded.seed {
            Seed::Forgotten(at) if at == place => {}
            Seed::Early { hook: at, .. } if at == place && self.is_told.take() => {}
            Seed::Late(at) if at == place => self.pending.set(Some(hook)),
            Seed::Doubled(at) if at == place => {
                hook.tell(frame);
                hook.tell(frame);
            }
            seed => mistaken(seed, place, hook).tell(frame),
        }
    }
}

/// The hook with other arguments.
fn mistaken(seed: Seed, place: Place, hook: Hook) -> Hook {
    match (seed, hook) {
        (Seed::Block(at, block), _) if at == place => hook.of(block),
        (Seed::Swapped(pair), _) => match pair.iter().find(|(at, _)| *at == place) {
            Some(&(_, block)) => hook.of(block),
            None => hook,
        },
        (Seed::Negated(at), Hook::Decide(block, decision)) if at == place => {
            let distance = decision.to_true().max(decision.to_false());
            Hook::Decide(block, Decision::observed(!decision.holds(), distance))
        }
        (Seed::Chosen(at, outcome), Hook::Choose(block, _)) if at == place => {
            Hook::Choose(block, outcome)
        }
        (Seed::Statements(at, count), Hook::Done(block, _)) if at == place => {
            Hook::Done(block, count)
        }
        (Seed::Statements(at, count), Hook::Attempt(block, _, success)) if at == place => {
            Hook::Attempt(block, count, success)
        }
        (Seed::Operand(at), Hook::Decide(block, decision)) if at == place => {
            let distance = decision.to_true().max(decision.to_false());
            Hook::Decide(
                block,
                Decision::observed(
                    decision.holds(),
                    Distance::new(distance.get() + 1.0).unwrap_or(distance),
                ),
            )
        }
        (Seed::Value(at), Hook::Returns(block, Some(_))) if at == place => {
            Hook::Returns(block, Some(Value::Null))
        }
        (Seed::Ended(at), Hook::Returns(block, _)) if at == place => Hook::End(block),
        _ => hook,
    }
}

impl Drop for Frame<'_> {
    fn drop(&mut self) {
        if let (Some(late), Some(frame), false) =
            (self.pending.take(), &self.frame, std::thread::panicking())
        {
            late.tell(frame);
        }
    }
}
