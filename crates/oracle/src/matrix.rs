//! The definition of the edit distance: the whole matrix.

/// D(m, n), cell by cell.
pub fn edit_distance<T: Eq>(a: &[T], b: &[T]) -> usize {
    let mut d = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            d[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let substituted = d[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                substituted.min(d[i - 1][j] + 1).min(d[i][j - 1] + 1)
            };
        }
    }
    d[a.len()][b.len()]
}
