//! Shapes: at random, in a form that shrinks well, and by name.

use super::{Node, Shape};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::flow::Outcome::{self, Case, Default as Otherwise, Exception, False, Next, True};

/// How a block ends; targets are taken modulo the number of blocks.
#[derive(Clone, Debug)]
enum Terminator {
    Stop,
    Jump(u8),
    TwoWay(u8, u8),
    /// Targets of the cases, and of the default if there is one.
    ManyWay(Vec<u8>, Option<u8>),
    /// A jump that may fail.
    Guarded(u8, Vec<u8>),
    GuardedTwoWay(u8, u8, Vec<u8>),
    /// Only exceptions lead on.
    Throws(Vec<u8>),
}

impl Terminator {
    fn edges(&self) -> Vec<(Outcome, u8)> {
        let exceptions =
            |to: &[u8]| (0..).map(Exception).zip(to.iter().copied()).collect::<Vec<_>>();
        match self {
            Self::Stop => Vec::new(),
            Self::Jump(to) => vec![(Next, *to)],
            Self::TwoWay(then, or_else) => vec![(True, *then), (False, *or_else)],
            Self::ManyWay(cases, default) => {
                let cases = (-1..).map(|value| Case(5 * value)).zip(cases.iter().copied());
                cases.chain(default.map(|to| (Otherwise, to))).collect()
            }
            Self::Guarded(to, caught) => [vec![(Next, *to)], exceptions(caught)].concat(),
            Self::GuardedTwoWay(then, or_else, caught) => {
                [vec![(True, *then), (False, *or_else)], exceptions(caught)].concat()
            }
            Self::Throws(caught) => exceptions(caught),
        }
    }
}

fn terminator() -> impl Strategy<Value = Terminator> {
    let to = any::<u8>;
    prop_oneof![
        1 => Just(Terminator::Stop),
        4 => to().prop_map(Terminator::Jump),
        6 => (to(), to()).prop_map(|(then, or_else)| Terminator::TwoWay(then, or_else)),
        2 => (vec(to(), 1..4), proptest::option::of(to())).prop_map(|(cases, default)| Terminator::ManyWay(cases, default)),
        1 => (to(), vec(to(), 1..3)).prop_map(|(next, caught)| Terminator::Guarded(next, caught)),
        2 => (to(), to(), vec(to(), 1..3)).prop_map(|(a, b, caught)| Terminator::GuardedTwoWay(a, b, caught)),
        1 => vec(to(), 1..3).prop_map(Terminator::Throws),
    ]
}

/// Any function of up to `blocks` blocks; some of them may be out of reach. Now and then a few
/// blocks in a row have the same handler.
pub fn any_shape(blocks: usize) -> impl Strategy<Value = Shape> {
    let node = (terminator(), 0..4_u32, proptest::bool::weighted(0.15));
    let guarded = proptest::option::weighted(0.25, (any::<u8>(), 1..6_usize, any::<u8>()));
    (vec(node, 1..=blocks), guarded).prop_map(|(nodes, guarded)| {
        let count = nodes.len();
        let build = |(end, statements, leaves): &(Terminator, u32, bool)| Node {
            statements: *statements,
            edges: end
                .edges()
                .into_iter()
                .map(|(name, to)| (name, usize::from(to) % count))
                .collect(),
            leaves: *leaves,
        };
        let mut shape = Shape(nodes.iter().map(build).collect());
        if let Some((first, length, handler)) = guarded {
            let row = shape.0.iter_mut().skip(usize::from(first) % count).take(length);
            // One that only leaves would not do so any more.
            row.filter(|node| !node.edges.is_empty())
                .for_each(|node| node.may_throw(usize::from(handler) % count));
        }
        shape
    })
}

/// A function in which all can be reached: any, or a named one.
pub fn shape(blocks: usize) -> impl Strategy<Value = Shape> {
    prop_oneof![
        6 => any_shape(blocks).prop_map(|shape| shape.reachable_only()),
        1 => proptest::sample::select(named()).prop_map(|(_, shape)| shape),
    ]
}

/// Any function with do-while loops put into one of its blocks, nested so deeply that their
/// dependences are quadratically many, and with a few exceptions thrown out of them.
pub fn crowded() -> impl Strategy<Value = Shape> {
    let throws = vec((any::<u8>(), any::<u8>()), 0..3);
    (any_shape(10), any::<u8>(), 95..105_usize, throws).prop_map(|(shape, at, depth, throws)| {
        let mut shape = shape.reachable_only();
        let (first, at) = (shape.len(), usize::from(at) % shape.len());
        let nest = do_while(depth).0.into_iter().map(|mut node| {
            node.edges.iter_mut().for_each(|(_, to)| *to += first);
            node
        });
        shape.0.extend(nest);
        // The last block of the nest goes on as the block did that now leads into it.
        let last = shape.len() - 1;
        shape.0[last] = std::mem::replace(
            &mut shape.0[at],
            Node { edges: vec![(Next, first)], ..Node::default() },
        );
        for (from, to) in throws {
            shape.0[first + usize::from(from) % depth].may_throw(usize::from(to) % first);
        }
        shape
    })
}

/// Block 0 is the body; block k tests whether loop k goes round once more.
pub fn do_while(depth: usize) -> Shape {
    let tests = (1..=depth).flat_map(|test| [(test, True, 0), (test, False, test + 1)]);
    Shape::new(&[(0, Next, 1)].into_iter().chain(tests).collect::<Vec<_>>(), &[])
}

/// Values that are corrected again and again as they flow backwards, each time for a whole chain.
/// Block 0 guards it all; every place below is two blocks, and may also go to the last block but
/// one, where all of them meet.
///
/// ```text
/// first -> way -> .. -> way -> chain -> .. -> chain
///                       way -> rung -> .. -> rung -> low -> .. -> low, first -> low
/// rung -> the rung before, first rung -> last way, low -> rung: the later, the nearer to the first
/// ```
pub fn corrections(rungs: usize, chain: usize, mirrored: bool) -> Shape {
    let ways = 3 * rungs + 3;
    let (first_rung, first_low) = (ways, ways + rungs);
    let first_chain = first_low + 2 * rungs;
    // Numbered from behind, so that the least improvement comes first.
    let low = |place: usize| first_chain - 1 - place;
    let row = |from: usize, count: usize| (from..from + count - 1).map(|place| (place, place + 1));
    let mut edges = vec![
        (0, 1),
        (ways - 1, first_rung),
        (ways - 1, first_chain),
        (first_low - 1, low(0)),
        (0, low(0)),
    ];
    edges.extend(row(1, ways - 1).chain(row(first_rung, rungs)).chain(row(first_chain, chain)));
    edges.extend((1..2 * rungs).map(|place| (low(place - 1), low(place))));
    edges.extend((0..rungs).map(|rung| (first_rung + rung, first_rung + rung - 1)));
    edges.extend((0..rungs).map(|rung| (low(2 * (rungs - 1 - rung)), first_rung + rung)));

    let (head, tail) = (|place: usize| 1 + 2 * place, |place: usize| 2 + 2 * place);
    let meet = head(first_chain + chain);
    let name = |at: usize| Case(if mirrored { -(at as i128) } else { at as i128 });
    let mut named = vec![(0, True, head(0)), (0, False, meet + 1), (meet, Next, meet + 1)];
    named
        .extend(edges.iter().enumerate().map(|(at, &(from, to))| (tail(from), name(at), head(to))));
    named.extend(
        (0..first_chain + chain)
            .flat_map(|place| [(head(place), Next, tail(place)), (tail(place), Otherwise, meet)]),
    );
    Shape::new(&named, &[])
}

/// The shapes that every algorithm over graphs should have met.
pub fn named() -> Vec<(&'static str, Shape)> {
    let shape = |edges: &[(usize, Outcome, usize)], exits: &[usize]| {
        Shape::new(edges, exits).with_statements(2)
    };
    vec![
        ("one block", shape(&[], &[0])),
        ("straight line", shape(&[(0, Next, 1), (1, Next, 2), (2, Next, 3)], &[])),
        ("diamond", shape(&[(0, True, 1), (0, False, 2), (1, Next, 3), (2, Next, 3)], &[])),
        ("loop", shape(&[(0, Next, 1), (1, True, 2), (1, False, 3), (2, Next, 1)], &[])),
        (
            "nested loops",
            shape(
                &[
                    (0, True, 1),
                    (0, False, 5),
                    (1, True, 2),
                    (1, False, 4),
                    (2, True, 3),
                    (2, False, 1),
                    (3, Next, 2),
                    (4, Next, 0),
                ],
                &[],
            ),
        ),
        (
            "irreducible",
            shape(&[(0, True, 1), (0, False, 2), (1, Next, 2), (2, True, 1), (2, False, 3)], &[]),
        ),
        (
            "irreducible with two tests",
            shape(
                &[
                    (0, True, 1),
                    (0, False, 2),
                    (1, True, 2),
                    (1, False, 3),
                    (2, True, 1),
                    (2, False, 4),
                    (3, Next, 4),
                ],
                &[],
            ),
        ),
        ("endless loop", shape(&[(0, Next, 0)], &[])),
        (
            "endless loops behind a test",
            shape(
                &[
                    (0, True, 1),
                    (0, False, 3),
                    (1, Next, 2),
                    (2, Next, 1),
                    (3, True, 3),
                    (3, False, 4),
                    (4, True, 3),
                    (4, False, 4),
                ],
                &[],
            ),
        ),
        (
            "several exits",
            shape(
                &[(0, True, 1), (0, False, 2), (1, Next, 3), (2, True, 3), (2, False, 4)],
                &[1, 3, 4],
            ),
        ),
        ("self loop", shape(&[(0, True, 0), (0, False, 1)], &[])),
        (
            "parallel edges",
            shape(
                &[(0, True, 1), (0, False, 1), (1, Case(3), 2), (1, Case(4), 2), (1, Otherwise, 2)],
                &[],
            ),
        ),
        ("one side and an exit", shape(&[(0, True, 1), (0, False, 2), (1, Next, 2)], &[0])),
        (
            "switch",
            shape(
                &[
                    (0, Case(0), 1),
                    (0, Case(1), 2),
                    (0, Otherwise, 3),
                    (1, Next, 2),
                    (2, Next, 4),
                    (3, Next, 4),
                ],
                &[],
            ),
        ),
        (
            "try",
            shape(
                &[
                    (0, Next, 1),
                    (0, Exception(0), 2),
                    (1, Next, 3),
                    (1, Exception(0), 2),
                    (2, True, 3),
                    (2, False, 0),
                ],
                &[2, 3],
            ),
        ),
        (
            "a loop whose test may throw",
            shape(
                &[
                    (0, Next, 1),
                    (1, True, 2),
                    (1, False, 4),
                    (1, Exception(0), 3),
                    (2, True, 1),
                    (2, False, 4),
                    (2, Exception(0), 1),
                    (2, Exception(1), 4),
                    (3, Next, 1),
                ],
                &[],
            ),
        ),
        ("do-while nest", do_while(6)),
    ]
}
