//! What others do, as far as the clauses of the rely let them.

use ir::{CompareOp, Expr, ExprId, LocationId, Op, Provenance, Type, VarId};

use super::clause::{Clause, Direction, Fact};
use super::ghosts::{MAX_NUMBER, NUMBER};
use super::writer::Writer;

impl Writer<'_> {
    /// That I hold one of the locks that keep the unit as it is, or am who writes it; `None` if there
    /// are none.
    pub(super) fn is_kept(&mut self, unit: usize) -> Option<ExprId> {
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
        for clause in self.clauses {
            let Clause::By { unit: it, role } = *clause else { continue };
            if it == unit {
                let is_me = self.has_role(role);
                kept = Some(match kept {
                    Some(kept) => self.or(kept, is_me),
                    None => is_me,
                });
            }
        }
        kept
    }

    /// The others take any number of steps; gives the location behind.
    pub(super) fn others_act(&mut self, location: LocationId) -> LocationId {
        let none = Provenance::default();
        let mut at = location;
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
        at = self.assume_clauses(at, |_| true);
        self.write_new(at)
    }

    /// Assumes those clauses of the values that others have chosen.
    fn assume_clauses(
        &mut self,
        mut at: LocationId,
        is_meant: impl Fn(&Clause) -> bool,
    ) -> LocationId {
        // Locks inside objects have their values there already.
        for lock in 0..self.units.all.len() {
            let is_free = |clause: &Clause| matches!(clause, Clause::WhileFree { lock: it, .. } if *it == lock);
            if self.ghosts.new[lock].is_none() && self.clauses.iter().any(is_free) {
                at = self.read_after(at, lock);
            }
        }
        for clause in self.clauses.iter().filter(|clause| is_meant(clause)) {
            if let Some(condition) = self.assumed(clause) {
                at = self.then(at, Op::Assume { condition });
            }
        }
        at
    }

    fn write_new(&mut self, mut at: LocationId) -> LocationId {
        for unit in 0..self.units.all.len() {
            if let Some(new) = self.ghosts.new[unit] {
                let value = self.var(new);
                at = self.write(at, unit, value);
            }
        }
        at
    }

    /// Where the value of a unit after a step goes: of a scalar, or of the lock in an object.
    fn after(&self, unit: usize) -> Option<VarId> {
        self.ghosts.new[unit].or(self.ghosts.lock_after[unit])
    }

    pub(super) fn read_after(&mut self, at: LocationId, unit: usize) -> LocationId {
        match self.after(unit) {
            Some(target) => self.read(at, unit, target),
            None => at,
        }
    }

    fn fact(&mut self, fact: &Fact) -> Option<ExprId> {
        let mut new = |unit: usize| Some(self.program.exprs.var(self.ghosts.new[unit]?));
        let (op, left, right) = match fact {
            Fact::Within { unit, values } => {
                let value = new(*unit)?;
                let mut within = None;
                for bits in values {
                    let bits = self.constant(*unit, *bits)?;
                    let is_it = self.compare(CompareOp::Eq, value, bits);
                    within = Some(match within {
                        Some(others) => self.or(others, is_it),
                        None => is_it,
                    });
                }
                return within;
            }
            Fact::AtLeast { unit, value } => {
                (CompareOp::Ge, new(*unit)?, self.constant(*unit, *value)?)
            }
            Fact::AtMost { unit, value } => {
                (CompareOp::Le, new(*unit)?, self.constant(*unit, *value)?)
            }
            Fact::Apart { unit, other, by } => {
                let (left, right) = (new(*unit)?, new(*other)?);
                let by = self.constant(*unit, *by)?;
                (CompareOp::Eq, left, self.add(right, by))
            }
            Fact::Sum { unit, other, total } => {
                let (left, right) = (new(*unit)?, new(*other)?);
                let total = self.constant(*unit, *total)?;
                (CompareOp::Eq, self.add(left, right), total)
            }
            Fact::Ordered { low, high } => (CompareOp::Le, new(*low)?, new(*high)?),
            Fact::NotBoth { unit, other } => {
                let (left, right) = (new(*unit)?, new(*other)?);
                let (none, other_none) = (self.constant(*unit, 0)?, self.constant(*other, 0)?);
                let is_zero = self.compare(CompareOp::Eq, left, none);
                let is_other_zero = self.compare(CompareOp::Eq, right, other_none);
                return Some(self.or(is_zero, is_other_zero));
            }
        };
        Some(self.compare(op, left, right))
    }

    /// What a clause says when the first thread is created.
    pub(super) fn at_start(&mut self, clause: &Clause) -> Option<ExprId> {
        match *clause {
            Clause::Ticket { tickets } => self.tickets_at_start(tickets),
            Clause::Share { .. } | Clause::NoMore { .. } | Clause::PerThread { .. } => {
                self.shares_at_start(clause)
            }
            _ => self.condition(clause),
        }
    }

    /// What it asks of a step of mine.
    pub(super) fn owed(&mut self, clause: &Clause) -> Option<ExprId> {
        match *clause {
            Clause::By { unit, role } => {
                let (is_me, stays) = (self.has_role(role), self.stays(unit)?);
                Some(self.or(is_me, stays))
            }
            Clause::Ticket { tickets } => self.tickets_owed(tickets),
            Clause::Share { .. } | Clause::NoMore { .. } | Clause::PerThread { .. } => {
                self.shares_owed(clause)
            }
            _ => self.condition(clause),
        }
    }

    /// What it says of the steps of others, and of what they leave.
    fn assumed(&mut self, clause: &Clause) -> Option<ExprId> {
        match *clause {
            Clause::Ticket { tickets } => self.tickets_assumed(tickets),
            Clause::Share { .. } | Clause::NoMore { .. } | Clause::PerThread { .. } => {
                self.shares_assumed(clause)
            }
            _ => self.condition(clause),
        }
    }

    /// What a clause says about the old and the new values.
    fn condition(&mut self, clause: &Clause) -> Option<ExprId> {
        match *clause {
            Clause::Lock { .. } | Clause::Protects { .. } | Clause::By { .. } => None,
            // They say one thing of me and another of all others together.
            Clause::Ticket { .. }
            | Clause::Share { .. }
            | Clause::NoMore { .. }
            | Clause::PerThread { .. } => None,
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
            Clause::LeavesOnce { unit, value, flag, set } => {
                let set = self.constant(flag, set)?;
                let leaves = self.condition(&Clause::Leaves { unit, value })?;
                let flag = self.var(self.ghosts.old[flag]?);
                let is_unset = self.compare(CompareOp::Ne, flag, set);
                Some(self.or(is_unset, leaves))
            }
            Clause::Always { ref fact } => self.fact(fact),
            Clause::WhileFree { lock, ref fact } => {
                let ty = self.units.all[lock].lock?;
                let (value, zero) = (self.after(lock)?, self.program.exprs.int(ty, 0));
                let value = self.var(value);
                let is_held = self.compare(CompareOp::Ne, value, zero);
                let fact = self.fact(fact)?;
                Some(self.or(is_held, fact))
            }
        }
    }

    pub(super) fn goes(&mut self, unit: usize, direction: Direction) -> Option<ExprId> {
        let (old, new) = (self.var(self.ghosts.old[unit]?), self.var(self.ghosts.new[unit]?));
        let op = match direction {
            Direction::Up => CompareOp::Ge,
            Direction::Down => CompareOp::Le,
        };
        Some(self.compare(op, new, old))
    }

    /// Whatever happened before the thread was created, as far as it leaves the facts.
    pub(super) fn begin_thread(&mut self, mut at: LocationId) -> LocationId {
        for target in self.ghosts.none_at_first() {
            let value = match self.program.vars[target].ty {
                Type::Int(ty) => self.program.exprs.int(ty, 0),
                _ => self.program.exprs.intern(Expr::Bool(false)),
            };
            at = self.then(at, Op::Assign { target, value });
        }
        for unit in 0..self.units.all.len() {
            at = match self.ghosts.new[unit] {
                Some(new) => self.havoc(at, new),
                None => self.havoc_object(at, unit),
            };
        }
        at = self.assume_clauses(at, Clause::is_fact);
        at = self.write_new(at);
        let own = self.ghosts.own;
        at = self.havoc(at, own);
        let (own, one) = (self.var(own), self.program.exprs.int(NUMBER, 1));
        let is_other = self.compare(CompareOp::Gt, own, one);
        at = self.then(at, Op::Assume { condition: is_other });
        let bound = self.program.exprs.int(NUMBER, MAX_NUMBER);
        let is_small = self.compare(CompareOp::Lt, own, bound);
        self.then(at, Op::Assume { condition: is_small })
    }
}
