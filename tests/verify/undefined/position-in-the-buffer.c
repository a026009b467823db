//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The byte that is written may be one of the position, which changes in the same expression.
extern int __VERIFIER_nondet_int(void);

static void put(char *out, int *n, char c)
{
    out[(*n)++] = c; //~ violated undefined
}

int main(void)
{
    char buffer[8];
    int n = __VERIFIER_nondet_int() & 3;
    put(buffer, &n, 'a');
    put(n == 1 ? (char *)&n : buffer, &n, 0);
    return n;
}
