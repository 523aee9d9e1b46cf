//! The house has floors: each module uses only those below it, and the README shows what the examples hold.

use std::fs;
use std::path::Path;

/// From the ground up. A file may use modules that stand before its own.
const LAYERS: [&str; 11] =
    ["plain", "id", "distance", "flow", "seeding", "execution", "fitness", "selection", "objective", "subsumption", "conformance"];

fn sources(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            sources(&entry, found);
        } else {
            found.push(entry);
        }
    }
}

/// The modules of the crate that a line of code names, not counting comments and doc links.
fn used(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split("//").next().unwrap_or_default();
    code.match_indices("crate::").map(|(at, path)| {
        let rest = &code[at + path.len()..];
        &rest[..rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())]
    })
}

#[test]
fn modules_use_only_what_is_below_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut seen = 0;
    for file in files {
        let inside = file.strip_prefix(&root).expect("below src");
        let module = inside.iter().next().expect("a name").to_string_lossy().replace(".rs", "");
        let Some(layer) = LAYERS.iter().position(|name| *name == module) else {
            assert_eq!(module, "lib", "{} belongs to no layer", inside.display());
            continue;
        };
        let text = fs::read_to_string(&file).expect("text");
        let mut only_for_docs = false;
        for line in text.lines() {
            for name in used(line).filter(|_| !only_for_docs) {
                let below = LAYERS.iter().position(|layer| *layer == name);
                assert!(below.is_some_and(|below| below <= layer), "{} uses {name}", inside.display());
                seen += 1;
            }
            only_for_docs = line.trim() == "#[cfg(doc)]";
        }
    }
    assert!(seen > 20, "the scan reads nothing");
}

#[test]
fn the_readme_shows_the_example() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("text");
    let example = fs::read_to_string(root.join("examples/own_executor.rs")).expect("text");
    assert!(readme.contains(example.trim_end()), "README.md shows another examples/own_executor.rs");
    let (_, glue) = example.split_once("The glue begins.").expect("marked");
    let (glue, _) = glue.split_once("// ---- The glue ends.").expect("marked");
    let lines = glue.lines().filter(|line| !line.trim().is_empty()).count();
    assert!(lines < 40, "{lines} lines of glue");
}
