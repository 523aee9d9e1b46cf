//! Formulas: how an execution becomes the value of a goal.

use crate::subject::{Subject, Test};
use sbst::campaign::{Campaign, CampaignError};
use sbst::distance::{Distance, Normalise, Rules};
use sbst::fitness::Fitness;
use sbst::fitness::flag::FlagGradient;
use sbst::objective::Criterion;
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// A way of measuring how far an execution is from a goal: distance rules, a normaliser, and a
/// gradient for flags.
///
/// | part | choices |
/// |---|---|
/// | distance of a comparison | [`Rules`]; by default [`Rules::DEFAULT`] |
/// | order of values | pairs (level, distance), or numbers of a [normaliser](Self::with_normaliser) |
/// | branches that test results of calls | observed distance, or the distance within the call by a [gradient](Self::with_flags) |
///
/// Without a normaliser, values are compared as pairs, exactly. Measures that need numbers use
/// [`Fitness::scalar`], level + d / (d + 1). With a normaliser, values are its numbers, level +
/// norm(d), in all measures: two distances that become one number are equal, and a step between
/// them is neutral.
///
/// ```
/// use sbst::distance::{Distance, Normaliser};
/// use sbst::fitness::Fitness;
/// use sbst_laboratory::landscape::Formula;
///
/// let pairs = Formula::new("pairs");
/// let rational = Formula::new("rational").with_normaliser(Normaliser::RATIONAL);
/// let [near, far] = [1e9, 1e9 + 1.0].map(|d| Fitness::new(0, Distance::new(d).expect("a distance")));
/// assert!(pairs.compare(near, far).is_lt());
/// assert!(rational.compare(near, far).is_eq()); // both are 1 - 10^-9, rounded
/// ```
#[derive(Clone)]
pub struct Formula {
    name: String,
    rules: Rules,
    normaliser: Option<Arc<dyn Normalise + Send + Sync>>,
    flags: Option<FlagGradient>,
}

impl Formula {
    /// Creates a formula with the default rules, without a normaliser and without a gradient for
    /// flags.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), rules: Rules::DEFAULT, normaliser: None, flags: None }
    }

    /// Sets the rules by which comparisons are measured.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Self {
        Self { rules, ..self }
    }

    /// Sets the normaliser. Then values are compared as numbers.
    #[must_use]
    pub fn with_normaliser(self, normaliser: impl Normalise + Send + Sync + 'static) -> Self {
        Self { normaliser: Some(Arc::new(normaliser)), ..self }
    }

    /// Measures flags by the distance within the called function. It has no effect on a subject
    /// without [flags](Subject::flags).
    #[must_use]
    pub fn with_flags(self, gradient: FlagGradient) -> Self {
        Self { flags: Some(gradient), ..self }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of a value: level + norm(distance), finite, at least 0, and 0 only for a
    /// covered goal.
    ///
    /// An infinite distance gives level + 1.
    #[must_use]
    pub fn number(&self, value: Fitness) -> f64 {
        match &self.normaliser {
            None => value.scalar(),
            Some(normaliser) => {
                value.scalar_by(|distance: Distance| normaliser.normalise(distance))
            }
        }
    }

    /// Compares two values of one goal: `Less` is nearer.
    #[must_use]
    pub fn compare(&self, one: Fitness, other: Fitness) -> Ordering {
        match self.normaliser {
            None => one.cmp(&other),
            // Numbers are never NaN and never -0.
            Some(_) => self.number(one).total_cmp(&self.number(other)),
        }
    }

    /// Returns `true` if values are compared as pairs.
    pub(super) fn is_exact(&self) -> bool {
        self.normaliser.is_none()
    }

    /// Creates a campaign that measures the branches of a subject by this formula.
    pub(super) fn campaign(&self, subject: &dyn Subject) -> Result<Campaign<Test>, CampaignError> {
        let rules = self.rules;
        let builder = subject
            .campaign()?
            .criteria([Criterion::Branch])
            .recorder(move |trace| trace.with_rules(rules));
        let Some(gradient) = &self.flags else { return builder.build() };
        let flags = subject.flags();
        // Without flags, calls need not be recorded one by one.
        if flags.branches().len() == 0 {
            return builder.build();
        }
        builder.flags(flags, gradient.clone()).build()
    }
}

impl fmt::Debug for Formula {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Formula");
        shown
            .field("name", &self.name)
            .field("rules", &self.rules)
            .field("normalised", &self.normaliser.is_some());
        shown.field("flags", &self.flags.is_some()).finish()
    }
}
