//! Numbers at the edges of their types, distances, and rules.

use arbitrary::{Result, Unstructured};
use sbst::distance::{DefaultArm, Distance, FloatMetric, Published, Rules};

/// Half of them close to where something changes: random bits never meet there.
pub fn float(u: &mut Unstructured<'_>) -> Result<f64> {
    const EDGES: [f64; 14] = [
        0.0,
        1.0,
        0.5,
        f64::MIN_POSITIVE,
        5e-324,
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
        9_007_199_254_740_992.0,
        1e16,
        1e300,
        1e-300,
        f64::EPSILON,
        3.0,
    ];
    let kind: u8 = u.arbitrary()?;
    let value = match kind % 4 {
        0 | 1 => EDGES[usize::from(kind / 8) % EDGES.len()],
        2 => f64::from(u.arbitrary::<i8>()?),
        _ => u.arbitrary()?,
    };
    Ok(if kind & 4 == 0 { value } else { -value })
}

/// Any distance.
pub fn distance(u: &mut Unstructured<'_>) -> Result<Distance> {
    Ok(Distance::new(float(u)?.abs()).unwrap_or(Distance::INFINITE))
}

/// Small numbers, so that two of them are often equal, and those at the ends of the type.
pub fn integer(u: &mut Unstructured<'_>) -> Result<i128> {
    let kind: u8 = u.arbitrary()?;
    let near = i128::from(kind / 8);
    Ok(match kind % 8 {
        0 => near,
        1 => -near,
        2 => i128::from(i64::MAX) - near,
        3 => i128::from(i64::MIN) + near,
        4 => i128::MAX - near,
        5 => i128::MIN + near,
        6 => i128::from(u.arbitrary::<i64>()?),
        _ => u.arbitrary()?,
    })
}

/// Any valid rules.
pub fn rules(u: &mut Unstructured<'_>) -> Result<Rules> {
    const COLUMNS: [Published; 3] = [Published::Tracey, Published::Korel, Published::Evosuite];
    let choice: u8 = u.arbitrary()?;
    let column = |n: u8| COLUMNS[usize::from(n) % COLUMNS.len()];
    let rules = Rules::new(column(choice), column(choice / 3))
        .with_metric(if choice & 64 == 0 { FloatMetric::Absolute } else { FloatMetric::Ulps })
        .with_default_arm(if choice & 32 == 0 {
            DefaultArm::Constant
        } else {
            DefaultArm::NearestUnlisted
        });
    let k = if choice & 128 == 0 { 1.0 } else { float(u)?.abs() };
    Ok(rules.with_k(k).unwrap_or(rules))
}
