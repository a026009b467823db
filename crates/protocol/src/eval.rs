//! What a protocol means: the evaluator of formulas, terms and actions on concrete values.
//!
//! This is the only code that gives meaning to a [`System`]. Concrete instances P(K)
//! run it on all K processes; an abstraction runs it on the few processes that it
//! distinguishes. Both go through a [`Scene`]: an acting process, a centre, and some others.
//!
//! # One step
//! P(K) has K processes with ids `0 < 1 < … < K-1` and one centre. It starts with every
//! process at the first location, variables at their initial values (any value, independently
//! for each process, where the declaration says `*`), and pointers at nobody, provided that what
//! is said under `initially` holds of all different processes. A step is:
//!
//! 1. Some process `p` and some rule with [`Actor::Process`] whose locations contain that of
//!    `p` are chosen; or a rule of the centre, then there is no acting process.
//! 2. `when` holds of `p` and the centre.
//! 3. If there is no guard, the `then` branch is taken. If there is one, it is evaluated
//!    for every process but `p` (for the centre: for every process) in the present state.
//!    If all satisfy it, and whatever else the guard asks holds, `then` is taken; if not,
//!    `otherwise`. If that branch is missing there is no such step: the process waits.
//! 4. The actions of the branch are performed in order, each on the state that the ones before
//!    left, and then the process is at `goto` (or where it was).
//!
//! The whole is atomic: nothing happens between 1 and 4.
//!
//! Who is not there (a neighbour beyond the end of a line, whom a pointer to nobody points at)
//! satisfies no condition, and a branch that reads or changes it cannot be taken. A pointer that is
//! to point at it points at nobody.
//!
//! # Actions
//! - `t := TERM` assigns; a negative number for a `nat` assigns 0. `t := *` has one outcome for
//!   each value of the sort; since these are infinitely many, callers pass the ones to try.
//! - `f := *` has one outcome for each value of `f`.
//! - `ptr := slf` makes the acting process the only one that `ptr` points at, `ptr := otr` that one.
//! - `some otr. TEST` has one outcome for each other process that satisfies the test; it is `otr` in
//!   what follows. Without such a process the branch cannot be taken.
//! - `f[otr] := c` changes one other process, now.
//! - A [`Scan`](crate::Scan) visits every other process once; every order of visits is a
//!   possible outcome. It is part of the step and therefore atomic.
//! - A [`Broadcast`](crate::Broadcast) changes all others at once.
//!
//! Numbers are unbounded in the language. Here they are `i64`, and arithmetic that leaves them
//! is an [`EvalError`], never a wrong value.
//!
//! # Stepwise guards
//! With `guards stepwise` step 3 is not one step. A process remembers which rule's guard it is
//! evaluating ([`ProcessState::checking`]) and which others it has found to satisfy it (its
//! *checked set*, kept by whoever holds the whole state). For a guarded rule `r` whose location
//! and `when` fit, there are then these steps, each atomic:
//!
//! - *Visit* of another `q` that is not in the checked set, if `q` satisfies the guard now: `q`
//!   joins the checked set. If `p` was checking another rule (or none), it first forgets what it
//!   checked, and from now on checks `r`.
//! - *Refusal* by another `q` that is not in the checked set (if `p` checks another rule or none:
//!   by any other `q`), if `q` does not satisfy the guard now and `r` has an `otherwise` branch:
//!   that branch is taken. Without an `otherwise` branch the process waits until `q` satisfies
//!   the guard: what it has checked before, it does not check again.
//! - *Finish*, if `p` checks `r` and all others are in the checked set: the `then` branch is
//!   taken. If there is no `then` branch, the search begins anew: nothing is checked any more.
//!
//! Whenever a process takes a branch, or a broadcast moves it to another location, it forgets
//! what it has checked. Branches, scans and broadcasts are still atomic. Rules without
//! a guard are single steps as before. A guard of a centre's rule is evaluated at one instant.
//!
//! # Fair runs
//! Runs are infinite: in every state nothing may happen (a *stutter*). A run is fair if for
//! every process `p`, infinitely often: `p` is not at a justice location, or `p` takes a step,
//! or `p` cannot take any step (it waits). This is what being scheduled again and again means
//! for a process that does nothing when it is scheduled while it has to wait. If the centre is
//! just, then also the centre takes a step, or cannot, infinitely often. And for every process `p`
//! and every location under `compassion`: if infinitely often `p` is there and can take a step, then
//! infinitely often it takes one from there.

mod state;
mod view;

use std::cmp::Ordering;

use index::Id;

pub use state::{CentreState, PointerSet, ProcessState};
pub use view::{Company, View, compare, holds, value};

use crate::{
    Action, Branch, Broadcast, DataSort, DataTarget, DataValue, FiniteRef, FiniteTarget,
    FiniteValue, PointerId, PointerValue, Scan, Subject, System, Term, Update, ValueId,
};

/// What can go wrong in evaluating a well-formed model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvalError {
    #[error("a number became too large for 64 bits")]
    Overflow,
    /// Only within this module: a condition is then false, and a branch impossible.
    #[error("a process is read that is not there")]
    Nobody,
}

/// A process in a scene. Ids of one scene are distinct.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Participant {
    pub id: u32,
    pub state: ProcessState,
}

/// Some processes and the centre, in the middle of a step: all processes of an instance, or
/// only those that matter to somebody.
///
/// What an action does to one process of a scene depends on which others are in it only where it
/// asks for them: a [`Scan`](crate::Scan) visits them, a pick chooses among them, neighbours and
/// pointers are looked up in them, and counts count them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scene {
    /// The acting process; `None` when the centre acts.
    pub own: Option<Participant>,
    pub centre: CentreState,
    pub others: Vec<Participant>,
    /// The id of the other that was picked in this branch.
    pub picked: Option<u32>,
}

impl Scene {
    /// The acting process with the centre, and the one it has picked.
    #[inline]
    pub fn own_view(&self) -> View<'_> {
        let picked = self.picked.and_then(|id| self.others.iter().find(|it| it.id == id));
        match picked {
            Some(picked) => self.view_of(picked),
            None => View {
                own: self.own.as_ref().map(|own| &own.state),
                other: None,
                centre: &self.centre,
                ids: Ordering::Equal,
                company: self.company(),
            },
        }
    }

    fn company(&self) -> Company<'_> {
        Company {
            own_id: self.own.as_ref().map(|own| own.id),
            own: self.own.as_ref(),
            others: &self.others,
            further: &[],
        }
    }

    /// The acting process looking at `other`.
    #[inline]
    pub fn view_of<'a>(&'a self, other: &'a Participant) -> View<'a> {
        View {
            own: self.own.as_ref().map(|own| &own.state),
            other: Some(&other.state),
            centre: &self.centre,
            ids: self.own.as_ref().map_or(Ordering::Equal, |own| own.id.cmp(&other.id)),
            company: self.company(),
        }
    }

    /// The id of the process that is meant, if it is there.
    fn id_of(&self, system: &System, subject: Subject) -> Result<u32, EvalError> {
        let found = match subject {
            Subject::Own => self.own.as_ref().map(|own| own.id),
            Subject::Other => self.picked,
            Subject::Next | Subject::Previous => self.company().neighbour(system.topology, subject),
            Subject::Pointee(pointer) => self.company().pointee(pointer).map(|it| it.id),
            Subject::Further(_) => unreachable!("only properties speak of further processes"),
        };
        found.ok_or(EvalError::Nobody)
    }

    fn state_mut(&mut self, id: u32) -> Option<&mut ProcessState> {
        let all = self.own.iter_mut().chain(&mut self.others);
        all.into_iter().find(|it| it.id == id).map(|it| &mut it.state)
    }

    fn own_state_mut(&mut self) -> &mut ProcessState {
        &mut self.own.as_mut().expect("the parser keeps own variables out of centre rules").state
    }
}

/// The scenes after `branch`, sorted, each once. `any` are the numbers tried for `t := *`; those
/// that are not of the variable's sort are left out.
pub fn run_branch(
    system: &System,
    branch: &Branch,
    scene: &Scene,
    any: &[i64],
) -> Result<Vec<Scene>, EvalError> {
    let mut scenes = vec![scene.clone()];
    for action in &branch.actions {
        let mut after = Vec::with_capacity(scenes.len());
        for mut scene in scenes {
            match perform(system, action, &mut scene, any) {
                Ok(None) => after.push(scene),
                Ok(Some(outcomes)) => after.extend(outcomes),
                Err(EvalError::Nobody) => {}
                Err(error) => return Err(error),
            }
        }
        after.sort();
        after.dedup();
        scenes = after;
    }
    for scene in &mut scenes {
        scene.picked = None;
        if let Some(own) = &mut scene.own {
            own.state.checking = None;
            own.state.location = branch.goto.unwrap_or(own.state.location);
        }
    }
    // Whom a branch picked matters no more.
    scenes.sort();
    scenes.dedup();
    Ok(scenes)
}

/// Performs one action. If it has one outcome, the scene becomes that; otherwise the scene stays
/// as it is and all outcomes are returned. See [`run_branch`].
pub fn perform(
    system: &System,
    action: &Action,
    scene: &mut Scene,
    any: &[i64],
) -> Result<Option<Vec<Scene>>, EvalError> {
    match action {
        Action::SetData { target, value: DataValue::Term(term) } => {
            let number = value(system, *term, scene.own_view())?;
            set_data(system, scene, *target, number);
        }
        Action::SetData { target, value: DataValue::Any } => {
            let sort = data_sort(system, *target);
            let numbers = any.iter().filter(|number| sort == DataSort::Int || **number >= 0);
            let outcomes = numbers.map(|number| with_data(system, scene, *target, *number));
            return Ok(Some(outcomes.collect()));
        }
        Action::SetFinite { target, value: FiniteValue::Any } => {
            return Ok(Some(any_finite(system, *target, scene)));
        }
        Action::SetFinite { target, value: FiniteValue::Const(constant) } => {
            set_finite(scene, *target, *constant);
        }
        Action::SetFinite { target, value: FiniteValue::Copy { of, table } } => {
            let of = match of {
                FiniteTarget::Own(id) => FiniteRef::Process(Subject::Own, *id),
                FiniteTarget::Centre(id) => FiniteRef::Centre(*id),
            };
            let value = table[scene.own_view().finite(system, of)?];
            set_finite(scene, *target, value);
        }
        Action::SetFinite { target, value: FiniteValue::Read { of, table } } => {
            let value = table[scene.own_view().finite(system, *of)?];
            set_finite(scene, *target, value);
        }
        Action::SetPointer { pointer, value } => set_pointer(system, *pointer, *value, scene)?,
        Action::Pick(pick) => {
            let mut outcomes = Vec::new();
            for other in &scene.others {
                if holds(system, &pick.test, scene.view_of(other))? {
                    outcomes.push(Scene { picked: Some(other.id), ..scene.clone() });
                }
            }
            return Ok(Some(outcomes));
        }
        Action::Tell { whom, update, .. } => {
            let id = scene.id_of(system, *whom)?;
            let before = scene.company().find(id).ok_or(EvalError::Nobody)?;
            let tell = |update: &Update| {
                let view = scene.own_view();
                let after = updated(system, before, std::slice::from_ref(update), view)?;
                let mut scene = scene.clone();
                if let Some(state) = scene.state_mut(id) {
                    *state = after;
                }
                Ok(scene)
            };
            let choices = choices(system, update, any);
            return choices.iter().map(tell).collect::<Result<Vec<_>, _>>().map(Some);
        }
        Action::Scan(scan) => return run_scan(system, scan, scene).map(Some),
        Action::Broadcast(broadcast) => run_broadcast(system, broadcast, scene)?,
    }
    Ok(None)
}

/// What an update of one process may be: `*` is one of the values, everything else is itself.
fn choices(system: &System, update: &Update, any: &[i64]) -> Vec<Update> {
    match update {
        Update::AnyValue(id) => {
            let values = system.finites[*id].values.ids();
            values.map(|value| Update::Const(*id, value)).collect()
        }
        Update::AnyNumber(id) => {
            let is_int = system.data[*id].sort == DataSort::Int;
            let numbers = any.iter().filter(|number| is_int || **number >= 0);
            let number =
                |offset| Update::Number { target: *id, value: Term { base: None, offset } };
            numbers.map(|offset| number(*offset)).collect()
        }
        Update::Location(_)
        | Update::Const(..)
        | Update::Copy { .. }
        | Update::Read { .. }
        | Update::Number { .. } => vec![update.clone()],
    }
}

/// One visit of a scan: the value that the visit assigns to the target, or `None` if the test
/// does not hold.
pub fn visit(system: &System, scan: &Scan, view: View<'_>) -> Result<Option<i64>, EvalError> {
    if !holds(system, &scan.test, view)? {
        return Ok(None);
    }
    let number = value(system, scan.value, view)?;
    Ok(Some(clamp(data_sort(system, scan.target), number)))
}

/// The sort of an assigned data variable.
pub fn data_sort(system: &System, target: DataTarget) -> DataSort {
    match target {
        DataTarget::Own(id) => system.data[id].sort,
        DataTarget::Centre(id) => system.centre.data[id].sort,
    }
}

fn clamp(sort: DataSort, number: i64) -> i64 {
    match sort {
        DataSort::Nat => number.max(0),
        DataSort::Int => number,
    }
}

/// Assigns a number; a negative one for a `nat` assigns 0.
pub fn set_data(system: &System, scene: &mut Scene, target: DataTarget, number: i64) {
    let number = clamp(data_sort(system, target), number);
    match target {
        DataTarget::Own(id) => scene.own_state_mut().data[id.index()] = number,
        DataTarget::Centre(id) => scene.centre.data[id.index()] = number,
    }
}

fn with_data(system: &System, scene: &Scene, target: DataTarget, number: i64) -> Scene {
    let mut scene = scene.clone();
    set_data(system, &mut scene, target, number);
    scene
}

fn set_finite(scene: &mut Scene, target: FiniteTarget, value: ValueId) {
    match target {
        FiniteTarget::Own(id) => scene.own_state_mut().finites[id.index()] = value,
        FiniteTarget::Centre(id) => scene.centre.finites[id.index()] = value,
    }
}

fn any_finite(system: &System, target: FiniteTarget, scene: &Scene) -> Vec<Scene> {
    let values = match target {
        FiniteTarget::Own(id) => &system.finites[id].values,
        FiniteTarget::Centre(id) => &system.centre.finites[id].values,
    };
    let assign = |value| {
        let mut scene = scene.clone();
        set_finite(&mut scene, target, value);
        scene
    };
    values.ids().map(assign).collect()
}

fn set_pointer(
    system: &System,
    pointer: PointerId,
    value: PointerValue,
    scene: &mut Scene,
) -> Result<(), EvalError> {
    let target = match value {
        PointerValue::Own => Some(scene.id_of(system, Subject::Own)?),
        // Where there is nobody to point at, it points at nobody.
        PointerValue::Of(subject) => scene.id_of(system, subject).ok(),
        PointerValue::Nobody => None,
    };
    for it in scene.own.iter_mut().chain(&mut scene.others) {
        it.state.held.remove(pointer);
    }
    scene.centre.set.remove(pointer);
    if let Some(state) = target.and_then(|id| scene.state_mut(id)) {
        state.held.insert(pointer);
        scene.centre.set.insert(pointer);
    }
    Ok(())
}

/// All outcomes of visiting the others of the scene in every order.
///
/// A visit changes only the scan's target, so all that matters after some visits is which
/// others were visited and the target's value: that is what is enumerated, not the orders.
fn run_scan(system: &System, scan: &Scan, scene: &Scene) -> Result<Vec<Scene>, EvalError> {
    let mut layer: Vec<(u64, Scene)> = vec![(0, scene.clone())];
    for _ in &scene.others {
        let mut next = Vec::new();
        for (visited, scene) in &layer {
            for (position, other) in scene.others.iter().enumerate() {
                if visited >> position & 1 == 1 {
                    continue;
                }
                let after = match visit(system, scan, scene.view_of(other))? {
                    Some(number) => with_data(system, scene, scan.target, number),
                    None => scene.clone(),
                };
                next.push((visited | 1 << position, after));
            }
        }
        next.sort();
        next.dedup();
        layer = next;
    }
    Ok(layer.into_iter().map(|(_, scene)| scene).collect())
}

/// A broadcast changes all others at once: what each becomes is read off the state before.
fn run_broadcast(
    system: &System,
    broadcast: &Broadcast,
    scene: &mut Scene,
) -> Result<(), EvalError> {
    let mut after = Vec::with_capacity(scene.others.len());
    for other in &scene.others {
        let view = scene.view_of(other);
        let mut state = other.state.clone();
        for case in &broadcast.cases {
            if holds(system, &case.test, view)? {
                state = updated(system, &other.state, &case.updates, view)?;
                break;
            }
        }
        after.push(state);
    }
    for (other, state) in scene.others.iter_mut().zip(after) {
        other.state = state;
    }
    Ok(())
}

/// What `state` becomes; all that is read is as it was before.
fn updated(
    system: &System,
    state: &ProcessState,
    updates: &[Update],
    view: View<'_>,
) -> Result<ProcessState, EvalError> {
    let mut after = state.clone();
    for update in updates {
        match update {
            Update::Location(location) => {
                after.location = *location;
                if *location != state.location {
                    after.checking = None;
                }
            }
            Update::Const(target, value) => after.finites[target.index()] = *value,
            Update::Copy { target, of, table } => {
                after.finites[target.index()] = table[state.finite(*of)];
            }
            Update::Read { target, of, table } => {
                after.finites[target.index()] = table[view.finite(system, *of)?];
            }
            Update::Number { target, value: term } => {
                let number = value(system, *term, view)?;
                after.data[target.index()] = clamp(system.data[*target].sort, number);
            }
            Update::AnyValue(_) | Update::AnyNumber(_) => {
                unreachable!("one of the choices is taken before")
            }
        }
    }
    Ok(after)
}
