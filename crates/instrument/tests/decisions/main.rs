//! MC/DC under the attribute: random conditions, executed with all values of their operands,
//! against their truth tables, which are computed from their text alone, and against clang.
//!
//! `generate.py` writes the functions. `truth` is the definition, `campaigns` what campaigns say.

#![allow(clippy::all, unused, reason = "what nobody should write must be measured, too")]

mod campaigns;
mod cases;
#[rustfmt::skip]
mod chains;
mod clang;
mod conditions;
#[rustfmt::skip]
mod constants;
mod defects;
#[rustfmt::skip]
mod leaving;
mod left;
#[rustfmt::skip]
mod nested;
mod oracle;
#[rustfmt::skip]
mod plain;
mod truth;

/// Numbers in an order that nobody chose, the same ones on every machine.
fn shuffled(seed: u32, count: u32) -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..count).collect();
    let mut state = seed;
    let mut draw = |bound: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (u64::from(state) * bound as u64 >> 32) as usize
    };
    for place in (1..numbers.len()).rev() {
        numbers.swap(place, draw(place + 1));
    }
    numbers
}

/// Panics of the generated functions are results; others are printed as usual.
fn quiet() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let file = info.location().map_or("", |location| location.file());
            if !["plain.rs", "constants.rs", "chains.rs", "nested.rs", "leaving.rs"]
                .iter()
                .any(|own| file.ends_with(own))
            {
                usual(info);
            }
        }));
    });
}

/// Fails with how many of the checked functions are wrong, and the first of them.
fn none_wrong(checked: usize, wrong: Vec<String>) {
    let first: Vec<&str> = wrong.iter().take(4).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} of {checked} are wrong\n{}", wrong.len(), first.join("\n"));
}
