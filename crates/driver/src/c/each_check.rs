//! An answer for each check, also where the whole is `FALSE` or `UNKNOWN`.
//!
//! The whole is asked first. Where that proves it, every check is proved. Otherwise the checks that
//! are left are asked about in parts ([`Part`]): without those that are violated already, then by what
//! they are about (assertions, memory, overflow, undefined behaviour), then in halves.
//!
//! ```text
//!   all ── FALSE at c ──▶ all but c ── UNKNOWN ──▶ assertions ── TRUE: proved
//!                                                  memory ────── FALSE at d: violated
//!                                                                memory but d ── UNKNOWN ──▶ halves
//! ```
//!
//! A check is *proved* if no run fails there before it fails elsewhere, and *violated* if one does,
//! which is shown. If all are proved in parts, the whole is proved: a run that fails fails somewhere
//! first. Each part has its own proof, which was checked again.
//!
//! # Why parts
//! Some proofs hold of a part only: shape analysis keeps count of what was written in the blocks themselves,
//! which is no heap to ask about sizes; and a proof that fails for one check fails for
//! all that were asked together with it.
//!
//! Where one answer is asked for about several subjects, the same is done with what a proof of some leaves
//! open, up to the first violation ([`answer_in_parts`]).
//!
//! # Partly
//! Invariants that leave some checks open prove the others. Such a proof says which it leaves open, and that
//! no run fails elsewhere before it fails at one of these; it is checked again like any other, and the open
//! ones are asked once more, without those that are proved:
//!
//! ```text
//!   all ── the precondition alone proves all but d, e ──▶ d, e ── guesses prove d ──▶ e ── …
//! ```
//!
//! # What only runs tell
//! With threads, nobody keeps count of which bytes were written. A check of that which no analysis has dropped
//! is violated by a run or stays open, and is asked together with nothing that may be proved.
//!
//! # Ends
//! Each question answers for one check at least or ends its part; what is open is asked once more only if
//! there is more time for it than it had; parts are halved down to single checks, and halves are counted.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use evidence::SecondSolver;
use index::IdSet;
use ir::{CheckId, Condition, Op, Program};
use ir_interp::Indeterminate;
use verdict::{
    Budget, CheckResult, CheckStatus, Outcome, Reason, SoFar, Subject, TrustBox, Verdict,
    Violation, no_failure_within, rounded_down,
};

use super::checks::{Judged, judged_results, reached_checks};
use super::explain::explain;
use super::explore::{FailingRun, failing_run};
use super::portfolio::{Depth, Parts, Plan, STEPS_SEARCHED, Turn, Work};
use super::question::{Part, Question};
use super::threads::creates_threads;
use super::verify::{Answer, Partly, answer};

/// For the question about the whole: of the time, or in steps of the engines. Without a limit it is a
/// first look: runs, and what is proved easily.
const WHOLE_SHARE: f64 = 0.6;
/// The same where there is no proof of the whole, so that it is about runs alone.
const RUNS_SHARE: f64 = 0.1;
const WHOLE_STEPS: u64 = 4_000;
/// For a look at the rest behind a violation, which nobody waits for: of the time that is left, in
/// seconds, and in steps.
const BRIEF_SHARE: f64 = 0.1;
const BRIEF: Duration = Duration::from_secs(2);
const BRIEF_STEPS: u64 = 12_000;
/// Without a limit, what is asked about assertions, memory or overflow may take what it would take
/// alone; undefined behaviour, of which there is much to ask, and halves get so many steps.
const UNDEFINED_STEPS: u64 = 6_000;
const HALF_STEPS: u64 = 4_000;
/// For what the whole left open, together; what comes after that are parts of it.
const REST_SHARE: f64 = 0.7;
/// For a first question about each subject, of the time that is left; the rest is for those that stay open.
const FIRST_SHARE: f64 = 0.6;
/// For checks that are asked together, before they are asked in halves.
const TOGETHER_SHARE: f64 = 0.7;
/// What is open is asked once more if there is so many times the time that it had.
const LONGER: f64 = 1.3;
/// Questions about halves.
const MAX_HALVES: usize = 40;
const MAX_HALVES_WITHOUT_LIMIT: usize = 6;

/// Is it asked about more than one subject? What proves one of them seldom proves the others.
pub fn asks_of_several(program: &Program) -> bool {
    let subject = |check: CheckId| program.checks[check].kind.subject();
    let subjects: BTreeSet<Subject> = reached_checks(program).into_iter().map(subject).collect();
    subjects.len() > 1
}

/// One answer for all checks: what some engine leaves open is asked alone. It ends with the first violation.
pub fn answer_in_parts(
    question: Question<'_>,
    plan: Plan,
    mut second: Option<&mut SecondSolver>,
    budget: &Budget,
) -> (Outcome, Work) {
    let plan = Plan { parts: Parts::Apart, ..plan };
    let first = answer(question, plan, second.as_deref_mut(), budget);
    let Answer { outcome, work, partly, vacuous, .. } = first;
    let Some(proof) = partly else {
        return (told_of_open_checks(outcome, budget), work);
    };
    let mut judge = Judge::new(question, plan, second, outcome.clone(), budget);
    judge.take_proof(proof, &vacuous);
    judge.tell_so_far();
    let rest = reached_checks(&question.compiled.program);
    judge.settle_all(rest, &outcome, budget);
    judge.is_time_up = budget.is_spent();
    (judge.outcome(), work)
}

/// The outcome with an answer for each check.
pub fn answer_each(
    question: Question<'_>,
    plan: Plan,
    mut second: Option<&mut SecondSolver>,
    budget: &Budget,
) -> (Outcome, Work) {
    let only_seen = told_by_runs(&question.compiled.program);
    let share = match budget.remaining() {
        Some(_) if !only_seen.is_empty() => budget.share(RUNS_SHARE),
        Some(_) => budget.share(WHOLE_SHARE),
        None => budget.part_of_steps(WHOLE_STEPS),
    };
    let first = answer(question, plan, second.as_deref_mut(), &share);
    let mut rest = reached_checks(&question.compiled.program);
    // Where there is nothing to ask in parts, the parts prove nothing: a run may come to what is not
    // modelled.
    let is_settled = match &first.outcome.verdict {
        Verdict::True | Verdict::Unknown(Reason::InternalError(_)) => true,
        Verdict::False | Verdict::Unknown(_) => budget.is_cancelled() || rest.is_empty(),
    };
    if is_settled {
        return (told_of_open_checks(first.outcome, budget), first.work);
    }
    let mut judge = Judge::new(question, plan, second, first.outcome.clone(), budget);
    let Answer { outcome, work, failing, partly, vacuous } = first;
    if let Some(proof) = partly {
        judge.take_proof(proof, &vacuous);
        judge.tell_so_far();
    }
    rest.retain(|check| !only_seen.contains(*check));
    match (failing, outcome.violation.clone()) {
        (Some(run), Some(violation)) => {
            judge.violation(run.check, violation);
            judge.tell_so_far();
            let part = match plan.depth {
                Depth::AllViolations => budget.clone(),
                Depth::Together | Depth::Each => brief(budget),
            };
            judge.settle_all(rest, &outcome, &part);
        }
        // Some are proved; the others are a smaller question.
        _ if !judge.proved.is_empty() => judge.settle_all(rest, &outcome, budget),
        _ => judge.settle_by_subject(rest, &outcome, budget),
    }
    judge.is_time_up = budget.is_spent();
    (judge.outcome(), work)
}

/// The checks of which no formula tells whether they hold: with threads, nobody keeps count of what was
/// written.
fn told_by_runs(program: &Program) -> IdSet<CheckId> {
    if !creates_threads(program) {
        return IdSet::new();
    }
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    let checks = bodies.flat_map(|body| body.edges.values()).filter_map(|edge| match edge.op {
        Op::Check { check, condition: Condition::Initialised(_) } => Some(check),
        _ => None,
    });
    checks.collect()
}

/// For checks that are the only ones left, of the time. Where there are several, it may be one of them
/// that stands in the way of the others.
fn of_all(checks: &[CheckId]) -> f64 {
    if checks.len() == 1 { 1.0 } else { TOGETHER_SHARE }
}

/// What a look at the rest may take, which nobody waits for.
fn brief(budget: &Budget) -> Budget {
    match budget.remaining() {
        Some(_) => budget.share_up_to(BRIEF_SHARE, BRIEF),
        None => budget.part_of_steps(BRIEF_STEPS),
    }
}

struct Judge<'a, 's> {
    question: Question<'a>,
    plan: Plan,
    second: Option<&'s mut SecondSolver>,
    judged: BTreeMap<CheckId, Judged>,
    violated: IdSet<CheckId>,
    /// In the order in which they were found; what reads the same is there once.
    violations: Vec<Violation>,
    /// What the proofs of the parts say, each with what it is about.
    proved: Vec<(String, Outcome)>,
    internal_error: Option<String>,
    /// What is told if the time ends before the work.
    so_far: &'a SoFar,
    /// The answer to the whole, and what it says of all checks.
    whole: Outcome,
    known_of_all: Option<String>,
    is_time_up: bool,
    n_halves: usize,
}

/// What a part came to.
enum Reply {
    /// All of it is judged.
    Settled,
    /// It is neither proved nor refuted, with what is known.
    Open(Option<String>),
}

/// Checks that were asked about together and are open.
struct OpenPart {
    checks: Vec<CheckId>,
    /// The time that they had, if time was limited.
    had: Option<Duration>,
}

impl<'a, 's> Judge<'a, 's> {
    fn new(
        question: Question<'a>,
        plan: Plan,
        second: Option<&'s mut SecondSolver>,
        whole: Outcome,
        budget: &'a Budget,
    ) -> Self {
        Self {
            question,
            plan,
            second,
            judged: BTreeMap::new(),
            violated: IdSet::new(),
            violations: Vec::new(),
            proved: Vec::new(),
            internal_error: None,
            so_far: budget.so_far(),
            known_of_all: known_of(&whole, budget),
            whole,
            is_time_up: false,
            n_halves: match budget.limit() {
                Some(_) => MAX_HALVES,
                None => MAX_HALVES_WITHOUT_LIMIT,
            },
        }
    }

    /// Is nothing more asked for?
    fn is_over(&self) -> bool {
        self.plan.depth == Depth::Together && !self.violations.is_empty()
    }

    /// Settles what is left, together first.
    fn settle_all(&mut self, rest: Vec<CheckId>, whole: &Outcome, budget: &Budget) {
        let rest = self.left_of(rest);
        if let Reply::Open(_) = self.settle(&rest, &budget.share(REST_SHARE)) {
            self.settle_by_subject(rest, whole, budget);
        }
    }

    fn settle_by_subject(&mut self, rest: Vec<CheckId>, whole: &Outcome, budget: &Budget) {
        let mut by_subject: BTreeMap<Subject, Vec<CheckId>> = BTreeMap::new();
        for check in self.left_of(rest) {
            let kind = self.question.compiled.program.checks[check].kind;
            by_subject.entry(kind.subject()).or_default().push(check);
        }
        let is_one = by_subject.len() == 1 && self.proved.is_empty() && self.violations.is_empty();
        let n_subjects = by_subject.len();
        let mut n_left = n_subjects;
        let mut open = Vec::new();
        for (subject, checks) in by_subject {
            let part = match (budget.remaining(), subject) {
                (Some(_), _) if n_subjects == 1 => budget.share(of_all(&checks)),
                (Some(_), _) => budget.share(FIRST_SHARE / n_left as f64),
                (None, Subject::Undefined) => budget.part_of_steps(UNDEFINED_STEPS),
                (None, _) => budget.clone(),
            };
            // With a limit the whole was asked as long as it may take.
            let reply = match is_one && budget.limit().is_some() {
                true => Reply::Open(known_of(whole, budget)),
                false => self.settle(&checks, &part),
            };
            n_left -= 1;
            if let Reply::Open(known) = reply {
                open.push(self.left_open(checks, known.as_deref(), part.limit()));
            }
        }
        self.settle_again(&mut open, budget);
        self.settle_halves(open, budget);
    }

    /// Gives the time that is left over to what is open, where that is more than it had.
    fn settle_again(&mut self, open: &mut Vec<OpenPart>, budget: &Budget) {
        let mut n_left = open.len();
        for OpenPart { checks, had } in std::mem::take(open) {
            let part = budget.share(of_all(&checks) / n_left as f64);
            n_left -= 1;
            let is_longer = match (had, part.limit()) {
                (Some(had), Some(limit)) => limit > had.mul_f64(LONGER),
                (None, _) | (_, None) => false,
            };
            let reply = match is_longer {
                true => self.settle(&checks, &part),
                false => Reply::Open(None),
            };
            if let Reply::Open(known) = reply {
                open.push(self.left_open(checks, known.as_deref(), had));
            }
        }
    }

    /// Asks about halves of what is open, down to single checks: what many of them cost together is not
    /// known.
    fn settle_halves(&mut self, mut open: Vec<OpenPart>, budget: &Budget) {
        while let Some(OpenPart { checks, .. }) = open.pop() {
            if checks.len() < 2 || budget.is_spent() || self.n_halves < 2 {
                continue;
            }
            self.n_halves -= 2;
            let (one, other) = checks.split_at(checks.len() / 2);
            for half in [one, other] {
                let part = match budget.remaining() {
                    Some(_) => budget.share(1.0 / (2 + open.len()) as f64),
                    None => budget.part_of_steps(HALF_STEPS),
                };
                if let Reply::Open(known) = self.settle(half, &part) {
                    let half = self.left_open(half.to_vec(), known.as_deref(), part.limit());
                    open.insert(0, half);
                }
            }
        }
    }

    /// What is left open of these checks, with what is known of them.
    fn left_open(
        &mut self,
        checks: Vec<CheckId>,
        known: Option<&str>,
        had: Option<Duration>,
    ) -> OpenPart {
        let checks = self.left_of(checks);
        for check in &checks {
            let known = known.map(str::to_owned);
            self.judged.insert(*check, Judged { status: CheckStatus::Open, known });
        }
        OpenPart { checks, had }
    }

    /// Asks about these checks together until all are judged or nobody knows.
    fn settle(&mut self, checks: &[CheckId], budget: &Budget) -> Reply {
        loop {
            let left = self.left_of(checks.to_vec());
            if left.is_empty() {
                return Reply::Settled;
            }
            if self.internal_error.is_some() || self.is_over() || budget.check_clock().is_err() {
                return Reply::Open(None);
            }
            let compiled = self.question.compiled;
            let asked: IdSet<CheckId> = left.iter().copied().collect();
            let part = Part::of(compiled, self.question.properties, &asked, &self.violated);
            let question = part.question(compiled);
            let plan = Plan { turn: Turn::Rest, ..self.plan };
            let reply = answer(question, plan, self.second.as_deref_mut(), &budget.for_a_part());
            match reply.outcome.verdict {
                Verdict::True => {
                    let proof = Partly { checks: left, outcome: reply.outcome };
                    self.take_proof(proof, &reply.vacuous);
                    self.tell_so_far();
                }
                Verdict::False => {
                    let Some(run) = reply.failing else { return Reply::Open(None) };
                    if !self.take(run, &part, question.indeterminate()) {
                        return Reply::Open(None);
                    }
                    self.tell_so_far();
                }
                Verdict::Unknown(Reason::InternalError(ref error)) => {
                    self.internal_error = Some(error.clone());
                    return Reply::Open(None);
                }
                // Those that are left are asked once more, without the others.
                Verdict::Unknown(_) => match reply.partly {
                    Some(proof) => {
                        self.take_proof(proof, &reply.vacuous);
                        self.tell_so_far();
                    }
                    None => return Reply::Open(known_of(&reply.outcome, budget)),
                },
            }
        }
    }

    /// Takes note of checks that are proved together.
    fn take_proof(&mut self, Partly { checks, outcome }: Partly, vacuous: &IdSet<CheckId>) {
        let mut subjects = BTreeSet::new();
        for check in checks {
            let status = match vacuous.contains(check) {
                true => CheckStatus::Vacuous,
                false => CheckStatus::Proved,
            };
            self.judged.insert(check, status.into());
            subjects.insert(self.question.compiled.program.checks[check].kind.subject());
        }
        let names: Vec<&str> = subjects.into_iter().map(Subject::name).collect();
        self.proved.push((names.join(", "), outcome));
    }

    /// Takes note of a failing run of a part: where does the whole program fail on it? False if that
    /// is nowhere new.
    fn take(&mut self, run: FailingRun, part: &Part, indeterminate: Indeterminate) -> bool {
        let Question { compiled, properties, .. } = self.question;
        let source = &compiled.source;
        let whole = &compiled.program;
        let on_whole = failing_run(whole, &run.inputs, &run.schedule, indeterminate);
        let (check, violation) = match on_whole {
            Some(run) if !self.violated.contains(run.check) => {
                (run.check, explain(whole, source, properties, &run))
            }
            // It goes on behind what violates another check, as a program does that has lost a block.
            _ => (run.check, explain(&part.program, source, properties, &run)),
        };
        if self.violated.contains(check) {
            return false;
        }
        self.violation(check, violation);
        true
    }

    fn violation(&mut self, check: CheckId, violation: Violation) {
        self.violated.insert(check);
        self.judged.insert(check, CheckStatus::Violated.into());
        let is_same = |it: &Violation| it.kind == violation.kind && it.message == violation.message;
        if !self.violations.iter().any(is_same) {
            self.violations.push(violation);
        }
    }

    fn left_of(&self, mut checks: Vec<CheckId>) -> Vec<CheckId> {
        let is_left = |check: &CheckId| {
            self.judged.get(check).is_none_or(|it| it.status == CheckStatus::Open)
        };
        checks.retain(is_left);
        checks
    }

    /// Leaves word of what is known, for the case that the time ends before the work.
    fn tell_so_far(&self) {
        self.so_far.answer(self.outcome());
    }

    /// The outcome of the whole with what is known of each check.
    fn outcome(&self) -> Outcome {
        let whole = self.whole.clone();
        let Question { compiled, .. } = self.question;
        let checks = judged_results(&compiled.program, &compiled.source, &self.judged);
        let reached = reached_checks(&compiled.program);
        let is_proved = |check: &CheckId| {
            let status = self.judged.get(check).map(|it| it.status);
            matches!(status, Some(CheckStatus::Proved | CheckStatus::Vacuous))
        };
        let mut outcome = Outcome { checks, ..whole };
        if !self.violations.is_empty() {
            leave_unjudged(&mut outcome);
        }
        tell_open(&mut outcome, self.known_of_all.as_deref());
        let mut violations = self.violations.iter().cloned();
        outcome.violation = violations.next();
        outcome.others = match self.plan.depth {
            Depth::AllViolations => violations.collect(),
            // They are listed among the checks.
            Depth::Together | Depth::Each => Vec::new(),
        };
        outcome.others.sort_by_key(|violation| violation.span.lo);
        outcome.verdict = match (&outcome.violation, &self.internal_error) {
            (Some(_), _) => Verdict::False,
            (None, Some(error)) => Verdict::Unknown(Reason::InternalError(error.clone())),
            (None, None) if reached.iter().all(is_proved) => Verdict::True,
            (None, None) => match outcome.verdict {
                // That was the end of the first look; how far it came depends on the machine.
                Verdict::Unknown(Reason::Timeout | Reason::Inconclusive(_)) if !self.is_time_up => {
                    let n_open = reached.iter().filter(|check| !is_proved(check)).count();
                    let are = if n_open == 1 { "is" } else { "are" };
                    Verdict::Unknown(Reason::Inconclusive(format!(
                        "{n_open} of {} checks {are} neither proved nor violated",
                        reached.len()
                    )))
                }
                // The first look ended long before.
                Verdict::Unknown(Reason::Inconclusive(_)) => Verdict::Unknown(Reason::Timeout),
                verdict => verdict,
            },
        };
        match outcome.verdict {
            Verdict::True => self.tell_proofs(&mut outcome),
            Verdict::False | Verdict::Unknown(_) => tell_what_proofs_rest_on(&mut outcome),
        }
        outcome
    }

    /// What the proofs of the parts rest on.
    fn tell_proofs(&self, outcome: &mut Outcome) {
        let mut trust = TrustBox::new();
        outcome.remarks.clear();
        for (about, part) in &self.proved {
            part.trust.iter().for_each(|it| trust.insert(it.clone()));
            outcome.n_unsaid += part.n_unsaid;
            for invariant in &part.invariants {
                if !outcome.invariants.contains(invariant) {
                    outcome.invariants.push(invariant.clone());
                }
            }
            let told = part.remarks.iter().map(|remark| format!("{about}: {remark}"));
            outcome.remarks.extend(told);
        }
        outcome.trust = trust;
    }
}

/// A run ends at what is violated. That none gets to a check behind it says nothing of the check.
fn leave_unjudged(outcome: &mut Outcome) {
    let is_vacuous = |check: &&mut CheckResult| check.status == CheckStatus::Vacuous;
    let mut n_left = 0;
    for check in outcome.checks.iter_mut().filter(is_vacuous) {
        check.status = CheckStatus::NotJudged;
        n_left += 1;
    }
    let (checks, them) = if n_left == 1 { ("1 check is", "it") } else { ("checks are", "them") };
    let n = if n_left == 1 { String::new() } else { format!("{n_left} ") };
    if n_left > 0 {
        let told = format!("{n}{checks} not judged: no run gets to {them} before it fails");
        outcome.remarks.push(told);
    }
}

/// What is said of proofs beside checks that are open.
pub const WHAT_PROOFS_REST_ON: &str =
    "what is proved holds on all runs on which no check that is open fails before";

/// Runs end where they are undefined: a proof about one check speaks of those that got past the others.
fn tell_what_proofs_rest_on(outcome: &mut Outcome) {
    let has = |status| outcome.checks.iter().any(|check| check.status == status);
    if has(CheckStatus::Open) && has(CheckStatus::Proved) {
        outcome.remarks.push(WHAT_PROOFS_REST_ON.to_owned());
    }
}

/// The answer, with what is known of checks that it leaves open.
pub fn told_of_open_checks(mut outcome: Outcome, budget: &Budget) -> Outcome {
    if let Some(known) = known_of(&outcome, budget) {
        tell_open(&mut outcome, Some(&known));
    }
    outcome
}

/// Says of open checks what is known of all.
fn tell_open(outcome: &mut Outcome, known: Option<&str>) {
    let open = outcome.checks.iter_mut().filter(|it| it.status == CheckStatus::Open);
    for check in open.filter(|it| it.known.is_none()) {
        check.known = known.map(str::to_owned);
    }
}

/// What is known of checks that are open.
fn known_of(outcome: &Outcome, budget: &Budget) -> Option<String> {
    let searched = outcome.statistics.iter().find(|(name, _)| *name == STEPS_SEARCHED)?;
    let n_steps = match budget.limit() {
        Some(_) => rounded_down(searched.1),
        None => searched.1,
    };
    no_failure_within(n_steps)
}
