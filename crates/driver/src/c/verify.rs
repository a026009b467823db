//! The verdict on a C program.
//!
//! Cheap before expensive: a few thousand concrete runs first ([`explore`](super::explore)), which
//! find what few choices of the environment bring about, then the engines
//! ([`portfolio`](super::portfolio)), which find what many do, and prove. `FALSE` is a run of the interpreter, `TRUE` a proof that was checked again; everything
//! else is `UNKNOWN`, and the verdict says what is missing.

use ir::{Callee, CheckId, Op, Program, Type};
use ir_interp::{Indeterminate, Site, is_foreign};
use source::{Position, Source};
use verdict::{
    Assumption, Budget, CheckKind, Invariant, LoopFacts, Outcome, Property, PropertySet, Reason,
    TrustBox, Verdict,
};

use encode::Integers;
use evidence::SecondSolver;
use evidence::induction::Claim;
use index::IdSet;
use shape::Annotations;

use super::Compiled;
use super::annotated::prove_by_guesses;
use super::automaton::Memory;
use super::bounded::Replay;
use super::checks::{check_results, reached_checks};
use super::contracts::{ByContract, prove_by_contract};
use super::cross_check::ask_again;
use super::each_check::{answer_each, answer_in_parts, asks_of_several, told_of_open_checks};
use super::explain::{explain, span_of};
use super::explore::{Exploration, Explorer, FailingRun, Look, Questions};
use super::invariants::{Try, explain_weakening, loop_facts, n_unsaid};
use super::models::{ModelCalls, only_users};
use super::nothing_asked::{is_asked, nothing_asked, vacuous_in_words};
use super::only_run::{OnlyRun, only_run};
use super::plain_run::plain_run;
use super::portfolio::{Depth, Engine, Found, LastTry, Plan, Proof, Search, Turn, Work};
use super::question::{Extent, Question};
use super::reading::Reading;
use super::shapes::{Shapes, has_heap, shapes, tells_undefined};
use super::threads::deadlock::asks_about_deadlock;
use super::threads::{
    NO_THREADS, Question as ThreadsQuestion, Threads, creates_threads, readable, threads_by,
};
use super::vacuity::vacuous_checks;

/// Of the time that is left, for saying invariants in C.
const TELLING_SHARE: f64 = 0.3;
/// Of the time that is left, for contracts of recursive functions.
const CONTRACTS_SHARE: f64 = 0.5;
/// Of the time that is left, for a run of the machine that fails too.
const OTHER_RUN_SHARE: f64 = 0.5;
/// Contracts that are printed.
const MAX_CONTRACTS_TOLD: usize = 12;
/// Of the time that is left, for shape analysis in `auto`.
const SHAPES_SHARE: f64 = 0.5;
/// Of all time, for the search where an explanation is wanted too.
const SEARCH_SHARE: f64 = 0.85;

/// What is taken for granted about threads.
pub(super) const INTERLEAVING: &str = "threads take turns, one access to shared memory at a time, and see what \
    was written last (sequential consistency, whatever memory orders the program asks for)";

/// Looks for a violation of the properties for which `compiled` was made.
pub fn verify(
    compiled: &Compiled,
    properties: &PropertySet,
    plan: impl Into<Plan>,
    second: Option<&mut SecondSolver>,
    budget: &Budget,
) -> Outcome {
    let (mut outcome, work) = ask(compiled, properties, plan.into(), second, budget);
    if let (Verdict::Unknown(Reason::Inconclusive(_)), Some(_)) = (&outcome.verdict, &work.last) {
        let pointer = "`--explain` tells which loop and which lemma a proof lacks";
        outcome.remarks.push(pointer.to_owned());
    }
    outcome
}

/// The same, and how the invariants were found, lemma by lemma.
pub fn verify_explained(
    compiled: &Compiled,
    properties: &PropertySet,
    plan: impl Into<Plan>,
    second: Option<&mut SecondSolver>,
    budget: &Budget,
) -> Outcome {
    let searching = budget.share(SEARCH_SHARE);
    let (mut outcome, work) = ask(compiled, properties, plan.into(), second, &searching);
    match &work.last {
        Some(LastTry { sliced, automaton, memory }) => {
            budget.enter("explaining");
            let last = Try { sliced, automaton, memory: *memory };
            let mut explanation = explain_weakening(compiled, last, budget);
            only_users(&compiled.source, &mut explanation);
            outcome.explanation = Some(explanation);
        }
        None => outcome.remarks.push(
            "there is no weakening of invariants to explain: the answer came without one".into(),
        ),
    }
    outcome
}

fn ask(
    compiled: &Compiled,
    properties: &PropertySet,
    plan: Plan,
    second: Option<&mut SecondSolver>,
    budget: &Budget,
) -> (Outcome, Work) {
    let question = Question::whole(compiled, properties);
    let is_divisible = is_provable(properties);
    match plan.depth {
        Depth::Each | Depth::AllViolations if is_divisible => {
            answer_each(question, plan, second, budget)
        }
        Depth::Together if is_divisible && asks_of_several(&compiled.program) => {
            answer_in_parts(question, plan, second, budget)
        }
        Depth::Together | Depth::Each | Depth::AllViolations => {
            let Answer { outcome, work, .. } = answer(question, plan, second, budget);
            (told_of_open_checks(outcome, budget), work)
        }
    }
}

/// One answer to one question.
pub(super) struct Answer {
    pub outcome: Outcome,
    pub work: Work,
    /// The run that fails, if one does.
    pub failing: Option<FailingRun>,
    /// What is proved where the whole is not.
    pub partly: Option<Partly>,
    /// Checks that are proved and that no run gets to.
    pub vacuous: IdSet<CheckId>,
}

/// A proof of some of the checks.
pub(super) struct Partly {
    pub checks: Vec<CheckId>,
    /// As if nothing else had been asked.
    pub outcome: Outcome,
}

pub(super) fn answer(
    question: Question<'_>,
    plan: Plan,
    second: Option<&mut SecondSolver>,
    budget: &Budget,
) -> Answer {
    let Question { compiled, program, properties, .. } = question;
    let source = &compiled.source;
    let indeterminate = question.indeterminate();
    let reading = Reading::of(program, plan.integers);
    let replay = Replay { program: reading.runs(program), indeterminate };
    budget.enter("concrete runs");
    let mut explorer = Explorer::new(replay.program, indeterminate);
    explorer.left_out = question.left_out();
    // Who waits is seen where threads are run, be there only one.
    explorer.has_threads =
        asks_about_deadlock(program) || plan.engine == Engine::Threads && creates_threads(program);
    explorer.look(Look::First, budget);
    let mut proof = None;
    let mut why_open = None;
    let mut only_unbounded = None;
    let mut search = Search::new(program, plan, replay, budget);
    let mut beside = None;
    if explorer.has_threads && explorer.is_undecided() && is_provable(properties) {
        let question = ThreadsQuestion {
            program: replay.program,
            source,
            indeterminate,
            strategy: plan.slicing.strategy,
            explorer: &mut explorer,
            budget,
        };
        match threads_by(plan.engine, question) {
            Threads::Proved(how) => beside = Some(how),
            Threads::Open(why) => why_open = Some(why),
            Threads::Failing => {}
        }
    }
    let open_threads = why_open.clone();
    // What follows looks at one thread alone.
    let is_sequential = !explorer.has_threads;
    if is_sequential && plan.engine == Engine::Threads && explorer.is_undecided() {
        explorer.found.unsupported.get_or_insert((NO_THREADS.to_owned(), None));
    }
    if is_sequential {
        beside = proved_beside(program, properties, plan, indeterminate, &mut explorer, budget);
    }
    if is_sequential
        && beside.is_none()
        && explorer.is_undecided()
        && fits_shapes(program, properties, plan)
    {
        budget.enter("shape analysis");
        let share = budget.share(shapes_share(plan.engine));
        match shapes(program, &Annotations::default(), (plan.clump, plan.integers), &share) {
            Shapes::Proved(how) => beside = Some(how),
            Shapes::Open(why) => why_open = Some(why),
        }
        if beside.is_none() && plan.integers == Integers::Machine {
            let share = budget.share(shapes_share(plan.engine));
            match prove_by_guesses(compiled, properties, plan.clump, &share) {
                Some(Ok(told)) => beside = Some(told.join("; ")),
                Some(Err(why)) => why_open = Some(why),
                None => {}
            }
        }
    }
    // The only run comes to what is not modelled: there is nothing to prove, and nothing else to run.
    let is_stuck = explorer.found.questions == Questions::NoneInView
        && ends_unsupported(program, &explorer.found);
    let is_search_wanted =
        is_sequential && !is_stuck && !matches!(plan.engine, Engine::Shape | Engine::Threads);
    if is_search_wanted && explorer.is_undecided() && beside.is_none() && is_provable(properties) {
        search.is_patient = explorer.found.unsupported.is_none();
        // The rest of the time is for other questions, where each check has its own.
        let is_first = plan.turn == Turn::First;
        let is_long = search.is_patient && is_first && plan.depth == Depth::Together;
        let mut answer = search.glance_at_parts();
        if answer.is_none() {
            budget.enter("concrete runs");
            explorer.look(if is_long { Look::Longer } else { Look::First }, budget);
            search.is_patient = explorer.found.unsupported.is_none();
        }
        if answer.is_none() && explorer.is_undecided() {
            answer = Some(search.answer());
        }
        let found = &mut explorer.found;
        let mut is_open = false;
        match answer {
            Some(Found::Failing(run)) => found.failing = Some(run),
            Some(Found::Proved(found) | Found::Partly(found)) => proof = Some(found),
            Some(Found::Unknown(why)) => {
                is_open = true;
                why_open = Some(why);
            }
            Some(Found::OnlyUnbounded(why)) => {
                match reading.other_run(replay, &budget.share(OTHER_RUN_SHARE)) {
                    Some(run) => found.failing = Some(run),
                    None => only_unbounded = Some(why),
                }
            }
            Some(Found::InternalError(error)) => found.internal_error = Some(error),
            None => {}
        }
        if is_open && search.is_patient && plan.depth == Depth::Together {
            budget.enter("concrete runs");
            explorer.go_on(budget);
        }
    }
    let found = &mut explorer.found;
    found.failing = found.failing.take().map(|run| {
        let run = plain_run(replay.program, run, indeterminate);
        readable(replay.program, run, indeterminate, budget)
    });
    reading.restore(program, found, indeterminate);
    let violation = found.failing.as_ref().map(|run| explain(program, source, properties, run));
    let verdict = match (&violation, &proof) {
        (Some(_), _) => Verdict::False,
        (None, Some(proof)) if proof.left_open.is_empty() => Verdict::True,
        (None, None) if beside.is_some() => Verdict::True,
        (None, None) if found.internal_error.is_none() && only_unbounded.is_some() => {
            Verdict::Unknown(Reason::Inconclusive(only_unbounded.unwrap_or_default()))
        }
        (None, Some(_) | None) => {
            Verdict::Unknown(reason(program, source, properties, found, why_open, budget))
        }
    };
    let doubt = doubt(question, &explorer, proof.as_ref());
    let proof = proof.filter(|_| doubt.is_none());
    let verdict = match doubt {
        Some(why) if verdict == Verdict::True => Verdict::Unknown(why),
        _ => verdict,
    };
    let (verdict, told) = match (verdict, &proof, second) {
        (verdict @ (Verdict::True | Verdict::Unknown(_)), Some(proof), Some(solver)) => {
            ask_again(program, proof, verdict, solver, budget)
        }
        (Verdict::True, None, Some(_)) => {
            (Verdict::True, Some("cross-check: nobody was asked about a proof of this kind".into()))
        }
        (verdict, ..) => (verdict, None),
    };
    let violated = explorer.found.failing.as_ref().map(|run| run.check);
    let proved = match (&verdict, &proof) {
        (Verdict::True, _) => Some(IdSet::new()),
        (Verdict::False | Verdict::Unknown(Reason::InternalError(_)), _) => None,
        (Verdict::Unknown(_), proof) => proof.as_ref().map(|proof| proof.left_open.clone()),
    };
    let vacuous = match (&proved, plan.integers) {
        (Some(left_open), Integers::Machine) if is_sequential => {
            vacuous_checks(program, left_open, indeterminate, &mut explorer, budget)
        }
        _ => IdSet::new(),
    };
    let mut found = explorer.found;
    let checks = check_results(program, source, &verdict, violated, &vacuous);
    let (invariants, n_unsaid) = match (&verdict, &proof) {
        (Verdict::True | Verdict::Unknown(_), Some(proof)) => in_c(compiled, proof, budget),
        _ => (Vec::new(), 0),
    };
    let mut how: Vec<String> = told.into_iter().collect();
    how.extend(proof.as_ref().map(describe_proof));
    how.extend(beside);
    if verdict == Verdict::True && !is_asked(&checks) {
        how.push(nothing_asked(properties));
    }
    let mut remarks = remarks(program, source, &found);
    if let (Verdict::Unknown(Reason::Timeout), Some(why)) = (&verdict, open_threads) {
        remarks.push(format!("there is no proof so far: {why}"));
    }
    // A failing run fails in both readings.
    let integers = match &verdict {
        Verdict::False => Integers::Machine,
        Verdict::True | Verdict::Unknown(_) => plan.integers,
    };
    let mut trust = trust_box(program, integers);
    if !is_sequential {
        trust.insert(Assumption::MemoryModel(INTERLEAVING.to_owned()));
    }
    if proved.is_some() {
        let checks = check_results(program, source, &Verdict::True, None, &vacuous);
        for assumption in vacuous_in_words(&checks, source) {
            trust.insert(assumption);
        }
    }
    if found.failing.as_ref().is_some_and(|run| uses_foreign_memory(program, run)) {
        trust.insert(Assumption::MemoryModel(FOREIGN_MEMORY.to_owned()));
    }
    let failing = found.failing.take();
    let mut outcome = Outcome {
        verdict,
        violation,
        others: Vec::new(),
        checks,
        invariants: Vec::new(),
        n_unsaid: 0,
        explanation: None,
        trust,
        remarks,
        statistics: [
            ("checks", program.checks.len() as u64),
            ("runs", found.n_runs),
            ("steps", found.n_steps),
        ]
        .into_iter()
        .chain(search.work.rows())
        .collect(),
    };
    let of_proof = |outcome: &Outcome| {
        let remarks = outcome.remarks.iter().cloned().chain(how).collect();
        Outcome { invariants, n_unsaid, remarks, ..outcome.clone() }
    };
    let mut partly = None;
    match (&outcome.verdict, proved) {
        (Verdict::True, _) => outcome = of_proof(&outcome),
        (_, Some(left_open)) => {
            let mut checks = reached_checks(program);
            checks.retain(|check| !left_open.contains(*check));
            partly = Some(Partly { checks, outcome: of_proof(&outcome) });
        }
        (_, None) => {}
    }
    Answer { outcome, work: search.work, failing, partly, vacuous }
}

/// Why nothing may be taken for proved.
fn doubt(question: Question<'_>, explorer: &Explorer<'_>, proof: Option<&Proof>) -> Option<Reason> {
    if let Some(why) = races_unasked(question, explorer) {
        return Some(Reason::InternalError(why));
    }
    let Question { compiled, program, properties, .. } = question;
    let undefined = undefined_all_the_same(program, &compiled.source, properties, &explorer.found);
    let before_its_end = proof.and_then(|proof| {
        rests_on_ends(program, &compiled.source, properties, &explorer.found, proof)
    });
    undefined.map(Reason::Unsupported).or(before_its_end.map(Reason::Inconclusive))
}

/// Where nobody asks about memory, a run ends at a wrong access, and nothing behind it fails. Functions
/// without body change no memory by the field's convention, so that a record that one of them would fill keeps
/// its zeros, and whatever follows a pointer in it ends so. A proof that rests on what memory holds would call
/// drivers right whose errors lie behind such an access, and nobody means that; one that takes whatever is read
/// for any value holds there, too.
fn rests_on_ends(
    program: &Program,
    source: &Source,
    properties: &PropertySet,
    found: &Exploration,
    proof: &Proof,
) -> Option<String> {
    let (kind, site) = found.undefined?;
    let is_asked = [Property::ValidDeref, Property::DefinedBehaviour]
        .iter()
        .any(|property| properties.contains(property));
    if is_asked || proof.memory == Memory::Forgotten || !kind.is_access() || !has_outside(program) {
        return None;
    }
    let position = users_position(program, source, site);
    Some(format!(
        "a run ends in undefined behaviour ({kind}, {position}), and the proof rests on what memory \
         holds before"
    ))
}

/// Does a run come to a step that nobody follows? What only the interpreter cannot decide is none.
fn ends_unsupported(program: &Program, found: &Exploration) -> bool {
    let Some((_, Some(site))) = &found.unsupported else { return false };
    let body = program.functions[site.function].body.as_ref();
    body.is_some_and(|body| matches!(body.edges[site.edge].op, Op::Unsupported { .. }))
}

/// Are there functions without body that are taken to change no memory?
fn has_outside(program: &Program) -> bool {
    let is_one = |it: &Assumption| matches!(it, Assumption::FunctionWithoutBody(_));
    program.assumptions.iter().any(is_one)
}

/// Races are looked for where the program has a check for them; without one, nothing was asked.
fn races_unasked(question: Question<'_>, explorer: &Explorer<'_>) -> Option<String> {
    let Question { program, properties, extent: Extent::Whole, .. } = question else { return None };
    let is_asked = properties.contains(&Property::NoDataRace)
        || properties.contains(&Property::DefinedBehaviour);
    let has_check = program.checks.values().any(|check| check.kind == CheckKind::DataRace);
    let is_forgotten = is_asked && explorer.has_threads && !has_check;
    is_forgotten.then(|| "races were not looked for".to_owned())
}

/// Where undefined behaviour is the question, a run that ends in some which no check asks about is
/// an answer that we cannot give.
fn undefined_all_the_same(
    program: &Program,
    source: &Source,
    properties: &PropertySet,
    found: &Exploration,
) -> Option<String> {
    let (kind, site) = found.undefined?;
    let position = source.position(span_of(program, site).lo);
    let is_asked = properties.contains(&Property::DefinedBehaviour);
    is_asked.then(|| format!("undefined behaviour without a check: {kind} ({position})"))
}

/// Shape analysis reads integers as the machine's, and tells of some undefined behaviour only.
fn fits_shapes(program: &Program, properties: &PropertySet, plan: Plan) -> bool {
    let is_asked = match plan.engine {
        Engine::Shape => true,
        Engine::Auto => has_heap(program),
        Engine::Slicing | Engine::Bounded | Engine::Directed | Engine::Values | Engine::Threads => {
            false
        }
    };
    is_asked
        && plan.integers == Integers::Machine
        && is_provable(properties)
        && (!properties.contains(&Property::DefinedBehaviour) || tells_undefined(program))
}

/// Of the time that is left.
fn shapes_share(engine: Engine) -> f64 {
    if engine == Engine::Shape { 1.0 } else { SHAPES_SHARE }
}

/// Proofs by other means than the engines', in words.
fn proved_beside(
    program: &Program,
    properties: &PropertySet,
    Plan { engine, integers, .. }: Plan,
    indeterminate: Indeterminate,
    explorer: &mut Explorer<'_>,
    budget: &Budget,
) -> Option<String> {
    // Slicing was asked for proofs by invariants; and the run that is followed here, and contracts,
    // are about the machine's integers.
    let is_by_runs = matches!(engine, Engine::Auto | Engine::Bounded);
    let fits = is_by_runs && integers == Integers::Machine;
    if !fits || !is_provable(properties) {
        return None;
    }
    if let Some(end) = end_of_only_run(program, indeterminate, explorer, budget) {
        return Some(end);
    }
    // A result by contract is any number, and never an indeterminate one.
    let fits_contracts = engine == Engine::Auto && indeterminate == Indeterminate::AsInput;
    if !fits_contracts || !explorer.is_undecided() {
        return None;
    }
    prove_by_contract(program, &budget.share(CONTRACTS_SHARE)).map(describe_contracts)
}

/// How the only run of a program ends, in words, if there is but one and it ends well.
fn end_of_only_run(
    program: &Program,
    indeterminate: Indeterminate,
    explorer: &mut Explorer<'_>,
    budget: &Budget,
) -> Option<String> {
    if explorer.found.questions == Questions::Some || !explorer.is_undecided() {
        return None;
    }
    budget.enter("the only run");
    match only_run(program, indeterminate, budget) {
        OnlyRun::Ended { n_steps, n_leaps } => {
            explorer.found.questions = Questions::None;
            return Some(describe_end(n_steps, n_leaps));
        }
        OnlyRun::Failing(run) => explorer.found.failing = Some(*run),
        OnlyRun::InternalError(error) => explorer.found.internal_error = Some(error),
        OnlyRun::Asks { n_steps } => explorer.ask_after(n_steps),
        OnlyRun::Open => {}
    }
    None
}

/// What the proof rests on, in C. A proof that follows runs to their ends rests on nothing of
/// the kind, and whatever invariants were found before it have not been checked again. And how many
/// lemmas cannot be said.
fn in_c(compiled: &Compiled, proof: &Proof, budget: &Budget) -> (Vec<Invariant>, usize) {
    match proof.claim {
        Claim::AllRunsEnd { .. } | Claim::AllRunsEndInTurn { .. } | Claim::AllStates { .. } => {
            (Vec::new(), 0)
        }
        Claim::Inductive { .. } | Claim::InductiveThrough { .. } => {
            let budget = budget.share(TELLING_SHARE);
            let Proof { automaton, invariants, .. } = proof;
            let facts = loop_facts(&compiled.source, automaton, invariants, &budget);
            let unsaid = n_unsaid(&compiled.source, automaton, invariants);
            (facts.iter().flat_map(LoopFacts::invariants).collect(), unsaid)
        }
    }
}

/// Why there is no verdict, the most telling reason first.
fn reason(
    program: &Program,
    source: &Source,
    properties: &PropertySet,
    found: &Exploration,
    why_open: Option<String>,
    budget: &Budget,
) -> Reason {
    if let Some(message) = &found.internal_error {
        return Reason::InternalError(message.clone());
    }
    if budget.is_cancelled() {
        return Reason::Interrupted;
    }
    // Before the time: more of it would not help.
    if let Some((what, site)) = &found.unsupported {
        let place = site.map(|site| users_position(program, source, site));
        let place = place.map(|position| format!(" ({position})")).unwrap_or_default();
        return Reason::Unsupported(format!("{what}{place}"));
    }
    if found.exhausted.is_some() || budget.is_spent() {
        return Reason::Timeout;
    }
    if let Some(property) = properties.iter().find(|property| !has_checks(property)) {
        return Reason::Unsupported(format!("no engine for `{property}` is built in yet"));
    }
    let runs = match found.n_runs {
        1 => "1 concrete run".to_owned(),
        n_runs => format!("{n_runs} concrete runs"),
    };
    let why = why_open.map(|why| format!(": {why}")).unwrap_or_default();
    Reason::Inconclusive(format!("{runs} found no violation, and there is no proof{why}"))
}

/// Some properties are no conjunction of checks, so that proving all checks says nothing of them.
fn has_checks(property: &Property) -> bool {
    !matches!(property, Property::Termination)
}

fn is_provable(properties: &PropertySet) -> bool {
    properties.iter().all(has_checks)
}

fn describe_proof(Proof { claim, invariants, .. }: &Proof) -> String {
    match claim {
        Claim::AllRunsEndInTurn { moves } => format!(
            "all runs were followed to their ends, in {} moves from loop head to loop head, and \
             none fails",
            moves.len()
        ),
        Claim::AllRunsEnd { n_steps } => format!(
            "every run ends within {n_steps} steps from loop head to loop head, and none fails"
        ),
        Claim::InductiveThrough { .. } => {
            "by invariants of the long loops, which exclude it; short ones were followed round by \
             round"
                .to_owned()
        }
        Claim::Inductive { k: 0 } if invariants.heads.is_empty() => {
            "without invariants: what leads there from the start or the last loop head excludes it"
                .to_owned()
        }
        Claim::AllStates { .. } => {
            "all states were gone through, told apart by the values of variables, and none fails"
                .to_owned()
        }
        Claim::Inductive { k: 0 } => "by invariants of the loops, which exclude it".to_owned(),
        Claim::Inductive { k } => format!(
            "by {k}-induction: after {k} steps from loop head to loop head without a failure, \
             none follows"
        ),
    }
}

fn describe_contracts(found: ByContract) -> String {
    let mut text = "by contracts of recursive functions, which their bodies keep".to_owned();
    for contract in found.contracts.iter().take(MAX_CONTRACTS_TOLD) {
        text += &format!("\n  {contract}");
    }
    text
}

fn describe_end(n_steps: u64, n_leaps: u64) -> String {
    match (n_steps, n_leaps) {
        (1, _) => "that run ends after 1 step, and nothing fails".to_owned(),
        (_, 0) => format!("that run ends after {n_steps} steps, and nothing fails"),
        (_, 1) => format!(
            "that run ends after {n_steps} steps, beside rounds of a loop that were leapt over, and nothing fails"
        ),
        _ => format!(
            "that run ends after {n_steps} steps, beside rounds of loops that were leapt over {n_leaps} times, and \
             nothing fails"
        ),
    }
}

/// What a run rests on that was given a pointer by the environment and used it.
const FOREIGN_MEMORY: &str = "pointers from outside the program lead to memory of their own";

fn uses_foreign_memory(program: &Program, run: &FailingRun) -> bool {
    let mut inputs = run.inputs.iter();
    inputs.any(|it| it.request.ty == Type::Pointer && is_foreign(program.model, it.bits))
}

/// What an answer about the program rests on, whatever it is.
pub fn trust_box(program: &Program, integers: Integers) -> TrustBox {
    let mut trust = TrustBox::new();
    if integers == Integers::Unbounded {
        trust.insert(Assumption::OverflowIgnored);
    }
    for assumption in &program.assumptions {
        trust.insert(assumption.clone());
    }
    let mut bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    let calls_pointers = bodies.any(|body| {
        let mut edges = body.edges.values();
        edges.any(|edge| matches!(edge.op, Op::Call { callee: Callee::Indirect(..), .. }))
    });
    // Strangers do what functions without body do, and that is said of those.
    if calls_pointers && program.strangers.is_empty() {
        trust.insert(Assumption::CalleesOutside);
    }
    trust
}

/// Where a step stands, or the user's call of the model that it stands in.
fn users_position(program: &Program, source: &Source, site: Site) -> Position {
    let span = span_of(program, site);
    if source.is_users(span) {
        return source.position(span.lo);
    }
    let place = ModelCalls::of(program, source).place(source, site.function, span);
    source.position(place.lo)
}

fn remarks(program: &Program, source: &Source, found: &Exploration) -> Vec<String> {
    let mut remarks = Vec::new();
    if found.failing.is_some() {
        return remarks;
    }
    if let Some((kind, site)) = found.undefined {
        let position = users_position(program, source, site);
        remarks.push(format!(
            "a run ends in undefined behaviour: {kind} ({position}); what comes after it was \
             not looked at"
        ));
    }
    if found.questions == Questions::None {
        remarks.push("the program asks for no input, so there is only one run".into());
    }
    remarks
}
