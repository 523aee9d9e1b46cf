//! Programs whose functions call one another at random, and executions of them that mostly end in
//! the middle of something.
//!
//! An execution follows a list of draws: which way to go, what to call, where to throw. When the
//! list is used up, it throws. Two executions whose lists begin alike get stuck in the same calls.

use super::Shape;
use super::block_coverage_across::Code;
use super::flag::{Activity, Method, Store};
use super::generate::{any_shape, shape};
use super::run::Seen;
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use sbst::flow::Outcome;
use std::collections::BTreeMap;

/// Functions with calls, and what may be called at each site.
#[derive(Clone, Debug)]
pub struct Program {
    pub code: Code,
    callees: BTreeMap<(usize, u32), Vec<usize>>,
}

/// Up to four functions. Mostly one function is called at a site, which may be the one that calls.
pub fn programs() -> impl Strategy<Value = Program> {
    let small_or_not =
        prop_oneof![2 => any_shape(2).prop_map(|shape| shape.reachable_only()), 1 => shape(5)];
    let shapes = vec((small_or_not, any::<[u8; 8]>()), 1..=4);
    let calls =
        vec(((any::<u8>(), any::<u8>(), any::<u8>()), 0..3_u32, vec(any::<u8>(), 1..3)), 1..12);
    let throwing = btree_set((any::<u8>(), any::<u8>()), 0..4);
    (shapes, calls, throwing).prop_map(|(shapes, calls, throwing)| {
        let shapes: Vec<Shape> =
            shapes.into_iter().map(|(shape, more)| roomy(shape, &more)).collect();
        let function = |pick: u8| usize::from(pick) % shapes.len();
        let block = |function: usize, pick: u8| usize::from(pick) % shapes[function].len();
        let mut code =
            Code { shapes: shapes.clone(), throwing: Default::default(), sites: BTreeMap::new() };
        let mut callees = BTreeMap::new();
        // The entry of the first function calls, so that there is something to look into.
        let first = ((0, 0, 0), 0, vec![1]);
        for ((f, b, k), site, picks) in std::iter::once(first).chain(calls) {
            let f = function(f);
            let b = block(f, b);
            let k = u32::from(k) % shapes[f].0[b].statements.max(1);
            code.sites.entry((f, b, k)).or_default().insert(site);
            callees.insert((f, site), picks.into_iter().map(function).collect());
        }
        code.throwing =
            throwing.into_iter().map(|(f, b)| (function(f), block(function(f), b))).collect();
        Program { code, callees }
    })
}

/// Statements in most blocks.
fn roomy(mut shape: Shape, more: &[u8]) -> Shape {
    for (node, more) in shape.0.iter_mut().zip(more.iter().cycle()) {
        node.statements = node.statements.min(1) + u32::from(more % 3);
    }
    shape.0[0].statements += 1;
    shape
}

/// Two lists of draws that begin alike; many are the same one, and end earlier or later.
pub fn draws() -> impl Strategy<Value = [Vec<u8>; 2]> {
    // 40 and more: nothing unusual happens.
    let draw = || prop_oneof![6 => 40..=255_u8, 1 => any::<u8>()];
    let fork = (vec(draw(), 0..40), vec(draw(), 0..12), vec(draw(), 0..12))
        .prop_map(|(common, one, other)| [one, other].map(|tail| [common.clone(), tail].concat()));
    let cut = (vec(draw(), 0..60), 0..9_usize, any::<bool>()).prop_map(|(long, less, first)| {
        let short = long[..long.len().saturating_sub(less)].to_vec();
        if first { [short, long] } else { [long, short] }
    });
    prop_oneof![1 => fork, 2 => cut]
}

struct Machine<'a> {
    program: &'a Program,
    draws: std::slice::Iter<'a, u8>,
    tree: Vec<Activity>,
    depth: usize,
}

/// The function threw.
struct Thrown;

impl Machine<'_> {
    fn draw(&mut self) -> Result<u8, Thrown> {
        self.draws.next().copied().ok_or(Thrown)
    }

    fn call(
        &mut self,
        function: usize,
        caller: Option<(usize, Option<u32>)>,
    ) -> Result<(), Thrown> {
        let this = self.tree.len();
        self.tree.push(Activity {
            function,
            caller,
            seen: Seen { entered: true, ..Seen::default() },
        });
        self.depth += 1;
        let result = self.body(function, this);
        self.depth -= 1;
        result
    }

    fn body(&mut self, function: usize, this: usize) -> Result<(), Thrown> {
        let code = &self.program.code;
        let mut at = 0;
        loop {
            let node = &code.shapes[function].0[at];
            self.tree[this].seen.visit(at, 0);
            let handler = node.edges.iter().find(|edge| matches!(edge.0, Outcome::Exception(_)));
            match self.statements(function, at, this) {
                Ok(()) => {}
                // Mostly the handler is taken, if there is one.
                Err(Thrown) => match (handler, self.draw()) {
                    (Some(handler), Ok(20..)) => {
                        at = handler.1;
                        continue;
                    }
                    _ => return Err(Thrown),
                },
            }
            let edges: Vec<_> =
                node.edges.iter().filter(|edge| !matches!(edge.0, Outcome::Exception(_))).collect();
            let draw = if edges.is_empty() { 0 } else { usize::from(self.draw()?) };
            let decided = node.edges.iter().filter(|edge| edge.0.is_decided());
            let taken = if edges.is_empty() { None } else { Some(edges[draw % edges.len()]) };
            for edge in decided {
                self.tree[this].seen.observe(
                    (at, edge.0),
                    if Some(edge) == taken { 0.0 } else { 1.0 + (draw % 3) as f64 },
                );
            }
            match taken {
                Some(_) if node.leaves && draw % 5 == 0 => return Ok(()),
                Some(&(_, to)) => at = to,
                None if code.throwing.contains(&(function, at)) => return Err(Thrown),
                None => return Ok(()),
            }
        }
    }

    fn statements(&mut self, function: usize, block: usize, this: usize) -> Result<(), Thrown> {
        let code = &self.program.code;
        let node = &code.shapes[function].0[block];
        for statement in 0..node.statements {
            for &site in code.sites.get(&(function, block, statement)).into_iter().flatten() {
                let draw = self.draw()?;
                if draw < 5 || self.depth > 8 {
                    continue; // the call is not made
                }
                let callees = &self.program.callees[&(function, site)];
                let at = if draw < 8 { None } else { Some(site) };
                let result =
                    self.call(callees[usize::from(draw) % callees.len()], Some((this, at)));
                if result.is_err() && !(20..30).contains(&draw) {
                    return Err(Thrown); // else it is caught within the statement
                }
            }
            // The last statement of a block that throws does.
            let throws = code.throwing.contains(&(function, block))
                && node.edges.is_empty()
                && statement + 1 == node.statements;
            if throws || self.draw()? < 14 {
                return Err(Thrown);
            }
            self.tree[this].seen.visit(block, statement + 1);
        }
        Ok(())
    }
}

impl Program {
    /// What happens by these draws. The test calls the first function, and after it now and then
    /// others.
    pub fn run(&self, draws: &[u8]) -> Vec<Activity> {
        let mut machine =
            Machine { program: self, draws: draws.iter(), tree: Vec::new(), depth: 0 };
        let mut next = 0;
        loop {
            let _ = machine.call(next, None);
            match machine.draw() {
                Ok(draw) if draw % 3 == 0 => next = usize::from(draw) % self.code.shapes.len(),
                _ => return machine.tree,
            }
        }
    }

    /// As an execution.
    pub fn store(&self, tree: &[Activity]) -> Store {
        let method = |shape: &Shape| Method {
            shape: shape.clone(),
            flags: BTreeMap::new(),
            returns: BTreeMap::new(),
        };
        Store::new(&self.code.shapes.iter().map(method).collect::<Vec<_>>(), tree)
    }
}
