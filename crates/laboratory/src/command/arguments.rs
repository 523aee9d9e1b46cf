//! Arguments of the command.

use crate::claims::Claim;
use crate::experiment::Experiment;
use crate::subject::{Suite, SuiteError};
use crate::technique::Budget;
use clap::{Args, Parser, Subcommand};
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// Compares techniques of search-based software testing.
#[derive(Debug, Parser)]
#[command(name = "laboratory")]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) task: Task,
}

#[derive(Debug, Subcommand)]
pub(super) enum Task {
    /// Lists the subjects with their features.
    Subjects {
        /// Subjects with one of these texts in their names.
        #[arg(long = "subjects", value_delimiter = ',')]
        only: Vec<String>,
        /// Number of inputs on which the features are measured.
        #[arg(long, default_value_t = FEATURES)]
        executions: u32,
    },
    /// Lists the branches of the subjects by the numbers that outcomes have for them.
    Goals {
        /// Subjects with one of these texts in their names.
        #[arg(long = "subjects", value_delimiter = ',')]
        only: Vec<String>,
    },
    /// Lists the panics of the subjects that are hard to raise, with their stack traces.
    Crashes {
        /// Subjects with one of these texts in their names.
        #[arg(long = "subjects", value_delimiter = ',')]
        only: Vec<String>,
        /// Number of tests of each subject among which panics are sought.
        #[arg(long, default_value_t = SEARCHED)]
        tests: u32,
        /// Number of random tests that must not raise them: with half of ten attempts, a panic is
        /// easy.
        #[arg(long, default_value_t = EASY)]
        easy: u32,
    },
    /// Lists the claims.
    Claims,
    /// Measures the landscapes of branches: how often a change of an input changes nothing, under
    /// several formulas. Prints what the landscapes say of published claims.
    Landscapes(Landscapes),
    /// Lists inputs that are near and take different branches at a decision.
    Boundaries {
        /// Subjects with one of these texts in their names.
        #[arg(long = "subjects", value_delimiter = ',')]
        only: Vec<String>,
        /// Seed of the random numbers.
        #[arg(long, default_value_t = 0)]
        seed: u64,
    },
    /// Runs the searches that the file does not have, and prints what they say of the claims.
    Run(Settings),
    /// Prints what the outcomes of a file say of the claims, without any search.
    Verdicts(Settings),
}

/// Walks over landscapes.
#[derive(Debug, Args)]
pub(super) struct Landscapes {
    /// Subjects with one of these texts in their names.
    #[arg(long, value_delimiter = ',')]
    pub(super) subjects: Vec<String>,
    /// Random walks of each subject.
    #[arg(long, default_value_t = 5)]
    pub(super) walks: u32,
    /// Steps of a random walk.
    #[arg(long, default_value_t = 1_000)]
    pub(super) steps: u32,
    /// Adaptive walks towards each branch.
    #[arg(long, default_value_t = 5)]
    pub(super) adaptive: u32,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 0)]
    pub(super) seed: u64,
    /// Landscapes at a time. By default as many as there are processors.
    #[arg(long)]
    pub(super) threads: Option<usize>,
    /// File to which the measures of each branch under each formula are written.
    #[arg(long)]
    pub(super) csv: Option<PathBuf>,
}

/// Number of inputs on which features are measured by default.
pub(super) const FEATURES: u32 = 2_000;

/// Number of tests among which panics are sought by default, and of random tests that must not
/// raise them. More than ten leave too few panics of published crates.
pub(super) const SEARCHED: u32 = 30_000;
pub(super) const EASY: u32 = 10;

/// Searches to run, and files to write.
#[derive(Debug, Args)]
pub(super) struct Settings {
    /// Claims of these names, or with one of these texts in their names.
    #[arg(long, value_delimiter = ',')]
    claims: Vec<String>,
    /// Subjects with one of these texts in their names.
    #[arg(long, value_delimiter = ',')]
    subjects: Vec<String>,
    /// Searches of each technique on each subject.
    #[arg(long, default_value_t = 30)]
    seeds: u64,
    /// Executions of each search.
    #[arg(long, default_value_t = 5_000, conflicts_with = "seconds")]
    executions: u64,
    /// Seconds of each search, in place of executions. The outcomes then depend on the machine.
    #[arg(long, value_parser = seconds)]
    seconds: Option<Duration>,
    /// 5 seeds of 1 000 executions: some ten minutes on two cores.
    #[arg(long, conflicts_with_all = ["seeds", "executions", "seconds"])]
    short: bool,
    /// Searches at a time. By default as many as there are processors.
    #[arg(long)]
    threads: Option<usize>,
    /// File of outcomes. It is created, or what it has is not searched again.
    #[arg(long)]
    pub(super) out: PathBuf,
    /// Techniques of these names are searched again, whatever the file has of them.
    #[arg(long, value_delimiter = ';')]
    pub(super) again: Vec<String>,
    /// File to which a report is written as a page for browsers.
    #[arg(long)]
    pub(super) html: Option<PathBuf>,
    /// File to which all outcomes are written as JSON.
    #[arg(long)]
    pub(super) json: Option<PathBuf>,
    /// File to which the statistics of each claim are written as CSV. Those of each claim and
    /// subject go to a file beside it, whose name ends in ".subjects.csv".
    #[arg(long)]
    pub(super) statistics: Option<PathBuf>,
    /// File to which a plot of all claims is written as SVG.
    #[arg(long)]
    pub(super) plot: Option<PathBuf>,
}

/// Reads a duration.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    let duration = Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())?;
    if duration < Duration::from_millis(1) {
        Err("less than a millisecond".to_owned())
    } else {
        Ok(duration)
    }
}

impl fmt::Display for Settings {
    /// Writes a sentence about the searches.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seeds, executions) = self.size();
        match self.seconds {
            Some(seconds) => write!(
                formatter,
                "{seeds} searches of {} ms for each technique and subject.",
                seconds.as_millis()
            ),
            None => write!(
                formatter,
                "{seeds} searches of {executions} executions for each technique and subject."
            ),
        }
    }
}

impl Settings {
    /// Returns the number of seeds and of executions.
    fn size(&self) -> (u64, u64) {
        if self.short { (5, 1_000) } else { (self.seeds, self.executions) }
    }

    /// Keeps the claims that were asked for.
    pub(super) fn claims(&self, mut claims: Vec<Claim>) -> Result<Vec<Claim>, String> {
        for part in &self.claims {
            if !claims.iter().any(|claim| claim.name.contains(part)) {
                return Err(format!("no claim has {part:?} in its name"));
            }
        }
        let is_name =
            |part: &String, claims: &[Claim]| claims.iter().any(|claim| claim.name == *part);
        let (names, parts): (Vec<_>, Vec<_>) =
            self.claims.iter().partition(|part| is_name(part, &claims));
        if !self.claims.is_empty() {
            claims.retain(|claim| {
                names.contains(&&claim.name) || parts.iter().any(|part| claim.name.contains(*part))
            });
        }
        Ok(claims)
    }

    /// Returns `true` if the subject was asked for.
    pub(super) fn wants(&self, subject: &str) -> bool {
        self.subjects.is_empty() || self.subjects.iter().any(|part| subject.contains(part))
    }

    /// Returns the file for the statistics of each claim and subject.
    pub(super) fn statistics_by_subject(&self) -> Option<PathBuf> {
        self.statistics.as_ref().map(|path| path.with_extension("subjects.csv"))
    }

    /// Returns an error if a file would be written over the outcomes, or over another one.
    pub(super) fn check_files(&self) -> Result<(), String> {
        let by_subject = self.statistics_by_subject();
        let reports = [&self.html, &self.json, &self.statistics, &by_subject, &self.plot];
        let files: Vec<_> =
            [Some(&self.out)].into_iter().chain(reports.map(Option::as_ref)).collect();
        for (at, file) in files.iter().enumerate() {
            if file.is_some() && files[..at].contains(file) {
                return Err("--out, --html, --json, --statistics and --plot need different files"
                    .to_owned());
            }
        }
        for file in files.into_iter().flatten() {
            let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
            if folder.is_some_and(|folder| !folder.is_dir()) {
                return Err(format!("there is no folder for the file {}", file.display()));
            }
        }
        Ok(())
    }

    /// Returns an error if a technique is to be searched again that no claim has.
    pub(super) fn check_again(&self, claims: &[Claim]) -> Result<(), String> {
        let has = |name: &String| {
            claims.iter().any(|claim| {
                [&claim.technique, &claim.baseline].map(|side| side.name()).contains(&name.as_str())
            })
        };
        let unknown = self.again.iter().find(|name| !has(name));
        unknown.map_or(Ok(()), |name| Err(format!("no claim has a technique {name:?}")))
    }

    /// Returns an error if a text is in no subject's name.
    pub(super) fn check(&self, suite: &Suite) -> Result<(), SuiteError> {
        let unknown = self
            .subjects
            .iter()
            .find(|part| !suite.iter().any(|subject| subject.name().contains(*part)));
        unknown.map_or(Ok(()), |part| Err(SuiteError::NoSuchSubject(part.clone())))
    }

    /// Sets the seeds and the budget.
    pub(super) fn apply(&self, experiment: Experiment) -> Experiment {
        let (seeds, executions) = self.size();
        let budget = match self.seconds {
            Some(seconds) => Budget::Time(seconds),
            None => Budget::Executions(executions),
        };
        let experiment = experiment.with_seeds(seeds).within(budget);
        match self.threads {
            Some(threads) => experiment.with_threads(threads),
            None => experiment,
        }
    }
}
