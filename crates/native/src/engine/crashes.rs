//! Inputs that crashed, with what they did until then: a worker writes them for those that follow,
//! which do not execute them again.

use crate::observe::event::{Event, Events};
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicU32;

/// An input that crashed, and the log of its execution.
pub(super) type Crash = (Vec<u8>, Vec<AtomicU32>);

/// Returns the entries of blocks in a log: what remains true where code has other addresses.
pub(super) fn entries_in(log: &[AtomicU32]) -> Vec<AtomicU32> {
    let entry = |event| {
        if let Event::Entered(block) = event { Some(AtomicU32::new(block + 1)) } else { None }
    };
    Events::new(log).filter_map(entry).collect()
}

/// Writes an input that crashed, and its log, for the workers that follow.
pub(super) fn write_crash(
    folder: &Path,
    number: usize,
    crash: usize,
    input: &[u8],
    log: &[AtomicU32],
) -> std::io::Result<()> {
    let mut bytes = (input.len() as u64).to_le_bytes().to_vec();
    bytes.extend_from_slice(input);
    bytes.extend(
        log.iter().flat_map(|word| word.load(std::sync::atomic::Ordering::Relaxed).to_le_bytes()),
    );
    fs::write(folder.join(format!("crash-{number}-{crash}")), bytes)
}

/// Reads what a worker wrote of inputs that crashed.
pub(super) fn read_crashes(folder: &Path, number: usize) -> Vec<Crash> {
    let read = |crash| {
        let bytes = fs::read(folder.join(format!("crash-{number}-{crash}"))).ok()?;
        let (length, rest) = bytes.split_first_chunk::<8>()?;
        let (input, log) = rest.split_at_checked(u64::from_le_bytes(*length) as usize)?;
        let words =
            log.as_chunks::<4>().0.iter().map(|word| AtomicU32::new(u32::from_le_bytes(*word)));
        Some((input.to_vec(), words.collect()))
    };
    (0..).map_while(read).collect()
}
