//! What each thread does in one turn from each of its places, as a formula of its own.
//!
//! The loop as a whole is one large formula, of which a turn is a small part. Here each place is a
//! beginning, and where the thread stands is put in.

use encode::{Component, Encoder, Entry, Followed};
use index::IdSet;
use ir::{LocationId, Program, VarId};
use ir_passes::one_loop::{FIRST_PLACE, OneLoop};
use logic::{Substitution, Term, TermId, TermPool, substitute};

/// All turns, and the beginning.
pub struct Turns {
    /// What a state consists of: variables, and what stands for each.
    pub names: Vec<(VarId, TermId)>,
    pub start: Turn,
    pub all: Vec<Turn>,
}

pub struct Turn {
    /// Who moves, and the value of the counter.
    pub mover: Option<Mover>,
    /// The condition under which the turn ends at the head.
    pub guard: TermId,
    /// What becomes of variables that may change.
    pub values: Substitution,
    /// Ways to fail, or to what is not supported.
    pub dangers: Vec<TermId>,
    /// Where the mover may stand behind it, as values of its counter.
    pub next: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mover {
    pub thread: usize,
    pub pc: VarId,
    pub place: usize,
    /// What says so, and what it is.
    pub counter: TermId,
    pub number: TermId,
}

impl Turn {
    /// What a formula is where the mover stands.
    pub fn standing(&self, pool: &TermPool) -> Substitution {
        self.mover.map(|mover| mover.standing(pool)).unwrap_or_default()
    }
}

impl Mover {
    fn standing(&self, pool: &TermPool) -> Substitution {
        pool.as_var(self.counter).map(|counter| (counter, self.number)).into_iter().collect()
    }
}

impl Turns {
    pub fn of(
        encoder: &mut Encoder<'_>,
        program: &Program,
        together: &OneLoop,
    ) -> Result<Self, String> {
        let mut inner: IdSet<LocationId> = encoder.loop_heads().collect();
        inner.remove(together.head);
        let always = encoder.pool.top();
        let anywhere = encoder.arbitrary(together.head, always);
        let components = encoder.components(together.head, &anywhere.state);
        let name = |(component, name): (Component, TermId)| match component {
            Component::Var(var) => Ok((var, name)),
            _ => Err("what threads share is no variable".to_owned()),
        };
        let names: Vec<(VarId, TermId)> =
            components.into_iter().map(name).collect::<Result<_, _>>()?;
        let first = encoder.initial().0;
        let mut maker = Maker { encoder, head: together.head, inner: &inner, names: &names };
        let start = maker.turn(first, None)?;
        let mut all = Vec::new();
        for (thread, it) in together.threads.iter().enumerate() {
            let Some((_, counter)) = names.iter().find(|(var, _)| *var == it.pc).copied() else {
                continue;
            };
            for (index, begin) in it.begins.iter().enumerate() {
                let place_number = FIRST_PLACE + index;
                let ir::Type::Int(ty) = program.vars[it.pc].ty else { continue };
                let number = maker.encoder.pool.bv(u32::from(ty.width), place_number as u128);
                let mover = Mover { thread, pc: it.pc, place: place_number, counter, number };
                let from = Entry { location: *begin, guard: always, state: anywhere.state.clone() };
                all.push(maker.turn(from, Some(mover))?);
            }
        }
        Ok(Self { names, start, all })
    }
}

struct Maker<'e, 'p> {
    encoder: &'e mut Encoder<'p>,
    head: LocationId,
    inner: &'e IdSet<LocationId>,
    names: &'e [(VarId, TermId)],
}

impl Maker<'_, '_> {
    fn turn(&mut self, from: Entry, mover: Option<Mover>) -> Result<Turn, String> {
        let step = match self.encoder.follow(from, self.inner) {
            Ok(Followed::Step(step)) => step,
            Ok(Followed::Endless(_)) => return Err("an atomic block goes round".to_owned()),
            Err(encode::Unencodable(why)) => return Err(why),
        };
        let dangers: Vec<TermId> = (step.violations.iter().map(|it| it.formula))
            .chain(step.unsupported.iter().map(|it| it.guard))
            .collect();
        let pool = &self.encoder.pool;
        let by = mover.map(|mover| mover.standing(pool)).unwrap_or_default();
        let (guard, after) = match step.exits.as_slice() {
            [] => (self.encoder.pool.bottom(), Vec::new()),
            [exit] if exit.location == self.head => {
                (exit.guard, self.encoder.components(self.head, &exit.state))
            }
            _ => return Err("a turn ends in the middle".to_owned()),
        };
        let pool = &mut self.encoder.pool;
        let guard = substitute(pool, &[guard], &by)[0];
        let dangers = substitute(pool, &dangers, &by);
        let after: Vec<TermId> = after.into_iter().map(|(_, value)| value).collect();
        let after = substitute(pool, &after, &by);
        let mut values = Substitution::default();
        for ((_, name), value) in self.names.iter().zip(after) {
            // The counter is written even if it stays.
            if let Some(var) = pool.as_var(*name)
                && value != *name
            {
                values.insert(var, value);
            }
        }
        let is_possible = |danger: &TermId| pool[*danger] != Term::Bool(false);
        let dangers = dangers.into_iter().filter(is_possible).collect();
        let counter = mover.and_then(|mover| pool.as_var(mover.counter));
        let after = counter.and_then(|counter| values.get(&counter));
        let next = after.map_or(Vec::new(), |after| constants(pool, *after));
        Ok(Turn { mover, guard, values, dangers, next })
    }
}

/// What a term may be that is one constant or another.
fn constants(pool: &TermPool, term: TermId) -> Vec<usize> {
    let mut found = Vec::new();
    let mut pending = vec![term];
    while let Some(term) = pending.pop() {
        match pool[term] {
            Term::BitVec(_, bits) => found.extend(usize::try_from(bits)),
            Term::Ite(_, a, b) => pending.extend([a, b]),
            _ => {}
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
