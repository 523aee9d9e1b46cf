//! Comparisons as text.

use super::matrix::{Claim, Comparison, Matrix, Results};
use super::statistics::{Effect, Verdict, median, success_rate, verdicts};

/// A table for each comparison, with a line for each subject.
pub(crate) fn details(matrix: &Matrix, results: &Results) -> String {
    let mut text = String::new();
    for comparison in &matrix.comparisons {
        let Comparison { technique, baseline, claim, pairs } = comparison;
        let claim = match claim {
            Claim::Better(source) => format!(": better, says {source}"),
            Claim::Chosen(source) => format!(": chosen by {source}"),
            Claim::Close(source) => format!(": about as good, says {source}"),
            Claim::None => String::new(),
        };
        text += &format!("{technique} against {baseline}{claim}\n");
        text += "                success %    executions (median)   A12                   p\n";
        text += "               of it against     of it  against\n";
        for (pair, effect) in pairs.iter().zip(results.effects(comparison)) {
            let [of, over] = [pair.technique, pair.baseline].map(|cell| results.of(cell));
            text += &format!(
                "  {:12} {:5} {:7} {:9} {:8}   {}\n",
                pair.subject,
                success_rate(of),
                success_rate(over),
                median(of),
                median(over),
                effect
            );
        }
        text.push('\n');
    }
    text
}

/// If there are too few searches for any difference to count, on how many subjects they would do.
fn too_few(matrix: &Matrix, results: &Results) -> Option<String> {
    let seeds =
        matrix.comparisons.iter().flat_map(|comparison| &comparison.pairs).map(|pair| results.of(pair.technique).len()).min()?;
    let subjects = matrix.comparisons.iter().map(|comparison| comparison.pairs.len()).max()?;
    let least = Effect::clearest(seeds).p;
    (least * subjects as f64 >= 0.05)
        .then(|| format!("With {seeds} searches p is at least {least:.4}: too few to tell anything of {subjects} subjects.\n"))
}

/// One line for each comparison: on how many subjects the technique does better, and whether that is what is claimed.
pub(crate) fn summary(matrix: &Matrix, results: &Results) -> String {
    let mut text =
        format!("{:17} {:17} better worse same   {:28} here\n", "technique", "against", "the technique, in publications");
    for comparison in &matrix.comparisons {
        let verdicts = verdicts(&results.effects(comparison));
        let [better, worse, same] = [Verdict::Better, Verdict::Worse, Verdict::Same]
            .map(|wanted| verdicts.iter().filter(|&&verdict| verdict == wanted).count());
        let here = match (better, worse) {
            (0, 0) => "no difference",
            (_, 0) => "better",
            (0, _) => "worse",
            _ => "it depends",
        };
        let Comparison { technique, baseline, claim, .. } = comparison;
        let (claim, agrees) = match claim {
            Claim::Better(source) => {
                let agrees = match here {
                    "better" => ": agrees",
                    "no difference" => ": not shown",
                    _ => ": does not agree",
                };
                (format!("better: {source}"), agrees)
            }
            Claim::Chosen(source) => (format!("chosen: {source}"), ""),
            Claim::Close(source) => {
                let agrees = if here == "no difference" { ": agrees" } else { ": does not agree" };
                (format!("close: {source}"), agrees)
            }
            Claim::None => ("-".to_owned(), ""),
        };
        text += &format!("{technique:17} {baseline:17} {better:6} {worse:5} {same:4}   {claim:30} {here}{agrees}\n");
    }
    text += &too_few(matrix, results).map(|warning| format!("\n{warning}")).unwrap_or_default();
    text + "\nOn how many subjects the technique does better or worse: p < 0.05, corrected by Holm for the number of subjects.\n"
}
