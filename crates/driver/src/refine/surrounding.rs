//! What others do, as commands: from clauses, or from the steps of a program.

use std::collections::{BTreeMap, BTreeSet};

use engine_refine::crowd::{Crowd, Global, NUMBER, commands_of_runs};
use engine_refine::expr::{Ex, Exprs, Slot};
use engine_refine::machine::{Label, Side, Step};
use engine_refine::observe::Observed;
use engine_refine::problem::{Command, Variable};
use engine_refine::{OWN_THREAD, Slots, build};
use ir::{CompareOp, Expr, Initial, Op, Program, Scope, Type, Var, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Diagnostic, Diagnostics, Source, Span};

use super::assemble::{EnvironmentProgram, Pairs, Said, Unfit, fits, is_global, used};
use super::notation::{Name, Others};
use super::resolve::Resolver;

/// Globals that hold the number of the thread that has taken them: mutexes.
pub(super) fn lock_names(target: &Program, source: &Program) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for program in [target, source] {
        let Some(body) = &program.functions[program.entry].body else { continue };
        let mut own: BTreeSet<VarId> = BTreeSet::new();
        // The number is copied from variable to variable a few times at most.
        for _ in 0..4 {
            for edge in body.edges.values() {
                match &edge.op {
                    Op::ThreadSelf { target } => {
                        own.insert(*target);
                    }
                    Op::Assign { target, value } => {
                        if let Expr::Var(var) = program.exprs[*value]
                            && own.contains(&var)
                        {
                            own.insert(*target);
                        }
                    }
                    _ => {}
                }
            }
        }
        let globals = own.iter().filter(|var| is_global(program, **var));
        names.extend(globals.map(|var| program.vars[*var].name.to_string()));
    }
    names
}

/// What others do.
#[derive(Default)]
pub(super) struct Done {
    pub(super) commands: Vec<Command>,
    pub(super) crowd: Option<Crowd>,
}

/// Makes the commands of the environment.
pub(super) struct Surrounding<'a, 'r> {
    pub(super) resolver: &'a mut Resolver<'r>,
    pub(super) pairs: &'a Pairs,
    pub(super) variables: &'a [Variable],
    pub(super) locks: &'a BTreeSet<String>,
    pub(super) relies: &'a mut Vec<String>,
}

impl Surrounding<'_, '_> {
    pub(super) fn commands(
        &mut self,
        said: &mut [Said],
        environment: Option<&EnvironmentProgram>,
        environment_diagnostics: &mut Diagnostics,
        is_whole: bool,
    ) -> Result<Done, Unfit> {
        if let Some(environment) = environment {
            refuse_clauses_beside(environment, said)?;
        }
        let mut kept: BTreeSet<String> = BTreeSet::new();
        let mut guarded: Vec<(Slot, Ex, String)> = Vec::new();
        let (mut is_none, mut is_given) = (false, false);
        for one in said.iter_mut() {
            for others in one.clauses.others.clone() {
                is_given = true;
                match others {
                    Others::None(_) => is_none = true,
                    Others::File(_) => {}
                    Others::Preserves(names) => {
                        for name in names {
                            self.known(&name, &mut one.diagnostics)?;
                            kept.extend(self.resolver.names.expanded(&name.text));
                        }
                    }
                    Others::Guarded(name, formula, text) => {
                        self.known(&name, &mut one.diagnostics)?;
                        let condition = self
                            .resolver
                            .condition(&formula, &mut one.diagnostics)
                            .ok_or(Unfit::Said)?;
                        for name in self.resolver.names.expanded(&name.text) {
                            if let Some(slot) = self.shared_slot(&name) {
                                guarded.push((slot, condition, text.clone()));
                            }
                        }
                    }
                }
            }
        }
        if let Some(environment) = environment {
            let begin = match is_whole {
                true => "from when this does",
                false => "from any time on",
            };
            self.relies.push(format!(
                "others run `{}`, any number of them at once, {begin}",
                environment.source.name()
            ));
            return self.of_program(environment, environment_diagnostics, is_whole);
        }
        if is_none || (is_whole && !is_given) {
            self.relies.push("no other thread runs".to_owned());
            return Ok(Done::default());
        }
        let mut commands = Vec::new();
        for (slot, _) in self.pairs.shared.clone() {
            let name = self.variables[slot.index()].name.clone();
            if self.pairs.constants.contains(&name) {
                continue;
            }
            if kept.contains(&name) {
                self.relies.push(format!("no other thread writes `{name}`"));
                continue;
            }
            let conditions: Vec<(Ex, String)> = guarded
                .iter()
                .filter(|(it, _, _)| *it == slot)
                .map(|(_, condition, text)| (*condition, text.clone()))
                .collect();
            let command = self.free(slot, &name, &conditions);
            commands.push(command);
        }
        Ok(Done { commands, crowd: None })
    }

    fn shared_slot(&self, name: &str) -> Option<Slot> {
        let slot = self.resolver.names.slot(Side::Target, name)?;
        self.pairs.shared.iter().any(|(target, _)| *target == slot).then_some(slot)
    }

    /// A name of a clause about the environment is that of a shared variable.
    fn known(&self, name: &Name, diagnostics: &mut Diagnostics) -> Result<(), Unfit> {
        let expanded = self.resolver.names.expanded(&name.text);
        let is_any = expanded.iter().any(|it| {
            self.resolver.names.slot(Side::Target, it).is_some()
                || self.resolver.names.slot(Side::Source, it).is_some()
        });
        // An element that neither program uses is one all the same.
        let is_element = name.text.split_once('[').is_some_and(|(array, _)| {
            let mut names = self.variables.iter().map(|it| it.name.as_str());
            names.any(|it| it.split('[').next() == Some(array))
        });
        if is_any || is_element {
            return Ok(());
        }
        let message = format!("neither program has a variable `{}`", name.text);
        diagnostics.push(Diagnostic::error("E1102", name.span, message));
        Err(Unfit::Said)
    }

    /// Others may give the variable any value, under the conditions.
    fn free(&mut self, slot: Slot, name: &str, conditions: &[(Ex, String)]) -> Command {
        let exprs = &mut *self.resolver.exprs;
        let (mut guard, mut then) = (exprs.bool(true), exprs.bool(true));
        let nexts: FxHashSet<Slot> = self.resolver.next.values().copied().collect();
        for (condition, text) in conditions {
            let speaks_of_new = exprs.slots_of(*condition).iter().any(|it| nexts.contains(it));
            match speaks_of_new {
                true => then = exprs.and(then, *condition),
                false => guard = exprs.and(guard, *condition),
            }
            self.relies.push(format!("other threads write `{name}` only if {text}"));
        }
        if self.locks.contains(name)
            && let Type::Int(int) = exprs.slot_type(slot)
            && let Some(next) = self.resolver.next.get(&slot)
        {
            let own = exprs.int(int, OWN_THREAD);
            let (old, new) = (exprs.slot(slot), exprs.slot(*next));
            let is_free = exprs.compare(CompareOp::Ne, old, own);
            let is_others = exprs.compare(CompareOp::Ne, new, own);
            guard = exprs.and(guard, is_free);
            then = exprs.and(then, is_others);
            self.relies.push(format!("no other thread touches `{name}` while this one holds it"));
        }
        Command {
            text: format!("others write `{name}`"),
            guard,
            updates: vec![(slot, None)],
            then,
            is_exact: true,
        }
    }

    /// The threads that run a program: what they really can do, and steps that bound it.
    fn of_program(
        &mut self,
        environment: &EnvironmentProgram,
        diagnostics: &mut Diagnostics,
        is_whole: bool,
    ) -> Result<Done, Unfit> {
        let program = &environment.program;
        self.refuse_misuse(program, diagnostics)?;
        let mut slots: FxHashMap<VarId, Slot> = FxHashMap::default();
        let mut visible: FxHashSet<Slot> = FxHashSet::default();
        let mut globals = Vec::new();
        for var in used(program) {
            let described = &program.vars[var];
            if !fits(described.ty) {
                continue;
            }
            let is_global = described.scope == Scope::Global;
            let known = self.shared_slot(&described.name).filter(|_| is_global);
            let slot = known.unwrap_or_else(|| self.resolver.exprs.add_slot(described.ty));
            if is_global {
                visible.insert(slot);
            }
            if is_global && known.is_none() {
                let initial = match (described.initial, described.ty) {
                    (Initial::Bits(bits), Type::Int(int)) if is_whole => Some(int.value(bits)),
                    _ => None,
                };
                globals.push(Global { slot, name: described.name.to_string(), initial });
            }
            slots.insert(var, slot);
        }
        let number = self.resolver.exprs.add_slot(Type::Int(NUMBER));
        let of = Slots { of: &slots, shared: &visible, number: Some(number) };
        let observed = Observed { result: false, end: false, calls: Some(BTreeSet::new()) };
        let machine = build(program, Side::Target, self.resolver.exprs, &of, &observed)
            .map_err(|what| Unfit::Unmodelled(format!("{what}, in the environment")))?;
        for step in &machine.steps {
            if let Label::Unmodelled(what) = &step.label {
                return Err(Unfit::Unmodelled(format!("{what}, in the environment")));
            }
        }
        let texts = machine.steps.iter().map(|step| line_text(&environment.source, step.span));
        let mut vars: Vec<(VarId, Slot)> = slots.into_iter().collect();
        vars.sort();
        let is_numbered = machine.steps.iter().any(|step| {
            let mentions = |ex: Ex| self.resolver.exprs.slots_of(ex).contains(&number);
            mentions(step.guard) || step.updates.iter().any(|(_, value)| mentions(*value))
        });
        let crowd = Crowd {
            number,
            is_numbered,
            begins_after_target: is_whole,
            globals,
            known: BTreeMap::new(),
            known_of_target: BTreeMap::new(),
            vars,
            texts: texts.collect(),
            machine,
        };
        let shared: Vec<Slot> = self.pairs.shared.iter().map(|(target, _)| *target).collect();
        let mut commands = commands_of_runs(self.resolver.exprs, &crowd, &shared);
        for (step, text) in crowd.machine.steps.iter().zip(&crowd.texts) {
            commands.extend(self.bound(step, &shared, text));
        }
        Ok(Done { commands, crowd: Some(crowd) })
    }

    /// A step of the environment over what is shared; one that depends on more may do more than it
    /// really can.
    fn bound(&mut self, step: &Step, shared: &[Slot], text: &str) -> Option<Command> {
        let exprs = &mut *self.resolver.exprs;
        let depends =
            |exprs: &Exprs, ex: Ex| exprs.slots_of(ex).iter().any(|slot| !shared.contains(slot));
        let mut updates = Vec::new();
        for (slot, value) in step.updates.iter().filter(|(slot, _)| shared.contains(slot)) {
            updates.push((*slot, (!depends(exprs, *value)).then_some(*value)));
        }
        let guard = match depends(exprs, step.guard) {
            true => exprs.bool(true),
            false => step.guard,
        };
        let then = exprs.bool(true);
        let text = text.to_owned();
        (!updates.is_empty()).then_some(Command { text, guard, updates, then, is_exact: false })
    }

    /// Others must leave alone what is nobody else's, and mean by a name what the programs mean.
    fn refuse_misuse(&self, program: &Program, diagnostics: &mut Diagnostics) -> Result<(), Unfit> {
        let Some(body) = &program.functions[program.entry].body else { return Ok(()) };
        for edge in body.edges.values() {
            for (var, is_written) in mentioned(program, &edge.op) {
                let var = &program.vars[var];
                if var.scope != Scope::Global {
                    continue;
                }
                if let Some(diagnostic) = self.misuse(var, is_written, edge.provenance.span) {
                    diagnostics.push(diagnostic);
                    return Err(Unfit::Said);
                }
            }
        }
        Ok(())
    }

    /// What is wrong with an access of the environment to a global.
    fn misuse(&self, var: &Var, is_written: bool, span: Span) -> Option<Diagnostic> {
        let name = &*var.name;
        if let Some(slot) = self.shared_slot(name) {
            let message = format!("`{name}` has another type here than in the programs");
            let is_same = self.resolver.exprs.slot_type(slot) == var.ty;
            return (!is_same).then(|| {
                Diagnostic::error("E1106", span, message)
                    .help("declare it as the target and the source do")
            });
        }
        let does = if is_written { "writes" } else { "reads" };
        if self.pairs.private.contains(name) {
            let message = format!("the environment {does} `{name}`, which is private");
            return Some(
                Diagnostic::error("E1105", span, message)
                    .help("leave it out of `private`, or let the environment leave it alone"),
            );
        }
        let sides = [Side::Target, Side::Source];
        let mut slots = sides.iter().filter_map(|side| self.resolver.names.slot(*side, name));
        let is_theirs = slots.any(|slot| self.variables[slot.index()].is_global);
        is_theirs.then(|| {
            let message = format!("the environment {does} `{name}`, which is not related");
            Diagnostic::error("E1105", span, message)
                .help("what others use must be a variable of both programs, and be related")
        })
    }
}

/// What others do is said once: as a program, or by clauses. A clause that changes nothing would be
/// believed to do something.
fn refuse_clauses_beside(environment: &EnvironmentProgram, said: &mut [Said]) -> Result<(), Unfit> {
    let mut is_right = true;
    for one in said.iter_mut() {
        for others in &one.clauses.others {
            let spans: Vec<Span> = match others {
                Others::File(_) => continue,
                Others::None(span) => vec![*span],
                Others::Preserves(names) => names.iter().take(1).map(|name| name.span).collect(),
                Others::Guarded(name, _, _) => vec![name.span],
            };
            let name = environment.source.name();
            for span in spans {
                let message = format!("others run `{name}`, which says what they do");
                let help = "leave out either the clause or the program";
                one.diagnostics.push(Diagnostic::error("E1109", span, message).help(help));
                is_right = false;
            }
        }
    }
    if is_right { Ok(()) } else { Err(Unfit::Said) }
}

/// Variables that an operation writes or reads.
fn mentioned(program: &Program, op: &Op) -> Vec<(VarId, bool)> {
    let mut found = Vec::new();
    let mut pending: Vec<ir::ExprId> = Vec::new();
    match op {
        Op::Assign { target, value } => {
            found.push((*target, true));
            pending.push(*value);
        }
        Op::Havoc { target, .. } | Op::ThreadSelf { target } => found.push((*target, true)),
        Op::Assume { condition } | Op::Await { condition } => pending.push(*condition),
        Op::Check { condition: ir::Condition::Holds(condition), .. } => pending.push(*condition),
        Op::Outside { arguments, .. } => pending.extend(arguments),
        Op::Return { value } => pending.extend(value),
        // Everything else is refused where it is reached.
        _ => {}
    }
    while let Some(expr) = pending.pop() {
        if let Expr::Var(var) = program.exprs[expr] {
            found.push((var, false));
        }
        pending.extend(program.exprs[expr].operands());
    }
    found
}

/// The line of the text that a span begins in.
pub fn line_text(source: &Source, span: Span) -> String {
    let excerpt = source.excerpt(span).split_whitespace().collect::<Vec<_>>().join(" ");
    excerpt.trim_end_matches(';').to_owned()
}
