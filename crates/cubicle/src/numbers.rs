//! Which numbers an instance tries where any is allowed.
//!
//! Those that the file mentions, and their neighbours: a test can only tell these from others.
//! They are a sample, and an answer that rests on them is no proof. Integers that `init` bounds
//! on both sides have finitely many values, and all of these are tried instead.

use std::ops::RangeInclusive;

use crate::instance::{Instance, Repetition, for_each_tuple};
use crate::model::{Atom, Formula, Numbers, Relation, System};

/// How many numbers are tried where any is allowed.
const MAX_SAMPLES: usize = 9;
/// An integer that `init` bounds takes all its values if they are at most so many.
const MAX_RANGE: i64 = 200;

/// Numbers worth trying: those that the file mentions, and their neighbours.
pub fn samples(system: &System) -> Vec<i16> {
    let mut numbers: Vec<i64> = vec![0, 1, 2];
    let mut visit = |formula: &Formula| {
        formula.for_each_atom(&mut |atom| {
            if let Atom::Linear(sum, _, _) = atom {
                numbers.extend([-sum.constant, sum.constant, 1 - sum.constant]);
            }
        });
    };
    visit(&system.init.body);
    system.unsafes.iter().for_each(|quantified| visit(&quantified.body));
    for transition in system.transitions.values() {
        visit(&transition.guard);
        transition.foralls.iter().for_each(&mut visit);
    }
    numbers.retain(|number| (-1000..=1000).contains(number));
    numbers.sort_by_key(|number| (number.abs(), *number < 0));
    numbers.dedup();
    numbers.truncate(MAX_SAMPLES);
    numbers.into_iter().map(|number| number as i16).collect()
}

/// The values of each integer that conjuncts of `init` bound on both sides, if they are few.
pub fn initial_ranges(instance: &Instance<'_>) -> Vec<Option<RangeInclusive<i16>>> {
    fn conjuncts<'f>(formula: &'f Formula, found: &mut Vec<&'f Atom>) {
        match formula {
            Formula::And(parts) => parts.iter().for_each(|part| conjuncts(part, found)),
            Formula::Atom(atom) => found.push(atom),
            Formula::Constant(_) | Formula::Or(_) => {}
        }
    }
    let init = &instance.system.init;
    let mut atoms = Vec::new();
    conjuncts(&init.body, &mut atoms);
    let mut bounds: Vec<(Option<i64>, Option<i64>)> = vec![(None, None); instance.n_elements()];
    for_each_tuple(instance.n_processes, init.n_params, Repetition::Allowed, &mut |env| {
        for atom in &atoms {
            let Atom::Linear(sum, Relation::AtMost, Numbers::Integers) = atom else { continue };
            let [(factor @ (1 | -1), cell)] = &sum.parts[..] else { continue };
            // Beyond sixteen bits there is no value that a state can hold.
            if sum.constant.abs() >= i64::from(i16::MAX) {
                continue;
            }
            let (low, high) = &mut bounds[instance.at(cell, env)];
            if *factor == 1 {
                *high = Some(high.map_or(-sum.constant, |it| it.min(-sum.constant)));
            } else {
                *low = Some(low.map_or(sum.constant, |it| it.max(sum.constant)));
            }
        }
    });
    let range = |(low, high): (Option<i64>, Option<i64>)| {
        let (low, high) = (low?, high?);
        (high - low < MAX_RANGE).then_some(low as i16..=high as i16)
    };
    bounds.into_iter().map(range).collect()
}
