//! Bytes and CPU seconds of a campaign with two million goals: when it is built, and after its first
//! run. `cargo bench -p sbst-benches --bench bytes`.
#![allow(unsafe_code, reason = "an allocator that counts has to be one")]
#![allow(missing_docs, reason = "nothing here is called from elsewhere")]

use sbst::Campaign;
use sbst::distance::eq;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::Function;
use sbst::objective::Criterion;
use std::alloc::{GlobalAlloc, Layout, System};
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

static LIVE: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: everything is handed to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LIVE.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promises are those of the system's allocator.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        LIVE.fetch_add(size, Ordering::Relaxed);
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// CPU seconds of this thread, as Linux counts them; 0 elsewhere.
fn cpu() -> f64 {
    let counts = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = counts.split_whitespace().next().and_then(|count| count.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}

/// Functions of so many decisions in a row of one condition each, a million in all.
fn program(decisions: u32) -> FlowGraph {
    let nested = |body: FlowBuilder, at| body.branch(at, at + 1, decisions + 1);
    let body = (0..decisions).fold(FlowBuilder::new(), nested).exit(decisions).exit(decisions + 1);
    let mut graph = FlowGraph::new();
    for _ in 0..1_000_000 / decisions {
        graph.add(&body).expect("legal");
    }
    graph
}

fn main() {
    println!("| a million decisions in functions of | | bytes for each goal | CPU seconds |");
    println!("|---|---|---|---|");
    for decisions in [1, 10, 100_000] {
        let graph = program(decisions);
        let (before, start) = (LIVE.load(Ordering::Relaxed), cpu());
        let row = |what, goals: usize, start| {
            let bytes = (LIVE.load(Ordering::Relaxed) - before) / goals;
            println!("| {decisions} | {what} | {bytes} | {:.2} |", cpu() - start);
        };
        let builder = Campaign::builder().graph(graph).criteria([Criterion::Branch]);
        let mut campaign = builder.build().expect("goals");
        let goals = campaign.goals().len();
        assert_eq!(goals, 2_000_000);
        row("built", goals, start);
        let start = cpu();
        let first = |c: sbst::execution::Caller<'_>, x: &i32| {
            c.enter(Function::new(0)).decide(0, eq(*x, 7))
        };
        let achieved = campaign.run(&9, first).expect("a legal run");
        assert_eq!((achieved.covered.len(), achieved.row.len()), (1, goals));
        row("after its first run", goals, start);
    }
}
