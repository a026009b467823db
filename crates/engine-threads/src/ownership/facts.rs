//! Facts of a state: dropped together, weakened where ways meet, and what a value carries along.

use std::collections::BTreeMap;

use index::Id;
use ir::{ExprId, VarId};
use ir_passes::ownership::{Address, Base, ClassId, ContextId, Held, State};

/// What is known of a value.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Value {
    pub address: Option<Address>,
    pub attempt: Option<(Address, Held)>,
    pub fresh: Option<(ContextId, ir::EdgeId)>,
    pub is_own: bool,
    pub handle: Option<ClassId>,
}

pub(super) fn forget_var(state: &mut State, var: VarId) {
    state.values.remove(&var);
    state.tries.remove(&var);
    state.fresh.remove(&var);
    state.own.remove(&var);
    state.handle_vars.remove(&var);
}

pub(super) fn give(state: &mut State, var: VarId, value: Value) {
    forget_var(state, var);
    if let Some(address) = value.address {
        state.values.insert(var, address);
    }
    if let Some(attempt) = value.attempt {
        state.tries.insert(var, attempt);
    }
    if let Some(site) = value.fresh {
        state.fresh.insert(var, site);
    }
    if value.is_own {
        state.own.insert(var);
    }
    if let Some(class) = value.handle {
        state.handle_vars.insert(var, class);
    }
}

/// The base means something else from now on.
pub(super) fn forget_base(state: &mut State, is_gone: impl Fn(Base) -> bool) {
    state.locks.retain(|address, _| !is_gone(address.base));
    state.values.retain(|_, address| !is_gone(address.base));
    state.tries.retain(|_, (address, _)| !is_gone(address.base));
    state.handles.retain(|address, _| !is_gone(address.base));
}

/// Locks in this part of memory may be free.
pub(super) fn forget_locks(state: &mut State, is_gone: impl Fn(&Address, &Held) -> bool) {
    state.locks.retain(|address, held| !is_gone(address, held));
    state.tries.retain(|_, (address, held)| !is_gone(address, held));
}

fn keep_common<K: Ord + Copy, V: PartialEq>(
    known: &mut BTreeMap<K, V>,
    other: &BTreeMap<K, V>,
) -> bool {
    let before = known.len();
    known.retain(|key, value| other.get(key) == Some(value));
    known.len() != before
}

/// Makes `known` true of the other state too. Says whether anything changed.
pub(super) fn weaken(known: &mut State, other: &State) -> Result<bool, String> {
    if known.atomic != other.atomic {
        return Err("an atomic block begins on one way and not on another".to_owned());
    }
    let mut has_changed = false;
    let before = known.locks.clone();
    known.locks.retain(|address, _| other.locks.contains_key(address));
    for (address, held) in &mut known.locks {
        held.mode = held.mode.min(other.locks[address].mode);
    }
    has_changed |= before != known.locks;
    has_changed |= keep_common(&mut known.values, &other.values);
    has_changed |= keep_common(&mut known.tries, &other.tries);
    has_changed |= keep_common(&mut known.fresh, &other.fresh);
    let n_own = known.own.len();
    known.own.retain(|var| other.own.contains(var));
    has_changed |= n_own != known.own.len();
    has_changed |= keep_common(&mut known.handles, &other.handles);
    has_changed |= keep_common(&mut known.handle_vars, &other.handle_vars);
    has_changed |= known.running.union_with(&other.running);
    Ok(has_changed)
}

/// The variable that a pointer expression is an offset from.
pub(super) fn root(exprs: &ir::ExprPool, mut expr: ExprId) -> Option<VarId> {
    loop {
        match exprs[expr] {
            ir::Expr::Var(var) => return Some(var),
            ir::Expr::PointerAdd(base, _) => expr = base,
            _ => return None,
        }
    }
}

pub(super) fn first_class() -> ClassId {
    ClassId::new(0)
}
