//! Memory as arrays, one per region.
//!
//! The points-to analysis cuts memory into regions that never overlap. A region that is accessed
//! at one size only, at places that are a multiple of that size apart, is an array from address
//! to *word*: one access, one element. Any other is an array of *bytes*, and an access touches
//! as many elements as it has bytes, little-endian.
//!
//! Operations on whole blocks are unrolled over the fields they touch when their length is a
//! constant and small; else what they leave is told where it is read (`stretch`), or the regions they may
//! touch become unknown, which is sound, and the encoding is no longer exact.

use index::{Id, IdSet};
use ir::{Contents, Expr, ObjectId, Op, Type, VarId};
use ir_passes::points_to::{FieldAt, Region, RegionId, Surroundings};
use logic::{Sort, TermId};

use crate::integers::Integers;
use crate::state::{Component, Encoder, Lives, SlotId, State};
use crate::stretch::Change;

/// Block operations that touch more elements than this make the regions unknown.
const MAX_ELEMENTS: u64 = 1024;

/// For each region, the offsets of its elements.
pub(crate) type Elements = Vec<(RegionId, Vec<i64>)>;

/// What an element of a region's array is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RegionForm {
    /// Bits of a word, and the bytes it takes in memory.
    Words {
        bits: u32,
        bytes: u64,
    },
    Bytes,
}

impl RegionForm {
    pub fn element_bits(self) -> u32 {
        match self {
            Self::Words { bits, .. } => bits,
            Self::Bytes => 8,
        }
    }

    pub fn element_bytes(self) -> u64 {
        match self {
            Self::Words { bytes, .. } => bytes,
            Self::Bytes => 1,
        }
    }
}

/// The bits of a value in memory.
fn bits_of(ty: Type, width: u32) -> u32 {
    match ty {
        Type::Bool => unreachable!("validated: truth values are not in memory"),
        Type::Int(int) => u32::from(int.width),
        Type::Float(float) => float.bits(),
        Type::Pointer => width,
    }
}

impl Encoder<'_> {
    pub(crate) fn lay_out_regions(&mut self) {
        let regions: Vec<(RegionId, Region)> =
            self.points_to.regions.iter().map(|(id, region)| (id, region.clone())).collect();
        let read = self.read_regions();
        self.slots.reinterpreted = self.reinterpreted_regions();
        for (id, region) in regions {
            let form = self.form_of(&region);
            self.slots.forms.push(form);
            let slot = read.contains(id).then(|| {
                let index = self.word_scalar(self.format.width);
                let sort = Sort::Array(index, self.word_scalar(form.element_bits()));
                let name = format!("memory{}", id.index());
                self.add_slot(Component::Region(id), &name, sort)
            });
            self.slots.regions.push(slot);
        }
    }

    /// The regions that some load reads. What is in the others makes no difference.
    fn read_regions(&self) -> IdSet<RegionId> {
        let loads = self.body.edges.values().filter_map(|edge| match &edge.op {
            Op::Load { pointer, .. } => self.points_to.region(*pointer),
            _ => None,
        });
        loads.collect()
    }

    fn form_of(&self, region: &Region) -> RegionForm {
        let bits_and_bytes = |ty: &Type| {
            let bytes = ty.bytes(self.program.model).expect("validated: in memory");
            (bits_of(*ty, self.format.width), bytes)
        };
        let mut kinds: Vec<(u32, u64)> = region.types.iter().map(bits_and_bytes).collect();
        kinds.dedup();
        match kinds.as_slice() {
            [(bits, bytes)]
                if *bytes == region.size && region.period.is_multiple_of(*bytes) || *bytes == 1 =>
            {
                RegionForm::Words { bits: *bits, bytes: *bytes }
            }
            _ => RegionForm::Bytes,
        }
    }

    pub(crate) fn lay_out_lives(&mut self) {
        let object = self.word_scalar(self.format.object_bits());
        let bit = Sort::Array(object, self.word_scalar(1));
        let number = Sort::Array(object, self.word_scalar(self.format.width));
        let count = self.word_sort(32);
        self.slots.lives = Some(Lives {
            alive: self.add_slot(Component::Alive, "alive", bit),
            sizes: self.add_slot(Component::Sizes, "sizes", number),
            heap: self.add_slot(Component::OnHeap, "heap", bit),
            n_heap: self.add_slot(Component::HeapBlocks, "heap-blocks", count),
        });
    }

    // -- Addresses.

    pub(crate) fn object_address(&mut self, state: &State, object: ObjectId) -> TermId {
        if let Some(slot) = self.slots.local_addresses.get(&object) {
            return state.get(*slot);
        }
        match self.fixed_number(object) {
            Some(number) => self.fixed_address(number),
            // An object that is never entered is never alive.
            None => self.nobodys_address(),
        }
    }

    /// Where no object ever is.
    pub(crate) fn nobodys_address(&mut self) -> TermId {
        self.fixed_address(self.format.nobody())
    }

    /// The address of the object with this number.
    pub(crate) fn fixed_address(&mut self, number: u128) -> TermId {
        self.word(self.format.width, self.format.address(number) as i128)
    }

    pub(crate) fn offset_pointer(&mut self, pointer: TermId, bytes: i64) -> TermId {
        let offset = self.word(self.format.width, i128::from(bytes));
        self.word_add(pointer, offset)
    }

    // -- Single accesses.

    pub(crate) fn load(
        &mut self,
        state: &State,
        region: RegionId,
        pointer: TermId,
        ty: Type,
    ) -> TermId {
        let slot = self.slots.regions[region].expect("a region that is loaded from has a slot");
        let array = state.get(slot);
        match self.slots.forms[region] {
            RegionForm::Words { .. } => {
                let element = self.element_at(region, array, pointer);
                match self.integers {
                    Integers::Unbounded if !self.holds_values(region) => {
                        self.value_of_bits(ty, element)
                    }
                    _ => element,
                }
            }
            RegionForm::Bytes => {
                let n_bytes = i64::from(bits_of(ty, self.format.width) / 8);
                let mut bytes = Vec::new();
                for byte in 0..n_bytes {
                    let at = self.offset_pointer(pointer, byte);
                    bytes.push(self.element_at(region, array, at));
                }
                self.value_of_bytes(ty, &bytes)
            }
        }
    }

    /// Stores a value of a type.
    pub(crate) fn store(
        &mut self,
        state: &mut State,
        region: RegionId,
        pointer: TermId,
        (ty, value): (Type, TermId),
    ) {
        if self.slots.regions[region].is_none() {
            return;
        }
        match self.slots.forms[region] {
            RegionForm::Words { .. } => {
                let element = match self.integers {
                    Integers::Unbounded if !self.holds_values(region) => {
                        self.bits_of_value(ty, value)
                    }
                    _ => value,
                };
                self.store_element(state, region, pointer, element);
            }
            RegionForm::Bytes => {
                for byte in 0..bits_of(ty, self.format.width) / 8 {
                    let at = self.offset_pointer(pointer, i64::from(byte));
                    let part = self.byte_of_value((ty, value), byte);
                    self.store_element(state, region, at, part);
                }
            }
        }
    }

    pub(crate) fn store_element(
        &mut self,
        state: &mut State,
        region: RegionId,
        pointer: TermId,
        element: TermId,
    ) {
        let Some(slot) = self.slots.regions[region] else { return };
        let array = self.pool.store(state.get(slot), pointer, element);
        state.set(slot, array);
    }

    // -- Elements and values.

    /// Where integers are of any size: whether an element is a value, as where memory is accessed
    /// at one type only, or the number that its bits make.
    fn holds_values(&self, region: RegionId) -> bool {
        let is_word = matches!(self.slots.forms[region], RegionForm::Words { .. });
        is_word && self.points_to.regions[region].types.len() == 1
    }

    /// The element of a region, where integers are of any size, from the number of its bits.
    pub(crate) fn element_of_bits(&mut self, region: RegionId, bits: TermId) -> TermId {
        match self.points_to.regions[region].types.first() {
            Some(ty) if self.holds_values(region) => self.value_of_bits(*ty, bits),
            _ => bits,
        }
    }

    pub(crate) fn byte_of_value(&mut self, (ty, value): (Type, TermId), byte: u32) -> TermId {
        match self.integers {
            Integers::Machine => self.pool.extract(8 * byte + 7, 8 * byte, value),
            Integers::Unbounded => {
                let bits = self.bits_of_value(ty, value);
                self.byte_of(bits, byte)
            }
        }
    }

    /// From its bytes in memory, the lowest first.
    fn value_of_bytes(&mut self, ty: Type, bytes: &[TermId]) -> TermId {
        match self.integers {
            Integers::Machine => {
                let (mut value, rest) = (bytes[0], &bytes[1..]);
                for high in rest {
                    value = self.pool.concat(*high, value);
                }
                value
            }
            Integers::Unbounded => {
                let bits = self.number_of_bytes(bytes);
                self.value_of_bits(ty, bits)
            }
        }
    }

    // -- Blocks of memory.

    /// Where the elements of each region lie within `size` bytes behind a pointer; `None` if
    /// they are too many, or if one is touched in part.
    pub(crate) fn elements(
        &self,
        around: &Surroundings,
        size: u64,
        limit: u64,
    ) -> Option<Elements> {
        let size = i64::try_from(size).ok()?;
        let mut rows = Vec::new();
        let mut n_elements = 0;
        for FieldAt { region, start, size: field } in around.fields.iter().copied() {
            let step = i64::try_from(self.slots.forms[region].element_bytes()).ok()?;
            let field = i64::try_from(field).ok()?;
            let period = i64::try_from(around.period).ok()?;
            let first = if period == 0 { start } else { start.rem_euclid(period) };
            // A field that began before the pointer may reach into the block.
            let mut base = if period == 0 { first } else { first - period };
            let mut places = Vec::new();
            while base < size {
                for place in (base..base + field).step_by(step.max(1) as usize) {
                    if place + step <= 0 || place >= size {
                        continue;
                    }
                    if place < 0 || place + step > size {
                        return None;
                    }
                    n_elements += 1;
                    if n_elements > limit {
                        return None;
                    }
                    places.push(place);
                }
                if period == 0 {
                    break;
                }
                base += period;
            }
            rows.push((region, places));
        }
        Some(rows)
    }

    /// The elements within a block of constant size; `None` if they cannot be listed.
    fn elements_behind(&self, around: Option<&Surroundings>, size: TermId) -> Option<Elements> {
        let size = self.constant_word(size)?;
        self.elements(around?, u64::try_from(size).ok()?, MAX_ELEMENTS)
    }

    /// Whether a device may answer where the region is.
    pub(crate) fn may_be_device(&self, region: RegionId) -> bool {
        let mut objects = self.points_to.regions[region].targets.objects.iter();
        objects.any(|it| matches!(self.program.objects[it].contents, Contents::Device { .. }))
    }

    /// Whether bytes of the region may be read before anything was stored there.
    pub(crate) fn may_be_unwritten(&self, region: RegionId) -> bool {
        let Region { targets, is_shadow, .. } = &self.points_to.regions[region];
        // What a shadow holds is no choice of the environment.
        if *is_shadow {
            return false;
        }
        let is_static =
            |object| matches!(self.program.objects[object].contents, Contents::Static(_));
        !targets.allocations.is_empty()
            || targets.is_external
            || !targets.objects.iter().all(is_static)
    }

    /// Gives what was read of elements that may never have been written.
    pub(crate) fn copy(
        &mut self,
        state: &mut State,
        target: (Option<&Surroundings>, TermId),
        source: TermId,
        size: TermId,
    ) -> Vec<Read> {
        let mut reads = Vec::new();
        let rows = self.elements_behind(target.0, size);
        let rows = rows.filter(|rows| !rows.iter().any(|(region, _)| self.may_be_device(*region)));
        let Some(rows) = rows else {
            if !self.change_stretch(state, target, size, Change::From(source)) {
                self.forget_around(state, target.0);
            }
            return reads;
        };
        for (region, places) in rows {
            let Some(slot) = self.slots.regions[region] else { continue };
            let old = state.get(slot);
            // All is read before anything is written: the blocks may overlap.
            let mut new = old;
            for place in places {
                let (from, to) =
                    (self.offset_pointer(source, place), self.offset_pointer(target.1, place));
                let element = self.read_array(old, from);
                new = self.pool.store(new, to, element);
                if self.may_be_unwritten(region) {
                    let n_bytes = self.slots.forms[region].element_bytes();
                    reads.push(Read { pointer: from, n_bytes, value: element });
                }
            }
            state.set(slot, new);
        }
        reads
    }

    pub(crate) fn fill(
        &mut self,
        state: &mut State,
        target: (Option<&Surroundings>, TermId),
        byte: TermId,
        size: TermId,
    ) {
        let Some(rows) = self.elements_behind(target.0, size) else {
            if self.change_stretch(state, target, size, Change::Byte(byte))
                || self.only_adds_to_shadow(target.0, byte)
            {
                return;
            }
            return self.forget_around(state, target.0);
        };
        for (region, places) in rows {
            let Some(slot) = self.slots.regions[region] else { continue };
            let element = self.filled(region, byte);
            let mut array = state.get(slot);
            for place in places {
                let at = self.offset_pointer(target.1, place);
                array = self.pool.store(array, at, element);
            }
            state.set(slot, array);
        }
    }

    /// Is it only said of bytes that they were written? Not to heed it counts less than there is.
    fn only_adds_to_shadow(&mut self, around: Option<&Surroundings>, byte: TermId) -> bool {
        let written = self.word(8, 0xff);
        let is_shadow = |field: &FieldAt| self.points_to.regions[field.region].is_shadow;
        byte == written && around.is_some_and(|it| it.fields.iter().all(is_shadow))
    }

    /// The element of which each byte is this one.
    pub(crate) fn filled(&mut self, region: RegionId, byte: TermId) -> TermId {
        let n_bytes = self.slots.forms[region].element_bits() / 8;
        match self.integers {
            Integers::Machine => {
                let mut element = byte;
                for _ in 1..n_bytes {
                    element = self.pool.concat(element, byte);
                }
                element
            }
            Integers::Unbounded => {
                let bits = self.number_of_bytes(&vec![byte; n_bytes as usize]);
                self.element_of_bits(region, bits)
            }
        }
    }

    /// The fields that so many bytes from the pointer on have a part in; all where that is not known.
    pub(crate) fn within(&self, mut around: Surroundings, size: TermId) -> Surroundings {
        let size = self.constant_word(size).and_then(|size| i64::try_from(size).ok());
        if let (0, Some(size)) = (around.period, size) {
            around.fields.retain(|field| {
                field.start < size && field.start.saturating_add_unsigned(field.size.max(1)) > 0
            });
        }
        around
    }

    /// Everything around a pointer becomes unknown, and all memory if nothing is known of it.
    pub(crate) fn forget_around(&mut self, state: &mut State, around: Option<&Surroundings>) {
        self.is_exact = false;
        let Some(around) = around else { return self.forget_memory(state) };
        for field in &around.fields {
            self.forget_region(state, field.region);
        }
    }

    /// Whatever the outside may know at any time of a run becomes unknown; sound, since it knows no
    /// more at this time. Lives and sizes stay.
    pub(crate) fn forget_known_outside(&mut self, state: &mut State) {
        self.is_exact = false;
        let regions = self.points_to.regions.iter();
        // What it writes counts as written, and what it leaves alone as much as before.
        let known = regions.filter(|(_, it)| it.targets.is_external && !it.is_shadow);
        for region in known.map(|(id, _)| id).collect::<Vec<_>>() {
            self.forget_region(state, region);
        }
    }

    fn forget_memory(&mut self, state: &mut State) {
        for slot in self.slots.regions.values().flatten().copied().collect::<Vec<_>>() {
            self.forget(state, slot);
        }
    }

    pub(crate) fn forget_region(&mut self, state: &mut State, region: RegionId) {
        if let Some(slot) = self.slots.regions[region] {
            self.forget(state, slot);
        }
    }

    pub(crate) fn forget(&mut self, state: &mut State, slot: SlotId) {
        let fresh = self.pool.fresh_var(&self.slots.names[slot], self.slots.sorts[slot]);
        state.set(slot, fresh);
    }

    /// What surrounds the place that a variable points to, if the program reads the variable.
    pub(crate) fn around_var(&self, var: VarId) -> Option<Surroundings> {
        self.points_to.surroundings(self.program.exprs.find(&Expr::Var(var))?)
    }

    // -- Lives.

    /// An object begins to live; `size` is a term of the size type.
    pub(crate) fn begin_life(
        &mut self,
        state: &mut State,
        object: u128,
        size: TermId,
        heap: HeapBlock,
    ) {
        let Some(lives) = self.slots.lives else { return };
        let number = self.word(self.format.object_bits(), object as i128);
        let one = self.word(1, 1);
        let is_heap = self.word(1, i128::from(heap == HeapBlock::Yes));
        let alive = self.pool.store(state.get(lives.alive), number, one);
        state.set(lives.alive, alive);
        let sizes = self.pool.store(state.get(lives.sizes), number, size);
        state.set(lives.sizes, sizes);
        let heaps = self.pool.store(state.get(lives.heap), number, is_heap);
        state.set(lives.heap, heaps);
        if heap == HeapBlock::Yes {
            let step = self.word(32, 1);
            let n_heap = self.word_add(state.get(lives.n_heap), step);
            state.set(lives.n_heap, n_heap);
        }
    }

    /// The object that the pointer points into is dead from now on.
    pub(crate) fn end_life(&mut self, state: &mut State, pointer: TermId) {
        let Some(lives) = self.slots.lives else { return };
        let number = self.object_part(pointer);
        let zero = self.word(1, 0);
        let alive = self.pool.store(state.get(lives.alive), number, zero);
        state.set(lives.alive, alive);
    }

    /// Frees a block; null is left alone.
    pub(crate) fn free(&mut self, state: &mut State, pointer: TermId) {
        let Some(lives) = self.slots.lives else { return };
        let before = state.clone();
        self.end_life(state, pointer);
        let minus_one = self.word(32, -1);
        let n_heap = self.word_add(state.get(lives.n_heap), minus_one);
        state.set(lives.n_heap, n_heap);
        let null = self.word(self.format.width, 0);
        let is_null = self.pool.eq(pointer, null);
        for slot in [lives.alive, lives.n_heap] {
            let kept = self.pool.ite(is_null, before.get(slot), state.get(slot));
            state.set(slot, kept);
        }
    }

    /// How many bytes of a block stay when it becomes one of `size` bytes; none for null.
    pub(crate) fn bytes_kept(&mut self, state: &State, pointer: TermId, size: TermId) -> TermId {
        let lives = self.slots.lives.expect("laid out where blocks change their size");
        let number = self.object_part(pointer);
        let old = self.pool.select(state.get(lives.sizes), number);
        let is_smaller = match self.integers {
            Integers::Machine => self.pool.bv_compare(logic::BvCompare::ULt, size, old),
            Integers::Unbounded => self.pool.int_lt(size, old),
        };
        let kept = self.pool.ite(is_smaller, size, old);
        let (null, none) = (self.word(self.format.width, 0), self.word(self.format.width, 0));
        let is_null = self.pool.eq(pointer, null);
        self.pool.ite(is_null, none, kept)
    }

    pub(crate) fn life_bit(&mut self, state: &State, slot: SlotId, pointer: TermId) -> TermId {
        let number = self.object_part(pointer);
        let bit = self.pool.select(state.get(slot), number);
        let one = self.word(1, 1);
        self.pool.eq(bit, one)
    }

    /// `size` bytes at `pointer` belong to one live object.
    pub(crate) fn is_valid_access(
        &mut self,
        state: &State,
        pointer: TermId,
        size: TermId,
    ) -> TermId {
        let Some(lives) = self.slots.lives else { return self.pool.bottom() };
        let is_alive = self.life_bit(state, lives.alive, pointer);
        let number = self.object_part(pointer);
        let object_size = self.pool.select(state.get(lives.sizes), number);
        let offset = self.wide_offset(pointer);
        let fits = self.is_size_within(size, object_size);
        let room = self.word_sub(object_size, size);
        let is_inside = self.word_at_most(offset, room);
        self.pool.and(&[is_alive, fits, is_inside])
    }

    /// `size <= limit`. A size that is a negative number is a huge one on the machine.
    pub(crate) fn is_size_within(&mut self, size: TermId, limit: TermId) -> TermId {
        match self.integers {
            Integers::Machine => self.word_at_most(size, limit),
            Integers::Unbounded => {
                let zero = self.pool.int(0);
                self.is_between(zero, size, limit)
            }
        }
    }

    pub(crate) fn is_valid_free(&mut self, state: &State, pointer: TermId) -> TermId {
        let Some(lives) = self.slots.lives else { return self.pool.bottom() };
        let null = self.word(self.format.width, 0);
        let is_null = self.pool.eq(pointer, null);
        let is_alive = self.life_bit(state, lives.alive, pointer);
        let is_heap = self.life_bit(state, lives.heap, pointer);
        let offset = self.offset_part(pointer);
        let zero = self.word(self.format.offset_bits, 0);
        let is_start = self.pool.eq(offset, zero);
        let is_block = self.pool.and(&[is_alive, is_heap, is_start]);
        self.pool.or2(is_null, is_block)
    }

    pub(crate) fn all_freed(&mut self, state: &State) -> TermId {
        let Some(lives) = self.slots.lives else { return self.pool.top() };
        let none = self.word(32, 0);
        self.pool.eq(state.get(lives.n_heap), none)
    }
}

/// An element that was read.
pub(crate) struct Read {
    pub pointer: TermId,
    pub n_bytes: u64,
    pub value: TermId,
}

/// Whether an object is a heap block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeapBlock {
    Yes,
    No,
}
