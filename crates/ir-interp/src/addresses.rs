//! Where things lie in the address space, chosen so that a run is the same every time.
//!
//! ```text
//!   functions | static objects | heap, upwards | foreign blocks | activations, upwards
//! ```
//!
//! Objects never touch: at least one byte lies between two of them, so that a pointer just past
//! one is not the address of another. Nothing lies in the first page. The heap hands out fresh
//! addresses as long as there are any, so that a stale integer seldom names a new block; then it
//! reuses those of freed blocks of the same size, oldest first.

use std::collections::{BTreeMap, VecDeque};
use std::hash::{Hash, Hasher};

use ir::DataModel;

/// One region, filled from its start.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Region {
    next: u64,
    end: u64,
}

/// The first address of each region; the last one is the end of all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Map {
    pub functions: u64,
    pub statics: u64,
    pub heap: u64,
    pub foreign: u64,
    pub stack: u64,
    pub end: u64,
}

/// An access to an address below this one is reported as one through a null pointer.
pub(crate) const FIRST_PAGE: u64 = 4096;

pub(crate) const HEAP_ALIGN: u64 = 16;

impl Map {
    pub(crate) fn of(model: DataModel) -> Self {
        match model {
            DataModel::Ilp32 => Self {
                functions: 0x0010_0000,
                statics: 0x0400_0000,
                heap: 0x4000_0000,
                foreign: 0xc000_0000,
                stack: 0xd000_0000,
                end: 0xffff_0000,
            },
            DataModel::Lp64 => Self {
                functions: 0x0040_0000,
                statics: 0x1_0000_0000,
                heap: 0x1000_0000_0000,
                foreign: 0x6000_0000_0000,
                stack: 0x7000_0000_0000,
                end: 0x7fff_0000_0000,
            },
        }
    }
}

/// Bytes of a foreign block.
pub(crate) const FOREIGN_SIZE: u64 = 0x1_0000;

/// A pointer into memory that belongs to someone outside the program: the middle of a block of
/// its own, so that it can be the address of a part of something larger. What lies there is
/// unknown. As an input it gives the program a pointer that it may use. `None` when there are no
/// more of them.
pub fn foreign_pointer(model: DataModel, number: u64) -> Option<u128> {
    let map = Map::of(model);
    let base = map.foreign.checked_add(number.checked_mul(FOREIGN_SIZE)?)?;
    (base + FOREIGN_SIZE <= map.stack).then_some(u128::from(base + FOREIGN_SIZE / 2))
}

/// Is this input a pointer into memory outside the program?
pub fn is_foreign(model: DataModel, bits: u128) -> bool {
    u64::try_from(bits).is_ok_and(|address| foreign_number(model, address).is_some())
}

/// The number of the foreign block that an address lies in.
pub(crate) fn foreign_number(model: DataModel, address: u64) -> Option<u64> {
    let map = Map::of(model);
    (map.foreign..map.stack).contains(&address).then(|| (address - map.foreign) / FOREIGN_SIZE)
}

impl Region {
    pub(crate) fn new(start: u64, end: u64) -> Self {
        Self { next: start, end }
    }

    /// The address of `size` bytes, aligned; `None` when the region is full.
    pub(crate) fn place(&mut self, size: u64, align: u64) -> Option<u64> {
        let address = self.next.checked_next_multiple_of(align.max(1))?;
        let next = address.checked_add(size)?.checked_add(1)?;
        if next > self.end {
            return None;
        }
        self.next = next;
        Some(address)
    }

    pub(crate) fn next(&self) -> u64 {
        self.next
    }

    /// Gives back everything from `address` on, which an earlier [`Region::next`] returned.
    pub(crate) fn reset(&mut self, address: u64) {
        self.next = address;
    }
}

#[derive(Clone, Debug)]
pub(crate) struct HeapAddresses {
    fresh: Region,
    /// Addresses of freed blocks by their size.
    freed: BTreeMap<u64, VecDeque<u64>>,
}

impl HeapAddresses {
    pub(crate) fn new(map: Map) -> Self {
        Self { fresh: Region::new(map.heap, map.foreign), freed: BTreeMap::new() }
    }

    pub(crate) fn place(&mut self, size: u64) -> Option<u64> {
        let fresh = self.fresh.place(size, HEAP_ALIGN);
        fresh.or_else(|| self.freed.get_mut(&size)?.pop_front())
    }

    /// What decides which addresses come next.
    pub(crate) fn hash_into(&self, out: &mut impl Hasher) {
        self.fresh.next.hash(out);
        if self.fresh.end - self.fresh.next < FOREIGN_SIZE {
            self.freed.hash(out);
        }
    }

    pub(crate) fn give_back(&mut self, address: u64, size: u64) {
        self.freed.entry(size).or_default().push_back(address);
    }
}
