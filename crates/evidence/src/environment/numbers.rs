//! Which numbers have to be tried.
//!
//! A step compares numbers with each other and with constants, after adding constants to
//! them. So of `n` numbers only their order, their distances up to a *reach*, and their place
//! among the constants matter; larger distances may all be taken as one that leaves room
//! for the numbers of one more process.
//!
//! # How far is far
//! A comparison, or a fact of the certificate, sees differences up to the constants that it adds
//! itself. A step sees more of the numbers that it *moves*: what it adds to them counts as well
//! ([`Motion`]). A step with one assignment moves the number that this reads, and no other: what
//! is assigned is that number and a constant, or zero where that would be negative. After several
//! assignments it may be a constant with something added, so that such a step moves all numbers,
//! and the constants too. Two numbers have the longer reach if the step moves one of them,
//! and the shorter one otherwise. Most steps move nothing.
//!
//! Of numbers in ascending order, each gap is tried exactly up to some length, and once as far. One
//! more process may have its numbers in the gap, each seen from the next, the first from below the
//! gap and the last from above. So a gap counts up to the sum of all that can be seen in this way
//! (3 is three below 6 and three above 0: numbers that are compared with an offset of 3 have to be
//! tried at a distance of 6). In a longer gap there is a place in it that nobody sees across, and
//! where it can be stretched to the far one or cut down to it: that has room for all numbers of
//! one process, out of sight of each other and of both ends. How far a number that is moved sees
//! beyond the next ones is bounded by their being at least 1 apart.

use protocol::{Action, DataRef, DataSort, DataValue, DataVar, Formula, Property, System, Term};
use rustc_hash::FxHashSet;

use super::certificate::Certificate;

/// What a step does to numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Motion {
    /// The sum of the constants that it adds.
    pub added: i64,
    pub moved: Moved,
}

/// The numbers that a step moves. It moves every fresh number anyway.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Moved {
    #[default]
    Nothing,
    /// The n-th number of the actor.
    Own(usize),
    /// The n-th number of the centre.
    Centre(usize),
    /// All numbers and the constants.
    Everything,
}

impl Moved {
    pub fn has_own(self, n: usize) -> bool {
        self == Self::Everything || self == Self::Own(n)
    }

    pub fn has_centre(self, n: usize) -> bool {
        self == Self::Everything || self == Self::Centre(n)
    }
}

/// A number that is there, and whether the step moves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Placed {
    pub value: i64,
    pub moves: bool,
}

/// The scale on which numbers are tried.
#[derive(Clone, Debug)]
pub(super) struct Ruler {
    low: i64,
    high: i64,
    has_constants: bool,
    /// Whether some variable may be negative.
    has_integers: bool,
    /// What is seen of numbers of which one is moved.
    reach: i64,
    /// What is seen of numbers that are not moved: the largest constant that a comparison of two
    /// numbers adds.
    compared: i64,
    far: i64,
    /// Whether constants are moved, and all numbers.
    moves_all: bool,
    /// Whether both numbers of a comparison may change in one step.
    own_compared: bool,
    /// Whether the n-th data variable of a process cannot be negative.
    pub natural: Vec<bool>,
    pub natural_centre: Vec<bool>,
}

impl Ruler {
    pub fn of(system: &System, certificate: &Certificate) -> Self {
        let mut constants: Vec<i64> = Vec::new();
        let offsets = certificate.pair_facts.iter().map(|fact| fact.offset.abs());
        let mut compared = offsets.max().unwrap_or(0);
        let mut own_compared = false;
        let facts = certificate.local_facts.iter().chain(&certificate.central_facts);
        for formula in all_formulas(system).into_iter().chain(facts) {
            comparisons(formula, &mut |lhs: Term, rhs: Term| match (lhs.base, rhs.base) {
                (Some(left), Some(right)) => {
                    compared = compared.max((lhs.offset - rhs.offset).abs());
                    let subject = |data: DataRef| match data {
                        DataRef::Process(subject, _) => Some(subject),
                        DataRef::Centre(_) => None,
                    };
                    let pair = subject(left).is_some()
                        && subject(right).is_some()
                        && subject(left) != subject(right);
                    own_compared |= !pair;
                }
                (Some(_), None) => constants.push(rhs.offset - lhs.offset),
                (None, Some(_)) => constants.push(lhs.offset - rhs.offset),
                (None, None) => {}
            });
        }
        let mut added = 0;
        for branch in system.rules.values().flat_map(|rule| rule.then.iter().chain(&rule.otherwise))
        {
            let mut sum = 0;
            for action in &branch.actions {
                let term = match action {
                    Action::SetData { value: DataValue::Term(term), .. } => *term,
                    Action::Scan(scan) => scan.value,
                    _ => continue,
                };
                match term.base {
                    Some(_) => sum += term.offset.abs(),
                    None => constants.push(term.offset),
                }
            }
            added = added.max(sum);
        }
        let vars = || system.data.values().chain(system.centre.data.values());
        constants.extend(vars().filter_map(|var| var.initial));
        let is_natural = |var: &DataVar| var.sort == DataSort::Nat;
        if vars().any(is_natural) || !certificate.forgotten.is_empty() {
            constants.push(0);
        }
        let ruler = Self {
            low: constants.iter().min().copied().unwrap_or(0),
            high: constants.iter().max().copied().unwrap_or(0),
            has_constants: !constants.is_empty(),
            has_integers: vars().any(|var| var.sort == DataSort::Int),
            reach: 0,
            far: 0,
            moves_all: true,
            compared,
            own_compared,
            natural: system.data.values().map(|var| var.sort == DataSort::Nat).collect(),
            natural_centre: system
                .centre
                .data
                .values()
                .map(|var| var.sort == DataSort::Nat)
                .collect(),
        };
        ruler.for_step(Motion { added, moved: Moved::Everything })
    }

    /// The ruler for one step.
    pub fn for_step(&self, motion: Motion) -> Self {
        let Motion { added, moved } = motion;
        let reach = if self.own_compared { 2 * added } else { added } + self.compared;
        let far = (self.natural.len() as i64 + 1) * (reach + 1);
        Self { reach, far, moves_all: moved == Moved::Everything, ..self.clone() }
    }

    /// All tuples of numbers that differ in what a step can see; the n-th is not negative if
    /// `natural[n]`, and moved if `moves[n]`. `None` if there are more than `limit`.
    pub fn tuples(&self, natural: &[bool], moves: &[bool], limit: usize) -> Option<Vec<Vec<i64>>> {
        let n = natural.len();
        let mut found = Vec::new();
        let mut ranks = vec![0; n];
        loop {
            let top = ranks.iter().copied().max().map_or(0, |top: usize| top + 1);
            if (0..top).all(|rank| ranks.contains(&rank)) {
                let mut moved = vec![false; top];
                ranks.iter().zip(moves).for_each(|(rank, moves)| moved[*rank] |= moves);
                for levels in self.levels(&moved, limit)? {
                    let tuple: Vec<i64> = ranks.iter().map(|rank| levels[*rank]).collect();
                    if tuple.iter().zip(natural).all(|(value, natural)| !natural || *value >= 0) {
                        found.push(tuple);
                    }
                    if found.len() > limit {
                        return None;
                    }
                }
            }
            // The next tuple of ranks, like an odometer.
            let Some(position) = (0..n).rev().find(|position| ranks[*position] + 1 < n) else {
                return Some(found);
            };
            ranks[position] += 1;
            for rank in &mut ranks[position + 1..] {
                *rank = 0;
            }
        }
    }

    /// All ascending sequences of distinct numbers that look different; `moved`: whether the n-th
    /// is moved.
    fn levels(&self, moved: &[bool], limit: usize) -> Option<Vec<Vec<i64>>> {
        let n = moved.len();
        let mut all: Vec<Vec<i64>> = vec![Vec::new()];
        for position in 0..n {
            let gaps =
                self.gaps(self.sight_below(position, moved), self.sight_above(position, moved));
            let mut longer = Vec::new();
            for sequence in &all {
                for value in self.next_values(sequence.last().copied(), n - position, &gaps) {
                    let mut sequence = sequence.clone();
                    sequence.push(value);
                    longer.push(sequence);
                }
            }
            if longer.len() > limit {
                return None;
            }
            all = longer;
        }
        Some(all)
    }

    /// How much of the gap below the number at this position is seen from below.
    fn sight_below(&self, position: usize, moved: &[bool]) -> i64 {
        self.sight(moved[..position].iter().rev())
    }

    /// How much of the gap below the number at this position is seen from it and from above.
    fn sight_above(&self, position: usize, moved: &[bool]) -> i64 {
        self.sight(moved[position..].iter())
    }

    /// What can be seen from numbers, of which each is at least 1 behind the one before.
    fn sight<'m>(&self, moved: impl Iterator<Item = &'m bool>) -> i64 {
        if self.moves_all {
            return self.reach;
        }
        let nearest = moved.zip(0..).find(|(moved, _)| **moved);
        nearest.map_or(0, |(_, distance)| self.reach - distance).max(self.compared)
    }

    /// The lengths to try of a gap into which so much can be seen from both ends.
    fn gaps(&self, below: i64, above: i64) -> Vec<i64> {
        let between = (self.natural.len() as i64 - 1).max(0) * self.compared;
        (1..=below + between + above).chain([self.far]).collect()
    }

    /// Where the next number may be, if `left` more have to follow, this one included.
    fn next_values(&self, last: Option<i64>, left: usize, gaps: &[i64]) -> Vec<i64> {
        let Some(last) = last else {
            if !self.has_constants {
                return vec![0];
            }
            // Below the constants the whole sequence of numbers may lie in steps of any gap: all
            // sums of gaps for as many numbers as there are.
            let any_gap = self.gaps(self.reach, self.reach);
            let mut starts = vec![self.low];
            for _ in 0..if self.has_integers { left } else { 0 } {
                let lower: Vec<i64> = starts
                    .iter()
                    .flat_map(|start| any_gap.iter().map(move |gap| start - gap))
                    .collect();
                starts.extend(lower);
                starts.sort_unstable();
                starts.dedup();
            }
            starts.extend(self.low..=self.high);
            starts.extend(gaps.iter().map(|gap| self.high + gap));
            starts.sort_unstable();
            starts.dedup();
            return starts;
        };
        let mut values: Vec<i64> = gaps.iter().map(|gap| last + gap).collect();
        if self.has_constants && last < self.high {
            values.extend(self.low.max(last + 1)..=self.high);
            values.extend(gaps.iter().map(|gap| self.high + gap));
        }
        values.sort_unstable();
        values.dedup();
        values
    }

    /// The numbers of one more process, given those that are there: of all that look alike, the
    /// first. What can be seen of them is every difference among them, to the numbers
    /// placed and to the constants, up to the reach. No step moves them.
    pub fn beside(&self, placed: &[Placed]) -> Vec<Vec<i64>> {
        let values: Vec<i64> = placed.iter().map(|placed| placed.value).collect();
        let mut all: Vec<Vec<i64>> = vec![Vec::new()];
        for natural in &self.natural {
            let longer = all.iter().flat_map(|data| {
                let grid = self.grid(&values, *natural);
                grid.map(move |value| data.iter().copied().chain([value]).collect())
            });
            all = longer.collect();
        }
        let mut fixed = placed.to_vec();
        if self.has_constants {
            fixed.extend(
                (self.low..=self.high).map(|value| Placed { value, moves: self.moves_all }),
            );
        }
        let mut seen: FxHashSet<Vec<i64>> = FxHashSet::default();
        let beyond = self.compared + 1;
        all.retain(|data| {
            let mut looks = Vec::with_capacity(data.len() * (fixed.len() + data.len()));
            for value in data {
                looks.extend(fixed.iter().map(|other| {
                    let beyond = if other.moves { self.reach + 1 } else { beyond };
                    (value - other.value).clamp(-beyond, beyond)
                }));
                looks.extend(data.iter().map(|other| (value - other).clamp(-beyond, beyond)));
            }
            seen.insert(looks)
        });
        all
    }

    /// Every value of a number of so many at one moment, when nothing is moved.
    pub fn range_now(&self, n_numbers: usize) -> std::ops::RangeInclusive<i64> {
        let width = n_numbers as i64 * (self.compared + 1);
        self.low - width..=self.high + width
    }

    /// Every value of one more number, given those that are there.
    pub fn grid(&self, placed: &[i64], natural: bool) -> std::ops::RangeInclusive<i64> {
        let low = placed.iter().copied().min().unwrap_or(self.low).min(self.low) - self.far;
        let high = placed.iter().copied().max().unwrap_or(self.high).max(self.high) + self.far;
        if natural { low.max(0)..=high } else { low..=high }
    }
}

/// Calls `visit` with both sides of every comparison.
fn comparisons(formula: &Formula, visit: &mut dyn FnMut(Term, Term)) {
    for atom in formula.atoms() {
        if let Formula::Compare(_, lhs, rhs) = atom {
            visit(*lhs, *rhs);
        }
    }
}

fn all_formulas(system: &System) -> Vec<&Formula> {
    let mut all: Vec<&Formula> = system.predicates.values().map(|it| &it.body).collect();
    for rule in system.rules.values() {
        all.push(&rule.when);
        all.extend(rule.guard.iter().map(|guard| &guard.body));
        for branch in rule.then.iter().chain(&rule.otherwise) {
            for action in &branch.actions {
                match action {
                    Action::Scan(scan) => all.push(&scan.test),
                    Action::Broadcast(it) => all.extend(it.cases.iter().map(|case| &case.test)),
                    _ => {}
                }
            }
        }
    }
    for declaration in system.properties.values() {
        match &declaration.property {
            Property::Safety(formula) | Property::Reachable(formula) => all.push(formula),
            Property::Liveness { trigger, response } => all.extend([trigger, response]),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers from 0 on, one constant, one variable in each process.
    fn ruler(reach: i64, compared: i64, moved: Moved) -> Ruler {
        let ruler = Ruler {
            low: 0,
            high: 0,
            has_constants: true,
            has_integers: false,
            reach: 0,
            compared,
            far: 0,
            moves_all: false,
            own_compared: false,
            natural: vec![true],
            natural_centre: Vec::new(),
        };
        ruler.for_step(Motion { added: reach - compared, moved })
    }

    /// Every difference that can be seen, to the constant too.
    fn look(ruler: &Ruler, values: &[i64], moves: &[bool]) -> Vec<i64> {
        let mut all: Vec<(i64, bool)> = values
            .iter()
            .copied()
            .zip(moves.iter().map(|moves| *moves || ruler.moves_all))
            .collect();
        all.push((0, ruler.moves_all));
        let mut look = Vec::new();
        for lhs in &all {
            look.extend(all.iter().map(|rhs| {
                let reach = if lhs.1 || rhs.1 { ruler.reach } else { ruler.compared };
                (lhs.0 - rhs.0).clamp(-reach - 1, reach + 1)
            }));
        }
        look
    }

    #[test]
    fn every_small_valuation_looks_like_a_tried_one() {
        let everything = ruler(2, 1, Moved::Everything);
        for (ruler, moves) in [
            (ruler(1, 0, Moved::Nothing), [false, false, true]),
            (ruler(2, 0, Moved::Own(0)), [false, true, false]),
            (ruler(3, 1, Moved::Own(0)), [true, false, false]),
            (ruler(2, 1, Moved::Nothing), [true, false, true]),
            (everything, [false; 3]),
        ] {
            let tuples = ruler.tuples(&[true; 3], &moves, 10_000).expect("a few");
            let looks: FxHashSet<Vec<i64>> =
                tuples.iter().map(|values| look(&ruler, values, &moves)).collect();
            for n in 0..12 * 12 * 12 {
                let values = [n % 12, n / 12 % 12, n / 144];
                let seen = look(&ruler, &values, &moves);
                assert!(looks.contains(&seen), "{values:?} is missing, {moves:?} moved");
            }
        }
    }

    /// Whatever one more process can look like beside small numbers, it can beside tried ones.
    #[test]
    fn tried_numbers_leave_room_for_one_more() {
        for (ruler, moves) in [
            (ruler(1, 0, Moved::Own(0)), [false, true]),
            (ruler(2, 0, Moved::Own(0)), [true, false]),
            (ruler(1, 1, Moved::Nothing), [false, false]),
            (ruler(2, 1, Moved::Own(0)), [false, true]),
            (ruler(2, 1, Moved::Everything), [false, false]),
            (ruler(3, 1, Moved::Own(0)), [false, true]),
        ] {
            let three = |values: &[i64], more: i64| {
                look(&ruler, &[values[0], values[1], more], &[moves[0], moves[1], false])
            };
            let mut looks: FxHashSet<Vec<i64>> = FxHashSet::default();
            for values in ruler.tuples(&[true; 2], &moves, 10_000).expect("a few") {
                let placed = values.iter().zip(moves);
                let placed: Vec<Placed> = placed
                    .map(|(value, moves)| Placed { value: *value, moves: moves || ruler.moves_all })
                    .collect();
                looks.extend(ruler.beside(&placed).iter().map(|more| three(&values, more[0])));
            }
            for n in 0..16 * 16 * 16 {
                let (values, more) = ([n % 16, n / 16 % 16], n / 256);
                let seen = three(&values, more);
                assert!(looks.contains(&seen), "{more} beside {values:?}, {moves:?} moved");
            }
        }
    }
}
