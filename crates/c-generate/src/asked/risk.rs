//! What may go wrong at the end of a program about overflow or memory, for some inputs.

use crate::generator::Generator;

impl Generator {
    /// Signed arithmetic near the ends of its type.
    pub(super) fn overflow_risk(&mut self) {
        let small = self.small(255);
        let slack = self.choices.below(300);
        let v = self.local_name("v");
        match self.choices.below(8) {
            0 => self.line(&format!("int {v} = {small}; {v} = 2147483647 - {slack} + {v};")),
            1 => self.line(&format!("int {v} = {small}; {v} = -2147483647 + {slack} - {v};")),
            2 => self
                .line(&format!("int {v} = {small}; {v} = {v} * {};", 8_421_504 + slack * 100_000)),
            3 => {
                let small = self.small(1);
                self.line(&format!("int {v} = -2147483647 - {small}; {v} = -{v};"));
            }
            4 => self
                .line(&format!("long long {v} = {small}; {v} += 9223372036854775807LL - {slack};")),
            5 => self.line(&format!(
                "short {v} = {small}; int {v}i = {v} * {v} * {};",
                30_000 + slack * 30
            )),
            6 => self.line(&format!("int {v} = 2147483647 - {slack}; {v} += {small}; {v}++;")),
            _ => {
                let n = self.choices.below(6);
                self.line(&format!(
                    "int {v} = 1 + ({small} & 7); for (int i = 0; i < {n} + 8; i++) {v} *= 1 + ({small} & 7);"
                ));
            }
        }
    }

    /// Accesses, frees and lives that end, each right for some inputs.
    pub(super) fn memory_risk(&mut self) {
        if self.choices.chance(30) {
            let text = self.library_risk();
            return self.line(&text);
        }
        let small = self.small(7);
        let (when, then) = (self.condition(), self.condition());
        let length = 4 + self.choices.below(6);
        let v = self.local_name("m");
        let text = match self.choices.below(12) {
            0 => format!("int {v}[{length}] = {{ 1 }}; int {v}i = {small}; {v}[{v}i] = 2;"),
            1 => format!(
                "char *{v} = malloc({length}); int {v}i = {small}; {v}[{v}i] = 2; free({v});"
            ),
            2 => format!(
                "int *{v} = calloc({length}, sizeof(int)); if ({when}) free({v}); if ({then}) *{v} = 1;"
            ),
            3 => format!(
                "int {v}x = 1, *{v} = &{v}x; {{ int {v}y = 2; if ({when}) {v} = &{v}y; }} if ({then}) *{v} = 3;"
            ),
            4 => format!("int {v}x = 1, *{v} = ({when}) ? &{v}x : 0; if ({then}) *{v} = 2;"),
            5 => format!(
                "void *{v} = malloc({length}); if ({when}) free({v}); if ({then}) free({v});"
            ),
            6 => format!("char *{v} = malloc({length}); free({v} + (({when}) ? 1 : 0));"),
            7 => format!("char {v}[{length}], {v}y[8] = {{ 0 }}; memcpy({v}, {v}y, {small});"),
            8 => format!(
                "int {v}[{length}] = {{ 0 }}, *{v}p = {v} + {small}; if ({when}) {v}p--; int {v}x = *{v}p;"
            ),
            9 => format!(
                "struct {{ int a; struct {{ char b; short c; }} *p; }} {v} = {{ 1, malloc(4) }}; \
                 if ({when}) {{ free({v}.p); {v}.p = 0; }} if ({then}) {v}.p->c = 2;"
            ),
            10 => format!(
                "short *{v} = malloc({length} * sizeof *{v}); for (int i = 0; i < {small}; i++) {v}[i] = i; \
                 {v} = realloc({v}, 1 + {small}); if ({when}) ((char *){v})[{small}] = 1; free({v});"
            ),
            _ => format!(
                "int *{v} = malloc(16), *{v}q = {v}; if ({when}) {{ {v} = realloc({v}, 32); }} \
                 {v}[3] = 1; if ({then}) {v}q[0] = 1;"
            ),
        };
        self.line(&text);
    }

    /// True for some inputs and false for others.
    pub(super) fn condition(&mut self) -> String {
        let expr = self.int_expr(1).text;
        match self.choices.below(4) {
            0 => format!("({expr} & 1)"),
            1 => format!("({expr} & 3) == {}", self.choices.below(4)),
            2 => format!("({expr} & 7) > {}", self.choices.below(7)),
            _ => format!("{expr} == {}", self.int_expr(0).text),
        }
    }
}
