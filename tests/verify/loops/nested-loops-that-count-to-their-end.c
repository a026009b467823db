//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A thousand times two billion rounds.
extern void reach_error(void);
int main(void)
{
    long count = 0;
    for (int i = 0; i < 1000; i++)
        for (int j = 0; j < 2000000000; j++)
            count++;
    if (count != 2000000000000)
        reach_error();
    return 0;
}
