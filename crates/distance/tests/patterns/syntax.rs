//! Patterns that are no language of ours: each error by its name, at once and without much memory.

use sbst_distance::language::{Language, Matching, PatternError};
use std::thread;

fn error(pattern: &str) -> PatternError {
    let error = Language::<char>::parse(pattern, Matching::Search).expect_err(pattern);
    assert_eq!(Language::<u8>::parse(pattern, Matching::Full).expect_err(pattern), error);
    error
}

const TOO_LARGE: PatternError = PatternError::TooLarge { limit: 1 << 20 };

#[test]
fn the_parser_says_where_a_pattern_is_wrong() {
    let PatternError::Syntax { offset, message } = error("ab(c") else { panic!("another error") };
    assert_eq!((offset, message.as_str()), (2, "unclosed group"));
    assert_eq!(error("ab(c").to_string(), "at byte 2 of the pattern: unclosed group");
    for (pattern, at) in [
        ("é*{", 3),
        ("[z-a]", 1),
        ("a{2,1}", 1),
        (r"\p{Klingon}", 0),
        ("*", 0),
        (r"(a)\1", 3),
        ("(?=a)", 0),
    ] {
        let Err(PatternError::Syntax { offset, .. }) =
            Language::<char>::parse(pattern, Matching::Full)
        else {
            panic!("{pattern} is legal")
        };
        assert_eq!(offset, at, "{pattern}");
    }
}

#[test]
fn chars_cannot_match_what_is_not_utf_8() {
    for pattern in [r"(?-u:\xFF)", r"a(?-u:.)", r"(?-u:[^a])"] {
        assert!(
            matches!(
                Language::<char>::parse(pattern, Matching::Full),
                Err(PatternError::Syntax { .. })
            ),
            "{pattern}"
        );
        assert!(Language::<u8>::parse(pattern, Matching::Full).is_ok(), "{pattern}");
    }
    // ASCII is both.
    assert_eq!(
        Language::<char>::parse(r"(?-u:\w[b-d]a)", Matching::Full).map(|l| l.edits("xca").get()),
        Ok(0.0)
    );
}

#[test]
fn bytes_are_no_chars_unless_unicode_is_on() {
    for pattern in ["[é]", r"\p{Greek}"] {
        assert!(
            matches!(
                Language::<u8>::parse(pattern, Matching::Full),
                Err(PatternError::Syntax { .. })
            ),
            "{pattern}"
        );
        assert!(
            Language::<u8>::parse(&format!("(?u){pattern}"), Matching::Full).is_ok(),
            "{pattern}"
        );
    }
}

#[test]
fn what_looks_around_is_not_supported() {
    let cases = [
        (r"\bword", "word boundaries"),
        (r"a\B", "word boundaries"),
        (r"\b{start}a", "word boundaries"),
        (r"a\b{end-half}", "word boundaries"),
        (r"(?-u:\b)", "word boundaries"),
        ("(?m)^a", "anchors of lines"),
        ("(?m)a$|b", "anchors of lines"),
        ("(?mR)^a", "anchors of lines that end by CRLF"),
        ("(?mR)a$", "anchors of lines that end by CRLF"),
    ];
    for (pattern, what) in cases {
        assert_eq!(error(pattern), PatternError::Unsupported { what }, "{pattern}");
    }
    assert_eq!(error(r"\b").to_string(), "word boundaries are not supported");
}

#[test]
fn repetitions_that_explode_are_too_large() {
    let twice = |depth: usize| format!("{}a{}", "(".repeat(depth), "){2}".repeat(depth));
    for pattern in [
        "((a{1000}){1000}){1000}",
        "(a{1000}){1000}",
        "a{4294967295}",
        "a{4294967295,}",
        "a{0,4294967295}",
        "(((a|){1000}){1000}){1000}",
        r"(([^\s\S]{1000}){1000}){1000}",
        r"(?u:((\w{1000}){1000}){1000})",
        &twice(60),
        &twice(120),
    ] {
        assert_eq!(error(pattern), TOO_LARGE, "{pattern}");
    }
    assert_eq!(TOO_LARGE.to_string(), "the pattern needs more than 1048576 states and edges");
    let large = Language::<char>::parse("(a{300}){1000}", Matching::Full).expect("below the limit");
    assert_eq!(large.edits("aaa").get(), 299_997.0);
}

#[test]
fn nesting_is_bounded_by_the_parser_and_needs_no_stack() {
    let nested = |depth: usize, sign: &str| {
        format!("{}a{}", "(".repeat(depth), format!("){sign}").repeat(depth))
    };
    let work = move || {
        for sign in ["", "*", "+", "?", "a", "+?", "?$"] {
            for depth in [10, 80] {
                let language = Language::<char>::parse(&nested(depth, sign), Matching::Search)
                    .expect("a pattern");
                assert!(language.edits("").get() <= 1.0 + depth as f64, "{sign}");
            }
            assert!(matches!(error(&nested(300, sign)), PatternError::Syntax { .. }));
        }
    };
    thread::Builder::new()
        .stack_size(256 << 10)
        .spawn(work)
        .expect("a thread")
        .join()
        .expect("no panic");
}

#[test]
fn errors_go_anywhere() {
    fn anywhere<T: Send + Sync + core::error::Error + Clone + PartialEq + 'static>() {}
    anywhere::<PatternError>();
}
