//! The macro that makes a fuzz target.

/// Makes a fuzz target of a closure over bytes, or over any type that implements `Arbitrary` (feature `arbitrary`).
///
/// The program has `#![no_main]`, and is built by `cargo sbst run`. A panic counts as a crash.
///
/// ```no_run
/// #![no_main]
/// # mod my_crate { pub fn parse(_: &[u8]) {} }
/// sbst_native::fuzz_target!(|data: &[u8]| {
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
    (|$data:ident: &[u8]| $body:expr) => {
        /// Called by the search with an input.
        ///
        /// # Safety
        ///
        /// `data` points to `size` bytes.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn LLVMFuzzerTestOneInput(data: *const u8, size: usize) -> i32 {
            // SAFETY: as the caller says; the address of no bytes may be null.
            let $data: &[u8] = if size == 0 { &[] } else { unsafe { ::core::slice::from_raw_parts(data, size) } };
            // In a closure, so that the target may return early.
            (|| {
                $body;
            })();
            0
        }
    };
    (|$value:ident: $type:ty| $body:expr) => {
        /// Called by the search with an input.
        ///
        /// # Safety
        ///
        /// `data` points to `size` bytes.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn LLVMFuzzerTestOneInput(data: *const u8, size: usize) -> i32 {
            // SAFETY: as the caller says; the address of no bytes may be null.
            let data: &[u8] = if size == 0 { &[] } else { unsafe { ::core::slice::from_raw_parts(data, size) } };
            let bytes = $crate::arbitrary::Unstructured::new(data);
            match <$type as $crate::arbitrary::Arbitrary>::arbitrary_take_rest(bytes) {
                Ok($value) => {
                    // In a closure, so that the target may return early.
                    (|| {
                        $body;
                    })();
                    0
                }
                Err(_) => -1,
            }
        }
    };
}
