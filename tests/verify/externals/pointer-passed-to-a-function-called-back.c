//@ run: verify %s --property valid-memsafety
//@ truth: holds
//@ verdict: unknown(unsupported)
// Whoever calls the handler is taken neither to pass a good pointer nor a bad one.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void each(void (*)(int *), int *);
static void set(int *p) { *p = 3; }
int main(void)
{
    int x = 0;
    each(set, &x); 
    return x;
}
