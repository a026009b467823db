//! How far a search of all runs has come, in words.
//!
//! A step goes from the start of a run to a loop head, or from one loop head to the next. What is said
//! here is true of every run, and is all that is known of a check that is neither proved nor violated.
//!
//! Under a limit in seconds, how far a search comes differs from run to run. It is told in round
//! numbers then, so that repeating the command rarely says something else.

/// That no run fails in the first steps; none if that is not known of any.
pub fn no_failure_within(n_steps: u64) -> Option<String> {
    match n_steps {
        0 => None,
        1 => Some("no failure before the first loop head".to_owned()),
        n => Some(format!("no failure within {n} steps from loop head to loop head")),
    }
}

/// The greatest of 1, 2, 5, 10, 20, 50, … that is not above it.
pub fn rounded_down(n_steps: u64) -> u64 {
    let mut scale = 1;
    while n_steps / scale >= 10 {
        scale *= 10;
    }
    match n_steps / scale {
        0 => 0,
        1 => scale,
        2..=4 => 2 * scale,
        _ => 5 * scale,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_numbers_promise_no_more() {
        let rounded: Vec<u64> =
            [0, 1, 2, 4, 5, 9, 10, 19, 20, 49, 77, 100, 1234].map(rounded_down).into();
        assert_eq!(rounded, [0, 1, 2, 2, 5, 5, 10, 10, 20, 20, 50, 100, 1000]);
        assert_eq!(rounded_down(u64::MAX), 10_000_000_000_000_000_000);
    }

    #[test]
    fn nothing_is_said_of_no_step() {
        assert_eq!(no_failure_within(0), None);
        let told = no_failure_within(1);
        assert_eq!(told.as_deref(), Some("no failure before the first loop head"));
    }
}
