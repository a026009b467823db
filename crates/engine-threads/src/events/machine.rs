//! The machine that follows threads: what it collects, and how ways that meet become one.

use std::collections::BTreeSet;
use std::rc::Rc;

use ir::{CheckId, EdgeId, FunctionId, LocationId, Program};
use logic::{Term, TermId, TermPool};
use rustc_hash::FxHashMap;
use verdict::Budget;

use super::Open;
use super::known::{Cell, Known};
use super::state::{Block, State, Step};
use super::unroll::Shape;
use super::value::{Doubt, Terms, Value, pointer_bits};

/// Steps of all threads together, and edges that are followed.
pub(super) const MAX_STEPS: usize = 600;
const MAX_EDGES: usize = 60_000;

/// What a run is looked for that comes there.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub kind: TargetKind,
    pub guard: TermId,
    /// The last step that the thread has taken or begun before.
    pub step: usize,
    pub thread: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TargetKind {
    Violation(CheckId),
    /// A loop or a recursion goes on.
    Unwound,
    Unsupported(String),
}

/// A value that the environment chooses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Input {
    pub thread: usize,
    pub guard: TermId,
    pub function: FunctionId,
    pub edge: EdgeId,
    pub value: Value,
}

/// A place that a thread goes through where it may have to wait for its turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub guard: TermId,
    pub function: FunctionId,
    pub location: LocationId,
}

#[derive(Clone, Debug)]
pub(super) struct Thread {
    /// Its name, which is the same each time that the program is followed.
    pub name: u32,
    /// The number that the program knows it by.
    pub number: TermId,
    pub guard: TermId,
    /// The step that creates it.
    pub created: usize,
    pub marks: Vec<Mark>,
    /// Its end: the condition, its result and its last step.
    pub end: Option<(TermId, Option<Value>, usize)>,
}

pub(super) struct Machine<'p> {
    pub program: &'p Program,
    pub terms: Terms<'p>,
    pub known: Known,
    pub n_rounds: u32,
    pub steps: Vec<Step>,
    pub threads: Vec<Thread>,
    pub targets: Vec<Target>,
    pub inputs: Vec<Input>,
    /// What cells hold before anything happens.
    pub first_values: FxHashMap<Cell, Value>,
    /// What steps read of shared cells: one value each.
    pub step_reads: FxHashMap<(usize, Cell), Value>,
    /// Objects of pointers that were read from shared cells.
    pub pointers: FxHashMap<TermId, Cell>,
    pub shapes: FxHashMap<FunctionId, Rc<Shape>>,
    pub thread: usize,
    pub calls: Vec<FunctionId>,
    /// Ends of the thread that is followed.
    pub exits: Vec<(State, Option<Value>)>,
    pub budget: &'p Budget,
    n_edges: usize,
}

impl<'p> Machine<'p> {
    pub fn new(program: &'p Program, known: Known, n_rounds: u32, budget: &'p Budget) -> Self {
        Self {
            program,
            terms: Terms { program, pool: TermPool::new(), doubt: Doubt::default() },
            known,
            n_rounds,
            steps: Vec::new(),
            threads: Vec::new(),
            targets: Vec::new(),
            inputs: Vec::new(),
            first_values: FxHashMap::default(),
            step_reads: FxHashMap::default(),
            pointers: FxHashMap::default(),
            shapes: FxHashMap::default(),
            thread: 0,
            calls: Vec::new(),
            exits: Vec::new(),
            budget,
            n_edges: 0,
        }
    }

    pub fn first_unsupported(&self) -> Option<String> {
        self.targets.iter().find_map(|target| match &target.kind {
            TargetKind::Unsupported(what) => Some(what.clone()),
            TargetKind::Violation(_) | TargetKind::Unwound => None,
        })
    }

    pub fn count_edge(&mut self) -> Result<(), Open> {
        self.n_edges += 1;
        if self.n_edges > MAX_EDGES {
            return Err(Open("the threads are too large when they are unrolled".to_owned()));
        }
        if self.n_edges.is_multiple_of(256) && self.budget.check().is_err() {
            return Err(Open("time was up".to_owned()));
        }
        Ok(())
    }

    pub fn target(&mut self, state: &State, kind: TargetKind, guard: TermId) {
        if !self.terms.is_false(guard) {
            let step = state.block.as_ref().map_or(state.last, |block| block.step);
            self.targets.push(Target { kind, guard, step, thread: self.thread });
        }
    }

    pub fn unsupported(&mut self, state: &State, guard: TermId, what: &str) {
        self.target(state, TargetKind::Unsupported(what.to_owned()), guard);
    }

    /// The objects that a pointer may lead to, by number; `None` if that is not known.
    pub fn candidates(&self, object: TermId) -> Option<BTreeSet<u32>> {
        let mut found = BTreeSet::new();
        let mut pending = vec![object];
        let mut seen = BTreeSet::new();
        while let Some(term) = pending.pop() {
            if !seen.insert(term) {
                continue;
            }
            match &self.terms.pool[term] {
                Term::BitVec(_, bits) => {
                    found.insert(*bits as u32);
                }
                Term::Ite(_, a, b) => pending.extend([*a, *b]),
                _ => match self.pointers.get(&term) {
                    Some(cell) => found.extend(self.known.pointees(*cell)?),
                    None => return None,
                },
            }
        }
        Some(found)
    }

    /// Numbers of objects end below this.
    pub fn object_limit(&self) -> u32 {
        (1 << pointer_bits(self.program.model).0) - 2
    }

    /// One state out of several that have come to the same place.
    pub fn merge(&mut self, mut states: Vec<State>) -> Result<State, Open> {
        if states.iter().any(|state| state.is_alone) && !states.iter().all(|state| state.is_alone) {
            for state in &mut states {
                self.end_being_alone(state)?;
            }
        }
        let Some(mut merged) = states.pop() else {
            unreachable!("a place is visited because something has come there")
        };
        while let Some(other) = states.pop() {
            merged = self.merge_two(other, merged)?;
        }
        Ok(merged)
    }

    fn merge_two(&mut self, a: State, b: State) -> Result<State, Open> {
        if a.depth != b.depth {
            return Err(Open("ways meet inside and outside of an atomic block".to_owned()));
        }
        let (_, reasons) = self.terms.pool.apart(&[a.guard, b.guard]);
        let reason = reasons[0];
        let guard = self.terms.pool.or2(a.guard, b.guard);
        let block = match (a.block, b.block) {
            (None, None) => None,
            (Some(one), Some(other)) if one.step == other.step => {
                Some(self.merge_blocks(reason, one, other))
            }
            _ => return Err(Open("ways meet in different atomic blocks".to_owned())),
        };
        let mut locals = b.locals;
        if !Rc::ptr_eq(&a.locals, &locals) {
            let own = Rc::make_mut(&mut locals);
            let mut missing: Vec<_> = own.keys().copied().collect();
            missing.retain(|var| !a.locals.contains_key(var));
            missing.sort();
            // What one of the ways has not written there is any value.
            for var in missing {
                let any = self.terms.fresh("unwritten", self.program.vars[var].ty);
                let value = own[&var];
                own.insert(var, self.terms.ite(reason, any, value));
            }
            let mut given: Vec<_> = a.locals.iter().map(|(var, value)| (*var, *value)).collect();
            given.sort_by_key(|(var, _)| *var);
            for (var, value) in given {
                let other = match own.get(&var) {
                    Some(other) => *other,
                    None => self.terms.fresh("unwritten", self.program.vars[var].ty),
                };
                if other != value {
                    own.insert(var, self.terms.ite(reason, value, other));
                }
            }
        }
        let mut scopes = b.scopes;
        if !Rc::ptr_eq(&a.scopes, &scopes) {
            let own = Rc::make_mut(&mut scopes);
            let mut given: Vec<_> = a.scopes.iter().map(|(object, at)| (*object, *at)).collect();
            given.sort();
            for (object, at) in given {
                let other = own.get(&object).copied().unwrap_or(at);
                own.insert(object, self.terms.pool.ite(reason, at, other));
            }
        }
        let mut memory = b.memory;
        if !Rc::ptr_eq(&a.memory, &memory) {
            let mut cells: BTreeSet<Cell> = a.memory.keys().copied().collect();
            cells.extend(memory.keys().copied());
            for cell in cells {
                let (one, other) = (a.memory.get(&cell).copied(), memory.get(&cell).copied());
                if one == other {
                    continue;
                }
                let one = one.unwrap_or_else(|| self.first_value(cell));
                let other = other.unwrap_or_else(|| self.first_value(cell));
                let value = self.terms.ite(reason, one, other);
                Rc::make_mut(&mut memory).insert(cell, value);
            }
        }
        let last = a.last.max(b.last);
        Ok(State {
            guard,
            locals,
            scopes,
            memory,
            depth: a.depth,
            block,
            is_alone: b.is_alone,
            last,
        })
    }

    fn merge_blocks(&mut self, reason: TermId, a: Block, b: Block) -> Block {
        let mut cells = b.cells;
        if !Rc::ptr_eq(&a.cells, &cells) {
            let mut touched: BTreeSet<Cell> = a.cells.keys().copied().collect();
            touched.extend(cells.keys().copied());
            for cell in touched {
                let bottom = self.terms.pool.bottom();
                let (one, other) = (a.cells.get(&cell).copied(), cells.get(&cell).copied());
                if one == other {
                    continue;
                }
                let (one, wrote_one) =
                    one.unwrap_or_else(|| (self.step_read(b.step, cell), bottom));
                let (other, wrote_other) =
                    other.unwrap_or_else(|| (self.step_read(b.step, cell), bottom));
                let value = self.terms.ite(reason, one, other);
                let written = self.terms.pool.ite(reason, wrote_one, wrote_other);
                Rc::make_mut(&mut cells).insert(cell, (value, written));
            }
        }
        Block { step: b.step, cells }
    }
}
