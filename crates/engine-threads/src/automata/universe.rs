//! The numbers that sets speak of: places of threads, what they share, what they have for themselves.

use boxes::{Interval, Landmarks, Var};
use index::{IdSet, IndexVec};
use ir::{Body, Expr, LocationId, Op, Program, Scope, Type, VarId};
use ir_passes::accesses;
use ir_passes::one_loop::{FIRST_PLACE, OneLoop};
use rustc_hash::FxHashMap;

/// Which variable of a set stands for which of the program.
pub(super) struct Universe {
    of_program: FxHashMap<VarId, Var>,
    pub of_sets: Vec<VarId>,
    pub ranges: Vec<Interval>,
    /// The locals of each thread.
    pub locals: Vec<Vec<Var>>,
    /// Those that a thread does not read any more, at each of its places.
    pub dead: Vec<Vec<Vec<Var>>>,
    pub landmarks: Landmarks,
}

impl Universe {
    /// What is shared and nobody will read decides nothing: it is left out, unless it is to be told of.
    pub fn of(program: &Program, body: &Body, together: &OneLoop, told: &IdSet<VarId>) -> Self {
        let mut universe = Self {
            of_program: FxHashMap::default(),
            of_sets: Vec::new(),
            ranges: Vec::new(),
            locals: Vec::new(),
            dead: Vec::new(),
            landmarks: Landmarks::new(),
        };
        // Places first: most of what is known depends on them.
        for thread in &together.threads {
            universe.add(program, thread.pc);
        }
        let threads = together.threads.iter();
        let lives: Vec<Lives> =
            threads.map(|thread| Lives::of(program, body, thread, together)).collect();
        let will_read = |var: &VarId| {
            let mut threads = together.threads.iter().zip(&lives);
            threads
                .any(|(thread, lives)| thread.places.iter().any(|it| lives.at[*it].contains(*var)))
        };
        let used = used_vars(program, body);
        let shared = used.iter().filter(|var| !is_local(program, *var));
        for var in shared.filter(|var| told.contains(*var) || will_read(var)) {
            universe.add(program, var);
        }
        for lives in &lives {
            let locals = lives.touched.iter().filter(|var| is_local(program, *var));
            let locals: Vec<Var> = locals.filter_map(|var| universe.add(program, var)).collect();
            universe.locals.push(locals);
        }
        for (thread, lives) in together.threads.iter().zip(&lives) {
            let of_thread = universe.locals[universe.dead.len()].clone();
            // Who has not begun, or has ended, reads nothing more.
            let mut dead = vec![of_thread.clone(); FIRST_PLACE];
            for place in &thread.places {
                let is_dead = |var: &&Var| {
                    !lives.at[*place].contains(universe.of_sets[var.number() as usize])
                };
                dead.push(of_thread.iter().filter(is_dead).copied().collect());
            }
            universe.dead.push(dead);
        }
        universe.add_landmarks(program, body);
        universe
    }

    fn add(&mut self, program: &Program, var: VarId) -> Option<Var> {
        let range = match program.vars[var].ty {
            Type::Bool => Interval::between(0, 1),
            // The sets have room for twice the width.
            Type::Int(ty) if ty.width <= 64 => {
                Interval::between(ty.value(ty.min_bits()), ty.value(ty.max_bits()))
            }
            Type::Int(_) | Type::Float(_) | Type::Pointer => return None,
        };
        if let Some(known) = self.of_program.get(&var) {
            return Some(*known);
        }
        let own = Var::new(self.of_sets.len() as u32);
        self.of_program.insert(var, own);
        self.of_sets.push(var);
        self.ranges.push(range);
        Some(own)
    }

    pub fn var(&self, var: VarId) -> Option<Var> {
        self.of_program.get(&var).copied()
    }

    pub fn range(&self, var: Var) -> Interval {
        self.ranges[var.number() as usize]
    }

    /// Constants of the program are where bounds come to rest, for all variables of their type.
    fn add_landmarks(&mut self, program: &Program, body: &Body) {
        let mut constants: Vec<(Type, i128)> = Vec::new();
        for edge in body.edges.values() {
            edge.op.for_each_expr(|root| {
                let mut pending = vec![root];
                while let Some(expr) = pending.pop() {
                    if let Expr::Int(ty, bits) = program.exprs[expr] {
                        constants.push((Type::Int(ty), ty.value(bits)));
                    }
                    pending.extend(program.exprs[expr].operands());
                }
            });
        }
        constants.sort_unstable();
        constants.dedup();
        for (index, var) in self.of_sets.iter().enumerate() {
            let own = Var::new(index as u32);
            let ty = program.vars[*var].ty;
            for (_, value) in constants.iter().filter(|(it, _)| *it == ty) {
                self.landmarks.add(own, *value);
            }
        }
    }
}

fn is_local(program: &Program, var: VarId) -> bool {
    program.vars[var].scope != Scope::Global
}

fn used_vars(program: &Program, body: &Body) -> IdSet<VarId> {
    let mut used = IdSet::new();
    for edge in body.edges.values() {
        used.union_with(&accesses::read(&program.exprs, &edge.op));
        used.extend(edge.op.assigned());
    }
    used
}

/// Which variables a thread may still read, wherever it is in its own code.
pub(crate) struct Lives {
    pub at: IndexVec<LocationId, IdSet<VarId>>,
    pub touched: IdSet<VarId>,
}

impl Lives {
    pub fn of(
        program: &Program,
        body: &Body,
        thread: &ir_passes::one_loop::Thread,
        together: &OneLoop,
    ) -> Self {
        let mut at: IndexVec<LocationId, IdSet<VarId>> =
            IndexVec::from_elem(IdSet::new(), body.locations.len());
        let mut touched = IdSet::new();
        // The locations of the thread, from its places to the head.
        let (mut own, mut pending) = (Vec::new(), thread.places.clone());
        let mut seen: IdSet<LocationId> = pending.iter().copied().collect();
        while let Some(location) = pending.pop() {
            own.push(location);
            for edge in &body.locations[location].outgoing {
                let to = body.edges[*edge].to;
                if to != together.head && seen.insert(to) {
                    pending.push(to);
                }
            }
        }
        own.sort_unstable();
        loop {
            let mut is_stable = true;
            for location in own.iter().rev() {
                let mut live = IdSet::new();
                for edge in &body.locations[*location].outgoing {
                    let edge = &body.edges[*edge];
                    let behind = match next_place(program, thread, &edge.op) {
                        Some(place) => &at[place],
                        None => &at[edge.to],
                    };
                    let mut here = behind.clone();
                    if let Some(assigned) = edge.op.assigned() {
                        here.remove(assigned);
                        touched.insert(assigned);
                    }
                    here.union_with(&accesses::read(&program.exprs, &edge.op));
                    live.union_with(&here);
                }
                touched.union_with(&live);
                if live != at[*location] {
                    at[*location] = live;
                    is_stable = false;
                }
            }
            if is_stable {
                return Self { at, touched };
            }
        }
    }
}

/// The place that a step of the thread says it stands at.
fn next_place(
    program: &Program,
    thread: &ir_passes::one_loop::Thread,
    op: &Op,
) -> Option<LocationId> {
    let Op::Assign { target, value } = op else { return None };
    let Expr::Int(_, place) = program.exprs[*value] else { return None };
    let index = usize::try_from(place).ok()?.checked_sub(FIRST_PLACE)?;
    (*target == thread.pc).then(|| thread.places.get(index).copied()).flatten()
}
