//! What numbers say of how many threads are where: `readers` is how many stand where they read.
//!
//! Sums of counts that a number is in all states, with small factors, by elimination. What comes out is a guess
//! like any other.

use std::collections::BTreeSet;

use logic::echelon::{PRIME, echelon, signed};

/// Larger factors are an accident.
const MAX_FACTOR: i128 = 4;
const MAX_CONSTANT: i128 = 1 << 32;
/// States that are looked at; of the others it is asked only whether they agree.
const MAX_ROWS: usize = 400;

/// A constant, and a factor for each count.
pub struct Sum {
    pub constant: i128,
    pub factors: Vec<i128>,
}

/// The number as a sum of counts, if it is one in all states and not always the same.
pub fn sum_of_counts(number: &[i128], counts: &[Vec<i128>]) -> Option<Sum> {
    let row = |state: usize| -> Vec<i128> {
        let counts = counts.iter().map(|count| count[state]);
        let all = [1].into_iter().chain(counts).chain([number[state]]);
        all.map(|it| it.rem_euclid(PRIME)).collect()
    };
    let different: BTreeSet<Vec<i128>> = (0..number.len()).map(row).collect();
    let mut rows: Vec<Vec<i128>> = different.into_iter().take(MAX_ROWS).collect();
    let n_unknown = counts.len() + 1;
    let pivots = echelon(&mut rows, n_unknown);
    // What is free is zero: the constant comes first, so that it is not, and others are.
    let mut solution = vec![0; n_unknown];
    for (row, pivot) in rows.iter().zip(&pivots) {
        solution[*pivot] = signed(row[n_unknown]);
    }
    let constant = solution.remove(0);
    let is_small = solution.iter().all(|it| it.abs() <= MAX_FACTOR);
    let says_something = solution.iter().any(|it| *it != 0);
    let sum = |state: usize| -> i128 {
        let terms = solution.iter().zip(counts).map(|(factor, count)| factor * count[state]);
        constant + terms.sum::<i128>()
    };
    let holds = || (0..number.len()).all(|state| sum(state) == number[state]);
    (is_small && says_something && constant.abs() <= MAX_CONSTANT && holds())
        .then_some(Sum { constant, factors: solution })
}

#[cfg(test)]
mod tests {
    use super::sum_of_counts;

    #[test]
    fn a_sum_is_found_and_an_accident_is_not() {
        let reading = vec![0, 1, 2, 0, 1, 3];
        let writing = vec![0, 0, 0, 1, 1, 0];
        let elsewhere = vec![3, 2, 1, 2, 1, 0];
        let counts = [reading.clone(), writing.clone(), elsewhere];
        let number: Vec<i128> = reading.iter().zip(&writing).map(|(r, w)| 7 + r - 2 * w).collect();
        let sum = sum_of_counts(&number, &counts).expect("it is a sum");
        let of = |state: usize| -> i128 {
            let terms = sum.factors.iter().zip(&counts).map(|(f, count)| f * count[state]);
            sum.constant + terms.sum::<i128>()
        };
        assert!((0..6).all(|state| of(state) == number[state]));
        assert!(sum_of_counts(&[5; 6], &counts).is_none(), "a constant says nothing of counts");
        assert!(sum_of_counts(&[0, 1, 4, 0, 1, 9], &counts).is_none(), "squares are no sums");
    }
}
