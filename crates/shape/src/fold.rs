//! Sums blocks up: neighbours that no variable names become segments and whole structures.
//!
//! ```text
//!   block * block          a new segment         segment * segment     one segment
//!   segment * block        a longer segment      segment * whole       a whole structure
//!   block * segment        a longer segment      segment to null       a whole structure
//! ```
//!
//! Only what has a neighbour is summed up, so that a list of one element keeps the fact that it is
//! not empty; of trees, leaves are. A node that disappears inside must not be pointed to from
//! elsewhere, since that way would be lost: but for the last one of a doubly linked segment, which
//! can be found again from the end.
//!
//! *Sound*: each step replaces edges by one that their predicate's definition makes of them, and
//! takes the same blocks. *Ends*: each step has one edge fewer, or turns a segment or a block into
//! a whole structure.

use std::collections::BTreeMap;

use crate::learn::{Link, Links};
use crate::predicate::{Arg, Field, PredId, Predicate, Predicates};
use crate::state::{Block, Edge, Kind, State};
use crate::value::{NodeId, Value};

/// What becomes of constants in fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Data {
    /// Only blocks with the same constants are summed up, and the predicate keeps them.
    Kept,
    Forgotten,
}

/// What becomes of blocks that variables point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Named {
    /// They stay written out.
    Kept,
    /// They may be the first of a segment: that it is not empty is forgotten.
    Folded,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Manner {
    pub data: Data,
    pub named: Named,
}

/// Sums up as much as the manner allows.
pub fn fold(state: &mut State, preds: &mut Predicates, links: &Links, manner: Manner) {
    while step(state, preds, links, manner) {}
}

/// Where a node is pointed to from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// A variable, or an object that is not on the heap.
    Name,
    Cell(NodeId, u64),
    Arg,
    End(NodeId),
    EndArg(NodeId),
}

type Places = BTreeMap<NodeId, Vec<Place>>;

fn places(state: &State) -> Places {
    let mut places = Places::new();
    let mut note = |value: Value, place: Place| {
        if let Some(node) = value.node() {
            places.entry(node).or_default().push(place);
        }
    };
    state.vars.values().for_each(|value| note(*value, Place::Name));
    for (node, edge) in &state.edges {
        match edge {
            Edge::Block(block) => {
                for (offset, cell) in &block.cells {
                    let place = match block.kind {
                        Kind::Heap => Place::Cell(*node, *offset),
                        Kind::Object(_) => Place::Name,
                    };
                    note(cell.value, place);
                }
            }
            Edge::Ind { args, .. } => args.iter().for_each(|arg| note(*arg, Place::Arg)),
            Edge::Seg { args, end, end_args, .. } => {
                args.iter().for_each(|arg| note(*arg, Place::Arg));
                note(*end, Place::End(*node));
                end_args.iter().for_each(|arg| note(*arg, Place::EndArg(*node)));
            }
        }
    }
    places
}

/// Whether the node, reached by `way` alone, may disappear inside. Where it is the last one of a
/// doubly linked segment, those behind it may lead back to it.
fn may_vanish(places: &Places, node: NodeId, way: Place, is_last: bool) -> bool {
    let all = places.get(&node).map_or(&[][..], Vec::as_slice);
    let n_ways = all.iter().filter(|place| **place == way).count();
    let fits = |place: &Place| match place {
        _ if *place == way => true,
        Place::Name | Place::End(_) => false,
        Place::EndArg(seg) => *seg == node,
        Place::Cell(..) | Place::Arg => is_last,
    };
    n_ways == 1 && all.iter().all(fits)
}

fn is_named(places: &Places, node: NodeId) -> bool {
    places.get(&node).is_some_and(|all| all.contains(&Place::Name))
}

/// A stretch of a structure, as an edge that is there says it or as a block can be read.
#[derive(Clone, Debug)]
struct Stretch {
    args: Vec<Value>,
    end: Value,
    end_args: Vec<Value>,
    /// Where the way to the end starts.
    way: Place,
    /// Whole structures that belong to the block.
    owned: Vec<NodeId>,
}

fn step(state: &mut State, preds: &mut Predicates, links: &Links, manner: Manner) -> bool {
    let places = places(state);
    let nodes: Vec<NodeId> = state.edges.keys().copied().collect();
    for &node in &nodes {
        if to_null(state, preds, &places, node)
            || owned_alone(state, preds, links, &places, node)
            || leaf(state, preds, links, &places, node, manner)
        {
            return true;
        }
    }
    nodes.iter().any(|node| append(state, preds, links, &places, *node, manner))
}

/// A segment that ends at null, of which nobody knows the last node, is a whole structure.
fn to_null(state: &mut State, preds: &Predicates, places: &Places, node: NodeId) -> bool {
    let Some(Edge::Seg { pred, args, end: Value::NULL, end_args }) = state.edges.get(&node) else {
        return false;
    };
    let is_unknown = |value: &Value| match value {
        Value::Addr(last, _) => {
            let all = places.get(last).map_or(0, Vec::len);
            all == 1 && !state.edges.contains_key(last)
        }
        Value::Top => true,
        Value::Num(_) | Value::Sym(_) => false,
    };
    let is_plain = preds[*pred].links().all(|(_, shift, _)| shift == 0);
    // A parameter that is only handed on says the same at both ends.
    let is_free = args.iter().zip(end_args).all(|(arg, end)| arg == end || is_unknown(end));
    if !is_plain || !is_free {
        return false;
    }
    let whole = Edge::Ind { pred: *pred, args: args.clone() };
    state.edges.insert(node, whole);
    true
}

/// The rule of what fields of other blocks own: links, and what is owned in turn.
fn owned_rule(preds: &mut Predicates, links: &Links, size: u64, depth: usize) -> Option<PredId> {
    let mut fields = Vec::new();
    for link in links.forward(size) {
        // What leads back would need to know its owner.
        if link.back.is_some() {
            return None;
        }
        fields.push((link.offset, link.len, Field::Link { shift: link.shift, args: Vec::new() }));
    }
    let len = fields.first().map_or(links.pointer_len(), |(_, len, _)| *len);
    for (offset, inner) in links.owning(size) {
        if depth > 0 && fields.iter().all(|(at, ..)| *at != offset) {
            let pred = owned_rule(preds, links, inner, depth - 1)?;
            fields.push((offset, len, Field::Own { pred, args: Vec::new() }));
        }
    }
    fields.sort();
    Some(preds.intern(Predicate { size, n_params: 0, fields }))
}

/// How deep structures own structures.
const MAX_DEPTH: usize = 3;

/// A block that only a field of an unnamed block leads to is a whole structure, if nothing else
/// comes behind it.
fn owned_alone(
    state: &mut State,
    preds: &mut Predicates,
    links: &Links,
    places: &Places,
    node: NodeId,
) -> bool {
    let Some([Place::Cell(owner, offset)]) = places.get(&node).map(Vec::as_slice) else {
        return false;
    };
    let (Some(block), Some(owning)) = (state.block(node), state.block(*owner)) else {
        return false;
    };
    let is_own = block.kind == Kind::Heap
        && owning.kind == Kind::Heap
        && links.owned(owning.size, *offset) == Some(block.size)
        && !is_named(places, *owner);
    if !is_own || owning.cells.get(offset).is_none_or(|cell| cell.value != Value::Addr(node, 0)) {
        return false;
    }
    let size = block.size;
    let Some(pred) = owned_rule(preds, links, size, MAX_DEPTH) else { return false };
    let Some((params, owned, hole)) = instance(state, preds, places, node, pred) else {
        return false;
    };
    let ends = |index: usize| {
        let (offset, len, field) = &preds[pred].fields[index];
        let shift = if let Field::Link { shift, .. } = field { *shift } else { 0 };
        let value = state.block(node).map_or(Value::Top, |block| block.read(*offset, *len));
        let next = value.minus(shift);
        let is_whole = |it: NodeId| {
            let whole = Edge::Ind { pred, args: Vec::new() };
            let is_alone = places.get(&it).is_some_and(|all| all.len() == 1);
            is_alone && state.edges.get(&it) == Some(&whole) && next == Value::Addr(it, 0)
        };
        match next.node() {
            Some(it) => is_whole(it).then_some(Some(it)),
            None => (next == Value::NULL).then_some(None),
        }
    };
    let rest = match hole.map(ends) {
        None => None,
        Some(Some(rest)) => rest,
        Some(None) => return false,
    };
    for it in owned.into_iter().chain(rest) {
        state.edges.remove(&it);
    }
    state.edges.insert(node, Edge::Ind { pred, args: params });
    true
}

/// A block of a tree whose links are all null or lead to whole trees.
fn leaf(
    state: &mut State,
    preds: &mut Predicates,
    links: &Links,
    places: &Places,
    node: NodeId,
    manner: Manner,
) -> bool {
    let Some(block) = state.block(node) else { return false };
    if block.kind != Kind::Heap || is_named(places, node) || links.forward(block.size).len() < 2 {
        return false;
    }
    let Some(predicate) = infer(state, preds, links, places, node, manner.data) else {
        return false;
    };
    let pred = preds.intern(predicate);
    let n_ways = places.get(&node).map_or(0, Vec::len);
    let Some((params, owned, None)) = instance(state, preds, places, node, pred) else {
        return false;
    };
    // Children may lead back; whoever else points here would lose the way.
    let n_back = owned.iter().filter(|it| leads_back(state, **it, node)).count();
    if n_ways != 1 + n_back {
        return false;
    }
    for node in owned {
        state.edges.remove(&node);
    }
    state.edges.insert(node, Edge::Ind { pred, args: params });
    true
}

fn leads_back(state: &State, from: NodeId, to: NodeId) -> bool {
    match state.edges.get(&from) {
        Some(Edge::Ind { args, .. }) => args.iter().any(|arg| arg.node() == Some(to)),
        Some(Edge::Block(_) | Edge::Seg { .. }) | None => false,
    }
}

/// Joins the stretch at `first` with what comes behind it.
fn append(
    state: &mut State,
    preds: &mut Predicates,
    links: &Links,
    places: &Places,
    first: NodeId,
    manner: Manner,
) -> bool {
    let is_block = state.block(first).is_some();
    if is_block && manner.named == Named::Kept && is_named(places, first) {
        return false;
    }
    for pred in candidates(state, preds, links, places, first, manner) {
        let Some(front) = stretch(state, preds, places, first, pred) else { continue };
        let Value::Addr(next, 0) = front.end else { continue };
        if next == first {
            continue;
        }
        if let Some(Edge::Ind { pred: it, args }) = state.edges.get(&next) {
            let fits = *it == pred && *args == front.end_args;
            if fits && may_vanish(places, next, front.way, false) {
                remove(state, &front.owned, next);
                state.edges.insert(first, Edge::Ind { pred, args: front.args });
                return true;
            }
            continue;
        }
        let Some(rear) = stretch(state, preds, places, next, pred) else { continue };
        let is_last = rear.end_args.iter().any(|arg| arg.node() == Some(next));
        let fits = rear.args == front.end_args && rear.end.node() != Some(next);
        if fits && may_vanish(places, next, front.way, is_last) {
            remove(state, &front.owned, next);
            rear.owned.iter().for_each(|node| {
                state.edges.remove(node);
            });
            let Stretch { end, end_args, .. } = rear;
            state.edges.insert(first, Edge::Seg { pred, args: front.args, end, end_args });
            return true;
        }
    }
    false
}

fn remove(state: &mut State, owned: &[NodeId], next: NodeId) {
    for node in owned {
        state.edges.remove(node);
    }
    state.edges.remove(&next);
}

/// The predicates that the stretch at a node and its neighbour may be one of.
fn candidates(
    state: &State,
    preds: &mut Predicates,
    links: &Links,
    places: &Places,
    first: NodeId,
    manner: Manner,
) -> Vec<PredId> {
    let block = match &state.edges[&first] {
        Edge::Seg { pred, .. } => return vec![*pred],
        Edge::Ind { .. } => return Vec::new(),
        Edge::Block(block) => block,
    };
    if block.kind != Kind::Heap {
        return Vec::new();
    }
    let mut found = Vec::new();
    for link in links.forward(block.size) {
        let Value::Addr(next, _) = block.read(link.offset, link.len) else { continue };
        match state.edges.get(&next) {
            Some(Edge::Seg { pred, .. } | Edge::Ind { pred, .. }) => found.push(*pred),
            Some(Edge::Block(_)) => {
                let mut infer = |node| infer(state, preds, links, places, node, manner.data);
                if let (Some(mine), Some(other)) = (infer(first), infer(next))
                    && let Some(both) = unify(&mine, &other)
                {
                    found.push(preds.intern(both));
                }
            }
            None => {}
        }
    }
    found
}

/// What a block says of the rule that it is an instance of.
fn infer(
    state: &State,
    preds: &mut Predicates,
    links: &Links,
    places: &Places,
    node: NodeId,
    data: Data,
) -> Option<Predicate> {
    let block = state.block(node).filter(|block| block.kind == Kind::Heap)?;
    let forward = links.forward(block.size);
    let back = forward.first()?.back;
    let n_params = usize::from(back.is_some());
    let mut fields = Vec::new();
    for Link { offset, len, shift, back: its } in &forward {
        if *its != back {
            return None;
        }
        let args = back.map(|(_, bytes)| Arg::This(bytes)).into_iter().collect();
        fields.push((*offset, *len, Field::Link { shift: *shift, args }));
        if let Some((at, _)) = back {
            fields.push((at, *len, Field::Param(0)));
        }
    }
    let is_apart = |fields: &[(u64, u64, Field)], offset: u64, len: u64| {
        fields.iter().all(|(at, its, _)| offset + len <= *at || at + its <= offset)
    };
    for (offset, cell) in &block.cells {
        if !is_apart(&fields, *offset, cell.len) {
            continue;
        }
        let field = match cell.value {
            Value::Num(0) if links.owned(block.size, *offset).is_some() => None,
            Value::Num(number) => Some(Field::Num(number)).filter(|_| data == Data::Kept),
            Value::Addr(inner, 0) => match state.edges.get(&inner) {
                Some(Edge::Ind { pred, args }) => {
                    let handed = |arg: &Value| match arg {
                        Value::Addr(it, bytes) if *it == node => Some(Arg::This(*bytes)),
                        _ => None,
                    };
                    let args = args.iter().map(handed).collect::<Option<Vec<Arg>>>();
                    let is_own = places.get(&inner).is_some_and(|all| all.len() == 1);
                    args.filter(|_| is_own && preds.get(*pred).is_some())
                        .map(|args| Field::Own { pred: *pred, args })
                }
                Some(Edge::Block(_) | Edge::Seg { .. }) | None => None,
            },
            Value::Top | Value::Sym(_) | Value::Addr(..) => None,
        };
        fields.extend(field.map(|field| (*offset, cell.len, field)));
    }
    // What other blocks of this size own there, this one has not.
    for (offset, inner) in links.owning(block.size) {
        let len = links.pointer_len();
        if is_apart(&fields, offset, len) && block.read(offset, len) == Value::NULL {
            let pred = owned_rule(preds, links, inner, MAX_DEPTH)?;
            fields.push((offset, len, Field::Own { pred, args: Vec::new() }));
        }
    }
    fields.sort();
    fields.dedup();
    Some(Predicate { size: block.size, n_params, fields })
}

/// The rule of which both are instances; `None` if constants tell them apart.
fn unify(a: &Predicate, b: &Predicate) -> Option<Predicate> {
    let mut fields = Vec::new();
    let find = |predicate: &Predicate, offset: u64| {
        predicate.fields.iter().find(|(at, ..)| *at == offset).cloned()
    };
    let offsets = a.fields.iter().chain(&b.fields).map(|(offset, ..)| *offset);
    for offset in offsets.collect::<std::collections::BTreeSet<u64>>() {
        let field = match (find(a, offset), find(b, offset)) {
            (Some(a), Some(b)) if a == b => Some(a),
            // Null is a whole structure that is empty.
            (Some(own @ (.., Field::Own { .. })), Some((.., Field::Num(0))) | None)
            | (Some((.., Field::Num(0))) | None, Some(own @ (.., Field::Own { .. }))) => Some(own),
            _ => return None,
        };
        fields.extend(field);
    }
    (a.size == b.size && a.n_params == b.n_params).then_some(Predicate { fields, ..a.clone() })
}

/// The stretch that starts here, as the predicate's.
fn stretch(
    state: &State,
    preds: &Predicates,
    places: &Places,
    node: NodeId,
    pred: PredId,
) -> Option<Stretch> {
    match state.edges.get(&node)? {
        Edge::Ind { .. } => None,
        Edge::Seg { pred: it, args, end, end_args } => (*it == pred).then(|| Stretch {
            args: args.clone(),
            end: *end,
            end_args: end_args.clone(),
            way: Place::End(node),
            owned: Vec::new(),
        }),
        Edge::Block(block) => {
            let (args, owned, hole) = instance(state, preds, places, node, pred)?;
            let predicate = &preds[pred];
            // A list of one link has its end there, wherever that leads.
            let hole = hole.or_else(|| {
                let mut links = predicate.links();
                links.next().filter(|_| links.next().is_none()).map(|(index, ..)| index)
            })?;
            let (offset, len, Field::Link { shift, args: link_args }) = &predicate.fields[hole]
            else {
                return None;
            };
            let this = Value::Addr(node, 0);
            let end_args = link_args.iter().map(|arg| arg.value(this, &args)).collect();
            let end = block.read(*offset, *len).minus(*shift);
            let way = Place::Cell(node, *offset);
            let is_end = matches!(end, Value::Addr(..) | Value::Num(_));
            is_end.then_some(Stretch { args, end, end_args, way, owned })
        }
    }
}

/// Parameters, whole structures behind its links, and the one link that leads elsewhere.
type Instance = (Vec<Value>, Vec<NodeId>, Option<usize>);

fn instance(
    state: &State,
    preds: &Predicates,
    places: &Places,
    node: NodeId,
    pred: PredId,
) -> Option<Instance> {
    let predicate = &preds[pred];
    let block: &Block = state.block(node)?;
    if block.kind != Kind::Heap || block.size != predicate.size {
        return None;
    }
    // What only an unnamed field of the block leads to would be lost.
    let is_spoken_of = |offset: u64| {
        predicate.fields.iter().any(|(at, len, _)| *at <= offset && offset < at + len)
    };
    let leads_alone = |value: Value| {
        value.node().is_some_and(|it| {
            state.edges.contains_key(&it) && places.get(&it).is_some_and(|all| all.len() == 1)
        })
    };
    if block.cells.iter().any(|(at, cell)| !is_spoken_of(*at) && leads_alone(cell.value)) {
        return None;
    }
    let mut params = vec![Value::Top; predicate.n_params];
    for (offset, len, field) in &predicate.fields {
        if let Field::Param(param) = field {
            params[*param] = block.read(*offset, *len);
        }
    }
    if params.contains(&Value::Top) {
        return None;
    }
    let (mut owned, mut hole) = (Vec::new(), None);
    let is_list = predicate.links().count() == 1;
    for (index, (offset, len, field)) in predicate.fields.iter().enumerate() {
        let value = block.read(*offset, *len);
        let (inner, shift, args) = match field {
            Field::Num(number) if value == Value::Num(*number) => continue,
            Field::Num(_) => return None,
            Field::Param(_) => continue,
            Field::Link { .. } if is_list => {
                hole = Some(index);
                continue;
            }
            Field::Link { shift, args } => (pred, *shift, args),
            Field::Own { pred, args } => (*pred, 0, args),
        };
        let at = value.minus(shift);
        if at == Value::NULL {
            continue;
        }
        let this = Value::Addr(node, 0);
        let handed: Vec<Value> = args.iter().map(|arg| arg.value(this, &params)).collect();
        let whole = Edge::Ind { pred: inner, args: handed };
        let target = at.node().filter(|it| at == Value::Addr(*it, 0));
        let is_whole = target.is_some_and(|it| {
            state.edges.get(&it) == Some(&whole)
                && places.get(&it).is_some_and(|all| all.len() == 1)
        });
        match (field, target) {
            (_, Some(target)) if is_whole => owned.push(target),
            (Field::Link { .. }, Some(_)) if hole.is_none() => hole = Some(index),
            _ => return None,
        }
    }
    Some((params, owned, hole))
}
