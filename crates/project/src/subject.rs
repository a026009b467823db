//! What there is to verify in a project: its programs, and its functions one by one.
//!
//! A program is a unit with a `main`, together with the units that define what it calls, and what those
//! call. A function comes with the units that it needs in the same way. A unit that is compiled with
//! other macros than the first cannot be read beside it; what it defines is then a function without body.

use std::collections::BTreeSet;
use std::path::PathBuf;

use driver::DataModel;
use driver::c::specified::{Outlined, outline};
use driver::c::{Preprocessing, files_in, read_source};
use sha2::{Digest as _, Sha256};
use source::{ACCEPT, Severity, Source, Styling};

use crate::commands::Unit;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Program,
    Function,
}

/// One thing to verify.
#[derive(Clone, Debug)]
pub struct Subject {
    pub kind: Kind,
    pub name: String,
    /// Where it is defined.
    pub file: String,
    pub line: u32,
    /// The files to read, its own first.
    pub files: Vec<String>,
    /// What `linchpin verify` is told about the files.
    pub flags: Vec<String>,
    /// Changes whenever one of the texts does.
    pub content: String,
    /// Why it is not looked at, if it is not.
    pub skipped: Option<String>,
}

/// What is to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    Programs,
    ProgramsAndFunctions,
}

/// A unit that cannot be read, and why.
#[derive(Clone, Debug)]
pub struct Unread {
    pub file: String,
    pub why: String,
}

/// A unit that was read.
struct Read {
    unit: Unit,
    name: String,
    functions: Vec<Outlined>,
    digest: String,
}

/// All that is wanted, in the order of the units and of their texts.
pub fn subjects(units: &[Unit], wanted: Wanted) -> (Vec<Subject>, Vec<Unread>) {
    let (mut read, mut unread) = (Vec::new(), Vec::new());
    for unit in units {
        match read_unit(unit) {
            Ok(unit) => read.push(unit),
            Err(failed) => unread.push(failed),
        }
    }
    let mut found = Vec::new();
    let mut in_headers = BTreeSet::new();
    for (index, unit) in read.iter().enumerate() {
        for function in &unit.functions {
            let is_program = function.name == "main" && !function.is_static;
            if !is_program && wanted == Wanted::Programs {
                continue;
            }
            // A function of a header is in many units, and is looked at once.
            let is_own = function.file == unit.name;
            if !is_own && !in_headers.insert((function.file.clone(), function.name.clone())) {
                continue;
            }
            found.push(subject(&read, index, function, is_program));
        }
    }
    (found, unread)
}

fn read_unit(unit: &Unit) -> Result<Read, Unread> {
    let name = unit.file.to_string_lossy().into_owned();
    let failed = |why: String| Unread { file: name.clone(), why };
    let (flags, model) = (unit.flags.clone(), unit.model);
    let preprocessing = Preprocessing { flags, keeps_comments: true, ..model.into() };
    let source =
        read_source(&unit.file, &preprocessing).map_err(|error| failed(error.to_string()))?;
    let mut digest = Sha256::new();
    digest.update(source.text());
    // Comments are not in that text, and this is in comments.
    for line in accepting_lines(unit, &source) {
        digest.update(line);
    }
    let digest = hex(&digest.finalize());
    let functions = outline(&source, model).map_err(|(source, diagnostics)| {
        let first = diagnostics.iter().find(|it| it.severity == Severity::Error);
        let why = first.map(|it| source::render(&source, it, Styling::Plain));
        failed(why.unwrap_or_else(|| "it cannot be read".to_owned()).trim_end().to_owned())
    })?;
    Ok(Read { unit: unit.clone(), name, functions, digest })
}

/// Lines that say which violations are accepted.
fn accepting_lines(unit: &Unit, source: &Source) -> Vec<String> {
    let own = files_in(source).into_iter().filter(|file| !file.starts_with('/')).map(PathBuf::from);
    let texts = own.chain([unit.file.clone()]).filter_map(|file| std::fs::read(file).ok());
    let lines = texts.flat_map(|text| {
        let text = String::from_utf8_lossy(&text).into_owned();
        let is_one = |line: &&str| line.contains(ACCEPT);
        text.lines().filter(is_one).map(str::to_owned).collect::<Vec<_>>()
    });
    lines.collect()
}

fn subject(read: &[Read], index: usize, function: &Outlined, is_program: bool) -> Subject {
    let needed = needed(read, index, function);
    let files = needed.iter().map(|index| read[*index].name.clone()).collect();
    let mut digest = Sha256::new();
    for index in &needed {
        digest.update(&read[*index].digest);
    }
    let skipped = function.is_variadic && !is_program;
    Subject {
        kind: if is_program { Kind::Program } else { Kind::Function },
        name: function.name.clone(),
        file: function.file.clone(),
        line: function.line,
        files,
        flags: flags(read, &needed),
        content: hex(&digest.finalize()),
        skipped: skipped.then(|| "it takes any number of arguments".to_owned()),
    }
}

/// The units that a function needs, its own first.
fn needed(read: &[Read], own: usize, function: &Outlined) -> Vec<usize> {
    let mut units = vec![own];
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let mut pending: Vec<&str> = function.wants.iter().map(String::as_str).collect();
    while let Some(name) = pending.pop() {
        if !known.insert(name) {
            continue;
        }
        let defines = |unit: &&Read| {
            is_alike(&unit.unit, &read[own].unit) && definition(unit, name).is_some()
        };
        let mut definers = read.iter().enumerate().filter(|(_, unit)| defines(unit));
        // Of several definitions nobody says which the linker takes.
        let (Some((index, unit)), None) = (definers.next(), definers.next()) else { continue };
        // A second `main` is one too many.
        let is_program =
            |unit: &Read| unit.functions.iter().any(|it| it.name == "main" && !it.is_static);
        let has_main = units.iter().any(|it| is_program(&read[*it]));
        if !units.contains(&index) && has_main && is_program(unit) {
            continue;
        }
        if !units.contains(&index) {
            units.push(index);
        }
        let wants = definition(unit, name).into_iter().flat_map(|it| &it.wants);
        pending.extend(wants.map(String::as_str));
    }
    units
}

/// The options of the first unit, and the folders in which the others look for headers.
fn flags(read: &[Read], needed: &[usize]) -> Vec<String> {
    let mut flags: Vec<String> = Vec::new();
    for index in needed {
        for flag in &read[*index].unit.flags {
            let is_first = *index == needed[0];
            if is_first || flag.starts_with("-I") && !flags.contains(flag) {
                flags.push(flag.clone());
            }
        }
    }
    if needed.first().is_some_and(|index| read[*index].unit.model == DataModel::Ilp32) {
        flags.extend(["--data-model".to_owned(), "ILP32".to_owned()]);
    }
    flags
}

/// Whether two units can be read with the same flags: where headers are found does not matter.
fn is_alike(one: &Unit, other: &Unit) -> bool {
    let macros = |unit: &Unit| {
        let flags = unit.flags.iter().filter(|flag| !flag.starts_with("-I"));
        flags.cloned().collect::<Vec<String>>()
    };
    macros(one) == macros(other) && one.model == other.model
}

fn definition<'r>(unit: &'r Read, name: &str) -> Option<&'r Outlined> {
    unit.functions.iter().find(|it| it.name == name && !it.is_static)
}

/// A name for a text.
pub fn digest_of(text: &[u8]) -> String {
    hex(&Sha256::digest(text))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
