//! Checks again that no check of a C program fails, from the claim alone.
//!
//! A claim says how far a run has to be followed: until all runs have ended, or for `k` steps
//! after which the absence of failures carries itself on. It is checked on the whole program,
//! without the reductions that the engine worked with, in solvers that have seen nothing before,
//! and by code of its own above the encoding: one question for the beginning of all runs, one for
//! their continuation from anywhere.
//!
//! A claim may lean on invariants of the loop heads. They are proved first, edge by edge: they
//! hold where runs first come to a head, and a step from a head where they hold ends at one
//! where they hold. Only then are they taken for granted where induction starts.
//!
//! A *step* is a run from one loop head to the next. Reductions that only cut off what cannot
//! come to a check leave the steps before a check as they are, so the numbers in a claim mean
//! the same here.

use std::rc::Rc;

use encode::{Component, Encoder, Entry, Fact, Facts, Integers, Invariants, Unencodable};
use index::IdSet;
use ir::{CheckId, FunctionId, LocationId, Op, Program, VarId};
use ir_passes::forget_bodies::forget_bodies;
use ir_passes::forget_memory::forget_memory;
use ir_passes::initialised::shadow::track_written;
use ir_passes::inline::{Limits, inline_sharing};
use ir_passes::one_element::ask_about_one_element;
use ir_passes::points_to::{ExternalPointers, PointsTo};
use ir_passes::rebuild::change_edges;
use ir_passes::terminators::note_terminators;
use logic::{Sort, TermId};
use verdict::Budget;

use states::{Named, all_states};
use through::through_loops;

use crate::judge::{Judge, OwnSolver, Second, SecondSolver};

/// What an engine claims of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Every run ends within so many steps, and none fails.
    AllRunsEnd { n_steps: usize },
    /// Every run ends, and none fails, which shows if runs are moved on from these places, one place
    /// after the other, while those that are elsewhere wait.
    AllRunsEndInTurn { moves: Rc<[LocationId]> },
    /// None fails in its first `k + 1` steps, and none fails in a step behind `k` from a loop head
    /// that did not. With `k = 0`, the invariants alone exclude a failure.
    Inductive { k: usize },
    /// The invariants of the other loops exclude a failure, where runs are followed through these, the
    /// first of them before the others.
    InductiveThrough { loops: Rc<[LocationId]> },
    /// None fails, which shows if its states are gone through one by one, told apart by what these
    /// variables hold; the relative ones only by how far they are from each other.
    AllStates { kept: Rc<[VarId]>, relative: Rc<[VarId]> },
}

/// Why a claim was not confirmed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The engine is wrong, or this check is.
    #[error("the proof does not hold: {0}")]
    Wrong(String),
    /// The invariants do not carry themselves on in the whole program. Such as were found on a
    /// part of it may be true all the same: a loop that the part left out has none.
    #[error("the invariants do not carry themselves on: {0}")]
    NotInductive(String),
    #[error("the proof could not be checked again: {0}")]
    Undecided(String),
    /// The whole program cannot be followed exactly, and something may go wrong where it is not. An
    /// engine that looks at a part of it may know better; nobody is wrong.
    #[error("the proof could not be checked again: {0}, as far as memory can be followed")]
    Unfollowed(String),
}

impl From<Unencodable> for Refusal {
    fn from(Unencodable(what): Unencodable) -> Self {
        Self::Undecided(what)
    }
}

/// Confirms a claim about the program. The invariants are about the loop heads of the program
/// with its calls inlined as far as the extent says.
pub fn confirm(
    program: &Program,
    claim: &Claim,
    invariants: &Invariants,
    extent: &Extent,
    budget: &Budget,
) -> Result<(), Refusal> {
    let divides = match claim {
        Claim::AllRunsEnd { .. } | Claim::AllRunsEndInTurn { .. } => false,
        Claim::AllStates { kept, relative } => {
            let whole = Whole::of(program, extent)?.kept_ahead();
            return all_states(&whole, Named { kept, relative }, budget);
        }
        Claim::Inductive { .. } | Claim::InductiveThrough { .. } => true,
    };
    judge(program, claim, invariants, extent, &mut OwnSolver { budget, divides })
}

/// Asks a second solver what [`confirm`] asked. `Err(Refusal::Wrong)` if it disagrees.
pub fn cross_check(
    program: &Program,
    claim: &Claim,
    invariants: &Invariants,
    extent: &Extent,
    solver: &mut SecondSolver,
    budget: &Budget,
) -> Result<(), Refusal> {
    // No solver was asked, so that there is nothing for a second one to say.
    if let Claim::AllStates { .. } = claim {
        return Ok(());
    }
    judge(program, claim, invariants, extent, &mut Second { solver, budget })
}

fn judge(
    program: &Program,
    claim: &Claim,
    invariants: &Invariants,
    extent: &Extent,
    judge: &mut dyn Judge,
) -> Result<(), Refusal> {
    let whole = Whole::of(program, extent)?.kept_ahead();
    match claim {
        Claim::AllRunsEnd { n_steps } => beginning(&whole, *n_steps, End::Reached, judge),
        Claim::AllRunsEndInTurn { moves } => runs_in_turn(&whole, moves, judge),
        Claim::InductiveThrough { loops } => through_loops(&whole, loops, invariants, judge),
        // Whoever comes here has followed them; there is nothing to judge.
        Claim::AllStates { .. } => Ok(()),
        &Claim::Inductive { k } => {
            if !invariants.heads.is_empty() {
                consecution(&whole, invariants, judge)?;
            }
            // The first step starts at the entry and not at a loop head, so it is none of the
            // `k` before a failing one that the continuation is about.
            beginning(&whole, k + 1, End::Open, judge)?;
            if k == 0 {
                one_step(&whole, invariants, judge)
            } else {
                continuation(&whole, k, invariants, judge)
            }
        }
    }
}

/// Confirms that the invariants hold whenever a run of the program is at their loop heads, whatever
/// becomes of the checks. That no run leaves what is modelled is part of it: nothing would be
/// known of such a run from there on.
pub fn confirm_invariants(
    program: &Program,
    invariants: &Invariants,
    extent: &Extent,
    budget: &Budget,
) -> Result<(), Refusal> {
    let whole = Whole::of(program, extent)?;
    let judge = &mut OwnSolver { budget, divides: true };
    consecution(&whole, invariants, judge)?;
    all_modelled(&whole, invariants, judge)
}

/// What of a program a claim is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// How deep a function may be inside itself.
    pub recursion: usize,
    pub bodies: Bodies,
    /// Functions with one body for all calls.
    pub shared: IdSet<FunctionId>,
    /// How integers are read. A claim under one reading says nothing under the other.
    pub integers: Integers,
    /// Checks that are left open: no run fails elsewhere before it fails at one of these.
    pub left_open: IdSet<CheckId>,
}

impl Extent {
    /// All of a program, with a copy of a function for each call.
    pub fn whole(recursion: usize, integers: Integers) -> Self {
        let (shared, left_open) = (IdSet::new(), IdSet::new());
        Self { recursion, bodies: Bodies::All, shared, integers, left_open }
    }
}

/// Which functions are looked into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bodies {
    All,
    /// Only these; what the others may do to variables is summarised, and memory is unknown. A
    /// superset of the runs, for programs that are too large otherwise.
    Kept(IdSet<FunctionId>),
}

/// The program as one automaton.
struct Whole {
    /// Everything; the regions of memory that invariants speak of are those of this.
    inlined: Program,
    /// What is left of it to be looked at.
    program: Program,
    integers: Integers,
    left_open: IdSet<CheckId>,
}

impl Whole {
    /// Where bodies are left out, that is done here again, and refused if a check would be lost.
    fn of(program: &Program, extent: &Extent) -> Result<Self, Refusal> {
        let points_to = PointsTo::of(program, ExternalPointers::OwnMemory);
        let limits = Limits { n_edges: 2_000_000, recursion: extent.recursion };
        let too_large =
            |_| Refusal::Undecided("the program is too large when it is inlined".to_owned());
        let inline = |program: &Program| {
            let inlined = inline_sharing(program, &points_to, &extent.shared, limits);
            inlined.map_err(too_large)
        };
        let inlined = match &extent.bodies {
            Bodies::All => {
                let mut inlined = inline(program)?;
                // Where one body stands for many calls, what is forgotten behind them would count as
                // written.
                if extent.shared.is_empty() {
                    track_written(&mut inlined);
                    ask_about_one_element(&mut inlined);
                    note_terminators(&mut inlined);
                }
                inlined.program
            }
            Bodies::Kept(kept) => {
                let lost =
                    || Refusal::Wrong("a function that was left out leads to a check".to_owned());
                let smaller = forget_bodies(program, &points_to, kept).ok_or_else(lost)?;
                let asks = || Refusal::Undecided("a check asks about memory".to_owned());
                forget_memory(&inline(&smaller)?.program).ok_or_else(asks)?
            }
        };
        Ok(Self {
            program: inlined.clone(),
            inlined,
            integers: extent.integers,
            left_open: extent.left_open.clone(),
        })
    }

    /// Cuts off what no check lies behind. A run that goes there never fails, and no invariant is
    /// needed of it.
    fn kept_ahead(mut self) -> Self {
        let ahead = checks_ahead(&self.inlined);
        let entry = self.inlined.entry;
        if let Some(body) = &self.inlined.functions[entry].body {
            self.program.functions[entry].body = Some(change_edges(body, |_, edge| {
                // The edges that are checks stay, whatever follows.
                let is_kept =
                    ahead.contains(edge.from) && (ahead.contains(edge.to) || is_goal(&edge.op));
                is_kept.then(|| edge.clone())
            }));
        }
        self
    }

    fn encoder(&self) -> Result<Encoder<'_>, Refusal> {
        let points_to = PointsTo::of(&self.inlined, ExternalPointers::OwnMemory);
        Ok(Encoder::new(&self.program, points_to, self.integers)?)
    }

    /// One step, and the condition under which something fails that is not left open, or is not modelled
    /// in it. What is impossible at a glance is left out.
    fn step(
        &self,
        encoder: &mut Encoder<'_>,
        entries: Vec<Entry>,
    ) -> Result<(Vec<Entry>, TermId), Refusal> {
        let step = encoder.step(entries)?;
        // Behind a check runs go on only if it holds, be it left open or not.
        let asked = step.violations.iter().filter(|it| !self.left_open.contains(it.check));
        let violations = asked.map(|violation| violation.formula);
        let unsupported = step.unsupported.iter().map(|each| each.guard);
        let is_possible = |it: &TermId| !encoder.pool.is_impossible(*it);
        let failing: Vec<TermId> = violations.chain(unsupported).filter(is_possible).collect();
        let exits = step.exits.into_iter().filter(|exit| is_possible(&exit.guard)).collect();
        Ok((exits, encoder.pool.or(&failing)))
    }
}

/// Whether runs may go on behind the steps looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Reached,
    Open,
}

/// Nothing fails within the first steps of any run, and, if so claimed, no run goes on.
fn beginning(
    whole: &Whole,
    n_steps: usize,
    end: End,
    judge: &mut dyn Judge,
) -> Result<(), Refusal> {
    let mut encoder = whole.encoder()?;
    let mut entries = vec![encoder.initial().0];
    let mut bad = Vec::new();
    for _ in 0..n_steps {
        let (next, failing) = whole.step(&mut encoder, entries)?;
        bad.push(failing);
        entries = next;
    }
    if end == End::Reached {
        bad.extend(entries.iter().map(|entry| entry.guard));
    }
    refute_each(&mut encoder, &bad, judge, "a check can fail in the first steps, or a run goes on")
}

/// Nothing fails on the way of runs that are moved on in turn, and none is left over at the end.
/// Which places are named does not matter for that: whoever is not moved is left over.
fn runs_in_turn(whole: &Whole, moves: &[LocationId], judge: &mut dyn Judge) -> Result<(), Refusal> {
    let mut encoder = whole.encoder()?;
    let mut waiting = vec![encoder.initial().0];
    let mut bad = Vec::new();
    for place in moves {
        let (moved, others) = waiting.into_iter().partition(|entry| entry.location == *place);
        waiting = others;
        if !moved.is_empty() {
            let (next, failing) = whole.step(&mut encoder, moved)?;
            bad.push(failing);
            waiting.extend(next);
        }
    }
    bad.extend(waiting.iter().map(|entry| entry.guard));
    refute_each(&mut encoder, &bad, judge, "a check can fail, or a run is left over")
}

/// Locations from which a check, or something that is not modelled, can still be come to. What
/// goes on elsewhere goes on without failing.
fn checks_ahead(program: &Program) -> IdSet<LocationId> {
    let mut ahead = IdSet::new();
    let Some(body) = &program.functions[program.entry].body else { return ahead };
    let mut pending: Vec<LocationId> =
        body.edges.values().filter(|edge| is_goal(&edge.op)).map(|edge| edge.from).collect();
    while let Some(location) = pending.pop() {
        if ahead.insert(location) {
            let incoming = body.locations[location].incoming.iter();
            pending.extend(incoming.map(|edge| body.edges[*edge].from));
        }
    }
    ahead
}

/// A check, or something that is not modelled.
fn is_goal(op: &Op) -> bool {
    matches!(
        op,
        Op::Check { .. }
            | Op::Unsupported { .. }
            | Op::Call { .. }
            | Op::ThreadCreate { .. }
            | Op::ThreadJoin { .. }
            | Op::ThreadExit { .. }
    )
}

/// What the invariants say of a state. One that cannot be asked about is refused, since it could
/// not be proved either.
fn facts(
    encoder: &mut Encoder<'_>,
    invariants: &Invariants,
    entry: &Entry,
) -> Result<TermId, Refusal> {
    let components = invariants.components();
    if let Some(Facts::Lemmas(lemmas)) = invariants.heads.get(&entry.location) {
        let component = |var| components.get(&var).copied();
        if !lemmas.iter().all(|it| encoder.is_symmetric(&invariants.pool, *it, component)) {
            return Err(Refusal::Undecided("an invariant depends on where objects lie".into()));
        }
    }
    let mut known = Vec::new();
    for fact in encoder.facts(invariants, entry) {
        match fact {
            Fact::Known(term) => known.push(term),
            // Whoever found it looked lives up in tables; here nothing has to be looked up. It is
            // neither assumed nor asked, so that the others have to carry themselves on.
            Fact::Foreign(lemma) if speaks_of_lives(invariants, lemma) => {}
            Fact::Foreign(_) => {
                return Err(Refusal::Undecided("an invariant speaks of what is not there".into()));
            }
        }
    }
    Ok(encoder.pool.and(&known))
}

/// Does the lemma speak of the tables about objects?
fn speaks_of_lives(invariants: &Invariants, lemma: TermId) -> bool {
    let components = invariants.components();
    invariants.pool.vars_of(&[lemma]).iter().any(|var| match components.get(&var) {
        Some(component) => match component {
            Component::Alive | Component::Sizes | Component::OnHeap | Component::HeapBlocks => true,
            Component::Var(_) | Component::Region(_) | Component::Address(_) => false,
        },
        None => false,
    })
}

/// The invariants hold where runs first come to a loop head, and every step from a head where
/// they hold ends at a head where they hold.
fn consecution(
    whole: &Whole,
    invariants: &Invariants,
    judge: &mut dyn Judge,
) -> Result<(), Refusal> {
    let mut encoder = whole.encoder()?;
    let always = encoder.pool.top();
    let start = encoder.initial().0;
    let heads: Vec<_> = encoder.loop_heads().collect();
    if heads.contains(&start.location) {
        // The program begins with a loop: a run is at its head before the first step.
        holds_at(&mut encoder, invariants, always, &[start], judge)?;
    } else {
        preserved(&mut encoder, invariants, (always, start), judge)?;
    }
    from_each_head(&mut encoder, invariants, |encoder, known, entry| {
        preserved(encoder, invariants, (known, entry), judge)
    })
}

/// Goes to any state at each loop head, with what the invariants say of it; heads that no run
/// comes to are left out.
fn from_each_head(
    encoder: &mut Encoder<'_>,
    invariants: &Invariants,
    mut visit: impl FnMut(&mut Encoder<'_>, TermId, Entry) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let always = encoder.pool.top();
    for head in encoder.loop_heads().collect::<Vec<_>>() {
        let entry = encoder.arbitrary(head, always);
        let known = facts(encoder, invariants, &entry)?;
        if encoder.pool[known] != logic::Term::Bool(false) {
            visit(encoder, known, entry)?;
        }
    }
    Ok(())
}

/// A step from a state of which something is known ends where the invariants hold.
fn preserved(
    encoder: &mut Encoder<'_>,
    invariants: &Invariants,
    (known, entry): (TermId, Entry),
    judge: &mut dyn Judge,
) -> Result<(), Refusal> {
    let exits = encoder.step(vec![entry])?.exits;
    holds_at(encoder, invariants, known, &exits, judge)
}

/// The invariants hold in states that are reached where something is known.
fn holds_at(
    encoder: &mut Encoder<'_>,
    invariants: &Invariants,
    known: TermId,
    states: &[Entry],
    judge: &mut dyn Judge,
) -> Result<(), Refusal> {
    let mut broken = Vec::new();
    for state in states {
        let holds = facts(encoder, invariants, state)?;
        let fails = encoder.pool.not(holds);
        broken.push(encoder.pool.and2(state.guard, fails));
    }
    let broken = encoder.pool.or(&broken);
    let held = refute(encoder, &[known, broken], judge, "a step breaks an invariant");
    held.map_err(|refusal| match refusal {
        Refusal::Wrong(what) => Refusal::NotInductive(what),
        other => other,
    })
}

/// From the start, and from a head where the invariants hold, no run comes to a step that is not
/// modelled.
fn all_modelled(
    whole: &Whole,
    invariants: &Invariants,
    judge: &mut dyn Judge,
) -> Result<(), Refusal> {
    let mut encoder = whole.encoder()?;
    let always = encoder.pool.top();
    let start = encoder.initial().0;
    modelled_from(&mut encoder, always, start, judge)?;
    from_each_head(&mut encoder, invariants, |encoder, known, entry| {
        modelled_from(encoder, known, entry, judge)
    })
}

fn modelled_from(
    encoder: &mut Encoder<'_>,
    known: TermId,
    entry: Entry,
    judge: &mut dyn Judge,
) -> Result<(), Refusal> {
    for step in encoder.step(vec![entry])?.unsupported {
        let what = step.what.to_string();
        refute(encoder, &[known, step.guard], judge, "").map_err(|_| Refusal::Undecided(what))?;
    }
    Ok(())
}

/// From a head where the invariants hold, nothing fails before the next one.
fn one_step(whole: &Whole, invariants: &Invariants, judge: &mut dyn Judge) -> Result<(), Refusal> {
    let mut encoder = whole.encoder()?;
    from_each_head(&mut encoder, invariants, |encoder, known, entry| {
        let failing = whole.step(encoder, vec![entry])?.1;
        refute(encoder, &[known, failing], judge, "a check can fail under the invariants")
    })
}

/// From any state at any loop head, nothing fails behind `k` steps in which nothing failed.
fn continuation(
    whole: &Whole,
    k: usize,
    invariants: &Invariants,
    judge: &mut dyn Judge,
) -> Result<(), Refusal> {
    let mut encoder = whole.encoder()?;
    let heads: Vec<_> = encoder.loop_heads().collect();
    let mut entries = Vec::new();
    let mut formulas = Vec::new();
    for head in heads {
        let here = encoder.pool.fresh_var("here", Sort::Bool);
        // A run is at one place: not at this head and at one before.
        let others: Vec<TermId> = entries.iter().map(|entry: &Entry| entry.guard).collect();
        let elsewhere = encoder.pool.or(&others);
        let both = encoder.pool.and2(here, elsewhere);
        formulas.push(encoder.pool.not(both));
        let entry = encoder.arbitrary(head, here);
        let known = facts(&mut encoder, invariants, &entry)?;
        formulas.push(encoder.pool.implies(here, known));
        entries.push(entry);
    }
    for _ in 0..k {
        let (next, failing) = whole.step(&mut encoder, entries)?;
        formulas.push(encoder.pool.not(failing));
        entries = next;
    }
    formulas.push(whole.step(&mut encoder, entries)?.1);
    refute(&encoder, &formulas, judge, "a check can fail after steps that did not")
}

fn refute(
    encoder: &Encoder<'_>,
    formulas: &[TermId],
    judge: &mut dyn Judge,
    otherwise: &str,
) -> Result<(), Refusal> {
    if formulas.iter().any(|formula| encoder.pool[*formula] == logic::Term::Bool(false)) {
        return Ok(());
    }
    let judged = judge.refute(&encoder.pool, formulas, otherwise);
    judged.map_err(|refusal| unfollowed_if_inexact(encoder, refusal))
}

/// Refutes what each of the formulas says can happen, one after the other.
fn refute_each(
    encoder: &mut Encoder<'_>,
    formulas: &[TermId],
    judge: &mut dyn Judge,
    otherwise: &str,
) -> Result<(), Refusal> {
    let mut parts = Vec::new();
    for formula in formulas {
        match &encoder.pool[*formula] {
            logic::Term::Bool(false) => {}
            logic::Term::Or(operands) => parts.extend(operands.iter().copied()),
            _ => parts.push(*formula),
        }
    }
    let judged = judge.refute_each(&mut encoder.pool, &parts, otherwise);
    judged.map_err(|refusal| unfollowed_if_inexact(encoder, refusal))
}

fn unfollowed_if_inexact(encoder: &Encoder<'_>, refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Wrong(why) if !encoder.is_exact() => Refusal::Unfollowed(why),
        refusal => refusal,
    }
}

mod states;
mod through;

#[cfg(test)]
mod tests;
