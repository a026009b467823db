//! Shape analysis: what the heap looks like wherever a program comes, without a word from the user.
//!
//! Abstract interpretation of the inlined program from its entry over symbolic heaps
//! ([`shape`]). Predicates are inferred: links are seen between blocks that loops have built, and
//! neighbours that no variable names are summed up. The engine only proves; what it cannot show is
//! open, and what it does not model makes it give up with a reason.
//!
//! Start reading at [`analyse`](mod@analyse), then [`step`] for the operations and
//! [`assume`] for conditions.
//!
//! Several *manners* of summing up are tried in turn, each with few steps first: numbers kept in predicates, bounded or
//! forgotten, first blocks of segments written out or not, branches read as trees or as lists of
//! lists, ways back and shared pointers followed or not; and once loops are only followed round by
//! round. Elements of skip lists are of levels, once such were seen. Where predicates have parameters that count, children of places with a name are kept in
//! one more manner. Blocks of one size are of several [`sorts`], as pointers flow, and where the program makes few
//! blocks they stay written out in two attempts. Where the states at a place become many, those whose silhouettes allow it are brought
//! together ([`Clump`]). Predicates and contracts that people wrote come with the program
//! ([`Annotations`]); so do contracts of recursive functions, which are no business of this engine.

mod analyse;
mod annotated;
mod assume;
mod compared;
pub mod draw;
mod eval;
mod in_objects;
mod overwritten;
pub mod picture;
mod sorts;
mod step;
mod subscript;

use std::collections::BTreeSet;

use ir::Program;
use ir_passes::inline::Inlined;
use shape::annotation::{Part, Step};
use shape::fold::{Branches, Data, Manner, Named};
use shape::learn::{Backwards, KindsFrom, Links};
use shape::{Annotations, Integers};
use verdict::Budget;

pub use analyse::{Merge, Proof, Reason, n_structures};
pub use step::Stop;

use analyse::{Analysis, Approach, Given, Merging, Rules, Tried};
use overwritten::Overwritten;
use sorts::Sorts;

const EXACT: Manner = Manner {
    data: Data::Kept,
    named: Named::Kept,
    branches: Branches::Trees,
    backwards: Backwards::Followed,
};

const FORGETFUL: Manner = Manner { data: Data::Forgotten, ..EXACT };

/// What is beside a place matters where heights do: that a child is there is kept.
const WITH_NEXT: Attempt = merged(Manner { named: Named::KeptWithNext, ..FORGETFUL });

/// How loops are summed up, or not.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    manner: Manner,
    approach: Approach,
    merging: Merging,
    few: Few,
    kinds: KindsFrom,
}

/// What becomes of blocks of which the program makes few, and of the rounds of loops that count to a
/// small number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Few {
    /// They are summed up as others are.
    Alike,
    /// Blocks stay written out and rounds are told apart: how many there are may matter.
    Apart,
    /// The same, but blocks that are made in loops inside of loops are summed up.
    OuterApart,
}

const fn summed(manner: Manner) -> Attempt {
    let (few, kinds) = (Few::Alike, KindsFrom::AllStates);
    Attempt { manner, approach: Approach::Summed, merging: Merging::Late, few, kinds }
}

const fn merged(manner: Manner) -> Attempt {
    Attempt { merging: Merging::Early, ..summed(manner) }
}

/// From the most to the least that is kept. Loops that end soon need no summing up, and counts are
/// exact then.
const ATTEMPTS: [Attempt; 21] = [
    summed(EXACT),
    merged(FORGETFUL),
    Attempt { approach: Approach::Unrolled, ..summed(EXACT) },
    summed(Manner { branches: Branches::Levels, ..EXACT }),
    merged(Manner { branches: Branches::Levels, ..FORGETFUL }),
    summed(Manner { data: Data::BoundedButLast, ..EXACT }),
    summed(Manner { data: Data::Bounded, ..EXACT }),
    summed(Manner { data: Data::Kinds, ..EXACT }),
    Attempt { kinds: KindsFrom::Rounds, ..summed(Manner { data: Data::Kinds, ..EXACT }) },
    summed(FORGETFUL),
    Attempt { few: Few::Apart, ..summed(EXACT) },
    Attempt { few: Few::Apart, ..summed(Manner { data: Data::Bounded, ..EXACT }) },
    Attempt { few: Few::OuterApart, ..summed(Manner { data: Data::Bounded, ..EXACT }) },
    summed(Manner { data: Data::Forgotten, named: Named::Folded, ..EXACT }),
    merged(Manner { data: Data::Forgotten, named: Named::WrittenOut, ..EXACT }),
    summed(Manner { data: Data::Forgotten, named: Named::WrittenOut, ..EXACT }),
    summed(Manner { branches: Branches::Lists, ..EXACT }),
    summed(Manner { data: Data::Forgotten, branches: Branches::Lists, ..EXACT }),
    merged(Manner { data: Data::Forgotten, branches: Branches::Lists, ..EXACT }),
    summed(Manner { data: Data::Forgotten, backwards: Backwards::Ignored, ..EXACT }),
    merged(Manner { data: Data::Forgotten, named: Named::Folded, ..EXACT }),
];

/// Steps of each attempt, round by round: one that would find a proof soon must not wait for
/// another that never ends.
const ROUNDS: [usize; 3] = [1_200, 8_000, 60_000];

/// States at one place, at most.
const FEW_STATES: usize = 60;
/// The same where children of named blocks are kept, or rounds are told apart and hold structures: what is known
/// of them tells more states apart.
const MANY_STATES: usize = 300;

/// Steps of the first round where predicates are known.
const FEW_STEPS: usize = 400;

/// Which disjuncts are brought together where ways meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clump {
    /// As the next one, but only once there are many, and from the first on where that finds nothing:
    /// what tells heaps apart may be what a proof needs.
    #[default]
    Adaptive,
    /// Those whose silhouettes are associated, with segments where silhouettes suggest them.
    ClumpGuided,
    /// The same with segments only where one of the two has one.
    Clump,
    /// Those whose silhouettes are equal, guided.
    CanonGuided,
    Canon,
    /// Those that differ in numbers alone.
    None,
}

/// What is tried: of the strategies that are compared, each brings heaps together in its own way
/// from the first on.
fn attempts(clump: Clump) -> Vec<Attempt> {
    let always = |attempt: Attempt| Attempt { merging: Merging::Early, ..attempt };
    match clump {
        Clump::Adaptive => ATTEMPTS.to_vec(),
        Clump::ClumpGuided | Clump::Clump | Clump::CanonGuided | Clump::Canon | Clump::None => {
            let late = |attempt: &&Attempt| attempt.merging == Merging::Late;
            ATTEMPTS.iter().filter(late).copied().map(always).collect()
        }
    }
}

/// Whether contracts grant structures of any size.
fn gives_structures(annotations: &Annotations) -> bool {
    let is_structure = |part: &Part| match part {
        Part::Structure { .. } | Part::Segment { .. } => true,
        Part::Block { .. } => false,
    };
    annotations.steps.values().any(|step| match step {
        Step::Given(parts) => parts.iter().any(is_structure),
        Step::Shown(_) | Step::Whole(_) | Step::Taken(_) | Step::Unsupported(_) => false,
    })
}

/// Whether a parameter of a predicate that people wrote counts, as heights do.
fn has_counts(annotations: &Annotations) -> bool {
    let counts =
        |predicate: &shape::Predicate| (0..predicate.n_params).any(|it| predicate.counts(it));
    annotations.preds.iter().any(|(_, predicate)| counts(predicate))
}

/// Looks for a proof that no check of the program fails, which was inlined.
pub fn run(
    program: &Program,
    inlined: &Inlined,
    annotations: &Annotations,
    (clump, integers): (Clump, Integers),
    budget: &Budget,
) -> Result<Proof, Stop> {
    let entry = &inlined.program.functions[inlined.program.entry];
    let Some(body) = &entry.body else {
        return Err(Stop::Unsupported("the entry function has no body".to_owned()));
    };
    let mut written = Links::stopping_at(compared::numbers(&inlined.program, body));
    for (_, predicate) in annotations.preds.iter() {
        written.take_in(predicate);
    }
    let overwritten = Overwritten::of(&inlined.program, body, annotations);
    let nothing = Overwritten::default();
    // Predicates that are known already are of blocks that the program need not have made.
    let sorts = match annotations.preds.is_empty() {
        true => Sorts::of(&inlined.program, body),
        false => Sorts::default(),
    };
    let (apart, outer_apart) = (sorts.with_few_apart(), sorts.with_outer_few_apart());
    let (mut first, mut links) = (None, written.clone());
    let mut open: Vec<Attempt> = attempts(clump);
    open.retain(|attempt| match attempt.few {
        Few::Alike => true,
        Few::Apart => sorts.has_few(),
        Few::OuterApart => sorts.has_few_each_round(),
    });
    let mut rounds = ROUNDS;
    let counts = gives_structures(annotations) && has_counts(annotations);
    if gives_structures(annotations) {
        // Predicates are known, so that numbers in fields matter less, and no number of rounds gets to
        // the end of a structure of any size.
        rounds[0] = FEW_STEPS;
        open.sort_by_key(|attempt| match attempt.approach {
            Approach::Unrolled => 2,
            Approach::Summed => i32::from(attempt.manner != FORGETFUL),
        });
    }
    if counts {
        rounds[1] = rounds[2];
        let first = open.iter().take_while(|attempt| attempt.manner == FORGETFUL).count();
        open.insert(first, WITH_NEXT);
    }
    for max_steps in rounds {
        let (mut unfinished, mut again) = (Vec::new(), Vec::new());
        let mut seen_before = BTreeSet::new();
        for attempt in open {
            let has_branches = match attempt.manner.branches {
                Branches::Trees => true,
                Branches::Lists => links.has_branches(),
                Branches::Levels => links.has_levels(),
            };
            links = links.with_kinds_from(attempt.kinds);
            let needs_kinds = attempt.manner.data == Data::Kinds;
            if !has_branches || needs_kinds && !links.has_kinds() {
                unfinished.push(attempt);
                continue;
            }
            let known = match attempt.manner.backwards {
                Backwards::Followed => links.clone(),
                Backwards::Ignored => written.clone(),
            };
            let Attempt { manner, approach, merging, few, .. } = attempt;
            let sorts = match few {
                Few::Alike => &sorts,
                Few::Apart => &apart,
                Few::OuterApart => &outer_apart,
            };
            let max_states = match (few, manner.named) {
                (Few::OuterApart, _) | (_, Named::KeptWithNext) => MANY_STATES,
                (Few::Alike | Few::Apart, Named::Kept | Named::Folded | Named::WrittenOut) => {
                    FEW_STATES
                }
            };
            let rules = Rules { manner, clump, approach, merging, integers, max_steps, max_states };
            let overwritten = match merging {
                Merging::Early => &overwritten,
                Merging::Late => &nothing,
            };
            let given = Given { annotations, overwritten, sorts, links: known };
            let analysis = Analysis::new(program, (inlined, body), rules, given, budget);
            let Tried { result, links: seen, came_to } = analysis.run();
            links = seen;
            match result {
                Ok(proof) => return Ok(proof),
                Err(Stop::OutOfBudget) => return Err(first.unwrap_or(Stop::OutOfBudget)),
                Err(stop) => {
                    if stop == Stop::TooManySteps {
                        let matters = counts && manner.named == Named::KeptWithNext;
                        let is_new = seen_before.insert(came_to) || matters;
                        if is_new { unfinished.push(attempt) } else { again.push(attempt) }
                    }
                    first = first.filter(|it| *it != Stop::TooManySteps).or(Some(stop));
                }
            }
        }
        unfinished.extend(again);
        open = unfinished;
        if gives_structures(annotations) {
            // No number of rounds gets to the end of a structure of any size.
            open.sort_by_key(|attempt| attempt.approach == Approach::Unrolled);
        }
    }
    Err(first.unwrap_or(Stop::OutOfBudget))
}
