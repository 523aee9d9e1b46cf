//! The graph that the attribute draws.

use sbst::flow::FlowGraph;
use sbst::instrument::LinkedProgram;

/// Returns the edges of a function: source, outcome and target, by the numbers of blocks; exits
/// lead to `-`.
fn edges<F>(function: &F) -> Vec<String> {
    let program = LinkedProgram::linked().expect("legal");
    let graph: &FlowGraph = program.graph();
    let function = program.find(function).expect("instrumented");
    let mut edges = Vec::new();
    for block in graph.blocks_of(function) {
        for (outcome, target) in graph.successors(block) {
            edges.push(format!("{} {outcome} {}", graph.local(block), graph.local(target)));
        }
        if graph.is_exit(block) {
            edges.push(format!("{} -", graph.local(block)));
        }
    }
    edges
}

#[test]
fn functions_have_the_blocks_of_the_guide() {
    #[sbst::instrument]
    fn straight(x: i32) -> i32 {
        let y = x + 1;
        y * 2
    }
    assert_eq!(edges(&straight), ["0 -"]);

    #[sbst::instrument]
    fn either(a: bool, b: bool) -> i32 {
        let mut x = 1;
        if a || b {
            x = 2;
        }
        x
    }
    assert_eq!(
        edges(&either),
        ["0 true 1", "0 false 2", "1 next 3", "2 true 1", "2 false 3", "3 -"]
    );

    #[sbst::instrument]
    fn looped(n: i32) -> i32 {
        let mut i = 0;
        while i < n {
            i += 2;
        }
        i
    }
    assert_eq!(edges(&looped), ["0 next 1", "1 true 2", "1 false 3", "2 next 1", "3 -"]);

    #[sbst::instrument]
    fn tried(x: &str) -> Result<i32, std::num::ParseIntError> {
        let y: i32 = x.parse()?;
        Ok(y)
    }
    assert_eq!(edges(&tried), ["0 true 1", "0 false 2", "1 -", "2 -"]);

    #[sbst::instrument]
    fn matched(x: u8) -> u8 {
        match x {
            7 => 1,
            20..=29 | 40 => 2,
            _ => 3,
        }
    }
    assert_eq!(edges(&matched), ["0 case 7 1", "0 arm 0 2", "0 default 3", "1 -", "2 -", "3 -"]);

    #[sbst::instrument]
    fn guarded(x: Option<u8>) -> u8 {
        match x {
            Some(y) if y > 3 => y,
            Some(_) => 1,
            None => 2,
        }
    }
    let expected = [
        "0 case 0 1",
        "0 case 1 2",
        "0 case 2 3",
        "1 true 4",
        "1 false 5",
        "2 -",
        "3 -",
        "4 -",
        "5 case 1 2",
        "5 case 2 3",
    ];
    assert_eq!(edges(&guarded), expected);
}

#[test]
fn guards_of_numbers_and_texts_lead_to_arms_that_are_still_possible() {
    #[sbst::instrument]
    fn number(x: u8, y: u8) -> u8 {
        match x {
            0 if y > 3 => 1,
            1..=9 if y > 5 => 2,
            5..=20 => 3,
            _ => 4,
        }
    }
    // Of the number 0, only the last arm is left. Of 1 to 9, the last two are.
    let expected = "0 case 0 1, 0 arm 0 2, 0 arm 1 3, 0 default 4, 1 true 5, 1 false 4, 2 true 6, \
        2 false 7, 3 -, 4 -, 5 -, \
                    6 -, 7 arm 0 3, 7 default 4";
    assert_eq!(edges(&number).join(", "), expected);

    // Of 1 to 6, only 6 comes to the guard; and the first guard is asked for every number.
    #[sbst::instrument]
    fn overlapping(x: u8, y: u8) -> u8 {
        match x {
            n if n == y => 1,
            1..=5 => 2,
            1..=6 if y > 5 => 3,
            6 => 4,
            _ => 5,
        }
    }
    let expected = "0 true 1, 0 false 2, 1 -, 2 case 6 4, 2 arm 0 3, 2 default 5, 3 -, 4 true 6, \
        4 false 7, 5 -, 6 -, 7 -";
    assert_eq!(edges(&overlapping).join(", "), expected);

    #[sbst::instrument]
    fn text(x: &str, y: u8) -> u8 {
        match x {
            "a" | "b" if y > 3 => 1,
            _ if y > 2 => 2,
            "a" => 3,
            _ => 4,
        }
    }
    let expected = "0 true 1, 0 false 2, 1 true 4, 1 false 3, 2 true 1, 2 false 3, 3 true 5, 3 \
        false 6, 4 -, 5 -, 6 true 7, \
                    6 false 8, 7 -, 8 -";
    assert_eq!(edges(&text).join(", "), expected);
}

#[test]
fn closures_that_decide_are_functions() {
    #[sbst::instrument]
    fn outer(list: &[i32]) -> usize {
        list.iter().map(|x| x + 1).filter(|x| if *x > 3 { *x < 9 } else { *x == 1 }).count()
    }
    assert_eq!(edges(&outer), ["0 -"]);
    let program = LinkedProgram::linked().expect("legal");
    let names: Vec<_> = program
        .functions()
        .map(|function| program.graph().show_function(function).to_string())
        .collect();
    assert_eq!(names.iter().filter(|name| name.starts_with("outer::")).count(), 1, "{names:?}");
    // Its goals belong to those of the function around it.
    let campaign = sbst::campaign!(outer)
        .criteria([sbst::objective::Criterion::Branch])
        .build::<()>()
        .expect("legal");
    assert_eq!(campaign.goals().len(), 3); // two branches, and the entry of the function without any
}

#[test]
fn a_function_that_is_not_instrumented_is_an_error() {
    fn plain() {}
    let error = sbst::campaign!(plain)
        .criteria([sbst::objective::Criterion::Branch])
        .build::<()>()
        .expect_err("unknown");
    assert!(error.to_string().ends_with(
        "plain is not instrumented: add `#[sbst::instrument]` to it, or to its `impl` block"
    ));
}

#[test]
fn reports_name_files_and_lines() {
    #[sbst::instrument]
    fn below_zero(x: i32) -> i32 {
        if x < 0 { -1 } else { 1 }
    }
    let line = line!() - 2;
    let mut campaign = sbst::campaign!(below_zero)
        .criteria([sbst::objective::Criterion::Branch])
        .build()
        .expect("legal");
    campaign.watch(&3, |x| below_zero(*x)).expect("no misuse");
    let report = campaign.report().to_string();
    assert!(report.contains(&format!("below_zero: {}:{line}", file!())), "{report}");
    // The files are those of the whole program, so the lines of this one do not begin at 1.
    assert!(!report.contains(", line "), "{report}");
}

#[test]
fn goals_that_are_lines_have_files() {
    #[sbst::instrument]
    fn half(x: i32) -> i32 {
        x / 2
    }
    let line = line!() - 2;
    let mut campaign =
        sbst::campaign!(half).criteria([sbst::objective::Criterion::Line]).build().expect("legal");
    campaign.watch(&3, |x| half(*x)).expect("no misuse");
    let report = campaign.report();
    let sources: Vec<_> = report.goals.iter().map(|goal| goal.source.clone()).collect();
    assert_eq!(sources, [Some((file!().to_owned(), line))], "{report}");
}
