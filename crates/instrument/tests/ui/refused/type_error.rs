#[sbst::instrument]
fn half(x: u32) -> u32 {
    if x == "none" {
        return 0;
    }
    let y: u8 = x;
    u32::from(y) / 2
}

fn main() {}
