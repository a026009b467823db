//! What threads share, as it is seen in runs with drawn schedules and inputs.
//!
//! The runs are the same each time, so that the answer does not depend on the machine.

use std::collections::BTreeMap;

use ir::{FunctionId, Program};
use ir_interp::{Indeterminate, InputRequest, InputSource, Interpreter, Options, Outcome, Turn};
use ir_passes::rely::{Observed, ObservedRun, Place, Units};
use verdict::Budget;

use crate::c::explore::Random;

const N_RUNS: u64 = 24;
const MAX_TURNS: usize = 300;
const MAX_STEPS_OF_TURN: u64 = 20_000;
/// Threads of one run; a program that creates more of them does not run on.
const MAX_THREADS: usize = 12;
/// The number of the entry's thread.
const FIRST: u32 = 1;
/// One of so many turns goes to another thread.
const SWITCHES: u64 = 3;

/// Answers with small numbers, and with whom it is told to go on.
struct Drawn {
    random: Random,
    thread: Option<u32>,
}

impl InputSource for Drawn {
    fn next_input(&mut self, _: &InputRequest) -> Option<u128> {
        Some(match self.random.below(8) {
            0..3 => 0,
            3..5 => 1,
            5 => u128::from(self.random.below(8)),
            6 => u128::from(self.random.below(64)),
            _ => u128::from(self.random.next()),
        })
    }

    fn next_thread(&mut self, _: &Turn<'_>) -> Option<u32> {
        self.thread.take()
    }
}

/// Runs the program a few times. `routines` are those that threads begin with, by their roles.
pub fn observe(
    program: &Program,
    units: &Units,
    routines: &[FunctionId],
    indeterminate: Indeterminate,
    budget: &Budget,
) -> Vec<ObservedRun> {
    let mut runs = Vec::new();
    for seed in 0..N_RUNS {
        if budget.check().is_err() {
            break;
        }
        let source = Drawn { random: Random::seeded(seed + 1), thread: None };
        let options = Options { indeterminate, ..Options::default() };
        let mut walk = Walk {
            units,
            routines,
            interpreter: Interpreter::new(program, source, options),
            roles: BTreeMap::new(),
        };
        runs.extend(walk.run());
    }
    runs
}

struct Walk<'p> {
    units: &'p Units,
    routines: &'p [FunctionId],
    interpreter: Interpreter<'p, Drawn>,
    roles: BTreeMap<u32, usize>,
}

impl Walk<'_> {
    fn run(&mut self) -> Option<ObservedRun> {
        self.interpreter.restart(MAX_STEPS_OF_TURN);
        let mut outcome = self.interpreter.run();
        let mut run: Option<ObservedRun> = None;
        let mut last = None;
        for _ in 0..MAX_TURNS {
            if outcome != Outcome::AtTurn || self.interpreter.has_exposed_addresses() {
                break;
            }
            let thread = self.interpreter.schedule().last().copied().unwrap_or(FIRST);
            if self.interpreter.n_threads() > 1 {
                let observed = self.observed(thread);
                match &mut run {
                    Some(run) => run.turns.push(observed),
                    None => run = Some(ObservedRun { start: observed, turns: Vec::new() }),
                }
            }
            let candidates = self.interpreter.candidates();
            let Some(next) = self.choose(&candidates, last) else { break };
            last = Some(next);
            let n_steps = self.interpreter.n_steps();
            self.interpreter.allow_steps(n_steps + MAX_STEPS_OF_TURN);
            self.interpreter.source_mut().thread = Some(next);
            outcome = self.interpreter.resume();
        }
        run
    }

    /// The thread that goes on: mostly the last one. The first one rests once there are many.
    fn choose(&mut self, candidates: &[u32], last: Option<u32>) -> Option<u32> {
        let is_crowded = self.interpreter.n_threads() >= MAX_THREADS;
        let mut may: Vec<u32> = candidates.to_vec();
        if is_crowded && may.len() > 1 {
            may.retain(|thread| *thread != FIRST);
        }
        let random = &mut self.interpreter.source_mut().random;
        match last {
            Some(last) if may.contains(&last) && random.below(SWITCHES) != 0 => Some(last),
            _ if may.is_empty() => None,
            _ => Some(may[random.below(may.len() as u64) as usize]),
        }
    }

    fn observed(&mut self, thread: u32) -> Observed {
        let begun = self.interpreter.call_stack().first().map(|site| site.function);
        if let Some(begun) = begun {
            let role = self.routines.iter().position(|routine| *routine == begun);
            self.roles.insert(thread, role.map_or(0, |role| role + 1));
        }
        let value = |unit: &ir_passes::rely::Unit| match unit.place {
            Place::Var(var) => {
                let value = self.interpreter.value(var)?;
                value.is_plain().then(|| value.bits())
            }
            Place::Cell(object, _) | Place::Object(object) => {
                let n_bytes = u64::from(unit.lock?.width).div_ceil(8);
                let value = self.interpreter.first_bytes(object, n_bytes)?;
                value.is_plain().then(|| value.bits())
            }
        };
        let values = self.units.all.iter().map(value).collect();
        Observed { thread, role: self.roles.get(&thread).copied(), values }
    }
}
