//! The package with the fuzz targets.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A package with fuzz targets.
#[derive(Debug)]
pub(crate) struct Project {
    pub(crate) folder: PathBuf,
    /// Folder for everything that is built.
    pub(crate) build: PathBuf,
    /// Names of its programs.
    pub(crate) targets: Vec<String>,
}

impl Project {
    /// Finds the package: in `folder`, or in the folder `fuzz` as `cargo fuzz` makes it, or here.
    pub(crate) fn find(folder: Option<&Path>) -> Result<Self, String> {
        let folder = match folder {
            Some(folder) => folder.to_owned(),
            None if Path::new("fuzz/Cargo.toml").is_file() => PathBuf::from("fuzz"),
            None => PathBuf::from("."),
        };
        let manifest = folder.join("Cargo.toml");
        if !manifest.is_file() {
            return Err(format!("there is no package with fuzz targets in `{}`; `--fuzz-dir=F` names it", folder.display()));
        }
        let folder = folder.canonicalize().map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut command = Command::new(cargo());
        command.args(["metadata", "--no-deps", "--format-version=1"]).current_dir(&folder);
        let output = command.output().map_err(|error| format!("cargo cannot be started: {error}"))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
        }
        let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo's description: {error}"))?;
        let manifest = folder.join("Cargo.toml");
        let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
        let own = packages.iter().find(|package| package["manifest_path"].as_str().is_some_and(|path| Path::new(path) == manifest));
        let own = own.ok_or_else(|| format!("{} is no package", manifest.display()))?;
        let targets = own["targets"].as_array().map(Vec::as_slice).unwrap_or_default();
        let is_program = |target: &&Value| target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "bin"));
        let targets = targets.iter().filter(is_program).filter_map(|target| Some(target["name"].as_str()?.to_owned())).collect();
        let build = metadata["target_directory"].as_str().map_or_else(|| folder.join("target"), PathBuf::from).join("sbst");
        Ok(Self { folder, build, targets })
    }
}

/// Returns the cargo that started this program, or the one in the path.
pub(crate) fn cargo() -> std::ffi::OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}
