//! What others do: as they act, as they come to be, and what a new thread finds.

use ir::{CompareOp, Expr, ExprId, LocationId, Op, Provenance};

use super::{MAX_NUMBER, NUMBER, Writer};
use crate::rely::claim::{Clause, Unit, UnitId};
use crate::rely::meaning::{Meaningless, Step};

impl Writer<'_> {
    /// What no clause can speak of becomes anything.
    pub(super) fn others_write_the_rest(&mut self, mut at: LocationId) -> LocationId {
        for var in self.shared.other_vars.clone() {
            at = self.havoc(at, var);
        }
        for object in self.shared.other_objects.clone() {
            at = self.any_bytes(at, object);
        }
        at
    }

    /// The clauses that keep a unit as it is while others act, as far as they do.
    pub(super) fn is_kept(&mut self, unit: UnitId) -> Result<Option<ExprId>, Meaningless> {
        let own = self.own();
        let mut kept: Option<ExprId> = None;
        for clause in &self.claim.clauses {
            let keeps = match *clause {
                Clause::Lock { lock } if lock == unit => own.held[lock].ok_or(Meaningless)?,
                Clause::Protects { lock, unit: it } if it == unit => {
                    own.held[lock].ok_or(Meaningless)?
                }
                Clause::By { unit: it, role } if it == unit => self.words().has_role(&own, role),
                _ => continue,
            };
            kept = Some(match kept {
                Some(kept) => self.words().or(kept, keeps),
                None => keeps,
            });
        }
        Ok(kept)
    }

    /// Others take any number of steps.
    pub(super) fn others_act(&mut self, mut at: LocationId) -> Result<LocationId, Meaningless> {
        at = self.others_write_the_rest(at);
        let n_units = self.claim.units.len();
        for unit in 0..n_units {
            let kept = self.is_kept(unit)?;
            if let Unit::Block(object, _) = self.claim.units[unit] {
                at = match kept {
                    None => self.any_bytes(at, object),
                    Some(kept) => {
                        let behind = self.assume(at, kept);
                        let changed = self.program.exprs.not(kept);
                        let changed = self.assume(at, changed);
                        let changed = self.any_bytes(changed, object);
                        self.body.add_edge(changed, behind, Op::Skip, Provenance::default());
                        behind
                    }
                };
                at = self.read(at, unit, self.after[unit]);
                continue;
            }
            let (Some(before), Some(after)) = (self.before[unit], self.after[unit]) else {
                continue;
            };
            at = self.read(at, unit, Some(before));
            at = self.havoc(at, after);
            if let Some(kept) = kept {
                let (old, any) = (self.var(before), self.var(after));
                let value = self.program.exprs.intern(Expr::Ite(kept, old, any));
                at = self.assign(at, after, value);
            }
        }
        let step = self.acted()?;
        let own = self.own();
        for number in 0..self.claim.clauses.len() {
            let clause = &self.claim.clauses[number];
            // These have been heeded.
            if let Clause::Lock { .. } | Clause::Protects { .. } | Clause::By { .. } = clause {
                continue;
            }
            let assumed = self.words().assumed(number, &step, &own)?;
            at = self.assume(at, assumed);
        }
        for unit in 0..n_units {
            at = self.write_after(at, unit);
        }
        Ok(at)
    }

    /// From what was before to what others have chosen.
    pub(super) fn acted(&mut self) -> Result<Step, Meaningless> {
        let (before, after) = (self.before.clone(), self.after.clone());
        let (old, new) = (self.values(&before), self.values(&after));
        let unused = self.words().truth(false);
        let same = vec![unused; self.claim.units.len()];
        Ok(Step { old, new, same })
    }

    /// The first thread is about to be created.
    pub(super) fn first_thread(&mut self, mut at: LocationId) -> Result<LocationId, Meaningless> {
        for unit in 0..self.claim.units.len() {
            at = self.read(at, unit, self.after[unit]);
        }
        let after = self.after.clone();
        let values = self.values(&after);
        for number in 0..self.claim.clauses.len() {
            if self.claim.clauses[number].is_of_one_time() {
                let asked = self.words().at_start(number, &values)?;
                at = self.ask(at, number, asked);
            }
        }
        for unit in 0..self.claim.units.len() {
            if let Some(held) = self.held[unit] {
                let is_free = self.words().is_zero(unit, &values)?;
                let is_taken = self.program.exprs.not(is_free);
                at = self.assign(at, held, is_taken);
            }
        }
        Ok(at)
    }

    /// A thread begins that is not the entry's: it has nothing, and all that is shared may be as it
    /// may be at any time.
    pub(super) fn thread_begins(&mut self, mut at: LocationId) -> Result<LocationId, Meaningless> {
        at = self.others_write_the_rest(at);
        for unit in 0..self.claim.units.len() {
            if let Unit::Block(object, _) = self.claim.units[unit] {
                at = self.any_bytes(at, object);
                at = self.read(at, unit, self.after[unit]);
            } else if let Some(after) = self.after[unit] {
                at = self.havoc(at, after);
            }
        }
        let (step, own) = (self.acted()?, self.own());
        for number in 0..self.claim.clauses.len() {
            if self.claim.clauses[number].is_of_one_time() {
                let assumed = self.words().assumed(number, &step, &own)?;
                at = self.assume(at, assumed);
            }
        }
        for unit in 0..self.claim.units.len() {
            at = self.write_after(at, unit);
        }
        at = self.havoc(at, self.number);
        let (number, first) = (self.var(self.number), self.program.exprs.int(NUMBER, 1));
        let is_other = self.words().compare(CompareOp::Gt, number, first);
        at = self.assume(at, is_other);
        let most = self.program.exprs.int(NUMBER, MAX_NUMBER);
        let is_small = self.words().compare(CompareOp::Lt, number, most);
        Ok(self.assume(at, is_small))
    }
}
