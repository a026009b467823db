//! Memory: instances of objects, and what may be done to them.
//!
//! An *instance* is one life of an object: a static object has one, a local object one per
//! entry of its scope, a heap block one per allocation, a function one (of no bytes, for its
//! address). A pointer names its instance by an [`Origin`]; when the life of an instance ends
//! its slot is kept for a while, so that the fault can say how the object died, and is then
//! used again with a new generation.
//!
//! # What an access needs
//! The pointer has an origin; the instance is alive; the bytes lie within it; for a store, it is
//! not read-only. Alignment is not demanded: packed structs and the machines we model allow any.

pub(crate) mod bytes;
mod exposed;
mod fingerprint;
mod identity;
mod outside;
mod places;
mod reach;
mod start;
mod state;

use std::collections::{BTreeMap, VecDeque};

use ir::{Actor, DataModel, FunctionId, ObjectId};

use crate::addresses::{FIRST_PAGE, FOREIGN_SIZE, HeapAddresses, Map, Region};
use crate::fault::FaultKind;
use crate::finding::Owner;
use crate::input::Holder;
use crate::outcome::Stop;
use crate::value::{Origin, Value};
use bytes::{Bytes, Cell, Fresh};
use exposed::Exposed;
pub(crate) use identity::Asked;
pub(crate) use outside::Told;
use start::Start;
pub(crate) use state::MemoryState;

/// What an instance is an instance of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Static(ObjectId),
    Local(ObjectId),
    /// `alloca` and variable-length arrays.
    Stack,
    /// The so-manieth block that the run allocated, from 0.
    Heap(u32),
    Function(FunctionId),
    /// Memory outside the program.
    Foreign(u32),
    /// Where a device answers.
    Device(ObjectId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Life {
    Alive,
    Over(FaultKind),
}

#[derive(Clone, Debug)]
struct Instance {
    generation: u32,
    life: Life,
    kind: Kind,
    is_read_only: bool,
    /// A string literal, which may be the same object as another.
    is_literal: bool,
    is_exposed: bool,
    /// An object of the layout that the run has not written to.
    is_as_at_start: bool,
    is_known_outside: bool,
    /// Who may have changed it last, outside the program.
    changed_by: Option<Actor>,
    /// The number of that action, from 0.
    changed_in: u32,
    base: u64,
    /// `None` for an `extern` object of unknown size.
    size: Option<u64>,
    bytes: Bytes,
    /// When its life began, and when it ended, in lives that began or ended before.
    born: u64,
    died: u64,
}

/// What to make.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewInstance {
    pub kind: Kind,
    pub base: u64,
    pub size: Option<u64>,
    pub is_read_only: bool,
    pub fresh: Fresh,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Read,
    Write,
}

/// Bytes of a live instance. Valid until the next change of lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Target {
    slot: usize,
    pub offset: u64,
}

impl Target {
    /// Do so many bytes here share none with so many there?
    pub(crate) fn is_apart(self, size: u64, other: Self, of_other: u64) -> bool {
        self.slot != other.slot
            || self.offset + size <= other.offset
            || other.offset + of_other <= self.offset
    }
}

/// Slots of dead instances that are kept before they are used again.
const N_REMEMBERED: usize = 1 << 16;

#[derive(Clone, Debug)]
pub(crate) struct Memory {
    map: Map,
    start: Start,
    address_mask: u64,
    instances: Vec<Instance>,
    dead: VecDeque<u32>,
    exposed: Exposed,
    foreign: BTreeMap<u32, Origin>,
    /// What the outside knows of the program's memory, each once.
    known: Vec<Origin>,
    n_actions: u32,
    devices: Vec<Origin>,
    heap: HeapAddresses,
    pub stack: Region,
    n_bytes: u64,
    max_bytes: u64,
    n_heap_blocks: usize,
    n_allocated: u32,
    /// How many lives have begun and ended.
    n_lives: u64,
}

impl Memory {
    pub(crate) fn new(model: DataModel, max_bytes: u64) -> Self {
        let map = Map::of(model);
        // Slot 0 is taken so that an origin of zero is none; slot 1 is an object that is never
        // alive: what the address of a local object is made from before its scope is entered.
        let never = Instance {
            generation: 0,
            life: Life::Over(FaultKind::AccessOutsideScope),
            kind: Kind::Stack,
            is_read_only: false,
            is_literal: false,
            is_exposed: false,
            is_as_at_start: false,
            is_known_outside: false,
            changed_by: None,
            changed_in: 0,
            base: 0,
            size: Some(0),
            bytes: Bytes::gone(),
            born: 0,
            died: 0,
        };
        Self {
            map,
            start: Start::default(),
            address_mask: match model {
                DataModel::Ilp32 => u64::from(u32::MAX),
                DataModel::Lp64 => u64::MAX,
            },
            instances: vec![never.clone(), never],
            dead: VecDeque::new(),
            exposed: Exposed::default(),
            foreign: BTreeMap::new(),
            known: Vec::new(),
            n_actions: 0,
            devices: Vec::new(),
            heap: HeapAddresses::new(map),
            stack: Region::new(map.stack, map.end),
            n_bytes: 0,
            max_bytes,
            n_heap_blocks: 0,
            n_allocated: 0,
            n_lives: 0,
        }
    }

    /// The origin of an object that is not alive.
    pub(crate) fn origin_outside_scope() -> Origin {
        Origin { slot: 1, generation: 0 }
    }

    pub(crate) fn begin(&mut self, new: NewInstance) -> Result<Origin, Stop> {
        let size = new.size.unwrap_or(0);
        self.charge(Bytes::initial_cost(size) + size_of::<Instance>() as u64)?;
        let mut instance = Instance {
            generation: 0,
            life: Life::Alive,
            kind: new.kind,
            is_read_only: new.is_read_only,
            is_literal: false,
            is_exposed: false,
            is_as_at_start: false,
            is_known_outside: false,
            changed_by: None,
            changed_in: 0,
            base: new.base,
            size: new.size,
            bytes: Bytes::new(size, new.fresh),
            born: self.tick(),
            died: 0,
        };
        if self.dead.len() > N_REMEMBERED
            && let Some(slot) = self.dead.pop_front()
        {
            let old = &mut self.instances[slot as usize];
            if let Some(generation) = old.generation.checked_add(1) {
                instance.generation = generation;
                *old = instance;
                return Ok(Origin { slot, generation });
            }
        }
        let slot = u32::try_from(self.instances.len()).map_err(|_| Stop::OutOfMemory)?;
        self.instances.push(instance);
        Ok(Origin { slot, generation: 0 })
    }

    /// Makes a heap block and gives the pointer to it.
    pub(crate) fn allocate(&mut self, size: u64, fresh: Fresh) -> Result<Value, Stop> {
        let base = self.heap.place(size).ok_or(Stop::OutOfMemory)?;
        let kind = Kind::Heap(self.n_allocated);
        let new = NewInstance { kind, base, size: Some(size), is_read_only: false, fresh };
        let origin = self.begin(new)?;
        self.n_heap_blocks += 1;
        self.n_allocated = self.n_allocated.wrapping_add(1);
        Ok(Value::with_origin(u128::from(base), origin))
    }

    /// A pointer into memory outside the program, which begins to exist with the first pointer
    /// into it and never ends.
    pub(crate) fn foreign(&mut self, bits: u128, number: u64) -> Result<Value, Stop> {
        let number = u32::try_from(number).map_err(|_| Stop::OutOfMemory)?;
        let origin = match self.foreign.get(&number) {
            Some(origin) => *origin,
            None => {
                let address = bits as u64;
                let new = NewInstance {
                    kind: Kind::Foreign(number),
                    base: address - address % FOREIGN_SIZE,
                    size: Some(FOREIGN_SIZE),
                    is_read_only: false,
                    fresh: Fresh::Unknown,
                };
                let origin = self.begin(new)?;
                self.foreign.insert(number, origin);
                origin
            }
        };
        Ok(Value::with_origin(bits, origin))
    }

    /// Ends the life of an instance; `fault` is what later accesses are.
    pub(crate) fn end(&mut self, origin: Origin, fault: FaultKind) {
        let instance = &mut self.instances[origin.slot as usize];
        if instance.generation != origin.generation || instance.life != Life::Alive {
            return;
        }
        instance.life = Life::Over(fault);
        self.n_lives += 1;
        instance.died = self.n_lives;
        if instance.is_exposed {
            self.exposed.remove(instance.base);
        }
        self.n_bytes -= instance.bytes.cost() + size_of::<Instance>() as u64;
        instance.bytes = Bytes::gone();
        self.dead.push_back(origin.slot);
    }

    /// Whether freeing the pointer is defined, and which block it frees; `None` for null.
    pub(crate) fn freeable(&self, pointer: &Value) -> Result<Option<Origin>, FaultKind> {
        if let Some(fault) = pointer.fault() {
            return Err(fault);
        }
        if pointer.is_indeterminate() {
            return Err(pointer.why_open(FaultKind::IndeterminateOperand));
        }
        let origin = pointer.origin();
        if origin.is_none() {
            return if pointer.bits() == 0 { Ok(None) } else { Err(FaultKind::BadFree) };
        }
        let instance = &self.instances[origin.slot as usize];
        if instance.generation != origin.generation
            || instance.life == Life::Over(FaultKind::AccessAfterFree)
        {
            return Err(FaultKind::DoubleFree);
        }
        let is_start = u128::from(instance.base) == pointer.bits();
        if matches!(instance.kind, Kind::Heap(_)) && instance.life == Life::Alive && is_start {
            Ok(Some(origin))
        } else {
            Err(FaultKind::BadFree)
        }
    }

    pub(crate) fn free(&mut self, origin: Origin) {
        let instance = &self.instances[origin.slot as usize];
        self.heap.give_back(instance.base, instance.size.unwrap_or(0));
        self.n_heap_blocks -= 1;
        self.end(origin, FaultKind::AccessAfterFree);
    }

    /// What a pointer was made from, alive or not; none for functions and for what is forgotten.
    pub(crate) fn owner(&self, origin: Origin) -> Option<Owner> {
        let slot = origin.slot as usize;
        let instance = self.instances.get(slot).filter(|it| it.generation == origin.generation)?;
        if let Kind::Function(_) = instance.kind {
            return None;
        }
        let holder = self.holder(Target { slot, offset: 0 });
        let over = match instance.life {
            Life::Alive => None,
            Life::Over(fault) => Some(fault),
        };
        Some(Owner { origin, holder, base: instance.base, size: instance.size, over })
    }

    /// The size of a block.
    pub(crate) fn size_of(&self, origin: Origin) -> u64 {
        self.instances[origin.slot as usize].size.unwrap_or(0)
    }

    /// The bytes that a pointer names, if they may be accessed.
    #[inline]
    pub(crate) fn target(
        &self,
        pointer: &Value,
        size: u64,
        direction: Direction,
    ) -> Result<Target, Stop> {
        if pointer.fault().is_some() || pointer.is_indeterminate() {
            let fault = pointer.fault();
            return Err(fault
                .unwrap_or_else(|| pointer.why_open(FaultKind::IndeterminateOperand))
                .into());
        }
        let origin = pointer.origin();
        let address = pointer.bits() as u64;
        if origin.is_none() {
            let is_null = address < FIRST_PAGE;
            return Err(if is_null { FaultKind::NullAccess } else { FaultKind::WildAccess }.into());
        }
        let instance = &self.instances[origin.slot as usize];
        if instance.generation != origin.generation {
            return Err(FaultKind::AccessAfterFree.into());
        }
        if let Life::Over(fault) = instance.life {
            return Err(fault.into());
        }
        let Some(object_size) = instance.size else {
            return Err(Stop::Unsupported("access to an object of unknown size".into()));
        };
        let offset = address.wrapping_sub(instance.base) & self.address_mask;
        if offset > object_size || size > object_size - offset {
            let is_function = matches!(instance.kind, Kind::Function(_));
            let outside =
                if is_function { FaultKind::FunctionAccess } else { FaultKind::OutOfBounds };
            return Err(outside.into());
        }
        // A local object is `const` from its initialisation on, which no access tells.
        let is_local = matches!(instance.kind, Kind::Local(_));
        if direction == Direction::Write && instance.is_read_only && !is_local {
            return Err(FaultKind::ReadOnlyStore.into());
        }
        Ok(Target { slot: origin.slot as usize, offset })
    }

    /// Bytes from here to the end of the object.
    pub(crate) fn room(&self, target: Target) -> u64 {
        let size = self.instances[target.slot].size.unwrap_or(0);
        size.saturating_sub(target.offset)
    }

    #[inline]
    pub(crate) fn read(&self, target: Target, size: usize) -> Value {
        self.instances[target.slot].bytes.read(target.offset, size)
    }

    #[inline]
    pub(crate) fn write(&mut self, target: Target, size: usize, value: Value) -> Result<(), Stop> {
        self.charge_write(target, size as u64)?;
        self.instances[target.slot].bytes.write(target.offset, size, value);
        Ok(())
    }

    pub(crate) fn write_bytes(&mut self, target: Target, bytes: &[u8]) -> Result<(), Stop> {
        self.charge_write(target, bytes.len() as u64)?;
        let object = &mut self.instances[target.slot].bytes;
        for (offset, &byte) in (target.offset..).zip(bytes) {
            object.set_cell(offset, Cell::known(byte));
        }
        Ok(())
    }

    #[inline]
    pub(crate) fn has_unknown(&self, target: Target, size: u64) -> bool {
        self.instances[target.slot].bytes.has_unknown(target.offset, size)
    }

    /// Copies bytes with all that is known about them; the ranges may overlap.
    pub(crate) fn copy(&mut self, to: Target, from: Target, size: u64) -> Result<(), Stop> {
        self.charge_write(to, size)?;
        // Backwards if the target lies behind the source in the same object, as `memmove` does.
        let is_backwards = to.slot == from.slot && to.offset > from.offset;
        for step in 0..size {
            let at = if is_backwards { size - 1 - step } else { step };
            let cell = self.instances[from.slot].bytes.cell(from.offset + at);
            self.instances[to.slot].bytes.set_cell(to.offset + at, cell);
        }
        Ok(())
    }

    pub(crate) fn fill(&mut self, to: Target, size: u64, cell: Cell) -> Result<(), Stop> {
        self.charge_write(to, size)?;
        let bytes = &mut self.instances[to.slot].bytes;
        bytes.fill(to.offset, size, cell);
        Ok(())
    }

    /// The cell `at` bytes after the target.
    pub(crate) fn cell(&self, target: Target, at: u64) -> Cell {
        self.instances[target.slot].bytes.cell(target.offset + at)
    }

    pub(crate) fn set_cell(&mut self, target: Target, at: u64, cell: Cell) -> Result<(), Stop> {
        self.charge_write(Target { offset: target.offset + at, ..target }, 1)?;
        self.instances[target.slot].bytes.set_cell(target.offset + at, cell);
        Ok(())
    }

    /// What the target lies in.
    pub(crate) fn holder(&self, target: Target) -> Holder {
        match self.instances[target.slot].kind {
            Kind::Static(object) | Kind::Local(object) => Holder::Object(object),
            Kind::Heap(number) => Holder::HeapBlock(number),
            Kind::Stack | Kind::Function(_) => Holder::StackBlock,
            Kind::Foreign(number) => Holder::Foreign(number),
            Kind::Device(object) => Holder::Object(object),
        }
    }

    /// The object of the program that the target lies in, and its address.
    pub(crate) fn describe(&self, target: Target) -> (Option<ObjectId>, u64) {
        let instance = &self.instances[target.slot];
        let object = match instance.kind {
            Kind::Static(object) | Kind::Local(object) | Kind::Device(object) => Some(object),
            Kind::Stack | Kind::Heap(_) | Kind::Function(_) | Kind::Foreign(_) => None,
        };
        (object, instance.base.wrapping_add(target.offset))
    }

    /// The function whose address the pointer is.
    pub(crate) fn function(&self, pointer: &Value) -> Option<FunctionId> {
        let instance = self.instances.get(pointer.origin().slot as usize)?;
        match instance.kind {
            Kind::Function(function) if u128::from(instance.base) == pointer.bits() => {
                Some(function)
            }
            Kind::Function(_)
            | Kind::Static(_)
            | Kind::Local(_)
            | Kind::Stack
            | Kind::Heap(_)
            | Kind::Foreign(_)
            | Kind::Device(_) => None,
        }
    }

    /// Does a device answer here?
    #[inline]
    pub(crate) fn is_device(&self, target: Target) -> bool {
        matches!(self.instances[target.slot].kind, Kind::Device(_))
    }

    /// Numbers that are addresses of this object are pointers into it, in every run.
    pub(crate) fn add_device(&mut self, origin: Origin) {
        self.devices.push(origin);
    }

    /// Does the pointer lead outside the program?
    pub(crate) fn is_foreign(&self, pointer: &Value) -> bool {
        let instance = self.instances.get(pointer.origin().slot as usize);
        instance.is_some_and(|instance| matches!(instance.kind, Kind::Foreign(_)))
    }

    /// Objects and blocks, those whose slots wait for reuse included.
    pub(crate) fn n_instances(&self) -> usize {
        self.instances.len()
    }

    pub(crate) fn n_heap_blocks(&self) -> usize {
        self.n_heap_blocks
    }

    /// Accounts for memory that the interpreter is about to use.
    pub(crate) fn charge(&mut self, n_bytes: u64) -> Result<(), Stop> {
        let total = self.n_bytes.saturating_add(n_bytes);
        if total > self.max_bytes {
            return Err(Stop::OutOfMemory);
        }
        self.n_bytes = total;
        Ok(())
    }

    /// Takes back what was charged.
    pub(crate) fn refund(&mut self, n_bytes: u64) {
        self.n_bytes -= n_bytes;
    }

    /// Accounts for a write; every one comes by here first.
    #[inline]
    fn charge_write(&mut self, target: Target, size: u64) -> Result<(), Stop> {
        if self.instances[target.slot].is_as_at_start {
            self.save(target.slot);
        }
        match self.instances[target.slot].bytes.cost_of_writing(target.offset, size) {
            0 => Ok(()),
            cost => self.charge(cost),
        }
    }
}
