//! Wrong answers of existing tools, by their id.

use sbst_distance::{
    Decision, Distance, Rules, any, collection, eq, in_range, lt, masked_eq, text,
};

fn to_true(decision: Decision) -> f64 {
    assert!(!decision.holds());
    decision.to_true().get()
}

#[test]
fn n7_a_range_wider_than_its_type_is_exact() {
    assert_eq!(to_true(in_range(i32::MIN, i32::MAX..)), 4_294_967_296.0);
    assert_eq!(to_true(in_range(i32::MAX, ..=i32::MIN)), 4_294_967_296.0);
    assert_eq!(in_range(i32::MIN, i32::MIN..=i32::MAX).to_false(), Distance::INFINITE); // there is no other value
    assert_eq!(in_range(i32::MIN, i32::MIN..i32::MAX).to_false().get(), 4_294_967_296.0);
}

#[test]
fn n8_bits_are_counted_in_the_width_of_the_operands() {
    for x in 0..=u8::MAX {
        for wanted in [0x00, 0x7F, 0x80, 0xFF] {
            let differing = (x ^ wanted).count_ones();
            let decision = masked_eq(x, !0, wanted);
            assert_eq!(decision.to_true(), Distance::from(differing));
            assert_eq!(masked_eq(x as i8, !0, wanted as i8), decision);
        }
    }
    // Never the default: neighbours are neighbours although all bits differ.
    assert_eq!(to_true(eq(127_u8, 128)), 2.0);
}

#[test]
fn n12_observing_uses_nothing_up() {
    let numbers = [4, 8, 15];
    let mut iterator = numbers.iter();
    iterator.next();
    assert_eq!(to_true(collection::contains(iterator.clone(), &9)), 2.0);
    assert_eq!(iterator.collect::<Vec<_>>(), [&8, &15]);
}

#[test]
fn q1_a_beginning_that_is_too_long_is_missing_elements() {
    assert_eq!(to_true(Rules::DEFAULT.starts_with(&[7], &[1; 10])), 6.0 / 7.0 + 9.0);
    assert_eq!(to_true(text::starts_with("", "0123456789")), 10.0);
}

#[test]
fn q2_the_empty_end_holds_and_the_last_window_counts() {
    assert!(text::ends_with("zzz", "").holds() && text::ends_with("", "").holds());
    assert_eq!(to_true(text::contains("zzzabd", "abc")), 0.5); // "abd"
}

#[test]
fn q3_windows_not_single_characters() {
    let distance = to_true(text::contains("xabcx", "abd"));
    assert!(distance < 1.0);
    assert!(distance < to_true(text::contains("xdabx", "abd"))); // all characters, but elsewhere
}

#[test]
fn q4_nothing_comparable_is_infinitely_far_and_nearer_is_never_worse() {
    assert_eq!(to_true(collection::contains(&[0; 0], &1)), f64::INFINITY);
    assert_eq!(to_true(collection::contains(&[f64::NAN; 10], &1.0)), f64::INFINITY);
    let mut members = vec![f64::NAN, 40.0];
    let mut before = collection::contains(&members, &1.0).to_true();
    assert!(before < Distance::INFINITE);
    for nearer in [40.0, 20.0, f64::INFINITY, 2.0, 3.0] {
        members.push(nearer);
        let after = collection::contains(&members, &1.0).to_true();
        assert!(after <= before);
        before = after;
    }
    assert_eq!(before.get(), 1.0);
}

#[test]
fn q5_almost_a_member_is_none() {
    let distance = to_true(collection::contains(&[0.3], &(0.1 + 0.2)));
    assert!(distance > 0.0 && distance < 1e-16);
}

#[test]
fn q6_a_comparison_that_failed_is_never_at_distance_zero() {
    // Both are "i" with a dot once folded, but a comparison character by character says no.
    let (a, b) = ("\u{130}", "i\u{307}");
    assert_eq!(a.to_lowercase(), b);
    assert!(to_true(text::eq_ignore_case(false, a, b)) > 0.0);
}

#[test]
fn q7_a_very_long_end_is_far_and_finite() {
    let end = "x".repeat(17_000);
    assert_eq!(to_true(text::ends_with("", &end)), 17_000.0);
}

#[test]
fn q8_order_looks_at_the_first_difference() {
    let distance = |a, b| to_true(lt(a, b));
    assert_eq!(distance("abz", "abc"), 24.0); // not 'a' against 'a'
    assert!(distance("abd", "abc") < distance("abz", "abc"));
    assert_eq!(
        [distance("abc", "abc"), distance("abcd", "abc"), distance("abcde", "abc")],
        [1.0, 2.0, 3.0]
    ); // not a constant
}

#[test]
fn n5_no_tolerance_is_implied() {
    let wanted = any([eq(0.1 + 0.2, 0.3), collection::contains(&[0.3], &(0.1 + 0.2))]);
    assert!(!wanted.holds() && wanted.to_true().norm() > 0.0 && wanted.to_true().norm() < 1.0);
    assert!(!Rules::TRACEY.eq(0.1 + 0.2, 0.3).holds());
}
