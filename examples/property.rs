//! Property testing that is steered: a strategy for `proptest` that climbs towards the branches that no case took yet.
//!
//! `cargo run --release --example property`
//!
//! The function under test is an ordinary one, with the attribute `#[sbst::instrument]`.
//!
//! The strategy wraps another one, as the outermost one. What it climbs on are the choices of that strategy: the bytes that it draws.
//! Shrinking stays as it is. A case depends on those before it, so a seed that `proptest` writes down does not bring it back.

use proptest::prelude::*;
use proptest::strategy::{NewTree, Strategy};
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use sbst::Campaign;
use sbst::campaign::CampaignBuilder;
use sbst::campaign::CampaignError;
use sbst::execution::Trace;
use sbst::instrument::{Program, record};
use sbst::objective::Criterion;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::error::Error;
use std::rc::Rc;

/// Cases after which a run gives up.
const CASES: u32 = 20_000;
const SEEDS: u8 = 30;

// ---- The strategy begins.

/// Bytes for strategies that draw again and again, such as filters.
const BEYOND: usize = 1 << 12;

/// Cases of another strategy: the first one is random, each of the others a small change of the one that came nearest to a branch that no
/// case took yet, as long as there is one.
#[derive(Debug)]
struct Steered<S> {
    inner: S,
    /// Numbers of 32 bits that are changed, of those that the inner strategy draws; what it draws beyond stays as it was.
    words: usize,
    /// What the property reports to.
    trace: Rc<Trace>,
    climb: RefCell<Climb>,
}

#[derive(Debug)]
struct Climb {
    /// Of cases that are as near to a branch, the last one costs least: so the search drifts over plateaus.
    campaign: Campaign<Case, Trace, Reverse<u64>>,
    /// The case before.
    case: Case,
    /// The word of its bytes that was changed, and by how much.
    change: (usize, u32),
}

/// What a case is made of, and how many came before it.
#[derive(Clone, Debug, Default)]
struct Case {
    bytes: Vec<u8>,
    number: u64,
}

impl<S> Steered<S> {
    fn new(inner: S, words: usize, goals: CampaignBuilder) -> Result<Self, CampaignError> {
        let campaign = goals.build_by_cost(|case: &Case| Reverse(case.number))?;
        let trace = Rc::new(campaign.goals().trace(campaign.graph()));
        let climb = RefCell::new(Climb { campaign, case: Case::default(), change: (0, 0) });
        Ok(Self { inner, words: words.max(1), trace, climb })
    }
}

impl<S: Strategy> Strategy for Steered<S> {
    type Tree = S::Tree;
    type Value = S::Value;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let Climb { campaign, case, change } = &mut *self.climb.borrow_mut();
        let mut nearer = false;
        if !case.bytes.is_empty() {
            let outcome = campaign.offer(case, &*self.trace).map_err(|error| error.to_string())?;
            nearer = !outcome.covered.is_empty() || !outcome.nearer.is_empty();
        }
        case.number = campaign.runs();
        let bytes = &mut case.bytes;
        self.trace.reset();
        let rng = runner.rng();
        let mut draw = |below: usize| rng.next_u32() as usize % below;
        match campaign.frontier().active() {
            // What came nearer is done again, twice as much.
            _ if nearer && change.1 != 0 => change.1 = change.1.wrapping_mul(2),
            active if active.is_empty() || bytes.is_empty() => {
                *bytes = (0..4 * self.words + BEYOND).map(|_| draw(256) as u8).collect();
            }
            active => {
                if let Some(nearest) = campaign.nearest(active[draw(active.len())]) {
                    bytes.clone_from(&nearest.bytes);
                }
                // Numbers are drawn in words; their high bits are large steps, the low ones small ones.
                *change = (draw(self.words) * 4, [1, u32::MAX][draw(2)] << draw(32));
            }
        }
        let word = &mut bytes[change.0..change.0 + 4];
        let drawn = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
        word.copy_from_slice(&drawn.wrapping_add(change.1).to_le_bytes());
        let replayed = TestRng::from_seed(RngAlgorithm::PassThrough, bytes);
        self.inner.new_tree(&mut TestRunner::new_with_rng(runner.config().clone(), replayed))
    }
}

// ---- The strategy ends.

/// What is to be paid for some articles with a coupon, in cents.
#[sbst::instrument]
fn payable(articles: u32, price: u32, coupon: &str) -> i64 {
    let sum = i64::from(articles) * i64::from(price);
    if coupon == "SUMMER" {
        if sum >= 10_000 {
            return sum - 2_000;
        }
        if articles == 3 {
            return sum - 10_000; // the mistake: an old rule, which was made when all articles were dear
        }
    }
    sum
}

fn main() -> Result<(), Box<dyn Error>> {
    let strategy = (1..10_000_u32, 1..1_000_000_u32, "[A-Z]{1,8}");
    println!("Is what is to be paid never less than nothing? {SEEDS} runs of {CASES} cases each.\n");
    println!("strategy   says no   cases (median)   smallest case");
    report("plain", || Ok((Rc::new(Trace::new(Program::linked()?.graph())), &strategy)))?;
    report("steered", || {
        let goals = sbst::campaign!(payable).criteria([Criterion::Branch]);
        let steered = Steered::new(strategy.clone(), 48, goals)?;
        Ok((steered.trace.clone(), steered))
    })?;
    Ok(())
}

/// Runs the property with a strategy that goes by what the property reports to the trace beside it.
fn report<S: Strategy<Value = (u32, u32, String)>>(
    name: &str,
    strategy: impl Fn() -> Result<(Rc<Trace>, S), CampaignError>,
) -> Result<(), CampaignError> {
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let (mut spent, mut found) = (Vec::new(), Vec::new());
    for seed in 0..SEEDS {
        let mut runner = TestRunner::new_with_rng(config.clone(), TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]));
        let (trace, strategy) = strategy()?;
        // Cases until one fails: what comes then is shrinking.
        let (cases, failed) = (Cell::new(0), Cell::new(false));
        let result = runner.run(&strategy, |(articles, price, coupon)| {
            cases.set(cases.get() + u32::from(!failed.get()));
            let holds = record(&trace, || payable(articles, price, &coupon) >= 0).unwrap_or(false);
            failed.set(failed.get() || !holds);
            prop_assert!(holds);
            Ok(())
        });
        if let Err(TestError::Fail(_, smallest)) = result {
            found.push(smallest);
        }
        spent.push(cases.get());
    }
    spent.sort_unstable();
    let smallest = found.first().map_or_else(|| "none".to_owned(), |smallest| format!("{smallest:?}"));
    println!("{name:10} {:>7} {:16}   {smallest}", found.len(), spent[spent.len() / 2]);
    Ok(())
}
