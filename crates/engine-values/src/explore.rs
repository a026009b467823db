//! The search: states where ways meet, and the ways from there to the next such places.
//!
//! Where a way has not forked since the last state that was kept, there is nothing to meet but what comes from
//! elsewhere, and that it meets behind the next fork as well. So states are kept behind forks, and at loop heads, which
//! every cycle goes through.
//!
//! It ends with every state that is new followed once: then all that runs do was seen, since a run moves from
//! one of these places to the next along one of the ways.

use encode::{Encoder, State, Unencodable};
use index::{IdSet, IndexVec};
use ir::{Body, EdgeId, LocationId, Op, Program, Type, VarId};
use logic::{Term, TermId};
use rustc_hash::{FxHashMap, FxHashSet};
use verdict::Budget;

use crate::states::{Apart, Reading, Symbols, Told, apart, moved};

/// Beyond this, states take more memory than there is.
const MAX_TERMS: usize = 60_000_000;
/// Edges on the ways between two looks at the clock.
const PATIENCE: u64 = 256;

/// How a search ended.
pub(crate) enum End {
    /// All states were followed, and none fails.
    Closed,
    /// A way leads to a failure, or to what is not modelled.
    Failing,
    /// This variable has too many values to be told apart.
    Many(VarId),
    OutOfBudget,
}

/// What was given up so far, since there are too many values of it.
#[derive(Clone, Default)]
pub(crate) struct Known {
    pub relative: IdSet<VarId>,
    pub forgotten: IdSet<VarId>,
}

impl Known {
    pub fn is_all(&self) -> bool {
        self.relative.is_empty() && self.forgotten.is_empty()
    }

    /// Gives up to tell the values of a variable apart: first by what they are, together with those of variables that
    /// count along with it, and then at all.
    pub fn give_up(&mut self, var: VarId, alike: impl FnOnce() -> IdSet<VarId>) {
        if self.relative.contains(var) {
            self.forgotten.insert(var);
        } else {
            self.relative.union_with(&alike());
        }
    }
}

/// A place where ways meet.
struct Place {
    /// What is told apart there.
    vars: Vec<(VarId, Reading)>,
    /// The values that these had, where a loop begins.
    values: Option<Vec<FxHashSet<TermId>>>,
    /// Anything in everything.
    any: Option<State>,
    met: FxHashSet<Told>,
}

pub(crate) struct Explorer<'e, 'p> {
    body: Option<&'p Body>,
    encoder: &'e mut Encoder<'p>,
    /// So many values are few.
    few: usize,
    symbols: Symbols,
    places: FxHashMap<LocationId, Place>,
    pending: Vec<(LocationId, Told)>,
    n_terms: usize,
    n_states: u64,
    n_edges: u64,
    live: IndexVec<LocationId, Vec<VarId>>,
}

/// A state between the places where states are kept.
struct OnTheWay {
    location: LocationId,
    state: State,
    since: Since,
}

/// What became of a way since its state was kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Since {
    Straight,
    Forked,
}

/// What a way came to.
enum Way {
    Ended,
    Stopped(End),
}

impl<'e, 'p> Explorer<'e, 'p> {
    pub fn new(
        program: &'p Program,
        encoder: &'e mut Encoder<'p>,
        Known { relative, forgotten }: &Known,
        few: usize,
    ) -> Self {
        let body = program.functions[program.entry].body.as_ref();
        let heads: IdSet<LocationId> = encoder.loop_heads().collect();
        let locations = body.into_iter().flat_map(|body| body.locations.ids());
        let live: IndexVec<LocationId, Vec<VarId>> = locations
            .map(|location| {
                let live = encoder.live_vars(location).into_iter();
                live.filter(|var| !forgotten.contains(*var)).collect()
            })
            .collect();
        let mut places = FxHashMap::default();
        for (location, data) in body.into_iter().flat_map(|body| body.locations.iter()) {
            let is_head = heads.contains(location);
            if data.incoming.len() > 1 || is_head {
                let reading = |var: &VarId| match encoder.type_of(*var) {
                    Type::Pointer => (*var, Reading::Pointer),
                    _ if relative.contains(*var) => (*var, Reading::Relative),
                    _ => (*var, Reading::Absolute),
                };
                let vars: Vec<(VarId, Reading)> = live[location].iter().map(reading).collect();
                let values = is_head.then(|| vec![FxHashSet::default(); vars.len()]);
                let place = Place { vars, values, any: None, met: FxHashSet::default() };
                places.insert(location, place);
            }
        }
        Self {
            body,
            encoder,
            few,
            symbols: Symbols::default(),
            places,
            pending: Vec::new(),
            n_terms: 0,
            n_states: 0,
            n_edges: 0,
            live,
        }
    }

    pub fn n_states(&self) -> u64 {
        self.n_states
    }

    /// The variables that were told apart. What no check depends on is read nowhere in the program that is left.
    pub fn kept(&self) -> Vec<VarId> {
        let kept: IdSet<VarId> = self.live.values().flatten().copied().collect();
        kept.iter().collect()
    }

    pub fn run(&mut self, budget: &Budget) -> Result<End, Unencodable> {
        let start = self.encoder.initial().0;
        if let Way::Stopped(end) = self.follow(start.location, start.state, budget)? {
            return Ok(end);
        }
        while let Some((location, told)) = self.pending.pop() {
            let state = self.state_at(location, &told);
            if let Way::Stopped(end) = self.follow(location, state, budget)? {
                return Ok(end);
            }
        }
        Ok(End::Closed)
    }

    /// Any state at a place in which the variables are as told.
    fn state_at(&mut self, location: LocationId, told: &Told) -> State {
        let place = self.places.get_mut(&location).expect("states are kept at places");
        let any = place.any.get_or_insert_with(|| {
            let always = self.encoder.pool.top();
            self.encoder.arbitrary(location, always).state
        });
        let mut state = any.clone();
        for ((var, _), term) in place.vars.iter().zip(told) {
            self.encoder.give(&mut state, *var, *term);
        }
        state
    }

    /// Goes along all ways from a state to the next places.
    fn follow(
        &mut self,
        location: LocationId,
        state: State,
        budget: &Budget,
    ) -> Result<Way, Unencodable> {
        let Some(body) = self.body else { return Ok(Way::Ended) };
        let mut on_the_way = vec![OnTheWay { location, state, since: Since::Straight }];
        while let Some(OnTheWay { location, state, mut since }) = on_the_way.pop() {
            let mut behind = Vec::new();
            for &edge in &body.locations[location].outgoing {
                self.n_edges += 1;
                if self.n_edges.is_multiple_of(PATIENCE) && budget.check().is_err() {
                    return Ok(Way::Stopped(End::OutOfBudget));
                }
                let moved = self.encoder.along(&state, edge)?;
                if moved.is_unsupported || !moved.violations.is_empty() {
                    return Ok(Way::Stopped(End::Failing));
                }
                let Some((condition, mut next)) = moved.next else { continue };
                let to = body.edges[edge].to;
                if self.is_condition(body, edge) {
                    self.settle(to, &mut next, condition);
                }
                behind.push((to, next));
            }
            if behind.len() > 1 {
                since = Since::Forked;
            }
            for (location, state) in behind {
                let next = OnTheWay { location, state, since };
                if let Way::Stopped(end) = self.arrive(next, &mut on_the_way) {
                    return Ok(Way::Stopped(end));
                }
            }
        }
        Ok(Way::Ended)
    }

    fn is_condition(&self, body: &Body, edge: EdgeId) -> bool {
        matches!(body.edges[edge].op, Op::Assume { .. } | Op::Check { .. })
    }

    /// Keeps a state at a place for later, if it is new; elsewhere the way goes on.
    fn arrive(&mut self, next: OnTheWay, on_the_way: &mut Vec<OnTheWay>) -> Way {
        let OnTheWay { location, state, since } = &next;
        let is_kept = |place: &&mut Place| *since == Since::Forked || place.values.is_some();
        let Some(place) = self.places.get_mut(location).filter(is_kept) else {
            on_the_way.push(next);
            return Way::Ended;
        };
        let held = place.vars.iter();
        let held: Vec<(TermId, Reading)> = held
            .filter_map(|(var, reading)| Some((self.encoder.value(state, *var)?, *reading)))
            .collect();
        let told = self.symbols.told(&mut self.encoder.pool, &held);
        if place.met.contains(&told) {
            return Way::Ended;
        }
        for ((values, (var, _)), term) in
            place.values.iter_mut().flatten().zip(&place.vars).zip(&told)
        {
            if values.insert(*term) && values.len() > self.few {
                return Way::Stopped(End::Many(*var));
            }
        }
        self.n_states += 1;
        self.n_terms += told.len();
        if self.n_terms > MAX_TERMS {
            return Way::Stopped(End::OutOfBudget);
        }
        place.met.insert(told.clone());
        self.pending.push((*location, told));
        Way::Ended
    }

    /// What holds behind a condition: unknowns that it says to be a number, or to be each other.
    fn settle(&mut self, location: LocationId, state: &mut State, condition: TermId) {
        let conjuncts = match &self.encoder.pool[condition] {
            Term::And(conjuncts) => conjuncts.to_vec(),
            _ => vec![condition],
        };
        for conjunct in conjuncts {
            match self.encoder.pool[conjunct] {
                Term::Eq(left, right) => {
                    let pool = &self.encoder.pool;
                    let (left, right) = (apart(pool, left), apart(pool, right));
                    self.unify(location, state, left, right);
                }
                Term::Not(inner) => self.put(location, state, inner, None, 0),
                _ => self.put(location, state, conjunct, None, 1),
            }
        }
    }

    fn unify(&mut self, location: LocationId, state: &mut State, left: Apart, right: Apart) {
        let difference = right.offset.wrapping_sub(left.offset);
        match (left.base, right.base) {
            (Some(base), other) => self.put(location, state, base, other, difference),
            (None, Some(base)) => {
                self.put(location, state, base, None, left.offset.wrapping_sub(right.offset));
            }
            (None, None) => {}
        }
    }

    /// An unknown is another one, if any, and a number; for truth values, zero or one.
    fn put(
        &mut self,
        location: LocationId,
        state: &mut State,
        base: TermId,
        other: Option<TermId>,
        number: u128,
    ) {
        for var in &self.live[location] {
            let Some(term) = self.encoder.value(state, *var) else { continue };
            let pool = &mut self.encoder.pool;
            let Apart { base: Some(own), offset } = apart(pool, term) else { continue };
            if own != base {
                continue;
            }
            let offset = offset.wrapping_add(number);
            let value = match (pool[own].clone(), pool.sort(own), other) {
                (_, logic::Sort::BitVec(_), Some(other)) => moved(pool, other, offset),
                (_, logic::Sort::BitVec(width), None) => pool.bv(width, offset),
                (Term::Var(_), logic::Sort::Bool, None) => pool.bool(number != 0),
                _ => continue,
            };
            self.encoder.give(state, *var, value);
        }
    }
}
