//! Work on several threads.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Size of the stack of a thread in bytes. Functions that call themselves for every element of an
/// input need more than usual.
const STACK: usize = 64 << 20;

/// Does jobs in parallel, which begin in their order. `done` takes the number of each job and its
/// result, on the thread of the caller and in the order in which jobs end. After a break no further
/// job begins, and those that are under way end.
///
/// # Errors
///
/// If the system refuses to create a single thread.
pub(crate) fn in_parallel<J: Sync, R: Send>(
    jobs: &[J],
    threads: usize,
    work: impl Fn(&J) -> R + Sync,
    mut done: impl FnMut(usize, R) -> ControlFlow<()>,
) -> io::Result<()> {
    let (next, work) = (AtomicUsize::new(0), &work);
    thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        let mut workers = 0;
        for _ in 0..threads.max(1).min(jobs.len()) {
            let (worker, next) = (send.clone(), &next);
            let each = move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(at) else { break };
                    if worker.send((at, work(job))).is_err() {
                        break;
                    }
                }
            };
            match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, each) {
                Ok(_) => workers += 1,
                // Those that there are do the work.
                Err(_) if workers > 0 => break,
                Err(error) => return Err(error),
            }
        }
        drop(send);
        for (at, result) in receive {
            if done(at, result).is_break() {
                next.store(jobs.len(), Ordering::Relaxed);
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once() {
        for threads in [0, 1, 3, 100] {
            let mut results = vec![0; 50];
            let add = |at: usize, square: usize| {
                results[at] += square;
                ControlFlow::Continue(())
            };
            in_parallel(&(0..50).collect::<Vec<_>>(), threads, |job| job * job, add)
                .expect("threads");
            assert_eq!(results, (0..50).map(|job| job * job).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_break_begins_no_further_job() {
        let mut count = 0;
        let stop = |_, ()| {
            count += 1;
            ControlFlow::Break(())
        };
        in_parallel(&[(); 1000], 2, |()| thread::sleep(std::time::Duration::from_millis(1)), stop)
            .expect("threads");
        assert!(count < 100, "{count}");
    }
}
