//! Random matches on keys near all their bounds: what is covered is what the same function takes
//! without the attribute. `generate.py` writes the functions.

use super::{narrow, others, wide, widest};
use proptest::prelude::*;
use sbst::distance::SwitchKey;
use sbst::execution::{Execution, Trace};
use sbst::id::Function;
use sbst::instrument::{LinkedProgram, record};
use std::rc::Rc;

/// A generated function. Keys are the bits of its argument, extended by its sign.
#[derive(Clone, Copy)]
pub(super) struct Case {
    pub(super) name: &'static str,
    /// The lines of the bodies of its arms.
    pub(super) lines: &'static [u32],
    /// The arm for all other numbers.
    pub(super) default: Option<usize>,
    /// `true` if all patterns are numbers and ranges below the greatest key.
    pub(super) is_measured: bool,
    pub(super) has_guards: bool,
    /// Keys at which its patterns begin or end.
    pub(super) bounds: &'static [u128],
    /// The function as it is: the arm that it takes.
    pub(super) plain: fn(u128, u8) -> usize,
    pub(super) instrumented: fn(u128, u8) -> usize,
    pub(super) function: fn() -> Function,
    /// The number that selects.
    pub(super) key: fn(u128) -> i128,
}

/// Declares functions twice, as they are and under the attribute.
macro_rules! twice {
    ($(fn $name:ident($($parameters:tt)*) -> usize $body:block)*) => { $(
        mod $name {
            pub(super) fn plain($($parameters)*) -> usize $body
            #[sbst::instrument]
            pub(super) fn instrumented($($parameters)*) -> usize $body
        }
    )* };
}
pub(super) use twice;

macro_rules! case {
    (
        $name:ident, $kind:ty, [$($line:literal),*], $default:expr, $is_measured:literal,
        $has_guards:literal, $raw:ident[$($bound:expr),* $(,)?]
    ) => {
        Case {
            name: stringify!($name),
            lines: &[$($line),*],
            default: $default,
            is_measured: $is_measured,
            has_guards: $has_guards,
            bounds: &[$($bound as $raw as u128),*],
            plain: |bits, g| $name::plain(<$kind as Argument>::of(bits), g),
            instrumented: |bits, g| $name::instrumented(<$kind as Argument>::of(bits), g),
            function: || function(&$name::instrumented),
            key: |bits| <$kind as Argument>::of(bits).key(),
        }
    };
}
pub(super) use case;

/// Types of keys.
pub(super) trait Argument: SwitchKey {
    fn of(bits: u128) -> Self;
}

macro_rules! argument {
    ($($type:ty)*) => { $(
        impl Argument for $type {
            fn of(bits: u128) -> Self {
                bits as Self
            }
        }
    )* };
}

argument!(u8 i8 u16 i64 u64 usize i128 u128);

impl Argument for char {
    fn of(bits: u128) -> Self {
        char::from_u32((bits % 0x11_0000) as u32).unwrap_or('\u{e000}')
    }
}

impl Argument for bool {
    fn of(bits: u128) -> Self {
        bits & 1 == 1
    }
}

/// Returns the number of an instrumented function.
pub(super) fn function<F>(function: &F) -> Function {
    LinkedProgram::linked().expect("legal").find(function).expect("instrumented")
}

fn all() -> impl Iterator<Item = &'static Case> {
    [narrow::CASES, others::CASES, wide::CASES, widest::CASES].into_iter().flatten()
}

impl Case {
    /// Returns the keys at the bounds and next to them.
    fn keys(&self) -> impl Iterator<Item = u128> {
        self.bounds.iter().flat_map(|bound| [-1, 0, 1].map(|by| bound.wrapping_add_signed(by)))
    }

    /// Checks an execution with a key.
    fn check(&self, trace: &Rc<Trace>, bits: u128, g: u8) {
        let what = format!("{} of {bits} and {g}", self.name);
        let taken = (self.plain)(bits, g);
        assert_eq!((self.instrumented)(bits, g), taken, "{what}: nobody listens");
        trace.reset();
        assert_eq!(record(trace, || (self.instrumented)(bits, g)).ok(), Some(taken), "{what}");
        trace.check().unwrap_or_else(|misuse| panic!("{what}: {misuse}"));
        assert_eq!(self.covered(trace), [taken], "{what}");
        let entry = self.entry(trace);
        assert_eq!(entry.iter().filter(|(_, distance)| *distance == 0.0).count(), 1, "{what}");
        if self.is_measured && !self.has_guards {
            for (arm, distance) in entry {
                assert_eq!(distance, self.distance(bits, arm, taken), "{what}: arm {arm}");
            }
        }
    }

    /// Returns the arms whose bodies were entered.
    fn covered(&self, trace: &Trace) -> Vec<usize> {
        let graph = LinkedProgram::linked().expect("legal").graph();
        let blocks = graph.blocks_of((self.function)());
        // A block without a line of its own has the name of the one before.
        let named = blocks.filter(|&block| graph.statements(block) > 0);
        let entered = named.filter(|&block| trace.progress(block).is_some());
        entered.filter_map(|block| self.arm(graph.block_name(block)?)).collect()
    }

    /// Returns the arm whose body is on the line of a block.
    fn arm(&self, block: &str) -> Option<usize> {
        let line: u32 = block.rsplit(':').next()?.parse().ok()?;
        self.lines.iter().position(|&other| other == line)
    }

    /// Returns the arms to which the first decision leads, with their distances.
    fn entry(&self, trace: &Trace) -> Vec<(usize, f64)> {
        let graph = LinkedProgram::linked().expect("legal").graph();
        let branches = graph.branches_of(graph.entry((self.function)()));
        let edges = branches.map(|branch| graph.edge(branch));
        edges
            .map(|edge| {
                let name = graph.block_name(edge.target).expect("named");
                // A guard has no arm.
                let arm = self.arm(name).unwrap_or(usize::MAX);
                (arm, trace.branch_distance(edge).expect("evaluated").get())
            })
            .collect()
    }

    /// Returns the distance of an arm, by its definition: to the nearest number that takes it.
    fn distance(&self, bits: u128, arm: usize, taken: usize) -> f64 {
        if arm == taken {
            return 0.0;
        }
        if self.default == Some(arm) {
            return 1.0;
        }
        let takes = self.keys().filter(|&key| (self.plain)(key, 0) == arm);
        let gap = takes.map(|key| (self.key)(key).abs_diff((self.key)(bits))).min();
        gap.expect("the arm has bounds").checked_add(1).map_or(2_f64.powi(128), |gap| gap as f64)
    }
}

fn trace() -> Rc<Trace> {
    Rc::new(Trace::new(LinkedProgram::linked().expect("legal").graph()).with_path_check())
}

#[test]
fn od83_the_arm_that_is_covered_is_the_arm_that_ran() {
    let trace = trace();
    let mut measured = 0;
    for case in all() {
        measured += usize::from(case.is_measured && !case.has_guards);
        for bits in case.keys() {
            for g in 0..8 {
                case.check(&trace, bits, g);
            }
        }
    }
    assert!(measured > 20, "{measured}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn od83_so_it_is_for_any_key(
        place in any::<prop::sample::Index>(),
        keys in prop::collection::vec((any::<u128>(), 0..128_u32, any::<u8>()), 1..20),
    ) {
        let (trace, cases) = (trace(), all().collect::<Vec<_>>());
        for (bits, shift, g) in keys {
            place.get(&cases).check(&trace, bits >> shift, g);
            place.get(&cases).check(&trace, !(bits >> shift), g);
        }
    }
}
