//! Codes of bytes and numbers as texts: hex, bs58, quoted_printable, roman, numerals, fast-float,
//! ryu.

use crate::make::{ALPHANUMERIC, ignore, suite as make, text, up_to, value};
use sbst_laboratory::inputs::Shape;
use sbst_laboratory::subject::{Suite, SuiteError};

pub(crate) fn suite() -> Result<Suite, SuiteError> {
    make([
        text(
            "hex::decode",
            &["hex"],
            "0123456789abcdefABCDEFgz ",
            16,
            &["48656c6c", "", "00", "0", "48656C6c", "zz", "123g"],
            |text| {
                let mut slice = [0_u8; 4];
                let _ = hex::decode(text)
                    .map(|bytes| hex::encode(&bytes).len() + hex::encode_upper(bytes).len());
                let _ = hex::decode_to_slice(text, &mut slice);
                let _ = hex::encode_to_slice(text, &mut [0; 8]);
            },
        ),
        text(
            "bs58::decode",
            &["bs58::decode"],
            &(ALPHANUMERIC.to_owned() + " +é"),
            20,
            &["he11owor1d", "1", "", "111a", "3vQB7B6MrGQZaxCuFg4oh", "0", "aé", "l"]
                .map(|usage| if usage.len() > 20 { "3vQB7B6MrGQZaxCuFg4o" } else { usage }),
            |text| {
                let mut small = [0_u8; 6];
                let _ = (
                    bs58::decode(text).into_vec().is_ok(),
                    bs58::decode(text).onto(&mut small).is_ok(),
                );
            },
        ),
        value(
            "bs58::encode",
            &["bs58::encode"],
            Shape::bytes(16),
            [vec![4, 48, 94, 43, 36, 115], vec![0, 0, 40], vec![], vec![255; 12], vec![0]],
            |bytes: Vec<u8>| {
                let mut small = [0_u8; 10];
                let _ = (
                    bs58::encode(&bytes).into_string().len(),
                    bs58::encode(&bytes).onto(&mut small[..]).is_ok(),
                );
            },
        ),
        text(
            "quoted_printable::decode",
            &["quoted_printable::decode", "quoted_printable::_decode"],
            "abcxyz ==0123456789ABCDEF\t\r\n\r\n\u{7f}é",
            30,
            &[
                "a=20b",
                "a=3Db\r\n",
                "abc=\r\nxyz",
                "abc = ",
                "=3d",
                "=E9=C3\r\n",
                "a=0",
                "abc\r\n=\r\n",
            ]
            .map(|usage| if usage == "=3d" { "=3a" } else { usage }),
            |text| {
                let _ = quoted_printable::decode(text, quoted_printable::ParseMode::Strict);
                let _ = quoted_printable::decode(text, quoted_printable::ParseMode::Robust);
            },
        ),
        value(
            "quoted_printable::encode",
            &["quoted_printable"],
            Shape::tuple([
                Shape::text("abcxyz =.\t\r\n\r\né~", 40),
                Shape::integers(4..=40),
                up_to(1),
            ]),
            [
                ("a b=c", 40, 0),
                ("abc \r\nxyz\t", 10, 0),
                ("éé", 6, 1),
                ("abcabcabcabcabc", 6, 0),
                ("\r\n", 8, 1),
                (".", 5, 0),
            ],
            |(text, limit, binary): (String, usize, bool)| {
                let mode = if binary {
                    quoted_printable::InputMode::Binary
                } else {
                    quoted_printable::InputMode::Text
                };
                let options =
                    quoted_printable::Options::default().line_length_limit(limit).input_mode(mode);
                quoted_printable::encode_with_options(text, options);
            },
        ),
        text(
            "roman::from",
            &["roman"],
            "IIVVXXLLCCDDMMixv ",
            12,
            &["MMXII", "IV", "MCMXCIV", "CDXLIV", "IIII", "VX", "", "mmxii"]
                .map(|usage| if usage.contains('m') { "xvi" } else { usage }),
            |text| ignore(roman::from(text)),
        ),
        value(
            "roman::to",
            &["roman::to"],
            Shape::integers(-100..=5000),
            [1994, 4, 3999, 4000, 0, 2012],
            |number: i32| {
                ignore(roman::to(number));
            },
        ),
        text(
            "numerals::Roman::parse",
            &["numerals::roman"],
            "IIVVXXLLCCDDMMivxlcdm ",
            12,
            &["MMXII", "IV", "MCMXCIV", "CDXLIV", "IIII", "VX", "xvi", "iVi"],
            |text| {
                if let Some(roman) = numerals::roman::Roman::parse(text) {
                    let _ = (roman.value(), format!("{roman:X} {roman:x}").len());
                }
            },
        ),
        text(
            "fast_float::parse",
            &["fast_float"],
            "0123456789..eE+-infNaN_",
            24,
            &[
                "1.5",
                "-1.5e10",
                "123456789012345678901",
                "1e-400",
                "inf",
                "NaN",
                ".5",
                "5.",
                "1e",
                "9007199254740993",
                "2.2250738585072014e-308",
                "0.000000000000000000001",
            ]
            .map(|usage| if usage.len() > 24 { "1e309" } else { usage }),
            |text| {
                let _ = fast_float::parse::<f64, _>(text);
                let _ = fast_float::parse_partial::<f32, _>(text);
            },
        ),
        value(
            "ryu::Buffer::format",
            &["ryu"],
            Shape::tuple([Shape::floats(-1e15..=1e15), Shape::integers(-330..=310)]),
            [
                (0.0, 0),
                (1.5, 0),
                (-1.0, 16),
                (1.234, -7),
                (1.0, 300),
                (5.0, -324),
                (9.999, 15),
                (1e15, 1),
            ],
            |(digits, exponent): (f64, i32)| {
                let number = digits * 10_f64.powi(exponent);
                let _ = ryu::Buffer::new().format(number);
            },
        ),
        value(
            "ryu::Buffer::format_finite",
            &["ryu"],
            Shape::tuple([Shape::floats(-1e7..=1e7), Shape::integers(-45..=38)]),
            [(0.0, 0), (1.5, 0), (-1.0, 16), (1.234, -7), (1.0, 38), (1.4, -45), (9.999, 15)],
            |(digits, exponent): (f64, i32)| {
                let number = digits as f32 * 10_f32.powi(exponent);
                let _ = ryu::Buffer::new().format(number);
            },
        ),
        value(
            "csscolorparser::Color::to_laba",
            &["csscolorparser"],
            Shape::tuple((0..3).map(|_| Shape::floats(-2.0..=2.0))),
            [[1.0, 0.0, 0.0], [0.5, 0.5, 0.5], [0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [0.2, 0.7, 1.2]],
            |(red, green, blue): (f32, f32, f32)| {
                let color = csscolorparser::Color::new(red, green, blue, 1.0);
                let _ = (color.to_laba(), color.to_lcha(), color.to_oklcha());
                let _ =
                    csscolorparser::Color::from_laba(red * 100.0, green * 100.0, blue * 100.0, 1.0)
                        .to_css_lab()
                        .to_string();
                let _ = (color.to_css_hsl().to_string(), color.to_css_hwb().to_string());
            },
        ),
    ])
}
