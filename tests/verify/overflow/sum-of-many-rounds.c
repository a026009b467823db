//@ run: verify %s --property no-overflow
//@ truth: fails
//@ verdict: false(no-overflow)
// The sum of the first numbers overflows after 2^32 - 1 rounds or so, if the input is that large.
extern unsigned long input(void);
int main(void)
{
    unsigned long n = input();
    long sum = 0;
    for (long i = 0; i >= 0 && (unsigned long)i < n; i++)
        sum += i; //~ violated no-overflow
    return sum > 0;
}
