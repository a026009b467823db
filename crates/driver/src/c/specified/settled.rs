//! What the woven text cannot say, done to the program that was made of it; and what an answer about it
//! rests on.

use c_annotate::side_effect;
use ir::{Contents, Initial, Program, Scope};
use source::{Diagnostic, Diagnostics, Origin, Source, Span, Symbols};
use verdict::Outcome;

use super::About;
use super::arguments::MadeExtent;
use super::harness::Broken;
use super::weave::{Woven, definitions};

impl Woven {
    /// What the text cannot say.
    pub fn settle(&self, program: &mut Program) {
        self.say_what_is_broken(program);
        self.forget(program);
    }

    fn say_what_is_broken(&self, program: &mut Program) {
        for check in program.checks.values_mut() {
            let is_it = |it: &&Broken| *check.text == *format!("`{}` is never called", it.name);
            if let Some(broken) = self.broken.iter().find(is_it) {
                check.text = broken.what.as_str().into();
            }
        }
    }

    /// A function is called with any values in the static objects that it comes to.
    fn forget(&self, program: &mut Program) {
        let is_any = |name: &str| {
            let plain = name.split('.').next().unwrap_or(name);
            self.any.contains(plain)
        };
        for var in program.vars.values_mut() {
            if var.scope == Scope::Global && is_any(&var.name) {
                var.initial = Initial::Unknown;
            }
        }
        for object in program.objects.values_mut() {
            let is_variable = object.scope == Scope::Global && is_any(&object.name);
            if is_variable && matches!(object.contents, Contents::Static(_)) {
                object.contents = Contents::Unknown;
            }
        }
    }

    /// What an answer is about that was told in the places of the user's text.
    pub fn about(&self, outcome: &Outcome) -> About {
        let clauses = self.clauses.iter().map(|(_, clause)| *clause);
        let mut clauses = clauses.chain(self.always.iter().map(|(_, clause)| *clause));
        let failure = outcome.violation.as_ref().map(|violation| violation.span.lo);
        let is_in = |clause: Span| failure.is_some_and(|lo| clause.lo <= lo && lo < clause.hi);
        match self.alone.is_some() || !self.believed.is_empty() || clauses.any(is_in) {
            true => About::Comments,
            false => About::Program,
        }
    }

    /// Says which function is meant, where several files have one of that name.
    fn one_of_several(&self, function: &str) -> Option<String> {
        let n = definitions(&self.shown).iter().filter(|it| it.name == function).count();
        let file = self.shown.position(self.function?.lo).file;
        (n > 1).then(|| format!("of {n} functions `{function}` the one in `{file}` is looked at"))
    }

    /// What a proof about the function by itself rests on, in words.
    pub fn taken_for_granted(&self, function: &str) -> Vec<String> {
        let mut told = vec![format!(
            "`{function}` by itself: its arguments and the static objects that it uses have any values \
             that its contract allows"
        )];
        told.extend(self.one_of_several(function));
        let assumed = |extent: MadeExtent| {
            let made = self.made.iter().filter(move |made| made.extent == extent);
            made.map(|made| format!("`{}`", made.place)).collect::<Vec<_>>()
        };
        let ones = assumed(MadeExtent::One);
        if !ones.is_empty() {
            told.push(format!(
                "taken to point to one object of its type, or to be null where the code compares it with \
                 null: {}",
                ones.join(", ")
            ));
        }
        let bytes = assumed(MadeExtent::Byte);
        if !bytes.is_empty() {
            let bytes = bytes.join(", ");
            told.push(format!(
                "taken to point to one byte, since their types say no more, or to be null where the code \
                 compares it with null: {bytes}"
            ));
        }
        let strings = assumed(MadeExtent::String);
        if !strings.is_empty() {
            told.push(format!("taken to point to a terminated string: {}", strings.join(", ")));
        }
        if self.made.len() > 1 {
            told.push("pointers are taken to lead to different objects".to_owned());
        }
        if self.made.iter().any(|made| made.extent == MadeExtent::AsRequired) {
            told.push("what is required to be there is taken to have less than 2 GiB".to_owned());
        }
        if !self.kept.is_empty() {
            let names: Vec<String> = self.kept.iter().map(|it| format!("`{it}`")).collect();
            told.push(format!("static objects with their first value: {}", names.join(", ")));
        }
        told
    }
}

/// Says which clauses do something besides giving a value.
pub fn effects(source: &Source, woven: &Woven) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    let mut source = source.unread();
    let mut symbols = Symbols::new();
    for index in 0..source.parts().len() {
        if source.parts()[index].origin != Origin::User {
            continue;
        }
        let (mut unit, _) = c_syntax::parse_part(&mut source, index, symbols);
        for expr in unit.exprs.values() {
            let Some(effect) = side_effect(expr) else { continue };
            // What is ours around a clause calls functions of ours.
            let text = source.excerpt(expr.span);
            let is_ours = text.starts_with("__linchpin_") || text.starts_with("__VERIFIER_");
            let is_ours =
                is_ours || text.starts_with("__builtin_") || text.contains("__linchpin_of_");
            // Parentheses of ours around it are part of it.
            let within = |(span, _): &&(Span, Span)| {
                span.lo <= expr.span.lo + 1 && expr.span.hi <= span.hi + 1
            };
            if let (false, Some((_, clause))) = (is_ours, woven.clauses.iter().find(within)) {
                let message =
                    format!("a clause must not change anything or call a function, and {effect}");
                diagnostics.push(Diagnostic::error("E0952", *clause, message));
            }
        }
        symbols = std::mem::take(&mut unit.symbols);
    }
    diagnostics
}
