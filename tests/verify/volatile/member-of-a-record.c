//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A volatile member is volatile in an ordinary record.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct device { int id; volatile int status; };
static struct device d;
int main(void)
{
    d.status = 0;
    d.id = 1;
    if (d.status != 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
