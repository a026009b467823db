//! Functions of which nothing is known but that they are functions.

use logic::{FunctionId, Sort, TermId, TermPool};
use rustc_hash::FxHashMap;

/// Declared on demand, one per name and signature.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uninterpreted {
    functions: FxHashMap<(String, Vec<Sort>, Sort), FunctionId>,
}

impl Uninterpreted {
    /// `name(arguments)`, of the given sort.
    pub fn apply(
        &mut self,
        pool: &mut TermPool,
        name: &str,
        arguments: &[TermId],
        result: Sort,
    ) -> TermId {
        let parameters: Vec<Sort> = arguments.iter().map(|term| pool.sort(*term)).collect();
        let function = *self
            .functions
            .entry((name.to_owned(), parameters.clone(), result))
            .or_insert_with(|| pool.declare_function(name, parameters, result));
        pool.apply(function, arguments)
    }
}
