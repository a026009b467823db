//! A model as a run of the interpreter.
//!
//! The model says in which order steps happen. The interpreter has turns at more places than these,
//! at all that might be shared; so it is led there turn by turn. Each thread has gone through marks,
//! one for each place of its unrolled code: where the interpreter's thread stands tells which mark
//! it is at, and it is given turns until it has passed that of the step that comes next.

use ir::{FunctionId, LocationId, Program};
use ir_interp::{
    Indeterminate, InputRequest, InputSource, Interpreter, Options, Outcome, RaceWatch, Turn,
};
use logic::{TermId, Value};
use rustc_hash::FxHashMap;

use super::machine::{Machine, TargetKind};
use super::order::Candidate;
use crate::explore::Failing;

/// Turns that a run is led through.
const MAX_TURNS: usize = 20_000;
const MAX_STEPS: u64 = 10_000_000;

/// What a thread goes through on the run that the model is of.
struct Path {
    /// The number that the program knows the thread by.
    number: u32,
    places: Vec<(FunctionId, LocationId)>,
    n_passed: usize,
    /// Where its inputs are asked for, and what they are.
    inputs: Vec<(FunctionId, ir::EdgeId, u128)>,
    n_inputs: usize,
}

struct Reader<'m, 'p> {
    machine: &'m Machine<'p>,
    candidate: &'m mut Candidate,
    values: FxHashMap<TermId, Option<Value>>,
}

impl Reader<'_, '_> {
    fn value(&mut self, term: TermId) -> Option<Value> {
        let (pool, question) = (&self.machine.terms.pool, &mut self.candidate.question);
        self.values.entry(term).or_insert_with(|| question.value(pool, term)).clone()
    }

    fn holds(&mut self, term: TermId) -> bool {
        self.value(term) == Some(Value::Bool(true))
    }

    fn bits(&mut self, term: TermId) -> u128 {
        match self.value(term) {
            Some(Value::BitVec(_, bits)) => bits,
            Some(Value::Bool(value)) => u128::from(value),
            _ => 0,
        }
    }
}

/// The run that the candidate is of, if the interpreter comes to the same violation.
pub(super) fn replay(
    machine: &Machine<'_>,
    candidate: &mut Candidate,
    indeterminate: Indeterminate,
) -> Option<Failing> {
    let TargetKind::Violation(check) = candidate.target.kind else { return None };
    let mut reader = Reader { machine, candidate, values: FxHashMap::default() };
    let last = reader.bits(reader.candidate.last);
    let mut paths = Vec::new();
    // Positions of marks among those that the run goes through.
    let mut passed: Vec<Vec<usize>> = Vec::new();
    for (index, thread) in machine.threads.iter().enumerate() {
        let mut places = Vec::new();
        let mut position = Vec::new();
        for mark in &thread.marks {
            position.push(places.len());
            if reader.holds(mark.guard) {
                places.push((mark.function, mark.location));
            }
        }
        let mut inputs = Vec::new();
        for input in machine.inputs.iter().filter(|input| input.thread == index) {
            if reader.holds(input.guard) {
                let bits = match input.value {
                    super::value::Value::Bool(term) | super::value::Value::Bits(term) => {
                        reader.bits(term)
                    }
                    super::value::Value::Pointer { .. } => 0,
                };
                inputs.push((input.function, input.edge, bits));
            }
        }
        let number = reader.bits(thread.number) as u32;
        paths.push(Path { number, places, n_passed: 0, inputs, n_inputs: 0 });
        passed.push(position);
    }
    let mut order: Vec<(u128, usize, usize)> = Vec::new();
    for (index, step) in machine.steps.iter().enumerate().skip(1) {
        let time = reader.bits(reader.candidate.times[index]);
        if time <= last && reader.holds(step.guard) {
            let end = machine.threads[step.thread].end.map(|(_, _, end)| end);
            // The end of a thread is behind all its places.
            let mark = match end == Some(index) {
                true => paths[step.thread].places.len(),
                false => passed[step.thread][step.mark],
            };
            order.push((time, step.thread, mark));
        }
    }
    order.sort_unstable();
    let thread = reader.candidate.target.thread;
    let led = Led { paths, order, n_done: 0, thread, now: 0, next: None };
    led.run(machine.program, check, indeterminate)
}

struct Led {
    paths: Vec<Path>,
    /// Time, thread and mark of each step.
    order: Vec<(u128, usize, usize)>,
    n_done: usize,
    /// Who fails.
    thread: usize,
    /// Who moves.
    now: usize,
    next: Option<u32>,
}

impl InputSource for Led {
    fn next_input(&mut self, request: &InputRequest) -> Option<u128> {
        let path = &mut self.paths[self.now];
        let Some(site) = request.site else { return Some(0) };
        let rest = path.inputs.iter().skip(path.n_inputs);
        let found = rest
            .clone()
            .position(|(function, edge, _)| (*function, *edge) == (site.function, site.edge));
        let Some(found) = found else { return Some(0) };
        path.n_inputs += found + 1;
        Some(path.inputs[path.n_inputs - 1].2)
    }

    fn next_thread(&mut self, _: &Turn<'_>) -> Option<u32> {
        self.next.take()
    }
}

impl Led {
    fn run(
        self,
        program: &Program,
        check: ir::CheckId,
        indeterminate: Indeterminate,
    ) -> Option<Failing> {
        let options = Options {
            indeterminate,
            n_steps: MAX_STEPS,
            races: RaceWatch::List,
            ..Options::default()
        };
        let mut interpreter = Interpreter::new(program, self, options);
        let mut outcome = interpreter.run();
        for _ in 0..MAX_TURNS {
            match outcome {
                Outcome::AtTurn => {}
                Outcome::Violated { check: failed, site } => {
                    if failed != check {
                        return None;
                    }
                    let inputs = interpreter.inputs().iter().map(|input| input.bits).collect();
                    let schedule = interpreter.schedule().to_vec();
                    return Some(Failing { check, site, inputs, schedule });
                }
                _ => return None,
            }
            let candidates = interpreter.candidates();
            let thread = choose(&mut interpreter, &candidates)?;
            interpreter.source_mut().next = Some(thread);
            outcome = interpreter.resume();
        }
        None
    }
}

/// Who takes the next turn.
fn choose(interpreter: &mut Interpreter<'_, Led>, candidates: &[u32]) -> Option<u32> {
    loop {
        let led = interpreter.source_mut();
        let (thread, mark) = match led.order.get(led.n_done) {
            Some((_, thread, mark)) => (*thread, Some(*mark)),
            None => (led.thread, None),
        };
        let number = led.paths[thread].number;
        if !candidates.contains(&number) {
            // It has ended, or waits where the model goes on.
            mark?;
            led.n_done += 1;
            continue;
        }
        let place = interpreter.stands_at(number);
        let led = interpreter.source_mut();
        let path = &mut led.paths[thread];
        let ahead = path.places[path.n_passed.min(path.places.len())..].iter();
        path.n_passed += ahead.clone().position(|it| Some(*it) == place).unwrap_or(0);
        if mark.is_some_and(|mark| mark < path.n_passed) {
            led.n_done += 1;
            continue;
        }
        path.n_passed += 1;
        led.now = thread;
        return Some(number);
    }
}
