#[sbst::instrument(3)]
fn double(x: u32) -> u32 {
    2 * x
}

fn main() {}
