#[sbst::instrument]
struct Point {
    x: i32,
}

fn main() {}
