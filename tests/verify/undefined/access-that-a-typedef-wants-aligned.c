//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The typedef promises more than an `int` has: a vector instruction may be used.
typedef int wide __attribute__((aligned(16)));
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    static struct { wide first; int second; } both;
    wide *p = (wide *)&both.second;
    *p = 3; //~ violated alignment
    return 0;
}
