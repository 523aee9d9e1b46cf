//! The recorder belongs to a thread, and to one execution.

use sbst::objective::Criterion;

#[sbst::instrument]
fn sign(x: i32) -> i32 {
    if x < 0 { -1 } else { 1 }
}

#[test]
fn other_threads_are_not_recorded() {
    let mut campaign = sbst::campaign!(sign).criteria([Criterion::Branch]).build().expect("legal");
    let outcome =
        campaign.watch(&3, |x| std::thread::scope(|scope| scope.spawn(|| sign(*x)).join().is_ok()));
    assert_eq!(outcome.expect("no misuse").covered, []);
    assert_eq!(campaign.watch(&3, |x| sign(*x)).expect("no misuse").covered.len(), 1);
}

#[test]
fn campaigns_nest() {
    let build = || sbst::campaign!(sign).criteria([Criterion::Branch]).build().expect("legal");
    let (mut outer, mut inner) = (build(), build());
    let covered = outer.watch(&3, |x| {
        assert_eq!(inner.watch(&-3, |y| sign(*y)).expect("no misuse").covered.len(), 1);
        sign(*x)
    });
    assert_eq!(covered.expect("no misuse").covered.len(), 1);
    assert_eq!((outer.tests().covered_count(), inner.tests().covered_count()), (1, 1));
}

#[test]
fn nothing_is_recorded_outside_of_a_campaign() {
    let mut campaign = sbst::campaign!(sign).criteria([Criterion::Branch]).build().expect("legal");
    sign(-3);
    assert_eq!(campaign.watch(&3, |x| sign(*x)).expect("no misuse").covered.len(), 1);
    sign(-3);
    assert_eq!(campaign.tests().covered_count(), 1);
}

#[test]
fn values_of_a_thread_that_are_dropped_at_its_end_may_call() {
    struct Last;
    impl Drop for Last {
        fn drop(&mut self) {
            assert_eq!(sign(-4), -1);
        }
    }
    thread_local!(static LAST: Last = const { Last });
    let ended = std::thread::spawn(|| {
        let mut campaign =
            sbst::campaign!(sign).criteria([Criterion::Branch]).build().expect("legal");
        LAST.with(|_| campaign.watch(&3, |x| sign(*x)).map(|outcome| outcome.covered.len()).ok())
    });
    assert_eq!(ended.join().expect("no panic"), Some(1));
}
