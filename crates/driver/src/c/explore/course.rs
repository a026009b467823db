//! The course of one run: the answers it is to be given, and what it comes by that no run came by
//! before.
//!
//! A course has a *plan*, the answers of an earlier run with gaps in it; questions that fall into a
//! gap, or that come after its end, are answered by drawing. What counts as new is a side of a
//! branch together with the values of the global variables that the checks depend on: a driver
//! that takes its usual way with the lock already held is somewhere else.

use index::IdSet;
use ir::{Op, Program, Scope, Type, Var, VarId};
use ir_interp::{Globals, InputRequest, InputSource, Site, Turn};
use ir_passes::accesses;
use ir_passes::forget_bodies::globals_asked_about;
use ir_passes::points_to::{ExternalPointers, PointsTo};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::Hasher;

use super::turns::Turns;
use super::values::{Answers, Random, Recipe};

/// Global variables that are watched at most, states of them that are told apart, and sights that
/// are remembered.
const MAX_WATCHED: usize = 24;
const MAX_STATES: usize = 4_096;
const MAX_SIGHTS: usize = 1 << 20;
/// Answers that are remembered for one place.
const MAX_LIKED: usize = 12;

/// An answer that was drawn, and whether something new was seen before the next one.
struct Drawn {
    site: Option<Site>,
    bits: u128,
    led_to_new: bool,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Where no answer leads any further: an endless loop, undefined behaviour.
    Dead,
    Other,
}

/// Answers a run by its plan.
pub struct Course {
    answers: Answers,
    random: Random,
    plan: Vec<Option<u128>>,
    n_asked: usize,
    drawn: Vec<Drawn>,
    /// Answers that led somewhere new, by where they were asked for.
    liked: FxHashMap<Site, Vec<u128>>,
    watched: Vec<VarId>,
    states: FxHashSet<u64>,
    sights: FxHashSet<u64>,
    n_new: usize,
    turns: Turns,
}

impl Course {
    pub fn of(program: &Program) -> Self {
        let watched = watched(program);
        Self {
            answers: Answers::of(program),
            random: Random::seeded(0),
            plan: Vec::new(),
            n_asked: 0,
            drawn: Vec::new(),
            liked: FxHashMap::default(),
            watched,
            states: FxHashSet::default(),
            sights: FxHashSet::default(),
            n_new: 0,
            turns: Turns::default(),
        }
    }

    /// Sets out on another run.
    pub fn begin(&mut self, n_run: u64, recipe: Recipe, plan: Vec<Option<u128>>) {
        self.answers.begin(n_run, recipe);
        self.random = Random::seeded(!n_run);
        self.plan = plan;
        self.n_asked = 0;
        self.drawn.clear();
        self.n_new = 0;
        self.turns.begin(n_run);
    }

    /// Did the run come by something new? The answers that led there are liked then, and tried
    /// again in the same place; but not the last one of a run that came to a bad end.
    pub fn end(&mut self, end: End) -> bool {
        if self.n_new == 0 {
            return false;
        }
        if end == End::Dead {
            self.drawn.pop();
        }
        for drawn in self.drawn.drain(..).filter(|drawn| drawn.led_to_new) {
            let Some(site) = drawn.site else { continue };
            let liked = self.liked.entry(site).or_default();
            if liked.len() < MAX_LIKED && !liked.contains(&drawn.bits) {
                liked.push(drawn.bits);
            }
        }
        true
    }

    fn draw(&mut self, request: &InputRequest) -> u128 {
        let is_number = request.ty != Type::Pointer;
        if let Some(site) = request.site.filter(|_| is_number)
            && self.random.below(16) < self.answers.trust()
            && let Some(liked) = self.liked.get(&site)
        {
            return liked[self.random.below(liked.len() as u64) as usize];
        }
        self.answers.answer(self.n_asked, request)
    }

    fn state(&self, globals: Globals<'_>) -> u64 {
        let mut hasher = FxHasher::default();
        for var in &self.watched {
            // Large numbers are alike: counters would make everything new.
            let bits = globals.bits(*var).unwrap_or(0);
            hasher.write_u64(bits.min(8) as u64);
        }
        hasher.finish()
    }
}

impl InputSource for Course {
    fn next_input(&mut self, request: &InputRequest) -> Option<u128> {
        let planned = self.plan.get(self.n_asked).copied().flatten();
        let bits = planned.unwrap_or_else(|| {
            let bits = self.draw(request);
            self.drawn.push(Drawn { site: request.site, bits, led_to_new: false });
            bits
        });
        self.n_asked += 1;
        Some(bits)
    }

    fn next_thread(&mut self, turn: &Turn<'_>) -> Option<u32> {
        self.turns.choose(turn)
    }

    fn outside_knows(&mut self, addresses: &[u64]) {
        self.answers.know(addresses);
    }

    fn took_branch(&mut self, edge: Site, globals: Globals<'_>) {
        let mut state = self.state(globals);
        if !self.states.contains(&state) {
            if self.states.len() < MAX_STATES {
                self.states.insert(state);
            } else {
                state = 0;
            }
        }
        let mut hasher = FxHasher::default();
        std::hash::Hash::hash(&edge, &mut hasher);
        hasher.write_u64(state);
        let sight = hasher.finish();
        if self.sights.len() < MAX_SIGHTS && self.sights.insert(sight) {
            self.n_new += 1;
            if let Some(last) = self.drawn.last_mut() {
                last.led_to_new = true;
            }
        }
    }
}

/// The numbers among the global variables on which a branch depends and that change, those first
/// that the checks depend on most directly.
fn watched(program: &Program) -> Vec<VarId> {
    let (mut changed, mut decisive) = (IdSet::new(), IdSet::new());
    for body in program.functions.values().filter_map(|function| function.body.as_ref()) {
        for edge in body.edges.values() {
            changed.extend(edge.op.assigned());
            if let Op::Assume { .. } | Op::Check { .. } = edge.op {
                decisive.union_with(&accesses::read(&program.exprs, &edge.op));
            }
        }
    }
    let is_state = |var: &VarId| {
        let Var { ty, scope, .. } = &program.vars[*var];
        let is_number = matches!(ty, Type::Int(_) | Type::Bool);
        is_number && *scope == Scope::Global && changed.contains(*var) && decisive.contains(*var)
    };
    let points_to = PointsTo::of(program, ExternalPointers::OwnMemory);
    let asked_about = globals_asked_about(program, &points_to);
    let others = decisive.iter().filter(|var| !asked_about.contains(*var));
    asked_about.iter().chain(others).filter(is_state).take(MAX_WATCHED).collect()
}
