//! What the user is told of code that was made from contracts: nothing.
//!
//! A run that refutes a contract begins in code of ours, which makes the heap that the function is given.
//! People know neither that code nor its places. So its steps become what they made, its checks stand at
//! the function that they are about, and a block of it is one that the function was given:
//!
//! ```text
//!   `l` = block 1
//!   `next` of block 1 = block 2
//!   `next` of block 2 = null
//! ```

use std::collections::BTreeMap;

use ir::Program;
use source::Span;
use verdict::{CheckResult, CheckStatus, ChosenInput, InputOrigin, Outcome, RunStep, Violation};

use super::weave::{MADE, Woven};
use crate::c::each_check::WHAT_PROOFS_REST_ON;

/// Tells the outcome of a question about the contract of `function` in the user's places.
pub fn tell(outcome: &mut Outcome, program: &Program, woven: &Woven, function: &str) {
    let mut functions = program.functions.values();
    let Some(called) = functions.find(|it| &*it.name == function) else { return };
    let parameters = called.parameters.iter().map(|var| &*program.vars[*var].name).collect();
    let place = called.span;
    let teller = Teller { users: woven.program, function, parameters, place };
    for violation in outcome.violation.iter_mut().chain(&mut outcome.others) {
        teller.violation(violation);
    }
    // What other contracts ask is reached by no run of this one.
    outcome.checks.retain(|check| {
        check.status != CheckStatus::Unreachable
            && (teller.is_users(check.span)
                || check.status == CheckStatus::Violated
                || check.text.contains(&format!("`{function}` keeps its contract")))
    });
    for check in &mut outcome.checks {
        if !teller.is_users(check.span) {
            (check.span, check.function) = (place, function.to_owned());
        }
    }
    // Several of our steps may ask the same of the function; what is worst is said once.
    let severity = |check: &CheckResult| match check.status {
        CheckStatus::Violated => 0,
        CheckStatus::Open | CheckStatus::NotJudged => 1,
        CheckStatus::Proved | CheckStatus::Vacuous | CheckStatus::Unreachable => 2,
    };
    outcome.checks.sort_by_key(|check| (check.span.lo, severity(check)));
    let mut told: Vec<CheckResult> = Vec::new();
    for check in outcome.checks.drain(..) {
        let is_it = |it: &CheckResult| {
            (it.span, it.kind, &it.text) == (check.span, check.kind, &check.text)
        };
        if !told.iter().any(is_it) {
            told.push(check);
        }
    }
    outcome.checks = told;
    if outcome.checks.iter().all(|check| check.status != CheckStatus::Open) {
        outcome.remarks.retain(|remark| remark != WHAT_PROOFS_REST_ON);
    }
}

struct Teller<'t> {
    users: Span,
    function: &'t str,
    parameters: Vec<&'t str>,
    /// The name of the function in the user's text.
    place: Span,
}

impl Teller<'_> {
    fn is_users(&self, span: Span) -> bool {
        self.users.lo <= span.lo && span.hi <= self.users.hi
    }

    fn violation(&self, violation: &mut Violation) {
        violation.message = self.without_our_places(&violation.message);
        if !self.is_users(violation.span) {
            violation.span = self.place;
        }
        let heap = self.heap(&violation.steps);
        violation.inputs.retain(|input| input.span.is_some_and(|span| self.is_users(span)));
        violation.waypoints.retain(|waypoint| self.is_users(waypoint.span));
        violation.environment = verdict::Environment::default();
        violation.inputs.splice(0..0, heap);
        violation.steps.retain(|step| self.is_users(step.span));
        let outermost = violation.steps.iter().map(|step| step.depth).min().unwrap_or(0);
        violation.steps.iter_mut().for_each(|step| step.depth -= outermost);
    }

    /// "block allocated at contracts:3" is a block that the function was given.
    fn without_our_places(&self, message: &str) -> String {
        let ours = format!("allocated at {MADE}:");
        let Some((before, behind)) = message.split_once(&ours) else { return message.to_owned() };
        let behind = behind.trim_start_matches(|it: char| it.is_ascii_digit());
        self.without_our_places(&format!("{before}that `{}` was given{behind}", self.function))
    }

    /// What our steps made: the arguments, and what is in the blocks.
    fn heap(&self, steps: &[RunStep]) -> Vec<ChosenInput> {
        let ours = || steps.iter().filter(|step| !self.is_users(step.span));
        let mut told = Vec::new();
        for values in ours().filter_map(|step| called_with(step, self.function)) {
            let pairs = self.parameters.iter().zip(values.split(", "));
            told.extend(pairs.map(|(name, value)| given(format!("`{name}`"), value.to_owned())));
        }
        // The block that the activation at a depth is making.
        let mut making: BTreeMap<usize, &str> = BTreeMap::new();
        let mut members = Vec::new();
        for step in ours() {
            for effect in &step.effects {
                let Some((target, value)) = effect.split_once(" = ") else { continue };
                match target.strip_prefix("n->") {
                    None if target == "n" => {
                        making.insert(step.depth, value);
                    }
                    Some(member) if is_plain(member) => {
                        let block = making.get(&step.depth).copied().unwrap_or("a block");
                        members.push((block, member, value));
                    }
                    _ => {}
                }
            }
        }
        // In the order of the blocks, as they were made.
        let order: Vec<&str> = ours()
            .flat_map(|step| &step.effects)
            .filter_map(|effect| effect.strip_prefix("n = "))
            .collect();
        members.sort_by_key(|(block, ..)| order.iter().position(|it| it == block));
        let member = |(block, member, value): (&str, &str, &str)| {
            given(format!("`{member}` of {block}"), value.to_owned())
        };
        told.extend(members.into_iter().map(member));
        told
    }
}

fn is_plain(member: &str) -> bool {
    member.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// The values in the call of the function, if the step is one.
fn called_with<'s>(step: &'s RunStep, function: &str) -> Option<&'s str> {
    step.effects.iter().find_map(|effect| {
        let behind = effect.strip_prefix("calls ")?.strip_prefix(function)?;
        behind.strip_prefix('(')?.strip_suffix(')')
    })
}

fn given(what: String, value: String) -> ChosenInput {
    ChosenInput {
        span: None,
        what,
        value,
        origin: InputOrigin::Machine,
        c_type: "void *",
        n_bytes: 8,
        bits: 0,
    }
}
