//! Functions that macros make.

use crate::Package;

const MADE: &str = r#"
macro_rules! capped {
    ($($name:ident $vis:vis $type:ty),*) => {$(
        /// Of this type.
        $vis fn $name(x: $type, most: $type) -> $type {
            if x > most { most } else { x }
        }
    )*};
}
capped! { small pub u8, large pub(crate) u64 }

macro_rules! wrapped {
    ($type:ty, $inner:expr) => {
        impl From<$type> for Wrapped {
            #[inline]
            fn from(value: $type) -> Self {
                Self(if value == $inner * 2 { 1 } else { 2 })
            }
        }
    };
}
pub struct Wrapped(u8);
wrapped!(u16, 3 + 4);

macro_rules! late {
    ($type:ty) => {
        pub fn late() -> Vec<$type> {
            let d = vec![Default::default(); 2];
            if d[0] < d[1] {
                return vec![];
            }
            d
        }
    };
}
late!(Later);

macro_rules! allocator {
    ($name:ident) => {
        pub struct $name;
        unsafe impl std::alloc::GlobalAlloc for $name {
            unsafe fn alloc(&self, layout: std::alloc::Layout) -> *mut u8 {
                if layout.size() > 1 << 40 { std::ptr::null_mut() } else { std::alloc::System.alloc(layout) }
            }
            unsafe fn dealloc(&self, at: *mut u8, layout: std::alloc::Layout) {
                std::alloc::System.dealloc(at, layout)
            }
        }
    };
}
allocator!(Usual);
#[global_allocator]
static USUAL: Usual = Usual;

/// Not the one of the standard library: no message may follow the condition.
macro_rules! assert {
    ($condition:expr) => {
        if !$condition {
            return 0;
        }
    };
}
pub fn asserts(x: u8) -> u8 {
    assert!(x > 3);
    x
}

#[derive(Clone, Debug, Default, PartialEq, PartialOrd)]
pub struct Later(u8);

#[test]
fn as_before() {
    assert_eq!((small(7, 5), large(1, 5), Wrapped::from(14).0, late().len()), (5, 1, 1, 2));
    let program = sbst::instrument::LinkedProgram::linked().unwrap();
    let mut names: Vec<_> = program.functions().map(|it| program.path(it).to_owned()).collect();
    names.sort();
    let ends = ["::from", "::as_before", "::large", "::small"];
    std::assert!(ends.iter().all(|end| names.iter().any(|name| name.ends_with(end))), "{names:?}");
    assert_eq!(names.len(), 5, "{names:?}");
}
"#;

/// Functions that macros make have hooks where the macros are used. What the compiler refuses is
/// left alone there, too.
#[test]
fn od43_functions_that_macros_make_have_hooks() {
    let package = Package::new("made", MADE);
    let (said, text) = package.rewritten();
    assert!(said.contains("7 functions: 4 instrumented"), "{said}");
    // An `assert!` of the crate is any macro.
    assert!(!said.contains("asserts"), "{said}");
    assert!(said.contains("2 of these by the attribute"), "{said}");
    assert!(said.contains("late (line 27): left alone: the compiler refuses its hooks"), "{said}");
    assert_eq!(text.matches("#[::sbst::instrument]").count(), 2, "{text}");
    package.passes();
}

const GIVEN: &str = r#"
#[derive(Clone, Debug, Default, PartialEq, PartialOrd)]
pub struct Weight(u8);
#[repr(packed)]
pub struct Packed {
    pub first: u8,
    pub number: u32,
}

macro_rules! of_packed {
    ($name:ident, |$it:ident| $condition:expr) => {
        pub fn $name($it: Packed) -> u32 {
            if $condition { 1 } else { 2 }
        }
    };
}
of_packed!(small, |it| it.number < 3);

macro_rules! weights {
    ($name:ident, $both:ident, $condition:expr) => {
        pub fn $name() -> Vec<Weight> {
            let $both = vec![Default::default(); 2];
            if $condition {
                return Vec::new();
            }
            $both
        }
        pub fn other(x: u8) -> bool {
            x > 3
        }
    };
}
weights!(given, both, both[0] < both[1]);

macro_rules! bodies {
    ($name:ident { $($body:tt)* }) => { pub fn $name() -> Vec<Weight> { $($body)* } };
}
bodies!(body {
    let both = vec![Default::default(); 2];
    if both[0] < both[1] {
        return Vec::new();
    }
    both
});

macro_rules! words {
    ($(#[$meta:meta])* | $visible:vis, $word:tt fn $name:ident) => {
        $(#[$meta])*
        $visible $word fn $name(x: u32) -> u32 {
            if x > 3 { 1 } else { 2 }
        }
    };
}
words!(| pub, const fn constant);

macro_rules! visible {
    ($visible:vis $name:ident) => {
        $visible fn $name(x: u32) -> bool {
            x > 3
        }
    };
}
visible!(pub seen);

#[test]
fn as_before() {
    assert_eq!((given().len(), body().len(), constant(4)), (2, 2, 1));
    assert!(seen(4) && other(4));
    assert_eq!(small(Packed { first: 1, number: 2 }), 1);
    let program = sbst::instrument::LinkedProgram::linked().unwrap();
    let names: Vec<_> = program.functions().map(|it| program.path(it).to_owned()).collect();
    assert!(names.iter().any(|name| name.ends_with("::seen")), "{names:?}");
}
"#;

/// What is given to a macro may be what the compiler refuses: then the functions of the macro are
/// left alone, not those of others.
#[test]
fn what_is_given_to_a_macro_is_an_error_of_its_functions() {
    let package = Package::new("given", GIVEN);
    let (said, text) = package.rewritten();
    assert!(!said.contains("errors of the compiler"), "{said}");
    assert!(said.contains("3 left alone: the compiler refuses its hooks"), "{said}");
    assert!(said.contains("1 left alone: it stands in a macro"), "{said}");
    assert!(said.contains("2 of these by the attribute"), "{said}");
    assert_eq!(text.matches("#[::sbst::instrument]").count(), 2, "{text}");
    package.passes();
}
