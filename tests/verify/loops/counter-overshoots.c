//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Stepping by three misses ten.
extern void reach_error(void);

int main(void)
{
    int i = 0;
    while (i < 10)
        i += 3;
    if (i != 10)
        reach_error(); //~ violated unreach-call
    return 0;
}
