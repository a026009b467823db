//@ run: invariants %s tests/invariants/input/statics.c --externals pure --witness %t.yml -q
//@ shows: two-files.c:17:5: x == 50
//@ hides: two-files.c:17:5: x <= 3
//@ shows: statics.c:12:5: x <= 3
//@ shows: statics.c:12:5: calls <= 9
//@ run: check %t.yml %s tests/invariants/input/statics.c --externals pure
//@ verdict: true
//@ run: verify %s tests/invariants/input/statics.c --externals pure --property unreach-call
//@ verdict: true
// Each file has an `x`, and each loop knows its own.
extern int __VERIFIER_nondet_int(void);
void bump(void);
int get(void);
static int x = 50;
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        bump();
        x = 50 - (x - 50);
    }
    return x + get();
}
