//! Patterns against the engine of the crate `regex`: who reads them, what matches, and what one
//! edit changes.

#![no_main]

use arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use sbst::distance::Distance;
use sbst::distance::language::{Language, Matching, PatternError};
use sbst_fuzz::laws::languages::{check_bounds, check_one_edit, edit};
use sbst_fuzz::{machine, pattern};

fuzz_target!(|data: &[u8]| {
    // Running out of bytes is no error of anybody.
    let _ = run(&mut Unstructured::new(data));
});

const BOTH: [Matching; 2] = [Matching::Full, Matching::Search];
/// Patterns that grow more are only parsed: to compare them would take longer than all else.
const GROWTH: u64 = 64;

fn run(u: &mut Unstructured<'_>) -> Result<()> {
    let pattern = pattern::read(u)?;
    let growth = pattern::growth(&pattern);
    // Between the two it is legal, and slow.
    if (GROWTH..1 << 40).contains(&growth) {
        return Ok(());
    }
    let chars = BOTH.map(|matching| Language::<char>::parse(&pattern, matching));
    let bytes = BOTH.map(|matching| Language::<u8>::parse(&pattern, matching));
    for pair in [
        chars.iter().map(|one| one.as_ref().err()).collect::<Vec<_>>(),
        bytes.iter().map(|one| one.as_ref().err()).collect(),
    ] {
        assert_eq!(pair[0], pair[1], "a pattern is one, however it is to match");
        if let Some(PatternError::Syntax { offset, message }) = pair[0] {
            assert!(*offset <= pattern.len() && !message.is_empty());
        }
    }
    if growth >= GROWTH {
        return Ok(());
    }
    let mut text = machine::text::<char>(u, 16)?;
    if let [Ok(whole), Ok(part)] = &chars {
        let engines = Engine::of(&pattern);
        let mut before: Option<[Distance; 2]> = None;
        for _ in 0..4 {
            let written: String = text.iter().collect();
            let found = [whole.edits(&written), part.edits(&written)];
            check_bounds(found, text.len(), [whole.edits(""), part.edits("")]);
            if let Some(engines) = &engines {
                assert_eq!(
                    found.map(|distance| distance == Distance::ZERO),
                    engines.matches(&written),
                    "{pattern:?} {written:?}"
                );
            }
            if let Some(before) = before {
                check_one_edit(before, found);
            }
            before = Some(found);
            edit(u, &mut text)?;
        }
    } else {
        let legal = regex_syntax_accepts(&pattern);
        let syntax = matches!(chars[0], Err(PatternError::Syntax { .. }));
        assert_eq!(syntax, !legal, "{pattern:?} {:?}", chars[0].as_ref().err());
    }
    if let [Ok(whole), Ok(part)] = &bytes {
        let text = machine::text::<u8>(u, 16)?;
        let found = [whole.edits(&text), part.edits(&text)];
        check_bounds(found, text.len(), [whole.edits(&[]), part.edits(&[])]);
        if let Some(engines) = ByteEngine::of(&pattern) {
            assert_eq!(
                found.map(|distance| distance == Distance::ZERO),
                engines.matches(&text),
                "{pattern:?} {text:?}"
            );
        }
    }
    Ok(())
}

/// Whether the engine reads the pattern; one that is too large for it counts as read.
fn regex_syntax_accepts(pattern: &str) -> bool {
    !matches!(regex::Regex::new(pattern), Err(regex::Error::Syntax(_)))
}

/// What has to match for all of the text to match. A comment would swallow the end of it.
fn whole(pattern: &str) -> Option<String> {
    (!pattern.contains('#')).then(|| format!("\\A(?:{pattern})\\z"))
}

struct Engine {
    whole: regex::Regex,
    part: regex::Regex,
}

impl Engine {
    fn of(pattern: &str) -> Option<Self> {
        Some(Self {
            whole: regex::Regex::new(&whole(pattern)?).ok()?,
            part: regex::Regex::new(pattern).ok()?,
        })
    }

    fn matches(&self, text: &str) -> [bool; 2] {
        [self.whole.is_match(text), self.part.is_match(text)]
    }
}

struct ByteEngine {
    whole: regex::bytes::Regex,
    part: regex::bytes::Regex,
}

impl ByteEngine {
    fn of(pattern: &str) -> Option<Self> {
        let build =
            |pattern: &str| regex::bytes::RegexBuilder::new(pattern).unicode(false).build().ok();
        Some(Self { whole: build(&whole(pattern)?)?, part: build(pattern)? })
    }

    fn matches(&self, text: &[u8]) -> [bool; 2] {
        [self.whole.is_match(text), self.part.is_match(text)]
    }
}
