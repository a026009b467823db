//! Two programs and their clauses, as a question for the engine.
//!
//! Names become slots: those of the target first, then those of the source. What both have in
//! common and nobody calls private is *shared*: it is related, and others may change it as the
//! clauses about the environment say.

use std::collections::{BTreeMap, BTreeSet};

use engine_refine::expr::{Exprs, Slot};
use engine_refine::machine::{Machine, Side};
use engine_refine::observe::Observed;
use engine_refine::problem::{Environment, Fact, Problem, Variable};
use engine_refine::{Slots, build};
use ir::{Expr, Initial, IntType, Op, Program, Scope, Type, VarId, VarOrigin};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Diagnostics, Source};

use super::names::{Names, names_in_conditions, names_wanted};
use super::notation::{Clauses, Formula, Observation, Whose};
use super::resolve::Resolver;
use super::surrounding::{Surrounding, lock_names};

/// A text with clauses, and what is wrong with them.
pub struct Said {
    pub source: Source,
    pub clauses: Clauses,
    pub diagnostics: Diagnostics,
}

/// What others do, if it is a program.
pub struct EnvironmentProgram {
    pub source: Source,
    pub program: Program,
}

/// What is put together.
pub struct Parts<'a> {
    pub target: &'a Program,
    pub source: &'a Program,
    pub environment: Option<&'a EnvironmentProgram>,
    pub said: &'a mut [Said],
    /// Constants of the enumerations of target and source.
    pub enumerators: [&'a BTreeMap<String, i128>; 2],
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
        &Slots { of: &target_vars, shared: &shared, number: None },
        &observed,
    )
    .map_err(Unfit::Unmodelled)?;
    let source = build(
        parts.source,
        Side::Source,
        &mut exprs,
        &Slots { of: &source_vars, shared: &shared, number: None },
        &observed,
    )
    .map_err(Unfit::Unmodelled)?;
    let mut resolver =
        Resolver { exprs: &mut exprs, names: &names, next: &next, enumerators: parts.enumerators };
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
    let others = {
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
        environment: Environment {
            commands: others.commands,
            bounds: Vec::new(),
            crowd: others.crowd,
            next,
        },
    };
    Ok(Assembled { problem, observed, relies, uncompared })
}

pub(super) fn is_global(program: &Program, var: VarId) -> bool {
    program.vars[var].scope == Scope::Global
}

/// Variables that occur in the automaton.
pub(super) fn used(program: &Program) -> BTreeSet<VarId> {
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

pub(super) fn fits(ty: Type) -> bool {
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

#[derive(Default)]
pub(super) struct Pairs {
    pub(super) shared: Vec<(Slot, Slot)>,
    equal: Vec<(Slot, Slot)>,
    pub(super) private: BTreeSet<String>,
    /// Constants of other files, which are the same in both and which nobody writes.
    pub(super) constants: BTreeSet<String>,
}

/// Whether a global is a constant of the program: a whole object, or a part of one.
fn is_constant(program: &Program, name: &str) -> bool {
    let object = name.split(['[', '+']).next().unwrap_or(name);
    program.objects.values().any(|it| it.is_read_only && *it.name == *object)
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
        let is_constant = is_constant(parts.target, name) && is_constant(parts.source, name);
        if is_constant {
            pairs.constants.insert(name.clone());
        }
        let is_listed = is_constant || listed.as_ref().is_none_or(|list| list.contains(name));
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

/// The widest of C's types for a constant.
pub fn literal_type(value: i128) -> IntType {
    match i32::try_from(value) {
        Ok(_) => IntType::signed(32),
        Err(_) => IntType::signed(64),
    }
}
