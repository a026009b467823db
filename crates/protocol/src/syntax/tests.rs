//! What the language accepts, what it says about mistakes, and how it is laid out.

use source::{Diagnostics, Severity, Source, Styling, render};

use crate::{Atomicity, Formula, Property, format, read};

const BAKERY: &str = "protocol bakery
loc idle, choose, hold, wait, crit
data t : nat = 0
at idle: goto choose
at choose: scan if pc[otr] in {wait, crit} & t <= t[otr] then t := t[otr] + 1; goto hold
at hold: goto wait
at wait: if forall otr. pc[otr] notin {choose, hold} & (pc[otr] in {wait, crit} -> t < t[otr] | t = t[otr] & slf < otr)
  then goto crit
at crit: t := 0; goto idle
justice choose, hold, wait, crit
safety !(pc[x] = crit & pc[y] = crit)
liveness pc[x] = choose -> F pc[x] = crit
";

const CENTRED: &str = "protocol centred
loc a, b
var f : {p, q} = *
var g : bool = false
data t : int = -3
pred low := t < 0 & t != -7
centre var cmd : {none_yet, p, q} = none_yet
centre data next : nat = 0
centre ptr cur
guards stepwise
at a: when cmd = none_yet & cur = none: cur := slf; cmd := f; t := *; goto b
at {a, b}: when cur = slf & !g: if exists otr. low[otr] | cur = otr then g := true; stay else next := next + 1; stay
at b: broadcast if pc[otr] = a then pc[otr] := b, g[otr] := true else if f[otr] = q then f[otr] := p; goto a
or goto b
centre: when cmd != none_yet: if forall otr. !(f[otr] = q) & (slow_next) then cmd := *; cur := none
pred slow_next := t = 0
justice a, centre
safety both: f[x] = f[y] -> x < y | cmd = p
";

fn source(text: impl Into<Vec<u8>>) -> Source {
    Source::new("test.lpp", text.into())
}

fn errors(text: impl Into<Vec<u8>>) -> Vec<String> {
    let source = source(text);
    let (system, diagnostics) = read(&source);
    assert!(system.is_none(), "an error was expected");
    messages(&source, &diagnostics)
}

fn messages(source: &Source, diagnostics: &Diagnostics) -> Vec<String> {
    for diagnostic in diagnostics.iter() {
        assert!(!render(source, diagnostic, Styling::Plain).is_empty());
    }
    let errors = diagnostics.iter().filter(|message| message.severity == Severity::Error);
    errors
        .map(|message| {
            let line = source.position(message.primary.span.lo).line;
            let help = message.helps.first().map(|help| format!(" [{help}]")).unwrap_or_default();
            format!("{line}: {}: {}{help}", message.code, message.message)
        })
        .collect()
}

#[test]
fn bakery_is_read() {
    let source = source(BAKERY);
    let (system, diagnostics) = read(&source);
    assert_eq!(messages(&source, &diagnostics), Vec::<String>::new());
    let system = system.expect("bakery has no errors");
    assert_eq!(system.name, "bakery");
    assert_eq!(system.locations.len(), 5);
    assert_eq!(system.rules.len(), 5);
    assert_eq!(system.justice.len(), 4);
    assert_eq!(system.atomicity, Atomicity::Atomic);
    assert_eq!(system.properties.len(), 2);
    assert!(!system.has_centre());
}

#[test]
fn a_centre_has_no_own_variables() {
    let found = errors(CENTRED);
    assert_eq!(found, ["15: E0514: the centre has no `slow_next` of its own"]);
}

#[test]
fn everything_of_the_language_is_read() {
    let source = source(CENTRED.replace(" & (slow_next)", " & slow_next[otr]"));
    let (system, diagnostics) = read(&source);
    assert_eq!(messages(&source, &diagnostics), Vec::<String>::new());
    let system = system.expect("no errors");
    assert_eq!(system.rules.len(), 5);
    assert!(system.has_centre() && system.centre_is_just);
    assert_eq!(system.atomicity, Atomicity::Stepwise);
    let exists = &system.rules.as_slice()[1];
    assert!(exists.then.is_some() && exists.otherwise.is_some());
    assert!(matches!(exists.guard.as_ref().map(|guard| &guard.body), Some(Formula::Not(_))));
    let property = &system.properties.as_slice()[0];
    assert_eq!(property.name, "both");
    assert!(matches!(property.property, Property::Safety(_)));
}

#[test]
fn several_mistakes_are_reported_with_suggestions() {
    let text = BAKERY
        .replace("goto crit", "goto cirt")
        .replace("t := 0", "tt := 0")
        .replace("justice choose", "justice chose")
        .replace("t < t[otr]", "t < pc[otr]");
    assert_eq!(
        errors(text),
        [
            "7: E0512: a number is compared with a location",
            "8: E0511: unknown location `cirt` [did you mean `crit`?]",
            "9: E0511: unknown variable `tt` [did you mean `t`?]",
            "10: E0511: unknown location `chose` [did you mean `choose`?]",
        ]
    );
}

#[test]
fn syntax_errors_do_not_hide_each_other() {
    let text = BAKERY
        .replace("goto choose", "choose")
        .replace("& t <=", "&& t <=")
        .replace("safety !(", "safety !((");
    assert_eq!(
        errors(text),
        [
            "5: E0501: `&&` is not a sign of the language [write `&`]",
            "4: E0502: expected `:=`, found `at`",
            "11: E0502: expected `)`, found `liveness`",
        ]
    );
}

#[test]
fn what_is_missing_is_said() {
    let no_property = "protocol p\nloc a\nat a: stay\n";
    assert_eq!(errors(no_property).len(), 1);
    assert!(errors(no_property)[0].contains("asks for no property"));
    assert!(errors("protocol p\nsafety true\n")[0].contains("no locations"));
    assert!(errors("")[0].contains("expected `protocol`"));
    assert!(errors("protocol p\nloc a\nat a: when true: t := 1\n")[0].contains("unknown variable"));
    let stays = errors("protocol p\nloc a\ndata t : nat = 0\nat a: t := 1\nsafety true");
    assert_eq!(
        stays,
        ["4: E0515: where does the process go from here? \
          [end the branch with `goto LOCATION`, or with `stay`]"]
    );
}

#[test]
fn unlike_things_are_not_compared() {
    let with = |formula: &str| {
        errors(format!(
            "protocol p\nloc a, b\ndata t : nat = 0\nvar f : {{u, v}} = u\nvar g : {{v, u}} = u\n\
             centre ptr cur\nat a: if forall otr. {formula} then goto b\nsafety true\n"
        ))
    };
    for formula in [
        "t = f[otr]",
        "f = g[otr]",
        "f < f[otr]",
        "pc = t",
        "slf = otr",
        "cur = t",
        "cur = f",
        "t",
        "f",
        "a",
        "pc[otr] < a",
    ] {
        let found = with(formula);
        assert!(found.len() == 1 && found[0].contains("E0512"), "{formula}: {found:?}");
    }
    assert!(with("f = w")[0].contains("unknown value of `f` `w`"));
    assert!(with("t = w")[0].contains("unknown variable `w`"));
}

/// Numbers below `n` that look random, the same in every run.
fn dice() -> impl FnMut(usize) -> usize {
    let mut seed = 7_u64;
    move |n| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % n
    }
}

#[test]
fn any_bytes_are_answered() {
    let mut draw = dice();
    for length in 0..400 {
        let bytes: Vec<u8> = (0..length).map(|_| draw(256) as u8).collect();
        assert!(!errors(bytes).is_empty());
    }
}

#[test]
fn damaged_protocols_are_answered() {
    let mut draw = dice();
    let words: Vec<&str> = BAKERY.split_whitespace().chain(CENTRED.split_whitespace()).collect();
    let signs =
        ["(", ")", "!", "->", "{", "}", "[otr]", "[x]", "-", "+ 1", ":=", "*", "#", "\u{e4}"];
    let mut n_read = 0;
    for round in 0..3000 {
        let text = if round % 2 == 0 { BAKERY } else { CENTRED };
        let mut damaged: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
        for _ in 0..1 + draw(3) {
            let at = draw(damaged.len());
            match draw(4) {
                0 => damaged[at] = words[draw(words.len())],
                1 => damaged.insert(at, signs[draw(signs.len())]),
                2 => _ = damaged.remove(at),
                _ => damaged.swap(at, draw(text.split_inclusive([' ', '\n']).count() - 4)),
            }
        }
        let source = source(damaged.join(" "));
        let (system, diagnostics) = read(&source);
        assert_ne!(system.is_some(), diagnostics.has_errors());
        messages(&source, &diagnostics);
        n_read += usize::from(system.is_some());
        if let Ok(once) = format(&source) {
            let again = Source::new("test.lpp", once.clone().into_bytes());
            assert_eq!(format(&again).ok(), Some(once));
        }
    }
    assert!(n_read > 20, "the damage should leave something to read: {n_read}");
}

#[test]
fn deep_and_long_inputs_are_answered() {
    let deep =
        |open: &str| format!("protocol p\nloc a\nat a: stay\nsafety {}true", open.repeat(100_000));
    for open in ["(", "!", "true -> "] {
        assert!(errors(deep(open))[0].contains("E0504"), "{open}");
    }
    let long = format!("protocol p\nloc a\nat a: stay\nsafety true{}", " & true".repeat(200_000));
    assert!(read(&source(long)).0.is_some());
    let name = "n".repeat(1 << 20);
    let found = errors(format!("protocol p loc a at a: goto {name} safety true"));
    assert!(found[0].len() < 200 && found[0].contains("E0511"), "{found:?}");
    assert!(errors("9".repeat(1 << 20)).len() == 1);
}

#[test]
fn formatting_changes_only_white_space_and_only_once() {
    let with_comments = BAKERY
        .replace("at hold", "\n\n\n// on its own\nat   hold")
        .replace("t := 0; goto", "t := 0; // behind\n   goto")
        .replace("justice", "# old style\n\njustice");
    for text in [BAKERY, CENTRED, &with_comments] {
        let once = format(&source(text)).expect("no syntax error");
        let twice = format(&source(once.as_str())).expect("no syntax error");
        assert_eq!(once, twice);
        let dense = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(dense(text), dense(&once));
        assert!(once.lines().all(|line| line.len() <= 100), "{once}");
    }
}

#[test]
fn layout_is_this() {
    let untidy = "protocol  p loc a,b data t:int=-1 centre var f:{u,v}=u\n\n\n\nat a:goto b\nor if forall otr.! ( t+1<t[otr] )then t:=t - 1 ;stay // why\nsafety x<y";
    assert_eq!(
        format(&source(untidy)).expect("no syntax error"),
        "protocol p\nloc a, b\ndata t : int = -1\ncentre var f : {u, v} = u\n\nat a: goto b\n    \
         or if forall otr. !(t + 1 < t[otr]) then t := t - 1; stay  // why\nsafety x < y\n"
    );
}
