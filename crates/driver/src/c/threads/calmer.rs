//! A failing run of threads with fewer turns and fewer switches.
//!
//! What is found by trying is seldom what one wants to read. So turns are left out, large pieces
//! first, and neighbouring stretches of two threads are exchanged, as long as the run fails at the
//! same check: delta debugging (Zeller and Hildebrandt), on schedules. A turn that is planned for
//! a thread that cannot go on is passed over.

use ir::Program;
use ir_interp::{
    Indeterminate, InputList, InputRequest, InputSource, Interpreter, Options, Outcome, Turn,
    WhenExhausted,
};
use verdict::Budget;

use crate::c::explore::{FailingRun, replay_scheduled};

/// Runs that are tried, steps that one may take, and steps of all.
const MAX_TRIES: usize = 1_500;
const MAX_STEPS: u64 = 4_000_000;
const MAX_ALL_STEPS: u64 = 40_000_000;
/// Turns of a run that is tried, for each turn of the one that is known: fewer switches may take a few
/// turns more, and a run that has gone astray goes round for ever.
const TURNS_OF_TURN: usize = 3;

/// Follows a plan as far as it can be followed.
struct Loosely<'a> {
    inputs: InputList,
    plan: std::slice::Iter<'a, u32>,
    /// A run with more turns than this is none that is plainer.
    max_turns: usize,
}

impl InputSource for Loosely<'_> {
    fn next_input(&mut self, request: &InputRequest) -> Option<u128> {
        self.inputs.next_input(request)
    }

    fn next_thread(&mut self, turn: &Turn<'_>) -> Option<u32> {
        if turn.number >= self.max_turns {
            return None;
        }
        let planned = self.plan.find(|thread| turn.candidates.contains(thread));
        planned.copied().or_else(|| turn.usual())
    }
}

struct Calmer<'a> {
    program: &'a Program,
    indeterminate: Indeterminate,
    budget: &'a Budget,
    n_tries: usize,
    n_steps: u64,
}

/// The run, or a plainer one that fails at the same check.
pub fn calmer(
    program: &Program,
    run: FailingRun,
    indeterminate: Indeterminate,
    budget: &Budget,
) -> FailingRun {
    if run.schedule.is_empty() {
        return run;
    }
    let mut calmer = Calmer { program, indeterminate, budget, n_tries: 0, n_steps: 0 };
    let mut best = run;
    loop {
        let before = weight(&best.schedule);
        best = calmer.drop_turns(best);
        best = calmer.join_stretches(best);
        if weight(&best.schedule) >= before || calmer.is_over() {
            return best;
        }
    }
}

/// Switches first, then turns.
fn weight(schedule: &[u32]) -> (usize, usize) {
    (schedule.windows(2).filter(|pair| pair[0] != pair[1]).count(), schedule.len())
}

impl Calmer<'_> {
    fn is_over(&self) -> bool {
        let is_enough = self.n_tries >= MAX_TRIES || self.n_steps >= MAX_ALL_STEPS;
        is_enough || self.budget.check_clock().is_err()
    }

    /// The run by this plan, if it fails as the other did and is plainer.
    fn attempt(&mut self, run: &FailingRun, plan: &[u32]) -> Option<FailingRun> {
        self.n_tries += 1;
        let values = run.inputs.iter().map(|input| input.bits).collect();
        let inputs = InputList::new(values, WhenExhausted::Default(0));
        let max_turns = TURNS_OF_TURN * run.schedule.len();
        let source = Loosely { inputs, plan: plan.iter(), max_turns };
        let indeterminate = self.indeterminate;
        let options = Options { indeterminate, n_steps: MAX_STEPS, ..Options::default() };
        let mut interpreter = Interpreter::new(self.program, source, options);
        let outcome = interpreter.run();
        self.n_steps += interpreter.n_steps();
        let Outcome::Violated { check, site } = outcome else { return None };
        let schedule = interpreter.schedule().to_vec();
        if check != run.check || weight(&schedule) >= weight(&run.schedule) {
            return None;
        }
        let inputs = interpreter.inputs().to_vec();
        let end = (check, site);
        let trace = replay_scheduled(self.program, &inputs, &schedule, indeterminate, end).ok()?;
        Some(FailingRun { check, inputs, schedule, trace })
    }

    fn drop_turns(&mut self, mut run: FailingRun) -> FailingRun {
        let mut size = run.schedule.len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            while at < run.schedule.len() && !self.is_over() {
                let end = (at + size).min(run.schedule.len());
                let plan: Vec<u32> =
                    run.schedule[..at].iter().chain(&run.schedule[end..]).copied().collect();
                match self.attempt(&run, &plan) {
                    Some(plainer) => run = plainer,
                    None => at = end,
                }
            }
            size /= 2;
        }
        run
    }

    /// Exchanges two neighbouring stretches, so that one of them meets its thread's next.
    fn join_stretches(&mut self, mut run: FailingRun) -> FailingRun {
        let mut at = 1;
        loop {
            let stretches: Vec<&[u32]> = run.schedule.chunk_by(|a, b| a == b).collect();
            if at + 1 >= stretches.len() || self.is_over() {
                return run;
            }
            let mut order: Vec<&[u32]> = stretches.clone();
            order.swap(at, at + 1);
            let plan: Vec<u32> = order.concat();
            match self.attempt(&run, &plan) {
                Some(plainer) => run = plainer,
                None => at += 1,
            }
        }
    }
}
