//! The order of steps, and what reads give in it.
//!
//! Each step has a *time*, and different threads never share one: the number of the thread is its
//! lowest part. A step has *happened* if the thread comes to it and its time is not past the last
//! moment. Then
//!
//! - it is later than the step before it of its thread, or than the creation of its thread;
//! - it has come to its end, unless it is the last moment itself;
//! - a thread that it has waited for has ended before;
//! - each of its reads gives what one write has written that has happened before it, and no other
//!   write to the same place has happened in between.
//!
//! Steps of one thread are in the order in which they were followed, those on different branches too:
//! only those on one of them happen.

use std::collections::BTreeMap;

use logic::{BvCompare, Sort, Term, TermId};
use smt::{Answer, Effort, OneQuestion};
use verdict::Budget;

use super::Open;
use super::known::Cell;
use super::machine::{Machine, Target, TargetKind};
use super::state::Write;
use super::threads::NUMBER_BITS;

/// Formulas about reads and writes, all in all.
const MAX_FORMULAS: usize = 400_000;
/// Work for a question where nobody limits the time, in the solver's own count.
const EFFORT_WITHOUT_LIMIT: u32 = 60_000_000;

pub(super) struct Formulas {
    all: Vec<TermId>,
    /// The time of each step; that of the first is before all.
    pub times: Vec<TermId>,
    pub last: TermId,
}

/// What a run is asked to come to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    Violation,
    /// Something that was not followed.
    Past,
}

pub(super) struct Candidate {
    pub question: OneQuestion,
    pub target: Target,
    pub times: Vec<TermId>,
    pub last: TermId,
}

pub(super) enum Found {
    Candidate(Box<Candidate>),
    Nothing,
    Unknown,
}

impl Machine<'_> {
    /// All that holds of runs.
    pub fn order(&mut self) -> Result<Formulas, Open> {
        let n_thread_bits = bits_for(self.threads.len());
        let n_bits = bits_for(self.steps.len() + 1);
        let mut all = Vec::new();
        let mut times = Vec::new();
        let mut moments = Vec::new();
        for index in 0..self.steps.len() {
            let moment = match index {
                0 => self.terms.pool.bv(n_bits, 0),
                _ => self.terms.pool.fresh_var("time", Sort::BitVec(n_bits)),
            };
            let thread = self.terms.pool.bv(n_thread_bits, self.steps[index].thread as u128);
            times.push(self.terms.pool.concat(moment, thread));
            moments.push(moment);
        }
        let last = self.terms.pool.fresh_var("last", Sort::BitVec(n_bits + n_thread_bits));
        for index in 1..self.steps.len() {
            let before = self.step_before(index);
            let later = self.terms.pool.bv_compare(BvCompare::ULt, moments[before], moments[index]);
            all.push(later);
        }
        let mut formulas = Formulas { all, times, last };
        for index in 1..self.steps.len() {
            let happened = self.happened(&formulas, index);
            let is_last = self.terms.pool.eq(formulas.times[index], last);
            let ends = self.terms.pool.or2(self.steps[index].complete, is_last);
            formulas.all.push(self.terms.pool.implies(happened, ends));
            for join in self.steps[index].joins.clone() {
                let mut ways = Vec::new();
                for (is_it, end) in join.ways {
                    let ended = self.is_before(&formulas, end, index);
                    ways.push(self.terms.pool.and2(is_it, ended));
                }
                let ended = self.terms.pool.or(&ways);
                let waited = self.terms.pool.and2(happened, join.guard);
                formulas.all.push(self.terms.pool.implies(waited, ended));
            }
        }
        self.order_numbers(&mut formulas);
        self.order_reads(&mut formulas)?;
        Ok(formulas)
    }

    /// The step before another one of its thread, or the one that creates the thread.
    fn step_before(&self, index: usize) -> usize {
        let thread = self.steps[index].thread;
        let own = (1..index).rev().find(|it| self.steps[*it].thread == thread);
        own.unwrap_or(self.threads[thread].created)
    }

    fn happened(&mut self, formulas: &Formulas, index: usize) -> TermId {
        if index == 0 {
            return self.terms.pool.top();
        }
        let (time, last) = (formulas.times[index], formulas.last);
        let is_in_time = self.terms.pool.bv_compare(BvCompare::ULe, time, last);
        self.terms.pool.and2(self.steps[index].guard, is_in_time)
    }

    /// Whether one step is before another, whatever the schedule.
    fn is_always_before(&self, a: usize, b: usize) -> bool {
        if a == 0 {
            return b != 0;
        }
        let mut at = b;
        loop {
            if self.steps[at].thread == self.steps[a].thread {
                return a < at || (a == at && at != b);
            }
            if at == 0 {
                return false;
            }
            at = self.threads[self.steps[at].thread].created;
        }
    }

    fn is_before(&mut self, formulas: &Formulas, a: usize, b: usize) -> TermId {
        if self.is_always_before(a, b) {
            return self.terms.pool.top();
        }
        if a == b || self.is_always_before(b, a) {
            return self.terms.pool.bottom();
        }
        self.terms.pool.bv_compare(BvCompare::ULt, formulas.times[a], formulas.times[b])
    }

    /// Numbers of threads where several threads create some.
    fn order_numbers(&mut self, formulas: &mut Formulas) {
        if !self.known.others_create {
            return;
        }
        for index in 1..self.threads.len() {
            let (zero, one) =
                (self.terms.pool.bv(NUMBER_BITS, 0), self.terms.pool.bv(NUMBER_BITS, 1));
            let mut number = self.terms.pool.bv(NUMBER_BITS, 2);
            for other in (1..self.threads.len()).filter(|other| *other != index) {
                let (a, b) = (self.threads[other].created, self.threads[index].created);
                let before = self.is_before(formulas, a, b);
                let counts = self.terms.pool.and2(before, self.threads[other].guard);
                let more = self.terms.pool.ite(counts, one, zero);
                number = self.terms.pool.bv_add(number, more);
            }
            let is_it = self.terms.pool.eq(self.threads[index].number, number);
            formulas.all.push(is_it);
        }
    }

    fn order_reads(&mut self, formulas: &mut Formulas) -> Result<(), Open> {
        let mut writes: BTreeMap<Cell, Vec<(usize, Write)>> = BTreeMap::new();
        for (index, step) in self.steps.iter().enumerate() {
            for write in &step.writes {
                writes.entry(write.cell).or_default().push((index, *write));
            }
        }
        let mut n_formulas = 0;
        for reader in 1..self.steps.len() {
            for (cell, value) in self.steps[reader].reads.clone() {
                let none = Vec::new();
                let sources = self.sources(reader, writes.get(&cell).unwrap_or(&none));
                n_formulas += sources.len() * sources.len();
                if n_formulas > MAX_FORMULAS {
                    return Err(Open("there are too many reads and writes".to_owned()));
                }
                let happened = self.happened(formulas, reader);
                let mut ways = Vec::new();
                for source in &sources {
                    let way = self.reads_from(formulas, reader, (cell, value), *source, &sources);
                    if !self.terms.is_false(way) {
                        ways.push(way);
                    }
                }
                // Names for ways keep the formula in pieces that the solver shares.
                let mut names = Vec::new();
                for way in ways {
                    let name = self.terms.pool.fresh_var("from", Sort::Bool);
                    formulas.all.push(self.terms.pool.implies(name, way));
                    names.push(name);
                }
                let any = self.terms.pool.or(&names);
                formulas.all.push(self.terms.pool.implies(happened, any));
            }
        }
        Ok(())
    }

    /// The writes that a step may read; none stands for what was there first.
    fn sources(&self, reader: usize, writes: &[(usize, Write)]) -> Vec<Option<(usize, Write)>> {
        let may_be = |(writer, _): &&(usize, Write)| {
            *writer != reader && !self.is_always_before(reader, *writer)
        };
        let possible: Vec<(usize, Write)> = writes.iter().filter(may_be).copied().collect();
        // What the same thread is sure to write over is not read.
        let guard = self.steps[reader].guard;
        let is_hidden = |writer: Option<usize>| {
            possible.iter().any(|(other, over)| {
                Some(*other) != writer
                    && self.is_always_before(*other, reader)
                    && writer.is_none_or(|writer| self.is_always_before(writer, *other))
                    && self.implies(guard, over.guard)
            })
        };
        let mut sources: Vec<Option<(usize, Write)>> = Vec::new();
        if !is_hidden(None) {
            sources.push(None);
        }
        sources.extend(possible.iter().filter(|it| !is_hidden(Some(it.0))).copied().map(Some));
        sources
    }

    /// Plainly so.
    fn implies(&self, guard: TermId, other: TermId) -> bool {
        let pool = &self.terms.pool;
        let conjuncts = |term: TermId| match &pool[term] {
            Term::And(operands) => operands.to_vec(),
            Term::Bool(true) => Vec::new(),
            _ => vec![term],
        };
        let own = conjuncts(guard);
        conjuncts(other).iter().all(|it| own.contains(it))
    }

    fn reads_from(
        &mut self,
        formulas: &Formulas,
        reader: usize,
        (cell, value): (Cell, super::value::Value),
        source: Option<(usize, Write)>,
        sources: &[Option<(usize, Write)>],
    ) -> TermId {
        let mut parts = Vec::new();
        let written = match source {
            Some((writer, write)) => {
                parts.push(write.guard);
                parts.push(self.is_before(formulas, writer, reader));
                write.value
            }
            None => self.first_value(cell),
        };
        parts.push(self.terms.equal(value, written));
        for (other, write) in sources.iter().flatten() {
            if source.is_some_and(|(writer, own)| writer == *other && own.guard == write.guard) {
                continue;
            }
            let after = match source {
                Some((writer, _)) => self.is_before(formulas, writer, *other),
                None => self.terms.pool.top(),
            };
            let before = self.is_before(formulas, *other, reader);
            let between = self.terms.pool.and(&[write.guard, after, before]);
            parts.push(self.terms.pool.not(between));
        }
        self.terms.pool.and(&parts)
    }

    /// Looks for a run.
    pub fn ask(&mut self, formulas: &Formulas, asked: Asked, budget: &Budget) -> Found {
        let is_asked = |target: &&Target| {
            matches!(target.kind, TargetKind::Violation(_)) == (asked == Asked::Violation)
        };
        let targets: Vec<Target> = self.targets.iter().filter(is_asked).cloned().collect();
        let mut reached = Vec::new();
        for target in &targets {
            reached.push(self.reached(formulas, target));
        }
        let any = self.terms.pool.or(&reached);
        if self.terms.is_false(any) {
            return Found::Nothing;
        }
        let mut question = formulas.all.clone();
        question.push(any);
        let effort = match budget.limit() {
            Some(_) => Effort::Unlimited,
            None => Effort::Limited(EFFORT_WITHOUT_LIMIT),
        };
        let mut question = OneQuestion::ask(&self.terms.pool, &question, budget, effort);
        match question.answer() {
            Answer::Unsat => Found::Nothing,
            Answer::Unknown(_) => Found::Unknown,
            Answer::Sat => {
                let pool = &self.terms.pool;
                let is_reached =
                    |term: &TermId| question.value(pool, *term) == Some(logic::Value::Bool(true));
                let at = reached.iter().position(is_reached);
                let Some(at) = at else { return Found::Unknown };
                let (target, times) = (targets[at].clone(), formulas.times.clone());
                let last = formulas.last;
                Found::Candidate(Box::new(Candidate { question, target, times, last }))
            }
        }
    }

    /// The thread comes to the target, with all its steps before.
    fn reached(&mut self, formulas: &Formulas, target: &Target) -> TermId {
        if target.step == 0 {
            return target.guard;
        }
        let (time, last) = (formulas.times[target.step], formulas.last);
        let is_in_time = self.terms.pool.bv_compare(BvCompare::ULe, time, last);
        self.terms.pool.and2(target.guard, is_in_time)
    }
}

/// Bits that numbers below this need, at least one.
fn bits_for(n: usize) -> u32 {
    (usize::BITS - n.leading_zeros()).max(1)
}
