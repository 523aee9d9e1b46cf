//! The lines of the documentation, each with the module that has its rows.

use std::path::Path;

/// First cells of the tables of the documentation, in their order.
const LINES: [(&str, &str); 23] = [
    (r"`if a < b`, `while a == b`", "operands, constructs"),
    (r"`a && b`, `a \|\| b`", "constructs"),
    (r"`true`, `cfg!(..)`, and what `!`, `&&`, `\|\|` make of these", "no condition"),
    (r"`if let`, `while let`, `let else`, `let` in a chain", "constructs, methods"),
    (r"`for`", "constructs"),
    (r"`match` by integers of any type, characters, bytes, `bool`s", "constructs"),
    (r"`match` by texts or byte strings", "constructs"),
    (r"a guard of an arm", "constructs"),
    (r"`match` by other patterns", "constructs"),
    (r"`?`", "constructs, methods"),
    (r"`assert!`, `assert_eq!`, and their relatives", "constructs"),
    (r"`return`, the end of the function", "no condition"),
    (r"a closure that decides anything", "constructs"),
    (r"`is_empty`", "methods: texts, sequences, ranges"),
    (r"`starts_with`, `ends_with`", "methods: texts"),
    (r"`starts_with`, `ends_with`", "methods: sequences"),
    (r"`contains`", "methods: texts"),
    (r"`contains`", "methods: sequences"),
    (r"`contains`", "methods: ranges"),
    (r"`eq_ignore_ascii_case`", "methods: texts, sequences, characters and bytes"),
    (r"`is_ascii`", "methods: texts, sequences, characters and bytes"),
    (
        r"`is_ascii_digit`, `is_ascii_hexdigit`, `is_ascii_alphabetic`, `is_ascii_alphanumeric`, `is_ascii_lowercase`, `is_ascii_uppercase`, `is_ascii_punctuation`, `is_ascii_whitespace`",
        "methods: characters and bytes",
    ),
    (
        r"`strip_prefix`, `strip_suffix`, where a pattern or `?` asks if they found something",
        "methods: affixes",
    ),
];

#[test]
fn od84_each_line_of_the_documentation_is_known_here() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/instrument/mod.rs");
    let source = std::fs::read_to_string(source).expect("the documentation");
    let (_, source) = source.split_once("# What becomes of the code").expect("a heading");
    let (source, _) = source.split_once("# Calls").expect("a heading");
    let rows = source.lines().filter_map(|line| line.strip_prefix("//! | "));
    let cells = rows.filter_map(|row| Some(row.split_once(" | ")?.0));
    let cells: Vec<_> = cells.filter(|cell| !["code", "method"].contains(cell)).collect();
    assert_eq!(cells, LINES.map(|(cell, _)| cell));
}
