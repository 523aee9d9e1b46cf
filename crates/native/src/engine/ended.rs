//! Why a process ended: its status, and what it printed last.

use std::collections::VecDeque;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The last bytes that a process printed, and more while it runs.
pub(super) type Printed = Arc<Mutex<VecDeque<u8>>>;

/// Returns the last bytes that a process printed, as text.
pub(super) fn tail(printed: &Mutex<VecDeque<u8>>) -> String {
    // The thread that reads may be a moment behind.
    std::thread::sleep(Duration::from_millis(5));
    let bytes: Vec<u8> = printed.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns the line that says why a program ended: of a panic its place and its message, of a sanitizer its summary, else the last line
/// that is not empty.
pub(super) fn message(printed: &str) -> Option<String> {
    let lines: Vec<&str> = printed.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if let Some(summary) = lines.iter().find_map(|line| line.strip_prefix("SUMMARY: ")) {
        return Some(summary.to_owned());
    }
    let place = lines.iter().position(|line| line.contains("panicked at"));
    match place {
        Some(at) => {
            let head = lines[at].split("panicked at").nth(1).unwrap_or("").trim();
            let said = lines.get(at + 1).filter(|line| !line.starts_with("note:"));
            Some(format!("panicked at {head} {}", said.unwrap_or(&"")).trim_end().to_owned())
        }
        None => lines.iter().rev().find(|line| !line.starts_with("note:")).map(|line| (*line).to_owned()),
    }
}

/// Describes how a process ended.
pub(super) fn ended_by(status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (Some(libc::SIGSEGV), _) => "it was ended by SIGSEGV: a wrong address, or the stack overflowed".to_owned(),
        (Some(libc::SIGABRT), _) => "it aborted (SIGABRT)".to_owned(),
        (Some(libc::SIGKILL), _) => "it was killed (SIGKILL): it hung, or memory was short".to_owned(),
        (Some(signal), _) => format!("it was ended by signal {signal}"),
        (None, Some(code)) => format!("it ended with code {code}"),
        (None, None) => "it ended".to_owned(),
    }
}
