//! Lints that a package makes errors.

use crate::Package;
use std::fs;

const FORBIDS: &str = "#![forbid(static_mut_refs, unsafe_code)]
#![deny(missing_docs)]
//! A library.
/// Says whether a number is great.
pub fn f(x: u8) -> bool {
    x > 3
}
";

const DENIES: &str = r#"#![deny(warnings, static_mut_refs, let_underscore_drop, unused_qualifications)]
#![cfg_attr(all(), deny(trivial_casts, trivial_numeric_casts, unused_results, rust_2018_idioms))]
#![deny(unused, nonstandard_style, future_incompatible, unreachable_pub, missing_debug_implementations)]
pub static mut MOST: u8 = 3;
#[deny(clippy::all, unused_import_braces, reason = "so")]
pub fn f(x: u8) -> bool {
    #![deny(single_use_lifetimes)]
    unsafe { x > MOST && MOST == 3 }
}
pub fn g(text: &str, number: Option<u8>) -> Option<u8> {
    let found = number?;
    match text {
        "a" if found == 3 => Some(1),
        _ => text.starts_with("b").then_some(found),
    }
}
"#;

#[test]
fn lints_of_the_package_do_not_refuse_hooks() {
    for (name, library) in [("forbids", FORBIDS), ("denies", DENIES)] {
        let package = Package::new(name, library);
        let file = package.0.join("Cargo.toml");
        let manifest = fs::read_to_string(&file).expect("a file");
        let lints = "[lints.rust]\nunused_qualifications = \"forbid\"\n\
            let_underscore_drop = { level = \"deny\", priority = 1 }\n";
        fs::write(&file, manifest + lints).expect("a file");
        let (said, text) = package.rewritten_with(&["--check"]);
        assert!(!said.contains("left alone") && !said.contains("errors"), "{said}");
        assert!(!said.contains("without a distance"), "{said}");
        assert!(text.contains("measure"), "{text}");
        package.passes();
    }
}

/// The dependency that is added has a use in each crate that looks for one, with or without hooks.
#[test]
fn the_dependency_is_used() {
    for (name, edition) in [("uses", "2021"), ("uses_old", "2015")] {
        let denies = "#![deny(unused_crate_dependencies)]\n";
        let package = Package::new(name, &format!("{denies}pub fn f(x: u8) -> bool {{ x > 3 }}//"));
        let file = package.0.join("Cargo.toml");
        let manifest = fs::read_to_string(&file).expect("a file");
        fs::write(&file, manifest.replace("2021", edition)).expect("a file");
        let uses = format!("extern crate {name};\n");
        let forbids = "#![cfg_attr(all(), forbid(unused_crate_dependencies))]\n";
        let others = [
            ("tests/t.rs", format!("{denies}{uses}")),
            ("src/bin/b.rs", format!("{forbids}{uses}fn main() {{}}")),
            ("build.rs", format!("{denies}fn main() {{}}")),
        ];
        for (file, text) in others {
            let file = package.0.join(file);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, text).expect("a file");
        }
        let (said, _) = package.rewritten();
        assert!(!said.contains("errors"), "{said}");
        assert!(said.contains("2 functions: 2 instrumented"), "{said}");
    }
}

/// What checks the hooks compiles in a crate that forbids a lint of it, or has no names at hand.
#[test]
fn the_check_compiles_whatever_the_crate_says() {
    let attributes = [
        "#![no_implicit_prelude]",
        "#![forbid(unused, rust_2018_idioms, let_underscore, unused_qualifications)]",
        "\u{feff}#![cfg_attr(all(), forbid(non_upper_case_globals), forbid(unused_imports))]",
        "#![forbid(unsafe_code, missing_copy_implementations, clippy::all)]",
    ];
    for (number, attributes) in attributes.into_iter().enumerate() {
        let library = format!("{attributes}\npub fn f(x: u8) -> bool {{ x > 3 }}\n");
        let package = Package::new(&format!("whatever{number}"), &library);
        let (said, text) = package.rewritten_with(&["--check"]);
        assert!(said.starts_with("1 functions: 1 instrumented"), "{said}");
        assert!(!said.contains("errors") && !said.contains("without a distance"), "{said}");
        assert!(text.contains("measure"), "{text}");
        // What no hook meets stays forbidden.
        assert_eq!(text.contains("forbid"), attributes.contains("unsafe_code"), "{text}");
        package.passes();
    }
}
