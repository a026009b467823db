//! The states of a program whose variables take few values, one by one.
//!
//! Schedulers, protocols and other automata keep in each variable one of a few constants, and carry along some
//! numbers that they were given and count on from. A formula about all of their states at once is hard to
//! find; the states themselves are few. So they are gone through until none is new. What a number was that the
//! environment chose does not matter: it is a symbol, and what was computed from it by adding is told from it.
//!
//! ```text
//!   while (1) {                               at the loop:  state = 0, token = s, local = s
//!     if (state == 0) { token = input();                    state = 1, token = s, local = s
//!                       local = token; state = 1; }         state = 2, token = s, local = s - 1
//!     else if (state == 1) { token++; state = 2; }
//!     else { check(token == local + 1); state = 0; }
//!   }
//! ```
//!
//! States are told apart where ways meet ([`states`]), and followed from there along each way by itself
//! ([`explore`]), so that conditions are decided as they are met: no solver is asked. A condition that is not
//! decided is taken both ways. Variables that take too many values are told from each other only; where these are too
//! many as well, they are *forgotten*, and hold anything. This proves and never refutes, since a failure may be one of a way that no run takes. Where nothing is forgotten and
//! values do not repeat, it does not end by itself; the budget ends it.
//!
//! What is found is a set of variables: with these told apart, all states are few. `evidence` goes through them again.

mod alike;
mod explore;
mod inputs;
mod states;

#[cfg(test)]
mod tests;

use encode::{Encoder, Integers, Unencodable};
use ir::{Program, VarId};
use ir_passes::points_to::PointsTo;
use verdict::Budget;

use alike::alike;
use explore::{End, Explorer, Known};
use inputs::inputs;

/// So many values a variable may have at one place, in one try after the other; the first without what the environment
/// chose.
const FEW: [usize; 4] = [10, 10, 80, 1_000];

/// What came of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explored {
    pub conclusion: Conclusion,
    pub statistics: Statistics,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// No state fails, told apart by the values of these variables, some of them relative to each other.
    Proved {
        kept: Vec<VarId>,
        relative: Vec<VarId>,
    },
    /// A way leads to a failure, as far as values are known.
    Open,
    OutOfBudget,
}

/// Counted work, the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    pub n_states: u64,
    pub n_tries: u64,
}

/// Goes through the states of a program that makes no calls. Integers are the machine's.
pub fn run(
    program: &Program,
    points_to: PointsTo,
    budget: &Budget,
) -> Result<Explored, Unencodable> {
    let mut statistics = Statistics::default();
    let mut encoder = Encoder::new(program, points_to, Integers::Machine)?;
    for (attempt, few) in FEW.into_iter().enumerate() {
        let mut known = Known::default();
        if attempt == 0 {
            known.forgotten = inputs(program);
        }
        loop {
            statistics.n_tries += 1;
            let mut explorer = Explorer::new(program, &mut encoder, &known, few);
            let end = explorer.run(budget)?;
            statistics.n_states += explorer.n_states();
            match end {
                End::Closed => {
                    let kept = explorer.kept();
                    let is_relative = |var: &VarId| known.relative.contains(*var);
                    let relative = kept.iter().copied().filter(is_relative).collect();
                    let conclusion = Conclusion::Proved { kept, relative };
                    return Ok(Explored { conclusion, statistics });
                }
                End::Many(var) => {
                    known.give_up(var, || alike(program, var));
                }
                End::Failing if known.is_all() => {
                    return Ok(Explored { conclusion: Conclusion::Open, statistics });
                }
                End::Failing => break,
                End::OutOfBudget => {
                    return Ok(Explored { conclusion: Conclusion::OutOfBudget, statistics });
                }
            }
        }
    }
    Ok(Explored { conclusion: Conclusion::Open, statistics })
}
