//! Numbers, names and measures as text.

use crate::results::Measure;

/// What the counts of a comparison are.
pub(super) const COUNTS: &str = "\
    Number of subjects on which the technique does better or worse: rank-sum test, p < 0.05 after \
     Holm's correction for the number of subjects. Of the others, there is no difference if the 95 \
     % interval of A12 lies between 0.44 and 0.56, and otherwise none is shown.";

/// Returns a value of a measure: shares in percent, effort as a number of executions.
pub(super) fn measured(measure: Measure, value: f64) -> String {
    number(shown(measure, value))
}

/// Returns a value of a measure as it is shown: shares in percent, effort as a number of
/// executions.
pub(super) fn shown(measure: Measure, value: f64) -> f64 {
    match measure {
        Measure::Coverage | Measure::Success => 100.0 * value,
        Measure::Discoveries => value,
        // Adding zero turns negative zero into zero.
        Measure::Effort => 0.0 - value,
    }
}

/// Returns what values of a measure are, as they are shown.
pub(super) fn quantity(measure: Measure) -> &'static str {
    match measure {
        Measure::Coverage => "coverage, %",
        Measure::Discoveries => "discovered goals",
        Measure::Success => "success, %",
        Measure::Effort => "executions to a goal",
    }
}

/// Returns a sentence that says which search is better.
pub(super) fn better(measure: Measure) -> &'static str {
    match measure {
        Measure::Coverage => {
            "By coverage, a search is better if it covers a greater share of the goals."
        }
        Measure::Discoveries => {
            "By discoveries, a search is better if it discovers more goals, such as exceptions."
        }
        Measure::Success => {
            "By success, a search is better if it covers all goals, and the other does not: \
             Fisher's exact test."
        }
        Measure::Effort => {
            "By effort, a search is better if it covers a goal in fewer executions on the mean; \
             goals that it did not cover count as if \
             its last execution had covered them."
        }
    }
}

/// Returns the sentences of the measures that occur, each once.
pub(super) fn all_better(measures: impl Iterator<Item = Measure> + Clone) -> String {
    let all = [Measure::Coverage, Measure::Discoveries, Measure::Success, Measure::Effort];
    let used = all.into_iter().filter(|&measure| measures.clone().any(|own| own == measure));
    used.map(better).collect::<Vec<_>>().join(" ")
}

/// Returns a p value with three digits: `<0.001` below.
pub(crate) fn p(p: f64) -> String {
    if p < 0.001 { "<0.001".to_owned() } else { format!("{p:.3}") }
}

/// Returns an equation with a p value, such as `p = 0.012` or `p < 0.001`.
pub(crate) fn equation(value: f64) -> String {
    let text = p(value);
    text.strip_prefix('<').map_or_else(|| format!("p = {text}"), |bound| format!("p < {bound}"))
}

/// Returns a median or a count, with one digit after the point if it is below 1000 and no integer.
/// Numbers that are not finite become `-`.
pub(super) fn number(value: f64) -> String {
    if !value.is_finite() {
        "-".to_owned()
    } else if (value - value.round()).abs() < 1e-9 || value.abs() >= 1000.0 {
        format!("{:.0}", value.round() + 0.0)
    } else {
        format!("{value:.1}")
    }
}

/// Returns a share in percent, rounded down: 100 means all.
pub(super) fn percent(part: usize, all: usize) -> String {
    (100 * part / all.max(1)).to_string()
}

/// Returns a text of at most `width` characters: the middle of a longer one is replaced by an
/// ellipsis.
pub(super) fn shorten(text: &str, width: usize) -> String {
    let count = text.chars().count();
    if count <= width {
        return text.to_owned();
    }
    let kept = width.saturating_sub(1);
    let (start, end) = (kept.div_ceil(2), kept / 2);
    let mut short: String = text.chars().take(start).collect();
    short.push('…');
    short.extend(text.chars().skip(count - end));
    short
}

/// Returns the paragraphs of a text, without empty ones.
pub(super) fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!([p(0.0), p(0.0009), p(0.04999), p(1.0)], ["<0.001", "<0.001", "0.050", "1.000"]);
        assert_eq!([equation(0.0), equation(0.012)], ["p < 0.001", "p = 0.012"]);
        assert_eq!(
            [3.0, 3.25, 1234.75, f64::INFINITY, f64::NAN].map(number),
            ["3", "3.2", "1235", "-", "-"]
        );
        assert_eq!([percent(29, 30), percent(30, 30), percent(0, 0)], ["96", "100", "0"]);
    }

    #[test]
    fn names_keep_both_ends() {
        assert_eq!(
            ["subject", "a_long_name", "ÄÖÜäöüß"].map(|name| shorten(name, 7)),
            ["subject", "a_l…ame", "ÄÖÜäöüß"]
        );
        assert_eq!(shorten("name", 1), "…");
    }
}
