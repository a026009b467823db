//! Layout, constants and types held against the system's C compiler.
//!
//! Each test writes one C program out of many random pieces (seeded, so every run is the same),
//! has `cc -m32` and `cc -m64` run it, and compares what it prints with what sema says about the
//! same pieces. They need gcc with its 32-bit libraries (`gcc-multilib`).

mod acceptance;
mod compiler;
mod expressions;

mod initialisers;
mod random;
mod records;
