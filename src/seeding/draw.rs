//! Random numbers of the caller: in [0, 1); smaller ones and NaN count as 0, larger ones as just below 1.

/// The greatest weight: sums of weights stay finite.
const GREATEST: f64 = 1e300;

pub(super) fn clamped(draw: f64) -> f64 {
    if draw > 0.0 { draw.min(1.0_f64.next_down()) } else { 0.0 }
}

/// Returns one of `places` places, each as likely; there is at least one.
pub(super) fn place(draw: f64, places: usize) -> usize {
    ((clamped(draw) * places as f64) as usize).min(places.saturating_sub(1))
}

/// Returns `true` if something happens that is as likely as `chance`.
pub(super) fn happens(draw: f64, chance: f64) -> bool {
    clamped(draw) < chance // NaN fails
}

/// Returns a weight of the caller: NaN and what is negative count as 0.
pub(super) fn weight(weight: f64) -> f64 {
    if weight > 0.0 { weight.min(GREATEST) } else { 0.0 }
}

/// Returns one of these places, in proportion to their weights; each as likely if all weights are 0. There is at least one.
pub(super) fn weighted(draw: f64, weights: &[f64]) -> usize {
    let sum: f64 = weights.iter().sum();
    if sum <= 0.0 {
        return place(draw, weights.len());
    }
    let mut left = clamped(draw) * sum;
    let mut picked = 0;
    for (at, &weight) in weights.iter().enumerate() {
        // Rounding must not end at a place that never happens.
        if weight > 0.0 {
            picked = at;
            left -= weight;
            if left < 0.0 {
                break;
            }
        }
    }
    picked
}
