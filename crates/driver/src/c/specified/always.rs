//! Invariants: what holds at every moment, `//@ invariant P;`.
//!
//! The condition becomes a function behind its part, where all global variables of the part are
//! known, and `ir_passes::ask_always` calls it where runs begin and behind every step that may change
//! its answer, as part of that step.

use ir::{FunctionId, Op, Program, Provenance};
use ir_passes::ask_always::{WhyNotAsked, ask_always};
use source::{Diagnostic, Diagnostics, Span};

use verdict::Violation;

use super::contract::Said;
use super::harness::Writer;
use super::weave::Woven;

/// What the names of functions begin with that ask.
const ALWAYS: &str = "__linchpin_always_";

impl Writer<'_> {
    /// A function that asks for what holds at every moment.
    pub fn always(&mut self, said: &Said) {
        let Some(asked) = self.claim(said, "the invariant") else { return };
        let name = format!("{ALWAYS}{}", self.always.len());
        self.stand_at(said.span);
        self.text.push_str(&format!("void {name}(void) {{ "));
        for (condition, broken) in asked {
            self.push_clause(&format!("if (!{condition}) {broken}(); "), said.span);
        }
        self.text.push_str("}\n");
        self.always.push((name, said.span));
    }
}

impl Woven {
    /// Says that an invariant is violated, by the step before: what asks is no place of the user's.
    pub fn tell_invariant(&self, violation: &mut Violation) {
        if !self.always.iter().any(|(_, span)| *span == violation.span) {
            return;
        }
        if let Some(what) = violation.message.strip_prefix("invariant fails: ") {
            violation.message = format!("invariant violated: {what}");
        }
        if let [.., before, last] = &mut violation.steps[..]
            && before.thread == last.thread
        {
            last.function.clone_from(&before.function);
            last.depth = before.depth;
        }
    }

    /// Puts the questions into the program; what is wrong with them. Where it is not known when to ask,
    /// runs begin with something that is not supported.
    pub fn ask_always(&self, program: &mut Program) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        let functions = program.functions.iter();
        let with_clause = functions.filter_map(|(id, function)| {
            let (_, span) = self.always.iter().find(|(name, _)| **name == *function.name)?;
            Some((id, *span))
        });
        let questions: Vec<(FunctionId, Span)> = with_clause.collect();
        if questions.is_empty() {
            return diagnostics;
        }
        let ids: Vec<FunctionId> = questions.iter().map(|(id, _)| *id).collect();
        match ask_always(program, &ids) {
            Ok(()) => {}
            Err(WhyNotAsked::ReadsThroughPointer(question)) => {
                let clause = questions.iter().find(|(id, _)| *id == question);
                let message = "an invariant speaks of global variables, and not of what pointers \
                               lead to or what each thread has for itself";
                let span = clause.map_or_else(Span::default, |(_, span)| *span);
                diagnostics.push(Diagnostic::error("E0952", span, message));
            }
            Err(WhyNotAsked::Unsupported(why)) => begin_unsupported(program, why),
        }
        diagnostics
    }
}

fn begin_unsupported(program: &mut Program, why: &str) {
    let entry = program.entry;
    let span = program.functions[entry].span;
    let Some(body) = &mut program.functions[entry].body else { return };
    let (first, start) = (body.entry, body.add_location());
    let provenance = Provenance { span, ..Provenance::default() };
    body.add_edge(start, first, Op::Unsupported { what: why.into() }, provenance);
    body.entry = start;
}
