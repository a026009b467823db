//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// Any number becomes 0 or 1.
extern int __VERIFIER_nondet_int(void);

struct flags { _Bool a, b; };

int main(void)
{
    struct flags f = { __VERIFIER_nondet_int(), 6 };
    struct flags *p = &f;
    return p->a + p->b > 2;
}
