//! What is counted beside the program: writes, threads, and who is being served.
//!
//! A tally is a shared variable that the program does not have and that changes in the same step as
//! what it counts. Clauses speak of it as of any other. It decides nothing: no run is different for
//! it, so whatever is shown of a program with tallies holds of the program without.

use ir::{Expr, Initial, IntType, LocationId, Op, Program, Scope, Type, Var, VarOrigin};

use super::roles::Role;
use super::units::{Place, Unit, Units};
use super::writer::Writer;

/// What a tally counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// The steps in which threads of the role write the unit.
    Writes { unit: usize, role: Role },
    /// The threads of the role that were created, as a number of the type.
    Threads { role: Role, ty: IntType },
    /// One while a thread that saw its number being served has not served it, else zero.
    Served { serving: usize },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The unit that counts.
    pub unit: usize,
    pub counted: Counted,
}

impl Units {
    /// One more tally, which starts at zero; gives its unit.
    pub(super) fn tally(&mut self, program: &mut Program, counted: Counted) -> usize {
        let it = self.tallies.iter().find(|tally| tally.counted == counted);
        if let Some(tally) = it {
            return tally.unit;
        }
        let routine = |role: Role| match role {
            0 => "the first thread".to_owned(),
            _ => format!("{}()", program.functions[self.roles.routines[role - 1]].name),
        };
        let int = IntType::signed(32);
        let (name, ty) = match counted {
            Counted::Writes { unit, role } => {
                let name =
                    format!("the number of writes of {} by {}", self.all[unit].name, routine(role));
                (name, self.all[unit].lock.unwrap_or(int))
            }
            Counted::Threads { role, ty } => {
                (format!("the number of threads of {}", routine(role)), ty)
            }
            Counted::Served { serving } => (format!("the turn of {}", self.all[serving].name), int),
        };
        let var = program.vars.push(Var {
            name: name.clone().into(),
            ty: Type::Int(ty),
            scope: Scope::Global,
            origin: VarOrigin::Temporary,
            span: source::Span::default(),
            initial: Initial::Bits(0),
        });
        let unit = self.all.len();
        self.all.push(Unit {
            place: Place::Var(var),
            name: name.into(),
            ty: Some(Type::Int(ty)),
            lock: Some(ty),
        });
        self.tallies.push(Tally { unit, counted });
        unit
    }

    pub(super) fn is_tally(&self, unit: usize) -> bool {
        self.tallies.iter().any(|tally| tally.unit == unit)
    }

    /// The tallies that change with a step that writes these units.
    pub(super) fn counted(&self, op: &Op, written: &[usize]) -> Vec<usize> {
        let changes = |tally: &&Tally| match tally.counted {
            Counted::Writes { unit, .. } => written.contains(&unit),
            Counted::Threads { role, .. } => self.roles.created(op) == Some(role),
            Counted::Served { serving } => written.contains(&serving),
        };
        self.tallies.iter().filter(changes).map(|tally| tally.unit).collect()
    }
}

impl Writer<'_> {
    /// Counts a step that has just been taken.
    pub(super) fn count(&mut self, mut at: LocationId, written: &[usize]) -> LocationId {
        for tally in self.units.tallies.clone() {
            if !written.contains(&tally.unit) {
                continue;
            }
            let (Place::Var(target), Some(Type::Int(ty))) =
                (self.units.all[tally.unit].place, self.units.all[tally.unit].ty)
            else {
                continue;
            };
            let before = self.var(target);
            let one = self.program.exprs.int(ty, 1);
            let more = self.add(before, one);
            let value = match tally.counted {
                Counted::Threads { .. } => more,
                Counted::Writes { role, .. } => {
                    let is_it = self.has_role(role);
                    self.program.exprs.intern(Expr::Ite(is_it, more, before))
                }
                // The ticket that was being served is given back with the write.
                Counted::Served { serving } => {
                    if !self.tickets().iter().any(|it| it.turn == tally.unit) {
                        continue;
                    }
                    let (Some(was_served), zero) =
                        (self.stays(serving), self.program.exprs.int(ty, 0))
                    else {
                        continue;
                    };
                    self.program.exprs.intern(Expr::Ite(was_served, before, zero))
                }
            };
            at = self.then(at, Op::Assign { target, value });
        }
        at
    }
}
