//! More general cubes that nothing known contradicts.
//!
//! A guess keeps some of a cube's literals, as few as possible and about as few processes as
//! possible. It is plausible if no state that is known to be reachable satisfies it, no initial
//! state does, and no guess that turned out to be wrong lies in it. Whether it is right is for
//! the search to find out.
//!
//! Ends: a guess that was refuted lies in itself, so it is not made again.

use rustc_hash::{FxHashMap, FxHashSet};
use verdict::Budget;

use crate::cube::Cube;
use crate::facts::Facts;
use crate::initial::Initial;
use crate::layout::Layout;
use crate::literal::{Constraint, Literal};
use crate::oracle::Oracle;
use crate::preimage::Stopped;
use crate::relax::consequences;
use crate::signature::Signature;
use crate::subsume::Pattern;

/// Consequences of a cube's arithmetic that guesses may use.
const MAX_RELAXED: usize = 24;
/// Guesses of at most so many literals are tried exhaustively.
const MAX_GUESS: usize = 3;

pub struct Guesses<'l, 's> {
    layout: &'l Layout<'s>,
    /// Guesses that were wrong, and what leads to them.
    refuted: Vec<(Facts, Signature)>,
    /// Cubes that contain a known state, or an initial one.
    known_reachable: FxHashSet<Cube>,
    /// Cubes that no known state satisfies, and with how many wrong guesses each was compared.
    /// Forgotten when more states become known.
    seems_unreachable: FxHashMap<Cube, usize>,
    /// What was guessed for a cube. What is known only grows, so where there was no plausible
    /// guess there will be none.
    answers: FxHashMap<Cube, Option<Cube>>,
}

impl<'l, 's> Guesses<'l, 's> {
    pub fn new(layout: &'l Layout<'s>) -> Self {
        Self {
            layout,
            refuted: Vec::new(),
            known_reachable: FxHashSet::default(),
            seems_unreachable: FxHashMap::default(),
            answers: FxHashMap::default(),
        }
    }

    /// Remembers that a guess was wrong.
    pub fn refute(&mut self, guess: &Cube) {
        if let Ok(facts) = guess.facts(self.layout, guess.n_procs) {
            let signature = facts.signature(self.layout);
            self.refuted.push((facts, signature));
        }
    }

    /// More states have become known.
    pub fn forget(&mut self) {
        self.seems_unreachable.clear();
    }

    pub fn n_refuted(&self) -> usize {
        self.refuted.len()
    }

    /// The guess for a cube, if there is one.
    pub fn guess(
        &mut self,
        cube: &Cube,
        initial: &Initial,
        oracle: &mut Oracle<'_>,
        budget: &Budget,
    ) -> Result<Option<Cube>, Stopped> {
        match self.answers.get(cube).cloned() {
            Some(None) => return Ok(None),
            Some(Some(guess)) if self.is_plausible(&guess, initial, oracle, budget)? => {
                return Ok(Some(guess));
            }
            _ => {}
        }
        let guess = self.search(cube, initial, oracle, budget)?;
        self.answers.insert(cube.clone(), guess.clone());
        Ok(guess)
    }

    /// A more general cube that nothing known contradicts: fewest processes, fewest literals.
    fn search(
        &mut self,
        cube: &Cube,
        initial: &Initial,
        oracle: &mut Oracle<'_>,
        budget: &Budget,
    ) -> Result<Option<Cube>, Stopped> {
        let original = cube;
        let cube = &self.with_relaxed(cube);
        let n = cube.literals.len();
        for size in 1..n.min(MAX_GUESS + 1) {
            let mut best: Option<Cube> = None;
            let mut chosen: Vec<usize> = (0..size).collect();
            loop {
                budget.check().map_err(Stopped::Exhausted)?;
                let guess = cube.with_only(self.layout, |at| chosen.contains(&at));
                let better = best.as_ref().is_none_or(|best| guess.n_procs < best.n_procs);
                if better && self.is_plausible(&guess, initial, oracle, budget)? {
                    best = Some(guess);
                }
                if !advance(&mut chosen, n) {
                    break;
                }
            }
            if best.is_some() {
                return Ok(best);
            }
        }
        self.shrink(original, initial, oracle, budget)
    }

    /// The cube with consequences of its arithmetic put in front, those with small constants
    /// first. Counters and clocks shift their constants with every step back, so a guess must be
    /// able to leave these out.
    fn with_relaxed(&self, cube: &Cube) -> Cube {
        let linear: Vec<&Constraint> = cube
            .literals
            .iter()
            .filter_map(|literal| match literal {
                Literal::Linear(constraint) => Some(constraint),
                _ => None,
            })
            .collect();
        let mut literals = Vec::new();
        if !linear.is_empty()
            && let Ok(facts) = cube.facts(self.layout, cube.n_procs)
        {
            let mut weaker = consequences(self.layout, &linear);
            weaker.sort_by_key(|it| (it.constant.abs(), it.parts.len()));
            weaker.dedup();
            weaker.truncate(MAX_RELAXED);
            let weaker = weaker.into_iter().map(Literal::Linear);
            literals.extend(weaker.filter(|literal| {
                !cube.literals.contains(literal) && facts.implies(self.layout, literal)
            }));
        }
        literals.extend(cube.literals.iter().cloned());
        Cube { n_procs: cube.n_procs, literals }
    }

    /// Drops literals one by one as long as the rest is plausible.
    fn shrink(
        &mut self,
        cube: &Cube,
        initial: &Initial,
        oracle: &mut Oracle<'_>,
        budget: &Budget,
    ) -> Result<Option<Cube>, Stopped> {
        if cube.literals.len() <= MAX_GUESS + 1
            || !self.is_plausible(cube, initial, oracle, budget)?
        {
            return Ok(None);
        }
        let mut kept: Vec<usize> = (0..cube.literals.len()).collect();
        let mut at = kept.len();
        while at > 0 {
            at -= 1;
            let without: Vec<usize> = kept.iter().copied().filter(|&i| i != kept[at]).collect();
            let guess = cube.with_only(self.layout, |at| without.contains(&at));
            if self.is_plausible(&guess, initial, oracle, budget)? {
                kept = without;
            }
        }
        if kept.len() == cube.literals.len() {
            return Ok(None);
        }
        Ok(Some(cube.with_only(self.layout, |at| kept.contains(&at))))
    }

    fn is_plausible(
        &mut self,
        guess: &Cube,
        initial: &Initial,
        oracle: &mut Oracle<'_>,
        budget: &Budget,
    ) -> Result<bool, Stopped> {
        if guess.literals.is_empty()
            || guess.n_procs > oracle.max_processes()
            || self.known_reachable.contains(guess)
        {
            return Ok(false);
        }
        let n_compared = match self.seems_unreachable.get(guess) {
            Some(&n_compared) => n_compared,
            // The known states contain initial ones, and asking them is cheap.
            None if oracle.knows_reachable(self.layout, guess)
                || initial.intersects(self.layout, guess, budget)? =>
            {
                self.known_reachable.insert(guess.clone());
                return Ok(false);
            }
            None => 0,
        };
        if n_compared < self.refuted.len() {
            // What contains a wrong guess is wrong too.
            let pattern = Pattern::of(self.layout, guess);
            let mut newer = self.refuted[n_compared..].iter();
            let contains = |(facts, signature): &(Facts, Signature)| {
                pattern.may_contain(*signature) && pattern.contains(self.layout, facts)
            };
            if newer.any(contains) {
                self.known_reachable.insert(guess.clone());
                return Ok(false);
            }
        }
        self.seems_unreachable.insert(guess.clone(), self.refuted.len());
        Ok(true)
    }
}

/// The next choice of `chosen.len()` out of `n`, in lexicographic order.
fn advance(chosen: &mut [usize], n: usize) -> bool {
    let size = chosen.len();
    for at in (0..size).rev() {
        if chosen[at] < n - size + at {
            chosen[at] += 1;
            for next in at + 1..size {
                chosen[next] = chosen[next - 1] + 1;
            }
            return true;
        }
    }
    false
}
