//@ run: verify %s --property unreach-call --engine directed --cpu-time 5
//@ truth: fails
//@ verdict: unknown(timeout)
// The failure is four billion rounds away: no run comes there, since rounds alternate,
// and no lemma may exclude it.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), state = 0, other = 0;
    for (unsigned i = 0; i != n; i++) {
        other = !other;
        if (state == 0 && other && i == 4000000000u)
            state = 1;
        if (state == 1)
            reach_error();
    }
    return 0;
}
