//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A copy of a record is passed, and the pointer in it leads to the original.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct handle { int *cell; };
extern void poke(struct handle);
int main(void)
{
    int cell = 0;
    struct handle h = {&cell};
    poke(h);
    if (cell != 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
