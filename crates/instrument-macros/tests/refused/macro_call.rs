macro_rules! make {
    ($name:ident) => {
        fn $name(x: i32) -> bool {
            x > 3
        }
    };
}

#[sbst::instrument]
make!(is_large);

fn main() {}
