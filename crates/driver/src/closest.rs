//! The name that somebody meant who wrote another one.

/// What the help of a message may say: the known name that is closest to what was written, if it is
/// close enough to be what was meant.
pub fn closest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let written = written.to_lowercase();
    // One mistake in three letters; and a name that goes on where the writer stopped.
    let most = written.chars().count() / 3;
    let cost = |name: &str| {
        let name = name.to_lowercase();
        match written.len() >= 3 && name.starts_with(&written) {
            true => 0,
            false => strsim::damerau_levenshtein(&written, &name),
        }
    };
    let costs = known.into_iter().map(|name| (cost(name), name));
    costs.filter(|(cost, _)| *cost <= most).min_by_key(|(cost, _)| *cost).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised_and_other_words_are_not() {
        let names = ["unreach-call", "memsafety", "no-overflow", "def-behavior"];
        assert_eq!(closest("unreach-cal", names), Some("unreach-call"));
        assert_eq!(closest("memsaftey", names), Some("memsafety"));
        assert_eq!(closest("def-behaviour", names), Some("def-behavior"));
        assert_eq!(closest("no-overlow", names), Some("no-overflow"));
        assert_eq!(closest("def", names), Some("def-behavior"));
        assert_eq!(closest("liveness", names), None);
    }
}
