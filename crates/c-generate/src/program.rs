//! One program: declarations, functions, and an entry that runs them and returns a checksum of
//! everything.

use crate::choices::Choices;
use crate::generator::Generator;
use crate::types::{FloatKind, IntKind, Model, RecordKind, Scalar, Type};

/// A program that can share a file with others: every name at file level starts with its prefix.
#[derive(Clone, Debug)]
pub struct Generated {
    /// Without the [`PRELUDE`].
    pub text: String,
    /// The function to call: `unsigned long long ENTRY(void)`.
    pub entry: String,
    /// The answers that made it.
    pub choices: Vec<u32>,
}

/// What every file of programs starts with. It is not preprocessed, so there are no macros.
pub const PRELUDE: &str = "\
extern void *malloc(__typeof__(sizeof 0));
extern void *calloc(__typeof__(sizeof 0), __typeof__(sizeof 0));
extern void *realloc(void *, __typeof__(sizeof 0));
extern void free(void *);
extern void *memcpy(void *, const void *, __typeof__(sizeof 0));
extern void *memmove(void *, const void *, __typeof__(sizeof 0));
extern void *memset(void *, int, __typeof__(sizeof 0));
";

/// Makes the program that the choices stand for.
pub fn generate(choices: Choices, model: Model, prefix: &str) -> Generated {
    let mut generator = Generator::new(choices, model, prefix);
    generator.begin_program();
    let entry = generator.entry();
    let Generator { text, choices, .. } = generator;
    Generated { text, entry, choices: choices.into_taken() }
}

impl Generator {
    /// Everything before the entry.
    pub(crate) fn begin_program(&mut self) {
        self.checksum_functions();
        self.enumerations();
        self.record_types();
        self.globals();
        for _ in 0..self.choices.below(4) {
            self.function();
        }
    }

    /// Starts counting the cost and the statements of a function.
    pub(crate) fn begin_function(&mut self) {
        (self.cost, self.repetition, self.fuel) = (1, 1, 25);
    }

    fn checksum_functions(&mut self) {
        let prefix = self.prefix.clone();
        self.text.push_str(&format!(
            "static unsigned long long {prefix}sum = 1469598103934665603ULL;
static void {prefix}mix(unsigned long long value)
{{
  {prefix}sum = ({prefix}sum ^ value) * 1099511628211ULL;
  {prefix}sum ^= {prefix}sum >> 29;
}}
static void {prefix}mixf(double value)
{{
  union {{ double d; unsigned long long u; }} bits = {{ .d = value }};
  {prefix}mix(value != value ? 1 : bits.u);
}}
"
        ));
    }

    fn entry(&mut self) -> String {
        let entry = format!("{}test", self.prefix);
        self.begin_function();
        self.line(&format!("unsigned long long {entry}(void)"));
        self.line("{");
        self.indent += 1;
        let n_variables = self.variables.len();
        for _ in 0..2 + self.choices.below(6) {
            self.statement(3);
        }
        for _ in 0..self.functions.len() {
            self.call();
        }
        for variable in self.variables.clone() {
            // Of a variable-length array, the elements that it surely has.
            self.observe_all(&variable.name, &variable.ty);
        }
        self.variables.truncate(n_variables);
        self.line(&format!("return {}sum;", self.prefix));
        self.indent -= 1;
        self.line("}");
        entry
    }

    /// Adds every scalar of a variable to the checksum.
    fn observe_all(&mut self, text: &str, ty: &Type) {
        let prefix = self.prefix.clone();
        match ty {
            Type::Scalar(Scalar::Float(FloatKind::LongDouble)) => {
                self.line(&format!("{prefix}mixf((double){text});"));
                // What the conversion rounds away.
                self.line(&format!("{prefix}mixf((double)({text} - (double){text}));"));
            }
            Type::Scalar(Scalar::Float(_)) => self.line(&format!("{prefix}mixf({text});")),
            Type::Scalar(Scalar::Int(IntKind::Int128 | IntKind::Unsigned128)) => {
                self.line(&format!("{prefix}mix((unsigned long long){text});"));
                self.line(&format!(
                    "{prefix}mix((unsigned long long)((unsigned __int128){text} >> 64));"
                ));
            }
            Type::Scalar(_) => self.line(&format!("{prefix}mix((unsigned long long){text});")),
            Type::Array(element, length) => {
                let counter = self.local_name("k");
                self.line(&format!(
                    "for (int {counter} = 0; {counter} < {length}; {counter}++) {{"
                ));
                self.indent += 1;
                self.observe_all(&format!("{text}[{counter}]"), element);
                self.indent -= 1;
                self.line("}");
            }
            Type::Record(number) => {
                let record = self.records[*number].clone();
                let n_fields = match record.kind {
                    RecordKind::Struct => record.fields.len(),
                    RecordKind::Union => 1,
                };
                for field in &record.fields[..n_fields] {
                    self.observe_all(&format!("{text}.{}", field.name), &field.ty);
                }
            }
            Type::Pointer(element, _) => self.observe_all(&format!("(*{text})"), element),
        }
    }
}
