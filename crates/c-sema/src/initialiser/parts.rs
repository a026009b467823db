//! The parts of an initialiser, without overlaps.
//!
//! Mostly parts arrive in the order of their places and are simply appended. A designator may
//! go back and write over what was there: `{ [0 ... 9] = 1, [4] = 2 }`. Single parts are kept by
//! place, so that what is overwritten is found fast; repeated ones are few, and are cut into
//! what remains before and behind.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::typed::{InitPart, Repeat};
use crate::types::TypeId;

/// A part with its size in bytes and its number in the order of evaluation.
#[derive(Debug)]
struct Numbered {
    part: InitPart,
    size: u64,
    number: usize,
}

/// Bits `start .. end` of the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stretch {
    start: u128,
    end: u128,
}

/// Invariant: no two parts overlap. Keys of `single` are the bits where the parts start.
#[derive(Debug, Default)]
pub(super) struct Parts {
    single: BTreeMap<u128, Numbered>,
    repeated: Vec<Numbered>,
    n_pushed: usize,
    /// The member of each union that was initialised last, by the union's place and type.
    active: FxHashMap<(u64, TypeId), u32>,
    /// The end of everything that was pushed.
    end: u128,
    /// What was cleared, as offset and size, for who repeats these parts elsewhere.
    cleared: Vec<(u64, u64)>,
}

impl Parts {
    /// Adds a part of `size` bytes; what it overlaps is gone.
    pub fn push(&mut self, part: InitPart, size: u64) {
        let stretch = stretch(&part, size);
        if stretch.start < self.end {
            match part.repeat {
                // Elements of a repeated part leave gaps between them, where other members are.
                Some(Repeat { count, stride }) if u128::from(stride) * 8 != length(&part, size) => {
                    for copy in 0..count.min(MAX_SCAN) {
                        let offset = part.offset.saturating_add(copy.saturating_mul(stride));
                        self.remove(first_stretch(&part, size, offset));
                    }
                }
                _ => self.remove(stretch),
            }
        }
        self.end = self.end.max(stretch.end);
        let number = self.n_pushed;
        self.n_pushed += 1;
        let numbered = Numbered { part, size, number };
        if numbered.part.repeat.is_some() {
            self.repeated.push(numbered);
        } else if stretch.start < stretch.end {
            self.single.insert(stretch.start, numbered);
        }
    }

    /// A member of the union at a place is initialised now, instead of any other.
    pub fn activate(&mut self, union: (u64, TypeId), member: u32, size: u64) {
        let earlier = self.active.insert(union, member);
        if earlier.is_some_and(|earlier| earlier != member) {
            self.clear(union.0, size);
        }
    }

    /// Takes out the single part that starts at `offset` if `fits` says so.
    pub fn take(&mut self, offset: u64, fits: impl Fn(&InitPart) -> bool) -> Option<InitPart> {
        let start = u128::from(offset) * 8;
        self.single.get(&start).filter(|numbered| fits(&numbered.part))?;
        self.single.remove(&start).map(|numbered| numbered.part)
    }

    /// Forgets everything in `size` bytes from `offset` on.
    pub fn clear(&mut self, offset: u64, size: u64) {
        self.cleared.push((offset, size));
        let start = u128::from(offset) * 8;
        let stretch = Stretch { start, end: start + u128::from(size) * 8 };
        if stretch.start < self.end {
            self.remove(stretch);
        }
    }

    pub fn take_cleared(&mut self) -> Vec<(u64, u64)> {
        std::mem::take(&mut self.cleared)
    }

    pub fn finish(self) -> Vec<InitPart> {
        self.finish_with_sizes().into_iter().map(|(part, _)| part).collect()
    }

    /// In the order of evaluation.
    pub fn finish_with_sizes(self) -> Vec<(InitPart, u64)> {
        let mut all: Vec<Numbered> = self.single.into_values().chain(self.repeated).collect();
        all.sort_by_key(|numbered| (numbered.number, numbered.part.offset));
        all.into_iter().map(|numbered| (numbered.part, numbered.size)).collect()
    }

    fn remove(&mut self, gone: Stretch) {
        // The part that starts before the gap may reach into it; the others start inside.
        let before = self.single.range(..gone.start).next_back();
        let reaching = before
            .filter(|(_, numbered)| stretch(&numbered.part, numbered.size).end > gone.start)
            .map(|(&start, _)| start);
        let inside = self.single.range(gone.start..gone.end.max(gone.start));
        let starts: Vec<u128> =
            reaching.into_iter().chain(inside.map(|(&start, _)| start)).collect();
        for start in starts {
            self.single.remove(&start);
        }
        let mut index = 0;
        while index < self.repeated.len() {
            match split(&self.repeated[index], gone) {
                None => index += 1,
                Some(rest) => {
                    self.repeated.swap_remove(index);
                    for numbered in rest {
                        if numbered.part.repeat.is_some() {
                            self.repeated.push(numbered);
                        } else {
                            let start = stretch(&numbered.part, numbered.size).start;
                            self.single.insert(start, numbered);
                        }
                    }
                }
            }
        }
    }
}

/// Beyond so many copies of a part with gaps, overlaps are not searched any more.
const MAX_SCAN: u64 = 1 << 16;

fn length(part: &InitPart, size: u64) -> u128 {
    part.bits.map_or(u128::from(size) * 8, |bits| u128::from(bits.width))
}

fn first_stretch(part: &InitPart, size: u64, offset: u64) -> Stretch {
    let start = u128::from(offset) * 8 + part.bits.map_or(0, |bits| u128::from(bits.start));
    Stretch { start, end: start + length(part, size) }
}

/// From the first bit of the first copy to the last bit of the last.
fn stretch(part: &InitPart, size: u64) -> Stretch {
    let first = first_stretch(part, size, part.offset);
    let further = part
        .repeat
        .map_or(0, |repeat| u128::from(repeat.count.saturating_sub(1)) * u128::from(repeat.stride));
    Stretch { start: first.start, end: first.end + further * 8 }
}

/// What remains of a repeated part outside of `gone`; `None` if nothing of it is touched.
fn split(numbered: &Numbered, gone: Stretch) -> Option<Vec<Numbered>> {
    let Repeat { count, stride } = numbered.part.repeat?;
    let first = first_stretch(&numbered.part, numbered.size, numbered.part.offset);
    let step = u128::from(stride) * 8;
    if step == 0 || first.start == first.end {
        return None;
    }
    // Copy k covers first + k * step; it is touched if its end is behind gone.start and its
    // start before gone.end.
    let low = gone.start.saturating_sub(first.end - 1).div_ceil(step).min(u128::from(count));
    let high = gone.end.saturating_sub(first.start).div_ceil(step).min(u128::from(count));
    let (low, high) = (low as u64, high as u64);
    if low >= high {
        return None;
    }
    let piece = |from: u64, n: u64| {
        let part = &numbered.part;
        let offset = part.offset + from * stride;
        let repeat = (n > 1).then_some(Repeat { count: n, stride });
        let part = InitPart { offset, bits: part.bits, ty: part.ty, value: part.value, repeat };
        Numbered { part, size: numbered.size, number: numbered.number }
    };
    let mut rest = Vec::new();
    if low > 0 {
        rest.push(piece(0, low));
    }
    if high < count {
        rest.push(piece(high, count - high));
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use index::Id;

    use super::*;
    use crate::typed::ExprId;

    fn part(offset: u64, value: usize, repeat: Option<Repeat>) -> InitPart {
        InitPart { offset, bits: None, ty: TypeId::new(0), value: ExprId::new(value), repeat }
    }

    fn shown(parts: Parts) -> Vec<(u64, usize, u64)> {
        let rows = parts.finish().into_iter();
        rows.map(|part| (part.offset, part.value.index(), part.repeat.map_or(1, |it| it.count)))
            .collect()
    }

    #[test]
    fn a_later_element_cuts_a_range() {
        let mut parts = Parts::default();
        parts.push(part(0, 1, Some(Repeat { count: 10, stride: 4 })), 4);
        parts.push(part(16, 2, None), 4);
        assert_eq!(shown(parts), [(0, 1, 4), (20, 1, 5), (16, 2, 1)]);
    }

    #[test]
    fn members_of_repeated_records_do_not_disturb_each_other() {
        let mut parts = Parts::default();
        parts.push(part(0, 1, Some(Repeat { count: 3, stride: 8 })), 4);
        parts.push(part(4, 2, Some(Repeat { count: 3, stride: 8 })), 4);
        assert_eq!(shown(parts), [(0, 1, 3), (4, 2, 3)]);
    }

    #[test]
    fn a_part_replaces_what_it_overlaps() {
        let mut parts = Parts::default();
        parts.push(part(0, 1, None), 8);
        parts.push(part(8, 2, None), 4);
        parts.push(part(4, 3, None), 4);
        assert_eq!(shown(parts), [(8, 2, 1), (4, 3, 1)]);
        let mut parts = Parts::default();
        parts.push(part(0, 1, None), 4);
        parts.push(part(4, 2, None), 4);
        parts.clear(0, 8);
        assert_eq!(shown(parts), []);
    }
}
