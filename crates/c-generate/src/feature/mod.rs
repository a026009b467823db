//! Rarer parts of the language, as small pieces of program around generated expressions.
//!
//! The general generators of expressions and statements put everything together with everything;
//! what needs several lines to be used sensibly stands here. Each piece is a block that declares
//! what it needs and adds what it computed to the checksum.

mod flow;
mod layout;
mod memory;
mod record;
mod value;

use crate::generator::Generator;

type Piece = fn(&mut Generator);

const PIECES: &[Piece] = &[
    value::assignment_values,
    value::short_circuits,
    value::sequenced_effects,
    value::elvis,
    value::bit_builtins,
    value::overflow_builtins,
    value::truth_of_everything,
    value::mixed_compound_assignment,
    value::pointer_integers,
    memory::library_copies,
    memory::bytes_of_integers,
    memory::pointers_to_pointers,
    memory::negative_subscripts,
    memory::linked_list,
    memory::flexible_array,
    memory::growing_buffer,
    memory::two_dimensions,
    memory::variable_dimensions,
    memory::stack_block,
    record::anonymous_members,
    record::bit_field_values,
    record::wide_bit_fields,
    record::nested_designators,
    record::members_of_results,
    record::functions_in_records,
    record::compound_literals,
    record::union_of_views,
    flow::duffs_device,
    flow::switch_on_wide_values,
    flow::leaving_nested_loops,
    flow::statement_expression,
    flow::loops_without_parts,
    flow::scopes_and_shadows,
    flow::jump_into_block,
    layout::sizes_and_offsets,
    layout::typedefs_and_qualifiers,
    layout::strings_and_characters,
    layout::constant_expressions,
];

impl Generator {
    /// One of the pieces, in a block of its own.
    pub(crate) fn feature(&mut self) {
        let piece = *self.choices.pick(PIECES);
        self.line("{");
        self.indent += 1;
        let n_variables = self.variables.len();
        piece(self);
        self.variables.truncate(n_variables);
        self.indent -= 1;
        self.line("}");
    }

    /// An integer expression of type `int`, any value.
    fn int(&mut self) -> String {
        format!("(int){}", self.int_expr(1).text)
    }

    /// An expression of type `int` between 0 and `most`, one less than a power of two.
    pub(crate) fn small(&mut self, most: u32) -> String {
        format!("(int)({} & {most})", self.int_expr(1).text)
    }

    fn mix(&mut self, value: &str) {
        self.line(&format!("{}mix((unsigned long long)({value}));", self.prefix));
    }

    fn lines(&mut self, text: &str) {
        for line in text.lines() {
            self.line(line);
        }
    }
}
