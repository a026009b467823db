//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// The position and the byte that is written there lie in different objects.
extern int __VERIFIER_nondet_int(void);

static void put(char *out, int *n, char c)
{
    out[(*n)++] = c;
}

int main(void)
{
    char buffer[8];
    int n = __VERIFIER_nondet_int() & 3;
    put(buffer, &n, 'a');
    put(buffer, &n, 'b');
    return n;
}
