//! Refinement between two programs: the conditions of a weak simulation, one by one.
//!
//! A [`Certificate`] lists pairs of points with what is known there, and for each step of the
//! target the ways of the source that answer it. [`check`] reads both programs by itself
//! (`walk`): from every listed pair it goes along all edges of the target up to the next
//! listed point, computes guard and new values anew, and asks a fresh solver. It uses nothing of
//! the engine that found the certificate.
//!
//! # The conditions
//! 1. *Start.* Relation, requirement and initial values imply what is known at the pair of entries;
//!    and every start of the target has a partner.
//! 2. *Rely.* It is reflexive and transitive and contains every command of the environment. From
//!    what is known at a pair, a rely step of both sides after which the relation holds leads to
//!    what is known there. The environment can do to the source what it does to the target.
//! 3. *Steps.* Between two listed points the target does at most one thing that others can notice.
//!    Each such stretch that is possible has an answer: a path of the source that is enabled, is
//!    seen alike, ends outside of atomic blocks, and leads to a listed pair whose facts hold.
//! 4. *Relation.* It is among what is known wherever the source has not done what is undefined.
//!
//! Pairs that are not listed count as unreachable: an answer that leads to one is refused, and a
//! stretch without answer must be impossible.
//!
//! # Why that is enough
//! By induction over a run of the target with its environment there is a run of the source that is
//! related after each step: local steps of the target commute with what others do, so that runs in
//! which others act only at listed points stand for all.

mod certificate;
mod failure;
mod walk;

use ir::{LocationId, Op, Type, VarId};
use logic::{Substitution, Term, TermId, TermPool, substitute};
use rustc_hash::FxHashMap;
use smt::{Answer as Solved, Effort, OneQuestion};
use verdict::Budget;

pub use certificate::{
    Answer, Certificate, Chosen, Command, Edges, Observations, Pair, Point, Reading, Side,
    SourcePath, Way,
};
pub use failure::{Happened, Run, confirm};
use walk::{Seen, Unreadable, Walked, Walker, depths, has_value};

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// The solver did not say.
    #[error("the solver did not say whether {0}")]
    Open(String),
    /// Some start of the target has no partner: the question was posed so.
    #[error("some states in which the target may start have no partner in the source")]
    NoPartner,
    #[error("{0}")]
    Wrong(String),
}

/// When a path of the source is enabled, and its values behind it.
type Followed = (TermId, FxHashMap<VarId, TermId>);

impl From<Unreadable> for Flaw {
    fn from(error: Unreadable) -> Self {
        Self::Wrong(error.0)
    }
}

/// Paths between two listed points.
const MAX_PATHS: usize = 4_000;

/// What was checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checked {
    pub n_questions: usize,
}

/// Checks every condition.
pub fn check(certificate: &mut Certificate<'_>, budget: &Budget) -> Result<Checked, Flaw> {
    let target_program = certificate.target.program;
    let source_program = certificate.source.program;
    let observations = certificate.observations.clone();
    let visible = visible(certificate);
    let target = Walker {
        program: target_program,
        reading: certificate.reading,
        observations: &observations,
        visible: visible.0,
        depths: depths(target_program)?,
    };
    let source = Walker {
        program: source_program,
        reading: certificate.reading,
        observations: &observations,
        visible: visible.1,
        depths: depths(source_program)?,
    };
    let mut checker = Checker { certificate, target, source, budget, checked: Checked::default() };
    checker.check_points()?;
    checker.check_start()?;
    checker.check_rely()?;
    checker.check_environment()?;
    checker.check_steps()?;
    Ok(checker.checked)
}

/// What others can notice: what is listed, and in any case all that formulas over both speak of.
fn visible(certificate: &Certificate<'_>) -> (Vec<VarId>, Vec<VarId>) {
    let (mut own, mut other) = certificate.visible.clone();
    own.extend(certificate.shared.iter().map(|pair| pair.0));
    other.extend(certificate.shared.iter().map(|pair| pair.1));
    let mut formulas = certificate.relation.clone();
    for command in &certificate.commands {
        formulas.extend([command.guard, command.then]);
        formulas.extend(command.updates.iter().filter_map(|(_, value)| *value));
    }
    let used = certificate.pool.vars_of(&formulas);
    for (side, found) in [(&certificate.target, &mut own), (&certificate.source, &mut other)] {
        for (var, term) in &side.vars {
            if certificate.pool.as_var(*term).is_some_and(|known| used.contains(known)) {
                found.push(*var);
            }
        }
    }
    (own, other)
}

struct Checker<'c, 'a> {
    certificate: &'c mut Certificate<'a>,
    target: Walker<'c>,
    source: Walker<'c>,
    budget: &'c Budget,
    checked: Checked,
}

impl Checker<'_, '_> {
    fn pool(&mut self) -> &mut TermPool {
        &mut self.certificate.pool
    }

    /// Whether nothing satisfies all of these.
    fn is_impossible(&mut self, all: &[TermId], what: &str) -> Result<bool, Flaw> {
        self.checked.n_questions += 1;
        let mut all = all.to_vec();
        all.extend(self.ranges());
        let pool = &self.certificate.pool;
        let question = OneQuestion::ask(pool, &all, self.budget, Effort::Limited(50_000_000));
        match question.answer() {
            Solved::Unsat => Ok(true),
            Solved::Sat => Ok(false),
            Solved::Unknown(_) => Err(Flaw::Open(what.to_owned())),
        }
    }

    /// The assumptions imply all of these.
    fn demand(&mut self, assumed: &[TermId], all: &[TermId], what: &str) -> Result<(), Flaw> {
        let all: Vec<TermId> = all.iter().copied().filter(|it| !assumed.contains(it)).collect();
        let wanted = self.pool().and(&all);
        if self.certificate.pool[wanted] == Term::Bool(true) {
            return Ok(());
        }
        let mut formulas = assumed.to_vec();
        formulas.push(self.pool().not(wanted));
        match self.is_impossible(&formulas, what)? {
            true => Ok(()),
            false => Err(Flaw::Wrong(format!("it does not follow that {what}"))),
        }
    }

    /// With unbounded integers, unsigned variables hold what they can hold.
    fn ranges(&mut self) -> Vec<TermId> {
        if self.certificate.reading == Reading::Machine {
            return Vec::new();
        }
        let mut vars: Vec<(TermId, u8)> = Vec::new();
        for side in [&self.certificate.target, &self.certificate.source] {
            for map in [&side.vars, &side.next] {
                for (var, term) in map {
                    if let Type::Int(int) = side.program.vars[*var].ty
                        && !int.is_signed()
                    {
                        vars.push((*term, int.width));
                    }
                }
            }
        }
        vars.sort();
        let pool = self.pool();
        let mut facts = Vec::new();
        for (term, width) in vars {
            let (zero, end) = (pool.int(0), pool.int(1 << width.min(126)));
            facts.push(pool.int_le(zero, term));
            facts.push(pool.int_lt(term, end));
        }
        facts
    }

    /// Points lie outside of atomic blocks, and the relation is known wherever it should be.
    fn check_points(&mut self) -> Result<(), Flaw> {
        for pair in &self.certificate.pairs {
            for (point, walker) in [(pair.points.0, &self.target), (pair.points.1, &self.source)] {
                if let Point::At(location) = point
                    && walker.depth(location) != 0
                {
                    return Err(Flaw::Wrong("a point lies in an atomic block".to_owned()));
                }
            }
            if pair.points.0 == Point::Undefined && pair.points.1 != Point::Undefined {
                return Err(Flaw::Wrong("only the target is undefined".to_owned()));
            }
            let holds = |fact: &TermId| pair.facts.contains(fact);
            if pair.points.1 != Point::Undefined && !self.certificate.relation.iter().all(holds) {
                return Err(Flaw::Wrong("the relation is not known at some pair".to_owned()));
            }
        }
        Ok(())
    }

    fn known(&self, points: (Point, Point)) -> Option<Vec<TermId>> {
        let pair = self.certificate.pairs.iter().find(|pair| pair.points == points);
        pair.map(|pair| pair.facts.clone())
    }

    // -- The start.

    fn entries(&self) -> Result<(LocationId, LocationId), Flaw> {
        let entry = |walker: &Walker<'_>| {
            let body = walker.program.functions[walker.program.entry].body.as_ref();
            body.map(|body| body.entry)
        };
        match (entry(&self.target), entry(&self.source)) {
            (Some(target), Some(source)) => Ok((target, source)),
            _ => Err(Flaw::Wrong("there is no body".to_owned())),
        }
    }

    /// Initial values of globals, if runs begin with them.
    fn initial(&mut self) -> [Vec<(TermId, TermId)>; 2] {
        let mut found = [Vec::new(), Vec::new()];
        if !self.certificate.is_whole {
            return found;
        }
        let sides = [
            (self.certificate.target.program, self.certificate.target.vars.clone()),
            (self.certificate.source.program, self.certificate.source.vars.clone()),
        ];
        for (index, (program, vars)) in sides.into_iter().enumerate() {
            let mut vars: Vec<(VarId, TermId)> = vars.into_iter().collect();
            vars.sort();
            for (var, term) in vars {
                let described = &program.vars[var];
                let ir::Initial::Bits(bits) = described.initial else { continue };
                if described.scope != ir::Scope::Global {
                    continue;
                }
                let value = match described.ty {
                    Type::Int(int) => int.value(bits),
                    _ => i128::from(bits != 0),
                };
                let value = self.target.constant(&mut self.certificate.pool, described.ty, value);
                found[index].push((term, value));
            }
        }
        found
    }

    fn check_start(&mut self) -> Result<(), Flaw> {
        let (target, source) = self.entries()?;
        let Some(known) = self.known((Point::At(target), Point::At(source))) else {
            return Err(Flaw::Wrong("the start is not listed".to_owned()));
        };
        let mut assumed = self.certificate.relation.clone();
        assumed.extend(&self.certificate.requires);
        let [of_target, of_source] = self.initial();
        for (var, value) in of_target.iter().chain(&of_source) {
            let fact = self.pool().eq(*var, *value);
            assumed.push(fact);
        }
        self.demand(&assumed, &known, "what is known at the start holds there")?;
        self.check_partner(&of_target, &of_source)
    }

    /// Every start of the target that its own requirements allow has a partner: the state with
    /// the same values.
    fn check_partner(
        &mut self,
        of_target: &[(TermId, TermId)],
        of_source: &[(TermId, TermId)],
    ) -> Result<(), Flaw> {
        let mut by = Substitution::default();
        let certificate = &mut *self.certificate;
        let mut tie = |pool: &TermPool, own: Option<TermId>, other: Option<TermId>| {
            if let (Some(own), Some(other)) = (own, other)
                && let Some(var) = pool.as_var(other)
                && pool.sort(own) == pool.sort(other)
            {
                by.insert(var, own);
            }
        };
        for (own, other) in &certificate.shared {
            let own = certificate.target.vars.get(own).copied();
            tie(&certificate.pool, own, certificate.source.vars.get(other).copied());
        }
        let parameters =
            |program: &ir::Program| program.functions[program.entry].parameters.clone();
        let pairs = parameters(certificate.target.program);
        for (own, other) in pairs.iter().zip(parameters(certificate.source.program)) {
            let own = certificate.target.vars.get(own).copied();
            tie(&certificate.pool, own, certificate.source.vars.get(&other).copied());
        }
        for (var, value) in of_source {
            if let Some(var) = certificate.pool.as_var(*var) {
                by.entry(var).or_insert(*value);
            }
        }
        // Conjuncts about the target alone restrict its starts.
        let mut conjuncts: Vec<TermId> = Vec::new();
        let mut pending: Vec<TermId> = certificate.requires.clone();
        pending.extend(&certificate.relation);
        while let Some(term) = pending.pop() {
            match &certificate.pool[term] {
                Term::And(operands) => pending.extend(operands.iter().copied()),
                _ => conjuncts.push(term),
            }
        }
        let own: Vec<TermId> = certificate.target.vars.values().copied().collect();
        let is_own = |pool: &TermPool, term: TermId| {
            pool.vars_of(&[term])
                .iter()
                .all(|var| own.iter().any(|known| pool.as_var(*known) == Some(var)))
        };
        let mut assumed: Vec<TermId> =
            conjuncts.iter().copied().filter(|term| is_own(&certificate.pool, *term)).collect();
        let mut wanted = substitute(&mut certificate.pool, &conjuncts, &by);
        let mut facts = Vec::new();
        for (var, value) in of_target {
            assumed.push(certificate.pool.eq(*var, *value));
        }
        for (var, value) in of_source {
            facts.push(certificate.pool.eq(*var, *value));
        }
        wanted.extend(substitute(&mut certificate.pool, &facts, &by));
        match self.demand(&assumed, &wanted, "every start has a partner") {
            Err(Flaw::Wrong(_)) => Err(Flaw::NoPartner),
            other => other,
        }
    }

    // -- The environment.

    /// The command as a condition on old and new values of the target.
    fn command(&mut self, index: usize) -> TermId {
        let command = self.certificate.commands[index].clone();
        let mut all = vec![command.guard, command.then];
        for (own, _) in self.certificate.shared.clone() {
            let (Some(old), Some(new)) = (
                self.certificate.target.vars.get(&own).copied(),
                self.certificate.target.next.get(&own).copied(),
            ) else {
                continue;
            };
            match command.updates.iter().find(|(var, _)| *var == own) {
                Some((_, Some(value))) => all.push(self.pool().eq(new, *value)),
                Some((_, None)) => {}
                None => all.push(self.pool().eq(new, old)),
            }
        }
        self.pool().and(&all)
    }

    /// Variables of the pool in the place of others.
    fn renaming(&self, pairs: impl IntoIterator<Item = (TermId, TermId)>) -> Substitution {
        let pool = &self.certificate.pool;
        pairs.into_iter().filter_map(|(from, to)| Some((pool.as_var(from)?, to))).collect()
    }

    /// Old and new values of the target, and those of the source.
    fn old_and_new(&self) -> Vec<[TermId; 4]> {
        let certificate = &*self.certificate;
        let of = |(own, other): &(VarId, VarId)| {
            Some([
                *certificate.target.vars.get(own)?,
                *certificate.target.next.get(own)?,
                *certificate.source.vars.get(other)?,
                *certificate.source.next.get(other)?,
            ])
        };
        certificate.shared.iter().filter_map(of).collect()
    }

    fn check_rely(&mut self) -> Result<(), Flaw> {
        let rely = self.certificate.rely.clone();
        if rely.is_empty() {
            return Ok(());
        }
        let slots = self.old_and_new();
        let same = self.renaming(slots.iter().map(|row| (row[1], row[0])));
        let reflexive = substitute(self.pool(), &rely, &same);
        self.demand(&[], &reflexive, "the rely is reflexive")?;
        let middles: Vec<TermId> = slots
            .iter()
            .map(|row| {
                let sort = self.certificate.pool.sort(row[0]);
                self.certificate.pool.fresh_var("middle", sort)
            })
            .collect();
        let first = self.renaming(slots.iter().zip(&middles).map(|(row, mid)| (row[1], *mid)));
        let second = self.renaming(slots.iter().zip(&middles).map(|(row, mid)| (row[0], *mid)));
        let mut assumed = substitute(self.pool(), &rely, &first);
        assumed.extend(substitute(self.pool(), &rely, &second));
        self.demand(&assumed, &rely, "the rely is transitive")?;
        for index in 0..self.certificate.commands.len() {
            let command = self.command(index);
            self.demand(&[command], &rely, "the rely contains what others do")?;
        }
        Ok(())
    }

    fn check_environment(&mut self) -> Result<(), Flaw> {
        if self.certificate.commands.is_empty() {
            return Ok(());
        }
        let slots = self.old_and_new();
        let to_source =
            self.renaming(slots.iter().flat_map(|row| [(row[0], row[2]), (row[1], row[3])]));
        let to_new =
            self.renaming(slots.iter().flat_map(|row| [(row[0], row[1]), (row[2], row[3])]));
        let rely = self.certificate.rely.clone();
        let rely_of_source = substitute(self.pool(), &rely, &to_source);
        let relation = self.certificate.relation.clone();
        let relation_after = substitute(self.pool(), &relation, &to_new);
        // Where the relation alone is enough, it is so at every pair, which all know it.
        let anywhere = Pair { points: (Point::Ended, Point::Ended), facts: relation.clone() };
        let mut open: Vec<usize> = Vec::new();
        for index in 0..self.certificate.commands.len() {
            if self.check_follows(index, &anywhere, &slots, &to_source, &relation_after).is_err() {
                open.push(index);
            }
        }
        for pair in self.certificate.pairs.clone() {
            if pair.points.1 == Point::Undefined {
                continue;
            }
            let mut assumed = pair.facts.clone();
            assumed.extend(&rely);
            assumed.extend(&rely_of_source);
            assumed.extend(&relation_after);
            let after = substitute(self.pool(), &pair.facts, &to_new);
            self.demand(&assumed, &after, "what is known is kept by others")?;
            for index in open.clone() {
                self.check_follows(index, &pair, &slots, &to_source, &relation_after)?;
            }
        }
        Ok(())
    }

    /// Others can do to the source what they do to the target, and keep the relation.
    fn check_follows(
        &mut self,
        index: usize,
        pair: &Pair,
        slots: &[[TermId; 4]],
        to_source: &Substitution,
        relation_after: &[TermId],
    ) -> Result<(), Flaw> {
        let own = self.command(index);
        let command = self.certificate.commands[index].clone();
        let of_source = substitute(self.pool(), &[own], to_source);
        let mut values = Vec::new();
        for row in slots {
            let update = command
                .updates
                .iter()
                .find(|(var, _)| self.certificate.target.vars.get(var) == Some(&row[0]));
            let value = match update {
                Some((_, None)) => row[1],
                Some((_, Some(value))) => substitute(self.pool(), &[*value], to_source)[0],
                None => row[2],
            };
            values.push((row[3], value));
        }
        let by = self.renaming(values);
        let mut wanted = substitute(self.pool(), &of_source, &by);
        wanted.extend(substitute(self.pool(), relation_after, &by));
        let mut assumed = pair.facts.clone();
        assumed.push(own);
        self.demand(&assumed, &wanted, "others can keep the relation")
    }

    // -- The steps.

    fn check_steps(&mut self) -> Result<(), Flaw> {
        let mut cuts: Vec<LocationId> = Vec::new();
        for pair in &self.certificate.pairs {
            if let Point::At(location) = pair.points.0 {
                cuts.push(location);
            }
        }
        let mut stretches: FxHashMap<LocationId, Vec<Edges>> = FxHashMap::default();
        for pair in self.certificate.pairs.clone() {
            let Point::At(location) = pair.points.0 else { continue };
            if pair.points.1 == Point::Undefined {
                continue;
            }
            let from_here = match stretches.get(&location) {
                Some(known) => known.clone(),
                None => {
                    let found = self.stretches(location, &cuts)?;
                    stretches.insert(location, found.clone());
                    found
                }
            };
            for edges in from_here {
                self.check_step(&pair, location, &edges)?;
            }
        }
        Ok(())
    }

    /// All ways of the target from one listed point to the next.
    fn stretches(&self, from: LocationId, cuts: &[LocationId]) -> Result<Vec<Edges>, Flaw> {
        let program = self.target.program;
        let Some(body) = &program.functions[program.entry].body else {
            return Err(Flaw::Wrong("there is no body".to_owned()));
        };
        let mut found: Vec<Edges> = Vec::new();
        let mut pending: Vec<(LocationId, Edges)> = vec![(from, Vec::new())];
        while let Some((at, edges)) = pending.pop() {
            if !edges.is_empty() && cuts.contains(&at) {
                found.push(edges);
                continue;
            }
            if found.len() + pending.len() > MAX_PATHS || edges.len() > 4_000 {
                return Err(Flaw::Wrong("a stretch of the target does not end".to_owned()));
            }
            let outgoing = &body.locations[at].outgoing;
            if outgoing.is_empty() && !edges.is_empty() {
                found.push(edges);
                continue;
            }
            for id in outgoing {
                let mut on = edges.clone();
                on.push((*id, Way::On));
                match &body.edges[*id].op {
                    Op::Check { .. } => {
                        let mut failed = edges.clone();
                        failed.push((*id, Way::Failed));
                        found.push(failed);
                        pending.push((body.edges[*id].to, on));
                    }
                    Op::Return { .. } | Op::Unsupported { .. } => found.push(on),
                    Op::Halt { cause: ir::HaltCause::Assumption } => {}
                    Op::Halt { .. } => found.push(on),
                    _ => pending.push((body.edges[*id].to, on)),
                }
            }
        }
        Ok(found)
    }

    fn check_step(&mut self, pair: &Pair, from: LocationId, edges: &Edges) -> Result<(), Flaw> {
        let store = self.certificate.target.vars.clone();
        let reading = &self.target;
        let mut fresh = |pool: &mut TermPool, _: usize, ty: Type| reading.fresh(pool, ty);
        // What cannot be read must not be reached: its readable part is impossible already.
        let mut readable = edges.clone();
        let walked = loop {
            let attempt = self.target.walk(
                &mut self.certificate.pool,
                from,
                &readable,
                store.clone(),
                &mut fresh,
            );
            match attempt {
                Ok(walked) => break walked,
                Err(error) if readable.is_empty() => return Err(error.into()),
                Err(_) => {
                    readable.pop();
                }
            }
        };
        let is_whole = readable.len() == edges.len();
        let mut assumed = pair.facts.clone();
        assumed.extend(&walked.guard);
        let answer = self
            .certificate
            .answers
            .iter()
            .find(|answer| answer.points == pair.points && answer.edges == *edges)
            .filter(|_| is_whole)
            .cloned();
        let Some(answer) = answer else {
            return match self.is_impossible(&assumed, "a step without answer is impossible")? {
                true => Ok(()),
                false => Err(Flaw::Wrong("a step of the target has no answer".to_owned())),
            };
        };
        if walked.n_events > 1 {
            return Err(Flaw::Wrong("others could act in the middle of a step".to_owned()));
        }
        self.check_answer(pair, &walked, &answer, assumed)
    }

    fn check_answer(
        &mut self,
        pair: &Pair,
        walked: &Walked,
        answer: &Answer,
        mut assumed: Vec<TermId>,
    ) -> Result<(), Flaw> {
        let Point::At(from) = pair.points.1 else {
            // An ended source can only stay.
            return self.check_stay(pair, walked, answer, &assumed);
        };
        for path in &answer.paths {
            let followed = self.follow(from, walked, path)?;
            let Some((enabled, store)) = followed else {
                return Err(Flaw::Wrong("an answer is seen differently".to_owned()));
            };
            let mut taken = assumed.clone();
            taken.push(enabled);
            if path.to != Point::Undefined {
                match self.known((walked.end, path.to)) {
                    Some(facts) => {
                        let after = self.after(&facts, &walked.store, &store);
                        self.demand(&taken, &after, "what is known after a step holds")?;
                    }
                    // An answer that is never taken may lead anywhere.
                    None => {
                        if !self.is_impossible(&taken, "an answer is not taken")? {
                            return Err(Flaw::Wrong(
                                "an answer leads to no listed pair".to_owned(),
                            ));
                        }
                    }
                }
            }
            assumed.push(self.certificate.pool.not(enabled));
        }
        match self.is_impossible(&assumed, "some answer is enabled")? {
            true => Ok(()),
            false => Err(Flaw::Wrong("no answer is known to be enabled".to_owned())),
        }
    }

    fn check_stay(
        &mut self,
        pair: &Pair,
        walked: &Walked,
        answer: &Answer,
        assumed: &[TermId],
    ) -> Result<(), Flaw> {
        let is_stay =
            answer.paths.iter().any(|path| path.edges.is_empty() && path.to == pair.points.1);
        if walked.seen.is_none()
            && walked.end != Point::Undefined
            && is_stay
            && let Some(facts) = self.known((walked.end, pair.points.1))
        {
            let store = self.certificate.source.vars.clone();
            let after = self.after(&facts, &walked.store, &store);
            return self.demand(assumed, &after, "what is known after a step holds");
        }
        match self.is_impossible(assumed, "an ended source is followed")? {
            true => Ok(()),
            false => Err(Flaw::Wrong("an ended source has no answer".to_owned())),
        }
    }

    /// Facts over the values after a step of both.
    fn after(
        &mut self,
        facts: &[TermId],
        target: &FxHashMap<VarId, TermId>,
        source: &FxHashMap<VarId, TermId>,
    ) -> Vec<TermId> {
        let mut by = Substitution::default();
        let certificate = &mut *self.certificate;
        for (vars, store) in
            [(&certificate.target.vars, target), (&certificate.source.vars, source)]
        {
            for (var, term) in vars {
                if let (Some(known), Some(value)) = (certificate.pool.as_var(*term), store.get(var))
                {
                    by.insert(known, *value);
                }
            }
        }
        substitute(&mut certificate.pool, facts, &by)
    }

    /// When a path of the source is enabled and seen alike, and its values behind it.
    fn follow(
        &mut self,
        from: LocationId,
        walked: &Walked,
        path: &SourcePath,
    ) -> Result<Option<Followed>, Flaw> {
        let store = self.certificate.source.vars.clone();
        let mut flaw: Option<Flaw> = None;
        let source = &self.source;
        let mut choose = |pool: &mut TermPool, number: usize, ty: Type| {
            let chosen = path.chosen.iter().find(|(edge, _)| *edge == number);
            let value = match chosen {
                Some((_, Chosen::LikeTarget(edge))) => walked.chosen.get(edge).copied(),
                Some((_, Chosen::Returned)) => match &walked.seen {
                    Some(Seen::Return(Some((_, value)))) => Some(*value),
                    _ => None,
                },
                Some((_, Chosen::After(var))) => walked.store.get(var).copied(),
                Some((_, Chosen::Constant(value))) => Some(source.constant(pool, ty, *value)),
                None => Some(source.constant(pool, ty, 0)),
            };
            let zero = source.constant(pool, ty, 0);
            let value = value.filter(|value| pool.sort(*value) == pool.sort(zero));
            value.unwrap_or_else(|| {
                flaw = Some(Flaw::Wrong("a choice of the source has no value".to_owned()));
                zero
            })
        };
        let followed =
            self.source.walk(&mut self.certificate.pool, from, &path.edges, store, &mut choose)?;
        if let Some(flaw) = flaw {
            return Err(flaw);
        }
        if followed.end != path.to {
            return Err(Flaw::Wrong("an answer ends elsewhere".to_owned()));
        }
        let mut all = followed.guard.clone();
        // A source that does what is undefined may go on in any way.
        if followed.end != Point::Undefined {
            match self.same(walked.seen.as_ref(), followed.seen.as_ref()) {
                Some(same) => all.extend(same),
                None => return Ok(None),
            }
            if walked.end == Point::Undefined {
                return Ok(None);
            }
        } else if followed.seen.is_some() && followed.seen != walked.seen {
            return Ok(None);
        }
        let enabled = self.pool().and(&all);
        Ok(Some((enabled, followed.store)))
    }

    /// When two observations are the same; nothing if they never are.
    fn same(&mut self, target: Option<&Seen>, source: Option<&Seen>) -> Option<Vec<TermId>> {
        let pool = &mut self.certificate.pool;
        match (target, source) {
            (None, None) => Some(Vec::new()),
            (Some(Seen::Call(own, given, result)), Some(Seen::Call(other, got, returned))) => {
                let is_alike = own == other
                    && given.len() == got.len()
                    && given.iter().zip(got).all(|(a, b)| a.0 == b.0)
                    && result.is_some() == returned.is_some();
                if !is_alike {
                    return None;
                }
                let mut all: Vec<TermId> =
                    given.iter().zip(got).map(|(a, b)| pool.eq(a.1, b.1)).collect();
                if let (Some(result), Some(returned)) = (result, returned) {
                    all.push(pool.eq(*result, *returned));
                }
                Some(all)
            }
            (Some(Seen::Return(Some(own))), Some(Seen::Return(Some(other)))) => {
                (own.0 == other.0).then(|| vec![pool.eq(own.1, other.1)])
            }
            (Some(Seen::Return(None)), Some(Seen::Return(None)))
            | (Some(Seen::Abort), Some(Seen::Abort))
            | (Some(Seen::Error), Some(Seen::Error)) => Some(Vec::new()),
            _ => None,
        }
    }
}

/// Whether a variable has a value in the logic.
pub fn is_scalar(ty: Type) -> bool {
    has_value(ty)
}
