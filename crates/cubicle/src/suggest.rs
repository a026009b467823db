//! "Did you mean ...?": the known name that is nearest to a misspelt one.

/// The nearest of `known` by edit distance, if it is near enough to be a slip of the pen.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.len() / 3).clamp(1, 3);
    known
        .filter(|other| other.len().abs_diff(name.len()) <= limit)
        .map(|other| (distance(name.as_bytes(), other.as_bytes()), other))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, other)| other)
}

/// Insertions, deletions and replacements that lead from one text to the other.
fn distance(from: &[u8], to: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(!a.eq_ignore_ascii_case(b));
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_found_and_a_stranger_is_not() {
        let known = ["Invalid", "Shared", "Exclusive"];
        assert_eq!(nearest("Sharde", known.into_iter()), Some("Shared"));
        assert_eq!(nearest("Owner", known.into_iter()), None);
    }
}
