//! Small subjects.

use sbst_laboratory::inputs::Shape;
use sbst_laboratory::subject::Instrumented;

/// Functions with known landscapes.
pub(crate) mod code {
    /// Not instrumented, so that nobody knows how far it was from true.
    pub(crate) fn is_needle(x: i32) -> bool {
        x == 4711
    }

    /// Flags that nobody can see into.
    pub(crate) mod hidden {
        #[sbst::instrument]
        pub(crate) fn finds(x: i32) -> u32 {
            if super::is_needle(x) { 1 } else { 0 }
        }
    }

    /// Flags that are declared.
    pub(crate) mod open {
        #[sbst::instrument]
        pub(crate) fn is_wanted(x: i32) -> bool {
            x == 4711
        }

        #[sbst::instrument]
        pub(crate) fn finds(x: i32) -> u32 {
            if is_wanted(x) { 1 } else { 0 }
        }
    }

    /// Three flags and three slopes.
    pub(crate) mod needles {
        #[sbst::instrument]
        fn is(x: i32, wanted: i32) -> bool {
            x == wanted
        }

        #[sbst::instrument]
        pub(crate) fn finds(x: i32) -> u32 {
            let mut found = 0;
            if is(x, 4711) {
                found += 1;
            }
            if is(x, -815) {
                found += 2;
            }
            if is(x, 1234) {
                found += 4;
            }
            if x < 1000 {
                found += 8;
            }
            if x > -2000 {
                found += 16;
            }
            found
        }
    }

    pub(crate) mod slope {
        #[sbst::instrument]
        pub(crate) fn is_small(x: i32) -> u32 {
            if x < 1000 { 1 } else { 0 }
        }
    }

    pub(crate) mod asserted {
        #[sbst::instrument]
        pub(crate) fn checked(x: i32) -> i32 {
            assert!(x != 77, "the fault");
            x
        }
    }

    pub(crate) mod looped {
        #[sbst::instrument]
        pub(crate) fn sum(list: &[u8]) -> u32 {
            let mut sum = 0;
            for &number in list {
                if number > 250 {
                    if sum == 7 {
                        return 0;
                    }
                    sum += 1;
                }
            }
            sum
        }
    }

    pub(crate) mod floats {
        #[sbst::instrument]
        pub(crate) fn above(x: f64) -> u32 {
            if x > 0.1 { 1 } else { 0 }
        }
    }

    pub(crate) mod wide {
        #[sbst::instrument]
        pub(crate) fn is_zero(x: i64) -> u32 {
            if x == 0 { 1 } else { 0 }
        }
    }

    pub(crate) mod texts {
        #[sbst::instrument]
        pub(crate) fn classify(text: &str) -> u32 {
            if text.len() > 3 {
                return 1;
            }
            if text.contains('k') { 2 } else { 3 }
        }
    }

    pub(crate) mod arms {
        #[sbst::instrument]
        pub(crate) fn kind(x: i32, y: i32) -> i32 {
            match x {
                0..=99 => 1,
                100..=199 if y > 50 => y,
                _ => 3,
            }
        }
    }

    pub(crate) mod locked {
        #[sbst::instrument]
        pub(crate) fn open(key: u64, x: u32) -> u32 {
            if key == 123_456_789 {
                return if x < 1000 { 1 } else { 2 };
            }
            0
        }
    }

    pub(crate) mod guarded {
        #[sbst::instrument]
        pub(crate) fn rare(x: i32) -> u32 {
            if x > 10 { 1 } else { 0 }
        }
    }
}

fn path(name: &str) -> [String; 1] {
    let here = module_path!();
    [format!("{here}::code::{name}")]
}

fn numbers() -> Shape {
    Shape::integers(-10_000..=10_000)
}

pub(crate) fn hidden() -> Instrumented {
    Instrumented::new("hidden", path("hidden"), |x: i32| {
        let _ = code::hidden::finds(x);
    })
    .with_shape(numbers())
}

pub(crate) fn open() -> Instrumented {
    Instrumented::new("open", path("open::finds"), |x: i32| {
        let _ = code::open::finds(x);
    })
    .with_shape(numbers())
}

pub(crate) fn needles(name: &str) -> Instrumented {
    Instrumented::new(name, path("needles::finds"), |x: i32| {
        let _ = code::needles::finds(x);
    })
    .with_shape(numbers())
}

pub(crate) fn slope() -> Instrumented {
    Instrumented::new("slope", path("slope"), |x: i32| {
        let _ = code::slope::is_small(x);
    })
    .with_shape(numbers())
}

pub(crate) fn asserted() -> Instrumented {
    Instrumented::new("asserted", path("asserted"), |x: i32| {
        let _ = code::asserted::checked(x);
    })
    .with_shape(Shape::integers(0..=100))
}

pub(crate) fn looped() -> Instrumented {
    Instrumented::new("looped", path("looped"), |list: Vec<u8>| {
        let _ = code::looped::sum(&list);
    })
}

/// A function that inputs never reach.
pub(crate) fn unreached() -> Instrumented {
    Instrumented::new("unreached", path("guarded"), |_: i32| ()).with_shape(numbers())
}

/// A function that only few inputs reach.
pub(crate) fn rarely() -> Instrumented {
    let call = |x: i32| {
        if x % 8 == 0 {
            let _ = code::guarded::rare(x);
        }
    };
    Instrumented::new("rarely", path("guarded"), call).with_shape(numbers())
}

pub(crate) fn floats() -> Instrumented {
    let call = |x: f64| {
        let _ = code::floats::above(x);
    };
    Instrumented::new("floats", path("floats"), call).with_shape(Shape::floats(-1e3..=1e3))
}

pub(crate) fn texts() -> Instrumented {
    let call = |text: String| {
        let _ = code::texts::classify(&text);
    };
    Instrumented::new("texts", path("texts"), call)
        .with_shape(Shape::text("abcdefghijklmnopqrstuvwxyz", 8))
}

/// Texts of few letters, between which there are no others.
pub(crate) fn sparse_texts() -> Instrumented {
    texts().with_shape(Shape::text("afkz", 6))
}

/// Distances too great for numbers near 1.
pub(crate) fn wide() -> Instrumented {
    let call = |x: i64| {
        let _ = code::wide::is_zero(x);
    };
    Instrumented::new("wide", path("wide"), call).with_shape(Shape::integers(1 << 60..=1 << 61))
}

pub(crate) fn arms() -> Instrumented {
    let call = |(x, y): (i32, i32)| {
        let _ = code::arms::kind(x, y);
    };
    Instrumented::new("arms", path("arms"), call).with_shape(Shape::tuple([numbers(), numbers()]))
}

/// A decision that only one key in 2^60 leads to.
pub(crate) fn locked() -> Instrumented {
    let call = |(key, x): (u64, u32)| {
        let _ = code::locked::open(key, x);
    };
    let keys = Shape::integers(1_000_000..=1 << 60);
    Instrumented::new("locked", path("locked"), call)
        .with_shape(Shape::tuple([keys, Shape::integers(0..=1_000_000)]))
}
