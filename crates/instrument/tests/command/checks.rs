//! Whether the hooks fit the control flow.

use crate::{Package, run};
use std::fs;
use std::path::Path;
use std::process::Command;

const ARMS: &str = r#"
pub fn kind(x: u8) -> u8 {
    match x {
        1 => 10,
        7 => 20,
        3..=9 => 30,
        _ => 40,
    }
}

#[test]
fn calls_it() {
    (0..=9).for_each(|x| drop(kind(x)));
}
"#;

/// The arm that runs is compared with the one that the hook expects, as if they were different.
#[test]
fn od83_the_path_check_compares_arms() {
    let package = Package::new("arms", ARMS);
    let (_, text) = package.rewritten_with(&["--check"]);
    let checked = |text: &str| {
        let (folder, file) = (package.0.with_extension("new"), package.0.with_extension("check"));
        fs::write(folder.join("src/lib.rs"), text).expect("a file");
        let _ = fs::remove_file(&file);
        run(Command::new(env!("CARGO"))
            .args(["test", "--quiet", "--offline", "--lib"])
            .env("SBST_CHECK", &file)
            .current_dir(folder));
        fs::read_to_string(file).expect("a report")
    };
    let report = checked(&text);
    assert!(!report.contains("misuse"), "{report}");
    let report = checked(&text.replacen("        7 =>", "        8 =>", 1));
    assert!(report.contains("misuse"), "{report}");
}

/// An error of the check itself is no error of the last function.
#[test]
fn the_check_is_not_blamed_on_a_function() {
    let library = "mod __sbst_check {}\npub fn last(x: u8) -> bool { x > 3 }\n";
    let package = Package::new("blamed", library);
    let output = Command::new(env!("CARGO_BIN_EXE_sbst-instrument"))
        .args([&package.0, &package.0.with_extension("new")])
        .arg("--sbst")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .args(["--check", "--", "--offline"])
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("command"))
        .output()
        .expect("a process");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success(), "{said}");
    assert!(said.contains("1 functions: 1 instrumented"), "{said}");
    assert!(said.contains("errors of the compiler are left"), "{said}");
    assert!(!said.contains("without a distance"), "{said}");
}
