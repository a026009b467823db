//! Bounds of floating numbers.
//!
//! A floating variable is guessed to stay above or below each of the numbers that the
//! program names, and those that its arithmetic makes of them ([`Encoder::float_landmarks`]). What is no
//! number is neither, so each of these guesses says too that there is one.
//!
//! ```text
//!   for (;;) { x = clamp(x + step, 0.0, 10.0); }      0.0 <= x, x <= 10.0
//! ```
//!
//! [`Encoder::float_landmarks`]: encode::Encoder::float_landmarks

use encode::Component;
use ir::{CompareOp, FloatType, Type};
use logic::TermId;

use crate::blocks::HeadId;
use crate::guesses::Guesses;

impl Guesses<'_, '_> {
    pub(crate) fn floats(&mut self, head: HeadId) -> Vec<TermId> {
        let mut seeds = Vec::new();
        for (name, ty) in self.float_variables(head).into_iter().take(self.limits.numbers) {
            for landmark in self.encoder.float_landmarks(ty) {
                for op in [CompareOp::Le, CompareOp::Ge] {
                    seeds.push(self.encoder.float_bound(op, ty, name, landmark));
                }
            }
        }
        seeds
    }

    /// Also such as the loop leaves alone: what is known of them came from before it.
    fn float_variables(&self, head: HeadId) -> Vec<(TermId, FloatType)> {
        let components = self.blocks.heads[head].components.iter();
        let floats = components.filter_map(|(component, name)| match component {
            Component::Var(var) => match self.encoder.type_of(*var) {
                Type::Float(ty) => Some((*name, ty)),
                _ => None,
            },
            _ => None,
        });
        floats.collect()
    }
}
