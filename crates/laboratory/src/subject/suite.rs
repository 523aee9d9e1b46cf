//! Several subjects.

use super::Subject;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// Several subjects, by name.
#[derive(Default)]
pub struct Suite(Vec<Arc<dyn Subject>>);

/// Error of a suite.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// Two subjects have the same name.
    #[error("two subjects are called {0:?}")]
    SameName(String),
    /// The [check](Subject::check) of a subject found a mistake.
    #[error("the subject {subject:?}: {reason}")]
    Mistake {
        /// Name of the subject.
        subject: String,
        /// What is wrong.
        reason: String,
    },
    /// No subject has such a name.
    #[error("no subject has {0:?} in its name")]
    NoSuchSubject(String),
}

impl Suite {
    /// Creates a suite without subjects.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a subject.
    ///
    /// # Errors
    ///
    /// [`SuiteError::SameName`] if there is one of this name: results are stored by name.
    /// [`SuiteError::Mistake`] if its functions are not instrumented, or its inputs cannot be read.
    pub fn add(&mut self, subject: impl Subject + 'static) -> Result<&mut Self, SuiteError> {
        self.add_shared(Arc::new(subject))
    }

    /// Adds a subject that is in another suite, too.
    ///
    /// # Errors
    ///
    /// Those of [`add`](Self::add).
    pub fn add_shared(&mut self, subject: Arc<dyn Subject>) -> Result<&mut Self, SuiteError> {
        if self.get(subject.name()).is_some() {
            return Err(SuiteError::SameName(subject.name().to_owned()));
        }
        subject
            .check()
            .map_err(|reason| SuiteError::Mistake { subject: subject.name().to_owned(), reason })?;
        self.0.push(subject);
        Ok(self)
    }

    /// Adds all subjects of another suite.
    ///
    /// # Errors
    ///
    /// [`SuiteError::SameName`] if both have subjects of the same name. Then nothing is added.
    pub fn extend(&mut self, other: Self) -> Result<&mut Self, SuiteError> {
        let known: BTreeSet<_> = self.0.iter().map(|subject| subject.name()).collect();
        if let Some(subject) = other.0.iter().find(|subject| known.contains(subject.name())) {
            return Err(SuiteError::SameName(subject.name().to_owned()));
        }
        self.0.extend(other.0);
        Ok(self)
    }

    /// Keeps the subjects that have one of these texts in their names. Without texts, all stay.
    ///
    /// # Errors
    ///
    /// [`SuiteError::NoSuchSubject`] if no name has one of the texts.
    pub fn only(mut self, parts: &[String]) -> Result<Self, SuiteError> {
        if let Some(part) =
            parts.iter().find(|part| !self.0.iter().any(|subject| subject.name().contains(*part)))
        {
            return Err(SuiteError::NoSuchSubject(part.clone()));
        }
        if !parts.is_empty() {
            self.0.retain(|subject| parts.iter().any(|part| subject.name().contains(part)));
        }
        Ok(self)
    }

    /// Returns the subject of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&dyn Subject> {
        self.iter().find(|subject| subject.name() == name)
    }

    /// Returns the subjects, in the order in which they were added.
    pub fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = &dyn Subject> + ExactSizeIterator + Clone {
        self.0.iter().map(|subject| &**subject)
    }

    /// Returns the subjects to share, in the order in which they were added.
    pub fn shared(
        &self,
    ) -> impl DoubleEndedIterator<Item = &Arc<dyn Subject>> + ExactSizeIterator + Clone {
        self.0.iter()
    }

    /// Returns the number of subjects.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if there are no subjects.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Suite {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.iter().map(|subject| subject.name())).finish()
    }
}
