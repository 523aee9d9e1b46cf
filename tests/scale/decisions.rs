//! Decisions: very many in one function, and shapes that could be read again from each of their
//! blocks.

use super::effort::size;
use super::{Flow, on_a_small_stack};
use sbst::flow::{BlockSketch, FlowGraph};
use sbst_histories::UnrolledGraph;
use sbst_histories::decisions::{CompoundDecision, DecisionCoverage, Independence, Vectors};

const BLOCKS: u32 = size(1_000_000);

/// The number of decisions, and of their conditions.
fn found(blocks: u32, describe: impl Fn(u32, &mut BlockSketch<'_>)) -> (usize, usize) {
    let graph = FlowGraph::of(&Flow(blocks, describe)).expect("legal");
    CompoundDecision::all(&graph)
        .fold((0, 0), |(count, sum), decision| (count + 1, sum + decision.conditions().len()))
}

#[test]
fn od18_a_conjunction_of_10_to_the_6_conditions_stays_whole() {
    on_a_small_stack(|| {
        let (last, first_end) = (BLOCKS - 3, BLOCKS - 2);
        let sizes = found(BLOCKS, |block, out| {
            match block {
                _ if block < last => out.branch(block + 1, BLOCKS - 1),
                _ if block == last => out.branch(first_end, BLOCKS - 1),
                _ => out.exit(),
            };
        });
        let conditions = BLOCKS as usize - 2;
        assert_eq!(sizes, (1, conditions));
    });
}

/// `a || b` again and again, in one function: 0: a  1: b  2: jump  3: a ..
fn row(decisions: u32, says: bool) -> FlowGraph {
    let describe = |block: u32, out: &mut BlockSketch<'_>| {
        match block % 3 {
            _ if block == 3 * decisions => out.exit(),
            0 => out.branch(block + 2, block + 1),
            1 => out.branch(block + 2, block + 1),
            _ => out.statements(1).jump(block + 1),
        };
        if says && block % 3 < 2 && block < 3 * decisions {
            out.condition(block / 3, block % 3);
        }
    };
    FlowGraph::of(&Flow(3 * decisions + 1, describe)).expect("legal")
}

/// Each decision is checked in time linear in itself: quadratic time would be hours.
#[test]
fn od65_decisions_of_one_function_are_unrolled_in_linear_time() {
    on_a_small_stack(|| {
        let decisions = BLOCKS / 8;
        for says in [false, true] {
            let graph = row(decisions, says);
            let unrolled = UnrolledGraph::builder(&graph).decisions(CompoundDecision::all(&graph));
            let unrolled = unrolled.build().expect("few copies");
            assert_eq!(unrolled.vectors().len(), 3 * decisions as usize);
        }
    });
}

/// `(c0 || c1 || ..) && true && true ..`
#[test]
fn od65_constants_are_followed_once() {
    on_a_small_stack(|| {
        let conditions = BLOCKS / 2;
        let (yes, no) = (2 * conditions, 2 * conditions + 1);
        let flow = Flow(no + 1, |block, out: &mut BlockSketch<'_>| {
            match block {
                _ if block + 1 < conditions => out.branch(conditions, block + 1),
                _ if block < conditions => out.branch(conditions, no),
                _ if block < yes => out.jump(block + 1),
                _ => out.exit(),
            };
            if block < yes {
                out.condition(0, block);
            }
        });
        let graph = FlowGraph::of(&flow).expect("legal");
        let mut decisions = CompoundDecision::all(&graph);
        let decision = decisions.next().expect("a decision");
        assert_eq!(decision.conditions().len(), conditions as usize);
        assert_eq!(decision.ends().map(sbst::id::Block::number), [yes, no]);
        assert!(decisions.next().is_none());
    });
}

/// One decision in the argument of another one, again and again.
#[test]
fn od65_nested_decisions_are_read_once_for_each_level() {
    on_a_small_stack(|| {
        // Decision n has the conditions n and last - n, and all that lies between in an operand.
        let (depth, most) = (64, 4 * 64);
        let flow = Flow(most + 2, |block, out: &mut BlockSketch<'_>| {
            match block {
                _ if block >= most => out.exit(),
                _ => out.branch(block + 1, most + 1),
            };
            if block < depth || (most - depth..most).contains(&block) {
                let level = block.min(most - 1 - block);
                out.condition(level, u32::from(block >= depth));
            }
        });
        let graph = FlowGraph::of(&flow).expect("legal");
        let sizes = CompoundDecision::all(&graph).map(|decision| decision.conditions().len());
        assert_eq!(sizes.filter(|&size| size == 2).count(), depth as usize);
    });
}

#[test]
fn a_chain_of_else_if_is_read_once() {
    on_a_small_stack(|| {
        // 0: if a { 1 } else 2: if b { 3 } else ..
        let sizes = found(BLOCKS | 1, |block, out| {
            match block {
                _ if block % 2 == 0 && block < (BLOCKS | 1) - 1 => out.branch(block + 1, block + 2),
                _ => out.exit(),
            };
        });
        assert_eq!(sizes, (BLOCKS as usize / 2, BLOCKS as usize / 2));
    });
}

#[test]
fn a_tree_of_decisions_is_no_decision() {
    on_a_small_stack(|| {
        let blocks = (BLOCKS.next_power_of_two() / 4).max(4) - 1;
        let sizes = found(blocks, |block, out| {
            match block {
                _ if 2 * block + 2 < blocks => out.branch(2 * block + 1, 2 * block + 2),
                _ => out.exit(),
            };
        });
        assert_eq!(sizes, (blocks as usize / 2, blocks as usize / 2));
    });
}

#[test]
fn decisions_with_thousands_of_vectors_are_covered_by_all_of_them() {
    on_a_small_stack(|| {
        // (a && b) || (c && d) || ..: 22 conditions
        let graph = FlowGraph::of(&Flow(24, |block, out: &mut BlockSketch<'_>| {
            match block {
                22 | 23 => out.exit(),
                _ if block % 2 == 0 => {
                    out.branch(block + 1, if block == 20 { 23 } else { block + 2 })
                }
                _ => out.branch(22, if block == 21 { 23 } else { block + 1 }),
            };
        }));
        let graph = graph.expect("legal");
        let decision = CompoundDecision::all(&graph).next().expect("a decision");
        // Each pair is false in two ways, and true in one.
        let vectors = Vectors::of(&decision).all(1 << 12).expect("as many");
        assert_eq!(vectors.len(), (1 << 11) + (1 << 11) - 1);
        for rule in [Independence::UniqueCause, Independence::Masking] {
            assert!(DecisionCoverage::of(&decision, &vectors, rule).is_complete());
            assert_eq!(Vectors::of(&decision).wanted(21, &vectors, rule, 1 << 12), []);
        }
    });
}
