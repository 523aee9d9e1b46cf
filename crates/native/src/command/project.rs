//! The package with the fuzz targets, and the folder for what is built.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A package with fuzz targets.
#[derive(Debug)]
pub(crate) struct Project {
    pub(crate) folder: PathBuf,
    /// Folder for everything that is built.
    pub(crate) build: PathBuf,
    /// Names of its programs, at least one.
    pub(crate) targets: Vec<String>,
}

impl Project {
    /// Finds the package: in `folder`, or else from the current folder upwards, in a folder `fuzz`
    /// as `cargo fuzz` makes it or beside it.
    pub(crate) fn find(folder: Option<&Path>) -> Result<Self, String> {
        let Some(folder) = locate(folder)? else {
            return Err("there is no package with fuzz targets in this folder or above it; \
                `--fuzz-dir=F` names one"
                .to_owned());
        };
        let metadata = metadata(&folder)?;
        let manifest = folder.join("Cargo.toml");
        let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
        let own = packages.iter().find(|package| {
            package["manifest_path"].as_str().is_some_and(|path| Path::new(path) == manifest)
        });
        let own = own.ok_or_else(|| {
            format!(
                "{} is a workspace and no package; `--fuzz-dir=F` names the one with the targets",
                manifest.display()
            )
        })?;
        let targets = own["targets"].as_array().map(Vec::as_slice).unwrap_or_default();
        let is_program = |target: &&Value| {
            target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "bin"))
        };
        let targets: Vec<String> = targets
            .iter()
            .filter(is_program)
            .filter_map(|target| Some(target["name"].as_str()?.to_owned()))
            .collect();
        if targets.is_empty() {
            return Err(format!(
                "the package in {} has no fuzz targets: `cargo fuzz init` makes a package with \
                 one, and `--fuzz-dir=F` names another",
                folder.display()
            ));
        }
        let build = build_folder_of(&metadata, &folder);
        Ok(Self { folder, build, targets })
    }
}

/// Returns the folder for what is built where no target is: the one of the package, if there is
/// one, or else one for all programs.
pub(crate) fn build_folder(folder: Option<&Path>) -> Result<PathBuf, String> {
    let package = locate(folder)?;
    if let Some(target) = target_folder() {
        return Ok(target.join("sbst"));
    }
    if let Some(package) = package {
        return Ok(build_folder_of(&metadata(&package)?, &package));
    }
    // A folder `target` here would be in the way of a program of this name.
    let set =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")));
    let cache = cache.ok_or("there is no folder to build in: set CARGO_TARGET_DIR")?;
    Ok(cache.join("sbst-native"))
}

/// Returns the folder of the package with the targets; `None` if none is named, and there is none
/// from here upwards.
fn locate(folder: Option<&Path>) -> Result<Option<PathBuf>, String> {
    if let Some(folder) = folder {
        if !folder.join("Cargo.toml").is_file() {
            return Err(format!(
                "there is no package with fuzz targets in `{}`: it has no Cargo.toml",
                folder.display()
            ));
        }
        return folder
            .canonicalize()
            .map(Some)
            .map_err(|error| format!("{}: {error}", folder.display()));
    }
    let here =
        Path::new(".").canonicalize().map_err(|error| format!("the current folder: {error}"))?;
    let packages = here.ancestors().flat_map(|folder| [folder.join("fuzz"), folder.to_owned()]);
    let found = packages.into_iter().find(|folder| folder.join("Cargo.toml").is_file());
    // `fuzz` may be a link; cargo names the folder that it leads to.
    found
        .map(|folder| {
            folder.canonicalize().map_err(|error| format!("{}: {error}", folder.display()))
        })
        .transpose()
}

/// Returns what cargo says of the package in `folder`.
fn metadata(folder: &Path) -> Result<Value, String> {
    let mut command = Command::new(cargo());
    command.args(["metadata", "--no-deps", "--format-version=1"]).current_dir(folder);
    if let Some(target) = target_folder() {
        // A relative path is meant from where the user is.
        command.env("CARGO_TARGET_DIR", target);
    }
    let output = command.output().map_err(|error| format!("cargo cannot be started: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo's description: {error}"))
}

fn build_folder_of(metadata: &Value, folder: &Path) -> PathBuf {
    metadata["target_directory"]
        .as_str()
        .map_or_else(|| folder.join("target"), PathBuf::from)
        .join("sbst")
}

/// Returns the folder that the environment names for everything that cargo builds.
fn target_folder() -> Option<PathBuf> {
    let folder = std::env::var_os("CARGO_TARGET_DIR").filter(|folder| !folder.is_empty())?;
    std::path::absolute(folder).ok()
}

/// Returns the cargo that started this program, or the one in the path.
pub(crate) fn cargo() -> std::ffi::OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}
