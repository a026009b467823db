//! Drafts: inputs, a few statements, gaps between them.

use crate::asked::{Draft, Gaps, Input, Subject};
use crate::choices::Choices;
use crate::generator::{Access, Generator, Style, Wrapping};
use crate::range::Range;
use crate::types::{IntKind, Model, Scalar, Type};

pub(super) fn make(choices: Choices, model: Model, prefix: &str, subject: Subject) -> Draft {
    let mut generator = Generator::new(choices, model, prefix);
    let wrapping = match subject {
        Subject::Calls => Wrapping::Allowed,
        Subject::Overflow | Subject::Memory => Wrapping::Avoided,
    };
    generator.style = Style::Asked { wrapping };
    let is_delayed = generator.choices.chance(50);
    generator.file_level();
    let inputs = generator.main_with_gaps(subject, is_delayed);
    let entry = format!("{prefix}test");
    let Generator { choices, text, gaps, .. } = generator;
    Draft { subject, model, inputs, entry, text, gaps, rest: choices }
}

impl Generator {
    fn file_level(&mut self) {
        let prefix = self.prefix.clone();
        self.text.push_str(&format!(
            "static unsigned long long {prefix}sum;
static void {prefix}mix(unsigned long long value)
{{
  {prefix}sum += value;
}}
static void {prefix}mixf(double value)
{{
  {prefix}sum += value > 0.0;
}}
static void {prefix}wait(unsigned rounds)
{{
  while (rounds != 0) rounds--;
}}
static int {prefix}inc(int v)
{{
  return v + 1;
}}
static int {prefix}dbl(int v)
{{
  return v * 2;
}}
static int {prefix}order(const void *a, const void *b)
{{
  return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}}
"
        ));
        self.enumerations();
        self.record_types();
        self.globals();
        for _ in 0..self.choices.below(3) {
            self.function();
        }
        self.declare(
            &format!("{prefix}sum"),
            Type::Scalar(Scalar::Int(IntKind::UnsignedLongLong)),
            Access::ReadOnly(None),
        );
    }

    fn main_with_gaps(&mut self, subject: Subject, is_delayed: bool) -> Vec<Input> {
        self.begin_function();
        self.fuel = 4 + self.choices.below(10);
        self.line("@entry main");
        self.line("{");
        self.indent += 1;
        let inputs = self.inputs(subject);
        let n_statements = 1 + self.choices.below(4);
        // Where time passes: before this statement, and perhaps before the question too.
        let at = if is_delayed { self.choices.below(n_statements + 1) } else { usize::MAX };
        for number in 0..n_statements {
            if number == at {
                self.delay();
            }
            match self.choices.below(3) {
                0 => self.statement(2),
                _ => self.asked_piece(),
            }
            if subject == Subject::Calls && self.choices.chance(20) {
                self.ask();
            }
        }
        if n_statements == at || is_delayed && self.choices.chance(20) {
            self.delay();
        }
        match subject {
            Subject::Calls => {
                self.ask();
                self.ask();
            }
            Subject::Overflow => self.overflow_risk(),
            Subject::Memory => self.memory_risk(),
        }
        self.line("return 0;");
        self.indent -= 1;
        self.line("}");
        inputs
    }

    /// Two or three, of few values together.
    fn inputs(&mut self, subject: Subject) -> Vec<Input> {
        let n_inputs = 2 + self.choices.below(2);
        let most = match (subject, n_inputs) {
            (Subject::Memory, _) => 3,
            (_, 2) => 7,
            _ => 3,
        };
        let mut inputs = Vec::new();
        for _ in 0..n_inputs {
            let name = self.local_name("in");
            let (ty, source, kind, lo) = *self.choices.pick(&[
                ("int", "int", IntKind::Int, 0),
                ("int", "int", IntKind::Int, -2),
                ("unsigned char", "uchar", IntKind::UnsignedChar, 0),
                ("short", "short", IntKind::Short, -1),
                ("long", "long", IntKind::Long, 1),
                ("unsigned char", "uchar", IntKind::UnsignedChar, 252),
            ]);
            let hi = lo + 1 + self.choices.below(most) as i64;
            let hi = if kind == IntKind::UnsignedChar { hi.min(255) } else { hi };
            self.line(&format!("{ty} {name} = __VERIFIER_nondet_{source}();"));
            self.line(&format!("__VERIFIER_assume({name} >= {lo} && {name} <= {hi});"));
            let range = Range { lo: i128::from(lo), hi: i128::from(hi) };
            self.declare(&name, Type::Scalar(Scalar::Int(kind)), Access::ReadOnly(Some(range)));
            inputs.push(Input { name, ty, source, lo, hi });
        }
        inputs
    }

    /// A gap for a question about an expression.
    fn ask(&mut self) {
        let expr = self.int_expr(1);
        let Gaps { asks, .. } = &mut self.gaps;
        asks.push(expr.text);
        let marker = format!("@ask {}", asks.len() - 1);
        self.line(&marker);
    }
}
