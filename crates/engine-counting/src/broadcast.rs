//! Broadcasts to configurations: whole kinds move at once.
//!
//! All processes of a kind satisfy the same tests, so they go to the same place. Where a test may be
//! either, each of them may do as it likes, and the kind is divided in every way.

use protocol::Broadcast;

use crate::act::{Scene, World, updated};
use crate::config::{Counts, Kind};
use crate::judge::View;

/// Every other process is updated by the first case that it satisfies. Who was picked is among them.
pub(crate) fn run_broadcast(world: World<'_>, broadcast: &Broadcast, scene: &Scene) -> Vec<Scene> {
    let targets = |kind: &Kind| -> Vec<Kind> {
        let mut targets = Vec::new();
        for case in &broadcast.cases {
            let test =
                scene.view(world, |view| View { other: Some(kind), ..*view }.judge(&case.test));
            if test.may_hold {
                targets.extend(updated(world, kind, &case.updates, scene, Some(kind)));
            }
            if !test.may_fail {
                targets.sort();
                targets.dedup();
                return targets;
            }
        }
        targets.push(kind.clone());
        targets.sort();
        targets.dedup();
        targets
    };
    let mut scenes = vec![Scene { rest: Counts::new(), ..scene.clone() }];
    for (kind, count) in &scene.rest {
        let ways = divided(*count, &targets(kind), world.cutoff);
        let with = |scene: &Scene, way: &Counts| {
            let mut scene = scene.clone();
            for (kind, count) in way {
                let sum = scene.rest.entry(kind.clone()).or_insert(0);
                *sum = world.cutoff.min(*sum + count);
            }
            scene
        };
        scenes = scenes.iter().flat_map(|it| ways.iter().map(|way| with(it, way))).collect();
        scenes.sort();
        scenes.dedup();
    }
    if let Some(picked) = &scene.picked {
        let picked = targets(picked);
        let with = |scene: &Scene| {
            let replace = |kind: &Kind| Scene { picked: Some(kind.clone()), ..scene.clone() };
            picked.iter().map(replace).collect::<Vec<_>>()
        };
        scenes = scenes.iter().flat_map(with).collect();
    }
    scenes
}

/// All ways in which `count` processes may be divided among the targets.
fn divided(count: u32, targets: &[Kind], cutoff: u32) -> Vec<Counts> {
    let Some((first, rest)) = targets.split_first() else { return Vec::new() };
    if rest.is_empty() {
        return vec![Counts::from([(first.clone(), count)])];
    }
    // How many go to the first, and what may be left of the others.
    let shares: Vec<(u32, u32)> = match count == cutoff {
        false => (0..=count).map(|n| (n, count - n)).collect(),
        true => {
            let all = (0..=cutoff).flat_map(|n| (0..=cutoff).map(move |left| (n, left)));
            all.filter(|(n, left)| n + left >= cutoff).collect()
        }
    };
    let mut ways = Vec::new();
    for (n, left) in shares {
        let others = if left == 0 { vec![Counts::new()] } else { divided(left, rest, cutoff) };
        for mut way in others {
            if n > 0 {
                way.insert(first.clone(), n);
            }
            ways.push(way);
        }
    }
    ways.sort();
    ways.dedup();
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use index::Id;

    fn kind(location: usize) -> Kind {
        Kind {
            location: protocol::LocationId::new(location),
            finites: Box::default(),
            held: Default::default(),
        }
    }

    /// Counts of so many processes, cut off.
    fn counts(numbers: [u32; 2], cutoff: u32) -> Counts {
        let of = |(location, n): (usize, u32)| (kind(location), n.min(cutoff));
        numbers.into_iter().enumerate().filter(|(_, n)| *n > 0).map(of).collect()
    }

    #[test]
    fn every_division_of_any_number_is_found_and_nothing_else() {
        let places = [kind(0), kind(1)];
        for cutoff in 2..=3 {
            for count in 1..=cutoff {
                // "So many and more" is tried with more than fill both places.
                let most = if count == cutoff { 3 * cutoff } else { count };
                let mut expected: Vec<Counts> = (count..=most)
                    .flat_map(|n| (0..=n).map(move |first| counts([first, n - first], cutoff)))
                    .collect();
                expected.sort();
                expected.dedup();
                assert_eq!(divided(count, &places, cutoff), expected, "{count} up to {cutoff}");
            }
        }
    }
}
