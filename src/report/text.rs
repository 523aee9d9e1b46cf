//! Reports in words.

use super::report::{GoalReport, Report, Standing};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Debug, Display, Formatter};

/// The goals that are covered, by their tests; then those that are not, and why.
impl<T: Debug> Display for Report<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut covered: Vec<Vec<&GoalReport>> = vec![Vec::new(); self.tests.len()];
        for row in &self.goals {
            if let Standing::Covered { test } = row.standing {
                covered.get_mut(test).into_iter().for_each(|rows| rows.push(row));
            }
        }
        let count: usize = covered.iter().map(Vec::len).sum();
        let runs = if self.runs == 1 { "run" } else { "runs" };
        write!(f, "{count} of {} goals covered in {} {runs}", self.goals.len(), self.runs)?;
        for (kept, rows) in self.tests.iter().zip(&covered).filter(|(_, rows)| !rows.is_empty()) {
            write!(f, "\n{:?} of run {} covers", kept.test, kept.run)?;
            rows.iter().try_for_each(|row| write!(f, "\n  {}", Named(row)))?;
        }
        if count < self.goals.len() {
            f.write_str("\nnot covered")?;
        }
        for row in self.open() {
            write!(f, "\n  {}", Named(row))?;
            match &row.standing {
                Standing::Covered { .. } => {}
                Standing::Near { test, words, .. } => {
                    if let Some(kept) = self.tests.get(*test) {
                        write!(f, ", nearest {:?} of run {}", kept.test, kept.run)?;
                    }
                    // Without the first line, which names the goal again.
                    words.lines().skip(1).try_for_each(|line| write!(f, "\n  {line}"))?;
                }
                Standing::Far => f.write_str(": no test came near")?,
                Standing::Waiting { behind } => {
                    f.write_str(": waits for")?;
                    let commas = core::iter::once("").chain(core::iter::repeat(" or"));
                    behind.iter().zip(commas).try_for_each(|(goal, comma)| write!(f, "{comma} {goal}"))?;
                }
                Standing::LeftOut => f.write_str(": left out")?,
            }
        }
        Ok(())
    }
}

/// The name of a goal, and its line.
struct Named<'a>(&'a GoalReport);

impl Display for Named<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name)?;
        self.0.line.map_or(Ok(()), |line| write!(f, ", line {}", line.number()))
    }
}
