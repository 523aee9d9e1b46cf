//! Do goals of MC/DC help? `conditions [SEARCHES [EXECUTIONS]]`, on the programs that are shipped.

use sbst_executors::conditions::conditions;
use sbst_executors::sampling::Source;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).map(|number| number.parse::<u64>());
    let seeds = numbers.next().transpose()?.unwrap_or(30);
    let budget = numbers.next().transpose()?.unwrap_or(5_000);
    let sources = [
        Source::Module("records", include_bytes!("../../modules/records.wat")),
        Source::Module("geometry", include_bytes!("../../modules/geometry.wat")),
        Source::Module("network", include_bytes!("../../modules/network.wat")),
        Source::Script("invoice", include_str!("../../scripts/invoice.rhai")),
        Source::Script("calendar", include_str!("../../scripts/calendar.rhai")),
        Source::Script("door", include_str!("../../scripts/door.rhai")),
        Source::Script("orders", include_str!("../../scripts/orders.rhai")),
        Source::Script("interlock", include_str!("../../scripts/interlock.rhai")),
    ];
    print!("{}", conditions(&sources, seeds, budget)?);
    Ok(())
}
