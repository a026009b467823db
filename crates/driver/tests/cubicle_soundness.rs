//! Random protocols in Cubicle's language: what is proved for all numbers of processes is never
//! contradicted by two or three, and no reachable state lies in a cube of a proof.
//!
//! The models are drawn from a fixed seed and are small enough for their instances of two and
//! three processes to be explored in full. They use what the language has: enumerations,
//! pointers, matrices, order of processes, universal guards, `case`, any-value assignments and
//! numbers.

use cubicle::{Exploration, Instance, Limits, Source, System};
use engine_cubes::Answer;
use evidence::cubes::{Defect, check_cubes, replay, violates};
use verdict::Budget;

const N_MODELS: u64 = 600;

/// SplitMix64, so that the models are the same everywhere.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % n
    }

    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len() as u64) as usize]
    }
}

/// A literal about the process `p`, and `q` if there is one.
fn literal(draw: &mut Draw, p: &str, q: Option<&str>) -> String {
    let sign = draw.one_of(&["=", "=", "<>"]);
    let choice = draw.below(if q.is_some() { 9 } else { 6 });
    let q = q.unwrap_or(p);
    match choice {
        0 | 1 => format!("A[{p}] {sign} {}", draw.one_of(&["L0", "L1", "L2"])),
        2 => format!("B[{p}] {sign} True"),
        3 => format!("G {sign} {}", draw.one_of(&["L0", "L1", "L2"])),
        4 => format!("P {sign} {p}"),
        5 => format!("{} {} N", draw.one_of(&["C", "0", "1"]), draw.one_of(&["<", "<=", "="])),
        6 => format!("{p} < {q}"),
        7 => format!("M[{p},{q}] {sign} True"),
        _ => format!("Q[{p}] {sign} {q}"),
    }
}

fn conjunction(draw: &mut Draw, p: &str, q: Option<&str>) -> String {
    let n = 1 + draw.below(2);
    let parts: Vec<String> = (0..n).map(|_| literal(draw, p, q)).collect();
    parts.join(" && ")
}

fn updates(draw: &mut Draw, has_two: bool) -> String {
    let mut text = String::new();
    for symbol in ["A", "B", "G", "P", "Q", "M", "N"] {
        let likely = if symbol == "A" { 5 } else { 2 };
        if draw.below(6) >= likely {
            continue;
        }
        let y = if has_two { "y" } else { "x" };
        text += &match symbol {
            "A" if draw.below(3) == 0 => format!(
                "A[j] := case | j = x : {} | {} : {} | _ : A[j]; ",
                draw.one_of(&["L0", "L1", "L2"]),
                literal(draw, "j", Some("x")),
                draw.one_of(&["L0", "L1", "L2", "G"])
            ),
            "A" => format!("A[x] := {}; ", draw.one_of(&["L0", "L1", "L2", "G"])),
            "B" => format!("B[{y}] := {}; ", draw.one_of(&["True", "False", "B[x]"])),
            "G" => format!("G := {}; ", draw.one_of(&["L0", "L1", "A[x]", "?"])),
            "P" => format!("P := {}; ", draw.one_of(&["x", "Q[x]", "?"])),
            "Q" => format!("Q[x] := {}; ", draw.one_of(&["P", y])),
            "M" => format!(
                "M[x,j] := case | j = x : False | _ : {}; ",
                draw.one_of(&["True", "M[x,j]"])
            )
            .replace("M[x,j] :=", "M[i,j] :=")
            .replace("j = x", "i <> x || j = x"),
            _ => format!("N := {}; ", draw.one_of(&["N + 1", "0", "C"])),
        };
    }
    text
}

fn model(seed: u64) -> String {
    let mut draw = Draw(seed);
    let mut text = "type t = L0 | L1 | L2\nvar G : t\nvar P : proc\nvar N : int\nconst C : int\n\
                    array A[proc] : t\narray B[proc] : bool\narray Q[proc] : proc\n\
                    array M[proc,proc] : bool\n\
                    init (x y) { A[x] = L0 && B[x] = False && G = L0 && M[x,y] = False && N = 0 }\n"
        .to_string();
    for number in 0..3 + draw.below(4) {
        let has_two = draw.below(3) == 0;
        let (params, q) = if has_two { ("x y", Some("y")) } else { ("x", None) };
        let mut guard = conjunction(&mut draw, "x", q);
        if draw.below(3) == 0 {
            let body = [literal(&mut draw, "z", Some("x")), literal(&mut draw, "z", Some("x"))];
            guard +=
                &format!(" && forall_other z. ({})", body.join(draw.one_of(&[" || ", " && "])));
        }
        let updates = updates(&mut draw, has_two);
        text +=
            &format!("transition t{number} ({params}) requires {{ {guard} }} {{ {updates} }}\n");
    }
    let bad = ["A[x] = L1 && A[y] = L2", "A[x] = L2 && A[y] = L2", "B[x] = True && A[y] = L1"];
    text += &format!("unsafe (x y) {{ {} }}\n", draw.one_of(&bad));
    text
}

fn read(text: &str) -> System {
    let source = Source::new("random.cub", text.as_bytes().to_vec());
    let (system, diagnostics) = cubicle::read(&source);
    system.unwrap_or_else(|| panic!("{text}\n{:?}", diagnostics.iter().next()))
}

#[test]
fn answers_agree_with_small_instances() {
    let (mut n_safe, mut n_unsafe, mut n_unconfirmed) = (0, 0, 0);
    for seed in 0..N_MODELS {
        let text = model(seed);
        let system = read(&text);
        let (answer, _) = engine_cubes::verify(&system, &Budget::unlimited().with_steps(60_000));
        match answer {
            Answer::Safe { cubes, assumed } => {
                let budget = Budget::unlimited().with_steps(2_000_000);
                match check_cubes(&system, &cubes, &assumed, &budget) {
                    Ok(()) => n_safe += 1,
                    Err(Defect::Exhausted) => n_unconfirmed += 1,
                    Err(defect) => panic!("seed {seed}: {defect}\n{text}"),
                }
                for n_processes in [2, 3] {
                    let instance = Instance::new(&system, n_processes);
                    let limits = Limits { max_states: 600, max_depth: usize::MAX };
                    let budget = Budget::unlimited();
                    let found = Exploration::run(&instance, limits, &budget);
                    assert!(found.violation.is_none(), "seed {seed} is unsafe\n{text}");
                    for state in &found.states {
                        let state = instance.completed(state);
                        let inside =
                            cubes.iter().position(|it| violates(&system, n_processes, it, &state));
                        assert_eq!(inside, None, "seed {seed}: {state:?} is reachable\n{text}");
                    }
                }
            }
            Answer::Unsafe(run) => {
                assert_eq!(replay(&system, &run), Ok(()), "seed {seed}\n{text}");
                n_unsafe += 1;
            }
            Answer::Unknown { .. } => {}
        }
    }
    // The models must not all be of one kind, or the test says little.
    assert!(n_safe > 100 && n_unsafe > 100, "{n_safe} safe, {n_unsafe} unsafe");
    assert!(n_unconfirmed < 5, "{n_unconfirmed} proofs were not checked to the end");
}

#[test]
fn a_proof_without_one_of_its_cubes_is_refused() {
    let mut n_refused = 0;
    for seed in 0..60 {
        let system = read(&model(seed));
        let budget = Budget::unlimited().with_steps(60_000);
        let (Answer::Safe { cubes, assumed }, _) = engine_cubes::verify(&system, &budget) else {
            continue;
        };
        for left_out in 0..cubes.len() {
            let mut damaged = cubes.clone();
            damaged.remove(left_out);
            let budget = Budget::unlimited().with_steps(2_000_000);
            n_refused += usize::from(check_cubes(&system, &damaged, &assumed, &budget).is_err());
        }
    }
    assert!(n_refused > 20, "only {n_refused} damaged proofs were refused");
}
