//! MC/DC, a published form and seeding in one campaign: a test is a sequence of calls, as a usage
//! model makes them, and the goals are branches and the conditions of a decision.
//!
//! `cargo run --release -p sbst-examples --example histories --features all`

use sbst::Campaign;
use sbst::distance::{flag, gt};
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::Function;
use sbst::objective::{Criterion, Forms};
use sbst_histories::{Pairing, decisions::Independence};
use sbst_seeding::usage::{Choice, UsageModel, Walker};

type Calls = Vec<&'static str>;

/// Asked after each call: a file is saved if it is open, and was written often or read elsewhere.
fn save(caller: Caller<'_>, calls: &[&str]) -> bool {
    let count = |name| calls.iter().filter(|&&call| call == name).count();
    let sought = calls.windows(2).any(|pair| pair == ["seek", "read"]);
    let f = caller.enter(Function::new(0));
    let is_open = f.decide(0, gt(count("open"), count("close")));
    let saves = is_open && (f.decide(1, gt(count("write"), 4)) || f.decide(2, flag(sought)));
    f.returns(if saves { 3 } else { 4 }, saves)
}

fn main() -> Result<(), sbst::campaign::CampaignError> {
    // if open > close && (write > 4 || sought) { 3 } else { 4 }
    let body = FlowBuilder::new().branch(0, 1, 4).branch(1, 3, 2).branch(2, 3, 4);
    let mut campaign = Campaign::builder()
        .function(&body.exit(3).exit(4).function_name("save"))?
        .criteria([Criterion::Branch])
        .in_forms(Forms::PUBLISHED) // Zhou et al. (2024), Eq. 7
        .discover(|program| Ok(Pairing::of(program, Independence::Masking)?))
        .build()?;

    // Seeds: sequences like those that a program made.
    let mut model = UsageModel::new();
    model.train(["open", "seek", "read", "close"]);
    model.train(["open", "write", "write", "close"]);
    let walker = Walker::new(&model);
    let mut random = 1_u64; // any random generator will do
    let mut draw = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (random >> 33) as f64 / (1_u64 << 31) as f64
    };
    while campaign.runs() < 5_000
        && let Some(goal) = campaign.next_goal(draw())
    {
        let seed = walker.walk(|_, way| Choice::Uniform.weight(way), 9, &mut draw);
        let mut test: Calls = campaign.nearest(goal).cloned().unwrap_or_default();
        let place = (draw() * (test.len() + 1) as f64) as usize;
        test.splice(place..place, seed.into_iter().flatten().take(1 + (draw() * 4.0) as usize));
        campaign.run(&test, |c, calls| (1..=calls.len()).any(|n| save(c, &calls[..n])))?;
    }
    println!("{}", campaign.report());
    let pairing = campaign.discovery().finder::<Pairing>().expect("it was given");
    pairing.coverage().for_each(|decision| println!("{}", decision.show(campaign.graph())));
    Ok(())
}
