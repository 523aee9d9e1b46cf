//! Lines of source files.

use std::collections::BTreeMap;

/// Lines of source files, each file read once.
#[derive(Debug, Default)]
pub(super) struct Sources {
    files: BTreeMap<String, Vec<String>>,
}

impl Sources {
    /// Returns the text of a line, counted from 1; `None` if the file cannot be read or has no such
    /// line.
    pub(super) fn line(&mut self, file: &str, line: u32) -> Option<String> {
        let lines = self.files.entry(file.to_owned()).or_insert_with(|| {
            let text =
                std::fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            text.map(|text| text.lines().map(|line| line.trim().to_owned()).collect())
                .unwrap_or_default()
        });
        let text = lines.get((line as usize).checked_sub(1)?)?;
        (!text.is_empty()).then(|| text.clone())
    }
}
