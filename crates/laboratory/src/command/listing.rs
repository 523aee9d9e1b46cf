//! Lists of subjects and claims.

use crate::claims::{Claim, Untestable};
use crate::subject::{Features, Suite, Test};
use sbst::objective::Criterion;
use std::error::Error;

/// Returns a table of the subjects.
pub(super) fn subjects(suite: &Suite, executions: u32) -> Result<String, Box<dyn Error>> {
    let width =
        suite.iter().map(|subject| subject.name().chars().count()).max().unwrap_or(0).max(7);
    let mut text = format!(
        "{:width$}  functions  entered  branches  covered  loops  flags  exceptions  in blocks  \
         text  callees  usages\n",
        "subject"
    );
    let mut sum = Features::default();
    for subject in suite.iter() {
        let features = Features::of(subject, executions, 0)
            .map_err(|error| format!("{}: {error}", subject.name()))?;
        let Features {
            functions,
            entered,
            branches,
            covered,
            loops,
            flags,
            exceptions,
            thrown_in_blocks,
            ..
        } = features;
        let has_text = if features.has_text { "yes" } else { "-" };
        text += &format!(
            "{:width$}  {functions:9}  {entered:7}  {branches:8}  {covered:7}  {loops:5}  \
             {flags:5}  {exceptions:10}  \
             {thrown_in_blocks:9}  {has_text:>4}  {:7}  {:6}\n",
            subject.name(),
            features.callees,
            features.usages,
        );
        sum.branches += branches;
        sum.covered += covered;
    }
    text += &format!(
        "\n{} subjects, {} branches, of which {executions} inputs for each subject, random ones \
         and changes of them, cover {}.\n",
        suite.len(),
        sum.branches,
        sum.covered
    );
    Ok(text)
}

/// Returns a list of the branches.
pub(super) fn goals(suite: &Suite) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    for subject in suite.iter() {
        let builder = subject.campaign()?.criteria([Criterion::Branch]);
        let campaign =
            builder.build::<Test>().map_err(|error| format!("{}: {error}", subject.name()))?;
        text += &format!("{}\n", subject.name());
        for (number, goal) in campaign.report().goals.iter().enumerate() {
            let place = goal.place.as_deref().unwrap_or("?");
            let line = goal
                .source
                .as_ref()
                .map_or_else(String::new, |(file, line)| format!("  ({file}:{line})"));
            text += &format!("  {number:5}  {place}{line}\n");
        }
    }
    Ok(text)
}

/// Returns a list of the claims.
pub(super) fn claims(claims: &[Claim]) -> String {
    let mut text = String::new();
    for claim in claims {
        let Claim { name, source, statement, figures, .. } = claim;
        text += &format!("{name} ({source})\n  {statement}\n  Published: {figures}\n");
        let (technique, baseline) = (claim.technique.name(), claim.baseline.name());
        text += &format!(
            "  Compares {technique:?} with {baseline:?} on subjects {}.\n\n",
            claim.matters.text
        );
    }
    for claim in Untestable::beside(claims) {
        text += &format!(
            "{} ({})\n  {}\n  Not testable here: {}\n\n",
            claim.name, claim.source, claim.statement, claim.reason
        );
    }
    text
}
