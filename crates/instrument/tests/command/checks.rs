//! Whether the hooks fit the control flow.

use crate::{Package, run};
use std::fs;
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
