//! Interned names: comparing two identifiers is comparing two numbers.

use std::hash::Hasher;

use hashbrown::HashTable;
use index::{Id, IndexVec};
use rustc_hash::FxHasher;

index::define_id!(
    /// A name that occurs in the input.
    pub struct Symbol, "sym"
);

/// The table of all names of one input. Names are bytes of one growing buffer, so that
/// interning a name that is known allocates nothing.
#[derive(Clone, Default)]
pub struct Symbols {
    text: String,
    ends: IndexVec<Symbol, u32>,
    rows: HashTable<Row>,
}

/// The hash is kept so that growing the table need not read the names again.
#[derive(Clone, Copy)]
struct Row {
    hash: u64,
    symbol: Symbol,
}

impl Symbols {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn intern(&mut self, name: &str) -> Symbol {
        let hash = hash_of(name.as_bytes());
        self.find(hash, name.as_bytes()).unwrap_or_else(|| self.insert(hash, name))
    }

    /// Interns a name that is UTF-8; `None` if it is not. Only a name that is new is looked
    /// at closely, so this is the cheaper way for who has bytes.
    pub fn intern_bytes(&mut self, name: &[u8]) -> Option<Symbol> {
        let hash = hash_of(name);
        match self.find(hash, name) {
            Some(known) => Some(known),
            None => std::str::from_utf8(name).ok().map(|name| self.insert(hash, name)),
        }
    }

    /// The symbol of `name` if it has occurred.
    pub fn get(&self, name: &str) -> Option<Symbol> {
        self.find(hash_of(name.as_bytes()), name.as_bytes())
    }

    pub fn name(&self, symbol: Symbol) -> &str {
        &self.text[self.range(symbol)]
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    #[inline]
    fn range(&self, symbol: Symbol) -> std::ops::Range<usize> {
        let start = match symbol.index() {
            0 => 0,
            index => self.ends.as_slice()[index - 1] as usize,
        };
        start..self.ends[symbol] as usize
    }

    #[inline]
    fn find(&self, hash: u64, name: &[u8]) -> Option<Symbol> {
        let text = self.text.as_bytes();
        let is_it = |row: &Row| row.hash == hash && &text[self.range(row.symbol)] == name;
        self.rows.find(hash, is_it).map(|row| row.symbol)
    }

    #[cold]
    fn insert(&mut self, hash: u64, name: &str) -> Symbol {
        self.text.push_str(name);
        let end = u32::try_from(self.text.len()).expect("names are shorter than their input");
        let symbol = self.ends.push(end);
        self.rows.insert_unique(hash, Row { hash, symbol }, |row| row.hash);
        symbol
    }
}

impl std::ops::Index<Symbol> for Symbols {
    type Output = str;

    fn index(&self, symbol: Symbol) -> &str {
        self.name(symbol)
    }
}

impl std::fmt::Debug for Symbols {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.ends.ids().map(|symbol| self.name(symbol))).finish()
    }
}

#[inline]
fn hash_of(name: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(name);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_name_is_the_same_symbol() {
        let mut symbols = Symbols::new();
        let first = symbols.intern("loop");
        let other = symbols.intern("");
        assert_eq!(symbols.intern("loop"), first);
        assert_ne!(first, other);
        assert_eq!(symbols.name(first), "loop");
        assert_eq!(symbols.name(other), "");
        assert_eq!(symbols.get("pool"), None);
    }
}
