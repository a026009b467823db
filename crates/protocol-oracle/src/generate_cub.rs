//! Random `.cub` files, plain and gated as in [`crate::generate`].

use crate::dice::Dice;

/// The text of a random file.
pub fn system(seed: u64, is_gated: bool) -> String {
    let mut dice = Dice::new(seed ^ 0xC0B);
    let has_number = dice.chance(40);
    let has_owner = dice.chance(40);
    let has_flag = dice.chance(50);
    let mut text = String::new();
    let (states, first) = match is_gated {
        true => ("G | R1 | R2 | R3 | A | B | C", "G"),
        false => ("A | B | C", "A"),
    };
    text += &format!("type st = {states}\narray S[proc] : st\n");
    let mut init = vec![format!("S[p] = {first}")];
    if has_flag {
        text += "array F[proc] : bool\n";
        init.push("F[p] = False".to_owned());
    }
    if has_number {
        text += "var N : int\n";
        init.push(format!("N = {}", dice.below(2)));
    }
    if has_owner {
        text += "var O : proc\n";
    }
    text += &format!("init (p) {{ {} }}\n", init.join(" && "));
    match dice.below(3) {
        0 => text += "unsafe (p) { S[p] = C }\n",
        1 => text += "unsafe (p q) { S[p] = C && S[q] = C }\n",
        _ => text += "unsafe (p q) { S[p] = C && S[q] = B }\n",
    }
    if is_gated {
        text += "transition gate1 (p) requires { S[p] = G } { S[p] := R1 }\n";
        for (n, (here, to)) in [("R1", "R2"), ("R2", "R3"), ("R3", "A")].iter().enumerate() {
            text += &format!(
                "transition gate{} (p q) requires {{ S[p] = G && S[q] = {here} }} {{ S[p] := {to} }}\n",
                n + 2
            );
        }
    }
    for number in 0..3 + dice.below(3) {
        text += &transition(&mut dice, number, [is_gated, has_flag, has_number, has_owner]);
    }
    text
}

fn transition(dice: &mut Dice, number: usize, features: [bool; 4]) -> String {
    let [is_gated, has_flag, has_number, has_owner] = features;
    let has_two = dice.chance(25);
    let core = ["A", "B", "C"];
    let mut requires = vec![format!("S[p] = {}", dice.pick(&core))];
    if has_two {
        requires.push(format!("S[q] = {}", dice.pick(&core)));
    }
    if has_flag && dice.chance(50) {
        requires.push(format!("F[p] = {}", dice.pick(&["True", "False"])));
    }
    if has_number && dice.chance(50) {
        requires.push(dice.pick(&["N = 0", "N < 2", "N = 1", "N > 0"]).to_owned());
    }
    if has_owner && dice.chance(50) {
        requires.push(dice.pick(&["O = p", "O <> p"]).to_owned());
    }
    if dice.chance(45) {
        let place = dice.pick(&core);
        let mut body = format!("S[z] <> {place}");
        if has_flag && dice.chance(40) {
            body = format!("({body} || F[z] = {})", dice.pick(&["True", "False"]));
        } else if !is_gated && dice.chance(25) {
            body = format!("S[z] = {place}");
        }
        requires.push(format!("forall_other z. {body}"));
    }
    let mut updates = vec![format!("S[p] := {}", dice.pick(&core))];
    if has_two && dice.chance(40) {
        updates = vec![format!(
            "S[j] := case | j = p : {} | j = q : {} | _ : S[j]",
            dice.pick(&core),
            dice.pick(&core)
        )];
    }
    if has_flag && dice.chance(50) {
        updates.push(match dice.below(3) {
            0 => "F[p] := True".to_owned(),
            1 => "F[p] := False".to_owned(),
            _ => "F[j] := case | S[j] = B : True | _ : F[j]".to_owned(),
        });
    }
    if has_number && dice.chance(50) {
        updates.push(dice.pick(&["N := 0", "N := N + 1", "N := N - 1", "N := 1"]).to_owned());
    }
    if has_owner && dice.chance(50) {
        updates.push(dice.pick(&["O := p", "O := ?"]).to_owned());
    }
    let params = if has_two { "p q" } else { "p" };
    format!(
        "transition t{number} ({params}) requires {{ {} }} {{ {} }}\n",
        requires.join(" && "),
        updates.join("; ")
    )
}
