//! The two clocks: on the wall, and of the processor.
//!
//! People wait by the first. Measurements use the second, because what a program gets done in a
//! second on the wall depends on what else the machine is doing; on a busy one it may be a tenth.
//!
//! Whoever only knows the clock on the wall, as a solver with a timeout does, is told how long a
//! stretch of processor time takes there at the pace so far ([`Stopwatch::on_the_wall`]).

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// Which clock a limit is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    Wall,
    /// The processor time of all threads of this process.
    Processor,
}

/// Runs from when it is started, by both clocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch {
    wall: Instant,
    processor: Duration,
}

/// A stretch of processor time is taken to be at most so much longer on the wall: a process that
/// has only slept so far would otherwise wait for ever.
const SLOWEST: f64 = 50.0;
/// What was measured before this says nothing about the pace.
const FIRST_PACE: Duration = Duration::from_millis(200);

impl Stopwatch {
    pub fn start() -> Self {
        Self { wall: Instant::now(), processor: processor_time() }
    }

    pub fn elapsed(self, clock: Clock) -> Duration {
        match clock {
            Clock::Wall => self.wall.elapsed(),
            Clock::Processor => processor_time().saturating_sub(self.processor),
        }
    }

    /// How long this stretch of the clock takes on the wall.
    pub fn on_the_wall(self, stretch: Duration, clock: Clock) -> Duration {
        match clock {
            Clock::Wall => stretch,
            Clock::Processor => {
                let used = self.elapsed(Clock::Processor).max(FIRST_PACE);
                let pace = self.wall.elapsed().as_secs_f64() / used.as_secs_f64();
                stretch.mul_f64(pace.clamp(1.0, SLOWEST))
            }
        }
    }
}

/// The processor time of all threads of this process.
pub fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleeping_costs_no_processor_time_and_slows_the_pace() {
        let watch = Stopwatch::start();
        std::thread::sleep(Duration::from_millis(300));
        assert!(watch.elapsed(Clock::Wall) >= Duration::from_millis(300));
        let second = Duration::from_secs(1);
        assert_eq!(watch.on_the_wall(second, Clock::Wall), second);
        let slow = watch.on_the_wall(second, Clock::Processor);
        assert!((second..=second * 50).contains(&slow), "{slow:?}");
    }
}
