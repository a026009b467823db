//! The decisions behind a generated program.
//!
//! A generator asks for small numbers and nothing else; the list of answers determines the
//! program. That makes shrinking independent of what is generated: cut numbers out of the list
//! or lower them, generate again, and see whether the program still shows the difference. Every
//! generator therefore puts its simplest alternative first, because 0 is what a list that is used
//! up answers.
//!
//! ```
//! use c_generate::Choices;
//!
//! let mut choices = Choices::seeded(7);
//! let first = (choices.below(100), choices.below(100));
//! let mut again = Choices::replay(choices.into_taken());
//! assert_eq!(first, (again.below(100), again.below(100)));
//! assert_eq!(again.below(100), 0);
//! ```

/// Answers to "which of n?", in order.
#[derive(Clone, Debug)]
pub struct Choices {
    source: Source,
    taken: Vec<u32>,
}

#[derive(Clone, Debug)]
enum Source {
    /// SplitMix64: one multiplication chain, good enough to choose syntax by.
    Seeded(u64),
    Replay(std::vec::IntoIter<u32>),
}

impl Choices {
    pub fn seeded(seed: u64) -> Self {
        Self { source: Source::Seeded(seed), taken: Vec::new() }
    }

    pub fn replay(choices: Vec<u32>) -> Self {
        Self { source: Source::Replay(choices.into_iter()), taken: Vec::new() }
    }

    /// A number less than `n`, which is not zero.
    pub fn below(&mut self, n: usize) -> usize {
        let n = n.max(1) as u32;
        let raw = match &mut self.source {
            Source::Seeded(state) => split_mix(state),
            Source::Replay(rest) => rest.next().unwrap_or(0),
        };
        let choice = raw % n;
        self.taken.push(choice);
        choice as usize
    }

    /// True `percent` times in a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) >= 100 - percent
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Any 64 bits.
    pub fn bits(&mut self) -> u64 {
        let high = self.below(1 << 16) as u64;
        let middle = self.below(1 << 24) as u64;
        high << 48 | middle << 24 | self.below(1 << 24) as u64
    }

    /// The answers so far; they replay the program.
    pub fn into_taken(self) -> Vec<u32> {
        self.taken
    }
}

fn split_mix(state: &mut u64) -> u32 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ mixed >> 31) as u32
}
