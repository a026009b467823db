//! Proofs about named threads, with where each of them stands as a number.
//!
//! Loops that create or join threads are [unrolled](ir_passes::unroll_creations), where their counters say how
//! often they go round. The threads become one loop in which somebody goes on ([`ir_passes::one_loop`]), and memory becomes
//! variables where it can. Then invariants are looked for, first per thread and place as succinct automata
//! have them, with boxes ([`engine_threads::automata`]); then, where these leave something open, by the
//! property-directed engine on the loop as a whole, which can also relate variables to each other.
//!
//! A proof is three things, and all are checked again: that the threads of the unrolled program do all that
//! those of the program do, that the loop does all that they do, and that the invariants of the loop exclude
//! every failure.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use encode::{Integers, Invariants};
use engine_threads::automata::{
    Answer, Group, Standings, analyse, as_invariants, automata, standings,
};
use engine_threads::lattice::{self, lattice};
use evidence::induction::{Claim, Refusal, confirm};
use evidence::one_loop::{PlaceClaim, confirm_crowds, confirm_loop, confirm_places};
use evidence::unrolled::confirm_unrolled;
use index::{IdSet, IndexVec};
use ir::{Body, HavocCause, LocationId, Op, Program, Scope, Var, VarId, VarOrigin};
use ir_passes::dissolve_memory::{Layout, dissolve_memory};
use ir_passes::inline::Limits;
use ir_passes::one_loop::{FIRST_PLACE, InLoops, OneLoop, one_loop};
use ir_passes::unroll_creations::{Unrolled, unroll_creations};
use rustc_hash::FxHashMap;
use source::Span;
use verdict::Budget;

use crate::c::automaton::{Automaton, Memory, Reduction};
use crate::c::directed::{Directed, directed};

/// Edges of all threads, inlined.
const MAX_EDGES: usize = 4_000;
const RECURSION: usize = 2;
const LIMITS: Limits = Limits { n_edges: MAX_EDGES, recursion: RECURSION };

/// What came of it.
pub enum ByCounters {
    /// What the proof rests on, in words.
    Proved(String),
    Open(String),
    InternalError(String),
}

/// What is looked at, for people.
pub struct Wanted<'w> {
    pub is_users: &'w dyn Fn(Span) -> bool,
    /// Is the variable one that people know?
    pub is_shown: &'w dyn Fn(&Var) -> bool,
}

/// What is known of places of threads: by the step that a thread takes there.
pub struct Places {
    pub threads: Vec<Box<str>>,
    pub vars: IndexVec<VarId, Var>,
    pub told: Vec<((Span, Group), Standings)>,
}

/// Lemmas about where one thread stands, or two of them do.
pub struct Lemmas {
    pub threads: Vec<Box<str>>,
    pub vars: IndexVec<VarId, Var>,
    pub proof: lattice::Proof,
    /// Of each lemma that is told: the threads, and the steps that they take next; nothing where one of these is no step
    /// of the user's.
    pub at: Vec<Option<Vec<(usize, Span)>>>,
    /// Which variables count the threads like that one that take a step next.
    pub counts: FxHashMap<VarId, (usize, Span)>,
    /// Which variables are numbers of threads.
    pub numbers: FxHashMap<VarId, usize>,
}

/// Why nothing is known of places.
pub enum NoPlaces {
    Open(String),
    InternalError(String),
}

impl From<Refusal> for NoPlaces {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Undecided(why) | Refusal::Unfollowed(why) => Self::Open(why),
            Refusal::Wrong(why) | Refusal::NotInductive(why) => Self::InternalError(why),
        }
    }
}

/// Where the step stands that is taken next: what only begins or ends the life of objects is none.
fn next_step(body: &Body, mut location: LocationId) -> Option<Span> {
    let mut seen = IdSet::new();
    while let [edge] = body.locations[location].outgoing[..]
        && is_about_lives(&body.edges[edge].op)
        && seen.insert(location)
    {
        location = body.edges[edge].to;
    }
    let outgoing = body.locations[location].outgoing.iter();
    outgoing.map(|edge| body.edges[*edge].provenance.span).find(|span| *span != Span::default())
}

/// An object without a value begins as a variable that has any.
fn is_about_lives(op: &Op) -> bool {
    matches!(
        op,
        Op::EnterScope { .. }
            | Op::LeaveScope { .. }
            | Op::Skip
            | Op::Havoc { cause: HavocCause::Uninitialised, .. }
    )
}

/// The same in evidence's words, place by place.
fn claims(
    program: &Program,
    groups: &[Group],
    vars: &[VarId],
    told: &[Standings],
) -> Vec<PlaceClaim> {
    let shared = || vars.iter().filter(|var| program.vars[**var].scope == Scope::Global);
    let mut claims = Vec::new();
    for (group, told) in groups.iter().zip(told) {
        let values: Vec<_> = told.values.iter().map(|(var, it)| (*var, it.clone())).collect();
        let apart: Vec<_> = told.apart.iter().map(|(one, other)| [*one, *other]).collect();
        let of_group = |index: &usize| {
            let group = &groups[*index];
            group.places.iter().map(|place| (group.thread, *place))
        };
        let alone: Vec<_> = told.alone.iter().flat_map(of_group).collect();
        let change = |var: &VarId| (*var, told.changes.get(var).cloned().unwrap_or_default());
        let changes: Vec<_> = shared().map(change).collect();
        claims.extend(group.places.iter().map(|place| PlaceClaim {
            thread: group.thread,
            place: *place,
            values: values.clone(),
            apart: apart.clone(),
            alone: alone.clone(),
            changes: changes.clone(),
        }));
    }
    claims
}

/// The loop, made when it is first asked for.
#[derive(Default)]
pub struct Together {
    named: OnceCell<Result<Made, String>>,
    /// Where threads have no names: any number of them, of which a few are followed.
    crowds: OnceCell<Result<Made, String>>,
}

struct Made {
    /// The program in which loops around the creation of threads are unrolled, if there are such.
    unrolled: Option<Unrolled>,
    together: OneLoop,
    /// Over variables, if no access needs memory.
    program: Program,
    automaton: Automaton,
}

impl Together {
    /// What boxes say of each thread.
    pub fn by_boxes(&self, program: &Program, budget: &Budget) -> ByCounters {
        self.look(program, |made| made.by_boxes(budget))
    }

    /// What clauses about one or two threads say.
    pub fn by_lemmas(&self, program: &Program, budget: &Budget) -> ByCounters {
        match self.lemmas(program, budget) {
            Ok((made, proof)) => ByCounters::Proved(made.describe_lemmas(&proof)),
            Err(NoPlaces::Open(why)) => ByCounters::Open(why),
            Err(NoPlaces::InternalError(error)) => ByCounters::InternalError(error),
        }
    }

    /// The same clauses, for people.
    pub fn told_lemmas(
        &self,
        program: &Program,
        is_users: &dyn Fn(Span) -> bool,
        budget: &Budget,
    ) -> Result<Lemmas, NoPlaces> {
        let (made, proof) = self.lemmas(program, budget)?;
        Ok(made.told(*proof, is_users))
    }

    /// A proof that was checked again.
    fn lemmas(
        &self,
        program: &Program,
        budget: &Budget,
    ) -> Result<(&Made, Box<lattice::Proof>), NoPlaces> {
        if let Ok(made) = self.named(program) {
            let proof = made.lemmas(budget)?;
            made.confirm_threads(program)?;
            return Ok((made, proof));
        }
        match self.crowds.get_or_init(|| Made::of_crowds(program)) {
            Ok(made) => Ok((made, made.lemmas_of_crowds(program, budget)?)),
            Err(why) => Err(NoPlaces::Open(why.clone())),
        }
    }

    /// What the directed search says of all of them.
    pub fn directed(&self, program: &Program, budget: &Budget) -> ByCounters {
        self.look(program, |made| made.directed(budget))
    }

    /// What boxes say of each place of each thread, for people, checked again.
    pub fn places(
        &self,
        program: &Program,
        wanted: &Wanted<'_>,
        budget: &Budget,
    ) -> Result<Places, NoPlaces> {
        let made = match self.named(program) {
            Ok(made) => made,
            Err(why) => return Err(NoPlaces::Open(why.clone())),
        };
        let places = made.places(wanted, budget)?;
        made.confirm_threads(program).map_err(NoPlaces::from)?;
        Ok(places)
    }

    fn named(&self, program: &Program) -> &Result<Made, String> {
        self.named.get_or_init(|| Made::of(program))
    }

    fn look(&self, program: &Program, look: impl FnOnce(&Made) -> ByCounters) -> ByCounters {
        let made = match self.named(program) {
            Ok(made) => made,
            Err(why) => return ByCounters::Open(why.clone()),
        };
        let answer = look(made);
        if !matches!(answer, ByCounters::Proved(_)) {
            return answer;
        }
        match made.confirm_threads(program) {
            Ok(()) => answer,
            Err(refusal) => refused(refusal),
        }
    }
}

fn refused(refusal: Refusal) -> ByCounters {
    match refusal {
        Refusal::Undecided(why) | Refusal::Unfollowed(why) => ByCounters::Open(why),
        Refusal::Wrong(why) | Refusal::NotInductive(why) => ByCounters::InternalError(why),
    }
}

impl Made {
    fn of(program: &Program) -> Result<Self, String> {
        let unrolled = unroll_creations(program);
        let named = unrolled.as_ref().map_or(program, |unrolled| &unrolled.program);
        let together = one_loop(named, LIMITS, InLoops::Refused)?;
        Self::followed(unrolled, together)
    }

    fn of_crowds(program: &Program) -> Result<Self, String> {
        Self::followed(None, one_loop(program, LIMITS, InLoops::Crowds)?)
    }

    fn followed(unrolled: Option<Unrolled>, together: OneLoop) -> Result<Self, String> {
        let program = without_memory(&together.program);
        let automaton = Automaton::of(&program, RECURSION, Integers::Machine)
            .ok_or("the threads are too large together")?;
        Ok(Self { unrolled, together, program, automaton })
    }

    fn by_boxes(&self, budget: &Budget) -> ByCounters {
        let mut answer = ByCounters::Open("the checks ask about memory".to_owned());
        // What no check depends on is left out at first; it may be in the way of the re-check.
        for reduction in [Reduction::Cone, Reduction::ToChecks] {
            let Some(reduced) = self.automaton.reduced(Memory::Regions, reduction) else {
                return answer;
            };
            let found = match analyse(&reduced, &self.together, budget) {
                Answer::Proved(found) => found,
                Answer::Open(why) => return ByCounters::Open(why),
            };
            let invariants = as_invariants(&self.program, &self.together, &found);
            let claim = Claim::Inductive { k: 0 };
            let extent = &self.automaton.extent;
            answer = match confirm(&self.program, &claim, &invariants, extent, budget) {
                Ok(()) => return ByCounters::Proved(self.describe()),
                Err(refusal) => refused(refusal),
            };
            if !matches!(answer, ByCounters::InternalError(_)) {
                return answer;
            }
        }
        answer
    }

    fn lemmas(&self, budget: &Budget) -> Result<Box<lattice::Proof>, NoPlaces> {
        let mut why = NoPlaces::Open("the checks ask about memory".to_owned());
        for reduction in [Reduction::Cone, Reduction::ToChecks] {
            let proof = self.found(reduction, budget)?;
            let claim = Claim::Inductive { k: 0 };
            let extent = &self.automaton.extent;
            why = match confirm(&self.program, &claim, &proof.invariants, extent, budget) {
                Ok(()) => return Ok(proof),
                Err(refusal) => refusal.into(),
            };
            if matches!(why, NoPlaces::Open(_)) {
                break;
            }
        }
        Err(why)
    }

    /// The same of any number of threads: the lemmas speak of two of them at most, and are asked about in all
    /// their forms.
    fn lemmas_of_crowds(
        &self,
        program: &Program,
        budget: &Budget,
    ) -> Result<Box<lattice::Proof>, NoPlaces> {
        let proof = self.found(Reduction::ToChecks, budget)?;
        let claim = Claim::Inductive { k: 0 };
        let forms = confirm_crowds(program, &self.together, &self.program, &proof.invariants)?;
        confirm(&self.program, &claim, &forms, &self.automaton.extent, budget)?;
        Ok(proof)
    }

    fn found(
        &self,
        reduction: Reduction,
        budget: &Budget,
    ) -> Result<Box<lattice::Proof>, NoPlaces> {
        let Some(reduced) = self.automaton.reduced(Memory::Regions, reduction) else {
            return Err(NoPlaces::Open("the checks ask about memory".to_owned()));
        };
        match lattice(&reduced, &self.together, budget) {
            lattice::Answer::Proved(proof) => Ok(proof),
            lattice::Answer::Open(why) => Err(NoPlaces::Open(why)),
        }
    }

    /// Where the lemmas hold, as steps of the text.
    fn told(&self, proof: lattice::Proof, is_users: &dyn Fn(Span) -> bool) -> Lemmas {
        let (program, together) = (&self.program, &self.together);
        let body = program.functions[program.entry].body.as_ref();
        let step = |thread: usize, place: usize| {
            let place = place.checked_sub(FIRST_PLACE)?;
            let place = *together.threads[thread].places.get(place)?;
            next_step(body?, place).filter(|span| *span != Span::default() && is_users(*span))
        };
        let at = |told: &lattice::Told| -> Option<Vec<(usize, Span)>> {
            told.at.iter().map(|(thread, place)| Some((*thread, step(*thread, *place)?))).collect()
        };
        let at = proof.told.iter().map(at).collect();
        let mut counts = FxHashMap::default();
        for crowd in &together.crowds {
            let Some(first) = crowd.threads.first() else { continue };
            for (place, count) in crowd.counts.iter().enumerate() {
                let step = step(*first, FIRST_PLACE + place);
                counts.extend(step.map(|step| (*count, (*first, step))));
            }
        }
        let numbers = together.threads.iter().enumerate();
        let numbers = numbers.filter_map(|(index, it)| Some((it.number?, index))).collect();
        Lemmas {
            threads: together.threads.iter().map(|it| it.name.clone()).collect(),
            vars: program.vars.clone(),
            proof,
            at,
            counts,
            numbers,
        }
    }

    /// The loop does all that the threads do.
    fn confirm_threads(&self, program: &Program) -> Result<(), Refusal> {
        match &self.unrolled {
            None => confirm_loop(program, &self.together),
            Some(unrolled) => confirm_unrolled(program, unrolled)
                .and_then(|()| confirm_loop(&unrolled.program, &self.together)),
        }
    }

    fn places(&self, wanted: &Wanted<'_>, budget: &Budget) -> Result<Places, NoPlaces> {
        let (program, together) = (&self.program, &self.together);
        let is_looked_at = |var: &Var| var.origin == VarOrigin::Source && (wanted.is_shown)(var);
        let looked = program.vars.iter().filter(|(_, var)| is_looked_at(var)).map(|(id, _)| id);
        let looked: IdSet<VarId> = looked.collect();
        let mut found = automata(program, together, &looked, budget).map_err(NoPlaces::Open)?;
        let body = program.functions[program.entry].body.as_ref();
        let is_users = |span: Span| span != Span::default() && (wanted.is_users)(span);
        let next_step = |location| next_step(body?, location).filter(|span| is_users(*span));
        let mut by_span: BTreeMap<(usize, u32, u32), Vec<usize>> = BTreeMap::new();
        for (thread, it) in together.threads.iter().enumerate() {
            for (index, place) in it.places.iter().enumerate() {
                let Some(span) = next_step(*place) else { continue };
                let key = (thread, span.lo, span.hi);
                by_span.entry(key).or_default().push(FIRST_PLACE + index);
            }
        }
        let group = |((thread, ..), places): (&(usize, u32, u32), &Vec<usize>)| Group {
            thread: *thread,
            places: places.clone(),
        };
        let groups: Vec<Group> = by_span.iter().map(group).collect();
        let vars: Vec<VarId> = looked.iter().filter(|var| found.speaks_of(*var)).collect();
        let asked = (groups.as_slice(), vars.as_slice());
        let told = standings(program, together, &mut found, asked, budget);
        let told = told.map_err(NoPlaces::Open)?;
        let claims = claims(program, &groups, &vars, &told);
        let invariants = as_invariants(program, together, &found);
        let extent = &self.automaton.extent;
        budget.enter("checking the invariants");
        confirm_places(program, together, &claims, &invariants, extent, budget)
            .map_err(NoPlaces::from)?;
        let span = |(_, low, high): &(usize, u32, u32)| Span::new(*low, *high);
        Ok(Places {
            threads: together.threads.iter().map(|it| it.name.clone()).collect(),
            vars: program.vars.clone(),
            told: by_span.keys().map(span).zip(groups).zip(told).collect(),
        })
    }

    fn directed(&self, budget: &Budget) -> ByCounters {
        let (program, known) = (&self.program, Invariants::default());
        let times = budget.into();
        let mut work = Vec::new();
        match directed(program, &self.automaton, Memory::Regions, &known, times, &mut work) {
            Directed::Proved(..) => ByCounters::Proved(self.describe()),
            Directed::Unknown(why) => ByCounters::Open(why),
            Directed::InternalError(error) => ByCounters::InternalError(error),
        }
    }

    fn describe_lemmas(&self, proof: &lattice::Proof) -> String {
        let how_many = if self.together.crowds.is_empty() { "" } else { "any number of threads, " };
        format!(
            "{how_many}{}: {} lemmas about where one of them stands or two of them do, of {} that were tried",
            self.names(),
            proof.n_lemmas,
            proof.n_seeds
        )
    }

    fn names(&self) -> String {
        let mut names: Vec<String> =
            self.together.threads.iter().map(|thread| format!("{}()", thread.name)).collect();
        names.dedup();
        format!("the threads {} together", names.join(", "))
    }

    fn describe(&self) -> String {
        let n_places: usize = self.together.threads.iter().map(|it| it.places.len()).sum();
        format!(
            "{}: invariants of each at its {n_places} places in all, \
             which depend on where the others stand",
            self.names()
        )
    }
}

/// The same runs over variables, if no access needs memory.
fn without_memory(program: &Program) -> Program {
    let mut layout = Layout::default();
    layout.add(program);
    let dissolved = dissolve_memory(program, &layout);
    if n_unsupported(&dissolved) > n_unsupported(program) {
        return program.clone();
    }
    dissolved
}

fn n_unsupported(program: &Program) -> usize {
    let body = program.functions[program.entry].body.iter();
    let edges = body.flat_map(|body| body.edges.values());
    edges.filter(|edge| matches!(edge.op, Op::Unsupported { .. })).count()
}
