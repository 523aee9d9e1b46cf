//! Folders: the package is copied into another one, where an earlier copy may be.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The file that says which files of a folder this command made, a line for each.
const MARKER: &str = ".sbst-instrument";

/// Checks that a package may be copied into a folder. Nothing is changed.
///
/// # Errors
///
/// If the folder was not made by this command, or the package is in it.
pub(crate) fn check(from: &Path, to: &Path) -> Result<(), String> {
    // A folder that is not there holds nothing.
    let Ok(there) = fs::canonicalize(to) else { return Ok(()) };
    let package = fs::canonicalize(from).map_err(|error| of(from, error))?;
    if package.starts_with(&there) {
        let (from, to) = (from.display(), to.display());
        return Err(format!(
            "{to} is where the package {from} is, which must not change: name another folder"
        ));
    }
    if !there.join(MARKER).exists() {
        return Err(format!(
            "{} exists, and was not made by this command: name another folder",
            to.display()
        ));
    }
    Ok(())
}

/// Copies a package without what builds leave in it, and removes what an earlier copy had and the
/// package has no longer. Returns the files, in their order.
///
/// # Errors
///
/// If a file cannot be read or written.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<Vec<PathBuf>, String> {
    fs::create_dir_all(to).map_err(|error| of(to, error))?;
    let files = files(from, to)?;
    let marker = to.join(MARKER);
    let made = fs::read_to_string(&marker).unwrap_or_default();
    // A name that leads out of the folder is none that this command wrote.
    let is_within =
        |name: &Path| name.components().all(|part| matches!(part, Component::Normal(_)));
    let made = made.lines().map(PathBuf::from).filter(|name| is_within(name));
    for name in made.filter(|name| !files.contains(name)) {
        // It may be gone already.
        let _ = fs::remove_file(to.join(&name));
        let folders = name.ancestors().skip(1).filter(|folder| *folder != Path::new(""));
        for folder in folders {
            // Folders with other files stay.
            if fs::remove_dir(to.join(folder)).is_err() {
                break;
            }
        }
    }
    let names = files.iter().filter_map(|name| name.to_str());
    let names: String = names.map(|name| format!("{name}\n")).collect();
    fs::write(&marker, names).map_err(|error| of(&marker, error))?;
    for name in &files {
        let (source, target) = (from.join(name), to.join(name));
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder).map_err(|error| of(folder, error))?;
        }
        // It may be read-only, as packages from the registry are.
        let _ = fs::remove_file(&target);
        fs::copy(&source, &target).map_err(|error| of(&source, error))?;
    }
    Ok(files.into_iter().collect())
}

/// Returns the files of a package, without the folder that they are copied into.
fn files(from: &Path, to: &Path) -> Result<BTreeSet<PathBuf>, String> {
    let there = fs::canonicalize(to).map_err(|error| of(to, error))?;
    let (mut files, mut folders) = (BTreeSet::new(), vec![PathBuf::new()]);
    while let Some(folder) = folders.pop() {
        let source = from.join(&folder);
        for entry in fs::read_dir(&source).map_err(|error| of(&source, error))? {
            let entry = entry.map_err(|error| of(&source, error))?;
            let (path, name) = (entry.path(), folder.join(entry.file_name()));
            if !path.is_dir() {
                if name != Path::new(MARKER) {
                    files.insert(name);
                }
                continue;
            }
            let is_left_out = [".git", "target"].iter().any(|it| name == Path::new(it));
            if !is_left_out && fs::canonicalize(&path).is_ok_and(|path| path != there) {
                folders.push(name);
            }
        }
    }
    Ok(files)
}

fn of(path: &Path, error: std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
