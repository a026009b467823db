//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Four billion rounds without input end by what they add up to, modulo the width.
extern void reach_error(void);
int main(void)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 4000000000u; i++)
        sum += 7;
    if (sum != 4u)
        reach_error(); //~ violated unreach-call
    return 0;
}
