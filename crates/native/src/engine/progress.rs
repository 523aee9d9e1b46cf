//! Progress: a line on a terminal, lines of JSON for machines, lines of text elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// The state of a search in numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Status {
    /// Seconds since the search began.
    pub(super) seconds: f64,
    pub(super) executions: u64,
    pub(super) executions_per_second: u64,
    /// Branches that were taken, by the worker that knows most.
    pub(super) branches: u64,
    pub(super) all_branches: u64,
    /// Goals that are covered, and all that are pursued.
    pub(super) goals: u64,
    pub(super) all_goals: u64,
    /// Goals within reach that are not covered.
    pub(super) within_reach: u64,
    pub(super) corpus: u64,
    pub(super) crashes: u64,
    pub(super) hangs: u64,
    /// Inputs that crashed in earlier searches, and still do.
    pub(super) known_crashes: u64,
    /// Executions that were read in full, because they could matter or to learn.
    pub(super) read_in_full: u64,
    /// Events and threads for which there was no room.
    pub(super) lost: u64,
}

/// A way to show progress.
#[derive(Debug)]
pub(super) enum Progress {
    Quiet,
    Json { next: Instant },
    Bar(ProgressBar),
    Lines { next: Instant, pause: Duration, branches: u64 },
}

impl Progress {
    pub(super) fn new(quiet: bool, json: bool, runs: u64) -> Self {
        let next = Instant::now();
        if json {
            return Self::Json { next };
        }
        if quiet {
            return Self::Quiet;
        }
        if !std::io::stderr().is_terminal() {
            return Self::Lines { next, pause: Duration::from_secs(1), branches: 0 };
        }
        let bar =
            if runs == u64::MAX { ProgressBar::new_spinner() } else { ProgressBar::new(runs) };
        let template = if runs == u64::MAX {
            "{spinner} [{elapsed}] {msg}"
        } else {
            "{bar:24} {percent:>3} % [{elapsed}] {msg}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_draw_target(ProgressDrawTarget::stderr());
        Self::Bar(bar)
    }

    /// Shows where the search stands, if it is time.
    pub(super) fn show(&mut self, status: &Status) {
        let now = Instant::now();
        match self {
            Self::Quiet => {}
            Self::Json { next } => {
                if now >= *next {
                    *next = now + Duration::from_secs(1);
                    json("progress", status);
                }
            }
            Self::Bar(bar) => {
                bar.set_position(status.executions);
                bar.set_message(status.to_string());
            }
            Self::Lines { next, pause, branches } => {
                // Something new is worth a line each second; else the pauses grow.
                let is_new = status.branches > *branches;
                if now >= *next {
                    *branches = status.branches;
                    *pause = if is_new {
                        Duration::from_secs(1)
                    } else {
                        (*pause * 2).min(Duration::from_secs(60))
                    };
                    *next = now + *pause;
                    print(&format!("[{:>4.0} s] {status}", status.seconds));
                }
            }
        }
    }

    /// Prints a message beside the progress: an event for machines.
    pub(super) fn say(&self, event: &str, message: &str) {
        match self {
            Self::Json { .. } => json(event, &serde_json::json!({ "message": message })),
            Self::Bar(bar) => bar.suspend(|| print(message)),
            Self::Quiet | Self::Lines { .. } => print(message),
        }
    }

    /// Ends the progress with the last status.
    pub(super) fn end(&mut self, status: &Status) {
        match self {
            Self::Quiet => {}
            Self::Json { .. } => json("end", status),
            Self::Bar(bar) => {
                bar.finish_and_clear();
                print(&format!("[{:>4.0} s] {status}", status.seconds));
            }
            Self::Lines { .. } => print(&format!("[{:>4.0} s] {status}", status.seconds)),
        }
    }
}

/// Prints a line for people. A terminal that is gone does not end the search.
fn print(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Prints an event as a line of JSON.
fn json(event: &str, data: &impl Serialize) {
    let mut value = serde_json::to_value(data).unwrap_or_default();
    if let Some(fields) = value.as_object_mut() {
        fields.insert("event".to_owned(), event.into());
    }
    let mut out = std::io::stdout();
    // A reader that is gone does not end the search.
    let _ = writeln!(out, "{value}").and_then(|()| out.flush());
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            executions,
            executions_per_second,
            goals,
            all_goals,
            within_reach,
            corpus,
            crashes,
            hangs,
            lost,
            ..
        } = self;
        write!(
            f,
            "{executions} executions ({executions_per_second}/s), goals {goals}/{all_goals}, \
             {within_reach} within reach, corpus {corpus}"
        )?;
        for (count, one, many) in [(crashes, "crash", "crashes"), (hangs, "hang", "hangs")] {
            if *count > 0 {
                write!(f, ", {count} {}", if *count == 1 { one } else { many })?;
            }
        }
        if *lost > 0 {
            write!(f, ", {lost} events lost")?;
        }
        Ok(())
    }
}
