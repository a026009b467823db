//! Whether every heap block can be reached, as far as a formula can say.
//!
//! Which blocks can be reached is a question about chains of any length. But most programs that hold few
//! blocks hold each by a pointer of its own, and then it is one about numbers: if as many different live
//! blocks are pointed to as there are live blocks, all of them are.
//!
//! ```text
//!   char *name = malloc(n);  ...      one block is alive, and `name` points into one that is
//! ```
//!
//! Pointers that count are variables that are still read behind the place, and those at a fixed place in an
//! object that is alive. A run counts others, too: what is demanded here is more. What only the encoding
//! knows, where a string ended, holds nothing.

use ir::{Contents, LocationId, ObjectId, Scope, Type};
use logic::TermId;

use crate::memory::RegionForm;
use crate::state::{Component, Encoder, State};

/// More pointers than this are not looked at.
const MAX_HOLDERS: usize = 8;

impl Encoder<'_> {
    pub(crate) fn all_reachable(&mut self, state: &State) -> TermId {
        let Some(lives) = self.slots.lives else { return self.pool.top() };
        // A run knows more pointers.
        self.is_exact = false;
        let one = self.word(32, 1);
        let none = self.word(32, 0);
        let mut objects: Vec<TermId> = Vec::new();
        let mut n_held = none;
        let location = self.location.expect("a check is somewhere");
        for (is_there, pointer) in self.holders(location, state) {
            let is_alive = self.life_bit(state, lives.alive, pointer);
            let is_block = self.life_bit(state, lives.heap, pointer);
            let object = self.object_part(pointer);
            let mut counts = vec![is_there, is_alive, is_block];
            for other in &objects {
                let same = self.pool.eq(object, *other);
                counts.push(self.pool.not(same));
            }
            objects.push(object);
            let counts = self.pool.and(&counts);
            let more = self.word_add(n_held, one);
            n_held = self.pool.ite(counts, more, n_held);
        }
        let n_heap = state.get(lives.n_heap);
        let is_empty = self.pool.eq(n_heap, none);
        let are_held = self.pool.eq(n_heap, n_held);
        self.pool.or2(is_empty, are_held)
    }

    /// The pointers that may hold heap blocks at a location.
    pub fn pointers_at(&mut self, location: LocationId, state: &State) -> Vec<TermId> {
        self.holders(location, state).into_iter().map(|(_, pointer)| pointer).collect()
    }

    /// Pointers, each with the condition under which it is there.
    fn holders(&mut self, location: LocationId, state: &State) -> Vec<(TermId, TermId)> {
        let mut holders = Vec::new();
        for slot in self.live_slots(location) {
            if let Component::Var(var) = self.slots.components[slot]
                && self.program.vars[var].ty == Type::Pointer
                && !self.is_probe(var)
                && !self.is_terminator(var)
            {
                holders.push((self.pool.top(), state.get(slot)));
            }
        }
        for object in self.program.objects.ids().collect::<Vec<_>>() {
            if holders.len() >= MAX_HOLDERS {
                break;
            }
            self.holders_within(state, object, &mut holders);
        }
        holders.truncate(MAX_HOLDERS);
        holders
    }

    fn holders_within(
        &mut self,
        state: &State,
        object: ObjectId,
        holders: &mut Vec<(TermId, TermId)>,
    ) {
        let Some(lives) = self.slots.lives else { return };
        let data = &self.program.objects[object];
        let is_placed = data.scope == Scope::Global
            || self.fixed_number(object).is_some()
            || self.slots.local_addresses.contains_key(&object);
        let is_memory = matches!(data.contents, Contents::Static(_) | Contents::Indeterminate);
        let Some(around) = self.points_to.surroundings_of_object(object) else { return };
        if !is_placed || !is_memory || around.period != 0 {
            return;
        }
        let size = data.size.and_then(|it| i64::try_from(it).ok()).unwrap_or(0);
        for field in around.fields {
            let is_pointer = self.points_to.regions[field.region].types == [Type::Pointer];
            let is_word = matches!(self.slots.forms[field.region], RegionForm::Words { .. });
            let end = field.start.saturating_add_unsigned(field.size);
            if !is_pointer || !is_word || field.start < 0 || end > size {
                continue;
            }
            let Some(slot) = self.slots.regions[field.region] else { continue };
            let address = self.object_address(state, object);
            let is_alive = self.life_bit(state, lives.alive, address);
            let at = self.offset_pointer(address, field.start);
            let pointer = self.pool.select(state.get(slot), at);
            holders.push((is_alive, pointer));
        }
    }
}
