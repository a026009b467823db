//! Meet, join, difference, complement and inclusion; equal sets have equal handles.

use boxes::{Boxes, Diagrams};
use proptest::prelude::*;

use crate::plain::{Plain, check, ends, interval, is_between, place, plain, points, var};

fn three(plain: &[Plain; 3]) -> (Diagrams, [Boxes; 3]) {
    let mut diagrams = Diagrams::new();
    let sets = [0, 1, 2].map(|index: usize| plain[index].build(&mut diagrams));
    (diagrams, sets)
}

proptest! {
    #[test]
    fn operations_are_those_of_sets(plain in prop::array::uniform3(plain())) {
        let (mut diagrams, [a, b, _]) = three(&plain);
        let [in_a, in_b, _] = plain.each_ref().map(|plain| move |point| plain.contains(point));
        check(&diagrams, a, in_a);
        let meet = diagrams.meet(a, b);
        check(&diagrams, meet, |point| in_a(point) && in_b(point));
        let join = diagrams.join(a, b);
        check(&diagrams, join, |point| in_a(point) || in_b(point));
        let minus = diagrams.minus(a, b);
        check(&diagrams, minus, |point| in_a(point) && !in_b(point));
        let complement = diagrams.complement(a);
        check(&diagrams, complement, |point| !in_a(point));
        let is_subset = points().all(|point| !in_a(point) || in_b(point));
        prop_assert_eq!(diagrams.is_subset(a, b), is_subset);
        prop_assert_eq!(diagrams.is_disjoint(a, b), meet.is_none());
    }

    #[test]
    fn restriction_bounds_one_variable(plain in plain(), at in place(), ends in ends()) {
        let mut diagrams = Diagrams::new();
        let set = plain.build(&mut diagrams);
        let restricted = diagrams.restrict(set, var(at), interval(ends));
        check(&diagrams, restricted, |point| plain.contains(point) && is_between(point[at], ends));
    }

    #[test]
    fn equal_sets_have_equal_handles(plain in prop::array::uniform3(plain())) {
        let (mut diagrams, [a, b, _]) = three(&plain);
        let is_equal = points().all(|point| plain[0].contains(point) == plain[1].contains(point));
        prop_assert_eq!(a == b, is_equal);
        // Made again, point by point of a grid and in another order.
        let mut again = diagrams.none();
        let boxes: Vec<_> = diagrams.boxes(a).collect();
        for bounds in boxes.into_iter().rev() {
            let one = diagrams.of_box(&bounds);
            again = diagrams.join(one, again);
        }
        prop_assert_eq!(again, a);
    }

    #[test]
    fn the_lattice_is_boolean(plain in prop::array::uniform3(plain())) {
        let (mut diagrams, [a, b, c]) = three(&plain);
        let d = &mut diagrams;
        let (all, none) = (d.all(), d.none());
        prop_assert_eq!((d.meet(a, a), d.join(a, a)), (a, a));
        prop_assert_eq!((d.meet(a, all), d.join(a, none)), (a, a));
        prop_assert_eq!((d.meet(a, none), d.join(a, all)), (none, all));
        let (meet, join) = (d.meet(a, b), d.join(a, b));
        prop_assert_eq!((d.meet(b, a), d.join(b, a)), (meet, join));
        prop_assert_eq!((d.join(a, meet), d.meet(a, join)), (a, a));
        prop_assert!(d.is_subset(meet, a) && d.is_subset(a, join));

        let (bc_meet, bc_join) = (d.meet(b, c), d.join(b, c));
        prop_assert_eq!(d.meet(meet, c), d.meet(a, bc_meet));
        prop_assert_eq!(d.join(join, c), d.join(a, bc_join));
        let (ac_meet, ac_join) = (d.meet(a, c), d.join(a, c));
        prop_assert_eq!(d.meet(a, bc_join), d.join(meet, ac_meet));
        prop_assert_eq!(d.join(a, bc_meet), d.meet(join, ac_join));

        let (not_a, not_b) = (d.complement(a), d.complement(b));
        prop_assert_eq!(d.complement(not_a), a);
        prop_assert_eq!((d.meet(a, not_a), d.join(a, not_a)), (none, all));
        prop_assert_eq!(d.complement(meet), d.join(not_a, not_b));
        prop_assert_eq!(d.complement(join), d.meet(not_a, not_b));
        prop_assert_eq!(d.minus(a, b), d.meet(a, not_b));
        prop_assert_eq!(d.is_subset(a, b), meet == a);
    }
}
