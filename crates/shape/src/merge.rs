//! One state for two whose heaps differ in form: where one has a structure, or a longer stretch of
//! one, the other's blocks become part of it.
//!
//! Pairs of places are followed from variables and objects inwards, as in [`join`](crate::join); but
//! a place of one state may be the partner of several of the other, since a stretch may be empty.
//! At each pair, the rules in turn:
//!
//! ```text
//!   block, block             one block, fields in pairs
//!   segment, anything        a segment to a pair of places that both sides reach
//!   structure, anything      a whole structure
//!   anything, anything       the same with a predicate of which both sides are instances: this
//!                            rule is the guided one, and is left out where no guide is wanted
//! ```
//!
//! Two blocks that no name leads to may be one block, or each the start of a stretch to a place that has
//! a name in both states: which of the two is a choice ([`Guide`]).
//!
//! A stretch does not swallow a place that has a partner of its own: the way to it would be lost.
//! Nothing may be left over on either side.
//!
//! Nothing here is trusted: whoever asks for the state checks that it describes both
//! ([`inclusion`](crate::inclusion)).

use std::collections::{BTreeMap, BTreeSet};

use crate::below::from_below;
use crate::join::{Bounds, Counting, are_flags, based, tells_rules_apart};
use crate::predicate::{Empty, Field, Guard, Place, PredId, Predicates, Presence};
use crate::state::{Block, Cell, Edge, Kind, State};
use crate::unfold::segment_ending_at;
use crate::value::{NodeId, Value};

/// Whether segments are made where neither state has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guide {
    Silhouettes,
    /// The same, and the way from a block that no name leads to, to a place with a name, is a segment,
    /// however many blocks it goes through.
    Stretches,
    None,
}

type Pair = (Value, Value);

/// Blocks of a stretch that are looked at.
const MAX_LENGTH: usize = 8;

/// A state that may describe all that either does.
pub fn merge(
    (old, new): (&State, &State),
    preds: &Predicates,
    guide: Guide,
    bounds: Bounds,
) -> Option<State> {
    if !old.objects.keys().eq(new.objects.keys()) {
        return None;
    }
    let mut merger = Merger {
        sides: [old, new],
        preds,
        guide,
        bounds,
        result: State { junk: old.junk || new.junk, ..State::new() },
        nodes: BTreeMap::new(),
        strong: BTreeSet::new(),
        named: BTreeSet::new(),
        expected: BTreeMap::new(),
        pending: Vec::new(),
        used: [BTreeSet::new(), BTreeSet::new()],
        numbers: BTreeMap::new(),
    };
    for (object, node) in &old.objects {
        let pair = (Value::Addr(*node, 0), Value::Addr(new.objects[object], 0));
        let node = merger.node(pair, Strength::Strong);
        merger.result.objects.insert(*object, node);
    }
    for (var, value) in &old.vars {
        let value = merger.value((*value, new.var(*var)), Strength::Strong)?;
        merger.result.set_var(*var, value);
    }
    merger.named = merger.strong.clone();
    while let Some(next) = merger.next() {
        let pair = merger.pending.swap_remove(next);
        merger.pair(pair)?;
    }
    let is_used = |side: usize| {
        let mut nodes = merger.sides[side].edges.keys();
        nodes.all(|node| merger.used[side].contains(node))
    };
    (is_used(0) && is_used(1) && merger.keeps_last()).then_some(merger.result)
}

/// Whether a pair stands for a place that must not be lost.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strength {
    Strong,
    /// A parameter: a number like any other.
    Weak,
}

struct Merger<'s> {
    sides: [&'s State; 2],
    preds: &'s Predicates,
    guide: Guide,
    bounds: Bounds,
    result: State,
    nodes: BTreeMap<Pair, NodeId>,
    strong: BTreeSet<Pair>,
    /// Those of variables and objects.
    named: BTreeSet<Pair>,
    /// Where segments end: the predicate, and the parameters that they hand on there on both sides.
    expected: BTreeMap<Pair, (PredId, [Vec<Value>; 2])>,
    pending: Vec<Pair>,
    used: [BTreeSet<NodeId>; 2],
    numbers: BTreeMap<Pair, Value>,
}

/// Part of a structure in one of the two states.
#[derive(Clone, Debug)]
struct Stretch {
    nodes: Vec<NodeId>,
    /// `None` where it is empty.
    args: Option<(Vec<Value>, Vec<Value>)>,
}

impl Merger<'_> {
    fn node(&mut self, pair: Pair, strength: Strength) -> NodeId {
        let known = self.nodes.get(&pair).copied();
        let node = known.unwrap_or_else(|| self.result.fresh_node());
        self.nodes.insert(pair, node);
        if strength == Strength::Strong && self.strong.insert(pair) {
            self.pending.push(pair);
        }
        node
    }

    fn value(&mut self, (old, new): Pair, strength: Strength) -> Option<Value> {
        match (old, new) {
            (Value::Top, _) | (_, Value::Top) => Some(Value::Top),
            (Value::Num(a), Value::Num(b)) if a == b => Some(old),
            (Value::Addr(_, i), Value::Addr(_, j)) if i == j => {
                Some(Value::Addr(self.node((old.minus(i), new.minus(i)), strength), i))
            }
            (Value::Addr(_, i), Value::Num(_)) | (Value::Num(_), Value::Addr(_, i)) => {
                Some(Value::Addr(self.node((old.minus(i), new.minus(i)), strength), i))
            }
            (Value::Addr(..), _) | (_, Value::Addr(..)) => None,
            (Value::Fun(a), Value::Fun(b)) if a == b => Some(old),
            (
                Value::Num(_) | Value::Sym(_) | Value::Sum(..) | Value::Fun(_),
                Value::Num(_) | Value::Sym(_) | Value::Sum(..) | Value::Fun(_),
            ) => Some(self.number((old, new), Counting::No)),
        }
    }

    /// Some number that is either of two.
    fn number(&mut self, pair: Pair, counting: Counting) -> Value {
        let ((old, new), more) = based(pair, counting);
        let known = self.numbers.get(&(old, new)).copied();
        let ranges = self.sides[0].range(old).zip(self.sides[1].range(new));
        let value = known.unwrap_or_else(|| match ranges {
            Some((a, b)) => self.result.fresh_in(counting.hull((&a, &b), self.bounds)),
            None => Value::Sym(self.result.fresh_sym()),
        });
        self.numbers.insert((old, new), value);
        value.added(more)
    }

    fn values(&mut self, pred: PredId, old: &[Value], new: &[Value]) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        for (param, (old, new)) in old.iter().zip(new).enumerate() {
            let pair = (*old, *new);
            values.push(match Counting::of(self.preds, (pred, param), pair)? {
                Counting::No => self.value(pair, Strength::Weak)?,
                Counting::Yes => self.number(pair, Counting::Yes),
            });
        }
        Some(values)
    }

    /// The edge of a place, unless it is used up.
    fn edge(&self, side: usize, at: Value) -> Option<&Edge> {
        match at {
            Value::Addr(node, 0) if !self.used[side].contains(&node) => {
                self.sides[side].edges.get(&node)
            }
            Value::Addr(..)
            | Value::Num(_)
            | Value::Sym(_)
            | Value::Sum(..)
            | Value::Fun(_)
            | Value::Top => None,
        }
    }

    /// Blocks first, then pairs of structures, then what needs a stretch.
    fn next(&self) -> Option<usize> {
        let rank = |(x, y): Pair| match (self.edge(0, x), self.edge(1, y)) {
            (Some(Edge::Block(a)), Some(Edge::Block(b))) if a.kind == b.kind => match a.kind {
                Kind::Object(_) => 0,
                Kind::Heap | Kind::AtLeast if self.may_start_stretch((x, y)) => 3,
                Kind::Heap | Kind::AtLeast => 1,
            },
            (Some(Edge::Ind { .. }), Some(Edge::Ind { .. })) => 2,
            _ => 3,
        };
        (0..self.pending.len()).min_by_key(|index| rank(self.pending[*index]))
    }

    fn may_start_stretch(&self, pair: Pair) -> bool {
        self.guide == Guide::Stretches && !self.named.contains(&pair)
    }

    fn pair(&mut self, (x, y): Pair) -> Option<()> {
        if self.may_start_stretch((x, y)) {
            let named: Vec<Pair> = self.named.iter().copied().collect();
            if let Some(edge) = self.segment((x, y), |_, _| named.clone()) {
                self.result.edges.insert(self.nodes[&(x, y)], edge);
                return Some(());
            }
        }
        let edge = match (self.edge(0, x).cloned(), self.edge(1, y).cloned()) {
            (None, None) => return self.is_nothing((x, y)).then_some(()),
            (Some(Edge::Block(a)), Some(Edge::Block(b)))
                if a.size == b.size && a.kind == b.kind && a.background == b.background =>
            {
                self.use_up([x, y]);
                Edge::Block(self.block(&a, &b)?)
            }
            (
                Some(Edge::Ind { pred, args }),
                Some(Edge::Ind { pred: its_pred, args: its_args }),
            ) => {
                let pred = self.weaker(pred, its_pred)?;
                self.use_up([x, y]);
                Edge::Ind { pred, args: self.values(pred, &args, &its_args)? }
            }
            _ => {
                let segment = self.segment((x, y), |merger, pred| merger.ends((x, y), pred));
                segment.or_else(|| self.whole((x, y)))?
            }
        };
        let node = self.nodes[&(x, y)];
        self.result.edges.insert(node, edge);
        Some(())
    }

    fn use_up(&mut self, pair: [Value; 2]) {
        for (side, value) in pair.into_iter().enumerate() {
            self.used[side].extend(value.node());
        }
    }

    /// Whether there never was a block or structure on either side.
    fn is_nothing(&self, (x, y): Pair) -> bool {
        let is_free = |side: usize, at: Value| {
            at.node().is_none_or(|node| !self.sides[side].edges.contains_key(&node))
        };
        is_free(0, x) && is_free(1, y)
    }

    /// Whether the last element of a segment, which only the way back leads to, is one still: else
    /// the variable that names it would lead nowhere.
    fn keeps_last(&self) -> bool {
        let is_last = |state: &State, value: Value| {
            let node = value.node();
            node.is_some_and(|node| segment_ending_at(state, self.preds, node).is_some())
        };
        self.strong.iter().all(|(x, y)| {
            let was_last = is_last(self.sides[0], *x) || is_last(self.sides[1], *y);
            let node = Value::Addr(self.nodes[&(*x, *y)], 0);
            !was_last
                || self.result.edges.contains_key(&self.nodes[&(*x, *y)])
                || is_last(&self.result, node)
        })
    }

    fn weaker(&self, a: PredId, b: PredId) -> Option<PredId> {
        if self.preds.is_within(b, a) { Some(a) } else { self.preds.is_within(a, b).then_some(b) }
    }

    fn block(&mut self, old: &Block, new: &Block) -> Option<Block> {
        let mut block = Block::new(old.size, old.kind, old.background);
        block.sort = old.sort;
        let lens = old.cells.iter().chain(&new.cells).map(|(offset, cell)| (*offset, cell.len));
        for (offset, len) in lens.collect::<BTreeSet<_>>() {
            let pair = (old.read(offset, len), new.read(offset, len));
            if are_flags(pair.0, pair.1) && tells_rules_apart(self.preds, old.size, offset) {
                return None;
            }
            let value = self.value(pair, Strength::Strong)?;
            let is_apart = block
                .cells
                .range(..offset + len)
                .next_back()
                .is_none_or(|(at, cell): (&u64, &Cell)| at + cell.len <= offset);
            block.write(offset, len, if is_apart { value } else { Value::Top });
        }
        Some(block)
    }

    /// Predicates that stand at the pair, or that its blocks may be instances of.
    fn candidates(&self, (x, y): Pair) -> Vec<PredId> {
        let (mut found, mut forms) = (Vec::new(), BTreeSet::new());
        for edge in [self.edge(0, x), self.edge(1, y)].into_iter().flatten() {
            match edge {
                Edge::Seg { pred, .. } | Edge::Ind { pred, .. } => found.push(*pred),
                Edge::Block(block) => {
                    forms.insert(block.form());
                }
            }
        }
        if self.guide != Guide::None {
            let fits = self.preds.iter().filter(|(_, predicate)| forms.contains(&predicate.form()));
            found.extend(fits.map(|(pred, _)| pred));
        }
        found.dedup();
        found
    }

    /// Where a segment of the predicate may end that starts at the pair.
    fn ends(&self, pair: Pair, pred: PredId) -> Vec<Pair> {
        let mut ends: Vec<Pair> = self.strong.iter().copied().collect();
        ends.push((Value::NULL, Value::NULL));
        ends.extend(self.new_ends(pair, pred));
        ends
    }

    /// A segment to the nearest pair of places that both sides reach.
    fn segment(&mut self, (x, y): Pair, ends: impl Fn(&Self, PredId) -> Vec<Pair>) -> Option<Edge> {
        let mut best: Option<(usize, PredId, Pair, [Stretch; 2])> = None;
        for pred in self.candidates((x, y)) {
            let expected = match self.expected.get(&(x, y)) {
                Some((it, [old, new])) if *it == pred => Some([old.clone(), new.clone()]),
                _ => None,
            };
            let stretch = |merger: &Self, side: usize, from: Value, to: Value| {
                let args = expected.as_ref().map(|both| &both[side][..]);
                let as_expected = merger.stretch(side, from, to, (pred, args));
                as_expected.or_else(|| merger.stretch(side, from, to, (pred, None)))
            };
            for (e, w) in ends(self, pred) {
                let Some(a) = stretch(self, 0, x, e) else { continue };
                let Some(b) = stretch(self, 1, y, w) else { continue };
                let length = a.nodes.len() + b.nodes.len();
                let is_better = best.as_ref().is_none_or(|(known, ..)| length < *known);
                if length > 0 && is_better && (e, w) != (x, y) {
                    best = Some((length, pred, (e, w), [a, b]));
                }
            }
            if best.is_some() {
                break;
            }
        }
        let (_, pred, (e, w), stretches) = best?;
        let [old, new] = self.arguments(&stretches, pred, [e, w])?;
        for (side, stretch) in stretches.iter().enumerate() {
            self.used[side].extend(stretch.nodes.iter().copied());
        }
        let args = self.values(pred, &old.0, &new.0)?;
        let end_args = self.values(pred, &old.1, &new.1)?;
        self.expected.insert((e, w), (pred, [old.1, new.1]));
        let end = self.value((e, w), Strength::Strong)?;
        Some(Edge::Seg { pred, args, end, end_args })
    }

    /// Where a segment of one side ends, with places of the other that look alike.
    fn new_ends(&self, (x, y): Pair, pred: PredId) -> Vec<Pair> {
        let mut ends = Vec::new();
        let kind = |side: usize, at: Value| match self.edge(side, at) {
            Some(Edge::Block(block)) => Some(Some(block.form())),
            Some(Edge::Ind { .. } | Edge::Seg { .. }) => Some(None),
            None => None,
        };
        if let Some(Edge::Seg { end, .. }) = self.edge(0, x) {
            let others = self.along(1, y, pred).into_iter();
            ends.extend(others.filter(|it| kind(1, *it) == kind(0, *end)).map(|it| (*end, it)));
        }
        if let Some(Edge::Seg { end, .. }) = self.edge(1, y) {
            let others = self.along(0, x, pred).into_iter();
            ends.extend(others.filter(|it| kind(0, *it) == kind(1, *end)).map(|it| (it, *end)));
        }
        ends
    }

    /// The places along a list.
    fn along(&self, side: usize, from: Value, pred: PredId) -> Vec<Value> {
        let mut found = vec![from];
        let Some((hole, shift, _)) = self.preds[pred].links().next() else { return found };
        let (offset, len, _) = &self.preds[pred].fields[hole];
        while let Some(edge) = self.edge(side, found[found.len() - 1]) {
            let next = match edge {
                Edge::Block(block) => block.read(*offset, *len).minus(shift),
                Edge::Seg { end, .. } => *end,
                Edge::Ind { .. } => break,
            };
            if found.contains(&next) || found.len() > MAX_LENGTH {
                break;
            }
            found.push(next);
        }
        found
    }

    /// What is used up between two places of one side.
    fn stretch(
        &self,
        side: usize,
        from: Value,
        to: Value,
        (pred, args): (PredId, Option<&[Value]>),
    ) -> Option<Stretch> {
        self.walk(side, (from, from), to, (pred, args), MAX_LENGTH)
    }

    fn walk(
        &self,
        side: usize,
        (first, at): (Value, Value),
        to: Value,
        (pred, args): (PredId, Option<&[Value]>),
        depth: usize,
    ) -> Option<Stretch> {
        if at == to {
            return Some(Stretch { nodes: Vec::new(), args: None });
        }
        let node =
            at.node().filter(|_| depth > 0 && (at == first || !self.has_partner(side, at)))?;
        match self.edge(side, at)? {
            Edge::Ind { .. } => None,
            Edge::Seg { pred: it, args: its, end, end_args } => {
                let start = match args {
                    Some(wanted)
                        if *it == pred
                            && self.preds[pred].is_as_good_segment(its, end_args, wanted) =>
                    {
                        wanted
                    }
                    Some(wanted) if wanted != its => return None,
                    Some(_) | None => its,
                };
                if !self.preds.is_within(*it, pred) {
                    return None;
                }
                let rest = self.walk(side, (first, *end), to, (pred, Some(end_args)), depth - 1)?;
                Some(rest.behind(vec![node], start, end_args))
            }
            Edge::Block(block) => {
                let predicate = &self.preds[pred];
                predicate.links().find_map(|(hole, shift, link_args)| {
                    let params =
                        self.params((side, block), (pred, predicate.rule_of(hole)), args)?;
                    if args.is_some_and(|args| args != params) {
                        return None;
                    }
                    let mut nodes = vec![node];
                    let rule = (pred, predicate.rule_of(hole), &params[..]);
                    let inner = self.inner(side, (node, block), rule, hole, depth)?;
                    nodes.extend(inner);
                    let (offset, len, _) = &predicate.fields[hole];
                    let next = block.read(*offset, *len).minus(shift);
                    let handed: Vec<Value> =
                        link_args.iter().map(|arg| arg.value(at, &params)).collect();
                    let rest =
                        self.walk(side, (first, next), to, (pred, Some(&handed)), depth - 1)?;
                    Some(rest.behind(nodes, &params, &handed))
                })
            }
        }
    }

    fn has_partner(&self, side: usize, at: Value) -> bool {
        self.strong.iter().any(|(x, y)| if side == 0 { *x == at } else { *y == at })
    }

    /// What the parameters are if the block is an instance of the rule: those that fields keep, and
    /// otherwise what is expected there or what the rule demands.
    fn params(
        &self,
        (side, block): (usize, &Block),
        (pred, rule): (PredId, usize),
        expected: Option<&[Value]>,
    ) -> Option<Vec<Value>> {
        let predicate = &self.preds[pred];
        if block.kind != Kind::Heap || block.form() != predicate.form() {
            return None;
        }
        let is_number = |(_, (offset, len, field)): (usize, &Place)| match field {
            Field::Num(number) => block.read(*offset, *len) == Value::Num(*number),
            Field::In(_)
            | Field::Param(_)
            | Field::Link { .. }
            | Field::Own { .. }
            | Field::Stretch { .. } => true,
        };
        if !predicate.rule(rule).all(is_number) {
            return None;
        }
        let mut params = vec![Value::Top; predicate.n_params];
        for (_, (offset, len, field)) in predicate.rule(rule) {
            if let Field::Param(param) = field {
                params[*param] = block.read(*offset, *len);
            }
        }
        for (param, value) in params.iter_mut().enumerate().filter(|(_, it)| **it == Value::Top) {
            let known = expected.and_then(|all| all.get(param).copied());
            *value = known.or(only(&predicate.rules[rule].guards, param)).unwrap_or(Value::Top);
        }
        from_below(self.sides[side], self.preds, (pred, rule), block, &mut params);
        for (param, value) in params.iter_mut().enumerate().filter(|(_, it)| **it == Value::Top) {
            *value = predicate.free_value(rule, param).unwrap_or(Value::Top);
        }
        (!params.contains(&Value::Top)).then_some(params)
    }

    /// What belongs to an instance of the rule besides its block, but for what is behind the hole.
    fn inner(
        &self,
        side: usize,
        (node, block): (NodeId, &Block),
        (pred, rule, params): (PredId, usize, &[Value]),
        hole: usize,
        depth: usize,
    ) -> Option<Vec<NodeId>> {
        let this = Value::Addr(node, 0);
        let mut nodes = Vec::new();
        for (index, (offset, len, field)) in self.preds[pred].rule(rule) {
            let value = block.read(*offset, *len);
            let (inner, shift, args) = match field {
                Field::Num(number) if value == Value::Num(*number) => continue,
                Field::In(range) if self.sides[side].range(value)?.is_within(range) => continue,
                Field::Num(_) | Field::In(_) => return None,
                Field::Param(_) => continue,
                Field::Link { .. } if index == hole => continue,
                Field::Link { shift, args } => (pred, *shift, args),
                Field::Own { presence: Presence::Always, .. }
                    if value.node().is_none_or(|it| self.sides[side].block(it).is_none()) =>
                {
                    return None;
                }
                Field::Own { pred, args, .. } => (*pred, 0, args),
                Field::Stretch { pred, to } => {
                    let end = block.read(*to, *len);
                    let way = (Value::Top, value);
                    let none: &[Value] = &[];
                    let between = self.walk(side, way, end, (*pred, Some(none)), depth - 1)?;
                    nodes.extend(between.nodes);
                    continue;
                }
            };
            let handed: Vec<Value> = args.iter().map(|arg| arg.value(this, params)).collect();
            let at = value.minus(shift);
            nodes.extend(self.all(side, at, (inner, Some(&handed)), depth - 1)?.nodes);
        }
        Some(nodes)
    }

    /// A whole structure of one side.
    fn all(
        &self,
        side: usize,
        at: Value,
        (pred, args): (PredId, Option<&[Value]>),
        depth: usize,
    ) -> Option<Stretch> {
        if at == Value::NULL {
            let is_met = |(param, range): &Guard| {
                let value = args.map(|args| args.get(*param).copied().unwrap_or(Value::Top));
                let known = value.map(|value| self.sides[side].range(value));
                known.is_none_or(|known| known.is_some_and(|it| it.is_within(range)))
            };
            return match &self.preds[pred].empty {
                Empty::AtNull(guards) if guards.iter().all(is_met) => {
                    Some(Stretch { nodes: Vec::new(), args: None })
                }
                Empty::AtNull(_) | Empty::Never => None,
            };
        }
        let node = at.node().filter(|_| depth > 0)?;
        let own = match self.edge(side, at)? {
            Edge::Ind { pred: it, args: its } => {
                if let Some(wanted) = args
                    && *it == pred
                    && self.preds[pred].is_as_good(its, wanted)
                {
                    let args = Some((wanted.to_vec(), Vec::new()));
                    return Some(Stretch { nodes: vec![node], args });
                }
                let fits = self.preds.is_within(*it, pred);
                fits.then(|| (vec![node], its.clone(), Vec::new()))?
            }
            Edge::Seg { pred: it, args: its, end, end_args } => {
                let fits = self.preds.is_within(*it, pred) && !self.has_partner(side, *end);
                let rest = self.all(side, *end, (pred, Some(end_args)), depth - 1);
                let mut nodes = rest.filter(|_| fits)?.nodes;
                nodes.push(node);
                (nodes, its.clone(), Vec::new())
            }
            Edge::Block(block) => {
                let mut rules = 0..self.preds[pred].rules.len();
                let (params, mut nodes) = rules.find_map(|rule| {
                    let params = self.params((side, block), (pred, rule), args)?;
                    let rule = (pred, rule, &params[..]);
                    let nodes = self.inner(side, (node, block), rule, usize::MAX, depth)?;
                    Some((params, nodes))
                })?;
                let is_apart =
                    |it: &NodeId| !self.has_partner(side, Value::Addr(*it, 0)) && *it != node;
                if !nodes.iter().all(is_apart) {
                    return None;
                }
                nodes.push(node);
                (nodes, params, Vec::new())
            }
        };
        let (nodes, its, none) = own;
        let fits = args.is_none_or(|args| args == its);
        fits.then_some(Stretch { nodes, args: Some((its, none)) })
    }

    fn whole(&mut self, (x, y): Pair) -> Option<Edge> {
        for pred in self.candidates((x, y)) {
            let Some(a) = self.all(0, x, (pred, None), MAX_LENGTH) else { continue };
            let Some(b) = self.all(1, y, (pred, None), MAX_LENGTH) else { continue };
            if a.nodes.is_empty() && b.nodes.is_empty() {
                continue;
            }
            let stretches = [a, b];
            let Some([old, new]) = self.arguments(&stretches, pred, [Value::NULL; 2]) else {
                continue;
            };
            for (side, stretch) in stretches.iter().enumerate() {
                self.used[side].extend(stretch.nodes.iter().copied());
            }
            return Some(Edge::Ind { pred, args: self.values(pred, &old.0, &new.0)? });
        }
        None
    }

    /// Parameters at both ends, on both sides. Those of an empty stretch are the same at both: what
    /// its end expects, or else the partners of the other side's.
    fn arguments(
        &self,
        stretches: &[Stretch; 2],
        pred: PredId,
        ends: [Value; 2],
    ) -> Option<[(Vec<Value>, Vec<Value>); 2]> {
        let of = |side: usize| match &stretches[side].args {
            Some(args) => Some(args.clone()),
            None => {
                let expected = match self.sides[side].edges.get(&ends[side].node()?) {
                    Some(Edge::Block(block)) => {
                        let mut rules = 0..self.preds[pred].rules.len();
                        rules.find_map(|rule| self.params((side, block), (pred, rule), None))
                    }
                    Some(Edge::Ind { pred: it, args } | Edge::Seg { pred: it, args, .. }) => {
                        (*it == pred).then(|| args.clone())
                    }
                    None => None,
                };
                expected.map(|args| (args.clone(), args))
            }
        };
        let by_partner = |side: usize| {
            let (args, end_args) = stretches[1 - side].args.as_ref()?;
            let all = if end_args.is_empty() { args } else { end_args };
            let at_null = match &self.preds[pred].empty {
                Empty::AtNull(guards) if ends[side] == Value::NULL => guards.as_slice(),
                Empty::AtNull(_) | Empty::Never => &[],
            };
            let partners = all
                .iter()
                .enumerate()
                .map(|(param, arg)| only(at_null, param).or_else(|| self.partner(1 - side, *arg)));
            let args = partners.collect::<Option<Vec<Value>>>()?;
            Some((args.clone(), args))
        };
        let none = || (self.preds[pred].n_params == 0).then(|| (Vec::new(), Vec::new()));
        let get = |side: usize| of(side).or_else(none).or_else(|| by_partner(side));
        Some([get(0)?, get(1)?])
    }

    /// What a value of one side is on the other.
    fn partner(&self, side: usize, value: Value) -> Option<Value> {
        match value {
            Value::Num(_) | Value::Fun(_) => Some(value),
            Value::Addr(node, bytes) => {
                let partner = |(x, y): &Pair| {
                    let (mine, other) = if side == 0 { (x, y) } else { (y, x) };
                    (mine.node() == Some(node)).then(|| other.plus(bytes))
                };
                let known = self.named.iter().chain(&self.strong).chain(self.nodes.keys());
                known.into_iter().find_map(partner)
            }
            Value::Sym(_) | Value::Sum(..) | Value::Top => None,
        }
    }
}

/// The one number that a parameter may be.
fn only(guards: &[Guard], param: usize) -> Option<Value> {
    let found = guards.iter().find(|(it, range)| *it == param && range.lo == range.hi);
    found.map(|(_, range)| Value::Num(range.lo))
}

impl Stretch {
    /// With more in front; what its end was given stays.
    fn behind(mut self, nodes: Vec<NodeId>, args: &[Value], handed: &[Value]) -> Self {
        self.nodes.extend(nodes);
        let end_args = self.args.map_or_else(|| handed.to_vec(), |(_, end_args)| end_args);
        self.args = Some((args.to_vec(), end_args));
        self
    }
}
