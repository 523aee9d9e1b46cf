//! The command, as a user calls it.

#![allow(missing_docs, reason = "a test")]

mod common;

use common::suite;
use sbst_laboratory::claims::published;
use sbst_laboratory::command::run;
use std::path::PathBuf;

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir()
            .join(format!("sbst-laboratory-command-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("text").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn command(arguments: &str) -> Result<String, String> {
    let arguments: Vec<&str> = ["laboratory"].into_iter().chain(arguments.split(' ')).collect();
    run(arguments, suite(), published()).map_err(|error| error.to_string())
}

#[test]
fn subjects_and_claims_are_listed() {
    let text = command("subjects --executions 200").expect("a table");
    assert!(text.contains("grade") && text.contains("4 subjects"), "{text}");
    let text = command("claims").expect("a list");
    assert!(text.contains("blocks gated") && text.contains("construction templates"), "{text}");
}

#[test]
fn a_run_is_resumed_and_says_what_it_found() {
    let folder = Folder::new("run");
    let (one, two, json, html) = (
        folder.file("one.csv"),
        folder.file("two.csv"),
        folder.file("all.json"),
        folder.file("all.html"),
    );
    let settings = "--claims normaliser,search --executions 2000";
    let whole = command(&format!("run {settings} --seeds 3 --out {one}")).expect("verdicts");
    // Four techniques on four subjects with three seeds.
    assert!(
        whole.starts_with("All 48 searches are known. 3 searches of 2000 executions"),
        "{whole}"
    );
    // On two subjects, all searches cover what no random tests do; on the others, both cover all.
    // Of two pairs, p is at least 0.5.
    let row = whole
        .lines()
        .find(|line| line.starts_with("search "))
        .expect("a row")
        .split_whitespace()
        .collect::<Vec<_>>();
    assert_eq!(
        row[1..],
        "coverage 4 2 2 3 0 0 1.00 - 0.500 - not testable here".split(' ').collect::<Vec<_>>(),
        "{whole}"
    );

    command(&format!("run {settings} --seeds 3 --subjects grade --out {two}")).expect("a part");
    let resumed = command(&format!(
        "run {settings} --seeds 3 --threads 1 --out {two} --json {json} --html {html}"
    ))
    .expect("the rest");
    assert_eq!(resumed, whole);
    let sorted = |path: &str| {
        let text = std::fs::read_to_string(path).expect("a file");
        let mut lines: Vec<String> =
            text.lines().map(|line| line.rsplit_once(',').expect("cells").0.to_owned()).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&one), sorted(&two));
    let page = std::fs::read_to_string(&html).expect("a file");
    assert!(
        page.contains("3 searches of 2000 executions")
            && page.contains("Arcuri 2013")
            && page.contains("</html>")
    );
    assert!(
        page.contains("Claims at a glance")
            && page.contains("All 48 searches are known.")
            && !page.contains("nterim")
    );
    assert!(std::fs::read_to_string(&json).expect("a file").starts_with('['));
    assert_eq!(
        command(&format!("verdicts {settings} --seeds 3 --out {one}")).expect("verdicts"),
        whole
    );
}

#[test]
fn statistics_and_a_plot_are_written() {
    let folder = Folder::new("statistics");
    let [out, csv, by_subject, svg] =
        ["out.csv", "claims.csv", "claims.subjects.csv", "claims.svg"]
            .map(|name| folder.file(name));
    let settings = format!("--claims normaliser,search --seeds 2 --executions 50 --out {out}");
    let text = command(&format!("run {settings} --statistics {csv}")).expect("verdicts");
    let header = text.lines().nth(2).expect("a line");
    let columns: Vec<&str> = header.split_whitespace().collect();
    assert_eq!(columns[..5], ["claim", "measure", "subjects", "families", "differ"], "{text}");
    let read = |path: &str| std::fs::read_to_string(path).expect("a file");
    let (claims, subjects) = (read(&csv), read(&by_subject));
    assert_eq!((claims.lines().count(), subjects.lines().count()), (3, 1 + 2 * 4));
    assert!(
        claims.contains("normaliser,Arcuri 2013,") && subjects.contains(",grade,grade,2,"),
        "{claims}{subjects}"
    );
    assert_eq!(
        command(&format!("verdicts {settings} --statistics {csv} --plot {svg}")).expect("verdicts"),
        text
    );
    assert_eq!((read(&csv), read(&by_subject)), (claims, subjects));
    assert!(read(&svg).starts_with("<svg") && read(&svg).contains("normaliser"));
}

#[test]
fn findings_are_interim_until_all_searches_are_known() {
    let folder = Folder::new("interim");
    let [out, csv, html, svg] =
        ["out.csv", "claims.csv", "all.html", "claims.svg"].map(|name| folder.file(name));
    let settings = |seeds: u64| {
        format!("--claims normaliser,search --executions 50 --seeds {seeds} --out {out}")
    };
    let first = command(&format!("run {}", settings(2))).expect("verdicts");
    assert!(
        first.starts_with("All 32 searches are known. 2 searches of 50 executions")
            && !first.contains("nterim"),
        "{first}"
    );
    // Half of the searches are known if there are to be twice as many.
    let files = format!("--html {html} --statistics {csv} --plot {svg}");
    let half = command(&format!("verdicts {} {files}", settings(4))).expect("verdicts");
    assert!(half.starts_with("Interim: 32 of 64 searches are known"), "{half}");
    assert!(half.contains("Planned: 4 searches of 50 executions for each technique"), "{half}");
    assert_eq!(
        half.lines().filter(|line| line.ends_with("not testable here (interim)")).count(),
        2,
        "{half}"
    );
    let read = |path: &str| std::fs::read_to_string(path).expect("a file");
    let page = read(&html);
    let [said, plot] = ["Interim: 32 of 64 searches are known", "Claims at a glance"]
        .map(|words| page.find(words).expect("words"));
    assert!(
        said < plot
            && page.contains("not testable here (interim)")
            && read(&svg).contains("not testable here (interim)")
    );
    assert_eq!(
        read(&csv).lines().filter(|line| line.ends_with(",not testable here,interim")).count(),
        2
    );
    let all = command(&format!("run {}", settings(4))).expect("verdicts");
    assert!(all.starts_with("All 64 searches are known.") && !all.contains("nterim"), "{all}");
}

#[test]
fn landscapes_and_boundaries_are_shown() {
    let folder = Folder::new("landscapes");
    let csv = folder.file("goals.csv");
    let text = command(&format!("landscapes --walks 1 --steps 200 --adaptive 1 --csv {csv}"))
        .expect("a table");
    assert_eq!(text.lines().filter(|line| line.contains("all branches")).count(), 4, "{text}");
    assert!(
        text.contains("plateaus dominate: not testable here") && text.contains("equality / order"),
        "{text}"
    );
    let rows = std::fs::read_to_string(&csv).expect("a file");
    assert_eq!(rows.lines().filter(|line| line.starts_with("subject,")).count(), 1);
    assert!(rows.lines().count() > 4 * 10);
    let one =
        command("landscapes --walks 1 --steps 200 --adaptive 1 --threads 1").expect("a table");
    assert_eq!(one, text);
    let text = command("goals --subjects grade").expect("a list");
    assert!(
        text.starts_with("grade\n      0  ")
            && text.contains("common/mod.rs:")
            && text.lines().count() > 6,
        "{text}"
    );
    let text = command("boundaries --subjects grade").expect("a list");
    assert!(text.starts_with("grade: ") && text.contains("Integer(1000001)"), "{text}");
}

#[test]
fn mistakes_are_named() {
    let folder = Folder::new("mistakes");
    let out = folder.file("out.csv");
    let error = |arguments: &str| command(arguments).expect_err("a mistake");
    assert!(
        error(&format!("run --claims nothing --out {out}"))
            .contains("no claim has \"nothing\" in its name")
    );
    assert!(
        error(&format!("run --subjects nothing --out {out}"))
            .contains("no subject has \"nothing\" in its name")
    );
    assert!(error(&format!("verdicts --out {out}")).contains("out.csv"));
    let few = folder.file("few.csv");
    command(&format!("run --claims corpus --subjects grade --seeds 1 --executions 50 --out {few}"))
        .expect("done");
    let text = error(&format!("verdicts --out {few}"));
    assert!(
        text.contains("no outcome of these claims") && text.contains("50 executions; branch"),
        "{text}"
    );
    assert!(
        error(&format!("run --again nobody --out {out}"))
            .contains("no claim has a technique \"nobody\"")
    );
    assert!(
        error(&format!("run --out {out} --html no/such/folder/x.html"))
            .contains("no folder for the file no/such/folder/x.html")
    );
    assert!(error("run").contains("--out"));
    assert!(error("walk").contains("walk"));
    assert!(error(&format!("run --short --seeds 3 --out {out}")).contains("--short"));
    assert!(error(&format!("run --out {out} --json {out}")).contains("different files"));
    let csv = folder.file("all.csv");
    let by_subject = folder.file("all.subjects.csv");
    for files in [
        format!("--json {csv} --statistics {csv}"),
        format!("--html {by_subject} --statistics {csv}"),
        format!("--plot {out}"),
    ] {
        assert!(error(&format!("run --out {out} {files}")).contains("different files"), "{files}");
    }
    assert!(error(&format!("run --out {out} --seconds=-5")).contains("negative"));
    assert!(error(&format!("run --out {out} --seconds nan")).contains("--seconds"));
    assert!(!std::path::Path::new(&out).exists());
}
