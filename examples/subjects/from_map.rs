//! Fields of an object set from a form: the control flow of the method in Listing 1 of "Basic Block
//! Coverage for Search-based Unit Testing and Crash Reproduction" (Derakhshanfar, Devroey,
//! Zaidman), block by block, with what it calls made up.

use super::{BYTE, Code, INT, Subject};
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::Function;

pub(super) const SUBJECT: Subject = Subject {
    name: "fromMap",
    inputs: &[BYTE, BYTE, 0..=3, INT, BYTE, BYTE, 0..=3, INT],
    code: Code::Hooked {
        bodies: || vec![body()],
        run: |t, x| {
            let _ = from_map(t, x);
        },
    },
};

// Named after its lines.
const FROM_MAP: Function = Function::new(0);
const L403: u32 = 0;
const L404: u32 = 1;
const L407: u32 = 2;
const L409: u32 = 3;
const L410: u32 = 4;
const L411: u32 = 5;
const L413: u32 = 6;
const L415: u32 = 7;
const L418: u32 = 8;

fn body() -> FlowBuilder {
    FlowBuilder::new()
        .branch(L403, L404, L418)
        .statements(L404, 3)
        .branch(L404, L407, L403)
        .statements(L407, 2)
        .branch(L407, L409, L410)
        .statements(L409, 1)
        .jump(L409, L415)
        .branch(L410, L411, L413)
        .statements(L411, 1)
        .jump(L411, L415)
        .statements(L413, 1)
        .jump(L413, L415)
        .statements(L415, 1)
        .jump(L415, L403)
        .exit(L418)
}

/// Four numbers are a field: its name, the key that the form has it under, the kind of the value,
/// and the value. `None` is an exception.
fn from_map(c: Caller<'_>, form: &[i64]) -> Option<i64> {
    const NAMES: [i64; 12] = [7, 70, 12, 91, 33, 48, 5, 66, 81, 27, 54, 19];
    let f = c.enter(FROM_MAP);
    let r = f.rules();
    let mut fields = form.chunks_exact(4);
    let mut set = 0;
    while f.decide(L403, r.gt(fields.len(), 0_usize)) {
        let Some(&[name, key, kind, value]) = fields.next() else { break };
        let name = NAMES.get(usize::try_from(name).ok()?)?;
        f.done(L404, 1);
        // The map refuses keys that are far from any name.
        let found = if (key - name).abs() < 20 { key - name } else { return None };
        f.done(L404, 2);
        if !f.decide(L404, r.eq(found, 0)) {
            continue;
        }
        let property = if f.decide(L407, r.eq(kind, 1)) {
            let first = 600_i64.checked_div(value.clamp(0, 100))?;
            f.end(L409);
            first
        } else if f.decide(L410, r.eq(kind, 2)) {
            let parsed = if (0..1_000_000).contains(&value) { value } else { return None };
            f.end(L411);
            parsed
        } else {
            let cast = i16::try_from(value).ok()?;
            f.end(L413);
            i64::from(cast)
        };
        set = i64::from(i16::try_from(set + property).ok()?);
        f.end(L415);
    }
    Some(set)
}
