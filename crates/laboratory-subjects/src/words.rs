//! Words and lines: strsim, heck, textwrap.

use crate::make::{ALPHANUMERIC, pair, suite as make, text, up_to, value};
use heck::{ToKebabCase, ToLowerCamelCase, ToShoutySnakeCase, ToTitleCase, ToTrainCase};
use sbst_laboratory::inputs::Shape;
use sbst_laboratory::subject::{Instrumented, Suite, SuiteError};

/// Characters of lines.
const LINE: &str = "abcdeABC01   \n-.,>*é";

/// Creates a subject that compares two texts.
fn compared(
    name: &str,
    paths: &[&str],
    call: impl Fn(&str, &str) + Send + Sync + 'static,
) -> Instrumented {
    value(
        name,
        paths,
        pair(Shape::text("abcde ehiknostgé€", 16), Shape::text("abcde ehiknostgé€", 16)),
        [
            ["kitten", "sitting"],
            ["", "abc"],
            ["ab", "bca"],
            ["abc", "abc"],
            ["ca ab", "ac ba"],
            ["toe", "the"],
        ],
        move |(first, second): (String, String)| call(&first, &second),
    )
}

pub(crate) fn suite() -> Result<Suite, SuiteError> {
    let laid = || Shape::tuple([Shape::text(LINE, 40), up_to(20), up_to(31)]);
    make([
        compared(
            "strsim::jaro_winkler",
            &[
                "strsim::jaro",
                "strsim::generic_jaro",
                "strsim::jaro_winkler",
                "strsim::generic_jaro_winkler",
            ],
            |first, second| {
                strsim::jaro_winkler(first, second);
            },
        ),
        compared(
            "strsim::damerau_levenshtein",
            &[
                "strsim::generic_damerau_levenshtein",
                "strsim::damerau_levenshtein_impl",
                "strsim::normalized_damerau_levenshtein",
                "strsim::flat_index",
                "strsim::HybridGrowingHashmapChar",
                "strsim::GrowingHashmapChar",
            ],
            |first, second| {
                strsim::normalized_damerau_levenshtein(first, second);
                strsim::generic_damerau_levenshtein(first.as_bytes(), second.as_bytes());
            },
        ),
        compared(
            "strsim::sorensen_dice",
            &[
                "strsim::sorensen_dice",
                "strsim::bigrams",
                "strsim::hamming",
                "strsim::generic_hamming",
                "strsim::normalized_levenshtein",
                "strsim::generic_levenshtein",
                "strsim::levenshtein",
            ],
            |first, second| {
                strsim::sorensen_dice(first, second);
                let _ = strsim::hamming(first, second);
                strsim::normalized_levenshtein(first, second);
            },
        ),
        text(
            "heck::transform",
            &["heck"],
            &(ALPHANUMERIC.to_owned() + "   __--..ABCDEFGéßΣ"),
            20,
            &[
                "CamelCase",
                "snake_case",
                "XMLHttpRequest",
                "aB-cD",
                "FIELD_NAME11",
                "99Bottles",
                "",
                "ΣΣ aΣ",
                "éAß",
            ],
            |text| {
                let _ =
                    (text.to_lower_camel_case(), text.to_kebab_case(), text.to_shouty_snake_case());
                let _ = (text.to_title_case(), text.to_train_case());
            },
        ),
        value(
            "textwrap::wrap",
            &[
                "textwrap::wrap",
                "textwrap::core",
                "textwrap::word_splitters",
                "textwrap::word_separators",
                "textwrap::wrap_algorithms",
                "textwrap::options",
                "textwrap::line_ending",
            ],
            laid(),
            [
                ("a bc de aaa bbb", 6, 0),
                ("aaaaaaaaaaaaaaaaaaaaa", 5, 1),
                ("a-b aa-bb", 4, 2),
                ("a\nb  c \n\nd", 10, 4),
                ("a b c d e", 3, 8),
                ("é é é", 0, 17),
            ],
            |(text, width, options): (String, usize, u8)| {
                textwrap::wrap(&text, layout(width, options));
            },
        ),
        value(
            "textwrap::fill",
            &[
                "textwrap::fill",
                "textwrap::wrap",
                "textwrap::core",
                "textwrap::word_splitters",
                "textwrap::word_separators",
                "textwrap::wrap_algorithms",
            ],
            laid(),
            [
                ("a bc de aaa bbb", 6, 0),
                ("aaaaaaaaaaaaaaaaaaaaa", 5, 1),
                ("abc", 20, 0),
                ("a\nb  c \n\nd", 10, 4),
                ("a b c d e", 3, 16),
            ],
            |(mut text, width, options): (String, usize, u8)| {
                textwrap::fill(&text, layout(width, options));
                textwrap::fill_inplace(&mut text, width);
            },
        ),
        text(
            "textwrap::unfill",
            &["textwrap::refill", "textwrap::line_ending", "textwrap::indentation"],
            "ab c   \n\n\r->*/#",
            40,
            &[
                "* a b\n  c a\n  b",
                "> a\n> b\n",
                "a\r\nb\r\n",
                "  a\n    b\n  c",
                "a",
                "// a b\n// c\n",
            ],
            |text| {
                textwrap::unfill(text);
                textwrap::refill(text, 10);
                textwrap::dedent(text);
                textwrap::indent(text, "# ");
            },
        ),
        value(
            "textwrap::wrap_columns",
            &[
                "textwrap::columns",
                "textwrap::wrap",
                "textwrap::core",
                "textwrap::word_splitters",
                "textwrap::word_separators",
                "textwrap::wrap_algorithms",
            ],
            Shape::tuple([Shape::text(LINE, 30), up_to(4), Shape::integers(0..=40)]),
            [("a bc de aaa bbb", 2, 20), ("aaaaaaaaaaaa", 3, 8), ("a b", 1, 30), ("a\n\nb", 4, 40)],
            |(text, columns, width): (String, usize, usize)| {
                textwrap::wrap_columns(&text, columns, width, "|", " ", "|");
            },
        ),
    ])
}

/// Returns options of a layout, a bit for each.
fn layout(width: usize, options: u8) -> textwrap::Options<'static> {
    let mut layout = textwrap::Options::new(width).break_words(options & 1 == 0);
    if options & 2 != 0 {
        layout = layout.word_splitter(textwrap::WordSplitter::NoHyphenation);
    }
    if options & 4 != 0 {
        layout = layout.initial_indent("* ").subsequent_indent("  ");
    }
    if options & 8 != 0 {
        layout = layout.preserve_trailing_space(true);
    }
    if options & 16 != 0 {
        layout = layout.line_ending(textwrap::LineEnding::CRLF);
    }
    layout
}
