//@ run: verify %s --property unreach-call --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The last round of a short loop in a long one writes behind the array, and only once the input allows it.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char key[4] = { 0 }, state = 0;
    for (;;) {
        unsigned char c = __VERIFIER_nondet_uchar();
        state = c == 'k' + state ? state + 1 : 0;
        int n = state == 3 ? 5 : 4;
        for (int i = 0; i < 5; i++)
            if (i < n)
                key[i] = c; //~ violated valid-deref
    }
}
