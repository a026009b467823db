//! From a C file to one automaton without calls and without memory.
//!
//! Calls of functions without body stay, as observations; divisions by zero and shifts by too
//! much are checks, which are read as what C leaves undefined.

use std::collections::BTreeMap;
use std::path::Path;

use c_lower::{Allocation, Checks, Externals, Others, Surroundings, Volatile};
use ir_passes::inline::{Inlined, Limits, inline};
use ir_passes::points_to::{ExternalPointers, PointsTo};
use source::Source;
use verdict::{CheckKind, properties_by_name};

use super::{RefineError, Steps};
use crate::c::{Preprocessing, compile_with, read_source};

/// Edges of a program, inlined.
const MAX_EDGES: usize = 20_000;

/// A program and its text.
pub struct Prepared {
    pub source: Source,
    pub program: ir::Program,
    /// Constants of its enumerations, which clauses may name.
    pub enumerators: BTreeMap<String, i128>,
}

/// Reads, compiles and inlines; memory is still there.
pub fn prepare(
    path: &Path,
    preprocessing: &Preprocessing,
    entry: &str,
    steps: Steps,
) -> Result<Prepared, RefineError> {
    let source = read_source(path, preprocessing).map_err(RefineError::Read)?;
    let properties = properties_by_name("unreach-call").unwrap_or_default();
    let checks = Checks::of(&properties).and(&[CheckKind::DivisionByZero, CheckKind::Shift]);
    let mut options = c_lower::Options::with_checks(checks);
    options.entry = entry.to_owned();
    options.surroundings = Surroundings {
        externals: Externals::Observed,
        volatile: Volatile::Memory,
        device_memory: Vec::new(),
        allocation: Allocation::Succeeds,
        others: match steps {
            Steps::Accesses => Others::BetweenAccesses,
            Steps::Statements => Others::BetweenStatements,
        },
    };
    let compiled =
        compile_with(source, preprocessing.model, options).map_err(RefineError::Compile)?;
    let points_to = PointsTo::of(&compiled.program, ExternalPointers::OwnMemory);
    let limits = Limits { n_edges: MAX_EDGES, recursion: 1 };
    let inlined = inline(&compiled.program, &points_to, limits)
        .map_err(|_| RefineError::TooLarge(path.into()))?;
    let program = told_at_calls(inlined, &compiled.program, &compiled.source);
    Ok(Prepared { source: compiled.source, program, enumerators: compiled.enumerators })
}

/// What happens in text that is not the user's, as in the models of library functions, is told where
/// the user calls it.
fn told_at_calls(inlined: Inlined, original: &ir::Program, source: &Source) -> ir::Program {
    let Inlined { mut program, contexts, edges, .. } = inlined;
    let entry = program.entry;
    let Some(body) = &mut program.functions[entry].body else { return program };
    for (id, edge) in body.edges.iter_mut() {
        let Some((mut context, _)) = edges.get(id).copied() else { continue };
        while !source.is_users(edge.provenance.span)
            && let Some((caller, call)) = contexts[context].caller
            && let Some(calling) = &original.functions[contexts[caller].function].body
        {
            edge.provenance.span = calling.edges[call].provenance.span;
            context = caller;
        }
    }
    program
}

/// The names of the functions that a preprocessed text defines, in order.
pub fn defined_functions(text: &[u8]) -> Vec<String> {
    let (mut found, mut at, mut depth) = (Vec::new(), 0usize, 0usize);
    let mut words: Vec<&[u8]> = Vec::new();
    let mut parens = 0usize;
    let mut candidate: Option<&[u8]> = None;
    while at < text.len() {
        let rest = &text[at..];
        let len = if rest[0].is_ascii_alphanumeric() || rest[0] == b'_' {
            rest.iter().take_while(|it| it.is_ascii_alphanumeric() || **it == b'_').count()
        } else if rest[0] == b'#' || rest.starts_with(b"//") {
            let len = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
            at += len.max(1);
            continue;
        } else if rest[0] == b'"' || rest[0] == b'\'' {
            let mut len = 1;
            while len < rest.len() && rest[len] != rest[0] {
                len += 1 + usize::from(rest[len] == b'\\');
            }
            at += len + 1;
            continue;
        } else {
            1
        };
        let piece = &rest[..len.min(rest.len())];
        match piece {
            b"{" => {
                if depth == 0
                    && parens == 0
                    && let Some(name) = candidate.take()
                {
                    found.push(String::from_utf8_lossy(name).into_owned());
                }
                depth += 1;
                words.clear();
            }
            b"}" => depth = depth.saturating_sub(1),
            b"(" if depth == 0 => {
                if parens == 0 && candidate.is_none() {
                    candidate = words.last().copied();
                }
                parens += 1;
            }
            b")" if depth == 0 => parens = parens.saturating_sub(1),
            b";" | b"=" if depth == 0 && parens == 0 => {
                words.clear();
                candidate = None;
            }
            word if depth == 0 && parens == 0 && !word[0].is_ascii_whitespace() => words.push(word),
            _ => {}
        }
        at += len;
    }
    found
}
