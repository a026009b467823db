//! The known name nearest to a misspelt one.

/// The candidate within a third of the name's length in edits (insertion, deletion, exchange,
/// swap of neighbours); none for names of one or two letters, which resemble too many. The first of several equally near ones in alphabetical order, so that
/// the message does not depend on the order of declaration.
pub(crate) fn nearest<'a>(
    name: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let limit = name.len() / 3;
    candidates
        .filter(|candidate| candidate.len().abs_diff(name.len()) <= limit)
        .filter_map(|candidate| {
            let distance = distance_within(name.as_bytes(), candidate.as_bytes(), limit)?;
            (distance > 0).then_some((distance, candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
}

/// The edit distance if it is at most `limit`.
fn distance_within(lhs: &[u8], rhs: &[u8], limit: usize) -> Option<usize> {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=rhs.len()).collect();
    for (row, &left) in lhs.iter().enumerate() {
        let mut next = Vec::with_capacity(rhs.len() + 1);
        next.push(row + 1);
        for (column, &right) in rhs.iter().enumerate() {
            let mut best = (last[column] + usize::from(left != right)).min(last[column + 1] + 1);
            best = best.min(next[column] + 1);
            if row > 0 && column > 0 && left == rhs[column - 1] && lhs[row - 1] == right {
                best = best.min(before_last[column - 1] + 1);
            }
            next.push(best);
        }
        if next.iter().all(|&distance| distance > limit) {
            return None;
        }
        before_last = std::mem::replace(&mut last, next);
    }
    last.last().copied().filter(|&distance| distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_swap_and_refuses_a_stranger() {
        let names = ["count", "counter", "amount"];
        assert_eq!(nearest("cuont", names.into_iter()), Some("count"));
        assert_eq!(nearest("zebra", names.into_iter()), None);
        assert_eq!(nearest("i", ["j", "k"].into_iter()), None);
    }
}
