//! What lemmas about shadow memory need to know.

use ir::{VarId, VarOrigin};
use ir_passes::points_to::RegionId;
use logic::{Term, TermId};

use crate::memory::RegionForm;
use crate::state::Encoder;

/// How the elements of a shadow lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShadowForm {
    /// What an element is whose bytes were all written.
    pub full: TermId,
    /// Elements are a multiple of so many bytes apart; 0 where there is only one.
    pub period: u64,
}

impl Encoder<'_> {
    /// Is it the pointer to the place that is asked about?
    pub fn is_probe(&self, var: VarId) -> bool {
        self.program.vars[var].origin == VarOrigin::Probe
    }

    /// None for what is no shadow.
    pub fn shadow_form(&mut self, region: RegionId) -> Option<ShadowForm> {
        let data = self.points_to.regions.get(region)?;
        let step = match self.slots.forms.get(region)? {
            RegionForm::Words { .. } => data.period,
            RegionForm::Bytes => data.period.min(1),
        };
        if !data.is_shadow {
            return None;
        }
        let written = self.word(8, 0xff);
        Some(ShadowForm { full: self.filled(region, written), period: step })
    }

    /// The size of the object that begins at a constant address.
    pub fn size_of_object_at(&self, address: TermId) -> Option<u64> {
        let Term::BitVec(_, bits) = self.pool[address] else { return None };
        let number = bits >> self.format.offset_bits;
        let fixed = self.static_objects.iter().chain(&self.single_objects);
        let object = fixed.filter(|(_, it)| **it == number).map(|(object, _)| *object).next()?;
        self.program.objects[object].size
    }
}
