//! Concrete runs, where integers are read as unbounded.
//!
//! The interpreter has the machine's integers, and a verdict under the other reading must not
//! come from a run that wraps: the program may be right without it. So all runs are those of the
//! program stopped before something wraps ([`ir_passes::stop_at_wraps`]), which are runs in both
//! readings. One that fails is repeated on the program itself before it is told: `FALSE` is a run
//! of the machine, whatever the reading.
//!
//! Proofs do not come from concrete runs under the unbounded reading, neither from the only run of
//! a program without inputs nor from contracts that were guessed from runs: those are about
//! the machine's integers. Only the engines prove.

use encode::Integers;
use index::Id;
use ir::Program;
use ir_interp::{Indeterminate, InputList, Interpreter, Options, Outcome, Site, WhenExhausted};
use ir_passes::stop_at_wraps::stop_at_wraps;

use verdict::Budget;

use super::bounded::Replay;
use super::explore::{Exploration, FailingRun, LEAPS_AFTER, replay};
use super::portfolio::{Engine, Found, Plan, Search};

/// The program whose runs are looked at.
pub enum Reading {
    Machine,
    /// The program stopped before something wraps.
    Unbounded(Box<Program>),
}

impl Reading {
    pub fn of(program: &Program, integers: Integers) -> Self {
        match integers {
            Integers::Machine => Self::Machine,
            Integers::Unbounded => Self::Unbounded(Box::new(stop_at_wraps(program))),
        }
    }

    pub fn runs<'a>(&'a self, program: &'a Program) -> &'a Program {
        match self {
            Self::Machine => program,
            Self::Unbounded(stopped) => stopped,
        }
    }

    /// Another run that fails, where one was found that the machine does not have: one on which
    /// nothing wraps, looked for with the machine's integers. That there is none proves nothing.
    pub fn other_run(&self, replay: Replay<'_>, budget: &Budget) -> Option<FailingRun> {
        let plan = Plan::from(Engine::Bounded);
        match Search::new(replay.program, plan, replay, budget).answer() {
            Found::Failing(run) => Some(run),
            Found::Proved(_)
            | Found::Partly(_)
            | Found::Unknown(_)
            | Found::OnlyUnbounded(_)
            | Found::InternalError(_) => None,
        }
    }

    /// Makes what runs have shown a matter of the program itself.
    pub fn restore(
        &self,
        program: &Program,
        found: &mut Exploration,
        indeterminate: Indeterminate,
    ) {
        let Self::Unbounded(stopped) = self else { return };
        if let Some((_, site)) = &mut found.undefined {
            *site = asked_before(stopped, program, *site);
        }
        if let Some((_, Some(site))) = &mut found.unsupported {
            *site = asked_before(stopped, program, *site);
        }
        let Some(run) = found.failing.take() else { return };
        match repeated(program, &run, indeterminate) {
            Ok(run) => found.failing = Some(run),
            Err(why) => found.internal_error = Some(why),
        }
    }
}

/// The edge of the program that an edge of the stopped one is, or asks about.
fn asked_before(stopped: &Program, program: &Program, site: Site) -> Site {
    let bodies = [stopped, program].map(|it| it.functions[site.function].body.as_ref());
    let [Some(stopped), Some(body)] = bodies else { return site };
    if site.edge.index() < body.edges.len() {
        return site;
    }
    let behind = &stopped.locations[stopped.edges[site.edge].to];
    Site { edge: behind.outgoing.first().copied().unwrap_or(site.edge), ..site }
}

fn repeated(
    program: &Program,
    run: &FailingRun,
    indeterminate: Indeterminate,
) -> Result<FailingRun, String> {
    let values = run.inputs.iter().map(|input| input.bits).collect();
    let list = InputList::new(values, WhenExhausted::Stop);
    let options = Options { indeterminate, leaps_after: LEAPS_AFTER, ..Options::default() };
    let mut interpreter = Interpreter::new(program, list, options);
    match interpreter.run() {
        Outcome::Violated { check, site } if check == run.check => {
            let inputs = interpreter.inputs().to_vec();
            let trace = replay(program, &inputs, indeterminate, check, site)?;
            Ok(FailingRun { check, inputs, schedule: Vec::new(), trace })
        }
        other => Err(format!("a failing run that does not wrap ends differently: {other:?}")),
    }
}
