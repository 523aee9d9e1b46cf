//! Reports as text.

use super::data::{GoalReport, LeftOut, Report, Standing};
use alloc::vec::Vec;
use alloc::{format, vec};
use core::fmt::{self, Debug, Display, Formatter};

/// Writes the covered goals, grouped by their tests; then the goals that are not covered, each with
/// the reason.
impl<T: Debug> Display for Report<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut covered: Vec<Vec<&GoalReport>> = vec![Vec::new(); self.tests.len()];
        for row in &self.goals {
            if let Standing::Covered { test } = row.standing
                && let Some(rows) = covered.get_mut(test)
            {
                rows.push(row);
            }
        }
        // Goals that nothing needs are no work that is left, so they do not count in the total.
        let count: usize = covered.iter().map(Vec::len).sum();
        let runs = if self.runs == 1 { "run" } else { "runs" };
        let unneeded = self.goals.iter().filter(|row| row.standing == Standing::NotNeeded).count();
        let needed = self.goals.len() - unneeded;
        write!(f, "{count} of {needed} goals covered in {} {runs}", self.runs)?;
        if unneeded > 0 {
            write!(f, ", {unneeded} more not needed")?;
        }
        for (kept, rows) in self.tests.iter().zip(&covered).filter(|(_, rows)| !rows.is_empty()) {
            write!(f, "\n{:?} of run {} covers", kept.test, kept.run)?;
            for row in rows {
                write!(f, "\n  {row}")?;
            }
        }
        if !self.left_out.is_empty() {
            f.write_str("\nleft out, so that coverage is not complete")?;
        }
        for LeftOut { place, what } in &self.left_out {
            write!(f, "\n  {what} ({place})")?;
        }
        if count < self.goals.len() {
            f.write_str("\nnot covered")?;
        }
        for row in self.open() {
            write!(f, "\n  {row}")?;
            self.write_reason(&row.standing, f)?;
        }
        Ok(())
    }
}

impl<T: Debug> Report<T> {
    /// Writes the reason why a goal is not covered.
    fn write_reason(&self, standing: &Standing, f: &mut Formatter<'_>) -> fmt::Result {
        match standing {
            Standing::Covered { .. } => Ok(()),
            Standing::Near { test, fitness, why, missing } => {
                if let Some(kept) = self.tests.get(*test) {
                    write!(f, ", nearest {:?} of run {}", kept.test, kept.run)?;
                }
                if why.is_none() {
                    write!(f, "\n    {} decisions away", fitness.level)?;
                }
                for line in missing {
                    write!(f, "\n    {line}")?;
                }
                Ok(())
            }
            Standing::Far => f.write_str(": no test came near"),
            Standing::Waiting { behind } => {
                f.write_str(": waits for")?;
                let parents = behind.iter().filter_map(|&place| self.goals.get(place));
                for (number, parent) in parents.enumerate() {
                    write!(f, "{} {parent}", if number == 0 { "" } else { " or" })?;
                }
                Ok(())
            }
            Standing::LeftOut => f.write_str(": left out"),
            Standing::NotNeeded => f.write_str(": not needed"),
        }
    }
}

/// Writes the goal, its place with the names from the graph, and its line.
impl Display for GoalReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.goal)?;
        if let Some(place) = &self.place {
            write!(f, " ({place})")?;
        }
        match (&self.source, self.line) {
            // Names of blocks may say it already.
            (Some((file, line)), _) => {
                let known = format!("{file}:{line}");
                if self.place.as_ref().is_some_and(|place| place.contains(&known)) {
                    Ok(())
                } else {
                    write!(f, ", {known}")
                }
            }
            (None, Some(line)) => write!(f, ", line {}", line.number()),
            (None, None) => Ok(()),
        }
    }
}
