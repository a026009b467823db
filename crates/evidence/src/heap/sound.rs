//! Whether a claim is well formed: what the other files take for granted of predicates and states.

use shape::{
    Arg, Edge, Empty, Field, Guard, Kind, PredId, Predicate, Predicates, Presence, State, Value,
};

use super::HeapClaim;
use super::world::World;

/// An error says what is wrong.
pub fn check(program: &ir::Program, claim: &HeapClaim) -> Result<(), String> {
    for (id, predicate) in claim.preds.iter() {
        check_predicate(&claim.preds, (id, predicate))
            .map_err(|what| format!("predicate {id}: {what}"))?;
    }
    for (location, states) in &claim.states {
        for state in states {
            check_state(program, &claim.preds, state)
                .map_err(|what| format!("a claim at {location}: {what}"))?;
        }
    }
    Ok(())
}

fn demand(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

fn check_predicate(
    preds: &Predicates,
    (id, predicate): (PredId, &Predicate),
) -> Result<(), String> {
    let is_guarded = |guards: &[Guard]| guards.iter().all(|(it, _)| *it < predicate.n_params);
    let at_null = match &predicate.empty {
        Empty::AtNull(guards) => is_guarded(guards),
        Empty::Never => true,
    };
    demand(at_null, "a demand on a parameter that is not there")?;
    let are_sorted = predicate.rules.is_sorted_by_key(|rule| rule.behind);
    let last = predicate.rules.last().map(|rule| rule.behind);
    demand(are_sorted && last == Some(predicate.fields.len()), "rules without fields")?;
    let fits = |args: &[Arg], n: usize| {
        let is_known = |arg: &Arg| match arg {
            Arg::This(_) => true,
            Arg::Param(param) => *param < predicate.n_params,
            Arg::Num(_) => true,
            Arg::Plus(param, _) => *param < predicate.n_params,
        };
        args.len() == n && args.iter().all(is_known)
    };
    for (number, rule) in predicate.rules.iter().enumerate() {
        demand(is_guarded(&rule.guards), "a demand on a parameter that is not there")?;
        let mut behind = 0;
        for at in super::cases::fields_of(predicate, number) {
            let (offset, len, field) = &predicate.fields[at];
            demand(*offset >= behind && *len > 0, "fields overlap")?;
            behind = offset.checked_add(*len).ok_or("a field without end")?;
            let is_fine = match field {
                Field::Num(_) | Field::In(_) => true,
                Field::Param(param) => *param < predicate.n_params,
                Field::Link { args, .. } => fits(args, predicate.n_params),
                Field::Stretch { pred, to } => {
                    let is_plain = preds.get(*pred).is_some_and(|inner| inner.n_params == 0);
                    is_plain && ends_at_address(predicate, number, (*to, *len))
                }
                Field::Own { pred, args, presence } => {
                    // Instances inside instances are written out, which has to end.
                    let ends = match presence {
                        Presence::Perhaps => true,
                        Presence::Always => *pred < id,
                    };
                    ends && preds.get(*pred).is_some_and(|inner| fits(args, inner.n_params))
                }
            };
            demand(is_fine, "a field with wrong parameters")?;
        }
        demand(behind <= predicate.size, "a field outside the block")?;
    }
    Ok(())
}

/// Whether a stretch has an end: the address of an instance or of another stretch, and nothing else is
/// written there.
fn ends_at_address(predicate: &Predicate, rule: usize, (to, len): (u64, u64)) -> bool {
    super::cases::fields_of(predicate, rule).any(|at| {
        let (offset, its, field) = &predicate.fields[at];
        let is_address = match field {
            Field::Link { shift: 0, .. } | Field::Stretch { .. } => true,
            Field::Link { .. }
            | Field::Num(_)
            | Field::In(_)
            | Field::Param(_)
            | Field::Own { .. } => false,
        };
        is_address && *offset == to && *its == len
    })
}

fn check_state(program: &ir::Program, preds: &Predicates, state: &State) -> Result<(), String> {
    for (object, node) in &state.objects {
        let is_there = match state.edges.get(node) {
            Some(Edge::Block(block)) => {
                block.kind == Kind::Object(*object)
                    && program.objects.get(*object).and_then(|it| it.size) == Some(block.size)
            }
            Some(Edge::Ind { .. } | Edge::Seg { .. }) | None => false,
        };
        demand(is_there, "an object without its block")?;
    }
    // A number has one name.
    let mut is_plain = true;
    World::of(state).each_value(|value| is_plain &= !matches!(value, Value::Sum(_, 0)));
    demand(is_plain, "a sum of which nothing is added")?;
    for (node, edge) in &state.edges {
        match edge {
            Edge::Block(block) => {
                if let Kind::Object(object) = block.kind {
                    demand(state.objects.get(&object) == Some(node), "a block without its object")?;
                }
                let mut behind = 0;
                for (offset, cell) in &block.cells {
                    demand(*offset >= behind && cell.len > 0, "cells overlap")?;
                    behind = offset.checked_add(cell.len).ok_or("a cell without end")?;
                }
                demand(behind <= block.size, "a cell outside its block")?;
            }
            Edge::Ind { pred, args } => {
                let n_params = preds.get(*pred).map(|it| it.n_params);
                demand(n_params == Some(args.len()), "a structure with wrong parameters")?;
            }
            Edge::Seg { pred, args, end_args, .. } => {
                let n_params = preds.get(*pred).map(|it| it.n_params);
                let fits = n_params == Some(args.len()) && args.len() == end_args.len();
                demand(fits, "a segment with wrong parameters")?;
            }
        }
    }
    Ok(())
}
