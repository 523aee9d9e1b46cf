//! Errors of the package itself.

use crate::Package;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What is wrong without hooks is said, and no hook is taken away for it.
#[test]
fn errors_of_the_package_itself_are_not_those_of_hooks() {
    let package = Package::new("wrong", "pub fn f(x: u8) -> bool { x > 3 }\n");
    fs::create_dir_all(package.0.join("tests")).expect("a folder");
    let test = "#[test]\nfn t() { let x: bool = 3 > missing(); assert!(wrong::f(4)) }\n";
    fs::write(package.0.join("tests/t.rs"), test).expect("a file");
    let (said, text) = package.rewritten();
    assert!(said.contains("1 functions: 1 instrumented"), "{said}");
    assert!(said.contains("1 errors of the compiler are there without hooks"), "{said}");
    assert!(text.contains("measure_gt"), "{text}");
}

/// If Cargo does not get as far as the compiler, its words are the error.
#[test]
fn what_cargo_refuses_is_an_error() {
    let package = Package::new("refused", "pub fn f(x: u8) -> bool { x > 3 }\n");
    let manifest = fs::read_to_string(package.0.join("Cargo.toml")).expect("a file");
    let wrong = manifest.replace("edition = \"2021\"", "edition.workspace = true");
    fs::write(package.0.join("Cargo.toml"), wrong).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_sbst-instrument"))
        .args([&package.0, &package.0.with_extension("new")])
        .arg("--sbst")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .output()
        .expect("a process");
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("workspace"), "{said}");
}
