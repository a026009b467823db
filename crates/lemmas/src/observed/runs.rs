//! Short runs from head to head, with inputs by chance.
//!
//! Nothing is asked of a solver: the terms of a block are computed. A run that no block goes on with has
//! ended, or its inputs were not allowed; then others are tried.

use index::IndexVec;
use logic::{Assignment, Sort, Term, TermId, TermPool, Value, VarId, evaluate_terms};
use rustc_hash::FxHashMap;

use crate::blocks::{BlockId, Blocks, HeadId, Origin};

/// States that are kept of one head.
const MAX_STATES: usize = 120;
const MAX_RUNS: usize = 40;
/// Blocks of one run.
const MAX_BLOCKS: usize = 240;
/// For so many blocks the environment tends to choose the same.
const MOOD: usize = 40;
/// Inputs that are tried in one state.
const MAX_TRIES: usize = 6;
/// Terms that are computed, in all.
const MAX_TERMS: usize = 300_000;

/// Elements that are copied in the time that a term takes.
const COPIED_AT_ONCE: usize = 8;

/// States that runs were in.
pub struct Runs {
    /// The values of the names that a head has.
    pub states: IndexVec<HeadId, Vec<Assignment>>,
}

impl Runs {
    pub fn of(pool: &TermPool, blocks: &Blocks) -> Self {
        let mut walk = Walk {
            pool,
            blocks,
            constants: constants(pool),
            chance: Chance(1),
            n_terms: 0,
            mood: FxHashMap::default(),
            n_seen: IndexVec::from_elem(0, blocks.heads.len()),
            states: IndexVec::from_elem(Vec::new(), blocks.heads.len()),
        };
        let start = Stage::of(pool, blocks, Origin::Start);
        let stages = blocks.heads.ids().map(|head| Stage::of(pool, blocks, Origin::Head(head)));
        let stages: IndexVec<HeadId, Stage> = stages.collect();
        for _ in 0..MAX_RUNS {
            walk.run(&start, &stages);
            if walk.n_terms > MAX_TERMS {
                break;
            }
        }
        Self { states: walk.states }
    }

    /// Was a run in a state of the head of which this does not hold?
    pub fn break_it(&self, pool: &TermPool, head: HeadId, guess: TermId) -> bool {
        let is_false =
            |state: &Assignment| logic::evaluate(pool, guess, state) == Some(Value::Bool(false));
        self.states[head].iter().any(is_false)
    }
}

/// What can be done from one place.
struct Stage {
    blocks: Vec<BlockId>,
    guards: Vec<TermId>,
    /// Terms below the guards, operands first, and those below what becomes of the state.
    tests: Vec<TermId>,
    effects: Vec<Vec<TermId>>,
    vars: Vec<VarId>,
    n_stores: usize,
}

impl Stage {
    fn of(pool: &TermPool, blocks: &Blocks, from: Origin) -> Self {
        let ids: Vec<BlockId> =
            blocks.blocks.ids().filter(|id| blocks.blocks[*id].from == from).collect();
        let guards: Vec<TermId> = ids.iter().map(|id| blocks.blocks[*id].guard).collect();
        let values =
            |id: &BlockId| -> Vec<TermId> { blocks.blocks[*id].values.values().copied().collect() };
        let mut roots = guards.clone();
        roots.extend(ids.iter().flat_map(values));
        let is_store = |term: &TermId| matches!(pool[*term], Term::Store(..));
        Self {
            n_stores: pool.postorder(&roots).iter().filter(|term| is_store(term)).count(),
            tests: pool.postorder(&guards),
            effects: ids.iter().map(|id| pool.postorder(&values(id))).collect(),
            vars: pool.vars_of(&roots).iter().collect(),
            blocks: ids,
            guards,
        }
    }
}

struct Walk<'a> {
    pool: &'a TermPool,
    blocks: &'a Blocks,
    /// Numbers of the program.
    constants: Vec<u128>,
    chance: Chance,
    n_terms: usize,
    /// What the environment likes to choose at present: queues fill up only if nobody reads for a while.
    mood: FxHashMap<VarId, Value>,
    n_seen: IndexVec<HeadId, u64>,
    states: IndexVec<HeadId, Vec<Assignment>>,
}

impl Walk<'_> {
    fn run(&mut self, start: &Stage, stages: &IndexVec<HeadId, Stage>) {
        let Some((mut head, mut state)) = self.step(start, &Assignment::default()) else { return };
        for n_blocks in 0..MAX_BLOCKS {
            if n_blocks % MOOD == 0 {
                self.mood.clear();
            }
            self.see(head, &state);
            match self.step(&stages[head], &state) {
                Some((next, then)) => (head, state) = (next, then),
                None => break,
            }
        }
    }

    /// Keeps a state, or puts it in the place of another: each one has the same chance to stay.
    fn see(&mut self, head: HeadId, state: &Assignment) {
        self.n_seen[head] += 1;
        if self.states[head].len() < MAX_STATES {
            self.states[head].push(state.clone());
            return;
        }
        let at = self.chance.below(self.n_seen[head]) as usize;
        if let Some(old) = self.states[head].get_mut(at) {
            *old = state.clone();
        }
    }

    /// What the environment chooses.
    fn choose(&mut self, var: VarId, n_tries: usize) -> Value {
        let sort = self.pool.var(var).sort;
        // What did not work is not tried again.
        if n_tries > 0 || self.chance.below(4) == 0 {
            return self.any(sort);
        }
        if let Some(value) = self.mood.get(&var) {
            return value.clone();
        }
        let value = self.any(sort);
        self.mood.insert(var, value.clone());
        value
    }

    /// Where a run goes from a state, with some inputs.
    fn step(&mut self, stage: &Stage, state: &Assignment) -> Option<(HeadId, Assignment)> {
        // An array is copied where something is stored in it.
        let n_elements: usize = state.vars.values().map(n_elements).sum();
        let n_copied = stage.n_stores * (stage.n_stores + n_elements) / COPIED_AT_ONCE;
        for n_tries in 0..MAX_TRIES {
            self.n_terms += stage.tests.len() + n_copied;
            if self.n_terms > MAX_TERMS {
                return None;
            }
            let mut all = state.clone();
            for var in &stage.vars {
                if !all.vars.contains_key(var) {
                    let value = self.choose(*var, n_tries);
                    all.vars.insert(*var, value);
                }
            }
            let tests = evaluate_terms(self.pool, &stage.tests, &all)?;
            let taken = stage.guards.iter().position(|it| tests[it] == Value::Bool(true));
            let Some(taken) = taken else { continue };
            self.n_terms += stage.effects[taken].len();
            let effects = evaluate_terms(self.pool, &stage.effects[taken], &all)?;
            let block = &self.blocks.blocks[stage.blocks[taken]];
            let values = block.values.iter().map(|(var, value)| (*var, effects[value].clone()));
            let vars = values.collect();
            return Some((block.to, Assignment { vars, ..Assignment::default() }));
        }
        None
    }

    /// A value that programs may have been written for, or any.
    fn any(&mut self, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.chance.below(2) == 1),
            Sort::BitVec(width) => {
                let bits = self.any_bits(width) & (u128::MAX >> (128 - width));
                Value::BitVec(width, bits)
            }
            Sort::Int => Value::Int(self.any_bits(8) as i8 as i128),
            Sort::Array(_, element) => {
                Value::Array(std::collections::BTreeMap::new(), Box::new(self.any(element.into())))
            }
        }
    }

    fn any_bits(&mut self, width: u32) -> u128 {
        let highest = 1u128 << (width - 1);
        match self.chance.below(8) {
            0 => 0,
            1 => 1,
            2 => u128::MAX,
            3 if self.chance.below(2) == 0 => highest,
            3 => highest - 1,
            4 => u128::from(self.chance.below(16)),
            5 | 6 if !self.constants.is_empty() => {
                let at = self.chance.below(self.constants.len() as u64) as usize;
                let near = u128::from(self.chance.below(3));
                self.constants[at].wrapping_add(near).wrapping_sub(1)
            }
            _ => u128::from(self.chance.next()) << 64 | u128::from(self.chance.next()),
        }
    }
}

fn n_elements(value: &Value) -> usize {
    match value {
        Value::Array(elements, _) => elements.len(),
        Value::Bool(_) | Value::BitVec(..) | Value::Int(_) => 0,
    }
}

/// The small numbers that stand in the terms of a program.
fn constants(pool: &TermPool) -> Vec<u128> {
    let number = |term: TermId| match pool[term] {
        Term::BitVec(width, bits) if width <= 32 => Some(bits),
        _ => None,
    };
    let mut found: Vec<u128> = pool.ids().filter_map(number).collect();
    found.sort_unstable();
    found.dedup();
    found
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
