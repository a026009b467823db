//! Places in memory that programs use as variables: members of a record, elements with a constant index.
//!
//! ```text
//!   step(&c, event):   c->state = OPEN; ...          the cell at `&c`, read or written behind the head
//! ```
//!
//! A cell is told by an address that is known at the head and never computed: that of an object, and a
//! number of bytes behind it. What it holds is a number like any other, if it holds no pointer.

use encode::Component;
use logic::{BvBinary, Term, TermId, TermPool, replace};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::blocks::{HeadId, Origin};
use crate::guesses::{Guesses, Number};

impl Guesses<'_, '_> {
    /// The cells that are read or written behind a head, or written just before it.
    pub(crate) fn cells(&mut self, head: HeadId) -> Vec<Number> {
        if self.limits.cells == 0 {
            return Vec::new();
        }
        let mut places = self.used_behind(head);
        places.extend(self.written_before(head));
        let starts = self.starts(head);
        let components: FxHashMap<TermId, Component> =
            self.blocks.heads[head].components.iter().map(|(it, name)| (*name, *it)).collect();
        let mut seen: FxHashSet<(TermId, TermId)> = FxHashSet::default();
        let mut cells = Vec::new();
        for (region, index) in places {
            let Some(Component::Region(id)) = components.get(&region) else { continue };
            let Some(ty) = self.encoder.integers_of(*id) else { continue };
            let pool = &mut self.encoder.pool;
            let has_room = cells.len() < self.limits.cells && (self.limits.bytes || ty.width > 8);
            if has_room && is_told(pool, &starts, index) && seen.insert((region, index)) {
                let name = pool.select(region, index);
                cells.push(Number { name, ty, is_changed: true, is_global: false });
            }
        }
        cells
    }

    /// The addresses of objects that have names at a head.
    fn starts(&self, head: HeadId) -> FxHashSet<TermId> {
        let components = self.blocks.heads[head].components.iter();
        let addresses = components.filter(|(it, _)| matches!(it, Component::Address(_)));
        addresses.map(|(_, name)| *name).collect()
    }

    fn used_behind(&self, head: HeadId) -> Vec<(TermId, TermId)> {
        let pool = &self.encoder.pool;
        let accesses = self.terms_behind(head).into_iter().filter_map(|term| match pool[term] {
            Term::Select(array, index) | Term::Store(array, index, _) => {
                Some((origin(pool, array), index))
            }
            _ => None,
        });
        let names: FxHashSet<TermId> = self.blocks.names(head).collect();
        accesses.filter(|(region, _)| names.contains(region)).collect()
    }

    /// What blocks that end in a head store, said with its names. An array is filled at the start and
    /// then used by computed indices: its elements are no cells.
    fn written_before(&mut self, head: HeadId) -> Vec<(TermId, TermId)> {
        let arrays = self.regions_with_computed_indices();
        let mut places = Vec::new();
        for block in &self.blocks.incoming[head] {
            let values = &self.blocks.blocks[*block].values;
            let is_start = self.blocks.blocks[*block].from == Origin::Start;
            let pool = &mut self.encoder.pool;
            let mut became: FxHashMap<TermId, TermId> = FxHashMap::default();
            let mut stored = Vec::new();
            for (component, name) in &self.blocks.heads[head].components {
                let value = pool.as_var(*name).and_then(|var| values.get(&var));
                match (component, value) {
                    (Component::Address(_), Some(value)) => {
                        became.insert(*value, *name);
                    }
                    (it, _) if is_start && arrays.contains(it) => {}
                    (Component::Region(_), Some(value)) => {
                        stored.extend(indices(pool, *value).into_iter().map(|it| (*name, it)));
                    }
                    _ => {}
                }
            }
            let indices: Vec<TermId> = stored.iter().map(|(_, index)| *index).collect();
            let images = replace(pool, &indices, &became);
            places.extend(stored.iter().map(|(name, _)| *name).zip(images));
        }
        places
    }

    /// The regions in which something is read or written behind a head at a place without a name.
    fn regions_with_computed_indices(&self) -> FxHashSet<Component> {
        let mut found = FxHashSet::default();
        for head in self.blocks.heads.ids() {
            let components = self.blocks.heads[head].components.iter();
            let by_name: FxHashMap<TermId, Component> =
                components.map(|(component, name)| (*name, *component)).collect();
            let starts = self.starts(head);
            let computed = self.used_behind(head).into_iter();
            let computed =
                computed.filter(|(_, index)| !is_told(&self.encoder.pool, &starts, *index));
            found.extend(computed.filter_map(|(name, _)| by_name.get(&name)));
        }
        found
    }
}

/// The array that was there before anything was stored.
pub(crate) fn origin(pool: &TermPool, mut array: TermId) -> TermId {
    while let Term::Store(before, ..) | Term::Ite(_, before, _) = pool[array] {
        array = before;
    }
    array
}

/// Where something is stored in an array.
fn indices(pool: &TermPool, array: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut pending = vec![array];
    while let Some(array) = pending.pop() {
        if !seen.insert(array) {
            continue;
        }
        match pool[array] {
            Term::Store(before, index, _) => {
                found.push(index);
                pending.push(before);
            }
            Term::Ite(_, one, other) => pending.extend([one, other]),
            _ => {}
        }
    }
    found
}

/// Is the address a constant, or a constant number of bytes behind the start of an object?
pub(crate) fn is_told(pool: &TermPool, starts: &FxHashSet<TermId>, index: TermId) -> bool {
    let is_constant = |term: TermId| matches!(pool[term], Term::BitVec(..));
    match pool[index] {
        Term::BvBinary(BvBinary::Add, base, offset) => {
            starts.contains(&base) && is_constant(offset)
        }
        _ => is_constant(index) || starts.contains(&index),
    }
}
