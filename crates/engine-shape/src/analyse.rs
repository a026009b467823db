//! Iteration: states at every place where ways meet, until nothing new comes.
//!
//! States are kept as disjunctions at locations with several ways in; between them they are only
//! passed through. Where a new state arrives it is cleaned (dead variables, lost blocks where no
//! check asks for them), summed up if the place is on a loop, and dropped if another describes it
//! already. Numbers that differ in otherwise equal states are joined when there are several of
//! them at a loop, and widened.
//!
//! *Ends*: not by itself. Forms that do not repeat are counted, and too many end the analysis
//! without an answer.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use index::IdSet;
use ir::{Body, Condition, Expr, LocationId, ObjectId, Op, Program, Scope, Type, VarId, VarOrigin};
use ir_passes::inline::{ContextId, Inlined};
use ir_passes::liveness::Liveness;
use shape::fold::{Data, Manner, Named, fold};
use shape::implied::take_in_implied;
use shape::inclusion::is_included;
use shape::join::{Bounds, join};
use shape::learn::Links;
use shape::merge::{Guide, merge};
use shape::reach::{lost, sweep};
use shape::silhouette::Silhouette;
use shape::unfold::unfold;
use shape::{Annotations, Edge, Integers, NodeId, Predicates, Range, State, SymId, Value};
use verdict::Budget;

use crate::Clump;
use crate::assume::Judge;
use crate::overwritten::Overwritten;
use crate::sorts::Sorts;
use crate::step::{Stop, initial};

/// Predicates, and the states at each place where ways meet.
#[derive(Clone, Debug)]
pub struct Proof {
    pub preds: Predicates,
    pub states: BTreeMap<LocationId, Vec<State>>,
    /// The heads of loops among those places.
    pub heads: BTreeSet<LocationId>,
    /// The first of those heaps that were brought together; for people.
    pub merges: Vec<Merge>,
}

/// Two heaps that became one, which describes both and more.
#[derive(Clone, Debug)]
pub struct Merge {
    pub location: LocationId,
    pub from: [State; 2],
    pub into: State,
    pub why: Reason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// They differ in numbers alone.
    Numbers,
    /// Their silhouettes fit.
    Silhouettes,
}

const MAX_EDGES: usize = 80;
/// States of one form that may differ in numbers at a loop.
const MAX_VARIANTS: usize = 3;
/// States at a place before those that differ in numbers only become one everywhere.
const MANY_STATES: usize = 12;
/// Forms at a loop before those whose silhouettes allow it become one: as long as there are few,
/// what tells them apart may be what a proof needs.
const MANY_FORMS: usize = 20;
/// The same elsewhere.
const MANY_FORMS_ELSEWHERE: usize = 30;
/// Forms elsewhere if they are brought together early: a branch may need what tells them apart.
const FEW_FORMS_ELSEWHERE: usize = 6;
/// States that a new one is held against, at most.
const MAX_TRIES: usize = 12;
/// States at a place where nothing is summed up.
const MAX_ROUNDS: usize = 400;
/// Numbers of variables beyond this are counts rather than flags.
const MAX_FLAG: i128 = 3;
/// How near to the end of a type a bound says nothing.
const NEAR: i128 = 64;
/// Joins at a place before bounds are widened.
const PATIENCE: usize = 4;
/// Merges that are remembered, for people.
const MAX_MERGES: usize = 40;

/// Whether structures are summed up at loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Approach {
    Summed,
    /// Loops are followed round by round, and nothing is brought together.
    Unrolled,
}

/// From when on states of different forms are brought together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merging {
    /// Once they are many.
    Late,
    /// Whenever their silhouettes allow it; numbers are soon forgotten.
    Early,
}

/// Where ways meet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meeting {
    Head,
    Other,
}

impl Merging {
    /// How far bounds go after so many joins at a place.
    fn bounds(self, place: Meeting, n_joins: usize) -> Bounds {
        match self {
            _ if place == Meeting::Other => Bounds::Hull,
            Self::Late if n_joins > PATIENCE => Bounds::Widened,
            Self::Early if n_joins > 1 => Bounds::Far,
            Self::Late | Self::Early => Bounds::Hull,
        }
    }
}

/// How states are brought together.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub manner: Manner,
    pub clump: Clump,
    pub approach: Approach,
    pub merging: Merging,
    pub integers: Integers,
    pub max_steps: usize,
    /// At one place.
    pub max_states: usize,
}

/// A state of a place, and what it looks like once somebody asked.
struct Known {
    state: State,
    silhouette: OnceCell<Silhouette>,
}

impl Known {
    fn new(state: State) -> Self {
        Self { state, silhouette: OnceCell::new() }
    }

    fn silhouette(&self, preds: &Predicates) -> &Silhouette {
        self.silhouette.get_or_init(|| Silhouette::of(&self.state, preds))
    }
}

/// What becomes of blocks that cannot be reached any more.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaks {
    Matter,
    Forgotten,
}

/// What came of an attempt.
pub struct Tried {
    pub result: Result<Proof, Stop>,
    /// The links that were seen, for another try.
    pub links: Links,
    /// Tells apart the states that there were in the end: attempts that came to the same ones most
    /// likely do the same.
    pub came_to: u64,
}

/// What an analysis is told of the program.
pub struct Given<'p> {
    pub annotations: &'p Annotations,
    pub overwritten: &'p Overwritten,
    pub sorts: &'p Sorts,
    /// Links that are known already.
    pub links: Links,
}

pub struct Analysis<'p> {
    original: &'p Program,
    inlined: &'p Inlined,
    body: &'p Body,
    annotations: &'p Annotations,
    overwritten: &'p Overwritten,
    sorts: &'p Sorts,
    liveness: Liveness,
    leaks: Leaks,
    rules: Rules,
    links: Links,
    preds: Predicates,
    states: BTreeMap<LocationId, Vec<Known>>,
    n_joins: BTreeMap<LocationId, usize>,
    heads: BTreeSet<LocationId>,
    merges: Vec<Merge>,
    integers: Integers,
    types: Vec<Type>,
    budget: &'p Budget,
}

impl<'p> Analysis<'p> {
    pub fn new(
        original: &'p Program,
        (inlined, body): (&'p Inlined, &'p Body),
        rules: Rules,
        given: Given<'p>,
        budget: &'p Budget,
    ) -> Self {
        let Given { annotations, overwritten, sorts, links } = given;
        let asks_for_leaks = |op: &Op| {
            matches!(op, Op::Check { condition: Condition::AllReachable | Condition::AllFreed, .. })
        };
        let is_asked = body.edges.values().any(|edge| asks_for_leaks(&edge.op));
        let leaks = match is_asked || annotations.count_every_block() {
            true => Leaks::Matter,
            false => Leaks::Forgotten,
        };
        Self {
            original,
            inlined,
            body,
            annotations,
            overwritten,
            sorts,
            liveness: Liveness::of_whole_program(&inlined.program, body),
            leaks,
            rules,
            links,
            preds: annotations.preds.clone(),
            states: BTreeMap::new(),
            n_joins: BTreeMap::new(),
            heads: heads(body),
            merges: Vec::new(),
            integers: rules.integers,
            types: types_in_memory(&inlined.program),
            budget,
        }
    }

    /// A proof, or why there is none.
    pub fn run(mut self) -> Tried {
        let result = self.iterate();
        let Self { preds, states, links, heads, merges, .. } = self;
        let states: BTreeMap<LocationId, Vec<State>> = states
            .into_iter()
            .map(|(location, all)| (location, all.into_iter().map(|it| it.state).collect()))
            .collect();
        let mut hasher = DefaultHasher::new();
        states.hash(&mut hasher);
        let result = result.map(|()| Proof { preds, states, heads, merges });
        Tried { result, links, came_to: hasher.finish() }
    }

    fn iterate(&mut self) -> Result<(), Stop> {
        let program = &self.inlined.program;
        let first = initial(program, &mentioned(program, self.body))?;
        let mut pending = self.arrive(self.body.entry, first)?;
        let mut n_steps = 0;
        let order = order_of_visits(self.body);
        while !pending.is_empty() {
            // Inner loops first, then what comes first in the program: a loop is done before
            // what is around it goes on.
            let next = (0..pending.len()).min_by_key(|index| order[&pending[*index].0]);
            let (location, state) = pending.swap_remove(next.unwrap_or(0));
            if self.is_meeting(location) && !self.is_current(location, &state) {
                continue;
            }
            for edge in &self.body.locations[location].outgoing {
                n_steps += 1;
                if n_steps > self.rules.max_steps {
                    return Err(Stop::TooManySteps);
                }
                if self.budget.check_clock().is_err() {
                    return Err(Stop::OutOfBudget);
                }
                let edge = &self.body.edges[*edge];
                let judge = Judge {
                    program,
                    preds: &self.preds,
                    annotations: self.annotations,
                    integers: self.integers,
                    types: &self.types,
                    sorts: self.sorts,
                };
                let cases = judge.step(state.clone(), &edge.op).map_err(|stop| match stop {
                    Stop::Open { check, .. } => Stop::Open { check, state: self.told(&state) },
                    stop => stop,
                })?;
                for case in cases {
                    pending.extend(self.arrive(edge.to, case)?);
                }
            }
        }
        Ok(())
    }

    /// A state as people read it: their variables and their predicates by name.
    fn told(&self, state: &State) -> String {
        let vars = &self.inlined.program.vars;
        let own = |var: &VarId| {
            vars[*var].origin == VarOrigin::Source && !vars[*var].name.starts_with("__linchpin_")
        };
        let values = state.vars.iter().filter(|(var, _)| own(var));
        let values: Vec<String> =
            values.map(|(var, value)| format!("{} = {value}", vars[*var].name)).collect();
        let heap = State { vars: BTreeMap::new(), ..state.clone() };
        let mut heap = heap.to_string();
        for (pred, name) in &self.annotations.names {
            heap = heap.replace(&format!("{pred}("), &format!("{name}("));
        }
        format!("{}{heap}", values.join(", "))
    }

    fn is_meeting(&self, location: LocationId) -> bool {
        location == self.body.entry || self.body.locations[location].incoming.len() > 1
    }

    fn meeting(&self, location: LocationId) -> Meeting {
        match self.heads.contains(&location) {
            true => Meeting::Head,
            false => Meeting::Other,
        }
    }

    fn is_current(&self, location: LocationId, state: &State) -> bool {
        self.states.get(&location).is_some_and(|all| all.iter().any(|it| it.state == *state))
    }

    /// Takes in a state; what is to be followed from here.
    fn arrive(
        &mut self,
        location: LocationId,
        mut state: State,
    ) -> Result<Vec<(LocationId, State)>, Stop> {
        self.forget_callees(location, &mut state);
        if !self.is_meeting(location) {
            return Ok(vec![(location, state)]);
        }
        self.clean(location, &mut state);
        state.sums.clear();
        if !take_in_implied(&mut state, &self.preds) {
            return Ok(Vec::new());
        }
        let is_head = self.heads.contains(&location);
        if is_head {
            self.links.learn(&state, self.rules.manner.backwards);
            if self.rules.approach == Approach::Unrolled {
                self.links.learn_in_rounds(&state);
            }
        }
        if is_head
            && self.rules.manner.named == Named::WrittenOut
            && let Some(cases) = self.first_blocks(&state)
        {
            let mut pending = Vec::new();
            for case in cases {
                pending.extend(self.arrive(location, case)?);
            }
            return Ok(pending);
        }
        if is_head && self.rules.approach == Approach::Summed {
            fold(&mut state, &mut self.preds, &self.links, self.rules.manner);
            self.clean(location, &mut state);
        }
        if state.edges.len() > MAX_EDGES {
            return Err(Stop::TooMany("the states do not stop growing".to_owned()));
        }
        let place = self.meeting(location);
        let known = self.states.entry(location).or_default();
        if known.iter().any(|it| is_included(&state, &it.state, &self.preds)) {
            return Ok(Vec::new());
        }
        if self.rules.approach == Approach::Unrolled {
            known.push(Known::new(state.clone()));
            return match known.len() > MAX_ROUNDS {
                true => Err(Stop::TooMany("too many rounds".to_owned())),
                false => Ok(vec![(location, state)]),
            };
        }
        let is_smaller = |it: &Known| is_included(&it.state, &state, &self.preds);
        let smaller: Vec<bool> = known.iter().map(is_smaller).collect();
        // One that grows from round to round takes the place of the one before: its bounds move on.
        let last = smaller.iter().rposition(|is_smaller| *is_smaller).filter(|_| is_head);
        let mut has_grown = false;
        if let Some(last) = last {
            let n_joins = self.n_joins.entry(location).or_default();
            *n_joins += 1;
            let bounds = self.rules.merging.bounds(place, *n_joins);
            if bounds != Bounds::Hull
                && let Some(joined) = join(&known[last].state, &state, &self.preds, bounds)
                && is_included(&state, &joined, &self.preds)
            {
                state = joined;
                has_grown = true;
            }
        }
        let mut smaller = smaller.into_iter();
        known.retain(|it| {
            let is_smaller = smaller.next().unwrap_or(false);
            !(is_smaller || has_grown && is_included(&it.state, &state, &self.preds))
        });
        let partners: Vec<(usize, State)> = known
            .iter()
            .enumerate()
            .filter(|(_, it)| self.sorts.are_of_one_round(location, &it.state, &state))
            .filter(|(_, it)| {
                self.rules.manner.named != Named::KeptWithNext || have_same_flags(&it.state, &state)
            })
            .filter_map(|(index, it)| {
                Some((index, join(&it.state, &state, &self.preds, Bounds::Hull)?))
            })
            .collect();
        let n_variants = match (self.rules.merging, is_head) {
            (Merging::Late, true) => MAX_VARIANTS,
            (Merging::Late, false) => MANY_STATES,
            (Merging::Early, true) => 1,
            (Merging::Early, false) => MAX_VARIANTS,
        };
        if partners.len() >= n_variants {
            let n_joins = self.n_joins.entry(location).or_default();
            *n_joins += 1;
            let (index, hull) = partners.into_iter().next_back().unwrap_or_default();
            let joined = match self.rules.merging.bounds(place, *n_joins) {
                Bounds::Hull => hull,
                bounds => join(&known[index].state, &state, &self.preds, bounds).unwrap_or(hull),
            };
            let holds = |it: &State| is_included(it, &joined, &self.preds);
            if holds(&known[index].state) && holds(&state) {
                if self.merges.len() < MAX_MERGES {
                    let from = [known[index].state.clone(), state];
                    let (into, why) = (joined.clone(), Reason::Numbers);
                    self.merges.push(Merge { location, from, into, why });
                }
                known.retain(|it| !is_included(&it.state, &joined, &self.preds));
                known.push(Known::new(joined.clone()));
                return Ok(vec![(location, joined)]);
            }
        }
        let n_forms = match (self.rules.merging, is_head) {
            (Merging::Late, true) => MANY_FORMS,
            (Merging::Late, false) => MANY_FORMS_ELSEWHERE,
            (Merging::Early, true) => 1,
            (Merging::Early, false) => FEW_FORMS_ELSEWHERE,
        };
        let n_known = known.len();
        if n_known >= n_forms {
            if let Some(merged) = self.clumped(location, &state) {
                return Ok(vec![(location, merged)]);
            }
            // Elsewhere than at loops, what no variable names is only summed up if need be: that
            // something is there may be what the branch has found out.
            if !is_head && self.rules.merging == Merging::Early && n_known >= MANY_FORMS_ELSEWHERE {
                fold(&mut state, &mut self.preds, &self.links, self.rules.manner);
                let known = &self.states[&location];
                if known.iter().any(|it| is_included(&state, &it.state, &self.preds)) {
                    return Ok(Vec::new());
                }
                if let Some(merged) = self.clumped(location, &state) {
                    return Ok(vec![(location, merged)]);
                }
            }
        }
        let known = self.states.entry(location).or_default();
        known.push(Known::new(state.clone()));
        if known.len() > self.rules.max_states {
            return Err(Stop::TooMany("the states at one place become too many".to_owned()));
        }
        Ok(vec![(location, state)])
    }

    /// The cases of a segment that a variable names the start of, and that something comes behind.
    fn first_blocks(&self, state: &State) -> Option<Vec<State>> {
        let named = state.vars.values().filter_map(|value| value.node());
        let is_followed = |node: &NodeId| match state.edges.get(node) {
            Some(Edge::Seg { end, .. }) => {
                end.node().is_some_and(|end| end != *node && state.edges.contains_key(&end))
            }
            Some(Edge::Block(_) | Edge::Ind { .. }) | None => false,
        };
        let node = named.into_iter().find(is_followed)?;
        unfold(state, &self.preds, node)
    }

    /// One state for this one and another of the place, which takes the other's place.
    fn clumped(&mut self, location: LocationId, state: &State) -> Option<State> {
        let (other, mut merged) = self.clump(location, state)?;
        if self.heads.contains(&location) {
            // Stretches that were found one by one may be one.
            let mut folded = merged.clone();
            fold(&mut folded, &mut self.preds, &self.links, self.rules.manner);
            if is_included(&merged, &folded, &self.preds) {
                merged = folded;
            }
        }
        if self.merges.len() < MAX_MERGES {
            let (from, into) = ([other, state.clone()], merged.clone());
            self.merges.push(Merge { location, from, into, why: Reason::Silhouettes });
        }
        let known = self.states.entry(location).or_default();
        known.retain(|it| !is_included(&it.state, &merged, &self.preds));
        known.push(Known::new(merged.clone()));
        Some(merged)
    }

    /// Another state of the place, and one for both.
    fn clump(&mut self, location: LocationId, state: &State) -> Option<(State, State)> {
        let known = self.states.get(&location)?;
        let guides: &[Guide] = match self.rules.clump {
            Clump::Adaptive | Clump::ClumpGuided | Clump::CanonGuided => {
                &[Guide::Silhouettes, Guide::Stretches]
            }
            Clump::Clump | Clump::Canon => &[Guide::None],
            Clump::None => return None,
        };
        let place = self.meeting(location);
        let n_joins = self.n_joins.entry(location).or_default();
        let bounds = self.rules.merging.bounds(place, *n_joins);
        let mine = Silhouette::of(state, &self.preds);
        let mut n_tries = 0;
        for other in known.iter().rev() {
            let its = other.silhouette(&self.preds);
            let fits = match self.rules.clump {
                Clump::Adaptive | Clump::ClumpGuided | Clump::Clump => mine.is_associated(its),
                Clump::CanonGuided | Clump::Canon => mine == *its,
                Clump::None => false,
            };
            let other = &other.state;
            if !fits || n_tries >= MAX_TRIES {
                continue;
            }
            n_tries += 1;
            for guide in guides {
                let merged = merge((other, state), &self.preds, *guide, bounds);
                let merged = merged.and_then(|mut merged| {
                    take_in_implied(&mut merged, &self.preds).then_some(merged)
                });
                let is_fine = self.rules.manner.named != Named::KeptWithNext;
                let holds = |merged: &State| {
                    (is_fine || keeps_blocks([other, state], merged))
                        && [other, state].into_iter().all(|it| is_included(it, merged, &self.preds))
                };
                if let Some(merged) = merged.filter(holds) {
                    *n_joins += 1;
                    return Some((other.clone(), merged));
                }
            }
        }
        None
    }

    /// Variables of functions that have returned are gone.
    fn forget_callees(&self, location: LocationId, state: &mut State) {
        let Some(Some((context, origin))) = self.inlined.locations.get(location) else { return };
        let active = active(self.inlined, *context);
        let function = self.inlined.contexts[*context].function;
        let body = self.original.functions[function].body.as_ref();
        let is_exit = body.is_some_and(|body| body.exit == *origin);
        state.vars.retain(|var, _| match self.inlined.owners.get(var) {
            Some(owner) => active.contains(owner),
            // A result is on its way to the caller at the exit only.
            None => is_exit || self.inlined.program.vars[*var].scope == Scope::Global,
        });
    }

    /// Forgets what does not matter any more.
    fn clean(&self, location: LocationId, state: &mut State) {
        let live = self.liveness.locals(location);
        let dead: Vec<VarId> =
            state.vars.keys().filter(|var| !live.contains(**var)).copied().collect();
        for var in dead {
            self.forget(state, var);
        }
        self.overwritten.forget(location, state, &self.preds);
        if self.leaks == Leaks::Forgotten {
            sweep(state, &self.preds);
        }
        let mut used: BTreeSet<SymId> = BTreeSet::new();
        state.for_each_value(|value| {
            used.extend(value.symbolic().map(|(sym, _)| sym));
        });
        state.facts.retain(|sym, _| used.contains(sym));
        if self.rules.manner.data == Data::Forgotten {
            let held: BTreeSet<Value> = state.vars.values().copied().collect();
            for (sym, range) in &mut state.facts {
                if !held.contains(&Value::Sym(*sym)) {
                    round(range);
                }
            }
        }
    }

    /// Unless a block could not be reached any more: it may still be asked for.
    fn forget(&self, state: &mut State, var: VarId) {
        let Some(value) = state.vars.remove(&var) else { return };
        let matters = self.leaks == Leaks::Matter && value.node().is_some();
        if matters {
            let n_lost = lost(state, &self.preds).len();
            state.vars.insert(var, value);
            if lost(state, &self.preds).len() == n_lost {
                state.vars.remove(&var);
            }
        }
    }
}

/// Bounds next to the ends of a type come from comparing with something unknown, and creep from
/// round to round: they become the ends.
fn round(range: &mut Range) {
    for bits in [31, 32, 63, 64] {
        let power = 1_i128 << bits;
        if (power - NEAR..power).contains(&range.hi) {
            range.hi = power - 1;
        }
        if (-power..NEAR - power).contains(&range.lo) {
            range.lo = -power;
        }
    }
}

/// Whether variables that lead to blocks in both states still do, and which fields of those are null is
/// still known.
fn keeps_blocks(sides: [&State; 2], merged: &State) -> bool {
    fn block(state: &State, var: VarId) -> Option<&shape::Block> {
        state.block(state.var(var).node()?)
    }
    merged.vars.keys().all(|var| match sides.map(|side| block(side, *var)) {
        [Some(one), Some(other)] => block(merged, *var).is_some_and(|block| {
            block.cells.iter().all(|(offset, cell)| {
                let is_null = |side: &shape::Block| side.read(*offset, cell.len) == Value::NULL;
                cell.value.node().is_none() || is_null(one) == is_null(other)
            })
        }),
        _ => true,
    })
}

/// Whether no variable is one small number in one state and another one in the other.
fn have_same_flags(one: &State, other: &State) -> bool {
    one.vars.iter().all(|(var, value)| match (*value, other.var(*var)) {
        (Value::Num(a), Value::Num(b)) => a == b || a.abs().max(b.abs()) > MAX_FLAG,
        _ => true,
    })
}

/// The contexts whose variables exist where the program is in this one.
fn active(inlined: &Inlined, context: ContextId) -> BTreeSet<ContextId> {
    let mut active = BTreeSet::from([context]);
    let mut at = context;
    while let Some((caller, _)) = inlined.contexts[at].caller {
        active.insert(caller);
        at = caller;
    }
    active
}

/// Objects that the body names, with those that their contents name.
fn mentioned(program: &Program, body: &Body) -> Vec<ObjectId> {
    let mut pending: Vec<ObjectId> = Vec::new();
    let mut exprs: Vec<ir::ExprId> = Vec::new();
    let mut seen_exprs = IdSet::new();
    body.edges.values().for_each(|edge| edge.op.for_each_expr(|expr| exprs.push(expr)));
    while let Some(expr) = exprs.pop() {
        if seen_exprs.insert(expr) {
            if let Expr::ObjectAddress(object) = program.exprs[expr] {
                pending.push(object);
            }
            exprs.extend(program.exprs[expr].operands());
        }
    }
    for var in program.vars.values() {
        if let (Scope::Global, ir::Initial::ObjectAddress(object, _)) = (var.scope, var.initial) {
            pending.push(object);
        }
    }
    let mut found = BTreeSet::new();
    while let Some(object) = pending.pop() {
        if !found.insert(object) {
            continue;
        }
        if let ir::Contents::Static(values) = &program.objects[object].contents {
            for value in values {
                if let ir::StaticBytes::ObjectAddress(to, _) = value.value {
                    pending.push(to);
                }
            }
        }
    }
    found.into_iter().collect()
}

/// The place of each location in an order that follows the edges where it can.
fn order(body: &Body) -> BTreeMap<LocationId, usize> {
    let (mut done, mut seen) = (Vec::new(), BTreeSet::new());
    let mut stack = vec![(body.entry, 0)];
    seen.insert(body.entry);
    while let Some((location, index)) = stack.pop() {
        match body.locations[location].outgoing.get(index) {
            Some(edge) => {
                stack.push((location, index + 1));
                let to = body.edges[*edge].to;
                if seen.insert(to) {
                    stack.push((to, 0));
                }
            }
            None => done.push(location),
        }
    }
    done.into_iter().rev().enumerate().map(|(index, location)| (location, index)).collect()
}

/// The innermost loops first; within one, along the edges.
fn order_of_visits(body: &Body) -> BTreeMap<LocationId, (usize, usize)> {
    let order = order(body);
    let mut depths: BTreeMap<LocationId, usize> = BTreeMap::new();
    for location in loops(body).into_values().flatten() {
        *depths.entry(location).or_default() += 1;
    }
    let depth = |location: LocationId| depths.get(&location).copied().unwrap_or(0);
    let rank = |(location, at): (LocationId, usize)| (location, (usize::MAX - depth(location), at));
    order.into_iter().map(rank).collect()
}

/// What is inside each loop, by its head.
pub fn loops(body: &Body) -> BTreeMap<LocationId, BTreeSet<LocationId>> {
    let order = order(body);
    let mut loops: BTreeMap<LocationId, BTreeSet<LocationId>> = BTreeMap::new();
    for edge in body.edges.values() {
        let is_back = match (order.get(&edge.from), order.get(&edge.to)) {
            (Some(from), Some(to)) => to <= from,
            _ => false,
        };
        if !is_back {
            continue;
        }
        // What comes to the edge without passing the head is inside.
        let inside = loops.entry(edge.to).or_default();
        inside.insert(edge.to);
        let mut pending = vec![edge.from];
        while let Some(location) = pending.pop() {
            if inside.insert(location) {
                let incoming = body.locations[location].incoming.iter();
                pending.extend(incoming.map(|edge| body.edges[*edge].from));
            }
        }
    }
    loops
}

/// The types at which integers in memory are accessed.
fn types_in_memory(program: &Program) -> Vec<Type> {
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    let mut types = Vec::new();
    for edge in bodies.flat_map(|body| body.edges.values()) {
        if let Op::Load { access, .. } | Op::Store { access, .. } = &edge.op
            && matches!(access.ty, Type::Int(_))
            && !types.contains(&access.ty)
        {
            types.push(access.ty);
        }
    }
    types
}

/// Locations that an edge goes back to.
fn heads(body: &Body) -> BTreeSet<LocationId> {
    let order = order(body);
    let is_back = |edge: &&ir::Edge| match (order.get(&edge.from), order.get(&edge.to)) {
        (Some(from), Some(to)) => to <= from,
        _ => false,
    };
    body.edges.values().filter(is_back).map(|edge| edge.to).collect()
}

/// How many structures there are, for people.
pub fn n_structures(proof: &Proof) -> usize {
    let is_structure = |edge: &&Edge| matches!(edge, Edge::Ind { .. } | Edge::Seg { .. });
    let states = proof.states.values().flatten();
    states.map(|state| state.edges.values().filter(is_structure).count()).sum()
}
