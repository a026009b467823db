//! What is given for what is wanted, and that the table says what the files define.

use super::*;

fn names(models: &[Model]) -> Vec<&'static str> {
    models.iter().map(|model| model.name).collect()
}

#[test]
fn only_what_is_wanted_is_given() {
    assert!(models(["main", "frobnicate"]).is_empty());
    assert_eq!(names(&models(["strlen", "strlen"])), ["strlen.c"]);
}

#[test]
fn what_a_model_needs_comes_with_it() {
    let names = names(&models(["strtok"]));
    assert_eq!(names, ["strcspn.c", "strspn.c", "strtok.c", "strtok_r.c"]);
}

#[test]
fn calls_by_name_need_no_thunk() {
    assert!(models(["memset"]).is_empty());
    assert_eq!(names(&thunks(["memset", "main"])), ["memset.c"]);
}

#[test]
fn no_name_is_defined_twice_and_none_is_unmodelled_too() {
    let mut seen = BTreeMap::new();
    for row in ROWS.iter().chain(THUNKS) {
        for name in row.defines {
            assert_eq!(seen.insert(name, row.model.name), None, "{name}");
            assert!(!is_known(name), "{name} is modelled");
        }
    }
}

/// A definition begins in the first column and is not static.
#[test]
fn the_table_lists_what_the_files_define() {
    for row in ROWS.iter().chain(THUNKS) {
        let mut defined = Vec::new();
        let mut head = String::new();
        for line in row.model.text.lines() {
            let starts = line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
            if starts {
                head = line.to_owned();
            } else if line.starts_with([' ', ')']) && !head.is_empty() {
                head.push_str(line);
            }
            let is_object = starts && line.contains(['=', '[']) && !line.contains('(');
            if line == "{" || (starts && line.ends_with(';')) || is_object {
                let is_apart = ["static", "typedef", "extern", "struct", "union", "enum"];
                let is_function = line == "{" && !head.starts_with("static");
                let is_plain = !is_apart.iter().any(|word| head.starts_with(word));
                if is_function || (is_plain && !head.contains('(')) {
                    let before = head.split(['(', '=', '[', ';']).next().expect("split gives one");
                    let name = before.trim().rsplit([' ', '*']).next().expect("split gives one");
                    defined.push(name.to_owned());
                }
                head.clear();
            }
        }
        assert_eq!(defined, row.defines, "{}", row.model.name);
    }
}

#[test]
fn every_file_is_in_the_table() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let mut files = 0;
    for folder in std::fs::read_dir(root).expect("the models are there") {
        let folder = folder.expect("folders can be read").path();
        files += std::fs::read_dir(folder).expect("folders can be read").count();
    }
    assert_eq!(files, ROWS.len() + THUNKS.len());
}
