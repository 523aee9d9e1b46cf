//! The macro that makes a fuzz target.

/// Makes a fuzz target of a closure over bytes, or over any type that implements `Arbitrary`
/// (feature `arbitrary`).
///
/// The program has `#![no_main]`, and is built by `cargo sbst run`. A panic counts as a crash.
///
/// ```no_run
/// #![no_main]
/// # mod my_crate { pub fn parse(_: &[u8]) {} }
/// sbst_native::fuzz_target!(|data: &[u8]| {
///     if data.len() < 4 {
///         return;
///     }
///     let _ = my_crate::parse(data);
/// });
/// ```
///
/// With the feature `arbitrary`, bytes that make no value of the type are not kept:
///
/// ```no_run
/// #![no_main]
/// # mod my_crate { pub fn parse(_: &str, _: u32) {} }
/// # #[cfg(feature = "arbitrary")]
/// sbst_native::fuzz_target!(|pair: (u32, String)| {
///     let _ = my_crate::parse(&pair.1, pair.0);
/// });
/// ```
#[macro_export]
macro_rules! fuzz_target {
    // The function that the search calls: `$code` says what becomes of the bytes.
    (@entry $data:ident, $code:expr) => {
        /// Called by the search with an input.
        ///
        /// # Safety
        ///
        /// `data` points to `size` bytes.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn LLVMFuzzerTestOneInput(data: *const u8, size: usize) -> i32 {
            // SAFETY: as the caller says; the address of no bytes may be null.
            let $data: &[u8] = if size == 0 { &[] } else { unsafe { ::core::slice::from_raw_parts(data, size) } };
            $code
        }
    };
    // The body is in a closure, so that it may return early.
    (|$data:ident: &[u8]| $body:expr) => {
        $crate::fuzz_target!(@entry $data, {
            (|| {
                $body;
            })();
            0
        });
    };
    (|$value:ident: $type:ty| $body:expr) => {
        $crate::fuzz_target!(@entry bytes, {
            let bytes = $crate::arbitrary::Unstructured::new(bytes);
            match <$type as $crate::arbitrary::Arbitrary>::arbitrary_take_rest(bytes) {
                Ok($value) => {
                    (|| {
                        $body;
                    })();
                    0
                }
                Err(_) => -1,
            }
        });
    };
}
