//! One state for two whose heaps have the same form: values that differ become unknown ones.
//!
//! Pairs of values are followed from variables and objects inwards; each pair of nodes becomes one
//! node, each pair of numbers one symbol, so that what was equal in both states stays equal; of
//! parameters that count, pairs that are equally far apart are one symbol and constants. Where
//! the forms differ there is no join, and both states are kept; [`fold`](crate::fold) is what makes
//! forms alike.
//!
//! *Sound*: a state that either describes is described with the values that the pairs come from.
//! *Ends*: widening moves a bound that grows to the next of finitely many numbers.

use std::collections::{BTreeMap, BTreeSet};

use crate::predicate::{Field, PredId, Predicates};
use crate::state::{Block, Edge, State};
use crate::value::{NodeId, Range, Value};

/// Whether bounds that grow are moved further at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounds {
    Hull,
    Widened,
    /// To the ends of types, or to zero.
    Far,
}

/// Numbers at which a growing bound stops: the ends of the types of C, and small ones.
const THRESHOLDS: [i128; 20] = [
    -(1 << 63),
    -(1 << 31),
    -(1 << 15),
    -(1 << 7),
    -1,
    0,
    1,
    2,
    4,
    8,
    10,
    16,
    32,
    100,
    (1 << 8) - 1,
    (1 << 31) - 1,
    (1 << 32) - 1,
    (1 << 63) - 1,
    (1 << 64) - 1,
    1 << 64,
];

const FAR: [i128; 9] = [
    -(1 << 63),
    -(1 << 31),
    0,
    1,
    (1 << 31) - 1,
    (1 << 32) - 1,
    (1 << 63) - 1,
    (1 << 64) - 1,
    1 << 64,
];

/// Numbers beyond this are counts rather than flags.
const MAX_FLAG: i128 = 3;

/// What describes all that `old` or `new` does.
pub fn join(old: &State, new: &State, preds: &Predicates, bounds: Bounds) -> Option<State> {
    if !old.objects.keys().eq(new.objects.keys()) {
        return None;
    }
    let result = State { junk: old.junk || new.junk, ..State::new() };
    let mut joiner = Joiner {
        old,
        new,
        preds,
        bounds,
        result,
        nodes: BTreeMap::new(),
        images: BTreeMap::new(),
        numbers: BTreeMap::new(),
        pending: Vec::new(),
    };
    for (object, node) in &old.objects {
        let node = joiner.node(*node, new.objects[object])?;
        joiner.result.objects.insert(*object, node);
    }
    for (var, value) in &old.vars {
        let value = joiner.value(*value, new.var(*var))?;
        joiner.result.set_var(*var, value);
    }
    while let Some((old, new, node)) = joiner.pending.pop() {
        joiner.edge(old, new, node)?;
    }
    let is_covered =
        |state: &State, is_seen: &dyn Fn(&NodeId) -> bool| state.edges.keys().all(is_seen);
    let all_old = is_covered(old, &|node| joiner.nodes.contains_key(node));
    let all_new = is_covered(new, &|node| joiner.images.contains_key(node));
    (all_old && all_new).then_some(joiner.result)
}

struct Joiner<'s> {
    old: &'s State,
    new: &'s State,
    preds: &'s Predicates,
    bounds: Bounds,
    result: State,
    /// The partner of an old node, and the node of the pair.
    nodes: BTreeMap<NodeId, (NodeId, NodeId)>,
    images: BTreeMap<NodeId, NodeId>,
    numbers: BTreeMap<(Value, Value), Value>,
    pending: Vec<(NodeId, NodeId, NodeId)>,
}

impl Joiner<'_> {
    fn node(&mut self, old: NodeId, new: NodeId) -> Option<NodeId> {
        match (self.nodes.get(&old), self.images.get(&new)) {
            (Some((partner, node)), _) => (*partner == new).then_some(*node),
            (None, Some(_)) => None,
            (None, None) => {
                let node = self.result.fresh_node();
                self.nodes.insert(old, (new, node));
                self.images.insert(new, old);
                self.pending.push((old, new, node));
                Some(node)
            }
        }
    }

    fn value(&mut self, old: Value, new: Value) -> Option<Value> {
        match (old, new) {
            (Value::Top, _) | (_, Value::Top) => Some(Value::Top),
            (Value::Num(a), Value::Num(b)) if a == b => Some(old),
            (Value::Addr(a, offset), Value::Addr(b, other)) if offset == other => {
                self.node(a, b).map(|node| Value::Addr(node, offset))
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
    fn number(&mut self, pair: (Value, Value), counting: Counting) -> Value {
        let ((old, new), more) = based(pair, counting);
        let known = self.numbers.get(&(old, new)).copied();
        let value = known.unwrap_or_else(|| match (self.old.range(old), self.new.range(new)) {
            (Some(a), Some(b)) => self.result.fresh_in(counting.hull((&a, &b), self.bounds)),
            _ => Value::Sym(self.result.fresh_sym()),
        });
        self.numbers.insert((old, new), value);
        value.added(more)
    }

    fn values(&mut self, pred: PredId, old: &[Value], new: &[Value]) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        for (param, (old, new)) in old.iter().zip(new).enumerate() {
            values.push(match Counting::of(self.preds, (pred, param), (*old, *new))? {
                Counting::No => self.value(*old, *new)?,
                Counting::Yes => self.number((*old, *new), Counting::Yes),
            });
        }
        Some(values)
    }

    fn edge(&mut self, old: NodeId, new: NodeId, node: NodeId) -> Option<()> {
        let edge = match (self.old.edges.get(&old), self.new.edges.get(&new)) {
            (None, None) => return Some(()),
            (Some(Edge::Block(old)), Some(Edge::Block(new))) => Edge::Block(self.block(old, new)?),
            (
                Some(Edge::Ind { pred, args }),
                Some(Edge::Ind { pred: its_pred, args: its_args }),
            ) if pred == its_pred => {
                Edge::Ind { pred: *pred, args: self.values(*pred, args, its_args)? }
            }
            (
                Some(Edge::Seg { pred, args, end, end_args }),
                Some(Edge::Seg { pred: its_pred, args: its_args, end: to, end_args: its_end_args }),
            ) if pred == its_pred => Edge::Seg {
                pred: *pred,
                args: self.values(*pred, args, its_args)?,
                end: self.value(*end, *to)?,
                end_args: self.values(*pred, end_args, its_end_args)?,
            },
            _ => return None,
        };
        self.result.edges.insert(node, edge);
        Some(())
    }

    fn block(&mut self, old: &Block, new: &Block) -> Option<Block> {
        if old.size != new.size || old.kind != new.kind || old.background != new.background {
            return None;
        }
        let mut block = Block::new(old.size, old.kind, old.background);
        block.sort = old.sort;
        let lens = old.cells.iter().chain(&new.cells).map(|(offset, cell)| (*offset, cell.len));
        let mut lens: Vec<(u64, u64)> = lens.collect::<BTreeSet<_>>().into_iter().collect();
        // Cells that were cut differently overlap: the short ones are written last and win, so that
        // zeros which are one cell in one state and several in the other stay zeros.
        lens.sort_by_key(|(_, len)| std::cmp::Reverse(*len));
        for (offset, len) in lens {
            let (one, other) = (old.read(offset, len), new.read(offset, len));
            if are_flags(one, other) && tells_rules_apart(self.preds, old.size, offset) {
                return None;
            }
            let value = self.value(one, other)?;
            block.write(offset, len, value);
        }
        Some(block)
    }
}

/// Two small numbers that differ. Where rules of a predicate are told apart by such numbers, as by the
/// colour of a node, a state that knows only their bounds has an instance of neither rule.
pub(crate) fn are_flags(a: Value, b: Value) -> bool {
    let is_flag = |value: Value| matches!(value, Value::Num(it) if it.abs() <= MAX_FLAG);
    a != b && is_flag(a) && is_flag(b)
}

/// Whether numbers count along links: then what is kept is how far they are from each other, and not how
/// large they are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counting {
    Yes,
    No,
}

impl Counting {
    /// What two numbers are that a parameter has; `None` if they tell rules apart.
    pub fn of(
        preds: &Predicates,
        (pred, param): (PredId, usize),
        pair: (Value, Value),
    ) -> Option<Self> {
        let is_number = |value: Value| matches!(value, Value::Num(_)) || value.symbolic().is_some();
        let differ = pair.0 != pair.1 || pair.0.symbolic().is_some();
        match preds[pred].counts(param) {
            true if differ && is_number(pair.0) && is_number(pair.1) => Some(Self::Yes),
            true => Some(Self::No),
            false if !preds[pred].is_simple() && are_flags(pair.0, pair.1) => None,
            false => Some(Self::No),
        }
    }

    /// What is in either of two ranges. What counts has no upper bound once it has moved.
    pub fn hull(self, (old, new): (&Range, &Range), bounds: Bounds) -> Range {
        let mut range = hull(old, new, bounds);
        if self == Self::Yes && old.hi != new.hi {
            range.hi = i128::MAX;
        }
        range
    }
}

/// A pair of numbers as another pair and what is added to both of its numbers: pairs that are equally
/// far apart are one number and constants.
pub(crate) fn based((old, new): (Value, Value), counting: Counting) -> ((Value, Value), i128) {
    let more = match (old, new) {
        (Value::Sum(_, more), _) | (Value::Num(_), Value::Sum(_, more)) => more,
        (Value::Num(number), Value::Num(_)) if counting == Counting::Yes => number,
        _ => 0,
    };
    match (old.less(more), new.less(more)) {
        (Value::Top, _) | (_, Value::Top) => ((old, new), 0),
        pair => (pair, more),
    }
}

/// Whether numbers at this place of blocks of that size say which rule it is.
pub(crate) fn tells_rules_apart(preds: &Predicates, size: u64, offset: u64) -> bool {
    let tells = |(at, _, field): &(u64, u64, Field)| {
        *at == offset && matches!(field, Field::Num(_) | Field::In(_))
    };
    let fits = |predicate: &crate::Predicate| predicate.size == size && predicate.rules.len() > 1;
    preds.iter().any(|(_, it)| fits(it) && it.fields.iter().any(tells))
}

/// What is in either of two ranges, bounds that grew moved further if they are to be.
pub fn hull(old: &Range, new: &Range, bounds: Bounds) -> Range {
    match bounds {
        Bounds::Hull => old.hull(new),
        Bounds::Widened => widened(old, &old.hull(new), &THRESHOLDS),
        Bounds::Far => widened(old, &old.hull(new), &FAR),
    }
}

fn widened(old: &Range, hull: &Range, stops: &[i128]) -> Range {
    let mut range = hull.clone();
    if hull.lo < old.lo {
        let below = stops.iter().rev().find(|it| **it <= hull.lo);
        range.lo = below.copied().unwrap_or(i128::MIN);
    }
    if hull.hi > old.hi {
        let above = stops.iter().find(|it| **it >= hull.hi);
        range.hi = above.copied().unwrap_or(i128::MAX);
    }
    range
}
