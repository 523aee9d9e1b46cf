//! Measures of fitness landscapes: how much guidance the goals of a subject give to a search, and
//! where its boundaries are.
//!
//! The inputs of a subject with the changes of [`Shape::change`](crate::inputs::Shape::change) as
//! neighbourhood, and the distance from a goal as height, are a landscape. Searches go down. They
//! go astray where it is rugged, and stand still where it is neutral.
//!
//! | item | is |
//! |---|---|
//! | [`Formula`] | a way of measuring the distance from a goal: two formulas have two landscapes |
//! | [`Landscape`] | the landscapes of all branches of a subject under one formula, as plain data, table and CSV |
//! | [`LandscapeSettings`], [`AdaptiveWalks`] | how many walks, how long |
//! | [`GoalLandscape`], [`Features`], [`Measures`], [`AdaptiveEnds`] | the landscape of one branch |
//! | [`LandscapeSummary`] | medians over goals, to compare flags with others |
//! | [`survey`], [`SubjectLandscapes`] | the landscapes of many subjects, in parallel |
//! | [`landscape_verdicts`], [`LandscapeVerdict`], [`traits_of_plateaus`] | what a survey says of published claims, and what goes with plateaus |
//! | [`Series`], [`neutrality`], [`neutrality_distance`], [`neutral_areas`] | the measures, for walks of your own |
//! | [`boundary_pairs`], [`Boundary`] | near inputs that one decision sends different ways |
//!
//! # Walks
//!
//! - A *random walk* starts at a new input, and changes it again and again. One execution measures
//!   all goals, so random walks serve all of them at once. They show what a search sees that knows
//!   nothing yet.
//! - An *adaptive walk* serves one goal. It moves to a change only if that is nearer to the goal,
//!   and ends if many changes in a row are not. Its ends are local optima.
//!
//! # Plateaus
//!
//! [Neutrality](Measures::neutrality) counts all steps, as in the literature. A branch that nearly
//! every input takes is neutral, too, and easy. To see where a search would stand still, read the
//! [open neutrality](Measures::open_neutrality), of inputs that do not cover the branch. A goal
//! whose distance no walk ever saw has [no measures](GoalLandscape::measures) at all, rather than
//! those of a plateau.
//!
//! # Findings of the literature
//!
//! Landscapes of branches are said to be dominated by plateaus, in unit testing (Albunian, Fraser,
//! Sudholt 2020) and in testing of web services (Sahin, Zhang, Arcuri 2025, "Causes and effects of
//! fitness landscapes in system test generation: a replication study"). Flags are said to be the
//! main cause. [`landscape_verdicts`] tests both claims. To see what a [gradient for
//! flags](sbst::fitness::flag) is worth, compare the landscapes of two formulas: they walk over the
//! same inputs.

mod boundary;
mod claims;
mod features;
mod formula;
mod goals;
mod measures;
mod neutrality;
mod of;
mod series;
mod summary;
mod survey;
mod table;
mod walks;

pub use boundary::{Boundary, BoundarySettings, Difference, boundary_pairs};
pub use claims::{
    ComparedFormulas, LandscapeVerdict, TraitOfPlateaus, landscape_verdicts, traits_of_plateaus,
    verdicts_as_text,
};
pub use features::Features;
pub use formula::Formula;
pub use goals::{AdaptiveEnds, GoalLandscape};
pub use measures::Measures;
pub use neutrality::{neutral_areas, neutrality, neutrality_distance};
pub use of::{Landscape, LandscapeSettings};
pub use series::Series;
pub use summary::LandscapeSummary;
pub use survey::{SubjectLandscapes, SurveyError, SurveyProgress, survey};
pub use walks::{Acceptance, AdaptiveWalks};
