//! Puts the acts of others, and what is asked of one's own, into the program of one thread.

use index::{Id, IdSet, IndexVec};
use ir::{
    Access, Body, Check, CheckId, CompareOp, Condition, Expr, ExprId, HaltCause, HavocCause,
    Initial, IntType, LocationId, Op, Program, Provenance, Scope, Type, Var, VarId, VarOrigin,
};
use verdict::CheckKind;

use super::clause::{Clause, Direction};
use super::units::{Place, Units, body_of};
use crate::points_to::PointsTo;

/// The program of one thread among others.
#[derive(Clone, Debug)]
pub struct WithRely {
    pub program: Program,
    /// The check that asks for the clause of the same number.
    pub guarantees: Vec<CheckId>,
}

/// Instruments a program that [`alone`](super::alone()) made and that was inlined. The reason why
/// not, if atomic blocks are entered on one way and not on another.
pub fn with_rely(
    inlined: &Program,
    points_to: &PointsTo,
    units: &Units,
    clauses: &[Clause],
    started: VarId,
) -> Result<WithRely, &'static str> {
    let depths = depths(body_of(inlined))?;
    let mut program = inlined.clone();
    let guarantees = clauses.iter().map(|clause| {
        let text = describe(units, clause).into();
        program.checks.push(Check { kind: CheckKind::Invariant, span: span(), text })
    });
    let guarantees: Vec<CheckId> = guarantees.collect();
    let ghosts = Ghosts::new(&mut program, units);
    let mut body = Body::new();
    let old = body_of(inlined);
    for (id, location) in old.locations.iter() {
        if id.index() >= 2 {
            body.add_location();
        }
        body.locations[id].label = location.label;
    }
    (body.entry, body.exit) = (old.entry, old.exit);
    let mut writer = Writer {
        inlined,
        points_to,
        units,
        clauses,
        guarantees: &guarantees,
        ghosts,
        started,
        program,
        body,
    };
    for (id, location) in old.locations.iter() {
        let is_visible = |edge: &ir::EdgeId| writer.is_visible(&old.edges[*edge].op);
        let is_interrupted = depths[id] == Some(0) && location.outgoing.iter().any(is_visible);
        let from = if is_interrupted { writer.others_act(id) } else { id };
        for edge in &location.outgoing {
            let edge = &old.edges[*edge];
            writer.own_step(from, edge.to, &edge.op, edge.provenance);
        }
    }
    let Writer { mut program, body, .. } = writer;
    let entry = program.entry;
    program.functions[entry].body = Some(body);
    Ok(WithRely { program, guarantees })
}

fn span() -> source::Span {
    source::Span::default()
}

/// How many atomic blocks a thread is in at each location that it comes to.
fn depths(body: &Body) -> Result<IndexVec<LocationId, Option<u32>>, &'static str> {
    let mut depths: IndexVec<LocationId, Option<u32>> =
        IndexVec::from_elem(None, body.locations.len());
    depths[body.entry] = Some(0);
    let mut pending = vec![body.entry];
    while let Some(location) = pending.pop() {
        let Some(depth) = depths[location] else { continue };
        for edge in &body.locations[location].outgoing {
            let edge = &body.edges[*edge];
            // No run goes on behind these.
            if matches!(edge.op, Op::Halt { .. } | Op::ThreadExit { .. } | Op::Unsupported { .. }) {
                continue;
            }
            let behind = match edge.op {
                Op::AtomicBegin(_) => depth + 1,
                Op::AtomicEnd => depth.saturating_sub(1),
                _ => depth,
            };
            match depths[edge.to] {
                None => {
                    depths[edge.to] = Some(behind);
                    pending.push(edge.to);
                }
                // All threads end in the same place.
                Some(there) if there == behind || edge.to == body.exit => {}
                Some(_) => return Err("an atomic block begins on one way and not on another"),
            }
        }
    }
    Ok(depths)
}

/// A clause in words.
fn describe(units: &Units, clause: &Clause) -> String {
    let name = |unit: &usize| &units.all[*unit].name;
    let way = |direction: &Direction| match direction {
        Direction::Up => "only grows",
        Direction::Down => "only shrinks",
    };
    match clause {
        Clause::Lock { lock } => format!("{} is a lock", name(lock)),
        Clause::Protects { lock, unit } => {
            format!("{} is written by who holds {}", name(unit), name(lock))
        }
        Clause::Goes { unit, direction } => format!("{} {}", name(unit), way(direction)),
        Clause::Keeps { unit, value } => format!("{} keeps the value {value}", name(unit)),
        Clause::Leaves { unit, value } => {
            format!("{} never becomes {value} again", name(unit))
        }
        Clause::GoesUnless { unit, direction, flag, value } => {
            format!("{} {} unless {} is {value}", name(unit), way(direction), name(flag))
        }
    }
}

/// Variables that the program does not have.
struct Ghosts {
    /// Whether I hold the unit as a lock.
    held: Vec<VarId>,
    /// The value of a scalar before and after, and one that others choose.
    old: Vec<Option<VarId>>,
    new: Vec<Option<VarId>>,
    fresh: Vec<Option<VarId>>,
    /// That of a lock before and after.
    lock: Vec<Option<VarId>>,
    lock_after: Vec<Option<VarId>>,
    /// My number.
    own: VarId,
    handle: VarId,
}

/// The type of thread numbers here.
const NUMBER: IntType = IntType::unsigned(32);
/// Larger than any number of a thread.
const MAX_NUMBER: i128 = 1 << 16;

impl Ghosts {
    fn new(program: &mut Program, units: &Units) -> Self {
        let entry = program.entry;
        let mut var = |name: String, ty: Type, scope: Scope, initial: Initial| {
            program.vars.push(Var {
                name: name.into(),
                ty,
                scope,
                origin: VarOrigin::Temporary,
                span: span(),
                initial,
            })
        };
        let mut held = Vec::new();
        let (mut old, mut new, mut fresh) = (Vec::new(), Vec::new(), Vec::new());
        let (mut lock, mut lock_after) = (Vec::new(), Vec::new());
        for unit in &units.all {
            let name = format!("%held.{}", unit.name);
            held.push(var(name, Type::Bool, Scope::Global, Initial::Bits(0)));
            let mut local = |what: &str, ty: Option<Type>| {
                let name = format!("%{what}.{}", unit.name);
                ty.map(|ty| var(name, ty, Scope::Local(entry), Initial::Unknown))
            };
            old.push(local("old", unit.ty));
            new.push(local("new", unit.ty));
            fresh.push(local("fresh", unit.ty));
            lock.push(local("lock", unit.lock.map(Type::Int)));
            lock_after.push(local("lock-after", unit.lock.map(Type::Int)));
        }
        let own = var("%own".into(), Type::Int(NUMBER), Scope::Global, Initial::Bits(1));
        let size = Type::Int(program.model.size_type());
        let handle = program.vars.push(Var {
            name: "%handle".into(),
            ty: size,
            scope: Scope::Local(entry),
            origin: VarOrigin::Temporary,
            span: span(),
            initial: Initial::Unknown,
        });
        Self { held, old, new, fresh, lock, lock_after, own, handle }
    }
}

struct Writer<'a> {
    inlined: &'a Program,
    points_to: &'a PointsTo,
    units: &'a Units,
    clauses: &'a [Clause],
    guarantees: &'a [CheckId],
    ghosts: Ghosts,
    started: VarId,
    program: Program,
    body: Body,
}

impl Writer<'_> {
    fn is_visible(&self, op: &Op) -> bool {
        matches!(op, Op::AtomicBegin(_))
            || self.units.is_read(self.inlined, self.points_to, op)
            || !self.units.written(self.inlined, self.points_to, op).is_empty()
    }

    fn then(&mut self, at: LocationId, op: Op) -> LocationId {
        let next = self.body.add_location();
        self.body.add_edge(at, next, op, Provenance::default());
        next
    }

    fn var(&mut self, var: VarId) -> ExprId {
        self.program.exprs.var(var)
    }

    fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.program.exprs.intern(Expr::Or(a, b))
    }

    fn compare(&mut self, op: CompareOp, a: ExprId, b: ExprId) -> ExprId {
        self.program.exprs.intern(Expr::Compare(op, a, b))
    }

    /// A constant of the type of a scalar unit.
    fn constant(&mut self, unit: usize, value: u128) -> Option<ExprId> {
        let expr = match self.units.all[unit].ty? {
            Type::Int(ty) => Expr::Int(ty, value & ty.mask()),
            Type::Bool => Expr::Bool(value != 0),
            Type::Float(_) | Type::Pointer => return None,
        };
        Some(self.program.exprs.intern(expr))
    }

    /// Reads a scalar unit, or the lock at the start of one, into a variable.
    fn read(&mut self, at: LocationId, unit: usize, target: VarId) -> LocationId {
        let ty = self.program.vars[target].ty;
        let op = match self.units.all[unit].place {
            Place::Var(var) => {
                let value = self.var(var);
                Op::Assign { target, value }
            }
            Place::Cell(object, _) | Place::Object(object) => {
                let pointer = self.program.exprs.intern(Expr::ObjectAddress(object));
                Op::Load { target, pointer, access: Access { ty, is_volatile: false } }
            }
        };
        self.then(at, op)
    }

    fn write(&mut self, at: LocationId, unit: usize, value: ExprId) -> LocationId {
        let op = match self.units.all[unit].place {
            Place::Var(target) => Op::Assign { target, value },
            Place::Cell(object, ty) => {
                let pointer = self.program.exprs.intern(Expr::ObjectAddress(object));
                Op::Store { pointer, value, access: Access { ty, is_volatile: false } }
            }
            Place::Object(_) => return at,
        };
        self.then(at, op)
    }

    fn havoc(&mut self, at: LocationId, target: VarId) -> LocationId {
        self.then(at, Op::Havoc { target, cause: HavocCause::Input })
    }

    fn havoc_object(&mut self, at: LocationId, unit: usize) -> LocationId {
        let Place::Object(object) = self.units.all[unit].place else { return at };
        let Some(size) = self.program.objects[object].size else { return at };
        let target = self.program.exprs.intern(Expr::ObjectAddress(object));
        let ty = self.program.model.size_type();
        let size = self.program.exprs.int(ty, i128::from(size));
        self.then(at, Op::HavocMemory { target, size, cause: HavocCause::Input })
    }

    /// That I hold one of the locks that keep the unit as it is; `None` if there are none.
    fn is_kept(&mut self, unit: usize) -> Option<ExprId> {
        let mut kept = None;
        for clause in self.clauses {
            let lock = match clause {
                Clause::Lock { lock } if *lock == unit => *lock,
                Clause::Protects { lock, unit: protected } if *protected == unit => *lock,
                _ => continue,
            };
            let held = self.var(self.ghosts.held[lock]);
            kept = Some(match kept {
                Some(kept) => self.or(kept, held),
                None => held,
            });
        }
        kept
    }

    /// The others take any number of steps, if there are any; gives the location behind.
    fn others_act(&mut self, location: LocationId) -> LocationId {
        let behind = self.body.add_location();
        let started = self.var(self.started);
        let not_started = self.program.exprs.not(started);
        let none = Provenance::default();
        self.body.add_edge(location, behind, Op::Assume { condition: not_started }, none);
        let mut at = self.then(location, Op::Assume { condition: started });
        for unit in 0..self.units.all.len() {
            at = match (self.ghosts.old[unit], self.ghosts.fresh[unit], self.ghosts.new[unit]) {
                (Some(old), Some(fresh), Some(new)) => {
                    at = self.read(at, unit, old);
                    at = self.havoc(at, fresh);
                    let value = match self.is_kept(unit) {
                        Some(kept) => {
                            let (old, fresh) = (self.var(old), self.var(fresh));
                            self.program.exprs.intern(Expr::Ite(kept, old, fresh))
                        }
                        None => self.var(fresh),
                    };
                    self.then(at, Op::Assign { target: new, value })
                }
                _ => match self.is_kept(unit) {
                    Some(kept) => {
                        let after = self.body.add_location();
                        self.body.add_edge(at, after, Op::Assume { condition: kept }, none);
                        let not_kept = self.program.exprs.not(kept);
                        at = self.then(at, Op::Assume { condition: not_kept });
                        at = self.havoc_object(at, unit);
                        self.body.add_edge(at, after, Op::Skip, none);
                        after
                    }
                    None => self.havoc_object(at, unit),
                },
            };
        }
        for clause in self.clauses {
            if let Some(condition) = self.condition(clause) {
                at = self.then(at, Op::Assume { condition });
            }
        }
        for unit in 0..self.units.all.len() {
            if let Some(new) = self.ghosts.new[unit] {
                let value = self.var(new);
                at = self.write(at, unit, value);
            }
        }
        self.body.add_edge(at, behind, Op::Skip, none);
        behind
    }

    /// What a clause says about the old and the new values.
    fn condition(&mut self, clause: &Clause) -> Option<ExprId> {
        match *clause {
            Clause::Lock { .. } | Clause::Protects { .. } => None,
            Clause::Goes { unit, direction } => self.goes(unit, direction),
            Clause::Keeps { unit, value } => {
                let value = self.constant(unit, value)?;
                let (old, new) =
                    (self.var(self.ghosts.old[unit]?), self.var(self.ghosts.new[unit]?));
                let was_other = self.compare(CompareOp::Ne, old, value);
                let is_same = self.compare(CompareOp::Eq, new, value);
                Some(self.or(was_other, is_same))
            }
            Clause::Leaves { unit, value } => {
                let value = self.constant(unit, value)?;
                let (old, new) =
                    (self.var(self.ghosts.old[unit]?), self.var(self.ghosts.new[unit]?));
                let was_same = self.compare(CompareOp::Eq, old, value);
                let is_other = self.compare(CompareOp::Ne, new, value);
                Some(self.or(was_same, is_other))
            }
            Clause::GoesUnless { unit, direction, flag, value } => {
                let value = self.constant(flag, value)?;
                let goes = self.goes(unit, direction)?;
                let flag = self.var(self.ghosts.new[flag]?);
                let is_set = self.compare(CompareOp::Eq, flag, value);
                Some(self.or(is_set, goes))
            }
        }
    }

    fn goes(&mut self, unit: usize, direction: Direction) -> Option<ExprId> {
        let (old, new) = (self.var(self.ghosts.old[unit]?), self.var(self.ghosts.new[unit]?));
        let op = match direction {
            Direction::Up => CompareOp::Ge,
            Direction::Down => CompareOp::Le,
        };
        Some(self.compare(op, new, old))
    }

    /// A step of the thread itself, with what it owes the others.
    fn own_step(&mut self, from: LocationId, to: LocationId, op: &Op, provenance: Provenance) {
        let written = self.units.written(self.inlined, self.points_to, op);
        let is_plain = !matches!(
            op,
            Op::Await { .. }
                | Op::AtomicBegin(_)
                | Op::AtomicEnd
                | Op::ThreadCreate { .. }
                | Op::ThreadJoin { .. }
                | Op::ThreadExit { .. }
                | Op::ThreadSelf { .. }
        );
        let begins_thread = matches!(op, Op::Assign { target, .. } if *target == self.started);
        if written.is_empty() && is_plain && !begins_thread {
            self.body.add_edge(from, to, op.clone(), provenance);
            return;
        }
        let mut at = self.ask_before(from, &written);
        let asked = self.asked_after(&written);
        for &unit in &asked.units {
            if let Some(old) = self.ghosts.old[unit] {
                at = self.read(at, unit, old);
            }
        }
        at = self.step(at, op, provenance);
        for &unit in &asked.units {
            if let Some(new) = self.ghosts.new[unit] {
                at = self.read(at, unit, new);
            }
        }
        for number in asked.clauses {
            let clause = self.clauses[number].clone();
            if let Some(condition) = self.condition(&clause) {
                at = self.ask(at, number, condition);
            }
        }
        for unit in written {
            at = self.note_held(at, unit);
        }
        self.body.add_edge(at, to, Op::Skip, Provenance::default());
    }

    /// What the step is without other threads.
    fn step(&mut self, at: LocationId, op: &Op, provenance: Provenance) -> LocationId {
        let next = self.body.add_location();
        let add = |writer: &mut Self, op: Op| {
            writer.body.add_edge(at, next, op, provenance);
            next
        };
        match op {
            Op::Await { condition } => add(self, Op::Assume { condition: *condition }),
            Op::AtomicBegin(_) | Op::AtomicEnd | Op::ThreadJoin { .. } => add(self, Op::Skip),
            Op::ThreadExit { .. } => add(self, Op::Halt { cause: HaltCause::Exit }),
            Op::ThreadSelf { target } => {
                let own = self.var(self.ghosts.own);
                let ty = self.program.vars[*target].ty;
                let value = self.program.exprs.intern(Expr::Convert(ty, own));
                let value = if ty == Type::Int(NUMBER) { own } else { value };
                add(self, Op::Assign { target: *target, value })
            }
            Op::ThreadCreate { handle, .. } => {
                let value = self.program.exprs.intern(Expr::Bool(true));
                let mut at = add(self, Op::Assign { target: self.started, value });
                if let Some(handle) = handle {
                    at = self.havoc(at, self.ghosts.handle);
                    let value = self.var(self.ghosts.handle);
                    let ty = Type::Int(self.program.model.size_type());
                    let access = Access { ty, is_volatile: false };
                    at = self.then(at, Op::Store { pointer: *handle, value, access });
                }
                at
            }
            // Another thread than the entry's begins.
            Op::Assign { target, .. } if *target == self.started => {
                let at = add(self, op.clone());
                self.begin_thread(at)
            }
            _ => add(self, op.clone()),
        }
    }

    /// Whatever happened before the thread was created.
    fn begin_thread(&mut self, mut at: LocationId) -> LocationId {
        for unit in 0..self.units.all.len() {
            let held = self.ghosts.held[unit];
            let value = self.program.exprs.intern(Expr::Bool(false));
            at = self.then(at, Op::Assign { target: held, value });
            match self.ghosts.fresh[unit] {
                Some(fresh) => {
                    at = self.havoc(at, fresh);
                    let value = self.var(fresh);
                    at = self.write(at, unit, value);
                }
                None => at = self.havoc_object(at, unit),
            }
        }
        let own = self.ghosts.own;
        at = self.havoc(at, own);
        let (own, one) = (self.var(own), self.program.exprs.int(NUMBER, 1));
        let is_other = self.compare(CompareOp::Gt, own, one);
        at = self.then(at, Op::Assume { condition: is_other });
        let bound = self.program.exprs.int(NUMBER, MAX_NUMBER);
        let is_small = self.compare(CompareOp::Lt, own, bound);
        self.then(at, Op::Assume { condition: is_small })
    }

    /// Reads the locks among the units, and asks for those that protect them: held, or free.
    fn ask_before(&mut self, mut at: LocationId, written: &[usize]) -> LocationId {
        let mut read = IdSet::new();
        for (number, clause) in self.clauses.iter().enumerate() {
            let lock = match clause {
                Clause::Lock { lock } if written.contains(lock) => *lock,
                Clause::Protects { lock, unit } if written.contains(unit) => *lock,
                _ => continue,
            };
            let Some(value) = self.ghosts.lock[lock] else { continue };
            if read.insert(value) {
                at = self.read(at, lock, value);
            }
            if let Clause::Protects { .. } = clause
                && let Some(condition) = self.may_write(lock)
            {
                at = self.ask(at, number, condition);
            }
        }
        at
    }

    /// I hold the lock, or it is free: as it was before the step.
    fn may_write(&mut self, lock: usize) -> Option<ExprId> {
        let (value, ty) = (self.ghosts.lock[lock]?, self.units.all[lock].lock?);
        let (held, value) = (self.var(self.ghosts.held[lock]), self.var(value));
        let zero = self.program.exprs.int(ty, 0);
        let is_free = self.compare(CompareOp::Eq, value, zero);
        Some(self.or(held, is_free))
    }

    fn ask(&mut self, at: LocationId, number: usize, condition: ExprId) -> LocationId {
        let started = self.var(self.started);
        let not_started = self.program.exprs.not(started);
        let condition = self.or(not_started, condition);
        let (check, condition) = (self.guarantees[number], Condition::Holds(condition));
        self.then(at, Op::Check { check, condition })
    }

    /// The clauses about old and new values that writing these units may break.
    fn asked_after(&self, written: &[usize]) -> Asked {
        let mut asked = Asked::default();
        for (number, clause) in self.clauses.iter().enumerate() {
            let about = match clause {
                Clause::Lock { .. } | Clause::Protects { .. } => continue,
                Clause::Goes { unit, .. }
                | Clause::Keeps { unit, .. }
                | Clause::Leaves { unit, .. } => vec![*unit],
                Clause::GoesUnless { unit, flag, .. } => vec![*unit, *flag],
            };
            if about.iter().any(|unit| written.contains(unit)) {
                asked.clauses.push(number);
                for unit in about {
                    if !asked.units.contains(&unit) {
                        asked.units.push(unit);
                    }
                }
            }
        }
        asked
    }

    /// Whoever writes a lock that it holds, or that is free, holds it then, unless it is zero.
    /// Nobody else may change it; what `exchange` writes while another thread holds it is what
    /// was there before.
    fn note_held(&mut self, at: LocationId, unit: usize) -> LocationId {
        let clause = Clause::Lock { lock: unit };
        let Some(number) = self.clauses.iter().position(|it| *it == clause) else { return at };
        let (Some(before), Some(after), Some(ty), Some(may_write)) = (
            self.ghosts.lock[unit],
            self.ghosts.lock_after[unit],
            self.units.all[unit].lock,
            self.may_write(unit),
        ) else {
            return at;
        };
        let at = self.read(at, unit, after);
        let (before, after) = (self.var(before), self.var(after));
        let stays = self.compare(CompareOp::Eq, after, before);
        let condition = match self.units.all[unit].place {
            Place::Var(_) | Place::Cell(..) => self.or(may_write, stays),
            // The rest of the object belongs to who holds it, too.
            Place::Object(_) => may_write,
        };
        let at = self.ask(at, number, condition);
        let zero = self.program.exprs.int(ty, 0);
        let is_taken = self.compare(CompareOp::Ne, after, zero);
        let value = self.program.exprs.intern(Expr::And(may_write, is_taken));
        self.then(at, Op::Assign { target: self.ghosts.held[unit], value })
    }
}

/// What is asked of a step, and whose values it takes.
#[derive(Default)]
struct Asked {
    clauses: Vec<usize>,
    units: Vec<usize>,
}
