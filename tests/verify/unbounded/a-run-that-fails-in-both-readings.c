//@ run: verify %s --ints unbounded
//@ truth: fails
//@ verdict: false(unreach-call)
//@ hides: integers are mathematical
//@ run: verify %s --ints unbounded --engine bounded
//@ verdict: false(unreach-call)
//@ run: verify %s --property unreach-call
//@ verdict: false(unreach-call)
// A failing run is one of the machine's, replayed, on which nothing wraps. So it rests on no reading
// of integers.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < 1000 || y < 700 || (y & 7) != 5)
        return 0;
    if (3 * x + y == 123457)
        reach_error(); //~ violated unreach-call
    return 0;
}
