#[sbst::instrument]
pub const fn double(x: u32) -> u32 {
    if x > 100 { 100 } else { 2 * x }
}

fn main() {}
