//! Automata by the trait.

use super::oracle::{Machine, levenshtein, machines, members, nearest, words};
use proptest::prelude::*;
use sbst_distance::language::{Automaton, Language, Matching};

fn language(machine: &Machine, matching: Matching) -> Language<char> {
    Language::new(machine, matching).expect("a legal automaton")
}

fn edits(machine: &Machine, matching: Matching, text: &str) -> f64 {
    language(machine, matching).edits(text).get()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn some_part_of_the_text_is_as_far_as_the_nearest_text_with_a_member(
        machine in machines(4), texts in prop::collection::vec(words("abc", 3), 8)
    ) {
        let members = members(3, machine.accepting.len(), |text| machine.finds(text));
        let language = language(&machine, Matching::Search);
        for text in texts {
            prop_assert_eq!(language.edits(&text).get(), nearest(&members, &text), "{}", text);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    // No edge of a machine reads a d, so it is in no member.
    #[test]
    fn the_whole_text_is_as_far_as_the_nearest_member(
        machine in machines(4),
        texts in prop::collection::vec(words("abcabcd", 3), 8),
    ) {
        let members = members(3, machine.accepting.len(), |text| machine.accepts(text));
        let boxed: Box<dyn Automaton<Letter = char>> = Box::new(machine.clone());
        let language = Language::new(&boxed, Matching::Full).expect("a legal automaton");
        for text in texts {
            prop_assert_eq!(language.edits(&text).get(), nearest(&members, &text), "{}", text);
        }
    }

    #[test]
    fn zero_means_member(machine in machines(6), text in words("abc", 12)) {
        prop_assert_eq!(edits(&machine, Matching::Full, &text) == 0.0, machine.accepts(&text));
        prop_assert_eq!(edits(&machine, Matching::Search, &text) == 0.0, machine.finds(&text));
    }

    #[test]
    fn an_edit_changes_the_distance_by_one_at_most(
        machine in machines(6),
        one in words("abc", 12),
        other in words("abc", 12),
    ) {
        let apart = levenshtein(&one, &other) as f64;
        for matching in [Matching::Full, Matching::Search] {
            let (one, other) = (edits(&machine, matching, &one), edits(&machine, matching, &other));
            prop_assert!(one == other || (one - other).abs() <= apart, "{one} {other} {apart}");
        }
    }

    #[test]
    fn some_part_is_never_farther_than_the_whole(machine in machines(6), text in words("abc", 12)) {
        prop_assert!(
            edits(&machine, Matching::Search, &text) <= edits(&machine, Matching::Full, &text)
        );
    }

    #[test]
    fn free_edges_through_a_new_state_change_nothing(
        machine in machines(6),
        text in words("abc", 12),
    ) {
        let mut longer = machine.clone();
        let middle = machine.accepting.len();
        longer.accepting.push(false);
        for edge in &mut longer.edges {
            // All free edges to the start go through it.
            if edge.1.is_none() && edge.2 == 0 {
                edge.2 = middle;
            }
        }
        longer.edges.push((middle, None, 0));
        for matching in [Matching::Full, Matching::Search] {
            prop_assert_eq!(edits(&machine, matching, &text), edits(&longer, matching, &text));
        }
    }
}

fn machine(accepting: &[usize], count: usize, edges: &[(usize, &str, usize)]) -> Machine {
    let letters = |label: &str| {
        (label != "free").then(|| label.bytes().map(|letter| 1 << (letter - b'a')).sum())
    };
    Machine {
        accepting: (0..count).map(|state| accepting.contains(&state)).collect(),
        edges: edges.iter().map(|&(from, label, to)| (from, letters(label), to)).collect(),
    }
}

#[test]
fn an_empty_language_is_infinitely_far() {
    let unreachable = machine(&[1], 2, &[(0, "ab", 0)]);
    let never_accepting = machine(&[], 2, &[(0, "a", 1), (1, "free", 0)]);
    let free_circle = machine(&[3], 4, &[(0, "free", 1), (1, "free", 2), (2, "free", 1)]);
    let over_an_edge_that_reads_nothing = machine(&[1], 2, &[(0, "", 1)]);
    for machine in [unreachable, never_accepting, free_circle, over_an_edge_that_reads_nothing] {
        for matching in [Matching::Full, Matching::Search] {
            for text in ["", "a", "abcabc"] {
                assert_eq!(edits(&machine, matching, text), f64::INFINITY);
            }
        }
        let decision = language(&machine, Matching::Full).matches("a");
        assert!(!decision.holds() && decision.to_true().get() == f64::INFINITY);
    }
}

#[test]
fn an_edge_that_reads_nothing_is_no_shortcut() {
    // The only way is the long one.
    let detour = machine(&[3], 4, &[(0, "", 3), (0, "a", 1), (1, "a", 2), (2, "a", 3)]);
    assert_eq!(edits(&detour, Matching::Full, ""), 3.0);
    assert_eq!(edits(&detour, Matching::Full, "b"), 3.0);
}

#[test]
fn cycles_of_free_edges_come_to_an_end() {
    let circle = machine(
        &[2],
        3,
        &[(0, "free", 1), (1, "free", 0), (1, "a", 2), (2, "free", 2), (2, "free", 0)],
    );
    assert_eq!(edits(&circle, Matching::Full, "aaa"), 0.0);
    assert_eq!(edits(&circle, Matching::Full, ""), 1.0);
    assert_eq!(edits(&circle, Matching::Full, "bab"), 2.0);
}

#[test]
fn branches_whose_costs_are_far_apart_keep_them() {
    // a* or b*: after many a the second is far behind, with no state in between.
    let either = machine(&[1, 2], 3, &[(0, "free", 1), (0, "free", 2), (1, "a", 1), (2, "b", 2)]);
    assert_eq!(edits(&either, Matching::Full, &("a".repeat(1_000) + &"b".repeat(1_001))), 1_000.0);
    assert_eq!(edits(&either, Matching::Full, &("a".repeat(1_000) + &"b".repeat(999))), 999.0);
}

#[test]
fn the_empty_text_is_as_far_as_the_shortest_member() {
    let two_ways = machine(&[3], 4, &[(0, "a", 1), (1, "a", 2), (2, "a", 3), (0, "b", 2)]);
    assert_eq!(edits(&two_ways, Matching::Full, ""), 2.0);
    let at_once = machine(&[0], 1, &[]);
    assert_eq!(edits(&at_once, Matching::Full, ""), 0.0);
    assert_eq!(edits(&at_once, Matching::Full, "abc"), 3.0);
    assert_eq!(edits(&at_once, Matching::Search, "abc"), 0.0);
}
