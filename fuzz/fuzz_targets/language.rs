//! Automata of bytes and of chars against a slow definition, and what one edit changes.

#![no_main]

use arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use sbst::distance::Distance;
use sbst::distance::language::{Language, Matching};
use sbst_fuzz::laws::languages::{check_bounds, check_one_edit, edit};
use sbst_fuzz::machine::{self, Letter, Machine};

fuzz_target!(|data: &[u8]| {
    // Running out of bytes is no error of anybody.
    let _ = run(&mut Unstructured::new(data));
});

const BOTH: [Matching; 2] = [Matching::Full, Matching::Search];

fn run(u: &mut Unstructured<'_>) -> Result<()> {
    if u.arbitrary()? {
        of_machine(u, |language: &Language<u8>, text| language.edits(text))
    } else {
        of_machine(u, |language: &Language<char>, text| {
            language.edits(&text.iter().collect::<String>())
        })
    }
}

fn of_machine<S: Letter>(
    u: &mut Unstructured<'_>,
    edits: impl Fn(&Language<S>, &[S]) -> Distance,
) -> Result<()> {
    let machine = Machine::<S>::read(u)?;
    if !machine.is_legal() {
        for matching in BOTH {
            let error = Language::new(&machine, matching).expect_err(
                "has no states, a wrong edge \
                or a wrong range",
            );
            assert!(!error.to_string().is_empty());
        }
        return Ok(());
    }
    let [whole, part] =
        BOTH.map(|matching| Language::new(&machine, matching).expect("a legal automaton"));
    let mut text = machine::text::<S>(u, 32)?;
    let mut before: Option<[Distance; 2]> = None;
    loop {
        let found = [edits(&whole, &text), edits(&part, &text)];
        for (found, search) in found.into_iter().zip([false, true]) {
            let expected = machine.edits(&text, search).map_or(Distance::INFINITE, Distance::from);
            assert_eq!(found, expected, "search: {search}");
        }
        let empty = [edits(&whole, &[]), edits(&part, &[])];
        check_bounds(found, text.len(), empty);
        assert!(found[1] <= empty[1], "without anchors the part can be inserted anywhere");
        if let Some(before) = before {
            check_one_edit(before, found);
        }
        if u.len() < 3 {
            return Ok(());
        }
        before = Some(found);
        edit(u, &mut text)?;
    }
}
