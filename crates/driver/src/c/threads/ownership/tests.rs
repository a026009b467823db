//! Proofs by locks agree with all interleavings of small random programs, and no claim is accepted
//! that says more than was found.
//!
//! The programs have two threads and two locks, taken by name, through a pointer, by `trylock`, in a
//! function, released by mistake now and then; joins and creations are left out or are of the wrong
//! thread. The truth is what following all states says.

use std::fmt::Write;

use c_lower::Surroundings;
use c_sema::types::DataModel;
use engine_threads::{Answer, all_states};
use ir_interp::Indeterminate;
use ir_passes::ownership::Claim;
use verdict::{Property, PropertySet};

use super::*;
use crate::c::Compiled;
use crate::c::explore::Random;
use crate::c::front_end::compile;

const N_PROGRAMS: u64 = 60;
/// States that are followed; programs with more say nothing.
const MAX_STATES: usize = 20_000;

const HEAD: &str = "typedef unsigned long T; typedef struct { long words[5]; } M;
int pthread_create(T *, void *, void *(*)(void *), void *); int pthread_join(T, void **);
int pthread_mutex_lock(M *); int pthread_mutex_unlock(M *); int pthread_mutex_trylock(M *);
int pthread_mutex_init(M *, void *); int __VERIFIER_nondet_int(void);
M m0, m1; int x0, x1;
";

struct Writer {
    random: Random,
    text: String,
}

impl Writer {
    fn lock(&mut self) -> &'static str {
        ["&m0", "&m0", "&m0", "&m1", "p"][self.random.below(5) as usize]
    }

    fn access(&mut self) -> &'static str {
        ["x0 = 1; ", "x0 = 2; ", "t = x0; ", "x1 = 1; ", "t = x1; "][self.random.below(5) as usize]
    }

    /// Some steps; nested ones only to this depth.
    fn steps(&mut self, depth: u64) {
        for _ in 0..=self.random.below(2) {
            let (lock, access) = (self.lock(), self.access());
            match self.random.below(16) {
                0..=7 => {
                    self.text += &format!("pthread_mutex_lock({lock}); {access}");
                    if depth > 0 && self.random.below(2) == 0 {
                        self.steps(depth - 1);
                    }
                    let other = if self.random.below(14) == 0 { self.lock() } else { lock };
                    self.text += &format!("pthread_mutex_unlock({other}); ");
                }
                8 | 9 => {
                    let is = if self.random.below(6) == 0 { "!=" } else { "==" };
                    self.text += &format!(
                        "if (pthread_mutex_trylock({lock}) {is} 0) {{ {access} pthread_mutex_unlock({lock}); }} "
                    );
                }
                10 | 11 if depth > 0 => {
                    self.text += "if (__VERIFIER_nondet_int()) { ";
                    self.steps(depth - 1);
                    self.text += "} ";
                }
                12 => self.text += "help(p); ",
                13 => self.text += "p = &m1; ",
                14 => self.text += access,
                _ => {}
            }
        }
    }

    fn program(seed: u64) -> String {
        let mut it = Self { random: Random::seeded(seed), text: HEAD.to_owned() };
        it.text += "void help(M *p) { int t; pthread_mutex_lock(p); ";
        let access = it.access();
        let _ = writeln!(it.text, "{access} pthread_mutex_unlock(p); }}");
        for name in ["first", "second"] {
            let _ = write!(it.text, "void *{name}(void *a) {{ int t; M *p = &m0; ");
            it.steps(1);
            it.text += "return 0; }\n";
        }
        it.text += "int main(void) { int t; M *p = &m0; T h0, h1; ";
        let access = it.access();
        it.text += access;
        it.text += "pthread_create(&h0, 0, first, 0); ";
        if it.random.below(3) == 0 {
            it.text += "pthread_join(h0, 0); ";
        }
        it.text += ["pthread_create(&h1, 0, second, 0); ", "h1 = h0; "]
            [usize::from(it.random.below(6) == 0)];
        if it.random.below(8) == 0 {
            it.text += "pthread_mutex_init(&m0, 0); ";
        }
        it.text +=
            ["pthread_join(h0, 0); ", "", "pthread_join(h1, 0); "][it.random.below(3) as usize];
        it.steps(1);
        it.text += "return 0; }\n";
        it.text
    }
}

fn compiled(text: &str) -> Compiled {
    let source = Source::new("random.c", text.as_bytes().to_vec());
    let properties: PropertySet = [Property::NoDataRace].into_iter().collect();
    let (model, around) = (DataModel::Lp64, Surroundings::field());
    match compile(source, model, &properties, "main", &around) {
        Ok(compiled) => compiled,
        Err(error) => panic!("{error}:\n{text}"),
    }
}

/// The claim, with one lock more in one state, or one thread less that may run.
fn overstatements(claim: &Claim, n: usize) -> Vec<Claim> {
    let mut places: Vec<_> = claim.states.keys().copied().collect();
    places.sort_unstable();
    let locks: Vec<_> = places.iter().flat_map(|it| claim.states[it].locks.clone()).collect();
    let mut all = Vec::new();
    for place in places {
        let state = &claim.states[&place];
        if let Some((lock, held)) = locks.iter().find(|it| !state.locks.contains_key(&it.0)) {
            let mut more = claim.clone();
            more.states.entry(place).and_modify(|it| {
                it.locks.insert(*lock, *held);
            });
            all.push(more);
        }
        if let Some(class) = state.running.iter().next() {
            let mut more = claim.clone();
            more.states.entry(place).and_modify(|it| {
                it.running.remove(class);
            });
            all.push(more);
        }
    }
    let step = all.len().div_ceil(n).max(1);
    all.into_iter().step_by(step).collect()
}

#[test]
fn proofs_by_locks_agree_with_all_interleavings() {
    let (mut n_failing, mut n_proved, mut n_refused) = (0, 0, 0);
    for seed in 0..N_PROGRAMS {
        let text = Writer::program(seed);
        let Compiled { program, source, .. } = compiled(&text);
        let budget = Budget::unlimited();
        let found = all_states(&program, Indeterminate::AsInput, MAX_STATES, &budget);
        let fails = matches!(found, Answer::Failing(_));
        n_failing += u32::from(fails);
        match by_ownership(&program, &source, &budget) {
            ByOwnership::Proved(_) => {
                assert!(!fails, "proved, and there is a race:\n{text}");
                n_proved += 1;
            }
            ByOwnership::Open(_) => continue,
            ByOwnership::InternalError(error) => panic!("{error}:\n{text}"),
        }
        let is_model = is_model(&program, &source);
        let (view, primitives) = without_locks(&program, &is_model).expect("it was proved");
        let points_to = PointsTo::of(&view, ExternalPointers::OwnMemory);
        let claim = claim(&view, &primitives, points_to, &budget).expect("it was proved");
        for more in overstatements(&claim, 12) {
            let is_accepted = confirm_no_race(&program, &is_model, &more, &budget).is_ok();
            assert!(!is_accepted, "accepted without a reason:\n{text}");
            n_refused += 1;
        }
    }
    // The test says something only if there is something of each kind.
    assert!(
        n_failing > 10 && n_proved > 10 && n_refused > 50,
        "{n_failing} {n_proved} {n_refused}"
    );
}
