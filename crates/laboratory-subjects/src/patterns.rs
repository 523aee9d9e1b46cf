//! Patterns and paths: glob, wildmatch, path-clean.

use crate::make::{ignore, pair, suite as make, text, up_to, value};
use glob::{MatchOptions, Pattern};
use sbst_laboratory::inputs::Shape;
use sbst_laboratory::subject::{Suite, SuiteError};

pub(crate) fn suite() -> Result<Suite, SuiteError> {
    make([
        text(
            "glob::Pattern::new",
            &["glob::Pattern::new", "glob::parse_char_specifiers"],
            "aabcxz**??[[]]!!-/.",
            20,
            &["a*.c", "**/a", "a/**/b", "[a-z]x", "[!a]", "[]a]", "a**", "[a", "***", "[!]a-]"],
            |text| ignore(Pattern::new(text)),
        ),
        value(
            "glob::Pattern::matches_with",
            &[
                "glob::Pattern::matches_from",
                "glob::Pattern::matches_with",
                "glob::in_char_specifiers",
                "glob::chars_eq",
            ],
            Shape::tuple([
                Shape::text("aAbcz**?[[]]!-//.", 14),
                Shape::text("aAbBczZ//..", 12),
                up_to(7),
            ]),
            [
                ("a*c", "abbc", 7),
                ("**/b", "a/a/b", 7),
                ("[a-z]b", "Ab", 6),
                ("*/c", ".a/c", 3),
                ("a?c", "a/c", 2),
                ("[!b]*", "a.b", 0),
                ("a/**/b", "a/b", 1),
            ],
            |(pattern, text, options): (String, String, u8)| {
                if let Ok(pattern) = Pattern::new(&pattern) {
                    let options = MatchOptions {
                        case_sensitive: options & 1 != 0,
                        require_literal_separator: options & 2 != 0,
                        require_literal_leading_dot: options & 4 != 0,
                    };
                    pattern.matches_with(&text, options);
                }
            },
        ),
        value(
            "wildmatch::WildMatch::matches",
            &["wildmatch"],
            pair(Shape::text("aabbcA**??", 16), Shape::text("aabbcAB", 16)),
            [
                ["*", "abc"],
                ["a*c", "abbc"],
                ["a?b", "acb"],
                ["*a*b*", "cacbc"],
                ["ab", "abc"],
                ["a**", "a"],
                ["?", ""],
            ],
            |(pattern, text): (String, String)| {
                wildmatch::WildMatch::new(&pattern).matches(&text);
                wildmatch::WildMatch::new_case_insensitive(&pattern).matches(&text);
            },
        ),
    ])
}
