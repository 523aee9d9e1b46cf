//! Series of numbers along a walk: autocorrelation and information characteristics.

/// Numbers along a walk, all of them finite.
///
/// | measure | is high if | is 0 if |
/// |---|---|---|
/// | [`autocorrelation`](Self::autocorrelation) | values some steps apart are alike: the landscape is smooth | they are unrelated |
/// | [`correlation_length`](Self::correlation_length) | values stay alike for many steps | neighbours are unrelated |
/// | [`information_content`](Self::information_content) | the walk changes between up, down and level in many ways | it never changes its direction |
/// | [`ruggedness`](Self::ruggedness) | it does so at some resolution | it never does |
/// | [`partial_information_content`](Self::partial_information_content) | it turns up and down often | it is flat |
/// | [`density_basin_information`](Self::density_basin_information) | it keeps its direction, in various directions | it always keeps the same one, or never does |
/// | [`information_stability`](Self::information_stability) | the greatest step is high | it is flat |
///
/// Information characteristics read the series as a text over {-1, 0, 1}: the sign of each step,
/// where a step of at most ε counts as level (0). ε is the resolution; a negative ε or NaN counts
/// as 0.
///
/// Sources: autocorrelation, Weinberger (1990), "Correlated and uncorrelated fitness landscapes and
/// how to tell the difference". Information, Vassilev, Fogarty and Miller (2000), "Information
/// characteristics and the structure of landscapes"; density-basin information, the same authors
/// (2003), "Smoothness, ruggedness and neutrality of fitness landscapes: from theory to
/// application".
///
/// Each method takes O(n) for n numbers, without allocation.
///
/// ```
/// use sbst_laboratory::landscape::Series;
///
/// let flat = Series::new([0.5; 100]).expect("finite");
/// assert_eq!(flat.information_content(0.0), 0.0);
/// assert_eq!(flat.autocorrelation(1), None);
/// assert!(Series::new([0.0, f64::INFINITY]).is_none());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Series(Vec<f64>);

impl Series {
    /// Creates a series. Returns `None` if a number is infinite or NaN: no measure is defined then.
    #[must_use]
    pub fn new(numbers: impl IntoIterator<Item = f64>) -> Option<Self> {
        let numbers: Vec<_> = numbers.into_iter().collect();
        numbers.iter().all(|number| number.is_finite()).then_some(Self(numbers))
    }

    /// Returns the numbers.
    #[must_use]
    pub fn numbers(&self) -> &[f64] {
        &self.0
    }

    /// Returns the autocorrelation at a lag, from -1 to 1: the correlation of numbers that are
    /// `lag` steps apart.
    ///
    /// ```text
    /// ρ(k) = Σ (f(t) - m) (f(t + k) - m) / Σ (f(t) - m)²     m is the mean of the series
    ///        t < n - k                     t < n
    /// ```
    ///
    /// Both sums use the mean of the whole series, as Weinberger (1990) does for a long walk.
    /// Returns `None` for a constant series, whose variance is 0; for a lag of at least the number
    /// of values; and if a sum is too great for `f64`.
    ///
    /// ```
    /// use sbst_laboratory::landscape::Series;
    ///
    /// let series = Series::new([1.0, 2.0, 3.0, 4.0]).expect("finite");
    /// assert_eq!(series.autocorrelation(0), Some(1.0));
    /// assert_eq!(series.autocorrelation(1), Some(0.25));
    /// ```
    #[must_use]
    pub fn autocorrelation(&self, lag: usize) -> Option<f64> {
        let numbers = &self.0;
        let later = numbers.get(lag..).filter(|later| !later.is_empty())?;
        // The mean of a constant series is rounded, so its computed variance need not be 0.
        if numbers.iter().all(|number| *number == numbers[0]) {
            return None;
        }
        let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
        let variance: f64 = numbers.iter().map(|number| (number - mean) * (number - mean)).sum();
        let covariance: f64 =
            numbers.iter().zip(later).map(|(now, then)| (now - mean) * (then - mean)).sum();
        let correlation = covariance / variance;
        // Written so that NaN fails, which is 0 / 0 or ∞ / ∞ here.
        if correlation.is_finite() { Some(correlation.clamp(-1.0, 1.0)) } else { None }
    }

    /// Returns the correlation length in steps, -1 / ln |ρ(1)|: the number of steps after which the
    /// correlation has fallen to 1/e, if it falls exponentially.
    ///
    /// It is 0 if neighbours are not correlated. Returns `None` if ρ(1) is not defined, as on a
    /// plateau, or rounds to 1.
    ///
    /// Weinberger (1990).
    ///
    /// ```
    /// use sbst_laboratory::landscape::Series;
    ///
    /// let slope = Series::new((0..100).map(f64::from)).expect("finite");
    /// let zigzag = Series::new((0..100).map(|x| f64::from(x * 21 % 100))).expect("finite");
    /// assert!(slope.correlation_length() > Some(30.0));
    /// assert!(zigzag.correlation_length() < Some(1.0));
    /// ```
    #[must_use]
    pub fn correlation_length(&self) -> Option<f64> {
        let correlation = self.autocorrelation(1)?.abs();
        // ln 0 is -∞, and -1 / -∞ is 0.
        if correlation < 1.0 { Some(-1.0 / libm::log(correlation)) } else { None }
    }

    /// Returns the information content H(ε), from 0 to 1: the entropy of pairs of neighbouring
    /// symbols that differ.
    ///
    /// ```text
    /// H(ε) = - Σ P[pq] log₆ P[pq]     P[pq] is the share of the symbol p followed by q, among all neighbouring symbols
    ///         p≠q
    /// ```
    ///
    /// There are six pairs of different symbols, so 1 means that all of them are as frequent, and
    /// no symbol follows itself. It is 0 for a constant series, for a slope, and for fewer than
    /// three numbers.
    ///
    /// Vassilev, Fogarty and Miller (2000).
    ///
    /// ```
    /// use sbst_laboratory::landscape::Series;
    ///
    /// // The symbols are 1 -1 1 -1: two pairs in three are (1, -1), one is (-1, 1).
    /// let series = Series::new([0.0, 1.0, 0.0, 1.0, 0.0]).expect("finite");
    /// let expected = -(2.0 / 3.0 * (2.0_f64 / 3.0).ln() + 1.0 / 3.0 * (1.0_f64 / 3.0).ln()) / 6_f64.ln();
    /// assert!((series.information_content(0.0) - expected).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn information_content(&self, epsilon: f64) -> f64 {
        let (pairs, count) = self.pairs(epsilon);
        let mut entropy = 0.0;
        for (first, row) in pairs.iter().enumerate() {
            for (second, &times) in row.iter().enumerate() {
                if first != second {
                    entropy += surprise(times, count);
                }
            }
        }
        entropy / libm::log(6.0)
    }

    /// Returns the density-basin information h(ε), from 0 to 1: the entropy of pairs of
    /// neighbouring symbols that are equal.
    ///
    /// ```text
    /// h(ε) = - Σ P[pp] log₃ P[pp]
    /// ```
    ///
    /// It is 0 for a constant series and for a slope, where one symbol fills the text, and for
    /// fewer than three numbers.
    ///
    /// Vassilev, Fogarty and Miller (2003).
    #[must_use]
    pub fn density_basin_information(&self, epsilon: f64) -> f64 {
        let (pairs, count) = self.pairs(epsilon);
        (0..3).map(|symbol| surprise(pairs[symbol][symbol], count)).sum::<f64>() / libm::log(3.0)
    }

    /// Returns the partial information content M(ε) = μ / n, from 0 to 1: the number μ of slopes,
    /// for n steps.
    ///
    /// Slopes are what remains of the symbols if level steps are removed, and then each symbol that
    /// equals the one before. Half of the slopes, rounded down, is the number of optima on the
    /// walk. It is 0 for a constant series and without steps.
    ///
    /// Vassilev, Fogarty and Miller (2000).
    ///
    /// ```
    /// use sbst_laboratory::landscape::Series;
    ///
    /// // The symbols are 1 0 1 -1 -1 0 1: of them 1 -1 1 remain.
    /// let series = Series::new([0.0, 1.0, 1.0, 2.0, 1.0, 0.0, 0.0, 3.0]).expect("finite");
    /// assert_eq!(series.partial_information_content(0.0), 3.0 / 7.0);
    /// ```
    #[must_use]
    pub fn partial_information_content(&self, epsilon: f64) -> f64 {
        let (mut slopes, mut last) = (0_usize, LEVEL);
        for symbol in self.symbols(epsilon) {
            if symbol != LEVEL && symbol != last {
                slopes += 1;
                last = symbol;
            }
        }
        let steps = self.0.len().saturating_sub(1);
        if steps == 0 { 0.0 } else { slopes as f64 / steps as f64 }
    }

    /// Returns the information stability: the least ε for which the series looks flat, which is the
    /// height of its greatest step.
    ///
    /// It is 0 for a constant series and without steps. It is infinite if the difference of two
    /// numbers is too great for `f64`.
    ///
    /// Vassilev, Fogarty and Miller (2000).
    ///
    /// ```
    /// use sbst_laboratory::landscape::Series;
    ///
    /// let series = Series::new([0.0, 1.0, 0.5, 3.0]).expect("finite");
    /// assert_eq!(series.information_stability(), 2.5);
    /// assert_eq!(series.partial_information_content(2.5), 0.0);
    /// ```
    #[must_use]
    pub fn information_stability(&self) -> f64 {
        self.0.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f64::max)
    }

    /// Returns the ruggedness, from 0 to 1: the greatest information content at nine resolutions ε.
    ///
    /// The resolutions are 0, s/128, s/64, and so on up to s, for the [information
    /// stability](Self::information_stability) s. So the measure does not depend on the unit of the
    /// series. It is 0 for a constant series and for a slope of equal steps.
    ///
    /// Malan and Engelbrecht (2009), "Quantifying ruggedness of continuous landscapes using
    /// entropy".
    ///
    /// ```
    /// use sbst_laboratory::landscape::Series;
    ///
    /// // A slope at every resolution but one: at ε = 1, some steps are level.
    /// let series = Series::new([0.0, 1.0, 3.0, 4.0, 6.0]).expect("finite");
    /// assert_eq!(series.information_content(0.0), 0.0);
    /// assert_eq!(series.ruggedness(), series.information_content(1.0));
    /// ```
    #[must_use]
    pub fn ruggedness(&self) -> f64 {
        let stability = self.information_stability();
        let resolutions =
            (0..8).map(|halvings| stability / f64::from(1_u32 << halvings)).chain([0.0]);
        resolutions.map(|epsilon| self.information_content(epsilon)).fold(0.0, f64::max)
    }

    /// Returns the symbol of each step: 0 down, 1 level, 2 up.
    fn symbols(&self, epsilon: f64) -> impl Iterator<Item = usize> + '_ {
        // `max` drops a NaN.
        let epsilon = epsilon.max(0.0);
        self.0.windows(2).map(move |pair| {
            let step = pair[1] - pair[0];
            if step < -epsilon {
                0
            } else if step > epsilon {
                2
            } else {
                LEVEL
            }
        })
    }

    /// Counts pairs of neighbouring symbols, by first and second symbol, and all together.
    fn pairs(&self, epsilon: f64) -> ([[usize; 3]; 3], usize) {
        let (mut pairs, mut count) = ([[0; 3]; 3], 0);
        let mut symbols = self.symbols(epsilon);
        let Some(mut before) = symbols.next() else { return (pairs, 0) };
        for symbol in symbols {
            pairs[before][symbol] += 1;
            count += 1;
            before = symbol;
        }
        (pairs, count)
    }
}

/// Symbol of a level step.
const LEVEL: usize = 1;

/// Returns -p ln p for the share p of `times` in `count`, and 0 for the share 0.
fn surprise(times: usize, count: usize) -> f64 {
    if times == 0 || times == count {
        return 0.0; // and not -0
    }
    let share = times as f64 / count as f64;
    -share * libm::log(share)
}
