//! The encoder as a second interpreter: on concrete states, the term of a step is what the step
//! does.
//!
//! Random C programs are lowered with the checks of memory and arithmetic in them, made into one
//! automaton, and run by `ir-interp`. The same run is then followed through the encoding: each step
//! starts from an arbitrary state whose variables have the values of the state before, its terms
//! are evaluated, and what comes out is compared with the run: which way it goes, which check
//! fails, every variable that is still read, and which objects are alive, on the heap, and how
//! large they are. This is done edge by edge, so that every load, store and conversion is looked at
//! by itself, and again from loop head to loop head, as the engines take their steps.
//!
//! # What is equal
//! Numbers are equal. A pointer is the same object at the same offset: the encoding numbers
//! objects and the interpreter gives them addresses, so that the difference between the two must
//! be one number for all pointers into an object, and another for another object. Bits that
//! nothing has written may be any. What the encoding leaves open (an input, a float, a number made
//! of an address) is given the value that the run has there; only where a whole region of memory is
//! left open does the comparison of a run end early.
//!
//! # What this does not see
//! Runs of one thread only, and no floats: those are open in the encoding. That the memory of the
//! entry function's own variables ends with the program makes no difference to anyone.
//!
//! Mistakes planted by hand into the encoder, each found by these tests: bytes of a word in the
//! wrong order, conversions that forget the sign, signed numbers compared as unsigned ones, scopes
//! that end no life, blocks that stay alive when freed, and a filled block one element short.

use std::collections::{BTreeMap, BTreeSet};

use c_generate::{Choices, Model, Subject, draft};
use ir::{AllocationKind, LocationId, ObjectId, Op, Program, Scope, Type, VarId};
use ir_interp::{Interpreter, Options, Origin, Outcome, Record, Step as RunStep};
use ir_passes::inline::{Limits, inline};
use ir_passes::points_to::{ExternalPointers, PointsTo};
use logic::{Assignment, Scalar, Sort, TermId, Value, evaluate};
use rustc_hash::FxHashMap;
use verdict::{Property, PropertySet};

use super::*;

/// Runs that are longer are not followed.
const MAX_STEPS: usize = 1_500;

/// Where steps end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cuts {
    Everywhere,
    LoopHeads,
}

/// How far a run was followed.
#[derive(Clone, Copy, Debug, Default)]
struct Followed {
    n_steps: usize,
    n_vars: usize,
    n_complete: usize,
}

struct Walk<'p> {
    encoder: Encoder<'p>,
    /// The values of the present state, by component.
    now: BTreeMap<Component, Value>,
    /// What the run has in each variable.
    vars: FxHashMap<VarId, ir_interp::Value>,
    /// For each object of the run, what the encoding adds to its addresses.
    shift: FxHashMap<Origin, u128>,
    /// By number in the encoding: whether it is a heap block.
    alive: BTreeMap<u128, bool>,
    /// The number under which each local object was entered last, while it lives.
    entered: BTreeMap<ObjectId, u128>,
    cuts: Cuts,
    context: String,
}

/// The run is left open by the encoding from here on.
struct Open;

fn width_of(model: ir::DataModel) -> u32 {
    AddressFormat::of(model).width
}

fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

impl<'p> Walk<'p> {
    /// At the beginning of a run.
    fn begin(program: &'p Program, cuts: Cuts, context: String) -> Option<(Self, LocationId)> {
        let points_to = PointsTo::of(program, ExternalPointers::OwnMemory);
        let mut encoder = Encoder::new(program, points_to, Integers::Machine).ok()?;
        if cuts == Cuts::Everywhere {
            encoder.cut_points = encoder.body.locations.ids().collect();
        }
        let (entry, _) = encoder.initial();
        let mut assignment = Assignment::default();
        let components = encoder.components(entry.location, &entry.state);
        let terms: Vec<TermId> = components.iter().map(|(_, term)| *term).collect();
        for var in encoder.pool.vars_of(&terms).iter() {
            // Nothing was written there; any value is as good as any other.
            let zero = zero(encoder.pool.var(var).sort);
            assignment.vars.insert(var, zero);
        }
        let mut now = BTreeMap::new();
        for (component, term) in components {
            now.insert(component, evaluate(&encoder.pool, term, &assignment)?);
        }
        let mut alive = BTreeMap::new();
        for (id, object) in program.objects.iter() {
            if let (Scope::Global, Some(_)) = (object.scope, object.size) {
                alive.insert(encoder.static_objects[&id], false);
            }
        }
        let (vars, shift) = (FxHashMap::default(), FxHashMap::default());
        let location = entry.location;
        let entered = BTreeMap::new();
        Some((Self { encoder, now, vars, shift, alive, entered, cuts, context }, location))
    }

    /// Follows a part of the run from one cut point to the next, or to the end of the run.
    fn follow(&mut self, from: LocationId, part: &[RunStep], end: End) -> Result<usize, Open> {
        let top = self.encoder.pool.top();
        let entry = self.encoder.arbitrary(from, top);
        let mut assignment = Assignment::default();
        for (component, term) in self.encoder.components(from, &entry.state) {
            let var = self.encoder.pool.as_var(term).expect("an arbitrary state is of variables");
            // What was not read before the last cut point was not kept.
            let value = self.now.get(&component).cloned();
            let value = value.unwrap_or_else(|| zero(self.encoder.pool.var(var).sort));
            assignment.vars.insert(var, value);
        }
        let before = entry.state.clone();
        let step = self.encoder.step(vec![entry]).map_err(|_| Open)?;
        self.answer_inputs(&step, part, &mut assignment);
        for step in part {
            self.take_over(step);
        }
        let edge = part.last().map(|step| step.site.edge);
        for violation in &step.violations {
            let fails = self.truth(violation.formula, &assignment)?;
            let expected = end == End::Violated && edge == Some(violation.edge);
            assert_eq!(fails, expected, "check {:?}, {}", violation.check, self.at(part));
        }
        if end == End::Violated {
            let is_there = step.violations.iter().any(|it| Some(it.edge) == edge);
            assert!(is_there, "a check that fails is none in the encoding, {}", self.at(part));
        }
        let to = match (end, edge) {
            (End::Goes, Some(edge)) => Some(self.encoder.body.edges[edge].to),
            _ => None,
        };
        let mut next = None;
        for exit in step.exits {
            let goes = self.truth(exit.guard, &assignment)?;
            assert_eq!(goes, Some(exit.location) == to, "to {}, {}", exit.location, self.at(part));
            if goes {
                next = Some(exit);
            }
        }
        let Some(exit) = next else {
            assert!(to.is_none(), "the encoding has no such run, {}", self.at(part));
            return Ok(0);
        };
        let n_vars = self.arrive(&exit, part, &assignment)?;
        if let (Cuts::Everywhere, [step]) = (self.cuts, part) {
            self.live_and_die((&before, &exit.state), step, &assignment)?;
            self.compare_lives(part);
        }
        Ok(n_vars)
    }

    /// Compares the state at the end of a part with the run's.
    fn arrive(
        &mut self,
        exit: &Entry,
        part: &[RunStep],
        assignment: &Assignment,
    ) -> Result<usize, Open> {
        let mut next = BTreeMap::new();
        let mut n_vars = 0;
        for (component, term) in self.encoder.components(exit.location, &exit.state) {
            let value = evaluate(&self.encoder.pool, term, assignment);
            let value = match (component, value) {
                (Component::Var(var), value) => {
                    n_vars += 1;
                    self.compare(var, value, part)?
                }
                (_, Some(value)) => value,
                (_, None) => return Err(Open),
            };
            next.insert(component, value);
        }
        self.now = next;
        Ok(n_vars)
    }

    /// The value of a variable, which is that of the run.
    fn compare(
        &mut self,
        var: VarId,
        value: Option<Value>,
        part: &[RunStep],
    ) -> Result<Value, Open> {
        let data = &self.encoder.program.vars[var];
        let Some(expected) = self.vars.get(&var).copied() else {
            // Never assigned: anything.
            return Ok(value.unwrap_or_else(|| zero(self.encoder.sort_of(data.ty))));
        };
        let known = !expected.indeterminate();
        let name = format!("{} {}", data.name, var);
        let (ty, origin) = (data.ty, expected.origin());
        let width = width_of(self.encoder.program.model);
        match (ty, value) {
            (Type::Bool, Some(Value::Bool(is_true))) => {
                if known & 1 == 1 {
                    assert_eq!(u128::from(is_true), expected.bits(), "{name}, {}", self.at(part));
                }
                Ok(Value::Bool(is_true))
            }
            (Type::Pointer, Some(Value::BitVec(_, bits))) if !origin.is_none() => {
                let shift = bits.wrapping_sub(expected.bits()) & mask(width);
                let number = bits >> self.encoder.format.offset_bits;
                match self.shift.get(&origin) {
                    Some(known) => {
                        assert_eq!(shift, *known, "{name} points elsewhere, {}", self.at(part));
                    }
                    None => {
                        let is_taken = self.shift.values().any(|other| *other == shift);
                        assert!(!is_taken, "{name} to two objects, {number}, {}", self.at(part));
                        self.shift.insert(origin, shift);
                    }
                }
                Ok(Value::BitVec(width, bits))
            }
            (_, Some(Value::BitVec(width, bits))) => {
                // A number that was made of an address depends on where objects lie.
                if origin.is_none() {
                    let (bits, run) = (bits & known, expected.bits() & known);
                    assert_eq!(bits, run, "{name}, {}", self.at(part));
                }
                Ok(Value::BitVec(width, bits))
            }
            (_, None) => self.of_the_run(ty, &expected).ok_or(Open),
            (_, Some(other)) => panic!("{name} is {other:?}, {}", self.at(part)),
        }
    }

    /// The value of the run, as the encoding has it.
    fn of_the_run(&self, ty: Type, value: &ir_interp::Value) -> Option<Value> {
        let bits = match ty {
            Type::Bool => return Some(Value::Bool(value.bits() != 0)),
            Type::Pointer if !value.origin().is_none() => {
                let shift = self.shift.get(&value.origin())?;
                value.bits().wrapping_add(*shift) & mask(self.encoder.format.width)
            }
            _ if !value.origin().is_none() => return None,
            _ => value.bits(),
        };
        let width = self.encoder.sort_of(ty).width()?;
        Some(Value::BitVec(width, bits & mask(width)))
    }

    /// Inputs have the values that the run was given.
    fn answer_inputs(&self, step: &Step, part: &[RunStep], assignment: &mut Assignment) {
        for input in &step.inputs {
            let InputSite::Edge(edge) = input.site else { continue };
            let taken = part.iter().find(|step| step.site.edge == edge);
            let (Some(var), Some(taken)) = (self.encoder.pool.as_var(input.value), taken) else {
                continue;
            };
            if let ir_interp::Effect::Assigned { var: target, value } = &taken.effect
                && let Some(value) = self.of_the_run(self.encoder.type_of(*target), value)
            {
                assignment.vars.insert(var, value);
            }
        }
    }

    fn take_over(&mut self, step: &RunStep) {
        if let ir_interp::Effect::Assigned { var, value } = &step.effect {
            self.vars.insert(*var, *value);
        }
    }

    /// What the specification says about lives, in the encoding's numbers.
    fn live_and_die(
        &mut self,
        (before, after): (&State, &State),
        step: &RunStep,
        assignment: &Assignment,
    ) -> Result<(), Open> {
        let number =
            |walk: &Self, term: TermId| match evaluate(&walk.encoder.pool, term, assignment) {
                Some(Value::BitVec(_, bits)) => Ok(bits >> walk.encoder.format.offset_bits),
                _ => Err(Open),
            };
        let (new, old) = match self.encoder.edge_op(step.site.edge) {
            // What stands for blocks on the stack has no bytes: they are what lives.
            Op::EnterScope { object } if self.encoder.lifetimes.is_holder(*object) => {
                (None, self.entered.remove(object))
            }
            Op::EnterScope { object } => {
                // Entering again ends one life and starts the next.
                let new = match self.encoder.single_objects.get(object) {
                    Some(number) => *number,
                    None => {
                        let slot = self.encoder.slots.local_addresses[object];
                        number(self, after.get(slot))?
                    }
                };
                (Some((new, false)), self.entered.insert(*object, new))
            }
            // Nothing if it was never entered.
            Op::LeaveScope { object } => (None, self.entered.remove(object)),
            Op::Allocate { target, kind, .. } => {
                let new = number(self, after.get(self.encoder.slots.vars[target]))?;
                let is_heap = match kind {
                    AllocationKind::Heap | AllocationKind::HeapZeroed => true,
                    AllocationKind::Stack(holder) => {
                        self.entered.insert(*holder, new);
                        false
                    }
                };
                (Some((new, is_heap)), None)
            }
            Op::Reallocate { target, pointer, .. } => {
                let pointer = self.encoder.expr(before, *pointer);
                let new = number(self, after.get(self.encoder.slots.vars[target]))?;
                (Some((new, true)), Some(number(self, pointer)?))
            }
            Op::Free { pointer } => {
                let pointer = self.encoder.expr(before, *pointer);
                (None, Some(number(self, pointer)?))
            }
            _ => (None, None),
        };
        if let Some(old) = old {
            self.alive.remove(&old);
        }
        if let Some((new, is_heap)) = new {
            let at = self.at(std::slice::from_ref(step));
            assert!(self.alive.insert(new, is_heap).is_none(), "not new, {at}");
        }
        Ok(())
    }

    fn compare_lives(&self, part: &[RunStep]) {
        let (Some(Value::Array(alive, _)), Some(Value::Array(heap, _))) =
            (self.now.get(&Component::Alive), self.now.get(&Component::OnHeap))
        else {
            return;
        };
        let set = |table: &BTreeMap<Value, Value>| -> BTreeSet<u128> {
            let bits = table.iter().filter_map(|(at, bit)| match (at, bit) {
                (Value::BitVec(_, at), Value::BitVec(1, 1)) => Some(*at),
                _ => None,
            });
            bits.collect()
        };
        let expected: BTreeSet<u128> = self.alive.keys().copied().collect();
        assert_eq!(set(alive), expected, "alive, {}", self.at(part));
        let heap = set(heap);
        for (number, is_heap) in &self.alive {
            assert_eq!(heap.contains(number), *is_heap, "on the heap, {}", self.at(part));
        }
        let n_heap = self.alive.values().filter(|is_heap| **is_heap).count() as u128;
        let counted = self.now.get(&Component::HeapBlocks);
        assert_eq!(counted, Some(&Value::BitVec(32, n_heap)), "{}", self.at(part));
    }

    fn truth(&self, term: TermId, assignment: &Assignment) -> Result<bool, Open> {
        match evaluate(&self.encoder.pool, term, assignment) {
            Some(Value::Bool(truth)) => Ok(truth),
            _ => Err(Open),
        }
    }

    fn at(&self, part: &[RunStep]) -> String {
        let edges = part.iter().map(|step| {
            let op = self.encoder.edge_op(step.site.edge);
            format!("{} {op:?} {:?}", step.site.edge, step.effect)
        });
        format!("at\n{}\nin {}", edges.collect::<Vec<_>>().join("\n"), self.context)
    }
}

/// How a part of a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// It goes on behind its last edge.
    Goes,
    Violated,
    /// It is over, or undefined, or not modelled.
    Over,
}

fn zero(sort: Sort) -> Value {
    let scalar = |scalar| match scalar {
        Scalar::BitVec(width) => Value::BitVec(width, 0),
        Scalar::Int => Value::Int(0),
    };
    match sort {
        Sort::Bool => Value::Bool(false),
        Sort::BitVec(width) => Value::BitVec(width, 0),
        Sort::Int => Value::Int(0),
        Sort::Array(_, element) => Value::Array(BTreeMap::new(), Box::new(scalar(element))),
    }
}

/// True if the run fails only because what it checks was never given a value: the encoding has any
/// value there, and the check fails for some of them.
fn fails_for_want_of_a_value(program: &Program, inputs: &[u128], outcome: &Outcome) -> bool {
    let Outcome::Violated { check: failed, .. } = outcome else { return false };
    [0, 3, u128::MAX].into_iter().any(|filler| {
        let mut at = 0;
        let source = |request: &ir_interp::InputRequest| match request.unknown {
            ir_interp::Unknown::Input | ir_interp::Unknown::ExternalResult(_) => {
                at += 1;
                inputs.get(at - 1).copied().or(Some(3))
            }
            _ => Some(filler),
        };
        let options = Options {
            indeterminate: ir_interp::Indeterminate::AsInput,
            n_steps: 20_000,
            ..Options::default()
        };
        let again = Interpreter::new(program, source, options).run();
        !matches!(again, Outcome::Violated { check, .. } if check == *failed)
    })
}

/// Follows the run of a program on some inputs.
fn follow(program: &Program, inputs: &[u128], cuts: Cuts, context: &str) -> Followed {
    let mut followed = Followed::default();
    let mut at = 0;
    let source = |_: &ir_interp::InputRequest| {
        at += 1;
        inputs.get(at - 1).copied().or(Some(3))
    };
    let options = Options { record: Record::All, n_steps: 20_000, ..Options::default() };
    let mut interpreter = Interpreter::new(program, source, options);
    let outcome = interpreter.run();
    let steps: Vec<RunStep> = interpreter.trace().steps().cloned().collect();
    if steps.len() > MAX_STEPS || fails_for_want_of_a_value(program, inputs, &outcome) {
        return followed;
    }
    let context = format!("{context}\ninputs {inputs:?}, {outcome:?}");
    let Some((mut walk, mut location)) = Walk::begin(program, cuts, context) else {
        return followed;
    };
    let is_cut = |walk: &Walk<'_>, step: &RunStep| {
        let to = walk.encoder.body.edges[step.site.edge].to;
        walk.encoder.cut_points.contains(to)
    };
    let mut start = 0;
    for (index, step) in steps.iter().enumerate() {
        let is_last = index + 1 == steps.len();
        if !is_last && !is_cut(&walk, step) {
            continue;
        }
        let part = &steps[start..=index];
        let end = match (&outcome, is_last) {
            (_, false) => End::Goes,
            (Outcome::Violated { .. }, true) => End::Violated,
            _ => End::Over,
        };
        // What ends a run without a check is no step of the encoding, or one that it goes on from.
        if end == End::Over {
            break;
        }
        match walk.follow(location, part, end) {
            Ok(n_vars) => {
                followed.n_steps += 1;
                followed.n_vars += n_vars;
            }
            Err(Open) => return followed,
        }
        location = walk.encoder.body.edges[step.site.edge].to;
        start = index + 1;
    }
    followed.n_complete = 1;
    followed
}

/// Programs of these seeds, on a few inputs each.
fn follow_seeds(model: Model, subject: Subject, seeds: std::ops::Range<u64>) -> Followed {
    let mut all = Followed::default();
    for seed in seeds {
        let draft = draft(Choices::seeded(seed), model, "t_", subject);
        let text = draft.without_questions();
        // Floats are open in the encoding; one declaration with them is in every program.
        if text.contains("float") || text.matches("double").count() > 1 {
            continue;
        }
        let asked = [Property::ValidDeref, Property::ValidFree, Property::NoOverflow];
        let checks = c_lower::Checks::of(&PropertySet::from_iter(asked));
        let Ok(lowered) = c_generate::lower(&text, model, checks, "main") else { continue };
        let points_to = PointsTo::of(&lowered.program, ExternalPointers::OwnMemory);
        let limits = Limits { n_edges: 5_000, recursion: 6 };
        let Ok(inlined) = inline(&lowered.program, &points_to, limits) else { continue };
        for number in 0..2 {
            let mut chosen = Choices::seeded(seed ^ 0x5eed << number);
            let inputs = draft
                .inputs
                .iter()
                .map(|input| (input.lo + chosen.below(input.n_values()) as i64) as u128);
            let inputs: Vec<u128> = inputs.collect();
            for cuts in [Cuts::Everywhere, Cuts::LoopHeads] {
                let context = format!("seed {seed}, {model:?}, {subject:?}, {cuts:?}\n{text}");
                let one = follow(&inlined.program, &inputs, cuts, &context);
                all.n_steps += one.n_steps;
                all.n_vars += one.n_vars;
                all.n_complete += one.n_complete;
            }
        }
    }
    all
}

#[test]
fn steps_do_what_the_interpreter_does_on_64_bits() {
    let calls = follow_seeds(Model::Lp64, Subject::Calls, 1_000..1_400);
    let memory = follow_seeds(Model::Lp64, Subject::Memory, 2_000..2_400);
    // The comparison is worth nothing if it ends early.
    assert!(calls.n_complete > 60 && memory.n_complete > 60, "{calls:?} {memory:?}");
}

#[test]
fn steps_do_what_the_interpreter_does_on_32_bits() {
    let calls = follow_seeds(Model::Ilp32, Subject::Calls, 3_000..3_400);
    let memory = follow_seeds(Model::Ilp32, Subject::Memory, 4_000..4_400);
    assert!(calls.n_complete > 60 && memory.n_complete > 60, "{calls:?} {memory:?}");
}
