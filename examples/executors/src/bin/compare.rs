//! Compares searches with flags and without: `compare [SEARCHES [EXECUTIONS]]`. With 30 searches,
//! the default, it takes a minute or two; with 1, no time.

use sbst_executors::compare::{Size, compare};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).map(|number| number.parse::<u32>());
    let seeds = numbers.next().transpose()?.unwrap_or(30);
    let budget = numbers.next().transpose()?.unwrap_or(if seeds < 10 { 300 } else { 5000 });
    print!("{}", compare(Size { seeds, budget })?);
    Ok(())
}
