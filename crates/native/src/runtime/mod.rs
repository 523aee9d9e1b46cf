//! The runtime: functions that compiled code calls back, and what they recorded.
//!
//! All `unsafe` code of the package is in this module.
//!
//! LLVM's SanitizerCoverage makes compiled code call functions of fixed names. Before `main`, each
//! instrumented object hands over its tables (`tables`). While code runs, it calls back on each
//! block that it enters and before each comparison (`hooks`); comparisons of memory and of texts
//! come through functions that stand in for those of the C library (`memory`). Hooks append words
//! to the log of their thread (`words`), and allocate nothing.
//!
//! The functions have the names that LLVM calls only if the library is built with `--cfg
//! sbst_engine`, as the command does. So tests and other users of the library are not affected.
#![allow(unsafe_code, reason = "compiled code passes pointers")]

#[cfg(not(sbst_engine))]
pub(crate) mod call;
mod hooks;
mod memory;
mod process;
mod quiet;
mod tables;
mod target;
mod words;

pub(crate) use process::{
    Image, Shared, at_fixed_addresses, end, images, interrupts, is_unread, leave_interrupts,
    leave_no_core, limit_memory, limit_time, room, sanitizer_limit, silence, this_program,
    wait_for_output, watch_for_interrupts,
};
pub(crate) use quiet::attend;
pub(crate) use tables::{TableWords, cases, tables};
pub(crate) use target::{Target, mutate_with};

/// Runs `subject` while this thread, and threads that it starts, are recorded. Returns `false` if
/// there is no memory for the log; then `subject` did not run.
pub(crate) fn record(subject: &mut dyn FnMut()) -> bool {
    /// Ends the recording, also if `subject` panics.
    struct End;
    impl Drop for End {
        fn drop(&mut self) {
            words::end();
        }
    }
    if !words::begin() {
        return false;
    }
    let _end = End;
    subject();
    true
}

/// Runs `subject` like [`record`], but leaves out what glances do not ask for: see [`attend`].
pub(crate) fn record_quietly(subject: &mut dyn FnMut()) -> bool {
    /// Ends the quiet, also if `subject` panics.
    struct End;
    impl Drop for End {
        fn drop(&mut self) {
            quiet::set(false);
        }
    }
    quiet::set(true);
    let _end = End;
    record(subject)
}

/// Returns the words of each thread, first of the one that ran the input. The next recording writes
/// over them.
pub(crate) fn recorded() -> impl Iterator<Item = &'static [std::sync::atomic::AtomicU32]> {
    words::recorded()
}

/// Keeps the log of the thread that executes inputs in a file. Returns the words that a process of
/// the same program left there, of the input that it executed last.
pub(crate) fn share_log(
    path: &std::path::Path,
) -> std::io::Result<Vec<std::sync::atomic::AtomicU32>> {
    words::share(path)
}

/// Returns the number of events and threads that could not be recorded.
pub(crate) fn lost() -> usize {
    words::lost()
}

#[cfg(test)]
mod tests {
    use super::{call, record, recorded};
    use crate::observe::event::{Event, Events, Width};
    use std::sync::Mutex;

    /// One log serves the process, so tests that record take turns.
    pub(super) static TURN: Mutex<()> = Mutex::new(());

    #[test]
    fn hooks_write_what_the_search_reads() {
        let _turn = TURN.lock();
        let guard = 7_u32;
        let [a, b] = [c"one text", c"another"];
        let mut run = || {
            call::block(&guard);
            assert!(call::texts(a, b) > 0);
            assert_eq!(call::bytes(a.to_bytes(), a.to_bytes()), 0);
            assert_eq!(call::folded_texts(a, c"ONE", 3), 0);
            call::compare_constant(200, 3);
            call::compare8(u64::MAX, 1);
        };
        assert!(record(&mut run));
        let threads: Vec<_> = recorded().collect();
        let events: Vec<Event<'_>> = Events::new(threads[0]).collect();
        assert_eq!(events[0], Event::Entered(6));
        let Event::Bytes { a, b, result: 1..=0x7FFF_FFFF, .. } = events[1] else {
            panic!("{:?}", events[1])
        };
        assert_eq!(
            (a.kept().collect(), b.kept().collect()),
            (b"one text".to_vec(), b"another".to_vec())
        );
        let Event::Bytes { a, b, .. } = events[2] else { panic!("{:?}", events[2]) };
        assert_eq!((a, a.length), (b, 8));
        assert!(matches!(events[3], Event::Bytes { .. }));
        assert!(matches!(
            events[4],
            Event::Compared { width: Width::One, a: 200, b: 3, is_constant: true, place: 1.. }
        ));
        assert!(matches!(
            events[5],
            Event::Compared { width: Width::Eight, a: u64::MAX, b: 1, is_constant: false, .. }
        ));
        assert_eq!(events.len(), 6);
        run();
        assert_eq!(
            recorded().next().map(<[_]>::len),
            Some(threads[0].len()),
            "nothing is recorded outside"
        );
    }

    #[test]
    fn each_thread_has_a_log() {
        let _turn = TURN.lock();
        let compare = |number: u64| {
            for _ in 0..100 {
                call::compare8(number, 0);
            }
        };
        for _ in 0..3 {
            assert!(record(&mut || {
                std::thread::scope(|scope| {
                    for number in 1..=3 {
                        scope.spawn(move || compare(number));
                    }
                });
                compare(4);
            }));
            let mut of_threads: Vec<Vec<u64>> = recorded()
                .map(|words| {
                    let operand = |event| if let Event::Compared { a, .. } = event { a } else { 0 };
                    Events::new(words).map(operand).collect()
                })
                .collect();
            assert_eq!(of_threads.remove(0), [4; 100]);
            of_threads.sort();
            assert_eq!(of_threads, [vec![1; 100], vec![2; 100], vec![3; 100]]);
        }
    }
}
