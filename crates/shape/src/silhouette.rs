//! Silhouettes: which variables lead to which others, and along what. A cheap look at two states
//! that tells whether one state for both could keep what either says of its variables.
//!
//! A silhouette has, for each two names (live variables, and fields of objects) where the heap leads
//! from one to the next without passing a third, the fields on the way: *one after the other*, or
//! *any number* of some of them. Two names for one place are a way without fields. Null is no
//! place. Constants of integer variables belong to it too: a flag tells states apart.
//!
//! Two states are *associated* if each way of one is one of the other once both are generalised:
//! a way that goes along the fields of a repeated part becomes that repeated part, and a way without
//! fields fits a repeated one. It is a filter: every join is checked for what it is.

use std::collections::{BTreeMap, BTreeSet};

use ir::{ObjectId, VarId};

use crate::predicate::{Field, Predicates};
use crate::state::{Edge, Kind, State};
use crate::value::{NodeId, Value};

/// What leads into the heap from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Name {
    Var(VarId),
    Field(ObjectId, u64),
}

/// Blocks of a size, and a field of theirs.
type Step = (u64, u64);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// These fields one after the other; none for the same place.
    Along(Vec<Step>),
    /// Any number of these fields, in any order.
    Repeated(BTreeSet<Step>),
}

/// See the page above.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Silhouette {
    ways: BTreeMap<(Name, Name), Way>,
    constants: BTreeMap<VarId, i128>,
}

/// Ways longer than this are not followed: folding makes them segments.
const MAX_STEPS: usize = 6;
/// Constants beyond this are counters rather than flags.
const MAX_FLAG: i128 = 3;

impl Silhouette {
    pub fn of(state: &State, preds: &Predicates) -> Self {
        let mut names: BTreeMap<NodeId, Vec<Name>> = BTreeMap::new();
        let mut constants = BTreeMap::new();
        for (var, value) in &state.vars {
            match value {
                Value::Addr(node, _) => names.entry(*node).or_default().push(Name::Var(*var)),
                Value::Num(number) if (0..=MAX_FLAG).contains(number) => {
                    constants.insert(*var, *number);
                }
                Value::Num(_) | Value::Sym(_) | Value::Sum(..) | Value::Fun(_) | Value::Top => {}
            }
        }
        for edge in state.edges.values() {
            let Edge::Block(block) = edge else { continue };
            let Kind::Object(object) = block.kind else { continue };
            for (offset, cell) in &block.cells {
                if let Value::Addr(node, _) = cell.value {
                    names.entry(node).or_default().push(Name::Field(object, *offset));
                }
            }
        }
        let mut silhouette = Self { ways: BTreeMap::new(), constants };
        for (from, starts) in &names {
            for (to, way) in reached(state, preds, &names, *from) {
                for start in starts {
                    for end in &names[&to] {
                        if start != end {
                            silhouette.ways.insert((*start, *end), way.clone());
                        }
                    }
                }
            }
        }
        silhouette
    }

    /// Whether one state for both may keep the ways of either.
    pub fn is_associated(&self, other: &Self) -> bool {
        let all = self.ways.keys().chain(other.ways.keys()).collect::<BTreeSet<_>>();
        let fits = |key: &&(Name, Name)| match (self.ways.get(key), other.ways.get(key)) {
            (Some(a), Some(b)) => is_alike(a, b),
            // A way that another name cuts in two is found by the parts; an empty one is lost.
            (Some(way), None) | (None, Some(way)) => {
                way.may_be_empty() || self.is_split(other, key)
            }
            (None, None) => true,
        };
        self.constants == other.constants && all.iter().all(fits)
    }

    /// Whether a third name lies on the way in one of the two.
    fn is_split(&self, other: &Self, (from, to): &(Name, Name)) -> bool {
        let passes = |it: &Self| {
            it.ways.keys().any(|(start, middle)| {
                start == from && middle != to && it.ways.contains_key(&(*middle, *to))
            })
        };
        passes(self) || passes(other)
    }
}

impl Way {
    fn may_be_empty(&self) -> bool {
        match self {
            Self::Along(_) => false,
            Self::Repeated(_) => true,
        }
    }

    fn then(&self, step: Step) -> Self {
        match self {
            Self::Along(steps) => {
                let mut steps = steps.clone();
                steps.push(step);
                Self::Along(steps)
            }
            Self::Repeated(fields) => {
                let mut fields = fields.clone();
                fields.insert(step);
                Self::Repeated(fields)
            }
        }
    }

    fn repeated(&self, more: impl Iterator<Item = Step>) -> Self {
        let known: Vec<Step> = match self {
            Self::Along(steps) => steps.clone(),
            Self::Repeated(fields) => fields.iter().copied().collect(),
        };
        Self::Repeated(known.into_iter().chain(more).collect())
    }

    fn fields(&self) -> BTreeSet<Step> {
        match self {
            Self::Along(steps) => steps.iter().copied().collect(),
            Self::Repeated(fields) => fields.clone(),
        }
    }
}

fn is_alike(a: &Way, b: &Way) -> bool {
    match (a, b) {
        (Way::Along(a), Way::Along(b)) => a == b,
        (Way::Repeated(fields), other) | (other, Way::Repeated(fields)) => {
            other.fields().is_subset(fields) || other.may_be_empty()
        }
    }
}

/// The next named nodes behind one, and how they are reached.
fn reached(
    state: &State,
    preds: &Predicates,
    names: &BTreeMap<NodeId, Vec<Name>>,
    from: NodeId,
) -> Vec<(NodeId, Way)> {
    let mut found = vec![(from, Way::Along(Vec::new()))];
    let mut seen = BTreeSet::from([from]);
    let mut pending = vec![(from, Way::Along(Vec::new()), 0)];
    while let Some((node, way, n_steps)) = pending.pop() {
        let mut next: Vec<(Value, Way)> = Vec::new();
        match state.edges.get(&node) {
            Some(Edge::Block(block)) => {
                for (offset, cell) in &block.cells {
                    next.push((cell.value, way.then((block.size, *offset))));
                }
            }
            Some(Edge::Seg { pred, end, .. }) => {
                let predicate = &preds[*pred];
                let links = predicate.fields.iter().filter_map(|(offset, _, field)| match field {
                    Field::Link { .. } => Some((predicate.size, *offset)),
                    Field::Num(_)
                    | Field::In(_)
                    | Field::Param(_)
                    | Field::Own { .. }
                    | Field::Stretch { .. } => None,
                });
                next.push((*end, way.repeated(links)));
            }
            Some(Edge::Ind { .. }) | None => {}
        }
        for (value, way) in next {
            let Some(to) = value.node() else { continue };
            if !seen.insert(to) {
                continue;
            }
            if names.contains_key(&to) {
                found.push((to, way));
            } else if n_steps < MAX_STEPS {
                pending.push((to, way, n_steps + 1));
            }
        }
    }
    found
}
