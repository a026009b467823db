//! From the engine's answer to what is checked again: the same tables in other words.
//!
//! The engine and the checker share no types, so that neither can lean on the other's
//! invariants; somebody has to translate.

use engine_protocols::{
    Abstraction, Aids, CellTable, JusticeKind, LivenessProof, LocalTable, StrongKind,
};
use evidence::environment::{
    Argument, CellRow, CentreRow, Certificate, Condition, ControlRow, Elimination, LocalRow,
    PairFact, Rank, Ready, RelationRow, Tickets,
};
use finite::symbolic::Diagram;
use index::Id;
use protocol::{DataId, DataTarget, LocationId, System};
use verdict::Company;

use super::prove::state_set;

fn local(table: LocalTable) -> LocalRow {
    LocalRow {
        location: table.location,
        finites: table.finites,
        held: table.held,
        checking: table.checking,
        facts: table.facts,
    }
}

fn cell(table: CellTable) -> CellRow {
    CellRow {
        local: local(table.local),
        relation: RelationRow {
            signs: table.signs,
            is_less: table.is_less,
            checks: table.checks,
            checked: table.checked,
        },
    }
}

/// The claim that nothing outside `reachable` is reachable.
pub fn of(
    abstraction: &Abstraction<'_>,
    forgotten: &[(LocationId, DataId)],
    reachable: &Diagram,
    aids: &Aids,
) -> Certificate {
    let tables = abstraction.tables();
    let control = |(centre, own): (engine_protocols::CentreTable, LocalTable)| ControlRow {
        centre: CentreRow { finites: centre.finites, set: centre.set, facts: centre.facts },
        local: local(own),
    };
    let pair_fact = |fact: engine_protocols::PairFactTable| PairFact {
        lhs: fact.lhs,
        rhs: fact.rhs,
        offset: fact.offset,
        is_ordered: fact.is_ordered,
    };
    let rank = |rank: &engine_protocols::Rank| Rank { high: rank.over, low: rank.under };
    let tickets = |lemma: &engine_protocols::Tickets| Tickets {
        ticket: lemma.ticket,
        first: lemma.first,
        end: lemma.next,
        holders: lemma.holders.clone(),
    };
    Certificate {
        ranks: aids.ranks.iter().map(rank).collect(),
        tickets: aids.tickets.iter().map(tickets).collect(),
        local_facts: tables.local_facts,
        central_facts: tables.central_facts,
        pair_facts: tables.pair_facts.into_iter().map(pair_fact).collect(),
        forgotten: forgotten.to_vec(),
        ids: tables.ids,
        controls: tables.controls.into_iter().map(control).collect(),
        cells: tables.cells.into_iter().map(cell).collect(),
        pairs: tables.pairs,
        states: state_set(reachable),
    }
}

/// By location, the kinds of others that are there in some state of the certificate, in words.
pub fn company(
    system: &System,
    abstraction: &Abstraction<'_>,
    certificate: &Certificate,
) -> Vec<Company> {
    let words = &abstraction.transition_system().bits;
    let beside = |location: LocationId| {
        let controls = certificate.controls.iter().enumerate();
        let controls = controls.filter(move |(_, row)| row.local.location == location);
        let controls: Vec<usize> = controls.map(|(control, _)| control).collect();
        let is_met = |cell: usize| {
            controls.iter().any(|control| certificate.states.can_occupy(*control, cell))
        };
        words.ids().filter(|bit| is_met(bit.index())).map(|bit| words[bit].clone()).collect()
    };
    let row = |(location, declared): (LocationId, &protocol::Location)| Company {
        location: declared.name.clone(),
        others: beside(location),
    };
    let rows = system.locations.iter().map(row);
    rows.filter(|row| !row.others.is_empty()).collect()
}

fn condition(kind: JusticeKind) -> Condition {
    match kind {
        JusticeKind::Reference => Condition::Reference,
        JusticeKind::Centre => Condition::Centre,
        JusticeKind::Cell(cell) => Condition::Cell(cell),
        JusticeKind::Line(cells) => Condition::Line(cells),
    }
}

/// The argument that no fair run owes its response for ever.
pub fn argument(abstraction: &Abstraction<'_>, proof: &LivenessProof, aids: &Aids) -> Argument {
    let n_cells = proof.fairness.compassion.len() - proof.ranks.len();
    let rank = |compassion: usize| {
        let used = proof.ranks[compassion - n_cells];
        let found = aids.ranks.iter().position(|rank| *rank == used);
        found.expect("a rank of the proof is one of the aids")
    };
    let elimination = |step: &finite::Elimination<Diagram>| match step {
        finite::Elimination::Unjust { justice, states } => Elimination::Unjust {
            condition: condition(abstraction.justice_kind(proof, *justice)),
            states: state_set(states),
        },
        finite::Elimination::Forbidden { compassion, states } => {
            let states = state_set(states);
            match proof.fairness.compassion[*compassion].occupied {
                Some(bit) => Elimination::Forbidden { cell: bit.index(), states },
                None => Elimination::Descent { rank: rank(*compassion), states },
            }
        }
        finite::Elimination::Insisted { strong, trap, states } => Elimination::Insisted {
            ready: match abstraction.strong_kind(proof, *strong) {
                StrongKind::Reference(location) => Ready::Reference(location),
                StrongKind::Cell(cell) => Ready::Cell(cell),
            },
            trap: state_set(trap),
            states: state_set(states),
        },
    };
    Argument {
        owed: state_set(&proof.owed),
        eliminations: proof.eliminations.iter().map(elimination).collect(),
    }
}

/// Which ranks the argument uses, if any: `, with t - serving falling`.
pub fn ranks_in_words(system: &System, argument: &Argument, aids: &Aids) -> String {
    let name = |variable: DataTarget| match variable {
        DataTarget::Own(id) => system.data[id].name.as_str(),
        DataTarget::Centre(id) => system.centre.data[id].name.as_str(),
    };
    let mut used: Vec<usize> = Vec::new();
    for elimination in &argument.eliminations {
        if let Elimination::Descent { rank, .. } = elimination
            && !used.contains(rank)
        {
            used.push(*rank);
        }
    }
    let words = used.iter().map(|rank| {
        let rank = aids.ranks[*rank];
        match rank.under {
            Some(under) => format!("{} - {}", name(rank.over), name(under)),
            None => name(rank.over).to_owned(),
        }
    });
    let words: Vec<String> = words.collect();
    if words.is_empty() { String::new() } else { format!(", with {} falling", words.join(" and ")) }
}
