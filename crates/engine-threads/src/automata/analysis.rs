//! The least invariants that every step keeps, as far as boxes can tell.

use std::collections::{BTreeMap, BTreeSet};

use boxes::{Boxes, Diagrams, Interval, Var};
use ir::{Body, CheckId, Initial, Program, Scope, Type};
use ir_passes::one_loop::{FIRST_PLACE, OneLoop};
use verdict::Budget;

use super::segment::{Segment, Turn, turn};
use super::transfer::Transfer;
use super::universe::Universe;

/// Bounds of one variable, all sets together, before it comes to rest at landmarks.
const MAX_BOUNDS: usize = 40;
/// Nodes of one set, and of all sets that ever were.
const MAX_SIZE: usize = 3_000;
const MAX_NODES: usize = 8_000_000;

/// What was found out.
pub enum Answer {
    /// No check fails, as far as these invariants hold.
    Proved(Box<Analysis>),
    Open(String),
}

/// The invariants of all threads.
pub struct Analysis {
    pub diagrams: Diagrams,
    pub(super) universe: Universe,
    /// By thread and place; each says where the thread is itself.
    pub invariants: Vec<Vec<Boxes>>,
    /// How often a turn was looked at.
    pub n_turns: u64,
}

/// Looks for invariants of a program that [`one_loop`](mod@ir_passes::one_loop) made, over
/// variables only. `program` may be a reduction of it that keeps its locations.
pub fn analyse(program: &Program, together: &OneLoop, budget: &Budget) -> Answer {
    let Some(body) = &program.functions[program.entry].body else {
        return Answer::Open("there is no body".to_owned());
    };
    let universe = Universe::of(program, body, together);
    let mut search = match Search::new(program, body, together, &universe) {
        Ok(search) => search,
        Err(why) => return Answer::Open(why),
    };
    let found = search.begin().and_then(|()| search.run(budget)).and_then(|()| search.failing());
    let Search { diagrams, invariants, n_turns, .. } = search;
    match found {
        Ok(failing) if failing.is_empty() => {
            Answer::Proved(Box::new(Analysis { diagrams, universe, invariants, n_turns }))
        }
        Ok(_) => Answer::Open("what boxes say of the threads leaves a check open".to_owned()),
        Err(why) => Answer::Open(why),
    }
}

struct Search<'a> {
    program: &'a Program,
    body: &'a Body,
    together: &'a OneLoop,
    universe: &'a Universe,
    /// By thread and place; none where a thread takes no turns.
    segments: Vec<Vec<Option<Segment>>>,
    /// From the entry of the program to its head.
    first: Segment,
    diagrams: Diagrams,
    invariants: Vec<Vec<Boxes>>,
    /// Thread and place of invariants that have grown.
    changed: BTreeSet<(usize, usize)>,
    bounds: BTreeMap<Var, BTreeSet<i128>>,
    /// Variables that have had too many bounds.
    at_rest: BTreeSet<Var>,
    n_turns: u64,
}

impl<'a> Search<'a> {
    fn new(
        program: &'a Program,
        body: &'a Body,
        together: &'a OneLoop,
        universe: &'a Universe,
    ) -> Result<Self, String> {
        let loops = || "a loop inside an atomic block".to_owned();
        let segment = |begin| Segment::of(body, begin, together.head).ok_or_else(loops);
        let mut segments: Vec<Vec<Option<Segment>>> = Vec::new();
        for thread in &together.threads {
            let mut of_thread: Vec<Option<Segment>> = (0..FIRST_PLACE).map(|_| None).collect();
            for place in &thread.places {
                of_thread.push(Some(segment(*place)?));
            }
            segments.push(of_thread);
        }
        let first = segment(body.entry)?;
        let none = Boxes::NONE;
        let invariants = segments.iter().map(|it| vec![none; it.len()]).collect();
        Ok(Self {
            program,
            body,
            together,
            universe,
            segments,
            first,
            diagrams: Diagrams::new(),
            invariants,
            changed: BTreeSet::new(),
            bounds: BTreeMap::new(),
            at_rest: BTreeSet::new(),
            n_turns: 0,
        })
    }

    /// All threads are where the program begins.
    fn begin(&mut self) -> Result<(), String> {
        let mut initial: Vec<(Var, Interval)> = Vec::new();
        for (index, &var) in self.universe.of_sets.iter().enumerate() {
            let it = &self.program.vars[var];
            let (Scope::Global, Initial::Bits(bits)) = (it.scope, it.initial) else { continue };
            let value = match it.ty {
                Type::Int(ty) => ty.value(bits),
                _ => i128::from(bits != 0),
            };
            initial.push((Var::new(index as u32), Interval::point(value)));
        }
        let initial = self.diagrams.of_box(&initial);
        let first = &self.first;
        let transfer = Transfer { program: self.program, universe: self.universe };
        let head = self.together.head;
        let Turn { at_head, .. } =
            turn(&transfer, &mut self.diagrams, self.body, head, first, initial)?;
        for thread in 0..self.invariants.len() {
            self.learn(thread, at_head)?;
        }
        Ok(())
    }

    fn run(&mut self, budget: &Budget) -> Result<(), String> {
        while let Some((thread, place)) = self.changed.pop_first() {
            if budget.check().is_err() {
                return Err("time was up".to_owned());
            }
            if self.diagrams.n_nodes() > MAX_NODES {
                return Err("there are too many boxes".to_owned());
            }
            self.own_turn(thread, place)?;
            for other in (0..self.invariants.len()).filter(|it| *it != thread) {
                for other_place in 0..self.invariants[other].len() {
                    self.side_by_side((thread, place), (other, other_place))?;
                }
            }
        }
        Ok(())
    }

    fn own_turn(&mut self, thread: usize, place: usize) -> Result<(), String> {
        let set = self.invariants[thread][place];
        match self.turn(thread, place, set)? {
            Some(Turn { at_head, .. }) => self.learn(thread, at_head),
            None => Ok(()),
        }
    }

    /// What a turn of each does to the other, where they can stand at these places at the same time.
    fn side_by_side(&mut self, one: (usize, usize), other: (usize, usize)) -> Result<(), String> {
        let of =
            |invariants: &[Vec<Boxes>], (thread, place): (usize, usize)| invariants[thread][place];
        let (lhs, rhs) = (of(&self.invariants, one), of(&self.invariants, other));
        let both = self.diagrams.meet(lhs, rhs);
        if both.is_none() {
            return Ok(());
        }
        for (mover, watcher) in [(one, other), (other, one)] {
            let Some(Turn { at_head, .. }) = self.turn(mover.0, mover.1, both)? else { continue };
            let seen = self.diagrams.forget(at_head, &self.universe.locals[mover.0]);
            self.learn(watcher.0, seen)?;
        }
        Ok(())
    }

    fn turn(&mut self, thread: usize, place: usize, set: Boxes) -> Result<Option<Turn>, String> {
        let Some(segment) = &self.segments[thread][place] else { return Ok(None) };
        if set.is_none() {
            return Ok(None);
        }
        self.n_turns += 1;
        let transfer = Transfer { program: self.program, universe: self.universe };
        let head = self.together.head;
        turn(&transfer, &mut self.diagrams, self.body, head, segment, set).map(Some)
    }

    /// States at the head become known to a thread, wherever it stands in them.
    fn learn(&mut self, thread: usize, states: Boxes) -> Result<(), String> {
        let pc = Var::new(thread as u32);
        for place in 0..self.invariants[thread].len() {
            let here = self.diagrams.restrict(states, pc, Interval::point(place as i128));
            if here.is_none() {
                continue;
            }
            let here = self.diagrams.forget(here, &self.universe.dead[thread][place]);
            let old = self.invariants[thread][place];
            let mut new = self.diagrams.join(old, here);
            if new == old {
                continue;
            }
            self.note_bounds(new);
            for var in &self.at_rest {
                new = self.diagrams.come_to_rest(new, *var, &self.universe.landmarks);
            }
            if self.diagrams.size(new) > MAX_SIZE {
                return Err("there are too many boxes".to_owned());
            }
            if new != old {
                self.invariants[thread][place] = new;
                self.changed.insert((thread, place));
            }
        }
        Ok(())
    }

    /// It is the growth of bounds that must end: many boxes may be what there is, but a bound that moves
    /// time and again is a loop that counts.
    fn note_bounds(&mut self, set: Boxes) {
        for (var, cuts) in self.diagrams.cuts(set) {
            let is_place = (var.number() as usize) < self.invariants.len();
            if is_place || self.at_rest.contains(&var) {
                continue;
            }
            let known = self.bounds.entry(var).or_default();
            known.extend(cuts);
            if known.len() > MAX_BOUNDS {
                self.at_rest.insert(var);
            }
        }
    }

    /// The checks that may fail.
    fn failing(&mut self) -> Result<BTreeSet<CheckId>, String> {
        let mut failing = BTreeSet::new();
        for thread in 0..self.invariants.len() {
            for place in 0..self.invariants[thread].len() {
                let set = self.invariants[thread][place];
                if let Some(turn) = self.turn(thread, place, set)? {
                    failing.extend(turn.failing);
                }
            }
        }
        Ok(failing)
    }
}
