//! Where nodes are pointed to from: what may disappear inside a structure hangs on it.

use std::collections::BTreeMap;

use crate::state::{Edge, Kind, State};
use crate::value::{NodeId, Value};

/// Where a node is pointed to from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A variable, or an object that is not on the heap.
    Name,
    Cell(NodeId, u64),
    Arg,
    End(NodeId),
    EndArg(NodeId),
}

#[derive(Clone, Debug, Default)]
pub struct Places(BTreeMap<NodeId, Vec<Place>>);

impl Places {
    pub fn of(state: &State) -> Self {
        let mut places = Self::default();
        let mut note = |value: Value, place: Place| {
            if let Some(node) = value.node() {
                places.0.entry(node).or_default().push(place);
            }
        };
        state.vars.values().for_each(|value| note(*value, Place::Name));
        for (node, edge) in &state.edges {
            match edge {
                Edge::Block(block) => {
                    for (offset, cell) in &block.cells {
                        let place = match block.kind {
                            Kind::Heap | Kind::AtLeast => Place::Cell(*node, *offset),
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

    pub fn all(&self, node: NodeId) -> &[Place] {
        self.0.get(&node).map_or(&[], Vec::as_slice)
    }

    /// Whether one place alone leads there.
    pub fn is_alone(&self, node: NodeId) -> bool {
        self.all(node).len() == 1
    }

    pub fn is_named(&self, node: NodeId) -> bool {
        self.all(node).contains(&Place::Name)
    }

    /// Whether the node, reached by `way` and what is beside it alone, may disappear inside. Where it is
    /// the last one of a doubly linked segment, those behind it may lead back to it.
    pub fn may_vanish(
        &self,
        node: NodeId,
        (way, beside): (Place, &[Place]),
        last: Option<NodeId>,
    ) -> bool {
        let all = self.all(node);
        let n_ways = all.iter().filter(|place| **place == way).count();
        let fits = |place: &Place| match place {
            _ if *place == way || beside.contains(place) => true,
            Place::Name | Place::End(_) => false,
            Place::EndArg(seg) => *seg == node,
            Place::Cell(..) | Place::Arg => last == Some(node),
        };
        n_ways == 1 && all.iter().all(fits)
    }
}
