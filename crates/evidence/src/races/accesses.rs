//! All accesses of a program, each with what is known where it is made.

use std::rc::Rc;

use ir::{AtomicKind, EdgeId, Expr, ExprId, FunctionId, Op, Scope, Type, VarId};
use ir_passes::accesses::add_vars;
use ir_passes::ownership::primitives::{ATTRIBUTE_BYTES, Primitive, lock_bytes};
use ir_passes::ownership::{ClassId, ContextId, State};
use ir_passes::points_to::Spot;

use super::effect::Range;
use super::{Judge, NotShown};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Var(VarId),
    Memory(Spot),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Read,
    Write,
}

/// Who accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hand {
    Program,
    /// The inside of a lock, at the bytes of the lock.
    Lock,
}

#[derive(Clone, Debug)]
pub(super) struct Access {
    pub class: ClassId,
    pub site: (FunctionId, EdgeId),
    pub what: What,
    pub range: Range,
    pub kind: Kind,
    pub hand: Hand,
    pub synchronises: bool,
    /// It ends the life of the block. What lies there afterwards is another one.
    pub ends_life: bool,
    pub is_fresh: bool,
    pub is_own: bool,
    /// The pointer, for its name.
    pub pointer: Option<ExprId>,
    pub state: Rc<State>,
}

/// Bytes of a condition variable that its functions may access.
const CONDITION_BYTES: u64 = 8;

impl Access {
    pub fn is_write(&self) -> bool {
        self.kind == Kind::Write
    }

    /// No other thread is there.
    pub fn is_alone(&self) -> bool {
        index::Id::index(self.class) == 0 && self.state.running.is_empty()
    }
}

/// A call that releases a lock, or uses one, and the bytes it is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct LockUse {
    pub range: Range,
    pub family: Family,
    /// It releases a lock that the thread is not known to hold.
    pub is_unheld_release: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Mutex,
    Spin,
    ReadWrite,
    /// No lock, but something that functions of the library write.
    Other,
}

fn family(name: &str) -> Family {
    let begins = |prefix: &str| name.starts_with(prefix);
    if begins("pthread_mutex") || begins("mtx_") {
        Family::Mutex
    } else if begins("pthread_spin") {
        Family::Spin
    } else if begins("pthread_rwlock") {
        Family::ReadWrite
    } else {
        Family::Other
    }
}

#[derive(Debug, Default)]
pub(super) struct Found {
    pub accesses: Vec<Access>,
    pub lock_uses: Vec<LockUse>,
}

struct At<'a> {
    context: ContextId,
    edge: EdgeId,
    state: &'a Rc<State>,
}

impl Judge<'_> {
    pub(super) fn all_accesses(&self) -> Result<Found, NotShown> {
        let mut found = Found::default();
        let mut places: Vec<_> = self.claim.states.iter().collect();
        places.sort_unstable_by_key(|it| *it.0);
        for (&(context, location), state) in places {
            for &edge in &self.body(context).locations[location].outgoing {
                let state = Rc::new(self.named(context, edge, state));
                self.accesses_of(&At { context, edge, state: &state }, &mut found)?;
            }
        }
        Ok(found)
    }

    fn accesses_of(&self, at: &At<'_>, found: &mut Found) -> Result<(), NotShown> {
        let row = &self.body(at.context).edges[at.edge];
        let program = self.program;
        let word = program.model.pointer_bytes();
        let mut vars = index::IdSet::new();
        row.op.for_each_expr(|expr| add_vars(&program.exprs, expr, &mut vars));
        let is_global = |var: &VarId| program.vars[*var].scope == Scope::Global;
        for var in vars.iter().filter(is_global) {
            found.accesses.push(self.of_var(at, var, Kind::Read));
        }
        match &row.op {
            // The result arrives when the call is over.
            Op::Call { target: Some(target), .. } if is_global(target) => {
                if let Some(after) = self.claim.states.get(&(at.context, row.to)) {
                    let state = Rc::new(after.clone());
                    found.accesses.push(self.of_var(
                        &At { state: &state, ..*at },
                        *target,
                        Kind::Write,
                    ));
                }
            }
            op => {
                let written = op.assigned().filter(is_global);
                found.accesses.extend(written.map(|var| self.of_var(at, var, Kind::Write)));
            }
        }
        let mut touch = |pointer: ExprId, size: Option<u64>, kind: Kind| {
            found.accesses.extend(self.of_memory(at, pointer, size, kind)?);
            Ok::<(), NotShown>(())
        };
        match &row.op {
            Op::Load { pointer, access, .. } => {
                touch(*pointer, access.ty.bytes(program.model), Kind::Read)
            }
            Op::Store { pointer, access, .. } => {
                touch(*pointer, access.ty.bytes(program.model), Kind::Write)
            }
            Op::Copy { target, source, size } => {
                touch(*source, self.size(*size), Kind::Read)?;
                touch(*target, self.size(*size), Kind::Write)
            }
            Op::Fill { target, size, .. } | Op::HavocMemory { target, size, .. } => {
                touch(*target, self.size(*size), Kind::Write)
            }
            Op::Free { pointer } | Op::Reallocate { pointer, .. } => {
                touch(*pointer, None, Kind::Write)
            }
            Op::ThreadCreate { handle: Some(handle), .. } => {
                // The handle is written when the thread is there already.
                let mut state = State::clone(at.state);
                let after = self.state((at.context, row.to))?;
                state.running.union_with(&after.running);
                let after = At { state: &Rc::new(state), ..*at };
                found.accesses.extend(self.of_memory(&after, *handle, Some(word), Kind::Write)?);
                Ok(())
            }
            Op::ThreadJoin { result: Some(result), .. } => touch(*result, Some(word), Kind::Write),
            Op::Call { callee: ir::Callee::Direct(callee), arguments, .. } => {
                match self.primitives[*callee] {
                    Some(primitive) => self.of_lock(at, (primitive, *callee), arguments, found),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    fn of_var(&self, at: &At<'_>, var: VarId, kind: Kind) -> Access {
        let range = Range { address: None, spot: None, size: Some(1) };
        self.access(at, What::Var(var), range, kind)
    }

    fn access(&self, at: &At<'_>, what: What, range: Range, kind: Kind) -> Access {
        let context = self.claim.contexts[at.context];
        Access {
            class: context.class,
            site: (context.function, at.edge),
            what,
            range,
            kind,
            hand: Hand::Program,
            synchronises: at.state.atomic.contains(&AtomicKind::Synchronising),
            ends_life: matches!(
                self.body(at.context).edges[at.edge].op,
                Op::Free { .. } | Op::Reallocate { .. }
            ),
            is_fresh: false,
            is_own: false,
            pointer: None,
            state: Rc::clone(at.state),
        }
    }

    /// None if the pointer can only be null.
    fn of_memory(
        &self,
        at: &At<'_>,
        pointer: ExprId,
        size: Option<u64>,
        kind: Kind,
    ) -> Result<Option<Access>, NotShown> {
        if program_null(self, pointer) {
            return Ok(None);
        }
        let targets = self.points_to.targets(pointer);
        let (Some(targets), Some(spot)) = (targets, self.points_to.spot(pointer)) else {
            return Err("a pointer may point anywhere".to_owned().into());
        };
        if targets.objects.is_empty() && targets.allocations.is_empty() && !targets.is_external {
            return Ok(None);
        }
        let range = self.range(at.state, pointer, size);
        let origin = self.origin(pointer);
        let is_fresh = origin.is_some_and(|var| at.state.fresh.contains_key(&var));
        let is_own = origin.is_some_and(|var| at.state.own.contains(&var));
        let access = self.access(at, What::Memory(spot), range, kind);
        Ok(Some(Access { is_fresh, is_own, pointer: Some(pointer), ..access }))
    }

    fn of_lock(
        &self,
        at: &At<'_>,
        (primitive, callee): (Primitive, FunctionId),
        arguments: &[ExprId],
        found: &mut Found,
    ) -> Result<(), NotShown> {
        let name = &*self.program.functions[callee].name;
        let bytes = Some(lock_bytes(name));
        let Some(&lock) = arguments.get(primitive.lock_argument()) else { return Ok(()) };
        let access = self.of_memory(at, lock, bytes, Kind::Write)?;
        if primitive == Primitive::Initialise {
            found.accesses.extend(access);
            if let Some(attributes) = arguments.get(1)
                && self.program.type_of(*attributes) == Type::Pointer
            {
                let read = self.of_memory(at, *attributes, Some(ATTRIBUTE_BYTES), Kind::Read)?;
                found.accesses.extend(read);
            }
            return Ok(());
        }
        found.accesses.extend(access.map(inside));
        if primitive == Primitive::Wait {
            let condition = self.of_memory(at, arguments[0], Some(CONDITION_BYTES), Kind::Write)?;
            found.accesses.extend(condition.map(inside));
            found.lock_uses.push(LockUse {
                range: self.range(at.state, arguments[0], Some(CONDITION_BYTES)),
                family: Family::Other,
                is_unheld_release: false,
            });
        }
        let range = self.range(at.state, lock, bytes);
        let is_held = range.address.is_some_and(|it| at.state.locks.contains_key(&it));
        let is_release = matches!(primitive, Primitive::Release | Primitive::Wait);
        // A condition's functions are named after it, and the lock is the mutex.
        let family = if primitive == Primitive::Wait { Family::Mutex } else { family(name) };
        let is_unheld_release = is_release && !is_held;
        found.lock_uses.push(LockUse { range, family, is_unheld_release });
        Ok(())
    }
}

fn inside(access: Access) -> Access {
    Access { hand: Hand::Lock, synchronises: true, ..access }
}

fn program_null(judge: &Judge<'_>, pointer: ExprId) -> bool {
    judge.program.exprs[pointer] == Expr::Null
}
