//! Operands of all kinds under any rules: never NaN, exactly one side zero, and the laws of each
//! kind.

#![no_main]

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use sbst_fuzz::laws;

fuzz_target!(|data: &[u8]| {
    // Running out of bytes is no error of anybody.
    let _ = run(&mut Unstructured::new(data));
});

fn run(u: &mut Unstructured<'_>) -> Result<()> {
    match u.arbitrary::<u8>()? % 5 {
        0 => laws::operands::check(u),
        1 => laws::logic::check(u),
        2 => laws::texts::check(u),
        3 => laws::collections::check(u),
        _ => laws::formulas::check(u),
    }
}
