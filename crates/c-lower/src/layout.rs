//! What the parts of objects are called, for [`ir::Layout`].

use std::sync::Arc;

use c_sema::types::{Type, TypeId};
use c_syntax::ast::RecordKind;
use ir::{Layout, Member};

use crate::unit::UnitLowering;

impl UnitLowering<'_> {
    /// Keeps the names of the parts of an object of this type, if it has any.
    pub(crate) fn name_parts(&mut self, object: ir::ObjectId, ty: TypeId) {
        let layout = self.layout(ty);
        if *layout != Layout::Whole {
            self.program.layouts.insert(object, layout);
        }
    }

    fn layout(&mut self, ty: TypeId) -> Arc<Layout> {
        if let Some(known) = self.layouts.get(&ty) {
            return Arc::clone(known);
        }
        let types = &self.unit.types;
        let layout = match types[ty] {
            Type::Array { element, .. } => match types.size_of(element.ty) {
                Some(size) => Layout::Elements { size, element: self.layout(element.ty) },
                None => Layout::Whole,
            },
            Type::Record(record) if types.records[record].kind != RecordKind::Union => {
                self.record_layout(ty)
            }
            _ => Layout::Whole,
        };
        let layout = Arc::new(layout);
        self.layouts.insert(ty, Arc::clone(&layout));
        layout
    }

    fn record_layout(&mut self, ty: TypeId) -> Layout {
        let unit = self.unit;
        let record = unit.types.record(ty).and_then(|it| unit.types.records[it].layout.as_ref());
        let fields = record.map_or(&[][..], |layout| &layout.fields);
        let mut members = Vec::new();
        for field in fields.iter().filter(|field| field.bits.is_none()) {
            members.push(Member {
                offset: field.offset,
                // The last member may have any number of elements.
                size: unit.types.size_of(field.ty.ty).unwrap_or(u64::MAX),
                name: field.name.map_or("", |name| &unit.symbols[name]).into(),
                layout: self.layout(field.ty.ty),
            });
        }
        Layout::Members(members)
    }
}
