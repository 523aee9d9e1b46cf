//! quick
use sbst::Campaign;
use sbst::distance::{eq, gt};
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::Function;
use sbst::objective::Criterion;

const PRICE: Function = Function::new(0);

fn price(c: Caller<'_>, amount: i32, code: i32) -> i32 {
    let f = c.enter(PRICE);
    if f.decide(0, gt(amount, 100)) && f.decide(1, eq(code, 4711)) { f.returns(2, 80 * amount) } else { f.returns(3, 100 * amount) }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
    let mut seed = 1_u64;
    let mut draw = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as f64 / (1_u64 << 31) as f64
    };
    let neighbours = |[amount, code]: [i32; 2]| {
        (0..20).map(|bit| 1 << bit).flat_map(move |step: i32| {
            [
                [amount.wrapping_add(step), code],
                [amount.wrapping_sub(step), code],
                [amount, code.wrapping_add(step)],
                [amount, code.wrapping_sub(step)],
            ]
        })
    };
    let mut campaign = Campaign::builder().function(&body)?.criteria([Criterion::Branch, Criterion::Block]).build()?;
    while campaign.runs() < 10_000
        && let Some(goal) = campaign.next_goal(draw())
    {
        let near = campaign.nearest(goal).copied().unwrap_or([0, 0]);
        for test in neighbours(near) {
            campaign.run(&test, |c, x| price(c, x[0], x[1]))?;
        }
        if campaign.runs() < 130 {
            println!("{}\n", campaign.report());
        }
    }
    println!("{}", campaign.report());
    Ok(())
}
