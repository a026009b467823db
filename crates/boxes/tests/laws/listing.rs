//! Sets as lists of boxes, hulls and supports.

use boxes::{Diagrams, Interval};
use proptest::prelude::*;

use crate::plain::{N_VARS, contains, plain, points, values, var, with};

proptest! {
    #[test]
    fn boxes_are_disjoint_and_cover_the_set(plain in plain()) {
        let mut diagrams = Diagrams::new();
        let set = plain.build(&mut diagrams);
        let boxes: Vec<_> = diagrams.boxes(set).collect();
        prop_assert_eq!(diagrams.n_boxes(set), boxes.len() as u64);
        for point in points() {
            let is_in = |bounds: &&Vec<_>| {
                bounds.iter().all(|(var, interval): &(boxes::Var, Interval)| {
                    interval.contains(point[var.number() as usize])
                })
            };
            let expected = usize::from(plain.contains(point));
            prop_assert_eq!(boxes.iter().filter(is_in).count(), expected);
        }
        for bounds in &boxes {
            prop_assert!(bounds.windows(2).all(|pair| pair[0].0 < pair[1].0));
            prop_assert!(bounds.iter().all(|(_, it)| !it.is_empty() && !it.is_all()));
        }
    }

    #[test]
    fn hull_and_support_are_those_of_the_points(plain in plain()) {
        let mut diagrams = Diagrams::new();
        let set = plain.build(&mut diagrams);
        for at in 0..N_VARS {
            let hull = diagrams.interval(set, var(at));
            let inside = points().filter(|point| plain.contains(*point));
            // The outermost values of the space stand for all beyond.
            let (first, last) = (values().next().unwrap(), values().last().unwrap());
            let expected = inside.fold(Interval::EMPTY, |hull, point| match point[at] {
                low if low == first => hull.join(Interval::at_most(low)),
                high if high == last => hull.join(Interval::at_least(high)),
                value => hull.join(Interval::point(value)),
            });
            prop_assert_eq!(hull, expected);
            let matters = points().any(|point| {
                plain.contains(point) != plain.contains(with(point, at, first))
            });
            prop_assert_eq!(diagrams.support(set).contains(&var(at)), matters);
        }
    }
}

#[test]
fn the_extreme_sets_are_listed() {
    let diagrams = Diagrams::new();
    assert_eq!(diagrams.boxes(diagrams.all()).collect::<Vec<_>>(), [vec![]]);
    assert_eq!(diagrams.boxes(diagrams.none()).count(), 0);
    assert_eq!((diagrams.n_boxes(diagrams.all()), diagrams.n_boxes(diagrams.none())), (1, 0));
    assert!(contains(&diagrams, diagrams.all(), [i128::MAX, i128::MIN, 0]));
    assert_eq!((diagrams.size(diagrams.all()), diagrams.n_nodes()), (0, 0));
    assert!(diagrams.interval(diagrams.none(), var(0)).is_empty());
}

#[test]
fn boxes_are_counted_without_being_listed() {
    let mut diagrams = Diagrams::new();
    let mut set = diagrams.all();
    // Each variable is one of three separate numbers: 3^64 boxes in 64 nodes.
    for at in 0..64 {
        let mut some = diagrams.none();
        for value in [0, 2, 4] {
            let point = diagrams.within(var(at), Interval::point(value));
            some = diagrams.join(some, point);
        }
        set = diagrams.meet(set, some);
    }
    assert_eq!((diagrams.n_boxes(set), diagrams.size(set)), (u64::MAX, 64));
    assert_eq!(diagrams.boxes(set).take(3).count(), 3);
}
