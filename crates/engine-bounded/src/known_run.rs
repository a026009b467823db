//! Runs that the solver has shown, and others like them.
//!
//! Whether a loop goes on is asked at every step, and the answer is mostly yes. A run that was shown for one step
//! has not yet chosen what it meets in the next ones: those choices are free, and a few ways of making them
//! mostly lead further. Only where none of them does, the solver is asked again.

use std::cell::RefCell;
use std::rc::Rc;

use index::Id;
use logic::{Model, Sort, Term, TermId, TermPool, Value};
use smt::OneQuestion;

/// How a run chooses what the solver left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Zero,
    Small,
    Any,
}

const CHOICES: [(Choice, u64); 5] =
    [(Choice::Zero, 0), (Choice::Small, 1), (Choice::Any, 2), (Choice::Small, 3), (Choice::Any, 4)];

/// How many answers of the solver are remembered.
const MAX_ANSWERS: usize = 24;

/// One run.
struct Run {
    answer: Rc<RefCell<OneQuestion>>,
    model: Model,
    choice: Choice,
    seed: u64,
}

impl Run {
    /// Does the run come to where this holds? What it was not asked for before it chooses now.
    fn is_on(&mut self, pool: &TermPool, guard: TermId) -> bool {
        let Self { answer, model, choice, seed } = self;
        let mut answer = answer.borrow_mut();
        let told = |term| match (&pool[term], *choice) {
            // Elements at equal places must be equal, which the solver sees to.
            (Term::Var(_), Choice::Small | Choice::Any) => {
                answer.determined(pool, term).or_else(|| chosen(pool, term, *choice, *seed))
            }
            _ => answer.value(pool, term),
        };
        model.value(pool, guard, told) == Some(Value::Bool(true))
    }
}

/// The runs that are known, the latest last.
#[derive(Default)]
pub(crate) struct KnownRuns {
    runs: Vec<Run>,
}

impl KnownRuns {
    /// Does one of them come to where this holds?
    pub fn any_is_on(&mut self, pool: &TermPool, guard: TermId) -> bool {
        self.runs.iter_mut().rev().any(|run| run.is_on(pool, guard))
    }

    /// Remembers what the solver has shown.
    pub fn learn(&mut self, answer: OneQuestion) {
        if self.runs.len() == MAX_ANSWERS * CHOICES.len() {
            self.runs.drain(..CHOICES.len());
        }
        let answer = Rc::new(RefCell::new(answer));
        self.runs.extend(CHOICES.iter().rev().map(|&(choice, seed)| Run {
            answer: Rc::clone(&answer),
            model: Model::default(),
            choice,
            seed,
        }));
    }
}

/// What a run chooses for a variable; the same on every machine.
fn chosen(pool: &TermPool, variable: TermId, choice: Choice, seed: u64) -> Option<Value> {
    let random = mixed(seed.wrapping_mul(0x0001_0000_0000).wrapping_add(variable.index() as u64));
    match pool.sort(variable) {
        Sort::Bool => Some(Value::Bool(random % 2 == 1)),
        Sort::BitVec(width) => {
            let bits = match choice {
                Choice::Zero => 0,
                Choice::Small => u128::from(1 + random % 9),
                Choice::Any => u128::from(random) << 64 | u128::from(mixed(random)),
            };
            let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
            Some(Value::BitVec(width, bits & mask))
        }
        Sort::Int => Some(Value::Int(1 + i128::from(random % 9))),
        Sort::Array(..) => None,
    }
}

/// A number that looks random (the finaliser of SplitMix64).
fn mixed(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
