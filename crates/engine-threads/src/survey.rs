//! What holds wherever a thread stands, from all states: values of what is shared, pairs of values
//! that never come together, and what the others do meanwhile.
//!
//! All states at turns are gone through, so what is told is exact: each value was there in some run,
//! and no run has another one. A thread stands before its next step that others can notice, or
//! in a call of a function that is nobody's concern; the innermost activation of a function that
//! is ours says where.
//!
//! # Ends
//! As going through all states does; there is nothing to tell if they are too many.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use index::IdSet;
use ir::{FunctionId, Program};
use ir_interp::{Indeterminate, LookPlace, Shared, Snapshot};
use verdict::Budget;

use crate::explore::{Reached, Search};

/// Values of one place that are told apart.
const MAX_VALUES: usize = 64;
const STATES_PER_POLL: usize = 64;

/// What is looked at.
#[derive(Debug)]
pub struct Look {
    pub shared: Vec<Shared>,
    /// Functions in which threads are said to stand.
    pub own: IdSet<FunctionId>,
}

/// The values of one thing; `None` if they are many, or no plain numbers.
pub type Values = Option<BTreeSet<u128>>;

/// What was seen while some thread stood at a place.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Of everything that is looked at, in its order.
    pub values: Vec<Values>,
    /// Values of two of them that were there together.
    pub pairs: BTreeMap<(usize, usize), BTreeSet<(u128, u128)>>,
    /// What other threads made of them.
    pub changes: Vec<Values>,
}

/// All places, and how many states there are.
#[derive(Debug)]
pub struct Survey {
    pub places: BTreeMap<LookPlace, Seen>,
    pub n_states: u64,
}

/// A state as it is looked at.
struct View {
    snapshot: Snapshot,
    bits: Vec<Option<u128>>,
    standing: Vec<(u32, LookPlace)>,
}

struct Task {
    from: Option<Rc<View>>,
    thread: Option<u32>,
    inputs: Vec<u128>,
}

/// Goes through all states; the reason why not, if that cannot be done. Runs end where a check fails.
pub fn survey(
    program: &Program,
    indeterminate: Indeterminate,
    look: &Look,
    max_states: usize,
    budget: &Budget,
) -> Result<Survey, String> {
    let mut search = Search::new(program, indeterminate, max_states);
    let mut places: BTreeMap<LookPlace, Seen> = BTreeMap::new();
    let mut pending = vec![Task { from: None, thread: None, inputs: Vec::new() }];
    let mut n_polled = 0;
    while let Some(Task { from, thread, inputs }) = pending.pop() {
        n_polled += 1;
        let is_spent = n_polled % STATES_PER_POLL == 0 && budget.check().is_err();
        if is_spent || search.seen.len() > max_states {
            return Err("there are more states than could be followed".to_owned());
        }
        let state = from.as_ref().map(|view| &view.snapshot);
        let reached = search.step(state, thread, &inputs);
        if search.has_opaque() {
            return Err("an input has too many values to try all".to_owned());
        }
        let is_new = matches!(reached, Reached::New);
        match reached {
            Reached::Nothing | Reached::Violated(..) => continue,
            Reached::Asks(values) => {
                for value in values {
                    let inputs = inputs.iter().copied().chain([value]).collect();
                    pending.push(Task { from: from.clone(), thread, inputs });
                }
                continue;
            }
            Reached::Open(why) => return Err(why),
            Reached::New | Reached::Known => {}
        }
        let view = look.view(&search);
        if let (Some(before), Some(mover)) = (&from, thread) {
            for (_, place) in before.standing.iter().filter(|(other, _)| *other != mover) {
                let seen = places.entry(*place).or_insert_with(|| look.nothing());
                seen.change(&before.bits, &view.bits);
            }
        }
        if is_new {
            for (_, place) in &view.standing {
                places.entry(*place).or_insert_with(|| look.nothing()).note(&view.bits);
            }
            let view = Rc::new(view);
            for next in search.interpreter.candidates() {
                let from = Some(Rc::clone(&view));
                pending.push(Task { from, thread: Some(next), inputs: Vec::new() });
            }
        }
    }
    Ok(Survey { places, n_states: search.seen.len() as u64 })
}

impl Look {
    fn nothing(&self) -> Seen {
        let nothing = || vec![Some(BTreeSet::new()); self.shared.len()];
        Seen { values: nothing(), pairs: BTreeMap::new(), changes: nothing() }
    }

    fn view(&self, search: &Search<'_>) -> View {
        let bits = self.shared.iter().map(|it| search.interpreter.shared_bits(*it)).collect();
        let standing = search.interpreter.standing().into_iter();
        let own = standing.filter_map(|(thread, places)| {
            let place = places.into_iter().find(|(function, _)| self.own.contains(*function))?;
            Some((thread, place))
        });
        View { snapshot: search.interpreter.snapshot(), bits, standing: own.collect() }
    }
}

fn add(values: &mut Values, bits: Option<u128>) {
    match (values.as_mut(), bits) {
        (Some(known), Some(bits)) if known.len() < MAX_VALUES || known.contains(&bits) => {
            known.insert(bits);
        }
        _ => *values = None,
    }
}

impl Seen {
    fn note(&mut self, bits: &[Option<u128>]) {
        for (values, bits) in self.values.iter_mut().zip(bits) {
            add(values, *bits);
        }
        for (first, one) in bits.iter().enumerate() {
            for (second, other) in bits.iter().enumerate().skip(first + 1) {
                if let (Some(one), Some(other)) = (one, other) {
                    self.pairs.entry((first, second)).or_default().insert((*one, *other));
                }
            }
        }
    }

    fn change(&mut self, before: &[Option<u128>], after: &[Option<u128>]) {
        for (index, changes) in self.changes.iter_mut().enumerate() {
            if before[index] != after[index] {
                add(changes, after[index]);
            }
        }
    }
}
