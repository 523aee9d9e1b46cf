//! After the search: everything that was kept is executed once more, and the report is written.

use super::folders::keep;
use super::link::{After, Word};
use super::worker::Worker;
use crate::program::{Program, Symbols, read};
use crate::report::{NativeReport, html, text};
use crate::runtime::{self, TableWords};
use crate::search::{Test, campaign_across_calls, name_of};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicU32;

/// Number of executions that may be spent on making one test smaller.
const SMALLER: usize = 500;
/// Number of executions that may be spent on all of them.
const SMALLER_ALL: usize = 50_000;

/// Writes the report and the tests, which are made smaller as long as the supervisor wants it: see
/// [`After`].
pub(super) fn finish(worker: &mut Worker<'_>, tables: &[TableWords]) -> Result<(), String> {
    worker.read_others().map_err(|error| error.to_string())?;
    let symbols = Symbols::of(runtime::images());
    let blocks = read(tables).map_err(|error| error.to_string())?;
    // The same graph, with names.
    let named =
        Program::new(blocks, |address| symbols.function(address), |address| symbols.place(address));
    let named = named.map_err(|error| error.to_string())?;
    let left_out = worker.hunt.left_out().clone();
    let mut campaign =
        campaign_across_calls(&named, &left_out).map_err(|error| error.to_string())?;
    let mut inputs = worker.hunt.kept();
    let folder = worker.folders.nearest();
    inputs.extend(super::folders::inputs(&folder, worker.most).map(Into::into));
    // Measured twice: the first time teaches what decides the branches, if this process did not
    // search itself.
    let mut known = BTreeSet::new();
    inputs.retain(|input| known.insert(input.clone()) && !worker.avoids(input));
    let crashes = worker.take_crashes();
    for is_measured in [false, true] {
        for (number, input) in (1..).zip(&inputs) {
            if crashes.iter().any(|crash| *crash.0 == **input) {
                continue;
            }
            let logs = worker.record(input);
            let seen = worker.hunt.read_in_full(&logs);
            if is_measured {
                campaign
                    .offer(&Test::new(input, number, 0), seen)
                    .map_err(|error| error.to_string())?;
            }
        }
        for (number, (input, log)) in (1 + inputs.len() as u64..).zip(&crashes) {
            let seen = worker.hunt.read_in_full(&[log]);
            if is_measured {
                campaign
                    .offer(&Test::new(input, number, 0), seen)
                    .map_err(|error| error.to_string())?;
            }
        }
    }

    let marks = named.marks(&symbols, |function| worker.hunt.has_entered(function));
    let mut tests: Vec<Vec<u8>> = Vec::new();
    let mut left = SMALLER_ALL;
    for test in campaign.tests().suite() {
        let is_crash = crashes.iter().any(|crash| *crash.0 == *test.bytes);
        let test = if minimises(worker) && !is_crash {
            smaller(worker, &test.bytes, &mut left)
        } else {
            test.bytes.to_vec()
        };
        if !tests.contains(&test) {
            tests.push(test);
        }
    }
    worker.crashes = crashes;
    let compared =
        |block: sbst::id::Block| worker.hunt.observer().compared_at(&named, block.number());
    let executions = worker.link.executions() + worker.link.get(Word::Others);
    let report = NativeReport::of(
        &campaign.report(),
        &named,
        &symbols,
        &marks,
        compared,
        executions,
        &tests,
    );
    write(&worker.folders.report, &report, &tests)
        .map_err(|error| format!("{}: {error}", worker.folders.report.display()))?;
    Ok(())
}

/// Returns `true` while the supervisor wants smaller tests.
fn minimises(worker: &Worker<'_>) -> bool {
    After::of(&worker.link) == After::Minimise
}

/// Returns the branches that an input takes and the functions that it enters.
fn taken(worker: &mut Worker<'_>, input: &[u8]) -> BTreeSet<(bool, u32)> {
    let logs: Vec<&'static [AtomicU32]> = worker.record(input);
    let seen = worker.hunt.read_in_full(&logs);
    let branches = seen.branches().filter(|branch| branch.1 == 0.0).map(|branch| (true, branch.0));
    branches.chain(seen.functions().iter().map(|&function| (false, function))).collect()
}

/// Removes parts of an input as long as it takes the same branches and enters the same functions,
/// with at most `left` executions.
///
/// Parts get smaller from half of the input to one byte, as in Zeller and Hildebrandt, "Simplifying
/// and Isolating Failure-Inducing Input" (TSE 2002).
fn smaller(worker: &mut Worker<'_>, input: &[u8], left: &mut usize) -> Vec<u8> {
    let goal = taken(worker, input);
    let mut allowed = SMALLER.min(*left);
    let (mut best, mut part) = (input.to_vec(), input.len().div_ceil(2));
    while part > 0 {
        let mut at = 0;
        while at < best.len() && allowed > 0 && minimises(worker) {
            let end = (at + part).min(best.len());
            let shorter = [&best[..at], &best[end..]].concat();
            allowed -= 1;
            *left -= 1;
            if taken(worker, &shorter).is_superset(&goal) {
                best = shorter;
            } else {
                at = end;
            }
        }
        part /= 2;
    }
    best
}

fn write(folder: &Path, report: &NativeReport, tests: &[Vec<u8>]) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let minimised = folder.join("tests");
    for entry in fs::read_dir(&minimised).into_iter().flatten().flatten() {
        // The folder is one that the user names: only what a search wrote there is removed.
        if fs::read(entry.path()).is_ok_and(|bytes| *name_of(&bytes) == *entry.file_name()) {
            fs::remove_file(entry.path())?;
        }
    }
    for test in tests {
        keep(&minimised, "", test)?;
    }
    let json = serde_json::to_string_pretty(report).map_err(std::io::Error::other)?;
    fs::write(folder.join("report.json"), json)?;
    fs::write(folder.join("report.txt"), text(report))?;
    fs::write(folder.join("report.html"), html(report))
}
