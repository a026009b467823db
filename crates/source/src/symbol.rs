//! Interned names: comparing two identifiers is comparing two numbers.

use std::hash::{Hash, Hasher};

use index::{Id, IndexVec};
use rustc_hash::{FxHashMap, FxHasher};

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
    by_hash: FxHashMap<u64, Vec<Symbol>>,
}

impl Symbols {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn intern(&mut self, name: &str) -> Symbol {
        let hash = hash_of(name);
        if let Some(known) = self.find(hash, name) {
            return known;
        }
        self.text.push_str(name);
        let end = u32::try_from(self.text.len()).expect("names are shorter than their input");
        let symbol = self.ends.push(end);
        self.by_hash.entry(hash).or_default().push(symbol);
        symbol
    }

    /// The symbol of `name` if it has occurred.
    pub fn get(&self, name: &str) -> Option<Symbol> {
        self.find(hash_of(name), name)
    }

    pub fn name(&self, symbol: Symbol) -> &str {
        let start = match symbol.index() {
            0 => 0,
            index => self.ends[Symbol::new(index - 1)] as usize,
        };
        &self.text[start..self.ends[symbol] as usize]
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn find(&self, hash: u64, name: &str) -> Option<Symbol> {
        self.by_hash.get(&hash)?.iter().copied().find(|&symbol| self.name(symbol) == name)
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

fn hash_of(name: &str) -> u64 {
    let mut hasher = FxHasher::default();
    name.hash(&mut hasher);
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
