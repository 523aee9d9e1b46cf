//! The source line of each statement.

use crate::id::{Block, Line, Statement};
use crate::sort::{sort, sort_by_key};
use alloc::string::String;
use alloc::vec::Vec;

/// The source line of each statement. A line may hold statements of several blocks, and a block may
/// have statements on several lines.
///
/// ```
/// use sbst::flow::Lines;
/// use sbst::id::{Block, Line};
///
/// let (first, second) = (Block::new(0), Block::new(1));
/// let line = Line::new;
/// let lines = Lines::new([
///     (first.statement(0), line(10)),
///     (first.statement(1), line(11)),
///     (second.statement(0), line(11)),
/// ]);
/// assert_eq!(
///     lines.statements_on(line(11)),
///     [first.statement(1), second.statement(0)]
/// );
/// assert_eq!(lines.line(first.statement(0)), Some(line(10)));
///
/// // An executor that knows covered lines only: line 10 ran, line 11 did not. So
/// // statement 0 was reached, and perhaps not completed.
/// assert_eq!(lines.progress(first, |l| l == line(10)), Some(0));
/// assert_eq!(lines.progress(first, |_| true), Some(2));
/// assert_eq!(lines.progress(second, |l| l == line(10)), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// Ascending by (line, block, statement), so that a line is a slice of
    /// [`statements`](Self::statements).
    lines: Vec<Line>,
    /// The statement on each line in `lines`.
    statements: Vec<Statement>,
    /// The line of each statement, ascending by statement.
    pub(super) by_block: Vec<(Statement, Line)>,
    /// The files, ascending by the number that stands for their line 0.
    pub(super) files: Vec<(u32, String)>,
}

impl Lines {
    /// Creates the table from pairs of a statement and its line, in any order.
    ///
    /// A statement that is given twice is on the lesser of its lines. O(n log n).
    #[must_use]
    pub fn new(rows: impl IntoIterator<Item = (Statement, Line)>) -> Self {
        let mut by_block: Vec<_> = rows.into_iter().collect();
        sort(&mut by_block);
        by_block.dedup_by_key(|row| row.0);
        let mut by_line: Vec<_> =
            by_block.iter().map(|&(statement, line)| (line, statement)).collect();
        sort(&mut by_line);
        let (lines, statements) = by_line.into_iter().unzip();
        Self { lines, statements, by_block, files: Vec::new() }
    }

    /// Gives names of files to ranges of lines, which reports then show. Each file comes with the
    /// number that stands for its line 0: line n of the file has this number plus n. The lines up
    /// to the number of the next file belong to the file.
    ///
    /// Of two files with the same number the last one counts. O(n log n).
    ///
    /// ```
    /// use sbst::flow::Lines;
    /// use sbst::id::Line;
    ///
    /// let lines = Lines::default().with_files([(0, "src/lib.rs"), (10_000, "src/parse.rs")]);
    /// assert_eq!(lines.place(Line::new(12)), Some(("src/lib.rs", 12)));
    /// assert_eq!(lines.place(Line::new(10_107)), Some(("src/parse.rs", 107)));
    /// assert_eq!(Lines::default().place(Line::new(12)), None);
    /// ```
    #[must_use]
    pub fn with_files<N: Into<String>>(
        mut self,
        files: impl IntoIterator<Item = (u32, N)>,
    ) -> Self {
        let mut files: Vec<(u32, String)> =
            files.into_iter().map(|(first, name)| (first, name.into())).collect();
        files.reverse();
        sort_by_key(&mut files, |file| file.0);
        files.dedup_by_key(|file| file.0);
        self.files = files;
        self
    }

    /// Returns the file of a line, and the number of the line in that file; `None` if the line
    /// belongs to no file. O(log n).
    #[must_use]
    pub fn place(&self, line: Line) -> Option<(&str, u32)> {
        let files = &self.files[..self.files.partition_point(|file| file.0 <= line.number())];
        files.last().map(|(first, name)| (name.as_str(), line.number() - first))
    }

    /// Returns the statements on a line, ascending; empty for a line without statements. O(log n).
    #[must_use]
    pub fn statements_on(&self, line: Line) -> &[Statement] {
        let start = self.lines.partition_point(|&l| l < line);
        let end = self.lines.partition_point(|&l| l <= line);
        &self.statements[start..end]
    }

    /// Returns an iterator over all lines that hold a statement, ascending, each once.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = Line> + Clone {
        let is_first = |place: &usize| *place == 0 || self.lines[place - 1] != self.lines[*place];
        (0..self.lines.len()).filter(is_first).map(|place| self.lines[place])
    }

    /// Returns the line of a statement; `None` if it has no line. O(log n).
    #[must_use]
    pub fn line(&self, statement: Statement) -> Option<Line> {
        let place = self.by_block.binary_search_by_key(&statement, |row| row.0).ok()?;
        Some(self.by_block[place].1)
    }

    /// Returns an iterator over the statements of a block that are on a line, ascending, with their
    /// lines; empty for a block without such statements. O(log n).
    pub fn of_block(
        &self,
        block: Block,
    ) -> impl DoubleEndedIterator<Item = (Statement, Line)> + ExactSizeIterator + Clone {
        self.rows_of(block).iter().copied()
    }

    /// Returns the statements of a block with their lines, ascending.
    fn rows_of(&self, block: Block) -> &[(Statement, Line)] {
        let rows = &self.by_block[self.by_block.partition_point(|row| row.0.block < block)..];
        &rows[..rows.partition_point(|row| row.0.block == block)]
    }

    /// Returns the progress in a block, in statements, as far as covered lines show it. For
    /// executors that record lines instead of statements.
    ///
    /// - If the line of the first statement did not run, returns `None`.
    /// - If all lines of the block ran, the block counts as complete.
    /// - Otherwise returns what is certain. Statements were reached as far as all lines ran. A
    ///   covered line shows only that the first of its statements was reached, and that statement
    ///   may have ended with an exception.
    ///
    /// A line that also holds statements of another block may have run there; line coverage cannot
    /// tell. A block without lines gives `None`. If the executor knows more (it evaluated a branch
    /// of the block, for example), it should report that itself.
    ///
    /// O(k log n) for k statements of the block.
    #[must_use]
    pub fn progress(&self, block: Block, covered: impl Fn(Line) -> bool) -> Option<u32> {
        let rows = self.rows_of(block);
        let ran = rows.iter().take_while(|row| covered(row.1)).count();
        if ran == rows.len() {
            return rows.last().map(|row| row.0.index.saturating_add(1));
        }
        let first_of_line = |row: &&(Statement, Line)| {
            let on_line = self.statements_on(row.1);
            on_line.get(on_line.partition_point(|statement| statement.block < block))
                == Some(&row.0)
        };
        rows[..ran].iter().rev().find(first_of_line).map(|row| row.0.index)
    }
}
