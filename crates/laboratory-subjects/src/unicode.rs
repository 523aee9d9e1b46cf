//! Texts of many scripts: unicode-segmentation, unicode-bidi.

use crate::make::{pair, suite as make, text, up_to, value};
use sbst_laboratory::inputs::Shape;
use sbst_laboratory::subject::{Suite, SuiteError};
use unicode_bidi::{BidiInfo, Level, ParagraphBidiInfo};
use unicode_segmentation::{GraphemeCursor, GraphemeIncomplete, UnicodeSegmentation};

/// Characters of every class of the rules for clusters.
const CLUSTERS: &str = "ab\r\n\u{300}\u{308}\u{200d}\u{1f468}\u{1f3fd}\u{1f1e6}\u{1f1e7}\u{1100}\u{1161}\u{11a8}\u{ac00}\u{ac01}\u{600}\u{903}\u{915}\u{94d}\u{937}\u{200b}";
/// Characters of every class of the rules for words and sentences.
const SENTENCES: &str = "aB1é ..,'\":;?!_()\r\n\u{85}\u{ad}\u{5d0}\u{30a2}\u{3042}\u{300}\u{200d}\u{1f600}\u{1f1e6}\u{201d}";
/// Characters of both directions, numbers, and formats.
const BOTH: &str = "ab 1+,.!()\t\n\u{5d0}\u{5d1}\u{627}\u{661}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\u{300}$";

pub(crate) fn suite() -> Result<Suite, SuiteError> {
    make([
        text(
            "unicode_segmentation::graphemes",
            &["unicode_segmentation::grapheme"],
            CLUSTERS,
            12,
            &[
                "a\u{300}b",
                "\r\n",
                "\u{1f468}\u{200d}\u{1f468}",
                "\u{1f1e6}\u{1f1e7}\u{1f1e6}",
                "\u{1100}\u{1161}\u{11a8}",
                "\u{915}\u{94d}\u{937}",
                "\u{600}a",
                "\u{1f468}\u{1f3fd}",
            ],
            |text| {
                text.graphemes(true).count();
                text.graphemes(false).rev().count();
            },
        ),
        value(
            "unicode_segmentation::GraphemeCursor",
            &["unicode_segmentation::grapheme::GraphemeCursor"],
            Shape::tuple([Shape::text(CLUSTERS, 8), up_to(8), up_to(8)]),
            [
                ("a\u{300}b", 1, 2),
                ("\u{1f1e6}\u{1f1e7}\u{1f1e6}", 4, 2),
                ("\r\n", 1, 1),
                ("\u{1100}\u{1161}", 0, 1),
                ("ab", 2, 1),
            ],
            |(text, at, chunk): (String, usize, usize)| {
                // Two chunks, and a cursor anywhere, even within a character.
                let middle = text.char_indices().map(|(at, _)| at).nth(chunk).unwrap_or(text.len());
                let mut cursor = GraphemeCursor::new(at.min(text.len()), text.len(), true);
                for _ in 0..8 {
                    match cursor.is_boundary(&text[middle..], middle) {
                        Err(GraphemeIncomplete::PreContext(end)) => {
                            cursor.provide_context(&text[..end], 0);
                        }
                        Err(_) => break,
                        Ok(_) => match cursor.next_boundary(&text[middle..], middle) {
                            Ok(Some(_)) => {}
                            Err(GraphemeIncomplete::PreContext(end)) => {
                                cursor.provide_context(&text[..end], 0);
                            }
                            _ => break,
                        },
                    }
                }
            },
        ),
        text(
            "unicode_segmentation::split_word_bounds",
            &["unicode_segmentation::word"],
            SENTENCES,
            14,
            &[
                "a, B!",
                "a.a 1.1",
                "\u{5d0}\"\u{5d0}'",
                "\u{30a2}\u{30a2}_a",
                "\u{1f1e6}\u{1f1e6}",
                "a\u{ad}\u{300}a",
                "\r\na\n",
                "1,1;a",
            ],
            |text| {
                text.split_word_bounds().count();
                text.split_word_bounds().rev().count();
                text.unicode_words().count();
            },
        ),
        text(
            "unicode_segmentation::split_sentence_bounds",
            &["unicode_segmentation::sentence"],
            SENTENCES,
            16,
            &["a. B! a?", "1.1 a.", "a.) B", "a\u{85}B", "a.\u{201d} B", "a: B. 1"],
            |text| {
                text.split_sentence_bounds().count();
                text.unicode_sentences().count();
            },
        ),
        value(
            "unicode_bidi::BidiInfo::new",
            &["unicode_bidi"],
            pair(Shape::text(BOTH, 16), up_to(2)),
            [
                ("ab \u{5d0}\u{5d1} 1", 0),
                ("\u{5d0}(a)\u{5d1}", 1),
                ("\u{202b}a\u{202c}b", 0),
                ("\u{2067}a\u{2069}\n\u{5d0}", 0),
                ("\u{627}\u{661}+1", 2),
                ("a\u{300}\u{5d0}\u{300}", 0),
                ("\u{202e}a\u{2068}\u{5d0}", 1),
            ],
            |(text, level): (String, u8)| {
                let level =
                    [None, Some(Level::ltr()), Some(Level::rtl())][usize::from(level.min(2))];
                let info = BidiInfo::new(&text, level);
                for paragraph in &info.paragraphs {
                    info.reorder_line(paragraph, paragraph.range.clone());
                }
            },
        ),
        value(
            "unicode_bidi::ParagraphBidiInfo::reorder_line",
            &[
                "unicode_bidi::ParagraphBidiInfo",
                "unicode_bidi::BidiInfo::reorder_visual",
                "unicode_bidi::reorder_visual",
                "unicode_bidi::visual_runs_for_line",
                "unicode_bidi::reorder_levels",
                "unicode_bidi::reorder_line",
                "unicode_bidi::level",
            ],
            Shape::tuple([
                Shape::text(
                    "ab 1 \t\u{5d0}\u{5d1}\u{627}\u{661}\u{202b}\u{202c}\u{2067}\u{2069}",
                    14,
                ),
                up_to(20),
                up_to(20),
            ]),
            [
                ("ab \u{5d0}\u{5d1} 1", 0, 8),
                ("\u{5d0}\u{5d1}", 0, 2),
                ("ab", 1, 2),
                ("\u{5d0} \t", 0, 4),
                ("a\u{5d0}", 1, 9),
            ],
            |(text, from, to): (String, usize, usize)| {
                // Lines end at characters; a line that ends before it begins, or after the text, is
                // a mistake of the caller.
                let info = ParagraphBidiInfo::new(&text, None);
                info.reorder_line(from..to);
                BidiInfo::reorder_visual(&info.reordered_levels_per_char(from..to));
            },
        ),
    ])
}
