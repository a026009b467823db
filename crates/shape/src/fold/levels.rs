//! Skip lists: elements of several levels in one list.
//!
//! The links of such blocks are ordered: the first leads to every element, each next one passes some by.
//! An element of a level has a link to the next one of its level; what lies between the two on the
//! levels below is its own:
//!
//! ```text
//!   level 1   P1(this) = this |-> { next1: link }
//!   level 2   P2(this) = this |-> { next1: P1(_ => [next2]), next2: link }
//! ```
//!
//! A block is taken for an element of the highest level on which it leads on. Numbers in elements are
//! forgotten, and what elements own besides keeps them from being summed up.

use super::places::Place;
use super::rules::Site;
use super::{Branches, are_same};
use crate::predicate::{Field, PredId, Predicate, Predicates};
use crate::state::{Block, Edge, Form};
use crate::value::{NodeId, Value};

/// Parts of a stretch that are written out, at most.
const MAX_PARTS: usize = 8;

impl Site<'_> {
    /// A predicate for each level of the skip lists that such blocks are elements of.
    pub fn levels(self, preds: &mut Predicates, form: Form) -> Vec<PredId> {
        if self.manner.branches != Branches::Levels {
            return Vec::new();
        }
        let links = self.links.levels(form);
        let mut levels: Vec<PredId> = Vec::new();
        for (level, link) in links.iter().enumerate() {
            let mut fields =
                vec![(link.offset, link.len, Field::Link { shift: 0, args: Vec::new() })];
            for (pair, pred) in links[..=level].windows(2).zip(&levels) {
                let (fine, to) = (&pair[0], pair[1].offset);
                fields.push((fine.offset, fine.len, Field::Stretch { pred: *pred, to }));
            }
            fields.sort();
            levels.push(preds.intern(Predicate::simple(form, 0, fields)));
        }
        levels
    }

    /// Whether the predicate is one of a level.
    pub fn is_level(self, preds: &Predicates, pred: PredId) -> bool {
        self.manner.branches == Branches::Levels
            && !self.links.levels(preds[pred].form()).is_empty()
    }

    /// The edges between a block and the end of its stretch, which go with it, and the places among them
    /// that lead to the end. `None` if the block is of a higher level, or if something else is between.
    pub fn between(
        self,
        preds: &Predicates,
        (node, block): (NodeId, &Block),
        (pred, owned): (PredId, &mut Vec<NodeId>),
    ) -> Option<Vec<Place>> {
        if self.is_level(preds, pred) && self.is_higher((node, block), preds, pred) {
            return None;
        }
        let predicate = &preds[pred];
        // Each one ends where the next one starts, and the last one where the link leads.
        let stretches = || {
            predicate.fields.iter().filter_map(|(offset, len, field)| match field {
                Field::Stretch { pred, to } => Some((*offset, *len, *pred, *to)),
                Field::Num(_)
                | Field::In(_)
                | Field::Param(_)
                | Field::Link { .. }
                | Field::Own { .. } => None,
            })
        };
        let is_first = |(at, ..): &(u64, u64, PredId, u64)| stretches().all(|it| it.3 != *at);
        let (mut next, mut beside, mut n_seen) = (stretches().find(is_first), Vec::new(), 0);
        while let Some((offset, len, inner, to)) = next {
            let start = (Place::Cell(node, offset), beside, block.read(offset, len));
            let (edges, ways) = self.way(preds, start, block.read(to, len), inner)?;
            owned.extend(edges);
            beside = ways;
            n_seen += 1;
            next = stretches().find(|(at, ..)| *at == to);
        }
        (n_seen == stretches().count()).then_some(beside)
    }

    /// Whether the block is of a higher level than this one: it leads on there, or something of a higher
    /// level leads to it.
    fn is_higher(self, (node, block): (NodeId, &Block), preds: &Predicates, pred: PredId) -> bool {
        let predicate = &preds[pred];
        let is_named = |offset: u64| predicate.fields.iter().any(|(at, ..)| *at == offset);
        let links = self.links.levels(block.form());
        let higher = || links.iter().filter(|link| !is_named(link.offset));
        let leads_here = |place: &Place| match place {
            Place::Cell(owner, at) => {
                let owning = self.state.block(*owner).map(Block::form);
                owning == Some(block.form()) && higher().any(|link| link.offset == *at)
            }
            Place::End(start) => match self.state.edges.get(start) {
                Some(Edge::Seg { pred: it, .. }) => {
                    let other = &preds[*it];
                    other.form() == block.form() && other.fields.len() > predicate.fields.len()
                }
                Some(Edge::Block(_) | Edge::Ind { .. }) | None => false,
            },
            Place::Name | Place::Arg | Place::EndArg(_) => false,
        };
        higher().any(|link| matches!(block.read(link.offset, link.len), Value::Addr(..)))
            || self.places.all(node).iter().any(leads_here)
    }

    /// The edges from an address to which these places lead to another one, each of which the one before
    /// alone leads to, and the places that lead to the end.
    fn way(
        self,
        preds: &Predicates,
        (mut place, mut beside, mut at): (Place, Vec<Place>, Value),
        end: Value,
        pred: PredId,
    ) -> Option<(Vec<NodeId>, Vec<Place>)> {
        let mut edges = Vec::new();
        for _ in 0..MAX_PARTS {
            if at == end {
                beside.push(place);
                return (at != Value::Top).then_some((edges, beside));
            }
            let Value::Addr(node, 0) = at else { return None };
            if !self.places.may_vanish(node, (place, &beside), None) {
                return None;
            }
            edges.push(node);
            match self.state.edges.get(&node)? {
                Edge::Seg { pred: it, args, end: to, end_args } => {
                    if !preds.is_within(*it, pred) || !are_same(args, end_args) {
                        return None;
                    }
                    (place, at) = (Place::End(node), *to);
                    beside.clear();
                }
                Edge::Block(_) => {
                    let stretch = self.stretch(preds, node, pred)?;
                    edges.extend(stretch.owned);
                    (place, at) = (stretch.way, stretch.end);
                    beside = stretch.beside;
                }
                Edge::Ind { .. } => return None,
            }
        }
        None
    }
}
