//! What functions without body did to memory that they know, so that a stand-in can do the same.
//!
//! A byte that such a function may have changed is asked for at its first read after the call. The
//! note of the input says which object that is of those that the outside knows, and in which action
//! it could change last; the actions say on which way the object became known. So a stand-in that
//! goes the same ways finds the bytes on any machine.

use std::collections::{BTreeMap, BTreeSet};

use ir::{Actor, Expr, Op, Program, Scope, VarId};
use ir_interp::{Action, CalledBack, Holder, Learned, Pointee, RecordedInput, Unknown, Way};
use verdict::{
    Environment, KnownBy, LearnedObject, OutsideAction, OutsideCall, OutsideValue, OutsideWrite,
    WrittenPlace,
};

use super::super::chosen_input::{actor_name, c_type};
use super::super::explain::op_of;
use super::super::explore::FailingRun;
use super::havoc_target;

/// Fills in what concerns the outside. The indices of the inputs that are told thereby.
pub(super) fn describe(
    program: &Program,
    run: &FailingRun,
    told: &BTreeMap<usize, usize>,
    environment: &mut Environment,
) -> Vec<usize> {
    let mut covered = Vec::new();
    let mut writes: BTreeMap<usize, Vec<OutsideWrite>> = BTreeMap::new();
    for (index, (input, note)) in run.inputs.iter().zip(run.trace.notes()).enumerate() {
        let Some(&told) = told.get(&index) else { continue };
        let value = match note.pointee {
            None => OutsideValue::Bits(input.bits),
            Some(pointee) => pointed(program, pointee, input.bits),
        };
        if note.pointee.is_some() {
            environment.pointers.insert(told, value.clone());
        }
        let n_bytes = input.request.ty.bytes(program.model).unwrap_or(1);
        let foreign = match input.request.unknown {
            Unknown::Memory { holder: Holder::Foreign(number), offset } => Some((number, offset)),
            _ => None,
        };
        if let Some((number, offset)) = foreign {
            match value {
                OutsideValue::Foreign { .. } | OutsideValue::Object { .. } => {
                    environment.foreign_pointers.insert((number, offset), value);
                    covered.push(index);
                    continue;
                }
                OutsideValue::Known { .. } => environment.obstacles.push(
                    "memory outside the program holds a pointer that only the run makes".to_owned(),
                ),
                OutsideValue::Bits(_) => {}
            }
            let bytes =
                (0..n_bytes).map(|at| ((number, offset + at), (input.bits >> (8 * at)) as u8));
            environment.foreign.extend(bytes);
            covered.push(index);
            continue;
        }
        if input.request.site.is_some_and(|site| program.calls_back(site.function)) {
            let is_choice = match input.request.unknown {
                Unknown::Effect(_) => havoc_local(program, input),
                Unknown::ExternalResult(_) => true,
                _ => false,
            };
            if is_choice {
                environment.pointers.remove(&told);
                covered.push(index);
                continue;
            }
        }
        let Some((action, place)) = written(program, input, note) else { continue };
        writes.entry(action).or_default().push(OutsideWrite { place, n_bytes, value });
        covered.push(index);
    }
    tell_actions(program, run, writes, environment);
    covered
}

/// The action that an input is about, and the place that it changed.
fn written(
    program: &Program,
    input: &RecordedInput,
    note: &ir_interp::InputNote,
) -> Option<(usize, WrittenPlace)> {
    match input.request.unknown {
        Unknown::Changed { .. } => {
            let changed = note.bytes?.changed?;
            let place = WrittenPlace::Known { known: changed.known, offset: changed.offset };
            Some((changed.action, place))
        }
        Unknown::Effect(_) => {
            let site = input.request.site?;
            let body = program.functions[site.function].body.as_ref()?;
            let edge = &body.edges[site.edge];
            let mut var = havoc_target(&edge.op)?;
            // A truth value is chosen first and becomes a number then.
            if program.vars[var].scope != Scope::Global {
                var = body.edges.values().find_map(|next| match &next.op {
                    Op::Assign { target, .. } if next.from == edge.to => Some(*target),
                    _ => None,
                })?;
            }
            let place = WrittenPlace::Variable(global_name(program, var)?);
            Some((note.n_actions.checked_sub(1)?, place))
        }
        _ => None,
    }
}

/// Whether an input is about a variable of the function that asks.
fn havoc_local(program: &Program, input: &RecordedInput) -> bool {
    let op = input.request.site.map(|site| op_of(program, site));
    let target = op.and_then(havoc_target);
    target.is_some_and(|var| {
        &*program.vars[var].name == "%choice" || program.vars[var].name.starts_with("%choice.")
    })
}

fn called(program: &Program, call: &CalledBack) -> OutsideCall {
    let argument = |(ty, bits, pointee): &(ir::Type, u128, Pointee)| {
        let value = match ty {
            ir::Type::Pointer => pointed(program, *pointee, *bits),
            _ => OutsideValue::Bits(*bits),
        };
        (c_type(*ty), value)
    };
    OutsideCall { known: call.known, arguments: call.arguments.iter().map(argument).collect() }
}

fn global_name(program: &Program, var: VarId) -> Option<String> {
    let var = &program.vars[var];
    (var.scope == Scope::Global).then(|| var.name.to_string())
}

fn pointed(program: &Program, pointee: Pointee, bits: u128) -> OutsideValue {
    match pointee {
        Pointee::Known { known, offset } => OutsideValue::Known { known, offset },
        Pointee::Object { object, offset } => {
            OutsideValue::Object { name: program.objects[object].name.to_string(), offset }
        }
        Pointee::Foreign { number, offset } => OutsideValue::Foreign { number, offset },
        Pointee::Null | Pointee::Other => OutsideValue::Bits(bits),
    }
}

/// Objects whose addresses are needed, with all that lead to them.
fn needed(
    actions: &[Action],
    writes: &BTreeMap<usize, Vec<OutsideWrite>>,
    pointers: &BTreeMap<usize, OutsideValue>,
) -> BTreeSet<usize> {
    let mut pending: Vec<usize> = Vec::new();
    let mut want = |value: &OutsideValue| match value {
        OutsideValue::Known { known, .. } => pending.push(*known),
        OutsideValue::Bits(_) | OutsideValue::Object { .. } | OutsideValue::Foreign { .. } => {}
    };
    pointers.values().for_each(&mut want);
    for write in writes.values().flatten() {
        want(&write.value);
        if let WrittenPlace::Known { known, .. } = write.place {
            want(&OutsideValue::Known { known, offset: 0 });
        }
    }
    for call in actions.iter().filter_map(|action| action.call.as_ref()) {
        pending.push(call.known);
        pending.extend(call.arguments.iter().filter_map(|(_, _, pointee)| match pointee {
            Pointee::Known { known, .. } => Some(*known),
            _ => None,
        }));
    }
    let learned: Vec<&Learned> = actions.iter().flat_map(|action| &action.learned).collect();
    let mut needed = BTreeSet::new();
    while let Some(known) = pending.pop() {
        if needed.insert(known)
            && let Some(Learned { way: Way::Inside { known, .. }, .. }) = learned.get(known)
        {
            pending.push(*known);
        }
    }
    needed
}

fn tell_actions(
    program: &Program,
    run: &FailingRun,
    mut writes: BTreeMap<usize, Vec<OutsideWrite>>,
    environment: &mut Environment,
) {
    let actions = run.trace.actions();
    let needed = needed(actions, &writes, &environment.pointers);
    let mut n_calls: BTreeMap<ir::FunctionId, usize> = BTreeMap::new();
    // The call of each actor that is going on at a depth.
    let mut going_on: BTreeMap<(ir::FunctionId, usize), usize> = BTreeMap::new();
    let mut first_known = 0;
    for (number, action) in actions.iter().enumerate() {
        let known = first_known..first_known + action.learned.len();
        first_known = known.end;
        let function = match action.actor {
            Actor::Function(function) => Some(function),
            Actor::Assembly => None,
        };
        // What it does after it has called back belongs to the call that did so.
        let is_later = action.site.is_some_and(|site| program.calls_back(site.function));
        let n_call = match function {
            None => 0,
            Some(function) if is_later => {
                let outer = action.depth.saturating_sub(1);
                going_on.get(&(function, outer)).copied().unwrap_or(0)
            }
            Some(function) => {
                let n_call = n_calls.entry(function).or_default();
                *n_call += 1;
                going_on.insert((function, action.depth), *n_call - 1);
                *n_call - 1
            }
        };
        let learned = known.zip(&action.learned).filter(|(known, _)| needed.contains(known));
        let learned: Vec<(usize, &Learned)> = learned.collect();
        let writes = writes.remove(&number).unwrap_or_default();
        let calls = action.call.as_ref().map(|call| called(program, call));
        if learned.is_empty() && writes.is_empty() && calls.is_none() {
            continue;
        }
        let function = match function {
            Some(function) if !program.strangers.contains(&function) => function,
            _ => {
                let who = actor_name(program, action.actor);
                let what = format!("{who} changes memory, and nothing can stand in for it");
                environment.obstacles.push(what);
                continue;
            }
        };
        let mut told = Vec::new();
        for (known, learned) in learned {
            match way(program, action, function, learned) {
                Some(way) => told.push(LearnedObject { known, way, delta: learned.delta }),
                None => environment.obstacles.push(format!(
                    "`{}` changes memory that a stand-in does not find",
                    program.functions[function].name
                )),
            }
        }
        environment.actions.push(OutsideAction {
            function: program.functions[function].name.to_string(),
            n_call,
            learned: told,
            writes,
            calls,
        });
    }
}

fn way(
    program: &Program,
    action: &Action,
    function: ir::FunctionId,
    learned: &Learned,
) -> Option<KnownBy> {
    let index = match learned.way {
        Way::Given(index) => index,
        Way::Inside { known, offset } => return Some(KnownBy::Inside { known, offset }),
        Way::Foreign(number) => return Some(KnownBy::Foreign(number)),
        Way::Pieces => return None,
    };
    if index < program.functions[function].signature.parameters.len() {
        return Some(KnownBy::Argument(index));
    }
    // Behind the arguments stands what can be named.
    let Op::Outside { arguments, .. } = op_of(program, action.site?) else { return None };
    match program.exprs[*arguments.get(index)?] {
        Expr::Var(var) => global_name(program, var).map(KnownBy::Variable),
        Expr::ObjectAddress(object) => {
            let object = &program.objects[object];
            (object.scope == Scope::Global).then(|| KnownBy::Object(object.name.to_string()))
        }
        _ => None,
    }
}
