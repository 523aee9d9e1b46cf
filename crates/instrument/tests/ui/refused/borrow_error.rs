#[sbst::instrument]
fn first(list: &mut Vec<u32>) -> u32 {
    let first = &list[0];
    if list.len() > 1 {
        list.clear();
    }
    *first
}

fn main() {}
