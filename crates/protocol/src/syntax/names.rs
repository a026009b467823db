//! What a name stands for, and which name was probably meant.

use std::collections::BTreeMap;

use source::{Diagnostic, Diagnostics, Span};

use super::ast::Name;
use super::parse::shortened;
use crate::{CentreDataId, CentreFiniteId, DataId, FiniteId, LocationId, PointerId, PredicateId};

/// What a declared name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entity {
    Location(LocationId),
    Finite(FiniteId),
    Data(DataId),
    Predicate(PredicateId),
    CentreFinite(CentreFiniteId),
    CentreData(CentreDataId),
    Pointer(PointerId),
}

impl Entity {
    pub fn describe(self) -> &'static str {
        match self {
            Self::Location(_) => "a location",
            Self::Finite(_) => "a finite variable",
            Self::Data(_) => "a data variable",
            Self::Predicate(_) => "a predicate",
            Self::CentreFinite(_) => "a finite variable of the centre",
            Self::CentreData(_) => "a data variable of the centre",
            Self::Pointer(_) => "a pointer of the centre",
        }
    }
}

/// All declared names. Locations, variables, predicates and pointers share one name space.
#[derive(Debug, Default)]
pub struct Names {
    entities: BTreeMap<String, (Entity, Span)>,
}

impl Names {
    pub fn get(&self, name: &str) -> Option<Entity> {
        self.entities.get(name).map(|(entity, _)| *entity)
    }

    /// Where a name is declared.
    pub fn place(&self, name: &str) -> Option<Span> {
        self.entities.get(name).map(|(_, span)| *span)
    }

    /// Enters a name; a second declaration is an error and changes nothing.
    pub fn declare(&mut self, name: &Name, entity: Entity, diagnostics: &mut Diagnostics) {
        if let Some((first, span)) = self.entities.get(&name.text) {
            diagnostics.push(
                Diagnostic::error(
                    "E0510",
                    name.span,
                    format!("`{}` is declared twice", shortened(&name.text)),
                )
                .also(*span, format!("it is {} here", first.describe())),
            );
            return;
        }
        self.entities.insert(name.text.clone(), (entity, name.span));
    }

    /// The error for a name that is not known, with the nearest one among those for which
    /// `wanted` holds.
    pub fn unknown(
        &self,
        name: &str,
        span: Span,
        what: &str,
        wanted: impl Fn(Entity) -> bool,
    ) -> Diagnostic {
        let candidates =
            self.entities.iter().filter(|(_, (entity, _))| wanted(*entity)).map(|(name, _)| name);
        unknown(name, span, what, candidates.map(String::as_str))
    }
}

/// The error for a name that is none of `candidates`.
pub fn unknown<'a>(
    name: &str,
    span: Span,
    what: &str,
    candidates: impl Iterator<Item = &'a str> + Clone,
) -> Diagnostic {
    let message = format!("unknown {what} `{}`", shortened(name));
    let diagnostic = Diagnostic::error("E0511", span, message).label("not declared");
    if let Some(meant) = nearest(name, candidates.clone()) {
        return diagnostic.help(format!("did you mean `{}`?", shortened(meant)));
    }
    let known: Vec<String> =
        candidates.take(9).map(|name| format!("`{}`", shortened(name))).collect();
    match known.len() {
        0 | 9 => diagnostic,
        _ => diagnostic.note(format!("declared: {}", known.join(", "))),
    }
}

/// The candidate that differs least from `name`, if it differs little.
fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // The table of distances is quadratic, and nobody misspells a name of a hundred letters.
    const LONGEST: usize = 100;
    if name.len() > LONGEST {
        return None;
    }
    let most = (name.len() / 3).max(1);
    candidates
        .filter(|candidate| candidate.len() <= LONGEST)
        .map(|candidate| (distance(name.as_bytes(), candidate.as_bytes()), candidate))
        .filter(|(distance, _)| *distance <= most)
        .min()
        .map(|(_, candidate)| candidate)
}

/// How many letters have to be put in, left out, replaced, or swapped with their neighbour.
fn distance(lhs: &[u8], rhs: &[u8]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=rhs.len()).collect();
    for (row, left) in lhs.iter().enumerate() {
        let mut this = vec![row + 1];
        for (column, right) in rhs.iter().enumerate() {
            let replaced = last[column] + usize::from(left != right);
            let mut best = replaced.min(last[column + 1] + 1).min(this[column] + 1);
            let swapped =
                row > 0 && column > 0 && lhs[row - 1] == *right && rhs[column - 1] == *left;
            if swapped {
                best = best.min(before[column - 1] + 1);
            }
            this.push(best);
        }
        before = std::mem::replace(&mut last, this);
    }
    last[rhs.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swapped_letters_are_one_mistake() {
        assert_eq!(distance(b"cirt", b"crit"), 1);
        assert_eq!(distance(b"crit", b"crit"), 0);
        assert_eq!(distance(b"", b"ab"), 2);
        assert_eq!(nearest("wiat", ["idle", "wait", "what"].into_iter()), Some("wait"));
        assert_eq!(nearest("zzz", ["idle", "wait"].into_iter()), None);
    }
}
