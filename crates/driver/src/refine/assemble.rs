//! Two programs and their clauses, as a question for the engine.
//!
//! Names become slots: those of the target first, then those of the source. What both have in
//! common and nobody calls private is *shared*: it is related, and others may change it as the
//! clauses about the environment say.

use std::collections::{BTreeMap, BTreeSet};

use engine_refine::expr::{Ex, Exprs, Slot};
use engine_refine::machine::{Label, Machine, Side};
use engine_refine::observe::Observed;
use engine_refine::problem::{Command, Environment, Fact, Problem, Variable};
use engine_refine::{OWN_THREAD, Slots, build};
use ir::{CompareOp, Expr, Initial, IntType, Op, Program, Scope, Type, VarId, VarOrigin};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Diagnostic, Diagnostics, Source, Span};

use super::notation::{Clauses, Formula, Name, Observation, Others, Whose};
use super::resolve::Resolver;

/// A text with clauses, and what is wrong with them.
pub struct Said {
    pub source: Source,
    pub clauses: Clauses,
    pub diagnostics: Diagnostics,
}

/// What others do, if it is a program: once in the steps that are asked for, and once statement
/// by statement.
pub struct EnvironmentProgram {
    pub source: Source,
    pub program: Program,
    pub exact: Program,
}

/// What is put together.
pub struct Parts<'a> {
    pub target: &'a Program,
    pub source: &'a Program,
    pub environment: Option<&'a mut EnvironmentProgram>,
    pub said: &'a mut [Said],
    pub environment_diagnostics: &'a mut Diagnostics,
    pub ints: engine_refine::expr::Ints,
    /// Whether the whole program is looked at, from its initial values.
    pub is_whole: bool,
}

/// The question, and what it took for granted.
pub struct Assembled {
    pub problem: Problem,
    pub observed: Observed,
    pub relies: Vec<String>,
    /// Globals that are not compared.
    pub uncompared: Vec<String>,
}

/// Why there is no question.
pub enum Unfit {
    /// The clauses are wrong, and it has been said.
    Said,
    /// Something is not modelled.
    Unmodelled(String),
}

pub fn assemble(parts: Parts<'_>) -> Result<Assembled, Unfit> {
    let mut exprs = Exprs::new(parts.ints);
    let mut variables = Vec::new();
    let wanted = names_wanted(&parts);
    let target_vars = add_variables(
        parts.target,
        Side::Target,
        &wanted,
        parts.is_whole,
        &mut exprs,
        &mut variables,
    );
    let source_vars = add_variables(
        parts.source,
        Side::Source,
        &wanted,
        parts.is_whole,
        &mut exprs,
        &mut variables,
    );
    let names = Names::of(&variables);
    let pairs = related(&parts, &names, &exprs)?;
    let observed = observed(&parts)?;
    let mut shared: FxHashSet<Slot> = FxHashSet::default();
    for pair in &pairs.shared {
        shared.extend([pair.0, pair.1]);
    }
    // Whatever conditions speak of matters at every moment.
    for name in names_in_conditions(&parts) {
        for side in [Side::Target, Side::Source] {
            let slot = names.slot(side, &name);
            shared.extend(slot.filter(|slot| variables[slot.index()].is_global));
        }
    }
    let mut next = FxHashMap::default();
    for (target, source) in &pairs.shared {
        for slot in [*target, *source] {
            next.insert(slot, exprs.add_slot(exprs.slot_type(slot)));
        }
    }
    let target = build(
        parts.target,
        Side::Target,
        &mut exprs,
        &Slots { of: &target_vars, shared: &shared },
        &observed,
    )
    .map_err(Unfit::Unmodelled)?;
    let source = build(
        parts.source,
        Side::Source,
        &mut exprs,
        &Slots { of: &source_vars, shared: &shared },
        &observed,
    )
    .map_err(Unfit::Unmodelled)?;
    let mut resolver = Resolver { exprs: &mut exprs, names: &names, next: &next };
    let mut relation = Vec::new();
    for (target, source) in &pairs.equal {
        let (a, b) = (resolver.exprs.slot(*target), resolver.exprs.slot(*source));
        let ex = resolver.exprs.equal(a, b);
        let name = &variables[target.index()].name;
        relation.push(Fact { ex, text: format!("tgt.{name} == src.{name}") });
    }
    let mut requires = Vec::new();
    for said in parts.said.iter_mut() {
        for (formula, text) in said.clauses.relations.clone() {
            match resolver.condition(&formula, &mut said.diagnostics) {
                Some(ex) => relation.push(Fact { ex, text }),
                None => return Err(Unfit::Said),
            }
        }
        for (formula, text) in said.clauses.requires.clone() {
            match resolver.condition(&formula, &mut said.diagnostics) {
                Some(ex) => requires.push(Fact { ex, text }),
                None => return Err(Unfit::Said),
            }
        }
    }
    requires.extend(equal_parameters(resolver.exprs, &target, &source, &variables));
    let mut relies = Vec::new();
    let mut uncompared: Vec<String> = variables
        .iter()
        .enumerate()
        .filter(|(index, variable)| variable.is_global && !shared.contains(&Slot(*index as u32)))
        .map(|(_, variable)| variable.name.clone())
        .collect();
    uncompared.sort();
    uncompared.dedup();
    let locks = lock_names(parts.target, parts.source);
    let commands = {
        let mut surroundings = Surrounding {
            resolver: &mut resolver,
            pairs: &pairs,
            variables: &variables,
            locks: &locks,
            relies: &mut relies,
        };
        surroundings.commands(
            parts.said,
            parts.environment,
            parts.environment_diagnostics,
            parts.is_whole,
        )?
    };
    if parts.said.iter().any(|said| said.diagnostics.has_errors()) {
        return Err(Unfit::Said);
    }
    let problem = Problem {
        exprs,
        variables,
        target,
        source,
        shared: pairs.shared,
        visible: shared,
        relation,
        requires,
        environment: Environment { commands, next },
    };
    Ok(Assembled { problem, observed, relies, uncompared })
}

/// Names in relations and in conditions on the environment.
fn names_in_conditions(parts: &Parts<'_>) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for said in parts.said.iter() {
        for (formula, _) in &said.clauses.relations {
            names_in(formula, &mut names);
        }
        for others in &said.clauses.others {
            if let Others::Guarded(_, formula, _) = others {
                names_in(formula, &mut names);
            }
        }
    }
    names
}

fn names_in(formula: &Formula, names: &mut BTreeSet<String>) {
    match formula {
        Formula::Number(_) => {}
        Formula::Variable(_, name) => {
            names.insert(name.text.clone());
        }
        Formula::Negative(a) | Formula::Not(a) => names_in(a, names),
        Formula::Arith(_, a, b)
        | Formula::Compare(_, a, b)
        | Formula::And(a, b)
        | Formula::Or(a, b) => {
            names_in(a, names);
            names_in(b, names);
        }
    }
}

/// Names that clauses and the environment speak of.
fn names_wanted(parts: &Parts<'_>) -> BTreeSet<String> {
    let mut names: BTreeSet<String> = BTreeSet::new();
    for said in parts.said.iter() {
        names.extend(said.clauses.equal.iter().map(|name| name.text.clone()));
        for (formula, _) in said.clauses.relations.iter().chain(&said.clauses.requires) {
            names_in(formula, &mut names);
        }
        for others in &said.clauses.others {
            match others {
                Others::Guarded(name, formula, _) => {
                    names.insert(name.text.clone());
                    names_in(formula, &mut names);
                }
                Others::Preserves(list) => names.extend(list.iter().map(|it| it.text.clone())),
                Others::None | Others::File(_) => {}
            }
        }
    }
    for program in [parts.target, parts.source] {
        names.extend(
            used(program)
                .iter()
                .filter(|var| is_global(program, **var))
                .map(|var| program.vars[*var].name.to_string()),
        );
    }
    names
}

fn is_global(program: &Program, var: VarId) -> bool {
    program.vars[var].scope == Scope::Global
}

/// Variables that occur in the automaton.
fn used(program: &Program) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    let Some(body) = &program.functions[program.entry].body else { return found };
    let mut seen: FxHashSet<ir::ExprId> = FxHashSet::default();
    for edge in body.edges.values() {
        let mut pending: Vec<ir::ExprId> = Vec::new();
        match &edge.op {
            Op::Assign { target, value } => {
                found.insert(*target);
                pending.push(*value);
            }
            Op::Assume { condition } | Op::Await { condition } => pending.push(*condition),
            Op::Havoc { target, .. } | Op::ThreadSelf { target } => {
                found.insert(*target);
            }
            Op::Outside { arguments, .. } => pending.extend(arguments),
            Op::Return { value } => pending.extend(value),
            Op::Check { condition: ir::Condition::Holds(expr), .. } => pending.push(*expr),
            // Everything else is refused where it is reached.
            _ => {}
        }
        while let Some(expr) = pending.pop() {
            if !seen.insert(expr) {
                continue;
            }
            if let Expr::Var(var) = program.exprs[expr] {
                found.insert(var);
            }
            pending.extend(program.exprs[expr].operands());
        }
    }
    found
}

fn fits(ty: Type) -> bool {
    match ty {
        Type::Bool => true,
        Type::Int(int) => int.width <= 64,
        Type::Float(_) | Type::Pointer => false,
    }
}

/// Slots for the variables of a program that occur in it or that somebody speaks of.
fn add_variables(
    program: &Program,
    side: Side,
    wanted: &BTreeSet<String>,
    is_whole: bool,
    exprs: &mut Exprs,
    variables: &mut Vec<Variable>,
) -> FxHashMap<VarId, Slot> {
    let mut vars = used(program);
    vars.extend(program.functions[program.entry].parameters.iter().copied());
    let mut taken: BTreeSet<&str> = BTreeSet::new();
    for (id, var) in program.vars.iter() {
        let is_named = var.scope == Scope::Global && var.origin == VarOrigin::Source;
        if is_named && wanted.contains(&*var.name) && taken.insert(&var.name) {
            vars.insert(id);
        }
    }
    let mut slots = FxHashMap::default();
    for id in vars {
        let var = &program.vars[id];
        if !fits(var.ty) {
            continue;
        }
        let initial = match (var.initial, var.ty) {
            (Initial::Bits(bits), Type::Int(int)) => Some(int.value(bits)),
            (Initial::Bits(bits), _) => Some(i128::from(bits != 0)),
            _ => None,
        };
        let is_global = var.scope == Scope::Global;
        slots.insert(id, exprs.add_slot(var.ty));
        variables.push(Variable {
            name: var.name.to_string(),
            side,
            var: id,
            is_global,
            initial: initial.filter(|_| is_whole && is_global),
        });
    }
    slots
}

/// Globals and parameters by their names.
pub struct Names {
    target: BTreeMap<String, Slot>,
    source: BTreeMap<String, Slot>,
}

impl Names {
    fn of(variables: &[Variable]) -> Self {
        let mut names = Self { target: BTreeMap::new(), source: BTreeMap::new() };
        // Globals first: a local of the same name does not hide them from clauses.
        for wants_global in [true, false] {
            for (index, variable) in variables.iter().enumerate() {
                let map = match variable.side {
                    Side::Target => &mut names.target,
                    Side::Source => &mut names.source,
                };
                if variable.is_global == wants_global {
                    map.entry(variable.name.clone()).or_insert(Slot(index as u32));
                }
            }
        }
        names
    }

    pub fn slot(&self, side: Side, name: &str) -> Option<Slot> {
        match side {
            Side::Target => self.target.get(name).copied(),
            Side::Source => self.source.get(name).copied(),
        }
    }

    /// `buf[*]` stands for all its elements.
    fn expanded(&self, name: &str) -> Vec<String> {
        let Some(array) = name.strip_suffix("[*]") else { return vec![name.to_owned()] };
        let start = format!("{array}[");
        self.target.keys().filter(|it| it.starts_with(&start)).cloned().collect()
    }
}

#[derive(Default)]
struct Pairs {
    shared: Vec<(Slot, Slot)>,
    equal: Vec<(Slot, Slot)>,
    private: BTreeSet<String>,
}

/// What is related: what the clauses say, or globals of the same name.
fn related(parts: &Parts<'_>, names: &Names, exprs: &Exprs) -> Result<Pairs, Unfit> {
    let mut pairs = Pairs::default();
    let mut conditional: BTreeSet<String> = BTreeSet::new();
    let mut listed: Option<Vec<String>> = None;
    for said in parts.said.iter() {
        for name in &said.clauses.private {
            pairs.private.extend(names.expanded(&name.text));
            pairs.private.insert(name.text.clone());
        }
        for name in &said.clauses.equal {
            listed.get_or_insert_default().extend(names.expanded(&name.text));
        }
        for (formula, _) in &said.clauses.relations {
            one_sided(formula, &mut conditional);
        }
    }
    let is_global = |program: &Program, name: &str| {
        program.vars.values().any(|var| var.scope == Scope::Global && *var.name == *name)
    };
    let common: Vec<String> = names
        .target
        .keys()
        .filter(|name| names.source.contains_key(*name))
        .filter(|name| is_global(parts.target, name) && is_global(parts.source, name))
        .cloned()
        .collect();
    for name in &common {
        let (Some(target), Some(source)) =
            (names.slot(Side::Target, name), names.slot(Side::Source, name))
        else {
            continue;
        };
        let is_listed = listed.as_ref().is_none_or(|list| list.contains(name));
        if pairs.private.contains(name) {
            continue;
        }
        if exprs.slot_type(target) != exprs.slot_type(source) {
            let what = format!("`{name}`, which has different types in the two programs");
            return Err(Unfit::Unmodelled(what));
        }
        if conditional.contains(name) && !listed.as_ref().is_some_and(|list| list.contains(name)) {
            pairs.shared.push((target, source));
        } else if is_listed {
            pairs.shared.push((target, source));
            pairs.equal.push((target, source));
        }
    }
    Ok(pairs)
}

/// Names that a relation uses of one side.
fn one_sided(formula: &Formula, found: &mut BTreeSet<String>) {
    match formula {
        Formula::Number(_) | Formula::Variable(Whose::Either | Whose::New, _) => {}
        Formula::Variable(Whose::Target | Whose::Source, name) => {
            found.insert(name.text.clone());
        }
        Formula::Negative(a) | Formula::Not(a) => one_sided(a, found),
        Formula::Arith(_, a, b)
        | Formula::Compare(_, a, b)
        | Formula::And(a, b)
        | Formula::Or(a, b) => {
            one_sided(a, found);
            one_sided(b, found);
        }
    }
}

/// What is observed; all functions that are named must be called by somebody.
fn observed(parts: &Parts<'_>) -> Result<Observed, Unfit> {
    let mut all: Vec<Observation> = Vec::new();
    let mut is_given = false;
    for said in parts.said.iter() {
        if let Some(list) = &said.clauses.observe {
            is_given = true;
            all.extend(list.iter().cloned());
        }
    }
    if !is_given {
        return Ok(Observed::default());
    }
    let mut observed = Observed { result: false, end: false, calls: Some(BTreeSet::new()) };
    for observation in all {
        match observation {
            Observation::Return => {
                observed.result = true;
                observed.end = true;
            }
            Observation::End => observed.end = true,
            Observation::Error => {}
            Observation::Call(name) => {
                observed.calls.get_or_insert_default().insert(name.text);
            }
        }
    }
    Ok(observed)
}

/// Parameters in the same position begin with the same value.
fn equal_parameters(
    exprs: &mut Exprs,
    target: &Machine,
    source: &Machine,
    variables: &[Variable],
) -> Vec<Fact> {
    let mut facts = Vec::new();
    for ((_, own), (_, other)) in target.parameters.iter().zip(&source.parameters) {
        let (Some(own), Some(other)) = (own, other) else { continue };
        if exprs.slot_type(*own) != exprs.slot_type(*other) {
            continue;
        }
        let (a, b) = (exprs.slot(*own), exprs.slot(*other));
        let text =
            format!("tgt.{} == src.{}", variables[own.index()].name, variables[other.index()].name);
        facts.push(Fact { ex: exprs.equal(a, b), text });
    }
    facts
}

/// Globals that hold the number of the thread that has taken them: mutexes.
fn lock_names(target: &Program, source: &Program) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for program in [target, source] {
        let Some(body) = &program.functions[program.entry].body else { continue };
        let mut own: BTreeSet<VarId> = BTreeSet::new();
        // The number is copied from variable to variable a few times at most.
        for _ in 0..4 {
            for edge in body.edges.values() {
                match &edge.op {
                    Op::ThreadSelf { target } => {
                        own.insert(*target);
                    }
                    Op::Assign { target, value } => {
                        if let Expr::Var(var) = program.exprs[*value]
                            && own.contains(&var)
                        {
                            own.insert(*target);
                        }
                    }
                    _ => {}
                }
            }
        }
        let globals = own.iter().filter(|var| is_global(program, **var));
        names.extend(globals.map(|var| program.vars[*var].name.to_string()));
    }
    names
}

/// Makes the commands of the environment.
struct Surrounding<'a, 'r> {
    resolver: &'a mut Resolver<'r>,
    pairs: &'a Pairs,
    variables: &'a [Variable],
    locks: &'a BTreeSet<String>,
    relies: &'a mut Vec<String>,
}

impl Surrounding<'_, '_> {
    fn commands(
        &mut self,
        said: &mut [Said],
        environment: Option<&mut EnvironmentProgram>,
        environment_diagnostics: &mut Diagnostics,
        is_whole: bool,
    ) -> Result<Vec<Command>, Unfit> {
        let mut kept: BTreeSet<String> = BTreeSet::new();
        let mut guarded: Vec<(Slot, Ex, String)> = Vec::new();
        let (mut is_none, mut is_given) = (false, false);
        for one in said.iter_mut() {
            for others in one.clauses.others.clone() {
                is_given = true;
                match others {
                    Others::None => is_none = true,
                    Others::File(_) => {}
                    Others::Preserves(names) => {
                        for name in names {
                            self.known(&name, &mut one.diagnostics)?;
                            kept.extend(self.resolver.names.expanded(&name.text));
                        }
                    }
                    Others::Guarded(name, formula, text) => {
                        self.known(&name, &mut one.diagnostics)?;
                        let condition = self
                            .resolver
                            .condition(&formula, &mut one.diagnostics)
                            .ok_or(Unfit::Said)?;
                        for name in self.resolver.names.expanded(&name.text) {
                            if let Some(slot) = self.shared_slot(&name) {
                                guarded.push((slot, condition, text.clone()));
                            }
                        }
                    }
                }
            }
        }
        if let Some(environment) = environment {
            self.relies
                .push(format!("others do what `{}` does, in any order", environment.source.name()));
            return self.of_program(environment, environment_diagnostics);
        }
        if is_none || (is_whole && !is_given) {
            self.relies.push("no other thread runs".to_owned());
            return Ok(Vec::new());
        }
        let mut commands = Vec::new();
        for (slot, _) in self.pairs.shared.clone() {
            let name = self.variables[slot.index()].name.clone();
            if kept.contains(&name) {
                self.relies.push(format!("no other thread writes `{name}`"));
                continue;
            }
            let conditions: Vec<(Ex, String)> = guarded
                .iter()
                .filter(|(it, _, _)| *it == slot)
                .map(|(_, condition, text)| (*condition, text.clone()))
                .collect();
            let command = self.free(slot, &name, &conditions);
            commands.push(command);
        }
        Ok(commands)
    }

    fn shared_slot(&self, name: &str) -> Option<Slot> {
        let slot = self.resolver.names.slot(Side::Target, name)?;
        self.pairs.shared.iter().any(|(target, _)| *target == slot).then_some(slot)
    }

    /// A name of a clause about the environment is that of a shared variable.
    fn known(&self, name: &Name, diagnostics: &mut Diagnostics) -> Result<(), Unfit> {
        let expanded = self.resolver.names.expanded(&name.text);
        let is_any = expanded.iter().any(|it| {
            self.resolver.names.slot(Side::Target, it).is_some()
                || self.resolver.names.slot(Side::Source, it).is_some()
        });
        if is_any && !expanded.is_empty() {
            return Ok(());
        }
        let message = format!("neither program has a variable `{}`", name.text);
        diagnostics.push(Diagnostic::error("E1102", name.span, message));
        Err(Unfit::Said)
    }

    /// Others may give the variable any value, under the conditions.
    fn free(&mut self, slot: Slot, name: &str, conditions: &[(Ex, String)]) -> Command {
        let exprs = &mut *self.resolver.exprs;
        let (mut guard, mut then) = (exprs.bool(true), exprs.bool(true));
        let nexts: FxHashSet<Slot> = self.resolver.next.values().copied().collect();
        for (condition, text) in conditions {
            let speaks_of_new = exprs.slots_of(*condition).iter().any(|it| nexts.contains(it));
            match speaks_of_new {
                true => then = exprs.and(then, *condition),
                false => guard = exprs.and(guard, *condition),
            }
            self.relies.push(format!("other threads write `{name}` only if {text}"));
        }
        if self.locks.contains(name)
            && let Type::Int(int) = exprs.slot_type(slot)
            && let Some(next) = self.resolver.next.get(&slot)
        {
            let own = exprs.int(int, OWN_THREAD);
            let (old, new) = (exprs.slot(slot), exprs.slot(*next));
            let is_free = exprs.compare(CompareOp::Ne, old, own);
            let is_others = exprs.compare(CompareOp::Ne, new, own);
            guard = exprs.and(guard, is_free);
            then = exprs.and(then, is_others);
            self.relies.push(format!("no other thread touches `{name}` while this one holds it"));
        }
        Command {
            text: format!("others write `{name}`"),
            guard,
            updates: vec![(slot, None)],
            then,
            is_exact: true,
        }
    }

    /// The steps of a program, each with any values of its locals.
    fn of_program(
        &mut self,
        environment: &mut EnvironmentProgram,
        diagnostics: &mut Diagnostics,
    ) -> Result<Vec<Command>, Unfit> {
        let mut commands = Vec::new();
        for (program, wants_exact) in [(&environment.program, false), (&environment.exact, true)] {
            self.refuse_private(program, diagnostics)?;
            let mut slots: FxHashMap<VarId, Slot> = FxHashMap::default();
            let mut shared: FxHashSet<Slot> = FxHashSet::default();
            for var in used(program) {
                let described = &program.vars[var];
                if !fits(described.ty) {
                    continue;
                }
                let known = self.shared_slot(&described.name).filter(|slot| {
                    described.scope == Scope::Global
                        && self.resolver.exprs.slot_type(*slot) == described.ty
                });
                let slot = match known {
                    Some(slot) => {
                        shared.insert(slot);
                        slot
                    }
                    None => self.resolver.exprs.add_slot(described.ty),
                };
                slots.insert(var, slot);
            }
            let of = Slots { of: &slots, shared: &shared };
            let observed = Observed::default();
            let machine = build(program, Side::Target, self.resolver.exprs, &of, &observed)
                .map_err(|what| Unfit::Unmodelled(format!("{what}, in the environment")))?;
            for step in &machine.steps {
                if let Label::Unmodelled(what) = &step.label {
                    return Err(Unfit::Unmodelled(format!("{what}, in the environment")));
                }
                if let Some(command) = self.of_step(step, &shared, &environment.source, wants_exact)
                {
                    commands.push(command);
                }
            }
        }
        Ok(commands)
    }

    /// A step of the environment over what is shared; one that depends on its locals may do more
    /// than it really can.
    fn of_step(
        &mut self,
        step: &engine_refine::machine::Step,
        shared: &FxHashSet<Slot>,
        source: &Source,
        wants_exact: bool,
    ) -> Option<Command> {
        let exprs = &mut *self.resolver.exprs;
        let depends =
            |exprs: &Exprs, ex: Ex| exprs.slots_of(ex).iter().any(|slot| !shared.contains(slot));
        let mut is_exact = true;
        let mut updates = Vec::new();
        for (slot, value) in &step.updates {
            if !shared.contains(slot) {
                continue;
            }
            if depends(exprs, *value) {
                is_exact = false;
                updates.push((*slot, None));
            } else {
                updates.push((*slot, Some(*value)));
            }
        }
        if updates.is_empty() {
            return None;
        }
        let mut guard = step.guard;
        if depends(exprs, guard) {
            is_exact = false;
            guard = exprs.bool(true);
        }
        // Those that are only there to be exact bound nothing.
        if wants_exact && !is_exact {
            return None;
        }
        let then = exprs.bool(true);
        let text = line_text(source, step.span);
        Some(Command { text, guard, updates, then, is_exact: wants_exact && is_exact })
    }

    /// Others must leave alone what is nobody else's.
    fn refuse_private(
        &self,
        program: &Program,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Unfit> {
        let Some(body) = &program.functions[program.entry].body else { return Ok(()) };
        for edge in body.edges.values() {
            let (Op::Assign { target, .. } | Op::Havoc { target, .. }) = &edge.op else { continue };
            let var = &program.vars[*target];
            if var.scope == Scope::Global && self.pairs.private.contains(&*var.name) {
                let message = format!("the environment writes `{}`, which is private", var.name);
                let diagnostic = Diagnostic::error("E1105", edge.provenance.span, message)
                    .help("leave it out of `private`, or let the environment leave it alone");
                diagnostics.push(diagnostic);
                return Err(Unfit::Said);
            }
        }
        Ok(())
    }
}

/// The line of the text that a span begins in.
pub fn line_text(source: &Source, span: Span) -> String {
    let excerpt = source.excerpt(span).split_whitespace().collect::<Vec<_>>().join(" ");
    excerpt.trim_end_matches(';').to_owned()
}

/// All clauses name variables that exist, and functions that are called.
pub fn check_names(parts: &mut Parts<'_>) -> Result<(), Unfit> {
    let programs = [parts.target, parts.source];
    let has = |program: &Program, name: &str| {
        let array = name.split('[').next().unwrap_or(name);
        let is_variable = program.vars.values().any(|var| {
            var.scope == Scope::Global
                && (*var.name == *name || var.name.split('[').next() == Some(array))
        });
        is_variable || program.objects.values().any(|object| *object.name == *array)
    };
    let called: BTreeSet<String> = programs
        .iter()
        .flat_map(|program| program.functions.values())
        .map(|function| function.name.to_string())
        .collect();
    let mut is_right = true;
    for said in parts.said.iter_mut() {
        let clauses = said.clauses.clone();
        for name in clauses.equal.iter() {
            for (program, side) in programs.iter().zip(["target", "source"]) {
                if !has(program, &name.text) {
                    let message = format!("the {side} has no global variable `{}`", name.text);
                    said.diagnostics.push(
                        Diagnostic::error("E1102", name.span, message)
                            .help("what is related must be a variable of both programs"),
                    );
                    is_right = false;
                }
            }
        }
        for name in &clauses.private {
            if !programs.iter().any(|program| has(program, &name.text)) {
                let message = format!("neither program has a variable `{}`", name.text);
                said.diagnostics.push(Diagnostic::error("E1102", name.span, message));
                is_right = false;
            }
        }
        for observation in clauses.observe.iter().flatten() {
            if let Observation::Call(name) = observation
                && !called.contains(&name.text)
            {
                let message = format!("neither program calls a function `{}`", name.text);
                said.diagnostics.push(Diagnostic::error("E1103", name.span, message));
                is_right = false;
            }
        }
    }
    if is_right { Ok(()) } else { Err(Unfit::Said) }
}

/// The widest of C's types for a constant.
pub fn literal_type(value: i128) -> IntType {
    match i32::try_from(value) {
        Ok(_) => IntType::signed(32),
        Err(_) => IntType::signed(64),
    }
}
