//! Others, given as a program: the invariants of Algorithm 1, checked again, and the steps that they
//! bound.
//!
//! Any number of threads run the program, each with a number of its own. Beside a whole program they
//! begin no sooner than it does; beside a function they may have begun before. Listed for them and for the target are locations with facts over the shared variables
//! and the thread's own. Checked is, from the edges of both programs, that
//!
//! 1. the facts at the entries hold when the threads begin: for others beside a function, always;
//! 2. every stretch from one listed location leads to another one whose facts hold;
//! 3. the target's stretches keep the facts of the others, theirs keep the target's, and they keep each
//!    other's, as threads with different numbers.
//!
//! Each time what is known of the one who moves is assumed, which is the rule of Jones. Then every
//! stretch of the others is a command under the facts where it begins; all other conditions are asked
//! about these, not about what the certificate says that others do.
//!
//! What others do that is undefined in C ends what is said about a run.

use ir::{LocationId, Scope, Type, VarId};
use logic::{Substitution, TermId, TermPool, substitute};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Flaw;
use super::certificate::{Certificate, Command, Crowd, Known, Observations, Point};
use super::checker::Checker;
use super::points::is_over;
use super::steps::stretches;
use super::value::has_value;
use super::walk::{Walked, Walker, depths};

/// The numbers that others may have: the target is the first.
const NUMBERS: (i128, i128) = (2, i32::MAX as i128);

/// A stretch of one thread, under what is known where it begins.
struct Moved {
    assumed: Vec<TermId>,
    walked: Walked,
}

fn wrong<T>(what: &str) -> Result<T, Flaw> {
    Err(Flaw::Wrong(what.to_owned()))
}

/// Reads the program of the others.
pub(super) fn reader<'w>(
    crowd: &Crowd<'w>,
    reading: super::Reading,
    observations: &'w Observations,
) -> Result<Walker<'w>, Flaw> {
    let globals = crowd.program.vars.iter().filter(|(_, var)| var.scope == Scope::Global);
    Ok(Walker {
        program: crowd.program,
        reading,
        observations,
        visible: globals.map(|(id, _)| id).collect(),
        depths: depths(crowd.program)?,
        number: Some(crowd.number),
    })
}

/// Nothing that others do is observed but what they write.
pub(super) fn unobserved() -> Observations {
    Observations { result: false, end: false, calls: Some(Vec::new()) }
}

impl Checker<'_, '_> {
    /// Checks the invariants, and takes what they bound as what others do.
    pub(super) fn check_crowd(&mut self) -> Result<(), Flaw> {
        let Some(crowd) = self.certificate.crowd.clone() else { return Ok(()) };
        check_names(self.certificate, &crowd)?;
        let observations = unobserved();
        let others = reader(&crowd, self.certificate.reading, &observations)?;
        let number = self.number_facts(crowd.number);
        self.check_entries(&crowd, &number)?;
        let of_crowd = self.moved(&others, &crowd.known, &crowd.vars, &number)?;
        let (own, target) = (self.certificate.target.vars.clone(), self.target.clone());
        let of_target = self.moved(&target, &crowd.known_of_target, &own, &[])?;
        let written = |moved: &Moved, vars: &FxHashMap<VarId, TermId>| -> Vec<(TermId, TermId)> {
            let changed = vars.iter().filter_map(|(var, old)| {
                let new = moved.walked.store.get(var)?;
                (new != old).then_some((*old, *new))
            });
            changed.collect()
        };
        for moved in &of_target {
            let by = self.renaming(written(moved, &own));
            for known in &crowd.known {
                let assumed = [moved.assumed.as_slice(), &number].concat();
                self.check_kept(known, &assumed, &by)?;
            }
        }
        let globals = globals_of(&crowd);
        for moved in &of_crowd {
            let changed = written(moved, &globals);
            let by = self.renaming(changed.clone());
            for known in &crowd.known_of_target {
                self.check_kept(known, &moved.assumed, &by)?;
            }
            self.check_siblings(&crowd, moved, &changed, &number)?;
        }
        let shared = self.certificate.shared.clone();
        let mut commands = Vec::new();
        for moved in of_crowd {
            let mut updates = Vec::new();
            for (own, _) in &shared {
                let Some(old) = self.certificate.target.vars.get(own).copied() else { continue };
                let var = globals.iter().find(|(_, term)| **term == old).map(|(var, _)| *var);
                let new = var.and_then(|var| moved.walked.store.get(&var)).copied();
                updates.extend(new.filter(|new| *new != old).map(|new| (*own, Some(new))));
            }
            if !updates.is_empty() {
                let (guard, then) = (self.pool().and(&moved.assumed), self.pool().bool(true));
                commands.push(Command { guard, updates, then });
            }
        }
        self.certificate.commands = commands;
        Ok(())
    }

    fn number_facts(&mut self, number: TermId) -> Vec<TermId> {
        let int = Type::Int(ir::IntType::signed(32));
        let reader = self.target.clone();
        let pool = &mut self.certificate.pool;
        let (first, last) =
            (reader.constant(pool, int, NUMBERS.0), reader.constant(pool, int, NUMBERS.1));
        vec![reader.at_most(pool, int, first, number), reader.at_most(pool, int, number, last)]
    }

    /// The facts at the entries hold when the target starts.
    fn check_entries(&mut self, crowd: &Crowd<'_>, number: &[TermId]) -> Result<(), Flaw> {
        let mut assumed = self.certificate.relation.clone();
        assumed.extend(&self.certificate.requires);
        assumed.extend(number);
        for (var, value) in self.initial().concat() {
            let fact = self.pool().eq(var, value);
            assumed.push(fact);
        }
        if self.certificate.is_whole {
            let shared: Vec<TermId> = self.certificate.target.vars.values().copied().collect();
            let mut globals: Vec<(VarId, TermId)> = globals_of(crowd).into_iter().collect();
            globals.sort();
            for (var, term) in globals.into_iter().filter(|(_, term)| !shared.contains(term)) {
                let described = &crowd.program.vars[var];
                if let (ir::Initial::Bits(bits), Type::Int(int)) = (described.initial, described.ty)
                {
                    let reader = self.target.clone();
                    let value =
                        reader.constant(&mut self.certificate.pool, described.ty, int.value(bits));
                    let fact = self.pool().eq(term, value);
                    assumed.push(fact);
                }
            }
        }
        let begin = if self.certificate.is_whole { assumed.clone() } else { number.to_vec() };
        for (program, known, assumed) in [
            (crowd.program, &crowd.known, begin),
            (self.target.program, &crowd.known_of_target, assumed),
        ] {
            let body = program.functions[program.entry].body.as_ref();
            let Some(entry) = body.map(|body| body.entry) else {
                return wrong("there is no body");
            };
            let Some(known) = known.iter().find(|known| known.location == entry) else {
                return wrong("where a thread starts is not listed");
            };
            self.demand(&assumed, &known.facts, "what is known of a thread holds at its start")?;
        }
        Ok(())
    }

    /// All stretches from listed locations; each leads to what is known behind it.
    fn moved(
        &mut self,
        reader: &Walker<'_>,
        all: &[Known],
        vars: &FxHashMap<VarId, TermId>,
        number: &[TermId],
    ) -> Result<Vec<Moved>, Flaw> {
        let cuts: Vec<LocationId> = all.iter().map(|known| known.location).collect();
        let mut found = Vec::new();
        for known in all {
            if reader.depth(known.location) != 0 {
                return wrong("a point lies in an atomic block");
            }
            for edges in stretches(reader.program, known.location, &cuts)? {
                let mut fresh = |pool: &mut TermPool, _: usize, ty: Type| reader.fresh(pool, ty);
                let pool = &mut self.certificate.pool;
                let (walked, is_whole) =
                    reader.walk_readable(pool, known.location, &edges, vars, &mut fresh)?;
                let mut assumed = known.facts.clone();
                assumed.extend(number);
                assumed.extend(&walked.guard);
                if !is_whole || walked.n_events > 1 {
                    if !self.is_impossible(&assumed, "a step of a thread is impossible")? {
                        return wrong("others could act in the middle of a step of a thread");
                    }
                    continue;
                }
                let Point::At(to) = walked.end else {
                    found.push(Moved { assumed, walked });
                    continue;
                };
                match all.iter().find(|known| known.location == to) {
                    Some(behind) => {
                        let by = self.renaming(
                            vars.iter()
                                .filter_map(|(var, old)| Some((*old, *walked.store.get(var)?))),
                        );
                        let after = substitute(self.pool(), &behind.facts, &by);
                        self.demand(
                            &assumed,
                            &after,
                            "what is known of a thread is kept by itself",
                        )?;
                    }
                    None if reader.goes_on(to)
                        && !self
                            .is_impossible(&assumed, "a thread comes to no listed location")? =>
                    {
                        return wrong("a thread comes to a location that is not listed");
                    }
                    None => {}
                }
                found.push(Moved { assumed, walked });
            }
        }
        Ok(found)
    }

    fn check_kept(
        &mut self,
        known: &Known,
        assumed: &[TermId],
        by: &Substitution,
    ) -> Result<(), Flaw> {
        if by.is_empty() {
            return Ok(());
        }
        let after = substitute(self.pool(), &known.facts, by);
        let assumed = [assumed, known.facts.as_slice()].concat();
        self.demand(&assumed, &after, "what is known of a thread is kept by others")
    }

    /// A thread keeps what is known of another one of the same program, with another number.
    fn check_siblings(
        &mut self,
        crowd: &Crowd<'_>,
        moved: &Moved,
        changed: &[(TermId, TermId)],
        number: &[TermId],
    ) -> Result<(), Flaw> {
        if changed.is_empty() {
            return Ok(());
        }
        let globals = globals_of(crowd);
        let mut own: Vec<TermId> = vec![crowd.number];
        let locals = crowd.vars.iter().filter(|(var, _)| !globals.contains_key(var));
        own.extend(locals.map(|(_, term)| *term));
        let mut pairs = Vec::new();
        for term in own {
            let sort = self.certificate.pool.sort(term);
            pairs.push((term, self.certificate.pool.fresh_var("sibling", sort)));
        }
        let other_number = pairs[0].1;
        let renaming = self.renaming(pairs);
        let mut assumed = substitute(self.pool(), &moved.assumed, &renaming);
        let new: Vec<TermId> = changed.iter().map(|(_, new)| *new).collect();
        let new = substitute(self.pool(), &new, &renaming);
        let by = self.renaming(changed.iter().map(|(old, _)| *old).zip(new));
        let same = self.pool().eq(crowd.number, other_number);
        assumed.push(self.certificate.pool.not(same));
        assumed.extend(number);
        for known in &crowd.known {
            self.check_kept(known, &assumed, &by)?;
        }
        Ok(())
    }
}

/// Globals of the program that others run, with their variables of the pool.
fn globals_of(crowd: &Crowd<'_>) -> FxHashMap<VarId, TermId> {
    let is_global = |var: &VarId| crowd.program.vars[*var].scope == Scope::Global;
    crowd.vars.iter().filter(|(var, _)| is_global(var)).map(|(var, term)| (*var, *term)).collect()
}

/// What is shared has the same variable on both sides, and all else one of its own; facts are about
/// the thread that they are listed for.
pub(super) fn check_names(certificate: &Certificate<'_>, crowd: &Crowd<'_>) -> Result<(), Flaw> {
    let (target, source) = (&certificate.target, &certificate.source);
    let mut taken: FxHashSet<TermId> = FxHashSet::default();
    for side in [target, source] {
        taken.extend(side.vars.values().chain(side.next.values()));
    }
    let mut vars: Vec<(VarId, TermId)> = crowd.vars.iter().map(|(a, b)| (*a, *b)).collect();
    vars.sort();
    for (var, term) in vars {
        let described = &crowd.program.vars[var];
        let is_named = |program: &ir::Program, id: VarId| {
            let it = &program.vars[id];
            it.scope == Scope::Global && it.name == described.name
        };
        let mut shared = certificate.shared.iter().map(|pair| pair.0);
        let shared =
            shared.find(|id| described.scope == Scope::Global && is_named(target.program, *id));
        let is_right = match shared {
            Some(own) => {
                target.program.vars[own].ty == described.ty && target.vars.get(&own) == Some(&term)
            }
            None => {
                let is_theirs =
                    |side: &super::Side<'_>| side.vars.keys().any(|id| is_named(side.program, *id));
                let is_mixed =
                    described.scope == Scope::Global && (is_theirs(target) || is_theirs(source));
                has_value(described.ty) && !is_mixed && taken.insert(term)
            }
        };
        if !is_right {
            return wrong("a variable of others is mistaken for another one");
        }
    }
    // What is shared and written under another variable would be lost.
    for (id, described) in crowd.program.vars.iter() {
        let mut shared = certificate.shared.iter().map(|pair| &target.program.vars[pair.0]);
        let is_shared =
            described.scope == Scope::Global && shared.any(|it| it.name == described.name);
        if is_shared && !crowd.vars.contains_key(&id) && is_written(crowd.program, id) {
            return wrong("a shared variable of others has no value");
        }
    }
    if !taken.insert(crowd.number) {
        return wrong("the number of a thread is a variable of somebody");
    }
    let mut own: Vec<TermId> = crowd.vars.values().copied().collect();
    own.push(crowd.number);
    // What all threads see, also where these do not use it.
    own.extend(certificate.shared.iter().filter_map(|(var, _)| target.vars.get(var)));
    let of_target: Vec<TermId> = target.vars.values().copied().collect();
    for (all, vars) in [(&crowd.known, &own), (&crowd.known_of_target, &of_target)] {
        if !all.iter().all(|known| is_over(&certificate.pool, &known.facts, vars)) {
            return wrong("a fact about a thread is about more than that");
        }
    }
    Ok(())
}

/// Whether the function that others run writes a variable.
fn is_written(program: &ir::Program, var: VarId) -> bool {
    let Some(body) = &program.functions[program.entry].body else { return false };
    body.edges.values().any(|edge| match &edge.op {
        ir::Op::Assign { target, .. }
        | ir::Op::Havoc { target, .. }
        | ir::Op::ThreadSelf { target } => *target == var,
        _ => false,
    })
}
