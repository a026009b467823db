//! Fields that are overwritten, or freed with their block, before anything reads them.
//!
//! What such a field holds tells states apart without being of use, and often it is a second way to
//! a place that a loop is busy with: a splay tree's partial trees keep pointing to the node that was
//! taken out of them until they get the next one. Forgotten, states are fewer and can be summed up.
//!
//! ```text
//!   left->right = root;  left = root;  root = root->right;        left->right: overwritten next
//! ```
//!
//! Backwards data flow over variables and offsets: a field at an offset from what a variable holds
//! is *read* first on some path, *overwritten* first on every path, or neither. Other ways to the
//! field are not looked for, so this is a guess.
//!
//! *Sound*: the guess takes a value out of a state, which then describes more; a wrong one loses a
//! proof. *Ends*: each place is visited so many times at most, and then nothing is guessed.

use std::collections::{BTreeMap, BTreeSet};

use index::Id;
use ir::{Body, Expr, ExprId, HavocCause, LocationId, Op, Program, VarId};
use ir_passes::accesses;
use shape::reach::reached;
use shape::{Annotations, Predicates, State, Value};

/// What happens first to a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Read,
    Overwritten,
}

/// A variable, and so many bytes behind where it points.
type Field = (VarId, i64);
type Fates = BTreeMap<Field, Fate>;

/// Larger programs are not looked at.
const MAX_EDGES: usize = 4_000;
/// Visits of each location.
const MAX_VISITS: usize = 12;

/// The fields at each location that are overwritten or read first.
#[derive(Clone, Debug, Default)]
pub struct Overwritten {
    fates: BTreeMap<LocationId, Fates>,
}

impl Overwritten {
    pub fn of(program: &Program, body: &Body, annotations: &Annotations) -> Self {
        if body.edges.len() > MAX_EDGES {
            return Self::default();
        }
        let flow = Flow { program, annotations, offsets: offsets(program, body) };
        let mut fates: BTreeMap<LocationId, Fates> = BTreeMap::new();
        let mut pending: BTreeSet<LocationId> =
            (0..body.locations.len()).map(LocationId::new).collect();
        let mut n_visits = MAX_VISITS * body.locations.len();
        while let Some(location) = pending.pop_last() {
            if n_visits == 0 {
                return Self::default();
            }
            n_visits -= 1;
            let mut all: Option<Fates> = None;
            for edge in &body.locations[location].outgoing {
                let edge = &body.edges[*edge];
                // What was not looked at yet does not speak against anything.
                let Some(behind) = fates.get(&edge.to) else { continue };
                let before = flow.before(&edge.op, behind);
                all = Some(all.map_or(before.clone(), |all| met(&all, &before)));
            }
            let is_end = body.locations[location].outgoing.is_empty();
            let Some(found) = all.or(is_end.then(Fates::new)) else { continue };
            if fates.get(&location) != Some(&found) {
                fates.insert(location, found);
                let incoming = body.locations[location].incoming.iter();
                pending.extend(incoming.map(|edge| body.edges[*edge].from));
            }
        }
        Self { fates }
    }

    /// Forgets numbers, and fields that lead where something else leads too, or nowhere.
    pub fn forget(&self, location: LocationId, state: &mut State, preds: &Predicates) {
        let Some(fates) = self.fates.get(&location) else { return };
        let place = |var: VarId, offset: i64| match state.var(var) {
            Value::Addr(node, at) => Some((node, at.checked_add(offset)?)),
            Value::Top | Value::Num(_) | Value::Sym(_) | Value::Sum(..) | Value::Fun(_) => None,
        };
        let with = |wanted: Fate| {
            let those = fates.iter().filter(move |(_, fate)| **fate == wanted);
            those.filter_map(|((var, offset), _)| place(*var, *offset)).collect::<BTreeSet<_>>()
        };
        let read = with(Fate::Read);
        for (node, at) in with(Fate::Overwritten).difference(&read) {
            let Some(block) = state.block(*node) else { continue };
            let Some((offset, cell)) =
                u64::try_from(*at).ok().and_then(|at| block.cells.get(&at).map(|cell| (at, *cell)))
            else {
                continue;
            };
            let mut without = state.clone();
            if let Some(block) = without.block_mut(*node) {
                block.write(offset, cell.len, Value::Top);
            }
            let Some(to) = cell.value.node() else {
                *state = without;
                continue;
            };
            if !state.edges.contains_key(&to) || reached(&without, preds).contains(&to) {
                *state = without;
            }
        }
    }
}

struct Flow<'p> {
    program: &'p Program,
    annotations: &'p Annotations,
    /// Those at which something is stored.
    offsets: BTreeSet<i64>,
}

impl Flow<'_> {
    fn before(&self, op: &Op, behind: &Fates) -> Fates {
        let mut fates = behind.clone();
        if let Some(target) = op.assigned() {
            fates.retain(|(var, _), _| *var != target);
        }
        match op {
            Op::Load { pointer, .. } => match field(self.program, *pointer) {
                Some(field) => {
                    fates.insert(field, Fate::Read);
                }
                None => self.read_all(&mut fates, op),
            },
            Op::Store { pointer, .. } => {
                let field = field(self.program, *pointer);
                fates.extend(field.map(|field| (field, Fate::Overwritten)));
            }
            Op::Assign { target, value } => {
                if let Some((var, more)) = field(self.program, *value) {
                    self.rename(&mut fates, behind, (*target, var), more);
                }
            }
            Op::Free { pointer } => {
                if let Some((var, 0)) = field(self.program, *pointer) {
                    let all = self.offsets.iter().map(|it| ((var, *it), Fate::Overwritten));
                    fates.extend(all);
                }
            }
            Op::Havoc { cause: HavocCause::ExternalResult(function), .. }
                if self.annotations.steps.contains_key(function) =>
            {
                fates.clear();
            }
            Op::Skip
            | Op::AtomicBegin(_)
            | Op::AtomicEnd
            | Op::Assume { .. }
            | Op::Havoc { .. }
            | Op::Allocate { .. }
            | Op::EnterScope { .. }
            | Op::LeaveScope { .. }
            | Op::Check { .. }
            | Op::Return { .. }
            | Op::Halt { .. } => {}
            Op::Copy { .. }
            | Op::Fill { .. }
            | Op::HavocMemory { .. }
            | Op::Outside { .. }
            | Op::CallBack { .. }
            | Op::Call { .. }
            | Op::Reallocate { .. }
            | Op::ThreadCreate { .. }
            | Op::ThreadJoin { .. }
            | Op::ThreadExit { .. }
            | Op::ThreadSelf { .. }
            | Op::Await { .. }
            | Op::Unsupported { .. } => self.read_all(&mut fates, op),
        }
        fates
    }

    /// `target = var + more`: what happens to the fields of either happens to those of the other.
    fn rename(&self, fates: &mut Fates, behind: &Fates, (target, var): (VarId, VarId), more: i64) {
        for offset in &self.offsets {
            let Some(fate) = behind.get(&(target, *offset)) else { continue };
            let Some(at) = offset.checked_add(more) else { continue };
            let known = fates.get(&(var, at)).filter(|_| var != target);
            if known != Some(&Fate::Read) {
                fates.insert((var, at), *fate);
            }
        }
    }

    /// Whatever the operation names may be read at any place.
    fn read_all(&self, fates: &mut Fates, op: &Op) {
        for var in accesses::read(&self.program.exprs, op).iter() {
            fates.extend(self.offsets.iter().map(|offset| ((var, *offset), Fate::Read)));
        }
    }
}

/// What holds on both ways: read on either, overwritten on both.
fn met(a: &Fates, b: &Fates) -> Fates {
    let keys: BTreeSet<&Field> = a.keys().chain(b.keys()).collect();
    let fate = |key: &Field| match (a.get(key), b.get(key)) {
        (Some(Fate::Read), _) | (_, Some(Fate::Read)) => Some(Fate::Read),
        (Some(Fate::Overwritten), Some(Fate::Overwritten)) => Some(Fate::Overwritten),
        _ => None,
    };
    keys.into_iter().filter_map(|key| Some((*key, fate(key)?))).collect()
}

/// A variable and a constant.
fn field(program: &Program, mut pointer: ExprId) -> Option<Field> {
    let mut offset = 0_i64;
    loop {
        match program.exprs[pointer] {
            Expr::Var(var) => return Some((var, offset)),
            Expr::PointerAdd(base, more) => {
                let Expr::Int(int, bits) = program.exprs[more] else { return None };
                let more = i64::try_from(int.value(bits)).ok()?;
                (pointer, offset) = (base, offset.checked_add(more)?);
            }
            _ => return None,
        }
    }
}

fn offsets(program: &Program, body: &Body) -> BTreeSet<i64> {
    let stored = |op: &Op| match op {
        Op::Store { pointer, .. } => field(program, *pointer).map(|(_, offset)| offset),
        _ => None,
    };
    body.edges.values().filter_map(|edge| stored(&edge.op)).collect()
}
