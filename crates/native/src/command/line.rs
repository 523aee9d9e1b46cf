//! The words of a command line, in any order: the command's own options, habits from `cargo fuzz`,
//! and those of the search.

use std::path::PathBuf;

/// A command line that was read.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Line {
    /// Folder of the package with the targets.
    pub(crate) folder: Option<PathBuf>,
    pub(crate) is_plain: bool,
    /// Options of the search, which the program reads.
    pub(crate) options: Vec<String>,
    /// Command, target and inputs, as far as they are given.
    pub(crate) names: Vec<String>,
}

impl Line {
    /// Reads the words that follow `cargo sbst`.
    pub(crate) fn read(words: &[String]) -> Result<Self, String> {
        let mut line = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let (name, own) = word
                .split_once('=')
                .map_or((word.as_str(), None), |(name, value)| (name, Some(value)));
            let mut value = || {
                let value = own
                    .or_else(|| words.next().map(String::as_str))
                    .filter(|value| !value.is_empty());
                value.ok_or_else(|| format!("`{name}` needs a value"))
            };
            match name {
                "--fuzz-dir" => line.folder = Some(value()?.into()),
                "--plain-release" => line.is_plain = true,
                // `cargo fuzz` wants this before the options of the search.
                "--" => {}
                "-h" | "-help" | "--help" => line.options.push("-help=1".to_owned()),
                // What else users of `cargo fuzz` write.
                "-O" | "--release" => line.is_plain = true,
                "-a" | "--debug-assertions" => line.is_plain = false,
                "-D" | "--dev" => {
                    return Err(format!(
                        "there is no `{name}`: targets are always optimised, and have debug \
                         assertions unless `-O` is given"
                    ));
                }
                "-j" | "--jobs" => line.options.push(format!("-workers={}", value()?)),
                "-s" | "--sanitizer" => {
                    let sanitizer = value()?;
                    if sanitizer != "none" {
                        return Err(format!(
                            "`{name} {sanitizer}`: targets in Rust are built without a sanitizer; \
                             leave it out, or write `{name} none`"
                        ));
                    }
                }
                _ if name.starts_with('+') => {
                    return Err(format!(
                        "`{name}` belongs before `sbst`: `cargo {name} sbst`; a stable compiler \
                         is enough"
                    ));
                }
                _ if name.starts_with('-') && word != "-" => line.options.push(word.clone()),
                _ => line.names.push(word.clone()),
            }
        }
        Ok(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Line, String> {
        Line::read(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_stand_before_and_after_the_target() {
        let expected = Line {
            folder: Some("other".into()),
            is_plain: false,
            options: vec!["-runs=10".to_owned()],
            names: ["run", "demangle", "corpus"].map(str::to_owned).into(),
        };
        for line in [
            "run --fuzz-dir other demangle -runs=10 corpus",
            "--fuzz-dir=other run -runs=10 demangle corpus",
            "run demangle corpus --fuzz-dir other -- -runs=10",
        ] {
            assert_eq!(read(line).as_ref(), Ok(&expected), "{line}");
        }
    }

    #[test]
    fn habits_from_cargo_fuzz_are_understood() {
        let line = read("run -O -s none --sanitizer=none -j 4 demangle").expect("right");
        assert_eq!(
            (line.is_plain, line.options, line.names),
            (true, vec!["-workers=4".to_owned()], vec!["run".to_owned(), "demangle".to_owned()])
        );
        let text = |line| read(line).expect_err("wrong");
        assert!(text("run --sanitizer address demangle").contains("without a sanitizer"));
        assert!(text("run demangle --dev").contains("always optimised"));
        assert!(text("+nightly run demangle").contains("`cargo +nightly sbst`"));
        assert_eq!(text("run demangle --fuzz-dir"), "`--fuzz-dir` needs a value");
        assert_eq!(text("run demangle --fuzz-dir="), "`--fuzz-dir` needs a value");
    }
}
