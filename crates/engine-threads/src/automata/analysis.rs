//! Algorithm 1: the least invariants that every step keeps, as far as boxes can tell, and with them what the
//! environment of each thread may do at each of its places.

use std::collections::{BTreeMap, BTreeSet};

use boxes::{Boxes, Diagrams, Interval, Var};
use index::IdSet;
use ir::{CheckId, Initial, Program, Scope, Type, VarId};
use ir_passes::one_loop::OneLoop;
use verdict::Budget;

use super::automaton::{Env, Location, Standing, SuccinctAutomaton, System, place_of};
use super::universe::Universe;

/// Bounds of one variable, all sets together, before it comes to rest at landmarks.
const MAX_BOUNDS: usize = 40;
/// Nodes of one set, and of all sets that ever were.
const MAX_SIZE: usize = 3_000;
const MAX_NODES: usize = 8_000_000;

/// What was found out.
pub enum Answer {
    /// No check fails, as far as these automata are right.
    Proved(Box<Analysis>),
    Open(String),
}

/// The automata of all threads.
pub struct Analysis {
    pub diagrams: Diagrams,
    pub(super) universe: Universe,
    /// One for each thread, in their order.
    pub automata: Vec<SuccinctAutomaton>,
    /// Checks that may fail, as far as boxes can tell.
    pub open: BTreeSet<CheckId>,
}

impl Analysis {
    /// Whether anything can be known of a variable: it is a number, and there is a step with it.
    pub fn speaks_of(&self, var: VarId) -> bool {
        self.universe.var(var).is_some()
    }
}

/// Looks for automata that show that no check fails. `program` is what [`one_loop`](mod@ir_passes::one_loop) made,
/// over variables only, or a reduction of it that keeps its locations.
pub fn analyse(program: &Program, together: &OneLoop, budget: &Budget) -> Answer {
    match automata(program, together, &IdSet::new(), budget) {
        Ok(found) if found.open.is_empty() => Answer::Proved(Box::new(found)),
        Ok(_) => Answer::Open("what boxes say of the threads leaves a check open".to_owned()),
        Err(why) => Answer::Open(why),
    }
}

/// The automata of all threads, which speak of these variables even if nobody reads them. The reason why not, if
/// there is something that boxes do not follow.
pub fn automata(
    program: &Program,
    together: &OneLoop,
    told: &IdSet<VarId>,
    budget: &Budget,
) -> Result<Analysis, String> {
    let body = program.functions[program.entry].body.as_ref().ok_or("there is no body")?;
    let universe = Universe::of(program, body, together, told);
    let system = System::of(program, together, &universe)?;
    let mut search = Search::new(&system);
    search.begin()?;
    search.run(budget)?;
    let open = search.failing()?;
    let automata = search.automata();
    let diagrams = search.diagrams;
    Ok(Analysis { diagrams, universe, automata, open })
}

struct Search<'a> {
    system: &'a System<'a>,
    diagrams: Diagrams,
    init: Boxes,
    /// `Inv` and `Env` by thread and place; each `Inv` says where the thread is itself.
    inv: Vec<Vec<Boxes>>,
    env: Vec<Vec<Env>>,
    /// Thread and place of invariants that have grown.
    changed: BTreeSet<Standing>,
    bounds: BTreeMap<Var, BTreeSet<i128>>,
    /// Variables that have had too many bounds.
    at_rest: BTreeSet<Var>,
}

impl<'a> Search<'a> {
    fn new(system: &'a System<'a>) -> Self {
        let n_places = |thread| system.n_places(thread);
        let threads = || 0..system.n_threads();
        Self {
            system,
            diagrams: Diagrams::new(),
            init: Boxes::NONE,
            inv: threads().map(|it| vec![Boxes::NONE; n_places(it)]).collect(),
            env: threads().map(|it| vec![Env::default(); n_places(it)]).collect(),
            changed: BTreeSet::new(),
            bounds: BTreeMap::new(),
            at_rest: BTreeSet::new(),
        }
    }

    /// All threads are where the program begins.
    fn begin(&mut self) -> Result<(), String> {
        let (program, universe) = (self.system.program, self.system.universe);
        let mut initial: Vec<(Var, Interval)> = Vec::new();
        for (index, &var) in universe.of_sets.iter().enumerate() {
            let it = &program.vars[var];
            let (Scope::Global, Initial::Bits(bits)) = (it.scope, it.initial) else { continue };
            let value = match it.ty {
                Type::Int(ty) => ty.value(bits),
                _ => i128::from(bits != 0),
            };
            initial.push((Var::new(index as u32), Interval::point(value)));
        }
        let initial = self.diagrams.of_box(&initial);
        self.init = self.system.first_turn(&mut self.diagrams, initial)?;
        for thread in 0..self.inv.len() {
            self.learn(thread, self.init)?;
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
            self.component_transitions((thread, place))?;
            for other in (0..self.inv.len()).filter(|it| *it != thread) {
                for other_place in 0..self.inv[other].len() {
                    self.side_by_side((thread, place), (other, other_place))?;
                }
            }
        }
        Ok(())
    }

    fn component_transitions(&mut self, standing: Standing) -> Result<(), String> {
        let set = self.inv_at(standing);
        match self.system.step(&mut self.diagrams, standing, set)? {
            Some(turn) => self.learn(standing.0, turn.at_head),
            None => Ok(()),
        }
    }

    fn inv_at(&self, (thread, place): Standing) -> Boxes {
        self.inv[thread][place]
    }

    /// What a turn of each does to the other, where they can stand at these places at the same time: the
    /// environment of the other has it, and the other learns where it leads.
    fn side_by_side(&mut self, one: Standing, other: Standing) -> Result<(), String> {
        let (lhs, rhs) = (self.inv_at(one), self.inv_at(other));
        let both = self.diagrams.meet(lhs, rhs);
        if both.is_none() {
            return Ok(());
        }
        for (mover, watcher) in [(one, other), (other, one)] {
            let turn = self.system.step(&mut self.diagrams, mover, both)?;
            let Some(turn) = turn else { continue };
            let locals = &self.system.universe.locals;
            let agreed = self.diagrams.forget(both, &locals[watcher.0]);
            self.env[watcher.0][watcher.1].steps.insert(mover, agreed);
            let seen = self.diagrams.forget(turn.at_head, &locals[mover.0]);
            self.learn(watcher.0, seen)?;
        }
        Ok(())
    }

    /// States at the head become known to a thread, wherever it stands in them.
    fn learn(&mut self, thread: usize, states: Boxes) -> Result<(), String> {
        let universe = self.system.universe;
        for place in 0..self.inv[thread].len() {
            let standing = [(thread, place)].into_iter();
            let here = self.system.at(&mut self.diagrams, standing, states);
            if here.is_none() {
                continue;
            }
            let here = self.diagrams.forget(here, &universe.dead[thread][place]);
            let old = self.inv[thread][place];
            let mut new = self.diagrams.join(old, here);
            if new == old {
                continue;
            }
            self.note_bounds(new);
            for var in &self.at_rest {
                new = self.diagrams.come_to_rest(new, *var, &universe.landmarks);
            }
            if self.diagrams.size(new) > MAX_SIZE {
                return Err("there are too many boxes".to_owned());
            }
            if new != old {
                self.inv[thread][place] = new;
                self.changed.insert((thread, place));
            }
        }
        Ok(())
    }

    /// It is the growth of bounds that must end: many boxes may be what there is, but a bound that moves
    /// time and again is a loop that counts.
    fn note_bounds(&mut self, set: Boxes) {
        for (var, cuts) in self.diagrams.cuts(set) {
            let is_place = var < place_of(self.inv.len());
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
        for thread in 0..self.inv.len() {
            for place in 0..self.inv[thread].len() {
                let set = self.inv[thread][place];
                if let Some(turn) = self.system.step(&mut self.diagrams, (thread, place), set)? {
                    failing.extend(turn.failing);
                }
            }
        }
        Ok(failing)
    }

    fn automata(&self) -> Vec<SuccinctAutomaton> {
        let of_thread = |thread: usize| {
            let places = self.inv[thread].iter().zip(&self.env[thread]).enumerate();
            let listed = places.filter(|(_, (inv, _))| !inv.is_none());
            let location = |(place, (inv, env)): (usize, (&Boxes, &Env))| Location {
                places: vec![place],
                inv: *inv,
                env: env.clone(),
            };
            SuccinctAutomaton {
                members: vec![thread],
                locals: self.system.universe.locals[thread].clone(),
                init: self.init,
                locations: listed.map(location).collect(),
            }
        };
        (0..self.inv.len()).map(of_thread).collect()
    }
}
