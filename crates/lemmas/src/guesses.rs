//! Lemmas beside those of the precondition.
//!
//! Candidates, nothing more: those that do not hold on entry or that the loop breaks are dropped
//! by the same weakening as all others. They come from the program itself:
//!
//! - *conditions*: comparisons that decide something behind the head, as they stand and negated;
//! - *predicates*: the program's conditions and assertions, as if they stood at the head;
//! - *bounds*: each number that the loop changes, against the constants it is compared with;
//! - *values*: the constants that a component is given, as a set;
//! - *orderings*: pairs of numbers of one type, of which the loop changes at least one;
//! - *sums*: `a + b = c + d` and `a = b + c` where few numbers are about, for counters that move
//!   together;
//! - *exclusions*: of two global numbers one is zero, where few of them change;
//! - *parities*: the last bit of a number that the loop changes;
//! - *floats*: bounds of floating numbers (`floats`);
//! - *places*: where pointers point to (`places`);
//! - *lives*: blocks that are alive, and how large they are (`lives`);
//! - *filled*: which elements were written (`filled`);
//! - *elements*: what they hold (`elements`);
//! - *terminators*: where strings end (`terminators`).
//!
//! Numbers are variables, and places in memory that are told by name (`cells`), if so asked.

use encode::{Component, Encoder};
use ir::{IntType, Type};
use logic::{BvBinary, Sort, Term, TermId, TermPool, VarId, replace};
use rustc_hash::FxHashMap;

use crate::blocks::{Blocks, HeadId, Origin};
use crate::numbers::{at_most, constant, is_number, is_order, parities, sum, undo};
use crate::vocabulary::{Elements, Vocabulary};

/// How many of each kind, at one head.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub conditions: usize,
    pub predicates: usize,
    /// That a number is compared with.
    pub constants: usize,
    /// That are compared with constants.
    pub numbers: usize,
    /// Of numbers that are compared with each other.
    pub pairs: usize,
    /// Places in memory that are taken for numbers.
    pub cells: usize,
    /// Whether such places may be single bytes.
    pub bytes: bool,
}

impl Limits {
    /// Where each guess costs little.
    pub const MANY: Self = Self {
        conditions: 60,
        predicates: 40,
        constants: 12,
        numbers: 24,
        pairs: 120,
        cells: 0,
        bytes: true,
    };
}

const MAX_SUMMED: usize = 6;
/// Pairs of which it is also guessed that they are not equal.
const MAX_STRICT: usize = 15;
const MAX_EXCLUDED: usize = 5;
/// In programs with more loops, each head looks at its own constants only.
const MAX_HEADS: usize = 6;
/// Wider numbers are no flags, nor counts of few things.
const EXCLUDED_WIDTH: u8 = 32;

/// A component that holds an integer.
#[derive(Clone, Copy)]
pub struct Number {
    pub name: TermId,
    pub ty: IntType,
    pub is_changed: bool,
    pub(crate) is_global: bool,
}

/// What may hold at the heads of a program.
pub struct Guesses<'a, 'p> {
    pub encoder: &'a mut Encoder<'p>,
    pub blocks: &'a Blocks,
    pub limits: Limits,
}

impl Guesses<'_, '_> {
    pub fn at(&mut self, head: HeadId) -> Vec<TermId> {
        let behind = self.terms_behind(head);
        let mut seeds = self.conditions(head, &behind);
        seeds.extend(self.predicates(head));
        let numbers = self.numbers(head);
        let changed: Vec<Number> = numbers.iter().copied().filter(|it| it.is_changed).collect();
        // What others compare with comes last.
        let mut compared = behind;
        if self.blocks.heads.len() <= MAX_HEADS {
            compared.extend(self.comparisons());
        }
        for number in changed.iter().take(self.limits.numbers) {
            self.bounds(&compared, number, &mut seeds);
            seeds.extend(parities(&mut self.encoder.pool, number.name));
        }
        self.orderings(&numbers, &mut seeds);
        self.sums(&numbers, &mut seeds);
        self.exclusions(&changed, &mut seeds);
        seeds.extend(self.floats(head));
        seeds.extend(self.places(head, &numbers));
        seeds.extend(self.lives(head));
        seeds.extend(self.filled(head, &numbers));
        seeds.extend(self.elements(head, &numbers));
        seeds.extend(self.terminators(head));
        seeds
    }

    /// What the program asks of the state at a head, as far as it can be said there.
    pub fn conditions_at(&mut self, head: HeadId) -> Vec<TermId> {
        let behind = self.terms_behind(head);
        let mut conditions = self.conditions(head, &behind);
        conditions.extend(self.predicates(head));
        conditions
    }

    /// What the program asked on the way to a head, said of what became of it there.
    pub fn conditions_before(&mut self, head: HeadId) -> Vec<TermId> {
        let mut words = Vocabulary::of(&self.encoder.pool, self.blocks, head, Elements::Told);
        let mut found = Vec::new();
        for block in &self.blocks.incoming[head] {
            let block = &self.blocks.blocks[*block];
            let mut roots = vec![block.guard];
            let mut values: Vec<(VarId, TermId)> =
                block.values.iter().map(|(var, value)| (*var, *value)).collect();
            values.sort_unstable();
            roots.extend(values.iter().map(|(_, value)| *value));
            let pool = &mut self.encoder.pool;
            let conditions: Vec<TermId> = pool
                .postorder(&roots)
                .into_iter()
                .filter(|term| is_condition(pool, *term))
                .take(self.limits.conditions)
                .collect();
            let mut became: FxHashMap<TermId, TermId> = FxHashMap::default();
            for (var, value) in values {
                let name = pool.var_term(var);
                if let Some((operand, before)) = undo(pool, value, name) {
                    became.entry(operand).or_insert(before);
                }
                if !is_number(pool, value) {
                    became.insert(value, name);
                }
            }
            let images = replace(pool, &conditions, &became);
            found.extend(images.into_iter().filter(|image| words.can_say(pool, *image)));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    pub(crate) fn terms_behind(&self, head: HeadId) -> Vec<TermId> {
        terms_behind(&self.encoder.pool, self.blocks, head)
    }

    fn conditions(&mut self, head: HeadId, behind: &[TermId]) -> Vec<TermId> {
        let mut words = Vocabulary::of(&self.encoder.pool, self.blocks, head, Elements::Told);
        let mut seeds = Vec::new();
        let mut conditions = Vec::new();
        for &term in behind {
            let has_room = conditions.len() < self.limits.conditions;
            if is_condition(&self.encoder.pool, term)
                && has_room
                && words.can_say(&self.encoder.pool, term)
            {
                conditions.push(term);
            }
        }
        for condition in conditions {
            seeds.push(condition);
            seeds.push(self.encoder.pool.not(condition));
        }
        seeds
    }

    fn predicates(&mut self, head: HeadId) -> Vec<TermId> {
        let (location, state) =
            (self.blocks.heads[head].location, self.blocks.heads[head].state.clone());
        let predicates = self.encoder.predicates(location, &state, self.limits.predicates);
        let mut words = Vocabulary::of(&self.encoder.pool, self.blocks, head, Elements::Told);
        let mut seeds = Vec::new();
        for predicate in predicates {
            if words.can_say(&self.encoder.pool, predicate) {
                seeds.extend([predicate, self.encoder.pool.not(predicate)]);
            }
        }
        seeds
    }

    /// The integer variables at a head.
    fn numbers(&mut self, head: HeadId) -> Vec<Number> {
        let mut numbers = Vec::new();
        for (component, name) in &self.blocks.heads[head].components {
            let Component::Var(var) = component else { continue };
            let Type::Int(ty) = self.encoder.type_of(*var) else { continue };
            let key = self.encoder.pool.as_var(*name).expect("heads are named by variables");
            let mut into = self.blocks.incoming[head].iter().map(|id| &self.blocks.blocks[*id]);
            let is_changed = into.any(|block| {
                block.from == Origin::Head(head) && block.values.get(&key) != Some(name)
            });
            let is_global = self.encoder.is_global(*var);
            numbers.push(Number { name: *name, ty, is_changed, is_global });
        }
        numbers.extend(self.cells(head));
        // A loop that waits keeps whatever held before it. Words to tell states apart are not sought there.
        if self.limits.cells == 0 && !numbers.iter().any(|it| it.is_changed) {
            numbers.iter_mut().for_each(|it| it.is_changed = true);
        }
        numbers
    }

    /// Constants of a sort that terms are compared with or cut down to, and zero and one.
    fn constants(&mut self, compared: &[TermId], sort: Sort) -> Vec<TermId> {
        let pool = &mut self.encoder.pool;
        let mut constants = vec![constant(pool, sort, 0), constant(pool, sort, 1)];
        let mut addresses = Vec::new();
        for &term in compared {
            let (a, b) = match self.encoder.pool[term] {
                Term::BvCompare(_, a, b) | Term::IntLe(a, b) | Term::IntLt(a, b) => (a, b),
                Term::Eq(a, b) | Term::Ite(_, a, b) => (a, b),
                // What is left of a number has the mask as its bound, and a remainder less than
                // the divisor.
                Term::BvBinary(BvBinary::And, a, b) => (a, b),
                Term::BvBinary(BvBinary::URem | BvBinary::SRem, _, divisor)
                    if is_number(&self.encoder.pool, divisor) =>
                {
                    let pool = &mut self.encoder.pool;
                    let one = constant(pool, pool.sort(divisor), 1);
                    (divisor, pool.bv_sub(divisor, one))
                }
                _ => continue,
            };
            for side in [a, b] {
                let pool = &self.encoder.pool;
                let is_constant = is_number(pool, side) && pool.sort(side) == sort;
                let found = match is_constant && self.is_address(side) {
                    true => &mut addresses,
                    false => &mut constants,
                };
                if is_constant && !found.contains(&side) && found.len() < self.limits.constants {
                    found.push(side);
                }
            }
        }
        constants.extend(addresses);
        constants.truncate(self.limits.constants);
        constants
    }

    /// Is a constant rather the address of an object? Tables of the library are compared by where they lie, which
    /// says nothing of counts. Where addresses are small, numbers look the same.
    fn is_address(&self, constant: TermId) -> bool {
        let format = self.encoder.address_format();
        match self.encoder.pool[constant] {
            Term::BitVec(width, bits) => {
                let is_small = bits >> format.offset_bits == 0;
                let is_negative = bits >> (width - 1) == 1;
                format.offset_bits >= 32 && width == format.width && !is_small && !is_negative
            }
            _ => false,
        }
    }

    /// The comparisons that decide which way a run takes.
    pub(crate) fn comparisons(&self) -> Vec<TermId> {
        let blocks = self.blocks.blocks.values();
        let guards: Vec<TermId> = blocks.map(|block| block.guard).collect();
        let pool = &self.encoder.pool;
        pool.postorder(&guards).into_iter().filter(|it| is_condition(pool, *it)).collect()
    }

    fn bounds(&mut self, compared: &[TermId], number: &Number, seeds: &mut Vec<TermId>) {
        let mut values = Vec::new();
        let sort = self.encoder.pool.sort(number.name);
        for constant in self.constants(compared, sort) {
            let at_most = self.less(number, number.name, constant);
            let at_least = self.less(number, constant, number.name);
            seeds.extend([at_most, at_least]);
            values.push(self.encoder.pool.eq(number.name, constant));
        }
        if self.limits.cells > 0 {
            seeds.extend(&values);
        }
        seeds.push(self.encoder.pool.or(&values));
    }

    /// The number in so many bits.
    pub(crate) fn in_width(&mut self, number: &Number, width: u32) -> Option<TermId> {
        let pool = &mut self.encoder.pool;
        let own = pool.sort(number.name).width()?;
        Some(if own > width {
            pool.extract(width - 1, 0, number.name)
        } else if number.ty.is_signed() {
            pool.sign_extend(width, number.name)
        } else {
            pool.zero_extend(width, number.name)
        })
    }

    /// `a <= b` in the signedness of a number.
    fn less(&mut self, number: &Number, a: TermId, b: TermId) -> TermId {
        at_most(&mut self.encoder.pool, number.ty.is_signed(), a, b)
    }

    /// Equal sums among the numbers of the width of the first one that the loop changes.
    fn sums(&mut self, numbers: &[Number], seeds: &mut Vec<TermId>) {
        let Some(width) = numbers.iter().find(|it| it.is_changed).map(|it| it.ty.width) else {
            return;
        };
        let alike: Vec<Number> =
            numbers.iter().copied().filter(|it| it.ty.width == width).collect();
        if alike.len() > MAX_SUMMED {
            return;
        }
        let mut pairs = Vec::new();
        for (index, a) in alike.iter().enumerate() {
            for (other, b) in alike.iter().enumerate().skip(index + 1) {
                let sum = sum(&mut self.encoder.pool, a.name, b.name);
                pairs.push(([index, other], a.is_changed || b.is_changed, sum));
            }
        }
        for (position, (left, is_changed, sum)) in pairs.iter().enumerate() {
            for (number, single) in alike.iter().enumerate() {
                if !left.contains(&number) && (*is_changed || single.is_changed) {
                    seeds.push(self.encoder.pool.eq(single.name, *sum));
                }
            }
            for (right, is_other_changed, other) in &pairs[position + 1..] {
                let is_disjoint = right.iter().all(|number| !left.contains(number));
                if is_disjoint && (*is_changed || *is_other_changed) {
                    seeds.push(self.encoder.pool.eq(*sum, *other));
                }
            }
        }
    }

    fn exclusions(&mut self, changed: &[Number], seeds: &mut Vec<TermId>) {
        let is_meant = |it: &&Number| it.is_global && it.ty.width <= EXCLUDED_WIDTH;
        let meant: Vec<TermId> = changed.iter().filter(is_meant).map(|it| it.name).collect();
        if meant.len() > MAX_EXCLUDED {
            return;
        }
        let pool = &mut self.encoder.pool;
        let mut is_zero = |name: TermId| {
            let zero = constant(pool, pool.sort(name), 0);
            pool.eq(name, zero)
        };
        let zeros: Vec<TermId> = meant.into_iter().map(&mut is_zero).collect();
        for (index, &one) in zeros.iter().enumerate() {
            for &other in &zeros[index + 1..] {
                seeds.push(self.encoder.pool.or(&[one, other]));
            }
        }
    }

    fn orderings(&mut self, numbers: &[Number], seeds: &mut Vec<TermId>) {
        let mut n_pairs = 0;
        for (index, a) in numbers.iter().enumerate() {
            for b in &numbers[index + 1..] {
                if a.ty != b.ty || !(a.is_changed || b.is_changed) {
                    continue;
                }
                n_pairs += 1;
                if n_pairs > self.limits.pairs {
                    return;
                }
                let (less, more) = (self.less(a, a.name, b.name), self.less(a, b.name, a.name));
                seeds.extend([less, more, self.encoder.pool.eq(a.name, b.name)]);
                if n_pairs <= MAX_STRICT {
                    seeds.extend([less, more].map(|it| self.encoder.pool.not(it)));
                }
            }
        }
    }
}

/// Everything that is computed from the state at the head, up to the next heads.
pub(crate) fn terms_behind(pool: &TermPool, blocks: &Blocks, head: HeadId) -> Vec<TermId> {
    let mut roots = Vec::new();
    for block in blocks.blocks.values().filter(|it| it.from == Origin::Head(head)) {
        roots.push(block.guard);
        let mut values: Vec<TermId> = block.values.values().copied().collect();
        values.sort_unstable();
        roots.extend(values);
    }
    for dangers in blocks.dangers.iter().filter(|it| it.from == Origin::Head(head)) {
        roots.extend(dangers.violations.iter().map(|violation| violation.formula));
    }
    pool.postorder(&roots)
}

/// Does the term compare two values?
fn is_condition(pool: &TermPool, term: TermId) -> bool {
    match &pool[term] {
        Term::Eq(a, _) => !matches!(pool.sort(*a), Sort::Bool),
        term => is_order(term),
    }
}
