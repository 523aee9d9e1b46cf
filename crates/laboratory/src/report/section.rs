//! The sections of a report.

use super::{Compared, Forest, Progress, Ranking, Spread};

/// One section of a [`Report`](super::Report).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Section {
    /// Paragraphs.
    Text(Text),
    /// A table of texts.
    Table(Table),
    /// A technique against a baseline.
    Compared(Compared),
    /// Effects of several comparisons. Only the page shows them.
    Forest(Forest),
    /// Mean ranks of all techniques.
    Ranking(Ranking),
    /// Coverage over executions. Only the page shows it.
    Progress(Progress),
    /// Box plots. Only the page shows them.
    Spread(Spread),
}

/// Paragraphs with a heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Heading, or an empty text for none.
    pub heading: String,
    /// Paragraphs, separated by empty lines.
    pub text: String,
}

/// A table of texts with a heading.
///
/// Columns are aligned to the right if each text in them, except the name, begins with a digit or a
/// sign, or is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Heading, or an empty text for none.
    pub heading: String,
    /// Paragraphs above the table, separated by empty lines.
    pub note: String,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Rows: a text for each column. Missing texts are empty, additional ones are ignored.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Returns the text of a cell: empty if there is none.
    pub(super) fn cell(&self, row: usize, column: usize) -> &str {
        self.rows.get(row).and_then(|row| row.get(column)).map_or("", String::as_str)
    }

    /// Returns `true` if a column holds numbers and is aligned to the right.
    pub(super) fn is_numeric(&self, column: usize) -> bool {
        let number = |text: &str| {
            text.chars()
                .next()
                .is_none_or(|first| first.is_ascii_digit() || "+-<>=±−".contains(first))
        };
        (0..self.rows.len()).all(|row| number(self.cell(row, column)))
    }
}

impl From<Text> for Section {
    fn from(text: Text) -> Self {
        Self::Text(text)
    }
}

impl From<Table> for Section {
    fn from(table: Table) -> Self {
        Self::Table(table)
    }
}

impl From<Compared> for Section {
    fn from(compared: Compared) -> Self {
        Self::Compared(compared)
    }
}

impl From<Forest> for Section {
    fn from(forest: Forest) -> Self {
        Self::Forest(forest)
    }
}

impl From<Ranking> for Section {
    fn from(ranking: Ranking) -> Self {
        Self::Ranking(ranking)
    }
}

impl From<Progress> for Section {
    fn from(progress: Progress) -> Self {
        Self::Progress(progress)
    }
}

impl From<Spread> for Section {
    fn from(spread: Spread) -> Self {
        Self::Spread(spread)
    }
}
