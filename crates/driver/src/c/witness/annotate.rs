//! Puts the expressions of a witness into the text of a program and compiles the result.
//!
//! Everything that is wrong with the witness in the eyes of the program is said here, at its
//! place in the witness file: a location where nothing of the kind stands, an expression that
//! writes, calls or reads what is volatile, one that the front end refuses. What an expression does
//! is asked of every node of the trees that lies in its text, the parentheses that we put around it
//! included, so the root is asked too.

use c_annotate::{
    Edits, Fragment, Inserted, Mapped, Meant, Named, Places, Positions, Texts, is_one_expression,
    side_effect,
};
use c_sema::Linker;
use source::{Diagnostic, Diagnostics, Origin, Source, Span, Symbols};
use witness::{Expression, Location};

use super::check::CheckError;
use super::make::unparsed;
use crate::DataModel;
use crate::c::front_end::{CompileError, Compiled, compile_with};

/// Names of ours begin with this; a program that has such names cannot be annotated.
const OUR_NAMES: &str = "__linchpin_";

/// A program under annotation.
pub(super) struct Annotator<'a> {
    /// The witness file.
    witness: &'a Source,
    /// The program as it was read.
    program: &'a Source,
    pub positions: Positions<'a>,
    pub places: Places,
    /// Where the program is asked something; that need not be a statement.
    pub asked: Vec<u32>,
    /// Where the first declaration of each text starts.
    pub starts: Vec<u32>,
    pub edits: Edits,
    /// The user's expressions; their index is their id in the edits.
    expressions: Vec<Expression>,
    pub diagnostics: Diagnostics,
}

/// A program with the expressions of a witness in it.
pub(super) struct Annotated {
    pub compiled: Compiled,
    pub inserted: Inserted,
    pub places: Places,
}

impl Annotated {
    /// Where a stretch of the original text starts, and the whole of what is evaluated there.
    pub fn starts(&self, span: Span) -> Vec<u32> {
        let whole = self.places.full_expression(span);
        std::iter::once(span.lo).chain(whole.map(|whole| whole.lo)).collect()
    }
}

/// What lowering makes of inserted text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Insertions {
    /// Claims, whose evaluation is checked.
    Checked,
    /// Plain C.
    Plain,
}

impl<'a> Annotator<'a> {
    /// For a program that compiles without a witness.
    pub fn new(witness: &'a Source, program: &'a Source) -> Self {
        let Texts { places, starts, .. } = Texts::of(&mut unparsed(program)).unwrap_or_default();
        Self {
            witness,
            program,
            positions: Positions::of(program),
            places,
            asked: Vec::new(),
            starts,
            edits: Edits::default(),
            expressions: Vec::new(),
            diagnostics: Diagnostics::new(),
        }
    }

    /// The text of a stretch of the program.
    pub fn excerpt(&self, span: Span) -> String {
        self.program.excerpt(span).into_owned()
    }

    /// Where the text that an offset lies in begins.
    pub fn text_of(&self, offset: u32) -> u32 {
        self.program.part(offset).span.lo
    }

    /// Adds a user's expression to a fragment, in the form in which C can read it.
    pub fn push_expression(&mut self, fragment: &mut Fragment, value: &Expression, text: &str) {
        // Lines of the program must stay what they were.
        let text = text.replace(['\n', '\r', '\t'], " ");
        let problem = if text.trim().is_empty() {
            Some("an expression is expected here")
        } else if value.text.contains(OUR_NAMES) {
            Some("names that begin with `__linchpin_` are ours")
        } else {
            is_one_expression(&text)
        };
        if let Some(problem) = problem {
            self.diagnostics.push(Diagnostic::error("E1012", value.span, problem));
        }
        fragment.push_expression(self.expressions.len(), &text);
        self.expressions.push(value.clone());
    }

    /// Which of the offsets a location means. None, and a message, where there is nothing of the
    /// kind.
    pub fn pick(&mut self, location: &Location, offsets: &[u32], what: &str) -> Vec<usize> {
        if !self.is_in_program(location) {
            return Vec::new();
        }
        let function = location.function.as_deref();
        let mut found = self.positions.pick(named(location), offsets);
        found.retain(|index| {
            function.is_none_or(|name| self.places.function(offsets[*index]) == Some(name))
        });
        if found.is_empty() {
            self.nothing_there(location, what);
        }
        found
    }

    /// The last waypoint needs something in its line that a run can come to.
    pub fn find_target(&mut self, location: &Location) {
        if !self.is_in_program(location) {
            return;
        }
        let lines = self.positions.lines(named(location));
        let is_asked = |line: &Span| self.asked.iter().any(|it| line.lo <= *it && *it <= line.hi);
        let has_code = lines.iter().any(|line| self.places.has_code(*line) || is_asked(line));
        let fits = location.column.is_none_or(|it| self.positions.has_column(named(location), it));
        if !has_code || !fits {
            self.nothing_there(location, "statement");
        }
    }

    /// File and function of a location must be some of the program.
    fn is_in_program(&mut self, location: &Location) -> bool {
        let named = &location.file_name;
        let unknown = match (self.positions.file(named), &location.function) {
            (Meant::Nothing, _) => format!("no text of the program comes from `{named}`"),
            (Meant::Several(files), _) => {
                let files: Vec<String> = files.iter().map(|file| format!("`{file}`")).collect();
                format!("`{named}` may be each of these files of the program: {}", files.join(", "))
            }
            (Meant::One(_), Some(name)) if !self.places.has_function(name) => {
                format!("the program does not define a function `{name}`")
            }
            (Meant::One(_), _) => return true,
        };
        self.diagnostics.push(Diagnostic::error("E1011", location.span, unknown));
        false
    }

    fn nothing_there(&mut self, location: &Location, what: &str) {
        let column = location.column.map(|column| format!(", column {column}"));
        let message =
            format!("there is no {what} at line {}{}", location.line, column.unwrap_or_default());
        self.diagnostics.push(Diagnostic::error("E1011", location.span, message));
    }

    /// Compiles the annotated program.
    pub fn compile(
        mut self,
        model: DataModel,
        mut options: c_lower::Options,
        insertions: Insertions,
    ) -> Result<Annotated, CheckError> {
        let text = unparsed(self.program).text().clone();
        if text.windows(OUR_NAMES.len()).any(|window| window == OUR_NAMES.as_bytes()) {
            let message = "the program has names that begin with `__linchpin_`, which are ours";
            self.diagnostics.push(Diagnostic::error("E1014", Span::at(0), message));
        }
        if self.diagnostics.has_errors() {
            return Err(CheckError::Witness(self.diagnostics));
        }
        let (text, inserted) = std::mem::take(&mut self.edits).apply(&text);
        let source = self.in_texts(&text, &inserted);
        self.refuse_effects(&source, &inserted, model)?;
        if insertions == Insertions::Checked {
            options.annotations = inserted.spans().collect();
        }
        match compile_with(source, model, options) {
            Ok(compiled) => Ok(Annotated { compiled, inserted, places: self.places }),
            Err(CompileError::Refused { diagnostics, .. }) => {
                Err(CheckError::Witness(self.blame(&inserted, &diagnostics)))
            }
            Err(error) => Err(CheckError::Program(error)),
        }
    }

    /// The edited program, divided as the program is.
    fn in_texts(&self, edited: &[u8], inserted: &Inserted) -> Source {
        let users = self.program.parts().iter().filter(|part| part.origin == Origin::User);
        let parts: Vec<(_, usize)> = users
            .map(|part| (part.name.clone(), inserted.edited_offset(part.span.lo) as usize))
            .collect();
        let ends = parts.iter().skip(1).map(|(_, start)| *start).chain([edited.len()]);
        let mut texts =
            parts.iter().zip(ends).map(|((name, start), end)| (name.clone(), &edited[*start..end]));
        let (name, first) = texts.next().unwrap_or_else(|| (self.program.name().clone(), edited));
        let mut source = Source::new(name, first.to_vec());
        let more: Vec<_> = texts.collect();
        let fits = more.is_empty() || source.append(more, Origin::User);
        debug_assert!(fits, "a text of a witness is no longer than what is read of one");
        source
    }

    /// An expression that does something would make another program of this one.
    fn refuse_effects(
        &mut self,
        source: &Source,
        inserted: &Inserted,
        model: DataModel,
    ) -> Result<(), CheckError> {
        let regions: Vec<(usize, Span)> = inserted.expressions().collect();
        let mut found: Vec<(Span, &'static str)> = Vec::new();
        let mut text = unparsed(source);
        let mut linker = Linker::new(model, Symbols::new());
        for part in 0..text.parts().len() {
            let symbols = linker.take_symbols();
            let (mut unit, _) = c_syntax::parse_part(&mut text, part, symbols);
            for expr in unit.exprs.values() {
                found.extend(side_effect(expr).map(|effect| (expr.span, effect)));
            }
            linker.put_symbols(std::mem::take(&mut unit.symbols));
            linker.add(unit);
        }
        let (typed, _) = linker.finish();
        for expr in typed.exprs.values() {
            if let c_sema::typed::ExprKind::Load { is_volatile: true, .. } = expr.kind {
                found.push((expr.span, "it reads a volatile object"));
            }
        }
        found.sort_by_key(|(span, _)| (span.lo, span.hi));
        for (span, effect) in found {
            // The root of an expression has our parentheses around it, and they are part of it.
            let index = regions.partition_point(|(_, region)| region.hi < span.lo);
            let Some((id, region)) = regions.get(index) else { continue };
            if span.lo + 1 < region.lo || region.hi + 1 < span.hi {
                continue;
            }
            let (lo, hi) = (span.lo.max(region.lo), span.hi.min(region.hi));
            let span = self.in_witness(*id, Span::new(lo - region.lo, hi - region.lo));
            let message = format!("an expression of a witness has no effect, and {effect}");
            self.diagnostics.push(Diagnostic::error("E1012", span, message));
        }
        match self.diagnostics.has_errors() {
            true => Err(CheckError::Witness(std::mem::take(&mut self.diagnostics))),
            false => Ok(()),
        }
    }

    /// What the front end says about the annotated program, as messages about the witness.
    fn blame(&self, inserted: &Inserted, found: &Diagnostics) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        for diagnostic in found.iter() {
            if diagnostic.severity != source::Severity::Error {
                continue;
            }
            let span = match inserted.map(diagnostic.primary.span) {
                Mapped::Inserted { expression: Some((id, part)) } => self.in_witness(id, part),
                Mapped::Inserted { expression: None } | Mapped::Original(_) => {
                    self.expressions.first().map_or(Span::at(0), |first| first.span)
                }
            };
            let message = format!("this does not fit the program: {}", diagnostic.message);
            diagnostics.push(Diagnostic::error("E1013", span, message));
        }
        diagnostics
    }

    /// A part of an expression in the witness file, where the expression stands there letter by
    /// letter; else all of it.
    fn in_witness(&self, id: usize, part: Span) -> Span {
        let expression = &self.expressions[id];
        let written = self.witness.excerpt(expression.span);
        match written.find(&*expression.text) {
            Some(start) if part.hi as usize <= expression.text.len() => {
                let start = expression.span.lo + start as u32;
                Span::new(start + part.lo, start + part.hi)
            }
            _ => expression.span,
        }
    }
}

/// A location without its function.
pub(super) fn named(location: &Location) -> Named<'_> {
    Named { file: &location.file_name, line: location.line, column: location.column }
}
