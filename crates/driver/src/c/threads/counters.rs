//! Proofs about named threads, with where each of them stands as a number.
//!
//! Loops that create or join threads are [unrolled](ir_passes::unroll_creations), where their counters say how
//! often they go round. The threads become one loop in which somebody goes on ([`ir_passes::one_loop`]), and memory becomes
//! variables where it can. Then invariants are looked for, first per thread and place as succinct automata
//! have them, with boxes ([`engine_threads::automata`]); then, where these leave something open, by the
//! property-directed engine on the loop as a whole, which can also relate variables to each other.
//!
//! A proof is three things, and all are checked again: that the threads of the unrolled program do all that
//! those of the program do, that the loop does all that they do, and that the invariants of the loop exclude
//! every failure.

use std::cell::OnceCell;

use encode::{Integers, Invariants};
use engine_threads::automata::{Answer, analyse, as_invariants};
use evidence::induction::{Claim, Refusal, confirm};
use evidence::one_loop::confirm_loop;
use evidence::unrolled::confirm_unrolled;
use ir::{Op, Program};
use ir_passes::dissolve_memory::{Layout, dissolve_memory};
use ir_passes::inline::Limits;
use ir_passes::one_loop::{OneLoop, one_loop};
use ir_passes::unroll_creations::{Unrolled, unroll_creations};
use verdict::Budget;

use crate::c::automaton::{Automaton, Memory, Reduction};
use crate::c::directed::{Directed, directed};

/// Edges of all threads, inlined.
const MAX_EDGES: usize = 4_000;
const RECURSION: usize = 2;

/// What came of it.
pub enum ByCounters {
    /// What the proof rests on, in words.
    Proved(String),
    Open(String),
    InternalError(String),
}

/// The loop, made when it is first asked for.
#[derive(Default)]
pub struct Together {
    made: OnceCell<Result<Made, String>>,
}

struct Made {
    /// The program in which loops around the creation of threads are unrolled, if there are such.
    unrolled: Option<Unrolled>,
    together: OneLoop,
    /// Over variables, if no access needs memory.
    program: Program,
    automaton: Automaton,
}

impl Together {
    /// What boxes say of each thread.
    pub fn by_boxes(&self, program: &Program, budget: &Budget) -> ByCounters {
        self.look(program, |made| made.by_boxes(budget))
    }

    /// What the directed search says of all of them.
    pub fn directed(&self, program: &Program, budget: &Budget) -> ByCounters {
        self.look(program, |made| made.directed(budget))
    }

    fn look(&self, program: &Program, look: impl FnOnce(&Made) -> ByCounters) -> ByCounters {
        let made = match self.made.get_or_init(|| Made::of(program)) {
            Ok(made) => made,
            Err(why) => return ByCounters::Open(why.clone()),
        };
        let answer = look(made);
        if !matches!(answer, ByCounters::Proved(_)) {
            return answer;
        }
        let confirmed = match &made.unrolled {
            None => confirm_loop(program, &made.together),
            Some(unrolled) => confirm_unrolled(program, unrolled)
                .and_then(|()| confirm_loop(&unrolled.program, &made.together)),
        };
        match confirmed {
            Ok(()) => answer,
            Err(refusal) => refused(refusal),
        }
    }
}

fn refused(refusal: Refusal) -> ByCounters {
    match refusal {
        Refusal::Undecided(why) | Refusal::Unfollowed(why) => ByCounters::Open(why),
        Refusal::Wrong(why) | Refusal::NotInductive(why) => ByCounters::InternalError(why),
    }
}

impl Made {
    fn of(program: &Program) -> Result<Self, String> {
        let limits = Limits { n_edges: MAX_EDGES, recursion: RECURSION };
        let unrolled = unroll_creations(program);
        let named = unrolled.as_ref().map_or(program, |unrolled| &unrolled.program);
        let together = one_loop(named, limits)?;
        let program = without_memory(&together.program);
        let automaton = Automaton::of(&program, RECURSION, Integers::Machine)
            .ok_or("the threads are too large together")?;
        Ok(Self { unrolled, together, program, automaton })
    }

    fn by_boxes(&self, budget: &Budget) -> ByCounters {
        let mut answer = ByCounters::Open("the checks ask about memory".to_owned());
        // What no check depends on is left out at first; it may be in the way of the re-check.
        for reduction in [Reduction::Cone, Reduction::ToChecks] {
            let Some(reduced) = self.automaton.reduced(Memory::Regions, reduction) else {
                return answer;
            };
            let found = match analyse(&reduced, &self.together, budget) {
                Answer::Proved(found) => found,
                Answer::Open(why) => return ByCounters::Open(why),
            };
            let invariants = as_invariants(&self.program, &self.together, &found);
            let claim = Claim::Inductive { k: 0 };
            let extent = &self.automaton.extent;
            answer = match confirm(&self.program, &claim, &invariants, extent, budget) {
                Ok(()) => return ByCounters::Proved(self.describe()),
                Err(refusal) => refused(refusal),
            };
            if !matches!(answer, ByCounters::InternalError(_)) {
                return answer;
            }
        }
        answer
    }

    fn directed(&self, budget: &Budget) -> ByCounters {
        let (program, known) = (&self.program, Invariants::default());
        let times = budget.into();
        let mut work = Vec::new();
        match directed(program, &self.automaton, Memory::Regions, &known, times, &mut work) {
            Directed::Proved(..) => ByCounters::Proved(self.describe()),
            Directed::Unknown(why) => ByCounters::Open(why),
            Directed::InternalError(error) => ByCounters::InternalError(error),
        }
    }

    fn describe(&self) -> String {
        let names: Vec<String> =
            self.together.threads.iter().map(|thread| format!("{}()", thread.name)).collect();
        let n_places: usize = self.together.threads.iter().map(|it| it.places.len()).sum();
        format!(
            "the threads {} together: invariants of each at its {n_places} places in all, \
             which depend on where the others stand",
            names.join(", ")
        )
    }
}

/// The same runs over variables, if no access needs memory.
fn without_memory(program: &Program) -> Program {
    let mut layout = Layout::default();
    layout.add(program);
    let dissolved = dissolve_memory(program, &layout);
    if n_unsupported(&dissolved) > n_unsupported(program) {
        return program.clone();
    }
    dissolved
}

fn n_unsupported(program: &Program) -> usize {
    let body = program.functions[program.entry].body.iter();
    let edges = body.flat_map(|body| body.edges.values());
    edges.filter(|edge| matches!(edge.op, Op::Unsupported { .. })).count()
}
