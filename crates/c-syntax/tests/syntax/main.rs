//! Tests of the front end's first room, through its public face: text in, dump or messages out.

mod check;
mod depth;
mod errors;
mod grammar;
mod lexical;
mod soup;
mod typedefs;
