//! Names: which of them the clauses speak of, whether they exist, and what they stand for.

use std::collections::{BTreeMap, BTreeSet};

use engine_refine::expr::Slot;
use engine_refine::machine::Side;
use engine_refine::problem::Variable;
use ir::{Program, Scope};
use source::Diagnostic;

use super::assemble::{Parts, Unfit, is_global, used};
use super::notation::{Formula, Observation, Others};

/// Names in relations and in conditions on the environment.
pub(super) fn names_in_conditions(parts: &Parts<'_>) -> BTreeSet<String> {
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
pub(super) fn names_wanted(parts: &Parts<'_>) -> BTreeSet<String> {
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
                Others::None(_) | Others::File(_) => {}
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

/// Globals and parameters by their names.
pub struct Names {
    pub(super) target: BTreeMap<String, Slot>,
    pub(super) source: BTreeMap<String, Slot>,
}

impl Names {
    pub(super) fn of(variables: &[Variable]) -> Self {
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

    /// An array of which only the first element is used is that element, and has its name.
    pub fn slot(&self, side: Side, name: &str) -> Option<Slot> {
        let names = match side {
            Side::Target => &self.target,
            Side::Source => &self.source,
        };
        let first = || names.get(name.strip_suffix("[0]")?);
        names.get(name).or_else(first).copied()
    }

    /// `buf[*]` stands for all its elements.
    pub(super) fn expanded(&self, name: &str) -> Vec<String> {
        if self.target.contains_key(name) {
            return vec![name.to_owned()];
        }
        let first = name.strip_suffix("[*]").or_else(|| name.strip_suffix("[0]"));
        if let Some(first) = first.filter(|first| self.target.contains_key(*first)) {
            return vec![first.to_owned()];
        }
        let Some(array) = name.strip_suffix("[*]") else { return vec![name.to_owned()] };
        let start = format!("{array}[");
        self.target.keys().filter(|it| it.starts_with(&start)).cloned().collect()
    }
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
