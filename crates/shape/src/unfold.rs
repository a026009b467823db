//! Writes out one block of a structure: from its start, or from its end where each instance knows
//! the one before.
//!
//! *Sound*: every concrete state of the given state is described by one of the cases. The argument
//! is the definition of the predicates read from the front, and from the back: the last instance of
//! a segment that is not empty is the one whose address the end's parameter names, because the
//! link to the end handed it on. What it handed on of a parameter that counts is so much more or less
//! than the parameter.
//!
//! *Equating* two values may find that it is impossible, and may forget that they are equal; it
//! never decides more than is so.

use crate::implied::take_in_implied;
use crate::predicate::{Arg, Empty, Field, Guard, PredId, Predicates, Presence};
use crate::state::{Background, Block, Cell, Edge, Kind, State};
use crate::value::{NodeId, Range, SymId, Value};

/// The cases of a structure that starts at the node; `None` if none does.
pub fn unfold(state: &State, preds: &Predicates, node: NodeId) -> Option<Vec<State>> {
    let mut cases = Vec::new();
    match state.edges.get(&node)?.clone() {
        Edge::Block(_) => return None,
        Edge::Ind { pred, args } => {
            let predicate = &preds[pred];
            if let Empty::AtNull(guards) = &predicate.empty {
                let (mut empty, mut args) = (state.clone(), args.clone());
                if demand(&mut empty, guards, &mut args) {
                    empty.edges.remove(&node);
                    empty.replace_node(node, Value::NULL);
                    cases.push(empty);
                }
            }
            for (index, rule) in predicate.rules.iter().enumerate() {
                let (mut full, mut args) = (state.clone(), args.clone());
                if demand(&mut full, &rule.guards, &mut args) {
                    put_instance(&mut full, preds, (pred, node, &args), At::Rule(index));
                    cases.push(full);
                }
            }
        }
        Edge::Seg { pred, args, .. } => {
            cases.extend(emptied(state, node));
            for (hole, shift, link_args) in preds[pred].links() {
                let (mut full, mut args) = (state.clone(), args.clone());
                let rule = &preds[pred].rules[preds[pred].rule_of(hole)];
                if !demand(&mut full, &rule.guards, &mut args) {
                    continue;
                }
                // The end is what it is called now.
                let Some(Edge::Seg { end, end_args, .. }) = full.edges.get(&node).cloned() else {
                    continue;
                };
                let this = Value::Addr(node, 0);
                let rest = full.fresh_node();
                let args_of_rest = link_args.iter().map(|arg| arg.value(this, &args)).collect();
                put_instance(
                    &mut full,
                    preds,
                    (pred, node, &args),
                    At::Hole(hole, Value::Addr(rest, shift)),
                );
                full.edges.insert(rest, Edge::Seg { pred, args: args_of_rest, end, end_args });
                cases.push(full);
            }
        }
    }
    Some(kept(cases, preds))
}

/// The segment whose last instance would be at this node, which has no edge.
pub fn segment_ending_at(state: &State, preds: &Predicates, node: NodeId) -> Option<NodeId> {
    if state.edges.contains_key(&node) {
        return None;
    }
    state.edges.iter().find_map(|(start, edge)| {
        let Edge::Seg { pred, end_args, .. } = edge else { return None };
        let (param, bytes) = preds[*pred].back()?;
        (end_args.get(param) == Some(&Value::Addr(node, bytes))).then_some(*start)
    })
}

/// The cases of a segment from its end; `None` if no segment ends there.
pub fn unfold_back(state: &State, preds: &Predicates, node: NodeId) -> Option<Vec<State>> {
    let start = segment_ending_at(state, preds, node)?;
    let Some(Edge::Seg { pred, end_args, .. }) = state.edges.get(&start).cloned() else {
        return None;
    };
    let predicate = &preds[pred];
    let mut cases: Vec<State> = emptied(state, start).into_iter().collect();
    for (hole, shift, link_args) in predicate.links() {
        let (mut full, mut end_args) = (state.clone(), end_args.clone());
        // What this link always hands on has to be what the end was given.
        let handed = numbers_of(link_args);
        if !demand(&mut full, &handed, &mut end_args) {
            continue;
        }
        let guards = &predicate.rules[predicate.rule_of(hole)].guards;
        // The parameters of the last instance, as far as the end's and its rule tell them.
        let mut params = Vec::new();
        for param in 0..predicate.n_params {
            let handed = link_args.iter().zip(&end_args).find_map(|(arg, value)| match arg {
                Arg::Param(it) if *it == param => Some(*value),
                Arg::Plus(it, more) if *it == param => Some(value.less(*more)),
                Arg::Param(_) | Arg::Plus(..) | Arg::This(_) | Arg::Num(_) => None,
            });
            let only = guards.iter().find(|(it, range)| *it == param && range.lo == range.hi);
            params.push(match (handed, predicate.back(), only) {
                (Some(value), ..) if value != Value::Top => value,
                (_, Some((back, bytes)), _) if back == param => {
                    Value::Addr(full.fresh_node(), bytes)
                }
                (_, _, Some((_, range))) => Value::Num(range.lo),
                _ => Value::Sym(full.fresh_sym()),
            });
        }
        if !demand(&mut full, guards, &mut params) {
            continue;
        }
        let Some(Edge::Seg { args, end, .. }) = full.edges.get(&start).cloned() else { continue };
        put_instance(&mut full, preds, (pred, node, &params), At::Hole(hole, end.plus(shift)));
        let this = Value::Addr(node, 0);
        let rest = Edge::Seg { pred, args, end: this, end_args: params };
        full.edges.insert(start, rest);
        cases.push(full);
    }
    Some(kept(cases, preds))
}

/// The numbers that a link hands on, whatever the instance, as demands.
fn numbers_of(link_args: &[Arg]) -> Vec<Guard> {
    let number = |(at, arg): (usize, &Arg)| match arg {
        Arg::Num(number) => Some((at, Range::only(*number))),
        Arg::This(_) | Arg::Param(_) | Arg::Plus(..) => None,
    };
    link_args.iter().enumerate().filter_map(number).collect()
}

/// Which rule an instance is of.
#[derive(Clone, Copy)]
enum At {
    Rule(usize),
    /// That of the link, which has this value.
    Hole(usize, Value),
}

/// Takes in what a rule demands of its parameters; `false` if that cannot be.
/// What they have to be is written into them.
fn demand(state: &mut State, guards: &[Guard], params: &mut [Value]) -> bool {
    let is_possible = guards
        .iter()
        .all(|(param, range)| params.get(*param).is_none_or(|value| state.narrow(*value, range)));
    state.write_numbers(params);
    is_possible
}

/// Puts an instance of the rule there, with whole structures behind its links but the hole, and
/// instances where it always owns one. A rule owns only what was there before it, so that ends.
fn put_instance(
    state: &mut State,
    preds: &Predicates,
    (pred, node, params): (PredId, NodeId, &[Value]),
    at: At,
) {
    let predicate = &preds[pred];
    let (rule, hole) = match at {
        At::Rule(rule) => (rule, None),
        At::Hole(hole, value) => (predicate.rule_of(hole), Some((hole, value))),
    };
    let this = Value::Addr(node, 0);
    let mut block = Block::new(predicate.size, Kind::Heap, Background::Any);
    block.sort = predicate.sort;
    for (index, (offset, len, field)) in predicate.rule(rule) {
        if let Field::Stretch { .. } = field {
            let value = Value::Addr(state.fresh_node(), 0);
            block.cells.insert(*offset, Cell { len: *len, value });
            continue;
        }
        if let Field::Own { pred, args, presence: Presence::Always } = field
            && preds[*pred].is_simple()
        {
            let args: Vec<Value> = args.iter().map(|arg| arg.value(this, params)).collect();
            let node = state.fresh_node();
            put_instance(state, preds, (*pred, node, &args), At::Rule(0));
            let value = Value::Addr(node, 0);
            block.cells.insert(*offset, Cell { len: *len, value });
            continue;
        }
        let mut whole = |pred: PredId, args: &[Arg]| {
            let args = args.iter().map(|arg| arg.value(this, params)).collect();
            let node = state.fresh_node();
            state.edges.insert(node, Edge::Ind { pred, args });
            node
        };
        let value = match (field, hole) {
            (_, Some((hole, value))) if hole == index => value,
            (Field::Num(number), _) => Value::Num(*number),
            (Field::In(range), _) => state.fresh_in(range.clone()),
            (Field::Param(param), _) => params.get(*param).copied().unwrap_or(Value::Top),
            (Field::Link { shift, args }, _) => Value::Addr(whole(pred, args), *shift),
            (Field::Own { pred, args, .. }, _) => Value::Addr(whole(*pred, args), 0),
            (Field::Stretch { .. }, _) => continue,
        };
        if value != Value::Top {
            block.cells.insert(*offset, Cell { len: *len, value });
        }
    }
    // Where stretches end is known once all fields are there.
    for (_, (offset, len, field)) in predicate.rule(rule) {
        let Field::Stretch { pred, to } = field else { continue };
        let Some(start) = block.read(*offset, *len).node() else { continue };
        let end = block.read(*to, *len);
        let edge = Edge::Seg { pred: *pred, args: Vec::new(), end, end_args: Vec::new() };
        state.edges.insert(start, edge);
    }
    state.edges.insert(node, Edge::Block(block));
}

/// The case that the segment is empty; `None` if it cannot be.
fn emptied(state: &State, start: NodeId) -> Option<State> {
    let mut empty = state.clone();
    let Some(Edge::Seg { args, end, end_args, .. }) = empty.edges.remove(&start) else {
        return None;
    };
    // Where the end is the start, the segment was a cycle or nothing; now it is nothing.
    if end.node() == Some(start) && end != Value::Addr(start, 0) {
        return None;
    }
    if end.node() != Some(start) {
        empty.replace_node(start, end);
    }
    let resolve = |value: Value| match value {
        Value::Addr(node, offset) if node == start && end.node() != Some(start) => end.plus(offset),
        value => value,
    };
    let pairs: Vec<_> =
        args.iter().zip(&end_args).map(|(a, b)| (resolve(*a), resolve(*b))).collect();
    for (index, (arg, end_arg)) in pairs.iter().enumerate() {
        // Earlier pairs may have given nodes of later ones a value; those are looked at as they
        // were, which forgets an equality at worst.
        if index > 0 && !is_fresh_pair(&pairs[..index], (*arg, *end_arg)) {
            continue;
        }
        if !equate(&mut empty, *arg, *end_arg) {
            return None;
        }
    }
    Some(empty)
}

fn is_fresh_pair(before: &[(Value, Value)], pair: (Value, Value)) -> bool {
    let mentioned = |value: Value| {
        before.iter().any(|(a, b)| match value {
            Value::Addr(node, _) => a.node() == Some(node) || b.node() == Some(node),
            Value::Sym(_) | Value::Sum(..) => {
                let sym = |value: &Value| value.symbolic().map(|(sym, _)| sym);
                sym(a) == sym(&value) || sym(b) == sym(&value)
            }
            Value::Top | Value::Num(_) | Value::Fun(_) => false,
        })
    };
    !mentioned(pair.0) && !mentioned(pair.1)
}

/// Takes in that two values are equal; `false` if they cannot be.
pub fn equate(state: &mut State, a: Value, b: Value) -> bool {
    if a == b {
        return true;
    }
    match (a, b) {
        (Value::Top, _) | (_, Value::Top) => true,
        (Value::Num(_), Value::Num(_)) | (Value::Fun(_), Value::Fun(_)) => false,
        (Value::Num(number), Value::Fun(_)) | (Value::Fun(_), Value::Num(number)) => number != 0,
        (Value::Num(_) | Value::Sym(_) | Value::Sum(..), Value::Sum(..))
        | (Value::Sum(..), Value::Num(_) | Value::Sym(_)) => equate_sums(state, a, b),
        // Which address or function the symbol would be is not kept.
        (Value::Sum(..), Value::Addr(..) | Value::Fun(_))
        | (Value::Addr(..) | Value::Fun(_), Value::Sum(..)) => true,
        (Value::Sym(sym), other) | (other, Value::Sym(sym)) => {
            let Some(range) = state.facts.get(&sym).cloned() else {
                state.replace_sym(sym, other);
                return true;
            };
            match other {
                Value::Num(number) if !range.contains(number) => return false,
                Value::Sym(it) => {
                    let mut both = range;
                    if let Some(known) = state.facts.get(&it)
                        && !both.intersect(known)
                    {
                        return false;
                    }
                    state.facts.insert(it, both);
                }
                Value::Num(_) | Value::Sum(..) | Value::Addr(..) | Value::Fun(_) | Value::Top => {}
            }
            state.replace_sym(sym, other);
            true
        }
        (Value::Addr(x, offset), other) if !state.edges.contains_key(&x) && !is_at(other, x) => {
            state.replace_node(x, other.minus(offset));
            true
        }
        (other, Value::Addr(y, offset)) if !state.edges.contains_key(&y) && !is_at(other, y) => {
            state.replace_node(y, other.minus(offset));
            true
        }
        (Value::Addr(x, lhs), Value::Addr(y, rhs)) if x == y => lhs == rhs,
        (Value::Addr(x, lhs), Value::Addr(y, rhs)) => {
            // Two blocks are apart, and so are addresses inside them.
            let is_inside =
                |node, offset| state.block(node).is_some_and(|it| it.contains(offset, 1));
            !(is_inside(x, lhs) && is_inside(y, rhs))
        }
        (Value::Addr(x, offset), Value::Num(0)) | (Value::Num(0), Value::Addr(x, offset)) => {
            !state.block(x).is_some_and(|block| block.contains(offset, 1))
        }
        (Value::Addr(..), Value::Num(_) | Value::Fun(_))
        | (Value::Num(_) | Value::Fun(_), Value::Addr(..)) => true,
    }
}

/// Takes in that two numbers are equal of which one is a sum.
fn equate_sums(state: &mut State, a: Value, b: Value) -> bool {
    match (a.symbolic(), b.symbolic()) {
        (Some((x, _)), Some((y, _))) if x == y => false,
        (Some((sym, more)), _) => rename(state, sym, b.less(more)),
        (None, Some((sym, more))) => rename(state, sym, a.less(more)),
        (None, None) => true,
    }
}

/// The symbol is this number; `false` if it cannot be.
fn rename(state: &mut State, sym: SymId, by: Value) -> bool {
    if by == Value::Top {
        return true;
    }
    let is_possible = match state.facts.get(&sym).cloned() {
        Some(known) => state.narrow(by, &known),
        None => true,
    };
    state.replace_sym(sym, by);
    is_possible
}

fn is_at(value: Value, node: NodeId) -> bool {
    value.node() == Some(node)
}

/// Draws what follows from separation in each case, and leaves out those that cannot be.
fn kept(cases: Vec<State>, preds: &Predicates) -> Vec<State> {
    let possible = |case: State| {
        let mut case = settled(case, preds)?;
        take_in_implied(&mut case, preds).then_some(case)
    };
    cases.into_iter().filter_map(possible).collect()
}

/// Empties segments that cannot be otherwise: their last instance would be at null or where
/// another block is. `None` if the state describes nothing.
pub fn settled(mut state: State, preds: &Predicates) -> Option<State> {
    // Each round takes one segment away.
    loop {
        let found = state.edges.iter().find_map(|(start, edge)| {
            let Edge::Seg { pred, end_args, .. } = edge else { return None };
            let (param, bytes) = preds[*pred].back()?;
            let is_elsewhere = match end_args.get(param)?.minus(bytes) {
                Value::Num(0) => true,
                Value::Addr(last, 0) => state.block(last).is_some(),
                Value::Addr(..)
                | Value::Num(_)
                | Value::Sym(_)
                | Value::Sum(..)
                | Value::Fun(_)
                | Value::Top => false,
            };
            is_elsewhere.then_some(*start)
        });
        let Some(start) = found else { return Some(state) };
        state = emptied(&state, start)?;
    }
}
