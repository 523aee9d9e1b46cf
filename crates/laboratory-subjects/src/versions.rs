//! Version numbers and what they require: semver.

use crate::make::{ignore, pair, suite as make, text, value};
use sbst_laboratory::inputs::Shape;
use sbst_laboratory::subject::{Suite, SuiteError};
use semver::{Prerelease, Version, VersionReq};

/// Characters of versions.
const VERSION: &str = "0123456789..--+abcxyzR";
/// Characters of requirements.
const REQUIREMENT: &str = "0123456789..,, ^~=<>*-+abx";

pub(crate) fn suite() -> Result<Suite, SuiteError> {
    make([
        text(
            "semver::Version::parse",
            &["semver::parse", "semver::identifier", "semver::Version::parse"],
            VERSION,
            24,
            &[
                "1.2.3",
                "1.2.3-abc1",
                "1.2.3-abc1+cab5",
                "0.4.0-b.1+0851523",
                "1.0",
                "1.01.0",
                "10.20.30-x.7.z.92",
                "1.2.3+",
            ],
            |text| ignore(Version::parse(text)),
        ),
        text(
            "semver::VersionReq::parse",
            &["semver::parse", "semver::identifier", "semver::VersionReq::parse"],
            REQUIREMENT,
            24,
            &[
                "1.2.3",
                "^1.2.3",
                "~1.2",
                "=0.0.5",
                ">=1.2.3, <1.8.0",
                "*",
                "1.*",
                "> 0.1.0-a, <2",
                "1.2.3 - 2",
                "<=1.x",
            ],
            |text| ignore(VersionReq::parse(text)),
        ),
        value(
            "semver::VersionReq::matches",
            &["semver::eval", "semver::impls", "semver::identifier", "semver::VersionReq::matches"],
            pair(Shape::text(REQUIREMENT, 16), Shape::text(VERSION, 12)),
            [
                ["^1.2.3", "1.2.4"],
                ["~1.2", "1.2.9"],
                ["=0.0.5", "0.0.5"],
                [">=1.2.3, <1.8.0", "1.7.9"],
                ["1.*", "2.0.0"],
                [">0.1.0-a", "0.1.0-b"],
                ["^0.0.3", "0.0.4"],
            ],
            |(requirement, version): (String, String)| {
                if let (Ok(requirement), Ok(version)) =
                    (VersionReq::parse(&requirement), Version::parse(&version))
                {
                    requirement.matches(&version);
                }
            },
        ),
        value(
            "semver::Prerelease::cmp",
            &["semver::impls", "semver::identifier"],
            pair(Shape::text("0123456789..-abxA", 16), Shape::text("0123456789..-abxA", 16)),
            [
                ["a", "a.1"],
                ["a.1", "a.b"],
                ["b.2", "b.11"],
                ["1", "a"],
                ["0", "00"],
                ["aabbxx11xx.1", "aabbxx11xx.2"],
            ],
            |(first, second): (String, String)| {
                if let (Ok(first), Ok(second)) = (Prerelease::new(&first), Prerelease::new(&second))
                {
                    let copy = first.clone();
                    let _ = (first.cmp(&second), copy == second);
                }
            },
        ),
    ])
}
