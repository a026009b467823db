//! Rules made from blocks: what neighbours have in common.
//!
//! Of a list, two neighbours are enough: a field of the second that leads back to the first is the
//! way back, one that holds the same pointer in both is a parameter that is handed on, numbers are
//! kept, bounded or forgotten, and what only this field leads to is owned. Of a tree, which has
//! several ways forward, the links that were seen tell ([`Site::infer`]).
//!
//! Nothing here has to be right: a rule is used for blocks that are instances of it, and every use
//! checks that again.

use std::collections::BTreeSet;

use super::places::{Place, Places};
use super::{Data, Manner, are_same};
use crate::learn::{Backwards, Kinds, Link, Links};
use crate::predicate::{
    Arg, Empty, Field, Guard, MAX_DEPTH, Place as PlaceOfField, PredId, Predicate, Predicates,
    Presence, Rule,
};
use crate::state::{Block, Edge, Form, Kind, State};
use crate::value::{NodeId, Range, Value};

/// What rules are made from.
#[derive(Clone, Copy)]
pub struct Site<'s> {
    pub state: &'s State,
    pub links: &'s Links,
    pub places: &'s Places,
    pub manner: Manner,
}

/// How much of a structure a block starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    Whole,
    Stretch,
}

/// Numbers at which a bound that grows stops.
const STOPS: [i128; 16] = [
    -(1 << 31),
    -(1 << 15),
    -128,
    -1,
    0,
    1,
    2,
    3,
    4,
    16,
    127,
    255,
    (1 << 15) - 1,
    (1 << 16) - 1,
    (1 << 31) - 1,
    (1 << 32) - 1,
];

/// Ranges as wide as this say nothing worth keeping.
const WIDE: i128 = (1 << 32) - 1;

impl Site<'_> {
    /// The rule of which both are instances, where a field of the first block leads to the next.
    pub fn generalise(
        self,
        preds: &mut Predicates,
        (first, offset): (NodeId, u64),
        next: NodeId,
    ) -> Option<Predicate> {
        let (a, b) = (self.state.block(first)?, self.state.block(next)?);
        let link = a.cells.get(&offset)?;
        let Value::Addr(_, shift) = link.value else { return None };
        // A doubly linked list is symmetric: the smaller offset is the way forward.
        let leads_back = |value: Value| value.node() == Some(first);
        if b.cells.range(..offset).any(|(_, cell)| leads_back(cell.value)) {
            return None;
        }
        let is_last = b.read(offset, link.len) == Value::NULL;
        if is_last && self.manner.data == Data::BoundedButLast && !self.is_alike(a, b) {
            return None;
        }
        let mut fields = vec![(offset, link.len, Field::Link { shift, args: Vec::new() })];
        let mut handed = Vec::new();
        let cells = a.cells.iter().chain(&b.cells).map(|(at, cell)| (*at, cell.len));
        for (at, len) in cells.collect::<BTreeSet<(u64, u64)>>() {
            if !is_apart(&fields, at, len) {
                continue;
            }
            let (x, y) = (a.read(at, len), b.read(at, len));
            let way = self.parameter((first, next), (x, y)).filter(|_| x != Value::Top);
            let field = match way {
                Some(None) => {
                    handed.push(Arg::Param(handed.len()));
                    Some(Field::Param(handed.len() - 1))
                }
                Some(Some(arg)) => {
                    handed.push(arg);
                    Some(Field::Param(handed.len() - 1))
                }
                None => match self.owned(preds, (a.form(), at), [(first, x), (next, y)]) {
                    Some(field) => Some(field),
                    None => self.number(x, y)?,
                },
            };
            fields.extend(field.map(|field| (at, len, field)));
        }
        let n_params = handed.len();
        fields[0].2 = Field::Link { shift, args: handed };
        fields.sort();
        Some(Predicate::simple(a.form(), n_params, fields))
    }

    /// The rule with another one for each kind of element that was seen; the last parameter is the kind of
    /// the element before.
    pub fn with_kinds(self, rule: Predicate) -> Predicate {
        let kinds = match self.manner.data {
            Data::Kinds => self.links.kinds(rule.form()),
            Data::Kept | Data::Bounded | Data::BoundedButLast | Data::Forgotten => None,
        };
        let Some(Kinds { numbers, follow }) = kinds else { return rule };
        let before = rule.n_params;
        let demand = |next: Option<usize>| {
            let those = follow.iter().filter(|(_, it)| *it == next).map(|(first, _)| *first);
            let mut those: BTreeSet<i128> =
                those.filter_map(|it| i128::try_from(it).ok()).collect();
            if those.is_empty() {
                // Nothing comes before: a number that no link hands on.
                those.insert(-1);
            }
            let (lo, hi) = (those.first().copied()?, those.last().copied()?);
            let excluded = (lo..=hi).filter(|it| !those.contains(it)).collect();
            Some((before, Range { lo, hi, excluded }))
        };
        let (mut fields, mut rules) = (Vec::new(), Vec::new());
        for (number, constants) in numbers.iter().enumerate() {
            let mut own: Vec<PlaceOfField> = constants
                .iter()
                .map(|(at, len, number)| (*at, *len, Field::Num(*number)))
                .collect();
            for (at, len, field) in &rule.fields {
                if !is_apart(&own, *at, *len) {
                    continue;
                }
                let mut field = field.clone();
                if let Field::Link { args, .. } = &mut field {
                    args.push(Arg::Num(number as i128));
                }
                own.push((*at, *len, field));
            }
            own.sort();
            fields.extend(own);
            let guards = demand(Some(number)).into_iter().collect();
            rules.push(Rule { behind: fields.len(), guards });
        }
        let empty = Empty::AtNull(demand(None).into_iter().collect());
        let Form { size, sort } = rule.form();
        Predicate { size, n_params: before + 1, fields, rules, empty, sort }
    }

    /// Whether the numbers of the second are among those that the first may have.
    fn is_alike(self, a: &Block, b: &Block) -> bool {
        b.cells.iter().all(|(at, cell)| {
            let ranges = self.state.range(a.read(*at, cell.len)).zip(self.state.range(cell.value));
            ranges.is_none_or(|(wide, narrow)| narrow.is_within(&wide))
        })
    }

    /// What is handed on to a parameter that these two values are: `Some(None)` for itself.
    fn parameter(
        self,
        (first, next): (NodeId, NodeId),
        (x, y): (Value, Value),
    ) -> Option<Option<Arg>> {
        if self.manner.backwards == Backwards::Ignored {
            return None;
        }
        match (x, y) {
            (_, Value::Addr(node, bytes)) if node == first => Some(Some(Arg::This(bytes))),
            (Value::Addr(node, _), _) if x == y && node != next => Some(None),
            (Value::Fun(_), _) if x == y => Some(None),
            (Value::Sym(_) | Value::Sum(..), _) if x == y && self.manner.data == Data::Kept => {
                Some(None)
            }
            _ => None,
        }
    }

    /// A structure that only this field leads to, in both blocks, or none in one of them.
    fn owned(
        self,
        preds: &mut Predicates,
        (form, at): (Form, u64),
        sides: [(NodeId, Value); 2],
    ) -> Option<Field> {
        let inner = |value: Value| match value {
            Value::Addr(node, 0) => self.places.is_alone(node).then_some(node),
            Value::Addr(..)
            | Value::Top
            | Value::Num(_)
            | Value::Sym(_)
            | Value::Sum(..)
            | Value::Fun(_) => None,
        };
        let known = sides.iter().find_map(|(owner, value)| {
            let Some(Edge::Ind { pred, args }) = self.state.edges.get(&inner(*value)?) else {
                return None;
            };
            let handed = |arg: &Value| match arg {
                Value::Addr(it, bytes) if it == owner => Some(Arg::This(*bytes)),
                Value::Num(number) => Some(Arg::Num(*number)),
                Value::Addr(..) | Value::Sym(_) | Value::Sum(..) | Value::Fun(_) | Value::Top => {
                    None
                }
            };
            Some((*pred, args.iter().map(handed).collect::<Option<Vec<Arg>>>()?))
        });
        let (pred, args) = match known {
            Some(known) => known,
            None => {
                let alone = sides.iter().find_map(|(_, value)| inner(*value));
                let pred = match (alone, self.links.owned(form, at)) {
                    (Some(node), _) => self.lone_rule(preds, node, MAX_DEPTH)?,
                    (None, Some(form)) if sides.iter().all(|(_, it)| *it == Value::NULL) => {
                        owned_rule(preds, self.links, form, MAX_DEPTH)?
                    }
                    (None, _) => return None,
                };
                (pred, Vec::new())
            }
        };
        let fits = |(owner, value): &(NodeId, Value)| {
            let this = Value::Addr(*owner, 0);
            let args: Vec<Value> = args.iter().map(|arg| arg.value(this, &[])).collect();
            self.whole(preds, *value, (pred, &args), MAX_DEPTH).is_some()
        };
        let presence = match sides.iter().all(|(_, value)| self.is_block(*value)) {
            true => Presence::Always,
            false => Presence::Perhaps,
        };
        sides.iter().all(fits).then_some(Field::Own { pred, args, presence })
    }

    /// Whether a block that is written out starts there: what is owned is not null.
    fn is_block(self, at: Value) -> bool {
        match at {
            Value::Addr(node, 0) => self.state.block(node).is_some(),
            Value::Addr(..)
            | Value::Num(_)
            | Value::Sym(_)
            | Value::Sum(..)
            | Value::Fun(_)
            | Value::Top => false,
        }
    }

    /// The rule of a block that one field of another leads to.
    fn lone_rule(self, preds: &mut Predicates, node: NodeId, depth: usize) -> Option<PredId> {
        let block = self.state.block(node).filter(|it| it.is_element())?;
        if depth == 0 {
            return None;
        }
        // The first element of a list that goes on behind it.
        let behind = block.cells.values().filter_map(|cell| cell.value.node());
        for next in behind {
            if let Some(Edge::Ind { pred, .. } | Edge::Seg { pred, .. }) =
                self.state.edges.get(&next)
                && preds[*pred].n_params == 0
                && self.whole(preds, Value::Addr(node, 0), (*pred, &[]), depth).is_some()
            {
                return Some(*pred);
            }
        }
        let links = self.links.forward(block.form());
        let mut fields = Vec::new();
        for (at, cell) in &block.cells {
            let link = links.iter().find(|link| link.offset == *at && link.back.is_none());
            let field = match (cell.value, link) {
                (Value::Num(0), Some(link))
                    if self.manner.data != Data::Kept || links.len() > 1 =>
                {
                    Field::Link { shift: link.shift, args: Vec::new() }
                }
                (Value::Num(number), _) if self.manner.data == Data::Kept => Field::Num(number),
                (Value::Addr(inner, 0), _) if self.places.is_alone(inner) => {
                    let (pred, presence) = match self.state.edges.get(&inner)? {
                        Edge::Ind { pred, args } if args.is_empty() => (*pred, Presence::Perhaps),
                        Edge::Block(_) => {
                            (self.lone_rule(preds, inner, depth - 1)?, Presence::Always)
                        }
                        Edge::Ind { .. } | Edge::Seg { .. } => return None,
                    };
                    Field::Own { pred, args: Vec::new(), presence }
                }
                _ => continue,
            };
            fields.push((*at, cell.len, field));
        }
        Some(preds.intern(Predicate::simple(block.form(), 0, fields)))
    }

    /// The edges of a whole structure that starts at the value, each of which the one before alone
    /// leads to.
    pub fn whole(
        self,
        preds: &Predicates,
        at: Value,
        (pred, args): (PredId, &[Value]),
        depth: usize,
    ) -> Option<Vec<NodeId>> {
        let node = match at {
            Value::NULL => {
                let Empty::AtNull(guards) = &preds[pred].empty else { return None };
                return self.are_met(guards, args).then(Vec::new);
            }
            Value::Addr(node, 0) if depth > 0 && self.places.is_alone(node) => node,
            Value::Addr(..)
            | Value::Num(_)
            | Value::Sym(_)
            | Value::Sum(..)
            | Value::Fun(_)
            | Value::Top => {
                return None;
            }
        };
        let mut edges = vec![node];
        match self.state.edges.get(&node)? {
            Edge::Ind { pred: it, args: its } => {
                let fits = *it == pred && preds[pred].is_as_good(its, args)
                    || preds.is_within(*it, pred) && are_same(its, args);
                fits.then_some(edges)
            }
            Edge::Seg { pred: it, args: its, end, end_args } => {
                let fits = *it == pred && preds[pred].is_as_good_segment(its, end_args, args)
                    || preds.is_within(*it, pred) && are_same(its, args);
                if !fits {
                    return None;
                }
                edges.extend(self.whole(preds, *end, (pred, end_args), depth - 1)?);
                Some(edges)
            }
            Edge::Block(block) => {
                let (inner, _) =
                    self.parts(preds, (node, block), (pred, args), (Extent::Whole, depth))?;
                edges.extend(inner);
                Some(edges)
            }
        }
    }

    /// The edges that belong to an instance of the rule, and for a stretch the link that leads
    /// elsewhere: that of a list, or the one of a tree behind which there is no whole structure.
    pub fn parts(
        self,
        preds: &Predicates,
        (node, block): (NodeId, &Block),
        (pred, params): (PredId, &[Value]),
        (extent, depth): (Extent, usize),
    ) -> Option<(Vec<NodeId>, Option<usize>)> {
        let predicate = &preds[pred];
        if block.kind != Kind::Heap || block.form() != predicate.form() {
            return None;
        }
        let rule = self.rule_for(block, predicate)?;
        if self.loses(block, (predicate, rule)) {
            return None;
        }
        if !self.are_met(&predicate.rules[rule].guards, params) {
            return None;
        }
        let (mut edges, mut hole) = (Vec::new(), None);
        let this = Value::Addr(node, 0);
        let is_list = predicate.links().count() == 1;
        for (index, (offset, len, field)) in predicate.rule(rule) {
            let value = block.read(*offset, *len);
            let (inner, shift, args) = match field {
                Field::Num(number) if value == Value::Num(*number) => continue,
                Field::Num(_) => return None,
                Field::In(range) if self.state.range(value)?.is_within(range) => continue,
                Field::In(_) => return None,
                Field::Param(param) if params.get(*param) == Some(&value) => continue,
                Field::Param(_) => return None,
                Field::Link { .. } if is_list && extent == Extent::Stretch => {
                    hole = Some(index);
                    continue;
                }
                Field::Link { shift, args } => (pred, *shift, args),
                Field::Own { presence: Presence::Always, .. } if !self.is_block(value) => {
                    return None;
                }
                Field::Own { pred, args, .. } => (*pred, 0, args),
                // Looked at once it is known where it ends.
                Field::Stretch { .. } if extent == Extent::Stretch => continue,
                Field::Stretch { .. } => return None,
            };
            let handed: Vec<Value> = args.iter().map(|arg| arg.value(this, params)).collect();
            match (field, self.whole(preds, value.minus(shift), (inner, &handed), depth - 1)) {
                (_, Some(found)) => edges.extend(found),
                (Field::Link { .. }, None) if hole.is_none() && extent == Extent::Stretch => {
                    hole = Some(index);
                }
                _ => return None,
            }
        }
        Some((edges, hole))
    }

    fn are_met(self, guards: &[Guard], params: &[Value]) -> bool {
        guards.iter().all(|(param, range)| {
            let known = params.get(*param).and_then(|value| self.state.range(*value));
            known.is_some_and(|known| known.is_within(range))
        })
    }

    /// The first rule whose numbers the block has.
    pub fn rule_for(self, block: &Block, predicate: &Predicate) -> Option<usize> {
        let is_met = |(offset, len, field): &PlaceOfField| match field {
            Field::Num(number) => block.read(*offset, *len) == Value::Num(*number),
            Field::In(range) => {
                let known = self.state.range(block.read(*offset, *len));
                known.is_some_and(|known| known.is_within(range))
            }
            Field::Param(_) | Field::Link { .. } | Field::Own { .. } | Field::Stretch { .. } => {
                true
            }
        };
        predicate.fitting(is_met).next()
    }

    /// What only a field leads to of which the rule does not speak would be lost.
    pub fn loses(self, block: &Block, (predicate, rule): (&Predicate, usize)) -> bool {
        let is_spoken_of = |offset: u64| {
            predicate.rule(rule).any(|(_, (at, len, _))| *at <= offset && offset < at + len)
        };
        // The target's own successor may lead back to it: that is no other way there.
        let leads_alone = |value: Value| {
            let Some(to) = value.node().filter(|to| self.state.edges.contains_key(to)) else {
                return false;
            };
            let from_behind = |place: &Place| match place {
                Place::Cell(from, _) => self.state.block(to).is_some_and(|block| {
                    block.cells.values().any(|cell| cell.value.node() == Some(*from))
                }),
                Place::Arg | Place::EndArg(_) => true,
                Place::Name | Place::End(_) => false,
            };
            let all = self.places.all(to);
            all.iter().filter(|place| !from_behind(place)).count() <= 1
        };
        block.cells.iter().any(|(at, cell)| !is_spoken_of(*at) && leads_alone(cell.value))
    }

    /// What a rule says of two numbers; `None` if they must not come together.
    fn number(self, x: Value, y: Value) -> Option<Option<Field>> {
        match self.manner.data {
            Data::Kept => match (x, y) {
                (Value::Num(a), Value::Num(b)) if a == b => Some(Some(Field::Num(a))),
                (Value::Num(_), _) | (_, Value::Num(_)) => None,
                _ => Some(None),
            },
            Data::Bounded | Data::BoundedButLast => {
                let ranges = self.state.range(x).zip(self.state.range(y));
                Some(ranges.and_then(|(a, b)| as_field(a.hull(&b))))
            }
            Data::Kinds | Data::Forgotten => Some(None),
        }
    }

    /// Whether bounds must not grow for the block, since it is the last one of a list.
    fn ends(self, block: &Block, predicate: &Predicate) -> bool {
        let is_null = |(index, shift, _): (usize, i64, &[Arg])| {
            let (offset, len, _) = predicate.fields[index];
            block.read(offset, len).minus(shift) == Value::NULL
        };
        self.manner.data == Data::BoundedButLast && predicate.links().all(is_null)
    }

    /// The rule with wider bounds, so that the block may be an instance of it too.
    pub fn widened(self, preds: &mut Predicates, pred: PredId, node: NodeId) -> Option<PredId> {
        let block = self.state.block(node)?;
        if self.ends(block, &preds[pred]) {
            return None;
        }
        let range = |offset, len| self.state.range(block.read(offset, len));
        let presence = |offset, len| match self.is_block(block.read(offset, len)) {
            true => Presence::Always,
            false => Presence::Perhaps,
        };
        self.with_bounds(preds, pred, (range, presence))
    }

    /// The rule with wider bounds, so that structures of the other are some of it too.
    pub fn common(self, preds: &mut Predicates, pred: PredId, other: PredId) -> Option<PredId> {
        let fields = preds[other].fields.clone();
        let find = |offset: u64| fields.iter().find(|(at, ..)| *at == offset);
        let range = |offset, _| find(offset).and_then(|(.., field)| range_of(field));
        let presence = |offset, _| match find(offset) {
            Some((.., Field::Own { presence, .. })) => *presence,
            _ => Presence::Perhaps,
        };
        let wide = self.with_bounds(preds, pred, (range, presence))?;
        (preds.is_within(pred, wide) && preds.is_within(other, wide)).then_some(wide)
    }

    fn with_bounds(
        self,
        preds: &mut Predicates,
        pred: PredId,
        (range_at, presence_at): (
            impl Fn(u64, u64) -> Option<Range>,
            impl Fn(u64, u64) -> Presence,
        ),
    ) -> Option<PredId> {
        let predicate = preds[pred].clone();
        let form = predicate.form();
        if !predicate.is_simple() {
            return None;
        }
        let mut fields = Vec::new();
        for (offset, len, mut field) in predicate.fields {
            if let Field::Own { presence, .. } = &mut field {
                *presence = (*presence).min(presence_at(offset, len));
            }
            let is_bounded = matches!(self.manner.data, Data::Bounded | Data::BoundedButLast);
            let field = match range_of(&field).filter(|_| is_bounded) {
                None => Some(field),
                Some(known) => match range_at(offset, len) {
                    Some(range) if range.is_within(&known) => Some(field),
                    Some(range) => {
                        as_field(stretched(&known, &known.hull(&range), self.links.stops()))
                    }
                    None => None,
                },
            };
            fields.extend(field.map(|field| (offset, len, field)));
        }
        Some(preds.intern(Predicate::simple(form, predicate.n_params, fields)))
    }

    /// What a block says of the rule of a tree that it is an instance of.
    pub fn infer(self, preds: &mut Predicates, node: NodeId) -> Option<Predicate> {
        let block = self.state.block(node).filter(|block| block.kind == Kind::Heap)?;
        let forward = self.links.forward(block.form());
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
        for (offset, cell) in &block.cells {
            if !is_apart(&fields, *offset, cell.len) {
                continue;
            }
            let is_kept = self.manner.data == Data::Kept;
            let field = match cell.value {
                Value::Num(0) if self.links.owned(block.form(), *offset).is_some() => None,
                Value::Num(number) => Some(Field::Num(number)).filter(|_| is_kept),
                Value::Addr(inner, 0) => match self.state.edges.get(&inner) {
                    Some(Edge::Ind { .. }) => {
                        let sides = [(node, cell.value), (node, Value::NULL)];
                        self.owned(preds, (block.form(), *offset), sides)
                    }
                    Some(Edge::Block(_) | Edge::Seg { .. }) | None => None,
                },
                Value::Top | Value::Sym(_) | Value::Sum(..) | Value::Fun(_) | Value::Addr(..) => {
                    None
                }
            };
            fields.extend(field.map(|field| (*offset, cell.len, field)));
        }
        // What other blocks of this form own there, this one has not.
        for (offset, inner) in self.links.owning(block.form()) {
            let len = self.links.pointer_len();
            if is_apart(&fields, offset, len) && block.read(offset, len) == Value::NULL {
                let pred = owned_rule(preds, self.links, inner, MAX_DEPTH)?;
                fields.push((offset, len, perhaps(pred)));
            }
        }
        fields.sort();
        fields.dedup();
        Some(Predicate::simple(block.form(), n_params, fields))
    }
}

fn is_apart(fields: &[(u64, u64, Field)], offset: u64, len: u64) -> bool {
    fields.iter().all(|(at, its, _)| offset + len <= *at || at + its <= offset)
}

/// A structure of its own, or none.
fn perhaps(pred: PredId) -> Field {
    Field::Own { pred, args: Vec::new(), presence: Presence::Perhaps }
}

fn range_of(field: &Field) -> Option<Range> {
    match field {
        Field::Num(number) => Some(Range::only(*number)),
        Field::In(range) => Some(range.clone()),
        Field::Param(_) | Field::Link { .. } | Field::Own { .. } | Field::Stretch { .. } => None,
    }
}

fn as_field(range: Range) -> Option<Field> {
    match range.hi.checked_sub(range.lo)? {
        0 => Some(Field::Num(range.lo)),
        width if width >= WIDE => None,
        _ => Some(Field::In(range)),
    }
}

/// Bounds that grew, moved to the next stop: one of the usual ones, or of those of the program.
fn stretched(known: &Range, hull: &Range, stops: &BTreeSet<i128>) -> Range {
    let mut range = hull.clone();
    if hull.lo < known.lo {
        let usual = STOPS.iter().rev().find(|it| **it <= hull.lo);
        range.lo = usual.max(stops.range(..=hull.lo).next_back()).copied().unwrap_or(-WIDE);
    }
    if hull.hi > known.hi {
        let usual = STOPS.iter().find(|it| **it >= hull.hi);
        let own = stops.range(hull.hi..).next();
        range.hi = [usual, own].into_iter().flatten().min().copied().unwrap_or(2 * WIDE);
    }
    range
}

/// The rule of what fields of other blocks own: links, and what is owned in turn.
pub fn owned_rule(
    preds: &mut Predicates,
    links: &Links,
    form: Form,
    depth: usize,
) -> Option<PredId> {
    let mut fields = Vec::new();
    for link in links.forward(form) {
        // What leads back would need to know its owner.
        if link.back.is_some() {
            return None;
        }
        fields.push((link.offset, link.len, Field::Link { shift: link.shift, args: Vec::new() }));
    }
    let len = fields.first().map_or(links.pointer_len(), |(_, len, _)| *len);
    for (offset, inner) in links.owning(form) {
        if depth > 0 && fields.iter().all(|(at, ..)| *at != offset) {
            let pred = owned_rule(preds, links, inner, depth - 1)?;
            fields.push((offset, len, perhaps(pred)));
        }
    }
    fields.sort();
    Some(preds.intern(Predicate::simple(form, 0, fields)))
}

/// The rule of which both are instances; `None` if constants tell them apart.
pub fn unify(a: &Predicate, b: &Predicate) -> Option<Predicate> {
    let mut fields = Vec::new();
    let find = |predicate: &Predicate, offset: u64| {
        predicate.fields.iter().find(|(at, ..)| *at == offset).cloned()
    };
    let offsets = a.fields.iter().chain(&b.fields).map(|(offset, ..)| *offset);
    for offset in offsets.collect::<BTreeSet<u64>>() {
        let field = match (find(a, offset), find(b, offset)) {
            (Some(a), Some(b)) if a == b => Some(a),
            // Null is a whole structure that is empty.
            (Some(own), Some((.., Field::Num(0))) | None)
            | (Some((.., Field::Num(0))) | None, Some(own))
                if matches!(own.2, Field::Own { presence: Presence::Perhaps, .. }) =>
            {
                Some(own)
            }
            _ => return None,
        };
        fields.extend(field);
    }
    let is_alike = a.form() == b.form() && a.n_params == b.n_params;
    is_alike.then(|| Predicate::simple(a.form(), a.n_params, fields))
}
