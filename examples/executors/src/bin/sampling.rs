//! Which goal a search should sample next: `sampling [--seeds N] [--budget N] [--fresh PERCENT]`,
//! on the programs that are shipped.

use sbst_executors::sampling::{Sampled, Source, sampling};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut options = Sampled { seeds: 30, budget: 5_000, fresh: 0.1 };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let number: u64 = words.next().ok_or_else(|| format!("{word} needs a number"))?.parse()?;
        match word.as_str() {
            "--seeds" => options.seeds = number,
            "--budget" => options.budget = number,
            "--fresh" => options.fresh = number as f64 / 100.0,
            _ => return Err(format!("there is no option {word}").into()),
        }
    }
    let sources = [
        Source::Module("records", include_bytes!("../../modules/records.wat")),
        Source::Module("geometry", include_bytes!("../../modules/geometry.wat")),
        Source::Script("invoice", include_str!("../../scripts/invoice.rhai")),
        Source::Script("calendar", include_str!("../../scripts/calendar.rhai")),
        Source::Script("door", include_str!("../../scripts/door.rhai")),
    ];
    print!("{}", sampling(&sources, options)?);
    Ok(())
}
