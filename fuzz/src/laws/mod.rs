//! What holds for every distance, whatever the operands: one module for each kind of them.

pub mod collections;
pub mod formulas;
pub mod languages;
pub mod logic;
pub mod operands;
pub mod texts;

use sbst::distance::{Decision, Distance};

/// Exactly one side is zero, the other one is a positive number, and the outcome is `holds`.
#[track_caller]
pub fn decided(decision: Decision, holds: bool) {
    let (to_true, to_false) = (decision.to_true(), decision.to_false());
    assert_eq!(decision.holds(), holds, "{decision:?}");
    assert_eq!(
        (to_true == Distance::ZERO, to_false == Distance::ZERO),
        (holds, !holds),
        "{decision:?}"
    );
    legal(to_true);
    legal(to_false);
    assert!(decision.other_side().get() >= f64::MIN_POSITIVE, "{decision:?}");
    assert_eq!(decision.other_side(), if holds { to_false } else { to_true });
}

/// A distance is a number, and not negative.
#[track_caller]
pub fn legal(distance: Distance) {
    assert!(distance.get() >= 0.0 && distance.get().is_sign_positive(), "{distance:?}");
}
