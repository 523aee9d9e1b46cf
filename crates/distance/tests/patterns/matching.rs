//! Patterns, against the crate `regex`: what matches is 0 away, and the nearest of all matching
//! texts is as far as it is.

use crate::oracle::{levenshtein, members, nearest, words};
use proptest::prelude::*;
use regex::{Regex, bytes};
use sbst_distance::language::{Language, Matching};

fn chars(pattern: &str, matching: Matching) -> Language<char> {
    Language::<char>::parse(pattern, matching).expect("a pattern")
}

fn octets(pattern: &str, matching: Matching) -> Language<u8> {
    Language::<u8>::parse(pattern, matching).expect("a pattern")
}

/// The pattern that `regex` is to find somewhere.
fn wanted(pattern: &str, matching: Matching) -> String {
    match matching {
        Matching::Full => format!(r"\A(?:{pattern})\z"),
        _ => pattern.into(),
    }
}

const BOTH: [Matching; 2] = [Matching::Full, Matching::Search];

/// A pattern, and how many symbols it has when its repetitions are written out: its shortest text,
/// if any, has no more.
#[derive(Clone, Debug)]
struct Written(String, u32);

fn patterns() -> impl Strategy<Value = Written> {
    let symbols = ["a", "b", "c", ".", "[ab]", "[^a]", "[b-z]", r"\w", "(?i)B"]
        .map(|symbol| Written(symbol.into(), 1));
    let anchors = ["^", "$", r"\A", r"\z", ""].map(|divergence| Written(divergence.into(), 0));
    let words = [Written("ab".into(), 2), Written("ca".into(), 2)];
    let leaf = prop_oneof![
        6 => prop::sample::select(symbols.to_vec()),
        3 => prop::sample::select(anchors.to_vec()),
        1 => prop::sample::select(words.to_vec()),
    ];
    let pattern = leaf.prop_recursive(4, 12, 3, |inner| {
        // What is written behind it, and how often it is written out.
        let times = [
            ("*", 1),
            ("+?", 2),
            ("?", 1),
            ("{0}", 0),
            ("{2}", 2),
            ("{0,2}", 2),
            ("{1,2}?", 2),
            ("{1,}", 2),
            ("{0,0}", 0),
        ];
        let repeated = (inner.clone(), prop::sample::select(times.to_vec())).prop_map(
            |(Written(part, size), (sign, times))| Written(format!("({part}){sign}"), size * times),
        );
        let joined = |glue: &'static str| {
            move |parts: Vec<Written>| {
                let size = parts.iter().map(|part| part.1).sum();
                let texts: Vec<_> = parts.into_iter().map(|part| part.0).collect();
                Written(format!("(?:{})", texts.join(glue)), size)
            }
        };
        prop_oneof![
            repeated,
            prop::collection::vec(inner.clone(), 1..4).prop_map(joined("")),
            prop::collection::vec(inner, 1..4).prop_map(joined("|")),
        ]
    });
    pattern.prop_filter("too many texts to list", |pattern| pattern.1 <= 4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_text_is_as_far_as_the_nearest_match(
        pattern in patterns(),
        texts in prop::collection::vec(words("abc", 3), 6),
    ) {
        let Written(pattern, size) = pattern;
        for matching in BOTH {
            let regex = Regex::new(&wanted(&pattern, matching)).expect("a pattern");
            let members = members(3, size as usize, |text| regex.is_match(text));
            let (chars, octets) = (chars(&pattern, matching), octets(&pattern, matching));
            for text in &texts {
                let expected = nearest(&members, text);
                prop_assert_eq!(chars.edits(text).get(), expected, "{:?} {:?}", matching, text);
                prop_assert_eq!(
                    octets.edits(text.as_bytes()).get(),
                    expected,
                    "{:?} {:?}",
                    matching,
                    text
                );
            }
        }
    }
}

proptest! {
    #[test]
    fn zero_means_match(pattern in patterns(), text in words("abcABC é\n", 8)) {
        for matching in BOTH {
            let regex = Regex::new(&wanted(&pattern.0, matching)).expect("a pattern");
            prop_assert_eq!(
                chars(&pattern.0, matching).matches(&text).holds(),
                regex.is_match(&text),
                "{:?}",
                matching
            );
            let regex = bytes::RegexBuilder::new(&wanted(&pattern.0, matching))
                .unicode(false)
                .build()
                .expect("a pattern");
            let decision = octets(&pattern.0, matching).matches(text.as_bytes());
            prop_assert_eq!(decision.holds(), regex.is_match(text.as_bytes()), "{:?}", matching);
        }
    }

    #[test]
    fn an_edit_changes_the_distance_by_one_at_most(
        pattern in patterns(),
        one in words("abcx", 8),
        other in words("abcx", 8),
    ) {
        for matching in BOTH {
            let language = chars(&pattern.0, matching);
            let (near, far) = (language.edits(&one).get(), language.edits(&other).get());
            prop_assert!(near == far || (near - far).abs() <= levenshtein(&one, &other) as f64);
        }
    }
}

#[test]
fn membership_is_that_of_the_engine() {
    let patterns = [
        r"\d{4}-\d{2}-\d{2}",
        r"[\w.+-]+@[\w-]+\.[\w.-]+",
        r"\p{Greek}+",
        r"\P{Greek}",
        r"(?i)straße",
        r"(?i:k)elvin",
        r"\w+\s\w+",
        r"(?s).",
        r".",
        r"[^\n]",
        r"[\u{D7FF}-\u{E000}]",
        r"[\x00-\u{10FFFF}]{2}",
        r"[[:alpha:]&&[^x]]+",
        "(?x) a b # comment\n",
        r"^$",
        r"^|b$",
        r"(^a|b)c?$",
        r"(^|,)x(,|$)",
        r"$^",
        r"a^b",
        r"(?:a|^)*b($|c)*",
        r"[^\s\S]|é",
        r"(?-u:\w)\W",
        r"((a|b)*?c){2,3}",
        "",
    ];
    let texts = [
        "",
        "a",
        "b",
        "ab",
        "abc",
        "bc",
        "x",
        "x,x",
        "x,y",
        "xx",
        "αβγ",
        "α",
        "é",
        "éa",
        "ñandú año",
        "straße",
        "STRASSE",
        "STRAẞE",
        "\u{212A}elvin",
        "Kelvin",
        "\n",
        "\0",
        "\u{D7FF}",
        "\u{E000}",
        "\u{10FFFF}",
        "\u{D7FE}",
        "\u{E001}",
        "2024-02-29",
        "٢٠٢٤-٠٢-٢٩",
        "to me@home.org",
        "me@home",
        "bcacac",
        "word",
    ];
    for pattern in patterns {
        for matching in BOTH {
            let regex = Regex::new(&wanted(pattern, matching)).expect("a pattern");
            // With Unicode on, the bytes of a char are what the engine reads, too.
            let unicode = format!("(?u:{pattern}\n)");
            let (language, encoded) = (chars(pattern, matching), octets(&unicode, Matching::Full));
            for text in texts {
                assert_eq!(
                    language.matches(text).holds(),
                    regex.is_match(text),
                    "{pattern} {matching:?} {text}"
                );
                if matching == Matching::Full && !pattern.contains(['$', '#']) {
                    let line = format!("{text}\n");
                    assert_eq!(
                        encoded.matches(line.as_bytes()).holds(),
                        regex.is_match(text),
                        "{pattern} {text}"
                    );
                }
            }
        }
    }
}

#[test]
fn bytes_need_not_be_utf_8() {
    let any = octets(r"\xff.", Matching::Full);
    assert_eq!(any.edits(b"\xff\xfe").get(), 0.0);
    assert_eq!(any.edits(b"\xff\n").get(), 1.0);
    assert_eq!(any.edits("ÿ".as_bytes()).get(), 1.0); // its first byte replaced
    assert_eq!(octets("(?i)É|é", Matching::Full).edits("É".as_bytes()).get(), 0.0);
}

#[test]
fn classes_of_chars_are_their_encodings_among_bytes() {
    for class in [
        r"\p{Greek}",
        r"\w",
        r"[^a]",
        r"(?s:.)",
        r"[\u{7F}-\u{80}\u{7FF}-\u{800}\u{FFFF}-\u{10000}]",
    ] {
        let regex = Regex::new(&format!("^(?:{class})$")).expect("a pattern");
        let encodings = octets(&format!("(?u:{class})"), Matching::Full);
        let edges = [0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x1_0000, 0x10_FFFF];
        for char in edges.into_iter().chain((0..0x11_0000).step_by(331)).filter_map(char::from_u32)
        {
            let text = char.to_string();
            assert_eq!(
                encodings.matches(text.as_bytes()).holds(),
                regex.is_match(&text),
                "{class} {char:?}"
            );
        }
    }
}

#[test]
fn distances_worked_out_by_hand() {
    let full = |pattern: &str, text: &str| chars(pattern, Matching::Full).edits(text).get();
    let search = |pattern: &str, text: &str| chars(pattern, Matching::Search).edits(text).get();
    assert_eq!(full(r"\d{4}-\d{2}-\d{2}", "29.2.2024"), 3.0);
    assert_eq!(full("(?i)straße", "STRASSE"), 2.0);
    assert_eq!(full(r"\p{Greek}+", "abγ"), 2.0);
    assert_eq!(full("(ab)*", "aba"), 1.0);
    assert_eq!(full("a{3,5}", "a"), 2.0);
    assert_eq!(full("a{3,5}", "aaaaaaa"), 2.0);
    assert_eq!(search("^a", "bca"), 1.0); // the b replaced
    assert_eq!(search("^ab$", "xaby"), 2.0);
    assert_eq!(search("ab", "xaby"), 0.0);
    assert_eq!(search("^$", "abc"), 3.0);
    assert_eq!(search("^a|b$", "cb"), 0.0);
    assert_eq!(search("a^", "a"), f64::INFINITY);
    assert_eq!(full(r"[^\s\S]", "a"), f64::INFINITY);
}
