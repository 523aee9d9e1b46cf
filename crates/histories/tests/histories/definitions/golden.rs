//! The program of Rapps and Weyuker (IEEE TSE 11(4), 1985) that raises x to the power of y; its
//! pairs worked out by hand from their definitions of dcu and dpu.

use super::FIRST;
use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
use sbst::id::{Block, Statement, Variable};
use sbst_histories::definitions::{DefinitionPlace, Definitions, UsePlace};
use std::collections::BTreeSet;

const fn statement(node: u32, index: u32) -> Statement {
    Block::new(node - 1).statement(index)
}

/// Node n is block n - 1:
///
/// ```text
/// 1: read x, y; if y < 0 { 2: pow = -y } else { 3: pow = y }  4: z = 1
/// 5: while pow != 0 { 6: z = z * x; pow = pow - 1 }
/// 7: if y < 0 { 8: z = 1 / z }  9: answer = z + 1; print answer
/// ```
#[test]
fn the_power_program_has_the_published_associations() {
    let body = FlowBuilder::new()
        .statements(0, 1)
        .branch(0, 1, 2)
        .statements(1, 1)
        .jump(1, 3)
        .statements(2, 1)
        .jump(2, 3);
    let body = body
        .statements(3, 1)
        .jump(3, 4)
        .branch(4, 5, 6)
        .statements(5, 2)
        .jump(5, 4)
        .branch(6, 7, 8);
    let graph =
        FlowGraph::of(&body.statements(7, 1).jump(7, 8).statements(8, 2).exit(8)).expect("a graph");
    let [x, y, pow, z, answer] = [0, 1, 2, 3, 4].map(Variable::new);
    let known = Definitions::new()
        .define(x, statement(1, 0))
        .define(y, statement(1, 0))
        .use_in_predicate(&graph, y, Block::new(0))
        .use_at(y, statement(2, 0))
        .define(pow, statement(2, 0))
        .use_at(y, statement(3, 0))
        .define(pow, statement(3, 0))
        .define(z, statement(4, 0))
        .use_in_predicate(&graph, pow, Block::new(4))
        .use_at(z, statement(6, 0))
        .use_at(x, statement(6, 0))
        .define(z, statement(6, 0))
        .use_at(pow, statement(6, 1))
        .define(pow, statement(6, 1))
        .use_in_predicate(&graph, y, Block::new(6))
        .use_at(z, statement(8, 0))
        .define(z, statement(8, 0))
        .use_at(z, statement(9, 0))
        .define(answer, statement(9, 0))
        .use_at(answer, statement(9, 1));
    let pairs = known.pairs(&graph).expect("all is there");

    // (variable, node of the definition, node of the c-use)
    let node = |block: Block| block.number() + 1;
    let from = |place| match place {
        DefinitionPlace::Statement(at) => node(at.block),
        DefinitionPlace::Entry(_) => 0,
    };
    let computations: Vec<(u32, u32, u32)> = pairs
        .iter()
        .filter_map(|pair| match pair.place {
            UsePlace::Statement(at) => {
                Some((pair.variable.number(), from(pair.definition), node(at.block)))
            }
            UsePlace::Branch(_) => None,
        })
        .collect();
    let dcu = [
        (0, 1, 6),
        (1, 1, 2),
        (1, 1, 3),
        (2, 2, 6),
        (2, 3, 6),
        (2, 6, 6),
        (3, 4, 6),
        (3, 4, 8),
        (3, 4, 9),
        (3, 6, 6),
        (3, 6, 8),
        (3, 6, 9),
        (3, 8, 9),
        (4, 9, 9), // within one node: they leave such uses out as local
    ];
    assert_eq!(computations, dcu);

    let predicates: Vec<(u32, u32, (u32, u32))> = pairs
        .iter()
        .filter_map(|pair| match pair.place {
            UsePlace::Statement(_) => None,
            UsePlace::Branch(branch) => {
                let edge = graph.edge(branch);
                Some((
                    pair.variable.number(),
                    from(pair.definition),
                    (node(edge.source), node(edge.target)),
                ))
            }
        })
        .collect();
    let dpu = [
        (1, 1, (1, 2)),
        (1, 1, (1, 3)),
        (1, 1, (7, 8)),
        (1, 1, (7, 9)),
        (2, 2, (5, 6)),
        (2, 2, (5, 7)),
        (2, 3, (5, 6)),
        (2, 3, (5, 7)),
        (2, 6, (5, 6)),
        (2, 6, (5, 7)),
    ];
    assert_eq!(predicates, dpu);
    let defined: BTreeSet<_> = pairs.iter().map(|pair| (pair.variable, pair.definition)).collect();
    assert_eq!(defined.len(), 9); // each definition has a use
}

/// The handler knows what came from before the block, and nothing that the block defines.
#[test]
fn exceptions_forget_what_the_block_defines() {
    // x and y are parameters; 0: y = 1, may throw; 1: use both; 2: the handler uses both
    let body = FlowBuilder::new()
        .statements(0, 1)
        .jump(0, 1)
        .exception(0, 2)
        .statements(1, 1)
        .exit(1)
        .statements(2, 1)
        .exit(2);
    let graph = FlowGraph::of(&body).expect("a graph");
    let [x, y] = [0, 1].map(Variable::new);
    let branch = |outcome| graph.branch(Block::new(0), outcome).expect("a branch");
    let mut known =
        Definitions::new().parameter(x, FIRST).parameter(y, FIRST).define(y, statement(1, 0));
    for variable in [x, y] {
        known = known.use_at(variable, statement(2, 0)).use_at(variable, statement(3, 0));
        known = known
            .use_on(variable, branch(Outcome::Next))
            .use_on(variable, branch(Outcome::Exception(0)));
    }
    let pairs: Vec<String> =
        known.pairs(&graph).expect("all is there").iter().map(|pair| pair.to_string()).collect();
    assert_eq!(
        pairs,
        [
            "v0 from the entry of f0 to statement 0 of b1",
            "v0 from the entry of f0 to statement 0 of b2",
            "v0 from the entry of f0 to branch e0",
            "v0 from the entry of f0 to branch e1",
            "v1 from statement 0 of b0 to statement 0 of b1",
            "v1 from statement 0 of b0 to branch e0",
        ]
    );
}
