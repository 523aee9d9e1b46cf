//! What single modules promise, by the tests beside their code. Their sources are compiled here:
//! else the whole library would be compiled once more for a few tests.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "modules of the library, of which this asks what their tests ask"
)]

extern crate alloc;

#[path = "../../src/fitness/flag/guarded.rs"]
mod guarded;
mod id;
#[path = "../../src/instrument/iterators.rs"]
mod iterators;
mod objective;
#[path = "../../src/sort.rs"]
mod sort;
#[path = "../../crates/seeding/src/sort.rs"]
mod sort_of_seeding;
#[path = "../../src/selection/schedule/tournament.rs"]
mod tournament;

// What the sources call `crate::..`.
use sbst::{distance, fitness};

use std::fs;
use std::path::{Path, PathBuf};

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files
}

/// Is `true` if this line of code begins a test, or code that is compiled for tests only.
fn is_of_tests(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("#[test]") || (line.starts_with("#[cfg(") && line.contains("(test"))
}

/// These libraries are not compiled for tests, so a test in them would never run.
#[test]
fn every_test_beside_the_code_is_here() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &PathBuf| fs::read_to_string(path).expect("text");
    let mut here = String::new();
    for file in files(&root.join("units")) {
        here.extend(read(&file).lines().filter(|line| line.starts_with("#[path")));
    }
    let mut count = 0;
    for folder in ["../src", "../crates/seeding/src", "../crates/oracle/src"] {
        for file in files(&root.join(folder)) {
            let path = file.strip_prefix(root.join("..")).expect("below the root");
            let path = path.display().to_string().replace('\\', "/");
            // These are a program of their own.
            let is_apart = path.starts_with("crates/oracle/src/printed/");
            if !is_apart && read(&file).lines().any(is_of_tests) {
                assert!(here.contains(&format!("#[path = \"../../{path}\"]")), "{path}");
                count += 1;
            }
        }
    }
    assert_eq!(count, here.matches("#[path").count());
}
