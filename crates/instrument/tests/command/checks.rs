//! Whether the hooks fit the control flow.

use crate::{Package, run};
use sbst_instrument::{Crate, Without};
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

/// The check stands at the end of the library: an error there is none of the last function.
#[test]
fn the_check_is_not_blamed_on_a_function() {
    let text = "fn last(x: u8) -> bool { x > 3 }";
    let mut without = Without::default();
    let hooked = Crate::default().instrument(text, "src/lib.rs", &without).expect("a file");
    let end = hooked.text.len();
    assert!(!hooked.refuse(end + 1..end + 5, &mut without));
    assert_eq!(without.flag_count(), 0);
    // What stands before the last token is its own.
    assert!(hooked.refuse(end - 3..end - 1, &mut without));
    assert_eq!(without.flag_count(), 1);
}
