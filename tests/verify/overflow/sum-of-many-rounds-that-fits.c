//@ run: verify %s --property no-overflow
//@ truth: holds
//@ verdict: true
// The sum of the first four billion numbers fits, and no bound of the loop is beyond them.
int main(void)
{
    long sum = 0;
    for (long i = 0; i < 4294967296; i++)
        sum += i;
    return sum > 0;
}
