//! In place of rustc: adds the flags to the crates of the target.

use super::flags::PASS;
use std::ffi::OsString;
use std::process::{Command, ExitCode};

/// Environment variable with the path of the static library, set while a target is built.
pub(crate) const ENGINE: &str = "SBST_NATIVE_ENGINE";

/// Crates that are part of the harness, not of the program under test.
const HARNESS: [&str; 4] = ["libfuzzer_sys", "arbitrary", "derive_arbitrary", "sbst_native"];

/// Acts as rustc if cargo calls this program in place of it; `None` otherwise.
pub(crate) fn as_rustc() -> Option<ExitCode> {
    let engine = std::env::var_os(ENGINE)?;
    let mut words = std::env::args_os().skip(1);
    let rustc = words.next()?;
    let arguments: Vec<OsString> = words.collect();
    let after = |option: &str| {
        let at = arguments.iter().position(|word| word == option)?;
        arguments.get(at + 1)?.to_str()
    };
    // Build scripts and procedural macros run in the compiler: cargo builds them without a target.
    let is_for_target = after("--target").is_some();
    let name = after("--crate-name").unwrap_or("___");
    let mut command = Command::new(rustc);
    command.args(&arguments);
    if is_for_target && name != "___" && !HARNESS.contains(&name) {
        command.args(PASS);
        if after("--crate-type") == Some("bin") {
            let mut link = OsString::from("-Clink-arg=");
            link.push(engine);
            command.arg(link);
        }
    }
    let status = command.status();
    Some(
        status
            .ok()
            .and_then(|status| status.code())
            .map_or(ExitCode::FAILURE, |code| ExitCode::from(code as u8)),
    )
}
