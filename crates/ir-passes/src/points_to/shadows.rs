//! Regions of shadow memory.
//!
//! A shadow lies where the bytes lie that it is about, in a memory of its own, and is accessed as they
//! are: each region has one of the same places. What a shadow holds are no pointers, so that it is no
//! part of the system that is solved.

use ir::{Expr, IntType, Program, Type};

use super::{FieldAt, PointsTo, Region, RegionId, Surroundings};

impl PointsTo {
    /// Adds the shadows of all regions, if the program looks at any.
    pub(super) fn cast_shadows(&mut self, program: &Program) {
        let exprs = program.exprs.iter();
        let shadows = exprs.filter(|(_, expr)| matches!(expr, Expr::Shadow(_)));
        self.shadow_exprs = shadows.map(|(id, _)| id).collect();
        if self.shadow_exprs.is_empty() {
            return;
        }
        let regions: Vec<(RegionId, Region)> =
            self.regions.iter().map(|(id, region)| (id, region.clone())).collect();
        for (id, region) in regions {
            let bits = |ty: &Type| Some(8 * u8::try_from(ty.bytes(program.model)?).ok()?);
            let mut types: Vec<Type> = Vec::new();
            for ty in region.types.iter().filter_map(bits).map(IntType::unsigned).map(Type::Int) {
                if !types.contains(&ty) {
                    types.push(ty);
                }
            }
            let shadow = self.regions.push(Region { types, is_shadow: true, ..region });
            self.shadows.insert(id, shadow);
        }
    }

    /// The shadow of what surrounds a place.
    pub fn shadow_of(&self, around: Surroundings) -> Option<Surroundings> {
        let cast =
            |field: &FieldAt| Some(FieldAt { region: *self.shadows.get(&field.region)?, ..*field });
        let fields = around.fields.iter().map(cast).collect::<Option<_>>()?;
        Some(Surroundings { fields, ..around })
    }
}
