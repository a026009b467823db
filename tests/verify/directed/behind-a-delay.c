//@ run: verify %s --property unreach-call --engine directed --cpu-time 5
//@ truth: fails
//@ verdict: false(unreach-call)
// The failure is four billion rounds away: no lemma may exclude it, and a run leaps there.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), state = 0;
    for (unsigned i = 0; i != n; i++) {
        if (state == 0 && i == 4000000000u)
            state = 1;
        if (state == 1)
            reach_error(); //~ violated unreach-call
    }
    return 0;
}
