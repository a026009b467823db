//! Simpler consequences of linear constraints, as material for guesses.
//!
//! Going back over `N := N + 1` turns `T = N` into `T = N + 1`, then `T = N + 2`, and so on; the
//! invariant behind it is `T > N`. So each constraint is offered without its constant, and pairs
//! are offered with a cell that they share eliminated: `Next <= N + 3` and `N + 3 <= T` say
//! `Next <= T`.

use cubicle::{Numbers, Relation, SymbolKind};

use crate::layout::Layout;
use crate::literal::Constraint;

/// Candidates for consequences; whether they follow is for the caller to see.
pub fn consequences(layout: &Layout<'_>, constraints: &[&Constraint]) -> Vec<Constraint> {
    let mut all: Vec<Constraint> = constraints.iter().map(|it| (*it).clone()).collect();
    for (at, first) in constraints.iter().enumerate() {
        for second in &constraints[..at] {
            all.extend(eliminated(first, second));
        }
    }
    all.iter().flat_map(|constraint| relaxed(layout, constraint)).collect()
}

/// The sums of two constraints in which a shared cell cancels.
fn eliminated(first: &Constraint, second: &Constraint) -> Vec<Constraint> {
    let mut found = Vec::new();
    for (factor, cell) in &first.parts {
        for (other, same) in &second.parts {
            if cell != same || factor.abs() != 1 || other.abs() != 1 {
                continue;
            }
            let is_equation = |it: &Constraint| it.relation == Relation::Equal;
            let is_bound = |it: &Constraint| it.relation != Relation::NotEqual;
            if !is_bound(first) || !is_bound(second) {
                continue;
            }
            // An equation may be subtracted; two bounds must point at each other.
            let sign = -(factor * other);
            if sign == -1 && !is_equation(second) && !is_equation(first) {
                continue;
            }
            let (base, added) = match sign == -1 && is_equation(first) {
                true => (second, first),
                false => (first, second),
            };
            let mut sum = base.clone();
            sum.parts.extend(added.parts.iter().map(|(part, cell)| (part * sign, *cell)));
            sum.constant += added.constant * sign;
            sum.relation = match (base.relation, added.relation) {
                (Relation::Equal, relation) | (relation, Relation::Equal) => relation,
                (Relation::Less, _) | (_, Relation::Less) => Relation::Less,
                _ => Relation::AtMost,
            };
            let sum = sum.normal();
            if !sum.parts.is_empty() {
                found.push(sum);
            }
        }
    }
    found
}

/// Constraints that may be weaker than one: its two sides, with the constant and the symbolic
/// constants left out. Whether they are weaker is for the caller to see.
fn relaxed(layout: &Layout<'_>, constraint: &Constraint) -> Vec<Constraint> {
    let sides = match constraint.relation {
        Relation::NotEqual => return Vec::new(),
        Relation::AtMost | Relation::Less => vec![constraint.clone()],
        Relation::Equal => {
            let upper = Constraint { relation: Relation::AtMost, ..constraint.clone() };
            // Not `upper < 0` is the other side, whatever the numbers.
            let lower = Constraint { relation: Relation::Less, ..constraint.clone() }.negated();
            vec![upper, lower]
        }
    };
    let mut found = vec![constraint.clone()];
    for side in sides {
        let mut plain = side.clone();
        plain.parts.retain(|(_, cell)| {
            let symbol = layout.symbol(*cell);
            layout.system.symbols[symbol].kind == SymbolKind::Mutable
        });
        for form in [&plain, &side] {
            if form.parts.is_empty() {
                continue;
            }
            found.push(Constraint { constant: 0, relation: Relation::AtMost, ..form.clone() });
            found.push(match form.numbers {
                Numbers::Integers => Constraint { constant: 1, ..form.clone() },
                Numbers::Reals => {
                    Constraint { constant: 0, relation: Relation::Less, ..form.clone() }
                }
            });
        }
        found.push(side);
    }
    found.into_iter().map(Constraint::normal).collect()
}
