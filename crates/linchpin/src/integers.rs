//! `--ints`: how the integers of a C program are read, and what does not go with it.
//!
//! Files that speak to other tools claim something of the program that runs. A proof with
//! mathematical integers says nothing of it, so those files are refused beforehand.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use driver::c::Integers;
use verdict::{Property, PropertySet};

#[derive(Args, Clone, Copy, Debug)]
pub struct IntegersOptions {
    /// How integers are read
    #[arg(long, value_enum, value_name = "INTS", default_value_t = IntegersName::Machine)]
    ints: IntegersName,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum IntegersName {
    /// As machines have them: they wrap
    Machine,
    /// As mathematics has them, for teaching and comparison: nothing overflows
    Unbounded,
}

impl From<IntegersOptions> for Integers {
    fn from(options: IntegersOptions) -> Self {
        match options.ints {
            IntegersName::Machine => Self::Machine,
            IntegersName::Unbounded => Self::Unbounded,
        }
    }
}

impl IntegersOptions {
    /// Says what was asked for that has no meaning under the reading. The files are those to be
    /// written that claim something of the machine's integers, by the name of their option.
    pub fn fits(
        self,
        properties: &PropertySet,
        files: &[(&str, Option<&PathBuf>)],
    ) -> Result<(), String> {
        if Integers::from(self) == Integers::Machine {
            return Ok(());
        }
        let is_about_overflow =
            |it: &&Property| matches!(it, Property::NoOverflow | Property::DefinedBehaviour);
        if let Some(property) = properties.iter().find(is_about_overflow) {
            return Err(format!(
                "`{property}` asks about overflow, and `--ints unbounded` has none: leave out \
                 one of the two"
            ));
        }
        match files.iter().find(|(_, file)| file.is_some()) {
            Some((option, _)) => Err(format!(
                "`{option}` would claim what was found of the machine's integers, and \
                 `--ints unbounded` finds it of mathematical ones: leave out one of the two"
            )),
            None => Ok(()),
        }
    }
}
