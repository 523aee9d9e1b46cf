//! Files that are texts to the program.

use crate::Package;
use std::fs;

const LIBRARY: &str = r#"
pub mod code;
pub const TEMPLATE: &str = include_str!("templates/one.rs");

pub fn bytes(x: u8) -> &'static [u8] {
    if x > 3 { include_bytes!("./templates/../two.rs") } else { b"" }
}

#[test]
fn as_before() {
    assert_eq!(TEMPLATE, "pub fn one(x: u8) -> bool { x > 3 }\n");
    assert_eq!(bytes(4), b"pub fn two(x: u8) -> bool { x > 3 }\n");
    assert!(code::own().contains("measure") && code::three(4));
}
"#;

const CODE: &str = r#"
pub fn own() -> &'static str {
    include_str!("code.rs")
}
pub fn three(x: u8) -> bool {
    x > 3
}
"#;

/// They are as they were, unless they are modules, too.
#[test]
fn included_texts_stay() {
    let package = Package::new("included", LIBRARY);
    let source = package.0.join("src");
    fs::create_dir_all(source.join("templates")).expect("a folder");
    fs::write(source.join("code.rs"), CODE).expect("a file");
    for (file, name) in [("templates/one.rs", "one"), ("two.rs", "two")] {
        let text = format!("pub fn {name}(x: u8) -> bool {{ x > 3 }}\n");
        fs::write(source.join(file), text).expect("a file");
    }
    let (said, _) = package.rewritten();
    assert!(!said.contains("errors"), "{said}");
    for file in ["templates/one.rs", "two.rs"] {
        assert!(
            said.contains(&format!("src/{file}: left as it is: its text is included")),
            "{said}"
        );
    }
    assert!(said.contains("4 functions: 4 instrumented"), "{said}");
    package.passes();
}
