//! Checks a witness, ours or another tool's.
//!
//! A correctness witness is confirmed (`TRUE`) if its invariants and the property are proved
//! together; it is refuted (`FALSE`) by a run on which an invariant or the property fails. A
//! violation witness is confirmed (`FALSE`) by a run of the program that passes its waypoints and
//! fails at its target. All else is `UNKNOWN`: nothing that a witness says is taken for granted,
//! so a wrong one can cost time and never make a verdict wrong. That the program with the invariants
//! in it is still the program is looked at, not believed (`same_program`).

use c_annotate::{Named, Positions};
use c_lower::annotation::INVARIANT_FUNCTION;
use encode::Integers;
use source::{Diagnostics, Source, Span};
use verdict::{Budget, CheckKind, Outcome, Property, Reason, TrustBox, Verdict};
use witness::{Content, Invariant, Waypoint, Witness};

use ir_interp::Indeterminate;

use super::aim::aim;
use super::annotate::{Annotated, Annotator, Insertions, named};
use super::follow::{Chase, Lost, hints};
use super::invariants::place_invariants;
use super::restore::restore;
use super::same_program::difference;
use super::waypoints::{SEGMENT, place_waypoints};
use crate::Task;
use crate::c::explain::explain;
use crate::c::front_end::{CompileError, Compiled, compile, options};
use crate::c::portfolio::Engine;
use crate::c::threads::creates_threads;
use crate::c::verify::{trust_box, verify};

/// What is to be checked.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    pub witness: &'a Witness,
    /// The file of the witness, for messages.
    pub witness_text: &'a Source,
    pub task: &'a Task,
    /// The function where runs start.
    pub entry: &'a str,
}

/// The answer, and the program that it is about.
#[derive(Debug)]
pub struct Checked {
    pub compiled: Compiled,
    pub outcome: Outcome,
}

#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// Messages about the witness file.
    #[error("the witness does not fit the program")]
    Witness(Diagnostics),
    #[error(transparent)]
    Program(CompileError),
}

/// Checks the witness against the program with this text.
pub fn check(
    question: Question<'_>,
    program: Source,
    budget: &Budget,
) -> Result<Checked, CheckError> {
    let Task { properties, model, surroundings, .. } = question.task;
    let compiled = compile(program, *model, properties, question.entry, surroundings);
    let compiled = compiled.map_err(CheckError::Program)?;
    let outcome = match &question.witness.content {
        _ if creates_threads(&compiled.program) => {
            let why =
                "witnesses of format 2.0 speak of one thread, and this program creates others";
            let trust = trust_box(&compiled.program, Integers::Machine);
            Outcome { trust, ..Outcome::unknown(Reason::Unsupported(why.to_owned())) }
        }
        Content::Correctness(invariants) => {
            check_correctness(question, &compiled, invariants, budget)?
        }
        Content::Violation(segments) => check_violation(question, &compiled, segments, budget)?,
    };
    Ok(Checked { compiled, outcome })
}

fn check_correctness(
    question: Question<'_>,
    original: &Compiled,
    invariants: &[Invariant],
    budget: &Budget,
) -> Result<Outcome, CheckError> {
    let task = question.task;
    let mut annotator = Annotator::new(question.witness_text, &original.source);
    let claims = place_invariants(&mut annotator, invariants);
    let options = options(&task.properties, question.entry, &task.surroundings);
    let annotated = annotator.compile(task.model, options, Insertions::Checked)?;
    let (program, inserted) = (&annotated.compiled.program, &annotated.inserted);
    if let Err(why) = difference(&original.program, program, inserted, INVARIANT_FUNCTION) {
        let reason = format!(
            "with the invariants in it the program may be another one ({why}), so that a verdict \
             about it would be none about the program"
        );
        let trust = trust_box(&original.program, Integers::Machine);
        return Ok(Outcome { trust, ..Outcome::unknown(Reason::Inconclusive(reason)) });
    }
    let mut outcome = verify(&annotated.compiled, &task.properties, Engine::Auto, None, budget);
    restore(&mut outcome, &annotated.inserted, invariants, &claims);
    outcome.remarks.push(match &outcome.verdict {
        Verdict::True => match invariants.len() {
            0 => "the witness has no invariants; the property was proved without any".to_owned(),
            1 => "the invariant of the witness was proved together with the property".to_owned(),
            n => {
                format!("the {n} invariants of the witness were proved together with the property")
            }
        },
        Verdict::False => "the witness is refuted".to_owned(),
        Verdict::Unknown(_) => "the witness is neither confirmed nor refuted".to_owned(),
    });
    Ok(outcome)
}

fn check_violation(
    question: Question<'_>,
    original: &Compiled,
    segments: &[Vec<Waypoint>],
    budget: &Budget,
) -> Result<Outcome, CheckError> {
    let task = question.task;
    let mut annotator = Annotator::new(question.witness_text, &original.source);
    annotator.asked = original.program.checks.values().map(|check| check.span.lo).collect();
    place_waypoints(&mut annotator, segments);
    let hints = hints(segments, |waypoint| {
        let ends: Vec<u32> = annotator.places.calls.iter().map(|it| it.close_paren).collect();
        let found = annotator.positions.pick(named(&waypoint.location), &ends);
        found.into_iter().map(|index| annotator.places.calls[index].span).collect()
    });
    let options = options(&task.properties, question.entry, &task.surroundings);
    let mut annotated = annotator.compile(task.model, options, Insertions::Plain)?;
    let targets = targets(original, &annotated, segments);
    let n_targets = targets.iter().filter(|it| **it).count();
    aim_at(&mut annotated, segments.len() - 1, &targets);
    let chase = Chase {
        aimed: &annotated.compiled.program,
        original: &original.program,
        inserted: &annotated.inserted,
        indeterminate: match task.properties.contains(&Property::DefinedBehaviour) {
            true => Indeterminate::Tracked,
            false => Indeterminate::AsInput,
        },
    };
    let found = match n_targets {
        0 => Err(Lost::Open("the property asks nothing at the target of the witness".into())),
        _ => chase.run(hints, budget),
    };
    let found =
        found.map(|run| explain(&original.program, &original.source, &task.properties, &run));
    let mut outcome = match found {
        // A model may be called elsewhere, too.
        Ok(violation) if !is_at_target(original, &annotated, segments, violation.span) => {
            let why = "a run that passes the waypoints fails elsewhere".to_owned();
            Outcome::unknown(reason(Lost::Open(why), segments, budget))
        }
        Ok(violation) => Outcome {
            checks: Vec::new(),
            verdict: Verdict::False,
            violation: Some(violation),
            others: Vec::new(),
            invariants: Vec::new(),
            n_unsaid: 0,
            explanation: None,
            trust: TrustBox::new(),
            remarks: vec!["the run passes the waypoints of the witness in order".into()],
            statistics: Vec::new(),
        },
        Err(lost) => Outcome::unknown(reason(lost, segments, budget)),
    };
    outcome.trust = trust_box(&original.program, Integers::Machine);
    Ok(outcome)
}

fn reason(lost: Lost, segments: &[Vec<Waypoint>], budget: &Budget) -> Reason {
    let avoids = segments.iter().any(|segment| segment.len() > 1);
    match lost {
        // A run may pass an earlier opportunity to follow by, see `waypoints`.
        Lost::NoRun if avoids => Reason::Inconclusive(
            "no run that passes the waypoints, each as early as it can, fails at the target; the \
             witness is not confirmed"
                .to_owned(),
        ),
        Lost::NoRun => Reason::Inconclusive(
            "no run that passes the waypoints in order fails at the target; the witness is \
             refuted, the property is open"
                .to_owned(),
        ),
        Lost::Open(_) if budget.check().is_err() => Reason::Timeout,
        Lost::Open(why) => Reason::Inconclusive(format!("the witness is not confirmed: {why}")),
        Lost::InternalError(error) => Reason::InternalError(error),
    }
}

/// Which checks the last waypoint means: those in the statement or condition that starts there,
/// or failing that, those in the line; and, if something is called there, those of the models of the
/// library, whose failures are told at the call.
fn targets(original: &Compiled, annotated: &Annotated, segments: &[Vec<Waypoint>]) -> Vec<bool> {
    let program = &annotated.compiled.program;
    let Some(target) = segments.last().and_then(|segment| segment.last()) else {
        return vec![false; program.checks.len()];
    };
    let positions = Positions::of(&original.source);
    let line = Named { column: None, ..named(&target.location) };
    let lines = positions.lines(line);
    let is_in_line = |offset: u32| lines.iter().any(|it| it.lo <= offset && offset <= it.hi);
    let column = target.location.column;
    let mut calls = annotated.places.calls.iter();
    let has_call = calls.any(|it| annotated.starts(it.span).into_iter().any(is_in_line));
    let mut of_models = Vec::with_capacity(program.checks.len());
    let mut exact = Vec::with_capacity(program.checks.len());
    let mut in_line = Vec::with_capacity(program.checks.len());
    for (id, check) in program.checks.iter() {
        let place = Chase::place_of(program, &annotated.inserted, id);
        let place = place.filter(|_| check.kind != CheckKind::Invariant);
        let is_of_model = place.is_some_and(|place| !original.source.is_users(place));
        // What is left when `main` returns is asked behind it.
        let is_about_the_end = matches!(check.kind, CheckKind::MemTrack | CheckKind::MemCleanup);
        of_models.push(is_of_model && (has_call || is_about_the_end));
        let place = place.filter(|_| !is_of_model);
        let starts = place.map_or_else(Vec::new, |place| annotated.starts(place));
        let here: Vec<u32> = starts.into_iter().filter(|start| is_in_line(*start)).collect();
        in_line.push(!here.is_empty());
        let fits =
            |start: &u32| column.is_none_or(|column| positions.locate(*start).column == column);
        exact.push(here.iter().any(fits));
    }
    let own = if exact.contains(&true) { exact } else { in_line };
    own.into_iter().zip(of_models).map(|(own, of_model)| own || of_model).collect()
}

/// Is a failure told in the line that the last waypoint names?
fn is_at_target(
    original: &Compiled,
    annotated: &Annotated,
    segments: &[Vec<Waypoint>],
    failure: Span,
) -> bool {
    let target = segments.last().and_then(|segment| segment.last());
    target.is_some_and(|target| {
        let line = Named { column: None, ..named(&target.location) };
        let positions = Positions::of(&original.source);
        annotated.starts(failure).into_iter().any(|start| positions.is_in_line(line, start))
    })
}

fn aim_at(annotated: &mut Annotated, n_segments: usize, targets: &[bool]) {
    let program = &mut annotated.compiled.program;
    let segments = program.vars.iter().filter(|(_, var)| &*var.name == SEGMENT);
    let segments: Vec<ir::VarId> = segments.map(|(id, _)| id).collect();
    let is_target = |check: ir::CheckId| targets[index::Id::index(check)];
    aim(program, &segments, n_segments, &is_target);
}
