//! Widening and simplifying: supersets, no bounds out of nothing, and an end.

use boxes::{Boxes, Diagrams, Interval, Landmarks};
use proptest::prelude::*;

use crate::plain::{N_VARS, place, plain, var};

fn landmarks() -> impl Strategy<Value = Vec<(usize, i128)>> {
    prop::collection::vec((place(), -40i128..40), 0..4)
}

/// A box of any size anywhere.
fn far_box() -> impl Strategy<Value = [(i128, i128); N_VARS]> {
    prop::array::uniform3((-50i128..50, 0i128..5))
}

fn build(diagrams: &mut Diagrams, far: &[(i128, i128); N_VARS]) -> Boxes {
    let bounds =
        (0..N_VARS).map(|at| (var(at), Interval::between(far[at].0, far[at].0 + far[at].1)));
    diagrams.of_box(&bounds.collect::<Vec<_>>())
}

proptest! {
    #[test]
    fn widening_makes_supersets_without_new_bounds(
        old in plain(), new in plain(), values in landmarks(),
    ) {
        let mut diagrams = Diagrams::new();
        let (old, new) = (old.build(&mut diagrams), new.build(&mut diagrams));
        let landmarks: Landmarks = values.iter().map(|(at, value)| (var(*at), *value)).collect();
        let wide = diagrams.widen(old, new, &landmarks);
        prop_assert!(diagrams.is_subset(old, wide) && diagrams.is_subset(new, wide));
        prop_assert_eq!(diagrams.widen(wide, new, &landmarks), wide);
        let known = diagrams.cuts(old);
        for (var, cuts) in diagrams.cuts(wide) {
            let of_landmark = |cut: &i128| {
                values.iter().any(|(at, value)| {
                    crate::plain::var(*at) == var && [*value, value - 1].contains(cut)
                })
            };
            let of_old = |cut: &i128| known.get(&var).is_some_and(|known| known.contains(cut));
            prop_assert!(cuts.iter().all(|cut| of_old(cut) || of_landmark(cut)));
        }
    }

    #[test]
    fn chains_end(start in far_box(), steps in prop::collection::vec(far_box(), 300), values in landmarks()) {
        let mut diagrams = Diagrams::new();
        let landmarks: Landmarks = values.iter().map(|(at, value)| (var(*at), *value)).collect();
        let mut set = build(&mut diagrams, &start);
        // Two bounds of the start and two of each landmark: the cells that they make.
        let n_cells = |at: usize| 3 + 2 * values.iter().filter(|(place, _)| *place == at).count();
        let n_cells: usize = (0..N_VARS).map(n_cells).product();
        let mut n_changes = 0;
        for step in &steps {
            let grown = build(&mut diagrams, step);
            let grown = diagrams.join(set, grown);
            let next = diagrams.widen(set, grown, &landmarks);
            prop_assert!(diagrams.is_subset(grown, next));
            n_changes += usize::from(next != set);
            set = next;
        }
        prop_assert!(n_changes < n_cells, "{n_changes} changes of {n_cells} cells");
    }

    #[test]
    fn simplifying_makes_supersets_of_few_boxes(plain in plain(), max_boxes in 0u64..8) {
        let mut diagrams = Diagrams::new();
        let set = plain.build(&mut diagrams);
        let simple = diagrams.simplify(set, max_boxes);
        prop_assert!(diagrams.is_subset(set, simple));
        prop_assert!(diagrams.n_boxes(simple) <= max_boxes.max(1));
        prop_assert_eq!(simple == set, diagrams.n_boxes(set) <= max_boxes.max(1));
        for at in 0..N_VARS {
            prop_assert_eq!(diagrams.interval(simple, var(at)), diagrams.interval(set, var(at)));
        }
        let mut others = Diagrams::new();
        let other = plain.build(&mut others);
        let other = others.simplify(other, max_boxes);
        prop_assert!(others.boxes(other).eq(diagrams.boxes(simple)));
    }
}

/// `x := 0; while (x < limit) x := x + 1;` at the head of the loop.
fn counter(landmarks: &Landmarks, limit: i128) -> (Interval, usize) {
    let mut diagrams = Diagrams::new();
    let x = var(0);
    let mut head = diagrams.within(x, Interval::point(0));
    for n_steps in 1.. {
        let inside = diagrams.restrict(head, x, Interval::at_most(limit - 1));
        let next = diagrams.copy(inside, x, x, 1);
        let next = diagrams.widen(head, next, landmarks);
        if next == head {
            return (diagrams.interval(head, x), n_steps);
        }
        head = next;
    }
    unreachable!("chains end")
}

#[test]
fn a_counter_stops_at_its_landmark() {
    let landmarks: Landmarks = [(var(0), 1000)].into_iter().collect();
    let (interval, n_steps) = counter(&landmarks, 1000);
    assert_eq!(interval, Interval::between(0, 1000));
    assert!(n_steps <= 4, "{n_steps} steps");
    let (interval, n_steps) = counter(&Landmarks::new(), 1000);
    assert_eq!(interval, Interval::at_least(0));
    assert!(n_steps <= 3, "{n_steps} steps");
}

#[test]
fn a_landmark_at_the_end_of_the_numbers_is_harmless() {
    let mut diagrams = Diagrams::new();
    let landmarks: Landmarks = [(var(0), i128::MAX), (var(0), i128::MIN)].into_iter().collect();
    let zero = diagrams.within(var(0), Interval::point(0));
    let many = diagrams.within(var(0), Interval::between(-5, 7));
    let wide = diagrams.widen(zero, many, &landmarks);
    let expected = Interval::between(i128::MIN + 1, i128::MAX - 1);
    assert_eq!(diagrams.interval(wide, var(0)), expected);
}
