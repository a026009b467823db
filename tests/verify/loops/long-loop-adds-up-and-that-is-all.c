//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The same sum, compared with what it is.
extern void reach_error(void);
int main(void)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 4000000000u; i++)
        sum += 7;
    if (sum != 4000000000u * 7u)
        reach_error();
    return 0;
}
