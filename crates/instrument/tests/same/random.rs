//! The functions of the other modules, on inputs that nobody chose.

use crate::both::compare;
use crate::{closures, conditions, guards, loops, macros, matches, operands, panics};
use proptest::prelude::*;

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) }
}

/// Texts of the characters that the functions look for, and others.
fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(
        prop_oneof![
            Just('a'),
            Just('b'),
            Just('c'),
            Just('x'),
            Just(' '),
            Just('7'),
            any::<char>()
        ],
        0..6,
    )
    .prop_map(String::from_iter)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn numbers(x in prop_oneof![-8..130_i32, any::<i32>()], y in -3..12_i32) {
        compare([x], conditions::ladder::original, conditions::ladder::instrumented);
        compare([(x, y)], conditions::nested::original, conditions::nested::instrumented);
        compare(
            [(Some(x), y), (None, y)],
            conditions::chains::original,
            conditions::chains::instrumented,
        );
        compare([x], conditions::early::original, conditions::early::instrumented);
        compare([x], matches::numbers::original, matches::numbers::instrumented);
        compare([x], matches::known::original, matches::known::instrumented);
        compare([y], loops::labels::original, loops::labels::instrumented);
        compare([x], panics::asserted::original, panics::asserted::instrumented);
        compare([y], macros::jumps::original, macros::jumps::instrumented);
        compare([(x, y)], guards::numbers::original, guards::numbers::instrumented);
        compare([(y, x)], guards::numbers::original, guards::numbers::instrumented);
        compare(
            [(y.unsigned_abs() as u8, x % 2 == 0)],
            guards::others::original,
            guards::others::instrumented,
        );
        compare([y], guards::leaving::original, guards::leaving::instrumented);
        compare([y], macros::definitions::original, macros::definitions::instrumented);
    }

    #[test]
    fn texts(text in text()) {
        compare([text.as_str()], matches::texts::original, matches::texts::instrumented);
        compare([text.as_str()], guards::texts::original, guards::texts::instrumented);
        compare([text.as_str()], guards::words::original, guards::words::instrumented);
        compare([text.as_str()], guards::rounds::original, guards::rounds::instrumented);
        compare(text.chars(), guards::characters::original, guards::characters::instrumented);
        compare([text.as_str()], operands::mixed::original, operands::mixed::instrumented);
        compare([text.as_str()], loops::digits::original, loops::digits::instrumented);
        compare(text.chars(), matches::characters::original, matches::characters::instrumented);
    }

    #[test]
    fn pairs(
        a in 0..12_u8,
        b in 0..12_u8,
        y in any::<f64>(),
        list in proptest::collection::vec(-4..104, 0..8),
    ) {
        compare([(a, b)], matches::guards::original, matches::guards::instrumented);
        compare(
            [(Some(u32::from(a)), u32::from(b))],
            matches::bindings::original,
            matches::bindings::instrumented,
        );
        compare([(a, y)], operands::foreign::original, operands::foreign::instrumented);
        compare([(y, f64::from(a))], operands::generic::original, operands::generic::instrumented);
        compare([u32::from(a)], closures::adapters::original, closures::adapters::instrumented);
        compare([list], closures::sorted::original, closures::sorted::instrumented);
    }
}
