//! Evidence about array-based systems: an inductive set of cubes, or a run.
//!
//! A *cube* is a formula about some different processes; it stands for all states, of any number
//! of processes, in which some processes satisfy it. A set of cubes proves safety if
//!
//! 1. no initial state lies in a cube,
//! 2. every unsafe state lies in a cube,
//! 3. every step that ends in a cube starts in a cube.
//!
//! Then no run leads from an initial state into a cube: its first state in a cube would be
//! initial, or would have a predecessor in a cube. [`check_cubes`] verifies the three conditions
//! from the typed model alone. It is free to look at the processes in sight only: the processes
//! of the cube and the parameters of the step. Universal guards demand something of *every*
//! other process, so of those in sight in particular, and forgetting the rest only makes the
//! conditions harder to meet.
//!
//! [`replay`] executes a run step by step with an evaluator of its own.

mod closure;
mod inequalities;
mod replay;
mod world;

pub use closure::{Defect, check_cubes};
pub use replay::{Deviation, replay, violates};
