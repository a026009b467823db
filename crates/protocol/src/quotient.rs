//! Finitely many classes of the infinitely many states of an instance.
//!
//! Data are unbounded, so that even P(2) of the bakery has infinitely many states: tickets grow
//! for ever. But a guard only compares: `t + 1 < t[otr]` depends on the difference of two
//! numbers, and on large differences it no longer depends at all. Two states are in one *class*
//! if they agree in all but the data, and in the data up to gaps: sort all numbers of a state
//! together with the constants of the protocol; a gap between neighbours of `G` and more
//! counts as `G`.
//!
//! ```text
//!   t: 0 57 58     constants {0}     G = 1     class   0 1 2
//!   t: 0  1  9                                 class   0 1 2
//! ```
//!
//! # What is exact
//! With `B` the largest `|a - b|` in comparisons `u + a < v + b`, and `G = B + 1`, every formula
//! of the protocol has the same value on all states of a class: a difference that contains a
//! clipped gap is larger than any `B` in both. A larger `G` does as well. So which rules are open, which guards hold and
//! whether a property holds is a matter of the class.
//!
//! # What is an over-approximation
//! Successors are not: from the gap 57 one may increment the smaller number 56 times before the
//! two are neighbours, from the gap 1 not once. An assignment moves a number by at most `C`,
//! the sum of all constants in one branch, so the successors of all states of a class are
//! covered by those of its *members* in which each clipped gap is `G, G+1, …, G+C` ([`members`]
//! lists them). Each `t := *` in a branch asks for another `G + C`, so that there is room in
//! between, and for trying numbers as far away from the present ones. The graph of
//! classes with these edges covers every run of the instance; a run in it need not be one of the
//! instance. Whoever uses it to refute has to find the run again among the states.
//!
//! [`members`]: Quotient::members

use std::collections::BTreeSet;

use crate::instance::{Instance, State};
use crate::{
    Action, DataRef, DataSort, DataTarget, DataValue, Formula, Property, Subject, System, Term,
    Update,
};

/// The parameters of the classes of one instance.
#[derive(Clone, Debug)]
pub struct Quotient {
    /// The smallest and the largest number that occurs in the protocol by itself; between them
    /// numbers are kept exactly. `None` if the protocol compares and assigns no constants.
    constants: Option<(i64, i64)>,
    /// `G`
    gap: i64,
    /// `C`
    drift: i64,
    /// How many `:= *` to data one branch has at most.
    n_any: i64,
    n_unknown_numbers: usize,
}

/// Why an instance has too many classes to go through them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooCoarse {
    #[error("the numbers in the protocol are too large to try all differences up to them")]
    LargeNumbers,
    #[error("a state has too many gaps between its numbers to try them all")]
    ManyGaps,
}

impl Quotient {
    /// Beyond this, trying all differences takes longer than anybody waits.
    const MAX_GAP: i64 = 64;
    const MAX_MEMBERS: usize = 4096;

    /// The classes with the smallest `G` that makes formulas a matter of the class.
    pub fn coarse(instance: &Instance<'_>) -> Self {
        Self::with_slack(instance, 0)
    }

    /// Classes that also keep apart the differences that some steps of every process can bridge:
    /// more of them, but fewer that no run reaches. A ticket lock, whose numbers follow each
    /// other closely, becomes exact in this way.
    pub fn fine(instance: &Instance<'_>) -> Self {
        let drift = Self::coarse(instance).drift;
        Self::with_slack(instance, drift.saturating_mul(instance.n_processes() as i64))
    }

    fn with_slack(instance: &Instance<'_>, slack: i64) -> Self {
        let system = instance.system();
        let mut numbers = Numbers::default();
        numbers.system(system, instance.n_processes());
        let constants = numbers.constants.first().zip(numbers.constants.last());
        let n_any = |initial: Option<i64>| usize::from(initial.is_none());
        let own: usize = system.data.values().map(|var| n_any(var.initial)).sum();
        let centre: usize = system.centre.data.values().map(|var| n_any(var.initial)).sum();
        Self {
            constants: constants.map(|(low, high)| (*low, *high)),
            gap: (numbers.difference + 1).saturating_add(slack),
            drift: numbers.drift,
            n_any: numbers.n_any,
            n_unknown_numbers: own * instance.n_processes() + centre,
        }
    }

    /// `G`: gaps from here on count as the same.
    pub fn gap(&self) -> i64 {
        self.gap
    }

    /// `C`: how far one branch moves a number at most.
    pub fn drift(&self) -> i64 {
        self.drift
    }

    /// The constants between which numbers are kept exactly.
    pub fn constants(&self) -> Option<(i64, i64)> {
        self.constants
    }

    /// The numbers to try at the start, so that every class of initial states is met.
    pub fn initial_numbers(&self) -> Vec<i64> {
        if self.n_unknown_numbers == 0 {
            return Vec::new();
        }
        let (low, high) = self.constants.unwrap_or((0, 0));
        let room = self.gap.min(Self::MAX_GAP) * self.n_unknown_numbers as i64;
        (low - room..=high + room).collect()
    }

    /// The numbers to try for `*` in `state`, so that every class of outcomes of a member is met.
    pub fn any_numbers(&self, state: &State) -> Vec<i64> {
        if self.n_any == 0 {
            return Vec::new();
        }
        let (low, high) = self.constants.unwrap_or((0, 0));
        let mut numbers: BTreeSet<i64> = BTreeSet::new();
        let room = self.room().saturating_mul(self.n_any).min(Self::MAX_GAP);
        for number in state.data().chain([low, high]) {
            numbers.extend(number.saturating_sub(room)..=number.saturating_add(room));
        }
        if high - low <= Self::MAX_GAP {
            numbers.extend(low..=high);
        }
        numbers.into_iter().collect()
    }

    /// A distance at which two numbers cannot be told apart from a larger one, whatever one
    /// branch still adds to them.
    fn room(&self) -> i64 {
        self.gap.saturating_add(self.drift)
    }

    /// The member of the class of `state` that stands for it: the one with the smallest gaps.
    pub fn representative(&self, state: &State) -> State {
        let mut representative = state.clone();
        self.renumber(&mut representative, |gap| gap.min(self.gap));
        representative
    }

    /// Members of the class of `representative` whose successors cover those of all members.
    pub fn members(&self, representative: &State) -> Result<Vec<State>, TooCoarse> {
        let most = self.room().saturating_mul(self.n_any + 1);
        let (low, high) = self.constants.unwrap_or((0, 0));
        if most > Self::MAX_GAP || self.n_any > 0 && high - low > Self::MAX_GAP {
            return Err(TooCoarse::LargeNumbers);
        }
        let mut n_gaps = 0;
        self.renumber(&mut representative.clone(), |gap| {
            n_gaps += usize::from(gap >= self.gap);
            gap
        });
        let n_choices = (most - self.gap + 1) as usize;
        let n_members = u32::try_from(n_gaps).ok().and_then(|gaps| n_choices.checked_pow(gaps));
        let n_members =
            n_members.filter(|members| *members <= Self::MAX_MEMBERS).ok_or(TooCoarse::ManyGaps)?;
        let member = |number: usize| {
            let mut rest = number;
            let mut member = representative.clone();
            self.renumber(&mut member, |gap| {
                if gap < self.gap {
                    return gap;
                }
                let choice = rest % n_choices;
                rest /= n_choices;
                self.gap + choice as i64
            });
            member
        };
        Ok((0..n_members).map(member).collect())
    }

    /// Rewrites all numbers so that each gap between neighbours becomes what `resize` makes of
    /// it; constants and what is between them stay. Gaps are visited in a fixed order.
    fn renumber(&self, state: &mut State, mut resize: impl FnMut(i64) -> i64) {
        let numbers: BTreeSet<i64> = state.data().collect();
        let Some(first) = numbers.first() else { return };
        let (low, high) = self.constants.unwrap_or((*first, *first));
        let mut renamed: Vec<(i64, i64)> = Vec::with_capacity(numbers.len());
        let (mut last, mut last_renamed) = (high, if self.constants.is_some() { high } else { 0 });
        for number in numbers.range(high..).filter(|number| **number > high) {
            last_renamed += resize(number.saturating_sub(last));
            last = *number;
            renamed.push((*number, last_renamed));
        }
        (last, last_renamed) = (low, low);
        for number in numbers.range(..low).rev() {
            last_renamed -= resize(last.saturating_sub(*number));
            last = *number;
            renamed.push((*number, last_renamed));
        }
        if self.constants.is_none() {
            renamed.push((*first, 0));
        }
        for number in state.data_mut() {
            if let Some((_, new)) = renamed.iter().find(|(old, _)| old == number) {
                *number = *new;
            }
        }
    }
}

/// What the protocol does with numbers.
#[derive(Default)]
struct Numbers {
    constants: BTreeSet<i64>,
    /// The largest `|a - b|` in a comparison of two variables.
    difference: i64,
    drift: i64,
    n_any: i64,
}

impl Numbers {
    fn system(&mut self, system: &System, n_processes: usize) {
        for var in system.data.values().chain(system.centre.data.values()) {
            self.constants.extend(var.initial);
            if var.sort == DataSort::Nat {
                self.constants.insert(0);
            }
        }
        for predicate in system.predicates.values() {
            self.formula(&predicate.body);
        }
        for rule in system.rules.values() {
            self.formula(&rule.when);
            if let Some(guard) = &rule.guard {
                guard.formulas().for_each(|formula| self.formula(formula));
            }
            for branch in rule.then.iter().chain(&rule.otherwise) {
                let drifts = branch.actions.iter().map(|action| self.action(action, n_processes));
                let drift = drifts.sum();
                self.drift = self.drift.max(drift);
                let n_any = branch.actions.iter().filter(|action| action.assigns_any_number());
                self.n_any = self.n_any.max(n_any.count() as i64);
            }
        }
        system.initially.iter().for_each(|it| self.formula(&it.formula));
        for property in system.properties.values() {
            match &property.property {
                Property::Safety(formula) | Property::Reachable(formula) => self.formula(formula),
                Property::Liveness { trigger, response } => {
                    self.formula(trigger);
                    self.formula(response);
                }
            }
        }
    }

    /// Notes the numbers of an action; returns how far it moves a number.
    fn action(&mut self, action: &Action, n_processes: usize) -> i64 {
        match action {
            Action::SetData { target: DataTarget::Own(_) | DataTarget::Centre(_), value } => {
                match value {
                    DataValue::Term(term) => self.assigned(*term),
                    DataValue::Any => 0,
                }
            }
            Action::Scan(scan) => {
                self.formula(&scan.test);
                let visit = self.assigned(scan.value);
                match scan.value.base {
                    // What the last visit read of its partner is all that remains.
                    None | Some(DataRef::Process(Subject::Other, _)) => visit,
                    Some(DataRef::Process(..) | DataRef::Centre(_)) => {
                        visit.saturating_mul(n_processes as i64)
                    }
                }
            }
            Action::Broadcast(broadcast) => {
                broadcast.cases.iter().for_each(|case| self.formula(&case.test));
                let updates = broadcast.cases.iter().flat_map(|case| &case.updates);
                // All is read before anything is written, so the updates do not add up.
                updates.map(|update| self.update(update)).max().unwrap_or(0)
            }
            Action::Tell { update, .. } => self.update(update),
            Action::Pick(pick) => {
                self.formula(&pick.test);
                0
            }
            Action::SetFinite { .. } | Action::SetPointer { .. } => 0,
        }
    }

    fn update(&mut self, update: &Update) -> i64 {
        match update {
            Update::Number { value, .. } => self.assigned(*value),
            Update::Location(_)
            | Update::Const(..)
            | Update::Copy { .. }
            | Update::Read { .. }
            | Update::AnyValue(_)
            | Update::AnyNumber(_) => 0,
        }
    }

    fn assigned(&mut self, term: Term) -> i64 {
        match term.base {
            None => {
                self.constants.insert(term.offset);
                0
            }
            Some(_) => term.offset.abs(),
        }
    }

    fn formula(&mut self, formula: &Formula) {
        for atom in formula.all_atoms() {
            if let Formula::Compare(_, lhs, rhs) = atom {
                self.comparison(*lhs, *rhs);
            }
        }
    }

    fn comparison(&mut self, lhs: Term, rhs: Term) {
        let shift = rhs.offset - lhs.offset;
        match (lhs.base, rhs.base) {
            (Some(_), Some(_)) => self.difference = self.difference.max(shift.abs()),
            // `u + a < b` asks where `u` is with respect to `b - a`.
            (Some(_), None) => {
                self.constants.insert(shift);
            }
            (None, Some(_)) => {
                self.constants.insert(-shift);
            }
            (None, None) => {}
        }
    }
}
