//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: unknown(inconclusive)
// After the call the variable has a value, and a branch may depend on it.
extern void init(int *);
int main(void)
{
    int x;
    init(&x);
    if (x)
        return 1;
    return 0;
}
