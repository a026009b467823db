//! What the parameters of an instance are that count from below, as the height of a tree does: what is
//! behind its links tells.
//!
//! ```text
//!   even(this; h) = nothing if h is 0 | this |-> { 0: link to even(l; h - 1), ... }
//!   n |-> { 0: l, ... } * even(l; s)        n is an instance with h = s + 1
//! ```
//!
//! Nothing here has to be right: whoever asks holds the block against the rule with the parameters.

use crate::predicate::{Arg, Empty, Field, Place, PredId, Predicates};
use crate::state::{Block, Edge, State};
use crate::value::{NodeId, Value};

/// How far down is looked.
const DEPTH: usize = 6;

/// Fills in parameters of a block as an instance of the rule that are not known yet.
pub fn from_below(
    state: &State,
    preds: &Predicates,
    (pred, rule): (PredId, usize),
    block: &Block,
    params: &mut [Value],
) {
    fill(state, preds, (pred, rule), block, params, DEPTH);
}

fn fill(
    state: &State,
    preds: &Predicates,
    (pred, rule): (PredId, usize),
    block: &Block,
    params: &mut [Value],
    depth: usize,
) {
    for (_, (offset, len, field)) in preds[pred].rule(rule) {
        let (inner, shift, args) = match field {
            Field::Link { shift, args } => (pred, *shift, args),
            Field::Own { pred, args, .. } => (*pred, 0, args),
            Field::Num(_) | Field::In(_) | Field::Param(_) | Field::Stretch { .. } => continue,
        };
        let told = |arg: &Arg| match arg {
            Arg::Param(param) | Arg::Plus(param, _) => params[*param] == Value::Top,
            Arg::This(_) | Arg::Num(_) => false,
        };
        if !args.iter().any(told) {
            continue;
        }
        let at = block.read(*offset, *len).minus(shift);
        let Some(found) = arguments(state, preds, inner, at, depth) else { continue };
        for (arg, value) in args.iter().zip(found) {
            let (param, more) = match arg {
                Arg::Param(param) => (*param, 0),
                Arg::Plus(param, more) => (*param, *more),
                Arg::This(_) | Arg::Num(_) => continue,
            };
            if params[param] == Value::Top {
                params[param] = value.less(more);
            }
        }
    }
}

/// The parameters of a structure that starts there, as far as they are known.
fn arguments(
    state: &State,
    preds: &Predicates,
    pred: PredId,
    at: Value,
    depth: usize,
) -> Option<Vec<Value>> {
    let predicate = &preds[pred];
    let node: NodeId = match at {
        Value::NULL => {
            let Empty::AtNull(guards) = &predicate.empty else { return None };
            let mut found = vec![Value::Top; predicate.n_params];
            for (param, range) in guards.iter().filter(|(_, range)| range.lo == range.hi) {
                found[*param] = Value::Num(range.lo);
            }
            return Some(found);
        }
        Value::Addr(node, 0) => node,
        _ => return None,
    };
    match state.edges.get(&node)? {
        Edge::Ind { pred: it, args } | Edge::Seg { pred: it, args, .. } => {
            (*it == pred).then(|| args.clone())
        }
        Edge::Block(block) => {
            if depth == 0 || block.size != predicate.size {
                return None;
            }
            let is_met = |(offset, len, field): &Place| match field {
                Field::Num(number) => block.read(*offset, *len) == Value::Num(*number),
                Field::In(_)
                | Field::Param(_)
                | Field::Link { .. }
                | Field::Own { .. }
                | Field::Stretch { .. } => true,
            };
            let rule = predicate.fitting(is_met).next()?;
            let mut params = vec![Value::Top; predicate.n_params];
            for (_, (offset, len, field)) in predicate.rule(rule) {
                if let Field::Param(param) = field {
                    params[*param] = block.read(*offset, *len);
                }
            }
            fill(state, preds, (pred, rule), block, &mut params, depth - 1);
            Some(params)
        }
    }
}
