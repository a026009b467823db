//! The generator keeps its promises: what the compiler's sanitizers can see is not there in the
//! defined programs, and is there, at its line, in the faulty ones.

use c_generate::{
    Batch, Choices, Faulty, Mistake, Model, PRELUDE, Sanitizers, compile, first_complaint,
    generate_faulty, names_line,
};

#[test]
fn defined_programs_are_defined() {
    for model in [Model::Lp64, Model::Ilp32] {
        let batch = Batch::of_seeds(model, 5000, 20);
        let sanitized = compile(&batch.executable(), model, Sanitizers::All).unwrap();
        let sanitized = sanitized.run(&["0"]).unwrap();
        assert_eq!(sanitized.stderr, "", "{model:?}");
        let plain = compile(&batch.executable(), model, Sanitizers::None).unwrap();
        assert_eq!(plain.run(&["0"]).unwrap().stdout, sanitized.stdout, "{model:?}");
    }
}

/// All programs in one file; the argument says which one runs.
fn select_by_argument(programs: &[Faulty]) -> (String, Vec<usize>) {
    let mut text = PRELUDE.to_owned();
    let mut lines = Vec::new();
    for program in programs {
        lines.push(text.matches('\n').count() + program.line);
        text.push_str(&program.text);
    }
    text.push_str("extern int atoi(const char *);\nint main(int argc, char **argv)\n{\n");
    text.push_str("  switch (atoi(argv[1])) {\n");
    for (number, program) in programs.iter().enumerate() {
        text.push_str(&format!("  case {number}: return (int)({}() & 1);\n", program.entry));
    }
    (text + "  }\n  return 0;\n}\n", lines)
}

/// gcc has no sanitizer for uninitialised values.
fn is_seen(mistake: Mistake) -> bool {
    mistake != Mistake::UninitialisedBranch
}

#[test]
fn sanitizers_find_the_mistakes_where_they_are() {
    let model = Model::Lp64;
    let seen: Vec<Mistake> = Mistake::ALL.into_iter().filter(|&it| is_seen(it)).collect();
    let make = |number: usize| {
        let mistake = seen[number % seen.len()];
        let choices = Choices::seeded(900 + number as u64);
        generate_faulty(choices, model, &format!("t{number}_"), mistake)
    };
    let programs: Vec<Faulty> = (0..30).map(make).collect();
    let (text, lines) = select_by_argument(&programs);
    let executable = compile(&text, model, Sanitizers::All).unwrap();
    for (number, program) in programs.iter().enumerate() {
        let printed = executable.run(&[&number.to_string()]).unwrap();
        let found = first_complaint(&printed.stderr).map(|(mistake, _)| mistake);
        assert_eq!(found, Some(program.mistake), "{}\n{}", printed.stderr, program.text);
        let is_there = names_line(&printed.stderr, lines[number]);
        let is_there = is_there || program.mistake == Mistake::Leak;
        assert!(is_there, "not at line {}:\n{}", lines[number], printed.stderr);
    }
}
