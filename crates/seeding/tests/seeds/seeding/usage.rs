//! Models are bags of pairs: a history, and what followed it.

use super::{config, orders, sequences, trained};
use crate::definitions::seeding::Pairs;
use proptest::prelude::*;
use sbst_seeding::usage::{MAX_ORDER, Transition, UsageError, UsageModel, by_object};

/// All sequences of up to so many actions out of three.
fn all_up_to(length: u32) -> Vec<Vec<u8>> {
    let of = |length| {
        (0..3_u32.pow(length))
            .map(move |code| (0..length).map(|at| (code / 3_u32.pow(at) % 3) as u8).collect())
    };
    (0..=length).flat_map(of).collect()
}

fn merged(into: &UsageModel<u8>, other: &UsageModel<u8>) -> UsageModel<u8> {
    let mut both = into.clone();
    both.merge(other).expect("the same order");
    both
}

proptest! {
    #![proptest_config(config(96))]

    #[test]
    fn exactly_that_is_accepted_that_goes_on_as_something_seen_did(
        sequences in sequences(),
        order in orders(),
    ) {
        let (model, pairs) = (trained(order, &sequences), Pairs::of(order, &sequences));
        for sequence in &sequences {
            prop_assert!(model.accepts(sequence));
        }
        for sequence in all_up_to(5) {
            prop_assert_eq!(model.accepts(&sequence), pairs.accepts(&sequence), "{:?}", sequence);
            if order == MAX_ORDER {
                prop_assert_eq!(
                    model.accepts(&sequence),
                    sequences.contains(&sequence),
                    "{:?}",
                    sequence
                );
            }
        }
    }

    #[test]
    fn states_are_the_histories_that_were_seen(sequences in sequences(), order in orders()) {
        let (model, pairs) = (trained(order, &sequences), Pairs::of(order, &sequences));
        prop_assert_eq!(model.order(), order);
        prop_assert_eq!(model.sequences(), sequences.len() as u64);
        let found: Vec<Vec<u8>> = model.states().map(|state| state.history().to_vec()).collect();
        prop_assert_eq!(found, pairs.states().into_iter().collect::<Vec<_>>());
        for past in all_up_to(4) {
            let found = model.state(&past).map(|state| state.history().to_vec());
            prop_assert_eq!(
                found,
                (pairs.left(&past) > 0).then(|| pairs.history(&past)),
                "{:?}",
                past
            );
        }
    }

    #[test]
    fn transitions_come_in_order_with_counts_and_probabilities(
        sequences in sequences(),
        order in orders(),
    ) {
        let (model, pairs) = (trained(order, &sequences), Pairs::of(order, &sequences));
        for state in model.states() {
            let found: Vec<(Option<u8>, u64)> =
                state.transitions().map(|way| (way.action.copied(), way.count)).collect();
            prop_assert_eq!(&found, &pairs.transitions(state.history()));
            for Transition { action, count, probability, .. } in state.transitions() {
                prop_assert_eq!(probability, count as f64 / pairs.left(state.history()) as f64);
                prop_assert_eq!(probability, model.probability(state.history(), action));
            }
            let sum: f64 = state.transitions().map(|way| way.probability).sum();
            prop_assert!((sum - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn probabilities_are_parts_of_the_times_that_a_history_was_left(
        sequences in sequences(),
        order in orders(),
    ) {
        let (model, pairs) = (trained(order, &sequences), Pairs::of(order, &sequences));
        for past in all_up_to(4) {
            for next in [None, Some(0), Some(1), Some(2), Some(3)] {
                let expected = match pairs.left(&past) {
                    0 => 0.0,
                    left => pairs.count(&past, next) as f64 / left as f64,
                };
                prop_assert_eq!(
                    model.probability(&past, next.as_ref()),
                    expected,
                    "{:?} {:?}",
                    past,
                    next
                );
            }
        }
    }

    #[test]
    fn there_are_as_many_independent_walks_as_transitions_less_states_and_one(
        sequences in sequences(),
        order in orders(),
    ) {
        let (model, pairs) = (trained(order, &sequences), Pairs::of(order, &sequences));
        let transitions: usize =
            pairs.states().iter().map(|state| pairs.transitions(state).len()).sum();
        if sequences.is_empty() {
            prop_assert_eq!(model.independent_walks(), 0);
        } else {
            prop_assert_eq!(model.independent_walks() + pairs.states().len(), transitions + 1);
            prop_assert!(model.independent_walks() >= 1);
        }
    }

    #[test]
    fn the_order_of_training_does_not_matter(
        sequences in sequences(),
        order in orders(),
        turn in 0..7_usize,
    ) {
        let mut turned = sequences.clone();
        turned.rotate_left(turn.min(sequences.len()));
        turned.reverse();
        let model = trained(order, &sequences);
        prop_assert_eq!(&trained(order, &turned), &model);
        let mut extended = UsageModel::with_order(order).expect("an order");
        extended.extend(sequences.iter().cloned());
        prop_assert_eq!(&extended, &model);
        if !sequences.is_empty() {
            prop_assert_ne!(&trained(order, &sequences[1..]), &model);
        }
    }

    #[test]
    fn to_merge_is_to_train_with_the_sequences_of_both(
        a in sequences(),
        b in sequences(),
        c in sequences(),
        order in orders(),
    ) {
        let [one, two, three] = [&a, &b, &c].map(|sequences| trained(order, sequences));
        prop_assert_eq!(merged(&one, &two), trained(order, &[a.clone(), b].concat()));
        prop_assert_eq!(merged(&one, &two), merged(&two, &one));
        prop_assert_eq!(merged(&merged(&one, &two), &three), merged(&one, &merged(&two, &three)));
        prop_assert_eq!(merged(&one, &trained(order, &[])), one.clone());
        prop_assert_eq!(merged(&one, &one), trained(order, &[a.clone(), a].concat()));
    }

    #[test]
    fn models_of_different_orders_stay_as_they_were(
        a in sequences(),
        b in sequences(),
        ours in orders(),
        theirs in orders(),
    ) {
        prop_assume!(ours != theirs);
        let (mut into, other) = (trained(ours, &a), trained(theirs, &b));
        prop_assert_eq!(into.merge(&other), Err(UsageError::DifferentOrders { ours, theirs }));
        prop_assert_eq!(&into, &trained(ours, &a));
        prop_assert_eq!(&other, &trained(theirs, &b));
    }

    #[test]
    fn a_drawing_names_every_state_and_every_transition_once(
        sequences in sequences(),
        order in orders(),
    ) {
        let (model, pairs) = (trained(order, &sequences), Pairs::of(order, &sequences));
        let text = model.to_dot(|action| format!("act{action}"));
        let number =
            |state: &[u8]| pairs.states().iter().position(|other| other == state).expect("a state");
        let edge = |line: &str| line.contains("->");
        let mut expected = Vec::new();
        for state in pairs.states() {
            for (next, count) in pairs.transitions(&state) {
                let mut longer = state.clone();
                longer.extend(next);
                expected.push(match next {
                    None => format!("s{} -> end [label=\"{count}\"]", number(&state)),
                    Some(action) => {
                        format!(
                            "s{} -> s{} [label=\"act{action} ({count})\"]",
                            number(&state),
                            number(&pairs.history(&longer))
                        )
                    }
                });
            }
            let own = format!("s{} [", number(&state));
            let lines: Vec<&str> = text
                .lines()
                .filter(|line| !edge(line) && line.trim_start().starts_with(&own))
                .collect();
            prop_assert_eq!(lines.len(), 1, "{} in {}", own, text);
            for action in &state {
                prop_assert!(lines[0].contains(&format!("act{action}")), "{}", text);
            }
        }
        let mut found: Vec<String> = text
            .lines()
            .filter(|line| edge(line))
            .map(|line| line.trim().trim_end_matches(';').to_owned())
            .collect();
        found.sort();
        expected.sort();
        prop_assert_eq!(found, expected);
        prop_assert!(
            text.starts_with("digraph") && text.trim_end().ends_with('\u{7d}'),
            "{}",
            text
        );
    }
}

#[test]
fn a_model_without_order_is_refused() {
    assert_eq!(UsageModel::<u8>::with_order(0), Err(UsageError::NoOrder));
    assert_eq!(UsageModel::<u8>::new(), UsageModel::with_order(2).expect("an order"));
    assert_eq!(UsageModel::<u8>::default(), UsageModel::new());
    for (error, words) in [
        (UsageError::NoOrder, ["n = 0", "n-gram"]),
        (UsageError::DifferentOrders { ours: 2, theirs: 3 }, ["n = 3", "n = 2"]),
    ] {
        assert!(words.iter().all(|word| error.to_string().contains(word)), "{error}");
    }
}

#[test]
fn a_model_that_was_not_trained_knows_nothing() {
    let model = UsageModel::<u8>::new();
    assert!(!model.accepts(&[]) && !model.accepts(&[0]));
    assert_eq!(model.states().count(), 0);
    assert!(model.state(&[]).is_none());
    assert_eq!(model.probability(&[], None), 0.0);
    assert_eq!((model.sequences(), model.independent_walks()), (0, 0));
    assert_eq!(model.to_dot(|_| unreachable!("no action")).matches("->").count(), 0);
}

#[test]
fn objects_that_are_made_and_not_used_end_at_the_start() {
    for order in [1, 2, 3, MAX_ORDER] {
        let model = trained(order, &[vec![], vec![]]);
        assert!(model.accepts(&[]) && !model.accepts(&[0]));
        assert_eq!(
            (model.sequences(), model.states().count(), model.independent_walks()),
            (2, 1, 1)
        );
        assert_eq!(model.probability(&[], None), 1.0);
    }
}

#[test]
fn independent_walks_by_hand() {
    // start -> 0 -> end
    assert_eq!(trained(2, &[vec![0]]).independent_walks(), 1);
    // start -> end beside it
    assert_eq!(trained(2, &[vec![0], vec![]]).independent_walks(), 2);
    // and 0 -> 0
    assert_eq!(trained(2, &[vec![0, 0], vec![]]).independent_walks(), 3);
    // start, 0, 1, end: 2 + 2 + 1 ways
    assert_eq!(trained(2, &[vec![0, 1], vec![1], vec![0]]).independent_walks(), 3);
    // One state, and the end: three actions and the end lead on.
    assert_eq!(trained(1, &[vec![0, 1, 2]]).independent_walks(), 4);
}

#[test]
fn drawings_escape_what_labels_contain() {
    let mut model = UsageModel::new();
    model.train([r#"say("hi")"#, r"a\b", "two\nlines"]);
    let text = model.to_dot(|action| (*action).to_owned());
    assert!(text.contains(r#"say(\"hi\") (1)"#), "{text}");
    assert!(text.contains(r"a\\b (1)"), "{text}");
    assert!(!text.contains("two\nlines"), "a raw line break: {text}");
    for line in text.lines() {
        let quotes = line.replace(r"\\", "").replace("\\\"", "").matches('"').count();
        assert_eq!(quotes % 2, 0, "an open quote: {line}");
    }
}

#[test]
fn states_can_be_walked_and_logs_be_read() {
    let log = [(1, 'n'), (0, 'n'), (1, 'a'), (0, 's'), (1, 'a')];
    let sequences = by_object(log);
    assert_eq!(sequences, [(0, vec!['n', 's']), (1, vec!['n', 'a', 'a'])]);
    let model = UsageModel::from_iter(sequences.into_iter().map(|(_, actions)| actions));
    assert!(model.accepts(&['n', 'a', 'a', 'a']) && model.order() == 2 && model.sequences() == 2);
    for state in model.states() {
        for transition in state.transitions() {
            let Some(action) = transition.action else { continue };
            let after = model
                .state(&[state.history(), &[*action]].concat())
                .expect("a transition leads to a state");
            assert_eq!(after.history(), [*action]);
        }
        assert!(state.transitions().all(|way| way.action != Some(&'z')));
    }
    // That there is such a state does not say that the action was seen here.
    assert!(
        model
            .state(&[])
            .is_some_and(|start| start.transitions().all(|way| way.action != Some(&'a')))
            && model.state(&['a']).is_some()
    );
}

#[test]
fn states_are_what_they_say_whatever_model_they_are_of() {
    let [one, other] = [vec!["ab", "ac"], vec!["ab", "ac", "ba"]]
        .map(|words| UsageModel::from_iter(words.into_iter().map(str::chars)));
    assert_ne!(one.state(&['b']), other.state(&['b'])); // where it goes on
    assert_eq!(one.state(&['c']), other.state(&['c']));
    assert!(!format!("{:?}", one.state(&['c'])).contains("model"));
}
