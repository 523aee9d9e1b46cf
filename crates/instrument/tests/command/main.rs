//! The command, on packages that need the compiler's advice.

mod advice;
mod checks;
mod documented;
mod errors;
mod folders;
mod included;
mod lints;
mod made;
mod manifests;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A package in a folder of its own.
struct Package(PathBuf);

impl Package {
    fn new(name: &str, library: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("src")).expect("a folder");
        let manifest =
            format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n");
        fs::write(folder.join("Cargo.toml"), manifest).expect("a file");
        fs::write(folder.join("src/lib.rs"), library).expect("a file");
        Self(folder)
    }

    /// Rewrites the package, and returns what the command says, and the new text.
    fn rewritten(&self) -> (String, String) {
        self.rewritten_with(&[])
    }

    fn rewritten_with(&self, options: &[&str]) -> (String, String) {
        let to = self.0.with_extension("new");
        let _ = fs::remove_dir_all(&to);
        let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let output = run(Command::new(env!("CARGO_BIN_EXE_sbst-instrument"))
            .arg(&self.0)
            .arg(&to)
            .arg("--sbst")
            .arg(library)
            .args(options)
            .args(["--", "--offline"]));
        let text = fs::read_to_string(to.join("src/lib.rs")).expect("a file");
        (String::from_utf8_lossy(&output.stdout).into_owned(), text)
    }

    /// Panics if the rewritten package does not compile, or its tests fail.
    fn passes(&self) {
        run(Command::new(env!("CARGO"))
            .args(["test", "--quiet", "--offline", "--lib"])
            .current_dir(self.0.with_extension("new")));
    }
}

fn run(command: &mut Command) -> Output {
    // All packages compile sbst once.
    let shared = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command");
    let output = command.env("CARGO_TARGET_DIR", shared).output().expect("a process");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}
