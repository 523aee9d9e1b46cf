//! Relations between texts: those between their characters.

use super::oracle::{self, agrees, rules};
use proptest::prelude::*;
use sbst_distance::{By, Distance, Relation, Rules, collection, edit, ge, gt, le, lt, ne, text};
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

fn texts() -> impl Strategy<Value = (String, String)> {
    let text = || "[abcé日😀]{0,6}";
    prop_oneof![
        (text(), text()),
        (text(), text(), text())
            .prop_map(|(before, part, after)| (format!("{before}{part}{after}"), part)),
        (text(), text(), text())
            .prop_map(|(part, a, b)| (format!("{part}{a}"), format!("{part}{b}"))),
        (text(), text(), text())
            .prop_map(|(a, b, part)| (format!("{a}{part}"), format!("{b}{part}"))),
    ]
}

proptest! {
    #[test]
    fn are_those_of_the_characters((a, b) in texts(), rules in rules()) {
        let (x, y): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
        prop_assert_eq!(rules.eq(&a, &b), rules.eq(&x, &y));
        for relation in Relation::ALL {
            let decision = rules.compare(relation, &a, &b);
            prop_assert_eq!(
                decision,
                rules.compare(relation, a.as_str(), b.as_str()),
                "{:?}",
                relation
            );
            prop_assert_eq!(decision, rules.compare(relation, &x, &y), "{:?}", relation);
        }
        prop_assert_eq!(rules.starts_with(&a, &b), rules.starts_with(&x, &y));
        prop_assert_eq!(rules.ends_with(&a, b.as_str()), rules.ends_with(&x, &y));
        prop_assert_eq!(rules.contains_run(&a, &b), rules.contains_run(&x, &y[..]));
        prop_assert_eq!(
            rules.contains_run(a.chars(), &b),
            rules.contains_run(x.iter().copied(), &b)
        );
        prop_assert_eq!(rules.eq_by_edits(&a, &b), rules.eq_by_edits(&x, &y));
        let under_default = [
            text::eq(&a, &b),
            text::starts_with(&a, &b),
            text::ends_with(&a, &b),
            text::contains(&a, &b),
        ];
        let rules = Rules::DEFAULT;
        let of_chars = [
            rules.eq(&x, &y),
            rules.starts_with(&x, &y),
            rules.ends_with(&x, &y),
            rules.contains_run(&x, &y),
        ];
        prop_assert_eq!(under_default, of_chars);
        prop_assert_eq!(text::eq_by_edits(&a, &b), rules.eq_by_edits(&x, &y));
    }

    #[test]
    fn outcomes_are_those_of_str((a, b) in texts()) {
        prop_assert_eq!(text::eq(&a, &b).holds(), a == b);
        prop_assert_eq!(ne(&a, &b).holds(), a != b);
        prop_assert_eq!(lt(&a, &b).holds(), a < b);
        prop_assert_eq!(le(&a, &b).holds(), a <= b);
        prop_assert_eq!(gt(&a, &b).holds(), a > b);
        prop_assert_eq!(ge(&a, &b).holds(), a >= b);
        prop_assert_eq!(text::starts_with(&a, &b).holds(), a.starts_with(&b));
        prop_assert_eq!(text::ends_with(&a, &b).holds(), a.ends_with(&b));
        prop_assert_eq!(text::contains(&a, &b).holds(), a.contains(&b));
        prop_assert_eq!(collection::is_empty(a.chars()).holds(), a.is_empty());
        prop_assert_eq!(text::eq_by_edits(&a, &b).holds(), a == b);
        agrees(
            text::eq_by_edits(&a, &b),
            a == b,
            if a == b { 1.0 } else { edit::of_str(&a, &b) as f64 },
        )?;
    }

    #[test]
    fn a_closure_measures_characters((a, b) in texts()) {
        let tens = |x: &char, y: &char| Distance::from(10 * u32::from(*x).abs_diff((*y).into()));
        let (x, y): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
        let aligned = oracle::aligned(&x, &y, |x, y| tens(x, y).get());
        let by = |text: &[char]| text.iter().map(|c| By(*c, tens)).collect::<Vec<_>>();
        agrees(Rules::DEFAULT.eq(by(&x), by(&y)), a == b, if a == b { 1.0 } else { aligned })?;
        let folded = Rules::DEFAULT.eq_folded(a == b, &a, &b, |c| Some(By(c, tens)));
        agrees(folded, a == b, if a == b { 1.0 } else { aligned })?;
    }

    #[test]
    fn case_is_ignored(a in "[a-cA-CéÉ]{0,5}", b in "[a-cA-CéÉ]{0,5}", rules in rules()) {
        let holds = a.eq_ignore_ascii_case(&b);
        let decision = rules.eq_ignore_ascii_case(&a, &b);
        let folded = rules.eq_folded(holds, &a, &b, |c| Some(c.to_ascii_lowercase()));
        prop_assert_eq!((decision, decision.holds()), (folded, holds));
        if holds {
            prop_assert_eq!(rules.eq_ignore_case(holds, &a, &b).to_false().get(), rules.k());
        }
    }

    #[test]
    fn case_is_ignored_by_default(a in "[a-cA-C]{0,5}", b in "[a-cA-C]{0,5}") {
        let lower = |text: &str| text.to_ascii_lowercase();
        let holds = lower(&a) == lower(&b);
        prop_assert_eq!(holds, a.eq_ignore_ascii_case(&b));
        let expected = if holds {
            text::eq_ignore_ascii_case(&a, &b)
        } else {
            text::eq(&lower(&a), &lower(&b))
        };
        prop_assert_eq!(text::eq_ignore_ascii_case(&a, &b), expected);
        prop_assert_eq!(text::eq_ignore_case(holds, &a, &b), expected);
        prop_assert_eq!(
            expected.to_false(),
            if holds { Distance::from(1) } else { Distance::ZERO }
        );
        prop_assert_eq!(text::eq_ignore_ascii_case(&b, &a), expected);
    }

    #[test]
    fn the_outcome_of_the_program_stands(
        a in "\\PC{0,6}",
        b in "\\PC{0,6}",
        holds in any::<bool>(),
    ) {
        let decision = text::eq_ignore_case(holds, &a, &b);
        prop_assert_eq!(decision.holds(), holds);
        prop_assert!(
            decision.other_side() > Distance::ZERO && decision.other_side() < Distance::INFINITE
        );
    }
}

#[test]
fn folding_compares_whole_texts() {
    // One character folds to two, so the positions after it move.
    assert_eq!(text::eq_ignore_case(false, "straße!", "STRASSE?").to_true().get(), 30.0 / 31.0);
    assert!(text::eq_ignore_case(false, "ﬁn", "FIN").to_true().get() < 1e-300);
}

#[test]
fn long_parts_are_found_in_little_time() {
    // Compared at every place, these would take 2.5 * 10^11 comparisons.
    let (text, part) = ("a".repeat(1_000_000) + "b", "a".repeat(500_000) + "b");
    let rules = Rules::DEFAULT;
    let (boxed, cow) = (text.clone().into_boxed_str(), Cow::Borrowed(text.as_str()));
    for decision in [
        text::contains(&text, &part),
        rules.contains_run(&text, &part),
        rules.contains_run(&boxed, &part),
        rules.contains_run(&cow, part.chars()),
    ] {
        assert_eq!(decision, rules.flag(true));
    }
}

#[test]
fn pointers_are_the_texts_that_they_lead_to() {
    let rules = Rules::DEFAULT;
    let names = ["lib.rs", "main.rb"];
    assert_eq!(names.iter().filter(|name| rules.ends_with(*name, ".rs").holds()).count(), 1); // `&&str`
    let (boxed, rc, arc): (Box<str>, Rc<str>, Arc<str>) =
        ("lib.rt".into(), "lib.rt".into(), "lib.rt".into());
    let (cow, string, suffix) = (Cow::Borrowed("lib.rt"), "lib.rt".to_owned(), ".rs".to_owned());
    let expected = rules.ends_with("lib.rt", ".rs");
    assert_eq!(
        [
            rules.ends_with(&boxed, &suffix),
            rules.ends_with(&rc, &suffix),
            rules.ends_with(&arc, &suffix)
        ],
        [expected; 3]
    );
    assert_eq!(
        [rules.ends_with(&cow, &suffix), rules.ends_with(&Rc::new(string.clone()), ".rs")],
        [expected; 2]
    );
    assert_eq!(
        [rules.ends_with(string.chars(), ".rs"), rules.ends_with("tr.bil".chars().rev(), &suffix)],
        [expected; 2]
    );
}
