//! Panics of subjects, which are results and no news.

use std::cell::Cell;
use std::panic::{set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Calls `work`. Panics on this thread print nothing meanwhile.
pub(crate) fn quietly<R>(work: impl FnOnce() -> R) -> R {
    /// Resets the flag, also when a panic goes through.
    struct Reset(bool);

    impl Drop for Reset {
        fn drop(&mut self) {
            IS_QUIET.set(self.0);
        }
    }

    // A hook that is taken out again could take out one that somebody else set meanwhile, so ours
    // stays.
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            if !IS_QUIET.get() {
                before(panic);
            }
        }));
    });
    let _reset = Reset(IS_QUIET.replace(true));
    work()
}
