trait Shape {
    #[sbst::instrument]
    fn area(&self, scale: u32) -> u32;
}

fn main() {}
