//! Forces the schedule of a failing run of threads.
//!
//! The program stays as it is. The compiler reports each access to memory, as it does for
//! ThreadSanitizer, but to functions of the reproducer in that library's stead; calls of functions
//! about threads come by it too, since the linker redirects them. Before each such event a thread
//! asks whether it may go on:
//!
//! ```text
//!   { 1, 3 }, { 2, 1 }, { 1, 1 }      thread 1 has three events, then thread 2 one, ...
//! ```
//!
//! A thread whose stretch is over opens the gate of the next one and waits at its own. Gates are
//! pipes, so that nothing of the program's own kind of waiting is in the way.
//!
//! A data race needs none of this, and must not have it: gates would order the two accesses.
//! ThreadSanitizer sees a race in whatever order they come.
//!
//! # What it cannot do
//! The events must be those of the interpreter; where a compiler accesses memory otherwise, the run
//! differs, which is found out by trying. Barriers wait inside the library, where no gate can be.

use std::fmt::Write as _;

use verdict::{CheckKind, Stretch, Violation};

use crate::c::Compiled;
use crate::c::threads::stretches::{ONCE, PASSED_THROUGH, WAITS};

use super::plan::{Heap, Plan};

/// The schedule, and how the program is made to keep it.
#[derive(Clone, Debug)]
pub struct Turns {
    pub compiler: Compiler,
    kind: CheckKind,
    /// With the place where each begins.
    stretches: Vec<(Stretch, String)>,
    /// Functions about threads that the program calls.
    called: Vec<&'static str>,
}

/// Whose options the command has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compiler {
    Gcc,
    Clang,
}

/// Functions that are redirected besides those that are only passed through.
const OTHERS: [&str; 4] = ["pthread_create", "thrd_create", "pthread_exit", "thrd_exit"];

/// The calls that begin and end an atomic block of a verification task.
pub(super) fn is_atomic_block(name: &str) -> bool {
    matches!(name, "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end")
}

impl Turns {
    pub(super) fn of(compiled: &Compiled, violation: &Violation) -> Option<Self> {
        if violation.schedule.is_empty() || violation.kind == CheckKind::DataRace {
            return None;
        }
        let place = |stretch: &Stretch| {
            (stretch.clone(), compiled.source.position(stretch.span.lo).to_string())
        };
        let mentioned = &compiled.linkage.mentioned;
        let names = PASSED_THROUGH.iter().chain(WAITS).chain(ONCE).chain(&OTHERS).copied();
        Some(Self {
            compiler: Compiler::Gcc,
            kind: violation.kind,
            stretches: violation.schedule.iter().map(place).collect(),
            called: names.filter(|name| mentioned.contains(*name)).collect(),
        })
    }

    pub(super) fn flags(&self) -> Vec<&'static str> {
        vec!["-pthread", "-fsanitize=thread"]
    }

    /// The library of ThreadSanitizer is not linked. That is said in front of all others.
    pub(super) fn libraries(&self, flags: &[String]) -> Vec<&'static str> {
        let is_undefined = |flag: &String| {
            flag.starts_with("-fsanitize=") && !flag.contains("thread") && !flag.contains("address")
        };
        let mut words = match self.compiler {
            Compiler::Gcc => vec!["-nodefaultlibs", "-lc", "-lgcc", "-lgcc_s"],
            Compiler::Clang => {
                vec!["-fno-sanitize-link-runtime", "-mllvm", "-tsan-instrument-read-before-write=1"]
            }
        };
        if flags.iter().any(is_undefined) {
            words.push("-lubsan");
        }
        words
    }

    /// What somebody with the other compiler has to do.
    pub(super) fn other_compiler(&self) -> String {
        match self.compiler {
            Compiler::Gcc => "with clang: -fno-sanitize-link-runtime -mllvm -tsan-instrument-read-before-write=1 instead of -nodefaultlibs and what follows".to_owned(),
            Compiler::Clang => "with gcc:   -nodefaultlibs -lc -lgcc -lgcc_s instead of -fno-sanitize-link-runtime and what follows".to_owned(),
        }
    }

    /// Redirects what is not redirected for the sake of the heap.
    pub(super) fn wrapped_flag(&self, heap: &Heap) -> String {
        let free = (!heap.is_watched).then_some("free");
        let names = self.called.iter().copied().chain(free);
        let names: Vec<String> = names.map(|it| format!("--wrap={it}")).collect();
        format!("-Wl,{}", names.join(","))
    }

    /// Why the schedule may not come about.
    pub(super) fn obstacles(&self, compiled: &Compiled) -> Vec<String> {
        let is_called = |name: &&str| compiled.linkage.mentioned.contains(*name);
        let names = ["pthread_barrier_wait", "pthread_cond_timedwait", "pthread_mutex_timedlock"];
        let inside = names.iter().filter(|name| is_called(name));
        inside
            .map(|name| format!("`{name}` waits inside the library, where no turn can be forced"))
            .collect()
    }

    pub(super) fn text(&self, plan: &Plan) -> String {
        let mut text = String::from(SCHEDULE);
        for (Stretch { thread, n_events, .. }, place) in &self.stretches {
            let place = place.replace("*/", "* /").replace("/*", "/ *");
            writeln!(text, "    {{ {thread}, {n_events} }}, /* from {place} on */")
                .expect("strings do not fail");
        }
        text.push_str("    { 0, 0 }\n};\n");
        let is_deadlock = self.kind == CheckKind::Deadlock;
        writeln!(text, "#define LINCHPIN_WAITS_AT_LAST {}", u8::from(is_deadlock))
            .expect("strings do not fail");
        let is_about_memory =
            matches!(self.kind, CheckKind::Bounds | CheckKind::Dereference | CheckKind::Free);
        let is_watched = plan.heap.is_watched;
        let looks = is_about_memory && !is_watched;
        writeln!(text, "#define LINCHPIN_LOOKS {}", u8::from(looks)).expect("strings do not fail");
        writeln!(text, "#define LINCHPIN_FREES {}", u8::from(!is_watched))
            .expect("strings do not fail");
        text.push_str(include_str!("turns.c"));
        for name in &self.called {
            let piece = match *name {
                "pthread_create" | "thrd_create" => format!("LINCHPIN_CREATE({name})\n"),
                "pthread_exit" | "thrd_exit" => format!("LINCHPIN_EXIT({name})\n"),
                "pthread_cond_wait" => {
                    format!("LINCHPIN_WAIT({name}, pthread_mutex_lock, pthread_mutex_unlock)\n")
                }
                "cnd_wait" => format!("LINCHPIN_WAIT({name}, mtx_lock, mtx_unlock)\n"),
                _ => format!("LINCHPIN_THROUGH({name})\n"),
            };
            text.push_str(&piece);
        }
        text.push('\n');
        text
    }
}

const SCHEDULE: &str = "\
/* Who goes on when: the thread, by the order of creation from 1, and how many events it has before
   the next one goes on. Events are accesses to memory beyond the thread's own stack, inputs, and
   calls of functions about threads, from the creation of the first thread on. */
static const struct { int thread; unsigned long n_events; } linchpin_schedule[] = {
";
