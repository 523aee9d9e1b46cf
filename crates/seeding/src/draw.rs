//! Conversion of random draws, weights and distances that the caller supplies.
//!
//! A draw is a number in [0, 1). Smaller numbers and NaN count as 0; larger numbers count as the
//! largest number below 1.

/// Greatest weight or distance. The bound keeps sums finite.
const GREATEST: f64 = 1e300;

/// Returns a draw, moved into [0, 1).
pub(super) fn clamped(draw: f64) -> f64 {
    // NaN fails the comparison and counts as 0.
    if draw > 0.0 { draw.min(1.0_f64.next_down()) } else { 0.0 }
}

/// Returns one of the places 0 to `places - 1`, each with the same probability; 0 if there are
/// none.
pub(super) fn place(draw: f64, places: usize) -> usize {
    // The greatest draw is 1 - 2^-53, so the product rounds to less than `places`. The bound only
    // makes this evident.
    ((clamped(draw) * places as f64) as usize).min(places.saturating_sub(1))
}

/// Returns `true` with probability `chance`; never if `chance` is NaN, 0 or negative.
pub(super) fn happens(draw: f64, chance: f64) -> bool {
    clamped(draw) < chance // NaN fails
}

/// With probability `chance`, returns one of the places 0 to `places - 1`, each with the same
/// probability. Draws nothing if there are no places, else once, and once more for the place.
pub(super) fn chosen(places: usize, chance: f64, mut draw: impl FnMut() -> f64) -> Option<usize> {
    (places > 0 && happens(draw(), chance)).then(|| place(draw(), places))
}

/// Returns a weight or a distance of the caller, moved into [0, 1e300], so that it can be added and
/// compared. NaN and negative numbers count as 0.
pub(super) fn bounded(number: f64) -> f64 {
    // NaN fails the comparison.
    if number > 0.0 { number.min(GREATEST) } else { 0.0 }
}

/// Returns one of the places of `weights`, each with a probability in proportion to its weight. If
/// all weights are 0, all places have the same probability. Returns 0 if there are no weights.
pub(super) fn weighted(draw: f64, weights: &[f64]) -> usize {
    let sum: f64 = weights.iter().sum();
    piece(clamped(draw) * sum, weights).unwrap_or_else(|| place(draw, weights.len()))
}

/// Cuts the numbers from 0 on into pieces as long as `weights`, and returns the place of the piece
/// that contains `number`; `None` if all weights are 0.
pub(super) fn piece(number: f64, weights: &[f64]) -> Option<usize> {
    let (mut left, mut picked) = (number, None);
    for (at, &weight) in weights.iter().enumerate() {
        // Rounding may leave a rest after the last weight. The last place with a weight gets the
        // rest, never a place of weight 0.
        if weight > 0.0 {
            picked = Some(at);
            left -= weight;
            if left < 0.0 {
                break;
            }
        }
    }
    picked
}
