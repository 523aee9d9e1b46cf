//! Numbers and names as text.

/// Returns a p value with three digits: `<0.001` below.
pub(super) fn p(p: f64) -> String {
    if p < 0.001 { "<0.001".to_owned() } else { format!("{p:.3}") }
}

/// Returns a median or a count, with one digit after the point if it is below 1000 and no integer. Numbers that are not finite become `-`.
pub(super) fn number(value: f64) -> String {
    if !value.is_finite() {
        "-".to_owned()
    } else if value.fract() == 0.0 || value.abs() >= 1000.0 {
        format!("{value:.0}")
    } else {
        format!("{value:.1}")
    }
}

/// Returns a share in percent, rounded down: 100 means all.
pub(super) fn percent(part: usize, all: usize) -> String {
    (100 * part / all.max(1)).to_string()
}

/// Returns a text of at most `width` characters: the middle of a longer one is replaced by an ellipsis.
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
        assert_eq!([3.0, 3.25, 1234.75, f64::INFINITY, f64::NAN].map(number), ["3", "3.2", "1235", "-", "-"]);
        assert_eq!([percent(29, 30), percent(30, 30), percent(0, 0)], ["96", "100", "0"]);
    }

    #[test]
    fn names_keep_both_ends() {
        assert_eq!(["subject", "a_long_name", "ÄÖÜäöüß"].map(|name| shorten(name, 7)), ["subject", "a_l…ame", "ÄÖÜäöüß"]);
        assert_eq!(shorten("name", 1), "…");
    }
}
