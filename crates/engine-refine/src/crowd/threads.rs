//! Threads of a crowd with concrete values, one step at a time: what others *really* can do.
//!
//! Each thread began at the entry, takes its steps when the scheduler likes, and may rest for ever.
//! So whatever a few of them do here is part of a run of the whole program. Nothing is assumed of what
//! is not known: a parameter has no value, and a step that depends on one is left out.

use ir::Type;

use super::{Crowd, FIRST_OF_OTHERS, Global, LAST_OF_OTHERS};
use crate::explicit::products;
use crate::expr::{Exprs, Slot};
use crate::machine::{ENDED, FIRST, Label, Step};
use crate::values::{Valuation, Values};

/// Threads that are started in one run: a writer, a reader, and who comes between them.
const MAX_THREADS: usize = 3;
/// Values of their globals to start with.
const MAX_STARTS: usize = 8;
/// Values of inputs.
const INPUTS: [i128; 3] = [0, 1, 2];

/// Slots with their values, in order; what is not listed is not known.
type Listed = Vec<(Slot, i128)>;

/// The threads of a crowd so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Threads {
    /// What is theirs together and not the target's.
    globals: Listed,
    running: Vec<Thread>,
    n_started: usize,
    first_number: i128,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Thread {
    number: i128,
    place: usize,
    locals: Listed,
}

/// A step of one of them.
#[derive(Clone, Debug)]
pub(crate) struct Moved {
    /// Whose.
    pub number: i128,
    pub step: usize,
    pub choices: Vec<i128>,
    /// Shared slots of the target that are written.
    pub writes: Vec<(Slot, i128)>,
    pub threads: Threads,
}

/// What one thread sees.
struct Seen<'a> {
    crowd: &'a Crowd,
    /// Slots of the state come from here.
    shared: &'a Values,
    n_state: usize,
    globals: &'a Listed,
    thread: &'a Thread,
    chosen: &'a Listed,
}

impl Valuation for Seen<'_> {
    fn of(&self, slot: Slot) -> Option<i128> {
        if slot.index() < self.n_state {
            return Some(self.shared[slot]);
        }
        if slot == self.crowd.number {
            return Some(self.thread.number);
        }
        let all = self.chosen.iter().chain(self.globals).chain(&self.thread.locals);
        all.into_iter().find(|(known, _)| *known == slot).map(|(_, value)| *value)
    }
}

impl Threads {
    /// Before anyone has begun: beside a function their globals may hold anything, as its own do.
    pub(crate) fn starts(crowd: &Crowd, start: &Values) -> Vec<Self> {
        // A number that is somewhere already may be that of a thread which is none of these.
        let taken = start.largest().max(FIRST_OF_OTHERS - 1);
        let first_number = match crowd.is_numbered && taken < LAST_OF_OTHERS - 1_000 {
            true => taken + 1,
            false => FIRST_OF_OTHERS,
        };
        let values = |global: &Global| match global.initial {
            Some(value) => vec![value],
            None => vec![0, 1],
        };
        let domains: Vec<Vec<i128>> = crowd.globals.iter().map(values).collect();
        let with = |values: Vec<i128>| {
            let mut globals: Listed =
                crowd.globals.iter().map(|global| global.slot).zip(values).collect();
            globals.sort_unstable();
            Self { globals, first_number, ..Self::default() }
        };
        products(&domains).into_iter().take(MAX_STARTS).map(with).collect()
    }

    /// What their own globals hold.
    pub(crate) fn globals(&self) -> &[(Slot, i128)] {
        &self.globals
    }

    /// The same for all that differ only in who is who, where nobody can tell.
    pub(crate) fn alike(&self, crowd: &Crowd) -> Self {
        let mut alike = self.clone();
        if !crowd.is_numbered {
            alike.running.iter_mut().for_each(|thread| thread.number = 0);
            alike.running.sort();
        }
        alike
    }

    /// All that one of them, or a new one, can do next.
    pub(crate) fn moves(
        &self,
        crowd: &Crowd,
        exprs: &Exprs,
        shared: &Values,
        n_state: usize,
    ) -> Vec<Moved> {
        let mut found = Vec::new();
        for at in 0..self.running.len() {
            self.moves_of(at, crowd, exprs, shared, n_state, &mut found);
        }
        if self.n_started < MAX_THREADS {
            let mut more = self.clone();
            more.running.push(Thread {
                number: self.first_number + self.n_started as i128,
                place: crowd.machine.start,
                locals: Vec::new(),
            });
            more.n_started += 1;
            more.moves_of(self.running.len(), crowd, exprs, shared, n_state, &mut found);
        }
        found
    }

    fn moves_of(
        &self,
        at: usize,
        crowd: &Crowd,
        exprs: &Exprs,
        shared: &Values,
        n_state: usize,
        found: &mut Vec<Moved>,
    ) {
        let thread = &self.running[at];
        for index in &crowd.machine.outgoing[thread.place] {
            let step = &crowd.machine.steps[*index];
            let is_plain =
                matches!(step.label, Label::Silent | Label::Call { .. } | Label::Return(_));
            if !is_plain || !(step.to >= FIRST || step.to == ENDED) {
                continue;
            }
            let domains: Vec<Vec<i128>> = step
                .choices
                .iter()
                .map(|slot| match exprs.slot_type(*slot) {
                    Type::Bool => vec![0, 1],
                    _ => INPUTS.to_vec(),
                })
                .collect();
            for choices in products(&domains) {
                let chosen: Listed =
                    step.choices.iter().copied().zip(choices.iter().copied()).collect();
                let seen = Seen {
                    crowd,
                    shared,
                    n_state,
                    globals: &self.globals,
                    thread,
                    chosen: &chosen,
                };
                if exprs.holds(step.guard, &seen) != Some(true) {
                    continue;
                }
                if let Some((writes, threads)) = self.taken(at, step, crowd, exprs, &seen) {
                    let number = thread.number;
                    found.push(Moved { number, step: *index, choices, writes, threads });
                }
            }
        }
    }

    /// What a step writes to what is shared, and the threads behind it; nothing if somebody else
    /// would see a value that is not known.
    fn taken(
        &self,
        at: usize,
        step: &Step,
        crowd: &Crowd,
        exprs: &Exprs,
        seen: &Seen<'_>,
    ) -> Option<(Listed, Self)> {
        let mut writes = Vec::new();
        let mut after = self.clone();
        let mut locals = seen.thread.locals.clone();
        for (slot, value) in &step.updates {
            let value = exprs.eval(*value, seen);
            if slot.index() < seen.n_state {
                writes.push((*slot, value?));
            } else if crowd.is_global(*slot) {
                put(&mut after.globals, *slot, Some(value?));
            } else {
                put(&mut locals, *slot, value);
            }
        }
        if step.to == ENDED {
            after.running.remove(at);
            return Some((writes, after));
        }
        let live = &crowd.machine.live[step.to];
        locals.retain(|(slot, _)| live.binary_search(slot).is_ok());
        after.running[at] = Thread { place: step.to, locals, ..seen.thread.clone() };
        Some((writes, after))
    }
}

fn put(listed: &mut Listed, slot: Slot, value: Option<i128>) {
    match (listed.binary_search_by_key(&slot, |(slot, _)| *slot), value) {
        (Ok(at), Some(value)) => listed[at].1 = value,
        (Ok(at), None) => {
            listed.remove(at);
        }
        (Err(at), Some(value)) => listed.insert(at, (slot, value)),
        (Err(_), None) => {}
    }
}
