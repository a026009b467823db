//! Properties in the notation of property files, for the `specification` of a witness.

use verdict::{Property, PropertySet};

/// One `CHECK` per property, one per line.
pub fn specification(properties: &PropertySet) -> String {
    let formulas = properties.iter().flat_map(formulas);
    let checks = formulas.map(|formula| format!("CHECK( init(main()), LTL({formula}) )"));
    checks.collect::<Vec<_>>().join("\n")
}

fn formulas(property: &Property) -> Vec<String> {
    let formula = match property {
        Property::UnreachCall { functions } => {
            return functions.iter().map(|name| format!("G ! call({name}())")).collect();
        }
        Property::UnreachLabel { label } => format!("G ! label({label})"),
        Property::ValidFree
        | Property::ValidDeref
        | Property::ValidMemtrack
        | Property::ValidMemcleanup
        | Property::DefinedBehaviour => format!("G {property}"),
        Property::NoOverflow => "G ! overflow".to_owned(),
        Property::NoDataRace => "G ! data-race".to_owned(),
        Property::NoDeadlock => "G ! deadlock".to_owned(),
        Property::Termination => "F end".to_owned(),
    };
    vec![formula]
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Source;
    use verdict::{PROPERTY_NAMES, parse_property_file, properties_by_name};

    #[test]
    fn property_files_read_it_back() {
        for name in PROPERTY_NAMES {
            let properties = properties_by_name(name).unwrap();
            let text = specification(&properties);
            let source = Source::new("p.prp", text.clone().into_bytes());
            let read = parse_property_file(&source).unwrap();
            // Several functions of one property are several lines.
            assert_eq!(specification(&read), text);
        }
    }
}
