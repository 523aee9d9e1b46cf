//! The options of a fuzz target: those of libFuzzer where it has the same, so that scripts go on.

use crate::search::Style;
use std::path::PathBuf;

/// The text that `-help=1` prints.
pub(super) const HELP: &str = "\
Searches for inputs that cover branches of this program.

usage: PROGRAM [-option=value ...] [CORPUS_FOLDER [MORE_INPUTS ...]]
       PROGRAM [-option=value ...] FILE ...     executes these files only

Inputs that cover something new are written to the first folder; the others are only read.

  -runs=N             executions, of all workers together (no limit)
  -max_total_time=N   seconds (no limit)
  -seed=N             the same seed and one worker, the same search; 0 takes one from the clock (0)
  -workers=N          processes that search at the same time (1)
  -max_len=N          greatest length of an input (4096, or the longest input that is read, up to \
  1048576)
  -timeout=N          seconds after which an input counts as hanging (25)
  -rss_limit_mb=N     memory of a worker (2048)
  -dict=FILE          strings that inputs may contain
  -artifact_prefix=F  folder for inputs that crash or hang (CORPUS-artifacts)
  -report=F           folder for the report and the minimised tests (CORPUS-report), or none
  -leave_out=A,B      pursue no branches of these kinds: panics, library, not-called
  -only=TEXT          goals of functions whose name contains this
  -style=goals        to compare: nearest (no exchange of operands), operands (no choice by \
  goals), corpus (without both)
  -json=1             progress as a line of JSON each second, on the standard output
  -quiet=1            no progress
  -stop_on_crash=1    end at the first input that crashes or hangs and did not in an earlier search
  -help=1             this text

The code is 0, or 77 if inputs crashed or hung, also those of earlier searches, or 2 if the \
search could not be made to the end.
";

/// Options that mean 1 without a value.
const SWITCHES: [&str; 4] = ["json", "quiet", "stop_on_crash", "help"];

/// The options.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Options {
    pub(super) runs: u64,
    pub(super) seconds: f64,
    pub(super) seed: u64,
    pub(super) workers: usize,
    /// Greatest length of an input. If it is not `is_most_given`, longer inputs that are read raise
    /// it.
    pub(super) most: usize,
    pub(super) is_most_given: bool,
    pub(super) timeout: f64,
    pub(super) megabytes: u64,
    pub(super) dictionary: Option<PathBuf>,
    pub(super) artifacts: Option<PathBuf>,
    pub(super) report: Option<PathBuf>,
    /// Whether a report is made in the end.
    pub(super) reports: bool,
    pub(super) leave_out: Vec<String>,
    pub(super) only: Option<String>,
    pub(super) style: Style,
    pub(super) json: bool,
    pub(super) quiet: bool,
    pub(super) stop_on_crash: bool,
    pub(super) help: bool,
    /// Folders and files, in their order.
    pub(super) inputs: Vec<PathBuf>,
}

/// An option that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum OptionError {
    #[error("there is no option `{0}`; `-help=1` lists them")]
    Unknown(String),
    #[error("`{0}` needs a value, after `=`")]
    NoValue(String),
    #[error("`-{name}={value}`: {expected}")]
    Value { name: String, value: String, expected: &'static str },
}

impl Default for Options {
    fn default() -> Self {
        Self {
            runs: u64::MAX,
            seconds: f64::INFINITY,
            seed: 0,
            workers: 1,
            most: 4096,
            is_most_given: false,
            timeout: 25.0,
            megabytes: 2048,
            dictionary: None,
            artifacts: None,
            report: None,
            reports: true,
            leave_out: Vec::new(),
            only: None,
            style: Style::Goals,
            json: false,
            quiet: false,
            stop_on_crash: false,
            help: false,
            inputs: Vec::new(),
        }
    }
}

impl Options {
    /// Reads the words of a command line, one hyphen or two.
    pub(super) fn read(words: &[String]) -> Result<Self, OptionError> {
        let mut options = Self::default();
        for word in words {
            let Some(option) = word
                .strip_prefix("--")
                .or_else(|| word.strip_prefix('-'))
                .filter(|_| word.len() > 1)
            else {
                options.inputs.push(word.into());
                continue;
            };
            let (name, value) = option.split_once('=').unwrap_or((option, "1"));
            let result = options.set(name, value);
            if result != Err(None)
                && !option.contains('=')
                && !SWITCHES.contains(&name.replace('-', "_").as_str())
            {
                return Err(OptionError::NoValue(word.clone()));
            }
            result.map_err(|error| error.unwrap_or_else(|| OptionError::Unknown(word.clone())))?;
        }
        Ok(options)
    }

    /// Sets one option; `None` as the error if there is none of this name.
    fn set(&mut self, name: &str, value: &str) -> Result<(), Option<OptionError>> {
        let error = |expected| {
            Some(OptionError::Value { name: name.into(), value: value.into(), expected })
        };
        let whole = || value.parse::<i64>().map_err(|_| error("a whole number is needed"));
        let positive = || {
            value
                .parse::<u64>()
                .ok()
                .filter(|&number| number > 0)
                .ok_or_else(|| error("a positive whole number is needed"))
        };
        let seconds = || {
            let number = value.parse::<f64>().ok().filter(|number| *number > 0.0);
            number.ok_or_else(|| error("a positive number of seconds is needed"))
        };
        let is_on = || match value {
            "0" | "false" => Ok(false),
            "1" | "true" => Ok(true),
            _ => Err(error("0 or 1 is needed")),
        };
        match name.replace('-', "_").as_str() {
            // As in libFuzzer, a negative number is no limit.
            "runs" => self.runs = u64::try_from(whole()?).unwrap_or(u64::MAX),
            "max_total_time" => {
                self.seconds = if value == "0" { f64::INFINITY } else { seconds()? }
            }
            "seed" => {
                self.seed = value
                    .parse()
                    .map_err(|_| error("a whole number that is not negative is needed"))?;
            }
            // As in libFuzzer, 0 is not asking for processes.
            "workers" | "jobs" | "fork" if value == "0" => {}
            "workers" | "jobs" | "fork" => self.workers = positive()?.min(256) as usize,
            // As in libFuzzer, 0 leaves the choice to the search.
            "max_len" if value == "0" => {
                (self.most, self.is_most_given) = (Self::default().most, false);
            }
            "max_len" => {
                (self.most, self.is_most_given) = (positive()?.min(1 << 24) as usize, true);
            }
            "timeout" => self.timeout = if value == "0" { f64::INFINITY } else { seconds()? },
            "rss_limit_mb" => {
                self.megabytes = if value == "0" { u64::MAX >> 20 } else { positive()? }
            }
            "dict" => self.dictionary = Some(value.into()),
            "artifact_prefix" => self.artifacts = Some(value.into()),
            "report" => {
                self.reports = value != "none";
                self.report = Some(value.into());
            }
            "only" => self.only = Some(value.into()),
            "leave_out" => {
                let kinds: Vec<String> = value.split(',').map(str::to_owned).collect();
                if kinds
                    .iter()
                    .any(|kind| !["panics", "library", "not-called"].contains(&kind.as_str()))
                {
                    return Err(error("some of `panics`, `library` and `not-called` are needed"));
                }
                self.leave_out = kinds;
            }
            "style" => {
                self.style = match value {
                    "goals" => Style::Goals,
                    "nearest" => Style::Nearest,
                    "operands" => Style::Operands,
                    "corpus" => Style::Corpus,
                    _ => return Err(error("`goals`, `nearest`, `operands` or `corpus` is needed")),
                }
            }
            "json" => self.json = is_on()?,
            "quiet" => self.quiet = is_on()?,
            "stop_on_crash" => self.stop_on_crash = is_on()?,
            "help" => self.help = is_on()?,
            // Settings of libFuzzer that mean nothing here, so that its scripts run.
            "len_control" | "use_value_profile" | "print_final_stats" | "detect_leaks"
            | "ignore_crashes" | "ignore_timeouts" | "ignore_ooms" | "close_fd_mask"
            | "verbosity" | "reload" | "shrink" | "reduce_inputs" => {}
            _ => return Err(None),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Options, OptionError> {
        Options::read(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_of_libfuzzer_are_understood() {
        let options = read(
            "-runs=100 --max_total_time=2.5 -len_control=0 corpus --seed=7 --json more \
                -leave_out=panics",
        )
        .expect("right");
        assert_eq!(
            (options.runs, options.seconds, options.seed, options.json),
            (100, 2.5, 7, true)
        );
        assert_eq!(options.inputs, [PathBuf::from("corpus"), "more".into()]);
        assert_eq!(options.leave_out, ["panics"]);
        assert_eq!(read("-runs=-1").expect("no limit").runs, u64::MAX);
        assert_eq!(read("-max-len=9").expect("hyphens").most, 9);
        let defaults =
            read("-fork=0 -jobs=0 -workers=0 -max_len=0").expect("the defaults of libFuzzer");
        assert_eq!((defaults.workers, defaults.most, defaults.is_most_given), (1, 4096, false));
        assert_eq!(read("-workers=3 -fork=0").expect("no fork").workers, 3);
    }

    #[test]
    fn mistakes_name_the_option() {
        let text = |line| read(line).expect_err("wrong").to_string();
        assert_eq!(text("-rums=3"), "there is no option `-rums=3`; `-help=1` lists them");
        assert_eq!(text("-runs 3"), "`-runs` needs a value, after `=`");
        assert_eq!(text("--style"), "`--style` needs a value, after `=`");
        assert_eq!(text("-runs=x"), "`-runs=x`: a whole number is needed");
        assert_eq!(text("-max_len=x"), "`-max_len=x`: a positive whole number is needed");
        assert_eq!(text("-timeout=NaN"), "`-timeout=NaN`: a positive number of seconds is needed");
        assert_eq!(
            text("-leave_out=x"),
            "`-leave_out=x`: some of `panics`, `library` and `not-called` are needed"
        );
    }

    #[test]
    fn the_help_lists_every_option() {
        for line in HELP.lines().filter_map(|line| line.strip_prefix("  -")) {
            let name = line.split(['=', ' ']).next().expect("a name");
            let value = match name {
                "leave_out" => "panics",
                "style" => "goals",
                _ => "1",
            };
            assert_eq!(Options::default().set(name, value), Ok(()), "{name}");
        }
    }
}
