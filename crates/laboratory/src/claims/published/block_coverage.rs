//! Block coverage as secondary objective (Derakhshanfar, Devroey, Zaidman 2022).

use super::{THROWS, claim, evosuite, sooner};
use crate::claims::{Claim, Expectation};
use crate::results::Measure;
use crate::search::Standard;
use crate::technique::Count;
use sbst::fitness::block_coverage::Form;
use sbst::objective::Criterion;
use sbst::published::Gate;

pub(super) fn block_coverage() -> Vec<Claim> {
    const BBC: &str = "Derakhshanfar et al. 2022";
    // Lines are pursued, too, since block coverage is for goals within blocks; and all other
    // criteria, as in EvoSuite (4.1.3).
    let evosuite = |name: &str| evosuite(name).pursuing(Criterion::SMART);
    let plain = || evosuite("EvoSuite, all criteria");
    let gated = || {
        evosuite("EvoSuite, all criteria, blocks, gated")
            .with_block_coverage(Form::Published, Gate::PUBLISHED)
    };
    let open = || {
        evosuite("EvoSuite, all criteria, blocks").with_block_coverage(Form::Published, Gate::OPEN)
    };
    let lines = |name: &str| Standard::new(name).pursuing([Criterion::Line]);
    let own = lines("default, lines, blocks").with_block_coverage(Form::Exact, Gate::OPEN);
    let branches = "Block coverage as secondary objective of DynaMOSA, behind the gate of 60 s \
        and 0.5, covers more branches.";
    let mut exceptions = claim(
        "blocks exceptions",
        &format!("{BBC}, RQ 1.2"),
        "Block coverage as secondary objective of DynaMOSA raises more implicit exceptions.",
        "exceptions: 75.1 % without, up to 80.3 % with other usages than the 0.5 tested here; at \
         best (0.9) large effects on 67 of 219 classes for it, on 8 against it",
        Expectation::Better,
        [gated(), plain()],
        THROWS,
    );
    exceptions.count = Count::default().and_implicit_exceptions();
    exceptions.measure = Measure::Discoveries;
    vec![
        claim(
            "blocks gated",
            &format!("{BBC}, RQ 1.1"),
            branches,
            "branches: 74.5 % without, up to 76.1 % with other usages than the 0.5 tested here; \
             at best (0.6) large effects on 59 of 219 classes for it, on none against it",
            Expectation::Better,
            [gated(), plain()],
            THROWS,
        ),
        sooner(claim(
            "blocks gated sooner",
            &format!("{BBC}, RQ 1.4"),
            "Block coverage as secondary objective of DynaMOSA, behind the gate of 60 s and 0.5, \
             covers branches sooner.",
            "after three of ten minutes medium or large effects on 52 of 219 classes for it, on 1 \
             against it (usage of 0.4)",
            Expectation::Better,
            [gated(), plain()],
            THROWS,
        )),
        claim(
            "blocks",
            "ours",
            "Block coverage at every tie, without a gate, covers more branches.",
            "-",
            Expectation::Nothing,
            [open(), plain()],
            THROWS,
        ),
        claim(
            "blocks default",
            "ours",
            "Block coverage in its exact form, at every tie of the default search, covers more \
             branches.",
            "-",
            Expectation::Nothing,
            [own, lines("default, lines")],
            THROWS,
        ),
        exceptions,
    ]
}
