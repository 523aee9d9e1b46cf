//! The dataflow: batches of tests to whoever has the number's turn, parts to the first worker.

use crate::evaluate::{Evaluator, Part, Test};
use std::cell::RefCell;
use std::rc::Rc;
use timely::communication::Config as Communication;
use timely::dataflow::InputHandle;
use timely::dataflow::operators::vec::Map;
use timely::dataflow::operators::{Exchange, Inspect};
use timely::{Config, WorkerConfig};

/// Tests in a batch.
const BATCH: usize = 64;

/// How workers talk to each other.
#[derive(Clone, Debug)]
pub enum Workers {
    /// Threads that write and read all that they send, as processes do.
    Threads(usize),
    /// One thread in each of these processes; this is the one with this number.
    Process {
        /// Its number.
        index: usize,
        /// The addresses of all of them.
        addresses: Vec<String>,
    },
}

/// What all tests tell, evaluated by all workers; `None` in a process that has not the first of
/// them.
///
/// # Errors
///
/// If the workers cannot talk to each other, or one of them fails.
pub fn evaluate(workers: Workers, tests: Vec<Test>) -> Result<Option<Part>, String> {
    let communication = match workers {
        Workers::Threads(count) => Communication::ProcessBinary(count),
        Workers::Process { index, addresses } => Communication::Cluster {
            threads: 1,
            process: index,
            addresses,
            report: false,
            zerocopy: false,
        },
    };
    let config = Config { communication, worker: WorkerConfig::default() };
    let guards = timely::execute(config, move |worker| {
        let mut evaluator = Evaluator::new().expect("the control flow of the subject fits");
        let folded: Rc<RefCell<Option<Part>>> = Rc::default();
        let fold = Rc::clone(&folded);
        let mut input = InputHandle::new();
        worker.dataflow::<u64, _, _>(|scope| {
            input
                .to_stream(scope)
                .exchange(|(first, _): &(u64, Vec<Test>)| first / BATCH as u64)
                .map(move |(first, tests)| evaluator.evaluate(first, &tests))
                .exchange(|_| 0)
                .inspect(move |part: &Part| match &mut *fold.borrow_mut() {
                    Some(folded) => folded.merge(part.clone()),
                    none => *none = Some(part.clone()),
                });
        });
        if worker.index() == 0 {
            for (number, batch) in tests.chunks(BATCH).enumerate() {
                input.send(((number * BATCH) as u64, batch.to_vec()));
            }
        }
        input.close();
        while worker.step_or_park(None) {}
        folded.take()
    })?;
    let parts: Result<Vec<_>, String> = guards.join().into_iter().collect();
    Ok(parts?.into_iter().flatten().next())
}
