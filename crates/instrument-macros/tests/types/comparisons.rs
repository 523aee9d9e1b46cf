//! The compiler says an error about types as often as without the attribute.

struct Weight;

#[sbst::instrument]
mod compared {
    use super::Weight;

    pub fn calls(bytes: &[u8], text: &str) -> bool {
        bytes.len() < text
    }

    pub fn names(narrow: i32, wide: i64) -> bool {
        narrow == wide
    }

    pub fn conditions(bytes: &[u8]) -> u8 {
        if bytes[0] + 1 > "x" { 1 } else { 2 }
    }

    pub fn without_an_order(left: Weight, right: Weight) -> bool {
        (left < right) || 1.5 == 2
    }
}

fn main() {}
