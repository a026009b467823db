//! A vector that is indexed by its own id type.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use crate::Id;

/// A table: rows of `T`, addressed by `I`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct IndexVec<I, T> {
    rows: Vec<T>,
    id: PhantomData<fn(I) -> I>,
}

impl<I: Id, T> IndexVec<I, T> {
    pub const fn new() -> Self {
        Self { rows: Vec::new(), id: PhantomData }
    }

    pub fn with_capacity(capacity: usize) -> Self {
        Self { rows: Vec::with_capacity(capacity), id: PhantomData }
    }

    /// Makes room for so many further rows.
    pub fn reserve(&mut self, additional: usize) {
        self.rows.reserve(additional);
    }

    /// A table of `len` rows, each made from its id.
    pub fn from_fn(len: usize, row: impl FnMut(I) -> T) -> Self {
        Self { rows: (0..len).map(I::new).map(row).collect(), id: PhantomData }
    }

    /// `len` copies of one row.
    pub fn from_elem(row: T, len: usize) -> Self
    where
        T: Clone,
    {
        Self { rows: vec![row; len], id: PhantomData }
    }

    #[inline]
    pub fn push(&mut self, row: T) -> I {
        let id = I::new(self.rows.len());
        self.rows.push(row);
        id
    }

    /// The id that the next [`push`](Self::push) returns.
    pub fn next_id(&self) -> I {
        I::new(self.rows.len())
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn get(&self, id: I) -> Option<&T> {
        self.rows.get(id.index())
    }

    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.rows.get_mut(id.index())
    }

    pub fn contains_id(&self, id: I) -> bool {
        id.index() < self.rows.len()
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.rows.len()).map(I::new)
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.rows.iter().enumerate().map(|(index, row)| (I::new(index), row))
    }

    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (I, &mut T)> + ExactSizeIterator {
        self.rows.iter_mut().enumerate().map(|(index, row)| (I::new(index), row))
    }

    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.rows.iter()
    }

    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.rows.iter_mut()
    }

    pub fn as_slice(&self) -> &[T] {
        &self.rows
    }

    /// Grows the table to `len` rows; rows that exist are kept.
    pub fn resize_with(&mut self, len: usize, row: impl FnMut() -> T) {
        self.rows.resize_with(len, row);
    }

    pub fn truncate(&mut self, len: usize) {
        self.rows.truncate(len);
    }
}

impl<I: Id, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T> Index<I> for IndexVec<I, T> {
    type Output = T;

    #[inline]
    fn index(&self, id: I) -> &T {
        &self.rows[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IndexVec<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.rows[id.index()]
    }
}

impl<I: Id, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(rows: It) -> Self {
        Self { rows: rows.into_iter().collect(), id: PhantomData }
    }
}

impl<I: Id, T> IntoIterator for IndexVec<I, T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.rows.into_iter()
    }
}

impl<I: Id, T: fmt::Debug> fmt::Debug for IndexVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
