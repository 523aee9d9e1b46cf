//! Settings of a search.

use super::parts::Parts;
use super::sampled::{MakeSchedule, Schedule};
use super::secondary::{ByBlockCoverage, MakeSecondary, Secondary};
use super::{Engine, Seeds};
use crate::technique::{Run, SearchError, Technique};
use sbst::distance::{Normalise, Rules};
use sbst::execution::Trace;
use sbst::fitness::block_coverage::Form;
use sbst::fitness::flag::FlagGradient;
use sbst::id::GoalId;
use sbst::objective::{Criterion, Forms, Goals, Program};
use sbst::published::Gate;
use sbst::selection::Density;
use sbst::subsumption::smart::Smart;
use std::fmt;
use std::sync::Arc;

/// A search whose every part is a setting.
///
/// Without settings it is DynaMOSA with what the crate `sbst` does by default: exact forms, the
/// default rules, pairs of level and distance, and distances within called functions. Of equally
/// near tests the newest is kept.
#[derive(Clone)]
pub struct Standard {
    name: String,
    pub(super) engine: Engine,
    pub(super) parts: Parts,
    pub(super) secondary: Option<MakeSecondary>,
    pub(super) schedule: Option<MakeSchedule>,
    pub(super) gate: Option<Gate>,
    pub(super) seeds: Seeds,
    pub(super) population: usize,
    pub(super) density: Density,
    pub(super) fresh: f64,
}

impl Standard {
    /// Creates the search with the default settings.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            engine: Engine::DynaMosa,
            parts: Parts::default(),
            secondary: None,
            schedule: None,
            gate: None,
            seeds: Seeds::Random,
            population: 50,
            density: Density::default(),
            fresh: 0.1,
        }
    }

    /// Sets the algorithm.
    #[must_use]
    pub fn by(self, engine: Engine) -> Self {
        Self { engine, ..self }
    }

    /// Sets the rules by which operands become distances.
    #[must_use]
    pub fn with_rules(mut self, rules: Rules) -> Self {
        self.parts.rules = rules;
        self
    }

    /// Sets the forms of goals: exact, or as published.
    #[must_use]
    pub fn in_forms(mut self, forms: Forms) -> Self {
        self.parts.forms = forms;
        self
    }

    /// Makes one number of each value: approach level + normalised distance. Without this setting,
    /// level and distance are compared one after the other.
    ///
    /// DynaMOSA and MOSA compare tests goal by goal, where only the order of the numbers counts:
    /// normalisers that keep the order differ by rounding only. Whole suites add numbers up, where
    /// their size counts, too.
    ///
    /// The normaliser must return numbers in [0, 1]: the search fails at any other one. So it does
    /// with engines that have no use for it, [`Engine::Sampled`] and [`Engine::Random`].
    #[must_use]
    pub fn with_normaliser(mut self, normaliser: impl Normalise + Send + Sync + 'static) -> Self {
        self.parts.normaliser = Some(Arc::new(normaliser));
        self
    }

    /// Sets how distances within called functions are computed, if a decision depends on the result
    /// of a call. `None` for the distance K of such decisions.
    ///
    /// ```
    /// use sbst::distance::Distance;
    /// use sbst::fitness::flag::FlagGradient;
    /// use sbst_laboratory::search::Standard;
    ///
    /// // Several calls count by the greatest of their distances.
    /// let greatest = |distances: &[Distance]| distances.iter().copied().max().unwrap_or_default();
    /// let flags = FlagGradient::new().over_activations(greatest);
    /// let technique = Standard::new("greatest").with_flags(Some(flags));
    /// ```
    #[must_use]
    pub fn with_flags(mut self, gradient: Option<FlagGradient>) -> Self {
        self.parts.flags = gradient;
        self
    }

    /// Sets which of two equally near tests is better. `make` makes one for each search: a closure
    /// within a closure, as in `|| |tie: &Tie<'_>| ..`, if it has no state.
    ///
    /// It is for DynaMOSA and MOSA: the search fails with other engines.
    #[must_use]
    pub fn with_secondary<S: Secondary + 'static>(
        self,
        make: impl Fn() -> S + Send + Sync + 'static,
    ) -> Self {
        Self { secondary: Some(Arc::new(move || Box::new(make()))), ..self }
    }

    /// Compares equally near tests by block coverage in a form, where `gate` is open.
    ///
    /// The gate sees a search of ten minutes, as the published ones are: a sleep of a minute is a
    /// tenth of the budget.
    #[must_use]
    pub fn with_block_coverage(self, form: Form, gate: Gate) -> Self {
        self.with_secondary(move || ByBlockCoverage::in_form(form)).with_gate(gate)
    }

    /// Sets the gate that the [secondary objective](Self::with_secondary) is told of.
    #[must_use]
    pub fn with_gate(self, gate: Gate) -> Self {
        Self { gate: Some(gate), ..self }
    }

    /// Sets how the goal is chosen that [`Engine::Sampled`] pursues next, in place of its sampling.
    /// `make` makes one for each search. The search fails with other engines.
    #[must_use]
    pub fn with_scheduler<S: Schedule + 'static>(
        self,
        make: impl Fn() -> S + Send + Sync + 'static,
    ) -> Self {
        Self { schedule: Some(Arc::new(move || Box::new(make()))), ..self }
    }

    /// Pursues only the goals that smart selection keeps. All goals that count are still counted.
    #[must_use]
    pub fn with_smart(self, smart: Smart) -> Self {
        self.without(move |program, goals| {
            smart.select(goals, program, &[]).dropped_goals().collect()
        })
    }

    /// Leaves goals out of the search. They are still counted.
    #[must_use]
    pub fn without(
        mut self,
        choose: impl Fn(&Program<'_>, &Goals<Trace>) -> Vec<GoalId> + Send + Sync + 'static,
    ) -> Self {
        self.parts.without = Some(Arc::new(choose));
        self
    }

    /// Pursues the goals of further criteria, which do not count.
    #[must_use]
    pub fn pursuing(mut self, criteria: impl IntoIterator<Item = Criterion>) -> Self {
        self.parts.further.extend(criteria);
        self
    }

    /// Sets where the first tests come from.
    #[must_use]
    pub fn starting_from(self, seeds: Seeds) -> Self {
        Self { seeds, ..self }
    }

    /// Sets the number of tests or suites that survive a generation, and of their children. It is
    /// at least 2; the default is 50.
    ///
    /// DynaMOSA and MOSA always keep every test that is the nearest one to a goal, even if there
    /// are more of them.
    #[must_use]
    pub fn with_population(self, population: usize) -> Self {
        Self { population: population.max(2), ..self }
    }

    /// Sets how DynaMOSA and MOSA order the tests of a front. The search fails with other engines,
    /// unless it is the default.
    #[must_use]
    pub fn with_density(self, density: Density) -> Self {
        Self { density, ..self }
    }

    /// Returns a setting that the engine has no use for, if there is one. Two techniques that
    /// differ in it only would be the same.
    fn unused(&self) -> Option<&'static str> {
        let is_population = matches!(self.engine, Engine::DynaMosa | Engine::Mosa);
        let is_sampled = matches!(self.engine, Engine::Sampled { .. });
        match self {
            Self { secondary: Some(_), .. } if !is_population => Some("a secondary objective"),
            Self { schedule: Some(_), .. } if !is_sampled => Some("a scheduler"),
            Self { parts: Parts { normaliser: Some(_), .. }, .. }
                if is_sampled || self.engine == Engine::Random =>
            {
                Some("a normaliser")
            }
            Self { density, .. } if *density != Density::default() && !is_population => {
                Some("a density")
            }
            Self { gate: Some(_), secondary: None, .. } => {
                Some("a gate without a secondary objective")
            }
            _ => None,
        }
    }

    /// Sets the share of tests that are new and no changes, in [0, 1]. The default is 0.1.
    #[must_use]
    pub fn with_fresh(self, share: f64) -> Self {
        let share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
        Self { fresh: share, ..self }
    }
}

impl Technique for Standard {
    fn name(&self) -> &str {
        &self.name
    }

    fn search(&self, run: &mut Run<'_>) -> Result<(), SearchError> {
        if let Some(setting) = self.unused() {
            return Err(SearchError::Other(
                format!("{:?} has no use for {setting}", self.engine).into(),
            ));
        }
        match self.engine {
            Engine::DynaMosa | Engine::Mosa => super::population::search(self, run),
            Engine::Sampled { sampling, base } => super::sampled::search(self, run, sampling, base),
            Engine::WholeSuites => super::suites::search(self, run),
            Engine::Random => super::sampled::random(self, run),
        }
    }
}

impl fmt::Debug for Standard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Standard")
            .field("name", &self.name)
            .field("engine", &self.engine)
            .finish_non_exhaustive()
    }
}
