//! Several translation units become one program.
//!
//! Each unit is analysed by itself, with a file scope of its own, into tables that all units
//! share. Then [`Linker::link`] goes over what has external linkage: rows of one name become one
//! row, the definition if there is one.
//!
//! ```text
//!   a.c   extern int n; int f(void);   main calls f        ┐   n, f, main: one row each,
//!   b.c   int n = 3; static int g(void); int f(void)       ┘   g: known in b.c only
//! ```
//!
//! # Models
//! What surrounds the program is linked like a unit of it, with two differences. Its names are a
//! table of their own: where both the program and a model define a name, each keeps its own, and
//! only what one side leaves undefined is looked for on the other. And a model steps back where
//! the program's declaration does not fit it: then the name is not that of the library.
//!
//! # What this cannot do
//! Symbol versions, visibility and sections (but for `.init_array` and its like), and functions
//! that are chosen when the program is loaded (`ifunc`): those have no body here.
//!
//! # Assembler names
//! `int f(void) asm("g")` is `g` to the linker (`asm_name`).

mod asm_name;
mod fit;
mod merge;
mod rewrite;
mod section_ends;
mod startup;
mod weak;

use std::collections::BTreeSet;

use c_syntax::ast;
use index::IndexVec;
use rustc_hash::FxHashMap;
use source::{Diagnostics, Origin, Span, Symbol, Symbols};

use crate::analyser::Analyser;
use crate::scope::Binding;
use crate::typed::{self, Duration, FunctionId, Linkage, ObjectId};
use crate::types::{DataModel, TypeId, Types};
use merge::{Definition, Strength};

/// Where units become a program.
pub struct Linker {
    out: typed::Unit,
    diagnostics: Diagnostics,
    va_list_tag: Option<TypeId>,
    /// What the units that are not linked yet declare with external linkage, unit by unit.
    pending: Vec<Vec<(Symbol, Definition)>>,
    /// Names that stand for another one of their unit.
    aliases: Vec<(Binding, Binding)>,
    /// Sections that something was put into by name, in any unit.
    sections: BTreeSet<String>,
    program: Table,
    models: Table,
}

/// What a name with external linkage means.
type Table = FxHashMap<Symbol, Definition>;

impl Linker {
    /// `symbols` are those of the first unit, which has been parsed.
    pub fn new(model: DataModel, symbols: Symbols) -> Self {
        Self {
            out: empty_unit(model, symbols),
            diagnostics: Diagnostics::new(),
            va_list_tag: None,
            pending: Vec::new(),
            aliases: Vec::new(),
            sections: BTreeSet::new(),
            program: Table::default(),
            models: Table::default(),
        }
    }

    /// The names known so far, to parse the next unit with; they come back by
    /// [`Linker::put_symbols`].
    pub fn take_symbols(&mut self) -> Symbols {
        std::mem::take(&mut self.out.symbols)
    }

    pub fn put_symbols(&mut self, symbols: Symbols) {
        self.out.symbols = symbols;
    }

    /// Analyses a unit, whose symbols are in place.
    pub fn add(&mut self, unit: ast::Unit) {
        let empty = empty_unit(self.out.types.model, Symbols::new());
        let out = std::mem::replace(&mut self.out, empty);
        let mut analyser = Analyser::new(&unit, out, self.va_list_tag);
        analyser.unit();
        let Analyser { out, diagnostics, va_list_tag, scopes, sections, .. } = analyser;
        self.out = out;
        self.sections.extend(sections);
        self.va_list_tag = va_list_tag;
        self.diagnostics.append(diagnostics);
        if self.diagnostics.has_errors() {
            return;
        }
        let mut external = Vec::new();
        for (symbol, entry) in scopes.all_linked() {
            let attributes = match entry.binding {
                Binding::Function(function) => self.out.functions[function].link,
                Binding::Object(object) => self.out.objects[object].link,
                Binding::Typedef(_) | Binding::Enumerator(_) | Binding::Prototype(_) => continue,
            };
            if let Some(alias) = attributes.alias {
                match scopes.linked(alias.symbol).map(|entry| entry.binding) {
                    Some(target) if is_same_kind(target, entry.binding) => {
                        self.aliases.push((entry.binding, target));
                    }
                    _ => self.no_target(symbol, alias),
                }
            }
            if let Some(definition) = self.definition(entry.binding) {
                external.push((symbol, definition));
            }
        }
        self.pending.push(external);
    }

    /// What a row is to the linker; `None` if no other unit can name it.
    fn definition(&self, binding: Binding) -> Option<Definition> {
        match binding {
            Binding::Function(function) => {
                let row = &self.out.functions[function];
                let strength = match &row.body {
                    _ if row.link.alias.is_some() && row.link.is_weak => Strength::Weak,
                    _ if row.link.alias.is_some() => Strength::Strong,
                    None => Strength::Undefined,
                    Some(_) if row.link.is_weak => Strength::Weak,
                    Some(_) if row.is_inline => Strength::Inline,
                    Some(_) => Strength::Strong,
                };
                let is_external = !row.is_static || row.link.asm_name.is_some();
                is_external.then_some(Definition { binding, strength, span: row.span })
            }
            Binding::Object(object) => {
                let row = &self.out.objects[object];
                let (Duration::Static(linkage) | Duration::ThreadLocal(linkage)) = row.duration
                else {
                    return None;
                };
                let strength = match linkage {
                    Linkage::Internal | Linkage::None => return None,
                    _ if row.link.alias.is_some() && row.link.is_weak => Strength::Weak,
                    _ if row.link.alias.is_some() => Strength::Strong,
                    Linkage::Undefined => Strength::Undefined,
                    Linkage::External if row.link.is_weak => Strength::Weak,
                    Linkage::External if row.init.is_none() => Strength::Tentative,
                    Linkage::External => Strength::Strong,
                };
                Some(Definition { binding, strength, span: row.span })
            }
            Binding::Typedef(_) | Binding::Enumerator(_) | Binding::Prototype(_) => None,
        }
    }

    /// The program as far as it is linked.
    pub fn unit(&self) -> &typed::Unit {
        &self.out
    }

    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// Makes one program of the units that were added since the last time. The program's own units
    /// are linked together, and before the models.
    pub fn link(&mut self, origin: Origin) {
        if origin == Origin::User {
            self.refuse_ends_of_sections();
        }
        if self.diagnostics.has_errors() {
            return;
        }
        let mut merge = merge::Merge::new(self);
        merge.units(origin);
        match origin {
            Origin::User => {}
            Origin::Model => merge.join_tables(),
        }
        merge.resolve_aliases();
        merge.finish();
        if origin == Origin::User {
            self.find_startup();
        }
    }

    /// The functions that these stretches of the text define are for calls through pointers only.
    pub fn mark_thunks(&mut self, stretches: &[Span]) {
        for function in self.out.functions.values_mut().filter(|row| row.body.is_some()) {
            let is_in = |it: &Span| it.lo <= function.span.lo && function.span.lo < it.hi;
            function.is_thunk |= stretches.iter().any(is_in);
        }
    }

    /// What a name means that no unit defines and that is declared weak: nothing, at address
    /// null. `is_provided` tells which names are defined all the same, by no unit.
    pub fn resolve_weak(&mut self, is_provided: impl Fn(&str) -> bool) {
        weak::resolve(&mut self.out, is_provided);
    }

    /// The whole program, and what is wrong with it.
    pub fn finish(self) -> (typed::Unit, Diagnostics) {
        (self.out, self.diagnostics)
    }
}

fn empty_unit(model: DataModel, symbols: Symbols) -> typed::Unit {
    typed::Unit {
        types: Types::new(model),
        symbols,
        objects: IndexVec::new(),
        functions: IndexVec::new(),
        exprs: IndexVec::new(),
        stmts: IndexVec::new(),
        labels: IndexVec::new(),
        switches: IndexVec::new(),
        vlas: IndexVec::new(),
        strings: IndexVec::new(),
        file_asm: Vec::new(),
        constructors: Vec::new(),
        destructors: Vec::new(),
        enumerators: Vec::new(),
    }
}

fn is_same_kind(one: Binding, other: Binding) -> bool {
    matches!(
        (one, other),
        (Binding::Function(_), Binding::Function(_)) | (Binding::Object(_), Binding::Object(_))
    )
}

/// The rows of two bindings of one kind.
enum Pair {
    Functions(FunctionId, FunctionId),
    Objects(ObjectId, ObjectId),
}

fn pair(one: Binding, other: Binding) -> Option<Pair> {
    match (one, other) {
        (Binding::Function(one), Binding::Function(other)) => Some(Pair::Functions(one, other)),
        (Binding::Object(one), Binding::Object(other)) => Some(Pair::Objects(one, other)),
        _ => None,
    }
}
