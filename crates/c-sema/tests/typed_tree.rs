//! What sema makes of expressions and initialisers, printed in a short form.
//!
//! `x:int` is an object's place, `[…]` a load, `(int)…` a conversion, `{@4 = …}` an initialiser.

use c_sema::typed::{
    Conversion, Duration, ExprId, ExprKind, Init, Linkage, StmtId, StmtKind, Unit,
};
use c_sema::types::{DataModel, Type};
use source::{Source, Styling, render};

fn analyse(text: &str, model: DataModel) -> Unit {
    let mut source = Source::new("test.c", text.as_bytes().to_vec());
    let (unit, diagnostics) = c_syntax::parse(&mut source);
    assert!(!diagnostics.has_errors(), "{text}");
    let (unit, diagnostics) = c_sema::analyse(unit, model);
    let first = diagnostics.iter().next();
    assert!(
        first.is_none(),
        "{}",
        first.map_or(String::new(), |it| render(&source, it, Styling::Plain))
    );
    unit
}

fn show(unit: &Unit, expr: ExprId) -> String {
    let row = &unit.exprs[expr];
    let ty = unit.types.display(&unit.symbols, row.ty);
    let of = |expr: &ExprId| show(unit, *expr);
    match &row.kind {
        ExprKind::Object(object) => unit.symbols.name(unit.objects[*object].name).to_owned(),
        ExprKind::FunctionName(function) => {
            unit.symbols.name(unit.functions[*function].name).to_owned()
        }
        ExprKind::Deref(pointer) => format!("*{}", of(pointer)),
        ExprKind::Member { base, field, .. } => format!("{}.{field}", of(base)),
        ExprKind::String(string) => {
            format!("{:?}", String::from_utf8_lossy(&unit.strings[*string].bytes))
        }
        ExprKind::CompoundLiteral { init: Some(init), .. } => {
            format!("literal{}", show_init(unit, init))
        }
        ExprKind::CompoundLiteral { init: None, .. } => "static literal".to_owned(),
        ExprKind::Materialise(value) => format!("temporary({})", of(value)),
        ExprKind::Int(bits) => match unit.types.is_pointer(row.ty) {
            true => format!("({ty}){bits}"),
            false => format!("{}", unit.types.int_value(row.ty, *bits)),
        },
        ExprKind::Float(bits) => format!("{bits:#x}"),
        ExprKind::Load { place, is_volatile: false } => format!("[{}]", of(place)),
        ExprKind::Load { place, is_volatile: true } => format!("[volatile {}]", of(place)),
        ExprKind::Decay(place) => format!("decay {}", of(place)),
        ExprKind::AddressOf(place) => format!("&{}", of(place)),
        ExprKind::Neg(operand) => format!("(- {})", of(operand)),
        ExprKind::BitNot(operand) => format!("(~ {})", of(operand)),
        ExprKind::Not(operand) => format!("(! {})", of(operand)),
        ExprKind::Arith(op, lhs, rhs) => format!("({op:?} {} {})", of(lhs), of(rhs)),
        ExprKind::Shift(op, lhs, rhs) => format!("(Shift{op:?} {} {})", of(lhs), of(rhs)),
        ExprKind::Compare(op, lhs, rhs) => format!("({op:?} {} {})", of(lhs), of(rhs)),
        ExprKind::And(lhs, rhs) => format!("(And {} {})", of(lhs), of(rhs)),
        ExprKind::Or(lhs, rhs) => format!("(Or {} {})", of(lhs), of(rhs)),
        ExprKind::PointerAdd { pointer, index } => format!("({} +> {})", of(pointer), of(index)),
        ExprKind::PointerSub { pointer, index } => format!("({} -> {})", of(pointer), of(index)),
        ExprKind::PointerDiff(lhs, rhs) => format!("({} <-> {})", of(lhs), of(rhs)),
        ExprKind::Convert { conversion: Conversion::Same, operand } => {
            format!("({ty} as)({})", of(operand))
        }
        ExprKind::Convert { operand, .. } => format!("({ty}){}", of(operand)),
        ExprKind::Assign { target, value } => format!("({} := {})", of(target), of(value)),
        ExprKind::CompoundAssign { op, target, value, computation } => {
            let computation = unit.types.display(&unit.symbols, *computation);
            format!("({} {op:?}[{computation}]= {})", of(target), of(value))
        }
        ExprKind::IncDec { op, target } => format!("({op:?} {})", of(target)),
        ExprKind::Conditional { condition, then, otherwise } => {
            format!("({} ? {} : {})", of(condition), of(then), of(otherwise))
        }
        ExprKind::Elvis { value, convert, otherwise } => {
            format!("({} ?:{convert:?} {})", of(value), of(otherwise))
        }
        ExprKind::Comma(lhs, rhs) => format!("({}, {})", of(lhs), of(rhs)),
        ExprKind::Call { callee, arguments, .. } => {
            let arguments: Vec<String> = arguments.iter().map(of).collect();
            format!("{}({})", of(callee), arguments.join(", "))
        }
        ExprKind::VaArg { list } => format!("va_arg({}, {ty})", of(list)),
        ExprKind::VlaSizeof(_) => "sizeof(vla)".to_owned(),
        ExprKind::StmtExpr(stmt) => format!("({})", show_stmt(unit, *stmt)),
        other => format!("{other:?}"),
    }
}

fn show_stmt(unit: &Unit, stmt: StmtId) -> String {
    match &unit.stmts[stmt].kind {
        StmtKind::Expr(expr) => show(unit, *expr),
        StmtKind::EvaluateVla(vla) => format!("vla {}", show(unit, unit.vlas[*vla].length)),
        StmtKind::Block { items, .. } => {
            let items: Vec<String> = items.iter().map(|&item| show_stmt(unit, item)).collect();
            format!("{{{}}}", items.join("; "))
        }
        StmtKind::Return(Some(value)) => format!("return {}", show(unit, *value)),
        StmtKind::Declare { object, init } => {
            let object = &unit.objects[*object];
            let init = init.as_ref().map_or(String::new(), |init| show_init(unit, init));
            format!("declare {}{init}", unit.symbols.name(object.name))
        }
        other => format!("{other:?}"),
    }
}

fn show_init(unit: &Unit, init: &Init) -> String {
    let parts: Vec<String> = init
        .parts
        .iter()
        .map(|part| {
            let bits = part.bits.map_or(String::new(), |it| format!(":{}+{}", it.start, it.width));
            let repeat = part
                .repeat
                .map_or(String::new(), |it| format!(" x{} every {}", it.count, it.stride));
            format!("@{}{bits}{repeat} = {}", part.offset, show(unit, part.value))
        })
        .collect();
    let zero = if init.zeroes_rest { "; zero" } else { "" };
    format!("{{{}{zero}}}", parts.join(", "))
}

const DECLARATIONS: &str = "
struct inner { short x; int y; };
struct s { int a; unsigned b : 3; struct { char c; struct inner d; }; int e[4]; } s, *p;
char c; short sh; int i, a[4], m[2][3]; unsigned u; long l; float f; double d; _Bool b;
volatile int v; void *vp; char *cp; int (*fp)(int); int g(int, ...); struct s h(void);
const struct s cs; enum e { RED, GREEN } en; int k(); int nobody();
";

/// The value of `f` for the expression, in LP64.
fn value(expression: &str) -> String {
    let text = format!("{DECLARATIONS} void test(int n) {{ {expression}; }}");
    let unit = analyse(&text, DataModel::Lp64);
    let test = unit.symbols.get("test").expect("the name occurs");
    let (_, function) =
        unit.functions.iter().find(|(_, function)| function.name == test).expect("it exists");
    let body = function.body.as_ref().expect("it is defined");
    show_stmt(&unit, body.block)
}

#[track_caller]
fn check(expression: &str, expected: &str) {
    assert_eq!(value(expression), format!("{{{expected}}}"), "{expression}");
}

#[test]
fn operands_are_converted() {
    check("c + sh", "(Add (int)[c] (int)[sh])");
    check("i + u", "(Add (unsigned int)[i] [u])");
    check("i + l", "(Add (long)[i] [l])");
    check("f * 2", "(Mul [f] (float)2)");
    check("b + 1", "(Add (int)[b] 1)");
    check("en == GREEN", "(Eq (unsigned int as)([en]) 1)");
    check("c << l", "(ShiftLeft (int)[c] [l])");
    check("!d", "(! [d])");
    check("~c", "(~ (int)[c])");
    check("i ? c : 2.0", "([i] ? (double)[c] : 0x4000000000000000)");
    check("c ?: 2L", "([c] ?:IntToInt 2)");
}

#[test]
fn places_are_loaded_and_arrays_decay() {
    check("a[sh] + 1", "(Add [*(decay a +> [sh])] 1)");
    check("2[a]", "[*(decay a +> 2)]");
    check("m[1][2]", "[*(decay *(decay m +> 1) +> 2)]");
    check("&a[1]", "&*(decay a +> 1)");
    check("v", "[volatile v]");
    check("*cp++", "[*(PostIncrement cp)]");
    check("&a[3] - a", "(&*(decay a +> 3) <-> decay a)");
    check("sizeof a", "16");
    check("\"ab\"[1]", "[*(decay \"ab\\0\" +> 1)]");
}

#[test]
fn members_are_found_through_anonymous_records() {
    check("s.a", "[s.0]");
    check("p->d.y", "[*[p].2.1.1]");
    check("h().e[1]", "[*(decay temporary(decay h()).3 +> 1)]");
    check("s.b + 1", "(Add (int)[s.1] 1)");
}

#[test]
fn assignments_convert_to_their_target() {
    check("c = i", "(c := (char)[i])");
    check("b = d", "(b := (_Bool)[d])");
    check("cp = vp", "(cp := (char *)[vp])");
    check("cp = 0", "(cp := (char *)0)");
    check("c += i", "(c Arith(Add)[int]= [i])");
    check("c += d", "(c Arith(Add)[double]= [d])");
    check("i <<= l", "(i Shift(Left)[int]= [l])");
    check("cp -= i", "(cp PointerSub[char *]= [i])");
    check("s = *p", "(s := [*[p]])");
}

#[test]
fn calls_convert_their_arguments() {
    check("g(c, f, c)", "decay g((int)[c], (double)[f], (int)[c])");
    check("fp(l)", "[fp]((int)[l])");
    check("(*fp)(1)", "[fp](1)");
    check("k(c, f)", "decay k((int)[c], (double)[f])");
    check("nobody(c)", "decay nobody((int)[c])");
    check("__builtin_expect(i, 1)", "decay __builtin_expect((long)[i], 1)");
    check("__sync_fetch_and_add(&l, 1)", "decay __sync_fetch_and_add(&l, 1)");
}

#[test]
fn constants_are_numbers() {
    check("__builtin_offsetof(struct s, d.y)", "16");
    check("__builtin_offsetof(struct s, e[i])", "(Add 20 (Mul (unsigned long)[i] 4))");
    check("sizeof(struct s) + _Alignof(double)", "(Add 36 8)");
    check("__builtin_constant_p(i) + __builtin_constant_p(3)", "(Add 0 1)");
    check("__builtin_types_compatible_p(int, const int)", "1");
    check("'\\xff'", "-1");
    check("_Generic(c, char: 1, default: 2)", "1");
}

#[test]
fn variable_lengths_are_evaluated_where_they_stand() {
    check("sizeof(int[n])", "(({vla (unsigned long)[n]}), sizeof(vla))");
    check("int x[n]", "vla (unsigned long)[n]; declare x");
    check("int x[n]; sizeof x", "vla (unsigned long)[n]; declare x; sizeof(vla)");
}

#[test]
fn initialisers_are_flattened() {
    check("int x[] = { 1, [2] = 3 }", "declare x{@0 = 1, @8 = 3; zero}");
    check(
        "int x[9] = { [0 ... 8] = 1, [4] = 2 }",
        "declare x{@0 x4 every 4 = 1, @20 x4 every 4 = 1, @16 = 2; zero}",
    );
    check("char x[4] = \"ab\"", "declare x{@0 = \"ab\\0\"; zero}");
    check("char x[2] = \"ab\"", "declare x{@0 = \"ab\"}");
    check(
        "struct s x = { 1, 2, 3, 4, 5, 6 }",
        "declare x{@0 = 1, @4:0+3 = 2, @8 = 3, @12 = 4, @16 = 5, @20 = 6; zero}",
    );
    check(
        "struct s x = { .d.y = 7, .b = 1, 'c' }",
        "declare x{@16 = 7, @4:0+3 = 1, @8 = 99; zero}",
    );
    check("struct inner x[] = { s.d, 1, 2 }", "declare x{@0 = [s.2.1], @8 = 1, @12 = 2; zero}");
    check("struct s x = s", "declare x{@0 = [s]}");
    check("int *x = (int[]){ 1, 2 }", "declare x{@0 = decay literal{@0 = 1, @4 = 2; zero}}");
    check("int x = { 1 }", "declare x{@0 = 1; zero}");
}

#[test]
fn static_literals_are_spliced_in() {
    let text = "struct t { int x, y; }; struct u { int n; struct t t; } u = { 1, (struct t){ 2, 3 } };\
                int *p = (int[]){ 4 }; const int one = 1; int two = one + 1;";
    let unit = analyse(text, DataModel::Ilp32);
    let init = |name: &str| {
        let symbol = unit.symbols.get(name).expect("the name occurs");
        let (_, object) =
            unit.objects.iter().find(|(_, object)| object.name == symbol).expect("it exists");
        show_init(&unit, object.init.as_ref().expect("it is initialised"))
    };
    assert_eq!(init("u"), "{@0 = 1, @4 = 2, @8 = 3; zero}");
    assert_eq!(init("p"), "{@0 = decay static literal}");
    assert_eq!(init("two"), "{@0 = 2}");
}

#[test]
fn lists_of_arguments_are_pointers_to_their_state() {
    let text = "int f(int n, ...) { __builtin_va_list ap; __builtin_va_start(ap, n);\
                int x = __builtin_va_arg(ap, int); __builtin_va_end(ap); return x; }";
    let shown = |model| {
        let unit = analyse(text, model);
        let (_, function) =
            unit.functions.iter().find(|(_, it)| it.body.is_some()).expect("one is defined");
        show_stmt(&unit, function.body.as_ref().expect("it is").block)
    };
    let lp64 = shown(DataModel::Lp64);
    assert!(lp64.contains("__builtin_va_start(decay ap)"), "{lp64}");
    let ilp32 = shown(DataModel::Ilp32);
    assert!(ilp32.contains("__builtin_va_start(&ap)"), "{ilp32}");
    assert!(ilp32.contains("va_arg(&ap, int)"), "{ilp32}");
}

#[test]
fn redeclarations_meet_in_one_object() {
    let text = "extern int a[]; int *p = a; int a[3]; extern int a[]; extern int only; static int s;\
                int f(); int f(int x); int g(void) { extern int only; return f(1) + only; }";
    let unit = analyse(text, DataModel::Lp64);
    let object = |name: &str| {
        let symbol = unit.symbols.get(name).expect("the name occurs");
        let all: Vec<_> = unit.objects.iter().filter(|(_, object)| object.name == symbol).collect();
        assert_eq!(all.len(), 1, "{name}");
        all[0].1
    };
    assert_eq!(unit.types.display(&unit.symbols, object("a").ty.ty), "int[3]");
    assert_eq!(object("a").duration, Duration::Static(Linkage::External));
    assert_eq!(object("only").duration, Duration::Static(Linkage::Undefined));
    assert_eq!(object("s").duration, Duration::Static(Linkage::Internal));
    let f = unit.symbols.get("f").expect("the name occurs");
    let (_, function) = unit.functions.iter().find(|(_, it)| it.name == f).expect("it exists");
    assert_eq!(unit.types.display(&unit.symbols, function.ty), "int(int)");
    assert!(matches!(unit.types[function.ty], Type::Function(_)));
}

/// A type whose tree is exponentially larger than its text is compared and printed in no time.
#[test]
fn types_that_mention_each_other_often_are_no_trouble() {
    let mut text = String::from("typedef int f0(void); typedef int g0();\n");
    for level in 0..60 {
        for family in ["f", "g"] {
            let next = level + 1;
            text += &format!("typedef {family}{level} *{family}{next}({family}{level} *);\n");
        }
    }
    text += "extern f60 x; extern g60 x; f60 *q = &x;";
    let unit = analyse(&text, DataModel::Lp64);
    let x = unit.symbols.get("x").expect("the name occurs");
    let (_, function) = unit.functions.iter().find(|(_, it)| it.name == x).expect("it exists");
    assert!(unit.types.display(&unit.symbols, function.ty).len() < 4000);
}
