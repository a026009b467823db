//! What the clauses mean, as conditions over values before and after a step.
//!
//! | clause | one's own step is asked (*owed*) | what others may do, however many steps (*assumed*) |
//! |---|---|---|
//! | `Lock l` | I hold `l`, or it was free, or it stays | if I hold `l`, it stays |
//! | `Protects l u` | I hold `l`, or it was free, or `u` stays | if I hold `l`, `u` stays |
//! | `By u r` | I am of role `r`, or `u` stays | if I am of role `r`, `u` stays |
//! | `Goes u` | `u' >= u` | the same |
//! | `Keeps u v` | `u == v` implies `u' == v` | the same |
//! | `Leaves u v` | `u != v` implies `u' != v` | the same |
//! | `GoesUnless u f v` | `f' == v`, or `u` goes that way | the same |
//! | `LeavesOnce u v f s` | `f == s` implies `u` leaves `v` | the same |
//! | `Always F` | `F'` | `F'` |
//! | `WhileFree l F` | `l' == 0` implies `F'` | the same |
//! | `Share u b` | my share is exact, and in `0..=B` | `u' >= b + mine` |
//! | `NoMore a c` | my shares are exact and small, that in `a` is at most that in `c` | `a' - mine_a <= c' - mine_c` |
//! | `PerThread u r n` | my share is exact; none, or at most one and I am of role `r`; `n' >= n` | `u' - mine <= n' - [I am of role r]` |
//! | `Ticket n s t` | `n` stays, or I have no number, `n' == n + 1` and `n' != s'`; `s` stays, or it is my number and I have the turn, and `s' == s + 1` | my number lies from `s'` on before `n'`; if it is `s'`, the turn is mine or free; `n' - s'` is at most the number of threads, where there are few |
//!
//! What a thread *has* ([`Own`]) goes on with its steps: it holds a lock that it was allowed to write and
//! left non-zero; its share grows by what its step adds; it has the number that it drew until it passes
//! the turn on. A new thread has nothing; when the first is created, the entry's thread holds what is
//! not zero, and it is asked that facts hold, that shared numbers are at their base, that nobody
//! has a number.
//!
//! Why what is assumed holds of any number of steps of others that each keep what is owed is not
//! argued here: [`agreement`](super::agreement) asks the solver, for the clauses of each claim.

use ir::{ArithOp, CompareOp, Expr, ExprId, ExprPool, IntType, Type};

use super::claim::{Claim, Clause, Direction, Fact, Role, UnitId};

/// Numbers that sums of a few numbers of 32 bits fit into.
pub(super) const WIDE: IntType = IntType::signed(40);
/// The widest unit that shares are kept of.
pub(super) const MAX_SHARED_WIDTH: u8 = 32;
/// The type of roles.
pub(super) const ROLE: IntType = IntType::signed(32);

/// How large shares in a unit are asked to stay.
fn bound(ty: IntType) -> i128 {
    1 << u32::from(ty.width.saturating_sub(3)).min(20)
}

/// The type of shares in a unit.
pub(super) fn share_type(ty: IntType) -> IntType {
    IntType::signed(ty.width)
}

/// Why a claim has no meaning: a clause speaks of a value that the unit does not have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meaningless;

/// The values of all units at one time: of scalars that are numbers or truth values, and of the lock
/// at the start of a block.
pub(super) type Values = Vec<Option<ExprId>>;

/// What one thread has.
#[derive(Clone, Debug)]
pub(super) struct Own {
    pub held: Vec<Option<ExprId>>,
    pub share: Vec<Option<ExprId>>,
    /// Whether it has a number, and which, by clause.
    pub ticket: Vec<Option<(ExprId, ExprId)>>,
    pub role: ExprId,
}

/// Values before and after, and whether a unit is the same.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub old: Values,
    pub new: Values,
    pub same: Vec<ExprId>,
}

/// Says clauses as conditions.
pub(super) struct Words<'a> {
    pub exprs: &'a mut ExprPool,
    pub claim: &'a Claim,
    /// The types of the values of units.
    pub types: &'a [Option<Type>],
    /// How many threads there are besides the entry's, if they can be counted.
    pub n_created: Option<u32>,
}

type Said = Result<ExprId, Meaningless>;

impl Words<'_> {
    pub(super) fn truth(&mut self, value: bool) -> ExprId {
        self.exprs.intern(Expr::Bool(value))
    }

    pub(super) fn and(&mut self, all: &[ExprId]) -> ExprId {
        match all {
            [] => self.truth(true),
            [first, rest @ ..] => {
                rest.iter().fold(*first, |a, b| self.exprs.intern(Expr::And(a, *b)))
            }
        }
    }

    pub(super) fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.exprs.intern(Expr::Or(a, b))
    }

    pub(super) fn implies(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let not = self.exprs.not(a);
        self.or(not, b)
    }

    pub(super) fn compare(&mut self, op: CompareOp, a: ExprId, b: ExprId) -> ExprId {
        self.exprs.intern(Expr::Compare(op, a, b))
    }

    pub(super) fn add(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.exprs.intern(Expr::Arith(ArithOp::Add, a, b))
    }

    pub(super) fn minus(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.exprs.intern(Expr::Arith(ArithOp::Sub, a, b))
    }

    pub(super) fn convert(&mut self, from: IntType, to: IntType, value: ExprId) -> ExprId {
        match from == to {
            true => value,
            false => self.exprs.intern(Expr::Convert(Type::Int(to), value)),
        }
    }

    fn int_type(&self, unit: UnitId) -> Result<IntType, Meaningless> {
        match self.types[unit] {
            Some(Type::Int(ty)) => Ok(ty),
            _ => Err(Meaningless),
        }
    }

    fn constant(&mut self, unit: UnitId, bits: u128) -> Said {
        let expr = match self.types[unit] {
            Some(Type::Int(ty)) => Expr::Int(ty, bits & ty.mask()),
            Some(Type::Bool) => Expr::Bool(bits != 0),
            _ => return Err(Meaningless),
        };
        Ok(self.exprs.intern(expr))
    }

    pub(super) fn is_zero(&mut self, unit: UnitId, values: &Values) -> Said {
        let (value, zero) = (values[unit].ok_or(Meaningless)?, self.constant(unit, 0)?);
        Ok(self.compare(CompareOp::Eq, value, zero))
    }

    /// The value as a number that sums fit into.
    pub(super) fn wide(&mut self, unit: UnitId, values: &Values) -> Said {
        let ty = self.int_type(unit)?;
        if ty.width > MAX_SHARED_WIDTH {
            return Err(Meaningless);
        }
        Ok(self.convert(ty, WIDE, values[unit].ok_or(Meaningless)?))
    }

    pub(super) fn wide_share(&mut self, unit: UnitId, own: &Own) -> Said {
        let ty = share_type(self.int_type(unit)?);
        Ok(self.convert(ty, WIDE, own.share[unit].ok_or(Meaningless)?))
    }

    pub(super) fn has_role(&mut self, own: &Own, role: Role) -> ExprId {
        let number = self.exprs.int(ROLE, role as i128);
        self.compare(CompareOp::Eq, own.role, number)
    }

    /// One if the thread is of the role, else zero.
    pub(super) fn counts(&mut self, own: &Own, role: Role) -> ExprId {
        let is_it = self.has_role(own, role);
        let (one, none) = (self.exprs.int(WIDE, 1), self.exprs.int(WIDE, 0));
        self.exprs.intern(Expr::Ite(is_it, one, none))
    }

    /// It holds the lock, or the lock is free.
    fn may_write(&mut self, lock: UnitId, own: &Own, old: &Values) -> Said {
        let is_free = self.is_zero(lock, old)?;
        Ok(self.or(own.held[lock].ok_or(Meaningless)?, is_free))
    }

    pub(super) fn fact(&mut self, fact: &Fact, at: &Values) -> Said {
        let value = |unit: UnitId| at[unit].ok_or(Meaningless);
        let (op, left, right) = match fact {
            Fact::Within { unit, values } => {
                let mut within = self.truth(false);
                for bits in values {
                    let bits = self.constant(*unit, *bits)?;
                    let is_it = self.compare(CompareOp::Eq, value(*unit)?, bits);
                    within = self.or(within, is_it);
                }
                return Ok(within);
            }
            Fact::AtLeast { unit, value: least } => {
                (CompareOp::Ge, value(*unit)?, self.constant(*unit, *least)?)
            }
            Fact::AtMost { unit, value: most } => {
                (CompareOp::Le, value(*unit)?, self.constant(*unit, *most)?)
            }
            Fact::Apart { unit, other, by } => {
                let by = self.constant(*unit, *by)?;
                (CompareOp::Eq, value(*unit)?, self.add(value(*other)?, by))
            }
            Fact::Sum { unit, other, total } => {
                let total = self.constant(*unit, *total)?;
                (CompareOp::Eq, self.add(value(*unit)?, value(*other)?), total)
            }
            Fact::Ordered { low, high } => (CompareOp::Le, value(*low)?, value(*high)?),
            Fact::NotBoth { unit, other } => {
                let (one, two) = (self.is_zero(*unit, at)?, self.is_zero(*other, at)?);
                return Ok(self.or(one, two));
            }
        };
        if let [unit, other] = fact.units().as_slice()
            && (self.types[*unit] != self.types[*other])
        {
            return Err(Meaningless);
        }
        Ok(self.compare(op, left, right))
    }

    fn goes(&mut self, unit: UnitId, direction: Direction, step: &Step) -> Said {
        self.int_type(unit)?;
        let (old, new) = (step.old[unit].ok_or(Meaningless)?, step.new[unit].ok_or(Meaningless)?);
        let op = match direction {
            Direction::Up => CompareOp::Ge,
            Direction::Down => CompareOp::Le,
        };
        Ok(self.compare(op, new, old))
    }

    fn leaves(&mut self, unit: UnitId, value: u128, step: &Step) -> Said {
        let value = self.constant(unit, value)?;
        let was = self.compare(CompareOp::Eq, step.old[unit].ok_or(Meaningless)?, value);
        let is_other = self.compare(CompareOp::Ne, step.new[unit].ok_or(Meaningless)?, value);
        Ok(self.or(was, is_other))
    }

    /// What a clause says of steps, if it says the same of mine and of those of others.
    fn of_any_step(&mut self, clause: &Clause, step: &Step) -> Said {
        match *clause {
            Clause::Goes { unit, direction } => self.goes(unit, direction, step),
            Clause::Keeps { unit, value } => {
                let value = self.constant(unit, value)?;
                let was = self.compare(CompareOp::Eq, step.old[unit].ok_or(Meaningless)?, value);
                let is = self.compare(CompareOp::Eq, step.new[unit].ok_or(Meaningless)?, value);
                Ok(self.implies(was, is))
            }
            Clause::Leaves { unit, value } => self.leaves(unit, value, step),
            Clause::GoesUnless { unit, direction, flag, value } => {
                let value = self.constant(flag, value)?;
                let new = step.new[flag].ok_or(Meaningless)?;
                let is_set = self.compare(CompareOp::Eq, new, value);
                let goes = self.goes(unit, direction, step)?;
                Ok(self.or(is_set, goes))
            }
            Clause::LeavesOnce { unit, value, flag, set } => {
                let set = self.constant(flag, set)?;
                let old = step.old[flag].ok_or(Meaningless)?;
                let is_set = self.compare(CompareOp::Eq, old, set);
                let leaves = self.leaves(unit, value, step)?;
                Ok(self.implies(is_set, leaves))
            }
            Clause::Always { ref fact } => self.fact(fact, &step.new),
            Clause::WhileFree { lock, ref fact } => {
                let is_free = self.is_zero(lock, &step.new)?;
                let fact = self.fact(fact, &step.new)?;
                Ok(self.implies(is_free, fact))
            }
            Clause::Lock { .. }
            | Clause::Protects { .. }
            | Clause::By { .. }
            | Clause::Ticket { .. }
            | Clause::Share { .. }
            | Clause::NoMore { .. }
            | Clause::PerThread { .. } => Err(Meaningless),
        }
    }

    /// What is asked of a step of a thread that has `before`, and `after` it what
    /// [`Self::after`] says.
    pub(super) fn owed(&mut self, number: usize, step: &Step, before: &Own, after: &Own) -> Said {
        let clause = &self.claim.clauses[number];
        match *clause {
            Clause::Lock { lock } => {
                let may_write = self.may_write(lock, before, &step.old)?;
                Ok(self.or(may_write, step.same[lock]))
            }
            Clause::Protects { lock, unit } => {
                let may_write = self.may_write(lock, before, &step.old)?;
                Ok(self.or(may_write, step.same[unit]))
            }
            Clause::By { unit, role } => {
                let is_it = self.has_role(before, role);
                Ok(self.or(is_it, step.same[unit]))
            }
            Clause::Ticket { next, serving, turn } => {
                let (has, ticket) = before.ticket[number].ok_or(Meaningless)?;
                let draws = self.steps_up(next, step)?;
                let (new_next, new_serving) =
                    (step.new[next].ok_or(Meaningless)?, step.new[serving].ok_or(Meaningless)?);
                let is_room = self.compare(CompareOp::Ne, new_next, new_serving);
                let has_none = self.exprs.not(has);
                let draws = self.and(&[has_none, draws, is_room]);
                let draws = self.or(step.same[next], draws);
                let passes = self.steps_up(serving, step)?;
                let was = step.old[serving].ok_or(Meaningless)?;
                let is_mine = self.compare(CompareOp::Eq, was, ticket);
                let held = before.held[turn].ok_or(Meaningless)?;
                let passes = self.and(&[has, is_mine, held, passes]);
                let passes = self.or(step.same[serving], passes);
                Ok(self.and(&[draws, passes]))
            }
            Clause::Share { unit, direction, .. } => {
                let most = bound(self.int_type(unit)?);
                let (low, high) = match direction {
                    Direction::Up => (0, most),
                    Direction::Down => (-most, 0),
                };
                let is_exact = self.is_exact(unit, step, before, after)?;
                let is_within = self.has_share(unit, after, low, high)?;
                Ok(self.and(&[is_exact, is_within]))
            }
            Clause::NoMore { less, more } => {
                let exact = self.is_exact(less, step, before, after)?;
                let more_exact = self.is_exact(more, step, before, after)?;
                let own = self.shares_are_ordered(less, more, after)?;
                Ok(self.and(&[exact, more_exact, own]))
            }
            Clause::PerThread { unit, role, created } => {
                let is_exact = self.is_exact(unit, step, before, after)?;
                let own = self.adds_one_at_most(unit, role, after)?;
                let grows = self.goes(created, Direction::Up, step)?;
                Ok(self.and(&[is_exact, own, grows]))
            }
            _ => self.of_any_step(&clause.clone(), step),
        }
    }

    /// What is assumed when others have acted, of a thread that has `own`.
    pub(super) fn assumed(&mut self, number: usize, step: &Step, own: &Own) -> Said {
        let clause = &self.claim.clauses[number];
        match *clause {
            Clause::Lock { lock } => {
                let held = own.held[lock].ok_or(Meaningless)?;
                Ok(self.implies(held, step.same[lock]))
            }
            Clause::Protects { lock, unit } => {
                let held = own.held[lock].ok_or(Meaningless)?;
                Ok(self.implies(held, step.same[unit]))
            }
            Clause::By { unit, role } => {
                let is_it = self.has_role(own, role);
                Ok(self.implies(is_it, step.same[unit]))
            }
            Clause::Ticket { next, serving, turn } => {
                let (has, ticket) = own.ticket[number].ok_or(Meaningless)?;
                let lies_between = self.lies_between(number, &step.new, own)?;
                let new_serving = step.new[serving].ok_or(Meaningless)?;
                let is_mine = self.compare(CompareOp::Eq, new_serving, ticket);
                let is_mine = self.and(&[has, is_mine]);
                let is_free = self.is_zero(turn, &step.new)?;
                let may_take = self.or(own.held[turn].ok_or(Meaningless)?, is_free);
                let may_take = self.implies(is_mine, may_take);
                let mut all = vec![lies_between, may_take];
                let unsigned = IntType::unsigned(self.int_type(next)?.width);
                if let Some(n_others) = self.n_created
                    && u128::from(n_others) < unsigned.mask()
                {
                    let drawn = self.distance(serving, next, &step.new)?;
                    let few = self.exprs.int(unsigned, i128::from(n_others));
                    let with_me = self.exprs.int(unsigned, i128::from(n_others) + 1);
                    let most = self.exprs.intern(Expr::Ite(has, with_me, few));
                    all.push(self.compare(CompareOp::Le, drawn, most));
                }
                Ok(self.and(&all))
            }
            Clause::Share { unit, base, direction } => {
                let base = self.int_type(unit)?.value(base);
                let base = self.exprs.int(WIDE, base);
                let (value, mine) = (self.wide(unit, &step.new)?, self.wide_share(unit, own)?);
                let with_mine = self.add(base, mine);
                let op = match direction {
                    Direction::Up => CompareOp::Ge,
                    Direction::Down => CompareOp::Le,
                };
                Ok(self.compare(op, value, with_mine))
            }
            Clause::NoMore { less, more } => {
                let of_less = self.of_others(less, &step.new, own)?;
                let of_more = self.of_others(more, &step.new, own)?;
                Ok(self.compare(CompareOp::Le, of_less, of_more))
            }
            Clause::PerThread { unit, role, created } => {
                let by_others = self.of_others(unit, &step.new, own)?;
                let (created, me) = (self.wide(created, &step.new)?, self.counts(own, role));
                let counts_me = self.compare(CompareOp::Ge, created, me);
                let others = self.minus(created, me);
                let is_low = self.compare(CompareOp::Le, by_others, others);
                Ok(self.and(&[counts_me, is_low]))
            }
            _ => self.of_any_step(&clause.clone(), step),
        }
    }

    /// What is asked when the first thread is created.
    pub(super) fn at_start(&mut self, number: usize, at: &Values) -> Said {
        let clause = &self.claim.clauses[number];
        match *clause {
            Clause::Always { ref fact } => self.fact(fact, at),
            Clause::WhileFree { lock, ref fact } => {
                let is_free = self.is_zero(lock, at)?;
                let fact = self.fact(fact, at)?;
                Ok(self.implies(is_free, fact))
            }
            Clause::Ticket { next, serving, .. } => {
                let (next, serving) =
                    (at[next].ok_or(Meaningless)?, at[serving].ok_or(Meaningless)?);
                Ok(self.compare(CompareOp::Eq, next, serving))
            }
            Clause::Share { unit, base, .. } => {
                let base = self.constant(unit, base)?;
                Ok(self.compare(CompareOp::Eq, at[unit].ok_or(Meaningless)?, base))
            }
            Clause::NoMore { less, more } => {
                let (less, more) = (self.wide(less, at)?, self.wide(more, at)?);
                Ok(self.compare(CompareOp::Le, less, more))
            }
            Clause::PerThread { unit, .. } => {
                let (value, zero) = (self.wide(unit, at)?, self.exprs.int(WIDE, 0));
                Ok(self.compare(CompareOp::Le, value, zero))
            }
            Clause::Lock { .. }
            | Clause::Protects { .. }
            | Clause::Goes { .. }
            | Clause::Keeps { .. }
            | Clause::Leaves { .. }
            | Clause::GoesUnless { .. }
            | Clause::LeavesOnce { .. }
            | Clause::By { .. } => Ok(self.truth(true)),
        }
    }

    /// What a thread has behind its step.
    pub(super) fn after(&mut self, step: &Step, own: &Own) -> Result<Own, Meaningless> {
        let mut after = own.clone();
        for unit in 0..self.types.len() {
            if own.held[unit].is_some() {
                let may_write = self.may_write(unit, own, &step.old)?;
                let is_free = self.is_zero(unit, &step.new)?;
                let is_taken = self.exprs.not(is_free);
                after.held[unit] = Some(self.and(&[may_write, is_taken]));
            }
            if let Some(share) = own.share[unit] {
                let ty = self.int_type(unit)?;
                let (old, new) =
                    (step.old[unit].ok_or(Meaningless)?, step.new[unit].ok_or(Meaningless)?);
                let more = self.minus(new, old);
                let more = self.convert(ty, share_type(ty), more);
                after.share[unit] = Some(self.add(share, more));
            }
        }
        for (number, clause) in self.claim.clauses.iter().enumerate() {
            let Clause::Ticket { next, serving, .. } = *clause else { continue };
            let (has, ticket) = own.ticket[number].ok_or(Meaningless)?;
            let old = step.old[next].ok_or(Meaningless)?;
            let ticket = self.exprs.intern(Expr::Ite(step.same[next], ticket, old));
            let draws = self.exprs.not(step.same[next]);
            let has = self.or(has, draws);
            let has = self.and(&[has, step.same[serving]]);
            after.ticket[number] = Some((has, ticket));
        }
        Ok(after)
    }

    /// The step adds one, around the end of the type.
    fn steps_up(&mut self, unit: UnitId, step: &Step) -> Said {
        let one = self.constant(unit, 1)?;
        let more = self.add(step.old[unit].ok_or(Meaningless)?, one);
        Ok(self.compare(CompareOp::Eq, step.new[unit].ok_or(Meaningless)?, more))
    }

    /// The share has changed by just as much as the unit.
    fn is_exact(&mut self, unit: UnitId, step: &Step, before: &Own, after: &Own) -> Said {
        let (old, new) = (self.wide(unit, &step.old)?, self.wide(unit, &step.new)?);
        let (had, has) = (self.wide_share(unit, before)?, self.wide_share(unit, after)?);
        let (more, mine) = (self.minus(new, old), self.minus(has, had));
        Ok(self.compare(CompareOp::Eq, more, mine))
    }

    /// The share lies between these.
    pub(super) fn has_share(&mut self, unit: UnitId, own: &Own, low: i128, high: i128) -> Said {
        let share = self.wide_share(unit, own)?;
        let (low, high) = (self.exprs.int(WIDE, low), self.exprs.int(WIDE, high));
        let is_above = self.compare(CompareOp::Ge, share, low);
        let is_below = self.compare(CompareOp::Le, share, high);
        Ok(self.and(&[is_above, is_below]))
    }

    /// What the unit would be without my share.
    fn of_others(&mut self, unit: UnitId, at: &Values, own: &Own) -> Said {
        let (value, mine) = (self.wide(unit, at)?, self.wide_share(unit, own)?);
        Ok(self.minus(value, mine))
    }

    fn shares_are_ordered(&mut self, less: UnitId, more: UnitId, own: &Own) -> Said {
        let most = bound(self.int_type(less)?).min(bound(self.int_type(more)?));
        let is_small = self.has_share(less, own, -most, most)?;
        let more_is_small = self.has_share(more, own, -most, most)?;
        let (less, more) = (self.wide_share(less, own)?, self.wide_share(more, own)?);
        let is_ordered = self.compare(CompareOp::Le, less, more);
        Ok(self.and(&[is_small, more_is_small, is_ordered]))
    }

    fn adds_one_at_most(&mut self, unit: UnitId, role: Role, own: &Own) -> Said {
        let most = bound(self.int_type(unit)?);
        let is_none = self.has_share(unit, own, 0, 0)?;
        let is_small = self.has_share(unit, own, -most, 1)?;
        let is_it = self.has_role(own, role);
        let by_it = self.and(&[is_it, is_small]);
        Ok(self.or(is_none, by_it))
    }

    /// What is asked of shares at every step, of one time: it holds of every thread always.
    pub(super) fn of_shares(
        &mut self,
        clause: &Clause,
        own: &Own,
    ) -> Result<Option<ExprId>, Meaningless> {
        Ok(Some(match *clause {
            Clause::Share { unit, direction, .. } => {
                let most = bound(self.int_type(unit)?);
                match direction {
                    Direction::Up => self.has_share(unit, own, 0, most)?,
                    Direction::Down => self.has_share(unit, own, -most, 0)?,
                }
            }
            Clause::NoMore { less, more } => self.shares_are_ordered(less, more, own)?,
            Clause::PerThread { unit, role, .. } => self.adds_one_at_most(unit, role, own)?,
            _ => return Ok(None),
        }))
    }

    /// If the thread has a number, it lies from the one being served on before the next one.
    pub(super) fn lies_between(&mut self, number: usize, at: &Values, own: &Own) -> Said {
        let Clause::Ticket { next, serving, .. } = self.claim.clauses[number] else {
            return Err(Meaningless);
        };
        let (has, ticket) = own.ticket[number].ok_or(Meaningless)?;
        let mut with_ticket = at.clone();
        with_ticket[next] = Some(ticket);
        let waiting = self.distance(serving, next, &with_ticket)?;
        let drawn = self.distance(serving, next, at)?;
        let is_before = self.compare(CompareOp::Lt, waiting, drawn);
        Ok(self.implies(has, is_before))
    }

    /// How far it is up from one unit to another, around the end of their type.
    pub(super) fn distance(&mut self, from: UnitId, to: UnitId, at: &Values) -> Said {
        let ty = self.int_type(from)?;
        if self.types[to] != self.types[from] {
            return Err(Meaningless);
        }
        let unsigned = IntType::unsigned(ty.width);
        let (from, to) = (at[from].ok_or(Meaningless)?, at[to].ok_or(Meaningless)?);
        let (from, to) = (self.convert(ty, unsigned, from), self.convert(ty, unsigned, to));
        Ok(self.minus(to, from))
    }
}
