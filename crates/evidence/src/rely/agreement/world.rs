//! Three threads and the rest, the agreement between them, and questions about it as programs.

use std::collections::BTreeSet;

use index::{Id, IndexVec};
use ir::{
    Body, Check, CheckId, CompareOp, Condition, DataModel, Expr, ExprId, ExprPool, Function,
    FunctionId, HavocCause, Initial, IntType, LocationId, Op, Program, Provenance, Scope,
    Signature, Type, Var, VarId, VarOrigin,
};
use verdict::CheckKind;

use super::Crowd;
use crate::rely::claim::{Claim, Clause, Direction, Role, Unit, UnitId};
use crate::rely::meaning::{
    MAX_SHARED_WIDTH, Meaningless, Own, ROLE, Step, Values, WIDE, Words, share_type,
};

/// Larger than any sum over the rest, which is a difference of a few numbers of 32 bits.
const MAX_REST: i128 = 1 << 36;
/// What the rest of the threads add up to.
pub(super) struct Rest {
    /// Where numbers began, and what the rest has added.
    pub sums: Vec<Option<(ExprId, ExprId)>>,
    /// Threads of each role.
    pub threads: Vec<ExprId>,
    /// Those that have a number, by clause.
    pub with_number: Vec<Option<ExprId>>,
}

/// Three threads and the rest.
pub(super) struct World {
    pub at: Values,
    pub me: Own,
    pub other: Own,
    pub third: Own,
    pub rest: Rest,
}

/// Whether there is one thread of a role is asked elsewhere.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Roles {
    Included,
    Aside,
}

pub(super) fn int_type(ty: Option<Type>) -> Result<IntType, Meaningless> {
    match ty {
        Some(Type::Int(ty)) => Ok(ty),
        _ => Err(Meaningless),
    }
}

/// Writes one question as a program.
pub(super) struct Writer<'a> {
    pub claim: &'a Claim,
    pub types: &'a [Option<Type>],
    pub crowd: &'a Crowd,
    pub exprs: ExprPool,
    pub vars: IndexVec<VarId, Var>,
    pub body: Body,
    pub at: LocationId,
}

impl<'a> Writer<'a> {
    pub(super) fn new(claim: &'a Claim, types: &'a [Option<Type>], crowd: &'a Crowd) -> Self {
        let body = Body::new();
        let at = body.entry;
        let (exprs, vars) = (ExprPool::default(), IndexVec::new());
        Self { claim, types, crowd, exprs, vars, body, at }
    }

    pub(super) fn words(&mut self) -> Words<'_> {
        let (claim, types, n_created) = (self.claim, self.types, self.crowd.n_created);
        Words { exprs: &mut self.exprs, claim, types, n_created }
    }

    pub(super) fn then(&mut self, op: Op) {
        let next = self.body.add_location();
        self.body.add_edge(self.at, next, op, Provenance::default());
        self.at = next;
    }

    pub(super) fn assume(&mut self, condition: ExprId) {
        self.then(Op::Assume { condition });
    }

    pub(super) fn check(&mut self, condition: ExprId) {
        let (check, condition) = (CheckId::new(0), Condition::Holds(condition));
        self.then(Op::Check { check, condition });
    }

    /// Ends one question and begins another, of which any may be the one.
    pub(super) fn restart(&mut self) {
        let choice = self.any("choice", Type::Bool);
        let not = self.exprs.not(choice);
        let (from, exit) = (self.at, self.body.exit);
        let over = self.body.add_location();
        self.body.add_edge(from, over, Op::Assume { condition: not }, Provenance::default());
        self.body.add_edge(over, exit, Op::Return { value: None }, Provenance::default());
        self.assume(choice);
    }

    pub(super) fn any(&mut self, name: &str, ty: Type) -> ExprId {
        let var = self.vars.push(Var {
            name: name.into(),
            ty,
            scope: Scope::Local(FunctionId::new(0)),
            origin: VarOrigin::Temporary,
            span: source::Span::default(),
            initial: Initial::Unknown,
        });
        self.then(Op::Havoc { target: var, cause: HavocCause::Input });
        self.exprs.var(var)
    }

    pub(super) fn any_values(&mut self, name: &str) -> Values {
        let types = self.types.to_vec();
        types.into_iter().map(|ty| ty.map(|ty| self.any(name, ty))).collect()
    }

    pub(super) fn role(&mut self, role: i128) -> ExprId {
        self.exprs.int(ROLE, role)
    }

    pub(super) fn is_role(&mut self, value: ExprId, role: Role) -> ExprId {
        let role = self.exprs.int(ROLE, role as i128);
        self.words().compare(CompareOp::Eq, value, role)
    }

    /// A thread that has nothing.
    pub(super) fn nothing(&mut self, role: ExprId) -> Own {
        let no = self.words().truth(false);
        let mut own = Own { held: Vec::new(), share: Vec::new(), ticket: Vec::new(), role };
        for unit in 0..self.types.len() {
            own.held.push(self.claim.is_lock(unit).then_some(no));
            own.share.push(match self.types[unit] {
                Some(Type::Int(ty)) if self.claim.is_shared_out(unit) => {
                    Some(self.exprs.int(share_type(ty), 0))
                }
                _ => None,
            });
        }
        for clause in &self.claim.clauses {
            own.ticket.push(match *clause {
                Clause::Ticket { next, .. } => match self.types[next] {
                    Some(Type::Int(ty)) => Some((no, self.exprs.int(ty, 0))),
                    _ => None,
                },
                _ => None,
            });
        }
        own
    }

    pub(super) fn anyone(&mut self, name: &str) -> Result<Own, Meaningless> {
        let role = self.any(name, Type::Int(ROLE));
        let mut own = self.nothing(role);
        for unit in 0..self.types.len() {
            if own.held[unit].is_some() {
                own.held[unit] = Some(self.any(name, Type::Bool));
            }
            if own.share[unit].is_some() {
                let ty = share_type(int_type(self.types[unit])?);
                own.share[unit] = Some(self.any(name, Type::Int(ty)));
            }
        }
        for number in 0..self.claim.clauses.len() {
            if let Clause::Ticket { next, .. } = self.claim.clauses[number] {
                let ty = Type::Int(int_type(self.types[next])?);
                own.ticket[number] = Some((self.any(name, Type::Bool), self.any(name, ty)));
            }
        }
        Ok(own)
    }

    /// Any state in which the agreement holds.
    pub(super) fn any_world(&mut self) -> Result<World, Meaningless> {
        let mut at = self.any_values("at");
        self.say_next_by_distance(&mut at)?;
        let (mut me, mut other, mut third) =
            (self.anyone("me")?, self.anyone("other")?, self.anyone("third")?);
        for own in [&mut me, &mut other, &mut third] {
            self.say_number_by_distance(&at, own)?;
        }
        let wide = Type::Int(WIDE);
        let mut sums = Vec::new();
        for unit in 0..self.types.len() {
            sums.push(match self.claim.is_shared_out(unit) {
                true => Some((self.any("base", wide), self.any("rest", wide))),
                false => None,
            });
        }
        let threads = (0..self.crowd.n_roles).map(|_| self.any("threads", wide)).collect();
        let mut with_number = Vec::new();
        for clause in &self.claim.clauses {
            let is_ticket = matches!(clause, Clause::Ticket { .. });
            with_number.push(is_ticket.then(|| self.any("numbers", wide)));
        }
        let rest = Rest { sums, threads, with_number };
        let world = World { at, me, other, third, rest };
        for holds in self.agreement(&world)? {
            self.assume(holds);
        }
        // Sums over the rest are differences of numbers of 32 bits; where threads are counted, they are no more
        // than such a number, and elsewhere nobody asks.
        for rest in world.rest.sums.iter().flatten().flat_map(|(base, sum)| [base, sum]) {
            let is_small = self.is_within(*rest, -MAX_REST, MAX_REST);
            self.assume(is_small);
        }
        for rest in &world.rest.threads {
            let is_small = self.is_within(*rest, 0, MAX_REST);
            self.assume(is_small);
        }
        Ok(world)
    }

    /// The next number of a ticket lock is any number further on than the one that is served. Any value
    /// can be said like that, and what is asked about the difference is then asked about one number.
    fn say_next_by_distance(&mut self, at: &mut Values) -> Result<(), Meaningless> {
        let mut seen: Vec<UnitId> = Vec::new();
        for clause in &self.claim.clauses {
            let Clause::Ticket { next, serving, .. } = *clause else { continue };
            // Whatever stands in two clauses stays as it is.
            let is_seen = seen.contains(&next) || seen.contains(&serving);
            seen.extend([next, serving]);
            if is_seen {
                continue;
            }
            let (served, further) = (at[serving].ok_or(Meaningless)?, at[next].ok_or(Meaningless)?);
            at[next] = Some(self.words().add(served, further));
        }
        Ok(())
    }

    /// The same of the numbers that a thread has.
    fn say_number_by_distance(&mut self, at: &Values, own: &mut Own) -> Result<(), Meaningless> {
        for (number, clause) in self.claim.clauses.iter().enumerate() {
            let Clause::Ticket { serving, .. } = *clause else { continue };
            let (served, (has, further)) =
                (at[serving].ok_or(Meaningless)?, own.ticket[number].ok_or(Meaningless)?);
            own.ticket[number] = Some((has, self.words().add(served, further)));
        }
        Ok(())
    }

    /// Any values behind a step; those of a ticket lock are said by how far they have gone.
    pub(super) fn any_values_behind(&mut self, at: &Values) -> Result<Values, Meaningless> {
        let mut new = self.any_values("new");
        let mut units: BTreeSet<UnitId> = BTreeSet::new();
        for clause in &self.claim.clauses {
            if let Clause::Ticket { next, serving, .. } = *clause {
                units.extend([next, serving]);
            }
        }
        for unit in units {
            let (old, further) = (at[unit].ok_or(Meaningless)?, new[unit].ok_or(Meaningless)?);
            new[unit] = Some(self.words().add(old, further));
        }
        Ok(new)
    }

    pub(super) fn is_same(&mut self, unit: UnitId, old: &Values, new: &Values) -> ExprId {
        match (old[unit], new[unit]) {
            (Some(old), Some(new)) => self.words().compare(CompareOp::Eq, old, new),
            _ => self.words().truth(true),
        }
    }

    /// Is there more to a unit than its value?
    pub(super) fn has_more(&self, unit: UnitId) -> bool {
        self.types[unit].is_none() || matches!(self.claim.units[unit], Unit::Block(..))
    }

    /// Any step between these values. Of what has more to it than its value, it may be the same or
    /// not; if it is, so is the value.
    pub(super) fn between(&mut self, old: &Values, new: &Values) -> Step {
        let mut same = Vec::new();
        for unit in 0..self.types.len() {
            let is_same = self.is_same(unit, old, new);
            same.push(match self.has_more(unit) {
                false => is_same,
                true => {
                    let all = self.any("same", Type::Bool);
                    let implied = self.words().implies(all, is_same);
                    self.assume(implied);
                    all
                }
            });
        }
        Step { old: old.clone(), new: new.clone(), same }
    }

    /// A step in which all is the same but one unit.
    pub(super) fn unless(&mut self, old: &Values, new: &Values, changed: UnitId) -> Step {
        let mut same = Vec::new();
        for unit in 0..self.types.len() {
            same.push(match unit == changed {
                true => self.is_same(unit, old, new),
                false => self.words().truth(true),
            });
        }
        Step { old: old.clone(), new: new.clone(), same }
    }

    pub(super) fn check_assumed(&mut self, step: &Step, own: &Own) -> Result<(), Meaningless> {
        for number in 0..self.claim.clauses.len() {
            let assumed = self.words().assumed(number, step, own)?;
            self.check(assumed);
        }
        Ok(())
    }

    pub(super) fn agreement(&mut self, world: &World) -> Result<Vec<ExprId>, Meaningless> {
        let World { at, me, other, third, .. } = world;
        let mut all = Vec::new();
        for own in [me, other, third] {
            all.extend(self.of_one(at, own)?);
        }
        for (one, two) in [(me, other), (me, third), (other, third)] {
            all.extend(self.of_two(one, two, Roles::Included)?);
        }
        all.extend(self.of_all(world)?);
        Ok(all)
    }

    pub(super) fn is_within(&mut self, value: ExprId, low: i128, high: i128) -> ExprId {
        let (low, high) = (self.exprs.int(WIDE, low), self.exprs.int(WIDE, high));
        let mut words = self.words();
        let is_above = words.compare(CompareOp::Ge, value, low);
        let is_below = words.compare(CompareOp::Le, value, high);
        words.and(&[is_above, is_below])
    }

    /// What holds of the shared values and of one thread.
    pub(super) fn of_one(&mut self, at: &Values, own: &Own) -> Result<Vec<ExprId>, Meaningless> {
        let mut all = Vec::new();
        for unit in 0..self.types.len() {
            if let Some(held) = own.held[unit] {
                let is_free = self.words().is_zero(unit, at)?;
                let is_taken = self.exprs.not(is_free);
                all.push(self.words().implies(held, is_taken));
            }
        }
        for (number, clause) in self.claim.clauses.iter().enumerate() {
            match *clause {
                Clause::Always { .. } | Clause::WhileFree { .. } => {
                    all.push(self.words().at_start(number, at)?);
                }
                Clause::Ticket { serving, turn, .. } => {
                    all.push(self.words().lies_between(number, at, own)?);
                    let (has, ticket) = own.ticket[number].ok_or(Meaningless)?;
                    let (held, served) =
                        (own.held[turn].ok_or(Meaningless)?, at[serving].ok_or(Meaningless)?);
                    let mut words = self.words();
                    let is_served = words.compare(CompareOp::Eq, served, ticket);
                    let is_mine = words.and(&[has, is_served]);
                    all.push(words.implies(held, is_mine));
                }
                _ => all.extend(self.words().of_shares(clause, own)?),
            }
        }
        Ok(all)
    }

    /// What holds of two threads.
    pub(super) fn of_two(
        &mut self,
        one: &Own,
        two: &Own,
        roles: Roles,
    ) -> Result<Vec<ExprId>, Meaningless> {
        let mut all = Vec::new();
        for unit in 0..self.types.len() {
            if let (Some(one), Some(two)) = (one.held[unit], two.held[unit]) {
                let both = self.words().and(&[one, two]);
                all.push(self.exprs.not(both));
            }
        }
        for number in 0..self.claim.clauses.len() {
            if let (Some(one), Some(two)) = (one.ticket[number], two.ticket[number]) {
                let mut words = self.words();
                let both = words.and(&[one.0, two.0]);
                let differ = words.compare(CompareOp::Ne, one.1, two.1);
                all.push(words.implies(both, differ));
            }
        }
        if roles == Roles::Included {
            for role in self.crowd.single.clone() {
                let mut words = self.words();
                let (one, two) = (words.has_role(one, role), words.has_role(two, role));
                let both = words.and(&[one, two]);
                all.push(self.exprs.not(both));
            }
        }
        Ok(all)
    }

    /// What holds of all threads together.
    pub(super) fn of_all(&mut self, world: &World) -> Result<Vec<ExprId>, Meaningless> {
        let World { at, me, other, rest, .. } = world;
        let mut all = Vec::new();
        for unit in 0..self.types.len() {
            let Some((base, sum)) = rest.sums[unit] else { continue };
            let mut words = self.words();
            let (mine, others) = (words.wide_share(unit, me)?, words.wide_share(unit, other)?);
            let value = words.wide(unit, at)?;
            let total = [mine, others, sum].into_iter().fold(base, |a, b| words.add(a, b));
            all.push(words.compare(CompareOp::Eq, value, total));
        }
        let zero = self.exprs.int(WIDE, 0);
        let sum = |unit: UnitId| rest.sums[unit].ok_or(Meaningless);
        for (number, clause) in self.claim.clauses.iter().enumerate() {
            match *clause {
                Clause::Share { unit, base, direction } => {
                    let (start, others) = sum(unit)?;
                    let base = int_type(self.types[unit])?.value(base);
                    let base = self.exprs.int(WIDE, base);
                    let op = match direction {
                        Direction::Up => CompareOp::Ge,
                        Direction::Down => CompareOp::Le,
                    };
                    all.push(self.words().compare(CompareOp::Eq, start, base));
                    all.push(self.words().compare(op, others, zero));
                }
                Clause::NoMore { less, more } => {
                    let ((less_start, less), (more_start, more)) = (sum(less)?, sum(more)?);
                    all.push(self.words().compare(CompareOp::Le, less_start, more_start));
                    all.push(self.words().compare(CompareOp::Le, less, more));
                }
                Clause::PerThread { unit, role, created } => {
                    let (start, others) = sum(unit)?;
                    let threads = *rest.threads.get(role).ok_or(Meaningless)?;
                    all.push(self.words().compare(CompareOp::Le, start, zero));
                    all.push(self.words().compare(CompareOp::Le, others, threads));
                    let mut words = self.words();
                    let (mine, its) = (words.counts(me, role), words.counts(other, role));
                    let named = words.add(mine, its);
                    let n_threads = words.add(named, threads);
                    let counted = words.wide(created, at)?;
                    all.push(words.compare(CompareOp::Ge, counted, n_threads));
                }
                Clause::Ticket { next, serving, turn } => {
                    all.extend(self.of_tickets(number, (next, serving, turn), world)?);
                }
                _ => {}
            }
        }
        Ok(all)
    }

    pub(super) fn of_tickets(
        &mut self,
        number: usize,
        (next, serving, turn): (UnitId, UnitId, UnitId),
        world: &World,
    ) -> Result<Vec<ExprId>, Meaningless> {
        let World { at, me, other, third, rest } = world;
        let mut all = Vec::new();
        // Somebody has the turn if it is taken: one of us, or a third one.
        let is_free = self.words().is_zero(turn, at)?;
        let mut somebody = is_free;
        for own in [me, other, third] {
            somebody = self.words().or(somebody, own.held[turn].ok_or(Meaningless)?);
        }
        all.push(somebody);
        // Where threads are not counted, nobody asks how many numbers are out.
        let Some(n_created) = self.crowd.n_created else { return Ok(all) };
        // As many numbers are out as threads have one.
        let numbers = rest.with_number[number].ok_or(Meaningless)?;
        let width = int_type(self.types[next])?.width;
        if width > MAX_SHARED_WIDTH {
            return Err(Meaningless);
        }
        let (one, none) = (self.exprs.int(WIDE, 1), self.exprs.int(WIDE, 0));
        let mut counted = numbers;
        for own in [me, other] {
            let (has, _) = own.ticket[number].ok_or(Meaningless)?;
            let its = self.exprs.intern(Expr::Ite(has, one, none));
            counted = self.words().add(counted, its);
        }
        let drawn = self.words().distance(serving, next, at)?;
        let drawn = self.words().convert(IntType::unsigned(width), WIDE, drawn);
        all.push(self.words().compare(CompareOp::Eq, drawn, counted));
        let most = i128::from(n_created.saturating_sub(1));
        all.push(self.is_within(numbers, 0, most));
        Ok(all)
    }

    pub(super) fn finish(mut self) -> Program {
        let exit = self.body.exit;
        self.body.add_edge(self.at, exit, Op::Return { value: None }, Provenance::default());
        let signature = Signature { parameters: Vec::new(), result: None, is_variadic: false };
        let span = source::Span::default();
        let mut functions = IndexVec::new();
        let entry = functions.push(Function {
            name: "agreement".into(),
            span,
            signature,
            parameters: Vec::new(),
            body: Some(self.body),
        });
        let mut checks = IndexVec::new();
        checks.push(Check { kind: CheckKind::Invariant, span, text: "agreement".into() });
        Program {
            model: DataModel::Lp64,
            exprs: self.exprs,
            functions,
            vars: self.vars,
            objects: IndexVec::new(),
            checks,
            signatures: IndexVec::new(),
            entry,
            assumptions: Vec::new(),
            strangers: Vec::new(),
            layouts: std::collections::BTreeMap::new(),
        }
    }
}
