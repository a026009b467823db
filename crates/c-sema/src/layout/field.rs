//! Looking up members by name, through anonymous structs and unions.

use source::Symbol;

use crate::types::{Field, RecordId, Types};

/// The way from a record to one of its members: field numbers, outermost first. All but the
/// last are anonymous records.
pub type FieldPath = smallvec::SmallVec<[u32; 2]>;

impl Types {
    /// The fields of a complete record; none while it is incomplete.
    pub fn fields(&self, record: RecordId) -> &[Field] {
        self.records[record].layout.as_ref().map_or(&[], |layout| &layout.fields)
    }

    /// The member called `name`, or `None` if there is none (or the record is incomplete).
    ///
    /// Ends: an anonymous member is complete before the record around it, so records nest
    /// finitely; the search keeps its own stack, so depth costs memory only.
    pub fn find_field(&self, record: RecordId, name: Symbol) -> Option<FieldPath> {
        // One entry per record on the way down: the record, and the next field to look at.
        let mut stack = vec![(record, 0u32)];
        while let Some((record, next)) = stack.last_mut() {
            let fields = self.fields(*record);
            let Some(field) = fields.get(*next as usize) else {
                stack.pop();
                continue;
            };
            *next += 1;
            if field.name == Some(name) {
                return Some(stack.iter().map(|(_, next)| next - 1).collect());
            }
            if field.name.is_none()
                && let Some(inner) = self.record(field.ty.ty)
            {
                stack.push((inner, 0));
            }
        }
        None
    }

    /// All names that [`find_field`](Self::find_field) would find, in the order of declaration.
    pub fn field_names(&self, record: RecordId) -> Vec<Symbol> {
        let mut names = Vec::new();
        let mut rest = vec![record];
        while let Some(record) = rest.pop() {
            for field in self.fields(record) {
                match (field.name, self.record(field.ty.ty)) {
                    (Some(name), _) => names.push(name),
                    (None, Some(inner)) => rest.push(inner),
                    (None, None) => {}
                }
            }
        }
        names
    }
}
