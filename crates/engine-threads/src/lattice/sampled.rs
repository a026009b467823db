//! States that threads come to, by trying.
//!
//! Nothing is asked of a solver: the formulas of turns are computed. Inputs are small numbers and those of the
//! program. It ends after so many states or terms, and is the same each time.

use std::collections::VecDeque;

use logic::{Assignment, Sort, Term, TermId, TermPool, Value, VarId, evaluate_terms};
use rustc_hash::{FxHashMap, FxHashSet};
use verdict::Budget;

use super::turns::{Turn, Turns};

/// States that are gone on from.
const MAX_STATES: usize = 4_000;
/// Of these, with all threads at the same places.
const MAX_AT_PLACES: usize = 40;
/// Terms that are computed, in all.
const MAX_TERMS: usize = 4_000_000;
/// Inputs that are tried at one turn.
const MAX_TRIES: usize = 8;

/// The values of what a state consists of, in the order of the names.
pub type State = Vec<Value>;

/// States in which somebody may be chosen.
pub fn sampled(pool: &TermPool, turns: &Turns, budget: &Budget) -> Vec<State> {
    let start = Stage::of(pool, turns, &turns.start);
    let stages: Vec<Stage> = turns.all.iter().map(|turn| Stage::of(pool, turns, turn)).collect();
    let mut by_place: FxHashMap<(usize, Value), usize> = FxHashMap::default();
    let mut counters: Vec<usize> = Vec::new();
    for (index, turn) in turns.all.iter().enumerate() {
        let Some(mover) = turn.mover else { continue };
        let Some(at) = turns.names.iter().position(|(var, _)| *var == mover.pc) else { continue };
        if let Term::BitVec(width, bits) = pool[mover.number] {
            by_place.insert((at, Value::BitVec(width, bits)), index);
        }
        if !counters.contains(&at) {
            counters.push(at);
        }
    }
    let mut walk = Walk::of(pool, turns, &counters);
    for _ in 0..MAX_TRIES {
        walk.step(&start, &[]);
    }
    while walk.n_terms < MAX_TERMS && walk.found.len() < MAX_STATES && budget.check().is_ok() {
        let Some(state) = walk.next() else { break };
        for counter in &counters {
            if let Some(turn) = by_place.get(&(*counter, state[*counter].clone())) {
                let stage = &stages[*turn];
                for _ in 0..if stage.inputs.is_empty() { 1 } else { MAX_TRIES } {
                    walk.step(stage, &state);
                }
            }
        }
    }
    walk.found
}

/// What can be done at one place.
struct Stage {
    guard: TermId,
    /// Terms below the guard, operands first, and those below what becomes of the state.
    tests: Vec<TermId>,
    effects: Vec<TermId>,
    inputs: Vec<VarId>,
    /// What becomes of each part of a state, if it may change.
    values: Vec<Option<TermId>>,
}

impl Stage {
    fn of(pool: &TermPool, turns: &Turns, turn: &Turn) -> Self {
        let own: FxHashSet<VarId> =
            turns.names.iter().filter_map(|(_, name)| pool.as_var(*name)).collect();
        let value = |(_, name): &(ir::VarId, TermId)| {
            let value = turn.values.get(&pool.as_var(*name)?).copied();
            // At the start nothing was before.
            if turn.mover.is_none() { value.or(Some(*name)) } else { value }
        };
        let values: Vec<Option<TermId>> = turns.names.iter().map(value).collect();
        let changed: Vec<TermId> = values.iter().flatten().copied().collect();
        let mut roots = changed.clone();
        roots.push(turn.guard);
        let vars = pool.vars_of(&roots);
        let is_start = turn.mover.is_none();
        Self {
            guard: turn.guard,
            tests: pool.postorder(&[turn.guard]),
            effects: pool.postorder(&changed),
            inputs: vars.iter().filter(|var| is_start || !own.contains(var)).collect(),
            values,
        }
    }
}

struct Walk<'a> {
    pool: &'a TermPool,
    /// Where a state says where threads stand, and how many states were found of each answer.
    counters: &'a [usize],
    at_places: FxHashMap<State, usize>,
    names: Vec<VarId>,
    constants: Vec<u128>,
    chance: Chance,
    n_terms: usize,
    found: Vec<State>,
    seen: FxHashSet<State>,
    /// Those that were not gone on from, by their place among those found.
    pending: VecDeque<usize>,
}

impl<'a> Walk<'a> {
    fn of(pool: &'a TermPool, turns: &Turns, counters: &'a [usize]) -> Self {
        let number = |term: TermId| match pool[term] {
            Term::BitVec(width, bits) if (8..=64).contains(&width) => Some(bits),
            _ => None,
        };
        let mut constants: Vec<u128> = pool.ids().filter_map(number).collect();
        constants.sort_unstable();
        constants.dedup();
        Self {
            pool,
            counters,
            at_places: FxHashMap::default(),
            names: turns.names.iter().filter_map(|(_, name)| pool.as_var(*name)).collect(),
            constants,
            chance: Chance(1),
            n_terms: 0,
            found: Vec::new(),
            seen: FxHashSet::default(),
            pending: VecDeque::new(),
        }
    }

    /// One of those that were found first, of those that were found last, or any: what is near the beginning
    /// in every way, what is far from it, and what is between.
    fn next(&mut self) -> Option<State> {
        let index = match self.chance.below(3) {
            0 => self.pending.pop_front(),
            1 => self.pending.pop_back(),
            _ => {
                let any = self.chance.below(self.pending.len().max(1) as u64) as usize;
                self.pending.swap_remove_front(any)
            }
        };
        Some(self.found[index?].clone())
    }

    fn step(&mut self, stage: &Stage, state: &[Value]) {
        self.n_terms += stage.tests.len();
        let mut all = Assignment::default();
        all.vars.extend(self.names.iter().copied().zip(state.iter().cloned()));
        for var in &stage.inputs {
            let value = self.any(self.pool.var(*var).sort);
            all.vars.insert(*var, value);
        }
        let tests = evaluate_terms(self.pool, &stage.tests, &all);
        if tests.and_then(|tests| tests.get(&stage.guard).cloned()) != Some(Value::Bool(true)) {
            return;
        }
        self.n_terms += stage.effects.len();
        let Some(effects) = evaluate_terms(self.pool, &stage.effects, &all) else { return };
        let value = |(index, changed): (usize, &Option<TermId>)| match changed {
            Some(changed) => effects.get(changed).cloned(),
            None => state.get(index).cloned(),
        };
        let Some(after) = stage.values.iter().enumerate().map(value).collect::<Option<State>>()
        else {
            return;
        };
        let places: State = self.counters.iter().map(|at| after[*at].clone()).collect();
        let n_there = self.at_places.entry(places).or_default();
        if *n_there < MAX_AT_PLACES && self.seen.insert(after.clone()) {
            *n_there += 1;
            self.pending.push_back(self.found.len());
            self.found.push(after);
        }
    }

    /// A value that programs may have been written for, or any.
    fn any(&mut self, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.chance.below(2) == 1),
            Sort::BitVec(width) => {
                let bits = match self.chance.below(8) {
                    0 | 1 => 0,
                    2 => 1,
                    3 => u128::MAX,
                    4 | 5 => u128::from(self.chance.below(16)),
                    6 if !self.constants.is_empty() => {
                        let at = self.chance.below(self.constants.len() as u64) as usize;
                        self.constants[at]
                    }
                    _ => u128::from(self.chance.next()),
                };
                Value::BitVec(width, bits & (u128::MAX >> (128 - width)))
            }
            Sort::Int => Value::Int(i128::from(self.chance.below(8))),
            Sort::Array(_, element) => {
                Value::Array(std::collections::BTreeMap::new(), Box::new(self.any(element.into())))
            }
        }
    }
}

/// Numbers that look random and are the same every time (SplitMix; Steele, Lea, Flood, 2014).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}
