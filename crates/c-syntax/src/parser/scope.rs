//! Which names are typedefs here.
//!
//! This is all the semantics that C's grammar needs: `T * x;` declares `x` if `T` is a typedef
//! and multiplies otherwise. Every declaration of an ordinary name (object, function,
//! parameter, enumerator, typedef) decides it for the rest of its scope. Tags, members and
//! labels have name spaces of their own and never come here.
//!
//! The state is one bit per name. A scope remembers only what it *changed*, so that declaring
//! a variable, which almost never hides a typedef, costs a look at one bit.
//!
//! ```text
//!   typedef int T;              T is a typedef
//!   void f(int T) { T * 2; }    hidden by the parameter: a product
//!   T x;                        a typedef again
//! ```

use index::IdSet;
use source::Symbol;

/// What a name denotes, as far as the grammar cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Type,
    Object,
}

#[derive(Default)]
pub(super) struct Scopes {
    typedefs: IdSet<Symbol>,
    /// Names whose meaning was changed, in order; undoing is changing it back.
    changes: Vec<Symbol>,
    /// Length of `changes` at the start of each open scope.
    starts: Vec<usize>,
}

/// What a prototype's scope made of names, to be said again in the function's body.
pub(super) type Changes = Vec<(Symbol, Meaning)>;

impl Scopes {
    pub fn new() -> Self {
        Self::default()
    }

    #[inline]
    pub fn is_typedef(&self, name: Symbol) -> bool {
        self.typedefs.contains(name)
    }

    #[inline]
    pub fn declare(&mut self, name: Symbol, meaning: Meaning) {
        if self.is_typedef(name) != (meaning == Meaning::Type) {
            self.change(name);
        }
    }

    /// Makes `name` a typedef for the rest of the text, whatever scopes are open.
    pub fn declare_everywhere(&mut self, name: Symbol) {
        self.typedefs.insert(name);
    }

    pub fn open(&mut self) {
        self.starts.push(self.changes.len());
    }

    pub fn close(&mut self) {
        let start = self.starts.pop().unwrap_or(0);
        while self.changes.len() > start {
            if let Some(name) = self.changes.pop() {
                self.flip(name);
            }
        }
    }

    /// Closes the scope of a prototype. What it declared comes back in the body, if there is
    /// one: enumerators in the types of parameters as well as the parameters themselves.
    pub fn close_prototype(&mut self) -> Changes {
        let start = self.starts.last().copied().unwrap_or(0);
        // Mostly empty, and then nothing is allocated.
        let changes =
            self.changes[start..].iter().map(|&name| (name, self.meaning(name))).collect();
        self.close();
        changes
    }

    /// Brings the declarations of a prototype into the scope of the body.
    pub fn redo(&mut self, changes: &Changes) {
        for &(name, meaning) in changes {
            self.declare(name, meaning);
        }
    }

    fn meaning(&self, name: Symbol) -> Meaning {
        if self.is_typedef(name) { Meaning::Type } else { Meaning::Object }
    }

    #[cold]
    fn change(&mut self, name: Symbol) {
        self.flip(name);
        if !self.starts.is_empty() {
            self.changes.push(name);
        }
    }

    fn flip(&mut self, name: Symbol) {
        if !self.typedefs.insert(name) {
            self.typedefs.remove(name);
        }
    }
}
