//! All threads in one loop: who goes on is a choice, and where each thread stands is a variable.
//!
//! *Expects* a program whose entry creates each of its threads at a place of its own, at most once.
//! *Guarantees* a valid program without threads and calls that has a failing run if the program with
//! its threads has one.
//!
//! ```text
//!   head:   somebody = any;
//!           if (somebody == 1 && pc1 == 4) { x = 1;            pc1 = 5; goto head; }
//!           if (somebody == 1 && pc1 == 5) { t = x;            pc1 = 6; goto head; }
//!           if (somebody == 2 && pc2 == 9) { assume(m == 0); m = 1;  pc2 = 10; goto head; }
//! ```
//!
//! This is the parallel composition of the paper on succinct automata, written as a program: every
//! engine for sequential programs can look at it, and the places of all threads are numbers like any
//! other, which invariants may speak of. What one thread relies on can then depend on where the
//! others are, which is what mutual exclusion by flags needs.
//!
//! # Turns
//! A thread goes on alone from one [turn](turns) to the next. There is one wherever the next step may be
//! noticed by others, and in every loop; none inside an atomic block. More turns than needed give more
//! interleavings, so they lose no failure.
//!
//! # Why that is right
//! A run of the threads is a sequence of turns, each by one thread (`ir_interp` says why no other switches
//! need be looked at). By induction over them, the run in the loop that chooses the same threads and
//! inputs is in the same state: memory, the variables of each copy of a function, and as `pc` the place
//! where each thread waits. A thread that has to wait for a condition in the middle of an atomic block has
//! not begun it: here that run ends, and another one chooses somebody else. Threads are numbered in the
//! order of their creation, as far as that order is the same in all runs; programs where it is not are refused.
//!
//! # Crowds
//! A step in a loop may create any number of threads, a [crowd](Crowd), of which the loop follows three: the step
//! creates one of these that has not begun, or another one that is not followed. Where there is a crowd, all threads but
//! the first have numbers that nobody had before, and nothing more is known of these.
//!
//! How many threads of a crowd wait at each of its places is [counted](Crowd::counts) beside. That says something of the
//! others: where a turn begins, no fewer wait at a place than those that are followed and wait there, and there
//! are no more than there are numbers. So a writer that finds no readers counted knows where no
//! reader stands.
//!
//! Such a loop has fewer runs than the program, so that it may not fail says nothing. But let each lemma of an
//! invariant of the loop speak of two threads of crowds at most, let it go on holding when threads of one crowd
//! change places, and let it exclude all failures: then nothing fails however many there are. For let it hold
//! for any choice of threads, each of which stands for one that is followed, and let one thread move. A lemma
//! about two threads and the one that moved: these are three at most, so they can be chosen together, and
//! what the thread did is a step of the loop, which carries the lemma on.

mod copies;
mod named;
mod turns;
mod writer;

use ir::{EdgeId, IntType, LocationId, Program, VarId};

use crate::inline::Limits;

pub use copies::copies;
pub use named::InLoops;

/// The program in one loop.
#[derive(Clone, Debug)]
pub struct OneLoop {
    pub program: Program,
    /// Where somebody is chosen.
    pub head: LocationId,
    /// Who it is.
    pub somebody: VarId,
    /// What a thread that there is not ended with.
    pub joined: VarId,
    /// The thread of the entry function first.
    pub threads: Vec<Thread>,
    pub crowds: Vec<Crowd>,
    /// What the program sees as the number of a thread that is not followed.
    pub handle: VarId,
    /// Which of a crowd is created.
    pub which: VarId,
    /// The program with a call for each thread, in the same order, which was inlined within these limits: for
    /// whoever checks that nothing was left out.
    pub beside: Program,
    pub limits: Limits,
}

/// Any number of threads, created by one step. Those that are followed are alike.
#[derive(Clone, Debug)]
pub struct Crowd {
    pub created_at: EdgeId,
    /// Those that are followed.
    pub threads: Vec<usize>,
    /// How many threads of the crowd wait at each of its places, those that are not followed among them.
    pub counts: Vec<VarId>,
}

/// One of the threads.
#[derive(Clone, Debug)]
pub struct Thread {
    /// The name of the function that it starts with.
    pub name: Box<str>,
    /// What it is passed.
    pub arguments: Vec<VarId>,
    /// What holds its number, if that is not the same in all runs.
    pub number: Option<VarId>,
    /// Where it stands: [`NOT_BEGUN`], [`ENDED`], or [`FIRST_PLACE`] and the number of a place.
    pub pc: VarId,
    /// What it ended with.
    pub ended_with: VarId,
    /// The step that creates it, in the inlined program; none for the first.
    pub created_at: Option<EdgeId>,
    /// Where it waits for its turn; the first is its beginning.
    pub places: Vec<LocationId>,
    /// Where the turn from each place begins. Where there are crowds, something is said there of how many threads are
    /// where; otherwise that is the place.
    pub begins: Vec<LocationId>,
}

/// Numbers of threads.
pub const NUMBER: IntType = IntType::unsigned(32);

/// How many threads there are somewhere. All of them have different numbers, and none has zero.
pub const COUNT: IntType = IntType::unsigned(64);
pub const MOST_THREADS: u32 = u32::MAX;

/// Values of a program counter.
pub const NOT_BEGUN: usize = 0;
pub const ENDED: usize = 1;
pub const FIRST_PLACE: usize = 2;

/// The reason why not, for programs whose threads cannot be told apart this way.
pub fn one_loop(
    program: &Program,
    limits: Limits,
    in_loops: InLoops,
) -> Result<OneLoop, &'static str> {
    let named = named::named(program, limits, in_loops)?;
    writer::write(named, limits)
}
