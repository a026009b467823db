//! Random states with random concrete heaps that they describe, for the tests.
//!
//! A *stock* of predicates of every kind; states made of chains of blocks and structures with
//! variables that point into them; and heaps drawn from a state by giving each structure a random
//! size. Everything comes from one seed.

use std::collections::BTreeMap;

use crate::membership::{Concrete, ConcreteBlock, function_number};
use crate::predicate::{
    Arg, Empty, Field, Guard, Place, PredId, Predicate, Predicates, Presence, Rule,
};
use crate::state::{Background, Block, Cell, Edge, Kind, Sort, State};
use crate::value::{NodeId, Range, SymId, Value};

/// Random numbers that every run repeats.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

pub struct Stock {
    pub preds: Predicates,
    pub lists: Vec<PredId>,
    pub wholes: Vec<PredId>,
}

/// Singly and doubly linked lists, one with constant data, one linked in the middle, lists of
/// lists, trees, trees with parents, a list of small numbers, one whose elements share a pointer,
/// lists of doubly linked ones, lists whose elements always own one, and skip lists of two and three levels.
pub fn stock() -> Stock {
    let mut preds = Predicates::new();
    let link = |args: &[Arg]| Field::Link { shift: 0, args: args.to_vec() };
    let own = |pred, args: &[Arg], presence| Field::Own { pred, args: args.to_vec(), presence };
    let mut add = |size, n_params, fields: Vec<(u64, u64, Field)>| {
        preds.intern(Predicate::simple(size, n_params, fields))
    };
    let sll = add(16, 0, vec![(8, 8, link(&[]))]);
    let ones = add(16, 0, vec![(0, 8, Field::Num(1)), (8, 8, link(&[]))]);
    let dll = add(24, 1, vec![(0, 8, link(&[Arg::This(0)])), (8, 8, Field::Param(0))]);
    let inner = Field::Link { shift: 8, args: vec![Arg::This(8)] };
    let middle = add(32, 1, vec![(8, 8, inner), (16, 8, Field::Param(0))]);
    let nested = add(32, 0, vec![(0, 8, link(&[])), (8, 8, own(sll, &[], Presence::Perhaps))]);
    let tree = add(40, 0, vec![(0, 8, link(&[])), (8, 8, link(&[]))]);
    let up = [Arg::This(0)];
    let parents = add(48, 1, vec![(0, 8, link(&up)), (8, 8, link(&up)), (16, 8, Field::Param(0))]);
    let some = Field::In(Range::new(1, 3));
    let few = add(56, 0, vec![(0, 8, some), (8, 8, link(&[]))]);
    let shared = add(64, 1, vec![(0, 8, link(&[Arg::Param(0)])), (8, 8, Field::Param(0))]);
    let start = own(dll, &[Arg::Num(0)], Presence::Perhaps);
    let of_doubles = add(72, 0, vec![(0, 8, link(&[])), (8, 8, start)]);
    let always = own(dll, &[Arg::Num(0)], Presence::Always);
    let owning = add(80, 0, vec![(0, 8, link(&[])), (8, 8, always)]);
    let deep = own(owning, &[], Presence::Always);
    let owning_deep = add(88, 0, vec![(0, 8, link(&[])), (8, 8, deep)]);
    let between = |pred, to| Field::Stretch { pred, to };
    let low = add(120, 0, vec![(0, 8, link(&[]))]);
    let high = add(120, 0, vec![(0, 8, between(low, 8)), (8, 8, link(&[]))]);
    let levels = vec![(0, 8, between(low, 8)), (8, 8, between(high, 16)), (16, 8, link(&[]))];
    let highest = add(120, 0, levels);
    let wholes = vec![
        sll,
        ones,
        dll,
        nested,
        tree,
        parents,
        few,
        shared,
        of_doubles,
        owning,
        owning_deep,
        high,
        highest,
    ];
    let lists = wholes.iter().copied().chain([middle]).collect();
    Stock { lists, wholes, preds }
}

/// Predicates with several rules: lists and trees in turn, and trees of two colours of which one
/// never follows itself.
pub fn stock_of_rules() -> Stock {
    let mut preds = Predicates::new();
    let link = |args: &[Arg]| Field::Link { shift: 0, args: args.to_vec() };
    let rule = |behind, guards: &[Guard]| Rule { behind, guards: guards.to_vec() };
    let mut add = |size, n_params, fields: Vec<Place>, rules: Vec<Rule>| {
        let empty = Empty::AtNull(Vec::new());
        preds.intern(Predicate { size, n_params, fields, rules, empty, sort: Sort::default() })
    };
    let number = |number| (0, 8, Field::Num(number));
    let fields =
        vec![number(1), (8, 8, link(&[])), number(2), (8, 8, link(&[])), (16, 8, link(&[]))];
    let in_turn = add(96, 0, fields, vec![rule(2, &[]), rule(5, &[])]);
    let below = |colour| [8, 16].map(|at| (at, 8, link(&[Arg::Num(colour)])));
    let mut fields = vec![number(1)];
    fields.extend(below(1));
    fields.push(number(0));
    fields.extend(below(0));
    let rules = vec![rule(3, &[(0, Range::only(0))]), rule(6, &[])];
    let coloured = add(104, 1, fields, rules);
    // The same with a way back: the parent, and its colour.
    let below = |colour| [8, 16].map(|at| (at, 8, link(&[Arg::This(0), Arg::Num(colour)])));
    let mut fields = vec![number(1)];
    fields.extend(below(1));
    fields.extend([(24, 8, Field::Param(0)), number(0)]);
    fields.extend(below(0));
    fields.push((24, 8, Field::Param(0)));
    let rules = vec![rule(4, &[(1, Range::only(0))]), rule(8, &[])];
    let with_parents = add(112, 2, fields, rules);
    let wholes = vec![in_turn, coloured, with_parents];
    Stock { lists: wholes.clone(), wholes, preds }
}

/// Predicates with a parameter that counts from below: trees of which every way down is as long, trees
/// of two colours with as many black nodes on every way, trees whose heights differ by what a field
/// says, and lists that know their lengths.
pub fn stock_of_counts() -> Stock {
    let mut preds = Predicates::new();
    let link = |args: &[Arg]| Field::Link { shift: 0, args: args.to_vec() };
    let rule = |behind, guards: &[Guard]| Rule { behind, guards: guards.to_vec() };
    let some = |param| (param, Range::new(1, i128::MAX));
    let mut add = |size, n_params, fields: Vec<Place>, rules: Vec<Rule>| {
        let empty = Empty::AtNull(vec![(n_params - 1, Range::only(0))]);
        preds.intern(Predicate { size, n_params, fields, rules, empty, sort: Sort::default() })
    };
    let below = |less: i128| link(&[Arg::Plus(0, -less)]);
    let fields = vec![(0, 8, below(1)), (8, 8, below(1))];
    let even = add(120, 1, fields, vec![rule(2, &[some(0)])]);
    let fields = vec![(0, 8, below(1)), (8, 8, Field::Param(0))];
    let counted = add(128, 1, fields, vec![rule(2, &[some(0)])]);
    let mut fields = Vec::new();
    for (balance, left, right) in [(-1, 1, 2), (0, 1, 1), (1, 2, 1)] {
        fields.push((0, 8, Field::Num(balance)));
        fields.extend([(8, 8, below(left)), (16, 8, below(right))]);
    }
    let rules = [3, 6, 9].map(|behind| rule(behind, &[some(0)])).to_vec();
    let balanced = add(136, 1, fields, rules);
    let children = |colour, height: Arg| {
        [8, 16].map(|at| (at, 8, link(&[Arg::This(0), Arg::Num(colour), height])))
    };
    let mut fields = vec![(0, 8, Field::Num(1))];
    fields.extend(children(1, Arg::Param(2)));
    fields.extend([(24, 8, Field::Param(0)), (0, 8, Field::Num(0))]);
    fields.extend(children(0, Arg::Plus(2, -1)));
    fields.push((24, 8, Field::Param(0)));
    let red = [(1, Range::only(0)), (2, Range::new(0, i128::MAX))];
    let coloured = add(144, 3, fields, vec![rule(4, &red), rule(8, &[some(2)])]);
    let wholes = vec![even, counted, balanced, coloured];
    Stock { lists: wholes.clone(), wholes, preds }
}

/// A chain of blocks and structures of one predicate, with variables into it.
pub fn state(stock: &Stock, dice: &mut Dice) -> State {
    let mut state = State::new();
    let pred = stock.lists[dice.below(stock.lists.len() as u64) as usize];
    let predicate = &stock.preds[pred];
    let n_parts = 1 + dice.below(5);
    let mut at = state.fresh_node();
    let first = at;
    let mut args: Vec<Value> = (0..predicate.n_params)
        .map(|it| any_start(&mut state, dice, predicate.counts(it)))
        .collect();
    let mut var = 0;
    name(&mut state, &mut var, Value::Addr(at, 0));
    for part in 0..n_parts {
        let is_last = part + 1 == n_parts;
        let is_whole = is_last && stock.wholes.contains(&pred) && dice.one_in(2);
        if is_whole {
            state.edges.insert(at, Edge::Ind { pred, args });
            return state;
        }
        let next = state.fresh_node();
        if dice.one_in(2) {
            let links: Vec<_> = predicate.links().collect();
            let (hole, shift, link_args) = links[dice.below(links.len() as u64) as usize];
            let handed = link_args.iter().map(|it| it.value(Value::Addr(at, 0), &args)).collect();
            instance(&mut state, stock, dice, (pred, at, &args), (hole, Value::Addr(next, shift)));
            args = handed;
        } else {
            let mut end_args = Vec::new();
            for (param, arg) in args.iter().enumerate() {
                end_args.push(match predicate.back() {
                    _ if predicate.counts(param) => match dice.below(4) {
                        0 => Value::Num(i128::from(dice.below(3))),
                        1 => arg.less(i128::from(dice.below(3))),
                        2 => state.fresh_in(Range::new(0, 4)),
                        _ => Value::Sym(state.fresh_sym()),
                    },
                    Some((back, bytes)) if back == param => Value::Addr(state.fresh_node(), bytes),
                    None if predicate.is_simple() => *arg,
                    Some(_) | None if dice.one_in(2) => Value::Num(i128::from(dice.below(2))),
                    Some(_) | None => Value::Sym(state.fresh_sym()),
                });
            }
            let end = Value::Addr(next, 0);
            let edge = Edge::Seg { pred, args: args.clone(), end, end_args: end_args.clone() };
            state.edges.insert(at, edge);
            if dice.one_in(3)
                && let Some(last) = end_args.first()
            {
                name(&mut state, &mut var, *last);
            }
            args = end_args;
        }
        if dice.one_in(3) {
            name(&mut state, &mut var, Value::Addr(next, 0));
        }
        at = next;
    }
    // The end: null, the first one again, or any number.
    let shift = predicate.links().next().map_or(0, |(_, shift, _)| shift);
    match dice.below(3) {
        0 => state.replace_node(at, Value::Num(i128::from(-shift))),
        1 if state.edges.contains_key(&first) => state.replace_node(at, Value::Addr(first, 0)),
        _ => {}
    }
    state
}

fn name(state: &mut State, var: &mut u32, value: Value) {
    state.set_var(index::Id::new(*var as usize), value);
    *var += 1;
}

fn any_start(state: &mut State, dice: &mut Dice, counts: bool) -> Value {
    match dice.below(3) {
        0 if counts => Value::Num(i128::from(dice.below(5))),
        1 if counts => state.fresh_in(Range::new(0, 4)),
        _ if counts => Value::Sym(state.fresh_sym()),
        0 => Value::Num(0),
        1 => state.fresh_in(Range::new(3, 9)),
        _ => Value::Addr(state.fresh_node(), 0),
    }
}

fn instance(
    state: &mut State,
    stock: &Stock,
    dice: &mut Dice,
    (pred, node, params): (PredId, NodeId, &[Value]),
    (hole, next): (usize, Value),
) {
    let predicate = &stock.preds[pred];
    let mut block = Block::new(predicate.size, Kind::Heap, Background::Any);
    let rule = if hole < predicate.fields.len() { predicate.rule_of(hole) } else { 0 };
    for (index, (offset, len, field)) in predicate.rule(rule) {
        let this = Value::Addr(node, 0);
        let whole = |state: &mut State, dice: &mut Dice, pred: PredId, args: &[Arg]| {
            if dice.one_in(2) {
                return Value::Num(0);
            }
            let inner = state.fresh_node();
            let args = args.iter().map(|arg| arg.value(this, params)).collect();
            state.edges.insert(inner, Edge::Ind { pred, args });
            Value::Addr(inner, 0)
        };
        let value = match field {
            _ if index == hole => next,
            Field::Num(number) => Value::Num(*number),
            Field::In(range) => match dice.one_in(2) {
                true => state.fresh_in(range.clone()),
                false => Value::Num(range.lo),
            },
            Field::Param(param) => params[*param],
            Field::Link { args, .. } => whole(state, dice, pred, args),
            Field::Own { pred, args, presence: Presence::Perhaps } => {
                whole(state, dice, *pred, args)
            }
            Field::Own { pred, args, presence: Presence::Always } => {
                let inner = state.fresh_node();
                let args: Vec<Value> = args.iter().map(|arg| arg.value(this, params)).collect();
                instance(state, stock, dice, (*pred, inner, &args), (usize::MAX, Value::Num(0)));
                Value::Addr(inner, 0)
            }
            Field::Stretch { .. } => continue,
        };
        block.cells.insert(*offset, Cell { len: *len, value });
    }
    // From the last field on: a stretch ends where a field behind it leads.
    let fields: Vec<&Place> = predicate.rule(rule).map(|(_, place)| place).collect();
    for (offset, len, field) in fields.into_iter().rev() {
        let Field::Stretch { pred, to } = field else { continue };
        let end = block.cells[to].value;
        let (hole, ..) = stock.preds[*pred].links().next().unwrap_or_default();
        let value = match dice.below(3) {
            0 => end,
            1 => {
                let start = state.fresh_node();
                let edge = Edge::Seg { pred: *pred, args: Vec::new(), end, end_args: Vec::new() };
                state.edges.insert(start, edge);
                Value::Addr(start, 0)
            }
            _ => {
                let start = state.fresh_node();
                instance(state, stock, dice, (*pred, start, &[]), (hole, end));
                Value::Addr(start, 0)
            }
        };
        block.cells.insert(*offset, Cell { len: *len, value });
    }
    state.edges.insert(node, Edge::Block(block));
}

/// A heap that the state describes; `None` where the dice contradict it.
pub fn draw(state: &State, preds: &Predicates, dice: &mut Dice) -> Option<Concrete> {
    let mut drawing = Drawing {
        state,
        preds,
        dice,
        heap: Concrete::default(),
        nodes: BTreeMap::new(),
        syms: BTreeMap::new(),
        next: 0x1000,
    };
    // Blocks first, then segments: an empty one puts its start where its end is.
    for (node, edge) in &state.edges {
        if let Edge::Block(_) = edge {
            let at = drawing.fresh();
            drawing.nodes.insert(*node, at);
        }
    }
    let segments: Vec<NodeId> = state.edges.keys().copied().collect();
    for node in segments.into_iter().rev() {
        drawing.structure(node)?;
    }
    for (node, edge) in &state.edges {
        if let Edge::Block(block) = edge {
            drawing.block(*node, block);
        }
    }
    for (var, value) in &state.vars {
        let number = drawing.number(*value);
        drawing.heap.vars.insert(*var, number);
    }
    Some(drawing.heap)
}

/// Heaps end here: what would be larger was not drawn right.
const LAST: i128 = 0x10000;

struct Drawing<'s> {
    state: &'s State,
    preds: &'s Predicates,
    dice: &'s mut Dice,
    heap: Concrete,
    nodes: BTreeMap<NodeId, i128>,
    syms: BTreeMap<SymId, i128>,
    next: i128,
}

impl Drawing<'_> {
    fn fresh(&mut self) -> i128 {
        self.next += 0x100;
        self.next
    }

    fn number(&mut self, value: Value) -> i128 {
        match value {
            Value::Top => i128::from(self.dice.below(5)),
            Value::Num(number) => number,
            Value::Fun(function) => function_number(function),
            Value::Sym(sym) => {
                let range = self.state.facts.get(&sym).cloned().unwrap_or(Range::new(0, 3));
                let lo = range.lo.max(-5).min(range.hi);
                let number = lo + i128::from(self.dice.below(3)).min(range.hi.saturating_sub(lo));
                *self.syms.entry(sym).or_insert(number)
            }
            Value::Sum(sym, more) => self.number(Value::Sym(sym)) + more,
            Value::Addr(node, offset) => {
                let fresh = self.next + 0x100;
                let is_new = !self.nodes.contains_key(&node);
                let at = *self.nodes.entry(node).or_insert(fresh);
                if is_new {
                    self.next = fresh;
                }
                at + i128::from(offset)
            }
        }
    }

    fn structure(&mut self, node: NodeId) -> Option<()> {
        match &self.state.edges[&node] {
            Edge::Block(_) => {}
            Edge::Ind { pred, args } => {
                let args: Vec<i128> = args.iter().map(|arg| self.number(*arg)).collect();
                let size = self.dice.below(4);
                let root = self.nodes.get(&node).copied();
                let root = self.whole(*pred, &args, size, root);
                self.nodes.insert(node, root);
            }
            Edge::Seg { pred, args, end, end_args } => {
                let n = self.dice.below(4);
                let links: Vec<(usize, Vec<Arg>)> = self.preds[*pred]
                    .links()
                    .map(|(hole, _, args)| (hole, args.to_vec()))
                    .collect();
                let ways: Vec<(usize, Vec<Arg>)> = (0..n)
                    .map(|_| links[self.dice.below(links.len() as u64) as usize].clone())
                    .collect();
                self.count_back(*pred, &ways, (args, end_args));
                let mut params: Vec<i128> = args.iter().map(|arg| self.number(*arg)).collect();
                let end = self.number(*end);
                if n == 0 {
                    let known = self.nodes.get(&node).copied();
                    if known.is_some_and(|it| it != end) {
                        return None;
                    }
                    self.nodes.insert(node, end);
                }
                let mut at = match self.nodes.get(&node) {
                    Some(at) => *at,
                    None => self.fresh(),
                };
                self.nodes.insert(node, at);
                if n > 0 && self.heap.blocks.contains_key(&at) {
                    return None;
                }
                for index in 0..n {
                    let next = if index + 1 == n { end } else { self.fresh() };
                    let (hole, link_args) = ways[index as usize].clone();
                    let rule = &self.preds[*pred].rules[self.preds[*pred].rule_of(hole)];
                    if !rule.guards.iter().all(|(param, range)| range.contains(params[*param])) {
                        return None;
                    }
                    self.rule(*pred, at, &params, Some((hole, next)), 2);
                    params = handed(&link_args, at, &params);
                    at = next;
                }
                for (arg, number) in end_args.iter().zip(params) {
                    match arg {
                        Value::Addr(node, offset) if !self.nodes.contains_key(node) => {
                            self.nodes.insert(*node, number - i128::from(*offset));
                        }
                        Value::Sym(sym) if !self.syms.contains_key(sym) => {
                            self.syms.insert(*sym, number);
                        }
                        Value::Sum(sym, more) if !self.syms.contains_key(sym) => {
                            self.syms.insert(*sym, number - more);
                        }
                        arg if self.number(*arg) != number => return None,
                        _ => {}
                    }
                }
            }
        }
        Some(())
    }

    /// Where the start of a segment counts and the end is known, the start is what it has to be.
    fn count_back(
        &mut self,
        pred: PredId,
        ways: &[(usize, Vec<Arg>)],
        (args, end_args): (&[Value], &[Value]),
    ) {
        for (param, (arg, end)) in args.iter().zip(end_args).enumerate() {
            let Some((sym, more)) = arg.symbolic().filter(|(sym, _)| !self.syms.contains_key(sym))
            else {
                continue;
            };
            let is_known = match end.symbolic() {
                Some((end, _)) => self.syms.contains_key(&end),
                None => matches!(end, Value::Num(_)),
            };
            if !self.preds[pred].counts(param) || !is_known {
                continue;
            }
            let steps = ways.iter().map(|(_, args)| match args[param] {
                Arg::Plus(_, more) => more,
                Arg::Param(_) | Arg::This(_) | Arg::Num(_) => 0,
            });
            let start = self.number(*end) - steps.sum::<i128>();
            self.syms.insert(sym, start - more);
        }
    }

    fn whole(&mut self, pred: PredId, args: &[i128], size: u64, root: Option<i128>) -> i128 {
        if let Empty::AtNull(guards) = &self.preds[pred].empty
            && !guards.is_empty()
            && root.is_none()
        {
            // How large it is does not depend on the dice.
            let is_nothing = guards.iter().all(|(param, range)| range.contains(args[*param]));
            if is_nothing || self.next > LAST {
                return 0;
            }
        } else if size == 0 && root.is_none() {
            return 0;
        }
        let at = root.unwrap_or_else(|| self.fresh());
        self.rule(pred, at, args, None, size.saturating_sub(1));
        at
    }

    fn rule(
        &mut self,
        pred: PredId,
        at: i128,
        params: &[i128],
        hole: Option<(usize, i128)>,
        size: u64,
    ) {
        let predicate = self.preds[pred].clone();
        let mut cells = BTreeMap::new();
        let fits = |rule: &usize| {
            let guards = &predicate.rules[*rule].guards;
            guards.iter().all(|(param, range)| range.contains(params[*param]))
        };
        let rules: Vec<usize> = (0..predicate.rules.len()).filter(fits).collect();
        let rule = match hole {
            Some((hole, _)) => predicate.rule_of(hole),
            None if rules.is_empty() => return,
            None if rules.len() == 1 => rules[0],
            None => rules[self.dice.below(rules.len() as u64) as usize],
        };
        for (index, (offset, len, field)) in predicate.rule(rule) {
            let inner = |drawing: &mut Self, pred: PredId, args: &[Arg]| {
                let size = drawing.dice.below(size + 1);
                drawing.whole(pred, &handed(args, at, params), size, None)
            };
            let number = match (field, hole) {
                (Field::Link { shift, .. }, Some((hole, next))) if hole == index => {
                    next + i128::from(*shift)
                }
                (Field::Num(number), _) => *number,
                (Field::In(range), _) => {
                    range.lo + i128::from(self.dice.below((range.hi - range.lo + 1) as u64))
                }
                (Field::Param(param), _) => params[*param],
                (Field::Link { args, shift }, _) => inner(self, pred, args) + i128::from(*shift),
                (Field::Own { pred, args, presence: Presence::Perhaps }, _) => {
                    inner(self, *pred, args)
                }
                (Field::Own { pred, args, presence: Presence::Always }, _) => {
                    let (own, size) = (self.fresh(), self.dice.below(size + 1));
                    self.whole(*pred, &handed(args, at, params), size, Some(own))
                }
                (Field::Stretch { .. }, _) => continue,
            };
            cells.insert(*offset, (*len, number));
        }
        let fields: Vec<Place> = predicate.rule(rule).map(|(_, place)| place.clone()).collect();
        for (offset, len, field) in fields.into_iter().rev() {
            let Field::Stretch { pred, to } = field else { continue };
            let (hole, ..) = self.preds[pred].links().next().unwrap_or_default();
            let (_, mut start) = cells[&to];
            for _ in 0..self.dice.below(3) {
                let before = self.fresh();
                self.rule(pred, before, &[], Some((hole, start)), 1);
                start = before;
            }
            cells.insert(offset, (len, start));
        }
        let block = ConcreteBlock { size: predicate.size, kind: Kind::Heap, cells };
        self.heap.blocks.insert(at, block);
    }

    fn block(&mut self, node: NodeId, block: &Block) {
        let at = self.nodes[&node];
        let mut cells = BTreeMap::new();
        for (offset, cell) in &block.cells {
            cells.insert(*offset, (cell.len, self.number(cell.value)));
        }
        let block = ConcreteBlock { size: block.size, kind: block.kind, cells };
        self.heap.blocks.insert(at, block);
    }
}

fn handed(args: &[Arg], this: i128, params: &[i128]) -> Vec<i128> {
    let one = |arg: &Arg| match arg {
        Arg::This(bytes) => this + i128::from(*bytes),
        Arg::Param(param) => params[*param],
        Arg::Num(number) => *number,
        Arg::Plus(param, more) => params[*param] + more,
    };
    args.iter().map(one).collect()
}
