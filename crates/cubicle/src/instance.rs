//! The system with a fixed number of processes, run exactly.
//!
//! A state is a row of small numbers, one per variable and array element. Enumerations and
//! processes are numbered from 0; the number after the last process stands for the process that
//! is none of them ([`System::has_outside_process`]). Values of abstract types are numbered too:
//! only equality of them can be observed, so a few distinct ones are enough to show a run.
//!
//! # Values that nobody has looked at
//! A variable that `init` leaves free, or that was assigned `?`, holds [`UNDETERMINED`]: the
//! state stands for all its completions at once. The first formula that reads it splits the
//! state, one copy per value. So a protocol with a dozen uninitialised pointers has one initial
//! state and not thousands, and nothing is lost: a value that is never read plays no role.
//!
//! # What is left out
//! Numbers and values of abstract types are tried from a small sample when they are split, and a
//! state whose numbers leave sixteen bits is dropped. So exploration shows what can happen, and
//! that something cannot happen only if none of this was necessary: where all numbers are
//! given at the start, or integers bounded on both sides by `init`, and stay small, it never is.
//! [`Instance::is_exact`] tells.

use std::cell::{Cell as Flag, OnceCell};
use std::ops::RangeInclusive;

use index::IndexVec;

use crate::ground::{Outcome, Steps};
use crate::model::{
    Assigned, Atom, Cell, Formula, Kind, Proc, Relation, Sum, SymbolId, System, Term, TransitionId,
};
use crate::numbers::{initial_ranges, samples};

/// A value that has not been looked at.
pub const UNDETERMINED: i16 = i16::MIN;

/// One value per variable and array element.
pub type State = Box<[i16]>;

/// Abstract types get so many distinct values.
const N_ABSTRACT_VALUES: i16 = 3;

/// A formula reads this element, which is not determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NeedsValue(pub usize);

/// One step: the state before, with the values that the step looked at, and after.
#[derive(Clone, Debug)]
pub struct Successor {
    pub before: State,
    pub transition: TransitionId,
    pub args: Vec<usize>,
    pub after: State,
}

pub struct Instance<'a> {
    pub system: &'a System,
    pub n_processes: usize,
    offsets: IndexVec<SymbolId, usize>,
    /// Which symbol each element belongs to.
    owners: Vec<SymbolId>,
    samples: Vec<i16>,
    /// Whether something was left out so far.
    is_partial: Flag<bool>,
    /// The steps, prepared when first asked for; `None` if they are too many.
    steps: OnceCell<Option<Steps>>,
    /// What `init` says of each integer alone, when first asked for.
    initial_ranges: OnceCell<Vec<Option<RangeInclusive<i16>>>>,
}

impl<'a> Instance<'a> {
    pub fn new(system: &'a System, n_processes: usize) -> Self {
        let mut offsets = IndexVec::new();
        let mut owners = Vec::new();
        for (symbol, declared) in system.symbols.iter() {
            offsets.push(owners.len());
            let n_elements = n_processes.pow(declared.arity as u32);
            owners.extend(std::iter::repeat_n(symbol, n_elements));
        }
        let samples = samples(system);
        let (is_partial, steps) = (Flag::new(false), OnceCell::new());
        let initial_ranges = OnceCell::new();
        Self { system, n_processes, offsets, owners, samples, is_partial, steps, initial_ranges }
    }

    /// The steps with their arguments, unless they are too many to be kept.
    pub(crate) fn prepared(&self) -> Option<&Steps> {
        self.steps.get_or_init(|| Steps::of(self)).as_ref()
    }

    pub fn n_elements(&self) -> usize {
        self.owners.len()
    }

    /// Whether all values of what was looked at have been tried so far: after exploring all
    /// states, whether they show all that can happen.
    pub fn is_exact(&self) -> bool {
        !self.is_partial.get()
    }

    pub fn owner(&self, element: usize) -> SymbolId {
        self.owners[element]
    }

    /// The position of an array element; the first index counts most.
    pub fn element(&self, symbol: SymbolId, indices: &[usize]) -> usize {
        indices.iter().fold(0, |at, index| at * self.n_processes + index) + self.offsets[symbol]
    }

    /// The processes at which an element stands.
    pub fn indices(&self, element: usize) -> Vec<usize> {
        let symbol = self.owners[element];
        let mut rest = element - self.offsets[symbol];
        let mut indices = vec![0; self.system.symbols[symbol].arity];
        for index in indices.iter_mut().rev() {
            *index = rest % self.n_processes;
            rest /= self.n_processes;
        }
        indices
    }

    pub(crate) fn proc(&self, proc: Proc, env: &[usize]) -> usize {
        match proc {
            Proc::Fixed(number) => number,
            Proc::Var(position) => env[position],
        }
    }

    pub(crate) fn at(&self, cell: &Cell, env: &[usize]) -> usize {
        let local =
            cell.indices.iter().fold(0, |at, proc| at * self.n_processes + self.proc(*proc, env));
        local + self.offsets[cell.symbol]
    }

    /// All values that an element can take, smallest numbers first.
    pub fn values(&self, element: usize) -> Vec<i16> {
        let n = self.n_processes as i16;
        match self.system.kind(self.owners[element]) {
            Kind::Enum(names) => (0..names.len() as i16).collect(),
            Kind::Proc => (0..n + i16::from(self.system.has_outside_process)).collect(),
            Kind::Abstract => (0..N_ABSTRACT_VALUES).collect(),
            Kind::Int | Kind::Real => self.samples.clone(),
        }
    }

    fn value(&self, term: &Term, state: &[i16], env: &[usize]) -> Result<i64, NeedsValue> {
        match term {
            Term::Proc(proc) => Ok(self.proc(*proc, env) as i64),
            Term::Constructor(position) => Ok(*position as i64),
            Term::Cell(cell) => read(state, self.at(cell, env)),
            Term::Sum(sum) => self.sum(sum, state, env),
        }
    }

    fn sum(&self, sum: &Sum, state: &[i16], env: &[usize]) -> Result<i64, NeedsValue> {
        let mut total = sum.constant;
        for (factor, cell) in &sum.parts {
            total = total.saturating_add(factor.saturating_mul(read(state, self.at(cell, env))?));
        }
        Ok(total)
    }

    fn atom(&self, atom: &Atom, state: &[i16], env: &[usize]) -> Result<bool, NeedsValue> {
        let value = |term| self.value(term, state, env);
        Ok(match atom {
            Atom::Equal(lhs, rhs) => value(lhs)? == value(rhs)?,
            Atom::Differ(lhs, rhs) => value(lhs)? != value(rhs)?,
            Atom::Less(lhs, rhs) => value(lhs)? < value(rhs)?,
            Atom::AtMost(lhs, rhs) => value(lhs)? <= value(rhs)?,
            Atom::Linear(sum, relation, _) => {
                let total = self.sum(sum, state, env)?;
                match relation {
                    Relation::Equal => total == 0,
                    Relation::NotEqual => total != 0,
                    Relation::AtMost => total <= 0,
                    Relation::Less => total < 0,
                }
            }
        })
    }

    /// Whether a formula holds. It asks for a value only if no determined part decides.
    pub fn holds(
        &self,
        formula: &Formula,
        state: &[i16],
        env: &[usize],
    ) -> Result<bool, NeedsValue> {
        let (parts, decisive) = match formula {
            Formula::Constant(value) => return Ok(*value),
            Formula::Atom(atom) => return self.atom(atom, state, env),
            Formula::And(parts) => (parts, false),
            Formula::Or(parts) => (parts, true),
        };
        let mut needs = None;
        for part in parts {
            match self.holds(part, state, env) {
                Ok(value) if value == decisive => return Ok(decisive),
                Ok(_) => {}
                Err(need) => needs = needs.or(Some(need)),
            }
        }
        needs.map_or(Ok(!decisive), Err)
    }

    /// The state with one more element determined, once per value.
    fn split(&self, state: &[i16], NeedsValue(element): NeedsValue) -> Vec<State> {
        let kind = self.system.kind(self.owners[element]);
        if kind.is_numeric() || *kind == Kind::Abstract {
            self.is_partial.set(true);
        }
        let with = |value| {
            let mut state: State = state.into();
            state[element] = value;
            state
        };
        self.values(element).into_iter().map(with).collect()
    }

    /// The same where `init` is assumed: an integer that it bounds on both sides has finitely many
    /// values, and all of them are tried.
    fn split_initially(&self, state: &[i16], need: NeedsValue) -> Vec<State> {
        let ranges = self.initial_ranges.get_or_init(|| initial_ranges(self));
        match ranges[need.0].clone() {
            Some(range) => range
                .map(|value| {
                    let mut state: State = state.into();
                    state[need.0] = value;
                    state
                })
                .collect(),
            None => self.split(state, need),
        }
    }

    /// A completion of the state in which the formula holds, with what it reads determined.
    pub fn satisfying(&self, formula: &Formula, state: &[i16], env: &[usize]) -> Option<State> {
        match self.holds(formula, state, env) {
            Ok(true) => Some(state.into()),
            Ok(false) => None,
            Err(need) => {
                let splits = self.split(state, need).into_iter();
                splits.into_iter().find_map(|state| self.satisfying(formula, &state, env))
            }
        }
    }

    /// Whether a formula about different processes holds somewhere, for sure: elements that are
    /// not determined do not count.
    pub fn surely_some(&self, n_params: usize, formula: &Formula, state: &[i16]) -> bool {
        let mut found = false;
        for_each_tuple(self.n_processes, n_params, Repetition::Forbidden, &mut |env| {
            found |= self.holds(formula, state, env) == Ok(true);
        });
        found
    }

    /// The initial states, at most `limit` of them, and whether these are all.
    pub fn initial_states(&self, limit: usize) -> (Vec<State>, bool) {
        let mut states: Vec<State> = vec![vec![UNDETERMINED; self.n_elements()].into()];
        let mut complete = true;
        let init = &self.system.init;
        for_each_tuple(self.n_processes, init.n_params, Repetition::Allowed, &mut |env| {
            let mut next = Vec::new();
            for state in &states {
                if next.len() > limit {
                    complete = false;
                    break;
                }
                self.assume(&init.body, state, env, &mut next);
            }
            states = std::mem::take(&mut next);
        });
        complete &= states.len() <= limit;
        states.truncate(limit);
        (states, complete)
    }

    /// Completions of the state in which the formula holds. Equations determine their side
    /// instead of splitting over all values.
    fn assume(&self, formula: &Formula, state: &[i16], env: &[usize], found: &mut Vec<State>) {
        match formula {
            Formula::And(parts) => {
                let mut states: Vec<State> = vec![state.into()];
                for part in parts {
                    let mut next = Vec::new();
                    for state in &states {
                        self.assume(part, state, env, &mut next);
                    }
                    states = next;
                }
                found.extend(states);
            }
            Formula::Or(parts) => {
                for part in parts {
                    self.assume(part, state, env, found);
                }
            }
            Formula::Constant(_) | Formula::Atom(_) => match self.holds(formula, state, env) {
                Ok(true) => found.push(state.into()),
                Ok(false) => {}
                Err(need) => match self.solved(formula, state, env) {
                    Some(Some(state)) => found.push(state),
                    Some(None) => {}
                    None => {
                        for state in self.split_initially(state, need) {
                            self.assume(formula, &state, env, found);
                        }
                    }
                },
            },
        }
    }

    /// An equation with one undetermined side, solved; `Some(None)` if the value is no value of
    /// the type.
    fn solved(&self, formula: &Formula, state: &[i16], env: &[usize]) -> Option<Option<State>> {
        let (element, value) = match formula {
            Formula::Atom(
                Atom::Equal(Term::Cell(cell), other) | Atom::Equal(other, Term::Cell(cell)),
            ) => {
                let element = self.at(cell, env);
                match self.value(other, state, env) {
                    Ok(value) if state[element] == UNDETERMINED => (element, value),
                    _ => return None,
                }
            }
            Formula::Atom(Atom::Linear(sum, Relation::Equal, _)) => {
                let [(factor @ (1 | -1), cell)] = &sum.parts[..] else { return None };
                (self.at(cell, env), -sum.constant * factor)
            }
            _ => return None,
        };
        let value = i16::try_from(value).ok().filter(|value| *value != UNDETERMINED);
        if value.is_none() {
            self.is_partial.set(true);
        }
        Some(value.map(|value| {
            let mut state: State = state.into();
            state[element] = value;
            state
        }))
    }

    /// All steps from a state.
    pub fn successors(&self, state: &[i16]) -> Vec<Successor> {
        match self.prepared() {
            Some(steps) => self.prepared_successors(steps, state),
            None => self.successors_from_model(state),
        }
    }

    fn prepared_successors(&self, steps: &Steps, state: &[i16]) -> Vec<Successor> {
        let mut found = Vec::new();
        for step in &steps.steps {
            let mut waiting: Vec<State> = Vec::new();
            let mut here: Option<State> = None;
            loop {
                let before: &[i16] = here.as_deref().unwrap_or(state);
                match step.take(before) {
                    Ok(Outcome::Disabled) => {}
                    Ok(Outcome::OutOfRange) => self.is_partial.set(true),
                    Ok(Outcome::After(after)) => found.push(Successor {
                        before: before.into(),
                        transition: step.transition,
                        args: step.args.clone(),
                        after,
                    }),
                    Err(need) => waiting.extend(self.split(before, need)),
                }
                match waiting.pop() {
                    Some(next) => here = Some(next),
                    None => break,
                }
            }
        }
        found
    }

    pub(crate) fn successors_from_model(&self, state: &[i16]) -> Vec<Successor> {
        let mut found = Vec::new();
        for (id, transition) in self.system.transitions.iter() {
            let n_params = transition.params.len();
            for_each_tuple(self.n_processes, n_params, Repetition::Forbidden, &mut |args| {
                self.fire(state, id, args, &mut found);
            });
        }
        found
    }

    /// The steps of one transition with given arguments.
    pub fn fire(
        &self,
        state: &[i16],
        id: TransitionId,
        args: &[usize],
        found: &mut Vec<Successor>,
    ) {
        let mut waiting: Vec<State> = vec![state.into()];
        while let Some(before) = waiting.pop() {
            let outcome = self
                .enabled(&before, id, args)
                .and_then(|enabled| if enabled { self.post(&before, id, args) } else { Ok(None) });
            match outcome {
                Ok(Some(after)) => {
                    let args = args.to_vec();
                    found.push(Successor { before, transition: id, args, after });
                }
                Ok(None) => {}
                Err(need) => waiting.extend(self.split(&before, need)),
            }
        }
    }

    fn enabled(&self, state: &[i16], id: TransitionId, args: &[usize]) -> Result<bool, NeedsValue> {
        let transition = &self.system.transitions[id];
        if !self.holds(&transition.guard, state, args)?
            || !self.holds(&transition.beside_foralls, state, args)?
        {
            return Ok(false);
        }
        let mut env = args.to_vec();
        for other in (0..self.n_processes).filter(|other| !args.contains(other)) {
            env.push(other);
            for forall in &transition.foralls {
                if !self.holds(forall, state, &env)? {
                    return Ok(false);
                }
            }
            env.pop();
        }
        Ok(true)
    }

    /// The state after the updates; `None` if a number leaves the range that we keep.
    fn post(
        &self,
        state: &[i16],
        id: TransitionId,
        args: &[usize],
    ) -> Result<Option<State>, NeedsValue> {
        let transition = &self.system.transitions[id];
        let mut after: State = state.into();
        let mut needs = None;
        let mut fits = true;
        for update in &transition.updates {
            let Assigned::Cases(cases) = &update.value else {
                after[self.offsets[update.symbol]] = UNDETERMINED;
                continue;
            };
            let arity = self.system.symbols[update.symbol].arity;
            for_each_tuple(self.n_processes, arity, Repetition::Allowed, &mut |indices| {
                let element = self.element(update.symbol, indices);
                let env = [args, indices].concat();
                match self.chosen(cases, state, element, &env) {
                    Ok(None) => {}
                    Ok(Some(value)) if i16::try_from(value).is_ok_and(|it| it != UNDETERMINED) => {
                        after[element] = value as i16;
                    }
                    Ok(_) => {
                        fits = false;
                        self.is_partial.set(true);
                    }
                    Err(need) => needs = needs.or(Some(need)),
                }
            });
        }
        match needs {
            Some(need) => Err(need),
            None => Ok(fits.then_some(after)),
        }
    }

    /// The value that the first case which holds assigns; `None` if the element keeps its own.
    fn chosen(
        &self,
        cases: &[(Formula, Term)],
        state: &[i16],
        element: usize,
        env: &[usize],
    ) -> Result<Option<i64>, NeedsValue> {
        for (condition, term) in cases {
            if self.holds(condition, state, env)? {
                // An element that keeps its value is not looked at.
                let same = match term {
                    Term::Cell(cell) => self.at(cell, env) == element,
                    Term::Sum(Sum { parts, constant: 0 }) => {
                        matches!(&parts[..], [(1, cell)] if self.at(cell, env) == element)
                    }
                    _ => false,
                };
                return if same { Ok(None) } else { self.value(term, state, env).map(Some) };
            }
        }
        unreachable!("the last condition of a case is true")
    }

    /// Some completion of a state: the first value of each element that is not determined.
    pub fn completed(&self, state: &[i16]) -> State {
        let value = |(element, value): (usize, &i16)| match *value {
            UNDETERMINED => self.values(element)[0],
            value => value,
        };
        state.iter().enumerate().map(value).collect()
    }

    /// A value for people.
    pub fn describe_value(&self, element: usize, value: i16) -> String {
        if value == UNDETERMINED {
            return "?".to_string();
        }
        match self.system.kind(self.owners[element]) {
            Kind::Enum(names) => names[value as usize].clone(),
            Kind::Proc if value as usize >= self.n_processes => "none".to_string(),
            Kind::Proc => format!("#{}", value + 1),
            Kind::Abstract => format!("d{value}"),
            Kind::Real if self.system.real_unit > 1 => {
                format!("{}", f64::from(value) / self.system.real_unit as f64)
            }
            Kind::Int | Kind::Real => value.to_string(),
        }
    }
}

fn read(state: &[i16], element: usize) -> Result<i64, NeedsValue> {
    match state[element] {
        UNDETERMINED => Err(NeedsValue(element)),
        value => Ok(i64::from(value)),
    }
}

/// Whether a tuple may name a process twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    Allowed,
    Forbidden,
}

/// Calls `visit` for all tuples of `len` processes out of `n`, in lexicographic order.
pub fn for_each_tuple(
    n: usize,
    len: usize,
    repetition: Repetition,
    visit: &mut impl FnMut(&[usize]),
) {
    let mut tuple: Vec<usize> = Vec::with_capacity(len);
    let mut candidate = 0;
    loop {
        if tuple.len() == len {
            visit(&tuple);
        } else if let Some(next) =
            (candidate..n).find(|next| repetition == Repetition::Allowed || !tuple.contains(next))
        {
            tuple.push(next);
            candidate = 0;
            continue;
        }
        match tuple.pop() {
            Some(last) => candidate = last + 1,
            None => return,
        }
    }
}
