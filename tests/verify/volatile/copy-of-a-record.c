//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A volatile record is read as a whole.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct pair { int a, b; };
static volatile struct pair v;
int main(void)
{
    struct pair p = v;
    if (p.b != 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
