//! The lines of the documentation, each with its rows. Every row is one of a line.

use super::{Table, constructs, methods, operands};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A line of the documentation, and the names of its rows, by their table.
type Line = (&'static str, &'static [(&'static str, &'static str)]);

/// First cells of the tables of the documentation, in their order.
const LINES: [Line; 23] = [
    (
        r"`if a < b`, `while a == b`",
        &[
            (
                "numbers",
                "i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize
                equal unequal less at_most greater at_least wide
                floats singles float_equality characters later_characters true_side
                through_references computed called indexed cast",
            ),
            (
                "lists",
                "texts earlier_texts owned owned_literal owned_text text_owned reference_owned cow
                boxed shared unequal slices earlier_slices slice_bytes slice_array slice_lengths
                slice_vector vectors vector_array vector_slice vector_macro vector_texts
                vector_owned vector_both vector_of_arrays arrays earlier_arrays nested_arrays
                nested_vectors nested_both nested_slices nested_references",
            ),
            (
                "values",
                "options options_none options_unequal options_both options_less options_at_most
                options_greater options_greater_none options_at_least options_called
                options_texts results tuples tuples_less own own_less own_option own_list
                sets maps",
            ),
            ("conditions", "loops"),
        ],
    ),
    (
        r"`a && b`, `a \|\| b`",
        &[("conditions", "conjunction disjunction value argument result"), ("values", "booleans")],
    ),
    (
        r"`true`, `cfg!(..)`, and what `!`, `&&`, `\|\|` make of these",
        &[("conditions", "constants")],
    ),
    (
        r"`if let`, `while let`, `let else`, `let` in a chain",
        &[
            ("conditions", "patterns found otherwise"),
            ("affixes", "prefix suffix conjunct otherwise looped"),
        ],
    ),
    (r"`for`", &[("conditions", "elements pairs")]),
    (
        r"`match` by integers of any type, characters, bytes, `bool`s",
        &[("matches", "integers ranges characters bytes")],
    ),
    (r"`match` by texts or byte strings", &[("matches", "texts byte_strings")]),
    (r"a guard of an arm", &[("matches", "guards")]),
    (
        r"`match` by other patterns",
        &[("matches", "other_options other_tuples other_constants other_slices")],
    ),
    (r"`?`", &[("conditions", "tried"), ("affixes", "tried tried_value")]),
    (
        r"`assert!`, `assert_eq!`, and their relatives",
        &[(
            "assertions",
            "holds told asked equal unequal unequal_lists debug debug_told debug_asked debug_equal
            debug_unequal debug_both checked unchecked assumed failing",
        )],
    ),
    (r"`return`, the end of the function", &[("conditions", "returned")]),
    (r"a closure that decides anything", &[("conditions", "closure")]),
    (
        r"`is_empty`",
        &[
            ("texts", "empty empty_owned empty_value empty_element"),
            ("sequences", "empty empty_vector empty_array"),
            ("ranges", "empty empty_inclusive"),
        ],
    ),
    (
        r"`starts_with`, `ends_with`",
        &[(
            "texts",
            "starts starts_character starts_owned starts_as starts_slice starts_element starts_rest
            starts_cow starts_boxed starts_shared starts_counted starts_reference
            ends ends_character negated",
        )],
    ),
    (
        r"`starts_with`, `ends_with`",
        &[(
            "sequences",
            "starts starts_array starts_vector starts_rest starts_between ends ends_before",
        )],
    ),
    (r"`contains`", &[("texts", "contains contains_character literal")]),
    (
        r"`contains`",
        &[
            (
                "sequences",
                "contains contains_array contains_element contains_constant contains_text
                contains_row contains_boxed contains_shared contains_sum out_of_array",
            ),
            ("values", "single"),
        ],
    ),
    (
        r"`contains`",
        &[(
            "ranges",
            "inclusive exclusive from to to_inclusive characters element of_references variable",
        )],
    ),
    (
        r"`eq_ignore_ascii_case`",
        &[
            ("texts", "caseless caseless_owned"),
            ("sequences", "caseless"),
            ("characters", "caseless caseless_byte caseless_reference caseless_element"),
        ],
    ),
    (
        r"`is_ascii`",
        &[
            ("texts", "ascii"),
            ("sequences", "ascii"),
            ("characters", "is_ascii of_char of_byte of_reference of_element of_value"),
        ],
    ),
    (
        r"`is_ascii_digit`, `is_ascii_hexdigit`, `is_ascii_alphabetic`, `is_ascii_alphanumeric`, `is_ascii_lowercase`, `is_ascii_uppercase`, `is_ascii_punctuation`, `is_ascii_whitespace`",
        &[(
            "characters",
            "is_ascii_digit is_ascii_hexdigit is_ascii_alphabetic is_ascii_alphanumeric
            is_ascii_lowercase is_ascii_uppercase is_ascii_punctuation is_ascii_whitespace
            of_char of_byte of_reference of_element of_value of_mutable",
        )],
    ),
    (
        r"`strip_prefix`, `strip_suffix`, where a pattern or `?` asks if they found something",
        &[(
            "affixes",
            "prefix suffix bytes value part element conjunct tried tried_value otherwise looped",
        )],
    ),
];

/// Sentences of the documentation, or their beginnings, in their order.
const SENTENCES: [Line; 14] = [
    ("Results, sets and maps are measured by `==` and `!=` only.", &[("values", "results_less")]),
    (
        "so are slices, arrays and vectors of two types, if their elements have one type",
        &[("values", "deep")],
    ),
    ("Any other comparison is a flag", &[("values", "without without_in_list")]),
    (
        "the operands of a generic function whose types are its parameters",
        &[("values", "of_generic of_generic_list"), ("sequences", "of_generic")],
    ),
    ("a comparison with `None` itself", &[("values", "none less_than_none")]),
    (
        "operands whose type is known only afterwards",
        &[("values", "coerced"), ("conditions", "untyped")],
    ),
    ("`matches!(..)`", &[("conditions", "macros")]),
    (
        "Some methods of the standard library are measured as well",
        &[("characters", "alphabetic"), ("sequences", "of_deque")],
    ),
    (
        "Anything else has no distance: a field of an element",
        &[("texts", "field_of_element"), ("sequences", "of_map")],
    ),
    (
        "The argument is plain in the same way, or it is computed",
        &[
            (
                "texts",
                "starts_format starts_byte starts_value ends_computed contains_computed
                caseless_computed",
            ),
            (
                "sequences",
                "contains_computed contains_length contains_part contains_owned contains_mutable
                caseless_vector",
            ),
            ("ranges", "length computed negative converted cast next floats bounds negated"),
            ("characters", "caseless_computed"),
        ],
    ),
    (
        "It has no distance if it is a closure, a function, a set of characters",
        &[
            ("texts", "starts_block starts_set starts_closure starts_function contains_set"),
            ("affixes", "by_closure"),
        ],
    ),
    (
        "a receiver that is neither a shared reference nor a part",
        &[
            ("texts", "starts_shared_computed"),
            (
                "sequences",
                "contains_options contains_rows contains_box_computed contains_counted
                contains_shared_computed",
            ),
            (
                "values",
                "single_slice single_computed own_in_slice own_as_slice own_in_part own_copied
                own_array",
            ),
        ],
    ),
    (
        "the receiver must be a range or an array of literals",
        &[("ranges", "returned returned_computed")],
    ),
    (
        "`strip_prefix` and `strip_suffix` have no distance",
        &[("affixes", "computed tried_argument")],
    ),
];

/// Tables by the names of their functions.
macro_rules! tables {
    ($($module:ident: $($table:ident)*;)*) => {
        [$($((stringify!($table), $module::$table as fn(Table) -> Table)),*),*]
    };
}

fn documentation() -> String {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/instrument/mod.rs");
    let source = std::fs::read_to_string(source).expect("the documentation");
    let (_, source) = source.split_once("# What becomes of the code").expect("a heading");
    source.split_once("# Calls").expect("a heading").0.to_owned()
}

#[test]
fn od84_each_line_of_the_documentation_is_known_here() {
    let source = documentation();
    let rows = source.lines().filter_map(|line| line.strip_prefix("//! | "));
    let cells = rows.filter_map(|row| Some(row.split_once(" | ")?.0));
    let cells: Vec<_> = cells.filter(|cell| !["code", "method"].contains(cell)).collect();
    assert_eq!(cells, LINES.map(|(cell, _)| cell));
    let lines = source.lines().map(|line| line.trim_start_matches("//!").trim());
    let mut rest = &*lines.collect::<Vec<_>>().join(" ");
    for (sentence, _) in SENTENCES {
        rest = rest.split_once(sentence).unwrap_or_else(|| panic!("no sentence: {sentence}")).1;
    }
}

#[test]
fn each_line_of_the_documentation_has_its_rows() {
    let tables = tables! {
        constructs: conditions matches assertions;
        methods: texts characters sequences ranges affixes;
        operands: numbers lists values;
    };
    let mut unnamed: BTreeMap<_, _> =
        tables.iter().map(|(name, rows)| (*name, rows(Table::list()).names())).collect();
    let rows = unnamed.clone();
    for (line, tables) in LINES.iter().chain(&SENTENCES) {
        assert!(!tables.is_empty(), "no row for {line}");
        for (table, names) in *tables {
            let names: BTreeSet<_> = names.split_whitespace().collect();
            let lost: Vec<_> = names.difference(&rows[table]).collect();
            assert!(lost.is_empty(), "{table} has no rows {lost:?}, of the line {line}");
            unnamed.entry(table).or_default().retain(|row| !names.contains(row));
        }
    }
    unnamed.retain(|_, rows| !rows.is_empty());
    assert!(unnamed.is_empty(), "rows of no line: {unnamed:?}");
}
