//! Our side of the comparison: from C text to the IR.

use source::{Diagnostics, Source, Styling};
use thiserror::Error;

use crate::types::Model;

/// Why our front end has no program to run.
#[derive(Debug, Error)]
pub enum FrontError {
    #[error("the front end refuses the program:\n{0}")]
    Refused(String),
    #[error("the lowered program is not valid:\n{0}")]
    Invalid(String),
}

/// A program of the IR with the text it came from.
pub struct Lowered {
    pub program: ir::Program,
    pub source: Source,
}

/// Parses, types and lowers a file whose runs begin in `entry`, and validates the result.
pub fn lower(
    text: &str,
    model: Model,
    checks: c_lower::Checks,
    entry: &str,
) -> Result<Lowered, FrontError> {
    let mut source = Source::new("program.c", text.as_bytes().to_vec());
    let (unit, diagnostics) = c_syntax::parse(&mut source);
    refuse_errors(&source, &diagnostics)?;
    let data_model = match model {
        Model::Ilp32 => c_sema::types::DataModel::Ilp32,
        Model::Lp64 => c_sema::types::DataModel::Lp64,
    };
    let (typed, diagnostics) = c_sema::analyse(unit, data_model);
    refuse_errors(&source, &diagnostics)?;
    let mut options = c_lower::Options::with_checks(checks);
    options.entry = entry.to_owned();
    let program = match c_lower::lower(&typed, &source, &options) {
        Ok(program) => program,
        Err(diagnostics) => return Err(refusal(&source, &diagnostics)),
    };
    if let Err(violations) = ir::validate::validate(&program) {
        let list: Vec<String> = violations.iter().map(ToString::to_string).collect();
        return Err(FrontError::Invalid(list.join("\n")));
    }
    Ok(Lowered { program, source })
}

impl Lowered {
    pub fn function(&self, name: &str) -> Option<ir::FunctionId> {
        let mut functions = self.program.functions.iter();
        functions.find(|(_, function)| &*function.name == name).map(|(id, _)| id)
    }

    /// The line of an edge in the text, from 1.
    pub fn line(&self, site: ir_interp::Site) -> usize {
        let body = self.program.functions[site.function].body.as_ref();
        let lo = body.map_or(0, |body| body.edges[site.edge].provenance.span.lo) as usize;
        let before = &self.source.text()[..lo.min(self.source.text().len())];
        1 + before.iter().filter(|&&byte| byte == b'\n').count()
    }
}

fn refuse_errors(source: &Source, diagnostics: &Diagnostics) -> Result<(), FrontError> {
    if diagnostics.has_errors() { Err(refusal(source, diagnostics)) } else { Ok(()) }
}

fn refusal(source: &Source, diagnostics: &Diagnostics) -> FrontError {
    let rendered = diagnostics.iter().map(|it| source::render(source, it, Styling::Plain));
    FrontError::Refused(rendered.collect())
}
