//! Short names of the choices, for tables and messages. All of them follow the width and the
//! alignment of the format.

use super::collection::SetMetric;
use super::{Aggregation, Conjunction, DefaultArm, Distance, FloatMetric, Published, Rules};
use alloc::format;
use core::fmt;

macro_rules! names {
    ($($type:ident { $($variant:ident => $name:literal),* })*) => { $(
        /// Writes the short name.
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(match self { $( Self::$variant => $name ),* })
            }
        }
    )* };
}

names! {
    Published { Tracey => "tracey", Korel => "korel", Evosuite => "evosuite" }
    FloatMetric { Absolute => "absolute", Ulps => "ulps" }
    DefaultArm { Constant => "constant", NearestUnlisted => "nearest unlisted" }
    Conjunction { Sum => "sum", NormalisedSum => "normalised sum", Max => "max" }
    SetMetric { SymmetricDifference => "symmetric difference", Jaccard => "jaccard" }
}

/// Writes the published rule, or the rule of integers and the rule of floats if they differ.
///
/// After it come the choices that differ from K = 1, absolute gaps and a constant default arm, and
/// the name of a distance of texts.
///
/// ```
/// use sbst_distance::{FloatMetric, Rules};
///
/// assert_eq!(Rules::KOREL.to_string(), "korel");
/// let rules = Rules::DEFAULT.with_k(0.5)?.with_metric(FloatMetric::Ulps);
/// assert_eq!(rules.to_string(), "tracey/korel, K = 0.5, ulps");
/// assert_eq!(format!("{:>8}", Rules::TRACEY), "  tracey");
/// # Ok::<(), sbst_distance::DistanceError>(())
/// ```
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = format!("{}", self.integers);
        if self.floats != self.integers {
            name += &format!("/{}", self.floats);
        }
        if self.k != 1.0 {
            name += &format!(", K = {}", Distance::of(self.k));
        }
        if self.metric != FloatMetric::default() {
            name += &format!(", {}", self.metric);
        }
        if self.default_arm != DefaultArm::default() {
            name += &format!(", {}", self.default_arm);
        }
        if let Some(texts) = self.texts {
            name += &format!(", texts by {}", texts.name);
        }
        f.pad(&name)
    }
}

/// Writes the short name: `min`, `sum`, `mean`, `harmonic`, or `power(3)`.
impl fmt::Display for Aggregation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Min => f.pad("min"),
            Self::Sum => f.pad("sum"),
            Self::Mean => f.pad("mean"),
            Self::Harmonic => f.pad("harmonic"),
            Self::PowerMean(power) => {
                let (p, sign) = (power.get(), if power.get() < 0.0 { "-" } else { "" });
                f.pad(&format!("power({sign}{})", Distance::of(p.abs())))
            }
        }
    }
}
