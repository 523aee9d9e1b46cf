//! The folders that the command reads and writes.

use crate::{Package, run};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const LIBRARY: &str = "pub fn f(x: u8) -> bool { x > 3 }\n";

fn command(from: &Path, to: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sbst-instrument"));
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    command.arg(from).arg(to).arg("--sbst").arg(library).args(["--", "--offline"]);
    command
}

/// Returns the texts of all files.
fn texts(folder: &Path) -> BTreeMap<PathBuf, String> {
    let (mut texts, mut folders) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                texts.insert(path.clone(), fs::read_to_string(path).expect("a text"));
            }
        }
    }
    texts
}

/// What the package has no longer is not compiled with it. What somebody else put into the folder
/// stays.
#[test]
fn files_that_are_gone_are_removed() {
    let package = Package::new("gone", LIBRARY);
    let (from, to) = (&package.0, package.0.with_extension("new"));
    let _ = fs::remove_dir_all(&to);
    let program = from.join("src/bin/old/main.rs");
    fs::create_dir_all(program.parent().expect("a folder")).expect("a folder");
    fs::write(&program, "fn main() { gone::f(3); }\n").expect("a file");
    run(&mut command(from, &to));
    fs::write(to.join("notes.txt"), "mine").expect("a file");
    assert!(to.join("src/bin/old/main.rs").exists());
    fs::remove_dir_all(from.join("src/bin")).expect("a folder");
    fs::write(from.join("src/lib.rs"), LIBRARY.replace("fn f", "fn g")).expect("a file");
    run(&mut command(from, &to));
    assert!(!to.join("src/bin").exists());
    assert!(to.join("notes.txt").exists() && to.join("src/lib.rs").exists());
}

/// A package is never rewritten in its own folder, or into one around it.
#[test]
fn the_package_itself_does_not_change() {
    let package = Package::new("itself/inner", LIBRARY);
    let (from, around) = (&package.0, package.0.with_file_name(""));
    let manifest = fs::read_to_string(from.join("Cargo.toml")).expect("a file");
    let manifest = manifest.replace("itself/inner", "inner");
    fs::write(from.join("Cargo.toml"), manifest).expect("a file");
    // Even if the folders look as if this command had made them.
    for folder in [from, &around] {
        fs::write(folder.join(".sbst-instrument"), "src/lib.rs\ninner/src/lib.rs\n")
            .expect("a file");
    }
    let before = texts(&around);
    for to in [from.clone(), from.join("src/.."), around.clone()] {
        let output = command(from, &to).output().expect("a process");
        assert!(!output.status.success(), "{}", to.display());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("name another folder"), "{said}");
        assert_eq!(texts(&around), before);
    }
}
