//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// One store through a pointer is enough: the table is no longer what it was.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned char limits[4] = {3, 5, 7, 9};
static unsigned char *chosen = limits;
int main(void)
{
    unsigned i = 0;
    for (;;) {
        unsigned k = __VERIFIER_nondet_uint();
        if (k < 4 && limits[k] > 9)
            reach_error(); //~ violated unreach-call
        if (i == 3)
            chosen[k & 3] = 12;
        i++;
    }
}
