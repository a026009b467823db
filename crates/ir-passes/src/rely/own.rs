//! Steps of the thread itself, with what it owes the others.

use index::IdSet;
use ir::{Access, CompareOp, Condition, Expr, ExprId, HaltCause, LocationId, Op, Provenance, Type};

use super::clause::Clause;
use super::ghosts::NUMBER;
use super::units::Place;
use super::writer::Writer;

impl Writer<'_> {
    /// A step of the thread itself, with what it owes the others.
    pub(super) fn own_step(
        &mut self,
        from: LocationId,
        to: LocationId,
        op: &Op,
        provenance: Provenance,
    ) {
        let from = self.take_turns(from, op);
        let written = self.units.written(self.inlined, self.points_to, op);
        if written.is_empty() && is_plain(op) {
            self.body.add_edge(from, to, op.clone(), provenance);
            return;
        }
        self.own_step_behind(from, to, op, provenance, &written);
    }

    /// A step of the entry's thread while it is alone, which leads to `to`, or among other threads
    /// if it makes some.
    pub(super) fn first_step(
        &mut self,
        from: LocationId,
        to: LocationId,
        among: LocationId,
        op: &Op,
        provenance: Provenance,
    ) {
        let written = self.units.written(self.inlined, self.points_to, op);
        if let Op::ThreadCreate { .. } = op {
            let at = self.ask_facts(from);
            let at = self.hold_what_is_taken(at);
            return self.own_step_behind(at, among, op, provenance, &written);
        }
        if self.units.roles.begins(op) {
            let begun = self.body.add_location();
            self.body.add_edge(from, begun, op.clone(), provenance);
            let at = self.begin_thread(begun);
            self.body.add_edge(at, among, Op::Skip, Provenance::default());
            return;
        }
        if is_plain(op) {
            self.body.add_edge(from, to, op.clone(), provenance);
            return;
        }
        let at = self.step(from, op, provenance);
        self.body.add_edge(at, to, Op::Skip, Provenance::default());
    }

    /// Whatever is taken when the first thread is created, the entry's thread holds.
    fn hold_what_is_taken(&mut self, mut at: LocationId) -> LocationId {
        for lock in self.clauses.iter().filter_map(Clause::lock) {
            let (Some(value), Some(ty)) = (self.ghosts.lock[lock], self.units.all[lock].lock)
            else {
                continue;
            };
            at = self.read(at, lock, value);
            let (value, zero) = (self.var(value), self.program.exprs.int(ty, 0));
            let value = self.compare(CompareOp::Ne, value, zero);
            at = self.then(at, Op::Assign { target: self.ghosts.held[lock], value });
        }
        at
    }

    /// The facts hold when others come, who may have been none before.
    fn ask_facts(&mut self, mut at: LocationId) -> LocationId {
        let clauses = self.clauses.iter().enumerate().filter(|(_, clause)| clause.is_fact());
        let clauses: Vec<(usize, Clause)> =
            clauses.map(|(number, clause)| (number, clause.clone())).collect();
        let mut read = Vec::new();
        for (number, clause) in clauses {
            for unit in clause.units() {
                if !read.contains(&unit) {
                    read.push(unit);
                    at = self.read_after(at, unit);
                }
            }
            if let Some(condition) = self.at_start(&clause) {
                at = self.ask(at, number, condition);
            }
        }
        at
    }

    fn own_step_behind(
        &mut self,
        from: LocationId,
        to: LocationId,
        op: &Op,
        provenance: Provenance,
        written: &[usize],
    ) {
        let mut at = self.ask_before(from, written);
        let asked = self.asked_after(written);
        for &unit in &asked.units {
            if let Some(old) = self.ghosts.old[unit] {
                at = self.read(at, unit, old);
            }
        }
        at = self.step(at, op, provenance);
        for &unit in &asked.units {
            at = self.read_after(at, unit);
        }
        at = self.count(at, written);
        for &unit in asked.units.iter().filter(|unit| self.units.is_tally(**unit)) {
            at = self.read_after(at, unit);
        }
        for &unit in written.iter().filter(|unit| asked.units.contains(unit)) {
            at = self.share(at, unit);
        }
        for number in asked.clauses {
            let clause = self.clauses[number].clone();
            if let Some(condition) = self.owed(&clause) {
                at = self.ask(at, number, condition);
            }
        }
        at = self.note_tickets(at, written);
        for &unit in written {
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
                let mut at = add(self, Op::Skip);
                if let Some(handle) = handle {
                    at = self.havoc(at, self.ghosts.handle);
                    let value = self.var(self.ghosts.handle);
                    let ty = Type::Int(self.program.model.size_type());
                    let access = Access { ty, is_volatile: false };
                    at = self.then(at, Op::Store { pointer: *handle, value, access });
                }
                at
            }
            _ => add(self, op.clone()),
        }
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

    /// Asks on a way that ends there, so that what is asked next is not taken to hold with it: all
    /// that is wrong shows at once.
    fn ask(&mut self, at: LocationId, number: usize, condition: ExprId) -> LocationId {
        let at = self.havoc(at, self.ghosts.aside);
        let aside = self.var(self.ghosts.aside);
        let goes_on = self.program.exprs.not(aside);
        let (check, condition) = (self.guarantees[number], Condition::Holds(condition));
        let asked = self.then(at, Op::Assume { condition: aside });
        let asked = self.then(asked, Op::Check { check, condition });
        let (exit, halt) = (self.body.exit, Op::Halt { cause: HaltCause::Exit });
        self.body.add_edge(asked, exit, halt, Provenance::default());
        self.then(at, Op::Assume { condition: goes_on })
    }

    /// The clauses about old and new values that writing these units may break.
    fn asked_after(&self, written: &[usize]) -> Asked {
        let mut asked = Asked::default();
        for (number, clause) in self.clauses.iter().enumerate() {
            let about = clause.units();
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

/// Does the step mean the same without other threads?
fn is_plain(op: &Op) -> bool {
    !matches!(
        op,
        Op::Await { .. }
            | Op::AtomicBegin(_)
            | Op::AtomicEnd
            | Op::ThreadCreate { .. }
            | Op::ThreadJoin { .. }
            | Op::ThreadExit { .. }
            | Op::ThreadSelf { .. }
    )
}

/// What is asked of a step, and whose values it takes.
#[derive(Default)]
struct Asked {
    clauses: Vec<usize>,
    units: Vec<usize>,
}
