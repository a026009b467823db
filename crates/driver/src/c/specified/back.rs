//! The way back: what is told of the woven program, told of the user's.
//!
//! Places in code that is ours are those of the clause that it was made from, or of the function that is
//! looked at by itself; steps of a run that stand in our code are left out, but for the one that fails.

use std::collections::BTreeMap;

use c_annotate::{Inserted, Mapped};
use source::{Diagnostic, Diagnostics, Severity, Source, Span};
use verdict::{
    Assumption, CheckKind, CheckResult, CheckStatus, InputOrigin, Outcome, Reason, RunStep,
    Verdict, Violation,
};

use super::frame::{INDEX, KEEPS};
use super::harness::{
    ACCESSIBLE, ALONE, Broken, CHOSEN, NULL_CHOICE, OUTSIDE, PRECONDITION, REAL, WRITABLE,
    stand_ins,
};
use super::weave::Woven;

fn is_about_access(text: &str) -> bool {
    text.contains(ACCESSIBLE) || text.contains(WRITABLE)
}

/// A text with the names that the user gave to functions.
fn users_name(text: &str) -> String {
    text.replace(REAL, "").replace(ALONE, "").replace(OUTSIDE, "")
}

/// Depths of calls as the user counts them, who does not see what is called in between.
fn without_our_calls(steps: &mut [RunStep]) {
    let mut open: BTreeMap<Option<u32>, Vec<usize>> = BTreeMap::new();
    for step in steps {
        let open = open.entry(step.thread).or_default();
        while open.last().is_some_and(|depth| *depth > step.depth) {
            open.pop();
        }
        if open.last() != Some(&step.depth) {
            open.push(step.depth);
        }
        step.depth = open.len() - 1;
    }
}

/// The number that stands behind a prefix in a text.
fn number_behind(text: &str, prefix: &str) -> Option<usize> {
    let behind = text.split(prefix).nth(1)?;
    let digits: String = behind.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// The places of one part of the woven text.
#[derive(Debug)]
pub struct PartOrigin {
    /// Where it begins in the woven text, and where its body does.
    pub lo: u32,
    pub body: u32,
    /// Where what is ours begins behind the body.
    pub behind: u32,
    pub hi: u32,
    /// Where the body begins in the user's text.
    pub original: u32,
    pub inserted: Inserted,
}

/// Where a stretch of the woven text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Users(Span),
    /// Made from a clause.
    Clause(Span),
    /// Ours altogether.
    Ours,
}

impl Woven {
    fn place(&self, span: Span) -> Place {
        let Some(part) = self.parts.iter().find(|it| it.lo <= span.lo && span.lo < it.hi) else {
            return Place::Ours;
        };
        let text = self.source.excerpt(span);
        let name = |broken: &Broken| text.starts_with(&format!("{}()", broken.name));
        if let Some(broken) = self.broken.iter().find(|broken| name(broken)) {
            return Place::Clause(broken.span);
        }
        let within = |(clause, _): &&(Span, Span)| clause.lo <= span.lo && span.hi <= clause.hi;
        let clause = self.clauses.iter().find(within).map(|(_, clause)| *clause);
        if span.lo < part.body || span.lo >= part.behind {
            return clause.map_or(Place::Ours, Place::Clause);
        }
        let inside = Span::new(span.lo - part.body, span.hi.max(part.body) - part.body);
        match part.inserted.map(inside) {
            Mapped::Original(span) => {
                Place::Users(Span::new(span.lo + part.original, span.hi + part.original))
            }
            Mapped::Inserted { .. } => clause.map_or(Place::Ours, Place::Clause),
        }
    }

    /// The place in the user's text; of what is ours, the function that is looked at by itself.
    fn original(&self, span: Span) -> Span {
        match self.place(span) {
            Place::Users(span) | Place::Clause(span) => span,
            Place::Ours => self.function.unwrap_or_default(),
        }
    }

    fn is_ours(&self, span: Span) -> bool {
        !matches!(self.place(span), Place::Users(_))
    }

    /// What is wrong with the woven program, told of the user's.
    pub fn blame(&self, found: &Diagnostics) -> Diagnostics {
        let mut told = Diagnostics::new();
        for diagnostic in found.iter().filter(|it| it.severity == Severity::Error) {
            let (code, span) = match self.place(diagnostic.primary.span) {
                Place::Users(span) => (diagnostic.code, span),
                Place::Clause(span) => ("E0952", span),
                Place::Ours => ("E0954", self.function.unwrap_or_default()),
            };
            let message = match code {
                "E0952" => format!("this cannot be read here: {}", diagnostic.message),
                "E0954" => format!("it cannot be called by itself: {}", diagnostic.message),
                _ => diagnostic.message.clone(),
            };
            if told.iter().all(|it: &Diagnostic| it.primary.span != span) {
                told.push(Diagnostic::error(code, span, message));
            }
        }
        told
    }

    /// Tells an outcome in the places of the user's text.
    pub fn tell(&self, outcome: &mut Outcome) {
        self.leave_promises_open(outcome);
        outcome.checks.retain(|check| {
            // Of what is ours only what is said is a question of the user's.
            let is_said = self.is_clause(check.span)
                && check.kind != CheckKind::Initialised
                && (is_about_access(&check.text)
                    || !check.text.contains("__linchpin_") && !check.text.contains("__VERIFIER_"));
            let is_users = !self.is_ours(check.span) || is_said;
            let is_elsewhere = self.function.is_some() && check.status == CheckStatus::Unreachable;
            is_users && !is_elsewhere || check.status == CheckStatus::Violated
        });
        // A place that is listed in all cases needs no value; that the function is called is another matter.
        let is_called = outcome.checks.iter().any(|it| {
            matches!(it.status, CheckStatus::Proved | CheckStatus::Open | CheckStatus::Violated)
        });
        for check in &mut outcome.checks {
            if is_called && check.status == CheckStatus::Vacuous && check.text.contains(KEEPS) {
                check.status = CheckStatus::Proved;
            }
            check.span = self.original(check.span);
            if is_about_access(&check.text) {
                check.text = self.what_is_valid(check.span);
            }
            check.function = users_name(&check.function);
        }
        outcome.violation.iter_mut().chain(&mut outcome.others).for_each(|it| self.violation(it));
        outcome.trust = outcome.trust.told(|assumption| match assumption {
            // What is vacuous is told of each check, with its place.
            Assumption::Vacuous(_) => None,
            // It changes what it lists, which is said beside it.
            Assumption::FunctionWithoutBody(name) if self.listing.contains(&users_name(name)) => {
                None
            }
            Assumption::FunctionWithoutBody(name) => {
                Some(Assumption::FunctionWithoutBody(users_name(name)))
            }
            Assumption::FunctionOutside(name) => {
                Some(Assumption::FunctionOutside(users_name(name)))
            }
            other => Some(other.clone()),
        });
        outcome.invariants.retain(|it| !self.is_ours(it.span));
        outcome.invariants.iter_mut().for_each(|it| it.span = self.original(it.span));
    }

    /// What goes wrong where a promise looks at the state before the call is nothing that the function
    /// does: whether it keeps the promise is open.
    fn leave_promises_open(&self, outcome: &mut Outcome) {
        let is_old = |span: Span| self.olds.iter().any(|it| it.lo <= span.lo && span.hi <= it.hi);
        let found = outcome.violation.take().into_iter().chain(outcome.others.drain(..));
        let (open, real): (Vec<Violation>, Vec<Violation>) = found.partition(|it| is_old(it.span));
        let mut real = real.into_iter();
        (outcome.violation, outcome.others) = (real.next(), real.collect());
        for violation in &open {
            let is_it =
                |it: &&mut CheckResult| it.span == violation.span && it.kind == violation.kind;
            let checks = outcome.checks.iter_mut().filter(is_it);
            checks.for_each(|check| check.status = CheckStatus::Open);
        }
        if outcome.verdict == Verdict::False && outcome.violation.is_none() {
            let why =
                "what a promise says of the state before the call cannot be looked at in all calls";
            outcome.verdict = Verdict::Unknown(Reason::Inconclusive(why.to_owned()));
        }
    }

    fn is_clause(&self, span: Span) -> bool {
        matches!(self.place(span), Place::Clause(_))
    }

    /// That something cannot be accessed of which this clause says that it can.
    fn not_valid(&self, clause: Span) -> String {
        let text = self.one_line(clause);
        match self.contracts.iter().find(|it| it.clause == clause) {
            Some(it) if it.is_required => {
                format!("{PRECONDITION}`{}` requires `{text}`", it.function)
            }
            Some(it) => format!("postcondition fails: `{}` ensures `{text}`", it.function),
            None => format!("contract fails: `{text}`"),
        }
    }

    fn one_line(&self, clause: Span) -> String {
        let text = self.shown.excerpt(clause);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The clause that says that something can be accessed.
    fn what_is_valid(&self, clause: Span) -> String {
        format!("what is said to be valid is: `{}`", self.one_line(clause))
    }

    fn violation(&self, violation: &mut Violation) {
        violation.span = self.original(violation.span);
        let is_it = |it: &&Broken| violation.message.contains(&it.what);
        if let Some(broken) = self.broken.iter().find(is_it) {
            let holds_not = format!("does not hold: {}", broken.what);
            violation.message = violation.message.replace(&holds_not, &broken.fault);
        }
        if is_about_access(&violation.message) {
            violation.message = self.not_valid(violation.span);
        }
        violation.inputs.retain_mut(|input| {
            // Pointers get their values from us.
            if matches!(input.origin, InputOrigin::EntryParameter { .. })
                && input.c_type == "void *"
            {
                return false;
            }
            if let Some(choice) = self.null_choice(&input.what) {
                input.what = choice;
                input.value = if input.bits & 1 == 1 { "yes" } else { "no" }.to_owned();
                input.span = None;
            }
            if let Some(place) = self.chosen_place(&input.what) {
                input.what = format!("`{place}` before the call");
                input.span = None;
            } else if input.what.contains(INDEX) {
                input.what = "the element that is looked at".to_owned();
            } else if input.what.contains("__VERIFIER_nondet_any_") {
                input.what = "a choice of what is required".to_owned();
            }
            if self.function.is_some() {
                input.what = input.what.replace("the `extern` variable", "before the call");
            }
            input.span = input.span.map(|span| self.original(span));
            true
        });
        // What we ask for is no call of the user's.
        violation.waypoints.retain(|it| !self.is_ours(it.span));
        for waypoint in &mut violation.waypoints {
            waypoint.span = self.original(waypoint.span);
        }
        let last = violation.steps.len().saturating_sub(1);
        let steps = std::mem::take(&mut violation.steps).into_iter().enumerate();
        let shown = steps.filter(|(index, step)| *index == last || !self.is_ours(step.span));
        violation.steps = shown.map(|(_, step)| self.step(step)).collect();
        self.tell_invariant(violation);
        without_our_calls(&mut violation.steps);
        violation.schedule.iter_mut().for_each(|it| it.span = self.original(it.span));
    }

    fn step(&self, mut step: RunStep) -> RunStep {
        step.function = users_name(&step.function);
        step.effects.iter_mut().for_each(|effect| *effect = users_name(effect));
        if self.is_ours(step.span) {
            let said = self.broken.iter().find(|it| it.span == self.original(step.span));
            let about = said.and_then(|it| it.about.clone()).or_else(|| self.alone.clone());
            step.function = about.unwrap_or(step.function);
            step.effects.retain(|effect| {
                !effect.contains("__linchpin_") && !effect.starts_with("the condition is ")
            });
        }
        step.span = self.original(step.span);
        step
    }

    /// "whether `p` is null"
    fn null_choice(&self, what: &str) -> Option<String> {
        let made = self.made.get(number_behind(what, NULL_CHOICE)?)?;
        Some(format!("whether `{}` is null", made.place))
    }

    /// The place that a number is for.
    fn chosen_place(&self, what: &str) -> Option<&String> {
        self.chosen.get(number_behind(what, CHOSEN)?)
    }

    /// Checks of which nothing is known yet, told of the user's text.
    pub fn tell_checks(&self, checks: Vec<CheckResult>) -> Vec<CheckResult> {
        let mut outcome = Outcome { checks, ..Outcome::unknown(Reason::Interrupted) };
        self.tell(&mut outcome);
        outcome.checks
    }

    /// The woven texts of the parts.
    pub fn texts(&self) -> Vec<Vec<u8>> {
        let parts = self.source.parts().iter().map(|part| part.span);
        let text = self.source.text();
        let mut texts: Vec<Vec<u8>> =
            parts.map(|span| text[span.lo as usize..span.hi as usize].to_vec()).collect();
        // Functions that the run does not come to ask for these as well, and a linker wants them all.
        if let Some(first) = texts.first_mut() {
            first.extend(stand_ins(&self.broken).into_bytes());
        }
        texts
    }

    /// The user's text, in which outcomes are told.
    pub fn shown(&self) -> Source {
        self.shown.clone()
    }
}
