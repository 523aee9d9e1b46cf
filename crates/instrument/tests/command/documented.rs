//! Constants in examples of the documentation.

use crate::Package;
use std::fs;

const LIBRARY: &str = r#"#![doc = include_str!("../DOC.txt")]
/// ```
/// use documented::named as other;
/// #[repr(u8)]
/// enum Kind { Plain = documented::discriminant(1), Last }
/// fn size<const N: u8>() -> u8 { N }
/// const X: u8 = other(3);
/// assert_eq!((Kind::Plain as u8, size::<{ documented::generic(2) }>(), X), (2, 2, 2));
/// ```
pub const fn discriminant(x: u8) -> u8 { if x > 3 { 1 } else { 2 } }
pub const fn generic(x: u8) -> u8 { if x > 3 { 1 } else { 2 } }
pub const fn named(x: u8) -> u8 { if x > 3 { 1 } else { 2 } }
pub const fn elsewhere(x: u8) -> u8 { if x > 3 { 1 } else { 2 } }
pub const fn nowhere(x: u8) -> u8 { if x > 3 { 1 } else { 2 } }
"#;

/// Functions that they call stay `const`.
#[test]
fn constants_of_examples_are_constants() {
    let package = Package::new("documented", LIBRARY);
    let text = "```\nconst X: u8 = documented::elsewhere(3);\n```\n";
    fs::write(package.0.join("DOC.txt"), text).expect("a file");
    let (said, text) = package.rewritten();
    for name in ["discriminant", "generic", "named", "elsewhere"] {
        assert!(text.contains(&format!("pub const fn {name}(")), "{name}: {text}");
    }
    assert!(said.contains("5 functions: 1 instrumented"), "{said}");
}
