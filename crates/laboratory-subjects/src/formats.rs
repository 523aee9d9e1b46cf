//! Formats of data and of terminals: tinyjson, csv-core, getopts, shlex, vte, csscolorparser.

use crate::make::{calls, ignore, nothing, pair, read, suite as make, text, up_to, value};
use sbst_laboratory::inputs::Shape;
use sbst_laboratory::subject::{Suite, SuiteError};
use tinyjson::JsonValue;

/// Receives what the parser of a terminal finds.
struct Screen;

impl vte::Perform for Screen {}

/// Returns a reader with options, a bit for each.
fn reader(options: u8) -> csv_core::Reader {
    let mut builder = csv_core::ReaderBuilder::new();
    builder.double_quote(options & 1 == 0).nfa(options & 16 != 0);
    if options & 2 != 0 {
        builder.comment(Some(b'#'));
    }
    if options & 4 != 0 {
        builder.escape(Some(b'\\'));
    }
    if options & 8 != 0 {
        builder.delimiter(b';');
    }
    builder.build()
}

pub(crate) fn suite() -> Result<Suite, SuiteError> {
    // It takes more than a millisecond to make one.
    let readers: Vec<_> = (0..32).map(reader).collect();
    make([
        text(
            "tinyjson::JsonValue::from_str",
            &["tinyjson::parser"],
            "{}[]:,,\"\"\\0123456789.eE+-truefalsenullabxd \n/\u{1}",
            40,
            &[
                "{\"a\": 1, \"b\": [true, false]}",
                "[1, -2.5e3, null]",
                "\"\\u0041\\n\"",
                "{}",
                "[[[]]]",
                "\"\\ud83d\\ude00\"",
                "01",
                "[1,]",
                "\"a",
                "-",
            ],
            |text| ignore(text.parse::<JsonValue>()),
        ),
        text(
            "tinyjson::JsonValue::stringify",
            &["tinyjson::generator"],
            "[],,\"\"\\0123456789.eE+-truefalsenullbx \n",
            30,
            &[
                "[1, -2.5e3, null]",
                "[\"a\\n\", true]",
                "[[], [[]]]",
                "\"\\t\\b\"",
                "[\"\\u0001\"]",
                "[false, \"\\\\\"]",
            ],
            |text| {
                if let Ok(value) = text.parse::<JsonValue>() {
                    let _ = (value.stringify(), value.format());
                }
            },
        ),
        value(
            "csv_core::Reader::read_field",
            &["csv_core::reader", "csv_core::Terminator"],
            pair(Shape::text("abc01,,;\"\"\\#\r\n\r\n ", 40), up_to(31)),
            [
                ("a,b\n1,0\n", 0),
                ("\"a,b\",c\r\n", 1),
                ("\"a\"\"b\"\n#c\n1", 3),
                ("a;\"b\\\"c\"\n", 14),
                ("\r\n\r\na", 0),
                ("\"a", 1),
                ("a\"b\",c", 17),
            ],
            move |(text, options): (String, usize)| {
                let (mut reader, mut rest, mut field) =
                    (readers[options].clone(), text.as_bytes(), [0_u8; 4]);
                // Every call reads something, except for the last one.
                for _ in 0..100 {
                    let (result, read, _) = reader.read_field(rest, &mut field);
                    rest = &rest[read..];
                    if result == csv_core::ReadFieldResult::End {
                        break;
                    }
                }
            },
        ),
        calls(
            "csv_core::Writer",
            &["csv_core::writer"],
            &[
                ("style", pair(up_to(3), up_to(1))),
                ("field", Shape::text("abc01.-,;\"\"\r\n ", 8)),
                ("delimiter", nothing()),
                ("terminator", nothing()),
                ("finish", nothing()),
                ("flush", up_to(30)),
            ],
            14,
            &[
                "field a; delimiter; field b; terminator; finish",
                "style 1 0; field a,b; delimiter; field \"; terminator",
                "style 2 1; field 1.0; delimiter; field a; terminator; finish",
                "style 3 1; field a; terminator; field b; finish",
                "flush 26; field abc; delimiter; field abc; terminator; finish",
                "terminator; field a\"b; terminator; finish",
            ],
            || (csv_core::Writer::new(), [0_u8; 30], 0),
            |(writer, output, at), callee, argument| {
                use csv_core::QuoteStyle::{Always, Necessary, Never, NonNumeric};
                let room = &mut output[*at..];
                *at += match callee {
                    "style" => {
                        let (style, double): (usize, bool) = read(argument);
                        let style = [Necessary, Always, NonNumeric, Never][style];
                        *writer = csv_core::WriterBuilder::new()
                            .quote_style(style)
                            .double_quote(double)
                            .build();
                        0
                    }
                    "field" => writer.field(read::<String>(argument).as_bytes(), room).2,
                    "delimiter" => writer.delimiter(room).1,
                    "terminator" => writer.terminator(room).1,
                    "finish" => writer.finish(room).1,
                    // The caller empties the buffer, and goes on with as much room as it likes.
                    _ => {
                        *at = read(argument);
                        0
                    }
                };
            },
        ),
        value(
            "getopts::Options::parse",
            &[
                "getopts::Options::parse",
                "getopts::Matches",
                "getopts::Name",
                "getopts::is_arg",
                "getopts::find_opt",
                "getopts::Fail",
            ],
            Shape::list(Shape::text("--aonvbmu=x1", 8), 6),
            [
                vec!["-a", "x", "-v"],
                vec!["--on=x", "--bm", "x"],
                vec!["-avv", "--", "-b"],
                vec!["x", "-ux", "-u"],
                vec!["--on", "-o1"],
                vec!["-a1", "-n"],
                vec!["--aa"],
            ],
            |arguments: Vec<String>| {
                let mut options = getopts::Options::new();
                options
                    .reqopt("a", "am", "", "A")
                    .optopt("o", "on", "", "O")
                    .optflag("n", "", "")
                    .optflagmulti("v", "", "");
                options.optmulti("b", "bm", "", "B").optflagopt("u", "", "", "U");
                if let Ok(matches) = options.parse(&arguments) {
                    let _ = (
                        matches.opt_count("v"),
                        matches.opt_strs("b"),
                        matches.opt_default("u", "1"),
                        matches.opt_get::<u8>("o"),
                    );
                    // Not an option: this panics.
                    let _ = matches.free.len() > 3 && matches.opt_present("z");
                }
            },
        ),
        text(
            "shlex::try_quote",
            &["shlex"],
            "abcxyz09 \t\n\"'\\$`!^#-_=./\0é",
            24,
            &["abc", "a b", "it's", "", "a\"b", "$a 'x'", "a\0b", "^a", "a!b'c"]
                .map(|usage| if usage == "it's" { "a's" } else { usage })
                .map(|usage| if usage == "a's" { "a'b" } else { usage }),
            |text| ignore(shlex::try_quote(text)),
        ),
        text(
            "vte::Parser::advance",
            &["vte::Parser", "vte::params"],
            "\u{1b}\u{1b}[[]]?;;:0123456789mHJKPX^_\\\u{7}\u{18}\u{90}ab é(",
            40,
            &[
                "\u{1b}[1;31ma",
                "\u{1b}]0;ab\u{7}",
                "\u{1b}[2J\u{1b}[H",
                "\u{1b}P1;2a\u{1b}\\",
                "\u{1b}[?25:3H",
                "\u{1b}(0b",
                "\u{1b}_a\u{1b}\\",
                "é\u{1b}[1:2:3m",
            ]
            .map(|usage| if usage.is_empty() { "a" } else { usage }),
            |text| {
                let mut parser = vte::Parser::new();
                parser.advance(&mut Screen, text.as_bytes());
            },
        ),
        text(
            "csscolorparser::parse",
            &["csscolorparser::parser", "csscolorparser::utils", "csscolorparser::color::Color"],
            &("rgbahslwvotck(((,,//)))%%##..--+deunipgr ".to_owned() + "0123456789abcdefx"),
            36,
            &[
                "#ff0000",
                "#abc",
                "rgb(255,0,0)",
                "rgb(100% 0% 0% / 50%)",
                "hsl(120deg,100%,50%)",
                "hwb(0.5turn 0% 0%)",
                "lab(50% 20 -30)",
                "oklch(0.5 0.1 200)",
                "hsla(10grad,1%,2%,.5)",
                "#12g",
                "transparent",
            ]
            .map(|usage| if usage == "transparent" { "rgba(1,2)" } else { usage }),
            |text| ignore(csscolorparser::parse(text)),
        ),
    ])
}
