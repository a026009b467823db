//! Who goes on: schedules that are worth trying.
//!
//! Most bugs of threads need few unlucky switches, so runs differ in how they switch:
//!
//! - the first run lets each thread go on as long as it can;
//! - *priorities* are drawn, the thread with the highest goes on, and at a few turns, drawn too, it
//!   falls to the lowest: a bug that needs d switches of n threads in runs of k turns is found
//!   with a probability of at least 1 / (n k^(d-1)) (Burckhardt et al., ASPLOS 2010);
//! - threads are drawn turn by turn, or stay with a chance that differs from run to run.
//!
//! A thread that goes on for long while others could is put behind them: it may be waiting for
//! one of them in a loop.

use ir_interp::Turn;

use super::values::Random;

/// Turns that one thread takes in a row while others could go on.
const PATIENCE: u32 = 60;

#[derive(Clone, Copy, Debug, Default)]
enum Manner {
    /// Each thread as long as it can.
    #[default]
    Usual,
    /// By priorities with so many changes.
    Priorities(u64),
    /// Stays with a chance of this many out of 64.
    Staying(u64),
    /// The newest thread that can.
    Newest,
}

/// Chooses threads, run by run.
#[derive(Default)]
pub struct Turns {
    manner: Manner,
    random: Random,
    /// By the number of the thread; higher goes first.
    priorities: Vec<u64>,
    changes: Vec<usize>,
    n_in_row: u32,
    /// How long runs are, in turns.
    usual_length: usize,
    length: usize,
}

impl Turns {
    pub fn begin(&mut self, n_run: u64) {
        self.usual_length = self.usual_length.max(self.length);
        self.random = Random::seeded(n_run.wrapping_mul(0x9e37_79b9).wrapping_add(1));
        self.manner = match n_run % 6 {
            _ if n_run == 0 => Manner::Usual,
            0 => Manner::Newest,
            1 => Manner::Priorities(1 + n_run / 6 % 3),
            2 => Manner::Staying(0),
            3 => Manner::Priorities(2 + n_run / 6 % 4),
            4 => Manner::Staying([32, 48, 56, 60, 62][(n_run / 6 % 5) as usize]),
            _ => Manner::Priorities(1),
        };
        self.priorities.clear();
        self.n_in_row = 0;
        self.length = 0;
        let n_changes = match self.manner {
            Manner::Priorities(n_changes) => n_changes,
            Manner::Usual | Manner::Staying(_) | Manner::Newest => 0,
        };
        let length = self.usual_length.clamp(8, 4_096) as u64;
        self.changes = (0..n_changes).map(|_| self.random.below(length) as usize).collect();
    }

    pub fn choose(&mut self, turn: &Turn<'_>) -> Option<u32> {
        self.length = self.length.max(turn.number);
        let chosen = self.choose_freely(turn)?;
        self.n_in_row = if chosen == turn.last { self.n_in_row + 1 } else { 0 };
        if self.n_in_row > PATIENCE && turn.candidates.len() > 1 {
            self.n_in_row = 0;
            self.put_last(chosen);
            let others: Vec<u32> =
                turn.candidates.iter().copied().filter(|other| *other != chosen).collect();
            return Some(others[self.random.below(others.len() as u64) as usize]);
        }
        Some(chosen)
    }

    fn choose_freely(&mut self, turn: &Turn<'_>) -> Option<u32> {
        match self.manner {
            Manner::Usual => turn.usual(),
            Manner::Newest => turn.candidates.last().copied(),
            Manner::Staying(chance) => {
                if turn.candidates.contains(&turn.last) && self.random.below(64) < chance {
                    return Some(turn.last);
                }
                let n_candidates = turn.candidates.len() as u64;
                turn.candidates.get(self.random.below(n_candidates.max(1)) as usize).copied()
            }
            Manner::Priorities(_) => {
                if self.changes.contains(&turn.number) {
                    self.put_last(turn.last);
                }
                turn.candidates.iter().copied().max_by_key(|thread| self.priority(*thread))
            }
        }
    }

    fn priority(&mut self, thread: u32) -> u64 {
        let index = thread as usize;
        while self.priorities.len() <= index {
            self.priorities.push(1_000 + self.random.below(1 << 20));
        }
        self.priorities[index]
    }

    /// Lower than all others, those that were put there before included.
    fn put_last(&mut self, thread: u32) {
        self.priority(thread);
        let lowest = self.priorities.iter().copied().min().unwrap_or(1_000);
        self.priorities[thread as usize] = lowest.saturating_sub(1);
    }
}
