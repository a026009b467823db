//! From names to ids: declarations, scopes, types.
//!
//! Errors are collected, each declaration on its own, so that one run reports several. Formulas
//! are brought to negation normal form on the way; `<=>`, `if` and predicates copy their parts,
//! so the number of nodes made is limited (a handful of nested `<=>` would fill the memory).
//!
//! The split over files: this one reads declarations and transitions, `formula` what stands
//! between braces.

mod formula;

use index::IndexVec;
use rustc_hash::FxHashMap;
use source::{Diagnostic, Diagnostics, Span};

use crate::model::{
    Assigned, Atom, Cell, Formula, Kind, Proc, Quantified, Symbol, SymbolId, SymbolKind, System,
    Term, Transition, TransitionId, Type, TypeId, Update,
};
use crate::suggest::nearest;
use crate::syntax::ast;
use crate::syntax::parser::array_copy;

/// Formulas of one file have at most so many nodes after expansion.
const MAX_NODES: usize = 500_000;
/// `#1 ... #8`: more named processes are refused.
const MAX_FIXED: u32 = 8;

/// Arrays with more indices are refused.
const MAX_ARITY: usize = 3;

/// An error was reported.
struct Failed;

type Resolved<T> = Result<T, Failed>;

/// What a lower-case name stands for.
#[derive(Clone)]
enum Binding {
    Proc(Proc),
    /// From `let`, or an argument of a predicate.
    Term(Typed),
}

/// A term with its type; an integer literal fits `int` and `real`.
#[derive(Clone)]
struct Typed {
    term: Term,
    ty: Option<TypeId>,
}

type Scope = Vec<(String, Binding)>;

struct Resolver<'a> {
    file: &'a ast::File,
    types: IndexVec<TypeId, Type>,
    types_by_name: FxHashMap<String, TypeId>,
    constructors: FxHashMap<String, (TypeId, usize)>,
    symbols: IndexVec<SymbolId, Symbol>,
    symbols_by_name: FxHashMap<String, SymbolId>,
    n_fixed: usize,
    real_unit: i64,
    n_nodes: usize,
    /// How many predicates are being expanded, one inside the other.
    depth: usize,
    diagnostics: &'a mut Diagnostics,
}

pub fn resolve(file: &ast::File, diagnostics: &mut Diagnostics) -> Option<System> {
    let mut resolver = Resolver {
        file,
        types: IndexVec::new(),
        types_by_name: FxHashMap::default(),
        constructors: FxHashMap::default(),
        symbols: IndexVec::new(),
        symbols_by_name: FxHashMap::default(),
        n_fixed: 0,
        real_unit: 1,
        n_nodes: 0,
        depth: 0,
        diagnostics,
    };
    resolver.system().ok()
}

impl Resolver<'_> {
    fn system(&mut self) -> Resolved<System> {
        self.numbers()?;
        self.declare_types();
        self.declare_symbols();
        if self.diagnostics.has_errors() {
            return Err(Failed);
        }
        let file = self.file;
        let init = match &file.init[..] {
            [init] => self.quantified(init),
            [] => Err(self.missing("init", "the initial states")),
            [_, second, ..] => Err(self.error("E0711", second.span, "a second `init`")),
        };
        if file.unsafes.is_empty() {
            self.missing("unsafe", "what must never happen");
        }
        let unsafes = self.all_quantified(&file.unsafes);
        let invariants = self.all_quantified(&file.invariants);
        let candidates = self.all_quantified(&file.candidates);
        let mut transitions: IndexVec<TransitionId, Transition> = IndexVec::new();
        for transition in &file.transitions {
            if let Ok(transition) = self.transition(transition) {
                transitions.push(transition);
            }
        }
        if self.diagnostics.has_errors() {
            return Err(Failed);
        }
        let init = init?;
        let mut system = System {
            has_outside_process: demands_outside_process(&init.body),
            types: std::mem::take(&mut self.types),
            symbols: std::mem::take(&mut self.symbols),
            n_fixed: self.n_fixed,
            init,
            unsafes,
            invariants,
            candidates,
            transitions,
            real_unit: self.real_unit,
            compares_processes: false,
        };
        system.compares_processes = compares_processes(&system);
        Ok(system)
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> Failed {
        self.diagnostics.push(Diagnostic::error(code, span, message));
        Failed
    }

    fn missing(&mut self, keyword: &str, purpose: &str) -> Failed {
        self.diagnostics.push(
            Diagnostic::error("E0712", Span::at(0), format!("there is no `{keyword}`"))
                .help(format!("`{keyword} (x) {{ ... }}` says {purpose}")),
        );
        Failed
    }

    fn numbers(&mut self) -> Resolved<()> {
        if let Some((n_fixed, span)) = self.file.n_fixed {
            if n_fixed > MAX_FIXED {
                let message = format!("`number_procs` of more than {MAX_FIXED} is not supported");
                return Err(self.error("E0713", span, message));
            }
            self.n_fixed = n_fixed as usize;
        }
        if self.file.n_decimals > 9 {
            let message = "numbers with more than nine decimals are not supported";
            return Err(self.error("E0714", Span::at(0), message));
        }
        self.real_unit = 10i64.pow(self.file.n_decimals as u32);
        Ok(())
    }

    fn declare_types(&mut self) {
        let booleans = Kind::Enum(vec!["False".to_string(), "True".to_string()]);
        let built_in =
            [("bool", booleans), ("proc", Kind::Proc), ("int", Kind::Int), ("real", Kind::Real)];
        for (name, kind) in built_in {
            self.add_type(name, kind);
        }
        for declared in &self.file.types {
            if self.types_by_name.contains_key(&declared.name.text) {
                let message = format!("type `{}` is declared twice", declared.name.text);
                self.error("E0715", declared.name.span, message);
                continue;
            }
            let Some(constructors) = &declared.constructors else {
                self.add_type(&declared.name.text, Kind::Abstract);
                continue;
            };
            for constructor in constructors {
                if self.constructors.contains_key(&constructor.text) {
                    let message = format!("constructor `{}` is declared twice", constructor.text);
                    self.error("E0715", constructor.span, message);
                }
            }
            let names = constructors.iter().map(|name| name.text.clone()).collect();
            self.add_type(&declared.name.text, Kind::Enum(names));
        }
    }

    fn add_type(&mut self, name: &str, kind: Kind) {
        let id = self.types.next_id();
        if let Kind::Enum(names) = &kind {
            for (position, name) in names.iter().enumerate() {
                self.constructors.insert(name.clone(), (id, position));
            }
        }
        self.types.push(Type { name: name.to_string(), kind });
        self.types_by_name.insert(name.to_string(), id);
    }

    fn declare_symbols(&mut self) {
        for declared in &self.file.symbols {
            let name = &declared.name;
            if self.symbols_by_name.contains_key(&name.text)
                || self.constructors.contains_key(&name.text)
            {
                let message = format!("`{}` is declared twice", name.text);
                self.error("E0715", name.span, message);
                continue;
            }
            for index in &declared.indices {
                if index.text != "proc" {
                    let message = format!("an array is indexed by `proc`, not `{}`", index.text);
                    self.error("E0716", index.span, message);
                }
            }
            if declared.indices.len() > MAX_ARITY {
                let message =
                    format!("an array with more than {MAX_ARITY} indices is not supported");
                self.error("E0718", name.span, message);
            }
            let Some(&ty) = self.types_by_name.get(&declared.ty.text) else {
                let known = self.types.values().map(|ty| ty.name.as_str());
                let near = nearest(&declared.ty.text, known).map(str::to_string);
                self.unknown("type", &declared.ty.text, declared.ty.span, near);
                continue;
            };
            let kind = match declared.kind {
                ast::SymbolKind::Constant => SymbolKind::Constant,
                ast::SymbolKind::Variable | ast::SymbolKind::Array => SymbolKind::Mutable,
            };
            let symbol =
                Symbol { name: name.text.clone(), kind, arity: declared.indices.len(), ty };
            let id = self.symbols.push(symbol);
            self.symbols_by_name.insert(name.text.clone(), id);
        }
    }

    fn unknown(&mut self, what: &str, name: &str, span: Span, near: Option<String>) -> Failed {
        let mut message = Diagnostic::error("E0717", span, format!("unknown {what} `{name}`"))
            .label("not declared");
        if let Some(near) = near {
            message = message.help(format!("did you mean `{near}`?"));
        }
        self.diagnostics.push(message);
        Failed
    }

    fn all_quantified(&mut self, list: &[ast::Quantified]) -> Vec<Quantified> {
        list.iter().filter_map(|quantified| self.quantified(quantified).ok()).collect()
    }

    fn quantified(&mut self, quantified: &ast::Quantified) -> Resolved<Quantified> {
        let scope = self.params_scope(&quantified.params)?;
        let body = self.formula(&quantified.body, &scope, formula::Sign::Positive)?;
        Ok(Quantified { n_params: quantified.params.len(), body, span: quantified.span })
    }

    fn params_scope(&mut self, params: &[ast::Name]) -> Resolved<Scope> {
        let mut scope: Scope = Vec::new();
        for (position, param) in params.iter().enumerate() {
            if scope.iter().any(|(name, _)| *name == param.text) {
                let message = format!("parameter `{}` occurs twice", param.text);
                return Err(self.error("E0715", param.span, message));
            }
            scope.push((param.text.clone(), Binding::Proc(Proc::Var(position))));
        }
        Ok(scope)
    }

    fn transition(&mut self, transition: &ast::Transition) -> Resolved<Transition> {
        let mut scope = self.params_scope(&transition.params)?;
        let mut params: Vec<String> = scope.iter().map(|(name, _)| name.clone()).collect();
        let mut plain = Vec::new();
        let mut universal = Vec::new();
        if let Some(requires) = &transition.requires {
            self.split_guard(requires, &mut scope, &mut params, &mut plain, &mut universal)?;
        }
        let mut guard = Vec::new();
        for (expr, scope) in &plain {
            guard.push(self.formula(expr, scope, formula::Sign::Positive)?);
        }
        let bound = Proc::Var(params.len());
        let mut foralls = Vec::new();
        let mut beside = Vec::new();
        for (name, body, scope) in &universal {
            let mut scope = scope.clone();
            scope.push((name.text.clone(), Binding::Proc(bound)));
            let body = self.formula(body, &scope, formula::Sign::Positive)?;
            beside.extend(parts_without(&body, bound));
            foralls.push(body);
        }
        for (name, term) in &transition.lets {
            let typed = self.term(term, &scope)?;
            scope.push((name.text.clone(), Binding::Term(typed)));
        }
        let updates = self.updates(transition, &scope, params.len())?;
        Ok(Transition {
            name: transition.name.text.clone(),
            params,
            guard: Formula::And(guard),
            foralls,
            beside_foralls: Formula::And(beside),
            updates,
            span: transition.name.span,
        })
    }

    /// Takes `requires` apart into plain conjuncts and universal ones. A process bound by
    /// `exists_other` becomes one more parameter.
    fn split_guard<'e>(
        &mut self,
        expr: &'e ast::Expr,
        scope: &mut Scope,
        params: &mut Vec<String>,
        plain: &mut Vec<(&'e ast::Expr, Scope)>,
        universal: &mut Vec<(&'e ast::Name, &'e ast::Expr, Scope)>,
    ) -> Resolved<()> {
        match &expr.kind {
            ast::ExprKind::And(parts) => {
                for part in parts {
                    self.split_guard(part, scope, params, plain, universal)?;
                }
            }
            ast::ExprKind::Quantified(ast::Quantifier::ForallOther, names, body) => {
                let [name] = &names[..] else {
                    return Err(self.error("E0718", expr.span, "`forall_other` binds one process"));
                };
                universal.push((name, body, scope.clone()));
            }
            ast::ExprKind::Quantified(ast::Quantifier::ExistsOther, names, body) => {
                if !universal.is_empty() || names.len() != 1 {
                    let message = "`exists_other` beside `forall_other` is not supported";
                    return Err(self.error("E0718", expr.span, message));
                }
                let position = params.len();
                params.push(names[0].text.clone());
                scope.push((names[0].text.clone(), Binding::Proc(Proc::Var(position))));
                self.split_guard(body, scope, params, plain, universal)?;
                if !universal.is_empty() {
                    let message = "`forall_other` under `exists_other` is not supported";
                    return Err(self.error("E0718", expr.span, message));
                }
                scope.pop();
            }
            _ => plain.push((expr, scope.clone())),
        }
        Ok(())
    }

    fn updates(
        &mut self,
        transition: &ast::Transition,
        scope: &Scope,
        n_params: usize,
    ) -> Resolved<Vec<Update>> {
        let mut updates: Vec<Update> = Vec::new();
        for update in &transition.updates {
            let target = self.symbol(&update.target)?;
            let symbol = self.symbols[target].clone();
            let copied;
            let update = match array_copied(update) {
                Some(from) if symbol.arity == 1 && update.indices.is_empty() => {
                    copied = array_copy(&update.target, &from);
                    &copied
                }
                _ => update,
            };
            if symbol.kind == SymbolKind::Constant {
                let message = format!("the constant `{}` cannot be assigned to", symbol.name);
                return Err(self.error("E0719", update.target.span, message));
            }
            if symbol.arity != update.indices.len() {
                return Err(self.wrong_arity(&symbol, update.indices.len(), update.target.span));
            }
            if updates.iter().any(|other| other.symbol == target) {
                let message = format!("`{}` is assigned to twice", symbol.name);
                return Err(self.error("E0715", update.target.span, message));
            }
            let indices = (0..symbol.arity).map(|index| Proc::Var(n_params + index));
            let indices: Vec<Proc> = indices.collect();
            let value = match &update.value {
                ast::Value::Any => {
                    if symbol.arity > 0 {
                        let message = "an array cannot be assigned any value";
                        return Err(self.error("E0718", update.target.span, message));
                    }
                    Assigned::Any
                }
                ast::Value::Term(term) => {
                    self.at_one_place(update, term, &indices, scope, target)?
                }
                ast::Value::Case(branches) => {
                    let mut scope = scope.clone();
                    for (name, index) in update.indices.iter().zip(&indices) {
                        if name.text.starts_with('#') {
                            let message =
                                "`case` assigns to a whole array: its index is a new name";
                            return Err(self.error("E0718", name.span, message));
                        }
                        scope.push((name.text.clone(), Binding::Proc(*index)));
                    }
                    self.cases(branches, &scope, symbol.ty)?
                }
            };
            updates.push(Update { symbol: target, value });
        }
        Ok(updates)
    }

    /// `A[x] := t` is `A[j] := case | j = x : t | _ : A[j]`.
    fn at_one_place(
        &mut self,
        update: &ast::Update,
        term: &ast::Term,
        indices: &[Proc],
        scope: &Scope,
        target: SymbolId,
    ) -> Resolved<Assigned> {
        let ty = self.symbols[target].ty;
        let value = self.term_of_type(term, scope, ty)?;
        if indices.is_empty() {
            return Ok(Assigned::Cases(vec![(Formula::Constant(true), value)]));
        }
        let mut here = Vec::new();
        for (name, index) in update.indices.iter().zip(indices) {
            let place = self.proc(&name.text, name.span, scope)?;
            here.push(Formula::Atom(Atom::Equal(Term::Proc(*index), Term::Proc(place))));
        }
        let old = Cell { symbol: target, indices: indices.to_vec() };
        let old = self.cell_term(old, ty);
        Ok(Assigned::Cases(vec![(Formula::And(here), value), (Formula::Constant(true), old)]))
    }

    fn cases(
        &mut self,
        branches: &[(Option<ast::Expr>, ast::Term)],
        scope: &Scope,
        ty: TypeId,
    ) -> Resolved<Assigned> {
        let mut cases = Vec::new();
        for (condition, term) in branches {
            let condition = match condition {
                Some(condition) => self.formula(condition, scope, formula::Sign::Positive)?,
                None => Formula::Constant(true),
            };
            cases.push((condition, self.term_of_type(term, scope, ty)?));
        }
        let last = &branches[branches.len() - 1];
        if last.0.is_some() {
            self.diagnostics.push(
                Diagnostic::error("E0718", last.1.span, "`case` without a branch `_` is not supported")
                    .note(
                        "where no condition holds, Cubicle's backward search assigns any value, and its \
                         forward search takes the last branch",
                    )
                    .help("say it with `| _ : VALUE`"),
            );
            return Err(Failed);
        }
        Ok(Assigned::Cases(cases))
    }
}

/// The name on the right of `A := B`.
fn array_copied(update: &ast::Update) -> Option<ast::Name> {
    match &update.value {
        ast::Value::Term(ast::Term { kind: ast::TermKind::Name(text), span }) => {
            Some(ast::Name { text: text.clone(), span: *span })
        }
        _ => None,
    }
}

/// The conjuncts of a universal guard that say nothing of the bound process.
fn parts_without(body: &Formula, bound: Proc) -> Vec<Formula> {
    let parts = match body {
        Formula::And(parts) => parts.clone(),
        other => vec![other.clone()],
    };
    parts.into_iter().filter(|part| !mentions(part, bound)).collect()
}

fn mentions(formula: &Formula, wanted: Proc) -> bool {
    let mut found = false;
    formula.for_each_atom(&mut |atom| {
        let in_cell = |cell: &Cell| cell.indices.contains(&wanted);
        let in_term = |term: &Term| match term {
            Term::Proc(proc) => *proc == wanted,
            Term::Constructor(_) => false,
            Term::Cell(cell) => in_cell(cell),
            Term::Sum(sum) => sum.parts.iter().any(|(_, cell)| in_cell(cell)),
        };
        found |= match atom {
            Atom::Equal(lhs, rhs)
            | Atom::Differ(lhs, rhs)
            | Atom::Less(lhs, rhs)
            | Atom::AtMost(lhs, rhs) => in_term(lhs) || in_term(rhs),
            Atom::Linear(sum, _, _) => sum.parts.iter().any(|(_, cell)| in_cell(cell)),
        };
    });
    found
}

/// Whether a conjunct of `init` is `V <> p` for a parameter that `V` does not depend on.
fn demands_outside_process(init: &Formula) -> bool {
    match init {
        Formula::And(parts) => parts.iter().any(demands_outside_process),
        Formula::Atom(Atom::Differ(Term::Cell(cell), Term::Proc(proc @ Proc::Var(_))))
        | Formula::Atom(Atom::Differ(Term::Proc(proc @ Proc::Var(_)), Term::Cell(cell))) => {
            !cell.indices.contains(proc)
        }
        _ => false,
    }
}

fn compares_processes(system: &System) -> bool {
    let mut found = false;
    let mut visit = |formula: &Formula| {
        formula.for_each_atom(&mut |atom| {
            found |= matches!(atom, Atom::Less(..) | Atom::AtMost(..));
        });
    };
    visit(&system.init.body);
    for quantified in system.unsafes.iter().chain(&system.invariants).chain(&system.candidates) {
        visit(&quantified.body);
    }
    for transition in system.transitions.values() {
        visit(&transition.guard);
        transition.foralls.iter().for_each(&mut visit);
        for update in &transition.updates {
            if let Assigned::Cases(cases) = &update.value {
                cases.iter().for_each(|(condition, _)| visit(condition));
            }
        }
    }
    found
}
