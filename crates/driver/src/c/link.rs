//! From the texts of a program to its typed tree, with the models of the library that it needs.
//!
//! ```text
//!   each part ── c_syntax::parse_part ──┐
//!                                       ├── c_sema::Linker ──▶ typed::Unit
//!   c_library::models(what is wanted) ──┘
//! ```
//!
//! Errors of the syntax and of the types are reported together where both rooms have something
//! to say, but a unit is analysed only if the parser was content, since a half-read declaration
//! makes the names that follow it unknown.
//!
//! A model is read only if a run may use what it defines. Something wrong in a model is a mistake
//! of ours; what the linker has to say about models is not for the user.

use std::sync::Arc;

use c_sema::Linker;
use c_sema::typed::{Function, Unit};
use c_sema::types::DataModel;
use source::{Diagnostics, Origin, Severity, Source, Styling, Symbols};

pub(super) enum LinkError {
    /// The user's texts are wrong.
    User(Diagnostics),
    /// A model is wrong.
    Model(String),
}

/// Reads and links the program; the models that it needs become parts of the source.
pub(super) fn program(
    source: &mut Source,
    model: DataModel,
    options: &mut c_lower::Options,
) -> Result<(Unit, Diagnostics), LinkError> {
    let mut linker = Linker::new(model, Symbols::new());
    let mut diagnostics = read_parts(source, 0, &mut linker);
    linker.link(Origin::User);
    diagnostics.append(linker.diagnostics().clone());
    if diagnostics.has_errors() {
        return Err(LinkError::User(diagnostics));
    }
    let mut wanted: Vec<String> = c_lower::wanted_names(linker.unit(), &options.entry)
        .into_iter()
        .map(|name| name.strip_prefix("__builtin_").unwrap_or(name).to_owned())
        .collect();
    let start = start_model(linker.unit(), &options.entry, &wanted);
    wanted.extend(start.clone());
    let models = c_library::models(wanted.iter().map(String::as_str));
    let behind_pointers = c_lower::names_behind_pointers(linker.unit(), &options.entry);
    let thunks = c_library::thunks(behind_pointers);
    if !models.is_empty() || !thunks.is_empty() {
        link_models(source, &models, &thunks, &mut linker)?;
    }
    if let Some(start) = start {
        options.entry = start;
    }
    linker.resolve_weak(|name| c_lower::has_meaning(name) || c_library::is_known(name));
    let (unit, _) = linker.finish();
    Ok((unit, diagnostics))
}

/// The user's texts alone, linked and typed.
pub(super) fn users_unit(source: &mut Source, model: DataModel) -> Result<Unit, Diagnostics> {
    let mut linker = Linker::new(model, Symbols::new());
    let mut diagnostics = read_parts(source, 0, &mut linker);
    linker.link(Origin::User);
    diagnostics.append(linker.diagnostics().clone());
    match diagnostics.has_errors() {
        true => Err(diagnostics),
        false => Ok(linker.finish().0),
    }
}

/// The model that runs begin with: one that makes the arguments of `main`, calls constructors,
/// or has something to do after `main`; none where there is nothing of the kind.
fn start_model(unit: &Unit, entry: &str, wanted: &[String]) -> Option<String> {
    let is_main =
        |row: &Function| &unit.symbols[row.name] == "main" && row.body.is_some() && !row.is_static;
    if entry != "main" || !unit.functions.values().any(is_main) {
        return None;
    }
    let n_parameters = c_lower::used_parameters(unit, entry);
    let registers = |name: &String| matches!(&**name, "atexit" | "on_exit");
    let has_end = !unit.destructors.is_empty() || wanted.iter().any(registers);
    let is_plain = n_parameters == 0 && unit.constructors.is_empty() && !has_end;
    let end = if has_end { "_exit" } else { "" };
    (!is_plain).then(|| format!("__linchpin_start_{n_parameters}{end}"))
}

/// Parses and analyses the parts from this one on.
fn read_parts(source: &mut Source, first: usize, linker: &mut Linker) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    for part in first..source.parts().len() {
        let symbols = linker.take_symbols();
        let (mut unit, found) = c_syntax::parse_part(source, part, symbols);
        linker.put_symbols(std::mem::take(&mut unit.symbols));
        diagnostics.append(found);
        if !diagnostics.has_errors() {
            linker.add(unit);
        }
    }
    diagnostics
}

fn link_models(
    source: &mut Source,
    models: &[c_library::Model],
    thunks: &[c_library::Model],
    linker: &mut Linker,
) -> Result<(), LinkError> {
    let first = source.parts().len();
    let texts =
        models.iter().chain(thunks).map(|model| (Arc::from(model.name), model.text.as_bytes()));
    if !source.append(texts, Origin::Model) {
        // No room for them: what they define has no body then.
        return Ok(());
    }
    let n_before = linker.diagnostics().iter().count();
    let mut found = read_parts(source, first, linker);
    linker.link(Origin::Model);
    linker.diagnostics().iter().skip(n_before).for_each(|it| found.push(it.clone()));
    let of_thunks = source.parts()[first + models.len()..].iter().map(|part| part.span);
    linker.mark_thunks(&of_thunks.collect::<Vec<_>>());
    if !found.has_errors() {
        return Ok(());
    }
    let errors = found.iter().filter(|it| it.severity == Severity::Error);
    let messages = errors.map(|it| source::render(&*source, it, Styling::Plain));
    Err(LinkError::Model(messages.collect::<Vec<_>>().join("\n")))
}
