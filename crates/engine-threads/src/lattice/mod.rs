//! The lemma lattice: clauses that say where threads stand, weakened until every turn keeps them.
//!
//! This is the idea of formula slicing with more to start from. What is tried are clauses
//!
//! ```text
//!   pc1 == 7  ⇒  m == 1                        what holds where one thread stands
//!   pc1 == 7  ∧  pc2 == 7  ⇒  false            what two threads never do at once
//!   pc1 == 4  ∧  pc2 == 9  ⇒  t1 < next        how they relate what is theirs and what they share
//! ```
//!
//! over atoms that hold in all [states](sampled) of an exploration that ends somewhere. More
//! states leave fewer clauses; none of them can make a clause wrong, since the clauses that are left when
//! [every turn keeps all of them](weaken) hold always, whatever they were taken from. Of these, the ones
//! that a proof needs are picked by unsatisfiable cores: a handful of hundreds.
//!
//! # Any number of threads
//! Of a [crowd](ir_passes::one_loop::Crowd) three threads are followed, and a clause speaks of two of them at
//! most: *views* of two threads, with a third one that moves. Clauses come in orbits, one for
//! each choice of threads of the crowd, and an orbit is dropped as a whole, so it is enough to let the first
//! of the crowd move. What they cannot say of two threads they may say of [how many](counted) are where. Why that is a proof for any number is said where the loop is made.

mod counted;
mod facts;
mod kinds;
mod sampled;
mod seeds;
mod turns;
mod weaken;

use encode::{Component, Encoder, Facts, Integers, Invariants};
use ir::{Program, VarId};
use ir_passes::one_loop::OneLoop;
use ir_passes::points_to::{ExternalPointers, PointsTo};
use logic::{Substitution, TermId, transfer};
use rustc_hash::FxHashMap;
use verdict::Budget;

use kinds::kinds;
use sampled::sampled;
use seeds::seeds;
use turns::Turns;
use weaken::weakened;

/// What came of it.
pub enum Answer {
    /// No check fails, as far as these clauses are right. They hold at the head.
    Proved(Box<Proof>),
    Open(String),
}

/// The clauses of a proof.
pub struct Proof {
    pub invariants: Invariants,
    /// With each of them in all its forms.
    pub n_lemmas: usize,
    /// That it began with.
    pub n_seeds: usize,
    /// The same for people, each in one of its forms.
    pub told: Vec<Told>,
    /// Whose own a variable is.
    pub owners: FxHashMap<VarId, usize>,
}

/// What holds while threads stand at places.
pub struct Told {
    /// The threads, and the values of their counters.
    pub at: Vec<(usize, usize)>,
    /// In the pool of the invariants.
    pub atom: TermId,
}

/// Looks for clauses that exclude all failures. `program` is what [`one_loop`](mod@ir_passes::one_loop) made, over variables
/// only, or a reduction of it that keeps its locations.
pub fn lattice(program: &Program, together: &OneLoop, budget: &Budget) -> Answer {
    match proof(program, together, budget) {
        Ok(proof) => Answer::Proved(Box::new(proof)),
        Err(why) => Answer::Open(why),
    }
}

fn proof(program: &Program, together: &OneLoop, budget: &Budget) -> Result<Proof, String> {
    let kinds = kinds(program, together)?;
    let points_to = PointsTo::of(program, ExternalPointers::OwnMemory);
    let mut encoder = Encoder::new(program, points_to, Integers::Machine)
        .map_err(|encode::Unencodable(why)| why)?;
    let turns = Turns::of(&mut encoder, program, together)?;
    let states = sampled(&encoder.pool, &turns, budget);
    let seeds = seeds(&mut encoder.pool, program, &turns, &kinds, &states);
    let n_seeds = seeds.len();
    let needed = weakened(&mut encoder.pool, &turns, &kinds, seeds, budget)?;
    let mut invariants = Invariants::default();
    let mut by = Substitution::default();
    for (var, name) in &turns.names {
        if let Some(name_var) = encoder.pool.as_var(*name) {
            let sort = encoder.pool.sort(*name);
            by.insert(name_var, invariants.variable(Component::Var(*var), sort));
        }
    }
    let mut lemmas: Vec<TermId> =
        needed.iter().flat_map(|seed| &seed.forms).map(|form| form.term).collect();
    lemmas.sort_unstable();
    lemmas.dedup();
    let firsts = || needed.iter().filter_map(|seed| Some((seed, seed.forms.first()?)));
    let atoms: Vec<TermId> = firsts().map(|(_, form)| form.atom).collect();
    let mut said = |terms: &[TermId]| {
        transfer(&encoder.pool, &mut invariants.pool, terms, &by)
            .ok_or("a lemma speaks of what only one round knows")
    };
    let (lemmas, atoms) = (said(&lemmas)?, said(&atoms)?);
    let told = firsts().zip(atoms).map(|((seed, form), atom)| Told {
        at: form.of.iter().copied().zip(seed.places.iter().copied()).collect(),
        atom,
    });
    let told = told.collect();
    let members = kinds.iter().flat_map(|kind| &kind.members);
    let owners = members.flat_map(|it| it.own.iter().map(|var| (*var, it.thread))).collect();
    let n_lemmas = lemmas.len();
    invariants.heads.insert(together.head, Facts::Lemmas(lemmas));
    Ok(Proof { invariants, n_lemmas, n_seeds, told, owners })
}
