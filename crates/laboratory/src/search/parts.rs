//! Settings that make the campaign of a search, and the values of its goals.

use crate::technique::{Run, SearchError};
use sbst::campaign::{CampaignBuilder, CampaignError};
use sbst::distance::{Distance, Normalise, Rules};
use sbst::execution::Trace;
use sbst::fitness::Fitness;
use sbst::fitness::flag::FlagGradient;
use sbst::id::GoalId;
use sbst::objective::{Criterion, Forms, Goals, Program};
use std::cell::RefCell;
use std::sync::Arc;

/// Returns goals that are left out.
pub(super) type Without = Arc<dyn Fn(&Program<'_>, &Goals<Trace>) -> Vec<GoalId> + Send + Sync>;

/// Settings that make the campaign, and the values of its goals.
#[derive(Clone)]
pub(super) struct Parts {
    pub(super) rules: Rules,
    pub(super) forms: Forms,
    pub(super) normaliser: Option<Arc<dyn Normalise + Send + Sync>>,
    pub(super) flags: Option<FlagGradient>,
    pub(super) without: Option<Without>,
    pub(super) further: Vec<Criterion>,
}

impl Default for Parts {
    fn default() -> Self {
        let (rules, forms, flags) = (Rules::DEFAULT, Forms::default(), Some(FlagGradient::new()));
        Self { rules, forms, normaliser: None, flags, without: None, further: Vec::new() }
    }
}

impl Parts {
    /// Creates the campaign. Its first goals are those that count.
    pub(super) fn campaign(&self, run: &Run<'_>) -> Result<CampaignBuilder, CampaignError> {
        let rules = self.rules;
        let mut builder =
            run.campaign()?.in_forms(self.forms).recorder(move |trace| trace.with_rules(rules));
        builder = builder.criteria(self.further.iter().copied());
        let flags = run.subject().flags();
        // Without flags, calls need not be recorded one by one.
        if let Some(gradient) = &self.flags
            && flags.branches().len() > 0
        {
            builder = builder.flags(flags, gradient.clone());
        }
        if let Some(without) = self.without.clone() {
            builder = builder.without(move |program, goals| without(program, goals));
        }
        Ok(builder)
    }

    /// Makes the values by which the search goes of the values that were measured.
    ///
    /// # Errors
    ///
    /// If the normaliser returns a number outside of [0, 1].
    pub(super) fn judge(&self, row: &mut [Fitness]) -> Result<(), SearchError> {
        let Some(normaliser) = &self.normaliser else { return Ok(()) };
        for value in row {
            let wrong = RefCell::new(None);
            let scalar = value.scalar_by(|distance: Distance| {
                let number = normaliser.normalise(distance);
                // Written so that NaN is wrong, too.
                if !(0.0..=1.0).contains(&number) {
                    *wrong.borrow_mut() = Some(format!(
                        "the normaliser makes {number} of {distance}, which is not in [0, 1]"
                    ));
                }
                number
            });
            if let Some(wrong) = wrong.into_inner() {
                return Err(SearchError::Other(wrong.into()));
            }
            *value = Distance::new(scalar).map_or(*value, Fitness::from);
        }
        Ok(())
    }
}
