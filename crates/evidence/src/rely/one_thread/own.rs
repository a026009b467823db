//! Steps of the thread itself among others: what it owes them, and what it has behind.

use std::collections::BTreeSet;

use ir::{Callee, CompareOp, Expr, LocationId, Op, Provenance, Type};

use super::Writer;
use crate::rely::claim::{Clause, Count, Unit, UnitId};
use crate::rely::meaning::{Meaningless, Own, Step};

impl Writer<'_> {
    /// The units that an operation may write, and the counts that may change with it.
    pub(super) fn written(&self, op: &Op) -> Vec<UnitId> {
        let mut written = self.shared.written(op);
        for (unit, it) in self.claim.units.iter().enumerate() {
            let Unit::Count(count, _) = *it else { continue };
            let changes = match count {
                Count::Writes { unit, .. } => written.contains(&unit),
                Count::Threads { role } => match op {
                    Op::ThreadCreate { start: Callee::Direct(routine), .. } => {
                        self.claim.routines.get(role.wrapping_sub(1)) == Some(routine)
                    }
                    _ => false,
                },
                Count::Turn => self.claim.clauses.iter().any(|clause| {
                    matches!(clause, Clause::Ticket { serving, turn, .. }
                        if *turn == unit && written.contains(serving))
                }),
            };
            if changes {
                written.push(unit);
            }
        }
        written
    }

    /// Does the operation look at who is served by a ticket lock?
    pub(super) fn looks_at_turn(&self, op: &Op) -> bool {
        let read = self.shared.read(op);
        let is_looked_at = |clause: &Clause| matches!(clause, Clause::Ticket { serving, .. } if read.contains(serving));
        self.claim.clauses.iter().any(is_looked_at)
    }

    /// A step of the thread among others, with all that it owes them.
    pub(super) fn own_step(
        &mut self,
        from: LocationId,
        op: &Op,
        provenance: Provenance,
    ) -> Result<LocationId, Meaningless> {
        let mut at = self.take_turns(from, op)?;
        let written = self.written(op);
        if written.is_empty() {
            return Ok(self.step(at, op, provenance));
        }
        let is_asked = |clause: &Clause| clause.units().iter().any(|it| written.contains(it));
        let asked: Vec<usize> = (0..self.claim.clauses.len())
            .filter(|number| is_asked(&self.claim.clauses[*number]))
            .collect();
        let units = asked.iter().flat_map(|number| self.claim.clauses[*number].units());
        let units: BTreeSet<UnitId> = units.collect();
        for &unit in &units {
            at = self.read(at, unit, self.before[unit]);
        }
        at = self.step(at, op, provenance);
        for &unit in &units {
            at = self.read(at, unit, self.after[unit]);
        }
        at = self.count(at, &written)?;
        let step = self.stepped(&written);
        let before = self.own();
        let after = self.words().after(&step, &before)?;
        for number in asked {
            let owed = self.words().owed(number, &step, &before, &after)?;
            at = self.ask(at, number, owed);
        }
        self.has_now(at, &written, after)
    }

    /// From what was before a step of the thread to what is behind it.
    pub(super) fn stepped(&mut self, written: &[UnitId]) -> Step {
        let (before, after) = (self.before.clone(), self.after.clone());
        let (old, new) = (self.values(&before), self.values(&after));
        let mut same = Vec::new();
        for unit in 0..self.claim.units.len() {
            let is_value = matches!(self.types[unit], Some(Type::Int(_) | Type::Bool))
                && !matches!(self.claim.units[unit], Unit::Block(..));
            same.push(match (old[unit], new[unit]) {
                _ if !written.contains(&unit) => self.words().truth(true),
                (Some(old), Some(new)) if is_value => self.words().compare(CompareOp::Eq, old, new),
                _ => self.words().truth(false),
            });
        }
        Step { old, new, same }
    }

    /// What the thread has behind a step that may have written these.
    pub(super) fn has_now(
        &mut self,
        mut at: LocationId,
        written: &[UnitId],
        after: Own,
    ) -> Result<LocationId, Meaningless> {
        for &unit in written {
            for (target, value) in
                [(self.held[unit], after.held[unit]), (self.share[unit], after.share[unit])]
            {
                if let (Some(target), Some(value)) = (target, value) {
                    at = self.assign(at, target, value);
                }
            }
        }
        for number in 0..self.claim.clauses.len() {
            let Clause::Ticket { next, serving, .. } = self.claim.clauses[number] else { continue };
            if !written.contains(&next) && !written.contains(&serving) {
                continue;
            }
            let (Some((has, ticket)), Some(now)) = (self.ticket[number], after.ticket[number])
            else {
                return Err(Meaningless);
            };
            at = self.assign(at, ticket, now.1);
            at = self.assign(at, has, now.0);
        }
        Ok(at)
    }

    /// Counts a step that has been taken, into the value behind it and into the count.
    pub(super) fn count(
        &mut self,
        mut at: LocationId,
        written: &[UnitId],
    ) -> Result<LocationId, Meaningless> {
        for &unit in written {
            let (Unit::Count(count, ty), Some(target)) =
                (self.claim.units[unit], self.counts[unit])
            else {
                continue;
            };
            let (value, one) = (self.var(target), self.program.exprs.int(ty, 1));
            let more = self.words().add(value, one);
            let now = match count {
                Count::Threads { .. } => more,
                Count::Writes { role, .. } => {
                    let own = self.own();
                    let is_it = self.words().has_role(&own, role);
                    self.program.exprs.intern(Expr::Ite(is_it, more, value))
                }
                Count::Turn => {
                    let serving = self.claim.clauses.iter().find_map(|clause| match *clause {
                        Clause::Ticket { serving, turn, .. } if turn == unit => Some(serving),
                        _ => None,
                    });
                    let serving = serving.ok_or(Meaningless)?;
                    let step = self.stepped(written);
                    let none = self.program.exprs.int(ty, 0);
                    self.program.exprs.intern(Expr::Ite(step.same[serving], value, none))
                }
            };
            at = self.assign(at, target, now);
            if let Some(after) = self.after[unit] {
                let value = self.var(target);
                at = self.assign(at, after, value);
            }
        }
        Ok(at)
    }

    /// Takes the turn of a ticket lock if its number is served, where the operation looks at it.
    pub(super) fn take_turns(
        &mut self,
        mut at: LocationId,
        op: &Op,
    ) -> Result<LocationId, Meaningless> {
        let read = self.shared.read(op);
        for number in 0..self.claim.clauses.len() {
            let Clause::Ticket { serving, turn, .. } = self.claim.clauses[number] else { continue };
            if !read.contains(&serving) {
                continue;
            }
            let (Some((has, ticket)), Some(count), Some(held), Some(served)) =
                (self.ticket[number], self.counts[turn], self.held[turn], self.after[serving])
            else {
                return Err(Meaningless);
            };
            let Unit::Count(_, ty) = self.claim.units[turn] else { return Err(Meaningless) };
            at = self.read(at, serving, Some(served));
            let (has, ticket, served) = (self.var(has), self.var(ticket), self.var(served));
            let is_served = self.words().compare(CompareOp::Eq, served, ticket);
            let is_mine = self.words().and(&[has, is_served]);
            let (value, one) = (self.var(count), self.program.exprs.int(ty, 1));
            let now = self.program.exprs.intern(Expr::Ite(is_mine, one, value));
            at = self.assign(at, count, now);
            let was_held = self.var(held);
            let now = self.words().or(was_held, is_mine);
            at = self.assign(at, held, now);
        }
        Ok(at)
    }
}
