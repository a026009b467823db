//! Many programs in one file, so that the C compiler starts once for all of them.

use crate::choices::Choices;
use crate::program::{Generated, PRELUDE, generate};
use crate::types::Model;

/// Programs of consecutive seeds.
#[derive(Clone, Debug)]
pub struct Batch {
    pub model: Model,
    pub programs: Vec<Generated>,
}

impl Batch {
    /// The programs of the seeds `first..first + n`.
    pub fn of_seeds(model: Model, first: u64, n: usize) -> Self {
        let program =
            |(number, seed)| generate(Choices::seeded(seed), model, &format!("t{number}_"));
        Self { model, programs: (0..n).zip(first..).map(program).collect() }
    }

    /// One program, made from these choices.
    pub fn of_choices(model: Model, choices: Vec<u32>) -> Self {
        Self { model, programs: vec![generate(Choices::replay(choices), model, "t0_")] }
    }

    /// All programs, and a `main` that does nothing: what our front end reads.
    pub fn library(&self) -> String {
        let mut text = self.declarations();
        text.push_str("int main(void) { return 0; }\n");
        text
    }

    /// All programs, and a `main` that prints the checksum of each on a line of its own, from the
    /// one whose number is the argument on: what the C compiler reads.
    pub fn executable(&self) -> String {
        let mut text = self.declarations();
        text.push_str("extern int printf(const char *, ...);\n");
        text.push_str("extern int fflush(void *);\n");
        text.push_str("extern int atoi(const char *);\n");
        text.push_str("int main(int argc, char **argv)\n{\n  switch (atoi(argv[1])) {\n");
        for (number, program) in self.programs.iter().enumerate() {
            let entry = &program.entry;
            text.push_str(&format!(
                "  case {number}: printf(\"%llx\\n\", {entry}()); fflush(0);\n"
            ));
        }
        text.push_str("  }\n  return 0;\n}\n");
        text
    }

    fn declarations(&self) -> String {
        let mut text = PRELUDE.to_owned();
        for program in &self.programs {
            text.push_str(&program.text);
        }
        text
    }
}
