//! Contracts of recursive functions that nobody wrote: guessed, and then proved like others.
//!
//! A function that walks, builds, changes or frees a list or a tree by calling itself has one of few
//! contracts, and the types of its parameters tell which structures they speak of. So the text of a
//! contract is made, and everything else is done by the machinery for contracts that people write:
//! the function is shown to keep it, with its own calls by that contract, and callers rely on it.
//!
//! ```text
//!   struct tree *insert(struct tree *t, int key)      requires tree(t)   ensures tree(\result)
//!   struct tree *copy(struct tree *t)                 requires tree(t)   ensures tree(t) * tree(\result)
//!   int height(struct tree *t)                        requires tree(t)   ensures tree(t)
//!   void destroy(struct tree *t)                      requires tree(t)   ensures emp
//! ```
//!
//! *Sound*: a wrong guess is not shown, and a contract that is not shown is not used. What a guess
//! leaves out costs a proof. Functions that call each other in a circle are not guessed together.

use std::collections::BTreeSet;

use engine_shape::Clump;
use ir::{FunctionId, Program};
use source::{Diagnostics, Source};
use verdict::{Budget, PropertySet};

use super::by_contract::{callees, reached};
use super::{Problem, Tries, Written, compile_for, notation, prove};
use crate::c::Compiled;
use crate::c::records::{Record, Records, Signature};

/// Of the time that is left, for one guess.
const SHARE: f64 = 0.2;
/// Functions that are guessed.
const MAX_FUNCTIONS: usize = 8;

/// A proof of the whole program with guessed contracts, in words; or why there is none. `None` if
/// there is nothing to guess.
pub fn prove_by_guesses(
    compiled: &Compiled,
    properties: &PropertySet,
    clump: Clump,
    budget: &Budget,
) -> Option<Result<Vec<String>, String>> {
    let program = &compiled.program;
    let recursive = recursive(program);
    if recursive.is_empty() || recursive.len() > MAX_FUNCTIONS || compiled.origin.is_none() {
        return None;
    }
    let text = compiled.source.unread();
    let has_our_names = text.text().windows(11).any(|part| part == b"__linchpin_");
    if text.parts().len() != 1 || has_our_names {
        return None;
    }
    let guesser = Guesser { compiled, properties, clump, text };
    let mut accepted: Vec<String> = Vec::new();
    for function in recursive {
        let name = &*program.functions[function].name;
        let signature = compiled.records.functions.get(name)?;
        let found = contracts(&compiled.records, name, signature).into_iter().find(|contract| {
            let all: Vec<String> = accepted.iter().chain([contract]).cloned().collect();
            guesser.is_kept(&all, name, &budget.share(SHARE)).is_ok()
        });
        match found {
            Some(contract) => accepted.push(contract),
            None => return Some(Err(format!("no contract of `{name}` was found"))),
        }
    }
    let entry = program.functions[program.entry].name.to_string();
    let proved = guesser.is_kept(&accepted, &entry, budget);
    Some(proved.map(|mut told| {
        told.extend(accepted.iter().map(|contract| format!("found by itself: {contract}")));
        told
    }))
}

/// Functions that the entry comes to and that call themselves, those that others call first.
fn recursive(program: &Program) -> Vec<FunctionId> {
    let is_recursive = |function: &FunctionId| {
        callees(program, *function).iter().any(|it| reached(program, *it).contains(function))
    };
    let mut found: Vec<FunctionId> =
        reached(program, program.entry).into_iter().filter(is_recursive).collect();
    found.sort_by_key(|function| reached(program, *function).len());
    found
}

struct Guesser<'a> {
    compiled: &'a Compiled,
    properties: &'a PropertySet,
    clump: Clump,
    /// What the user gave.
    text: Source,
}

impl Guesser<'_> {
    /// Whether no check fails from the entry on, with these contracts.
    fn is_kept(
        &self,
        contracts: &[String],
        entry: &str,
        budget: &Budget,
    ) -> Result<Vec<String>, String> {
        let Some((model, surroundings)) = &self.compiled.origin else {
            return Err("the program is no C".to_owned());
        };
        let mut text = predicates(&self.compiled.records);
        text.push_str(&contracts.join("\n"));
        let guesses = Source::new("contracts that were guessed", text.into_bytes());
        let mut diagnostics = Diagnostics::new();
        let read = notation::read_file(&guesses, &mut diagnostics);
        if diagnostics.has_errors() {
            return Err("a guess that cannot be read".to_owned());
        }
        let written = Written {
            files: vec![self.text.clone(), guesses],
            definitions: read.definitions.into_iter().map(|it| (1, it)).collect(),
            contracts: read
                .contracts
                .into_iter()
                .map(|it| super::Contract { file: 1, ..it })
                .collect(),
        };
        let made = compile_for(
            (&self.text, &written),
            *model,
            self.properties,
            entry,
            (surroundings, Tries::None),
        );
        match made {
            Ok(Some(annotated)) => {
                prove(&annotated, (self.clump, encode::Integers::Machine), budget)
            }
            Ok(None) => Err("no contract has to do with it".to_owned()),
            Err(Problem::File(what)) => Err(what),
            Err(Problem::Malformed(_)) => Err("a guess that does not fit".to_owned()),
            Err(Problem::Program(error)) => Err(error.to_string()),
        }
    }
}

/// What the structures of a record are called.
fn predicate_of(record: &str) -> String {
    record.replace("struct ", "guessed_")
}

/// The members that lead to records of the same kind.
fn links(record: &Record) -> Vec<&str> {
    let own = record.leaves.values().filter(|leaf| leaf.leads_to.as_deref() == Some(&*record.name));
    own.filter_map(|leaf| leaf.path.strip_prefix('.')).collect()
}

/// A list or a tree for each record that has links.
fn predicates(records: &Records) -> String {
    let mut text = String::new();
    let mut seen = BTreeSet::new();
    for record in records.own() {
        let links = links(record);
        if links.is_empty() || !seen.insert(&record.name) {
            continue;
        }
        let name = predicate_of(&record.name);
        let fields: Vec<String> =
            links.iter().enumerate().map(|(at, it)| format!("n->{it} |-> v{at}")).collect();
        let calls: Vec<String> = (0..links.len()).map(|at| format!("{name}(v{at})")).collect();
        text.push_str(&format!(
            "predicate {name}({} *n) = n == NULL ? emp : {} * {};\n",
            record.name,
            fields.join(" * "),
            calls.join(" * ")
        ));
    }
    text
}

/// The contracts that a function may have, the most usual first.
fn contracts(records: &Records, name: &str, signature: &Signature) -> Vec<String> {
    let is_linked = |record: &Option<String>| {
        let record = record.as_deref().and_then(|name| records.named(name));
        record.is_some_and(|record| !links(record).is_empty())
    };
    let taken: Vec<(&str, String)> = signature
        .parameters
        .iter()
        .filter(|(_, record)| is_linked(record))
        .filter_map(|(name, record)| Some((name.as_str(), predicate_of(record.as_deref()?))))
        .collect();
    let parts: Vec<String> = taken.iter().map(|(name, it)| format!("{it}({name})")).collect();
    let all = |parts: &[String]| match parts {
        [] => "emp".to_owned(),
        parts => parts.join(" * "),
    };
    let mut ensured: Vec<Vec<String>> = Vec::new();
    if is_linked(&signature.result) {
        let result = signature.result.as_deref().map(predicate_of).unwrap_or_default();
        let result = format!("{result}(\\result)");
        ensured.push(vec![result.clone()]);
        let mut both = parts.clone();
        both.push(result.clone());
        ensured.push(both);
        // One of several structures may stay.
        if parts.len() > 1 {
            let with_result = |part: &String| vec![part.clone(), result.clone()];
            ensured.extend(parts.iter().map(with_result));
        }
    }
    if !parts.is_empty() {
        ensured.push(parts.clone());
        ensured.push(Vec::new());
    }
    let conditions: String = taken.iter().map(|(name, _)| format!(" && {name} != NULL")).collect();
    let mut found = Vec::new();
    for condition in ["", &conditions] {
        for ensured in &ensured {
            let contract = format!(
                "function {name}: requires {}{condition}; ensures {};",
                all(&parts),
                all(ensured)
            );
            if !found.contains(&contract) {
                found.push(contract);
            }
        }
    }
    found
}
