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

mod levels;
mod places;
mod rules;

use std::collections::BTreeSet;

use crate::below::from_below;
use crate::learn::{Backwards, Links};
use crate::predicate::{Empty, Field, Guard, MAX_DEPTH, PredId, Predicates};
use crate::state::{Block, Edge, Form, State};
use crate::value::{NodeId, Value};
use places::{Place, Places};
use rules::{Extent, Site, owned_rule, unify};

/// What becomes of numbers in fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Data {
    /// Only blocks with the same constants are summed up, and the predicate keeps them.
    Kept,
    /// The predicate keeps bounds of them.
    Bounded,
    /// The same, but bounds do not grow for the last element of a list: what marks its end is often
    /// a number that no other element has.
    BoundedButLast,
    /// Elements of lists are of kinds, which constants tell apart, and which kind comes after which is
    /// kept: a parameter says what the element before was.
    Kinds,
    Forgotten,
}

/// What becomes of blocks that variables point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Named {
    /// They stay written out.
    Kept,
    /// They may be the first of a segment: that it is not empty is forgotten.
    Folded,
    /// They stay written out, and the first blocks of segments are written out too.
    WrittenOut,
    /// They stay written out, and so do blocks of trees that they lead to: a child that was found to be
    /// there is not forgotten.
    KeptWithNext,
}

/// What blocks with several ways forward to blocks of their size are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Branches {
    Trees,
    /// Lists whose elements own lists.
    Lists,
    /// Levels of skip lists, where such were seen: each element of one level owns what lies between it and the
    /// next one on the levels below.
    Levels,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    pub data: Data,
    pub named: Named,
    pub branches: Branches,
    pub backwards: Backwards,
}

/// Sums up as much as the manner allows.
pub fn fold(state: &mut State, preds: &mut Predicates, links: &Links, manner: Manner) {
    while step(state, preds, links, manner) {}
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
    /// Where stretches of the block's own lead to the end.
    beside: Vec<Place>,
}

/// Edges that go, and the one that comes for them.
struct Change {
    gone: Vec<NodeId>,
    at: NodeId,
    edge: Edge,
}

/// Whether parameters are equal: those of which nothing is known are not.
fn are_same(a: &[Value], b: &[Value]) -> bool {
    a == b && !a.contains(&Value::Top)
}

fn step(state: &mut State, preds: &mut Predicates, links: &Links, manner: Manner) -> bool {
    let places = Places::of(state);
    let site = Site { state, links, places: &places, manner };
    let nodes: Vec<NodeId> = state.edges.keys().copied().collect();
    let alone = nodes.iter().find_map(|node| {
        let change = site.to_null(preds, *node).or_else(|| site.owned_alone(preds, *node));
        change.or_else(|| site.leaf(preds, *node))
    });
    let change = alone.or_else(|| nodes.iter().find_map(|node| site.append(preds, *node)));
    let Some(Change { gone, at, edge }) = change else { return false };
    for node in gone {
        state.edges.remove(&node);
    }
    state.edges.insert(at, edge);
    true
}

impl Site<'_> {
    fn is_tree(self, form: Form) -> bool {
        self.manner.branches == Branches::Trees && self.links.forward(form).len() > 1
    }

    /// Whether this field is the one that lists of such blocks go along.
    fn is_main(self, form: Form, offset: u64) -> bool {
        match self.links.forward(form)[..] {
            [] | [_] => true,
            [main, ..] => main.offset == offset,
        }
    }

    /// A segment that ends at null, of which nobody knows the last node, is a whole structure.
    fn to_null(self, preds: &Predicates, node: NodeId) -> Option<Change> {
        let Edge::Seg { pred, args, end: Value::NULL, end_args } = self.state.edges.get(&node)?
        else {
            return None;
        };
        if self.is_level(preds, *pred) {
            return None;
        }
        let is_unknown = |value: &Value| match value {
            Value::Addr(last, _) => {
                self.places.is_alone(*last) && !self.state.edges.contains_key(last)
            }
            Value::Top => true,
            Value::Num(_) | Value::Sym(_) | Value::Sum(..) | Value::Fun(_) => false,
        };
        let Empty::AtNull(guards) = &preds[*pred].empty else { return None };
        let is_guarded = |param: usize| guards.iter().any(|(it, _)| *it == param);
        let is_met = |(param, range): &Guard| match end_args.get(*param) {
            Some(Value::Num(number)) => range.contains(*number),
            Some(Value::Top | Value::Sym(_) | Value::Sum(..) | Value::Addr(..) | Value::Fun(_))
            | None => false,
        };
        let is_plain =
            guards.iter().all(is_met) && preds[*pred].links().all(|(_, shift, _)| shift == 0);
        // A parameter that is only handed on says the same at both ends.
        let mut pairs = args.iter().zip(end_args).enumerate();
        let is_free = pairs.all(|(at, (arg, end))| arg == end || is_unknown(end) || is_guarded(at));
        (is_plain && is_free).then(|| {
            let edge = Edge::Ind { pred: *pred, args: args.clone() };
            Change { gone: Vec::new(), at: node, edge }
        })
    }

    /// A block that only a field of an unnamed block of a tree leads to is a whole structure, if
    /// nothing else comes behind it.
    fn owned_alone(self, preds: &mut Predicates, node: NodeId) -> Option<Change> {
        let [Place::Cell(owner, offset)] = self.places.all(node) else { return None };
        let (block, owning) = (self.state.block(node)?, self.state.block(*owner)?);
        // In lists, that what is owned is not null is worth keeping.
        let is_loose = self.is_tree(owning.form()) || self.manner.named == Named::Folded;
        let is_own = is_loose
            && block.is_element()
            && owning.is_element()
            && self.links.owned(owning.form(), *offset) == Some(block.form())
            && !self.places.is_named(*owner);
        let leads_here = |cell: &crate::Cell| cell.value == Value::Addr(node, 0);
        if !is_own || !owning.cells.get(offset).is_some_and(leads_here) {
            return None;
        }
        let pred = owned_rule(preds, self.links, block.form(), MAX_DEPTH)?;
        let extent = (Extent::Whole, MAX_DEPTH);
        let (gone, _) = self.parts(preds, (node, block), (pred, &[]), extent)?;
        Some(Change { gone, at: node, edge: Edge::Ind { pred, args: Vec::new() } })
    }

    /// A block of a tree whose links are all null or lead to whole trees.
    fn leaf(self, preds: &mut Predicates, node: NodeId) -> Option<Change> {
        let block = self.state.block(node)?;
        let is_fit = block.is_element() && self.is_tree(block.form());
        let is_kept = match self.manner.named {
            Named::Folded => false,
            Named::Kept | Named::WrittenOut => {
                self.is_held(node) || self.is_at_named_field(node) || self.is_listed(node)
            }
            Named::KeptWithNext => self.is_held(node) || self.is_next(node) || self.is_listed(node),
        };
        if !is_fit || self.places.is_named(node) || is_kept {
            return None;
        }
        let known: BTreeSet<PredId> = block
            .cells
            .values()
            .filter_map(|cell| match self.state.edges.get(&cell.value.node()?)? {
                Edge::Ind { pred, .. } if preds[*pred].form() == block.form() => Some(*pred),
                Edge::Ind { .. } | Edge::Seg { .. } | Edge::Block(_) => None,
            })
            .collect();
        let whole = known.into_iter().find_map(|pred| self.whole_leaf(preds, (node, block), pred));
        whole.or_else(|| {
            let predicate = self.infer(preds, node)?;
            let pred = preds.intern(predicate);
            self.whole_leaf(preds, (node, block), pred)
        })
    }

    fn whole_leaf(
        self,
        preds: &Predicates,
        (node, block): (NodeId, &Block),
        pred: PredId,
    ) -> Option<Change> {
        let params = self.params(preds, node, pred)?;
        let extent = (Extent::Whole, MAX_DEPTH);
        let (gone, _) = self.parts(preds, (node, block), (pred, &params), extent)?;
        // Children may lead back; whoever else points here would lose the way.
        let n_back = gone.iter().filter(|it| self.leads_back(**it, node)).count();
        let n_ways = self.places.all(node).len();
        (n_ways == 1 + n_back).then_some(Change {
            gone,
            at: node,
            edge: Edge::Ind { pred, args: params },
        })
    }

    fn leads_back(self, from: NodeId, to: NodeId) -> bool {
        match self.state.edges.get(&from) {
            Some(Edge::Ind { args, .. }) => args.iter().any(|arg| arg.node() == Some(to)),
            Some(Edge::Block(_) | Edge::Seg { .. }) | None => false,
        }
    }

    /// The stretch at `first` together with what comes behind it.
    fn append(self, preds: &mut Predicates, first: NodeId) -> Option<Change> {
        let is_block = self.state.block(first).is_some();
        let is_kept =
            self.places.is_named(first) || self.is_held(first) || self.is_at_named_field(first);
        if is_block && self.manner.named != Named::Folded && is_kept {
            return None;
        }
        for pred in self.candidates(preds, first) {
            let Some(front) = self.stretch(preds, first, pred) else { continue };
            let Value::Addr(next, 0) = front.end else { continue };
            if next == first {
                continue;
            }
            let is_lost = |arg: &Value| self.is_last_and_named(*arg);
            if !is_block && front.end_args.iter().any(is_lost) {
                continue;
            }
            let mut gone = front.owned;
            gone.push(next);
            if let Some(Edge::Ind { pred: it, args }) = self.state.edges.get(&next) {
                let fits = preds.is_within(*it, pred) && are_same(args, &front.end_args)
                    || *it == pred && preds[pred].is_as_good(args, &front.end_args);
                if fits && self.places.may_vanish(next, (front.way, &front.beside), None) {
                    let edge = Edge::Ind { pred, args: front.args };
                    return Some(Change { gone, at: first, edge });
                }
                continue;
            }
            let Some(rear) = self.stretch(preds, next, pred) else { continue };
            let is_last = rear.end_args.iter().any(|arg| arg.node() == Some(next));
            // What ends where it starts may be nothing at all: then a circle would lose that there
            // is something.
            let is_open = rear.end.node() != Some(next) && rear.end.node() != Some(first);
            let is_same = are_same(&rear.args, &front.end_args)
                || preds[pred].is_as_good_segment(&rear.args, &rear.end_args, &front.end_args);
            let fits = is_open && is_same;
            let last = is_last.then_some(next);
            if fits && self.places.may_vanish(next, (front.way, &front.beside), last) {
                gone.extend(rear.owned);
                let Stretch { end, end_args, .. } = rear;
                let edge = Edge::Seg { pred, args: front.args, end, end_args };
                return Some(Change { gone, at: first, edge });
            }
        }
        None
    }

    /// Whether a block of another kind that a variable names leads there, as the head of a list that
    /// is a block of its own does.
    fn is_held(self, node: NodeId) -> bool {
        let form = self.state.block(node).map(Block::form);
        self.places.all(node).iter().any(|place| match place {
            Place::Cell(owner, _) => {
                let owning = self.state.block(*owner).map(Block::form);
                self.places.is_named(*owner) && owning != form
            }
            Place::Name | Place::Arg | Place::End(_) | Place::EndArg(_) => false,
        })
    }

    /// Whether an element of a list leads to this tree: that none of them leads to nothing is worth
    /// keeping.
    fn is_listed(self, node: NodeId) -> bool {
        let form = self.state.block(node).map(Block::form);
        self.places.all(node).iter().any(|place| match place {
            Place::Cell(owner, _) => self.state.block(*owner).is_some_and(|it| {
                Some(it.form()) != form && self.links.forward(it.form()).len() == 1
            }),
            Place::Name | Place::Arg | Place::End(_) | Place::EndArg(_) => false,
        })
    }

    /// Whether a variable names a field inside a block that leads there, as `at` does in
    /// `at = &(*at)->next`: that something is there may have been found out.
    fn is_at_named_field(self, node: NodeId) -> bool {
        self.places.all(node).iter().any(|place| match place {
            Place::Cell(owner, offset) if *offset > 0 => {
                let field = i64::try_from(*offset).map(|offset| Value::Addr(*owner, offset));
                let mut values = self.state.vars.values();
                field.is_ok_and(|field| values.any(|value| *value == field))
            }
            Place::Cell(..) | Place::Name | Place::Arg | Place::End(_) | Place::EndArg(_) => false,
        })
    }

    /// Whether a block of a tree that a variable names leads there.
    fn is_next(self, node: NodeId) -> bool {
        let Some(form) = self.state.block(node).map(Block::form) else { return false };
        self.places.all(node).iter().any(|place| match place {
            Place::Cell(owner, offset) => {
                let mut links = self.links.forward(form).into_iter();
                let is_tree = self.state.block(*owner).is_some_and(|block| block.form() == form);
                self.places.is_named(*owner) && is_tree && links.any(|it| it.offset == *offset)
            }
            Place::Name | Place::Arg | Place::End(_) | Place::EndArg(_) => false,
        })
    }

    /// Whether a variable names the last node of a segment, which the end alone leads to.
    fn is_last_and_named(self, arg: Value) -> bool {
        arg.node()
            .is_some_and(|last| !self.state.edges.contains_key(&last) && self.places.is_named(last))
    }

    /// The predicates that the stretch at a node and its neighbour may be one of.
    fn candidates(self, preds: &mut Predicates, first: NodeId) -> Vec<PredId> {
        let block = match &self.state.edges[&first] {
            Edge::Seg { pred, end, .. } => {
                let behind = end.node().and_then(|next| match self.state.edges.get(&next)? {
                    Edge::Block(_) => self.widened(preds, *pred, next),
                    Edge::Ind { pred: other, .. } | Edge::Seg { pred: other, .. } => {
                        self.common(preds, *pred, *other)
                    }
                });
                return [*pred].into_iter().chain(behind).collect();
            }
            Edge::Ind { .. } => return Vec::new(),
            Edge::Block(block) => block,
        };
        if !block.is_element() {
            return Vec::new();
        }
        let levels = self.levels(preds, block.form());
        if !levels.is_empty() {
            return levels;
        }
        let mut found = Vec::new();
        for (offset, cell) in &block.cells {
            let Value::Addr(next, _) = cell.value else { continue };
            match self.state.edges.get(&next) {
                Some(Edge::Seg { pred, .. } | Edge::Ind { pred, .. }) => {
                    found.push(*pred);
                    found.extend(self.widened(preds, *pred, first));
                }
                Some(Edge::Block(other)) if other.form() == block.form() && next != first => {
                    let rule = if self.is_tree(block.form()) {
                        let (mine, other) = (self.infer(preds, first), self.infer(preds, next));
                        mine.zip(other).and_then(|(mine, other)| unify(&mine, &other))
                    } else if self.is_main(block.form(), *offset) {
                        let rule = self.generalise(preds, (first, *offset), next);
                        rule.map(|rule| self.with_kinds(rule))
                    } else {
                        None
                    };
                    found.extend(rule.map(|rule| preds.intern(rule)));
                }
                Some(Edge::Block(_)) | None => {}
            }
        }
        found
    }

    /// What the parameters are if the block is an instance: those that fields keep, and otherwise
    /// what is handed on from above or what the rule demands.
    fn params(self, preds: &Predicates, node: NodeId, pred: PredId) -> Option<Vec<Value>> {
        let (block, predicate) = (self.state.block(node)?, &preds[pred]);
        let mut params = vec![Value::Top; predicate.n_params];
        let rule = self.rule_for(block, predicate)?;
        for (_, (offset, len, field)) in predicate.rule(rule) {
            if let Field::Param(param) = field {
                params[*param] = block.read(*offset, *len);
            }
        }
        if params.contains(&Value::Top) {
            let above = self.handed(preds, node, pred).unwrap_or_default();
            for (param, value) in params.iter_mut().enumerate() {
                if *value == Value::Top {
                    *value = above.get(param).copied().unwrap_or(Value::Top);
                }
            }
        }
        from_below(self.state, preds, (pred, rule), block, &mut params);
        for (param, range) in &predicate.rules[rule].guards {
            if params[*param] == Value::Top && range.lo == range.hi {
                params[*param] = Value::Num(range.lo);
            }
        }
        for (param, value) in params.iter_mut().enumerate().filter(|(_, it)| **it == Value::Top) {
            *value = predicate.free_value(rule, param).unwrap_or(Value::Top);
        }
        (!params.contains(&Value::Top)).then_some(params)
    }

    /// What a block or a segment of the same predicate hands on to this node.
    fn handed(self, preds: &Predicates, node: NodeId, pred: PredId) -> Option<Vec<Value>> {
        let predicate = &preds[pred];
        self.places.all(node).iter().find_map(|place| match place {
            Place::Cell(owner, offset) => {
                let above = self.state.block(*owner).filter(|it| it.form() == predicate.form())?;
                let rule = self.rule_for(above, predicate)?;
                let link = predicate.rule(rule).find(|(_, (at, ..))| at == offset)?.1;
                let Field::Link { args, .. } = &link.2 else { return None };
                let this = Value::Addr(*owner, 0);
                Some(args.iter().map(|arg| arg.value(this, &[])).collect())
            }
            Place::End(start) => match self.state.edges.get(start)? {
                Edge::Seg { pred: it, end_args, .. } if *it == pred => Some(end_args.clone()),
                Edge::Seg { .. } | Edge::Ind { .. } | Edge::Block(_) => None,
            },
            Place::Name | Place::Arg | Place::EndArg(_) => None,
        })
    }

    /// The stretch that starts here, as the predicate's.
    fn stretch(self, preds: &Predicates, node: NodeId, pred: PredId) -> Option<Stretch> {
        match self.state.edges.get(&node)? {
            Edge::Ind { .. } => None,
            Edge::Seg { pred: it, args, end, end_args } => {
                preds.is_within(*it, pred).then(|| Stretch {
                    args: args.clone(),
                    end: *end,
                    end_args: end_args.clone(),
                    way: Place::End(node),
                    owned: Vec::new(),
                    beside: Vec::new(),
                })
            }
            Edge::Block(block) => {
                let args = self.params(preds, node, pred)?;
                let extent = (Extent::Stretch, MAX_DEPTH);
                let (mut owned, hole) = self.parts(preds, (node, block), (pred, &args), extent)?;
                let beside = self.between(preds, (node, block), (pred, &mut owned))?;
                let (offset, len, Field::Link { shift, args: link_args }) =
                    &preds[pred].fields[hole?]
                else {
                    return None;
                };
                let this = Value::Addr(node, 0);
                let end_args = link_args.iter().map(|arg| arg.value(this, &args)).collect();
                let end = block.read(*offset, *len).minus(*shift);
                let way = Place::Cell(node, *offset);
                let is_end = matches!(end, Value::Addr(..) | Value::Num(_));
                is_end.then_some(Stretch { args, end, end_args, way, owned, beside })
            }
        }
    }
}
