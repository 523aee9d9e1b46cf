//! Formats of data and of terminals: tinyjson, csv-core, getopts, shlex, vte, csscolorparser.

use crate::make::{ALPHANUMERIC, ignore, pair, suite as make, text, up_to, value};
use sbst_laboratory::inputs::{Shape, Value};
use sbst_laboratory::subject::{Suite, SuiteError};
use tinyjson::JsonValue;

/// Receives what the parser of a terminal finds.
struct Screen;

impl vte::Perform for Screen {}

pub(crate) fn suite() -> Result<Suite, SuiteError> {
    make([
        text(
            "tinyjson::JsonValue::from_str",
            &["tinyjson::parser"],
            "{}[]:,,\"\"\\0123456789.eE+-truefalsenullabx \n/\u{1}",
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
            &["[1, -2.5e3, null]", "[\"a\\n\", true]", "[[], [[]]]", "\"\\t\\b\"", "[\"\\u0001\"]", "[false, \"\\\\\"]"],
            |text| {
                if let Ok(value) = text.parse::<JsonValue>() {
                    let _ = (value.stringify(), value.format());
                }
            },
        ),
        value(
            "csv_core::Reader::read_field",
            &["csv_core::reader::Reader"],
            pair(Shape::text("abc01,,;\"\"\\#\r\n\r\n ", 40), up_to(31)),
            [
                ("a,b\n1,2\n", 0),
                ("\"a,b\",c\r\n", 1),
                ("\"a\"\"b\"\n#c\n1", 3),
                ("a;\"b\\\"c\"\n", 14),
                ("\r\n\r\na", 0),
                ("\"a", 1),
                ("a\"b\",c", 17),
            ]
            .map(|(text, options)| vec![Value::from(text), i128::from(options).into()].into_iter().collect()),
            |(text, options): (String, u8)| {
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
                let (mut reader, mut rest, mut field) = (builder.build(), text.as_bytes(), [0_u8; 4]);
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
        value(
            "csv_core::Writer::field",
            &[
                "csv_core::writer::Writer",
                "csv_core::writer::is_non_numeric",
                "csv_core::writer::quote",
                "csv_core::writer::moveto",
            ],
            Shape::tuple([Shape::list(Shape::text("abc01.-,;\"\"\r\n ", 8), 5), up_to(4), up_to(1), up_to(40)]),
            [
                (vec!["a", "b"], 0, 0, 40),
                (vec!["a,b", "\""], 1, 0, 40),
                (vec!["1.5", "a"], 2, 1, 40),
                (vec!["", "b\n"], 3, 1, 40),
                (vec!["aaaa", "bbbb"], 0, 0, 6),
                (vec![""], 1, 0, 40),
            ]
            .map(|(fields, style, double, room)| {
                let numbers = [style, double, room].map(|number| Value::from(i128::from(number)));
                [vec![fields.into_iter().collect()], numbers.to_vec()].concat().into_iter().collect()
            }),
            |(fields, style, double, room): (Vec<String>, u8, bool, usize)| {
                use csv_core::QuoteStyle::{Always, Necessary, Never, NonNumeric};
                let style = [Necessary, Always, NonNumeric, Never][usize::from(style.min(3))];
                let mut writer = csv_core::WriterBuilder::new().quote_style(style).double_quote(double).build();
                let (mut output, mut at) = ([0_u8; 40], 0);
                for (number, field) in fields.iter().enumerate() {
                    if number > 0 {
                        at += writer.delimiter(&mut output[at..room]).1;
                    }
                    at += writer.field(field.as_bytes(), &mut output[at..room]).2;
                }
                at += writer.terminator(&mut output[at..room]).1;
                writer.finish(&mut output[at..room]);
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
            ]
            .map(|arguments| arguments.into_iter().collect()),
            |arguments: Vec<String>| {
                let mut options = getopts::Options::new();
                options.reqopt("a", "am", "", "A").optopt("o", "on", "", "O").optflag("n", "", "").optflagmulti("v", "", "");
                options.optmulti("b", "bm", "", "B").optflagopt("u", "", "", "U");
                if let Ok(matches) = options.parse(&arguments) {
                    let _ =
                        (matches.opt_count("v"), matches.opt_strs("b"), matches.opt_default("u", "1"), matches.opt_get::<u8>("o"));
                    // Not an option: this panics.
                    let _ = matches.free.len() > 3 && matches.opt_present("z");
                }
            },
        ),
        text(
            "shlex::split",
            &[
                "shlex::bytes::Shlex",
                "shlex::split",
                "shlex::Shlex",
                "shlex::bytes::<impl core::iter::traits::iterator::Iterator for shlex::bytes::Shlex<'a>>",
            ],
            "abcxyz  \t\n\"\"''\\\\#$-=",
            30,
            &["a b c", "a 'b c'", "a \"b \\\" c\" x", "a\\ b", "a #b\nc", "'a", "\"a\\$b\"", "a\\"],
            |text| ignore(shlex::split(text)),
        ),
        text(
            "shlex::try_quote",
            &[
                "shlex::bytes::Quoter",
                "shlex::bytes::quoting_strategy",
                "shlex::bytes::append_quoted_chunk",
                "shlex::bytes::try_quote",
                "shlex::Quoter",
                "shlex::try_quote",
                "shlex::bytes::unquoted_ok_fast",
                "shlex::bytes::single_quoted_ok_fast",
                "shlex::bytes::double_quoted_ok_fast",
                "shlex::bytes::unquoted_ok_slow",
                "shlex::bytes::single_quoted_ok_slow",
                "shlex::bytes::double_quoted_ok_slow",
            ],
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
            &["csscolorparser::parser", "csscolorparser::helper"],
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
        text(
            "csscolorparser::Color::from_hex",
            &[
                "csscolorparser::parser::parse_hex",
                "csscolorparser::parser::parse_abs",
                "csscolorparser::color::Color",
                "csscolorparser::color::<impl core::str::traits::FromStr for csscolorparser::color::Color>",
            ],
            &("#".to_owned() + ALPHANUMERIC),
            9,
            &["#ff0000", "abc", "#abcd", "11223344", "#12"],
            |text| ignore(text.parse::<csscolorparser::Color>()),
        ),
    ])
}
