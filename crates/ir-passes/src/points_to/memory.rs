//! Nodes, cells and fields: union-find over axes of offsets.

use std::collections::BTreeMap;

use index::IndexVec;
use ir::{FunctionId, ObjectId, Type};

use super::AllocationSite;

index::define_id!(pub(super) struct NodeId, "node");

/// A byte of a node. Offsets of a node that was merged are relative to its own axis; `root`
/// translates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub node: NodeId,
    pub offset: i64,
}

/// What stands on an axis, wherever on it.
#[derive(Clone, Debug, Default)]
pub(super) struct Contents {
    pub objects: Vec<ObjectId>,
    pub allocations: Vec<AllocationSite>,
    pub functions: Vec<FunctionId>,
    pub is_external: bool,
}

#[derive(Clone, Debug, Default)]
struct Node {
    /// Where this node went when it was merged, and how far its axis was shifted.
    merged_into: Option<(NodeId, i64)>,
    /// Offsets count modulo this; 0 for an axis without a period.
    period: u64,
    fields: BTreeMap<i64, Field>,
    contents: Contents,
}

/// Bytes `start .. start + size`; `start` is the key in the map.
#[derive(Clone, Debug, Default)]
struct Field {
    size: u64,
    target: Option<Cell>,
    types: Vec<Type>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    nodes: IndexVec<NodeId, Node>,
    /// Merges that are still to be done; done in a loop so that a long list of records does not
    /// become a deep recursion.
    pending: Vec<(Cell, Cell)>,
    /// Counts everything that changed, so that the solver sees when nothing does any more.
    pub n_changes: u64,
}

impl Memory {
    pub fn fresh(&mut self) -> Cell {
        Cell { node: self.nodes.push(Node::default()), offset: 0 }
    }

    /// The cell on the axis that its node was merged into, modulo the period.
    pub fn root(&self, cell: Cell) -> Cell {
        let Cell { mut node, mut offset } = cell;
        while let Some((parent, shift)) = self.nodes[node].merged_into {
            node = parent;
            offset = offset.saturating_add(shift);
        }
        Cell { node, offset: reduced(offset, self.nodes[node].period) }
    }

    /// `root`, shortening the way for the next time.
    fn find(&mut self, cell: Cell) -> Cell {
        let mut node = cell.node;
        while let Some((parent, shift)) = self.nodes[node].merged_into {
            if let Some((grandparent, further)) = self.nodes[parent].merged_into {
                self.nodes[node].merged_into = Some((grandparent, shift.saturating_add(further)));
            }
            node = parent;
        }
        self.root(cell)
    }

    pub fn contents(&self, node: NodeId) -> &Contents {
        &self.nodes[node].contents
    }

    pub fn contents_mut(&mut self, cell: Cell) -> &mut Contents {
        let root = self.find(cell).node;
        &mut self.nodes[root].contents
    }

    /// Makes two cells the same, and everything that follows from it.
    pub fn unify(&mut self, a: Cell, b: Cell) {
        self.pending.push((a, b));
        while let Some((a, b)) = self.pending.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if a.node == b.node {
                if a.offset != b.offset {
                    self.shorten_period(a.node, a.offset.abs_diff(b.offset));
                }
            } else {
                self.merge(a, b);
            }
        }
    }

    /// From now on nothing is known of offsets on this axis but their value modulo `distance`.
    pub fn make_periodic(&mut self, cell: Cell, distance: u64) {
        let root = self.find(cell).node;
        self.shorten_period(root, distance);
        // Fields that fell together have been queued.
        if let Some((a, b)) = self.pending.pop() {
            self.unify(a, b);
        }
    }

    fn shorten_period(&mut self, root: NodeId, distance: u64) {
        let node = &mut self.nodes[root];
        let period = gcd(node.period, distance);
        if period == node.period {
            return;
        }
        node.period = period;
        self.n_changes += 1;
        for (start, field) in std::mem::take(&mut self.nodes[root].fields) {
            self.insert_field(root, start, field);
        }
    }

    fn merge(&mut self, a: Cell, b: Cell) {
        self.n_changes += 1;
        // The smaller goes into the larger.
        let weight = |node: &Node| node.fields.len() + node.contents.objects.len();
        let a_is_larger = weight(&self.nodes[a.node]) >= weight(&self.nodes[b.node]);
        let (into, from) = if a_is_larger { (a, b) } else { (b, a) };
        let shift = into.offset.saturating_sub(from.offset);
        let Node { period, fields, contents, .. } = std::mem::take(&mut self.nodes[from.node]);
        self.nodes[from.node].merged_into = Some((into.node, shift));
        let own = &mut self.nodes[into.node].contents;
        own.objects.extend(contents.objects);
        own.allocations.extend(contents.allocations);
        own.functions.extend(contents.functions);
        own.is_external |= contents.is_external;
        if period != 0 {
            self.shorten_period(into.node, period);
        }
        for (start, field) in fields {
            self.insert_field(into.node, start.saturating_add(shift), field);
        }
    }

    /// The cell that pointers in the accessed bytes point to, made on demand.
    pub fn pointee(&mut self, cell: Cell, size: u64, ty: Type) -> Cell {
        let at = self.access(cell, size, ty);
        let field = self.nodes[at.node].fields.get(&at.offset).expect("access makes the field");
        if let Some(target) = field.target {
            return target;
        }
        let target = self.fresh();
        let field = self.nodes[at.node].fields.get_mut(&at.offset);
        field.expect("access makes the field").target = Some(target);
        target
    }

    /// Notes an access, and gives the start of the field that it touches.
    pub fn access(&mut self, cell: Cell, size: u64, ty: Type) -> Cell {
        let at = self.find(cell);
        let node = &self.nodes[at.node];
        let known = self.field_at(at).map(|start| (start, &node.fields[&start]));
        if let Some((start, field)) = known
            && (node.period == 1
                || at.offset.saturating_add_unsigned(size)
                    <= start.saturating_add_unsigned(field.size))
            && field.types.contains(&ty)
        {
            return Cell { node: at.node, offset: start };
        }
        self.n_changes += 1;
        self.insert_field(at.node, at.offset, Field { size, target: None, types: vec![ty] });
        if let Some((a, b)) = self.pending.pop() {
            self.unify(a, b);
        }
        let at = self.find(cell);
        let start = self.field_at(at).expect("the field was just inserted");
        Cell { node: at.node, offset: start }
    }

    /// The start of the field that holds this byte of a root node.
    pub fn field_at(&self, cell: Cell) -> Option<i64> {
        let (start, field) = self.nodes[cell.node].fields.range(..=cell.offset).next_back()?;
        (start.saturating_add_unsigned(field.size.max(1)) > cell.offset).then_some(*start)
    }

    /// Adds bytes to a root node; what overlaps becomes one field, and what its parts pointed to
    /// is queued to become one as well.
    fn insert_field(&mut self, root: NodeId, start: i64, mut field: Field) {
        let node = &mut self.nodes[root];
        let mut start = reduced(start, node.period);
        if node.period != 0 {
            let room = node.period - start as u64;
            if field.size > room {
                // It runs over the end of the period, so every byte may be any other.
                node.period = 1;
                for (_, other) in std::mem::take(&mut node.fields) {
                    join_fields(&mut self.pending, &mut field, other);
                }
                start = 0;
                field.size = 1;
                self.nodes[root].fields.insert(start, field);
                return;
            }
        }
        let mut end = start.saturating_add_unsigned(field.size);
        while let Some((&other_start, other)) =
            node.fields.range(..end.max(start.saturating_add(1))).next_back()
        {
            let other_end = other_start.saturating_add_unsigned(other.size);
            if other_end <= start && other_start != start {
                break;
            }
            let other = node.fields.remove(&other_start).expect("just found");
            join_fields(&mut self.pending, &mut field, other);
            start = start.min(other_start);
            end = end.max(other_end);
        }
        field.size = end.abs_diff(start);
        node.fields.insert(start, field);
    }

    /// All fields of all nodes that were not merged, in order.
    pub fn fields(&self) -> Vec<(NodeId, i64)> {
        let roots = self.nodes.iter().filter(|(_, node)| node.merged_into.is_none());
        roots.flat_map(|(id, node)| node.fields.keys().map(move |start| (id, *start))).collect()
    }

    /// Start and size of each field of a root node.
    pub fn node_fields(&self, node: NodeId) -> impl Iterator<Item = (i64, u64)> + '_ {
        self.nodes[node].fields.iter().map(|(start, field)| (*start, field.size))
    }

    pub fn period(&self, node: NodeId) -> u64 {
        self.nodes[node].period
    }

    pub fn field_size(&self, node: NodeId, start: i64) -> u64 {
        self.nodes[node].fields[&start].size
    }

    /// None if no field starts there.
    pub fn field_types(&self, node: NodeId, start: i64) -> Option<&[Type]> {
        self.nodes[node].fields.get(&start).map(|field| field.types.as_slice())
    }

    pub fn field_target(&self, node: NodeId, start: i64) -> Option<Cell> {
        self.nodes[node].fields.get(&start).and_then(|field| field.target)
    }
}

fn join_fields(pending: &mut Vec<(Cell, Cell)>, field: &mut Field, other: Field) {
    match (field.target, other.target) {
        (Some(a), Some(b)) => pending.push((a, b)),
        (None, target) => field.target = target,
        (Some(_), None) => {}
    }
    for ty in other.types {
        if !field.types.contains(&ty) {
            field.types.push(ty);
        }
    }
}

fn reduced(offset: i64, period: u64) -> i64 {
    match i64::try_from(period) {
        Ok(0) | Err(_) => offset,
        Ok(period) => offset.rem_euclid(period),
    }
}

pub(super) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
