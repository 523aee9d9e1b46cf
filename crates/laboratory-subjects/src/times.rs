//! Durations and timestamps: humantime.

use crate::make::{ignore, pair, suite as make, text, up_to, value};
use sbst_laboratory::subject::{Suite, SuiteError};
use std::time::{Duration, SystemTime};

pub(crate) fn suite() -> Result<Suite, SuiteError> {
    make([
        text(
            "humantime::parse_duration",
            &["humantime::duration"],
            "0123456789  .abcdehiklmnorstuwyMuµ",
            20,
            &[
                "2h 37min",
                "32ms",
                "15days 2min 2s",
                "1year",
                "2months",
                "1week",
                "1.5h",
                "3 hours 5 us",
                "12minutes",
                "0",
                "99999999999999years",
            ],
            |text| ignore(humantime::parse_duration(text)),
        ),
        value(
            "humantime::format_duration",
            &["humantime::duration"],
            pair(up_to(4_000_000_000), up_to(999_999_999)),
            [
                [0, 0],
                [32, 0],
                [9420, 0],
                [31_557_600, 0],
                [2_630_016, 1_000_000],
                [1, 999],
                [604_800, 50_000],
            ],
            |(seconds, nanos): (u64, u32)| {
                ignore(humantime::format_duration(Duration::new(seconds, nanos)).to_string());
            },
        ),
        text(
            "humantime::parse_rfc3339",
            &["humantime::date"],
            "00112233456789--::.TZ t",
            30,
            &[
                "2018-02-14T00:28:07Z",
                "2018-02-14T00:28:07.133Z",
                "2000-02-29T23:59:60Z",
                "1969-12-31T00:00:00Z",
                "2100-02-29T01:02:03Z",
            ],
            |text| ignore(humantime::parse_rfc3339(text)),
        ),
        text(
            "humantime::parse_rfc3339_weak",
            &["humantime::date"],
            "00112233456789--::.TZ t+",
            32,
            &[
                "2018-02-14 00:28:07",
                "2018-02-14T00:28:07.133",
                "2018-02-14T00:28:07.123456789Z",
                "2016-02-29 12:00:00.5",
                "2018-13-14 00:28:07",
            ],
            |text| ignore(humantime::parse_rfc3339_weak(text)),
        ),
        value(
            "humantime::format_rfc3339",
            &["humantime::date"],
            pair(up_to(260_000_000_000), up_to(999_999_999)),
            [
                [0_i64, 0],
                [1_518_568_087, 0],
                [1_518_568_087, 133_000_000],
                [951_782_400, 1],
                [253_402_300_800, 0],
                [68_169_600, 5_000],
            ],
            |(seconds, nanos): (u64, u32)| {
                use std::fmt::Write;
                let time = SystemTime::UNIX_EPOCH + Duration::new(seconds, nanos);
                let mut text = String::new();
                let _ = write!(text, "{}", humantime::format_rfc3339(time));
                let _ = write!(text, "{}", humantime::format_rfc3339_millis(time));
            },
        ),
    ])
}
