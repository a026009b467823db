//! Which run to try next: most are variations of runs that came by something new.
//!
//! A run that reaches deep into a program is made of many answers that have to be right together.
//! Drawing all of them at once hardly ever succeeds; keeping what went well and changing a little
//! does. So runs that came by something new are kept, and varied: some answers are drawn again,
//! and behind the first of them either the old answers follow or all new ones.

use super::course::End;
use super::values::{Mood, PLAIN, Random, Recipe};

/// Answers that are kept of one run, and of all.
const MAX_ANSWERS: usize = 4_000;
const MAX_KEPT: usize = 2_000_000;

/// The runs worth varying.
#[derive(Debug, Default)]
pub struct Guide {
    kept: Vec<Kept>,
    n_answers: usize,
}

#[derive(Debug)]
struct Kept {
    answers: Vec<u128>,
    end: End,
    n_varied: u64,
}

impl Guide {
    /// A run that came by something new.
    pub fn keep(&mut self, answers: impl Iterator<Item = u128>, end: End) {
        if self.n_answers < MAX_KEPT {
            let answers: Vec<u128> = answers.take(MAX_ANSWERS).collect();
            self.n_answers += 1 + answers.len();
            self.kept.push(Kept { answers, end, n_varied: 0 });
        }
    }

    /// Runs that together show where the program goes: the plain ones, and of those that came by
    /// something new the last ones, as they were.
    pub fn worth_repeating(&self, max_runs: usize) -> Vec<(Recipe, Vec<Option<u128>>)> {
        let plain = PLAIN.iter().map(|recipe| (*recipe, Vec::new()));
        let kept = self.kept.iter().rev().map(|kept| {
            (PLAIN[0], kept.answers.iter().copied().map(Some).collect::<Vec<Option<u128>>>())
        });
        plain.chain(kept).take(max_runs).collect()
    }

    /// How to answer the run with this number.
    pub fn plan(&mut self, n_run: u64) -> (Recipe, Vec<Option<u128>>) {
        if let Some(recipe) = usize::try_from(n_run).ok().and_then(|index| PLAIN.get(index)) {
            return (*recipe, Vec::new());
        }
        let mut random = Random::seeded(n_run ^ 0x5bd1_e995);
        let recipe = Recipe::Drawn(Mood::drawn(&mut random));
        // Now and then from the beginning: what was kept need not lead anywhere.
        if self.kept.is_empty() || random.below(8) == 0 {
            return (recipe, Vec::new());
        }
        (recipe, self.variation(&mut random))
    }

    fn variation(&mut self, random: &mut Random) -> Vec<Option<u128>> {
        let index = self.choose(random);
        let kept = &mut self.kept[index];
        kept.n_varied += 1;
        let n_answers = kept.answers.len() as u64;
        let mut plan: Vec<Option<u128>> = kept.answers.iter().copied().map(Some).collect();
        if n_answers == 0 {
            return plan;
        }
        let first = match random.below(4) {
            0 => random.below(n_answers),
            // Near the start, where much is decided.
            1 => random.below(n_answers.min(8)),
            // Near the end, where the new thing was seen.
            _ => n_answers - 1 - random.below(n_answers.min(8)),
        };
        plan[first as usize] = None;
        match random.below(4) {
            0 => {}
            1 => {
                for _ in 0..=random.below(4) {
                    plan[random.below(n_answers) as usize] = None;
                }
            }
            _ => plan.truncate(first as usize),
        }
        plan
    }

    /// Recent ones more often, and of two the one that was varied less; one that came to a bad
    /// end has to be much less worn for that.
    fn choose(&self, random: &mut Random) -> usize {
        let n_kept = self.kept.len() as u64;
        let pick = |random: &mut Random| {
            let from_end = match random.below(2) {
                0 => random.below(n_kept.min(16)),
                _ => random.below(n_kept),
            };
            (n_kept - 1 - from_end) as usize
        };
        let (one, other) = (pick(random), pick(random));
        let wear = |index: usize| match self.kept[index].end {
            End::Dead => 4 * (self.kept[index].n_varied + 1),
            End::Other => self.kept[index].n_varied + 1,
        };
        if wear(one) <= wear(other) { one } else { other }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variations_keep_most_of_what_went_well() {
        let mut guide = Guide::default();
        guide.keep(0..10, End::Other);
        let plans: Vec<_> = (100..200).map(|n_run| guide.plan(n_run).1).collect();
        assert!(plans.iter().all(|plan| plan.len() <= 10));
        let is_kept = |plan: &Vec<Option<u128>>| {
            plan.iter().enumerate().all(|(at, it)| it.is_none_or(|bits| bits == at as u128))
        };
        assert!(plans.iter().all(is_kept));
        assert!(plans.iter().any(|plan| plan.iter().filter(|it| it.is_some()).count() >= 8));
    }

    #[test]
    fn without_anything_kept_all_is_drawn() {
        assert_eq!(Guide::default().plan(50).1, []);
    }
}
