//! Links: which fields of blocks of a form lead on to the next block of the same structure.
//!
//! Learnt from states in which blocks are still written out. A wrong guess costs a proof and
//! nothing else: what is summed up wrongly cannot be checked again.
//!
//! A field that always leads to a block whose field leads back is one of a doubly linked
//! structure. That is symmetric for lists; the smaller offset is taken for the way forward.

use std::collections::{BTreeMap, BTreeSet};

use crate::predicate::{Arg, Field, Predicate};
use crate::state::{Block, Cell, Edge, Form, Kind, State};
use crate::value::Value;

/// A way from a block to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Link {
    pub offset: u64,
    /// In bytes: that of a pointer.
    pub len: u64,
    /// Where in the next block it points.
    pub shift: i64,
    /// Where the next block leads back, and where in this one that points.
    pub back: Option<(u64, i64)>,
}

/// Whether a way back is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backwards {
    Followed,
    Ignored,
}

/// What was seen so far.
#[derive(Clone, Debug, Default)]
pub struct Links {
    seen: BTreeMap<Form, BTreeSet<Link>>,
    /// By form and offset: the forms of the blocks that were seen there.
    owned: BTreeMap<(Form, u64), BTreeSet<Form>>,
    pointer_len: u64,
    /// Numbers that the program compares with, and their neighbours.
    stops: BTreeSet<i128>,
    /// By form: two fields of which the first one leads by several steps where the second leads at once.
    skips: BTreeSet<(Form, u64, u64)>,
    /// Numbers in the fields of neighbours.
    neighbours: BTreeSet<Neighbours>,
    /// Those that were seen where loops were followed round by round, so that nothing was forgotten.
    neighbours_in_rounds: BTreeSet<Neighbours>,
    kinds_from: KindsFrom,
}

/// Which neighbours tell kinds of elements. Those from states that were summed up may be none of the program's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KindsFrom {
    #[default]
    AllStates,
    Rounds,
}

/// The numbers of a block, each with its offset and length.
type Numbers = Vec<(u64, u64, i128)>;

/// A block, which of its fields leads on, and what is there: another block of its form, or null.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Neighbours {
    form: Form,
    offset: u64,
    numbers: Numbers,
    next: Option<Numbers>,
}

/// Elements of lists that differ in constants, and which come after which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kinds {
    pub numbers: Vec<Numbers>,
    /// Two kinds, by their places; `None` for the end of the list.
    pub follow: BTreeSet<(usize, Option<usize>)>,
}

/// Steps along a field until another one has been passed.
const MAX_STEPS: usize = 8;
/// Neighbours that are remembered.
const MAX_NEIGHBOURS: usize = 400;
/// Elements of more kinds than this are data rather than kinds.
const MAX_KINDS: usize = 6;

impl Links {
    pub fn new() -> Self {
        Self::default()
    }

    /// The same where the program compares with these numbers: bounds that grow stop there.
    pub fn stopping_at(stops: BTreeSet<i128>) -> Self {
        Self { stops, ..Self::default() }
    }

    pub fn stops(&self) -> &BTreeSet<i128> {
        &self.stops
    }

    /// Takes in the links between blocks of a state; true if one is new.
    pub fn learn(&mut self, state: &State, backwards: Backwards) -> bool {
        let mut is_new = false;
        for (node, edge) in &state.edges {
            let Edge::Block(block) = edge else { continue };
            if !block.is_element() {
                continue;
            }
            for (offset, cell) in &block.cells {
                self.learn_neighbours(state, block, *offset);
                let Value::Addr(next, shift) = cell.value else { continue };
                let Some(other) = state.block(next) else { continue };
                if next == *node || !other.is_element() {
                    continue;
                }
                self.pointer_len = cell.len;
                if other.form() != block.form() {
                    let owned = self.owned.entry((block.form(), *offset)).or_default();
                    is_new |= shift == 0 && owned.insert(other.form());
                    continue;
                }
                // In a circle of two, every field leads back.
                let leads_back = other.cells.iter().find_map(|(at, cell)| match cell.value {
                    Value::Addr(it, bytes) if it == *node && at != offset => Some((*at, bytes)),
                    _ => None,
                });
                let back = leads_back.filter(|_| backwards == Backwards::Followed);
                for (coarse, _) in block.cells.iter().filter(|(at, _)| *at != offset) {
                    if leads_past(state, block, *offset, *coarse) {
                        self.skips.insert((block.form(), *offset, *coarse));
                    }
                }
                let link = Link { offset: *offset, len: cell.len, shift, back };
                is_new |= self.seen.entry(block.form()).or_default().insert(link);
            }
        }
        is_new
    }

    /// The same links, with kinds of elements from those neighbours.
    pub fn with_kinds_from(self, kinds_from: KindsFrom) -> Self {
        Self { kinds_from, ..self }
    }

    /// Takes in neighbours of a state that comes from following loops round by round.
    pub fn learn_in_rounds(&mut self, state: &State) {
        for edge in state.edges.values() {
            let Edge::Block(block) = edge else { continue };
            if !block.is_element() {
                continue;
            }
            for offset in block.cells.keys() {
                if self.neighbours_in_rounds.len() < MAX_NEIGHBOURS {
                    self.neighbours_in_rounds.extend(neighbours(state, block, *offset));
                }
            }
        }
    }

    fn learn_neighbours(&mut self, state: &State, block: &Block, offset: u64) {
        if self.neighbours.len() < MAX_NEIGHBOURS {
            self.neighbours.extend(neighbours(state, block, offset));
        }
    }

    /// The kinds of elements of lists of such blocks, if there are several.
    pub fn kinds(&self, form: Form) -> Option<Kinds> {
        let [link] = self.forward(form)[..] else { return None };
        let neighbours = match self.kinds_from {
            KindsFrom::AllStates => &self.neighbours,
            KindsFrom::Rounds => &self.neighbours_in_rounds,
        };
        let all: Vec<&Neighbours> =
            neighbours.iter().filter(|it| it.form == form && it.offset == link.offset).collect();
        // Constants stand in every one of them, and where no pointer does.
        let blocks = || all.iter().flat_map(|it| [Some(&it.numbers), it.next.as_ref()]).flatten();
        let is_pointer = |at: u64| at == link.offset || link.back.is_some_and(|(it, _)| it == at);
        let has = |numbers: &Numbers, (at, len): (u64, u64)| {
            numbers.iter().any(|(it, its, _)| (*it, *its) == (at, len))
        };
        let first = blocks().next()?;
        let places: Vec<(u64, u64)> = first
            .iter()
            .map(|(at, len, _)| (*at, *len))
            .filter(|it| !is_pointer(it.0) && blocks().all(|numbers| has(numbers, *it)))
            .collect();
        let kind = |numbers: &Numbers| -> Numbers {
            numbers.iter().filter(|(at, len, _)| places.contains(&(*at, *len))).copied().collect()
        };
        let kinds: BTreeSet<Numbers> = blocks().map(kind).collect();
        let kinds: Vec<Numbers> = kinds.into_iter().collect();
        let place = |numbers: &Numbers| kinds.iter().position(|it| *it == kind(numbers));
        let mut follow = BTreeSet::new();
        for pair in &all {
            let next = pair.next.as_ref().map(place);
            if let (Some(first), false) = (place(&pair.numbers), next == Some(None)) {
                follow.insert((first, next.flatten()));
            }
        }
        (2..=MAX_KINDS).contains(&kinds.len()).then_some(Kinds { numbers: kinds, follow })
    }

    /// Whether blocks of some form are of several kinds.
    pub fn has_kinds(&self) -> bool {
        self.seen.keys().any(|form| self.kinds(*form).is_some())
    }

    /// Takes in the links of a predicate that is known.
    pub fn take_in(&mut self, predicate: &Predicate) {
        for (offset, len, field) in &predicate.fields {
            let Field::Link { shift, args } = field else { continue };
            let kept = |param: usize| {
                let is_it = |(_, _, field): &&(u64, u64, Field)| *field == Field::Param(param);
                predicate.fields.iter().find(is_it).map(|(at, ..)| *at)
            };
            let back = args.iter().enumerate().find_map(|(param, arg)| match arg {
                Arg::This(bytes) => kept(param).map(|at| (at, *bytes)),
                Arg::Param(_) | Arg::Num(_) | Arg::Plus(..) => None,
            });
            self.pointer_len = *len;
            let link = Link { offset: *offset, len: *len, shift: *shift, back };
            self.seen.entry(predicate.form()).or_default().insert(link);
        }
    }

    /// That of links that were seen.
    pub fn pointer_len(&self) -> u64 {
        self.pointer_len
    }

    /// The form of the blocks that this field leads to, each to one of its own, if they are alike.
    pub fn owned(&self, form: Form, offset: u64) -> Option<Form> {
        let forms = self.owned.get(&(form, offset))?;
        forms.first().copied().filter(|_| forms.len() == 1)
    }

    /// The fields of blocks of this form that lead to blocks of another.
    pub fn owning(&self, form: Form) -> impl Iterator<Item = (u64, Form)> {
        let fields = self.owned.range((form, 0)..=(form, u64::MAX));
        fields.filter_map(|((_, offset), forms)| {
            forms.first().filter(|_| forms.len() == 1).map(|inner| (*offset, *inner))
        })
    }

    /// The ways forward of blocks of this form. A field that leads back along another one is none.
    pub fn forward(&self, form: Form) -> Vec<Link> {
        let Some(seen) = self.seen.get(&form) else { return Vec::new() };
        let mut by_offset: BTreeMap<u64, Link> = BTreeMap::new();
        let mut backs: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
        for link in seen {
            backs.entry(link.offset).or_default().extend(link.back.map(|(at, _)| at));
            by_offset
                .entry(link.offset)
                .and_modify(|known| {
                    if known.back != link.back {
                        known.back = None;
                    }
                })
                .or_insert(*link);
        }
        let mut forward: Vec<Link> = Vec::new();
        for link in by_offset.values() {
            let is_back = forward.iter().any(|it| backs[&it.offset].contains(&link.offset));
            if !is_back {
                forward.push(*link);
            }
        }
        forward
    }

    /// The links of blocks of this form as levels of a skip list, from the one that leads to every
    /// element on; nothing if they are none.
    pub fn levels(&self, form: Form) -> Vec<Link> {
        let is_skip =
            |fine: &Link, coarse: &Link| self.skips.contains(&(form, fine.offset, coarse.offset));
        let links = self.forward(form);
        let n_finer = |link: &Link| links.iter().filter(|it| is_skip(it, link)).count();
        let mut levels = links.clone();
        levels.sort_by_key(n_finer);
        let is_level = |link: &Link| link.shift == 0 && link.back.is_none();
        let follow = |pair: &[Link]| is_skip(&pair[0], &pair[1]) && !is_skip(&pair[1], &pair[0]);
        if levels.len() > 1 && levels.iter().all(is_level) && levels.windows(2).all(follow) {
            levels
        } else {
            Vec::new()
        }
    }

    /// Whether blocks of some form are elements of skip lists.
    pub fn has_levels(&self) -> bool {
        self.seen.keys().any(|form| !self.levels(*form).is_empty())
    }

    /// Whether blocks of some form lead on in several ways, as those of trees do.
    pub fn has_branches(&self) -> bool {
        self.seen.keys().any(|form| self.forward(*form).len() > 1)
    }
}

/// A block and what one of its fields leads to, if that is another one of its form or null.
fn neighbours(state: &State, block: &Block, offset: u64) -> Option<Neighbours> {
    let numbers = |block: &Block| -> Numbers {
        let number = |(at, cell): (&u64, &Cell)| match cell.value {
            Value::Num(number) => Some((*at, cell.len, number)),
            Value::Top | Value::Sym(_) | Value::Sum(..) | Value::Addr(..) | Value::Fun(_) => None,
        };
        block.cells.iter().filter_map(number).collect()
    };
    let next = match block.cells.get(&offset)?.value {
        Value::NULL => None,
        Value::Addr(next, _) => {
            let other = state.block(next)?;
            if other.form() != block.form() || other.kind != Kind::Heap {
                return None;
            }
            Some(numbers(other))
        }
        Value::Num(_) | Value::Sym(_) | Value::Sum(..) | Value::Top | Value::Fun(_) => return None,
    };
    Some(Neighbours { form: block.form(), offset, numbers: numbers(block), next })
}

/// Whether one field leads, by more than one step along it, where the other leads at once.
fn leads_past(state: &State, block: &Block, fine: u64, coarse: u64) -> bool {
    let next = |block: &Block, at: u64| block.cells.get(&at).and_then(|cell| cell.value.node());
    let Some(goal) = next(block, coarse) else { return false };
    if state.block(goal).is_none_or(|it| it.form() != block.form()) {
        return false;
    }
    let mut at = next(block, fine);
    for step in 0..MAX_STEPS {
        match at.and_then(|node| state.edges.get(&node)) {
            _ if at == Some(goal) => return step > 0,
            Some(Edge::Block(it)) if it.form() == block.form() => at = next(it, fine),
            Some(Edge::Seg { end, .. }) => at = end.node(),
            Some(Edge::Block(_) | Edge::Ind { .. }) | None => return false,
        }
    }
    false
}
