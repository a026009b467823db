//! Definitions and declarations of one name meet.
//!
//! The strongest definition wins, as with a linker: one that is neither weak nor tentative over
//! one that is, and any definition over none. Two strong ones are an error. What the units
//! disagree about is reported with both places, as an error where the machine would notice the
//! difference.

use c_syntax::ast;
use source::{Diagnostic, Origin, Span, Symbol};

use super::fit::{Fit, fit, fit_qualified};
use super::rewrite::{Replaced, rewrite};
use super::{Linker, Pair, Table, pair};
use crate::scope::Binding;
use crate::typed::{Duration, Function, FunctionId, Object, ObjectId};
use crate::types::Type;

/// A declaration or definition with external linkage.
#[derive(Clone, Copy, Debug)]
pub(super) struct Definition {
    pub binding: Binding,
    pub strength: Strength,
    pub span: Span,
}

/// How much a definition counts; later counts more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    Undefined,
    Inline,
    Weak,
    /// `int x;` at file scope.
    Tentative,
    Strong,
}

/// One round of linking.
pub(super) struct Merge<'l> {
    linker: &'l mut Linker,
    functions: Replaced<FunctionId>,
    objects: Replaced<ObjectId>,
}

impl<'l> Merge<'l> {
    pub fn new(linker: &'l mut Linker) -> Self {
        let functions = Replaced::none(linker.out.functions.len());
        let objects = Replaced::none(linker.out.objects.len());
        Self { linker, functions, objects }
    }

    /// Puts the pending units into their table.
    pub fn units(&mut self, origin: Origin) {
        let mut table = std::mem::take(self.table(origin));
        let mut units = std::mem::take(&mut self.linker.pending);
        self.linker.use_asm_names(&mut units);
        for unit in units {
            for (symbol, new) in unit {
                let known = match table.get(&symbol) {
                    Some(&old) => self.meet(symbol, old, new),
                    None => new,
                };
                table.insert(symbol, known);
            }
        }
        *self.table(origin) = table;
    }

    fn table(&mut self, origin: Origin) -> &mut Table {
        match origin {
            Origin::User => &mut self.linker.program,
            Origin::Model => &mut self.linker.models,
        }
    }

    /// What two units say about one name, together.
    fn meet(&mut self, symbol: Symbol, old: Definition, new: Definition) -> Definition {
        if pair(old.binding, new.binding).is_none() {
            let name = self.name(symbol);
            let message = format!("`{name}` is a function in one file and an object in another");
            let diagnostic = Diagnostic::error("E0261", new.span, message);
            self.report(diagnostic.label("here").also(old.span, "and here"));
            return old;
        }
        if old.strength == Strength::Strong && new.strength == Strength::Strong {
            let message = format!("`{}` is defined in two files", self.name(symbol));
            let diagnostic = Diagnostic::error("E0260", new.span, message);
            self.report(diagnostic.label("defined again").also(old.span, "defined here before"));
            return old;
        }
        if old.strength.min(new.strength) == Strength::Tentative {
            let message =
                format!("`{}` is defined in two files; it is one object", self.name(symbol));
            self.report(
                Diagnostic::warning("W0263", new.span, message)
                    .label("defined again")
                    .also(old.span, "defined here before")
                    .help("declare it `extern` in one of them; compilers refuse it today"),
            );
        }
        self.compare(symbol, old, new);
        let (winner, loser) = if new.strength > old.strength { (new, old) } else { (old, new) };
        self.replace(loser.binding, winner.binding);
        winner
    }

    /// Says what the units disagree about.
    fn compare(&mut self, symbol: Symbol, old: Definition, new: Definition) {
        let out = &self.linker.out;
        let (fits, texts) = match pair(old.binding, new.binding) {
            Some(Pair::Functions(one, other)) => {
                let (one, other) = (&out.functions[one], &out.functions[other]);
                let fits = fit(&out.types, one.ty, other.ty);
                let is_guessed = one.is_implicit || other.is_implicit;
                let fits = if is_guessed { fits.min(Fit::Alike) } else { fits };
                // C names them apart, and only `asm("...")` makes them one: the machine sees no difference.
                let is_renamed = one.link.asm_name.is_some() != other.link.asm_name.is_some();
                let fits = if is_renamed && fits == Fit::Alike { Fit::Same } else { fits };
                (fits, [one.ty, other.ty].map(|ty| out.types.display(&out.symbols, ty)))
            }
            Some(Pair::Objects(one, other)) => {
                let (one, other) = (&out.objects[one], &out.objects[other]);
                let is_apart = is_thread_local(one) != is_thread_local(other);
                let fits = match is_apart {
                    true => Fit::Apart,
                    false => fit_qualified(&out.types, one.ty, other.ty),
                };
                (fits, [one.ty.ty, other.ty.ty].map(|ty| out.types.display(&out.symbols, ty)))
            }
            None => return,
        };
        let message = format!("the files disagree about the type of `{}`", self.name(symbol));
        let diagnostic = match fits {
            Fit::Same => return,
            Fit::Alike => Diagnostic::warning("W0261", new.span, message),
            Fit::Apart => Diagnostic::error("E0261", new.span, message),
        };
        let [one, other] = texts;
        let diagnostic = diagnostic.label(format!("declared as `{other}`"));
        self.report(diagnostic.also(old.span, format!("declared as `{one}` before")));
    }

    /// From now on `row` is `other`.
    fn replace(&mut self, row: Binding, other: Binding) -> bool {
        let out = &mut self.linker.out;
        match pair(row, other) {
            Some(Pair::Functions(row, other)) => {
                let (row, other) = (self.functions.find(row), self.functions.find(other));
                let is_noreturn = out.functions[row].is_noreturn;
                out.functions[other].is_noreturn |= is_noreturn;
                self.functions.replace(row, other)
            }
            Some(Pair::Objects(row, other)) => {
                let (row, other) = (self.objects.find(row), self.objects.find(other));
                let Object { is_address_taken, align, ty, .. } = out.objects[row];
                // A register has one type; memory can be read through any.
                let is_pointer = |ty| matches!(out.types[ty], Type::Pointer(_));
                let other_ty = out.objects[other].ty.ty;
                let is_one_type = ty.ty == other_ty || (is_pointer(ty.ty) && is_pointer(other_ty));
                let kept = &mut out.objects[other];
                kept.is_address_taken |= is_address_taken || !is_one_type;
                kept.align = kept.align.max(align);
                kept.ty.qualifiers.is_volatile |= ty.qualifiers.is_volatile;
                self.objects.replace(row, other)
            }
            None => true,
        }
    }

    /// What the program uses and does not define is looked for among the models, and the other
    /// way round.
    pub fn join_tables(&mut self) {
        let models: Vec<(Symbol, Definition)> = {
            let mut models: Vec<_> =
                self.linker.models.iter().map(|(&name, &it)| (name, it)).collect();
            models.sort_unstable_by_key(|(name, _)| *name);
            models
        };
        for (symbol, model) in models {
            let own = self.linker.program.get(&symbol).copied();
            match own.map(|own| (own, own.strength, model.strength)) {
                Some((own, Strength::Undefined, _)) if self.fits(own, model) => {
                    self.replace(own.binding, model.binding);
                }
                // What a model asks for and the program defines is the program's, whatever its
                // type: `void main()` is called all the same.
                Some((own, strength, Strength::Undefined)) if strength != Strength::Undefined => {
                    self.replace(model.binding, own.binding);
                }
                _ => {}
            }
            self.builtins(symbol, model);
        }
    }

    /// `__builtin_f` is `f`.
    fn builtins(&mut self, symbol: Symbol, model: Definition) {
        let Binding::Function(function) = model.binding else { return };
        let out = &self.linker.out;
        let builtin = out.symbols.get(&format!("__builtin_{}", out.symbols.name(symbol)));
        let Some(builtin) = builtin.filter(|_| out.functions[function].body.is_some()) else {
            return;
        };
        let is_it = |row: &Function| {
            row.name == builtin
                && row.body.is_none()
                && fit(&out.types, row.ty, out.functions[function].ty) != Fit::Apart
        };
        let rows: Vec<FunctionId> =
            out.functions.iter().filter(|(_, row)| is_it(row)).map(|(id, _)| id).collect();
        for row in rows {
            self.replace(Binding::Function(row), model.binding);
        }
    }

    fn fits(&self, own: Definition, model: Definition) -> bool {
        let out = &self.linker.out;
        match pair(own.binding, model.binding) {
            Some(Pair::Functions(own, model)) => {
                fit(&out.types, out.functions[own].ty, out.functions[model].ty) != Fit::Apart
            }
            Some(Pair::Objects(own, model)) => {
                let (own, model) = (&out.objects[own], &out.objects[model]);
                fit(&out.types, own.ty.ty, model.ty.ty) != Fit::Apart
                    && is_thread_local(own) == is_thread_local(model)
            }
            None => false,
        }
    }

    /// A name that another definition has not replaced is what its `alias` says.
    pub fn resolve_aliases(&mut self) {
        for (row, target) in std::mem::take(&mut self.linker.aliases) {
            let is_replaced = match row {
                Binding::Function(row) => self.functions.is_replaced(row),
                Binding::Object(row) => self.objects.is_replaced(row),
                _ => true,
            };
            if !is_replaced && !self.replace(row, target) {
                let span = match row {
                    Binding::Function(row) => self.linker.out.functions[row].span,
                    Binding::Object(row) => self.linker.out.objects[row].span,
                    _ => Span::default(),
                };
                let message = "an alias leads back to itself";
                self.report(Diagnostic::error("E0262", span, message));
            }
        }
    }

    /// Leaves one row for everything.
    pub fn finish(self) {
        let Self { linker, functions, objects } = self;
        let Some(new) = rewrite(&mut linker.out, &functions, &objects) else { return };
        for definition in linker.program.values_mut().chain(linker.models.values_mut()) {
            definition.binding = match definition.binding {
                Binding::Function(function) => Binding::Function(new.functions[function]),
                Binding::Object(object) => Binding::Object(new.objects[object]),
                other => other,
            };
        }
        let renumbered = |functions: &mut Vec<FunctionId>| {
            functions.iter_mut().for_each(|function| *function = new.functions[*function]);
        };
        renumbered(&mut linker.out.constructors);
        renumbered(&mut linker.out.destructors);
    }

    fn name(&self, symbol: Symbol) -> String {
        self.linker.out.symbols.name(symbol).to_owned()
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.linker.diagnostics.push(diagnostic);
    }
}

impl Linker {
    pub(super) fn no_target(&mut self, symbol: Symbol, alias: ast::Name) {
        let (name, target) = (self.out.symbols.name(symbol), self.out.symbols.name(alias.symbol));
        let message =
            format!("`{name}` is an alias of `{target}`, which this file does not declare");
        self.diagnostics.push(Diagnostic::error("E0262", alias.span, message));
    }
}

fn is_thread_local(object: &Object) -> bool {
    matches!(object.duration, Duration::ThreadLocal(_))
}
