//! Sizes and numbers for people: bytesize, humansize, numfmt.

use crate::make::{ignore, suite as make, text, up_to, value};
use bytesize::ByteSize;
use numfmt::{Formatter, Precision, Scales};
use sbst_laboratory::inputs::Shape;
use sbst_laboratory::subject::{Suite, SuiteError};

pub(crate) fn suite() -> Result<Suite, SuiteError> {
    make([
        text(
            "bytesize::ByteSize::from_str",
            &["bytesize"],
            "0123456789.. kKmMgGtTpPeEiIbBx-",
            14,
            &["42", "1.5 GiB", "200 MB", "1kb", ".5 t", "10 pib", "1 EB", "5 x", "1.2.3"],
            |text| {
                let _ = text.parse::<ByteSize>();
                let _ = text.parse::<bytesize::Unit>();
            },
        ),
        value(
            "bytesize::ByteSize::display",
            &["bytesize"],
            Shape::tuple([up_to(u64::MAX.into()), up_to(4), up_to(12)]),
            [
                (0_u64, 0, 0),
                (1024, 0, 0),
                (1_500_000, 1, 0),
                (u64::MAX, 2, 3),
                (999, 3, 12),
                (1_234_567_890, 4, 1),
            ],
            |(size, form, width): (u64, u8, usize)| {
                let display = ByteSize(size).display();
                let display = match form {
                    0 => display.iec(),
                    1 => display.si(),
                    2 => display.iec_short(),
                    3 => display.si_short(),
                    _ => display,
                };
                let _ = (format!("{display:width$}"), format!("{display:.*}", width / 4));
            },
        ),
        value(
            "humansize::format_size_i",
            &["humansize"],
            Shape::tuple([Shape::floats(-1e18..=1e18), up_to(3), up_to(6), up_to(15), up_to(9)]),
            [
                (0.0, 0, 2, 0, 0),
                (1023.0, 1, 2, 0, 0),
                (-1500.5, 0, 0, 3, 0),
                (5e9, 2, 3, 8, 4),
                (1.0, 0, 1, 1, 0),
                (1e15, 1, 4, 15, 9),
            ],
            |(size, kind, places, flags, fixed): (f64, u8, usize, u8, u8)| {
                use humansize::{BINARY, BaseUnit, DECIMAL, FixedAt, WINDOWS};
                let options = match kind {
                    0 => DECIMAL,
                    1 => BINARY,
                    2 => WINDOWS,
                    _ => DECIMAL.base_unit(BaseUnit::Bit),
                };
                let fixed_at = match fixed {
                    1 => Some(FixedAt::Base),
                    2 => Some(FixedAt::Kilo),
                    3 => Some(FixedAt::Mega),
                    4 => Some(FixedAt::Giga),
                    5 => Some(FixedAt::Peta),
                    _ => None,
                };
                let options = options
                    .decimal_places(places)
                    .decimal_zeroes(usize::from(flags >> 2))
                    .fixed_at(fixed_at);
                let options = options.long_units(flags & 1 != 0).space_after_value(flags & 2 != 0);
                humansize::format_size_i(size, options);
            },
        ),
        value(
            "numfmt::Formatter::fmt",
            &["numfmt::Formatter", "numfmt::Scales", "numfmt::numeric", "numfmt::reduce_to_sn"],
            Shape::tuple([Shape::floats(-1e12..=1e12), up_to(5), up_to(3), up_to(12)]),
            [
                (1234.5, 0, 0, 0),
                (0.0, 1, 1, 3),
                (-1e9, 2, 2, 2),
                (0.12, 3, 0, 0),
                (1e12, 4, 1, 12),
                (1_048_576.0, 5, 2, 1),
                (1e-7, 0, 2, 5),
            ],
            |(number, scale, precision, digits): (f64, u8, u8, u8)| {
                let formatter = Formatter::new();
                let formatter = match scale {
                    0 => formatter,
                    1 => formatter.separator(',').unwrap_or_default(),
                    2 => formatter.scales(Scales::short()).comma(true),
                    3 => Formatter::percentage(),
                    4 => formatter.scales(Scales::metric()).suffix("m").unwrap_or_default(),
                    _ => Formatter::currency("$").unwrap_or_default().scales(Scales::binary()),
                };
                let precision = match precision {
                    0 => Precision::Unspecified,
                    1 => Precision::Significance(digits),
                    _ => Precision::Decimals(digits),
                };
                formatter.precision(precision).fmt2(number);
            },
        ),
        text(
            "numfmt::Formatter::from_str",
            &["numfmt::parse"],
            "[]~.,%%smbnk/0123456789$ ab",
            16,
            &["", "[]", "[.2]", "$[.2n/,]", "[~3s] b", "[%.1]", "[.b]", "[n/ ]", "a[~4", "[[]"],
            |text| ignore(text.parse::<Formatter>()),
        ),
    ])
}
