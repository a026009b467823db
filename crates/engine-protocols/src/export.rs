//! The abstraction as plain data: what a proof has to say to whoever checks it again.

use finite::{SmvProperty, to_smv};
use index::Id;
use protocol::eval::PointerSet;
use protocol::{DataId, Formula, LocationId, Property, RuleId, ValueId};

use crate::abstraction::Abstraction;
use crate::states::{CentreId, LocalId};
use crate::vocabulary::Scale;

/// Everything finite about a process, and the truth of each local fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalTable {
    pub location: LocationId,
    pub finites: Vec<ValueId>,
    pub held: PointerSet,
    pub checking: Option<RuleId>,
    pub facts: u64,
}

/// Everything finite about the centre, and the truth of each central fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CentreTable {
    pub finites: Vec<ValueId>,
    pub set: PointerSet,
    pub facts: u64,
}

/// A cell: a local state, and what the reference is to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellTable {
    pub local: LocalTable,
    pub signs: u64,
    pub is_less: bool,
    pub checks: bool,
    pub checked: bool,
}

/// `x.lhs + offset` compared with `y.rhs`; by order, or only for equality.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairFactTable {
    pub lhs: DataId,
    pub rhs: DataId,
    pub offset: i64,
    pub is_ordered: bool,
}

/// All tables. Controls and cells are numbered as in the transition system.
#[derive(Clone, Debug)]
pub struct Tables {
    pub local_facts: Vec<Formula>,
    pub central_facts: Vec<Formula>,
    pub pair_facts: Vec<PairFactTable>,
    pub ids: bool,
    pub controls: Vec<(CentreTable, LocalTable)>,
    pub cells: Vec<CellTable>,
    /// By control: the cells that can be occupied.
    pub pairs: Vec<Vec<usize>>,
}

impl Abstraction<'_> {
    /// The abstraction as plain data.
    pub fn tables(&self) -> Tables {
        let states = &self.explorer.states;
        let vocabulary = &states.vocabulary;
        let pair_fact = |fact: &crate::vocabulary::PairFact| PairFactTable {
            lhs: DataId::new(fact.lhs),
            rhs: DataId::new(fact.rhs),
            offset: fact.offset,
            is_ordered: fact.scale == Scale::Order,
        };
        let cell = |cell: &crate::states::Cell| {
            let relation = states.relations[cell.relation];
            CellTable {
                local: self.local_table(cell.local),
                signs: relation.signs,
                is_less: relation.is_less,
                checks: relation.checks,
                checked: relation.checked,
            }
        };
        let controls = self.model.controls.values();
        let possible = self.model.possible.values();
        Tables {
            local_facts: vocabulary.local.clone(),
            central_facts: vocabulary.central.clone(),
            pair_facts: vocabulary.pairs.iter().map(pair_fact).collect(),
            ids: vocabulary.ids,
            controls: controls
                .map(|it| (self.centre_table(it.centre), self.local_table(it.local)))
                .collect(),
            cells: self.model.cells.values().map(cell).collect(),
            pairs: possible.map(|mask| mask.iter().map(|bit| bit.index()).collect()).collect(),
        }
    }

    fn local_table(&self, local: LocalId) -> LocalTable {
        let states = &self.explorer.states;
        let skeleton = states.skeleton_of(local);
        LocalTable {
            location: skeleton.location,
            finites: skeleton.finites.to_vec(),
            held: skeleton.held,
            checking: skeleton.checking,
            facts: states.locals[local].facts,
        }
    }

    fn centre_table(&self, centre: CentreId) -> CentreTable {
        let states = &self.explorer.states;
        let row = states.centres[centre];
        let skeleton = &states.centre_skeletons[row.skeleton];
        CentreTable { finites: skeleton.finites.to_vec(), set: skeleton.set, facts: row.facts }
    }

    /// The model, its justice and compassion, and the properties of the file, in the language of
    /// NuSMV. Ordered justice is included for single cells; more is only added on demand.
    pub fn to_smv(&self) -> String {
        let mut fairness = self.fairness();
        for bit in self.model.cells.ids() {
            if let Ok(Some(justice)) = self.ordered_justice(finite::Mask::of(bit)) {
                fairness.justice.push(justice);
            }
        }
        let declarations = self.explorer.states.system.properties.values();
        let properties = declarations.filter_map(|declaration| {
            let name = declaration.name.clone();
            match &declaration.property {
                Property::Safety(formula) => {
                    let bad = self.model.bad_regions(&self.explorer, formula);
                    Some(SmvProperty::Never { name, bad })
                }
                Property::Liveness { trigger, response } => Some(SmvProperty::Response {
                    name,
                    trigger: self.controls_where(trigger),
                    response: self.controls_where(response),
                }),
                Property::Reachable(_) => None,
            }
        });
        to_smv(&self.model.system, &fairness, &properties.collect::<Vec<_>>())
    }

    /// A run of the abstraction in words: the reference, then who else there is.
    pub fn describe_run(&self, run: &finite::Run) -> String {
        self.describe_steps(run.first, &run.steps)
    }

    /// An infinite run of the abstraction in words.
    pub fn describe_lasso(&self, lasso: &finite::Lasso) -> String {
        let stem = self.describe_run(&lasso.stem);
        let cycle = self.describe_steps(lasso.stem.last(), &lasso.cycle);
        format!("{stem}then for ever:\n{cycle}")
    }

    fn describe_steps(
        &self,
        first: finite::State,
        steps: &[(Option<finite::RuleId>, finite::State)],
    ) -> String {
        let system = &self.model.system;
        let mut text = format!("      {}\n", system.describe(first));
        for (n, (rule, state)) in steps.iter().enumerate() {
            let name = rule.map_or("nothing happens", |rule| system.rules[rule].name.as_str());
            text += &format!("{:>4}  {name}\n      {}\n", n + 1, system.describe(*state));
        }
        text
    }
}
