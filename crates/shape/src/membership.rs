//! Does a state describe this concrete heap? The oracle that every operation is held against.
//!
//! A concrete heap has numbers in variables and in the cells of its blocks; addresses are numbers.
//! The search for the numbers of nodes and symbols goes from variables and objects inwards, with
//! backtracking. It is written from the meaning of states alone (see [`state`](crate::state)) and
//! uses none of the operations.
//!
//! It cannot follow a structure from which nothing leads: such a state describes nothing here. The
//! tests make no such states.

use std::collections::{BTreeMap, BTreeSet};

use index::Id;
use ir::{FunctionId, ObjectId, VarId};

use crate::predicate::{Arg, Empty, Field, Guard, PredId, Predicates, Presence};
use crate::state::{Background, Edge, Kind, State};
use crate::value::{NodeId, Range, SymId, Value};

/// A concrete heap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Concrete {
    pub vars: BTreeMap<VarId, i128>,
    pub objects: BTreeMap<ObjectId, i128>,
    /// By address.
    pub blocks: BTreeMap<i128, ConcreteBlock>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConcreteBlock {
    pub size: u64,
    pub kind: Kind,
    /// Offset to length and number; the bytes between hold what no cell of a state speaks of.
    pub cells: BTreeMap<u64, (u64, i128)>,
}

/// Whether the state describes the heap.
pub fn is_member(concrete: &Concrete, state: &State, preds: &Predicates) -> bool {
    if !concrete.objects.keys().eq(state.objects.keys()) {
        return false;
    }
    let mut search = Search {
        concrete,
        state,
        preds,
        nodes: BTreeMap::new(),
        syms: BTreeMap::new(),
        used: BTreeSet::new(),
        demands: Vec::new(),
        equal: Vec::new(),
    };
    let mut todo = Vec::new();
    for (object, node) in &state.objects {
        if !search.value(Value::Addr(*node, 0), concrete.objects[object], &mut todo) {
            return false;
        }
    }
    for (var, value) in &state.vars {
        let Some(number) = concrete.vars.get(var) else { return false };
        if !search.value(*value, *number, &mut todo) {
            return false;
        }
    }
    search.run(todo)
}

/// A parameter of a structure: a number, or what the state says of it, which a field will tell.
#[derive(Clone, Copy, Debug)]
enum Param {
    Known(i128),
    Open(Value),
}

/// Work that is left: an edge of the state, or a part of a structure.
#[derive(Clone, Debug)]
enum Todo {
    Edge(NodeId),
    Whole(PredId, i128, Vec<Param>),
    Segment(PredId, i128, Vec<Param>, Value, Vec<Value>),
}

#[derive(Clone)]
struct Search<'s> {
    concrete: &'s Concrete,
    state: &'s State,
    preds: &'s Predicates,
    nodes: BTreeMap<NodeId, i128>,
    syms: BTreeMap<SymId, i128>,
    used: BTreeSet<i128>,
    /// What rules demand of numbers that were not known there.
    demands: Vec<(Value, Range)>,
    /// Numbers that are equal.
    equal: Vec<(Value, Value)>,
}

impl Search<'_> {
    fn value(&mut self, value: Value, number: i128, todo: &mut Vec<Todo>) -> bool {
        match value {
            Value::Top => true,
            Value::Num(it) => it == number,
            Value::Fun(function) => function_number(function) == number,
            Value::Sym(sym) => {
                let known = *self.syms.entry(sym).or_insert(number);
                let is_in = self.state.facts.get(&sym).is_none_or(|range| range.contains(number));
                known == number && is_in
            }
            Value::Sum(sym, more) => self.value(Value::Sym(sym), number - more, todo),
            Value::Addr(node, offset) => {
                let base = number - i128::from(offset);
                if let Some(known) = self.nodes.get(&node) {
                    return *known == base;
                }
                self.nodes.insert(node, base);
                if self.state.edges.contains_key(&node) {
                    todo.push(Todo::Edge(node));
                }
                true
            }
        }
    }

    /// The number of a value, if it is known by now.
    fn known(&self, value: Value) -> Param {
        let number = match value {
            Value::Top => None,
            Value::Num(number) => Some(number),
            Value::Fun(function) => Some(function_number(function)),
            Value::Sym(sym) => self.syms.get(&sym).copied(),
            Value::Sum(sym, more) => self.syms.get(&sym).map(|it| it + more),
            Value::Addr(node, offset) => self.nodes.get(&node).map(|it| it + i128::from(offset)),
        };
        number.map_or(Param::Open(value), Param::Known)
    }

    fn run(mut self, mut todo: Vec<Todo>) -> bool {
        // Segments last: then most ends are known.
        let rank = |search: &Self, it: &Todo| match it {
            Todo::Edge(node) => match &search.state.edges[node] {
                Edge::Block(_) => 0,
                Edge::Ind { .. } => 1,
                Edge::Seg { .. } => 3,
            },
            Todo::Whole(..) => 2,
            Todo::Segment(..) => 3,
        };
        loop {
            let first = (0..todo.len()).min_by_key(|index| rank(&self, &todo[*index]));
            let Some(first) = first else { return self.is_all_used() };
            match todo.remove(first) {
                Todo::Edge(node) => {
                    let at = self.nodes[&node];
                    let known = |search: &Self, values: &[Value]| {
                        values.iter().map(|it| search.known(*it)).collect::<Vec<_>>()
                    };
                    match &self.state.edges[&node] {
                        Edge::Block(_) => {
                            if !self.block(node, at, &mut todo) {
                                return false;
                            }
                        }
                        Edge::Ind { pred, args } => {
                            todo.push(Todo::Whole(*pred, at, known(&self, args)));
                        }
                        Edge::Seg { pred, args, end, end_args } => todo.push(Todo::Segment(
                            *pred,
                            at,
                            known(&self, args),
                            *end,
                            end_args.clone(),
                        )),
                    }
                }
                Todo::Whole(pred, 0, params) => match &self.preds[pred].empty {
                    Empty::AtNull(guards) => {
                        if !self.demand(guards, &params, &mut todo) {
                            return false;
                        }
                    }
                    Empty::Never => return false,
                },
                Todo::Whole(pred, at, params) => {
                    return (0..self.preds[pred].rules.len()).any(|rule| {
                        let (mut search, mut todo) = (self.clone(), todo.clone());
                        let is_it = search.instance(pred, at, &params, (rule, None), &mut todo);
                        is_it.is_some() && search.run(todo)
                    });
                }
                Todo::Segment(pred, at, params, end, end_args) => {
                    return self.segment((pred, at, params), (end, end_args), todo);
                }
            }
        }
    }

    fn segment(
        self,
        (pred, at, params): (PredId, i128, Vec<Param>),
        (end, end_args): (Value, Vec<Value>),
        todo: Vec<Todo>,
    ) -> bool {
        let mut empty = self.clone();
        let mut rest = todo.clone();
        let is_empty = empty.value(end, at, &mut rest)
            && params.iter().zip(&end_args).all(|(param, arg)| match param {
                Param::Known(number) => empty.value(*arg, *number, &mut rest),
                Param::Open(value) => match empty.known(*arg) {
                    Param::Known(number) => empty.value(*value, number, &mut rest),
                    Param::Open(_) => {
                        empty.equal.push((*value, *arg));
                        true
                    }
                },
            });
        if is_empty && empty.run(rest) {
            return true;
        }
        let predicate = &self.preds[pred];
        predicate.links().any(|(hole, _, link_args)| {
            let (mut full, mut rest) = (self.clone(), todo.clone());
            let rule = (predicate.rule_of(hole), Some(hole));
            let Some(next) = full.instance(pred, at, &params, rule, &mut rest) else {
                return false;
            };
            let handed = handed(link_args, at, &params);
            rest.push(Todo::Segment(pred, next, handed, end, end_args.clone()));
            full.run(rest)
        })
    }

    fn block(&mut self, node: NodeId, at: i128, todo: &mut Vec<Todo>) -> bool {
        let Edge::Block(block) = &self.state.edges[&node] else { return false };
        let Some(found) = self.concrete.blocks.get(&at) else { return false };
        let fits = match block.kind {
            Kind::AtLeast => found.kind.is_heap() && found.size >= block.size,
            Kind::Heap | Kind::Object(_) => found.size == block.size && found.kind == block.kind,
        };
        if !self.used.insert(at) || !fits {
            return false;
        }
        if block.background == Background::Zero {
            let is_spoken_of = |offset: u64, len: u64| {
                block.cells.iter().any(|(at, cell)| *at <= offset && offset + len <= at + cell.len)
            };
            let fits = |(offset, (len, number)): (&u64, &(u64, i128))| {
                *number == 0 || is_spoken_of(*offset, *len)
            };
            if !found.cells.iter().all(fits) {
                return false;
            }
        }
        block.cells.iter().all(|(offset, cell)| match found.cells.get(offset) {
            Some((len, number)) if *len == cell.len => self.value(cell.value, *number, todo),
            _ => cell.value == Value::Top,
        })
    }

    fn instance(
        &mut self,
        pred: PredId,
        at: i128,
        params: &[Param],
        (rule, hole): (usize, Option<usize>),
        todo: &mut Vec<Todo>,
    ) -> Option<i128> {
        let predicate = &self.preds[pred];
        if !self.demand(&predicate.rules[rule].guards, params, todo) {
            return None;
        }
        let found = self.concrete.blocks.get(&at)?;
        let fits = found.size == predicate.size && found.kind == Kind::Heap;
        if !fits || !self.used.insert(at) {
            return None;
        }
        let mut next = 0;
        for (index, (offset, len, field)) in predicate.rule(rule) {
            let (its_len, number) = found.cells.get(offset)?;
            if its_len != len {
                return None;
            }
            match field {
                Field::Num(it) if it != number => return None,
                Field::Num(_) => {}
                Field::In(range) if !range.contains(*number) => return None,
                Field::In(_) => {}
                Field::Param(param) => {
                    let is_it = match params[*param] {
                        Param::Known(it) => it == *number,
                        Param::Open(value) => self.value(value, *number, todo),
                    };
                    if !is_it {
                        return None;
                    }
                }
                Field::Link { shift, .. } if hole == Some(index) => {
                    next = number - i128::from(*shift);
                }
                Field::Link { shift, args } => {
                    let args = handed(args, at, params);
                    todo.push(Todo::Whole(pred, number - i128::from(*shift), args));
                }
                Field::Own { presence: Presence::Always, .. } if *number == 0 => return None,
                Field::Own { pred, args, .. } => {
                    todo.push(Todo::Whole(*pred, *number, handed(args, at, params)));
                }
                Field::Stretch { pred, to } => {
                    let (_, end) = found.cells.get(to)?;
                    let (args, end_args) = (Vec::new(), Vec::new());
                    todo.push(Todo::Segment(*pred, *number, args, Value::Num(*end), end_args));
                }
            }
        }
        Some(next)
    }

    fn is_all_used(&mut self) -> bool {
        self.make_equal();
        let is_edge_seen = self.state.edges.keys().all(|node| self.nodes.contains_key(node));
        is_edge_seen
            && self.are_demands_met()
            && self.concrete.blocks.iter().all(|(at, block)| {
                self.used.contains(at) || (self.state.junk && block.kind.is_heap())
            })
    }
}

impl Search<'_> {
    /// A parameter of which nothing is said may be what a rule demands.
    fn demand(&mut self, guards: &[Guard], params: &[Param], todo: &mut Vec<Todo>) -> bool {
        guards.iter().all(|(param, range)| {
            let value = match params[*param] {
                Param::Known(number) => return range.contains(number),
                Param::Open(value) => value,
            };
            match self.known(value) {
                Param::Known(number) => range.contains(number),
                Param::Open(_) if range.lo == range.hi => self.value(value, range.lo, todo),
                Param::Open(_) => {
                    self.demands.push((value, range.clone()));
                    true
                }
            }
        })
    }

    /// What is equal to a number is that number.
    fn make_equal(&mut self) {
        let mut n_known = None;
        while n_known != Some(self.syms.len()) {
            n_known = Some(self.syms.len());
            for (a, b) in self.equal.clone() {
                let (number, other) = match (self.known(a), self.known(b)) {
                    (Param::Known(number), Param::Open(other))
                    | (Param::Open(other), Param::Known(number)) => (number, other),
                    _ => continue,
                };
                if let Some((sym, more)) = other.symbolic() {
                    self.syms.insert(sym, number - more);
                }
            }
        }
    }

    /// Whether there are numbers that meet what rules demand.
    fn are_demands_met(&self) -> bool {
        let number = |value: Value| match self.known(value) {
            Param::Known(number) => Some(number),
            Param::Open(_) => None,
        };
        let mut open = self.state.facts.clone();
        let is_met = |(value, range): &(Value, Range)| match (number(*value), value.symbolic()) {
            (Some(number), _) => range.contains(number),
            (None, Some((sym, more))) => {
                let range = range.shifted(-more);
                open.entry(sym).or_insert_with(Range::all).intersect(&range)
            }
            (None, None) => true,
        };
        let is_same = |(a, b): &(Value, Value)| match (number(*a), number(*b)) {
            (Some(a), Some(b)) => a == b,
            _ => true,
        };
        let is_in_range = |(sym, number): (&SymId, &i128)| {
            self.state.facts.get(sym).is_none_or(|range| range.contains(*number))
        };
        self.demands.iter().all(is_met)
            && self.equal.iter().all(is_same)
            && self.syms.iter().all(is_in_range)
    }
}

/// Where functions are said to be: apart from everything else.
pub fn function_number(function: FunctionId) -> i128 {
    (1 << 80) + function.index() as i128
}

fn handed(args: &[Arg], this: i128, params: &[Param]) -> Vec<Param> {
    let one = |arg: &Arg| match arg {
        Arg::This(bytes) => Param::Known(this + i128::from(*bytes)),
        Arg::Param(param) => params[*param],
        Arg::Num(number) => Param::Known(*number),
        Arg::Plus(param, more) => match params[*param] {
            Param::Known(number) => Param::Known(number + more),
            Param::Open(value) => Param::Open(value.added(*more)),
        },
    };
    args.iter().map(one).collect()
}
