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
//! Several *manners* of summing up are tried in turn: constants kept in predicates or not, first
//! blocks of segments written out or not, ways back followed or not. Silhouettes, and recursion
//! by summaries, are not there yet: forms of states are made alike by folding alone.

mod analyse;
mod assume;
mod eval;
mod step;

use ir::Program;
use ir_passes::inline::Inlined;
use shape::fold::{Data, Manner, Named};
use shape::learn::{Backwards, Links};
use verdict::Budget;

pub use analyse::{Proof, n_structures};
pub use step::Stop;

use analyse::Analysis;

/// Of the time that is left, for each manner but the last.
const SHARE: f64 = 0.5;

const MANNERS: [(Manner, Backwards); 4] = [
    (Manner { data: Data::Kept, named: Named::Kept }, Backwards::Followed),
    (Manner { data: Data::Forgotten, named: Named::Kept }, Backwards::Followed),
    (Manner { data: Data::Forgotten, named: Named::Folded }, Backwards::Followed),
    (Manner { data: Data::Forgotten, named: Named::Kept }, Backwards::Ignored),
];

/// Looks for a proof that no check of the program fails, which was inlined.
pub fn run(program: &Program, inlined: &Inlined, budget: &Budget) -> Result<Proof, Stop> {
    let entry = &inlined.program.functions[inlined.program.entry];
    let Some(body) = &entry.body else {
        return Err(Stop::Unsupported("the entry function has no body".to_owned()));
    };
    let (mut first, mut links) = (None, Links::new());
    for (manner, backwards) in MANNERS {
        let part = budget.share(SHARE);
        let known = match backwards {
            Backwards::Followed => links.clone(),
            Backwards::Ignored => Links::new(),
        };
        let analysis = Analysis::new(program, (inlined, body), (manner, backwards), known, &part);
        let (result, seen) = analysis.run();
        match result {
            Ok(proof) => return Ok(proof),
            Err(stop) => first = first.or(Some(stop)),
        }
        links = seen;
    }
    Err(first.unwrap_or(Stop::OutOfBudget))
}
