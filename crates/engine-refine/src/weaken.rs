//! Questions about a pair of places, and what is dropped when the answer is no.
//!
//! Most facts survive a step because the equalities that are known say so at once; only the
//! others are asked of the solver, all together.

use logic::{TermId, Value};
use rustc_hash::FxHashSet;
use smt::{Answer, OneQuestion};

use ir::CompareOp;

use crate::expr::{Ex, Node, Slot, Substitution};
use crate::game::Places;
use crate::machine::UNDEFINED;
use crate::problem::Problem;
use crate::simulate::{Blame, Cause, Checked, EFFORT, EFFORT_ALONE, Prover};

/// What follows from assumptions by equality alone.
struct Plain {
    /// Each slot that equals another, or a constant, by the one that stands for all of them.
    by: Substitution,
    assumed: FxHashSet<Ex>,
}

impl Plain {
    fn new(problem: &mut Problem, assumed: &[Ex]) -> Self {
        let mut by = Substitution::default();
        // Each round may make more sides of equalities the same.
        for ex in assumed {
            let ex = problem.exprs.substitute(*ex, &by);
            let (slot, value) = match problem.exprs.node(ex) {
                Node::Slot(slot) => (slot, problem.exprs.bool(true)),
                Node::Not(inner) => match problem.exprs.node(inner) {
                    Node::Slot(slot) => (slot, problem.exprs.bool(false)),
                    _ => continue,
                },
                Node::Compare(CompareOp::Eq, a, b) => {
                    match (problem.exprs.node(a), problem.exprs.node(b)) {
                        (Node::Slot(slot), Node::Int(..) | Node::Bool(_)) => (slot, b),
                        (Node::Int(..) | Node::Bool(_), Node::Slot(slot)) => (slot, a),
                        (Node::Slot(x), Node::Slot(y)) if x < y => (y, a),
                        (Node::Slot(slot), Node::Slot(_)) => (slot, b),
                        _ => continue,
                    }
                }
                _ => continue,
            };
            let one: Substitution = std::iter::once((slot, value)).collect();
            let keys: Vec<Slot> = by.keys().copied().collect();
            for key in keys {
                let image = problem.exprs.substitute(by[&key], &one);
                by.insert(key, image);
            }
            by.insert(slot, value);
        }
        let assumed = assumed.iter().map(|ex| problem.exprs.substitute(*ex, &by)).collect();
        Self { by, assumed }
    }

    fn follows(&self, problem: &mut Problem, ex: Ex) -> bool {
        let ex = problem.exprs.substitute(ex, &self.by);
        if problem.exprs.is_true(ex) || self.assumed.contains(&ex) {
            return true;
        }
        match problem.exprs.node(ex) {
            Node::Compare(CompareOp::Eq, a, b) => {
                let turned = problem.exprs.equal(b, a);
                self.assumed.contains(&turned)
            }
            _ => false,
        }
    }
}

impl Prover<'_> {
    fn terms_of(&mut self, places: Places, facts: &[Ex]) -> Checked<Vec<TermId>> {
        let unsayable = self.unsayable(places);
        facts
            .iter()
            .map(|ex| self.terms.term(&self.problem.exprs, *ex))
            .collect::<Result<_, _>>()
            .map_err(unsayable)
    }

    /// Unsigned slots that these speak of hold what they can hold.
    fn ranges(&mut self, all: &[Ex]) -> Vec<TermId> {
        let mut slots: Vec<Slot> = Vec::new();
        for ex in all {
            slots.extend(self.problem.exprs.slots_of(*ex));
        }
        slots.sort();
        slots.dedup();
        self.terms.ranges(&self.problem.exprs, slots)
    }

    /// Whether some state satisfies all of these.
    pub(crate) fn is_possible(&mut self, places: Places, all: &[Ex]) -> Checked<bool> {
        if all.iter().any(|ex| self.problem.exprs.is_false(*ex)) {
            return Ok(false);
        }
        let mut formulas = self.terms_of(places, all)?;
        formulas.extend(self.ranges(all));
        let question = OneQuestion::ask(&self.terms.pool, &formulas, self.budget, EFFORT);
        match question.answer() {
            Answer::Unsat => Ok(false),
            Answer::Sat => Ok(true),
            Answer::Unknown(_) => Err(self.blame(places, Cause::Open)),
        }
    }

    /// Values of a state that satisfies all of these, if there is one.
    pub(crate) fn model(
        &mut self,
        places: Places,
        all: &[Ex],
    ) -> Checked<Option<Vec<(Slot, i128)>>> {
        if all.iter().any(|ex| self.problem.exprs.is_false(*ex)) {
            return Ok(None);
        }
        let mut formulas = self.terms_of(places, all)?;
        formulas.extend(self.ranges(all));
        let mut question = OneQuestion::ask(&self.terms.pool, &formulas, self.budget, EFFORT);
        match question.answer() {
            Answer::Unsat => Ok(None),
            Answer::Sat => Ok(Some(self.values(&mut question))),
            Answer::Unknown(_) => Err(self.blame(places, Cause::Open)),
        }
    }

    fn values(&mut self, question: &mut OneQuestion) -> Vec<(Slot, i128)> {
        let mut values = Vec::new();
        for slot in (0..self.problem.n_state() as u32).map(Slot) {
            let term = self.terms.slot(&self.problem.exprs, slot);
            let value = match question.value(&self.terms.pool, term) {
                Some(Value::Bool(value)) => i128::from(value),
                Some(Value::Int(value)) => value,
                Some(Value::BitVec(_, bits)) => match self.problem.slot_type(slot) {
                    ir::Type::Int(int) => int.value(bits),
                    _ => continue,
                },
                Some(Value::Array(..)) | None => continue,
            };
            values.push((slot, value));
        }
        values
    }

    /// Drops what is known at `to` and is not implied after the change.
    pub(crate) fn keep(
        &mut self,
        from: Places,
        assumed: &[Ex],
        to: Places,
        change: &Substitution,
        cause: Cause,
    ) -> Checked<()> {
        let n_mandatory = match to.1 {
            UNDEFINED => 0,
            _ => self.problem.relation.len(),
        };
        let mut is_changed = false;
        let plain = Plain::new(self.problem, assumed);
        let mut assumed_terms: Option<Vec<TermId>> = None;
        loop {
            let facts = self.known[&to].clone();
            let mut asked: Vec<(usize, Ex)> = Vec::new();
            for (index, fact) in facts.iter().enumerate() {
                let after = self.problem.exprs.substitute(*fact, change);
                if !plain.follows(self.problem, after) {
                    asked.push((index, after));
                }
            }
            if asked.is_empty() {
                break;
            }
            let assumed_terms = match &mut assumed_terms {
                Some(known) => known,
                None => {
                    let mut terms = self.terms_of(from, assumed)?;
                    let afters: Vec<Ex> = asked.iter().map(|(_, ex)| *ex).collect();
                    terms.extend(self.ranges(&[assumed, &afters].concat()));
                    assumed_terms.insert(terms)
                }
            };
            let exs: Vec<Ex> = asked.iter().map(|(_, ex)| *ex).collect();
            let asked_terms = self.terms_of(from, &exs)?;
            let all = self.terms.pool.and(&asked_terms);
            let mut formulas = assumed_terms.clone();
            formulas.push(self.terms.pool.not(all));
            let mut question = OneQuestion::ask(&self.terms.pool, &formulas, self.budget, EFFORT);
            let mut broken: Vec<usize> = Vec::new();
            match question.answer() {
                Answer::Unsat => break,
                Answer::Sat => {
                    for ((index, _), term) in asked.iter().zip(&asked_terms) {
                        let value = question.value(&self.terms.pool, *term);
                        if value != Some(Value::Bool(true)) {
                            broken.push(*index);
                        }
                    }
                }
                Answer::Unknown(_) => {
                    for ((index, _), term) in asked.iter().zip(&asked_terms) {
                        let mut formulas = assumed_terms.clone();
                        formulas.push(self.terms.pool.not(*term));
                        let alone = OneQuestion::ask(
                            &self.terms.pool,
                            &formulas,
                            self.budget,
                            EFFORT_ALONE,
                        );
                        if *alone.answer() != Answer::Unsat {
                            broken.push(*index);
                        }
                    }
                    if broken.is_empty() {
                        break;
                    }
                }
            }
            if let Some(index) = broken.iter().find(|index| **index < n_mandatory) {
                let fact = self.problem.relation[*index].text.clone();
                let cause = match cause {
                    Cause::BreaksRelation { step, .. } => Cause::BreaksRelation { step, fact },
                    Cause::Start { .. } => Cause::Start { fact },
                    other => other,
                };
                let values = match question.answer() {
                    Answer::Sat => self.values(&mut question),
                    Answer::Unsat | Answer::Unknown(_) => Vec::new(),
                };
                return Err(Box::new(Blame { places: from, cause, values }));
            }
            if broken.is_empty() {
                return Err(self.blame(from, Cause::Open));
            }
            let mut number = 0;
            if let Some(facts) = self.known.get_mut(&to) {
                facts.retain(|_| {
                    number += 1;
                    !broken.contains(&(number - 1))
                });
            }
            is_changed = true;
        }
        // What starts from there starts from fewer facts now.
        if is_changed {
            self.pending.insert(to);
        }
        Ok(())
    }
}
