//! A session with a small database, which must be used in order: whoever calls a method at the
//! wrong time gets an exception, and that ends the test. Whether it is the right time are flags,
//! without a gradient.

use sbst::execution::{Caller, ExceptionKind};
use sbst::flow::{FlowBuilder, FlowError, FlowGraph};
use sbst::id::{Function, Symbol};

/// The methods; function n of the graph is the n-th of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Action {
    Open,
    Connect,
    Login,
    Begin,
    Put,
    Commit,
    Rollback,
    Export,
    Close,
}

impl Action {
    pub(crate) const ALL: [Self; 9] = [
        Self::Open,
        Self::Connect,
        Self::Login,
        Self::Begin,
        Self::Put,
        Self::Commit,
        Self::Rollback,
        Self::Export,
        Self::Close,
    ];
}

/// What other code does with sessions.
pub(crate) fn usages() -> [Vec<Action>; 5] {
    use Action::{Begin, Close, Commit, Connect, Export, Login, Open, Put, Rollback};
    [
        vec![Open, Connect, Login, Begin, Put, Commit, Close],
        vec![Open, Connect, Login, Begin, Put, Put, Rollback, Close],
        vec![Open, Connect, Login, Export, Close],
        vec![Open, Connect, Close],
        vec![Open, Close],
    ]
}

/// A method that asks whether it is the right time, and then so many things more: each but the last
/// one leads to the next if it holds.
fn method(questions: u32) -> FlowBuilder {
    let (yes, no) = (questions + 1, questions + 2);
    let body =
        (0..=questions).fold(FlowBuilder::new(), |body, block| body.branch(block, block + 1, no));
    body.exit(yes).exit(no)
}

pub(crate) fn graph() -> Result<FlowGraph, FlowError> {
    let mut graph = FlowGraph::new();
    // open, connect, login(pin), begin, put(value), commit, rollback, export(page), close
    for questions in [0, 0, 1, 0, 2, 2, 0, 2, 0] {
        graph.add(&method(questions))?;
    }
    Ok(graph)
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Opened,
    Connected,
    User,
    Transaction,
}

/// A call at the wrong time.
struct WrongTime;

/// Uses one session.
pub(crate) fn run(c: Caller<'_>, calls: &[(Action, i64)]) {
    let (mut state, mut values, mut stored) = (State::New, Vec::new(), 0);
    for &(action, argument) in calls {
        if step(c, &mut state, &mut values, &mut stored, action, argument).is_err() {
            return;
        }
    }
}

fn step(
    c: Caller<'_>,
    state: &mut State,
    values: &mut Vec<i64>,
    stored: &mut i64,
    action: Action,
    argument: i64,
) -> Result<(), WrongTime> {
    let f = c.enter(Function::new(action as u32));
    let r = f.rules();
    let time = match action {
        Action::Open => *state == State::New,
        Action::Connect => *state == State::Opened,
        Action::Login => *state == State::Connected,
        Action::Begin | Action::Export => *state == State::User,
        Action::Put | Action::Commit | Action::Rollback => *state == State::Transaction,
        Action::Close => *state != State::New && *state != State::Transaction,
    };
    if !f.decide(0, r.flag(time)) {
        f.threw(Symbol::new(0), ExceptionKind::Explicit);
        return Err(WrongTime);
    }
    match action {
        Action::Open => *state = State::Opened,
        Action::Connect => *state = State::Connected,
        // Others go on without rights.
        Action::Login => {
            *state = if f.decide(1, r.gt(argument, 0)) { State::User } else { State::Connected }
        }
        Action::Begin => *state = State::Transaction,
        Action::Put => {
            if f.decide(1, r.gt(argument, 0)) && f.decide(2, r.lt(argument, 1000)) {
                values.push(argument);
            }
        }
        Action::Commit => {
            *state = State::User;
            if f.decide(1, r.ge(values.len(), 3_usize))
                && f.decide(2, r.eq(values.iter().sum::<i64>(), 1500))
            {
                *stored += 1;
            }
            values.clear();
        }
        Action::Rollback => {
            *state = State::User;
            values.clear();
        }
        Action::Export => {
            // Pages are there once something was stored twice.
            let _ = f.decide(1, r.ge(*stored, 1)) && f.decide(2, r.eq(argument, *stored));
        }
        Action::Close => *state = State::New,
    }
    Ok(())
}
