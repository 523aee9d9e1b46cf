//! Keys of selections by hand: of every type, at both ends of each, and beyond 64 bits.

use proptest::prelude::*;
use sbst::distance::{Distance, SwitchKey};
use sbst::execution::{Execution, Misuse, Trace};
use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
use sbst::id::Function;
use std::fmt::Debug;
use std::ops::RangeInclusive;

const F: Function = Function::new(0);

/// Returns the outcomes of the entry whose blocks are entered after a selection by a value, which
/// comes back.
fn taken<K: SwitchKey + Copy + Debug + PartialEq>(graph: &FlowGraph, value: K) -> Vec<Outcome> {
    let trace = Trace::new(graph).with_path_check();
    let f = trace.root().enter(F);
    assert_eq!(f.switch(0, value), value);
    let entered = |block| trace.progress(block).is_some();
    let ways: Vec<_> = graph.successors(graph.entry(F)).filter(|way| entered(way.1)).collect();
    // The hook of the block that the selection entered fits.
    for &(_, block) in &ways {
        f.returns(graph.local(block), ());
    }
    drop(f);
    assert_eq!(trace.check(), Ok(()), "{value:?}");
    // An interpreter records the same.
    let other = Trace::new(graph);
    assert_eq!(other.switch(graph.entry(F), value), value);
    let branches = || graph.branches_of(graph.entry(F)).map(|branch| graph.edge(branch));
    assert!(branches().all(|edge| other.branch_distance(edge) == trace.branch_distance(edge)));
    ways.into_iter().map(|way| way.0).collect()
}

/// 0: match key { 7 => 1, i64::MAX => 2, u64::MAX => 3, -2^127 => 4, 2^127 - 2 => 5, _ => 6 }
fn cases() -> FlowGraph {
    let keys = [7, i64::MAX.into(), u64::MAX.into(), i128::MIN, i128::MAX - 1];
    let body = (1..).zip(keys).fold(FlowBuilder::new(), |body, (to, key)| body.case(0, key, to));
    FlowGraph::of(&(1..7).fold(body.default(0, 6), FlowBuilder::exit)).expect("legal")
}

#[test]
fn od83_values_of_every_type_select() {
    let graph = cases();
    let seven = [Outcome::Case(7)];
    macro_rules! select_seven {
        ($($type:ty)*) => { $( assert_eq!(taken(&graph, 7 as $type), seven); )* };
    }
    select_seven!(u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 usize isize);
    assert_eq!(taken(&graph, '\u{7}'), seven);
    let borrowed = &7_u64;
    assert_eq!(taken(&graph, borrowed), seven);
    assert_eq!(taken(&graph, true), [Outcome::Default]);

    let case = |key: i128| [Outcome::Case(key)];
    assert_eq!(taken(&graph, u64::MAX), case(u64::MAX.into()));
    assert_eq!(taken(&graph, usize::MAX), case(usize::MAX as i128));
    assert_eq!(taken(&graph, i64::MAX as u64), case(i64::MAX.into()));
    assert_eq!(taken(&graph, 1_u64 << 63), [Outcome::Default]);
    assert_eq!(taken(&graph, i64::MAX), case(i64::MAX.into()));
    assert_eq!(taken(&graph, i64::MIN), [Outcome::Default]);
    assert_eq!(taken(&graph, i128::MIN), case(i128::MIN));
    assert_eq!(taken(&graph, i128::MAX), [Outcome::Default]);
    assert_eq!(taken(&graph, i128::MAX.unsigned_abs() - 1), case(i128::MAX - 1));
    // Above the greatest key, all are the greatest key, which no case lists.
    assert_eq!(taken(&graph, u128::MAX), [Outcome::Default]);
    // A type of yours.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Opcode(u8);
    impl SwitchKey for Opcode {
        fn key(&self) -> i128 {
            self.0.into()
        }
    }
    assert_eq!(taken(&graph, Opcode(7)), seven);
}

/// Keys near the ends of types, near 0, and others.
fn key() -> impl Strategy<Value = i128> {
    let ends = [i128::MIN, i64::MIN.into(), 0, i64::MAX.into(), u64::MAX.into(), i128::MAX];
    prop_oneof![
        4 => (prop::sample::select(Vec::from(ends)), -3..4_i128).prop_map(|(end, by)| end.saturating_add(by)),
        1 => any::<i128>(),
    ]
}

/// Ranges that do not meet, dealt to three arms.
fn arms() -> impl Strategy<Value = Vec<Vec<RangeInclusive<i128>>>> {
    let dealt = (any::<prop::sample::Index>(), any::<bool>());
    (prop::collection::btree_set(key(), 1..10), prop::collection::vec(dealt, 10)).prop_map(
        |(keys, dealt)| {
            let mut arms = vec![Vec::new(); 3];
            let mut keys = keys.into_iter().peekable();
            for (arm, is_range) in dealt {
                let Some(low) = keys.next() else { break };
                let high = if is_range { keys.next().unwrap_or(low) } else { low };
                arms[arm.index(3)].push(low..=high);
            }
            arms
        },
    )
}

/// The distance of a key from an arm, by its definition.
fn far(key: i128, ranges: &[RangeInclusive<i128>]) -> f64 {
    let gap = |range: &RangeInclusive<i128>| match () {
        () if range.contains(&key) => 0,
        () if key < *range.start() => range.start().abs_diff(key),
        () => range.end().abs_diff(key),
    };
    match ranges.iter().map(gap).min() {
        None => f64::INFINITY,
        Some(0) => 0.0,
        Some(gap) => gap.checked_add(1).map_or(2_f64.powi(128), |gap| gap as f64),
    }
}

proptest! {
    #[test]
    fn od83_covered_is_what_lists_the_key(
        arms in arms(),
        keys in prop::collection::vec(key(), 1..6),
    ) {
        let body = (1..).zip(&arms).fold(FlowBuilder::new(), |body, (to, ranges)| {
            body.arm(0, ranges.iter().cloned(), to)
        });
        let graph = FlowGraph::of(&(1..5).fold(body.default(0, 4), FlowBuilder::exit));
        let graph = graph.expect("legal");
        let all = Trace::new(&graph);
        for &key in &keys {
            all.switch(graph.entry(F), key);
            let lists = |arm: &u32| arms[*arm as usize].iter().any(|range| range.contains(&key));
            let arm = (0..3).find(lists);
            prop_assert_eq!(taken(&graph, key), [arm.map_or(Outcome::Default, Outcome::Arm)]);
            // The hook of another block is misuse.
            let trace = Trace::new(&graph).with_path_check();
            let f = trace.root().enter(F);
            f.switch(0, key);
            let ran = arm.map_or(4, |arm| arm + 1);
            let other = ran % 4 + 1;
            f.returns(other, ());
            prop_assert_eq!(
                trace.check(),
                Err(Misuse::OffPath { function: F, block: other, expected: ran })
            );
        }
        for (arm, ranges) in (0..).zip(&arms) {
            let least = keys.iter().map(|&key| far(key, ranges)).fold(f64::INFINITY, f64::min);
            let branch = graph.branch(graph.entry(F), Outcome::Arm(arm)).expect("declared");
            let distance = all.branch_distance(graph.edge(branch)).map(Distance::get);
            prop_assert_eq!(distance, Some(least), "arm {}", arm);
        }
    }
}
