//! The tools, each of which looks for the first failing case of a subject.

use bugs::{Subject, Visitor, visit_all};
use hegel::{HealthCheck, Hegel, Phase, Settings, TestCase, Verbosity};
use proptest::test_runner::{
    Config, RngAlgorithm, TestCaseError, TestCaseResult, TestRng, TestRunner,
};
use sbst::campaign::CampaignBuilder;
use sbst::instrument::LinkedProgram;
use sbst::objective::Criterion;
use sbst_property::ClimbingRunner;
use sbst_property::hegel::watch;
use std::cell::Cell;
use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

/// The root of the further subjects; empty if there are none.
pub(crate) const EXTRA: &str = env!("BUGS_EXTRA");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tool {
    Plain,
    Climbing,
    Hegel,
    Targets,
    Libfuzzer,
}

/// A subject whose type is no longer in sight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measured {
    pub(crate) name: &'static str,
    bytes: usize,
    plain: fn(u64, u64) -> Option<u64>,
    climbing: fn(u64, u64) -> Option<u64>,
    hegel: fn(u64, u64) -> Option<u64>,
    targets: fn(u64, u64) -> Option<u64>,
}

/// Returns all subjects.
pub(crate) fn subjects() -> Vec<Measured> {
    struct Collect(Vec<Measured>);
    impl Visitor for Collect {
        fn visit<S: Subject>(&mut self) {
            self.0.push(Measured {
                name: S::NAME,
                bytes: S::BYTES,
                plain: plain::<S>,
                climbing: climbing::<S>,
                hegel: plain_hegel::<S>,
                targets: hegel_with_targets::<S>,
            });
        }
    }
    let mut collect = Collect(Vec::new());
    visit_all(&mut collect);
    collect.0
}

impl Tool {
    pub(crate) const ALL: [Self; 5] =
        [Self::Plain, Self::Climbing, Self::Hegel, Self::Targets, Self::Libfuzzer];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Climbing => "climbing",
            Self::Hegel => "hegel",
            Self::Targets => "targets",
            Self::Libfuzzer => "libfuzzer",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.name() == name)
    }

    /// Returns how many cases it took until one failed. `None` if that many were not enough.
    pub(crate) fn run(
        self,
        subject: &Measured,
        seed: u64,
        cases: u64,
        fuzzer: Option<&Path>,
    ) -> Result<Option<u64>, String> {
        Ok(match self {
            Self::Plain => (subject.plain)(seed, cases),
            Self::Climbing => (subject.climbing)(seed, cases),
            Self::Hegel => (subject.hegel)(seed, cases),
            Self::Targets => (subject.targets)(seed, cases),
            Self::Libfuzzer => libfuzzer(
                fuzzer.ok_or("the binary of libFuzzer was not built")?,
                subject,
                seed,
                cases,
            )?,
        })
    }
}

/// A count of the cases until one fails, and of none after it.
#[derive(Debug, Default)]
struct Counter {
    cases: Cell<u64>,
    found: Cell<Option<u64>>,
}

impl Counter {
    /// Executes a case. Returns whether it failed, or one before it did.
    fn fails<S: Subject>(&self, input: &S::Input) -> bool {
        if self.found.get().is_none() {
            self.cases.set(self.cases.get() + 1);
            if catch_unwind(|| S::check(input)).is_err() {
                self.found.set(Some(self.cases.get()));
            }
        }
        self.found.get().is_some()
    }

    /// Executes a case for proptest.
    fn result<S: Subject>(&self, input: &S::Input) -> TestCaseResult {
        if self.fails::<S>(input) { Err(TestCaseError::fail("it fails")) } else { Ok(()) }
    }
}

/// Returns the settings of proptest: the defaults, without what happens after the first failing
/// case.
fn config(cases: u64) -> Config {
    Config {
        cases: cases as u32,
        failure_persistence: None,
        max_shrink_iters: 0,
        verbose: 0,
        ..Config::default()
    }
}

fn random(seed: u64) -> TestRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    TestRng::from_seed(RngAlgorithm::ChaCha, &bytes)
}

fn plain<S: Subject>(seed: u64, cases: u64) -> Option<u64> {
    let counter = Counter::default();
    let mut runner = TestRunner::new_with_rng(config(cases), random(seed));
    let _ = runner.run(&S::strategy(), |input| counter.result::<S>(&input));
    counter.found.get()
}

fn climbing<S: Subject>(seed: u64, cases: u64) -> Option<u64> {
    let counter = Counter::default();
    let mut runner =
        ClimbingRunner::new_with_rng(config(cases), random(seed)).pursue(goals(S::FILE));
    let _ = runner.run(&S::strategy(), |input| counter.result::<S>(&input));
    counter.found.get()
}

/// Returns the branches of the functions in a file as goals. Without this, those of all other
/// subjects would be goals, too, as they never are in a crate with a property.
fn goals(file: &str) -> CampaignBuilder {
    let all = sbst::campaign!().criteria([Criterion::Branch]);
    let Ok(program) = LinkedProgram::linked() else { return all };
    let (graph, lines) = (program.graph(), program.lines());
    let within = program.functions().filter(|function| {
        let mut places = graph
            .blocks_of(*function)
            .flat_map(|block| lines.of_block(block))
            .filter_map(|(_, line)| lines.place(line));
        places.any(|(of, _)| of == file)
    });
    all.only(within)
}

fn plain_hegel<S: Subject>(seed: u64, cases: u64) -> Option<u64> {
    run_hegel(seed, cases, [Phase::Generate], |tc, counter| counter.fails::<S>(&S::draw(tc)))
}

/// Hegel with goals as targets, in a thread of its own, on which no goal is covered yet. Goals of
/// other subjects are never near.
fn hegel_with_targets<S: Subject>(seed: u64, cases: u64) -> Option<u64> {
    let run = move || {
        run_hegel(seed, cases, [Phase::Generate, Phase::Target], |tc, counter| {
            let input = S::draw(tc);
            watch(tc, || counter.fails::<S>(&input))
        })
    };
    thread::spawn(run).join().unwrap_or(None)
}

/// Runs Hegel with the phases that matter until a case fails.
fn run_hegel<const N: usize>(
    seed: u64,
    cases: u64,
    phases: [Phase; N],
    fails: impl Fn(&TestCase, &Counter) -> bool,
) -> Option<u64> {
    let counter = Counter::default();
    let settings = Settings::new()
        .test_cases(cases)
        .seed(Some(seed))
        .database(None)
        .phases(phases)
        .verbosity(Verbosity::Quiet)
        .print_blob(false)
        .stop_on_first_failure(true)
        .suppress_health_check(HealthCheck::all());
    let run = || {
        Hegel::new(|tc: TestCase| assert!(!fails(&tc, &counter), "it fails"))
            .settings(settings)
            .run();
    };
    // The failure is in the counter.
    let _ = catch_unwind(AssertUnwindSafe(run));
    counter.found.get()
}

/// Builds the binary of libFuzzer, in which everything has counters of coverage, as cargo-fuzz
/// builds it. Returns its path.
pub(crate) fn build_fuzzer() -> Result<PathBuf, String> {
    const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module \
        -Cllvm-args=-sanitizer-coverage-level=4 \
        -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
        -Cllvm-args=-sanitizer-coverage-pc-table \
        -Cllvm-args=-sanitizer-coverage-trace-compares";
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let target = env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| package.join("target"), |folder| PathBuf::from(folder).join("fuzz"));
    let status = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args([
            "build",
            "--release",
            "--locked",
            "--quiet",
            "--target",
            env!("BUGS_TARGET"),
            "--manifest-path",
        ])
        .arg(package.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .env("RUSTFLAGS", FLAGS)
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    if status.success() {
        Ok(target.join(env!("BUGS_TARGET")).join("release/bugs-fuzz"))
    } else {
        Err("the binary of libFuzzer cannot be built".into())
    }
}

fn libfuzzer(
    binary: &Path,
    subject: &Measured,
    seed: u64,
    cases: u64,
) -> Result<Option<u64>, String> {
    // libFuzzer takes the seed 0 for none, and executes the empty input before the others.
    let output = Command::new(binary)
        .env("BUGS_SUBJECT", subject.name)
        .args([
            format!("-seed={}", seed + 1),
            format!("-runs={cases}"),
            format!("-max_len={}", subject.bytes),
        ])
        .args([
            "-len_control=0",
            "-detect_leaks=0",
            "-error_exitcode=0",
            "-exact_artifact_path=/dev/null",
        ])
        .output()
        .map_err(|error| format!("{}: {error}", binary.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(format!(
            "libFuzzer failed on {}: \
            {text}{}",
            subject.name,
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    let found = text.lines().find_map(|line| line.strip_prefix("found ")?.parse::<u64>().ok());
    Ok(found.filter(|executions| *executions <= cases))
}
