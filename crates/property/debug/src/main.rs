//! Runs a property of a parser with 13 functions, on plain cases or on steered ones.
//!
//! ```console
//! $ cargo run -- plain 1000
//! $ cargo run -- steered 1000
//! ```

mod parser;

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use sbst_property::ClimbingRunner;

const LETTERS: &[u8] = b"[]{},:\"-0123456789abcnulltruefalse# \n";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [way, cases] = &*arguments else { panic!("plain or steered, and a number of cases") };
    let config = ProptestConfig {
        cases: cases.parse().expect("a number"),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let generator = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let texts = prop::collection::vec(prop::sample::select(LETTERS), 0..40).prop_map(|letters| {
        let text = letters.into_iter().map(char::from);
        std::iter::once('[').chain(text).collect::<String>()
    });
    match &**way {
        "plain" => {
            let mut runner = TestRunner::new_with_rng(config, generator);
            runner.run(&texts, |text| read(parser::plain::parse(&text))).expect("it holds");
        }
        _ => {
            let mut runner = ClimbingRunner::new_with_rng(config, generator);
            runner.run(&texts, |text| read(parser::steered::parse(&text))).expect("it holds");
            println!("{:?}", runner.progress());
        }
    }
}

/// The property: the parser neither panics nor runs for ever.
fn read<T>(_: Result<T, String>) -> Result<(), TestCaseError> {
    Ok(())
}
