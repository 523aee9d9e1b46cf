//! Oracles: the definitions of F6 to F13, written slowly and obviously, and the generators that
//! feed them.
//!
//! - [`Shape`] is a plain model of one function: for each block its named edges, and whether it
//!   leaves.
//! - [`generate`] makes shapes at random and by name; [`picture`] holds all that F6 says about a
//!   shape.
//! - [`run`] is a plain store of executions and makes them at random; [`values`] holds all that F7
//!   says about one of them.
//! - [`stuck`] makes programs that call one another, and executions that end in the middle of them.
//! - [`subject`] makes programs with lines, mutants and methods, [`observation`] stores of
//!   everything that an execution can tell; [`criteria`] holds all that F8 says about the two.
//! - [`block_coverage`] holds what F9 says about two executions, [`block_coverage_across`] what
//!   follows for calls in which both got stuck.
//! - [`across_calls`] holds all that F7 says about one execution of functions that call one
//!   another.
//! - [`campaign`] holds what a campaign keeps of its executions.
//! - [`crash`] holds what F10 says about stack traces and calls.
//! - [`decisions`] holds Boolean expressions, and what MC/DC says about them.
//! - [`diagnosis`] holds how well tests tell where a fault is, pair by pair.
//! - [`flag`] holds what F11 says about branches that test the result of a call; [`calling`] makes
//!   programs that call one another and runs them, [`flag_worlds`] all that refined executions are
//!   made of.
//! - [`flags`] holds what F11 says with results set anywhere, decisions, keys, several calls and
//!   calls that were not made.
//! - [`frontier`] holds what F13 says about goals that lie behind others.
//! - [`scheduler`] holds which goal a search samples next.
//! - [`paths`] holds what walks, simple paths and prime paths are; [`definitions`] which
//!   definitions reach which uses.
//! - [`ranking`] holds all that F13 says about rows of values, and about minimal suites.
//! - [`subsumption`] holds what F12 says about goals that imply others, and makes executions that
//!   keep to the rules; [`closure`] holds what follows from pairs.
//! - [`reached`] counts what generators reach.
//! - [`walk`] makes walks of one activation, and reads off them what they show.
//! - [`vectors`] reads the files of the independent reference programs.
//!
//! Nothing here asks the library how to compute, but for the sums that others test: norms and
//! aggregates in [`flag`]; it only borrows its names (`Outcome`, `Block`, `Fitness`).

pub mod across_calls;
pub mod block_coverage;
pub mod block_coverage_across;
pub mod calling;
pub mod campaign;
pub mod closure;
pub mod crash;
pub mod criteria;
pub mod decisions;
pub mod definitions;
pub mod diagnosis;
pub mod effort;
pub mod flag;
pub mod flag_worlds;
pub mod flags;
pub mod frontier;
pub mod generate;
pub mod matrix;
pub mod observation;
pub mod paths;
pub mod picture;
pub mod printed;
pub mod ranking;
pub mod reached;
pub mod run;
pub mod scheduler;
pub mod stuck;
pub mod subject;
pub mod subsumption;
pub mod values;
pub mod vectors;
pub mod walk;

use sbst::flow::{FlowBuilder, FlowGraph, Outcome, Unreachable};

/// One block: its statements, its declared edges in the order of their names, and whether it is
/// marked as an exit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    pub statements: u32,
    pub edges: Vec<(Outcome, usize)>,
    pub leaves: bool,
}

impl Node {
    /// One exception edge more.
    pub fn may_throw(&mut self, handler: usize) {
        let number =
            self.edges.iter().filter(|edge| matches!(edge.0, Outcome::Exception(_))).count();
        self.edges.push((Outcome::Exception(number as u32), handler));
    }
}

/// One function; block 0 is its entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape(pub Vec<Node>);

/// A branch within its function: source and name.
pub type Way = (usize, Outcome);

impl Shape {
    /// From rows of (source, name, target), with these blocks marked as exits; as many blocks as
    /// are named.
    pub fn new(edges: &[(usize, Outcome, usize)], exits: &[usize]) -> Self {
        let named = edges.iter().flat_map(|&(from, _, to)| [from, to]).chain(exits.iter().copied());
        let mut nodes = vec![Node::default(); named.max().map_or(1, |last| last + 1)];
        for &(from, name, to) in edges {
            nodes[from].edges.push((name, to));
        }
        for node in &mut nodes {
            node.edges.sort();
        }
        for &block in exits {
            nodes[block].leaves = true;
        }
        Self(nodes)
    }

    /// The same with `count` statements in every block.
    pub fn with_statements(mut self, count: u32) -> Self {
        self.0.iter_mut().for_each(|node| node.statements = count);
        self
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The blocks that some walk from block 0 reaches.
    pub fn reachable(&self) -> Vec<bool> {
        let mut reached = vec![false; self.len()];
        let mut waiting = vec![0];
        while let Some(block) = waiting.pop() {
            if !reached[block] {
                reached[block] = true;
                waiting.extend(self.0[block].edges.iter().map(|&(_, to)| to));
            }
        }
        reached
    }

    /// Without the blocks that cannot be reached; the others close up.
    pub fn reachable_only(&self) -> Self {
        let reached = self.reachable();
        let number = |block: usize| reached[..block].iter().filter(|&&r| r).count();
        let keep = (0..self.len()).filter(|&block| reached[block]);
        Self(
            keep.map(|block| {
                let mut node = self.0[block].clone();
                node.edges.iter_mut().for_each(|(_, to)| *to = number(*to));
                node
            })
            .collect(),
        )
    }

    /// Block b becomes block `to[b]`; the entry must stay.
    pub fn renumbered(&self, to: &[usize]) -> Self {
        assert_eq!(to[0], 0);
        let mut nodes = vec![Node::default(); self.len()];
        for (block, node) in self.0.iter().enumerate() {
            nodes[to[block]] = node.clone();
            nodes[to[block]].edges.iter_mut().for_each(|(_, target)| *target = to[*target]);
        }
        Self(nodes)
    }

    /// As a body, by the methods that a user would take.
    pub fn body(&self) -> FlowBuilder {
        let mut body = FlowBuilder::new();
        for (block, node) in (0..).zip(&self.0) {
            body = body.statements(block, node.statements);
            let mut exceptions = 0;
            let mut edges = node.edges.iter().map(|&(name, to)| (name, to as u32)).peekable();
            while let Some((name, to)) = edges.next() {
                body = match (name, edges.peek()) {
                    (Outcome::True, Some(&(Outcome::False, or_else))) => {
                        edges.next();
                        body.branch(block, to, or_else)
                    }
                    (Outcome::Next, _) => body.jump(block, to),
                    (Outcome::Case(value), _) => body.case(block, value, to),
                    (Outcome::Default, _) => body.default(block, to),
                    (Outcome::Exception(number), _) if number == exceptions => {
                        exceptions += 1;
                        body.exception(block, to)
                    }
                    _ => body.edge(block, name, to),
                };
            }
            if node.leaves || node.edges.is_empty() {
                body = body.exit(block);
            }
        }
        body
    }

    /// As a body, one edge at a time, in an order that `keys` shuffle.
    pub fn shuffled_body(&self, keys: &[u8]) -> FlowBuilder {
        enum Item {
            Statements,
            Edge(Outcome, u32),
            Exit,
        }
        let mut items = Vec::new();
        for (block, node) in (0..).zip(&self.0) {
            items.push((block, Item::Statements));
            items.extend(node.edges.iter().map(|&(name, to)| (block, Item::Edge(name, to as u32))));
            items.extend((node.leaves || node.edges.is_empty()).then_some((block, Item::Exit)));
        }
        let mut order: Vec<usize> = (0..items.len()).collect();
        order.sort_by_key(|&place| {
            keys.get(place % keys.len().max(1)).map(|&key| key.wrapping_mul(place as u8 | 1))
        });
        order.into_iter().fold(FlowBuilder::new(), |body, place| match items[place] {
            (block, Item::Statements) => body.statements(block, self.0[block as usize].statements),
            (block, Item::Edge(name, to)) => body.edge(block, name, to),
            (block, Item::Exit) => body.exit(block),
        })
    }

    pub fn graph(&self) -> FlowGraph {
        program(std::slice::from_ref(self))
    }
}

/// All shapes in one graph; blocks that cannot be reached are kept.
pub fn program(shapes: &[Shape]) -> FlowGraph {
    let mut graph = FlowGraph::new();
    for shape in shapes {
        graph.add_with(&shape.body(), Unreachable::Keep).expect("a generated shape is legal");
    }
    graph
}

/// A permutation of `0..len` that keeps 0, made from `keys`.
pub fn permutation(len: usize, keys: &[u8]) -> Vec<usize> {
    let mut order: Vec<usize> = (1..len).collect();
    order.sort_by_key(|&block| {
        keys.get(block % keys.len().max(1)).map(|&key| key.wrapping_mul(block as u8 | 1))
    });
    let mut to = vec![0; len];
    for (place, block) in (1..).zip(order) {
        to[block] = place;
    }
    to
}

/// A goal of the caller in a block, which its number tells; `number` tells it from others in that
/// block.
pub fn custom_in(block: sbst::id::Block, number: u32) -> sbst::objective::Goal {
    const OWN: sbst::objective::Kind = sbst::objective::Kind::new("own").unwrap();
    OWN.goal([(block.number() + 1) << 16 | number])
}

/// Where a goal lies by its identity alone, with the goals of [`custom_in`].
pub fn place_of(goal: sbst::objective::Goal) -> Option<sbst::objective::Place> {
    let custom = |id: u32| {
        (id >> 16)
            .checked_sub(1)
            .map(|block| sbst::objective::Place::Block(sbst::id::Block::new(block)))
    };
    match goal {
        sbst::objective::Goal::Of(_, [id, ..]) => custom(id),
        _ => goal.place(),
    }
}
