//! Whether a program with the invariants of a witness in it is, without them, the program.
//!
//! Expressions with effects are refused by their text (`c_annotate::purity`). This is the same
//! question asked of the result, by code that knows nothing of C: both programs are walked side by
//! side, and what an annotation added must
//!
//! - be steps that compute, read, decide and check, and nothing else;
//! - write only variables that no step of the program knows;
//! - lead, whatever it decides, to the one place where the program goes on.
//!
//! All other steps must be those of the program, one by one, up to the names of variables, objects
//! and functions, which must correspond one to one. Then a run of the program is a run of the
//! annotated one with steps in between that change nothing that the program can see, and the other
//! way round: a verdict about one is a verdict about the other.
//!
//! The answer may be no where a person would say yes: taking the address of a variable moves it
//! into memory. Then there is no verdict.

use std::collections::{BTreeMap, BTreeSet};

use c_annotate::{Inserted, Mapped};
use ir::{
    Actor, Body, Callee, Condition, Contents, Edge, Expr, ExprId, FunctionId, HavocCause, Initial,
    LocationId, ObjectId, Op, Program, Scope, SignatureId, StaticBytes, VarId,
};
use verdict::CheckKind;

/// Where the two programs part ways, in words; nothing if they do not.
pub(super) fn difference(
    original: &Program,
    annotated: &Program,
    inserted: &Inserted,
    our_function: &str,
) -> Result<(), String> {
    let mut pair = Pair {
        original,
        annotated,
        inserted,
        functions: BTreeMap::new(),
        vars: OneToOne::new(),
        objects: OneToOne::new(),
        exprs: BTreeMap::new(),
        ours: BTreeSet::new(),
        indeterminate: BTreeSet::new(),
    };
    pair.functions(our_function)?;
    pair.said_to_be_indeterminate();
    pair.written_by_annotations();
    let bodies: Vec<(FunctionId, FunctionId)> =
        pair.functions.iter().map(|(ours, theirs)| (*theirs, *ours)).collect();
    for (old, new) in bodies {
        pair.function(old, new)?;
    }
    match pair.vars.forth.values().find(|var| pair.ours.contains(*var)) {
        Some(var) => Err(format!("it writes `{}`", annotated.vars[*var].name)),
        None => Ok(()),
    }
}

/// What corresponds to what.
struct OneToOne<I> {
    forth: BTreeMap<I, I>,
    back: BTreeMap<I, I>,
}

impl<I: Copy + Ord> OneToOne<I> {
    fn new() -> Self {
        Self { forth: BTreeMap::new(), back: BTreeMap::new() }
    }

    /// True if the two are already known to correspond; none if nothing is known of either.
    fn known(&self, old: I, new: I) -> Option<bool> {
        match (self.forth.get(&old), self.back.get(&new)) {
            (None, None) => None,
            (forth, back) => Some(forth == Some(&new) && back == Some(&old)),
        }
    }

    fn insert(&mut self, old: I, new: I) {
        self.forth.insert(old, new);
        self.back.insert(new, old);
    }
}

struct Pair<'p> {
    original: &'p Program,
    annotated: &'p Program,
    inserted: &'p Inserted,
    /// From the annotated program to the original one.
    functions: BTreeMap<FunctionId, FunctionId>,
    vars: OneToOne<VarId>,
    objects: OneToOne<ObjectId>,
    /// Expressions that were compared, with the answer.
    exprs: BTreeMap<(ExprId, ExprId), bool>,
    /// Variables that annotations write.
    ours: BTreeSet<VarId>,
    /// Names of variables whose declarations in the program say that they are indeterminate.
    indeterminate: BTreeSet<(&'p str, Option<FunctionId>)>,
}

impl<'p> Pair<'p> {
    fn functions(&mut self, our_function: &str) -> Result<(), String> {
        let old = self.original.functions.iter();
        let new = self.annotated.functions.iter().filter(|(_, it)| &*it.name != our_function);
        let (old, new): (Vec<_>, Vec<_>) = (old.collect(), new.collect());
        let agree = |(a, b): (&(_, &ir::Function), &(_, &ir::Function))| {
            a.1.name == b.1.name && a.1.body.is_some() == b.1.body.is_some()
        };
        if old.len() != new.len() || !old.iter().zip(&new).all(agree) {
            return Err("it names other functions".to_owned());
        }
        self.functions = old.iter().zip(&new).map(|((old, _), (new, _))| (*new, *old)).collect();
        match self.functions.get(&self.annotated.entry) == Some(&self.original.entry) {
            true => Ok(()),
            false => Err("it starts elsewhere".to_owned()),
        }
    }

    fn is_annotation(&self, edge: &Edge) -> bool {
        match self.inserted.map(edge.provenance.span) {
            Mapped::Inserted { .. } => true,
            // Temporaries of an annotation are cleared where the whole expression ends.
            Mapped::Original(_) => match edge.op {
                Op::Assign { target, value } => {
                    self.ours.contains(&target) && self.annotated.exprs[value] == Expr::Null
                }
                // A declaration says that its variable is indeterminate only where that can be
                // seen; an annotation that reads the variable makes it say so.
                Op::Havoc { target, cause: HavocCause::Uninitialised } => {
                    !self.indeterminate.contains(&self.name_of(target))
                }
                _ => false,
            },
        }
    }

    fn name_of(&self, var: VarId) -> (&'p str, Option<FunctionId>) {
        let var = &self.annotated.vars[var];
        let function = match var.scope {
            Scope::Global => None,
            Scope::Local(function) => self.functions.get(&function).copied(),
        };
        (&*var.name, function)
    }

    fn said_to_be_indeterminate(&mut self) {
        for (id, function) in self.original.functions.iter() {
            let edges = function.body.iter().flat_map(|body| body.edges.values());
            for edge in edges {
                if let Op::Havoc { target, cause: HavocCause::Uninitialised } = edge.op {
                    let name = &*self.original.vars[target].name;
                    self.indeterminate.insert((name, Some(id)));
                }
            }
        }
    }

    fn written_by_annotations(&mut self) {
        let bodies = self.annotated.functions.values().filter_map(|it| it.body.as_ref());
        for edge in bodies.flat_map(|body| body.edges.values()) {
            if matches!(self.inserted.map(edge.provenance.span), Mapped::Inserted { .. }) {
                self.ours.extend(edge.op.assigned());
            }
        }
    }

    fn function(&mut self, old: FunctionId, new: FunctionId) -> Result<(), String> {
        let (old, new) = (&self.original.functions[old], &self.annotated.functions[new]);
        let (Some(theirs), Some(ours)) = (&old.body, &new.body) else { return Ok(()) };
        let differs = || format!("`{}` is not what it was", old.name);
        if old.signature != new.signature || old.parameters.len() != new.parameters.len() {
            return Err(differs());
        }
        for (old, new) in old.parameters.iter().zip(&new.parameters) {
            if !self.same_var(*old, *new) {
                return Err(differs());
            }
        }
        let mut seen = BTreeSet::new();
        let mut open = vec![(theirs.entry, ours.entry)];
        while let Some((old, new)) = open.pop() {
            let (old, new) = match (settle(theirs, old, &|_| false), self.pass(ours, new)?) {
                (Settled::At(old), Settled::At(new)) => (old, new),
                (Settled::Nowhere, Settled::Nowhere) => continue,
                _ => return Err(differs()),
            };
            if !seen.insert((old, new)) {
                continue;
            }
            let edges = (&theirs.locations[old].outgoing, &ours.locations[new].outgoing);
            if edges.0.len() != edges.1.len() {
                return Err(differs());
            }
            for (old, new) in edges.0.iter().zip(edges.1) {
                let (old, new) = (&theirs.edges[*old], &ours.edges[*new]);
                if self.is_annotation(new) || !self.same_op(&old.op, &new.op) {
                    return Err(differs());
                }
                open.push((old.to, new.to));
            }
        }
        Ok(())
    }

    /// Where the program goes on behind what annotations do.
    fn pass(&self, body: &Body, from: LocationId) -> Result<Settled, String> {
        let settled = settle(body, from, &|edge| self.is_annotation(edge));
        let mut open = vec![from];
        let mut seen = BTreeSet::new();
        while let Some(location) = open.pop() {
            if !seen.insert(location) {
                continue;
            }
            let outgoing = body.locations[location].outgoing.iter().map(|id| &body.edges[*id]);
            let edges: Vec<&Edge> = outgoing.filter(|edge| self.is_annotation(edge)).collect();
            for edge in &edges {
                self.is_harmless(&edge.op)?;
                open.push(edge.to);
            }
            let conditions: Vec<ExprId> = edges.iter().filter_map(|it| condition(&it.op)).collect();
            let decides = match *conditions {
                [] => edges.len() <= 1,
                [a, b] => edges.len() == 2 && self.are_opposites(a, b),
                _ => false,
            };
            if !decides {
                return Err("an annotation ends runs".to_owned());
            }
        }
        Ok(settled)
    }

    fn are_opposites(&self, a: ExprId, b: ExprId) -> bool {
        let exprs = &self.annotated.exprs;
        exprs[a] == Expr::Not(b) || exprs[b] == Expr::Not(a)
    }

    fn is_harmless(&self, op: &Op) -> Result<(), String> {
        let is_harmless = match op {
            Op::Skip | Op::Assign { .. } | Op::Assume { .. } | Op::Unsupported { .. } => true,
            Op::Havoc { cause, .. } => *cause == HavocCause::Uninitialised,
            Op::Load { access, .. } => !access.is_volatile,
            Op::Check { check, .. } => self.annotated.checks[*check].kind == CheckKind::Invariant,
            _ => false,
        };
        match is_harmless {
            true => Ok(()),
            false => Err("an annotation does more than to read".to_owned()),
        }
    }

    fn same_op(&mut self, old: &Op, new: &Op) -> bool {
        let (mut theirs, mut ours) = (Vec::new(), Vec::new());
        old.for_each_expr(|expr| theirs.push(expr));
        new.for_each_expr(|expr| ours.push(expr));
        let assigned = match (old.assigned(), new.assigned()) {
            (None, None) => true,
            (Some(old), Some(new)) => self.same_var(old, new),
            _ => false,
        };
        assigned
            && theirs.len() == ours.len()
            && theirs.iter().zip(&ours).all(|(old, new)| self.same_expr(*old, *new))
            && self.same_rest(old, new)
    }

    /// Compares what is neither an expression nor the variable that gets a value.
    fn same_rest(&mut self, old: &Op, new: &Op) -> bool {
        match (old, new) {
            (Op::Skip, Op::Skip)
            | (Op::Assign { .. }, Op::Assign { .. })
            | (Op::Assume { .. }, Op::Assume { .. })
            | (Op::Copy { .. }, Op::Copy { .. })
            | (Op::Fill { .. }, Op::Fill { .. })
            | (Op::Return { .. }, Op::Return { .. })
            | (Op::Reallocate { .. }, Op::Reallocate { .. })
            | (Op::Free { .. }, Op::Free { .. })
            | (Op::ThreadJoin { .. }, Op::ThreadJoin { .. })
            | (Op::ThreadExit { .. }, Op::ThreadExit { .. })
            | (Op::Await { .. }, Op::Await { .. })
            | (Op::ThreadSelf { .. }, Op::ThreadSelf { .. })
            | (Op::AtomicEnd, Op::AtomicEnd) => true,
            (Op::AtomicBegin(a), Op::AtomicBegin(b)) => a == b,
            (Op::Havoc { cause: a, .. }, Op::Havoc { cause: b, .. })
            | (Op::HavocMemory { cause: a, .. }, Op::HavocMemory { cause: b, .. }) => {
                self.same_cause(a, b)
            }
            (Op::Outside { actor: a, .. }, Op::Outside { actor: b, .. }) => self.same_actor(*a, *b),
            (
                Op::CallBack { actor: a, function: f, .. },
                Op::CallBack { actor: b, function: g, .. },
            ) => {
                self.same_actor(*a, *b) && self.same_callee(Callee::Direct(*f), Callee::Direct(*g))
            }
            (Op::Load { access: a, .. }, Op::Load { access: b, .. })
            | (Op::Store { access: a, .. }, Op::Store { access: b, .. }) => a == b,
            (Op::Call { callee: a, .. }, Op::Call { callee: b, .. })
            | (Op::ThreadCreate { start: a, .. }, Op::ThreadCreate { start: b, .. }) => {
                self.same_callee(*a, *b)
            }
            (Op::Halt { cause: a }, Op::Halt { cause: b }) => a == b,
            (Op::EnterScope { object: a }, Op::EnterScope { object: b })
            | (Op::LeaveScope { object: a }, Op::LeaveScope { object: b }) => {
                self.same_object(*a, *b)
            }
            (Op::Allocate { kind: a, .. }, Op::Allocate { kind: b, .. }) => a == b,
            (
                Op::Check { check: a, condition: asked },
                Op::Check { check: b, condition: also_asked },
            ) => {
                let (a, b) = (&self.original.checks[*a], &self.annotated.checks[*b]);
                let of_one_form = std::mem::discriminant::<Condition>(asked)
                    == std::mem::discriminant(also_asked);
                // Not by their texts: what a macro made is told as it was written, which is not known
                // of a text that was edited.
                a.kind == b.kind && a.span == self.inserted.original_span(b.span) && of_one_form
            }
            (Op::Unsupported { what: a }, Op::Unsupported { what: b }) => a == b,
            _ => false,
        }
    }

    fn same_cause(&self, old: &HavocCause, new: &HavocCause) -> bool {
        match (old, new) {
            (HavocCause::ExternalResult(old), HavocCause::ExternalResult(new)) => {
                self.same_function(*old, *new)
            }
            (HavocCause::Effect(old), HavocCause::Effect(new)) => self.same_actor(*old, *new),
            _ => old == new,
        }
    }

    fn same_actor(&self, old: Actor, new: Actor) -> bool {
        match (old, new) {
            (Actor::Function(old), Actor::Function(new)) => self.same_function(old, new),
            (Actor::Assembly, Actor::Assembly) => true,
            (Actor::Function(_), Actor::Assembly) | (Actor::Assembly, Actor::Function(_)) => false,
        }
    }

    fn same_callee(&self, old: Callee, new: Callee) -> bool {
        let signature = |a: SignatureId, b: SignatureId| {
            self.original.signatures[a] == self.annotated.signatures[b]
        };
        match (old, new) {
            (Callee::Direct(old), Callee::Direct(new)) => self.same_function(old, new),
            (Callee::Indirect(_, old), Callee::Indirect(_, new)) => signature(old, new),
            (Callee::Direct(_), Callee::Indirect(..))
            | (Callee::Indirect(..), Callee::Direct(_)) => false,
        }
    }

    fn same_function(&self, old: FunctionId, new: FunctionId) -> bool {
        self.functions.get(&new) == Some(&old)
    }

    fn same_scope(&self, old: Scope, new: Scope) -> bool {
        match (old, new) {
            (Scope::Global, Scope::Global) => true,
            (Scope::Local(old), Scope::Local(new)) => self.same_function(old, new),
            (Scope::Global, Scope::Local(_)) | (Scope::Local(_), Scope::Global) => false,
        }
    }

    fn same_var(&mut self, old: VarId, new: VarId) -> bool {
        if let Some(known) = self.vars.known(old, new) {
            return known;
        }
        self.vars.insert(old, new);
        let (a, b) = (&self.original.vars[old], &self.annotated.vars[new]);
        let initial = match (a.initial, b.initial) {
            (Initial::ObjectAddress(old, at), Initial::ObjectAddress(new, also_at)) => {
                at == also_at && self.same_object(old, new)
            }
            (Initial::FunctionAddress(old), Initial::FunctionAddress(new)) => {
                self.same_function(old, new)
            }
            (old, new) => old == new,
        };
        initial
            && a.name == b.name
            && a.ty == b.ty
            && a.origin == b.origin
            && self.same_scope(a.scope, b.scope)
    }

    fn same_object(&mut self, old: ObjectId, new: ObjectId) -> bool {
        // Contents point to objects whose contents point on.
        let mut open = vec![(old, new)];
        while let Some((old, new)) = open.pop() {
            match self.objects.known(old, new) {
                Some(true) => continue,
                Some(false) => return false,
                None => self.objects.insert(old, new),
            }
            let (a, b) = (&self.original.objects[old], &self.annotated.objects[new]);
            let same = a.name == b.name
                && a.size == b.size
                && a.align == b.align
                && a.is_read_only == b.is_read_only
                && a.is_visible == b.is_visible
                && self.same_scope(a.scope, b.scope)
                && self.same_contents(&a.contents, &b.contents, &mut open);
            if !same {
                return false;
            }
        }
        true
    }

    fn same_contents(
        &self,
        old: &Contents,
        new: &Contents,
        open: &mut Vec<(ObjectId, ObjectId)>,
    ) -> bool {
        let (Contents::Static(old), Contents::Static(new)) = (old, new) else {
            return old == new;
        };
        old.len() == new.len()
            && old.iter().zip(new).all(|(old, new)| {
                old.offset == new.offset
                    && match (&old.value, &new.value) {
                        (
                            StaticBytes::ObjectAddress(a, at),
                            StaticBytes::ObjectAddress(b, also_at),
                        ) => {
                            open.push((*a, *b));
                            at == also_at
                        }
                        (StaticBytes::FunctionAddress(a), StaticBytes::FunctionAddress(b)) => {
                            self.same_function(*a, *b)
                        }
                        (old, new) => old == new,
                    }
            })
    }

    fn same_expr(&mut self, old: ExprId, new: ExprId) -> bool {
        let mut open = vec![(old, new)];
        while let Some((old, new)) = open.pop() {
            match self.exprs.get(&(old, new)) {
                Some(true) => continue,
                Some(false) => return false,
                None => {}
            }
            let (a, b) = (self.original.exprs[old], self.annotated.exprs[new]);
            let same = match (a, b) {
                (Expr::Var(a), Expr::Var(b)) => self.same_var(a, b),
                (Expr::ObjectAddress(a), Expr::ObjectAddress(b)) => self.same_object(a, b),
                (Expr::FunctionAddress(a), Expr::FunctionAddress(b)) => self.same_function(a, b),
                _ => a.without_operands() == b.without_operands(),
            };
            self.exprs.insert((old, new), same);
            if !same {
                return false;
            }
            open.extend(a.operands().zip(b.operands()));
        }
        true
    }
}

fn condition(op: &Op) -> Option<ExprId> {
    match op {
        Op::Assume { condition } => Some(*condition),
        _ => None,
    }
}

enum Settled {
    At(LocationId),
    /// The run goes round in circles without doing anything.
    Nowhere,
    Several,
}

/// The next location from which something happens that is not to be passed.
fn settle(body: &Body, from: LocationId, passes: &dyn Fn(&Edge) -> bool) -> Settled {
    let mut open = vec![from];
    let mut seen = BTreeSet::new();
    let mut found = BTreeSet::new();
    while let Some(location) = open.pop() {
        if !seen.insert(location) {
            continue;
        }
        let edges = body.locations[location].outgoing.iter().map(|id| &body.edges[*id]);
        let (passed, other): (Vec<&Edge>, Vec<&Edge>) =
            edges.partition(|edge| edge.op == Op::Skip || passes(edge));
        if passed.is_empty() {
            found.insert(location);
        } else if !other.is_empty() {
            return Settled::Several;
        }
        open.extend(passed.iter().map(|edge| edge.to));
    }
    match found.len() {
        0 => Settled::Nowhere,
        1 => found.pop_first().map_or(Settled::Nowhere, Settled::At),
        _ => Settled::Several,
    }
}
