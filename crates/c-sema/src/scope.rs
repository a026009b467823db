//! What a name means at a place: two tables indexed by symbol, and a log to undo inner scopes.
//!
//! Looking up a name is one array access, whatever the depth. Declaring one in an inner scope
//! writes down what it hid; leaving the scope plays the log backwards. C has two name spaces
//! that follow scopes, ordinary names and tags; labels belong to functions and members to
//! records, and are kept there.
//!
//! Names with linkage have a third table that no scope ends: an `extern` declaration inside a
//! function speaks of the same object as one at file scope.

use index::Id;
use source::{Span, Symbol};

use crate::typed::{FunctionId, ObjectId};
use crate::types::TypeId;

index::define_id!(pub(crate) struct TypedefId, "typedef");
index::define_id!(pub(crate) struct EnumeratorId, "enumerator");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binding {
    Object(ObjectId),
    Function(FunctionId),
    Typedef(TypedefId),
    Enumerator(EnumeratorId),
    /// A parameter of a prototype that is no definition: it has a type and no value.
    Prototype(TypeId),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub binding: Binding,
    /// Scope depth; 0 is the file.
    pub depth: u32,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct TagEntry {
    pub ty: TypeId,
    pub depth: u32,
    pub span: Span,
}

#[derive(Debug)]
enum Undo {
    Name(Symbol, Option<Entry>),
    Tag(Symbol, Option<TagEntry>),
}

/// Invariant: `marks` holds, for each open scope, the length of `log` when it was opened.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    names: Vec<Option<Entry>>,
    tags: Vec<Option<TagEntry>>,
    linked: Vec<Option<Entry>>,
    log: Vec<Undo>,
    marks: Vec<usize>,
}

impl Scopes {
    pub fn new(n_symbols: usize) -> Self {
        Self {
            names: vec![None; n_symbols],
            tags: vec![None; n_symbols],
            linked: vec![None; n_symbols],
            log: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// 0 at file scope.
    pub fn depth(&self) -> u32 {
        self.marks.len() as u32
    }

    pub fn open(&mut self) {
        self.marks.push(self.log.len());
    }

    pub fn close(&mut self) {
        let mark = self.marks.pop().expect("every close has its open");
        for undo in self.log.drain(mark..).rev() {
            match undo {
                Undo::Name(symbol, entry) => self.names[symbol.index()] = entry,
                Undo::Tag(symbol, entry) => self.tags[symbol.index()] = entry,
            }
        }
    }

    pub fn name(&self, symbol: Symbol) -> Option<Entry> {
        self.names.get(symbol.index()).copied().flatten()
    }

    /// The meaning of `symbol` if it was declared in the innermost scope itself.
    pub fn name_here(&self, symbol: Symbol) -> Option<Entry> {
        self.name(symbol).filter(|entry| entry.depth == self.depth())
    }

    pub fn declare(&mut self, symbol: Symbol, binding: Binding, span: Span) {
        let entry = Entry { binding, depth: self.depth(), span };
        let hidden = slot(&mut self.names, symbol).replace(entry);
        if !self.marks.is_empty() {
            self.log.push(Undo::Name(symbol, hidden));
        }
    }

    pub fn tag(&self, symbol: Symbol) -> Option<TagEntry> {
        self.tags.get(symbol.index()).copied().flatten()
    }

    pub fn tag_here(&self, symbol: Symbol) -> Option<TagEntry> {
        self.tag(symbol).filter(|entry| entry.depth == self.depth())
    }

    pub fn declare_tag(&mut self, symbol: Symbol, ty: TypeId, span: Span) {
        let entry = TagEntry { ty, depth: self.depth(), span };
        let hidden = slot(&mut self.tags, symbol).replace(entry);
        if !self.marks.is_empty() {
            self.log.push(Undo::Tag(symbol, hidden));
        }
    }

    /// The object or function with linkage of this name, wherever it was declared.
    pub fn linked(&self, symbol: Symbol) -> Option<Entry> {
        self.linked.get(symbol.index()).copied().flatten()
    }

    pub fn link(&mut self, symbol: Symbol, binding: Binding, span: Span) {
        *slot(&mut self.linked, symbol) = Some(Entry { binding, depth: 0, span });
    }

    /// All objects and functions with linkage, in the order of their symbols.
    pub fn all_linked(&self) -> impl Iterator<Item = (Symbol, Entry)> + '_ {
        let entry = |(index, entry): (usize, &Option<Entry>)| Some((Symbol::new(index), (*entry)?));
        self.linked.iter().enumerate().filter_map(entry)
    }

    /// All symbols that have a meaning here, for suggestions.
    pub fn visible(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.names
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.is_some())
            .map(|(index, _)| Symbol::new(index))
    }
}

/// The row of `symbol`; sema itself interns a few names after the tables were made.
fn slot<T: Clone>(table: &mut Vec<Option<T>>, symbol: Symbol) -> &mut Option<T> {
    if symbol.index() >= table.len() {
        table.resize(symbol.index() + 1, None);
    }
    &mut table[symbol.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_a_scope_brings_back_what_it_hid() {
        let mut scopes = Scopes::new(1);
        let (x, y) = (Symbol::new(0), Symbol::new(7));
        let outer = Binding::Object(ObjectId::new(0));
        let inner = Binding::Object(ObjectId::new(1));
        scopes.declare(x, outer, Span::default());
        scopes.open();
        scopes.declare(x, inner, Span::default());
        scopes.declare(x, inner, Span::default());
        scopes.declare(y, inner, Span::default());
        assert_eq!(scopes.name_here(x).map(|entry| entry.binding), Some(inner));
        scopes.close();
        assert_eq!(scopes.name(x).map(|entry| entry.binding), Some(outer));
        assert!(scopes.name(y).is_none());
        assert_eq!(scopes.visible().collect::<Vec<_>>(), [x]);
    }
}
