//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// Nothing is undefined, and a proof says so.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    static const int table[4] = { 1, 2, 3, 4 };
    for (unsigned i = 0; i < n; i++)
        sum ^= i;
    return table[sum & 3] / (int)((sum & 7) + 1);
}
