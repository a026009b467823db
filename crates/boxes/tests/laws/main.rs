//! Every operation against plain enumeration, and the laws of the lattice, on random sets.

mod assignments;
mod growing;
mod lattice;
mod listing;
mod plain;
