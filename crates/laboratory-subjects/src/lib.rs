//! Subjects of the laboratory: functions of published crates, which the command `sbst-instrument`
//! has rewritten.
//!
//! [`suite`] has all of them. [`audit`](mod@audit) executes them at random, and reports what is odd
//! about them.

pub mod audit;
mod codes;
mod collections;
mod formats;
mod make;
mod network;
mod numbers;
mod patterns;
mod ranges;
mod rows;
mod sizes;
pub mod small;
mod terms;
mod times;
mod unicode;
mod versions;
mod words;

use sbst_laboratory::subject::{Suite, SuiteError};

/// Returns all subjects.
///
/// # Errors
///
/// [`SuiteError::SameName`] if two subjects have the same name, which is a mistake in this package.
pub fn suite() -> Result<Suite, SuiteError> {
    let mut suite = Suite::new();
    for part in [
        versions::suite()?,
        times::suite()?,
        network::suite()?,
        codes::suite()?,
        formats::suite()?,
        terms::suite()?,
        patterns::suite()?,
        words::suite()?,
        unicode::suite()?,
        sizes::suite()?,
        numbers::suite()?,
        collections::suite()?,
        ranges::suite()?,
        rows::suite()?,
    ] {
        suite.extend(part)?;
    }
    Ok(suite)
}

/// A crate of the registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Package {
    /// Name in the registry.
    pub name: &'static str,
    /// Exact version.
    pub version: &'static str,
    /// Licence, as its manifest has it.
    pub licence: &'static str,
}

/// Returns the crates, in the order of their names.
pub fn packages() -> impl Iterator<Item = Package> {
    let rows = include_str!("../crates.txt").lines().filter(|row| !row.starts_with('#'));
    rows.filter_map(|row| {
        let (name, rest) = row.split_once(' ')?;
        let (version, licence) = rest.split_once(' ')?;
        Some(Package { name, version, licence })
    })
}
