//! Which numbers have to be tried.
//!
//! A step compares numbers with each other and with constants, after adding constants to
//! them. So of `n` numbers only their order, their distances up to a *reach*, and their place
//! among the constants matter; larger distances may all be taken as one that leaves room
//! for the numbers of one more process.

use protocol::{Action, DataRef, DataSort, DataValue, DataVar, Formula, Property, System, Term};
use rustc_hash::FxHashSet;

use super::certificate::Certificate;

/// The scale on which numbers are tried.
#[derive(Clone, Debug)]
pub(super) struct Ruler {
    low: i64,
    high: i64,
    has_constants: bool,
    /// Whether some variable may be negative.
    has_integers: bool,
    reach: i64,
    far: i64,
    /// Whether the n-th data variable of a process cannot be negative.
    pub natural: Vec<bool>,
    pub natural_centre: Vec<bool>,
}

impl Ruler {
    pub fn of(system: &System, certificate: &Certificate) -> Self {
        let mut constants: Vec<i64> = Vec::new();
        let mut compared = 0;
        let mut own_compared = false;
        for formula in all_formulas(system) {
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
        let reach = if own_compared { 2 * added } else { added } + compared;
        Self {
            low: constants.iter().min().copied().unwrap_or(0),
            high: constants.iter().max().copied().unwrap_or(0),
            has_constants: !constants.is_empty(),
            has_integers: vars().any(|var| var.sort == DataSort::Int),
            reach,
            far: (system.data.len() as i64 + 1) * (reach + 1),
            natural: system.data.values().map(|var| var.sort == DataSort::Nat).collect(),
            natural_centre: system
                .centre
                .data
                .values()
                .map(|var| var.sort == DataSort::Nat)
                .collect(),
        }
    }

    /// All tuples of numbers that differ in what a step can see; the n-th is not negative if
    /// `natural[n]`. `None` if there are more than `limit`.
    pub fn tuples(&self, natural: &[bool], limit: usize) -> Option<Vec<Vec<i64>>> {
        let n = natural.len();
        let mut found = Vec::new();
        let mut ranks = vec![0; n];
        loop {
            let top = ranks.iter().copied().max().map_or(0, |top: usize| top + 1);
            if (0..top).all(|rank| ranks.contains(&rank)) {
                for levels in self.levels(top, limit)? {
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

    /// All ascending sequences of `n` distinct numbers that look different.
    fn levels(&self, n: usize, limit: usize) -> Option<Vec<Vec<i64>>> {
        let mut all: Vec<Vec<i64>> = vec![Vec::new()];
        for position in 0..n {
            let mut longer = Vec::new();
            for sequence in &all {
                for value in self.next_values(sequence.last().copied(), n - position) {
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

    /// Where the next number may be, if `left` more have to follow, this one included.
    fn next_values(&self, last: Option<i64>, left: usize) -> Vec<i64> {
        let gaps: Vec<i64> = (1..=self.reach).chain([self.far]).collect();
        let Some(last) = last else {
            if !self.has_constants {
                return vec![0];
            }
            // Below the constants the whole sequence of numbers may lie in steps of any gap: all
            // sums of gaps for as many numbers as there are.
            let mut starts = vec![self.low];
            for _ in 0..if self.has_integers { left } else { 0 } {
                let lower: Vec<i64> = starts
                    .iter()
                    .flat_map(|start| gaps.iter().map(move |gap| start - gap))
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
    /// placed and to the constants, up to the reach.
    pub fn beside(&self, placed: &[i64]) -> Vec<Vec<i64>> {
        let mut all: Vec<Vec<i64>> = vec![Vec::new()];
        for natural in &self.natural {
            let longer = all.iter().flat_map(|data| {
                let grid = self.grid(placed, *natural);
                grid.map(move |value| data.iter().copied().chain([value]).collect())
            });
            all = longer.collect();
        }
        let mut fixed = placed.to_vec();
        if self.has_constants {
            fixed.extend(self.low..=self.high);
        }
        let mut seen: FxHashSet<Vec<i64>> = FxHashSet::default();
        let beyond = self.reach + 1;
        all.retain(|data| {
            let mut looks = Vec::with_capacity(data.len() * (fixed.len() + data.len()));
            for value in data {
                let others = fixed.iter().chain(data);
                looks.extend(others.map(|other| (value - other).clamp(-beyond, beyond)));
            }
            seen.insert(looks)
        });
        all
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
    match formula {
        Formula::Not(inner) => comparisons(inner, visit),
        Formula::And(parts) | Formula::Or(parts) => {
            for part in parts {
                comparisons(part, visit);
            }
        }
        Formula::Implies(lhs, rhs) => {
            comparisons(lhs, visit);
            comparisons(rhs, visit);
        }
        Formula::Compare(_, lhs, rhs) => visit(*lhs, *rhs),
        _ => {}
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
