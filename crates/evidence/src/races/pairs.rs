//! Each two accesses that may touch the same byte.

use ir::AtomicKind;
use ir_passes::ownership::{Address, Base, ClassId, Held, Mode};
use ir_passes::points_to::Spot;
use rustc_hash::{FxHashMap, FxHashSet};
use verdict::Budget;

use super::accesses::{Access, Family, Found, Hand, LockUse, What};
use super::effect::Range;
use super::{Judge, NotShown, OpenPair, wrong};

/// Pairs that are looked at between two looks at the clock.
const PAIRS_BETWEEN: usize = 4096;

/// What is known of all accesses together.
struct Together {
    /// Parts of memory that more than one thread can know.
    known_to_many: FxHashSet<usize>,
    /// Bytes that are no lock, whatever is done to them.
    broken: Vec<Range>,
    /// Pairs of classes of one creator that may run at the same time.
    at_once: FxHashSet<(ClassId, ClassId)>,
}

impl Judge<'_> {
    pub(super) fn check_pairs(&self, budget: &Budget) -> Result<(), NotShown> {
        if self.hands_over_results() {
            return Err("the result of a thread is a pointer".to_owned().into());
        }
        let found = self.all_accesses()?;
        self.check_frozen(&found.accesses)?;
        let together = Together {
            known_to_many: self.known_to_many(),
            broken: broken(&found),
            at_once: self.at_once(),
        };
        self.check_handles(&found.accesses, &together)?;
        let mut groups: FxHashMap<(usize, usize), Vec<&Access>> = FxHashMap::default();
        for access in &found.accesses {
            let key = match access.what {
                What::Var(var) => (0, index::Id::index(var)),
                What::Memory(spot) => (1, spot.node),
            };
            groups.entry(key).or_default().push(access);
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_unstable_by_key(|it| it.0);
        let mut n_pairs = 0usize;
        for (_, accesses) in &groups {
            for (index, first) in accesses.iter().enumerate() {
                for second in &accesses[index..] {
                    n_pairs += 1;
                    if n_pairs.is_multiple_of(PAIRS_BETWEEN) && budget.check().is_err() {
                        return Err("there was no time for all pairs".to_owned().into());
                    }
                    if !self.are_apart(first, second, &together) {
                        return Err(NotShown::Apart(self.open_pair(first, second)));
                    }
                }
            }
        }
        Ok(())
    }

    /// Pointers that are said not to be written while others run are not.
    fn check_frozen(&self, accesses: &[Access]) -> Result<(), NotShown> {
        let is_broken = |access: &Access| match access.what {
            What::Var(var) => {
                access.is_write() && !access.is_alone() && self.claim.frozen.contains(var)
            }
            What::Memory(_) => false,
        };
        match accesses.iter().any(is_broken) {
            true => wrong("a pointer changes that is said not to"),
            false => Ok(()),
        }
    }

    /// Handles lie where only their own thread writes.
    fn check_handles(&self, accesses: &[Access], together: &Together) -> Result<(), NotShown> {
        let mut kept: FxHashSet<(ClassId, ir::ObjectId)> = FxHashSet::default();
        for ((context, _), state) in &self.claim.states {
            let class = self.claim.contexts[*context].class;
            for place in state.handles.keys() {
                if let Base::Object(object) = place.base {
                    kept.insert((class, object));
                }
            }
        }
        for (class, object) in kept {
            let at = self.program.exprs.find(&ir::Expr::ObjectAddress(object));
            let Some(spot) = at.and_then(|at| self.points_to.spot(at)) else {
                return wrong("a handle lies nowhere");
            };
            let is_shared = together.known_to_many.contains(&spot.node);
            for access in accesses {
                let What::Memory(other) = access.what else { continue };
                let is_of_others = access.class != class || !self.unique.contains(class);
                let is_elsewhere = match access.range.address {
                    Some(Address { base: Base::Object(it), .. }) => it != object,
                    _ => false,
                };
                if access.is_write()
                    && is_of_others
                    && is_shared
                    && other.node == spot.node
                    && !is_elsewhere
                {
                    return Err("a thread handle may be written by others".to_owned().into());
                }
            }
        }
        Ok(())
    }

    fn at_once(&self) -> FxHashSet<(ClassId, ClassId)> {
        let mut pairs = FxHashSet::default();
        for ((context, _), state) in &self.claim.states {
            let class = self.claim.contexts[*context].class;
            let children: Vec<ClassId> =
                state.running.iter().filter(|it| self.creator(*it) == Some(class)).collect();
            for first in &children {
                pairs.extend(children.iter().map(|second| (*first, *second)));
            }
        }
        pairs
    }

    fn creator(&self, class: ClassId) -> Option<ClassId> {
        let (context, _) = self.claim.classes[class].created_at?;
        Some(self.claim.contexts[context].class)
    }

    fn are_apart(&self, a: &Access, b: &Access, together: &Together) -> bool {
        if !(a.is_write() || b.is_write()) || (a.class == b.class && self.unique.contains(a.class))
        {
            return true;
        }
        if a.class != b.class && self.are_ordered(a, b, together) {
            return true;
        }
        let has_block = |access: &Access| access.state.atomic.contains(&AtomicKind::Block);
        if (a.synchronises && b.synchronises) || (has_block(a) && has_block(b)) {
            return true;
        }
        if let (What::Memory(spot), What::Memory(_)) = (a.what, b.what) {
            let is_private = !together.known_to_many.contains(&spot.node);
            if is_private || a.is_fresh || b.is_fresh || (a.is_own && b.is_own) {
                return true;
            }
            if !a.range.may_touch(b.range) {
                return true;
            }
        }
        let usable = |it: &(&Address, &Held)| {
            let range =
                Range { address: Some(*it.0), spot: Some(it.1.spot), size: Some(it.1.bytes) };
            !together.broken.iter().any(|broken| broken.may_touch(range))
        };
        let held_by = |access: &Access| -> Vec<(Address, Held)> {
            access.state.locks.iter().filter(usable).map(|it| (*it.0, *it.1)).collect()
        };
        let (of_a, of_b) = (held_by(a), held_by(b));
        of_a.iter().any(|first| {
            of_b.iter().any(|second| {
                (first.1.mode == Mode::Write || second.1.mode == Mode::Write)
                    && (self.is_one_lock(first.0, second.0) || is_beside(a, *first, b, *second))
            })
        })
    }

    fn are_ordered(&self, a: &Access, b: &Access, together: &Together) -> bool {
        if !a.state.running.contains(b.class) || !b.state.running.contains(a.class) {
            return true;
        }
        // The creator knows when one begins that the other is over.
        match (self.creator(a.class), self.creator(b.class)) {
            (Some(creator), Some(other)) if creator == other && self.unique.contains(creator) => {
                !together.at_once.contains(&(a.class, b.class))
            }
            _ => false,
        }
    }

    /// Two addresses that are the same in all threads.
    fn is_one_lock(&self, a: Address, b: Address) -> bool {
        let is_absolute = match a.base {
            Base::Object(object) => self.is_one_object(object),
            Base::Frozen(_) => true,
            Base::Named(..) | Base::Number => false,
        };
        is_absolute && a == b
    }

    fn open_pair(&self, a: &Access, b: &Access) -> OpenPair {
        let name = match a.what {
            What::Var(var) => Some(self.program.vars[var].name.to_string()),
            What::Memory(_) => {
                let pointers = [a.pointer, b.pointer].into_iter().flatten();
                let mut targets = pointers.filter_map(|it| self.points_to.targets(it));
                let objects = targets.next().map(|it| (it.objects, it.allocations));
                let exact = [a, b].into_iter().find_map(|it| match it.range.address?.base {
                    Base::Object(object) => Some(object),
                    Base::Frozen(_) | Base::Named(..) | Base::Number => None,
                });
                let single = objects.and_then(|(objects, allocations)| {
                    let mut objects = objects.iter();
                    let only = objects.next().filter(|_| allocations.is_empty());
                    only.filter(|_| objects.next().is_none())
                });
                exact.or(single).map(|it| self.program.objects[it].name.to_string())
            }
        };
        OpenPair { name, first: a.site, second: b.site }
    }
}

/// Bytes that count for no lock: somebody releases there what he may not hold, writes there beside
/// lock functions while others may be there, or takes them for locks of two kinds.
fn broken(found: &Found) -> Vec<Range> {
    let mut broken: Vec<Range> = Vec::new();
    let mut add = |range: Range| {
        let is_same =
            |it: &Range| (it.address, it.spot, it.size) == (range.address, range.spot, range.size);
        if !broken.iter().any(is_same) {
            broken.push(range);
        }
    };
    for access in &found.accesses {
        // What has no address is no lock.
        let is_by_program = access.hand == Hand::Program && matches!(access.what, What::Memory(_));
        let is_by_program = is_by_program && !access.ends_life;
        if access.is_write() && is_by_program && !access.is_fresh && !access.is_alone() {
            add(access.range);
        }
    }
    let mut uses: Vec<&LockUse> = Vec::new();
    for lock_use in &found.lock_uses {
        let is_same =
            |it: &&LockUse| it.family == lock_use.family && it.range.spot == lock_use.range.spot;
        if lock_use.is_unheld_release || lock_use.family == Family::Other {
            add(lock_use.range);
        } else if !uses.iter().any(is_same) {
            uses.push(lock_use);
        }
    }
    for (index, first) in uses.iter().enumerate() {
        for second in &uses[index + 1..] {
            // Without their addresses: these were seen once for all calls.
            let [a, b] = [first.range, second.range].map(|it| Range { address: None, ..it });
            if first.family != second.family && a.may_touch(b) {
                add(a);
                add(b);
            }
        }
    }
    broken
}

/// Is it the same lock where both accesses touch the same byte? They do so at the same place then,
/// and the lock is as far from the one as from the other.
fn is_beside(a: &Access, of_a: (Address, Held), b: &Access, of_b: (Address, Held)) -> bool {
    let (Some(at_a), Some(at_b)) = (a.range.address, b.range.address) else { return false };
    let distance = |lock: Address, at: Address| {
        (lock.base == at.base).then(|| lock.offset.checked_sub(at.offset)).flatten()
    };
    let (Some(first), Some(second)) = (distance(of_a.0, at_a), distance(of_b.0, at_b)) else {
        return false;
    };
    let (Some(size), Some(spot), Some(other)) = (a.range.size, a.range.spot, b.range.spot) else {
        return false;
    };
    let is_exact = spot == other && (spot.period == 0 || size <= spot.period);
    first == second && b.range.size == Some(size) && is_exact
}

impl Range {
    /// The same for what one thread knows at one time, when equal bases are equal.
    pub(super) fn may_touch_here(&self, other: Self) -> bool {
        match (self.address, other.address) {
            (Some(a), Some(b)) if a.base == b.base => {
                do_overlap(a.offset, self.size, b.offset, other.size)
            }
            _ => self.may_touch(other),
        }
    }

    /// May the two have a byte in common, whichever threads they are of?
    pub(super) fn may_touch(&self, other: Self) -> bool {
        if let (Some(a), Some(b)) = (self.address, other.address) {
            match (a.base, b.base) {
                (Base::Object(one), Base::Object(another)) if one != another => return false,
                (Base::Object(_), Base::Object(_)) => {
                    return do_overlap(a.offset, self.size, b.offset, other.size);
                }
                (Base::Object(_) | Base::Frozen(_) | Base::Named(..) | Base::Number, _) => {}
            }
        }
        match (self.spot, other.spot) {
            (Some(a), Some(b)) => a.node == b.node && in_node(a, self.size, b, other.size),
            _ => true,
        }
    }
}

fn do_overlap(a: i64, a_size: Option<u64>, b: i64, b_size: Option<u64>) -> bool {
    let (a, b) = (i128::from(a), i128::from(b));
    let is_before = |start: i128, size: Option<u64>, other: i128| {
        size.is_some_and(|size| start + i128::from(size) <= other)
    };
    !is_before(a, a_size, b) && !is_before(b, b_size, a)
}

/// The same where offsets count modulo a period.
fn in_node(a: Spot, a_size: Option<u64>, b: Spot, b_size: Option<u64>) -> bool {
    let (Some(first), Some(second)) = (a_size, b_size) else { return true };
    if a.period == 0 {
        return do_overlap(a.offset, a_size, b.offset, b_size);
    }
    let period = i128::from(a.period);
    let to_b = (i128::from(b.offset) - i128::from(a.offset)).rem_euclid(period);
    let to_a = (i128::from(a.offset) - i128::from(b.offset)).rem_euclid(period);
    to_b < i128::from(first) || to_a < i128::from(second)
}
