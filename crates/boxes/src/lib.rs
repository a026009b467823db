//! Boxes: sets of integer points that are finite unions of boxes, as decision diagrams.
//!
//! A *box* bounds each variable by an interval; no box relates two variables. A union of boxes
//! can say what one box cannot: "`x` is 0, or `x` is at least 5 and then `y` is 1". This is the
//! abstract domain of Gurfinkel and Chaki, *Boxes: a symbolic abstract domain of boxes* (SAS
//! 2010), over the integers.
//!
//! ```text
//!      y                                   x
//!      |                    x<=0   x<=4    |    x<=9   otherwise
//!    3 +   +-------+          +------+-----+-----+--------+
//!      |   |       |          |      |           |        |
//!    1 +   |       +-----+   none    y           y       none
//!    0 +   +-------+-----+          /|\         /|\
//!      +---+-------+-----+-- x     / | \       / | \
//!          1      4 5    9     none all none  none all none
//!                            y<=-1  y<=3       y<=-1  y<=1
//! ```
//!
//! A node asks one variable in which of several adjacent intervals it lies; variables are asked
//! in the order of their numbers. Nodes are shared, and no node has two neighbouring children
//! that are equal, so that **equal sets have equal handles**: a fixed point is reached when two
//! numbers are equal. All sets belong to one [`Diagrams`]; a handle ([`Boxes`]) is a number.
//!
//! ```
//! use boxes::{Diagrams, Interval, Var};
//!
//! let (x, y) = (Var::new(0), Var::new(1));
//! let mut diagrams = Diagrams::new();
//! let left = diagrams.of_box(&[(x, Interval::between(1, 4)), (y, Interval::between(0, 3))]);
//! let right = diagrams.of_box(&[(x, Interval::between(5, 9)), (y, Interval::between(0, 1))]);
//! let both = diagrams.join(left, right);
//! assert_eq!(diagrams.n_boxes(both), 2);
//! assert_eq!(diagrams.interval(both, y), Interval::between(0, 3));
//! assert_eq!(diagrams.minus(both, left), right);
//! ```
//!
//! # What it cannot do
//! Relations between variables (`x < y`) are not representable; [`Diagrams::copy`] says how far
//! `x := y + 1` is followed. Nothing chooses the order of the variables, and nodes live as long as
//! their [`Diagrams`].
//!
//! # Where to start reading
//! `diagram.rs` for what a set is, `operations.rs` for the one walk that all operations on two
//! sets share, `coarsening.rs` for how a set is made simpler, on which `widening.rs` rests.

mod coarsening;
mod diagram;
mod interval;
mod listing;
mod operations;
mod projection;
mod questions;
mod widening;

pub use diagram::{Boxes, Diagrams, Var};
pub use interval::Interval;
pub use listing::Listing;
pub use widening::Landmarks;
