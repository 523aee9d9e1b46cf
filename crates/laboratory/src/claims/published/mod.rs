//! The claims of the publications that the crate `sbst` implements.

mod block_coverage;
mod crashes;
mod defaults;
mod flags;
mod normalisers;
mod searches;
mod seeding;
mod smart;

use super::{Claim, Expectation, Matters};
use crate::results::Measure;
use crate::search::Standard;
use crate::technique::Technique;
use sbst::distance::{Normaliser, Rules};
use sbst::objective::{Evaluated, Forms, GoalForm};

const FLAGS: Matters = Matters {
    text: "with a branch that depends on the result of a call",
    holds: |features| features.flags > 0,
};
const THROWS: Matters = Matters {
    text: "in which exceptions leave blocks of straight-line code",
    holds: |features| features.thrown_in_blocks > 0,
};
const USAGES: Matters =
    Matters { text: "with at least three usages", holds: |features| features.usages >= 3 };
const CALLS: Matters = Matters {
    text: "whose inputs are sequences of calls, with at least three usages",
    holds: |features| features.callees > 1 && features.usages >= 3,
};

/// Returns the claims, with the settings of the publications where they can be had.
///
/// Settings that stay ours: searches are bounded by executions, not by time, and the gate of block
/// coverage sleeps for a tenth of them, as the published minute is a tenth of ten minutes; a test
/// is one input; how tests are changed, and that of equally near tests the newest is kept, where
/// EvoSuite keeps the shortest. Populations have 50 tests, or 100 where the publication has as
/// many.
#[must_use]
pub fn published() -> Vec<Claim> {
    let parts = [
        normalisers::normalisers(),
        block_coverage::block_coverage(),
        flags::flags(),
        smart::smart_selection(),
        seeding::seeding(),
        crashes::crashes(),
        searches::searches(),
        defaults::defaults(),
    ];
    parts.concat()
}

/// A claim that the subjects of this package cannot test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Untestable {
    /// A short name.
    pub name: &'static str,
    /// The publication.
    pub source: &'static str,
    /// What is claimed, with the published figures.
    pub statement: &'static str,
    /// Why it is not tested.
    pub reason: &'static str,
}

/// Returns the claims of the same publications that are not tested, with the reasons.
#[must_use]
pub const fn untestable() -> &'static [Untestable] {
    &[Untestable {
        name: "construction templates",
        source: "Lin et al. 2021, Table 1",
        statement: "Tests that begin with templates of the objects that a branch needs cover \
            more: 78.8 % of branches instead of 70.4 % \
                    after 100 s, by DynaMOSA.",
        reason: "Templates are planned from the fields that each instruction reads and writes, of \
            objects within objects. The attribute does \
                 not record fields, and no subject builds more than one object: in Rust, a \
                 constructor or a literal builds it, and private \
                 fields cannot be set one by one. For the order of calls on one object, see model \
                 seeding. The example `construction` \
                 of the crate sbst shows templates on programs that were written for it.",
    }]
}

impl Untestable {
    /// Returns the untestable claims that belong beside these: all if one of them is published, and
    /// none beside claims of your own.
    pub(crate) fn beside<'c>(claims: impl IntoIterator<Item = &'c Claim>) -> &'static [Self] {
        let known = published();
        let is_known = |claim: &Claim| {
            known.iter().any(|own| own.name == claim.name && own.statement == claim.statement)
        };
        if claims.into_iter().any(is_known) { untestable() } else { &[] }
    }
}

fn claim<T: Technique + 'static>(
    name: &str,
    source: &str,
    statement: &str,
    figures: &str,
    expects: Expectation,
    sides: [T; 2],
    matters: Matters,
) -> Claim {
    let [technique, baseline] = sides;
    Claim {
        source: source.to_owned(),
        statement: statement.to_owned(),
        figures: figures.to_owned(),
        expects,
        matters,
        ..Claim::new(name, technique, baseline)
    }
}

/// A claim about the time until goals are covered. A goal that is not covered took the whole
/// budget, as in Derakhshanfar et al. 2022, 4.2.4.
fn sooner(claim: Claim) -> Claim {
    Claim { measure: Measure::Effort, ..claim }
}

fn default() -> Standard {
    Standard::new("default")
}

/// Returns DynaMOSA as EvoSuite has it: approach level and branch distance in one number, its
/// rules, x/(x+1), and no distances within called functions. Distances count from the first
/// evaluation of a predicate on: a test here is one input, which evaluates most of them once.
fn evosuite(name: &str) -> Standard {
    let forms = Forms { form: GoalForm::Flat, evaluated: Evaluated::Once };
    let search = Standard::new(name).in_forms(forms).with_rules(Rules::EVOSUITE);
    search.with_normaliser(Normaliser::RATIONAL).with_flags(None)
}
