//! Random numbers of the caller: in [0, 1); smaller ones and NaN count as 0, larger ones as just below 1.

pub(super) fn clamped(draw: f64) -> f64 {
    if draw > 0.0 { draw.min(1.0_f64.next_down()) } else { 0.0 }
}

/// One of so many places, each as likely; there is at least one.
pub(super) fn place(draw: f64, places: usize) -> usize {
    ((clamped(draw) * places as f64) as usize).min(places.saturating_sub(1))
}

/// Whether something happens that is as likely as `chance`.
pub(super) fn happens(draw: f64, chance: f64) -> bool {
    clamped(draw) < chance // NaN fails
}
