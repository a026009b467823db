//! The cases of a structure, enumerated from the definition of its predicate.
//!
//! Completeness of the cases is what a proof rests on: a structure is empty, or there is an
//! instance of one of its rules at its start, and for a segment the rest of it is behind one of the links.
//! From the end: the last instance is the one that the parameter at the end names, if every link
//! hands its own address on there.

use shape::{
    Arg, Background, Block, Cell, Edge, Empty, Field, Guard, NodeId, PredId, Predicate, Predicates,
    Presence, Range, Value,
};

use super::world::{World, is_in, moved, moved_back, parts, peek, plus};

/// The parameter that names the instance before, and what is added to its address.
pub fn way_back(predicate: &Predicate) -> Option<(usize, i64)> {
    let links: Vec<&Vec<Arg>> = predicate
        .fields
        .iter()
        .filter_map(|(.., field)| match field {
            Field::Link { args, .. } => Some(args),
            Field::Num(_)
            | Field::In(_)
            | Field::Param(_)
            | Field::Own { .. }
            | Field::Stretch { .. } => None,
        })
        .collect();
    let first = links.first()?;
    (0..predicate.n_params).find_map(|param| match first.get(param)? {
        Arg::This(bytes) => {
            let is_same = links.iter().all(|args| args.get(param) == Some(&Arg::This(*bytes)));
            is_same.then_some((param, *bytes))
        }
        Arg::Param(_) | Arg::Num(_) | Arg::Plus(..) => None,
    })
}

/// The segment whose last instance can only be at this node, which has no edge.
pub fn ends_at(world: &World, preds: &Predicates, node: NodeId) -> Option<NodeId> {
    if world.state.edges.contains_key(&node) {
        return None;
    }
    world.state.edges.iter().find_map(|(start, edge)| match edge {
        Edge::Seg { pred, end_args, .. } => {
            let (param, bytes) = way_back(preds.get(*pred)?)?;
            (*end_args.get(param)? == Value::Addr(node, bytes)).then_some(*start)
        }
        Edge::Block(_) | Edge::Ind { .. } => None,
    })
}

/// The cases of what starts or ends at the node; `None` if there is nothing to tell apart.
pub fn cases(world: &World, preds: &Predicates, node: NodeId) -> Option<Vec<World>> {
    let found = match world.state.edges.get(&node) {
        Some(Edge::Block(_)) => return None,
        Some(Edge::Ind { pred, args }) => {
            let predicate = &preds[*pred];
            let mut found = Vec::new();
            if let Empty::AtNull(guards) = &predicate.empty
                && let Some(mut nothing) = guarded(world, guards, args)
            {
                unstacked(&mut nothing, args.len());
                nothing.state.edges.remove(&node);
                nothing.rename(node, Value::Num(0));
                found.push(nothing);
            }
            for (number, rule) in predicate.rules.iter().enumerate() {
                let Some(mut one) = guarded(world, &rule.guards, args) else { continue };
                let args = unstacked(&mut one, args.len());
                instance(&mut one, preds, (*pred, number, node, &args), None);
                found.push(one);
            }
            found
        }
        Some(Edge::Seg { pred, args, .. }) => {
            let mut found: Vec<World> = without(world, node).into_iter().collect();
            for (at, shift, handed) in links(&preds[*pred]) {
                let number = rule_with(&preds[*pred], at);
                let guards = &preds[*pred].rules[number].guards;
                let Some(mut one) = guarded(world, guards, args) else { continue };
                let params = unstacked(&mut one, args.len());
                let Some(Edge::Seg { end, end_args, .. }) = one.state.edges.get(&node).cloned()
                else {
                    continue;
                };
                let rest = one.new_node();
                let link = Value::Addr(rest, shift);
                instance(&mut one, preds, (*pred, number, node, &params), Some((at, link)));
                let args = handed.iter().map(|arg| given(*arg, node, &params)).collect();
                one.state.edges.insert(rest, Edge::Seg { pred: *pred, args, end, end_args });
                found.push(one);
            }
            found
        }
        None => from_the_end(world, preds, node)?,
    };
    let possible = |world| {
        let mut world = separated(world, preds)?;
        numbered(&mut world, preds).then_some(world)
    };
    Some(found.into_iter().filter_map(possible).collect())
}

/// Takes in what structures say of numbers, whichever of their rules holds or if they are nothing;
/// `false` if no heap is like that.
pub fn numbered(world: &mut World, preds: &Predicates) -> bool {
    let about = |guards: &[Guard], param: usize| -> Option<Range> {
        let mut about = guards.iter().filter(|(it, _)| *it == param);
        about.next().map(|(_, range)| range.clone())
    };
    let mut known: Vec<(Value, Range)> = Vec::new();
    for edge in world.state.edges.values() {
        let (pred, args) = match edge {
            Edge::Block(_) => continue,
            Edge::Ind { pred, args } | Edge::Seg { pred, args, .. } => (*pred, args),
        };
        let Some(predicate) = preds.get(pred) else { continue };
        for (param, value) in args.iter().enumerate() {
            let nothing = match (edge, &predicate.empty) {
                // A segment that is nothing is told by its end.
                (Edge::Seg { end_args, .. }, _) => world.bounds(end_args[param]),
                (_, Empty::AtNull(guards)) => about(guards, param),
                (_, Empty::Never) => None,
            };
            let Some(mut all) = nothing else { continue };
            let each = predicate.rules.iter().map(|rule| about(&rule.guards, param));
            let Some(each) = each.collect::<Option<Vec<Range>>>() else { continue };
            for range in each {
                all = Range::new(all.lo.min(range.lo), all.hi.max(range.hi));
            }
            all.excluded.clear();
            known.push((*value, all));
        }
    }
    known.into_iter().all(|(value, range)| world.confine(value, &range))
}

fn from_the_end(world: &World, preds: &Predicates, node: NodeId) -> Option<Vec<World>> {
    let start = ends_at(world, preds, node)?;
    let Some(Edge::Seg { pred, end_args, .. }) = world.state.edges.get(&start) else {
        return None;
    };
    let predicate = &preds[*pred];
    let (back, bytes) = way_back(predicate)?;
    let mut found: Vec<World> = without(world, start).into_iter().collect();
    for (at, shift, handed) in links(predicate) {
        // A number that the link hands on in any case is what the end was given.
        let mut fixed: Vec<Guard> = Vec::new();
        for (position, arg) in handed.iter().enumerate() {
            if let Arg::Num(number) = arg {
                fixed.push((position, Range::only(*number)));
            }
        }
        let Some(mut one) = guarded(world, &fixed, end_args) else { continue };
        let end_args = unstacked(&mut one, end_args.len());
        let number = rule_with(predicate, at);
        let guards = &predicate.rules[number].guards;
        // The one number that the rule allows there, if it is one.
        let demanded = |param: usize| {
            let found = guards.iter().find(|(it, range)| *it == param && range.lo == range.hi);
            found.map(|(_, range)| Value::Num(range.lo))
        };
        let params: Vec<Value> = (0..predicate.n_params)
            .map(|param| match handed_on(handed, &end_args, param) {
                // What the last instance handed on is what the end was given.
                Some(value) => value,
                None if param == back => Value::Addr(one.new_node(), bytes),
                None => demanded(param).unwrap_or_else(|| one.new_symbol(None)),
            })
            .collect();
        let Some(mut one) = guarded(&one, guards, &params) else { continue };
        let params = unstacked(&mut one, params.len());
        let Some(Edge::Seg { args, end, .. }) = one.state.edges.get(&start).cloned() else {
            continue;
        };
        let through = Some((at, moved(end, shift)));
        instance(&mut one, preds, (*pred, number, node, &params), through);
        let rest = Edge::Seg { pred: *pred, args, end: Value::Addr(node, 0), end_args: params };
        one.state.edges.insert(start, rest);
        found.push(one);
    }
    Some(found)
}

/// A parameter of the last instance, from what it handed on and the end was given.
fn handed_on(handed: &[Arg], end_args: &[Value], param: usize) -> Option<Value> {
    let told = handed.iter().zip(end_args).find_map(|(arg, value)| match arg {
        Arg::Param(it) if *it == param => Some(*value),
        Arg::Plus(it, more) if *it == param => Some(plus(*value, more.checked_neg()?)),
        Arg::Param(_) | Arg::Plus(..) | Arg::This(_) | Arg::Num(_) => None,
    });
    told.filter(|value| *value != Value::Top)
}

/// Whether there is one rule that demands nothing, and null is nothing.
pub fn has_one_rule(predicate: &Predicate) -> bool {
    let demands = |rule: &shape::Rule| !rule.guards.is_empty();
    let at_null = match &predicate.empty {
        Empty::AtNull(guards) => guards.is_empty(),
        Empty::Never => false,
    };
    at_null && predicate.rules.len() == 1 && !predicate.rules.iter().any(demands)
}

/// Places of links among the fields, with their shifts and what they hand on.
pub fn links(predicate: &Predicate) -> Vec<(usize, i64, &[Arg])> {
    let mut found = Vec::new();
    for (at, (.., field)) in predicate.fields.iter().enumerate() {
        if let Field::Link { shift, args } = field {
            found.push((at, *shift, args.as_slice()));
        }
    }
    found
}

fn given(arg: Arg, this: NodeId, params: &[Value]) -> Value {
    match arg {
        Arg::This(bytes) => Value::Addr(this, bytes),
        Arg::Param(param) => params[param],
        Arg::Num(number) => Value::Num(number),
        Arg::Plus(param, more) => plus(params[param], more),
    }
}

/// The world in which parameters are what a rule demands, on top of whose stack they are; `None` if
/// there is none. A symbol that can be one number only is called by it.
fn guarded(world: &World, guards: &[Guard], params: &[Value]) -> Option<World> {
    let mut world = world.clone();
    let first = world.stack.len();
    world.stack.extend_from_slice(params);
    for (param, range) in guards {
        let value = world.stack[first + param];
        if !world.confine(value, range) {
            return None;
        }
        if let Some((sym, _)) = parts(value)
            && let Some(known) = world.state.facts.get(&sym)
            && known.lo == known.hi
        {
            let number = Value::Num(known.lo);
            world.rename_symbol(sym, number);
        }
    }
    Some(world)
}

/// Parameters that were put on the stack, as they are called now.
fn unstacked(world: &mut World, n: usize) -> Vec<Value> {
    world.stack.split_off(world.stack.len() - n)
}

/// The fields of a rule: from where the one before ends.
pub fn fields_of(predicate: &Predicate, rule: usize) -> std::ops::Range<usize> {
    let first = if rule == 0 { 0 } else { predicate.rules[rule - 1].behind };
    first..predicate.rules[rule].behind
}

/// The rule that a field is one of.
pub fn rule_with(predicate: &Predicate, field: usize) -> usize {
    let mut rules = 0..predicate.rules.len();
    rules.find(|rule| fields_of(predicate, *rule).contains(&field)).unwrap_or(0)
}

/// Writes one instance out, with a structure of its own behind each link but the given one, and
/// another instance where the rule owns one in any case: of a predicate with a smaller number.
fn instance(
    world: &mut World,
    preds: &Predicates,
    (pred, rule, this, params): (PredId, usize, NodeId, &[Value]),
    through: Option<(usize, Value)>,
) {
    let predicate = &preds[pred];
    let mut block = Block::new(predicate.size, shape::Kind::Heap, Background::Any);
    let mut stretches = Vec::new();
    for at in fields_of(predicate, rule) {
        let (offset, len, field) = &predicate.fields[at];
        let (inner, shift, args) = match field {
            Field::Num(number) => {
                block.cells.insert(*offset, Cell { len: *len, value: Value::Num(*number) });
                continue;
            }
            Field::In(range) => {
                let value = world.new_symbol(Some(range.clone()));
                block.cells.insert(*offset, Cell { len: *len, value });
                continue;
            }
            Field::Param(param) => {
                block.cells.insert(*offset, Cell { len: *len, value: params[*param] });
                continue;
            }
            Field::Link { shift, args } => (pred, *shift, args),
            // With several rules it is not known which one there is: then what is owned is a
            // structure like others.
            Field::Own { pred, args, presence: Presence::Always }
                if has_one_rule(&preds[*pred]) =>
            {
                let args: Vec<Value> = args.iter().map(|arg| given(*arg, this, params)).collect();
                let node = world.new_node();
                instance(world, preds, (*pred, 0, node, &args), None);
                block.cells.insert(*offset, Cell { len: *len, value: Value::Addr(node, 0) });
                continue;
            }
            Field::Own { pred, args, .. } => (*pred, 0, args),
            Field::Stretch { pred, to } => {
                let start = world.new_node();
                stretches.push((start, *pred, *to, *len));
                block.cells.insert(*offset, Cell { len: *len, value: Value::Addr(start, 0) });
                continue;
            }
        };
        let value = match through {
            Some((link, value)) if link == at => value,
            _ => {
                let args = args.iter().map(|arg| given(*arg, this, params)).collect();
                let node = world.new_node();
                world.state.edges.insert(node, Edge::Ind { pred: inner, args });
                Value::Addr(node, shift)
            }
        };
        block.cells.insert(*offset, Cell { len: *len, value });
    }
    for (start, pred, to, len) in stretches {
        let end = peek(&block, to, len);
        let edge = Edge::Seg { pred, args: Vec::new(), end, end_args: Vec::new() };
        world.state.edges.insert(start, edge);
    }
    world.state.edges.insert(this, Edge::Block(block));
}

/// The case that a segment is empty; `None` if that cannot be.
fn without(world: &World, start: NodeId) -> Option<World> {
    let mut world = world.clone();
    let Some(Edge::Seg { args, end, end_args, .. }) = world.state.edges.remove(&start) else {
        return None;
    };
    // The stack carries the equalities along, so that none speaks of a name that is gone.
    let n_kept = world.stack.len();
    world.stack.extend([Value::Addr(start, 0), end]);
    for (arg, end_arg) in args.iter().zip(&end_args) {
        world.stack.extend([*arg, *end_arg]);
    }
    for at in (n_kept..world.stack.len()).step_by(2) {
        let (a, b) = (world.stack[at], world.stack[at + 1]);
        if !make_equal(&mut world, a, b) {
            return None;
        }
    }
    world.stack.truncate(n_kept);
    Some(world)
}

/// Two values are one from now on; `false` if they cannot be. What cannot be said is forgotten.
pub fn make_equal(world: &mut World, a: Value, b: Value) -> bool {
    let is_free = |world: &World, value: Value| match value {
        Value::Addr(node, _) => !world.state.edges.contains_key(&node),
        Value::Top | Value::Num(_) | Value::Sym(_) | Value::Sum(..) | Value::Fun(_) => false,
    };
    match (a, b) {
        (Value::Top, _) | (_, Value::Top) => true,
        _ if a == b => true,
        (Value::Num(_), Value::Num(_)) | (Value::Fun(_), Value::Fun(_)) => false,
        // A function has an address, and no other function has the same.
        (Value::Num(number), Value::Fun(_)) | (Value::Fun(_), Value::Num(number)) => number != 0,
        (Value::Num(_) | Value::Sym(_) | Value::Sum(..), Value::Sum(..))
        | (Value::Sum(..), Value::Num(_) | Value::Sym(_)) => make_equal_sums(world, a, b),
        // Nothing is learnt of a sum that is an address.
        (Value::Sum(..), Value::Addr(..) | Value::Fun(_))
        | (Value::Addr(..) | Value::Fun(_), Value::Sum(..)) => true,
        (Value::Sym(x), Value::Sym(y)) => {
            let (known, other) = (world.bounds(a), world.bounds(b));
            world.rename_symbol(x, b);
            match (known, other) {
                (Some(mut known), Some(other)) => {
                    let is_possible = known.intersect(&other);
                    world.state.facts.insert(y, known);
                    is_possible
                }
                (Some(known), None) => {
                    world.state.facts.insert(y, known);
                    true
                }
                (None, _) => true,
            }
        }
        (Value::Sym(sym), Value::Num(number)) | (Value::Num(number), Value::Sym(sym)) => {
            let is_possible =
                world.state.facts.get(&sym).is_none_or(|range| range.contains(number));
            world.rename_symbol(sym, Value::Num(number));
            is_possible
        }
        (Value::Sym(sym), address) | (address, Value::Sym(sym)) => {
            world.rename_symbol(sym, address);
            true
        }
        (Value::Addr(x, i), Value::Addr(y, j)) if x == y => i == j,
        (Value::Addr(x, i), other) if is_free(world, a) => {
            world.rename(x, moved_back(other, i));
            true
        }
        (other, Value::Addr(y, j)) if is_free(world, b) => {
            world.rename(y, moved_back(other, j));
            true
        }
        // What follows only says what cannot be: addresses inside two blocks, or null and one.
        (Value::Addr(x, i), Value::Addr(y, j)) => {
            let inside = |node, at| world.block_at(node).is_some_and(|it| is_in(it, at, 1));
            !(inside(x, i) && inside(y, j))
        }
        (Value::Addr(x, i), Value::Num(number)) | (Value::Num(number), Value::Addr(x, i)) => {
            let is_inside = world.block_at(x).is_some_and(|it| is_in(it, i, 1));
            !(number == 0 && is_inside)
        }
        (Value::Addr(..), Value::Fun(_)) | (Value::Fun(_), Value::Addr(..)) => true,
    }
}

/// Of two numbers one is a sum: the symbol of one of them is what makes them equal.
fn make_equal_sums(world: &mut World, a: Value, b: Value) -> bool {
    let (sum, more, other) = match (parts(a), parts(b)) {
        // Two sums with one symbol that are not the same.
        (Some((x, _)), Some((y, _))) if x == y => return false,
        (Some((sym, more)), _) => (sym, more, b),
        (None, Some((sym, more))) => (sym, more, a),
        (None, None) => return true,
    };
    let by = more.checked_neg().map_or(Value::Top, |less| plus(other, less));
    if by == Value::Top {
        return true;
    }
    let known = world.state.facts.get(&sum).cloned();
    let is_possible = known.is_none_or(|known| world.confine(by, &known));
    world.rename_symbol(sum, by);
    is_possible
}

/// Segments whose last instance would lie at null or in the place of a block are empty. `None` if
/// one of them cannot be.
pub fn separated(mut world: World, preds: &Predicates) -> Option<World> {
    loop {
        let is_impossible = |edge: &Edge| match edge {
            Edge::Seg { pred, end_args, .. } => {
                let Some((param, bytes)) = preds.get(*pred).and_then(way_back) else {
                    return false;
                };
                match end_args.get(param).map(|value| moved_back(*value, bytes)) {
                    Some(Value::Num(number)) => number == 0,
                    Some(Value::Addr(last, 0)) => world.block_at(last).is_some(),
                    Some(
                        Value::Addr(..)
                        | Value::Sym(_)
                        | Value::Sum(..)
                        | Value::Fun(_)
                        | Value::Top,
                    )
                    | None => false,
                }
            }
            Edge::Block(_) | Edge::Ind { .. } => false,
        };
        let found = world.state.edges.iter().find(|(_, edge)| is_impossible(edge));
        let Some(start) = found.map(|(node, _)| *node) else { return Some(world) };
        world = without(&world, start)?;
    }
}
