//! Is a waiting room a line: do those who wait block each other in a strict partial order?
//!
//! Three processes at the location, any two of which form a pair that the certificate lists, are
//! tried with all numbers that look different and in all orders of ids. Guards that read
//! the centre, and stepwise ones, are refused: who blocks whom could then change while nobody in
//! the room does anything.

use std::collections::BTreeSet;

use index::Id;
use protocol::eval::{ProcessState, View, holds};
use protocol::{Atomicity, DataRef, FiniteRef, Formula, Rule, System};
use rustc_hash::FxHashSet;

use super::Flaw;
use super::certificate::LocalRow;
use super::enumerate::World;
use super::gather::numbers_in;

/// The most valuations of three processes.
const MAX_TUPLES: usize = 400_000;

struct WaitingRoom<'a> {
    world: &'a World<'a>,
    guards: Vec<&'a Formula>,
    /// Those who wait, without numbers and facts.
    rows: Vec<LocalRow>,
    /// The variables that guards read.
    read: Vec<usize>,
    /// The signs of pair facts about these variables.
    signs: u64,
    /// The pairs that occur: two rows, the signs that count, whether the first id is smaller.
    pairs: FxHashSet<(usize, usize, u64, bool)>,
}

impl World<'_> {
    /// Whether processes in these cells block each other in a strict partial order that only
    /// they themselves can change.
    pub(super) fn is_line(&self, cells: &[usize]) -> Result<bool, Flaw> {
        let rows: BTreeSet<LocalRow> =
            cells.iter().map(|cell| without_facts(&self.certificate.cells[*cell].local)).collect();
        let locations: BTreeSet<_> = rows.iter().map(|row| row.location).collect();
        let [location] = locations.into_iter().collect::<Vec<_>>()[..] else { return Ok(false) };
        let here = |rule: &&Rule| match &rule.actor {
            protocol::Actor::Process(places) => places.contains(location) && rule.then.is_some(),
            protocol::Actor::Centre => false,
        };
        let rules = self.system.rules.values().filter(here);
        let guards: Vec<&Formula> =
            rules.filter_map(|rule| rule.guard.as_ref().map(|guard| &guard.body)).collect();
        let stepwise = self.system.atomicity == Atomicity::Stepwise;
        if stepwise || guards.iter().any(|guard| reads_centre(self.system, guard)) {
            return Ok(false);
        }
        WaitingRoom::new(self, guards, rows.into_iter().collect()).is_line()
    }
}

impl<'a> WaitingRoom<'a> {
    fn new(world: &'a World<'a>, guards: Vec<&'a Formula>, rows: Vec<LocalRow>) -> Self {
        let mut read: BTreeSet<usize> = BTreeSet::new();
        for guard in &guards {
            numbers_in(guard, &mut |data: DataRef| {
                if let DataRef::Process(_, id) = data {
                    read.insert(id.index());
                }
            });
        }
        if guards.iter().any(|guard| has_predicate(guard)) {
            read.extend(0..world.system.data.len());
        }
        let certificate = world.certificate;
        let mut signs = 0;
        for (n, fact) in certificate.pair_facts.iter().enumerate() {
            if read.contains(&fact.lhs.index()) && read.contains(&fact.rhs.index()) {
                signs |= 3 << (2 * n);
            }
        }
        let position = |row: &LocalRow| {
            let row = without_facts(row);
            rows.iter().position(|known| *known == row)
        };
        let mut pairs = FxHashSet::default();
        for (control, cells) in certificate.controls.iter().zip(&certificate.pairs) {
            let Some(own) = position(&control.local) else { continue };
            for cell in cells.iter().map(|cell| &certificate.cells[*cell]) {
                let Some(other) = position(&cell.local) else { continue };
                let relation = cell.relation;
                pairs.insert((own, other, relation.signs & signs, relation.is_less));
            }
        }
        Self { world, guards, read: read.into_iter().collect(), signs, pairs, rows }
    }

    fn is_line(&self) -> Result<bool, Flaw> {
        let ruler = &self.world.ruler;
        let natural: Vec<bool> =
            (0..3).flat_map(|_| self.read.iter().map(|n| ruler.natural[*n])).collect();
        let tuples = ruler.tuples(&natural, &[], MAX_TUPLES);
        let tuples = tuples.ok_or_else(|| Flaw::TooLarge("a line over many numbers".to_owned()))?;
        for tuple in tuples {
            self.world.budget.check()?;
            for rows in triples(self.rows.len()) {
                let process = |who: usize| {
                    let mut data = vec![0; ruler.natural.len()];
                    for (n, variable) in self.read.iter().enumerate() {
                        data[*variable] = tuple[who * self.read.len() + n];
                    }
                    self.world.process(&self.rows[rows[who]], &data)
                };
                if !self.is_ordered(rows, &[process(0), process(1), process(2)])? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn is_ordered(&self, rows: [usize; 3], three: &[ProcessState; 3]) -> Result<bool, Flaw> {
        let world = self.world;
        // Guards do not read the centre, so any will do.
        let numbers = vec![0; world.ruler.natural_centre.len()];
        let centre = world.centre_state(&world.certificate.controls[0].centre, &numbers);
        for ids in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let blocks = |y: usize, z: usize| -> Result<bool, Flaw> {
                let (own, other) = (Some(&three[y]), Some(&three[z]));
                let view = View {
                    own,
                    other,
                    centre: &centre,
                    ids: ids[y].cmp(&ids[z]),
                    company: protocol::eval::Company::default(),
                };
                for guard in &self.guards {
                    if !holds(world.system, guard, view)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            };
            let occurs = |y: usize, z: usize| {
                let signs = world.signs(&three[y], &three[z]) & self.signs;
                let is_less = world.certificate.ids && ids[y] < ids[z];
                self.pairs.contains(&(rows[y], rows[z], signs, is_less))
            };
            if !occurs(0, 1) || !blocks(0, 1)? {
                continue;
            }
            let three_occur = occurs(1, 2) && occurs(0, 2);
            if blocks(1, 0)? || three_occur && blocks(1, 2)? && !blocks(0, 2)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn without_facts(row: &LocalRow) -> LocalRow {
    LocalRow { facts: 0, ..row.clone() }
}

fn triples(n: usize) -> impl Iterator<Item = [usize; 3]> {
    (0..n * n * n).map(move |code| [code / (n * n), code / n % n, code % n])
}

fn has_predicate(formula: &Formula) -> bool {
    formula.atoms().any(|atom| matches!(atom, Formula::Predicate(..)))
}

fn reads_centre(system: &System, formula: &Formula) -> bool {
    match formula {
        Formula::Not(inner) => reads_centre(system, inner),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().any(|part| reads_centre(system, part))
        }
        Formula::Implies(lhs, rhs) => reads_centre(system, lhs) || reads_centre(system, rhs),
        Formula::Predicate(_, id) => reads_centre(system, &system.predicates[*id].body),
        Formula::Centre(..) | Formula::PointsAt(..) | Formula::PointsNowhere(_) => true,
        Formula::SameFinite(lhs, rhs) => {
            [lhs, rhs].iter().any(|side| matches!(side, FiniteRef::Centre(_)))
        }
        Formula::Compare(_, lhs, rhs) => {
            [lhs, rhs].iter().any(|side| matches!(side.base, Some(DataRef::Centre(_))))
        }
        Formula::True
        | Formula::False
        | Formula::At(..)
        | Formula::Finite(..)
        | Formula::OwnIdIsLess => false,
        Formula::Absent(_) | Formula::Count(_) => unreachable!("refused: beyond pairs"),
    }
}
