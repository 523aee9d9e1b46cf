//! Distances within called functions (Lin et al. 2020).

use super::{FLAGS, claim, default, evosuite, sooner};
use crate::claims::{Claim, Expectation};
use crate::search::Standard;
use sbst::distance::{Aggregation, Rules};
use sbst::fitness::flag::{FlagGradient, Iterations, TargetCalls};

pub(super) fn flags() -> Vec<Claim> {
    const FLAG: &str = "Lin et al. 2020";
    let none = || Standard::new("no flags").with_flags(None);
    let tracey = |name: &str, flags| evosuite(name).with_rules(Rules::TRACEY).with_flags(flags);
    let none_tracey = tracey("EvoSuite, rules of Tracey", None);
    let printed = tracey("EvoSuite, rules of Tracey, flags", Some(FlagGradient::published()));
    let with = |name: &str, gradient: FlagGradient| Standard::new(name).with_flags(Some(gradient));
    let least = with("flags, least", FlagGradient::new().over_activations(Aggregation::Min));
    let mean = with("flags, mean", FlagGradient::new().over_activations(Aggregation::Mean));
    let pooled = FlagGradient::new()
        .over_iterations(Iterations::Pooled)
        .over_target_calls(TargetCalls::Pooled);
    let pooled = with("flags, pooled", pooled);
    vec![
        claim(
            "flags",
            &format!("{FLAG}, Fig. 5"),
            "Distances within called functions cover more branches.",
            "51.1 % of branches instead of 47.9 %; more coverage on 255 of 807 methods, less on 50",
            Expectation::Better,
            [printed, none_tracey],
            FLAGS,
        ),
        claim(
            "flags default",
            "ours",
            "Distances within called functions, in the default form, cover more branches.",
            "-",
            Expectation::Nothing,
            [default(), none()],
            FLAGS,
        ),
        sooner(claim(
            "flags default sooner",
            "ours",
            "Distances within called functions, in the default form, cover branches sooner.",
            "-",
            Expectation::Nothing,
            [default(), none()],
            FLAGS,
        )),
        claim(
            "flags harmonic",
            &format!("{FLAG}, Eq. 3"),
            "Several calls count by the harmonic mean of their distances.",
            "chosen there, not compared",
            Expectation::Nothing,
            [default(), least],
            FLAGS,
        ),
        claim(
            "flags mean",
            "ours",
            "The harmonic mean of several calls is compared with the arithmetic mean.",
            "-",
            Expectation::Nothing,
            [default(), mean],
            FLAGS,
        ),
        claim(
            "flags pooled",
            &format!("{FLAG}, Algorithm 1"),
            "All iterations of a loop count together.",
            "chosen there, not compared",
            Expectation::Nothing,
            [pooled, default()],
            FLAGS,
        ),
    ]
}
