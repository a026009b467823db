//! Looks for a failing run that passes the waypoints of a witness.
//!
//! The annotated and aimed program fails exactly on such runs. First it is run on the values that
//! the witness itself names (`\result == 5` where a call returned), which settles witnesses that
//! were made from a run; then it is explored and searched like any program. What is found is run
//! again on the program that the user wrote, on the same inputs, and must fail at the same check:
//! what the user is told is a run of the user's program.

use std::collections::VecDeque;

use c_annotate::{Inserted, Mapped};
use ir::{CheckId, Program};
use ir_interp::{
    Indeterminate, InputList, InputRequest, Interpreter, Options, Outcome, Record, RecordedInput,
    WhenExhausted,
};
use source::Span;
use verdict::Budget;
use witness::{Waypoint, WaypointType};

use crate::c::bounded::Replay;
use crate::c::explain::span_of;
use crate::c::explore::{Explorer, FailingRun, LEAPS_AFTER, Look, replay};
use crate::c::portfolio::{Engine, Found, Search};

/// Edges of one run.
const MAX_STEPS: u64 = 50_000_000;

/// A program with waypoints in it, and the one that it was made from.
pub(super) struct Chase<'a> {
    pub aimed: &'a Program,
    pub original: &'a Program,
    pub inserted: &'a Inserted,
    pub indeterminate: Indeterminate,
}

/// Why no run is confirmed.
pub(super) enum Lost {
    /// There is none.
    NoRun,
    Open(String),
    InternalError(String),
}

impl Chase<'_> {
    /// A failing run of the original program.
    pub fn run(
        &self,
        hints: VecDeque<(Vec<Span>, u128)>,
        budget: &Budget,
    ) -> Result<FailingRun, Lost> {
        if let Some((check, inputs)) = self.guided(hints) {
            return self.confirm(check, &inputs);
        }
        let mut explorer = Explorer::new(self.aimed, self.indeterminate);
        explorer.look(Look::Longer, budget);
        let found = explorer.found;
        if let Some(error) = found.internal_error {
            return Err(Lost::InternalError(error));
        }
        if let Some(run) = found.failing {
            return self.confirm(run.check, &run.inputs);
        }
        let plan = Engine::Bounded.into();
        let replay = Replay { program: self.aimed, indeterminate: self.indeterminate };
        match Search::new(self.aimed, plan, replay, budget).answer() {
            Found::Failing(run) => self.confirm(run.check, &run.inputs),
            Found::Proved(_) => Err(Lost::NoRun),
            Found::Partly(_) => Err(Lost::Open("some checks are open".to_owned())),
            Found::Unknown(why) | Found::OnlyUnbounded(why) => Err(Lost::Open(why)),
            Found::InternalError(error) => Err(Lost::InternalError(error)),
        }
    }

    /// Runs the program on the values that the witness names, in their order, and zero elsewhere.
    fn guided(
        &self,
        mut hints: VecDeque<(Vec<Span>, u128)>,
    ) -> Option<(CheckId, Vec<RecordedInput>)> {
        let answer = |request: &InputRequest| {
            let span = request.site.map(|site| span_of(self.aimed, site));
            let span = span.map(|span| self.inserted.original_span(span));
            match hints.front() {
                Some((hinted, bits)) if span.is_some_and(|span| hinted.contains(&span)) => {
                    let bits = *bits;
                    hints.pop_front();
                    Some(bits)
                }
                _ => Some(0),
            }
        };
        let options = Options {
            n_steps: MAX_STEPS,
            record: Record::Nothing,
            indeterminate: self.indeterminate,
            leaps_after: LEAPS_AFTER,
            ..Options::default()
        };
        let mut interpreter = Interpreter::new(self.aimed, answer, options);
        match interpreter.run() {
            Outcome::Violated { check, .. } => Some((check, interpreter.inputs().to_vec())),
            _ => None,
        }
    }

    /// Runs the original program on the same inputs. It must fail at the same check.
    fn confirm(&self, aimed: CheckId, inputs: &[RecordedInput]) -> Result<FailingRun, Lost> {
        let values = inputs.iter().map(|input| input.bits).collect();
        let options = Options {
            n_steps: MAX_STEPS,
            record: Record::Nothing,
            indeterminate: self.indeterminate,
            leaps_after: LEAPS_AFTER,
            ..Options::default()
        };
        let list = InputList::new(values, WhenExhausted::Default(0));
        let mut interpreter = Interpreter::new(self.original, list, options);
        let (check, site) = match interpreter.run() {
            Outcome::Violated { check, site } if self.is_same(aimed, check) => (check, site),
            _ => {
                let why = "a run that follows the waypoints could not be repeated without them";
                return Err(Lost::Open(why.to_owned()));
            }
        };
        let inputs = interpreter.inputs().to_vec();
        match replay(self.original, &inputs, self.indeterminate, check, site) {
            Ok(trace) => Ok(FailingRun { check, inputs, schedule: Vec::new(), trace }),
            Err(error) => Err(Lost::InternalError(error)),
        }
    }

    fn is_same(&self, aimed: CheckId, original: CheckId) -> bool {
        let place = Self::place_of(self.aimed, self.inserted, aimed);
        let check = &self.original.checks[original];
        place == Some(check.span) && self.aimed.checks[aimed].kind == check.kind
    }

    /// Where a check of the aimed program stands in the original text; nowhere if it is part of
    /// what was inserted.
    pub fn place_of(program: &Program, inserted: &Inserted, check: CheckId) -> Option<Span> {
        match inserted.map(program.checks[check].span) {
            Mapped::Original(span) => Some(span),
            Mapped::Inserted { .. } => None,
        }
    }
}

/// The values that calls return, as far as the witness says them outright.
pub(super) fn hints(
    segments: &[Vec<Waypoint>],
    calls_at: impl Fn(&Waypoint) -> Vec<Span>,
) -> VecDeque<(Vec<Span>, u128)> {
    let followed = segments.iter().filter_map(|segment| segment.last());
    let returns = followed.filter(|waypoint| waypoint.ty == WaypointType::FunctionReturn);
    returns.filter_map(|waypoint| Some((calls_at(waypoint), returned_value(waypoint)?))).collect()
}

/// The constant of `\result == 5`.
fn returned_value(waypoint: &Waypoint) -> Option<u128> {
    let text = &waypoint.constraint.as_ref()?.text;
    let (left, right) = text.split_once("==")?;
    let constant = match (left.trim(), right.trim()) {
        ("\\result", constant) | (constant, "\\result") => constant,
        _ => return None,
    };
    if constant == format!("(-{}LL - 1)", i64::MAX) {
        return Some(i64::MIN as u128);
    }
    let digits = constant.trim_start_matches('(').trim_end_matches(')').trim();
    let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']);
    digits.parse::<i128>().ok().map(|value| value as u128)
}

#[cfg(test)]
mod tests {
    use super::*;
    use witness::{Action, Expression, Location};

    fn value(constraint: &str) -> Option<u128> {
        let location = Location {
            file_name: "a.c".into(),
            line: 1,
            column: None,
            function: None,
            span: Span::default(),
        };
        returned_value(&Waypoint {
            ty: WaypointType::FunctionReturn,
            action: Action::Follow,
            location,
            constraint: Some(Expression::new(constraint)),
        })
    }

    #[test]
    fn constants_are_read_in_the_forms_that_tools_write() {
        assert_eq!(value("\\result == 5"), Some(5));
        assert_eq!(value("-2 == \\result"), Some(-2i128 as u128));
        assert_eq!(value("\\result==(-2147483648)"), Some(-2147483648i128 as u128));
        assert_eq!(value("\\result == 18446744073709551615ULL"), Some(u128::from(u64::MAX)));
        assert_eq!(value("\\result == (-9223372036854775807LL - 1)"), Some(i64::MIN as u128));
        assert_eq!(value("\\result <= 5"), None);
        assert_eq!(value("\\result == x"), None);
    }
}
