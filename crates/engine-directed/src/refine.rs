//! New words, where those there are do not exclude a path to a failure.
//!
//! Is the path one of the program? If so there is nothing to prove. If not, more words tell its steps apart
//! from those that runs take. First each head on it gets the second lot of words. Where that has been done,
//! words are made to order: what must hold at a head for the rest of the path to be taken, with the choices
//! of the environment as they were.
//!
//! ```text
//!   head 1 ──x' = x + 2──▶ head 2 ──[x > 7]──▶ failure         at head 1:  x + 2 > 7
//! ```

use lemmas::blocks::{BlockId, HeadId};
use logic::{Sort, Substitution, Term, TermId, TermPool, Value, VarId, substitute};
use smt::{Answer, Effort, Series};

use crate::search::{Leads, Obligation, Search};
use crate::step::Detail;
use crate::words::Lot;

pub(crate) enum Refined {
    /// To be searched again.
    NewWords,
    /// The path is one of the program, or may be.
    Feasible,
    NoWords,
}

/// Words made for one head at one time.
const MAX_MADE: usize = 12;
const MAX_REFINEMENTS: usize = 60;
/// For the question whether a path is one of the program: without an answer, the search is over.
const PATH: Effort = Effort::Limited(8_000_000);

impl Search<'_> {
    /// Finds words against a path that begins with a block from the start and goes on from an obligation.
    pub(crate) fn refine(&mut self, first: BlockId, all: &[Obligation], to: usize) -> Refined {
        self.statistics.n_refinements += 1;
        if self.statistics.n_refinements > MAX_REFINEMENTS || self.is_feasible(first, all, to) {
            return Refined::Feasible;
        }
        let mut path = vec![to];
        while let Leads::By(_, next) = all[path[path.len() - 1]].leads {
            path.push(next);
        }
        let mut is_new = false;
        for obligation in &path {
            let head = all[*obligation].head;
            is_new |= self.add_lot(head, Lot::Guesses);
        }
        if is_new || self.words_to_order(all, &path) {
            return Refined::NewWords;
        }
        // The words may be there, and were not said.
        if self.detail == Detail::Touched {
            self.detail = Detail::Whole;
            return Refined::NewWords;
        }
        Refined::NoWords
    }

    /// Is there a run along the path? Each block has inputs of its own.
    fn is_feasible(&mut self, first: BlockId, all: &[Obligation], to: usize) -> bool {
        let mut formulas = Vec::new();
        // What the variables of the head that was reached are.
        let mut state = self.take(first, &Substitution::default(), &mut formulas);
        let mut at = to;
        loop {
            match all[at].leads {
                Leads::By(block, next) => {
                    state = self.take(block, &state, &mut formulas);
                    at = next;
                }
                Leads::ToFailure(danger) => {
                    let failure = self.dangers[danger].1;
                    let by = self.with_fresh_inputs(&[failure], &state);
                    formulas.extend(substitute(&mut self.encoder.pool, &[failure], &by));
                    break;
                }
            }
        }
        self.statistics.n_questions += 1;
        let pool = &self.encoder.pool;
        let question = Series::default().ask(pool, &formulas, &self.budget, PATH);
        !matches!(question.answer(), Answer::Unsat)
    }

    /// Takes a block from a state: adds its guard, and gives the state behind it.
    fn take(
        &mut self,
        block: BlockId,
        state: &Substitution,
        formulas: &mut Vec<TermId>,
    ) -> Substitution {
        let data = &self.steps[block];
        let mut values: Vec<(VarId, TermId)> =
            data.values.iter().map(|(var, value)| (*var, *value)).collect();
        values.sort_unstable();
        let mut roots = vec![data.guard];
        roots.extend(values.iter().map(|(_, value)| *value));
        let by = self.with_fresh_inputs(&roots, state);
        let images = substitute(&mut self.encoder.pool, &roots, &by);
        formulas.push(images[0]);
        values.iter().zip(&images[1..]).map(|((var, _), image)| (*var, *image)).collect()
    }

    /// The state, and new variables for everything else that the terms speak of.
    fn with_fresh_inputs(&mut self, terms: &[TermId], state: &Substitution) -> Substitution {
        let mut by = state.clone();
        for var in self.encoder.pool.vars_of(terms).iter() {
            by.entry(var).or_insert_with(|| {
                let sort = self.encoder.pool.var(var).sort;
                self.encoder.pool.fresh_var("input", sort)
            });
        }
        by
    }

    /// What has to hold at each head of a path for the rest of it.
    fn words_to_order(&mut self, all: &[Obligation], path: &[usize]) -> bool {
        let mut is_new = false;
        let mut wanted: Vec<TermId> = Vec::new();
        for obligation in path.iter().rev() {
            let Obligation { head, leads, inputs, .. } = &all[*obligation];
            let mut formulas = match leads {
                Leads::ToFailure(danger) => vec![self.dangers[*danger].1],
                Leads::By(block, _) => {
                    let data = &self.steps[*block];
                    let guard = data.guard;
                    let mut images = substitute(&mut self.encoder.pool, &wanted, &data.values);
                    images.push(guard);
                    images
                }
            };
            let chosen = constants(&mut self.encoder.pool, inputs);
            formulas = substitute(&mut self.encoder.pool, &formulas, &chosen);
            wanted = conditions(&self.encoder.pool, &formulas);
            wanted.truncate(MAX_MADE);
            is_new |= self.add_words(*head, wanted.clone());
        }
        is_new
    }

    /// These are about cells, and words are chosen by what they say of memory.
    fn add_words(&mut self, head: HeadId, terms: Vec<TermId>) -> bool {
        let pool = &mut self.encoder.pool;
        let terms = terms.into_iter().map(|it| self.cells[head].in_memory(pool, it)).collect();
        self.add(head, terms)
    }
}

/// The values that inputs had.
fn constants(pool: &mut TermPool, inputs: &[(VarId, Value)]) -> Substitution {
    let mut by = Substitution::default();
    for (var, value) in inputs {
        let constant = match value {
            Value::Bool(value) => pool.bool(*value),
            Value::BitVec(width, bits) => pool.bv(*width, *bits),
            Value::Int(value) => pool.int(*value),
            Value::Array(..) => continue,
        };
        by.insert(*var, constant);
    }
    by
}

/// The comparisons that formulas are made of, largest first: these say most.
fn conditions(pool: &TermPool, formulas: &[TermId]) -> Vec<TermId> {
    let is_condition = |term: &TermId| match &pool[*term] {
        Term::Eq(a, _) => pool.sort(*a) != Sort::Bool,
        Term::BvCompare(..) | Term::IntLe(..) | Term::IntLt(..) => true,
        _ => false,
    };
    let mut found: Vec<TermId> =
        pool.postorder(formulas).into_iter().filter(is_condition).collect();
    found.reverse();
    found
}
