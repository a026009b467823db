//! Time and memory limits that hold even where nobody looks at the budget.
//!
//! Engines poll their budget and return what they have. A thread of its own stands behind them.
//! When the time is over it says so to the budget, and gives the engines a moment to answer by
//! themselves, since they know more than that the time is over. If the answer is not there then,
//! or as soon as the process has more memory than it may, the watchdog gives the verdict that is
//! true at that point, `UNKNOWN`, with what is assumed so far, and ends the process. It is the one
//! place besides `main` that does.
//!
//! # What is measured
//! `--time` is over when either clock says so: the one on the wall, or the processor time of all our
//! threads together; `--cpu-time` by the latter alone. Memory is what the kernel counts as resident, read from `/proc`, because the
//! solver allocates on its own and no allocator of ours sees it; where there is no `/proc`, asking
//! for a memory limit is refused rather than ignored. A limit on the address space would be a
//! harder fence, but an allocation that fails cannot end in an answer.
//!
//! # Why the limits hold
//! Time: the thread looks every [`PERIOD`], and needs no lock that anyone holds for long. The
//! process is left without running the destructors of libraries: the solver's would wait for, or
//! pull the ground from under, the thread that is still in it. Memory: the kernel hands out at
//! most some [`GROWTH_PER_MILLISECOND`] bytes, so the thread looks again before what is left can
//! be used up, if there are processors for both; the tenth that a task may overstep its limit by
//! is for when there are not.
//!
//! # Ctrl-C
//! Being asked to end (`SIGINT`, `SIGTERM`) is answered like a limit: with `UNKNOWN` and what is known
//! by then. Nobody else takes those signals; Z3 is told not to (`smt::limits`). Who asks again, because
//! the answer is stuck in a pipe, ends the process on the spot.
//!
//! Nobody answers twice: whoever answers holds the lock on [`Shared::answered`] meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use driver::c::specified::Teller;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use source::Source;
use verdict::{Budget, CheckResult, Reason, TrustBox, processor_time};

use crate::exit::ExitStatus;

/// What a run may use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// By either clock.
    pub time: Option<Duration>,
    /// By that of the processor alone.
    pub processor_time: Option<Duration>,
    /// In megabytes of 2^20 bytes.
    pub memory: Option<u64>,
}

impl Limits {
    /// Engines without a limit do a fixed amount of work, which is the same on every machine. How
    /// long that takes is not, and some programs make it take hours: then somebody has to say so. The
    /// budget knows nothing of it, and answers within it do not depend on it.
    const DEFAULT_TIME: Duration = Duration::from_secs(600);

    pub fn is_without_time(self) -> bool {
        self.time.or(self.processor_time).is_none()
    }

    fn default_time(self) -> Option<Duration> {
        self.is_without_time().then_some(Self::DEFAULT_TIME)
    }

    /// What engines may use of it.
    pub fn budget(self) -> Budget {
        let budget = Budget::unlimited();
        match (self.processor_time, self.time) {
            (Some(time), _) => budget.with_processor_time(time),
            (None, Some(time)) => budget.with_time(time),
            (None, None) => budget,
        }
    }
}

/// How long an engine may take to notice that its time is over and to answer.
const GRACE: Duration = Duration::from_millis(400);
/// How long giving back memory may take after the answer.
const FAREWELL: Duration = Duration::from_millis(800);
const PERIOD: Duration = Duration::from_millis(20);
const GROWTH_PER_MILLISECOND: u64 = 2 << 20;
const MEGABYTE: u64 = 1 << 20;

/// The watch over this run.
pub struct Watchdog {
    shared: Arc<Shared>,
}

struct Shared {
    /// How the process ends, once the answer is being printed.
    answered: Mutex<Option<ExitStatus>>,
    known: Mutex<Known>,
}

/// What can be said of a program before there is an answer.
#[derive(Clone, Debug)]
pub struct Known {
    pub source: Source,
    /// What an answer would rest on.
    pub trust: TrustBox,
    pub checks: Vec<CheckResult>,
    /// Tells an answer in the places of the text, if that is not the one that was worked on.
    pub teller: Option<Teller>,
}

impl Known {
    /// Nothing but what the text is called.
    pub fn nothing_of(name: &str) -> Self {
        let source = Source::new(name, Vec::new());
        Self { source, trust: TrustBox::new(), checks: Vec::new(), teller: None }
    }
}

impl Watchdog {
    /// Starts the watch; `give_up` prints the verdict when it is time to.
    pub fn start(
        limits: Limits,
        budget: &Budget,
        known: Known,
        give_up: impl Fn(Reason, Known) -> ExitStatus + Send + 'static,
    ) -> Result<Self, String> {
        if limits.memory.is_some() && resident_bytes().is_none() {
            let message = "`--memory` needs /proc/self/statm, which this system does not have";
            return Err(message.to_owned());
        }
        let shared = Arc::new(Shared { answered: Mutex::new(None), known: Mutex::new(known) });
        let watch = Watch {
            limits,
            started: Instant::now(),
            budget: budget.clone(),
            is_interrupted: asked_to_end()?,
            shared: Arc::clone(&shared),
        };
        // A limit that is passed before anything is read must not depend on who is faster.
        watch.look(&give_up);
        thread::spawn(move || {
            loop {
                thread::sleep(watch.pause());
                watch.look(&give_up);
            }
        });
        Ok(Self { shared })
    }

    /// What every answer from now on can tell.
    pub fn know(&self, known: Known) {
        *lock(&self.shared.known) = known;
    }

    /// Gives the answer, unless the watchdog is already giving its own, after which nobody is left
    /// to give another.
    pub fn answer(&self, give: impl FnOnce() -> ExitStatus) -> ExitStatus {
        let mut answered = lock(&self.shared.answered);
        let status = give();
        *answered = Some(status);
        status
    }
}

/// A flag that is set when the process is asked to end. The second time it does so at once.
pub fn asked_to_end() -> Result<Arc<AtomicBool>, String> {
    let is_asked = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        let status = ExitStatus::CouldNotTell as i32;
        flag::register_conditional_shutdown(signal, status, Arc::clone(&is_asked))
            .and_then(|_| flag::register(signal, Arc::clone(&is_asked)))
            .map_err(|error| format!("cannot watch for Ctrl-C: {error}"))?;
    }
    Ok(is_asked)
}

/// A thread that panicked while holding a lock has left nothing half done here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Watch {
    limits: Limits,
    started: Instant,
    budget: Budget,
    is_interrupted: Arc<AtomicBool>,
    shared: Arc<Shared>,
}

impl Watch {
    fn look(&self, give_up: &impl Fn(Reason, Known) -> ExitStatus) {
        if self.is_interrupted.load(Ordering::Relaxed) {
            self.end(Reason::Interrupted, give_up);
        }
        if self.is_memory_passed() {
            self.end(Reason::OutOfMemory, give_up);
        }
        if let Some(limit) = self.limits.default_time()
            && self.started.elapsed() > limit
        {
            self.end(Reason::DefaultTimeout { seconds: limit.as_secs() }, give_up);
        }
        let Some(over) = self.time_over() else { return };
        self.budget.expire();
        if over > GRACE {
            self.end(Reason::Timeout, give_up);
        }
    }

    /// Gives the answer and leaves. Where there is an answer already, only leaves, once the
    /// process has had time to do so itself.
    fn end(&self, reason: Reason, give_up: &impl Fn(Reason, Known) -> ExitStatus) {
        let answered = lock(&self.shared.answered);
        let status = match *answered {
            None => give_up(reason, lock(&self.shared.known).clone()),
            Some(status) if self.time_over().is_some_and(|over| over > GRACE + FAREWELL) => status,
            Some(_) => return,
        };
        // Not `process::exit`, which runs destructors.
        signal_hook::low_level::exit(status as i32)
    }

    /// By how much the time is over.
    fn time_over(&self) -> Option<Duration> {
        let used = processor_time();
        let by_either = self.started.elapsed().max(used);
        let over = self.limits.time.and_then(|limit| by_either.checked_sub(limit));
        over.max(self.limits.processor_time.and_then(|limit| used.checked_sub(limit)))
    }

    fn is_memory_passed(&self) -> bool {
        let used = self.limits.memory.and_then(|limit| Some((limit, resident_bytes()?)));
        used.is_some_and(|(limit, used)| used > limit.saturating_mul(MEGABYTE))
    }

    /// How long nothing can happen.
    fn pause(&self) -> Duration {
        let Some(limit) = self.limits.memory else { return PERIOD };
        let rest = limit.saturating_mul(MEGABYTE).saturating_sub(resident_bytes().unwrap_or(0));
        PERIOD.min(Duration::from_millis(1 + rest / GROWTH_PER_MILLISECOND))
    }
}

/// The second number of `statm` counts resident pages, of 4 KiB on every system we run on.
fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}
