//! The names of strategies of shape analysis on the command line.

use clap::ValueEnum;
use driver::c::Clump;

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ClumpName {
    /// As `clump-guided`, once heaps are many, and from the first on where that finds nothing
    Adaptive,
    /// Those whose silhouettes are associated, with segments where silhouettes suggest them
    ClumpGuided,
    /// The same, with segments only where one of the two has one
    Clump,
    /// Those whose silhouettes are equal, guided
    CanonGuided,
    /// Those whose silhouettes are equal
    Canon,
    /// Those that differ in numbers alone
    None,
}

impl From<ClumpName> for Clump {
    fn from(name: ClumpName) -> Self {
        match name {
            ClumpName::Adaptive => Self::Adaptive,
            ClumpName::ClumpGuided => Self::ClumpGuided,
            ClumpName::Clump => Self::Clump,
            ClumpName::CanonGuided => Self::CanonGuided,
            ClumpName::Canon => Self::Canon,
            ClumpName::None => Self::None,
        }
    }
}
