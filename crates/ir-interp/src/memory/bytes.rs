//! The bytes of one object: data, and beside it three planes that are there only when needed.
//!
//! - *indeterminate*: a mask per byte, one for each bit that nothing has written;
//! - *unknown*: bytes that hold some value which nobody has asked for yet (an `extern` object,
//!   memory that a function without body may have written; what it held before stays beside that);
//! - *origins*: per byte, the object that the pointer which this byte is part of was made from.
//!   Which byte of the pointer it is need not be kept: bytes in another order make another
//!   address, and an address outside the origin's object is refused when it is used.
//!
//! An object of up to [`DENSE_BYTES`] is one block. A larger one is made of pages that come into
//! being when they are written, so that `malloc(1 << 30)` costs what is touched.
//!
//! Offsets are checked by the caller; an offset outside the object here is a bug and panics.

use std::collections::BTreeMap;

use crate::value::{Origin, Value};

const DENSE_BYTES: u64 = 1 << 15;
const PAGE_BYTES: u64 = 1 << 12;

/// What the bytes of a new object are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fresh {
    Zero,
    Indeterminate,
    Unknown,
}

#[derive(Clone, Debug)]
pub(crate) struct Bytes(Layout);

#[derive(Clone, Debug)]
enum Layout {
    Dense(Block),
    Paged { fresh: Fresh, pages: BTreeMap<u64, Block> },
}

#[derive(Clone, Debug)]
struct Block {
    data: Box<[u8]>,
    indeterminate: Plane,
    unknown: Plane,
    origins: Option<Box<[Origin]>>,
}

/// A byte per byte of the block, in three forms.
#[derive(Clone, Debug)]
enum Plane {
    /// Zero everywhere.
    Clear,
    /// All ones everywhere.
    Set,
    Mixed(Box<[u8]>),
}

/// One byte with all that is known about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    pub data: u8,
    pub indeterminate: u8,
    pub is_unknown: bool,
    pub origin: Origin,
}

impl Bytes {
    pub(crate) fn new(size: u64, fresh: Fresh) -> Self {
        Self(if size <= DENSE_BYTES {
            Layout::Dense(Block::new(size as usize, fresh))
        } else {
            Layout::Paged { fresh, pages: BTreeMap::new() }
        })
    }

    /// No bytes at all: what is left of an object whose life has ended.
    pub(crate) fn gone() -> Self {
        Self(Layout::Paged { fresh: Fresh::Zero, pages: BTreeMap::new() })
    }

    /// Bytes that a new object of this size costs at once.
    pub(crate) fn initial_cost(size: u64) -> u64 {
        if size <= DENSE_BYTES { size } else { 0 }
    }

    /// Bytes that writing `offset..offset + size` would add to the cost.
    pub(crate) fn cost_of_writing(&self, offset: u64, size: u64) -> u64 {
        match &self.0 {
            Layout::Dense(_) => 0,
            Layout::Paged { .. } if size == 0 => 0,
            Layout::Paged { pages, .. } => {
                let (first, last) = (offset / PAGE_BYTES, (offset + size - 1) / PAGE_BYTES);
                let n_present = pages.range(first..=last).count() as u64;
                (last - first + 1 - n_present) * PAGE_BYTES
            }
        }
    }

    /// Bytes that the object costs now.
    pub(crate) fn cost(&self) -> u64 {
        match &self.0 {
            Layout::Dense(block) => block.data.len() as u64,
            Layout::Paged { pages, .. } => pages.len() as u64 * PAGE_BYTES,
        }
    }

    /// Reads a scalar of at most 16 bytes. It has an origin only if all its bytes have the same.
    /// The caller has seen to it that no byte is unknown.
    #[inline]
    pub(crate) fn read(&self, offset: u64, size: usize) -> Value {
        if let Layout::Dense(block) = &self.0 {
            return block.read(offset as usize, size);
        }
        let mut scalar = Block::new(size, Fresh::Zero);
        for at in 0..size {
            scalar.set_cell(at, self.cell(offset + at as u64));
        }
        scalar.read(0, size)
    }

    /// Writes the low `size` bytes of a value.
    #[inline]
    pub(crate) fn write(&mut self, offset: u64, size: usize, value: Value) {
        if let Layout::Dense(block) = &mut self.0 {
            return block.write(offset as usize, size, value);
        }
        for at in 0..size {
            let shift = 8 * at;
            let cell = Cell {
                data: (value.bits() >> shift) as u8,
                indeterminate: (value.indeterminate() >> shift) as u8,
                is_unknown: false,
                origin: value.origin(),
            };
            self.set_cell(offset + at as u64, cell);
        }
    }

    pub(crate) fn cell(&self, offset: u64) -> Cell {
        match &self.0 {
            Layout::Dense(block) => block.cell(offset as usize),
            Layout::Paged { fresh, pages } => match pages.get(&(offset / PAGE_BYTES)) {
                Some(page) => page.cell((offset % PAGE_BYTES) as usize),
                None => Cell::fresh(*fresh),
            },
        }
    }

    pub(crate) fn set_cell(&mut self, offset: u64, cell: Cell) {
        match &mut self.0 {
            Layout::Dense(block) => block.set_cell(offset as usize, cell),
            Layout::Paged { fresh, pages } => {
                let page = pages
                    .entry(offset / PAGE_BYTES)
                    .or_insert_with(|| Block::new(PAGE_BYTES as usize, *fresh));
                page.set_cell((offset % PAGE_BYTES) as usize, cell);
            }
        }
    }

    /// Makes so many cells the same.
    pub(crate) fn fill(&mut self, offset: u64, size: u64, cell: Cell) {
        match &mut self.0 {
            Layout::Dense(block) => block.fill(offset as usize, size as usize, cell),
            Layout::Paged { fresh, pages } => {
                let (mut at, end) = (offset, offset + size);
                while at < end {
                    let (number, within) = (at / PAGE_BYTES, at % PAGE_BYTES);
                    let length = (PAGE_BYTES - within).min(end - at);
                    let page = pages
                        .entry(number)
                        .or_insert_with(|| Block::new(PAGE_BYTES as usize, *fresh));
                    page.fill(within as usize, length as usize, cell);
                    at += length;
                }
            }
        }
    }

    /// Whether a byte of `offset..offset + size` is unknown.
    #[inline]
    pub(crate) fn has_unknown(&self, offset: u64, size: u64) -> bool {
        match &self.0 {
            Layout::Dense(block) => match &block.unknown {
                Plane::Clear => false,
                Plane::Set => size > 0,
                Plane::Mixed(bytes) => {
                    bytes[offset as usize..(offset + size) as usize].iter().any(|&byte| byte != 0)
                }
            },
            Layout::Paged { .. } => {
                (offset..offset + size).any(|offset| self.cell(offset).is_unknown)
            }
        }
    }

    /// All bytes become unknown; what they held stays as what they may still hold.
    pub(crate) fn make_unknown(&mut self) {
        match &mut self.0 {
            Layout::Dense(block) => block.make_unknown(),
            Layout::Paged { fresh, pages } => {
                *fresh = Fresh::Unknown;
                pages.values_mut().for_each(Block::make_unknown);
            }
        }
    }

    /// Each block with its number: data, indeterminate bits, unknown bytes and origins. A plane that
    /// is the same everywhere is given as one byte or none.
    pub(crate) fn for_each_block(
        &self,
        mut visit: impl FnMut(u64, &[u8], &[u8], &[u8], &[Origin]),
    ) {
        let mut show = |number: u64, block: &Block| {
            let origins = block.origins.as_deref().unwrap_or(&[]);
            // Origins that are all gone again are as good as none.
            let has_origins = origins.iter().any(|origin| !origin.is_none());
            let origins = if has_origins { origins } else { &[] };
            let (indeterminate, unknown) = (block.indeterminate.form(), block.unknown.form());
            visit(number, &block.data, indeterminate, unknown, origins);
        };
        match &self.0 {
            Layout::Dense(block) => show(0, block),
            Layout::Paged { pages, .. } => pages.iter().for_each(|(at, page)| show(*at, page)),
        }
    }

    /// How many pages there are, and what bytes are where there is none.
    pub(crate) fn hash_shape(&self, out: &mut impl std::hash::Hasher) {
        use std::hash::Hash;
        match &self.0 {
            Layout::Dense(_) => None,
            Layout::Paged { fresh, pages } => Some((*fresh, pages.len())),
        }
        .hash(out);
    }

    /// The origins that occur in the object, with repetitions.
    pub(crate) fn origins(&self) -> impl Iterator<Item = Origin> {
        self.all_origins().filter(|origin| !origin.is_none() && *origin != Origin::UNMODELLED)
    }

    /// Whether a byte has no value that is modelled.
    pub(crate) fn has_unmodelled(&self) -> bool {
        self.all_origins().any(|origin| origin == Origin::UNMODELLED)
    }

    fn all_origins(&self) -> impl Iterator<Item = Origin> {
        let (dense, pages) = match &self.0 {
            Layout::Dense(block) => (Some(block), None),
            Layout::Paged { pages, .. } => (None, Some(pages.values())),
        };
        let blocks = dense.into_iter().chain(pages.into_iter().flatten());
        let origins = blocks.filter_map(|block| block.origins.as_deref()).flatten();
        origins.copied()
    }
}

impl Cell {
    fn fresh(fresh: Fresh) -> Self {
        Self {
            data: 0,
            indeterminate: if fresh == Fresh::Indeterminate { u8::MAX } else { 0 },
            is_unknown: fresh == Fresh::Unknown,
            origin: Origin::NONE,
        }
    }

    pub(crate) fn known(data: u8) -> Self {
        Self { data, ..Self::fresh(Fresh::Zero) }
    }

    pub(crate) fn unknown() -> Self {
        Self::fresh(Fresh::Unknown)
    }
}

impl Block {
    fn new(size: usize, fresh: Fresh) -> Self {
        Self {
            data: vec![0; size].into_boxed_slice(),
            indeterminate: Plane::all(fresh == Fresh::Indeterminate),
            unknown: Plane::all(fresh == Fresh::Unknown),
            origins: None,
        }
    }

    fn make_unknown(&mut self) {
        self.unknown = Plane::all(true);
        self.indeterminate = Plane::all(false);
    }

    #[inline]
    fn read(&self, offset: usize, size: usize) -> Value {
        let bits = read_scalar(&self.data[offset..offset + size]);
        let indeterminate = match &self.indeterminate {
            Plane::Clear => 0,
            Plane::Set => ones(size),
            Plane::Mixed(bytes) => read_scalar(&bytes[offset..offset + size]),
        };
        let origin = match &self.origins {
            None => Origin::NONE,
            Some(origins) => match origins[offset..offset + size] {
                [first, ref rest @ ..] if rest.iter().all(|&origin| origin == first) => first,
                ref mixed if mixed.contains(&Origin::UNMODELLED) => Origin::UNMODELLED,
                _ => Origin::NONE,
            },
        };
        if indeterminate == 0 && origin.is_none() {
            Value::plain(bits)
        } else {
            Value::with_indeterminate(bits, indeterminate, origin)
        }
    }

    #[inline]
    fn write(&mut self, offset: usize, size: usize, value: Value) {
        let bits = value.bits().to_le_bytes();
        self.data[offset..offset + size].copy_from_slice(&bits[..size]);
        self.unknown.write(offset, size, 0, self.data.len());
        self.indeterminate.write(offset, size, value.indeterminate(), self.data.len());
        if self.origins.is_some() || !value.origin().is_none() {
            self.origins_mut()[offset..offset + size].fill(value.origin());
        }
    }

    fn cell(&self, offset: usize) -> Cell {
        Cell {
            data: self.data[offset],
            indeterminate: self.indeterminate.get(offset),
            is_unknown: self.unknown.get(offset) != 0,
            origin: self.origins.as_ref().map_or(Origin::NONE, |origins| origins[offset]),
        }
    }

    fn fill(&mut self, offset: usize, size: usize, cell: Cell) {
        let length = self.data.len();
        self.data[offset..offset + size].fill(cell.data);
        self.indeterminate.fill(offset, size, cell.indeterminate, length);
        let unknown = if cell.is_unknown { u8::MAX } else { 0 };
        self.unknown.fill(offset, size, unknown, length);
        if self.origins.is_some() || !cell.origin.is_none() {
            self.origins_mut()[offset..offset + size].fill(cell.origin);
        }
    }

    fn set_cell(&mut self, offset: usize, cell: Cell) {
        let size = self.data.len();
        self.data[offset] = cell.data;
        self.indeterminate.write(offset, 1, u128::from(cell.indeterminate), size);
        let unknown = if cell.is_unknown { u128::from(u8::MAX) } else { 0 };
        self.unknown.write(offset, 1, unknown, size);
        if self.origins.is_some() || !cell.origin.is_none() {
            self.origins_mut()[offset] = cell.origin;
        }
    }

    fn origins_mut(&mut self) -> &mut [Origin] {
        let size = self.data.len();
        self.origins.get_or_insert_with(|| vec![Origin::NONE; size].into_boxed_slice())
    }
}

impl Plane {
    /// The bytes, or for a plane that is the same everywhere one of them; none if that is zero.
    fn form(&self) -> &[u8] {
        match self {
            Self::Clear => &[],
            Self::Set => &[u8::MAX],
            Self::Mixed(bytes) if bytes.iter().all(|byte| *byte == 0) => &[],
            Self::Mixed(bytes) => bytes,
        }
    }

    fn all(is_set: bool) -> Self {
        if is_set { Self::Set } else { Self::Clear }
    }

    fn get(&self, offset: usize) -> u8 {
        match self {
            Self::Clear => 0,
            Self::Set => u8::MAX,
            Self::Mixed(bytes) => bytes[offset],
        }
    }

    /// Writes the low `size` bytes of `mask`; the block has `block_size` bytes.
    #[inline]
    fn fill(&mut self, offset: usize, size: usize, byte: u8, block_size: usize) {
        let default = match self {
            _ if size == 0 => return,
            Self::Clear if byte == 0 => return,
            Self::Set if byte == u8::MAX => return,
            _ if size == block_size && byte == 0 => {
                *self = Self::Clear;
                return;
            }
            _ if size == block_size && byte == u8::MAX => {
                *self = Self::Set;
                return;
            }
            Self::Mixed(bytes) => {
                bytes[offset..offset + size].fill(byte);
                return;
            }
            Self::Clear => 0,
            Self::Set => u8::MAX,
        };
        let mut bytes = vec![default; block_size].into_boxed_slice();
        bytes[offset..offset + size].fill(byte);
        *self = Self::Mixed(bytes);
    }

    fn write(&mut self, offset: usize, size: usize, mask: u128, block_size: usize) {
        let default = match self {
            Self::Clear if mask == 0 => return,
            // A store to the whole of a small object is the common way to initialise it.
            Self::Set | Self::Mixed(_) if mask == 0 && size == block_size => {
                *self = Self::Clear;
                return;
            }
            Self::Mixed(bytes) => {
                bytes[offset..offset + size].copy_from_slice(&mask.to_le_bytes()[..size]);
                return;
            }
            Self::Clear => 0,
            Self::Set => u8::MAX,
        };
        let mut bytes = vec![default; block_size].into_boxed_slice();
        bytes[offset..offset + size].copy_from_slice(&mask.to_le_bytes()[..size]);
        *self = Self::Mixed(bytes);
    }
}

#[inline]
fn read_scalar(bytes: &[u8]) -> u128 {
    let mut scalar = [0; 16];
    match bytes.len() {
        // Copies of a constant length compile to a move; these are nearly all accesses.
        4 => scalar[..4].copy_from_slice(&bytes[..4]),
        8 => scalar[..8].copy_from_slice(&bytes[..8]),
        1 => scalar[0] = bytes[0],
        len => scalar[..len].copy_from_slice(bytes),
    }
    u128::from_le_bytes(scalar)
}

fn ones(size: usize) -> u128 {
    if size >= 16 { u128::MAX } else { (1 << (8 * size)) - 1 }
}

#[cfg(test)]
mod tests;
