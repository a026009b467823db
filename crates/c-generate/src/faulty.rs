//! Programs with one known mistake.
//!
//! The program around it is defined, as those of [`crate::generate`] are; the mistake stands on a
//! line of its own that every run reaches. What it needs to go wrong is computed from generated
//! expressions whose interval is known, so that it is not plain to see.

use crate::choices::Choices;
use crate::generator::{Generator, InnerArrays};
use crate::types::Model;

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mistake {
    Overflow,
    DivisionByZero,
    Shift,
    OutOfBounds,
    NullAccess,
    AccessAfterFree,
    AccessOutsideScope,
    DoubleFree,
    BadFree,
    Leak,
    UninitialisedBranch,
}

impl Mistake {
    pub const ALL: [Self; 11] = [
        Self::Overflow,
        Self::DivisionByZero,
        Self::Shift,
        Self::OutOfBounds,
        Self::NullAccess,
        Self::AccessAfterFree,
        Self::AccessOutsideScope,
        Self::DoubleFree,
        Self::BadFree,
        Self::Leak,
        Self::UninitialisedBranch,
    ];
}

#[derive(Clone, Debug)]
pub struct Faulty {
    /// Without the [`crate::PRELUDE`].
    pub text: String,
    pub entry: String,
    pub mistake: Mistake,
    /// Where, counted from 1 in `text`. A leak is found later than it happens.
    pub line: usize,
}

/// Makes a program with this mistake.
pub fn generate_faulty(choices: Choices, model: Model, prefix: &str, mistake: Mistake) -> Faulty {
    let mut generator = Generator::new(choices, model, prefix);
    // With checks these cannot be lowered, and every run must come to the mistake.
    generator.inner_arrays = InnerArrays::Avoided;
    generator.begin_program();
    let is_in_function = generator.choices.chance(30);
    let mut line = 0;
    let function = format!("{prefix}bad");
    if is_in_function {
        generator.begin_function();
        generator.line(&format!("static void {function}(void)"));
        line = generator.block_with(mistake);
    }
    generator.begin_function();
    let entry = format!("{prefix}test");
    generator.line(&format!("unsigned long long {entry}(void)"));
    generator.line("{");
    generator.indent += 1;
    for _ in 0..generator.choices.below(3) {
        generator.statement(2);
    }
    match generator.choices.below(3) {
        0 => {}
        1 => generator.line("for (int round = 0; round < 2; round++)"),
        _ => {
            let condition = generator.int_expr(1);
            generator.line(&format!("if ({} | 1)", condition.text));
        }
    }
    if is_in_function {
        generator.line(&format!("{function}();"));
    } else {
        line = generator.block_with(mistake);
    }
    for _ in 0..generator.choices.below(3) {
        generator.statement(2);
    }
    generator.line(&format!("return {prefix}sum;"));
    generator.indent -= 1;
    generator.line("}");
    Faulty { text: generator.text, entry, mistake, line }
}

impl Generator {
    /// A block with the mistake; the line on which it stands.
    fn block_with(&mut self, mistake: Mistake) -> usize {
        self.line("{");
        self.indent += 1;
        let n_variables = self.variables.len();
        let line = match mistake {
            Mistake::Overflow => self.overflow(),
            Mistake::DivisionByZero => self.division_by_zero(),
            Mistake::Shift => self.bad_shift(),
            Mistake::OutOfBounds => self.out_of_bounds(),
            Mistake::NullAccess => self.null_access(),
            Mistake::AccessAfterFree => self.access_after_free(),
            Mistake::AccessOutsideScope => self.access_outside_scope(),
            Mistake::DoubleFree => self.double_free(),
            Mistake::BadFree => self.bad_free(),
            Mistake::Leak => self.leak(),
            Mistake::UninitialisedBranch => self.uninitialised_branch(),
        };
        self.variables.truncate(n_variables);
        self.indent -= 1;
        self.line("}");
        line
    }

    /// Writes the line that fails.
    fn bad_line(&mut self, line: &str) -> usize {
        self.line(line);
        self.text.matches('\n').count()
    }

    fn overflow(&mut self) -> usize {
        let small = self.small(7);
        match self.choices.below(8) {
            0 => {
                self.line(&format!("int v = 2147483647 - {small};"));
                self.bad_line("v = v + 8;")
            }
            1 => {
                self.line(&format!("int v = -2147483647 + {small};"));
                self.bad_line("v -= 9;")
            }
            2 => {
                self.line(&format!("int v = 1073741824 + {small};"));
                self.bad_line("v = 2 * v;")
            }
            3 => {
                self.line(&format!("int v = 2147483647 ^ (8 & {small});"));
                self.bad_line("v++;")
            }
            4 => {
                self.line(&format!("int v = -2147483647 - 1 + (8 & {small});"));
                self.bad_line("v = -v;")
            }
            5 => {
                self.line(&format!("long long v = 9223372036854775807LL - {small};"));
                self.bad_line("v = v + 8;")
            }
            6 => {
                self.line(&format!("int v = -2147483647 - 1 + (8 & {small}), d = -1;"));
                self.bad_line("v = v / d;")
            }
            _ => {
                self.line(&format!("short s = 32760 + {small}; int v = 70000;"));
                self.bad_line("v = s * v;")
            }
        }
    }

    fn division_by_zero(&mut self) -> usize {
        let small = self.small(7);
        self.line(&format!("int zero = 8 & {small};"));
        match self.choices.below(4) {
            0 => self.bad_line("int v = 100 / zero;"),
            1 => self.bad_line("int v = 100 % zero;"),
            2 => self.bad_line("unsigned long v = 100ul / (unsigned long)zero;"),
            _ => {
                self.line("long long v = 5;");
                self.bad_line("v /= zero;")
            }
        }
    }

    fn bad_shift(&mut self) -> usize {
        let small = self.small(7);
        match self.choices.below(4) {
            0 => {
                self.line(&format!("int n = 32 + {small};"));
                self.bad_line("int v = 1 << n;")
            }
            1 => {
                self.line(&format!("int n = -1 - {small};"));
                self.bad_line("unsigned int v = 1u >> n;")
            }
            2 => {
                self.line(&format!("int n = 64 + {small};"));
                self.bad_line("unsigned long long v = 1ull << n;")
            }
            _ => {
                self.line(&format!("int n = 33 + {small}, v = 5;"));
                self.bad_line("v >>= n;")
            }
        }
    }

    fn out_of_bounds(&mut self) -> usize {
        let small = self.small(1);
        match self.choices.below(5) {
            0 => {
                self.line("int a[4] = { 1, 2, 3, 4 };");
                self.line(&format!("int at = 4 + {small};"));
                self.bad_line("int v = a[at];")
            }
            1 => {
                self.line("char a[8] = { 0 };");
                self.line(&format!("int at = 8 + {small};"));
                self.bad_line("a[at] = 1;")
            }
            2 => {
                self.line("int *a = malloc(4 * sizeof(int));");
                self.line(&format!("int at = 4 + {small};"));
                self.bad_line("a[at] = 1;")
            }
            3 => {
                self.line("short *a = calloc(6, sizeof(short)), *p = a + 6;");
                self.line(&format!("p += 2 & {small};"));
                self.bad_line("int v = *p;")
            }
            _ => {
                self.line("int *a = calloc(4, sizeof(int));");
                self.line(&format!("int at = -1 - {small};"));
                self.bad_line("int v = a[at];")
            }
        }
    }

    fn null_access(&mut self) -> usize {
        let small = self.small(7);
        match self.choices.below(3) {
            0 => {
                self.line(&format!("int x = 1, *p = {small} > 7 ? &x : 0;"));
                self.bad_line("*p = 2;")
            }
            1 => {
                self.line(&format!(
                    "struct {{ int a, b; }} x = {{ 1, 2 }}, *p = {small} < 0 ? &x : 0;"
                ));
                self.bad_line("int v = p->b;")
            }
            _ => {
                self.line(&format!("char *p = (char *)(unsigned long)(8 & {small});"));
                self.bad_line("char v = *p;")
            }
        }
    }

    fn access_after_free(&mut self) -> usize {
        let small = self.small(3);
        self.line(&format!("int *p = calloc(4, sizeof(int)), *q = p + {small};"));
        self.line("free(p);");
        if self.choices.chance(50) {
            self.bad_line("*q = 1;")
        } else {
            self.bad_line("int v = *q;")
        }
    }

    fn access_outside_scope(&mut self) -> usize {
        let value = self.int_expr(1);
        self.line("int *p;");
        self.line(&format!("{{ int x = (int){}; p = &x; }}", value.text));
        if self.choices.chance(50) {
            self.bad_line("*p = 1;")
        } else {
            self.bad_line("int v = *p;")
        }
    }

    fn double_free(&mut self) -> usize {
        let small = self.small(7);
        self.line(&format!("void *p = malloc(1 + {small}), *q = p;"));
        self.line("free(p);");
        self.bad_line("free(q);")
    }

    fn bad_free(&mut self) -> usize {
        let small = self.small(7);
        if self.choices.chance(50) {
            self.line(&format!("char *p = malloc(16 + {small});"));
            self.bad_line("free(p + 4);")
        } else {
            self.line(&format!("int x = {small}; int *p = &x;"));
            self.bad_line("free(p);")
        }
    }

    fn leak(&mut self) -> usize {
        let small = self.small(7);
        self.line(&format!("char *p = malloc(100 + {small});"));
        self.line("*p = 1;");
        self.bad_line("p = 0;")
    }

    fn uninitialised_branch(&mut self) -> usize {
        let small = self.small(7);
        let prefix = self.prefix.clone();
        match self.choices.below(3) {
            0 => {
                self.line("int u;");
                self.line(&format!("if ({small} > 7) u = 1;"));
                self.bad_line(&format!("if (u > 3) {prefix}mix(1);"))
            }
            1 => {
                self.line(&format!("int a[4]; a[0] = 1; int at = 1 + (1 & {small});"));
                self.bad_line(&format!("if (a[at] == 0) {prefix}mix(1);"))
            }
            _ => {
                self.line(&format!("unsigned char *p = malloc(8); p[0] = {small};"));
                self.bad_line(&format!("while (p[1] > 200) {prefix}mix(*p);"))
            }
        }
    }
}
