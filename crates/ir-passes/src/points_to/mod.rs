//! Which memory a pointer may point to: field-sensitive, by unification.
//!
//! One answer for the whole run, in almost linear time (B. Steensgaard, *Points-to analysis in
//! almost linear time*, 1996), refined by offsets: pointers into the same object at different
//! offsets stay apart.
//!
//! # The model
//! Memory is a set of *nodes*, each an axis of byte offsets on which objects are placed. A
//! pointer value is a *cell*, a node with an offset. An assignment `p = q` makes the cells of
//! `p` and `q` the same: their nodes become one, with one axis shifted so that the two offsets
//! fall together. If they are on one node already, at different offsets, the node becomes
//! *periodic* with their distance: from then on offsets count modulo the period. Adding
//! `index * stride` to a pointer does the same with the stride. A period of 1 means that nothing
//! is known of offsets. Bytes that are accessed become *fields*; overlapping accesses share one
//! field; a field that holds pointers has the cell they point to.
//!
//! Offsets on an axis may be negative: `container_of` walks back from a member to its record,
//! and nothing is lost by that.
//!
//! # What a region is
//! A field of a node is a *region*: two accesses can touch the same byte only if they are of the
//! same region. `encode` gives each region an array of its own.
//!
//! # Soundness
//! Every pointer that a run of the program can compute is covered by the cell of the expression
//! that computes it. Pointers that pass through integers are covered by *exposure*: casting a
//! pointer to an integer, or reading its bytes as one, merges what it points to into the
//! *external* node, and every pointer that is made from an integer points there. Pointers from
//! functions without body, from inputs and from `extern` objects point to the external node
//! too; whether arguments of such functions join it is the caller's choice
//! ([`ExternalPointers`]), and the answer belongs into the trust box.
//!
//! # Ends
//! Each round either merges nodes, of which there are finitely many, shortens a period, adds a
//! callee to a call, or is the last.

mod constraints;
mod memory;
mod shadows;
mod singles;
mod written;

use index::{IdSet, IndexVec};
use ir::{EdgeId, ExprId, FunctionId, ObjectId, Program, Type};
use rustc_hash::FxHashMap;

use constraints::{Solved, Solver};
use memory::{Memory, NodeId};
use singles::singles;

index::define_id!(
    /// A part of memory that is disjoint from every other region.
    pub struct RegionId, "r"
);

/// What a pointer from outside the program may point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExternalPointers {
    /// To memory that the program has no other way to reach: the convention of the field.
    OwnMemory,
    /// Also to whatever was passed to a function without body, and what can be reached from it.
    MayReachArguments,
}

/// A place where memory is allocated.
pub type AllocationSite = (FunctionId, EdgeId);

/// The solved system.
#[derive(Debug)]
pub struct PointsTo {
    pub regions: IndexVec<RegionId, Region>,
    memory: Memory,
    exprs: FxHashMap<ExprId, memory::Cell>,
    objects: IndexVec<ObjectId, Option<memory::Cell>>,
    region_ids: FxHashMap<(NodeId, i64), RegionId>,
    callees: FxHashMap<(FunctionId, EdgeId), Vec<FunctionId>>,
    external: memory::Cell,
    /// The regions that the program writes; `None` if that may be all.
    written: Option<IdSet<RegionId>>,
    /// Local objects of which there is only one.
    pub singles: IdSet<ObjectId>,
    /// Expressions that lead into shadow memory.
    shadow_exprs: IdSet<ExprId>,
    /// The region that is the shadow of another; for all or for none.
    shadows: FxHashMap<RegionId, RegionId>,
}

/// What is known of a region.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Region {
    /// The types at which it is accessed, each once; several where bytes are reinterpreted.
    pub types: Vec<Type>,
    pub targets: Targets,
    /// In bytes.
    pub size: u64,
    /// Accesses are this many bytes apart, or at one place if it is 0.
    pub period: u64,
    /// It holds whether the bytes of another region were written.
    pub is_shadow: bool,
}

/// What may be pointed to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    pub objects: IdSet<ObjectId>,
    pub allocations: Vec<AllocationSite>,
    pub functions: IdSet<FunctionId>,
    /// Memory of which nothing is known is among them.
    pub is_external: bool,
}

/// A byte of a part of memory that shares none with other parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The number of the part.
    pub node: usize,
    pub offset: i64,
    /// Offsets count modulo this, if it is not 0.
    pub period: u64,
}

/// The fields around a pointer, for operations on whole blocks of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surroundings {
    /// The fields repeat at this distance; 0 if they do not, 1 if nothing is known.
    pub period: u64,
    pub fields: Vec<FieldAt>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldAt {
    pub region: RegionId,
    /// In bytes from where the pointer points to.
    pub start: i64,
    pub size: u64,
}

impl PointsTo {
    pub fn of(program: &Program, external: ExternalPointers) -> Self {
        let Solved { memory, exprs, objects, callees, external } =
            Solver::new(program, external).solve();
        let mut solution = Self {
            regions: IndexVec::new(),
            memory,
            exprs,
            objects,
            region_ids: FxHashMap::default(),
            callees,
            external,
            written: None,
            singles: singles(program),
            shadow_exprs: IdSet::new(),
            shadows: FxHashMap::default(),
        };
        for (node, offset) in solution.memory.fields() {
            let targets = solution.targets_of(node);
            let types = solution.memory.field_types(node, offset).unwrap_or_default().to_vec();
            let size = solution.memory.field_size(node, offset);
            let period = solution.memory.period(node);
            let region =
                solution.regions.push(Region { types, targets, size, period, is_shadow: false });
            solution.region_ids.insert((node, offset), region);
        }
        solution.cast_shadows(program);
        solution.written = solution.written_by_program(program);
        solution
    }

    /// What a pointer expression of the program may point to. An expression that the program
    /// does not contain may point anywhere, which is what `None` says.
    pub fn targets(&self, pointer: ExprId) -> Option<Targets> {
        let cell = self.exprs.get(&pointer)?;
        Some(self.targets_of(self.memory.root(*cell).node))
    }

    /// Where a pointer expression points to, as a byte of a part of memory; `None` as for
    /// [`targets`](Self::targets). Pointers to bytes that are the same have the same node, and
    /// offsets that are equal, modulo the period if there is one.
    pub fn spot(&self, pointer: ExprId) -> Option<Spot> {
        let cell = self.memory.root(*self.exprs.get(&pointer)?);
        let period = self.memory.period(cell.node);
        Some(Spot { node: index::Id::index(cell.node), offset: cell.offset, period })
    }

    /// The region that an access through the pointer touches; `None` if the program makes no
    /// such access.
    pub fn region(&self, pointer: ExprId) -> Option<RegionId> {
        let cell = self.memory.root(*self.exprs.get(&pointer)?);
        let field = self.memory.field_at(cell)?;
        let region = *self.region_ids.get(&(cell.node, field))?;
        match self.shadow_exprs.contains(pointer) {
            true => self.shadows.get(&region).copied(),
            false => Some(region),
        }
    }

    /// What surrounds the place a pointer points to.
    pub fn surroundings(&self, pointer: ExprId) -> Option<Surroundings> {
        let around = self.around(*self.exprs.get(&pointer)?);
        match self.shadow_exprs.contains(pointer) {
            true => self.shadow_of(around),
            false => Some(around),
        }
    }

    /// What lies from the start of an object on.
    pub fn surroundings_of_object(&self, object: ObjectId) -> Option<Surroundings> {
        Some(self.around(self.objects[object]?))
    }

    fn around(&self, cell: memory::Cell) -> Surroundings {
        let cell = self.memory.root(cell);
        let fields = self.memory.node_fields(cell.node);
        let fields = fields.map(|(start, size)| FieldAt {
            region: self.region_ids[&(cell.node, start)],
            start: start.saturating_sub(cell.offset),
            size,
        });
        Surroundings { period: self.memory.period(cell.node), fields: fields.collect() }
    }

    /// The functions with bodies that a call through a pointer may enter.
    pub fn callees(&self, function: FunctionId, edge: EdgeId) -> &[FunctionId] {
        self.callees.get(&(function, edge)).map_or(&[], Vec::as_slice)
    }

    /// What the outside of the program may know.
    pub fn known_outside(&self) -> Targets {
        self.targets_of(self.memory.root(self.external).node)
    }

    fn targets_of(&self, node: NodeId) -> Targets {
        let contents = self.memory.contents(node);
        Targets {
            objects: contents.objects.iter().copied().collect(),
            allocations: contents.allocations.clone(),
            functions: contents.functions.iter().copied().collect(),
            is_external: contents.is_external,
        }
    }
}

#[cfg(test)]
mod tests;
