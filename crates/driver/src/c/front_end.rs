//! From the text of a C program to its valid intermediate representation.
//!
//! ```text
//!   Source ── link::program ── c_lower::lower ── ir::validate ──▶ Compiled
//! ```
//!
//! A program that lowers to something invalid is a mistake of ours and never of the user's, and
//! is said to be one.

use std::collections::BTreeMap;

use c_lower::Surroundings;
use c_sema::types::DataModel;
use ir::validate::Violation;
use ir_passes::callbacks::keep_known_callbacks;
use source::{Diagnostics, Source, Symbols};
use verdict::{Property, PropertySet};

use super::link::{self, LinkError};
use super::linkage::Linkage;
use super::missing_entry::missing_entry;
use super::records::Records;
use super::threads::deadlock::ask_about_deadlock;

/// A program that is ready for engines.
#[derive(Debug)]
pub struct Compiled {
    pub source: Source,
    pub program: ir::Program,
    /// Warnings only.
    pub diagnostics: Diagnostics,
    pub linkage: Linkage,
    /// What bytes are called, for people.
    pub records: Records,
    /// What the constants of its enumerations at file scope are.
    pub enumerators: BTreeMap<String, i128>,
    /// What it was compiled with, to compile it again with something added; none for IR text.
    pub origin: Option<(DataModel, Surroundings)>,
}

impl Compiled {
    /// The text form of the program, with a remark on each edge where it comes from.
    pub fn ir_text(&self) -> String {
        ir::text::print_with_positions(&self.program, &self.source)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    #[error("`{}` is not a C program that can be compiled", source_text.name())]
    Refused { source_text: Box<Source>, diagnostics: Diagnostics },
    /// IR text that breaks a rule of `ir::validate`.
    #[error("`{name}` is not a valid program:\n{}", listed(violations))]
    InvalidText { name: String, violations: Vec<Violation> },
    /// A mistake of ours.
    #[error("a model of the C library is not valid:\n{messages}")]
    InvalidModel { messages: String },
    /// A mistake of ours.
    #[error("lowering made an invalid program:\n{}", listed(violations))]
    InvalidLowering { violations: Vec<Violation> },
}

fn listed(violations: &[Violation]) -> String {
    violations.iter().map(|violation| format!("  {violation}")).collect::<Vec<_>>().join("\n")
}

/// Reads a program in the text form of the IR, which brings its checks along.
pub fn read_ir(source: Source) -> Result<Compiled, CompileError> {
    let program = match ir::text::parse(&source) {
        Ok(program) => program,
        Err(diagnostics) => {
            return Err(CompileError::Refused { source_text: Box::new(source), diagnostics });
        }
    };
    match ir::validate(&program) {
        Ok(()) => {
            let (diagnostics, linkage) = (Diagnostics::new(), Linkage::default());
            let (records, enumerators) = (Records::default(), BTreeMap::new());
            Ok(Compiled {
                source,
                program,
                diagnostics,
                linkage,
                records,
                enumerators,
                origin: None,
            })
        }
        Err(violations) => {
            Err(CompileError::InvalidText { name: source.name().to_string(), violations })
        }
    }
}

/// The syntax trees of a program as text, as far as they could be read, and what is wrong with them.
pub fn syntax_text(source: &mut Source) -> (String, Diagnostics) {
    let (mut text, mut diagnostics) = (String::new(), Diagnostics::new());
    for part in 0..source.parts().len() {
        let (unit, found) = c_syntax::parse_part(source, part, Symbols::new());
        text.push_str(&c_syntax::dump(&unit));
        diagnostics.append(found);
    }
    (text, diagnostics)
}

/// Compiles a program whose runs start at `entry`, and inserts the checks that the properties
/// imply.
pub fn compile(
    source: Source,
    model: DataModel,
    properties: &PropertySet,
    entry: &str,
    surroundings: &Surroundings,
) -> Result<Compiled, CompileError> {
    let mut compiled = compile_with(source, model, options(properties, entry, surroundings))?;
    if properties.contains(&Property::NoDeadlock) {
        ask_about_deadlock(&mut compiled.program);
    }
    Ok(compiled)
}

/// What lowering does by default.
pub(super) fn options(
    properties: &PropertySet,
    entry: &str,
    surroundings: &Surroundings,
) -> c_lower::Options {
    let (entry, surroundings) = (entry.to_owned(), surroundings.clone());
    c_lower::Options { entry, surroundings, ..c_lower::Options::new(properties) }
}

pub(crate) fn compile_with(
    mut source: Source,
    model: DataModel,
    mut options: c_lower::Options,
) -> Result<Compiled, CompileError> {
    let (unit, diagnostics) = match link::program(&mut source, model, &mut options) {
        Ok(linked) => linked,
        Err(LinkError::User(diagnostics)) => {
            return Err(CompileError::Refused { source_text: Box::new(source), diagnostics });
        }
        Err(LinkError::Model(messages)) => return Err(CompileError::InvalidModel { messages }),
    };
    if let Some(diagnostics) = missing_entry(&unit, &source, ("--entry", &options.entry)) {
        return Err(CompileError::Refused { source_text: Box::new(source), diagnostics });
    }
    let mut program = match c_lower::lower(&unit, &source, &options) {
        Ok(mut program) => {
            ir_passes::initialised::drop_certain(&mut program);
            program
        }
        Err(diagnostics) => {
            return Err(CompileError::Refused { source_text: Box::new(source), diagnostics });
        }
    };
    keep_known_callbacks(&mut program);
    match ir::validate(&program) {
        Ok(()) => {
            let linkage = Linkage::of(&unit, &source);
            let records = Records::of(&unit, &source);
            let origin = Some((model, options.surroundings));
            let mut enumerators = BTreeMap::new();
            for (name, value) in &unit.enumerators {
                let name = unit.symbols.name(*name).to_owned();
                enumerators.entry(name).or_insert(*value);
            }
            Ok(Compiled { source, program, diagnostics, linkage, records, enumerators, origin })
        }
        Err(violations) => Err(CompileError::InvalidLowering { violations }),
    }
}
