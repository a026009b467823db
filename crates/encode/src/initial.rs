//! The states that steps start from: that of a run's beginning, and any state at all.

use std::rc::Rc;

use ir::{Contents, Initial, Object, ObjectId, Scope, StaticBytes, StaticValue, Type};
use ir_passes::points_to::{Region, RegionId, Surroundings};
use logic::{Scalar, Sort, Term, TermId};

use crate::block::Entry;
use crate::integers::Integers;
use crate::memory::{HeapBlock, RegionForm};
use crate::op::{InputEvent, InputSite};
use crate::state::{Encoder, SlotId, State};

/// Static objects with more elements than this start with unknown contents.
const MAX_STATIC_ELEMENTS: u64 = 1 << 16;

/// The bytes of a static object, and the pointers among them.
struct Image {
    bytes: Vec<u8>,
    pointer_bytes: usize,
    pointers: Vec<(usize, Initial)>,
}

impl Image {
    /// `None` for an object of unknown size.
    fn of(object: &Object, values: &[StaticValue], pointer_bytes: u32) -> Option<Self> {
        let mut bytes = vec![0; usize::try_from(object.size?).ok()?];
        let mut pointers = Vec::new();
        for value in values {
            let offset = usize::try_from(value.offset).ok()?;
            match &value.value {
                StaticBytes::Bytes(data) => {
                    bytes.get_mut(offset..offset + data.len())?.copy_from_slice(data);
                }
                StaticBytes::ObjectAddress(target, addend) => {
                    pointers.push((offset, Initial::ObjectAddress(*target, *addend)));
                }
                StaticBytes::FunctionAddress(target) => {
                    pointers.push((offset, Initial::FunctionAddress(*target)));
                }
            }
        }
        Some(Self { bytes, pointer_bytes: pointer_bytes as usize, pointers })
    }
}

impl Encoder<'_> {
    /// Where runs begin, and the values that the environment chooses before the first step.
    pub fn initial(&mut self) -> (Entry, Vec<InputEvent>) {
        let always = self.pool.top();
        let mut guard = always;
        let mut state = self.unconstrained();
        let mut inputs = Vec::new();
        let parameters = &self.program.functions[self.program.entry].parameters;
        let mut vars: Vec<_> = self.slots.vars.iter().map(|(var, slot)| (*var, *slot)).collect();
        vars.sort_unstable();
        for (var, slot) in vars {
            let data = &self.program.vars[var];
            let is_parameter = parameters.contains(&var);
            match data.initial {
                _ if data.scope != Scope::Global && !is_parameter => {}
                Initial::Unknown => {
                    let value = state.get(slot);
                    guard = self.confine(guard, var, value);
                    let site = InputSite::Start(var);
                    inputs.push(InputEvent { site, guard: always, value });
                }
                initial => {
                    let value = self.initial_value(&state, initial, data.ty);
                    state.set(slot, value);
                }
            }
        }
        // No local object is alive yet.
        let nobody = self.nobodys_address();
        for slot in self.slots.local_addresses.values().copied().collect::<Vec<_>>() {
            state.set(slot, nobody);
        }
        self.initial_memory(&mut state);
        self.set_read_only(&mut state);
        (Entry { location: self.body.entry, guard, state }, inputs)
    }

    /// Any state at a location: every slot that is read behind it and may change holds a fresh
    /// variable.
    pub fn arbitrary(&mut self, location: ir::LocationId, guard: TermId) -> Entry {
        let mut slots = self.dead_state().slots.to_vec();
        for slot in self.live_slots(location) {
            let fresh = self.pool.fresh_var(&self.slots.names[slot], self.slots.sorts[slot]);
            slots[index::Id::index(slot)] = fresh;
        }
        Entry { location, guard, state: State { slots: Rc::new(slots) } }
    }

    /// Holds something in every slot, for those that nobody reads.
    fn dead_state(&mut self) -> State {
        if let Some(state) = &self.dead {
            return state.clone();
        }
        let mut state = self.unconstrained();
        self.set_read_only(&mut state);
        self.dead = Some(state.clone());
        state
    }

    /// What nobody writes is in every state as it was at the beginning.
    fn set_read_only(&self, state: &mut State) {
        for (slot, array) in self.read_only.arrays() {
            state.set(*slot, *array);
        }
    }

    pub(crate) fn unconstrained(&mut self) -> State {
        let slots = self.slots.sorts.ids().collect::<Vec<SlotId>>();
        let fresh = slots
            .into_iter()
            .map(|slot| self.pool.fresh_var(&self.slots.names[slot], self.slots.sorts[slot]));
        State { slots: Rc::new(fresh.collect()) }
    }

    fn initial_value(&mut self, state: &State, initial: Initial, ty: Type) -> TermId {
        match initial {
            Initial::Bits(bits) => match (ty, self.integers) {
                (Type::Bool, _) => self.pool.bool(bits != 0),
                (Type::Int(int), Integers::Unbounded) => self.constant_number(int, bits),
                (_, Integers::Unbounded) => self.number(bits),
                (_, Integers::Machine) => {
                    let width = self.sort_of(ty).width().expect("values of scalars are bits");
                    self.pool.bv(width, bits)
                }
            },
            Initial::ObjectAddress(object, addend) => self.static_address(state, object, addend),
            Initial::FunctionAddress(function) => {
                self.fixed_address(1 + index::Id::index(function) as u128)
            }
            Initial::Unknown => unreachable!("unknown values were left out"),
        }
    }

    fn static_address(&mut self, state: &State, object: ObjectId, addend: i64) -> TermId {
        let base = self.object_address(state, object);
        self.offset_pointer(base, addend)
    }

    pub(crate) fn initial_memory(&mut self, state: &mut State) {
        self.zero_static_regions(state);
        self.no_lives(state);
        let program = self.program;
        for (id, object) in program.objects.iter() {
            let Some(number) = self.static_objects.get(&id).copied() else { continue };
            if let Some(size) = object.size {
                let size = self.word(self.format.width, i128::from(size));
                self.begin_life(state, number, size, HeapBlock::No);
            }
            match object.contents {
                Contents::Static(_) => {
                    self.static_contents(state, id, object);
                    self.static_shadow(state, id, object);
                }
                Contents::Unknown | Contents::Device { .. } => {
                    self.static_shadow(state, id, object);
                }
                Contents::Indeterminate => {}
            }
        }
    }

    /// Static objects were written, whoever did that, before the first step.
    fn static_shadow(&mut self, state: &mut State, id: ObjectId, object: &Object) {
        let around = self.points_to.surroundings_of_object(id);
        let Some(shadow) = around.and_then(|around| self.points_to.shadow_of(around)) else {
            return;
        };
        let slots = shadow.fields.iter().filter_map(|field| self.slots.regions[field.region]);
        if slots.clone().all(|slot| matches!(self.pool[state.get(slot)], Term::ConstArray(..))) {
            return;
        }
        let address = self.object_address(state, id);
        let size = self.word(self.format.width, i128::from(object.size.unwrap_or(0)));
        let written = self.word(8, 0xff);
        self.fill(state, (Some(&shadow), address), written, size);
    }

    /// A region that holds only static objects starts as zeros everywhere, and its shadow as written.
    fn zero_static_regions(&mut self, state: &mut State) {
        for (region, slot) in self.slots.regions.clone().iter() {
            let Some(slot) = slot else { continue };
            let Region { targets, is_shadow, .. } = &self.points_to.regions[region];
            let is_shadow = *is_shadow;
            let is_static = targets.allocations.is_empty()
                && !targets.is_external
                && targets.objects.iter().all(|object| {
                    matches!(self.program.objects[object].contents, Contents::Static(_))
                });
            match is_static {
                true if is_shadow => self.full_shadow(state, *slot, region),
                true => self.zero_array(state, *slot),
                false => {}
            }
        }
    }

    fn no_lives(&mut self, state: &mut State) {
        let Some(lives) = self.slots.lives else { return };
        for slot in [lives.alive, lives.sizes, lives.heap] {
            self.zero_array(state, slot);
        }
        let none = self.word(32, 0);
        state.set(lives.n_heap, none);
    }

    /// Zeros everywhere; of whatever type they are taken for.
    fn zero_array(&mut self, state: &mut State, slot: SlotId) {
        if let Sort::Array(index, element) = self.slots.sorts[slot] {
            let zero = match element {
                Scalar::BitVec(width) => self.pool.bv(width, 0),
                Scalar::Int => self.pool.int(0),
            };
            let zeros = self.pool.const_array(index, zero);
            state.set(slot, zeros);
        }
    }

    /// A shadow of bytes that were all written.
    fn full_shadow(&mut self, state: &mut State, slot: SlotId, region: RegionId) {
        if let Sort::Array(index, _) = self.slots.sorts[slot] {
            let byte = self.word(8, 0xff);
            let element = self.filled(region, byte);
            let array = self.pool.const_array(index, element);
            state.set(slot, array);
        }
    }

    /// Writes what a static object holds. Where it shares a region with objects that are not
    /// static, its zeros have to be written too.
    fn static_contents(&mut self, state: &mut State, id: ObjectId, object: &Object) {
        // An object that nothing points to is never accessed.
        let Some(around) = self.points_to.surroundings_of_object(id) else { return };
        // What nobody reads need not be written.
        if around.fields.iter().all(|field| self.slots.regions[field.region].is_none()) {
            return;
        }
        let address = self.object_address(state, id);
        let Contents::Static(values) = &object.contents else { return };
        if !self.is_zeroed(state, &around) {
            let size = self.word(self.format.width, i128::from(object.size.unwrap_or(0)));
            let zero = self.word(8, 0);
            self.fill(state, (Some(&around), address), zero, size);
        }
        let image = Image::of(object, values, self.format.width / 8);
        let rows = image.as_ref().and_then(|image| {
            self.elements(&around, image.bytes.len() as u64, MAX_STATIC_ELEMENTS)
        });
        let (Some(image), Some(rows)) = (image, rows) else {
            return self.forget_around(state, Some(&around));
        };
        for (region, places) in rows {
            if self.slots.regions[region].is_none() {
                continue;
            }
            for place in places {
                self.write_element(state, region, address, place, &image);
            }
        }
    }

    /// Writes one element of a static object, unless it is zero as everything around it.
    fn write_element(
        &mut self,
        state: &mut State,
        region: RegionId,
        address: TermId,
        place: i64,
        image: &Image,
    ) {
        let form = self.slots.forms[region];
        let (start, length) = (place as usize, form.element_bytes() as usize);
        let at = self.offset_pointer(address, place);
        let pointers = image.pointers.iter();
        let mut touching = pointers.filter(|(offset, _)| {
            *offset < start + length && start < *offset + image.pointer_bytes
        });
        if let Some((offset, target)) = touching.next().copied() {
            let pointer = self.initial_value(state, target, Type::Pointer);
            if (offset, image.pointer_bytes) == (start, length) {
                self.store(state, region, at, (Type::Pointer, pointer));
            } else if form == RegionForm::Bytes {
                let byte = (start - offset) as u32;
                let part = self.byte_of_value((Type::Pointer, pointer), byte);
                self.store_element(state, region, at, part);
            } else {
                // A part of a pointer inside a word of another size.
                self.forget_region(state, region);
            }
            return;
        }
        let bytes = &image.bytes[start..start + length];
        if bytes.iter().any(|byte| *byte != 0) {
            let bits = bytes.iter().rev().fold(0u128, |bits, byte| bits << 8 | u128::from(*byte));
            let element = match self.integers {
                Integers::Machine => self.pool.bv(form.element_bits(), bits),
                Integers::Unbounded => {
                    let bits = self.number(bits);
                    self.element_of_bits(region, bits)
                }
            };
            self.store_element(state, region, at, element);
        }
    }

    fn is_zeroed(&self, state: &State, around: &Surroundings) -> bool {
        around.fields.iter().filter_map(|field| self.slots.regions[field.region]).all(|slot| {
            let array = state.get(slot);
            // Static objects are written on top of the zeros, so the bottom is what counts.
            let mut bottom = array;
            while let logic::Term::Store(below, _, _) = self.pool[bottom] {
                bottom = below;
            }
            matches!(self.pool[bottom], logic::Term::ConstArray(..))
        })
    }
}
