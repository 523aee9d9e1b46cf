//! The cost of a case in a debug build, in instructions: the same whatever else the machine does.

use std::process::Command;

/// Returns the number of instructions that `cases` cases execute. `None` without valgrind.
fn instructions(way: &str, cases: u32) -> Option<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(env!("CARGO_BIN_EXE_sbst-debug"))
        .args([way, &cases.to_string()])
        // Some processors copy large blocks by one instruction, of which valgrind counts each byte.
        .env("GLIBC_TUNABLES", "glibc.cpu.x86_rep_movsb_threshold=1000000000")
        .output()
        .ok()?;
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let count = said.lines().find_map(|line| line.split_once("Collected : ")).expect("a count").1;
    Some(count.trim().parse().expect("a number"))
}

/// Returns the instructions of a case, without the start of the process.
fn per_case(way: &str) -> Option<u64> {
    Some((instructions(way, 1_001)? - instructions(way, 1)?) / 1_000)
}

#[test]
fn od58_a_steered_case_costs_at_most_four_plain_ones() {
    let (Some(plain), Some(steered)) = (per_case("plain"), per_case("steered")) else {
        return println!("skipped: no valgrind");
    };
    let ratio = steered as f64 / plain as f64;
    println!("{plain} instructions for a plain case, {steered} for a steered one: {ratio:.2}");
    assert!(ratio <= 4.0, "{steered} / {plain} = {ratio:.2}");
}

#[test]
fn the_readme_has_the_lines_that_are_measured() {
    let (manifest, readme) = (include_str!("../Cargo.toml"), include_str!("../../README.md"));
    let lines = manifest.split("\n\n").find(|part| part.contains("[profile")).expect("a profile");
    let lines = lines.split_once('\n').expect("a comment before it").1;
    assert!(readme.contains(lines), "{lines}");
}
