//! Checks what is told of the places of threads: values that variables have while a thread stands there, pairs of
//! values and of places that never come together, and what the others change meanwhile.
//!
//! All of it is asked by a loop that is the given one with questions in it. Behind the head, before anybody is chosen:
//! what holds there. Before the way back to the head, with what was known when somebody was chosen: what that
//! thread changed while others stood by.
//!
//! ```text
//!   head:  check pc1 != 5 || x == 0;     old = x;     choose;  mover = 2;  ...
//!          check !(mover != 1 && old_pc1 == 5) || x == old || x == 1;     goto head;
//! ```
//!
//! That the questions do not fail is shown like the absence of any failure, from invariants of the head.

use encode::Invariants;
use index::IdSet;
use ir::{
    Body, Check, CheckId, CompareOp, Condition, Expr, ExprId, Initial, IntType, LocationId, Op,
    Program, Provenance, Scope, Type, Var, VarId, VarOrigin,
};
use ir_passes::one_loop::OneLoop;
use verdict::{Budget, CheckKind};

use super::{body_of, wrong};
use crate::induction::{Claim, Extent, Refusal, confirm, confirm_invariants};

/// Numbers from the first to the second.
pub type Range = (i128, i128);

/// What is told of a place of a thread, by the value of its counter.
#[derive(Clone, Debug)]
pub struct PlaceClaim {
    pub thread: usize,
    pub place: usize,
    pub values: Vec<(VarId, Vec<Range>)>,
    pub apart: Vec<[(VarId, i128); 2]>,
    /// Threads that are not at these places meanwhile.
    pub alone: Vec<(usize, usize)>,
    /// What others' steps may make of them; an empty list: they leave it alone.
    pub changes: Vec<(VarId, Vec<Range>)>,
}

/// Confirms the invariants of the head of a loop over variables, and with their help the claims. Its own checks may
/// fail: runs end there. The invariants may speak of what only the claims do.
pub fn confirm_places(
    program: &Program,
    together: &OneLoop,
    claims: &[PlaceClaim],
    invariants: &Invariants,
    extent: &Extent,
    budget: &Budget,
) -> Result<(), Refusal> {
    let own: IdSet<CheckId> = program.checks.ids().collect();
    let asking = asking(program, together, claims)?;
    let extent = Extent { left_open: own, ..extent.clone() };
    confirm_invariants(&asking, invariants, &extent, budget)?;
    confirm(&asking, &Claim::Inductive { k: 0 }, invariants, &extent, budget)
}

/// The loop with all questions in it.
fn asking(
    program: &Program,
    together: &OneLoop,
    claims: &[PlaceClaim],
) -> Result<Program, Refusal> {
    let old = body_of(program)?;
    let [choice] = old.locations[together.head].outgoing[..] else {
        return Err(wrong("nobody is chosen at the head"));
    };
    let chosen = old.edges[choice].to;
    let mut writer = Writer {
        program: program.clone(),
        body: Body::new(),
        together,
        before: Vec::new(),
        mover: None,
    };
    for (id, location) in old.locations.iter().skip(2) {
        let new = writer.body.add_location();
        debug_assert_eq!(new, id, "locations keep their numbers");
        writer.body.locations[new].label = location.label;
    }
    (writer.body.entry, writer.body.exit) = (old.entry, old.exit);
    let rounds = behind(old, chosen, together.head);
    let back = writer.body.add_location();
    let begin = writer.begin(claims);
    for edge in old.edges.values() {
        let from = if edge.from == together.head { begin } else { edge.from };
        if edge.to == together.head && rounds.contains(edge.from) {
            writer.body.add_edge(from, back, edge.op.clone(), edge.provenance);
        } else if edge.from == chosen {
            let thread = together.threads.iter().position(|it| it.places.contains(&edge.to));
            let thread = thread.ok_or_else(|| wrong("a place is of no thread"))?;
            let moves = writer.body.add_location();
            writer.body.add_edge(from, moves, edge.op.clone(), edge.provenance);
            let op = writer.moves(thread);
            writer.body.add_edge(moves, edge.to, op, Provenance::default());
        } else {
            writer.body.add_edge(from, edge.to, edge.op.clone(), edge.provenance);
        }
    }
    writer.end(claims, back);
    let Writer { mut program, body, .. } = writer;
    let entry = program.entry;
    program.functions[entry].body = Some(body);
    Ok(program)
}

/// The locations of a round.
fn behind(body: &Body, chosen: LocationId, head: LocationId) -> IdSet<LocationId> {
    let mut found = IdSet::new();
    let mut pending = vec![chosen];
    while let Some(at) = pending.pop() {
        if at != head && found.insert(at) {
            pending.extend(body.locations[at].outgoing.iter().map(|edge| body.edges[*edge].to));
        }
    }
    found
}

/// What tells threads apart.
const WHO: IntType = IntType::unsigned(16);

struct Writer<'o> {
    program: Program,
    body: Body,
    together: &'o OneLoop,
    /// Variables, and what they were when somebody was chosen.
    before: Vec<(VarId, VarId)>,
    mover: Option<VarId>,
}

impl Writer<'_> {
    /// Behind the head: what holds there, and what is remembered. Where the round goes on from.
    fn begin(&mut self, claims: &[PlaceClaim]) -> LocationId {
        let mut at = self.together.head;
        for claim in claims {
            let not_there = self.elsewhere(claim.thread, claim.place);
            let mut facts = Vec::new();
            for (var, ranges) in &claim.values {
                facts.push(self.within(*var, ranges));
            }
            for pair in &claim.apart {
                let both = pair.map(|(var, value)| self.within(var, &[(value, value)]));
                let both = self.program.exprs.intern(Expr::And(both[0], both[1]));
                facts.push(self.program.exprs.intern(Expr::Not(both)));
            }
            for (thread, place) in &claim.alone {
                facts.push(self.elsewhere(*thread, *place));
            }
            for fact in facts {
                let holds = self.program.exprs.intern(Expr::Or(not_there, fact));
                at = self.ask(at, holds);
            }
        }
        let changed = claims.iter().flat_map(|it| it.changes.iter().map(|(var, _)| *var));
        let counters = self.together.threads.iter().map(|it| it.pc);
        let remembered: IdSet<VarId> = changed.chain(counters).collect();
        for var in remembered.iter() {
            let ty = self.program.vars[var].ty;
            let before = self.variable(format!("%before {}", self.program.vars[var].name), ty);
            self.before.push((var, before));
            let value = self.program.exprs.var(var);
            at = self.then(at, Op::Assign { target: before, value });
        }
        self.mover = Some(self.variable("%mover".to_owned(), Type::Int(WHO)));
        at
    }

    /// On the way back to the head: what changed.
    fn end(&mut self, claims: &[PlaceClaim], back: LocationId) {
        let mut at = back;
        for claim in claims {
            let counter = self.before_of(self.together.threads[claim.thread].pc);
            let place = [(claim.place as i128, claim.place as i128)];
            let was_there = counter.map(|counter| self.within(counter, &place));
            let thread = claim.thread as i128;
            let is_mover = self.mover.map(|mover| self.within(mover, &[(thread, thread)]));
            let (Some(was_there), Some(is_mover)) = (was_there, is_mover) else { continue };
            let was_elsewhere = self.program.exprs.intern(Expr::Not(was_there));
            let is_not_asked = self.program.exprs.intern(Expr::Or(was_elsewhere, is_mover));
            for (var, ranges) in &claim.changes {
                let Some(before) = self.before_of(*var) else { continue };
                let (now, before) = (self.program.exprs.var(*var), self.program.exprs.var(before));
                let same = self.program.exprs.intern(Expr::Compare(CompareOp::Eq, now, before));
                let made = self.within(*var, ranges);
                let holds = self.program.exprs.intern(Expr::Or(same, made));
                let holds = self.program.exprs.intern(Expr::Or(is_not_asked, holds));
                at = self.ask(at, holds);
            }
        }
        self.body.add_edge(at, self.together.head, Op::Skip, Provenance::default());
    }

    fn before_of(&self, var: VarId) -> Option<VarId> {
        self.before.iter().find(|(it, _)| *it == var).map(|(_, before)| *before)
    }

    fn moves(&mut self, thread: usize) -> Op {
        match self.mover {
            Some(target) => {
                Op::Assign { target, value: self.program.exprs.int(WHO, thread as i128) }
            }
            None => Op::Skip,
        }
    }

    fn variable(&mut self, name: String, ty: Type) -> VarId {
        self.program.vars.push(Var {
            name: name.into(),
            ty,
            scope: Scope::Local(self.program.entry),
            origin: VarOrigin::Temporary,
            span: source::Span::default(),
            initial: Initial::Unknown,
        })
    }

    fn then(&mut self, from: LocationId, op: Op) -> LocationId {
        let to = self.body.add_location();
        self.body.add_edge(from, to, op, Provenance::default());
        to
    }

    fn ask(&mut self, from: LocationId, holds: ExprId) -> LocationId {
        let check = self.program.checks.push(Check {
            kind: CheckKind::Assertion,
            span: source::Span::default(),
            text: "what is told of a place holds".into(),
        });
        self.then(from, Op::Check { check, condition: Condition::Holds(holds) })
    }

    fn elsewhere(&mut self, thread: usize, place: usize) -> ExprId {
        let counter = self.together.threads[thread].pc;
        let there = self.within(counter, &[(place as i128, place as i128)]);
        self.program.exprs.intern(Expr::Not(there))
    }

    /// The variable has a value of one of the ranges.
    fn within(&mut self, var: VarId, ranges: &[Range]) -> ExprId {
        let exprs = &mut self.program.exprs;
        let value = exprs.var(var);
        let mut any = exprs.intern(Expr::Bool(false));
        for (low, high) in ranges {
            let one = match self.program.vars[var].ty {
                Type::Int(ty) => {
                    let (low, high) = (exprs.int(ty, *low), exprs.int(ty, *high));
                    let above = exprs.intern(Expr::Compare(CompareOp::Le, low, value));
                    let below = exprs.intern(Expr::Compare(CompareOp::Le, value, high));
                    exprs.intern(Expr::And(above, below))
                }
                Type::Bool if (*low, *high) == (0, 1) => exprs.intern(Expr::Bool(true)),
                Type::Bool if (*low, *high) == (1, 1) => value,
                Type::Bool if (*low, *high) == (0, 0) => exprs.intern(Expr::Not(value)),
                Type::Bool | Type::Float(_) | Type::Pointer => exprs.intern(Expr::Bool(false)),
            };
            any = exprs.intern(Expr::Or(any, one));
        }
        any
    }
}
