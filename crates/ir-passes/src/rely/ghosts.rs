//! Variables that the program does not have: who holds what, and values before and after.

use ir::{Initial, IntType, Program, Scope, Type, Var, VarId, VarOrigin};

use super::clause::Clause;
use super::shares::share_type;
use super::tickets::Tickets;
use super::units::Units;

/// Variables that the program does not have.
pub(super) struct Ghosts {
    /// Whether I hold the unit as a lock.
    pub held: Vec<VarId>,
    /// The value of a scalar before and after, and one that others choose.
    pub old: Vec<Option<VarId>>,
    pub new: Vec<Option<VarId>>,
    pub fresh: Vec<Option<VarId>>,
    /// That of a lock before and after.
    pub lock: Vec<Option<VarId>>,
    pub lock_after: Vec<Option<VarId>>,
    /// What I have added to a unit, where clauses ask for it.
    pub mine: Vec<Option<VarId>>,
    /// Whether I have a number, and which.
    tickets: Vec<(Tickets, VarId, VarId)>,
    /// Whether something is asked now.
    pub aside: VarId,
    /// My number.
    pub own: VarId,
    pub handle: VarId,
}

/// The type of thread numbers here.
pub(super) const NUMBER: IntType = IntType::unsigned(32);
/// Larger than any number of a thread.
pub(super) const MAX_NUMBER: i128 = 1 << 16;

impl Ghosts {
    pub(super) fn new(program: &mut Program, units: &Units, clauses: &[Clause]) -> Self {
        let entry = program.entry;
        let mut var = |name: String, ty: Type, scope: Scope, initial: Initial| {
            program.vars.push(Var {
                name: name.into(),
                ty,
                scope,
                origin: VarOrigin::Temporary,
                span: source::Span::default(),
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
        let shared_out: Vec<usize> = clauses.iter().flat_map(Clause::shared_out).collect();
        let mine = units.all.iter().enumerate().map(|(index, unit)| {
            let name = format!("%mine.{}", unit.name);
            match unit.ty {
                Some(Type::Int(ty)) if shared_out.contains(&index) => {
                    let ty = Type::Int(share_type(ty));
                    Some(var(name, ty, Scope::Global, Initial::Bits(0)))
                }
                _ => None,
            }
        });
        let mine = mine.collect();
        let mut tickets = Vec::new();
        for clause in clauses {
            let Clause::Ticket { tickets: it } = clause else { continue };
            let (name, Some(ty)) = (&units.all[it.next].name, units.all[it.next].ty) else {
                continue;
            };
            let has = var(format!("%has.{name}"), Type::Bool, Scope::Global, Initial::Bits(0));
            let ticket = var(format!("%ticket.{name}"), ty, Scope::Global, Initial::Bits(0));
            tickets.push((*it, has, ticket));
        }
        let aside = var("%aside".into(), Type::Bool, Scope::Local(entry), Initial::Unknown);
        let own = var("%own".into(), Type::Int(NUMBER), Scope::Global, Initial::Bits(1));
        let size = Type::Int(program.model.size_type());
        let handle = program.vars.push(Var {
            name: "%handle".into(),
            ty: size,
            scope: Scope::Local(entry),
            origin: VarOrigin::Temporary,
            span: source::Span::default(),
            initial: Initial::Unknown,
        });
        Self { held, old, new, fresh, lock, lock_after, mine, tickets, aside, own, handle }
    }

    /// Whether I have a number, and which.
    pub(super) fn ticket(&self, tickets: Tickets) -> Option<(VarId, VarId)> {
        let of = self.tickets.iter().find(|(it, ..)| *it == tickets);
        of.map(|(_, has, ticket)| (*has, *ticket))
    }

    /// What a new thread has none of: locks, shares, numbers.
    pub(super) fn none_at_first(&self) -> Vec<VarId> {
        let numbers = self.tickets.iter().map(|(_, has, _)| *has);
        self.held
            .iter()
            .copied()
            .chain(self.mine.iter().flatten().copied())
            .chain(numbers)
            .collect()
    }
}
