//! Symbolic states, and the encoder that moves them.

use std::rc::Rc;

use index::{Id, IdSet, IndexVec};
use ir::{
    AllocationKind, Body, Condition, Edge, EdgeId, ObjectId, Op, Program, Scope, Type, VarId,
};
use ir_passes::accesses;
use ir_passes::liveness::Liveness;
use ir_passes::loop_forest::LoopForest;
use ir_passes::points_to::{PointsTo, RegionId};
use logic::{Sort, TermId, TermPool};
use rustc_hash::FxHashMap;

use crate::address::AddressFormat;
use crate::float_bounds::FloatBounds;
use crate::identity::Identities;
use crate::integers::Integers;
use crate::known_object::InScope;
use crate::lifetimes::Lifetimes;
use crate::memory::RegionForm;
use crate::read_only::ReadOnly;
use crate::stretch::Stretches;
use crate::terminators::Terminator;
use crate::uninterpreted::Uninterpreted;

index::define_id!(
    /// A component of a state: a variable, a region, the address of a local object, or one of
    /// the tables about objects.
    pub(crate) struct SlotId, "slot"
);

/// What a component of a state is, in terms of the program. Encoders of the same program, or of
/// parts of it with the same points-to regions, agree on these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Component {
    Var(VarId),
    Region(RegionId),
    /// Where a local object lies.
    Address(ObjectId),
    /// Which objects are alive.
    Alive,
    Sizes,
    /// Which objects are heap blocks.
    OnHeap,
    /// How many heap blocks are alive.
    HeapBlocks,
}

/// A program that the encoding has no room for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unencodable(pub String);

/// What each slot holds. Cheap to copy until one is changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) slots: Rc<Vec<TermId>>,
}

impl State {
    pub(crate) fn get(&self, slot: SlotId) -> TermId {
        self.slots[slot.index()]
    }

    pub(crate) fn set(&mut self, slot: SlotId, term: TermId) {
        if self.slots[slot.index()] != term {
            Rc::make_mut(&mut self.slots)[slot.index()] = term;
        }
    }
}

/// Of all numbers, this part is for local objects of which there is only one.
const MAX_SHARE_OF_SINGLES: u128 = 4;

/// Encodes one program.
pub struct Encoder<'p> {
    pub(crate) program: &'p Program,
    pub(crate) body: &'p Body,
    pub(crate) points_to: PointsTo,
    pub(crate) format: AddressFormat,
    pub(crate) integers: Integers,
    pub pool: TermPool,
    pub(crate) uninterpreted: Uninterpreted,
    pub(crate) stretches: Stretches,
    pub(crate) terminators: Vec<Terminator>,
    /// Floats that were made of an integer without rounding.
    pub(crate) whole_floats: FxHashMap<TermId, (ir::IntType, TermId)>,
    pub(crate) float_bounds: FloatBounds,
    pub(crate) slots: Slots,
    pub(crate) read_only: ReadOnly,
    pub(crate) dead: Option<State>,
    pub(crate) live: Option<Vec<IdSet<SlotId>>>,
    pub(crate) forest: LoopForest,
    /// Position of each location in a topological order of the graph without back edges.
    pub(crate) position: IndexVec<ir::LocationId, usize>,
    pub(crate) cut_points: IdSet<ir::LocationId>,
    /// Numbers of objects that always live.
    pub(crate) static_objects: FxHashMap<ObjectId, u128>,
    /// Numbers of local objects of which there is only one.
    pub(crate) single_objects: FxHashMap<ObjectId, u128>,
    /// The first number that is not of a function, a static object or a single one.
    pub(crate) n_fixed_objects: u128,
    pub(crate) next_object: u128,
    pub(crate) is_exact: bool,
    /// True whatever the numbers are, and of use where the next check is asked.
    pub(crate) valid: Vec<TermId>,
    pub(crate) lifetimes: Lifetimes,
    pub(crate) in_scope: InScope,
    pub(crate) identities: Identities,
    /// Where the step that is being encoded begins.
    pub(crate) location: Option<ir::LocationId>,
}

/// Which component is where.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slots {
    pub sorts: IndexVec<SlotId, Sort>,
    pub names: IndexVec<SlotId, String>,
    pub components: IndexVec<SlotId, Component>,
    pub vars: FxHashMap<VarId, SlotId>,
    /// None for regions that are never read.
    pub regions: IndexVec<RegionId, Option<SlotId>>,
    pub forms: IndexVec<RegionId, RegionForm>,
    /// Where bytes of pointers are accessed as numbers.
    pub reinterpreted: IdSet<RegionId>,
    pub local_addresses: FxHashMap<ObjectId, SlotId>,
    /// Tables by object number; only where a check asks about memory, or an operation about the
    /// size of a block.
    pub lives: Option<Lives>,
}

/// What is known of objects' lives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lives {
    /// One bit each.
    pub alive: SlotId,
    pub sizes: SlotId,
    /// One bit each: allocated by `malloc` and its like.
    pub heap: SlotId,
    /// How many heap blocks are alive.
    pub n_heap: SlotId,
}

impl<'p> Encoder<'p> {
    /// An encoder for the entry function of a program that makes no calls.
    pub fn new(
        program: &'p Program,
        points_to: PointsTo,
        integers: Integers,
    ) -> Result<Self, Unencodable> {
        let body = program.functions[program.entry].body.as_ref();
        let body = body.ok_or_else(|| Unencodable("the entry has no body".to_owned()))?;
        let format = AddressFormat::of(program.model);
        let forest = LoopForest::of(body);
        let mut position = IndexVec::from_elem(usize::MAX, body.locations.len());
        for (index, location) in forest.order.flattened().into_iter().enumerate() {
            position[location] = index;
        }
        let mut cut_points: IdSet<_> = forest.loops.values().map(|each| each.head).collect();
        cut_points.insert(body.entry);
        let mut encoder = Self {
            program,
            body,
            points_to,
            format,
            integers,
            pool: TermPool::new(),
            uninterpreted: Uninterpreted::default(),
            stretches: Stretches::default(),
            terminators: Vec::new(),
            whole_floats: FxHashMap::default(),
            float_bounds: FloatBounds::of(program),
            slots: Slots::default(),
            read_only: ReadOnly::default(),
            dead: None,
            live: None,
            forest,
            position,
            cut_points,
            static_objects: FxHashMap::default(),
            single_objects: FxHashMap::default(),
            n_fixed_objects: 1,
            next_object: 1,
            is_exact: true,
            valid: Vec::new(),
            lifetimes: Lifetimes::default(),
            in_scope: InScope::default(),
            identities: Identities::default(),
            location: None,
        };
        encoder.number_static_objects()?;
        encoder.number_single_objects()?;
        encoder.lay_out_slots();
        encoder.find_terminators();
        encoder.find_read_only();
        encoder.find_live_slots();
        Ok(encoder)
    }

    /// False once something was over-approximated, so that a model may be of no run.
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// How pointers are to be read in a model.
    pub fn address_format(&self) -> AddressFormat {
        self.format
    }

    pub fn type_of(&self, var: VarId) -> Type {
        self.program.vars[var].ty
    }

    pub fn is_global(&self, var: VarId) -> bool {
        self.program.vars[var].scope == Scope::Global
    }

    /// The loop heads, where steps begin and end.
    pub fn loop_heads(&self) -> impl Iterator<Item = ir::LocationId> + '_ {
        self.forest.loops.values().map(|each| each.head)
    }

    /// The loops: the head of each, and the number of the loop around it. Outer loops come before
    /// those inside them, and loops that follow each other in the order of a run.
    pub fn loops(&self) -> Vec<(ir::LocationId, Option<usize>)> {
        let loops = self.forest.loops.values();
        loops.map(|each| (each.head, each.parent.map(Id::index))).collect()
    }

    /// What a state holds: a component of the program, and its value. Only what is read behind
    /// the location.
    pub fn components(&self, location: ir::LocationId, state: &State) -> Vec<(Component, TermId)> {
        let live = self.live_slots(location).into_iter();
        live.map(|slot| (self.slots.components[slot], state.get(slot))).collect()
    }

    pub(crate) fn live_slots(&self, location: ir::LocationId) -> Vec<SlotId> {
        let live = self.live.as_ref().expect("computed when the encoder was made");
        live[location.index()].iter().collect()
    }

    pub(crate) fn add_slot(&mut self, component: Component, name: &str, sort: Sort) -> SlotId {
        self.slots.components.push(component);
        self.slots.names.push(name.to_owned());
        self.slots.sorts.push(sort)
    }

    /// The sort of values of an IR type.
    pub(crate) fn sort_of(&self, ty: Type) -> Sort {
        match ty {
            Type::Bool => Sort::Bool,
            Type::Int(int) => self.word_sort(u32::from(int.width)),
            Type::Float(float) => self.word_sort(float.bits()),
            Type::Pointer => self.word_sort(self.format.width),
        }
    }

    fn number_static_objects(&mut self) -> Result<(), Unencodable> {
        // Functions first: their addresses are never accessed.
        self.next_object += self.program.functions.len() as u128;
        for (id, object) in self.program.objects.iter() {
            if object.size.is_some_and(|size| size > self.format.max_size()) {
                let name = &object.name;
                return Err(Unencodable(format!("`{name}` is larger than the model of memory")));
            }
            if object.scope == Scope::Global {
                let number = self.fresh_object()?;
                self.static_objects.insert(id, number);
            }
        }
        self.n_fixed_objects = self.next_object;
        Ok(())
    }

    /// An object that is entered once at most is always at the same place. Their numbers are those
    /// that they have in the whole program, of which the body may be a part.
    fn number_single_objects(&mut self) -> Result<(), Unencodable> {
        let singles = self.points_to.singles.clone();
        if singles.len() as u128 > self.format.nobody() / MAX_SHARE_OF_SINGLES {
            return Ok(());
        }
        let is_entry = |op: &Op| match op {
            Op::EnterScope { object } => Some(*object),
            _ => None,
        };
        let entered: IdSet<ObjectId> =
            self.body.edges.values().filter_map(|edge| is_entry(&edge.op)).collect();
        for object in singles.iter() {
            let number = self.fresh_object()?;
            if entered.contains(object) {
                self.single_objects.insert(object, number);
            }
        }
        self.n_fixed_objects = self.next_object;
        Ok(())
    }

    /// The number of an object that is always at the same place.
    pub(crate) fn fixed_number(&self, object: ObjectId) -> Option<u128> {
        self.static_objects.get(&object).or_else(|| self.single_objects.get(&object)).copied()
    }

    /// A number that no object had before.
    pub(crate) fn fresh_object(&mut self) -> Result<u128, Unencodable> {
        let number = self.next_object;
        if number >= self.format.nobody() {
            return Err(Unencodable("more objects than the model of memory has room for".into()));
        }
        self.next_object += 1;
        Ok(number)
    }

    fn lay_out_slots(&mut self) {
        let mut vars = IdSet::new();
        let mut objects = IdSet::new();
        for edge in self.body.edges.values() {
            vars.union_with(&accesses::read(&self.program.exprs, &edge.op));
            vars.extend(edge.op.assigned());
            if let Op::EnterScope { object } = edge.op
                && !self.single_objects.contains_key(&object)
            {
                objects.insert(object);
            }
        }
        for var in vars.iter() {
            let data = &self.program.vars[var];
            let (name, sort) = (data.name.to_string(), self.sort_of(data.ty));
            let slot = self.add_slot(Component::Var(var), &name, sort);
            self.slots.vars.insert(var, slot);
        }
        for object in objects.iter() {
            let name = format!("&{}", self.program.objects[object].name);
            let sort = self.word_sort(self.format.width);
            let slot = self.add_slot(Component::Address(object), &name, sort);
            self.slots.local_addresses.insert(object, slot);
        }
        self.lay_out_regions();
        let mut edges = self.body.edges.values();
        if edges.clone().any(|edge| asks_for_access(&edge.op)) {
            self.in_scope = InScope::of(self.body);
        }
        if edges.clone().any(|edge| self.needs_lives(edge))
            || edges.any(|edge| asks_for_blocks(&edge.op)) && self.may_allocate()
        {
            self.lay_out_lives();
            self.lifetimes = Lifetimes::of(self.body);
        }
    }

    /// Does the edge ask which objects are alive, or how large they are?
    fn needs_lives(&self, edge: &Edge) -> bool {
        match &edge.op {
            Op::Reallocate { .. } => true,
            Op::Check { condition, .. } => match condition {
                Condition::ValidAccess { pointer, .. } => {
                    self.known_object(*pointer, edge.from).is_none()
                }
                Condition::ValidFree { .. } | Condition::InObject { .. } => true,
                Condition::AllReachable
                | Condition::AllFreed
                | Condition::Holds(_)
                | Condition::Initialised(_)
                | Condition::Writable { .. }
                | Condition::Apart { .. }
                | Condition::SameObject { .. }
                | Condition::Aligned { .. }
                | Condition::Callable { .. } => false,
            },
            _ => false,
        }
    }

    /// Is there a step that makes a heap block? Without one there is nothing to free or to lose.
    fn may_allocate(&self) -> bool {
        let mut ops = self.body.edges.values().map(|edge| &edge.op);
        ops.any(|op| match op {
            Op::Allocate { kind, .. } => match kind {
                AllocationKind::Heap | AllocationKind::HeapZeroed => true,
                AllocationKind::Stack(_) => false,
            },
            Op::Reallocate { .. } => true,
            _ => false,
        })
    }

    /// Variables that are read later, and everything about memory that may change.
    fn find_live_slots(&mut self) {
        let liveness = Liveness::of_whole_program(self.program, self.body);
        let others: IdSet<SlotId> = {
            let vars = self.slots.vars.values().copied();
            let fixed = self.read_only.arrays().iter().map(|(slot, _)| *slot);
            let left_out: IdSet<SlotId> = vars.chain(fixed).collect();
            self.slots.sorts.ids().filter(|slot| !left_out.contains(*slot)).collect()
        };
        let live = self.body.locations.ids().map(|location| {
            let vars = liveness.locals(location).iter();
            let mut live: IdSet<SlotId> =
                vars.filter_map(|var| self.slots.vars.get(&var).copied()).collect();
            live.union_with(&others);
            let ends = self.terminators.iter().filter(|it| it.locations.contains(location));
            live.extend(ends.map(|it| it.slot));
            live
        });
        self.live = Some(live.collect());
    }

    pub(crate) fn edge_op(&self, edge: EdgeId) -> &'p Op {
        &self.body.edges[edge].op
    }
}

/// Does the operation ask whether an access is valid?
fn asks_for_access(op: &Op) -> bool {
    let Op::Check { condition, .. } = op else { return false };
    matches!(condition, Condition::ValidAccess { .. })
}

/// Does the operation ask whether all heap blocks are freed, or can be reached?
fn asks_for_blocks(op: &Op) -> bool {
    let Op::Check { condition, .. } = op else { return false };
    matches!(condition, Condition::AllReachable | Condition::AllFreed)
}
