//! Programs of several functions, the last of which lies two or five calls deep. Their hooks and
//! graphs are written by hand: the attribute draws no call edges, which are what this example is
//! about.

use sbst::distance::{eq, ge, gt, le, lt, ne};
use sbst::execution::Caller;
use sbst::flow::{FlowBuilder, FlowError, FlowGraph};
use sbst::id::{CallSite, Function};
use std::ops::RangeInclusive;

/// A program. Its input is a row of integers, its first function is called, its last one lies
/// deepest.
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    /// Calls from the first function to the last one.
    pub(crate) depth: u32,
    pub(crate) inputs: &'static [RangeInclusive<i64>],
    bodies: fn() -> Vec<FlowBuilder>,
    pub(crate) run: fn(Caller<'_>, &[i64]),
}

impl Subject {
    pub(crate) fn graph(&self) -> Result<FlowGraph, FlowError> {
        let mut graph = FlowGraph::new();
        for body in (self.bodies)() {
            graph.add(&body)?;
        }
        Ok(graph)
    }
}

pub(crate) static ALL: [Subject; 4] = [
    Subject {
        name: "transfer",
        depth: 2,
        inputs: &[INT, INT, INT, INT],
        bodies: || vec![guards(3, [1]), guards(3, [2]), cases(3)],
        run: |c, inputs| {
            let _ = transfer(c, inputs);
        },
    },
    Subject {
        name: "machine",
        depth: 2,
        inputs: &[BYTE, BYTE, BYTE],
        bodies: || {
            let [load, jump] = [0; 2].map(|_| FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2));
            vec![guards(1, [1, 2, 3]), load, jump, guards(2, [4]), cases(3)]
        },
        run: |c, inputs| {
            let _ = machine(c, inputs);
        },
    },
    Subject {
        name: "config",
        depth: 5,
        inputs: &[BYTE; 8],
        bodies: config_bodies,
        run: |c, inputs| {
            let _ = load(c, inputs);
        },
    },
    Subject {
        name: "calculator",
        depth: 5,
        inputs: &[SYMBOL; 10],
        bodies: calculator_bodies,
        run: |c, text| {
            let _ = Parser { text, at: 0, faults: 0 }.expression(c);
        },
    },
];

const INT: RangeInclusive<i64> = i32::MIN as i64..=i32::MAX as i64;
const BYTE: RangeInclusive<i64> = 0..=255;
/// A digit or a sign of ASCII.
const SYMBOL: RangeInclusive<i64> = 0x20..=0x3f;

fn function(number: u32) -> Function {
    Function::new(number)
}

/// Checks one after the other, each of which refuses; behind them, one call: of the only one of
/// these functions, or by a table.
fn guards(checks: u32, callees: impl IntoIterator<Item = u32>) -> FlowBuilder {
    cases(checks).call(2 * checks, 0, CallSite::new(0), callees.into_iter().map(function))
}

/// Cases one after the other, each of which returns.
fn cases(cases: u32) -> FlowBuilder {
    let case = |body: FlowBuilder, case| {
        body.branch(2 * case, 2 * case + 1, 2 * case + 2).exit(2 * case + 1)
    };
    (0..cases).fold(FlowBuilder::new(), case).exit(2 * cases)
}

/// What was refused by whom.
type Refused = &'static str;

/// A transfer of money between accounts: from, to, amount, PIN.
fn transfer(c: Caller<'_>, inputs: &[i64]) -> Result<i64, Refused> {
    let (from, to, amount) = (inputs[0], inputs[1], inputs[2]);
    let f = c.enter(function(0));
    if f.decide(0, eq(from, to)) {
        return Err("the same account");
    }
    if f.decide(2, le(amount, 0)) {
        return Err("no amount");
    }
    if f.decide(4, gt(amount, 10_000)) {
        return Err("above the limit");
    }
    authorise(f.caller(), inputs)
}

fn authorise(c: Caller<'_>, inputs: &[i64]) -> Result<i64, Refused> {
    let pin = inputs[3];
    let f = c.enter(function(1));
    if f.decide(0, lt(pin, 100_000)) || f.decide(2, gt(pin, 999_999)) {
        return Err("not six digits");
    }
    if f.decide(4, ne(pin % 97, inputs[0].rem_euclid(97))) {
        return Err("wrong check digits");
    }
    Ok(settle(f.caller(), inputs))
}

/// The fee.
fn settle(c: Caller<'_>, inputs: &[i64]) -> i64 {
    let f = c.enter(function(2));
    if f.decide(0, gt(inputs[2], 5_000)) {
        25 // to be reviewed
    } else if f.decide(2, eq(inputs[1], 0)) {
        0 // to the bank itself
    } else if f.decide(4, lt(inputs[2], 100)) {
        1
    } else {
        2
    }
}

/// One instruction: operation, address, value. Its handler comes out of a table, so no decision
/// says which.
fn machine(c: Caller<'_>, inputs: &[i64]) -> Result<i64, Refused> {
    type Handler = fn(Caller<'_>, &[i64]) -> Result<i64, Refused>;
    const HANDLERS: [Handler; 3] = [fetch, jump, store];
    let f = c.enter(function(0));
    if f.decide(0, ge(inputs[0], HANDLERS.len() as i64)) {
        return Err("illegal operation");
    }
    HANDLERS[inputs[0] as usize](f.caller(), inputs)
}

fn fetch(c: Caller<'_>, inputs: &[i64]) -> Result<i64, Refused> {
    if c.enter(function(1)).decide(0, lt(inputs[1], 64)) { Ok(0) } else { Ok(inputs[1]) }
}

fn jump(c: Caller<'_>, inputs: &[i64]) -> Result<i64, Refused> {
    if c.enter(function(2)).decide(0, gt(inputs[1], 127)) {
        Err("out of the code")
    } else {
        Ok(inputs[1])
    }
}

fn store(c: Caller<'_>, inputs: &[i64]) -> Result<i64, Refused> {
    let f = c.enter(function(3));
    if f.decide(0, lt(inputs[1], 64)) {
        return Err("protected");
    }
    if f.decide(2, lt(inputs[1], 250)) {
        return Ok(inputs[2]); // memory
    }
    Ok(device(f.caller(), inputs))
}

fn device(c: Caller<'_>, inputs: &[i64]) -> i64 {
    let f = c.enter(function(4));
    if f.decide(0, eq(inputs[2], 0x1b)) {
        1 // escape
    } else if f.decide(2, eq(inputs[2], 0x7f)) {
        2 // delete
    } else if f.decide(4, lt(inputs[2], 0x20)) {
        3 // another control character
    } else {
        0
    }
}

fn config_bodies() -> Vec<FlowBuilder> {
    // value: switch type { 1: number, 3: duration(..), default: refused }
    let value =
        FlowBuilder::new().case(0, 1, 1).case(0, 3, 2).default(0, 3).exit(1).exit(2).exit(3);
    let value = value.call(2, 0, CallSite::new(0), [function(4)]);
    vec![guards(2, [1]), guards(2, [2]), guards(2, [3]), value, guards(2, [5]), cases(4)]
}

/// A binary configuration: magic number, version; kind and length of a section; key, type, amount
/// and unit of an entry.
fn load(c: Caller<'_>, bytes: &[i64]) -> Result<i64, Refused> {
    let f = c.enter(function(0));
    if f.decide(0, ne(bytes[0], 0xc5)) {
        return Err("not a configuration");
    }
    if f.decide(2, gt(bytes[1], 3)) {
        return Err("too new");
    }
    section(f.caller(), bytes)
}

fn section(c: Caller<'_>, bytes: &[i64]) -> Result<i64, Refused> {
    let f = c.enter(function(1));
    if f.decide(0, ne(bytes[2], 2)) {
        return Ok(0); // not about limits: skipped
    }
    if f.decide(2, lt(bytes[3], 4)) {
        return Err("too short");
    }
    entry(f.caller(), bytes)
}

fn entry(c: Caller<'_>, bytes: &[i64]) -> Result<i64, Refused> {
    let f = c.enter(function(2));
    if f.decide(0, lt(bytes[4], 0x10)) || f.decide(2, gt(bytes[4], 0x1f)) {
        return Err("unknown key");
    }
    value(f.caller(), bytes)
}

fn value(c: Caller<'_>, bytes: &[i64]) -> Result<i64, Refused> {
    let f = c.enter(function(3));
    match f.switch(0, bytes[5]) {
        1 => Ok(bytes[6]),
        3 => duration(f.caller(), bytes),
        _ => Err("unknown type"),
    }
}

fn duration(c: Caller<'_>, bytes: &[i64]) -> Result<i64, Refused> {
    let f = c.enter(function(4));
    if f.decide(0, eq(bytes[6], 0)) {
        return Ok(0);
    }
    if f.decide(2, gt(bytes[6], 240)) {
        return Err("too long");
    }
    unit(f.caller(), bytes).map(|seconds| seconds * bytes[6])
}

fn unit(c: Caller<'_>, bytes: &[i64]) -> Result<i64, Refused> {
    let f = c.enter(function(5));
    if f.decide(0, eq(bytes[7], i64::from(b's'))) {
        Ok(1)
    } else if f.decide(2, eq(bytes[7], i64::from(b'm'))) {
        Ok(60)
    } else if f.decide(4, eq(bytes[7], i64::from(b'h'))) {
        Ok(3_600)
    } else if f.decide(6, eq(bytes[7], i64::from(b'd'))) {
        Ok(86_400)
    } else {
        Err("unknown unit")
    }
}

fn calculator_bodies() -> Vec<FlowBuilder> {
    let site = CallSite::new;
    let call =
        |body: FlowBuilder, block, callee| body.call(block, 0, site(block), [function(callee)]);
    // expression and term: 0: operand; while 1 { 2: operand } 3
    let row = |operand| {
        let body = FlowBuilder::new().jump(0, 1).branch(1, 2, 3).jump(2, 1).exit(3);
        call(call(body, 0, operand), 2, operand)
    };
    let power = FlowBuilder::new().jump(0, 1).branch(1, 2, 3).exit(2).exit(3);
    let power = call(call(power, 0, 3), 2, 2);
    // atom: if 0 { 1: expression; if 2 { 3 } else { 4 } } else if 5 { 6: atom } else { 7: number }
    let atom = FlowBuilder::new()
        .branch(0, 1, 5)
        .jump(1, 2)
        .branch(2, 3, 4)
        .exit(3)
        .exit(4)
        .branch(5, 6, 7)
        .exit(6)
        .exit(7);
    let atom = call(call(call(atom, 1, 0), 6, 3), 7, 4);
    // number: while 0 { 1 } if 2 { 3: fraction } 4
    let number =
        call(FlowBuilder::new().branch(0, 1, 2).jump(1, 0).branch(2, 3, 4).exit(3).exit(4), 3, 5);
    // fraction: while 0 { 1 } if 2 { 3 } else if 4 { 5 } else { 6 }
    let fraction = FlowBuilder::new()
        .branch(0, 1, 2)
        .jump(1, 0)
        .branch(2, 3, 4)
        .exit(3)
        .branch(4, 5, 6)
        .exit(5)
        .exit(6);
    vec![row(1), row(2), power, atom, number, fraction]
}

/// A calculator by recursive descent, which notes faults and goes on.
struct Parser<'t> {
    text: &'t [i64],
    at: usize,
    faults: u32,
}

impl Parser<'_> {
    /// The next character; a space at the end.
    fn next(&self) -> i64 {
        self.text.get(self.at).copied().unwrap_or(0x20)
    }

    fn expression(&mut self, c: Caller<'_>) -> i64 {
        let f = c.enter(function(0));
        let mut sum = self.term(f.caller());
        while f.decide(1, eq(self.next(), i64::from(b'+'))) {
            self.at += 1;
            sum = i64::wrapping_add(sum, self.term(f.caller()));
        }
        sum
    }

    fn term(&mut self, c: Caller<'_>) -> i64 {
        let f = c.enter(function(1));
        let mut product = self.power(f.caller());
        while f.decide(1, eq(self.next(), i64::from(b'*'))) {
            self.at += 1;
            product = i64::wrapping_mul(product, self.power(f.caller()));
        }
        product
    }

    fn power(&mut self, c: Caller<'_>) -> i64 {
        let f = c.enter(function(2));
        let base = self.atom(f.caller());
        if !f.decide(1, eq(self.next(), i64::from(b':'))) {
            return base;
        }
        self.at += 1;
        let exponent = self.power(f.caller());
        base.wrapping_pow(exponent.clamp(0, 63) as u32)
    }

    fn atom(&mut self, c: Caller<'_>) -> i64 {
        let f = c.enter(function(3));
        if f.decide(0, eq(self.next(), i64::from(b'('))) {
            self.at += 1;
            let value = self.expression(f.caller());
            if f.decide(2, eq(self.next(), i64::from(b')'))) {
                self.at += 1;
            } else {
                self.faults += 1;
            }
            value
        } else if f.decide(5, eq(self.next(), i64::from(b'-'))) {
            self.at += 1;
            i64::wrapping_neg(self.atom(f.caller()))
        } else {
            self.number(f.caller())
        }
    }

    fn number(&mut self, c: Caller<'_>) -> i64 {
        let f = c.enter(function(4));
        let mut value = 0_i64;
        while f.decide(0, ge(self.next(), 0x30) & le(self.next(), 0x39)) {
            value = value.wrapping_mul(10).wrapping_add(self.next() - 0x30);
            self.at += 1;
        }
        if f.decide(2, eq(self.next(), i64::from(b'.'))) {
            self.at += 1;
            value = value.wrapping_add(self.fraction(f.caller()));
        }
        value
    }

    /// Rounded to a whole number.
    fn fraction(&mut self, c: Caller<'_>) -> i64 {
        let f = c.enter(function(5));
        let mut first = None;
        while f.decide(0, ge(self.next(), 0x30) & le(self.next(), 0x39)) {
            first.get_or_insert(self.next() - 0x30);
            self.at += 1;
        }
        let up = i64::from(first >= Some(5));
        if f.decide(2, eq(self.next(), i64::from(b'%'))) {
            self.at += 1;
            0
        } else if f.decide(4, eq(self.next(), i64::from(b'/'))) {
            self.faults += 1; // division is not for fractions
            up
        } else {
            up
        }
    }
}
