#[sbst::instrument]
async fn load(x: u32) -> u32 {
    if x > 100 { 100 } else { 2 * x }
}

fn main() {}
