//! Small programs in the IR's text form, one per rule of the interpreter.

mod accesses;
mod calls;
mod leaps;
mod limits;
mod pointers;
mod recorded;
mod repeated;
mod restarts;
mod session;
mod unknown;
