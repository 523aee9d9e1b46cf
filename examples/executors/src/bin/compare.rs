//! Compares searches with flags and without: `compare [SIZE]`. Of size 30, the default, it takes some minutes; of size 1, seconds.

use sbst_executors::compare::{Size, compare};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let size: u32 = std::env::args().nth(1).map_or(Ok(30), |size| size.parse())?;
    print!("{}", compare(Size { seeds: size, budget: if size < 10 { 300 } else { 5000 } })?);
    Ok(())
}
