//! Options of formula slicing, for every subcommand that does it.

use clap::{Args, ValueEnum};
use driver::c::invariants::{FindOptions, Seeds, Strategy};

#[derive(Args, Clone, Copy, Debug)]
pub struct SlicingOptions {
    /// How formula slicing weeds out candidate lemmas
    #[arg(long, value_enum, value_name = "STRATEGY", default_value_t = StrategyName::Counterexamples)]
    strategy: StrategyName,
    /// Which candidate lemmas formula slicing tries
    #[arg(long, value_enum, value_name = "SEEDS", default_value_t = SeedsName::Extended)]
    seeds: SeedsName,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StrategyName {
    /// A counterexample to induction names all lemmas that it breaks
    #[value(alias = "counterexample")]
    Counterexamples,
    /// One question per lemma
    Destructive,
    /// Whatever speaks of what a loop changes goes; no questions
    Syntactic,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SeedsName {
    /// What holds when a loop is first reached
    Precondition,
    /// Also conditions of the program, bounds, orderings, parities
    Extended,
}

impl From<SlicingOptions> for FindOptions {
    fn from(options: SlicingOptions) -> Self {
        Self {
            strategy: match options.strategy {
                StrategyName::Counterexamples => Strategy::Counterexamples,
                StrategyName::Destructive => Strategy::Destructive,
                StrategyName::Syntactic => Strategy::Syntactic,
            },
            seeds: match options.seeds {
                SeedsName::Precondition => Seeds::Precondition,
                SeedsName::Extended => Seeds::Extended,
            },
        }
    }
}
