//! What a search starts from: usage models, pools, programs to be sliced, plans.

use super::read;
use sbst::flow::dependences::DependenceGraph;
use sbst::id::Instruction;
use sbst_seeding::behaviour::Dissimilarity;
use sbst_seeding::construction::{ConstructionGraph, Plan, Sampling};
use sbst_seeding::pool::Pool;
use sbst_seeding::slice::{Limits, Slice};
use sbst_seeding::usage::{Choice, UsageModel};

/// What the kind says, read and used.
pub fn any(kind: u8, bytes: &[u8]) {
    match kind % 8 {
        0..=2 => drop(read::<UsageModel<u8>>(bytes).map(model)),
        3 => drop(read::<(Pool<u8, u8>, Pool<u8, u8>)>(bytes).map(|(mut one, other)| {
            one.merge(other);
            for class in one.classes().copied().collect::<Vec<_>>() {
                assert!(!one.of(&class).is_empty());
                assert!(one.take(&class, 1.0, || 0.3).is_some());
            }
        })),
        4 | 5 => drop(read::<DependenceGraph>(bytes).map(program)),
        6 => drop(read::<Plan>(bytes).map(|plan| {
            assert!(plan.slots.len() <= plan.steps.len());
            let _ = plan.unbuilt.len();
        })),
        _ => drop(read::<(Sampling, Dissimilarity)>(bytes).map(|(sampling, dissimilarity)| {
            assert!(sampling.pick(0.99).is_none_or(|at| at < sampling.probabilities().len()));
            assert!((0.0..=1.0).contains(&dissimilarity.between(&[1, 2], &[2, 3])));
        })),
    }
}

fn model(model: UsageModel<u8>) {
    for state in model.states() {
        let sum: f64 = state.transitions().map(|way| way.probability).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    }
    let _ = model.independent_walks();
    let mut seed = 1_u64;
    let mut draw = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 11) as f64 / (1_u64 << 53) as f64
    };
    for choice in [Choice::Uniform, Choice::Frequent, Choice::Rare] {
        assert!(model.walk(choice, 30, &mut draw).is_none_or(|walk| model.accepts(&walk)));
    }
    let mut larger = model.clone();
    larger.merge(&model).expect("of the same order");
    larger.train([7, 0, 1]);
    assert!(larger.accepts(&[7, 0, 1]));
}

fn program(program: DependenceGraph) {
    let limits = Limits { occurrences: 400, ..Limits::default() };
    for start in [0, 1, u32::MAX].map(Instruction::new) {
        let Ok(slice) = Slice::of_branch(&program, [start], [], limits) else { continue };
        let graph = ConstructionGraph::new(&slice);
        let plan = graph.plan(300, |_| Some(1));
        assert!(plan.steps.len() <= 300);
    }
}
