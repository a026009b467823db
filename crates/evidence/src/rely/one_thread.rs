//! The program of one thread among others that act as the clauses let them.
//!
//! A place of it is a place of the program in which any one thread runs, with two things more:
//! whether there are others yet ([`Phase`]), and how many atomic blocks the thread is in.
//! As long as the entry's thread is alone, it does what it does. Where it creates the first thread, the
//! clauses are asked that speak of one time; from then on, and from its beginning on in every other thread:
//!
//! - before an operation that may read or write what is shared, and outside of atomic blocks, others
//!   *act*: what is shared gets any values that the clauses let others give it;
//! - behind an operation that may write it, the clauses are asked that speak of what it may write.
//!
//! # Why that is enough
//! An operation that touches nothing shared neither notices what others did before it nor is noticed, so
//! that whatever they do before it counts as done before the next one that does. Atomic blocks
//! and single operations are not interrupted. Waiting, joining and being created at some
//! time only exclude runs, so they are left out. What [`agreement`](super::agreement) has shown
//! says that others do nothing that is not allowed where they act here, as long as all that is asked
//! here holds of each of them.

mod others;
mod own;

use ir::{
    Access, Body, Check, CheckId, Condition, Expr, ExprId, HaltCause, HavocCause, Initial, IntType,
    LocationId, Op, Program, Provenance, Scope, Type, Var, VarId, VarOrigin,
};
use rustc_hash::{FxHashMap, FxHashSet};
use verdict::CheckKind;

use super::claim::{Claim, Clause, Unit, UnitId};
use super::meaning::{Meaningless, Own, Values, Words, share_type};
use super::shared::Shared;
use crate::induction::Refusal;

/// Atomic blocks inside each other.
const MAX_DEPTH: u32 = 8;
/// Numbers of threads: more than the first one's, and fewer than there can be.
const NUMBER: IntType = IntType::unsigned(32);
const MAX_NUMBER: i128 = 1 << 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// No thread was created yet.
    Alone,
    Among,
}

/// A place of the thread.
type At = (Phase, u32, LocationId);

/// Makes the program.
pub(super) fn one_thread(
    inlined: &Program,
    shared: &Shared<'_>,
    claim: &Claim,
    types: &[Option<Type>],
    n_created: Option<u32>,
    role: VarId,
) -> Result<Program, Refusal> {
    let Some(old) = &inlined.functions[inlined.entry].body else {
        return Err(Refusal::Undecided("the threads have no body".to_owned()));
    };
    let mut writer = Writer::new(inlined, shared, claim, types, n_created, role);
    let mut pending = vec![(Phase::Alone, 0, old.entry)];
    writer.places.insert(pending[0], writer.body.entry);
    let mut done: FxHashSet<At> = FxHashSet::default();
    while let Some(at) = pending.pop() {
        if !done.insert(at) || at.2 == old.exit {
            continue;
        }
        let (phase, depth, location) = at;
        if depth > MAX_DEPTH {
            return Err(Refusal::Undecided("atomic blocks do not end".to_owned()));
        }
        let mut from = writer.place(old, at);
        let outgoing = &old.locations[location].outgoing;
        // Counts are shared as all else is.
        let is_noticed = |edge: &ir::EdgeId| {
            let op = &old.edges[*edge].op;
            matches!(op, Op::AtomicBegin(_)) || shared.touches(op) || !writer.written(op).is_empty()
        };
        if phase == Phase::Among && depth == 0 && outgoing.iter().any(is_noticed) {
            from = writer.others_act(from).map_err(meaningless)?;
        }
        for edge in outgoing {
            let edge = &old.edges[*edge];
            let depth = match edge.op {
                Op::AtomicBegin(_) => depth + 1,
                Op::AtomicEnd => depth.saturating_sub(1),
                _ => depth,
            };
            let begins = edge.op.assigned() == Some(role);
            let behind = match (phase, &edge.op) {
                (Phase::Alone, Op::ThreadCreate { .. }) => Phase::Among,
                (Phase::Alone, _) if begins => Phase::Among,
                (phase, _) => phase,
            };
            let next = (behind, depth, edge.to);
            let to = writer.place(old, next);
            // No run goes on behind what ends it, in whatever block that is.
            let ends =
                matches!(edge.op, Op::Halt { .. } | Op::ThreadExit { .. } | Op::Unsupported { .. });
            if !ends {
                pending.push(next);
            }
            let provenance = edge.provenance;
            let at = match (phase, &edge.op) {
                (Phase::Alone, Op::ThreadCreate { .. }) => {
                    let at = writer.first_thread(from).map_err(meaningless)?;
                    writer.own_step(at, &edge.op, provenance).map_err(meaningless)?
                }
                (Phase::Alone, op) if begins => {
                    let at = writer.step(from, op, provenance);
                    writer.thread_begins(at).map_err(meaningless)?
                }
                (Phase::Alone, op) if is_left_as_it_is(op) => {
                    writer.body.add_edge(from, to, op.clone(), provenance);
                    continue;
                }
                (Phase::Alone, op) => writer.step(from, op, provenance),
                (Phase::Among, op)
                    if is_left_as_it_is(op)
                        && writer.written(op).is_empty()
                        && !writer.looks_at_turn(op) =>
                {
                    writer.body.add_edge(from, to, op.clone(), provenance);
                    continue;
                }
                (Phase::Among, op) => writer.own_step(from, op, provenance).map_err(meaningless)?,
            };
            writer.body.add_edge(at, to, Op::Skip, Provenance::default());
        }
    }
    Ok(writer.finish())
}

fn meaningless(_: Meaningless) -> Refusal {
    Refusal::Undecided("a clause has no meaning".to_owned())
}

/// Means the same without threads.
fn is_left_as_it_is(op: &Op) -> bool {
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

struct Writer<'a> {
    shared: &'a Shared<'a>,
    claim: &'a Claim,
    types: &'a [Option<Type>],
    n_created: Option<u32>,
    program: Program,
    body: Body,
    places: FxHashMap<At, LocationId>,
    /// The check of each clause.
    checks: Vec<CheckId>,
    /// Counts have variables of their own.
    counts: Vec<Option<VarId>>,
    /// Values of units before and after, where they are not read off variables.
    before: Vec<Option<VarId>>,
    after: Vec<Option<VarId>>,
    held: Vec<Option<VarId>>,
    share: Vec<Option<VarId>>,
    ticket: Vec<Option<(VarId, VarId)>>,
    role: VarId,
    number: VarId,
    handle: VarId,
}

impl<'a> Writer<'a> {
    fn new(
        inlined: &Program,
        shared: &'a Shared<'a>,
        claim: &'a Claim,
        types: &'a [Option<Type>],
        n_created: Option<u32>,
        role: VarId,
    ) -> Self {
        let mut program = inlined.clone();
        let entry = program.entry;
        let checks = claim.clauses.iter().map(|clause| {
            let (kind, span) = (CheckKind::Invariant, source::Span::default());
            program.checks.push(Check { kind, span, text: format!("{clause:?}").into() })
        });
        let checks = checks.collect();
        let mut var = |name: String, ty: Type, scope: Scope, initial: Initial| {
            let (origin, span) = (VarOrigin::Temporary, source::Span::default());
            program.vars.push(Var { name: name.into(), ty, scope, origin, span, initial })
        };
        let (mut counts, mut before, mut after) = (Vec::new(), Vec::new(), Vec::new());
        let (mut held, mut share) = (Vec::new(), Vec::new());
        let local = Scope::Local(entry);
        let zero = Initial::Bits(0);
        for (unit, it) in claim.units.iter().enumerate() {
            counts.push(match it {
                Unit::Count(_, ty) => {
                    Some(var(format!("%count.{unit}"), Type::Int(*ty), Scope::Global, zero))
                }
                Unit::Var(_) | Unit::Cell(..) | Unit::Block(..) => None,
            });
            let ty = match it {
                Unit::Var(var) => Some(inlined.vars[*var].ty),
                Unit::Cell(_, ty) => Some(*ty),
                Unit::Block(..) | Unit::Count(..) => types[unit],
            };
            let mut temporary = |name: &str| {
                ty.map(|ty| var(format!("%{name}.{unit}"), ty, local, Initial::Unknown))
            };
            before.push(temporary("before"));
            after.push(temporary("after"));
            let is_lock = claim.is_lock(unit);
            held.push(
                is_lock.then(|| var(format!("%held.{unit}"), Type::Bool, Scope::Global, zero)),
            );
            share.push(match types[unit] {
                Some(Type::Int(ty)) if claim.is_shared_out(unit) => {
                    let ty = Type::Int(share_type(ty));
                    Some(var(format!("%share.{unit}"), ty, Scope::Global, zero))
                }
                _ => None,
            });
        }
        let ticket = claim.clauses.iter().map(|clause| match *clause {
            Clause::Ticket { next, .. } => types[next].map(|ty| {
                let has = var("%has".to_owned(), Type::Bool, Scope::Global, zero);
                (has, var("%number".to_owned(), ty, Scope::Global, zero))
            }),
            _ => None,
        });
        let ticket = ticket.collect();
        let first = Initial::Bits(1);
        let number = var("%self".to_owned(), Type::Int(NUMBER), Scope::Global, first);
        let size = Type::Int(inlined.model.size_type());
        let handle = var("%handle".to_owned(), size, local, Initial::Unknown);
        Self {
            shared,
            claim,
            types,
            n_created,
            program,
            body: Body::new(),
            places: FxHashMap::default(),
            checks,
            counts,
            before,
            after,
            held,
            share,
            ticket,
            role,
            number,
            handle,
        }
    }

    fn finish(mut self) -> Program {
        let entry = self.program.entry;
        self.program.functions[entry].body = Some(self.body);
        self.program
    }

    fn place(&mut self, old: &Body, at: At) -> LocationId {
        if at.2 == old.exit {
            return self.body.exit;
        }
        if let Some(place) = self.places.get(&at) {
            return *place;
        }
        let place = self.body.add_location();
        self.body.locations[place].label = old.locations[at.2].label;
        self.places.insert(at, place);
        place
    }

    fn words(&mut self) -> Words<'_> {
        let (claim, types, n_created) = (self.claim, self.types, self.n_created);
        Words { exprs: &mut self.program.exprs, claim, types, n_created }
    }

    fn then(&mut self, at: LocationId, op: Op) -> LocationId {
        let next = self.body.add_location();
        self.body.add_edge(at, next, op, Provenance::default());
        next
    }

    fn assign(&mut self, at: LocationId, target: VarId, value: ExprId) -> LocationId {
        self.then(at, Op::Assign { target, value })
    }

    fn havoc(&mut self, at: LocationId, target: VarId) -> LocationId {
        self.then(at, Op::Havoc { target, cause: HavocCause::Input })
    }

    fn assume(&mut self, at: LocationId, condition: ExprId) -> LocationId {
        self.then(at, Op::Assume { condition })
    }

    fn ask(&mut self, at: LocationId, number: usize, condition: ExprId) -> LocationId {
        let (check, condition) = (self.checks[number], Condition::Holds(condition));
        self.then(at, Op::Check { check, condition })
    }

    fn var(&mut self, var: VarId) -> ExprId {
        self.program.exprs.var(var)
    }

    /// What the thread has.
    fn own(&mut self) -> Own {
        let (held, share, ticket) = (self.held.clone(), self.share.clone(), self.ticket.clone());
        let mut var = |var: VarId| self.program.exprs.var(var);
        Own {
            held: held.into_iter().map(|it| it.map(&mut var)).collect(),
            share: share.into_iter().map(|it| it.map(&mut var)).collect(),
            ticket: ticket.into_iter().map(|it| it.map(|(a, b)| (var(a), var(b)))).collect(),
            role: var(self.role),
        }
    }

    fn values(&mut self, vars: &[Option<VarId>]) -> Values {
        let is_value = |unit: usize| self.types[unit].is_some();
        let vars: Vec<Option<VarId>> =
            vars.iter().enumerate().map(|(unit, it)| it.filter(|_| is_value(unit))).collect();
        vars.into_iter().map(|it| it.map(|it| self.var(it))).collect()
    }

    /// Reads the value of a unit, or the lock at its start.
    fn read(&mut self, at: LocationId, unit: UnitId, target: Option<VarId>) -> LocationId {
        let Some(target) = target else { return at };
        let ty = self.program.vars[target].ty;
        match self.claim.units[unit] {
            Unit::Var(var) => {
                let value = self.var(var);
                self.assign(at, target, value)
            }
            Unit::Count(..) => match self.counts[unit] {
                Some(count) => {
                    let value = self.var(count);
                    self.assign(at, target, value)
                }
                None => at,
            },
            Unit::Cell(object, _) | Unit::Block(object, _) => {
                let pointer = self.program.exprs.intern(Expr::ObjectAddress(object));
                let access = Access { ty, is_volatile: false };
                self.then(at, Op::Load { target, pointer, access })
            }
        }
    }

    /// Gives a unit the value that was chosen for it.
    fn write_after(&mut self, at: LocationId, unit: UnitId) -> LocationId {
        let Some(after) = self.after[unit] else { return at };
        let value = self.var(after);
        match self.claim.units[unit] {
            Unit::Var(var) => self.assign(at, var, value),
            Unit::Count(..) => match self.counts[unit] {
                Some(count) => self.assign(at, count, value),
                None => at,
            },
            Unit::Cell(object, ty) => {
                let pointer = self.program.exprs.intern(Expr::ObjectAddress(object));
                let access = Access { ty, is_volatile: false };
                self.then(at, Op::Store { pointer, value, access })
            }
            Unit::Block(..) => at,
        }
    }

    fn any_bytes(&mut self, at: LocationId, object: ir::ObjectId) -> LocationId {
        let size = i128::from(self.program.objects[object].size.unwrap_or_default());
        let ty = self.program.model.size_type();
        let size = self.program.exprs.int(ty, size);
        let target = self.program.exprs.intern(Expr::ObjectAddress(object));
        self.then(at, Op::HavocMemory { target, size, cause: HavocCause::Input })
    }

    /// What the operation does, without other threads.
    fn step(&mut self, at: LocationId, op: &Op, provenance: Provenance) -> LocationId {
        let mut emit = |op: Op| {
            let next = self.body.add_location();
            self.body.add_edge(at, next, op, provenance);
            next
        };
        match op {
            Op::Await { condition } => emit(Op::Assume { condition: *condition }),
            Op::AtomicBegin(_) | Op::AtomicEnd | Op::ThreadJoin { .. } => emit(Op::Skip),
            Op::ThreadExit { .. } => emit(Op::Halt { cause: HaltCause::Exit }),
            Op::ThreadSelf { target } => {
                let ty = self.program.vars[*target].ty;
                let number = self.program.exprs.var(self.number);
                let value = match ty == Type::Int(NUMBER) {
                    true => number,
                    false => self.program.exprs.intern(Expr::Convert(ty, number)),
                };
                self.assign(at, *target, value)
            }
            Op::ThreadCreate { handle: None, .. } => emit(Op::Skip),
            Op::ThreadCreate { handle: Some(pointer), .. } => {
                let next = emit(Op::Skip);
                let next = self.havoc(next, self.handle);
                let value = self.var(self.handle);
                let ty = Type::Int(self.program.model.size_type());
                let access = Access { ty, is_volatile: false };
                self.then(next, Op::Store { pointer: *pointer, value, access })
            }
            op => emit(op.clone()),
        }
    }
}
