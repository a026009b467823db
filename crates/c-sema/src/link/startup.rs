//! What runs before the entry function and after it.
//!
//! Constructors run by their priorities, the smaller number first, and in the order of the text
//! where those are equal; destructors the other way round. An object in the section `.init_array`
//! holds the addresses of such functions.

use source::Span;

use super::Linker;
use crate::constant::{Base, Constant, evaluate};
use crate::typed::{FunctionId, LinkAttributes, Object};

impl Linker {
    pub(super) fn find_startup(&mut self) {
        self.out.constructors = self.in_order(|link| link.constructor);
        self.out.destructors = self.in_order(|link| link.destructor);
        self.out.destructors.reverse();
    }

    fn in_order(&self, priority: impl Fn(LinkAttributes) -> Option<u32>) -> Vec<FunctionId> {
        let out = &self.out;
        let mut found: Vec<(u32, Span, FunctionId)> = Vec::new();
        for (id, function) in out.functions.iter() {
            if let Some(priority) = priority(function.link)
                && function.body.is_some()
            {
                found.push((priority, function.span, id));
            }
        }
        for object in out.objects.values() {
            if let Some(priority) = priority(object.link) {
                let listed = self.listed_functions(object).into_iter();
                found.extend(listed.map(|function| (priority, object.span, function)));
            }
        }
        // Functions of one array stay in its order.
        found.sort_by_key(|(priority, span, _)| (*priority, span.lo));
        found.into_iter().map(|(_, _, function)| function).collect()
    }

    /// The functions that an array holds.
    fn listed_functions(&self, object: &Object) -> Vec<FunctionId> {
        let parts = object.init.iter().flat_map(|init| &init.parts);
        let mut parts: Vec<_> = parts.collect();
        parts.sort_by_key(|part| part.offset);
        let function = |value| match evaluate(&self.out, value)? {
            Constant::Address { base: Base::Function(function), offset: 0 } => Some(function),
            _ => None,
        };
        parts.into_iter().filter_map(|part| function(part.value)).collect()
    }
}
