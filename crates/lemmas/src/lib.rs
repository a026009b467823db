//! Loop heads, the blocks between them, and guesses of what holds there.
//!
//! Engines that look for invariants see a program as [`blocks`]: heads, and formulas from head to
//! head. What a lemma may speak of is its head's [`vocabulary`]; which lemmas are worth a try is in
//! [`guesses`], [`cells`], [`floats`], [`places`], [`lives`], [`filled`], [`elements`] and
//! [`terminators`], and what short runs suggest in [`observed`]. Nothing here is known to hold: whoever takes
//! a guess proves it.

pub mod blocks;
pub mod cells;
pub mod elements;
pub mod filled;
pub mod floats;
pub mod guesses;
pub mod lives;
pub mod numbers;
pub mod observed;
pub mod places;
pub mod terminators;
pub mod vocabulary;
