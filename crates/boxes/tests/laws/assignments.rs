//! Forgetting, setting and copying, each against what the assignment does to every point.

use boxes::Diagrams;
use proptest::prelude::*;

use crate::plain::{
    MAX_SHIFT, N_VARS, Point, check, clamp, contains, ends, interval, is_between, place, plain,
    points, values, var, with,
};

proptest! {
    #[test]
    fn forgetting_is_exact(plain in plain(), x in place(), y in place()) {
        let mut diagrams = Diagrams::new();
        let set = plain.build(&mut diagrams);
        let one = diagrams.forget(set, &[var(x)]);
        check(&diagrams, one, |point| values().any(|value| plain.contains(with(point, x, value))));
        let two = diagrams.forget(set, &[var(x), var(y)]);
        prop_assert_eq!(two, diagrams.forget(one, &[var(y)]));
        prop_assert_eq!(two, diagrams.forget(set, &[var(y), var(x), var(y)]));
        prop_assert_eq!(diagrams.forget(set, &[]), set);
        prop_assert!(diagrams.is_subset(set, one));
        prop_assert!(!diagrams.support(two).iter().any(|it| [var(x), var(y)].contains(it)));
    }

    #[test]
    fn setting_is_exact(plain in plain(), x in place(), ends in ends()) {
        let mut diagrams = Diagrams::new();
        let set = plain.build(&mut diagrams);
        let after = diagrams.set_to(set, var(x), interval(ends));
        check(&diagrams, after, |point| {
            is_between(point[x], ends)
                && values().any(|value| plain.contains(with(point, x, value)))
        });
    }

    #[test]
    fn a_shift_is_exact(plain in plain(), x in place(), by in -MAX_SHIFT..=MAX_SHIFT) {
        let mut diagrams = Diagrams::new();
        let set = plain.build(&mut diagrams);
        let after = diagrams.copy(set, var(x), var(x), by);
        check(&diagrams, after, |point| plain.contains(with(point, x, point[x] - by)));
        prop_assert_eq!(diagrams.copy(after, var(x), var(x), -by), set);
    }

    #[test]
    fn a_copy_of_single_values_is_exact(
        plain in plain(), x in place(), turn in 1..N_VARS, by in -MAX_SHIFT..=MAX_SHIFT,
    ) {
        let y = (x + turn) % N_VARS;
        let mut diagrams = Diagrams::new();
        let set = plain.build(&mut diagrams);
        for value in -1..=1 {
            let single = diagrams.restrict(set, var(y), boxes::Interval::point(value));
            let after = diagrams.copy(single, var(x), var(y), by);
            check(&diagrams, after, |point| {
                point[y] == value
                    && point[x] == value + by
                    && values().any(|old| plain.contains(with(point, x, old)))
            });
        }
    }
}

proptest! {
    // Each case looks at pairs of points, of which there are many more than points.
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// What is promised of a copy, said by points: `x - by` lies in the interval around `y` in
    /// which nothing changes for the variables after `y`, given those before it.
    #[test]
    fn a_copy_is_what_it_promises(
        plain in plain(), x in place(), turn in 1..N_VARS, by in -MAX_SHIFT..=MAX_SHIFT,
    ) {
        let y = (x + turn) % N_VARS;
        let mut diagrams = Diagrams::new();
        let set = plain.build(&mut diagrams);
        let after = diagrams.copy(set, var(x), var(y), by);
        for point in points().filter(|point| plain.contains(*point)) {
            prop_assert!(contains(&diagrams, after, with(point, x, point[y] + by)));
        }
        let rest = diagrams.forget(set, &[var(x)]);
        prop_assert_eq!(diagrams.forget(after, &[var(x)]), rest);
        let is_same = |point: Point, other: i128| {
            points_after(point, y).all(|point| {
                contains(&diagrams, rest, point) == contains(&diagrams, rest, with(point, y, other))
            })
        };
        check(&diagrams, after, |point| {
            let target = clamp(point[x] - by);
            let between = point[y].min(target)..=point[y].max(target);
            contains(&diagrams, rest, point) && between.into_iter().all(|it| is_same(point, it))
        });
    }
}

/// The point with all values of the variables after `at`.
fn points_after(point: Point, at: usize) -> impl Iterator<Item = Point> {
    // Three variables: at most two come after.
    let later = move |place: usize, value: i128| if place > at { value } else { point[place] };
    let firsts = values().filter(move |value| at < 1 || *value == 0);
    let seconds = values().filter(move |value| at < 2 || *value == 0);
    firsts.flat_map(move |y| seconds.clone().map(move |z| [point[0], later(1, y), later(2, z)]))
}
