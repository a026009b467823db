//! Calls of models with string literals, of which everything is known: that they can be read, and how
//! long they are. What is left of the call is the part that does not read the string.
//!
//! ```text
//!   strlen("abc")    3
//!   puts("abc")      __linchpin_put_done()
//! ```
//!
//! A model would go through the bytes in a loop, which a proof has to find an invariant for. Other
//! arguments go to the model.

use crate::call::CallSite;
use crate::function::FunctionLowering;

/// The function that does the rest of the call, once the string at this position has been read.
fn rest_of(name: &str) -> Option<(usize, &'static str)> {
    Some(match name {
        "puts" => (0, "__linchpin_put_done"),
        "fputs" => (0, "__linchpin_fput_done"),
        "getenv" | "secure_getenv" => (0, "__linchpin_getenv"),
        _ => return None,
    })
}

impl FunctionLowering<'_, '_> {
    /// The result of a call that reads a literal; `None` if the model is to be called.
    pub(crate) fn literal_call(&mut self, name: &str, site: CallSite<'_>) -> Option<ir::ExprId> {
        let (position, rest) = match name {
            "strlen" => (0, None),
            _ => rest_of(name).map(|(position, rest)| (position, Some(rest)))?,
        };
        let bytes = self.literal_bytes(*site.arguments.get(position)?)?;
        let length = bytes.iter().position(|byte| *byte == 0)?;
        let Some(rest) = rest else {
            return Some(self.size(length as u64));
        };
        self.helper(rest)?;
        let others: Vec<_> = site.arguments.iter().enumerate().collect();
        let others = others.into_iter().filter(|(at, _)| *at != position).map(|(_, it)| *it);
        let values = self.argument_values(&others.collect::<Vec<_>>());
        Some(self.call_helper(rest, values))
    }
}
