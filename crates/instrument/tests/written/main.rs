//! What the command writes: the text of the user, with hooks in it.

mod strip;
mod texts;

use sbst_instrument::{Crate, Without};
use std::path::Path;

/// Returns a text with hooks.
fn hooked(text: &str) -> String {
    let mut crate_ = Crate::default();
    crate_.see(&syn::parse_file(text).expect("Rust"));
    crate_.instrument(text, "lib.rs", &Without::default()).expect("Rust").text
}

/// Panics if the text does not keep its tokens, or its lines.
fn is_kept(text: &str) -> String {
    let hooked = hooked(text);
    let difference = strip::difference(text, &hooked).expect("Rust");
    assert!(difference.is_none(), "{}", difference.unwrap_or_default());
    assert_eq!(text.lines().count(), hooked.lines().count());
    hooked
}

/// Collects the Rust files of a folder.
fn files(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.extension() {
                _ if path.is_dir() && !path.ends_with("target") => folders.push(path),
                Some(extension) if extension == "rs" => found.push(path),
                _ => {}
            }
        }
    }
}

/// The code of the library, and that of the folders that `SBST_SOURCES` names.
#[test]
fn tokens_without_hooks_are_those_of_the_user() {
    // The parser needs much stack for types that are nested deeply, as in `typenum`.
    let all = std::thread::Builder::new().stack_size(1 << 28).spawn(all_are_kept);
    all.expect("a thread").join().expect("kept");
}

fn all_are_kept() {
    let mut sources = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src"), &mut sources);
    for folder in std::env::var("SBST_SOURCES").unwrap_or_default().split_whitespace() {
        files(Path::new(folder), &mut sources);
    }
    sources.sort();
    let (mut kept, mut wrong) = (0, Vec::new());
    for source in sources {
        let Ok(text) = std::fs::read_to_string(&source) else { continue };
        let Ok(file) = syn::parse_file(&text) else { continue };
        let mut crate_ = Crate::default();
        crate_.see(&file);
        let difference = match crate_.instrument(&text, "lib.rs", &Without::default()) {
            Ok(hooked) => strip::difference(&text, &hooked.text)
                .unwrap_or_else(|error| Some(error.to_string()))
                .or((text.lines().count() != hooked.text.lines().count()).then(|| "lines".into())),
            Err(error) => Some(error.to_string()),
        };
        match difference {
            None => kept += 1,
            Some(difference) => wrong.push(format!("{}: {difference}", source.display())),
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), kept + wrong.len(), wrong.join("\n"));
    assert!(kept > 100, "{kept}");
}
