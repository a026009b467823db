//! Weakening: dropping clauses until every turn keeps those that are left (Alg. 1 of the paper on
//! formula slicing, with a block for each turn), and picking those that a proof needs.
//!
//! The solver is kept for each turn. It knows what the turn does, what each clause says before it
//! under a label, and under another that the clause is broken behind it; a question is which labels are put.

use std::collections::BTreeSet;

use logic::{Sort, Term, TermId, TermPool, Value, VarId, substitute};
use smt::{Answer, Effort, Questions};
use verdict::Budget;

use super::kinds::Kind;
use super::seeds::{Form, Seed};
use super::turns::{Turn, Turns};

const EFFORT: Effort = Effort::Limited(2_000_000);

/// Clauses that hold at the head always and exclude all dangers. The reason why not, if
/// there is none.
pub fn weakened(
    pool: &mut TermPool,
    turns: &Turns,
    kinds: &[Kind],
    seeds: Vec<Seed>,
    budget: &Budget,
) -> Result<Vec<Seed>, String> {
    let mut weakening = Weakening::of(pool, turns, kinds, seeds, budget);
    weakening.start()?;
    while weakening.round()? {}
    let needed = weakening.needed()?;
    let seeds = weakening.seeds.into_iter().enumerate();
    Ok(seeds.filter(|(index, _)| needed.contains(index)).map(|(_, seed)| seed).collect())
}

struct Weakening<'a> {
    pool: &'a mut TermPool,
    turns: &'a Turns,
    budget: &'a Budget,
    seeds: Vec<Seed>,
    is_kept: Vec<bool>,
    n_dropped: usize,
    /// For each turn that is looked at.
    looks: Vec<Look>,
    /// The threads of each crowd, of which only the first one's turns are looked at.
    crowds: Vec<Vec<usize>>,
}

/// A turn, and the solver that knows it.
struct Look {
    turn: usize,
    questions: Questions,
    /// Seeds of which a form says something before the turn, and the label that says it.
    before: Vec<(usize, TermId)>,
    /// Forms that the turn may break, and the label for that.
    broken: Vec<(usize, TermId)>,
    /// How many seeds had been dropped when nothing was broken.
    settled: Option<usize>,
}

const TIME_WAS_UP: &str = "time was up";

impl<'a> Weakening<'a> {
    fn of(
        pool: &'a mut TermPool,
        turns: &'a Turns,
        kinds: &[Kind],
        seeds: Vec<Seed>,
        budget: &'a Budget,
    ) -> Self {
        let is_kept = vec![true; seeds.len()];
        let crowds = kinds.iter().filter(|kind| kind.is_crowd());
        let crowds =
            crowds.map(|kind| kind.members.iter().map(|member| member.thread).collect()).collect();
        Self { pool, turns, budget, seeds, is_kept, n_dropped: 0, looks: Vec::new(), crowds }
    }

    fn drop(&mut self, seed: usize) {
        if std::mem::replace(&mut self.is_kept[seed], false) {
            self.n_dropped += 1;
        }
    }

    /// Drops what does not hold at the beginning, and makes ready for the turns.
    fn start(&mut self) -> Result<(), String> {
        let turns = self.turns;
        let guard = [turns.start.guard];
        if !turns.start.dangers.is_empty() {
            let danger = self.pool.or(&turns.start.dangers);
            let mut questions = Questions::about(self.pool, &[danger]);
            if questions.ask(self.pool, &[], self.budget, EFFORT) != Answer::Unsat {
                return Err("a check may fail before the threads begin".to_owned());
            }
        }
        let mut questions = Questions::about(self.pool, &guard);
        for seed in 0..self.seeds.len() {
            self.stop_in_time()?;
            let Some(form) = self.seeds[seed].forms.first() else { continue };
            let image = substitute(self.pool, &[form.term], &turns.start.values)[0];
            if self.pool[image] == Term::Bool(true) {
                continue;
            }
            let not_it = self.pool.not(image);
            let label = self.pool.fresh_var("begins", Sort::Bool);
            let said = self.pool.implies(label, not_it);
            questions.assert(self.pool, said);
            if questions.ask(self.pool, &[label], self.budget, EFFORT) != Answer::Unsat {
                self.drop(seed);
            }
        }
        for (index, turn) in turns.all.iter().enumerate() {
            self.stop_in_time()?;
            let Some(mover) = turn.mover else { continue };
            let is_other = |crowd: &Vec<usize>| crowd.iter().skip(1).any(|it| *it == mover.thread);
            if !self.crowds.iter().any(is_other) {
                let look = self.look(index, turn, mover.thread);
                self.looks.push(look);
            }
        }
        Ok(())
    }

    fn look(&mut self, index: usize, turn: &Turn, mover: usize) -> Look {
        let by = turn.standing(self.pool);
        let mut questions = Questions::about(self.pool, &[turn.guard]);
        let (mut before, mut broken) = (Vec::new(), Vec::new());
        // What stays is what it was, and the counter is what it is.
        let mut after = turn.values.clone();
        for (var, number) in &by {
            after.entry(*var).or_insert(*number);
        }
        let changed: Vec<VarId> = turn.values.keys().copied().collect();
        for seed in 0..self.seeds.len() {
            if !self.is_kept[seed] {
                continue;
            }
            for form in self.seeds[seed].forms.clone() {
                let said = substitute(self.pool, &[form.term], &by)[0];
                if self.pool[said] != Term::Bool(true) {
                    let label = self.pool.fresh_var("holds", Sort::Bool);
                    let clause = self.pool.implies(label, said);
                    questions.assert(self.pool, clause);
                    before.push((seed, label));
                }
                if !self.is_first(&form, mover) {
                    continue;
                }
                let vars = self.pool.vars_of(&[form.term]);
                if !changed.iter().any(|var| vars.contains(*var)) {
                    continue;
                }
                let image = substitute(self.pool, &[form.term], &after)[0];
                if self.pool[image] == Term::Bool(true) || image == said {
                    continue;
                }
                let label = self.pool.fresh_var("broken", Sort::Bool);
                let not_it = self.pool.not(image);
                let means = self.pool.eq(label, not_it);
                questions.assert(self.pool, means);
                broken.push((seed, label));
            }
        }
        Look { turn: index, questions, before, broken, settled: None }
    }

    /// Of the forms that are the same but for which threads of crowds beside the mover it is, is it the first?
    fn is_first(&self, form: &Form, mover: usize) -> bool {
        self.crowds.iter().all(|crowd| {
            let others = crowd.iter().filter(|it| **it != mover);
            let used = form.of.iter().filter(|it| **it != mover && crowd.contains(it));
            others.zip(used).all(|(first, used)| first == used)
        })
    }

    /// Lets every turn drop what it breaks; whether any did.
    fn round(&mut self) -> Result<bool, String> {
        let mut has_dropped = false;
        for index in 0..self.looks.len() {
            if self.looks[index].settled == Some(self.n_dropped) {
                continue;
            }
            while self.break_some(index)? {
                has_dropped = true;
            }
            self.looks[index].settled = Some(self.n_dropped);
        }
        Ok(has_dropped)
    }

    /// Drops clauses that a turn breaks, if there is one.
    fn break_some(&mut self, index: usize) -> Result<bool, String> {
        self.stop_in_time()?;
        let is_kept = &self.is_kept;
        let look = &mut self.looks[index];
        look.before.retain(|(seed, _)| is_kept[*seed]);
        look.broken.retain(|(seed, _)| is_kept[*seed]);
        if look.broken.is_empty() {
            return Ok(false);
        }
        let mut assumed: Vec<TermId> = look.before.iter().map(|(_, label)| *label).collect();
        let labels: Vec<TermId> = look.broken.iter().map(|(_, label)| *label).collect();
        // Valid for this question only: the next is about fewer clauses.
        let now = self.pool.fresh_var("now", Sort::Bool);
        let some = self.pool.or(&labels);
        let clause = self.pool.implies(now, some);
        look.questions.assert(self.pool, clause);
        assumed.push(now);
        let mut broken: BTreeSet<usize> = BTreeSet::new();
        match look.questions.ask(self.pool, &assumed, self.budget, EFFORT) {
            Answer::Unsat => return Ok(false),
            Answer::Sat => {
                for (seed, label) in &look.broken {
                    if look.questions.value(self.pool, *label) == Some(Value::Bool(true)) {
                        broken.insert(*seed);
                    }
                }
            }
            Answer::Unknown(_) => {
                assumed.pop();
                for (seed, label) in &look.broken {
                    assumed.push(*label);
                    let answer = look.questions.ask(self.pool, &assumed, self.budget, EFFORT);
                    assumed.pop();
                    if answer != Answer::Unsat {
                        broken.insert(*seed);
                    }
                }
            }
        }
        self.stop_in_time()?;
        for seed in &broken {
            self.drop(*seed);
        }
        Ok(!broken.is_empty())
    }

    /// The seeds that a proof needs: those that exclude dangers, and those that keep these.
    fn needed(&mut self) -> Result<BTreeSet<usize>, String> {
        let mut needed: BTreeSet<usize> = BTreeSet::new();
        let mut pending: Vec<usize> = Vec::new();
        let mut add = |seeds: Vec<usize>, pending: &mut Vec<usize>| {
            pending.extend(seeds.into_iter().filter(|seed| needed.insert(*seed)));
        };
        for index in 0..self.looks.len() {
            for danger in self.turns.all[self.looks[index].turn].dangers.clone() {
                let core = self.against(index, danger)?;
                add(core.ok_or("the clauses leave a check open")?, &mut pending);
            }
        }
        while let Some(seed) = pending.pop() {
            for index in 0..self.looks.len() {
                let labels: Vec<TermId> = (self.looks[index].broken.iter())
                    .filter(|(it, _)| *it == seed)
                    .map(|(_, label)| *label)
                    .collect();
                for label in labels {
                    let core = self.keeping(index, label)?;
                    add(core.ok_or("a clause was not kept again")?, &mut pending);
                }
            }
        }
        Ok(needed)
    }

    /// The seeds that keep the clause with this label at a turn, if they do.
    fn keeping(&mut self, index: usize, broken: TermId) -> Result<Option<Vec<usize>>, String> {
        self.stop_in_time()?;
        let is_kept = &self.is_kept;
        let look = &mut self.looks[index];
        look.before.retain(|(seed, _)| is_kept[*seed]);
        let mut assumed: Vec<TermId> = look.before.iter().map(|(_, label)| *label).collect();
        assumed.push(broken);
        if look.questions.ask(self.pool, &assumed, self.budget, EFFORT) != Answer::Unsat {
            return Ok(None);
        }
        let core = look.questions.core();
        let of_core = look.before.iter().filter(|(_, label)| core.contains(label));
        Ok(Some(of_core.map(|(seed, _)| *seed).collect()))
    }

    /// The seeds that exclude a danger of a turn, if they do. A way to fail does not end at the head, so the
    /// question is one of its own.
    fn against(&mut self, index: usize, danger: TermId) -> Result<Option<Vec<usize>>, String> {
        self.stop_in_time()?;
        let standing = self.turns.all[self.looks[index].turn].standing(self.pool);
        let (mut formulas, mut labels) = (vec![danger], Vec::new());
        for seed in (0..self.seeds.len()).filter(|seed| self.is_kept[*seed]) {
            for form in self.seeds[seed].forms.clone() {
                let said = substitute(self.pool, &[form.term], &standing)[0];
                if self.pool[said] != Term::Bool(true) {
                    let label = self.pool.fresh_var("holds", Sort::Bool);
                    formulas.push(self.pool.implies(label, said));
                    labels.push((seed, label));
                }
            }
        }
        let mut questions = Questions::about(self.pool, &formulas);
        let assumed: Vec<TermId> = labels.iter().map(|(_, label)| *label).collect();
        if questions.ask(self.pool, &assumed, self.budget, EFFORT) != Answer::Unsat {
            return Ok(None);
        }
        let core = questions.core();
        let of_core = labels.iter().filter(|(_, label)| core.contains(label));
        Ok(Some(of_core.map(|(seed, _)| *seed).collect()))
    }

    fn stop_in_time(&self) -> Result<(), String> {
        self.budget.check().map_err(|_| TIME_WAS_UP.to_owned())
    }
}
