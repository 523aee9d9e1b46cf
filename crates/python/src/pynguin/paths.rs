//! Shortest paths between the nodes of a control-dependence graph.

/// Level of a node that no path reaches.
pub(super) const NO_PATH: u32 = u32::MAX;

/// Returns the lengths of the shortest paths between nodes: the row is the end of the path, the
/// column its start.
///
/// One breadth-first search for each node. O(nodes · edges).
pub(super) fn shortest_paths(
    count: usize,
    edges: &[(usize, usize)],
    nodes: &[Option<usize>],
) -> Vec<u32> {
    let mut starts = vec![0; count + 1];
    for &(from, _) in edges {
        starts[from + 1] += 1;
    }
    for node in 0..count {
        starts[node + 1] += starts[node];
    }
    let mut next = starts.clone();
    let mut targets = vec![0; edges.len()];
    for &(from, to) in edges {
        targets[next[from]] = to;
        next[from] += 1;
    }
    let mut table = vec![NO_PATH; nodes.len() * nodes.len()];
    let mut lengths = vec![NO_PATH; count];
    let mut queue = Vec::with_capacity(count);
    for (column, start) in nodes.iter().enumerate() {
        let Some(start) = *start else { continue };
        lengths.fill(NO_PATH);
        lengths[start] = 0;
        queue.clear();
        queue.push(start);
        let mut head = 0;
        while head < queue.len() {
            let node = queue[head];
            head += 1;
            for &target in &targets[starts[node]..starts[node + 1]] {
                if lengths[target] == NO_PATH {
                    lengths[target] = lengths[node] + 1;
                    queue.push(target);
                }
            }
        }
        for (row, end) in nodes.iter().enumerate() {
            if let Some(end) = *end {
                table[row * nodes.len() + column] = lengths[end];
            }
        }
    }
    table
}
