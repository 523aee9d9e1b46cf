//! Builds of targets and of the library that they are linked with.

use super::project::{Project, cargo};
use super::wrapper::ENGINE;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the static library with the runtime, without instrumentation, and returns its path.
/// `user` is the folder whose compiler is used: a folder may name its own one, and code of two
/// compilers cannot be linked together.
pub(crate) fn engine(folder: &Path, user: &Path) -> Result<PathBuf, String> {
    let (build, host) = (folder.join("engine"), host()?);
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    if !manifest.is_file() {
        let sources = manifest.parent().unwrap_or(&manifest).display();
        return Err(format!(
            "the sources from which this command was installed are not in {sources} any more: \
             install it again"
        ));
    }
    let mut command = Command::new(cargo());
    command
        .args([
            "rustc",
            "--quiet",
            "--lib",
            "--crate-type=staticlib",
            "--release",
            "--no-default-features",
            "--features=engine",
        ])
        .arg("--manifest-path")
        .arg(&manifest)
        .args(["--target", &host, "--target-dir"])
        .arg(&build)
        .args(["--", "--cfg", "sbst_engine"]);
    // What instruments the target must not instrument what records it: neither variables, nor the
    // settings of the folder where the user is.
    for name in ["RUSTFLAGS", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER", "CARGO_BUILD_TARGET"] {
        command.env_remove(name);
    }
    if let Some(compiler) = compiler(user) {
        command.env("RUSTC", compiler);
    }
    command
        .env("CARGO_ENCODED_RUSTFLAGS", "")
        .current_dir(manifest.parent().unwrap_or(Path::new(".")));
    succeed(&mut command, "the library with the runtime")?;
    Ok(build.join(host).join("release/libsbst_native.a"))
}

/// Builds a target, and returns the path of the program.
pub(crate) fn target(project: &Project, name: &str, is_plain: bool) -> Result<PathBuf, String> {
    if !project.targets.iter().any(|target| target == name) {
        return Err(format!(
            "there is no target `{name}` in {}, only: {}",
            project.folder.display(),
            project.targets.join(", ")
        ));
    }
    let engine = engine(&project.build, &project.folder)?;
    let host = host()?;
    let wrapper =
        std::env::current_exe().map_err(|error| format!("this program has no path: {error}"))?;
    let checks = if is_plain { "false" } else { "true" };
    let mut command = Command::new(cargo());
    command
        .current_dir(&project.folder)
        .args(["build", "--release", "--bin", name, "--target", &host, "--target-dir"])
        .arg(&project.build)
        .env("RUSTC_WRAPPER", wrapper)
        .env(ENGINE, &engine)
        // The crate libfuzzer-sys links this in place of libFuzzer.
        .env("CUSTOM_LIBFUZZER_PATH", &engine)
        .env("CUSTOM_LIBFUZZER_STD_CXX", "none")
        .env("CARGO_PROFILE_RELEASE_DEBUG", "line-tables-only")
        .env("CARGO_PROFILE_RELEASE_STRIP", "none")
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS", checks)
        .env("CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS", checks);
    succeed(&mut command, &format!("the target `{name}`"))?;
    Ok(project.build.join(host).join("release").join(name))
}

/// Returns the compiler that is used in a folder, unless the user named one.
fn compiler(folder: &Path) -> Option<PathBuf> {
    if std::env::var_os("RUSTC").is_some() {
        return None;
    }
    let output =
        Command::new("rustc").args(["--print", "sysroot"]).current_dir(folder).output().ok()?;
    let sysroot = String::from_utf8(output.stdout).ok()?;
    let compiler = Path::new(sysroot.trim()).join("bin/rustc");
    compiler.is_file().then_some(compiler)
}

fn succeed(command: &mut Command, what: &str) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("cargo cannot be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{what} could not be built")) }
}

/// Returns the platform of the compiler.
fn host() -> Result<String, String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .arg("-vV")
        .output()
        .map_err(|error| format!("rustc cannot be started: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not name its platform".to_owned())
}
