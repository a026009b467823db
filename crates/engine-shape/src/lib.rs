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
//! Several *manners* of summing up are tried in turn: numbers kept in predicates, bounded or
//! forgotten, first blocks of segments written out or not, branches read as trees or as lists of
//! lists, ways back and shared pointers followed or not; and once loops are only followed round by
//! round. Where the states at a place become many, those whose silhouettes allow it are brought
//! together ([`Clump`]). Predicates and contracts that people wrote come with the program
//! ([`Annotations`]). Recursion by summaries is not there yet.

mod analyse;
mod annotated;
mod assume;
pub mod draw;
mod eval;
mod in_objects;
mod step;
mod subscript;

use ir::Program;
use ir_passes::inline::Inlined;
use shape::fold::{Branches, Data, Manner, Named};
use shape::learn::{Backwards, Links};
use shape::{Annotations, Integers};
use verdict::Budget;

pub use analyse::{Proof, n_structures};
pub use step::Stop;

use analyse::{Analysis, Approach, Rules};

/// Of the time that is left, for each manner but the last.
const SHARE: f64 = 0.5;

const EXACT: Manner = Manner {
    data: Data::Kept,
    named: Named::Kept,
    branches: Branches::Trees,
    backwards: Backwards::Followed,
};

/// From the most to the least that is kept.
const MANNERS: [Manner; 8] = [
    EXACT,
    Manner { data: Data::BoundedButLast, ..EXACT },
    Manner { data: Data::Bounded, ..EXACT },
    Manner { data: Data::Forgotten, ..EXACT },
    Manner { data: Data::Forgotten, named: Named::Folded, ..EXACT },
    Manner { branches: Branches::Lists, ..EXACT },
    Manner { data: Data::Forgotten, branches: Branches::Lists, ..EXACT },
    Manner { data: Data::Forgotten, backwards: Backwards::Ignored, ..EXACT },
];

/// The manner before which loops are unrolled without summing up.
const UNROLLED_BEFORE: usize = 1;

/// Which disjuncts are brought together where ways meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clump {
    /// Those whose silhouettes are associated, with segments where silhouettes suggest them.
    #[default]
    ClumpGuided,
    /// The same with segments only where one of the two has one.
    Clump,
    /// Those whose silhouettes are equal, guided.
    CanonGuided,
    Canon,
    /// Those that differ in numbers alone.
    None,
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
    let mut written = Links::new();
    for (_, predicate) in annotations.preds.iter() {
        written.take_in(predicate);
    }
    let (mut first, mut links) = (None, written.clone());
    for (index, manner) in MANNERS.into_iter().enumerate() {
        if manner.branches == Branches::Lists && !links.has_branches() {
            continue;
        }
        // Loops that end soon need no summing up, and counts are exact then.
        let approaches = match index {
            UNROLLED_BEFORE => &[Approach::Unrolled, Approach::Summed][..],
            _ => &[Approach::Summed][..],
        };
        for approach in approaches {
            let part = budget.share(SHARE);
            let known = match manner.backwards {
                Backwards::Followed => links.clone(),
                Backwards::Ignored => written.clone(),
            };
            let rules = Rules { manner, clump, approach: *approach, integers };
            let analysis =
                Analysis::new(program, (inlined, body), annotations, rules, known, &part);
            let (result, seen) = analysis.run();
            match result {
                Ok(proof) => return Ok(proof),
                Err(stop) => first = first.or(Some(stop)),
            }
            links = seen;
        }
    }
    Err(first.unwrap_or(Stop::OutOfBudget))
}
